//! Sets of options and of items, in registers and in memory.

use crate::engine::simd::planes::{Nine, Planes, Words};

/// The remaining options, or some of them.
pub(super) type Options<R, const N: usize> = [R; N];

/// The largest number of groups. A group has the rows, columns and boxes of up to three registers.
pub(super) const GROUPS: usize = 3;

/// Returns the number of groups that `N` registers form, three to a group.
#[inline(always)]
pub(super) const fn group_count<const N: usize>() -> usize {
    N.div_ceil(3)
}

/// A set of items. `cells` has the bits of cells as in a plane, and all its planes are equal. In a
/// group, the lowest of every three bits is a box, the next a row and the highest a column. `place`
/// in `items.rs` decodes these bits.
#[derive(Clone, Copy)]
pub(super) struct Items<R> {
    pub(super) cells: R,
    pub(super) groups: [R; GROUPS],
}

#[inline(always)]
pub(super) fn load<I: Planes<N>, const N: usize>(isa: I, x: &Nine) -> Options<I::Register, N> {
    let mut options = [isa.zero(); N];
    for (at, register) in options.iter_mut().enumerate() {
        *register = isa.load(x.of_register::<I, N>(at));
    }
    options
}

#[inline(always)]
pub(super) fn store<I: Planes<N>, const N: usize>(
    isa: I,
    options: &Options<I::Register, N>,
    x: &mut Nine,
) {
    for (at, &register) in options.iter().enumerate() {
        isa.store(register, x.of_register_mut::<I, N>(at));
    }
}

/// Returns the number of options that a plane has in a mask.
#[inline(always)]
pub(super) fn count(plane: &Words, mask: &Words) -> u32 {
    let lower = u64::from(plane[0] & mask[0]) | u64::from(plane[1] & mask[1]) << 32;
    lower.count_ones() + (plane[2] & mask[2]).count_ones()
}

/// Returns the share of a position in the search: one half to the power of its depth, computed
/// without a function call.
#[inline(always)]
pub(super) fn share(depth: u32) -> f64 {
    f64::from_bits((1023 - u64::from(depth.min(1023))) << 52)
}
