//! Numbers of covers: exact numbers or lower bounds.

use std::fmt;
use std::str::FromStr;

use num_bigint::{BigUint, ParseBigIntError};

/// A number of covers or of solutions: the exact number, or a lower bound if the search is not
/// complete.
///
/// The number can have any size. It is displayed with a `+` if there may be more. A count equals an
/// integer only if it is exact: "at least 100" does not equal 100.
///
/// ```
/// use quadrille::sudoku::Grid;
/// use quadrille::{Count, Limits};
/// let puzzle: Grid =
///     "027800061000030008910005420500016030000970200070000096700000080006027000030480007".parse()?;
/// let count = puzzle.solutions().count_all();
/// assert!(count == 4 && count.is_exact());
/// assert_eq!((count.to_u64(), count.to_string()), (Some(4), "4".to_owned()));
///
/// let count = puzzle.solutions().limited(Limits::none().covers(3)).count_all();
/// assert!(count.is_at_least(3) && count != 3 && !count.is_exact());
/// assert_eq!((count.to_u64(), count.to_string()), (Some(3), "3+".to_owned()));
/// assert_eq!(count, Count::at_least(3));
/// # Ok::<(), quadrille::sudoku::ParseError>(())
/// ```
///
/// # Where it is returned
/// - [`Solutions::count_all`](crate::Solutions::count_all) and
///   [`sudoku::Solutions::count_all`](crate::sudoku::Solutions::count_all): the number of solutions
///   that the search finds within its limits. `count_so_far` of every
///   [`Advance`](crate::search::Advance) that counts covers returns the number found so far.
/// - [`Counter::finish`](crate::Counter::finish): the number of covers, with several threads,
///   limits and progress reports.
/// - `count` of [`Problem`](crate::Problem), of [`Grid`](crate::sudoku::Grid) and of
///   [`Diagram`](crate::Diagram), the counters of covers and of Sudokus, and the methods that count
///   the covers with each option or candidate. They do not visit every cover if there is a faster
///   way.
///
/// Some numbers are plain integers. The method `count` of an iterator, such as
/// `problem.solutions().count()`, belongs to the standard library and returns a `usize`.
/// [`Engine::skip`](crate::search::Engine::skip) and
/// [`Solutions::skip_covers`](crate::Solutions::skip_covers), which run a part of a search, return
/// a `u64` with the last [`Step`](crate::search::Step). A limit on the number of covers is a `u64`.
/// The [tables](crate::sudoku::Puzzle::tables) of a Sudoku number its solutions from 0 with a
/// `u128`.
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Count {
    number: Number,
    is_exact: bool,
}

#[derive(Clone, PartialEq, Eq, Hash)]
enum Number {
    Word(u64),
    /// A number that exceeds `u64`.
    Big(BigUint),
}

impl Count {
    /// Returns the count with exactly this number.
    ///
    /// ```
    /// use quadrille::Count;
    /// assert_eq!(Count::exactly(7).to_string(), "7");
    /// ```
    #[must_use]
    pub fn exactly(number: impl Into<Self>) -> Self {
        Self { is_exact: true, ..number.into() }
    }

    /// Returns a count with this number as a lower bound.
    ///
    /// ```
    /// use quadrille::Count;
    /// assert_eq!(Count::at_least(7).to_string(), "7+");
    /// ```
    #[must_use]
    pub fn at_least(number: impl Into<Self>) -> Self {
        Self { is_exact: false, ..number.into() }
    }

    /// True if the number is exact. If false, there may be more.
    #[must_use]
    pub const fn is_exact(&self) -> bool {
        self.is_exact
    }

    /// True if the number, exact or a lower bound, is at least this one.
    ///
    /// ```
    /// use quadrille::Count;
    /// assert!(Count::at_least(7).is_at_least(7) && Count::exactly(7).is_at_least(7));
    /// assert!(!Count::at_least(7).is_at_least(8)); // there may be 8, but that is not certain
    /// ```
    #[must_use]
    pub const fn is_at_least(&self, number: u64) -> bool {
        match self.number {
            Number::Word(word) => word >= number,
            Number::Big(_) => true,
        }
    }

