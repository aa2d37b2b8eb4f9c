//! Rounds that look only at the digits whose options have changed, for registers of one plane.
//!
//! The singles of a row, column or box are found again only for a digit that has lost an option.
//! The cells are counted in each round. The results are those of `rounds.rs`, round by round.

use super::counts::Counts;
use super::rounds::{End, Node, same};
use super::sets::Options;
use crate::engine::simd::planes::{DigitSet, FULL, Planes};

/// The set of all nine digits.
pub(super) const ALL_DIGITS: DigitSet = 0x1_1111_1111;

/// Removes a digit from a set that is not empty, and returns it.
#[inline(always)]
fn next<const N: usize>(set: &mut DigitSet) -> usize {
    let digit = set.trailing_zeros() as usize / 4 % N;
    *set &= *set - 1;
    digit
}

/// Returns the digits that the options of two positions differ in.
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
    /// Does the work of [`settle`](Counts::settle).
    #[inline(always)]
    pub(super) fn settle_by_digit(self, node: &mut Node<I::Register, N>, rounds: &mut u64) -> End {
        let isa = self.0;
        let zero = isa.zero();
        let mut decided = self.union_of(&node.chosen);
        // The singles that are not chosen yet.
        let mut new = [zero; N];
        loop {
            *rounds += 1;
            let (mut empty, mut taken, mut lost) = (zero, zero, zero);
            while node.changed != 0 {
                let digit = next::<N>(&mut node.changed);
                let (x, chosen) = (node.options[digit], node.chosen[digit]);
                let (several, empty_here) = isa.several_of_digit(x);
                let singles = isa.without(x, several);
                new[digit] = isa.without(singles, chosen);
                lost = isa.or(lost, isa.without(chosen, singles));
                taken = isa.or(taken, new[digit]);
                empty = isa.or(empty, empty_here);
            }
            let (cells, open) = self.over_digits(&node.options);
            if !isa.is_zero(isa.or(empty, isa.without(isa.bands(FULL), cells))) {
                return End::DeadEnd;
            }
            if isa.is_zero(open) {
                return End::Cover;
            }
            if !isa.is_zero(lost) {
                // Rare: options that exclude each other were chosen together, and perhaps one of
                // them is no single any more.
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
            for (new, &x) in new.iter_mut().zip(&node.options) {
                *new = isa.or(*new, isa.and(x, naked));
            }
            decided = isa.or(decided, taken);
            let mut with_new = isa.inhabited(&new);
            while with_new != 0 {
                let digit = next::<N>(&mut with_new);
                let x = node.options[digit];
                let chosen = isa.or(node.chosen[digit], new[digit]);
                let left = isa.or(chosen, isa.without(x, isa.neighbours_of_digit(new[digit])));
                node.changed |= DigitSet::from(!isa.is_zero(isa.xor(left, x))) << (4 * digit);
                node.options[digit] = left;
                node.chosen[digit] = chosen;
                new[digit] = zero;
            }
            let mut gone = node.options;
            for (at, gone) in gone.iter_mut().enumerate() {
                *gone = isa.without(isa.and(*gone, taken), node.chosen[at]);
                node.options[at] = isa.xor(node.options[at], *gone);
            }
            node.changed |= isa.inhabited(&gone);
        }
    }

    /// Returns the bits of nine planes, in each plane.
    #[inline(always)]
    fn union_of(self, x: &Options<I::Register, N>) -> I::Register {
        let mut union = x[0];
        for &x in &x[1..] {
            union = self.0.or(union, x);
        }
        union
    }
}
