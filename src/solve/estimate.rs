//! Estimates of the size of a search tree from random walks.
//!
//! The method is from Knuth, "Estimating the efficiency of backtrack programs" (1975). A walk goes
//! from the root to a leaf and takes a random branch at each node. Each node on the path is
//! weighted by the reciprocal of the probability that a walk reaches it. The expected sum of the
//! weights is the size of the tree. One walk gives a poor estimate. The mean of thousands of walks
//! is usually a good estimate, and their variance gives its error.
//!
//! The top of the tree is searched exactly, node by node. Then the same number of walks starts at
//! each of the nodes below it. If the branches of a tree differ in size, this estimate is better
//! than one from the same number of walks from the root (stratified sampling).
//!
//! The number of a walk determines its random numbers. So walks can be taken in any order, by any
//! number of threads: see `parallel/estimate.rs`.

use crate::search::{Cube, Engine, OpenCube, Step};

use super::random::Random;

/// An estimate from random walks, with its error.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Guess {
    /// The estimate. From about 1e140 on, it may be far too small.
    pub mean: f64,
    /// The standard error of the mean, estimated from the walks, or 0 if the whole tree was
    /// searched. It is infinite if it is unknown: with fewer than two rounds of walks, if
    /// covers are estimated and no walk has found one, or from about 1e140 on.
    pub error: f64,
    /// The number of rounds of walks. A round has one walk from each node below the top of the
    /// tree. The number is 0 until the first round has ended, and if the whole tree was searched.
    pub rounds: u64,
}

/// Returns a quantile of Student's distribution, for an error estimated from this many samples: the
/// true mean is within the returned number of standard errors with a probability of 99%.
fn quantile(samples: u64) -> f64 {
    const FEW: [f64; 9] = [63.657, 9.925, 5.841, 4.604, 4.032, 3.707, 3.499, 3.355, 3.250];
    let degrees = samples.saturating_sub(1).max(1);
    FEW.get(degrees as usize - 1).copied().unwrap_or_else(|| {
        // The quantile of the normal distribution, and the first terms of the expansion
        // (Abramowitz and Stegun 26.7.5). Off by 0.013 at ten degrees of freedom.
        let (z, n) = (2.575_829_f64, degrees as f64);
        let terms = [z.powi(3) + z, 5.0 * z.powi(5) + 16.0 * z.powi(3) + 3.0 * z];
        z + terms[0] / (4.0 * n) + terms[1] / (96.0 * n * n)
    })
}

impl Guess {
    /// Returns an interval that contains the true number with a probability of about 99%, if there
    /// are many walks and no rare branch dominates the tree. It is wide after few rounds, and
    /// infinite if the error is unknown. If a tree has a few very large branches that nearly all
    /// walks miss, the true number is above the interval.
    #[must_use]
    pub fn interval(&self) -> (f64, f64) {
        let off = quantile(self.rounds) * self.error;
        ((self.mean - off).max(0.0), self.mean + off)
    }
}

/// The largest weight of a node. The sums of squares of larger weights could be infinite.
const MOST_WEIGHT: f64 = 1e140;

/// The mean of a sequence of samples and its error (Welford's method).
#[derive(Clone, Copy, Debug, Default)]
struct Samples {
    count: f64,
    mean: f64,
    squares: f64,
    /// True if a sample is at least [`MOST_WEIGHT`], and may be too small.
    is_cut: bool,
}

impl Samples {
    fn add(&mut self, sample: f64) {
        self.is_cut |= sample >= MOST_WEIGHT;
        self.count += 1.0;
        let off = sample - self.mean;
        self.mean += off / self.count;
        self.squares += off * (sample - self.mean);
    }

    /// Returns the mean plus a known number.
    fn guess(&self, known: f64) -> Guess {
        let error = if self.count < 2.0 || self.mean == 0.0 || self.is_cut {
            f64::INFINITY
        } else {
            (self.squares / (self.count - 1.0) / self.count).sqrt()
        };
        Guess { mean: known + self.mean, error, rounds: self.count as u64 }
    }
}

