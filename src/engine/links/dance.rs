//! The steps of a search as they happen: which item is chosen and why, what is covered, and what is
//! undone.
//!
//! A [`Dance`] runs the same search as [`Links`](super::Links), compiled with a record of its
//! steps. Without a record the calls here are empty, and the search is the same code as before.

use std::collections::VecDeque;

use super::commit::{BoundedTraced, ColoredTraced, Features, PlainTraced};
use super::lists::Mark;
use super::search::Search;
use crate::ids::{ItemId, OptionId};
use crate::problem::Problem;
use crate::search::{Cube, Stats, Step, UnknownOption};

/// A search by dancing links, one recorded step after the other.
///
/// It is an iterator over the [`Moment`]s of the search. They have the names of the steps X1 to X8
/// of TAOCP 7.2.2.1. The covers, their order and the [`Stats`] are those of
/// [`Links`](super::Links). A record takes time and memory proportional to the options that are
/// hidden, so the search is slower than without one.
///
/// The engine differs from the book in three points, which the steps show. A forced option is tried
/// without X4, because its item has no other option. Its level has no X6, because there is no other
/// option to try. X7 comes before the last option of an item is tried, and not after it.
///
/// ```
/// use quadrille::engine::links::Dance;
/// let problem: quadrille::Problem = "a b\na\nb\na b\n".parse()?;
/// let steps: Vec<String> = Dance::new(&problem).map(|step| step.text(&problem)).collect();
/// assert_eq!(steps[..4], [
///     "X2: enter level 0",
///     "X3: choose item a, which has 2 options, the fewest",
///     "X4: cover item a: hide its 2 options",
///     "X5: try option 1, a: hide no options",
/// ]);
/// assert_eq!(steps.iter().filter(|step| step.contains("visit")).count(), 2);
/// # Ok::<(), quadrille::format::ParseError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Dance {
    search: Kind,
}

#[derive(Clone, Debug)]
enum Kind {
    Plain(Search<PlainTraced>),
    Colored(Search<ColoredTraced>),
    Bounded(Search<BoundedTraced>),
}

/// Evaluates the same expression for a search of any kind.
macro_rules! with_search {
    ($dance:expr, $search:ident => $do:expr) => {
        match $dance {
            Kind::Plain($search) => $do,
            Kind::Colored($search) => $do,
            Kind::Bounded($search) => $do,
        }
    };
}

impl Dance {
    /// Compiles a problem and begins a search for all its covers. Every problem is supported.
    #[must_use]
    pub fn new(problem: &Problem) -> Self {
        let search = if problem.has_bounds() {
            Kind::Bounded(Search::new(problem))
        } else if problem.has_colors() {
            Kind::Colored(Search::new(problem))
        } else {
            Kind::Plain(Search::new(problem))
        };
        Self { search }
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

    /// Returns the work done so far. The search is at the end of the node of the last moment.
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

/// One step of a search, and its effect on the lists.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Moment {
    /// The level: the number of options chosen before.
    pub level: u32,
    /// The step.
    pub event: Event,
    /// The options that the step removes from their lists, in that order.
    pub hidden: Vec<OptionId>,
    /// The options that the step puts back into their lists, in that order. It is the reverse of
    /// the order in which they were hidden.
    pub restored: Vec<OptionId>,
}

/// A step of a search. The variants are named by what happens.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Event {
    /// X1: an option is chosen before the search, such as a clue of a Sudoku.
    Give {
        /// The option.
        option: OptionId,
    },
    /// X1 or X6: options are excluded. Those that were tried for an item that takes several options
    /// are excluded, so that no set of options is found twice.
    Exclude,
    /// X2: a node is entered.
    Enter,
    /// X2: every primary item is covered, so the chosen options are a cover.
    Visit,
    /// X3: an item is chosen, because it has the fewest branches.
    Choose {
        /// The item.
        item: ItemId,
        /// The number of its options, or the branching degree if it takes several options. At 0
        /// there is no cover below this node, and at 1 the branch is forced.
        branches: u32,
    },
    /// X4: the options of the item are hidden. They are those to try.
    CoverItem {
        /// The item.
        item: ItemId,
    },
    /// X5: an option of the item is chosen, and its items are covered.
    Try {
        /// The item.
        item: ItemId,
        /// The option; `None` if an item that needs no further option takes none.
        option: Option<OptionId>,
        /// The number of branches of the item that are untried.
        untried: u32,
    },
    /// X5: an item that is to be covered has run out of options, so there is no cover below.
    RunOut {
        /// The item.
        item: ItemId,
    },
    /// X6: the options chosen from this level on are taken back.
    TryAgain {
        /// The item whose next option is tried.
        item: ItemId,
        /// The options taken back, in the order in which they were chosen.
        released: Vec<OptionId>,
    },
    /// X7: no other option of the item is left after the next one.
    Backtrack {
        /// The item.
        item: ItemId,
    },
    /// X8: the level is left.
    Leave,
    /// X8 at level 0: the search ends, and all lists are as at the beginning.
    Terminate,
}

