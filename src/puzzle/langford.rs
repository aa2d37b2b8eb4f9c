//! Langford pairs: a row of `2n` places with each of the numbers 1 to `n` twice, where exactly `k`
//! places lie between the two copies of `k` (TAOCP 7.2.2.1, (16)).
//!
//! The items are the numbers, `1`, `2`, ..., and the places, `s1`, `s2`, .... An option puts a
//! number at its two places. A row and its reverse count as two solutions.

use std::error::Error;
use std::fmt;

use super::Puzzle;
use crate::ids::OptionId;
use crate::problem::{BuildError, Model, Problem};

/// All rows of Langford pairs of the numbers 1 to `n`.
///
/// ```
/// use quadrille::puzzle::Puzzle;
/// use quadrille::puzzle::langford::Langford;
/// let mut rows: Vec<_> = Langford::new(3)?.solutions().map(|row| row.to_string()).collect();
/// rows.sort();
/// assert_eq!(rows, ["2 3 1 2 1 3", "3 1 2 1 3 2"]);
/// # Ok::<(), quadrille::puzzle::langford::SizeError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Langford {
    size: usize,
    /// The number and the first place of each option.
    model: Model<(usize, usize)>,
}

impl Langford {
    /// The maximum number of pairs.
    pub const MAX_SIZE: usize = 1000;

    /// Returns the puzzle with `size` pairs.
    ///
    /// # Errors
    /// [`SizeError`] unless the size is 1 to [`MAX_SIZE`](Self::MAX_SIZE).
    pub fn new(size: usize) -> Result<Self, SizeError> {
        if (1..=Self::MAX_SIZE).contains(&size) {
            let model = model(size)
                .expect("the names are distinct, and the largest row is within the limits");
            Ok(Self { size, model })
        } else {
            Err(SizeError(size))
        }
    }

    /// Returns the number of pairs.
    #[must_use]
    pub fn size(&self) -> usize {
        self.size
    }
}

fn model(size: usize) -> Result<Model<(usize, usize)>, BuildError> {
    let mut builder = Model::builder();
    builder.primary((1..=size).map(|number| number.to_string()))?;
    builder.primary((1..=2 * size).map(|place| format!("s{place}")))?;
    for number in 1..=size {
        for place in 0..(2 * size).saturating_sub(number + 1) {
            let items =
                [number.to_string(), format!("s{}", place + 1), format!("s{}", place + number + 2)];
            builder.option((number, place), &items)?;
        }
    }
    builder.build()
}

impl Puzzle for Langford {
    type Solution = Pairing;

    fn problem(&self) -> &Problem {
        &self.model
    }

    fn decode(&self, cover: &[OptionId]) -> Pairing {
        let mut numbers = vec![0; 2 * self.size];
        for &option in cover {
            let &(number, place) = self.model.value(option);
            numbers[place] = number;
            numbers[place + number + 1] = number;
        }
        Pairing { numbers }
    }
}

/// A row of Langford pairs. It displays as the numbers, separated by blanks.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Pairing {
    numbers: Vec<usize>,
}

impl Pairing {
    /// Returns the number at each place.
    #[must_use]
    pub fn numbers(&self) -> &[usize] {
        &self.numbers
    }
}

impl fmt::Display for Pairing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (at, number) in self.numbers.iter().enumerate() {
            write!(f, "{}{number}", if at == 0 { "" } else { " " })?;
        }
        Ok(())
    }
}

/// The error for a number of Langford pairs that is 0 or too large.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SizeError(pub usize);

impl fmt::Display for SizeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} Langford pairs: there must be 1 to {}", self.0, Langford::MAX_SIZE)
    }
}

impl Error for SizeError {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_option_has_a_number_and_two_places() {
        let langford = Langford::new(3).unwrap();
        let texts: Vec<_> =
            langford.problem().options().map(|(o, _)| langford.problem().option_text(o)).collect();
        assert_eq!(texts[..2], ["1 s1 s3", "1 s2 s4"]);
        assert_eq!(texts[7..], ["3 s1 s5", "3 s2 s6"]);
        assert_eq!(langford.problem().item_count(), 9);
    }

    #[test]
    fn the_smallest_has_no_solution() {
        // The two copies of 1 need three places, and there are only two.
        let langford = Langford::new(1).unwrap();
        assert_eq!((langford.problem().option_count(), langford.solutions().count()), (0, 0));
    }

    #[test]
    fn sizes_out_of_range() {
        assert_eq!(Langford::new(0).unwrap_err(), SizeError(0));
        assert_eq!(
            Langford::new(1001).unwrap_err().to_string(),
            "1001 Langford pairs: there must be 1 to 1000"
        );
    }
}
