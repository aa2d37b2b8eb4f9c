//! `quadrille explain`: solves Sudokus by logic alone, step by step.

use std::fs;
use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;

use clap::error::ErrorKind;
use quadrille::Uniqueness;
use quadrille::puzzle::Drawn;
use quadrille::sudoku::logic::{
    Candidate, Cell, Deduction, Explanation, Link, Outcome, Position, Settings, Technique,
};
use quadrille::sudoku::{Digit, Puzzle};

use crate::shared::error::Error;
use crate::shared::files::check_other;
use crate::shared::format::{Format, OneOf};
use crate::shared::input::{InputArgs, Tell};
use crate::shared::output::Object;
use crate::shared::place::Place;
use crate::shared::search_args::ThreadArgs;
use crate::shared::session::Session;
use crate::shared::style::{BoardStyle, Color};
use crate::shared::words::counted;

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

/// The limits of chains.
#[derive(Debug, clap::Args)]
pub(crate) struct ChainArgs {
    /// The maximum number of candidates in a chain; below 4 there are no chains at all
    #[arg(long, value_name = "N", default_value_t = Settings::LONGEST_CHAIN)]
    longest_chain: usize,

    /// Do not use forcing chains, which take seconds for the hardest known puzzles
    #[arg(long)]
    no_forcing_chains: bool,
}

impl ChainArgs {
    /// Returns the settings of the options, without the assumption that solutions are unique.
    pub(crate) fn settings(&self) -> Settings {
        Settings::default()
            .longest_chain(self.longest_chain)
            .forcing_chains(self.has_forcing_chains())
    }

    pub(crate) fn has_forcing_chains(&self) -> bool {
        !self.no_forcing_chains && self.longest_chain >= 4
    }
}

impl Args {
    pub(crate) fn check(&self) -> Result<(), (ErrorKind, &'static str)> {
        if self.format == Format::Json && self.grid {
            let message = "`--grid` conflicts with --format json, whose objects have the candidates at the end";
            return Err((ErrorKind::ArgumentConflict, message));
        }
        self.input.check()
    }
}

pub(crate) fn run(args: &Args) -> ExitCode {
    Session::new("puzzles", "solved").command(|session| explain(args, session))
}

