//! The division of a search into units of about the same size.

use std::cmp::{Ordering, Reverse};
use std::collections::BinaryHeap;
use std::ops::ControlFlow;

use super::Estimate;
use super::estimate::enter;
use crate::search::{Cube, Engine};

/// A set of cubes that are searched together.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Unit {
    /// The cubes. No two cubes of this or other units have a cover in common.
    pub cubes: Vec<Cube>,
    /// The estimated total number of nodes of their search trees.
    pub nodes: f64,
}

/// The number of cubes per unit. With several cubes per unit, the errors of their estimates average
/// out.
const CUBES: usize = 4;
/// The maximum number of random walks from each start node in the estimate of a cube.
const WALKS: usize = 4;
/// The approximate maximum number of start nodes in the tree of a cube.
const STRATA: usize = 4;
/// The approximate maximum number of walks for all cubes together, but each cube gets at least one.
/// With more cubes, each cube gets fewer walks: the errors of very many small cubes average out.
const ALL_WALKS: usize = 1 << 19;

/// Divides a search into this number of units. Each cover is in exactly one unit, and the units
/// have about the same number of nodes. There are fewer units if the search tree is too small, and
/// none if a small search tree has no cover or `units` is 0.
///
/// The cube with the largest estimate is replaced by its children again and again, until there are
/// four cubes per unit. Then each cube, the largest first, is assigned to the smallest unit (Graham
/// 1969).
///
/// `report` is called at each node, with the number of cubes so far and the number wanted. The same
/// problem, engine and version give the same units.
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
    match try_cut(engine, cube, units, go_on) {
        Ok(units) | Err(units) => units,
    }
}

/// Divides a search into units as [`cut()`] does, and stops if `report` returns
/// [`ControlFlow::Break`].
///
/// # Errors
/// The units made from the cubes so far, if `report` returns [`ControlFlow::Break`]. Each cover is
/// still in exactly one unit, but the units are fewer or differ more in size.
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
/// assert_eq!(units, Ok(cut(&mut engine, &whole, 10, |_, _| ())));
/// let ended = try_cut(&mut engine, &whole, 10, |cubes, _| match cubes {
///     ..5 => ControlFlow::Continue(()),
///     _ => ControlFlow::Break(()),
/// });
/// assert!(ended.is_err_and(|units| !units.is_empty() && units.len() < 10));
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
) -> Result<Vec<Unit>, Vec<Unit>> {
    let wanted = units.saturating_mul(CUBES);
    let walks = ALL_WALKS / wanted.max(1);
    let mut number = 0;
    let mut open = BinaryHeap::new();
    open.push(BySize { nodes: f64::INFINITY, number: Reverse(number), what: cube.clone() });
    // The cubes with a single cover and no open node.
    let mut leaves: Vec<Cube> = Vec::new();
    while open.len() + leaves.len() < wanted
        && let Some(BySize { what: cube, .. }) = open.pop()
    {
        let (children, is_cover) = enter(engine, &cube);
        if is_cover {
            leaves.push(cube);
        }
        let mut is_broken = report(open.len() + leaves.len(), wanted).is_break();
        for child in children {
            number += 1;
            let nodes = size(engine, &child.cube, walks, || {
                is_broken = is_broken || report(open.len() + leaves.len(), wanted).is_break();
                !is_broken
            });
            open.push(BySize { nodes, number: Reverse(number), what: child.cube });
        }
        if is_broken {
            return Err(packed(open, leaves, units));
        }
    }
    Ok(packed(open, leaves, units))
}

/// A value, ordered by its number of nodes and then by `number`.
struct BySize<N, T> {
    nodes: f64,
    number: N,
    what: T,
}

impl<N: Ord, T> Ord for BySize<N, T> {
    fn cmp(&self, other: &Self) -> Ordering {
        self.nodes.total_cmp(&other.nodes).then_with(|| self.number.cmp(&other.number))
    }
}

impl<N: Ord, T> PartialOrd for BySize<N, T> {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl<N: Ord, T> PartialEq for BySize<N, T> {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other) == Ordering::Equal
    }
}

impl<N: Ord, T> Eq for BySize<N, T> {}

/// Assigns cubes to units, the largest cube first, each to the smallest unit.
fn packed<N: Ord>(
    mut open: BinaryHeap<BySize<N, Cube>>,
    leaves: Vec<Cube>,
    units: usize,
) -> Vec<Unit> {
    let count = units.min(open.len() + leaves.len());
    let mut made: BinaryHeap<_> =
        (0..count).map(|number| Reverse(BySize { nodes: 0.0, number, what: Vec::new() })).collect();
    let mut number = count;
    let largest_first = std::iter::from_fn(|| open.pop()).map(|cube| (cube.nodes, cube.what));
    for (nodes, cube) in largest_first.chain(leaves.into_iter().map(|cube| (1.0, cube))) {
        let Some(Reverse(mut least)) = made.pop() else { break };
        least.nodes += nodes;
        least.what.push(cube);
        (least.number, number) = (number, number + 1);
        made.push(Reverse(least));
    }
    // In a heap of reversed units, ascending order puts the largest unit first.
    let units = made.into_sorted_vec().into_iter();
    units.map(|Reverse(unit)| Unit { cubes: unit.what, nodes: unit.nodes }).collect()
}

/// Returns the estimated number of nodes of a cube, from about `walks` walks or, if that is less,
/// about `STRATA * WALKS`. Ends early if `go_on`, which is called before each node, returns false.
fn size(
    engine: &mut impl Engine,
    cube: &Cube,
    walks: usize,
    mut go_on: impl FnMut() -> bool,
) -> f64 {
    let strata = (walks / WALKS).clamp(1, STRATA);
    let mut estimate = Estimate::at_root(cube, 0, strata);
    let mut rounds = walks.clamp(1, WALKS);
    while rounds > 0 && go_on() {
        if estimate.is_exact() {
            break;
        }
        rounds -= usize::from(estimate.step(engine));
    }
    estimate.nodes().mean
}
