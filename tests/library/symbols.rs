//! Tests that squares are read and written with the symbols of their author, and that ambiguous
//! input is an error.

use quadrille::puzzle::Puzzle;
use quadrille::puzzle::latin::{Latin, LatinError};
use quadrille::puzzle::square::{Symbols, SymbolsError, TextErrorKind};
use quadrille::puzzle::sudoku_board::{BoardError, Layout};

const BOXES: [(usize, usize); 6] = [(2, 2), (2, 3), (3, 3), (3, 4), (4, 4), (5, 5)];
const FROM_ONE: &str = "123456789ABCDEFGHIJKLMNOP";
const FROM_ZERO: &str = "0123456789ABCDEFGHIJKLMNOP";
const LETTERS: &str = "ABCDEFGHIJKLMNOPQRSTUVWXYZ";

/// Returns the cells of a full board with these symbols: shifted rows of the symbols in order.
fn full((rows, columns): (usize, usize), symbols: &[String]) -> Vec<String> {
    let side = rows * columns;
    let value =
        |cell: usize| (cell / side % rows * columns + cell / side / rows + cell % side) % side;
    (0..side * side).map(|cell| symbols[value(cell)].clone()).collect()
}

fn characters(symbols: &str) -> Vec<String> {
    symbols.chars().map(String::from).collect()
}

fn numbers(first: usize, side: usize) -> Vec<String> {
    (first..first + side).map(|number| number.to_string()).collect()
}

/// Returns the board with `empty` in about a third of its cells.
fn punctured(full: &[String], empty: &str) -> Vec<String> {
    let is_empty = |at: usize| (at * at / 7 + at).is_multiple_of(3);
    full.iter()
        .enumerate()
        .map(|(at, symbol)| if is_empty(at) { empty.to_owned() } else { symbol.clone() })
        .collect()
}

/// Reads a puzzle, and checks that its solution has the clues and these symbols, and that the
/// drawing of the solution can be read back.
fn is_solved(layout: &Layout, text: &str, clues: &[String], symbols: &[String]) {
    let board = layout.puzzle(text).unwrap_or_else(|error| panic!("{text}: {error}"));
    let filled = board.solutions().next().unwrap_or_else(|| panic!("{text}"));
    let solution = filled.text();
    let between = if board.symbols().are_numbers() { " " } else { "" };
    let cells: Vec<&str> = solution.split(between).filter(|cell| !cell.is_empty()).collect();
    assert_eq!(cells.len(), clues.len(), "{solution}");
    for (cell, clue) in cells.iter().zip(clues) {
        assert!(symbols.iter().any(|symbol| symbol == cell), "{cell:?} in {solution}");
        assert!(!symbols.contains(clue) || cell == clue || clue == "0", "{text}: {solution}");
    }
    let again = layout.puzzle_with(&filled.to_string(), board.symbols()).unwrap();
    assert_eq!(again.solutions().map(|filled| filled.text()).collect::<Vec<_>>(), [solution]);
}

fn layout((rows, columns): (usize, usize)) -> Layout {
    Layout::boxes(rows, columns).unwrap()
}

/// Returns a board with boxes of 4x4 that begins with these clues.
fn begins(clues: &str) -> String {
    format!("{clues}{}", ".".repeat(256 - clues.len()))
}

fn kind<T: std::fmt::Debug>(result: Result<T, BoardError>) -> TextErrorKind {
    match result {
        Err(BoardError::Text(error)) => error.kind,
        other => panic!("{other:?}"),
    }
}

#[test]
fn symbols_can_start_at_one() {
    for boxes in BOXES {
        let symbols = characters(&FROM_ONE[..boxes.0 * boxes.1]);
        for empty in [".", "0", "*", "_", "?"] {
            let clues = punctured(&full(boxes, &symbols), empty);
            is_solved(&layout(boxes), &clues.concat(), &clues, &symbols);
        }
    }
}

#[test]
fn small_letters_stay_small() {
    for symbols in ["123456789abcdefg", "0123456789abcdef", "abcdefghijklmnop"].map(characters) {
        let clues = punctured(&full((4, 4), &symbols), ".");
        is_solved(&layout((4, 4)), &clues.concat(), &clues, &symbols);
    }
}

