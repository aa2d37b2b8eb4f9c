//! Latin squares, Sudoku boards and triple systems: known counts, and solutions checked against the
//! rules of each puzzle.

use std::collections::{BTreeMap, BTreeSet};

use crate::oracle::puzzles::check_names;
use quadrille::puzzle::latin::{Latin, LatinError, LatinSquare};
use quadrille::puzzle::square::{TextError, TextErrorKind, symbol};
use quadrille::puzzle::steiner::{Steiner, SteinerError};
use quadrille::puzzle::sudoku_board::{Board, BoardError, Filled, Layout};
use quadrille::puzzle::{Drawn, Puzzle};

/// True if these are the numbers 1, 2, 3 and so on, in any order.
fn is_permutation(values: impl IntoIterator<Item = u8>) -> bool {
    let mut values: Vec<u8> = values.into_iter().collect();
    values.sort_unstable();
    values.iter().zip(1..).all(|(&value, expected)| value == expected)
}

fn is_latin(square: &LatinSquare) -> bool {
    let n = square.order();
    (0..n).all(|i| {
        is_permutation((0..n).map(|j| square.get(i, j)))
            && is_permutation((0..n).map(|j| square.get(j, i)))
    })
}

/// Counts: OEIS A002860.
#[test]
fn latin_squares_have_known_counts() {
    for (order, expected) in [(1, 1), (2, 2), (3, 12), (4, 576), (5, 161_280)] {
        let puzzle = Latin::new(order).unwrap();
        check_names(&puzzle);
        assert_eq!(puzzle.problem().solutions().count(), expected, "order {order}");
        let first: BTreeSet<LatinSquare> = puzzle.solutions().take(600).collect();
        assert_eq!(first.len(), expected.min(600));
        assert!(first.iter().all(is_latin));
    }
    let large = Latin::new(16).unwrap().solutions().next().unwrap();
    assert!(is_latin(&large));
}

#[test]
fn partial_latin_squares_have_all_completions() {
    let all: Vec<LatinSquare> = Latin::new(4).unwrap().solutions().collect();
    for partial in [
        "1...\n.2..\n..3.\n...4",
        "12..\n....\n....\n..21",
        "................",
        "11..\n....\n....\n....",
        "1234\n2143\n....\n....",
    ] {
        let clues: Vec<char> = partial.chars().filter(|c| !c.is_whitespace()).collect();
        let agrees = |square: &&LatinSquare| {
            (0..16).all(|cell| {
                clues[cell] == '.' || clues[cell] == symbol(square.get(cell / 4, cell % 4))
            })
        };
        let expected: BTreeSet<LatinSquare> = all.iter().filter(agrees).cloned().collect();
        let puzzle = Latin::complete(partial).unwrap();
        assert_eq!(puzzle.solutions().collect::<BTreeSet<_>>(), expected, "{partial}");
        // The displayed square can be read back.
        for square in expected {
            assert_eq!(
                Latin::complete(&square.to_string()).unwrap().solutions().collect::<Vec<_>>(),
                [square]
            );
        }
    }
}

#[test]
fn latin_squares_are_drawn() {
    let square = Latin::complete("12\n..").unwrap().solutions().next().unwrap();
    assert_eq!(square.to_string(), "1 2\n2 1");
    assert_eq!(
        square.picture().to_string(),
        "+---+---+\n| 1 | 2 |\n+---+---+\n| 2 | 1 |\n+---+---+"
    );
}

#[test]
fn latin_errors_are_reported() {
    assert_eq!(Latin::new(0).unwrap_err(), LatinError::Order(0));
    let error = Latin::new(37).unwrap_err();
    assert_eq!(
        error.to_string(),
        "Latin squares of order 37: there are symbols for orders from 1 to 36"
    );
    let text = |text| match Latin::complete(text).unwrap_err() {
        LatinError::Text(TextError { line, column, kind }) => (line, column, kind),
        other => panic!("{other}"),
    };
    assert_eq!(text(""), (1, None, TextErrorKind::NotASquare { cells: 0 }));
    assert_eq!(text("12\n2"), (2, None, TextErrorKind::NotASquare { cells: 3 }));
    assert_eq!(text("123\n2"), (1, None, TextErrorKind::WrongRow { cells: 3, side: 2 }));
    assert_eq!(text("1.\n.&"), (2, Some(2), TextErrorKind::NotACell('&')));
    assert_eq!(text("1.\n\n3."), (3, Some(1), TextErrorKind::NotASymbol { found: '3', side: 2 }));
    let error = Latin::complete("1.\n3.").unwrap_err();
    assert_eq!(
        error.to_string(),
        "line 2, column 1: '3' is not a symbol of a square of side 2: it has 1 to 2, or letters from A on"
    );
}

