//! The covers of a position with few open options, enumerated in a word.
//!
//! An option is *open* if its cell has other options. The open options are the bits of a word,
//! ordered by digit and row. So the options of a digit in a row are neighbouring bits, a *field*. A
//! cover has one option of each field, and no two of them exclude each other. A node is the word of
//! the remaining options. Choosing an option removes the options that it excludes. If a field has
//! only one option, it is chosen. A few additions find fields with no option or with several.
//! Nothing else is propagated.

use super::Nine;
use super::sets::share;
use super::text::{Lines, Text};
use crate::arrays::filled;
use crate::engine::simd::lanes::Lanes;
use crate::search::Step;

/// The number of bits of the word.
const MOST: usize = 64;

/// The largest number of options beyond the 81 of a cover. Each cell with several options has at
/// least one option beyond its first, so at most twice this number of options are open.
pub(super) const OPEN: u32 = MOST as u32 / 2;

/// For each option, its items, sixteen bits each: digit and row, digit and column, digit and box,
/// and cell. The items of cells have the lowest numbers. An option has the number
/// `96 * digit + 32 * band + bit`.
static ITEMS: [u64; 1024] = {
    let mut all = [0; 1024];
    let mut at = 0;
    while at < 9 * 96 {
        let (digit, band, bit) = (at / 96, at / 32 % 3, at % 32);
        let (row, column) = (3 * band + bit / 10, bit % 10);
        if bit < 30 && column < 9 {
            let of_digit = 81 + 27 * digit;
            let of_box = of_digit + 18 + 3 * band + column / 3;
            all[at] = (of_digit + row) as u64
                | ((of_digit + 9 + column) as u64) << 16
                | (of_box as u64) << 32
                | ((9 * row + column) as u64) << 48;
        }
        at += 1;
    }
    all
};

/// Returns the items of an option. All are less than 512.
// The compiler would read an array of items as a vector, and then move them one by one.
#[inline(always)]
fn items(option: usize) -> [usize; 4] {
    let items = ITEMS[option % 1024];
    filled(0, |kind| (items >> (16 * kind)) as usize % 512)
}

#[derive(Clone, Copy, Debug)]
struct Node {
    /// The remaining options.
    left: u64,
    /// The ends of the fields with an option that was chosen because it was the only one left.
    chosen: u64,
    depth: u32,
}

/// An enumeration of the covers of a position.
#[derive(Clone, Debug)]
pub(super) struct Word {
    position: Nine,
    /// The number of open options.
    len: usize,
    /// The number of each open option in [`ITEMS`].
    places: [u16; MOST],
    /// The open options of each item. The first 324 entries are in use.
    of_item: [u64; 512],
    /// For each open option, the others that share an item with it.
    excluded: [u64; MOST],
    /// The last option of each field.
    ends: u64,
    /// The pending nodes, the next one last.
    nodes: [Node; MOST],
    open: usize,
    /// The open options of the cover found last.
    cover: u64,
}

impl Word {
    #[inline(never)]
    pub(super) fn new() -> Box<Self> {
        Box::new(Self {
            position: Nine::default(),
            len: 0,
            places: [0; MOST],
            of_item: [0; 512],
            excluded: [0; MOST],
            ends: 0,
            nodes: [Node { left: 0, chosen: 0, depth: 0 }; MOST],
            open: 0,
            cover: 0,
        })
    }

    /// Begins with a position in which all singles are chosen. It must have at most [`OPEN`]
    /// options more than a cover.
    #[inline(always)]
    pub(super) fn begin(&mut self, position: &Nine) {
        self.position = *position;
        (self.len, self.open) = (0, 0);
        // A word for each digit and band with open options. The lower half has these options, and
        // the upper half is the number of their bit 0 in `ITEMS`.
        let cells = open_cells(position);
        let (mut words, mut len) = ([0; 32], 0);
        for digit in 0..9 {
            for band in 0..3 {
                let options = position.0[digit][band] & cells[band % 3];
                words[len] = ((96 * digit + 32 * band) as u64) << 32 | u64::from(options);
                len += usize::from(options != 0);
            }
        }
        words[len] = 0;
        // A call of `memset` would take longer.
        for items in &mut self.of_item.as_chunks_mut::<32>().0[..11] {
            *std::hint::black_box(items) = [0; 32];
        }
        // `firsts` has the first option of each field. `counts` has the number of items with open
        // options, a byte for each kind: columns, boxes and cells.
        let (mut firsts, mut counts) = (0_u64, 0_u32);
        let (mut n, mut at) = (0, 1);
        let (mut word, mut next) = (words[0], words[1]);
        while word as u32 != 0 && n < MOST {
            let option = (word >> 32) as usize + word.trailing_zeros() as usize;
            // Whether the word has another option is hard to predict, so this has no branch.
            word &= word - 1;
            let is_last = word as u32 == 0;
            word = std::hint::select_unpredictable(is_last, next, word);
            at += usize::from(is_last);
            next = words[at % 32];
            self.places[n] = option as u16;
            let [row, others @ ..] = items(option);
            let options = &mut self.of_item[row];
            firsts |= u64::from(*options == 0) << n;
            *options |= 1 << n;
            for (kind, item) in others.into_iter().enumerate() {
                let options = &mut self.of_item[item];
                counts += u32::from(*options == 0) << (8 * kind);
                *options |= 1 << n;
            }
            n += 1;
        }
        self.len = n;
        // If two options that are not open exclude each other, they leave more items of one kind
        // than of another.
        if firsts == 0 || counts != firsts.count_ones() * 0x1_0101 {
            return;
        }
        for at in 0..n {
            let mut options = 0;
            for item in items(self.places[at].into()) {
                options |= self.of_item[item];
            }
            self.excluded[at] = options & !(1 << at);
        }
        self.ends = firsts >> 1 | 1 << (self.len - 1);
        // The search has entered the position as a node, and may pause here. The open cubes must
        // then be parts of the position, so the word branches on it immediately. Each field has
        // several options, as all singles are chosen.
        let left = self.all();
        self.branch(Node { left, chosen: 0, depth: 0 }, firsts, self.ends);
    }

