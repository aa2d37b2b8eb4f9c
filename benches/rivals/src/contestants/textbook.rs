//! Knuth's Algorithm X as described in TAOCP 7.2.2.1, without improvements that are not in the
//! book.
//!
//! This is the reference, the code that a careful reader of the book would write. The names and the
//! numbers in parentheses are the book's. Links are 32 bits wide, as in the book's programs, which
//! is more than a fifth faster here than 64 bits.

use std::hint::black_box;
use std::time::{Duration, Instant};

use quadrille::sudoku;

use crate::contestant::{Aim, Contestant, Lack, Solver, SudokuSolver, covers, sudokus};
use crate::matrix::{Clues, Matrix};
use crate::work::{Matter, Puzzle, Work};

pub fn contestant(work: &Work) -> Result<Contestant<'_>, Lack> {
    match &work.matter {
        Matter::Sudokus(_) => sudokus(work, || Textbook::compile(&Matrix::of(sudoku::problem()))),
        Matter::Problem(..) => covers::<Textbook>(work),
    }
}

/// LLINK and RLINK of an item. Items are numbered from 1; 0 is the root of the list of primary
/// items, and N + 1 that of the secondary ones.
#[derive(Clone, Copy)]
struct Item {
    left: u32,
    right: u32,
}

/// TOP, ULINK and DLINK of a node.
///
/// - Nodes 1 to N are the headers of the items, and have LEN in `top`.
/// - The nodes of the options follow, one option after another, with a spacer before, between and
///   after them.
/// - A spacer has a `top` of 0 or less. Its `up` is the first node of the option before it, and its
///   `down` is the last node of the option after it.
#[derive(Clone, Copy, Default)]
struct Node {
    top: i32,
    up: u32,
    down: u32,
}

/// The items and the nodes. They are built once for all Sudokus: the items of the clues of a Sudoku
/// are covered before the search and uncovered after it.
struct Textbook {
    items: Vec<Item>,
    nodes: Vec<Node>,
    /// x_0 to x_{l-1}: a node of each chosen option. At a solution this is the cover.
    chosen: Vec<u32>,
}

impl Textbook {
    /// Returns the initial memory contents as in the book's Table 1, with the secondary items in a
    /// separate list.
    fn compile(matrix: &Matrix) -> Self {
        let (n, primary) = (matrix.items() as u32, matrix.primary as u32);
        let mut items: Vec<_> =
            (0..=n + 1).map(|i| Item { left: i.saturating_sub(1), right: i + 1 }).collect();
        for (root, last) in [(0, primary), (n + 1, n)] {
            let first = if root == 0 { 1 } else { primary + 1 };
            let (first, last) = if first > last { (root, root) } else { (first, last) };
            items[root as usize] = Item { left: last, right: first };
            items[first as usize].left = root;
            items[last as usize].right = root;
        }
        let mut nodes: Vec<_> = (0..=n).map(|i| Node { top: 0, up: i, down: i }).collect();
        nodes.push(Node::default());
        for (option, entries) in (1..).zip(matrix.options()) {
            let first = nodes.len() as u32;
            for (x, (item, _)) in (first..).zip(entries) {
                let i = item + 1;
                let last = std::mem::replace(&mut nodes[i as usize].up, x);
                nodes[last as usize].down = x;
                nodes[i as usize].top += 1;
                nodes.push(Node { top: i as i32, up: last, down: i });
            }
            nodes[first as usize - 1].down = nodes.len() as u32 - 1;
            nodes.push(Node { top: -option, up: first, down: 0 });
        }
        Self { items, nodes, chosen: Vec::new() }
    }

    /// Covers an item (12).
    fn cover(&mut self, i: u32) {
        let mut p = self.nodes[i as usize].down;
        while p != i {
            self.hide(p);
            p = self.nodes[p as usize].down;
        }
        let Item { left, right } = self.items[i as usize];
        self.items[left as usize].right = right;
        self.items[right as usize].left = left;
    }

