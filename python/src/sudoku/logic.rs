//! Sudokus solved by logic, and their ratings.

use std::sync::Arc;

use num_bigint::{BigInt, Sign};
use pyo3::IntoPyObjectExt;
use pyo3::exceptions::PyIndexError;
use pyo3::prelude::*;
use pyo3::types::slice::PySliceIndices;
use pyo3::types::{PySlice, PyTuple};
use quadrille::puzzle::Drawn;
use quadrille::sudoku::Puzzle;
use quadrille::sudoku::logic::{
    self, Candidate, Deduction, Level, Outcome, Position, Settings, Technique,
};

use crate::error::value_error;
use crate::words::counted;

/// A candidate as row, column and digit, each counted from 1.
type Place = (usize, usize, u8);

fn place(candidate: &Candidate) -> Place {
    (candidate.cell.row() + 1, candidate.cell.column() + 1, candidate.digit.get())
}

fn name(outcome: Outcome) -> &'static str {
    match outcome {
        Outcome::Solved => "solved",
        Outcome::Stopped => "stopped",
        Outcome::Contradiction(_) => "contradiction",
    }
}

/// A step of an explanation. Its ``str`` is a sentence. A notebook shows the step as a picture.
///
/// Examples
/// --------
/// >>> s = q.Sudoku("005176000400000001000800309100000090503000807090000004207008000600000003000429700")
/// >>> step = s.explain()[0]
/// >>> step
/// <quadrille.Step: Naked single: r3c1 can only be 7, the last candidate left there.>
#[pyclass(frozen, module = "quadrille")]
pub(crate) struct Step {
    deduction: Deduction,
    before: Arc<Position>,
}

#[pymethods]
impl Step {
    /// The name of the technique.
    ///
    /// Examples
    /// --------
    /// >>> q.Sudoku("12345678" + 73 * ".").explain()[0].technique
    /// 'naked single'
    #[getter]
    fn technique(&self) -> &'static str {
        self.deduction.technique.name()
    }

    /// The digit that is placed, as ``(row, column, digit)`` counted from 1, or ``None``.
    ///
    /// Examples
    /// --------
    /// >>> q.Sudoku("12345678" + 73 * ".").explain()[0].placed
    /// (1, 9, 9)
    #[getter]
    fn placed(&self) -> Option<Place> {
        self.deduction.placed.as_ref().map(place)
    }

    /// The candidates that are removed, each as ``(row, column, digit)``.
    ///
    /// Examples
    /// --------
    /// >>> q.Sudoku("12345678" + 73 * ".").explain()[0].removed
    /// []
    #[getter]
    fn removed(&self) -> Vec<Place> {
        self.deduction.removed.iter().map(place).collect()
    }

    /// Draws the position before the step as text, with its candidates.
    ///
    /// Examples
    /// --------
    /// >>> print(q.Sudoku("12345678" + 73 * ".").explain()[0].drawing()[:10])
    /// +---------
    fn drawing(&self) -> String {
        self.deduction.picture(&self.before).to_string()
    }

    fn __str__(&self) -> String {
        self.deduction.to_string()
    }

    fn __repr__(&self) -> String {
        format!("<quadrille.Step: {}>", self.deduction)
    }

    fn __eq__(&self, other: &Self) -> bool {
        self.deduction == other.deduction
    }

    fn _repr_svg_(&self) -> String {
        self.deduction.picture(&self.before).svg()
    }
}

/// A sequence of the steps of logic for a Sudoku. Returned by `Sudoku.explain`. Its slices are
/// lists.
///
/// Examples
/// --------
/// >>> explanation = q.Sudoku("12345678" + 73 * ".").explain()
/// >>> len(explanation), explanation.outcome, explanation.cells[:9]
/// (1, 'stopped', '123456789')
/// >>> print(explanation)
/// Naked single: r1c9 can only be 9, the last candidate left there.
/// Stopped: no technique applies.
#[pyclass(frozen, sequence, module = "quadrille")]
pub(crate) struct Explanation {
    steps: Vec<(Deduction, Arc<Position>)>,
    outcome: Outcome,
    last: Position,
}

impl Explanation {
    /// Explains a puzzle. Signals are handled between the steps.
    pub(super) fn of(py: Python<'_>, puzzle: &Puzzle, settings: Settings) -> PyResult<Self> {
        let mut explanation = py.detach(|| logic::Explanation::of(puzzle, settings));
        let mut steps = Vec::new();
        loop {
            let before = Arc::new(explanation.position().clone());
            let Some(step) = py.detach(|| explanation.next()) else { break };
            steps.push((step, before));
            py.check_signals()?;
        }
        let outcome = explanation.outcome().unwrap_or(Outcome::Stopped);
        Ok(Self { steps, outcome, last: explanation.position().clone() })
    }

    fn end(&self) -> String {
        match self.outcome {
            Outcome::Solved => "Solved.".to_owned(),
            Outcome::Stopped => "Stopped: no technique applies.".to_owned(),
            Outcome::Contradiction(why) => format!("No solution: {why}."),
        }
    }
}

