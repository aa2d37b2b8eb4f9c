//! A piece of work, read from its file.

use std::error::Error;
use std::fs::File;
use std::io::BufReader;
use std::path::Path;

use quadrille::sudoku::{Grid, Reader};
use quadrille::{Problem, format};

use crate::cases::Task;
use crate::matrix::Matrix;

pub struct Work {
    pub task: Task,
    pub matter: Matter,
}

pub enum Matter {
    Sudokus(Vec<Puzzle>),
    /// The same problem twice.
    Problem(Box<Problem>, Matrix),
}

/// A Sudoku in the forms that solvers take.
pub struct Puzzle {
    pub grid: Grid,
    /// Of each cell its digit, or 0.
    pub digits: [u8; 81],
}

impl Puzzle {
    pub fn new(grid: Grid) -> Self {
        let digits = grid.as_str().as_bytes().iter().map(|&c| if c == b'.' { 0 } else { c - b'0' });
        let digits = digits.collect::<Vec<_>>().try_into().expect("a grid has 81 cells");
        Self { grid, digits }
    }
}

/// What is in a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// A problem in Knuth's text format.
    Problem,
    /// Sudokus, of which so many are taken.
    Sudokus(u64),
}

impl Form {
    /// By the name of the file.
    pub fn of(file: &str, puzzles: u64) -> Self {
        if file.ends_with(".dlx") { Self::Problem } else { Self::Sudokus(puzzles) }
    }
}

impl Work {
    /// How many puzzles there are, if it is Sudokus.
    pub fn puzzles(&self) -> Option<usize> {
        match &self.matter {
            Matter::Sudokus(puzzles) => Some(puzzles.len()),
            Matter::Problem(..) => None,
        }
    }

    pub fn read(file: &Path, form: Form, task: Task) -> Result<Self, Box<dyn Error>> {
        let reader = BufReader::new(File::open(file)?);
        let matter = match form {
            Form::Problem => {
                let problem = format::read(reader)?.problem;
                let matrix = Matrix::of(&problem);
                Matter::Problem(Box::new(problem), matrix)
            }
            Form::Sudokus(puzzles) => {
                let puzzles = Reader::new(reader)
                    .take(usize::try_from(puzzles).unwrap_or(usize::MAX))
                    .map(|puzzle| Ok(Puzzle::new(puzzle?.grid)))
                    .collect::<Result<Vec<_>, Box<dyn Error>>>()?;
                if puzzles.is_empty() {
                    return Err("there is no puzzle in it".into());
                }
                Matter::Sudokus(puzzles)
            }
        };
        Ok(Self { task, matter })
    }
}
