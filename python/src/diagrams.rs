//! The diagram of all solutions, and the random numbers for samples.

use std::hash::{BuildHasher, RandomState};
use std::time::Instant;

use pyo3::exceptions::PyMemoryError;
use pyo3::prelude::*;
use quadrille::engine::memo::Memo;
use quadrille::search::{Cube, Pace};
use quadrille::{Cover, Diagram, Problem};

use crate::error::value_error;
use crate::run::run;

/// Builds the diagram of the covers of a cube.
///
/// # Errors
/// `ValueError` if an item has bounds, the problem is too large for the memo engine, or it lacks an
/// option of the cube. `MemoryError` if the diagram takes too much memory. The exception of a
/// signal handler.
pub(crate) fn diagram(py: Python<'_>, problem: &Problem, cube: &Cube) -> PyResult<Diagram> {
    let unsupported = |error| {
        value_error(format_args!(
            "this needs the memo engine, which builds a diagram of all solutions: {error}"
        ))
    };
    let memo = py.detach(|| Memo::new(problem)).map_err(unsupported)?;
    let mut search = memo.diagram_search(cube).map_err(value_error)?;
    run(py, &mut search)?;
    py.detach(|| search.finish()).map_err(|error| PyMemoryError::new_err(error.to_string()))
}

/// Draws `count` samples, or none if `sample` returns `None`, and converts them. Handles signals
/// between slices. The memory grows with the samples drawn, since `count` may be any number.
pub(crate) fn draw<T: Send, R>(
    py: Python<'_>,
    count: usize,
    mut sample: impl FnMut() -> Option<T> + Send,
    convert: impl Fn(T) -> PyResult<R>,
) -> PyResult<Vec<R>> {
    let mut drawn = Vec::new();
    let mut pace: Pace = Pace::begin();
    while drawn.len() < count {
        let begun = Instant::now();
        let most = pace.nodes().min((count - drawn.len()) as u64);
        let samples: Vec<T> = py.detach(|| (0..most).map_while(|_| sample()).collect());
        if samples.is_empty() {
            break;
        }
        for sample in samples {
            drawn.push(convert(sample)?);
        }
        // Converting a sample may take longer than drawing it.
        pace.adapt(begun.elapsed());
        py.check_signals()?;
    }
    Ok(drawn)
}

/// Draws covers of a diagram, all equally likely, and converts them.
pub(crate) fn draw_covers<R>(
    py: Python<'_>,
    diagram: &Diagram,
    count: usize,
    seed: Option<u64>,
    convert: impl Fn(Cover) -> PyResult<R>,
) -> PyResult<Vec<R>> {
    let mut random = Random::new(seed);
    let counts = py.detach(|| diagram.counts());
    draw(py, count, || counts.sample(|| random.next()), convert)
}

/// A generator of random numbers: SplitMix64 (Steele, Lea and Flood, 2014).
#[derive(Debug)]
pub(crate) struct Random(u64);

impl Random {
    /// Returns the generator for a seed, or for a random seed if none is given.
    pub(crate) fn new(seed: Option<u64>) -> Self {
        Self(seed.unwrap_or_else(|| RandomState::new().hash_one(0)))
    }

    pub(crate) fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let z = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }
}
