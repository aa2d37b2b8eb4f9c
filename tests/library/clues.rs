//! Tests of clues of Sudokus, compared with the definitions.

use std::collections::BTreeSet;

use quadrille::puzzle::Drawn;
use quadrille::sudoku::clues::{Change, ClueTester, backdoors};
use quadrille::sudoku::logic::{Cell, Explanation, Outcome, Settings, Technique};
use quadrille::sudoku::{Digit, Grid, Puzzle};

/// A minimal puzzle with 17 clues.
const MINIMAL: &str =
    "000000010400000000020000000000050407008000300001090000300400200050100000000806000";
/// A harder puzzle, with 26 clues.
const SEED: &str =
    "005176000400000001000800309100000090503000807090000004207008000600000003000429700";

fn grid(text: &str) -> Grid {
    text.parse().unwrap()
}

fn digit(grid: &Grid, cell: Cell) -> Option<Digit> {
    grid.get(cell.row(), cell.column())
}

fn with(grid: &Grid, cell: Cell, digit: Option<Digit>) -> Grid {
    let mut grid = *grid;
    grid.set(cell.row(), cell.column(), digit);
    grid
}

fn is_proper(grid: &Grid) -> bool {
    grid.uniqueness().only().is_some()
}

fn is_minimal(puzzle: &Grid) -> bool {
    let clues = Cell::all().filter(|&cell| digit(puzzle, cell).is_some());
    is_proper(puzzle) && clues.into_iter().all(|cell| !is_proper(&with(puzzle, cell, None)))
}

/// Returns the minimal puzzle with additional clues from its solution.
fn redundant(cells: impl IntoIterator<Item = usize>) -> Grid {
    let puzzle = grid(MINIMAL);
    let solution = puzzle.uniqueness().only().unwrap();
    let cells = cells.into_iter().map(Cell::from_index);
    cells.fold(puzzle, |puzzle, cell| with(&puzzle, cell, digit(&solution, cell)))
}

#[test]
fn redundant_clues_are_those_that_can_be_left_out_one_at_a_time() {
    let mut tester = ClueTester::new();
    for puzzle in [grid(MINIMAL), grid(SEED), redundant([0, 10, 40]), redundant(0..81)] {
        let expected = Cell::all().filter(|&cell| {
            digit(&puzzle, cell).is_some() && is_proper(&with(&puzzle, cell, None))
        });
        assert_eq!(tester.redundant(&puzzle), Some(expected.collect()), "{puzzle}");
        assert_eq!(tester.is_minimal(&puzzle), is_minimal(&puzzle), "{puzzle}");
        let minimal = tester.minimized(&puzzle, Cell::all()).unwrap();
        assert!(is_minimal(&minimal) && puzzle.extends(&minimal));
        assert_eq!(tester.solution(&minimal), tester.solution(&puzzle));
    }
    for puzzle in [Grid::EMPTY, grid(&format!("11{}", ".".repeat(79)))] {
        assert_eq!((tester.redundant(&puzzle), tester.solution(&puzzle)), (None, None));
        assert_eq!(tester.minimized(&puzzle, Cell::all()), None);
        assert!(!tester.is_minimal(&puzzle) && tester.minimal_puzzles(&puzzle).next().is_none());
    }
}

/// Compares the puzzles with the minimal ones among all that result from leaving out redundant
/// clues. No other clue can be left out.
#[test]
fn all_minimal_puzzles_among_the_clues_are_found_once() {
    let mut tester = ClueTester::new();
    for added in [vec![], vec![0, 10], vec![2, 30, 41, 77], vec![0, 1, 20, 40, 60]] {
        let puzzle = redundant(added);
        let redundant = tester.redundant(&puzzle).unwrap();
        let mut expected = BTreeSet::new();
        assert!(redundant.len() < 12, "{}", redundant.len());
        for choice in 0_u32..1 << redundant.len() {
            let chosen = redundant.iter().enumerate().filter(|(at, _)| choice >> at & 1 == 1);
            let fewer = chosen.fold(puzzle, |puzzle, (_, &cell)| with(&puzzle, cell, None));
            if is_minimal(&fewer) {
                expected.insert(fewer);
            }
        }
        let found: Vec<Grid> = tester.minimal_puzzles(&puzzle).collect();
        assert_eq!(found.iter().copied().collect::<BTreeSet<_>>(), expected);
        assert_eq!(found.len(), expected.len());
    }
}

fn neighbours(tester: &mut ClueTester, puzzle: &Grid, change: &str) -> BTreeSet<Grid> {
    let change: Change = change.parse().unwrap();
    let found: Vec<Grid> = tester.neighbours(puzzle, change).collect();
    let set: BTreeSet<Grid> = found.iter().copied().collect();
    assert_eq!(set.len(), found.len(), "{change}: each once");
    assert!(set.iter().all(is_minimal), "{change}");
    set
}

/// Compares the neighbours with the minimal puzzles that result from adding any clue to a puzzle
/// without one of its clues.
#[test]
fn neighbours_by_one_more_clue_are_those_of_the_definition() {
    let mut tester = ClueTester::new();
    let puzzle = grid(MINIMAL);
    for removed in [7, 9] {
        let fewer = with(&puzzle, Cell::from_index(removed), None);
        assert_ne!(fewer, puzzle);
        let mut expected = BTreeSet::new();
        for cell in Cell::all().filter(|&cell| digit(&fewer, cell).is_none()) {
            let more = Digit::all().map(|digit| with(&fewer, cell, Some(digit)));
            expected.extend(more.filter(|more| tester.is_minimal(more)));
        }
        assert!(expected.contains(&puzzle));
        assert_eq!(neighbours(&mut tester, &fewer, "+1"), expected);
    }
    // A clue added to a proper puzzle is redundant or contradicts it, and no clue of a minimal
    // puzzle can be left out.
    assert_eq!(neighbours(&mut tester, &puzzle, "+1"), BTreeSet::new());
    assert_eq!(neighbours(&mut tester, &puzzle, "-1"), BTreeSet::new());
}

