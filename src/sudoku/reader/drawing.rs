//! Drawn grids: puzzles with their cells in nine rows.

use super::cells::{self, Empty};
use super::error::{ParseError, ParseErrorKind};
use super::rows::Row;
use crate::sudoku::Puzzle;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Part {
    Row([u16; 9]),
    /// Nine minus signs in a line of this width: an empty row if minus signs are the empty cells of
    /// the grid and the width is [`Drawing::width`].
    Minus(usize),
    Frame,
}

#[derive(Debug, Default)]
pub(super) struct Drawing {
    first_line: u64,
    last_line: u64,
    parts: Vec<Part>,
    rows: usize,
    /// The width of the last row or, before the first row, of the first line of minus signs.
    width: usize,
    /// The class of characters for empty cells, once a row has an empty cell.
    empty: Option<Empty>,
    /// True if the first row may be column numbers or a blank line instead.
    is_doubtful: bool,
    /// True if a complete grid is directly before the drawing.
    follows: bool,
}

/// The result of a drawing: an error, or a puzzle and whether its cells have candidates.
pub(super) type Drawn = Result<(Puzzle, bool), ParseError>;

/// More lines than a drawing needs, even one of ten rows, each with a line between boxes before it.
const MOST_PARTS: usize = 24;

impl Drawing {
    pub(super) fn new(follows: bool) -> Self {
        Self { parts: Vec::with_capacity(13), follows, ..Self::default() }
    }

    pub(super) fn has_rows(&self) -> bool {
        self.rows > 0
    }

    /// Returns the number of lines of minus signs that may be rows.
    fn minuses(&self) -> usize {
        let is_row = |part: &&Part| matches!(part, Part::Minus(width) if *width == self.width);
        self.parts.iter().filter(is_row).count()
    }

    pub(super) fn add_frame(&mut self) {
        if self.parts.last() != Some(&Part::Frame) {
            self.parts.push(Part::Frame);
        }
    }

    /// Adds nine minus signs. Returns the result if the drawing ends with them.
    pub(super) fn add_minus(&mut self, line: u64, width: usize) -> Option<Drawn> {
        if self.rows == 0 && self.minuses() == 0 {
            (self.first_line, self.width) = (line, width);
        }
        self.last_line = line;
        // Any number of lines between grids may come before the rows.
        if self.rows > 0 || self.parts.len() <= MOST_PARTS {
            self.parts.push(Part::Minus(width));
        }
        self.result_so_far()
    }

    /// Adds a row. Returns the result if the drawing ends with it.
    pub(super) fn add_row(&mut self, row: &Row, line: u64, width: usize) -> Option<Drawn> {
        (self.last_line, self.width) = (line, width);
        if self.rows == 0 {
            // More than nine lines of minus signs are not rows.
            let is_minus = |part: &&Part| matches!(part, Part::Minus(_));
            if self.parts.iter().filter(is_minus).count() > 9 {
                self.parts = vec![Part::Frame];
            }
            self.is_doubtful = row.is_doubtful;
            if self.minuses() == 0 {
                self.first_line = line;
            }
        }
        if let (Some(mine), Some(its)) = (self.empty, row.empty)
            && mine != its
        {
            let found = if its == Empty::Minus || mine == Empty::Minus { '-' } else { 'x' };
            return Some(Err(ParseError::at(line, ParseErrorKind::EmptyCells(found))));
        }
        self.empty = self.empty.or(row.empty);
        self.rows += 1;
        self.parts.push(Part::Row(row.cells));
        self.result_so_far()
    }

    /// Returns the result of a drawing that is complete, or that cannot become a grid.
    fn result_so_far(&self) -> Option<Drawn> {
        // The end of the block determines the meaning of the first row and of lines of minus signs.
        let is_minus = self.empty == Some(Empty::Minus);
        let is_open = self.is_doubtful || is_minus || (self.empty.is_none() && self.minuses() > 0);
        let rows = self.rows + if is_minus { self.minuses() } else { 0 };
        let is_over = rows + usize::from(!is_open) > 9 || self.parts.len() > MOST_PARTS;
        if is_over { self.finish() } else { None }
    }

    /// Returns the result at the end of the block: nothing if there were only blank lines and lines
    /// between boxes.
    pub(super) fn finish(&self) -> Option<Drawn> {
        let minuses = self.minuses();
        let all = self.rows + minuses;
        let are_rows = match self.empty {
            Some(Empty::Minus) => true,
            // Only the number of rows determines the meaning of minus signs.
            None => self.rows != 9 && all == 9 && self.rows > 0,
            _ => false,
        };
        let drawn = match if are_rows { all } else { self.rows } {
            9 => self.grid(are_rows),
            // Lines between grids, and the empty lines of a spreadsheet.
            0 if minuses != 9 => return None,
            1..9 if self.is_blank() => return None,
            rows if self.is_doubtful && rows > 9 => Err(ParseErrorKind::FirstRow { rows }),
            _ if minuses > 0 && self.empty.is_none_or(|empty| empty == Empty::Minus) => {
                Err(ParseErrorKind::MinusSigns)
            }
            rows if self.follows && rows < 9 => Err(ParseErrorKind::RowsLeft { rows }),
            rows => {
                let last_line = self.last_line;
                Err(ParseErrorKind::WrongNumberOfCells { cells: 9 * rows, last_line })
            }
        };
        Some(drawn.map_err(|kind| ParseError::at(self.first_line, kind)))
    }

    /// True if all rows consist of empty fields.
    fn is_blank(&self) -> bool {
        self.is_doubtful
            && self.empty.is_none()
            && self.parts.iter().all(|part| [Part::Frame, Part::Row([0; 9])].contains(part))
    }

    /// Returns the grid of nine rows. Lines between boxes may be after rows 3 and 6, after each
    /// row, or only after the first row, as in a Markdown table.
    fn grid(&self, are_rows: bool) -> Result<(Puzzle, bool), ParseErrorKind> {
        let mut cells = [0; 81];
        let mut rows = cells.chunks_exact_mut(9);
        let (mut count, mut between) = (0, 0_u16);
        for part in &self.parts {
            match part {
                Part::Row(row) => rows.next().into_iter().for_each(|to| to.copy_from_slice(row)),
                // The cells are empty already.
                Part::Minus(width) if are_rows && *width == self.width => drop(rows.next()),
                Part::Minus(_) | Part::Frame => {
                    between |= 1 << count;
                    continue;
                }
            }
            count += 1;
        }
        // Lines above the first row and below the last one are not between rows.
        between &= !(1 | 1 << 9);
        let inner = between & !(1 << 3 | 1 << 6);
        if inner != 0 && between != 0b1_1111_1110 && between != 1 << 1 {
            return Err(ParseErrorKind::BetweenBoxes { rows: inner.trailing_zeros() as usize });
        }
        let puzzle = cells::puzzle(&cells)?;
        let has_marks = cells.iter().any(|cell| cell.count_ones() > 1);
        Ok((Puzzle { line: self.first_line, ..puzzle }, has_marks))
    }
}
