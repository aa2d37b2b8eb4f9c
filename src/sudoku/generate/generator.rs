//! The constraints, and the attempts to meet them.

use std::ops::RangeInclusive;

use super::pattern;
use super::random::Random;
use super::{Attempt, GaveUp, Generated, Impossible, Symmetry, full_grid};
use crate::sudoku::logic::{Cells, Level, Rating, Settings};
use crate::sudoku::{Grid, Solver};

/// A generator of Sudokus with one solution. Its methods set the constraints.
///
/// Every puzzle has a number. The puzzle depends only on this number, the seed and the constraints,
/// and not on puzzles generated before. So clones of one generator can work at the same time.
///
/// ```
/// use quadrille::sudoku::generate::Generator;
/// let mut generator = Generator::new(1).clues(24..=28).minimal(true);
/// for number in 0..3 {
///     let made = generator.puzzle(number)?;
///     assert!((24..=28).contains(&made.puzzle.clue_count()) && made.solution.extends(&made.puzzle));
///     println!("{}", made.puzzle);
/// }
/// # Ok::<(), quadrille::sudoku::generate::GaveUp>(())
/// ```
#[derive(Clone, Debug)]
pub struct Generator {
    seed: u64,
    clues: Option<(usize, usize)>,
    levels: Option<(Level, Level)>,
    symmetry: Symmetry,
    pattern: Option<Cells>,
    is_minimal: bool,
    most_attempts: u64,
    solver: Solver,
}

impl Generator {
    /// The default maximum number of attempts for each puzzle.
    pub const ATTEMPTS: u64 = 20_000;

    /// Returns a generator without constraints: it removes clues until every clue is needed.
    #[must_use]
    pub fn new(seed: u64) -> Self {
        Self {
            seed,
            clues: None,
            levels: None,
            symmetry: Symmetry::None,
            pattern: None,
            is_minimal: false,
            most_attempts: Self::ATTEMPTS,
            solver: Solver::new(),
        }
    }

    /// Sets the range of the number of clues. Unless the puzzle must be [minimal](Self::minimal),
    /// clues are removed down to a random number in the range, if that is possible.
    ///
    /// Most minimal puzzles generated this way have 23 to 26 clues. Two or three in a thousand have
    /// 21; fewer than 20 are practically impossible.
    #[must_use]
    pub fn clues(self, clues: RangeInclusive<usize>) -> Self {
        Self { clues: Some((*clues.start(), *clues.end())), ..self }
    }

    /// Sets the level, as computed by [`Rating::of`] with [`Settings::default`]. For
    /// [`Level::Extreme`], forcing chains are added. So [`Level::BeyondLogic`] means puzzles that
    /// the techniques without forcing chains do not solve. With forcing chains, nearly all of them
    /// are `Extreme`, so `quadrille generate` does not offer `BeyondLogic`.
    #[must_use]
    pub fn rating(self, level: Level) -> Self {
        self.ratings(level..=level)
    }

    /// Sets a range of levels. Forcing chains are used if its upper end is [`Level::Extreme`].
    ///
    /// ```
    /// use quadrille::sudoku::generate::Generator;
    /// use quadrille::sudoku::logic::{Level, Rating, Settings};
    /// let made = Generator::new(1).ratings(Level::Medium..=Level::Hard).puzzle(0)?;
    /// let level = Rating::of(&made.puzzle, Settings::default()).level();
    /// assert!(level == Level::Medium || level == Level::Hard);
    /// # Ok::<(), quadrille::sudoku::generate::GaveUp>(())
    /// ```
    #[must_use]
    pub fn ratings(self, levels: RangeInclusive<Level>) -> Self {
        Self { levels: Some((*levels.start(), *levels.end())), ..self }
    }

