//! The hybrid engine: dancing links at the top of the search tree, and domains of bits below, for
//! large problems without bounds.
//!
//! A large problem becomes small near the leaves, where nearly all nodes are. A node of
//! [links](super::links) takes 70 to 140 ns, and its cost hardly depends on the size of the
//! problem. A node of [domains](crate::engine::domains::Domains) takes 40 to 80 ns and replaces
//! three to ten nodes of links. But a problem must be compiled for domains first, which takes 100
//! to 250 ns for each option. So the hybrid begins with links. At a node with few options left it
//! compiles the subproblem for domains and continues with them. Reading a subproblem takes no pass
//! over the problem: the length of the trail gives the number of options left, and the items to be
//! covered are in a list. Both engines choose in the same way, and items and options keep their
//! order, so the covers come in the order of links. The orders differ once links use weights
//! (`weights.rs`), because the links of the hybrid do not count the dead ends below. They can
//! also differ if some items are preferred, because domains ignore preferences.
//!
//! The *bar* is the largest number of options with which links hand a node over. The best bar
//! depends on the number of nodes below it. The hybrid counts these nodes over 32 subproblems, and
//! then adapts the bar (`Bar`):
//!
//! | nodes below, per option | the bar |
//! |---|---|
//! | fewer than 1 | rises, up to 256; if that does not help, links go on alone for 131,072 nodes, then for twice as many, and so on |
//! | 1 to 16 | rises, up to 192 |
//! | 16 to 128 | stays |
//! | more than 128 | falls, down to 64 |
//!
//! Links search the first 4,096 nodes, so a short search pays nothing. The bar depends on counts
//! and never on a clock, so a search does the same in every run. The next cube of a task continues
//! with the bar of the previous cube.
//!
//! *Dead ends far from the leaves.* In a sparse random problem the search fails while there are
//! still several hundred options, so few subproblems are ever small. After 8,192 nodes of links,
//! and whenever this number has doubled, the search checks whether links have entered most of the
//! nodes. If they have, and if domains support the whole problem, the search compares the times of
//! a node near the root:
//!
//! - links take `60 + 6.5 u` ns, with `u` updates per node, times 2.5, because a node of domains
//!   replaces at least 2.5 nodes of links;
//! - domains take `100 + 8 b / 14` ns, with domains of `b` bytes.
//!
//! If domains take less, links hand over every later branching node, however many options it has.
//! If links use weights, the bar stays in force, because weights save more.
//!
//! # What it is worth
//!
//! Milliseconds for the given number of covers or nodes, compiling included, one run each; AMD EPYC
//! (Zen 4) with AVX-512, 2026-11.
//!
//! | | options, items | covers | links | domains or filter | hybrid | links / hybrid |
//! |---|--:|--:|--:|--:|--:|--:|
//! | L trominoes 20x18 | 1,292, 360 | 3,000,000 | 2,736 | 3,037 | **262** | 10.4 |
//! | L trominoes 12x12 | 484, 144 | 2,000,000 | 1,681 | 1,139 | **304** | 5.5 |
//! | 28 queens | 784, 56 + 110 | 10,000 | 174 | 71 | **23.2** | 7.5 |
//! | 40 queens | 1,600, 80 + 158 | 3,000 | 76 | 65 | **11.9** | 6.4 |
//! | dominoes 18x18 | 612, 324 | 4,000,000 | 625 | 1,051 | **117** | 5.3 |
//! | Sudoku with 2,004,783 solutions, as a general problem | 569, 324 | all | 1,970 | 1,324 | **360** | 5.5 |
//! | Steiner systems of 25 points | 2,300, 300 | 300,000 | 341 | 1,382 | **70** | 4.9 |
//! | Steiner systems of 87 points | 105,995, 3,741 | 200,000 | 658 | | **146** | 4.5 |
//! | Latin squares of order 10 | 1,000, 300 | 3,000,000 | 2,478 | 2,046 | **636** | 3.9 |
//! | Latin squares of order 47 | 103,823, 6,627 | 100,000 | 76 | | **24** | 3.2 |
//! | random, 4 items of 240 | 60,000, 240 | 25,000 | 759 | | **148** | 5.1 |
//! | Sudoku 16x16 with 150 cells open | 758, 600 | 3,000,000 | 2,970 | 3,351 | **2,322** | 1.3 |
//! | random, 6 items of 600, none found | 100,000, 600 | 3,000,000 nodes | 2,380 | | 2,441 | 1.0 |
//! | random, 5 items of 10,000, none found | 200,000, 10,000 | 3,000,000 nodes | 3,744 | | 3,698 | 1.0 |
//! | Y pentominoes 15x20 | 1,864, 300 | 300 | **234** | 731 | 244 | 1.0 |
//! | partial Latin square of order 20, 190 cells open | 961, 570 | 300,000 | **1,480** | | 1,500 | 1.0 |
//! | words in a rectangle 4x3, colors | 3,257, 7 + 989 | 1,005 | 70 | | 80 | 0.9 |
//!
//! In the last five rows, handing over does not pay, because a subproblem of 256 options has a tree
//! of only ten nodes. The search detects this, at a cost of a few percent of its time, or of 10 ms
//! in the last row.
//!
//! Milliseconds for the whole tree of sparse random problems with one planted cover, and for a
//! partial Latin square; AMD EPYC with AVX2, 2026-11-23, one run each. *Up to 256* is a hybrid that
//! hands over only nodes with up to 256 options:
//!
//! | | options | links | domains | up to 256 | hybrid |
//! |---|--:|--:|--:|--:|--:|
//! | 4 of 200 items | 500 | 1,086 | 344 | 1,394 | **330** |
//! | 4 of 300 items | 600 | 173 | 65 | 200 | **42** |
//! | 5 of 300 items | 660 | 356 | **64** | 291 | 96 |
//! | Latin square of order 20, 170 cells open, 300,000 covers | 746 | **1,111** | 1,344 | 1,169 | 1,112 |
//!
//! # Tried and left out
//!
//! - A fixed bar: more than three times the time where the hybrid does not pay (Y pentominoes 15x20
//!   with a bar of 256: 851 ms). Where it pays, the best fixed bar is at most a quarter faster.

