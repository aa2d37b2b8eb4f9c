//! Puzzles as exact covers, with solutions that draw themselves.

use std::sync::Arc;

use pyo3::PyTraverseError;
use pyo3::exceptions::PyTypeError;
use pyo3::gc::PyVisit;
use pyo3::prelude::*;
use quadrille::puzzle::{self, Drawn};
use quadrille::search::Cube;
use quadrille::{Cover, OptionId};

use crate::arguments::whole;
use crate::covers::NO_LEN;
use crate::diagrams::draw_covers;
use crate::error::value_error;
use crate::lazy::{CoverSearch, Lazy};
use crate::problem::cheapest::Question;
use crate::problem::{Problem, questions};
use crate::run::Lock;
use crate::words::counted;

/// The interface of the library's puzzles, without the type of their solutions.
pub(crate) trait Solvable: Send + Sync {
    fn problem(&self) -> &quadrille::Problem;
    /// Returns a solution as text, and as SVG if there is a picture.
    fn draw(&self, cover: &[OptionId]) -> (String, Option<String>);
}

/// A puzzle with solutions as text.
pub(crate) struct Plain<P>(pub(crate) P);

impl<P: puzzle::Puzzle + Send + Sync> Solvable for Plain<P> {
    fn problem(&self) -> &quadrille::Problem {
        self.0.problem()
    }

    fn draw(&self, cover: &[OptionId]) -> (String, Option<String>) {
        (self.0.decode(cover).to_string(), None)
    }
}

/// A puzzle with solutions as pictures. Their text is that of the picture if `is_board` is true,
/// and otherwise that of the solution.
pub(crate) struct Pictured<P> {
    pub(crate) puzzle: P,
    pub(crate) is_board: bool,
}

impl<P: puzzle::Puzzle<Solution: Drawn> + Send + Sync> Solvable for Pictured<P> {
    fn problem(&self) -> &quadrille::Problem {
        self.puzzle.problem()
    }

    fn draw(&self, cover: &[OptionId]) -> (String, Option<String>) {
        let solution = self.puzzle.decode(cover);
        let picture = solution.picture();
        let text = if self.is_board { picture.to_string() } else { solution.to_string() };
        (text, Some(picture.svg()))
    }
}

/// A puzzle as an exact-cover problem, with solutions that draw themselves.
///
/// Returned by `polyomino`, `queens` and the other encoders.
///
/// Examples
/// --------
/// >>> puzzle = q.queens(8)
/// >>> puzzle
/// <quadrille.Puzzle: queens, <quadrille.Problem: 16 primary items, 30 secondary items, 64 options>>
/// >>> puzzle.count()
/// 92
#[pyclass(frozen, module = "quadrille", weakref)]
pub(crate) struct Puzzle {
    name: &'static str,
    puzzle: Arc<dyn Solvable>,
    problem: Py<Problem>,
}

impl Puzzle {
    pub(crate) fn new(
        py: Python<'_>,
        name: &'static str,
        puzzle: impl Solvable + 'static,
    ) -> PyResult<Self> {
        let problem = Py::new(py, Problem::of(py, puzzle.problem().clone())?)?;
        Ok(Self { name, puzzle: Arc::new(puzzle), problem })
    }

    fn drawing(&self, cover: &[OptionId]) -> PyResult<Drawing> {
        draw(&*self.puzzle, cover)
    }
}

/// Draws a solution. Fails if it has an option that was added to the problem of the puzzle.
fn draw(puzzle: &dyn Solvable, cover: &[OptionId]) -> PyResult<Drawing> {
    let known = puzzle.problem().option_count();
    if let Some(added) = cover.iter().find(|option| option.index() >= known) {
        return Err(value_error(format_args!(
            "option {} was added to the problem, and the puzzle cannot draw it: take the solutions \
             of `problem`",
            added.get()
        )));
    }
    let (text, svg) = puzzle.draw(cover);
    Ok(Drawing { text, svg, options: cover.iter().map(|option| option.get()).collect() })
}

#[pymethods]
impl Puzzle {
    /// The exact-cover problem. Its solutions are lists of numbers of options.
    ///
    /// Examples
    /// --------
    /// >>> q.queens(4).problem.option_count
    /// 16
    #[getter]
    fn problem(&self, py: Python<'_>) -> Py<Problem> {
        self.problem.clone_ref(py)
    }

