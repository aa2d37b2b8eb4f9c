//! The kinds of puzzles of `make` and `show`, and their arguments. A new kind is a variant of
//! [`Kind`] and a line in [`Kind::puzzle`].

mod loops;
mod plans;
mod squares;
mod tilings;

use std::ffi::OsStr;
use std::fmt::Display;
use std::io::Read;
use std::path::Path;

use quadrille::puzzle::langford::Langford;
use quadrille::puzzle::queens::Queens;
use quadrille::puzzle::steiner::Steiner;
use quadrille::puzzle::{Drawn, Picture, Puzzle};
use quadrille::{OptionId, Problem};

use crate::shared::input;
use crate::shared::values::size;

#[derive(Debug, clap::Subcommand)]
pub(crate) enum Kind {
    /// N queens on an N by N board, none of which attacks another
    #[command(after_help = "\
Examples:
  quadrille show queens 8
  quadrille show queens 8 -n 3 --svg queens.svg
  quadrille make queens 12 | quadrille cover -c
  quadrille make queens 8 | quadrille cover --distinct")]
    Queens {
        /// The size of the board
        #[arg(value_name = "N")]
        size: usize,
    },

    /// Each of the numbers 1 to N twice in a row, with k others between the two copies of k
    #[command(after_help = "\
Examples:
  quadrille show langford 7 -n 10
  quadrille make langford 8 | quadrille cover -c     150 pairings, each also backwards")]
    Langford {
        /// The number of pairs
        #[arg(value_name = "N")]
        size: usize,
    },

    Polyomino(tilings::PolyominoArgs),

    Polycube(tilings::PolycubeArgs),

    Polyiamond(tilings::PolyiamondArgs),

    Polystick(tilings::PolystickArgs),

    Latin(squares::LatinArgs),

    Sudoku(squares::SudokuArgs),

    #[command(name = "macmahon")]
    MacMahon(squares::MacMahonArgs),

    WordRectangle(squares::WordRectangleArgs),

    Slitherlink(loops::SlitherlinkArgs),

    Masyu(loops::MasyuArgs),

    Graceful(loops::GracefulArgs),

    /// Steiner triple systems: triples of N points that contain each pair of points once
    #[command(after_help = "\
Examples:
  quadrille show steiner 9
  quadrille make steiner 9 | quadrille cover -c")]
    Steiner {
        /// The number of points: 1 or 3 more than a multiple of 6
        #[arg(value_name = "N")]
        points: usize,
    },

    Knapsack(plans::KnapsackArgs),

    Schedule(plans::ScheduleArgs),
}

impl Kind {
    /// Returns the puzzle that the arguments describe, or a message about what is wrong with them.
    pub(crate) fn puzzle(&self) -> Result<Box<dyn Solvable>, String> {
        Ok(match self {
            Self::Queens { size } => Box::new(Pictured::board(Queens::new(*size).map_err(text)?)),
            Self::Langford { size } => Box::new(Plain(Langford::new(*size).map_err(text)?)),
            Self::Polyomino(args) => Box::new(Pictured::board(args.puzzle()?)),
            Self::Polycube(args) => Box::new(Pictured::board(args.puzzle()?)),
            Self::Polyiamond(args) => Box::new(Pictured::board(args.puzzle()?)),
            Self::Polystick(args) => Box::new(Pictured::new(args.puzzle()?)),
            Self::Latin(args) => Box::new(Pictured::new(args.puzzle()?)),
            Self::Sudoku(args) if args.marks => Box::new(Pictured::unsolved(args.puzzle()?)),
            Self::Sudoku(args) => Box::new(Pictured::board(args.puzzle()?)),
            Self::MacMahon(args) => Box::new(Pictured::new(args.puzzle()?)),
            Self::WordRectangle(args) => Box::new(Pictured::new(args.puzzle()?)),
            Self::Slitherlink(args) => Box::new(Pictured::board(args.puzzle()?)),
            Self::Masyu(args) => Box::new(Pictured::new(args.puzzle()?)),
            Self::Graceful(args) => Box::new(Pictured::new(args.puzzle()?)),
            Self::Steiner { points } => Box::new(Plain(Steiner::new(*points).map_err(text)?)),
            Self::Knapsack(args) => Box::new(Plain(args.puzzle()?)),
            Self::Schedule(args) => Box::new(Plain(args.puzzle()?)),
        })
    }

