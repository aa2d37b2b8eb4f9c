//! Puzzles from a stream of text.

mod drawn;
mod leader;

use std::error::Error;
use std::fmt;
use std::io::{self, BufRead, Read};
use std::iter::FusedIterator;
use std::str::FromStr;

use super::csv::{self, Columns, Leader};
use super::parse::{self, Line, MAX_LINE, Section};
use super::{ParseError, ParseErrorKind, Puzzle, wrapped};
use crate::encoding::other_encoding;
use drawn::Drawn;
use leader::Row;

/// The reason why a puzzle could not be read.
#[derive(Debug)]
pub enum ReadError {
    /// The text is not a puzzle. The reader continues behind it.
    Parse(ParseError),
    /// The stream failed. The reader has ended.
    Io(io::Error),
}

impl fmt::Display for ReadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Parse(error) => error.fmt(f),
            Self::Io(error) => error.fmt(f),
        }
    }
}

impl Error for ReadError {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        match self {
            Self::Parse(error) => Some(error),
            Self::Io(error) => Some(error),
        }
    }
}

/// Reads puzzles one at a time, in memory that does not grow with their number.
///
/// - A cell is a digit from 1 to 9, or one of `0 . * _ ?` if it is empty.
/// - A line with 81 cells is a puzzle. Text after the 81st cell is ignored if a blank, comma, tab,
///   colon or semicolon separates it.
/// - Shorter lines are the rows of a drawn grid, until it has 81 cells; blanks and the characters
///   `| + - =` are skipped in it. A blank line ends it.
/// - A line of 729 characters, nine for each cell, has the digits 1 to 9 in their places, and a
///   character for an empty cell in the place of each digit that the cell may not have.
/// - A line with nine groups of digits is a row of a drawn grid of candidates, and a line with 81
///   groups is a whole grid, if some group has several digits.
/// - A line with the name of a column, such as `puzzle`, is the header of a table. Each further
///   line has a puzzle in that column, and its solution in another if the header names one. A wrong
///   solution is an error, and the puzzle follows it. Columns are separated by commas, semicolons
///   or tabs.
/// - A row, or a whole grid, may be a list with a field for each cell, as in `[5, 3, 0, ...]`,
///   `grid = [[5, 3, ...`, `[[5 3 0 ...` or `5,3,,...`; characters for drawing boxes and the tags
///   of forums are skipped; `x` or `-` is an empty cell in a line that has no other character for
///   it. Where nothing else fits, the first
///   word of 81 cells is the puzzle, so it may follow a number or a name.
/// - The fields may be empty, as a spreadsheet copies them between tabs. Nine different names, or
///   the numbers 0 to 8 or 1 to 9, may stand above such rows. Numbers can be a row too, and so can
///   an empty row. Then all lines up to the end of the rows decide, or up to the eleventh: nine are
///   a grid, and of ten lines the first is no row. Of more, it is none if the eleventh is such a
///   line too, or if it makes clues contradict each other that do not without it.
/// - A line of HoDoKu's library, `:0000:x:CELLS:512 528:`, may have deleted candidates behind the
///   cells: a digit, its row and its column. The puzzle is a Sukaku if the clues leave them.
/// - `[Puzzle]` and `[State]` are the parts of a file of SudoCue or SadMan Sudoku; the state is
///   skipped.
/// - A line that begins with `#` is a comment.
/// - A word of letters, alone or with a number or a colon behind it, directly before the rows of a
///   drawn grid is its name, as in `Grid 01`, and is skipped.
/// - A line that is not a puzzle has at most 4096 characters.
///
/// Every error is an item of the iterator, and reading continues behind it.
///
/// ```
/// use quadrille::sudoku::Reader;
/// let text = "\
/// ## two puzzles, and a line that is none
/// 027800061000030008910005420500016030000970200070000096700000080006027000030480007 four solutions
/// this is no puzzle
/// 4 . . | . . . | 8 . 5
/// . 3 . | . . . | . . .
/// . . . | 7 . . | . . .
/// ------+-------+------
/// . 2 . | . . . | . 6 .
/// . . . | . 8 . | 4 . .
/// . . . | . 1 . | . . .
/// ------+-------+------
/// . . . | 6 . 3 | . 7 .
/// 5 . . | 2 . . | . . .
/// 1 . 4 | . . . | . . .
/// ";
/// let lines: Vec<_> = Reader::new(text.as_bytes()).map(|puzzle| puzzle.map(|p| p.line).ok()).collect();
/// assert_eq!(lines, [Some(2), None, Some(4)]);
/// ```
#[derive(Debug)]
pub struct Reader<R> {
    input: R,
    /// The number of the line read last, counted from 1.
    line: u64,
    text: Vec<u8>,
    drawn: Option<Drawn>,
    /// The lines of a table of cells whose first may be none of its rows.
    rows: Vec<Row>,
    /// The columns of the current table.
    columns: Option<Columns>,
    /// The number of cells skipped in the state of a puzzle.
    passed: Option<usize>,
    /// The error of a line that may be the name of a grid: none if the rows of a grid follow.
    heading: Option<ReadError>,
    /// The line after a heading that is none.
    held: Option<(Line, bool)>,
    /// The next result, if a line gave two.
    waiting: Option<Result<Puzzle, ReadError>>,
    /// True if the line read last is a puzzle, and no row of a table.
    is_puzzle: bool,
    ended: bool,
}

