//! All covers of a problem as one value: a diagram, in which covers that have a part in common
//! share it.
//!
//! A family of sets of options is built from two kinds of nodes. A *branch* is a choice: each of
//! its edges has some options and leads to a family, and the covers of the branch are those of the
//! edge's family with the edge's options added; no cover comes from two edges. A *product* is a
//! family for each of several parts that have no item in common: its covers are one of each, put
//! together. Below everything is the family of the empty cover alone. A family reached on many ways
//! is there once: nodes with the same edges are the same node. So a diagram can be very much
//! smaller than the list of its covers: 47,000 nodes for the 10^18 ways to fill a 12x12 board with
//! dominoes.
//!
//! This is the zero-suppressed decision diagram of Nishino, Yasuda, Minato and Nagata, "Dancing
//! with decision diagrams" (AAAI 2017), with a branch of many edges in place of a chain of nodes
//! with two, with forced options as parts of edges, and with the products of Fang et al., "A
//! parallel approach to counting exact covers based on decomposability" (SAT 2026).

mod build;
mod costs;
#[cfg(feature = "bigint")]
mod counts;
mod covers;
mod read;
mod restrict;
mod write;

use std::fmt;

use crate::ids::OptionId;

pub(crate) use build::DiagramBuilder;
pub use build::TooManyNodes;
#[cfg(feature = "bigint")]
pub use counts::Counts;
pub use covers::Covers;
pub(crate) use covers::Walk;
pub use read::{DiagramError, DiagramErrorKind};

/// A family of covers, as a diagram: see the [module](self).
#[derive(Clone, Default)]
pub struct Diagram {
    nodes: Vec<NodeEnd>,
    edges: Vec<Edge>,
    options: Vec<OptionId>,
    root: Node,
    option_count: usize,
}

/// A family within a diagram, by its number. Those that it leads to have lower numbers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Node(u32);

impl Node {
    /// The family without any cover. No edge leads to it.
    pub(crate) const NONE: Self = Self(0);
    /// The family of the empty cover alone.
    pub(crate) const UNIT: Self = Self(1);
    /// How many nodes there are in every diagram, with no entry in a list.
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

/// Where the edges of a node end; they begin where those of the node before it end.
#[derive(Clone, Copy, Debug)]
struct NodeEnd {
    edges: u32,
    is_product: bool,
}

/// Where the options of an edge end, and where it leads to. Those of a product have no options.
#[derive(Clone, Copy, Debug)]
struct Edge {
    options: u32,
    child: Node,
}

impl Diagram {
    /// Whether there is no cover in it.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.root == Node::NONE
    }

    /// How many nodes the diagram has, branches and products together. Most of what can be done
    /// with a family takes time in proportion to its edges; these are seldom more than a few times
    /// as many.
    #[must_use]
    pub fn len_nodes(&self) -> usize {
        self.nodes.len()
    }

    /// How many edges the diagram has.
    #[must_use]
    pub fn len_edges(&self) -> usize {
        self.edges.len()
    }

    /// How many options the problem has whose covers they are.
    #[must_use]
    pub fn option_count(&self) -> usize {
        self.option_count
    }

    /// All nodes but the two that every diagram has, each after those that it leads to.
    fn nodes(&self) -> impl DoubleEndedIterator<Item = Node> + use<> {
        (Node::FIXED..Node::FIXED + self.nodes.len() as u32).map(Node)
    }

    /// Whether a node is a product. The two nodes that every diagram has are branches.
    pub(crate) fn is_product(&self, node: Node) -> bool {
        node >= Node(Node::FIXED) && self.nodes[node.index() - Node::FIXED as usize].is_product
    }

    /// Where the edges of a node are; none for the two nodes that every diagram has.
    pub(crate) fn edges(&self, node: Node) -> std::ops::Range<usize> {
        let Some(at) = node.index().checked_sub(Node::FIXED as usize) else { return 0..0 };
        let start = at.checked_sub(1).map_or(0, |before| self.nodes[before].edges);
        start as usize..self.nodes[at].edges as usize
    }

    /// Where an edge leads to.
    pub(crate) fn child(&self, edge: usize) -> Node {
        self.edges[edge].child
    }

    /// The options of an edge.
    pub(crate) fn options_of(&self, edge: usize) -> &[OptionId] {
        let start = edge.checked_sub(1).map_or(0, |before| self.edges[before].options);
        &self.options[start as usize..self.edges[edge].options as usize]
    }

    /// A value for each node, from the bottom up: `unit` for the family of the empty cover, `none`
    /// for that of no cover.
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

    /// How many covers each node has; `u64::MAX` stands for that many and for all larger numbers.
    pub(crate) fn saturating_counts(&self) -> Vec<u64> {
        self.fold(0, 1, |family, node, counts: &[u64]| {
            let of_children = family.edges(node).map(|edge| counts[family.child(edge).index()]);
            if family.is_product(node) {
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
