//! What is to be solved: items, options, and which option covers which items.
//!
//! A [`Problem`] is immutable, validated, and flat: one array holds the items of all options, one
//! after the other, and a second one says where each option starts. Every engine compiles its own
//! structure from it. A [`Builder`] makes one, a [`Cover`] is one of its solutions, and
//! [`Problem::check`] judges a cover without the help of any engine.

mod builder;
mod check;
mod cover;
mod error;
mod model;
mod names;

use std::ops::RangeInclusive;

use crate::ids::{Color, ItemId, OptionId};
use names::Names;

pub use builder::{Builder, ColorRef, EntryRef, ItemRef};
pub use check::CoverError;
pub use cover::Cover;
pub use error::BuildError;
pub use model::{Model, ModelBuilder};

/// An exact-cover problem (Knuth, TAOCP 7.2.2.1): choose options so that every *primary* item lies
/// in exactly one of the chosen options, and every *secondary* item in at most one.
///
/// Three things generalize that:
///
/// - *Colors*: an option may give a color to a secondary item. Any number of chosen options may
///   share the item if all of them give it the same color; without a color it is not shared.
/// - *Multiplicities*: a primary item may have bounds `lo..=hi` for the number of chosen options
///   that contain it, in place of exactly one.
/// - *Costs*: an option may have a cost. That of a cover is the sum of its options'.
///
/// Items are numbered from 0 in the order of their declaration, the primary ones first; options
/// from 0 in the order in which they were added.
///
/// - An option that has no primary item is in no cover (Knuth's rule); it keeps its number.
/// - Two equal options are two options, and lead to different covers.
/// - With no primary item there is one cover, the empty one; with a primary item that is in no
///   option there is none.
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
    /// Items `0..primary` are primary, items `primary..items` secondary.
    primary: u32,
    items: u32,
    names: Names<ItemId>,
    /// Option `o` has the entries `starts[o]..starts[o + 1]`.
    starts: Box<[u32]>,
    entries: Box<[ItemId]>,
    /// For each entry, 0 or one more than the number of its color; empty if there are no colors.
    entry_colors: Box<[u32]>,
    colors: Names<Color>,
    /// For each primary item, how many options are to contain it; empty if all bounds are 1 to 1.
    bounds: Box<[(u32, u32)]>,
    /// For each option; empty if nothing costs anything. Their sum fits.
    costs: Box<[u64]>,
}

impl Problem {
    /// Items and entries together stay below this number, which leaves room for flags in the
    /// engines' 32-bit words.
    pub const MAX_SIZE: usize = 1 << 28;

    /// Starts a new problem, without items and without options.
    #[must_use]
    pub fn builder() -> Builder {
        Builder::new()
    }

    /// How many items there are, primary and secondary.
    #[must_use]
    pub fn item_count(&self) -> usize {
        self.items as usize
    }

    /// How many of the items are primary; they have the ids below this number.
    #[must_use]
    pub fn primary_count(&self) -> usize {
        self.primary as usize
    }

    /// How many options there are, those without a primary item included.
    #[must_use]
    pub fn option_count(&self) -> usize {
        self.starts.len() - 1
    }

    /// How many items all options have together: the ones in the matrix.
    #[must_use]
    pub fn entry_count(&self) -> usize {
        self.entries.len()
    }

    /// Whether this item must be covered exactly once; a secondary one may be covered at most once.
    #[must_use]
    pub fn is_primary(&self, item: ItemId) -> bool {
        item.get() < self.primary
    }

    /// Whether some cover could contain this option: false for an option that has no primary item.
    ///
    /// # Panics
    /// If the problem has no such option.
    #[must_use]
    pub fn is_choosable(&self, option: OptionId) -> bool {
        self.option(option).iter().any(|&item| self.is_primary(item))
    }

    /// The items of an option, in the order in which they were given.
    ///
    /// # Panics
    /// If the problem has no such option.
    #[must_use]
    pub fn option(&self, option: OptionId) -> &[ItemId] {
        let o = option.index();
        &self.entries[self.starts[o] as usize..self.starts[o + 1] as usize]
    }

    /// The items of an option, each with the color that the option gives it, if any.
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
        let start = self.starts[option.index()] as usize;
        self.option(option).iter().enumerate().map(move |(at, &item)| {
            let color = self.entry_colors.get(start + at).and_then(|color| color.checked_sub(1));
            (item, color.map(Color::new))
        })
    }

    /// How many chosen options must contain a primary item; `None` for a secondary one.
    #[must_use]
    pub fn bounds(&self, item: ItemId) -> Option<RangeInclusive<u32>> {
        self.is_primary(item).then(|| {
            let (low, high) = self.bounds.get(item.index()).copied().unwrap_or((1, 1));
            low..=high
        })
    }

    /// What an option costs; 0 if nothing was said.
    ///
    /// # Panics
    /// If the problem has no such option.
    #[must_use]
    pub fn cost(&self, option: OptionId) -> u64 {
        assert!(option.index() < self.option_count(), "there is no option {option}");
        self.costs.get(option.index()).copied().unwrap_or(0)
    }

    /// Whether some option gives a color to an item.
    #[must_use]
    pub fn has_colors(&self) -> bool {
        !self.entry_colors.is_empty()
    }

    /// Whether some primary item has other bounds than exactly one.
    #[must_use]
    pub fn has_bounds(&self) -> bool {
        !self.bounds.is_empty()
    }

    /// Whether some option costs something.
    #[must_use]
    pub fn has_costs(&self) -> bool {
        !self.costs.is_empty()
    }

    /// All options with their items, in order.
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

    /// The name of an item, or `None` if it was declared without one or the problem has no such
    /// item.
    #[must_use]
    pub fn name(&self, item: ItemId) -> Option<&str> {
        self.names.get(item)
    }

    /// The item of that name.
    #[must_use]
    pub fn item(&self, name: &str) -> Option<ItemId> {
        self.names.find(name)
    }

    /// The name of a color, or `None` if the problem has no such color.
    #[must_use]
    pub fn color_name(&self, color: Color) -> Option<&str> {
        self.colors.get(color)
    }

    /// An option as the names of its items with blanks between them, `x:red` if it gives a color to
    /// an item; an item without a name shows as `#` and its number.
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

    /// What to call an item in a message: its name, or `#` and its number.
    fn label(&self, item: ItemId) -> String {
        self.name(item).map_or_else(|| format!("#{item}"), str::to_owned)
    }
}
