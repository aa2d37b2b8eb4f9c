//! Counts of the options of all 324 items together (none, one, two or more), and the eliminations
//! that follow from them.
//!
//! Each function is a fixed sequence of register operations without a branch. The options of a
//! digit in a row are a field of ten bits in a lane, and the carry of an addition shows whether the
//! field is empty. For columns and boxes, the three rows of a band are first combined into one
//! field. The fields of three registers then fit into one register, a *group*: field `f` of group
//! `g` belongs to register `3 g + f`. The options of a cell are the same bit of nine planes.
//!
//! All functions are inlined, so they are compiled for the registers in use. In builds without
//! optimization, inlining would make stack frames of hundreds of kilobytes, so the larger functions
//! are not inlined there.

use super::sets::{GROUPS, Items, Options, group_count};
use super::{BOX, FULL, GUARD, ROW};
use crate::engine::simd::planes::Planes;

/// The result of [`singles`](Counts::singles).
pub(super) struct Singles<R, const N: usize> {
    /// Not zero if an item has no option left.
    pub(super) empty: R,
    /// The options that are the only option of one of their items.
    pub(super) options: Options<R, N>,
    /// The cells with at least two options, in each plane.
    pub(super) open: R,
}

/// The bits that are in an odd number of sets, in at least two, and in at least four.
type BitCounts<R> = [R; 3];

/// The operations on options in `N` registers of `I`.
#[derive(Clone, Copy)]
pub(super) struct Counts<I, const N: usize>(pub(super) I);

impl<I: Planes<N>, const N: usize> Counts<I, N> {
    #[inline(always)]
    pub(super) const fn registers_of(group: usize) -> usize {
        if N - 3 * group < 3 { N - 3 * group } else { 3 }
    }

    /// Makes a group of the lowest fields of up to three registers.
    #[inline(always)]
    pub(super) fn group(self, low: &Options<I::Register, N>, group: usize) -> I::Register {
        let (isa, at) = (self.0, 3 * group);
        let row = isa.bands(ROW);
        let mut all = isa.and(low[at], row);
        if at + 1 < N {
            all = isa.or(all, isa.up::<10>(isa.and(low[at + 1], row)));
        }
        if at + 2 < N {
            all = isa.or(all, isa.up::<20>(isa.and(low[at + 2], row)));
        }
        all
    }

    /// Returns the field of a register in its group, copied to all three fields.
    #[inline(always)]
    pub(super) fn field_of(self, groups: &[I::Register; GROUPS], register: usize) -> I::Register {
        self.0.spread(self.0.and(self.unpacked::<10, 20>(groups, register), self.0.bands(ROW)))
    }

    /// Moves a group down until the bits of a register are at their places. The bits of the second
    /// register are `B` bits higher, and those of the third `B2`.
    #[inline(always)]
    pub(super) fn unpacked<const B: i32, const B2: i32>(
        self,
        groups: &[I::Register; GROUPS],
        register: usize,
    ) -> I::Register {
        let group = groups[register / 3];
        match register % 3 {
            0 => group,
            1 => self.0.down::<B>(group),
            _ => self.0.down::<B2>(group),
        }
    }

    /// Returns a register with `word` in each field of a group that is in use.
    #[inline(always)]
    pub(super) fn in_group(self, group: usize, word: u32) -> I::Register {
        let (isa, at) = (self.0, 3 * group);
        let all = isa.or(isa.in_use(at, word), isa.up::<10>(isa.in_use(at + 1, word)));
        isa.or(all, isa.up::<20>(isa.in_use(at + 2, word)))
    }

    /// Returns the bits that are in at least one of the nine planes, and those that are in at least
    /// two. All planes of a result are equal.
    #[inline(always)]
    pub(super) fn over_digits(self, x: &Options<I::Register, N>) -> (I::Register, I::Register) {
        let isa = self.0;
        let (mut one, mut two) = (isa.or3(x[0], x[1], x[2]), isa.two_of(x[0], x[1], x[2]));
        let mut at = 3;
        while at < N {
            two = isa.or(two, isa.two_of(one, x[at], x[at + 1]));
            one = isa.or3(one, x[at], x[at + 1]);
            at += 2;
        }
        if I::PLANES >= 2 {
            let other = isa.exchange::<1>(one);
            two = isa.or3(two, isa.exchange::<1>(two), isa.and(one, other));
            one = isa.or(one, other);
        }
        if I::PLANES >= 4 {
            let other = isa.exchange::<2>(one);
            two = isa.or3(two, isa.exchange::<2>(two), isa.and(one, other));
            one = isa.or(one, other);
        }
        (one, two)
    }

