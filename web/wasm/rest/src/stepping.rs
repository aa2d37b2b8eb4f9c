//! Sudokus solved by logic: the steps and the rating.

use quadrille::engine::links::Links;
use quadrille::search::{Engine, Step};
use quadrille::sudoku::logic::{
    Candidate, Cell, Contradiction, Deduction, Explanation, Level, Outcome, Position, Rating,
    Settings, Technique,
};
use quadrille::sudoku::{self, House, Puzzle};
use serde::Serialize;
use wasm_bindgen::prelude::*;

use crate::{error, to_js};

#[derive(Serialize)]
struct Steps {
    steps: Vec<OneStep>,
    /// `solved`, `stopped` or `contradiction`.
    outcome: &'static str,
    sentence: String,
    end: Board,
}

/// A position: the digits, and the candidates of each cell as bits.
#[derive(Serialize)]
struct Board {
    grid: String,
    marks: Vec<u16>,
}

/// A candidate: the cell, counted from 0, and the digit.
type Place = (usize, u8);

/// A link: the candidate, whether it is true, and the index of the link that implies it.
type Chained = (usize, u8, bool, Option<usize>);

#[derive(Serialize)]
struct OneStep {
    text: String,
    technique: &'static str,
    before: Board,
    placed: Option<Place>,
    removed: Vec<Place>,
    evidence: Vec<Place>,
    links: Vec<Chained>,
    /// The cells of the houses of the pattern, or the cells of the pattern if it has no houses.
    first: Vec<usize>,
    /// The cells of the other houses of the pattern, such as the covering lines of a fish.
    second: Vec<usize>,
    /// True for simple coloring, in which the two directions of each link are equivalent.
    is_coloring: bool,
}

fn board(position: &Position) -> Board {
    let marks = Cell::all().map(|cell| {
        let digits = position.digits(cell).into_iter();
        digits.fold(0, |bits, digit| bits | 1 << (digit.get() - 1))
    });
    Board { grid: position.grid().to_string(), marks: marks.collect() }
}

fn number(cell: Cell) -> usize {
    9 * cell.row() + cell.column()
}

fn place(candidate: Candidate) -> Place {
    (number(candidate.cell), candidate.digit.get())
}

fn cells(houses: &[House]) -> Vec<usize> {
    houses.iter().flat_map(|house| house.cells()).map(|(row, column)| 9 * row + column).collect()
}

fn one(step: &Deduction, before: &Position) -> OneStep {
    let evidence = |cell: Cell| {
        let digits = step.digits.into_iter();
        digits.map(move |digit| Candidate { cell, digit }).map(place)
    };
    OneStep {
        text: step.to_string(),
        technique: step.technique.name(),
        before: board(before),
        placed: step.placed.map(place),
        removed: step.removed.iter().copied().map(place).collect(),
        evidence: match step.links.is_empty() || step.technique.marks_candidates() {
            true => step.cells.into_iter().flat_map(evidence).collect(),
            false => Vec::new(),
        },
        links: step
            .links
            .iter()
            .map(|link| {
                let (cell, digit) = place(link.candidate);
                (cell, digit, link.holds, link.from)
            })
            .collect(),
        first: match step.houses.is_empty() {
            true => step.cells.into_iter().map(number).collect(),
            false => cells(&step.houses),
        },
        second: cells(&step.covers),
        is_coloring: step.technique == Technique::SimpleColoring,
    }
}

fn sentence(outcome: Outcome, steps: usize) -> String {
    match outcome {
        Outcome::Solved if steps == 1 => "Solved in 1 step.".to_owned(),
        Outcome::Solved => format!("Solved in {steps} steps."),
        Outcome::Stopped if steps == 0 => "No technique finds a step.".to_owned(),
        Outcome::Stopped => format!("No technique finds a step after step {steps}."),
        Outcome::Contradiction(why) => contradiction(why),
    }
}

fn contradiction(why: Contradiction) -> String {
    format!("The puzzle has no solution: {why}.")
}

/// Returns the steps that logic finds for a puzzle, with everything needed to draw them. If
/// `forcing` is true, they may include forcing chains, which take longer and are hard to follow.
///
/// # Errors
/// If the text is not a puzzle.
#[wasm_bindgen]
pub fn explain(puzzle: &str, forcing: bool) -> Result<JsValue, JsError> {
    let puzzle: Puzzle = puzzle.parse().map_err(error)?;
    let mut explanation = Explanation::of(&puzzle, Settings::default().forcing_chains(forcing));
    let mut steps = Vec::new();
    loop {
        let before = explanation.position().clone();
        let Some(step) = explanation.next() else { break };
        steps.push(one(&step, &before));
    }
    let outcome = explanation.outcome().unwrap_or(Outcome::Stopped);
    to_js(&Steps {
        sentence: sentence(outcome, steps.len()),
        outcome: match outcome {
            Outcome::Solved => "solved",
            Outcome::Stopped => "stopped",
            Outcome::Contradiction(_) => "contradiction",
        },
        steps,
        end: board(explanation.position()),
    })
}

#[derive(Serialize)]
struct Rated {
    level: &'static str,
    score: u32,
    hardest: Option<&'static str>,
    solved: bool,
    /// The number of guesses that Algorithm X made, if it ended within the limit.
    guesses: Option<f64>,
    /// The techniques used, with their numbers of steps.
    techniques: Vec<(&'static str, u32)>,
}

/// Rates a puzzle as the program does, with forcing chains where the other techniques stop. A
/// search of up to `nodes` nodes counts the guesses. Returns null if this search shows that
/// there is no solution, or that there are several.
///
/// # Errors
/// If the text is not a puzzle.
#[wasm_bindgen]
pub fn rate(puzzle: &str, nodes: u32) -> Result<JsValue, JsError> {
    let puzzle: Puzzle = puzzle.parse().map_err(error)?;
    let mut links = Links::new(sudoku::problem());
    links.start(&puzzle.cube()).map_err(error)?;
    let last = u64::from(nodes);
    let mut is_found = false;
    let is_done = loop {
        match links.advance(last.saturating_sub(links.stats().nodes)) {
            Step::Cover if is_found => return Ok(JsValue::NULL),
            Step::Cover => is_found = true,
            Step::Paused => break false,
            Step::Exhausted if is_found => break true,
            Step::Exhausted => return Ok(JsValue::NULL),
        }
    };
    let settings = Settings::default().forcing_chains(true);
    let rating = match &puzzle.candidates {
        Some(_) => Rating::of_explanation(Explanation::of(&puzzle, settings)),
        None => Rating::of(&puzzle.grid, settings),
    };
    let used = |technique: Technique| (technique.name(), rating.steps(technique));
    to_js(&Rated {
        level: Level::name(rating.level()),
        score: rating.score(),
        hardest: rating.hardest().map(Technique::name),
        solved: rating.outcome == Outcome::Solved,
        guesses: is_done.then(|| links.guesses() as f64),
        techniques: Technique::ALL.into_iter().map(used).filter(|&(_, n)| n > 0).collect(),
    })
}
