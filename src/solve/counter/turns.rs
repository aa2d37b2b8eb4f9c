//! The turns of plain search and of the cache in a counter, and the cubes that pass between them.

use num_bigint::BigUint;

use super::race::{Decision, Race, TRIAL, Work, length};
use super::{Counter, Turn};
use crate::engine::memo::Memo;
use crate::search::{Engine, OpenCube, Stats, Step};

/// The maximum ratio of missing covers to covers found at which a trial with a limit is extended.
const NEAR: u32 = 200;
/// The number of nodes after which the trial is no longer extended. They take about a second.
pub(super) const LONGEST_TRIAL: u64 = TRIAL << 9;

/// The number of filtered options above which filtering takes longer than a trial.
const DEAR: u64 = 64 * TRIAL;

/// A limit on the average number of times that the cache filters all options for each node. Above
/// it, beginning cubes takes nearly all of the time.
const DEAR_NODE: u64 = 2;

/// The number of updates that count as one node in the length of a slice. It limits a slice to a
/// few hundredths of a second.
pub(super) const UPDATES_PER_NODE: u64 = 1 << 8;

/// The length of the turns of the cache at which other threads start to help.
const HELPED_FROM: u64 = 1 << 12;

/// The maximum number of nodes of the cache between two checks of the limit on covers.
const CHECK_INTERVAL: u64 = 1 << 16;

impl Counter {
    /// Returns the number of covers needed to reach the limit, or `u64::MAX` if there is no limit.
    pub(super) fn wanted(&self) -> u64 {
        let Some(limit) = self.most() else { return u64::MAX };
        u64::try_from(&self.counted).map_or(0, |counted| limit.saturating_sub(counted))
    }

    /// Returns the number of nodes that plain search has entered.
    pub(super) fn searched(&self) -> u64 {
        let of_cube = match (&self.turn, &self.plain) {
            (Turn::Search { share: Some(_), .. }, Some(plain)) => plain.stats().nodes,
            _ => 0,
        };
        self.before.nodes + of_cube
    }

    /// Works for up to this many nodes.
    pub(super) fn step(&mut self, allowed: u64) {
        if self.wanted() == 0 {
            self.turn = Turn::CutShort;
            return;
        }
        if self.take_class_turn(allowed) {
            return;
        }
        match self.turn {
            Turn::Search { share: None, .. } | Turn::Cache { share: None } => self.begin_cube(),
            Turn::Search { share: Some(_), last_node } => self.search(allowed, last_node),
            Turn::Cache { share: Some(share) } => self.search_with_cache(allowed, share),
            Turn::Start | Turn::Done | Turn::CutShort => {}
        }
    }

    /// Begins the next cube with the engine whose turn it is.
    fn begin_cube(&mut self) {
        let Some(open) = self.left.pop() else {
            self.end_cubes();
            return;
        };
        self.begun += 1;
        let started = match (&mut self.turn, &mut self.plain, &mut self.cached) {
            (Turn::Search { share, .. }, Some(plain), _) => {
                *share = Some(open.share);
                plain.start_next(&open.cube)
            }
            (Turn::Cache { share }, _, Some(cached)) => {
                *share = Some(open.share);
                cached.start(&open.cube)
            }
            _ => Ok(()),
        };
        debug_assert!(started.is_ok(), "the cubes are of this problem");
    }

    /// Continues plain search for up to `allowed` nodes, and ends its turn at `last_node`.
    fn search(&mut self, allowed: u64, last_node: u64) {
        let (wanted, searched) = (self.wanted(), self.searched());
        let Some(plain) = &mut self.plain else { return };
        let (found, step) = plain.skip(wanted, allowed.min(last_node.saturating_sub(searched)));
        self.counted += found;
        match step {
            Step::Exhausted => {
                self.before += plain.stats();
                self.turn = Turn::Search { share: None, last_node };
                if self.left.is_empty() {
                    self.end_cubes();
                }
            }
            Step::Cover => {
                self.before += plain.stats();
                self.turn = Turn::CutShort;
            }
            Step::Paused if self.searched() >= last_node => self.end_search_turn(),
            Step::Paused => {}
        }
    }

