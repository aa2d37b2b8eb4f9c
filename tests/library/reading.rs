//! Tests of the reader of Sudokus: its forms, its errors, and inputs whose meaning it must not
//! guess.

use std::io::{self, Read};
use std::ops::Range;

use quadrille::sudoku::{
    Digit, Form, Grid, InputForm, ParseErrorKind as Kind, Puzzle, ReadError, Reader,
};

const PUZZLE: &str =
    "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
const SOLUTION: &str =
    "534678912672195348198342567859761423426853791713924856961537284287419635345286179";

/// The line, the column and the kind of an error.
type Fault = (u64, Option<u64>, Kind);

/// Returns the line of each puzzle in a text, or its error with the line. Checks that every puzzle
/// is `PUZZLE`.
#[track_caller]
fn read(text: &str) -> Vec<Result<u64, (u64, Kind)>> {
    let results = results(text).into_iter().map(|result| {
        result.map(|puzzle| {
            assert_eq!(puzzle.grid.as_str(), PUZZLE, "another puzzle in {text}");
            assert_eq!(puzzle.candidates, None, "in {text}");
            puzzle.line
        })
    });
    results.map(|result| result.map_err(|(line, _, kind)| (line, kind))).collect()
}

/// Returns each puzzle of a text, or the error with its place.
fn results(text: &str) -> Vec<Result<Puzzle, Fault>> {
    let results = Reader::new(text.as_bytes()).map(|result| match result {
        Ok(puzzle) => Ok(puzzle),
        Err(ReadError::Parse(error)) => Err((error.line, error.column, error.kind)),
        Err(ReadError::Io(error)) => panic!("{error}"),
    });
    results.collect()
}

/// Reads a text whose only result is an error, and returns its place and kind.
#[track_caller]
fn bad(text: &str) -> Fault {
    match results(text)[..] {
        [Err(error)] => error,
        ref other => panic!("{other:?} in {text}"),
    }
}

fn wrong_number(line: u64, last_line: u64, cells: usize) -> Result<u64, (u64, Kind)> {
    Err((line, Kind::WrongNumberOfCells { cells, last_line }))
}

fn rows(of: &str) -> impl Iterator<Item = &str> {
    (0..9).map(move |row| &of[row * 9..row * 9 + 9])
}

/// Draws some rows, one per line.
fn drawn(range: Range<usize>) -> String {
    rows(PUZZLE).take(range.end).skip(range.start).map(|row| format!("{row}\n")).collect()
}

/// Draws nine rows with this character for empty cells and this text between the cells.
fn table(empty: &str, between: &str) -> String {
    let row = |row: &str| row.chars().map(String::from).collect::<Vec<_>>().join(between) + "\n";
    rows(PUZZLE).map(row).collect::<String>().replace('.', empty)
}

// Inputs whose meaning the reader must not guess.

#[test]
fn the_solution_behind_a_puzzle_is_never_read_for_it() {
    for empty in [".", "0", "-", "x", "X", "*", "_", "?"] {
        let puzzle = PUZZLE.replace('.', empty);
        for between in [",", ";", ":", "|", " ", "\t", " | ", ", "] {
            for before in ["", "17", "Easter", "-"] {
                let before =
                    if before.is_empty() { String::new() } else { format!("{before}{between}") };
                let line = format!("{before}{puzzle}{between}{SOLUTION}\n");
                assert_eq!(read(&line), [Ok(1)], "{line}");
                // The other order could be two puzzles.
                let column = Some(83 + before.len() as u64 + between.len() as u64 - 1);
                let line = format!("{before}{SOLUTION}{between}{puzzle}\n");
                assert_eq!(bad(&line), (1, column, Kind::TwoPuzzles), "{line}");
            }
        }
    }
    let other = SOLUTION.replace('1', "x").replace('2', "1").replace('x', "2");
    for second in [other.as_str(), PUZZLE, &PUZZLE.replace('.', "-")] {
        let line = format!("{PUZZLE},{second}\n{PUZZLE}");
        assert_eq!(read(&line), [Err((1, Kind::TwoPuzzles)), Ok(2)], "{line}");
        assert_eq!(read(&format!("{PUZZLE} # {second}")), [Ok(1)]);
    }
    // A complete grid is its own solution, but two copies of it are two puzzles.
    let twice = format!("{SOLUTION},{SOLUTION}");
    assert_eq!(bad(&twice), (1, Some(83), Kind::TwoPuzzles));
}

