//! The kinds of puzzles of `make` and `show`, and their arguments. A new kind needs a variant of
//! [`PuzzleKind`] and an arm in [`PuzzleKind::puzzle`].

mod plans;
mod squares;
mod tilings;

use std::cell::RefCell;
use std::ffi::OsString;
use std::fmt::Display;
use std::fs::File;
use std::io::{self, BufReader};
use std::path::{Path, PathBuf};
use std::str::FromStr;

use quadrille::puzzle::graceful::{Graceful, Graph, GraphError};
use quadrille::puzzle::langford::Langford;
use quadrille::puzzle::loops::masyu::Masyu;
use quadrille::puzzle::loops::slitherlink::Slitherlink;
use quadrille::puzzle::queens::Queens;
use quadrille::puzzle::steiner::Steiner;
use quadrille::puzzle::{Drawn, Picture, Puzzle};
use quadrille::{OptionId, Problem};

use crate::shared::values::size;
use crate::shared::{Error, check_other, input};

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

    /// Slitherlink: a loop where each number counts the loop's edges around its cell
    ///
    /// A solution is one loop. The covers of `quadrille make slitherlink` are sets of loops, so
    /// `quadrille cover` may find more covers than there are solutions; `quadrille show slitherlink
    /// -c` counts the solutions.
    #[command(after_help = "\
Each line of a file is a row of the board, with a digit from 0 to 4 or `.` for each cell. Lines that
begin with | are comments.

Examples:
  quadrille show slitherlink puzzle.txt
  quadrille show slitherlink puzzle.txt --count
  quadrille show slitherlink 3x3 --count     the number of loops in a grid of 4x4 points")]
    Slitherlink {
        /// A file with the board, or rows and columns of a board without numbers, such as 3x3
        #[arg(value_name = "FILE|RxC")]
        board: String,
    },

    /// Masyu: a loop through all circles, straight in white ones, turning in black ones
    ///
    /// The loop turns before or after a white circle, and goes straight before and after a black
    /// one. A solution is one loop. The covers of `quadrille make masyu` are sets of loops, so
    /// `quadrille cover` may find more covers than there are solutions; `quadrille show masyu -c`
    /// counts the solutions.
    #[command(after_help = "\
Each line of a file is a row of the board: `o` for a white circle, `@` for a black one, and `.` for
a cell without a circle. Lines that begin with | are comments.

Examples:
  quadrille show masyu puzzle.txt --svg loop.svg
  quadrille show masyu puzzle.txt --count")]
    Masyu {
        /// A file with the board, or rows and columns of a board without circles, such as 4x4
        #[arg(value_name = "FILE|RxC")]
        board: String,
    },

    /// Graceful labelings of a graph
    ///
    /// The vertices of a graph with m edges have different labels from 0 to m, and their
    /// differences along the edges are 1 to m. Labelings that a symmetry maps to each other are
    /// counted separately.
    #[command(after_help = "\
Each line of a file is an edge: the names of two vertices with a blank between them. Lines that
begin with | are comments.

Examples:
  quadrille show graceful wheel-5
  quadrille show graceful grid-3x3 --svg matrix.svg
  quadrille make graceful path-9 | quadrille count
  quadrille show graceful edges.txt -n 3")]
    Graceful {
        /// path-5, cycle-8, complete-4, star-6 (6 rays), wheel-5 (5 rays), grid-3x3, or a file
        /// with the edges
        #[arg(value_name = "GRAPH|FILE")]
        graph: String,
    },

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

    /// Packings of a given weight, or payments of an amount, from limited supplies
    #[command(after_help = "\
Examples:
  quadrille show knapsack 20 nickel:1:20 dime:2:10 quarter:5:4 half:10:2 -n 3
  quadrille show knapsack 0..10 tent:6:1:30 rope:2:2:9 stove:3:1:14 --best")]
    Knapsack {
        /// The total weight, such as 20, or its bounds, such as 0..20
        weight: String,

        /// A thing: its name, the weight of a copy, the number of copies (default 1), and the value
        /// of a copy (default 0), which is the cost of leaving it out
        #[arg(value_name = "NAME:WEIGHT[:COPIES[:VALUE]]", required = true)]
        things: Vec<String>,
    },

    /// Timetables of meetings, from rooms, hours, availability and preferences
    #[command(after_help = "\
The table has a header, `kind,name,needs` followed by the hours, and a row for each room, person
and meeting. The needs of a meeting are people, and rooms to choose from, separated by `;`. In the
column of an hour, `-` means unavailable, and a number is the cost of that hour.

Examples:
  quadrille show schedule puzzles/schedule.csv --best")]
    Schedule {
        /// A CSV file with the table
        table: PathBuf,
    },
}

