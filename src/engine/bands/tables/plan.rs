//! The plan of a count: the way to see the grid, the splits of its stacks, and their symmetries.

use std::collections::HashMap;

use super::super::join::boxes::{Columns, FULL, Fillings, Listed, PARTITIONS, index};
use super::super::join::cells::Cells;

/// The parts of the boxes of the three bands in a stack.
pub(super) type Split = [u16; 3];

/// Splits that some symmetry of the position takes to each other. Each is in the same number of
/// covers.
#[derive(Clone, Copy, Debug)]
pub(super) struct Orbit {
    /// The number of one of the splits in the list of all.
    pub(super) first: u32,
    /// The number of splits.
    pub(super) len: u32,
}

/// A way to see the grid: three bands and three stacks in some order.
#[derive(Clone, Debug)]
pub(super) struct Plan {
    is_transposed: bool,
    bands: [usize; 3],
    stacks: [usize; 3],
    /// The fillings of the boxes of each band.
    pub(super) boxes: [[Fillings; 3]; 3],
    /// All splits of the first stack, and the orbit of each.
    pub(super) splits: Vec<Split>,
    pub(super) orbit_of: Vec<u32>,
    pub(super) orbits: Vec<Orbit>,
    /// The splits of the other two stacks. Of those that differ by the order of equal columns, only
    /// one is here.
    pub(super) second: Vec<Split>,
    pub(super) third: Vec<Split>,
    /// The columns of each stack that are equal to others.
    pub(super) equal: [Vec<usize>; 3],
    /// The class of each digit. Digits of a class are equal: they are candidates of the same cells.
    classes: [u8; 9],
}

/// The digits and columns that can be renamed.
struct Symmetry {
    equal: [Vec<usize>; 3],
    classes: [u8; 9],
}

/// The orders of up to three columns.
const ORDERS: [[usize; 3]; 6] = [[0, 1, 2], [1, 0, 2], [0, 2, 1], [1, 2, 0], [2, 0, 1], [2, 1, 0]];

/// Returns the orders of some columns of a stack: for each column, the one whose place it takes.
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

impl Plan {
    /// Returns the cheapest plan for a position, or `None` if there are no covers.
    pub(super) fn new(cells: &Cells) -> Option<Self> {
        let [a, b] = [Self::view(cells, false)?, Self::view(cells, true)?];
        Some(if b.work() < a.work() { b } else { a })
    }

    /// Returns a plan of one orientation, or `None` if there are no covers.
    fn view(cells: &Cells, is_transposed: bool) -> Option<Self> {
        let candidates = |row: usize, column: usize| {
            cells[if is_transposed { 9 * column + row } else { 9 * row + column }]
        };
        let weight = |&band: &usize| -> f64 {
            let cells = (0..27).map(|at| candidates(3 * band + at / 9, at % 9));
            cells.map(|cell| f64::from(cell.count_ones()).ln()).sum()
        };
        let mut bands = [0, 1, 2];
        bands.sort_by(|a, b| weight(a).total_cmp(&weight(b)));
        let mut columns = Columns::default();
        let mut boxes: [[Fillings; 3]; 3] = Default::default();
        for (role, band) in bands.into_iter().enumerate() {
            for (stack, fillings) in boxes[role].iter_mut().enumerate() {
                let of_box =
                    std::array::from_fn(|at| candidates(3 * band + at / 3, 3 * stack + at % 3));
                if fillings.list(&of_box, usize::MAX, None, &mut columns) == Listed::None {
                    return None;
                }
            }
        }
        let equal = std::array::from_fn(|stack| {
            let is_equal = |a: usize, b: usize| {
                (0..9).all(|row| candidates(row, 3 * stack + a) == candidates(row, 3 * stack + b))
            };
            let is_like_another = |&a: &usize| (0..3).any(|b| a != b && is_equal(a, b));
            (0..3).filter(is_like_another).collect()
        });
        let symmetry = Symmetry { equal, classes: classes(cells) };
        let splits: [Vec<Split>; 3] =
            std::array::from_fn(|stack| splits([0, 1, 2].map(|role| &boxes[role][stack])));
        if splits.iter().any(Vec::is_empty) {
            return None;
        }
        let reduced: [Vec<Split>; 3] = std::array::from_fn(|stack| {
            let parts = &boxes[0][stack].parts;
            let is_first = |split: &&Split| {
                let column = |at: usize| parts[usize::from(split[0])] >> (9 * at) & 511;
                symmetry.equal[stack].windows(2).all(|pair| column(pair[0]) < column(pair[1]))
            };
            splits[stack].iter().filter(is_first).copied().collect()
        });
        // Renaming digits makes the orbits of every stack about the same times as large, so the
        // order of columns decides. To find the orbits of all three stacks took three times as
        // long.
        let products = |first: usize| {
            let [orbits, second, third] =
                [0, 1, 2].map(|at| reduced[(first + at) % 3].len() as f64);
            orbits * (second * third + 1e5)
        };
        let first = (0..3).min_by(|&a, &b| products(a).total_cmp(&products(b)))?;
        let stacks = [first, (first + 1) % 3, (first + 2) % 3];
        let of =
            |split: &Split| [0, 1].map(|role| boxes[role][first].parts[usize::from(split[role])]);
        let mut numbers: HashMap<[u8; 9], u32> = HashMap::new();
        let mut orbits: Vec<Orbit> = Vec::new();
        let mut orbit_of = Vec::with_capacity(splits[first].len());
        for (at, split) in (0..).zip(&splits[first]) {
            let key = orders(&symmetry.equal[first])
                .map(|order| key(of(split), &symmetry.classes, order))
                .min()
                .unwrap_or_default();
            let number = *numbers.entry(key).or_insert(orbits.len() as u32);
            if number as usize == orbits.len() {
                orbits.push(Orbit { first: at, len: 0 });
            }
            orbits[number as usize].len += 1;
            orbit_of.push(number);
        }
        Some(Self {
            is_transposed,
            bands,
            stacks,
            boxes: [0, 1, 2].map(|role| stacks.map(|stack| boxes[role][stack].clone())),
            splits: splits[first].clone(),
            orbit_of,
            orbits,
            second: reduced[stacks[1]].clone(),
            third: reduced[stacks[2]].clone(),
            equal: stacks.map(|stack| symmetry.equal[stack].clone()),
            classes: symmetry.classes,
        })
    }