#[test]
fn numbers_of_a_program_are_cells_or_an_error() {
    let number = |format: fn(u8) -> String| {
        let row = |row: &str| {
            let cells = row.bytes().map(|cell| format(if cell == b'.' { 0 } else { cell - b'0' }));
            cells.collect::<Vec<_>>().join(" ") + "\n"
        };
        rows(PUZZLE).map(row).collect::<String>()
    };
    let floats = number(|cell| format!("{cell}.000000000000000000e+00"));
    assert_eq!(read(&floats), [Ok(1)]);
    assert_eq!(read(&number(|cell| format!("{cell}.0"))), [Ok(1)]);
    assert_eq!(read(&number(|cell| format!("{cell}."))), [Ok(1)]);
    assert!(matches!(bad(&number(|cell| format!("{cell:03}"))), (1, ..)));
    assert!(matches!(bad(&number(|cell| format!("{cell}.5"))), (1, ..)));
}

#[test]
fn names_in_json_tell_a_puzzle_from_its_solution() {
    let puzzle = PUZZLE.replace('.', "-");
    for text in [
        format!("{{\"solution\":\"{SOLUTION}\",\"puzzle\":\"{puzzle}\"}}\n"),
        format!("{{\"id\": 1, \"Puzzle\" : \"{PUZZLE}\", \"solution\": \"{SOLUTION}\"}}\n"),
        format!("[{{\"answer\":\"{SOLUTION}\",\"quiz\":\"{PUZZLE}\"}},\n"),
    ] {
        assert_eq!(read(&text), [Ok(1)], "{text}");
        let solution = results(&text).remove(0).unwrap().solution.unwrap();
        assert_eq!(solution.as_str(), SOLUTION);
    }
    let alone = format!("{{\"solution\":\"{SOLUTION}\"}}");
    assert_eq!(bad(&alone), (1, Some(14), Kind::NamedSolution));
    assert_eq!(bad(&format!("solution = \"{SOLUTION}\"")).2, Kind::NamedSolution);
    let two = format!("[{{\"puzzle\":\"{PUZZLE}\"}},{{\"puzzle\":\"{PUZZLE}\"}}]");
    assert_eq!(bad(&two), (1, Some(108), Kind::TwoPuzzles));
}

#[test]
fn numbers_above_a_grid_are_never_its_first_row() {
    for first in ["123456789", "012345678"] {
        for (empty, between) in
            [(".", "|"), (" ", "|"), ("-", "|"), ("", ","), ("0", "\t"), (".", " ")]
        {
            let first = first.chars().map(String::from).collect::<Vec<_>>().join(between);
            for (frame, is_markdown) in [("", false), ("|-|-|-|-|-|-|-|-|-|\n", true)] {
                if is_markdown != (between == "|") {
                    continue;
                }
                let grid = table(empty, between);
                let text = format!("{first}\n{frame}{grid}\n{PUZZLE}\n");
                let last = 12 + u64::from(is_markdown);
                let results = read(&text);
                assert!(
                    matches!(results[..], [Err(_), Ok(at)] if at == last),
                    "{text}: {results:?}"
                );
                // An empty row cannot be taken for a separator line.
                let empty_row = table(empty, between).lines().next().unwrap().len();
                let blank = [empty; 9].join(between);
                let text = format!("{first}\n{frame}{blank}\n{}", &grid[empty_row + 1..]);
                let kind = bad(&text).2;
                assert!(
                    matches!(kind, Kind::FirstRow { rows: 10 } | Kind::EmptyCells('-')),
                    "{text}"
                );
            }
        }
    }
    // Column names above a grid are not a row.
    let names = "a,b,c,d,e,f,g,h,i\n";
    assert_eq!(read(&format!("{names}{}", table("", ","))), [Ok(2)]);
    // Nine rows are a grid, whatever the first row is.
    for between in [",", "\t", " "] {
        for puzzle in [SOLUTION, &format!("123456789{}", &PUZZLE[9..]), &".".repeat(81)] {
            let row = |row: &str| row.chars().map(String::from).collect::<Vec<_>>().join(between);
            let text: String = rows(puzzle).map(|cells| row(cells) + "\n").collect();
            let twice = results(&format!("{text}\n{text}"));
            let is_it = |result: &Result<Puzzle, _>| {
                result.as_ref().is_ok_and(|read: &Puzzle| read.grid.as_str() == puzzle)
            };
            assert!(twice.len() == 2 && twice.iter().all(is_it), "{text}: {twice:?}");
        }
    }
}

#[test]
fn grids_side_by_side_are_an_error() {
    for between in ["", " ", "   ", " | ", "\t", ","] {
        for count in [2, 3] {
            let text: String =
                rows(PUZZLE).map(|row| [row].repeat(count).join(between) + "\n").collect();
            let results = read(&format!("{text}\n{PUZZLE}"));
            assert!(results[0].is_err() && results.last() == Some(&Ok(11)), "{text}: {results:?}");
            assert!(results[..results.len() - 1].iter().all(Result::is_err), "{text}: {results:?}");
        }
    }
}

