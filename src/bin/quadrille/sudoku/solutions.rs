//! `quadrille solutions`: questions about all solutions of Sudokus.
//!
//! Tables of the bands answer most of them: random samples, the i-th solution and the number of a
//! solution. The tables need no memory for the solutions.

use std::fmt::Display;
use std::io::Write;
use std::process::ExitCode;

use clap::error::ErrorKind;
use num_bigint::BigUint;
use quadrille::OptionId;
use quadrille::engine::bands::Tables;
use quadrille::solve::Distinct;
use quadrille::sudoku::{self, CandidateCounts, Grid, ParseErrorKind, Puzzle};

use crate::shared::distinct::{DistinctSearch, fields};
use crate::shared::random::{below, random};
use crate::shared::search_args::AmountArgs;
use crate::shared::values::{index, whole};
use crate::shared::{
    End, Error, Format, InputArgs, LineArgs, Lines, OneOf, RunArgs, Session, ThreadArgs, counting,
    drive, error,
};
use crate::sudoku::writer::{SolutionArgs, Writer};

/// Print solutions of Sudokus at random, by number or up to symmetry
///
/// `quadrille solve` lists or counts all solutions. The commands below answer other questions.
///
/// Exit status: as for `quadrille solve`; also 1 if the requested solution does not exist; 3 if the
/// audit of `distinct` finds a bug in this program.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  quadrille solutions sample -n 3 FILE       three solutions of each puzzle at random
  quadrille solutions nth 1000 PUZZLE        the thousandth solution
  quadrille solutions rank SOLUTION PUZZLE   its number, the inverse of nth
  quadrille solutions candidates PUZZLE      the number of solutions with each candidate
  quadrille solutions distinct PUZZLE        the solutions up to symmetries of the clues")]
pub(crate) struct Args {
    #[command(subcommand)]
    question: Question,
}

#[derive(Debug, clap::Subcommand)]
enum Question {
    /// Draw solutions at random, each with the same probability
    ///
    /// A solution may be drawn more than once.
    #[command(after_help = "\
Examples:
  quadrille solutions sample PUZZLE               a random solution
  quadrille solutions sample -n 5 --seed 1 FILE   five of each puzzle, always the same")]
    Sample {
        /// Print K solutions of each puzzle
        #[arg(short = 'n', long, value_name = "K", default_value_t = 1, value_parser = whole, allow_negative_numbers = true)]
        number: u64,

        /// The seed: the same seed gives the same solutions; random by default
        #[arg(long, value_name = "S", value_parser = whole, allow_negative_numbers = true)]
        seed: Option<u64>,

        #[command(flatten)]
        form: SolutionArgs,

        #[command(flatten)]
        threads: ThreadArgs,

        #[command(flatten)]
        of: PuzzleArgs,
    },

    /// Print the I-th solution, without listing those before it
    ///
    /// The order is always the same, but it may differ from the order of `quadrille solve`.
    #[command(after_help = "\
Examples:
  quadrille solutions nth 1 PUZZLE
  quadrille solutions nth 6670903752021072936960 ...   the last grid; `...` stands for 81 dots")]
    Nth {
        /// The number of the solution, counted from 1
        #[arg(value_name = "I", value_parser = index, allow_negative_numbers = true)]
        index: BigUint,

        #[command(flatten)]
        form: SolutionArgs,

        #[command(flatten)]
        lines: LineArgs,

        #[command(flatten)]
        threads: ThreadArgs,

        #[command(flatten)]
        of: PuzzleArgs,
    },

    /// Print the number of a solution, counted from 1: the inverse of nth
    #[command(after_help = "\
Example:
  quadrille solutions rank $(quadrille solve -1 PUZZLE) PUZZLE")]
    Rank {
        /// The solution: a grid of 81 digits
        #[arg(value_name = "SOLUTION", value_parser = solution)]
        solution: Grid,

        /// The format of the number
        #[arg(short, long, value_name = "FORMAT", default_value = "line", value_parser = OneOf(&[
            ("line", Format::Line, "The number on one line"),
            ("json", Format::Json, JSON),
        ]))]
        format: Format,

        /// Begin each line with the puzzle and a tab
        #[arg(short, long)]
        puzzle: bool,

        #[command(flatten)]
        lines: LineArgs,

        #[command(flatten)]
        threads: ThreadArgs,

        #[command(flatten)]
        of: PuzzleArgs,
    },

    /// Print the number of solutions with each candidate
    #[command(after_help = "\
