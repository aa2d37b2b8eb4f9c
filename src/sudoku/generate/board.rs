//! Puzzles on boards with boxes of other sizes.

use std::ops::RangeInclusive;

use super::random::Random;
use super::{Attempt, GaveUp, Impossible};
use crate::ids::OptionId;
use crate::puzzle::Puzzle;
use crate::puzzle::sudoku_board::{Board, BoardError, Filled, Layout};
use crate::search::{Cube, Engine, SLICE, Step};
use crate::solve::First;
use crate::{AnyEngine, EngineChoice};

/// A generator of Sudokus with one solution on boards with boxes of a given size.
///
/// It goes through the clues of a full grid in a random order, and removes each clue if the
/// solution stays unique. [`Generator`](super::Generator) is faster on the standard board and has
/// more constraints. Here, a search in a random order draws the full grids, which are not equally
/// likely. A puzzle with boxes of 2x3 takes milliseconds, and with 4x4 a second or less; larger
/// boxes may take a very long time.
///
/// Every puzzle has a number. The puzzle depends only on this number, the seed, the size of the
/// boxes and the constraints.
///
/// ```
/// use quadrille::puzzle::Puzzle;
/// use quadrille::sudoku::generate::BoardGenerator;
/// let made = BoardGenerator::boxes(2, 3, 1)?.puzzle(0)?;
/// assert_eq!(made.puzzle.layout().side(), 6);
/// let solutions: Vec<String> = made.puzzle.solutions().map(|filled| filled.text()).collect();
/// assert_eq!(solutions, [made.solution.text()]);
/// println!("{}", made.puzzle); // drawn with its boxes
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct BoardGenerator {
    seed: u64,
    empty: Board,
    engine: AnyEngine,
    clues: Option<(usize, usize)>,
    is_minimal: bool,
    most_attempts: u64,
}

/// A generated puzzle on a board.
#[derive(Clone, Debug)]
pub struct GeneratedBoard {
    /// The puzzle, which has one solution. [`Layout::puzzle`] reads its text.
    pub puzzle: Board,
    /// The solution.
    pub solution: Filled,
}

/// A function that is called often, and returns false to stop the generator.
type GoOn<'a> = &'a mut dyn FnMut() -> bool;

impl BoardGenerator {
    /// The default maximum number of attempts for each puzzle.
    pub const ATTEMPTS: u64 = 1_000;

    /// Returns a generator for boxes with these numbers of rows and columns. It removes clues until
    /// every clue is needed.
    ///
    /// # Errors
    /// [`BoardError::BoxSize`] as for [`Layout::boxes`].
    pub fn boxes(rows: usize, columns: usize, seed: u64) -> Result<Self, BoardError> {
        let empty = Layout::boxes(rows, columns)?.empty();
        let engine = AnyEngine::new(empty.problem(), EngineChoice::Auto)
            .expect("some engine suits every problem");
        let most_attempts = Self::ATTEMPTS;
        Ok(Self { seed, empty, engine, clues: None, is_minimal: false, most_attempts })
    }

    /// Sets the range of the number of clues. Unless the puzzle must be [minimal](Self::minimal),
    /// clues are removed down to a random number in the range, if that is possible.
    #[must_use]
    pub fn clues(self, clues: RangeInclusive<usize>) -> Self {
        Self { clues: Some((*clues.start(), *clues.end())), ..self }
    }

    /// Sets whether every clue must be needed, even if a number of clues is set.
    #[must_use]
    pub fn minimal(self, is_minimal: bool) -> Self {
        Self { is_minimal, ..self }
    }

    /// Sets the maximum number of attempts for a puzzle.
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
    /// use quadrille::sudoku::generate::{BoardGenerator, Impossible};
    /// let generator = BoardGenerator::boxes(2, 3, 1)?;
    /// let few = generator.clone().clues(1..=4).check();
    /// assert_eq!(few, Err(Impossible::FewSymbols { side: 6 }));
    /// assert_eq!(generator.clues(37..=40).check(), Err(Impossible::MoreThanCells(36)));
    /// # Ok::<(), quadrille::puzzle::sudoku_board::BoardError>(())
    /// ```
    pub fn check(&self) -> Result<(), Impossible> {
        let side = self.empty.layout().side();
        match self.clues {
            Some((fewest, most)) if fewest > most => Err(Impossible::EmptyRange),
            Some((_, most)) if most < side - 1 => Err(Impossible::FewSymbols { side }),
            Some((fewest, _)) if fewest > side * side => {
                Err(Impossible::MoreThanCells(side * side))
            }
            _ => Ok(()),
        }
    }

