//! How large a search is, before it is done.
//!
//! Idea (Knuth, "Estimating the efficiency of backtrack programs", 1975): walk from the root to a
//! leaf, taking a branch at random at each node. What is met on the way, each node weighted with
//! one over the probability of coming there, has the size of the whole tree for its expectation.
//! One walk says little; the mean of thousands says much, and how much they differ says how far to
//! trust it.
//!
//! The top of the tree is not left to chance: it is entered node by node, and as many walks begin
//! at each of the nodes below it. On trees whose branches differ in size, that brings more than as
//! many walks from the root.

use crate::search::{Cube, Engine, OpenCube, Step};

/// The mean of what walks say, and how far it is to be trusted.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Guess {
    /// The mean.
    pub mean: f64,
    /// The standard error of the mean, as the walks tell; 0 if nothing was left to chance.
    pub error: f64,
}

impl Guess {
    /// Between these the true number lies with a probability of about 99 %, if the walks are many
    /// and none of them met what nearly all of them miss. A tree with a few very large branches can
    /// deceive: then it is more than the upper one.
    #[must_use]
    pub fn interval(&self) -> (f64, f64) {
        // Of a normal distribution, 99 % lie within so many errors of the mean.
        let off = 2.576 * self.error;
        ((self.mean - off).max(0.0), self.mean + off)
    }
}

/// Some numbers, one at a time: their mean, and the error of it (Welford's method).
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

    /// The mean, with something known added to it.
    fn guess(&self, known: f64) -> Guess {
        let error = (self.squares / (self.count - 1.0).max(1.0) / self.count.max(1.0)).sqrt();
        Guess { mean: known + self.mean, error }
    }
}

/// A tree, or part of one, whose size is estimated by random walks.
///
/// The nodes are those of the engine; an engine that learns from where it failed
/// ([`Bands`](crate::engine::bands::Bands)) does better than the walks, which do not learn.
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
    /// Where walks begin.
    strata: Vec<OpenCube>,
    /// What was entered above them.
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

/// At how many nodes walks begin, about.
const STRATA: usize = 64;

impl Estimate {
    /// Enters the top of the tree of a part, with an engine of the problem. The seed decides on the
    /// walks.
    ///
    /// # Panics
    /// If the problem lacks an option of the part.
    pub fn new(engine: &mut impl Engine, part: &Cube, seed: u64) -> Self {
        Self::with_strata(engine, part, seed, STRATA)
    }

    /// For parts of which there are many.
    pub(super) fn shallow(engine: &mut impl Engine, part: &Cube) -> Self {
        Self::with_strata(engine, part, 0, 4)
    }

    fn with_strata(engine: &mut impl Engine, part: &Cube, seed: u64, count: usize) -> Self {
        let mut known = Size::default();
        let mut strata = vec![OpenCube { cube: part.clone(), share: 1.0 }];
        // Nodes with the same share come in order, so that the tree is entered level by level.
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
            random: Random(seed),
        }
    }

    /// Whether the whole tree was entered, so that nothing is left to walk.
    #[must_use]
    pub fn is_exact(&self) -> bool {
        self.strata.is_empty()
    }

    /// How many walks [`walk`](Self::walk) takes.
    #[must_use]
    pub fn strata(&self) -> usize {
        self.strata.len()
    }

    /// Walks once from each of the nodes below the top.
    pub fn walk(&mut self, engine: &mut impl Engine) {
        let mut size = Size::default();
        for open in &self.strata {
            let mut part = open.cube.clone();
            let mut weight = 1.0;
            loop {
                let (mut children, is_cover) = enter(engine, &part);
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
                part = child.cube;
            }
        }
        self.nodes.add(size.nodes);
        self.covers.add(size.covers);
    }

    /// How many nodes the tree has.
    #[must_use]
    pub fn nodes(&self) -> Guess {
        self.nodes.guess(self.known.nodes)
    }

    /// How many covers there are.
    #[must_use]
    pub fn covers(&self) -> Guess {
        self.covers.guess(self.known.covers)
    }
}

/// Enters the root of a part, unless it is a dead end at once: its children, and whether it is a
/// cover.
pub(super) fn enter(engine: &mut impl Engine, part: &Cube) -> (Vec<OpenCube>, bool) {
    engine.start(part).expect("the part is one of the problem");
    let step = engine.advance(1);
    (engine.remaining(), step == Step::Cover)
}

/// Numbers at random: SplitMix64 (Steele, Lea and Flood, 2014).
#[derive(Clone, Copy, Debug)]
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let z = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// A number from 0 on, below 1.
    fn below_one(&mut self) -> f64 {
        (self.next() >> 11) as f64 / (1_u64 << 53) as f64
    }
}