Examples:
  quadrille solutions candidates PUZZLE
  quadrille solutions candidates -f json PUZZLE | jq .counts[0]   the nine counts of r1c1")]
    Candidates {
        /// The format of the numbers
        #[arg(short, long, value_name = "FORMAT", default_value = "grid", value_parser = OneOf(&[
            ("grid", Format::Grid, "A drawn grid, with the counts of the nine digits in each cell"),
            ("json", Format::Json, JSON),
        ]))]
        format: Format,

        #[command(flatten)]
        of: PuzzleArgs,
    },

    /// Find the solutions up to symmetry: one of each class
    ///
    /// A symmetry permutes rows, columns, bands, stacks and digits, may transpose the grid, and
    /// preserves the clues. Most puzzles have only the trivial symmetry. -n limits the number of
    /// classes, and -c prints the numbers of classes and of all solutions.
    #[command(after_help = "\
Examples:
  quadrille solutions distinct PUZZLE
  quadrille solutions distinct -c FILE   the number of classes, and of all solutions")]
    Distinct {
        #[command(flatten)]
        amount: AmountArgs,

        /// Compare the sum of the sizes of all classes with the number of solutions
        ///
        /// See `quadrille help distinct`.
        #[arg(long)]
        audit: bool,

        #[command(flatten)]
        form: SolutionArgs,

        #[command(flatten)]
        of: PuzzleArgs,
    },
}

/// The input of a question, and its limits.
#[derive(Debug, clap::Args)]
struct PuzzleArgs {
    #[command(flatten)]
    input: InputArgs,

    #[command(flatten)]
    run: RunArgs,
}

fn solution(text: &str) -> Result<Grid, String> {
    let grid = text.parse::<Grid>();
    grid.map_err(|error| format!("{error}; the solution comes before the puzzle or its file"))
}

const JSON: &str = "An object per line, with the puzzle";

impl Question {
    /// Returns the puzzles, the form of the answers, and the options for lines.
    fn parts(&self) -> (&PuzzleArgs, SolutionArgs, LineArgs) {
        let none = LineArgs::default();
        match *self {
            Self::Sample { ref of, form, .. } | Self::Distinct { ref of, form, .. } => {
                (of, form, none)
            }
            Self::Nth { ref of, form, lines, .. } => (of, form, lines),
            Self::Rank { ref of, format, puzzle, lines, .. } => {
                (of, SolutionArgs { format, puzzle }, lines)
            }
            Self::Candidates { ref of, format } => {
                (of, SolutionArgs { format, puzzle: false }, none)
            }
        }
    }

