//! The loops of the join, down to the next block of covers.

use std::ops::Range;

use super::lists::{EMPTY, Lists};
use super::state::{Join, Known, Live, Middle};
use crate::engine::bands::text::Text;
use crate::engine::simd::lanes::Lanes;
use crate::search::Step;

/// The size of the lists in bytes above which they are dropped before the next pairs are collected.
/// Above twice this size, no more pairs are collected, or, if there is no pair yet, the lists are
/// dropped.
const LISTS_LIMIT: usize = 4 << 20;

impl Join {
    /// Returns the fillings of the middle band from `start` on that have the same parts as the
    /// first of them: in all stacks if `shift` is 0, and in the first two if it is 16.
    pub(super) fn same(&self, start: usize, shift: u32) -> Range<usize> {
        let key = self.middles[start].key >> shift;
        let is_same = |middle: &&Middle| middle.key >> shift == key;
        start..start + self.middles[start..].iter().take_while(is_same).count()
    }

    /// Collects the next pairs of lists, as many as there is room for, all with the same parts of
    /// the middle band in the first two stacks. The error is the reason for a stop.
    #[inline(always)]
    fn next_lists<I: Lanes>(&mut self, isa: I, nodes: &mut u64) -> Result<(), Step> {
        if !self.is_filling {
            if self.lists.iter().map(Lists::size).sum::<usize>() > LISTS_LIMIT {
                self.lists.iter_mut().for_each(Lists::forget);
            }
            self.live.clear();
            self.is_filling = true;
            self.live_from = [self.to_come[0].start, self.to_come[1].start];
        }
        loop {
            if self.to_come[0].is_empty() {
                if !self.live.is_empty() {
                    break;
                }
                if self.twos.end == self.middles.len() {
                    self.is_filling = false;
                    self.lives_taken = 0;
                    self.threes = self.twos.end..self.twos.end;
                    return Err(Step::Exhausted);
                }
                self.twos = self.same(self.twos.end, 16);
                let first = &self.middles[self.twos.start];
                self.to_come = [0, 1].map(|stack| self.splits[stack].range(first.part(stack)));
                self.live_from = [self.to_come[0].start, self.to_come[1].start];
            }
            let second = self.splits[1].range(self.middles[self.twos.start].part(1));
            let [lists_a, lists_b] = &mut self.lists;
            while !self.to_come[0].is_empty() && lists_a.size() + lists_b.size() <= 2 * LISTS_LIMIT
            {
                if *nodes == 0 {
                    return Err(Step::Paused);
                }
                *nodes -= 1;
                let splits = [self.to_come[0].start, self.to_come[1].start];
                self.to_come[1].start += 1;
                if self.to_come[1].is_empty() {
                    self.to_come[1] = second.clone();
                    self.to_come[0].start += 1;
                }
                let [a, b] = self.splits[0].parts[splits[0]];
                let [c, d] = self.splits[1].parts[splits[1]];
                let of_a = lists_a.get(isa, &self.boxes[1], a, c);
                if of_a == EMPTY {
                    continue;
                }
                let of_b = lists_b.get(isa, &self.boxes[2], b, d);
                if of_b != EMPTY {
                    let splits = [splits[0] as u32, splits[1] as u32];
                    self.live.push(Live { lists: [of_a, of_b], splits });
                }
            }
            if !self.to_come[0].is_empty() {
                if !self.live.is_empty() {
                    break;
                }
                self.lists.iter_mut().for_each(Lists::forget);
                self.live_from = [self.to_come[0].start, self.to_come[1].start];
            }
        }
        self.is_filling = false;
        // The loop over the third stack restarts.
        self.threes = self.twos.start..self.twos.start;
        self.lives_taken = self.live.len();
        Ok(())
    }

    /// Moves to the next pair of lists. After the last pair, moves to the first pair with the next
    /// part of the middle band in the third stack, or collects more pairs after the last part. The
    /// error is the reason for a stop.
    #[inline(always)]
    pub(super) fn next_pair<I: Lanes>(&mut self, isa: I, nodes: &mut u64) -> Result<(), Step> {
        if self.lives_taken == self.live.len() || self.is_filling {
            if self.is_filling || self.threes.end == self.twos.end {
                self.next_lists(isa, nodes)?;
            }
            if *nodes == 0 {
                return Err(Step::Paused);
            }
            self.threes = self.same(self.threes.end, 0);
            self.has_known = self.known.iter().any(|known| self.threes.contains(&known.middle));
            self.is_decoded = false;
            self.lives_taken = 0;
        }
        if *nodes == 0 {
            return Err(Step::Paused);
        }
        *nodes -= 1;
        self.lives_taken += 1;
        self.next_split = self.splits[2].range(self.middles[self.threes.start].part(2));
        Ok(())
    }

