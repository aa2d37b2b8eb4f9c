//! The output of a command: standard output, standard error and the progress display, kept from
//! overwriting each other.

use std::io::{self, Write};

use crate::shared::error::{self, Error};
use crate::shared::output::Output;
use crate::shared::progress::Progress;

/// Standard output, messages and the progress display.
pub(crate) struct Console {
    pub(crate) output: Output,
    pub(crate) progress: Progress,
}

impl Console {
    pub(crate) fn new() -> Self {
        let progress = Progress::new();
        Self { output: Output::beside(progress.clone()), progress }
    }

    /// Writes to standard output. The text is flushed when due, and at the end at the latest.
    pub(crate) fn print(
        &mut self,
        print: impl FnOnce(&mut Output) -> io::Result<()>,
    ) -> Result<(), Error> {
        print(&mut self.output).map_err(Error::stdout)
    }

    /// Prints a message on standard error, after everything written before it.
    pub(crate) fn say(&mut self, message: &str) -> Result<(), Error> {
        self.flush()?;
        self.progress.clear();
        error::message(message);
        Ok(())
    }

    /// Prints a line on standard error that is not a message, after everything written before it.
    pub(crate) fn line(&mut self, line: &str) -> Result<(), Error> {
        self.flush()?;
        self.progress.clear();
        error::line(line);
        Ok(())
    }

    /// Flushes the output if due. Called regularly during long work.
    pub(crate) fn tick(&mut self) -> Result<(), Error> {
        self.output.tick().map_err(Error::stdout)
    }

    /// Flushes the output.
    pub(crate) fn flush(&mut self) -> Result<(), Error> {
        self.output.flush().map_err(Error::stdout)
    }
}