    /// Returns the puzzle with this number.
    ///
    /// # Errors
    /// [`GaveUp`] if no attempt met all constraints.
    pub fn puzzle(&mut self, number: u64) -> Result<GeneratedBoard, GaveUp> {
        self.puzzle_while(number, || true)
    }

    /// Returns the puzzle with this number. `go_on` is called often, usually several times a
    /// second, so the caller can do other work.
    ///
    /// # Errors
    /// [`GaveUp`] if no attempt met all constraints, or if `go_on` returned false before one did.
    ///
    /// ```
    /// use quadrille::sudoku::generate::BoardGenerator;
    /// let mut generator = BoardGenerator::boxes(4, 4, 1)?;
    /// assert!(generator.puzzle_while(0, || false).is_err());
    /// # Ok::<(), quadrille::puzzle::sudoku_board::BoardError>(())
    /// ```
    pub fn puzzle_while(
        &mut self,
        number: u64,
        mut go_on: impl FnMut() -> bool,
    ) -> Result<GeneratedBoard, GaveUp> {
        let mut random = Random::new(self.seed, number);
        let mut failed = GaveUp::default();
        while failed.attempts < self.most_attempts {
            let Some(full) = self.full_grid(&mut random, &mut go_on) else { break };
            let Some(clues) = self.take_away(&full, &mut random, &mut go_on) else { break };
            let count = clues.len();
            if self.clues.is_none_or(|(fewest, most)| (fewest..=most).contains(&count)) {
                return Ok(self.board(&full, &clues));
            }
            failed.add(&Attempt::Clues(count));
        }
        Err(failed)
    }

    fn full_grid(&self, random: &mut Random, go_on: GoOn<'_>) -> Option<Vec<OptionId>> {
        // The links engine finds the same cover on every processor.
        let (problem, cube) = (self.empty.problem(), Cube::default());
        let first = First::with_engine(problem, &cube, EngineChoice::Links);
        let mut first = first.expect("the cube is empty").seed(random.seed());
        while first.advance(SLICE) == Step::Paused {
            if !go_on() {
                return None;
            }
        }
        Some(first.cover().to_vec())
    }

    /// Goes through the clues in a random order, and removes each one if a single solution and
    /// enough clues remain. `None` if `go_on` returned false.
    fn take_away(
        &mut self,
        full: &[OptionId],
        random: &mut Random,
        go_on: GoOn<'_>,
    ) -> Option<Vec<OptionId>> {
        let target = match self.clues {
            Some((fewest, most)) if !self.is_minimal && fewest <= most => {
                let most = most.min(full.len());
                fewest + random.below((most - fewest.min(most) + 1) as u32) as usize
            }
            _ => 0,
        };
        let mut order = full.to_vec();
        random.shuffle(&mut order);
        let mut clues = order.clone();
        for clue in order {
            if clues.len() <= target {
                break;
            }
            let fewer: Vec<OptionId> =
                clues.iter().copied().filter(|&other| other != clue).collect();
            // Any other solution lacks this option of the full grid.
            let others = Cube::from(&fewer).without([clue]);
            self.engine.start(&others).expect("the options are those of the problem");
            let mut step = Step::Paused;
            while step == Step::Paused {
                step = self.engine.advance(SLICE);
                if !go_on() {
                    return None;
                }
            }
            if step == Step::Exhausted {
                clues = fewer;
            }
        }
        Some(clues)
    }

    /// Returns the puzzle with these clues. At most one symbol has no clue. If it is the last
    /// symbol, it is exchanged with the first, because the text of the puzzle must show the last
    /// symbol.
    fn board(&self, full: &[OptionId], clues: &[OptionId]) -> GeneratedBoard {
        let layout = self.empty.layout();
        let last = layout.side() as u8;
        let entry = |&option: &OptionId| self.empty.entry(option);
        let is_shown = clues.iter().any(|clue| entry(clue).1 == last);
        let written = |value: u8| match value {
            1 if !is_shown => last,
            value if value == last && !is_shown => 1,
            value => value,
        };
        let mut values = vec![0; full.len()];
        for (cell, value) in full.iter().map(entry) {
            values[cell] = written(value);
        }
        let mut given = vec![None; full.len()];
        for (cell, value) in clues.iter().map(entry) {
            given[cell] = Some(written(value));
        }
        let puzzle = layout.with_clues(self.empty.symbols().clone(), &given);
        let solution = Filled::new(&puzzle, values);
        GeneratedBoard { puzzle, solution }
    }
}
