//! The techniques, the simplest first, with a file for each idea.
//!
//! A technique consists of a function that examines a [`Position`] and returns the first
//! [`Deduction`] of its kind that removes or places something, and a function that writes such a
//! deduction as a sentence. A technique uses only the position and the settings. Only forcing
//! chains, the last technique, try a digit to see the consequences.
//!
//! The names are those of Sudopedia and of the program HoDoKu, as far as the two agree.

/// Makes a test for each name, with its examples. `examples.rs` explains their notation.
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

mod als_xz;
mod bug_plus_one;
mod chain;
mod empty_rectangle;
mod fish;
mod forcing_chains;
mod hidden_single;
mod hidden_subset;
mod locked_candidates;
mod locked_sets;
mod naked_single;
mod naked_subset;
mod simple_coloring;
mod sue_de_coq;
mod two_places;
mod unique_rectangle;
mod w_wing;
mod wxyz_wing;
mod xy_wing;

use std::fmt;

// The techniques import these names from here.
use super::words::{Houses, Or};
use super::{Candidate, Cell, Cells, Deduction, Digits, Level, Link, Position, Settings};
use crate::sudoku::{Digit, House};

/// Defines the type of techniques and the table of their properties: the level, the weight, the
/// name, the module, and the arguments of its function `find`, which are chosen from a position, a
/// technique and settings.
macro_rules! techniques {
    (($position:ident, $technique:ident, $settings:ident): $(
        $(#[$doc:meta])*
        $variant:ident: $level:ident $weight:literal $name:literal
            $module:ident($($argument:expr),+);
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
            level: Level::$level,
            weight: $weight,
            name: $name,
            #[allow(unused_variables)]
            find: |$position, $technique, $settings| $module::find($($argument),+),
            tell: $module::tell,
        },)+];
    };
}

struct Entry {
    level: Level,
    weight: u32,
    name: &'static str,
    find: fn(&Position, Technique, &Settings) -> Option<Deduction>,
    tell: fn(&Deduction) -> String,
}

