//! Problems: items, options, and the items of each option.
//!
//! A [`Problem`] is immutable and validated, and its clones share its data. One array holds the
//! items of all options, one option after another, and a second array holds the start of each
//! option. Every engine compiles its own data structure from the problem. A [`Builder`] builds a
//! problem, a [`Cover`] is one of its solutions, and [`Problem::check`] checks a cover without any
//! engine.

mod builder;
mod check;
mod cover;
mod entry;
mod error;
mod item_range;
mod model;
mod names;
mod reordered;
mod sorted_cover;

use std::ops::RangeInclusive;
use std::sync::Arc;

use crate::ids::{Color, ItemId, OptionId};
use names::Names;

pub use builder::Builder;
pub use check::CoverError;
pub use cover::Cover;
pub use entry::{AsColor, AsEntry, AsItem, AsName, EntryRef, ItemRef, NameRef};
pub use error::{BuildError, UnknownOption};
pub use item_range::ItemRange;
pub use model::{AsKeyEntry, KeyedBuilder, Model, ModelBuilder};
pub use sorted_cover::SortedCover;

/// An exact-cover problem (Knuth, TAOCP 7.2.2.1): choose options such that every *primary* item is
/// in exactly one of them, and every *secondary* item in at most one.
///
/// There are three generalizations:
///
/// - *Colors*: an option may give a color to a secondary item. Any number of chosen options may
///   share the item if all of them give it the same color. An option that gives the item no color
///   does not share it.
/// - *Multiplicities*: a primary item may have bounds `lo..=hi` for the number of chosen options
///   that contain it, instead of exactly one.
/// - *Costs*: an option may have a cost, which may be negative. The cost of a cover is the sum of
///   the costs of its options.
///
/// Items are numbered from 0 in the order of their declaration, so the primary items come first.
/// Options are numbered from 0 in the order in which they were added.
///
/// Queries about an unknown option panic with the message of [`UnknownOption`], like an index out
/// of bounds. For an unknown item, [`is_primary`](Self::is_primary) and
/// [`is_preferred`](Self::is_preferred) panic too, and the other queries return `None`.
///
/// A clone is cheap, because it shares the items and options. Some searches keep a clone.
///
/// Some special cases:
///
/// - An option without a primary item is in no cover (Knuth's rule). It still has a number.
/// - Two equal options count as different, and lead to different covers.
/// - A problem without primary items has one cover, the empty one. A problem with a primary item
///   that is in no option has no cover, unless the lower bound of the item is 0.
///
/// ```
/// // Knuth's first example, TAOCP 7.2.2.1 (6).
/// let mut builder = quadrille::Problem::builder();
/// builder.primary(["a", "b", "c", "d", "e", "f", "g"])?;
/// for option in ["ce", "adg", "bcf", "adf", "bg", "deg"] {
///     builder.option(option.split("").filter(|name| !name.is_empty()))?;
/// }
/// let problem = builder.build()?;
///
/// let covers: Vec<_> = problem.solutions().collect();
/// assert_eq!(covers.len(), 1);
/// assert_eq!(covers[0].iter().map(|&o| problem.option_text(o)).collect::<Vec<_>>(), ["c e", "a d f", "b g"]);
/// # Ok::<(), quadrille::BuildError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem {
    data: Arc<Data>,
}

/// The data that a problem and its clones share.
#[derive(Debug, PartialEq, Eq)]
struct Data {
    /// Items `0..primary` are primary, items `primary..items` secondary.
    primary: u32,
    items: u32,
    names: Names<ItemId>,
    /// The entries of option `o` are `starts[o]..starts[o + 1]`.
    starts: Box<[u32]>,
    entries: Box<[ItemId]>,
    /// For each entry, 0 or one more than the number of its color; empty if there are no colors.
    entry_colors: Box<[u32]>,
    colors: Names<Color>,
    /// For each primary item, the bounds on the number of options that contain it; empty if all are
    /// 1 to 1.
    bounds: Box<[(u32, u32)]>,
    /// The cost of each option; empty if all costs are 0. The absolute values add up to at most
    /// `i64::MAX`, so every sum of costs fits.
    costs: Box<[i64]>,
}

