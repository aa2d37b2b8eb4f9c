//! `quadrille explain`: solves Sudokus by logic alone, step by step.

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::ValueEnum;
use clap::error::ErrorKind;
use quadrille::Uniqueness;
use quadrille::puzzle::Drawn;
use quadrille::sudoku::Puzzle;
use quadrille::sudoku::logic::{Deduction, Explanation, Outcome, Position, Settings, Technique};

use crate::shared::error::Error;
use crate::shared::input::InputArgs;
use crate::shared::own_input::check_other;
use crate::shared::place::Place;
use crate::shared::search_args::threads;
use crate::shared::session::Session;
use crate::shared::style::{BoardStyle, Color};
use crate::shared::values::thread_count;
use crate::shared::words::counted;
use crate::sudoku::chain_args::ChainArgs;
use json::Object;

/// Solve Sudokus by logic alone, with a reason for each step
///
/// Each step is a sentence: the simplest technique that applies, the cells and candidates that it
/// uses, and what follows. docs/explain.md lists the techniques in their order, from naked singles
/// to forcing chains, which are looked for if the puzzle has one solution. When no technique
/// applies, the program draws the remaining candidates and reports that it stopped. Cells are named
/// by row and column: r4c7.
///
/// Puzzles are given as to `quadrille solve`.
///
/// Exit status: 0 if every puzzle was solved; 1 if some puzzle was not, or has no solution; 2 for
/// bad usage or input, after the valid puzzles have been done; 128 plus the signal number if a
/// signal ended the program.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  quadrille explain PUZZLE               every step of a puzzle of 81 cells
  quadrille explain --log FILE           cells and candidates left after each pass
  quadrille explain --grid FILE | less   with the candidates after each step
  quadrille explain --svg steps FILE     a picture of each step in the folder `steps`
  quadrille explain -j 0 FILE            with all cores
  quadrille explain -f json FILE | jq .  for programs")]
pub(crate) struct Args {
    #[command(flatten)]
    input: InputArgs,

    /// Print one line per pass instead of the sentences:
    /// `technique: (solved, unsolved, candidates)`
    ///
    /// A pass is a run of consecutive steps of one technique. The first two lines show the state
    /// before any step: first with nine candidates in every empty cell, then with the digits of the
    /// clues removed from their rows, columns and boxes.
    #[arg(long, conflicts_with = "format")]
    log: bool,

    /// Draw the candidates after each step, or with --log after each pass
    #[arg(long)]
    grid: bool,

    /// Assume that every puzzle has exactly one solution, and use this in reasons
    #[arg(short, long)]
    unique: bool,

    #[command(flatten)]
    chains: ChainArgs,

    /// Show the steps that `quadrille rate` counts
    ///
    /// These are the steps of the canonical form, in the cells and digits of the puzzle itself.
    /// Their order is harder to follow. Without this option, steps are found in the order of the
    /// puzzle's own cells and digits, so their number and the hardest technique may differ from the
    /// rating. For a Sukaku there is no difference.
    #[arg(long)]
    as_rated: bool,

    /// Explain with N threads; 0 for all hardware threads
    ///
    /// The output is the same. With several threads it comes fifty puzzles at a time.
    #[arg(short = 'j', long, value_name = "N", default_value_t = 1, value_parser = thread_count, allow_negative_numbers = true)]
    threads: usize,

    /// The format of the steps
    #[arg(short, long, value_name = "FORMAT", value_enum, default_value_t = Format::Text)]
    format: Format,

    /// Draw each step as an SVG picture in this folder, which is created if necessary
    ///
    /// The files are named puzzle-1-step-001.svg, puzzle-1-step-002.svg, and so on.
    #[arg(long, value_name = "DIR")]
    svg: Option<PathBuf>,