techniques! {
    (p, t, s):
    /// A cell has one digit left.
    NakedSingle: Easy 4 "naked single" naked_single(p);
    /// A digit has one cell left in a house.
    HiddenSingle: Easy 14 "hidden single" hidden_single(p);
    /// The places of a digit in a box lie in one line.
    Pointing: Medium 50 "pointing" locked_candidates(p, t);
    /// The places of a digit in a line lie in one box.
    Claiming: Medium 50 "claiming" locked_candidates(p, t);
    /// Two cells of a house have only two candidates in all.
    NakedPair: Medium 60 "naked pair" naked_subset(p, t);
    /// Two digits have only two places between them in a house.
    HiddenPair: Medium 70 "hidden pair" hidden_subset(p, t);
    /// Three cells of a house have only three candidates in all.
    NakedTriple: Medium 80 "naked triple" naked_subset(p, t);
    /// Three digits have only three places between them in a house.
    HiddenTriple: Medium 100 "hidden triple" hidden_subset(p, t);
    /// Four cells of a house have only four candidates in all.
    NakedQuadruple: Medium 120 "naked quadruple" naked_subset(p, t);
    /// Four digits have only four places between them in a house.
    HiddenQuadruple: Medium 140 "hidden quadruple" hidden_subset(p, t);
    /// The places of a digit in two lines lie in two crossing lines.
    XWing: Hard 140 "X-wing" fish(p, t);
    /// A digit has two places in each of two lines, and one place of each line is in a third line.
    Skyscraper: Hard 140 "skyscraper" two_places(p, t);
    /// A digit has two places in a row and two in a column, and one place of each is in the same
    /// box.
    TwoStringKite: Hard 150 "two-string kite" two_places(p, t);
    /// The places of a digit in a box lie in a row and a column, and a line with two places crosses
    /// one of these.
    EmptyRectangle: Hard 150 "empty rectangle" empty_rectangle(p);
    /// The places of a digit in three lines lie in three crossing lines.
    Swordfish: Hard 150 "swordfish" fish(p, t);
    /// Two cells with the same two candidates, tied by a house with two places for one of these.
    WWing: Hard 150 "W-wing" w_wing(p);
    /// An X-wing with extra places of the digit in one box.
    FinnedXWing: Hard 150 "finned X-wing" fish(p, t);
    /// A finned X-wing that lacks a corner.
    SashimiXWing: Hard 150 "sashimi X-wing" fish(p, t);
    /// Three cells with three candidates in all, two in each. One cell sees the other two.
    XyWing: Hard 160 "XY-wing" xy_wing(p, t);
    /// An XY-wing with all three candidates in its middle cell.
    XyzWing: Hard 180 "XYZ-wing" xy_wing(p, t);
    /// Places of a digit in two colors. All places of one color are true.
    SimpleColoring: Hard 180 "simple coloring" simple_coloring(p);
    /// Four corners of a rectangle with two candidates in common. Used only if uniqueness is
    /// claimed.
    UniqueRectangle: Hard 180 "unique rectangle" unique_rectangle(p);
    /// All unsolved cells but one have two candidates. Used only if uniqueness is claimed.
    BugPlusOne: Hard 180 "BUG+1" bug_plus_one(p);
    /// The places of a digit in four lines lie in four crossing lines.
    Jellyfish: Hard 200 "jellyfish" fish(p, t);
    /// Four cells of a line and a box have four candidates in all. All but one can occur only once
    /// in them.
    WxyzWing: Hard 200 "WXYZ-wing" wxyz_wing(p);
    /// A swordfish with extra places of the digit in one box.
    FinnedSwordfish: Expert 200 "finned swordfish" fish(p, t);
    /// A finned swordfish that has a line with at most one place besides the fins.
    SashimiSwordfish: Expert 240 "sashimi swordfish" fish(p, t);
    /// A jellyfish with extra places of the digit in one box.
    FinnedJellyfish: Expert 250 "finned jellyfish" fish(p, t);
    /// A finned jellyfish that has a line with at most one place besides the fins.
    SashimiJellyfish: Expert 250 "sashimi jellyfish" fish(p, t);
    /// A set of n cells of a line and a box has n candidates in all. One that can occur twice in
    /// the set, once in the line and once in the box, counts twice; the others can occur only once.
    SueDeCoq: Expert 250 "Sue de Coq" sue_de_coq(p);
    /// A chain of places of one digit.
    XChain: Expert 260 "X-chain" chain(p, t, s);
    /// A chain of cells with two candidates.
    XyChain: Expert 260 "XY-chain" chain(p, t, s);
    /// A chain of cells with two candidates and of houses with two places for a digit.
    AlternatingChain: Expert 280 "alternating inference chain"
        chain(p, t, s);
    /// An alternating chain that may also have groups: the places of a digit where a line crosses a
    /// box.
    GroupedChain: Expert 300 "grouped alternating inference chain"
        chain(p, t, s);
    /// Two sets of cells, each with one candidate more than cells, linked by one or two common
    /// candidates.
    AlsXz: Expert 300 "ALS-XZ" als_xz(p);
    /// Several chains from one or more assumptions. Used only if
    /// [enabled](Settings::forcing_chains).
    ForcingChains: Extreme 500 "forcing chains" forcing_chains(p);
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

    /// Returns the first deduction of this kind that removes or places something. Returns `None` if
    /// there is none, or if the settings exclude the technique.
    #[must_use]
    pub fn find(self, position: &Position, settings: &Settings) -> Option<Deduction> {
        let is_excluded = match self {
            Self::ForcingChains => !settings.has_forcing_chains(),
            _ => self.assumes_uniqueness() && !settings.is_unique(),
        };
        if is_excluded { None } else { (TABLE[self as usize].find)(position, self, settings) }
    }

    /// Returns a deduction of this kind as a sentence, without the name of the technique.
    pub(super) fn tell(self, deduction: &Deduction) -> String {
        (TABLE[self as usize].tell)(deduction)
    }

    const fn is_finned(self) -> bool {
        self.is_sashimi()
            || matches!(self, Self::FinnedXWing | Self::FinnedSwordfish | Self::FinnedJellyfish)
    }

    const fn is_sashimi(self) -> bool {
        matches!(self, Self::SashimiXWing | Self::SashimiSwordfish | Self::SashimiJellyfish)
    }

    /// True if the [links](Deduction::links) of a deduction are not a chain, but candidates that
    /// stand out in the pattern, as the fins of a fish do. The other candidates of the pattern are
    /// those of its digits in its cells.
    #[must_use]
    pub const fn marks_candidates(self) -> bool {
        matches!(self, Self::UniqueRectangle | Self::WxyzWing | Self::SueDeCoq | Self::AlsXz)
            || self.is_finned()
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
