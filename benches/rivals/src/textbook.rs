//! Knuth's Algorithm X as TAOCP 7.2.2.1 has it, and nothing that the book does not say.
//!
//! This is the yardstick: what a careful reader of the book would write. The names are the book's.

use quadrille::Problem;
use quadrille::sudoku::{self, Grid};

use crate::contestant::{Clues, Contestant};

/// LLINK and RLINK of an item. Items are numbered from 1; 0 is the root of the list.
#[derive(Clone, Copy)]
struct Item {
    left: usize,
    right: usize,
}

/// TOP, ULINK and DLINK of a node.
///
/// - Nodes 1 to N are the headers of the items, and have LEN in `top`.
/// - Then come the nodes of the options, one after the other, with a spacer before, between and behind them.
/// - A spacer has a `top` of 0 or less; its `up` is the first node of the option before it, its `down` the last node of
///   the option behind it.
#[derive(Clone, Copy, Default)]
struct Node {
    top: isize,
    up: usize,
    down: usize,
}

/// The two lists, built once: the items of the clues are covered before a search and uncovered after it.
pub struct Textbook {
    items: Vec<Item>,
    nodes: Vec<Node>,
}

impl Textbook {
    pub fn new() -> Self {
        Self::compile(sudoku::problem())
    }

    /// The initial memory contents of the book's Table 1, for any problem without secondary items.
    fn compile(problem: &Problem) -> Self {
        let n = problem.item_count();
        let items = (0..=n).map(|i| Item { left: if i == 0 { n } else { i - 1 }, right: (i + 1) % (n + 1) }).collect();
        let mut nodes: Vec<_> = (0..=n).map(|i| Node { top: 0, up: i, down: i }).collect();
        let mut spacer = nodes.len();
        nodes.push(Node::default());
        for (option, its_items) in problem.options() {
            for item in its_items {
                let header = item.index() + 1;
                let (x, last) = (nodes.len(), nodes[header].up);
                nodes.push(Node { top: header as isize, up: last, down: header });
                nodes[last].down = x;
                nodes[header].up = x;
                nodes[header].top += 1;
            }
            nodes[spacer].down = nodes.len() - 1;
            nodes.push(Node { top: -(option.index() as isize) - 1, up: spacer + 1, down: 0 });
            spacer = nodes.len() - 1;
        }
        Self { items, nodes }
    }

    /// (12).
    fn cover(&mut self, i: usize) {
        let mut p = self.nodes[i].down;
        while p != i {
            self.hide(p);
            p = self.nodes[p].down;
        }
        let Item { left, right } = self.items[i];
        self.items[left].right = right;
        self.items[right].left = left;
    }

    /// (13).
    fn hide(&mut self, p: usize) {
        let mut q = p + 1;
        while q != p {
            let Node { top, up, down } = self.nodes[q];
            if top <= 0 {
                q = up;
            } else {
                self.nodes[up].down = down;
                self.nodes[down].up = up;
                self.nodes[top as usize].top -= 1;
                q += 1;
            }
        }
    }

    /// (14).
    fn uncover(&mut self, i: usize) {
        let Item { left, right } = self.items[i];
        self.items[left].right = i;
        self.items[right].left = i;
        let mut p = self.nodes[i].up;
        while p != i {
            self.unhide(p);
            p = self.nodes[p].up;
        }
    }

    /// (15).
    fn unhide(&mut self, p: usize) {
        let mut q = p - 1;
        while q != p {
            let Node { top, up, down } = self.nodes[q];
            if top <= 0 {
                q = down;
            } else {
                self.nodes[up].down = q;
                self.nodes[down].up = q;
                self.nodes[top as usize].top += 1;
                q -= 1;
            }
        }
    }

    /// X3 with the MRV heuristic of exercise 9: the first of the items with fewest options.
    fn choose(&self) -> usize {
        let (mut best, mut fewest) = (0, isize::MAX);
        let mut p = self.items[0].right;
        while p != 0 && fewest > 0 {
            let len = self.nodes[p].top;
            if len < fewest {
                (best, fewest) = (p, len);
            }
            p = self.items[p].right;
        }
        best
    }

    /// X5: covers the other items of the option of node `x`.
    fn cover_others(&mut self, x: usize) {
        let mut p = x + 1;
        while p != x {
            let Node { top, up, .. } = self.nodes[p];
            if top <= 0 {
                p = up;
            } else {
                self.cover(top as usize);
                p += 1;
            }
        }
    }

    /// X6: uncovers them.
    fn uncover_others(&mut self, x: usize) {
        let mut p = x - 1;
        while p != x {
            let Node { top, down, .. } = self.nodes[p];
            if top <= 0 {
                p = down;
            } else {
                self.uncover(top as usize);
                p -= 1;
            }
        }
    }

    /// X2 to X8, one call for each level: how many covers there are, up to `limit`.
    fn search(&mut self, limit: u64) -> u64 {
        if self.items[0].right == 0 {
            return 1;
        }
        let i = self.choose();
        self.cover(i);
        let mut found = 0;
        let mut x = self.nodes[i].down;
        while x != i && found < limit {
            self.cover_others(x);
            found += self.search(limit - found);
            self.uncover_others(x);
            x = self.nodes[x].down;
        }
        self.uncover(i);
        found
    }
}

impl Contestant for Textbook {
    fn name(&self) -> &str {
        "textbook DLX1"
    }

    fn solve(&mut self, puzzle: &Grid, limit: u64) -> u64 {
        let Some(clues) = Clues::new(puzzle) else { return 0 };
        clues.covered.iter().for_each(|item| self.cover(item + 1));
        let found = self.search(limit);
        clues.covered.iter().rev().for_each(|item| self.uncover(item + 1));
        found
    }
}
