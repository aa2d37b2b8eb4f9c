//! The messages between the coordinator and its workers.
//!
//! A worker is in one of three states:
//!
//! | State | What the worker does | What ends the state |
//! |---|---|---|
//! | idle | waits | an [`Assignment`]: it is busy; the end of the pool: it is gone |
//! | busy | searches the parts of one assignment | its last report, [`Outcome::Ended`]: it is idle; the end of the pool: it is gone |
//! | gone | nothing, its thread has ended | |
//!
//! Only the coordinator makes a worker busy, only the worker's own report makes it idle again. So
//! the coordinator knows who is busy without asking, and the worker knows who it works for:
//!
//! - Each assignment has a number that no other has, and each report and each request carries it.
//!   A request that arrives when its assignment has ended is recognised by its number and ignored.
//! - A report before the last, [`Outcome::Continued`], holds [`Parts`], of which there is at least
//!   one. A worker whose search has nothing left cannot make one, even if the engine has not
//!   answered [`Step::Exhausted`](crate::search::Step) yet: it can stand at its last cover.
//! - The last report takes the worker's [`Busy`] by value: nothing can be reported after it.
//!
//! Requests are no messages but a word that both sides share, which the worker reads after each
//! slice of its search; the largest one counts. A report needs no answer. The channel for reports
//! is bounded, so that workers wait for a coordinator that is slower than they are.
//!
//! When the [`Link`] is dropped, the pool is at its end: every operation of a worker fails with
//! [`Over`]. A worker that panics says so with its last message.

use std::sync::Arc;
use std::thread::panicking;
use std::time::Duration;

use super::sync::{
    AtomicU64, Ordering, Receiver, RecvTimeoutError, Sender, SyncSender, channel, sync_channel,
};
use crate::search::{OpenCube, Stats};

/// The number of an assignment. A pool uses each number once.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct AssignmentId(u64);

impl AssignmentId {
    /// The number for what the calling thread searches before there are workers.
    pub(super) const CALLER: Self = Self(0);
}

/// One part of a search or more, in order.
#[derive(Clone, Debug)]
pub(super) struct Parts(Vec<OpenCube>);

impl Parts {
    /// `None` if there is no part.
    pub(super) fn new(parts: Vec<OpenCube>) -> Option<Self> {
        (!parts.is_empty()).then_some(Self(parts))
    }

    pub(super) fn as_slice(&self) -> &[OpenCube] {
        &self.0
    }

    pub(super) fn into_vec(self) -> Vec<OpenCube> {
        self.0
    }
}

/// Parts that a worker is to search.
#[derive(Debug)]
struct Assignment {
    id: AssignmentId,
    parts: Parts,
}

/// What the coordinator asks of a busy worker.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Request {
    /// To report what it has found and what it has left.
    Report,
    /// To report, and to end its assignment.
    GiveBack,
}

/// What a worker has done since its assignment began, or since its last report.
#[derive(Debug)]
pub(super) struct Report<B> {
    pub(super) id: AssignmentId,
    pub(super) batch: B,
    pub(super) stats: Stats,
    pub(super) outcome: Outcome,
}

/// What becomes of an assignment after a report.
#[derive(Debug)]
pub(super) enum Outcome {
    /// The worker goes on. These parts are what it has left, in order.
    Continued(Parts),
    /// The worker is idle. It gives back what it has left, in order, if anything.
    Ended(Vec<OpenCube>),
}

#[derive(Debug)]
enum Message<B> {
    Report { worker: usize, report: Report<B> },
    Panicked,
}

/// The pool is at its end.
#[derive(Clone, Copy, Debug)]
pub(super) struct Over;

/// The word that the coordinator and a worker share. A later assignment has a larger word, and so
/// has the larger request of one assignment, so that the largest one is the one that counts.
///
/// All accesses are relaxed: the word is all that is passed on.
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

    /// Takes the request that there is for an assignment.
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

/// The coordinator's end.
#[derive(Debug)]
pub(super) struct Link<B> {
    workers: Vec<Peer>,
    messages: Receiver<Message<B>>,
    /// What the workers send with.
    sender: SyncSender<Message<B>>,
    assigned: u64,
}

/// A worker as the coordinator knows it.
#[derive(Debug)]
struct Peer {
    request: Arc<RequestWord>,
    assignments: Sender<Assignment>,
    /// Its assignment; none if it is idle.
    busy: Option<AssignmentId>,
}

impl<B> Link<B> {
    /// A link to no worker yet. `capacity` is the number of messages that may wait.
    pub(super) fn new(capacity: usize) -> Self {
        let (sender, messages) = sync_channel(capacity);
        Self { workers: Vec::new(), messages, sender, assigned: AssignmentId::CALLER.0 }
    }

    /// Makes the end of one more worker. If `start` fails, there is no such worker.
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

    /// Gives idle workers what `take` has for them, until it has nothing.
    pub(super) fn assign(&mut self, mut take: impl FnMut(AssignmentId) -> Option<Parts>) {
        for worker in self.workers.iter_mut().filter(|worker| worker.busy.is_none()) {
            let id = AssignmentId(self.assigned + 1);
            let Some(parts) = take(id) else { return };
            self.assigned = id.0;
            worker.busy = Some(id);
            // It fails if the worker has panicked, which its last message tells.
            let _ = worker.assignments.send(Assignment { id, parts });
        }
    }

    /// Asks the worker that has an assignment. Does nothing if the assignment has ended.
    pub(super) fn ask(&self, id: AssignmentId, request: Request) {
        if let Some(worker) = self.workers.iter().find(|worker| worker.busy == Some(id)) {
            worker.request.put(RequestWord::of(id, request));
        }
    }

    /// Waits for a report, and so long at most.
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

/// The pool ends, also if the coordinator panics.
impl<B> Drop for Link<B> {
    fn drop(&mut self) {
        self.workers.iter().for_each(|worker| worker.request.put(RequestWord::OVER));
    }
}

/// A worker's end.
#[derive(Debug)]
pub(super) struct WorkerLink<B> {
    number: usize,
    request: Arc<RequestWord>,
    assignments: Receiver<Assignment>,
    messages: SyncSender<Message<B>>,
}

impl<B> WorkerLink<B> {
    /// Waits for an assignment.
    pub(super) fn receive(&self) -> Result<(Busy<'_, B>, Parts), Over> {
        let Assignment { id, parts } = self.assignments.recv().map_err(|_| Over)?;
        Ok((Busy { link: self, id }, parts))
    }
}

impl<B> Drop for WorkerLink<B> {
    fn drop(&mut self) {
        if panicking() {
            // It fails if the pool is over: the panic is found when the thread is joined.
            let _ = self.messages.send(Message::Panicked);
        }
    }
}

/// A worker that has an assignment.
#[derive(Debug)]
pub(super) struct Busy<'a, B> {
    link: &'a WorkerLink<B>,
    id: AssignmentId,
}

impl<B> Busy<'_, B> {
    /// Takes the request that there is.
    pub(super) fn request(&self) -> Result<Option<Request>, Over> {
        self.link.request.take(self.id)
    }

    /// Reports; `left` is what the worker goes on with.
    pub(super) fn report(&self, batch: B, stats: Stats, left: Parts) -> Result<(), Over> {
        self.send(batch, stats, Outcome::Continued(left))
    }

    /// Reports for the last time; `left` is what others may search.
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