/// The estimated size of a search tree or of a part of it.
///
/// The size is in nodes of the engine. An engine that learns from dead ends, such as
/// [`Bands`](crate::engine::bands::Bands), can enter fewer nodes than estimated, because walks do
/// not learn.
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
    /// The walk from the root, or its result once it has ended. Both are `None` unless the estimate
    /// was begun with [`begin`](Self::begin).
    pilot: Option<Walk>,
    pilot_size: Option<Size>,
    /// The cubes in which walks start, once there are `wanted` cubes.
    strata: Vec<OpenCube>,
    wanted: usize,
    /// The exact numbers of nodes and covers above these cubes.
    known: Size,
    /// The walk in progress, and the number and total size of the walks before it in this round.
    walk: Option<Walk>,
    done: usize,
    round: Size,
    /// The number of walks that have ended, and of nodes entered.
    walks: u64,
    entered: u64,
    nodes: Samples,
    covers: Samples,
    seed: u64,
}

#[derive(Clone, Copy, Debug, Default)]
struct Size {
    nodes: f64,
    covers: f64,
}

/// A walk from a cube to a leaf.
#[derive(Clone, Debug)]
pub(crate) struct Walk {
    /// The node to be entered next.
    cube: Cube,
    weight: f64,
    size: Size,
    random: Random,
    /// The number of nodes entered.
    entered: u64,
}

impl Walk {
    fn new(cube: &Cube, random: Random) -> Self {
        Self { cube: cube.clone(), weight: 1.0, size: Size::default(), random, entered: 0 }
    }

    /// Returns the walk with this number, counted from 0 over all rounds.
    fn numbered(strata: &[OpenCube], seed: u64, number: u64) -> Self {
        let stratum = (number % strata.len() as u64) as usize;
        Self::new(&strata[stratum].cube, Random::of_stream(seed, number))
    }

    /// Enters a node, and takes a random branch. Returns true if there is no branch and the walk
    /// has ended.
    pub(crate) fn step(&mut self, engine: &mut impl Engine) -> bool {
        let (mut children, is_cover) = enter(engine, &self.cube);
        self.entered += 1;
        self.size.nodes += self.weight * engine.stats().nodes as f64;
        self.size.covers += if is_cover { self.weight } else { 0.0 };
        let all: f64 = children.iter().map(|child| child.share).sum();
        let mut left = self.random.below_one() * all;
        let Some(last) = children.len().checked_sub(1) else { return true };
        let chosen = children[..last].iter().position(|child| {
            left -= child.share;
            left < 0.0
        });
        let child = children.swap_remove(chosen.unwrap_or(last));
        self.weight = (self.weight * (all / child.share)).min(MOST_WEIGHT);
        self.cube = child.cube;
        false
    }
}

/// The minimum number of nodes at which walks start, unless the tree is small.
const STRATA: usize = 64;

impl Estimate {
    /// Enters the top of the search tree of a cube, with an engine of the problem. `seed`
    /// determines the walks.
    ///
    /// # Panics
    /// If the problem lacks an option of the cube.
    pub fn new(engine: &mut impl Engine, cube: &Cube, seed: u64) -> Self {
        let mut estimate = Self::at_root(cube, seed, STRATA);
        while !estimate.is_top_known() {
            estimate.enter_top(engine);
        }
        estimate
    }

