//! A builder that makes diagrams from the bottom up, without duplicate nodes.

use std::error::Error;
use std::fmt;

use super::{Diagram, Edge, Node, NodeEnd};
use crate::ids::OptionId;
use crate::table::{self, Table};

/// The error for a diagram that is too large: the number of its nodes, edges or options does not
/// fit in 32 bits, the diagram exceeds its memory limit, or the system refuses memory for it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TooManyNodes {
    /// The number of nodes built before the error.
    pub nodes: usize,
    /// True if the system refused memory that the limit allows.
    pub is_refused: bool,
}

impl fmt::Display for TooManyNodes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let reason = if self.is_refused {
            "and the system has no memory for more"
        } else {
            "and there is no room for more"
        };
        let nodes = if self.nodes == 1 { "node" } else { "nodes" };
        write!(f, "the diagram of all covers is too large: it has {} {nodes}, {reason}", self.nodes)
    }
}

impl Error for TooManyNodes {}

/// A builder of a [`Diagram`].
///
/// The edges of unfinished nodes are on a stack. [`begin`](Self::begin) starts a node,
/// [`edge`](Self::edge) adds an edge to it, and [`end`](Self::end) pops its edges and builds the
/// node.
#[derive(Clone, Debug, Default)]
pub(crate) struct DiagramBuilder {
    diagram: Diagram,
    /// The nodes, hashed by their edges and kinds.
    table: Table,
    /// The edges of unfinished nodes.
    open: Vec<Edge>,
    open_options: Vec<OptionId>,
    /// For each unfinished node, the start of its edges and of their options.
    starts: Vec<(usize, usize)>,
}

/// The maximum number of edges, and of options: their numbers have 32 bits.
const LIMIT: usize = u32::MAX as usize;

impl DiagramBuilder {
    pub(crate) fn begin(&mut self) {
        self.starts.push((self.open.len(), self.open_options.len()));
    }

    /// Adds an edge to the unfinished node that was begun last, unless the child has no covers.
    pub(crate) fn edge(&mut self, options: impl IntoIterator<Item = OptionId>, child: Node) {
        if child != Node::NONE {
            self.open_options.extend(options);
            // `as` may truncate the number here. `end` checks the sizes before the number is used.
            self.open.push(Edge { options: self.open_options.len() as u32, child });
        }
    }

    /// Finishes the unfinished node that was begun last, and returns it or an existing equal node.
    /// Trivial nodes are replaced: a branch without edges by the node without covers, a product
    /// without factors by the node of the empty cover, and a node with one edge that has no options
    /// by the child of that edge.
    ///
    /// # Errors
    /// [`TooManyNodes`] if the new node, its edges or their options do not fit in 32 bits, or the
    /// system refuses memory.
    pub(crate) fn end(&mut self, is_product: bool) -> Result<Node, TooManyNodes> {
        let (first, first_option) = self.starts.pop().expect("a node was begun");
        let node = self.made(first, first_option, is_product);
        self.open.truncate(first);
        self.open_options.truncate(first_option);
        node
    }

