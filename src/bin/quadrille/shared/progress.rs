//! A progress line on standard error, if that is a terminal.

use std::cell::{Cell, RefCell};
use std::fmt::Display;
use std::fs::File;
use std::io::{self, IsTerminal, Read, Write};
use std::time::{Duration, Instant};

/// The progress display.
///
/// It shows nothing for the first second, so short work leaves no trace. Apart from announcements,
/// it is redrawn at most five times a second. Its only control characters are carriage returns,
/// which every terminal supports.
pub(crate) struct Progress {
    is_shown: bool,
    started: Instant,
    drawn: Cell<Option<Instant>>,
    line: RefCell<String>,
}

const QUIET: Duration = Duration::from_secs(1);
const EVERY: Duration = Duration::from_millis(200);

impl Progress {
    pub(crate) fn new() -> Self {
        Self {
            is_shown: io::stderr().is_terminal(),
            started: Instant::now(),
            drawn: Cell::new(None),
            line: RefCell::default(),
        }
    }

    /// Returns the time since the start of the command.
    pub(crate) fn seconds(&self) -> f64 {
        self.started.elapsed().as_secs_f64()
    }

    /// If due, draws the line: the time and a message.
    pub(crate) fn show(&self, message: impl FnOnce() -> String) {
        let is_recent = self.drawn.get().is_some_and(|drawn| drawn.elapsed() < EVERY);
        if !self.is_shown || is_recent || self.started.elapsed() < QUIET {
            return;
        }
        self.drawn.set(Some(Instant::now()));
        let width = terminal_size::terminal_size_of(io::stderr()).map_or(80, |(width, _)| width.0);
        let text = format!("{} {}", time(self.seconds().floor()), message());
        // The last column stays free: some terminals wrap after it.
        self.draw(text.chars().take(usize::from(width).saturating_sub(1)).collect());
    }

    /// Draws the line even if it was drawn recently, for work that cannot update it.
    pub(crate) fn announce(&self, message: &str) {
        self.drawn.set(None);
        self.show(|| message.to_owned());
    }

    /// Clears the line. Called before anything else is written to the terminal.
    pub(crate) fn clear(&self) {
        self.draw(String::new());
    }

    fn draw(&self, text: String) {
        let mut line = self.line.borrow_mut();
        if text == *line {
            return;
        }
        let blanks = " ".repeat(line.chars().count().saturating_sub(text.chars().count()));
        let end = if text.is_empty() { "\r" } else { "" };
        // The work continues if the display cannot be drawn.
        let _ = write!(io::stderr(), "\r{text}{blanks}{end}");
        *line = text;
    }
}

/// Returns the explored share of a search tree and the time left at the same pace, or `None` while
/// too little is explored.
pub(crate) fn explored(open: f64, seconds: f64) -> Option<String> {
    // `open` is a sum that rounding may bring below 0.
    let explored = (1.0 - open).clamp(0.0, 1.0);
    let left = seconds * (1.0 - explored) / explored;
    // The text is left out if nothing is explored yet, or if the time exceeds 1,088 years.
    let is_known = left.is_finite() && left < (1_u64 << 35) as f64;
    is_known.then(|| format!("{:.1}% explored, about {} left", 100.0 * explored, time(left)))
}

/// Formats seconds in a suitable unit: `12 s`, `5 min`, `3 h`, `40 days`.
pub(crate) fn time(seconds: f64) -> String {
    match seconds {
        seconds if seconds < 120.0 => format!("{seconds:.0} s"),
        seconds if seconds < 2.0 * 3600.0 => format!("{:.0} min", seconds / 60.0),
        seconds if seconds < 3.0 * 86400.0 => format!("{:.0} h", seconds / 3600.0),
        seconds if seconds < 1000.0 * 86400.0 => format!("{:.0} days", seconds / 86400.0),
        seconds => format!("{:.0} years", seconds / (365.25 * 86400.0)),
    }
}

/// Groups the digits of a number by threes: `12,345,678`.
pub(crate) fn grouped(number: impl Display) -> String {
    let number = number.to_string();
    let groups = number.as_bytes().rchunks(3).rev().map(String::from_utf8_lossy);
    groups.collect::<Vec<_>>().join(",")
}

/// A source that shows on the progress display how much of it has been read.
pub(crate) struct Reading<'a, R> {
    source: R,
    read: u64,
    /// The size of the source, if it is known.
    size: Option<u64>,
    progress: &'a Progress,
}

impl<'a, R: Read> Reading<'a, R> {
    pub(crate) fn new(source: R, size: Option<u64>, progress: &'a Progress) -> Self {
        Self { source, read: 0, size, progress }
    }
}

impl<'a> Reading<'a, File> {
    /// Returns a reader of a file. The size is known unless the file is a pipe or a device.
    pub(crate) fn file(source: File, progress: &'a Progress) -> Self {
        let metadata = source.metadata().ok().filter(std::fs::Metadata::is_file);
        Self::new(source, metadata.map(|metadata| metadata.len()), progress)
    }
}

impl<R: Read> Read for Reading<'_, R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let length = self.source.read(buffer)?;
        self.read += length as u64;
        self.progress.show(|| {
            let megabytes = |bytes: u64| grouped(bytes / 1_000_000);
            match self.size {
                Some(size) => format!("{} of {} MB read", megabytes(self.read), megabytes(size)),
                None => format!("{} MB read", megabytes(self.read)),
            }
        });
        Ok(length)
    }
}

#[cfg(test)]
mod tests {
    use super::explored;

    #[test]
    fn the_time_left_is_not_negative() {
        let after = |open| explored(open, 900.0);
        for open in [0.0, -0.0, -1e-16, -0.001] {
            assert_eq!(after(open).as_deref(), Some("100.0% explored, about 0 s left"), "{open}");
        }
        assert_eq!(after(0.25).as_deref(), Some("75.0% explored, about 5 min left"));
        assert_eq!(after(1.0), None);
    }
}
