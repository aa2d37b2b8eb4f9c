//! `quadrille show`: draws the solutions of a puzzle.

use std::cell::Cell;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::error::ErrorKind;
use quadrille::puzzle::{Mark, Picture};
use quadrille::search::Step;
use quadrille::solve::{DistinctCover, First};
use quadrille::{Cheapest, Count, Solutions};

use crate::puzzle::args::{Encoded, Files, PuzzleKind, Shown, Solvable};
use crate::shared::distinct::DistinctSearch;
use crate::shared::output::json_number;
use crate::shared::values::positive;
use crate::shared::{
    BoardStyle, Color, Error, Format, Object, OneOf, Session, StopArgs, counted, drive, error,
};

/// Solve a puzzle and draw its solutions
///
/// Draws the solutions, with blank lines between them, or prints them as JSON. With --svg, also
/// writes them to files.
///
/// Exit status: 0 if there is a solution; 1 if there is none, or none was found before a limit.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  quadrille show polyomino pentominoes 6x10 --svg tiling.svg
  quadrille show queens 8 --distinct -n 12           the twelve solutions up to symmetry
  quadrille show queens --help                       the arguments of a kind of puzzle")]
pub(crate) struct Args {
    #[command(subcommand)]
    kind: PuzzleKind,

    /// The maximum number of solutions to draw; 1 by default
    ///
    /// With -n 2 or more, the first solution may take far longer than with -n 1.
    #[arg(
        short = 'n',
        long = "limit",
        value_name = "N",
        value_parser = positive, allow_negative_numbers = true,
        global = true
    )]
    most: Option<u64>,

    /// Also write the solution as an SVG picture to a file
    ///
    /// With -n 2 or more, each solution has its own file. For tiling.svg, these are tiling-1.svg,
    /// tiling-2.svg, and so on.
    #[arg(long, value_name = "FILE", global = true)]
    svg: Option<PathBuf>,

    /// Draw the cheapest solutions, in order of cost
    #[arg(long, global = true)]
    best: bool,

    /// Draw the solutions up to symmetry: one of each class
    ///
    /// Without it, rotations and reflections of a solution are separate solutions. -n limits the
    /// number of classes, and -c prints the numbers of classes and of all solutions.
    #[arg(long, global = true)]
    distinct: bool,

    /// Print only the number of solutions
    ///
    /// Without --distinct, solutions are found one by one. `quadrille make` with `quadrille count`
    /// is often faster, but counts covers, which in loop puzzles need not be solutions.
    #[arg(short, long, global = true)]
    count: bool,

    #[command(flatten)]
    stop: StopArgs,

    /// The format of a solution
    #[arg(short, long, value_name = "FORMAT", default_value = "text", global = true, value_parser = OneOf(&[
        ("text", Format::Text, "A drawing"),
        ("json", Format::Json, "An object per line: drawing; labels and regions of cells, if any"),
    ]))]
    format: Format,

    #[command(flatten)]
    color: Color,
}

impl Args {
    /// Finds options that exclude each other. clap does not see such conflicts if the kind of
    /// puzzle is between the options.
    pub(crate) fn check(&self) -> Result<(), (ErrorKind, &'static str)> {
        let is_drawn =
            self.most.is_some() || self.svg.is_some() || self.best || self.format.is_json();
        let message = match self {
            Self { count: true, .. } if is_drawn => {
                "--count prints only a number: leave out --limit, --svg, --best and --format"
            }
            Self { distinct: true, best: true, .. } => "leave out --distinct or --best",
            _ => return Ok(()),
        };
        Err((ErrorKind::ArgumentConflict, message))
    }

    /// Returns the maximum number of solutions to draw.
    fn most(&self) -> u64 {
        self.most.unwrap_or(1)
    }
}

