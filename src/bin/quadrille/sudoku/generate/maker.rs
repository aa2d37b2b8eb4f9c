//! The generators of puzzles: that of the usual board, and that of boxes of other sizes.

use quadrille::sudoku::generate::{
    BoardGenerator, GaveUp, Generated, GeneratedBoard, Generator, Impossible,
};

/// A generator.
#[derive(Clone)]
pub(super) enum Maker {
    Grids(Box<Generator>),
    Boards(Box<BoardGenerator>),
}

/// A generated puzzle.
pub(super) enum Made {
    Grid(Generated),
    Board(Box<GeneratedBoard>),
}

impl Maker {
    pub(super) fn check(&self) -> Result<(), Impossible> {
        match self {
            Self::Grids(generator) => generator.check(),
            Self::Boards(generator) => generator.check(),
        }
    }

    /// Makes the puzzle with this number. `go_on` is called many times with the number of attempts
    /// since its last call. If it returns false, the result has no meaning.
    pub(super) fn make(
        &mut self,
        number: u64,
        mut go_on: impl FnMut(u64) -> bool,
    ) -> Result<Made, GaveUp> {
        match self {
            Self::Grids(generator) => {
                let mut attempts = generator.attempts(number);
                while attempts.next().is_some() && go_on(1) {}
                attempts.result().map(Made::Grid)
            }
            Self::Boards(generator) => {
                let made = generator.puzzle_while(number, || go_on(0));
                go_on(made.as_ref().map_or_else(|gave_up| gave_up.attempts, |_| 1));
                made.map(|made| Made::Board(Box::new(made)))
            }
        }
    }
}

impl Made {
    /// Returns the puzzle and its solution in a line each.
    pub(super) fn lines(&self) -> (String, String) {
        match self {
            Self::Grid(made) => (made.puzzle.to_string(), made.solution.to_string()),
            Self::Board(made) => (made.puzzle.text(), made.solution.text()),
        }
    }

    /// Returns the drawing of the puzzle, without the end of its last line.
    pub(super) fn drawing(&self) -> String {
        match self {
            Self::Grid(made) => format!("{:#}", made.puzzle),
            Self::Board(made) => made.puzzle.to_string().trim_end().to_owned(),
        }
    }
}
