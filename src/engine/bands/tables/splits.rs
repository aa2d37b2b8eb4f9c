//! Splits: the ways in which the three boxes of a stack can share the digits of its columns.

use super::super::join::boxes::{Fillings, Lookup, Splits};

/// The parts of the boxes of the three bands in a stack.
pub(super) type Split = [u16; 3];

/// The orders of up to three columns.
const ORDERS: [[usize; 3]; 6] = [[0, 1, 2], [1, 0, 2], [0, 2, 1], [1, 2, 0], [2, 0, 1], [2, 1, 0]];

/// Returns the orders of some columns of a stack. An order maps each column to the column whose
/// place it takes.
pub(super) fn orders(equal: &[usize]) -> impl Iterator<Item = [usize; 3]> {
    let n = [1, 1, 2, 6][equal.len()];
    ORDERS[..n].iter().map(move |order| {
        let mut to = [0, 1, 2];
        for (at, &from) in equal.iter().enumerate() {
            to[from] = equal[order[at]];
        }
        to
    })
}

/// Returns the cells of a grid with rows and columns exchanged.
pub(super) fn transposed<T: Copy>(cells: &[T; 81]) -> [T; 81] {
    std::array::from_fn(|cell| cells[cell % 9 * 9 + cell / 9])
}

/// Returns the ways in which the boxes of a stack can share the digits of each column, in order.
pub(super) fn splits(boxes: [&Fillings; 3]) -> Vec<Split> {
    let mut splits = Splits::default();
    splits.list(boxes, &mut Lookup::default());
    let of_part = |part: u16| {
        let parts = splits.parts[splits.range(part.into())].iter();
        parts.map(move |&[a, b]| [part, a, b])
    };
    (0..boxes[0].parts.len() as u16).flat_map(of_part).collect()
}

/// Returns the start of the splits of each part in a list sorted by this part, and the end of the
/// list. `parts` has the part of each split, below `count`.
pub(super) fn starts(parts: impl Iterator<Item = u16>, count: usize) -> Vec<u32> {
    let mut starts = vec![0; count + 1];
    parts.for_each(|part| starts[usize::from(part) + 1] += 1);
    for part in 0..count {
        starts[part + 1] += starts[part];
    }
    starts
}