/// True if a board is filled according to the rules. `region` gives the region of each cell.
fn is_filled(
    filled: &Filled,
    side: usize,
    diagonal: bool,
    region: impl Fn(usize, usize) -> usize,
) -> bool {
    let mut regions: BTreeMap<usize, Vec<u8>> = BTreeMap::new();
    for (row, column) in (0..side).flat_map(|row| (0..side).map(move |column| (row, column))) {
        regions.entry(region(row, column)).or_default().push(filled.get(row, column));
    }
    let lines = (0..side).all(|i| {
        is_permutation((0..side).map(|j| filled.get(i, j)))
            && is_permutation((0..side).map(|j| filled.get(j, i)))
    });
    let diagonals = is_permutation((0..side).map(|i| filled.get(i, i)))
        && is_permutation((0..side).map(|i| filled.get(side - 1 - i, i)));
    lines
        && (!diagonal || diagonals)
        && regions.len() == side
        && regions.into_values().all(is_permutation)
}

/// Counts: OEIS A107739 for 4x4; 28,200,960 for 6x6 with boxes of 2x3 (Wikipedia, Mathematics of
/// Sudoku), which is 6! times the number with first row 1 2 3 4 5 6.
#[test]
fn empty_boards_have_known_counts() {
    let board = Layout::boxes(2, 2).unwrap().empty();
    check_names(&board);
    let filled: Vec<Filled> = board.solutions().collect();
    assert_eq!(filled.len(), 288);
    assert!(
        filled
            .iter()
            .all(|filled| is_filled(filled, 4, false, |row, column| row / 2 * 2 + column / 2))
    );
    // The solutions with diagonals are those boards whose diagonals have each symbol once.
    let diagonal: Vec<Filled> =
        Layout::boxes(2, 2).unwrap().diagonal().empty().solutions().collect();
    let expected = filled
        .iter()
        .filter(|filled| is_filled(filled, 4, true, |row, column| row / 2 * 2 + column / 2));
    assert_eq!(
        diagonal.iter().map(Filled::text).collect::<BTreeSet<_>>(),
        expected.map(Filled::text).collect()
    );

    let rows = format!("123456{}", ".".repeat(30));
    for (layout, height, width) in [(Layout::boxes(2, 3), 2, 3), (Layout::boxes(3, 2), 3, 2)] {
        let board = layout.unwrap().puzzle(&rows).unwrap();
        assert_eq!(board.problem().solutions().count() * 720, 28_200_960);
        for filled in board.solutions().take(100) {
            assert!(is_filled(&filled, 6, false, |row, column| row / height * 10 + column / width));
        }
    }
}

#[test]
fn jigsaws_have_the_squares_that_satisfy_their_regions() {
    for drawing in [
        "AABB\nAABB\nCCDD\nCCDD",
        "AAAB\nACBB\nCCDB\nCDDD",
        "xxxx\nyyyy\nzzzz\n1111",
        "ABCD\nBADC\nCDAB\nDCBA",
    ] {
        let letters: Vec<char> = drawing.chars().filter(|c| !c.is_whitespace()).collect();
        for diagonal in [false, true] {
            let layout = Layout::jigsaw(drawing).unwrap();
            let layout = if diagonal { layout.diagonal() } else { layout };
            let found: BTreeSet<String> =
                layout.empty().solutions().map(|filled| filled.text()).collect();
            let fits = |square: &LatinSquare| {
                let mut seen = BTreeSet::new();
                let regions = (0..16)
                    .all(|cell| seen.insert((letters[cell], square.get(cell / 4, cell % 4))));
                let lines = is_permutation((0..4).map(|i| square.get(i, i)))
                    && is_permutation((0..4).map(|i| square.get(i, 3 - i)));
                regions && (!diagonal || lines)
            };
            let latin = Latin::new(4).unwrap();
            let squares = latin.solutions().filter(fits);
            let expected: BTreeSet<String> =
                squares.map(|square| square.to_string().replace(char::is_whitespace, "")).collect();
            assert_eq!(found, expected, "{drawing}, diagonal {diagonal}");
        }
    }
}

