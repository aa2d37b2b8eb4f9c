//! The enumeration of the covers of a diagram.

use std::iter::FusedIterator;

use super::{Diagram, Node};
use crate::ids::OptionId;
use crate::problem::Cover;

impl Diagram {
    /// Iterates over all covers, in the order of the indices of `Counts::nth`. Takes memory
    /// proportional to the number of nodes on the way down to a cover and of options in the cover.
    /// To find the next cover, the iterator visits only the nodes after the last branch that has
    /// another edge.
    ///
    /// ```
    /// use quadrille::{Problem, engine::memo};
    /// let mut builder = Problem::builder();
    /// builder.primary(["a", "b", "c"])?;
    /// for option in [&["a"][..], &["b"], &["a", "b"], &["c"]] {
    ///     builder.option(option)?;
    /// }
    /// let diagram = memo::diagram(&builder.build()?)?;
    /// let covers: Vec<Vec<u32>> = diagram.iter().map(|cover| cover.iter().map(|option| option.get()).collect()).collect();
    /// assert_eq!(covers, [[0, 1, 3].as_slice(), &[2, 3]]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn iter(&self) -> Covers<'_> {
        Covers { diagram: self, walk: Walk::new(self) }
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
#[must_use = "it does nothing until the next cover is requested"]
pub struct Covers<'a> {
    diagram: &'a Diagram,
    walk: Walk,
}

impl Iterator for Covers<'_> {
    type Item = Cover;

    fn next(&mut self) -> Option<Cover> {
        self.walk.skip(self.diagram, 0, &[]).ok().map(|()| Cover::from(self.walk.cover()))
    }
}

impl FusedIterator for Covers<'_> {}

/// A position in the sequence of the covers of a diagram.
///
/// A cover is a choice of an edge at each branch on a walk down from the root. The walk visits the
/// factors of a product one after another. The pending nodes of the walk are a linked list, which
/// shares its tail with the lists of the choices above.
#[derive(Clone, Debug)]
pub(crate) struct Walk {
    choices: Vec<Choice>,
    /// The linked lists of pending nodes. A link points to an earlier one, or ends its list.
    links: Vec<Link>,
    cover: Vec<OptionId>,
    state: State,
}

#[derive(Clone, Debug)]
struct Choice {
    /// The edges not tried yet.
    edges: std::ops::Range<usize>,
    /// The number of edges of the branch.
    all: usize,
    /// The list of the nodes to visit after this branch.
    rest: Option<u32>,
    /// The lengths of `links` and `cover` before this choice.
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
    /// Returns the position before the first cover of a diagram. All later calls must pass the same
    /// diagram.
    pub(crate) fn new(diagram: &Diagram) -> Self {
        let state = if diagram.is_empty() { State::Behind } else { State::Before };
        Self { choices: Vec::new(), links: Vec::new(), cover: Vec::new(), state }
    }

    /// Skips `covers` covers and goes to the next one. If there is none, the error is the number of
    /// covers that remained to be skipped. If `counts` has the [counts](Diagram::saturating_counts)
    /// of all nodes, whole subtrees are skipped in one step. `counts` may be empty.
    pub(crate) fn skip(
        &mut self,
        diagram: &Diagram,
        covers: u64,
        counts: &[u64],
    ) -> Result<(), u64> {
        let mut left = covers;
        let mut to_walk = match self.state {
            State::Before => self.link(diagram.root, None),
            State::At => match self.next_choice(diagram, &mut left, counts) {
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
                match self.next_choice(diagram, &mut left, counts) {
                    Some(rest) => to_walk = rest,
                    None => return self.end(left),
                }
                continue;
            };
            let Link { node, rest } = self.links[link as usize];
            if diagram.is_product(node) {
                to_walk = diagram
                    .edges(node)
                    .rev()
                    .fold(rest, |rest, edge| self.link(diagram.child(edge), rest));
            } else if node == Node::UNIT {
                to_walk = rest;
            } else {
                let (links, cover) = (self.links.len(), self.cover.len());
                let edges = diagram.edges(node);
                self.choices.push(Choice { all: edges.len(), edges, rest, links, cover });
                match self.next_choice(diagram, &mut left, counts) {
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

    /// Takes the next edge of the last branch that has one, and returns the list of the nodes to
    /// visit next, or `None` if no edge remains. If there are counts, skips edges with at most
    /// `left` covers, and subtracts these covers from `left`.
    fn next_choice(
        &mut self,
        diagram: &Diagram,
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
                // The number of covers of the edge is that of its child, times those of all pending
                // nodes.
                let mut covers = counts[diagram.child(edge).index()];
                let mut after = rest;
                while let (Some(link), true) = (after, covers <= *left) {
                    let Link { node, rest } = self.links[link as usize];
                    covers = covers.saturating_mul(counts[node.index()]);
                    after = rest;
                }
                // `u64::MAX` may stand for a larger number, so an edge with this count is never
                // skipped.
                if covers <= *left && covers < u64::MAX {
                    *left -= covers;
                    continue;
                }
            }
            self.cover.extend_from_slice(diagram.options_of(edge));
            return Some(self.link(diagram.child(edge), rest));
        }
        None
    }

    /// Returns the covers after the current one as disjoint cubes, in order. Each cube is a list of
    /// chosen options, with its share of the search tree, which each branch divides equally among
    /// its edges. A cube belongs to an edge that was not tried yet, and has the options of that
    /// edge and of the edges chosen at all earlier branches. The covers of the edge are exactly
    /// those that contain these options. Before the first cover, the only cube has no options.
    pub(crate) fn remaining(&self, diagram: &Diagram) -> Vec<(Vec<OptionId>, f64)> {
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
                    .map(|edge| ([before, diagram.options_of(edge)].concat(), share)),
            );
        }
        parts.reverse();
        parts
    }

    /// Returns the options of the current cover, in the order of the walk.
    pub(crate) fn cover(&self) -> &[OptionId] {
        &self.cover
    }
}
