//! Boards of cells, drawn as text and as SVG.
//!
//! Puzzles and solutions that can be drawn implement [`Drawn`], which returns a [`Picture`].
//! `text.rs` draws a picture as lines of text. `svg.rs` draws it as an SVG document, with
//! `triangles.rs` for boards of triangles. `sheet.rs` puts several pictures on a page.

#[cfg(feature = "svg")]
mod sheet;
#[cfg(feature = "svg")]
mod svg;
mod text;
#[cfg(feature = "svg")]
mod triangles;

#[cfg(feature = "svg")]
pub use sheet::{Paper, sheet};
pub use text::Lines;

/// A puzzle, a position or a solution that can be drawn. It may display as its picture or in
/// another form.
pub trait Drawn {
    /// Returns the picture.
    fn picture(&self) -> Picture;
}

/// A board of cells in rows and columns. A cell is absent, or it belongs to a region and has a
/// label or marks.
///
/// By default, the text has lines around the board and between cells of different regions, and none
/// inside a region:
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
    /// The cells, row by row.
    cells: Vec<Option<Cell>>,
    links: Vec<Link>,
    /// Pairs of cells whose centres are joined by a line.
    joints: Vec<[(usize, usize); 2]>,
    /// The region of absent cells and of everything outside the board, if one was set.
    outside: Option<u32>,
    is_triangular: bool,
    caption: String,
}

#[derive(Clone, Debug, PartialEq, Eq)]
struct Cell {
    region: u32,
    content: Vec<Mark>,
    /// True if the content is a list of marks instead of a label.
    is_marked: bool,
    shade: Option<Shade>,
}

impl Cell {
    /// Returns the number of characters that the content takes in a line of text.
    fn width(&self) -> usize {
        self.content.iter().map(|mark| mark.text.chars().count()).sum()
    }
}

/// The label of a cell, or one of several small labels, such as the pencil marks of a Sudoku.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mark {
    /// The text of the mark.
    pub text: String,
    /// The place among the marks of the cell, counted from 0. The places form a square of the same
    /// size in all cells: the smallest that has the places of all marks of the board, and at least
    /// as many places as the board has rows.
    pub place: usize,
    /// The role, which determines how the mark is shown.
    pub role: Role,
}

/// The role of a label or a mark. SVG pictures and painted text may show it in color or in bold.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Role {
    /// No special role.
    #[default]
    Plain,
    /// A clue of the puzzle.
    Given,
    /// A value that was found.
    Found,
    /// Evidence for a deduction.
    Evidence,
    /// Evidence of a second kind.
    Contrast,
    /// A candidate that is removed.
    Removed,
    /// A candidate that is placed.
    Placed,
}

/// A background that replaces the color of a cell's region.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Shade {
    /// The color of paper.
    Paper,
    /// A pale color, for cells in focus.
    First,
    /// Another pale color.
    Second,
}

/// A line between two marks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Link {
    /// The row, the column and the place of each end.
    ends: [(usize, usize, usize); 2],
    is_dashed: bool,
}

impl Picture {
    /// Returns a board of this size whose cells are all absent.
    ///
    /// # Panics
    /// If there are more cells than memory can hold.
    #[must_use]
    pub fn new(rows: usize, columns: usize) -> Self {
        Self {
            rows,
            columns,
            cells: vec![None; rows.checked_mul(columns).expect("the cells fit into memory")],
            links: Vec::new(),
            joints: Vec::new(),
            outside: None,
            is_triangular: false,
            caption: String::new(),
        }
    }

    /// Returns a board of triangles whose cells are all absent. A cell points up if its row and its
    /// column, counted from 0, have an even sum, and down otherwise. Consecutive cells of a row
    /// share a side, and each begins half a side to the right of the previous one.
    ///
    /// As text, a row is a line with the labels of its cells. SVG pictures show the triangles, put
    /// all marks of a cell at its centre, omit links and [joints](Self::join), and show the caption
    /// only as the title.
    ///
    /// # Panics
    /// If there are more cells than memory can hold.
    ///
    /// ```
    /// let mut picture = quadrille::puzzle::Picture::triangular(2, 3);
    /// for (row, column, label) in [(0, 1, "a"), (1, 0, "b"), (1, 1, "a"), (1, 2, "c")] {
    ///     picture.set(row, column, label.as_bytes()[0].into(), label);
    /// }
    /// assert_eq!(picture.to_string(), " a\nbac");
    /// ```
    #[must_use]
    pub fn triangular(rows: usize, columns: usize) -> Self {
        Self { is_triangular: true, ..Self::new(rows, columns) }
    }

    /// Sets the region and the label of a cell. Lines separate cells of different regions; a region
    /// need not be connected.
    ///
    /// # Panics
    /// If the row or the column, counted from 0, is outside the board.
    pub fn set(&mut self, row: usize, column: usize, region: u32, label: impl Into<String>) {
        let label = Mark { text: label.into(), place: 0, role: Role::Plain };
        *self.at(row, column) =
            Some(Cell { region, content: vec![label], is_marked: false, shade: None });
    }

