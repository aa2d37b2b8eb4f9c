//! Puzzles with one closed loop along the edges of a lattice of points: [`slitherlink`] and
//! [`masyu`].
//!
//! The exact cover is that of Knuth's programs `slitherlink-dlx` and `masyu-dlx` (2020). Each edge
//! is a secondary item with the color 1 if the loop takes it and 0 if not. Each point is a primary
//! item, with options that take none or two of its edges. So the covers are exactly the sets of
//! loops that have no point in common and obey the clues.
//!
//! Options of a few edges each cannot express that there is *one* loop. For a puzzle of this kind,
//! [`Puzzle::is_solution`](super::Puzzle) distinguishes its solutions from the other covers, and
//! [`Puzzle::solutions`](super::Puzzle) returns only the solutions. A count of the covers of the
//! problem counts sets of loops.

pub mod masyu;
pub mod slitherlink;

use std::error::Error;
use std::fmt;

use crate::counted::Cells;
use crate::problem::{BuildError, ModelBuilder};

/// The maximum number of cells of a loop puzzle.
pub const MAX_CELLS: usize = 10_000;

/// The edges that an option puts on the loop.
type Edges = Vec<u32>;

/// Points in rows and columns, and the edges between neighbours.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Lattice {
    rows: usize,
    columns: usize,
}

const DIRECTIONS: [Direction; 4] =
    [Direction::Up, Direction::Left, Direction::Right, Direction::Down];

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Direction {
    Up,
    Left,
    Right,
    Down,
}

impl Direction {
    fn opposite(self) -> Self {
        match self {
            Self::Up => Self::Down,
            Self::Left => Self::Right,
            Self::Right => Self::Left,
            Self::Down => Self::Up,
        }
    }
}

impl Lattice {
    fn points(self) -> impl Iterator<Item = [usize; 2]> {
        (0..self.rows).flat_map(move |row| (0..self.columns).map(move |column| [row, column]))
    }

    fn edge_count(self) -> usize {
        self.rows * (self.columns - 1) + (self.rows - 1) * self.columns
    }

    fn neighbour(self, [row, column]: [usize; 2], direction: Direction) -> Option<[usize; 2]> {
        match direction {
            Direction::Up => row.checked_sub(1).map(|row| [row, column]),
            Direction::Left => column.checked_sub(1).map(|column| [row, column]),
            Direction::Right => (column + 1 < self.columns).then_some([row, column + 1]),
            Direction::Down => (row + 1 < self.rows).then_some([row + 1, column]),
        }
    }

    /// Returns the number of the edge of a point in a direction. The edges along the rows have the
    /// first numbers, row by row. The edges along the columns follow.
    fn edge(self, point: [usize; 2], direction: Direction) -> Option<usize> {
        let [row, column] = self.neighbour(point, direction)?;
        let (top, left) = (row.min(point[0]), column.min(point[1]));
        Some(match direction {
            Direction::Left | Direction::Right => top * (self.columns - 1) + left,
            Direction::Up | Direction::Down => {
                self.rows * (self.columns - 1) + top * self.columns + left
            }
        })
    }

    /// Returns the name of each edge, by its number: the names of its two points, joined by a
    /// hyphen.
    fn edge_names(self, name: impl Fn([usize; 2]) -> String) -> Vec<String> {
        let mut names = vec![String::new(); self.edge_count()];
        for point in self.points() {
            for direction in [Direction::Right, Direction::Down] {
                if let Some(other) = self.neighbour(point, direction) {
                    let edge = self.edge(point, direction).expect("it leads to a neighbour");
                    names[edge] = format!("{}-{}", name(point), name(other));
                }
            }
        }
        names
    }
}

