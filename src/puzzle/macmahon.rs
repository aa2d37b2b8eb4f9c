//! MacMahon's squares: all squares with edges of k colors, put into a rectangle such that touching
//! edges have the same color.
//!
//! With three colors there are 24 squares. Two squares are equal if one is a rotation of the other;
//! reflections are different. MacMahon put them into a 4x6 rectangle with a border of one color
//! (New Mathematical Pastimes, 1921). With k colors there are (k⁴ + k² + 2k) / 4 squares.
//!
//! The exact cover uses colors, as in TAOCP 7.2.2.1. The primary items are the cells, `r1c2`, and
//! the squares, named by their edges in clockwise order, `aabc`. Each edge inside the rectangle is
//! a secondary item, `r1c2-r1c3`. The two squares that share it must give it the same color. An
//! option is a square in a cell in one of up to four rotations. An edge of the border belongs to
//! only one cell and needs no item: if the border must have one color, the options with other
//! colors there are left out.
//!
//! **Known counts.** The classic puzzle, 4x6 with a border of one given color, has 106,624 = 13,328
//! · 8 covers: `quadrille make macmahon --border 1 | quadrille count`. If that one color is not
//! given, there are three times as many, 319,872. Two programs that share no code with the engines
//! of this crate agree: one starts from the rules, the other from the options of this encoding. No
//! rotation or reflection of the rectangle, exchange of the two colors other than the given one,
//! or combination of these maps a solution to itself, so 13,328 solutions are essentially
//! different. This number differs from the one in the literature, 12,261 (found by a program in
//! 1964; Gardner, New Mathematical Diversions, 1966).

use std::error::Error;
use std::fmt;

use super::{Drawn, Picture, Puzzle};
use crate::ids::OptionId;
use crate::problem::{BuildError, Model, Problem};

/// The maximum number of colors. With five there would be 165 squares.
pub const MAX_COLORS: u8 = 4;

/// The colors of the edges of a square: top, right, bottom, left.
pub type Edges = [u8; 4];

/// All ways to put MacMahon's squares into a rectangle.
///
/// Rotations, reflections and exchanges of colors count as different covers.
///
/// ```
/// use quadrille::puzzle::Puzzle;
/// use quadrille::puzzle::macmahon::MacMahon;
/// let classic = MacMahon::new(3, 4, 6)?.bordered(0)?;
/// let problem = classic.problem();
/// assert_eq!(problem.primary_count(), 24 + 24);
/// assert_eq!(problem.item_count() - problem.primary_count(), 38); // the edges inside
/// # Ok::<(), quadrille::puzzle::macmahon::MacMahonError>(())
/// ```
#[derive(Clone, Debug)]
pub struct MacMahon {
    colors: u8,
    rows: usize,
    columns: usize,
    model: Model<Placement>,
}

#[derive(Clone, Copy, Debug)]
struct Placement {
    cell: usize,
    edges: Edges,
}

/// The reason why a problem of MacMahon's squares cannot be built.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum MacMahonError {
    /// The number of colors is 0 or too large.
    Colors(u8),
    /// The number of cells is not the number of squares.
    Area {
        /// The number of rows.
        rows: usize,
        /// The number of columns.
        columns: usize,
        /// The number of squares.
        squares: usize,
    },
    /// The color of the border does not exist.
    Border {
        /// The color.
        color: u8,
        /// The number of colors.
        colors: u8,
    },
}

impl fmt::Display for MacMahonError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::Colors(colors) => write!(f, "{colors} colors: take 1 to {MAX_COLORS}"),
            Self::Area { rows, columns, squares } => {
                write!(
                    f,
                    "a rectangle of {rows}x{columns} does not hold {squares} squares: take "
                )?;
                let fits = (1..=squares)
                    .filter(|&rows| rows * rows <= squares && squares.is_multiple_of(rows));
                for (at, rows) in fits.enumerate() {
                    write!(f, "{}{rows}x{}", if at == 0 { "" } else { " or " }, squares / rows)?;
                }
                Ok(())
            }
            Self::Border { color, colors } => {
                write!(
                    f,
                    "color {color} for the border: colors are numbered from 0, and there are {colors}"
                )
            }
        }
    }
}

