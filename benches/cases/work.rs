//! Reads the input of a case, compiles an engine for it, and runs the search, once or repeatedly.

use std::hint::black_box;
use std::io::BufRead;
use std::ops::DerefMut;
use std::path::Path;
use std::process::Command;
use std::{fs, io};

use quadrille::search::{Cube, Engine, Stats, Step};
use quadrille::solve::Distinct;
use quadrille::sudoku::{self, Grid};
use quadrille::{
    AnyEngine, Cheapest, Count, Counter, EngineChoice, Limits, Problem, Solver, format,
};

use super::{Expected, Input, Task};

/// The parsed input of a case.
#[derive(Clone, Debug)]
pub(crate) enum Work {
    Cover(Box<Problem>),
    /// One or more Sudokus.
    Sudokus(Vec<Grid>),
}

impl Work {
    /// Returns the input of a case, with files relative to `folder`. For an input that `make`
    /// writes, runs the program `quadrille`.
    ///
    /// # Errors
    /// A message with the reason. If a file is at fault or the program cannot be started, it begins
    /// with the name of the file or the program.
    pub(crate) fn made_by(program: &Path, folder: &Path, input: &Input) -> Result<Self, String> {
        match input {
            Input::Make(arguments) => {
                let mut command = Command::new(program);
                command.arg("make").args(arguments.split_whitespace()).current_dir(folder);
                let output =
                    command.output().map_err(|error| format!("{}: {error}", program.display()))?;
                if !output.status.success() {
                    return Err(String::from_utf8_lossy(&output.stderr).into_owned());
                }
                Self::problem(&*output.stdout)
            }
            Input::File(name) => {
                let file = fs::File::open(folder.join(name))
                    .map_err(|error| format!("{name}: {error}"))?;
                let text = io::BufReader::new(file);
                let work =
                    if input.is_problem() { Self::problem(text) } else { Self::sudokus(text) };
                work.map_err(|error| format!("{name}:{error}"))
            }
            Input::Puzzle(puzzle) => Self::sudokus(puzzle.as_bytes()),
        }
    }

    /// Parses a problem in Knuth's format.
    ///
    /// # Errors
    /// A message. For an error in the text, it begins with the line and the column.
    pub(crate) fn problem(text: impl BufRead) -> Result<Self, String> {
        match format::read(text) {
            Ok(parsed) => Ok(Self::Cover(Box::new(parsed.problem))),
            Err(format::ReadError::Parse(error)) => {
                Err(format!("{}:{}: {}", error.line, error.column, error.kind))
            }
            Err(format::ReadError::Io(error)) => Err(format!(" cannot be read: {error}")),
        }
    }

    /// Parses a list of Sudokus.
    ///
    /// # Errors
    /// A message about the first invalid puzzle, an empty list, or a failure to read the text. For
    /// an invalid puzzle, it begins with the line number.
    pub(crate) fn sudokus(text: impl BufRead) -> Result<Self, String> {
        // The first use builds the exact-cover problem of Sudoku. This must not be measured.
        let _ = sudoku::problem();
        let mut puzzles = Vec::new();
        for puzzle in sudoku::Reader::new(text) {
            match puzzle {
                Ok(puzzle) => puzzles.push(puzzle.grid),
                Err(sudoku::ReadError::Parse(error)) => {
                    return Err(format!("{}: {}", error.line, error.kind));
                }
                Err(sudoku::ReadError::Io(error)) => {
                    return Err(format!(" cannot be read: {error}"));
                }
            }
        }
        if puzzles.is_empty() {
            Err(" there is no puzzle in it".to_owned())
        } else {
            Ok(Self::Sudokus(puzzles))
        }
    }

    pub(crate) fn problems(&self) -> u64 {
        match self {
            Self::Cover(_) => 1,
            Self::Sudokus(puzzles) => puzzles.len() as u64,
        }
    }