impl From<Data> for Problem {
    fn from(data: Data) -> Self {
        Self { data: Arc::new(data) }
    }
}

impl Problem {
    /// The limit of a problem's size: items and entries together stay below it, and so does the
    /// number of options. This leaves bits for flags in the engines' 32-bit words.
    pub const MAX_SIZE: usize = 1 << 28;

    /// Returns a builder of a new problem, without items or options.
    #[must_use]
    pub fn builder() -> Builder {
        Builder::new()
    }

    /// Returns the number of items, primary and secondary.
    #[must_use]
    pub fn item_count(&self) -> usize {
        self.data.items as usize
    }

    /// Returns the number of primary items. Their ids are the numbers below it.
    #[must_use]
    pub fn primary_count(&self) -> usize {
        self.data.primary as usize
    }

    /// Returns the number of options, including those without a primary item.
    #[must_use]
    pub fn option_count(&self) -> usize {
        self.data.starts.len() - 1
    }

    /// Returns the number of entries: the sum of the numbers of items of all options.
    #[must_use]
    pub fn entry_count(&self) -> usize {
        self.data.entries.len()
    }

    /// Returns the index of an option, or panics if there is no such option.
    fn at(&self, option: OptionId) -> usize {
        UnknownOption::expect(option, self.option_count())
    }

    /// True if the item is primary.
    ///
    /// # Panics
    /// If the problem has no such item.
    #[must_use]
    pub fn is_primary(&self, item: ItemId) -> bool {
        error::expect_item(item, self.item_count()) < self.primary_count()
    }

    /// True if the option has a primary item. No cover contains an option without one.
    ///
    /// # Panics
    /// If the problem has no such option.
    #[must_use]
    pub fn is_choosable(&self, option: OptionId) -> bool {
        self.option(option).iter().any(|&item| self.is_primary(item))
    }

    /// Returns the items of an option, in the order in which they were given.
    ///
    /// # Panics
    /// If the problem has no such option.
    #[must_use]
    pub fn option(&self, option: OptionId) -> &[ItemId] {
        let o = self.at(option);
        &self.data.entries[self.data.starts[o] as usize..self.data.starts[o + 1] as usize]
    }

    /// Iterates over the items of an option, each with the color that the option gives it, if any.
    ///
    /// # Panics
    /// If the problem has no such option.
    ///
    /// ```
    /// let mut builder = quadrille::Problem::builder();
    /// builder.primary(["p"])?;
    /// builder.secondary(["x"])?;
    /// let option = builder.option([("p", None), ("x", Some("red"))])?;
    /// let problem = builder.build()?;
    /// let colors: Vec<_> = problem.entries(option).map(|(_, color)| color.and_then(|c| problem.color_name(c))).collect();
    /// assert_eq!(colors, [None, Some("red")]);
    /// # Ok::<(), quadrille::BuildError>(())
    /// ```
    pub fn entries(
        &self,
        option: OptionId,
    ) -> impl ExactSizeIterator<Item = (ItemId, Option<Color>)> {
        let start = self.data.starts[self.at(option)] as usize;
        self.option(option).iter().enumerate().map(move |(at, &item)| {
            let color =
                self.data.entry_colors.get(start + at).and_then(|color| color.checked_sub(1));
            (item, color.map(Color::new))
        })
    }

    /// Returns the bounds on the number of chosen options that contain a primary item, or `None` if
    /// the item is secondary or unknown.
    #[must_use]
    pub fn bounds(&self, item: ItemId) -> Option<RangeInclusive<u32>> {
        (item.get() < self.data.primary).then(|| {
            let (low, high) = self.data.bounds.get(item.index()).copied().unwrap_or((1, 1));
            low..=high
        })
    }

    /// Returns the cost of an option, which is 0 if none was given.
    ///
    /// # Panics
    /// If the problem has no such option.
    #[must_use]
    pub fn cost(&self, option: OptionId) -> i64 {
        self.data.costs.get(self.at(option)).copied().unwrap_or(0)
    }

