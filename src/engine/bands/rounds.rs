//! The rounds of a node: each finds all singles and chooses them.

use super::counts::Counts;
use super::sets::Options;
use crate::engine::simd::planes::{DigitSet, Planes};

/// A position that is being propagated, in registers.
pub(super) struct Node<R, const N: usize> {
    pub(super) options: Options<R, N>,
    /// The chosen options. The other options that they exclude are removed.
    pub(super) chosen: Options<R, N>,
    /// The digits whose options have changed since the last round. Used only with registers of one
    /// plane.
    pub(super) changed: DigitSet,
}

/// The result of the rounds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum End {
    /// An item has no option left.
    Empty,
    /// Every cell has one option.
    Cover,
    /// There are no new singles.
    Settled,
}

impl<I: Planes<N>, const N: usize> Counts<I, N> {
    /// Chooses all singles, in rounds, until there are no new ones, an item is empty, or the
    /// position is a cover.
    ///
    /// If each cell has one option and no item is empty, 81 options are left for 324 items. Each
    /// option has four items, so each item has exactly one option.
    #[inline(always)]
    pub(super) fn settle(self, node: &mut Node<I::Register, N>, rounds: &mut u64) -> End {
        let isa = self.0;
        loop {
            *rounds += 1;
            let singles = self.singles(&node.options);
            if !isa.is_zero(singles.empty) {
                return End::Empty;
            }
            if isa.is_zero(singles.open) {
                return End::Cover;
            }
            if same(isa, &singles.options, &node.chosen) {
                return End::Settled;
            }
            node.options = self.choose(&node.options, &singles.options);
            node.chosen = singles.options;
        }
    }
}

#[inline(always)]
pub(super) fn same<I: Planes<N>, const N: usize>(
    isa: I,
    a: &Options<I::Register, N>,
    b: &Options<I::Register, N>,
) -> bool {
    let mut any = isa.xor(a[0], b[0]);
    for at in 1..N {
        any = isa.or(any, isa.xor(a[at], b[at]));
    }
    isa.is_zero(any)
}
