//! The methods of a problem that answer a question with one call.

use std::ops::ControlFlow;
use std::sync::Arc;

use num_bigint::{BigInt, BigUint};
use pyo3::exceptions::PyIndexError;
use pyo3::prelude::*;
use pyo3::types::PyList;
use quadrille::search::{Cube, Step};
use quadrille::solve::{Estimate, try_cut};
use quadrille::{
    AnyEngine, Count, Counter, Cover, Diagram, EngineChoice, Limits, OptionId, Uniqueness,
};

use super::Problem;
use super::labels::labelled;
use crate::arguments::whole;
use crate::counting;
use crate::diagrams::{diagram, draw_covers};
use crate::error::value_error;
use crate::results;
use crate::run::{run, thread_count};
use crate::units::Unit;
use crate::words::counted;

impl Problem {
    /// Returns the diagram of all covers. It is kept until an option is added.
    pub(crate) fn diagram(&self, py: Python<'_>) -> PyResult<Arc<Diagram>> {
        let (problem, known) =
            self.with_built(py, |built| Ok((Arc::clone(&built.problem), built.diagram.clone())))?;
        if let Some(known) = known {
            return Ok(known);
        }
        let made = Arc::new(diagram(py, &problem, &Cube::default())?);
        self.with_built(py, |built| {
            if Arc::ptr_eq(&built.problem, &problem) {
                built.diagram = Some(Arc::clone(&made));
            }
            Ok(())
        })?;
        Ok(made)
    }

    /// Returns the first cover that the search finds.
    pub(crate) fn first_cover(&self, py: Python<'_>) -> PyResult<Option<Vec<OptionId>>> {
        let (solver, _) = self.solver(py)?;
        let mut solutions = solver.into_solutions();
        let is_found = run(py, &mut solutions)? == Step::Cover;
        Ok(is_found.then(|| Cover::from(solutions.cover()).to_vec()))
    }
}

#[pymethods]
impl Problem {
    /// Returns the first solution that the search finds.
    ///
    /// Returns
    /// -------
    /// list or None
    ///     A solution, or ``None`` if there is none.
    ///
    /// Examples
    /// --------
    /// >>> q.Problem.from_sets({"A": {1, 2}, "B": {3}, "C": {2}}).first()
    /// ['A', 'B']
    /// >>> q.Problem.from_sets({"A": {1, 2}, "B": {2, 3}}).first() is None
    /// True
    fn first<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyList>>> {
        let cover = self.first_cover(py)?;
        let labels = self.with_built(py, |built| Ok(built.labels.clone_ref(py)))?;
        cover.map(|cover| labelled(py, &labels, &cover)).transpose()
    }