    /// True if some covers are no solutions; see [`Puzzle::is_solution`].
    pub(crate) fn has_other_covers(&self) -> bool {
        matches!(self, Self::Slitherlink(_) | Self::Masyu(_))
    }

    /// Returns the files that [`puzzle`](Self::puzzle) reads.
    pub(crate) fn files(&self) -> Vec<&OsStr> {
        let files = match self {
            Self::Polyomino(args) => args.files(),
            Self::Polycube(args) => args.files(),
            Self::Polyiamond(args) => args.files(),
            Self::Latin(args) => args.files(),
            Self::Sudoku(args) => args.files(),
            Self::WordRectangle(args) => args.files(),
            Self::Slitherlink(args) => args.files(),
            Self::Masyu(args) => args.files(),
            Self::Graceful(args) => args.files(),
            Self::Schedule(args) => args.files(),
            Self::Queens { .. }
            | Self::Langford { .. }
            | Self::Polystick(_)
            | Self::MacMahon(_)
            | Self::Steiner { .. }
            | Self::Knapsack(_) => [None; 3],
        };
        files.into_iter().flatten().collect()
    }
}

/// Returns an argument that is a file if it is nothing else.
fn file_unless(argument: &str, is_else: bool) -> Option<&OsStr> {
    (!is_else).then_some(argument.as_ref())
}

/// Returns the text of the file that an argument names. `not_else` is the reason why the argument
/// is nothing but a file name.
fn read(argument: &str, not_else: impl Display) -> Result<String, String> {
    let mut text = String::new();
    match input::open_buffered(Path::new(argument))
        .and_then(|mut file| file.read_to_string(&mut text))
    {
        // Some programs begin a text with a byte order mark.
        Ok(_) => Ok(text.trim_start_matches('\u{FEFF}').to_owned()),
        Err(error) => Err(format!("{not_else}, and no file of this name can be read ({error})")),
    }
}

fn text(error: impl Display) -> String {
    error.to_string()
}

/// The display of a puzzle or a solution.
pub(crate) enum Shown {
    /// Text, and a picture if the puzzle has one.
    Text(String, Option<Picture>),
    /// A board: a picture that is also drawn as text.
    Board(Picture),
}

/// A puzzle of any kind: the interface of [`Puzzle`] without its type of solutions.
pub(crate) trait Solvable {
    fn problem(&self) -> &Problem;
    /// True if a cover stands for a solution; see [`Puzzle::is_solution`].
    fn is_solution(&self, cover: &[OptionId]) -> bool;
    /// True if [`solution`](Self::solution) returns a picture.
    fn is_pictured(&self) -> bool;
    fn solution(&self, cover: &[OptionId]) -> Shown;
    /// Returns the display of the puzzle itself, if that is to be shown instead of its solutions.
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

    fn is_solution(&self, cover: &[OptionId]) -> bool {
        self.0.is_solution(cover)
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
    /// True if the text of a solution is drawn from its picture, and false if it is its `Display`.
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
    /// Returns a puzzle to be shown without its solutions.
    fn unsolved(puzzle: P) -> Self {
        Self { unsolved: Some(puzzle.picture()), puzzle, is_board: true }
    }
}

impl<P: Puzzle<Solution: Drawn>> Solvable for Pictured<P> {
    fn problem(&self) -> &Problem {
        self.puzzle.problem()
    }

    fn is_solution(&self, cover: &[OptionId]) -> bool {
        self.puzzle.is_solution(cover)
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
