//! Puzzles from a stream of text.
//!
//! Pure functions, most of them in the table of [`InputForm`], classify each line by itself. A
//! block of lines ends, for instance, at a blank line or where its form is complete. Text that does
//! not fill its form is an error, and so is text that could be read as two different puzzles.

mod cells;
mod drawing;
mod error;
mod fault;
mod input_form;
mod line;
mod rows;
mod table;

use std::collections::VecDeque;
use std::io::{self, BufRead};
use std::iter::FusedIterator;
use std::str::FromStr;

use super::{Grid, Puzzle};
use crate::encoding::other_encoding;
use drawing::{Drawing, Drawn};
pub use error::{ParseError, ParseErrorKind, ReadError};
use fault::Fault;
pub use input_form::InputForm;
use line::{Columns, Line};
use rows::Row;

/// An iterator over the puzzles of a stream. Its memory does not grow with their number.
///
/// [`InputForm::ALL`] is the table of the forms of a line. In short:
///
/// - A cell is a digit from 1 to 9, or one of `0 . * _ ?` if it is empty. In a grid without these,
///   the empty cells may be minus signs, or they may be `x`.
/// - A word of 81 cells is a puzzle. A second puzzle in the line is an error, unless it is the
///   solution of the first, or a word before it begins with `#`.
/// - Nine rows are a drawn grid. Between them must be no blank line, tag such as `[/code]` or
///   `</pre>`, code fence, or line of brackets or of three quotation marks. Lines between boxes may
///   be after rows 3 and 6, after each row, or only after the first row. Instead of a digit, a cell
///   may have candidates: digits in increasing order. Ten rows are an error if the first of them
///   might not be a row.
/// - A header with several names, such as `puzzle,solution`, begins a table, which ends at a blank
///   line. For a wrong solution, the reader returns an error and then the puzzle.
/// - A word of letters directly before the rows of a grid, alone or followed by a number or a
///   colon, is the name of the grid. So is a line of nine different names. A line that begins with
///   `#` is a comment.
/// - Lines end with a line feed, a carriage return, both, or a form feed. Only a comment may have
///   more than 4096 bytes.
///
/// Every error is an item of the iterator. After an invalid row, reading continues after the next
/// blank line, or where a new puzzle clearly begins.
///
/// ```
/// use quadrille::sudoku::Reader;
/// let text = "\
/// ## two puzzles, and a line that is not one
/// 027800061000030008910005420500016030000970200070000096700000080006000027030480007 four solutions
/// this is not a puzzle
///
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
/// let puzzles = Reader::new(text.as_bytes());
/// let lines = puzzles.map(|puzzle| puzzle.map(|puzzle| puzzle.line).ok());
/// assert!(lines.eq([Some(2), None, Some(5)]));
/// ```
#[derive(Debug)]
pub struct Reader<R> {
    input: R,
    /// The number of the line read last, counted from 1.
    line: u64,
    /// The line read last; empty if it was returned as a grid.
    text: Vec<u8>,
    /// The byte that ended the line read last.
    line_end: u8,
    block: Block,
    /// The results that have not been returned yet.
    results: VecDeque<Result<Puzzle, ReadError>>,
    /// The place in `text` where a remark after its puzzle may begin.
    remark: Option<usize>,
    /// The first line of the last grid of candidates.
    marks: u64,
    /// True if the puzzle returned last is the last grid of candidates.
    has_marks: bool,
    ended: bool,
}

/// The state of the reader: the kind of the current block of lines.
#[derive(Debug)]
enum Block {
    Begin,
    /// A line that may be the name of a grid, with the error to report if it is not. `true` if the
    /// line may name the only column of a table.
    Heading(ParseError, bool),
    Drawing(Drawing),
    /// A complete drawn grid.
    Complete,
    Table(Columns),
    /// The state of a player's work, with the number of rows skipped.
    State(usize),
    /// The lines after an error, with the number of rows skipped.
    Skipped(usize),
}

/// The maximum length of a line in bytes. A comment may be longer.
const MAX_LINE: usize = 4096;

/// The maximum number of cells in an invalid row of a drawn grid. A longer line is taken for a
/// puzzle on one line.
const LONGEST_ROW: usize = 40;

/// The bytes that some programs put at the beginning of UTF-8 text.
const BYTE_ORDER_MARK: &[u8] = b"\xEF\xBB\xBF";

impl<R: BufRead> Reader<R> {
    /// Returns a reader of the puzzles in this stream.
    pub fn new(input: R) -> Self {
        Self {
            input,
            line: 0,
            text: Vec::new(),
            line_end: b'\n',
            block: Block::Begin,
            results: VecDeque::new(),
            remark: None,
            marks: 0,
            has_marks: false,
            ended: false,
        }
    }

