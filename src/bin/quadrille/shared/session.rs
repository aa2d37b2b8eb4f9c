//! The run of a command: its console, its totals and its exit status.

use std::process::ExitCode;

use num_bigint::BigUint;
use quadrille::parallel;
use quadrille::search::{Engine, Stats, Step};
use quadrille::{Cheapest, Count, sudoku};

use crate::shared::console::Console;
use crate::shared::error::{self, Error};
use crate::shared::interrupt;
use crate::shared::output::Output;
use crate::shared::totals::Totals;

/// The number of nodes to search between two checks of the clock: a few milliseconds of work.
pub(crate) const SLICE: u64 = 10_000;

/// The number of errors of one input that are reported one by one.
const MOST_FAULTS: u64 = 10;

/// An error in an input of many puzzles.
#[derive(Debug)]
pub(crate) struct Fault {
    /// The name of the input.
    pub(crate) name: String,
    /// The message, with the place.
    pub(crate) message: String,
}

/// The errors of one input so far.
#[derive(Debug, Default)]
struct Faults {
    name: String,
    count: u64,
}

/// The run of a command.
pub(crate) struct Session {
    pub(crate) console: Console,
    pub(crate) totals: Totals,
    /// The number of errors in the input.
    pub(crate) unread: u64,
    /// The errors of the input that is being read.
    faults: Faults,
    /// The exit status if no error ends the command early.
    status: u8,
    reports_stats: bool,
}

impl Session {
    /// Starts a command. `problems` and `solutions` are the command's words for them.
    pub(crate) fn new(
        problems: &'static str,
        solutions: &'static str,
        reports_stats: bool,
    ) -> Self {
        Self {
            console: Console::new(),
            totals: Totals::new(problems, solutions),
            unread: 0,
            faults: Faults::default(),
            status: error::SOLVED,
            reports_stats,
        }
    }

    /// Searches step by step to the end, to a limit or to an interrupt, and meanwhile updates the
    /// output and the progress display. Returns the number of covers found, and whether it is
    /// exact.
    pub(crate) fn search<S: Search>(
        &mut self,
        mut search: S,
        mut step: impl FnMut(&mut S, &mut Output) -> std::io::Result<Step>,
    ) -> Result<Count, Error> {
        interrupt::watch();
        let mut go_on = || -> Result<(), Error> {
            while step(&mut search, &mut self.console.output).map_err(Error::stdout)?
                != Step::Exhausted
                && !search.is_cut_short()
                && !interrupt::is_requested()
            {
                let found = || BigUint::from(search.count_so_far().found());
                self.show(|totals| totals.with(Some(found()), search.stats(), search.open()))?;
            }
            Ok(())
        };
        let result = go_on();
        // The search is added to the totals even if its output could not be written.
        let count = search.count_so_far();
        self.totals.add(count.found(), search.stats());
        result.map(|()| count)
    }

    /// Updates the output and the progress display of a search by several threads.
    pub(crate) fn watch(
        &mut self,
        found: impl Into<BigUint>,
        search: &parallel::Progress,
    ) -> Result<(), Error> {
        self.show(|totals| totals.with(Some(found.into()), search.stats, Some(search.open)))
    }

    /// Updates the output and the progress display of a search for the best cover. `state` is what
    /// is known of it.
    pub(crate) fn watch_best(
        &mut self,
        stats: Stats,
        state: impl FnOnce() -> String,
    ) -> Result<(), Error> {
        self.show(|totals| format!("{}, {}", state(), totals.with(None, stats, None)))
    }

    /// Updates the output and the progress display of work that finds no solutions before its end.
    pub(crate) fn watch_building(&mut self, stats: Stats) -> Result<(), Error> {
        self.show(|totals| totals.with(None, stats, None))
    }