impl<R: BufRead> Reader<R> {
    /// Returns a reader of the puzzles in this stream.
    pub fn new(input: R) -> Self {
        Self {
            input,
            line: 0,
            text: Vec::new(),
            drawn: None,
            rows: Vec::new(),
            columns: None,
            passed: None,
            heading: None,
            held: None,
            waiting: None,
            is_puzzle: false,
            ended: false,
        }
    }

    /// Returns the number of lines read so far.
    pub fn line_count(&self) -> u64 {
        self.line
    }

    /// Returns the remark of the puzzle that was returned last: the text behind it in its line,
    /// without the blanks, commas, tabs, colons and semicolons between. `None` if there is no such
    /// text, or if it is not UTF-8, if the puzzle takes several lines or is a row of a table, or if
    /// its cells are not one word of 81 or 729 characters.
    ///
    /// ```
    /// use quadrille::sudoku::Reader;
    /// let text = format!("{} # empty\n{0}\n", ".".repeat(81));
    /// let mut reader = Reader::new(text.as_bytes());
    /// assert!(reader.next().is_some_and(|puzzle| puzzle.is_ok()));
    /// assert_eq!(reader.remark(), Some("# empty"));
    /// assert!(reader.next().is_some_and(|puzzle| puzzle.is_ok()));
    /// assert_eq!(reader.remark(), None);
    /// ```
    pub fn remark(&self) -> Option<&str> {
        if !self.is_puzzle || self.text.len() <= 81 {
            return None;
        }
        let text = str::from_utf8(&self.text).ok()?;
        let is_between = |c: char| c.is_whitespace() || matches!(c, ',' | ':' | ';' | '|');
        let mut words = text.split(is_between);
        let is_puzzle =
            |word: &&str| matches!(word.len(), 81 | 729) && word.bytes().all(parse::is_cell);
        let word = words.find(is_puzzle)?;
        // The word is a part of the text, so that this is its end in it.
        let end = word.as_ptr().addr() - text.as_ptr().addr() + word.len();
        Some(text[end..].trim_start_matches(is_between).trim_end()).filter(|text| !text.is_empty())
    }

    /// Returns the stream, for instance to find out how much of it is buffered.
    pub fn get_ref(&self) -> &R {
        &self.input
    }

