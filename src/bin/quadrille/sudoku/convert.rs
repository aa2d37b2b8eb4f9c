//! `quadrille convert`: converts Sudokus between formats.

use std::process::ExitCode;

use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::error::ErrorKind;
use quadrille::sudoku::{Form, InputForm, Puzzle, Solver};

use crate::shared::{EachArgs, End, LineCommand};

/// Convert Sudokus to another format
///
/// The input may mix the formats and forms below. An empty cell is one of 0 . * _ ? or a blank
/// field. If all empty cells of a grid are the same, they may also be - or x. A line may have
/// words around its 81 cells, but a second grid there must solve the first or follow a #. A blank
/// line ends a grid. A title like `Grid 01` on the line directly above a grid is skipped. A line
/// that begins with # is a comment.
///
/// A puzzle may also be given by the candidates of its cells. If these are exactly the candidates
/// that some clues leave, the puzzle has these clues. Each cell with one candidate is then a clue,
/// unless an empty cell in its houses has this candidate too. So a cell that the other clues
/// determine may be read as a clue. In each input, a message reports the first grid of pencil marks
/// where that happens. If candidates are missing that no clue excludes, the puzzle is a Sukaku,
/// which `check`, `minimize`, `canonical` and `solutions distinct` reject. Only `candidates`,
/// `marks`, `csv` and `json` can represent it.
#[derive(Debug, clap::Args)]
#[command(after_help = short_help(), after_long_help = long_help())]
pub(crate) struct Args {
    /// The format to write
    #[arg(long, value_name = "FORMAT", value_parser = forms())]
    to: Target,

    #[command(flatten)]
    each: EachArgs,
}

/// A form, or `None` for JSON. Under the name `Option`, clap would not require the option.
type Target = Option<Form>;

const FORMATS: &str = "\
Formats:
  line        81 characters on one line, `.` for an empty cell
  sdm         81 characters on one line, `0` for an empty cell: a SudoCue collection
  grid        nine rows, with lines between the boxes
  sdk         a SudoCue or SadMan Sudoku file: nine lines below [Puzzle]
  ss          a Simple Sudoku file
  csv         a table with the columns puzzle and solution; a unique solution is added if missing
  candidates  729 characters on one line: nine for each cell, all digits if it is empty
  marks       nine lines with the pencil marks: the candidates that the clues leave
  json        an object in each line: puzzle, number of clues, solution, pencil marks, line number";

const EXAMPLES: &str = "\
Examples:
  quadrille convert --to sdk PUZZLE
  quadrille convert --to csv FILE > puzzles.csv
  quadrille convert --to marks PUZZLE > marks; quadrille convert --to line marks
  quadrille convert --to line --keep FILE      with the remarks after the puzzles
  quadrille convert --to line puzzles.csv puzzle.sdk collection.sdm";

fn short_help() -> String {
    format!("{FORMATS}\n\n{EXAMPLES}\n\n`quadrille help convert` lists the input forms.")
}

fn long_help() -> String {
    let form = |form: &InputForm| {
        let begin = form.example.char_indices().nth(60).map(|(at, _)| &form.example[..at]);
        let example = begin.map_or(form.example.to_owned(), |begin| format!("{begin}..."));
        format!("  {:14} {}\n                   {example}\n", form.name, form.description)
    };
    let forms: String = InputForm::ALL.iter().map(form).collect();
    format!("{FORMATS}\n\nForms of an input line (nine rows make a puzzle):\n{forms}\n{EXAMPLES}")
}

/// Parses the name of a format, and lists the names in the help.
fn forms() -> impl TypedValueParser<Value = Target> {
    let names = Form::ALL.map(Form::name).into_iter().chain(["json"]);
    PossibleValuesParser::new(names).map(|name| name.parse().ok())
}

impl Args {
    pub(crate) fn check(&self) -> Result<(), (ErrorKind, &'static str)> {
        let has_lines = matches!(self.to, None | Some(Form::Line | Form::Sdm | Form::Candidates));
        let message = "--align and --keep need one line for each puzzle: use --to line, sdm, candidates or json";
        if (self.each.lines.align || self.each.lines.keep) && !has_lines {
            return Err((ErrorKind::ArgumentConflict, message));
        }
        self.each.input.check()
    }
}

pub(crate) fn run(args: &Args) -> ExitCode {
    let command = LineCommand {
        each: &args.each,
        is_json: args.to.is_none(),
        is_named: false,
        takes_sukakus: true,
        word: "written",
        hint: None,
        header: args.to.map_or("", Form::header),
        separator: args.to.map_or("", Form::separator),
    };
    command.run(Solver::new, |solver, puzzle, _, answers| {
        let has_solution = matches!(args.to, None | Some(Form::Csv));
        let solution = match &puzzle.solution {
            None if has_solution => solver.solutions_of(puzzle).uniqueness().only().map(Box::new),
            given => given.clone(),
        };
        let Some(form) = args.to else {
            let marks = puzzle.pencil_marks();
            let digits =
                |cell: usize| marks.digits(cell / 9, cell % 9).map(|digit| digit.to_string());
            let candidates = (0..81).map(|cell| digits(cell).collect::<String>());
            let solution = solution.map(|solution| solution.to_string());
            answers.add(String::new, |object| {
                object.with("clues", puzzle.grid.clue_count()).with("solution", solution);
                object.texts("candidates", candidates).with("line", puzzle.line);
            })?;
            return Ok(End::Done);
        };
        match form.write(&Puzzle { solution, ..puzzle.clone() }) {
            // `add` ends the last line again.
            Ok(mut text) => {
                text.pop();
                answers.add(|| text, |_| ())?;
            }
            Err(error) => return Ok(End::Bad(error.to_string())),
        }
        Ok(End::Done)
    })
}