impl PuzzleKind {
    /// Returns the puzzle that the arguments describe, or a message about an error. Adds the files
    /// that it reads to `files`.
    pub(crate) fn puzzle(&self, files: &Files) -> Result<Encoded, String> {
        Ok(match self {
            Self::Queens { size } => board(Queens::new(*size).map_err(text)?),
            Self::Langford { size } => plain(Langford::new(*size).map_err(text)?),
            Self::Polyomino(args) => board(tilings::polyomino(args, files)?),
            Self::Polycube(args) => board(tilings::polycube(args, files)?),
            Self::Polyiamond(args) => board(tilings::polyiamond(args, files)?),
            Self::Polystick(args) => pictured(tilings::polystick(args)?),
            Self::Latin(args) => pictured(squares::latin(args, files)?),
            Self::Sudoku(args) => {
                let puzzle = squares::sudoku(args, files)?;
                let unsolved = args.marks.then(|| puzzle.picture());
                Encoded { unsolved, ..board(puzzle) }
            }
            Self::MacMahon(args) => pictured(squares::macmahon(args)?),
            Self::WordRectangle(args) => pictured(squares::word_rectangle(args, files)?),
            Self::Slitherlink { board: given } => board(files.board(given, Slitherlink::empty)?),
            Self::Masyu { board } => pictured(files.board(board, Masyu::empty)?),
            Self::Graceful { graph } => pictured(Graceful::new(match graph.parse::<Graph>() {
                Err(unknown @ GraphError::Unknown(_)) => {
                    files.parse(graph, unknown, Graph::read)?
                }
                known => known.map_err(text)?,
            })),
            Self::Steiner { points } => plain(Steiner::new(*points).map_err(text)?),
            Self::Knapsack { weight, things } => plain(plans::knapsack(weight, things)?),
            Self::Schedule { table } => plain(plans::schedule(table, files)?),
        })
    }

    /// True if some covers may not be solutions; see [`Puzzle::is_solution`].
    pub(crate) fn has_other_covers(&self) -> bool {
        matches!(self, Self::Slitherlink { .. } | Self::Masyu { .. })
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

    /// Parses the text of the file that an argument names. `not_else` is the reason why the
    /// argument can only be a file name.
    fn parse<T, E: Display>(
        &self,
        argument: &str,
        not_else: impl Display,
        parse: impl FnOnce(&str) -> Result<T, E>,
    ) -> Result<T, String> {
        let text =
            self.open(Path::new(argument)).and_then(io::read_to_string).map_err(|error| {
                format!("{not_else}, and no file of this name can be read ({error})")
            })?;
        // Some programs begin a text with a byte order mark.
        parse(text.trim_start_matches('\u{FEFF}')).map_err(|error| format!("{argument}: {error}"))
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
    /// Text, and a picture if there is one.
    Text(String, Option<Picture>),
    /// A board: a picture that is also drawn as text.
    Board(Picture),
}

/// A puzzle of any kind: the interface of [`Puzzle`] without the type of solutions.
pub(crate) trait Solvable {
    fn problem(&self) -> &Problem;
    /// True if a cover represents a solution; see [`Puzzle::is_solution`].
    fn is_solution(&self, cover: &[OptionId]) -> bool;
    fn solution(&self, cover: &[OptionId]) -> Shown;
}

/// A puzzle, and the function that displays a solution.
impl<P: Puzzle> Solvable for (P, fn(P::Solution) -> Shown) {
    fn problem(&self) -> &Problem {
        self.0.problem()
    }

    fn is_solution(&self, cover: &[OptionId]) -> bool {
        self.0.is_solution(cover)
    }

    fn solution(&self, cover: &[OptionId]) -> Shown {
        self.1(self.0.decode(cover))
    }
}

/// The puzzle that the arguments describe.
pub(crate) struct Encoded {
    pub(crate) puzzle: Box<dyn Solvable>,
    /// True if its solutions have pictures.
    pub(crate) is_pictured: bool,
    /// With `--marks`, the picture of the puzzle itself, which is shown instead of solutions.
    pub(crate) unsolved: Option<Picture>,
}

fn encoded<P: Puzzle + 'static>(puzzle: P, show: fn(P::Solution) -> Shown) -> Encoded {
    Encoded { puzzle: Box::new((puzzle, show)), is_pictured: true, unsolved: None }
}

/// Returns a puzzle whose solutions are drawn as boards.
fn board<P: Puzzle<Solution: Drawn> + 'static>(puzzle: P) -> Encoded {
    encoded(puzzle, |solution| Shown::Board(solution.picture()))
}

/// Returns a puzzle whose solutions are text, and pictures too.
fn pictured<P: Puzzle<Solution: Drawn> + 'static>(puzzle: P) -> Encoded {
    encoded(puzzle, |solution| Shown::Text(solution.to_string(), Some(solution.picture())))
}

/// Returns a puzzle whose solutions are text.
fn plain(puzzle: impl Puzzle + 'static) -> Encoded {
    let text = encoded(puzzle, |solution| Shown::Text(solution.to_string(), None));
    Encoded { is_pictured: false, ..text }
}
