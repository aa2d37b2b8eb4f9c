//! How long something takes, by the clock and by the processor.
//!
//! The clock's time is what a user waits for. The processor's is what this program had of it, so that it does not grow when
//! others have their turn on the same core: two runs are compared by that. Where the system does not tell it finely enough,
//! which is so on Windows, it is taken to be the clock's.

use std::time::Instant;

#[cfg(unix)]
use cpu_time::ProcessTime as ProcessorTime;
#[cfg(not(unix))]
use std::time::Instant as ProcessorTime;

/// Two times of the same thing, in nanoseconds.
#[derive(Clone, Copy, Debug)]
pub(super) struct Times {
    pub(super) clock: f64,
    pub(super) processor: f64,
}

impl Times {
    /// The times of one of so many that took these times together.
    pub(super) fn of_one(self, count: u32) -> Self {
        let count = f64::from(count);
        Self { clock: self.clock / count, processor: self.processor / count }
    }
}

#[derive(Clone, Copy, Debug)]
pub(super) struct Stopwatch {
    clock: Instant,
    processor: ProcessorTime,
}

impl Stopwatch {
    pub(super) fn start() -> Self {
        // The clock last, and read first, so that it does not see how long reading the other takes.
        let processor = ProcessorTime::now();
        Self { clock: Instant::now(), processor }
    }

    pub(super) fn elapsed(&self) -> Times {
        let clock = self.clock.elapsed().as_nanos() as f64;
        Times { clock, processor: self.processor.elapsed().as_nanos() as f64 }
    }
}
