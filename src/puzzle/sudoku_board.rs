//! Sudoku on boards of other sizes and shapes: square boxes from 2x2 to 6x6 cells, rectangular
//! boxes, drawn regions instead of boxes (jigsaw), diagonals that must have each symbol (X), and
//! cages with sums (Killer). The usual 9x9 board is solved faster as a
//! [`sudoku::Grid`](crate::sudoku::Grid).
//!
//! The exact cover is that of TAOCP 7.2.2.1, formula (30). The items are `r1c2` for a cell, and
//! `r1=3`, `c2=3`, `b1=3` for a symbol in a row, a column and a box. Boxes and regions are numbered
//! in the order of their first cells. An X board also has `d1=3` and `d2=3` for the two diagonals.
//! A cell with a clue has only one option. A cage has the items `k1` and `k1=3`, and an option for
//! each set of values with its size and sum. The option covers `k1` and the values that are not in
//! the set.

mod filled;

use std::error::Error;
use std::fmt;
use std::sync::Arc;

use super::cages::{self, Cage};
pub use super::cages::{CageError, CageErrorKind};
use super::square::{self, Entry, House, Symbols, TextError, TextErrorKind};
use super::{Drawn, Mark, Picture, Puzzle, Role, Shade};
use crate::counted::Cells;
use crate::ids::OptionId;
use crate::problem::{Model, Problem};
pub use filled::Filled;

/// The maximum side of a board, for instance of one with boxes of six by six cells.
pub const MAX_SIDE: usize = square::MAX_SIDE;

/// The layout of a board: its side, its boxes or regions, its cages, and the use of its diagonals.
///
/// ```
/// use quadrille::puzzle::Puzzle;
/// use quadrille::puzzle::sudoku_board::Layout;
/// let layout = Layout::boxes(2, 2)?;
/// assert_eq!(layout.empty().solutions().count(), 288);
/// assert_eq!(layout.diagonal().empty().solutions().count(), 48);
/// # Ok::<(), quadrille::puzzle::sudoku_board::BoardError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Layout {
    side: usize,
    /// The number of the box or region of each cell. They are numbered in the order of their first
    /// cells.
    regions: Arc<[u32]>,
    diagonal: bool,
    cages: Arc<[Cage]>,
}

/// The reason why a board of a Sudoku cannot be built.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum BoardError {
    /// The boxes are too small or too large.
    BoxSize {
        /// The number of rows of a box.
        rows: usize,
        /// The number of columns of a box.
        columns: usize,
    },
    /// A region of a jigsaw does not have as many cells as a row.
    RegionSize {
        /// The letter or digit of the region in the drawing.
        region: char,
        /// The number of its cells.
        cells: usize,
        /// The required number.
        side: usize,
    },
    /// The drawing of the regions is not a square of letters and digits.
    Regions(TextError),
    /// The text of the puzzle does not fit the board.
    Text(TextError),
    /// The text of the cages does not fit the board.
    Cage(CageError),
}

impl fmt::Display for BoardError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::BoxSize { rows, columns } => write!(
                f,
                "boxes of {rows}x{columns}: a box has at least two rows and two columns, and {MAX_SIDE} cells at most"
            ),
            Self::RegionSize { region, cells, side } => {
                write!(
                    f,
                    "region {region:?} has {}: on a board of side {side} each region has {side}",
                    Cells(*cells)
                )
            }
            Self::Regions(error) => write!(f, "regions, {error}"),
            Self::Text(error) => error.fmt(f),
            Self::Cage(error) => write!(f, "cages, {error}"),
        }
    }
}

impl Error for BoardError {}

