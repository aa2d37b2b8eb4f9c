//! quadrille's dancing links.

use quadrille::sudoku::{Grid, Solver};
use quadrille::{EngineChoice, Limits};

use crate::contestant::Contestant;

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
        "quadrille links"
    }

    fn solve(&mut self, puzzle: &Grid, limit: u64) -> u64 {
        self.solver.solutions(puzzle).limited(Limits::none().covers(limit)).count_all().found()
    }
}