    /// Moves the rest of plain search's cube to the other cubes.
    pub(super) fn pause_search(&mut self) {
        let (Turn::Search { share, .. }, Some(plain)) = (&mut self.turn, &self.plain) else {
            return;
        };
        let Some(share) = share.take() else { return };
        self.before += plain.stats();
        let open = plain.remaining().into_iter().rev();
        self.left.extend(open.map(|open| OpenCube { share: open.share * share, ..open }));
    }

    /// Gives the cache a turn, if the memo engine supports the problem and the limit on covers is
    /// not near.
    fn end_search_turn(&mut self) {
        let searched = self.searched();
        if self.is_limit_near(searched) {
            self.extend_search(searched);
            return;
        }
        if self.memo.is_none() {
            let memo = Memo::compiled(&self.problem).ok();
            self.memo = memo.map(|memo| memo.with_memory(self.memory));
        }
        if self.cached.is_none() {
            let search = self.memo.as_ref().and_then(|memo| memo.count_search(&self.cube).ok());
            self.cached = search.map(Box::new);
        }
        if self.cached.is_none() {
            self.extend_search(u64::MAX);
            return;
        }
        self.node_time = self.plain.as_ref().map_or(1.0, Engine::node_time);
        self.pause_search();
        self.turn = Turn::Cache { share: None };
        // The cache filters all options for each cube. For very many cubes, searching the trial's
        // part again takes less time.
        let filtered = self.left.len() as u64 * self.problem.option_count() as u64;
        if self.race.is_at_start() && filtered > DEAR && !self.weights.are_used {
            self.begin_again();
        }
    }

    /// Drops the results so far, except a lower bound, and starts the cache on the counter's whole
    /// cube.
    fn begin_again(&mut self) {
        self.known = self.count_so_far().to_big();
        self.counted = BigUint::ZERO;
        self.left.clear();
        self.left.push(OpenCube { cube: self.cube.clone(), share: 1.0 });
        self.dropped = self.before.nodes;
    }

    /// True if the first turn of the cache has taken longer than the trial, and spent nearly all of
    /// this time on beginning cubes. This happens if each cube decomposes into the same independent
    /// parts, and there are as many parts as cubes.
    fn are_cubes_dear(&self) -> bool {
        let Some(cached) = &self.cached else { return false };
        let Stats { nodes, updates } = cached.stats();
        self.plain.is_some()
            && self.dropped == 0
            && !self.weights.are_used
            && !self.is_given_up
            && updates > DEAR
            && updates / DEAR_NODE > nodes.saturating_mul(self.problem.option_count() as u64)
    }

    fn extend_search(&mut self, nodes: u64) {
        if let Turn::Search { last_node, .. } = &mut self.turn {
            *last_node = last_node.saturating_add(nodes);
        }
    }

    /// Starts helpers once the cache has worked for a while, if the counter has several threads.
    fn start_helpers(&mut self) {
        let Some(cached) = &self.cached else { return };
        let count = self.threads.get() - 1;
        if count == 0 || self.helpers.are_there() || length(cached.stats()) < HELPED_FROM {
            return;
        }
        let (_, rest) = cached.remaining();
        let cubes = self.left.iter().chain(rest.iter().rev());
        let cubes: Vec<_> = cubes.map(|open| open.cube.clone()).collect();
        let copies = self.memory / 2 / cached.memory_of_problem().max(1);
        self.helpers.start(count.min(copies), cached, &cubes, self.memory / 2 / self.threads);
    }

