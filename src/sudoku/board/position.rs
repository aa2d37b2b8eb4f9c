//! A position: the digits placed so far, and the candidates of the other cells.

use std::fmt;

use super::places::{HOUSES, POSITIONS};
use super::{Candidate, Cell, Cells, Digits};
use crate::houses::SETS;
use crate::puzzle::Drawn;
use crate::sudoku::{Candidates, Clash, Digit, Grid, House, Map, Puzzle};

/// The digits placed so far, and the candidates of the other cells.
///
/// The candidates are stored three times: as the cells of each digit, as the digits of each cell,
/// and as the places of each digit in each house. So every technique can use the view that it
/// needs. A position displays as a drawing of the candidates; a solved cell shows its digit.
///
/// ```
/// use quadrille::sudoku::logic::{Cell, Position};
/// let puzzle = "005176000400000001000800309100000090503000807090000004207008000600000003000429700".parse()?;
/// let mut position = Position::new(&puzzle);
/// assert_eq!(position.counts().to_string(), "(26, 55, 495)");
/// position.eliminate_clues();
/// assert_eq!(position.counts().to_string(), "(26, 55, 195)");
/// assert_eq!(position.digits(Cell::new(0, 0)).to_string(), "3, 8 and 9");
/// # Ok::<(), quadrille::sudoku::ParseError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Position {
    grid: Grid,
    /// The candidates of each cell; none once it has its digit.
    digits: [Digits; 81],
    /// The cells where each digit is a candidate.
    places: [Cells; 9],
    /// The places of each digit in each house, as bits; see [`places_in`](Self::places_in).
    in_houses: [[u16; 9]; 27],
    /// The cells where each digit is placed.
    placed: [Cells; 9],
    unsolved: Cells,
    /// The cells that had a digit from the beginning.
    given: Cells,
}

/// The numbers of solved cells, unsolved cells and candidates in a position. They display as
/// `(26, 55, 195)`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Counts {
    /// The number of cells with a digit.
    pub solved: usize,
    /// The number of cells without a digit.
    pub unsolved: usize,
    /// The number of candidates in the unsolved cells.
    pub candidates: usize,
}

impl fmt::Display for Counts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "({}, {}, {})", self.solved, self.unsolved, self.candidates)
    }
}

/// The reason why a position has no solution.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Contradiction {
    /// Two cells of a house have the same digit.
    Clash(Clash),
    /// A cell has no candidate left.
    NoDigit(Cell),
    /// A digit has no place left in a house.
    NoPlace(Digit, House),
}

impl Contradiction {
    pub(in crate::sudoku) fn mapped(self, map: &Map) -> Self {
        match self {
            Self::Clash(Clash { digit, house, cells }) => {
                let mut cells = cells.map(|(row, column)| map.cell(row, column));
                cells.sort_unstable();
                Self::Clash(Clash { digit: map.digit(digit), house: map.house(house), cells })
            }
            Self::NoDigit(cell) => Self::NoDigit(cell.mapped(map)),
            Self::NoPlace(digit, house) => Self::NoPlace(map.digit(digit), map.house(house)),
        }
    }
}

impl fmt::Display for Contradiction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Clash(clash) => clash.fmt(f),
            Self::NoDigit(cell) => write!(f, "no digit is left for {cell}"),
            Self::NoPlace(digit, house) => write!(f, "{house} has no place left for {digit}"),
        }
    }
}

impl Position {
    /// Returns the position before any reasoning: all nine digits are candidates of every empty
    /// cell.
    #[must_use]
    pub fn new(puzzle: &Grid) -> Self {
        Self::with_candidates(puzzle, [Digits::ALL; 81])
    }

    /// Returns a position with these candidates, row by row. The candidates of a cell that has a
    /// digit in `grid` are ignored. If `candidates` ends early, the remaining cells have none.
    ///
    /// ```
    /// use quadrille::sudoku::logic::{Cell, Digits, Explanation, Position, Settings};
    /// use quadrille::sudoku::{Digit, Grid};
    /// // Only the first cell is known: it is 5.
    /// let only = |cell| if cell == Cell::new(0, 0) { Digit::new(5).into_iter().collect() } else { Digits::ALL };
    /// let position = Position::with_candidates(&Grid::EMPTY, Cell::all().map(only));
    /// let step = Explanation::from_position(position, Settings::default()).next();
    /// assert_eq!(step.map(|step| step.to_string()).as_deref(), Some("Naked single: r1c1 can only be 5, the last candidate left there."));
    /// ```
    #[must_use]
    pub fn with_candidates(grid: &Grid, candidates: impl IntoIterator<Item = Digits>) -> Self {
        let mut position = Self {
            grid: *grid,
            digits: [Digits::EMPTY; 81],
            places: [Cells::EMPTY; 9],
            in_houses: [[0; 9]; 27],
            placed: [Cells::EMPTY; 9],
            unsolved: Cells::EMPTY,
            given: Cells::EMPTY,
        };
        let candidates = candidates.into_iter().chain(std::iter::repeat(Digits::EMPTY));
        for (cell, digits) in Cell::all().zip(candidates) {
            if let Some(digit) = grid.digit(cell.index()) {
                position.placed[digit.index()].insert(cell);
                position.given.insert(cell);
            } else {
                position.unsolved.insert(cell);
                position.digits[cell.index()] = digits;
                for digit in digits {
                    position.places[digit.index()].insert(cell);
                    for kind in 0..3 {
                        let house = usize::from(HOUSES[cell.index()][kind]);
                        let place = POSITIONS[cell.index()][kind];
                        position.in_houses[house][digit.index()] |= 1 << place;
                    }
                }
            }
        }
        position
    }

