//! Dancing links at the top of the search tree, domains of bits below.
//!
//! The cost of a node of dancing links hardly depends on the size of the problem. The
//! [domains](crate::engine::domains::Domains) of a problem with one or two hundred options are a
//! few registers, and a node there takes a fraction of the time. But a problem has to be compiled
//! for domains first, which takes as long as a hundred nodes. So the search of a large problem
//! begins with links. At a node with few remaining options, the subproblem is compiled for domains
//! and searched there. The best limit depends on the size of the subtrees below such nodes, which
//! is measured during the search: see `Bar`.

use crate::engine::links::Links;
use crate::engine::{domains::Domains, simd::Simd};
use crate::ids::OptionId;
use crate::problem::Problem;
use crate::search::{
    Compile, Cube, Engine, OpenCube, Stats, Step, Subproblem, UnknownOption, Unsupported,
};

/// An engine that begins with dancing links and hands small subproblems over to domains of bits.
///
/// Compiling takes as long as for [`Links`]. It supports primary items, secondary items and colors,
/// but no bounds. It chooses the item with the fewest remaining options, and the first of these if
/// there are several. Options are tried in order of their numbers. Both of its engines do so, so
/// the covers come in the order of [`Links`] no matter where the search is handed over. Only a long
/// search whose dead ends are uneven has another order, unless it is fixed: its links learn from
/// fewer dead ends than a search with links alone. [`fix_order`](Engine::fix_order) prevents that.
/// The hand-over depends on node counts and never on a clock, so a search does the same in every
/// run. One that [goes on](Engine::start_next) with what it has learnt depends on the searches
/// before.
/// [`Stats::updates`] is the sum of the updates of both engines.
///
/// ```
/// use quadrille::engine::hybrid::Hybrid;
/// use quadrille::{Problem, Solver};
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
    /// The search of the subproblem at the current node of the links, if it was handed over.
    below: Option<Domains>,
    bar: Bar,
    /// The bar at the start of each search.
    initial_bar: Bar,
    simd: Simd,
    /// The counters of the finished searches below.
    done: Stats,
    /// The last cover: the options chosen by the links, then those chosen below.
    cover: Vec<OptionId>,
    /// The number of options of the last cover that the links chose.
    above: usize,
    /// True if the search below has found no cover yet.
    is_below_new: bool,
    /// The smallest number of options that two covers in a row had in common since the last call
    /// of `unchanged`.
    unchanged: usize,
    /// The subproblem handed over last, kept for its memory.
    subproblem: Subproblem,
}

impl Hybrid {
    /// Compiles a problem.
    ///
    /// # Errors
    /// [`Unsupported::Bounds`] if an item has bounds other than exactly one.
    pub fn new(problem: &Problem) -> Result<Self, Unsupported> {
        let whole = Domains::size(problem).ok();
        Self::with_bar(problem, Bar { whole, ..Bar::default() })
    }

