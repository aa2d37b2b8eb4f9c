//! Estimates the size of a search tree by random walks.
//!
//! The method is that of Knuth, "Estimating the efficiency of backtrack programs" (1975). A walk
//! goes from the root to a leaf and takes a random branch at each node. Each node on the way is
//! weighted with the reciprocal of the probability that a walk reaches it. The expected sum of the
//! weights is the size of the tree. One walk is a poor estimate. The mean of thousands is a good
//! one, and their variance gives its error.
//!
//! The top of the tree is searched exactly, node by node. Then the same number of walks starts at
//! each of the nodes below it. On trees whose branches differ in size, this estimate is better than
//! one with the same number of walks from the root (stratified sampling).

use crate::search::{Cube, Engine, OpenCube, Step};

use super::random::Random;

/// A mean of random walks, with its error.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Guess {
    /// The mean.
    pub mean: f64,
    /// The standard error of the mean, estimated from the walks; 0 if the whole tree was searched.
    pub error: f64,
}

impl Guess {
    /// Returns an interval that contains the true number with a probability of about 99 %, if there
    /// are many walks and no rare branch dominates the tree. If a tree has a few very large
    /// branches that nearly all walks miss, the true number is above the interval.
    #[must_use]
    pub fn interval(&self) -> (f64, f64) {
        // In a normal distribution, 99 % lie within this number of standard errors of the mean.
        let off = 2.576 * self.error;
        ((self.mean - off).max(0.0), self.mean + off)
    }
}

/// The mean of a sequence of samples and its error (Welford's method).
#[derive(Clone, Copy, Debug, Default)]
struct Samples {
    count: f64,
    mean: f64,
    squares: f64,
}

impl Samples {
    fn add(&mut self, sample: f64) {
        self.count += 1.0;
        let off = sample - self.mean;
        self.mean += off / self.count;
        self.squares += off * (sample - self.mean);
    }

    /// Returns the mean plus a known number.
    fn guess(&self, known: f64) -> Guess {
        let error = (self.squares / (self.count - 1.0).max(1.0) / self.count.max(1.0)).sqrt();
        Guess { mean: known + self.mean, error }
    }
}

/// The estimated size of a search tree or of a part of it.
///
/// The nodes are those of the engine. An engine that learns from dead ends
/// ([`Bands`](crate::engine::bands::Bands)) enters fewer nodes than estimated, because walks do not
/// learn.
///
/// ```
/// use quadrille::engine::links::Links;
/// use quadrille::search::OpenCube;
/// use quadrille::puzzle::{Puzzle, queens::Queens};
/// use quadrille::solve::Estimate;
///
/// let mut engine = Links::new(Queens::new(9)?.problem());
/// let mut estimate = Estimate::new(&mut engine, &OpenCube::whole().cube, 1);
/// for _ in 0..200 {
///     estimate.walk(&mut engine);
/// }
/// let (low, high) = estimate.covers().interval();
/// assert!(low < 352.0 && 352.0 < high);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Estimate {
    /// The cubes in which walks start.
    strata: Vec<OpenCube>,
    /// The exact counts of the nodes above them.
    known: Size,
    nodes: Samples,
    covers: Samples,
    random: Random,
}

#[derive(Clone, Copy, Debug, Default)]
struct Size {
    nodes: f64,
    covers: f64,
}

/// The approximate number of nodes at which walks start.
const STRATA: usize = 64;

impl Estimate {
    /// Enters the top of the search tree of a cube, with an engine of the problem. `seed`
    /// determines the walks.
    ///
    /// # Panics
    /// If the problem lacks an option of the cube.
    pub fn new(engine: &mut impl Engine, cube: &Cube, seed: u64) -> Self {
        Self::with_strata(engine, cube, seed, STRATA)
    }

    /// Like `new`, but enters only a few nodes, because there are many cubes.
    pub(super) fn shallow(engine: &mut impl Engine, cube: &Cube) -> Self {
        Self::with_strata(engine, cube, 0, 4)
    }

    fn with_strata(engine: &mut impl Engine, cube: &Cube, seed: u64, count: usize) -> Self {
        let mut known = Size::default();
        let mut strata = vec![OpenCube { cube: cube.clone(), share: 1.0 }];
        // Always enters the node with the largest share, so that a balanced tree is entered level
        // by level.
        while (1..count).contains(&strata.len()) {
            let shares = strata.iter().map(|open| open.share).enumerate();
            let Some((largest, _)) = shares.max_by(|(_, a), (_, b)| a.total_cmp(b)) else { break };
            let open = strata.swap_remove(largest);
            let (children, is_cover) = enter(engine, &open.cube);
            known.nodes += engine.stats().nodes as f64;
            known.covers += f64::from(u8::from(is_cover));
            strata.extend(
                children
                    .into_iter()
                    .map(|child| OpenCube { share: child.share * open.share, ..child }),
            );
        }
        Self {
            strata,
            known,
            nodes: Samples::default(),
            covers: Samples::default(),
            random: Random::new(seed),
        }
    }

    /// True if the whole tree was entered, so that no walks are necessary.
    #[must_use]
    pub fn is_exact(&self) -> bool {
        self.strata.is_empty()
    }

    /// Returns the number of walks of each call of [`walk`](Self::walk).
    #[must_use]
    pub fn strata(&self) -> usize {
        self.strata.len()
    }

    /// Walks once from each of the nodes below the top.
    pub fn walk(&mut self, engine: &mut impl Engine) {
        let mut size = Size::default();
        for open in &self.strata {
            let mut cube = open.cube.clone();
            let mut weight = 1.0;
            loop {
                let (mut children, is_cover) = enter(engine, &cube);
                size.nodes += weight * engine.stats().nodes as f64;
                size.covers += if is_cover { weight } else { 0.0 };
                let all: f64 = children.iter().map(|child| child.share).sum();
                let mut left = self.random.below_one() * all;
                let Some(last) = children.len().checked_sub(1) else { break };
                let chosen = children[..last].iter().position(|child| {
                    left -= child.share;
                    left < 0.0
                });
                let child = children.swap_remove(chosen.unwrap_or(last));
                weight *= all / child.share;
                cube = child.cube;
            }
        }
        self.nodes.add(size.nodes);
        self.covers.add(size.covers);
    }

    /// Returns the estimated number of nodes.
    #[must_use]
    pub fn nodes(&self) -> Guess {
        self.nodes.guess(self.known.nodes)
    }

    /// Returns the estimated number of covers.
    #[must_use]
    pub fn covers(&self) -> Guess {
        self.covers.guess(self.known.covers)
    }
}

/// Enters the root of a cube's tree. Returns its children, and true if the root itself is a cover.
pub(super) fn enter(engine: &mut impl Engine, cube: &Cube) -> (Vec<OpenCube>, bool) {
    engine.start(cube).expect("the cube is one of the problem");
    let step = engine.advance(1);
    (engine.remaining(), step == Step::Cover)
}
