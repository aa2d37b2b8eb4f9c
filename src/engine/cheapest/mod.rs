//! The cheapest covers: branch and bound with the taxes of a linear relaxation.
//!
#![doc = include_str!("README.md")]

mod by_parts;
mod compiled;
mod relaxing;
mod search;
mod team;

use crate::engine::links::CheapestLinks;
use crate::engine::taxes::{Aim, Relaxation};
use crate::ids::OptionId;
use crate::problem::Problem;
use crate::search::{Cube, Engine, Stats, Step, UnknownOption};
use relaxing::Relaxing;
use search::AnySearch;
use team::Team;

pub(crate) use team::Job;

/// The largest number of items of a search over masks.
const MOST_ITEMS: usize = 64 * 16;

/// The number of nodes after which a search below a limit is cut into parts.
const NODES_ALONE: u64 = 100_000;

/// Searches without a limit, which look for a first cover, together get at most one node for each
/// of this many nodes entered.
const NODES_PER_DIVE: u64 = 8;

/// A search for the cheapest covers, or for those of greatest cost.
///
/// The order of the covers is arbitrary. [`cut_off`](Self::cut_off) excludes covers of a given cost
/// or more. A cover can be found more than once.
#[derive(Clone, Debug)]
pub(crate) struct CheapestCovers {
    kind: Kind,
    aim: Aim,
    /// The cost of each option, with the sign of the aim.
    costs: Box<[i64]>,
    /// The greatest common divisor of the costs, or 1 if all are 0.
    unit: i64,
    scale: i64,
    tax: i128,
    /// The cutoff, if there is one. All covers found after it was set cost less, except those of
    /// jobs that had already started.
    cutoff: Option<i64>,
    /// A lower bound on the cost of every cover not found yet.
    bound: i64,
    phase: Phase,
    /// The limit of the current or last [`Phase::Limited`] search. `None` before the first one, and
    /// if only the cutoff limits it.
    limit: Option<i64>,
    /// The number of nodes given to searches without a limit.
    dived: u64,
    /// The number of nodes at which the current search is cut into parts.
    split: u64,
    /// True if a step ends when a search has been cut into parts.
    is_shared: bool,
    /// The parts of a long search.
    team: Option<Team>,
    /// The work of earlier teams.
    team_stats: Stats,
    cover: Vec<OptionId>,
}

/// The current search of [`Kind::Masks`]. Other kinds use only `New` and `Exhausted`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Phase {
    /// The first search has not started yet.
    New,
    /// Below the limit.
    Limited,
    /// Without a limit, until [`CheapestCovers::stats`] has this number of nodes.
    Dive(u64),
    Exhausted,
}

#[derive(Clone, Debug)]
enum Kind {
    /// There is no search yet.
    Relaxing(Box<Relaxing>),
    Masks(Box<dyn AnySearch>),
    Links(Box<CheapestLinks>),
}

fn greatest_common_divisor(mut one: u64, mut other: u64) -> u64 {
    while other != 0 {
        (one, other) = (other, one % other);
    }
    one
}

impl CheapestCovers {
    /// Compiles a problem and starts a search for its cheapest covers. Every problem is supported.
    ///
    /// The first steps of the search solve a linear relaxation, which takes time proportional to
    /// the number of entries times a small multiple of the number of items. These steps enter no
    /// node.
    #[must_use]
    pub(crate) fn new(problem: &Problem) -> Self {
        Self::with_aim(problem, Aim::Cheapest)
    }

    /// Compiles a problem and starts a search for its covers of greatest cost. In this search all
    /// costs have the opposite sign, including the arguments and results of the methods.
    #[must_use]
    pub(crate) fn dearest(problem: &Problem) -> Self {
        Self::with_aim(problem, Aim::Dearest)
    }

    fn with_aim(problem: &Problem, aim: Aim) -> Self {
        let costs: Box<[i64]> =
            problem.options().map(|(option, _)| aim.sign(problem.cost(option))).collect();
        let divisor =
            costs.iter().fold(0, |unit, cost| greatest_common_divisor(unit, cost.unsigned_abs()));
        let relaxation = Relaxation::new(problem, aim);
        let taxes = relaxation.taxes(problem);
        let (scale, tax) = (taxes.scale, taxes.bound);
        let kind = Kind::new(problem, aim, relaxation, taxes);
        let mut engine = Self {
            kind,
            aim,
            costs,
            unit: i64::try_from(divisor.max(1)).unwrap_or(1),
            scale,
            tax,
            cutoff: None,
            bound: 0,
            phase: Phase::New,
            limit: None,
            dived: 0,
            split: 0,
            is_shared: false,
            team: None,
            team_stats: Stats::default(),
            cover: Vec::new(),
        };
        engine.bound = engine.cost_from(tax);
        engine
    }

