//! An orientation of the grid for a count: whether it is transposed, and the orders of its bands
//! and stacks.

use super::super::join::boxes::{Columns, Fillings, Listed};
use super::super::join::cells::Cells;
use super::products::LANES;
use super::splits::{Split, orders, splits, transposed};
use super::symmetry::Group;

/// A grid, which may be transposed, and the splits of its stacks.
#[derive(Clone, Debug)]
pub(super) struct View {
    pub(super) is_transposed: bool,
    /// The bands, from the fewest to the most combinations of candidates.
    pub(super) bands: [usize; 3],
    /// The fillings of the boxes of each of these bands.
    pub(super) boxes: [[Fillings; 3]; 3],
    pub(super) splits: [Vec<Split>; 3],
    /// The equal columns in each stack.
    pub(super) equal: [Vec<usize>; 3],
    /// The splits of each stack with its equal columns in order.
    pub(super) reduced: [Vec<Split>; 3],
    pub(super) cheapest: Order,
}

/// An order of the stacks.
#[derive(Clone, Debug)]
pub(super) struct Order {
    pub(super) stacks: [usize; 3],
    /// The symmetries that keep the first stack in its place.
    pub(super) group: Group,
    /// The approximate work of a count with this order.
    pub(super) work: f64,
}

impl View {
    /// Returns a view, or `None` if a box has no filling or a stack has no split: there are then no
    /// covers.
    pub(super) fn new(cells: &Cells, is_transposed: bool) -> Option<Self> {
        let cells = if is_transposed { transposed(cells) } else { *cells };
        let weight = |&band: &usize| -> f64 {
            let cells = &cells[27 * band..27 * band + 27];
            cells.iter().map(|cell| f64::from(cell.count_ones()).ln()).sum()
        };
        let mut bands = [0, 1, 2];
        bands.sort_by(|a, b| weight(a).total_cmp(&weight(b)));
        let mut columns = Columns::default();
        let mut boxes: [[Fillings; 3]; 3] = Default::default();
        for (role, band) in bands.into_iter().enumerate() {
            for (stack, fillings) in boxes[role].iter_mut().enumerate() {
                let cell = |at: usize| 9 * (3 * band + at / 3) + 3 * stack + at % 3;
                let of_box = std::array::from_fn(|at| cells[cell(at)]);
                if fillings.list(&of_box, usize::MAX, None, &mut columns) == Listed::None {
                    return None;
                }
            }
        }
        let splits: [Vec<Split>; 3] =
            std::array::from_fn(|stack| splits([0, 1, 2].map(|role| &boxes[role][stack])));
        if splits.iter().any(Vec::is_empty) {
            return None;
        }
        let equal: [Vec<usize>; 3] = std::array::from_fn(|stack| {
            let of = |column: usize| cells.iter().skip(3 * stack + column).step_by(9);
            let is_like_another = |&a: &usize| (0..3).any(|b| a != b && of(a).eq(of(b)));
            (0..3).filter(is_like_another).collect()
        });
        let reduced = std::array::from_fn(|stack| {
            let parts = &boxes[0][stack].parts;
            let is_in_order =
                |split: &&Split| are_in_order(parts[usize::from(split[0])], &equal[stack]);
            splits[stack].iter().filter(is_in_order).copied().collect()
        });
        let cheapest = cheapest(&cells, &splits, &reduced, &equal)?;
        Some(Self { is_transposed, bands, boxes, splits, equal, reduced, cheapest })
    }
}

/// True if the sets of digits in equal columns are in ascending order.
pub(super) fn are_in_order(columns: u32, equal: &[usize]) -> bool {
    let set = |column: usize| columns >> (9 * column) & 511;
    equal.windows(2).all(|pair| set(pair[0]) < set(pair[1]))
}

/// Returns the order of stacks with the least work.
fn cheapest(
    cells: &Cells,
    splits: &[Vec<Split>; 3],
    reduced: &[Vec<Split>; 3],
    equal: &[Vec<usize>; 3],
) -> Option<Order> {
    // Equal rows can be exchanged, which changes no split.
    let equal_rows: f64 = (0..3)
        .map(|band| {
            let row = |at: usize| &cells[9 * (3 * band + at)..][..9];
            let equal = (0..3).filter(|&a| (0..3).any(|b| a != b && row(a) == row(b)));
            [1.0, 1.0, 2.0, 6.0][equal.count()]
        })
        .product();
    let orders_of = |stack: usize| orders(&equal[stack]).count() as f64;
    // The splits of the second stack are processed in parallel lanes of registers.
    let lanes = [0, 1, 2].map(|stack| {
        let groups = reduced[stack].chunk_by(|a, b| a[0] == b[0]);
        groups.map(|group| group.len().next_multiple_of(LANES)).sum::<usize>() as f64
    });
    let mut found: Option<Order> = None;
    for (first, splits) in splits.iter().enumerate() {
        let group = Group::new(cells, first);
        for (second, third) in [(first + 1, first + 2), (first + 2, first + 1)] {
            let (second, third) = (second % 3, third % 3);
            let same = equal_rows * orders_of(second) * orders_of(third);
            let orbits = (splits.len() as f64 * same / group.order).max(1.0);
            let work = orbits * (lanes[second] * reduced[third].len() as f64 + 1e5);
            if found.as_ref().is_none_or(|found| work < found.work) {
                found = Some(Order { stacks: [first, second, third], group: group.clone(), work });
            }
        }
    }
    found
}
