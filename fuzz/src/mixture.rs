//! The reader of Sudokus returns the puzzles that were written, in order, or reports errors. The
//! puzzles are written in the forms that people and programs use, complete or damaged, among other
//! lines.

use std::fmt::Write;

use arbitrary::{Result, Unstructured};
use quadrille::sudoku::{Digit, Form, Grid, Puzzle, ReadError, Reader};

pub fn run(bytes: &[u8]) {
    // If the bytes end early, there are fewer blocks.
    let mut choices = Unstructured::new(bytes);
    let mut blocks = Vec::new();
    while let Ok(1..) = choices.int_in_range(0..=5)
        && let Ok(block) = Block::choose(&mut choices)
    {
        blocks.push(block);
    }
    for block in &blocks {
        check(std::slice::from_ref(block), true);
    }
    let apart = choices.arbitrary().unwrap_or(true);
    check(&blocks, apart);
}

/// Checks what is read from blocks, with a line feed after each of them if `apart`.
fn check(blocks: &[Block], apart: bool) {
    let mut text = String::new();
    for block in blocks {
        text.push_str(&block.text);
        if apart {
            text.push('\n');
        }
    }
    let mut puzzles = Vec::new();
    let mut errors = Vec::new();
    for result in Reader::new(text.as_bytes()) {
        match result {
            Ok(puzzle) => puzzles.push(puzzle),
            Err(ReadError::Parse(error)) => errors.push(error),
            Err(ReadError::Io(error)) => panic!("memory cannot be read: {error}"),
        }
    }
    let mut written = blocks.iter().flat_map(|block| &block.puzzles);
    let is_written = puzzles.iter().all(|read| written.any(|puzzle| is_same(puzzle, read)));
    // If a grid has a row too few or too many, nine rows may be from two grids. An error follows,
    // unless another such grid follows directly.
    let damaged = blocks.iter().filter(|block| block.lacks_rows).count();
    let is_reported = damaged > 0 && (!errors.is_empty() || !apart && damaged > 1);
    assert!(
        is_written || is_reported,
        "another puzzle: {puzzles:?}, {errors:?}\n{text}{:?}",
        blocks.iter().flat_map(|block| &block.puzzles).collect::<Vec<_>>()
    );
    if apart && blocks.iter().all(|block| block.is_sure) {
        let all: usize = blocks.iter().map(|block| block.puzzles.len()).sum();
        assert!(puzzles.len() == all && errors.is_empty(), "{puzzles:?}, {errors:?}\n{text}");
    }
    // The rows after this header are not read.
    let is_skipped = text.contains("[State]");
    if apart && !is_skipped && blocks.iter().any(|block| block.is_wrong) {
        assert!(!errors.is_empty(), "no error: {puzzles:?}\n{text}");
    }
}

/// True if a puzzle is the one that was written. The only pencil mark of a cell may be read as a
/// clue if all pencil marks stay the same.
fn is_same(written: &Puzzle, read: &Puzzle) -> bool {
    let is_implied = || {
        read.grid.extends(&written.grid) && read.grid.pencil_marks() == written.grid.pencil_marks()
    };
    let is_equal = written.grid == read.grid || (read.candidates.is_none() && is_implied());
    written.candidates == read.candidates && is_equal
}

/// Some lines, and the puzzles in them.
#[derive(Default)]
struct Block {
    text: String,
    puzzles: Vec<Puzzle>,
    /// True if the puzzles must be read without an error.
    is_sure: bool,
    /// True if there must be an error.
    is_wrong: bool,
    /// True if a grid may have more or fewer than nine rows.
    lacks_rows: bool,
}

/// A puzzle and one of its solutions.
struct Sudoku {
    puzzle: [u8; 81],
    solution: [u8; 81],
}