    /// Hides an option (13).
    fn hide(&mut self, p: u32) {
        let mut q = p + 1;
        while q != p {
            let Node { top, up, down } = self.nodes[q as usize];
            if top <= 0 {
                q = up;
            } else {
                self.nodes[up as usize].down = down;
                self.nodes[down as usize].up = up;
                self.nodes[top as usize].top -= 1;
                q += 1;
            }
        }
    }

    /// Uncovers an item (14).
    fn uncover(&mut self, i: u32) {
        let Item { left, right } = self.items[i as usize];
        self.items[left as usize].right = i;
        self.items[right as usize].left = i;
        let mut p = self.nodes[i as usize].up;
        while p != i {
            self.unhide(p);
            p = self.nodes[p as usize].up;
        }
    }

    /// Unhides an option (15).
    fn unhide(&mut self, p: u32) {
        let mut q = p - 1;
        while q != p {
            let Node { top, up, down } = self.nodes[q as usize];
            if top <= 0 {
                q = down;
            } else {
                self.nodes[up as usize].down = q;
                self.nodes[down as usize].up = q;
                self.nodes[top as usize].top += 1;
                q -= 1;
            }
        }
    }

    /// X3 with the MRV heuristic of exercise 9: returns the first of the uncovered primary items
    /// with the fewest options.
    fn choose(&self) -> u32 {
        let (mut best, mut fewest) = (0, i32::MAX);
        let mut p = self.items[0].right;
        while p != 0 && fewest > 0 {
            let len = self.nodes[p as usize].top;
            if len < fewest {
                (best, fewest) = (p, len);
            }
            p = self.items[p as usize].right;
        }
        best
    }

    /// X5: covers the other items of the option of node `x`.
    fn cover_others(&mut self, x: u32) {
        let mut p = x + 1;
        while p != x {
            let Node { top, up, .. } = self.nodes[p as usize];
            if top <= 0 {
                p = up;
            } else {
                self.cover(top as u32);
                p += 1;
            }
        }
    }

    /// X6: uncovers the other items of the option of node `x`.
    fn uncover_others(&mut self, x: u32) {
        let mut p = x - 1;
        while p != x {
            let Node { top, down, .. } = self.nodes[p as usize];
            if top <= 0 {
                p = down;
            } else {
                self.uncover(top as u32);
                p -= 1;
            }
        }
    }

    /// X2 to X8, one call for each level: returns the number of covers, up to the limit.
    fn search(&mut self, aim: Aim) -> u64 {
        if self.items[0].right == 0 {
            if aim.made {
                black_box(self.chosen.iter().fold(0, |sum, node| sum ^ node));
            }
            return 1;
        }
        let i = self.choose();
        self.cover(i);
        let mut found = 0;
        let mut x = self.nodes[i as usize].down;
        while x != i && found < aim.limit {
            self.chosen.push(x);
            self.cover_others(x);
            found += self.search(Aim { limit: aim.limit - found, ..aim });
            self.uncover_others(x);
            self.chosen.pop();
            x = self.nodes[x as usize].down;
        }
        self.uncover(i);
        found
    }
}

impl SudokuSolver for Textbook {
    fn solve(&mut self, puzzle: &Puzzle, aim: Aim) -> u64 {
        let Some(clues) = Clues::new(&puzzle.grid) else { return 0 };
        clues.covered.iter().for_each(|item| self.cover(item + 1));
        let found = self.search(aim);
        clues.covered.iter().rev().for_each(|item| self.uncover(item + 1));
        found
    }
}

impl Solver for Textbook {
    fn search(matrix: &Matrix, aim: Aim) -> (u64, Duration) {
        let mut textbook = Self::compile(matrix);
        let start = Instant::now();
        let found = textbook.search(aim);
        (found, start.elapsed())
    }
}
