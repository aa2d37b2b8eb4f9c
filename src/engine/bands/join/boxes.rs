//! The fillings of one box, and the splits of a stack.
//!
//! A *partition* assigns the digits to three columns, or to three rows: three times nine bits. The
//! partition into columns and the partition into rows together determine a filling of a box. The
//! fillings with the same partition into columns are a *part*.

use std::ops::Range;

use super::cells::digits;
use crate::engine::bands::text::Text;
use crate::engine::simd::lanes::Block;

/// All digits in each of the three sets of a partition.
pub(in crate::engine) const FULL: u32 = (1 << 27) - 1;

/// The number of sets of three digits.
const SETS: usize = 84;

/// The index of each set of three digits among these sets, or 255 for other sets.
static RANK: [u8; 512] = {
    let mut rank = [255; 512];
    let (mut set, mut n) = (0_usize, 0);
    while set < 512 {
        if set.count_ones() == 3 {
            rank[set] = n;
            n += 1;
        }
        set += 1;
    }
    rank
};

/// The indices of partitions are below this number.
pub(in crate::engine) const PARTITIONS: usize = SETS * SETS;

/// Returns an index for a partition of the digits into three sets of three.
#[inline(always)]
pub(in crate::engine) fn index(partition: u32) -> usize {
    let rank = |set: u32| usize::from(RANK[(set & 511) as usize]);
    rank(partition) * SETS + rank(partition >> 9)
}

/// A table over partitions. Few entries are used, and they are cleared one by one.
#[derive(Clone, Debug)]
pub(in crate::engine) struct Lookup {
    of: Vec<u16>,
    used: Vec<u16>,
}

pub(in crate::engine) const NONE: u16 = u16::MAX;

impl Default for Lookup {
    fn default() -> Self {
        Self { of: vec![NONE; PARTITIONS], used: Vec::new() }
    }
}

impl Lookup {
    pub(in crate::engine) fn clear(&mut self) {
        for &at in &self.used {
            self.of[usize::from(at)] = NONE;
        }
        self.used.clear();
    }

    #[inline(always)]
    pub(in crate::engine) fn get(&self, partition: u32) -> u16 {
        self.of[index(partition)]
    }

    pub(in crate::engine) fn replace(&mut self, partition: u32, value: u16) -> u16 {
        let at = index(partition);
        let old = std::mem::replace(&mut self.of[at], value);
        if old == NONE {
            self.used.push(at as u16);
        }
        old
    }
}

/// All fillings of a box, part by part.
#[derive(Clone, Debug, Default)]
pub(in crate::engine) struct Fillings {
    /// The columns of each part.
    pub(in crate::engine) parts: Vec<u32>,
    /// The start of the fillings of each part, and the end of the last.
    start: Vec<u32>,
    /// The rows of each filling.
    pub(in crate::engine) rows: Vec<u32>,
    /// The same rows, sixteen to a block. The last block is padded with entries that have all
    /// digits in all rows.
    pub(in crate::engine) blocks: Vec<Block>,
    /// The text of each filling. Empty if no texts were requested.
    pub(in crate::engine) texts: Vec<Text>,
}

/// The result of listing the fillings of a box, or of a band.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::engine) enum Listed {
    Some,
    None,
    TooMany,
}

impl Fillings {
    /// Lists the fillings of a box. `cells` has its candidates, row by row. Also makes the texts if
    /// `places` has the numbers of the cells.
    pub(in crate::engine) fn list(
        &mut self,
        cells: &[u16; 9],
        limit: usize,
        places: Option<&[u8; 9]>,
        columns: &mut Columns,
    ) -> Listed {
        self.parts.clear();
        self.start.clear();
        self.rows.clear();
        self.texts.clear();
        self.blocks.clear();
        for (at, column) in columns.0.iter_mut().enumerate() {
            column.list([cells[at], cells[at + 3], cells[at + 6]]);
        }
        let [one, two, three] = &*columns.0;
        for a in &one.groups[..one.len] {
            for b in &two.groups[..two.len] {
                if a.set & b.set != 0 {
                    continue;
                }
                let set = 511 ^ (a.set | b.set);
                let c = three.of_rank[usize::from(RANK[usize::from(set)])];
                if c.0 == c.1 {
                    continue;
                }
                let (a, b, c) = (one.range(a.range), two.range(b.range), three.range(c));
                if self.rows.len() + a.len() * b.len() * c.len() > limit {
                    return Listed::TooMany;
                }
                self.parts
                    .push(u32::from(a[0].set) | u32::from(b[0].set) << 9 | u32::from(set) << 18);
                self.start.push(self.rows.len() as u32);
                for a in a {
                    for b in b {
                        self.rows.extend(c.iter().map(|c| a.rows | b.rows | c.rows));
                        for c in c.iter().filter(|_| places.is_some()) {
                            let [i, j, k] = [a.text, b.text, c.text];
                            let digits = [i[0], j[0], k[0], i[1], j[1], k[1], i[2], j[2], k[2]];
                            self.texts.push(Text::EMPTY);
                            if let (Some(text), Some(places)) = (self.texts.last_mut(), places) {
                                text.set(places, &digits);
                            }
                        }
                    }
                }
            }
        }
        self.start.push(self.rows.len() as u32);
        self.blocks.extend(self.rows.chunks(16).map(|rows| {
            let mut block = Block([u64::MAX; 8]);
            for (at, &rows) in rows.iter().enumerate() {
                let shift = at % 2 * 32;
                block.0[at / 2] &= !(0xffff_ffff << shift) | u64::from(rows) << shift;
            }
            block
        }));
        if self.parts.is_empty() { Listed::None } else { Listed::Some }
    }