    /// Returns the smallest possible cost of a cover, given a lower bound in the unit of the net
    /// costs.
    fn cost_from(&self, bound: i128) -> i64 {
        let unit = i128::from(self.scale) * i128::from(self.unit);
        let cost = (bound.div_euclid(unit) + i128::from(bound.rem_euclid(unit) != 0))
            * i128::from(self.unit);
        // The cost of a cover fits into `i64`, so a bound that does not fit is above or below all
        // costs.
        cost.clamp(i64::MIN.into(), i64::MAX.into()) as i64
    }

    /// Returns a limit in the unit of the net costs: a cover stays below it if and only if its cost
    /// is less than `below`.
    fn scaled(&self, below: i64) -> i64 {
        // The greatest possible cost less than `below`. A cutoff need not be a multiple of the
        // unit.
        let unit = i128::from(self.unit);
        let most = (i128::from(below) - 1).div_euclid(unit) * unit;
        let limit = most * i128::from(self.scale) + 1;
        // Sums of net costs are below this: see `Taxes::is_small`.
        limit.clamp(-(1 << 61), 1 << 61) as i64
    }

    /// Restarts the search, for the covers of a cube and without a cutoff.
    ///
    /// # Errors
    /// [`UnknownOption`] if the problem lacks an option of the cube. The search then has no covers.
    pub(crate) fn start(&mut self, cube: &Cube) -> Result<(), UnknownOption> {
        self.cutoff = None;
        self.limit = None;
        self.dived = 0;
        self.team = None;
        self.team_stats = Stats::default();
        self.cover.clear();
        self.phase = Phase::Exhausted;
        cube.check(self.costs.len())?;
        self.restrict(cube)?;
        self.phase = Phase::New;
        Ok(())
    }

    fn restrict(&mut self, cube: &Cube) -> Result<(), UnknownOption> {
        self.bound = match &mut self.kind {
            // The bound so far holds for all covers.
            Kind::Relaxing(relaxing) => {
                relaxing.cube = Some(cube.clone());
                self.bound
            }
            Kind::Links(links) => {
                links.start(cube)?;
                self.cost_from(self.tax)
            }
            Kind::Masks(masks) => {
                let numbers = |options: &[OptionId]| -> Vec<u32> {
                    options.iter().map(|option| option.get()).collect()
                };
                let (chosen, excluded) = (numbers(&cube.chosen), numbers(&cube.excluded));
                masks.restrict(&chosen, &excluded);
                let bound = masks.root_bound();
                self.cost_from(bound.into())
            }
        };
        Ok(())
    }

    /// Sets or lowers the cutoff: from now on, only covers that cost less than this are found,
    /// except by jobs that have already started.
    pub(crate) fn cut_off(&mut self, cost: i64) {
        self.cutoff = Some(self.cutoff.map_or(cost, |cutoff| cutoff.min(cost)));
        let limit = self.scaled(cost);
        match &mut self.kind {
            Kind::Relaxing(_) => {}
            Kind::Links(links) => links.cut_off(cost),
            Kind::Masks(masks) => masks.lower(limit),
        }
    }

    /// Searches for the next cover below the cutoff, but stops after `nodes` nodes. Until the
    /// linear relaxation is solved, it stops after about the time that this many nodes take.
    pub(crate) fn advance(&mut self, nodes: u64) -> Step {
        if !self.relax(nodes) {
            return Step::Paused;
        }
        match self.kind {
            Kind::Relaxing(_) => Step::Exhausted,
            Kind::Links(_) => self.advance_links(nodes),
            Kind::Masks(_) => self.advance_masks(nodes),
        }
    }

    fn advance_links(&mut self, nodes: u64) -> Step {
        let Kind::Links(links) = &mut self.kind else { return Step::Exhausted };
        if self.phase == Phase::Exhausted {
            return Step::Exhausted;
        }
        let step = links.advance(nodes);
        if step == Step::Cover {
            self.cover.clear();
            self.cover.extend_from_slice(links.cover());
        } else if step == Step::Exhausted {
            self.phase = Phase::Exhausted;
        }
        step
    }

    fn advance_masks(&mut self, nodes: u64) -> Step {
        let last_node = self.stats().nodes.saturating_add(nodes);
        if self.phase == Phase::New {
            self.raise_limit();
        }
        loop {
            let done = self.stats().nodes;
            if self.team.is_some() {
                match self.advance_team(last_node - done.min(last_node)) {
                    Some(step) => return step,
                    None => continue,
                }
            }
            let stop = match self.phase {
                Phase::Exhausted => return Step::Exhausted,
                Phase::Dive(end) => end.min(last_node),
                _ => self.split.min(last_node),
            };
            let Kind::Masks(masks) = &mut self.kind else { return Step::Exhausted };
            match masks.advance(stop.saturating_sub(done)) {
                Step::Cover => {
                    masks.write_cover(&mut self.cover);
                    return Step::Cover;
                }
                Step::Paused if self.stats().nodes >= last_node => return Step::Paused,
                Step::Paused if self.phase == Phase::Limited => {
                    let Kind::Masks(masks) = &self.kind else { return Step::Exhausted };
                    self.team = Some(Team::new(masks.clone()));
                    if self.is_shared {
                        return Step::Paused;
                    }
                }
                Step::Paused => self.raise_limit(),
                Step::Exhausted => self.end_of_search(),
            }
        }
    }