/// Adds an option that covers an item and states whether some edges are on the loop. Does nothing
/// if an edge that must be on the loop does not exist.
fn option(
    builder: &mut ModelBuilder<Edges>,
    names: &[String],
    item: &str,
    edges: impl IntoIterator<Item = (Option<usize>, bool)>,
) -> Result<(), BuildError> {
    let mut entries = vec![(item, None)];
    let mut on = Edges::new();
    for (edge, is_on) in edges {
        match edge {
            Some(edge) => {
                entries.push((names[edge].as_str(), Some(if is_on { "1" } else { "0" })));
                if is_on {
                    on.push(edge as u32);
                }
            }
            None if is_on => return Ok(()),
            None => {}
        }
    }
    builder.option(on, entries)?;
    Ok(())
}

/// Loops along the edges of a lattice. No two of them have a point in common.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Loops {
    lattice: Lattice,
    /// True for each edge that is part of a loop.
    is_on: Vec<bool>,
}

impl Loops {
    fn new<'a>(lattice: Lattice, options: impl Iterator<Item = &'a Edges>) -> Self {
        let mut is_on = vec![false; lattice.edge_count()];
        options.flatten().for_each(|&edge| is_on[edge as usize] = true);
        Self { lattice, is_on }
    }

    fn has(&self, point: [usize; 2], direction: Direction) -> bool {
        self.lattice.edge(point, direction).is_some_and(|edge| self.is_on[edge])
    }

    /// Returns the points of the loop through a point, in order, or no points if there is no loop.
    fn through(&self, start: [usize; 2]) -> Vec<[usize; 2]> {
        let mut points = Vec::new();
        let (mut at, mut back) = (start, None);
        while let Some(direction) = DIRECTIONS
            .into_iter()
            .find(|&direction| Some(direction) != back && self.has(at, direction))
        {
            points.push(at);
            at = self.lattice.neighbour(at, direction).expect("an edge leads there");
            back = Some(direction.opposite());
            if at == start {
                break;
            }
        }
        points
    }

    /// True if there is exactly one loop.
    fn is_one(&self) -> bool {
        let start = self.lattice.points().find(|&point| self.has(point, Direction::Right));
        // A loop has the same number of points and edges.
        let edges = self.is_on.iter().filter(|&&is_on| is_on).count();
        start.is_some_and(|start| self.through(start).len() == edges)
    }
}

/// Reads the rows of a board, one per line. Blanks, empty lines and lines that begin with `|` are
/// ignored. `value` returns the value of a character, and `expected` describes the characters.
fn read<T>(
    text: &str,
    expected: &'static str,
    value: impl Fn(char) -> Option<T>,
) -> Result<Vec<Vec<T>>, LoopError> {
    let mut rows: Vec<Vec<T>> = Vec::new();
    for (line, content) in (1..).zip(text.lines()).filter(|(_, line)| !line.starts_with('|')) {
        let mut row = Vec::new();
        for (column, letter) in (1..).zip(content.chars()) {
            if !letter.is_whitespace() {
                let unknown = LoopError::UnknownSymbol { line, column, letter, expected };
                row.push(value(letter).ok_or(unknown)?);
            }
        }
        match rows.first() {
            _ if row.is_empty() => continue,
            Some(first) if first.len() != row.len() => {
                return Err(LoopError::Ragged { line, found: row.len(), expected: first.len() });
            }
            _ => rows.push(row),
        }
    }
    Ok(rows)
}

/// Returns the numbers of rows and columns, if there are cells and not too many.
fn size<T>(rows: &[Vec<T>]) -> Result<[usize; 2], LoopError> {
    let columns = rows.first().map_or(0, Vec::len);
    match rows.len().checked_mul(columns) {
        None | Some(0) => Err(LoopError::NoCells),
        Some(cells) if cells > MAX_CELLS => Err(LoopError::TooLarge),
        Some(_) => Ok([rows.len(), columns]),
    }
}

/// Returns the rows of a board without clues.
fn empty<T: Clone + Default>(rows: usize, columns: usize) -> Result<Vec<Vec<T>>, LoopError> {
    match rows.checked_mul(columns) {
        Some(0) => Err(LoopError::NoCells),
        Some(1..=MAX_CELLS) => Ok(vec![vec![T::default(); columns]; rows]),
        _ => Err(LoopError::TooLarge),
    }
}