    /// Returns the position at the start of a Sukaku: no digit is placed, and each cell has these
    /// candidates.
    #[must_use]
    pub fn from_candidates(candidates: &Candidates) -> Self {
        Self::with_candidates(&Grid::EMPTY, candidates.bits().map(Digits))
    }

    pub(in crate::sudoku) fn of(puzzle: &Puzzle) -> Self {
        if let Some(candidates) = &puzzle.candidates {
            return Self::from_candidates(candidates);
        }
        let mut position = Self::new(&puzzle.grid);
        position.eliminate_clues();
        position
    }

    /// Removes every placed digit from the candidates of the cells that see it.
    /// [`place`](Self::place) does the same for each new digit.
    pub fn eliminate_clues(&mut self) {
        for digit in Digit::all() {
            for cell in self.placed[digit.index()] {
                self.remove_from(digit, cell.peers());
            }
        }
    }

    /// Returns the digits placed so far.
    #[must_use]
    pub fn grid(&self) -> &Grid {
        &self.grid
    }

    /// Returns the cells that had a digit from the beginning: the clues.
    #[must_use]
    pub fn given(&self) -> Cells {
        self.given
    }

    /// Returns the candidates of a cell; none if it has its digit.
    #[must_use]
    pub fn digits(&self, cell: Cell) -> Digits {
        self.digits[cell.index()]
    }

    /// Returns the cells where a digit is a candidate.
    #[must_use]
    pub fn places(&self, digit: Digit) -> Cells {
        self.places[digit.index()]
    }

    /// Returns the cells that have no digit yet.
    #[must_use]
    pub fn unsolved(&self) -> Cells {
        self.unsolved
    }

    /// Returns the unsolved cells with one candidate, those with two, and those with three. The
    /// candidates of all cells are counted together, with operations on bits.
    pub(crate) fn with_few(&self) -> [Cells; 3] {
        let [mut one, mut two, mut three, mut four] = [Cells::EMPTY; 4];
        for places in self.places {
            four |= three & places;
            three |= two & places;
            two |= one & places;
            one |= places;
        }
        [one - two, two - three, three - four]
    }

    pub(in crate::sudoku) fn digits_of(&self, cells: Cells) -> Digits {
        cells.into_iter().fold(Digits::EMPTY, |all, cell| all | self.digits(cell))
    }

    /// True if the candidate is left.
    #[must_use]
    pub fn has(&self, candidate: Candidate) -> bool {
        self.digits(candidate.cell).contains(candidate.digit)
    }

    /// True if every cell has its digit.
    #[must_use]
    pub fn is_full(&self) -> bool {
        self.unsolved.is_empty()
    }

    /// Returns the numbers of solved cells, unsolved cells and candidates.
    #[must_use]
    pub fn counts(&self) -> Counts {
        let unsolved = self.unsolved.len();
        Counts {
            solved: 81 - unsolved,
            unsolved,
            candidates: self.places.iter().map(|places| places.len()).sum(),
        }
    }

    /// Returns an obvious reason why there is no solution: two digits clash, a cell has no
    /// candidate left, or a digit has no place left in a house.
    #[must_use]
    pub fn contradiction(&self) -> Option<Contradiction> {
        self.grid.clash().map(Contradiction::Clash).or_else(|| self.dead_end())
    }

    /// Returns a contradiction like [`contradiction`](Self::contradiction), but does not test for
    /// clashes: placing a candidate removes the candidates that would clash with it.
    pub(in crate::sudoku) fn dead_end(&self) -> Option<Contradiction> {
        let alive = self.places.iter().fold(Cells::EMPTY, |all, &places| all | places);
        if let Some(cell) = (self.unsolved - alive).first() {
            return Some(Contradiction::NoDigit(cell));
        }
        House::all().find_map(|house| {
            let cells = Cells::of_house(house);
            let is_gone = |&digit: &Digit| {
                ((self.places(digit) | self.placed[digit.index()]) & cells).is_empty()
            };
            Digit::all().find(is_gone).map(|digit| Contradiction::NoPlace(digit, house))
        })
    }