    /// Counts the bits of the nine planes. All planes of the result are equal.
    #[inline(always)]
    pub(super) fn count_of_digits(self, x: &Options<I::Register, N>) -> BitCounts<I::Register> {
        let isa = self.0;
        let ((mut odd, mut two), mut four) = (isa.sum_of(x[0], x[1], x[2]), isa.zero());
        let mut at = 3;
        while at < N {
            let carry;
            (odd, carry) = isa.sum_of(odd, x[at], x[at + 1]);
            four = isa.or(four, isa.and(two, carry));
            two = isa.or(two, carry);
            at += 2;
        }
        if I::PLANES >= 2 {
            [odd, two, four] = self.with_planes::<1>([odd, two, four]);
        }
        if I::PLANES >= 4 {
            [odd, two, four] = self.with_planes::<2>([odd, two, four]);
        }
        [odd, two, four]
    }

    /// Adds the counts of the planes that are `BY` places apart.
    #[inline(always)]
    fn with_planes<const BY: usize>(
        self,
        [odd, two, four]: BitCounts<I::Register>,
    ) -> BitCounts<I::Register> {
        let isa = self.0;
        let (other_odd, other_two) = (isa.exchange::<BY>(odd), isa.exchange::<BY>(two));
        let other_four = isa.exchange::<BY>(four);
        let carry = isa.and(odd, other_odd);
        [
            isa.xor(odd, other_odd),
            isa.or3(two, other_two, carry),
            isa.or3(four, other_four, isa.two_of(two, other_two, carry)),
        ]
    }

    /// Returns the bits for which three counts add up to exactly two. No count may be four or more.
    #[inline(always)]
    fn exactly_two(self, odd: [I::Register; 3], two: [I::Register; 3]) -> I::Register {
        let isa = self.0;
        let (sum, carry) = isa.sum_of(odd[0], odd[1], odd[2]);
        let (pairs, any) = (isa.or(two[0], two[1]), isa.or(two[2], carry));
        let four = isa.or3(isa.and(two[0], two[1]), isa.and(two[2], carry), isa.and(pairs, any));
        isa.without(isa.or(pairs, any), isa.or(sum, four))
    }

