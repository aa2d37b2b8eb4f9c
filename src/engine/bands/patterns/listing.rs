//! The patterns of one digit, listed without a search.
//!
//! The part of a pattern in a band is a *way* to fill the band: three cells in different rows and
//! boxes. A way has an order, which is the box of each row, and a column in each box. There are 27
//! choices of the columns, numbered in base 3 with a digit for each box. So a set of choices fits
//! in a word. If two bands have the choices `x` and `y`, the third has `39 - x - y`, because in
//! each stack the three bands have the columns 0, 1 and 2 in some order.

use crate::engine::bands::text::Text;

/// The number of choices of columns, and of orders.
const COLUMNS: usize = 27;
const ORDERS: usize = 6;

/// For each order, the box of each row.
const BOXES: [[usize; 3]; ORDERS] =
    [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]];

/// Returns the column that a choice has in a box.
const fn column(choice: usize, of_box: usize) -> usize {
    [choice / 9, choice / 3 % 3, choice % 3][of_box]
}

/// For each box and each set of columns, the choices with a column of the set in the box.
static IN_BOX: [[u32; 8]; 3] = {
    let mut all = [[0; 8]; 3];
    let mut at = 0;
    while at < 3 * 8 * COLUMNS {
        let (of_box, columns, choice) = (at / COLUMNS / 8, at / COLUMNS % 8, at % COLUMNS);
        all[of_box][columns] |= (columns as u32 >> column(choice, of_box) & 1) << choice;
        at += 1;
    }
    all
};

/// For each choice, the choices that differ from it in all boxes.
static OTHERS: [u32; 32] = {
    let mut all = [0; 32];
    let mut at = 0;
    while at < COLUMNS * COLUMNS {
        let (one, two) = (at / COLUMNS, at % COLUMNS);
        let differs = column(one, 0) != column(two, 0)
            && column(one, 1) != column(two, 1)
            && column(one, 2) != column(two, 2);
        all[one] |= (differs as u32) << two;
        at += 1;
    }
    all
};

/// The cells of each way, by its choice of columns and its order.
static CELLS: [[u32; 8]; 32] = {
    let mut all = [[0; 8]; 32];
    let mut at = 0;
    while at < COLUMNS * ORDERS * 3 {
        let (choice, order, row) = (at / 3 / ORDERS, at / 3 % ORDERS, at % 3);
        let of_box = BOXES[order][row];
        all[choice][order] |= 1 << (10 * row + 3 * of_box + column(choice, of_box));
        at += 1;
    }
    all
};

/// The text of each way in its band: 255 in its cells, and 0 elsewhere. Five bytes after the 27
/// cells make it as long as a register.
static TEXTS: [[u8; 32]; 256] = {
    let mut all = [[0; 32]; 256];
    let mut at = 0;
    while at < COLUMNS * ORDERS * 3 {
        let (choice, order, row) = (at / 3 / ORDERS, at / 3 % ORDERS, at % 3);
        let of_box = BOXES[order][row];
        all[8 * choice + order][9 * row + 3 * of_box + column(choice, of_box)] = u8::MAX;
        at += 1;
    }
    all
};

/// A pattern: its cells in each band, and the number of the way to fill each band.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Pattern {
    pub(super) cells: [u32; 3],
    ways: [u8; 4],
}

impl Pattern {
    #[inline(always)]
    fn new(columns: [usize; 3], orders: [usize; 3]) -> Self {
        let (mut cells, mut ways) = ([0; 3], [0; 4]);
        for band in 0..3 {
            let (choice, order) = (columns[band] % 32, orders[band] % 8);
            cells[band] = CELLS[choice][order];
            ways[band] = (8 * choice + order) as u8;
        }
        Self { cells, ways }
    }

    /// Makes the text of the pattern: `byte` in each of its cells. The previous text must be empty
    /// or that of a pattern.
    #[inline(always)]
    pub(super) fn write(&self, byte: u8, text: &mut Text) {
        // Writing a band clears the first cells of the next one.
        for band in 0..3 {
            text.set_band(band, &TEXTS[usize::from(self.ways[band])], byte);
        }
    }
}

/// The ways to fill a band.
struct Ways {
    /// For each order, the choices of columns.
    of_order: [u32; ORDERS],
    /// The choices of columns of all orders.
    all: u32,
}

