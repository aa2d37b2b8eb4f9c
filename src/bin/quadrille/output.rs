//! Standard output: buffered when nobody watches, but never for long.

use std::io::{self, IsTerminal, Write};
use std::time::{Duration, Instant};

/// Buffered standard output that shows what it has at least every tenth of a second, as long as it is asked.
pub(crate) struct Output {
    buffer: io::BufWriter<io::StdoutLock<'static>>,
    is_terminal: bool,
    flushed: Instant,
}

const SHOW_AFTER: Duration = Duration::from_millis(100);

impl Output {
    pub(crate) fn stdout() -> Self {
        let stdout = io::stdout().lock();
        let is_terminal = stdout.is_terminal();
        Self { buffer: io::BufWriter::with_capacity(1 << 16, stdout), is_terminal, flushed: Instant::now() }
    }

    pub(crate) fn is_terminal(&self) -> bool {
        self.is_terminal
    }

    /// To be called now and then: shows what was written, if it is due.
    pub(crate) fn tick(&mut self) -> io::Result<()> {
        if self.is_terminal || self.flushed.elapsed() >= SHOW_AFTER { self.flush() } else { Ok(()) }
    }
}

impl Write for Output {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.buffer.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.flushed = Instant::now();
        self.buffer.flush()
    }
}