    /// Compiles a problem for a search that hands over at every branching node with at most
    /// `options` remaining options.
    ///
    /// # Errors
    /// [`Unsupported::Bounds`] if an item has bounds other than exactly one.
    // Tests hand over at all levels.
    #[doc(hidden)]
    pub fn with_options(problem: &Problem, options: usize) -> Result<Self, Unsupported> {
        Self::with_bar(problem, Bar { options, is_fixed: true, alone_until: 0, ..Bar::default() })
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
            above: 0,
            is_below_new: true,
            unchanged: 0,
            subproblem: Subproblem::default(),
        })
    }

    /// Hands the subproblem at the current node over to domains. If domains do not support it,
    /// links continue.
    fn hand_over(&mut self) {
        self.links.subproblem(&mut self.subproblem);
        match Domains::of_subproblem(&self.subproblem, self.simd) {
            Ok(domains) => {
                self.below = Some(domains);
                self.is_below_new = true;
            }
            Err(_) => {
                let entered = self.of_links().nodes;
                self.bar.learn(self.subproblem.option_count(), 0, entered);
                self.links.go_below();
            }
        }
    }

    /// Writes the part of the current cover that differs from the last one.
    fn write_cover(&mut self) {
        let Self { links, below, cover, .. } = self;
        // While a search below goes on, the links do not move.
        let same = match below {
            Some(below) if !self.is_below_new => self.above + below.unchanged(),
            _ => links.unchanged().min(self.above),
        };
        cover.truncate(same);
        if let Some(rest) = links.cover().get(same..) {
            cover.extend_from_slice(rest);
        }
        self.above = links.cover().len();
        if let Some(below) = below {
            if self.is_below_new {
                below.unchanged();
            }
            cover.extend_from_slice(&below.cover()[cover.len() - self.above..]);
        }
        self.is_below_new = false;
        self.unchanged = self.unchanged.min(same);
    }

    /// Ends the search and resets its counters, but not those of the links.
    fn end(&mut self) {
        self.below = None;
        self.done = Stats::default();
        self.cover.clear();
        (self.above, self.unchanged) = (0, 0);
    }

    /// Ends the search below and adds its counters to the sum.
    fn take_back(&mut self) {
        if let Some(below) = self.below.take() {
            let stats = stats_below(&below);
            self.done += stats;
            let entered = self.of_links().nodes;
            self.bar.learn(self.subproblem.option_count(), stats.nodes, entered);
        }
    }

    /// Returns the counters of the links, with those of the cubes whose bar this search goes on
    /// with.
    fn of_links(&self) -> Stats {
        let mut links = self.bar.before;
        links += self.links.stats();
        links
    }

    /// Runs the current engine until its next step, or changes engines. Returns the number of
    /// covers found and the step, `None` if the engine has changed.
    #[inline]
    fn step(&mut self, covers: u64, nodes: u64) -> (u64, Option<Step>) {
        // The root of the search below is the current node of the links, which they have counted.
        let nodes_below = nodes.saturating_add(u64::from(
            self.below.as_ref().is_some_and(|below| below.stats().nodes == 0),
        ));
        match &mut self.below {
            // The options of a single cover are needed, which `skip` does not record.
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
                let links = self.of_links();
                if links.nodes >= self.bar.look_at {
                    self.bar.look(links, self.links.has_weights());
                }
                let mut limit = nodes.min(self.bar.look_at.saturating_sub(links.nodes));
                let alone = self.bar.alone_until.saturating_sub(links.nodes);
                let step = if alone == 0 {
                    self.links.walk(limit, self.bar.options)
                } else {
                    limit = limit.min(alone);
                    Some(self.links.advance(limit))
                };
                match step {
                    Some(Step::Paused) if limit < nodes => (0, None),
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

    fn node_time(&self) -> f64 {
        // The updates of links take more time than those of domains, and most are of links.
        20.0 + 4.0 * self.stats().updates_per_node()
    }

    fn has_stable_order(&self) -> bool {
        self.links.has_stable_order()
    }

    fn fix_order(&mut self) {
        self.links.fix_order();
    }

    fn start(&mut self, cube: &Cube) -> Result<(), UnknownOption> {
        self.bar = self.initial_bar;
        self.end();
        self.links.start(cube)
    }

    fn start_next(&mut self, cube: &Cube) -> Result<(), UnknownOption> {
        self.bar.before = self.of_links();
        self.end();
        self.links.start_next(cube)
    }

    fn remaining(&self) -> Vec<OpenCube> {
        let mut cubes = Vec::new();
        if let Some(below) = &self.below {
            let here = self.links.here();
            cubes.extend(below.remaining().into_iter().map(|open| {
                let mut cube = here.cube.clone();
                cube.chosen.extend(open.cube.chosen);
                OpenCube { cube, share: here.share * open.share }
            }));
        }
        cubes.extend(self.links.remaining());
        cubes
    }

    fn advance(&mut self, nodes: u64) -> Step {
        let last_node = self.stats().nodes.saturating_add(nodes);
        loop {
            if let (_, Some(step)) = self.step(1, last_node - self.stats().nodes) {
                if step == Step::Cover {
                    self.write_cover();
                }
                return step;
            }
        }
    }

    fn cover(&self) -> &[OptionId] {
        &self.cover
    }

    fn unchanged(&mut self) -> usize {
        std::mem::replace(&mut self.unchanged, self.cover.len())
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
            let (found, step) = self.step(covers - skipped, last_node - self.stats().nodes);
            skipped += found;
            match step {
                Some(Step::Cover) | None => (),
                Some(end) => return (skipped, end),
            }
        }
        (skipped, Step::Cover)
    }
}

/// Returns the counters of a search below, without its root, which the links have counted.
fn stats_below(below: &Domains) -> Stats {
    let Stats { nodes, updates } = below.stats();
    Stats { nodes: nodes.saturating_sub(1), updates }
}

/// The number of remaining options at which a search is handed over, and its adaptation.
///
/// Compiling takes 100 to 250 ns for each option. A node below saves about as much time over the
/// nodes of links that it replaces. So handing over pays if the search below has as many nodes as
/// options. This is checked after every [`ROUND`] searches below. If handing over does not pay, the
/// bar is raised. If it is at its highest already, links work alone for a while, twice as long each
/// time. If the subtrees are small compared to the cost of compiling, the bar is raised as long as
/// domains stay short. If they are large, it is lowered, because nodes with shorter domains take
/// less time.
///
/// If links have entered most of the nodes, few subproblems are small. Then the times of a node
/// near the root are [compared](Self::look), and domains may take over the rest of the search.
#[derive(Clone, Copy, Debug)]
struct Bar {
    options: usize,
    /// The size of the domains of the whole problem in bytes, `None` if their table would be too
    /// large.
    whole: Option<usize>,
    is_fixed: bool,
    /// The counters of the links in the cubes before this one.
    before: Stats,
    /// The number of nodes of all searches below.
    below: u64,
    /// The number of nodes of links at the next [look](Self::look).
    look_at: u64,
    /// The number of nodes up to which links work alone. Its first value spares a short search the
    /// cost of a trial.
    alone_until: u64,
    /// The number of nodes for which links will work alone the next time that handing over does not
    /// pay.
    pause: u64,
    /// The number of searches below in this round, the sum of their options and the sum of their
    /// nodes.
    searches: u64,
    compiled: u64,
    nodes: u64,
}

/// The lowest and the highest bar, and the limit up to which it is raised when it already pays.
const LOWEST: usize = 64;
const HIGHEST: usize = 256;
const ENOUGH: usize = 192;
const ROUND: u64 = 32;

impl Default for Bar {
    fn default() -> Self {
        Self {
            options: 128,
            whole: None,
            is_fixed: false,
            before: Stats::default(),
            below: 0,
            look_at: 1 << 13,
            alone_until: 1 << 12,
            pause: 1 << 17,
            searches: 0,
            compiled: 0,
            nodes: 0,
        }
    }
}

impl Bar {
    /// Records a search below with this number of options and nodes, and adapts the bar at the end
    /// of a round. `nodes_of_links` is the number of nodes that links have entered so far.
    fn learn(&mut self, options: usize, nodes: u64, nodes_of_links: u64) {
        self.below += nodes;
        if self.is_fixed {
            return;
        }
        self.searches += 1;
        self.compiled += options as u64;
        self.nodes += nodes;
        if self.searches < ROUND {
            return;
        }
        let raised = self.options * 3 / 2;
        if self.nodes < self.compiled {
            if self.options == HIGHEST {
                self.alone_until = nodes_of_links.saturating_add(self.pause);
                self.pause = self.pause.saturating_mul(2);
            }
            self.options = raised.min(HIGHEST);
        } else if self.nodes < 16 * self.compiled {
            self.options = self.options.max(raised.min(ENOUGH));
        } else if self.nodes > 128 * self.compiled {
            self.options = (self.options * 3 / 4).max(LOWEST);
        }
        (self.searches, self.compiled, self.nodes) = (0, 0, 0);
    }

    /// Decides if all further branching nodes are handed over, however many options they have.
    ///
    /// The times in nanoseconds are rough. A node of domains stands for 2.5 nodes of links or more,
    /// and chooses about eight options, each of which reads and writes all domains. Weights save
    /// links more than that.
    fn look(&mut self, links: Stats, has_weights: bool) {
        self.look_at = self.look_at.saturating_mul(2);
        let Some(size) = self.whole.filter(|_| !has_weights) else { return };
        let node_of_links = 60.0 + 6.5 * links.updates_per_node();
        let node_of_domains = 100.0 + 8.0 * size as f64 / 14.0;
        if !self.is_fixed && self.below < links.nodes && node_of_domains < 2.5 * node_of_links {
            *self = Self { options: usize::MAX, is_fixed: true, alone_until: 0, ..*self };
        }
    }
}
