//! Pieces: their cells, their orientations, all pieces of a size, and drawings of pieces.

use std::collections::{BTreeMap, BTreeSet};
use std::error::Error;
use std::fmt;

/// The coordinates of cells. Those of a [`Shape`] are sorted, and shifted to make the minimum of
/// each coordinate 0.
pub(in crate::puzzle) type Cells<const D: usize> = Vec<[usize; D]>;

/// A piece of `D` dimensions: its name, and its cells, which may be unconnected.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shape<const D: usize> {
    name: String,
    cells: Cells<D>,
}

impl<const D: usize> Shape<D> {
    pub(in crate::puzzle) fn new(name: String, cells: Cells<D>) -> Self {
        Self { name, cells: normal(cells) }
    }

    /// Returns the name of the piece in problems and drawings.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Returns the cells, sorted. A cell is given by its row and column, preceded by the layer if
    /// there are three dimensions. The minimum of each coordinate is 0.
    #[must_use]
    pub fn cells(&self) -> &[[usize; D]] {
        &self.cells
    }
}

/// Returns the different orientations of a shape: its rotations, and those of its mirror image if
/// it may be reflected.
pub(in crate::puzzle) fn orientations<const D: usize>(
    cells: &Cells<D>,
    is_reflected: bool,
) -> BTreeSet<Cells<D>> {
    let mut all = BTreeSet::new();
    let mut waiting = vec![cells.clone()];
    while let Some(cells) = waiting.pop() {
        if all.insert(cells.clone()) {
            // Quarter turns in the planes of neighbouring axes generate all rotations.
            waiting.extend((1..D).map(|axis| quarter_turn(&cells, axis - 1, axis)));
            if is_reflected {
                waiting.push(mirrored(&cells));
            }
        }
    }
    all
}

fn quarter_turn<const D: usize>(cells: &Cells<D>, from: usize, to: usize) -> Cells<D> {
    let end = cells.iter().map(|cell| cell[from]).max().unwrap_or(0);
    let turned = cells.iter().map(|cell| {
        let mut turned = *cell;
        (turned[to], turned[from]) = (end - cell[from], cell[to]);
        turned
    });
    normal(turned.collect())
}

/// Returns the mirror image, with the columns reversed.
pub(in crate::puzzle) fn mirrored<const D: usize>(cells: &Cells<D>) -> Cells<D> {
    let end = cells.iter().map(|cell| cell[D - 1]).max().unwrap_or(0);
    let mirrored = cells.iter().map(|cell| {
        let mut mirrored = *cell;
        mirrored[D - 1] = end - cell[D - 1];
        mirrored
    });
    normal(mirrored.collect())
}

fn normal<const D: usize>(mut cells: Cells<D>) -> Cells<D> {
    for axis in 0..D {
        let least = cells.iter().map(|cell| cell[axis]).min().unwrap_or(0);
        cells.iter_mut().for_each(|cell| cell[axis] -= least);
    }
    cells.sort_unstable();
    cells
}

/// Returns the smallest of all orientations.
pub(in crate::puzzle) fn canonical<const D: usize>(
    cells: &Cells<D>,
    is_reflected: bool,
) -> Cells<D> {
    orientations(cells, is_reflected).pop_first().unwrap_or_default()
}

/// Returns the canonical forms of all connected shapes of a size, in order. Each shape of two or
/// more cells is a shape of the next smaller size, plus a neighbour of one of its cells.
pub(in crate::puzzle) fn all_of_size<const D: usize>(
    size: usize,
    is_reflected: bool,
) -> BTreeSet<Cells<D>> {
    let mut grown = BTreeSet::from([vec![[0; D]]]);
    for _ in 1..size {
        let smaller = std::mem::take(&mut grown);
        for cells in smaller {
            // The cells are moved by one, so that no neighbour has a coordinate below 0.
            let cells: Cells<D> = cells.into_iter().map(|cell| cell.map(|at| at + 1)).collect();
            for (cell, axis) in cells.iter().flat_map(|cell| (0..D).map(move |axis| (cell, axis))) {
                for at in [cell[axis] - 1, cell[axis] + 1] {
                    let mut neighbour = *cell;
                    neighbour[axis] = at;
                    if !cells.contains(&neighbour) {
                        let larger = [&cells[..], &[neighbour]].concat();
                        grown.insert(canonical(&normal(larger), is_reflected));
                    }
                }
            }
        }
    }
    grown
}

