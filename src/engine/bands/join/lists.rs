//! Lists of fillings of a band.

use std::ops::Range;

use super::boxes::{FULL, Fillings, Lookup, NONE};
use crate::arrays::filled;
use crate::engine::bands::text::Text;
use crate::engine::simd::lanes::{Block, Lanes};

/// The bands and stacks in the order in which the join uses them.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Shape {
    /// True if bands consist of columns and stacks of rows.
    pub(super) is_transposed: bool,
    /// The middle band, then the bands A and B.
    pub(super) bands: [usize; 3],
    pub(super) stacks: [usize; 3],
}

impl Shape {
    /// Returns the cells of a box: row by row, or column by column if `is_transposed` is true.
    pub(super) fn cells(&self, role: usize, stack: usize) -> [u8; 9] {
        filled(0, |at| {
            let (row, column) = (3 * self.bands[role] + at / 3, 3 * self.stacks[stack] + at % 3);
            (if self.is_transposed { 9 * column + row } else { 9 * row + column }) as u8
        })
    }
}

/// A filling of A or B: one of the pairs of fillings of the first two boxes, and a filling of the
/// third.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Filling {
    pair: u32,
    third: u32,
}

/// The number of candidates: nine for each cell, row by row.
pub(super) const CANDIDATES: usize = 729;

/// Marks an empty list.
pub(super) const EMPTY: u32 = 1;

/// The fillings of A or of B that have been listed. There is a list for each pair of parts of the
/// first two boxes. Each list is sorted by the part of the third box.
#[derive(Clone, Debug, Default)]
pub(super) struct Lists {
    /// The last filling of the third box with given rows.
    last: Lookup,
    /// For each filling of the third box, the previous filling with the same rows, and the part of
    /// the filling itself.
    before: Vec<u16>,
    part: Vec<u16>,
    /// For each pair of parts, the start of the list in `starts`. It is 0 if the list has not been
    /// made yet, and [`EMPTY`] if the list is empty.
    list: Vec<u32>,
    width: usize,
    /// For each list, the start of the fillings of each part of the third box, and the end.
    pub(super) starts: Vec<u32>,
    pub(super) fillings: Vec<Filling>,
    /// The texts of the pairs of fillings, and a copy of those of the third box.
    pairs: Vec<Text>,
    thirds: Vec<Text>,
    unsorted: Vec<Filling>,
    /// For each slice, at its index in `starts`, the number of covers with each of its fillings.
    /// Empty unless the covers with each candidate are counted.
    pub(super) of_slices: Vec<u64>,
    /// The number of covers with each candidate, from the slices already settled.
    pub(super) of_candidates: Vec<u64>,
}

impl Lists {
    /// Begins with the boxes of a band, without lists.
    pub(super) fn begin(&mut self, boxes: &[Fillings; 3]) {
        self.last.clear();
        self.before.clear();
        self.part.clear();
        self.thirds.clear();
        let third = &boxes[2];
        for part in 0..third.parts.len() {
            for filling in third.range(part) {
                self.before.push(self.last.replace(third.rows[filling], filling as u16));
                self.part.push(part as u16);
            }
        }
        self.thirds.extend_from_slice(&third.texts);
        self.width = boxes[1].parts.len();
        self.list.clear();
        self.list.resize(boxes[0].parts.len() * self.width, 0);
        self.forget();
    }

    /// Settles the slices, and drops all lists.
    pub(super) fn forget(&mut self) {
        self.settle();
        self.list.fill(0);
        self.starts.clear();
        // 0 and 1 are not the starts of lists.
        self.starts.extend([0; 2]);
        self.fillings.clear();
        self.pairs.clear();
    }

    /// Adds the numbers of covers of the slices to the candidates.
    pub(super) fn settle(&mut self) {
        if self.of_slices.is_empty() {
            return;
        }
        let mut of_pairs = vec![0; self.pairs.len()];
        let mut of_thirds = vec![0; self.thirds.len()];
        for (at, &n) in self.of_slices.iter().enumerate().filter(|&(_, &n)| n > 0) {
            let slice = self.starts[at] as usize..self.starts[at + 1] as usize;
            for filling in &self.fillings[slice] {
                of_pairs[filling.pair as usize] += n;
                of_thirds[filling.third as usize] += n;
            }
        }
        add_all(&mut self.of_candidates, &self.pairs, &of_pairs);
        add_all(&mut self.of_candidates, &self.thirds, &of_thirds);
        self.of_slices.clear();
    }

    /// Returns the number of bytes of the lists.
    pub(super) fn size(&self) -> usize {
        size_of::<u32>() * self.starts.len()
            + size_of::<Filling>() * self.fillings.len()
            + size_of::<Text>() * self.pairs.len()
    }

