//! A board as lines of text.

use std::fmt;

use super::{Picture, Role};

/// The characters that lines are made of.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Lines {
    /// `+`, `-` and `|`.
    #[default]
    Ascii,
    /// The box-drawing characters of Unicode.
    BoxDrawing,
}

impl Lines {
    /// Returns the character where lines from these directions meet.
    fn corner(self, up: bool, down: bool, left: bool, right: bool) -> char {
        match self {
            Self::Ascii => match (up, down, left, right) {
                (false, false, false, false) => ' ',
                (true, true, false, false) => '|',
                (false, false, true, true) => '-',
                _ => '+',
            },
            Self::BoxDrawing => {
                let lines = [up, down, left, right]
                    .into_iter()
                    .fold(0, |lines, line| 2 * lines + usize::from(line));
                [' ', '╶', '╴', '─', '╷', '┌', '┐', '┬', '╵', '└', '┘', '┴', '│', '├', '┤', '┼']
                    [lines]
            }
        }
    }

    fn across(self) -> char {
        self.corner(false, false, true, true)
    }

    fn down(self) -> char {
        self.corner(true, true, false, false)
    }
}

impl Picture {
    /// Returns the picture as text with these lines. `paint` turns a label or a mark into the text
    /// for the terminal, for instance by adding escape sequences. Its result must be as wide as its
    /// argument.
    ///
    /// ```
    /// use quadrille::puzzle::{Lines, Picture, Role};
    /// let mut picture = Picture::new(1, 2);
    /// picture.set(0, 0, 0, "a");
    /// picture.set(0, 1, 1, "b");
    /// picture.set_role(0, 1, Role::Given);
    /// let text = picture.text(Lines::BoxDrawing, |role, label| {
    ///     if role == Role::Given { label.to_uppercase() } else { label.to_owned() }
    /// });
    /// assert_eq!(text, "┌───┬───┐\n│ a │ B │\n└───┴───┘");
    /// ```
    #[must_use]
    pub fn text(&self, lines: Lines, paint: impl Fn(Role, &str) -> String) -> String {
        let widest = self.cells.iter().flatten().map(super::Cell::width).max().unwrap_or(0);
        if self.is_triangular {
            return self.rows_of_labels(widest, paint);
        }
        let width = widest + 2;
        let row_lines: Vec<usize> = (0..=self.rows)
            .map(|row| (0..self.columns).filter(|&column| self.line_above(row, column)).count())
            .collect();
        let column_lines: Vec<usize> = (0..=self.columns)
            .map(|column| (0..self.rows).filter(|&row| self.line_left(row, column)).count())
            .collect();
        let is_compact = row_lines.iter().all(|&lines| lines == 0 || lines == self.columns)
            && column_lines.iter().all(|&lines| lines == 0 || lines == self.rows);
        // A side of the board takes room for lines only if it has some.
        let row_parted = |row| row_lines[row] > 0 || (!is_compact && 0 < row && row < self.rows);
        let column_parted = |column| {
            column_lines[column] > 0 || (!is_compact && 0 < column && column < self.columns)
        };
        let mut text = Vec::new();
        for row in 0..=self.rows {
            if row_parted(row) {
                let mut line = String::new();
                for column in 0..=self.columns {
                    if column_parted(column) {
                        line.push(self.corner(lines, row, column));
                    }
                    if column < self.columns {
                        let dash = if self.line_above(row, column) { lines.across() } else { ' ' };
                        line.extend(std::iter::repeat_n(dash, width));
                    }
                }
                text.push(line);
            }
            if row < self.rows {
                let mut line = String::new();
                for column in 0..=self.columns {
                    if column_parted(column) {
                        line.push(if self.line_left(row, column) { lines.down() } else { ' ' });
                    }
                    if column < self.columns {
                        self.push_content(&mut line, row, column, width, &paint);
                    }
                }
                text.push(line);
            }
        }
        text.iter_mut().for_each(|line| line.truncate(line.trim_end().len()));
        text.join("\n")
    }

