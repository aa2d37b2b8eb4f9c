//! The threads, channels, locks, atomics and clock of the worker pool and of the ordered map, from
//! the standard library.
//!
//! The unit tests of the library use those of Shuttle instead, and a random clock. Shuttle runs all
//! threads of a test on one thread, chooses at random at which synchronizations to switch between
//! them, and detects deadlocks. See `model.rs`.

#[cfg(test)]
pub(crate) use model::*;
#[cfg(not(test))]
pub(crate) use real::*;

#[cfg(not(test))]
mod real {
    pub(crate) use std::sync::Mutex;
    pub(crate) use std::sync::atomic::{AtomicU64, Ordering};
    pub(crate) use std::sync::mpsc::{
        Receiver, RecvTimeoutError, Sender, SyncSender, channel, sync_channel,
    };
    pub(crate) use std::thread::{Scope, ScopedJoinHandle, scope};
    pub(crate) use std::time::Instant;

    pub(crate) fn spawn<'scope>(
        scope: &'scope Scope<'scope, '_>,
        run: impl FnOnce() + Send + 'scope,
    ) -> std::io::Result<ScopedJoinHandle<'scope, ()>> {
        std::thread::Builder::new().spawn_scoped(scope, run)
    }
}

#[cfg(test)]
mod model {
    use std::cell::Cell;
    use std::time::Duration;

    pub(crate) use shuttle::sync::Mutex;
    pub(crate) use shuttle::sync::atomic::{AtomicU64, Ordering};
    pub(crate) use shuttle::sync::mpsc::{
        Receiver, RecvTimeoutError, Sender, SyncSender, channel, sync_channel,
    };
    pub(crate) use shuttle::thread::{Scope, ScopedJoinHandle, scope};

    pub(crate) fn spawn<'scope>(
        scope: &'scope Scope<'scope, '_>,
        run: impl FnOnce() + Send + 'scope,
    ) -> std::io::Result<ScopedJoinHandle<'scope, ()>> {
        let left = THREADS.get();
        if left == 0 {
            return Err(std::io::Error::other("no more threads"));
        }
        THREADS.set(left - 1);
        Ok(scope.spawn(run))
    }

    thread_local! {
        /// The number of threads that can still be started.
        pub(crate) static THREADS: Cell<usize> = const { Cell::new(usize::MAX) };
        static TIME: Cell<Duration> = const { Cell::new(Duration::ZERO) };
    }

    /// A clock that advances by a random time with each reading, so the measured times vary.
    #[derive(Clone, Copy, Debug)]
    pub(crate) struct Instant(Duration);

    impl Instant {
        pub(crate) fn now() -> Self {
            let random = shuttle::rand::Rng::gen_range(&mut shuttle::rand::thread_rng(), 0..16);
            // From a microsecond to 33 milliseconds.
            let step = Duration::from_micros(1 << random);
            Self(TIME.with(|time| time.replace(time.get() + step)))
        }

        pub(crate) fn elapsed(self) -> Duration {
            Self::now().0 - self.0
        }
    }
}
