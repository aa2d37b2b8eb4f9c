//! The symbols with which a square is written.

use std::error::Error;
use std::fmt;
use std::sync::Arc;

use super::{MAX_SIDE, symbol};

/// The characters for an empty cell. In a text without them, `0` can be an empty cell too.
pub(super) const EMPTY: [char; 4] = ['.', '*', '_', '?'];

/// True if the character only separates cells.
pub(super) fn is_decoration(c: char) -> bool {
    c.is_whitespace() || matches!(c, '|' | '-' | '+')
}

/// The symbols of a square in the order of their values; the value 1 has the first symbol. They are
/// characters, or numbers that are written between blanks.
///
/// ```
/// use quadrille::puzzle::square::Symbols;
/// let hexadecimal = Symbols::new("0123456789ABCDEF")?;
/// assert_eq!((hexadecimal.len(), hexadecimal.name(1), hexadecimal.name(16)), (16, "0", "F"));
/// assert_eq!(Symbols::new("0-15")?.name(16), "15"); // numbers
/// # Ok::<(), quadrille::puzzle::square::SymbolsError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Symbols {
    names: Arc<[String]>,
    kind: Kind,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
enum Kind {
    Characters,
    Numbers,
}

/// An error in a list of symbols.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum SymbolsError {
    /// A character cannot be a symbol.
    NotASymbol(char),
    /// A symbol occurs twice. Upper and lower case are different.
    Twice(char),
    /// There are too many symbols, or none.
    Count(usize),
    /// The number of symbols is not the side of the board.
    WrongCount {
        /// The number of symbols.
        symbols: usize,
        /// The side of the board.
        side: usize,
    },
}

impl fmt::Display for SymbolsError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotASymbol(c) => write!(
                f,
                "{c:?} cannot be a symbol: write the symbols one after the other, as in 0123456789ABCDEF, without blanks, \
                 `.`, `*`, `_`, `?`, `|`, `-`, `+` or `:`; or write a range of numbers, as in 1-16"
            ),
            Self::Twice(c) => {
                write!(f, "the symbol {c:?} occurs twice: each value needs its own symbol")
            }
            Self::Count(count) => write!(f, "{count} symbols: a square has from 1 to {MAX_SIDE}"),
            Self::WrongCount { symbols, side } => {
                write!(f, "{symbols} symbols for a square of side {side}: write {side} symbols")
            }
        }
    }
}

impl Error for SymbolsError {}

impl Symbols {
    /// Parses symbols: characters in the order of their values, as in `0123456789ABCDEF`, or a
    /// range of numbers, as in `1-16`. Puzzles may write a letter in either case, unless it occurs
    /// in both cases here.
    ///
    /// # Errors
    /// [`SymbolsError`], except [`SymbolsError::WrongCount`], which depends on a board.
    ///
    /// ```
    /// use quadrille::puzzle::square::{Symbols, SymbolsError};
    /// assert_eq!(Symbols::new("1232"), Err(SymbolsError::Twice('2')));
    /// assert_eq!(Symbols::new("ab.d"), Err(SymbolsError::NotASymbol('.')));
    /// ```
    pub fn new(symbols: &str) -> Result<Self, SymbolsError> {
        let range = symbols
            .split_once('-')
            .map(|(first, last)| (first.parse::<u16>(), last.parse::<u16>()));
        if let Some((Ok(first), Ok(last))) = range {
            let count = (usize::from(last) + 1).saturating_sub(first.into());
            return match count {
                1..=MAX_SIDE => Ok(Self::numbers(first, count)),
                _ => Err(SymbolsError::Count(count)),
            };
        }
        let characters: Vec<char> = symbols.chars().collect();
        for (at, &c) in characters.iter().enumerate() {
            if is_decoration(c) || c.is_control() || c == ':' || EMPTY.contains(&c) {
                return Err(SymbolsError::NotASymbol(c));
            }
            if characters[..at].contains(&c) {
                return Err(SymbolsError::Twice(c));
            }
        }
        match characters.len() {
            1..=MAX_SIDE => Ok(Self::characters(characters)),
            count => Err(SymbolsError::Count(count)),
        }
    }