    /// Sets the cells that have clues, instead of a symmetry and a number of clues. An attempt
    /// begins with the digits of a random full grid in these cells. It changes single clues to
    /// reduce the number of solutions, until one is left or the maximum number of changes is
    /// reached. The puzzle need not be [minimal](Self::minimal).
    ///
    /// ```
    /// use quadrille::sudoku::generate::Generator;
    /// use quadrille::sudoku::logic::{Cell, Cells};
    /// let pattern: Cells = Cell::all().filter(|cell| cell.index() % 2 == 0).collect();
    /// let made = Generator::new(1).pattern(pattern).puzzle(0)?;
    /// let clues = Cell::all().filter(|cell| made.puzzle.get(cell.row(), cell.column()).is_some());
    /// assert_eq!(clues.collect::<Cells>(), pattern);
    /// # Ok::<(), quadrille::sudoku::generate::GaveUp>(())
    /// ```
    #[must_use]
    pub fn pattern(self, cells: Cells) -> Self {
        Self { pattern: Some(cells), ..self }
    }

    /// Sets the symmetry of the clues.
    #[must_use]
    pub fn symmetry(self, symmetry: Symmetry) -> Self {
        Self { symmetry, ..self }
    }

    /// Sets whether every single clue must be needed. Without a symmetry, a pattern or a number of
    /// clues, this always holds. With a symmetry, clues are removed together, and a single clue may
    /// be redundant in the end.
    #[must_use]
    pub fn minimal(self, is_minimal: bool) -> Self {
        Self { is_minimal, ..self }
    }

    /// Sets the maximum number of attempts for a puzzle. An attempt takes less than a millisecond,
    /// unless a level or a pattern is set.
    #[must_use]
    pub fn attempts_at_most(self, attempts: u64) -> Self {
        Self { most_attempts: attempts, ..self }
    }

    /// Checks for constraints that no puzzle can meet.
    ///
    /// # Errors
    /// [`Impossible`] with the reason.
    ///
    /// ```
    /// use quadrille::sudoku::generate::{Generator, Impossible};
    /// assert_eq!(Generator::new(1).clues(10..=16).check(), Err(Impossible::FewerThan17));
    /// ```
    pub fn check(&self) -> Result<(), Impossible> {
        if self.levels.is_some_and(|(easiest, hardest)| easiest > hardest) {
            return Err(Impossible::NoLevel);
        }
        if let Some(cells) = self.pattern {
            return pattern::check(cells);
        }
        match self.clues {
            Some((fewest, most)) if fewest > most => Err(Impossible::EmptyRange),
            Some((_, ..17)) => Err(Impossible::FewerThan17),
            Some((82.., _)) => Err(Impossible::MoreThan81),
            // The cell in the middle has no partners, and each other cell has three.
            Some((fewest, most))
                if self.symmetry == Symmetry::Rot90
                    && !(fewest..=most).any(|clues| clues % 4 < 2) =>
            {
                Err(Impossible::Symmetry(self.symmetry))
            }
            _ => Ok(()),
        }
    }

    /// Returns the puzzle with this number.
    ///
    /// # Errors
    /// [`GaveUp`] if no attempt met all constraints.
    pub fn puzzle(&mut self, number: u64) -> Result<Generated, GaveUp> {
        let mut attempts = self.attempts(number);
        attempts.by_ref().last();
        attempts.result()
    }

