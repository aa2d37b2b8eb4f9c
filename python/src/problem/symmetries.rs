//! The symmetries of a problem, and its solutions up to isomorphism.

use pyo3::prelude::*;
use pyo3::types::{PyList, PyTuple};
use quadrille::ItemId;
use quadrille::symmetry::SymmetrySearch;

use super::Problem;
use super::labels::labelled;
use crate::covers::DistinctSolutions;
use crate::results;
use crate::run::run;

#[pymethods]
impl Problem {
    /// Finds the symmetries of the problem: the permutations of its items and options that map it
    /// to itself.
    ///
    /// A symmetry maps solutions to solutions and primary items to primary items, and preserves
    /// bounds and costs. Names do not matter.
    ///
    /// Returns
    /// -------
    /// Symmetries
    ///     ``order`` is the number of symmetries. All of them are products of ``generators``.
    ///
    /// Examples
    /// --------
    /// >>> p = q.Problem.from_sets({"A": {1, 2}, "B": {2, 3}, "C": {2}})
    /// >>> symmetries = p.symmetries()
    /// >>> symmetries.order
    /// 2
    /// >>> symmetries.item_orbits
    /// [[1, 3], [2]]
    /// >>> symmetries.option_orbits
    /// [['A', 'B'], ['C']]
    /// >>> symmetries.generators
    /// [[(1, 3)]]
    /// >>> q.queens(8).problem.symmetries().order
    /// 8
    fn symmetries<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let problem = self.problem(py)?;
        let labels = self.with_built(py, |built| Ok(built.labels.clone_ref(py)))?;
        let mut search = py.detach(|| SymmetrySearch::new(&problem));
        run(py, &mut search)?;
        let symmetries = search.symmetries();
        let state = self.state.lock(py)?;
        let names = |items: &[ItemId]| {
            let names = items.iter().map(|item| state.items.get(py, item.index()));
            names.collect::<PyResult<Vec<_>>>()
        };
        let item_orbits = symmetries.item_orbits();
        let item_orbits: Vec<Bound<'_, PyList>> = item_orbits
            .iter()
            .map(|orbit| PyList::new(py, names(orbit)?))
            .collect::<PyResult<_>>()?;
        let option_orbits = symmetries.option_orbits();
        let option_orbits: Vec<Bound<'_, PyList>> = option_orbits
            .iter()
            .map(|orbit| labelled(py, &labels, orbit))
            .collect::<PyResult<_>>()?;
        let cycles = |cycles: Vec<Vec<ItemId>>| {
            cycles.iter().map(|cycle| PyTuple::new(py, names(cycle)?)).collect::<PyResult<Vec<_>>>()
        };
        let generators = symmetries.generators().iter();
        let generators: Vec<_> =
            generators.map(|generator| cycles(generator.item_cycles())).collect::<PyResult<_>>()?;
        results::symmetries(py, (symmetries.order(), item_orbits, option_orbits, generators))
    }

    /// Iterates over the solutions up to isomorphism: one from each class of solutions that
    /// symmetries map to each other.
    ///
    /// Returns
    /// -------
    /// DistinctSolutions
    ///     An iterator over ``Distinct``: a ``solution``; ``orbit_size``, the number of solutions
    ///     in its class; and ``stabilizer_order``, the number of symmetries that map the solution
    ///     to itself. If there are few symmetries, the memory does not grow with the number of
    ///     classes.
    ///
    /// Examples
    /// --------
    /// >>> p = q.Problem.from_sets({"A": {1, 2}, "B": {2, 3}, "C": {1}, "D": {3}})
    /// >>> list(p.distinct())
    /// [Distinct(solution=['A', 'D'], orbit_size=2, stabilizer_order=1)]
    /// >>> [system.stabilizer_order for system in q.steiner(9).problem.distinct()]
    /// [432]
    fn distinct(&self, py: Python<'_>) -> PyResult<DistinctSolutions> {
        let problem = self.problem(py)?;
        let labels = self.with_built(py, |built| Ok(built.labels.clone_ref(py)))?;
        Ok(DistinctSolutions::new(py.detach(|| problem.distinct()), labels))
    }
}
