//! The search that subsets and fishes share: n sets with n elements in their union.
//!
//! If n things must each take an element, and together can take only n elements, they use up these
//! elements and nothing else can have one. For naked subsets the things are cells and the elements
//! are digits; for hidden subsets they are digits and cells; for fishes they are lines and the
//! lines that cross them.

use std::ops::BitOr;

use super::Deduction;

/// A set as the bits of a number.
pub(super) trait Set: Copy + Default + Into<u128> + BitOr<Output = Self> {}

impl<S: Copy + Default + Into<u128> + BitOr<Output = S>> Set for S {}

/// Iterates in order over the choices of `size` of these sets with at most `most` elements in their
/// union, until `accept` returns a value. `accept` gets the numbers of the sets and their union.
/// Sets with fewer than two elements are skipped: they are singles.
pub(super) fn find<S: Set>(
    sets: &[S],
    size: usize,
    most: usize,
    accept: &mut dyn FnMut(&[usize], S) -> Option<Deduction>,
) -> Option<Deduction> {
    choose(sets, most, &mut [0; 4][..size], 0, S::default(), accept)
}

/// Chooses further sets, starting after the last chosen one.
fn choose<S: Set>(
    sets: &[S],
    most: usize,
    chosen: &mut [usize],
    count: usize,
    union: S,
    accept: &mut dyn FnMut(&[usize], S) -> Option<Deduction>,
) -> Option<Deduction> {
    if count == chosen.len() {
        return accept(chosen, union);
    }
    let next = if count == 0 { 0 } else { chosen[count - 1] + 1 };
    (next..sets.len()).find_map(|at| {
        let (set, union) = (sets[at], union | sets[at]);
        if set.into().count_ones() < 2 || union.into().count_ones() as usize > most {
            return None;
        }
        chosen[count] = at;
        choose(sets, most, chosen, count + 1, union, accept)
    })
}
