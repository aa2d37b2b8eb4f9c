//! Clock time and processor time.
//!
//! The clock time is the time that users wait. The processor time of this thread does not grow
//! while other threads run on the same core, so comparisons of runs use it. On systems other
//! than Unix the clock time replaces it: Windows measures it too coarsely.

use std::time::Instant;

#[cfg(unix)]
use cpu_time::ThreadTime as ProcessorTime;
#[cfg(not(unix))]
use std::time::Instant as ProcessorTime;

/// The clock time and the processor time of some work, in nanoseconds.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Times {
    pub(crate) clock: f64,
    pub(crate) processor: f64,
}

impl Times {
    /// Returns the times of one run, given the times of `count` runs.
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
        // The clock is read last here and first in `elapsed`, so the clock time does not include
        // the reading of the processor time.
        let processor = ProcessorTime::now();
        Self { clock: Instant::now(), processor }
    }

    pub(crate) fn elapsed(&self) -> Times {
        let clock = self.clock.elapsed().as_nanos() as f64;
        Times { clock, processor: self.processor.elapsed().as_nanos() as f64 }
    }
}
