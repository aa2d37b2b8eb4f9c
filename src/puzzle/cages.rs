//! The cages of a Killer Sudoku: groups of cells with different symbols and a given sum of their
//! values.
//!
//! A cage adds items to the exact cover: its name, as in `k1`, and `k1=3` for each value. For each
//! set of values of the right size and sum, an option covers the name and the items of all values
//! that are *not* in the set. The options that put a value into a cell of the cage cover the item
//! of the value. So the cells have exactly the values of one set.

use std::error::Error;
use std::fmt;

/// A group of cells with different symbols, and the sum of their values.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Cage {
    pub(super) sum: usize,
    /// The cells, row by row.
    pub(super) cells: Vec<usize>,
}

/// An error in the text of cages.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CageError {
    /// The line, counted from 1.
    pub line: usize,
    /// The kind of error.
    pub kind: CageErrorKind,
}

/// The kinds of errors in the text of cages.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum CageErrorKind {
    /// The line does not begin with a sum.
    NotASum(String),
    /// A word is not the name of a cell of the board.
    NotACell(String),
    /// A cell occurs twice in the cages.
    Twice(String),
    /// No set of different values, one value for each cell, has the sum.
    NoSet {
        /// The number of cells.
        cells: usize,
        /// The sum.
        sum: usize,
    },
    /// Too many sets of this many values have the sum.
    TooManySets(usize),
}

impl fmt::Display for CageError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: ", self.line)?;
        match &self.kind {
            CageErrorKind::NotASum(word) => {
                write!(
                    f,
                    "{word:?} is not a sum: write the sum and then the cells, as in `10 r1c1 r1c2`"
                )
            }
            CageErrorKind::NotACell(word) => {
                write!(
                    f,
                    "{word:?} is not a cell of the board: write its row and its column, as in r1c2"
                )
            }
            CageErrorKind::Twice(word) => {
                write!(f, "{word} is in a cage already: a cell can be in only one cage")
            }
            CageErrorKind::NoSet { cells, sum } => {
                write!(
                    f,
                    "no {cells} different values have the sum {sum}: change the sum or the cells"
                )
            }
            CageErrorKind::TooManySets(cells) => {
                write!(f, "too many sets of {cells} values have this sum: divide the cage")
            }
        }
    }
}

impl Error for CageError {}

/// The maximum number of sets of values of a cage.
const MOST_SETS: usize = 20_000;

/// Reads the cages of a board with this side. Each line has a sum and the names of cells, separated
/// by blanks, `,`, `:` or `=`. Blank lines and lines that begin with `#` are ignored.
pub(super) fn read(text: &str, side: usize) -> Result<Vec<Cage>, CageError> {
    let mut cages = Vec::new();
    let mut is_used = vec![false; side * side];
    for (line, content) in (1..).zip(text.lines()) {
        let fault = |kind| CageError { line, kind };
        let is_between = |c: char| c.is_whitespace() || matches!(c, ',' | ':' | '=');
        let mut words = content.split(is_between).filter(|word| !word.is_empty());
        let Some(first) = words.next().filter(|word| !word.starts_with('#')) else { continue };
        let sum = number(first).ok_or_else(|| fault(CageErrorKind::NotASum(first.to_owned())))?;
        let mut cells = Vec::new();
        for word in words {
            let cell =
                cell(word, side).ok_or_else(|| fault(CageErrorKind::NotACell(word.to_owned())))?;
            if std::mem::replace(&mut is_used[cell], true) {
                return Err(fault(CageErrorKind::Twice(word.to_owned())));
            }
            cells.push(cell);
        }
        cells.sort_unstable();
        let cage = Cage { sum, cells };
        match cage.sets(side) {
            Some(sets) if sets.is_empty() => {
                let cells = cage.cells.len();
                return Err(fault(CageErrorKind::NoSet { cells, sum }));
            }
            Some(_) => cages.push(cage),
            None => return Err(fault(CageErrorKind::TooManySets(cage.cells.len()))),
        }
    }
    Ok(cages)
}

