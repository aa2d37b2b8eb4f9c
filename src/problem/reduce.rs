//! Removes options that are in no cover, as far as one step of propagation shows it.
//!
//! If an option is chosen, all options that it excludes are gone. If fewer options of some primary
//! item are left than it needs, the option is in no cover. Each removal can show the next, so the
//! test is repeated until it removes none. This is the test of Knuth's program DLX-PRE.

use super::Problem;
use super::names::Names;
use crate::ids::{Color, ItemId, OptionId};

/// The removal of options that are in no cover. The rest has the same covers.
///
/// It works step by step, and what it has removed at any time was removed with good reason, so it
/// can end early.
///
/// ```
/// use quadrille::{OptionId, problem::Reduction};
/// // With "a b", nothing would be left for c.
/// let problem: quadrille::Problem = "a b c\na b\na\nb c\n".parse()?;
/// let mut reduction = Reduction::new(&problem);
/// while !reduction.advance(1000) {}
/// assert_eq!(reduction.left().collect::<Vec<_>>(), [OptionId::new(1), OptionId::new(2)]);
/// assert_eq!(reduction.problem().option_count(), 2);
/// # Ok::<(), quadrille::format::ParseError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Reduction<'p> {
    problem: &'p Problem,
    /// The options of each item, one item after the other.
    options: Box<[OptionId]>,
    starts: Box<[usize]>,
    /// The bounds of each item; of a secondary item none.
    bounds: Box<[Option<(u32, u32)>]>,
    is_left: Box<[bool]>,
    /// The number of options left, of each item.
    left_of: Box<[u32]>,
    /// For each option the number of the last test that has excluded it.
    excluded_in: Box<[u64]>,
    test: u64,
    /// The number of options of each item that the option under test excludes, and these items.
    excluded_of: Box<[u32]>,
    touched: Vec<ItemId>,
    /// The next option to be tested.
    next: usize,
    removed: usize,
    /// The number of options that were removed before this round.
    removed_before: usize,
    is_over: bool,
    has_no_cover: bool,
}

impl<'p> Reduction<'p> {
    /// Prepares the test of all options, in time and memory proportional to the problem.
    #[must_use]
    pub fn new(problem: &'p Problem) -> Self {
        let items = problem.item_count();
        let mut starts = vec![0_usize; items + 1];
        for item in problem.options().flat_map(|(_, items)| items) {
            starts[item.index() + 1] += 1;
        }
        for at in 0..items {
            starts[at + 1] += starts[at];
        }
        let mut ends = starts.clone();
        let mut options = vec![OptionId::default(); problem.entry_count()];
        for (option, items) in problem.options() {
            for item in items {
                options[ends[item.index()]] = option;
                ends[item.index()] += 1;
            }
        }
        let bounds = (0..items)
            .map(|item| problem.bounds(ItemId::new(item as u32)).map(|bounds| bounds.into_inner()));
        let mut reduction = Self {
            problem,
            options: options.into(),
            bounds: bounds.collect(),
            is_left: vec![true; problem.option_count()].into(),
            left_of: starts.windows(2).map(|ends| (ends[1] - ends[0]) as u32).collect(),
            starts: starts.into(),
            excluded_in: vec![0; problem.option_count()].into(),
            test: 0,
            excluded_of: vec![0; items].into(),
            touched: Vec::new(),
            next: 0,
            removed: 0,
            removed_before: 0,
            is_over: false,
            has_no_cover: false,
        };
        for item in 0..items {
            reduction.check(item);
        }
        reduction
    }

    /// Tests up to this many options. True at the end, when no test removes an option any more.
    pub fn advance(&mut self, options: usize) -> bool {
        for _ in 0..options {
            if self.is_over {
                break;
            }
            if self.next == self.is_left.len() {
                self.is_over = self.removed == self.removed_before;
                (self.next, self.removed_before) = (0, self.removed);
                continue;
            }
            let option = OptionId::new(self.next as u32);
            self.next += 1;
            if self.is_left[option.index()] && !self.can_be_chosen(option) {
                self.remove(option);
            }
        }
        self.is_over
    }

