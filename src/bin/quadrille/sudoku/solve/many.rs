//! Many puzzles by several threads, each puzzle by one of them; a puzzle that has a long search by all of them, when its turn
//! comes.

use std::fmt;
use std::io::{self, Write};

use num_bigint::BigUint;
use quadrille::search::{Engine, Step};
use quadrille::sudoku::{self, Grid, Puzzle};
use quadrille::{AnyEngine, Limits, OptionId};
use rayon::iter::{IntoParallelRefIterator, ParallelIterator};

use super::{Args, Format, Job, Object, print_count, print_solution, print_verdict, verdict};
use crate::shared::console::Session;
use crate::shared::crew::{self, Found, Style, Work};
use crate::shared::family;
use crate::shared::interrupt;

/// How many puzzles are solved before the first of them is printed.
const BUNCH: usize = 1_000;
/// Where a search is long: so many nodes, some milliseconds' worth, or so many bytes of solutions.
const LONG: u64 = 20_000;
const LARGE: usize = 1 << 18;

/// What is to be printed of a puzzle.
struct Outcome {
    text: Vec<u8>,
    solutions: u64,
    stats: quadrille::search::Stats,
    has_solution: bool,
}

pub(super) fn solve(args: &Args, job: &mut Job<'_>, threads: usize, session: &mut Session) -> io::Result<()> {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().map_err(io::Error::other)?;
    let original = job.clone();
    args.input.each_bunch(session, BUNCH, |session, bunch| {
        let outcomes: Vec<Option<Outcome>> = pool.install(|| {
            let outcome = |job: &mut Job<'_>, (puzzle, _): &(Puzzle, String)| job.outcome(puzzle);
            bunch.par_iter().map_init(|| original.clone(), outcome).collect()
        });
        for (outcome, (puzzle, place)) in outcomes.into_iter().zip(bunch) {
            let has_solution = match outcome {
                Some(outcome) => outcome.print(args, session)?,
                None => job.solve_by_crew(puzzle, place, session)?,
            };
            session.problems += 1;
            if !has_solution {
                job.no_solution(puzzle, place, session)?;
            }
        }
        Ok(())
    })
}

impl Outcome {
    /// Prints it; whether the puzzle has a solution.
    fn print(&self, args: &Args, session: &mut Session) -> io::Result<bool> {
        // What separates the first grid of all from the one before it.
        let start = usize::from(args.separates() && session.solutions == 0 && !self.text.is_empty());
        session.print(|output| output.write_all(&self.text[start..]))?;
        session.add(self.solutions, self.stats);
        Ok(self.has_solution)
    }
}

impl Args {
    /// Whether an empty line comes between solutions.
    fn separates(&self) -> bool {
        self.format == Format::Grid && !self.unique && !self.search.count
    }
}

impl Job<'_> {
    /// What is wanted of a puzzle; `None` if that takes a long search.
    fn outcome(&mut self, puzzle: &Puzzle) -> Option<Outcome> {
        let Self { args, limits, solver, .. } = self;
        let format = args.format;
        let limits = if args.unique { Limits::none().covers(2) } else { *limits };
        let mut solutions = solver.solutions_of(puzzle).limited(limits);
        let mut text = Vec::new();
        let mut witnesses = Vec::new();
        let print = |result: io::Result<()>| result.expect("memory can always be written to");
        if args.search.count {
            if solutions.skip_solutions(u64::MAX, LONG).1 == Step::Paused && !solutions.is_cut_short() {
                return None;
            }
            let count = solutions.count_so_far();
            print(print_count(&mut text, format, puzzle, &count.map(BigUint::from)));
        } else {
            loop {
                match solutions.advance(LONG.saturating_sub(solutions.stats().nodes)) {
                    Step::Cover if args.unique => witnesses.push(solutions.solution()),
                    Step::Cover => {
                        if args.separates() {
                            text.push(b'\n');
                        }
                        let index = solutions.count_so_far().found();
                        print(print_solution(&mut text, format, puzzle, &solutions.solution(), index));
                    }
                    Step::Paused if !solutions.is_cut_short() => return None,
                    Step::Paused | Step::Exhausted => break,
                }
                if text.len() > LARGE {
                    return None;
                }
            }
            if args.unique {
                let verdict = verdict(witnesses.len());
                let solutions = witnesses.iter().map(Grid::as_str).collect();
                let object = Object::Unique { puzzle: &puzzle.to_string(), verdict, solutions };
                print(print_verdict(&mut text, format, &verdict, &object));
            }
        }
        let found = solutions.count_so_far().found();
        Some(Outcome { text, solutions: found, stats: solutions.stats(), has_solution: found > 0 })
    }

    /// Prints what is wanted of a puzzle that has a long search; whether it has a solution.
    fn solve_by_crew(&mut self, puzzle: &Puzzle, place: &dyn fmt::Display, session: &mut Session) -> io::Result<bool> {
        let Args { search, format, unique, .. } = self.args;
        let engine = AnyEngine::new(sudoku::problem(), search.engine)
            .expect("324 items and 729 options are not too many for any engine");
        // The bands engine branches by what it has learnt, so that the order of its solutions is not that of their parts.
        if *unique || (search.ordered && !search.count && !engine.has_stable_order()) {
            return self.solve(puzzle, place, session);
        }
        if search.count && search.most().is_none() && puzzle.candidates.is_none() {
            self.counter.start(&puzzle.grid);
            if let Some(count) = family::count(&mut self.counter, false, session)? {
                session.print(|output| print_count(output, *format, puzzle, &count))?;
                interrupt::check()?;
                return Ok(count.found() > BigUint::ZERO);
            }
        }
        let style = match format {
            Format::Line => Style::Plain,
            Format::Grid => Style::Separated,
            Format::Json => Style::Json,
        };
        let note = |cover: &[OptionId], found: &mut Found| {
            let solution = Grid::from_options(cover.iter().copied());
            found.add(style, |text| print_solution(text, *format, puzzle, &solution, 0));
        };
        let each = search.count.then_some(1);
        let count = crew::run(search, engine, puzzle.cube(), &Work { each, note: &note, style }, session)?;
        if search.count {
            session.print(|output| print_count(output, *format, puzzle, &count.map(BigUint::from)))?;
        }
        Ok(count.found() > 0)
    }
}
