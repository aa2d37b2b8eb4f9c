//! The difficulty of a puzzle for a human solver.
//!
//! # Compared with HoDoKu
//!
//! HoDoKu 2.3.2 with its default settings and `explain --unique` solved 1,005 puzzles: 298 with 17
//! clues, 367 from the list "magictour", 40 of the hardest known, and 300 from our generator, 60 of
//! each level. The table counts puzzles by the level of the hardest technique that each program
//! used.
//!
//! | level here | easy in HoDoKu | medium | hard | unfair | extreme |
//! |---|---|---|---|---|---|
//! | easy | 197 | | | | |
//! | medium | | 264 | | | |
//! | hard | | | 124 | 16 | |
//! | expert | | | 1 | 161 | |
//! | extreme | | | | 32 | 210 |
//!
//! - The 16 puzzles that are hard here and unfair in HoDoKu have WXYZ-wings, which HoDoKu finds as
//!   chains. For the 33 puzzles with a lower level in HoDoKu, HoDoKu has techniques that this
//!   module lacks: hidden rectangles, ALS-XY-wings, chains of almost locked sets, multi-coloring,
//!   and fishes of rows, columns and boxes. In 47 puzzles HoDoKu guesses; here, forcing chains
//!   solve all of them.
//! - HoDoKu also raises the level of a puzzle that has a high score. It did so for 187 of these
//!   puzzles.
//! - The order of the techniques differs. 121 scores are equal, 772 of the 958 for puzzles without
//!   a guess differ by at most a quarter, and half of the scores here are at least 1.03 times those
//!   of HoDoKu.
//! - HoDoKu took 13,694 steps other than singles, 11,535 of them with techniques of this module.
//!   For 11,500 of the 11,535, the same technique finds a step here in the same position. The other
//!   35 are a unique rectangle with a corner that lacks a digit (13), an ALS-XZ with a set of more
//!   than five cells (13), and a chain longer than 16 candidates (9). The 104,000 steps that all
//!   techniques here except forcing chains found in these positions agree with the solution.
//! - In processor time (AMD EPYC with AVX2, one thread, without the start-up of the Java virtual
//!   machine and its compiler), `Explanation` is 10 to 14 times as fast as HoDoKu on puzzles that
//!   HoDoKu solves without a guess (for extreme puzzles, 7.0 s instead of 86.3). On puzzles where
//!   HoDoKu guesses, `Explanation` takes 90.5 s, and HoDoKu 36.8.
//!
//! To repeat the comparison, call `SudokuSolver.solve` of HoDoKu for each puzzle, count the steps
//! it returns, and give the puzzles to `quadrille explain --unique -f json`.

use super::{Explanation, Outcome, Settings, Technique};
use crate::sudoku::{Canonical, Canonizer, Grid, Map};

/// The difficulty of a puzzle, by the hardest technique that it needs. Levels are ordered.
///
/// ```
/// use quadrille::sudoku::logic::Level;
/// assert!(Level::Easy < Level::BeyondLogic);
/// assert_eq!("expert".parse(), Ok(Level::Expert));
/// assert_eq!(Level::BeyondLogic.to_string(), "beyond logic");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Level {
    /// Singles are enough.
    Easy,
    /// Locked candidates, pairs, triples or quadruples are needed.
    Medium,
    /// A fish without fins, a finned X-wing, a skyscraper, a two-string kite, an empty rectangle, a
    /// wing, a coloring, a unique rectangle or a BUG+1 is needed.
    Hard,
    /// A finned swordfish or jellyfish, a Sue de Coq, a chain or an ALS-XZ is needed.
    Expert,
    /// Forcing chains are needed.
    Extreme,
    /// The techniques do not solve the puzzle.
    BeyondLogic,
}

named! {
    Level, UnknownLevel, "level":
    Easy = "easy",
    Medium = "medium",
    Hard = "hard",
    Expert = "expert",
    Extreme = "extreme",
    BeyondLogic = "beyond logic",
}

/// The rating of a puzzle: the outcome of its explanation, and the number of steps of each
/// technique.
///
/// ```
/// use quadrille::sudoku::logic::{Level, Outcome, Rating, Settings, Technique};
/// let puzzle = "208046090000100683109803004002300108480520000301000206600400879050078010010009060".parse()?;
/// let rating = Rating::of(&puzzle, Settings::default());
/// assert_eq!((rating.outcome, rating.level()), (Outcome::Solved, Level::Easy));
/// assert_eq!(rating.hardest(), Some(Technique::NakedSingle));
/// assert_eq!((rating.steps(Technique::NakedSingle), rating.score()), (43, 4 * 43));
/// # Ok::<(), quadrille::sudoku::ParseError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rating {
    /// The end of the explanation.
    pub outcome: Outcome,
    /// The solution, or the part of it that was found.
    pub grid: Grid,
    /// The number of steps of each technique.
    steps: [u32; Technique::ALL.len()],
}

