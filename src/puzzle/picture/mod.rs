//! Boards of cells, drawn as text and as SVG.
//!
//! A solution that fills a board with pieces, numbers or pieces of chess says with a [`Picture`] what it looks like, and is
//! [`Drawn`]. How that becomes lines of text (`text.rs`) or an SVG document (`svg.rs`) is decided here, once for all of them.

#[cfg(feature = "svg")]
mod svg;
mod text;

pub use text::Lines;

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
    links: Vec<Link>,
    caption: String,
}

#[derive(Clone, Debug, PartialEq, Eq)]
struct Cell {
    region: u32,
    content: Vec<Mark>,
    /// Whether the content is marks, of which there may be several, and not a label.
    is_marked: bool,
    shade: Option<Shade>,
}

impl Cell {
    /// How many characters its content takes in a line of text.
    fn width(&self) -> usize {
        self.content.iter().map(|mark| mark.text.chars().count()).sum()
    }
}

/// A small label, one of several in a cell, such as the pencil marks of a Sudoku.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mark {
    /// What it says.
    pub text: String,
    /// Its place among those of the cell, which are in rows and columns and counted from 0. There are as many as the board
    /// has rows, or more if need be.
    pub place: usize,
    /// What it stands for.
    pub role: Role,
}

/// What a label or a mark stands for. Pictures, and text if it is painted, show that in color.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Role {
    /// Nothing in particular.
    #[default]
    Plain,
    /// It was given with the puzzle.
    Given,
    /// It was found.
    Found,
    /// A reason for what is found.
    Evidence,
    /// A reason of a second kind.
    Contrast,
    /// It turns out to be false.
    Removed,
    /// It turns out to be true.
    Placed,
}

/// The color of a cell that is drawn without that of its region.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Shade {
    /// The color of paper.
    Paper,
    /// A pale color, for what is looked at.
    First,
    /// Another one.
    Second,
}

/// A line between two marks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Link {
    /// Row, column and place of each end.
    ends: [(usize, usize, usize); 2],
    is_dashed: bool,
}

impl Picture {
    /// A board of this size. All of its cells are absent.
    #[must_use]
    pub fn new(rows: usize, columns: usize) -> Self {
        Self { rows, columns, cells: vec![None; rows * columns], links: Vec::new(), caption: String::new() }
    }

    /// Says what is in a cell. Lines part cells of different regions; a region may be in several parts.
    ///
    /// # Panics
    /// If the row or the column, both counted from 0, is beyond the board.
    pub fn set(&mut self, row: usize, column: usize, region: u32, label: impl Into<String>) {
        let label = Mark { text: label.into(), place: 0, role: Role::Plain };
        *self.at(row, column) = Some(Cell { region, content: vec![label], is_marked: false, shade: None });
    }

    /// Says what is in a cell: marks in place of a label.
    ///
    /// # Panics
    /// If the row or the column, both counted from 0, is beyond the board.
    ///
    /// ```
    /// use quadrille::puzzle::{Mark, Picture, Role};
    /// let mut picture = Picture::new(1, 2);
    /// picture.set(0, 0, 0, "3");
    /// let marks = [1, 4].map(|digit| Mark { text: digit.to_string(), place: digit - 1, role: Role::Plain });
    /// picture.set_marks(0, 1, 0, marks);
    /// assert_eq!(picture.to_string(), "+--------+\n| 3   14 |\n+--------+");
    /// ```
    pub fn set_marks(&mut self, row: usize, column: usize, region: u32, marks: impl IntoIterator<Item = Mark>) {
        let content = marks.into_iter().collect();
        *self.at(row, column) = Some(Cell { region, content, is_marked: true, shade: None });
    }

    /// Says what the label, or every mark, of a cell stands for. An absent cell stays so.
    ///
    /// # Panics
    /// If the row or the column, both counted from 0, is beyond the board.
    pub fn set_role(&mut self, row: usize, column: usize, role: Role) {
        if let Some(cell) = self.at(row, column) {
            cell.content.iter_mut().for_each(|mark| mark.role = role);
        }
    }

    /// Gives a cell this color in place of that of its region. An absent cell stays so.
    ///
    /// # Panics
    /// If the row or the column, both counted from 0, is beyond the board.
    pub fn shade(&mut self, row: usize, column: usize, shade: Shade) {
        if let Some(cell) = self.at(row, column) {
            cell.shade = Some(shade);
        }
    }

    /// Draws a line from one mark to another, each given by its row, its column and its place. Only pictures show it.
    pub fn link(&mut self, from: (usize, usize, usize), to: (usize, usize, usize), is_dashed: bool) {
        self.links.push(Link { ends: [from, to], is_dashed });
    }

    /// Writes a sentence below the board. Only pictures show it.
    pub fn caption(&mut self, caption: impl Into<String>) {
        self.caption = caption.into();
    }

    fn at(&mut self, row: usize, column: usize) -> &mut Option<Cell> {
        let (rows, columns) = (self.rows, self.columns);
        assert!(row < rows && column < columns, "row {row}, column {column} on a board of {rows} by {columns}");
        &mut self.cells[row * columns + column]
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
}
