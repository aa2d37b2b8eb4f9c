//! The messages between the coordinator and its workers.
//!
//! A worker is in one of three states:
//!
//! | State | What the worker does | What ends the state |
//! |---|---|---|
//! | idle | waits | an [`Assignment`] (then busy), or the end of the pool (then gone) |
//! | busy | searches | its last report (then idle), a panic or the end of the pool (then gone) |
//! | gone | nothing: its thread has ended | |
//!
//! Only the coordinator makes a worker busy, and only the worker's last report makes it idle again.
//! Three rules keep the two sides in step:
//!
//! - Each assignment has a unique number, and each report and each request carries it. A request
//!   that arrives after the end of its assignment has an old number and is ignored.
//! - Every report before the last has the outcome [`Outcome::Continued`] with [`Cubes`], which are
//!   never empty. A worker without remaining cubes cannot send such a report, even if its engine
//!   has not yet returned [`Step::Exhausted`](crate::search::Step): it may be at its last cover.
//! - The last report takes the worker's [`Busy`] by value, so no report can follow it.
//!
//! A request is not a message but a word that both sides share. The worker reads it after each
//! slice of its search. The largest word takes effect. A report has no answer. The channel for
//! reports is bounded, so workers wait if the coordinator is slower.
//!
//! When the [`Link`] is dropped, the pool ends. A worker that then reads its request word, sends a
//! report, or waits for an assignment gets the error [`Over`]. The last message of a worker that
//! panics reports the panic.

use std::sync::Arc;
use std::thread::panicking;
use std::time::Duration;

use super::sync::{
    AtomicU64, Ordering, Receiver, RecvTimeoutError, Sender, SyncSender, channel, sync_channel,
};
use crate::search::{OpenCube, Stats};

/// The number of an assignment, unique in its pool.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct AssignmentId(u64);

impl AssignmentId {
    /// The number of each search in the calling thread, which searches while there are no workers.
    pub(super) const CALLER: Self = Self(0);
}

/// The cubes of an assignment, one or more, in order.
#[derive(Clone, Debug)]
pub(super) struct Cubes(Vec<OpenCube>);

impl Cubes {
    pub(super) fn new(cubes: Vec<OpenCube>) -> Option<Self> {
        (!cubes.is_empty()).then_some(Self(cubes))
    }

    pub(super) fn as_slice(&self) -> &[OpenCube] {
        &self.0
    }

    pub(super) fn into_vec(self) -> Vec<OpenCube> {
        self.0
    }
}

#[derive(Debug)]
struct Assignment {
    id: AssignmentId,
    cubes: Cubes,
}

/// A request from the coordinator to a busy worker.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Request {
    /// Report the results and the remaining cubes.
    Report,
    /// Report, and end the assignment.
    GiveBack,
}

/// A report on the work since the start of an assignment or since the report before.
#[derive(Debug)]
pub(super) struct Report<B> {
    pub(super) id: AssignmentId,
    pub(super) batch: B,
    pub(super) stats: Stats,
    pub(super) outcome: Outcome,
}

/// The state of an assignment after a report.
#[derive(Debug)]
pub(super) enum Outcome {
    /// The worker continues with these remaining cubes, in order.
    Continued(Cubes),
    /// The worker is idle. It gives back its remaining cubes, in order, if there are any.
    Ended(Vec<OpenCube>),
}

#[derive(Debug)]
enum Message<B> {
    Report { worker: usize, report: Report<B> },
    Panicked,
}

/// The error of an operation after the end of the pool or after the panic of a worker.
#[derive(Clone, Copy, Debug)]
pub(super) struct Over;

/// The request word that the coordinator and a worker share. The words of a later assignment are
/// larger, and within an assignment the stronger request has the larger word. So the largest word
/// takes effect.
///
/// All accesses are relaxed, because the word carries all of the information.
#[derive(Debug)]
struct RequestWord(AtomicU64);

impl RequestWord {
    const NONE: u64 = 0;
    const OVER: u64 = u64::MAX;

    fn of(id: AssignmentId, request: Request) -> u64 {
        id.0 << 1 | u64::from(request == Request::GiveBack)
    }

    fn put(&self, word: u64) {
        self.0.fetch_max(word, Ordering::Relaxed);
    }

    /// Takes the pending request for an assignment.
    fn take(&self, id: AssignmentId) -> Result<Option<Request>, Over> {
        if self.0.load(Ordering::Relaxed) == Self::NONE {
            return Ok(None);
        }
        let word = self.0.swap(Self::NONE, Ordering::Relaxed);
        if word == Self::OVER {
            return Err(Over);
        }
        Ok([Request::Report, Request::GiveBack]
            .into_iter()
            .find(|&request| word == Self::of(id, request)))
    }
}

/// The coordinator's end of the protocol.
#[derive(Debug)]
pub(super) struct Link<B> {
    workers: Vec<Peer>,
    messages: Receiver<Message<B>>,
    /// Cloned for each worker.
    sender: SyncSender<Message<B>>,
    assigned: u64,
}

