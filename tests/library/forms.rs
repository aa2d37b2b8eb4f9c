//! Tests of all formats of puzzles: files of other programs are read, puzzles are written and read
//! back, and Sukakus are solved as Sukakus.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use crate::sudokus::Random;
use quadrille::sudoku::logic::{Explanation, Outcome, Rating, Settings};
use quadrille::sudoku::{
    Candidates, Digit, Form, Grid, NotAGrid, ParseErrorKind, Puzzle, Reader, Solver, candidate,
    option,
};
use quadrille::{EngineChoice, ItemId, OptionId, Problem};

const SEED: &str =
    "005176000400000001000800309100000090503000807090000004207008000600000003000429700";
const SOLUTION: &str =
    "935176482428395671716842359174283596563914827892567134247638915689751243351429768";

fn read(text: &str) -> Vec<Puzzle> {
    Reader::new(text.as_bytes()).map(|puzzle| puzzle.unwrap()).collect()
}

fn file(name: &str) -> String {
    fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/forms").join(name))
        .unwrap()
}

#[test]
fn files_of_other_programs_are_read() {
    let seed: Grid = SEED.parse().unwrap();
    for (name, lines, solutions) in [
        ("sadman.sdk", &[6][..], 0),
        ("sudocue.sdm", &[2, 3], 0),
        ("simple.ss", &[2], 0),
        ("table.csv", &[2, 3], 1),
        ("quoted.csv", &[2], 1),
        ("list.txt", &[1], 0),
        ("groups.txt", &[1], 0),
    ] {
        let puzzles = read(&file(name));
        assert_eq!(puzzles.iter().map(|puzzle| puzzle.line).collect::<Vec<_>>(), lines, "{name}");
        assert!(
            puzzles.iter().all(|puzzle| puzzle.grid == seed && puzzle.candidates.is_none()),
            "{name}"
        );
        let given: Vec<&Grid> =
            puzzles.iter().filter_map(|puzzle| puzzle.solution.as_deref()).collect();
        assert_eq!(given.len(), solutions, "{name}");
        assert!(given.iter().all(|solution| solution.as_str() == SOLUTION), "{name}");
    }
    // Marks as HoDoKu draws them. The singles among them explain the missing candidates.
    let [marks] = &read(&file("hodoku.txt"))[..] else { panic!() };
    assert!(marks.grid.extends(&seed) && marks.candidates.is_none());
    assert_eq!(marks.solutions().next().unwrap().as_str(), SOLUTION);
    // All files in one stream. The tables come last, because the lines directly after a table are
    // read as its rows.
    let names = [
        "hodoku.txt",
        "sadman.sdk",
        "list.txt",
        "simple.ss",
        "sudocue.sdm",
        "groups.txt",
        "table.csv",
        "quoted.csv",
    ];
    let all: String = names.iter().map(|name| file(name)).collect();
    assert_eq!(read(&all).len(), 10);
}

#[test]
fn every_form_is_read_back() {
    let (mut random, mut solver) = (Random::new(9), Solver::new());
    let mut puzzles: Vec<Puzzle> = vec![Grid::EMPTY.into()];
    for _ in 0..10 {
        let full = random.full_grid(&mut solver);
        puzzles.push(full.into());
        puzzles.push(random.minimal_puzzle(&mut solver).into());
        puzzles.push(Puzzle {
            solution: Some(Box::new(full)),
            ..Puzzle::from(sukaku(&full, 5, &mut random))
        });
    }
    for form in Form::ALL {
        assert_eq!(form.name().parse(), Ok(form));
        let mut text = form.header().to_owned();
        let mut written = Vec::new();
        for puzzle in &puzzles {
            match form.write(puzzle) {
                Ok(form_of_it) => {
                    text.push_str(if written.is_empty() { "" } else { form.separator() });
                    text.push_str(&form_of_it);
                    let solution = puzzle.solution.clone().filter(|_| form == Form::Csv);
                    written.push(Puzzle { solution, line: 0, ..puzzle.clone() });
                }
                Err(error) => assert!(error == NotAGrid { form } && puzzle.candidates.is_some()),
            }
        }
        let takes_all = matches!(form, Form::Csv | Form::Candidates | Form::Marks);
        assert_eq!(written.len(), if takes_all { 31 } else { 21 }, "{form}");
        let back: Vec<Puzzle> =
            read(&text).into_iter().map(|puzzle| Puzzle { line: 0, ..puzzle }).collect();
        if form != Form::Marks {
            assert_eq!(back, written, "{form}:\n{text}");
            continue;
        }
        // The only mark of a cell may be read as a clue, which the other clues imply.
        assert_eq!(back.len(), written.len());
        for (back, written) in back.iter().zip(&written) {
            assert!(back.grid.extends(&written.grid), "{text}");
            assert_eq!(back.candidates, written.candidates, "{text}");
            let solutions = |puzzle: &Puzzle| puzzle.solutions().take(8).collect::<BTreeSet<_>>();
            assert!(solutions(back) == solutions(written) || solutions(back).len() == 8);
        }
    }
}

