//! The techniques, the simplest first, with a file for each idea.
//!
//! A technique consists of a function that looks at a [`Position`] and returns the first
//! [`Deduction`] of its kind that removes or places something, and a function that writes such a
//! deduction as a sentence. It only uses the position, and never tries a digit to see what follows,
//! except for forcing chains, which are the last resort.
//!
//! The names are those of Sudopedia and of the program HoDoKu, as far as the two agree.

mod almost_locked;
mod als_xz;
mod alternating_chain;
mod bug_plus_one;
mod chain;
mod claiming;
mod empty_rectangle;
mod finned_fish;
mod fish;
mod forcing_chains;
mod grouped_chain;
mod hidden_single;
mod hidden_subset;
mod locked_sets;
mod naked_single;
mod naked_subset;
mod pointing;
mod simple_coloring;
mod skyscraper;
mod sue_de_coq;
mod two_places;
mod two_string_kite;
mod unique_rectangle;
mod w_wing;
mod wxyz_wing;
mod x_chain;
mod xy_chain;
mod xy_wing;
mod xyz_wing;

use std::fmt;

use super::{Deduction, Level, Position, Settings};

/// A way to reason. Techniques are ordered from the simplest to the hardest, which is the order in
/// which they are tried.
///
/// ```
/// use quadrille::sudoku::logic::{Level, Technique};
/// let names: Vec<_> = Technique::ALL.iter().map(|technique| technique.name()).collect();
/// assert_eq!(names[..4], ["naked single", "hidden single", "pointing", "claiming"]);
/// assert!(Technique::ALL.is_sorted_by_key(|technique| technique.weight()));
/// assert_eq!(Technique::XWing.level(), Level::Hard);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Technique {
    /// A cell has one digit left.
    NakedSingle,
    /// A digit has one cell left in a house.
    HiddenSingle,
    /// The places of a digit in a box lie in one line.
    Pointing,
    /// The places of a digit in a line lie in one box.
    Claiming,
    /// Two cells of a house have only two candidates together.
    NakedPair,
    /// Two digits have only two places together in a house.
    HiddenPair,
    /// Three cells of a house have only three candidates together.
    NakedTriple,
    /// Three digits have only three places together in a house.
    HiddenTriple,
    /// Four cells of a house have only four candidates together.
    NakedQuadruple,
    /// Four digits have only four places together in a house.
    HiddenQuadruple,
    /// The places of a digit in two lines lie in two crossing lines.
    XWing,
    /// A digit has two places in each of two lines, and one of each is in a third line.
    Skyscraper,
    /// A digit has two places in a row and two in a column, and one of each is in a box.
    TwoStringKite,
    /// The places of a digit in a box lie in a row and a column, one of which meets a line with two
    /// places.
    EmptyRectangle,
    /// The places of a digit in three lines lie in three crossing lines.
    Swordfish,
    /// Two cells with the same two candidates, and a house with two places for one of these, which
    /// see one cell each.
    WWing,
    /// An X-wing with further places of the digit in one box.
    FinnedXWing,
    /// A finned X-wing that lacks a corner.
    SashimiXWing,
    /// Three cells with two candidates each, one of which sees the other two.
    XyWing,
    /// An XY-wing whose middle cell has all three candidates.
    XyzWing,
    /// The places of a digit in two colors, one of which is all true.
    SimpleColoring,
    /// Four corners have the same two candidates, and some of them further ones (types 1 to 6).
    /// Used only if uniqueness is claimed.
    UniqueRectangle,
    /// All cells but one have two candidates, and all digits two places. Used only if uniqueness is
    /// claimed.
    BugPlusOne,
    /// The places of a digit in four lines lie in four crossing lines.
    Jellyfish,
    /// Four cells of a line and a box have four candidates together, all but one of them only in
    /// cells that see each other.
    WxyzWing,
    /// A swordfish with further places of the digit in one box.
    FinnedSwordfish,
    /// A finned swordfish that has a line with at most one place besides the fins.
    SashimiSwordfish,
    /// A jellyfish with further places of the digit in one box.
    FinnedJellyfish,
    /// A finned jellyfish that has a line with at most one place besides the fins.
    SashimiJellyfish,
    /// Cells of a line and a box have as many candidates as they are, and each may be in them once.
    SueDeCoq,
    /// A chain of places of one digit.
    XChain,
    /// A chain of cells with two candidates.
    XyChain,
    /// A chain with both kinds of links, whose candidates alternate between false and true.
    AlternatingChain,
    /// An alternating chain with groups of places of a digit, where a line crosses a box.
    GroupedChain,
    /// Two sets of n cells with n + 1 candidates together, linked by one or two common candidates.
    AlsXz,
    /// Chains from all candidates of a cell, from all places of a digit in a house, or from a
    /// candidate that is true and false, with one conclusion; or two chains that contradict each
    /// other. Used only if [asked for](Settings::forcing_chains).
    ForcingChains,
}