#[test]
fn zero_beside_a_point_is_a_symbol_of_more_than_nine() {
    for boxes in [(2, 5), (3, 4), (4, 4), (5, 5)] {
        let symbols = characters(&FROM_ZERO[..boxes.0 * boxes.1]);
        let clues = punctured(&full(boxes, &symbols), ".");
        is_solved(&layout(boxes), &clues.concat(), &clues, &symbols);
        assert!(clues.iter().any(|clue| clue == "0"));
    }
}

#[test]
fn zero_is_kept_in_a_row_of_hexadecimal() {
    let row = "0..3.5..89.B.DE.";
    let solution = layout((4, 4)).puzzle(&begins(row)).unwrap().solutions().next().unwrap().text();
    for (clue, found) in row.chars().zip(solution.chars()) {
        assert!(clue == '.' || clue == found, "{row}: {solution}");
    }
    assert!(!solution.contains('G') && solution.matches('0').count() == 16, "{solution}");
}

#[test]
fn symbols_can_be_letters_from_a_on() {
    for boxes in BOXES {
        let symbols = characters(&LETTERS[..boxes.0 * boxes.1]);
        for empty in [".", "0"] {
            let clues = punctured(&full(boxes, &symbols), empty);
            is_solved(&layout(boxes), &clues.concat(), &clues, &symbols);
        }
    }
}

#[test]
fn symbols_can_be_numbers_between_blanks() {
    for boxes in [(2, 5), (3, 4), (4, 4), (5, 5)] {
        let side = boxes.0 * boxes.1;
        for (first, empty) in [(0, "."), (1, "."), (1, "0")] {
            let symbols = numbers(first, side);
            let clues = punctured(&full(boxes, &symbols), empty);
            is_solved(&layout(boxes), &clues.join(" "), &clues, &symbols);
            // One row per line, with bars beside the rows and frame lines above and below them.
            let rows: Vec<String> =
                clues.chunks(side).map(|row| format!("|{}|", row.join(" "))).collect();
            is_solved(
                &layout(boxes),
                &format!("+---+\n{}\n+---+", rows.join("\n")),
                &clues,
                &symbols,
            );
        }
    }
}

#[test]
fn given_symbols_are_used() {
    for (symbols, text, expected) in [
        ("0123", "01.. .... .... ....", "01"),
        ("aB1#", "aB.. .... .... ....", "aB"),
        ("aB1#", "Ab00 0000 0000 0000", "aB"),
        ("aA1#", "aA.. .... .... ....", "aA"),
        ("äöüß", "äö.. .... .... ....", "äö"),
        ("7-10", "7 10 . . . . . . . . . . . . . .", "7 10 "),
        ("0-3", "0 1 . . . . . . . . . . . . . .", "0 1 "),
        // The last number is the largest possible.
        ("65532-65535", "65535 65532 . . . . . . . . . . . . . .", "65535 65532 "),
    ] {
        let symbols = Symbols::new(symbols).unwrap();
        let board = layout((2, 2)).puzzle_with(text, &symbols).unwrap();
        let solution = board.solutions().next().unwrap().text();
        assert!(solution.starts_with(expected), "{symbols}: {solution}");
    }
}

#[test]
fn zero_beside_a_point_is_an_error_where_it_is_no_symbol() {
    // At most nine symbols; one symbol too many; a symbol twice in a row; a number too large.
    for (boxes, text) in [
        ((2, 2), "10.. .... .... ....".to_owned()),
        ((3, 3), format!("120{}", ".".repeat(78))),
        ((4, 4), begins("0G")),
        ((4, 4), begins("00")),
        ((4, 4), format!("0 16{}", " .".repeat(254))),
    ] {
        let expected =
            TextErrorKind::Zero { side: boxes.0 * boxes.1, are_numbers: text.contains("16") };
        assert_eq!(kind(layout(boxes).puzzle(&text)), expected, "{text}");
    }
    let given = Symbols::new("1234").unwrap();
    let expected = TextErrorKind::Zero { side: 4, are_numbers: false };
    assert_eq!(kind(layout((2, 2)).puzzle_with("10.. .... .... ....", &given)), expected);
    assert_eq!(
        layout((3, 3)).puzzle(&format!("120{}", ".".repeat(78))).unwrap_err().to_string(),
        "line 1, column 3: `0` may be a symbol or an empty cell: write `.` for every empty cell, or name the symbols: \
         123456789 or 012345678"
    );
}

