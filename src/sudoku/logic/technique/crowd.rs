//! What subsets and fishes have in common: n sets that have n elements together.
//!
//! If each of n things has to take one of a few elements, and n of them have only n elements to take, then they use these
//! up: nothing else can have one. For naked subsets the things are cells and the elements digits, for hidden ones digits
//! and cells, for fishes lines and the lines that cross them.

use super::Deduction;

/// Goes through the choices of `size` of these sets that have `size` elements together, in order, until `accept` makes
/// something of one: it is given the numbers of the sets and their union. Sets of fewer than two elements are passed over,
/// since these are singles.
pub(super) fn find(
    sets: &[u128],
    size: usize,
    accept: &mut dyn FnMut(&[usize], u128) -> Option<Deduction>,
) -> Option<Deduction> {
    choose(sets, &mut [0; 4][..size], 0, 0, accept)
}

/// Chooses further sets, from the one after the last chosen on.
fn choose(
    sets: &[u128],
    chosen: &mut [usize],
    count: usize,
    union: u128,
    accept: &mut dyn FnMut(&[usize], u128) -> Option<Deduction>,
) -> Option<Deduction> {
    if count == chosen.len() {
        return accept(chosen, union);
    }
    let next = if count == 0 { 0 } else { chosen[count - 1] + 1 };
    (next..sets.len()).find_map(|at| {
        let union = union | sets[at];
        if sets[at].count_ones() < 2 || union.count_ones() as usize > chosen.len() {
            return None;
        }
        chosen[count] = at;
        choose(sets, chosen, count + 1, union, accept)
    })
}
