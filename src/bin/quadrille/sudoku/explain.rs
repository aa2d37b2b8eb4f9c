//! `quadrille explain`: solves Sudokus by logic alone, step by step.

mod json;

use std::fs;
use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;

use clap::error::ErrorKind;
use quadrille::Uniqueness;
use quadrille::puzzle::Drawn;
use quadrille::sudoku::Puzzle;
use quadrille::sudoku::logic::{Deduction, Explanation, Outcome, Position, Settings, Technique};

use crate::shared::error::Error;
use crate::shared::files::check_other;
use crate::shared::format::{Format, OneOf};
use crate::shared::input::{InputArgs, Tell};
use crate::shared::output::json_line;
use crate::shared::place::Place;
use crate::shared::search_args::ThreadArgs;
use crate::shared::session::Session;
use crate::shared::style::{BoardStyle, Color};
use crate::shared::words::counted;
use crate::sudoku::chain_args::ChainArgs;
use json::StepObject;

/// Solve Sudokus by logic alone, with a reason for each step
///
/// Each step is a sentence: the simplest technique that applies, the cells and candidates that it
/// uses, and its result. docs/explain.md lists the techniques, from naked singles to forcing
/// chains, which need a puzzle with one solution. When no technique applies, the program draws the
/// remaining candidates and reports that it stopped. Cells are named by row and column: r4c7.
///
/// Exit status: 0 if every puzzle was solved; 1 if some puzzle was not, or has no solution.
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

    /// Print one line per pass instead: `technique: (solved, unsolved, candidates)`
    ///
    /// A pass is a run of steps of one technique. The first two lines show the state before any
    /// step: first with nine candidates in every empty cell, then without those that the clues
    /// exclude.
    #[arg(long, conflicts_with = "format")]
    log: bool,

    /// Draw the candidates after each step, or with --log after each pass
    #[arg(long)]
    grid: bool,

    /// Assume that every puzzle has exactly one solution, and use that in reasons
    #[arg(long)]
    unique: bool,

    #[command(flatten)]
    chains: ChainArgs,

    /// Show the steps that `quadrille rate` counts
    ///
    /// These are the steps of the canonical form, written with the cells and digits of the puzzle,
    /// and they are harder to follow. Without --as-rated, steps are found in the order of the
    /// puzzle's own cells and digits, so their number and the hardest technique may differ from the
    /// rating.
    #[arg(long)]
    as_rated: bool,

    #[command(flatten)]
    threads: ThreadArgs,

    /// The format of the steps
    #[arg(short, long, value_name = "FORMAT", default_value = "text", value_parser = OneOf(&[
        ("text", Format::Text, "A sentence per step, and a drawing of the solution"),
        ("json", Format::Json, "An object per line for each step, and one for the result"),
    ]))]
    format: Format,

    /// Draw each step as an SVG picture in this folder, which is created if necessary
    ///
    /// The files are puzzle-1-step-001.svg, puzzle-1-step-002.svg, and so on.
    #[arg(long, value_name = "DIR")]
    svg: Option<PathBuf>,

    #[command(flatten)]
    color: Color,
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

pub(crate) fn run(args: &Args) -> ExitCode {
    let session = Session::new("puzzles", "solved");
    session.command(|session| explain(args, session))
}

fn explain(args: &Args, session: &mut Session) -> Result<(), Error> {
    let mut pictures = Pictures { folder: args.svg.as_ref(), args, puzzle: 0 };
    if let Some(folder) = &args.svg
        && let Err(error) = fs::create_dir_all(folder)
    {
        // The explanations are printed without pictures.
        pictures.folder = None;
        let folder = folder.display();
        session.bad(&format!("cannot create {folder}: {error}; no pictures are drawn"))?;
    }
    let teller = Teller {
        args,
        settings: args.chains.settings().claim_unique(args.unique),
        style: args.color.style(session.output.is_terminal()),
        has_pictures: pictures.folder.is_some(),
    };
    let tell_steps = |(): &mut (), puzzle: &Puzzle, _: Place<'_>, tell: &mut Tell<'_, Piece>| {
        Told { teller: &teller, puzzle, tell, pass: None, steps: 0 }.explain()
    };
    let print = |session: &mut Session, piece: Piece| match piece {
        Piece::Begin => {
            pictures.puzzle += 1;
            let is_separated = args.format == Format::Text && session.totals.problems > 0;
            session.print(|output| output.write_all(if is_separated { b"\n" } else { b"" }))
        }
        Piece::Text(text) => session.print(|output| output.write_all(text.as_bytes())),
        Piece::Picture(step, svg) => pictures.write(step, &svg, session),
    };
    let end = |session: &mut Session, outcome: Outcome, _: Place<'_>| {
        match outcome {
            Outcome::Solved => session.totals.solutions += 1_u32,
            _ => session.no_solution(),
        }
        Ok(())
    };
    args.input.stream(session, args.threads.threads(), || (), tell_steps, print, end)
}

/// A piece of an explanation.
enum Piece {
    /// The beginning of a puzzle.
    Begin,
    Text(String),
    /// The picture of the step with this number.
    Picture(usize, String),
}

/// The display settings of all puzzles.
struct Teller<'a> {
    args: &'a Args,
    settings: Settings,
    style: BoardStyle,
    has_pictures: bool,
}

/// The explanation of one puzzle.
struct Told<'a, 'b> {
    teller: &'a Teller<'a>,
    puzzle: &'a Puzzle,
    tell: &'a mut Tell<'b, Piece>,
    /// With `--log`, the technique of the current pass.
    pass: Option<Technique>,
    steps: usize,
}

