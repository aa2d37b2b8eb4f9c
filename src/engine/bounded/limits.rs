//! The bounds of the items, reduced to what a search must watch.
//!
//! A search counts the options that an item still needs, and those that it can still take. The
//! second count is unnecessary if no cover can exceed the upper bound, because the item has few
//! options or because few of them fit into one cover. An item that needs no option and has no upper
//! bound to watch takes no bit of a mask.

use crate::ids::{ItemId, OptionId};
use crate::problem::Problem;

/// The numbers that the search must watch for an item.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Limit {
    pub(super) needs: u32,
    /// The number of options that the item can take, or `None` if this need not be counted, because
    /// no cover can exceed it.
    pub(super) takes: Option<u32>,
}

/// The number of entries that may be read to prove that upper bounds are never exceeded. After
/// that, the bound of each remaining item that has more options than the bound is watched.
const MOST_WORK: usize = 1 << 22;

/// Returns the limit of each primary item. Reads the entries of the problem, at most about
/// [`MOST_WORK`] entries to form groups, and then the options of each remaining item at most once.
pub(super) fn limits(problem: &Problem) -> Vec<Limit> {
    let mut options: Vec<Vec<OptionId>> = vec![Vec::new(); problem.primary_count()];
    for (option, items) in problem.options() {
        for item in items.iter().filter(|&&item| problem.is_primary(item)) {
            options[item.index()].push(option);
        }
    }
    let mut groups = Groups { problem, sizes: vec![0; problem.item_count()], work: 0 };
    let limit = |(item, options): (usize, Vec<OptionId>)| {
        let (low, high) = bounds(problem, ItemId::new(item as u32));
        let is_watched = high == 1 || groups.can_exceed(options, high as usize);
        Limit { needs: low, takes: is_watched.then_some(high) }
    };
    options.into_iter().enumerate().map(limit).collect()
}

fn bounds(problem: &Problem, item: ItemId) -> (u32, u32) {
    problem.bounds(item).map_or((0, u32::MAX), |bounds| bounds.into_inner())
}

/// A division of options into groups. No cover contains two options of a group.
struct Groups<'a> {
    problem: &'a Problem,
    /// For each item, the number of options that contain it. All are 0 between two calls.
    sizes: Vec<u32>,
    /// The number of entries read so far.
    work: usize,
}

impl Groups<'_> {
    /// False if no cover can contain more than `most` of these options, because there are at most
    /// that many, or because they form at most that many groups. The largest group is formed first.
    fn can_exceed(&mut self, mut options: Vec<OptionId>, most: usize) -> bool {
        let Self { problem, sizes, work } = self;
        let excludes = |&(item, color): &(ItemId, Option<_>)| match problem.bounds(item) {
            Some(bounds) => *bounds.end() == 1,
            None => color.is_none(),
        };
        for left in (1..=most).rev() {
            if options.len() <= left {
                return false;
            }
            let mut touched = Vec::new();
            for &option in &options {
                for (item, _) in problem.entries(option).filter(excludes) {
                    if sizes[item.index()] == 0 {
                        touched.push(item);
                    }
                    sizes[item.index()] += 1;
                }
                *work += problem.option(option).len();
            }
            let largest = touched.iter().copied().rev().max_by_key(|item| sizes[item.index()]);
            touched.iter().for_each(|item| sizes[item.index()] = 0);
            match largest {
                Some(shared) if *work < MOST_WORK => options.retain(|&option| {
                    !problem.entries(option).any(|entry| entry.0 == shared && excludes(&entry))
                }),
                // No option has an item that is covered at most once, or the work has reached its
                // limit.
                _ => return true,
            }
        }
        !options.is_empty()
    }
}