    /// Returns the number of lines read so far.
    pub fn line_count(&self) -> u64 {
        self.line
    }

    /// Returns the remark of the puzzle that was returned last: the text after it in its line,
    /// without the blanks, tabs, commas, colons, semicolons and bars between them. `None` if there
    /// is no such text or it is not UTF-8. Also `None` if the puzzle takes several lines, if its
    /// cells are not one word of 81 or 729 characters, or if it is in a table, a JSON object or a
    /// line of HoDoKu's library.
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
        let is_between = |c: char| c.is_whitespace() || matches!(c, ',' | ':' | ';' | '|');
        // The puzzle of the line read last is the last result.
        let text = self.text.get(self.remark?..).filter(|_| self.results.is_empty())?;
        let rest = str::from_utf8(text).ok()?;
        Some(rest.trim_start_matches(is_between).trim_end()).filter(|rest| !rest.is_empty())
    }

    /// True if the puzzle that was returned last was drawn with the candidates of its cells. Then
    /// the only candidate of a cell may have been read as a clue, although the other clues imply
    /// it.
    ///
    /// ```
    /// use quadrille::sudoku::{Form, Grid, Reader};
    /// let marks = Form::Marks.write(&Grid::EMPTY.into())?;
    /// let mut reader = Reader::new(marks.as_bytes());
    /// assert!(reader.next().is_some() && reader.has_marks());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn has_marks(&self) -> bool {
        self.has_marks
    }

    /// Returns the stream, for instance to find out how much of it is buffered.
    pub fn get_ref(&self) -> &R {
        &self.input
    }

    /// Returns the contents of the stream's buffer, or nothing at the end of the stream.
    fn buffer(&mut self) -> io::Result<&[u8]> {
        while let Err(error) = self.input.fill_buf() {
            if error.kind() != io::ErrorKind::Interrupted {
                return Err(error);
            }
        }
        // The buffer is filled, so this does not read, except at the end of the stream.
        self.input.fill_buf()
    }

    /// Reads the next line into `text`, without its line ending and cut if it is too long. A line
    /// of 81 plain cells outside a table may be returned as its grid instead. At the end of the
    /// input, sets `ended`.
    fn read_line(&mut self) -> io::Result<Option<Grid>> {
        self.text.clear();
        if self.line_end == b'\r' && self.buffer()?.first() == Some(&b'\n') {
            self.input.consume(1);
        }
        // Most lines are read without a copy.
        let is_in_table = matches!(self.block, Block::Table(_));
        let buffer = self.buffer()?;
        if buffer.is_empty() {
            self.ended = true;
            return Ok(None);
        }
        if let Some((cells, [end @ (b'\n' | b'\r'), ..])) = buffer.split_first_chunk::<81>()
            && let Some(grid) = cells::plain_grid(cells)
            && !is_in_table
        {
            let end = *end;
            self.input.consume(82);
            self.end_line(end);
            return Ok(Some(grid));
        }
        // Keeps one byte more than a line may have, to detect a longer line. A byte order mark is
        // not part of the line.
        let most = MAX_LINE + 1 + if self.line == 0 { BYTE_ORDER_MARK.len() } else { 0 };
        loop {
            let buffer = self.input.fill_buf()?;
            let end = line_end(buffer);
            let length = end.unwrap_or(buffer.len());
            let kept = length.min(most - self.text.len());
            self.text.extend_from_slice(&buffer[..kept]);
            let last = end.map(|end| buffer[end]).or(buffer.is_empty().then_some(b'\n'));
            self.input.consume(length + usize::from(end.is_some()));
            if let Some(last) = last {
                self.end_line(last);
                break;
            }
            self.buffer()?;
        }
        if self.line == 1 && self.text.starts_with(BYTE_ORDER_MARK) {
            self.text.drain(..BYTE_ORDER_MARK.len());
        }
        Ok(None)
    }

    /// True if the line read last is too long. Then `text` may lack its end.
    fn is_cut(&self) -> bool {
        self.text.len() > MAX_LINE
    }

    /// Counts a line. The text after a form feed has the line number of the text before it.
    fn end_line(&mut self, last: u8) {
        self.line += u64::from(self.line == 0 || self.line_end != b'\x0C');
        self.line_end = last;
    }

    /// Reads the next line, and adds its results. Returns the puzzle of a plain line that does not
    /// depend on other lines.
    fn next_line(&mut self) -> Option<Puzzle> {
        self.remark = None;
        if self.line == 0
            && let Some(name) = self.input.fill_buf().ok().and_then(other_encoding)
        {
            self.ended = true;
            self.line = 1;
            self.fail(ParseError::at(1, ParseErrorKind::OtherEncoding(name)));
            return None;
        }
        match self.read_line() {
            Ok(Some(grid)) => {
                let puzzle = Puzzle { line: self.line, ..Puzzle::from(grid) };
                if matches!(self.block, Block::Begin) {
                    return Some(puzzle);
                }
                self.take_puzzle(puzzle);
            }
            Ok(None) if !self.ended => {
                let read = if self.is_cut() { cut_line } else { input_form::classify };
                self.take(read(&self.text));
            }
            end => {
                self.ended = true;
                self.end_block();
                self.results.extend(end.err().map(|error| Err(ReadError::Io(error))));
            }
        }
        None
    }

    fn fail(&mut self, error: ParseError) {
        self.results.push_back(Err(ReadError::Parse(error)));
    }

    /// Adds the result of a drawn grid. After an error, the block is skipped.
    fn take_drawn(&mut self, drawn: Drawn) {
        self.block = if drawn.is_ok() { Block::Complete } else { Block::Skipped(0) };
        if let Ok((Puzzle { line, .. }, true)) = drawn {
            self.marks = line;
        }
        self.results.push_back(drawn.map(|(puzzle, _)| puzzle).map_err(ReadError::Parse));
    }

    /// Ends the block, and adds the result of its drawing, or the error of a heading without rows.
    fn end_block(&mut self) {
        match std::mem::replace(&mut self.block, Block::Begin) {
            Block::Heading(error, _) => self.fail(error),
            Block::Drawing(drawing) => {
                if let Some(drawn) = drawing.finish() {
                    self.take_drawn(drawn);
                }
                self.block = Block::Begin;
            }
            _ => {}
        }
    }

    /// Adds the puzzle of this line, unless it is the state of a player's work.
    fn take_puzzle(&mut self, puzzle: Puzzle) {
        match self.block {
            Block::Table(_) => {}
            Block::Heading(_, true) => self.block = Block::Begin,
            Block::State(0) => {
                self.block = Block::Begin;
                return;
            }
            _ => self.end_block(),
        }
        self.results.push_back(Ok(Puzzle { line: self.line, ..puzzle }));
    }

    fn take(&mut self, line: Line) {
        let line = match (&self.block, line) {
            (_, line @ (Line::Blank | Line::Comment | Line::Around | Line::Header(_))) => line,
            (Block::Table(columns), _) if !self.is_cut() => table::row(columns, &self.text),
            (_, line) => line,
        };
        match line {
            Line::Comment => {}
            Line::Blank if matches!(self.block, Block::State(0)) => {}
            Line::Around if matches!(self.block, Block::Heading(..)) => {}
            Line::Blank | Line::Around | Line::Clues => self.end_block(),
            Line::State => {
                self.end_block();
                self.block = Block::State(0);
            }
            Line::Header(columns) => {
                self.end_block();
                self.block = Block::Table(columns);
            }
            Line::Puzzle { puzzle, remark, error } => {
                if let Some(Fault { column, kind, .. }) = error {
                    self.fail(ParseError { line: self.line, column, kind });
                }
                self.take_puzzle(puzzle);
                self.remark = remark;
            }
            Line::Frame => {
                if let Block::Drawing(drawing) = &mut self.block {
                    drawing.add_frame();
                }
            }
            Line::Minus => self.draw(Drawing::add_minus),
            Line::Row(row) => self.take_row(&row),
            Line::Bad(fault) => self.take_bad(fault),
        }
    }

    /// Adds a line to the drawing, or begins one with it.
    fn draw(&mut self, add: impl FnOnce(&mut Drawing, u64, usize) -> Option<Drawn>) {
        let follows = matches!(self.block, Block::Complete);
        if let Block::Begin | Block::Complete | Block::Heading(..) = self.block {
            self.block = Block::Drawing(Drawing::new(follows));
        }
        if let Block::Drawing(drawing) = &mut self.block
            && let Some(drawn) = add(drawing, self.line, self.text.trim_ascii().len())
        {
            self.take_drawn(drawn);
        }
    }

    fn take_row(&mut self, row: &Row) {
        match &mut self.block {
            Block::State(rows) if *rows < 9 => *rows += 1,
            Block::State(_) => {
                self.fail(ParseError::at(self.line, ParseErrorKind::RowsLeft { rows: 1 }));
                self.block = Block::Skipped(1);
            }
            Block::Skipped(rows) => {
                *rows += 1;
                if rows.is_multiple_of(9) {
                    self.fail(ParseError::at(self.line, ParseErrorKind::Skipped));
                }
            }
            _ => self.draw(|drawing, line, width| drawing.add_row(row, line, width)),
        }
    }

    /// Takes a line that has no form: the name of a grid, or an error.
    fn take_bad(&mut self, Fault { column, mut kind, cells }: Fault) {
        if let ParseErrorKind::WrongNumberOfCells { last_line, .. } = &mut kind {
            *last_line = self.line;
        }
        let error = ParseError { line: self.line, column, kind };
        let heading = if self.is_cut() { None } else { table::heading(&self.text) };
        let in_rows = match &self.block {
            Block::Table(_) => return self.fail(error),
            Block::Drawing(drawing) => drawing.has_rows(),
            Block::Skipped(_) => true,
            _ => false,
        };
        if heading.is_some_and(|anywhere| anywhere || !in_rows) {
            self.end_block();
            self.block = Block::Heading(error, line::is_puzzle_name(self.text.trim_ascii()));
            return;
        }
        let is_short = cells <= LONGEST_ROW;
        let is_row = is_short && (cells == 9 || !matches!(kind, ParseErrorKind::NotACell(_)));
        match &mut self.block {
            // Another bad row in a block that already has an error.
            Block::Skipped(_) if is_row && !matches!(kind, ParseErrorKind::NotACell(_)) => return,
            Block::Drawing(_) if is_short => {}
            Block::Heading(..) if cells == 9 => {}
            _ => self.end_block(),
        }
        self.fail(error);
        self.block = Block::Skipped(0);
    }
}

