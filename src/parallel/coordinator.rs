//! The coordinator: the calling thread, which owns the list of what is left.

use std::ops::ControlFlow;
use std::time::Duration;

use super::protocol::{AssignmentId, Link, Outcome, Report, Request};
use super::slices::{SLICE, Slices};
use super::sync::Instant;
use super::worklist::WorkList;
use super::{BATCH, Batch, Observer, Progress};
use crate::search::{Engine, OpenCube, Stats, Step};

/// The time between two ticks of the observer, and between two requests for reports that only tell
/// how far the workers are.
const TICK: Duration = Duration::from_millis(50);
const ASK: Duration = Duration::from_millis(500);

pub(super) struct Coordinator<'a, O: Observer> {
    observer: &'a mut O,
    list: WorkList<O::Batch>,
    progress: Progress,
    /// The assignments that are yet to be reported on before the observer looks at what is left.
    looking: Option<Vec<AssignmentId>>,
    ticked: Option<Instant>,
    asked: Instant,
}

impl<'a, O: Observer> Coordinator<'a, O> {
    pub(super) fn new(observer: &'a mut O, open: Vec<OpenCube>, is_ordered: bool) -> Self {
        let list = WorkList::new(open, is_ordered);
        let progress = Progress { open: list.open(), stats: Stats::default() };
        Self { observer, list, progress, looking: None, ticked: None, asked: Instant::now() }
    }

    pub(super) fn progress(&self) -> Progress {
        self.progress
    }

    pub(super) fn is_over(&self) -> bool {
        self.list.is_empty()
    }

    /// Searches alone for a moment: to start threads takes about as long.
    pub(super) fn begin<E: Engine>(
        &mut self,
        engine: E,
        search: &impl Fn(&mut E, &mut O::Batch, u64) -> Step,
    ) -> ControlFlow<()> {
        let begun = Instant::now();
        let mut slices = Slices::new(engine);
        while begun.elapsed() < SLICE
            && let Some(parts) = self.list.take(AssignmentId::CALLER, 0.0)
        {
            let mut parts = parts.into_vec().into_iter();
            let mut left: Vec<OpenCube> = Vec::new();
            let mut batch = O::Batch::default();
            let mut stats = Stats::default();
            if let Some(part) = parts.next() {
                slices.start(&part);
                let is_paused = |step| step != Step::Exhausted && begun.elapsed() < SLICE;
                while is_paused(slices.search(|engine, nodes| search(engine, &mut batch, nodes)))
                    && batch.size() < BATCH
                {}
                stats = slices.take_stats();
                left.extend(slices.remaining());
            }
            left.extend(parts);
            self.gather(Report {
                id: AssignmentId::CALLER,
                batch,
                stats,
                outcome: Outcome::Ended(left),
            })?;
        }
        ControlFlow::Continue(())
    }

    /// Hands out parts and gathers what is found, until nothing is left.
    pub(super) fn run(&mut self, mut link: Link<O::Batch>) -> ControlFlow<()> {
        loop {
            let most = self.list.open() / (8 * link.workers()) as f64;
            link.assign(|id| self.list.take(id, most));
            if self.list.is_empty() {
                return ControlFlow::Continue(());
            }
            self.balance(&link);
            self.tick(&link)?;
            if self.looking.as_ref().is_some_and(Vec::is_empty) {
                self.looking = None;
                self.observer.look(&self.progress, self.list.remaining())?;
            }
            match link.receive(TICK) {
                Ok(Some(report)) => self.gather(report)?,
                Ok(None) => {}
                // A worker has panicked. The panic goes on when the worker is joined.
                Err(_) => return ControlFlow::Break(()),
            }
        }
    }

    /// Asks for parts where they are wanted, and stops who is too far ahead.
    fn balance(&self, link: &Link<O::Batch>) {
        if self.list.is_full() {
            self.list.busy_behind().for_each(|id| link.ask(id, Request::GiveBack));
        } else if link.has_idle()
            && let Some(heaviest) = self.list.heaviest()
        {
            // Who is idle now has found nothing to take.
            link.ask(heaviest, Request::GiveBack);
        }
    }

    fn tick(&mut self, link: &Link<O::Batch>) -> ControlFlow<()> {
        if self.ticked.is_some_and(|ticked| ticked.elapsed() < TICK) {
            return ControlFlow::Continue(());
        }
        self.ticked = Some(Instant::now());
        let wants_look = self.observer.tick(&self.progress);
        if let ControlFlow::Break(()) = wants_look {
            return ControlFlow::Break(());
        }
        if wants_look == ControlFlow::Continue(true) && self.looking.is_none() {
            self.looking = Some(self.list.busy().collect());
        } else if self.asked.elapsed() >= ASK {
            self.asked = Instant::now();
            self.list.busy().for_each(|id| link.ask(id, Request::Report));
        }
        self.looking.iter().flatten().for_each(|&id| link.ask(id, Request::Report));
        ControlFlow::Continue(())
    }

    /// Notes a report, and passes on what need not wait.
    fn gather(&mut self, report: Report<O::Batch>) -> ControlFlow<()> {
        if let Some(looking) = &mut self.looking {
            looking.retain(|&id| id != report.id);
        }
        self.progress.stats += report.stats;
        let result = self.list.put(report, |batch| self.observer.gather(batch));
        self.progress.open = self.list.open();
        result
    }
}
