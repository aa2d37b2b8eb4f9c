//! Squares of symbols as text.
//!
//! A cell is a character, or a number between blanks: see [`are_numbers`]. If the symbols are not
//! given, those of [`Symbols::guesses`] are tried. `0` is usually an empty cell, but in hexadecimal
//! it is a symbol. [`guess`] has the rules. A text that they leave ambiguous is an error.

use std::error::Error;
use std::fmt;

use super::MAX_SIDE;
use super::symbols::{EMPTY, Symbols, SymbolsError, is_decoration};
use crate::counted::Cells;

/// An error in the text of a square, with its place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TextError {
    /// The line, counted from 1.
    pub line: usize,
    /// The column of the first character of the cell, counted from 1, if the error is at a cell.
    pub column: Option<usize>,
    /// The kind of error.
    pub kind: TextErrorKind,
}

/// The kinds of errors in the text of a square.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum TextErrorKind {
    /// A character is neither a cell nor a part of a drawing.
    NotACell(char),
    /// A symbol is not among those of a square with this side.
    NotASymbol {
        /// The character.
        found: char,
        /// The number of symbols.
        side: usize,
    },
    /// A number is not among those of a square with this side.
    NotANumber {
        /// The number.
        found: u64,
        /// The number of symbols.
        side: usize,
    },
    /// A symbol is not one of the given symbols.
    NotGiven(String),
    /// It is unclear whether `0` is an empty cell or a symbol, or `0` can be neither: for instance,
    /// it is not a given symbol, and the text has another character for empty cells.
    Zero {
        /// The number of symbols.
        side: usize,
        /// True if the cells are numbers.
        are_numbers: bool,
    },
    /// The clues fit more than one of the usual lists of symbols: from 1, from 0, and letters.
    WhichSymbols {
        /// The number of symbols.
        side: usize,
        /// True if the cells are numbers.
        are_numbers: bool,
        /// True if the symbols may be letters.
        letters: bool,
    },
    /// The symbols do not fit the square.
    Symbols(SymbolsError),
    /// The number of cells is not that of the board.
    WrongCount {
        /// The number of cells.
        cells: usize,
        /// The side of the board.
        side: usize,
    },
    /// The number of cells is not that of any square with symbols.
    NotASquare {
        /// The number of cells.
        cells: usize,
    },
    /// The square has several lines, and this line is not a row.
    WrongRow {
        /// The number of cells in the line.
        cells: usize,
        /// The number of cells in a row.
        side: usize,
    },
}

impl fmt::Display for TextError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.column {
            Some(column) => write!(f, "line {}, column {column}: {}", self.line, self.kind),
            None => write!(f, "line {}: {}", self.line, self.kind),
        }
    }
}

