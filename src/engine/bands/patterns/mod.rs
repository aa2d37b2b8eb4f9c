//! The covers of a position with few open options, enumerated by patterns.
//!
//! A *pattern* of a digit is nine cells, one in each row, column and box. A cover consists of a
//! pattern of each digit, and no two of these share a cell (the pattern overlay method of Sudoku
//! solvers). A digit is *open* if it has more than nine options. The patterns of an open digit are
//! the bits of a lane, and a set of patterns is a block. Taking a pattern leaves the patterns that
//! share no cell with it, so a node is an intersection of blocks. A digit without patterns is a
//! dead end, and the only pattern of a digit is taken. Otherwise the search branches on a digit
//! with the fewest patterns. Nothing else is propagated. The last digit, which has the most
//! options, needs no patterns: it fills the cells that are left, if it has options in all of them.
//! The patterns of the second-to-last digit that leave only such cells are counted, or written,
//! together.

mod listing;

use std::ops::Range;

use self::listing::Pattern;
use super::text::{Lines, Text};
use super::{FULL, Nine, ROW};
use crate::arrays::filled;
use crate::engine::simd::lanes::{Block, Lanes};
use crate::search::Step;

/// The largest number of patterns of a digit, and of all digits together.
const OF_DIGIT: usize = 64;
const MOST: usize = 8 * OF_DIGIT;

/// The largest number of options of a position beyond the 81 of a cover. A position with so few
/// options usually has few patterns.
pub(super) const OPEN: u32 = 150;

/// A choice of a pattern from a group. A group has the patterns of an open digit.
#[derive(Clone, Copy, Debug, Default)]
struct Choice {
    group: usize,
    /// The patterns not tried yet.
    rest: u64,
    /// The number of patterns at the start.
    of: u32,
    /// The patterns left before the choice, and the cells taken.
    left: Block,
    used: [u32; 3],
    /// The groups that are still without a pattern after the choice. If there are none, each
    /// pattern of the choice completes a cover.
    open: u32,
    /// True if `bases` has the text of the patterns taken before the choice.
    has_text: bool,
}

impl Choice {
    #[inline(always)]
    fn is_last(&self) -> bool {
        self.open == 0
    }

    /// Removes the next pattern, and returns its number.
    #[inline(always)]
    fn next(&mut self) -> usize {
        let first = self.rest.trailing_zeros() as usize;
        self.rest &= self.rest - 1;
        OF_DIGIT * self.group + first
    }
}

#[derive(Clone, Debug)]
pub(super) struct Patterns {
    position: Nine,
    /// The digit of each group, and the number of its patterns.
    digits: [usize; 8],
    lens: [usize; 8],
    last: usize,
    /// The number of groups.
    len: usize,
    /// Each pattern, and the patterns that have none of its cells.
    all: [Pattern; MOST],
    others: [Block; MOST],
    /// For each bit of each band, the patterns without that cell. The last 32 are unused.
    without: [Block; 128],
    /// The texts of the patterns: in each cell of a pattern, the XOR of its digit and the last
    /// digit. All are made together when they are first needed, because reading a text right after
    /// its last write would wait for the write.
    texts: [Text; MOST],
    /// The line with the digits that are not open, and with the last digit in all other cells.
    base: Text,
    has_texts: bool,
    /// For each choice, `base` with the patterns taken before it.
    bases: [Text; 8],
    /// The last pattern taken of each group.
    taken: [usize; 8],
    choices: [Choice; 8],
    depth: usize,
}

impl Patterns {
    // Inlined, this would make a large stack frame, and each call would touch its pages.
    #[inline(never)]
    pub(super) fn new() -> Box<Self> {
        Box::new(Self {
            position: Nine::default(),
            digits: [0; 8],
            lens: [0; 8],
            last: 0,
            len: 0,
            all: [Pattern::default(); MOST],
            others: [Block::EMPTY; MOST],
            without: [Block::EMPTY; 128],
            texts: [Text::EMPTY; MOST],
            base: Text::EMPTY,
            has_texts: false,
            bases: [Text::EMPTY; 8],
            taken: [0; 8],
            choices: [Choice::default(); 8],
            depth: 0,
        })
    }

