//! Standard output: buffered when nobody watches, but never for long.

mod at_start;

use std::cell::RefCell;
use std::io::{self, IsTerminal, Read, Write};
use std::rc::Rc;
use std::time::{Duration, Instant};

use serde::Serialize;

use crate::shared::error::Error;
use crate::shared::interrupt;
use crate::shared::progress::Progress;

/// Buffered standard output that shows what it has at least every tenth of a second, as long as it
/// is asked, and before the program waits for input. Clones write to the same buffer.
#[derive(Clone)]
pub(crate) struct Output {
    buffer: Rc<RefCell<io::BufWriter<Stdout>>>,
    is_terminal: bool,
    flushed: Instant,
}

/// Standard output without a buffer. On a terminal, the display of the progress makes room before
/// anything is written.
struct Stdout {
    stdout: io::StdoutLock<'static>,
    display: Option<Progress>,
    is_closed: bool,
}

const SHOW_AFTER: Duration = Duration::from_millis(100);

impl Output {
    /// Standard output without a display of progress beside it.
    pub(crate) fn stdout() -> Self {
        Self::beside(None)
    }

    /// Standard output that may be on the same terminal as a display of progress.
    pub(crate) fn beside(display: impl Into<Option<Progress>>) -> Self {
        let stdout = io::stdout().lock();
        let is_terminal = stdout.is_terminal();
        let display = display.into().filter(|_| is_terminal);
        let stdout = Stdout { stdout, display, is_closed: at_start::is_stdout_closed() };
        // The standard library has a buffer too, of one line. This one is larger than that, and
        // what is larger than that goes through.
        let buffer = Rc::new(RefCell::new(io::BufWriter::with_capacity(1 << 16, stdout)));
        Self { buffer, is_terminal, flushed: Instant::now() }
    }

    pub(crate) fn is_terminal(&self) -> bool {
        self.is_terminal
    }

    /// Writes a value as JSON, in a line of its own.
    pub(crate) fn json(&mut self, value: &impl Serialize) -> io::Result<()> {
        serde_json::to_writer(&mut *self, value)?;
        self.write_all(b"\n")
    }

    /// To be called now and then: shows what was written, if it is due.
    pub(crate) fn tick(&mut self) -> io::Result<()> {
        if self.is_terminal || self.flushed.elapsed() >= SHOW_AFTER { self.flush() } else { Ok(()) }
    }

    /// Writes the whole of what a command prints.
    pub(crate) fn print(&mut self, text: &[u8]) -> Result<(), Error> {
        self.write_all(text).and_then(|()| self.flush()).map_err(Error::stdout)
    }
}

impl Write for Output {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.buffer.borrow_mut().write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.flushed = Instant::now();
        self.buffer.borrow_mut().flush()
    }
}

impl Write for Stdout {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if self.is_closed {
            return Err(io::Error::other("it is closed"));
        }
        self.display.iter().for_each(Progress::clear);
        self.stdout.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.stdout.flush()
    }
}

/// Input that shows the output before it may have to wait: whoever writes a puzzle gets its answer
/// before the next one. After an interrupt it has ended.
pub(crate) struct AnsweredInput {
    pub(crate) source: Box<dyn Read>,
    pub(crate) output: Output,
}

impl Read for AnsweredInput {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        // If that fails, so does whatever is written next, where it is dealt with.
        let _ = self.output.flush();
        interrupt::waiting(|| self.source.read(buffer)).unwrap_or(Ok(0))
    }
}