/// Returns the cell with a name such as `r1c2`.
fn cell(name: &str, side: usize) -> Option<usize> {
    let (row, column) = name.strip_prefix(['r', 'R'])?.split_once(['c', 'C'])?;
    let place = |text: &str| number(text).filter(|at| (1..=side).contains(at));
    Some((place(row)? - 1) * side + place(column)? - 1)
}

/// Reads a number without a sign.
fn number(text: &str) -> Option<usize> {
    text.parse().ok().filter(|_| !text.starts_with('+'))
}

impl Cage {
    /// Returns the sets that have the sum and contain as many values from 1 to `side` as the cage
    /// has cells, or `None` if there are too many.
    pub(super) fn sets(&self, side: usize) -> Option<Vec<Vec<u8>>> {
        let mut sets = Vec::new();
        extend(&mut Vec::new(), self.cells.len(), self.sum, side, &mut sets).then_some(sets)
    }
}

/// Adds the sets that extend `set` by `more` larger values with the sum `left`. Returns false if
/// there are too many sets.
fn extend(
    set: &mut Vec<u8>,
    more: usize,
    left: usize,
    side: usize,
    sets: &mut Vec<Vec<u8>>,
) -> bool {
    if more == 0 {
        if left == 0 {
            sets.push(set.clone());
        }
        return sets.len() <= MOST_SETS;
    }
    let first = set.last().map_or(1, |&last| usize::from(last) + 1);
    for value in first..=side {
        // The other values have the smallest sum if they directly follow this one, and the greatest
        // if they end with `side`.
        let others = more - 1;
        let least = value + others * (value + 1) + others * others.saturating_sub(1) / 2;
        let most =
            value + others * side - (others * others.saturating_sub(1) / 2).min(others * side);
        if value + others > side || least > left {
            break;
        }
        if most < left {
            continue;
        }
        set.push(value as u8);
        let goes_on = extend(set, others, left - value, side, sets);
        set.pop();
        if !goes_on {
            return false;
        }
    }
    true
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Compares the number of sets with that of a search through all sets of values.
    #[test]
    fn sets_are_all_that_have_the_sum() {
        for side in 1..=9 {
            for count in 0..=side {
                for sum in 0..=50 {
                    let cage = Cage { sum, cells: (0..count).collect() };
                    let expected = (0_u32..1 << side)
                        .filter(|set| set.count_ones() as usize == count)
                        .filter(|set| {
                            (0..side)
                                .filter(|at| set >> at & 1 == 1)
                                .map(|at| at + 1)
                                .sum::<usize>()
                                == sum
                        });
                    let sets = cage.sets(side).unwrap();
                    assert_eq!(sets.len(), expected.count(), "{side} {count} {sum}");
                    let sums = sets.iter().map(|set| set.iter().map(|&v| usize::from(v)).sum());
                    assert!(sums.into_iter().all(|of_set: usize| of_set == sum));
                }
            }
        }
    }

    #[test]
    fn faults_are_found_at_their_lines() {
        let kind = |text: &str| read(text, 9).map_err(|error| (error.line, error.kind));
        assert_eq!(read("# none\n\n10 r1c1 r1c2\n", 9).unwrap().len(), 1);
        assert_eq!(kind("+3 r1c1"), Err((1, CageErrorKind::NotASum("+3".into()))));
        assert_eq!(kind("3 r+1c1"), Err((1, CageErrorKind::NotACell("r+1c1".into()))));
        assert_eq!(kind("x r1c1"), Err((1, CageErrorKind::NotASum("x".into()))));
        assert_eq!(kind("\n3 r1c1 r0c2"), Err((2, CageErrorKind::NotACell("r0c2".into()))));
        assert_eq!(kind("3 r1c1 r1c2\n5 r1c2"), Err((2, CageErrorKind::Twice("r1c2".into()))));
        assert_eq!(kind("2 r1c1 r1c2"), Err((1, CageErrorKind::NoSet { cells: 2, sum: 2 })));
    }
}