    /// Returns the name of the form of a text that is not UTF-8, if its first bytes tell.
    fn other_encoding(&mut self) -> Option<&'static str> {
        // A failing stream is reported by the reading of its first line.
        other_encoding(self.input.fill_buf().ok()?)
    }

    /// Reads the next line into `text`, without its end and without text that cannot matter.
    /// Returns `None` at the end of the stream, else true if the line was cut.
    fn read_line(&mut self) -> io::Result<Option<bool>> {
        self.text.clear();
        // One byte more than a line may have, to find out whether it ends there.
        if self.input.by_ref().take(MAX_LINE as u64 + 1).read_until(b'\n', &mut self.text)? == 0 {
            return Ok(None);
        }
        self.line += 1;
        let ended = self.text.pop_if(|&mut last| last == b'\n').is_some();
        let cut = !ended && self.text.len() > MAX_LINE;
        if cut {
            self.input.skip_until(b'\n')?;
        }
        if ended {
            self.text.pop_if(|&mut last| last == b'\r');
        }
        if self.line == 1 && self.text.starts_with(BYTE_ORDER_MARK) {
            self.text.drain(..BYTE_ORDER_MARK.len());
        }
        Ok(Some(cut))
    }

    /// Reads the next line, and returns its result if it has one.
    fn next_line(&mut self) -> Option<Result<Puzzle, ReadError>> {
        if let Some((line, cut)) = self.held.take() {
            return self.line(line, cut);
        }
        if self.line == 0
            && let Some(name) = self.other_encoding()
        {
            self.ended = true;
            let kind = ParseErrorKind::OtherEncoding(name);
            return Some(Err(ReadError::Parse(ParseError { line: 1, column: None, kind })));
        }
        let cut = match self.read_line() {
            Ok(Some(cut)) => cut,
            Ok(None) => {
                self.ended = true;
                self.is_puzzle = false;
                return self.end();
            }
            Err(error) => {
                self.ended = true;
                self.waiting = Some(Err(ReadError::Io(error)));
                let before = self.end();
                return before.or_else(|| self.waiting.take());
            }
        };
        self.is_puzzle = false;
        let line = match wrapped::line(&self.text) {
            line @ (Line::Puzzle(_) | Line::Comment) => line,
            _ if cut => Line::Bad {
                column: MAX_LINE as u64 + 1,
                kind: ParseErrorKind::LineTooLong,
                cells: 81,
            },
            line => line,
        };
        let line = match line {
            Line::Blank if self.is_empty_row() => Line::Cells(vec![0; 9]),
            line => line,
        };
        match &line {
            // A decoration between the name and the rows.
            Line::Cells(cells) if cells.is_empty() => {}
            Line::Cells(_) | Line::Bad { cells: 9, .. } => self.heading = None,
            _ => {
                if let Some(error) = self.heading.take() {
                    self.held = Some((line, cut));
                    return Some(Err(error));
                }
            }
        }
        match self.undecided(&line) {
            None => self.line(line, cut),
            Some(result) if matches!(line, Line::Comment) => result,
            Some(result) if matches!(&line, Line::Cells(row) if matches!(row.len(), 0 | 9)) => {
                result
            }
            // The puzzle that the line ends comes first.
            Some(result) => {
                self.held = Some((line, cut));
                result
            }
        }
    }

    /// Returns the last result.
    fn end(&mut self) -> Option<Result<Puzzle, ReadError>> {
        let heading = self.heading.take().map(Err);
        heading.or_else(|| self.decide(false)).or_else(|| self.end_drawn())
    }

    /// True if a line of tabs may be a row of a grid. Other blank lines end a grid.
    fn is_empty_row(&self) -> bool {
        csv::leader(&self.text) == Some(Leader::Empty(b'\t'))
            && self.columns.is_none()
            && self.passed.is_none()
            && self.heading.is_none()
            && self.drawn.as_ref().is_none_or(|drawn| drawn.has_tabs)
            && self.rows.last().is_none_or(|row| row.has_tabs)
    }

    /// Returns the result of a line, if it has one. `cut` is true if the line was cut.
    fn line(&mut self, line: Line, cut: bool) -> Option<Result<Puzzle, ReadError>> {
        if let Some(columns) = &self.columns
            && !cut
            && !matches!(line, Line::Blank | Line::Comment)
        {
            let row = csv::row(columns, &self.text, self.line);
            return match (row, csv::header(&self.text)) {
                // Another table follows the first.
                (Err(_), Some(columns)) => {
                    self.columns = Some(columns);
                    None
                }
                (Err(error), _) => Some(Err(ReadError::Parse(error))),
                (Ok((puzzle, None)), _) => Some(Ok(puzzle)),
                (Ok((puzzle, Some(error))), _) => {
                    self.waiting = Some(Ok(puzzle));
                    Some(Err(ReadError::Parse(error)))
                }
            };
        }
        if let Some(passed) = &mut self.passed {
            match &line {
                Line::Blank if *passed == 0 => return None,
                Line::Cells(cells) if *passed + cells.len() <= 81 => {
                    *passed += cells.len();
                    return None;
                }
                Line::Comment => return None,
                Line::Puzzle(_) if *passed == 0 => {
                    self.passed = None;
                    return None;
                }
                _ => self.passed = None,
            }
        }
        match line {
            Line::Comment => None,
            Line::Blank => self.end_drawn(),
            Line::Section(section) => {
                self.passed = (section == Section::State).then_some(0);
                self.end_drawn()
            }
            Line::Puzzle(grid) => {
                self.is_puzzle = true;
                let puzzle = Ok(Puzzle { line: self.line, ..Puzzle::from(grid) });
                self.after_drawn(puzzle)
            }
            Line::Candidates(candidates) => {
                self.is_puzzle = true;
                let puzzle = Ok(Puzzle { line: self.line, ..Puzzle::from(*candidates) });
                self.after_drawn(puzzle)
            }
            Line::Bad { .. }
                if !cut && self.drawn.is_none() && csv::header(&self.text).is_some() =>
            {
                self.columns = csv::header(&self.text);
                None
            }
            Line::Cells(cells) => self.draw(&cells, false),
            Line::Bad { column, kind, cells } => {
                let error =
                    ReadError::Parse(ParseError { line: self.line, column: Some(column), kind });
                if !cut && (wrapped::is_heading(&self.text) || csv::is_names(&self.text)) {
                    self.heading = Some(error);
                    return self.end_drawn();
                }
                let error = Err(error);
                if cells >= 81 || (self.drawn.is_none() && cells != 9) {
                    return self.after_drawn(error);
                }
                // A line of a drawn grid, perhaps its first: its error is reported now, and the
                // rest of the grid is skipped.
                match self.draw(&vec![0; cells], true) {
                    None => Some(error),
                    before => {
                        self.waiting = Some(error);
                        before
                    }
                }
            }
        }
    }
}

