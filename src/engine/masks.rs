//! A problem as masks over the items. Two options exclude each other exactly if a bit that one of
//! them *kills* is a bit that the other *has*.
//!
//! A primary item is one bit, and so is a secondary item without colors. Every option that contains
//! the item has the bit and kills it. A secondary item with `c` colors takes `n` bits, where `n` is
//! the smallest number such that `n` bits have at least `c` subsets of size `n / 2`. Each color is
//! one of these subsets. An option that gives the item a color has the bits of its subset and kills
//! the other bits among the `n`. No subset contains another one (Sperner 1928), so the killed bits
//! meet every other color and not its own. An option that contains the item without a color has and
//! kills all `n` bits. Three colors take three bits, and the 26 letters of an alphabet seven.
//!
//! A secondary item takes no bits if no two options can disagree about it.

use std::collections::HashMap;
use std::ops::Range;

use crate::ids::{Color, ItemId, OptionId};
use crate::problem::Problem;
use crate::search::{Subproblem, Unsupported};

/// The masks of a problem. The file comment describes them.
#[derive(Clone, Debug)]
pub(super) struct Masks {
    /// The number of words of a mask.
    pub(super) words: usize,
    /// The number of bits in use.
    pub(super) bits: usize,
    /// The number of primary items, which are the first bits.
    pub(super) primary: usize,
    /// The options that have a primary item, in order of their numbers unless they were
    /// [rearranged](Self::rearranged). All other fields and methods use positions in this list.
    pub(super) options: Box<[OptionId]>,
    /// True if the options are in order of their numbers.
    is_sorted: bool,
    /// The bits of each secondary item with more than one bit.
    pub(super) codes: Box<[Range<usize>]>,
    has: Box<[u64]>,
    /// The killed bits. Empty if every option kills exactly the bits that it has.
    kills: Box<[u64]>,
}

/// The encoding of a secondary item.
#[derive(Clone, Debug, Default)]
struct Code {
    /// The number of options that contain the item, and the number of them that give it no color.
    options: u32,
    uncolored: u32,
    /// The colors of the item, numbered in order of appearance.
    colors: HashMap<Color, usize>,
    /// The bits of the item are `first..first + width`.
    first: usize,
    width: usize,
}

impl Code {
    /// Returns the number of bits that the item takes.
    fn measure(&self) -> usize {
        match self.colors.len() {
            _ if self.options < 2 => 0,
            0 => 1,
            1 if self.uncolored == 0 => 0,
            // A color must leave at least one bit that it kills.
            colors => {
                (2..).find(|&width| binomial(width, width / 2) >= colors).expect("binomials grow")
            }
        }
    }

    /// Returns the bits that an option has and the bits that it kills, counted from `first`.
    fn bits(&self, color: Option<Color>) -> (u64, u64) {
        let all = (1 << self.width) - 1;
        match color.map(|color| self.colors[&color]) {
            Some(color) if self.width > 1 => {
                let set = subset(self.width / 2, color);
                (set, all & !set)
            }
            _ => (all, all),
        }
    }
}

fn binomial(n: usize, k: usize) -> usize {
    (0..k).fold(1, |product, i| product * (n - i) / (i + 1))
}

/// Returns the set of `size` numbers with this rank among all such sets, in order of their masks.
fn subset(size: usize, rank: usize) -> u64 {
    let mut rank = rank;
    let mut set = 0;
    for size in (1..=size).rev() {
        // The combinatorial number system: the largest `number` with
        // `binomial(number, size) <= rank`.
        let mut number = size - 1;
        while binomial(number + 1, size) <= rank {
            number += 1;
        }
        rank -= binomial(number, size);
        set |= 1 << number;
    }
    set
}

impl Masks {
    /// Builds the masks of a problem.
    ///
    /// # Errors
    /// [`Unsupported`] if items have bounds, or a mask would have more than `limit` bits.
    pub(super) fn new(problem: &Problem, limit: usize) -> Result<Self, Unsupported> {
        if problem.has_bounds() {
            return Err(Unsupported::Bounds);
        }
        let choosable = problem
            .options()
            .map(|(option, _)| option)
            .filter(|&option| problem.is_choosable(option));
        let options = choosable.map(|option| (option, problem.entries(option)));
        Self::of(
            problem.primary_count(),
            problem.item_count(),
            problem.has_colors(),
            options,
            limit,
        )
    }

