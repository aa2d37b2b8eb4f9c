//! The run of a command: its output, its totals and its exit status.

use std::fmt::Display;
use std::io::{self, Write};
use std::ops::ControlFlow;
use std::path::Path;
use std::process::ExitCode;
use std::sync::atomic::Ordering::Relaxed;
use std::time::Instant;

use num_bigint::BigUint;
use quadrille::Limits;
use quadrille::search::{Pace, Stats};
use quadrille::sudoku::Puzzle;

use crate::shared::error::{self, Error, Result};
use crate::shared::interrupt;
use crate::shared::lines::{Fault, Lines, MOST_FAULTS, Place, is_problem};
use crate::shared::output::Output;
use crate::shared::search_args::{RunArgs, StopArgs};
use crate::shared::totals::Totals;
use crate::shared::words::counted;

pub(crate) struct Session {
    /// Standard output. Its text, messages and the progress display do not overwrite each other.
    pub(crate) output: Output,
    pub(crate) totals: Totals,
    /// The exit status if no error ends the command early.
    status: u8,
    pub(crate) lines: Lines,
    /// The options for statistics: whether they are reported, and whether as a JSON object.
    pub(crate) has_stats: bool,
    is_json: bool,
    pub(super) stop: StopArgs,
    /// The end of the current search, if its time is limited.
    pub(super) until: Option<Instant>,
    /// The option whose limit has ended the current search.
    pub(crate) stopped: Option<&'static str>,
    /// The size of the slices of all searches. The progress display is updated after each slice.
    pub(super) pace: Pace<10>,
    /// True if a message has said that the system refuses memory for a cache.
    pub(super) lacks_memory: bool,
}

/// The number of covers that a search has found, and the fraction of its work left, each if known.
pub(crate) type State = (Option<BigUint>, Option<f64>);

impl Session {
    /// Starts a command. `problems` and `solutions` are the command's words for them.
    pub(crate) fn new(problems: &'static str, solutions: &'static str) -> Self {
        Self {
            output: Output::stdout(),
            totals: Totals { words: [problems, solutions], ..Totals::default() },
            status: error::SOLVED,
            lines: Lines::default(),
            has_stats: false,
            is_json: false,
            stop: StopArgs::default(),
            until: None,
            stopped: None,
            pace: Pace::begin(),
            lacks_memory: false,
        }
    }

    /// Runs a command that only prints.
    pub(crate) fn printing(print: impl FnOnce(&mut Self) -> Result) -> ExitCode {
        Self::new("", "").command(print)
    }

    /// Returns the session with limits for each search, and with statistics if requested.
    pub(crate) fn with_run(self, run: RunArgs, is_json: bool) -> Self {
        Self { has_stats: run.stats, is_json, ..self.with_stop(run.stop) }
    }

    pub(crate) fn with_stop(self, stop: StopArgs) -> Self {
        Self { stop, ..self }
    }

    /// Begins the search of a problem. Its time limit counts from now.
    pub(crate) fn begin_search(&mut self) {
        self.until = self.stop.timeout.until();
        self.stopped = None;
    }

    /// Returns the limits for a search of the library.
    pub(crate) fn limits(&self) -> Limits {
        let limits = Limits::none().nodes(self.stop.nodes_left(0));
        match self.until {
            Some(until) => limits.until(until),
            None => limits,
        }
    }

    /// True if the search must end because a signal has arrived or a limit has been reached.
    /// `nodes` is the number of its nodes so far.
    pub(crate) fn is_to_stop(&mut self, nodes: u64) -> bool {
        self.note_stop(nodes);
        self.stopped.is_some() || interrupt::is_requested()
    }

