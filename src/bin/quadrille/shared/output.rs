//! Buffered standard output that is flushed often.

use std::cell::RefCell;
use std::fmt::{self, Display};
use std::io::{self, IsTerminal, Read, Write};
use std::rc::Rc;
use std::time::{Duration, Instant};

use serde::Serialize;
use serde_json::value::RawValue;

use crate::shared::error::Error;
use crate::shared::interrupt;
use crate::shared::progress::Progress;

/// Buffered standard output. `tick` flushes it at least every tenth of a second, and it is flushed
/// before the program waits for input. Clones write to the same buffer.
#[derive(Clone)]
pub(crate) struct Output {
    buffer: Rc<RefCell<io::BufWriter<Stdout>>>,
    is_terminal: bool,
    flushed: Instant,
}

/// Unbuffered standard output. On a terminal, the progress display is cleared before anything is
/// written.
struct Stdout {
    stdout: io::StdoutLock<'static>,
    display: Option<Rc<Progress>>,
}

const SHOW_AFTER: Duration = Duration::from_millis(100);

impl Output {
    /// Returns standard output without a progress display.
    pub(crate) fn stdout() -> Self {
        Self::new(None)
    }

    /// Returns standard output that may share its terminal with a progress display.
    pub(crate) fn new(display: Option<Rc<Progress>>) -> Self {
        let stdout = io::stdout().lock();
        let is_terminal = stdout.is_terminal();
        let display = display.filter(|_| is_terminal);
        let stdout = Stdout { stdout, display };
        // The standard library adds a line buffer of its own. This buffer is larger, and larger
        // writes pass through the inner one.
        let buffer = Rc::new(RefCell::new(io::BufWriter::with_capacity(1 << 16, stdout)));
        Self { buffer, is_terminal, flushed: Instant::now() }
    }

    pub(crate) fn is_terminal(&self) -> bool {
        self.is_terminal
    }

    /// Writes a value as a line of JSON.
    pub(crate) fn json(&mut self, value: &impl Serialize) -> io::Result<()> {
        serde_json::to_writer(&mut *self, value)?;
        self.write_all(b"\n")
    }

    /// Flushes the output if due. Called regularly during long work.
    pub(crate) fn tick(&mut self) -> io::Result<()> {
        if self.is_terminal || self.flushed.elapsed() >= SHOW_AFTER { self.flush() } else { Ok(()) }
    }

    /// Writes and flushes the whole output of a command.
    pub(crate) fn print(&mut self, text: &[u8]) -> Result<(), Error> {
        self.write_all(text).and_then(|()| self.flush()).map_err(Error::Stdout)
    }
}

/// A JSON object that is written field by field. It displays without a line ending.
pub(crate) struct Object(String);

impl Object {
    pub(crate) fn new() -> Self {
        Self(String::new())
    }

    /// Adds a field.
    pub(crate) fn with(&mut self, name: &str, value: impl Serialize) -> &mut Self {
        let value = serde_json::to_string(&value).expect("it has nothing that JSON cannot hold");
        self.0 += if self.0.is_empty() { "{\"" } else { ",\"" };
        self.0 += name;
        self.0 += "\":";
        self.0 += &value;
        self
    }

    /// Adds a field if there is a value for it.
    pub(crate) fn with_some(&mut self, name: &str, value: Option<impl Serialize>) -> &mut Self {
        match value {
            Some(value) => self.with(name, value),
            None => self,
        }
    }

    /// Adds a list of texts.
    pub(crate) fn texts<T: ToString>(
        &mut self,
        name: &str,
        values: impl IntoIterator<Item = T>,
    ) -> &mut Self {
        self.with(name, values.into_iter().map(|value| value.to_string()).collect::<Vec<_>>())
    }

    /// Returns the object as the value of a field.
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
        self.buffer.borrow_mut().write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.flushed = Instant::now();
        self.buffer.borrow_mut().flush()
    }
}

impl Write for Stdout {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.display.iter().for_each(|display| display.clear());
        self.stdout.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.stdout.flush()
    }
}

/// Input that flushes the output before a read that may block. An interactive user sees each answer
/// before typing the next puzzle. The input ends after an interrupt.
pub(crate) struct AnsweredInput {
    pub(crate) source: Box<dyn Read>,
    pub(crate) output: Output,
}

impl Read for AnsweredInput {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        // A failure is ignored here: the next write fails too and reports it.
        let _ = self.output.flush();
        interrupt::waiting(|| self.source.read(buffer)).unwrap_or(Ok(0))
    }
}

/// Returns a whole number of any length as a JSON number.
pub(crate) fn json_number(number: &dyn Display) -> Box<RawValue> {
    RawValue::from_string(number.to_string()).expect("decimal digits are a number")
}