    /// Builds the masks of some items of a problem, whatever their bounds. `numbers` has for each
    /// item its number among them, or `None`. The first `primary` of the `items` numbers are those
    /// of primary items.
    ///
    /// # Errors
    /// [`Unsupported`] if a mask would have more than `limit` bits.
    pub(super) fn of_items(
        problem: &Problem,
        numbers: &[Option<ItemId>],
        primary: usize,
        items: usize,
        limit: usize,
    ) -> Result<Self, Unsupported> {
        let choosable = problem
            .options()
            .map(|(option, _)| option)
            .filter(|&option| problem.is_choosable(option));
        let options = choosable.map(|option| {
            let entries = problem.entries(option);
            (option, entries.filter_map(|(item, color)| Some((numbers[item.index()]?, color))))
        });
        Self::of(primary, items, problem.has_colors(), options, limit)
    }

    /// Builds the masks of a subproblem.
    ///
    /// # Errors
    /// [`Unsupported`] if a mask would have more than `limit` bits.
    pub(super) fn of_subproblem(
        subproblem: &Subproblem,
        limit: usize,
    ) -> Result<Self, Unsupported> {
        // Whether there are colors is known only after a pass over all entries. Masks of killed
        // bits cost little here, so they are always built.
        Self::of(
            subproblem.primary_count(),
            subproblem.item_count(),
            true,
            subproblem.options(),
            limit,
        )
    }

    /// Builds the masks from options whose items are numbered with the primary ones first.
    fn of<E: Iterator<Item = (ItemId, Option<Color>)>>(
        primary: usize,
        items: usize,
        has_colors: bool,
        options: impl Iterator<Item = (OptionId, E)> + Clone,
        limit: usize,
    ) -> Result<Self, Unsupported> {
        let mut codes = vec![Code::default(); items - primary];
        for (_, entries) in options.clone() {
            for (item, color) in entries.filter(|(item, _)| item.index() >= primary) {
                let code = &mut codes[item.index() - primary];
                code.options += 1;
                match color {
                    None => code.uncolored += 1,
                    Some(color) => {
                        let rank = code.colors.len();
                        code.colors.entry(color).or_insert(rank);
                    }
                }
            }
        }
        let mut bits = primary;
        for code in &mut codes {
            code.width = code.measure();
            code.first = bits;
            bits += code.width;
        }

        if bits > limit {
            return Err(Unsupported::TooLarge {
                what: "bits for items and colors",
                size: bits,
                limit,
            });
        }
        let words = bits.div_ceil(64).max(1);
        let count = options.clone().count();
        let mut names = Vec::with_capacity(count);
        let mut has = vec![0; words * count];
        let mut kills = if has_colors { has.clone() } else { Vec::new() };
        for (at, (option, entries)) in options.enumerate() {
            names.push(option);
            let mask = at * words..(at + 1) * words;
            for (item, color) in entries {
                let (first, (set, killed)) = match item.index().checked_sub(primary) {
                    None => (item.index(), (1, 1)),
                    Some(secondary) => (codes[secondary].first, codes[secondary].bits(color)),
                };
                put(&mut has[mask.clone()], first, set);
                if !kills.is_empty() {
                    put(&mut kills[mask.clone()], first, killed);
                }
            }
        }
        let codes = codes
            .iter()
            .filter(|code| code.width > 1)
            .map(|code| code.first..code.first + code.width)
            .collect();
        Ok(Self {
            words,
            bits,
            primary,
            options: names.into(),
            is_sorted: true,
            codes,
            has: has.into(),
            kills: kills.into(),
        })
    }

    pub(super) fn len(&self) -> usize {
        self.options.len()
    }

    /// Returns the bits that the option at a position has.
    pub(super) fn has(&self, at: usize) -> &[u64] {
        &self.has[at * self.words..(at + 1) * self.words]
    }