    /// Returns the number, exact or not, or `None` if it is 2^64 or greater.
    #[must_use]
    pub const fn to_u64(&self) -> Option<u64> {
        match self.number {
            Number::Word(word) => Some(word),
            Number::Big(_) => None,
        }
    }

    /// Returns the number, exact or not.
    ///
    /// ```
    /// use num_bigint::BigUint;
    /// use quadrille::Count;
    /// let many = BigUint::from(2_u32).pow(100);
    /// assert_eq!(Count::exactly(many.clone()).to_big(), many);
    /// ```
    #[must_use]
    pub fn to_big(&self) -> BigUint {
        match &self.number {
            Number::Word(word) => (*word).into(),
            Number::Big(big) => big.clone(),
        }
    }
}

/// The count with exactly this number.
impl From<u64> for Count {
    fn from(number: u64) -> Self {
        Self { number: Number::Word(number), is_exact: true }
    }
}

/// The count with exactly this number.
impl From<BigUint> for Count {
    fn from(number: BigUint) -> Self {
        let number = u64::try_from(&number).map_or(Number::Big(number), Number::Word);
        Self { number, is_exact: true }
    }
}

/// True if the count is exact and has this number.
impl PartialEq<u64> for Count {
    fn eq(&self, other: &u64) -> bool {
        self.is_exact && self.to_u64() == Some(*other)
    }
}

/// True if the count is exact and has this number.
impl PartialEq<BigUint> for Count {
    fn eq(&self, other: &BigUint) -> bool {
        self.is_exact && self.to_big() == *other
    }
}

/// Formats the number, with a `+` after it if there may be more.
impl fmt::Display for Count {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let more = if self.is_exact { "" } else { "+" };
        match &self.number {
            Number::Word(word) => write!(f, "{word}{more}"),
            Number::Big(big) => write!(f, "{big}{more}"),
        }
    }
}

/// Reads the text that [`Display`](fmt::Display) writes.
///
/// ```
/// use quadrille::Count;
/// assert_eq!("92".parse(), Ok(Count::exactly(92)));
/// assert_eq!("92+".parse(), Ok(Count::at_least(92)));
/// assert!("some".parse::<Count>().is_err());
/// ```
impl FromStr for Count {
    type Err = ParseBigIntError;

    fn from_str(text: &str) -> Result<Self, ParseBigIntError> {
        let number = text.strip_suffix('+').unwrap_or(text);
        let count = Self::from(number.parse::<BigUint>()?);
        Ok(if number == text { count } else { Self::at_least(count) })
    }
}

impl fmt::Debug for Count {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Count({self})")
    }
}

#[cfg(test)]
mod tests {
    use super::Count;

    #[test]
    fn a_lower_bound_is_no_number() {
        let (exact, at_least) = (Count::exactly(5), Count::at_least(5));
        assert!(exact == 5 && exact != 4 && exact != 6);
        assert!(at_least != 5 && at_least != 4 && at_least != 6);
        for count in [&exact, &at_least] {
            assert!(count.is_at_least(0) && count.is_at_least(5) && !count.is_at_least(6));
            assert_eq!(count.to_u64(), Some(5));
        }
        assert_ne!(exact, at_least);
        assert_eq!(at_least, Count::at_least(exact.clone()));
        assert_eq!(exact, Count::exactly(at_least));
    }

    #[test]
    fn a_number_is_the_same_however_it_was_made() {
        use num_bigint::BigUint;
        let last = BigUint::from(u64::MAX);
        let (word, big) = (Count::exactly(last.clone()), Count::exactly(&last + 1_u32));
        assert_eq!(word, Count::exactly(u64::MAX));
        assert_eq!((word.to_u64(), big.to_u64()), (Some(u64::MAX), None));
        assert!(big != u64::MAX && big.is_at_least(u64::MAX) && word.is_at_least(u64::MAX));
        assert!(word == last && word != &last + 1_u32 && big == &last + 1_u32 && big != last);
        assert_eq!((word.to_big(), big.to_big()), (last.clone(), &last + 1_u32));
        assert_ne!(Count::at_least(big.clone()), big);
        assert_eq!(big.to_string(), "18446744073709551616");
        assert_eq!(Count::at_least(big).to_string(), "18446744073709551616+");
    }
}
