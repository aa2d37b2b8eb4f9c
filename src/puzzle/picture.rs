//! Boards of cells, drawn as text and as SVG.
//!
//! A solution that fills a board with pieces, numbers or pieces of chess says with a [`Picture`] what it looks like, and is
//! [`Drawn`]. How that becomes lines of text or an SVG document is decided here, once for all of them.

use std::fmt;

/// A solution that is a picture. Its `Display` shows that picture.
pub trait Drawn {
    /// What the solution looks like.
    fn picture(&self) -> Picture;
}

/// A board of cells in rows and columns. A cell is absent, or it belongs to a region and has a label.
///
/// As text there are lines between cells of different regions and around the board, and none inside a region:
///
/// ```
/// use quadrille::puzzle::Picture;
/// let mut picture = Picture::new(2, 3);
/// for (row, regions) in ["AAB", "ABB"].into_iter().enumerate() {
///     for (column, region) in regions.chars().enumerate() {
///         picture.set(row, column, region.into(), region);
///     }
/// }
/// let drawing = "
/// +-------+---+
/// | A   A | B |
/// |   +---+   |
/// | A | B   B |
/// +---+-------+";
/// assert_eq!(picture.to_string(), drawing.trim_start());
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Picture {
    rows: usize,
    columns: usize,
    /// Row by row.
    cells: Vec<Option<Cell>>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
struct Cell {
    region: u32,
    label: String,
}

impl Picture {
    /// A board of this size. All of its cells are absent.
    #[must_use]
    pub fn new(rows: usize, columns: usize) -> Self {
        Self { rows, columns, cells: vec![None; rows * columns] }
    }

    /// Says what is in a cell. Lines part cells of different regions; a region may be in several parts.
    ///
    /// # Panics
    /// If the row or the column, both counted from 0, is beyond the board.
    pub fn set(&mut self, row: usize, column: usize, region: u32, label: impl Into<String>) {
        let (rows, columns) = (self.rows, self.columns);
        assert!(row < rows && column < columns, "row {row}, column {column} on a board of {rows} by {columns}");
        self.cells[row * columns + column] = Some(Cell { region, label: label.into() });
    }

    /// The cell at a place, which may lie outside the board.
    fn cell(&self, row: Option<usize>, column: Option<usize>) -> Option<&Cell> {
        let (row, column) = (row?, column?);
        if row < self.rows && column < self.columns { self.cells[row * self.columns + column].as_ref() } else { None }
    }

    fn region(&self, row: Option<usize>, column: Option<usize>) -> Option<u32> {
        self.cell(row, column).map(|cell| cell.region)
    }

    /// Whether there is a line above a cell; below the last row for the row after it.
    fn line_above(&self, row: usize, column: usize) -> bool {
        self.region(row.checked_sub(1), Some(column)) != self.region(Some(row), Some(column))
    }

    /// Whether there is a line on the left of a cell; on the right of the last column for the column after it.
    fn line_left(&self, row: usize, column: usize) -> bool {
        self.region(Some(row), column.checked_sub(1)) != self.region(Some(row), Some(column))
    }

    /// What is at the upper left corner of a cell, where up to four lines meet.
    fn corner(&self, row: usize, column: usize) -> char {
        let up = row > 0 && self.line_left(row - 1, column);
        let down = row < self.rows && self.line_left(row, column);
        let left = column > 0 && self.line_above(row, column - 1);
        let right = column < self.columns && self.line_above(row, column);
        match (up, down, left, right) {
            (false, false, false, false) => ' ',
            (true, true, false, false) => '|',
            (false, false, true, true) => '-',
            _ => '+',
        }
    }
}

/// Lines of `+`, `-` and `|`, labels in the middle of cells as wide as the longest label and two blanks; no line end after
/// the last line. Where every line goes from one side of the board to the other, as around the boxes of a Sudoku, there is
/// no room for lines that are not there, so that a board of one region is compact; elsewhere all cells are equally far
/// apart.
impl fmt::Display for Picture {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let width = self.cells.iter().flatten().map(|cell| cell.label.chars().count()).max().unwrap_or(0) + 2;
        let row_lines: Vec<usize> = (0..=self.rows)
            .map(|row| (0..self.columns).filter(|&column| self.line_above(row, column)).count())
            .collect();
        let column_lines: Vec<usize> = (0..=self.columns)
            .map(|column| (0..self.rows).filter(|&row| self.line_left(row, column)).count())
            .collect();
        let is_compact = row_lines.iter().all(|&lines| lines == 0 || lines == self.columns)
            && column_lines.iter().all(|&lines| lines == 0 || lines == self.rows);
        // At the sides of the board there is room for lines only if there are some.
        let row_parted = |row| row_lines[row] > 0 || (!is_compact && 0 < row && row < self.rows);
        let column_parted = |column| column_lines[column] > 0 || (!is_compact && 0 < column && column < self.columns);
        let mut lines = Vec::new();
        for row in 0..=self.rows {
            if row_parted(row) {
                let mut line = String::new();
                for column in 0..=self.columns {
                    if column_parted(column) {
                        line.push(self.corner(row, column));
                    }
                    if column < self.columns {
                        let dash = if self.line_above(row, column) { "-" } else { " " };
                        line.push_str(&dash.repeat(width));
                    }
                }
                lines.push(line);
            }
            if row < self.rows {
                let mut line = String::new();
                for column in 0..=self.columns {
                    if column_parted(column) {
                        line.push(if self.line_left(row, column) { '|' } else { ' ' });
                    }
                    if column < self.columns {
                        let label = self.cell(Some(row), Some(column)).map_or("", |cell| &cell.label);
                        line.push_str(&format!("{label:^width$}"));
                    }
                }
                lines.push(line);
            }
        }
        for (at, line) in lines.iter().enumerate() {
            f.write_str(if at == 0 { "" } else { "\n" })?;
            f.write_str(line.trim_end())?;
        }
        Ok(())
    }
}

