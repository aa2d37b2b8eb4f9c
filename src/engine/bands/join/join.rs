//! The join of one position: its loops, and the blocks of covers that they find.

use std::ops::Range;

use super::boxes::{Columns, FULL, Fillings, Listed};
use super::cells::Cells;
use super::lists::{EMPTY, Lists, Lookup, NONE, Shape, each_pair};
use super::text::{LINE, Text};
use crate::engine::simd::lanes::Lanes;

/// The largest number of fillings of a box, and of the middle band.
const BOX_LIMIT: usize = 1 << 14;
const BAND_LIMIT: usize = 1 << 16;

/// The number of bytes of lists beyond which no more pairs of lists are taken up together.
const LISTS_LIMIT: usize = 4 << 20;

/// The ways to share a stack between A and B, for each part of its box in the middle band.
#[derive(Clone, Debug, Default)]
pub(super) struct Splits {
    start: Vec<u32>,
    /// The part of the box in A and that of the box in B.
    pub(super) parts: Vec<[u16; 2]>,
}

impl Splits {
    #[inline(always)]
    pub(super) fn range(&self, part: usize) -> Range<usize> {
        self.start[part] as usize..self.start[part + 1] as usize
    }
}

/// A filling of the middle band. Fillings with the same key have the same parts.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Middle {
    /// The parts of the three boxes.
    pub(super) key: u64,
    /// The fillings of the three boxes.
    pub(super) fillings: [u16; 3],
}

impl Middle {
    #[inline(always)]
    pub(super) fn part(&self, stack: usize) -> usize {
        (self.key >> (32 - 16 * stack) & 0xffff) as usize
    }
}

/// Two lists, of A and of B, and the splits of the first two stacks that they belong to.
#[derive(Clone, Copy, Debug)]
pub(super) struct Live {
    lists: [u32; 2],
    pub(super) splits: [u32; 2],
}

/// A cover that was handed over before the join began: its filling of the middle band, its splits,
/// and the texts of A and B.
#[derive(Clone, Debug)]
pub(super) struct Known {
    pub(super) middle: usize,
    pub(super) splits: [usize; 3],
    texts: [Text; 2],
}

/// A position that is joined, and how far this has come.
#[derive(Clone, Debug)]
pub(super) struct Join {
    pub(super) shape: Shape,
    /// The boxes of the middle band, of A and of B.
    pub(super) boxes: [[Fillings; 3]; 3],
    pub(super) splits: [Splits; 3],
    lists: [Lists; 2],
    /// All fillings of the middle band, in the order of their keys.
    pub(super) middles: Vec<Middle>,
    lookup: Lookup,
    columns: Columns,
    /// The fillings of the middle band with the current parts in the first two stacks.
    pub(super) twos: Range<usize>,
    /// The splits of the first stack and of the second that come next, once `live` is done with.
    pub(super) to_come: [Range<usize>; 2],
    /// The splits with which `live` began.
    pub(super) live_from: [usize; 2],
    /// The pairs of lists that are not empty, taken up together.
    pub(super) live: Vec<Live>,
    /// True if `live` is still being filled.
    pub(super) is_filling: bool,
    /// The fillings of the middle band with the current parts in all three stacks, the number of
    /// pairs of lists taken with them, and the splits of the third stack to come.
    pub(super) threes: Range<usize>,
    pub(super) lives_taken: usize,
    pub(super) next_split: Range<usize>,
    /// The block: the fillings of A and B, which of the two has more, and the texts of those of the
    /// middle band.
    slices: [Range<usize>; 2],
    inner: usize,
    middle_texts: Vec<Text>,
    is_decoded: bool,
    /// The next cover of the block: the filling of the middle band, of the outer one of A and B,
    /// and of the inner one; their numbers; the union of the texts of the first two.
    pub(super) at: [usize; 3],
    pub(super) len: [usize; 3],
    base: Text,
    /// The covers to be left out, and those of them in the block.
    pub(super) known: Vec<Known>,
    has_known: bool,
    pub(super) holes: Vec<[usize; 3]>,
}

/// The result of going on to a block.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Next {
    Found,
    Paused,
    Ended,
}

