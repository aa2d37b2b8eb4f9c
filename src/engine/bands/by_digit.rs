//! Rounds that look only at the digits whose options have changed, for registers of one plane.
//!
//! Which options of a digit are the only ones of a row, column or box stays true until an option of
//! the digit goes. The cells are counted in each round. The results are those of `counts.rs`.

use super::counts::{Counts, Singles};
use super::sets::Options;
use super::{BOX, FULL, GUARD, LOW, ROW};
use crate::engine::simd::planes::Planes;

/// The set of all nine digits.
pub(super) const ALL_DIGITS: u32 = 0x1ff;

/// What is known of each digit.
pub(super) struct Known<R, const N: usize> {
    /// The options that are not the only ones of a row, column or box, unless the digit has
    /// changed.
    several: Options<R, N>,
    /// The digits that have changed.
    changed: u32,
}

impl<R: Copy, const N: usize> Known<R, N> {
    /// Returns what is known of a position in which these digits have changed since a branch. In
    /// the last round before the branch, the singles were the chosen options.
    #[inline(always)]
    pub(super) fn new<I>(isa: I, chosen: &Options<R, N>, changed: u32) -> Self
    where
        I: Planes<N, Register = R>,
    {
        let mut several = *chosen;
        if I::BY_DIGIT {
            for at in 0..N {
                several[at] = isa.without(isa.bands(FULL), chosen[at]);
            }
        }
        Self { several, changed }
    }

    /// Compares the options before and after a change.
    #[inline(always)]
    pub(super) fn compare<I>(&mut self, isa: I, before: &Options<R, N>, after: &Options<R, N>)
    where
        I: Planes<N, Register = R>,
    {
        for digit in 0..N {
            let is_same = isa.is_zero(isa.xor(before[digit], after[digit]));
            self.changed |= u32::from(!is_same) << digit;
        }
    }
}

impl<I: Planes<N>, const N: usize> Counts<I, N> {
    /// Does the work of [`singles`](Counts::singles).
    #[inline(always)]
    pub(super) fn singles_by_digit(
        self,
        x: &Options<I::Register, N>,
        known: &mut Known<I::Register, N>,
    ) -> Singles<I::Register, N> {
        let isa = self.0;
        let (cells, open) = self.over_digits(x);
        let mut empty = isa.without(isa.bands(FULL), cells);
        while known.changed != 0 {
            let digit = known.changed.trailing_zeros() as usize % N;
            known.changed &= known.changed - 1;
            let (several, empty_here) = self.several_of_digit(x[digit]);
            known.several[digit] = several;
            empty = isa.or(empty, empty_here);
        }
        let mut options = *x;
        for digit in 0..N {
            options[digit] = isa.without(x[digit], isa.and(known.several[digit], open));
        }
        Singles { empty, options, open }
    }

    /// Returns the options of a digit that are not the only ones of a row, column or box, and bits
    /// for the rows, columns and boxes without options.
    #[inline(always)]
    fn several_of_digit(self, x: I::Register) -> (I::Register, I::Register) {
        let isa = self.0;
        let (full, guard, row) = (isa.bands(FULL), isa.bands(GUARD), isa.bands(ROW));
        let less = isa.add(x, full);
        let rows = self.whole_rows(isa.and(isa.add(isa.and(x, less), full), guard));
        let (y, z) = (isa.down::<10>(x), isa.down::<20>(x));
        let (one, two) = (isa.and(isa.or3(x, y, z), row), isa.and(isa.two_of(x, y, z), row));
        let (next, last) = (isa.down::<1>(one), isa.down::<2>(one));
        let boxes = isa.or(self.threes(two), isa.two_of(one, next, last));
        let boxes = self.by_three(isa.and(boxes, isa.bands(BOX)));
        let (columns, columns_of_two) = isa.over_bands(one, two);
        let empty = isa.or3(
            isa.without(guard, less),
            isa.without(isa.bands(BOX), isa.or3(one, next, last)),
            isa.without(row, columns),
        );
        (isa.and(rows, isa.spread(isa.and(boxes, columns_of_two))), empty)
    }

    /// Does the work of [`choose`](Counts::choose) if `before` are the options that were chosen
    /// before.
    #[inline(always)]
    pub(super) fn choose_by_digit(
        self,
        x: &Options<I::Register, N>,
        before: &Options<I::Register, N>,
        chosen: &Options<I::Register, N>,
        known: &mut Known<I::Register, N>,
    ) -> Options<I::Register, N> {
        let isa = self.0;
        let (mut cells, mut lost) = (isa.zero(), isa.zero());
        for digit in 0..N {
            cells = isa.or(cells, isa.without(chosen[digit], before[digit]));
            lost = isa.or(lost, isa.without(before[digit], chosen[digit]));
        }
        let mut left = *x;
        if isa.is_zero(lost) {
            for digit in 0..N {
                let new = isa.without(chosen[digit], before[digit]);
                let mut gone = cells;
                if !isa.is_zero(new) {
                    gone = isa.or(gone, self.neighbours_of_digit(new));
                }
                left[digit] = isa.or(chosen[digit], isa.without(x[digit], gone));
            }
        } else {
            // Options that exclude each other were chosen together, which is rare. The ones that
            // still are singles now exclude those that are not.
            left = self.choose(x, chosen);
        }
        known.compare(isa, x, &left);
        left
    }

    /// Returns the rows, columns and boxes of these options of a digit.
    #[inline(always)]
    fn neighbours_of_digit(self, chosen: I::Register) -> I::Register {
        let isa = self.0;
        let guards = isa.and(isa.add(chosen, isa.bands(FULL)), isa.bands(GUARD));
        let one = isa.and(self.over_rows(chosen), isa.bands(ROW));
        let boxes = self.by_three(isa.and(self.threes(one), isa.bands(BOX * LOW)));
        isa.or(self.whole_rows(guards), isa.spread(isa.or(boxes, isa.any_band(one))))
    }
}
