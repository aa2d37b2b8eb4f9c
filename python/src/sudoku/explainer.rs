//! The ratings of the program Sudoku Explainer.

use pyo3::prelude::*;
use pyo3::types::PyTuple;
use quadrille::sudoku::explainer;

use super::Sudoku;
use super::questions::proper;
use crate::error::value_error;

/// The ratings of a Sudoku on the scale of the program Sudoku Explainer.
///
/// Returned by `Sudoku.explainer_rating`. Its ``str`` has the form used in the forums: the three
/// ratings, separated by slashes. Ratings are ordered by ``er``, then by ``ep``, then by ``ed``.
///
/// Examples
/// --------
/// >>> s = q.Sudoku("005176000400000001000800309100000090503000807090000004207008000600000003000429700")
/// >>> rating = s.explainer_rating()
/// >>> print(rating)
/// 3.0/1.2/1.2
/// >>> rating
/// ExplainerRating(er=3.0, ep=1.2, ed=1.2)
#[pyclass(frozen, eq, ord, hash, module = "quadrille")]
#[derive(PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct ExplainerRating {
    /// The three ratings in tenths.
    tenths: [u16; 3],
}

impl ExplainerRating {
    fn of(rating: explainer::ExplainerRating) -> Self {
        let tenths = |rating: f64| (10.0 * rating).round() as u16;
        Self { tenths: [rating.er(), rating.ep(), rating.ed()].map(tenths) }
    }

    fn ratings(&self) -> [f64; 3] {
        self.tenths.map(|tenths| f64::from(tenths) / 10.0)
    }
}

#[pymethods]
impl ExplainerRating {
    /// The rating of the hardest step, known as ER; 0 if the grid is full.
    ///
    /// Examples
    /// --------
    /// >>> s = q.Sudoku("53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79")
    /// >>> s.explainer_rating().er
    /// 1.2
    #[getter]
    fn er(&self) -> f64 {
        self.ratings()[0]
    }

    /// The rating of the hardest step up to the first placed digit, known as EP; 0 if the grid is
    /// full.
    ///
    /// Examples
    /// --------
    /// >>> s = q.Sudoku("53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79")
    /// >>> s.explainer_rating().ep
    /// 1.2
    #[getter]
    fn ep(&self) -> f64 {
        self.ratings()[1]
    }

    /// The rating of the first step, known as ED; 0 if the grid is full.
    ///
    /// Examples
    /// --------
    /// >>> s = q.Sudoku("53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79")
    /// >>> s.explainer_rating().ed
    /// 1.2
    #[getter]
    fn ed(&self) -> f64 {
        self.ratings()[2]
    }

    fn __str__(&self) -> String {
        let [er, ep, ed] = self.ratings();
        format!("{er:.1}/{ep:.1}/{ed:.1}")
    }

    fn __repr__(&self) -> String {
        let [er, ep, ed] = self.ratings();
        format!("ExplainerRating(er={er:.1}, ep={ep:.1}, ed={ed:.1})")
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyTuple>> {
        let py = slf.py();
        let make = py.import("quadrille._quadrille")?.getattr("_explainer_rating")?;
        (make, PyTuple::new(py, slf.get().tenths)?).into_pyobject(py)
    }
}

/// Returns a rating that was pickled as tenths.
#[pyfunction]
pub(crate) fn _explainer_rating(er: u16, ep: u16, ed: u16) -> ExplainerRating {
    ExplainerRating { tenths: [er, ep, ed] }
}

#[pymethods]
impl Sudoku {
    /// Rates the puzzle as version 1.2.1 of the program Sudoku Explainer does.
    ///
    /// The rating depends on the order of cells and digits, so equivalent puzzles may differ by a
    /// few tenths. To give them the same rating, rate `Sudoku.canonical()`. A puzzle rated up to
    /// 7.0 takes a few milliseconds at most, and one up to 9.0 a few tenths of a second at most.
    /// The hardest puzzles known, 10.0 and more, take up to half a minute, and Ctrl-C is handled
    /// only at the end.
    ///
    /// Returns
    /// -------
    /// ExplainerRating
    ///     The ratings ER, EP and ED.
    ///
    /// Raises
    /// ------
    /// ValueError
    ///     If the puzzle does not have exactly one solution, or Sudoku Explainer cannot solve it.
    ///
    /// Examples
    /// --------
    /// >>> s = q.Sudoku("005176000400000001000800309100000090503000807090000004207008000600000003000429700")
    /// >>> s.explainer_rating()
    /// ExplainerRating(er=3.0, ep=1.2, ed=1.2)
    fn explainer_rating(&self, py: Python<'_>) -> PyResult<ExplainerRating> {
        proper(py, &self.puzzle, "rating")?;
        let rating = py.detach(|| explainer::ExplainerRating::of(&self.puzzle));
        rating.map(ExplainerRating::of).ok_or_else(|| {
            value_error(
                "Sudoku Explainer's techniques do not solve the puzzle, so it has no rating",
            )
        })
    }
}
