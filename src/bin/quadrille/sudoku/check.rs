//! `quadrille check`: redundant clues, backdoors and neighbours of Sudokus.

use std::process::ExitCode;

use clap::error::ErrorKind;
use quadrille::sudoku::clues::{Change, ClueTester, backdoors};
use quadrille::sudoku::logic::Cell;
use quadrille::sudoku::{Grid, Solver};

use crate::shared::{
    Answers, End, Error, Format, LineCommand, Object, OneOf, PuzzleLineArgs, TimeoutArgs,
};
use crate::sudoku::rate::field;

/// Check Sudokus for redundant clues, backdoors and neighbours
///
/// Prints one line for each puzzle, with three fields separated by tabs:
///
/// 1. `minimal` if every clue is needed, `redundant` if some clue follows from the other clues;
///    `several` or `none` if the puzzle does not have exactly one solution;
///
/// 2. the number of clues;
///
/// 3. the cells of the redundant clues, each redundant by itself, or `-`.
///
/// --backdoors adds two fields, `-` if empty: the size of the smallest backdoors, and all backdoors
/// of this size, as in r1c2+r3c4. A backdoor is a set of cells: once they are filled in, naked and
/// hidden singles solve the puzzle. The size is 0 if singles solve the puzzle itself.
///
/// With --neighbours, prints one line for each neighbouring minimal puzzle instead.
///
/// Exit status: 0 if every puzzle has exactly one solution; 1 if some puzzle has several or none.
/// With --neighbours, it is 1 only if --timeout ends a search before it finds a neighbour.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  quadrille check PUZZLE
  quadrille check -p FILE | grep -w minimal | cut -f1   the minimal puzzles of a list
  quadrille check --backdoors 2 FILE                    backdoors of up to two cells
  quadrille check --neighbours -1+1 PUZZLE              {-1+1}: one clue replaced by another
  quadrille check --neighbours -2+1 PUZZLE              minimal puzzles with one clue fewer
  quadrille check --neighbours -1+1 FILE | quadrille canonical | sort -u   inequivalent ones")]
pub(crate) struct Args {
    /// Find the smallest backdoors of up to N cells; N is at most 3
    #[arg(short, long, value_name = "N", value_parser = clap::value_parser!(u8).range(0..=3), allow_negative_numbers = true)]
    backdoors: Option<u8>,

    /// Print the minimal puzzles that result from removing and adding these numbers of clues, as in
    /// -1+1
    ///
    /// The solution may change. +1 by itself is for puzzles with several solutions, and -1 for
    /// puzzles with a redundant clue. With 17 clues, -1+1 takes milliseconds, and -2+1 or -1+2
    /// may take seconds.
    #[arg(long, value_name = "CHANGE", allow_hyphen_values = true, conflicts_with = "backdoors")]
    neighbours: Option<Change>,

    #[command(flatten)]
    timeout: TimeoutArgs,

    #[command(flatten)]
    line: PuzzleLineArgs,

    /// The format of a result
    #[arg(short, long, value_name = "FORMAT", default_value = "line", value_parser = OneOf(&[
        ("line", Format::Line, "Fields separated by tabs, or with --neighbours a puzzle"),
        ("json", Format::Json, "An object per line: the puzzle and the result"),
    ]))]
    format: Format,
}

impl Args {
    pub(crate) fn check(&self) -> Result<(), (ErrorKind, &'static str)> {
        let is_list = self.neighbours.is_some();
        if is_list && self.line.each.lines.align {
            let message =
                "--align needs one line for each puzzle, and --neighbours prints any number";
            return Err((ErrorKind::ArgumentConflict, message));
        }
        if !is_list && self.timeout.timeout.is_some() {
            let message = "--timeout ends the search for neighbours: add --neighbours";
            return Err((ErrorKind::MissingRequiredArgument, message));
        }
        self.line.each.input.check()
    }
}

