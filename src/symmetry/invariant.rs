//! An invariant for cells that refinement does not split: a number for each vertex, which
//! isomorphisms preserve.
//!
//! Refinement cannot distinguish a cycle of twelve vertices from two cycles of six. But the
//! designs, squares and factorizations that exact covers represent differ in exactly this way: two
//! points of a system of triples, two rows of a Latin square, or two factors of a graph form cycles
//! of different lengths.
//!
//! So, for each pair of vertices of a cell, each vertex adjacent to exactly one of the two is
//! joined to its neighbours other than these two, and the sizes of the resulting components are
//! counted. nauty offers other invariants for designs: McKay and Piperno, "nauty and Traces User's
//! Guide", section 9.

use super::graph::Graph;
use super::orbits::Orbits;

/// The buffers for comparing pairs of vertices.
#[derive(Clone, Debug, Default)]
pub(super) struct Pairs {
    sets: Orbits,
    /// For each vertex, the last round in which it was a neighbour of the first vertex of the pair,
    /// a neighbour of the second, or met.
    of_first: Vec<u32>,
    of_second: Vec<u32>,
    met: Vec<u32>,
    round: u32,
    /// The vertices met in a round, and the sizes of their sets.
    list: Vec<u32>,
    sizes: Vec<u32>,
    pub(super) visited: u64,
}

pub(super) fn mixed(number: u64) -> u64 {
    let number = (number ^ (number >> 32)).wrapping_mul(0xD6E8_FEB8_6659_FD93);
    number ^ (number >> 32)
}

impl Pairs {
    /// Writes a number for each of these vertices.
    pub(super) fn numbers(&mut self, graph: &Graph, vertices: &[u32], numbers: &mut Vec<u64>) {
        if self.met.len() != graph.len() {
            self.sets.clear(graph.len());
            for list in [&mut self.of_first, &mut self.of_second, &mut self.met, &mut self.sizes] {
                list.clear();
                list.resize(graph.len(), 0);
            }
            self.round = 0;
        }
        numbers.clear();
        numbers.resize(vertices.len(), 0);
        for first in 0..vertices.len() {
            for second in first + 1..vertices.len() {
                let number = mixed(self.of_pair(graph, vertices[first], vertices[second]));
                numbers[first] = numbers[first].wrapping_add(number);
                numbers[second] = numbers[second].wrapping_add(number);
            }
        }
    }

    /// Returns a number for the components of a pair.
    fn of_pair(&mut self, graph: &Graph, first: u32, second: u32) -> u64 {
        self.round += 1;
        let round = self.round;
        for &vertex in graph.neighbours(first) {
            self.of_first[vertex as usize] = round;
        }
        for &vertex in graph.neighbours(second) {
            self.of_second[vertex as usize] = round;
        }
        self.list.clear();
        for (from, other) in [(first, &self.of_second), (second, &self.of_first)] {
            for &vertex in graph.neighbours(from) {
                if other[vertex as usize] == round {
                    continue;
                }
                if std::mem::replace(&mut self.met[vertex as usize], round) != round {
                    self.list.push(vertex);
                }
                for &next in graph.neighbours(vertex) {
                    if next == first || next == second {
                        continue;
                    }
                    if std::mem::replace(&mut self.met[next as usize], round) != round {
                        self.list.push(next);
                    }
                    self.sets.join(vertex, next);
                }
                self.visited += graph.neighbours(vertex).len() as u64;
            }
        }
        for &vertex in &self.list {
            self.sizes[self.sets.find(vertex) as usize] += 1;
        }
        let mut number = 0_u64;
        for &vertex in &self.list {
            let size = std::mem::take(&mut self.sizes[vertex as usize]);
            number = number.wrapping_add(if size > 0 { mixed(size.into()) } else { 0 });
        }
        for &vertex in &self.list {
            self.sets.separate(vertex);
        }
        number
    }
}