impl Layout {
    /// Returns a board with boxes of this many rows and columns of cells. The side of the board is
    /// their product. `boxes(3, 3)` is the usual Sudoku. `boxes(2, 3)` has six rows and columns,
    /// and boxes that are two cells high and three wide.
    ///
    /// # Errors
    /// [`BoardError::BoxSize`] if a box has fewer than two rows or columns, or more than
    /// [`MAX_SIDE`] cells.
    pub fn boxes(rows: usize, columns: usize) -> Result<Self, BoardError> {
        let side = rows.saturating_mul(columns);
        if rows < 2 || columns < 2 || side > MAX_SIDE {
            return Err(BoardError::BoxSize { rows, columns });
        }
        // A board of side `rows * columns` has `rows` boxes side by side.
        let region = |cell: usize| (cell / side / rows * rows + cell % side / columns) as u32;
        let regions = (0..side * side).map(region).collect();
        Ok(Self { side, regions, diagonal: false, cages: Arc::default() })
    }

    /// Returns a board whose regions are drawn with a letter or a digit for each cell, with a row
    /// on each line or all rows on one line. Cells with the same character are a region; a region
    /// need not be connected.
    ///
    /// # Errors
    /// [`BoardError::Regions`] if the drawing is not a square of letters and digits, or is too
    /// large. [`BoardError::RegionSize`] if a region does not have as many cells as a row.
    ///
    /// ```
    /// use quadrille::puzzle::Puzzle;
    /// use quadrille::puzzle::sudoku_board::Layout;
    /// let board = Layout::jigsaw("AABB\nABBC\nADCC\nDDDC")?.puzzle("1... .... .... ....")?;
    /// assert_eq!(board.solutions().count(), 0);
    /// # Ok::<(), quadrille::puzzle::sudoku_board::BoardError>(())
    /// ```
    pub fn jigsaw(drawing: &str) -> Result<Self, BoardError> {
        let letter =
            |c: char| if c.is_alphanumeric() { Ok(c) } else { Err(TextErrorKind::NotACell(c)) };
        let (side, letters) = square::read(drawing, letter).map_err(BoardError::Regions)?;
        let mut regions: Vec<(char, usize)> = Vec::new();
        let numbers = letters.iter().map(|&letter| {
            let region =
                regions.iter().position(|&(known, _)| known == letter).unwrap_or_else(|| {
                    regions.push((letter, 0));
                    regions.len() - 1
                });
            regions[region].1 += 1;
            region as u32
        });
        let numbers: Arc<[u32]> = numbers.collect();
        match regions.into_iter().find(|&(_, cells)| cells != side) {
            Some((region, cells)) => Err(BoardError::RegionSize { region, cells, side }),
            None => Ok(Self { side, regions: numbers, diagonal: false, cages: Arc::default() }),
        }
    }

    /// Returns the same board with the rule that each diagonal contains each symbol once.
    #[must_use]
    pub fn diagonal(&self) -> Self {
        Self { diagonal: true, ..self.clone() }
    }

    /// Returns the same board with the cages of a Killer Sudoku. Each line of the text has a sum,
    /// and then cells by row and column. The cells of a cage have different symbols, whose values
    /// (1 for the first symbol) have this sum. Blank lines and lines that begin with `#` are
    /// ignored.
    ///
    /// # Errors
    /// [`BoardError::Cage`] if the text has another form, if a cell occurs twice, or if a cage has
    /// no set or too many sets of values with its sum.
    ///
    /// ```
    /// use quadrille::puzzle::Puzzle;
    /// use quadrille::puzzle::sudoku_board::Layout;
    /// let layout = Layout::boxes(2, 2)?.cages("3 r1c1 r1c2\n5 r2c1 r3c1\n7 r4c3 r4c4")?;
    /// for solution in layout.empty().solutions() {
    ///     assert_eq!(solution.get(0, 0) + solution.get(0, 1), 3);
    /// }
    /// assert!(Layout::boxes(2, 2)?.cages("9 r1c1 r1c2").is_err());
    /// # Ok::<(), quadrille::puzzle::sudoku_board::BoardError>(())
    /// ```
    pub fn cages(&self, text: &str) -> Result<Self, BoardError> {
        let cages = cages::read(text, self.side).map_err(BoardError::Cage)?;
        Ok(Self { cages: cages.into(), ..self.clone() })
    }

    /// Returns the number of rows, which is also the number of columns, boxes and symbols.
    #[must_use]
    pub fn side(&self) -> usize {
        self.side
    }

