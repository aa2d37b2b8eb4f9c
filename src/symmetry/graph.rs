//! The graph of a problem, whose automorphisms are the symmetries of the problem.

use std::sync::Arc;

use crate::ids::{Color, ItemId};
use crate::problem::Problem;

/// An undirected graph whose vertices have classes. Automorphisms map each class to itself.
#[derive(Clone, Debug, Default)]
pub(crate) struct Graph {
    /// The neighbours of vertex `v` are `neighbours[starts[v]..starts[v + 1]]`.
    starts: Vec<u32>,
    neighbours: Vec<u32>,
    classes: Vec<u32>,
}

impl Graph {
    /// Replaces the graph. `classes` has a class for each vertex, and `edges` has each edge once.
    pub(crate) fn set(&mut self, classes: impl Iterator<Item = u32>, edges: &[(u32, u32)]) {
        self.classes.clear();
        self.classes.extend(classes);
        self.starts.clear();
        self.starts.resize(self.classes.len() + 1, 0);
        for &(a, b) in edges {
            self.starts[a as usize + 1] += 1;
            self.starts[b as usize + 1] += 1;
        }
        let mut sum = 0;
        for start in &mut self.starts {
            sum += *start;
            *start = sum;
        }
        self.neighbours.clear();
        self.neighbours.resize(sum as usize, 0);
        // Each start is moved to the end of its list and then back.
        for &(a, b) in edges {
            for (from, to) in [(a, b), (b, a)] {
                self.neighbours[self.starts[from as usize] as usize] = to;
                self.starts[from as usize] += 1;
            }
        }
        self.starts.rotate_right(1);
        self.starts[0] = 0;
    }

    /// Returns the number of vertices.
    pub(super) fn len(&self) -> usize {
        self.classes.len()
    }

    pub(super) fn class(&self, vertex: u32) -> u32 {
        self.classes[vertex as usize]
    }

    /// Returns a number above all classes.
    pub(super) fn class_count(&self) -> u32 {
        self.classes.iter().max().map_or(0, |class| class + 1)
    }

    /// Moves these vertices to new classes, which have no other vertices. Then automorphisms
    /// preserve the set of these vertices.
    pub(super) fn keep(&mut self, vertices: impl Iterator<Item = u32>) {
        let classes = self.class_count();
        for vertex in vertices {
            let class = &mut self.classes[vertex as usize];
            if *class < classes {
                *class += classes;
            }
        }
    }

    pub(super) fn neighbours(&self, vertex: u32) -> &[u32] {
        let vertex = vertex as usize;
        &self.neighbours[self.starts[vertex] as usize..self.starts[vertex + 1] as usize]
    }
}

/// The vertices of the graph of a problem: its items, then its options, then the pairs of an item
/// and a color that some option gives it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Vertices {
    pub(super) items: usize,
    pub(super) options: usize,
    /// The pairs, sorted.
    pub(super) pairs: Arc<[(ItemId, Color)]>,
}

impl Vertices {
    /// Returns the vertex of an item with a color, or `None` if no option gives it this color.
    pub(super) fn pair(&self, item: ItemId, color: Color) -> Option<u32> {
        let at = self.pairs.binary_search(&(item, color)).ok()?;
        Some((self.items + self.options + at) as u32)
    }
}

/// Returns the graph of a problem. An option is adjacent to its items. If it gives an item a color,
/// it is adjacent to the pair of item and color instead, and the pair is adjacent to the item.
///
/// The classes distinguish items, options and pairs, primary and secondary items, bounds, costs,
/// and each of the fixed items.
pub(super) fn of_problem(problem: &Problem, fixed: &[ItemId]) -> (Graph, Vertices) {
    let mut pairs: Vec<(ItemId, Color)> = problem
        .options()
        .flat_map(|(option, _)| problem.entries(option))
        .filter_map(|(item, color)| Some((item, color?)))
        .collect();
    pairs.sort_unstable();
    pairs.dedup();
    let (items, options) = (problem.item_count(), problem.option_count());
    let vertices = Vertices { items, options, pairs: pairs.into() };

    // Equal values have equal classes, which are numbered in the order of the values.
    let mut values: Vec<(u32, i64, i64)> = Vec::new();
    for item in (0..items as u32).map(ItemId::new) {
        values.push(match problem.bounds(item) {
            _ if fixed.contains(&item) => (0, i64::from(item.get()), 0),
            Some(bounds) => (1, i64::from(*bounds.start()), i64::from(*bounds.end())),
            None => (2, 0, 0),
        });
    }
    values.extend(problem.options().map(|(option, _)| (3, problem.cost(option), 0)));
    values.extend(vertices.pairs.iter().map(|_| (4, 0, 0)));
    let mut sorted = values.clone();
    sorted.sort_unstable();
    sorted.dedup();
    let class = |value: &_| sorted.binary_search(value).expect("it has all values") as u32;

    let of_options = problem.options().flat_map(|(option, _)| {
        let vertices = &vertices;
        let from = (items + option.index()) as u32;
        problem.entries(option).map(move |(item, color)| {
            let pair = color.and_then(|color| vertices.pair(item, color));
            (from, pair.unwrap_or(item.get()))
        })
    });
    let of_pairs = vertices.pairs.iter().enumerate();
    let of_pairs = of_pairs.map(|(at, (item, _))| ((items + options + at) as u32, item.get()));
    let mut graph = Graph::default();
    let edges: Vec<(u32, u32)> = of_options.chain(of_pairs).collect();
    graph.set(values.iter().map(class), &edges);
    (graph, vertices)
}