#[test]
fn clues_among_blanks_are_never_added_up() {
    let grid = table(" ", " ");
    for text in [format!("{grid}{grid}"), format!("{grid}\n{grid}"), table(" ", ""), table("", " ")]
    {
        let results = read(&text);
        assert!(!results.is_empty() && results.iter().all(Result::is_err), "{text}: {results:?}");
    }
}

#[test]
fn cells_never_come_from_two_words() {
    for text in ["53- -7 a bb ccc", "53--7- some-text -", "12 345 6789", "5 3 - - 7 - - - - -"] {
        assert!(matches!(bad(text), (1, ..)), "{text}");
    }
    for cut in [70, 71, 78, 80] {
        for behind in ["some-text x", "- - -", "x x x x x x x x x x x", "a-b-c-d-e-f-g-h-i-j-k"] {
            let text = format!("{} {behind}\n{PUZZLE}", PUZZLE[..cut].replace('.', "-"));
            assert!(matches!(read(&text)[..], [Err((1, _)), Ok(2)]), "{text}: {:?}", read(&text));
        }
    }
}

#[test]
fn rows_behind_a_bad_first_row_are_no_part_of_the_next_grid() {
    let spaced = table(".", " ");
    let without_first = spaced.split_once('\n').unwrap().1;
    for first in ["[code]5 3 . .", "5 3 . . 7", "y 3 . . 7 . . . .", "this is a grid"] {
        let text = format!("{first}\n{without_first}{spaced}\n{PUZZLE}");
        let results = read(&text);
        assert!(results[..results.len() - 1].iter().all(Result::is_err), "{text}: {results:?}");
        assert_eq!(results.last(), Some(&Ok(20)), "{text}");
        assert!(results.contains(&Err((10, Kind::Skipped))), "{text}: {results:?}");
        // A clear beginning of a puzzle ends the text to skip.
        for (name, line) in [("Grid 02\n", 11), ("```\n", 11), ("[Puzzle]\n", 11)] {
            let text = format!("{first}\n{without_first}{name}{spaced}");
            let results = read(&text);
            assert!(
                matches!(results[..], [Err((1, _)), Ok(at)] if at == line),
                "{text}: {results:?}"
            );
        }
    }
}

#[test]
fn single_pencil_marks_are_told() {
    let read = |text: &str| {
        let mut reader = Reader::new(text.as_bytes());
        let puzzle = reader.next().unwrap().unwrap();
        (puzzle.grid, reader.has_marks())
    };
    // The first digit is implied by the others.
    let mut grid: Grid = SOLUTION.parse().unwrap();
    grid.set(0, 0, None);
    (3..9).for_each(|column| {
        grid.set(4, column, None);
        grid.set(5, column, None);
    });
    let marks = Form::Marks.write(&grid.into()).unwrap();
    let (found, has_marks) = read(&marks);
    assert!(has_marks && found != grid && found.extends(&grid), "{found}");
    assert!(!read(PUZZLE).1 && !read(&drawn(0..9)).1);
}

#[test]
fn a_title_above_a_grid_is_no_header() {
    for title in ["Sudoku", "Puzzle", "puzzle", "Quiz", "Puzzle:", "Sudoku 7"] {
        for grid in [drawn(0..9), table("0", " "), table("", ","), table(".", " | ")] {
            assert_eq!(read(&format!("{title}\n{grid}")), [Ok(2)], "{title}\n{grid}");
        }
    }
    // The name of the only column of a table.
    assert_eq!(read(&format!("Puzzle\n{PUZZLE}\n{PUZZLE}\n")), [Ok(2), Ok(3)]);
}

#[test]
fn lines_end_with_a_carriage_return_or_a_form_feed() {
    for end in ["\n", "\r\n", "\r"] {
        let text = format!("{PUZZLE}\n{PUZZLE} x\n\n{}\n{}bad\n", drawn(0..9), drawn(0..9));
        assert_eq!(
            read(&text.replace('\n', end)),
            [Ok(1), Ok(2), Ok(4), Ok(14), Err((23, Kind::NotACell('b')))],
            "{end:?}"
        );
    }
    let pages = format!("{PUZZLE}\u{C}{PUZZLE}\n\u{C}{}\u{C}{}", drawn(0..9), drawn(0..9));
    assert_eq!(read(&pages), [Ok(1), Ok(1), Ok(2), Ok(11)]);
}

#[test]
fn an_empty_grid_between_bars_is_a_grid() {
    for row in ["| | | | | | | | | |", "|  |  |  |  |  |  |  |  |  |", "│ │ │ │ │ │ │ │ │ │"]
    {
        let text = format!("{row}\n").repeat(9);
        let results = results(&text);
        assert!(
            matches!(&results[..], [Ok(puzzle)] if puzzle.grid == Grid::EMPTY),
            "{text}: {results:?}"
        );
        // Missing rows are reported.
        assert!(matches!(bad(&format!("{row}\n").repeat(8)), (1, ..)));
    }
    assert!(read(&"|         |\n".repeat(9)).iter().all(Result::is_err));
}

