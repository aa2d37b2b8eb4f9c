//! Cubes, the parts into which a search can be split.

use super::UnknownOption;
use crate::ids::OptionId;
use crate::problem::Cover;

/// The covers that contain all of the chosen options and none of the excluded ones. The default is
/// all covers.
///
/// The name comes from cube-and-conquer (Heule, Kullmann, Wieringa and Biere, "Cube and conquer",
/// HVC 2011): a cube is a conjunction of decisions, here "this option" and "not this option".
///
/// Algorithm X branches on an item. If the item is covered exactly once, the cubes of its options
/// have no cover in common, because a cover has only one option of the item. If bounds allow
/// several options of an item, a cover may contain two of them. The cube of each option then
/// excludes the options that were tried before it, as the engines do (TAOCP 7.2.2.1, Algorithm M).
/// An engine that branches on "this option or not" excludes options too.
///
/// ```
/// use quadrille::OptionId;
/// use quadrille::search::Cube;
/// let [a, b] = [OptionId::new(0), OptionId::new(1)];
/// assert_eq!(Cube::from([a]).without([b]), Cube { chosen: vec![a], excluded: vec![b] });
/// assert_eq!(Cube::default(), Cube::from([]));
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Deserialize, serde::Serialize))]
pub struct Cube {
    /// The options that every cover of the cube contains.
    pub chosen: Vec<OptionId>,
    /// The options that no cover of the cube contains.
    pub excluded: Vec<OptionId>,
}

impl Cube {
    /// Returns the cube that also excludes these options.
    #[must_use]
    pub fn without(mut self, excluded: impl IntoIterator<Item = OptionId>) -> Self {
        self.excluded.extend(excluded);
        self
    }

    /// True if the cube contains all covers: no option is chosen or excluded.
    #[must_use]
    pub fn is_whole(&self) -> bool {
        self.chosen.is_empty() && self.excluded.is_empty()
    }

    /// Checks that every option of the cube belongs to a problem with `option_count` options.
    ///
    /// # Errors
    /// [`UnknownOption`] with the first option that does not.
    pub fn check(&self, option_count: usize) -> Result<(), UnknownOption> {
        let mut options = self.chosen.iter().chain(&self.excluded);
        options.try_for_each(|&option| UnknownOption::check(option, option_count).map(drop))
    }
}

/// The cube of all covers that contain these options.
impl From<Vec<OptionId>> for Cube {
    fn from(chosen: Vec<OptionId>) -> Self {
        Self { chosen, excluded: Vec::new() }
    }
}

/// The cube of all covers that contain these options.
impl From<&[OptionId]> for Cube {
    fn from(chosen: &[OptionId]) -> Self {
        chosen.to_vec().into()
    }
}

/// The cube of all covers that contain these options.
impl From<&Vec<OptionId>> for Cube {
    fn from(chosen: &Vec<OptionId>) -> Self {
        chosen.clone().into()
    }
}

/// The cube of all covers that contain these options.
impl<const N: usize> From<[OptionId; N]> for Cube {
    fn from(chosen: [OptionId; N]) -> Self {
        chosen.to_vec().into()
    }
}

/// The cube of all covers that contain every option of this cover.
impl From<&Cover> for Cube {
    fn from(cover: &Cover) -> Self {
        cover.to_vec().into()
    }
}

impl FromIterator<OptionId> for Cube {
    fn from_iter<I: IntoIterator<Item = OptionId>>(chosen: I) -> Self {
        chosen.into_iter().collect::<Vec<_>>().into()
    }
}

/// A cube that a search has not entered yet, with its share of the search tree.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Deserialize, serde::Serialize))]
pub struct OpenCube {
    /// The cube.
    pub cube: Cube,
    /// The probability that a random walk from the root of the search enters the cube, if it takes
    /// each branch of a node with equal probability (Knuth, "Estimating the efficiency of backtrack
    /// programs", 1975). One minus the sum of the shares of all open cubes is an estimate of the
    /// fraction of the tree that has been searched.
    pub share: f64,
}

impl OpenCube {
    /// Returns the cube of a whole search, with share 1.
    #[must_use]
    pub fn whole() -> Self {
        Self { cube: Cube::default(), share: 1.0 }
    }

    /// Returns the sum of the shares of cubes.
    pub(crate) fn total_share<'a>(cubes: impl IntoIterator<Item = &'a Self>) -> f64 {
        // The sum of no floating-point numbers is -0.
        cubes.into_iter().map(|open| open.share).sum::<f64>() + 0.0
    }
}
