//! The arguments of puzzles on squares and rectangles with digits, letters or colors.

use std::io;
use std::path::PathBuf;

use quadrille::puzzle::latin::{Latin, LatinError};
use quadrille::puzzle::macmahon::MacMahon;
use quadrille::puzzle::square::{Symbols, SymbolsError, TextErrorKind};
use quadrille::puzzle::sudoku_board::{Board, BoardError, Layout};
use quadrille::puzzle::word_rectangle::{Repeats, WordRectangle};

use super::{Files, size, text};

/// Returns the end of an error message: for ambiguous symbols, the option that takes them.
fn symbols_hint(kind: &TextErrorKind) -> &'static str {
    match kind {
        TextErrorKind::Zero { .. } | TextErrorKind::WhichSymbols { .. } => "; --symbols takes them",
        _ => "",
    }
}

/// Latin squares, with every symbol once in each row and each column
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Each line of a file is a row of the square, with `.` for an empty cell. Symbols are as in
`quadrille show sudoku --help`.

Examples:
  quadrille show latin 5
  quadrille show latin 5 --symbols abcde
  quadrille make latin 4 | quadrille count
  quadrille show latin partial.txt")]
pub(crate) struct LatinArgs {
    /// The order of the square, or a file with a square to complete
    #[arg(value_name = "ORDER|FILE")]
    square: String,

    /// The symbols in order, such as 0123456789ABCDEF, or a range of numbers, such as 1-16
    #[arg(long, value_name = "SYMBOLS", value_parser = Symbols::new)]
    symbols: Option<Symbols>,
}

pub(super) fn latin(args: &LatinArgs, files: &Files) -> Result<Latin, String> {
    let complete = |partial: &str| match &args.symbols {
        Some(symbols) => Latin::complete_with(partial, symbols),
        None => Latin::complete(partial),
    };
    match (args.square.parse::<usize>(), &args.symbols) {
        (Ok(order), None) => Latin::new(order).map_err(text),
        (Ok(order), Some(symbols)) if order != symbols.len() => {
            Err(SymbolsError::WrongCount { symbols: symbols.len(), side: order }.to_string())
        }
        (Ok(order), Some(_)) => complete(&".".repeat(order * order)).map_err(text),
        (Err(_), _) => {
            let not_else = format_args!("`{}` is not a number", args.square);
            files.parse(&args.square, not_else, |partial| {
                complete(partial).map_err(|error| match &error {
                    LatinError::Text(at) => format!("{error}{}", symbols_hint(&at.kind)),
                    _ => error.to_string(),
                })
            })
        }
    }
}

/// Sudokus of other sizes and shapes
///
/// For standard Sudokus, `quadrille solve` is faster and reads lists of puzzles, and `quadrille
/// explain` gives reasons.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  quadrille show sudoku empty --boxes 2x3
  quadrille show sudoku 1...............  --boxes 2x2 --diagonal
  quadrille show sudoku puzzle.txt --boxes 4x4 --symbols 0123456789ABCDEF
  quadrille show sudoku puzzle.txt --marks
  quadrille show sudoku puzzle.txt --jigsaw regions.txt
  quadrille show sudoku empty --cages killer.txt --svg killer.svg")]
pub(crate) struct SudokuArgs {
    /// The cells row by row, a file with them, or `empty`
    ///
    /// `.` is an empty cell. The symbols are 1 to 9, A, B, ...; or the same number of symbols from
    /// 0, as in hexadecimal; or letters from A; or numbers from 1 or 0, separated by blanks.
    /// Solutions are written with the same symbols. In a puzzle without a `.`, 0 is an empty cell
    /// if it cannot be a symbol. In a puzzle with a `.`, 0 is a symbol if there are more than nine
    /// symbols. A board of 36 symbols has 0 to 9 and A to Z. If the clues do not determine the
    /// symbols, use --symbols. In a file, the grid may be drawn over several lines.
    puzzle: String,

    /// Rows and columns of a box: at least two of each, and at most 36 cells in all
    #[arg(long, value_name = "RxC", default_value = "3x3", conflicts_with = "jigsaw")]
    boxes: String,

    /// A file that draws regions instead of boxes, with a letter or digit for each region
    #[arg(long, value_name = "FILE")]
    jigsaw: Option<String>,

    /// Require each symbol once in each of the two diagonals too
    #[arg(long)]
    diagonal: bool,