// The forms.

#[test]
fn every_example_has_its_form_and_no_other() {
    let empty = PUZZLE.replace('.', "0");
    let each: Vec<String> = PUZZLE.chars().map(String::from).collect();
    let whole = [
        ("object", format!("{{\"puzzle\":\"{PUZZLE}\"}}")),
        ("hodoku", format!(":0000:x:{PUZZLE}:::")),
        ("rows", rows(PUZZLE).collect::<Vec<_>>().join(" ")),
        ("words", each.join(" ")),
        ("list", each.join(",")),
        ("list", format!("[{}]", empty.chars().map(String::from).collect::<Vec<_>>().join(", "))),
    ];
    let examples = InputForm::ALL.iter().map(|form| (form.name, form.example.to_owned()));
    let complete = examples.filter(|(_, example)| !example.ends_with("..."));
    for (name, line) in complete.chain(whole) {
        let forms = InputForm::ALL.iter().filter(|form| form.matches(&line));
        assert_eq!(forms.map(|form| form.name).collect::<Vec<_>>(), [name], "{line}");
    }
    for line in ["", "text", "---+---+---", "1 2 3", "5 3 - 0 7 - - - -", "[code]"] {
        assert!(!InputForm::ALL.iter().any(|form| form.matches(line)), "{line}");
    }
}

#[test]
fn a_puzzle_stands_among_other_words() {
    for line in [
        format!("17,{PUZZLE}"),
        format!("0001 {PUZZLE} ED=7.1"),
        format!("Easter;{PUZZLE};x"),
        format!("  '{PUZZLE}',"),
        format!("puzzle = \"{PUZZLE}\""),
        format!("[code]{PUZZLE}[/code]"),
        format!("<pre>{PUZZLE}</pre>"),
        format!("See this puzzle (`{PUZZLE}`), please."),
        format!(":0000:x:{PUZZLE}:::"),
        format!(":0701:9:{}:912 921::", PUZZLE.replacen('7', "+7", 1)),
        PUZZLE.replace('.', "-"),
        PUZZLE.replace('.', "x"),
        PUZZLE.replace('.', "·"),
        format!("{} a remark", PUZZLE.replace('.', "-")),
        format!("{PUZZLE}|"),
    ] {
        assert_eq!(read(&line), [Ok(1)], "{line}");
    }
}

#[test]
fn a_remark_is_what_follows_the_puzzle() {
    let middle_dots = PUZZLE.replace('.', "·");
    for (text, remark) in [
        (PUZZLE.to_owned(), None),
        (format!("{PUZZLE} , ; hard, 7 \r\n"), Some("hard, 7")),
        (format!("17,{PUZZLE}\t1.5"), Some("1.5")),
        (format!("{middle_dots} │ fünf"), Some("│ fünf")),
        (drawn(0..9), None),
    ] {
        let mut reader = Reader::new(text.as_bytes());
        assert!(reader.next().is_some_and(|puzzle| puzzle.is_ok()), "{text}");
        assert_eq!(reader.remark(), remark, "{text}");
    }
}

#[test]
fn rows_of_many_forms_are_a_grid() {
    let others = drawn(1..9);
    for row in [
        "53..7....",
        "53. .7. ...",
        "|53.|.7.|...|",
        "5,3,,,7,,,,",
        "5;3;0;0;7;0;0;0;0",
        "5.0,3.0,nan,NaN,7.0,,0.0,<NA>,",
        "5.0\t3.0\t\t\t7.0\t\t\t\t",
        "[5, 3, 0, 0, 7, 0, 0, 0, 0],",
        "[[5, 3, None, None, 7, None, None, None, None],",
        "\"5\",\"3\",\"\",\"\",\"7\",\"\",\"\",\"\",\"\"",
        "['53..7....',",
        "grid = [[5, 3, 0, 0, 7, 0, 0, 0, 0],",
        "board: list[list[int]] = [[5,3,0,0,7,0,0,0,0],",
        "int grid[9][9] = {{5, 3, 0, 0, 7, 0, 0, 0, 0},",
        "[[5 3 0 0 7 0 0 0 0]",
        " ['5' '3' '.' '.' '7' '.' '.' '.' '.']]",
        "│ 5 3 . │ . 7 . │ . . . │",
        "║5│3│.║.│7│.║.│.│.║",
        "│ 5 3 · │ · 7 · │ · · · │",
        "53··7····",
        "| 5 | 3 |   |   | 7 |   |   |   |   |",
        "|5|3| | |7| | | | |",
        "|| 5 | 3 |   ||   | 7 |   ||   |   |   ||",
        " 5 | 3 |   |   | 7 |   |   |   |   ",
        "│ 5 │ 3 │   │   │ 7 │   │   │   │   │",
        "║ 5 │ 3 │   ║   │ 7 │   ║   │   │   ║",
    ] {
        assert_eq!(read(&format!("{row}\n{others}")), [Ok(1)], "{row}");
    }
    for row in ["53xx7xxxx", "5 3 x | x 7 x | x x x |", "53x x7x xxx"] {
        assert_eq!(read(&format!("{row}\n{}", others.replace('.', "x"))), [Ok(1)], "{row}");
        assert_eq!(bad(&format!("{row}\n{others}")).2, Kind::EmptyCells('x'), "{row}");
    }
    for row in ["53--7----", "5 3 - - 7 - - - -", "53- -7- ---", "| 5 3 - | - 7 - | - - - |"] {
        assert_eq!(read(&format!("{row}\n{}", others.replace('.', "-"))), [Ok(1)], "{row}");
        assert_eq!(bad(&format!("{row}\n{others}")).2, Kind::EmptyCells('-'), "{row}");
    }
}

