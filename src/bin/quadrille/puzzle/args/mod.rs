//! The kinds of puzzles of `make` and `show`, and their arguments. A new kind is a variant of
//! [`PuzzleKind`] and a line in [`PuzzleKind::puzzle`].

mod loops;
mod plans;
mod squares;
mod tilings;

use std::cell::RefCell;
use std::ffi::OsString;
use std::fmt::Display;
use std::fs::File;
use std::io::{self, BufReader, Read};
use std::path::Path;
use std::str::FromStr;

use quadrille::puzzle::langford::Langford;
use quadrille::puzzle::loops::masyu::Masyu;
use quadrille::puzzle::loops::slitherlink::Slitherlink;
use quadrille::puzzle::queens::Queens;
use quadrille::puzzle::steiner::Steiner;
use quadrille::puzzle::{Drawn, Picture, Puzzle};
use quadrille::{OptionId, Problem};

use crate::shared::error::Error;
use crate::shared::files::check_other;
use crate::shared::input;
use crate::shared::values::size;

#[derive(Debug, clap::Subcommand)]
pub(crate) enum PuzzleKind {
    /// N queens that do not attack each other on an N by N board
    #[command(after_help = "\
Examples:
  quadrille show queens 8
  quadrille show queens 8 -n 3 --svg queens.svg
  quadrille make queens 12 | quadrille count
  quadrille make queens 8 | quadrille distinct")]
    Queens {
        /// The size of the board
        #[arg(value_name = "N")]
        size: usize,
    },

    /// The numbers 1 to N, each twice, with k numbers between the two copies of k
    #[command(after_help = "\
Examples:
  quadrille show langford 7 -n 10
  quadrille make langford 8 | quadrille count       150 pairings and their mirror images")]
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
  quadrille make steiner 9 | quadrille count")]
    Steiner {
        /// The number of points: 1 or 3 more than a multiple of 6
        #[arg(value_name = "N")]
        points: usize,
    },

    Knapsack(plans::KnapsackArgs),
    Schedule(plans::ScheduleArgs),
}

impl PuzzleKind {
    /// Returns the puzzle that the arguments describe, or a message about an error in them. Adds
    /// the files that it reads to `files`.
    pub(crate) fn puzzle(&self, files: &Files) -> Result<Box<dyn Solvable>, String> {
        Ok(match self {
            Self::Queens { size } => board(Queens::new(*size).map_err(text)?),
            Self::Langford { size } => plain(Langford::new(*size).map_err(text)?),
            Self::Polyomino(args) => board(args.puzzle(files)?),
            Self::Polycube(args) => board(args.puzzle(files)?),
            Self::Polyiamond(args) => board(args.puzzle(files)?),
            Self::Polystick(args) => pictured(args.puzzle()?),
            Self::Latin(args) => pictured(args.puzzle(files)?),
            Self::Sudoku(args) => {
                let puzzle = args.puzzle(files)?;
                let unsolved = args.marks.then(|| puzzle.picture());
                Box::new(Encoded { unsolved, ..Encoded::board(puzzle) })
            }
            Self::MacMahon(args) => pictured(args.puzzle()?),
            Self::WordRectangle(args) => pictured(args.puzzle(files)?),
            Self::Slitherlink(args) => board(files.board(&args.board, Slitherlink::empty)?),
            Self::Masyu(args) => pictured(files.board(&args.board, Masyu::empty)?),
            Self::Graceful(args) => pictured(args.puzzle(files)?),
            Self::Steiner { points } => plain(Steiner::new(*points).map_err(text)?),
            Self::Knapsack(args) => plain(args.puzzle()?),
            Self::Schedule(args) => plain(args.puzzle(files)?),
        })
    }

    /// True if some covers are not solutions; see [`Puzzle::is_solution`].
    pub(crate) fn has_other_covers(&self) -> bool {
        matches!(self, Self::Slitherlink(_) | Self::Masyu(_))
    }
}

/// The files from which a puzzle is read.
#[derive(Default)]
pub(crate) struct Files(RefCell<Vec<OsString>>);

impl Files {
    /// Checks that the output file is not one of these files. `option` is the option that names the
    /// output file.
    pub(crate) fn check_other(&self, option: &str, file: &Path) -> Result<(), Error> {
        check_other(option, file, self.0.borrow().iter().map(OsString::as_os_str))
    }