#[pymethods]
impl Explanation {
    /// The outcome: ``"solved"``, ``"stopped"`` if no technique applies, or ``"contradiction"``.
    ///
    /// Examples
    /// --------
    /// >>> q.Sudoku("12345678." + 71 * "." + "9").explain().outcome
    /// 'contradiction'
    #[getter]
    fn outcome(&self) -> &'static str {
        name(self.outcome)
    }

    /// The 81 cells after the last step.
    ///
    /// Examples
    /// --------
    /// >>> q.Sudoku(81 * ".").explain().cells == 81 * "."
    /// True
    #[getter]
    fn cells(&self) -> &str {
        self.last.grid().as_str()
    }

    fn __len__(&self) -> usize {
        self.steps.len()
    }

    fn __getitem__<'py>(&self, index: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        let py = index.py();
        let step = |at: usize| {
            let (deduction, before) = self.steps.get(at)?;
            Some(Step { deduction: deduction.clone(), before: Arc::clone(before) })
        };
        if let Ok(slice) = index.cast::<PySlice>() {
            let PySliceIndices { start, step: by, slicelength, .. } =
                slice.indices(self.steps.len() as isize)?;
            let steps = (0..slicelength as isize).filter_map(|at| step((start + at * by) as usize));
            return steps.collect::<Vec<_>>().into_bound_py_any(py);
        }
        let index: BigInt = index.extract()?;
        let from_end = if index.sign() == Sign::Minus { self.steps.len() } else { 0 };
        let step = usize::try_from(&index + from_end).ok().and_then(step).ok_or_else(|| {
            PyIndexError::new_err(format!(
                "there is no step {index}: the explanation has {}, numbered from 0",
                counted(self.steps.len(), "step")
            ))
        })?;
        step.into_bound_py_any(py)
    }

    fn __str__(&self) -> String {
        let steps = self.steps.iter().map(|(step, _)| format!("{step}\n"));
        steps.chain([self.end()]).collect()
    }

    fn __repr__(&self) -> String {
        format!(
            "<quadrille.Explanation: {}, {}>",
            counted(self.steps.len(), "step"),
            name(self.outcome)
        )
    }

    fn _repr_svg_(&self) -> String {
        let mut picture = self.last.picture();
        picture.caption(format!("{}. {}", counted(self.steps.len(), "step"), self.end()));
        picture.svg()
    }
}

/// The difficulty of a Sudoku, as returned by `Sudoku.rate`.
///
/// Examples
/// --------
/// >>> s = q.Sudoku("208046090000100683109803004002300108480520000301000206600400879050078010010009060")
/// >>> rating = s.rate()
/// >>> rating.level, rating.score, rating.hardest, rating.steps
/// ('easy', 172, 'naked single', {'naked single': 43})
#[pyclass(frozen, eq, hash, module = "quadrille")]
#[derive(PartialEq, Eq, Hash)]
pub(crate) struct Rating {
    /// The level: ``'easy'``, ``'medium'``, ``'hard'``, ``'expert'``, ``'extreme'`` if the puzzle
    /// needs forcing chains, or ``'beyond logic'``.
    #[pyo3(get)]
    level: &'static str,
    /// The sum of the weights of all steps.
    #[pyo3(get)]
    score: u32,
    /// The hardest technique, or ``None`` if there was no step.
    #[pyo3(get)]
    hardest: Option<&'static str>,
    steps: Vec<(&'static str, u32)>,
}

impl Rating {
    /// Rates a puzzle. Signals are handled between the steps.
    pub(super) fn of(py: Python<'_>, puzzle: &Puzzle, settings: Settings) -> PyResult<Self> {
        let mut explanation = py.detach(|| match &puzzle.candidates {
            None => logic::Explanation::as_rated(&puzzle.grid, settings),
            Some(_) => logic::Explanation::of(puzzle, settings),
        });
        while py.detach(|| explanation.next()).is_some() {
            py.check_signals()?;
        }
        let rating = logic::Rating::of_explanation(explanation);
        let used = Technique::ALL.into_iter().filter(|&technique| rating.steps(technique) > 0);
        Ok(Self {
            level: rating.level().name(),
            score: rating.score(),
            hardest: rating.hardest().map(Technique::name),
            steps: used.map(|used| (used.name(), rating.steps(used))).collect(),
        })
    }
}

#[pymethods]
impl Rating {
    /// The number of steps of each technique that was used, as a dict.
    #[getter]
    fn steps<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, pyo3::types::PyDict>> {
        let dict = pyo3::types::PyDict::new(py);
        for (technique, count) in &self.steps {
            dict.set_item(technique, count)?;
        }
        Ok(dict)
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        let hardest = self.hardest.into_pyobject(py)?.repr()?;
        Ok(format!("Rating(level='{}', score={}, hardest={hardest})", self.level, self.score))
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyTuple>> {
        let (py, rating) = (slf.py(), slf.get());
        let fields = (rating.level, rating.score, rating.steps.clone());
        (py.import("quadrille._quadrille")?.getattr("_rating")?, fields).into_pyobject(py)
    }
}

/// Returns a rating that was pickled. The techniques in `steps` are in order of difficulty, so the
/// last is the hardest.
#[pyfunction]
pub(crate) fn _rating(level: &str, score: u32, steps: Vec<(String, u32)>) -> PyResult<Rating> {
    let level: Level = level.parse().map_err(value_error)?;
    let named = |(name, count): (String, u32)| {
        let technique = Technique::ALL.into_iter().find(|technique| technique.name() == name);
        let unknown = || value_error(format_args!("there is no technique `{name}`"));
        Ok((technique.ok_or_else(unknown)?.name(), count))
    };
    let steps: Vec<_> = steps.into_iter().map(named).collect::<PyResult<_>>()?;
    Ok(Rating { level: level.name(), score, hardest: steps.last().map(|step| step.0), steps })
}