    /// Returns the last pair of lists taken.
    #[inline(always)]
    pub(super) fn pair(&self) -> &Live {
        &self.live[self.lives_taken - 1]
    }

    /// Iterates over the known covers with the current parts of the middle band and the current
    /// pair of lists.
    fn known_in_pair(&self) -> impl Iterator<Item = &Known> {
        let splits = self.pair().splits.map(|split| split as usize);
        self.known
            .iter()
            .filter(move |known| self.threes.contains(&known.middle) && known.splits[..2] == splits)
    }

    /// Returns the number of covers that are left with the current pair of lists.
    #[inline(always)]
    pub(super) fn count_pair(&self) -> u64 {
        let [list_a, list_b] = self.pair().lists;
        let (a, b) = (self.lists[0].starts(list_a), self.lists[1].starts(list_b));
        let mut n = 0;
        for &[of_a, of_b] in &self.splits[2].parts[self.next_split.clone()] {
            let (of_a, of_b) = (usize::from(of_a), usize::from(of_b));
            n += u64::from(a[of_a + 1] - a[of_a]) * u64::from(b[of_b + 1] - b[of_b]);
        }
        n *= self.threes.len() as u64;
        if self.has_known {
            let is_left = |known: &&Known| self.next_split.contains(&known.splits[2]);
            n -= self.known_in_pair().filter(is_left).count() as u64;
        }
        n
    }

    /// Moves to the next block of the current pair of lists. Returns false if there is none.
    #[inline(always)]
    pub(super) fn next_block_of_pair(&mut self) -> bool {
        while let Some(split) = self.next_split.next() {
            // A closure here would be compiled for the baseline instruction set.
            let [part_a, part_b] = self.splits[2].parts[split];
            let [list_a, list_b] = self.pair().lists;
            let of_a = self.lists[0].slice(list_a, usize::from(part_a));
            let of_b = self.lists[1].slice(list_b, usize::from(part_b));
            if of_a.is_empty() || of_b.is_empty() {
                continue;
            }
            let (few, many) = (of_a.len().min(of_b.len()), of_a.len().max(of_b.len()));
            self.inner = usize::from(of_b.len() > of_a.len());
            self.slices = [of_a, of_b];
            self.at = [0; 3];
            self.len = [self.threes.len(), few, many];
            self.holes.clear();
            if self.has_known {
                self.find_holes(split);
            }
            return true;
        }
        false
    }

    /// Finds the known covers in the block.
    #[cold]
    fn find_holes(&mut self, split: usize) {
        let place = |of: usize, text: &Text| {
            let is_wanted = |&filling: &usize| self.lists[of].add(filling, &Text::EMPTY) == *text;
            self.slices[of].clone().find(is_wanted).map(|filling| filling - self.slices[of].start)
        };
        let hole = |known: &Known| {
            let middle = known.middle - self.threes.start;
            let outer = place(1 - self.inner, &known.texts[1 - self.inner])?;
            Some([middle, outer, place(self.inner, &known.texts[self.inner])?])
        };
        let known = self.known_in_pair().filter(|known| known.splits[2] == split);
        self.holes = known.filter_map(hole).collect();
    }

    /// True if the block is used up, or if there is none.
    #[inline(always)]
    pub(super) fn is_block_done(&self) -> bool {
        self.at[2] == self.len[2]
            && (self.at[1] + 1 >= self.len[1])
            && (self.at[0] + 1 >= self.len[0])
    }

    /// Moves to the next block. The error is the reason for a stop.
    #[inline(always)]
    pub(super) fn next_block<I: Lanes>(&mut self, isa: I, nodes: &mut u64) -> Result<(), Step> {
        while !self.next_block_of_pair() {
            if let Err(end) = self.next_pair(isa, nodes) {
                (self.at, self.len) = ([0; 3], [0; 3]);
                return Err(end);
            }
        }
        Ok(())
    }
}
