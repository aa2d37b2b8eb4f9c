//! The covers of a family, one after the other.

use std::iter::FusedIterator;

use super::{Diagram, Node};
use crate::ids::OptionId;
use crate::problem::Cover;

impl Diagram {
    /// All covers, lazily, in the order by which `Counts::nth` numbers them. Memory in proportion
    /// to the depth of the diagram; the time between two covers is in proportion to how much they
    /// differ.
    ///
    /// ```
    /// use quadrille::{Problem, engine::memo};
    /// let mut builder = Problem::builder();
    /// builder.primary(["a", "b", "c"])?;
    /// for option in [&["a"][..], &["b"], &["a", "b"], &["c"]] {
    ///     builder.option(option)?;
    /// }
    /// let family = memo::diagram(&builder.build()?)?;
    /// let covers: Vec<Vec<u32>> = family.iter().map(|cover| cover.iter().map(|option| option.get()).collect()).collect();
    /// assert_eq!(covers, [[0, 1, 3].as_slice(), &[2, 3]]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn iter(&self) -> Covers<'_> {
        Covers { family: self, walk: Walk::new(self) }
    }
}

impl<'a> IntoIterator for &'a Diagram {
    type Item = Cover;
    type IntoIter = Covers<'a>;

    fn into_iter(self) -> Covers<'a> {
        self.iter()
    }
}

/// The iterator of [`Diagram::iter`].
#[derive(Clone, Debug)]
#[must_use = "it does nothing until it is asked for a cover"]
pub struct Covers<'a> {
    family: &'a Diagram,
    walk: Walk,
}

impl Iterator for Covers<'_> {
    type Item = Cover;

    fn next(&mut self) -> Option<Cover> {
        self.walk.skip(self.family, 0, &[]).ok().map(|()| Cover::from(self.walk.cover()))
    }
}

impl FusedIterator for Covers<'_> {}

/// A place in the list of the covers of a family.
///
/// A cover is reached by a choice at each branch on the way down, in the order of a walk that takes
/// the factors of a product one after the other. What is still to be walked through is a list whose
/// beginning changes and whose end is shared by all the choices above it.
#[derive(Clone, Debug)]
pub(crate) struct Walk {
    choices: Vec<Choice>,
    /// Links of the lists of nodes that are to be walked through; each is linked to one before it.
    links: Vec<Link>,
    cover: Vec<OptionId>,
    state: State,
}

#[derive(Clone, Debug)]
struct Choice {
    /// The edges that have not been taken yet.
    edges: std::ops::Range<usize>,
    /// How many there are with those that have.
    all: usize,
    /// What comes after this branch.
    rest: Option<u32>,
    /// How long the others were before it.
    links: usize,
    cover: usize,
}

#[derive(Clone, Copy, Debug)]
struct Link {
    node: Node,
    rest: Option<u32>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum State {
    Before,
    At,
    Behind,
}

impl Walk {
    /// Before the first cover of a family. Every other call is to be for the same one.
    pub(crate) fn new(family: &Diagram) -> Self {
        let state = if family.is_empty() { State::Behind } else { State::Before };
        Self { choices: Vec::new(), links: Vec::new(), cover: Vec::new(), state }
    }

    /// Passes over `covers` covers and goes on to the one after them; if there are no more than
    /// that, says how many it could not pass over. With the [counts](Diagram::saturating_counts) of
    /// all nodes it does not go through those that it passes over.
    pub(crate) fn skip(
        &mut self,
        family: &Diagram,
        covers: u64,
        counts: &[u64],
    ) -> Result<(), u64> {
        let mut left = covers;
        let mut to_walk = match self.state {
            State::Before => self.link(family.root, None),
            State::At => match self.next_choice(family, &mut left, counts) {
                Some(rest) => rest,
                None => return self.end(left),
            },
            State::Behind => return Err(left),
        };
        self.state = State::At;
        loop {
            let Some(link) = to_walk else {
                if left == 0 {
                    return Ok(());
                }
                left -= 1;
                match self.next_choice(family, &mut left, counts) {
                    Some(rest) => to_walk = rest,
                    None => return self.end(left),
                }
                continue;
            };
            let Link { node, rest } = self.links[link as usize];
            if family.is_product(node) {
                to_walk = family
                    .edges(node)
                    .rev()
                    .fold(rest, |rest, edge| self.link(family.child(edge), rest));
            } else if node == Node::UNIT {
                to_walk = rest;
            } else {
                let (links, cover) = (self.links.len(), self.cover.len());
                let edges = family.edges(node);
                self.choices.push(Choice { all: edges.len(), edges, rest, links, cover });
                match self.next_choice(family, &mut left, counts) {
                    Some(rest) => to_walk = rest,
                    None => return self.end(left),
                }
            }
        }
    }

    fn end(&mut self, left: u64) -> Result<(), u64> {
        self.state = State::Behind;
        Err(left)
    }

    fn link(&mut self, node: Node, rest: Option<u32>) -> Option<u32> {
        self.links.push(Link { node, rest });
        Some(self.links.len() as u32 - 1)
    }

    /// Takes the next edge of the last branch that has one left, and says what is to be walked
    /// through then; passes over edges with no more covers than are `left` to be passed over, in so
    /// far as counts are given. `None` if all have been taken.
    fn next_choice(
        &mut self,
        family: &Diagram,
        left: &mut u64,
        counts: &[u64],
    ) -> Option<Option<u32>> {
        while let Some(choice) = self.choices.last_mut() {
            self.links.truncate(choice.links);
            self.cover.truncate(choice.cover);
            let Some(edge) = choice.edges.next() else {
                self.choices.pop();
                continue;
            };
            let rest = choice.rest;
            if *left > 0 && !counts.is_empty() {
                // Every cover of what is below the edge goes with every one of what comes after it.
                let mut covers = counts[family.child(edge).index()];
                let mut after = rest;
                while let (Some(link), true) = (after, covers <= *left) {
                    let Link { node, rest } = self.links[link as usize];
                    covers = covers.saturating_mul(counts[node.index()]);
                    after = rest;
                }
                // A count that is too large to be told is not passed over, however large the number
                // that is left.
                if covers <= *left && covers < u64::MAX {
                    *left -= covers;
                    continue;
                }
            }
            self.cover.extend_from_slice(family.options_of(edge));
            return Some(self.link(family.child(edge), rest));
        }
        None
    }

    /// What is left after the cover at which it stands, as the options of disjoint parts with the
    /// share of the tree that each is, in order. Whoever chooses the options of a branch's edge
    /// comes to that edge, so that they are enough to tell it.
    pub(crate) fn remaining(&self, family: &Diagram) -> Vec<(Vec<OptionId>, f64)> {
        match self.state {
            State::Before => return vec![(Vec::new(), 1.0)],
            State::At => {}
            State::Behind => return Vec::new(),
        }
        let mut share = 1.0;
        let mut parts = Vec::new();
        for choice in &self.choices {
            share /= choice.all as f64;
            let before = &self.cover[..choice.cover];
            parts.extend(
                choice
                    .edges
                    .clone()
                    .rev()
                    .map(|edge| ([before, family.options_of(edge)].concat(), share)),
            );
        }
        parts.reverse();
        parts
    }

    /// The options of the cover, in the order in which they were met.
    pub(crate) fn cover(&self) -> &[OptionId] {
        &self.cover
    }
}