    /// Updates the progress display of a search that prints only its final result. Returns `Break`
    /// if the search must stop.
    pub(crate) fn go_on(
        &mut self,
        nodes: u64,
        state: impl FnOnce(&Totals) -> String,
    ) -> ControlFlow<()> {
        self.output.progress.show(|| state(&self.totals));
        if self.is_to_stop(nodes) { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }

    /// Records the option whose limit has been reached, if there is one.
    pub(crate) fn note_stop(&mut self, nodes: u64) {
        let is_late = || self.until.is_some_and(|until| Instant::now() >= until);
        self.stopped = self.stopped.or_else(|| match self.stop.nodes_left(nodes) {
            0 => Some("--nodes"),
            _ => is_late().then_some("--timeout"),
        });
    }

    /// Returns the error for a search that a limit or a signal has ended before it had a result.
    pub(crate) fn without_result(&self) -> Error {
        self.stopped.map_or(Error::Interrupted, Error::Stopped)
    }

    /// Prints what comes before the result of a puzzle: a warning about its interpretation, if
    /// there is one, and empty lines if lines are aligned. Two puzzles in a line are then an error.
    pub(crate) fn begin_puzzle(&mut self, place: Place<'_>) -> Result {
        if place.number <= self.lines.printed {
            return Err(Error::about(place, "for --align, no form feed may divide a line"));
        }
        if let Some(warning) = place.warning {
            self.say(&format!("{place}: {warning}"))?;
        }
        self.begin_line(place.number)
    }

    /// If lines are aligned, prints an empty line for each earlier input line without output.
    fn begin_line(&mut self, number: u64) -> Result {
        if self.lines.placeholder.is_some() {
            for _ in self.lines.printed + 1..number {
                self.print(|output| output.write_all(b"\n"))?;
            }
            self.lines.printed = self.lines.printed.max(number);
        }
        Ok(())
    }

    /// If lines are aligned, prints the placeholder for the missing result of a puzzle.
    pub(crate) fn no_result(&mut self) -> Result {
        match self.lines.placeholder {
            Some(placeholder) => self.print(|output| output.write_all(placeholder)),
            None => Ok(()),
        }
    }

    /// Records whether a solution of a puzzle was found. Reports a limit that has ended the search,
    /// or that there is no solution, with two conflicting clues if there are any. If the output
    /// already `has_line` for the puzzle, only conflicting clues are reported. Otherwise, calls
    /// [`Self::no_result`] if no solution was found.
    pub(crate) fn end_puzzle(
        &mut self,
        found: bool,
        has_line: bool,
        puzzle: &Puzzle,
        place: Place<'_>,
    ) -> Result {
        if !found {
            self.no_solution();
            if !has_line {
                self.no_result()?;
            }
        }
        let end = match self.stopped {
            Some(by) if !has_line => error::stopped_search(by, found, "solution"),
            None if !found => match puzzle.grid.clash() {
                Some(clash) => format!("no solution: {clash}"),
                None if has_line => return Ok(()),
                None => "no solution".to_owned(),
            },
            _ => return Ok(()),
        };
        self.say(&format!("{place}: {end}"))
    }

    /// Reports an error in an input of puzzles, and continues with the rest. The first errors of an
    /// input are reported one by one; of the further errors, only the number is reported.
    pub(crate) fn bad_line(&mut self, fault: &Fault) -> Result {
        self.status = error::BAD;
        // The text after a form feed has the line number of the text before it.
        let is_new = |at: &u64| !fault.has_puzzle && *at > self.lines.printed;
        if let Some(number) = fault.number.filter(is_new) {
            self.begin_line(number)?;
            self.no_result()?;
        }
        if self.lines.faults.0 != fault.name {
            self.end_faults()?;
            self.lines.faults.0.clone_from(&fault.name);
        }
        self.lines.faults.1 += 1;
        self.lines.unread += u64::from(!fault.has_puzzle);
        if self.lines.faults.1 <= MOST_FAULTS { self.say(&fault.message) } else { Ok(()) }
    }

    /// Reports the number of errors not reported one by one, and a hint for an exact-cover problem.
    fn end_faults(&mut self) -> Result {
        let (name, count) = std::mem::take(&mut self.lines.faults);
        if count > MOST_FAULTS {
            self.say(&format!("{name}: and {}", counted(count - MOST_FAULTS, "more error")))?;
        }
        if count > 0 && is_problem(Path::new(&name)) {
            self.say(&format!("{name}: `quadrille cover` is for exact-cover problems"))?;
        }
        Ok(())
    }

    /// Reports a puzzle that the command does not support.
    pub(crate) fn bad_puzzle(&mut self, place: Place<'_>, why: impl Display) -> Result {
        self.bad(&format!("{place}: {why}"))?;
        self.no_result()
    }

    /// Updates the output and the progress display of a search.
    pub(crate) fn watch(&mut self, stats: Stats, state: impl FnOnce() -> State) -> Result {
        self.show(|totals| {
            let (found, open) = state();
            totals.with(found, stats, open)
        })
    }

    /// Updates the output and the progress display, and checks for signals.
    pub(crate) fn tick(&mut self) -> Result {
        self.watch(Stats::default(), || (Some(BigUint::ZERO), None))?;
        error::check_signal()
    }

    /// Updates the output, and the progress display with a message.
    pub(crate) fn show(&mut self, message: impl FnOnce(&Totals) -> String) -> Result {
        let Self { output, totals, .. } = self;
        output.tick().map_err(Error::Stdout)?;
        output.progress.show(|| {
            totals.seconds = output.progress.seconds();
            message(totals)
        });
        Ok(())
    }

    /// Writes to standard output. The text is flushed when due, and at the end at the latest.
    pub(crate) fn print(&mut self, print: impl FnOnce(&mut Output) -> io::Result<()>) -> Result {
        print(&mut self.output).map_err(Error::Stdout)
    }

    /// Prints a message on standard error, after everything written before it.
    pub(crate) fn say(&mut self, message: &str) -> Result {
        self.line(&error::message(message))
    }

    /// Prints a line, such as a row of a table, on standard error after all earlier output.
    pub(crate) fn line(&mut self, line: &str) -> Result {
        self.flush()?;
        self.output.progress.clear();
        error::line(line);
        Ok(())
    }

    pub(crate) fn flush(&mut self) -> Result {
        self.output.flush().map_err(Error::Stdout)
    }

    pub(crate) fn reports_json(&self) -> bool {
        self.has_stats && self.is_json
    }

    /// Reports an error, and continues. [`Error::Bad`] is for errors that leave nothing to continue
    /// with.
    pub(crate) fn bad(&mut self, message: &str) -> Result {
        self.status = error::BAD;
        self.lines.unread += 1;
        self.say(message)
    }

    /// Records that a problem has no solution, or not the required one, or that none was found.
    pub(crate) fn no_solution(&mut self) {
        self.status = self.status.max(error::NO_SOLUTION);
    }

    /// With `--stats`, prints the engine or the method used, or keeps it for the JSON object.
    pub(crate) fn say_how(&mut self, how: impl FnOnce() -> String) -> Result {
        if self.reports_json() {
            self.totals.how.push(how());
        } else if self.has_stats {
            self.say(&how())?;
        }
        Ok(())
    }

    /// Notes the name of the engine, and how it was chosen, for the statistics.
    pub(crate) fn note_engine(
        &mut self,
        name: &'static str,
        how: impl FnOnce() -> String,
    ) -> Result {
        self.totals.engine = Some(name);
        self.say_how(how)
    }

    /// Runs the command, flushes its output, reports statistics and its error, and returns the
    /// exit status.
    pub(crate) fn command(mut self, run: impl FnOnce(&mut Self) -> Result) -> ExitCode {
        let result = run(&mut self);
        let result = result.and_then(|()| self.begin_line(self.lines.read.load(Relaxed) + 1));
        // Output written before an error is flushed before the error is reported.
        let flushed = self.flush();
        let faults = self.end_faults();
        let result = result.and(flushed).and(faults);
        self.output.progress.clear();
        self.totals.seconds = self.output.progress.seconds();
        if self.reports_json() {
            error::line(
                &serde_json::to_string(&self.totals).expect("it has texts and numbers only"),
            );
        } else if self.has_stats {
            error::line(&error::message(self.totals.line()));
        }
        result.map_or_else(|error| error.report(self.status), |()| self.status).into()
    }
}
