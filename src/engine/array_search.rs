//! The search on flat arrays of options, as an explicit state machine that can stop at any node and
//! continue later. A [`Rule`] defines how items are covered: exactly once in the filter engine,
//! within bounds in the bounded engine.

use std::fmt::Debug;

use super::matrix::Node;
use super::simd::dispatch::{Isa, Job, Simd};
use super::simd::filter::{Arrays, Mask, MaskFilter, Span, lowest};
use super::weights::Weights;
use crate::ids::OptionId;
use crate::search::{Cube, Engine, OpenCube, Stats, Step, UnknownOption};

/// A compiled problem, and the steps of a search on it. [`Search::walk`] and its rule are compiled
/// together for each instruction set, so the steps are inlined.
pub(super) trait Rule<const W: usize>: Clone + Debug {
    /// The items left to cover at a node, with any counts that the rule keeps.
    type Need: Copy + Debug;
    /// The branching of a level.
    type Branch: Copy + Debug;

    const NAME: &'static str;

    /// True if a search learns weights. It is a constant, because a test at each node made rotas
    /// take half a percent more instructions.
    const HAS_WEIGHTS: bool;

    /// Returns equal weights for the items. They are off if the rule does not use weights.
    fn weights(&self) -> Weights;

    /// Returns arrays that hold all options. A search appends its subproblems to them.
    fn arrays(&self) -> Arrays<W>;

    /// Returns a node without options.
    fn nothing(&self) -> Node<W, Self::Need>;

    /// Builds the subproblem at the root of a cube, and adds the chosen options of the cube to
    /// `chosen`. Returns `None` if the cube contradicts itself, or if a chosen option has no
    /// primary item.
    ///
    /// # Errors
    /// [`UnknownOption`] if the problem lacks an option of the cube.
    fn root(
        &self,
        arrays: &mut Arrays<W>,
        cube: &Cube,
        chosen: &mut Vec<OptionId>,
    ) -> Result<Option<Node<W, Self::Need>>, UnknownOption>;

    /// True if an item certainly needs more options than it has left.
    fn is_dead_end(node: &Node<W, Self::Need>) -> bool;

    /// Returns the items that have run out of options. Called only for a rule with weights.
    fn run_out(_: &Node<W, Self::Need>) -> Mask<W> {
        [0; W]
    }

    /// True if no item needs another option. A branch to such a node adds nothing to the updates.
    fn needs_nothing(need: &Self::Need) -> bool;

    /// While some item needs all of its options, chooses them and adds them to `chosen`. Returns
    /// false at a dead end. `updates` grows by the number of options at each completed step.
    fn force<S: MaskFilter>(
        &self,
        isa: S,
        arrays: &mut Arrays<W>,
        node: &mut Node<W, Self::Need>,
        chosen: &mut Vec<OptionId>,
        updates: &mut u64,
    ) -> bool;

    /// Chooses the branching at a node, by these weights if there are any. Each item that needs
    /// options must have more than it needs.
    fn branch<S: MaskFilter>(
        &self,
        isa: S,
        arrays: &Arrays<W>,
        node: &Node<W, Self::Need>,
        weights: Option<&Weights>,
    ) -> Option<Self::Branch>;

    /// Takes the next branch of a level, and adds its options to `chosen`. Writes the subproblem to
    /// `node`: its options follow those of the level in the arrays. Returns false if no branch is
    /// left.
    fn next<S: MaskFilter>(
        &self,
        isa: S,
        arrays: &mut Arrays<W>,
        level: &mut Level<W, Self::Need, Self::Branch>,
        chosen: &mut Vec<OptionId>,
        node: &mut Node<W, Self::Need>,
    ) -> bool;

    fn branches(&self, arrays: &Arrays<W>, level: &Level<W, Self::Need, Self::Branch>) -> Branches;

    /// Runs a job, using only the instruction sets that make the rule faster.
    fn run<J: Job>(simd: Simd, job: J) -> J::Output;

    /// Returns [`Engine::node_time`] of a search with these counters.
    fn node_time(stats: Stats) -> f64;
}

/// A branching node.
#[derive(Clone, Copy, Debug)]
pub(super) struct Level<const W: usize, N, B> {
    pub(super) span: Span,
    pub(super) need: N,
    pub(super) branch: B,
    /// The index at which the search for the next option begins.
    pub(super) at: usize,
    /// The number of options chosen before this level.
    chosen: usize,
}

/// The branches of a level. Each branch chooses an option first, but the last one may choose none.
#[derive(Debug)]
pub(super) struct Branches {
    /// The options that branches choose first: those tried so far, and those not tried yet.
    pub(super) tried: Vec<OptionId>,
    pub(super) untried: Vec<OptionId>,
    /// The total number of branches.
    pub(super) count: usize,
    /// True if a branch excludes the options tried before it, which keeps a set of options from
    /// being found twice.
    pub(super) excludes: bool,
    /// True if a branch without any of the options is still to come.
    pub(super) ends_without: bool,
    /// True if `excludes` is true and the current branch is the last one. The option that it
    /// chooses first, if any, is not among those tried.
    pub(super) is_last: bool,
}

