//! The symmetries of the clues.

/// A symmetry of a Sudoku's clues: a cell has a clue if and only if its partners have one.
///
/// ```
/// use quadrille::sudoku::generate::Symmetry;
/// assert_eq!("rot180".parse(), Ok(Symmetry::Rot180));
/// assert_eq!(Symmetry::Rot180.partners(0).collect::<Vec<_>>(), [0, 80]);
/// assert_eq!(Symmetry::Rot90.partners(1).collect::<Vec<_>>(), [1, 17, 79, 63]);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Symmetry {
    /// No symmetry is required.
    #[default]
    None,
    /// Half a turn.
    Rot180,
    /// A quarter of a turn.
    Rot90,
    /// A reflection that exchanges left and right.
    Mirror,
    /// A reflection that exchanges top and bottom.
    UpDown,
    /// A reflection in the diagonal from the upper left to the lower right.
    Diagonal,
    /// A reflection in the diagonal from the lower left to the upper right.
    AntiDiagonal,
}

impl Symmetry {
    /// Returns the image of a cell, counted row by row from 0.
    const fn image(self, cell: usize) -> usize {
        let (row, column) = (cell / 9, cell % 9);
        match self {
            Self::None => cell,
            Self::Rot180 => 80 - cell,
            Self::Rot90 => 9 * column + 8 - row,
            Self::Mirror => 9 * row + 8 - column,
            Self::UpDown => 9 * (8 - row) + column,
            Self::Diagonal => 9 * column + row,
            Self::AntiDiagonal => 9 * (8 - column) + 8 - row,
        }
    }

    /// Iterates over the cells that have a clue if this cell has one: the cell itself, counted row
    /// by row from 0, and its partners. A cell has no partner, one or three.
    ///
    /// # Panics
    /// If the cell is above 80.
    pub fn partners(self, cell: usize) -> impl Iterator<Item = usize> {
        assert!(cell < 81, "cells go from 0 to 80");
        let next = move |&last: &usize| Some(self.image(last)).filter(|&next| next != cell);
        std::iter::successors(Some(cell), next)
    }
}

named! {
    Symmetry, UnknownSymmetry, "symmetry":
    None = "none",
    Rot180 = "rot180",
    Rot90 = "rot90",
    Mirror = "mirror",
    UpDown = "up-down",
    Diagonal = "diagonal",
    AntiDiagonal = "anti-diagonal",
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    /// `partners` also returns the cell itself. So the sizes of the different sets that it returns
    /// add up to 81 only if it returns the same set for all cells of a set.
    #[test]
    fn the_partners_of_a_cell_have_the_same_partners() {
        for (symmetry, count) in Symmetry::ALL.into_iter().zip([81, 41, 21, 45, 45, 45, 45]) {
            let groups: BTreeSet<BTreeSet<usize>> =
                (0..81).map(|cell| symmetry.partners(cell).collect()).collect();
            assert_eq!((groups.len(), groups.iter().flatten().count()), (count, 81), "{symmetry}");
        }
    }
}