impl Event {
    /// Returns the number of the step in TAOCP 7.2.2.1: 1 for X1, up to 8 for X8.
    #[must_use]
    pub fn number(&self) -> u8 {
        match self {
            Self::Give { .. } | Self::Exclude => 1,
            Self::Enter | Self::Visit => 2,
            Self::Choose { .. } => 3,
            Self::CoverItem { .. } => 4,
            Self::Try { .. } | Self::RunOut { .. } => 5,
            Self::TryAgain { .. } => 6,
            Self::Backtrack { .. } => 7,
            Self::Leave | Self::Terminate => 8,
        }
    }
}

impl Moment {
    /// Returns the step as a line of text, with the names of the items. Items and options without
    /// names have their numbers. Options are counted from 1.
    #[must_use]
    pub fn text(&self, problem: &Problem) -> String {
        let item = |item: ItemId| match problem.name(item) {
            Some(name) => format!("item {name}"),
            None => format!("item {}", item.get() + 1),
        };
        let option = |option: OptionId| {
            format!("option {}, {}", option.get() + 1, problem.option_text(option))
        };
        let hides = || match self.hidden.len() {
            0 => "hide no options".to_owned(),
            1 => "hide 1 option".to_owned(),
            hidden => format!("hide {hidden} options"),
        };
        let number = self.event.number();
        let what = match &self.event {
            Event::Give { option: given } => {
                format!("{} is given: {}", option(*given), hides())
            }
            Event::Exclude => format!("excluded: {}", hides()),
            Event::Enter => format!("enter level {}", self.level),
            Event::Visit => format!("every item is covered: visit a cover of {}", self.level),
            Event::Choose { item: of, branches: 0 } => {
                format!("{} has no option left: a dead end", item(*of))
            }
            Event::Choose { item: of, branches: 1 } => {
                format!("choose {}, which is forced", item(*of))
            }
            Event::Choose { item: of, branches } => {
                format!("choose {}, which has {branches} options, the fewest", item(*of))
            }
            Event::CoverItem { item: of } => {
                format!("cover {}: hide its {} options", item(*of), self.hidden.len())
            }
            Event::Try { option: Some(tried), .. } => {
                format!("try {}: {}", option(*tried), hides())
            }
            Event::Try { item: of, .. } => format!("{} takes no further option", item(*of)),
            Event::RunOut { item: of } => format!("{} has run out: a dead end", item(*of)),
            Event::TryAgain { item: of, released } => format!(
                "back to {} at level {}: take back {}, restore {}",
                item(*of),
                self.level,
                released.len(),
                self.restored.len()
            ),
            Event::Backtrack { item: of } => format!("{}: one option left to try", item(*of)),
            Event::Leave => format!("leave level {}", self.level),
            Event::Terminate => {
                format!("nothing left to try: restore {}, terminate", self.restored.len())
            }
        };
        format!("X{number}: {what}")
    }
}

/// The record. Nothing here does anything unless the search is traced.
impl<F: Features> Search<F> {
    /// Records a step that changes no list.
    #[inline]
    pub(super) fn record(&mut self, event: Event) {
        if F::TRACED {
            self.push_moment(self.chosen.len(), event, Vec::new(), Vec::new());
        }
    }

    /// Records a step that has hidden the options since a mark. If it has hidden none,
    /// [`Event::Exclude`] is left out.
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

    /// Records that an option was tried, and the item that has run out if the search does not go
    /// on.
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

    /// Records the item that has run out of options.
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

    /// Records a step that is about to restore the options since a mark.
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
