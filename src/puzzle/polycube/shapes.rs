//! Polycubes: their cells, how they turn in space, the pieces of the Soma cube, and shapes that are drawn.

use std::collections::{BTreeMap, BTreeSet};
use std::error::Error;
use std::fmt;

/// Cells by layer, row and column, sorted, moved to where the smallest of each is 0.
type Cells = Vec<[usize; 3]>;

/// A piece in space: its name, and its cells. They need not hang together.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shape {
    name: String,
    cells: Cells,
}

impl Shape {
    /// What it is called, also in drawings.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Its cells by layer, row and column, sorted; the smallest of each is 0.
    #[must_use]
    pub fn cells(&self) -> &[[usize; 3]] {
        &self.cells
    }

    /// The different ways to put it down, up to 24. It is not reflected: no hand can do that to a piece.
    #[must_use]
    pub fn orientations(&self) -> Vec<Vec<[usize; 3]>> {
        rotations(&self.cells).into_iter().collect()
    }
}

/// A quarter turn in the plane of two of the three axes.
fn quarter_turn(cells: &Cells, from: usize, to: usize) -> Cells {
    let end = cells.iter().map(|cell| cell[from]).max().unwrap_or(0);
    let turned = cells.iter().map(|cell| {
        let mut turned = *cell;
        (turned[to], turned[from]) = (end - cell[from], cell[to]);
        turned
    });
    normal(turned.collect())
}

/// All that a shape is after turning it: whatever quarter turns about two axes lead to.
fn rotations(cells: &Cells) -> BTreeSet<Cells> {
    let mut all = BTreeSet::new();
    let mut waiting = vec![cells.clone()];
    while let Some(cells) = waiting.pop() {
        if all.insert(cells.clone()) {
            waiting.extend([quarter_turn(&cells, 0, 1), quarter_turn(&cells, 1, 2)]);
        }
    }
    all
}

fn normal(mut cells: Cells) -> Cells {
    for axis in 0..3 {
        let least = cells.iter().map(|cell| cell[axis]).min().unwrap_or(0);
        cells.iter_mut().for_each(|cell| cell[axis] -= least);
    }
    cells.sort_unstable();
    cells
}

/// The canonical forms of all polycubes of a size, mirror images apart, in order.
fn polycubes(size: usize) -> BTreeSet<Cells> {
    let mut grown = BTreeSet::from([vec![[0; 3]]]);
    for _ in 1..size {
        let smaller = std::mem::take(&mut grown);
        for cells in smaller {
            // Moved by one, so that there is room on all sides.
            let cells: Cells = cells.into_iter().map(|cell| cell.map(|coordinate| coordinate + 1)).collect();
            for (at, axis) in (0..cells.len()).flat_map(|at| (0..3).map(move |axis| (at, axis))) {
                for neighbor in [cells[at][axis] - 1, cells[at][axis] + 1] {
                    let mut larger = cells.clone();
                    larger.push(cells[at]);
                    larger[cells.len()][axis] = neighbor;
                    if !cells.contains(&larger[cells.len()]) {
                        grown.extend(rotations(&normal(larger)).pop_first());
                    }
                }
            }
        }
    }
    grown
}

/// The seven pieces of Piet Hein's Soma cube, `V L T Z A B P`: all polycubes of three and of four cells that are no boxes.
/// `A` and `B` are mirror images of each other.
///
/// ```
/// use quadrille::puzzle::polycube::soma;
/// let names: String = soma().iter().map(|shape| shape.name()).collect();
/// assert_eq!(names, "VLTZABP");
/// ```
#[must_use]
pub fn soma() -> Vec<Shape> {
    // A box has its opposite corners, and as many cells as these span.
    let is_box = |cells: &Cells| (0..3).map(|axis| 1 + extent(cells, axis)).product::<usize>() == cells.len();
    let pieces = [3, 4].into_iter().flat_map(polycubes).filter(|cells| !is_box(cells));
    // The names in the order of the canonical forms.
    let mut shapes: Vec<_> =
        SOMA_NAMES.chars().zip(pieces).map(|(name, cells)| Shape { name: name.into(), cells }).collect();
    shapes.sort_by_key(|shape| "VLTZABP".find(shape.name()));
    shapes
}

const SOMA_NAMES: &str = "VLTPABZ";

fn extent(cells: &Cells, axis: usize) -> usize {
    cells.iter().map(|cell| cell[axis]).max().unwrap_or(0)
}