impl Error for MacMahonError {}

/// Returns all squares with edges of these colors, each in its smallest rotation.
fn squares(colors: u8) -> Vec<Edges> {
    let all = (0..colors).flat_map(move |a| {
        (0..colors).flat_map(move |b| {
            (0..colors).flat_map(move |c| (0..colors).map(move |d| [a, b, c, d]))
        })
    });
    all.filter(|&edges| turned(edges).all(|other| edges <= other)).collect()
}

fn turned(edges: Edges) -> impl Iterator<Item = Edges> {
    (0..4).map(move |quarters| {
        let mut edges = edges;
        edges.rotate_right(quarters);
        edges
    })
}

fn letter(color: u8) -> char {
    char::from(b'a' + color)
}

impl MacMahon {
    /// Returns the puzzle of putting all squares that are possible with this number of colors into
    /// a rectangle. `new(3, 4, 6)` is the classic puzzle, but with any colors on the
    /// [border](Self::bordered).
    ///
    /// # Errors
    /// [`MacMahonError::Colors`] if the number of colors is not supported, and
    /// [`MacMahonError::Area`] if the squares do not fill the rectangle.
    pub fn new(colors: u8, rows: usize, columns: usize) -> Result<Self, MacMahonError> {
        if !(1..=MAX_COLORS).contains(&colors) {
            return Err(MacMahonError::Colors(colors));
        }
        let squares = squares(colors);
        if rows.checked_mul(columns) != Some(squares.len()) {
            return Err(MacMahonError::Area { rows, columns, squares: squares.len() });
        }
        Ok(Self::build(colors, rows, columns, &squares, None))
    }

    /// Returns the same puzzle with one color, counted from 0, for all edges of the border.
    ///
    /// # Errors
    /// [`MacMahonError::Border`] if there is no such color.
    pub fn bordered(&self, color: u8) -> Result<Self, MacMahonError> {
        if color >= self.colors {
            return Err(MacMahonError::Border { color, colors: self.colors });
        }
        Ok(Self::build(self.colors, self.rows, self.columns, &squares(self.colors), Some(color)))
    }

    fn build(
        colors: u8,
        rows: usize,
        columns: usize,
        squares: &[Edges],
        border: Option<u8>,
    ) -> Self {
        let model = model(rows, columns, squares, border);
        Self {
            colors,
            rows,
            columns,
            model: model.expect("the names are distinct, and so are the items of an option"),
        }
    }
}

fn model(
    rows: usize,
    columns: usize,
    squares: &[Edges],
    border: Option<u8>,
) -> Result<Model<Placement>, BuildError> {
    let cell = |row: usize, column: usize| format!("r{}c{}", row + 1, column + 1);
    let square = |edges: Edges| edges.map(letter).iter().collect::<String>();
    let cells = || (0..rows * columns).map(|at| (at / columns, at % columns));
    let below = |row, column| format!("{}-{}", cell(row, column), cell(row + 1, column));
    let right = |row, column| format!("{}-{}", cell(row, column), cell(row, column + 1));

    let mut builder = Model::builder();
    builder.primary(cells().map(|(row, column)| cell(row, column)))?;
    builder.primary(squares.iter().map(|&edges| square(edges)))?;
    builder.secondary(
        cells().filter(|&(row, _)| row + 1 < rows).map(|(row, column)| below(row, column)),
    )?;
    builder.secondary(
        cells().filter(|&(_, column)| column + 1 < columns).map(|(row, column)| right(row, column)),
    )?;
    for (row, column) in cells() {
        let around = [
            row.checked_sub(1).map(|above| below(above, column)),
            (column + 1 < columns).then(|| right(row, column)),
            (row + 1 < rows).then(|| below(row, column)),
            column.checked_sub(1).map(|left| right(row, left)),
        ];
        for &edges in squares {
            // A square such as `abab` has fewer than four different rotations.
            let mut ways: Vec<Edges> = turned(edges).collect();
            ways.sort_unstable();
            ways.dedup();
            for way in ways {
                let outside = || around.iter().zip(way).filter(|(item, _)| item.is_none());
                if border.is_some_and(|border| outside().any(|(_, color)| color != border)) {
                    continue;
                }
                let colors = way.map(|color| letter(color).to_string());
                let mut entries = vec![(cell(row, column), None), (square(edges), None)];
                entries.extend(
                    around
                        .iter()
                        .zip(&colors)
                        .filter_map(|(item, color)| Some((item.clone()?, Some(color)))),
                );
                let placement = Placement { cell: row * columns + column, edges: way };
                builder.option(
                    placement,
                    entries.iter().map(|(item, color)| (item, color.map(String::as_str))),
                )?;
            }
        }
    }
    builder.build()
}

