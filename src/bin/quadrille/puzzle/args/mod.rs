//! The kinds of puzzles that `make` and `show` know, and their arguments. A new kind is a variant
//! of [`Kind`] and a line in [`Kind::puzzle`].

mod plans;
mod squares;
mod tilings;

use std::fmt::Display;
use std::io::Read;
use std::path::Path;

use quadrille::puzzle::langford::Langford;
use quadrille::puzzle::queens::Queens;
use quadrille::puzzle::steiner::Steiner;
use quadrille::puzzle::{Drawn, Picture, Puzzle};
use quadrille::{OptionId, Problem};

use crate::shared::input;

#[derive(Debug, clap::Subcommand)]
pub(crate) enum Kind {
    /// Queens on a board of N by N, none of which attacks another
    Queens {
        /// The size of the board
        #[arg(value_name = "N")]
        size: usize,
    },

    /// Each of the numbers 1 to N twice in a row, with k others between the two places of k
    Langford {
        /// How many pairs
        #[arg(value_name = "N")]
        size: usize,
    },

    Polyomino(tilings::PolyominoArgs),

    Polycube(tilings::PolycubeArgs),

    Latin(squares::LatinArgs),

    Sudoku(squares::SudokuArgs),

    #[command(name = "macmahon")]
    MacMahon(squares::MacMahonArgs),

    WordRectangle(squares::WordRectangleArgs),

    /// Triples of N points in which each pair of points is once: Steiner triple systems
    Steiner {
        /// How many points: 1 or 3 more than a multiple of 6
        #[arg(value_name = "N")]
        points: usize,
    },

    Knapsack(plans::KnapsackArgs),

    Schedule(plans::ScheduleArgs),
}

impl Kind {
    /// The puzzle that the arguments describe, or what is wrong with them.
    pub(crate) fn puzzle(&self) -> Result<Box<dyn Solvable>, String> {
        Ok(match self {
            Self::Queens { size } => Box::new(Pictured::board(Queens::new(*size).map_err(text)?)),
            Self::Langford { size } => Box::new(Plain(Langford::new(*size).map_err(text)?)),
            Self::Polyomino(args) => Box::new(Pictured::board(args.puzzle()?)),
            Self::Polycube(args) => Box::new(Pictured::board(args.puzzle()?)),
            Self::Latin(args) => Box::new(Pictured::new(args.puzzle()?)),
            Self::Sudoku(args) if args.marks => Box::new(Pictured::unsolved(args.puzzle()?)),
            Self::Sudoku(args) => Box::new(Pictured::board(args.puzzle()?)),
            Self::MacMahon(args) => Box::new(Pictured::new(args.puzzle()?)),
            Self::WordRectangle(args) => Box::new(Pictured::new(args.puzzle()?)),
            Self::Steiner { points } => Box::new(Plain(Steiner::new(*points).map_err(text)?)),
            Self::Knapsack(args) => Box::new(Plain(args.puzzle()?)),
            Self::Schedule(args) => Box::new(Plain(args.puzzle()?)),
        })
    }
}

/// The text of the file that an argument names, which is nothing else, because of what was said of
/// it.
fn read(argument: &str, not_else: impl Display) -> Result<String, String> {
    let mut text = String::new();
    match input::open_buffered(Path::new(argument))
        .and_then(|mut file| file.read_to_string(&mut text))
    {
        // Some programs begin a text with a mark of their own.
        Ok(_) => Ok(text.trim_start_matches('\u{FEFF}').to_owned()),
        Err(error) => {
            Err(format!("{not_else}; and there is no file of this name to be read ({error})"))
        }
    }
}

fn text(error: impl Display) -> String {
    error.to_string()
}

/// The two numbers of a size, as in 4x6.
fn size(argument: &str) -> Result<(usize, usize), String> {
    let numbers = argument.split_once('x').map(|(rows, columns)| (rows.parse(), columns.parse()));
    match numbers {
        Some((Ok(rows), Ok(columns))) => Ok((rows, columns)),
        _ => Err(format!("`{argument}` is no size: write two numbers, as in 4x6")),
    }
}

/// What there is to show of a puzzle.
pub(crate) enum Shown {
    /// Text, and a picture if it is one.
    Text(String, Option<Picture>),
    /// A board, which is a picture and as text looks the same.
    Board(Picture),
}

/// A puzzle of some kind: what the commands need of a [`Puzzle`] whose solutions they do not know.
pub(crate) trait Solvable {
    fn problem(&self) -> &Problem;
    /// Whether [`solution`](Self::solution) has a picture.
    fn is_pictured(&self) -> bool;
    fn solution(&self, cover: &[OptionId]) -> Shown;
    /// The puzzle itself, if that is to be shown and not its solutions.
    fn unsolved(&self) -> Option<Shown> {
        None
    }
}

/// A puzzle whose solutions are text.
struct Plain<P>(P);

impl<P: Puzzle> Solvable for Plain<P> {
    fn problem(&self) -> &Problem {
        self.0.problem()
    }

    fn is_pictured(&self) -> bool {
        false
    }

    fn solution(&self, cover: &[OptionId]) -> Shown {
        Shown::Text(self.0.decode(cover).to_string(), None)
    }
}

/// A puzzle whose solutions are pictures.
struct Pictured<P> {
    puzzle: P,
    /// Whether as text they look the same, and not as their `Display` has it.
    is_board: bool,
    unsolved: Option<Picture>,
}

impl<P> Pictured<P> {
    fn new(puzzle: P) -> Self {
        Self { puzzle, is_board: false, unsolved: None }
    }

    fn board(puzzle: P) -> Self {
        Self { puzzle, is_board: true, unsolved: None }
    }
}

impl<P: Drawn> Pictured<P> {
    /// A puzzle that is itself a board, to be shown as it is.
    fn unsolved(puzzle: P) -> Self {
        Self { unsolved: Some(puzzle.picture()), puzzle, is_board: true }
    }
}

impl<P: Puzzle<Solution: Drawn>> Solvable for Pictured<P> {
    fn problem(&self) -> &Problem {
        self.puzzle.problem()
    }

    fn is_pictured(&self) -> bool {
        true
    }

    fn solution(&self, cover: &[OptionId]) -> Shown {
        let solution = self.puzzle.decode(cover);
        match self.is_board {
            true => Shown::Board(solution.picture()),
            false => Shown::Text(solution.to_string(), Some(solution.picture())),
        }
    }

    fn unsolved(&self) -> Option<Shown> {
        self.unsolved.clone().map(Shown::Board)
    }
}
