//! The Python package `quadrille`: a thin layer over the library of that name.
//!
//! - `arguments`: conversions of arguments. `error`: the exceptions for the library's errors.
//! - `run`: searches in slices, which Ctrl-C can end. `lazy`: solutions on demand, in batches.
//! - `counting`, `diagrams`: code shared by problems and Sudokus. `results`: results whose classes
//!   are written in Python.
//! - `problem`, `covers`, `units`: exact covers. `puzzle`, `encoders`: puzzles and drawings.
//! - `sudoku`: Sudokus. `program`: the command-line program. `words`: numbers with their nouns.
//!
//! Every object is immutable or behind a mutex, so threads can share objects. This package has no
//! unsafe code.

mod arguments;
mod counting;
mod covers;
mod diagrams;
mod encoders;
mod error;
mod lazy;
mod problem;
mod program;
mod puzzle;
mod results;
mod run;
mod sudoku;
mod units;
mod words;

use pyo3::prelude::*;

/// Rejects classes with an alignment of more than two words, which Python's allocator does not
/// guarantee.
macro_rules! aligned {
    ($($class:ty),*) => {$(
        const _: () = assert!(align_of::<$class>() <= 2 * size_of::<usize>());
    )*};
}

aligned!(
    covers::DistinctSolutions,
    covers::Solutions,
    problem::Problem,
    puzzle::Drawing,
    puzzle::Drawings,
    puzzle::Puzzle,
    sudoku::ExplainerRating,
    sudoku::Explanation,
    sudoku::Rating,
    sudoku::Step,
    sudoku::Sudoku,
    sudoku::SudokuSolutions,
    units::Unit
);

/// The compiled part of `quadrille`.
#[pymodule(gil_used = false)]
mod _quadrille {
    use pyo3::prelude::*;

    #[pymodule_export]
    use crate::covers::{DistinctSolutions, Solutions};
    #[pymodule_export]
    use crate::encoders::{
        knapsack, langford, latin, macmahon, polycube, polyomino, queens, schedule, steiner,
        sudoku_board, word_rectangle,
    };
    #[pymodule_export]
    use crate::problem::{Problem, making::_ones};
    #[pymodule_export]
    use crate::program::_main;
    #[pymodule_export]
    use crate::puzzle::{Drawing, Drawings, Puzzle};
    #[pymodule_export]
    use crate::sudoku::{
        _explainer_rating, _rating, ExplainerRating, Explanation, Rating, Step, Sudoku,
        SudokuSolutions, count, first, generate, generate_boards, is_unique, solve, solve_many,
    };
    #[pymodule_export]
    use crate::units::Unit;

    #[pymodule_init]
    fn init(module: &Bound<'_, PyModule>) -> PyResult<()> {
        crate::lazy::count_forks(module.py())?;
        module.add("__version__", env!("CARGO_PKG_VERSION"))
    }
}