impl Sudoku {
    /// Makes a full grid with permuted digits, in which the rows of each band and the columns of
    /// each stack are rotated. Any of its cells may be clues of the puzzle.
    fn choose(choices: &mut Unstructured) -> Result<Self> {
        let mut digits: [u8; 9] = std::array::from_fn(|place| b'1' + place as u8);
        let (mut rows, mut columns) = ([0, 1, 2], [0, 1, 2]);
        for end in (1..9).rev() {
            digits.swap(end, choices.int_in_range(0..=end)?);
        }
        rows.rotate_left(choices.int_in_range(0..=2)?);
        columns.rotate_left(choices.int_in_range(0..=2)?);
        let clues: u128 = choices.arbitrary()?;
        let more: u128 = if choices.arbitrary()? { u128::MAX } else { choices.arbitrary()? };
        let solution = std::array::from_fn(|cell| {
            let row = cell / 27 * 3 + rows[cell / 9 % 3];
            let column = cell % 9 / 3 * 3 + columns[cell % 3];
            digits[(row * 3 + row / 3 + column) % 9]
        });
        let is_clue = |cell: usize| clues & more & 1 << cell != 0;
        let puzzle = std::array::from_fn(|cell| if is_clue(cell) { solution[cell] } else { b'0' });
        Ok(Self { puzzle, solution })
    }

    fn grid(&self) -> Puzzle {
        Grid::from_text(&self.puzzle).expect("these are cells").into()
    }

    /// Returns the cells with this character for empty cells.
    fn cells(&self, empty: char) -> String {
        let cells = self.puzzle.iter().map(|&cell| char::from(cell));
        cells.map(|cell| if cell == '0' { empty } else { cell }).collect()
    }

    fn solution(&self) -> &str {
        str::from_utf8(&self.solution).expect("these are digits")
    }

    fn has_empty_cells(&self) -> bool {
        self.puzzle.contains(&b'0')
    }
}

fn empty(choices: &mut Unstructured) -> Result<char> {
    choices.choose(&['.', '0', '*', '_', '?', '-', 'x']).copied()
}

impl Block {
    fn choose(choices: &mut Unstructured) -> Result<Self> {
        let sudoku = Sudoku::choose(choices)?;
        match choices.int_in_range(0..=9)? {
            0 => Self::line(&sudoku, choices),
            1 => Self::named(&sudoku, choices),
            2 => Self::cells_in_line(&sudoku, choices),
            3 => Self::written(&sudoku, choices),
            4 => Self::ambiguous(&sudoku, choices),
            5 => Self::noise(choices),
            _ => Self::drawn(&sudoku, choices),
        }
    }

    fn sure(text: String, sudoku: &Sudoku) -> Self {
        Self { text, puzzles: vec![sudoku.grid()], is_sure: true, ..Self::default() }
    }

    /// Returns a word of 81 cells. A number or a name may precede it, and a remark or the solution
    /// may follow.
    fn line(sudoku: &Sudoku, choices: &mut Unstructured) -> Result<Self> {
        let between = choices.choose(&[",", ";", "\t", " ", ":", "|", " | ", ", "])?;
        let word = sudoku.cells(empty(choices)?);
        let before = match choices.choose(&["", "", "17", "Easter", "a-b", "(3)", "..", "5x"])? {
            &"" => String::new(),
            before => format!("{before}{between}"),
        };
        let behind = match choices.int_in_range(0..=4)? {
            0 | 1 => String::new(),
            2 => {
                format!("{between}{}", choices.choose(&["hard", "1.5", "# 17", "-", "x", "1-2 x"])?)
            }
            3 => format!("{between}# {}", sudoku.solution()),
            _ if sudoku.has_empty_cells() => format!("{between}{}", sudoku.solution()),
            _ => String::new(),
        };
        Ok(Self::sure(format!("{before}{word}{behind}\n"), sudoku))
    }