    /// Ends a search. The engine then starts the next search, or is exhausted.
    fn end_of_search(&mut self) {
        let Kind::Masks(masks) = &self.kind else { return };
        let is_pruned = masks.is_pruned();
        // Without a limit only the cutoff prunes.
        let by_cutoff = match self.limit {
            Some(limit) => self.cutoff.is_some_and(|cutoff| cutoff <= limit),
            None => true,
        };
        if matches!(self.phase, Phase::Dive(_)) || !is_pruned || by_cutoff {
            self.phase = Phase::Exhausted;
            return;
        }
        self.bound = self.bound.max(self.limit.unwrap_or(i64::MIN));
        let nodes = self.stats().nodes / NODES_PER_DIVE;
        if self.cutoff.is_none() && self.cover.is_empty() && nodes > self.dived + 100 {
            self.phase = Phase::Dive(self.stats().nodes + nodes - self.dived);
            self.dived = nodes;
            let Kind::Masks(masks) = &mut self.kind else { return };
            masks.start(1 << 61);
        } else {
            self.raise_limit();
        }
    }

    /// Starts the next [`Phase::Limited`] search. The first limit leaves about twice as many
    /// options as there are items. Each later limit is about 1.5 times as far above the bound, or
    /// farther, and leaves at least an eighth more options, or all.
    fn raise_limit(&mut self) {
        let Kind::Masks(search) = &self.kind else { return };
        let bound = self.cost_from(search.root_bound().into());
        // A multiple of the unit, because the limit becomes the bound.
        let after = |gap: i64| {
            let units = (gap.max(1) - 1) / self.unit + 1;
            bound.saturating_add(units.saturating_mul(self.unit))
        };
        let (limit, is_last) = match self.limit {
            None => {
                let gap = search.net_cost(2 * search.items_left()) / self.scale;
                (after(gap.saturating_add(1)), !search.is_possible())
            }
            Some(limit) => {
                let had = search.below(self.scaled(limit));
                let wanted = (had + had / 8 + 1).min(search.root_len());
                let mut gap = limit.saturating_sub(bound);
                loop {
                    gap = gap.saturating_add((gap / 2).max(self.unit));
                    let limit = after(gap);
                    if search.below(self.scaled(limit)) >= wanted || limit == i64::MAX {
                        break (limit, limit == i64::MAX);
                    }
                }
            }
        };
        self.limit = (!is_last).then_some(limit);
        self.start_search();
    }

    /// Returns the limit of the current search in the unit of the net costs.
    fn scaled_limit(&self) -> i64 {
        let below = match (self.limit, self.cutoff) {
            (Some(limit), Some(cutoff)) => Some(limit.min(cutoff)),
            (limit, cutoff) => limit.or(cutoff),
        };
        below.map_or(1 << 61, |below| self.scaled(below))
    }

    fn start_search(&mut self) {
        self.phase = Phase::Limited;
        let limit = self.scaled_limit();
        self.split = self.stats().nodes.saturating_add(NODES_ALONE);
        let Kind::Masks(masks) = &mut self.kind else { return };
        masks.start(limit);
    }

    #[must_use]
    pub(crate) fn cover(&self) -> &[OptionId] {
        &self.cover
    }

    #[must_use]
    pub(crate) fn cost(&self) -> i64 {
        // The absolute values of all costs add up to at most `i64::MAX`.
        self.cover.iter().map(|option| self.costs[option.index()]).sum()
    }

    /// Returns a lower bound: no cover of this search that is not found yet costs less. The
    /// bound can only grow during the search.
    #[must_use]
    pub(crate) fn bound(&self) -> i64 {
        self.bound
    }

    #[must_use]
    pub(crate) fn is_dearest(&self) -> bool {
        self.aim == Aim::Dearest
    }

    /// Returns the work done since the start of the search. With masks, an update is an option (or
    /// slack) that was read when one was chosen; with links, it is a node removed from a list.
    #[must_use]
    pub(crate) fn stats(&self) -> Stats {
        match &self.kind {
            Kind::Masks(masks) => {
                let mut stats = masks.stats();
                stats += self.team_stats;
                if let Some(team) = &self.team {
                    stats += team.all_stats();
                }
                stats
            }
            Kind::Relaxing(_) => Stats::default(),
            Kind::Links(links) => links.stats(),
        }
    }
}
