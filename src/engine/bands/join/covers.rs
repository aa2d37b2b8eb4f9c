//! The covers of a block: taken one by one, skipped, or written as lines.

use super::state::Join;
use crate::engine::bands::text::{Lines, Text};
use crate::engine::simd::lanes::Lanes;
use crate::search::Step;

impl Join {
    /// Makes the texts of the middle band, unless they are made already, and `base`.
    #[inline(always)]
    fn decode(&mut self) {
        if !self.is_decoded {
            self.is_decoded = true;
            self.middle_texts.clear();
            for middle in &self.middles[self.threes.clone()] {
                let mut text = Text::LINE_FEED;
                for (boxes, &filling) in self.boxes[0].iter().zip(&middle.fillings) {
                    text = text.with(&boxes.texts[usize::from(filling)]);
                }
                self.middle_texts.push(text);
            }
        }
        self.set_base();
    }

    #[inline(always)]
    fn set_base(&mut self) {
        let outer = 1 - self.inner;
        let filling = self.slices[outer].start + self.at[1];
        self.base = self.lists[outer].add(filling, &self.middle_texts[self.at[0]]);
    }

    /// Moves to the next fillings of the middle band and the outer band in the block. Returns false
    /// if there are none.
    #[inline(always)]
    fn next_base(&mut self) -> bool {
        if self.is_block_done() {
            return false;
        }
        self.at[2] = 0;
        self.at[1] += 1;
        if self.at[1] == self.len[1] {
            self.at[1] = 0;
            self.at[0] += 1;
        }
        self.set_base();
        true
    }

    /// Returns the text of a filling of A or B in the block.
    pub(super) fn filling(&self, is_inner: bool, at: usize) -> Text {
        let of = if is_inner { self.inner } else { 1 - self.inner };
        self.lists[of].add(self.slices[of].start + at, &Text::EMPTY)
    }

    /// Takes the next cover of the block, if there is one.
    #[inline(always)]
    pub(super) fn next_of_block(&mut self) -> Option<Text> {
        loop {
            if self.at[2] < self.len[2] {
                let is_hole = !self.holes.is_empty() && self.holes.contains(&self.at);
                let filling = self.slices[self.inner].start + self.at[2];
                self.at[2] += 1;
                if !is_hole {
                    return Some(self.lists[self.inner].add(filling, &self.base));
                }
            } else if !self.next_base() {
                return None;
            }
        }
    }

    /// Takes the next cover. The error is the reason for a stop.
    #[inline(always)]
    pub(super) fn next<I: Lanes>(&mut self, isa: I, nodes: &mut u64) -> Result<Text, Step> {
        loop {
            if let Some(text) = self.next_of_block() {
                return Ok(text);
            }
            self.next_block(isa, nodes)?;
            self.decode();
        }
    }

    /// Skips up to `covers` covers, until `nodes` is used up or no covers are left. Returns the
    /// number of covers skipped.
    #[inline(always)]
    pub(super) fn skip<I: Lanes>(&mut self, isa: I, covers: u64, nodes: &mut u64) -> (u64, Step) {
        let mut skipped = 0;
        while skipped < covers {
            if !self.is_block_done() {
                skipped += self.skip_in_block(covers - skipped);
                continue;
            }
            // Whole pairs of lists are skipped as long as all covers of a pair must be skipped.
            let n = if self.next_split.is_empty() { 0 } else { self.count_pair() };
            if n <= covers - skipped {
                skipped += n;
                self.next_split.start = self.next_split.end;
                if let Err(end) = self.next_pair(isa, nodes) {
                    return (skipped, end);
                }
            } else if self.next_block_of_pair() {
                let n = self.len.iter().product::<usize>() - self.holes.len();
                if n as u64 <= covers - skipped {
                    skipped += n as u64;
                    (self.at, self.len) = ([0; 3], [0; 3]);
                } else {
                    self.decode();
                }
            }
        }
        (skipped, Step::Cover)
    }

    #[inline(always)]
    fn skip_in_block(&mut self, covers: u64) -> u64 {
        let mut skipped = 0;
        while skipped < covers {
            let left = (self.len[2] - self.at[2]) as u64;
            if self.holes.is_empty() && left > 0 {
                let n = left.min(covers - skipped);
                skipped += n;
                self.at[2] += n as usize;
            } else if self.next_of_block().is_some() {
                skipped += 1;
            } else {
                break;
            }
            if self.at[2] == self.len[2] && !self.is_block_done() {
                self.next_base();
            }
        }
        skipped
    }

    /// Writes up to `covers` covers as lines, until the output is full, `nodes` is used up, or no
    /// covers are left. Returns the number of covers written.
    #[inline(always)]
    pub(super) fn write<I: Lanes>(
        &mut self,
        isa: I,
        lines: &mut Lines<'_>,
        covers: u64,
        nodes: &mut u64,
    ) -> (u64, Step) {
        let mut written = 0;
        let most = usize::try_from(covers).map_or(lines.room(), |covers| covers.min(lines.room()));
        while written < most {
            if !self.holes.is_empty() && !self.is_block_done() {
                match self.next_of_block() {
                    Some(text) => {
                        lines.push(&text);
                        written += 1;
                    }
                    // All remaining covers of the block were known.
                    None => debug_assert!(self.is_block_done()),
                }
                continue;
            }
            if self.at[2] < self.len[2] {
                let n = (self.len[2] - self.at[2]).min(most - written);
                let start = self.slices[self.inner].start + self.at[2];
                let base = self.base;
                let list = &self.lists[self.inner];
                for filling in &list.fillings[start..start + n] {
                    lines.push(&list.add_filling(filling, &base));
                }
                self.at[2] += n;
                written += n;
            }
            if written < most && !self.next_base() {
                if let Err(end) = self.next_block(isa, nodes) {
                    return (written as u64, end);
                }
                self.decode();
            }
        }
        (written as u64, Step::Cover)
    }
}