/// The size of a line of output in memory: a text is stored with its last bytes beyond the line.
pub(super) const ROOM: usize = Text::LEN;

impl Join {
    pub(super) fn new() -> Self {
        Self {
            shape: Shape { is_transposed: false, bands: [0, 1, 2], stacks: [0, 1, 2] },
            boxes: Default::default(),
            splits: Default::default(),
            lists: [Lists::new(), Lists::new()],
            middles: Vec::new(),
            lookup: Lookup::new(),
            columns: Columns::default(),
            twos: 0..0,
            to_come: [0..0, 0..0],
            live_from: [0; 2],
            live: Vec::new(),
            is_filling: false,
            threes: 0..0,
            lives_taken: 0,
            next_split: 0..0,
            slices: [0..0, 0..0],
            inner: 0,
            middle_texts: Vec::new(),
            is_decoded: false,
            at: [0; 3],
            len: [0; 3],
            base: Text::EMPTY,
            known: Vec::new(),
            has_known: false,
            holes: Vec::new(),
        }
    }

    /// Ends the join.
    pub(super) fn end(&mut self) {
        self.middles.clear();
        self.twos = 0..0;
        self.to_come = [0..0, 0..0];
        self.live.clear();
        self.is_filling = false;
        self.threes = 0..0;
        self.lives_taken = 0;
        self.next_split = 0..0;
        (self.at, self.len) = ([0; 3], [0; 3]);
        self.known.clear();
        self.holes.clear();
    }

    /// Begins with a position in which all singles are chosen. `known` are covers to be left out.
    #[inline(always)]
    pub(super) fn begin<I: Lanes>(&mut self, isa: I, cells: &Cells, known: &[[u8; 81]]) -> Listed {
        self.end();
        let listed = self.list(isa, cells);
        if listed == Listed::Some {
            let of_cells = |cover: &&[u8; 81]| {
                cells.iter().zip(*cover).all(|(&cell, &digit)| cell >> (digit - b'1') & 1 == 1)
            };
            for cover in known.iter().filter(of_cells) {
                let known = self.known(cover);
                debug_assert!(known.is_some(), "a cover has a filling of each band");
                self.known.extend(known);
            }
        } else {
            self.middles.clear();
        }
        listed
    }

    #[inline(always)]
    fn list<I: Lanes>(&mut self, isa: I, cells: &Cells) -> Listed {
        self.shape = shape(cells);
        for role in 0..3 {
            for stack in 0..3 {
                let places = self.shape.cells(role, stack);
                let candidates = places.map(|cell| cells[usize::from(cell)]);
                let fillings = &mut self.boxes[role][stack];
                let listed =
                    fillings.list(&candidates, BOX_LIMIT, Some(&places), &mut self.columns);
                if listed != Listed::Some {
                    return listed;
                }
            }
        }
        self.list_splits();
        // The stack with the most splits comes last, where a split costs least.
        let mean = |stack: usize| {
            self.splits[stack].parts.len() as f64 / self.boxes[0][stack].parts.len() as f64
        };
        let last = (0..3).max_by(|&a, &b| mean(a).total_cmp(&mean(b))).unwrap_or(2);
        self.splits.swap(last, 2);
        self.shape.stacks.swap(last, 2);
        self.boxes.iter_mut().for_each(|boxes| boxes.swap(last, 2));
        let listed = self.list_middles(isa);
        if listed == Listed::Some {
            for (of, lists) in self.lists.iter_mut().enumerate() {
                lists.begin(&self.boxes[of + 1]);
            }
        }
        listed
    }

    fn list_splits(&mut self) {
        let [middle, a, b] = &self.boxes;
        for (stack, splits) in self.splits.iter_mut().enumerate() {
            splits.start.clear();
            splits.parts.clear();
            splits.start.push(0);
            self.lookup.clear();
            for (part, &columns) in b[stack].parts.iter().enumerate() {
                self.lookup.replace(columns, part as u16);
            }
            for &of_middle in &middle[stack].parts {
                for (part, &of_a) in a[stack].parts.iter().enumerate() {
                    if of_middle & of_a == 0 {
                        let of_b = self.lookup.get(FULL ^ (of_middle | of_a));
                        if of_b != NONE {
                            splits.parts.push([part as u16, of_b]);
                        }
                    }
                }
                splits.start.push(splits.parts.len() as u32);
            }
        }
    }

