//! Dancing links at the top of the search tree, domains of bits below.
//!
//! Dancing links do not mind how large a problem is, and every node that they enter costs about the
//! same. The [domains](crate::engine::domains::Domains) of a problem with a hundred options or two
//! are a few registers, and a node there takes a fraction of the time, but a problem has to be
//! compiled first, which takes as long as a hundred nodes. So a search of a large problem begins
//! with links, and where no more than so many options are left, what is left is compiled as a
//! problem of its own. How many is a matter of how large the trees below such nodes are, which only
//! the search itself can tell: see `Bar`.

use crate::engine::links::Links;
use crate::engine::{domains::Domains, simd::Simd};
use crate::ids::OptionId;
use crate::problem::Problem;
use crate::search::{
    Compile, Cube, Engine, OpenCube, Stats, Step, Subproblem, UnknownOption, Unsupported,
};

/// An engine that begins with dancing links and goes over to domains of bits where little is left
/// of the problem.
///
/// Compiling takes as long as for [`Links`]. It supports primary items, secondary items and colors,
/// but no bounds. It chooses the item with the fewest options left, the first of these if there are
/// several; options are tried in order of their numbers. So do both of its engines: the order of
/// the covers is that of [`Links`], wherever it goes over. Where that is, is decided by counting
/// nodes, never by a clock, so that a search does the same every time. [`Stats::updates`] is the
/// sum of the updates of both.
///
/// ```
/// use quadrille::{Problem, Hybrid, Solver};
/// let mut builder = Problem::builder();
/// builder.primary(["a", "b"])?;
/// for option in [&["a"][..], &["b"], &["a", "b"]] {
///     builder.option(option)?;
/// }
/// let mut solver = Solver::from(Hybrid::new(&builder.build()?)?);
/// assert_eq!(solver.solutions().count(), 2);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Hybrid {
    links: Links,
    /// The search below the node where the links stand, if it has been handed over.
    below: Option<Domains>,
    bar: Bar,
    /// The bar with which each search begins.
    initial_bar: Bar,
    simd: Simd,
    /// What was done by searches below that are over.
    done: Stats,
    cover: Vec<OptionId>,
    /// For the next subproblem.
    subproblem: Subproblem,
}

impl Hybrid {
    /// Compiles a problem.
    ///
    /// # Errors
    /// [`Unsupported::Bounds`] if an item has bounds other than exactly one.
    pub fn new(problem: &Problem) -> Result<Self, Unsupported> {
        Self::with_bar(problem, Bar::default())
    }

    /// Compiles a problem, to be handed over wherever there is a choice and no more than so many
    /// options are left: for measurements and tests.
    ///
    /// # Errors
    /// Those of [`new`](Self::new).
    pub fn with_options(problem: &Problem, options: usize) -> Result<Self, Unsupported> {
        Self::with_bar(problem, Bar { options, is_fixed: true, below: 0, ..Bar::default() })
    }

    fn with_bar(problem: &Problem, bar: Bar) -> Result<Self, Unsupported> {
        if problem.has_bounds() {
            return Err(Unsupported::Bounds);
        }
        Ok(Self {
            links: Links::new(problem),
            below: None,
            bar,
            initial_bar: bar,
            simd: Simd::best(),
            done: Stats::default(),
            cover: Vec::new(),
            subproblem: Subproblem::default(),
        })
    }

    /// Compiles what is left at the node where the links have stopped; or else lets them go on.
    fn hand_over(&mut self) {
        self.links.subproblem(&mut self.subproblem);
        match Domains::of_subproblem(&self.subproblem, self.simd) {
            Ok(domains) => self.below = Some(domains),
            Err(_) => {
                self.bar.learn(self.subproblem.option_count(), 0, self.links.stats().nodes);
                self.links.go_below();
            }
        }
    }

    /// Ends the search below.
    fn take_back(&mut self) {
        if let Some(below) = self.below.take() {
            let stats = stats_below(&below);
            self.done += stats;
            self.bar.learn(self.subproblem.option_count(), stats.nodes, self.links.stats().nodes);
        }
    }

    /// Goes over or back, or to the next step of whichever engine it is; with the number of covers
    /// found.
    #[inline]
    fn go(&mut self, covers: u64, nodes: u64) -> (u64, Option<Step>) {
        // The root of the search below is the node where the links stand, which they have entered.
        let nodes_below = nodes.saturating_add(u64::from(
            self.below.as_ref().is_some_and(|below| below.stats().nodes == 0),
        ));
        match &mut self.below {
            // A single cover is to be listed.
            Some(below) if covers == 1 => match below.advance(nodes_below) {
                Step::Cover => (1, Some(Step::Cover)),
                Step::Paused => (0, Some(Step::Paused)),
                Step::Exhausted => {
                    self.take_back();
                    (0, None)
                }
            },
            Some(below) => match below.skip(covers, nodes_below) {
                (found, Step::Exhausted) => {
                    self.take_back();
                    (found, None)
                }
                (found, step) => (found, Some(step)),
            },
            None => {
                let entered = self.links.stats().nodes;
                let alone = self.bar.below.saturating_sub(entered);
                let step = if alone == 0 {
                    self.links.walk(nodes, self.bar.options)
                } else {
                    Some(self.links.advance(nodes.min(alone)))
                };
                match step {
                    Some(Step::Paused) if alone != 0 && alone < nodes => (0, None),
                    Some(step) => (u64::from(step == Step::Cover), Some(step)),
                    None => {
                        self.hand_over();
                        (0, None)
                    }
                }
            }
        }
    }
}

