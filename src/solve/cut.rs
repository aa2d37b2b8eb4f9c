//! A search cut into units of about the same size.

use super::estimate::enter;
use super::{Estimate, Guess};
use crate::search::{Cube, Engine};

/// Cubes that are searched together.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Unit {
    /// They have no cover in common with each other, nor with the cubes of other units.
    pub cubes: Vec<Cube>,
    /// How many nodes their trees have together, about.
    pub nodes: f64,
}

/// How many parts there are for each unit: a unit of several parts evens out what the estimates
/// have wrong.
const PARTS: usize = 4;
/// How many times each part is estimated.
const WALKS: u64 = 4;

/// Cuts a search into so many units that have all covers together, each of them once, and about
/// equally many nodes; into fewer if the tree is too small for that, and none if it has no cover.
/// The part that is estimated to have most nodes is entered, and its children take its place, until
/// there are four times as many parts as units; then each part, the largest first, goes to the unit
/// that has least (Graham 1969).
///
/// `tell` hears now and then how many parts there are, of how many that are to be. The same
/// problem, engine and version make the same units.
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
/// If the problem lacks an option of the part.
pub fn cut(
    engine: &mut impl Engine,
    part: &Cube,
    units: usize,
    mut tell: impl FnMut(usize, usize),
) -> Vec<Unit> {
    let wanted = units.saturating_mul(PARTS);
    // Sorted, the largest last.
    let mut open = vec![(f64::INFINITY, part.clone())];
    // Those that are a cover and nothing else.
    let mut leaves: Vec<Cube> = Vec::new();
    while open.len() + leaves.len() < wanted
        && let Some((_, part)) = open.pop()
    {
        let (children, is_cover) = enter(engine, &part);
        if is_cover {
            leaves.push(part);
        }
        for child in children {
            let nodes = size(engine, &child.cube).mean;
            let at = open.partition_point(|(other, _)| *other < nodes);
            open.insert(at, (nodes, child.cube));
        }
        tell(open.len() + leaves.len(), wanted);
    }
    let mut made: Vec<Unit> = Vec::new();
    made.resize_with(units.min(open.len() + leaves.len()), Unit::default);
    let parts = open.into_iter().rev().chain(leaves.into_iter().map(|part| (1.0, part)));
    for (nodes, part) in parts {
        // Sorted too, the one with least last.
        if let Some(mut least) = made.pop() {
            least.nodes += nodes;
            least.cubes.push(part);
            let at = made.partition_point(|unit| unit.nodes > least.nodes);
            made.insert(at, least);
        }
    }
    made
}

fn size(engine: &mut impl Engine, part: &Cube) -> Guess {
    let mut estimate = Estimate::shallow(engine, part);
    for _ in 0..WALKS {
        estimate.walk(engine);
    }
    estimate.nodes()
}
