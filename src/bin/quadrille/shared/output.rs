//! Standard output: buffered when nobody watches, but never for long.

use std::cell::RefCell;
use std::io::{self, IsTerminal, Read, Write};
use std::rc::Rc;
use std::time::{Duration, Instant};

use serde::Serialize;

/// Buffered standard output that shows what it has at least every tenth of a second, as long as it is asked, and before
/// the program waits for input. Clones write to the same buffer.
#[derive(Clone)]
pub(crate) struct Output {
    buffer: Rc<RefCell<io::BufWriter<io::StdoutLock<'static>>>>,
    is_terminal: bool,
    flushed: Instant,
}

const SHOW_AFTER: Duration = Duration::from_millis(100);

impl Output {
    pub(crate) fn stdout() -> Self {
        let stdout = io::stdout().lock();
        let is_terminal = stdout.is_terminal();
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

/// Input that shows the output before it may have to wait: whoever writes a puzzle gets its answer before the next one.
pub(crate) struct AnsweredInput {
    pub(crate) source: Box<dyn Read>,
    pub(crate) output: Output,
}

impl Read for AnsweredInput {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        // If that fails, so does whatever is written next, where it is dealt with.
        let _ = self.output.flush();
        self.source.read(buffer)
    }
}