impl Ways {
    /// Returns the ways to fill a band that use only these cells.
    #[inline(always)]
    fn of(band: u32) -> Self {
        let in_box = |row: usize, of_box: usize| {
            IN_BOX[of_box][(band >> (10 * row + 3 * of_box) & 0o7) as usize]
        };
        let mut of_order = [0; ORDERS];
        let mut all = 0;
        for (order, &[a, b, c]) in BOXES.iter().enumerate() {
            of_order[order] = in_box(0, a) & in_box(1, b) & in_box(2, c);
            all |= of_order[order];
        }
        Self { of_order, all }
    }

    /// Returns the orders that allow a choice of columns.
    #[inline(always)]
    fn orders(&self, choice: usize) -> u32 {
        let mut orders = 0;
        for (order, &choices) in self.of_order.iter().enumerate() {
            orders |= (choices >> choice & 1) << order;
        }
        orders
    }
}

/// Removes the smallest element of a set, and returns it.
#[inline(always)]
fn take(set: &mut u32) -> usize {
    let first = set.trailing_zeros() as usize % 32;
    *set &= set.wrapping_sub(1);
    first
}

/// Lists the patterns of a digit with these options. Returns their number, or `None` if there are
/// too many.
#[inline(always)]
pub(super) fn list(plane: [u32; 3], patterns: &mut [Pattern]) -> Option<usize> {
    let (one, two, three) = (Ways::of(plane[0]), Ways::of(plane[1]), Ways::of(plane[2]));
    // Bit `x + y` is set if the third band has the choice that `x` and `y` leave.
    let left = u64::from(three.all.reverse_bits()) << 8;
    let mut n = 0;
    let mut xs = one.all;
    while xs != 0 {
        let x = take(&mut xs);
        let of_x = one.orders(x);
        let mut ys = two.all & OTHERS[x] & (left >> x) as u32;
        while ys != 0 {
            let y = take(&mut ys);
            let z = (39 - x - y) % 32;
            let (of_y, of_z) = (two.orders(y), three.orders(z));
            let mut first = of_x;
            while first != 0 {
                let a = take(&mut first);
                let mut second = of_y;
                while second != 0 {
                    let b = take(&mut second);
                    let mut third = of_z;
                    while third != 0 {
                        let c = take(&mut third);
                        *patterns.get_mut(n)? = Pattern::new([x, y, z], [a, b, c]);
                        n += 1;
                    }
                }
            }
        }
    }
    Some(n)
}

#[cfg(test)]
mod tests {
    use super::super::super::{FULL, ROW};
    use super::*;

    /// Checks that all 46,656 patterns are listed exactly once, each with one cell in each row,
    /// column and box.
    #[cfg_attr(miri, ignore = "it takes minutes, and the code is safe")]
    #[test]
    fn an_empty_grid_has_all_patterns() {
        let mut listed = vec![Pattern::default(); 46_657];
        let len = list([FULL; 3], &mut listed).expect("there is room");
        assert_eq!(len, 46_656);
        let mut text = Text::EMPTY;
        for pattern in &listed[..len] {
            pattern.write(b'7', &mut text);
            let mut of_cells = Text::EMPTY;
            of_cells.set_pattern(pattern.cells, b'7');
            assert_eq!(text, of_cells);
        }
        let mut patterns: Vec<_> = listed[..len].iter().map(|pattern| pattern.cells).collect();
        for pattern in &patterns {
            let rows = pattern.iter().flat_map(|band| [0, 10, 20].map(|at| band >> at & ROW));
            assert_eq!(rows.clone().fold(0, |all, row| all | row), ROW);
            assert!(rows.clone().all(|row| row.count_ones() == 1));
            for band in pattern {
                let boxes = [0, 10, 20].map(|at| (band >> at & ROW).trailing_zeros() / 3);
                assert_eq!(boxes.iter().fold(0, |all, of_box| all | 1 << of_box), 0o7);
            }
        }
        patterns.sort_unstable();
        patterns.dedup();
        assert_eq!(patterns.len(), 46_656);
    }

    #[test]
    fn too_many_patterns_are_none() {
        assert_eq!(list([FULL; 3], &mut [Pattern::default(); 64]), None);
    }
}