/// Returns a filled board with boxes of this size, by a formula.
fn pattern(rows: usize, columns: usize) -> Vec<char> {
    let side = rows * columns;
    let value =
        |cell: usize| (cell / side % rows * columns + cell / side / rows + cell % side) % side;
    (0..side * side).map(|cell| symbol(value(cell) as u8 + 1)).collect()
}

#[test]
fn large_boards_are_solved() {
    for (rows, columns) in [(2, 4), (4, 2), (3, 3), (3, 4), (2, 6), (4, 4), (4, 5), (5, 5)] {
        let side = rows * columns;
        let full = pattern(rows, columns);
        let puzzle: String =
            full.iter().enumerate().map(|(i, &c)| if i * 7 % 5 < 2 { '.' } else { c }).collect();
        let board: Board = Layout::boxes(rows, columns).unwrap().puzzle(&puzzle).unwrap();
        let filled = board.solutions().next().expect("the pattern is a solution");
        assert!(is_filled(&filled, side, false, |row, column| row / rows * side + column / columns));
        let text = filled.text();
        assert!(puzzle.chars().zip(text.chars()).all(|(clue, found)| clue == '.' || clue == found));
        // A drawing can be read in upper or lower case, and its solution has the same case.
        for (drawn, text) in [
            (filled.to_string(), text.clone()),
            (filled.to_string().to_lowercase(), text.to_lowercase()),
        ] {
            let read = board.layout().puzzle(&drawn).unwrap();
            assert_eq!(read.solutions().map(|filled| filled.text()).collect::<Vec<_>>(), [text]);
        }
    }
}

/// The general board of nine by nine and the dedicated Sudoku agree.
#[test]
fn the_usual_board_is_the_usual_sudoku() {
    let text = "027800061000030008910005420500016030000970200070000096700000080006027000030480007";
    let grid: quadrille::sudoku::Grid = text.parse().unwrap();
    let expected: BTreeSet<String> =
        grid.solutions().map(|solution| solution.to_string()).collect();
    let board = Layout::boxes(3, 3).unwrap().puzzle(&format!("{grid:#}")).unwrap();
    assert_eq!(board.solutions().map(|filled| filled.text()).collect::<BTreeSet<_>>(), expected);
    let clash = format!("55{}", ".".repeat(79));
    assert_eq!(Layout::boxes(3, 3).unwrap().puzzle(&clash).unwrap().solutions().count(), 0);
}

#[test]
fn boards_are_drawn() {
    let filled = Layout::boxes(2, 2)
        .unwrap()
        .puzzle("1234341221434321")
        .unwrap()
        .solutions()
        .next()
        .unwrap();
    let expected = "
+------+------+
| 1  2 | 3  4 |
| 3  4 | 1  2 |
+------+------+
| 2  1 | 4  3 |
| 4  3 | 2  1 |
+------+------+";
    assert_eq!(filled.to_string(), expected.trim_start());
}

/// With 36 symbols, every digit and every letter is a symbol.
#[test]
fn boards_of_side_36_have_the_symbol_0() {
    let layout = Layout::boxes(6, 6).unwrap();
    let symbols: Vec<char> = ('0'..='9').chain('A'..='Z').collect();
    // Each row is the row above it, shifted by six cells, or by seven where a row of boxes begins.
    let shift = |row: usize| row % 6 * 6 + row / 6;
    let full: String =
        (0..36 * 36).map(|cell| symbols[(cell % 36 + shift(cell / 36)) % 36]).collect();
    let lines = || full.as_bytes().chunks(36).map(|row| std::str::from_utf8(row).unwrap());
    for text in [full.clone(), full.to_lowercase(), lines().collect::<Vec<_>>().join("\n")] {
        let solutions: Vec<String> =
            layout.puzzle(&text).unwrap().solutions().map(|filled| filled.text()).collect();
        assert!(solutions == [text.replace('\n', "")]);
    }
    // About one cell in seven is empty.
    let clue = |(cell, symbol): (usize, char)| if cell % 7 == 3 { '.' } else { symbol };
    let puzzle: String = full.chars().enumerate().map(clue).collect();
    let board = layout.puzzle(&puzzle).unwrap();
    assert_eq!(board.text(), puzzle);
    assert!(board.solutions().any(|filled| filled.text() == full));
    assert!(layout.puzzle(&".".repeat(36 * 36)).unwrap().symbols() == board.symbols());
    let error = layout.puzzle(&"0".repeat(36 * 36)).unwrap_err();
    assert!(error.to_string().contains("write `.` for every empty cell"), "{error}");
    let numbers: Vec<String> = (1..=36).map(|number| number.to_string()).collect();
    let text = format!("{}{}", numbers.join(" "), " .".repeat(35 * 36));
    assert_eq!(layout.puzzle(&text).unwrap().clue(0, 35), Some(36));
}

