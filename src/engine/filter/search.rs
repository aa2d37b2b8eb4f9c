//! Algorithm X on arrays of options, as an explicit machine that can stop at any node and go on
//! later.

use std::iter::successors;
use std::sync::Arc;

use crate::engine::matrix::{Matrix, Residue};
use crate::engine::simd::dispatch::{Isa, Job, Simd};
use crate::engine::simd::filter::{Arrays, Mask, MaskFilter, Span, is_empty, without};
use crate::engine::simd::tokens::Portable;
use crate::ids::OptionId;
use crate::search::{Cube, OpenCube, Stats, Step, UnknownOption};

#[derive(Clone, Debug)]
pub(super) struct Search<const W: usize> {
    matrix: Arc<Matrix<W>>,
    /// All options first, then those of the root, then those of each node on the way to the current
    /// one.
    arrays: Arrays<W>,
    levels: Vec<Level<W>>,
    /// The node to be entered next.
    node: Residue<W>,
    /// The prefix, then the options that are being tried and those that they forced.
    chosen: Vec<OptionId>,
    /// The options that no cover is to contain.
    excluded: Vec<OptionId>,
    next: Next,
    stats: Stats,
}

/// A node at which there is a choice: an item, and where its options are.
#[derive(Clone, Copy, Debug)]
struct Level<const W: usize> {
    span: Span,
    need: Mask<W>,
    item: usize,
    /// Where to look for the next option of the item.
    at: usize,
    /// How many options were chosen before.
    chosen: usize,
}

/// Where the search goes on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Next {
    Enter,
    TryAgain,
    Exhausted,
}

impl<const W: usize> Search<W> {
    pub(super) fn new(matrix: Arc<Matrix<W>>) -> Self {
        let mut search = Self {
            arrays: matrix.arrays(),
            matrix,
            levels: Vec::new(),
            node: Residue::NOTHING,
            chosen: Vec::new(),
            excluded: Vec::new(),
            next: Next::Enter,
            stats: Stats::default(),
        };
        let started = search.start(&Cube::default());
        debug_assert!(started.is_ok(), "these lists name no option");
        search
    }

    pub(super) fn start(&mut self, cube: &Cube) -> Result<(), UnknownOption> {
        self.levels.clear();
        self.chosen.clear();
        self.stats = Stats::default();
        self.next = Next::Exhausted;
        self.excluded.clear();
        let root = self.matrix.root(&mut self.arrays, cube, &mut self.chosen)?;
        self.excluded.extend_from_slice(&cube.excluded);
        // Like a branch, a part that leaves an item without options is not entered.
        let is_whole = cube.is_whole();
        if let Some(root) = root
            && (is_whole || is_empty(&without(&root.need, &root.at_least.one)))
        {
            self.node = root;
            self.next = Next::Enter;
        }
        Ok(())
    }

    /// See [`Engine::remaining`](crate::search::Engine::remaining).
    pub(super) fn remaining(&self) -> Vec<OpenCube> {
        if self.next == Next::Exhausted {
            return Vec::new();
        }
        let open = |chosen: Vec<OptionId>, share: f64| OpenCube {
            cube: Cube { chosen, excluded: self.excluded.clone() },
            share,
        };
        let mut parts = Vec::new();
        let mut share = 1.0;
        for level in &self.levels {
            let next = |from| Portable.find(&self.arrays, level.span, from, level.item);
            let branches: Vec<usize> =
                successors(next(level.span.start), |at| next(at + 1)).collect();
            share /= branches.len() as f64;
            let left = branches.into_iter().rev().take_while(|&at| at >= level.at);
            parts.extend(left.map(|at| {
                let option = self.matrix.option(&self.arrays, at);
                open([&self.chosen[..level.chosen], &[option]].concat(), share)
            }));
        }
        if self.next == Next::Enter {
            parts.push(open(self.chosen.clone(), share));
        }
        parts.reverse();
        parts
    }

    /// Goes on until `covers` covers were found, or all, or the node before `last_node` was
    /// entered. Returns how many there were.
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
                        if is_empty(&self.node.need) {
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
        simd.run(Run { search: self, covers, last_node })
    }

    pub(super) fn cover(&self) -> &[OptionId] {
        &self.chosen
    }

    pub(super) fn stats(&self) -> Stats {
        self.stats
    }

    /// Makes a level of the node, whose items that are to be covered have two options at least.
    #[inline(always)]
    fn branch<S: MaskFilter>(&mut self, isa: S) {
        let Residue { span, need, .. } = self.node;
        if let Some(item) = self.node.item(isa, &self.arrays, &self.matrix) {
            self.levels.push(Level { span, need, item, at: span.start, chosen: self.chosen.len() });
        }
    }

    /// Goes on to the next option that leads anywhere, at the deepest level or at one above; false
    /// if there is none.
    #[inline(always)]
    fn try_again<S: MaskFilter>(&mut self, isa: S) -> bool {
        while let Some(level) = self.levels.last_mut() {
            self.chosen.truncate(level.chosen);
            let Some(found) = isa.find(&self.arrays, level.span, level.at, level.item) else {
                self.levels.pop();
                continue;
            };
            level.at = found + 1;
            let Level { span, need, .. } = *level;
            self.chosen.push(self.matrix.option(&self.arrays, found));
            self.node = self.matrix.choose(isa, &mut self.arrays, span, &need, found);
            self.stats.updates += if is_empty(&self.node.need) { 0 } else { span.len as u64 };
            if !self.node.is_hopeless() {
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