    fn characters(characters: impl IntoIterator<Item = char>) -> Self {
        Self { names: characters.into_iter().map(String::from).collect(), kind: Kind::Characters }
    }

    fn numbers(first: u16, count: usize) -> Self {
        Self {
            names: (first..=u16::MAX).take(count).map(|number| number.to_string()).collect(),
            kind: Kind::Numbers,
        }
    }

    /// Returns the usual symbols: 1 to 9, then A, B, C, ... A square of side 36 has 0 before them.
    ///
    /// ```
    /// use quadrille::puzzle::square::Symbols;
    /// assert_eq!(Symbols::usual(16).to_string(), "123456789ABCDEFG");
    /// assert_eq!(Symbols::usual(36).to_string(), "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ");
    /// ```
    ///
    /// # Panics
    /// If the side is not from 1 to [`MAX_SIDE`].
    #[must_use]
    pub fn usual(side: usize) -> Self {
        assert!((1..=MAX_SIDE).contains(&side), "there are no symbols for side {side}");
        match side {
            MAX_SIDE => Self::from_zero(side),
            _ => Self::characters((1..=side as u8).map(symbol)),
        }
    }

    /// Returns the usual symbols with 0 as the first.
    fn from_zero(side: usize) -> Self {
        Self::characters(std::iter::once('0').chain((1..side as u8).map(symbol)))
    }

    /// Returns the lists of symbols that a square of this side may use if none are given. For
    /// characters, they are the usual symbols, those from 0, and letters if 26 are enough. For
    /// numbers, they are the numbers from 1 and those from 0. The second list begins with 0. It
    /// equals the first if the usual symbols include 0.
    pub(super) fn guesses(side: usize, are_numbers: bool) -> Vec<Self> {
        if are_numbers {
            return vec![Self::numbers(1, side), Self::numbers(0, side)];
        }
        let mut guesses = vec![Self::usual(side), Self::from_zero(side)];
        if side <= 26 {
            guesses.push(Self::characters(('A'..='Z').take(side)));
        }
        guesses
    }

    pub(super) fn lowered(&self) -> Self {
        Self { names: self.names.iter().map(|name| name.to_lowercase()).collect(), kind: self.kind }
    }

    /// Returns the number of symbols.
    #[must_use]
    #[allow(clippy::len_without_is_empty, reason = "there is at least one")]
    pub fn len(&self) -> usize {
        self.names.len()
    }

    /// True if the symbols are numbers, which are written between blanks.
    #[must_use]
    pub fn are_numbers(&self) -> bool {
        self.kind == Kind::Numbers
    }

    /// Returns the symbol of a value, counted from 1.
    ///
    /// # Panics
    /// If the value is 0 or more than the number of symbols.
    #[must_use]
    pub fn name(&self, value: u8) -> &str {
        &self.names[usize::from(value) - 1]
    }

    /// Returns the value of a symbol, or `None` if it is not one of these symbols. A letter may be
    /// in another case, and a number may begin with zeros.
    #[must_use]
    pub fn value(&self, symbol: &str) -> Option<u8> {
        let find = |is: &dyn Fn(&str) -> bool| {
            self.names.iter().position(|name| is(name)).map(|at| at as u8 + 1)
        };
        match self.kind {
            Kind::Characters => find(&|name| name == symbol)
                .or_else(|| find(&|name| name.to_lowercase() == symbol.to_lowercase())),
            Kind::Numbers => {
                let number: u64 = symbol.parse().ok()?;
                find(&|name| name.parse() == Ok(number))
            }
        }
    }

    pub(super) fn check(&self, side: usize) -> Result<(), SymbolsError> {
        match self.len() {
            symbols if symbols == side => Ok(()),
            symbols => Err(SymbolsError::WrongCount { symbols, side }),
        }
    }
}

/// Displays the symbols as [`Symbols::new`] reads them.
impl fmt::Display for Symbols {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.kind {
            Kind::Characters => self.names.iter().try_for_each(|name| f.write_str(name)),
            Kind::Numbers => write!(f, "{}-{}", self.names[0], self.names[self.len() - 1]),
        }
    }
}