    /// Compiles an engine that writes all solutions of Sudokus as lines of 81 digits.
    ///
    /// # Errors
    /// A message if the input is a problem, because the program, not the library, writes covers.
    pub(crate) fn compile_to_print(&self, engine: EngineChoice) -> Result<Prepared<'_>, String> {
        match self {
            Self::Cover(_) => Err("the program, not the library, writes covers".to_owned()),
            Self::Sudokus(puzzles) => Ok(Prepared::Lines {
                solver: sudoku::Solver::with_engine(engine),
                puzzles,
                lines: vec![0; LINES * LINE],
            }),
        }
    }

    /// Compiles an engine for the task.
    ///
    /// # Errors
    /// The reason why the engine cannot do the task.
    pub(crate) fn compile(&self, task: Task, engine: EngineChoice) -> Result<Prepared<'_>, String> {
        Ok(match (self, task) {
            // `Cheapest` has an engine of its own. The reference engine stands for it.
            (Self::Cover(problem), Task::Best(count)) => match engine {
                EngineChoice::Auto | EngineChoice::Links => {
                    // The relaxation is computed before the first node and counts as compilation.
                    let relaxed = Limits::none().nodes(0);
                    let mut cheapest = Cheapest::new(problem, count).limited(relaxed);
                    cheapest.advance(u64::MAX);
                    Prepared::Best(Box::new(cheapest.limited(Limits::none())))
                }
                _ => return Err("it does not search for the cheapest covers".to_owned()),
            },
            (Self::Cover(problem), Task::Number | Task::Distinct) => match (engine, task) {
                (EngineChoice::Auto, Task::Number) => {
                    Prepared::Number(Counter::new(problem).into())
                }
                (EngineChoice::Auto, _) => Prepared::Distinct(problem.distinct().into()),
                _ => return Err("this needs more than one engine".to_owned()),
            },
            (Self::Cover(problem), _) => Prepared::Cover(
                Solver::with_engine(problem, engine).map_err(|error| error.to_string())?,
                task,
            ),
            (Self::Sudokus(puzzles), _) => {
                Prepared::Sudokus(sudoku::Solver::with_engine(engine), task, puzzles)
            }
        })
    }
}