    /// Returns about the number of products that are added up.
    pub(super) fn work(&self) -> f64 {
        let products = self.second.len() as f64 * self.third.len() as f64;
        self.orbits.len() as f64 * (products + 1e5)
    }

    /// Returns the parts that stand for an orbit.
    pub(super) fn split(&self, orbit: usize) -> Split {
        self.splits[self.orbits[orbit].first as usize]
    }

    /// Returns how many covers of all each cover with the first split of an orbit stands for.
    pub(super) fn weight(&self, orbit: usize) -> u128 {
        let orders = [1, 2].map(|stack| orders(&self.equal[stack]).count() as u128);
        u128::from(self.orbits[orbit].len) * orders[0] * orders[1]
    }

    /// Returns the cell at a row and a column of a box of this view.
    pub(super) fn cell(&self, role: usize, stack: usize, row: usize, column: usize) -> usize {
        let (row, column) = (3 * self.bands[role] + row, 3 * self.stacks[stack] + column);
        if self.is_transposed { 9 * column + row } else { 9 * row + column }
    }

    /// Returns the renaming that takes the first split of an orbit to another one of its splits:
    /// the order of the columns of the first stack, and for each digit its new name.
    pub(super) fn renaming(&self, orbit: usize, member: usize) -> Option<([usize; 3], [u8; 9])> {
        let of =
            |split: Split| [0, 1].map(|role| self.boxes[role][0].parts[usize::from(split[role])]);
        let (from, to) = (of(self.split(orbit)), of(self.splits[member]));
        let same = [0, 1, 2];
        let wanted = key(to, &self.classes, same);
        let order =
            orders(&self.equal[0]).find(|&order| key(from, &self.classes, order) == wanted)?;
        let mut names = [0; 9];
        let mut is_used = [false; 9];
        for (digit, name) in names.iter_mut().enumerate() {
            let class = self.classes[digit];
            let kind = kind(from, digit, order);
            let other = (0..9).find(|&other| {
                !is_used[other]
                    && self.classes[other] == class
                    && self::kind(to, other, same) == kind
            })?;
            is_used[other] = true;
            *name = other as u8;
        }
        Some((order, names))
    }
}

/// Returns the columns in which a digit is in two bands, after the columns are put in another
/// order.
fn kind(columns: [u32; 2], digit: usize, order: [usize; 3]) -> u8 {
    let [a, b] = columns.map(|columns| {
        let column = (0..3).find(|at| columns >> (9 * at + digit) & 1 == 1);
        order[column.unwrap_or(0)]
    });
    (3 * a + b) as u8
}

/// Returns what is common to all splits that differ by the names of equal digits: the kinds of the
/// digits of each class in order.
fn key(columns: [u32; 2], classes: &[u8; 9], order: [usize; 3]) -> [u8; 9] {
    let mut key = std::array::from_fn(|digit| 9 * classes[digit] + kind(columns, digit, order));
    key.sort_unstable();
    key
}

/// Returns the class of each digit.
fn classes(cells: &Cells) -> [u8; 9] {
    let is_equal = |a: u8, b: u8| cells.iter().all(|cell| cell >> a & 1 == cell >> b & 1);
    std::array::from_fn(|digit| {
        let digit = digit as u8;
        (0..digit).find(|&other| is_equal(digit, other)).unwrap_or(digit)
    })
}

/// Returns the ways in which the boxes of a stack can share the digits of each column.
fn splits(boxes: [&Fillings; 3]) -> Vec<Split> {
    const NONE: u16 = u16::MAX;
    let mut part_of_b = vec![NONE; PARTITIONS];
    for (part, &columns) in (0..).zip(&boxes[2].parts) {
        part_of_b[index(columns)] = part;
    }
    let mut splits = Vec::new();
    for (m, &of_m) in (0..).zip(&boxes[0].parts) {
        for (a, &of_a) in (0..).zip(&boxes[1].parts) {
            if of_m & of_a == 0 {
                let b = part_of_b[index(FULL ^ (of_m | of_a))];
                if b != NONE {
                    splits.push([m, a, b]);
                }
            }
        }
    }
    splits
}
