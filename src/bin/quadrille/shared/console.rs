//! What a command writes to: standard output, standard error, and the display of its progress,
//! which never run into each other.

use std::io::{self, Write};

use crate::shared::error::{self, Error};
use crate::shared::output::Output;
use crate::shared::progress::Progress;

/// Standard output, messages, and the display of the progress.
pub(crate) struct Console {
    pub(crate) output: Output,
    pub(crate) progress: Progress,
}

impl Console {
    pub(crate) fn new() -> Self {
        let progress = Progress::new();
        Self { output: Output::beside(progress.clone()), progress }
    }

    /// Writes to standard output. It is shown when that is due, or at the latest at the end.
    pub(crate) fn print(
        &mut self,
        print: impl FnOnce(&mut Output) -> io::Result<()>,
    ) -> Result<(), Error> {
        print(&mut self.output).map_err(Error::stdout)
    }

    /// Says something on standard error, after what was written before it.
    pub(crate) fn say(&mut self, message: &str) -> Result<(), Error> {
        self.flush()?;
        self.progress.clear();
        error::message(message);
        Ok(())
    }

    /// To be called now and then: shows what was written, if it is due.
    pub(crate) fn tick(&mut self) -> Result<(), Error> {
        self.output.tick().map_err(Error::stdout)
    }

    /// Shows everything that was written.
    pub(crate) fn flush(&mut self) -> Result<(), Error> {
        self.output.flush().map_err(Error::stdout)
    }
}
