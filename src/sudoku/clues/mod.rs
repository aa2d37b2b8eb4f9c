//! The clues of Sudokus: needed and redundant clues, minimal puzzles, neighbours and backdoors.
//!
//! - [`ClueTester`]: tests whether a puzzle is proper, and which of its clues are redundant;
//!   removes redundant clues.
//! - [`MinimalPuzzles`]: all minimal puzzles among the clues of a puzzle.
//! - [`Neighbours`]: all minimal puzzles that differ from a puzzle in a few clues.
//! - [`backdoors()`]: sets of cells whose digits make the rest of a puzzle easy.
//!
//! A puzzle is *proper* if it has exactly one solution. A clue is *redundant* if the other clues
//! imply it, and *needed* otherwise. A proper puzzle without redundant clues is *minimal*.
//!
//! ```
//! use quadrille::sudoku::Grid;
//! use quadrille::sudoku::clues::ClueTester;
//! let mut tester = ClueTester::new();
//! let puzzle: Grid = "005176000400000001000800309100000090503000807090000004207008000600000003000429700".parse()?;
//! let redundant = tester.redundant(&puzzle).ok_or("not proper")?;
//! let minimal = tester.minimized(&puzzle, redundant.iter().copied()).ok_or("not proper")?;
//! assert_eq!(tester.redundant(&minimal), Some(vec![]));
//! assert!(puzzle.extends(&minimal));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

/// Implements the methods that all searches for puzzles share, for a search that visits sets of
/// clues.
macro_rules! search_of_puzzles {
    ($search:ident, $work:literal) => {
        impl $search<'_> {
            #[doc = concat!("Visits at most `nodes` sets of clues, ", $work, ". Returns")]
            /// [`Step::Cover`] as soon as one of them gives a puzzle, which
            /// [`puzzle`](Self::puzzle) returns.
            pub fn advance(&mut self, nodes: u64) -> Step {
                for _ in 0..nodes {
                    self.nodes += 1;
                    match self.visit() {
                        Step::Paused => {}
                        step => return step,
                    }
                }
                Step::Paused
            }

            /// Returns the puzzle that the last step found. It is meaningful only right after a
            /// step that found one.
            #[must_use]
            pub fn puzzle(&self) -> Grid {
                self.found
            }
        }

        impl Iterator for $search<'_> {
            type Item = Grid;

            fn next(&mut self) -> Option<Grid> {
                (self.advance(u64::MAX) == Step::Cover).then_some(self.found)
            }
        }

        impl std::iter::FusedIterator for $search<'_> {}

        crate::search::advance_by_methods!(
            impl ['a] for $search<'a>: ;
            fn stats(&self) -> crate::search::Stats {
                crate::search::Stats { nodes: self.nodes, ..Default::default() }
            }
        );
    };
}

mod backdoors;
mod minimal;
mod neighbours;
mod tester;

pub use backdoors::backdoors;
pub use minimal::MinimalPuzzles;
pub use neighbours::{Change, Neighbours, NotAChange};
pub use tester::ClueTester;