/// The reason why a board is not a loop puzzle. Lines and columns are counted from 1.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum LoopError {
    /// The board has no cell.
    NoCells,
    /// The board has more than [`MAX_CELLS`] cells.
    TooLarge,
    /// A row has more or fewer cells than the first row.
    Ragged {
        /// The line of the row.
        line: usize,
        /// The number of its cells.
        found: usize,
        /// The number of cells of the first row.
        expected: usize,
    },
    /// A character is neither a clue nor an empty cell.
    UnknownSymbol {
        /// The line.
        line: usize,
        /// The column.
        column: usize,
        /// The character.
        letter: char,
        /// The characters that it may be.
        expected: &'static str,
    },
}

impl fmt::Display for LoopError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoCells => f.write_str("no cells: a board has at least one row and one column"),
            Self::TooLarge => write!(f, "too large: a board may have at most {MAX_CELLS} cells"),
            Self::Ragged { line, found, expected } => write!(
                f,
                "line {line}: a row of {}, but the first row has {expected}: \
                 write `.` for an empty cell",
                Cells(*found)
            ),
            Self::UnknownSymbol { line, column, letter, expected } => {
                write!(f, "line {line}, column {column}: {letter:?} is not a clue: use {expected}")
            }
        }
    }
}

impl Error for LoopError {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn edges_have_distinct_numbers_from_both_ends() {
        let lattice = Lattice { rows: 3, columns: 4 };
        let mut seen = vec![0; lattice.edge_count()];
        for point in lattice.points() {
            for direction in DIRECTIONS {
                if let Some(edge) = lattice.edge(point, direction) {
                    let other = lattice.neighbour(point, direction).unwrap();
                    assert_eq!(lattice.edge(other, direction.opposite()), Some(edge));
                    seen[edge] += 1;
                }
            }
        }
        assert_eq!(seen, [2; 17]);
    }

    #[test]
    fn two_loops_are_not_one() {
        let lattice = Lattice { rows: 2, columns: 4 };
        let square = |left: usize| {
            let corner = [[0, left], [1, left + 1]];
            let edges = [
                (corner[0], Direction::Right),
                (corner[0], Direction::Down),
                (corner[1], Direction::Left),
                (corner[1], Direction::Up),
            ];
            edges.map(|(point, to)| lattice.edge(point, to).unwrap() as u32).to_vec()
        };
        let loops = |options: &[Edges]| Loops::new(lattice, options.iter());
        assert!(!loops(&[]).is_one());
        assert!(loops(&[square(2)]).is_one());
        assert!(!loops(&[square(0), square(2)]).is_one());
        assert_eq!(loops(&[square(0)]).through([1, 1]).len(), 4);
        assert_eq!(loops(&[square(0)]).through([0, 2]), [[0; 2]; 0]);
    }

    #[test]
    fn boards_that_are_wrong() {
        let digit = |text: &str| read(text, "a digit", |letter| letter.to_digit(10));
        assert_eq!(digit("| 1\n\n 1 2\n34\n"), Ok(vec![vec![1, 2], vec![3, 4]]));
        assert_eq!(digit("12\n3"), Err(LoopError::Ragged { line: 2, found: 1, expected: 2 }));
        let unknown = digit("1 x").unwrap_err().to_string();
        assert_eq!(unknown, "line 1, column 3: 'x' is not a clue: use a digit");
        assert_eq!(size::<u8>(&[]), Err(LoopError::NoCells));
        assert_eq!(empty::<u8>(usize::MAX, 0), Err(LoopError::NoCells));
        assert_eq!(empty::<u8>(usize::MAX, 2), Err(LoopError::TooLarge));
        assert_eq!(empty::<u8>(101, 100), Err(LoopError::TooLarge));
    }
}
