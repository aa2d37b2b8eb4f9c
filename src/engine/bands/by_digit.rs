//! Rounds that examine only the digits whose options have changed, for registers of one plane.
//!
//! Unless chosen options exclude each other, the singles of rows, columns and boxes are computed
//! again only for a digit that has lost an option. The options of cells are counted in each round.
//! Each round has the same result as in `rounds.rs`.

use super::counts::Counts;
use super::rounds::{End, Node, same};
use super::sets::{GROUPS, Options};
use super::{BOX, FULL, GUARD, LOW, ROW};
use crate::engine::simd::planes::{DigitSet, Planes};

pub(super) const ALL_DIGITS: DigitSet = 0x1_1111_1111;

/// Removes up to `AT_ONCE` digits from a non-empty set, and returns them to be examined together.
/// If there are fewer, the last one is repeated.
#[inline(always)]
fn next_three<I: Planes<N>, const N: usize>(set: &mut DigitSet) -> [usize; 3] {
    let mut digits = [0; 3];
    let mut last = *set;
    for digit in digits.iter_mut().take(I::AT_ONCE) {
        last = if *set == 0 { last } else { *set };
        // The added bit saves a case for the empty set, and the limit saves a check of the index.
        *digit = ((last | 1 << 63).trailing_zeros() as usize / 4).min(N - 1);
        *set &= set.wrapping_sub(1);
    }
    digits
}

#[inline(always)]
fn three<R: Copy, const N: usize>(x: &Options<R, N>, digits: [usize; 3]) -> [R; 3] {
    [x[digits[0]], x[digits[1]], x[digits[2]]]
}

/// Returns the digits whose options differ between two positions.
#[inline(always)]
pub(super) fn differences<I: Planes<N>, const N: usize>(
    isa: I,
    a: &Options<I::Register, N>,
    b: &Options<I::Register, N>,
) -> DigitSet {
    let mut difference = *a;
    for (a, &b) in difference.iter_mut().zip(b) {
        *a = isa.xor(*a, b);
    }
    isa.inhabited(&difference)
}

impl<I: Planes<N>, const N: usize> Counts<I, N> {
    /// Chooses all singles in rounds, like [`settle`](Counts::settle).
    #[inline(always)]
    pub(super) fn settle_by_digit(self, node: &mut Node<I::Register, N>, rounds: &mut u64) -> End {
        let isa = self.0;
        let zero = isa.zero();
        let mut decided = self.union_of(&node.chosen);
        // The singles not chosen yet.
        let mut new = [zero; N];
        loop {
            *rounds += 1;
            let (mut empty, mut taken, mut lost) = (zero, zero, zero);
            while node.changed != 0 {
                let digits = next_three::<I, N>(&mut node.changed);
                let (several, empty_here) = self.several_of(three(&node.options, digits));
                empty = isa.or(empty, empty_here);
                for at in 0..I::AT_ONCE {
                    let (digit, several) = (digits[at], several[at]);
                    let (x, chosen) = (node.options[digit], node.chosen[digit]);
                    let singles = isa.without(x, several);
                    new[digit] = isa.without(singles, chosen);
                    lost = isa.or(lost, isa.without(chosen, singles));
                    taken = isa.or(taken, new[digit]);
                }
            }
            let (cells, open) = self.over_digits(&node.options);
            if !isa.is_zero(isa.or(empty, isa.without(isa.bands(FULL), cells))) {
                return End::Empty;
            }
            if isa.is_zero(open) {
                return End::Cover;
            }
            if !isa.is_zero(lost) {
                // This is rare: options that exclude each other were chosen together, and one of
                // them may no longer be a single.
                let singles = self.singles(&node.options).options;
                if same(isa, &singles, &node.chosen) {
                    return End::Settled;
                }
                let left = self.choose(&node.options, &singles);
                node.changed = differences(isa, &node.options, &left);
                (node.options, node.chosen) = (left, singles);
                decided = self.union_of(&node.chosen);
                new = [zero; N];
                continue;
            }
            let naked = isa.without(isa.bands(FULL), isa.or(open, decided));
            taken = isa.or(taken, naked);
            if isa.is_zero(taken) {
                return End::Settled;
            }
            decided = isa.or(decided, taken);
            // No cell in `taken` has an option that was chosen before.
            let mut gone = new;
            for at in 0..N {
                let x = node.options[at];
                new[at] = isa.or(new[at], isa.and(x, naked));
                gone[at] = isa.without(isa.and(x, taken), new[at]);
                node.options[at] = isa.xor(x, gone[at]);
            }
            let mut with_new = isa.inhabited(&new);
            node.changed = isa.inhabited(&gone);
            while with_new != 0 {
                let digits = next_three::<I, N>(&mut with_new);
                let neighbours = self.neighbours_of(three(&new, digits));
                for at in 0..I::AT_ONCE {
                    let (digit, neighbours) = (digits[at], neighbours[at]);
                    let x = node.options[digit];
                    let chosen = isa.or(node.chosen[digit], new[digit]);
                    let left = isa.or(chosen, isa.without(x, neighbours));
                    node.changed |= DigitSet::from(!isa.is_zero(isa.xor(left, x))) << (4 * digit);
                    node.options[digit] = left;
                    node.chosen[digit] = chosen;
                }
            }
            new = [zero; N];
        }
    }

