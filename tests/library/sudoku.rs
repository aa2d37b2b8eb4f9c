//! Sudokus compared with an independent solver, and puzzles with published solutions.

use std::collections::BTreeSet;

use quadrille::sudoku::{Digit, Grid, Solver};
use quadrille::{EngineChoice, Uniqueness};
use quickcheck::{Arbitrary, Gen, QuickCheck, TestResult};

const FOUR_SOLUTIONS: &str =
    "027800061000030008910005420500016030000970200070000096700000080006027000030480007";

/// Puzzles from easy to very hard, each with its only solution.
const UNIQUE: [(&str, &str); 5] = [
    (
        "208046090000100683109803004002300108480520000301000206600400879050078010010009060",
        "238746591745192683169853724592367148486521937371984256623415879954678312817239465",
    ),
    (
        "057000406000500810900600000005093001840060032600870500000001008071008000408000170",
        "157389426364527819982614357725493681849165732613872594236751948571948263498236175",
    ),
    (
        "004090200090002001520040000000300076065000820780004000000010089300800060008060700",
        "634198257897532641521746398912385476465971823783624915276413589349857162158269734",
    ),
    (
        "005176000400000001000800309100000090503000807090000004207008000600000003000429700",
        "935176482428395671716842359174283596563914827892567134247638915689751243351429768",
    ),
    (
        "000001000045000902207004000706010000050409080000050203000600809403000750000300000",
        "869521347145738962237964518786213495352479681914856273521647839493182756678395124",
    ),
];

fn solve(puzzle: &str) -> Vec<String> {
    let puzzle: Grid = puzzle.parse().unwrap();
    puzzle.solutions().map(|solution| solution.to_string()).collect()
}

/// True if 81 digits are a valid Sudoku and complete a puzzle, judged from the text alone.
fn is_solution(solution: &str, puzzle: &str) -> bool {
    let digits: Vec<u32> = solution.chars().filter_map(|c| c.to_digit(10)).collect();
    let complete = |places: &mut dyn Iterator<Item = usize>| {
        places.fold(0, |seen, place| seen | 1 << digits[place]) == 0b11_1111_1110
    };
    solution.len() == 81
        && digits.len() == 81
        && (0..9).all(|i| {
            complete(&mut (0..9).map(|k| i * 9 + k))
                && complete(&mut (0..9).map(|k| k * 9 + i))
                && complete(&mut (0..9).map(|k| (i / 3 * 3 + k / 3) * 9 + i % 3 * 3 + k % 3))
        })
        && solution
            .chars()
            .zip(puzzle.chars())
            .all(|(ours, clue)| !('1'..='9').contains(&clue) || ours == clue)
}

/// Returns all solutions, found cell by cell and digit by digit, or `None` if that takes too long.
fn naive(puzzle: &str) -> Option<BTreeSet<String>> {
    fn allowed(cells: &[u8; 81], cell: usize, digit: u8) -> bool {
        let (row, column) = (cell / 9, cell % 9);
        (0..81).filter(|&other| other != cell).all(|other| {
            let (r, c) = (other / 9, other % 9);
            cells[other] != digit
                || (r != row && c != column && (r / 3, c / 3) != (row / 3, column / 3))
        })
    }
    fn fill(cells: &mut [u8; 81], found: &mut BTreeSet<String>, patience: &mut u32) {
        *patience = patience.saturating_sub(1);
        let Some(empty) = cells.iter().position(|&cell| cell == 0) else {
            found.insert(cells.iter().map(u8::to_string).collect());
            return;
        };
        for digit in 1..=9 {
            if *patience > 0 && allowed(cells, empty, digit) {
                cells[empty] = digit;
                fill(cells, found, patience);
                cells[empty] = 0;
            }
        }
    }
    let mut cells = [0; 81];
    for (cell, c) in cells.iter_mut().zip(puzzle.chars()) {
        *cell = c.to_digit(10).unwrap_or(0) as u8;
    }
    let mut found = BTreeSet::new();
    if (0..81).all(|cell| cells[cell] == 0 || allowed(&cells, cell, cells[cell])) {
        let mut patience = 10_000;
        fill(&mut cells, &mut found, &mut patience);
        if patience == 0 {
            return None;
        }
    }
    Some(found)
}

/// A puzzle with any number of solutions: a full grid with its digits permuted at random, some
/// cells emptied, and occasionally a cell overwritten.
#[derive(Clone, Debug)]
struct RandomPuzzle(String);

