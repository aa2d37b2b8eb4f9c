//! Ordered partitions of the vertices of a graph, and their refinement.

use super::graph::Graph;
use super::invariant::Pairs;

/// An ordered partition of the vertices into cells. A cell is named by its first place.
///
/// Cells are only split, and the splits are undone in reverse order, so a search keeps one
/// partition for all of its nodes.
#[derive(Clone, Debug, Default)]
pub(super) struct Partition {
    /// The vertices, cell by cell.
    order: Vec<u32>,
    /// The place of each vertex in `order`.
    place: Vec<u32>,
    /// The cell of each vertex.
    cell: Vec<u32>,
    /// The number of vertices of the cell that begins at each place, or 0 if none does.
    len: Vec<u32>,
    cells: usize,
    /// The number of edges visited, except by `pairs`.
    visited: u64,
    /// The cells split off, each with the cell that it was a part of.
    splits: Vec<(u32, u32)>,
    /// The cells that are still to be used as splitters. The last one is used next.
    queue: Vec<u32>,
    is_queued: Vec<bool>,
    /// For each vertex, the number of its neighbours in the splitter or, in a split by pairs, its
    /// rank in the cell, counted from 1.
    count: Vec<u32>,
    /// For each cell, the number of its vertices with a count above 0. These vertices are at the
    /// end of the cell.
    touched: Vec<u32>,
    touched_cells: Vec<u32>,
    /// The vertices of the cell by which cells are currently split.
    splitter: Vec<u32>,
    pairs: Pairs,
    numbers: Vec<u64>,
}

/// The maximum number of vertices of a cell that is split by pairs, and the maximum number of edges
/// that its pairs visit.
const MOST_IN_CELL: u32 = 64;
const MOST_AROUND: usize = 1 << 14;

/// Adds a word to a hash that depends on the order of the words.
fn mix(hash: u64, word: u64) -> u64 {
    let mixed = (hash.rotate_left(5) ^ word).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    mixed ^ (mixed >> 29)
}

impl Partition {
    /// Begins with the classes of a graph as cells, and queues all cells.
    pub(super) fn start(&mut self, graph: &Graph) {
        let n = graph.len();
        self.order.clear();
        self.order.extend(0..n as u32);
        self.order.sort_by_key(|&vertex| graph.class(vertex));
        for list in [&mut self.place, &mut self.cell, &mut self.len] {
            list.clear();
            list.resize(n, 0);
        }
        for list in [&mut self.count, &mut self.touched] {
            list.clear();
            list.resize(n, 0);
        }
        self.is_queued.clear();
        self.is_queued.resize(n, false);
        self.splits.clear();
        self.queue.clear();
        self.touched_cells.clear();
        (self.cells, self.visited) = (0, 0);
        self.pairs.visited = 0;
        let mut begin = 0;
        for place in 0..n {
            let vertex = self.order[place];
            if place > 0 && graph.class(vertex) != graph.class(self.order[place - 1]) {
                begin = place;
            }
            self.place[vertex as usize] = place as u32;
            self.cell[vertex as usize] = begin as u32;
            self.len[begin] += 1;
            if begin == place {
                self.cells += 1;
                self.queue.push(begin as u32);
                self.is_queued[begin] = true;
            }
        }
    }

    /// True if each cell has one vertex.
    pub(super) fn is_discrete(&self) -> bool {
        self.cells == self.order.len()
    }

    /// Returns the number of edges visited since the start.
    pub(super) fn visited(&self) -> u64 {
        self.visited + self.pairs.visited
    }

    /// Returns the place of each vertex: its new number, if the partition is discrete.
    pub(super) fn places(&self) -> &[u32] {
        &self.place
    }

    pub(super) fn order(&self) -> &[u32] {
        &self.order
    }

    pub(super) fn vertices(&self, cell: u32) -> &[u32] {
        let begin = cell as usize;
        &self.order[begin..begin + self.len[begin] as usize]
    }

    /// Returns the first of the smallest cells that have several vertices.
    pub(super) fn target(&self) -> Option<u32> {
        let (mut best, mut place) = (None, 0);
        while place < self.order.len() {
            let len = self.len[place];
            if len > 1 && best.is_none_or(|(least, _)| len < least) {
                best = Some((len, place as u32));
                if len == 2 {
                    break;
                }
            }
            place += len as usize;
        }
        best.map(|(_, cell)| cell)
    }