#[test]
fn zero_without_a_point_is_an_error_where_it_may_be_a_symbol() {
    let hexadecimal = full((4, 4), &characters(&FROM_ZERO[..16])).concat();
    let expected = TextErrorKind::Zero { side: 16, are_numbers: false };
    assert_eq!(kind(layout((4, 4)).puzzle(&hexadecimal)), expected);
    let given = Symbols::new(&FROM_ZERO[..16]).unwrap();
    let board = layout((4, 4)).puzzle_with(&hexadecimal, &given).unwrap();
    assert_eq!(board.solutions().map(|filled| filled.text()).collect::<Vec<_>>(), [hexadecimal]);
}

#[test]
fn clues_that_fit_several_symbols_are_an_error() {
    let board = layout((4, 4));
    let which =
        |are_numbers, letters| TextErrorKind::WhichSymbols { side: 16, are_numbers, letters };
    assert_eq!(kind(board.puzzle(&begins("1F"))), which(false, false));
    assert_eq!(kind(board.puzzle(&begins("AB"))), which(false, true));
    assert_eq!(kind(board.puzzle(&format!("1 15{}", " .".repeat(254)))), which(true, false));
    assert_eq!(
        board.puzzle(&begins("AB")).unwrap_err().to_string(),
        "line 1, column 1: the clues fit several sets of symbols: name the symbols: \
         123456789ABCDEFG or 0123456789ABCDEF or ABCDEFGHIJKLMNOP"
    );
    for enough in ["1FG", "01F", "AP"] {
        assert!(board.puzzle(&begins(enough)).is_ok(), "{enough}");
    }
}

#[test]
fn symbols_that_do_not_fit_are_an_error() {
    let board = layout((4, 4));
    assert_eq!(
        kind(board.puzzle(&begins("1H"))),
        TextErrorKind::NotASymbol { found: 'H', side: 16 }
    );
    assert_eq!(
        kind(board.puzzle(&begins("PA1"))),
        TextErrorKind::NotASymbol { found: '1', side: 16 }
    );
    let numbers = |clue: &str| format!("1 {clue}{}", " .".repeat(254));
    assert_eq!(
        kind(board.puzzle(&numbers("17"))),
        TextErrorKind::NotANumber { found: 17, side: 16 }
    );
    let given = Symbols::new("1-16").unwrap();
    assert_eq!(
        kind(board.puzzle_with(&numbers("17"), &given)),
        TextErrorKind::NotGiven("17".into())
    );
    let given = Symbols::new("0123456789ABCDEF").unwrap();
    for found in ["G", "#"] {
        assert_eq!(
            kind(board.puzzle_with(&begins(found), &given)),
            TextErrorKind::NotGiven(found.into())
        );
    }
    let error = board.puzzle_with(&begins("1"), &Symbols::new("123").unwrap()).unwrap_err();
    assert_eq!(error.to_string(), "line 1: 3 symbols for a square of side 16: write 16 symbols");
}

#[test]
fn invalid_symbols_are_an_error() {
    for (symbols, error) in [
        ("12.4", SymbolsError::NotASymbol('.')),
        ("1 24", SymbolsError::NotASymbol(' ')),
        ("12:4", SymbolsError::NotASymbol(':')),
        ("1-", SymbolsError::NotASymbol('-')),
        ("1231", SymbolsError::Twice('1')),
        ("", SymbolsError::Count(0)),
        ("4-1", SymbolsError::Count(0)),
        ("1-37", SymbolsError::Count(37)),
        ("0-65535", SymbolsError::Count(65536)),
    ] {
        assert_eq!(Symbols::new(symbols), Err(error), "{symbols}");
    }
}

#[test]
fn latin_squares_are_read_by_the_same_rules() {
    let first = |text: &str| Latin::complete(text).unwrap().solutions().next().unwrap().to_string();
    assert_eq!(first("A..\n.A.\n..A"), "A B C\nC A B\nB C A");
    assert_eq!(first("100\n010\n001"), "1 2 3\n3 1 2\n2 3 1");
    let ten = |row: &str| format!("{row}{}", format!("\n{}", ". ".repeat(10)).repeat(9));
    assert!(first(&ten("1 2 3 4 5 6 7 8 9 10")).starts_with("1 2 3 4 5 6 7 8 9 10\n"));
    assert!(first(&ten("0 1 2 3 4 5 6 7 8 .")).starts_with("0 1 2 3 4 5 6 7 8 9\n"));
    let LatinError::Text(error) = Latin::complete("10.\n...\n...").unwrap_err() else { panic!() };
    assert_eq!(error.kind, TextErrorKind::Zero { side: 3, are_numbers: false });
}
