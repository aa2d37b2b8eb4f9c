//! Cubes in which a counter counts each cover several times.

use num_bigint::BigUint;

use super::{Counter, Turn};
use crate::search::OpenCube;

/// Cubes that have no cover in common. Each of their covers counts `weight` times: for itself, and
/// for its images in isomorphic cubes that are left out.
#[derive(Clone, Debug, PartialEq)]
pub struct WeightedCubes {
    /// The number of times that a cover counts.
    pub weight: u64,
    /// The cubes.
    pub cubes: Vec<OpenCube>,
}

impl WeightedCubes {
    pub(crate) fn share(&self) -> f64 {
        OpenCube::total_share(&self.cubes)
    }
}

/// Cubes whose covers count once.
impl From<Vec<OpenCube>> for WeightedCubes {
    fn from(cubes: Vec<OpenCube>) -> Self {
        Self { weight: 1, cubes }
    }
}

/// The weight of the cubes that a counter is searching, and the cubes of other weights.
#[derive(Clone, Debug)]
pub(super) struct Weights {
    pub(super) weight: u64,
    /// The number of covers of the cubes of earlier weights, multiplied by the weights.
    pub(super) counted: BigUint,
    /// The following cubes, with the first at the end.
    pub(super) later: Vec<WeightedCubes>,
    /// True if the cubes are representatives of classes. Then no other cubes can replace them.
    pub(super) are_used: bool,
    /// True if classes of cubes must not be used.
    pub(super) are_excluded: bool,
}

impl Default for Weights {
    fn default() -> Self {
        Self {
            weight: 1,
            counted: BigUint::ZERO,
            later: Vec::new(),
            are_used: false,
            are_excluded: false,
        }
    }
}

impl Weights {
    /// Resets everything except `are_excluded`, and returns the previous state.
    pub(super) fn clear(&mut self) -> Self {
        let are_excluded = self.are_excluded;
        std::mem::replace(self, Self { are_excluded, ..Self::default() })
    }

    /// Returns the share of the search tree in the following cubes.
    pub(super) fn open(&self) -> f64 {
        self.later.iter().map(WeightedCubes::share).sum()
    }
}

impl Counter {
    /// Returns the counter without classes of cubes, for counts that begin after this call. Then
    /// all cubes of [`take_remaining`](Self::take_remaining) have weight 1. This suits a caller
    /// that stores cubes without a weight.
    #[must_use]
    pub fn without_weights(mut self) -> Self {
        self.weights.are_excluded = true;
        self
    }

    /// Continues with the cubes of the next weight when there is no cube left. After the last
    /// weight, all covers are counted.
    pub(super) fn end_cubes(&mut self) {
        let counted = std::mem::take(&mut self.counted) * self.weights.weight;
        self.weights.counted += counted;
        match self.weights.later.pop() {
            Some(WeightedCubes { weight, cubes }) => {
                self.weights.weight = weight;
                self.left = cubes;
            }
            None => {
                self.counted = self.weights.clear().counted;
                self.turn = Turn::Done;
            }
        }
    }

    /// Returns all cubes that are left, in the order of the search. Afterwards the counter has no
    /// weights.
    pub(super) fn take_cubes(&mut self) -> Vec<WeightedCubes> {
        let Weights { weight, counted, mut later, .. } = self.weights.clear();
        self.counted = std::mem::take(&mut self.counted) * weight + counted;
        later.push(WeightedCubes { weight, cubes: std::mem::take(&mut self.left) });
        later.iter_mut().for_each(|group| group.cubes.reverse());
        later.reverse();
        later
    }

    /// Drops the results so far, except a lower bound, and continues with these cubes, which
    /// represent all covers.
    pub(super) fn begin_weighted(&mut self, mut groups: Vec<WeightedCubes>) {
        self.known = self.count_so_far().to_big();
        self.helpers.end();
        self.pause_search();
        if let Turn::Cache { share } = &mut self.turn {
            *share = None;
        }
        self.dropped = self.before.nodes;
        (self.counted, self.left) = (BigUint::ZERO, Vec::new());
        // The cubes of the greatest weight, usually most of the cubes, come first.
        groups.sort_by_key(|group| group.weight);
        (self.weights.later, self.weights.are_used) = (groups, true);
        self.end_cubes();
    }
}
