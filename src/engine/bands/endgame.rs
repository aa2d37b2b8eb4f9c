//! The endgame: the subproblem of a position with few open cells, as an exact cover whose options
//! are the bits of one word.
//!
//! In a search with many covers, nearly all nodes are close to the leaves. Most of what the
//! registers compute there is about decided cells. Here a position is a word, and an option has a
//! mask of the options that it excludes. Only cells need to be checked: if each cell has one option
//! and no two of these exclude each other, every row, column and box has each digit.
//!
//! The options of a cell lie side by side, with a guard bit above them that is never an option. So
//! sums and differences of whole words find all cells with no option, one or more at once, as for
//! rows in `counts.rs`.

use super::Nine;

/// With 64 bits, only 18 cells fit, and the search finds 5.0 instead of 6.0 million solutions per
/// second.
type Word = u128;
const BITS: usize = Word::BITS as usize;

/// The largest number of open cells. The options of more cells seldom fit into a word.
pub(super) const MAX_CELLS: u32 = 30;

/// A search for the ways to fill the open cells. It can stop at any node.
#[derive(Clone, Debug)]
pub(super) struct Endgame {
    /// The options of the decided cells.
    decided: Nine,
    /// All options; the lowest option of each cell; the guard bit of each cell.
    all: Word,
    lowest: Word,
    guards: Word,
    /// For each option the others of its four items.
    excludes: [Word; BITS],
    /// For each option its band, its digit and its bit.
    places: [(u8, u8, u8); BITS],
    /// The pending nodes, the next one last.
    stack: Vec<Node>,
    /// The options of the solution found last.
    solution: Word,
}

#[derive(Clone, Copy, Debug)]
struct Node {
    /// The remaining options.
    alive: Word,
    /// The guard bits of the cells whose single option has been propagated.
    done: Word,
}

impl Endgame {
    pub(super) fn new() -> Self {
        Self {
            decided: Nine::default(),
            all: 0,
            lowest: 0,
            guards: 0,
            excludes: [0; BITS],
            places: [(0, 0, 0); BITS],
            stack: Vec::new(),
            solution: 0,
        }
    }

    /// True if no node is pending.
    #[inline(always)]
    pub(super) fn is_exhausted(&self) -> bool {
        self.stack.is_empty()
    }

    /// Starts a search if the options of the open cells fit into a word, and returns true then.
    /// `open` are the cells with several options, as the bits of each band. The other cells have
    /// the decided options.
    pub(super) fn begin(&mut self, x: &Nine, decided: &Nine, open: [u32; 3]) -> bool {
        // The options of each row, column and box, by digit.
        let mut items = [[0 as Word; 81]; 3];
        let mut of_option = [[0_u8; 3]; BITS];
        (self.all, self.lowest, self.guards) = (0, 0, 0);
        let mut next = 0;
        for (band, mut cells) in open.into_iter().enumerate() {
            while cells != 0 {
                let bit = cells.trailing_zeros();
                cells &= cells - 1;
                let (row, column) = (3 * band + bit as usize / 10, bit as usize % 10);
                let mut digits = 0_u32;
                for digit in 0..9 {
                    digits |= (x.0[digit][band] >> bit & 1) << digit;
                }
                if next + digits.count_ones() as usize > BITS - 1 {
                    return false;
                }
                let first = next;
                while digits != 0 {
                    let digit = digits.trailing_zeros() as usize;
                    digits &= digits - 1;
                    let indices =
                        [9 * digit + row, 9 * digit + column, 9 * digit + 3 * band + column / 3];
                    for unit in 0..3 {
                        items[unit][indices[unit]] |= 1 << next;
                        of_option[next][unit] = indices[unit] as u8;
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
            let neighbours =
                self.excludes[option] | items[0][row] | items[1][column] | items[2][in_box];
            self.excludes[option] = neighbours & !(1 << option);
        }
        self.decided = *decided;
        self.stack.clear();
        self.stack.push(Node { alive: self.all, done: 0 });
        true
    }

    /// Continues until `solutions` solutions were found or `nodes` nodes entered. Returns both
    /// numbers.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(super) fn run(&mut self, solutions: u64, nodes: u64) -> (u64, u64) {
        let (mut found, mut entered) = (0, 0);
        while found < solutions && entered < nodes {
            let Some(Node { mut alive, mut done }) = self.stack.pop() else { break };
            entered += 1;
            loop {
                let without_one = self.without_lowest(alive);
                let several = self.inhabited(without_one);
                if self.inhabited(alive) != self.guards {
                    break;
                }
                let mut singles = self.guards & !several & !done;
                if singles != 0 {
                    done |= singles;
                    // The single options are all read before any is removed. If two of them exclude
                    // each other, both their cells become empty.
                    let mut excluded = 0;
                    while singles != 0 {
                        excluded |= self.excludes[highest_below(alive, lowest_bit(singles))];
                        singles &= singles - 1;
                    }
                    alive &= !excluded;
                    continue;
                }
                if several == 0 {
                    self.solution = alive;
                    found += 1;
                    break;
                }
                let two = several & !self.inhabited(self.without_lowest(without_one));
                let guard = lowest_bit(if two != 0 { two } else { several });
                let option = highest_below(alive, guard);
                self.stack.push(Node { alive: alive & !(1 << option), done });
                if entered == nodes {
                    self.stack
                        .push(Node { alive: alive & !self.excludes[option], done: done | guard });
                    break;
                }
                entered += 1;
                alive &= !self.excludes[option];
                done |= guard;
            }
        }
        (found, entered)
    }

    /// Returns the guard bits of the cells that have options.
    #[inline(always)]
    fn inhabited(&self, options: Word) -> Word {
        (options + self.all) & self.guards
    }

    /// Removes the lowest option of each cell.
    #[inline(always)]
    fn without_lowest(&self, options: Word) -> Word {
        options & ((options | self.guards) - self.lowest)
    }

    /// Iterates over the positions of the pending nodes, the next one last.
    pub(super) fn open(&self) -> impl Iterator<Item = Nine> {
        self.stack.iter().map(|node| self.position(node.alive))
    }

    /// Returns the solution found last.
    pub(super) fn solution(&self) -> Nine {
        self.position(self.solution)
    }

    /// Returns the decided options together with these.
    fn position(&self, options: Word) -> Nine {
        let mut position = self.decided;
        let mut left = options;
        while left != 0 {
            let (band, digit, bit) = self.places[left.trailing_zeros() as usize % BITS];
            left &= left - 1;
            position.0[usize::from(digit)][usize::from(band)] |= 1 << bit;
        }
        position
    }
}

#[inline(always)]
fn lowest_bit(bits: Word) -> Word {
    bits & bits.wrapping_neg()
}

/// Returns the index of the highest bit below the bit `limit`, or 0 if there is none.
#[inline(always)]
fn highest_below(bits: Word, limit: Word) -> usize {
    BITS - 1 - (bits & (limit - 1) | 1).leading_zeros() as usize
}
