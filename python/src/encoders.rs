//! The encoders: functions that make puzzles.

use std::ops::RangeInclusive;

use pyo3::prelude::*;
use pyo3::types::PyString;
use quadrille::puzzle::Uses;
use quadrille::puzzle::knapsack::{Knapsack, Thing};
use quadrille::puzzle::langford::Langford;
use quadrille::puzzle::latin::Latin;
use quadrille::puzzle::macmahon::MacMahon;
use quadrille::puzzle::polycube::{Polycubes, Space, parse_shapes as parse_cubes, soma};
use quadrille::puzzle::polyomino::{Board, Polyominoes, ShapeSet, Sides, parse_shapes};
use quadrille::puzzle::queens::Queens;
use quadrille::puzzle::schedule::Schedule;
use quadrille::puzzle::square::Symbols;
use quadrille::puzzle::steiner::Steiner;
use quadrille::puzzle::sudoku_board::{Layout, MAX_SIDE};
use quadrille::puzzle::word_rectangle::{Repeats, WordRectangle};

use crate::arguments::{bounds, rows, strings, whole};
use crate::error::value_error;
use crate::puzzle::{Pictured, Plain, Puzzle};

fn uses(unlimited: bool) -> Uses {
    if unlimited { Uses::Unlimited } else { Uses::Once }
}

/// Makes the puzzle of filling a board with pieces made of squares.
///
/// Rotations and reflections of a solution count as separate solutions.
///
/// Parameters
/// ----------
/// shapes : str
///     ``"dominoes"``, ``"trominoes"``, ``"tetrominoes"``, ``"pentominoes"``, ``"hexominoes"``, or
///     a drawing: a letter for the cells of each shape, and blank lines between the shapes.
/// board : str
///     Rows and columns, such as ``"6x10"``, or with a hole, such as ``"8x8-2x2"``; or a drawing
///     with ``.`` or a blank for the cells of holes.
/// one_sided : bool, optional
///     If true, pieces are not reflected, and mirror images are separate pieces.
/// unlimited : bool, optional
///     If true, each piece may be used any number of times, instead of exactly once. It is always
///     true for ``"dominoes"``.
///
/// Returns
/// -------
/// Puzzle
///     The puzzle. Its solutions are pictures.
///
/// Raises
/// ------
/// ValueError
///     If the shapes or the board are invalid.
///
/// Examples
/// --------
/// >>> q.polyomino("pentominoes", "6x10").count()
/// 9356
/// >>> print(q.polyomino("AA\n\nBB\nB.", "OOO\nOO.").first())
/// +---+-------+
/// | B | A   A |
/// |   +---+---+
/// | B   B |
/// +-------+
#[pyfunction]
#[pyo3(signature = (shapes, board, *, one_sided = false, unlimited = false))]
pub(crate) fn polyomino(
    py: Python<'_>,
    shapes: &str,
    board: &str,
    one_sided: bool,
    unlimited: bool,
) -> PyResult<Puzzle> {
    let sides = if one_sided { Sides::OneSided } else { Sides::Free };
    let set = shapes.parse::<ShapeSet>();
    // One domino fills only two cells, so dominoes can be used any number of times.
    let uses = uses(unlimited || set == Ok(ShapeSet::Dominoes));
    let shapes = match set {
        Ok(set) => set.shapes(sides),
        Err(unknown) if is_word(shapes) => return Err(value_error(unknown)),
        Err(_) => parse_shapes(shapes).map_err(value_error)?,
    };
    let board = board.parse::<Board>().map_err(value_error)?;
    let puzzle = Polyominoes::new(shapes, sides, uses, board).map_err(value_error)?;
    Puzzle::new(py, "polyomino", Pictured { puzzle, is_board: true })
}

/// True if a text is one line with two different letters or digits, so it is not a drawing.
fn is_word(text: &str) -> bool {
    let mut letters = text.chars().filter(|letter| letter.is_alphanumeric());
    let first = letters.next();
    !text.contains('\n') && letters.any(|letter| Some(letter) != first)
}

/// Makes the puzzle of filling a box with pieces made of cubes.
///
/// Parameters
/// ----------
/// shapes : str
///     ``"soma"``, or a drawing: a line has one row of each layer, with blanks between the layers,
///     and blank lines separate the shapes.
/// space : str
///     Layers, rows and columns, such as ``"3x3x3"``.
/// unlimited : bool, optional
///     If true, each piece may be used any number of times, instead of exactly once.
///
/// Examples
/// --------
/// The Soma cube has 240 solutions up to the 48 symmetries of the cube:
///
/// >>> q.polycube("soma", "3x3x3").count()
/// 11520
#[pyfunction]
#[pyo3(signature = (shapes, space, *, unlimited = false))]
pub(crate) fn polycube(
    py: Python<'_>,
    shapes: &str,
    space: &str,
    unlimited: bool,
) -> PyResult<Puzzle> {
    let shapes = match shapes {
        "soma" => soma(),
        drawn => parse_cubes(drawn).map_err(value_error)?,
    };
    let space = space.parse::<Space>().map_err(value_error)?;
    let puzzle = Polycubes::new(shapes, uses(unlimited), space).map_err(value_error)?;
    Puzzle::new(py, "polycube", Pictured { puzzle, is_board: true })
}