    /// Returns a mark to which [`undo`](Self::undo) can go back.
    pub(super) fn mark(&self) -> usize {
        self.splits.len()
    }

    pub(super) fn undo(&mut self, mark: usize) {
        for (cell, of) in self.splits.drain(mark..).rev() {
            let (begin, len) = (cell as usize, self.len[cell as usize]);
            for &vertex in &self.order[begin..begin + len as usize] {
                self.cell[vertex as usize] = of;
            }
            self.len[of as usize] += len;
            self.len[begin] = 0;
            self.cells -= 1;
        }
    }

    fn swap(&mut self, a: usize, b: usize) {
        self.order.swap(a, b);
        self.place[self.order[a] as usize] = a as u32;
        self.place[self.order[b] as usize] = b as u32;
    }

    /// Makes the last `len` vertices of a cell a new cell, and returns it.
    fn split_off(&mut self, cell: u32, begin: usize, len: u32) -> u32 {
        for place in begin..begin + len as usize {
            self.cell[self.order[place] as usize] = begin as u32;
        }
        self.len[begin] = len;
        self.len[cell as usize] -= len;
        self.splits.push((begin as u32, cell));
        self.cells += 1;
        begin as u32
    }

    fn enqueue(&mut self, cell: u32) {
        if !std::mem::replace(&mut self.is_queued[cell as usize], true) {
            self.queue.push(cell);
        }
    }

    /// Moves a vertex from a cell with several vertices to a new cell, and queues the new cell.
    pub(super) fn individualize(&mut self, vertex: u32) {
        let cell = self.cell[vertex as usize];
        let last = (cell + self.len[cell as usize] - 1) as usize;
        self.swap(self.place[vertex as usize] as usize, last);
        let single = self.split_off(cell, last, 1);
        self.enqueue(single);
    }

    /// Refines the partition, and splits cells by the invariant of pairs of vertices. Smaller cells
    /// are tried first. Ends when the partition is discrete or no cell is left to try.
    ///
    /// Returns a hash that an isomorphism of graphs and partitions preserves.
    pub(super) fn refine_by_pairs(&mut self, graph: &Graph) -> u64 {
        let mut hash = self.refine(graph);
        let mut tried = 1;
        while !self.is_discrete() {
            // A cell that is no larger than those tried last is not split by pairs.
            let lens = self.cells().map(|(_, len)| len).filter(|&len| len > tried);
            let Some(len) = lens.min().filter(|&len| len <= MOST_IN_CELL) else { break };
            tried = len;
            let cells: Vec<(u32, u32)> = self.cells().filter(|cell| cell.1 == len).collect();
            for (cell, _) in cells {
                // The sum is the same for all vertices of the cell, so the first one is enough.
                let around = graph.neighbours(self.order[cell as usize]).iter();
                let around: usize = around.map(|&vertex| graph.neighbours(vertex).len()).sum();
                if around * (len * len) as usize <= MOST_AROUND {
                    hash = self.split_by_pairs(graph, cell, hash);
                }
            }
            hash = mix(hash, self.refine(graph));
        }
        hash
    }

    /// Iterates over the cells with their lengths.
    fn cells(&self) -> impl Iterator<Item = (u32, u32)> {
        let lens = self.len.iter().enumerate().filter(|&(_, &len)| len > 0);
        lens.map(|(cell, &len)| (cell as u32, len))
    }

    fn split_by_pairs(&mut self, graph: &Graph, cell: u32, mut hash: u64) -> u64 {
        let (begin, len) = (cell as usize, self.len[cell as usize]);
        let mut numbers = std::mem::take(&mut self.numbers);
        let vertices = &self.order[begin..begin + len as usize];
        self.pairs.numbers(graph, vertices, &mut numbers);
        let mut sorted = numbers.clone();
        sorted.sort_unstable();
        for &number in &sorted {
            hash = mix(hash, number);
        }
        if sorted.first() != sorted.last() {
            sorted.dedup();
            for (at, number) in numbers.iter().enumerate() {
                let rank = sorted.partition_point(|other| other < number);
                self.count[self.order[begin + at] as usize] = rank as u32 + 1;
            }
            self.touched[begin] = len;
            hash = self.split(cell, hash);
        }
        self.numbers = numbers;
        hash
    }