pub(crate) fn run(args: &Args) -> ExitCode {
    let session = Session::new("puzzles", "solutions").with_stop(args.stop);
    session.command(|session| {
        let files = Files::default();
        let encoded = args.kind.puzzle(&files);
        if let Some(file) = args.svg.as_ref().filter(|_| args.most() == 1) {
            files.check_other("--svg", file)?;
        }
        let Encoded { puzzle, is_pictured, unsolved } = encoded.map_err(Error::Bad)?;
        if args.svg.is_some() && !is_pictured {
            return Err(Error::Bad(
                "the solutions of this puzzle are text, not pictures: leave out --svg".to_owned(),
            ));
        }
        let style = args.color.style(session.output.is_terminal);
        let puzzle = &*puzzle;
        let mut drawer = Drawer { args, files: &files, puzzle, style, drawn: 0 };
        if let Some(picture) = unsolved {
            let is_search = args.count || args.best || args.distinct || args.stop.is_limited();
            if args.most.is_some() || is_search {
                let message = "--marks draws the puzzle itself: leave out --limit, --count, --best, \
                               --distinct, --timeout and --nodes";
                return Err(Error::Bad(message.to_owned()));
            }
            return drawer.draw(Shown::Board(picture), None, session);
        }
        session.begin_search();
        let problem = puzzle.problem();
        // Without costs all solutions are equally good.
        let has_best = args.best && problem.has_costs();
        let is_found = if args.distinct {
            distinct(&mut drawer, session)?
        } else if has_best {
            let most = usize::try_from(args.most()).unwrap_or(usize::MAX);
            let mut cheapest = Cheapest::new(problem, most).limited(session.limits());
            session.drive(&mut cheapest, drive::advance)?;
            if !cheapest.is_exhausted() {
                // The solutions found so far need not be the best.
                error::check_signal()?;
            }
            for (cover, _) in cheapest.into_covers() {
                drawer.draw(puzzle.solution(&cover), None, session)?;
            }
            drawer.drawn > 0
        } else if args.most() == 1 && !args.count && !args.kind.has_other_covers() {
            let first = session.find(First::new(problem))?;
            match &first {
                Some(cover) => {
                    debug_assert!(puzzle.is_solution(cover), "the kind has other covers");
                    drawer.draw(puzzle.solution(cover), None, session)?;
                }
                // After an interrupt there may be a solution.
                None => error::check_signal()?,
            }
            first.is_some()
        } else {
            in_order(&mut drawer, session)?
        };
        if !is_found {
            session.no_solution();
        }
        match session.stopped {
            Some(by) if is_found && args.best => {
                session.say(&error::stopped(by, "there may be better solutions"))
            }
            Some(by) => session.say(&error::stopped_search(by, is_found, "solution")),
            None if is_found || args.count => Ok(()),
            None => session.say("no solution"),
        }
    })
}

/// Draws one solution of each class, or prints the numbers of classes and solutions. Returns true
/// if a solution was found.
fn distinct(drawer: &mut Drawer<'_>, session: &mut Session) -> Result<bool, Error> {
    let puzzle = drawer.puzzle;
    let &Args { ref kind, count, .. } = drawer.args;
    if kind.has_other_covers() {
        let message = "some covers of this problem are not solutions: leave out --distinct";
        return Err(Error::Bad(message.to_owned()));
    }
    let problem = puzzle.problem();
    let most = (!count).then(|| drawer.args.most());
    let search = DistinctSearch { problem, chosen: &[], most, audit: false };
    let classes = if count {
        let classes = search.count(problem.distinct(), session)?;
        session.print(|output| writeln!(output, "{classes}"))?;
        classes
    } else {
        search.run(problem.distinct(), session, |class, _, session| {
            drawer.draw(puzzle.solution(&class.cover), Some(class), session)
        })?
    };
    if !classes.count.is_exact() {
        error::check_signal()?;
    }
    Ok(classes.count.is_at_least(1))
}

