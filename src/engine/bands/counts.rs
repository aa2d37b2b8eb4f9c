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

use std::ops::Range;

use super::sets::{GROUPS, Items, Options, group_count};
use super::{BOX, FULL, GUARD, LOW, ROW};
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
    /// The registers of a group.
    #[inline(always)]
    const fn registers(group: usize) -> Range<usize> {
        3 * group..if 3 * group + 3 < N { 3 * group + 3 } else { N }
    }

    /// Makes a group of some bits of up to three registers: the bits of the second are moved up by
    /// `B`, and those of the third by `B2`.
    #[inline(always)]
    pub(super) fn pack<const B: i32, const B2: i32>(
        self,
        x: &[I::Register],
        group: usize,
        bits: u32,
    ) -> I::Register {
        let (isa, at, bits) = (self.0, 3 * group, self.0.bands(bits));
        let mut all = isa.and(x[at], bits);
        if at + 1 < x.len() {
            all = isa.or(all, isa.up::<B>(isa.and(x[at + 1], bits)));
        }
        if at + 2 < x.len() {
            all = isa.or(all, isa.up::<B2>(isa.and(x[at + 2], bits)));
        }
        all
    }

    /// Returns the group of a register, with the bits of the register where [`pack`](Self::pack)
    /// found them.
    #[inline(always)]
    pub(super) fn unpack<const B: i32, const B2: i32>(
        self,
        groups: &[I::Register],
        register: usize,
    ) -> I::Register {
        let (isa, group) = (self.0, groups[register / 3]);
        match register % 3 {
            0 => group,
            1 => isa.down::<B>(group),
            _ => isa.down::<B2>(group),
        }
    }

    /// Makes a group of the lowest fields of up to three registers.
    #[inline(always)]
    pub(super) fn group(self, low: &[I::Register], group: usize) -> I::Register {
        self.pack::<10, 20>(low, group, ROW)
    }

    /// Returns the field of a register in its group, copied to all three fields.
    #[inline(always)]
    pub(super) fn field_of(self, groups: &[I::Register], register: usize) -> I::Register {
        let isa = self.0;
        isa.spread(isa.and(self.unpack::<10, 20>(groups, register), isa.bands(ROW)))
    }

    /// Returns the union of all registers.
    #[inline(always)]
    pub(super) fn union_of(self, x: &Options<I::Register, N>) -> I::Register {
        let mut union = x[0];
        for &x in &x[1..] {
            union = self.0.or(union, x);
        }
        union
    }

    /// Returns a register with `word` in each field of a group that is in use.
    #[inline(always)]
    pub(super) fn in_group(self, group: usize, word: u32) -> I::Register {
        let (isa, at) = (self.0, 3 * group);
        let all = isa.or(isa.in_use(at, word), isa.up::<10>(isa.in_use(at + 1, word)));
        isa.or(all, isa.up::<20>(isa.in_use(at + 2, word)))
    }

    /// Returns the bits that are in at least one and in at least two of the nine planes. All planes
    /// of a result are equal.
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
        let carry = isa.and(odd, other_odd);
        let carry_four = isa.two_of(two, other_two, carry);
        [
            isa.xor(odd, other_odd),
            isa.or3(two, other_two, carry),
            isa.or3(four, isa.exchange::<BY>(four), carry_four),
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
        let (cells, open) = self.over_digits(x);
        let mut empty = isa.without(isa.bands(FULL), cells);
        // The rows of each group with at least two options, and the bits whose box and column each
        // have at least two.
        let (mut rows, mut several) = ([[zero; 3]; GROUPS], [zero; GROUPS]);
        for group in 0..group_count::<N>() {
            let empty_here;
            (rows[group], several[group], empty_here) =
                self.several(&x[Self::registers(group)], group);
            empty = isa.or(empty, empty_here);
        }
        // With AVX2, doing this group by group takes more instructions.
        let mut options = *x;
        for (at, options) in options.iter_mut().enumerate() {
            let several = isa.and(self.field_of(&several, at), rows[at / 3][at % 3]);
            *options = isa.without(x[at], isa.and(several, open));
        }
        Singles { empty, options, open }
    }

    /// Returns, for each of the registers of a group, the rows that have at least two options, and
    /// packed, the bits whose column and box each have at least two. Also returns bits for the
    /// rows, columns and boxes without options.
    #[inline(always)]
    pub(super) fn several(
        self,
        x: &[I::Register],
        group: usize,
    ) -> ([I::Register; 3], I::Register, I::Register) {
        let isa = self.0;
        let (full, guard, zero) = (isa.bands(FULL), isa.bands(GUARD), isa.zero());
        let (mut rows, mut ones, mut twos) = ([zero; 3], [zero; 3], [zero; 3]);
        let mut all_rows = full;
        for at in 0..x.len() {
            // Adding all ones to a row carries into its guard bit unless the row is empty. The
            // other bits are then the row minus one.
            let less = isa.add(x[at], full);
            let unused = isa.without(guard, isa.in_use(3 * group + at, GUARD));
            let here = isa.or(less, unused);
            all_rows = if at == 0 { here } else { isa.and(all_rows, here) };
            rows[at] = isa.whole_rows(isa.and(isa.add(isa.and(x[at], less), full), guard));
            let (y, z) = (isa.down::<10>(x[at]), isa.down::<20>(x[at]));
            ones[at] = isa.or3(x[at], y, z);
            twos[at] = isa.two_of(x[at], y, z);
        }
        let (one, two) = (self.group(&ones[..x.len()], 0), self.group(&twos[..x.len()], 0));
        let (next, last) = (isa.down::<1>(one), isa.down::<2>(one));
        let boxes = isa.or(isa.threes(two), isa.two_of(one, next, last));
        let boxes = isa.by_three(isa.and(boxes, isa.bands(BOX * LOW)));
        let (columns, columns_of_two) = isa.over_bands(one, two);
        let empty = isa.or3(
            isa.without(guard, all_rows),
            isa.without(self.in_group(group, BOX), isa.or3(one, next, last)),
            isa.without(self.in_group(group, ROW), columns),
        );
        (rows, isa.and(boxes, columns_of_two), empty)
    }

    /// Chooses options: removes the other options that share an item with one of them. Chosen
    /// options that exclude each other all stay. An item then runs out of options in a later round.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(super) fn choose(
        self,
        x: &Options<I::Register, N>,
        chosen: &Options<I::Register, N>,
    ) -> Options<I::Register, N> {
        let isa = self.0;
        let cells = isa.union(self.union_of(chosen));
        let mut left = *x;
        for group in 0..group_count::<N>() {
            let neighbours = self.neighbours(&chosen[Self::registers(group)]);
            for at in Self::registers(group) {
                let gone = isa.or(neighbours[at % 3], cells);
                left[at] = isa.or(chosen[at], isa.without(x[at], gone));
            }
        }
        left
    }

    /// Returns the rows, columns and boxes of the options of up to three registers.
    #[inline(always)]
    pub(super) fn neighbours(self, chosen: &[I::Register]) -> [I::Register; 3] {
        let isa = self.0;
        let (mut rows, mut low) = ([isa.zero(); 3], [isa.zero(); 3]);
        for at in 0..chosen.len() {
            let guards = isa.add(chosen[at], isa.bands(FULL));
            rows[at] = isa.whole_rows(isa.and(guards, isa.bands(GUARD)));
            low[at] = isa.over_rows(chosen[at]);
        }
        let low = self.group(&low[..chosen.len()], 0);
        let boxes = isa.and(isa.threes(low), isa.bands(BOX * LOW));
        let taken = isa.or(isa.any_band(low), isa.by_three(boxes));
        for at in 0..chosen.len() {
            rows[at] = isa.or(rows[at], self.field_of(&[taken], at));
        }
        rows
    }

    /// Returns the items without options.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(super) fn empty_items(self, x: &Options<I::Register, N>) -> Items<I::Register> {
        let isa = self.0;
        let zero = isa.zero();
        let mut items = [zero; 1 + GROUPS];
        items[0] = isa.without(isa.bands(FULL), self.over_digits(x).0);
        for group in 0..group_count::<N>() {
            let (mut low, mut rows) = ([zero; N], [zero; N]);
            for at in Self::registers(group) {
                rows[at] = isa.without(isa.in_use(at, GUARD), isa.add(x[at], isa.bands(FULL)));
                low[at] = isa.over_rows(x[at]);
            }
            let one = self.group(&low, group);
            let boxes = isa.without(self.in_group(group, BOX), isa.threes(one));
            let columns = isa.without(self.in_group(group, ROW), isa.any_band(one));
            items[1 + group] = self.items(&rows, columns, boxes, group);
        }
        items
    }

    /// Returns the cells with exactly two options, in each plane.
    #[inline(always)]
    pub(super) fn cells_of_exactly_two(self, x: &Options<I::Register, N>) -> I::Register {
        let [odd, two, four] = self.count_of_digits(x);
        self.0.without(two, self.0.or(odd, four))
    }

    /// Returns the items with exactly two options.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(super) fn items_of_exactly_two(self, x: &Options<I::Register, N>) -> Items<I::Register> {
        let isa = self.0;
        let (full, guard, zero) = (isa.bands(FULL), isa.bands(GUARD), isa.zero());
        let mut items = [zero; 1 + GROUPS];
        items[0] = self.cells_of_exactly_two(x);
        for group in 0..group_count::<N>() {
            let mut rows = [zero; N];
            let (mut odd, mut two) = ([zero; N], [zero; N]);
            for at in Self::registers(group) {
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
            let boxes = isa.and(boxes, isa.bands(BOX * LOW));
            items[1 + group] = self.items(&rows, columns, boxes, group);
        }
        items
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
        let of_columns = isa.and(isa.stagger(columns), isa.bands(0o444 * LOW));
        isa.or3(boxes, of_rows, of_columns)
    }
}
