//! Problems from a text in memory and from a file: the two short ways to read one.

use std::error::Error;
use std::fmt;
use std::fs::File;
use std::io::BufReader;
use std::path::{Path, PathBuf};
use std::str::FromStr;

use super::error::{ParseError, ReadError};
use super::read::read;
use crate::problem::Problem;

/// Reads a problem from a text, as [`format::read`](read()) reads it from a stream.
///
/// The warnings of [`Parsed`](super::Parsed) are not returned. They lose nothing that the problem
/// does not say: each is for an option without a primary item, which keeps its number, and of which
/// [`Problem::is_choosable`] is false.
///
/// ```
/// use quadrille::Problem;
/// let problem: Problem = "a b c\na b\nb c\nc\n".parse()?;
/// assert_eq!(problem.solutions().count(), 1);
/// let error = "a b c\na d\n".parse::<Problem>().unwrap_err();
/// assert_eq!((error.line, error.column), (2, 3));
///
/// let problem: Problem = "a | x\na\nx\n".parse()?;
/// let in_no_cover = problem.options().map(|(option, _)| option).find(|&option| !problem.is_choosable(option));
/// assert_eq!(in_no_cover, Some(1.into()));
/// # Ok::<(), quadrille::format::ParseError>(())
/// ```
impl FromStr for Problem {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Self, ParseError> {
        match read(text.as_bytes()) {
            Ok(parsed) => Ok(parsed.problem),
            Err(ReadError::Parse(error)) => Err(error),
            Err(ReadError::Io(error)) => unreachable!("memory can always be read: {error}"),
        }
    }
}

impl Problem {
    /// Reads a problem from a file, as [`format::read`](crate::format::read()) reads it from a
    /// stream.
    ///
    /// Warnings are not returned: `format::read` returns them. Each is for an option without a
    /// primary item, which keeps its number, and of which [`is_choosable`](Self::is_choosable) is
    /// false.
    ///
    /// # Errors
    /// [`FileError`], which names the file and, if the text is wrong, the line and the column.
    ///
    /// ```
    /// use quadrille::Problem;
    /// let path = std::env::temp_dir().join("quadrille-example.dlx");
    /// std::fs::write(&path, "a b c\na b\nb c\nc\n")?;
    /// assert_eq!(Problem::read(&path)?.solutions().count(), 1);
    ///
    /// std::fs::write(&path, "a b c\na d\n")?;
    /// let error = Problem::read(&path).unwrap_err().to_string();
    /// assert!(error.contains("quadrille-example.dlx:2:3: there is no item `d`"));
    /// # std::fs::remove_file(&path)?;
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn read(path: impl AsRef<Path>) -> Result<Self, FileError> {
        let path = path.as_ref();
        let problem =
            File::open(path).map_err(ReadError::Io).and_then(|file| read(BufReader::new(file)));
        match problem {
            Ok(parsed) => Ok(parsed.problem),
            Err(error) => Err(FileError { path: path.to_owned(), error }),
        }
    }
}

/// Returned when a problem cannot be read from a file. Displays as `queens.dlx:3:5: ` and what is
/// wrong there.
#[derive(Debug)]
pub struct FileError {
    /// The file.
    pub path: PathBuf,
    /// What is wrong with it.
    pub error: ReadError,
}

impl fmt::Display for FileError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let path = self.path.display();
        match &self.error {
            ReadError::Parse(ParseError { line, column, kind }) => {
                write!(f, "{path}:{line}:{column}: {kind}")
            }
            ReadError::Io(error) => write!(f, "{path}: cannot be read: {error}"),
        }
    }
}

impl Error for FileError {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        Some(&self.error)
    }
}
