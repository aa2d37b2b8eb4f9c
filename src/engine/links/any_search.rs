//! A search compiled for the features of its problem.

use super::commit::Features;
use super::search::Search;
use crate::problem::Problem;

/// A search for a problem without colors or bounds, with colors only, or with bounds and perhaps
/// colors. Each is compiled separately, so bounds cost nothing in the first two, and colors cost
/// nothing in the first.
#[derive(Clone, Debug)]
pub(super) enum AnySearch<Plain, Colored, Bounded> {
    Plain(Search<Plain>),
    Colored(Search<Colored>),
    Bounded(Search<Bounded>),
}

impl<Plain: Features, Colored: Features, Bounded: Features> AnySearch<Plain, Colored, Bounded> {
    pub(super) fn new(problem: &Problem) -> Self {
        if problem.has_bounds() {
            Self::Bounded(Search::new(problem))
        } else if problem.has_colors() {
            Self::Colored(Search::new(problem))
        } else {
            Self::Plain(Search::new(problem))
        }
    }
}

/// Evaluates the same expression for a search of any kind.
macro_rules! with_search {
    ($any:expr, $search:ident => $do:expr) => {
        match $any {
            AnySearch::Plain($search) => $do,
            AnySearch::Colored($search) => $do,
            AnySearch::Bounded($search) => $do,
        }
    };
}

pub(super) use with_search;
