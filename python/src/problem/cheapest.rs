//! The solutions with the lowest or the highest costs.

use std::ops::ControlFlow;
use std::time::{Duration, Instant};

use pyo3::prelude::*;
use quadrille::search::{SLICE, Step};
use quadrille::{Cheapest, Cover};

use super::Problem;
use super::labels::labelled;
use crate::arguments::whole;
use crate::error::value_error;
use crate::results;
use crate::run::in_slices;

/// The arguments of `best`.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Question {
    count: usize,
    is_dearest: bool,
    time: Option<Duration>,
    gap: Option<f64>,
}

impl Question {
    pub(crate) fn new(
        count: usize,
        is_dearest: bool,
        time: Option<f64>,
        gap: Option<f64>,
    ) -> PyResult<Self> {
        let seconds = |time: f64| {
            Duration::try_from_secs_f64(time).map_err(|_| {
                value_error(format_args!("the time {time}: write a number of seconds, 0 or more"))
            })
        };
        if let Some(gap) = gap.filter(|gap| gap.is_nan() || *gap < 0.0) {
            return Err(value_error(format_args!(
                "the gap {gap}: write a fraction, 0 or more, such as 0.01 for a hundredth"
            )));
        }
        Ok(Self { count, is_dearest, time: time.map(seconds).transpose()?, gap })
    }

    /// True if the search may stop with the covers found so far.
    fn is_answered(&self, cheapest: &Cheapest, begun: Instant) -> bool {
        self.time.is_some_and(|time| begun.elapsed() >= time)
            || self.gap.zip(cheapest.gap()).is_some_and(|(most, gap)| gap <= most)
    }
}

/// The best covers found, best first, and the proved bound.
#[derive(Debug)]
pub(crate) struct Answer {
    pub(crate) covers: Vec<(Cover, i64)>,
    /// `None` if the search was completed without finding a cover.
    bound: Option<i64>,
    gap: Option<f64>,
    /// True if it is proved that no other covers are better.
    is_proved: bool,
}

impl Answer {
    /// Returns this answer as a `Best`, with these solutions instead of the covers.
    pub(crate) fn with_solutions<'py>(
        &self,
        solutions: Vec<(Bound<'py, PyAny>, i64)>,
        py: Python<'py>,
    ) -> PyResult<Bound<'py, PyAny>> {
        results::best(py, solutions, self.bound, self.gap, self.is_proved)
    }
}

impl Problem {
    /// Searches for the best covers until the question is answered.
    pub(crate) fn cheapest(&self, py: Python<'_>, question: Question) -> PyResult<Answer> {
        let begun = Instant::now();
        let problem = self.problem(py)?;
        let mut cheapest = py.detach(|| match question.is_dearest {
            true => Cheapest::dearest(&problem, question.count),
            false => Cheapest::new(&problem, question.count),
        });
        in_slices(py, |nodes| {
            let mut left = nodes;
            while left > 0 {
                let nodes = left.min(SLICE);
                left -= nodes;
                if cheapest.advance(nodes) == Step::Exhausted
                    || question.is_answered(&cheapest, begun)
                {
                    return ControlFlow::Break(());
                }
            }
            ControlFlow::Continue(())
        })?;
        let (gap, is_exhausted) = (cheapest.gap(), cheapest.is_exhausted());
        let bound = (!is_exhausted || gap.is_some()).then(|| cheapest.bound());
        let covers = cheapest.into_covers();
        // Covers whose cost equals the bound are the best, even if the search has not ended.
        let at_bound =
            covers.len() == question.count && covers.iter().all(|&(_, cost)| Some(cost) == bound);
        Ok(Answer { covers, bound, gap, is_proved: is_exhausted || at_bound })
    }
}

#[pymethods]
impl Problem {
    /// Returns the solutions with the lowest costs, or with the highest costs.
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
    ///     Stop when the gap is at most this fraction. The gap is the distance from the best cost
    ///     found to the proved bound, divided by the absolute value of that cost. A gap of 0.01 is
    ///     one percent.
    ///
    /// Returns
    /// -------
    /// Best
    ///     A list of the solutions with their costs, best first. Unless the search was stopped, the
    ///     list has all solutions if there are fewer than ``count``. Its attributes ``is_proved``,
    ///     ``bound`` and ``gap`` show how good the solutions of a stopped search are.
    ///
    /// Raises
    /// ------
    /// ValueError
    ///     If the time or the gap is negative or NaN, or the time is too large.
    ///
    /// Examples
    /// --------
    /// >>> p = q.Problem(["there", "back"])
    /// >>> p.add(["there"], value="bus", cost=20), p.add(["back"], value="train", cost=25)
    /// (0, 1)
    /// >>> p.add(["there", "back"], value="car", cost=40)
    /// 2
    /// >>> p.best(2)
    /// [(['car'], 40), (['bus', 'train'], 45)]
    /// >>> p.best(dearest=True)
    /// [(['bus', 'train'], 45)]
    /// >>> best = p.best(time=1, gap=0.01)
    /// >>> best.is_proved, best.bound, best.gap
    /// (True, 40, 0.0)
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
        let answer = self.cheapest(py, question)?;
        let labels = self.with_built(py, |built| Ok(built.labels.clone_ref(py)))?;
        let solution =
            |(cover, cost): &(Cover, i64)| Ok((labelled(py, &labels, cover)?.into_any(), *cost));
        let solutions = answer.covers.iter().map(solution).collect::<PyResult<_>>()?;
        answer.with_solutions(solutions, py)
    }
}