    fn open(&self, file: &Path) -> Result<BufReader<File>, io::Error> {
        self.0.borrow_mut().push(file.into());
        input::open(file).map(input::buffered)
    }

    /// Returns the text of the file that an argument names. `not_else` is the reason why the
    /// argument can only be a file name.
    fn read(&self, argument: &str, not_else: impl Display) -> Result<String, String> {
        let mut text = String::new();
        let opened = self.open(Path::new(argument));
        match opened.and_then(|mut file| file.read_to_string(&mut text)) {
            // Some programs begin a text with a byte order mark.
            Ok(_) => Ok(text.trim_start_matches('\u{FEFF}').to_owned()),
            Err(error) => {
                Err(format!("{not_else}, and no file of this name can be read ({error})"))
            }
        }
    }

    /// Parses the text of the file that an argument names.
    fn parse<T, E: Display>(
        &self,
        argument: &str,
        not_else: impl Display,
        parse: impl FnOnce(&str) -> Result<T, E>,
    ) -> Result<T, String> {
        let text = self.read(argument, not_else)?;
        parse(&text).map_err(|error| format!("{argument}: {error}"))
    }

    /// Returns the empty board of the size that an argument states, or the board in the file that
    /// it names.
    fn board<T: FromStr<Err: Display>, E: Display>(
        &self,
        argument: &str,
        empty: fn(usize, usize) -> Result<T, E>,
    ) -> Result<T, String> {
        match size(argument) {
            Ok((rows, columns)) => empty(rows, columns).map_err(text),
            Err(not_a_size) => self.parse(argument, not_a_size, str::parse),
        }
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

/// A puzzle of any kind: the interface of [`Puzzle`] without the type of solutions.
pub(crate) trait Solvable {
    fn problem(&self) -> &Problem;
    /// True if a cover represents a solution; see [`Puzzle::is_solution`].
    fn is_solution(&self, cover: &[OptionId]) -> bool;
    /// True if [`solution`](Self::solution) returns a picture.
    fn is_pictured(&self) -> bool;
    fn solution(&self, cover: &[OptionId]) -> Shown;
    /// Returns the display of the puzzle itself if it is shown instead of its solutions.
    fn unsolved(&self) -> Option<Shown>;
}

/// A puzzle, with the display of its solutions.
struct Encoded<P: Puzzle> {
    puzzle: P,
    show: fn(P::Solution) -> Shown,
    is_pictured: bool,
    unsolved: Option<Picture>,
}

impl<P: Puzzle<Solution: Drawn>> Encoded<P> {
    fn board(puzzle: P) -> Self {
        let show = |solution: P::Solution| Shown::Board(solution.picture());
        Self { puzzle, show, is_pictured: true, unsolved: None }
    }
}

/// Returns a puzzle whose solutions are drawn as boards.
fn board<P: Puzzle<Solution: Drawn> + 'static>(puzzle: P) -> Box<dyn Solvable> {
    Box::new(Encoded::board(puzzle))
}

/// Returns a puzzle whose solutions are text, and pictures too.
fn pictured<P: Puzzle<Solution: Drawn> + 'static>(puzzle: P) -> Box<dyn Solvable> {
    let show = |solution: P::Solution| Shown::Text(solution.to_string(), Some(solution.picture()));
    Box::new(Encoded { show, ..Encoded::board(puzzle) })
}

/// Returns a puzzle whose solutions are text.
fn plain<P: Puzzle + 'static>(puzzle: P) -> Box<dyn Solvable> {
    let show = |solution: P::Solution| Shown::Text(solution.to_string(), None);
    Box::new(Encoded { puzzle, show, is_pictured: false, unsolved: None })
}

impl<P: Puzzle> Solvable for Encoded<P> {
    fn problem(&self) -> &Problem {
        self.puzzle.problem()
    }

    fn is_solution(&self, cover: &[OptionId]) -> bool {
        self.puzzle.is_solution(cover)
    }

    fn is_pictured(&self) -> bool {
        self.is_pictured
    }

    fn solution(&self, cover: &[OptionId]) -> Shown {
        (self.show)(self.puzzle.decode(cover))
    }

    fn unsolved(&self) -> Option<Shown> {
        self.unsolved.clone().map(Shown::Board)
    }
}