fn explain(args: &Args, session: &mut Session) -> Result<(), Error> {
    let mut folder = args.svg.as_ref();
    if let Some(name) = folder
        && let Err(error) = fs::create_dir_all(name)
    {
        // The explanations are printed without pictures.
        folder = None;
        let name = name.display();
        session.bad(&format!("cannot create {name}: {error}; no pictures are drawn"))?;
    }
    let (style, has_pictures) = (args.color.style(session.output.is_terminal()), folder.is_some());
    let tell_steps = |(): &mut (), puzzle: &Puzzle, _: Place<'_>, tell: &mut Tell<'_, Piece>| {
        Told { args, style, has_pictures, puzzle, tell, pass: None, steps: 0 }.explain()
    };
    let print = |session: &mut Session, piece: Piece| {
        let (step, svg) = match piece {
            Piece::Text(text) => {
                // The first explanation has no empty line before it.
                let is_separator = session.totals.problems == 0 && text.starts_with('\n');
                let text = &text[usize::from(is_separator)..];
                return session.print(|output| output.write_all(text.as_bytes()));
            }
            Piece::Picture(step, svg) => (step, svg),
        };
        let Some(name) = folder else { return Ok(()) };
        let puzzle = session.totals.problems + 1;
        let file = name.join(format!("puzzle-{puzzle}-step-{step:03}.svg"));
        check_other("--svg", &file, args.input.files())?;
        let Err(error) = fs::write(&file, svg) else { return Ok(()) };
        // The error is reported once.
        folder = None;
        let file = file.display();
        session.bad(&format!("cannot write {file}: {error}; no more pictures are drawn"))
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
    Text(String),
    /// The picture of the step with this number.
    Picture(usize, String),
}

/// The explanation of one puzzle.
struct Told<'a, 'b> {
    args: &'a Args,
    style: BoardStyle,
    has_pictures: bool,
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
        let settings = self.args.chains.settings().claim_unique(self.args.unique);
        // If there are several solutions, the search for forcing chains would fail after minutes.
        let has_forcing_chains = settings.has_forcing_chains()
            && matches!(self.puzzle.solutions().uniqueness(), Uniqueness::One(_));
        let settings = settings.forcing_chains(has_forcing_chains);
        match self.puzzle.candidates {
            None if self.args.as_rated => Explanation::as_rated(&self.puzzle.grid, settings),
            _ => Explanation::of(self.puzzle, settings),
        }
    }

    fn print(&mut self, text: String) -> Result<(), Error> {
        (self.tell)(Some(Piece::Text(text)))
    }

    /// Prints the text before the first step, with an empty line before it.
    fn begin(&mut self, position: &Position) -> Result<(), Error> {
        if self.args.format == Format::Json {
            return Ok(());
        }
        let counts = position.counts();
        if self.args.log {
            let start = match self.puzzle.candidates {
                Some(_) => counts,
                None => Position::new(&self.puzzle.grid).counts(),
            };
            self.print(format!("\nstart: {start}\nclues: {counts}\n"))?;
        } else {
            let [candidates, cells] = left(position);
            self.print(format!("\nThe clues leave {candidates} in {cells}.\n"))?;
        }
        self.draw(position)
    }

    fn step(&mut self, step: &Deduction, before: &Position, after: &Position) -> Result<(), Error> {
        self.steps += 1;
        if self.has_pictures {
            (self.tell)(Some(Piece::Picture(self.steps, step.picture(before).svg())))?;
        }
        if self.args.format == Format::Json {
            return self.print(self.json_step(step));
        }
        if self.args.log {
            if self.pass.is_some_and(|technique| technique != step.technique) {
                self.end_pass(before)?;
            }
            self.pass = Some(step.technique);
            return Ok(());
        }
        self.print(format!("{step}\n"))?;
        // With color, the position before a step is drawn, with the candidates that the step uses
        // and removes highlighted.
        if self.args.grid && self.style.is_colored() {
            return self.print(self.style.draw(&step.picture(before)) + "\n");
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
        if self.args.format == Format::Json {
            return self.print(self.json_end(outcome, position));
        }
        self.end_pass(position)?;
        let drawing = || self.style.draw(&position.picture());
        self.print(match outcome {
            Outcome::Solved => {
                let steps = counted(self.steps, "step");
                format!("Solved in {steps}.\n{}\n", self.style.solution(position))
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
        if !self.args.grid {
            return Ok(());
        }
        self.print(self.style.draw(&position.picture()) + "\n")
    }

    fn json_step(&self, step: &Deduction) -> String {
        let object = |Candidate { cell, digit }: Candidate| {
            let mut object = Object::new();
            object.with("cell", cell.to_string()).with("digit", digit.get());
            object
        };
        let value = |candidate| object(candidate).value();
        let link = |&Link { candidate, holds, from }: &Link| {
            object(candidate).with("holds", holds).with("from", from).value()
        };
        let digits: Vec<u8> = step.digits.into_iter().map(Digit::get).collect();
        let mut line = Object::new();
        line.with("puzzle", self.puzzle.to_string()).with("step", self.steps);
        line.with("technique", step.technique.name()).with("sentence", step.to_string());
        line.texts("cells", step.cells).with("digits", digits);
        line.texts("houses", &step.houses).texts("covers", &step.covers);
        line.with("links", step.links.iter().map(link).collect::<Vec<_>>());
        line.with("placed", step.placed.map(value));
        line.with("removed", step.removed.iter().copied().map(value).collect::<Vec<_>>());
        format!("{line}\n")
    }

    fn json_end(&self, outcome: Outcome, position: &Position) -> String {
        let (outcome, contradiction) = match outcome {
            Outcome::Solved => ("solved", None),
            Outcome::Stopped => ("stopped", None),
            Outcome::Contradiction(why) => ("contradiction", Some(why.to_string())),
        };
        let candidates = Cell::all().map(|cell| format!("{:#}", position.digits(cell)));
        let mut line = Object::new();
        line.with("puzzle", self.puzzle.to_string()).with("outcome", outcome);
        line.with("steps", self.steps).with("grid", position.grid().to_string());
        line.texts("candidates", candidates).with_some("contradiction", contradiction);
        format!("{line}\n")
    }
}

/// Returns the numbers of candidates left and of their cells, as text.
fn left(position: &Position) -> [String; 2] {
    let counts = position.counts();
    [counted(counts.candidates, "candidate"), counted(counts.unsolved, "cell")]
}
