//! The work of a job, read from its file.

use std::fs::File;
use std::io::BufReader;
use std::path::Path;

use quadrille::sudoku::Grid;

use crate::cases::{Task, work};
use crate::matrix::Matrix;

/// The work in two forms, for quadrille's engines and for all others.
pub struct Work {
    pub task: Task,
    pub input: work::Work,
    pub matter: Matter,
}

pub enum Matter {
    Sudokus(Vec<Puzzle>),
    Problem(Matrix),
}

/// A Sudoku in the forms that solvers take.
pub struct Puzzle {
    pub grid: Grid,
    /// The digit of each cell, or 0.
    pub digits: [u8; 81],
}

impl Puzzle {
    pub fn new(grid: Grid) -> Self {
        let digits = grid.as_str().as_bytes().iter().map(|&c| if c == b'.' { 0 } else { c - b'0' });
        let digits = digits.collect::<Vec<_>>().try_into().expect("a grid has 81 cells");
        Self { grid, digits }
    }
}

/// The content of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// A problem in Knuth's text format.
    Problem,
    /// Sudokus. At most this number of them are used.
    Sudokus(u64),
}

impl Form {
    pub fn of(file: &str, puzzles: u64) -> Self {
        if file.ends_with(".dlx") { Self::Problem } else { Self::Sudokus(puzzles) }
    }
}

impl Work {
    pub fn puzzles(&self) -> Option<usize> {
        match &self.matter {
            Matter::Sudokus(puzzles) => Some(puzzles.len()),
            Matter::Problem(..) => None,
        }
    }

    pub fn new(task: Task, input: work::Work) -> Self {
        let matter = match &input {
            work::Work::Cover(problem) => Matter::Problem(Matrix::of(problem)),
            work::Work::Sudokus(grids) => {
                Matter::Sudokus(grids.iter().map(|&grid| Puzzle::new(grid)).collect())
            }
        };
        Self { task, input, matter }
    }

    /// Reads the work from a file.
    ///
    /// # Errors
    /// A message that begins with the name of the file.
    pub fn read(file: &Path, form: Form, task: Task) -> Result<Self, String> {
        let name = file.display();
        let reader = BufReader::new(File::open(file).map_err(|error| format!("{name}: {error}"))?);
        let input = match form {
            Form::Problem => work::Work::problem(reader),
            Form::Sudokus(_) => work::Work::sudokus(reader),
        };
        let mut input = input.map_err(|error| format!("{name}:{error}"))?;
        if let (work::Work::Sudokus(grids), Form::Sudokus(count)) = (&mut input, form) {
            grids.truncate(usize::try_from(count).unwrap_or(usize::MAX));
        }
        Ok(Self::new(task, input))
    }
}
