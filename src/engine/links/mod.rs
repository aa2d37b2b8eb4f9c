//! Dancing links: Knuth's Algorithm X, with C and M, over lists whose nodes can be taken out and
//! put back in constant time.
//!
//! Idea: the matrix of options and items is kept as one doubly linked list per item, holding the
//! options that are still possible. Choosing an option *covers* its items: every option that shares
//! an item with it is *hidden*, that is, taken out of all its lists. A node that is taken out keeps
//! its own links, so that undoing in reverse order restores everything (Hitotumatu and Noshita
//! 1979; Knuth, "Dancing links", 2000; TAOCP 7.2.2.1).
//!
//! This is the reference engine: it supports every problem. `lists.rs` holds the lists of options,
//! `arena.rs` adds the items that are to be covered, `compile.rs` makes both from a problem,
//! `commit.rs` is what choosing an option does to its items, `search.rs` walks the tree, and
//! `remaining.rs` says what is left of it. It differs from the published program (DLX1) in six
//! ways, none of which changes the set of covers:
//!
//! - Hidden options are remembered on a *trail*, so that undoing reads them from an array and not
//!   from a list, can start in the middle of a list, and needs no traversal order of its own.
//! - An item that comes down to one option or none is noted in the moment it does. A forced choice
//!   is then found without looking through the items, and the search through the items can stop at
//!   the first one with two options.
//! - Covering stops as soon as some item has run out of options.
//! - A forced option has no level of its own, but belongs to that of the last choice; so does the
//!   last option of an item.
//! - The last option of a cover hides nothing.
//! - At the end of a search, a small arena of which much is hidden is restored by a copy.
//!
//! `docs/engines/links.md` has the figures of these, and what was tried and left out.

mod arena;
mod cheapest;
mod commit;
mod compile;
mod lists;
mod remaining;
mod search;
mod subproblem;

use crate::ids::OptionId;
use crate::problem::Problem;
use crate::search::{
    Compile, Cube, Engine, OpenCube, Stats, Step, Subproblem, UnknownOption, Unsupported,
};
use commit::{Bounded, Colored, Plain};
use search::Search;

pub use cheapest::CheapestLinks;

/// The dancing-links engine: a compiled [`Problem`] and a search on it.
///
/// Compiling takes time and memory proportional to the problem's entries; a search holds no more
/// than a few words for each level beside that. When a search is exhausted, and before another one
/// starts, the arena is back in its initial state to the last link.
///
/// It chooses the item with the fewest branches left, the first of these if there are several,
/// except that an item whose last options have just gone comes first. Options are tried in order of
/// their numbers. Costs play no part: see [`CheapestLinks`]. [`Stats::updates`] counts nodes taken
/// out of a list.
///
/// ```
/// use quadrille::{Solver, engine::links::Links};
/// let mut builder = quadrille::Problem::builder();
/// builder.primary(["a", "b"])?;
/// for option in [&["a"][..], &["b"], &["a", "b"]] {
///     builder.option(option)?;
/// }
/// let mut solver = Solver::from(Links::new(&builder.build()?));
/// assert_eq!(solver.solutions().count(), 2);
/// # Ok::<(), quadrille::BuildError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Links {
    search: Kind,
}

/// A problem pays for what it uses: each kind is compiled for itself.
#[derive(Clone, Debug)]
enum Kind {
    Plain(Search<Plain>),
    Colored(Search<Colored>),
    Bounded(Search<Bounded>),
}

/// Does the same with whichever kind of search it is.
macro_rules! with_search {
    ($links:expr, $search:ident => $do:expr) => {
        match $links {
            Kind::Plain($search) => $do,
            Kind::Colored($search) => $do,
            Kind::Bounded($search) => $do,
        }
    };
}

impl Links {
    /// Compiles a problem. Every problem is supported.
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

    /// How many guesses the search has made since its start: how often it chose an option while the
    /// item had others left to try. Forced options are not guesses, nor is the last option of an
    /// item when the others have failed; so a search for all covers of a problem that has just one
    /// makes as many guesses as it meets dead ends.
    ///
    /// ```
    /// use quadrille::engine::links::Links;
    /// use quadrille::search::{Engine, Step};
    /// use quadrille::sudoku::{self, Grid};
    /// let mut links = Links::new(sudoku::problem());
    /// let mut guesses = |puzzle: &str| {
    ///     let puzzle: Grid = puzzle.parse()?;
    ///     links.start(&puzzle.options().collect())?;
    ///     while links.advance(u64::MAX) == Step::Cover {}
    ///     Ok::<_, Box<dyn std::error::Error>>(links.guesses())
    /// };
    /// assert_eq!(guesses("208046090000100683109803004002300108480520000301000206600400879050078010010009060")?, 0);
    /// assert_eq!(guesses("000001000045000902207004000706010000050409080000050203000600809403000750000300000")?, 3);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn guesses(&self) -> u64 {
        with_search!(&self.search, search => search.guesses())
    }

    /// Like [`advance`](Engine::advance), but stops at a choice with no more than `small` options
    /// left, if that comes first: then there is no step, and the search will go on behind all that
    /// is below that node, unless [`go_below`](Self::go_below) comes next. With bounds it does not
    /// stop there.
    pub(crate) fn walk(&mut self, nodes: u64, small: usize) -> Option<Step> {
        match &mut self.search {
            Kind::Plain(search) => search.walk(nodes, small),
            Kind::Colored(search) => search.walk(nodes, small),
            Kind::Bounded(search) => Some(search.advance(nodes)),
        }
    }

    /// After [`walk`](Self::walk) has stopped at a node with few options: searches below it after
    /// all.
    pub(crate) fn go_below(&mut self) {
        with_search!(&mut self.search, search => search.go_below());
    }

    /// What is left of the problem at that node.
    pub(crate) fn subproblem(&self, subproblem: &mut Subproblem) {
        with_search!(&self.search, search => search.subproblem(subproblem));
    }

    /// The part of the search that begins at that node.
    pub(crate) fn here(&self) -> OpenCube {
        with_search!(&self.search, search => search.here())
    }
}

impl Compile for Links {
    fn compile(problem: &Problem) -> Result<Self, Unsupported> {
        Ok(Self::new(problem))
    }

    fn supports(problem: &Problem) -> Result<(), Unsupported> {
        let _ = problem;
        Ok(())
    }
}

impl Engine for Links {
    fn name(&self) -> &'static str {
        "links"
    }

    fn start(&mut self, cube: &Cube) -> Result<(), UnknownOption> {
        with_search!(&mut self.search, search => search.start(cube))
    }

    fn remaining(&self) -> Vec<OpenCube> {
        with_search!(&self.search, search => search.remaining())
    }

    fn advance(&mut self, nodes: u64) -> Step {
        with_search!(&mut self.search, search => search.advance(nodes))
    }

    fn cover(&self) -> &[OptionId] {
        with_search!(&self.search, search => search.cover())
    }

    fn stats(&self) -> Stats {
        with_search!(&self.search, search => search.stats())
    }
}
