//! A problem as masks over the items. Two options exclude each other if and only if one of them
//! *kills* a bit that the other *has*, or they have the same *tag* in a lane.
//!
//! A primary item is one bit, and so is a secondary item without colors. Every option that contains
//! one of these items has its bit and kills it. A secondary item with `c` colors takes `n` bits,
//! where `n` is the smallest number from 2 on such that `n` bits have at least `c` subsets of size
//! `n / 2`. Each color is one of these subsets. An option that gives the item a color has the bits
//! of the subset and kills the other bits of the item. No subset contains another one (Sperner
//! 1928), so the killed bits meet every other color, but not the option's own color. An option that
//! contains the item without a color has and kills all `n` bits. Three colors take three bits, and
//! the 26 letters of an alphabet seven.
//!
//! A secondary item takes no bits if no two options can disagree about it.
//!
//! Many secondary items without colors can share a *lane* of 16 bits if no option has two of them,
//! as with the words of a crossword. The tag of an option is the number of its item in the lane.
//! Two options with the same tag in a lane exclude each other. The lanes fill the last word of a
//! mask. This word is compared instead of intersected.

use std::collections::HashMap;
use std::ops::Range;

use crate::ids::{Color, ItemId, OptionId};
use crate::problem::Problem;
use crate::search::{Subproblem, Unsupported};

/// The masks of a problem. The file comment describes them.
#[derive(Clone, Debug)]
pub(super) struct Masks {
    /// The number of words of a mask, without the word of its tags.
    pub(super) words: usize,
    /// The number of bits in use.
    pub(super) bits: usize,
    /// The number of primary items, which are the first bits.
    pub(super) primary: usize,
    /// The options that have a primary item, in order of their numbers unless they were
    /// [rearranged](Self::rearranged). The other fields and most methods identify an option by its
    /// position in this list.
    pub(super) options: Box<[OptionId]>,
    /// The positions of the options in order of their numbers. Empty if they are in this order.
    sorted: Box<[u32]>,
    /// The bits of each secondary item with more than one bit.
    pub(super) codes: Box<[Range<usize>]>,
    /// The tags of each option. Empty if there are none.
    tags: Box<[Tags]>,
    has: Box<[u64]>,
    /// The bits that options kill. If this is empty, each kills exactly the bits that it has.
    kills: Box<[u64]>,
}

/// The tags of an option, one in each lane. 0 stands for no tag.
type Tags = [u16; LANES];

/// The number of lanes of a mask: their tags fill a word.
const LANES: usize = 4;

/// The largest number of items in a lane.
const MOST_TAGS: u16 = u16::MAX - 1;

/// The word of tags that no option has.
pub(super) const NO_TAGS: u64 = u64::MAX;

/// The size of the masks of a problem, and how much they exclude.
#[derive(Clone, Copy, Debug)]
pub(super) struct Shape {
    /// The number of words of a mask, with the word of its tags.
    pub(super) words: usize,
    /// An estimate of the fraction of all options that an option excludes.
    pub(super) excluded: f64,
}

/// The encoding of the secondary items.
struct Codes {
    codes: Vec<Code>,
    /// The number of bits of primary and secondary items.
    bits: usize,
    has_tags: bool,
}

/// The encoding of a secondary item.
#[derive(Clone, Debug, Default)]
struct Code {
    /// The number of options that contain the item, and how many of them give it no color.
    options: u32,
    uncolored: u32,
    /// The colors of the item, numbered in order of appearance, each with the number of its
    /// options.
    colors: HashMap<Color, (usize, u32)>,
    /// The bits of the item are `first..first + width`.
    first: usize,
    width: usize,
    /// The lane and the tag of the item. An item with a tag has no bits.
    tag: Option<(usize, u16)>,
}

impl Code {
    /// Returns the number of bits that the item takes without a tag.
    fn measure(&self) -> usize {
        match self.colors.len() {
            _ if self.options < 2 => 0,
            0 => 1,
            1 if self.uncolored == 0 => 0,
            // From two bits on, each color has at least one bit and leaves at least one to kill.
            colors => {
                (2..).find(|&width| binomial(width, width / 2) >= colors).expect("binomials grow")
            }
        }
    }

    /// Returns the bits that an option has and the bits that it kills, counted from `first`.
    fn bits(&self, color: Option<Color>) -> (u64, u64) {
        let all = (1 << self.width) - 1;
        match color.map(|color| self.colors[&color].0) {
            Some(color) if self.width > 1 => {
                let set = subset(self.width / 2, color);
                (set, all & !set)
            }
            _ => (all, all),
        }
    }

    /// Returns the number of ordered pairs of options that exclude each other because of the item.
    /// This includes the pair of an option and itself if the option gives the item no color.
    fn pairs(&self) -> f64 {
        let agree = self.colors.values().map(|&(_, options)| f64::from(options).powi(2));
        f64::from(self.options).powi(2) - agree.sum::<f64>()
    }
}

