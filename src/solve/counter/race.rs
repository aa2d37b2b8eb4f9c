//! The race between plain search and a search with a cache, which take turns.
//!
//! The faster method is known only after both have worked: on dominoes the cache saves nearly all
//! nodes, on queens none. So plain search begins, and then the cache gets a turn. At intervals, the
//! race decides whether the cache continues. The decision uses two estimates:
//!
//! - The size of the rest of the search tree, from the share that is open.
//! - The growth of the saving. The cache is empty at first. Its saving per node grows as it fills,
//!   often like a power of the number of nodes. So its saving at two decisions determines about
//!   how many nodes the cache would need for the rest.
//!
//! Times are compared in nodes of plain search. They come from counters, never from a clock, so a
//! count with one thread does the same work in every run. With several threads, the entries that
//! the calling thread finds in the cache depend on the timing of the threads.

use crate::search::Stats;

/// The number of nodes of plain search before the first turn of the cache.
pub(super) const TRIAL: u64 = 1 << 13;

/// The length of the turns of the cache at the first decision. It doubles for each later decision.
const FIRST_CHECK: u64 = 1 << 9;

/// The fractions of the whole work that the cache may lose: in any case, and if its saving is
/// expected to grow enough.
const LITTLE: f64 = 0.005;
const MOST: f64 = 0.03;

/// The work of plain search before the cache gets another turn, relative to all work with the
/// cache. Each turn doubles the work with the cache, to at most about 1/32 of all work.
const PAUSE: f64 = 64.0;

/// The maximum remaining work that is counted in the whole work, of which [`LITTLE`] and [`MOST`]
/// are fractions: ten seconds, in the unit of
/// [`Engine::node_time`](crate::search::Engine::node_time). So a count that is stopped long before
/// its end has lost little compared with plain search.
const IN_VIEW: f64 = 1e10;

/// The assumed growth of the saving, before there are two measurements.
pub(super) const FIRST_GROWTH: f64 = 0.25;

/// The number of updates with the cache that count as one node when a turn is measured. A problem
/// with a million options takes about a million updates for each of the first nodes.
const UPDATES_PER_NODE: u64 = 1 << 12;

#[derive(Clone, Copy, Debug)]
pub(super) struct Race {
    /// The length of the turns of the cache at the next decision: see [`length`].
    pub(super) next_check: u64,
    /// The number of nodes and the saving at the last decision.
    last: Option<(f64, f64)>,
    /// The exponent of the growth of the saving.
    pub(super) growth: f64,
    /// The greatest lead of the cache so far.
    best: f64,
}

#[derive(Clone, Copy, Debug)]
pub(super) struct Work {
    /// The number of nodes of plain search.
    pub(super) searched: f64,
    /// The number of nodes with the cache.
    pub(super) cached: f64,
    /// The number of nodes that plain search would have entered for the same result.
    pub(super) represented: f64,
    /// The time of a node with the cache, relative to a node of plain search.
    pub(super) ratio: f64,
    /// The time of a node of plain search, in nanoseconds.
    pub(super) node_time: f64,
    /// The share of the search tree that is open.
    pub(super) open: f64,
}

impl Work {
    /// Returns the expected number of nodes of plain search for the rest of the count.
    fn left(&self) -> f64 {
        (self.searched + self.represented) * self.open / (1.0 - self.open).max(f64::EPSILON)
    }
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Decision {
    /// The cache continues up to the next check.
    Cache,
    /// Plain search has a turn of this many nodes.
    Search(u64),
}

/// Returns the length of the turns of a cache with these counters, in nodes.
pub(super) fn length(stats: Stats) -> u64 {
    stats.nodes.max(stats.updates / UPDATES_PER_NODE)
}

impl Default for Race {
    fn default() -> Self {
        Self { next_check: FIRST_CHECK, last: None, growth: FIRST_GROWTH, best: 0.0 }
    }
}

impl Race {
    /// True before the first decision.
    pub(super) fn is_at_start(&self) -> bool {
        self.next_check == FIRST_CHECK
    }

