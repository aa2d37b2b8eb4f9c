//! The graph of a problem with some options marked.

use super::graph::{Graph, of_problem};
use crate::ids::{ItemId, OptionId};
use crate::problem::Problem;

/// The graph of a problem in which a set of options is marked. An isomorphism of two such graphs is
/// a symmetry of the problem that maps one set to the other.
///
/// The items are the first vertices, and the options the next.
#[derive(Clone, Debug)]
pub(crate) struct MarkedGraph {
    graph: Graph,
    /// The number of items, and of classes without marks.
    items: u32,
    classes: u32,
    marked: Vec<u32>,
    /// The number of marked options of each class.
    sizes: Vec<u32>,
}

impl MarkedGraph {
    /// Returns the graph with no marks. `kept` is a set of options that symmetries must keep, and
    /// each of the fixed items is mapped to itself.
    pub(crate) fn new(problem: &Problem, kept: &[OptionId], fixed: &[ItemId]) -> Self {
        let (mut graph, vertices) = of_problem(problem, fixed);
        let items = vertices.items as u32;
        graph.keep(kept.iter().map(|option| items + option.get()));
        let classes = graph.class_count();
        Self { graph, items, classes, marked: Vec::new(), sizes: vec![0; classes as usize] }
    }

    /// Marks these options and no others.
    pub(crate) fn mark(&mut self, options: &[u32]) -> &Graph {
        for vertex in self.marked.drain(..) {
            let class = self.graph.class(vertex) - self.classes;
            self.graph.set_class(vertex, class);
        }
        self.sizes.fill(0);
        for option in options {
            let vertex = self.items + option;
            let class = self.graph.class(vertex);
            self.graph.set_class(vertex, class + self.classes);
            self.sizes[class as usize] += 1;
            self.marked.push(vertex);
        }
        &self.graph
    }

    pub(crate) fn graph(&self) -> &Graph {
        &self.graph
    }

    /// Returns the number of marked options of each class of vertices: two graphs with the same
    /// numbers have as many vertices of each class.
    pub(crate) fn sizes(&self) -> &[u32] {
        &self.sizes
    }
}