impl fmt::Display for TextErrorKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name_them = |f: &mut fmt::Formatter<'_>, side, are_numbers| {
            let guesses = Symbols::guesses(side, are_numbers);
            write!(f, "name the symbols: {}", guesses[0])?;
            if guesses[1] == guesses[0] { Ok(()) } else { write!(f, " or {}", guesses[1]) }
        };
        match *self {
            Self::NotACell(found) => write!(
                f,
                "{found:?} is not a cell: write a digit or a letter, `.` or `0` for an empty cell, and `|`, `-`, `+` or \
                 blanks only for decoration"
            ),
            Self::NotASymbol { found, side } => {
                let usual = Symbols::usual(side.clamp(1, MAX_SIDE));
                let (first, last) = (usual.name(1), usual.name(usual.len() as u8));
                write!(
                    f,
                    "{found:?} is not a symbol of a square of side {side}: it has {first} to {last}"
                )?;
                match side {
                    ..=9 => write!(f, ", or letters from A on"),
                    _ => write!(f, ", as many symbols from 0 on, or letters from A on"),
                }
            }
            Self::NotANumber { found, side } => {
                let below = side - 1;
                write!(
                    f,
                    "{found} is not a number of a square of side {side}: it has 1 to {side}, or 0 to {below}"
                )
            }
            Self::NotGiven(ref found) => {
                write!(f, "{found:?} is not among the symbols that were given")
            }
            Self::Zero { side, are_numbers } => {
                f.write_str(
                    "`0` may be a symbol or an empty cell: write `.` for every empty cell, or ",
                )?;
                name_them(f, side, are_numbers)
            }
            Self::WhichSymbols { side, are_numbers, letters } => {
                f.write_str("the clues fit several sets of symbols: ")?;
                name_them(f, side, are_numbers)?;
                match Symbols::guesses(side, are_numbers).get(2).filter(|_| letters) {
                    Some(letters) => write!(f, " or {letters}"),
                    None => Ok(()),
                }
            }
            Self::Symbols(error) => error.fmt(f),
            Self::WrongCount { cells, side } => {
                write!(
                    f,
                    "{} by the end of this line, where a board of side {side} has {}",
                    Cells(cells),
                    side * side
                )
            }
            Self::NotASquare { cells } => write!(
                f,
                "{} by the end of this line, which is not a square: write n rows of n, n from 1 to {MAX_SIDE}",
                Cells(cells)
            ),
            Self::WrongRow { cells, side } => {
                write!(
                    f,
                    "{}, where a row has {side}: write one row per line, or all rows on one line",
                    Cells(cells)
                )
            }
        }
    }
}

impl Error for TextError {}

#[derive(Clone, Copy)]
struct Token<'a> {
    line: usize,
    column: usize,
    text: &'a str,
}

impl Token<'_> {
    fn error(&self, kind: TextErrorKind) -> TextError {
        TextError { line: self.line, column: Some(self.column), kind }
    }

    fn first(&self) -> char {
        self.text.chars().next().unwrap_or(' ')
    }

    fn is_empty_cell(&self) -> bool {
        self.text.chars().all(|c| EMPTY.contains(&c)) && self.text.len() == 1
    }

    fn number(&self) -> Option<u64> {
        self.text
            .bytes()
            .all(|byte| byte.is_ascii_digit())
            .then(|| self.text.parse().unwrap_or(u64::MAX))
    }

    fn is_zero(&self) -> bool {
        self.number() == Some(0)
    }
}

/// Returns the cells of a text: characters, or words between blanks and decoration.
fn tokens(text: &str, are_words: bool) -> Vec<Token<'_>> {
    let mut tokens: Vec<Token<'_>> = Vec::new();
    for (line, content) in (1..).zip(text.lines()) {
        // The start of the current word.
        let mut begun = None;
        for (column, (at, c)) in (1..).zip(content.char_indices()) {
            let end = at + c.len_utf8();
            if is_decoration(c) {
                begun = None;
            } else if let (true, Some(start)) = (are_words, begun)
                && let Some(word) = tokens.last_mut()
            {
                word.text = &content[start..end];
            } else {
                begun = Some(at);
                tokens.push(Token { line, column, text: &content[at..end] });
            }
        }
    }
    tokens
}