    pub(in crate::engine) fn len(&self) -> usize {
        self.rows.len()
    }

    #[inline(always)]
    pub(in crate::engine) fn range(&self, part: usize) -> Range<usize> {
        self.start[part] as usize..self.start[part + 1] as usize
    }
}

/// The ways to share a stack between the bands A and B, for each part of its box in the middle
/// band.
#[derive(Clone, Debug, Default)]
pub(in crate::engine) struct Splits {
    pub(in crate::engine) start: Vec<u32>,
    /// The part of the box in A and that of the box in B.
    pub(in crate::engine) parts: Vec<[u16; 2]>,
}

impl Splits {
    /// Lists the splits of a stack from its boxes in the middle band, in A and in B.
    pub(in crate::engine) fn list(&mut self, boxes: [&Fillings; 3], lookup: &mut Lookup) {
        let [middle, a, b] = boxes;
        self.start.clear();
        self.parts.clear();
        self.start.push(0);
        lookup.clear();
        for (part, &columns) in (0..).zip(&b.parts) {
            lookup.replace(columns, part);
        }
        for &of_middle in &middle.parts {
            for (part, &of_a) in (0..).zip(&a.parts) {
                if of_middle & of_a == 0 {
                    let of_b = lookup.get(FULL ^ (of_middle | of_a));
                    if of_b != NONE {
                        self.parts.push([part, of_b]);
                    }
                }
            }
            self.start.push(self.parts.len() as u32);
        }
    }

    #[inline(always)]
    pub(in crate::engine) fn range(&self, part: usize) -> Range<usize> {
        self.start[part] as usize..self.start[part + 1] as usize
    }
}

/// Three digits from top to bottom.
#[derive(Clone, Copy, Debug, Default)]
struct Triple {
    rows: u32,
    set: u16,
    text: [u8; 3],
}

/// The triples with the same set of digits.
#[derive(Clone, Copy, Debug, Default)]
struct Group {
    set: u16,
    range: (u16, u16),
}

/// All triples that a column of a box can have, by their sets.
#[derive(Clone, Debug)]
struct Column {
    triples: [Triple; 504],
    groups: [Group; SETS],
    len: usize,
    of_rank: [(u16, u16); SETS],
}

/// A buffer for the triples of the three columns of a box.
#[derive(Clone, Debug)]
pub(in crate::engine) struct Columns(Box<[Column; 3]>);

impl Default for Columns {
    fn default() -> Self {
        let column = Column {
            triples: [Triple::default(); 504],
            groups: [Group::default(); SETS],
            len: 0,
            of_rank: [(0, 0); SETS],
        };
        Self(Box::new([column.clone(), column.clone(), column]))
    }
}

impl Column {
    #[inline(always)]
    fn range(&self, range: (u16, u16)) -> &[Triple] {
        &self.triples[usize::from(range.0)..usize::from(range.1)]
    }

    /// Lists the triples of a column with these candidates, from top to bottom.
    fn list(&mut self, cells: [u16; 3]) {
        let each = |f: &mut dyn FnMut(u32, u32, u32)| {
            for a in digits(cells[0]) {
                for b in digits(cells[1] & !(1 << a)) {
                    digits(cells[2] & !(1 << a | 1 << b)).for_each(|c| f(a, b, c));
                }
            }
        };
        let rank = |set: u16| usize::from(RANK[usize::from(set)]);
        self.of_rank = [(0, 0); SETS];
        self.len = 0;
        each(&mut |a, b, c| {
            let set = 1 << a | 1 << b | 1 << c;
            let n = &mut self.of_rank[rank(set)].1;
            if *n == 0 {
                self.groups[self.len].set = set;
                self.len += 1;
            }
            *n += 1;
        });
        let mut end = 0;
        for group in &mut self.groups[..self.len] {
            let range = &mut self.of_rank[rank(group.set)];
            group.range = (end, end + range.1);
            *range = (end, end);
            end = group.range.1;
        }
        each(&mut |a, b, c| {
            let set = 1 << a | 1 << b | 1 << c;
            let at = &mut self.of_rank[rank(set)].1;
            self.triples[usize::from(*at)] = Triple {
                rows: 1 << a | 1 << (9 + b) | 1 << (18 + c),
                set,
                text: [b'1' + a as u8, b'1' + b as u8, b'1' + c as u8],
            };
            *at += 1;
        });
    }
}
