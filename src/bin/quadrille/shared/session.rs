//! The run of a command: its console, its totals and its exit status.

use std::io::Write;
use std::process::ExitCode;
use std::time::Instant;

use num_bigint::BigUint;
use quadrille::parallel;
use quadrille::search::{Advance, Pace, Stats, Step};
use quadrille::sudoku::ParseErrorKind;
use quadrille::{Count, Limits};
use serde::Serialize;
use serde_json::value::RawValue;

use crate::shared::console::Console;
use crate::shared::counting::json_number;
use crate::shared::error::{self, Error};
use crate::shared::input::Place;
use crate::shared::interrupt;
use crate::shared::lines::{LineArgs, Lines};
use crate::shared::output::Output;
use crate::shared::stop::{Stop, StopArgs};
use crate::shared::totals::Totals;

/// The number of errors of one input that are reported one by one.
pub(crate) const MOST_FAULTS: u64 = 10;

/// An error in an input of many puzzles.
#[derive(Debug)]
pub(crate) struct Fault {
    /// The name of the input.
    pub(crate) name: String,
    /// The message, with the place.
    pub(crate) message: String,
    /// The number of its line among those of all inputs, if it belongs to a line.
    pub(crate) number: Option<u64>,
    /// True if the puzzle of the line follows all the same.
    pub(crate) has_puzzle: bool,
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
    lines: Lines,
    /// True if the statistics are an object of JSON.
    is_json: bool,
    /// The name of the engine, and how it was used.
    engine: Option<&'static str>,
    how: Vec<String>,
    /// The profile of the search tree, if it was asked for.
    pub(crate) levels: Option<Box<RawValue>>,
    stop_args: StopArgs,
    /// The limits of the current search.
    stop: Stop,
    /// The option whose limit has ended the current search.
    pub(crate) stopped: Option<&'static str>,
    /// The slices of all searches.
    pub(crate) pace: Pace,
    /// True if it was said that the system refuses memory.
    lacks_memory: bool,
}

