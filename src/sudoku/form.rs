//! The forms in which puzzles are written.

use std::fmt;

use super::{Grid, Puzzle};

/// A form in which puzzles are written. A [`Reader`](super::Reader) recognizes all forms.
///
/// ```
/// use quadrille::sudoku::{Form, Puzzle};
/// let puzzle: Puzzle = "005176000400000001000800309100000090503000807090000004207008000600000003000429700".parse()?;
/// let written = Form::SimpleSudoku.write(&puzzle)?;
/// assert_eq!(written.lines().nth(1), Some("|..5|176|...|"));
/// assert_eq!(written.parse::<Puzzle>()?.grid, puzzle.grid);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Form {
    /// 81 characters on one line, `.` for an empty cell.
    Line,
    /// 81 characters on one line, `0` for an empty cell: the form of SudoCue's collections, `.sdm`.
    Sdm,
    /// Nine rows, with lines between the boxes.
    Grid,
    /// A puzzle of SudoCue or SadMan Sudoku, `.sdk`: nine lines below `[Puzzle]`.
    Sdk,
    /// A puzzle of Simple Sudoku, `.ss`: nine rows, with lines around the boxes.
    SimpleSudoku,
    /// A table with the columns `puzzle` and `solution`.
    Csv,
    /// 729 characters on one line: for each cell, its possible digits in their places, and `.` for
    /// the others.
    Candidates,
    /// Nine rows, with lines around the boxes. Each cell shows its
    /// [pencil marks](Puzzle::pencil_marks).
    Marks,
}

impl Form {
    /// Returns the text before the first puzzle: the header of a table, or nothing.
    #[must_use]
    pub const fn header(self) -> &'static str {
        match self {
            Self::Csv => "puzzle,solution\n",
            _ => "",
        }
    }

    /// Returns the text between two puzzles: a blank line if puzzles take several lines, or
    /// nothing.
    #[must_use]
    pub const fn separator(self) -> &'static str {
        match self {
            Self::Grid | Self::Sdk | Self::SimpleSudoku | Self::Marks => "\n",
            Self::Line | Self::Sdm | Self::Csv | Self::Candidates => "",
        }
    }

    /// Writes a puzzle in this form, with a line ending after its last line. A table includes the
    /// solution that was given with the puzzle.
    ///
    /// A Sukaku is written with its candidates. For a puzzle with clues, in the form
    /// [`Candidates`](Self::Candidates), an empty cell has all nine digits, and a clue has one. In
    /// the form [`Marks`](Self::Marks), an empty cell has the digits that the clues leave. If the
    /// puzzle has a solution, an empty cell with one digit left is read back as empty if another
    /// empty cell in its houses also has this digit. Otherwise the digit is read as a clue, which
    /// the other clues imply.
    ///
    /// # Errors
    /// [`NotAGrid`] if the puzzle is a Sukaku and the form has only clues, or if a cell has no
    /// candidate and the form is [`Marks`](Self::Marks).
    pub fn write(self, puzzle: &Puzzle) -> Result<String, NotAGrid> {
        let grid = match (self, &puzzle.candidates) {
            (Self::Marks, _) if puzzle.pencil_marks().bits().contains(&0) => {
                return Err(NotAGrid { form: self });
            }
            (Self::Candidates | Self::Marks | Self::Csv, _) | (_, None) => &puzzle.grid,
            (_, Some(_)) => return Err(NotAGrid { form: self }),
        };
        Ok(match self {
            Self::Line => format!("{grid}\n"),
            Self::Sdm => format!("{}\n", grid.as_str().replace('.', "0")),
            Self::Grid => format!("{grid:#}\n"),
            Self::Sdk => format!("[Puzzle]\n{}\n", rows(grid).collect::<Vec<_>>().join("\n")),
            Self::SimpleSudoku => simple_sudoku(grid),
            Self::Csv => match &puzzle.solution {
                Some(solution) => format!("{puzzle},{solution}\n"),
                None => format!("{puzzle},\n"),
            },
            Self::Candidates => format!("{}\n", puzzle.to_candidates()),
            Self::Marks => format!("{:#}\n", puzzle.pencil_marks()),
        })
    }
}

fn rows(grid: &Grid) -> impl Iterator<Item = &str> {
    (0..9).map(|row| &grid.as_str()[9 * row..][..9])
}

fn simple_sudoku(grid: &Grid) -> String {
    let row = |row: &str| format!("|{}|{}|{}|\n", &row[..3], &row[3..6], &row[6..]);
    let rows: Vec<String> = rows(grid).map(row).collect();
    let bands: Vec<String> = rows.chunks(3).map(<[String]>::concat).collect();
    format!("*-----------*\n{}*-----------*\n", bands.join("|---+---+---|\n"))
}

named! {
    Form, UnknownForm, "form":
    Line = "line",
    Sdm = "sdm",
    Grid = "grid",
    Sdk = "sdk",
    SimpleSudoku = "ss",
    Csv = "csv",
    Candidates = "candidates",
    Marks = "marks",
}

/// The error of [`Form::write`] for a puzzle that cannot be written in a form.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NotAGrid {
    /// The form.
    pub form: Form,
}

impl fmt::Display for NotAGrid {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { form } = self;
        let (why, forms) = match form {
            Form::Marks => ("a cell has no digit left", "candidates, csv"),
            _ => ("some cells lack digits that no clue excludes", "candidates, marks, csv"),
        };
        write!(f, "{why}, which cannot be written as {form}: choose one of {forms}")
    }
}

impl std::error::Error for NotAGrid {}