/// The coordinator's view of a worker.
#[derive(Debug)]
struct Peer {
    request: Arc<RequestWord>,
    assignments: Sender<Assignment>,
    /// The current assignment, or `None` if the worker is idle.
    busy: Option<AssignmentId>,
}

impl<B> Link<B> {
    /// Returns a link without workers. `capacity` is the number of messages that may be pending.
    pub(super) fn new(capacity: usize) -> Self {
        let (sender, messages) = sync_channel(capacity);
        Self { workers: Vec::new(), messages, sender, assigned: AssignmentId::CALLER.0 }
    }

    /// Adds a worker and calls `start` with its link. If `start` fails, the worker is not added.
    pub(super) fn add<T, F>(
        &mut self,
        start: impl FnOnce(WorkerLink<B>) -> Result<T, F>,
    ) -> Result<T, F> {
        let request = Arc::new(RequestWord(AtomicU64::new(RequestWord::NONE)));
        let (sender, assignments) = channel();
        let messages = self.sender.clone();
        let number = self.workers.len();
        let started =
            start(WorkerLink { number, request: Arc::clone(&request), assignments, messages })?;
        self.workers.push(Peer { request, assignments: sender, busy: None });
        Ok(started)
    }

    pub(super) fn workers(&self) -> usize {
        self.workers.len()
    }

    pub(super) fn has_idle(&self) -> bool {
        self.workers.iter().any(|worker| worker.busy.is_none())
    }

    /// Gives each idle worker the cubes that `take` returns, until `take` returns `None`.
    pub(super) fn assign(&mut self, mut take: impl FnMut(AssignmentId) -> Option<Cubes>) {
        for worker in self.workers.iter_mut().filter(|worker| worker.busy.is_none()) {
            let id = AssignmentId(self.assigned + 1);
            let Some(cubes) = take(id) else { return };
            self.assigned = id.0;
            worker.busy = Some(id);
            // This fails if the worker has panicked. Its last message reports the panic.
            let _ = worker.assignments.send(Assignment { id, cubes });
        }
    }

    /// Sends a request to the worker that has this assignment. Does nothing if the assignment has
    /// ended.
    pub(super) fn send_request(&self, id: AssignmentId, request: Request) {
        if let Some(worker) = self.workers.iter().find(|worker| worker.busy == Some(id)) {
            worker.request.put(RequestWord::of(id, request));
        }
    }

    /// Waits for a report, for at most `timeout`.
    ///
    /// # Errors
    /// [`Over`] if a worker has panicked.
    pub(super) fn receive(&mut self, timeout: Duration) -> Result<Option<Report<B>>, Over> {
        match self.messages.recv_timeout(timeout) {
            Ok(Message::Report { worker, report }) => {
                if matches!(report.outcome, Outcome::Ended(_)) {
                    self.workers[worker].busy = None;
                }
                Ok(Some(report))
            }
            Err(RecvTimeoutError::Timeout) => Ok(None),
            Ok(Message::Panicked) | Err(RecvTimeoutError::Disconnected) => Err(Over),
        }
    }
}

/// Ends the pool, even if the coordinator panics.
impl<B> Drop for Link<B> {
    fn drop(&mut self) {
        self.workers.iter().for_each(|worker| worker.request.put(RequestWord::OVER));
    }
}

/// A worker's end of the protocol.
#[derive(Debug)]
pub(super) struct WorkerLink<B> {
    number: usize,
    request: Arc<RequestWord>,
    assignments: Receiver<Assignment>,
    messages: SyncSender<Message<B>>,
}

impl<B> WorkerLink<B> {
    pub(super) fn receive(&self) -> Result<(Busy<'_, B>, Cubes), Over> {
        let Assignment { id, cubes } = self.assignments.recv().map_err(|_| Over)?;
        Ok((Busy { link: self, id }, cubes))
    }
}

impl<B> Drop for WorkerLink<B> {
    fn drop(&mut self) {
        if panicking() {
            // This fails if the pool is over. The panic is then found when the thread is joined.
            let _ = self.messages.send(Message::Panicked);
        }
    }
}

#[derive(Debug)]
pub(super) struct Busy<'a, B> {
    link: &'a WorkerLink<B>,
    id: AssignmentId,
}

impl<B> Busy<'_, B> {
    pub(super) fn request(&self) -> Result<Option<Request>, Over> {
        self.link.request.take(self.id)
    }

    /// Sends a report. The worker continues with the cubes in `left`.
    pub(super) fn report(&self, batch: B, stats: Stats, left: Cubes) -> Result<(), Over> {
        self.send(batch, stats, Outcome::Continued(left))
    }

    /// Sends the last report. The cubes in `left` can be assigned again.
    pub(super) fn end(self, batch: B, stats: Stats, left: Vec<OpenCube>) -> Result<(), Over> {
        self.send(batch, stats, Outcome::Ended(left))
    }

    fn send(&self, batch: B, stats: Stats, outcome: Outcome) -> Result<(), Over> {
        let report = Report { id: self.id, batch, stats, outcome };
        self.link
            .messages
            .send(Message::Report { worker: self.link.number, report })
            .map_err(|_| Over)
    }
}