    /// Returns a table with a header, a JSON object, the first line of a JSON array, or a line of
    /// HoDoKu's library.
    fn named(sudoku: &Sudoku, choices: &mut Unstructured) -> Result<Self> {
        let (puzzle, solution) = (sudoku.cells(empty(choices)?), sudoku.solution());
        let text = match choices.int_in_range(0..=6)? {
            // A blank line ends a table.
            0 => format!("puzzle,solution\n{puzzle},{solution}\n\n"),
            1 => format!("solution;puzzle\n{solution};{puzzle}\n\n"),
            2 => format!("id\tQuiz\n1\t{puzzle}\n\n"),
            3 => format!("id,puzzle,clues\n1,\"{puzzle}\",24\n\n"),
            4 => format!("{{\"solution\":\"{solution}\",\"puzzle\":\"{puzzle}\"}}\n"),
            5 => {
                format!("[{{\"id\": 1, \"puzzle\": \"{puzzle}\", \"solution\": \"{solution}\"}},\n")
            }
            _ => format!(":0000:x:{puzzle}:::\n"),
        };
        Ok(Self::sure(text, sudoku))
    }

    /// Returns 81 cells on one line that are not one word.
    fn cells_in_line(sudoku: &Sudoku, choices: &mut Unstructured) -> Result<Self> {
        let empty = empty(choices)?;
        let word = sudoku.cells(empty);
        let each: Vec<String> = word.chars().map(String::from).collect();
        let rows: Vec<&[String]> = each.chunks(9).collect();
        let by_row = |row: fn(&&[String]) -> String, between: &str| {
            rows.iter().map(row).collect::<Vec<_>>().join(between)
        };
        let text = match choices.int_in_range(0..=4)? {
            0 => by_row(|row| row.concat(), " "),
            1 => each.join(" "),
            2 => each.join(","),
            3 => format!("[{}]", by_row(|row| format!("[{}]", row.join(", ")), ", ")),
            _ => format!("grid = [[{}]]", by_row(|row| row.join(", "), "], [")),
        };
        // A line of only minus signs is a line between boxes.
        let is_sure = empty != '-' || word.bytes().any(|cell| cell != b'-');
        Ok(Self { is_sure, ..Self::sure(text + "\n", sudoku) })
    }

    /// Returns a puzzle in a form that the library writes, or an empty block if the form cannot
    /// express it.
    fn written(sudoku: &Sudoku, choices: &mut Unstructured) -> Result<Self> {
        let form = *choices.choose(&Form::ALL)?;
        let mut puzzle = sudoku.grid();
        if let Form::Candidates | Form::Marks = form
            && choices.arbitrary()?
        {
            let mut left = puzzle.grid.pencil_marks();
            let (row, column) = (choices.int_in_range(0..=8)?, choices.int_in_range(0..=8)?);
            left.remove(row, column, Digit::new(choices.int_in_range(1..=9)?).expect("a digit"));
            puzzle = left.into();
        }
        let text = form.write(&puzzle).map(|text| format!("{}{text}", form.header()));
        let Ok(mut text) = text else { return Ok(Self::default()) };
        if form == Form::Csv {
            text.push('\n');
        }
        Ok(Self { text, puzzles: vec![puzzle], is_sure: true, ..Self::default() })
    }