    /// Returns, for each of up to three digits, the bits whose row, column and box each have at
    /// least two options. Also returns bits for the rows, columns and boxes without options.
    #[inline(always)]
    fn several_of(self, x: [I::Register; 3]) -> ([I::Register; 3], I::Register) {
        let isa = self.0;
        let mut rows = [isa.zero(); 3];
        if I::AT_ONCE == 1 {
            let empty;
            (rows[0], empty) = isa.several_of_digit(x[0]);
            return (rows, empty);
        }
        let (full, guard) = (isa.bands(FULL), isa.bands(GUARD));
        let (mut ones, mut twos) = (x, x);
        let mut all_rows = full;
        for at in 0..3 {
            let less = isa.add(x[at], full);
            all_rows = if at == 0 { less } else { isa.and(all_rows, less) };
            rows[at] = isa.whole_rows(isa.and(isa.add(isa.and(x[at], less), full), guard));
            let (y, z) = (isa.down::<10>(x[at]), isa.down::<20>(x[at]));
            ones[at] = isa.or3(x[at], y, z);
            twos[at] = isa.two_of(x[at], y, z);
        }
        let (one, two) = (self.rows_of_three(ones), self.rows_of_three(twos));
        let (next, last) = (isa.down::<1>(one), isa.down::<2>(one));
        let box_low = isa.bands(BOX * LOW);
        let boxes = isa.or(isa.threes(two), isa.two_of(one, next, last));
        let boxes = isa.by_three(isa.and(boxes, box_low));
        let (columns, columns_of_two) = isa.over_bands(one, two);
        let empty = isa.or3(
            isa.without(guard, all_rows),
            isa.without(box_low, isa.or3(one, next, last)),
            isa.without(full, columns),
        );
        let several = isa.and(boxes, columns_of_two);
        for (at, rows) in rows.iter_mut().enumerate() {
            *rows = isa.and(*rows, self.field_of(&[several; GROUPS], at));
        }
        (rows, empty)
    }

    /// Returns the rows, columns and boxes of the options of up to three digits.
    #[inline(always)]
    fn neighbours_of(self, chosen: [I::Register; 3]) -> [I::Register; 3] {
        let isa = self.0;
        if I::AT_ONCE == 1 {
            return [isa.neighbours_of_digit(chosen[0]), isa.zero(), isa.zero()];
        }
        let mut rows = chosen;
        let mut low = chosen;
        for at in 0..3 {
            let guards = isa.add(chosen[at], isa.bands(FULL));
            rows[at] = isa.whole_rows(isa.and(guards, isa.bands(GUARD)));
            low[at] = isa.over_rows(chosen[at]);
        }
        let low = self.rows_of_three(low);
        let boxes = isa.and(isa.threes(low), isa.bands(BOX * LOW));
        let taken = isa.or(isa.any_band(low), isa.by_three(boxes));
        for (at, rows) in rows.iter_mut().enumerate() {
            *rows = isa.or(*rows, self.field_of(&[taken; GROUPS], at));
        }
        rows
    }

    /// Packs the first rows of three registers into one.
    #[inline(always)]
    fn rows_of_three(self, x: [I::Register; 3]) -> I::Register {
        let isa = self.0;
        let row = isa.bands(ROW);
        isa.or3(
            isa.and(x[0], row),
            isa.up::<10>(isa.and(x[1], row)),
            isa.up::<20>(isa.and(x[2], row)),
        )
    }

    #[inline(always)]
    fn union_of(self, x: &Options<I::Register, N>) -> I::Register {
        let mut union = x[0];
        for &x in &x[1..] {
            union = self.0.or(union, x);
        }
        union
    }
}