/// Reads drawn shapes. If `is_layered`, the layers of a shape are side by side. `cell` converts a
/// layer, a row and a column to the coordinates of a cell.
///
/// # Errors
/// [`ShapeError`] if the text has no shape, or if a shape is invalid.
pub(in crate::puzzle) fn parse<const D: usize>(
    text: &str,
    is_layered: bool,
    cell: fn([usize; 3]) -> [usize; D],
) -> Result<Vec<Shape<D>>, ShapeError> {
    let lines: Vec<_> =
        (1..).zip(text.lines()).filter(|(_, line)| !line.starts_with('|')).collect();
    let mut seen: BTreeMap<char, usize> = BTreeMap::new();
    let mut shapes = Vec::new();
    for drawing in lines.split(|(_, line)| line.trim().is_empty()) {
        let Some((letter, cells)) = drawn(drawing, is_layered)? else { continue };
        let times = seen.entry(letter).or_default();
        *times += 1;
        let name = if *times == 1 { letter.to_string() } else { format!("{letter}{times}") };
        shapes.push(Shape::new(name, cells.into_iter().map(cell).collect()));
    }
    if shapes.is_empty() { Err(ShapeError::NoShapes) } else { Ok(shapes) }
}

/// Returns the letter and the cells of one drawing, if it has any cells.
fn drawn(
    drawing: &[(usize, &str)],
    is_layered: bool,
) -> Result<Option<(char, Cells<3>)>, ShapeError> {
    let mut name = None;
    let mut cells = Vec::new();
    let layers = |content: &str| if is_layered { content.split_whitespace().count() } else { 1 };
    for (row, &(line, content)) in drawing.iter().enumerate() {
        let (found, expected) = (layers(content), layers(drawing[0].1));
        if found != expected {
            return Err(ShapeError::Layers { line, found, expected });
        }
        let (mut layer, mut column) = (0, 0);
        for (at, letter) in (1..).zip(content.chars()) {
            if is_layered && letter.is_whitespace() {
                layer += usize::from(column > 0);
                column = 0;
                continue;
            }
            if letter != '.' && letter != ' ' {
                if letter.is_control() || letter.is_whitespace() || letter == ':' || letter == '|' {
                    return Err(ShapeError::NotACell { line, column: at, letter });
                }
                let expected = *name.get_or_insert(letter);
                if letter != expected {
                    return Err(ShapeError::TwoLetters { line, column: at, letter, expected });
                }
                cells.push([layer, row, column]);
            }
            column += 1;
        }
    }
    Ok(name.map(|name| (name, cells)))
}

/// An error in drawn shapes. Lines and columns are counted from 1.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ShapeError {
    /// There is no cell in the whole text.
    NoShapes,
    /// A character cannot be the name of a piece.
    NotACell {
        /// The line.
        line: usize,
        /// The column.
        column: usize,
        /// The character.
        letter: char,
    },
    /// A shape has cells with two different characters.
    TwoLetters {
        /// The line of the second character.
        line: usize,
        /// The column of the second character.
        column: usize,
        /// The second character.
        letter: char,
        /// The first character.
        expected: char,
    },
    /// A line has more or fewer layers than the first line of its shape.
    Layers {
        /// The line.
        line: usize,
        /// The number of its layers.
        found: usize,
        /// The number of layers in the first line.
        expected: usize,
    },
}

impl fmt::Display for ShapeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoShapes => f.write_str(
                "no shapes: draw each with a letter for its cells and `.` for the others",
            ),
            Self::NotACell { line, column, letter } => {
                write!(
                    f,
                    "line {line}, column {column}: {letter:?} cannot be a cell: use a letter, or `.` for nothing"
                )
            }
            Self::TwoLetters { line, column, letter, expected } => write!(
                f,
                "line {line}, column {column}: `{letter}` in a shape of `{expected}`: \
                 leave a blank line between two shapes"
            ),
            Self::Layers { line, found, expected } => write!(
                f,
                "line {line}: a row of {found} layers in a shape of {expected}: \
                 write `.` where a layer has no cell"
            ),
        }
    }
}

impl Error for ShapeError {}
