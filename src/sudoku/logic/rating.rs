//! How hard a puzzle is for someone who reasons.

use std::fmt;
use std::str::FromStr;

use super::{Explanation, Outcome, Settings, Technique};
use crate::sudoku::{Canonical, Canonizer, Grid};

/// How hard a puzzle is: by the hardest technique it needs. Levels are in order.
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
    /// It takes locked candidates, or pairs, triples or quadruples.
    Medium,
    /// It takes a fish, a wing, a coloring or a unique rectangle.
    Hard,
    /// It takes a chain.
    Expert,
    /// The techniques do not solve it.
    BeyondLogic,
}

impl Level {
    /// All levels, the easiest first.
    pub const ALL: [Self; 5] =
        [Self::Easy, Self::Medium, Self::Hard, Self::Expert, Self::BeyondLogic];

    /// Its name, as [`FromStr`] reads it.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Easy => "easy",
            Self::Medium => "medium",
            Self::Hard => "hard",
            Self::Expert => "expert",
            Self::BeyondLogic => "beyond logic",
        }
    }
}

impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// No level has this name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnknownLevel(pub String);

impl fmt::Display for UnknownLevel {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "there is no level `{}`: choose one of {}",
            self.0,
            Level::ALL.map(Level::name).join(", ")
        )
    }
}

impl std::error::Error for UnknownLevel {}

impl FromStr for Level {
    type Err = UnknownLevel;

    fn from_str(name: &str) -> Result<Self, UnknownLevel> {
        Self::ALL
            .into_iter()
            .find(|level| level.name() == name)
            .ok_or_else(|| UnknownLevel(name.to_owned()))
    }
}

/// What an explanation of a puzzle took.
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
    /// How the explanation ended.
    pub outcome: Outcome,
    /// The solution, or as much of it as was found.
    pub grid: Grid,
    /// How many steps each technique made.
    steps: [u32; Technique::ALL.len()],
}

impl Rating {
    /// Rates a puzzle: equivalent puzzles have equal ratings, but for the grid.
    ///
    /// Which step an explanation finds first depends on the order of cells and digits, and with it
    /// what is left for the next steps. So the explanation of the [canonical form](Grid::canonical)
    /// is rated, which equivalent puzzles share. An explanation of the puzzle itself may take other
    /// steps. [`grid`](Self::grid) is that of the puzzle itself.
    ///
    /// An easy puzzle takes some tens of microseconds, one that needs many long chains a few
    /// milliseconds. For many puzzles use a [`Canonizer`] and [`Rating::of_canonical`].
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

    /// Rates the puzzle whose canonical form this is, as [`Rating::of`] does.
    #[must_use]
    pub fn of_canonical(canonical: &Canonical, settings: Settings) -> Self {
        let rating = Self::of_explanation(Explanation::new(&canonical.grid, settings));
        let back = canonical.map.inverse();
        let outcome = match rating.outcome {
            Outcome::Contradiction(why) => Outcome::Contradiction(why.mapped(&back)),
            outcome => outcome,
        };
        Self { outcome, grid: back.apply(&rating.grid), ..rating }
    }

    /// Rates the steps of an explanation that has not begun, in its own cells and digits: of a
    /// Sukaku, for instance, which has no canonical form. The rating of an equivalent puzzle may
    /// differ.
    #[must_use]
    pub fn of_explanation(mut explanation: Explanation) -> Self {
        let mut steps = [0; Technique::ALL.len()];
        for step in explanation.by_ref() {
            steps[step.technique as usize] += 1;
        }
        let outcome =
            explanation.outcome().expect("an explanation that has no further step has ended");
        Self { outcome, grid: *explanation.position().grid(), steps }
    }

    /// How many steps this technique made.
    #[must_use]
    pub fn steps(&self, technique: Technique) -> u32 {
        self.steps[technique as usize]
    }

    /// The hardest technique that was needed, `None` if there was no step.
    #[must_use]
    pub fn hardest(&self) -> Option<Technique> {
        Technique::ALL.into_iter().rfind(|&technique| self.steps(technique) > 0)
    }

    /// The sum of the [weights](Technique::weight) of all steps. If the puzzle was not solved, that
    /// of the steps up to where it stopped.
    #[must_use]
    pub fn score(&self) -> u32 {
        Technique::ALL.into_iter().map(|technique| technique.weight() * self.steps(technique)).sum()
    }

    /// The level of the hardest technique, [`Level::BeyondLogic`] if the puzzle was not solved.
    #[must_use]
    pub fn level(&self) -> Level {
        match self.outcome {
            Outcome::Solved => self.hardest().map_or(Level::Easy, Technique::level),
            _ => Level::BeyondLogic,
        }
    }
}
