//! The errors of a [`Builder`](super::Builder), and the error for an unknown id.

use std::error::Error;
use std::fmt;

use super::Problem;
use crate::ids::{ItemId, OptionId};

/// The reason why a [`Builder`](super::Builder) rejected an item or an option. The builder keeps
/// the earlier items and options, and stays usable.
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
        /// The text after the colon.
        color: String,
    },
    /// An option contains this item twice.
    RepeatedItem(String),
    /// An option gives a color to this primary item.
    ColorOnPrimary(String),
    /// The bounds of an item are empty, or the upper bound is 0.
    BadBounds {
        /// The lower bound.
        low: u32,
        /// The upper bound.
        high: u32,
    },
    /// The absolute values of all costs add up to more than [`i64::MAX`].
    CostTooLarge,
    /// Items and entries together, or the options, number [`Problem::MAX_SIZE`] or more.
    TooLarge,
}

impl fmt::Display for BuildError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::DuplicateName(name) => {
                write!(f, "two items are named `{name}`: give each item its own name")
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
                     the color, or declare the item as secondary"
                )
            }
            Self::BadBounds { low, high } => {
                write!(
                    f,
                    "bounds {low}:{high}: the lower one must not be above the upper one, which \
                     must be at least 1"
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

/// The error for an option that the problem does not have. Methods that cannot return it panic with
/// its message.
///
/// ```
/// use quadrille::problem::UnknownOption;
/// use quadrille::{OptionId, Problem, Solver};
/// let problem: Problem = "a\na\n".parse()?;
/// let option = OptionId::new(7);
/// let error = Solver::new(&problem).solutions_of(&[option].into()).expect_err("it has one option");
/// assert_eq!(error, UnknownOption { option, option_count: 1 });
/// assert_eq!(error.to_string(), "there is no option 7: the problem has 1, numbered from 0");
/// # Ok::<(), quadrille::format::ParseError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct UnknownOption {
    /// The option.
    pub option: OptionId,
    /// The number of options of the problem.
    pub option_count: usize,
}

impl UnknownOption {
    /// Returns the index of an option of a problem with `option_count` options.
    pub(crate) fn check(option: OptionId, option_count: usize) -> Result<usize, Self> {
        let index = option.index();
        if index < option_count { Ok(index) } else { Err(Self { option, option_count }) }
    }

    /// Returns the index of an option of a problem with `option_count` options, or panics.
    pub(crate) fn expect(option: OptionId, option_count: usize) -> usize {
        Self::check(option, option_count).unwrap_or_else(|error| panic!("{error}"))
    }
}

impl fmt::Display for UnknownOption {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { option, option_count } = self;
        write!(f, "there is no option {option}: the problem has {option_count}, numbered from 0")
    }
}

impl Error for UnknownOption {}

/// Returns the index of an item of a problem with `item_count` items, or panics with a message like
/// that of [`UnknownOption`].
pub(super) fn expect_item(item: ItemId, item_count: usize) -> usize {
    assert!(
        item.index() < item_count,
        "there is no item {item}: the problem has {item_count}, numbered from 0"
    );
    item.index()
}
