//! The types of arguments for a name, for an item or a color, and for an entry of an option.

use std::borrow::Cow;
use std::fmt;
use std::rc::Rc;
use std::sync::Arc;

use crate::ids::ItemId;

/// A name as passed to a [`Builder`](super::Builder): text, or a number that stands for its decimal
/// form.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NameRef<'a> {
    /// The name itself.
    Text(&'a str),
    /// The name that is the decimal form of this number.
    Number(i128),
}

impl NameRef<'_> {
    #[inline]
    pub(super) fn text(&self) -> Cow<'_, str> {
        match self {
            Self::Text(text) => Cow::Borrowed(text),
            Self::Number(number) => Cow::Owned(number.to_string()),
        }
    }
}

impl fmt::Display for NameRef<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Text(text) => f.write_str(text),
            Self::Number(number) => number.fmt(f),
        }
    }
}

/// A value that can be the name of an item or of a color: any kind of string, or an integer of up
/// to 64 bits.
///
/// ```
/// use quadrille::Problem;
/// let mut builder = Problem::builder();
/// builder.primary(1..=3)?;
/// builder.primary([String::from("a")])?;
/// builder.option([1, 2])?;
/// builder.option(vec![String::from("3"), String::from("a")])?;
/// assert_eq!(builder.build()?.solutions().count(), 1);
/// # Ok::<(), quadrille::BuildError>(())
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be the name of an item or a color",
    label = "a name is a string or an integer",
    note = "`Model::keyed_builder` takes items of any type"
)]
pub trait AsName {
    /// Returns the name.
    fn as_name(&self) -> NameRef<'_>;
}

impl<N: AsName + ?Sized> AsName for &N {
    fn as_name(&self) -> NameRef<'_> {
        (**self).as_name()
    }
}

impl AsName for NameRef<'_> {
    fn as_name(&self) -> NameRef<'_> {
        *self
    }
}

macro_rules! texts {
    ($($text:ty),*) => {$(
        impl AsName for $text {
            fn as_name(&self) -> NameRef<'_> {
                NameRef::Text(self)
            }
        }
    )*};
}

texts!(str, String, Cow<'_, str>, Box<str>, Rc<str>, Arc<str>);

macro_rules! numbers {
    ($($number:ty),*) => {$(
        impl AsName for $number {
            fn as_name(&self) -> NameRef<'_> {
                NameRef::Number((*self).into())
            }
        }
    )*};
}

numbers!(u8, u16, u32, u64, i8, i16, i32, i64);

impl AsName for usize {
    fn as_name(&self) -> NameRef<'_> {
        NameRef::Number(*self as i128)
    }
}

impl AsName for isize {
    fn as_name(&self) -> NameRef<'_> {
        NameRef::Number(*self as i128)
    }
}

/// A reference to an item of an option: by name, or by number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ItemRef<'a> {
    /// The item with this name.
    Name(NameRef<'a>),
    /// The item with this number.
    Id(ItemId),
}

impl fmt::Display for ItemRef<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Name(name) => name.fmt(f),
            Self::Id(id) => write!(f, "#{id}"),
        }
    }
}

/// A value that names an item in an option: its name, or its [`ItemId`]. The two can be mixed:
///
/// ```
/// use quadrille::{AsItem, ItemId, Problem};
/// let mut builder = Problem::builder();
/// builder.primary(["a", "b"])?;
/// builder.option(["a".as_item(), ItemId::new(1).as_item()])?;
/// assert_eq!(builder.build()?.to_string(), "a b\na b\n");
/// # Ok::<(), quadrille::BuildError>(())
/// ```
pub trait AsItem {
    /// Returns the item.
    fn as_item(&self) -> ItemRef<'_>;
}

impl<N: AsName + ?Sized> AsItem for N {
    fn as_item(&self) -> ItemRef<'_> {
        ItemRef::Name(self.as_name())
    }
}

impl AsItem for ItemId {
    fn as_item(&self) -> ItemRef<'_> {
        ItemRef::Id(*self)
    }
}

impl AsItem for &ItemId {
    fn as_item(&self) -> ItemRef<'_> {
        ItemRef::Id(**self)
    }
}

impl AsItem for ItemRef<'_> {
    fn as_item(&self) -> ItemRef<'_> {
        *self
    }
}

/// A value that names the color of an item in an option: the name of a color, or an `Option<&str>`.
pub trait AsColor {
    /// Returns the color, or `None` if the option gives the item no color.
    fn as_color(&self) -> Option<NameRef<'_>>;
}

impl<N: AsName> AsColor for N {
    fn as_color(&self) -> Option<NameRef<'_>> {
        Some(self.as_name())
    }
}

/// A color as a string, or no color. The implementation is only for strings, because with a generic
/// one, `None` in `("a", None)` would need a type annotation.
impl AsColor for Option<&str> {
    fn as_color(&self) -> Option<NameRef<'_>> {
        self.map(NameRef::Text)
    }
}

/// An entry of an option: an item, with or without a color.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct EntryRef<'a> {
    /// The item.
    pub item: ItemRef<'a>,
    /// The name of the color, if the option gives the item one.
    pub color: Option<NameRef<'a>>,
}

/// A value that can be an entry of an option: an item, or a pair of an item and a color.
///
/// ```
/// let mut builder = quadrille::Problem::builder();
/// builder.primary(["a", "b"])?;
/// builder.secondary(["x", "y"])?;
/// builder.option(["a", "y"])?;
/// builder.option([("b", None), ("x", Some("red"))])?;
/// builder.option([("b", None)])?;
/// builder.option([("x", 3), ("y", 4)])?; // without a primary item: in no cover
/// let problem = builder.build()?;
/// assert_eq!(problem.option_text(quadrille::OptionId::new(3)), "x:3 y:4");
/// # Ok::<(), quadrille::BuildError>(())
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be an entry of an option",
    label = "an entry is an item, by name or `ItemId`, or a pair of an item and a color",
    note = "`Model::keyed_builder` takes items of any type"
)]
pub trait AsEntry {
    /// Returns the entry.
    fn as_entry(&self) -> EntryRef<'_>;
}

impl<I: AsItem + ?Sized> AsEntry for I {
    fn as_entry(&self) -> EntryRef<'_> {
        EntryRef { item: self.as_item(), color: None }
    }
}

impl<I: AsItem, C: AsColor> AsEntry for (I, C) {
    fn as_entry(&self) -> EntryRef<'_> {
        EntryRef { item: self.0.as_item(), color: self.1.as_color() }
    }
}

impl<I: AsItem, C: AsColor> AsEntry for &(I, C) {
    fn as_entry(&self) -> EntryRef<'_> {
        (**self).as_entry()
    }
}

/// An item by number, with a color whose name is a number, or without a color.
impl AsEntry for (ItemId, Option<u32>) {
    fn as_entry(&self) -> EntryRef<'_> {
        let color = self.1.map(|color| NameRef::Number(color.into()));
        EntryRef { item: ItemRef::Id(self.0), color }
    }
}

impl AsEntry for &(ItemId, Option<u32>) {
    fn as_entry(&self) -> EntryRef<'_> {
        (**self).as_entry()
    }
}

impl AsEntry for EntryRef<'_> {
    fn as_entry(&self) -> EntryRef<'_> {
        *self
    }
}
