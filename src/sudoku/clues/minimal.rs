//! All minimal puzzles among the clues of a puzzle.
//!
//! A clue that is needed stays needed when others are removed. So a minimal puzzle within a puzzle
//! can lack only redundant clues. A node of the search is a set of clues, some of which are *kept*:
//! they may not be removed below this node. Each child removes one redundant clue that is not kept,
//! and keeps the clues that earlier children removed. So every set of clues is visited at most
//! once. If a kept clue is redundant even after all removable clues are removed, it can never
//! become needed, and the search leaves the node.

use super::tester::{Clue, ClueTester, clues};
use crate::search::Step;
use crate::sudoku::Grid;

impl ClueTester {
    /// Returns all minimal puzzles among the clues of a proper puzzle, lazily. For any other
    /// puzzle, returns none.
    pub fn minimal_puzzles(&mut self, puzzle: &Grid) -> MinimalPuzzles<'_> {
        let clues = clues(puzzle);
        let known = vec![Known::Nothing; clues.len()];
        let is_proper = self.solution(puzzle).is_some();
        let stack = if is_proper { vec![Node { clues, known }] } else { Vec::new() };
        MinimalPuzzles { tester: self, stack, found: Grid::EMPTY, nodes: 0 }
    }
}

/// All minimal puzzles among the clues of a proper puzzle, each found when it is requested; see
/// [`ClueTester::minimal_puzzles`].
///
/// ```
/// use quadrille::sudoku::Grid;
/// use quadrille::sudoku::clues::ClueTester;
/// let puzzle: Grid = "005176000400000001000800309100000090503000807090000004207008000600000003000429700".parse()?;
/// let mut tester = ClueTester::new();
/// let all: Vec<Grid> = tester.minimal_puzzles(&puzzle).collect();
/// assert!(all.iter().all(|minimal| puzzle.extends(minimal) && tester.is_minimal(minimal)));
/// # Ok::<(), quadrille::sudoku::ParseError>(())
/// ```
#[derive(Debug)]
#[must_use = "the search is lazy and does nothing until a puzzle is requested"]
pub struct MinimalPuzzles<'a> {
    tester: &'a mut ClueTester,
    stack: Vec<Node>,
    found: Grid,
    nodes: u64,
}

#[derive(Clone, Debug)]
struct Node {
    clues: Vec<Clue>,
    known: Vec<Known>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Known {
    Nothing,
    /// A clue that may not be removed, and must become needed.
    Kept,
    Needed,
}

impl MinimalPuzzles<'_> {
    fn visit(&mut self) -> Step {
        let Some(node) = self.stack.pop() else { return Step::Exhausted };
        if !self.can_be_minimal(&node) {
            return Step::Paused;
        }
        let Node { clues, mut known } = node;
        for (at, known) in known.iter_mut().enumerate() {
            if *known != Known::Needed && self.tester.is_needed(&clues, at) {
                *known = Known::Needed;
            }
        }
        if known.iter().all(|&known| known == Known::Needed) {
            self.found = Grid::from_options(clues);
            return Step::Cover;
        }
        let first = self.stack.len();
        for at in 0..clues.len() {
            if known[at] != Known::Nothing {
                continue;
            }
            let mut child = Node { clues: clues.clone(), known: known.clone() };
            child.clues.remove(at);
            child.known.remove(at);
            known[at] = Known::Kept;
            self.stack.push(child);
        }
        // The first child comes next.
        self.stack[first..].reverse();
        Step::Paused
    }

    /// True if every kept clue is needed when all clues but the kept and the needed are removed.
    fn can_be_minimal(&mut self, node: &Node) -> bool {
        let all = node.clues.iter().copied().zip(node.known.iter().copied());
        let (clues, known): (Vec<Clue>, Vec<Known>) =
            all.filter(|&(_, known)| known != Known::Nothing).unzip();
        (0..clues.len()).all(|at| known[at] == Known::Needed || self.tester.is_needed(&clues, at))
    }
}

search_of_puzzles!(MinimalPuzzles, "a few hundred microseconds of work each");