#[test]
fn characters_for_empty_cells_do_not_mix() {
    for row in ["53.x7....", "53-07----", "53yy7yyyy", "5,3,x,,7,-,,,", "5 3 - 0 7 - - - -"] {
        assert!(matches!(bad(&format!("{row}\n{}", drawn(1..9))), (1, ..)), "{row}");
    }
    let plain: String = PUZZLE
        .chars()
        .zip("0.*_?".chars().cycle())
        .map(|(cell, empty)| if cell == '.' { empty } else { cell })
        .collect();
    assert_eq!(read(&plain), [Ok(1)]);
    assert_eq!(bad(&PUZZLE.replacen('.', "x", 1)).2, Kind::EmptyCells('.'));
}

#[test]
fn lines_between_boxes_are_where_boxes_end() {
    let framed = |frame: &str, after: &[usize]| {
        let rows = rows(PUZZLE).zip(1..);
        let line =
            |place| if after.contains(&place) { format!("{frame}\n") } else { String::new() };
        rows.map(|(row, place)| format!("{row}\n{}", line(place))).collect::<String>()
    };
    for frame in ["---+---+---", "===========", "|---|---|---|", "├───┼───┼───┤", ":-----+-----:"]
    {
        for after in [&[3, 6][..], &[3, 6, 9], &[1, 2, 3, 4, 5, 6, 7, 8], &[1], &[]] {
            let text = format!("{frame}\n{}{frame}\n", framed(frame, after));
            assert_eq!(read(&text), [Ok(2)], "{text}");
        }
        for after in [&[2, 5][..], &[3, 5], &[4], &[1, 3, 6]] {
            let kind = bad(&framed(frame, after)).2;
            assert!(matches!(kind, Kind::BetweenBoxes { .. }), "{frame} {after:?}: {kind:?}");
        }
    }
}

#[test]
fn minus_signs_are_cells_where_the_rows_have_them() {
    let puzzle = format!("---------{}---------{}", &PUZZLE[9..36], &PUZZLE[45..]).replace('.', "-");
    let is_it = |text: &str| match &results(text)[..] {
        [Ok(read)] => assert_eq!(read.grid.as_str(), puzzle.replace('-', "."), "{text}"),
        other => panic!("{other:?} in {text}"),
    };
    let drawn = |row: fn(&str) -> String| rows(&puzzle).map(row).collect::<String>();
    is_it(&drawn(|row| format!("{row}\n")));
    is_it(&drawn(|row| format!("{} {} {}\n", &row[..3], &row[3..6], &row[6..])));
    is_it(&drawn(|row| row.chars().map(|cell| format!("{cell} ")).collect::<String>() + "\n"));
    // The lines of minus signs are as wide as rows, and there are nine rows without them.
    let lines = "53--7----\n6--195---\n-98----6-\n---------\n8---6---3\n4--8-3--1\n7---2---6\n---------\n\
                 -6----28-\n---419--5\n----8--79\n";
    assert_eq!(bad(lines), (1, None, Kind::MinusSigns));
    assert_eq!(read(&lines.replace("\n---------", "\n---+---+---")), [Ok(1)]);
    assert_eq!(bad(&"-".repeat(81)), (1, Some(1), Kind::MinusSigns));
    // Any number of lines between grids is read in linear time.
    let lines = "---------\n".repeat(100_000);
    let drawn: String = rows(PUZZLE).map(|row| format!("{row}\n")).collect();
    let begun = std::time::Instant::now();
    assert_eq!(read(&format!("{PUZZLE}\n{lines}")), [Ok(1)]);
    assert_eq!(read(&format!("{lines}{drawn}")), [Ok(100_001)]);
    assert!(begun.elapsed().as_secs() < 60);
}