    /// Returns a text that could be read as two puzzles, or as a puzzle that was not written.
    fn ambiguous(sudoku: &Sudoku, choices: &mut Unstructured) -> Result<Self> {
        let empty = empty(choices)?;
        let (puzzle, solution) = (sudoku.cells(empty), sudoku.solution());
        let between = choices.choose(&[",", ";", "\t", " ", ":", "|"])?;
        let other = Sudoku::choose(choices)?;
        let rows = puzzle.as_bytes().chunks(9).map(|row| str::from_utf8(row).expect("ASCII"));
        let spaced = |row: &str| row.chars().map(String::from).collect::<Vec<_>>();
        let is_other = puzzle != other.cells(empty) && other.solution != sudoku.solution;
        let none = |text| Ok(Self { text, is_wrong: true, ..Self::default() });
        match choices.int_in_range(0..=8)? {
            0 => none(format!("{solution}{between}{puzzle}\n")),
            1 if is_other => none(format!("{puzzle}{between}{}\n", other.solution())),
            1 => Ok(Self::default()),
            2 => none(format!("{{\"solution\": \"{solution}\"}}\n")),
            3 => {
                let (puzzle, other) = (sudoku.cells('.'), other.cells('.'));
                none(format!("[{{\"puzzle\":\"{puzzle}\"}}, {{\"puzzle\":\"{other}\"}}]\n"))
            }
            4 => {
                let count = choices.int_in_range(2..=3)?;
                let between = choices.choose(&["", " ", "  ", " | ", "\t", ","])?;
                none(rows.map(|row| [row].repeat(count).join(between) + "\n").collect())
            }
            5 => {
                let first = choices.choose(&["123456789", "012345678"])?;
                let mut text =
                    format!("| {} |\n|{}\n", spaced(first).join(" | "), "---|".repeat(9));
                for row in rows {
                    let row = row.replace(empty, if empty == '-' { "-" } else { " " });
                    let _ = writeln!(text, "| {} |", spaced(&row).join(" | "));
                }
                Ok(Self { text, is_wrong: true, lacks_rows: true, ..Self::default() })
            }
            6 => {
                let first = choices.choose(&["123456789", "012345678"])?;
                let rows = rows.map(|row| spaced(row).join(between) + "\n");
                let first = spaced(first).join(between) + "\n";
                let is_known = [",", ";", "\t", " "].contains(between);
                let text = first + &rows.collect::<String>();
                Ok(Self { text, is_wrong: is_known, lacks_rows: true, ..Self::default() })
            }
            7 => {
                let row = |row: &str| {
                    let cells = row.chars().map(|cell| if cell == empty { ' ' } else { cell });
                    cells.map(String::from).collect::<Vec<_>>().join(" ") + "\n"
                };
                // Rows without a clue are blank lines.
                let text = rows.map(row).collect();
                let puzzles = vec![sudoku.grid()];
                Ok(Self { text, puzzles, lacks_rows: true, ..Self::default() })
            }
            _ => {
                let rows = rows.map(|row| {
                    let cells = row.chars().map(|cell| match cell.to_digit(10) {
                        Some(digit) => format!("{digit:03}"),
                        None => "000".to_owned(),
                    });
                    cells.collect::<Vec<_>>().join(" ") + "\n"
                });
                none(rows.collect())
            }
        }
    }

    /// Returns lines without a puzzle.
    fn noise(choices: &mut Unstructured) -> Result<Self> {
        const LINES: &[&str] = &[
            "",
            " ",
            "# a comment",
            "# 123456789",
            "Grid 7",
            "Sudoku",
            "Puzzle:",
            "[code]",
            "[/code]",
            "```",
            "---+---+---",
            "===========",
            "[",
            "]",
            "some text",
            "some-text x",
            "53- -7 a bb",
            "{}",
            "\"\"\"",
            "<pre>",
            "[State]",
            "\r",
            "\u{C}",
            "1.",
            "- x",
            "a,b,c,d,e,f,g,h,i",
        ];
        let mut text = String::new();
        for _ in 0..choices.int_in_range(0..=3)? {
            text.push_str(choices.choose(LINES)?);
            text.push_str(choices.choose(&["\n", "\n", "\r\n", "\r", "\u{C}"])?);
        }
        Ok(Self { text, ..Self::default() })
    }

