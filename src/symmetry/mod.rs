//! The symmetries of a problem: permutations of its items, options and colors that preserve it.
//!
//! A symmetry maps every option to an option that has the images of its items and of their colors.
//! It maps primary items to primary items with the same bounds, secondary items to secondary items,
//! and options to options of the same cost. It maps the colors of an item one to one to the colors
//! of its image. So a symmetry maps covers to covers.
//!
//! [`Problem::symmetries`] returns the group of all symmetries, given by generators.
//! [`Symmetries::generated_by`] returns the group that given symmetries generate.
//!
#![doc = include_str!("README.md")]

mod elements;
mod given;
mod graph;
mod group;
mod invariant;
mod labelling;
mod marked;
mod orbits;
mod partition;
mod points;
mod search;

use crate::problem::Problem;
use crate::search::Step;

pub(crate) use elements::Elements;
pub(crate) use graph::Graph;
pub(crate) use labelling::{Goal, Labelling};
pub(crate) use marked::MarkedGraph;

pub use given::SymmetryError;
pub use group::{Symmetries, Symmetry};
pub use search::SymmetrySearch;

impl Problem {
    /// Returns the group of all symmetries of the problem.
    ///
    /// There is no time limit. The search is fast except for rare problems that are constructed to
    /// be hard. A [`SymmetrySearch`] can be interrupted, and can hold items fixed.
    ///
    /// ```
    /// use quadrille::puzzle::{Puzzle, latin::Latin};
    /// // Rows, columns and symbols can each be permuted, and the three roles can be exchanged.
    /// let squares = Latin::new(4)?;
    /// let symmetries = squares.problem().symmetries();
    /// assert_eq!(symmetries.order(), &(24_u32.pow(3) * 6).into());
    /// assert_eq!(symmetries.item_orbits().len(), 1);
    /// assert_eq!(symmetries.option_orbits().len(), 1);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn symmetries(&self) -> Symmetries {
        let mut search = SymmetrySearch::new(self);
        while search.advance(u64::MAX) == Step::Paused {}
        search.symmetries()
    }
}
