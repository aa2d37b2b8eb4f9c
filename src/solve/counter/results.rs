//! The results of a count so far: the number, the method, the work done and the open share.

use num_bigint::BigUint;

use super::turns::{LONGEST_TRIAL, UPDATES_PER_NODE};
use super::{Counter, Method, TRIAL, Turn};
use crate::count::Count;
use crate::engine::{AnyEngine, EngineChoice};
use crate::search::{Engine, OpenCube, Stats, advance_by_methods};

impl Counter {
    /// Returns the work so far: the number of nodes entered, plus the number of nodes that plain
    /// search would enter in the time of the search by classes.
    pub(super) fn pace(&self) -> u64 {
        let node_time = self.plain.as_ref().map_or(1.0, Engine::node_time);
        self.stats().nodes + (self.classes.time() / node_time) as u64
    }

    /// Returns the number of updates so far. Beginning a cube counts as one update per option.
    pub(super) fn updates(&self) -> u64 {
        let of_cubes = self.begun.saturating_mul(self.problem.option_count() as u64);
        self.stats().updates.saturating_add(of_cubes)
    }

    /// Returns the number of updates at which a slice of this number of nodes ends, if its nodes
    /// are expensive.
    pub(super) fn updates_by(&self, nodes: u64) -> u64 {
        self.updates().saturating_add(nodes.saturating_mul(UPDATES_PER_NODE))
    }

    /// True if a limit or [`take_remaining`](Self::take_remaining) has ended the counting. Then the
    /// number is a lower bound.
    #[must_use]
    pub fn is_cut_short(&self) -> bool {
        let is_stopped = self.watch.is_over() || self.stats().nodes >= self.limits.nodes;
        matches!(self.turn, Turn::CutShort)
            || (is_stopped && !matches!(self.turn, Turn::Done))
            || (matches!(self.turn, Turn::Done) && !self.count_so_far().is_exact())
    }

    /// True if the system has refused memory for the cache within the [limit](Self::with_memory).
    /// The count continues with a smaller cache, and may take longer.
    ///
    /// ```
    /// let queens = quadrille::puzzle::queens::Queens::new(8)?;
    /// let mut counter = quadrille::Counter::new(quadrille::puzzle::Puzzle::problem(&queens));
    /// while counter.advance(1000) == quadrille::search::Step::Paused {}
    /// assert!(!counter.lacks_memory());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn lacks_memory(&self) -> bool {
        self.cached.as_ref().is_some_and(|cached| cached.lacks_memory())
    }

    /// True if the counter now searches for the covers one by one, because that is the fastest or
    /// only method. Then several threads can finish the count sooner: see
    /// [`take_remaining`](Self::take_remaining).
    #[must_use]
    pub fn is_searching(&self) -> bool {
        !self.classes.is_in_view() && self.is_plain()
    }

    /// True if plain search has its turn, and the cache has been slower or is not used.
    pub(super) fn is_plain(&self) -> bool {
        matches!(self.turn, Turn::Search { last_node, .. } if self.is_given_up || last_node == u64::MAX)
    }

    /// Returns the engine that searches without a cache, or `None` if only the memo engine is used.
    #[must_use]
    pub fn engine(&self) -> Option<&AnyEngine> {
        self.plain.as_ref()
    }

    /// Returns the method of counting.
    #[must_use]
    pub fn method(&self) -> Method {
        if let Some(order) = self.classes.order(matches!(self.turn, Turn::Done)) {
            return Method::Classes(order);
        }
        match &self.cached {
            Some(_) if self.is_given_up => Method::SearchAfterCache(self.saving()),
            Some(_) => Method::Cache(self.saving()),
            None if self.is_trial() && matches!(self.turn, Turn::Done) => Method::SmallSearch,
            None => Method::Search,
        }
    }

    /// True if the choice is `Auto` and plain search has not exceeded the trial, or its extension
    /// for a limit.
    pub(super) fn is_trial(&self) -> bool {
        let longest = if self.most().is_some() { LONGEST_TRIAL } else { TRIAL };
        self.choice == EngineChoice::Auto && self.searched() <= longest
    }

    pub(super) fn is_over(&self) -> bool {
        matches!(self.turn, Turn::Done | Turn::CutShort)
    }

    /// Returns the number of covers counted so far. It is exact once all covers are counted, unless
    /// it has reached the limit on covers.
    #[must_use]
    pub fn count_so_far(&self) -> Count {
        let mut count = self.counted.clone();
        if let (Turn::Cache { share: Some(_) }, Some(cached)) = (&self.turn, &self.cached) {
            count += cached.at_least();
        }
        count = count * self.weights.weight + &self.weights.counted;
        let count = count.max(self.known.clone()).max(self.classes.at_least());
        match self.most().map(BigUint::from) {
            Some(limit) if count >= limit => Count::at_least(limit),
            _ if matches!(self.turn, Turn::Done) => count.into(),
            _ => Count::at_least(count),
        }
    }

    /// Returns the fraction of the search tree that is open: 1 at the start, 0 at the end. In
    /// between, the branches of a node count equally, and subproblems in the cache count as open.
    /// Takes as long as [`Engine::remaining`].
    ///
    /// ```
    /// let queens = quadrille::puzzle::queens::Queens::new(12)?;
    /// let mut counter = quadrille::Counter::new(quadrille::puzzle::Puzzle::problem(&queens));
    /// assert_eq!(counter.open(), 1.0);
    /// counter.advance(1000);
    /// assert!(0.0 < counter.open() && counter.open() < 1.0);
    /// counter.advance(u64::MAX);
    /// assert_eq!(counter.open(), 0.0);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn open(&self) -> f64 {
        self.open_to_others().min(self.classes.open())
    }

    /// Returns the fraction of the search tree that is open to plain search and the cache.
    pub(super) fn open_to_others(&self) -> f64 {
        let current = match (&self.turn, &self.plain, &self.cached) {
            (Turn::Start, ..) => 1.0,
            (Turn::Search { share: Some(share), .. }, Some(plain), _) => {
                share * OpenCube::total_share(&plain.remaining())
            }
            (Turn::Cache { share: Some(share) }, _, Some(cached)) => {
                share * OpenCube::total_share(&cached.remaining().1)
            }
            _ => 0.0,
        };
        current + OpenCube::total_share(&self.left) + self.weights.open()
    }

    /// Returns the work done since the start, by all engines and threads together.
    #[must_use]
    pub fn stats(&self) -> Stats {
        let mut stats = self.before;
        if let (Turn::Search { share: Some(_), .. }, Some(plain)) = (&self.turn, &self.plain) {
            stats += plain.stats();
        }
        if let Some(cached) = &self.cached {
            stats += cached.stats();
        }
        stats += self.helpers.stats();
        stats.nodes += self.classes.nodes();
        stats
    }
}

advance_by_methods!(
    for Counter:
    stats -> Stats, count_so_far -> Count, is_cut_short -> bool, lacks_memory -> bool,
    open -> Option<f64>
);
