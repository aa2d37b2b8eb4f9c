//! A map over a stream of jobs. Several threads apply a function, and the results come in order.

use std::collections::BTreeMap;
use std::io;
use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::panic::resume_unwind;
use std::sync::PoisonError;
use std::thread::panicking;
use std::time::Duration;

use super::sync::{
    self, AtomicU64, Instant, Mutex, Ordering, Receiver, RecvTimeoutError, Sender, channel,
};

/// The time since the last call of `take` after which it is called with `None`.
const TICK: Duration = Duration::from_millis(50);

/// A pool of threads that apply a function to a stream of jobs. The calling thread receives the
/// results in the order of the jobs.
///
/// ```
/// use std::num::NonZeroUsize;
/// use std::ops::ControlFlow;
/// use quadrille::parallel::OrderedMap;
///
/// let mut squares = Vec::new();
/// let map = OrderedMap::new(NonZeroUsize::MIN.saturating_add(1), 16);
/// let result = map.run(0..100_u64, || (), |(), number, _| number * number, |square| match square {
///     Some(square) if square > 20 => ControlFlow::Break("large"),
///     Some(square) => {
///         squares.push(square);
///         ControlFlow::Continue(())
///     }
///     None => ControlFlow::Continue(()), // time passes
/// })?;
/// assert_eq!(result, ControlFlow::Break("large"));
/// assert_eq!(squares, [0, 1, 4, 9, 16]);
/// # Ok::<(), std::io::Error>(())
/// ```
#[derive(Clone, Copy, Debug)]
#[must_use = "nothing happens until `run` is called"]
pub struct OrderedMap {
    threads: NonZeroUsize,
    ahead: usize,
}

/// A flag for the jobs of a run: true if their results are no longer needed.
#[derive(Debug)]
pub struct Stop(AtomicU64);

impl Stop {
    /// True if the result of the job is no longer needed. A long job should check this from time to
    /// time. Once it is true, the job may return any result.
    #[must_use]
    pub fn is_requested(&self) -> bool {
        self.0.load(Ordering::Relaxed) != 0
    }

    fn request(&self) {
        self.0.store(1, Ordering::Relaxed);
    }
}

/// Requests a stop when it is dropped, including during a panic.
struct StopOnDrop<'a>(&'a Stop);

impl Drop for StopOnDrop<'_> {
    fn drop(&mut self) {
        self.0.request();
    }
}

/// Sends a message if the thread panics.
struct SendOnPanic<R>(Sender<Option<(u64, R)>>);

impl<R> Drop for SendOnPanic<R> {
    fn drop(&mut self) {
        if panicking() {
            // This fails if the receiver is gone.
            let _ = self.0.send(None);
        }
    }
}

impl OrderedMap {
    /// Returns a map with this number of threads. At any time, it has read at most `ahead` jobs, or
    /// one per thread if that is more, beyond those with a result already taken.
    pub fn new(threads: NonZeroUsize, ahead: usize) -> Self {
        Self { threads, ahead: ahead.max(threads.get()) }
    }

