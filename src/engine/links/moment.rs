//! The recorded steps of a search: the items chosen, the options tried, and the options hidden and
//! put back.

use crate::ids::{ItemId, OptionId};
use crate::problem::Problem;

/// One step of a search, and its effect on the lists.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Moment {
    /// The level: the number of options chosen before the step. For [`Event::TryAgain`] and
    /// [`Event::Terminate`], the number after the step.
    pub level: u32,
    /// The step.
    pub event: Event,
    /// The options that the step removes from their lists, in the order of their removal.
    pub hidden: Vec<OptionId>,
    /// The options that the step puts back into their lists, in the reverse of the order in which
    /// they were hidden.
    pub restored: Vec<OptionId>,
}

/// The kind of a step, with its items and options.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Event {
    /// X1: an option is chosen before the search, such as a clue of a Sudoku.
    Give {
        /// The option.
        option: OptionId,
    },
    /// X1, and after X6: options are excluded. If an item can take several options, an option that
    /// was tried is excluded before the next branch, so no set of options is found twice.
    Exclude,
    /// X2: a node is entered.
    Enter,
    /// X2: every primary item is covered, so the chosen options are a cover.
    Visit,
    /// X3: the item to branch on is chosen.
    Choose {
        /// The item.
        item: ItemId,
        /// The number of its options, or the branching degree if it takes several options. At 0
        /// there is no cover below this node, and at 1 the branch is forced.
        branches: u32,
    },
    /// X4: the options of the item are hidden. The search then tries them.
    CoverItem {
        /// The item.
        item: ItemId,
    },
    /// X5: an option of the item is chosen, and its items are covered.
    Try {
        /// The item.
        item: ItemId,
        /// The option, or `None` if the item needs no further option and takes none.
        option: Option<OptionId>,
        /// The number of branches of the item that are untried.
        untried: u32,
    },
    /// X5: an item that is to be covered has run out of options, so there is no cover below.
    RunOut {
        /// The item.
        item: ItemId,
    },
    /// X6: the options chosen from this level on are taken back.
    TryAgain {
        /// The item of the level.
        item: ItemId,
        /// The options taken back, in the order in which they were chosen.
        released: Vec<OptionId>,
    },
    /// X7: only one option of the item is left to try. For an item that can take several options,
    /// no branch is left, or the exclusion of an option has led to a dead end.
    Backtrack {
        /// The item.
        item: ItemId,
    },
    /// X8: the search leaves the level.
    Leave,
    /// X8 at level 0: the search ends, and all lists are back in their initial state.
    Terminate,
}

impl Event {
    /// Returns the number of the step in TAOCP 7.2.2.1: 1 for X1, up to 8 for X8. It is always 1
    /// for [`Event::Exclude`].
    #[must_use]
    pub fn number(&self) -> u8 {
        match self {
            Self::Give { .. } | Self::Exclude => 1,
            Self::Enter | Self::Visit => 2,
            Self::Choose { .. } => 3,
            Self::CoverItem { .. } => 4,
            Self::Try { .. } | Self::RunOut { .. } => 5,
            Self::TryAgain { .. } => 6,
            Self::Backtrack { .. } => 7,
            Self::Leave | Self::Terminate => 8,
        }
    }
}

impl Moment {
    /// Returns the step as a line of text, with the names of the items. Items without names have
    /// their numbers. Items and options are numbered from 1.
    ///
    /// # Panics
    /// If the problem lacks an option of the step, because another problem was searched.
    #[must_use]
    pub fn text(&self, problem: &Problem) -> String {
        let item = |item: ItemId| match problem.name(item) {
            Some(name) => format!("item {name}"),
            None => format!("item {}", item.get() + 1),
        };
        let option = |option: OptionId| {
            format!("option {}, {}", option.get() + 1, problem.option_text(option))
        };
        let hides = || match self.hidden.len() {
            0 => "hide no options".to_owned(),
            1 => "hide 1 option".to_owned(),
            hidden => format!("hide {hidden} options"),
        };
        let number = self.event.number();
        let what = match &self.event {
            Event::Give { option: given } => {
                format!("{} is given: {}", option(*given), hides())
            }
            Event::Exclude => format!("excluded: {}", hides()),
            Event::Enter => format!("enter level {}", self.level),
            Event::Visit => format!("every item is covered: visit a cover of {}", self.level),
            Event::Choose { item: of, branches: 0 } => {
                format!("{} has no option left: a dead end", item(*of))
            }
            Event::Choose { item: of, branches: 1 } => {
                format!("choose {}, which is forced", item(*of))
            }
            Event::Choose { item: of, branches } => {
                format!("choose {}, with {branches} branches", item(*of))
            }
            Event::CoverItem { item: of } => {
                format!("cover {}: hide its {} options", item(*of), self.hidden.len())
            }
            Event::Try { option: Some(tried), .. } => {
                format!("try {}: {}", option(*tried), hides())
            }
            Event::Try { item: of, .. } => format!("{} takes no further option", item(*of)),
            Event::RunOut { item: of } => format!("{} has run out: a dead end", item(*of)),
            Event::TryAgain { item: of, released } => format!(
                "back to {} at level {}: take back {}, restore {}",
                item(*of),
                self.level,
                released.len(),
                self.restored.len()
            ),
            Event::Backtrack { item: of } => format!("{}: no more branching", item(*of)),
            Event::Leave => format!("leave level {}", self.level),
            Event::Terminate => {
                format!("nothing left to try: restore {}, terminate", self.restored.len())
            }
        };
        format!("X{number}: {what}")
    }
}