    /// A file with the cages of a Killer Sudoku, one per line: the sum and the cells
    ///
    /// The symbols in a cage differ, and their values (1 for the first symbol) add up to the sum.
    /// `10 r1c1 r1c2 r2c1` is a cage of three cells. Lines that begin with # are comments.
    #[arg(long, value_name = "FILE")]
    cages: Option<String>,

    /// The symbols in order, such as 0123456789ABCDEF, or a range of numbers, such as 1-16
    #[arg(long, value_name = "SYMBOLS", value_parser = Symbols::new)]
    symbols: Option<Symbols>,

    /// Draw the puzzle and the candidates of its empty cells, not a solution (`show` only)
    #[arg(long)]
    pub(super) marks: bool,
}

pub(super) fn sudoku(args: &SudokuArgs, files: &Files) -> Result<Board, String> {
    let layout = match &args.jigsaw {
        Some(file) => {
            let not_else = format_args!("--jigsaw takes a file with regions: `{file}`");
            files.parse(file, not_else, Layout::jigsaw)?
        }
        None => {
            let (rows, columns) = size(&args.boxes)?;
            Layout::boxes(rows, columns).map_err(text)?
        }
    };
    let layout = if args.diagonal { layout.diagonal() } else { layout };
    let layout = match &args.cages {
        Some(file) => {
            let not_else = format_args!("--cages takes a file with cages: `{file}`");
            files.parse(file, not_else, |cages| layout.cages(cages))?
        }
        None => layout,
    };
    let board = |text: &str| {
        let board = match &args.symbols {
            Some(symbols) => layout.puzzle_with(text, symbols),
            None => layout.puzzle(text),
        };
        board.map_err(|error| match &error {
            BoardError::Text(at) => format!("{error}{}", symbols_hint(&at.kind)),
            _ => error.to_string(),
        })
    };
    if args.puzzle == "empty" {
        return board(&".".repeat(layout.side() * layout.side()));
    }
    board(&args.puzzle).or_else(|error| files.parse(&args.puzzle, error, board))
}

/// MacMahon's squares, with colored edges that match where squares touch
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  quadrille show macmahon --border 1
  quadrille make macmahon 2x3 --colors 2 | quadrille count")]
pub(crate) struct MacMahonArgs {
    /// Rows and columns of the rectangle
    #[arg(value_name = "RxC", default_value = "4x6")]
    rectangle: String,

    /// The number of colors: 3 make 24 squares, 2 make 6
    #[arg(long, value_name = "N", default_value_t = 3, allow_negative_numbers = true)]
    colors: u8,

    /// The color of the border, counted from 1
    #[arg(long, value_name = "COLOR", value_parser = clap::value_parser!(u8).range(1..), allow_negative_numbers = true)]
    border: Option<u8>,
}

pub(super) fn macmahon(args: &MacMahonArgs) -> Result<MacMahon, String> {
    let (rows, columns) = size(&args.rectangle)?;
    let squares = MacMahon::new(args.colors, rows, columns).map_err(text)?;
    match args.border {
        Some(color) if color > args.colors => Err(format!(
            "there is no color {color} for the border: there are {}, counted from 1",
            args.colors
        )),
        Some(color) => squares.bordered(color - 1).map_err(text),
        None => Ok(squares),
    }
}

/// Rectangles of letters where every row and every column is a word
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  quadrille show word-rectangle 4x3 /usr/share/dict/words")]
pub(crate) struct WordRectangleArgs {
    /// The number of letters in a row and in a column
    #[arg(value_name = "WIDTHxHEIGHT")]
    rectangle: String,

    /// A file with one word per line
    words: PathBuf,

    /// Allow words to occur more than once
    #[arg(long)]
    repeats: bool,
}

pub(super) fn word_rectangle(
    args: &WordRectangleArgs,
    files: &Files,
) -> Result<WordRectangle, String> {
    let (width, height) = size(&args.rectangle)?;
    let repeats = if args.repeats { Repeats::Allowed } else { Repeats::Forbidden };
    let failed = |error| format!("{}: cannot be read: {error}", args.words.display());
    let words = files.open(&args.words).and_then(io::read_to_string).map_err(failed)?;
    WordRectangle::with_repeats(width, height, words.lines().map(str::trim), repeats).map_err(text)
}