impl Branches {
    /// Returns the branches of a level whose options exclude each other.
    pub(super) fn exclusive(tried: Vec<OptionId>, untried: Vec<OptionId>) -> Self {
        let count = tried.len() + untried.len();
        Self { tried, untried, count, excludes: false, ends_without: false, is_last: false }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Next {
    Enter,
    TryAgain,
    Exhausted,
}

/// A search by a rule, over masks of `W` words. It is the whole engine.
#[derive(Clone, Debug)]
pub(super) struct Search<const W: usize, R: Rule<W>> {
    rule: R,
    simd: Simd,
    /// All options, followed by the remaining options of the root and of each node on the path to
    /// the current one.
    arrays: Arrays<W>,
    levels: Vec<Level<W, R::Need, R::Branch>>,
    /// The node that was made last. It is entered next if `next` is `Enter`.
    node: Node<W, R::Need>,
    /// The chosen options of the cube, followed by the current options of the levels. Forced
    /// options come right after the choice that forced them.
    chosen: Vec<OptionId>,
    /// The smallest number of chosen options since the last call to `unchanged`.
    unchanged: usize,
    /// The excluded options of the cube.
    excluded: Vec<OptionId>,
    next: Next,
    stats: Stats,
    weights: Weights,
}

impl<const W: usize, R: Rule<W>> Search<W, R> {
    pub(super) fn new(rule: R, simd: Simd) -> Self {
        let mut search = Self {
            arrays: rule.arrays(),
            node: rule.nothing(),
            weights: rule.weights(),
            rule,
            simd,
            levels: Vec::new(),
            chosen: Vec::new(),
            unchanged: 0,
            excluded: Vec::new(),
            next: Next::Enter,
            stats: Stats::default(),
        };
        let started = search.start(&Cube::default());
        debug_assert!(started.is_ok(), "the default cube has no options");
        search
    }

    fn start_at(&mut self, cube: &Cube) -> Result<(), UnknownOption> {
        self.levels.clear();
        self.chosen.clear();
        self.unchanged = 0;
        self.stats = Stats::default();
        self.next = Next::Exhausted;
        self.excluded.clear();
        let root = self.rule.root(&mut self.arrays, cube, &mut self.chosen)?;
        self.excluded.extend_from_slice(&cube.excluded);
        // Like any branch, a cube that is a dead end is not entered, unless it is the whole
        // problem.
        if let Some(root) = root
            && (cube.is_whole() || !R::is_dead_end(&root))
        {
            self.node = root;
            self.next = Next::Enter;
        }
        Ok(())
    }

    /// Continues until `covers` covers are found, no covers are left, or the search has entered
    /// `last_node` nodes since its start. Returns the number of covers found, and the last step.
    #[inline(always)]
    fn walk<S: MaskFilter>(&mut self, isa: S, covers: u64, last_node: u64) -> (u64, Step) {
        let mut found = 0;
        loop {
            if found == covers {
                return (found, Step::Cover);
            }
            match self.next {
                Next::Enter => {
                    if self.stats.nodes >= last_node {
                        return (found, Step::Paused);
                    }
                    self.stats.nodes += 1;
                    if R::HAS_WEIGHTS && self.weights.is_look_due(self.stats.updates) {
                        self.weights.look(self.stats.updates);
                    }
                    self.next = Next::TryAgain;
                    let Self { rule, arrays, node, chosen, stats, .. } = self;
                    if rule.force(isa, arrays, node, chosen, &mut stats.updates) {
                        if R::needs_nothing(&self.node.need) && self.node.span.len == 0 {
                            found += 1;
                            if R::HAS_WEIGHTS {
                                self.weights.add_cover();
                            }
                        } else {
                            self.branch(isa);
                        }
                    } else {
                        Self::learn(&mut self.weights, &self.node);
                    }
                }
                Next::TryAgain => {
                    self.next = if self.try_again(isa) { Next::Enter } else { Next::Exhausted }
                }
                Next::Exhausted => return (found, Step::Exhausted),
            }
        }
    }

    /// Pushes a level for the node, if it has a branch.
    #[inline(always)]
    fn branch<S: MaskFilter>(&mut self, isa: S) {
        // Weights need the number of options of every item. At a node with fewer options than half
        // the average number of updates per node, counting takes longer than the weights save.
        let Stats { nodes, updates } = self.stats;
        let by_weight = R::HAS_WEIGHTS
            && self.weights.are_used()
            && 2 * self.node.span.len as u64 * nodes >= updates;
        let weights = by_weight.then_some(&self.weights);
        if let Some(branch) = self.rule.branch(isa, &self.arrays, &self.node, weights) {
            let Node { span, need, .. } = self.node;
            let chosen = self.chosen.len();
            self.levels.push(Level { span, need, branch, at: span.start, chosen });
        }
    }

    /// Takes the next branch that is not a dead end, at the deepest level that has one. Returns
    /// false if no level has one.
    #[inline(always)]
    fn try_again<S: MaskFilter>(&mut self, isa: S) -> bool {
        let Self { rule, arrays, levels, node, chosen, unchanged, stats, weights, .. } = self;
        while let Some(level) = levels.last_mut() {
            chosen.truncate(level.chosen);
            *unchanged = (*unchanged).min(level.chosen);
            let span = level.span;
            if !rule.next(isa, arrays, level, chosen, node) {
                levels.pop();
                continue;
            }
            stats.updates += if R::needs_nothing(&node.need) { 0 } else { span.len as u64 };
            if !R::is_dead_end(node) {
                return true;
            }
            Self::learn(weights, node);
        }
        false
    }

    /// Records the dead end of a node. If two forced options exclude each other, no item has run
    /// out of options, and nothing is recorded.
    #[inline(always)]
    fn learn(weights: &mut Weights, node: &Node<W, R::Need>) {
        if !R::HAS_WEIGHTS {
            return;
        }
        let mut items = R::run_out(node);
        while let Some(item) = lowest(&items)
            && weights.add_dead_end(item)
        {
            items[item / 64] &= items[item / 64] - 1;
        }
    }
}

impl<const W: usize, R: Rule<W>> Engine for Search<W, R> {
    fn name(&self) -> &'static str {
        R::NAME
    }

    fn node_time(&self) -> f64 {
        R::node_time(self.stats)
    }

    fn has_stable_order(&self) -> bool {
        self.weights.are_off()
    }

    fn fix_order(&mut self) {
        self.weights.turn_off();
    }

    fn start(&mut self, cube: &Cube) -> Result<(), UnknownOption> {
        self.weights.reset();
        self.start_at(cube)
    }

    fn start_next(&mut self, cube: &Cube) -> Result<(), UnknownOption> {
        self.weights.carry_over(self.stats.updates);
        self.start_at(cube)
    }

    fn remaining(&self) -> Vec<OpenCube> {
        if self.next == Next::Exhausted {
            return Vec::new();
        }
        let open = |chosen: Vec<OptionId>, excluded: &[OptionId], share: f64| OpenCube {
            cube: Cube { chosen, excluded: excluded.to_vec() },
            share,
        };
        let mut cubes = Vec::new();
        let mut share = 1.0;
        // The levels are visited from the root down, because each can exclude options from those
        // below. The cubes are reversed at the end.
        let mut excluded = self.excluded.clone();
        for level in &self.levels {
            let chosen = &self.chosen[..level.chosen];
            let Branches { tried, untried, count, excludes, ends_without, is_last } =
                self.rule.branches(&self.arrays, level);
            share /= count as f64;
            let outside = excluded.len();
            if excludes {
                excluded.extend(&tried);
            }
            let mut of_level = Vec::new();
            for &option in &untried {
                of_level.push(open([chosen, &[option]].concat(), &excluded, share));
                if excludes {
                    excluded.push(option);
                }
            }
            if ends_without {
                of_level.push(open(chosen.to_vec(), &excluded, share));
            }
            cubes.extend(of_level.into_iter().rev());
            // The levels below exclude the options tried before the current branch.
            let before = match (excludes, is_last) {
                (false, _) => 0,
                (true, true) => tried.len(),
                (true, false) => tried.len().saturating_sub(1),
            };
            excluded.truncate(outside + before);
        }
        if self.next == Next::Enter {
            cubes.push(open(self.chosen.clone(), &excluded, share));
        }
        cubes.reverse();
        cubes
    }

    fn advance(&mut self, nodes: u64) -> Step {
        self.skip(1, nodes).1
    }

    fn cover(&self) -> &[OptionId] {
        &self.chosen
    }

    fn unchanged(&mut self) -> usize {
        std::mem::replace(&mut self.unchanged, self.chosen.len())
    }

    fn stats(&self) -> Stats {
        self.stats
    }

    fn skip(&mut self, covers: u64, nodes: u64) -> (u64, Step) {
        let last_node = self.stats.nodes.saturating_add(nodes);
        R::run(self.simd, Run { search: self, covers, last_node })
    }
}

/// A call to [`Search::walk`].
struct Run<'a, const W: usize, R: Rule<W>> {
    search: &'a mut Search<W, R>,
    covers: u64,
    last_node: u64,
}

impl<const W: usize, R: Rule<W>> Job for Run<'_, W, R> {
    type Output = (u64, Step);

    #[inline(always)]
    fn run<I: Isa>(self, isa: I) -> (u64, Step) {
        self.search.walk(isa, self.covers, self.last_node)
    }
}