    #[command(flatten)]
    color: Color,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Format {
    /// A sentence per step, and a drawing of the solution
    Text,
    /// A JSON object per line: one for each step, and one for the result
    Json,
}

impl Args {
    /// Checks for conflicting arguments.
    pub(crate) fn check(&self) -> Result<(), (ErrorKind, &'static str)> {
        if self.format == Format::Json && self.grid {
            let message = "`--grid` conflicts with --format json, whose objects have the candidates at the end";
            return Err((ErrorKind::ArgumentConflict, message));
        }
        self.input.check()
    }
}

mod json;

pub(crate) fn run(args: &Args) -> ExitCode {
    let mut session = Session::new("puzzles", "solved", false);
    let result = explain(args, &mut session);
    session.end(result)
}

fn explain(args: &Args, session: &mut Session) -> Result<(), Error> {
    let mut pictures = None;
    if let Some(folder) = &args.svg {
        match Pictures::new(folder) {
            Ok(opened) => pictures = Some(opened),
            // The explanations are printed without pictures.
            Err(error) => {
                session.bad(&format!(
                    "cannot make {}: {error}; no pictures are drawn",
                    folder.display()
                ))?;
            }
        }
    }
    let settings = args.chains.settings().claim_unique(args.unique);
    let style = args.color.style(session.console.output.is_terminal());
    let mut job = Job { args, settings, style, pictures };
    let threads = threads(args.threads);
    if threads.get() == 1 {
        return args.input.each(session, |session, puzzle, _| job.explain(puzzle, session));
    }
    let explained =
        |(): &mut (), puzzle: &Puzzle, _: Place<'_>| Explained::new(args, settings, puzzle);
    let print = |session: &mut Session, explained: Explained, puzzle: &Puzzle, _: Place<'_>| {
        job.retell(puzzle, explained, session)
    };
    args.input.map(session, threads, || (), explained, print)
}

/// Returns the explanation of a puzzle.
fn explanation(args: &Args, settings: Settings, puzzle: &Puzzle) -> Explanation {
    // If there are several solutions, the search for forcing chains would find nothing in the end,
    // after minutes.
    let has_forcing_chains = settings.has_forcing_chains()
        && matches!(puzzle.solutions().uniqueness(), Uniqueness::One(_));
    let settings = settings.forcing_chains(has_forcing_chains);
    match puzzle.candidates {
        None if args.as_rated => Explanation::as_rated(&puzzle.grid, settings),
        _ => Explanation::of(puzzle, settings),
    }
}

/// The steps of a puzzle that another thread has explained, each with the position after it.
struct Explained {
    start: Position,
    steps: Vec<(Deduction, Position)>,
    outcome: Outcome,
}

impl Explained {
    fn new(args: &Args, settings: Settings, puzzle: &Puzzle) -> Self {
        let mut explanation = explanation(args, settings, puzzle);
        let start = explanation.position().clone();
        let mut steps = Vec::new();
        while let Some(step) = explanation.next() {
            steps.push((step, explanation.position().clone()));
        }
        Self { start, steps, outcome: outcome(&explanation) }
    }
}

/// Returns the outcome of an explanation that has no further step.
fn outcome(explanation: &Explanation) -> Outcome {
    explanation.outcome().expect("an explanation that has no further step has ended")
}

/// The state shared by all puzzles.
struct Job<'a> {
    args: &'a Args,
    settings: Settings,
    style: BoardStyle,
    pictures: Option<Pictures<'a>>,
}

impl Job<'_> {
    fn explain(&mut self, puzzle: &Puzzle, session: &mut Session) -> Result<(), Error> {
        let mut explanation = explanation(self.args, self.settings, puzzle);
        let mut teller = Teller { job: self, puzzle, pass: None, steps: 0 };
        teller.begin(explanation.position(), session)?;
        let mut before = explanation.position().clone();
        while let Some(step) = explanation.next() {
            teller.tell(&step, &before, explanation.position(), session)?;
            before.clone_from(explanation.position());
            session.tick()?;
        }
        teller.end(outcome(&explanation), &before, session)
    }

    /// Prints the steps that another thread has found.
    fn retell(
        &mut self,
        puzzle: &Puzzle,
        explained: Explained,
        session: &mut Session,
    ) -> Result<(), Error> {
        let Explained { start: mut before, steps, outcome } = explained;
        let mut teller = Teller { job: self, puzzle, pass: None, steps: 0 };
        teller.begin(&before, session)?;
        for (step, after) in steps {
            teller.tell(&step, &before, &after, session)?;
            before = after;
            session.tick()?;
        }
        teller.end(outcome, &before, session)
    }
}

/// The printer of the steps of one puzzle.
struct Teller<'a, 'b> {
    job: &'a mut Job<'b>,
    puzzle: &'a Puzzle,
    /// With `--log`, the technique of the current pass.
    pass: Option<Technique>,
    steps: usize,
}

impl Teller<'_, '_> {
    fn begin(&mut self, position: &Position, session: &mut Session) -> Result<(), Error> {
        if let Some(pictures) = &mut self.job.pictures {
            pictures.puzzle += 1;
        }
        if self.job.args.format == Format::Json {
            return Ok(());
        }
        let is_first = session.totals.problems == 0;
        session.print(|output| {
            output.write_all(if is_first { b"" } else { b"\n" })?;
            let counts = position.counts();
            if self.job.args.log {
                let start = match self.puzzle.candidates {
                    Some(_) => counts,
                    None => Position::new(&self.puzzle.grid).counts(),
                };
                writeln!(output, "start: {start}")?;
                writeln!(output, "clues: {counts}")?;
            } else {
                let left =
                    (counted(counts.candidates, "candidate"), counted(counts.unsolved, "cell"));
                writeln!(output, "The clues leave {} in {}.", left.0, left.1)?;
            }
            Ok(())
        })?;
        self.draw(position, session)
    }