    /// Begins with a position in which all singles are chosen. Returns false if a digit other than
    /// the last has too many patterns or if fewer than two digits are open, unless the position is
    /// first found to be a dead end.
    #[inline(always)]
    pub(super) fn begin<I: Lanes>(&mut self, isa: I, position: &Nine) -> bool {
        (self.len, self.depth) = (0, 0);
        // The cells of the digits that are not open. If two of these digits share a cell, the
        // position is a dead end that the rounds have not found yet.
        let mut decided = [0; 3];
        // The open digits, with their numbers of options.
        let (mut open, mut len) = ([0; 9], 0);
        for digit in 0..9 {
            let [a, b, c, _] = position.0[digit];
            let n = a.count_ones() + b.count_ones() + c.count_ones();
            if n > 9 {
                open[len] = n << 4 | digit as u32;
                len += 1;
            } else if (decided[0] & a) | (decided[1] & b) | (decided[2] & c) != 0 {
                return true;
            } else {
                decided = [decided[0] | a, decided[1] | b, decided[2] | c];
            }
        }
        if len < 2 {
            return false;
        }
        open[..len].sort_unstable();
        self.last = open[len - 1] as usize % 16;
        for at in 0..96 {
            self.without[at] = Block([u64::MAX; 8]);
        }
        let mut all = Block::EMPTY;
        // The digits with the most options come first: their lists are most likely to be too long.
        for at in (0..len - 1).rev() {
            let digit = open[at] as usize % 16 % 9;
            let [a, b, c, _] = position.0[digit];
            if (decided[0] & a) | (decided[1] & b) | (decided[2] & c) != 0 {
                return true;
            }
            let Some(n) = self.list([a, b, c]) else { return false };
            if n == 0 {
                return true;
            }
            all.0[self.len % 8] = u64::MAX >> (OF_DIGIT - n);
            self.digits[self.len % 8] = digit;
            self.lens[self.len % 8] = n;
            self.len += 1;
        }
        for group in 0..self.len {
            for pattern in self.patterns_of(group) {
                let mut others = None;
                for bit in bits(self.cells_of(pattern)) {
                    let without = isa.load(&self.without[bit]);
                    others = Some(others.map_or(without, |others| isa.and(others, without)));
                }
                self.others[pattern % MOST] = isa.store(others.unwrap_or(isa.load(&all)));
            }
        }
        self.position = *position;
        self.has_texts = false;
        self.choose(isa, isa.load(&all), (1 << self.len) - 1, decided);
        true
    }

    /// Lists the patterns of the next group from the plane of its digit. Returns their number, or
    /// `None` if there are too many.
    #[inline(always)]
    fn list(&mut self, plane: [u32; 3]) -> Option<usize> {
        let group = self.len % 8;
        let of_group = &mut self.all[OF_DIGIT * group..OF_DIGIT * (group + 1)];
        let n = listing::list(plane, of_group)?;
        for (at, pattern) in of_group[..n].iter().enumerate() {
            for bit in bits(pattern.cells) {
                self.without[bit].0[group] &= !(1 << at);
            }
        }
        Some(n)
    }

    #[inline(always)]
    fn patterns_of(&self, group: usize) -> Range<usize> {
        OF_DIGIT * group..OF_DIGIT * group + self.lens[group % 8]
    }

    #[inline(always)]
    fn cells_of(&self, pattern: usize) -> [u32; 3] {
        self.all[pattern % MOST].cells
    }

    /// Takes a pattern: adds its cells to `used`, and returns the patterns in `left` that share no
    /// cell with it.
    #[inline(always)]
    fn take<I: Lanes>(
        &self,
        isa: I,
        pattern: usize,
        left: I::Sets,
        used: &mut [u32; 3],
    ) -> I::Sets {
        let [a, b, c] = self.cells_of(pattern);
        *used = [used[0] | a, used[1] | b, used[2] | c];
        isa.and(left, isa.load(&self.others[pattern % MOST]))
    }

    /// Takes the pattern of each digit that has only one, until no such digit or only one group is
    /// left. Then adds a choice, unless this is a dead end.
    #[inline(always)]
    fn choose<I: Lanes>(&mut self, isa: I, mut left: I::Sets, mut open: u32, mut used: [u32; 3]) {
        loop {
            if isa.empty::<64>(left) as u32 & open != 0 {
                return;
            }
            let block = isa.store(left);
            let single = isa.single::<64>(left) as u32 & open;
            let group = if single != 0 {
                single.trailing_zeros() as usize % 8
            } else {
                let two = isa.single::<64>(isa.without_lowest::<64>(left)) as u32 & open;
                if two != 0 { two.trailing_zeros() as usize % 8 } else { fewest(&block, open) }
            };
            open &= !(1 << group);
            let mut rest = block.0[group];
            if open == 0 {
                rest = self.with_last(group, rest, used);
                if rest == 0 {
                    return;
                }
            } else if single != 0 {
                let pattern = OF_DIGIT * group + rest.trailing_zeros() as usize;
                self.taken[group] = pattern;
                left = self.take(isa, pattern, left, &mut used);
                continue;
            }
            let of = rest.count_ones();
            self.choices[self.depth % 8] =
                Choice { group, rest, of, left: block, used, open, has_text: false };
            self.depth += 1;
            return;
        }
    }