    /// Begins an estimate that enters no node before [`step`](Self::step), for a tree with nodes
    /// that may take a long time. The first walk starts at the root, to give an early estimate. All
    /// other walks are those of [`new`](Self::new) with the same seed.
    ///
    /// ```
    /// use quadrille::engine::links::Links;
    /// use quadrille::search::Cube;
    /// use quadrille::puzzle::{Puzzle, queens::Queens};
    /// use quadrille::solve::Estimate;
    ///
    /// let mut engine = Links::new(Queens::new(9)?.problem());
    /// let mut estimate = Estimate::begin(&Cube::default(), 1);
    /// while estimate.walks() == 0 {
    ///     estimate.step(&mut engine); // and check the clock
    /// }
    /// assert!(estimate.nodes().mean >= 9.0);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn begin(cube: &Cube, seed: u64) -> Self {
        Self {
            // The random numbers only need to differ from those of the later walks.
            pilot: Some(Walk::new(cube, Random::new(!seed))),
            ..Self::at_root(cube, seed, STRATA)
        }
    }

    /// Begins an estimate with walks from about this many nodes.
    pub(super) fn at_root(cube: &Cube, seed: u64, wanted: usize) -> Self {
        Self {
            pilot: None,
            pilot_size: None,
            strata: vec![OpenCube { cube: cube.clone(), share: 1.0 }],
            wanted,
            known: Size::default(),
            walk: None,
            done: 0,
            round: Size::default(),
            walks: 0,
            entered: 0,
            nodes: Samples::default(),
            covers: Samples::default(),
            seed,
        }
    }

    /// True if the top of the tree has been entered.
    fn is_top_known(&self) -> bool {
        !(1..self.wanted).contains(&self.strata.len())
    }

    /// Enters the node with the largest share. So a balanced tree is entered level by level.
    fn enter_top(&mut self, engine: &mut impl Engine) {
        let shares = self.strata.iter().map(|open| open.share).enumerate();
        let Some((largest, _)) = shares.max_by(|(_, a), (_, b)| a.total_cmp(b)) else { return };
        let open = self.strata.swap_remove(largest);
        let (children, is_cover) = enter(engine, &open.cube);
        self.known.nodes += engine.stats().nodes as f64;
        self.known.covers += f64::from(u8::from(is_cover));
        let children = children.into_iter();
        self.strata
            .extend(children.map(|child| OpenCube { share: child.share * open.share, ..child }));
    }

    /// Enters the next node of a walk or of the top of the tree. Returns true if the whole tree is
    /// known or this ends a round of walks, with one walk from each node below the top.
    ///
    /// # Panics
    /// If the problem lacks an option of the cube.
    pub fn step(&mut self, engine: &mut impl Engine) -> bool {
        if self.is_exact() {
            return true;
        }
        self.entered += 1;
        if let Some(walk) = &mut self.pilot {
            if walk.step(engine) {
                self.pilot_size = Some(walk.size);
                self.pilot = None;
                self.walks += 1;
            }
            return false;
        }
        if !self.is_top_known() {
            self.enter_top(engine);
            return self.is_exact();
        }
        let number = self.walked();
        let walk = self.walk.get_or_insert_with(|| Walk::numbered(&self.strata, self.seed, number));
        if !walk.step(engine) {
            return false;
        }
        match self.walk.take() {
            Some(walk) => self.end_walk(&walk),
            None => false,
        }
    }

    /// Returns the number of walks that have ended, over all rounds, without the walk from the
    /// root. It is also the number of the next walk.
    fn walked(&self) -> u64 {
        self.nodes.count as u64 * self.strata.len() as u64 + self.done as u64
    }

    /// Adds the walk with the next number. Returns true if it ends a round.
    fn end_walk(&mut self, walk: &Walk) -> bool {
        self.round.nodes += walk.size.nodes;
        self.round.covers += walk.size.covers;
        self.walks += 1;
        self.done += 1;
        if self.done < self.strata.len() {
            return false;
        }
        self.nodes.add(self.round.nodes);
        self.covers.add(self.round.covers);
        (self.done, self.round) = (0, Size::default());
        true
    }

    /// Returns the next walks, which complete whole rounds with at least `walks` walks in all. They
    /// can be taken in any order, but must be added in the order returned: see
    /// [`add_walk`](Self::add_walk). Returns `None` while the first walk or the top of the tree is
    /// unfinished, and if the whole tree is known.
    pub(crate) fn coming_walks(&self, walks: u64) -> Option<impl Iterator<Item = Walk> + use<>> {
        let is_walking = self.pilot.is_none() && self.is_top_known() && !self.is_exact();
        let walks = walks.max(self.walked()).max(1);
        let rounds = walks.div_ceil(self.strata.len().max(1) as u64);
        let numbers = self.walked()..rounds.saturating_mul(self.strata.len() as u64);
        let (strata, seed) = (self.strata.clone(), self.seed);
        is_walking.then(|| numbers.map(move |number| Walk::numbered(&strata, seed, number)))
    }

    /// Adds the next walk, which has ended.
    pub(crate) fn add_walk(&mut self, walk: &Walk) {
        // The walk in progress here, if any, has the same number.
        self.walk = None;
        self.entered += walk.entered;
        self.end_walk(walk);
    }

    /// True if whole rounds with at least this number of walks in all have ended, and no walk after
    /// them has, or if the whole tree is known.
    pub(crate) fn has_walked(&self, walks: u64) -> bool {
        self.is_exact() || (self.nodes.count > 0.0 && self.done == 0 && self.walked() >= walks)
    }

    /// True if the whole tree was entered. Then no walks are necessary.
    #[must_use]
    pub fn is_exact(&self) -> bool {
        self.strata.is_empty()
    }

    /// Returns the number of walks in a round, once the top of the tree has been entered.
    #[must_use]
    pub fn strata(&self) -> usize {
        self.strata.len()
    }

    /// Returns the number of walks that have ended.
    #[must_use]
    pub fn walks(&self) -> u64 {
        self.walks
    }

    /// Returns the number of nodes entered, without those that [`new`](Self::new) entered.
    #[must_use]
    pub fn entered(&self) -> u64 {
        self.entered
    }

    /// True if the error of the estimated number of nodes is known: two rounds of walks have ended
    /// and the number is below about 1e140, or the whole tree is known.
    #[must_use]
    pub fn has_error(&self) -> bool {
        self.nodes.count > 1.0 && !self.nodes.is_cut || self.is_exact()
    }

    /// Takes [steps](Self::step) until a round of walks has ended, or the whole tree is known.
    ///
    /// # Panics
    /// If the problem lacks an option of the cube.
    pub fn walk(&mut self, engine: &mut impl Engine) {
        while !self.step(engine) {}
    }

    /// Returns the estimated number of nodes, exact if the whole tree is known. Otherwise, until
    /// the first round of walks has ended, it comes from the first walk of [`begin`](Self::begin)
    /// only. It is 0 before the end of that walk, or if there is none. The error is infinite until
    /// the second round has ended, and for more than about 1e140 nodes.
    #[must_use]
    pub fn nodes(&self) -> Guess {
        self.guess(self.nodes, |size| size.nodes)
    }

    /// Returns the estimated number of covers, like [`nodes`](Self::nodes).
    #[must_use]
    pub fn covers(&self) -> Guess {
        self.guess(self.covers, |size| size.covers)
    }

    fn guess(&self, samples: Samples, number: impl Fn(Size) -> f64) -> Guess {
        if self.is_exact() {
            return Guess { mean: number(self.known), ..Guess::default() };
        }
        if samples.count > 0.0 {
            return samples.guess(number(self.known));
        }
        let mean = self.pilot_size.map_or(0.0, number);
        Guess { mean, error: f64::INFINITY, rounds: 0 }
    }
}

/// Enters the root of a cube's tree. Returns its children, and true if the root itself is a cover.
pub(super) fn enter(engine: &mut impl Engine, cube: &Cube) -> (Vec<OpenCube>, bool) {
    engine.start(cube).unwrap_or_else(|error| panic!("{error}"));
    let step = engine.advance(1);
    (engine.remaining(), step == Step::Cover)
}
