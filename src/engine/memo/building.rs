//! The semiring of diagrams, for the diagram of all covers.

use super::semiring::{Semiring, TooWide};
use crate::diagram::{Diagram, DiagramBuilder, Node, TooManyNodes};
use crate::ids::OptionId;

/// The semiring whose values are the nodes of a diagram.
#[derive(Clone, Debug, Default)]
pub(super) struct Building {
    builder: DiagramBuilder,
    /// For each unfinished sum or product, true if it is a product.
    are_products: Vec<bool>,
    option_count: usize,
}

impl Building {
    pub(super) fn new(option_count: usize) -> Self {
        Self { option_count, ..Self::default() }
    }

    /// Returns the diagram below a node.
    pub(super) fn finish(self, root: Node) -> Diagram {
        self.builder.finish(root, self.option_count)
    }
}

fn put(value: &mut Vec<u64>, node: Node) {
    value.clear();
    value.push(u64::from(node.get()));
}

fn node(value: &[u64]) -> Node {
    Node::new(value[0] as u32)
}

impl Semiring for Building {
    fn width(&self) -> usize {
        1
    }

    fn unit(&self, value: &mut Vec<u64>) {
        put(value, Node::UNIT);
    }

    fn none(&self, value: &mut Vec<u64>) {
        put(value, Node::NONE);
    }

    fn begin(&mut self, is_product: bool) {
        self.builder.begin();
        self.are_products.push(is_product);
    }

    fn add(&mut self, options: &[OptionId], value: &[u64]) -> Result<(), TooWide> {
        self.builder.edge(options.iter().copied(), node(value));
        Ok(())
    }

    fn multiply(&mut self, value: &[u64]) -> Result<(), TooWide> {
        self.builder.edge([], node(value));
        Ok(())
    }

    fn end(&mut self, value: &mut Vec<u64>) -> Result<(), TooManyNodes> {
        let is_product = self.are_products.pop().unwrap_or_default();
        put(value, self.builder.end(is_product)?);
        Ok(())
    }

    fn give_up(&mut self) {
        self.are_products.pop();
        self.builder.give_up();
    }

    fn widen(&mut self) {
        unreachable!("a node is one word");
    }

    fn bytes(&self) -> usize {
        self.builder.bytes()
    }

    fn full(&self) -> TooManyNodes {
        TooManyNodes { nodes: self.builder.len_nodes(), is_refused: false }
    }
}