impl Told<'_, '_> {
    /// Prints all steps, and returns the outcome.
    fn explain(&mut self) -> Result<Outcome, Error> {
        let mut explanation = self.explanation();
        self.begin(explanation.position())?;
        let mut before = explanation.position().clone();
        while let Some(step) = explanation.next() {
            self.step(&step, &before, explanation.position())?;
            before.clone_from(explanation.position());
            (self.tell)(None)?;
        }
        let outcome = explanation.outcome().expect("it has no further step, so it has ended");
        self.end(outcome, &before)?;
        Ok(outcome)
    }

    fn explanation(&self) -> Explanation {
        let &Teller { args, settings, .. } = self.teller;
        // If there are several solutions, the search for forcing chains would fail after minutes.
        let has_forcing_chains = settings.has_forcing_chains()
            && matches!(self.puzzle.solutions().uniqueness(), Uniqueness::One(_));
        let settings = settings.forcing_chains(has_forcing_chains);
        match self.puzzle.candidates {
            None if args.as_rated => Explanation::as_rated(&self.puzzle.grid, settings),
            _ => Explanation::of(self.puzzle, settings),
        }
    }

    fn print(&mut self, text: String) -> Result<(), Error> {
        (self.tell)(Some(Piece::Text(text)))
    }

    fn begin(&mut self, position: &Position) -> Result<(), Error> {
        (self.tell)(Some(Piece::Begin))?;
        let args = self.teller.args;
        if args.format == Format::Json {
            return Ok(());
        }
        let counts = position.counts();
        if args.log {
            let start = match self.puzzle.candidates {
                Some(_) => counts,
                None => Position::new(&self.puzzle.grid).counts(),
            };
            self.print(format!("start: {start}\nclues: {counts}\n"))?;
        } else {
            let [candidates, cells] = left(position);
            self.print(format!("The clues leave {candidates} in {cells}.\n"))?;
        }
        self.draw(position)
    }

    fn step(&mut self, step: &Deduction, before: &Position, after: &Position) -> Result<(), Error> {
        self.steps += 1;
        let &Teller { args, style, has_pictures, .. } = self.teller;
        if has_pictures {
            (self.tell)(Some(Piece::Picture(self.steps, step.picture(before).svg())))?;
        }
        if args.format == Format::Json {
            return self.print(json_line(&StepObject::step(self.puzzle, self.steps, step)));
        }
        if args.log {
            if self.pass.is_some_and(|technique| technique != step.technique) {
                self.end_pass(before)?;
            }
            self.pass = Some(step.technique);
            return Ok(());
        }
        self.print(format!("{step}\n"))?;
        // With color, the position before a step is drawn, with the candidates that the step uses
        // and removes highlighted.
        if args.grid && style.is_colored() {
            return self.print(style.draw(&step.picture(before)) + "\n");
        }
        self.draw(after)
    }

    /// With `--log`, prints the line of the pass that led to this position, if there was one.
    fn end_pass(&mut self, position: &Position) -> Result<(), Error> {
        let Some(technique) = self.pass.take() else { return Ok(()) };
        self.print(format!("{technique}: {}\n", position.counts()))?;
        self.draw(position)
    }

    fn end(&mut self, outcome: Outcome, position: &Position) -> Result<(), Error> {
        let &Teller { args, style, .. } = self.teller;
        if args.format == Format::Json {
            let object = StepObject::end(self.puzzle, self.steps, outcome, position);
            return self.print(json_line(&object));
        }
        self.end_pass(position)?;
        let drawing = || style.draw(&position.picture());
        self.print(match outcome {
            Outcome::Solved => {
                let steps = counted(self.steps, "step");
                format!("Solved in {steps}.\n{}\n", style.solution(position))
            }
            Outcome::Stopped => {
                let ([candidates, cells], drawing) = (left(position), drawing());
                format!(
                    "{drawing}\nStopped: no technique applies to the {candidates} left in {cells}.\n"
                )
            }
            Outcome::Contradiction(why) => {
                format!("{}\nContradiction: {why}, so there is no solution.\n", drawing())
            }
        })
    }

    /// With `--grid`, draws a position.
    fn draw(&mut self, position: &Position) -> Result<(), Error> {
        if !self.teller.args.grid {
            return Ok(());
        }
        self.print(self.teller.style.draw(&position.picture()) + "\n")
    }
}

/// Returns the numbers of candidates left and of their cells, as text.
fn left(position: &Position) -> [String; 2] {
    let counts = position.counts();
    [counted(counts.candidates, "candidate"), counted(counts.unsolved, "cell")]
}

/// The pictures of the steps.
struct Pictures<'a> {
    args: &'a Args,
    /// The folder, until a picture cannot be written.
    folder: Option<&'a PathBuf>,
    /// The number of the puzzle, counted from 1.
    puzzle: usize,
}

impl Pictures<'_> {
    fn write(&mut self, step: usize, svg: &str, session: &mut Session) -> Result<(), Error> {
        let Some(folder) = self.folder else { return Ok(()) };
        let file = folder.join(format!("puzzle-{}-step-{step:03}.svg", self.puzzle));
        check_other("--svg", &file, self.args.input.files())?;
        let Err(error) = fs::write(&file, svg) else { return Ok(()) };
        // The error is reported once.
        self.folder = None;
        let file = file.display();
        session.bad(&format!("cannot write {file}: {error}; no more pictures are drawn"))
    }
}
