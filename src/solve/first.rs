//! The search for one cover, with restarts.
//!
//! The restarts get one node for every eight of the search that never restarts. After the first two
//! million nodes of that search, they get as many nodes as it does. Compiling the problem for a
//! restart counts as one node per option. Processor seconds of `cover -1` and nodes, without and
//! with restarts, stopped after 8 s (Xeon with AVX-512, loaded, 2026-11):
//!
//! | queens | s and nodes without restarts | s and nodes with restarts |
//! |--:|--:|--:|
//! | 20 | 0.00, 161 | 0.00, 161 |
//! | 40 | 0.00, 37,217 | 0.00, 13,497 |
//! | 50 | 0.11, 1,461,912 | 0.00, 20,870 |
//! | 60 | 5.96, 62,313,848 | 0.01, 29,822 |
//! | 100 | none | 0.03, 81,701 |
//! | 200 | none | 0.53, 323,426 |
//!
//! Weights of items help most where covers are rare. Thirteen Latin squares of order 33 and 40 with
//! 381 to 672 open cells were made by a random walk (Jacobson and Matthews 1996). Restarts without
//! weights complete eight of them, each within 8 s. With weights they complete all thirteen, in at
//! most 4.9 s and mostly in less than 0.5 s (AMD EPYC with AVX2, 2026-11-23). An empty 25x25 Sudoku
//! takes 0.00 s, and pentominoes on 20x90 take 0.06 s.
//!
//! Tried and left out: passing the weights of one restart on to the next. Two of nine such squares
//! took 1.5 to 7 times as many nodes, and one took half as many.

use std::fmt;

use crate::count::Count;
use crate::engine::{AnyEngine, EngineChoice};
use crate::ids::OptionId;
use crate::problem::{Cover, Problem};
use crate::search::{Cube, Engine, Stats, Step, UnknownOption, advance_by_methods};

use super::random::Random;
use super::{Limits, Watch};

/// A search for any one cover.
///
/// A depth-first search that makes a wrong choice near its root may take years to revise that
/// choice, while most other orders of the options lead to a cover immediately. Then the time to the
/// first cover has a heavy tail (Gomes, Selman, Crato and Kautz, "Heavy-tailed phenomena in
/// satisfiability and constraint satisfaction problems", 2000). So two searches take turns:
///
/// - One tries the options in their order and never restarts. If there is no cover, it proves that.
/// - The other restarts again and again, each time with the options in a new random order. The
///   numbers of nodes between restarts follow the sequence that Luby, Sinclair and Zuckerman proved
///   best for unknown distributions, up to a constant factor ("Optimal speedup of Las Vegas
///   algorithms", 1993). At first this search gets a small share of the nodes, to keep short
///   searches short. In long searches it gets half.
///
/// The same seed always gives the same cover on the same processor. On another processor, another
/// engine may suit the problem best.
///
/// ```
/// use quadrille::puzzle::{Puzzle, queens::Queens};
/// use quadrille::solve::First;
/// let queens = Queens::new(44)?;
/// let cover = First::new(queens.problem()).find().ok_or("44 queens have no solution")?;
/// assert_eq!(cover.len(), 44);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct First {
    problem: Problem,
    choice: EngineChoice,
    cube: Cube,
    random: Random,
    /// The search that never restarts.
    whole: OrderedSearch,
    /// The current search in a random order, with the number of nodes that it may still enter.
    restarted: Option<(OrderedSearch, u64)>,
    restarts: u64,
    /// The nodes allotted to all restarts so far, plus the work of compiling the problem for them.
    spent: u64,
    /// The work of the restarts that have ended.
    ended: Stats,
    cover: Vec<OptionId>,
    /// The last step of the search, once it has ended.
    end: Option<Step>,
    limits: Limits,
    watch: Watch,
}

struct OrderedSearch {
    engine: AnyEngine,
    /// The options of the problem in the order of this search, or `None` if that is the order of
    /// the problem.
    order: Option<Vec<OptionId>>,
}

/// The number of nodes of the search without restarts for each node of the restarts, in a short
/// search.
const SHORT_SHARE: u64 = 8;
/// The number of nodes of the search without restarts after which a search counts as long.
const LONG: u64 = 1 << 21;

impl First {
    /// Compiles a problem for the engine that suits it best, and starts a search for a cover.
    #[must_use]
    pub fn new(problem: &Problem) -> Self {
        match Self::of(problem, &Cube::default()) {
            Ok(first) => first,
            Err(_) => unreachable!("the empty cube has no options"),
        }
    }