impl Compile for Hybrid {
    fn compile(problem: &Problem) -> Result<Self, Unsupported> {
        Self::new(problem)
    }

    fn supports(problem: &Problem) -> Result<(), Unsupported> {
        if problem.has_bounds() { Err(Unsupported::Bounds) } else { Ok(()) }
    }
}

impl Engine for Hybrid {
    fn name(&self) -> &'static str {
        "hybrid"
    }

    fn nodes_per_memo_node(&self) -> f64 {
        3.0
    }

    fn start(&mut self, cube: &Cube) -> Result<(), UnknownOption> {
        self.below = None;
        self.bar = self.initial_bar;
        self.done = Stats::default();
        self.links.start(cube)
    }

    fn remaining(&self) -> Vec<OpenCube> {
        let mut parts = Vec::new();
        if let Some(below) = &self.below {
            let here = self.links.here();
            parts.extend(below.remaining().into_iter().map(|open| {
                let mut cube = here.cube.clone();
                cube.chosen.extend(open.cube.chosen);
                OpenCube { cube, share: here.share * open.share }
            }));
        }
        parts.extend(self.links.remaining());
        parts
    }

    fn advance(&mut self, nodes: u64) -> Step {
        let last_node = self.stats().nodes.saturating_add(nodes);
        loop {
            if let (_, Some(step)) = self.go(1, last_node - self.stats().nodes) {
                if step == Step::Cover {
                    // What the links have chosen, and what was chosen below.
                    self.cover.clear();
                    self.cover.extend_from_slice(self.links.cover());
                    self.cover.extend(self.below.iter().flat_map(|below| below.cover()));
                }
                return step;
            }
        }
    }

    fn cover(&self) -> &[OptionId] {
        &self.cover
    }

    fn stats(&self) -> Stats {
        let mut stats = self.links.stats();
        stats += self.done;
        stats += self.below.as_ref().map_or(Stats::default(), stats_below);
        stats
    }

    fn skip(&mut self, covers: u64, nodes: u64) -> (u64, Step) {
        let last_node = self.stats().nodes.saturating_add(nodes);
        let mut skipped = 0;
        while skipped < covers {
            let (found, step) = self.go(covers - skipped, last_node - self.stats().nodes);
            skipped += found;
            match step {
                Some(Step::Cover) | None => (),
                Some(end) => return (skipped, end),
            }
        }
        (skipped, Step::Cover)
    }
}

/// What a search below has done, without its root, which the links have entered.
fn stats_below(below: &Domains) -> Stats {
    let Stats { nodes, updates } = below.stats();
    Stats { nodes: nodes.saturating_sub(1), updates }
}

/// With how many options left a search is handed over.
///
/// Compiling takes 100 to 250 ns for each option, and a node below saves about as much over those
/// of links that it stands for: so it pays if there are as many nodes below as options. This is
/// looked at after every [`ROUND`]. If it does not pay, the bar is raised; if it cannot be raised
/// any more, links go on by themselves for a while, twice as long each time. If trees below are
/// small beside what compiling takes, it is raised up to where domains are still short; if they are
/// large, it is lowered, because a node takes less time with shorter domains.
#[derive(Clone, Copy, Debug)]
struct Bar {
    options: usize,
    is_fixed: bool,
    /// Links go on by themselves up to so many nodes. First so that a short search need not pay for
    /// a trial.
    below: u64,
    /// For how many nodes they will if it does not pay.
    pause: u64,
    /// How often the search was handed over in this round, with how many options in all, and how
    /// many nodes there were below.
    tried: u64,
    compiled: u64,
    nodes: u64,
}

/// The lowest and the highest bar, and how far it is raised where it pays already.
const LOWEST: usize = 64;
const HIGHEST: usize = 256;
const ENOUGH: usize = 192;
const ROUND: u64 = 32;

impl Default for Bar {
    fn default() -> Self {
        Self {
            options: 128,
            is_fixed: false,
            below: 1 << 12,
            pause: 1 << 17,
            tried: 0,
            compiled: 0,
            nodes: 0,
        }
    }
}

impl Bar {
    /// After a search below that had so many options and nodes, when links have entered so many
    /// nodes.
    fn learn(&mut self, options: usize, nodes: u64, nodes_of_links: u64) {
        if self.is_fixed {
            return;
        }
        self.tried += 1;
        self.compiled += options as u64;
        self.nodes += nodes;
        if self.tried < ROUND {
            return;
        }
        let raised = self.options * 3 / 2;
        if self.nodes < self.compiled {
            if self.options == HIGHEST {
                self.below = nodes_of_links.saturating_add(self.pause);
                self.pause = self.pause.saturating_mul(2);
            }
            self.options = raised.min(HIGHEST);
        } else if self.nodes < 16 * self.compiled {
            self.options = self.options.max(raised.min(ENOUGH));
        } else if self.nodes > 128 * self.compiled {
            self.options = (self.options * 3 / 4).max(LOWEST);
        }
        (self.tried, self.compiled, self.nodes) = (0, 0, 0);
    }
}
