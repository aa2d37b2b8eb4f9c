//! Divides a search into units of about the same size.

use std::ops::ControlFlow;

use super::estimate::enter;
use super::{Estimate, Guess};
use crate::search::{Cube, Engine};

/// A set of cubes that are searched together.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Unit {
    /// The cubes. They have no cover in common, neither with each other nor with those of other
    /// units.
    pub cubes: Vec<Cube>,
    /// The estimated number of nodes of their search trees together.
    pub nodes: f64,
}

/// The number of cubes per unit. A unit of several cubes averages out the errors of their
/// estimates.
const CUBES: usize = 4;
/// The number of random walks that estimate each cube.
const WALKS: u64 = 4;

/// Divides a search into this many units. Each cover is in exactly one unit, and the units have
/// about the same number of nodes. There are fewer units if the search tree is too small, and none
/// if a small search tree has no cover.
///
/// The cube with the largest estimate is replaced by its children, until there are four times as
/// many cubes as units. Then each cube, the largest first, is assigned to the smallest unit (Graham
/// 1969).
///
/// `report` is called with the number of cubes so far and the number wanted. The same problem,
/// engine and version give the same units.
///
/// ```
/// use quadrille::engine::links::Links;
/// use quadrille::search::{Engine, Cube};
/// use quadrille::puzzle::{Puzzle, queens::Queens};
///
/// let mut engine = Links::new(Queens::new(8)?.problem());
/// let units = quadrille::solve::cut(&mut engine, &Cube::default(), 10, |_, _| ());
/// assert_eq!(units.len(), 10);
/// let mut total = 0;
/// for cube in units.iter().flat_map(|unit| &unit.cubes) {
///     engine.start(cube)?;
///     total += engine.skip(u64::MAX, u64::MAX).0;
/// }
/// assert_eq!(total, 92);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Panics
/// If the problem lacks an option of the cube.
pub fn cut(
    engine: &mut impl Engine,
    cube: &Cube,
    units: usize,
    mut report: impl FnMut(usize, usize),
) -> Vec<Unit> {
    let go_on = |cubes, wanted| {
        report(cubes, wanted);
        ControlFlow::Continue(())
    };
    try_cut(engine, cube, units, go_on).unwrap_or_default()
}

/// Divides a search into units as [`cut()`] does, unless `report` breaks: then the result is
/// `None`. So a caller can end it between two nodes.
///
/// ```
/// use std::ops::ControlFlow;
/// use quadrille::engine::links::Links;
/// use quadrille::search::Cube;
/// use quadrille::puzzle::{Puzzle, queens::Queens};
/// use quadrille::solve::{cut, try_cut};
///
/// let mut engine = Links::new(Queens::new(8)?.problem());
/// let whole = Cube::default();
/// let units = try_cut(&mut engine, &whole, 10, |_, _| ControlFlow::Continue(()));
/// assert_eq!(units, Some(cut(&mut engine, &whole, 10, |_, _| ())));
/// let ended = try_cut(&mut engine, &whole, 10, |cubes, _| match cubes {
///     ..20 => ControlFlow::Continue(()),
///     _ => ControlFlow::Break(()),
/// });
/// assert_eq!(ended, None);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Panics
/// If the problem lacks an option of the cube.
pub fn try_cut(
    engine: &mut impl Engine,
    cube: &Cube,
    units: usize,
    mut report: impl FnMut(usize, usize) -> ControlFlow<()>,
) -> Option<Vec<Unit>> {
    let wanted = units.saturating_mul(CUBES);
    // Sorted by size, the largest last.
    let mut open = vec![(f64::INFINITY, cube.clone())];
    // The cubes with a single cover and no open node.
    let mut leaves: Vec<Cube> = Vec::new();
    while open.len() + leaves.len() < wanted
        && let Some((_, cube)) = open.pop()
    {
        let (children, is_cover) = enter(engine, &cube);
        if is_cover {
            leaves.push(cube);
        }
        for child in children {
            let nodes = size(engine, &child.cube).mean;
            let at = open.partition_point(|(other, _)| *other < nodes);
            open.insert(at, (nodes, child.cube));
        }
        if report(open.len() + leaves.len(), wanted).is_break() {
            return None;
        }
    }
    let mut made: Vec<Unit> = Vec::new();
    made.resize_with(units.min(open.len() + leaves.len()), Unit::default);
    let cubes = open.into_iter().rev().chain(leaves.into_iter().map(|cube| (1.0, cube)));
    for (nodes, cube) in cubes {
        // Sorted by size, the smallest last.
        if let Some(mut least) = made.pop() {
            least.nodes += nodes;
            least.cubes.push(cube);
            let at = made.partition_point(|unit| unit.nodes > least.nodes);
            made.insert(at, least);
        }
    }
    Some(made)
}

fn size(engine: &mut impl Engine, cube: &Cube) -> Guess {
    let mut estimate = Estimate::shallow(engine, cube);
    for _ in 0..WALKS {
        estimate.walk(engine);
    }
    estimate.nodes()
}