    /// Answers the question about a puzzle. Returns true if the puzzle has a solution, or the
    /// reason why there is no result.
    fn answer(
        &self,
        puzzle: &Puzzle,
        printer: &mut Printer,
        session: &mut Session,
    ) -> Result<Result<bool, End>, Error> {
        let none = |why| Ok(Err(End::NoSolution(Some(why))));
        let finished = |threads: &ThreadArgs, session: &mut Session| {
            let mut tables = puzzle.tables().with_threads(threads.threads);
            counting::finish(&mut tables, session)?;
            let total = tables.count().unwrap_or(0);
            Ok::<_, Error>((tables, total))
        };
        match self {
            Self::Sample { number, seed, threads, .. } => {
                let (tables, total) = finished(threads, session)?;
                let mut random = random(*seed);
                let number = if total > 0 { *number } else { 0 };
                for index in 1..=number {
                    if let Some(solution) = nth(&tables, below(&mut random, total)) {
                        printer.solution(&solution, index, session)?;
                    }
                }
                Ok(Ok(total > 0))
            }
            Self::Nth { index, threads, .. } => {
                let (tables, total) = finished(threads, session)?;
                // No puzzle has 2^128 solutions.
                match nth(&tables, u128::try_from(index - 1_u32).unwrap_or(u128::MAX)) {
                    Some(solution) => printer.solution(&solution, index, session)?,
                    None if total > 0 => return none(error::no_such_solution(index, &total)),
                    None => {}
                }
                Ok(Ok(total > 0))
            }
            Self::Rank { solution, threads, .. } => {
                let (tables, _) = finished(threads, session)?;
                let Some(rank) = tables.rank(solution.as_bytes()) else {
                    return none(format!("{solution} is not a solution of this puzzle"));
                };
                let rank = BigUint::from(rank) + 1_u32;
                let fields = format!("\"solution\":\"{solution}\",\"rank\":{rank}");
                printer.print(session, |writer, text| writer.result(rank, fields, text))?;
                Ok(Ok(true))
            }
            Self::Candidates { .. } => {
                let mut counts = CandidateCounts::new(puzzle);
                session.finish(&mut counts, drive::advance)?;
                let (total, counts) = (counts.total(), counts.counts());
                printer.print(session, |writer, text| writer.candidates(&total, &counts, text))?;
                Ok(Ok(total.is_at_least(1)))
            }
            Self::Distinct { .. } if puzzle.candidates.is_some() => {
                Ok(Err(End::Bad(ParseErrorKind::Sukaku.to_string())))
            }
            Self::Distinct { amount, audit, .. } => {
                let problem = sudoku::problem();
                let clues: Vec<OptionId> = puzzle.grid.options().collect();
                let distinct = Distinct::of(problem, &clues, &[]);
                let distinct = distinct.expect("a digit in a cell is an option");
                let search =
                    DistinctSearch { problem, chosen: &clues, most: amount.limit, audit: *audit };
                let classes = if amount.count {
                    let classes = search.count(distinct, session)?;
                    let fields = classes.fields();
                    printer.print(session, |writer, text| writer.result(&classes, fields, text))?;
                    classes
                } else {
                    search.run(distinct, session, |class, index, session| {
                        let solution = Grid::from_options(&class.cover);
                        printer.solution(&solution, fields(class, index), session)
                    })?
                };
                if !classes.count.is_exact() {
                    error::check_signal()?;
                }
                Ok(Ok(classes.count.is_at_least(1)))
            }
        }
    }
}

/// Returns the solution at an index, counted from 0.
fn nth(tables: &Tables, index: u128) -> Option<Grid> {
    tables.nth(index).and_then(|grid| Grid::from_text(&grid))
}

impl Args {
    pub(crate) fn check(&self) -> Result<(), (ErrorKind, &'static str)> {
        let (of, form, lines) = self.question.parts();
        form.check(lines)?;
        if let Question::Distinct { amount, .. } = &self.question
            && amount.count
            && matches!(form.format, Format::Grid | Format::Csv)
        {
            let message =
                "`--format grid` and `--format csv` are for solutions, and --count prints none";
            return Err((ErrorKind::ArgumentConflict, message));
        }
        of.input.check()
    }
}

pub(crate) fn run(args: &Args) -> ExitCode {
    let (of, form, lines) = args.question.parts();
    let is_json = form.format.is_json();
    let session = Session::new("puzzles", "solutions").with_run(of.run, is_json);
    session.command(|session| {
        session.lines = Lines::new(&lines, is_json);
        session.print(|output| output.write_all(form.header()))?;
        let mut printer = Printer { writer: Writer::new(form), separates: false };
        of.input.each(session, |session, puzzle, place| {
            session.begin_search();
            printer.writer.begin(puzzle, place.remark);
            let end = match args.question.answer(puzzle, &mut printer, session) {
                Ok(Ok(found)) => return session.end_puzzle(found, false, puzzle, place),
                Ok(Err(end)) => end,
                // The other puzzles are still answered: they may take less time.
                Err(Error::Stopped(by)) => End::NoSolution(Some(error::without_result(by))),
                Err(error) => return Err(error),
            };
            end.report(session, place, 0)
        })
    })
}

struct Printer {
    writer: Writer,
    /// True if an empty line comes before the next solution.
    separates: bool,
}

impl Printer {
    fn print(
        &self,
        session: &mut Session,
        write: impl FnOnce(&Writer, &mut Vec<u8>),
    ) -> Result<(), Error> {
        let mut text = Vec::new();
        write(&self.writer, &mut text);
        session.print(|output| output.write_all(&text))
    }

    /// Prints a solution. `index` is its number, or several JSON fields that begin with its number.
    fn solution(
        &mut self,
        solution: &Grid,
        index: impl Display,
        session: &mut Session,
    ) -> Result<(), Error> {
        self.print(session, |writer, text| {
            text.extend(self.separates.then_some(b'\n'));
            writer.solution(solution.as_bytes(), index.to_string().as_bytes(), text);
        })?;
        self.separates = self.writer.form.format == Format::Grid;
        session.tick()
    }
}