use crate::engine::links::Links;
use crate::engine::{domains::Domains, simd::Simd};
use crate::ids::OptionId;
use crate::problem::Problem;
use crate::search::{
    Compile, Cube, Engine, OpenCube, Stats, Step, Subproblem, UnknownOption, Unsupported,
};

/// An engine that begins with dancing links and hands small subproblems over to domains of bits.
///
/// Compiling takes about as long as for [`Links`]. The engine supports primary items, secondary
/// items and colors, but no bounds. It chooses the item with the fewest remaining options, and the
/// first of these if there are several. Options are tried in order of their numbers. Both of its
/// engines do this, so the covers come in the order of [`Links`] wherever links hand over. There
/// are two exceptions. In a long search with uneven dead ends, links here learn from fewer dead
/// ends than in a search with links only. [`fix_order`](Engine::fix_order) prevents that. In a
/// problem with [preferred](Problem::is_preferred) items, only links branch on them first. The
/// hand-over depends on counts and never on a clock, so a search does the same in every run. A
/// search that [continues](Engine::start_next) earlier ones also depends on what these have learnt.
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
    /// The bar at the start of each search that does not continue earlier ones.
    initial_bar: Bar,
    simd: Simd,
    /// The counters of the finished searches below.
    done: Stats,
    /// The last cover: the options chosen by the links, then those chosen below.
    cover: Vec<OptionId>,
    /// The number of options of the last cover that the links chose.
    above: usize,
    /// True if no cover of the search below has been written yet.
    is_below_new: bool,
    /// The smallest number of leading options that two consecutive covers had in common since the
    /// last call to `unchanged`.
    unchanged: usize,
    /// The last subproblem handed over, kept to reuse its memory.
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

    /// Compiles a problem. The search hands over every branching node with at most `options`
    /// remaining options.
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

    /// Writes the part of the current cover that differs from the previous cover.
    fn write_cover(&mut self) {
        let Self { links, below, cover, .. } = self;
        // While a search below runs, the links do not move.
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

    /// Ends the search below, and adds its counters to `done` and to the bar.
    fn take_back(&mut self) {
        if let Some(below) = self.below.take() {
            let stats = stats_below(&below);
            self.done += stats;
            let entered = self.of_links().nodes;
            self.bar.learn(self.subproblem.option_count(), stats.nodes, entered);
        }
    }

    /// Returns the counters of the links, including those of the cubes from which this search took
    /// its bar.
    fn of_links(&self) -> Stats {
        let mut links = self.bar.before;
        links += self.links.stats();
        links
    }

    /// Runs the current engine, and may change engines. Returns the number of covers found, and the
    /// step. The step is `None` if the caller must call again.
    #[inline]
    fn step(&mut self, covers: u64, nodes: u64) -> (u64, Option<Step>) {
        // The root of the search below is the current node of the links, which have already counted
        // it.
        let nodes_below = nodes.saturating_add(u64::from(
            self.below.as_ref().is_some_and(|below| below.stats().nodes == 0),
        ));
        match &mut self.below {
            // The caller needs the options of a single cover: see [`Engine::cover`].
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
        // Most updates are of links, so this is their formula.
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

/// The number of remaining options up to which a node is handed over, with the counts that adapt
/// it.
///
/// Compiling takes 100 to 250 ns for each option. A node below replaces nodes of links, and saves
/// about as much time as it takes to compile an option. So handing over pays if the search below
/// has at least as many nodes as its subproblem has options. This is checked after every [`ROUND`]
/// searches below. If handing over does not pay, the bar is raised. If it is already at its
/// highest, links work alone for a while, twice as long each time. If handing over pays but the
/// subtrees are small compared to the cost of compiling, the bar is raised as long as domains stay
/// short. If the subtrees are large, the bar is lowered, because nodes with shorter domains take
/// less time.
///
/// If links have entered most of the nodes, few subproblems are small. The times of a node are
/// then [compared](Self::look), and domains may take over the rest of the search.
#[derive(Clone, Copy, Debug)]
struct Bar {
    options: usize,
    /// The size of the domains of the whole problem in bytes, or `None` if [`Domains::size`] fails.
    /// Unused if the bar is fixed.
    whole: Option<usize>,
    is_fixed: bool,
    /// The counters of the links in the cubes before this one.
    before: Stats,
    /// The number of nodes of all searches below.
    below: u64,
    /// The number of nodes of links at the next [look](Self::look).
    look_at: u64,
    /// The number of nodes up to which links work alone. Its first value is large enough that a
    /// short search never pays for a trial.
    alone_until: u64,
    /// The number of nodes for which links work alone the next time handing over does not pay.
    pause: u64,
    /// The number of searches below in this round, and the sums of their options and of their
    /// nodes.
    searches: u64,
    compiled: u64,
    nodes: u64,
}

/// The lowest and the highest bar, and the limit up to which the bar is raised when handing over
/// already pays.
const LOWEST: usize = 64;
const HIGHEST: usize = 256;
const ENOUGH: usize = 192;
/// The number of searches below in a round.
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

    /// Decides whether all further branching nodes are handed over, however many options they have.
    ///
    /// The times in nanoseconds are rough. A node of domains replaces 2.5 nodes of links or more,
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