/// The bytes that some programs put at the beginning of a text in UTF-8.
const BYTE_ORDER_MARK: &[u8] = b"\xEF\xBB\xBF";

impl<R: BufRead> Iterator for Reader<R> {
    type Item = Result<Puzzle, ReadError>;

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            if let Some(result) = self.waiting.take() {
                return Some(result);
            }
            if self.ended {
                return None;
            }
            if let Some(result) = self.next_line() {
                return Some(result);
            }
        }
    }
}

impl<R: BufRead> FusedIterator for Reader<R> {}

/// Reads one puzzle, in any of the forms that a [`Reader`] reads.
impl FromStr for Puzzle {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Self, ParseError> {
        let mut reader = Reader::new(text.as_bytes());
        let mut next = || match reader.next() {
            None => Ok(None),
            Some(Ok(puzzle)) => Ok(Some(puzzle)),
            Some(Err(ReadError::Parse(error))) => Err(error),
            Some(Err(ReadError::Io(error))) => unreachable!("reading from memory failed: {error}"),
        };
        let Some(first) = next()? else {
            return Err(ParseError { line: 1, column: None, kind: ParseErrorKind::NoGrid });
        };
        match next()? {
            None => Ok(first),
            Some(second) => Err(ParseError {
                line: second.line,
                column: None,
                kind: ParseErrorKind::SecondGrid,
            }),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sudoku::Grid;

    const PUZZLE: &str =
        "208046090000100683109803004002300108480520000301000206600400879050078010010009060";

    /// Returns for each puzzle in a text its line, or its error with the line.
    fn read(text: &str) -> Vec<Result<u64, (u64, ParseErrorKind)>> {
        Reader::new(text.as_bytes())
            .map(|result| match result {
                Ok(puzzle) => {
                    assert_eq!(Ok(puzzle.grid), PUZZLE.parse());
                    Ok(puzzle.line)
                }
                Err(ReadError::Parse(error)) => Err((error.line, error.kind)),
                Err(ReadError::Io(error)) => panic!("{error}"),
            })
            .collect()
    }

    fn wrong_number(line: u64, last_line: u64, cells: usize) -> Result<u64, (u64, ParseErrorKind)> {
        Err((line, ParseErrorKind::WrongNumberOfCells { cells, last_line }))
    }

    fn drawn(rows: std::ops::Range<usize>) -> String {
        rows.map(|row| format!("{}\n", &PUZZLE[row * 9..row * 9 + 9])).collect()
    }

    #[test]
    fn lines_and_drawn_grids_mix() {
        let boxed = PUZZLE.parse::<Grid>().unwrap().boxed();
        let grids = drawn(0..9);
        let text =
            format!("\u{FEFF}{PUZZLE}\r\n\n{grids}{grids}# comment\n{PUZZLE}, x\n{boxed}\n{boxed}");
        assert_eq!(read(&text), [1, 3, 12, 22, 23, 34].map(Ok));
    }

    #[test]
    fn what_is_short_is_reported_and_what_follows_is_read() {
        assert_eq!(read(&format!("{}\n{PUZZLE}\n", &PUZZLE[1..])), [wrong_number(1, 1, 80), Ok(2)]);
        assert_eq!(read(&format!("{}\n{PUZZLE}", drawn(0..8))), [wrong_number(1, 8, 72), Ok(10)]);
        // The first nine of ten lines are a grid, and the tenth begins another.
        assert_eq!(
            read(&format!("{}{}", drawn(0..9), drawn(0..1))),
            [Ok(1), wrong_number(10, 10, 9)]
        );
        // A row of ten cells: the starts of the following grids are unknown, up to the blank line.
        let ten = format!("{}0{}{}\n{}", drawn(0..4).trim_end(), "\n", drawn(4..9), drawn(0..9));
        assert_eq!(
            read(&format!("{ten}\n{}", drawn(0..9))),
            [wrong_number(1, 9, 82), Ok(11), Ok(21)]
        );
        let ten = format!("0{}{}{}", drawn(0..9), drawn(0..9), drawn(0..9));
        assert_eq!(read(&format!("{ten}\n{PUZZLE}")), [wrong_number(1, 27, 244), Ok(29)]);
        let eighty = &PUZZLE[1..];
        assert_eq!(
            read(&format!("{eighty}\n{eighty}\n")),
            [wrong_number(1, 1, 80), wrong_number(2, 2, 80)]
        );
    }

    #[test]
    fn a_bad_line_of_a_drawn_grid_is_reported_once() {
        let bad = |at: usize| format!("{}1234567y9\n{}", drawn(0..at), drawn(at + 1..9));
        let y = ParseErrorKind::NotACell('y');
        assert_eq!(read(&format!("{}\n{PUZZLE}", bad(4))), [Err((5, y)), Ok(11)]);
        assert_eq!(read(&format!("{}{PUZZLE}", bad(8))), [Err((9, y)), Ok(10)]);
        assert_eq!(read(&format!("{}{}", bad(0), drawn(0..9))), [Err((1, y)), Ok(10)]);
    }

    #[test]
    fn a_name_directly_before_the_rows_of_a_grid_is_skipped() {
        let grid = drawn(0..9);
        let euler = format!("Grid 01\n{grid}Grid 02\n{grid}Easy:\n{grid}Nr 7:\n+---+\n{grid}");
        assert_eq!(read(&euler), [2, 12, 22, 33].map(Ok));
        // A row that is missing is reported, and loses no other grid.
        let short = format!("Grid 01\n{}Grid 02\n{grid}", drawn(0..8));
        assert_eq!(read(&short), [wrong_number(2, 9, 72), Ok(11)]);
        let y = ParseErrorKind::NotACell('y');
        let bad = format!("Grid 01\n1234567y9\n{}Grid 02\n{grid}", drawn(1..9));
        assert_eq!(read(&bad), [Err((2, y)), Ok(12)]);
        // Elsewhere it is an error as before, and so are other lines.
        let g = ParseErrorKind::NotACell('G');
        for (before, after) in [("", "\n"), ("", "# comment\n"), ("", "Grid 02\n")] {
            let text = format!("{before}Grid 01\n{after}{grid}");
            let line = 2 + after.lines().count() as u64;
            assert_eq!(read(&text), [Err((1, g)), Ok(line)], "{text}");
        }
        assert_eq!(read(&format!("{grid}Grid 02\n")), [Ok(1), Err((10, g))]);
        assert_eq!(read(&format!("Grid 01\n{PUZZLE}\n")), [Err((1, g)), Ok(2)]);
        for name in ["G 01", "Grid 01 02", "Grid01", "ooooooooo", "Grid 01: hard", "Grid, 1"] {
            let results = read(&format!("{name}\n{grid}"));
            assert!(matches!(results[0], Err((1, _))), "{name}: {results:?}");
        }
        // A string of Python.
        assert_eq!(read(&format!("grid = \"\"\"\n{grid}\"\"\"\n")), [Ok(2)]);
    }

    #[test]
    fn a_bad_puzzle_in_a_line_ends_the_drawn_grid_before_it() {
        let text = format!("{}{}\n{PUZZLE}", drawn(0..2), PUZZLE.replace('7', "x"));
        assert_eq!(
            read(&text),
            [wrong_number(1, 2, 18), Err((3, ParseErrorKind::NotACell('x'))), Ok(4)]
        );
    }

    #[test]
    fn other_encodings_are_named() {
        for (text, name) in [
            (&b"\xFF\xFE5\x003\x00"[..], "text in UTF-16"),
            (b"\x1F\x8B\x08", "a file compressed by gzip"),
            (b"PK\x03\x04", "a zip archive"),
        ] {
            let mut reader = Reader::new(text);
            let Some(Err(ReadError::Parse(error))) = reader.next() else { panic!("{name}") };
            assert_eq!((error.line, error.kind), (1, ParseErrorKind::OtherEncoding(name)));
            assert!(reader.next().is_none());
        }
    }

    #[test]
    fn lists_of_a_program_are_grids() {
        let rows: Vec<String> = drawn(0..9)
            .lines()
            .map(|row| {
                format!("    {:?},\n", row.bytes().map(|cell| cell - b'0').collect::<Vec<_>>())
            })
            .collect();
        assert_eq!(read(&format!("[\n{}]\n{PUZZLE}\n", rows.concat())), [Ok(2), Ok(12)]);
        let boxed = "│".to_owned() + &drawn(0..9).replace('\n', "│\n│");
        assert_eq!(read(&format!("[code]\n┌──┐\n{boxed}\n└──┘\n[/code]\n")), [Ok(3)]);
    }

    #[test]
    fn the_first_line_of_a_table_may_be_no_row() {
        let table = |between: &str| -> String {
            let row = |row: &str| row.chars().map(String::from).collect::<Vec<_>>();
            drawn(0..9)
                .lines()
                .map(|line| row(line).join(between).replace('0', "") + "\n")
                .collect()
        };
        for between in [",", ";", "\t"] {
            let grid = table(between);
            for first in ["012345678", "123456789", "abcdefghi"] {
                let first = first.chars().map(String::from).collect::<Vec<_>>().join(between);
                let one = format!("{first}\n{grid}");
                assert_eq!(read(&one), [Ok(2)], "{one}");
                assert_eq!(read(&format!("{one}\n{one}")), [Ok(2), Ok(13)], "{one}");
                assert_eq!(read(&format!("{one}{PUZZLE} x\n")), [Ok(2), Ok(11)], "{one}");
                assert_eq!(read(&format!("{one}{one}{one}")), [2, 12, 22].map(Ok), "{one}");
                // Clues of the header contradict those of the grid.
                assert_eq!(read(&format!("{one}{grid}")), [2, 11].map(Ok), "{one}");
            }
            // Empty lines of a spreadsheet between grids.
            let empty = format!("{}\n", between.repeat(8));
            let lines =
                format!("{empty}{empty}{grid}{empty}{grid}{empty}{empty}{grid}{empty}{empty}");
            assert_eq!(read(&lines), [3, 13, 24].map(Ok), "{lines}");
        }
        // The remark of a puzzle in the line that ends the rows.
        let text = format!("0,1,2,3,4,5,6,7,8\n{}{PUZZLE} x\n", table(","));
        let mut reader = Reader::new(text.as_bytes());
        assert!(reader.next().is_some() && reader.remark().is_none());
        assert!(reader.next().is_some() && reader.remark() == Some("x"));
        // A grid and an empty line, or a header and a grid with an empty row.
        let filled = format!("1,2,3,4,5,6,7,8,9\n4,5,6,,,,,,\n{}", ",,,,,,,,\n".repeat(8));
        assert!(matches!(
            read(&filled)[..],
            [Err((1, ParseErrorKind::WrongNumberOfCells { cells: 90, .. }))]
        ));
        // A row with an error: the nine lines before it may be a grid, or may not.
        let rows = table(",");
        let bad = format!("0,1,2,3,4,5,6,7,8\n{}1234567y9\n", &rows[..rows.len() - 18]);
        assert!(read(&bad).iter().all(Result::is_err), "{:?}", read(&bad));
    }

    #[test]
    fn nine_lines_are_a_grid_though_the_first_may_be_a_header() {
        let full =
            "123456789456789123789123456214365897365897214897214365531642978642978531978531642";
        for first in ["123456789", "012345678", "000000000"] {
            let puzzle = format!("{first}{}", &full[9..]);
            let table = |between: &str| -> String {
                let cells: Vec<String> = puzzle.chars().map(String::from).collect();
                let rows = cells.chunks(9).map(|row| row.join(between) + "\n");
                rows.map(|row| if first == "000000000" { row.replace('0', "") } else { row })
                    .collect()
            };
            for between in [",", "\t"] {
                let is = |text: String, count: usize| {
                    let puzzles: Vec<Puzzle> =
                        Reader::new(text.as_bytes()).map(Result::unwrap).collect();
                    assert_eq!(puzzles.len(), count, "{text}");
                    let expected = puzzle.replace('0', ".");
                    assert!(puzzles.iter().all(|found| found.grid.as_str() == expected), "{text}");
                };
                let grid = table(between);
                is(grid.clone(), 1);
                is(format!("{grid}\n{grid}\n"), 2);
                if first == "123456789" {
                    is(grid.repeat(3), 3);
                }
            }
        }
    }

    #[test]
    fn rows_of_a_spreadsheet_may_have_empty_cells() {
        let paste: String = drawn(0..9)
            .lines()
            .map(|line| {
                let cells: Vec<&str> = line.split("").filter(|cell| !cell.is_empty()).collect();
                cells.join("\t").replace('0', "") + "\r\n"
            })
            .collect();
        assert_eq!(read(&paste), [Ok(1)]);
        assert_eq!(read(&paste.repeat(2)), [Ok(1), Ok(10)]);
        // An empty row within a grid is a row, and eight tabs elsewhere end a grid.
        let empty = "\t".repeat(8);
        let rows = format!("5\t{}\n{empty}\n", "\t".repeat(7));
        assert_eq!(read(&rows), [wrong_number(1, 2, 18)]);
        let text = format!("{}{empty}\n{PUZZLE}", drawn(0..8));
        assert_eq!(read(&text), [wrong_number(1, 8, 72), Ok(10)]);
    }

    #[test]
    fn a_line_without_end_is_not_kept() {
        let text = format!("{}\n{PUZZLE} {}\n{PUZZLE}", " ".repeat(100_000), "x".repeat(100_000));
        assert_eq!(read(&text), [Err((1, ParseErrorKind::LineTooLong)), Ok(2), Ok(3)]);
    }

    #[test]
    fn a_line_is_as_long_as_it_looks() {
        let longest = "x".repeat(MAX_LINE - 1);
        for text in [
            format!("#{longest}\r\n{PUZZLE}\n"),
            format!("#{longest}x{PUZZLE}\n{PUZZLE}"),
            format!("#{longest}\r{PUZZLE}\n{PUZZLE}"),
            format!("\u{FEFF}#{}{PUZZLE}\n{PUZZLE}", &longest[2..]),
        ] {
            assert_eq!(read(&text), [Ok(2)], "{}", &text[text.len() - 200..]);
        }
        assert_eq!(read(&format!("\u{FEFF}{PUZZLE} {longest}{longest}\n")), [Ok(1)]);
    }

    #[test]
    fn a_failing_stream_ends_the_sequence() {
        struct Failing;
        impl Read for Failing {
            fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
                Err(io::Error::other("unplugged"))
            }
        }
        let text = format!("{PUZZLE}\n123\n");
        let mut reader = Reader::new(io::BufReader::new(text.as_bytes().chain(Failing)));
        assert!(matches!(reader.next(), Some(Ok(_))));
        assert!(matches!(reader.next(), Some(Err(ReadError::Parse(_)))));
        assert!(
            matches!(reader.next(), Some(Err(ReadError::Io(error))) if error.to_string() == "unplugged")
        );
        assert!(reader.next().is_none() && reader.next().is_none());
    }
}
