//! A list of covers up to isomorphism, one from each class.
//!
//! Two partial covers are isomorphic if a symmetry of the given group maps one to the other.
//! Their graphs, in which the chosen options are marked, then have the same canonical form. This
//! form alone determines the item by which a partial cover is extended. One option of the item is
//! tried from each orbit of the stabilizer of the partial cover. So every cover is isomorphic to an
//! extension of a visited partial cover. A partial cover is left out if the key of its canonical
//! form was seen before. The search is depth-first, so the first covers come early.

use std::collections::HashSet;

use num_bigint::BigUint;

use super::key::KeyHasher;
use super::partial::{Choices, Partial};
use crate::ids::OptionId;
use crate::problem::{Cover, Problem};
use crate::search::Step;
use crate::symmetry::{Goal, Labelling, MarkedGraph, Symmetries};

/// The number of nodes of a search for a canonical form in one step.
const NODES: u64 = 64;

/// A search for covers up to isomorphism. It can be interrupted.
#[derive(Clone, Debug)]
pub(crate) struct CoverClasses {
    choices: Choices,
    marked: MarkedGraph,
    hasher: KeyHasher,
    labelling: Labelling,
    /// The keys of the classes of partial covers that are done or being searched.
    seen: HashSet<u128>,
    /// The partial covers on the path, each with its open branches. The next branch is the last
    /// one.
    frames: Vec<(Partial, Vec<u32>)>,
    next: Next,
    order: BigUint,
    nodes: u64,
    visited: u64,
    cover: Cover,
    stabilizer: BigUint,
}

#[derive(Clone, Debug)]
enum Next {
    /// Enter a partial cover. `None` is a dead end.
    Enter(Option<Partial>),
    /// Continue with the canonical form of a partial cover.
    Label(Partial),
    /// Continue with the next branch of the last frame.
    Branch,
    Done,
}

impl CoverClasses {
    /// Starts to list the covers that contain the chosen options, up to the symmetries of a group.
    /// The symmetries must map the set of chosen options to itself. The group may be restricted to
    /// the symmetries that fix given items.
    pub(crate) fn new(problem: &Problem, chosen: &[OptionId], group: &Symmetries) -> Self {
        let mut choices = Choices::new(problem);
        let whole = choices.begin(chosen);
        Self {
            choices,
            marked: MarkedGraph::of_options(problem, group),
            hasher: KeyHasher::new(),
            labelling: Labelling::default(),
            seen: HashSet::new(),
            frames: Vec::new(),
            next: Next::Enter(whole),
            order: group.order().clone(),
            nodes: 0,
            visited: 0,
            cover: Cover::default(),
            stabilizer: BigUint::ZERO,
        }
    }

    /// Searches for the next cover, but pauses after visiting about this many edges.
    pub(crate) fn advance(&mut self, edges: u64) -> Step {
        let last = self.work().saturating_add(edges);
        while self.work() < last {
            if self.step() {
                return Step::Cover;
            }
            if matches!(self.next, Next::Done) {
                return Step::Exhausted;
            }
        }
        Step::Paused
    }

    /// Returns the work so far: about the number of edges visited, plus one for each partial cover.
    fn work(&self) -> u64 {
        self.visited + self.labelling.visited() + self.choices.visited() + self.nodes
    }

    /// Returns the number of partial covers whose canonical form was or is being computed.
    pub(crate) fn nodes(&self) -> u64 {
        self.nodes
    }

    pub(crate) fn order(&self) -> &BigUint {
        &self.order
    }

    /// Returns the last cover found, and the order of its stabilizer.
    pub(crate) fn cover(&self) -> (&Cover, &BigUint) {
        (&self.cover, &self.stabilizer)
    }

    /// Takes a step. Returns true if it found a cover.
    fn step(&mut self) -> bool {
        match std::mem::replace(&mut self.next, Next::Branch) {
            Next::Enter(Some(partial)) => {
                self.nodes += 1;
                self.visited += self.labelling.visited();
                self.marked.mark(&partial.chosen);
                self.labelling.start(self.marked.graph(), Goal::FormByPairs);
                self.next = Next::Label(partial);
            }
            Next::Label(partial) => {
                if self.labelling.advance(self.marked.graph(), NODES) {
                    return self.label(partial);
                }
                self.next = Next::Label(partial);
            }
            Next::Enter(None) | Next::Branch => {
                let Some((partial, branches)) = self.frames.last_mut() else {
                    self.next = Next::Done;
                    return false;
                };
                match branches.pop() {
                    Some(option) => self.next = Next::Enter(self.choices.choose(partial, option)),
                    None => drop(self.frames.pop()),
                }
            }
            Next::Done => self.next = Next::Done,
        }
        false
    }

    /// Enters a partial cover whose canonical form is known, if it is the first of its class.
    /// Returns true if it was entered and is a cover.
    fn label(&mut self, partial: Partial) -> bool {
        let key = self.hasher.key(self.marked.sizes(), self.labelling.form());
        if !self.seen.insert(key) {
            return false;
        }
        let is_cover = partial.is_cover;
        if is_cover {
            self.stabilizer = self.labelling.indices().map(BigUint::from).product();
            self.cover = partial.chosen.iter().map(|&option| OptionId::new(option)).collect();
        }
        let branches = self.choices.branches(&partial, &mut self.marked, &self.labelling);
        if !branches.is_empty() {
            self.frames.push((partial, branches));
        }
        is_cover
    }
}
