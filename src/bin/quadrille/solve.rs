//! `quadrille solve`: the solutions of Sudokus.

use std::ffi::OsString;
use std::fmt;
use std::io::{self, IsTerminal, Write};
use std::process::ExitCode;
use std::time::Instant;

use clap::ValueEnum;
use clap::error::ErrorKind;
use quadrille::engine::{Stats, Step};
use quadrille::sudoku::{Grid, ReadError, Solutions, Solver};
use quadrille::{AnyEngine, Count, EngineChoice, Limits};
use serde::Serialize;

use crate::engine_option;
use crate::input::{self, Input};
use crate::output::Output;
use crate::progress::Progress;
use crate::report;

/// Solve Sudokus: print every solution as it is found
///
/// A puzzle is 81 cells, row by row: the digits 1 to 9, and any of 0 . * _ ? for an empty cell. In a line with 81 cells,
/// whatever follows the 81st after a blank, comma, tab, colon or semicolon is ignored. Shorter lines make up a grid that
/// is drawn over several lines, in which blanks and the characters | + - = are skipped, and which ends at its 81st cell
/// or at a blank line. A line that begins with # is a comment.
///
/// Exit status: 0 if every puzzle has a solution; 1 if some puzzle has none, and if its clues clash the message says
/// which; 2 for bad usage or input, after the good puzzles have been done.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  quadrille solve 027800061000030008910005420500016030000970200070000096700000080006027000030480007
  echo 0278... | quadrille solve        every solution of each puzzle on standard input
  quadrille solve -1 -f grid FILE       the first solution of each puzzle in a file, drawn
  quadrille solve -c -n 1000 FILE       how many solutions each has; `1000+` if there may be more
  quadrille solve -u FILE               `unique`, `several` or `none` for each
  quadrille solve -f json FILE | jq .   for programs")]
pub(crate) struct Args {
    /// A puzzle of 81 cells, a file of puzzles, or `-` for standard input
    ///
    /// Without any, puzzles are read from standard input, unless that is a terminal.
    #[arg(value_name = "INPUT")]
    inputs: Vec<OsString>,

    /// Stop after N solutions of a puzzle
    #[arg(short = 'n', long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    limit: Option<u64>,

    /// Stop after the first solution of a puzzle: the same as -n 1
    #[arg(short = '1', long, conflicts_with = "limit")]
    first: bool,

    /// Print the number of solutions, a line for each puzzle; `N+` says that a limit cut the search short
    #[arg(short, long)]
    count: bool,

    /// Print `unique`, `several` or `none`, a line for each puzzle
    #[arg(short, long, conflicts_with_all = ["count", "limit", "first"])]
    unique: bool,

    /// How to print a solution
    #[arg(short, long, value_name = "FORMAT", value_enum, default_value_t = Format::Line)]
    format: Format,

    /// Which engine searches
    #[arg(long, value_name = "ENGINE", value_parser = engine_option::parser(), default_value = "auto")]
    engine: EngineChoice,

    /// Say on standard error what the search did: nodes, updates, time, solutions a second
    #[arg(long)]
    stats: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Format {
    /// 81 digits in a line
    Line,
    /// Nine lines with lines between the boxes, and a blank line between grids
    Grid,
    /// An object in a line: the puzzle, the solution, and its number from 1 on
    Json,
}

impl Args {
    /// What is wrong with arguments that are right one by one.
    pub(crate) fn check(&self) -> Result<(), (ErrorKind, &'static str)> {
        if self.format == Format::Grid && (self.count || self.unique) {
            let message = "`--format grid` is for solutions: with --count or --unique there are none to draw";
            return Err((ErrorKind::ArgumentConflict, message));
        }
        if self.inputs.is_empty() && io::stdin().is_terminal() {
            let message = "no puzzle: give one as an argument, name a file, or pipe puzzles to standard input";
            return Err((ErrorKind::MissingRequiredArgument, message));
        }
        Ok(())
    }
}

pub(crate) fn run(args: &Args) -> ExitCode {
    let mut session = Session::new(args);
    let result = session.solve_all().and_then(|()| session.output.flush());
    session.progress.clear();
    if args.stats {
        session.report_stats();
    }
    match result {
        Ok(()) => ExitCode::from(session.status),
        Err(error) if report::is_closed_pipe(&error) => ExitCode::from(session.status),
        error => report::written(error),
    }
}

/// How many nodes to search between two looks at the clock: a few milliseconds' worth.
const SLICE: u64 = 10_000;

/// All puzzles of all inputs, one after the other.
struct Session<'a> {
    args: &'a Args,
    limits: Limits,
    solver: Solver,
    output: Output,
    progress: Progress,
    started: Instant,
    puzzles: u64,
    solutions: u64,
    stats: Stats,
    status: u8,
}

