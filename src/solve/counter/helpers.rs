//! The threads that help a counter while it searches with a cache.
//!
//! Each helper searches the same cubes as the counter, in a different order, and all share the
//! cache. So the counter finds the finished subproblems of a helper in the cache, and does the rest
//! itself: it needs no result from a helper. A worker pool would give each cube to one
//! thread, and threads would not share results.

use std::panic::resume_unwind;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::{self, JoinHandle};

use crate::engine::memo::CountSearch;
use crate::search::{Cube, SLICE, Stats, Step};

/// The helpers of a counter, if any are running. A clone starts without helpers.
#[derive(Debug, Default)]
pub(super) struct Helpers {
    workers: Option<Workers>,
    /// The work of earlier helpers.
    before: Stats,
}

#[derive(Debug)]
struct Workers {
    shared: Arc<Shared>,
    threads: Vec<JoinHandle<()>>,
}

/// The state that the threads and their counter share.
#[derive(Debug, Default)]
struct Shared {
    state: Mutex<State>,
    changed: Condvar,
    nodes: AtomicU64,
    updates: AtomicU64,
}

/// The command to the helpers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum State {
    #[default]
    Work,
    Pause,
    End,
}

impl Clone for Helpers {
    fn clone(&self) -> Self {
        Self { workers: None, before: self.stats() }
    }
}

impl Helpers {
    /// True if helpers were started and not ended since then.
    pub(super) fn are_there(&self) -> bool {
        self.workers.is_some()
    }

    /// Starts this number of helpers for a search with a cache. `cubes` are the rest of the search,
    /// in reverse order. A helper ends by itself when all cubes are done, or when the nodes on its
    /// path take more than `memory` bytes. If the system cannot start all threads, there are fewer.
    pub(super) fn start(
        &mut self,
        count: usize,
        search: &CountSearch,
        cubes: &[Cube],
        memory: usize,
    ) {
        let shared = Arc::<Shared>::default();
        let mut threads = Vec::new();
        for number in 1..=count {
            let (shared, search) = (Arc::clone(&shared), search.helper(number));
            let mut cubes = cubes.to_vec();
            // The first helper begins with the last cube of the search, and the others at regular
            // distances from it.
            let first = (number - 1) * cubes.len() / count;
            cubes.rotate_left(first);
            let help = move || shared.help(search, &cubes, memory);
            match thread::Builder::new().name("quadrille".to_owned()).spawn(help) {
                Ok(thread) => threads.push(thread),
                Err(_) => break,
            }
        }
        self.workers = Some(Workers { shared, threads });
    }

    pub(super) fn resume(&self) {
        if let Some(workers) = &self.workers {
            workers.shared.set(State::Work);
        }
    }

    /// Pauses the helpers at their next check.
    pub(super) fn pause(&self) {
        if let Some(workers) = &self.workers {
            workers.shared.set(State::Pause);
        }
    }

    /// Ends all helpers.
    ///
    /// # Panics
    /// If a helper has panicked.
    pub(super) fn end(&mut self) {
        if let Some(mut workers) = self.workers.take() {
            let result = workers.end();
            self.before += workers.shared.stats();
            if let Err(panic) = result {
                resume_unwind(panic);
            }
        }
    }

    pub(super) fn stats(&self) -> Stats {
        let mut stats = self.before;
        if let Some(workers) = &self.workers {
            stats += workers.shared.stats();
        }
        stats
    }
}

impl Workers {
    /// Ends the threads. Returns the panic of a thread that has panicked.
    fn end(&mut self) -> thread::Result<()> {
        self.shared.set(State::End);
        let results: Vec<_> = self.threads.drain(..).map(JoinHandle::join).collect();
        results.into_iter().collect()
    }
}

impl Drop for Workers {
    fn drop(&mut self) {
        // A panic of a helper has no effect on a counter that is dropped.
        let _ = self.end();
    }
}

impl Shared {
    fn state(&self) -> MutexGuard<'_, State> {
        // No code that can panic runs under the lock.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn set(&self, state: State) {
        *self.state() = state;
        self.changed.notify_all();
    }

    /// Waits while helpers are paused. Returns false if they must end.
    fn is_to_continue(&self) -> bool {
        let wait = self.changed.wait_while(self.state(), |state| *state == State::Pause);
        *wait.unwrap_or_else(PoisonError::into_inner) == State::Work
    }

    fn help(&self, mut search: CountSearch, cubes: &[Cube], memory: usize) {
        let mut before = Stats::default();
        for cube in cubes {
            let started = search.start(cube);
            debug_assert!(started.is_ok(), "the cubes are of this problem");
            let mut step = Step::Paused;
            while step == Step::Paused {
                if !self.is_to_continue() || search.memory_of_nodes() > memory {
                    return;
                }
                step = search.advance(SLICE);
                let Stats { nodes, updates } = search.stats();
                self.nodes.fetch_add(nodes - before.nodes, Ordering::Relaxed);
                self.updates.fetch_add(updates - before.updates, Ordering::Relaxed);
                before = Stats { nodes, updates };
            }
        }
    }

    fn stats(&self) -> Stats {
        Stats {
            nodes: self.nodes.load(Ordering::Relaxed),
            updates: self.updates.load(Ordering::Relaxed),
        }
    }
}
