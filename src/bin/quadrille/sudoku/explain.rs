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

use crate::shared::{
    BoardStyle, Color, Error, Format, InputArgs, Object, OneOf, Place, Session, Tell, ThreadArgs,
    check_other, counted,
};

/// Solve Sudokus by logic alone, with a reason for each step
///
/// Each step is a sentence that names the simplest technique that applies, the cells and candidates
/// that it uses, and its result. docs/explain.md lists the techniques, from naked singles to
/// forcing chains. Forcing chains are tried only if the solution is unique. When no technique
/// applies, the program draws the remaining candidates and reports that it stopped. Cells are named
/// by row and column: r4c7.
///
/// Exit status: 0 if every puzzle was solved; 1 if some puzzle was not.
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
    /// exclude. For a Sukaku, both lines have the same numbers.
    #[arg(long, conflicts_with = "format")]
    log: bool,

    /// Draw the candidates with each step, or, with --log, after each pass
    #[arg(long)]
    grid: bool,

    /// Assume that every puzzle has exactly one solution, and reason from that
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
        ("json", Format::Json, "An object per line: each step, and the result"),
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
    /// The most candidates in a chain other than a forcing chain; below 4, no chains are used
    #[arg(long, value_name = "N", default_value_t = Settings::LONGEST_CHAIN, allow_negative_numbers = true)]
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
            .forcing_chains(!self.no_forcing_chains && self.longest_chain >= 4)
    }
}

impl Args {
    pub(crate) fn check(&self) -> Result<(), (ErrorKind, &'static str)> {
        if self.format == Format::Json && self.grid {
            let message =
                "`--grid` conflicts with --format json, where the last object has the candidates";
            return Err((ErrorKind::ArgumentConflict, message));
        }
        self.input.check()
    }
}

pub(crate) fn run(args: &Args) -> ExitCode {
    Session::new("puzzles", "solved").command(|session| {
        let mut folder = args.svg.as_ref();
        if let Some(name) = folder
            && let Err(error) = fs::create_dir_all(name)
        {
            // The explanations are printed without pictures.
            folder = None;
            let name = name.display();
            session.bad(&format!("cannot create {name}: {error}; no pictures are drawn"))?;
        }
        let (style, has_pictures) =
            (args.color.style(session.output.is_terminal), folder.is_some());
        let work = |(): &mut (), puzzle: &Puzzle, _: Place<'_>, tell: &mut Tell<'_, Piece>| {
            tell_steps(args, puzzle, style, has_pictures, tell)
        };
        let print = |session: &mut Session, Piece { text, picture }: Piece| {
            if let Some(name) = folder
                && let Some((step, svg)) = picture
            {
                let puzzle = session.totals.problems + 1;
                let file = name.join(format!("puzzle-{puzzle}-step-{step:03}.svg"));
                check_other("--svg", &file, args.input.files())?;
                if let Err(error) = fs::write(&file, svg) {
                    // The error is reported once.
                    folder = None;
                    let file = file.display();
                    session.bad(&format!(
                        "cannot write {file}: {error}; no more pictures are drawn"
                    ))?;
                }
            }
            // The first explanation has no empty line before it.
            let is_separator = session.totals.problems == 0 && text.starts_with('\n');
            let text = &text[usize::from(is_separator)..];
            session.print(|output| output.write_all(text.as_bytes()))
        };
        let end = |session: &mut Session, outcome: Outcome, _: Place<'_>| {
            match outcome {
                Outcome::Solved => session.totals.solutions += 1_u32,
                _ => session.no_solution(),
            }
            Ok(())
        };
        args.input.stream(session, args.threads.threads, || (), work, print, end)
    })
}

/// A piece of an explanation: a text, and the number and the picture of a step, if any.
struct Piece {
    text: String,
    picture: Option<(usize, String)>,
}