pub(crate) fn run(args: &Args) -> ExitCode {
    let word = if args.neighbours.is_some() { "neighbours" } else { "done" };
    let command = LineCommand::new(&args.line, args.format, word);
    // The solver distinguishes no solution from several.
    let state = || (ClueTester::new(), Solver::new());
    command.run(state, |(tester, solver), puzzle, _, answers| {
        let grid = &puzzle.grid;
        let Some(change) = args.neighbours else {
            return check(args, grid, tester, solver, answers);
        };
        let until = args.timeout.until();
        let neighbours = tester.neighbours(grid, change);
        let is_stopped = answers.list(u64::MAX, until, neighbours, |answers, found| {
            let neighbour = found.puzzle();
            answers.add(
                || neighbour.to_string(),
                |object| {
                    object.with("neighbour", neighbour.to_string());
                    object.with("removed", clues_beside(grid, &neighbour));
                    object.with("added", clues_beside(&neighbour, grid));
                },
            )
        })?;
        // A puzzle without exactly one solution may have neighbours, and a puzzle with one may have
        // none.
        Ok(if is_stopped { End::Stopped("neighbour") } else { End::Done })
    })
}

/// Adds the verdict on the clues of a puzzle, and its backdoors if requested, to the answers.
fn check(
    args: &Args,
    puzzle: &Grid,
    tester: &mut ClueTester,
    solver: &mut Solver,
    answers: &mut Answers<'_>,
) -> Result<End, Error> {
    let solution = tester.solution(puzzle);
    let redundant = tester.redundant(puzzle).unwrap_or_default();
    let verdict = match solution {
        Some(_) if redundant.is_empty() => "minimal",
        Some(_) => "redundant",
        None if solver.solutions(puzzle).next().is_some() => "several",
        None => "none",
    };
    let redundant = names(&redundant);
    let clues = puzzle.clue_count();
    // The number of cells of the smallest backdoors, if there are any, and these backdoors.
    let backdoors = args.backdoors.map(|most| {
        let all = |size| {
            let sets = backdoors(puzzle, &solution?, size);
            (!sets.is_empty()).then_some((size, sets))
        };
        let (size, sets) = (0..=usize::from(most)).find_map(all).unzip();
        (size, sets.unwrap_or_default().iter().map(|set| names(set)).collect::<Vec<_>>())
    });
    answers.add(
        || {
            let text = format!("{verdict}\t{clues}\t{}", joined(&redundant));
            let Some((size, sets)) = &backdoors else { return text };
            // The backdoor without cells has no name.
            let sets = sets.iter().filter(|set| !set.is_empty());
            let sets: Vec<String> = sets.map(|set| set.join("+")).collect();
            format!("{text}\t{}\t{}", field(*size), joined(&sets))
        },
        |object| {
            object
                .with("verdict", verdict)
                .with("clues", clues)
                .with("solution", solution.map(|grid| grid.to_string()));
            object.with("redundant", &redundant);
            if let Some((size, sets)) = &backdoors {
                let backdoors = Object::new().with("size", size).with("sets", sets).value();
                object.with("backdoors", backdoors);
            }
        },
    )?;
    let why = puzzle.clash().map(|clash| format!("no solution: {clash}"));
    Ok(if solution.is_some() { End::Done } else { End::NoSolution(why) })
}

fn names(cells: &[Cell]) -> Vec<String> {
    cells.iter().map(ToString::to_string).collect()
}

/// Joins words with blanks; `-` if there are none.
fn joined(words: &[String]) -> String {
    field((!words.is_empty()).then(|| words.join(" ")))
}

/// Returns the clues that `first` has and `second` does not have, as in r4c7=5.
fn clues_beside(first: &Grid, second: &Grid) -> Vec<String> {
    let clue = |cell: Cell| {
        let digit = first.get(cell.row(), cell.column())?;
        let is_common = second.get(cell.row(), cell.column()) == Some(digit);
        (!is_common).then(|| format!("{cell}={digit}"))
    };
    Cell::all().filter_map(clue).collect()
}
