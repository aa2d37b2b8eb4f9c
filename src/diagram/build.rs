//! Diagrams made from the bottom up, with equal nodes made once.

use std::error::Error;
use std::fmt;

use super::{Diagram, Edge, Node, NodeEnd};
use crate::ids::OptionId;
use crate::table::{self, Table};

/// A diagram outgrew the numbers of its nodes, edges or options, which are of 32 bits, or the
/// memory that it may take.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TooManyNodes {
    /// How many nodes it had.
    pub nodes: usize,
}

impl fmt::Display for TooManyNodes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "the diagram of all covers is too large: it had {} nodes, and there was no room for more",
            self.nodes
        )
    }
}

impl Error for TooManyNodes {}

/// Makes a [`Diagram`].
///
/// The edges of nodes that are not finished yet lie on a stack: [`begin`](Self::begin) marks where
/// those of the next node start, [`edge`](Self::edge) adds one, and [`end`](Self::end) takes them
/// off and makes the node of them.
#[derive(Clone, Debug, Default)]
pub(crate) struct DiagramBuilder {
    family: Diagram,
    /// Finds nodes by their edges.
    table: Table,
    /// Of the nodes that are not finished.
    open: Vec<Edge>,
    open_options: Vec<OptionId>,
    /// Where the edges and options of each of them start.
    starts: Vec<(usize, usize)>,
}

/// What there may be at most of edges and of options: their numbers have 32 bits.
const LIMIT: usize = u32::MAX as usize;

impl DiagramBuilder {
    /// Begins a node.
    pub(crate) fn begin(&mut self) {
        self.starts.push((self.open.len(), self.open_options.len()));
    }

    /// Adds an edge to the node that was begun last. One to a family without covers is left out.
    pub(crate) fn edge(&mut self, options: impl IntoIterator<Item = OptionId>, child: Node) {
        if child != Node::NONE {
            self.open_options.extend(options);
            // Before `end` has checked it, nothing depends on its being cut off.
            self.open.push(Edge { options: self.open_options.len() as u32, child });
        }
    }

    /// Makes a node of the edges that were added since `begin`: one like it, if there is one. A
    /// branch without edges is the family without covers; a product without factors, and a branch
    /// with nothing but an edge without options, are what is below them.
    ///
    /// # Errors
    /// [`TooManyNodes`] if there is no number left for it.
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
        let family = &mut self.family;
        let too_many = TooManyNodes { nodes: family.nodes.len() };
        if family.edges.len() + edges.len() > LIMIT
            || family.options.len().max(first_option) + options.len() > LIMIT
            || family.nodes.len() + 2 >= Table::LIMIT
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
            let range = family.edges(node);
            let base = range.start.checked_sub(1).map_or(0, |before| family.edges[before].options);
            let mine = &family.edges[range];
            family.is_product(node) == is_product
                && mine.len() == edges.len()
                && mine
                    .iter()
                    .zip(edges)
                    .all(|(a, b)| a.child == b.child && a.options - base == relative(b))
                && family.options[base as usize..][..options.len()] == *options
        });
        if let Some(number) = found {
            return Ok(Node(number as u32));
        }
        let base = family.options.len() as u32;
        family.options.extend_from_slice(options);
        family.edges.extend(
            edges.iter().map(|edge| Edge { options: base + relative(edge), child: edge.child }),
        );
        let node = Node(family.nodes.len() as u32 + Node::FIXED);
        family.nodes.push(NodeEnd { edges: family.edges.len() as u32, is_product });
        let family = &self.family;
        self.table.insert(hash, node.index(), |number| hash_of(family, Node(number as u32)));
        Ok(node)
    }

    /// Gives up the node that was begun last.
    pub(crate) fn give_up(&mut self) {
        let (first, first_option) = self.starts.pop().expect("a node was begun");
        self.open.truncate(first);
        self.open_options.truncate(first_option);
    }

    /// How much memory the diagram takes, in bytes.
    pub(crate) fn bytes(&self) -> usize {
        let Diagram { nodes, edges, options, .. } = &self.family;
        size_of_val(&nodes[..])
            + size_of_val(&edges[..])
            + size_of_val(&options[..])
            + self.table.bytes()
    }

    /// How many nodes there are up to now.
    pub(crate) fn len_nodes(&self) -> usize {
        self.family.len_nodes()
    }

    /// The diagram of the family at a node, for a problem with so many options. What the node does
    /// not lead to is left out.
    pub(crate) fn finish(self, root: Node, option_count: usize) -> Diagram {
        let Self { family, .. } = self;
        let mut is_used = vec![false; root.index() + 1];
        is_used[root.index()] = true;
        let mut used = 0;
        for node in family.nodes().rev().skip_while(|&node| node > root) {
            if is_used[node.index()] {
                used += 1;
                family.edges(node).for_each(|edge| is_used[family.child(edge).index()] = true);
            }
        }
        if used == family.nodes.len() {
            return Diagram { root, option_count, ..family };
        }
        let mut smaller = Diagram { option_count, ..Diagram::default() };
        let mut renamed: Vec<Node> = vec![Node::NONE, Node::UNIT];
        for node in family.nodes().take_while(|&node| node <= root) {
            renamed.push(Node(smaller.nodes.len() as u32 + Node::FIXED));
            if is_used[node.index()] {
                for edge in family.edges(node) {
                    smaller.options.extend_from_slice(family.options_of(edge));
                    let child = renamed[family.child(edge).index()];
                    smaller.edges.push(Edge { options: smaller.options.len() as u32, child });
                }
                let edges = smaller.edges.len() as u32;
                smaller.nodes.push(NodeEnd { edges, is_product: family.is_product(node) });
            }
        }
        smaller.root = renamed[root.index()];
        smaller
    }
}

/// The hash of a node as `made` computes it.
fn hash_of(family: &Diagram, node: Node) -> u64 {
    let range = family.edges(node);
    let base = range.start.checked_sub(1).map_or(0, |before| family.edges[before].options);
    let edges = &family.edges[range];
    let end = edges.last().map_or(base, |edge| edge.options);
    let key =
        edges.iter().map(|edge| u64::from(edge.options - base) << 32 | u64::from(edge.child.0));
    let options =
        family.options[base as usize..end as usize].iter().map(|option| u64::from(option.get()));
    table::hash(key.chain(options).chain([u64::from(family.is_product(node))]))
}