/// Draws the solutions in the order of the search, or prints their number. Returns true if one was
/// found.
fn in_order(drawer: &mut Drawer<'_>, session: &mut Session) -> Result<bool, Error> {
    let puzzle = drawer.puzzle;
    let (count, limit) = (drawer.args.count, drawer.args.most());
    let found = Cell::new(0_u64);
    // The driver reads the clock after each step, which takes longer than finding a cover.
    let covers = if count { 1024 } else { 1 };
    let step = |solutions: &mut Solutions, nodes, session: &mut Session| {
        for _ in 0..covers {
            let step = solutions.advance(nodes);
            if step != Step::Cover {
                return Ok(step);
            }
            if puzzle.is_solution(solutions.cover()) {
                found.set(found.get() + 1);
                if !count {
                    drawer.draw(puzzle.solution(solutions.cover()), None, session)?;
                }
            }
        }
        Ok(if count || found.get() < limit { Step::Cover } else { Step::Exhausted })
    };
    let mut solutions = puzzle.problem().solutions().limited(session.limits());
    let is_over = session.run(&mut solutions, step, |solutions| match count {
        true => (Some(found.get().into()), Some(solutions.open())),
        false => drive::work(solutions),
    })?;
    let found = found.get();
    if !is_over && session.stopped.is_none() {
        if count {
            session.say(&format!("stopped: at least {}", counted(found, "solution")))?;
        }
        return Err(Error::Interrupted);
    }
    if count {
        let all = if solutions.is_exhausted() { found.into() } else { Count::at_least(found) };
        session.print(|output| writeln!(output, "{all}"))?;
    }
    Ok(found > 0)
}

struct Drawer<'a> {
    args: &'a Args,
    files: &'a Files,
    puzzle: &'a dyn Solvable,
    style: BoardStyle,
    drawn: u64,
}

impl Drawer<'_> {
    fn draw(
        &mut self,
        shown: Shown,
        class: Option<&DistinctCover>,
        session: &mut Session,
    ) -> Result<(), Error> {
        let is_json = self.args.format == Format::Json;
        let (text, picture) = match shown {
            Shown::Text(text, picture) => (text, picture),
            Shown::Board(picture) if is_json => (picture.to_string(), Some(picture)),
            Shown::Board(picture) => (self.style.draw(&picture), Some(picture)),
        };
        let separator = if self.drawn == 0 { "" } else { "\n" };
        self.drawn += 1;
        session.print(|output| {
            if !is_json {
                return writeln!(output, "{separator}{text}");
            }
            let mut object = Object::new();
            object.with("index", self.drawn).with("text", text);
            if let Some(picture) = &picture {
                let label = |marks: &[Mark]| -> String {
                    marks.iter().map(|mark| mark.text.as_str()).collect()
                };
                object.with("cells", table(picture, |_, marks| label(marks)));
                object.with("regions", table(picture, |region, _| region));
            }
            if let Some(DistinctCover { orbit_size, stabilizer_order, .. }) = class {
                object.with("orbit", json_number(orbit_size));
                object.with("stabilizer", json_number(stabilizer_order));
            }
            writeln!(output, "{object}")
        })?;
        if let Some((file, picture)) = self.args.svg.as_ref().zip(picture) {
            let file =
                if self.args.most() == 1 { file.clone() } else { numbered(file, self.drawn) };
            self.files.check_other("--svg", &file)?;
            fs::write(&file, picture.svg())
                .map_err(|error| Error::Bad(format!("cannot write {}: {error}", file.display())))?;
        }
        Ok(())
    }
}

/// Returns a value for each cell, row by row; `None` for a cell that is absent.
fn table<T>(picture: &Picture, of: impl Fn(u32, &[Mark]) -> T) -> Vec<Vec<Option<T>>> {
    let cell = |row, column| picture.get(row, column).map(|(region, marks)| of(region, marks));
    let row = |row| (0..picture.columns()).map(|column| cell(row, column)).collect();
    (0..picture.rows()).map(row).collect()
}

/// Returns the file name for the solution with this number: `tiling-2.svg` for `tiling.svg`.
fn numbered(file: &Path, number: u64) -> PathBuf {
    let mut name = file.file_stem().unwrap_or_default().to_owned();
    name.push(format!("-{number}"));
    if let Some(extension) = file.extension() {
        name.push(".");
        name.push(extension);
    }
    file.with_file_name(name)
}