    /// Returns the rows of a grid, complete or damaged. Other lines may be around and between them.
    fn drawn(sudoku: &Sudoku, choices: &mut Unstructured) -> Result<Self> {
        let empty = empty(choices)?;
        let style = choices.int_in_range(0..=14)?;
        let mut rows: Vec<String> = sudoku
            .cells(empty)
            .as_bytes()
            .chunks(9)
            .map(|row| draw(str::from_utf8(row).expect("ASCII"), empty, style))
            .collect();
        let frames = *choices.choose(&[
            ("", "", ""),
            ("", "", ""),
            ("", "---+---+---", ""),
            ("", "------+-------+------", ""),
            ("+---+---+---+", "+---+---+---+", "+---+---+---+"),
            (".-----.-----.", ":-----+-----:", "'-----'-----'"),
            ("┌───┬───┬───┐", "├───┼───┼───┤", "└───┴───┴───┘"),
            ("=============", "=============", "============="),
            ("", "---------", ""),
        ])?;
        let is_every = choices.ratio(1, 4)?;
        let damage = match choices.int_in_range(0..=15)? {
            // Rows of empty fields after a grid are blank lines.
            1 if matches!(style, 7 | 8) => 5,
            damage => damage,
        };
        let at = choices.int_in_range(0..=8)?;
        match damage {
            0 => drop(rows.remove(at)),
            1 => rows.insert(at, rows[at].clone()),
            // A field may be empty.
            2 | 4 if (6..=9).contains(&style) => rows[at].push_str(" text"),
            2 => rows[at].push_str(choices.choose(&["1", " 1", "y", " text", "[", "-", ","])?),
            3 => rows[at] = choices.choose(&["no row", "[code]5 3 . .", "1 2 3", "y"])?.to_string(),
            4 => drop(rows[at].remove(0)),
            _ => {}
        }
        let name =
            choices.choose(&["", "", "", "Grid 01\n", "Sudoku\n", "[code]\n", "```\n", "[\n"])?;
        let mut text = name.to_string();
        let frame = |text: &mut String, frame: &str| {
            if !frame.is_empty() {
                text.push_str(frame);
                text.push('\n');
            }
        };
        frame(&mut text, frames.0);
        for (row, place) in rows.iter().zip(1..) {
            text.push_str(row);
            text.push('\n');
            if place < rows.len() && (is_every || place % 3 == 0) {
                frame(&mut text, frames.1);
            }
        }
        frame(&mut text, frames.2);
        let is_plain = matches!(empty, '.' | '0' | '*' | '_' | '?');
        // Rows of blank fields or minus signs may be read as other lines.
        let is_sure = damage > 4 && is_plain && sudoku.puzzle[..9].contains(&b'0') && {
            let is_blank = |row: &[u8]| row.iter().all(|&cell| cell == b'0');
            !sudoku.puzzle.chunks(9).any(is_blank)
        };
        // The grid may still be read if a row only lacks a bar or has a remark.
        let puzzles = if damage < 2 { Vec::new() } else { vec![sudoku.grid()] };
        // A last row of empty fields is read as a blank line if nine rows precede it.
        let ends_blank = matches!(style, 7 | 8) && sudoku.puzzle[72..] == *b"000000000";
        let lacks_rows = damage < 2 || ends_blank;
        Ok(Self { text, puzzles, is_sure, lacks_rows, is_wrong: false })
    }
}

fn draw(row: &str, empty: char, style: usize) -> String {
    let cells: Vec<String> = row.chars().map(String::from).collect();
    let blank = |between: &str| {
        let cells = cells.iter().map(|cell| if cell.starts_with(empty) { "" } else { cell });
        cells.collect::<Vec<_>>().join(between)
    };
    let number = |cell: &String| cell.parse::<u8>().unwrap_or(0);
    let words =
        |word: &dyn Fn(&String) -> String| cells.iter().map(word).collect::<Vec<_>>().join(" ");
    let boxes = |cell: &str, between: &str| {
        let boxes = cells.chunks(3).map(|cells| cells.join(cell));
        boxes.collect::<Vec<_>>().join(between)
    };
    match style {
        0 => row.to_owned(),
        1 => boxes("", " "),
        2 => format!("|{}|", boxes("", "|")),
        3 => cells.join(" "),
        4 => boxes(" ", " | "),
        5 => format!("| {} |", boxes(" ", " | ")),
        6 => cells.join(","),
        7 => blank(";"),
        8 => blank("\t"),
        9 => format!("| {} |", blank(" | ").replace("|  |", "|   |").replace("|  |", "|   |")),
        10 => format!("'{row}',"),
        11 => words(&|cell| format!("{:.1}", f32::from(number(cell)))),
        12 => words(&|cell| format!("{}.000000000000000000e+00", number(cell))),
        13 => format!("[{}],", cells.join(", ")),
        _ => format!("│ {} │", boxes(" ", " │ ")),
    }
}
