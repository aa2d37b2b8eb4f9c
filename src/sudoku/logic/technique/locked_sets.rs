//! The search that subsets and fishes share: n sets whose union has n elements.
//!
//! If each of n things must take one of a few elements, and the n things can take only n elements,
//! then they use these up and nothing else can have one. For naked subsets the things are cells and
//! the elements are digits; for hidden subsets they are digits and cells; for fishes they are lines
//! and the lines that cross them.

use super::Deduction;

/// Iterates in order over the choices of `size` of these sets whose union has `size` elements,
/// until `accept` returns a value. `accept` gets the numbers of the sets and their union. Sets with
/// fewer than two elements are skipped: they are singles.
pub(super) fn find(
    sets: &[u128],
    size: usize,
    accept: &mut dyn FnMut(&[usize], u128) -> Option<Deduction>,
) -> Option<Deduction> {
    find_within(sets, size, size, accept)
}

/// Iterates over the choices of `size` sets whose union has at most this many elements.
pub(super) fn find_within(
    sets: &[u128],
    size: usize,
    most: usize,
    accept: &mut dyn FnMut(&[usize], u128) -> Option<Deduction>,
) -> Option<Deduction> {
    choose(sets, most, &mut [0; 4][..size], 0, 0, accept)
}

/// Chooses further sets, from the one after the last chosen on.
fn choose(
    sets: &[u128],
    most: usize,
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
        if sets[at].count_ones() < 2 || union.count_ones() as usize > most {
            return None;
        }
        chosen[count] = at;
        choose(sets, most, chosen, count + 1, union, accept)
    })
}
