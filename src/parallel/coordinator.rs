//! The coordinator: the calling thread, which owns the worklist.

use std::ops::ControlFlow;
use std::time::Duration;

use super::protocol::{AssignmentId, Link, Outcome, Report, Request};
use super::slices::Slices;
use super::sync::Instant;
use super::worklist::WorkList;
use super::{BATCH, Batch, Observer, Progress};
use crate::search::{Engine, OpenCube, Stats, Step};

/// The minimum time between two ticks of the observer, and between two rounds of requests for
/// progress reports.
const TICK: Duration = Duration::from_millis(50);
const REPORT_INTERVAL: Duration = Duration::from_millis(500);

pub(super) struct Coordinator<'a, O: Observer> {
    observer: &'a mut O,
    list: WorkList<O::Batch>,
    progress: Progress,
    /// The assignments whose reports must arrive before the observer gets the remaining search.
    awaited: Option<Vec<AssignmentId>>,
    ticked: Option<Instant>,
    requested: Instant,
}

impl<'a, O: Observer> Coordinator<'a, O> {
    pub(super) fn new(observer: &'a mut O, open: Vec<OpenCube>, is_ordered: bool) -> Self {
        let list = WorkList::new(open, is_ordered);
        let progress = Progress { open: list.open(), stats: Stats::default() };
        Self { observer, list, progress, awaited: None, ticked: None, requested: Instant::now() }
    }

    pub(super) fn progress(&self) -> Progress {
        self.progress
    }

    pub(super) fn is_over(&self) -> bool {
        self.list.is_empty()
    }

    /// Searches in the calling thread for about this time, or until no cube remains or the observer
    /// breaks.
    pub(super) fn search_here<E: Engine>(
        &mut self,
        time: Duration,
        slices: &mut Slices<E>,
        search: &impl Fn(&mut E, &mut O::Batch, u64) -> Step,
    ) -> ControlFlow<()> {
        let begun = Instant::now();
        while begun.elapsed() < time
            && let Some(cubes) = self.list.take(AssignmentId::CALLER, 0.0)
        {
            let mut cubes = cubes.into_vec().into_iter();
            let mut left: Vec<OpenCube> = Vec::new();
            let mut batch = O::Batch::default();
            let mut stats = Stats::default();
            if let Some(open) = cubes.next() {
                slices.start(&open);
                let is_paused = |step| step != Step::Exhausted && begun.elapsed() < time;
                while is_paused(slices.search(|engine, nodes| search(engine, &mut batch, nodes)))
                    && batch.size() < BATCH
                {}
                stats = slices.take_stats();
                left.extend(slices.remaining());
            }
            left.extend(cubes);
            self.gather(Report {
                id: AssignmentId::CALLER,
                batch,
                stats,
                outcome: Outcome::Ended(left),
            })?;
        }
        ControlFlow::Continue(())
    }

    /// Searches in the calling thread until no cube remains or the observer breaks.
    pub(super) fn run_alone<E: Engine>(
        &mut self,
        slices: &mut Slices<E>,
        search: &impl Fn(&mut E, &mut O::Batch, u64) -> Step,
    ) -> ControlFlow<()> {
        while !self.is_over() {
            self.search_here(TICK, slices, search)?;
            if self.observer.tick(&self.progress)? {
                self.observer.look(&self.progress, self.list.remaining())?;
            }
        }
        ControlFlow::Continue(())
    }

    /// Assigns cubes to workers and collects their reports, until no cube remains, the observer
    /// breaks or a worker panics.
    pub(super) fn run(&mut self, mut link: Link<O::Batch>) -> ControlFlow<()> {
        loop {
            let limit = self.list.open() / (8 * link.workers()) as f64;
            link.assign(|id| self.list.take(id, limit));
            if self.list.is_empty() {
                return ControlFlow::Continue(());
            }
            self.balance(&link);
            self.tick(&link)?;
            if self.awaited.as_ref().is_some_and(Vec::is_empty) {
                self.awaited = None;
                self.observer.look(&self.progress, self.list.remaining())?;
            }
            match link.receive(TICK) {
                Ok(Some(report)) => self.gather(report)?,
                Ok(None) => {}
                // A worker has panicked. Its panic resumes when the worker is joined.
                Err(_) => return ControlFlow::Break(()),
            }
        }
    }

    /// Requests cubes for idle workers, and stops workers that are too far ahead.
    fn balance(&self, link: &Link<O::Batch>) {
        if self.list.is_full() {
            self.list.busy_behind().for_each(|id| link.send_request(id, Request::GiveBack));
        } else if link.has_idle()
            && let Some(heaviest) = self.list.heaviest()
        {
            // `run` has just assigned all open cubes, so there is none for the idle worker.
            link.send_request(heaviest, Request::GiveBack);
        }
    }

    fn tick(&mut self, link: &Link<O::Batch>) -> ControlFlow<()> {
        if self.ticked.is_some_and(|ticked| ticked.elapsed() < TICK) {
            return ControlFlow::Continue(());
        }
        self.ticked = Some(Instant::now());
        let look_requested = self.observer.tick(&self.progress);
        if let ControlFlow::Break(()) = look_requested {
            return ControlFlow::Break(());
        }
        if look_requested == ControlFlow::Continue(true) && self.awaited.is_none() {
            self.awaited = Some(self.list.busy().collect());
        } else if self.requested.elapsed() >= REPORT_INTERVAL {
            self.requested = Instant::now();
            self.list.busy().for_each(|id| link.send_request(id, Request::Report));
        }
        self.awaited.iter().flatten().for_each(|&id| link.send_request(id, Request::Report));
        ControlFlow::Continue(())
    }

    /// Applies a report to the list, and delivers the batches that need not wait for others.
    fn gather(&mut self, report: Report<O::Batch>) -> ControlFlow<()> {
        if let Some(awaited) = &mut self.awaited {
            awaited.retain(|&id| id != report.id);
        }
        self.progress.stats += report.stats;
        let result = self.list.put(report, |batch| self.observer.gather(batch));
        self.progress.open = self.list.open();
        result
    }
}