#[test]
fn tables_have_named_columns() {
    let solved = format!("{PUZZLE},{SOLUTION}");
    for (header, row) in [
        ("puzzle,solution", solved.clone()),
        ("quizzes,solutions", solved.clone()),
        ("id;\"Solution\"; Puzzle ;difficulty", format!("1;{SOLUTION};{PUZZLE};hard")),
    ] {
        let text = format!("{header}\n{row}\n{row}\n\n{PUZZLE}\n");
        assert_eq!(read(&text), [2, 3, 5].map(Ok), "{text}");
        let solution = results(&text).remove(0).unwrap().solution;
        assert_eq!(solution.unwrap().as_str(), SOLUTION);
    }
    let text = format!("id\tpuzzle\nx\t{PUZZLE}\nx\n\"a\tb\"\t{PUZZLE}\n{PUZZLE}\n");
    assert_eq!(
        read(&text),
        [Ok(2), Err((3, Kind::MissingField)), Ok(4), Err((5, Kind::MissingField))]
    );
    let wrong = format!("puzzle,solution\n{PUZZLE},{}\n", SOLUTION.replace('1', "2"));
    assert_eq!(read(&wrong), [Err((2, Kind::NotItsSolution)), Ok(2)]);
}

#[test]
fn deleted_candidates_of_a_library_line_are_kept() {
    let placed = PUZZLE.replacen('7', "+7", 1);
    let text = format!(":0701:9:{placed}:113 912:921::");
    let mut marks = PUZZLE.parse::<Grid>().unwrap().pencil_marks();
    marks.remove(0, 2, Digit::new(1).unwrap());
    let puzzle = results(&text).remove(0).unwrap();
    assert_eq!(puzzle.candidates.as_deref(), Some(&marks));
    for (deleted, column) in [("113 9x2", 95), ("11", 91), ("013", 91), ("1134", 91)] {
        let text = format!(":0000:x:{PUZZLE}:{deleted}::");
        assert_eq!(bad(&text), (1, Some(column), Kind::NotADeletion), "{deleted}");
    }
}

#[test]
fn lines_and_drawn_grids_mix() {
    let boxed = format!("{:#}", PUZZLE.parse::<Grid>().unwrap());
    let grids = drawn(0..9);
    let text =
        format!("\u{FEFF}{PUZZLE}\r\n\n{grids}{grids}# comment\n{PUZZLE}, x\n{boxed}\n{boxed}");
    assert_eq!(read(&text), [1, 3, 12, 22, 23, 34].map(Ok));
}

#[test]
fn lists_of_a_program_are_grids() {
    let list = |between: &str| {
        let row = |row: &str| row.chars().map(String::from).collect::<Vec<_>>().join(", ");
        let rows: Vec<String> =
            rows(PUZZLE).map(|cells| format!("[{}]", row(cells).replace('.', "0"))).collect();
        rows.join(between)
    };
    assert_eq!(read(&format!("[{}]", list(", "))), [Ok(1)]);
    assert_eq!(read(&format!("grid = [{}]", list(", "))), [Ok(1)]);
    assert_eq!(read(&format!("[\n  {}\n]\n{PUZZLE}\n", list(",\n  "))), [Ok(2), Ok(12)]);
    assert_eq!(read(&format!("grid = \"\"\"\n{}\"\"\"\n", drawn(0..9))), [Ok(2)]);
    let boxed: String = rows(PUZZLE).map(|row| format!("│{row}│\n")).collect();
    assert_eq!(read(&format!("[code]\n┌──┐\n{boxed}└──┘\n[/code]\n")), [Ok(3)]);
    // Empty lines of a spreadsheet.
    for between in [",", ";", "\t"] {
        let (grid, empty) = (table("", between), between.repeat(8) + "\n");
        let text = format!("{empty}\n{grid}{empty}\n{grid}{empty}{empty}\n{grid}{empty}\n");
        assert_eq!(read(&text), [3, 14, 26].map(Ok), "{text}");
        // The empty row could belong to the second grid.
        let text = format!("{grid}{empty}{grid}");
        assert_eq!(read(&text), [Ok(1), Err((10, Kind::FirstRow { rows: 10 }))], "{text}");
    }
}

#[test]
fn the_state_of_a_player_is_skipped() {
    let grid = drawn(0..9);
    let state: String = rows(SOLUTION).map(|row| format!("{row}\n")).collect();
    assert_eq!(read(&format!("[Puzzle]\n{grid}[State]\n{state}\n{PUZZLE}\n")), [Ok(2), Ok(22)]);
    let more = format!("[Puzzle]\n{grid}[State]\n{state}{}", drawn(0..1));
    assert_eq!(read(&more), [Ok(2), Err((21, Kind::RowsLeft { rows: 1 }))]);
}

