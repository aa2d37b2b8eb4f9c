//! Where puzzles come from: an argument, a file, or standard input.

use std::fmt;
use std::fs::File;
use std::io::{self, BufReader, Read};

use quadrille::sudoku::{Grid, ParseErrorKind, Reader};

/// The puzzles of one argument, and what to call it in messages.
pub(crate) struct Input {
    pub(crate) name: String,
    pub(crate) puzzles: Reader<BufReader<Box<dyn Read>>>,
}

impl Input {
    /// The input that an argument stands for: a puzzle, a file, or `-` for standard input. `position` is that of the
    /// argument among its kind, counted from 1.
    pub(crate) fn open(argument: &str, position: usize) -> Result<Self, Unreadable> {
        if argument == "-" {
            return Ok(Self::stdin());
        }
        let parsed = argument.parse::<Grid>();
        if parsed.is_ok() {
            let text = io::Cursor::new(argument.to_owned().into_bytes());
            return Ok(Self::new(format!("argument {position}"), Box::new(text)));
        }
        // Opening a directory succeeds on some systems, and reading it does not.
        let file = File::open(argument).and_then(|file| match file.metadata()?.is_dir() {
            true => Err(io::Error::other("it is a directory")),
            false => Ok(file),
        });
        match (file, parsed) {
            (Ok(file), _) => Ok(Self::new(argument.to_owned(), Box::new(file))),
            (Err(file), Err(puzzle)) => Err(Unreadable { argument: argument.to_owned(), file, puzzle: puzzle.kind }),
            (Err(_), Ok(_)) => unreachable!("an argument that is a puzzle is not looked for as a file"),
        }
    }

    pub(crate) fn stdin() -> Self {
        Self::new("stdin".to_owned(), Box::new(io::stdin()))
    }

    fn new(name: String, source: Box<dyn Read>) -> Self {
        Self { name, puzzles: Reader::new(BufReader::with_capacity(1 << 16, source)) }
    }

    /// Whether the next puzzle may have to be waited for.
    pub(crate) fn may_block(&self) -> bool {
        !self.puzzles.get_ref().buffer().contains(&b'\n')
    }
}

/// An argument that is neither a puzzle nor a file.
pub(crate) struct Unreadable {
    argument: String,
    file: io::Error,
    puzzle: ParseErrorKind,
}

impl fmt::Display for Unreadable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { argument, file, puzzle } = self;
        write!(f, "{argument}: cannot be read as a file ({file}), and is no puzzle either ({puzzle})")
    }
}
