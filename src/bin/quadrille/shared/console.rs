//! What a command that searches does besides: looks after the output and the display, counts, and ends with a status.

use std::io::{self, Write};
use std::process::ExitCode;
use std::time::Instant;

use quadrille::search::{Engine, Stats, Step};
use quadrille::solve::Seen;
use quadrille::{Cheapest, Count, sudoku};

use crate::shared::interrupt;
use crate::shared::output::Output;
use crate::shared::progress::{Progress, explored};
use crate::shared::report;

/// How many nodes to search between two looks at the clock: a few milliseconds' worth.
pub(crate) const SLICE: u64 = 10_000;

/// One run of a command that goes through problems.
pub(crate) struct Session {
    pub(crate) output: Output,
    /// How many problems are done, and how many solutions they have.
    pub(crate) problems: u64,
    pub(crate) solutions: u64,
    /// How often something was wrong with the input.
    pub(crate) unread: u64,
    /// What this command calls problems and solutions.
    words: [&'static str; 2],
    progress: Progress,
    started: Instant,
    stats: Stats,
    reports_stats: bool,
    status: u8,
}

impl Session {
    pub(crate) fn new(problems: &'static str, solutions: &'static str, reports_stats: bool) -> Self {
        Self {
            progress: Progress::new(),
            output: Output::stdout(),
            problems: 0,
            solutions: 0,
            unread: 0,
            words: [problems, solutions],
            started: Instant::now(),
            stats: Stats::default(),
            reports_stats,
            status: report::SOLVED,
        }
    }

    /// Searches to the end or to the limits, a step at a time, and looks after the output and the display meanwhile.
    pub(crate) fn search<S: Search>(
        &mut self,
        mut search: S,
        mut step: impl FnMut(&mut S, &mut Output) -> io::Result<Step>,
    ) -> io::Result<Count> {
        let Self { output, progress, words: [problems, solutions], .. } = self;
        let mut go_on = || -> io::Result<()> {
            while step(&mut search, output)? != Step::Exhausted && !search.is_cut_short() {
                let found = self.solutions + search.count_so_far().found();
                let nodes = self.stats.nodes + search.stats().nodes;
                let counts = [(self.problems, *problems), (found, *solutions), (nodes, "nodes")];
                progress.tick_with(&counts, || explored(search.open()?, self.started.elapsed()));
                // On a terminal the display is in the way of what is written.
                if output.is_terminal() { progress.suspend(|| output.tick())? } else { output.tick()? }
            }
            Ok(())
        };
        let result = go_on();
        // What was done counts, even if it could not be written.
        let count = search.count_so_far();
        self.solutions += count.found();
        self.stats += search.stats();
        result.map(|()| count)
    }

    /// Looks after the output and the display during a search by several threads.
    pub(crate) fn watch(&mut self, found: u64, seen: &Seen) -> io::Result<()> {
        let Self { output, progress, words: [problems, solutions], .. } = self;
        let nodes = self.stats.nodes + seen.stats.nodes;
        let counts = [(self.problems, *problems), (self.solutions + found, *solutions), (nodes, "nodes")];
        progress.tick_with(&counts, || explored(seen.open, self.started.elapsed()));
        if output.is_terminal() { progress.suspend(|| output.tick()) } else { output.tick() }
    }

    /// Looks after the output and the display during work that has no solutions to tell of before it is done.
    pub(crate) fn watch_building(&mut self, stats: Stats) -> io::Result<()> {
        let Self { output, progress, words: [problems, _], .. } = self;
        progress.tick(&[(self.problems, *problems), (self.stats.nodes + stats.nodes, "nodes")]);
        if output.is_terminal() { progress.suspend(|| output.tick()) } else { output.tick() }
    }

    /// Notes that the user has interrupted the work.
    pub(crate) fn interrupted(&mut self) {
        self.status = interrupt::INTERRUPTED;
    }

    /// Adds what a search by several threads has done.
    pub(crate) fn add(&mut self, found: u64, stats: Stats) {
        self.solutions += found;
        self.stats += stats;
    }

