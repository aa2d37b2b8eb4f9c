//! Algorithm M on arrays of options, as an explicit state machine that can stop at any node and
//! continue later.

use std::sync::Arc;

use super::matrix::{Items, Matrix, Node};
use crate::engine::simd::dispatch::{Isa, Job, Simd};
use crate::engine::simd::filter::{Arrays, MaskFilter, Span, is_empty};
use crate::ids::OptionId;
use crate::search::{Cube, OpenCube, Stats, Step, UnknownOption};

#[derive(Clone, Debug)]
pub(super) struct Search<const W: usize> {
    matrix: Arc<Matrix<W>>,
    /// All options, followed by the remaining options of the root and of each node on the path to
    /// the current one.
    arrays: Arrays<W>,
    levels: Vec<Level<W>>,
    /// The node that is entered next.
    node: Node<W>,
    /// The prefix, followed by the current options of the levels and those that they forced.
    chosen: Vec<OptionId>,
    /// The smallest number of chosen options since the last call of `unchanged`.
    unchanged: usize,
    /// The excluded options of the cube.
    excluded: Vec<OptionId>,
    next: Next,
    stats: Stats,
}

/// A branching node.
#[derive(Clone, Copy, Debug)]
struct Level<const W: usize> {
    span: Span,
    items: Items<W>,
    kind: Kind,
    /// The index at which the search for the next option begins.
    at: usize,
    /// The number of options chosen before.
    chosen: usize,
}

/// What a level branches on.
#[derive(Clone, Copy, Debug)]
enum Kind {
    /// An item that takes one option. Its options exclude each other.
    One { item: usize },
    /// An item that can take several options. An option is removed from the level before it is
    /// tried, so that no set is found twice. The last branch takes all options that are left.
    Several { item: usize, left: usize, branches: usize },
    /// The remaining options, when no item needs one. Each is removed before it is tried, and the
    /// last branch is that without an option.
    Any { left: usize },
}

/// The next step of the search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Next {
    Enter,
    TryAgain,
    Exhausted,
}

impl<const W: usize> Search<W> {
    pub(super) fn new(matrix: Matrix<W>) -> Self {
        let mut arrays = matrix.arrays();
        let cube = Cube::default();
        let root = matrix.root(&mut arrays, &cube, &mut Vec::new()).ok().flatten();
        let mut search = Self {
            node: root.expect("the default cube has no options"),
            arrays,
            matrix: Arc::new(matrix),
            levels: Vec::new(),
            chosen: Vec::new(),
            unchanged: 0,
            excluded: Vec::new(),
            next: Next::Enter,
            stats: Stats::default(),
        };
        let started = search.start(&cube);
        debug_assert!(started.is_ok(), "the default cube has no options");
        search
    }

    pub(super) fn start(&mut self, cube: &Cube) -> Result<(), UnknownOption> {
        self.levels.clear();
        self.chosen.clear();
        self.unchanged = 0;
        self.stats = Stats::default();
        self.next = Next::Exhausted;
        self.excluded.clear();
        let root = self.matrix.root(&mut self.arrays, cube, &mut self.chosen)?;
        self.excluded.extend_from_slice(&cube.excluded);
        // Like any branch, a cube that leaves an item without options is not entered.
        if let Some(root) = root
            && (cube.is_whole() || !root.is_dead_end())
        {
            self.node = root;
            self.next = Next::Enter;
        }
        Ok(())
    }

