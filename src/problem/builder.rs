//! Builds a [`Problem`], one item and one option at a time.

use super::{BuildError, Names, Problem};
use crate::ids::{ItemId, OptionId};

/// Builds a [`Problem`]: declare the primary items, then the secondary ones, then add options.
///
/// Items are known by name, by number, or by both. Whatever is wrong is an error at the call that does it, and leaves
/// the builder as it was before that call.
///
/// ```
/// use quadrille::{BuildError, ItemId, Problem};
/// let mut builder = Problem::builder();
/// builder.primary(["a", "b"])?;
/// builder.unnamed_primary(1)?; // item 2
/// builder.secondary(["x"])?; // item 3
/// builder.option(["a", "x"])?;
/// builder.option([ItemId::new(1), ItemId::new(2)])?;
/// assert_eq!(builder.option(["a", "a"]), Err(BuildError::RepeatedItem("a".into())));
/// let problem = builder.build()?;
/// assert_eq!((problem.item_count(), problem.primary_count(), problem.option_count()), (4, 3, 2));
/// # Ok::<(), BuildError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Builder {
    primary: u32,
    names: Names,
    starts: Vec<u32>,
    entries: Vec<ItemId>,
    /// For each item, one more than the number of the last option that has it: finds repeats without a search.
    last_option: Vec<u32>,
}

/// How an option says which item it means: by name (`&str`) or by number ([`ItemId`]).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ItemRef<'a> {
    /// The item of that name.
    Name(&'a str),
    /// The item of that number.
    Id(ItemId),
}

impl<'a> From<&'a str> for ItemRef<'a> {
    fn from(name: &'a str) -> Self {
        Self::Name(name)
    }
}

impl<'a> From<&&'a str> for ItemRef<'a> {
    fn from(name: &&'a str) -> Self {
        Self::Name(name)
    }
}

impl<'a> From<&'a String> for ItemRef<'a> {
    fn from(name: &'a String) -> Self {
        Self::Name(name)
    }
}

impl From<ItemId> for ItemRef<'_> {
    fn from(id: ItemId) -> Self {
        Self::Id(id)
    }
}

impl From<&ItemId> for ItemRef<'_> {
    fn from(id: &ItemId) -> Self {
        Self::Id(*id)
    }
}

impl Builder {
    pub(super) fn new() -> Self {
        Self { primary: 0, names: Names::default(), starts: vec![0], entries: Vec::new(), last_option: Vec::new() }
    }

    /// Declares primary items with these names, numbered on from the items before them.
    ///
    /// # Errors
    /// [`BuildError::DuplicateName`], [`BuildError::PrimaryAfterSecondary`], [`BuildError::TooLarge`]; the names before
    /// the one that is refused are declared.
    pub fn primary<S: AsRef<str>>(&mut self, names: impl IntoIterator<Item = S>) -> Result<(), BuildError> {
        names.into_iter().try_for_each(|name| self.declare(Some(name.as_ref()), true))
    }

    /// Declares `count` primary items that have a number but no name.
    ///
    /// # Errors
    /// [`BuildError::PrimaryAfterSecondary`], [`BuildError::TooLarge`].
    pub fn unnamed_primary(&mut self, count: usize) -> Result<(), BuildError> {
        (0..count).try_for_each(|_| self.declare(None, true))
    }

    /// Declares secondary items with these names, numbered on from the items before them.
    ///
    /// # Errors
    /// [`BuildError::DuplicateName`], [`BuildError::TooLarge`]; the names before the one that is refused are declared.
    pub fn secondary<S: AsRef<str>>(&mut self, names: impl IntoIterator<Item = S>) -> Result<(), BuildError> {
        names.into_iter().try_for_each(|name| self.declare(Some(name.as_ref()), false))
    }

    /// Declares `count` secondary items that have a number but no name.
    ///
    /// # Errors
    /// [`BuildError::TooLarge`].
    pub fn unnamed_secondary(&mut self, count: usize) -> Result<(), BuildError> {
        (0..count).try_for_each(|_| self.declare(None, false))
    }

