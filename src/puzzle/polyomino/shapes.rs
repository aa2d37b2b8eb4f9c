//! Polyominoes: their cells, how they turn, the named sets of them, and shapes that are drawn.

use std::collections::{BTreeMap, BTreeSet};
use std::error::Error;
use std::fmt;
use std::str::FromStr;

/// Cells by row and column, sorted, moved up and to the left as far as they go.
type Cells = Vec<(usize, usize)>;

/// Whether pieces may be turned over.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Sides {
    /// They may: a piece and its mirror image are the same.
    #[default]
    Free,
    /// They may not: they are only turned.
    OneSided,
}

/// A piece: its name, and its cells. They need not hang together.
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

    /// Its cells by row and column, sorted; the smallest row and the smallest column are 0.
    #[must_use]
    pub fn cells(&self) -> &[(usize, usize)] {
        &self.cells
    }

    /// The different ways to lay it down, up to eight, or up to four if it has one side.
    ///
    /// ```
    /// use quadrille::puzzle::polyomino::{Sides, parse_shapes};
    /// let [piece] = &parse_shapes("J\nJJJ")?[..] else { panic!("one drawing") };
    /// assert_eq!(piece.orientations(Sides::Free).len(), 8);
    /// assert_eq!(piece.orientations(Sides::OneSided).len(), 4);
    /// # Ok::<(), quadrille::puzzle::polyomino::ShapeError>(())
    /// ```
    #[must_use]
    pub fn orientations(&self, sides: Sides) -> Vec<Vec<(usize, usize)>> {
        orientations(&self.cells, sides).into_iter().collect()
    }
}

/// All that a shape is after turning it, and turning it over.
fn orientations(cells: &Cells, sides: Sides) -> BTreeSet<Cells> {
    let mut all = BTreeSet::new();
    let mut turned = cells.clone();
    for _ in 0..4 {
        turned = quarter_turn(&turned);
        if sides == Sides::Free {
            all.insert(mirrored(&turned));
        }
        all.insert(turned.clone());
    }
    all
}

fn quarter_turn(cells: &Cells) -> Cells {
    let lowest = cells.iter().map(|&(row, _)| row).max().unwrap_or(0);
    normal(cells.iter().map(|&(row, column)| (column, lowest - row)).collect())
}

fn mirrored(cells: &Cells) -> Cells {
    let rightmost = cells.iter().map(|&(_, column)| column).max().unwrap_or(0);
    normal(cells.iter().map(|&(row, column)| (row, rightmost - column)).collect())
}

fn normal(mut cells: Cells) -> Cells {
    let top = cells.iter().map(|&(row, _)| row).min().unwrap_or(0);
    let left = cells.iter().map(|&(_, column)| column).min().unwrap_or(0);
    for (row, column) in &mut cells {
        (*row, *column) = (*row - top, *column - left);
    }
    cells.sort_unstable();
    cells
}

/// The form that stands for all orientations: the least of them.
fn canonical(cells: &Cells, sides: Sides) -> Cells {
    orientations(cells, sides).pop_first().unwrap_or_default()
}

/// All polyominoes of a size.
///
/// ```
/// use quadrille::puzzle::polyomino::{ShapeSet, Sides};
/// let set: ShapeSet = "pentominoes".parse()?;
/// let names: String = set.shapes(Sides::Free).iter().map(|shape| shape.name()).collect();
/// assert_eq!(names, "FILNPTUVWXYZ");
/// assert_eq!(set.shapes(Sides::OneSided).len(), 18);
/// # Ok::<(), quadrille::puzzle::polyomino::UnknownSet>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ShapeSet {
    /// The one of two cells, `I`.
    Dominoes,
    /// The two of three cells, `I` and `V`.
    Trominoes,
    /// The five of four cells, `I L O S T`; one-sided seven, with `J` and `Z`.
    Tetrominoes,
    /// The twelve of five cells, `F I L N P T U V W X Y Z`; one-sided eighteen, with `F' L' N' P' Y' Z'`.
    Pentominoes,
    /// The thirty-five of six cells, which have no usual names, `A` to `Z` and `a` to `i`; one-sided sixty, `A'` the mirror
    /// image of `A`.
    Hexominoes,
}

impl ShapeSet {
    /// Every set, from the smallest pieces to the largest.
    pub const ALL: [Self; 5] =
        [Self::Dominoes, Self::Trominoes, Self::Tetrominoes, Self::Pentominoes, Self::Hexominoes];