    /// Returns the bits that it kills. No other option with one of them can be in a cover with it.
    pub(super) fn kills(&self, at: usize) -> &[u64] {
        let masks = if self.kills.is_empty() { &self.has } else { &self.kills };
        &masks[at * self.words..(at + 1) * self.words]
    }

    /// True if the options at two positions cannot be in one cover. An option excludes itself.
    pub(super) fn exclude(&self, a: usize, b: usize) -> bool {
        self.kills(a).iter().zip(self.has(b)).any(|(kills, has)| kills & has != 0)
    }

    /// Returns the position of an option, or `None` if it has no primary item.
    pub(super) fn position(&self, option: OptionId) -> Option<usize> {
        if self.is_sorted {
            return self.options.binary_search(&option).ok();
        }
        self.options.iter().position(|&other| other == option)
    }

    /// Returns the masks with the options at these positions, in this order. The bits are the same.
    #[cfg(feature = "bigint")]
    pub(super) fn rearranged(&self, positions: &[usize]) -> Self {
        let all = |masks: &[u64]| match masks {
            [] => Box::default(),
            masks => {
                let mask = |&at: &usize| &masks[at * self.words..(at + 1) * self.words];
                positions.iter().flat_map(mask).copied().collect()
            }
        };
        Self {
            options: positions.iter().map(|&at| self.options[at]).collect(),
            is_sorted: false,
            has: all(&self.has),
            kills: all(&self.kills),
            codes: self.codes.clone(),
            ..*self
        }
    }
}

/// Sets `bits` in a mask from bit `first` on. They may cross the boundary between two words, and
/// are far fewer than 64.
fn put(mask: &mut [u64], first: usize, bits: u64) {
    if bits == 0 {
        return;
    }
    let (word, shift) = (first / 64, first % 64);
    mask[word] |= bits << shift;
    if shift > 0 && bits >> (64 - shift) != 0 {
        mask[word + 1] |= bits >> (64 - shift);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn options_exclude_each_other_as_their_items_and_colors_say() {
        // Each option has a primary item of its own, and all share one secondary item. The lead
        // moves the bits across the boundaries of words.
        let colors = if cfg!(miri) { 3..4 } else { 0..12 };
        for (colors, lead) in
            colors.flat_map(|colors| [0, 50, 55, 60, 62, 63].map(|lead| (colors, lead)))
        {
            for uncolored in 0..3 {
                let mut builder = Problem::builder();
                let count = 2 * colors + uncolored;
                builder.unnamed_primary(lead + count as usize).unwrap();
                builder.unnamed_secondary(1).unwrap();
                let item = ItemId::new(lead as u32 + count);
                let color_of =
                    |option: u32| option.checked_sub(uncolored).map(|colored| colored / 2);
                for option in 0..count {
                    let own = ItemId::new(lead as u32 + option);
                    builder.option([(own, None), (item, color_of(option))]).unwrap();
                }
                let masks = Masks::new(&builder.build().unwrap(), 1000).unwrap();
                for (a, b) in
                    (0..count).flat_map(|a| (0..count).map(move |b| (a, b))).filter(|(a, b)| a != b)
                {
                    let meets = masks
                        .kills(a as usize)
                        .iter()
                        .zip(masks.has(b as usize))
                        .any(|(kills, has)| kills & has != 0);
                    let agree = color_of(a).is_some() && color_of(a) == color_of(b);
                    assert_eq!(
                        meets, !agree,
                        "{a} and {b} of {colors} colors and {uncolored} without"
                    );
                }
            }
        }
    }

    #[test]
    fn colors_take_few_bits() {
        for (colors, width) in
            [(2, 2), (3, 3), (4, 4), (6, 4), (7, 5), (10, 5), (20, 6), (26, 7), (35, 7), (36, 8)]
        {
            let colors = (0..colors).map(|color| (Color::new(color), color as usize)).collect();
            assert_eq!(Code { options: 100, colors, ..Code::default() }.measure(), width);
        }
        for size in 1..5 {
            let sets: Vec<u64> = (0..30).map(|rank| subset(size, rank)).collect();
            assert!(sets.is_sorted() && sets.iter().all(|set| set.count_ones() as usize == size));
            assert!(sets.windows(2).all(|pair| pair[0] < pair[1]));
        }
    }
}