    /// Returns the cubes of [`Engine::remaining`](crate::search::Engine::remaining).
    pub(super) fn remaining(&self) -> Vec<OpenCube> {
        if self.next == Next::Exhausted {
            return Vec::new();
        }
        let open = |chosen: Vec<OptionId>, excluded: &[OptionId], share: f64| OpenCube {
            cube: Cube { chosen, excluded: excluded.to_vec() },
            share,
        };
        let mut cubes = Vec::new();
        let mut share = 1.0;
        // The levels are visited from the root down, because each excludes options. So the cubes
        // are reversed at the end.
        let mut excluded = self.excluded.clone();
        for level in &self.levels {
            let chosen = &self.chosen[..level.chosen];
            let (tried, untried) = self.branches(level);
            let branches = match level.kind {
                Kind::One { .. } => tried.len() + untried.len(),
                Kind::Several { branches, .. } => branches,
                Kind::Any { .. } => level.span.len + 1,
            };
            share /= branches as f64;
            let excludes = !matches!(level.kind, Kind::One { .. });
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
            if matches!(level.kind, Kind::Any { left: 1.. }) {
                of_level.push(open(chosen.to_vec(), &excluded, share));
            }
            cubes.extend(of_level.into_iter().rev());
            // The levels below exclude what was tried before the current branch. The last branch
            // of a level is not among the tried options.
            let is_last =
                matches!(level.kind, Kind::Several { left: 0, .. } | Kind::Any { left: 0 });
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

    /// Returns the options of a level that have been tried, and those that are to be tried.
    fn branches(&self, level: &Level<W>) -> (Vec<OptionId>, Vec<OptionId>) {
        let Self { matrix, arrays, .. } = self;
        let option = |at| matrix.option(arrays, at);
        let removed = || {
            let tried = (level.span.start..level.at).filter(|&at| matrix.is_removed(arrays, at));
            tried.map(option).collect()
        };
        let of_item = |item: usize, from: usize, to: usize| {
            let has = move |at: &usize| arrays.mask(*at)[item / 64] >> (item % 64) & 1 == 1;
            (from..to).filter(has).map(option)
        };
        let end = level.span.end();
        match level.kind {
            Kind::One { item } => (
                of_item(item, level.span.start, level.at).collect(),
                of_item(item, level.at, end).collect(),
            ),
            Kind::Several { item, left, .. } => {
                (removed(), of_item(item, level.at, end).take(left).collect())
            }
            Kind::Any { .. } => (removed(), (level.at..end).map(option).collect()),
        }
    }

    /// Continues until `covers` covers or all were found, or `last_node` nodes were entered.
    /// Returns the number of covers found.
    #[inline(always)]
    fn advance<S: MaskFilter>(&mut self, isa: S, covers: u64, last_node: u64) -> (u64, Step) {
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
                    self.next = Next::TryAgain;
                    let Self { matrix, arrays, node, chosen, stats, .. } = self;
                    if matrix.force(isa, arrays, node, chosen, &mut stats.updates) {
                        if is_empty(&self.node.items.need) && self.node.span.len == 0 {
                            found += 1;
                        } else {
                            self.branch(isa);
                        }
                    }
                }
                Next::TryAgain => {
                    self.next = if self.try_again(isa) { Next::Enter } else { Next::Exhausted }
                }
                Next::Exhausted => return (found, Step::Exhausted),
            }
        }
    }

    pub(super) fn run(&mut self, simd: Simd, covers: u64, nodes: u64) -> (u64, Step) {
        let last_node = self.stats.nodes.saturating_add(nodes);
        simd.run_in_256_bits(Run { search: self, covers, last_node })
    }

    pub(super) fn cover(&self) -> &[OptionId] {
        &self.chosen
    }

    pub(super) fn unchanged(&mut self) -> usize {
        std::mem::replace(&mut self.unchanged, self.chosen.len())
    }

    pub(super) fn stats(&self) -> Stats {
        self.stats
    }

    /// Pushes a level for the node. Each item that needs options has at least one more than it
    /// needs.
    #[inline(always)]
    fn branch<S: MaskFilter>(&mut self, isa: S) {
        let Node { span, ref items, .. } = self.node;
        let kind = if is_empty(&items.need) {
            Kind::Any { left: span.len + 1 }
        } else {
            match self.node.item(isa, &self.arrays, &self.matrix) {
                Some(item) if self.matrix.takes_one(items, item) => Kind::One { item },
                Some(item) => {
                    let options = self.arrays.count(span, item);
                    let branches = options.saturating_sub(items.more_than_one(item));
                    Kind::Several { item, left: branches, branches }
                }
                None => return,
            }
        };
        let (items, chosen) = (*items, self.chosen.len());
        self.levels.push(Level { span, items, kind, at: span.start, chosen });
    }

    /// Takes the next branch that is no dead end, at the deepest level or one above. Returns false
    /// if there is none.
    #[inline(always)]
    fn try_again<S: MaskFilter>(&mut self, isa: S) -> bool {
        let Self { matrix, arrays, levels, chosen, stats, .. } = self;
        while let Some(level) = levels.last_mut() {
            chosen.truncate(level.chosen);
            self.unchanged = self.unchanged.min(level.chosen);
            let Level { span, ref items, .. } = *level;
            // The item, if there is one, and whether its options must be removed.
            let (item, several) = match &mut level.kind {
                Kind::One { item } => (Some(*item), false),
                Kind::Several { left: 0, .. } | Kind::Any { left: 0 } => {
                    levels.pop();
                    continue;
                }
                Kind::Several { item, left, .. } => {
                    *left -= 1;
                    if *left == 0 {
                        let rest = (span, level.at);
                        let node = matrix.choose_rest(isa, arrays, rest, items, *item, chosen);
                        let Some(node) = node else { continue };
                        self.node = node;
                        stats.updates += node.filtered(span);
                        if node.is_dead_end() {
                            continue;
                        }
                        return true;
                    }
                    (Some(*item), true)
                }
                Kind::Any { left } => {
                    *left -= 1;
                    if *left == 0 {
                        self.node = Node::empty(*items);
                        return true;
                    }
                    (None, true)
                }
            };
            let found = match item {
                Some(item) => isa.find(arrays, span, level.at, item),
                None => Some(level.at),
            };
            let Some(found) = found else {
                levels.pop();
                continue;
            };
            level.at = found + 1;
            chosen.push(matrix.option(arrays, found));
            self.node = matrix.choose(isa, arrays, span, items, found, several);
            stats.updates += self.node.filtered(span);
            if !self.node.is_dead_end() {
                return true;
            }
        }
        false
    }
}

/// A call of [`Search::advance`].
struct Run<'a, const W: usize> {
    search: &'a mut Search<W>,
    covers: u64,
    last_node: u64,
}

impl<const W: usize> Job for Run<'_, W> {
    type Output = (u64, Step);

    #[inline(always)]
    fn run<I: Isa>(self, isa: I) -> (u64, Step) {
        self.search.advance(isa, self.covers, self.last_node)
    }
}