/// An engine compiled for its task. It can be run any number of times.
#[derive(Debug)]
pub(crate) enum Prepared<'a> {
    Cover(Solver, Task),
    Sudokus(sudoku::Solver, Task, &'a [Grid]),
    Best(Box<Cheapest>),
    Number(Box<Counter>),
    /// A search that has not started.
    Distinct(Box<Distinct>),
    /// An engine that writes the solutions of Sudokus as lines into a buffer, which is reused.
    Lines {
        solver: sudoku::Solver,
        puzzles: &'a [Grid],
        lines: Vec<u8>,
    },
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Outcome {
    /// The number of solutions found, of all problems together.
    pub(crate) solutions: u64,
    pub(crate) stats: Stats,
}

/// The maximum number of nodes of a call to a search. They take several milliseconds, so the checks
/// of the clock between the calls hardly affect the measured times.
const SLICE: u64 = 50_000;

/// The maximum number of solutions that a call of `step` takes.
const TAKEN: u32 = 1000;

/// The number of bytes of a line of 81 digits.
const LINE: usize = 82;

/// The number of lines in the buffer of a search that writes. They fit into 64 KB.
const LINES: usize = (1 << 16) / LINE;

/// Returns the number of solutions, which must be below 2^64.
fn found(count: &Count) -> u64 {
    count.to_u64().expect("a search finds fewer than 2^64 solutions")
}

impl Prepared<'_> {
    /// Does the task once, or returns `None` as soon as a call of `go_on` returns false.
    pub(crate) fn run(&mut self, mut go_on: impl FnMut() -> bool) -> Option<Outcome> {
        match self {
            Self::Cover(solver, task) => {
                let mut solutions = solver.solutions().limited(Limits::none().covers(task.limit()));
                while step(&mut solutions, *task) != Step::Exhausted && !solutions.is_cut_short() {
                    if !go_on() {
                        return None;
                    }
                }
                let found = found(&solutions.count_so_far());
                Some(Outcome { solutions: found, stats: solutions.stats() })
            }
            Self::Sudokus(solver, task, puzzles) => {
                let mut total = Outcome::default();
                let mut due = SLICE;
                for puzzle in puzzles.iter() {
                    let mut solutions =
                        solver.solutions(puzzle).limited(Limits::none().covers(task.limit()));
                    while step(&mut solutions, *task) != Step::Exhausted
                        && !solutions.is_cut_short()
                    {
                        if !go_on() {
                            return None;
                        }
                    }
                    total.solutions += found(&solutions.count_so_far());
                    total.stats += solutions.stats();
                    if total.stats.nodes >= due {
                        due = total.stats.nodes + SLICE;
                        if !go_on() {
                            return None;
                        }
                    }
                }
                Some(total)
            }
            Self::Lines { solver, puzzles, lines } => {
                let mut total = Outcome::default();
                for puzzle in puzzles.iter() {
                    let mut solutions = solver.solutions(puzzle);
                    let mut step = Step::Paused;
                    while step != Step::Exhausted {
                        step = solutions.write_lines(lines, SLICE).1;
                        black_box(&*lines);
                        if !go_on() {
                            return None;
                        }
                    }
                    total.solutions += found(&solutions.count_so_far());
                    total.stats += solutions.stats();
                }
                Some(total)
            }
            Self::Best(cheapest) => {
                cheapest.start(&Cube::default()).expect("an empty prefix names no option");
                while cheapest.advance(SLICE) != Step::Exhausted {
                    if !go_on() {
                        return None;
                    }
                }
                Some(Outcome { solutions: cheapest.found() as u64, stats: cheapest.stats() })
            }
            Self::Number(counter) => {
                counter.start(&Cube::default()).expect("an empty prefix names no option");
                while counter.advance(SLICE) == Step::Paused {
                    if !go_on() {
                        return None;
                    }
                }
                let solutions = found(&counter.count_so_far());
                Some(Outcome { solutions, stats: counter.stats() })
            }
            Self::Distinct(search) => {
                let mut search = search.clone();
                loop {
                    match search.advance(SLICE) {
                        Step::Exhausted => break,
                        Step::Cover => {
                            black_box(search.current());
                        }
                        Step::Paused if !go_on() => return None,
                        Step::Paused => {}
                    }
                }
                let solutions = found(&search.count_so_far());
                Some(Outcome { solutions, stats: search.stats() })
            }
        }
    }

    /// Returns the result in the form of the list of cases: the number of solutions of the outcome,
    /// or the costs that the last run found.
    pub(crate) fn result(&self, outcome: &Outcome) -> Expected {
        match self {
            Self::Cover(..)
            | Self::Sudokus(..)
            | Self::Number(_)
            | Self::Distinct(_)
            | Self::Lines { .. } => Expected::Solutions(outcome.solutions),
            Self::Best(cheapest) => Expected::Costs(
                cheapest.clone().into_covers().into_iter().map(|(_, cost)| cost).collect(),
            ),
        }
    }
}

/// The common interface of searches for covers and for solutions of a Sudoku.
trait Search {
    /// Skips solutions, to the end of the search or of a slice of it.
    fn skip(&mut self) -> Step;
    /// Advances to the next solution, or to the end of the search or of a slice. Takes a solution
    /// in the form that callers use.
    fn take(&mut self) -> Step;
}

impl<E: Engine> Search for quadrille::Solutions<E> {
    fn skip(&mut self) -> Step {
        self.skip_covers(u64::MAX, SLICE).1
    }

    fn take(&mut self) -> Step {
        let step = self.advance(SLICE);
        if step == Step::Cover {
            // The checksum depends on every option, so the compiler cannot skip any.
            black_box(self.cover().iter().fold(0, |sum, option| sum ^ option.get()));
        }
        step
    }
}

impl<E: DerefMut<Target = AnyEngine>> Search for sudoku::Solutions<E> {
    fn skip(&mut self) -> Step {
        self.skip_solutions(u64::MAX, SLICE).1
    }

    fn take(&mut self) -> Step {
        let step = self.advance(SLICE);
        if step == Step::Cover {
            black_box(self.solution());
        }
        step
    }
}

fn step(search: &mut impl Search, task: Task) -> Step {
    match task {
        Task::All => (0..TAKEN)
            .map(|_| search.take())
            .find(|&step| step != Step::Cover)
            .unwrap_or(Step::Cover),
        _ => search.skip(),
    }
}
