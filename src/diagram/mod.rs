//! Diagrams: all covers of a problem as one value, in which covers share their common parts.
//!
//! A diagram has two kinds of nodes, and each node represents a set of covers. A *branch* is a
//! choice: each edge has a set of options and leads to a child. The covers of the branch are the
//! covers of each child together with the options of the edge to it. No two edges have a cover in
//! common. A *product* has several children, its factors, which have no item in common. Each of its
//! covers is the union of one cover of each factor. The bottom node has only the empty cover. Nodes
//! with the same edges are stored once. So a diagram can be much smaller than the list of its
//! covers: 22,000 nodes for the 5 · 10^16 ways to fill a 12x12 board with dominoes.
//!
//! This is the zero-suppressed decision diagram of Nishino, Yasuda, Minato and Nagata, "Dancing
//! with decision diagrams" (AAAI 2017), with three changes. A branch with many edges replaces a
//! chain of nodes with two edges each. Forced options are part of an edge. The products are those
//! of Fang et al., "A parallel approach to counting exact covers based on decomposability" (SAT
//! 2026).

mod build;
mod costs;
mod counts;
mod covers;
mod read;
mod restrict;
mod write;

use std::fmt;

use crate::ids::OptionId;

pub(crate) use build::DiagramBuilder;
pub use build::TooManyNodes;
pub use counts::Counts;
pub use covers::Covers;
pub(crate) use covers::Walk;
pub use read::{DiagramError, DiagramErrorKind};

/// A set of covers as a diagram: see the [module](self).
#[derive(Clone, Default)]
pub struct Diagram {
    nodes: Vec<NodeEnd>,
    edges: Vec<Edge>,
    options: Vec<OptionId>,
    root: Node,
    option_count: usize,
}

/// The number of a node. Its children have lower numbers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Node(u32);

impl Node {
    /// The node without covers. No edge leads to it.
    pub(crate) const NONE: Self = Self(0);
    /// The node whose only cover is the empty one.
    pub(crate) const UNIT: Self = Self(1);
    /// The number of fixed nodes, which every diagram has: `NONE` and `UNIT`. They are not stored.
    const FIXED: u32 = 2;

    pub(crate) const fn get(self) -> u32 {
        self.0
    }

    pub(crate) const fn new(number: u32) -> Self {
        Self(number)
    }

    const fn index(self) -> usize {
        self.0 as usize
    }
}

/// The end of the edges of a node. They start where the edges of the previous node end.
#[derive(Clone, Copy, Debug)]
struct NodeEnd {
    edges: u32,
    is_product: bool,
}

/// The end of the options of an edge, and its child. The edges of a product have no options.
#[derive(Clone, Copy, Debug)]
struct Edge {
    options: u32,
    child: Node,
}

impl Diagram {
    /// True if the diagram has no covers.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.root == Node::NONE
    }

    /// Returns the number of nodes, branches and products together. Most methods take time
    /// proportional to the number of edges, which is seldom more than a few times the number of
    /// nodes.
    #[must_use]
    pub fn len_nodes(&self) -> usize {
        self.nodes.len()
    }

    /// Returns the number of edges.
    #[must_use]
    pub fn len_edges(&self) -> usize {
        self.edges.len()
    }

    /// Returns the number of options of the problem.
    #[must_use]
    pub fn option_count(&self) -> usize {
        self.option_count
    }

    /// Iterates over all nodes except the two fixed ones, children first.
    fn nodes(&self) -> impl DoubleEndedIterator<Item = Node> + use<> {
        (Node::FIXED..Node::FIXED + self.nodes.len() as u32).map(Node)
    }

    /// True if a node is a product. The two fixed nodes count as branches.
    pub(crate) fn is_product(&self, node: Node) -> bool {
        node >= Node(Node::FIXED) && self.nodes[node.index() - Node::FIXED as usize].is_product
    }

    /// Returns the range of the edges of a node, which is empty for the two fixed nodes.
    pub(crate) fn edges(&self, node: Node) -> std::ops::Range<usize> {
        let Some(at) = node.index().checked_sub(Node::FIXED as usize) else { return 0..0 };
        let start = at.checked_sub(1).map_or(0, |before| self.nodes[before].edges);
        start as usize..self.nodes[at].edges as usize
    }

    pub(crate) fn child(&self, edge: usize) -> Node {
        self.edges[edge].child
    }

    pub(crate) fn options_of(&self, edge: usize) -> &[OptionId] {
        let start = edge.checked_sub(1).map_or(0, |before| self.edges[before].options);
        &self.options[start as usize..self.edges[edge].options as usize]
    }

    /// Computes a value for each node from the bottom up. The node without covers has the value
    /// `none`, and the node of the empty cover has the value `unit`.
    fn fold<T>(&self, none: T, unit: T, mut value: impl FnMut(&Self, Node, &[T]) -> T) -> Vec<T> {
        let mut values = Vec::with_capacity(self.nodes.len() + Node::FIXED as usize);
        values.push(none);
        values.push(unit);
        for node in self.nodes() {
            let next = value(self, node, &values);
            values.push(next);
        }
        values
    }

    /// Returns the number of covers of each node. `u64::MAX` stands for itself and all greater
    /// numbers.
    pub(crate) fn saturating_counts(&self) -> Vec<u64> {
        self.fold(0, 1, |diagram, node, counts: &[u64]| {
            let of_children = diagram.edges(node).map(|edge| counts[diagram.child(edge).index()]);
            if diagram.is_product(node) {
                of_children.fold(1, u64::saturating_mul)
            } else {
                of_children.fold(0, u64::saturating_add)
            }
        })
    }
}

impl fmt::Debug for Diagram {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Diagram")
            .field("nodes", &self.len_nodes())
            .field("edges", &self.len_edges())
            .finish_non_exhaustive()
    }
}