    #[inline(always)]
    fn list_middles<I: Lanes>(&mut self, isa: I) -> Listed {
        self.middles.clear();
        let [one, two, three] = &self.boxes[0];
        // The fillings of the third box with the same rows are a chain.
        self.lookup.clear();
        let mut before = vec![(NONE, 0); three.len()];
        for part in 0..three.parts.len() {
            if !self.splits[2].range(part).is_empty() {
                for filling in three.range(part) {
                    let last = self.lookup.replace(three.rows[filling], filling as u16);
                    before[filling] = (last, part as u64);
                }
            }
        }
        let has_splits = |stack: usize| {
            let splits = &self.splits[stack];
            move |&part: &usize| !splits.range(part).is_empty()
        };
        for p0 in (0..one.parts.len()).filter(has_splits(0)) {
            for p1 in (0..two.parts.len()).filter(has_splits(1)) {
                each_pair(isa, one, p0, two, p1, |f0, f1, rows| {
                    let mut f2 = self.lookup.get(FULL ^ rows);
                    while f2 != NONE {
                        let (another, p2) = before[usize::from(f2)];
                        let key = (p0 as u64) << 32 | (p1 as u64) << 16 | p2;
                        self.middles.push(Middle { key, fillings: [f0 as u16, f1 as u16, f2] });
                        f2 = another;
                    }
                });
                if self.middles.len() > BAND_LIMIT {
                    return Listed::TooMany;
                }
            }
        }
        self.middles.sort_unstable_by_key(|middle| (middle.key, middle.fillings));
        if self.middles.is_empty() { Listed::None } else { Listed::Some }
    }

    /// Returns the place of a cover in the loops.
    fn known(&self, cover: &[u8; 81]) -> Option<Known> {
        let mut fillings = [[0; 3]; 3];
        let mut parts = [[0; 3]; 3];
        for role in 0..3 {
            for stack in 0..3 {
                let cells = self.shape.cells(role, stack).into_iter();
                let text = Text::only(cells.map(usize::from), cover);
                let of_box = &self.boxes[role][stack];
                fillings[role][stack] = of_box.texts.iter().position(|other| *other == text)?;
                parts[role][stack] = of_box.part_of(fillings[role][stack]);
            }
        }
        let [p0, p1, p2] = parts[0];
        let key = (p0 as u64) << 32 | (p1 as u64) << 16 | p2 as u64;
        let place = (key, fillings[0].map(|filling| filling as u16));
        let middle =
            self.middles.binary_search_by_key(&place, |middle| (middle.key, middle.fillings));
        let mut splits = [0; 3];
        for (stack, split) in splits.iter_mut().enumerate() {
            let of_part = self.splits[stack].range(parts[0][stack]);
            let wanted = [parts[1][stack] as u16, parts[2][stack] as u16];
            *split = of_part.clone().find(|&split| self.splits[stack].parts[split] == wanted)?;
        }
        let texts = [1, 2].map(|role| {
            let cells = (0..3).flat_map(|stack| self.shape.cells(role, stack));
            Text::only(cells.map(usize::from), cover)
        });
        Some(Known { middle: middle.ok()?, splits, texts })
    }

    /// Returns the fillings of the middle band from one on with the same parts in all stacks, or in
    /// the first two.
    pub(super) fn same(&self, start: usize, shift: u32) -> Range<usize> {
        let key = self.middles[start].key >> shift;
        let is_same = |middle: &&Middle| middle.key >> shift == key;
        start..start + self.middles[start..].iter().take_while(is_same).count()
    }

    /// Takes up the next pairs of lists, as many as there is room for.
    #[inline(always)]
    fn next_lists<I: Lanes>(&mut self, isa: I, nodes: &mut u64) -> Next {
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
                    return Next::Ended;
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
                    return Next::Paused;
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
        // The loop over the third stack begins again.
        self.threes = self.twos.start..self.twos.start;
        self.lives_taken = self.live.len();
        Next::Found
    }

