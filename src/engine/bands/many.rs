//! The rest of a search with many covers.
//!
//! After its first covers, a search starts again at the root: the folder `join` enumerates all
//! covers, and leaves out those that are known. The pending positions stay as they are, because
//! their union is the set of all other covers.

use super::Nine;
use super::items::bit;
use super::join::cells::Cells;
use super::join::{Joins, Stop};
use crate::arrays::filled;
use crate::engine::simd::lanes::Lanes;

/// The number of covers after which a join is considered.
const FEW: usize = 8;

/// The number of covers that a join must expect to find. It takes as long to start as a search
/// takes for 30 to 130 covers.
const ENOUGH: f64 = 48.0;

/// The root of a search, its first covers, and the join.
#[derive(Debug)]
pub(super) struct Many {
    root: Nine,
    known: Vec<Nine>,
    /// The share of the search that was open when the join became due; 0 before.
    open: f64,
    is_begun: bool,
    /// Kept from one search to the next, because it has large tables.
    joins: Option<Box<Joins>>,
}

/// A clone of an idle engine has no tables.
impl Clone for Many {
    fn clone(&self) -> Self {
        Self {
            root: self.root,
            known: self.known.clone(),
            open: self.open,
            is_begun: self.is_begun,
            joins: self.joins.clone().filter(|_| self.is_begun),
        }
    }
}

impl Many {
    pub(super) fn new() -> Self {
        Self { root: Nine::default(), known: Vec::new(), open: 0.0, is_begun: false, joins: None }
    }

    /// Starts with another root.
    pub(super) fn start(&mut self, root: &Nine) {
        self.root = *root;
        self.known.clear();
        self.open = 0.0;
        self.is_begun = false;
    }

    /// Records a cover. `depths` are those of the pending positions.
    #[inline(always)]
    pub(super) fn note(&mut self, cover: &Nine, depths: impl Iterator<Item = u32>) {
        self.known.push(*cover);
        if self.known.len() >= FEW {
            self.consider(depths);
        }
    }

    /// Decides whether the join is due: whether as many covers are to be expected as it takes to
    /// pay. The join finds the known covers again, so these must not be the larger part.
    #[cold]
    fn consider(&mut self, depths: impl Iterator<Item = u32>) {
        let mut open = 0.0;
        for depth in depths {
            // The power of one half, without a call for each.
            open += f64::from_bits((1023 - u64::from(depth.min(1023))) << 52);
        }
        let found = self.known.len() as f64;
        let expected = found * open / (1.0 - open);
        if open > 0.0 && expected >= ENOUGH.max(found) {
            self.open = open;
        }
    }

    /// True if the search is to be left to the join.
    #[inline(always)]
    pub(super) fn is_due(&self) -> bool {
        self.open > 0.0
    }

    /// Returns the join, which begins with the first call.
    #[inline(always)]
    fn joins(&mut self) -> &mut Joins {
        let joins = self.joins.get_or_insert_with(|| Box::new(Joins::new()));
        if !self.is_begun {
            self.is_begun = true;
            joins.start(&to_cells(&self.root), self.known.iter().map(grid));
        }
        joins
    }

    /// Skips covers: see [`Joins::skip`].
    #[inline(always)]
    pub(super) fn skip<I: Lanes>(&mut self, isa: I, covers: u64, nodes: &mut u64) -> (u64, Stop) {
        self.joins().skip(isa, covers, nodes)
    }

    /// Writes covers: see [`Joins::write`].
    #[inline(always)]
    pub(super) fn write<I: Lanes>(
        &mut self,
        isa: I,
        lines: &mut [u8],
        covers: u64,
        nodes: &mut u64,
    ) -> (u64, Stop) {
        self.joins().write(isa, lines, covers, nodes)
    }

    /// Takes the next cover if that takes no search.
    #[inline(always)]
    pub(super) fn next_of_block(&mut self) -> bool {
        self.is_begun && self.joins.as_mut().is_some_and(|joins| joins.next_of_block())
    }

    /// Returns the cover that the join has found last.
    #[inline(always)]
    pub(super) fn cover(&self) -> Option<&[u8; 81]> {
        self.joins.as_ref().filter(|_| self.is_begun).map(|joins| joins.cover())
    }

    /// Returns what the join has left, with shares of the whole search.
    pub(super) fn remaining(&self) -> Vec<(Cells, f64)> {
        match &self.joins {
            Some(joins) if self.is_begun => {
                let left = joins.remaining().into_iter();
                left.map(|(cells, share)| (cells, share * self.open)).collect()
            }
            _ => vec![(to_cells(&self.root), self.open)],
        }
    }

    /// True if a position has a cover that was found before the join.
    pub(super) fn has_known(&self, cells: &Cells) -> bool {
        self.known.iter().any(|cover| {
            let cover = to_cells(cover);
            cover.iter().zip(cells).all(|(cover, cell)| cover & cell != 0)
        })
    }
}

/// Returns the candidates of the cells of a position.
pub(super) fn to_cells(position: &Nine) -> Cells {
    filled(0, |cell| {
        let (band, bit) = (cell / 27, bit(cell));
        let mut digits = 0;
        for digit in 0..9 {
            digits |= ((position.0[digit][band] >> bit & 1) as u16) << digit;
        }
        digits
    })
}

/// Returns the position with these candidates.
pub(super) fn from_cells(cells: &Cells) -> Nine {
    let mut position = Nine::default();
    for (cell, &candidates) in cells.iter().enumerate() {
        let (band, bit) = (cell / 27, bit(cell));
        for digit in 0..9 {
            position.0[digit][band] |= u32::from(candidates >> digit & 1) << bit;
        }
    }
    position
}

/// Returns the clues of a grid: the cells are `1` to `9`, or `.` if they are empty.
pub(super) fn clues(cells: &[u8; 81]) -> Nine {
    // There is no branch for each cell: such branches are mispredicted. A `.` goes to a plane that
    // is dropped. One band after the other would wait for this plane.
    let mut planes = [[0; 4]; 16];
    for row in 0..3 {
        for column in 0..9 {
            for band in 0..3 {
                let cell = cells[27 * band + 9 * row + column];
                planes[usize::from(cell.wrapping_sub(b'1') & 15)][band] |= 1 << (10 * row + column);
            }
        }
    }
    let mut position = Nine::default();
    position.0[..9].copy_from_slice(&planes[..9]);
    position
}

/// Returns the digits of a cover as text.
#[inline(always)]
pub(super) fn grid(cover: &Nine) -> [u8; 81] {
    let mut grid = [b'.'; 81];
    for (digit, plane) in (b'1'..).zip(cover.0.iter().take(9)) {
        for (band, &cells) in plane.iter().enumerate().take(3) {
            // A digit is in three cells of a band, one in each row, so these loops have no branch
            // to mispredict.
            for row in 0..3 {
                let column = (cells >> (10 * row) & super::ROW).trailing_zeros() as usize;
                if let Some(cell) = grid.get_mut(27 * band + 9 * row + column) {
                    *cell = digit;
                }
            }
        }
    }
    grid
}