    /// Decides which engine continues, after turns of the cache of this total length.
    pub(super) fn decide(&mut self, work: &Work, length: u64) -> Decision {
        let Work { searched, cached, represented, ratio, node_time, .. } = *work;
        while self.next_check <= length {
            self.next_check = self.next_check.saturating_mul(2);
        }
        let saving = represented / cached;
        if let Some((nodes, before)) = self.last.replace((cached, saving))
            && nodes < cached
        {
            let growth = (saving / before).ln() / (cached / nodes).ln();
            // The mean is less likely to mislead than one measurement.
            self.growth = (self.growth + growth.clamp(0.0, 1.0)) / 2.0;
        }
        // The time that the cache has saved so far, in nodes of plain search.
        let lead = represented - ratio * cached;
        self.best = self.best.max(lead);
        let loss = self.best - lead;
        let left = work.left();
        let all = searched + represented + left.min(IN_VIEW / node_time);
        let pays = ratio * (self.end(work) - cached) <= left;
        if loss <= LITTLE * all || (pays && loss <= MOST * all) {
            Decision::Cache
        } else {
            Decision::Search((PAUSE * ratio * cached) as u64)
        }
    }

    /// Returns the expected number of nodes with the cache at the end of the count: the saving at
    /// node n is expected to be `saving * (n / cached)^growth`.
    fn end(&self, work: &Work) -> f64 {
        let Work { cached, represented, .. } = *work;
        cached * ((represented + work.left()) / represented).powf(1.0 / (1.0 + self.growth))
    }

    /// Returns the expected time of a count by plain search, divided by that of a count that
    /// continues with the cache.
    pub(super) fn gain(&self, work: &Work) -> f64 {
        let Work { searched, represented, ratio, .. } = *work;
        (searched + represented + work.left()) / (searched + ratio * self.end(work))
    }

    /// True if the cache has saved more than it cost.
    pub(super) fn is_ahead(work: &Work) -> bool {
        work.represented > work.ratio * work.cached
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the work that trying a cache adds to a count, as a fraction of the work of plain
    /// search. A negative result is a saving. With the cache, `n` nodes stand for `n.powf(1.0 +
    /// power)` nodes of plain search.
    fn lost(nodes: f64, ratio: f64, power: f64) -> f64 {
        let mut race = Race::default();
        let mut searched = TRIAL as f64;
        let of_cache = |cached: f64| cached.powf(1.0 + power);
        let cached = loop {
            let cached = race.next_check as f64;
            let represented = of_cache(cached).min(nodes - searched);
            if searched + represented >= nodes {
                break (nodes - searched).powf(1.0 / (1.0 + power));
            }
            let open = 1.0 - (searched + represented) / nodes;
            let work = Work { searched, cached, represented, ratio, node_time: 50.0, open };
            if let Decision::Search(more) = race.decide(&work, cached as u64) {
                searched += more as f64;
                if searched + represented >= nodes {
                    searched = nodes - represented;
                    break cached;
                }
            }
        };
        (searched + ratio * cached) / nodes - 1.0
    }

    #[test]
    fn a_cache_that_saves_nothing_costs_little() {
        for nodes in [1e6, 1e7, 1e9] {
            for ratio in [1.5, 5.0, 15.0] {
                for power in [0.0, 0.02, 0.05] {
                    let lost = lost(nodes, ratio, power);
                    assert!(lost < 0.05, "{nodes} nodes, ratio {ratio}, power {power}: {lost}");
                }
            }
        }
    }

    /// Checks that whenever the cache continues in an endless count, the loss to it so far is at
    /// most 1/32 of the sum of the time so far and ten seconds.
    #[test]
    fn a_cache_that_saves_nothing_costs_little_at_any_time() {
        for ratio in [1.5, 5.0, 15.0] {
            let (node_time, mut race) = (50.0, Race::default());
            let mut searched = TRIAL as f64;
            while searched < 1e9 {
                let cached = race.next_check as f64;
                let work =
                    Work { searched, cached, represented: cached, ratio, node_time, open: 1.0 };
                if let Decision::Search(more) = race.decide(&work, cached as u64) {
                    searched += more as f64;
                }
                let lost = (ratio - 1.0) * cached;
                let so_far = searched + ratio * cached;
                // A check is late by a factor of two at most.
                let allowed = 2.0 * LITTLE.max(1.0 / PAUSE) * (so_far + IN_VIEW / node_time);
                assert!(lost <= allowed, "ratio {ratio}: {lost} of {so_far}");
            }
        }
    }

    #[test]
    fn a_cache_whose_saving_grows_is_kept() {
        for nodes in [1e7, 1e9] {
            for ratio in [1.5, 5.0, 10.0] {
                let alone = ratio * f64::powf(nodes, 1.0 / 1.4) / nodes;
                let lost = lost(nodes, ratio, 0.4);
                assert!(lost + 1.0 < alone * 1.02 + 0.02, "{nodes} nodes, ratio {ratio}: {lost}");
            }
        }
    }
}
