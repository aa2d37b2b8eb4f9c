//! One run of a command that goes through problems: its console, its totals, and its exit status.

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

/// The number of nodes to search between two looks at the clock: a few milliseconds' worth.
pub(crate) const SLICE: u64 = 10_000;

/// One run of a command.
pub(crate) struct Session {
    pub(crate) console: Console,
    pub(crate) totals: Totals,
    /// The number of times that something was wrong with the input.
    pub(crate) unread: u64,
    /// The exit status if nothing ends the command early.
    status: u8,
    reports_stats: bool,
}

impl Session {
    /// Begins a command that calls its problems and solutions so.
    pub(crate) fn new(
        problems: &'static str,
        solutions: &'static str,
        reports_stats: bool,
    ) -> Self {
        Self {
            console: Console::new(),
            totals: Totals::new(problems, solutions),
            unread: 0,
            status: error::SOLVED,
            reports_stats,
        }
    }

    /// Searches to the end, to the limits, or to an interrupt, a step at a time, and shows what was
    /// written and how far it is meanwhile. Returns how many covers were found, and whether these
    /// are all.
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
        // What was done counts, even if it could not be written.
        let count = search.count_so_far();
        self.totals.add(count.found(), search.stats());
        result.map(|()| count)
    }

    /// Shows what was written and how far a search by several threads is.
    pub(crate) fn watch(
        &mut self,
        found: impl Into<BigUint>,
        search: &parallel::Progress,
    ) -> Result<(), Error> {
        self.show(|totals| totals.with(Some(found.into()), search.stats, Some(search.open)))
    }

    /// Shows what was written and how far work is that has no solutions before it is done.
    pub(crate) fn watch_building(&mut self, stats: Stats) -> Result<(), Error> {
        self.show(|totals| totals.with(None, stats, None))
    }

    /// Shows what was written and how far the command is. To be called now and then, and after each
    /// problem. Fails with [`Error::Interrupted`] if there was a signal.
    pub(crate) fn tick(&mut self) -> Result<(), Error> {
        self.show(|totals| totals.with(Some(BigUint::ZERO), Stats::default(), None))?;
        interrupt::check()
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

    /// Says something on standard error, after what was written before it.
    pub(crate) fn say(&mut self, message: &str) -> Result<(), Error> {
        self.console.say(message)
    }

    /// Says what is wrong with a part of the input, and goes on with the rest. If there is no rest,
    /// [`Error::Bad`] is for it.
    pub(crate) fn bad(&mut self, message: &str) -> Result<(), Error> {
        self.status = error::BAD;
        self.unread += 1;
        self.say(message)
    }

    /// Notes that a problem has no solution, or none that was found.
    pub(crate) fn no_solution(&mut self) {
        self.status = self.status.max(error::NO_SOLUTION);
    }

    /// Says which engine has searched, or which way was taken, if `--stats` is given.
    pub(crate) fn say_how(&mut self, how: impl FnOnce() -> String) -> Result<(), Error> {
        if self.reports_stats { self.say(&how()) } else { Ok(()) }
    }

    /// Ends the command: shows what is left to be shown, and returns the exit status. `result` says
    /// why it ends.
    pub(crate) fn end(mut self, result: Result<(), Error>) -> ExitCode {
        // What was written before an error is shown before the error is said.
        let flushed = self.console.flush();
        let result = result.and(flushed);
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

/// What the searches for covers and for solutions of a Sudoku have in common.
pub(crate) trait Search {
    /// True if a limit has ended it.
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