    /// Its name, as [`FromStr`] reads it.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Dominoes => "dominoes",
            Self::Trominoes => "trominoes",
            Self::Tetrominoes => "tetrominoes",
            Self::Pentominoes => "pentominoes",
            Self::Hexominoes => "hexominoes",
        }
    }

    /// How many cells a piece has.
    #[must_use]
    pub const fn size(self) -> usize {
        match self {
            Self::Dominoes => 2,
            Self::Trominoes => 3,
            Self::Tetrominoes => 4,
            Self::Pentominoes => 5,
            Self::Hexominoes => 6,
        }
    }

    /// The names of the free pieces, in the order of their canonical forms.
    const fn names(self) -> &'static str {
        match self {
            Self::Dominoes => "I",
            Self::Trominoes => "IV",
            Self::Tetrominoes => "ILTOS",
            Self::Pentominoes => "ILYPUVTNFWZX",
            Self::Hexominoes => "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghi",
        }
    }

    /// Its pieces, sorted by name.
    #[must_use]
    pub fn shapes(self, sides: Sides) -> Vec<Shape> {
        let free = polyominoes(self.size());
        let mut shapes = BTreeMap::new();
        for (name, cells) in self.names().chars().zip(free) {
            let mirrored = mirrored(&cells);
            let is_chiral = !orientations(&cells, Sides::OneSided).contains(&mirrored);
            if sides == Sides::OneSided && is_chiral {
                let (name, other) = match (self, name) {
                    (Self::Tetrominoes, 'L') => ("L".to_owned(), "J".to_owned()),
                    // As canonical forms go the Z comes before the S, by whose name the free piece is better known.
                    (Self::Tetrominoes, 'S') => ("Z".to_owned(), "S".to_owned()),
                    _ => (name.to_string(), format!("{name}'")),
                };
                shapes.insert(name, cells);
                shapes.insert(other, canonical(&mirrored, sides));
            } else {
                shapes.insert(name.to_string(), cells);
            }
        }
        shapes.into_iter().map(|(name, cells)| Shape { name, cells }).collect()
    }
}

/// The canonical forms of all free polyominoes of a size, in order. Each comes from one that is a cell smaller.
fn polyominoes(size: usize) -> BTreeSet<Cells> {
    let mut grown = BTreeSet::from([vec![(0, 0)]]);
    for _ in 1..size {
        let smaller = std::mem::take(&mut grown);
        for cells in smaller {
            // Moved by one, so that there is room above and on the left.
            let cells: Cells = cells.into_iter().map(|(row, column)| (row + 1, column + 1)).collect();
            for &(row, column) in &cells {
                for neighbor in [(row - 1, column), (row, column - 1), (row, column + 1), (row + 1, column)] {
                    if !cells.contains(&neighbor) {
                        let mut larger = cells.clone();
                        larger.push(neighbor);
                        grown.insert(canonical(&normal(larger), Sides::Free));
                    }
                }
            }
        }
    }
    grown
}

impl fmt::Display for ShapeSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// No set has this name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnknownSet(pub String);

impl fmt::Display for UnknownSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names = ShapeSet::ALL.map(ShapeSet::name).join(", ");
        write!(f, "there is no set of shapes `{}`: choose one of {names}", self.0)
    }
}

impl Error for UnknownSet {}

impl FromStr for ShapeSet {
    type Err = UnknownSet;

    fn from_str(name: &str) -> Result<Self, UnknownSet> {
        Self::ALL.into_iter().find(|set| set.name() == name).ok_or_else(|| UnknownSet(name.to_owned()))
    }
}

/// Reads drawn shapes: each a few lines, with blank lines between them. In a line `.` and a blank are nothing, and every
/// other character is a cell; all cells of a shape have the same one, which is its name. Of shapes with the same name the
/// second is called `A2`, the third `A3`. A line that begins with `|` is a comment.
///
/// # Errors
/// [`ShapeError`].
///
/// ```
/// let shapes = quadrille::puzzle::polyomino::parse_shapes("| two pieces\nAAA\n.A\n\nBB\nBB\n")?;
/// assert_eq!(shapes.iter().map(|shape| shape.name()).collect::<Vec<_>>(), ["A", "B"]);
/// assert_eq!(shapes[0].cells(), [(0, 0), (0, 1), (0, 2), (1, 1)]);
/// # Ok::<(), quadrille::puzzle::polyomino::ShapeError>(())
/// ```
pub fn parse_shapes(text: &str) -> Result<Vec<Shape>, ShapeError> {
    let mut drawings: Vec<Drawing> = Vec::new();
    // Whether the next line with a cell begins a shape.
    let mut begins = true;
    for (line, content) in text.lines().enumerate().filter(|(_, content)| !content.starts_with('|')) {
        if content.trim().is_empty() {
            begins = true;
            continue;
        }
        for (column, letter) in content.chars().enumerate().filter(|&(_, letter)| letter != '.' && letter != ' ') {
            if letter.is_control() || letter.is_whitespace() || letter == ':' || letter == '|' {
                return Err(ShapeError::NotACell { line: line + 1, column: column + 1, letter });
            }
            if begins {
                drawings.push(Drawing { letter, cells: Vec::new() });
                begins = false;
            }
            // There is one: it was begun here or before.
            if let Some(drawing) = drawings.last_mut() {
                if drawing.letter != letter {
                    let expected = drawing.letter;
                    return Err(ShapeError::TwoLetters { line: line + 1, column: column + 1, letter, expected });
                }
                drawing.cells.push((line, column));
            }
        }
    }
    if drawings.is_empty() {
        return Err(ShapeError::NoShapes);
    }
    let mut seen: BTreeMap<char, usize> = BTreeMap::new();
    let named = drawings.into_iter().map(|Drawing { letter, cells }| {
        let times = seen.entry(letter).or_default();
        *times += 1;
        let name = if *times == 1 { letter.to_string() } else { format!("{letter}{times}") };
        Shape { name, cells: normal(cells) }
    });
    Ok(named.collect())
}

