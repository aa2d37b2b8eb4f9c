//! MacMahon's squares: all squares whose four edges have one of some colors each, put together to a rectangle so that edges
//! that touch have the same color.
//!
//! With three colors there are 24 squares, taken as equal if one is the other one turned but not if it is turned over
//! (MacMahon, New Mathematical Pastimes, 1921, who put them into 4x6 with a border of one color). With k colors there are
//! (k⁴ + k² + 2k) / 4 of them.
//!
//! The exact cover is with colors, in the manner of TAOCP 7.2.2.1: primary items are the cells, `r1c2`, and the squares,
//! named by their edges clockwise, `aabc`; each edge inside the rectangle is a secondary item, `r1c2-r1c3`, to which the
//! two squares that share it must give the same color. An option is a square in a cell, turned in one of up to four ways.
//! The edges of the border belong to one cell only and need no item: if the border is to be of one color, options that
//! give it another one are left out.
//!
//! **How many there are.** The classic, 4x6 with a border of one given color, has 106,624 = 13,328 · 8 covers, 319,872 for
//! all three colors of the border. `quadrille make macmahon --border 1 | quadrille cover -c` counts them in half a minute,
//! and two programs did that share nothing with the engines of this crate, one from the rules and one from the options of
//! this encoding. None of them stays the same when the rectangle is turned or
//! reflected, or the two other colors are exchanged, or both; so 13,328 are essentially different. The number that is often
//! told, 12,261 (a program of 1964, in Gardner, New Mathematical Diversions, 1966), does not agree with that.

use std::error::Error;
use std::fmt;

use super::{Drawn, Picture, Puzzle};
use crate::ids::OptionId;
use crate::problem::{BuildError, Model, Problem};

/// Most colors; with five there would be 165 squares.
pub const MAX_COLORS: u8 = 4;

/// The colors of the edges of a square: top, right, bottom, left.
pub type Edges = [u8; 4];

/// The ways to put all of MacMahon's squares into a rectangle.
///
/// Each way is a cover of its own, also if it is another one turned, reflected, or with other colors.
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

/// A square in a cell.
#[derive(Clone, Copy, Debug)]
struct Placement {
    cell: usize,
    edges: Edges,
}

/// What is wrong with a wish for MacMahon's squares.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum MacMahonError {
    /// There are no squares with this number of colors, or too many.
    Colors(u8),
    /// The rectangle has not as many cells as there are squares.
    Area {
        /// How many rows it has.
        rows: usize,
        /// How many columns it has.
        columns: usize,
        /// How many squares there are.
        squares: usize,
    },
    /// The border is to have a color that there is not.
    Border {
        /// The color.
        color: u8,
        /// How many there are.
        colors: u8,
    },
}

impl fmt::Display for MacMahonError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::Colors(colors) => write!(f, "{colors} colors: take 1 to {MAX_COLORS}"),
            Self::Area { rows, columns, squares } => {
                write!(f, "a rectangle of {rows}x{columns} does not hold {squares} squares: take ")?;
                let fits = (1..=squares).filter(|&rows| rows * rows <= squares && squares.is_multiple_of(rows));
                for (at, rows) in fits.enumerate() {
                    write!(f, "{}{rows}x{}", if at == 0 { "" } else { " or " }, squares / rows)?;
                }
                Ok(())
            }
            Self::Border { color, colors } => {
                write!(f, "color {color} for the border: colors are numbered from 0, and there are {colors}")
            }
        }
    }
}

impl Error for MacMahonError {}

/// All squares of some number of colors, each turned so that its edges are least.
fn squares(colors: u8) -> Vec<Edges> {
    let all = (0..colors).flat_map(move |a| {
        (0..colors).flat_map(move |b| (0..colors).flat_map(move |c| (0..colors).map(move |d| [a, b, c, d])))
    });
    all.filter(|&edges| turned(edges).all(|other| edges <= other)).collect()
}

/// A square turned in four ways.
fn turned(edges: Edges) -> impl Iterator<Item = Edges> {
    (0..4).map(move |quarters| {
        let mut edges = edges;
        edges.rotate_right(quarters);
        edges
    })
}

/// The letter of a color: `a` for 0.
fn letter(color: u8) -> char {
    char::from(b'a' + color)
}