    /// Counts all solutions, without listing them if that is faster.
    ///
    /// Parameters
    /// ----------
    /// limit : int, optional
    ///     Stop at this number.
    /// threads : int, optional
    ///     The number of threads; 0 means one per processor.
    ///
    /// Returns
    /// -------
    /// int
    ///     The number of solutions, however large. If the limit was reached, it is an `AtLeast`.
    ///
    /// Examples
    /// --------
    /// >>> p = q.Problem(range(100))
    /// >>> for item in range(100):
    /// ...     _ = p.add([item]), p.add([item])
    /// >>> p.count()
    /// 1267650600228229401496703205376
    /// >>> p.count(limit=1000)
    /// AtLeast(1000)
    #[pyo3(signature = (limit = None, *, threads = 1))]
    pub(crate) fn count<'py>(
        &self,
        py: Python<'py>,
        #[pyo3(from_py_with = whole)] limit: Option<i64>,
        #[pyo3(from_py_with = whole)] threads: usize,
    ) -> PyResult<Bound<'py, PyAny>> {
        let problem = self.problem(py)?;
        let limit = counting::limit(limit)?;
        let mut counter = py.detach(|| {
            let counter = Counter::new(&problem).with_threads(thread_count(threads));
            match limit {
                Some(limit) => counter.limited(Limits::none().covers(limit)),
                None => counter,
            }
        });
        let count = counting::count(py, &mut counter)?;
        counting::to_python(py, count)
    }

    /// Tests whether there is no solution, one, or several.
    ///
    /// Returns
    /// -------
    /// Uniqueness
    ///     ``verdict`` is ``"none"``, ``"unique"`` or ``"several"``, and ``solutions`` lists at
    ///     most two solutions.
    ///
    /// Examples
    /// --------
    /// >>> q.Problem.from_sets({"A": {1, 2}, "B": {3}, "C": {2}}).uniqueness()
    /// Uniqueness(verdict='unique', solutions=[['A', 'B']])
    fn uniqueness<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let (solver, labels) = self.solver(py)?;
        let mut solutions = solver.into_solutions();
        let mut found = Vec::new();
        while found.len() < 2 && run(py, &mut solutions)? == Step::Cover {
            found.push(Cover::from(solutions.cover()));
        }
        let mut found = found.into_iter();
        let uniqueness = match (found.next(), found.next()) {
            (Some(one), Some(other)) => Uniqueness::Several(one, other),
            (Some(one), None) => Uniqueness::One(one),
            (None, _) => Uniqueness::None,
        };
        results::uniqueness(py, uniqueness, |cover| {
            labelled(py, &labels, &cover).map(Bound::into_any)
        })
    }

    /// Samples random solutions. All solutions are equally likely, and one may occur several times.
    ///
    /// Parameters
    /// ----------
    /// count : int, optional
    ///     The number of solutions.
    /// seed : int, optional
    ///     The same seed gives the same solutions.
    ///
    /// Returns
    /// -------
    /// list of list
    ///     The solutions. The list is empty if the problem has none.
    ///
    /// Raises
    /// ------
    /// ValueError
    ///     If items have bounds, or the problem is too large for the memo engine.
    /// MemoryError
    ///     If the diagram of all solutions is too large.
    ///
    /// Examples
    /// --------
    /// >>> p = q.Problem.from_sets({"A": {1, 2}, "B": {3}, "C": {1}, "D": {2, 3}})
    /// >>> p.sample(3, seed=1) == p.sample(3, seed=1)
    /// True
    #[pyo3(signature = (count = 1, *, seed = None))]
    fn sample<'py>(
        &self,
        py: Python<'py>,
        #[pyo3(from_py_with = whole)] count: usize,
        #[pyo3(from_py_with = whole)] seed: Option<u64>,
    ) -> PyResult<Vec<Bound<'py, PyList>>> {
        let diagram = self.diagram(py)?;
        let labels = self.with_built(py, |built| Ok(built.labels.clone_ref(py)))?;
        draw_covers(py, &diagram, count, seed, |cover| labelled(py, &labels, &cover))
    }

    /// Returns the solution at an index, without listing those before it.
    ///
    /// The order is that of the diagram of all solutions, not that of `solutions`.
    ///
    /// Parameters
    /// ----------
    /// index : int
    ///     The index, counted from 0.
    ///
    /// Raises
    /// ------
    /// IndexError
    ///     If no solution has this index.
    /// ValueError, MemoryError
    ///     As for `sample`.
    ///
    /// Examples
    /// --------
    /// >>> p = q.Problem(range(100))
    /// >>> for item in range(100):
    /// ...     _ = p.add([item]), p.add([item])
    /// >>> len(p.nth(10**20))
    /// 100
    /// >>> q.queens(6).problem.nth(4)
    /// Traceback (most recent call last):
    ///     ...
    /// IndexError: there is no solution 4: the problem has 4 solutions, numbered from 0
    fn nth<'py>(&self, py: Python<'py>, index: BigInt) -> PyResult<Bound<'py, PyList>> {
        let diagram = self.diagram(py)?;
        let labels = self.with_built(py, |built| Ok(built.labels.clone_ref(py)))?;
        let found = py.detach(|| {
            let counts = diagram.counts();
            let cover = index.to_biguint().and_then(|index| counts.nth(&index));
            cover.ok_or_else(|| counts.total())
        });
        match found {
            Ok(cover) => labelled(py, &labels, &cover),
            Err(total) => Err(PyIndexError::new_err(format!(
                "there is no solution {index}: the problem has {}, numbered from 0",
                counted(total, "solution")
            ))),
        }
    }

    /// Counts the solutions that contain each option.
    ///
    /// Returns
    /// -------
    /// numpy.ndarray or list of int
    ///     With NumPy, an array of ``uint64``, or of objects if a number needs more than 64 bits.
    ///     Without NumPy, a list.
    ///
    /// Raises
    /// ------
    /// ValueError, MemoryError
    ///     As for `sample`.
    ///
    /// Examples
    /// --------
    /// >>> p = q.Problem.from_sets({"A": {1, 2}, "B": {3}, "C": {1}, "D": {2}})
    /// >>> p.option_counts().tolist()
    /// [1, 2, 1, 1]
    fn option_counts<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let diagram = self.diagram(py)?;
        let counts = py.detach(|| diagram.option_counts());
        let small: Option<Vec<u8>> = counts
            .iter()
            .map(|count| count.to_u64().map(u64::to_le_bytes))
            .collect::<Option<Vec<_>>>()
            .map(|words| words.into_flattened());
        let arrays = py.import("quadrille._arrays")?;
        match small {
            Some(bytes) => {
                let bytes = pyo3::types::PyByteArray::new(py, &bytes);
                arrays.getattr("words")?.call1((bytes,))
            }
            None => {
                let counts: Vec<BigUint> = counts.iter().map(Count::to_big).collect();
                arrays.getattr("objects")?.call1((counts,))
            }
        }
    }

    /// Estimates the size of the search from random walks.
    ///
    /// Parameters
    /// ----------
    /// walks : int, optional
    ///     The number of walks from each node at which they start. The top of the tree, above these
    ///     nodes, is searched exactly.
    /// seed : int, optional
    ///     The same seed gives the same walks.
    ///
    /// Returns
    /// -------
    /// Estimate
    ///     ``nodes`` and ``solutions`` have a ``mean`` and an interval, ``low`` to ``high``. With
    ///     many walks, it contains the true number in about 99 of 100 cases, unless a rare branch
    ///     dominates the tree. If the whole tree was not searched, ``high`` is infinite with fewer
    ///     than two walks, or for numbers above about 1e140. That of ``solutions`` is then also
    ///     infinite if no walk found a solution.
    ///
    /// Examples
    /// --------
    /// >>> estimate = q.queens(9).problem.estimate(200, seed=1)
    /// >>> estimate.solutions.low < 352 < estimate.solutions.high
    /// True
    #[pyo3(signature = (walks = 100, *, seed = 0))]
    fn estimate<'py>(
        &self,
        py: Python<'py>,
        #[pyo3(from_py_with = whole)] walks: usize,
        #[pyo3(from_py_with = whole)] seed: u64,
    ) -> PyResult<Bound<'py, PyAny>> {
        let problem = self.problem(py)?;
        let mut engine = engine(py, &problem)?;
        let mut estimate = py.detach(|| Estimate::new(&mut engine, &Cube::default(), seed));
        for _ in 0..walks {
            if estimate.is_exact() {
                break;
            }
            // A step takes up to a few milliseconds.
            while !py.detach(|| (0..10).any(|_| estimate.step(&mut engine))) {
                py.check_signals()?;
            }
            py.check_signals()?;
        }
        results::estimate(py, &estimate)
    }

    /// Divides the search into units of about the same size, for other processes or machines.
    ///
    /// Each solution is in exactly one unit. On the same processor, the same version of the package
    /// always divides a problem into the same units.
    ///
    /// Parameters
    /// ----------
    /// units : int
    ///     The number of units. There are fewer if the search is too small.
    ///
    /// Returns
    /// -------
    /// list of Unit
    ///     The units, which can be pickled.
    ///
    /// Examples
    /// --------
    /// >>> units = q.queens(8).problem.split(10)
    /// >>> sum(unit.count() for unit in units)
    /// 92
    fn split(
        slf: &Bound<'_, Self>,
        #[pyo3(from_py_with = whole)] units: usize,
    ) -> PyResult<Vec<Unit>> {
        let py = slf.py();
        let problem = slf.get().problem(py)?;
        let mut engine = engine(py, &problem)?;
        let mut error = None;
        let made = py.detach(|| {
            try_cut(&mut engine, &Cube::default(), units, |_, _| {
                match Python::attach(|py| py.check_signals()) {
                    Ok(()) => ControlFlow::Continue(()),
                    Err(raised) => {
                        error = Some(raised);
                        ControlFlow::Break(())
                    }
                }
            })
        });
        match error {
            Some(error) => Err(error),
            None => Ok(made
                .unwrap_or_else(|made| made)
                .into_iter()
                .map(|unit| Unit::new(slf.clone().unbind(), problem.option_count(), unit))
                .collect()),
        }
    }

    /// Checks that options form a solution, without a search.
    ///
    /// Parameters
    /// ----------
    /// options : iterable of int
    ///     The numbers of the options.
    ///
    /// Raises
    /// ------
    /// ValueError
    ///     If the options do not form a solution. The message gives the reason.
    ///
    /// Examples
    /// --------
    /// >>> p = q.Problem.from_sets({"A": {1, 2}, "B": {3}, "C": {2}})
    /// >>> p.check([0, 1])
    /// >>> p.check([1])
    /// Traceback (most recent call last):
    ///     ...
    /// ValueError: primary item `1` is not covered
    fn check(&self, options: &Bound<'_, PyAny>) -> PyResult<()> {
        let py = options.py();
        let options = self::options(options)?;
        let checked = self.problem(py)?.check(&options);
        checked.map_err(|error| match self.with_names(py, &error.to_string()) {
            Ok(text) => value_error(text),
            Err(error) => error,
        })
    }
}

/// Reads options from an iterable of their numbers.
pub(crate) fn options(numbers: &Bound<'_, PyAny>) -> PyResult<Vec<OptionId>> {
    numbers.try_iter()?.map(|number| Ok(OptionId::new(whole(&number?)?))).collect()
}

fn engine(py: Python<'_>, problem: &quadrille::Problem) -> PyResult<AnyEngine> {
    py.detach(|| AnyEngine::new(problem, EngineChoice::Auto)).map_err(value_error)
}

impl Problem {
    /// Counts the covers of some disjoint cubes.
    pub(crate) fn count_cubes(&self, py: Python<'_>, cubes: &[Cube]) -> PyResult<BigUint> {
        let problem = self.problem(py)?;
        let mut counter = py.detach(|| Counter::new(&problem));
        let mut total = BigUint::ZERO;
        for cube in cubes {
            counter.start(cube).map_err(value_error)?;
            total += counting::count(py, &mut counter)?.to_big();
        }
        Ok(total)
    }
}