#[test]
fn neighbours_by_removed_and_added_clues_are_made_of_those_by_one() {
    let mut tester = ClueTester::new();
    let puzzle = grid(MINIMAL);
    let clues: Vec<Cell> = Cell::all().filter(|&cell| digit(&puzzle, cell).is_some()).collect();
    let mut expected = BTreeSet::new();
    for &cell in &clues {
        expected.extend(neighbours(&mut tester, &with(&puzzle, cell, None), "+1"));
    }
    expected.remove(&puzzle);
    assert!(!expected.is_empty());
    assert_eq!(neighbours(&mut tester, &puzzle, "{-1+1}"), expected);
    // The puzzle and this neighbour have 16 clues in common. Adding one clue to these can give
    // either of the two.
    let neighbour = *expected.first().unwrap();
    let common = Cell::all().fold(puzzle, |common, cell| match digit(&neighbour, cell) {
        digit if digit == self::digit(&puzzle, cell) => common,
        _ => with(&common, cell, None),
    });
    assert_eq!(common.clue_count(), 16);
    // Only a redundant clue can be left out.
    let more = redundant([0]);
    assert_eq!(neighbours(&mut tester, &more, "-1"), {
        let fewer = clues.iter().map(|&cell| with(&more, cell, None)).chain([puzzle]);
        fewer.filter(is_minimal).collect()
    });
    assert!(
        neighbours(&mut tester, &common, "+1").is_superset(&BTreeSet::from([puzzle, neighbour]))
    );
}

#[test]
fn two_added_clues_give_back_two_that_were_removed() {
    let mut tester = ClueTester::new();
    let puzzle = grid(MINIMAL);
    let two = [7, 9].map(Cell::from_index);
    let fewer = two.into_iter().fold(puzzle, |fewer, cell| with(&fewer, cell, None));
    let one = Change { removed: 0, added: 2 };
    let found = tester.neighbours(&fewer, one).find(|found| *found == puzzle);
    assert_eq!(found, Some(puzzle));
}

/// Compares the backdoors with the solver by logic, which uses singles first.
#[test]
fn backdoors_are_the_cells_with_which_singles_solve_a_puzzle() {
    let by_singles = |puzzle: &Grid| {
        let mut explanation = Explanation::new(puzzle, Settings::default());
        let singles = explanation
            .by_ref()
            .all(|step| matches!(step.technique, Technique::NakedSingle | Technique::HiddenSingle));
        singles && explanation.outcome() == Some(Outcome::Solved)
    };
    for puzzle in [grid(MINIMAL), grid(SEED)] {
        let solution = puzzle.uniqueness().only().unwrap();
        assert_eq!(!backdoors(&puzzle, &solution, 0).is_empty(), by_singles(&puzzle));
        if by_singles(&puzzle) {
            continue;
        }
        let open = || Cell::all().filter(|&cell| digit(&puzzle, cell).is_none());
        let single = |cell: &Cell| by_singles(&with(&puzzle, *cell, digit(&solution, *cell)));
        let found = backdoors(&puzzle, &solution, 1);
        let expected: Vec<Vec<Cell>> = open().filter(single).map(|cell| vec![cell]).collect();
        // A cell that singles determine is in no set.
        assert!(found.iter().all(|set| expected.contains(set)));
        assert_eq!(found.is_empty(), expected.is_empty());
        for set in backdoors(&puzzle, &solution, 2).iter().step_by(97) {
            let both = set
                .iter()
                .fold(puzzle, |puzzle, &cell| with(&puzzle, cell, digit(&solution, cell)));
            assert!(by_singles(&both), "{set:?}");
        }
    }
}

#[test]
fn a_change_is_written_as_pattern_hunters_write_it() {
    for (text, removed, added) in [("-1+1", 1, 1), ("-2", 2, 0), ("+3", 0, 3), ("-12+1", 12, 1)] {
        let change = Change { removed, added };
        assert_eq!((text.parse(), change.to_string()), (Ok(change), text.to_owned()));
        assert_eq!(format!("{{{text}}}").parse(), Ok(change));
    }
    for text in
        ["", "1", "+", "-", "-1+", "-0+1", "+0", "1+1", "{-1", "-82", "-1+1+1", "--1", "-1++1"]
    {
        let error = text.parse::<Change>().unwrap_err().to_string();
        assert!(error.contains("write -1+1"), "{text}: {error}");
    }
}

#[test]
fn a_puzzle_is_drawn_with_its_solution() {
    let puzzle = Puzzle::from(grid(SEED));
    let solved = Puzzle { solution: puzzle.solutions().next().map(Box::new), ..puzzle.clone() };
    let digits = |puzzle: &Puzzle| {
        let drawing = puzzle.picture().to_string();
        drawing.chars().filter(char::is_ascii_digit).collect::<String>()
    };
    assert_eq!(digits(&puzzle), SEED.replace('0', ""));
    assert_eq!(digits(&solved), solved.solution.unwrap().to_string());
}