impl Technique {
    /// All techniques in the order in which they are tried.
    pub const ALL: [Self; 36] = [
        Self::NakedSingle,
        Self::HiddenSingle,
        Self::Pointing,
        Self::Claiming,
        Self::NakedPair,
        Self::HiddenPair,
        Self::NakedTriple,
        Self::HiddenTriple,
        Self::NakedQuadruple,
        Self::HiddenQuadruple,
        Self::XWing,
        Self::Skyscraper,
        Self::TwoStringKite,
        Self::EmptyRectangle,
        Self::Swordfish,
        Self::WWing,
        Self::FinnedXWing,
        Self::SashimiXWing,
        Self::XyWing,
        Self::XyzWing,
        Self::SimpleColoring,
        Self::UniqueRectangle,
        Self::BugPlusOne,
        Self::Jellyfish,
        Self::WxyzWing,
        Self::FinnedSwordfish,
        Self::SashimiSwordfish,
        Self::FinnedJellyfish,
        Self::SashimiJellyfish,
        Self::SueDeCoq,
        Self::XChain,
        Self::XyChain,
        Self::AlternatingChain,
        Self::GroupedChain,
        Self::AlsXz,
        Self::ForcingChains,
    ];

    /// Returns the name, in lower case: `hidden single`, `X-wing`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::NakedSingle => "naked single",
            Self::HiddenSingle => "hidden single",
            Self::Pointing => "pointing",
            Self::Claiming => "claiming",
            Self::NakedPair => "naked pair",
            Self::HiddenPair => "hidden pair",
            Self::NakedTriple => "naked triple",
            Self::HiddenTriple => "hidden triple",
            Self::NakedQuadruple => "naked quadruple",
            Self::HiddenQuadruple => "hidden quadruple",
            Self::XWing => "X-wing",
            Self::Skyscraper => "skyscraper",
            Self::TwoStringKite => "two-string kite",
            Self::EmptyRectangle => "empty rectangle",
            Self::Swordfish => "swordfish",
            Self::WWing => "W-wing",
            Self::FinnedXWing => "finned X-wing",
            Self::SashimiXWing => "sashimi X-wing",
            Self::XyWing => "XY-wing",
            Self::XyzWing => "XYZ-wing",
            Self::SimpleColoring => "simple coloring",
            Self::UniqueRectangle => "unique rectangle",
            Self::BugPlusOne => "BUG+1",
            Self::Jellyfish => "jellyfish",
            Self::WxyzWing => "WXYZ-wing",
            Self::FinnedSwordfish => "finned swordfish",
            Self::SashimiSwordfish => "sashimi swordfish",
            Self::FinnedJellyfish => "finned jellyfish",
            Self::SashimiJellyfish => "sashimi jellyfish",
            Self::SueDeCoq => "Sue de Coq",
            Self::XChain => "X-chain",
            Self::XyChain => "XY-chain",
            Self::AlternatingChain => "alternating inference chain",
            Self::GroupedChain => "grouped alternating inference chain",
            Self::AlsXz => "ALS-XZ",
            Self::ForcingChains => "forcing chains",
        }
    }

    /// Returns the weight of a step in the score of a puzzle. The scale is that of HoDoKu, changed
    /// where its weights did not rise with the order of the techniques.
    #[must_use]
    pub const fn weight(self) -> u32 {
        match self {
            Self::NakedSingle => 4,
            Self::HiddenSingle => 14,
            Self::Pointing | Self::Claiming => 50,
            Self::NakedPair => 60,
            Self::HiddenPair => 70,
            Self::NakedTriple => 80,
            Self::HiddenTriple => 100,
            Self::NakedQuadruple => 120,
            Self::HiddenQuadruple => 140,
            Self::XWing | Self::Skyscraper => 140,
            Self::TwoStringKite
            | Self::EmptyRectangle
            | Self::Swordfish
            | Self::WWing
            | Self::FinnedXWing
            | Self::SashimiXWing => 150,
            Self::XyWing => 160,
            Self::XyzWing | Self::SimpleColoring | Self::UniqueRectangle | Self::BugPlusOne => 180,
            Self::Jellyfish | Self::WxyzWing | Self::FinnedSwordfish => 200,
            Self::SashimiSwordfish => 240,
            Self::FinnedJellyfish | Self::SashimiJellyfish | Self::SueDeCoq => 250,
            Self::XChain | Self::XyChain => 260,
            Self::AlternatingChain => 280,
            Self::GroupedChain | Self::AlsXz => 300,
            Self::ForcingChains => 500,
        }
    }

    /// Returns the level of a puzzle that needs this technique and no harder one.
    #[must_use]
    pub const fn level(self) -> Level {
        match self {
            Self::NakedSingle | Self::HiddenSingle => Level::Easy,
            Self::Pointing
            | Self::Claiming
            | Self::NakedPair
            | Self::HiddenPair
            | Self::NakedTriple
            | Self::HiddenTriple
            | Self::NakedQuadruple
            | Self::HiddenQuadruple => Level::Medium,
            Self::XWing
            | Self::Skyscraper
            | Self::TwoStringKite
            | Self::EmptyRectangle
            | Self::Swordfish
            | Self::WWing
            | Self::FinnedXWing
            | Self::SashimiXWing
            | Self::XyWing
            | Self::XyzWing
            | Self::SimpleColoring
            | Self::UniqueRectangle
            | Self::BugPlusOne
            | Self::Jellyfish
            | Self::WxyzWing => Level::Hard,
            Self::FinnedSwordfish
            | Self::SashimiSwordfish
            | Self::FinnedJellyfish
            | Self::SashimiJellyfish
            | Self::SueDeCoq
            | Self::XChain
            | Self::XyChain
            | Self::AlternatingChain
            | Self::GroupedChain
            | Self::AlsXz => Level::Expert,
            Self::ForcingChains => Level::Extreme,
        }
    }

    /// True if the technique is used only if it is [claimed](Settings::claim_unique) that the
    /// puzzle has exactly one solution.
    #[must_use]
    pub const fn assumes_uniqueness(self) -> bool {
        matches!(self, Self::UniqueRectangle | Self::BugPlusOne)
    }

    /// Returns the first deduction of this kind that removes or places something.
    #[must_use]
    pub fn find(self, position: &Position, settings: &Settings) -> Option<Deduction> {
        if self.assumes_uniqueness() && !settings.is_unique() {
            return None;
        }
        match self {
            Self::NakedSingle => naked_single::find(position),
            Self::HiddenSingle => hidden_single::find(position),
            Self::Pointing => pointing::find(position),
            Self::Claiming => claiming::find(position),
            Self::NakedPair | Self::NakedTriple | Self::NakedQuadruple => {
                naked_subset::find(position, self)
            }
            Self::HiddenPair | Self::HiddenTriple | Self::HiddenQuadruple => {
                hidden_subset::find(position, self)
            }
            Self::XWing | Self::Swordfish | Self::Jellyfish => fish::find(position, self),
            Self::FinnedXWing
            | Self::SashimiXWing
            | Self::FinnedSwordfish
            | Self::SashimiSwordfish
            | Self::FinnedJellyfish
            | Self::SashimiJellyfish => finned_fish::find(position, self),
            Self::Skyscraper => skyscraper::find(position),
            Self::TwoStringKite => two_string_kite::find(position),
            Self::EmptyRectangle => empty_rectangle::find(position),
            Self::WWing => w_wing::find(position),
            Self::XyWing => xy_wing::find(position),
            Self::XyzWing => xyz_wing::find(position),
            Self::SimpleColoring => simple_coloring::find(position),
            Self::UniqueRectangle => unique_rectangle::find(position),
            Self::BugPlusOne => bug_plus_one::find(position),
            Self::WxyzWing => wxyz_wing::find(position),
            Self::SueDeCoq => sue_de_coq::find(position),
            Self::AlsXz => als_xz::find(position),
            Self::XChain => x_chain::find(position, settings),
            Self::XyChain => xy_chain::find(position, settings),
            Self::AlternatingChain => alternating_chain::find(position, settings),
            Self::GroupedChain => grouped_chain::find(position, settings),
            Self::ForcingChains if settings.has_forcing_chains() => forcing_chains::find(position),
            Self::ForcingChains => None,
        }
    }

    /// Writes a deduction of this kind as a sentence, without the name of the technique.
    pub(super) fn tell(self, deduction: &Deduction, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NakedSingle => naked_single::tell(deduction, f),
            Self::HiddenSingle => hidden_single::tell(deduction, f),
            Self::Pointing => pointing::tell(deduction, f),
            Self::Claiming => claiming::tell(deduction, f),
            Self::NakedPair | Self::NakedTriple | Self::NakedQuadruple => {
                naked_subset::tell(deduction, f)
            }
            Self::HiddenPair | Self::HiddenTriple | Self::HiddenQuadruple => {
                hidden_subset::tell(deduction, f)
            }
            Self::XWing | Self::Swordfish | Self::Jellyfish => fish::tell(deduction, f),
            Self::FinnedXWing
            | Self::SashimiXWing
            | Self::FinnedSwordfish
            | Self::SashimiSwordfish
            | Self::FinnedJellyfish
            | Self::SashimiJellyfish => finned_fish::tell(deduction, f),
            Self::Skyscraper | Self::TwoStringKite => two_places::tell(deduction, f),
            Self::EmptyRectangle => empty_rectangle::tell(deduction, f),
            Self::WWing => w_wing::tell(deduction, f),
            Self::XyWing => xy_wing::tell(deduction, f),
            Self::XyzWing => xyz_wing::tell(deduction, f),
            Self::SimpleColoring => simple_coloring::tell(deduction, f),
            Self::UniqueRectangle => unique_rectangle::tell(deduction, f),
            Self::BugPlusOne => bug_plus_one::tell(deduction, f),
            Self::WxyzWing => wxyz_wing::tell(deduction, f),
            Self::SueDeCoq => sue_de_coq::tell(deduction, f),
            Self::AlsXz => als_xz::tell(deduction, f),
            Self::XChain | Self::XyChain | Self::AlternatingChain | Self::GroupedChain => {
                chain::tell(deduction, f)
            }
            Self::ForcingChains => forcing_chains::tell(deduction, f),
        }
    }

    const fn is_sashimi(self) -> bool {
        matches!(self, Self::SashimiXWing | Self::SashimiSwordfish | Self::SashimiJellyfish)
    }

    /// True if the [links](Deduction::links) of a deduction are not a chain, but candidates that
    /// stand out in the pattern, as the fins of a fish do. The pattern has further candidates:
    /// those of its digits in its cells.
    #[must_use]
    pub const fn marks_candidates(self) -> bool {
        matches!(
            self,
            Self::UniqueRectangle
                | Self::WxyzWing
                | Self::SueDeCoq
                | Self::AlsXz
                | Self::FinnedXWing
                | Self::SashimiXWing
                | Self::FinnedSwordfish
                | Self::SashimiSwordfish
                | Self::FinnedJellyfish
                | Self::SashimiJellyfish
        )
    }

    /// Returns the number of cells of a subset, or the number of lines of a fish.
    const fn size(self) -> usize {
        match self {
            Self::NakedPair | Self::HiddenPair => 2,
            Self::NakedTriple | Self::HiddenTriple => 3,
            Self::NakedQuadruple | Self::HiddenQuadruple => 4,
            Self::XWing | Self::FinnedXWing | Self::SashimiXWing => 2,
            Self::Swordfish | Self::FinnedSwordfish | Self::SashimiSwordfish => 3,
            Self::Jellyfish | Self::FinnedJellyfish | Self::SashimiJellyfish => 4,
            _ => 1,
        }
    }
}

impl fmt::Display for Technique {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}