    /// Returns the number of the box or region of a cell. The number, the row and the column count
    /// from 0.
    ///
    /// # Panics
    /// If the row or the column is outside the board.
    #[must_use]
    pub fn region(&self, row: usize, column: usize) -> u32 {
        self.regions[self.cell(row, column)]
    }

    fn cell(&self, row: usize, column: usize) -> usize {
        let side = self.side;
        assert!(
            row < side && column < side,
            "row {row}, column {column} of a board of side {side}"
        );
        row * side + column
    }

    /// Returns the puzzle without clues.
    #[must_use]
    pub fn empty(&self) -> Board {
        self.with_clues(Symbols::usual(self.side), &vec![None; self.side * self.side])
    }

    /// Returns a puzzle on this board. Its cells are on one line, or each row is on its own line,
    /// with any `|`, `-`, `+` and blanks between them. `.`, `*`, `_` and `?` are empty cells.
    ///
    /// The symbols are 1 to 9 and then A, B, C, ...; the same number of symbols from 0, as in
    /// hexadecimal; letters from A; or numbers between blanks, from 1 or from 0. Letters may be
    /// upper or lower case. Solutions are written with the same symbols.
    ///
    /// In a text without `.`, `*`, `_` or `?`, `0` is an empty cell if it cannot be a symbol: if it
    /// occurs twice in a row or a column, or if a clue is not one of the symbols from 0. In a text
    /// with one of them, `0` is a symbol if it can be one and the side is above 9. If the symbols
    /// are 36 characters, `0` is always one of them. An ambiguous text is an error;
    /// [`puzzle_with`](Self::puzzle_with) takes the symbols as an argument.
    ///
    /// # Errors
    /// [`BoardError::Text`] if the text does not fit the board, or is ambiguous.
    ///
    /// ```
    /// use quadrille::puzzle::Puzzle;
    /// use quadrille::puzzle::sudoku_board::Layout;
    /// let layout = Layout::boxes(2, 5)?;
    /// let board = layout.puzzle(&format!("9.0.......{}", ".".repeat(90)))?;
    /// let filled = board.solutions().next().ok_or("no solution")?;
    /// assert!(filled.text().starts_with("9") && filled.text().contains('0') && !filled.text().contains('A'));
    /// assert!(layout.puzzle(&format!("9........{}", ".".repeat(91))).is_err()); // 1 to A or 0 to 9?
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn puzzle(&self, text: &str) -> Result<Board, BoardError> {
        let (symbols, clues) =
            square::read_clues(text, Some(self.side), None).map_err(BoardError::Text)?;
        Ok(self.with_clues(symbols, &clues))
    }