#[test]
fn pencil_marks_are_the_digits_that_no_cell_in_sight_has() {
    for puzzle in [SEED, SOLUTION, &".".repeat(81), &format!("11{}", ".".repeat(79))] {
        let grid: Grid = puzzle.parse().unwrap();
        let marks = grid.pencil_marks();
        for (row, column) in (0..81).map(|cell| (cell / 9, cell % 9)) {
            let sees = |other: usize, digit: Digit| {
                let (r, c) = (other / 9, other % 9);
                (r == row || c == column || (r / 3, c / 3) == (row / 3, column / 3))
                    && grid.get(r, c) == Some(digit)
            };
            for digit in Digit::all() {
                let expected = match grid.get(row, column) {
                    Some(clue) => clue == digit,
                    None => !(0..81).any(|other| sees(other, digit)),
                };
                assert_eq!(
                    marks.contains(row, column, digit),
                    expected,
                    "{puzzle}: {row} {column}"
                );
            }
        }
    }
}

#[test]
fn a_cell_without_digits_is_written_where_it_can_be_read() {
    let mut candidates = Candidates::from(&Grid::EMPTY);
    Digit::all().for_each(|digit| candidates.remove(4, 4, digit));
    let puzzle = Puzzle::from(candidates);
    for form in Form::ALL {
        match form.write(&puzzle) {
            Ok(text) => {
                assert!(matches!(form, Form::Candidates | Form::Csv), "{form}");
                let again = read(&format!("{}{text}", form.header()));
                assert_eq!(again[0].candidates, puzzle.candidates);
            }
            Err(error) => assert_eq!(error, NotAGrid { form }),
        }
    }
    let message = Form::Marks.write(&puzzle).unwrap_err().to_string();
    assert_eq!(
        message,
        "a cell has no digit left, which cannot be written as marks: choose one of candidates, csv"
    );
}

/// Returns candidates for a solution: its digits, and each other digit with a probability of
/// `tenths` tenths.
fn sukaku(solution: &Grid, tenths: usize, random: &mut Random) -> Candidates {
    let mut candidates = Candidates::from(solution);
    for cell in 0..81 {
        for digit in Digit::all().filter(|_| random.below(10) < tenths) {
            candidates.insert(cell / 9, cell % 9, digit);
        }
    }
    candidates
}

/// Returns the solutions of the candidates, from an exact-cover problem that is built here.
fn solutions(candidates: &Candidates) -> BTreeSet<Grid> {
    let mut builder = Problem::builder();
    builder.unnamed_primary(324).unwrap();
    let mut options: Vec<OptionId> = Vec::new();
    for cell in 0..81 {
        let (row, column) = (cell / 9, cell % 9);
        for digit in candidates.digits(row, column) {
            let (in_box, number) = (row / 3 * 3 + column / 3, usize::from(digit.get()) - 1);
            let items =
                [cell, 81 + 9 * row + number, 162 + 9 * column + number, 243 + 9 * in_box + number];
            builder.option(items.map(|item| ItemId::new(item as u32))).unwrap();
            options.push(option(row, column, digit));
        }
    }
    let problem = builder.build().unwrap();
    let grid = |cover: quadrille::Cover| {
        Grid::from_options(cover.iter().map(|option| options[option.index()]))
    };
    problem.solutions().map(grid).collect()
}

#[test]
fn sukakus_are_solved_as_such() {
    let (mut random, mut solver) = (Random::new(10), Solver::new());
    let mut engines = EngineChoice::ALL.map(Solver::with_engine);
    let (mut one, mut solved) = (0, 0);
    for tenths in [2, 3, 3, 3, 3, 4, 4] {
        let full = random.full_grid(&mut solver);
        let candidates = sukaku(&full, tenths, &mut random);
        let puzzle = Puzzle::from(candidates);
        assert_eq!(puzzle.to_candidates(), candidates);
        let expected = solutions(&candidates);
        assert!(
            expected.contains(&full)
                && expected.iter().all(|solution| puzzle.is_solved_by(solution))
        );
        for solver in &mut engines {
            assert_eq!(solver.solutions_of(&puzzle).collect::<BTreeSet<Grid>>(), expected);
        }
        assert_eq!(candidates.solutions().count(), expected.len());
        assert_eq!(puzzle.solutions().count(), expected.len());
        // Logic agrees with all solutions.
        let mut explanation = Explanation::of(&puzzle, Settings::default());
        for step in explanation.by_ref() {
            for solution in &expected {
                let has = |of: &quadrille::sudoku::logic::Candidate| {
                    solution.get(of.cell.row(), of.cell.column()) == Some(of.digit)
                };
                assert!(
                    step.placed.iter().all(has) && !step.removed.iter().any(has),
                    "{step}\n{candidates:#}"
                );
            }
        }
        if explanation.outcome() == Some(Outcome::Solved) {
            assert_eq!(Vec::from_iter(expected.iter()), [explanation.position().grid()]);
            let rating = Rating::of_explanation(Explanation::of(&puzzle, Settings::default()));
            assert_eq!((rating.outcome, rating.grid), (Outcome::Solved, full));
            solved += 1;
        }
        one += usize::from(expected.len() == 1);
    }
    assert!(one > 2 && solved > 1, "{one} {solved}");
}