impl Rating {
    /// Rates a puzzle. Equivalent puzzles have equal ratings, apart from the cells and digits of
    /// the grid and of a contradiction.
    ///
    /// The first step that an explanation finds depends on the order of cells and digits, and
    /// affects the steps that follow. So the rating is that of the [canonical
    /// form](Grid::canonical), which equivalent puzzles share. An explanation of the puzzle itself
    /// may have other steps. [`grid`](Self::grid) has the cells and digits of the puzzle itself.
    ///
    /// `quadrille rate` uses `Settings::default().forcing_chains(true)`. Without forcing chains the
    /// hardest puzzles are [beyond logic](Level::BeyondLogic), and a puzzle takes tens of
    /// microseconds to a few milliseconds. With them, the hardest puzzles known take seconds. For
    /// many puzzles use a [`Canonizer`] and [`Rating::of_canonical`].
    ///
    /// ```
    /// use quadrille::sudoku::logic::{Rating, Settings};
    /// use quadrille::sudoku::{Digit, Grid, Map};
    /// let puzzle: Grid = "005176000400000001000800309100000090503000807090000004207008000600000003000429700".parse()?;
    /// let order = [0, 2, 1, 6, 7, 8, 3, 5, 4];
    /// let digits = [9, 8, 7, 6, 5, 4, 3, 2, 1].map(|digit| Digit::new(digit).unwrap());
    /// let map = Map::new(true, order, order, digits).ok_or("no map")?;
    /// let [ours, theirs] = [puzzle, map.apply(&puzzle)].map(|puzzle| Rating::of(&puzzle, Settings::default()));
    /// assert_eq!((ours.level(), ours.score()), (theirs.level(), theirs.score()));
    /// assert_eq!(map.apply(&ours.grid), theirs.grid);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn of(puzzle: &Grid, settings: Settings) -> Self {
        Self::of_canonical(&Canonizer::new().canonical(puzzle), settings)
    }

    /// Rates the puzzle with this canonical form, as [`Rating::of`] does.
    #[must_use]
    pub fn of_canonical(canonical: &Canonical, settings: Settings) -> Self {
        Self::of_explanation(Explanation::new(&canonical.grid, settings))
            .mapped(&canonical.map.inverse())
    }

    /// Returns the rating with the cells and digits of its grid and outcome mapped.
    #[must_use]
    pub fn mapped(self, map: &Map) -> Self {
        let outcome = match self.outcome {
            Outcome::Contradiction(why) => Outcome::Contradiction(why.mapped(map)),
            outcome => outcome,
        };
        Self { outcome, grid: map.apply(&self.grid), ..self }
    }

    /// Rates all steps of an explanation, including those taken so far, in its own cells and
    /// digits. This is for a Sukaku, which has no canonical form, and for a rating that can be
    /// stopped between two steps. Equivalent puzzles may have different ratings, unless the steps
    /// are those of [`Explanation::as_rated`].
    ///
    /// ```
    /// use quadrille::sudoku::logic::{Explanation, Rating, Settings};
    /// let puzzle = "005176000400000001000800309100000090503000807090000004207008000600000003000429700".parse()?;
    /// let mut explanation = Explanation::as_rated(&puzzle, Settings::default());
    /// while explanation.next().is_some() { /* look at the clock, or stop */ }
    /// assert_eq!(Rating::of_explanation(explanation), Rating::of(&puzzle, Settings::default()));
    /// # Ok::<(), quadrille::sudoku::ParseError>(())
    /// ```
    #[must_use]
    pub fn of_explanation(mut explanation: Explanation) -> Self {
        explanation.by_ref().for_each(drop);
        let outcome =
            explanation.outcome().expect("an explanation that has no further step has ended");
        Self { outcome, grid: *explanation.position().grid(), steps: explanation.steps }
    }

    /// Returns the number of steps of a technique.
    #[must_use]
    pub fn steps(&self, technique: Technique) -> u32 {
        self.steps[technique as usize]
    }

    /// Returns the hardest technique that was needed, or `None` if there was no step.
    #[must_use]
    pub fn hardest(&self) -> Option<Technique> {
        Technique::ALL.into_iter().rfind(|&technique| self.steps(technique) > 0)
    }

    /// Returns the sum of the [weights](Technique::weight) of all steps. If the puzzle was not
    /// solved, these are the steps up to where the explanation stopped.
    #[must_use]
    pub fn score(&self) -> u32 {
        Technique::ALL.into_iter().map(|technique| technique.weight() * self.steps(technique)).sum()
    }

    /// Returns the level of the hardest technique, or [`Level::BeyondLogic`] if the puzzle was not
    /// solved.
    #[must_use]
    pub fn level(&self) -> Level {
        match self.outcome {
            Outcome::Solved => self.hardest().map_or(Level::Easy, Technique::level),
            _ => Level::BeyondLogic,
        }
    }
}
