//! What is left of a position when few cells are open: a small exact cover of its own, whose options are the bits of one word.
//!
//! Near the leaves, where nearly all nodes of a search with many covers are, most of what the registers compute is about cells
//! that are decided. Here a position is a word, and an option a mask of those that it excludes. It is enough to look at the
//! cells: when each has one option and none excludes another, every row, column and box has each digit.
//!
//! The options of a cell lie side by side, with a guard bit above them, which is never an option: so sums and differences of
//! whole words tell of all cells at once which have no option, one or more, as they do of rows in `counts.rs`.

use super::Position;
use super::counts::{Bands, store};
use super::registers::Registers;

/// How many cells may be open. The options of more seldom fit into a word.
pub(super) const MAX_CELLS: u32 = 18;

/// A search for the ways to fill the open cells, which can stop at any node.
#[derive(Clone, Debug)]
pub(super) struct Residue {
    /// The options that are decided.
    decided: Position,
    /// All options; the lowest option of each cell; the bit above the highest.
    all: u64,
    lowest: u64,
    guards: u64,
    /// For each option the others of its four items.
    excludes: [u64; 64],
    /// For each option its band, its lane and its bit there.
    places: [(u8, u8, u8); 64],
    /// The nodes to be entered, the last one first.
    stack: Vec<Node>,
    /// The options of the solution found last.
    solution: u64,
}

#[derive(Clone, Copy, Debug)]
struct Node {
    /// The options that are left.
    alive: u64,
    /// The guards of the cells whose one option has excluded what it excludes.
    done: u64,
}

impl Residue {
    pub(super) fn new() -> Self {
        Self {
            decided: Position::default(),
            all: 0,
            lowest: 0,
            guards: 0,
            excludes: [0; 64],
            places: [(0, 0, 0); 64],
            stack: Vec::new(),
            solution: 0,
        }
    }

    /// Whether every node has been entered.
    #[inline(always)]
    pub(super) fn is_exhausted(&self) -> bool {
        self.stack.is_empty()
    }

    /// Begins a search, and returns true, if the options of the open cells fit into a word. These cells, given as the bits of
    /// each band, are those with several options; the others have the decided options.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(super) fn begin<I: Registers>(
        &mut self,
        isa: I,
        x: Bands<I::Register>,
        decided: Bands<I::Register>,
        open: [u32; 3],
    ) -> bool {
        // The options of each row, column and box, by digit.
        let mut items = [[0_u64; 81]; 3];
        let mut of_option = [[0_u8; 3]; 64];
        (self.all, self.lowest, self.guards) = (0, 0, 0);
        let mut next = 0;
        for band in 0..3 {
            let mut cells = open[band];
            while cells != 0 {
                let bit = cells.trailing_zeros();
                cells &= cells - 1;
                let (row, column) = (3 * band + bit as usize / 10, bit as usize % 10);
                let mut digits = isa.lanes_that_meet(x[band], isa.splat(1 << bit));
                if next + digits.count_ones() as usize >= 64 {
                    return false;
                }
                let first = next;
                while digits != 0 {
                    let digit = digits.trailing_zeros() as usize;
                    digits &= digits - 1;
                    let its = [9 * digit + row, 9 * digit + column, 9 * digit + 3 * band + column / 3];
                    for kind in 0..3 {
                        items[kind][its[kind]] |= 1 << next;
                        of_option[next][kind] = its[kind] as u8;
                    }
                    self.places[next] = (band as u8, digit as u8, bit as u8);
                    next += 1;
                }
                let options = (1 << next) - (1 << first);
                self.excludes[first..next].fill(options);
                self.all |= options;
                self.lowest |= 1 << first;
                self.guards |= 1 << next;
                next += 1;
            }
        }
        let mut left = self.all;
        while left != 0 {
            let option = left.trailing_zeros() as usize;
            left &= left - 1;
            let [row, column, in_box] = of_option[option].map(usize::from);
            let neighbours = self.excludes[option] | items[0][row] | items[1][column] | items[2][in_box];
            self.excludes[option] = neighbours & !(1 << option);
        }
        self.decided = store(isa, decided);
        self.stack.clear();
        self.stack.push(Node { alive: self.all, done: 0 });
        true
    }

    /// Enters the next node; whether it is a solution.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(super) fn step(&mut self) -> bool {
        let Some(Node { mut alive, mut done }) = self.stack.pop() else { return false };
        loop {
            let without_one = self.without_lowest(alive);
            let several = self.inhabited(without_one);
            if self.inhabited(alive) != self.guards {
                return false;
            }
            let mut singles = self.guards & !several & !done;
            if singles == 0 {
                if several == 0 {
                    self.solution = alive;
                    return true;
                }
                let two = several & !self.inhabited(self.without_lowest(without_one));
                let guard = lowest_bit(if two != 0 { two } else { several });
                let option = highest_below(alive, guard);
                self.stack.push(Node { alive: alive & !(1 << option), done });
                self.stack.push(Node { alive: alive & !self.excludes[option], done: done | guard });
                return false;
            }
            done |= singles;
            while singles != 0 {
                // If another single has just taken this one away, the cell is empty, and nothing else matters any more.
                let option = highest_below(alive, lowest_bit(singles));
                singles &= singles - 1;
                alive &= !self.excludes[option];
            }
        }
    }

    /// The guards of the cells that have options.
    #[inline(always)]
    fn inhabited(&self, options: u64) -> u64 {
        (options + self.all) & self.guards
    }

    /// Without the lowest option of each cell.
    #[inline(always)]
    fn without_lowest(&self, options: u64) -> u64 {
        options & ((options | self.guards) - self.lowest)
    }

    /// The solution found last.
    pub(super) fn solution(&self) -> Position {
        let mut position = self.decided;
        let mut left = self.solution;
        while left != 0 {
            let (band, lane, bit) = self.places[left.trailing_zeros() as usize % 64];
            left &= left - 1;
            position[usize::from(band)].0[usize::from(lane)] |= 1 << bit;
        }
        position
    }
}

#[inline(always)]
fn lowest_bit(bits: u64) -> u64 {
    bits & bits.wrapping_neg()
}

/// The number of the highest bit below another; if there is none, 0.
#[inline(always)]
fn highest_below(bits: u64, limit: u64) -> usize {
    63 - (bits & (limit - 1) | 1).leading_zeros() as usize
}
