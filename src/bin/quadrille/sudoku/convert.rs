//! `quadrille convert`: Sudokus in another form.

use std::io::Write;
use std::process::ExitCode;

use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::error::ErrorKind;
use num_bigint::BigUint;
use quadrille::sudoku::{Form, Puzzle, Solver};

use crate::shared::error::Error;
use crate::shared::input::{InputArgs, Place};
use crate::shared::session::Session;

/// Write Sudokus in another form
///
/// What is read is told apart by its content: all these forms, those that other programs draw, and
/// all of them mixed. Puzzles are given as to `quadrille solve`, and written in the order of the
/// input.
///
/// A puzzle may be given by the digits that each of its cells may have. If these are what clues
/// leave, it is a puzzle of clues; if not, it is a Sukaku, which `solve`, `explain` and `rate` take
/// as it is, and which can be written as `candidates`, `marks` and `csv` only.
///
/// Exit status: 0; 2 for bad usage or input, after the good puzzles have been done; 128 and the
/// number of the signal if one has cut it short.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Forms:
  line        81 characters in a line, `.` for an empty cell
  sdm         the same with 0 for an empty cell: a collection of SudoCue
  grid        nine lines, with lines between the boxes
  sdk         a puzzle of SudoCue or SadMan Sudoku: nine lines below [Puzzle]
  ss          a puzzle of Simple Sudoku
  csv         a table with the columns puzzle and solution; if none was given, the only solution
  candidates  729 characters in a line: for each cell the digits that it may have, in their places
  marks       nine lines with the digits that each cell may have

Examples:
  quadrille convert --to sdk 005176000400000001000800309100000090503000807090000004207008000600000003000429700
  quadrille convert --to csv FILE > puzzles.csv
  quadrille convert --to line puzzles.csv puzzle.sdk collection.sdm")]
pub(crate) struct Args {
    /// The form to write
    #[arg(long, value_name = "FORM", value_parser = forms())]
    to: Form,

    #[command(flatten)]
    input: InputArgs,
}

/// Reads the name of a form, and lists the names in the help.
fn forms() -> impl TypedValueParser<Value = Form> {
    PossibleValuesParser::new(Form::ALL.map(Form::name))
        .map(|name| name.parse().expect("only names of forms pass"))
}

impl Args {
    /// What is wrong with arguments that are right one by one.
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