/// Reads drawn shapes: each a few lines, with blank lines between them. A line holds one row of every layer, with blanks
/// between the layers. In it `.` is nothing, and every other character is a cell; all cells of a shape have the same one,
/// which is its name. Of shapes with the same name the second is called `A2`, the third `A3`. A line that begins with `|`
/// is a comment.
///
/// # Errors
/// [`ShapeError`].
///
/// ```
/// let shapes = quadrille::puzzle::polycube::parse_shapes("| a corner, and a column\nPP P.\nP. ..\n\nI I I\n")?;
/// assert_eq!(shapes[0].cells(), [[0, 0, 0], [0, 0, 1], [0, 1, 0], [1, 0, 0]]);
/// assert_eq!(shapes[1].cells(), [[0, 0, 0], [1, 0, 0], [2, 0, 0]]);
/// # Ok::<(), quadrille::puzzle::polycube::ShapeError>(())
/// ```
pub fn parse_shapes(text: &str) -> Result<Vec<Shape>, ShapeError> {
    let lines: Vec<(usize, &str)> =
        text.lines().enumerate().map(|(at, line)| (at + 1, line)).filter(|(_, line)| !line.starts_with('|')).collect();
    let mut seen: BTreeMap<char, usize> = BTreeMap::new();
    let mut shapes = Vec::new();
    for drawing in lines.split(|(_, line)| line.trim().is_empty()).filter(|drawing| !drawing.is_empty()) {
        let Some((letter, cells)) = drawn(drawing)? else { continue };
        let times = seen.entry(letter).or_default();
        *times += 1;
        let name = if *times == 1 { letter.to_string() } else { format!("{letter}{times}") };
        shapes.push(Shape { name, cells: normal(cells) });
    }
    if shapes.is_empty() { Err(ShapeError::NoShapes) } else { Ok(shapes) }
}

/// The letter and the cells of one drawing, if it has any.
fn drawn(drawing: &[(usize, &str)]) -> Result<Option<(char, Cells)>, ShapeError> {
    let mut letter = None;
    let mut cells = Vec::new();
    let layers = |line: &str| line.split_whitespace().count();
    for (row, &(line, content)) in drawing.iter().enumerate() {
        if layers(content) != layers(drawing[0].1) {
            return Err(ShapeError::Layers { line, found: layers(content), expected: layers(drawing[0].1) });
        }
        for (layer, content) in content.split_whitespace().enumerate() {
            for (column, found) in content.chars().enumerate().filter(|&(_, found)| found != '.') {
                if found.is_control() || found == ':' || found == '|' {
                    return Err(ShapeError::NotACell { line, letter: found });
                }
                let expected = *letter.get_or_insert(found);
                if found != expected {
                    return Err(ShapeError::TwoLetters { line, letter: found, expected });
                }
                cells.push([layer, row, column]);
            }
        }
    }
    Ok(letter.map(|letter| (letter, cells)))
}

/// What is wrong with drawn shapes. Lines count from 1.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ShapeError {
    /// There is no cell in the whole text.
    NoShapes,
    /// A character that cannot be the name of a piece.
    NotACell {
        /// Where it is.
        line: usize,
        /// The character.
        letter: char,
    },
    /// A shape has cells of two kinds.
    TwoLetters {
        /// Where the second one is.
        line: usize,
        /// The second one.
        letter: char,
        /// The first one.
        expected: char,
    },
    /// A line has more layers than the first line of its shape, or fewer.
    Layers {
        /// The line.
        line: usize,
        /// How many it has.
        found: usize,
        /// How many the first line has.
        expected: usize,
    },
}

impl fmt::Display for ShapeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoShapes => f.write_str("no shapes: draw each with a letter for its cells and `.` for the others"),
            Self::NotACell { line, letter } => {
                write!(f, "line {line}: {letter:?} cannot be a cell: use a letter, or `.` for nothing")
            }
            Self::TwoLetters { line, letter, expected } => {
                write!(f, "line {line}: `{letter}` in a shape of `{expected}`: leave a blank line between two shapes")
            }
            Self::Layers { line, found, expected } => write!(
                f,
                "line {line}: a row of {found} layers in a shape of {expected}: write `.` where a layer has no cell"
            ),
        }
    }
}

impl Error for ShapeError {}

#[cfg(test)]
mod tests {
    use super::*;

    /// Polycubes with mirror images apart: OEIS A000162.
    #[test]
    fn there_are_as_many_polycubes_as_there_should_be() {
        assert_eq!([1, 2, 3, 4, 5].map(|size| polycubes(size).len()), [1, 1, 2, 8, 29]);
    }

    #[test]
    fn soma_pieces_have_their_usual_names() {
        let drawn = "VV\nV\n\nLLL\nL\n\nTTT\n.T\n\nZZ\n.ZZ\n\nA. AA\nA. ..\n\nB. ..\nB. BB\n\nPP P.\nP. ..";
        let shapes = parse_shapes(drawn).unwrap();
        assert_eq!(shapes.len(), 7);
        for (shape, soma) in shapes.iter().zip(soma()) {
            assert_eq!(shape.name(), soma.name());
            // Which of two mirror images is which is a matter of taste, but they are two.
            if !["A", "B"].contains(&shape.name()) {
                assert_eq!(shape.orientations(), soma.orientations(), "{}", shape.name());
            }
        }
        let pair = |shapes: &[Shape]| BTreeSet::from([shapes[4].orientations(), shapes[5].orientations()]);
        assert_eq!(pair(&shapes), pair(&soma()));
        assert_eq!(pair(&shapes).len(), 2);
    }

    #[test]
    fn drawings_that_are_wrong() {
        assert_eq!(parse_shapes("\n..\n| A\n"), Err(ShapeError::NoShapes));
        assert_eq!(parse_shapes("AA\nAB"), Err(ShapeError::TwoLetters { line: 2, letter: 'B', expected: 'A' }));
        assert_eq!(parse_shapes("\nAA A\nA"), Err(ShapeError::Layers { line: 3, found: 1, expected: 2 }));
        assert_eq!(parse_shapes("A:"), Err(ShapeError::NotACell { line: 1, letter: ':' }));
    }
}
