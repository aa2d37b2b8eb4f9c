//! A display of how far long work is, on standard error if that is a terminal.

use std::time::{Duration, Instant};

use indicatif::{HumanCount, ProgressBar, ProgressDrawTarget, ProgressStyle};

/// Shows nothing for the first second, so that short work leaves no trace.
pub(crate) struct Progress {
    bar: ProgressBar,
    started: Instant,
    drawn: Option<Instant>,
}

const QUIET: Duration = Duration::from_secs(1);
const EVERY: Duration = Duration::from_millis(100);

impl Progress {
    pub(crate) fn new() -> Self {
        // Hidden by itself if standard error is not a terminal.
        let bar = ProgressBar::with_draw_target(None, ProgressDrawTarget::stderr());
        if let Ok(style) = ProgressStyle::with_template("{spinner} {elapsed} {msg}") {
            bar.set_style(style);
        }
        Self { bar, started: Instant::now(), drawn: None }
    }

    /// Redraws the display with these counts, if it is due.
    pub(crate) fn tick(&mut self, counts: &[(u64, &str)]) {
        self.show(|| {
            let counts: Vec<_> = counts.iter().map(|&(count, what)| format!("{} {what}", HumanCount(count))).collect();
            counts.join(", ")
        });
    }

    /// Redraws the display with this message, if it is due.
    pub(crate) fn show(&mut self, message: impl FnOnce() -> String) {
        if self.bar.is_hidden() || self.is_early() {
            return;
        }
        self.drawn = Some(Instant::now());
        self.bar.set_message(message());
        self.bar.tick();
    }

    fn is_early(&self) -> bool {
        self.started.elapsed() < QUIET || self.drawn.is_some_and(|drawn| drawn.elapsed() < EVERY)
    }

    /// Does something that writes to the terminal without the display in its way.
    pub(crate) fn suspend<R>(&self, write: impl FnOnce() -> R) -> R {
        // To suspend a display that was never drawn would draw it.
        if self.drawn.is_some() { self.bar.suspend(write) } else { write() }
    }

    pub(crate) fn clear(&self) {
        self.bar.finish_and_clear();
    }
}