/// Passes the explanation of a puzzle to `tell`, piece by piece, and returns the outcome.
fn tell_steps(
    args: &Args,
    puzzle: &Puzzle,
    style: BoardStyle,
    has_pictures: bool,
    tell: &mut Tell<'_, Piece>,
) -> Result<Outcome, Error> {
    let settings = args.chains.settings().claim_unique(args.unique);
    // If there are several solutions, a search for forcing chains may take minutes and find none.
    let has_forcing_chains = settings.has_forcing_chains()
        && matches!(puzzle.solutions().uniqueness(), Uniqueness::One(_));
    let settings = settings.forcing_chains(has_forcing_chains);
    let mut explanation = match puzzle.candidates {
        None if args.as_rated => Explanation::as_rated(&puzzle.grid, settings),
        _ => Explanation::of(puzzle, settings),
    };
    let mut before = explanation.position().clone();
    let is_json = args.format == Format::Json;
    let drawing = |position: &Position| style.draw(&position.picture()) + "\n";
    let grid = |position: &Position| if args.grid { drawing(position) } else { String::new() };
    let end_pass = |technique: Technique, position: &Position| {
        format!("{technique}: {}\n{}", position.counts(), grid(position))
    };
    if !is_json {
        let counts = before.counts();
        let begin = if args.log {
            let start = match puzzle.candidates {
                Some(_) => counts,
                None => Position::new(&puzzle.grid).counts(),
            };
            format!("\nstart: {start}\nclues: {counts}\n")
        } else {
            let [candidates, cells] = left(&before);
            format!("\nThe clues leave {candidates} in {cells}.\n")
        };
        tell(Some(Piece { text: begin + &grid(&before), picture: None }))?;
    }
    // With `--log`, `pass` is the technique of the current pass.
    let (mut steps, mut pass) = (0, None);
    while let Some(step) = explanation.next() {
        steps += 1;
        let picture = has_pictures.then(|| (steps, step.picture(&before).svg()));
        let text = if is_json {
            json_step(puzzle, steps, &step)
        } else if args.log {
            let ended = pass.replace(step.technique).filter(|&last| last != step.technique);
            ended.map(|technique| end_pass(technique, &before)).unwrap_or_default()
        } else if args.grid && style.is_colored {
            // The position before the step is drawn, with the candidates of the step highlighted.
            format!("{step}\n{}\n", style.draw(&step.picture(&before)))
        } else {
            format!("{step}\n{}", grid(explanation.position()))
        };
        tell(Some(Piece { text, picture }))?;
        before.clone_from(explanation.position());
        tell(None)?;
    }
    let outcome = explanation.outcome().expect("it has no further step, so it has ended");
    let end = match outcome {
        _ if is_json => json_end(puzzle, steps, outcome, &before),
        Outcome::Solved => {
            let steps = counted(steps, "step");
            format!("Solved in {steps}.\n{}\n", style.solution(&before))
        }
        Outcome::Stopped => {
            let ([candidates, cells], drawing) = (left(&before), drawing(&before));
            format!("{drawing}Stopped: no technique applies to the {candidates} left in {cells}.\n")
        }
        Outcome::Contradiction(why) => {
            format!("{}Contradiction: {why}, so there is no solution.\n", drawing(&before))
        }
    };
    let ended = pass.map(|technique| end_pass(technique, &before)).unwrap_or_default();
    tell(Some(Piece { text: ended + &end, picture: None }))?;
    Ok(outcome)
}

fn json_step(puzzle: &Puzzle, number: usize, step: &Deduction) -> String {
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
    line.with("puzzle", puzzle.to_string()).with("step", number);
    line.with("technique", step.technique.name()).with("sentence", step.to_string());
    line.texts("cells", step.cells).with("digits", digits);
    line.texts("houses", &step.houses).texts("covers", &step.covers);
    line.with("links", step.links.iter().map(link).collect::<Vec<_>>());
    line.with("placed", step.placed.map(value));
    line.with("removed", step.removed.iter().copied().map(value).collect::<Vec<_>>());
    format!("{line}\n")
}

fn json_end(puzzle: &Puzzle, steps: usize, outcome: Outcome, position: &Position) -> String {
    let (outcome, contradiction) = match outcome {
        Outcome::Solved => ("solved", None),
        Outcome::Stopped => ("stopped", None),
        Outcome::Contradiction(why) => ("contradiction", Some(why.to_string())),
    };
    let candidates = Cell::all().map(|cell| format!("{:#}", position.digits(cell)));
    let mut line = Object::new();
    line.with("puzzle", puzzle.to_string()).with("outcome", outcome);
    line.with("steps", steps).with("grid", position.grid().to_string());
    line.texts("candidates", candidates).with_some("contradiction", contradiction);
    format!("{line}\n")
}

/// Returns the numbers of candidates left and of unsolved cells, as text.
fn left(position: &Position) -> [String; 2] {
    let counts = position.counts();
    [counted(counts.candidates, "candidate"), counted(counts.unsolved, "cell")]
}