    /// Goes on to the next pair of lists with certain parts of the middle band in the third stack.
    #[inline(always)]
    fn next_pair<I: Lanes>(&mut self, isa: I, nodes: &mut u64) -> Next {
        if self.lives_taken == self.live.len() || self.is_filling {
            if self.is_filling || self.threes.end == self.twos.end {
                match self.next_lists(isa, nodes) {
                    Next::Found => {}
                    Next::Paused => return Next::Paused,
                    Next::Ended => {
                        self.live.clear();
                        self.lives_taken = 0;
                        self.threes = self.twos.end..self.twos.end;
                        return Next::Ended;
                    }
                }
            }
            if *nodes == 0 {
                return Next::Paused;
            }
            self.threes = self.same(self.threes.end, 0);
            self.has_known = self.known.iter().any(|known| self.threes.contains(&known.middle));
            self.is_decoded = false;
            self.lives_taken = 0;
        }
        if *nodes == 0 {
            return Next::Paused;
        }
        *nodes -= 1;
        self.lives_taken += 1;
        self.next_split = self.splits[2].range(self.middles[self.threes.start].part(2));
        Next::Found
    }

    /// Returns the pair of lists taken last.
    #[inline(always)]
    fn pair(&self) -> &Live {
        &self.live[self.lives_taken - 1]
    }

    /// Iterates over the known covers with the current middle band and the current pair of lists.
    fn known_in_pair(&self) -> impl Iterator<Item = &Known> {
        let splits = self.pair().splits.map(|split| split as usize);
        self.known
            .iter()
            .filter(move |known| self.threes.contains(&known.middle) && known.splits[..2] == splits)
    }