    /// Returns a search for a cover of the problem in a cube.
    ///
    /// # Errors
    /// [`UnknownOption`] if the problem lacks an option of the cube.
    pub fn of(problem: &Problem, cube: &Cube) -> Result<Self, UnknownOption> {
        Self::with_engine(problem, cube, EngineChoice::Auto)
    }

    /// Does the same with an engine that supports the problem. Only the choice of `Auto` depends on
    /// the processor.
    pub(crate) fn with_engine(
        problem: &Problem,
        cube: &Cube,
        choice: EngineChoice,
    ) -> Result<Self, UnknownOption> {
        let mut engine = compiled(problem, choice);
        engine.start(cube)?;
        Ok(Self {
            problem: problem.clone(),
            choice,
            cube: cube.clone(),
            random: Random::new(0),
            whole: OrderedSearch { engine, order: None },
            restarted: None,
            restarts: 0,
            spent: 0,
            ended: Stats::default(),
            cover: Vec::new(),
            end: None,
            limits: Limits::none(),
            watch: Watch::new(),
        })
    }

    /// Returns the same search with this seed for its random orders. Then the search that never
    /// restarts also uses a random order, so another seed usually gives another cover, if there are
    /// many. The covers are not equally likely. A [`Diagram`](crate::Diagram) draws each cover with
    /// the same probability.
    ///
    /// ```
    /// use quadrille::puzzle::{Puzzle, queens::Queens};
    /// use quadrille::solve::First;
    /// let queens = Queens::new(20)?;
    /// let cover = |seed| First::new(queens.problem()).seed(seed).find();
    /// assert_eq!(cover(1), cover(1));
    /// assert_ne!(cover(1), cover(2));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn seed(mut self, seed: u64) -> Self {
        self.random = Random::new(seed);
        self.ended += self.whole.engine.stats();
        self.whole = self.in_random_order();
        self
    }

    /// Returns the same search with these limits, which replace any others. The limit on covers has
    /// no effect.
    ///
    /// ```
    /// use quadrille::puzzle::{Puzzle, queens::Queens};
    /// use quadrille::{Limits, search::Step, solve::First};
    /// let queens = Queens::new(200)?;
    /// let mut first = First::new(queens.problem()).limited(Limits::none().nodes(10));
    /// assert_eq!(first.advance(u64::MAX), Step::Paused);
    /// assert!(first.is_cut_short());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn limited(self, limits: Limits) -> Self {
        Self { limits, watch: Watch::new(), ..self }
    }

    /// Searches to the end, and returns the cover, or `None` if there is none or a limit has ended
    /// the search.
    #[must_use]
    pub fn find(mut self) -> Option<Cover> {
        (self.advance(u64::MAX) == Step::Cover).then(|| self.cover.iter().copied().collect())
    }

    /// Searches until a cover is found or the search proves that there is none, but stops after
    /// `nodes` nodes. So the caller can do other work during a long search. After the end, returns
    /// the last step again.
    pub fn advance(&mut self, nodes: u64) -> Step {
        let nodes = nodes.min(self.limits.nodes.saturating_sub(self.stats().nodes));
        if self.end.is_none() {
            let (limits, mut watch) = (self.limits.clone(), self.watch);
            let _ =
                watch.run(&limits, nodes, |nodes| (self.run(nodes) != Step::Paused).then_some(()));
            self.watch = watch;
        }
        self.end.unwrap_or(Step::Paused)
    }

    fn run(&mut self, nodes: u64) -> Step {
        let mut left = nodes;
        while self.end.is_none() {
            if left == 0 {
                return Step::Paused;
            }
            let before = self.stats().nodes;
            self.take_turn(left);
            // A turn without a new node, such as one that compiles the problem, counts as one node.
            left = left.saturating_sub((self.stats().nodes - before).max(1));
        }
        self.end.unwrap_or(Step::Paused)
    }

    /// True if a limit has ended the search before a cover was found or ruled out.
    #[must_use]
    pub fn is_cut_short(&self) -> bool {
        self.end.is_none() && (self.watch.is_over() || self.stats().nodes >= self.limits.nodes)
    }

    /// Runs the search whose turn it is for at most this number of nodes, or begins a restart.
    fn take_turn(&mut self, most: u64) {
        if let Some((search, left)) = &mut self.restarted {
            let before = search.engine.stats().nodes;
            let step = search.engine.advance(most.min(*left));
            *left = left.saturating_sub(search.engine.stats().nodes - before);
            if step == Step::Cover {
                self.cover = search.cover();
            }
            if step != Step::Paused {
                self.end = Some(step);
            } else if *left == 0 {
                self.ended += search.engine.stats();
                self.restarted = None;
            }
            return;
        }
        let done = self.whole.engine.stats().nodes;
        let share = if done < LONG { SHORT_SHARE } else { 1 };
        let limit = luby(self.restarts + 1) * (self.problem.primary_count() as u64).max(64);
        // Compiling the problem takes about as long as one node per option.
        let cost = limit + self.problem.option_count() as u64;
        let due = (self.spent + cost).saturating_mul(share);
        if done >= due {
            self.restarts += 1;
            self.spent += cost;
            self.restarted = Some((self.in_random_order(), limit));
            return;
        }
        // The share changes at `LONG` nodes.
        let next = if done < LONG { due.min(LONG) } else { due };
        let step = self.whole.engine.advance(most.min(next - done));
        if step == Step::Cover {
            self.cover = self.whole.cover();
        }
        if step != Step::Paused {
            self.end = Some(step);
        }
    }

    /// Compiles the problem with its options in a random order.
    fn in_random_order(&mut self) -> OrderedSearch {
        let mut order: Vec<OptionId> = self.problem.options().map(|(option, _)| option).collect();
        self.random.shuffle(&mut order);
        let mut place = vec![OptionId::new(0); order.len()];
        for (at, option) in order.iter().enumerate() {
            place[option.index()] = OptionId::new(at as u32);
        }
        let moved = |options: &[OptionId]| -> Vec<OptionId> {
            options.iter().map(|option| place[option.index()]).collect()
        };
        let Cube { chosen, excluded } = &self.cube;
        let cube = Cube { chosen: moved(chosen), excluded: moved(excluded) };
        let mut engine = compiled(&self.problem.reordered(&order), self.choice);
        engine.start(&cube).expect("the options have been checked");
        OrderedSearch { engine, order: Some(order) }
    }

    /// Returns the cover. It is empty at first, and meaningful only once a step has found one.
    #[must_use]
    pub fn cover(&self) -> &[OptionId] {
        &self.cover
    }

    /// Returns the work of both searches so far.
    #[must_use]
    pub fn stats(&self) -> Stats {
        let mut stats = self.ended;
        stats += self.whole.engine.stats();
        if let Some((search, _)) = &self.restarted {
            stats += search.engine.stats();
        }
        stats
    }

    /// Returns the number of restarts so far.
    #[must_use]
    pub fn restarts(&self) -> u64 {
        self.restarts
    }

    /// Returns the engine of the search that never restarts.
    #[must_use]
    pub fn engine(&self) -> &AnyEngine {
        &self.whole.engine
    }
}

