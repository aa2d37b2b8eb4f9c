//! quadrille's dancing links.

use quadrille::engine::{Engine, links};
use quadrille::sudoku::{Grid, Solver};
use quadrille::{EngineChoice, Limits, Problem};

use crate::contestant::{Contestant, Counter};

const NAME: &str = "quadrille links";

/// The engine that all others are compared with: compiled once, and used for all puzzles.
pub struct Links {
    solver: Solver,
}

impl Links {
    pub fn new() -> Self {
        Self { solver: Solver::with_engine(EngineChoice::Links) }
    }
}

impl Contestant for Links {
    fn name(&self) -> &str {
        NAME
    }

    fn solve(&mut self, puzzle: &Grid, limit: u64) -> u64 {
        self.solver.solutions(puzzle).limited(Limits::none().covers(limit)).count_all().found()
    }
}

/// The engine itself, compiled for one problem of any kind.
pub struct LinksCounter {
    engine: links::Links,
}

impl LinksCounter {
    pub fn of(problem: &Problem) -> Self {
        Self { engine: links::Links::new(problem) }
    }
}

impl Counter for LinksCounter {
    fn name(&self) -> &str {
        NAME
    }

    fn count(&mut self) -> u64 {
        self.engine.start(&[]).expect("no option of the empty prefix is unknown");
        self.engine.skip(u64::MAX, u64::MAX).0
    }
}