/// A line of `--format json`.
#[derive(Serialize)]
#[serde(untagged)]
enum Object<'a> {
    Solution { puzzle: &'a str, solution: &'a str, index: u64 },
    Count { puzzle: &'a str, count: u64, complete: bool },
    Unique { puzzle: &'a str, verdict: &'a str, solutions: Vec<&'a str> },
}

impl<'a> Session<'a> {
    fn new(args: &'a Args) -> Self {
        let output = Output::stdout();
        let limits = Limits::none();
        Self {
            args,
            limits: match args.limit {
                Some(limit) => limits.covers(limit),
                None if args.first => limits.covers(1),
                None => limits,
            },
            solver: Solver::with_engine(args.engine),
            progress: Progress::new(),
            output,
            started: Instant::now(),
            puzzles: 0,
            solutions: 0,
            stats: Stats::default(),
            status: report::SOLVED,
        }
    }

    /// Fails only if the output does.
    fn solve_all(&mut self) -> io::Result<()> {
        if self.args.inputs.is_empty() {
            return self.solve_input(Input::stdin(&self.output));
        }
        for (argument, position) in self.args.inputs.iter().zip(1..) {
            match Input::open(argument, position, &self.output) {
                Ok(input) => self.solve_input(input)?,
                Err(unreadable) => self.bad(&unreadable.to_string())?,
            }
        }
        Ok(())
    }

    fn solve_input(&mut self, mut input: Input) -> io::Result<()> {
        for puzzle in input.puzzles.by_ref() {
            match puzzle {
                Ok(puzzle) => {
                    let found = self.solve(&puzzle.grid)?;
                    self.puzzles += 1;
                    if !found {
                        self.no_solution(&puzzle.grid, &format!("{}:{}", input.name, puzzle.line))?;
                    }
                }
                Err(ReadError::Parse(error)) => self.bad(&input::at(&input.name, &error))?,
                Err(ReadError::Io(error)) => {
                    self.bad(&format!("{}: cannot be read any further: {error}", input.name))?;
                }
            }
            self.output.tick()?;
        }
        Ok(())
    }

    /// Prints what is wanted of a puzzle; whether it has a solution.
    fn solve(&mut self, puzzle: &Grid) -> io::Result<bool> {
        if self.args.unique {
            self.print_uniqueness(puzzle)
        } else if self.args.count {
            self.print_count(puzzle)
        } else {
            self.print_solutions(puzzle)
        }
    }

    fn print_solutions(&mut self, puzzle: &Grid) -> io::Result<bool> {
        let format = self.args.format;
        let mut is_first = self.solutions == 0;
        let count = self.search(puzzle, self.limits, |solutions, output| {
            let step = solutions.advance(SLICE);
            if step == Step::Cover {
                let solution = solutions.solution();
                match format {
                    Format::Line => {
                        output.write_all(solution.as_bytes())?;
                        output.write_all(b"\n")?;
                    }
                    Format::Grid => {
                        writeln!(output, "{}{solution:#}", if is_first { "" } else { "\n" })?;
                        is_first = false;
                    }
                    Format::Json => {
                        let index = solutions.count_so_far().found();
                        let [puzzle, solution] = [puzzle, &solution].map(Grid::as_str);
                        write_json(output, &Object::Solution { puzzle, solution, index })?;
                    }
                }
            }
            Ok(step)
        })?;
        Ok(count.found() > 0)
    }

    fn print_count(&mut self, puzzle: &Grid) -> io::Result<bool> {
        let count = self.search(puzzle, self.limits, |solutions, _| Ok(solutions.skip_solutions(u64::MAX, SLICE).1))?;
        let object = Object::Count { puzzle: puzzle.as_str(), count: count.found(), complete: count.is_exact() };
        self.print_verdict(&count, &object)?;
        Ok(count.found() > 0)
    }

    fn print_uniqueness(&mut self, puzzle: &Grid) -> io::Result<bool> {
        let mut witnesses = Vec::with_capacity(2);
        self.search(puzzle, Limits::none().covers(2), |solutions, _| {
            let step = solutions.advance(SLICE);
            if step == Step::Cover {
                witnesses.push(solutions.solution());
            }
            Ok(step)
        })?;
        let verdict = match witnesses.len() {
            0 => "none",
            1 => "unique",
            _ => "several",
        };
        let solutions = witnesses.iter().map(Grid::as_str).collect();
        self.print_verdict(&verdict, &Object::Unique { puzzle: puzzle.as_str(), verdict, solutions })?;
        Ok(!witnesses.is_empty())
    }

    /// Prints the one line of a puzzle whose solutions are not printed.
    fn print_verdict(&mut self, text: &dyn fmt::Display, object: &Object<'_>) -> io::Result<()> {
        let Self { args, output, progress, .. } = self;
        progress.suspend(|| match args.format {
            Format::Json => write_json(output, object),
            Format::Line | Format::Grid => writeln!(output, "{text}"),
        })
    }

    /// Searches to the end or to the limits, a step at a time, and looks after the output and the display meanwhile.
    fn search(
        &mut self,
        puzzle: &Grid,
        limits: Limits,
        mut step: impl FnMut(&mut Solutions<&mut AnyEngine>, &mut Output) -> io::Result<Step>,
    ) -> io::Result<Count> {
        let mut solutions = self.solver.solutions(puzzle).limited(limits);
        let Self { output, progress, .. } = self;
        let mut go_on = || -> io::Result<()> {
            while step(&mut solutions, output)? != Step::Exhausted && !solutions.is_cut_short() {
                let found = self.solutions + solutions.count_so_far().found();
                progress.tick(self.puzzles, found, self.stats.nodes + solutions.stats().nodes);
                // On a terminal the display is in the way of what is written.
                if output.is_terminal() { progress.suspend(|| output.tick())? } else { output.tick()? }
            }
            Ok(())
        };
        let result = go_on();
        // What was done counts, even if it could not be written.
        let count = solutions.count_so_far();
        self.solutions += count.found();
        self.stats += solutions.stats();
        result.map(|()| count)
    }

    /// Notes that a puzzle has no solution, and says why if two of its clues are the reason. Where the output has a line
    /// for the puzzle already, nothing else needs to be said.
    fn no_solution(&mut self, puzzle: &Grid, place: &str) -> io::Result<()> {
        self.status = self.status.max(report::NO_SOLUTION);
        match puzzle.clash() {
            Some(clash) => self.say(&format!("{place}: no solution: {clash}")),
            None if self.args.count || self.args.unique => Ok(()),
            None => self.say(&format!("{place}: no solution")),
        }
    }

    fn bad(&mut self, message: &str) -> io::Result<()> {
        self.status = report::BAD;
        self.say(message)
    }

    /// Says something on standard error, after what was written before it.
    fn say(&mut self, message: &str) -> io::Result<()> {
        self.output.flush()?;
        self.progress.suspend(|| report::message(message));
        Ok(())
    }

    fn report_stats(&self) {
        let seconds = self.started.elapsed().as_secs_f64();
        let Self { puzzles, solutions, stats: Stats { nodes, updates }, .. } = self;
        let rate = *solutions as f64 / seconds;
        report::message(format_args!(
            "{puzzles} puzzles, {solutions} solutions, {nodes} nodes, {updates} updates, {seconds:.6} s, {rate:.0} solutions/s"
        ));
    }
}

fn write_json(output: &mut Output, object: &Object<'_>) -> io::Result<()> {
    serde_json::to_writer(&mut *output, object)?;
    output.write_all(b"\n")
}
