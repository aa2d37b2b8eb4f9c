//! The part of a position that has not been enumerated yet, as positions without a common cover.
//!
//! The loops of the join fix parts of boxes. A part determines the sets of digits of three columns,
//! so fixing it removes candidates. The rest of a loop becomes positions with the remaining values.

use std::ops::Range;

use super::Joins;
use super::cells::Cells;
use super::state::Join;
use crate::engine::bands::text::Text;

impl Joins {
    /// Returns the positions that are left and their shares, in the order of the enumeration. They
    /// may still contain the covers to leave out.
    pub(in crate::engine::bands) fn remaining(&self) -> Vec<(Cells, f64)> {
        let mut left = Vec::new();
        if self.share > 0.0 {
            self.join.remaining(self.share, &mut left);
        }
        left.extend(self.open.iter().rev().map(|open| (open.cells, open.share)));
        left
    }
}

impl Join {
    /// Fills an empty list with the positions that are left. Positions of an inner loop are found
    /// later but searched earlier, so they are put before those of the outer loops.
    fn remaining(&self, share: f64, left: &mut Vec<(Cells, f64)>) {
        let whole = self.position();
        let groups = |range: Range<usize>, shift: u32| {
            let mut end = range.start;
            let same = self.middles[range].chunk_by(move |a, b| a.key >> shift == b.key >> shift);
            same.map(move |group| {
                end += group.len();
                end - group.len()
            })
        };
        let count = |range: Range<usize>, shift: u32| groups(range, shift).count() as f64;
        // Restricts a position to the part that a filling of the middle band has in a stack.
        let with_part = |position: Cells, stack: usize, middle: usize| {
            self.fix(position, 0, stack, self.middles[middle].part(stack))
        };

        // The first stack of the middle band.
        let all = 0..self.middles.len();
        let of_one = share / count(all.clone(), 32);
        let one = if self.twos.is_empty() { 0..0 } else { self.ones() };
        let later = groups(one.end..all.end, 32);
        left.extend(later.map(|middle| (with_part(whole, 0, middle), of_one)));
        if self.twos.is_empty() {
            return;
        }
        // The second stack.
        let position = with_part(whole, 0, self.twos.start);
        let of_two = of_one / count(one.clone(), 16);
        let later = groups(self.twos.end..one.end, 16);
        left.splice(..0, later.map(|middle| (with_part(position, 1, middle), of_two)));
        let position = with_part(position, 1, self.twos.start);
        // The splits of the first two stacks that have not been processed yet.
        let current = &self.middles[self.twos.start];
        let splits = [0, 1].map(|stack| self.splits[stack].range(current.part(stack)));
        let place = |[first, second]: [usize; 2]| {
            (first - splits[0].start) * splits[1].len() + (second - splits[1].start)
        };
        let total = splits[0].len() * splits[1].len();
        let to_come = [self.to_come[0].start, self.to_come[1].start];
        let end = if self.to_come[0].is_empty() { total } else { place(to_come) };
        let from = place(self.live_from);
        let start = if self.is_filling { from } else { end };
        let of_split = of_two / total as f64;
        left.splice(..0, self.with_splits(position, start..total, &splits, of_split));
        if self.is_filling {
            return;
        }
        // The third stack, with the pairs of lists that are processed together.
        let share = of_split * (end - from) as f64;
        let of_three = share / count(self.twos.clone(), 0);
        let of_split = of_three / (end - from).max(1) as f64;
        let later = groups(self.threes.end..self.twos.end, 0).flat_map(|middle| {
            self.with_splits(with_part(position, 2, middle), from..end, &splits, of_split)
        });
        left.splice(..0, later);
        if !self.threes.is_empty() {
            self.remaining_pairs(with_part(position, 2, self.threes.start), of_three, left);
        }
    }