    /// Returns a puzzle on this board, written with these symbols. `0` is an empty cell if it is
    /// not one of the symbols and the text has no `.`, `*`, `_` or `?`.
    ///
    /// # Errors
    /// [`BoardError::Text`] if the text does not fit the board or the symbols.
    ///
    /// ```
    /// use quadrille::puzzle::Puzzle;
    /// use quadrille::puzzle::square::Symbols;
    /// use quadrille::puzzle::sudoku_board::Layout;
    /// let board = Layout::boxes(2, 2)?.puzzle_with("w... ..x. .y.. ...z", &Symbols::new("wxyz")?)?;
    /// assert_eq!(board.solutions().next().ok_or("no solution")?.text(), "wxzyyzxwzywxxwyz");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn puzzle_with(&self, text: &str, symbols: &Symbols) -> Result<Board, BoardError> {
        let (symbols, clues) =
            square::read_clues(text, Some(self.side), Some(symbols)).map_err(BoardError::Text)?;
        Ok(self.with_clues(symbols, &clues))
    }

    /// Returns the puzzle with these clues: one for each cell, `None` if the cell is empty.
    pub(crate) fn with_clues(&self, symbols: Symbols, clues: &[Option<u8>]) -> Board {
        let model = square::model(&symbols, &self.houses(), &self.cages, clues);
        let model = model.expect("the names are distinct, and so are the items of an option");
        Board { layout: self.clone(), symbols, clues: clues.into(), model }
    }

    /// Returns the rows, the columns, the boxes or regions, and the diagonals if they are used.
    fn houses(&self) -> Vec<House> {
        let side = self.side;
        let mut houses = square::lines(side);
        houses.extend((0..side).map(|region| House {
            name: format!("b{}", region + 1),
            cells: (0..side * side).filter(|&cell| self.regions[cell] as usize == region).collect(),
        }));
        if self.diagonal {
            houses.push(House {
                name: "d1".into(),
                cells: (0..side).map(|i| i * side + i).collect(),
            });
            houses.push(House {
                name: "d2".into(),
                cells: (0..side).map(|i| i * side + side - 1 - i).collect(),
            });
        }
        houses
    }

    /// Draws the board. `fill` fills a cell, given its row and column, its number and its region.
    /// Regions that are not boxes are colored, unless there are cages.
    fn picture(&self, fill: impl Fn(&mut Picture, (usize, usize), usize, u32)) -> Picture {
        let side = self.side;
        let are_boxes = (2..side).any(|rows| {
            Self::boxes(rows, side / rows).is_ok_and(|boxes| boxes.regions == self.regions)
        });
        let mut picture = Picture::new(side, side);
        for (cell, &region) in self.regions.iter().enumerate() {
            let (row, column) = (cell / side, cell % side);
            fill(&mut picture, (row, column), cell, region);
            if are_boxes || !self.cages.is_empty() {
                picture.shade(row, column, Shade::Paper);
            }
        }
        self.draw_cages(&mut picture);
        picture
    }

    /// Shades each cage, differently from the neighbouring cages before it if possible, and lists
    /// the sums of the cages below the board.
    fn draw_cages(&self, picture: &mut Picture) {
        const SHADES: [Shade; 3] = [Shade::First, Shade::Second, Shade::Paper];
        let side = self.side;
        let mut shades: Vec<Option<usize>> = vec![None; side * side];
        for Cage { cells, .. } in &*self.cages {
            let around = cells.iter().flat_map(|&cell| {
                let column = cell % side;
                let left = (column > 0).then(|| cell - 1);
                let right = (column + 1 < side).then_some(cell + 1);
                [left, right, cell.checked_sub(side), Some(cell + side)]
            });
            let near: Vec<usize> = around.flatten().filter_map(|cell| *shades.get(cell)?).collect();
            let shade = (0..SHADES.len()).find(|shade| !near.contains(shade)).unwrap_or(0);
            for &cell in cells {
                shades[cell] = Some(shade);
                picture.shade(cell / side, cell % side, SHADES[shade]);
            }
        }
        let sums: Vec<String> = self
            .cages
            .iter()
            .filter_map(|cage| {
                let first = *cage.cells.first()?;
                Some(format!("r{}c{}: {}", first / side + 1, first % side + 1, cage.sum))
            })
            .collect();
        if !sums.is_empty() {
            picture.caption(format!("Sums of the cages by their first cells: {}", sums.join(", ")));
        }
    }
}

/// A Sudoku on the board of a [`Layout`].
///
/// ```
/// use quadrille::puzzle::Puzzle;
/// use quadrille::puzzle::sudoku_board::Layout;
/// let board = Layout::boxes(2, 3)?.puzzle(
///     "+-------+-------+
///      | 1 . . | . 5 . |
///      | . . 4 | . . . |
///      +-------+-------+
///      | . 6 . | 2 . . |
///      | . . . | . . 1 |
///      +-------+-------+
///      | . . 6 | . . . |
///      | 5 . . | . . 2 |
///      +-------+-------+",
/// )?;
/// let filled = board.solutions().next().ok_or("no solution")?;
/// assert_eq!(filled.get(0, 0), 1);
/// println!("{filled}"); // drawn with its boxes
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Board {
    layout: Layout,
    symbols: Symbols,
    clues: Arc<[Option<u8>]>,
    model: Model<Entry>,
}

