//! The automorphisms of a graph, and its canonical form.
//!
//! The method is McKay's individualization and refinement. A node of the search tree is an ordered
//! partition. A child results from moving one vertex of a cell to a new cell and refining the
//! partition. A leaf is a numbering of the vertices. Two leaves with the same graph define an
//! automorphism. If known automorphisms map children to each other, only one of these children is
//! searched. The canonical form is the graph of the greatest leaf. See McKay and Piperno,
//! "Practical graph isomorphism, II" (2014).

use std::cmp::Ordering;

use super::graph::Graph;
use super::orbits::Orbits;
use super::partition::Partition;

/// The result that a search computes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Goal {
    /// The automorphisms.
    #[default]
    Group,
    /// The automorphisms and the canonical form.
    Form,
    /// The automorphisms and the canonical form of a graph that refinement by itself hardly splits,
    /// such as that of a design.
    FormByPairs,
}

/// A search for the automorphisms of a graph, and for its canonical form if requested. It can be
/// reused for other graphs, and keeps its memory.
#[derive(Clone, Debug, Default)]
pub(crate) struct Labelling {
    goal: Goal,
    nodes: u64,
    partition: Partition,
    /// The nodes on the path whose children are not all done.
    frames: Vec<Frame>,
    /// The children of all frames, frame by frame.
    children: Vec<u32>,
    /// The vertices individualized on the path, with the hashes of the refinements.
    path: Vec<u32>,
    trace: Vec<u64>,
    first: Leaf,
    has_leaf: bool,
    /// The greatest leaf so far, with its graph.
    best: Leaf,
    best_graph: Vec<u32>,
    /// The graph of the current leaf.
    leaf_graph: Vec<u32>,
    generators: Vec<Box<[u32]>>,
    orbits: Orbits,
    /// For each finished node of the first path, the deepest one first, the number of its children
    /// that are equivalent to the first. At the end, the order of the group is the product of these
    /// numbers.
    indices: Vec<u32>,
    /// The orbits of the vertices under the generators that fix the path.
    local: Orbits,
    image: Vec<u32>,
    marks: Vec<u64>,
    mark: u64,
}

/// A leaf: the vertices in the order of their new numbers, and the path to the leaf.
#[derive(Clone, Debug, Default)]
struct Leaf {
    order: Vec<u32>,
    path: Vec<u32>,
    trace: Vec<u64>,
}

#[derive(Clone, Copy, Debug)]
struct Frame {
    /// The number of splits of the partition at the node.
    mark: usize,
    /// The index of the first child in `children`. The children of the last frame end where the
    /// list ends.
    begin: usize,
    next: usize,
    /// True if the first leaf is below the node.
    is_first: bool,
    /// True if the trace of the node is a prefix of that of the first leaf.
    is_like_first: bool,
    /// The comparison of the trace of the node with that of the best leaf up to the same length.
    to_best: Ordering,
}

impl Labelling {
    pub(crate) fn start(&mut self, graph: &Graph, goal: Goal) {
        self.goal = goal;
        self.frames.clear();
        self.children.clear();
        self.path.clear();
        self.trace.clear();
        self.generators.clear();
        self.indices.clear();
        self.orbits.clear(graph.len());
        self.marks.clear();
        self.marks.resize(graph.len(), 0);
        self.mark = 0;
        self.image.resize(graph.len(), 0);
        (self.has_leaf, self.nodes) = (false, 0);
        self.partition.start(graph);
        if goal == Goal::FormByPairs {
            self.partition.refine_by_pairs(graph);
        } else {
            self.partition.refine(graph);
        }
        self.enter(graph, true, Ordering::Equal);
    }

    /// Enters up to this number of nodes. Returns true at the end of the search.
    pub(crate) fn advance(&mut self, graph: &Graph, nodes: u64) -> bool {
        let last = self.nodes.saturating_add(nodes);
        while self.nodes < last {
            let Some(frame) = self.frames.last().copied() else { return true };
            self.step(graph, frame);
        }
        self.frames.is_empty()
    }

    /// Returns the number of nodes entered, without the root.
    pub(crate) fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Returns the number of edges visited.
    pub(crate) fn visited(&self) -> u64 {
        self.partition.visited()
    }

    /// Returns permutations that generate the group, or the part of it found so far.
    pub(crate) fn generators(&self) -> &[Box<[u32]>] {
        &self.generators
    }

    /// Iterates over numbers whose product is the order of the group, at the end of the search.
    pub(crate) fn indices(&self) -> impl Iterator<Item = u32> {
        self.indices.iter().copied()
    }

    /// Returns the smallest vertex of the orbit of a vertex.
    pub(crate) fn orbit(&mut self, vertex: u32) -> u32 {
        self.orbits.find(vertex)
    }

    /// Returns the smallest vertex of the orbit of each vertex.
    pub(crate) fn orbits(&self) -> Box<[u32]> {
        let mut orbits = self.orbits.clone();
        (0..orbits.len() as u32).map(|vertex| orbits.find(vertex)).collect()
    }