    /// Returns the start of the list for two parts, or [`EMPTY`]. Makes the list if it is new.
    #[inline(always)]
    pub(super) fn get<I: Lanes>(&mut self, isa: I, boxes: &[Fillings; 3], a: u16, b: u16) -> u32 {
        let (a, b) = (usize::from(a), usize::from(b));
        let at = a * self.width + b;
        if self.list[at] == 0 {
            self.list[at] = self.make(isa, boxes, a, b);
        }
        self.list[at]
    }

    #[inline(always)]
    fn make<I: Lanes>(&mut self, isa: I, boxes: &[Fillings; 3], a: usize, b: usize) -> u32 {
        let start = self.starts.len();
        let parts = boxes[2].parts.len();
        self.unsorted.clear();
        // Without the attribute, the compiler may put the closure into another codegen unit, where
        // it lacks the instructions in use.
        each_pair(
            isa,
            &boxes[0],
            a,
            &boxes[1],
            b,
            #[inline(always)]
            |first, second, rows| {
                let mut third = self.last.get(FULL ^ rows);
                if third == NONE {
                    return;
                }
                if self.unsorted.is_empty() {
                    self.starts.resize(start + parts + 1, 0);
                }
                let pair = self.pairs.len() as u32;
                self.pairs.push(boxes[0].texts[first].with(&boxes[1].texts[second]));
                while third != NONE {
                    self.starts[start + usize::from(self.part[usize::from(third)])] += 1;
                    self.unsorted.push(Filling { pair, third: u32::from(third) });
                    third = self.before[usize::from(third)];
                }
            },
        );
        if self.unsorted.is_empty() {
            return EMPTY;
        }
        // The counts become ends here. The loop below counts each end down to the start.
        let mut end = self.fillings.len() as u32;
        for n in &mut self.starts[start..] {
            end += *n;
            *n = end;
        }
        self.fillings.resize(end as usize, Filling::default());
        for &filling in self.unsorted.iter().rev() {
            let part = usize::from(self.part[filling.third as usize]);
            let at = &mut self.starts[start + part];
            *at -= 1;
            self.fillings[*at as usize] = filling;
        }
        start as u32
    }

    /// Returns the starts of the fillings of a list, by the part of the third box.
    #[inline(always)]
    pub(super) fn starts(&self, list: u32) -> &[u32] {
        &self.starts[list as usize..]
    }

    /// Returns the fillings of a list with a part of the third box.
    #[inline(always)]
    pub(super) fn slice(&self, list: u32, part: usize) -> Range<usize> {
        let at = list as usize + part;
        self.starts[at] as usize..self.starts[at + 1] as usize
    }

    /// Returns the union of a text and the text of the filling at an index.
    #[inline(always)]
    pub(super) fn add(&self, filling: usize, base: &Text) -> Text {
        self.add_filling(&self.fillings[filling], base)
    }

    #[inline(always)]
    pub(super) fn add_filling(&self, filling: &Filling, base: &Text) -> Text {
        base.with(&self.pairs[filling.pair as usize]).with(&self.thirds[filling.third as usize])
    }
}

/// For each text, adds a number to each of its candidates.
pub(super) fn add_all(of_candidates: &mut Vec<u64>, texts: &[Text], numbers: &[u64]) {
    of_candidates.resize(CANDIDATES, 0);
    for (text, &n) in texts.iter().zip(numbers).filter(|&(_, &n)| n > 0) {
        text.cells().for_each(|(cell, digit)| of_candidates[9 * cell + digit as usize] += n);
    }
}

/// Calls `f` with each pair of fillings, from part `p0` of one box and part `p1` of another, that
/// have no common digit in a row. Also passes the union of their rows.
#[inline(always)]
pub(super) fn each_pair<I: Lanes>(
    isa: I,
    one: &Fillings,
    p0: usize,
    two: &Fillings,
    p1: usize,
    mut f: impl FnMut(usize, usize, u32),
) {
    let (range, others) = (one.range(p0), two.range(p1));
    let blocks = others.start / 16..others.end.div_ceil(16);
    for f0 in range {
        let rows = one.rows[f0];
        let sets = isa.load(&Block([u64::from(rows) << 32 | u64::from(rows); 8]));
        for block in blocks.clone() {
            let common = isa.and(isa.load(&two.blocks[block]), sets);
            let mut hits = isa.empty::<32>(common) as u32;
            // The block may have fillings of other parts.
            let at = 16 * block;
            hits &= u32::MAX << others.start.saturating_sub(at).min(31);
            hits &= u32::MAX >> (32 - (others.end - at).min(32));
            while hits != 0 {
                let f1 = at + hits.trailing_zeros() as usize;
                hits &= hits - 1;
                f(f0, f1, rows | two.rows[f1]);
            }
        }
    }
}
