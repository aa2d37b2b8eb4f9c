//! What is to be solved: items, options, and which option covers which items.
//!
//! A [`Problem`] is immutable, validated, and flat: one array holds the items of all options, one after the other, and
//! a second one says where each option starts. Every engine compiles its own structure from it. A [`Builder`] makes
//! one, a [`Cover`] is one of its solutions, and [`Problem::check`] judges a cover without the help of any engine.

mod builder;
mod check;
mod cover;
mod error;

use std::collections::HashMap;
use std::sync::Arc;

use crate::ids::{ItemId, OptionId};

pub use builder::{Builder, ItemRef};
pub use check::CoverError;
pub use cover::Cover;
pub use error::BuildError;

/// An exact-cover problem (Knuth, TAOCP 7.2.2.1): choose options so that every *primary* item lies in exactly one of
/// the chosen options, and every *secondary* item in at most one.
///
/// Items are numbered from 0 in the order of their declaration, the primary ones first; options from 0 in the order in
/// which they were added.
///
/// - An option that has no primary item is in no cover (Knuth's rule); it keeps its number.
/// - Two equal options are two options, and lead to different covers.
/// - With no primary item there is one cover, the empty one; with a primary item that is in no option there is none.
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
#[derive(Clone, Debug)]
pub struct Problem {
    /// Items `0..primary` are primary, items `primary..items` secondary.
    primary: u32,
    items: u32,
    names: Names,
    /// Option `o` has the entries `starts[o]..starts[o + 1]`.
    starts: Box<[u32]>,
    entries: Box<[ItemId]>,
}

impl Problem {
    /// Items and entries together stay below this number, which leaves room for flags in the engines' 32-bit words.
    pub const MAX_SIZE: usize = 1 << 30;

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
    pub fn options(&self) -> impl ExactSizeIterator<Item = (OptionId, &[ItemId])> {
        // The builder keeps the number of options within `u32`.
        (0..self.option_count()).map(|o| {
            let option = OptionId::new(o as u32);
            (option, self.option(option))
        })
    }

    /// The name of an item, or `None` if it was declared without one or the problem has no such item.
    #[must_use]
    pub fn name(&self, item: ItemId) -> Option<&str> {
        self.names.get(item)
    }

    /// The item of that name.
    #[must_use]
    pub fn item(&self, name: &str) -> Option<ItemId> {
        self.names.find(name)
    }

    /// An option as the names of its items with blanks between them; an item without a name shows as `#` and its
    /// number.
    ///
    /// # Panics
    /// If the problem has no such option.
    #[must_use]
    pub fn option_text(&self, option: OptionId) -> String {
        let mut text = String::new();
        for &item in self.option(option) {
            if !text.is_empty() {
                text.push(' ');
            }
            text.push_str(&self.label(item));
        }
        text
    }

    /// What to call an item in a message: its name, or `#` and its number.
    fn label(&self, item: ItemId) -> String {
        self.name(item).map_or_else(|| format!("#{item}"), str::to_owned)
    }
}

/// The names of those items that have one, in both directions.
#[derive(Clone, Debug, Default)]
struct Names {
    /// Shorter than the number of items when the last ones have no name.
    by_item: Vec<Option<Arc<str>>>,
    by_name: HashMap<Arc<str>, ItemId>,
}

impl Names {
    fn get(&self, item: ItemId) -> Option<&str> {
        self.by_item.get(item.index())?.as_deref()
    }

    fn find(&self, name: &str) -> Option<ItemId> {
        self.by_name.get(name).copied()
    }

    /// Names an item that has no name yet; false if another item has this name.
    fn insert(&mut self, item: ItemId, name: &str) -> bool {
        if self.by_name.contains_key(name) {
            return false;
        }
        let name: Arc<str> = name.into();
        if self.by_item.len() <= item.index() {
            self.by_item.resize(item.index() + 1, None);
        }
        self.by_item[item.index()] = Some(Arc::clone(&name));
        self.by_name.insert(name, item);
        true
    }
}
