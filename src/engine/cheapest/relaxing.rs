//! The start of a search: the linear relaxation, in steps, and the compilation of the problem with
//! its taxes.

use super::compiled::Compiled;
use super::search::AnySearch;
use super::{CheapestCovers, Kind, MOST_ITEMS, Phase};
use crate::engine::links::CheapestLinks;
use crate::engine::taxes::{Aim, Relaxation, Taxes};
use crate::problem::Problem;
use crate::search::Cube;

/// The number of matrix entries read by the relaxation that count as a node. Reading them takes
/// about as long as a node of a large problem.
const ENTRIES_PER_NODE: u64 = 10_000;

/// While the relaxation runs, its first bound is computed after at least this many passes over the
/// entries. This number at least doubles for each later bound. Computing a bound takes about as
/// long as a few passes.
const LOOKS_PER_BOUND: u64 = 32;

#[derive(Clone, Debug)]
pub(super) struct Relaxing {
    problem: Problem,
    relaxation: Relaxation,
    /// The cube of the search that follows.
    pub(super) cube: Option<Cube>,
    /// The number of entries requested so far, and the number at which a new bound is computed.
    entries: u64,
    next_bound: u64,
}

impl Kind {
    /// Starts the relaxation of a problem, or compiles the problem if there is no relaxation to
    /// solve. `taxes` are the taxes at the start.
    pub(super) fn new(problem: &Problem, aim: Aim, relaxation: Relaxation, taxes: Taxes) -> Self {
        if relaxation.is_over() {
            return Self::compiled(problem, aim, taxes);
        }
        Self::Relaxing(Box::new(Relaxing {
            next_bound: LOOKS_PER_BOUND.saturating_mul(relaxation.entries()),
            problem: problem.clone(),
            relaxation,
            cube: None,
            entries: 0,
        }))
    }

    fn compiled(problem: &Problem, aim: Aim, taxes: Taxes) -> Self {
        if !has_masks(problem, &taxes) {
            return Self::Links(Box::new(CheapestLinks::with_taxes(problem, aim, taxes)));
        }
        let compiled = Compiled::new(problem, &taxes);
        Self::Masks(<dyn AnySearch>::new(&compiled, problem.item_count()))
    }
}

fn has_masks(problem: &Problem, taxes: &Taxes) -> bool {
    let fits = !problem.has_bounds() && !problem.has_colors();
    fits && problem.item_count() <= MOST_ITEMS && taxes.is_small
}

impl CheapestCovers {
    /// True if the linear relaxation must still be solved before the search begins.
    pub(crate) fn is_relaxing(&self) -> bool {
        matches!(self.kind, Kind::Relaxing(_)) && self.phase != Phase::Exhausted
    }

    /// Solves the linear relaxation, but stops after about the time of this many nodes. Returns
    /// false if it must continue. No node is entered, and the final taxes do not depend on how the
    /// work is divided into calls.
    pub(crate) fn relax(&mut self, nodes: u64) -> bool {
        if !self.is_relaxing() {
            return true;
        }
        let Kind::Relaxing(relaxing) = &mut self.kind else { return true };
        let entries = nodes.saturating_mul(ENTRIES_PER_NODE);
        let is_over = relaxing.relaxation.advance(entries);
        relaxing.entries = relaxing.entries.saturating_add(entries);
        if !is_over && relaxing.entries < relaxing.next_bound {
            return false;
        }
        relaxing.next_bound = relaxing.entries.saturating_mul(2);
        let taxes = relaxing.relaxation.taxes(&relaxing.problem);
        let tax = taxes.bound;
        if is_over {
            let kind = Kind::compiled(&relaxing.problem, self.aim, taxes);
            let cube = relaxing.cube.take();
            self.kind = kind;
            self.begin(tax, cube.as_ref());
        } else {
            self.bound = self.bound.max(self.cost_from(tax));
        }
        is_over
    }

    /// Begins the search after the relaxation: of a cube, or of the whole problem. `tax` is the sum
    /// of the taxes.
    fn begin(&mut self, tax: i128, cube: Option<&Cube>) {
        let known = self.bound;
        self.tax = tax;
        self.bound = self.cost_from(tax);
        if let Some(cube) = cube
            && self.restrict(cube).is_err()
        {
            // Not reached: `start` has checked the cube.
            self.phase = Phase::Exhausted;
        }
        self.bound = self.bound.max(known);
        if let (Some(cutoff), Kind::Links(links)) = (self.cutoff, &mut self.kind) {
            links.cut_off(cutoff);
        }
    }
}
