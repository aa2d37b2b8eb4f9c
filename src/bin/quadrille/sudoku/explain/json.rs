//! The lines of `quadrille explain --format json`.

use quadrille::sudoku::logic::{Candidate, Cell, Deduction, Link, Outcome, Position};
use quadrille::sudoku::{Digit, House, Puzzle};
use serde::Serialize;

/// A line of `--format json`.
#[derive(Serialize)]
#[serde(untagged)]
pub(super) enum StepObject {
    Step {
        puzzle: String,
        step: usize,
        technique: &'static str,
        sentence: String,
        cells: Vec<String>,
        digits: Vec<u8>,
        houses: Vec<String>,
        covers: Vec<String>,
        links: Vec<JsonLink>,
        placed: Option<JsonCandidate>,
        removed: Vec<JsonCandidate>,
    },
    End {
        puzzle: String,
        outcome: &'static str,
        steps: usize,
        /// The solution, or the cells found so far.
        grid: String,
        /// The candidates of each cell, row by row.
        candidates: Vec<String>,
        #[serde(skip_serializing_if = "Option::is_none")]
        contradiction: Option<String>,
    },
}

#[derive(Serialize)]
pub(super) struct JsonCandidate {
    cell: String,
    digit: u8,
}

#[derive(Serialize)]
pub(super) struct JsonLink {
    #[serde(flatten)]
    candidate: JsonCandidate,
    holds: bool,
    from: Option<usize>,
}

impl From<Candidate> for JsonCandidate {
    fn from(Candidate { cell, digit }: Candidate) -> Self {
        Self { cell: cell.to_string(), digit: digit.get() }
    }
}

impl StepObject {
    pub(super) fn step(puzzle: &Puzzle, number: usize, step: &Deduction) -> Self {
        let names = |houses: &[House]| houses.iter().map(ToString::to_string).collect();
        let link = |&Link { candidate, holds, from }: &Link| {
            let candidate = candidate.into();
            JsonLink { candidate, holds, from }
        };
        Self::Step {
            puzzle: puzzle.to_string(),
            step: number,
            technique: step.technique.name(),
            sentence: step.to_string(),
            cells: step.cells.into_iter().map(|cell| cell.to_string()).collect(),
            digits: step.digits.into_iter().map(Digit::get).collect(),
            houses: names(&step.houses),
            covers: names(&step.covers),
            links: step.links.iter().map(link).collect(),
            placed: step.placed.map(Into::into),
            removed: step.removed.iter().map(|&removed| removed.into()).collect(),
        }
    }

    pub(super) fn end(
        puzzle: &Puzzle,
        steps: usize,
        outcome: Outcome,
        position: &Position,
    ) -> Self {
        let (outcome, contradiction) = match outcome {
            Outcome::Solved => ("solved", None),
            Outcome::Stopped => ("stopped", None),
            Outcome::Contradiction(why) => ("contradiction", Some(why.to_string())),
        };
        let candidates = Cell::all().map(|cell| format!("{:#}", position.digits(cell))).collect();
        Self::End {
            puzzle: puzzle.to_string(),
            outcome,
            steps,
            grid: position.grid().to_string(),
            candidates,
            contradiction,
        }
    }
}