    /// Iterates over all solutions, lazily.
    ///
    /// Parameters
    /// ----------
    /// threads : int, optional
    ///     The number of threads; 0 means one per processor. With several threads, the
    ///     solutions are in any order, unless `ordered` is true.
    /// ordered : bool, optional
    ///     If true, the order of the solutions is the same with any number of threads, but a long
    ///     search may be slower.
    ///
    /// Returns
    /// -------
    /// Drawings
    ///     An iterator over drawings.
    ///
    /// Examples
    /// --------
    /// >>> len(list(q.polyomino("pentominoes", "3x20").solutions()))
    /// 8
    #[pyo3(signature = (*, threads = 1, ordered = false))]
    fn solutions(
        &self,
        py: Python<'_>,
        #[pyo3(from_py_with = whole)] threads: usize,
        ordered: bool,
    ) -> PyResult<Drawings> {
        let (lazy, _) = self.problem.get().covers(py, vec![Cube::default()], threads, ordered)?;
        Ok(Drawings { lazy: Lock::new(lazy), puzzle: Arc::clone(&self.puzzle) })
    }

    fn __iter__(&self, py: Python<'_>) -> PyResult<Drawings> {
        self.solutions(py, 1, false)
    }

    /// Returns the first solution that the search finds, or ``None`` if there is none.
    ///
    /// Examples
    /// --------
    /// >>> print(q.queens(4).first())
    /// +---+---+---+---+
    /// |   |   | Q |   |
    /// +---+---+---+---+
    /// | Q |   |   |   |
    /// +---+---+---+---+
    /// |   |   |   | Q |
    /// +---+---+---+---+
    /// |   | Q |   |   |
    /// +---+---+---+---+
    fn first(&self, py: Python<'_>) -> PyResult<Option<Drawing>> {
        let cover = self.problem.get().first_cover(py)?;
        cover.map(|cover| self.drawing(&cover)).transpose()
    }

    /// Counts all solutions, as `Problem.count` does.
    ///
    /// Parameters
    /// ----------
    /// limit : int, optional
    ///     Stop at this number.
    /// threads : int, optional
    ///     The number of threads; 0 means one per processor.
    ///
    /// Examples
    /// --------
    /// >>> q.polyomino("dominoes", "12x12").count()
    /// 53060477521960000
    #[pyo3(signature = (limit = None, *, threads = 1))]
    fn count<'py>(
        &self,
        py: Python<'py>,
        #[pyo3(from_py_with = whole)] limit: Option<i64>,
        #[pyo3(from_py_with = whole)] threads: usize,
    ) -> PyResult<Bound<'py, PyAny>> {
        self.problem.get().count(py, limit, threads)
    }

    /// Returns the solutions with the lowest costs, or with the highest, as `Problem.best` does.
    ///
    /// Parameters
    /// ----------
    /// count : int, optional
    ///     The number of solutions.
    /// dearest : bool, optional
    ///     If true, look for the highest costs.
    /// time : float, optional
    ///     Stop after this many seconds, with the best solutions found so far.
    /// gap : float, optional
    ///     Stop when the gap is at most this fraction, as in `Problem.best`.
    ///
    /// Examples
    /// --------
    /// >>> [(drawing, cost)] = q.queens(4).best()
    /// >>> cost
    /// 0
    #[pyo3(signature = (count = 1, *, dearest = false, time = None, gap = None))]
    fn best<'py>(
        &self,
        py: Python<'py>,
        #[pyo3(from_py_with = whole)] count: usize,
        dearest: bool,
        time: Option<f64>,
        gap: Option<f64>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let question = Question::new(count, dearest, time, gap)?;
        let answer = self.problem.get().cheapest(py, question)?;
        let drawing = |(cover, cost): &(Cover, i64)| {
            Ok((self.drawing(cover)?.into_pyobject(py)?.into_any(), *cost))
        };
        let drawings = answer.covers.iter().map(drawing).collect::<PyResult<_>>()?;
        answer.with_solutions(drawings, py)
    }

    /// Samples random solutions, as `Problem.sample` does.
    ///
    /// Parameters
    /// ----------
    /// count : int, optional
    ///     The number of solutions.
    /// seed : int, optional
    ///     The same seed gives the same solutions.
    ///
    /// Examples
    /// --------
    /// >>> len(q.queens(8).sample(3, seed=1))
    /// 3
    #[pyo3(signature = (count = 1, *, seed = None))]
    fn sample(
        &self,
        py: Python<'_>,
        #[pyo3(from_py_with = whole)] count: usize,
        #[pyo3(from_py_with = whole)] seed: Option<u64>,
    ) -> PyResult<Vec<Drawing>> {
        let diagram = self.problem.get().diagram(py)?;
        draw_covers(py, &diagram, count, seed, |cover| self.drawing(&cover))
    }

    /// Draws a solution of `problem`, such as one of `Problem.distinct`.
    ///
    /// Parameters
    /// ----------
    /// options : iterable of int
    ///     The numbers of the options of the solution.
    ///
    /// Raises
    /// ------
    /// ValueError
    ///     If the options do not form a solution, or one of them was added to `problem`.
    ///
    /// Examples
    /// --------
    /// >>> puzzle = q.langford(3)
    /// >>> print(puzzle.draw(puzzle.problem.first()))
    /// 3 1 2 1 3 2
    /// >>> [puzzle.draw(one.solution) for one in puzzle.problem.distinct()]
    /// [<quadrille.Drawing: 3 1 2 1 3 2>]
    fn draw(&self, options: &Bound<'_, PyAny>) -> PyResult<Drawing> {
        let mut cover = questions::options(options)?;
        let problem = self.problem.get().problem(options.py())?;
        problem.check(&cover).map_err(value_error)?;
        cover.sort_unstable();
        self.drawing(&cover)
    }

    fn __bool__(&self) -> bool {
        true
    }

    fn __len__(&self) -> PyResult<usize> {
        Err(PyTypeError::new_err(NO_LEN))
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        Ok(format!("<quadrille.Puzzle: {}, {}>", self.name, self.problem.bind(py).repr()?))
    }

    fn __traverse__(&self, visit: PyVisit<'_>) -> Result<(), PyTraverseError> {
        visit.call(&self.problem)
    }
}