    /// Sets the region of a cell, and marks instead of a label.
    ///
    /// # Panics
    /// If the row or the column, counted from 0, is outside the board.
    ///
    /// ```
    /// use quadrille::puzzle::{Mark, Picture, Role};
    /// let mut picture = Picture::new(1, 2);
    /// picture.set(0, 0, 0, "3");
    /// let marks = [1, 4].map(|digit| Mark { text: digit.to_string(), place: digit - 1, role: Role::Plain });
    /// picture.set_marks(0, 1, 0, marks);
    /// assert_eq!(picture.to_string(), "+--------+\n| 3   14 |\n+--------+");
    /// ```
    pub fn set_marks(
        &mut self,
        row: usize,
        column: usize,
        region: u32,
        marks: impl IntoIterator<Item = Mark>,
    ) {
        let content = marks.into_iter().collect();
        *self.at(row, column) = Some(Cell { region, content, is_marked: true, shade: None });
    }

    /// Sets the role of the label, or of all marks, of a cell. Has no effect on an absent cell.
    ///
    /// # Panics
    /// If the row or the column, counted from 0, is outside the board.
    pub fn set_role(&mut self, row: usize, column: usize, role: Role) {
        if let Some(cell) = self.at(row, column) {
            cell.content.iter_mut().for_each(|mark| mark.role = role);
        }
    }

    /// Sets the background of a cell, which replaces the color of its region. Has no effect on an
    /// absent cell.
    ///
    /// # Panics
    /// If the row or the column, counted from 0, is outside the board.
    pub fn shade(&mut self, row: usize, column: usize, shade: Shade) {
        if let Some(cell) = self.at(row, column) {
            cell.shade = Some(shade);
        }
    }

    /// Draws a line between two marks, each given by its row, its column and its place. Only SVG
    /// pictures show it.
    pub fn link(
        &mut self,
        from: (usize, usize, usize),
        to: (usize, usize, usize),
        is_dashed: bool,
    ) {
        self.links.push(Link { ends: [from, to], is_dashed });
    }

    /// Draws a thick line between the centres of two cells. Only SVG pictures show it.
    pub fn join(&mut self, from: (usize, usize), to: (usize, usize)) {
        self.joints.push([from, to]);
    }

    /// Sets the region of absent cells and of the outside of the board. No line is drawn between
    /// these and the cells of this region. If no region is set, there are lines around the board.
    ///
    /// ```
    /// let mut picture = quadrille::puzzle::Picture::new(1, 3);
    /// picture.surround(0);
    /// for (column, region) in [0, 1, 0].into_iter().enumerate() {
    ///     picture.set(0, column, region, column.to_string());
    /// }
    /// assert_eq!(picture.to_string(), "   +---+\n 0 | 1 | 2\n   +---+");
    /// ```
    pub fn surround(&mut self, region: u32) {
        self.outside = Some(region);
    }

    /// Sets the caption below the board. Only SVG pictures show it.
    pub fn caption(&mut self, caption: impl Into<String>) {
        self.caption = caption.into();
    }

    /// Returns the number of rows.
    #[must_use]
    pub fn rows(&self) -> usize {
        self.rows
    }

    /// Returns the number of columns.
    #[must_use]
    pub fn columns(&self) -> usize {
        self.columns
    }

    /// Returns the region of a cell, and its label or its marks. Returns `None` if the cell is
    /// absent or outside the board. A program can use this to draw the picture in its own way.
    ///
    /// ```
    /// let mut picture = quadrille::puzzle::Picture::new(1, 2);
    /// picture.set(0, 0, 5, "label");
    /// let (region, marks) = picture.get(0, 0).ok_or("the cell was set")?;
    /// assert_eq!((region, marks[0].text.as_str()), (5, "label"));
    /// assert!(picture.get(0, 1).is_none());
    /// # Ok::<(), &str>(())
    /// ```
    #[must_use]
    pub fn get(&self, row: usize, column: usize) -> Option<(u32, &[Mark])> {
        self.cell(Some(row), Some(column)).map(|cell| (cell.region, &*cell.content))
    }

    fn at(&mut self, row: usize, column: usize) -> &mut Option<Cell> {
        let (rows, columns) = (self.rows, self.columns);
        assert!(
            row < rows && column < columns,
            "row {row}, column {column} on a board of {rows} by {columns}"
        );
        &mut self.cells[row * columns + column]
    }

    /// Returns a cell, or `None` if it is absent or outside the board.
    fn cell(&self, row: Option<usize>, column: Option<usize>) -> Option<&Cell> {
        let (row, column) = (row?, column?);
        if row < self.rows && column < self.columns {
            self.cells[row * self.columns + column].as_ref()
        } else {
            None
        }
    }

    fn region(&self, row: Option<usize>, column: Option<usize>) -> Option<u32> {
        self.cell(row, column).map(|cell| cell.region).or(self.outside)
    }

    /// True if there is a line above a cell. The row after the last one has the line below the
    /// board.
    fn line_above(&self, row: usize, column: usize) -> bool {
        self.region(row.checked_sub(1), Some(column)) != self.region(Some(row), Some(column))
    }

    /// True if there is a line on the left of a cell. The column after the last one has the line on
    /// the right of the board.
    fn line_left(&self, row: usize, column: usize) -> bool {
        self.region(Some(row), column.checked_sub(1)) != self.region(Some(row), Some(column))
    }
}