#[cfg(feature = "svg")]
mod svg {
    use super::Picture;
    use ::svg::Document;
    use ::svg::node::element::path::Data;
    use ::svg::node::element::{Group, Path, Rectangle, Text, Title};

    /// The side of a cell, and the room around the board.
    const SIDE: usize = 40;
    const MARGIN: usize = 10;

    impl Picture {
        /// The picture as a complete SVG document: the cells in the colors of their regions, thick lines between the
        /// regions, and the labels.
        ///
        /// ```
        /// let mut picture = quadrille::puzzle::Picture::new(1, 2);
        /// picture.set(0, 0, 0, "left");
        /// picture.set(0, 1, 1, "right");
        /// assert!(picture.svg().starts_with("<svg"));
        /// ```
        #[must_use]
        pub fn svg(&self) -> String {
            let (width, height) = (self.columns * SIDE + 2 * MARGIN, self.rows * SIDE + 2 * MARGIN);
            let document = Document::new()
                .set("viewBox", (0, 0, width, height))
                .set("width", width)
                .set("height", height)
                .add(Title::new(format!("A board of {} by {}", self.rows, self.columns)))
                .add(self.squares())
                .add(self.lines())
                .add(self.labels());
            format!("{document}\n")
        }

        /// The cells that are there, with their places on the paper.
        fn placed(&self) -> impl Iterator<Item = (usize, usize, &super::Cell)> {
            self.cells
                .iter()
                .enumerate()
                .filter_map(|(at, cell)| Some((place(at % self.columns), place(at / self.columns), cell.as_ref()?)))
        }

        fn squares(&self) -> Group {
            // The faint stroke shows the cells of a region, and closes the gaps that some viewers leave between squares.
            let group = Group::new().set("stroke", "#000000").set("stroke-opacity", 0.15).set("stroke-width", 1);
            self.placed().fold(group, |group, (x, y, cell)| {
                let square = Rectangle::new().set("x", x).set("y", y).set("width", SIDE).set("height", SIDE);
                group.add(square.set("fill", color(cell.region)))
            })
        }

        fn lines(&self) -> Path {
            let mut data = Data::new();
            for row in 0..=self.rows {
                for (from, length) in runs(self.columns, |column| self.line_above(row, column)) {
                    data = data.move_to((place(from), place(row))).horizontal_line_by(length * SIDE);
                }
            }
            for column in 0..=self.columns {
                for (from, length) in runs(self.rows, |row| self.line_left(row, column)) {
                    data = data.move_to((place(column), place(from))).vertical_line_by(length * SIDE);
                }
            }
            let line = Path::new().set("fill", "none").set("stroke", "#222222").set("stroke-width", 3);
            line.set("stroke-linecap", "round").set("d", data)
        }

