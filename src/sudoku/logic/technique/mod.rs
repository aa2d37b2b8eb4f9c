//! The techniques, the simplest first, with a file for each idea.
//!
//! A technique consists of a function that examines a [`Position`] and returns the first
//! [`Deduction`] of its kind that removes or places something, and a function that writes such a
//! deduction as a sentence. It only uses the position, and never tries a digit to see the
//! consequences, except for forcing chains, which are the last technique.
//!
//! The names are those of Sudopedia and of the program HoDoKu, as far as the two agree.

/// Makes a test of each name with its examples, which `examples.rs` explains.
macro_rules! examples {
    ($($name:ident: $($example:literal)+;)+) => {
        #[cfg(test)]
        mod examples {
            $(#[test]
            fn $name() {
                $($crate::sudoku::logic::examples::check($example);)+
            })+
        }
    };
}

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

/// Defines the type of techniques and the table of their properties: the level, the weight, the
/// name, the search, and the sentence.
macro_rules! techniques {
    ($(
        $(#[$doc:meta])*
        $variant:ident: $level:ident $weight:literal $name:literal $find:expr, $tell:path;
    )+) => {
        /// A way to reason. Techniques are ordered from the simplest to the hardest, which is the
        /// order in which they are tried.
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
        pub enum Technique { $($(#[$doc])* $variant,)+ }

        impl Technique {
            /// All techniques in the order in which they are tried.
            pub const ALL: [Self; 36] = [$(Self::$variant,)+];
        }

        static TABLE: [Entry; Technique::ALL.len()] = [$(Entry {
            level: Level::$level, weight: $weight, name: $name, find: $find, tell: $tell,
        },)+];
    };
}

/// The properties of a technique.
struct Entry {
    level: Level,
    weight: u32,
    name: &'static str,
    find: fn(Technique, &Position, &Settings) -> Option<Deduction>,
    tell: fn(&Deduction, &mut fmt::Formatter<'_>) -> fmt::Result,
}

techniques! {
    /// A cell has one digit left.
    NakedSingle: Easy 4 "naked single" |_, p, _| naked_single::find(p), naked_single::tell;
    /// A digit has one cell left in a house.
    HiddenSingle: Easy 14 "hidden single" |_, p, _| hidden_single::find(p), hidden_single::tell;
    /// The places of a digit in a box lie in one line.
    Pointing: Medium 50 "pointing" |_, p, _| pointing::find(p), pointing::tell;
    /// The places of a digit in a line lie in one box.
    Claiming: Medium 50 "claiming" |_, p, _| claiming::find(p), pointing::tell;
    /// Two cells of a house have only two candidates in all.
    NakedPair: Medium 60 "naked pair" |t, p, _| naked_subset::find(p, t), naked_subset::tell;
    /// Two digits have only two places in all in a house.
    HiddenPair: Medium 70 "hidden pair" |t, p, _| hidden_subset::find(p, t), hidden_subset::tell;
    /// Three cells of a house have only three candidates in all.
    NakedTriple: Medium 80 "naked triple" |t, p, _| naked_subset::find(p, t), naked_subset::tell;
    /// Three digits have only three places in all in a house.
    HiddenTriple: Medium 100 "hidden triple"
        |t, p, _| hidden_subset::find(p, t), hidden_subset::tell;
    /// Four cells of a house have only four candidates in all.
    NakedQuadruple: Medium 120 "naked quadruple"
        |t, p, _| naked_subset::find(p, t), naked_subset::tell;
    /// Four digits have only four places in all in a house.
    HiddenQuadruple: Medium 140 "hidden quadruple"
        |t, p, _| hidden_subset::find(p, t), hidden_subset::tell;
    /// The places of a digit in two lines lie in two crossing lines.
    XWing: Hard 140 "X-wing" |t, p, _| fish::find(p, t), fish::tell;
    /// A digit has two places in each of two lines, and one place of each line is in a third line.
    Skyscraper: Hard 140 "skyscraper" |_, p, _| skyscraper::find(p), two_places::tell;
    /// A digit has two places in a row and two in a column, and one place of each is in the same
    /// box.
    TwoStringKite: Hard 150 "two-string kite" |_, p, _| two_string_kite::find(p), two_places::tell;
    /// The places of a digit in a box lie in a row and a column, and a line crosses one of these.
    EmptyRectangle: Hard 150 "empty rectangle"
        |_, p, _| empty_rectangle::find(p), empty_rectangle::tell;
    /// The places of a digit in three lines lie in three crossing lines.
    Swordfish: Hard 150 "swordfish" |t, p, _| fish::find(p, t), fish::tell;
    /// Two cells with the same two candidates, tied by a house with two places for one of these.
    WWing: Hard 150 "W-wing" |_, p, _| w_wing::find(p), w_wing::tell;
    /// An X-wing with further places of the digit in one box.
    FinnedXWing: Hard 150 "finned X-wing" |t, p, _| finned_fish::find(p, t), finned_fish::tell;
    /// A finned X-wing that lacks a corner.
    SashimiXWing: Hard 150 "sashimi X-wing" |t, p, _| finned_fish::find(p, t), finned_fish::tell;
    /// Three cells with two candidates each. One cell sees the other two.
    XyWing: Hard 160 "XY-wing" |_, p, _| xy_wing::find(p), xy_wing::tell;
    /// An XY-wing whose middle cell has all three candidates.
    XyzWing: Hard 180 "XYZ-wing" |_, p, _| xyz_wing::find(p), xy_wing::tell;
    /// The places of a digit in two colors, one of which is all true.
    SimpleColoring: Hard 180 "simple coloring"
        |_, p, _| simple_coloring::find(p), simple_coloring::tell;
    /// Four corners with the same two candidates. Used only if uniqueness is claimed.
    UniqueRectangle: Hard 180 "unique rectangle"
        |_, p, _| unique_rectangle::find(p), unique_rectangle::tell;
    /// All cells but one have two candidates. Used only if uniqueness is claimed.
    BugPlusOne: Hard 180 "BUG+1" |_, p, _| bug_plus_one::find(p), bug_plus_one::tell;
    /// The places of a digit in four lines lie in four crossing lines.
    Jellyfish: Hard 200 "jellyfish" |t, p, _| fish::find(p, t), fish::tell;
    /// Four cells of a line and a box have four candidates in all. Each but one can occur only once
    /// in them.
    WxyzWing: Hard 200 "WXYZ-wing" |_, p, _| wxyz_wing::find(p), wxyz_wing::tell;
    /// A swordfish with further places of the digit in one box.
    FinnedSwordfish: Expert 200 "finned swordfish"
        |t, p, _| finned_fish::find(p, t), finned_fish::tell;
    /// A finned swordfish that has a line with at most one place besides the fins.
    SashimiSwordfish: Expert 240 "sashimi swordfish"
        |t, p, _| finned_fish::find(p, t), finned_fish::tell;
    /// A jellyfish with further places of the digit in one box.
    FinnedJellyfish: Expert 250 "finned jellyfish"
        |t, p, _| finned_fish::find(p, t), finned_fish::tell;
    /// A finned jellyfish that has a line with at most one place besides the fins.
    SashimiJellyfish: Expert 250 "sashimi jellyfish"
        |t, p, _| finned_fish::find(p, t), finned_fish::tell;
    /// Cells of a line and a box have one candidate per cell in all, and each candidate can be in
    /// them only once.
    SueDeCoq: Expert 250 "Sue de Coq" |_, p, _| sue_de_coq::find(p), sue_de_coq::tell;
    /// A chain of places of one digit.
    XChain: Expert 260 "X-chain" |t, p, s| chain::find(p, s, t, x_chain::LINKS), chain::tell;
    /// A chain of cells with two candidates.
    XyChain: Expert 260 "XY-chain" |t, p, s| chain::find(p, s, t, xy_chain::LINKS), chain::tell;
    /// A chain with both kinds of links, whose candidates alternate between false and true.
    AlternatingChain: Expert 280 "alternating inference chain"
        |t, p, s| chain::find(p, s, t, alternating_chain::LINKS), chain::tell;
    /// An alternating chain with groups of places of a digit, where a line crosses a box.
    GroupedChain: Expert 300 "grouped alternating inference chain"
        |t, p, s| chain::find(p, s, t, grouped_chain::LINKS), chain::tell;
    /// Two sets of n cells with n + 1 candidates in all, linked by one or two common candidates.
    AlsXz: Expert 300 "ALS-XZ" |_, p, _| als_xz::find(p), als_xz::tell;
    /// Chains from several assumptions. Used only if [enabled](Settings::forcing_chains).
    ForcingChains: Extreme 500 "forcing chains"
        |_, p, s| s.has_forcing_chains().then(|| forcing_chains::find(p))?, forcing_chains::tell;
}

impl Technique {
    /// Returns the name, in lower case: `hidden single`, `X-wing`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        TABLE[self as usize].name
    }

    /// Returns the weight of a step in the score of a puzzle. The scale is HoDoKu's, changed where
    /// its weights do not rise with the order of the techniques.
    #[must_use]
    pub const fn weight(self) -> u32 {
        TABLE[self as usize].weight
    }

    /// Returns the level of a puzzle that needs this technique and no harder one.
    #[must_use]
    pub const fn level(self) -> Level {
        TABLE[self as usize].level
    }

    /// True if the technique requires the [claim](Settings::claim_unique) that the puzzle has
    /// exactly one solution.
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
        (TABLE[self as usize].find)(self, position, settings)
    }

    /// Writes a deduction of this kind as a sentence, without the name of the technique.
    pub(super) fn tell(self, deduction: &Deduction, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        (TABLE[self as usize].tell)(deduction, f)
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