    /// Branches on a node, by the first option of the last field in `several`: adds one node
    /// without this option, and one node with it chosen. `firsts` has the first option of each of
    /// these fields, and may have others.
    #[inline(always)]
    fn branch(&mut self, node: Node, firsts: u64, several: u64) {
        let Node { left, chosen, depth } = node;
        let up_to_end = u64::MAX >> several.leading_zeros();
        let option = highest(firsts & up_to_end);
        let depth = depth + 1;
        self.push(Node { left: left & !(1 << option), chosen, depth });
        self.push(Node { left: left & !self.excluded[option], chosen, depth });
    }

    /// Returns the set of all open options.
    #[inline(always)]
    fn all(&self) -> u64 {
        u64::MAX >> (MOST - self.len.max(1))
    }

    #[inline(always)]
    fn push(&mut self, node: Node) {
        self.nodes[self.open % MOST] = node;
        self.open += 1;
    }

    #[inline(always)]
    fn next_cover(&mut self, nodes: &mut u64) -> Step {
        let (all, ends) = (self.all(), self.ends);
        let (firsts, below) = ((ends << 1 | 1) & all, all & !ends);
        while self.open > 0 {
            if *nodes == 0 {
                return Step::Paused;
            }
            *nodes -= 1;
            self.open -= 1;
            let Node { mut left, mut chosen, depth } = self.nodes[self.open % MOST];
            loop {
                // A field with an option below its end carries into its end.
                if (((left & below) + below) | left) & ends != ends {
                    break;
                }
                // All but the first option of each field, and the fields with several options.
                let more = left & (left - firsts);
                let several = (((more & below) + below) | more) & ends;
                let new = ends & !(several | chosen);
                if new != 0 {
                    // The first and the last new field, which may be the same: a loop over all of
                    // them would often be mispredicted. The only option of such a field is the
                    // highest one up to its end.
                    let up_to_first = new ^ (new - 1);
                    let up_to_last = u64::MAX >> new.leading_zeros();
                    let first = highest(left & up_to_first);
                    let last = highest(left & up_to_last);
                    chosen |= new & (!(up_to_last >> 1) | up_to_first);
                    left &= !(self.excluded[first] | self.excluded[last]);
                } else if several == 0 {
                    self.cover = left;
                    return Step::Cover;
                } else {
                    self.branch(Node { left, chosen, depth }, left & !more, several);
                    break;
                }
            }
        }
        Step::Exhausted
    }

    /// Skips up to this many covers, but enters at most `nodes` nodes. The last of the covers
    /// becomes the current cover.
    // The code calls no instructions of `I`, but is inlined into functions compiled for them.
    #[inline(always)]
    pub(super) fn skip<I: Lanes>(&mut self, _: I, covers: u64, nodes: &mut u64) -> (u64, Step) {
        for skipped in 0..covers {
            match self.next_cover(nodes) {
                Step::Cover => {}
                end => return (skipped, end),
            }
        }
        (covers, Step::Cover)
    }

    /// Writes up to this many covers as lines, while there is room. Enters at most `nodes` nodes.
    #[inline(always)]
    pub(super) fn write<I: Lanes>(
        &mut self,
        _: I,
        lines: &mut [u8],
        covers: u64,
        nodes: &mut u64,
    ) -> (u64, Step) {
        let mut lines = Lines::new(lines);
        let base = self.base();
        let most = covers.min(lines.room() as u64);
        for written in 0..most {
            match self.next_cover(nodes) {
                Step::Cover => lines.push(&self.text(base)),
                end => return (written, end),
            }
        }
        (most, Step::Cover)
    }

    /// Returns the digits of the last cover found.
    pub(super) fn cover(&self) -> [u8; 81] {
        *self.text(self.base()).digits()
    }