    fn declare(&mut self, name: Option<&str>, primary: bool) -> Result<(), BuildError> {
        let items = self.last_option.len();
        if primary && (self.primary as usize) < items {
            return Err(BuildError::PrimaryAfterSecondary);
        }
        if items + self.entries.len() + 1 >= Problem::MAX_SIZE {
            return Err(BuildError::TooLarge);
        }
        let id = ItemId::new(items as u32);
        if let Some(name) = name
            && !self.names.insert(id, name)
        {
            return Err(BuildError::DuplicateName(name.to_owned()));
        }
        self.last_option.push(0);
        self.primary += u32::from(primary);
        Ok(())
    }

    /// Adds an option that covers these items, and returns its number.
    ///
    /// # Errors
    /// [`BuildError::UnknownItem`], [`BuildError::RepeatedItem`], [`BuildError::TooLarge`]; then the option is not
    /// added.
    pub fn option<'a, I>(&mut self, items: I) -> Result<OptionId, BuildError>
    where
        I: IntoIterator,
        I::Item: Into<ItemRef<'a>>,
    {
        let start = self.entries.len();
        let added = items.into_iter().try_for_each(|item| self.entry(item.into()));
        // An option without items still takes a number, so options are limited like entries.
        let added = if self.starts.len() >= Problem::MAX_SIZE { Err(BuildError::TooLarge) } else { added };
        if let Err(error) = added {
            for item in self.entries.drain(start..) {
                self.last_option[item.index()] = 0;
            }
            return Err(error);
        }
        let option = OptionId::new(self.starts.len() as u32 - 1);
        self.starts.push(self.entries.len() as u32);
        Ok(option)
    }

    fn entry(&mut self, item: ItemRef<'_>) -> Result<(), BuildError> {
        let known = match item {
            ItemRef::Name(name) => self.names.find(name),
            ItemRef::Id(id) => (id.index() < self.last_option.len()).then_some(id),
        };
        let label = || match item {
            ItemRef::Name(name) => name.to_owned(),
            ItemRef::Id(id) => format!("#{id}"),
        };
        let Some(id) = known else {
            return Err(BuildError::UnknownItem(label()));
        };
        // The number of the option being added, counted from 1.
        let this = self.starts.len() as u32;
        if self.last_option[id.index()] == this {
            return Err(BuildError::RepeatedItem(label()));
        }
        if self.last_option.len() + self.entries.len() + 1 >= Problem::MAX_SIZE {
            return Err(BuildError::TooLarge);
        }
        self.last_option[id.index()] = this;
        self.entries.push(id);
        Ok(())
    }

    /// The finished problem.
    ///
    /// # Errors
    /// None at present: every call before it has validated its part. It returns a `Result` for the checks that need
    /// the whole problem.
    pub fn build(self) -> Result<Problem, BuildError> {
        Ok(Problem {
            primary: self.primary,
            items: self.last_option.len() as u32,
            names: self.names,
            starts: self.starts.into(),
            entries: self.entries.into(),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_refused_option_leaves_no_trace() {
        let mut builder = Problem::builder();
        builder.primary(["a", "b"]).unwrap();
        assert_eq!(builder.option(["a", "zzz"]), Err(BuildError::UnknownItem("zzz".into())));
        assert_eq!(builder.option(["a", "b"]), Ok(OptionId::new(0)));
        let nowhere = ItemId::new(2);
        assert_eq!(builder.option([nowhere]), Err(BuildError::UnknownItem("#2".into())));
        let problem = builder.build().unwrap();
        assert_eq!(problem.option_count(), 1);
        assert_eq!(problem.option(OptionId::new(0)), [ItemId::new(0), ItemId::new(1)]);
    }

    #[test]
    fn items_are_declared_in_order_and_once() {
        let mut builder = Problem::builder();
        builder.primary(["a"]).unwrap();
        builder.unnamed_secondary(2).unwrap();
        assert_eq!(builder.secondary(["a"]), Err(BuildError::DuplicateName("a".into())));
        assert_eq!(builder.primary(["b"]), Err(BuildError::PrimaryAfterSecondary));
        builder.secondary(["s"]).unwrap();
        let problem = builder.build().unwrap();
        assert_eq!((problem.item_count(), problem.primary_count()), (4, 1));
        assert_eq!(problem.item("s"), Some(ItemId::new(3)));
        assert_eq!((problem.name(ItemId::new(0)), problem.name(ItemId::new(1))), (Some("a"), None));
        assert_eq!((problem.name(ItemId::new(9)), problem.item("b")), (None, None));
    }
}
