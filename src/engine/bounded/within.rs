//! The rule of the bounded engine: each item is covered within its bounds.

use std::sync::Arc;

use super::matrix::{Items, Matrix, Node};
use crate::engine::array_search::{Branches, Level, Rule};
use crate::engine::simd::dispatch::{Job, Simd};
use crate::engine::simd::filter::{Arrays, MaskFilter, is_empty};
use crate::engine::weights::Weights;
use crate::ids::OptionId;
use crate::search::{Cube, Stats, UnknownOption};

/// The state of the branching at a level.
#[derive(Clone, Copy, Debug)]
pub(super) enum Kind {
    /// An item that can take only one more option. Its options exclude each other.
    One { item: usize },
    /// An item that can take several options. An option is removed from the level before it is
    /// tried, so no set of options is found twice. The last branch takes all options of the item
    /// that are left.
    Several { item: usize, left: usize, branches: usize },
    /// The remaining options, when no item needs one. Each is removed before it is tried, and the
    /// last branch takes none.
    Any { left: usize },
}

impl<const W: usize> Rule<W> for Arc<Matrix<W>> {
    type Need = Items<W>;
    type Branch = Kind;

    const NAME: &'static str = "bounded";
    const HAS_WEIGHTS: bool = false;

    fn weights(&self) -> Weights {
        Weights::off()
    }

    fn arrays(&self) -> Arrays<W> {
        (**self).arrays()
    }

    fn nothing(&self) -> Node<W> {
        Node::empty(self.whole)
    }

    fn root(
        &self,
        arrays: &mut Arrays<W>,
        cube: &Cube,
        chosen: &mut Vec<OptionId>,
    ) -> Result<Option<Node<W>>, UnknownOption> {
        (**self).root(arrays, cube, chosen)
    }

    #[inline(always)]
    fn is_dead_end(node: &Node<W>) -> bool {
        node.is_dead_end()
    }

    #[inline(always)]
    fn needs_nothing(items: &Items<W>) -> bool {
        is_empty(&items.need)
    }

    #[inline(always)]
    fn force<S: MaskFilter>(
        &self,
        isa: S,
        arrays: &mut Arrays<W>,
        node: &mut Node<W>,
        chosen: &mut Vec<OptionId>,
        updates: &mut u64,
    ) -> bool {
        (**self).force(isa, arrays, node, chosen, updates)
    }

    #[inline(always)]
    fn branch<S: MaskFilter>(
        &self,
        isa: S,
        arrays: &Arrays<W>,
        node: &Node<W>,
        _: Option<&Weights>,
    ) -> Option<Kind> {
        let items = &node.need;
        if is_empty(&items.need) {
            return Some(Kind::Any { left: node.span.len + 1 });
        }
        let item = node.item(isa, arrays, self)?;
        if self.takes_one(items, item) {
            return Some(Kind::One { item });
        }
        let options = arrays.count(node.span, item);
        let branches = options.saturating_sub(items.more_than_one(item));
        Some(Kind::Several { item, left: branches, branches })
    }

    #[inline(always)]
    fn next<S: MaskFilter>(
        &self,
        isa: S,
        arrays: &mut Arrays<W>,
        level: &mut Level<W, Items<W>, Kind>,
        chosen: &mut Vec<OptionId>,
        node: &mut Node<W>,
    ) -> bool {
        let (span, items) = (level.span, &level.need);
        // The item, if any, and whether options are removed when they are tried.
        let (item, several) = match &mut level.branch {
            Kind::One { item } => (Some(*item), false),
            Kind::Several { left: 0, .. } | Kind::Any { left: 0 } => return false,
            Kind::Several { item, left, .. } => {
                *left -= 1;
                if *left == 0 {
                    let rest = (span, level.at);
                    let rest = self.choose_rest(isa, arrays, rest, items, *item, chosen);
                    let Some(rest) = rest else { return false };
                    *node = rest;
                    return true;
                }
                (Some(*item), true)
            }
            Kind::Any { left } => {
                *left -= 1;
                if *left == 0 {
                    *node = Node::empty(*items);
                    return true;
                }
                (None, true)
            }
        };
        let found = match item {
            Some(item) => isa.find(arrays, span, level.at, item),
            None => Some(level.at),
        };
        let Some(found) = found else { return false };
        level.at = found + 1;
        chosen.push(self.option(arrays, found));
        *node = self.choose(isa, arrays, span, items, found, several);
        true
    }

    fn branches(&self, arrays: &Arrays<W>, level: &Level<W, Items<W>, Kind>) -> Branches {
        let option = |at| self.option(arrays, at);
        let of_item = |item: usize, from: usize, to: usize| {
            let has = move |at: &usize| arrays.mask(*at)[item / 64] >> (item % 64) & 1 == 1;
            (from..to).filter(has).map(option)
        };
        let (start, end) = (level.span.start, level.span.end());
        let removed = (start..level.at).filter(|&at| self.is_removed(arrays, at)).map(option);
        match level.branch {
            Kind::One { item } => Branches::exclusive(
                of_item(item, start, level.at).collect(),
                of_item(item, level.at, end).collect(),
            ),
            Kind::Several { item, left, branches } => Branches {
                tried: removed.collect(),
                untried: of_item(item, level.at, end).take(left).collect(),
                count: branches,
                excludes: true,
                ends_without: false,
                is_last: left == 0,
            },
            Kind::Any { left } => Branches {
                tried: removed.collect(),
                untried: (level.at..end).map(option).collect(),
                count: level.span.len + 1,
                excludes: true,
                ends_without: left > 0,
                is_last: left == 0,
            },
        }
    }

    fn run<J: Job>(simd: Simd, job: J) -> J::Output {
        simd.run_in_256_bits(job)
    }

    /// Returns the default of `Engine::node_time`, because no cache is compared with this engine.
    fn node_time(_: Stats) -> f64 {
        250.0
    }
}