#[test]
fn candidates_are_options() {
    let puzzle: Grid = SEED.parse().unwrap();
    let mut candidates = Candidates::from(&puzzle);
    assert_eq!(candidates.excluded().count(), 26 * 8);
    assert!(
        candidates
            .excluded()
            .map(candidate)
            .all(|(row, column, digit)| !candidates.contains(row, column, digit))
    );
    candidates.remove(0, 2, Digit::new(5).unwrap());
    assert_eq!((candidates.to_grid(), candidates.solutions().next()), (None, None));
    assert_eq!(Candidates::NONE.to_string(), ".".repeat(729));
    let clash: Grid =
        "11".to_owned().chars().chain(".".repeat(79).chars()).collect::<String>().parse().unwrap();
    assert_eq!(Candidates::from(&clash).to_grid(), Some(clash));
}

/// The marks of a grid are read as that grid, or as a grid with more clues that has the same marks.
#[test]
fn marks_of_clues_are_these_clues() {
    let (mut random, mut solver) = (Random::new(12), Solver::new());
    let (mut same, mut naked) = (0, 0);
    for round in (0..100).step_by(4) {
        let mut grid = random.minimal_puzzle(&mut solver);
        let full = grid.solutions().next().unwrap();
        // Later rounds have more clues, and so more naked singles.
        for cell in (0..81).filter(|cell| (cell * 7 + round) % 81 < round / 4) {
            grid.set(cell / 9, cell % 9, full.get(cell / 9, cell % 9));
        }
        let marks = grid.pencil_marks();
        let Some(read) = marks.to_grid() else { panic!("{grid}") };
        assert!(read.extends(&grid) && read.pencil_marks() == marks, "{grid}");
        same += usize::from(read == grid);
        naked += usize::from(read != marks.singles());
    }
    assert!(same > 12 && naked > 12, "{same} {naked}");
}

/// The two 7s of column 9 contradict each other. Both are kept as clues, although the other clues
/// leave only a 7 in either cell.
#[test]
fn marks_keep_clues_that_contradict_each_other() {
    let text = "935176482428395617716842359174283596563914827892567.342.76.8...6..7....3351429768";
    let grid: Grid = text.parse().unwrap();
    assert_eq!(grid.pencil_marks().to_grid(), Some(grid));
}

#[test]
fn a_sukaku_is_no_grid() {
    let mut candidates = Candidates::from(&Grid::EMPTY);
    candidates.remove(4, 4, Digit::new(5).unwrap());
    let error = candidates.to_string().parse::<Grid>().unwrap_err();
    assert_eq!((error.line, error.kind), (1, ParseErrorKind::Sukaku));
    assert!(
        Form::Line
            .write(&candidates.into())
            .unwrap_err()
            .to_string()
            .contains("cannot be written as line")
    );
}

/// Damaged files cause no panic, and every puzzle read from them can be written and read back.
#[test]
fn damaged_files_cause_no_panic() {
    let mut random = Random::new(11);
    let names = [
        "sadman.sdk",
        "sudocue.sdm",
        "simple.ss",
        "table.csv",
        "quoted.csv",
        "hodoku.txt",
        "list.txt",
        "groups.txt",
    ];
    let (mut good, mut bad) = (0, 0);
    for round in 0..800 {
        let mut text = file(names[round % names.len()]).into_bytes();
        for _ in 0..1 + random.below(4) {
            let at = random.below(text.len());
            match random.below(4) {
                0 => drop(text.remove(at)),
                1 => text.insert(at, b"\n.3,|x[\"\xFF"[random.below(8)]),
                2 => text[at] = b"\n.3,|x[\"\xFF"[random.below(8)],
                _ => text.truncate(at + 1),
            }
        }
        for puzzle in Reader::new(text.as_slice()) {
            let Ok(puzzle) = puzzle else {
                bad += 1;
                continue;
            };
            good += 1;
            let back = read(&Form::Candidates.write(&puzzle).unwrap());
            assert_eq!((back[0].grid, &back[0].candidates), (puzzle.grid, &puzzle.candidates));
        }
    }
    assert!(good > 100 && bad > 300, "{good} {bad}");
}