    /// True if some option gives a color to an item.
    #[must_use]
    pub fn has_colors(&self) -> bool {
        !self.data.entry_colors.is_empty()
    }

    /// True if some primary item has bounds other than `1..=1`.
    #[must_use]
    pub fn has_bounds(&self) -> bool {
        !self.data.bounds.is_empty()
    }

    /// True if some option has a cost other than 0.
    #[must_use]
    pub fn has_costs(&self) -> bool {
        !self.data.costs.is_empty()
    }

    /// Iterates over all options and their items, in order.
    ///
    /// ```
    /// let mut builder = quadrille::Problem::builder();
    /// builder.primary(["x", "y"])?;
    /// builder.option(["x", "y"])?;
    /// builder.option(["y"])?;
    /// let problem = builder.build()?;
    /// assert_eq!(problem.options().map(|(_, items)| items.len()).collect::<Vec<_>>(), [2, 1]);
    /// # Ok::<(), quadrille::BuildError>(())
    /// ```
    pub fn options(&self) -> impl ExactSizeIterator<Item = (OptionId, &[ItemId])> + Clone {
        // The builder keeps the number of options within `u32`.
        (0..self.option_count()).map(|o| {
            let option = OptionId::new(o as u32);
            (option, self.option(option))
        })
    }

    /// Returns the name of an item, or `None` if it has no name or the problem has no such item.
    #[must_use]
    pub fn name(&self, item: ItemId) -> Option<&str> {
        self.data.names.get(item)
    }

    /// True if the item is primary and its name begins with `#`. The engine
    /// [`links`](crate::engine::links) branches on such an item before all others except those with
    /// at most one branch (Knuth's "sharp preference", TAOCP 7.2.2.1, exercise 10).
    ///
    /// # Panics
    /// If the problem has no such item.
    ///
    /// ```
    /// use quadrille::ItemId;
    /// let problem: quadrille::Problem = "a #b\na\n#b\n".parse()?;
    /// assert!(!problem.is_preferred(ItemId::new(0)) && problem.is_preferred(ItemId::new(1)));
    /// # Ok::<(), quadrille::format::ParseError>(())
    /// ```
    #[must_use]
    pub fn is_preferred(&self, item: ItemId) -> bool {
        self.is_primary(item) && self.name(item).is_some_and(|name| name.starts_with('#'))
    }

    /// Returns three arrays: the start of each option's entries, followed by the end of the last
    /// option; the item of each entry; and the color of each entry, as 0 or one more than its
    /// number. The array of colors is empty if there are no colors.
    pub(crate) fn arrays(&self) -> (&[u32], &[ItemId], &[u32]) {
        (&self.data.starts, &self.data.entries, &self.data.entry_colors)
    }

    /// True if some primary items are preferred and others are not.
    pub(crate) fn has_preferences(&self) -> bool {
        let mut preferred = (0..self.data.primary).map(|item| self.is_preferred(ItemId::new(item)));
        let first = preferred.next();
        preferred.any(|other| Some(other) != first)
    }

    /// Returns the item with this name, or `None` if there is none.
    #[must_use]
    pub fn item(&self, name: &str) -> Option<ItemId> {
        self.data.names.find(name)
    }

    /// Returns the name of a color, or `None` if the problem has no such color.
    #[must_use]
    pub fn color_name(&self, color: Color) -> Option<&str> {
        self.data.colors.get(color)
    }

    /// Returns the names of the items of an option, separated by blanks. An item with a color is
    /// written `x:red`, and an item without a name as `#` and its number.
    ///
    /// # Panics
    /// If the problem has no such option.
    #[must_use]
    pub fn option_text(&self, option: OptionId) -> String {
        let mut text = String::new();
        for (item, color) in self.entries(option) {
            if !text.is_empty() {
                text.push(' ');
            }
            text.push_str(&self.label(item));
            if let Some(color) = color.and_then(|color| self.color_name(color)) {
                text.push(':');
                text.push_str(color);
            }
        }
        text
    }

    /// Returns the label of an item: its name, or `#` and its number.
    fn label(&self, item: ItemId) -> String {
        self.name(item).map_or_else(|| format!("#{item}"), str::to_owned)
    }
}