/// Returns the place of the byte that ends a line, if there is one.
fn line_end(buffer: &[u8]) -> Option<usize> {
    let is_end = |byte: u8| (byte == b'\n') | (byte == b'\r') | (byte == b'\x0C');
    // Without a branch for each byte, the compiler vectorizes the search for the chunk.
    let has_end = |chunk: &[u8]| chunk.iter().fold(false, |any, &byte| any | is_end(byte));
    let begin = 64 * buffer.chunks(64).position(has_end)?;
    buffer[begin..].iter().position(|&byte| is_end(byte)).map(|place| begin + place)
}

/// Returns the line that begins with this text: a comment or an error. The rest of the line may
/// have another puzzle or the rest of a remark, so it must not be ignored.
fn cut_line(text: &[u8]) -> Line {
    match line::word(text) {
        _ if text.trim_ascii_start().starts_with(b"#") => Line::Comment,
        Some(two @ Line::Bad(_)) => two,
        _ => Line::bad(text, MAX_LINE, ParseErrorKind::LineTooLong),
    }
}

impl<R: BufRead> Iterator for Reader<R> {
    type Item = Result<Puzzle, ReadError>;

    fn next(&mut self) -> Option<Self::Item> {
        while self.results.is_empty() && !self.ended {
            if let Some(puzzle) = self.next_line() {
                self.has_marks = false;
                return Some(Ok(puzzle));
            }
        }
        let result = self.results.pop_front();
        self.has_marks = matches!(&result, Some(Ok(puzzle)) if puzzle.line == self.marks);
        result
    }
}

