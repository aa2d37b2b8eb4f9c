//! The driver of most searches: a loop that handles slices, limits, signals and progress.

use std::time::Instant;

use quadrille::OptionId;
use quadrille::search::{Advance, Step};
use quadrille::solve::First;

use crate::shared::error::Result;
use crate::shared::interrupt;
use crate::shared::session::{Session, State};

/// Searches a slice, and does nothing else.
pub(crate) fn advance<S: Advance>(search: &mut S, nodes: u64, _: &mut Session) -> Result<Step> {
    Ok(search.advance(nodes))
}

/// Returns the state of a search that shows neither its covers nor the work left.
pub(crate) fn work<S>(_: &S) -> State {
    (None, None)
}

impl Session {
    /// Searches to the end, to a limit or to a signal, and adds what was found to the totals.
    /// `step` searches up to a number of nodes. Its [`Step::Exhausted`] ends the search.
    pub(crate) fn drive<S: Advance>(
        &mut self,
        search: &mut S,
        step: impl FnMut(&mut S, u64, &mut Self) -> Result<Step>,
    ) -> Result {
        let outcome =
            self.run(search, step, |search| (Some(search.count_so_far().to_big()), search.open()));
        // The search is added to the totals even if its output could not be written.
        self.totals.add_count(&search.count_so_far(), search.stats());
        outcome.map(|_| ())
    }

    /// Runs a search that has no result before its end. A limit or a signal is an error.
    pub(crate) fn finish<S: Advance>(
        &mut self,
        search: &mut S,
        step: impl FnMut(&mut S, u64, &mut Self) -> Result<Step>,
    ) -> Result {
        let outcome = self.run(search, step, |search| {
            let found = search.count_so_far();
            (found.is_at_least(1).then(|| found.to_big()), search.open())
        });
        self.totals.add(0_u32, search.stats());
        if outcome? { Ok(()) } else { Err(self.without_result()) }
    }

    /// Searches for one cover, whichever is found soonest, until a limit or an interrupt.
    pub(crate) fn find(&mut self, first: First) -> Result<Option<Vec<OptionId>>> {
        let mut first = first.limited(self.limits());
        self.drive(&mut first, |first, nodes, _| match first.advance(nodes) {
            Step::Cover => Ok(Step::Exhausted),
            step => Ok(step),
        })?;
        Ok(first.count_so_far().is_at_least(1).then(|| first.cover().to_vec()))
    }

    /// Runs a search without adding to the totals. Returns false if a limit of the session or a
    /// signal has ended the search.
    pub(crate) fn run<S: Advance>(
        &mut self,
        search: &mut S,
        mut step: impl FnMut(&mut S, u64, &mut Self) -> Result<Step>,
        state: impl Fn(&S) -> State,
    ) -> Result<bool> {
        interrupt::watch();
        let mut paused: Option<Instant> = None;
        loop {
            let left = self.stop.nodes_left(search.stats().nodes);
            let step = step(search, self.pace.nodes().min(left), self)?;
            if step == Step::Exhausted {
                return Ok(true);
            }
            let is_cut_short = search.is_cut_short();
            if is_cut_short || step == Step::Paused {
                self.note_stop(search.stats().nodes);
            }
            // If the session has no reason to stop, the search has reached a limit of its own, such
            // as a number of covers.
            if self.stopped.is_some() || is_cut_short {
                return Ok(self.stopped.is_none());
            }
            if interrupt::is_requested() {
                return Ok(false);
            }
            if search.lacks_memory() && !std::mem::replace(&mut self.lacks_memory, true) {
                self.say(
                    "the system refuses memory within the limit: the cache stays small, and \
                     counting is slow",
                )?;
            }
            // The first slice of a search and the first after a cover are not measured: most
            // searches have no other slice, and reading the clock would slow them down.
            if step == Step::Paused {
                let now = Instant::now();
                if let Some(before) = paused.replace(now) {
                    self.pace.adapt(now - before);
                }
            } else {
                paused = None;
            }
            self.watch(search.stats(), || state(search))?;
        }
    }
}