    fn made(
        &mut self,
        first: usize,
        first_option: usize,
        is_product: bool,
    ) -> Result<Node, TooManyNodes> {
        let (edges, options) = (&self.open[first..], &self.open_options[first_option..]);
        match edges {
            [] => return Ok(if is_product { Node::UNIT } else { Node::NONE }),
            [only] if options.is_empty() => return Ok(only.child),
            _ => {}
        }
        let diagram = &mut self.diagram;
        let too_many = TooManyNodes { nodes: diagram.nodes.len(), is_refused: false };
        if diagram.edges.len() + edges.len() > LIMIT
            || diagram.options.len().max(first_option) + options.len() > LIMIT
            || diagram.nodes.len() + 2 >= Table::LIMIT
        {
            return Err(too_many);
        }
        let relative = |edge: &Edge| edge.options - first_option as u32;
        let key =
            edges.iter().map(|edge| u64::from(relative(edge)) << 32 | u64::from(edge.child.0));
        let hash = table::hash(
            key.chain(options.iter().map(|option| u64::from(option.get())))
                .chain([u64::from(is_product)]),
        );
        let found = self.table.find(hash, |number| {
            let node = Node(number as u32);
            let range = diagram.edges(node);
            let base = range.start.checked_sub(1).map_or(0, |before| diagram.edges[before].options);
            let mine = &diagram.edges[range];
            diagram.is_product(node) == is_product
                && mine.len() == edges.len()
                && mine
                    .iter()
                    .zip(edges)
                    .all(|(a, b)| a.child == b.child && a.options - base == relative(b))
                && diagram.options[base as usize..][..options.len()] == *options
        });
        if let Some(number) = found {
            return Ok(Node(number as u32));
        }
        // The rest of the function needs no more memory than this.
        let reserved = (diagram.options.try_reserve(options.len()))
            .and_then(|()| diagram.edges.try_reserve(edges.len()))
            .and_then(|()| diagram.nodes.try_reserve(1))
            .and_then(|()| self.table.reserve());
        if reserved.is_err() {
            return Err(TooManyNodes { is_refused: true, ..too_many });
        }
        let base = diagram.options.len() as u32;
        diagram.options.extend_from_slice(options);
        diagram.edges.extend(
            edges.iter().map(|edge| Edge { options: base + relative(edge), child: edge.child }),
        );
        let node = Node(diagram.nodes.len() as u32 + Node::FIXED);
        diagram.nodes.push(NodeEnd { edges: diagram.edges.len() as u32, is_product });
        self.table.insert(hash, node.index());
        Ok(node)
    }

    /// Drops the unfinished node that was begun last.
    pub(crate) fn give_up(&mut self) {
        let (first, first_option) = self.starts.pop().expect("a node was begun");
        self.open.truncate(first);
        self.open_options.truncate(first_option);
    }

    /// Returns the bytes of the finished nodes, their edges and options, without spare capacity,
    /// and of the table.
    pub(crate) fn bytes(&self) -> usize {
        let Diagram { nodes, edges, options, .. } = &self.diagram;
        size_of_val(&nodes[..])
            + size_of_val(&edges[..])
            + size_of_val(&options[..])
            + self.table.bytes()
    }

    pub(crate) fn len_nodes(&self) -> usize {
        self.diagram.len_nodes()
    }

    /// Returns the diagram with this root, for a problem with `option_count` options. Nodes that
    /// cannot be reached from the root are left out.
    pub(crate) fn finish(self, root: Node, option_count: usize) -> Diagram {
        let Self { diagram, table, .. } = self;
        drop(table);
        let mut is_used = vec![false; root.index() + 1];
        is_used[root.index()] = true;
        let mut used = 0;
        for node in diagram.nodes().rev().skip_while(|&node| node > root) {
            if is_used[node.index()] {
                used += 1;
                diagram.edges(node).for_each(|edge| is_used[diagram.child(edge).index()] = true);
            }
        }
        if used == diagram.nodes.len() {
            return Diagram { root, option_count, ..diagram };
        }
        let mut smaller = Diagram { option_count, ..Diagram::default() };
        let mut renamed: Vec<Node> = vec![Node::NONE, Node::UNIT];
        for node in diagram.nodes().take_while(|&node| node <= root) {
            renamed.push(Node(smaller.nodes.len() as u32 + Node::FIXED));
            if is_used[node.index()] {
                for edge in diagram.edges(node) {
                    smaller.options.extend_from_slice(diagram.options_of(edge));
                    let child = renamed[diagram.child(edge).index()];
                    smaller.edges.push(Edge { options: smaller.options.len() as u32, child });
                }
                let edges = smaller.edges.len() as u32;
                smaller.nodes.push(NodeEnd { edges, is_product: diagram.is_product(node) });
            }
        }
        smaller.root = renamed[root.index()];
        smaller
    }
}