    /// True if a cover may contain this option.
    fn can_be_chosen(&mut self, option: OptionId) -> bool {
        if !self.problem.is_choosable(option) {
            return false;
        }
        self.test += 1;
        self.excluded_in[option.index()] = self.test;
        let mut goes_on = true;
        for (item, color) in self.problem.entries(option) {
            if matches!(self.bounds[item.index()], Some((_, 2..))) {
                continue;
            }
            for at in self.starts[item.index()]..self.starts[item.index() + 1] {
                let other = self.options[at];
                if !self.is_left[other.index()] || self.excluded_in[other.index()] == self.test {
                    continue;
                }
                let of_other = || {
                    let mut entries = self.problem.entries(other);
                    entries.find(|entry| entry.0 == item).and_then(|entry| entry.1)
                };
                if color.is_none() || color != of_other() {
                    self.excluded_in[other.index()] = self.test;
                    goes_on &= self.exclude(other);
                }
                if !goes_on {
                    break;
                }
            }
            if !goes_on {
                break;
            }
        }
        for item in self.touched.drain(..) {
            self.excluded_of[item.index()] = 0;
        }
        goes_on
    }

    /// Counts an excluded option for its items. False if one of them has too few left.
    fn exclude(&mut self, option: OptionId) -> bool {
        let mut is_enough = true;
        for &item in self.problem.option(option) {
            let Some((least, _)) = self.bounds[item.index()] else { continue };
            let excluded = &mut self.excluded_of[item.index()];
            if *excluded == 0 {
                self.touched.push(item);
            }
            *excluded += 1;
            is_enough &= self.left_of[item.index()] - *excluded >= least;
        }
        is_enough
    }

    fn remove(&mut self, option: OptionId) {
        self.is_left[option.index()] = false;
        self.removed += 1;
        for item in self.problem.option(option) {
            self.left_of[item.index()] -= 1;
            self.check(item.index());
        }
    }

    /// Notes that there is no cover if an item has too few options.
    fn check(&mut self, item: usize) {
        let least = self.bounds[item].map_or(0, |(least, _)| least);
        if self.left_of[item] < least {
            (self.has_no_cover, self.is_over) = (true, true);
        }
    }

    /// True if it is known that there is no cover: an item has too few options left.
    #[must_use]
    pub fn has_no_cover(&self) -> bool {
        self.has_no_cover
    }

    /// Returns the number of options removed so far.
    #[must_use]
    pub fn removed(&self) -> usize {
        self.removed
    }

    /// Iterates over the options that are left: none if it is known that there is no cover.
    pub fn left(&self) -> impl Iterator<Item = OptionId> {
        let options = self.problem.options().map(|(option, _)| option);
        options.filter(|option| !self.has_no_cover && self.is_left[option.index()])
    }

    /// Returns the problem with the options that are left, under new numbers, and with all items.
    /// Colors are those of these options, numbered in the order of first mention.
    #[must_use]
    pub fn problem(&self) -> Problem {
        let left: Vec<OptionId> = self.left().collect();
        let mut problem = self.problem.reordered(&left);
        problem.names = self.problem.names.clone();
        // The colors of removed options are gone, and the others are numbered as a builder would.
        let mut colors = Names::default();
        let mut new_of = vec![0; self.problem.colors.len()];
        for color in problem.entry_colors.iter_mut().filter(|color| **color > 0) {
            let new = &mut new_of[*color as usize - 1];
            if *new == 0 {
                let number = colors.len() as u32;
                let name = self.problem.color_name(Color::new(*color - 1));
                colors.insert(Color::new(number), name.expect("colors have names"));
                *new = number + 1;
            }
            *color = *new;
        }
        if colors.len() == 0 {
            problem.entry_colors = Box::default();
        }
        if problem.costs.iter().all(|&cost| cost == 0) {
            problem.costs = Box::default();
        }
        Problem { colors, ..problem }
    }
}