    /// Returns the text of the options that are not open.
    fn base(&self) -> Text {
        let (mut decided, cells) = (self.position, open_cells(&self.position));
        for plane in &mut decided.0 {
            plane.iter_mut().zip(cells).for_each(|(options, open)| *options &= !open);
        }
        Text::of_cover(&decided)
    }

    /// Adds the open options of the last cover to the text of the others.
    #[inline(always)]
    fn text(&self, mut text: Text) -> Text {
        let mut options = self.cover;
        while options != 0 {
            let option = usize::from(self.places[options.trailing_zeros() as usize]);
            options &= options - 1;
            text.put(items(option)[3], b'1' + (option / 96) as u8);
        }
        text
    }

    /// Returns the unsearched part as positions without a common cover, with their shares of the
    /// whole, in the order of the enumeration.
    pub(super) fn remaining(&self) -> Vec<(Nine, f64)> {
        let position = |node: &Node| {
            let mut position = self.position;
            for (bit, &option) in self.places[..self.len].iter().enumerate() {
                let (digit, band) = (usize::from(option) / 96, usize::from(option) / 32 % 3);
                let is_left = (node.left >> bit & 1) as u32;
                position.0[digit][band] &= !((1 - is_left) << (option % 32));
            }
            (position, share(node.depth))
        };
        self.nodes[..self.open].iter().rev().map(position).collect()
    }
}

/// Returns the cells with several options.
#[inline(always)]
pub(super) fn open_cells(position: &Nine) -> [u32; 3] {
    let (mut one, mut several) = ([0; 3], [0; 3]);
    for plane in &position.0[..9] {
        for band in 0..3 {
            several[band] |= one[band] & plane[band];
            one[band] |= plane[band];
        }
    }
    several
}

/// Returns the highest option of a set, which must not be empty.
#[inline(always)]
fn highest(options: u64) -> usize {
    (63 - options.leading_zeros() as usize) % MOST
}

#[cfg(test)]
mod tests {
    use super::super::items::{insert, to_cells};
    use super::*;

    /// Returns a position with eight covers: in each of three groups of columns of a full grid, the
    /// digits of the first two rows can be exchanged.
    fn three_exchanges() -> Nine {
        let digit = |cell: usize| (3 * (cell / 9 % 3) + cell / 27 + cell % 9) % 9;
        let mut position = Nine::default();
        for cell in 0..81 {
            insert(&mut position, 9 * cell + digit(cell));
            if cell < 18 {
                insert(&mut position, 9 * cell + digit((cell + 9) % 18));
            }
        }
        position
    }

    /// Returns the next covers, searched node by node.
    fn covers(word: &mut Word, most: usize) -> Vec<[u8; 81]> {
        let mut covers = Vec::new();
        while covers.len() < most {
            match word.next_cover(&mut 1) {
                Step::Cover => covers.push(word.cover()),
                Step::Paused => {}
                Step::Exhausted => break,
            }
        }
        covers
    }

    #[test]
    fn a_cut_leaves_the_other_covers() {
        let mut word = Word::new();
        word.begin(&three_exchanges());
        let all = covers(&mut word, usize::MAX);
        assert_eq!(all.len(), 8);
        for most in 0..8 {
            word.begin(&three_exchanges());
            assert_eq!(covers(&mut word, most), all[..most]);
            let mut rest = all[most..].to_vec();
            for (position, share) in word.remaining() {
                let cells = to_cells(&position);
                let is_here = |cover: &[u8; 81]| {
                    cover.iter().zip(cells).all(|(digit, cell)| cell >> (digit - b'1') & 1 == 1)
                };
                let len = rest.iter().take_while(|cover| is_here(cover)).count();
                assert_eq!(len as f64, 8.0 * share);
                rest.drain(..len);
                assert!(!rest.iter().any(is_here));
            }
            assert!(rest.is_empty());
        }
    }

    /// In this position, two digits are each twice in a column, in cells without another option.
    #[test]
    fn digits_that_exclude_each_other_are_no_cover() {
        let planes = [
            [8_650_754, 33_619_969, 134_221_840, 0],
            [1_179_656, 2_130_176, 67_125_252, 0],
            [67_117_060, 16_908_290, 268_468_225, 0],
            [268_436_496, 4_202_564, 2_228_256, 0],
            [134_221_856, 8_650_753, 16_779_328, 0],
            [4_210_752, 268_437_512, 33_555_584, 0],
            [2_130_048, 67_114_000, 1_057_024, 0],
            [16_842_753, 134_221_856, 8_650_754, 0],
            [33_556_736, 1_065_088, 4_259_848, 0],
        ];
        let mut position = Nine::default();
        position.0[..9].copy_from_slice(&planes);
        let mut word = Word::new();
        word.begin(&position);
        assert!(word.len > 0);
        assert_eq!(covers(&mut word, 1), [[0; 81]; 0]);
    }
}
