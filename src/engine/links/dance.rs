//! A search that records its steps. A [`Dance`] runs the same search as [`Links`](super::Links),
//! compiled with recording. Without recording, the methods that record compile to nothing.

use std::collections::VecDeque;

use super::any_search::{AnySearch, with_search};
use super::commit::{BoundedTraced, ColoredTraced, Features, PlainTraced};
use super::lists::Mark;
use super::moment::{Event, Moment};
use super::search::Search;
use crate::ids::{ItemId, OptionId};
use crate::problem::Problem;
use crate::search::{Cube, Stats, Step, UnknownOption};

/// A search by dancing links that returns each of its steps.
///
/// It is an iterator over the [`Moment`]s of the search. Their texts name the steps X1 to X8 of
/// TAOCP 7.2.2.1. The covers, their order and the [`Stats`] are those of [`Links`](super::Links).
/// Recording takes time and memory proportional to the number of hidden options, so it slows the
/// search down.
///
/// Some steps differ from those in the book. A forced option is tried without X4, because its item
/// has no other option. Its level has no X6, for the same reason. X7 comes before the last option
/// of an item is tried, unless the item can take several options.
///
/// ```
/// use quadrille::engine::links::Dance;
/// let problem: quadrille::Problem = "a b\na\nb\na b\n".parse()?;
/// let steps: Vec<String> = Dance::new(&problem).map(|step| step.text(&problem)).collect();
/// assert_eq!(steps[..4], [
///     "X2: enter level 0",
///     "X3: choose item a, with 2 branches",
///     "X4: cover item a: hide its 2 options",
///     "X5: try option 1, a: hide no options",
/// ]);
/// assert_eq!(steps.iter().filter(|step| step.contains("visit")).count(), 2);
/// # Ok::<(), quadrille::format::ParseError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Dance {
    search: AnySearch<PlainTraced, ColoredTraced, BoundedTraced>,
}

impl Dance {
    /// Compiles a problem and begins a search for all its covers. Every problem is supported.
    #[must_use]
    pub fn new(problem: &Problem) -> Self {
        Self { search: AnySearch::new(problem) }
    }

    /// Compiles a problem and begins a search for the covers of a cube. The clues of a Sudoku are
    /// such a cube.
    ///
    /// ```
    /// use quadrille::engine::links::{Dance, Event};
    /// use quadrille::sudoku::{self, Grid};
    /// let puzzle: Grid = "208046090000100683109803004002300108480520000301000206600400879050078010010009060".parse()?;
    /// let dance = Dance::with_cube(sudoku::problem(), &puzzle.options().collect())?;
    /// let forced = |moment| matches!(moment, Event::Try { untried: 0, .. });
    /// assert_eq!(dance.filter(|moment| forced(moment.event.clone())).count(), 43);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// If the problem lacks an option of the cube.
    pub fn with_cube(problem: &Problem, cube: &Cube) -> Result<Self, UnknownOption> {
        let mut dance = Self::new(problem);
        with_search!(&mut dance.search, search => search.start(cube))?;
        Ok(dance)
    }

    /// Returns the work done so far. The counters include the node of the last moment
    /// returned, even if the node has further moments.
    #[must_use]
    pub fn stats(&self) -> Stats {
        with_search!(&self.search, search => search.stats())
    }

    fn moments(&mut self) -> &mut VecDeque<Moment> {
        with_search!(&mut self.search, search => &mut search.moments)
    }
}

impl Iterator for Dance {
    type Item = Moment;

    fn next(&mut self) -> Option<Moment> {
        while self.moments().is_empty() {
            if with_search!(&mut self.search, search => search.advance(1)) == Step::Exhausted
                && self.moments().is_empty()
            {
                return None;
            }
        }
        self.moments().pop_front()
    }
}

impl std::iter::FusedIterator for Dance {}

/// Methods that record steps. They do nothing unless the search is traced.
impl<F: Features> Search<F> {
    /// Records a step that changes no list.
    #[inline]
    pub(super) fn record(&mut self, event: Event) {
        if F::TRACED {
            self.push_moment(self.chosen.len(), event, Vec::new(), Vec::new());
        }
    }

    /// Records a step that has hidden the options since a mark. An [`Event::Exclude`] that has
    /// hidden no option is left out.
    #[inline]
    pub(super) fn record_since(&mut self, event: Event, since: Mark) {
        if F::TRACED {
            let hidden = self.arena.lists.hidden_since(since).to_vec();
            if event != Event::Exclude || !hidden.is_empty() {
                let level = self.chosen.len();
                let is_given = matches!(event, Event::Give { .. });
                self.push_moment(level - usize::from(is_given), event, hidden, Vec::new());
            }
        }
    }

    /// Records an [`Event::Try`] and, at a dead end, the item that has run out of options.
    #[inline]
    pub(super) fn record_try(&mut self, event: Event, since: Mark, goes_on: bool) {
        if F::TRACED {
            let hidden = self.arena.lists.hidden_since(since).to_vec();
            let takes_one = matches!(event, Event::Try { option: Some(_), .. });
            let level = self.chosen.len() - usize::from(takes_one);
            self.push_moment(level, event, hidden, Vec::new());
            if !goes_on {
                self.record_shortage();
            }
        }
    }

    /// Records the first item that has run out of options, if any.
    #[inline]
    pub(super) fn record_shortage(&mut self) {
        if F::TRACED {
            let short = self.arena.lists.short().iter().copied();
            let mut open = short.filter(|&item| !self.arena.is_covered(item)).map(ItemId::new);
            if let Some(item) = open.find(|&item| self.arena.degree(item) <= 0) {
                self.record(Event::RunOut { item });
            }
        }
    }

    /// Records a step that is about to restore the options hidden since a mark.
    #[inline]
    pub(super) fn record_undo(&mut self, event: Event, mark: Mark) {
        if F::TRACED {
            let restored = self.arena.lists.hidden_since(mark).iter().rev().copied().collect();
            let level = match &event {
                Event::TryAgain { released, .. } => self.chosen.len() - released.len(),
                Event::Terminate => 0,
                _ => self.chosen.len(),
            };
            self.push_moment(level, event, Vec::new(), restored);
        }
    }

    fn push_moment(
        &mut self,
        level: usize,
        event: Event,
        hidden: Vec<OptionId>,
        restored: Vec<OptionId>,
    ) {
        // The number of options fits into 32 bits.
        self.moments.push_back(Moment { level: level as u32, event, hidden, restored });
    }
}