/// An iterator over the solutions of a puzzle, found and drawn on demand.
///
/// Examples
/// --------
/// >>> next(q.langford(3).solutions())
/// <quadrille.Drawing: 3 1 2 1 3 2>
#[pyclass(frozen, module = "quadrille", weakref)]
pub(crate) struct Drawings {
    lazy: Lock<Lazy<CoverSearch>>,
    puzzle: Arc<dyn Solvable>,
}

#[pymethods]
impl Drawings {
    fn __iter__(slf: PyRef<'_, Self>) -> PyRef<'_, Self> {
        slf
    }

    fn __next__(&self, py: Python<'_>) -> PyResult<Option<Drawing>> {
        let mut lazy = self.lazy.lock(py)?;
        lazy.next(py)?.map(|(covers, at)| draw(&*self.puzzle, covers.get(at))).transpose()
    }

    fn __bool__(&self) -> bool {
        true
    }

    fn __len__(&self) -> PyResult<usize> {
        Err(PyTypeError::new_err(NO_LEN))
    }

    fn __repr__(&self) -> &'static str {
        "<quadrille.Drawings: an iterator>"
    }
}

/// A solution of a puzzle. Its ``str`` is a drawing as text. A notebook shows its picture if it has
/// one.
///
/// Examples
/// --------
/// >>> drawing = q.langford(3).first()
/// >>> len(drawing.options), drawing.svg is None
/// (3, True)
/// >>> q.queens(4).first().svg[:4]
/// '<svg'
#[pyclass(frozen, eq, hash, get_all, module = "quadrille")]
#[derive(PartialEq, Eq, Hash)]
pub(crate) struct Drawing {
    /// The drawing as text.
    text: String,
    /// The picture as SVG, or ``None`` if the puzzle has no picture.
    svg: Option<String>,
    /// The numbers of the options of the solution.
    options: Vec<u32>,
}

#[pymethods]
impl Drawing {
    fn __str__(&self) -> &str {
        &self.text
    }

    fn __repr__(&self) -> String {
        match self.text.contains('\n') {
            true => format!("<quadrille.Drawing: {}>", counted(self.options.len(), "option")),
            false => format!("<quadrille.Drawing: {}>", self.text),
        }
    }

    fn _repr_svg_(&self) -> Option<&str> {
        self.svg.as_deref()
    }
}