    /// Returns the canonical form. If two graphs have the same number of vertices of each class,
    /// their forms are equal if and only if the graphs are isomorphic.
    pub(crate) fn form(&self) -> &[u32] {
        &self.best_graph
    }

    /// Returns the vertices in the order of the canonical form, at the end of the search.
    pub(crate) fn order(&self) -> &[u32] {
        &self.best.order
    }

    /// Enters the next child of the last node, or leaves the node.
    fn step(&mut self, graph: &Graph, frame: Frame) {
        let level = self.frames.len() - 1;
        self.partition.undo(frame.mark);
        self.path.truncate(level);
        self.trace.truncate(level);
        let Some(child) = self.next_child(frame) else {
            self.leave(frame);
            return;
        };
        self.nodes += 1;
        self.partition.individualize(child);
        let hash = self.partition.refine(graph);
        self.path.push(child);
        self.trace.push(hash);
        let (mut is_like_first, mut to_best) = (true, Ordering::Equal);
        if self.has_leaf {
            let expected = |leaf: &Leaf| leaf.trace.get(level).copied();
            is_like_first = frame.is_like_first && expected(&self.first) == Some(hash);
            to_best = match frame.to_best {
                // A leaf with a longer path is greater.
                Ordering::Equal => Some(hash).cmp(&expected(&self.best)),
                other => other,
            };
            if !is_like_first && (self.goal == Goal::Group || to_best == Ordering::Less) {
                return;
            }
        }
        self.enter(graph, is_like_first, to_best);
    }

    /// Returns the last node's next child that no known automorphism maps to an earlier child.
    fn next_child(&mut self, frame: Frame) -> Option<u32> {
        let level = self.frames.len() - 1;
        let mut next = frame.next;
        if next > frame.begin && !frame.is_first {
            // The generators found since the node was entered may fix the path to it.
            self.local.clear(self.orbits.len());
            let path = &self.path[..level];
            for generator in &self.generators {
                if path.iter().all(|&vertex| generator[vertex as usize] == vertex) {
                    self.local.join_images(generator);
                }
            }
        }
        let child = loop {
            let &child = self.children.get(next)?;
            next += 1;
            // All generators fix the path to a node of the first path.
            let orbits = if frame.is_first { &mut self.orbits } else { &mut self.local };
            if next == frame.begin + 1 || orbits.find(child) == child {
                break child;
            }
        };
        self.frames[level].next = next;
        Some(child)
    }

    fn enter(&mut self, graph: &Graph, is_like_first: bool, to_best: Ordering) {
        let Some(cell) = self.partition.target() else {
            self.visit_leaf(graph, is_like_first, to_best);
            return;
        };
        let begin = self.children.len();
        self.children.extend_from_slice(self.partition.vertices(cell));
        self.children[begin..].sort_unstable();
        let (mark, is_first) = (self.partition.mark(), !self.has_leaf);
        self.frames.push(Frame { mark, begin, next: begin, is_first, is_like_first, to_best });
    }

    fn leave(&mut self, frame: Frame) {
        if frame.is_first {
            let orbits = &mut self.orbits;
            let children = &self.children[frame.begin..];
            let first = orbits.find(children[0]);
            let index = children.iter().filter(|&&child| orbits.find(child) == first).count();
            self.indices.push(index as u32);
        }
        self.children.truncate(frame.begin);
        self.frames.pop();
    }

    fn visit_leaf(&mut self, graph: &Graph, is_like_first: bool, to_best: Ordering) {
        if !self.has_leaf {
            self.has_leaf = true;
            self.write_form(graph);
            self.keep_best();
            self.first.clone_from(&self.best);
            return;
        }
        let is_first_again = is_like_first && self.trace.len() == self.first.trace.len();
        if is_first_again && self.is_automorphism(graph) {
            self.add_generator();
            self.go_back(|frame| frame.is_first);
            return;
        }
        if self.goal == Goal::Group || to_best == Ordering::Less {
            return;
        }
        self.write_form(graph);
        let to_best = to_best
            .then(self.trace.len().cmp(&self.best.trace.len()))
            .then_with(|| self.leaf_graph.cmp(&self.best_graph));
        match to_best {
            Ordering::Less => {}
            Ordering::Greater => self.keep_best(),
            Ordering::Equal => {
                for (&from, &to) in self.best.order.iter().zip(self.partition.order()) {
                    self.image[from as usize] = to;
                }
                self.add_generator();
                // The nodes above the first difference have both leaves below them.
                let pairs = self.path.iter().zip(&self.best.path);
                let common = pairs.take_while(|(a, b)| a == b).count();
                while self.frames.len() > common + 1 {
                    self.drop_frame();
                }
            }
        }
    }

    /// Drops nodes from the end of the path until `is_end` is true of the last remaining one.
    fn go_back(&mut self, is_end: impl Fn(&Frame) -> bool) {
        while self.frames.last().is_some_and(|frame| !is_end(frame)) {
            self.drop_frame();
        }
    }