    /// Lists the remaining positions with the current parts of the middle band.
    fn remaining_pairs(&self, position: Cells, share: f64, left: &mut Vec<(Cells, f64)>) {
        let of_pair = share / self.live.len() as f64;
        let with_pair = |at: usize| {
            let [first, second] = self.live[at].splits.map(|split| split as usize);
            self.fix_split(self.fix_split(position, 0, first), 1, second)
        };
        let later = self.lives_taken..self.live.len();
        left.splice(..0, later.map(|at| (with_pair(at), of_pair)));
        let Some(current) = self.lives_taken.checked_sub(1) else { return };
        let position = with_pair(current);
        let splits = self.splits[2].range(self.middles[self.threes.start].part(2));
        let of_split = of_pair / splits.len() as f64;
        let later = self.next_split.clone();
        left.splice(..0, later.map(|split| (self.fix_split(position, 2, split), of_split)));
        if self.is_block_done() {
            return;
        }
        // The block.
        let position = self.fix_split(position, 2, self.next_split.start - 1);
        let of_cover = of_split / self.len.iter().product::<usize>() as f64;
        let covers = |free: usize| self.len[free + 1..].iter().product::<usize>() as f64 * of_cover;
        let [middle, outer, inner] = self.at;
        let with_middle = |at: usize| {
            let fillings = self.middles[self.threes.start + at].fillings.map(usize::from);
            (0..3).fold(position, |position, stack| {
                choose(position, &self.boxes[0][stack].texts[fillings[stack]])
            })
        };
        left.splice(..0, (middle + 1..self.len[0]).map(|at| (with_middle(at), covers(0))));
        let position = with_middle(middle);
        let with_outer = |at: usize| choose(position, &self.filling(false, at));
        left.splice(..0, (outer + 1..self.len[1]).map(|at| (with_outer(at), covers(1))));
        let position = with_outer(outer);
        let with_inner = |at: usize| choose(position, &self.filling(true, at));
        left.splice(..0, (inner..self.len[2]).map(|at| (with_inner(at), of_cover)));
    }

    /// Returns the fillings of the middle band with the current part in the first stack.
    fn ones(&self) -> Range<usize> {
        let key = self.middles[self.twos.start].key >> 32;
        let at = |key: u64| self.middles.partition_point(|middle| middle.key >> 32 < key);
        at(key)..at(key + 1)
    }

    /// Returns the union of all fillings of boxes: the position with only the candidates that are
    /// in a filling of their box.
    fn position(&self) -> Cells {
        let mut cells = [0; 81];
        for role in 0..3 {
            for stack in 0..3 {
                for text in &self.boxes[role][stack].texts {
                    text.cells().for_each(|(cell, digit)| cells[cell] |= 1 << digit);
                }
            }
        }
        cells
    }

    /// Returns the position restricted to the columns of a part in a box.
    fn fix(&self, mut position: Cells, role: usize, stack: usize, part: usize) -> Cells {
        let columns = self.boxes[role][stack].parts[part];
        for (at, cell) in self.shape.cells(role, stack).into_iter().enumerate() {
            position[usize::from(cell)] &= (columns >> (9 * (at % 3)) & 0x1ff) as u16;
        }
        position
    }

    /// Returns the position restricted to this way of sharing a stack between A and B.
    fn fix_split(&self, position: Cells, stack: usize, split: usize) -> Cells {
        let [a, b] = self.splits[stack].parts[split].map(usize::from);
        self.fix(self.fix(position, 1, stack, a), 2, stack, b)
    }

    /// Returns the positions of a range of pairs of splits. The range of all pairs gives a single
    /// position, and so does a split of the first stack if the range has all of its pairs.
    fn with_splits(
        &self,
        position: Cells,
        range: Range<usize>,
        splits: &[Range<usize>; 2],
        share: f64,
    ) -> Vec<(Cells, f64)> {
        let width = splits[1].len();
        if range.start == 0 && range.end == width * splits[0].len() {
            return vec![(position, share * range.len() as f64)];
        }
        let mut positions = Vec::new();
        let mut at = range.start;
        while at < range.end {
            let position = self.fix_split(position, 0, splits[0].start + at / width);
            let (position, len) = if at.is_multiple_of(width) && at + width <= range.end {
                (position, width)
            } else {
                (self.fix_split(position, 1, splits[1].start + at % width), 1)
            };
            positions.push((position, share * len as f64));
            at += len;
        }
        positions
    }
}

/// Returns the position restricted to the digits of a text in the cells of the text.
fn choose(mut position: Cells, text: &Text) -> Cells {
    text.cells().for_each(|(cell, digit)| position[cell] &= 1 << digit);
    position
}