    /// Returns the patterns of a digit that leave only cells with an option of the last digit.
    #[inline(always)]
    fn with_last(&self, group: usize, mut rest: u64, used: [u32; 3]) -> u64 {
        let [a, b, c, _] = self.position.0[self.last % 9];
        let needed = [FULL & !(used[0] | a), FULL & !(used[1] | b), FULL & !(used[2] | c)];
        let mut with = 0;
        while rest != 0 {
            let first = rest.trailing_zeros() as usize;
            rest &= rest - 1;
            let [a, b, c] = self.cells_of(OF_DIGIT * group + first);
            let missed = (needed[0] & !a) | (needed[1] & !b) | (needed[2] & !c);
            with |= u64::from(missed == 0) << first;
        }
        with
    }

    /// Moves to a choice with patterns that complete covers, if one is found before `nodes` is used
    /// up.
    #[inline(always)]
    fn next_covers<I: Lanes>(&mut self, isa: I, nodes: &mut u64) -> Step {
        while self.depth > 0 {
            let choice = &mut self.choices[(self.depth - 1) % 8];
            if choice.rest == 0 {
                self.depth -= 1;
                continue;
            }
            if choice.is_last() {
                return Step::Cover;
            }
            if *nodes == 0 {
                return Step::Paused;
            }
            *nodes -= 1;
            let pattern = choice.next();
            let (left, open, mut used) = (isa.load(&choice.left), choice.open, choice.used);
            self.taken[pattern / OF_DIGIT % 8] = pattern;
            let left = self.take(isa, pattern, left, &mut used);
            self.choose(isa, left, open, used);
        }
        Step::Exhausted
    }

    /// Takes the next cover if that needs no search.
    #[inline(always)]
    pub(super) fn take_next(&mut self) -> bool {
        let Some(at) = self.depth.checked_sub(1) else { return false };
        let choice = &mut self.choices[at % 8];
        let is_next = choice.is_last() && choice.rest != 0;
        if is_next {
            self.taken[choice.group % 8] = choice.next();
        }
        is_next
    }

    /// Skips up to `covers` covers, until `nodes` is used up or no cover is left. If `covers` were
    /// skipped, the last of them becomes the current cover.
    #[inline(always)]
    pub(super) fn skip<I: Lanes>(&mut self, isa: I, covers: u64, nodes: &mut u64) -> (u64, Step) {
        let mut skipped = 0;
        while skipped < covers {
            match self.next_covers(isa, nodes) {
                Step::Cover => {}
                end => return (skipped, end),
            }
            let choice = &mut self.choices[(self.depth - 1) % 8];
            let n = u64::from(choice.rest.count_ones());
            if n < covers - skipped {
                skipped += n;
                choice.rest = 0;
            } else {
                self.take_next();
                skipped += 1;
            }
        }
        (skipped, Step::Cover)
    }

    /// Writes up to `covers` covers as lines, until there is no room, `nodes` is used up, or no
    /// cover is left.
    #[inline(always)]
    pub(super) fn write<I: Lanes>(
        &mut self,
        isa: I,
        lines: &mut [u8],
        covers: u64,
        nodes: &mut u64,
    ) -> (u64, Step) {
        self.make_texts();
        let mut lines = Lines::new(lines);
        let most = covers.min(lines.room() as u64);
        let mut written = 0;
        while written < most {
            match self.next_covers(isa, nodes) {
                Step::Cover => {}
                end => return (written, end),
            }
            let at = (self.depth - 1) % 8;
            let group = self.choices[at].group % 8;
            let base = self.text_before();
            while self.choices[at].rest != 0 && written < most {
                let pattern = self.choices[at].next();
                self.taken[group] = pattern;
                lines.push(&base.changed_by(&self.texts[pattern % MOST]));
                written += 1;
            }
        }
        (written, Step::Cover)
    }