    /// Iterates over the attempts to make the puzzle with this number. The caller can do other work
    /// between them. The last attempt made the puzzle, unless the generator gave up.
    ///
    /// ```
    /// use quadrille::sudoku::logic::Level;
    /// use quadrille::sudoku::generate::{Attempt, Generator};
    /// let mut generator = Generator::new(1).rating(Level::Hard).attempts_at_most(1000);
    /// let mut attempts = generator.attempts(0);
    /// for attempt in attempts.by_ref() {
    ///     if let Attempt::Level(level) = attempt {
    ///         println!("{level}, try again");
    ///     }
    /// }
    /// println!("{}", attempts.result()?.puzzle);
    /// # Ok::<(), quadrille::sudoku::generate::GaveUp>(())
    /// ```
    pub fn attempts(&mut self, number: u64) -> Attempts<'_> {
        let random = Random::new(self.seed, number);
        Attempts { generator: self, random, failed: GaveUp::default(), made: None }
    }

    fn attempt(&mut self, random: &mut Random) -> Attempt {
        let solution = full_grid::draw(random);
        if let Some(cells) = self.pattern {
            return match pattern::fill(&mut self.solver, cells, &solution, random) {
                Some(made) => self.judge(made),
                None => Attempt::Several,
            };
        }
        let target = match self.clues {
            Some((fewest, most)) if !self.is_minimal && fewest <= most.min(81) => {
                fewest + random.below((most.min(81) - fewest + 1) as u32) as usize
            }
            _ => 0,
        };
        let puzzle = self.take_away(&solution, target, random);
        let clues = puzzle.clue_count();
        if self.clues.is_some_and(|(fewest, most)| !(fewest..=most).contains(&clues)) {
            return Attempt::Clues(clues);
        }
        self.judge(Generated { puzzle, solution })
    }

    /// Tests whether a puzzle with one solution is minimal and of the right level, if that is
    /// required.
    fn judge(&mut self, made: Generated) -> Attempt {
        // With neither a symmetry nor a pattern, clues were removed one by one.
        let may_be_redundant = self.symmetry != Symmetry::None || self.pattern.is_some();
        if self.is_minimal && may_be_redundant && self.has_redundant_clue(&made.puzzle) {
            return Attempt::Redundant;
        }
        if let Some((easiest, hardest)) = self.levels {
            // Forcing chains take a long time, and do not affect the levels below extreme.
            let settings = Settings::default().forcing_chains(hardest == Level::Extreme);
            let level = Rating::of(&made.puzzle, settings).level();
            if !(easiest..=hardest).contains(&level) {
                return Attempt::Level(level);
            }
        }
        Attempt::Made(made)
    }

    /// Goes through the clues in a random order, and removes each one with its partners if a single
    /// solution and at least `target` clues remain.
    fn take_away(&mut self, solution: &Grid, target: usize, random: &mut Random) -> Grid {
        let mut cells: Vec<usize> = (0..81).collect();
        random.shuffle(&mut cells);
        let (mut puzzle, mut clues) = (*solution, 81);
        let mut tried = [false; 81];
        for cell in cells {
            if std::mem::replace(&mut tried[cell], true) {
                continue;
            }
            let (mut fewer, mut left) = (puzzle, clues);
            for partner in self.symmetry.partners(cell) {
                tried[partner] = true;
                fewer.set(partner / 9, partner % 9, None);
                left -= 1;
            }
            if left >= target && self.has_one_solution(&fewer) {
                (puzzle, clues) = (fewer, left);
            }
        }
        puzzle
    }

    fn has_redundant_clue(&mut self, puzzle: &Grid) -> bool {
        (0..81).any(|cell| {
            let mut fewer = *puzzle;
            fewer.set(cell / 9, cell % 9, None);
            fewer != *puzzle && self.has_one_solution(&fewer)
        })
    }

    /// True if a puzzle that is known to have a solution has no second one.
    fn has_one_solution(&mut self, puzzle: &Grid) -> bool {
        self.solver.solutions(puzzle).skip_solutions(2, u64::MAX).0 == 1
    }
}

/// The attempts to make one puzzle; see [`Generator::attempts`].
#[derive(Debug)]
#[must_use = "attempts are lazy and do nothing until they are requested"]
pub struct Attempts<'a> {
    generator: &'a mut Generator,
    random: Random,
    failed: GaveUp,
    made: Option<Generated>,
}

impl Attempts<'_> {
    /// Returns the result of the attempts so far.
    ///
    /// # Errors
    /// [`GaveUp`] if none met all constraints.
    pub fn result(&self) -> Result<Generated, GaveUp> {
        self.made.ok_or(self.failed)
    }
}

impl Iterator for Attempts<'_> {
    type Item = Attempt;

    fn next(&mut self) -> Option<Attempt> {
        if self.made.is_some() || self.failed.attempts >= self.generator.most_attempts {
            return None;
        }
        let attempt = self.generator.attempt(&mut self.random);
        match attempt {
            Attempt::Made(made) => self.made = Some(made),
            ref failed => self.failed.add(failed),
        }
        Some(attempt)
    }
}

impl std::iter::FusedIterator for Attempts<'_> {}
