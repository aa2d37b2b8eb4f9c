//! Buffered standard output that is flushed often.

use std::cell::RefCell;
use std::fmt::{self, Display};
use std::io::{self, IsTerminal, Read, Write};
use std::rc::Rc;
use std::time::{Duration, Instant};

use serde::Serialize;
use serde_json::value::RawValue;

use crate::shared::interrupt;
use crate::shared::progress::Progress;

/// Buffered standard output. On a terminal, each `tick` flushes it. Elsewhere, a `tick` flushes it
/// if the last flush was at least a tenth of a second ago. It is also flushed before the program
/// waits for input. Clones write to the same buffer.
#[derive(Clone)]
pub(crate) struct Output {
    buffer: Rc<RefCell<io::BufWriter<io::StdoutLock<'static>>>>,
    /// The progress display. On a terminal, it is cleared before anything is written.
    pub(crate) progress: Rc<Progress>,
    pub(crate) is_terminal: bool,
    flushed: Instant,
}

const SHOW_AFTER: Duration = Duration::from_millis(100);

impl Output {
    pub(crate) fn stdout() -> Self {
        let (stdout, progress) = (io::stdout().lock(), Rc::new(Progress::new()));
        let is_terminal = stdout.is_terminal();
        // The standard library adds a line buffer of its own. Large writes, such as those of this
        // buffer when it is full, bypass it.
        let buffer = Rc::new(RefCell::new(io::BufWriter::with_capacity(1 << 16, stdout)));
        Self { buffer, progress, is_terminal, flushed: Instant::now() }
    }

    /// Flushes the output if due. Called regularly during long work.
    pub(crate) fn tick(&mut self) -> io::Result<()> {
        if self.is_terminal || self.flushed.elapsed() >= SHOW_AFTER { self.flush() } else { Ok(()) }
    }
}

/// A JSON object that is written field by field. It displays without a line ending.
pub(crate) struct Object(String);

impl Object {
    pub(crate) fn new() -> Self {
        Self(String::new())
    }

    /// Adds a field. Grids and covers are given as text, because the Python package compiles the
    /// program without the `serde` feature of the library.
    pub(crate) fn with(&mut self, name: &str, value: impl Serialize) -> &mut Self {
        let value = serde_json::to_string(&value).expect("it can be written as JSON");
        self.0 += if self.0.is_empty() { "{\"" } else { ",\"" };
        self.0 += name;
        self.0 += "\":";
        self.0 += &value;
        self
    }

    pub(crate) fn with_some(&mut self, name: &str, value: Option<impl Serialize>) -> &mut Self {
        match value {
            Some(value) => self.with(name, value),
            None => self,
        }
    }

    pub(crate) fn texts<T: ToString>(
        &mut self,
        name: &str,
        values: impl IntoIterator<Item = T>,
    ) -> &mut Self {
        self.with(name, values.into_iter().map(|value| value.to_string()).collect::<Vec<_>>())
    }

    pub(crate) fn value(&self) -> Box<RawValue> {
        RawValue::from_string(self.to_string()).expect("it is an object")
    }
}

impl Display for Object {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}}}", self.0)
    }
}

impl Write for Output {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if self.is_terminal {
            self.progress.clear();
        }
        self.buffer.borrow_mut().write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.flushed = Instant::now();
        self.buffer.borrow_mut().flush()
    }
}

/// Input that flushes the output before a read that may block, so an interactive user sees each
/// answer before typing the next puzzle. The input ends after an interrupt.
pub(crate) struct AnsweredInput {
    pub(crate) source: Box<dyn Read>,
    pub(crate) output: Output,
}

impl Read for AnsweredInput {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        // A failure is ignored here: a later write or flush fails too and reports it.
        let _ = self.output.flush();
        interrupt::waiting(|| self.source.read(buffer)).unwrap_or(Ok(0))
    }
}

/// Returns a whole number of any length as a JSON number.
pub(crate) fn json_number(number: &dyn Display) -> Box<RawValue> {
    RawValue::from_string(number.to_string()).expect("decimal digits are a number")
}
