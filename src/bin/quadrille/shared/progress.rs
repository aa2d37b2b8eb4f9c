//! A display of how far long work is, on standard error if that is a terminal.

use std::time::{Duration, Instant};

use indicatif::{HumanCount, HumanDuration, ProgressBar, ProgressDrawTarget, ProgressStyle};

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
        self.tick_with(counts, || None);
    }

    /// The same, with something behind them that is found out only if it is shown.
    pub(crate) fn tick_with(&mut self, counts: &[(u64, &str)], more: impl FnOnce() -> Option<String>) {
        self.show(|| {
            let counts = counts.iter().map(|&(count, what)| format!("{} {what}", HumanCount(count)));
            counts.chain(more()).collect::<Vec<_>>().join(", ")
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

/// How much of a search tree is explored and how long the rest will take if it goes on like this; nothing while too little
/// is explored to say so.
pub(crate) fn explored(open: f64, elapsed: Duration) -> Option<String> {
    let explored = (1.0 - open).clamp(0.0, 1.0);
    let left = elapsed.as_secs_f64() * open / explored;
    // A search that would take longer than a thousand years, or of which nothing is explored.
    let left = Duration::try_from_secs_f64(left).ok().filter(|left| left.as_secs() < 1 << 35)?;
    Some(format!("{:.1} % explored, about {} left", 100.0 * explored, HumanDuration(left)))
}
