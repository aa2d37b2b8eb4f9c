//! Times by the clock and by the processor.
//!
//! The clock's time is what a user waits for. The processor's time of this thread does not grow
//! when others have their turn on the same core, so that runs are compared by it. Where the system
//! does not tell it finely enough, as on Windows, the clock's time takes its place.

use std::time::Instant;

#[cfg(unix)]
use cpu_time::ThreadTime as ProcessorTime;
#[cfg(not(unix))]
use std::time::Instant as ProcessorTime;

/// Two times of the same thing, in nanoseconds.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Times {
    pub(crate) clock: f64,
    pub(crate) processor: f64,
}

impl Times {
    /// The times of one of `count` that took these times together.
    pub(crate) fn of_one(self, count: u32) -> Self {
        let count = f64::from(count);
        Self { clock: self.clock / count, processor: self.processor / count }
    }
}

#[derive(Clone, Copy, Debug)]
pub(crate) struct Stopwatch {
    clock: Instant,
    processor: ProcessorTime,
}

impl Stopwatch {
    pub(crate) fn start() -> Self {
        // The clock is read last here and first below, so that it does not time the other reading.
        let processor = ProcessorTime::now();
        Self { clock: Instant::now(), processor }
    }

    pub(crate) fn elapsed(&self) -> Times {
        let clock = self.clock.elapsed().as_nanos() as f64;
        Times { clock, processor: self.processor.elapsed().as_nanos() as f64 }
    }
}