impl<R: BufRead> FusedIterator for Reader<R> {}

/// Reads one puzzle, in any of the forms that a [`Reader`] reads.
impl FromStr for Puzzle {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Self, ParseError> {
        let mut results = Reader::new(text.as_bytes()).map(|result| match result {
            Err(ReadError::Parse(error)) => Err(error),
            Err(ReadError::Io(error)) => unreachable!("reading from memory failed: {error}"),
            Ok(puzzle) => Ok(puzzle),
        });
        let none = ParseError::at(1, ParseErrorKind::NoGrid);
        let first = results.next().unwrap_or(Err(none))?;
        match results.next().transpose()? {
            None => Ok(first),
            Some(Self { line, .. }) => Err(ParseError::at(line, ParseErrorKind::SecondGrid)),
        }
    }
}

/// Reads one grid, in any of the forms that a [`Reader`] reads. Candidates are read as clues if
/// clues can represent them.
impl FromStr for Grid {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Self, ParseError> {
        if let Some(grid) = text.as_bytes().try_into().ok().and_then(cells::plain_grid) {
            return Ok(grid);
        }
        match text.parse()? {
            Puzzle { candidates: Some(_), line, .. } => {
                Err(ParseError::at(line, ParseErrorKind::Sukaku))
            }
            puzzle => Ok(puzzle.grid),
        }
    }
}