    fn rows_of_labels(&self, width: usize, paint: impl Fn(Role, &str) -> String) -> String {
        let mut lines: Vec<String> = vec![String::new(); self.rows];
        for (row, line) in lines.iter_mut().enumerate() {
            (0..self.columns)
                .for_each(|column| self.push_content(line, row, column, width, &paint));
            line.truncate(line.trim_end().len());
        }
        lines.join("\n")
    }

    /// Writes the content of a cell in the middle of `width` characters.
    fn push_content(
        &self,
        line: &mut String,
        row: usize,
        column: usize,
        width: usize,
        paint: &impl Fn(Role, &str) -> String,
    ) {
        let cell = self.cell(Some(row), Some(column));
        let room = width - cell.map_or(0, super::Cell::width);
        line.extend(std::iter::repeat_n(' ', room / 2));
        for mark in cell.into_iter().flat_map(|cell| &cell.content) {
            line.push_str(&paint(mark.role, &mark.text));
        }
        line.extend(std::iter::repeat_n(' ', room - room / 2));
    }

    /// Returns the character at the upper left corner of a cell, where up to four lines meet.
    fn corner(&self, lines: Lines, row: usize, column: usize) -> char {
        let up = row > 0 && self.line_left(row - 1, column);
        let down = row < self.rows && self.line_left(row, column);
        let left = column > 0 && self.line_above(row, column - 1);
        let right = column < self.columns && self.line_above(row, column);
        lines.corner(up, down, left, right)
    }
}

/// Displays the picture with lines of `+`, `-` and `|`. All cells are as wide as the widest content
/// and two blanks. The last line has no line ending. If every line crosses the whole board, as
/// around the boxes of a Sudoku, absent lines take no room, so a board of one region is compact.
/// Otherwise all cells are equally far apart. A [triangular](Picture::triangular) board has neither
/// the lines nor the two blanks.
impl fmt::Display for Picture {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text(Lines::Ascii, |_, label| label.to_owned()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Draws regions that are given by one character for each cell. The character is also the label
    /// of the cell. A blank is an absent cell.
    fn drawn(text: &str) -> String {
        let lines: Vec<Vec<char>> = text.lines().map(|line| line.chars().collect()).collect();
        let mut picture = Picture::new(lines.len(), lines[0].len());
        for (row, line) in lines.iter().enumerate() {
            for (column, &letter) in line.iter().enumerate().filter(|(_, letter)| **letter != ' ') {
                picture.set(row, column, letter.into(), letter);
            }
        }
        picture.to_string()
    }

    #[test]
    fn pieces_around_a_hole() {
        let expected = "
+-----------+---+
| a   a   a | b |
|   +-------+   |
| a |       | b |
+---+-------+   |
| c   c   c | b |
+-----------+---+";
        assert_eq!(drawn("aaab\na  b\ncccb"), expected.trim_start());
    }

    #[test]
    fn corners_that_meet_in_a_point() {
        let expected = "
+---+
| a |
+---+---+
    | a |
    +---+";
        assert_eq!(drawn("a \n a"), expected.trim_start());
    }

    #[test]
    fn a_board_of_one_region_is_compact() {
        let mut picture = Picture::new(2, 3);
        for cell in 0..6 {
            picture.set(cell / 3, cell % 3, 0, (cell + 5).to_string());
        }
        assert_eq!(
            picture.to_string(),
            "+------------+\n| 5   6   7  |\n| 8   9   10 |\n+------------+"
        );
    }

    #[test]
    fn boxes_are_compact() {
        let expected = "
+------+------+
| a  a | b  b |
| a  a | b  b |
+------+------+
| c  c | d  d |
+------+------+";
        assert_eq!(drawn("aabb\naabb\nccdd"), expected.trim_start());
    }

    #[test]
    fn an_empty_board_is_no_text() {
        assert_eq!(Picture::new(0, 4).to_string() + &Picture::new(1, 1).to_string(), "");
    }
}