impl MacMahon {
    /// All squares of this number of colors in a rectangle; `new(3, 4, 6)` is the classic, before a color is chosen for the
    /// [border](Self::bordered).
    ///
    /// # Errors
    /// [`MacMahonError::Colors`], [`MacMahonError::Area`].
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

    /// The same puzzle with all edges of the border of one color, counted from 0.
    ///
    /// # Errors
    /// [`MacMahonError::Border`].
    pub fn bordered(&self, color: u8) -> Result<Self, MacMahonError> {
        if color >= self.colors {
            return Err(MacMahonError::Border { color, colors: self.colors });
        }
        Ok(Self::build(self.colors, self.rows, self.columns, &squares(self.colors), Some(color)))
    }

    fn build(colors: u8, rows: usize, columns: usize, squares: &[Edges], border: Option<u8>) -> Self {
        let model = model(rows, columns, squares, border);
        Self { colors, rows, columns, model: model.expect("the names are distinct, and so are the items of an option") }
    }
}

fn model(rows: usize, columns: usize, squares: &[Edges], border: Option<u8>) -> Result<Model<Placement>, BuildError> {
    let cell = |row: usize, column: usize| format!("r{}c{}", row + 1, column + 1);
    let square = |edges: Edges| edges.map(letter).iter().collect::<String>();
    let cells = || (0..rows * columns).map(|at| (at / columns, at % columns));
    // The edge between a cell and the one below it, or on the right of it.
    let below = |row, column| format!("{}-{}", cell(row, column), cell(row + 1, column));
    let right = |row, column| format!("{}-{}", cell(row, column), cell(row, column + 1));

    let mut builder = Model::builder();
    builder.primary(cells().map(|(row, column)| cell(row, column)))?;
    builder.primary(squares.iter().map(|&edges| square(edges)))?;
    builder.secondary(cells().filter(|&(row, _)| row + 1 < rows).map(|(row, column)| below(row, column)))?;
    builder.secondary(cells().filter(|&(_, column)| column + 1 < columns).map(|(row, column)| right(row, column)))?;
    for (row, column) in cells() {
        let around = [
            row.checked_sub(1).map(|above| below(above, column)),
            (column + 1 < columns).then(|| right(row, column)),
            (row + 1 < rows).then(|| below(row, column)),
            column.checked_sub(1).map(|left| right(row, left)),
        ];
        for &edges in squares {
            // A square that looks the same turned has fewer than four ways.
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
                entries
                    .extend(around.iter().zip(&colors).filter_map(|(item, color)| Some((item.clone()?, Some(color)))));
                let placement = Placement { cell: row * columns + column, edges: way };
                builder.option(placement, entries.iter().map(|(item, color)| (item, color.map(String::as_str))))?;
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

/// Squares in a rectangle. It displays as the colors of the edges around the cells:
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
    /// How many rows of squares there are.
    #[must_use]
    pub fn rows(&self) -> usize {
        self.rows
    }

    /// How many columns of squares there are.
    #[must_use]
    pub fn columns(&self) -> usize {
        self.columns
    }

    /// The square at this row and column, counted from 0.
    ///
    /// # Panics
    /// If the row or the column is beyond the rectangle.
    #[must_use]
    pub fn get(&self, row: usize, column: usize) -> Edges {
        let (rows, columns) = (self.rows, self.columns);
        assert!(row < rows && column < columns, "row {row}, column {column} of a rectangle of {rows}x{columns}");
        self.squares[row * columns + column]
    }

    /// The color at a point of the grid that has an edge at each point with an odd and an even coordinate.
    fn edge(&self, y: usize, x: usize) -> Option<u8> {
        if y % 2 == x % 2 {
            return None;
        }
        // The cell below or on the right of the edge, or the last one, which has the edge at its other side.
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
                write!(f, "{}{}", if x == 0 { "" } else { " " }, self.edge(y, x).map_or(corner, letter))?;
            }
        }
        Ok(())
    }
}

/// The regions are the colors of the edges; there is nothing in the middle of a square or at its corners.
impl Drawn for Arrangement {
    fn picture(&self) -> Picture {
        let mut picture = Picture::new(2 * self.rows + 1, 2 * self.columns + 1);
        for (y, x) in (0..=2 * self.rows).flat_map(|y| (0..=2 * self.columns).map(move |x| (y, x))) {
            if let Some(color) = self.edge(y, x) {
                picture.set(y, x, color.into(), letter(color));
            }
        }
        picture
    }
}
