//! The errors of a [`Builder`](super::Builder).

use std::error::Error;
use std::fmt;

use super::Problem;

/// The reason why a [`Builder`](super::Builder) rejected an item or an option. The builder keeps
/// all that was added before, and can still be used.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum BuildError {
    /// Two items have this name.
    DuplicateName(String),
    /// A primary item was declared after a secondary one.
    PrimaryAfterSecondary,
    /// An option contains an item with this name or number, which was not declared.
    UnknownItem(String),
    /// An option contains text such as `x:A`, where `x` is an item.
    ColorInName {
        /// The item.
        item: String,
        /// The text behind the colon.
        color: String,
    },
    /// An option contains this item twice.
    RepeatedItem(String),
    /// An option gives a color to this primary item.
    ColorOnPrimary(String),
    /// The lower bound of an item is above the upper bound, or the upper bound is 0.
    BadBounds {
        /// The lower bound.
        low: u32,
        /// The upper bound.
        high: u32,
    },
    /// The sum of the costs of all options does not fit in 64 bits.
    CostTooLarge,
    /// Items and entries together are [`Problem::MAX_SIZE`] or more.
    TooLarge,
}

impl fmt::Display for BuildError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::DuplicateName(name) => {
                write!(f, "two items are named `{name}`: give each item a name of its own")
            }
            Self::PrimaryAfterSecondary => {
                f.write_str("a primary item after a secondary one: declare all primary items first")
            }
            Self::UnknownItem(item) => {
                write!(f, "there is no item `{item}`: declare it before the option that needs it")
            }
            Self::ColorInName { item, color } => {
                write!(
                    f,
                    "there is no item `{item}:{color}`: a color is given as a pair, \
                     `(\"{item}\", \"{color}\")`"
                )
            }
            Self::RepeatedItem(item) => {
                write!(
                    f,
                    "item `{item}` is in the option twice: an option is a set of items, so name it \
                     once"
                )
            }
            Self::ColorOnPrimary(item) => {
                write!(
                    f,
                    "item `{item}` is primary, and only a secondary item can have a color: drop \
                     the color, or declare it as secondary"
                )
            }
            Self::BadBounds { low, high } => {
                write!(
                    f,
                    "bounds {low}:{high}: the lower one must not be above the upper one, which \
                     must be 1 at least"
                )
            }
            Self::CostTooLarge => {
                write!(
                    f,
                    "the costs of all options together exceed {}: use a larger unit",
                    i64::MAX
                )
            }
            Self::TooLarge => {
                write!(
                    f,
                    "items and entries together reach the limit of {}: split the problem",
                    Problem::MAX_SIZE
                )
            }
        }
    }
}

impl Error for BuildError {}
