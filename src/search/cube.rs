//! Cubes: parts of a search that can be searched by themselves, and those that a search has left to
//! do.

use super::UnknownOption;
use crate::ids::OptionId;
use crate::problem::Cover;

/// A part of a search: the covers that contain some chosen options and none of some excluded ones.
/// The default is all covers.
///
/// The name is that of cube-and-conquer (Heule, Kullmann, Wieringa and Biere, "Cube and conquer",
/// HVC 2011): a cube is a conjunction of decisions, here "this option" and "not this option".
///
/// Algorithm X branches on an item. Where the item is covered exactly once, the cubes "this option
/// covers it" have no cover in common, and the chosen options tell them apart. Where bounds let an
/// item take several options, a cover may contain two of them: then the cube of each option
/// excludes those that were tried before it, as the engine itself does (TAOCP 7.2.2.1, Algorithm
/// M). An engine that branches on "this option or not" excludes options too.
///
/// ```
/// use quadrille::OptionId;
/// use quadrille::search::Cube;
/// let [a, b] = [OptionId::new(0), OptionId::new(1)];
/// assert_eq!(Cube::from([a]).without([b]), Cube { chosen: vec![a], excluded: vec![b] });
/// assert_eq!(Cube::default(), Cube::from([]));
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Cube {
    /// The options that every cover of the cube contains.
    pub chosen: Vec<OptionId>,
    /// The options that no cover of the cube contains.
    pub excluded: Vec<OptionId>,
}

impl Cube {
    /// The same cube less the covers that contain one of these options.
    #[must_use]
    pub fn without(mut self, excluded: impl IntoIterator<Item = OptionId>) -> Self {
        self.excluded.extend(excluded);
        self
    }

    /// True if no option is chosen or excluded, so that all covers are in it.
    #[must_use]
    pub fn is_whole(&self) -> bool {
        self.chosen.is_empty() && self.excluded.is_empty()
    }

    /// Checks that the options are those of a problem with so many.
    ///
    /// # Errors
    /// [`UnknownOption`] names the first one that is not.
    pub fn check(&self, option_count: usize) -> Result<(), UnknownOption> {
        match self.chosen.iter().chain(&self.excluded).find(|option| option.index() >= option_count)
        {
            Some(&option) => Err(UnknownOption { option, option_count }),
            None => Ok(()),
        }
    }
}

/// The covers that contain these options.
impl From<Vec<OptionId>> for Cube {
    fn from(chosen: Vec<OptionId>) -> Self {
        Self { chosen, excluded: Vec::new() }
    }
}

/// The covers that contain these options.
impl From<&[OptionId]> for Cube {
    fn from(chosen: &[OptionId]) -> Self {
        chosen.to_vec().into()
    }
}

/// The covers that contain these options.
impl From<&Vec<OptionId>> for Cube {
    fn from(chosen: &Vec<OptionId>) -> Self {
        chosen.clone().into()
    }
}

/// The covers that contain these options.
impl<const N: usize> From<[OptionId; N]> for Cube {
    fn from(chosen: [OptionId; N]) -> Self {
        chosen.to_vec().into()
    }
}

/// The covers that contain every option of this one.
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
pub struct OpenCube {
    /// The covers.
    pub cube: Cube,
    /// The probability of coming there by a walk from the root of the search that takes one of the
    /// branches at random at each node (Knuth, "Estimating the efficiency of backtrack programs",
    /// 1975). So the shares of what is open, taken from 1, leave the fraction of the tree that was
    /// searched, as far as the branches taken tell.
    pub share: f64,
}

impl OpenCube {
    /// A whole search.
    #[must_use]
    pub fn whole() -> Self {
        Self { cube: Cube::default(), share: 1.0 }
    }
}
