//! `quadrille convert`: converts Sudokus between formats.

use std::io::Write;
use std::process::ExitCode;

use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::error::ErrorKind;
use num_bigint::BigUint;
use quadrille::sudoku::{Form, Puzzle, Solver};

use crate::shared::error::Error;
use crate::shared::input::{InputArgs, Place};
use crate::shared::session::Session;

/// Convert Sudokus to another format
///
/// The format of the input is detected from its content: each of the formats below, drawings of
/// other programs, and any mixture. Puzzles are given as to `quadrille solve`, and written in the
/// order of the input.
///
/// A puzzle may also be given by the candidates of its cells. If these are exactly the candidates
/// that the clues leave, it is read as a puzzle with clues. Otherwise it is a Sukaku, which
/// `solve`, `explain` and `rate` accept, and which can be written as `candidates`, `marks` and
/// `csv` only.
///
/// Exit status: 0 on success; 2 for bad usage or input, after the valid puzzles have been done; 128
/// plus the signal number if a signal ended the program.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Formats:
  line        81 characters in a line, `.` for an empty cell
  sdm         81 characters in a line, `0` for an empty cell: a SudoCue collection
  grid        nine lines, with lines between the boxes
  sdk         a SudoCue or SadMan Sudoku file: nine lines below [Puzzle]
  ss          a Simple Sudoku file
  csv         a table with the columns puzzle and solution; a missing unique solution is added
  candidates  729 characters in a line: the candidates of each cell, in nine places
  marks       nine lines with the candidates of each cell

Examples:
  quadrille convert --to sdk 005176000400000001000800309100000090503000807090000004207008000600000003000429700
  quadrille convert --to csv FILE > puzzles.csv
  quadrille convert --to line puzzles.csv puzzle.sdk collection.sdm")]
pub(crate) struct Args {
    /// The format to write
    #[arg(long, value_name = "FORMAT", value_parser = forms())]
    to: Form,

    #[command(flatten)]
    input: InputArgs,
}

/// Parses the name of a format, and lists the names in the help.
fn forms() -> impl TypedValueParser<Value = Form> {
    PossibleValuesParser::new(Form::ALL.map(Form::name))
        .map(|name| name.parse().expect("only names of forms pass"))
}

impl Args {
    /// Checks for conflicting arguments.
    pub(crate) fn check(&self) -> Result<(), (ErrorKind, &'static str)> {
        self.input.check()
    }
}

pub(crate) fn run(args: &Args) -> ExitCode {
    let mut session = Session::new("puzzles", "written", false);
    let mut solver = Solver::new();
    let result =
        session.print(|output| output.write_all(args.to.header().as_bytes())).and_then(|()| {
            args.input.each(&mut session, |session, puzzle, place| {
                write(args.to, puzzle, place, &mut solver, session)
            })
        });
    session.end(result)
}

fn write(
    form: Form,
    puzzle: &Puzzle,
    place: &Place<'_>,
    solver: &mut Solver,
    session: &mut Session,
) -> Result<(), Error> {
    let solution = match (form, &puzzle.solution) {
        (Form::Csv, None) => solver.solutions_of(puzzle).uniqueness().only().map(Box::new),
        (_, given) => given.clone(),
    };
    let text = match form.write(&Puzzle { solution, ..puzzle.clone() }) {
        Ok(text) => text,
        Err(error) => return session.bad(&format!("{place}: {error}")),
    };
    let separator = if session.totals.solutions == BigUint::ZERO { "" } else { form.separator() };
    session.totals.solutions += 1_u32;
    session.print(|output| write!(output, "{separator}{text}"))
}
