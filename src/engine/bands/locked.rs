//! Locked candidates and triads.
//!
//! A *triad* is the three cells that a box shares with a line, which is a row or a column. It holds
//! three of the nine digits. A digit is *locked* in a triad if the triad is the only place left for
//! it in the box or in the line, or if the triad has only three digits left. The digit is then
//! removed from the rest of the box and of the line. If three digits are locked in a triad, the
//! other digits are removed from the triad.
//!
//! In terms of items: if all options of an item are also options of another item, the remaining
//! options of the other item are in no cover. The rules with three digits apply this to three cells
//! and three digits together.

use super::counts::Counts;
use super::sets::{GROUPS, Options, group_count};
use super::{BOX, LOW, ROW};
use crate::engine::simd::planes::Planes;

impl<I: Planes<N>, const N: usize> Counts<I, N> {
    /// Returns the options that the rules for locked digits leave.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(super) fn unlocked(self, x: &Options<I::Register, N>) -> Options<I::Register, N> {
        let isa = self.0;
        let zero = isa.zero();
        let box_low = isa.bands(BOX * LOW);
        // Here each triad of a row or of a column is represented by its first bit.
        let (mut rows, mut columns) = ([zero; N], [zero; N]);
        for at in 0..N {
            rows[at] = isa.and(isa.threes(x[at]), box_low);
            columns[at] = isa.over_rows(x[at]);
        }
        // The triads with at most three digits. With fewer, there is no cover.
        let full = isa.without(box_low, self.count_of_digits(&rows)[2]);
        let full_rows = self.in_three_places(full);
        let full = isa.without(isa.bands(ROW), self.count_of_digits(&columns)[2]);
        let full_columns = isa.spread(full);

        let (mut keep_rows, mut keep_columns) = ([zero; GROUPS], [zero; GROUPS]);
        let (mut locked_rows, mut locked_columns) = ([zero; GROUPS], [zero; GROUPS]);
        for group in 0..group_count::<N>() {
            let here = self.group(&columns, group);
            let full = isa.and(here, full_columns);
            let other_bands = isa.or(isa.turn_1(here), isa.turn_2(here));
            let claiming = isa.or(isa.without(here, other_bands), full);
            let pointing = isa.or(isa.without(here, self.other_columns_of_box(here)), full);
            let by_pointing = isa.or(isa.turn_1(pointing), isa.turn_2(pointing));
            let gone = isa.or(self.other_columns_of_box(claiming), by_pointing);
            keep_columns[group] = isa.without(here, gone);
            locked_columns[group] = isa.or(claiming, pointing);

            let here = self.side_by_side(&rows, group);
            let full = isa.and(here, full_rows);
            let claiming = isa.or(isa.without(here, self.other_boxes_of_row(here)), full);
            let pointing = isa.or(isa.without(here, self.other_rows(here)), full);
            let gone = isa.or(self.other_rows(claiming), self.other_boxes_of_row(pointing));
            keep_rows[group] = isa.without(here, gone);
            locked_rows[group] = isa.or(claiming, pointing);
        }

        // The triads with three locked digits keep only these.
        for at in 0..N {
            rows[at] = self.row_triads(&locked_rows, at);
            columns[at] = self.unpacked::<10, 20>(&locked_columns, at);
        }
        let settled = isa.and(self.at_least_three(&rows), box_low);
        let settled_rows = self.in_three_places(settled);
        let settled = isa.and(self.at_least_three(&columns), isa.bands(ROW));
        let settled_columns = isa.spread(settled);
        for group in 0..group_count::<N>() {
            let gone = isa.without(settled_rows, locked_rows[group]);
            keep_rows[group] = isa.without(keep_rows[group], gone);
            let gone = isa.without(settled_columns, locked_columns[group]);
            keep_columns[group] = isa.without(keep_columns[group], gone);
        }

        let mut left = *x;
        for at in 0..N {
            let by_row = isa.by_three(self.row_triads(&keep_rows, at));
            let keep = isa.and(by_row, self.field_of(&keep_columns, at));
            left[at] = isa.and(x[at], keep);
        }
        left
    }

    /// Returns the bits that at least three of the nine planes have. All planes of the result are
    /// equal.
    #[inline(always)]
    fn at_least_three(self, x: &Options<I::Register, N>) -> I::Register {
        let [odd, two, four] = self.count_of_digits(x);
        self.0.or(four, self.0.and(two, odd))
    }

    /// Makes a group of the triads of rows of up to three registers. The triads of a register are
    /// every third bit.
    #[inline(always)]
    fn side_by_side(self, rows: &Options<I::Register, N>, group: usize) -> I::Register {
        let (isa, at) = (self.0, 3 * group);
        let mut all = rows[at];
        if at + 1 < N {
            all = isa.or(all, isa.up::<1>(rows[at + 1]));
        }
        if at + 2 < N {
            all = isa.or(all, isa.up::<2>(rows[at + 2]));
        }
        all
    }

    /// Returns the triads of rows of one register from its group.
    #[inline(always)]
    fn row_triads(self, groups: &[I::Register; GROUPS], register: usize) -> I::Register {
        self.0.and(self.unpacked::<1, 2>(groups, register), self.0.bands(BOX * LOW))
    }

    /// Copies every third bit to the two bits above it.
    #[inline(always)]
    fn in_three_places(self, a: I::Register) -> I::Register {
        self.0.or3(a, self.0.up::<1>(a), self.0.up::<2>(a))
    }

    /// Returns for each column the bits of the other two columns of its box.
    #[inline(always)]
    fn other_columns_of_box(self, a: I::Register) -> I::Register {
        self.others::<1, 2>(a, [0o333 * LOW, 0o111 * LOW], [0o666 * LOW, 0o444 * LOW])
    }

    /// Returns for each triad of a row the bits of the other two triads of the row.
    #[inline(always)]
    fn other_boxes_of_row(self, a: I::Register) -> I::Register {
        self.others::<3, 6>(a, [0o077 * LOW, 0o007 * LOW], [0o770 * LOW, 0o700 * LOW])
    }

    /// Returns for each row of a band the bits of the other two rows.
    #[inline(always)]
    fn other_rows(self, a: I::Register) -> I::Register {
        self.others::<10, 20>(a, [ROW | ROW << 10, ROW], [ROW << 10 | ROW << 20, ROW << 20])
    }

    /// Returns for each of three places the bits of the other two. The places are `B` bits apart,
    /// and `B2` is twice `B`. `down` has the places that bits reach by a shift down by `B` and by
    /// `B2`, and `up` the places that they reach by a shift up.
    #[inline(always)]
    fn others<const B: i32, const B2: i32>(
        self,
        a: I::Register,
        down: [u32; 2],
        up: [u32; 2],
    ) -> I::Register {
        let isa = self.0;
        let lower = isa.or(
            isa.and(isa.down::<B>(a), isa.bands(down[0])),
            isa.and(isa.down::<B2>(a), isa.bands(down[1])),
        );
        let higher = isa.or(
            isa.and(isa.up::<B>(a), isa.bands(up[0])),
            isa.and(isa.up::<B2>(a), isa.bands(up[1])),
        );
        isa.or(lower, higher)
    }
}