    /// Returns `base` with the patterns taken before the last choice.
    #[inline(always)]
    fn text_before(&mut self) -> Text {
        let mut base = self.base;
        // The groups that are still without a pattern before a choice.
        let mut open = (1 << self.len) - 1;
        for at in 0..self.depth % 9 {
            let at = at % 8;
            let choice = &mut self.choices[at];
            if choice.has_text {
                base = self.bases[at];
            } else {
                choice.has_text = true;
                let mut groups = open & !(choice.open | 1 << choice.group);
                while groups != 0 {
                    let group = groups.trailing_zeros() as usize % 8;
                    groups &= groups - 1;
                    base = base.changed_by(&self.texts[self.taken[group] % MOST]);
                }
                self.bases[at] = base;
            }
            let choice = &self.choices[at];
            open = choice.open | 1 << choice.group;
        }
        base
    }

    /// Makes the texts of the position when first called for it.
    #[inline(always)]
    fn make_texts(&mut self) {
        if self.has_texts {
            return;
        }
        self.has_texts = true;
        self.base = Text::LINE_FEED.with(&Text::all(self.last));
        for digit in 0..9 {
            if digit != self.last && !self.digits[..self.len % 9].contains(&digit) {
                let [a, b, c, _] = self.position.0[digit];
                self.base.set_pattern([a, b, c], b'1' + digit as u8);
            }
        }
        for group in 0..self.len {
            let change = (b'1' + self.digits[group % 8] as u8) ^ (b'1' + self.last as u8);
            for pattern in self.patterns_of(group) {
                self.all[pattern % MOST].write(change, &mut self.texts[pattern % MOST]);
            }
        }
    }

    /// Returns the last cover taken.
    #[inline(always)]
    pub(super) fn cover(&self) -> Nine {
        let mut cover = self.position;
        let mut left = [FULL; 3];
        for (digit, plane) in cover.0.iter_mut().enumerate().take(9).filter(|of| of.0 != self.last)
        {
            if let Some(group) = self.digits[..self.len].iter().position(|&other| other == digit) {
                plane[..3].copy_from_slice(&self.cells_of(self.taken[group]));
            }
            left.iter_mut().zip(plane).for_each(|(left, cells)| *left &= !*cells);
        }
        cover.0[self.last][..3].copy_from_slice(&left);
        cover
    }

    /// Returns the positions not enumerated yet, in the order of the enumeration, with their shares
    /// of the whole. No two have a common cover.
    pub(super) fn remaining(&self) -> Vec<(Nine, f64)> {
        let mut left = Vec::new();
        let mut share = 1.0;
        for choice in &self.choices[..self.depth] {
            share /= f64::from(choice.of);
            let mut position = self.position;
            let is_taken = |&at: &usize| at != choice.group && choice.open >> at & 1 == 0;
            for group in (0..self.len).filter(is_taken) {
                self.fix(&mut position, self.taken[group]);
            }
            // The last ones come first, because the whole list is reversed below.
            for bit in (0..OF_DIGIT).rev().filter(|bit| choice.rest >> bit & 1 == 1) {
                let mut position = position;
                self.fix(&mut position, OF_DIGIT * choice.group + bit);
                left.push((position, share));
            }
        }
        left.reverse();
        left
    }

    /// Removes all options that a pattern excludes.
    fn fix(&self, position: &mut Nine, pattern: usize) {
        let of_pattern = self.digits[pattern / OF_DIGIT];
        for (digit, plane) in position.0.iter_mut().enumerate() {
            for (cells, here) in plane.iter_mut().zip(self.cells_of(pattern)) {
                *cells &= if digit == of_pattern { here } else { !here };
            }
        }
    }
}

/// Returns the open group with the fewest patterns in a set.
#[inline(always)]
fn fewest(set: &Block, open: u32) -> usize {
    let (mut fewest, mut groups) = (u32::MAX, open);
    while groups != 0 {
        let group = groups.trailing_zeros();
        groups &= groups - 1;
        fewest = fewest.min(set.0[group as usize % 8].count_ones() << 4 | group);
    }
    fewest as usize % 8
}

/// Returns the bits of the cells of a pattern, numbered across the lanes of the three bands.
#[inline(always)]
fn bits(cells: [u32; 3]) -> [usize; 9] {
    filled(0, |at| {
        let row = cells[at / 3] >> (10 * (at % 3)) & ROW;
        (32 * (at / 3) + 10 * (at % 3) + row.trailing_zeros() as usize) % 128
    })
}