    /// Returns the number of nodes that a search without a cache would have entered for the same
    /// result, divided by the number that all threads have entered.
    pub(super) fn saving(&self) -> f64 {
        let Some(cached) = &self.cached else { return 1.0 };
        let nodes = cached.stats().nodes;
        let all = nodes + self.helpers.stats().nodes;
        cached.saving() * nodes as f64 / all.max(1) as f64
    }

    /// Continues the search with the cache for up to `allowed` nodes, and decides whether its turn
    /// ends.
    fn search_with_cache(&mut self, allowed: u64, share: f64) {
        let limit = self.most();
        self.start_helpers();
        let Some(cached) = &mut self.cached else { return };
        // A limit on covers is checked at intervals.
        let allowed = limit.map_or(allowed, |_| allowed.min(CHECK_INTERVAL));
        let check = self.race.next_check;
        let nodes = allowed.min(check.saturating_sub(length(cached.stats())));
        let is_done = cached.advance(nodes) == Step::Exhausted;
        let is_due = length(cached.stats()) >= check && cached.is_at_node();
        if let Some(count) = cached.count().filter(|_| is_done) {
            self.counted += count;
            self.turn = Turn::Cache { share: None };
            if self.left.is_empty() {
                self.end_cubes();
            } else if self.are_cubes_dear() {
                self.begin_again();
            }
        } else if let Some(limit) = limit
            && &self.counted + cached.at_least() >= BigUint::from(limit)
        {
            self.counted = limit.into();
            self.turn = Turn::CutShort;
        } else if self.plain.is_some() && cached.memory_of_nodes() > self.memory / 2 {
            // Plain search takes less memory.
            self.pause_cache(share, u64::MAX);
            self.cached.iter_mut().for_each(|cached| cached.release());
        } else if is_due {
            let (_, rest) = cached.remaining();
            let open = OpenCube::total_share(&rest) * share + OpenCube::total_share(&self.left);
            self.decide(open, share);
        }
    }

    /// Decides which engine continues when this share of the search tree is open.
    fn decide(&mut self, open: f64, share: f64) {
        let (Some(work), Some(cached)) = (self.race_so_far(open), &self.cached) else { return };
        match self.race.decide(&work, length(cached.stats())) {
            Decision::Cache => self.is_given_up &= !Race::is_ahead(&work),
            Decision::Search(nodes) => {
                self.pause_cache(share, self.searched().saturating_add(nodes));
            }
        }
    }

    /// Returns the work of plain search and of the cache so far, or `None` if the cache has had no
    /// turn. `open` is the share of the search tree that is open.
    pub(super) fn race_so_far(&self, open: f64) -> Option<Work> {
        let cached = self.cached.as_ref()?;
        let nodes = cached.stats().nodes as f64;
        // The work of the helpers is left out: their results are visible only when this search
        // reaches them, and plain search would have the same number of threads.
        Some(Work {
            searched: (self.searched() - self.dropped) as f64,
            cached: nodes,
            represented: cached.saving() * nodes,
            ratio: cached.node_time() / self.node_time,
            node_time: self.node_time,
            open,
        })
    }

    /// Moves the rest of the cache's cube to the other cubes, and gives plain search a turn up to
    /// `last_node`.
    fn pause_cache(&mut self, share: f64, last_node: u64) {
        self.helpers.end();
        self.known = self.count_so_far().to_big();
        if let Some(cached) = &self.cached {
            let (counted, rest) = cached.remaining();
            self.counted += counted;
            let rest = rest.into_iter().rev();
            self.left.extend(rest.map(|open| OpenCube { share: open.share * share, ..open }));
        }
        self.is_given_up = true;
        self.turn = Turn::Search { share: None, last_node };
    }

    /// True if plain search, which has entered this many nodes, will probably reach the limit on
    /// covers soon.
    fn is_limit_near(&self, nodes: u64) -> bool {
        self.most().is_some()
            && nodes < LONGEST_TRIAL
            && BigUint::from(self.wanted()) <= &self.counted * NEAR
    }
}