impl Board {
    /// Returns the board of the puzzle.
    #[must_use]
    pub fn layout(&self) -> &Layout {
        &self.layout
    }

    /// Returns the symbols of the puzzle.
    #[must_use]
    pub fn symbols(&self) -> &Symbols {
        &self.symbols
    }

    /// Returns the value of the clue at this row and column, counted from 0. The first symbol has
    /// the value 1.
    ///
    /// # Panics
    /// If the row or the column is outside the board.
    #[must_use]
    pub fn clue(&self, row: usize, column: usize) -> Option<u8> {
        self.clues[self.layout.cell(row, column)]
    }

    /// Returns the clues row by row, on one line, with `.` for an empty cell. Symbols that are
    /// numbers are separated by blanks.
    ///
    /// ```
    /// use quadrille::puzzle::sudoku_board::Layout;
    /// let board = Layout::boxes(2, 2)?.puzzle("1_2_ ____ 3___ ___4")?;
    /// assert_eq!(board.text(), "1.2.....3......4");
    /// assert_eq!(board.to_string().lines().nth(1), Some("| 1  . | 2  . |"));
    /// # Ok::<(), quadrille::puzzle::sudoku_board::BoardError>(())
    /// ```
    #[must_use]
    pub fn text(&self) -> String {
        filled::text(&self.symbols, self.clues.iter().copied())
    }

    /// Returns the cell of an option, counted row by row from 0, and the value that it puts there.
    /// The board must have no cages.
    #[cfg(feature = "generate")]
    pub(crate) fn entry(&self, option: OptionId) -> (usize, u8) {
        self.model.value(option).parts()
    }
}

/// Draws the clues, with `.` for an empty cell. [`Layout::puzzle_with`] reads the drawing with the
/// same symbols.
impl fmt::Display for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let picture = self.layout.picture(|picture, (row, column), cell, region| {
            let name = self.clues[cell].map_or(".", |clue| self.symbols.name(clue));
            picture.set(row, column, region, name);
        });
        picture.fmt(f)
    }
}

/// Draws the puzzle with pencil marks: the clues, and in each empty cell the symbols that no clue
/// in its houses excludes.
///
/// ```
/// use quadrille::puzzle::Drawn;
/// use quadrille::puzzle::sudoku_board::Layout;
/// let board = Layout::boxes(2, 2)?.puzzle("12.. .... .... ...3")?;
/// assert_eq!(board.picture().to_string().lines().nth(1), Some("|  1     2   |  34    4   |"));
/// # Ok::<(), quadrille::puzzle::sudoku_board::BoardError>(())
/// ```
impl Drawn for Board {
    fn picture(&self) -> Picture {
        let side = self.layout.side;
        let mut possible = vec![true; side * side * side];
        for House { cells, .. } in self.layout.houses() {
            for clue in cells.iter().filter_map(|&cell| self.clues[cell]) {
                cells
                    .iter()
                    .for_each(|&cell| possible[cell * side + usize::from(clue) - 1] = false);
            }
        }
        self.layout.picture(|picture, (row, column), cell, region| match self.clues[cell] {
            Some(clue) => {
                picture.set(row, column, region, self.symbols.name(clue));
                picture.set_role(row, column, Role::Given);
            }
            None => {
                let values: Vec<usize> =
                    (0..side).filter(|place| possible[cell * side + place]).collect();
                let mark = |(at, &place): (usize, &usize)| {
                    let name = self.symbols.name(place as u8 + 1);
                    // Numbers need a separator.
                    let blank = if at > 0 && self.symbols.are_numbers() { " " } else { "" };
                    Mark { text: format!("{blank}{name}"), place, role: Role::Plain }
                };
                picture.set_marks(row, column, region, values.iter().enumerate().map(mark));
            }
        })
    }
}

impl Puzzle for Board {
    type Solution = Filled;

    fn problem(&self) -> &Problem {
        self.model.problem()
    }

    fn decode(&self, cover: &[OptionId]) -> Filled {
        Filled::new(self, square::decode(&self.model, self.layout.side, cover))
    }
}