    fn tell(
        &mut self,
        step: &Deduction,
        before: &Position,
        after: &Position,
        session: &mut Session,
    ) -> Result<(), Error> {
        self.steps += 1;
        if let Some(pictures) = &self.job.pictures {
            let file = pictures.file(self.steps);
            check_other("--svg", &file, self.job.args.input.files())?;
            if let Err(error) = fs::write(&file, step.picture(before).svg()) {
                // The error is reported once.
                self.job.pictures = None;
                session.bad(&format!(
                    "cannot write {}: {error}; no more pictures are drawn",
                    file.display()
                ))?;
            }
        }
        match self.job.args.format {
            Format::Json => {
                let object = Object::step(self.puzzle, self.steps, step);
                session.print(|output| output.json(&object))
            }
            Format::Text if self.job.args.log => {
                if self.pass.is_some_and(|technique| technique != step.technique) {
                    self.end_pass(before, session)?;
                }
                self.pass = Some(step.technique);
                Ok(())
            }
            Format::Text => {
                session.print(|output| writeln!(output, "{step}"))?;
                self.draw_step(step, before, after, session)
            }
        }
    }

    /// With `--log`, prints the line of the pass that led to this position, if there was one.
    fn end_pass(&mut self, position: &Position, session: &mut Session) -> Result<(), Error> {
        let Some(technique) = self.pass.take() else { return Ok(()) };
        session.print(|output| writeln!(output, "{technique}: {}", position.counts()))?;
        self.draw(position, session)
    }

    fn end(
        &mut self,
        outcome: Outcome,
        position: &Position,
        session: &mut Session,
    ) -> Result<(), Error> {
        match outcome {
            Outcome::Solved => session.totals.solutions += 1_u32,
            _ => session.no_solution(),
        }
        if self.job.args.format == Format::Json {
            let object = Object::end(self.puzzle, self.steps, outcome, position);
            return session.print(|output| output.json(&object));
        }
        self.end_pass(position, session)?;
        let counts = position.counts();
        session.print(|output| match outcome {
            Outcome::Solved => {
                let steps = counted(self.steps, "step");
                writeln!(output, "Solved in {steps}.\n{}", self.job.style.solution(position))
            }
            Outcome::Stopped => {
                let left =
                    (counted(counts.candidates, "candidate"), counted(counts.unsolved, "cell"));
                writeln!(output, "{}", self.job.style.draw(&position.picture()))?;
                writeln!(
                    output,
                    "Stopped: no technique applies to the {} left in {}.",
                    left.0, left.1
                )
            }
            Outcome::Contradiction(why) => {
                writeln!(output, "{}", self.job.style.draw(&position.picture()))?;
                writeln!(output, "Contradiction: {why}, so there is no solution.")
            }
        })
    }

    /// With `--grid`, draws a position.
    fn draw(&self, position: &Position, session: &mut Session) -> Result<(), Error> {
        if !self.job.args.grid {
            return Ok(());
        }
        session.print(|output| writeln!(output, "{}", self.job.style.draw(&position.picture())))
    }

    /// With `--grid`, draws the position after a step. With color, draws the position before it and
    /// highlights what the step uses and removes.
    fn draw_step(
        &self,
        step: &Deduction,
        before: &Position,
        after: &Position,
        session: &mut Session,
    ) -> Result<(), Error> {
        if self.job.args.grid && self.job.style.is_colored() {
            return session.print(|output| {
                writeln!(output, "{}", self.job.style.draw(&step.picture(before)))
            });
        }
        self.draw(after, session)
    }
}

/// The pictures of the steps.
struct Pictures<'a> {
    folder: &'a Path,
    /// The number of the puzzle, counted from 1.
    puzzle: usize,
}

impl<'a> Pictures<'a> {
    fn new(folder: &'a Path) -> io::Result<Self> {
        fs::create_dir_all(folder)?;
        Ok(Self { folder, puzzle: 0 })
    }

    /// Returns the name of the picture of a step.
    fn file(&self, step: usize) -> PathBuf {
        self.folder.join(format!("puzzle-{}-step-{step:03}.svg", self.puzzle))
    }
}