    /// Places a digit in an unsolved cell. Removes the candidates of the cell, and the digit from
    /// the candidates of its peers. Has no effect on a cell that already has its digit.
    pub fn place(&mut self, candidate: Candidate) {
        let Candidate { cell, digit } = candidate;
        if !self.unsolved.contains(cell) {
            return;
        }
        for other in self.digits(cell) {
            self.take(cell.index(), other.index());
        }
        self.unsolved.remove(cell);
        self.placed[digit.index()].insert(cell);
        self.grid.set(cell.row(), cell.column(), Some(digit));
        self.remove_from(digit, cell.peers());
    }

    /// Removes a candidate, if it is there.
    pub fn remove(&mut self, candidate: Candidate) {
        self.take(candidate.cell.index(), candidate.digit.index());
    }

    fn remove_from(&mut self, digit: Digit, cells: Cells) {
        for cell in self.places(digit) & cells {
            self.take(cell.index(), digit.index());
        }
    }

    /// Removes a candidate, if it is there. The cell and the digit are counted from 0.
    #[inline]
    pub(in crate::sudoku) fn take(&mut self, cell: usize, digit: usize) {
        self.digits[cell].0 &= !(1 << digit);
        self.places[digit].0 &= !(1 << cell);
        for kind in 0..3 {
            let house = usize::from(HOUSES[cell][kind]);
            self.in_houses[house][digit] &= !(1 << POSITIONS[cell][kind]);
        }
    }

    /// Returns the candidates of a cell, given by its number, as bits.
    #[inline]
    pub(in crate::sudoku) fn candidates(&self, cell: usize) -> u16 {
        self.digits[cell].0
    }

    /// Returns the positions in a house where a digit is a candidate, as bits. Houses and digits
    /// are numbered as in the module `places`.
    #[inline]
    pub(in crate::sudoku) fn places_in(&self, house: usize, digit: usize) -> u16 {
        self.in_houses[house][digit]
    }

    /// Returns the number of cells without a digit in a house, numbered as in the module `places`.
    pub(in crate::sudoku) fn unsolved_in(&self, house: usize) -> usize {
        (self.unsolved.0 & SETS[(house + 18) % 27]).count_ones() as usize
    }

    /// Returns the cells where a digit, counted from 0, is a candidate.
    pub(in crate::sudoku) fn places_of(&self, digit: usize) -> Cells {
        self.places[digit]
    }

    /// Returns the number of cells that have this digit, counted from 0.
    pub(in crate::sudoku) fn placed_count(&self, digit: usize) -> usize {
        self.placed[digit].len()
    }
}

/// Displays the candidates with lines around the boxes. The last line has no line ending.
impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.picture().fmt(f)
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn candidates_are_drawn() {
        let mut position = Position::new(&"12345678.".repeat(9).parse().unwrap());
        position.eliminate_clues();
        let drawn = position.to_string();
        assert_eq!(drawn.lines().next(), Some("+---------+---------+---------+"));
        assert_eq!(drawn.lines().nth(1), Some("| 1  2  3 | 4  5  6 | 7  8  9 |"));
    }

    #[test]
    fn both_ways_of_keeping_candidates_agree() {
        let mut position = Position::new(&Grid::EMPTY);
        let mut expected: BTreeSet<Candidate> = (0..729).map(Candidate::of).collect();
        for step in 0..40 {
            let chosen = Candidate::of(9 * (step * 37 % 81) + step * 7 % 9);
            if step % 3 == 0 && expected.contains(&chosen) {
                position.place(chosen);
                let is_seen = |other: Cell| other.sees(chosen.cell);
                expected.retain(|other| other.digit != chosen.digit || !is_seen(other.cell));
                expected.retain(|other| other.cell != chosen.cell);
            } else {
                position.remove(chosen);
                expected.remove(&chosen);
            }
            for candidate in (0..729).map(Candidate::of) {
                let (has, places) = (position.has(candidate), position.places(candidate.digit));
                assert_eq!(
                    [has, places.contains(candidate.cell)],
                    [expected.contains(&candidate); 2]
                );
            }
        }
        assert_eq!(position.counts().candidates, expected.len());
    }

    #[test]
    fn contradictions_are_seen() {
        let mut position = Position::new(&Grid::EMPTY);
        assert_eq!(position.contradiction(), None);
        let five = Digit::new(5).unwrap();
        (0..9).for_each(|column| position.remove(Cell::new(2, column).with(five)));
        let why = position.contradiction().map(|why| why.to_string());
        assert_eq!(why.as_deref(), Some("row 3 has no place left for 5"));
    }
}