impl Arbitrary for RandomPuzzle {
    fn arbitrary(g: &mut Gen) -> Self {
        let below = |g: &mut Gen, end: usize| usize::arbitrary(g) % end;
        let full = g.choose(&UNIQUE).unwrap().1;
        let mut digits: Vec<char> = "123456789".chars().collect();
        for at in (1..9).rev() {
            let other = below(g, at + 1);
            digits.swap(at, other);
        }
        let mut cells: Vec<char> =
            full.chars().map(|c| digits[c as usize - '1' as usize]).collect();
        for _ in 0..30 + below(g, 70) {
            let cell = below(g, 81);
            cells[cell] = '.';
        }
        if below(g, 8) == 0 {
            let cell = below(g, 81);
            cells[cell] = digits[below(g, 9)];
        }
        Self(cells.into_iter().collect())
    }
}

#[test]
fn random_puzzles_have_the_solutions_of_the_naive_solver() {
    fn property(puzzle: RandomPuzzle) -> TestResult {
        let RandomPuzzle(puzzle) = puzzle;
        let Some(expected) = naive(&puzzle) else { return TestResult::discard() };
        let grid: Grid = puzzle.parse().unwrap();
        TestResult::from_bool(EngineChoice::ALL.into_iter().all(|choice| {
            let found: Vec<String> = Solver::with_engine(choice)
                .solutions(&grid)
                .map(|solution| solution.to_string())
                .collect();
            assert!(found.iter().all(|solution| is_solution(solution, &puzzle)), "{puzzle}");
            found.len() == expected.len() && found.into_iter().collect::<BTreeSet<_>>() == expected
        }))
    }
    let random = Gen::from_size_and_seed(100, 7);
    QuickCheck::new()
        .rng(random)
        .tests(30)
        .max_tests(500)
        .quickcheck(property as fn(RandomPuzzle) -> TestResult);
}

#[test]
fn a_puzzle_with_four_solutions_has_all_of_them() {
    let expected: BTreeSet<String> = [
        "327894561645132978918765423589216734463978215172543896794651382856327149231489657",
        "327894561645132978918765423589216734463978215271543896794651382856327149132489657",
        "327894561465132978918765423589216734643978215172543896794651382856327149231489657",
        "327894561465132978918765423589216734643978215271543896794651382856327149132489657",
    ]
    .map(String::from)
    .into();
    let found = solve(FOUR_SOLUTIONS);
    assert_eq!(found.len(), 4);
    assert_eq!(found.into_iter().collect::<BTreeSet<_>>(), expected);
    let clash = format!("55{}", ".".repeat(79));
    assert!(
        [FOUR_SOLUTIONS, &clash].iter().all(|puzzle| !puzzle.parse::<Grid>().unwrap().is_unique())
    );
}

#[test]
fn known_puzzles_have_one_solution() {
    for (puzzle, solution) in UNIQUE {
        assert_eq!(solve(puzzle), [solution]);
        let grid: Grid = puzzle.parse().unwrap();
        assert_eq!(grid.uniqueness(), Uniqueness::One(solution.parse().unwrap()));
        assert!(grid.is_unique());
        assert!(is_solution(solution, puzzle));
    }
}

#[test]
fn solutions_of_the_empty_grid_are_valid_and_distinct() {
    let solutions: BTreeSet<Grid> = Grid::EMPTY.solutions().take(2000).collect();
    assert_eq!(solutions.len(), 2000);
    assert!(solutions.iter().all(|solution| is_solution(solution.as_str(), "")));
}

#[test]
fn the_checks_of_this_file_can_fail() {
    let (puzzle, solution) = UNIQUE[0];
    assert!(!is_solution(solution, UNIQUE[1].0));
    assert!(!is_solution(&solution.replace('1', "2"), ""));
    assert!(!is_solution(&solution[1..], ""));
    assert_eq!(naive(puzzle), Some([solution.to_owned()].into()));
}

#[test]
fn cells_can_be_set_and_read() {
    let mut grid = Grid::EMPTY;
    for place in 0..81 {
        grid.set(place / 9, place % 9, Digit::new((place % 9 + 1) as u8));
    }
    assert!(grid.is_full());
    assert_eq!(grid.to_string(), "123456789".repeat(9));
    grid.set(8, 8, None);
    assert_eq!((grid.get(8, 8), grid.get(8, 7), grid.clue_count()), (None, Digit::new(8), 80));
    assert_eq!(format!("{grid:.3} {:?}", Grid::EMPTY), format!("123 Grid({})", ".".repeat(81)));
    assert!(std::panic::catch_unwind(|| Grid::EMPTY.get(9, 0)).is_err());
}