    /// Splits cells by the numbers of neighbours in queued cells until the vertices of each cell
    /// have the same number of neighbours in each cell, or the partition is discrete.
    ///
    /// Returns a hash that an isomorphism of graphs and partitions preserves.
    pub(super) fn refine(&mut self, graph: &Graph) -> u64 {
        let mut hash = 0;
        while let Some(cell) = self.queue.pop() {
            self.is_queued[cell as usize] = false;
            if self.is_discrete() {
                continue;
            }
            hash = mix(hash, u64::from(cell));
            hash = self.count_neighbours(graph, cell, hash);
            let mut touched = std::mem::take(&mut self.touched_cells);
            touched.sort_unstable();
            for &cell in &touched {
                hash = self.split(cell, hash);
            }
            touched.clear();
            self.touched_cells = touched;
        }
        mix(hash, self.cells as u64)
    }

    /// Counts the neighbours in `cell` of each vertex that is not alone in its own cell, and moves
    /// the vertices with neighbours to the end of their cells. Of the vertices that are alone in
    /// their cells, adds those with neighbours in `cell` to the hash.
    fn count_neighbours(&mut self, graph: &Graph, cell: u32, hash: u64) -> u64 {
        let begin = cell as usize;
        let mut splitter = std::mem::take(&mut self.splitter);
        splitter.clear();
        splitter.extend_from_slice(&self.order[begin..begin + self.len[begin] as usize]);
        let mut singles = 0_u64;
        for &vertex in &splitter {
            let neighbours = graph.neighbours(vertex);
            self.visited += neighbours.len() as u64;
            for &neighbour in neighbours {
                let of = self.cell[neighbour as usize] as usize;
                let len = self.len[of];
                if len == 1 {
                    // A sum does not depend on the order of the neighbours.
                    singles = singles.wrapping_add(mix(1, of as u64));
                    continue;
                }
                let count = &mut self.count[neighbour as usize];
                *count += 1;
                if *count == 1 {
                    let touched = &mut self.touched[of];
                    if *touched == 0 {
                        self.touched_cells.push(of as u32);
                    }
                    *touched += 1;
                    let to = of + (len - *touched) as usize;
                    self.swap(self.place[neighbour as usize] as usize, to);
                }
            }
        }
        self.splitter = splitter;
        mix(hash, singles)
    }

    fn count_at(&self, place: usize) -> u32 {
        self.count[self.order[place] as usize]
    }

    /// Splits a cell by the counts of its vertices.
    fn split(&mut self, cell: u32, mut hash: u64) -> u64 {
        let (begin, len) = (cell as usize, self.len[cell as usize]);
        let touched = std::mem::take(&mut self.touched[begin]);
        let (first, end) = (begin + (len - touched) as usize, begin + len as usize);
        if (first..end).any(|place| self.count_at(place) != self.count_at(first)) {
            let count = &self.count;
            self.order[first..end].sort_unstable_by_key(|&vertex| count[vertex as usize]);
            for place in first..end {
                self.place[self.order[place] as usize] = place as u32;
            }
        }
        // Splits off the parts from the last to the second. The first keeps the name of the cell.
        let parts = self.splits.len();
        let (mut largest, mut most) = (cell, 0);
        let mut part_end = end;
        while part_end > begin {
            let (mut part, mut count) = (begin, 0);
            if part_end > first {
                count = self.count_at(part_end - 1);
                part = part_end - 1;
                while part > first && self.count_at(part - 1) == count {
                    part -= 1;
                }
            }
            let size = (part_end - part) as u32;
            hash = mix(hash, (part as u64) << 32 | u64::from(count));
            if size >= most {
                (largest, most) = (part as u32, size);
            }
            if part > begin {
                self.split_off(cell, part, size);
            }
            part_end = part;
        }
        for place in first..end {
            self.count[self.order[place] as usize] = 0;
        }
        // If the cell is not queued, one of its parts need not be queued: the splits by that part
        // follow from those by the other parts (Hopcroft).
        let is_queued = self.is_queued[begin];
        for at in parts..self.splits.len() {
            let part = self.splits[at].0;
            if is_queued || part != largest {
                self.enqueue(part);
            }
        }
        if parts < self.splits.len() && largest != cell {
            self.enqueue(cell);
        }
        hash
    }
}