struct Drawing {
    letter: char,
    cells: Cells,
}

/// What is wrong with drawn shapes. Lines and columns count from 1.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ShapeError {
    /// There is no cell in the whole text.
    NoShapes,
    /// A character that cannot be the name of a piece.
    NotACell {
        /// Where it is.
        line: usize,
        /// Where it is.
        column: usize,
        /// The character.
        letter: char,
    },
    /// A shape has cells of two kinds.
    TwoLetters {
        /// Where the second one is.
        line: usize,
        /// Where the second one is.
        column: usize,
        /// The second one.
        letter: char,
        /// The first one.
        expected: char,
    },
}

impl fmt::Display for ShapeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoShapes => f.write_str("no shapes: draw each with a letter for its cells and `.` for the others"),
            Self::NotACell { line, column, letter } => {
                write!(f, "line {line}, column {column}: {letter:?} cannot be a cell: use a letter, or `.` for nothing")
            }
            Self::TwoLetters { line, column, letter, expected } => write!(
                f,
                "line {line}, column {column}: `{letter}` in a shape of `{expected}`: leave a blank line between two shapes"
            ),
        }
    }
}

impl Error for ShapeError {}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(set: ShapeSet, sides: Sides) -> String {
        set.shapes(sides).iter().map(Shape::name).collect::<Vec<_>>().join(" ")
    }

    /// Free polyominoes: OEIS A000105; one-sided: A000988; fixed, all orientations together: A001168.
    #[test]
    fn the_sets_are_as_large_as_they_should_be() {
        for (set, free, one_sided, fixed) in [
            (ShapeSet::Dominoes, 1, 1, 2),
            (ShapeSet::Trominoes, 2, 2, 6),
            (ShapeSet::Tetrominoes, 5, 7, 19),
            (ShapeSet::Pentominoes, 12, 18, 63),
            (ShapeSet::Hexominoes, 35, 60, 216),
        ] {
            for (sides, count) in [(Sides::Free, free), (Sides::OneSided, one_sided)] {
                let shapes = set.shapes(sides);
                assert_eq!(shapes.len(), count, "{set} {sides:?}");
                assert!(shapes.iter().all(|shape| shape.cells().len() == set.size()));
                let all = shapes.iter().map(|shape| shape.orientations(sides).len()).sum::<usize>();
                assert_eq!(all, fixed, "{set} {sides:?}");
            }
        }
    }

    #[test]
    fn pieces_have_their_usual_names() {
        assert_eq!(names(ShapeSet::Tetrominoes, Sides::OneSided), "I J L O S T Z");
        assert_eq!(names(ShapeSet::Pentominoes, Sides::OneSided), "F F' I L L' N N' P P' T U V W X Y Y' Z Z'");
        let pentominoes = "\
            .FF\nFF\n.F\n\nIIIII\n\nL\nL\nL\nLL\n\n.N\n.N\nNN\nN\n\nPP\nPP\nP\n\nTTT\n.T\n.T\n\n\
            U.U\nUUU\n\nV\nV\nVVV\n\nW\nWW\n.WW\n\n.X\nXXX\n.X\n\n.Y\nYY\n.Y\n.Y\n\nZZ\n.Z\n.ZZ";
        let tetrominoes = "J..\nJJJ\n\nL\nL\nLL\n\nOO\nOO\n\n.SS\nSS\n\nTTT\n.T\n\nZZ\n.ZZ";
        for (drawn, set, sides) in
            [(pentominoes, ShapeSet::Pentominoes, Sides::Free), (tetrominoes, ShapeSet::Tetrominoes, Sides::OneSided)]
        {
            for shape in parse_shapes(drawn).unwrap() {
                let shapes = set.shapes(sides);
                let named = shapes.iter().find(|named| named.name() == shape.name()).unwrap();
                assert_eq!(shape.orientations(sides), named.orientations(sides), "{}", shape.name());
            }
        }
    }

    #[test]
    fn drawings_that_are_wrong() {
        assert_eq!(parse_shapes("\n..\n| A\n"), Err(ShapeError::NoShapes));
        let two = ShapeError::TwoLetters { line: 3, column: 2, letter: 'B', expected: 'A' };
        assert_eq!(parse_shapes("\nAA\nAB"), Err(two));
        assert_eq!(parse_shapes("A\tA"), Err(ShapeError::NotACell { line: 1, column: 2, letter: '\t' }));
        let shapes = parse_shapes("A\n\n A\n AA\n\nA").unwrap();
        assert_eq!(shapes.iter().map(Shape::name).collect::<Vec<_>>(), ["A", "A2", "A3"]);
        assert_eq!(shapes[1].cells(), [(0, 0), (1, 0), (1, 1)]);
    }
}
