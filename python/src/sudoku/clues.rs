//! The clues of a Sudoku: redundant clues, and minimal puzzles.

use pyo3::prelude::*;
use quadrille::sudoku::clues::ClueTester;
use quadrille::sudoku::logic::Cell;

use super::Sudoku;
use super::questions::proper;
use crate::arguments::whole;
use crate::diagrams::Random;

#[pymethods]
impl Sudoku {
    /// Returns the redundant clues. Each can be left out by itself: the other clues imply it.
    ///
    /// Returns
    /// -------
    /// list of tuple
    ///     The cells as ``(row, column)``, counted from 1. The list is empty for a minimal puzzle.
    ///
    /// Raises
    /// ------
    /// ValueError
    ///     If the puzzle does not have exactly one solution, or is a Sukaku.
    ///
    /// Examples
    /// --------
    /// >>> s = q.Sudoku("005176000400000001000800309100000090503000807090000004207008000600000003000429700")
    /// >>> s.redundant_clues()
    /// [(1, 3), (1, 5), (5, 1), (7, 1)]
    fn redundant_clues(&self, py: Python<'_>) -> PyResult<Vec<(usize, usize)>> {
        let grid = self.grid("redundant clues")?;
        proper(py, &self.puzzle, "redundant clues")?;
        let cells = py.detach(|| ClueTester::new().redundant(grid));
        let cells = cells.unwrap_or_else(|| unreachable!("there is one solution"));
        Ok(cells.into_iter().map(|cell| (cell.row() + 1, cell.column() + 1)).collect())
    }

    /// Removes redundant clues one after another, until all remaining clues are needed.
    ///
    /// Parameters
    /// ----------
    /// seed : int, optional
    ///     Try the clues in a random order, which the seed determines. Without a seed they are
    ///     tried from the last cell to the first, as in ``quadrille minimize``.
    ///
    /// Returns
    /// -------
    /// Sudoku
    ///     A minimal puzzle with some of the clues and the same solution.
    ///
    /// Raises
    /// ------
    /// ValueError
    ///     If the puzzle does not have exactly one solution, or is a Sukaku.
    ///
    /// Examples
    /// --------
    /// >>> s = q.Sudoku("123456789456789123789123456214365897365897214897214365531642978642978531978531642")
    /// >>> minimal = s.minimized()
    /// >>> minimal.first() == s.cells, minimal.redundant_clues()
    /// (True, [])
    #[pyo3(signature = (*, seed = None))]
    fn minimized(
        &self,
        py: Python<'_>,
        #[pyo3(from_py_with = whole)] seed: Option<u64>,
    ) -> PyResult<Self> {
        let grid = self.grid("minimal puzzle")?;
        proper(py, &self.puzzle, "minimal puzzle")?;
        let mut order: Vec<Cell> = Cell::all().collect();
        order.reverse();
        if seed.is_some() {
            let mut random = Random::new(seed);
            order.sort_by_cached_key(|_| random.next());
        }
        let minimal = py.detach(|| ClueTester::new().minimized(grid, order));
        Ok(minimal.unwrap_or_else(|| unreachable!("there is one solution")).into())
    }
}