    /// To be called now and then, and after each problem: looks after the output and the display.
    pub(crate) fn tick(&mut self) -> io::Result<()> {
        let Self { output, progress, words: [problems, solutions], .. } = self;
        let counts = [(self.problems, *problems), (self.solutions, *solutions), (self.stats.nodes, "nodes")];
        // A command that does not search has no nodes.
        progress.tick(if self.stats.nodes > 0 { &counts } else { &counts[..2] });
        if output.is_terminal() { progress.suspend(|| output.tick()) } else { output.tick() }
    }

    /// Prints something without the display in its way.
    pub(crate) fn print(&mut self, print: impl FnOnce(&mut Output) -> io::Result<()>) -> io::Result<()> {
        let Self { output, progress, .. } = self;
        progress.suspend(|| print(output))
    }

    /// Says something on standard error, after what was written before it.
    pub(crate) fn say(&mut self, message: &str) -> io::Result<()> {
        self.output.flush()?;
        self.progress.suspend(|| report::message(message));
        Ok(())
    }

    /// Says what is wrong with the input.
    pub(crate) fn bad(&mut self, message: &str) -> io::Result<()> {
        self.status = report::BAD;
        self.unread += 1;
        self.say(message)
    }

    /// Notes that a problem has no solution, or none that was found.
    pub(crate) fn no_solution(&mut self) {
        self.status = self.status.max(report::NO_SOLUTION);
    }

    /// Notes that it was interrupted, and can be gone on with.
    pub(crate) fn stopped(&mut self) {
        self.status = report::STOPPED;
    }

    /// Shows what is left to be shown; the exit status. `result` is what became of the output up to now.
    pub(crate) fn end(mut self, result: io::Result<()>) -> ExitCode {
        let result = result.and_then(|()| self.output.flush());
        self.progress.clear();
        if self.reports_stats {
            self.report_stats();
        }
        match result {
            Ok(()) => ExitCode::from(self.status),
            Err(error) if report::is_closed_pipe(&error) => ExitCode::from(self.status),
            Err(_) if self.status == interrupt::INTERRUPTED => ExitCode::from(self.status),
            error => report::written(error),
        }
    }

    fn report_stats(&self) {
        let seconds = self.started.elapsed().as_secs_f64();
        let Self { problems, solutions, words: [puzzles, covers], stats: Stats { nodes, updates }, .. } = self;
        let rate = *solutions as f64 / seconds;
        report::message(format_args!(
            "{problems} {puzzles}, {solutions} {covers}, {nodes} nodes, {updates} updates, {seconds:.6} s, \
             {rate:.0} {covers}/s"
        ));
    }
}

/// What the searches for covers and for solutions of a Sudoku have in common.
pub(crate) trait Search {
    fn is_cut_short(&self) -> bool;
    fn count_so_far(&self) -> Count;
    fn stats(&self) -> Stats;
    /// The share of the search tree that is open, if it is known.
    fn open(&self) -> Option<f64> {
        None
    }
}

macro_rules! search {
    ($solutions:ty) => {
        impl<E: Engine> Search for $solutions {
            fn is_cut_short(&self) -> bool {
                self.is_cut_short()
            }

            fn count_so_far(&self) -> Count {
                self.count_so_far()
            }

            fn stats(&self) -> Stats {
                self.stats()
            }

            fn open(&self) -> Option<f64> {
                Some(self.open())
            }
        }
    };
}

search!(quadrille::Solutions<E>);
search!(quadrille::OriginalSolutions<'_, E>);
search!(sudoku::Solutions<E>);

impl Search for &mut Cheapest {
    /// Nothing limits it.
    fn is_cut_short(&self) -> bool {
        false
    }

    fn count_so_far(&self) -> Count {
        let found = self.found() as u64;
        if self.is_exhausted() { Count::Exactly(found) } else { Count::AtLeast(found) }
    }

    fn stats(&self) -> Stats {
        Cheapest::stats(self)
    }
}