impl Puzzle for MacMahon {
    type Solution = Arrangement;

    fn problem(&self) -> &Problem {
        self.model.problem()
    }

    fn decode(&self, cover: &[OptionId]) -> Arrangement {
        let mut squares = vec![[0; 4]; self.rows * self.columns];
        for &option in cover {
            let Placement { cell, edges } = *self.model.value(option);
            squares[cell] = edges;
        }
        Arrangement { rows: self.rows, columns: self.columns, squares }
    }
}

/// The squares in a rectangle. They display as the colors of the edges around the cells:
///
/// ```text
/// + a + a +
/// a   b   a
/// + a + a +
/// ```
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Arrangement {
    rows: usize,
    columns: usize,
    squares: Vec<Edges>,
}

impl Arrangement {
    /// Returns the number of rows of squares.
    #[must_use]
    pub fn rows(&self) -> usize {
        self.rows
    }

    /// Returns the number of columns of squares.
    #[must_use]
    pub fn columns(&self) -> usize {
        self.columns
    }

    /// Returns the square at this row and column, counted from 0.
    ///
    /// # Panics
    /// If the row or the column is outside the rectangle.
    #[must_use]
    pub fn get(&self, row: usize, column: usize) -> Edges {
        let (rows, columns) = (self.rows, self.columns);
        assert!(
            row < rows && column < columns,
            "row {row}, column {column} of a rectangle of {rows}x{columns}"
        );
        self.squares[row * columns + column]
    }

    /// Returns the color at a point of the drawing, or `None` if it is not an edge. Edges have one
    /// odd and one even coordinate.
    fn edge(&self, y: usize, x: usize) -> Option<u8> {
        if y % 2 == x % 2 {
            return None;
        }
        // The cell below or to the right of the edge, or at the end of a column or a row, the cell
        // before the edge.
        let (row, column) = ((y / 2).min(self.rows - 1), (x / 2).min(self.columns - 1));
        let side = match (y.is_multiple_of(2), y / 2 == row, x / 2 == column) {
            (true, true, _) => 0,
            (true, false, _) => 2,
            (false, _, true) => 3,
            (false, _, false) => 1,
        };
        Some(self.get(row, column)[side])
    }
}

impl fmt::Display for Arrangement {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for y in 0..=2 * self.rows {
            f.write_str(if y == 0 { "" } else { "\n" })?;
            for x in 0..=2 * self.columns {
                let corner = if y.is_multiple_of(2) { '+' } else { ' ' };
                write!(
                    f,
                    "{}{}",
                    if x == 0 { "" } else { " " },
                    self.edge(y, x).map_or(corner, letter)
                )?;
            }
        }
        Ok(())
    }
}

/// Draws the edges as cells, with a region for each color. Corners and the centres of squares are
/// empty.
impl Drawn for Arrangement {
    fn picture(&self) -> Picture {
        let mut picture = Picture::new(2 * self.rows + 1, 2 * self.columns + 1);
        for (y, x) in (0..=2 * self.rows).flat_map(|y| (0..=2 * self.columns).map(move |x| (y, x)))
        {
            if let Some(color) = self.edge(y, x) {
                picture.set(y, x, color.into(), letter(color));
            }
        }
        picture
    }
}
