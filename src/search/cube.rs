//! Parts of a search, and what a search has left to do.

use crate::ids::OptionId;

/// A part of a search: the covers that contain every option of a prefix and none of those that are excluded. The default is
/// all covers.
///
/// Algorithm X branches on an item. Where the item is covered exactly once, the parts "this option covers it" are disjoint,
/// and a prefix is all that it takes to tell them apart. Where bounds let an item take several options, a cover may contain
/// two of them: then the part of each option excludes those that were tried before it, as the engine itself does (TAOCP
/// 7.2.2.1, Algorithm M). An engine that branches on "this option or not" excludes options too.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Part {
    /// The options that every cover of the part contains.
    pub prefix: Vec<OptionId>,
    /// The options that no cover of the part contains.
    pub excluded: Vec<OptionId>,
}

/// A part that a search has not entered yet, with its share of the search tree.
#[derive(Clone, Debug, PartialEq)]
pub struct OpenPart {
    /// Which covers.
    pub part: Part,
    /// The probability of coming there by a walk from the root of the search that takes one of the branches at random at
    /// each node (Knuth, "Estimating the efficiency of backtrack programs", 1975). So the shares of what is open, taken from
    /// 1, leave the fraction of the tree that was searched, as far as the branches taken tell.
    pub share: f64,
}

impl OpenPart {
    /// A whole search.
    #[must_use]
    pub fn whole() -> Self {
        Self { part: Part::default(), share: 1.0 }
    }
}
