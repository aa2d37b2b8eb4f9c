//! Questions that tables of the bands answer: random samples, the i-th solution, the number of a
//! solution, and the number of solutions with each candidate. The tables need no memory for the
//! solutions.

use num_bigint::BigUint;
use quadrille::engine::bands::Tables;
use quadrille::sudoku::{CandidateCounts, Grid, Puzzle};

use super::{Asked, PuzzleArgs, without_result};
use crate::shared::counting;
use crate::shared::drive;
use crate::shared::error::{self, Error};
use crate::shared::format::{Format, OneOf};
use crate::shared::lines::LineArgs;
use crate::shared::random::{below, random};
use crate::shared::search_args::ThreadArgs;
use crate::shared::session::Session;
use crate::shared::values::{index, whole};
use crate::sudoku::writer::SolutionArgs;

/// Draw solutions at random, each with the same probability
///
/// A solution may be drawn more than once.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  quadrille solutions sample PUZZLE               a different solution each time
  quadrille solutions sample -n 5 --seed 1 FILE   five of each puzzle, always the same")]
pub(super) struct SampleArgs {
    /// Print K solutions of each puzzle, which need not be different
    #[arg(short = 'n', long, value_name = "K", default_value_t = 1, value_parser = whole, allow_negative_numbers = true)]
    number: u64,

    /// The seed: the same seed gives the same solutions; random by default
    #[arg(long, value_name = "S", value_parser = whole, allow_negative_numbers = true)]
    seed: Option<u64>,

    #[command(flatten)]
    pub(super) form: SolutionArgs,

    #[command(flatten)]
    threads: ThreadArgs,

    #[command(flatten)]
    pub(super) of: PuzzleArgs,
}

/// Print the I-th solution, without listing those before it
///
/// The order is always the same.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  quadrille solutions nth 1 PUZZLE
  quadrille solutions nth 6670903752021072936960 ...   the last grid: give 81 dots as the puzzle")]
pub(super) struct NthArgs {
    /// The number of the solution, counted from 1; the order differs from that of `quadrille solve`
    #[arg(value_name = "I", value_parser = index, allow_negative_numbers = true)]
    index: BigUint,

    #[command(flatten)]
    pub(super) form: SolutionArgs,

    #[command(flatten)]
    pub(super) lines: LineArgs,

    #[command(flatten)]
    threads: ThreadArgs,

    #[command(flatten)]
    pub(super) of: PuzzleArgs,
}

/// Print the number of a solution, counted from 1: the inverse of nth
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Example:
  quadrille solutions rank $(quadrille solve -1 PUZZLE) PUZZLE")]
pub(super) struct RankArgs {
    /// The solution: a grid of 81 digits
    #[arg(value_name = "SOLUTION", value_parser = solution)]
    solution: Grid,

    /// The format of the number
    #[arg(short, long, value_name = "FORMAT", default_value = "line", value_parser = OneOf(&[
        ("line", Format::Line, "The number on one line"),
        ("json", Format::Json, JSON),
    ]))]
    pub(super) format: Format,

    /// Begin each line with the puzzle and a tab
    #[arg(short, long)]
    pub(super) puzzle: bool,

    #[command(flatten)]
    pub(super) lines: LineArgs,

    #[command(flatten)]
    threads: ThreadArgs,

    #[command(flatten)]
    pub(super) of: PuzzleArgs,
}

fn solution(text: &str) -> Result<Grid, String> {
    let grid = text.parse::<Grid>();
    grid.map_err(|error| format!("{error}; the solution comes before the puzzle or its file"))
}

/// Print the number of solutions with each candidate
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  quadrille solutions candidates PUZZLE
  quadrille solutions candidates -f json PUZZLE | jq .counts[0]   the nine digits of r1c1")]
pub(super) struct CandidatesArgs {
    /// The format of the numbers
    #[arg(short, long, value_name = "FORMAT", default_value = "grid", value_parser = OneOf(&[
        ("grid", Format::Grid, "A drawn grid, with the counts of the nine digits in each cell"),
        ("json", Format::Json, JSON),
    ]))]
    pub(super) format: Format,

    #[command(flatten)]
    pub(super) of: PuzzleArgs,
}

const JSON: &str = "An object per line, with the puzzle";

impl SampleArgs {
    pub(super) fn run(&self, asked: &mut Asked<'_>, session: &mut Session) -> Result<bool, Error> {
        let tables = finished(asked.puzzle, &self.threads, session)?;
        let total = tables.count().unwrap_or(0);
        let mut random = random(self.seed);
        let number = if total > 0 { self.number } else { 0 };
        for index in 1..=number {
            if let Some(solution) = nth(&tables, below(&mut random, total)) {
                asked.solution(&solution, index, session)?;
            }
        }
        Ok(total > 0)
    }
}

impl NthArgs {
    pub(super) fn run(&self, asked: &mut Asked<'_>, session: &mut Session) -> Result<bool, Error> {
        let tables = finished(asked.puzzle, &self.threads, session)?;
        let total = tables.count().unwrap_or(0);
        let index = &self.index;
        // No puzzle has 2^128 solutions.
        match nth(&tables, u128::try_from(index - 1_u32).unwrap_or(u128::MAX)) {
            Some(solution) => asked.solution(&solution, index, session)?,
            None if total > 0 => {
                without_result(error::no_such_solution(index, &total), asked.place, session)?;
            }
            None => {}
        }
        Ok(total > 0)
    }
}

impl RankArgs {
    pub(super) fn run(&self, asked: &mut Asked<'_>, session: &mut Session) -> Result<bool, Error> {
        let solution = &self.solution;
        let tables = finished(asked.puzzle, &self.threads, session)?;
        if let Some(rank) = tables.rank(solution.as_bytes()) {
            let rank = BigUint::from(rank) + 1_u32;
            let fields = format!("\"solution\":\"{solution}\",\"rank\":{rank}");
            asked.print(session, |writer, text| writer.result(rank, fields, text))?;
        } else {
            let message = format!("{solution} is not a solution of this puzzle");
            without_result(message, asked.place, session)?;
        }
        Ok(true)
    }
}

impl CandidatesArgs {
    pub(super) fn run(&self, asked: &mut Asked<'_>, session: &mut Session) -> Result<bool, Error> {
        let mut counts = CandidateCounts::new(asked.puzzle);
        session.finish(&mut counts, drive::advance)?;
        let total = counts.total();
        let counts = counts.counts();
        asked.print(session, |writer, text| writer.candidates(&total, &counts, text))?;
        Ok(total.is_at_least(1))
    }
}

fn finished(puzzle: &Puzzle, threads: &ThreadArgs, session: &mut Session) -> Result<Tables, Error> {
    let mut tables = puzzle.tables().with_threads(threads.threads());
    counting::finish(&mut tables, session)?;
    Ok(tables)
}

/// Returns the solution at an index, counted from 0.
fn nth(tables: &Tables, index: u128) -> Option<Grid> {
    tables.nth(index).and_then(|grid| Grid::from_text(&grid))
}
