//! A problem that a command reads as a whole, from a file or from standard input.

use std::ffi::{OsStr, OsString};
use std::io::{self, IsTerminal, Read};

use clap::error::ErrorKind;
use quadrille::Problem;
use quadrille::format::{self, ParseErrorKind, Parsed, ReadError, WriteError};
use quadrille::sudoku::Puzzle;
use sha2::{Digest, Sha256};

use crate::shared::error::Error;
use crate::shared::input;
use crate::shared::journal::hex;
use crate::shared::progress::{Progress, Reading};
use crate::shared::session::Session;

#[derive(Debug, clap::Args)]
pub(crate) struct ProblemArgs {
    /// A file with a problem; `-`, the default, is standard input
    file: Option<OsString>,
}

impl ProblemArgs {
    /// Checks that there is input: a file, or standard input that is not a terminal.
    pub(crate) fn check(&self) -> Result<(), (ErrorKind, &'static str)> {
        if self.file.is_none() && io::stdin().is_terminal() {
            let message = "no problem: name a file, or pipe a problem to standard input";
            return Err((ErrorKind::MissingRequiredArgument, message));
        }
        Ok(())
    }

    /// Returns the file to read, or `None` for standard input.
    pub(crate) fn file(&self) -> Option<&OsStr> {
        self.file.as_deref().filter(|&file| file != "-")
    }

    /// Returns the problem, and its name in messages.
    pub(crate) fn load(&self, session: &mut Session) -> Result<(Problem, String), Error> {
        self.load_with(session, |source, _| format::read(input::buffered(source)))
    }

    /// Does the same with a function that reads the problem.
    pub(crate) fn load_with(
        &self,
        session: &mut Session,
        read: impl FnOnce(&mut dyn Read, &Progress) -> Result<Parsed, ReadError>,
    ) -> Result<(Problem, String), Error> {
        let progress = &session.progress;
        let (name, read) = match self.file() {
            None => {
                let mut source = Reading::new(io::stdin().lock(), None, progress);
                (input::STDIN.to_owned(), read(&mut source, progress))
            }
            Some(file) => {
                let opened = input::open(file).map_err(ReadError::Io);
                let read =
                    opened.and_then(|file| read(&mut Reading::file(file, progress), progress));
                (file.display().to_string(), read)
            }
        };
        progress.announce("preparing the search");
        let parsed = read.map_err(|error| Error::Bad(unreadable(&name, &error)))?;
        for warning in parsed.warnings.iter().take(MAX_WARNINGS) {
            session.say(&format!("{name}:{}: warning: {warning}", warning.line))?;
        }
        let more = parsed.warnings.len().saturating_sub(MAX_WARNINGS);
        if more > 0 {
            session.say(&format!("{name}: warning: {more} more options have no primary item"))?;
        }
        Ok((parsed.problem, name))
    }
}

/// Returns the message about a problem that cannot be read.
pub(crate) fn unreadable(name: &str, error: &ReadError) -> String {
    let (message, word) = match error {
        ReadError::Parse(error) => (
            format!("{name}:{}:{}: {}", error.line, error.column, error.kind),
            if let ParseErrorKind::UnknownItem(item) = &error.kind { item } else { "" },
        ),
        ReadError::Io(error) => (format!("{name}: cannot be read: {error}"), name),
    };
    match word.parse::<Puzzle>() {
        Ok(_) => format!("{message}; `quadrille solve` and `quadrille solutions` are for Sudokus"),
        Err(_) => message,
    }
}

/// The maximum number of warnings printed for a file. A generated file can cause any number of
/// warnings, all of one kind.
const MAX_WARNINGS: usize = 20;

/// Returns the hash that identifies a problem: 32 hexadecimal digits of the SHA-256 of the text
/// that [`format::write`] makes of it, so comments and blanks do not matter.
///
/// # Errors
/// Fails if the problem cannot be written as text.
pub(crate) fn hash(problem: &Problem) -> Result<String, WriteError> {
    let mut hashed = Sha256::new();
    format::write(problem, &mut hashed)?;
    Ok(hex(hashed))
}