/// Returns the side of a square with these cells, which must be all on one line, or one row per
/// line.
fn side_of(tokens: &[Token<'_>], side: Option<usize>) -> Result<usize, TextError> {
    let cells = tokens.len();
    let last_line = tokens.last().map_or(1, |token| token.line);
    let root = cells.isqrt();
    let side = match side {
        Some(side) => side,
        None if root > 0 && root <= MAX_SIDE && root * root == cells => root,
        None => {
            return Err(TextError {
                line: last_line,
                column: None,
                kind: TextErrorKind::NotASquare { cells },
            });
        }
    };
    let mut rows = tokens.chunk_by(|a, b| a.line == b.line);
    if rows.clone().count() > 1
        && let Some(row) = rows.find(|row| row.len() != side)
    {
        let kind = TextErrorKind::WrongRow { cells: row.len(), side };
        return Err(TextError { line: row[0].line, column: None, kind });
    }
    if cells != side * side {
        return Err(TextError {
            line: last_line,
            column: None,
            kind: TextErrorKind::WrongCount { cells, side },
        });
    }
    Ok(side)
}

/// Reads a square of characters, all on one line or one row per line, possibly drawn with `|`, `-`
/// and `+` between its boxes. `cell` returns the meaning of a character.
pub(in super::super) fn read<T>(
    text: &str,
    cell: impl Fn(char) -> Result<T, TextErrorKind>,
) -> Result<(usize, Vec<T>), TextError> {
    let tokens = tokens(text, false);
    // Unknown characters are reported first: other errors may follow from them.
    let cells = tokens.iter().map(|token| cell(token.first()).map_err(|kind| token.error(kind)));
    let cells = cells.collect::<Result<_, _>>()?;
    Ok((side_of(&tokens, None)?, cells))
}

/// Reads a square with symbols. The symbols are given, or are those that fit. The side is given, or
/// is the number of given symbols, or follows from the number of cells. Returns the symbols and the
/// value of each cell, `None` for an empty cell.
pub(in super::super) fn read_clues(
    text: &str,
    side: Option<usize>,
    symbols: Option<&Symbols>,
) -> Result<(Symbols, Vec<Option<u8>>), TextError> {
    if let (Some(side), Some(symbols)) = (side, symbols) {
        let fits = symbols.check(side);
        fits.map_err(|error| TextError {
            line: 1,
            column: None,
            kind: TextErrorKind::Symbols(error),
        })?;
    }
    let side = side.or(symbols.map(Symbols::len));
    let (characters, words) = (tokens(text, false), tokens(text, true));
    let are_numbers = are_numbers(&characters, &words, side);
    let tokens = if are_numbers { words } else { characters };
    // Unknown characters are reported first: other errors may follow from them.
    let is_known = |token: &Token<'_>| {
        let is_symbol = match symbols {
            Some(symbols) => symbols.value(token.text).is_some(),
            None if are_numbers => token.number().is_some(),
            None => token.first().is_ascii_alphanumeric(),
        };
        is_symbol || token.is_empty_cell() || token.is_zero()
    };
    if let Some(unknown) = tokens.iter().find(|token| !is_known(token)) {
        return Err(unknown.error(match symbols {
            Some(_) => TextErrorKind::NotGiven(unknown.text.to_owned()),
            None => TextErrorKind::NotACell(unknown.first()),
        }));
    }
    let side = side_of(&tokens, side)?;
    let symbols = match symbols {
        Some(symbols) => symbols.clone(),
        None => guess(&tokens, side, are_numbers)?,
    };
    let has_dot = tokens.iter().any(Token::is_empty_cell);
    let value = |token: &Token<'_>| match symbols.value(token.text) {
        Some(value) => Ok(Some(value)),
        None if token.is_zero() && has_dot => {
            Err(token.error(TextErrorKind::Zero { side, are_numbers }))
        }
        None => Ok(None),
    };
    let values = tokens.iter().map(value).collect::<Result<_, _>>()?;
    Ok((symbols, values))
}

/// True if the cells are words, not characters. The words should be numbers.
fn are_numbers(characters: &[Token<'_>], words: &[Token<'_>], side: Option<usize>) -> bool {
    let look_so = || {
        let is_cell = |word: &Token<'_>| {
            word.text.len() <= 2 && (word.is_empty_cell() || word.number().is_some())
        };
        words.len() < characters.len() && words.iter().all(is_cell)
    };
    let is_square = |cells: usize| cells.isqrt() * cells.isqrt() == cells;
    match side {
        Some(side) if characters.len() == side * side => false,
        Some(side) => words.len() == side * side || (side > 9 && look_so()),
        None => look_so() && is_square(words.len()),
    }
}