impl fmt::Debug for First {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("First")
            .field("cube", &self.cube)
            .field("restarts", &self.restarts)
            .field("stats", &self.stats())
            .finish_non_exhaustive()
    }
}

impl OrderedSearch {
    /// Returns the current cover, with the option numbers of the problem.
    fn cover(&self) -> Vec<OptionId> {
        let cover = self.engine.cover();
        match &self.order {
            None => cover.to_vec(),
            Some(order) => cover.iter().map(|option| order[option.index()]).collect(),
        }
    }
}

fn compiled(problem: &Problem, choice: EngineChoice) -> AnyEngine {
    AnyEngine::new(problem, choice).expect("the engine supports the problem")
}

/// Returns the number at a position, counted from 1, of the sequence 1, 1, 2, 1, 1, 2, 4, 1, ... of
/// Luby, Sinclair and Zuckerman.
fn luby(mut at: u64) -> u64 {
    loop {
        // The shortest block that reaches this position has `block - 1` numbers.
        let block = (at + 1).next_power_of_two();
        if at + 1 == block {
            return block / 2;
        }
        at -= block / 2 - 1;
    }
}

advance_by_methods!(
    for First: stats -> Stats, is_cut_short -> bool;
    fn count_so_far(&self) -> Count {
        match self.end {
            Some(Step::Exhausted) => Count::exactly(0),
            end => Count::at_least(u64::from(end.is_some())),
        }
    }
);

#[cfg(test)]
mod tests {
    use super::luby;

    #[test]
    fn the_sequence_of_luby() {
        let numbers: Vec<u64> = (1..=15).map(luby).collect();
        assert_eq!(numbers, [1, 1, 2, 1, 1, 2, 4, 1, 1, 2, 1, 1, 2, 4, 8]);
    }
}