    /// Finds the options that are the only option of an item, and checks for items without options.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(super) fn singles(self, x: &Options<I::Register, N>) -> Singles<I::Register, N> {
        let isa = self.0;
        let zero = isa.zero();
        let (full, guard) = (isa.bands(FULL), isa.bands(GUARD));
        let (cells, open) = self.over_digits(x);
        let mut empty = isa.without(full, cells);
        let mut options = *x;
        // The rows with at least two options, and for each group the bits whose box and column each
        // have at least two.
        let mut rows = [zero; N];
        let mut several = [zero; GROUPS];
        for group in 0..group_count::<N>() {
            let (mut ones, mut twos) = ([zero; N], [zero; N]);
            let registers = 3 * group..3 * group + Self::registers_of(group);
            for at in registers.clone() {
                let x = x[at];
                // Adding all ones to a row carries into its guard bit unless the row is empty. The
                // other bits are then the row minus one.
                let less = isa.add(x, full);
                empty = isa.or(empty, isa.without(isa.in_use(at, GUARD), less));
                let guards = isa.and(isa.add(isa.and(x, less), full), guard);
                rows[at] = isa.whole_rows(guards);
                let (y, z) = (isa.down::<10>(x), isa.down::<20>(x));
                ones[at] = isa.or3(x, y, z);
                twos[at] = isa.two_of(x, y, z);
            }
            let (one, two) = (self.group(&ones, group), self.group(&twos, group));
            let (next, last) = (isa.down::<1>(one), isa.down::<2>(one));
            let boxes = isa.or3(one, next, last);
            empty = isa.or(empty, isa.without(self.in_group(group, BOX), boxes));
            let boxes = isa.or(isa.threes(two), isa.two_of(one, next, last));
            let boxes = isa.by_three(isa.and(boxes, isa.bands(BOX * super::LOW)));
            let (columns, columns_of_two) = isa.over_bands(one, two);
            empty = isa.or(empty, isa.without(self.in_group(group, ROW), columns));
            several[group] = isa.and(boxes, columns_of_two);
            if N > 5 {
                // One group at a time, because the machine has too few registers for all groups.
                for at in registers {
                    options[at] = self.without_several(x, &rows, &several, open, at);
                }
            }
        }
        if N <= 5 {
            for (at, options) in options.iter_mut().enumerate() {
                *options = self.without_several(x, &rows, &several, open, at);
            }
        }
        Singles { empty, options, open }
    }

    /// Returns the options of a register that are the only option of one of their items.
    #[inline(always)]
    fn without_several(
        self,
        x: &Options<I::Register, N>,
        rows: &Options<I::Register, N>,
        several: &[I::Register; GROUPS],
        open: I::Register,
        at: usize,
    ) -> I::Register {
        let isa = self.0;
        isa.without(x[at], isa.and(isa.and(self.field_of(several, at), rows[at]), open))
    }

    /// Chooses options: removes the other options that share an item with one of them. Chosen
    /// options that exclude each other all stay: the search finds later that there is no cover.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(super) fn choose(
        self,
        x: &Options<I::Register, N>,
        chosen: &Options<I::Register, N>,
    ) -> Options<I::Register, N> {
        let isa = self.0;
        let zero = isa.zero();
        let mut cells = chosen[0];
        for &chosen in &chosen[1..] {
            cells = isa.or(cells, chosen);
        }
        let cells = isa.union(cells);
        let mut left = *x;
        let mut taken = [zero; GROUPS];
        for group in 0..group_count::<N>() {
            let mut low = [zero; N];
            let registers = 3 * group..3 * group + Self::registers_of(group);
            for at in registers.clone() {
                low[at] = isa.over_rows(chosen[at]);
            }
            let low = self.group(&low, group);
            let boxes = isa.and(isa.threes(low), isa.bands(BOX * super::LOW));
            taken[group] = isa.or(isa.any_band(low), isa.by_three(boxes));
            for at in registers {
                let guards = isa.add(chosen[at], isa.bands(FULL));
                let rows = isa.whole_rows(isa.and(guards, isa.bands(GUARD)));
                let gone = isa.or3(rows, cells, self.field_of(&taken, at));
                left[at] = isa.or(chosen[at], isa.without(x[at], gone));
            }
        }
        left
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(super) fn empty_items(self, x: &Options<I::Register, N>) -> Items<I::Register> {
        let isa = self.0;
        let zero = isa.zero();
        let mut groups = [zero; GROUPS];
        for (group, items) in groups.iter_mut().enumerate().take(group_count::<N>()) {
            let (mut low, mut rows) = ([zero; N], [zero; N]);
            for at in 3 * group..3 * group + Self::registers_of(group) {
                rows[at] = isa.without(isa.in_use(at, GUARD), isa.add(x[at], isa.bands(FULL)));
                low[at] = isa.over_rows(x[at]);
            }
            let one = self.group(&low, group);
            let boxes = isa.without(self.in_group(group, BOX), isa.threes(one));
            let columns = isa.without(self.in_group(group, ROW), isa.any_band(one));
            *items = self.items(&rows, columns, boxes, group);
        }
        Items { cells: isa.without(isa.bands(FULL), self.over_digits(x).0), groups }
    }

    /// Returns the cells with exactly two options, in each plane.
    #[inline(always)]
    pub(super) fn cells_of_exactly_two(self, x: &Options<I::Register, N>) -> I::Register {
        let [odd, two, four] = self.count_of_digits(x);
        self.0.without(two, self.0.or(odd, four))
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(super) fn items_of_exactly_two(self, x: &Options<I::Register, N>) -> Items<I::Register> {
        let isa = self.0;
        let (full, guard, zero) = (isa.bands(FULL), isa.bands(GUARD), isa.zero());
        let mut groups = [zero; GROUPS];
        for (group, items) in groups.iter_mut().enumerate().take(group_count::<N>()) {
            let mut rows = [zero; N];
            let (mut odd, mut two) = ([zero; N], [zero; N]);
            for at in 3 * group..3 * group + Self::registers_of(group) {
                let x = x[at];
                let less = isa.and(x, isa.add(x, full));
                let at_least_two = isa.add(less, full);
                let at_least_three = isa.add(isa.and(less, at_least_two), full);
                rows[at] = isa.and(isa.without(at_least_two, at_least_three), guard);
                (odd[at], two[at]) = isa.sum_of(x, isa.down::<10>(x), isa.down::<20>(x));
            }
            let (odd, two) = (self.group(&odd, group), self.group(&two, group));
            let columns = self.exactly_two(
                [odd, isa.turn_1(odd), isa.turn_2(odd)],
                [two, isa.turn_1(two), isa.turn_2(two)],
            );
            let boxes = self.exactly_two(
                [odd, isa.down::<1>(odd), isa.down::<2>(odd)],
                [two, isa.down::<1>(two), isa.down::<2>(two)],
            );
            let boxes = isa.and(boxes, isa.bands(BOX * super::LOW));
            *items = self.items(&rows, columns, boxes, group);
        }
        Items { cells: self.cells_of_exactly_two(x), groups }
    }

    /// Packs the rows, columns and boxes of a group. The rows are given by their guard bits.
    #[inline(always)]
    fn items(
        self,
        rows: &Options<I::Register, N>,
        columns: I::Register,
        boxes: I::Register,
        group: usize,
    ) -> I::Register {
        let (isa, at) = (self.0, 3 * group);
        let mut of_rows = isa.down::<8>(rows[at]);
        if at + 1 < N {
            of_rows = isa.or(of_rows, isa.down::<5>(rows[at + 1]));
        }
        if at + 2 < N {
            of_rows = isa.or(of_rows, isa.down::<2>(rows[at + 2]));
        }
        // A column is in all three lanes. Each lane keeps a different one of every three columns.
        let of_columns = isa.and(isa.stagger(columns), isa.bands(0o444 * super::LOW));
        isa.or3(boxes, of_rows, of_columns)
    }
}