#[test]
fn board_errors_are_reported() {
    for (rows, columns) in [(1, 4), (4, 1), (0, 0), (6, 7), (usize::MAX, 2)] {
        assert_eq!(Layout::boxes(rows, columns), Err(BoardError::BoxSize { rows, columns }));
    }
    assert_eq!(
        Layout::boxes(6, 7).unwrap_err().to_string(),
        "boxes of 6x7: a box has at least two rows and two columns, and 36 cells at most"
    );
    let layout = Layout::boxes(2, 2).unwrap();
    let text = |text| match layout.puzzle(text).unwrap_err() {
        BoardError::Text(TextError { line, column, kind }) => (line, column, kind),
        other => panic!("{other}"),
    };
    assert_eq!(text("1234\n34"), (2, None, TextErrorKind::WrongRow { cells: 2, side: 4 }));
    assert_eq!(text("1234\n3412\n"), (2, None, TextErrorKind::WrongCount { cells: 8, side: 4 }));
    assert_eq!(
        text("1234512341234123"),
        (1, Some(5), TextErrorKind::NotASymbol { found: '5', side: 4 })
    );
    assert_eq!(text("1|2 #"), (1, Some(5), TextErrorKind::NotACell('#')));
    assert_eq!(text(""), (1, None, TextErrorKind::WrongCount { cells: 0, side: 4 }));
    assert_eq!(
        Layout::jigsaw("AABB\nAABB\nCCDD\nCCDC").unwrap_err(),
        BoardError::RegionSize { region: 'C', cells: 5, side: 4 }
    );
    let error = Layout::jigsaw("AAB\nAAB").unwrap_err();
    assert!(matches!(
        error,
        BoardError::Regions(TextError { kind: TextErrorKind::NotASquare { cells: 6 }, .. })
    ));
    assert_eq!(
        Layout::jigsaw(&"A".repeat(37 * 37)).unwrap_err().to_string(),
        "regions, line 1: 1369 cells by the end of this line, which is not a square: write n rows of n, n from 1 to 36"
    );
}

/// Counts of labelled systems: 7! / 168 and 9! / 432. The Fano plane and the affine plane of order
/// 3 are the only ones up to labelling, with 168 and 432 automorphisms (Colbourn and Rosa, Triple
/// Systems, 1999).
#[test]
fn triple_systems_have_known_counts() {
    for (points, expected) in [(1, 1), (3, 1), (7, 30), (9, 840)] {
        let puzzle = Steiner::new(points).unwrap();
        check_names(&puzzle);
        let systems: BTreeSet<_> = puzzle.solutions().collect();
        assert_eq!(systems.len(), expected, "{points} points");
        for system in systems {
            let mut pairs = BTreeSet::new();
            for &[a, b, c] in system.triples() {
                assert!(1 <= a && a < b && b < c && c <= points);
                assert!([(a, b), (a, c), (b, c)].into_iter().all(|pair| pairs.insert(pair)));
            }
            assert_eq!(pairs.len(), points * (points - 1) / 2);
            assert_eq!(system.to_string().lines().count(), system.triples().len());
        }
    }
    assert_eq!(Steiner::new(13).unwrap().solutions().next().unwrap().triples().len(), 26);
}

#[test]
fn steiner_errors_are_reported() {
    for (points, next) in [(0, 1), (2, 3), (4, 7), (5, 7), (6, 7), (8, 9), (10, 13), (12, 13)] {
        assert_eq!(Steiner::new(points).unwrap_err(), SteinerError::NoSystem(points));
        let expected = format!("must leave 1 or 3 when divided by 6, as {next} does");
        assert!(Steiner::new(points).unwrap_err().to_string().ends_with(&expected));
        assert!(Steiner::new(next).is_ok());
    }
    assert_eq!(Steiner::new(201).unwrap_err(), SteinerError::TooManyPoints(201));
}
