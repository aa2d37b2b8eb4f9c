//! Shortcuts for reading a problem from a text in memory and from a file.

use std::error::Error;
use std::fmt;
use std::fs::File;
use std::io::BufReader;
use std::path::{Path, PathBuf};
use std::str::FromStr;

use super::error::{ParseError, ReadError};
use super::read::read;
use crate::problem::Problem;

/// Reads a problem from a text, in the formats of [`format::read`](read()).
///
/// The warnings of [`Parsed`](super::Parsed) are dropped. There is one warning for each option for
/// which [`Problem::is_choosable`] is false.
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
    /// Reads a problem from a file, in the formats of [`format::read`](crate::format::read()).
    ///
    /// The warnings of `format::read` are dropped. There is one warning for each option for which
    /// [`is_choosable`](Self::is_choosable) is false.
    ///
    /// # Errors
    /// [`FileError`] if the file cannot be read, or if its text has an error. An error in the text
    /// has a line and a column.
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

/// An error in reading a problem from a file. It displays as the path and the error. If the error
/// is in the text, its line and column follow the path, as in `queens.dlx:3:5: `.
#[derive(Debug)]
pub struct FileError {
    /// The path of the file.
    pub path: PathBuf,
    /// The error.
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
