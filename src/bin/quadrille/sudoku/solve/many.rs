//! Many puzzles with several threads. Each puzzle is solved by one thread. A puzzle with a long
//! search is left to all threads together, when its turn to be printed comes.

use std::io::{self, Write};
use std::num::NonZeroUsize;
use std::time::{Duration, Instant};

use num_bigint::BigUint;
use quadrille::search::{Engine, OpenCube, Step};
use quadrille::sudoku::{self, Grid, Puzzle};
use quadrille::{AnyEngine, Limits, OptionId};

use super::printed::{JsonResult, print_count, print_solution, print_verdict, verdict};
use super::{Args, Format, Job};
use crate::shared::error::{self, Error};
use crate::shared::gathered::{self, Found, Style, Work};
use crate::shared::input::Place;
use crate::shared::interrupt;
use crate::shared::session::Session;

/// The limits beyond which a search is long: a number of nodes, worth some milliseconds, or a
/// number of bytes of solutions.
const LONG: u64 = 20_000;
const LARGE: usize = 1 << 18;

/// The time beyond which a count is long, and the number of nodes between two looks at the clock.
const LONG_COUNT: Duration = Duration::from_millis(20);
const SHORT: u64 = 200;

/// The output of a puzzle.
struct Outcome {
    text: Vec<u8>,
    solutions: u64,
    stats: quadrille::search::Stats,
    has_solution: bool,
    /// True if a signal has ended the search, so that the output is a lower bound.
    is_interrupted: bool,
    /// The option whose limit has ended the search, in the same way.
    stopped: Option<&'static str>,
}

pub(super) fn solve(
    args: &Args,
    job: &mut Job<'_>,
    threads: NonZeroUsize,
    session: &mut Session,
) -> Result<(), Error> {
    let original = job.clone();
    let print =
        |session: &mut Session, outcome: Option<Outcome>, puzzle: &Puzzle, place: &Place| {
            session.begin_search();
            let has_solution = match outcome {
                Some(outcome) => outcome.print(args, session)?,
                None => job.solve_by_all(puzzle, place, session)?,
            };
            session.totals.problems += 1;
            job.end(has_solution, puzzle, place, session)
        };
    let work = (Job::outcome, args.search.count);
    args.input.map_in_order(session, threads, || original.clone(), work, print)
}

impl Outcome {
    /// Prints the output. True if the puzzle has a solution.
    fn print(&self, args: &Args, session: &mut Session) -> Result<bool, Error> {
        // The first grid of all has no separator before it.
        let start = usize::from(
            args.separates() && session.totals.solutions == BigUint::ZERO && !self.text.is_empty(),
        );
        session.print(|output| output.write_all(&self.text[start..]))?;
        session.totals.add(self.solutions, self.stats);
        if self.is_interrupted {
            error::check_signal()?;
        }
        session.stopped = self.stopped;
        Ok(self.has_solution)
    }
}

impl Args {
    /// True if an empty line separates solutions.
    fn separates(&self) -> bool {
        self.format == Format::Grid && !self.unique && !self.search.count
    }
}

impl Job<'_> {
    /// Returns the output of a puzzle, or `None` if that takes a long search.
    fn outcome(&mut self, puzzle: &Puzzle, place: &Place) -> Option<Outcome> {
        let Self { args, limits, solver, style, .. } = self;
        let subject = &args.subject(puzzle, place);
        let format = args.format;
        let limits = if args.unique { Limits::none().covers(2) } else { limits.clone() };
        let stop = args.search.stop.begin();
        let mut solutions = solver.solutions_of(puzzle).limited(stop.limits(limits));
        let mut found = 0;
        let mut text = Vec::new();
        let mut lines = [0; 82];
        let mut witnesses = Vec::new();
        let mut is_interrupted = false;
        let print = |result: io::Result<()>| result.expect("writing to memory cannot fail");
        if args.search.count {
            // A node of the join is worth up to a tenth of a millisecond, so the clock decides.
            let started = Instant::now();
            loop {
                let (skipped, step) = solutions.skip_solutions(u64::MAX, SHORT);
                found += skipped;
                if step != Step::Paused || solutions.is_cut_short() {
                    break;
                }
                is_interrupted = interrupt::is_requested();
                if is_interrupted {
                    break;
                }
                if started.elapsed() >= LONG_COUNT {
                    return None;
                }
            }
            print(print_count(&mut text, format, subject, &solutions.count_so_far()));
        } else {
            style.begin(format, subject, false);
            loop {
                let nodes = LONG.saturating_sub(solutions.stats().nodes);
                let (more, step) = solutions.write_lines(&mut lines, nodes);
                found += more;
                match step {
                    Step::Cover if args.unique => witnesses.extend(Grid::from_text(&lines[..81])),
                    Step::Cover => style.write(&lines, &mut text),
                    Step::Paused if !solutions.is_cut_short() => return None,
                    Step::Paused | Step::Exhausted => break,
                }
                if text.len() > LARGE {
                    return None;
                }
            }
            if args.unique {
                let is_stopped =
                    solutions.is_cut_short() && stop.reached(solutions.stats().nodes).is_some();
                let verdict = verdict(found, is_stopped);
                let result = || JsonResult::Unique {
                    verdict,
                    solutions: witnesses.iter().map(Grid::as_str).collect(),
                };
                print(print_verdict(&mut text, format, subject, &verdict, result));
            }
        }
        let (stats, has_solution) = (solutions.stats(), found > 0);
        let is_cut_short = solutions.is_cut_short();
        let stopped = if is_cut_short { stop.reached(stats.nodes) } else { None };
        Some(Outcome { text, solutions: found, stats, has_solution, is_interrupted, stopped })
    }

    /// Prints the output of a puzzle with a long search. True if it has a solution.
    fn solve_by_all(
        &mut self,
        puzzle: &Puzzle,
        place: &Place,
        session: &mut Session,
    ) -> Result<bool, Error> {
        let Args { search, format, unique, .. } = self.args;
        let engine = AnyEngine::new(sudoku::problem(), search.engine)
            .expect("324 items and 729 options are not too many for any engine");
        // One thread writes lines faster than most readers take them, and the blocks of the join
        // are not worth dividing. The bands engine branches on what it has learnt, so the order of
        // its solutions is not that of their cubes.
        let is_join = matches!(engine, AnyEngine::Bands(_));
        if *unique
            || (is_join && !search.count)
            || (search.ordered && !search.count && !engine.has_stable_order())
        {
            return self.solve(puzzle, place, session);
        }
        if search.count {
            return self.print_count(&self.args.subject(puzzle, place), session);
        }
        let subject = &self.args.subject(puzzle, place);
        let style = match format {
            Format::Line | Format::Csv => Style::Plain,
            Format::Grid => Style::Separated,
            Format::Json => Style::Json,
        };
        let note = |cover: &[OptionId], found: &mut Found| {
            let solution = Grid::from_options(cover.iter().copied());
            found.add(style, |text| print_solution(text, *format, subject, &solution, &0, None));
        };
        let whole = OpenCube { cube: puzzle.cube(), ..OpenCube::whole() };
        let most = search.most().map_or(u128::MAX, u128::from);
        let work = Work { each: None, note: &note, style };
        let count = gathered::run(search, engine, vec![whole].into(), most, &work, session)?;
        error::check_signal()?;
        Ok(count.is_at_least(1))
    }
}
