//! A line that says how far long work has come, on standard error if that is a terminal.

use std::cell::{Cell, RefCell};
use std::io::{self, IsTerminal, Write};
use std::rc::Rc;
use std::time::{Duration, Instant};

/// The display of the progress. Clones are the same display.
///
/// It shows nothing for the first second, so that short work leaves no trace, and is drawn no more
/// than five times a second. It is drawn with blanks and carriage returns alone, so that it looks
/// the same on every terminal.
#[derive(Clone)]
pub(crate) struct Progress {
    display: Rc<Display>,
}

struct Display {
    is_shown: bool,
    started: Instant,
    drawn: Cell<Option<Instant>>,
    /// What stands in the line now.
    line: RefCell<String>,
}

const QUIET: Duration = Duration::from_secs(1);
const EVERY: Duration = Duration::from_millis(200);

impl Progress {
    pub(crate) fn new() -> Self {
        let display = Display {
            is_shown: io::stderr().is_terminal(),
            started: Instant::now(),
            drawn: Cell::new(None),
            line: RefCell::new(String::new()),
        };
        Self { display: Rc::new(display) }
    }

    /// Draws the line with this message, if it is due.
    pub(crate) fn show(&self, message: impl FnOnce() -> String) {
        let Display { is_shown, started, drawn, .. } = &*self.display;
        if !is_shown
            || started.elapsed() < QUIET
            || drawn.get().is_some_and(|drawn| drawn.elapsed() < EVERY)
        {
            return;
        }
        drawn.set(Some(Instant::now()));
        let width = terminal_size::terminal_size_of(io::stderr()).map_or(80, |(width, _)| width.0);
        let text = format!("{} {}", time(started.elapsed().as_secs() as f64), message());
        // The last column stays free: some terminals go on to the next line there.
        self.draw(text.chars().take(usize::from(width).saturating_sub(1)).collect());
    }

    /// Empties the line. To be called before anything else is written to the terminal.
    pub(crate) fn clear(&self) {
        self.draw(String::new());
    }

    fn draw(&self, text: String) {
        let mut line = self.display.line.borrow_mut();
        if text == *line {
            return;
        }
        let blanks = " ".repeat(line.chars().count().saturating_sub(text.chars().count()));
        let end = if text.is_empty() { "\r" } else { "" };
        // That a display cannot be drawn is no reason to stop.
        let _ = write!(io::stderr(), "\r{text}{blanks}{end}");
        *line = text;
    }
}

/// The share of a search tree that is explored, and how long the rest will take at the same pace;
/// `None` while too little is explored to say so.
pub(crate) fn explored(open: f64, elapsed: Duration) -> Option<String> {
    let explored = (1.0 - open).clamp(0.0, 1.0);
    let left = elapsed.as_secs_f64() * open / explored;
    // A search that would take longer than a thousand years, or of which nothing is explored.
    let is_known = left.is_finite() && left < (1_u64 << 35) as f64;
    is_known.then(|| format!("{:.1} % explored, about {} left", 100.0 * explored, time(left)))
}

/// Seconds in the unit that suits them: `0.3 s`, `12 s`, `5 min`, `3 h`, `40 days`.
pub(crate) fn time(seconds: f64) -> String {
    match seconds {
        seconds if seconds < 120.0 => format!("{seconds:.0} s"),
        seconds if seconds < 2.0 * 3600.0 => format!("{:.0} min", seconds / 60.0),
        seconds if seconds < 3.0 * 86400.0 => format!("{:.0} h", seconds / 3600.0),
        seconds if seconds < 1000.0 * 86400.0 => format!("{:.0} days", seconds / 86400.0),
        seconds => format!("{:.0} years", seconds / (365.25 * 86400.0)),
    }
}

/// The digits of a number in groups of three: `12,345,678`.
pub(crate) fn grouped(number: &str) -> String {
    let mut text = String::with_capacity(number.len() * 4 / 3);
    for (at, digit) in number.chars().enumerate() {
        if at > 0 && (number.len() - at).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}