    /// Applies `work` to every job, and calls `take` with the results in the order of the jobs.
    ///
    /// Each thread has its own state, which it creates with `state` when it starts. While the
    /// calling thread waits for the next result, it calls `take` with `None` 50 to 100 milliseconds
    /// after the last call. `take` can end the run with [`ControlFlow::Break`], which is returned.
    /// The stream is read in the calling thread, so no result is taken while the stream blocks.
    ///
    /// # Errors
    /// [`io::Error`] if the system cannot start any thread. If it can start only some of them,
    /// fewer threads run.
    ///
    /// # Panics
    /// If `state`, `work`, `take` or the stream panics, with the same panic.
    pub fn run<J: Send, S, R: Send, X>(
        self,
        jobs: impl IntoIterator<Item = J>,
        state: impl Fn() -> S + Sync,
        work: impl Fn(&mut S, J, &Stop) -> R + Sync,
        take: impl FnMut(Option<R>) -> ControlFlow<X>,
    ) -> io::Result<ControlFlow<X>> {
        let stop = Stop(AtomicU64::new(0));
        let (send, waiting) = channel();
        let waiting = Mutex::new(waiting);
        sync::scope(|scope| {
            let (send_result, results) = channel();
            let mut handles = Vec::new();
            for number in 0..self.threads.get() {
                let results = SendOnPanic(send_result.clone());
                let (state, work, waiting, stop) = (&state, &work, &waiting, &stop);
                let run = move || {
                    let mut state = state();
                    while let Some((number, job)) = next_job(waiting, stop) {
                        let result = work(&mut state, job, stop);
                        if results.0.send(Some((number, result))).is_err() {
                            return;
                        }
                    }
                };
                match sync::spawn(scope, run) {
                    Ok(handle) => handles.push(handle),
                    Err(error) if number == 0 => return Err(error),
                    Err(_) => break,
                }
            }
            drop(send_result);
            let stream =
                Stream { ahead: self.ahead as u64, send, results, _stop: StopOnDrop(&stop) };
            let result = stream.drive(jobs, take);
            for handle in handles {
                if let Err(panic) = handle.join() {
                    resume_unwind(panic);
                }
            }
            Ok(result.unwrap_or_else(|| unreachable!("a thread's panic resumes when it is joined")))
        })
    }
}

/// Waits for the next job, and returns it. Returns `None` if there are no more jobs or a stop is
/// requested.
fn next_job<J>(waiting: &Mutex<Receiver<J>>, stop: &Stop) -> Option<J> {
    let job = waiting.lock().unwrap_or_else(PoisonError::into_inner).recv().ok()?;
    (!stop.is_requested()).then_some(job)
}

/// The calling thread's state of a running [`OrderedMap`]. When it is dropped, the threads end.
struct Stream<'a, J, R> {
    ahead: u64,
    send: Sender<(u64, J)>,
    /// The results in the order of their completion, with the numbers of their jobs, or `None` from
    /// a thread that panics.
    results: Receiver<Option<(u64, R)>>,
    _stop: StopOnDrop<'a>,
}

impl<J, R> Stream<'_, J, R> {
    /// Sends all jobs and takes all results, unless `take` breaks. Returns `None` if a thread has
    /// panicked.
    fn drive<X>(
        self,
        jobs: impl IntoIterator<Item = J>,
        mut take: impl FnMut(Option<R>) -> ControlFlow<X>,
    ) -> Option<ControlFlow<X>> {
        let mut jobs = jobs.into_iter().fuse();
        let (mut sent, mut taken) = (0, 0);
        let mut early = BTreeMap::new();
        let mut last_call = Instant::now();
        loop {
            let next = if sent - taken < self.ahead { jobs.next() } else { None };
            let result = if let Some(job) = next {
                // The receiver outlives this stream, so this does not fail.
                let _ = self.send.send((sent, job));
                sent += 1;
                self.results.try_recv().ok()
            } else if taken == sent {
                return Some(ControlFlow::Continue(()));
            } else {
                match self.results.recv_timeout(TICK) {
                    Ok(result) => Some(result),
                    Err(RecvTimeoutError::Timeout) => None,
                    Err(RecvTimeoutError::Disconnected) => return None,
                }
            };
            if let Some(result) = result {
                let (number, result) = result?;
                early.insert(number, result);
            }
            // Results that come too early do not delay the calls without a result.
            if !early.contains_key(&taken) && last_call.elapsed() >= TICK {
                last_call = Instant::now();
                if let ControlFlow::Break(end) = take(None) {
                    return Some(ControlFlow::Break(end));
                }
            }
            while let Some(result) = early.remove(&taken) {
                taken += 1;
                last_call = Instant::now();
                if let ControlFlow::Break(end) = take(Some(result)) {
                    return Some(ControlFlow::Break(end));
                }
            }
        }
    }
}
