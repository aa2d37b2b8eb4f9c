//! Tables of nine columns without the name of a column of puzzles: their first line may be a row
//! of a grid, or the numbers of the columns, or an empty line of a spreadsheet.
//!
//! What the first line is shows at the end of the rows. Nine lines are a grid, and of ten lines the
//! first is no row. Of more lines, it is none if another such line follows the tenth, or if its
//! clues contradict the others, which do not contradict each other without it. Where an empty line
//! leaves both open, the lines are an error.

use super::drawn::Drawn;
use super::{ReadError, Reader};
use crate::sudoku::csv::{self, Leader};
use crate::sudoku::parse::{self, Line};
use crate::sudoku::{ParseError, Puzzle};

/// A line that may be a row of a grid.
#[derive(Clone, Debug)]
pub(super) struct Row {
    line: u64,
    /// What the line is if it is no row.
    leader: Option<Leader>,
    cells: [u16; 9],
    /// True if the line has nine fields between tabs.
    pub(super) has_tabs: bool,
}

impl<R> Reader<R> {
    /// Takes a line if it belongs to rows whose first line may be none, or begins such rows.
    /// Returns `None` if the line is still to be read by the other rules, else the puzzle that it
    /// completes, if there is one.
    pub(super) fn undecided(&mut self, line: &Line) -> Option<Option<Result<Puzzle, ReadError>>> {
        if self.rows.is_empty()
            && (self.drawn.is_some() || self.columns.is_some() || self.passed.is_some())
        {
            return None;
        }
        let cells = match line {
            Line::Comment => return (!self.rows.is_empty()).then_some(None),
            Line::Cells(cells) if cells.is_empty() => {
                return (!self.rows.is_empty()).then_some(None);
            }
            Line::Cells(cells) => <[u16; 9]>::try_from(cells.as_slice()).ok(),
            _ => None,
        };
        let Some(cells) = cells else {
            return self.decide(matches!(line, Line::Bad { cells: 9, .. })).map(Some);
        };
        let row = Row {
            line: self.line,
            leader: csv::leader(&self.text),
            cells,
            has_tabs: parse::has_nine_fields(&self.text, b'\t'),
        };
        if let [Row { leader: Some(Leader::Empty(delimiter)), .. }] = self.rows[..]
            && (row.leader == Some(Leader::Empty(delimiter))
                || !parse::has_nine_fields(&self.text, delimiter))
        {
            // Of several empty lines the last may be a row, and none before rows of another form.
            self.rows.clear();
        }
        if self.rows.is_empty() && row.leader.is_none() {
            return None;
        }
        if self.rows.len() < 10 {
            self.rows.push(row);
            return Some(None);
        }
        let Some(is_row) = self.first_is_row(Some(&row)) else {
            self.decide(true);
            self.add(&row);
            return Some(None);
        };
        let rest = self.rows.split_off(if is_row { 9 } else { 10 });
        let grid = puzzle(&self.rows[self.rows.len() - 9..]);
        self.rows.clear();
        for row in rest.into_iter().chain([row]) {
            if self.rows.is_empty() && (row.leader.is_none() || self.drawn.is_some()) {
                self.add(&row);
            } else {
                self.rows.push(row);
            }
        }
        Some(Some(grid))
    }

    /// True if the first of ten rows is one, false if it is none, `None` if it may be either.
    /// `next` is the row behind them, if there is one.
    fn first_is_row(&self, next: Option<&Row>) -> Option<bool> {
        let clashes =
            |rows| puzzle(rows).as_ref().is_ok_and(|puzzle: &Puzzle| puzzle.grid.clash().is_some());
        let (with, without) = (clashes(&self.rows[..9]), clashes(&self.rows[1..]));
        let ends = next.is_none_or(|row| row.leader.is_some());
        if with && !without {
            Some(false)
        } else if !ends || (next.is_some() && without) {
            Some(true)
        } else {
            // An empty line may end a grid of the first nine rows.
            let ends_empty = matches!(self.rows[9].leader, Some(Leader::Empty(_)));
            (!ends_empty).then_some(false)
        }
    }

    /// Ends the rows whose first line may be none. Returns their puzzle; or else hands them to the
    /// drawn grid. `is_bad` is true if a row with an error follows them: then it is unknown which
    /// of them are the grid.
    pub(super) fn decide(&mut self, is_bad: bool) -> Option<Result<Puzzle, ReadError>> {
        let grid = match &self.rows[..] {
            [Row { leader: Some(Leader::Empty(_)), .. }] => {
                self.rows.clear();
                return None;
            }
            rows if rows.len() == 9 && !is_bad => Some(puzzle(rows)),
            rows if rows.len() == 10 && !is_bad && self.first_is_row(None) == Some(false) => {
                Some(puzzle(&rows[1..]))
            }
            _ => None,
        };
        let rows = std::mem::take(&mut self.rows);
        if grid.is_none() {
            rows.iter().for_each(|row| self.add(row));
        }
        grid
    }

    /// Adds a row to the drawn grid.
    fn add(&mut self, row: &Row) {
        let drawn = self.drawn.get_or_insert_with(|| Drawn::at(row.line));
        drawn.add(&row.cells, row.line, false);
        drawn.has_tabs = row.has_tabs;
    }
}

/// Returns the puzzle of nine rows.
fn puzzle(rows: &[Row]) -> Result<Puzzle, ReadError> {
    let line = rows[0].line;
    let mut cells = [0; 81];
    for (to, &cell) in cells.iter_mut().zip(rows.iter().flat_map(|row| &row.cells)) {
        *to = cell;
    }
    let error = |kind| ReadError::Parse(ParseError { line, column: None, kind });
    parse::puzzle(&cells).map(|puzzle| Puzzle { line, ..puzzle }).map_err(error)
}