    fn drop_frame(&mut self) {
        if let Some(frame) = self.frames.pop() {
            self.children.truncate(frame.begin);
        }
    }

    fn add_generator(&mut self) {
        self.orbits.join_images(&self.image);
        self.generators.push(self.image.as_slice().into());
    }

    /// True if the leaf has the same graph as the first one. Then `image` maps the first leaf to
    /// it.
    fn is_automorphism(&mut self, graph: &Graph) -> bool {
        for (&from, &to) in self.first.order.iter().zip(self.partition.order()) {
            self.image[from as usize] = to;
        }
        for vertex in 0..graph.len() as u32 {
            let (from, to) = (graph.neighbours(vertex), self.image[vertex as usize]);
            let to = graph.neighbours(to);
            if from.len() != to.len() {
                return false;
            }
            self.mark += 1;
            for &neighbour in to {
                self.marks[neighbour as usize] = self.mark;
            }
            if from.iter().any(|&v| self.marks[self.image[v as usize] as usize] != self.mark) {
                return false;
            }
        }
        true
    }

    /// Writes the graph with the numbers of the leaf: for each vertex, the number of neighbours,
    /// and then the neighbours in increasing order. Writes nothing for [`Goal::Group`].
    fn write_form(&mut self, graph: &Graph) {
        self.leaf_graph.clear();
        if self.goal == Goal::Group {
            return;
        }
        let place = self.partition.places();
        for &vertex in self.partition.order() {
            let neighbours = graph.neighbours(vertex);
            self.leaf_graph.push(neighbours.len() as u32);
            let begin = self.leaf_graph.len();
            self.leaf_graph.extend(neighbours.iter().map(|&v| place[v as usize]));
            self.leaf_graph[begin..].sort_unstable();
        }
    }

    /// Makes the current leaf the best. Its form must have been written.
    fn keep_best(&mut self) {
        std::mem::swap(&mut self.leaf_graph, &mut self.best_graph);
        self.best.order.clear();
        self.best.order.extend_from_slice(self.partition.order());
        self.best.path.clone_from(&self.path);
        self.best.trace.clone_from(&self.trace);
        for frame in &mut self.frames {
            frame.to_best = Ordering::Equal;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::graph::Graph;
    use super::{Goal, Labelling};

    /// Returns the canonical forms of a graph, without and with the invariant of pairs, one after
    /// the other.
    fn form(labelling: &mut Labelling, classes: &[u32], edges: &[(u32, u32)]) -> Vec<u32> {
        let mut graph = Graph::default();
        graph.set(classes.iter().copied(), edges);
        let mut forms = Vec::new();
        for goal in [Goal::Form, Goal::FormByPairs] {
            labelling.start(&graph, goal);
            while !labelling.advance(&graph, 1) {}
            forms.extend_from_slice(labelling.form());
        }
        forms
    }

    /// Returns the next pseudorandom number (Marsaglia's xorshift).
    fn next(state: &mut u64) -> u64 {
        *state ^= *state << 13;
        *state ^= *state >> 7;
        *state ^= *state << 17;
        *state
    }

    /// The graphs with five vertices have 34 forms (OEIS A000088).
    #[test]
    fn isomorphic_graphs_and_no_others_have_the_same_form() {
        let mut labelling = Labelling::default();
        let pairs: Vec<(u32, u32)> = (0..5).flat_map(|b| (0..b).map(move |a| (a, b))).collect();
        let mut forms = std::collections::HashSet::new();
        for set in 0_u32..1 << pairs.len() {
            let edges: Vec<_> =
                (0..pairs.len()).filter(|at| set >> at & 1 == 1).map(|at| pairs[at]).collect();
            forms.insert(form(&mut labelling, &[0; 5], &edges));
        }
        assert_eq!(forms.len(), 34);
    }

    /// The graphs are regular, so refinement splits them only by their random classes.
    #[test]
    fn the_form_does_not_depend_on_the_numbers() {
        let (mut labelling, mut state) = (Labelling::default(), 5);
        for round in 0..300 {
            let (n, mut edges) = (6 + round % 20, Vec::new());
            for a in 0..n {
                for step in [1, 2 + round % 3] {
                    let b = (a + step) % n;
                    if !edges.contains(&(a, b)) && !edges.contains(&(b, a)) && a != b {
                        edges.push((a, b));
                    }
                }
            }
            let classes: Vec<u32> =
                (0..n).map(|_| u32::from(next(&mut state).is_multiple_of(9))).collect();
            let mut to: Vec<u32> = (0..n).collect();
            for at in 1..n as usize {
                to.swap(at, (next(&mut state) % (at as u64 + 1)) as usize);
            }
            let mut renamed = vec![0; n as usize];
            for (at, &class) in classes.iter().enumerate() {
                renamed[to[at] as usize] = class;
            }
            let other: Vec<_> =
                edges.iter().map(|&(a, b)| (to[b as usize], to[a as usize])).collect();
            let expected = form(&mut labelling, &classes, &edges);
            assert_eq!(form(&mut labelling, &renamed, &other), expected);
        }
    }
}