// Errors.

#[test]
fn what_is_short_is_reported_and_what_follows_is_read() {
    assert_eq!(read(&format!("{}\n{PUZZLE}\n", &PUZZLE[1..])), [wrong_number(1, 1, 80), Ok(2)]);
    assert_eq!(read(&format!("{}\n{PUZZLE}", drawn(0..8))), [wrong_number(1, 8, 72), Ok(10)]);
    // The first nine of ten rows are a grid, but the last nine could be one too.
    assert_eq!(
        read(&format!("{}{}", drawn(0..9), drawn(0..1))),
        [Ok(1), Err((10, Kind::RowsLeft { rows: 1 }))]
    );
    // A row of ten cells.
    let ten = format!("{}0{}{}\n{}", drawn(0..4).trim_end(), "\n", drawn(4..9), drawn(0..9));
    let found = read(&ten);
    assert!(matches!(found[..], [Err((4, _)), Ok(11)]), "{found:?}");
    let eighty = &PUZZLE[1..];
    assert_eq!(
        read(&format!("{eighty}\n{eighty}\n")),
        [wrong_number(1, 1, 80), wrong_number(2, 2, 80)]
    );
}

#[test]
fn a_bad_line_of_a_drawn_grid_is_reported_once() {
    let bad = |at: usize| format!("{}1234567y9\n{}", drawn(0..at), drawn(at + 1..9));
    let y = Kind::NotACell('y');
    assert_eq!(read(&format!("{}\n{PUZZLE}", bad(4))), [Err((5, y)), Ok(11)]);
    assert_eq!(read(&format!("{}{PUZZLE}", bad(8))), [Err((9, y)), Ok(10)]);
    assert_eq!(
        read(&format!("{}{}\n{PUZZLE}", bad(0), drawn(0..9))),
        [Err((1, y)), Err((10, Kind::Skipped)), Ok(20)]
    );
    let long = format!("{}{}\n{PUZZLE}", drawn(0..2), PUZZLE.replace('7', "x"));
    assert_eq!(read(&long), [wrong_number(1, 2, 18), Err((3, Kind::EmptyCells('x'))), Ok(4)]);
}

#[test]
fn a_name_directly_before_the_rows_of_a_grid_is_skipped() {
    let grid = drawn(0..9);
    let euler = format!("Grid 01\n{grid}Grid 02\n{grid}Easy:\n{grid}Nr 7:\n+---+\n{grid}");
    assert_eq!(read(&euler), [2, 12, 22, 33].map(Ok));
    // A missing row is reported, and no other grid is lost.
    let short = format!("Grid 01\n{}Grid 02\n{grid}", drawn(0..8));
    assert_eq!(read(&short), [wrong_number(2, 9, 72), Ok(11)]);
    let y = Kind::NotACell('y');
    let bad = format!("Grid 01\n1234567y9\n{}Grid 02\n{grid}", drawn(1..9));
    assert_eq!(read(&bad), [Err((2, y)), Ok(12)]);
    // Elsewhere, a name is an error. A comment may come between a name and the rows.
    let g = Kind::NotACell('G');
    for (after, line) in [("\n", 3), ("Grid 02\n", 3)] {
        let text = format!("Grid 01\n{after}{grid}");
        assert_eq!(read(&text), [Err((1, g)), Ok(line)], "{text}");
    }
    assert_eq!(read(&format!("Grid 01\n# comment\n{grid}")), [Ok(3)]);
    assert_eq!(read(&format!("{grid}Grid 02\n")), [Ok(1), Err((10, g))]);
    assert_eq!(read(&format!("Grid 01\n{PUZZLE}\n")), [Err((1, g)), Ok(2)]);
    for name in ["G 01", "Grid 01 02", "Grid01", "ooooooooo", "Grid 01: hard", "Grid, 1"] {
        let results = read(&format!("{name}\n{grid}"));
        assert!(matches!(results[0], Err((1, _))), "{name}: {results:?}");
    }
}

#[test]
fn a_fault_is_found_at_its_column() {
    let other = |text: &str, column, kind| {
        assert_eq!(bad(text), (1, Some(column), kind), "{text}");
    };
    other("bad 1", 1, Kind::NotACell('b'));
    other("12€4", 3, Kind::NotACell('€'));
    other(&format!("{PUZZLE}1"), 82, Kind::TooManyCells);
    other(&format!("{PUZZLE}y"), 82, Kind::NotASeparator('y'));
    other(&PUZZLE.replacen('7', "y", 1), 5, Kind::NotACell('y'));
    for cells in [256, 144, 100] {
        other(&"1".repeat(cells), 1, Kind::OtherBoard { cells });
    }
    // Boards of side 11 have no boxes.
    other(&"1".repeat(121), 82, Kind::TooManyCells);
    other("1 2 3 4 5 6 7 8 998", 18, Kind::RepeatedCandidate(Digit::new(9).unwrap()));
    other("12 34 56 7 8 9", 1, Kind::Words);
    let mut reader = Reader::new(&[b'1', 0xFF][..]);
    let Some(Err(ReadError::Parse(error))) = reader.next() else { panic!() };
    assert_eq!(error.kind, Kind::NotACell(char::REPLACEMENT_CHARACTER));
}

