//! Drawn grids: puzzles whose cells come in several lines.

use super::{ReadError, Reader};
use crate::sudoku::{ParseError, ParseErrorKind, Puzzle, parse};

/// The largest number of cells in a line of a drawn grid: a band of three rows.
const LONGEST_ROW: usize = 27;

/// The lines so far of a drawn grid.
#[derive(Debug)]
pub(super) struct Drawn {
    first_line: u64,
    last_line: u64,
    /// The first 81 cells.
    cells: Vec<u16>,
    /// The number of cells.
    count: usize,
    /// True if an error in the grid has been reported: the rest of the grid is skipped.
    reported: bool,
    /// True if the last line has nine fields between tabs.
    pub(super) has_tabs: bool,
}

impl Drawn {
    /// Returns a grid without cells that begins at a line.
    pub(super) fn at(line: u64) -> Self {
        Self {
            first_line: line,
            last_line: line,
            cells: Vec::with_capacity(81),
            count: 0,
            reported: false,
            has_tabs: false,
        }
    }

    /// Adds the cells of a line.
    pub(super) fn add(&mut self, cells: &[u16], line: u64, reported: bool) {
        self.count += cells.len();
        self.last_line = line;
        self.reported |= reported;
        self.cells.extend_from_slice(&cells[..cells.len().min(81 - self.cells.len())]);
    }

    fn fault(self) -> Option<ReadError> {
        (!self.reported).then(|| {
            let kind =
                ParseErrorKind::WrongNumberOfCells { cells: self.count, last_line: self.last_line };
            ReadError::Parse(ParseError { line: self.first_line, column: None, kind })
        })
    }
}

impl<R> Reader<R> {
    /// Adds the cells of a line to the drawn grid, or begins one with them. `reported` is true if
    /// the line has an error that has been reported.
    pub(super) fn draw(
        &mut self,
        cells: &[u16],
        reported: bool,
    ) -> Option<Result<Puzzle, ReadError>> {
        if cells.is_empty() {
            return None;
        }
        let left = 81 - self.drawn.as_ref().map_or(0, |drawn| drawn.cells.len());
        // With too many cells, the rows are displaced, and the start of the next grid is unknown.
        // So all rows are skipped and counted until something else follows. A longer line is not a
        // row but a puzzle that lacks cells.
        let ended =
            if cells.len() > left && cells.len() > LONGEST_ROW { self.end_drawn() } else { None };
        let line = self.line;
        let mut drawn = self.drawn.take().unwrap_or_else(|| Drawn::at(line));
        drawn.add(cells, line, reported);
        drawn.has_tabs = parse::has_nine_fields(&self.text, b'\t');
        if drawn.count == 81
            && let Ok(cells) = drawn.cells.as_slice().try_into()
        {
            let line = drawn.first_line;
            let puzzle = parse::puzzle(cells).map(|puzzle| Puzzle { line, ..puzzle });
            let error = |kind| ReadError::Parse(ParseError { line, column: None, kind });
            return (!drawn.reported).then_some(puzzle.map_err(error));
        }
        self.drawn = Some(drawn);
        ended
    }

    /// Ends the drawn grid, if there is one, with a number of cells other than 81.
    pub(super) fn end_drawn(&mut self) -> Option<Result<Puzzle, ReadError>> {
        self.drawn.take().and_then(Drawn::fault).map(Err)
    }

    /// Ends the drawn grid, and returns its error, if it has one, before this result.
    pub(super) fn after_drawn(
        &mut self,
        result: Result<Puzzle, ReadError>,
    ) -> Option<Result<Puzzle, ReadError>> {
        match self.end_drawn() {
            None => Some(result),
            incomplete => {
                self.waiting = Some(result);
                incomplete
            }
        }
    }
}