/// The statistics of `--stats` as an object.
#[derive(Serialize)]
struct StatsObject<'a> {
    #[serde(skip_serializing_if = "Option::is_none")]
    engine: Option<&'a str>,
    #[serde(skip_serializing_if = "<[String]>::is_empty")]
    how: &'a [String],
    problems: u64,
    solutions: Box<RawValue>,
    nodes: u64,
    updates: u64,
    seconds: f64,
    #[serde(skip_serializing_if = "Option::is_none")]
    levels: Option<&'a RawValue>,
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
            lines: Lines::default(),
            is_json: false,
            engine: None,
            how: Vec::new(),
            levels: None,
            stop_args: StopArgs::default(),
            stop: Stop::default(),
            stopped: None,
            pace: Pace::begin(),
            lacks_memory: false,
        }
    }

    /// Returns the session with statistics as an object of JSON, or as a line.
    pub(crate) fn with_json(self, is_json: bool) -> Self {
        Self { is_json, ..self }
    }

    /// Returns the session with limits for each search.
    pub(crate) fn with_stop(self, stop_args: StopArgs) -> Self {
        Self { stop_args, ..self }
    }

    /// Begins the search of a problem. Its limits count from now.
    pub(crate) fn begin_search(&mut self) {
        self.stop = self.stop_args.begin();
        self.stopped = None;
    }

    /// Adds the limits of time and nodes to others.
    pub(crate) fn limits(&self, limits: Limits) -> Limits {
        self.stop.limits(limits)
    }

    /// True if the search has to end: a signal has arrived, or a limit is reached. `nodes` is the
    /// number of its nodes so far.
    pub(crate) fn is_to_stop(&mut self, nodes: u64) -> bool {
        self.note_stop(nodes);
        self.stopped.is_some() || interrupt::is_requested()
    }

    /// Notes the limit that has ended the search, if one has.
    pub(crate) fn note_stop(&mut self, nodes: u64) {
        self.stopped = self.stopped.or_else(|| self.stop.reached(nodes));
    }

    /// Checks a search that has no result before its end.
    ///
    /// # Errors
    /// [`Error::Interrupted`] if a signal has arrived, [`Error::Stopped`] if a limit is reached.
    pub(crate) fn check_stop(&mut self, nodes: u64) -> Result<(), Error> {
        error::check_signal()?;
        self.note_stop(nodes);
        self.stopped.map_or(Ok(()), |by| Err(Error::Stopped(by)))
    }

    /// Sets what becomes of the lines of the input that have no result, and of remarks.
    pub(crate) fn set_lines(&mut self, args: &LineArgs, is_json: bool) {
        self.lines = Lines::new(args, is_json);
    }

    /// True if the remarks behind puzzles are kept.
    pub(crate) fn keeps_remarks(&self) -> bool {
        self.lines.keeps_remarks
    }

    /// Prints what stands for the lines before this one, if lines are aligned.
    fn begin_line(&mut self, number: u64) -> Result<(), Error> {
        let Self { console, lines, .. } = self;
        if lines.placeholder.is_none() {
            Ok(())
        } else {
            console.print(|out| lines.begin(number, out))
        }
    }

    /// Prints what comes before the result of a puzzle: empty lines if lines are aligned, and a
    /// warning of how it is read.
    pub(crate) fn begin_puzzle(&mut self, place: Place<'_>) -> Result<(), Error> {
        if let Some(warning) = place.warning {
            self.say(&format!("{place}: {warning}"))?;
        }
        self.begin_line(place.number)
    }

    /// Prints what stands for the result of a puzzle that has none, if lines are aligned.
    pub(crate) fn no_result(&mut self) -> Result<(), Error> {
        match self.lines.placeholder {
            Some(placeholder) => self.print(|output| output.write_all(placeholder)),
            None => Ok(()),
        }
    }

    /// Reports a Sukaku where a puzzle with clues is expected. It counts as a puzzle.
    pub(crate) fn bad_sukaku(&mut self, place: Place<'_>) -> Result<(), Error> {
        self.status = error::BAD;
        self.say(&format!("{place}: {}", ParseErrorKind::Sukaku))?;
        self.no_result()
    }

    /// Searches step by step to the end, to a limit or to an interrupt, and meanwhile updates the
    /// output and the progress display. Returns the number of covers found.
    pub(crate) fn search<S: Advance>(
        &mut self,
        search: &mut S,
        mut step: impl FnMut(&mut S, &mut Output, u64) -> std::io::Result<Step>,
    ) -> Result<Count, Error> {
        interrupt::watch();
        let mut go_on = || -> Result<(), Error> {
            let mut paused: Option<Instant> = None;
            loop {
                let step = step(search, &mut self.console.output, self.pace.nodes())
                    .map_err(Error::stdout)?;
                if step == Step::Exhausted {
                    return Ok(());
                }
                if search.is_cut_short() {
                    self.note_stop(search.stats().nodes);
                    return Ok(());
                }
                if interrupt::is_requested() {
                    return Ok(());
                }
                // The first slice of a search is not measured: most searches have no other, and
                // looking at the clock takes some of their time.
                if step == Step::Paused {
                    let now = Instant::now();
                    if let Some(before) = paused.replace(now) {
                        self.pace.adapt(now - before);
                    }
                } else {
                    paused = None;
                }
                let found = || search.count_so_far().to_big();
                self.show(|totals| totals.with(Some(found()), search.stats(), search.open()))?;
            }
        };
        let result = go_on();
        // The search is added to the totals even if its output could not be written.
        let count = search.count_so_far();
        self.totals.add_count(&count, search.stats());
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
        self.show(|totals| match totals.with(None, stats, None) {
            totals if totals.is_empty() => state(),
            totals => format!("{}, {totals}", state()),
        })
    }

    /// Updates the output and the progress display of work that finds no solutions before its end.
    pub(crate) fn watch_building(&mut self, stats: Stats) -> Result<(), Error> {
        self.show(|totals| totals.with(None, stats, None))
    }

    /// Updates the output and the progress display of a count. `state` returns the number found so
    /// far, and the fraction of the work that is left, if it is known.
    pub(crate) fn watch_counting(
        &mut self,
        stats: Stats,
        state: impl FnOnce() -> (BigUint, Option<f64>),
    ) -> Result<(), Error> {
        self.show(|totals| {
            let (found, open) = state();
            totals.with(Some(found), stats, open)
        })
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

    /// Says once that the system refuses memory for a cache, if it does.
    pub(crate) fn note_memory(&mut self, lacks_memory: bool) -> Result<(), Error> {
        if !lacks_memory || std::mem::replace(&mut self.lacks_memory, true) {
            return Ok(());
        }
        self.say("the system refuses memory within --memory: the cache stays smaller, and slower")
    }

    /// Prints a line on standard error that is not a message, such as one of a table.
    pub(crate) fn line(&mut self, line: &str) -> Result<(), Error> {
        self.console.line(line)
    }

    /// True if the statistics are an object of JSON.
    pub(crate) fn reports_json(&self) -> bool {
        self.reports_stats && self.is_json
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
        if let Some(number) = fault.number.filter(|_| !fault.has_puzzle) {
            self.begin_line(number)?;
            self.no_result()?;
        }
        if self.faults.name != fault.name {
            self.end_faults()?;
            self.faults.name.clone_from(&fault.name);
        }
        self.faults.count += 1;
        self.status = error::BAD;
        self.unread += u64::from(!fault.has_puzzle);
        if self.faults.count <= MOST_FAULTS {
            return self.say(&fault.message);
        }
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
        match (self.reports_stats, self.is_json) {
            (false, _) => Ok(()),
            (true, false) => self.say(&how()),
            (true, true) => {
                self.how.push(how());
                Ok(())
            }
        }
    }

    /// Notes the name of the engine, for the statistics.
    pub(crate) fn note_engine(&mut self, name: &'static str) {
        self.engine = Some(name);
    }

    fn stats_object(&self) -> String {
        let Stats { nodes, updates } = self.totals.stats();
        let object = StatsObject {
            engine: self.engine,
            how: &self.how,
            problems: self.totals.problems,
            solutions: json_number(&self.totals.solutions),
            nodes,
            updates,
            seconds: self.totals.elapsed().as_secs_f64(),
            levels: self.levels.as_deref(),
        };
        serde_json::to_string(&object).expect("it has texts and numbers only")
    }

    /// Ends the command: flushes the output, reports the error if there is one, and returns the
    /// exit status.
    pub(crate) fn end(mut self, result: Result<(), Error>) -> ExitCode {
        // Output written before an error is flushed before the error is reported.
        let flushed = self.console.flush();
        let faults = self.end_faults();
        let result = result.and(flushed).and(faults);
        self.console.progress.clear();
        if self.reports_stats && self.is_json {
            error::line(&self.stats_object());
        } else if self.reports_stats {
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