#[test]
fn from_str_takes_exactly_one_grid() {
    let kind = |text: &str| text.parse::<Grid>().map_err(|error| (error.line, error.kind));
    assert_eq!(kind(""), Err((1, Kind::NoGrid)));
    assert_eq!(kind("# nothing\n"), Err((1, Kind::NoGrid)));
    assert_eq!(kind(&format!("{PUZZLE}\n\n{PUZZLE}")), Err((3, Kind::SecondGrid)));
    assert_eq!(kind(&PUZZLE[1..]), Err((1, Kind::WrongNumberOfCells { cells: 80, last_line: 1 })));
    assert_eq!(kind(&drawn(0..9)).unwrap().as_str(), PUZZLE);
}

#[test]
fn other_encodings_are_named() {
    for (text, name) in [
        (&b"\xFF\xFE5\x003\x00"[..], "text in UTF-16"),
        (b"\x1F\x8B\x08", "a file compressed by gzip"),
        (b"PK\x03\x04", "a zip archive"),
    ] {
        let mut reader = Reader::new(text);
        let Some(Err(ReadError::Parse(error))) = reader.next() else { panic!("{name}") };
        assert_eq!((error.line, error.kind), (1, Kind::OtherEncoding(name)));
        assert!(reader.next().is_none());
    }
}

#[test]
fn a_line_without_end_is_not_kept() {
    let text = format!("{}\n{PUZZLE} {}\n{PUZZLE}", " ".repeat(100_000), "x".repeat(100_000));
    let too_long = |line| Err((line, Kind::LineTooLong));
    assert_eq!(read(&text), [too_long(1), too_long(2), Ok(3)]);
    for (length, kind) in [(4_096, Kind::NotACell('!')), (4_097, Kind::LineTooLong)] {
        assert_eq!(bad(&"!".repeat(length)).2, kind);
    }
    let longest = "x".repeat(4_095);
    for text in [
        format!("#{longest}\r\n{PUZZLE}\n"),
        format!("#{longest}x{PUZZLE}\n{PUZZLE}"),
        format!("#{longest}\r{PUZZLE}\n"),
        format!("\u{FEFF}#{}{PUZZLE}\n{PUZZLE}", &longest[2..]),
    ] {
        assert_eq!(read(&text), [Ok(2)], "{}", &text[text.len() - 200..]);
    }
    // The longest remark is kept whole. A longer line is an error.
    let (whole, letters) = ("x".repeat(4_014), "é".repeat(2_008));
    let remark = format!("\u{FEFF}{PUZZLE} {whole}\n");
    let mut reader = Reader::new(remark.as_bytes());
    assert!(reader.next().is_some_and(|puzzle| puzzle.is_ok()));
    assert_eq!(reader.remark(), Some(&*whole));
    for (text, kind) in [
        (format!("\u{FEFF}{PUZZLE} {whole}x"), Kind::LineTooLong),
        (format!("{PUZZLE} {letters}"), Kind::LineTooLong),
        (format!("{PUZZLE} {longest} {}", PUZZLE.replacen('.', "1", 1)), Kind::LineTooLong),
        (format!("{PUZZLE} {} {longest}", PUZZLE.replacen('.', "1", 1)), Kind::TwoPuzzles),
    ] {
        assert_eq!(bad(&text).2, kind, "{text}");
    }
    // A byte order mark does not hide that the line is too long.
    for mark in ["", "\u{FEFF}"] {
        let object = format!("{mark}{{\"puzzle\": \"{PUZZLE}\", \"text\": \"{longest}\"}}");
        assert_eq!(bad(&object).2, Kind::LineTooLong);
    }
}

#[test]
fn a_failing_stream_ends_the_sequence() {
    struct Failing;
    impl Read for Failing {
        fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
            Err(io::Error::other("unplugged"))
        }
    }
    let text = format!("{PUZZLE}\n123\n");
    let mut reader = Reader::new(io::BufReader::new(text.as_bytes().chain(Failing)));
    assert!(matches!(reader.next(), Some(Ok(_))));
    assert!(matches!(reader.next(), Some(Err(ReadError::Parse(_)))));
    assert!(
        matches!(reader.next(), Some(Err(ReadError::Io(error))) if error.to_string() == "unplugged")
    );
    assert!(reader.next().is_none() && reader.next().is_none());
}