impl Codes {
    /// Encodes the secondary items of options. Uses tags if `may_tag` is true and they save words.
    fn new<E: Iterator<Item = (ItemId, Option<Color>)>>(
        primary: usize,
        items: usize,
        options: impl Iterator<Item = (OptionId, E)> + Clone,
        may_tag: bool,
    ) -> Self {
        let mut codes = vec![Code::default(); items - primary];
        if codes.is_empty() {
            return Self { codes, bits: primary, has_tags: false };
        }
        for (_, entries) in options.clone() {
            for (item, color) in entries.filter(|(item, _)| item.index() >= primary) {
                let code = &mut codes[item.index() - primary];
                code.options += 1;
                match color {
                    None => code.uncolored += 1,
                    Some(color) => {
                        let rank = code.colors.len();
                        code.colors.entry(color).or_insert((rank, 0)).1 += 1;
                    }
                }
            }
        }
        codes.iter_mut().for_each(|code| code.width = code.measure());
        let untagged = primary + codes.iter().map(|code| code.width).sum::<usize>();
        let has_tags = may_tag && tag(primary, untagged, &mut codes, options);
        let mut bits = primary;
        for code in &mut codes {
            code.first = bits;
            bits += code.width;
        }
        Self { codes, bits, has_tags }
    }

    /// Returns the number of words of a mask, without the word of its tags.
    fn words(&self) -> usize {
        self.bits.div_ceil(64).max(1)
    }

    /// Returns the number of bits of a mask, including the word of its tags.
    fn size(&self) -> usize {
        if self.has_tags { 64 * (self.words() + 1) } else { self.bits }
    }
}

fn binomial(n: usize, k: usize) -> usize {
    (0..k).fold(1, |product, i| product * (n - i) / (i + 1))
}