/// Finds the symbols of a square from its clues.
///
/// `.` stands for all of [`EMPTY`] here.
///
/// - In a square of side 36 that is not written with numbers, every character from 0 to Z is a
///   symbol, and `0` twice in a row or a column is an error. The next two rules are for all other
///   squares.
/// - `0` together with `.` is a symbol if there are more than nine symbols and it can be one of
///   them. Otherwise it is an error: with at most nine symbols, it is usually an empty cell.
/// - `0` without `.` is an empty cell if it cannot be a symbol, because it occurs twice in a row or
///   a column, or because a clue is not one of the symbols from 0. Otherwise it is an error.
/// - Without `0`, the symbols are those from 1 if there are at most nine and the clues are digits.
/// - In all other cases the symbols are those from 1, those from 0 (unless `0` is an empty cell) or
///   letters, if exactly one of these lists fits. Without clues, they are those from 1.
fn guess(tokens: &[Token<'_>], side: usize, are_numbers: bool) -> Result<Symbols, TextError> {
    let guesses = Symbols::guesses(side, are_numbers);
    let from_zero = &guesses[1];
    // If the usual symbols include 0, it cannot be an empty cell.
    let needs_zero = *from_zero == guesses[0];
    let zeros: Vec<usize> = (0..tokens.len()).filter(|&cell| tokens[cell].is_zero()).collect();
    let clues: Vec<&Token<'_>> =
        tokens.iter().filter(|token| !token.is_empty_cell() && !token.is_zero()).collect();
    let fits = |symbols: &Symbols| clues.iter().all(|clue| symbols.value(clue.text).is_some());
    if let Some(&zero) = zeros.first() {
        let meet = |a: usize, b: usize| a / side == b / side || a % side == b % side;
        let clash =
            zeros.iter().enumerate().any(|(at, &a)| zeros[at + 1..].iter().any(|&b| meet(a, b)));
        let may_be_symbol = fits(from_zero) && !clash;
        let has_dot = clues.len() + zeros.len() < tokens.len();
        match (has_dot, may_be_symbol) {
            (_, true) if needs_zero || (has_dot && side > 9) => {
                return Ok(as_written(from_zero, &clues));
            }
            _ if has_dot || may_be_symbol || needs_zero => {
                return Err(tokens[zero].error(TextErrorKind::Zero { side, are_numbers }));
            }
            _ => {}
        }
    }
    let with_zero = zeros.is_empty() && side > 9;
    let possible: Vec<&Symbols> = guesses
        .iter()
        .filter(|&guess| with_zero || guess != from_zero)
        .skip(usize::from(needs_zero))
        .collect();
    let fitting: Vec<&Symbols> = possible.iter().copied().filter(|symbols| fits(symbols)).collect();
    match (&fitting[..], clues.first()) {
        ([symbols], _) | ([symbols, ..], None) => Ok(as_written(symbols, &clues)),
        ([_, _, ..], Some(clue)) => {
            let letters = guesses.get(2).is_some_and(fits);
            Err(clue.error(TextErrorKind::WhichSymbols { side, are_numbers, letters }))
        }
        ([], _) => {
            // A guess fails at the first clue that it lacks. The error is at the last of these
            // clues.
            let fails = |symbols: &&Symbols| {
                clues.iter().position(|clue| symbols.value(clue.text).is_none())
            };
            let clue = clues[possible.iter().filter_map(fails).max().unwrap_or(0)];
            Err(clue.error(match clue.number() {
                Some(found) if are_numbers => TextErrorKind::NotANumber { found, side },
                _ => TextErrorKind::NotASymbol { found: clue.first(), side },
            }))
        }
    }
}

/// Returns the symbols, in lower case if the clues have letters in lower case and none in upper
/// case.
fn as_written(symbols: &Symbols, clues: &[&Token<'_>]) -> Symbols {
    let has = |is: fn(&u8) -> bool| clues.iter().any(|clue| clue.text.as_bytes().iter().any(is));
    match has(u8::is_ascii_lowercase) && !has(u8::is_ascii_uppercase) {
        true => symbols.lowered(),
        false => symbols.clone(),
    }
}