    /// Returns the number of covers that are left with the current pair of lists.
    #[inline(always)]
    fn count_pair(&self) -> u64 {
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

    /// Goes on to the next block of the current pair of lists. False if there is none.
    #[inline(always)]
    fn next_block_of_pair(&mut self) -> bool {
        while let Some(split) = self.next_split.next() {
            // Without closures, which would be compiled for the baseline of the processor.
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
        let holes =
            self.known_in_pair().filter(|known| known.splits[2] == split).filter_map(|known| {
                let middle = known.middle - self.threes.start;
                let outer = place(1 - self.inner, &known.texts[1 - self.inner])?;
                Some([middle, outer, place(self.inner, &known.texts[self.inner])?])
            });
        let holes: Vec<_> = holes.collect();
        self.holes = holes;
    }

    /// True if the block is used up, or if there is none.
    #[inline(always)]
    pub(super) fn is_block_done(&self) -> bool {
        self.at[2] == self.len[2]
            && (self.at[1] + 1 >= self.len[1])
            && (self.at[0] + 1 >= self.len[0])
    }

    /// Goes on to the next block.
    #[inline(always)]
    fn next_block<I: Lanes>(&mut self, isa: I, nodes: &mut u64) -> Next {
        loop {
            if self.next_block_of_pair() {
                return Next::Found;
            }
            match self.next_pair(isa, nodes) {
                Next::Found => {}
                end => {
                    (self.at, self.len) = ([0; 3], [0; 3]);
                    return end;
                }
            }
        }
    }

    /// Makes the texts of the middle band and the first union of texts in the block.
    #[inline(always)]
    fn decode(&mut self) {
        if !self.is_decoded {
            self.decode_middle();
        }
        self.set_base();
    }

    #[inline(always)]
    fn decode_middle(&mut self) {
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

    #[inline(always)]
    fn set_base(&mut self) {
        let outer = 1 - self.inner;
        let filling = self.slices[outer].start + self.at[1];
        self.base = self.lists[outer].add(filling, &self.middle_texts[self.at[0]]);
    }

    /// Goes on to the next fillings of the outer bands in the block. False if there are none.
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

    /// Takes the next cover.
    #[inline(always)]
    pub(super) fn next<I: Lanes>(&mut self, isa: I, nodes: &mut u64) -> Result<Text, Next> {
        loop {
            if let Some(text) = self.next_of_block() {
                return Ok(text);
            }
            match self.next_block(isa, nodes) {
                Next::Found => self.decode(),
                end => return Err(end),
            }
        }
    }

    /// Skips covers until there were this many, or `nodes` is used up, or there are no more.
    /// Returns their number.
    #[inline(always)]
    pub(super) fn skip<I: Lanes>(&mut self, isa: I, covers: u64, nodes: &mut u64) -> (u64, Next) {
        let mut skipped = 0;
        while skipped < covers {
            if !self.is_block_done() {
                skipped += self.skip_in_block(covers - skipped);
                continue;
            }
            // From here on, pair by pair, as long as all covers of a pair are wanted.
            let n = if self.next_split.is_empty() { 0 } else { self.count_pair() };
            if n <= covers - skipped {
                skipped += n;
                self.next_split.start = self.next_split.end;
                match self.next_pair(isa, nodes) {
                    Next::Found => {}
                    end => return (skipped, end),
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
        (skipped, Next::Found)
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

    /// Writes covers as lines until there were this many, or the output is full, or `nodes` is used
    /// up, or there are no more. Returns their number.
    #[inline(always)]
    pub(super) fn write<I: Lanes>(
        &mut self,
        isa: I,
        lines: &mut Lines<'_>,
        covers: u64,
        nodes: &mut u64,
    ) -> (u64, Next) {
        let mut written = 0;
        let most = usize::try_from(covers).map_or(lines.room(), |covers| covers.min(lines.room()));
        while written < most {
            if !self.holes.is_empty() && !self.is_block_done() {
                match self.next_of_block() {
                    Some(text) => {
                        lines.push(&text);
                        written += 1;
                    }
                    // The rest of the block was known.
                    None => debug_assert!(self.is_block_done()),
                }
                continue;
            }
            if self.at[2] < self.len[2] {
                let n = (self.len[2] - self.at[2]).min(most - written);
                let start = self.slices[self.inner].start + self.at[2];
                let base = self.base;
                self.lists[self.inner].each(start..start + n, &base, |text| lines.push(text));
                self.at[2] += n;
                written += n;
            }
            if written < most && !self.next_base() {
                match self.next_block(isa, nodes) {
                    Next::Found => self.decode(),
                    end => return (written as u64, end),
                }
            }
        }
        (written as u64, Next::Found)
    }
}

/// A buffer for lines of output.
#[derive(Debug)]
pub(super) struct Lines<'a> {
    bytes: &'a mut [u8],
    /// The end of the lines written.
    end: usize,
}

impl<'a> Lines<'a> {
    pub(super) fn new(bytes: &'a mut [u8]) -> Self {
        Self { bytes, end: 0 }
    }

    /// Returns the number of lines for which there is room.
    #[inline(always)]
    pub(super) fn room(&self) -> usize {
        (self.bytes.len() - self.end) / LINE
    }

    #[inline(always)]
    pub(super) fn push(&mut self, text: &Text) {
        if let Some(to) = self.bytes.get_mut(self.end..self.end + ROOM) {
            to.copy_from_slice(text.bytes());
        } else {
            self.bytes[self.end..self.end + LINE].copy_from_slice(&text.bytes()[..LINE]);
        }
        self.end += LINE;
    }
}

/// Returns the shape with the middle band that has the fewest combinations of candidates.
fn shape(cells: &Cells) -> Shape {
    // About 16 times the binary logarithm.
    const LOG: [u32; 10] = [0, 0, 16, 25, 32, 37, 41, 45, 48, 51];
    let shapes = [false, true].into_iter().flat_map(|is_transposed| {
        (0..3).map(move |band| Shape {
            is_transposed,
            bands: [band, (band + 1) % 3, (band + 2) % 3],
            stacks: [0, 1, 2],
        })
    });
    let weight = |shape: &Shape| -> u32 {
        let band = (0..3).flat_map(|stack| shape.cells(0, stack));
        band.map(|cell| LOG[cells[usize::from(cell)].count_ones() as usize]).sum()
    };
    shapes.min_by_key(weight).expect("there are six")
}