/// Makes the n-queens puzzle, in which no queen attacks another.
///
/// Parameters
/// ----------
/// size : int
///     The size of the board.
///
/// Examples
/// --------
/// >>> q.queens(8).count()
/// 92
#[pyfunction]
pub(crate) fn queens(
    py: Python<'_>,
    #[pyo3(from_py_with = whole)] size: usize,
) -> PyResult<Puzzle> {
    let puzzle = Queens::new(size).map_err(value_error)?;
    Puzzle::new(py, "queens", Pictured { puzzle, is_board: true })
}

/// Makes Langford's problem: a row of the numbers 1 to n, each twice, with k numbers between the
/// two copies of k.
///
/// Parameters
/// ----------
/// size : int
///     The number of pairs.
///
/// Examples
/// --------
/// >>> print(q.langford(4).first())
/// 4 1 3 1 2 4 3 2
#[pyfunction]
pub(crate) fn langford(
    py: Python<'_>,
    #[pyo3(from_py_with = whole)] size: usize,
) -> PyResult<Puzzle> {
    Puzzle::new(py, "langford", Plain(Langford::new(size).map_err(value_error)?))
}

/// Makes the problem of Latin squares, in which every symbol occurs once in each row and column.
///
/// Parameters
/// ----------
/// square : int or str
///     The order, or a square to complete: a row in each line, and ``.`` for an empty cell.
/// symbols : str, optional
///     The symbols in order, such as ``"0123456789ABCDEF"``, or a range, such as ``"1-16"``.
///
/// Examples
/// --------
/// >>> q.latin(5).count()
/// 161280
/// >>> q.latin("12..\n....\n....\n....").count()
/// 48
#[pyfunction]
#[pyo3(signature = (square, *, symbols = None))]
pub(crate) fn latin(
    py: Python<'_>,
    square: &Bound<'_, PyAny>,
    symbols: Option<&str>,
) -> PyResult<Puzzle> {
    let symbols = symbols.map(Symbols::new).transpose().map_err(value_error)?;
    let puzzle = if let Ok(partial) = square.cast::<PyString>() {
        let partial = partial.to_cow()?;
        match &symbols {
            Some(symbols) => Latin::complete_with(&partial, symbols),
            None => Latin::complete(&partial),
        }
    } else {
        let order: usize = whole(square)?;
        match &symbols {
            Some(symbols) if (1..=MAX_SIDE).contains(&order) => {
                Latin::complete_with(&".".repeat(order * order), symbols)
            }
            // Without symbols, or with an error that names the order.
            _ => Latin::new(order),
        }
    };
    let puzzle = puzzle.map_err(value_error)?;
    Puzzle::new(py, "latin", Pictured { puzzle, is_board: false })
}

/// Makes a Sudoku of another size or shape.
///
/// Parameters
/// ----------
/// puzzle : str, optional
///     The cells row by row, with ``.`` for an empty cell. By default the grid is empty.
/// boxes : (int, int), optional
///     Rows and columns of a box.
/// jigsaw : str, optional
///     A drawing of the regions that replace the boxes, with a letter or digit for each cell.
/// diagonal : bool, optional
///     If true, each symbol also occurs once in each of the two diagonals.
/// symbols : str, optional
///     The symbols in order, such as ``"0123456789ABCDEF"``, or a range, such as ``"1-16"``.
///
/// Examples
/// --------
/// >>> q.sudoku_board(boxes=(2, 2)).count()
/// 288
#[pyfunction]
#[pyo3(signature = (puzzle = None, *, boxes = (3, 3), jigsaw = None, diagonal = false, symbols = None))]
pub(crate) fn sudoku_board(
    py: Python<'_>,
    puzzle: Option<&str>,
    #[pyo3(from_py_with = whole)] boxes: (usize, usize),
    jigsaw: Option<&str>,
    diagonal: bool,
    symbols: Option<&str>,
) -> PyResult<Puzzle> {
    let layout = match jigsaw {
        Some(regions) => Layout::jigsaw(regions),
        None => Layout::boxes(boxes.0, boxes.1),
    };
    let layout = layout.map_err(value_error)?;
    let layout = if diagonal { layout.diagonal() } else { layout };
    let empty = ".".repeat(layout.side() * layout.side());
    let text = puzzle.unwrap_or(&empty);
    let board = match symbols {
        Some(symbols) => layout.puzzle_with(text, &Symbols::new(symbols).map_err(value_error)?),
        None => layout.puzzle(text),
    };
    let puzzle = board.map_err(value_error)?;
    Puzzle::new(py, "sudoku_board", Pictured { puzzle, is_board: true })
}