/// Returns the set of `size` numbers with this rank among all sets of this size, in order of their
/// masks.
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
        Self::of_problem(problem, limit, false)
    }

    /// Builds the masks of a problem, with tags if these save words.
    ///
    /// # Errors
    /// [`Unsupported`] if items have bounds, or a mask would have more than `limit` bits, including
    /// the word of its tags.
    pub(super) fn with_tags(problem: &Problem, limit: usize) -> Result<Self, Unsupported> {
        Self::of_problem(problem, limit, true)
    }

    fn of_problem(problem: &Problem, limit: usize, may_tag: bool) -> Result<Self, Unsupported> {
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
            may_tag,
        )
    }

    /// Returns the shape of the masks of a problem, with tags if they save words. Bounds are
    /// ignored. With more than `limit` primary items, the shape is an estimate.
    pub(super) fn shape(problem: &Problem, limit: usize) -> Shape {
        let (primary, items) = (problem.primary_count(), problem.item_count().max(1));
        let count = problem.option_count().max(1) as f64;
        if primary > limit {
            let length = problem.entry_count() as f64 / count;
            return Shape {
                words: items.div_ceil(64),
                excluded: (length.powi(2) / items as f64).min(1.0),
            };
        }
        let options = problem.options().map(|(option, _)| option);
        let choosable = options.filter(|&option| problem.is_choosable(option));
        let options = choosable.map(|option| (option, problem.entries(option)));
        let mut lengths = vec![0_u32; primary];
        for (item, _) in options.clone().flat_map(|(_, entries)| entries) {
            if let Some(length) = lengths.get_mut(item.index()) {
                *length += 1;
            }
        }
        let encoded = Codes::new(primary, problem.item_count(), options, true);
        let pairs = lengths.iter().map(|&length| f64::from(length).powi(2)).sum::<f64>()
            + encoded.codes.iter().map(Code::pairs).sum::<f64>();
        Shape {
            words: encoded.size().div_ceil(64).max(1),
            excluded: (pairs / count.powi(2)).min(1.0),
        }
    }

    /// Builds the masks of some items of a problem, whatever their bounds. `numbers` maps each item
    /// of the problem to its number among these items, or to `None`. The first `primary` of the
    /// `items` numbers belong to primary items.
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
        Self::of(primary, items, problem.has_colors(), options, limit, false)
    }

    /// Builds the masks of a subproblem.
    ///
    /// # Errors
    /// [`Unsupported`] if a mask would have more than `limit` bits.
    pub(super) fn of_subproblem(
        subproblem: &Subproblem,
        limit: usize,
    ) -> Result<Self, Unsupported> {
        // Only a pass over all entries would show whether there are colors. Masks of killed bits
        // cost little here, so they are always built.
        Self::of(
            subproblem.primary_count(),
            subproblem.item_count(),
            true,
            subproblem.options(),
            limit,
            false,
        )
    }

    /// Builds the masks from options. The primary items must have the first numbers.
    fn of<E: Iterator<Item = (ItemId, Option<Color>)>>(
        primary: usize,
        items: usize,
        has_colors: bool,
        options: impl Iterator<Item = (OptionId, E)> + Clone,
        limit: usize,
        may_tag: bool,
    ) -> Result<Self, Unsupported> {
        let too_large =
            |size| Unsupported::TooLarge { what: "bits for items and colors", size, limit };
        // Large problems are rejected without a pass over their options.
        if primary > limit {
            return Err(too_large(primary));
        }
        let encoded = Codes::new(primary, items, options.clone(), may_tag);
        if encoded.size() > limit {
            return Err(too_large(encoded.size()));
        }
        let words = encoded.words();
        let Codes { codes, bits, has_tags } = encoded;
        let count = options.clone().count();
        let mut tags = vec![Tags::default(); if has_tags { count } else { 0 }];
        let mut names = Vec::with_capacity(count);
        let mut has = vec![0; words * count];
        let mut kills = if has_colors { has.clone() } else { Vec::new() };
        for (at, (option, entries)) in options.enumerate() {
            names.push(option);
            let mask = at * words..(at + 1) * words;
            for (item, color) in entries {
                let (first, (set, killed)) = match item.index().checked_sub(primary) {
                    None => (item.index(), (1, 1)),
                    Some(secondary) => {
                        let code = &codes[secondary];
                        if let Some((lane, number)) = code.tag {
                            tags[at][lane] = number;
                            continue;
                        }
                        (code.first, code.bits(color))
                    }
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
            sorted: Box::default(),
            codes,
            tags: tags.into(),
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

    /// Returns the bits that the option at a position kills. If no item has bounds, no other option
    /// with one of these bits can be in the same cover.
    pub(super) fn kills(&self, at: usize) -> &[u64] {
        let masks = if self.kills.is_empty() { &self.has } else { &self.kills };
        &masks[at * self.words..(at + 1) * self.words]
    }

    #[inline(always)]
    pub(super) fn has_tags(&self) -> bool {
        !self.tags.is_empty()
    }

    /// Returns the tags of the option at a position as a word, or `None` if there are no tags.
    pub(super) fn tags(&self, at: usize) -> Option<u64> {
        self.tags.get(at).map(word)
    }

    /// Returns the word with the tags that the option at a position excludes, or `None` if there
    /// are no tags.
    pub(super) fn key(&self, at: usize) -> Option<u64> {
        self.tags.get(at).map(|tags| word(&tags.map(|tag| if tag == 0 { u16::MAX } else { tag })))
    }

    /// True if the options at two positions cannot be in the same cover. An option excludes itself.
    pub(super) fn exclude(&self, a: usize, b: usize) -> bool {
        let share_tag = !self.tags.is_empty()
            && self.tags[a].iter().zip(self.tags[b]).any(|(&a, b)| a != 0 && a == b);
        share_tag || self.kills(a).iter().zip(self.has(b)).any(|(kills, has)| kills & has != 0)
    }

    /// Returns the position of an option, or `None` if it has no primary item.
    pub(super) fn position(&self, option: OptionId) -> Option<usize> {
        if self.sorted.is_empty() {
            return self.options.binary_search(&option).ok();
        }
        let found = self.sorted.binary_search_by_key(&option, |&at| self.options[at as usize]);
        found.ok().map(|index| self.sorted[index] as usize)
    }

    /// Returns the masks with the options at these positions, in this order. The bits do not
    /// change.
    pub(super) fn rearranged(&self, positions: &[usize]) -> Self {
        let all = |masks: &[u64]| match masks {
            [] => Box::default(),
            masks => {
                let mask = |&at: &usize| &masks[at * self.words..(at + 1) * self.words];
                positions.iter().flat_map(mask).copied().collect()
            }
        };
        let options: Box<[OptionId]> = positions.iter().map(|&at| self.options[at]).collect();
        let mut sorted: Vec<u32> = (0..options.len() as u32).collect();
        sorted.sort_unstable_by_key(|&at| options[at as usize]);
        Self {
            options,
            sorted: sorted.into(),
            has: all(&self.has),
            kills: all(&self.kills),
            codes: self.codes.clone(),
            tags: match &self.tags[..] {
                [] => Box::default(),
                tags => positions.iter().map(|&at| tags[at]).collect(),
            },
            ..*self
        }
    }
}

/// Returns tags as a word, with the first lane in the lowest bits.
fn word(tags: &Tags) -> u64 {
    tags.iter().rev().fold(0, |word, &tag| word << 16 | u64::from(tag))
}

/// Rounds a number of words up to one for which searches are compiled.
fn padded(words: usize) -> usize {
    match words {
        5 => 6,
        7 => 8,
        words => words,
    }
}

/// Moves secondary items of one bit to lanes, each to the first lane, if any, that has room and no
/// item that shares an option with it. Returns true if this saves words. Otherwise moves none.
fn tag<E: Iterator<Item = (ItemId, Option<Color>)>>(
    primary: usize,
    untagged: usize,
    codes: &mut [Code],
    options: impl Iterator<Item = (OptionId, E)> + Clone,
) -> bool {
    let can_move = |code: &Code| code.width == 1 && code.colors.is_empty();
    let movable = codes.iter().filter(|code| can_move(code)).count();
    // Searches are compiled only for some numbers of words.
    let saves = |moved: usize| {
        padded((untagged - moved).div_ceil(64).max(1) + 1) < padded(untagged.div_ceil(64))
    };
    if !saves(movable) {
        return false;
    }
    // For each item that can be moved, the positions of its options.
    let mut members = vec![Vec::new(); codes.len()];
    for (at, (_, entries)) in options.clone().enumerate() {
        for (item, _) in entries.filter(|(item, _)| item.index() >= primary) {
            if can_move(&codes[item.index() - primary]) {
                members[item.index() - primary].push(at);
            }
        }
    }
    let mut used = vec![[false; LANES]; options.count()];
    let mut numbers = [0; LANES];
    let mut moved = 0;
    for (code, members) in codes.iter_mut().zip(&members).filter(|(_, members)| !members.is_empty())
    {
        let free = (0..LANES).find(|&lane| {
            numbers[lane] < MOST_TAGS && members.iter().all(|&option| !used[option][lane])
        });
        if let Some(lane) = free {
            numbers[lane] += 1;
            code.tag = Some((lane, numbers[lane]));
            members.iter().for_each(|&option| used[option][lane] = true);
            moved += 1;
        }
    }
    let saves = saves(moved);
    for code in codes {
        if !saves {
            code.tag = None;
        } else if code.tag.is_some() {
            code.width = 0;
        }
    }
    saves
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
        // Each option has its own primary item, and all share one secondary item. `lead` unused
        // items shift the bits across the boundaries of words.
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
    fn tags_save_words_and_exclude_the_same_options() {
        // Each option has one of 30 primary items, and up to `each` of 100 secondary items.
        for (each, words) in [(1, 2), (2, 2), (5, 3), (7, 3)] {
            let mut builder = Problem::builder();
            builder.unnamed_primary(30).unwrap();
            builder.unnamed_secondary(100).unwrap();
            for option in 0..200 {
                let secondary = (0..each).map(|n| 30 + (option * 7 + n * (n + option / 60)) % 100);
                let items: std::collections::BTreeSet<u32> = secondary.collect();
                builder.option([option % 30].into_iter().chain(items).map(ItemId::new)).unwrap();
            }
            let problem = builder.build().unwrap();
            let (plain, tagged) =
                (Masks::new(&problem, 512).unwrap(), Masks::with_tags(&problem, 512).unwrap());
            assert_eq!((plain.words, plain.has_tags()), (3, false));
            assert_eq!(tagged.words + usize::from(tagged.has_tags()), words, "{each}");
            let step = if cfg!(miri) { 29 } else { 1 };
            let all = (0..200).step_by(step);
            for (a, b) in all.clone().flat_map(|a| all.clone().map(move |b| (a, b))) {
                assert_eq!(plain.exclude(a, b), tagged.exclude(a, b), "{a} and {b}");
                if let (Some(tags), Some(key)) = (tagged.tags(a), tagged.key(b)) {
                    let is_same =
                        |lane| tags >> (16 * lane) & 0xFFFF == key >> (16 * lane) & 0xFFFF;
                    let meets = |mask: &Masks| {
                        mask.has(a).iter().zip(mask.kills(b)).any(|(has, kills)| has & kills != 0)
                    };
                    assert_eq!(meets(&plain), meets(&tagged) || (0..LANES).any(is_same));
                }
            }
        }
    }

    #[test]
    fn colors_take_few_bits() {
        for (colors, width) in
            [(2, 2), (3, 3), (4, 4), (6, 4), (7, 5), (10, 5), (20, 6), (26, 7), (35, 7), (36, 8)]
        {
            let colors =
                (0..colors).map(|color| (Color::new(color), (color as usize, 1))).collect();
            assert_eq!(Code { options: 100, colors, ..Code::default() }.measure(), width);
        }
        for size in 1..5 {
            let sets: Vec<u64> = (0..30).map(|rank| subset(size, rank)).collect();
            assert!(sets.is_sorted() && sets.iter().all(|set| set.count_ones() as usize == size));
            assert!(sets.windows(2).all(|pair| pair[0] < pair[1]));
        }
    }
}