    /// Updates the output and the progress display of a count. `open` is the fraction of the work
    /// that is left, if it is known.
    pub(crate) fn watch_counting(
        &mut self,
        found: &BigUint,
        stats: Stats,
        open: Option<f64>,
    ) -> Result<(), Error> {
        self.show(|totals| totals.with(open.map(|_| found.clone()), stats, open))
    }

    /// Updates the output and the progress display. Called regularly, and after each problem.
    ///
    /// # Errors
    /// [`Error::Interrupted`] if a signal has arrived.
    pub(crate) fn tick(&mut self) -> Result<(), Error> {
        self.show(|totals| totals.with(Some(BigUint::ZERO), Stats::default(), None))?;
        error::check_signal()
    }

    fn show(&mut self, message: impl FnOnce(&Totals) -> String) -> Result<(), Error> {
        self.console.tick()?;
        let Self { console, totals, .. } = self;
        console.progress.show(|| message(totals));
        Ok(())
    }

    /// Writes to standard output.
    pub(crate) fn print(
        &mut self,
        print: impl FnOnce(&mut Output) -> std::io::Result<()>,
    ) -> Result<(), Error> {
        self.console.print(print)
    }

    /// Prints a message on standard error, after everything written before it.
    pub(crate) fn say(&mut self, message: &str) -> Result<(), Error> {
        self.console.say(message)
    }

    /// Reports an error in the input and continues with the rest. [`Error::Bad`] is for errors that
    /// leave nothing to continue with.
    pub(crate) fn bad(&mut self, message: &str) -> Result<(), Error> {
        self.status = error::BAD;
        self.unread += 1;
        self.say(message)
    }

    /// Reports an error in an input of many puzzles, and continues with the rest. Of one input, the
    /// first errors are reported, and then how many more there are.
    pub(crate) fn bad_line(&mut self, fault: &Fault) -> Result<(), Error> {
        if self.faults.name != fault.name {
            self.end_faults()?;
            self.faults.name.clone_from(&fault.name);
        }
        self.faults.count += 1;
        if self.faults.count <= MOST_FAULTS {
            return self.bad(&fault.message);
        }
        self.status = error::BAD;
        self.unread += 1;
        Ok(())
    }

    /// Reports the number of errors that were not reported one by one.
    fn end_faults(&mut self) -> Result<(), Error> {
        let Faults { name, count } = std::mem::take(&mut self.faults);
        match count.saturating_sub(MOST_FAULTS) {
            0 => Ok(()),
            1 => self.say(&format!("{name}: and 1 more error")),
            more => self.say(&format!("{name}: and {more} more errors")),
        }
    }

    /// Records that a problem has no solution, or that none was found.
    pub(crate) fn no_solution(&mut self) {
        self.status = self.status.max(error::NO_SOLUTION);
    }

    /// Prints the engine or the method used, if `--stats` is given.
    pub(crate) fn say_how(&mut self, how: impl FnOnce() -> String) -> Result<(), Error> {
        if self.reports_stats { self.say(&how()) } else { Ok(()) }
    }

    /// Ends the command: flushes the output, reports the error if there is one, and returns the
    /// exit status.
    pub(crate) fn end(mut self, result: Result<(), Error>) -> ExitCode {
        // Output written before an error is flushed before the error is reported.
        let flushed = self.console.flush();
        let faults = self.end_faults();
        let result = result.and(flushed).and(faults);
        self.console.progress.clear();
        if self.reports_stats {
            error::message(self.totals.line());
        }
        error::end(match result {
            Err(error) => {
                error.report();
                Ok(error.status(self.status))
            }
            Ok(()) => Ok(self.status),
        })
    }
}

/// The common interface of searches for covers and for solutions of a Sudoku.
pub(crate) trait Search {
    /// True if a limit has ended the search.
    fn is_cut_short(&self) -> bool;
    fn count_so_far(&self) -> Count;
    fn stats(&self) -> Stats;
    /// Returns the open share of the search tree, if it is known.
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
search!(sudoku::Solutions<E>);

impl Search for &mut Cheapest {
    /// Always false: this search has no limit.
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