        fn labels(&self) -> Group {
            let longest = self.cells.iter().flatten().map(|cell| cell.label.chars().count()).max().unwrap_or(0);
            // A letter is about 0.6 of the font's size wide.
            let size = (SIDE / 2).min(SIDE * 3 / 2 / longest.max(1)).max(1);
            let group = Group::new()
                .set("font-family", "sans-serif")
                .set("font-size", size)
                .set("text-anchor", "middle")
                .set("fill", "#222222");
            self.placed().filter(|(.., cell)| !cell.label.trim().is_empty()).fold(group, |group, (x, y, cell)| {
                let text = Text::new(cell.label.trim()).set("x", x + SIDE / 2).set("y", y + SIDE / 2);
                // Half the height of a letter further down: what `dominant-baseline` does where it is known.
                group.add(text.set("dy", "0.35em"))
            })
        }
    }

    /// Where on the paper a row or a column begins.
    fn place(number: usize) -> usize {
        MARGIN + number * SIDE
    }

    /// Where the numbers below `end` that are wanted follow on each other: the first one, and how many they are.
    fn runs(end: usize, wanted: impl Fn(usize) -> bool) -> Vec<(usize, usize)> {
        let mut runs: Vec<(usize, usize)> = Vec::new();
        for number in (0..end).filter(|&number| wanted(number)) {
            match runs.last_mut() {
                Some((from, length)) if *from + *length == number => *length += 1,
                _ => runs.push((number, 1)),
            }
        }
        runs
    }

    /// The color of a region. The hues go round by the golden angle, so that the regions with near numbers, and any first
    /// few, are far apart. Not every viewer knows `hsl(...)`, so it is given in red, green and blue.
    fn color(region: u32) -> String {
        const GOLDEN_ANGLE: f64 = 137.507_764;
        let hue = (40.0 + f64::from(region) * GOLDEN_ANGLE) % 360.0;
        let (saturation, lightness) = (0.62, if region.is_multiple_of(2) { 0.78 } else { 0.70 });
        let amplitude = saturation * (1.0 - lightness);
        let channel = |shift: f64| {
            let k = (shift + hue / 30.0) % 12.0;
            let value: f64 = lightness - amplitude * (k - 3.0).min(9.0 - k).clamp(-1.0, 1.0);
            (value * 255.0).round() as u8
        };
        format!("#{:02x}{:02x}{:02x}", channel(0.0), channel(8.0), channel(4.0))
    }

    #[cfg(test)]
    mod tests {
        use super::*;
        use ::svg::node::element::tag::Type;
        use ::svg::parser::Event;

        /// How many elements of each name a document has; it must be well formed.
        fn elements(document: &str) -> Vec<(String, usize)> {
            let mut counts: Vec<(String, usize)> = Vec::new();
            let mut open = Vec::new();
            for event in ::svg::read(document).unwrap() {
                match event {
                    Event::Tag(name, Type::End, _) => assert_eq!(open.pop().as_deref(), Some(name)),
                    Event::Tag(name, kind, _) => {
                        if kind == Type::Start {
                            open.push(name.to_owned());
                        }
                        match counts.iter_mut().find(|(known, _)| known == name) {
                            Some((_, count)) => *count += 1,
                            None => counts.push((name.to_owned(), 1)),
                        }
                    }
                    Event::Error(error) => panic!("{error}"),
                    _ => {}
                }
            }
            assert!(open.is_empty());
            counts
        }

        #[test]
        fn a_document_has_a_square_a_cell_and_a_text_a_label() {
            let mut picture = Picture::new(2, 3);
            for (row, column, region, label) in [(0, 0, 0, "<&>"), (0, 1, 0, ""), (1, 1, 1, "b"), (1, 2, 1, "c")] {
                picture.set(row, column, region, label);
            }
            let document = picture.svg();
            let expected = [("svg", 1), ("title", 1), ("g", 2), ("rect", 4), ("path", 1), ("text", 3)];
            let elements = elements(&document);
            for (name, count) in expected {
                assert!(elements.contains(&(name.to_owned(), count)), "{name}: {elements:?}");
            }
            assert_eq!(elements.len(), expected.len());
            assert!(document.contains("viewBox=\"0 0 140 100\""));
            assert!(document.contains("&lt;&amp;&gt;") && !document.contains("<&>"), "{document}");
        }

        #[test]
        fn an_empty_board_is_a_document() {
            assert_eq!(elements(&Picture::new(0, 0).svg()).len(), 4);
        }

        #[test]
        fn colors_of_neighbouring_regions_differ() {
            assert_eq!(color(0), "#ead2a4");
            let mut colors: Vec<String> = (0..100).map(color).collect();
            colors.sort();
            colors.dedup();
            assert_eq!(colors.len(), 100);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Draws regions that are given by a character a cell, which is the label too; a blank is a hole.
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
        assert_eq!(picture.to_string(), "+------------+\n| 5   6   7  |\n| 8   9   10 |\n+------------+");
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