/// Makes the puzzle of MacMahon's squares, in which edges that touch must have the same color.
///
/// Parameters
/// ----------
/// rows, columns : int, optional
///     The size of the rectangle.
/// colors : int, optional
///     The number of colors: 3 colors make 24 squares, and 2 colors make 6.
/// border : int, optional
///     The color of the border, counted from 0.
///
/// Examples
/// --------
/// >>> q.macmahon(2, 3, colors=2).problem
/// <quadrille.Problem: 12 primary items, 7 secondary items, 96 options>
#[pyfunction]
#[pyo3(signature = (rows = 4, columns = 6, *, colors = 3, border = None))]
pub(crate) fn macmahon(
    py: Python<'_>,
    #[pyo3(from_py_with = whole)] rows: usize,
    #[pyo3(from_py_with = whole)] columns: usize,
    #[pyo3(from_py_with = whole)] colors: u8,
    #[pyo3(from_py_with = whole)] border: Option<u8>,
) -> PyResult<Puzzle> {
    let squares = MacMahon::new(colors, rows, columns).map_err(value_error)?;
    let puzzle = match border {
        Some(color) => squares.bordered(color).map_err(value_error)?,
        None => squares,
    };
    Puzzle::new(py, "macmahon", Pictured { puzzle, is_board: false })
}

/// Makes the problem of Steiner triple systems: sets of triples of points in which each pair of
/// points is in exactly one triple.
///
/// Parameters
/// ----------
/// points : int
///     The number of points: 1 or 3 more than a multiple of 6.
///
/// Examples
/// --------
/// >>> q.steiner(7).count()
/// 30
#[pyfunction]
pub(crate) fn steiner(
    py: Python<'_>,
    #[pyo3(from_py_with = whole)] points: usize,
) -> PyResult<Puzzle> {
    Puzzle::new(py, "steiner", Plain(Steiner::new(points).map_err(value_error)?))
}

/// Makes the puzzle of a rectangle of letters in which every row and every column is a word.
///
/// Parameters
/// ----------
/// width, height : int
///     The number of letters in a row and in a column.
/// words : iterable of str
///     The words.
/// repeats : bool, optional
///     If true, a word may occur more than once.
///
/// Examples
/// --------
/// >>> print(q.word_rectangle(2, 2, ["an", "no", "at", "to", "on"], repeats=True).first())
/// an
/// no
#[pyfunction]
#[pyo3(signature = (width, height, words, *, repeats = false))]
pub(crate) fn word_rectangle(
    py: Python<'_>,
    #[pyo3(from_py_with = whole)] width: usize,
    #[pyo3(from_py_with = whole)] height: usize,
    #[pyo3(from_py_with = strings)] words: Vec<String>,
    repeats: bool,
) -> PyResult<Puzzle> {
    let repeats = if repeats { Repeats::Allowed } else { Repeats::Forbidden };
    let words = words.iter().map(|word| word.trim());
    let puzzle = WordRectangle::with_repeats(width, height, words, repeats).map_err(value_error)?;
    Puzzle::new(py, "word_rectangle", Pictured { puzzle, is_board: false })
}

/// Makes the problem of reaching a weight, or paying an amount, with limited copies of things.
///
/// Parameters
/// ----------
/// weight : int or (int, int)
///     The total weight, or its bounds.
/// things : dict
///     A dict from names to triples: the weight of a copy, the number of copies, and the value of a
///     copy.
///
/// Examples
/// --------
/// >>> coins = {"nickel": (1, 20, 0), "dime": (2, 10, 0), "quarter": (5, 4, 0)}
/// >>> q.knapsack(20, coins).count()
/// 29
#[pyfunction]
pub(crate) fn knapsack(
    py: Python<'_>,
    #[pyo3(from_py_with = bounds)] weight: RangeInclusive<u32>,
    things: &Bound<'_, pyo3::types::PyDict>,
) -> PyResult<Puzzle> {
    let thing = |(name, numbers): (Bound<'_, PyAny>, Bound<'_, PyAny>)| {
        let (weight, copies, value): (u32, u32, u64) = whole(&numbers)?;
        Ok(Thing { copies, value, ..Thing::new(name.extract::<String>()?, weight) })
    };
    let things: Vec<Thing> = things.iter().map(thing).collect::<PyResult<_>>()?;
    Puzzle::new(py, "knapsack", Plain(Knapsack::new(things, weight).map_err(value_error)?))
}

/// Makes the problem of a timetable for meetings, with rooms, hours, availability and preferences.
///
/// Parameters
/// ----------
/// rows : iterable of iterable of str
///     A header row, ``kind, name, needs`` followed by the hours, and then a row for each room,
///     person and meeting. The needs of a meeting are people and, optionally, the rooms to choose
///     from, separated by ``;``. In the column of an hour, ``-`` means unavailable, and a number is
///     the cost of that hour.
///
/// Examples
/// --------
/// >>> rows = [line.split(",") for line in (
/// ...     "kind,name,needs,9h,10h", "room,Hall,,,", "person,Ann,,,-", "meeting,Start,Ann,,")]
/// >>> q.schedule(rows).count()
/// 1
#[pyfunction]
pub(crate) fn schedule(
    py: Python<'_>,
    #[pyo3(from_py_with = rows)] rows: Vec<Vec<String>>,
) -> PyResult<Puzzle> {
    Puzzle::new(py, "schedule", Plain(Schedule::new(rows).map_err(value_error)?))
}
