//! Tests of canonical forms and maps: a comparison with a naive search, defining properties, and
//! known numbers of automorphisms.

use std::fs;
use std::path::Path;

use crate::sudokus::Random;
use quadrille::sudoku::{Canonizer, Digit, Grid, House, Map, Reader, Solver};

const MOST_SYMMETRIC: &str =
    "123456789456789123789123456231564897564897231897231564312645978645978312978312645";

/// Returns all orders of nine lines that keep bands together.
fn all_lines() -> Vec<[usize; 9]> {
    let orders = [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]];
    let mut all = Vec::new();
    for bands in orders {
        for number in 0..216 {
            let within = [orders[number / 36], orders[number / 6 % 6], orders[number % 6]];
            all.push(std::array::from_fn(|place| {
                3 * bands[place / 3] + within[place / 3][place % 3]
            }));
        }
    }
    all
}

/// Returns rows of a grid with the columns in this order, and with the digits renamed in the order
/// of their first use.
fn named(rows: impl Iterator<Item = usize>, columns: &[usize; 9], cells: &[[u8; 9]; 9]) -> Vec<u8> {
    let mut names = [0; 10];
    let mut next = 1;
    let mut named = Vec::with_capacity(81);
    for row in rows {
        for &column in columns {
            let digit = usize::from(cells[row][column]);
            if digit > 0 && names[digit] == 0 {
                names[digit] = next;
                next += 1;
            }
            named.push(names[digit]);
        }
    }
    named
}

/// Returns the canonical form and the number of automorphisms. Tries, in the grid and in its
/// transpose, all orders of columns with each row as the first row, and then all orders of the
/// other rows for the candidates with the smallest first row.
fn naive(grid: &Grid) -> (Grid, u64) {
    let cells: [[u8; 9]; 9] = std::array::from_fn(|row| {
        std::array::from_fn(|column| grid.get(row, column).map_or(0, Digit::get))
    });
    let transposed = std::array::from_fn(|row| std::array::from_fn(|column| cells[column][row]));
    let orders = all_lines();
    let mut firsts = Vec::new();
    for cells in [&cells, &transposed] {
        for first in 0..9 {
            for columns in &orders {
                firsts.push((named(std::iter::once(first), columns, cells), cells, first, columns));
            }
        }
    }
    let least_first = firsts.iter().map(|(row, ..)| row.clone()).min().unwrap();
    let (mut least, mut automorphisms) = (vec![u8::MAX], 0);
    for (_, cells, first, columns) in firsts.iter().filter(|(row, ..)| *row == least_first) {
        for rows in orders.iter().filter(|rows| rows[0] == *first) {
            // Two rows rule out most candidates.
            let two = named(rows.iter().copied().take(2), columns, cells);
            if two.as_slice() > &least[..least.len().min(18)] {
                continue;
            }
            let all = named(rows.iter().copied(), columns, cells);
            if all <= least {
                automorphisms = if all == least { automorphisms + 1 } else { 1 };
                least = all;
            }
        }
    }
    let text: String =
        least.iter().map(|&name| char::from(if name == 0 { b'.' } else { b'0' + name })).collect();
    (text.parse().unwrap(), automorphisms)
}

fn check(grid: &Grid, random: &mut Random, canonizer: &mut Canonizer) {
    let canonical = canonizer.canonical(grid);
    assert_eq!(canonical.map.apply(grid), canonical.grid, "{grid}");
    assert!(canonical.grid <= *grid, "{grid}");
    let again = canonizer.canonical(&canonical.grid);
    assert_eq!(
        (again.grid, again.automorphisms),
        (canonical.grid, canonical.automorphisms),
        "{grid}"
    );
    let (map, other) = (random.map(), canonizer.canonical(&random.map().apply(grid)));
    assert_eq!(
        (other.grid, other.automorphisms),
        (canonical.grid, canonical.automorphisms),
        "{grid}"
    );
    let image = map.apply(grid);
    assert_eq!(grid.map_to(&image).unwrap().apply(grid), image);
    assert_eq!(map.inverse().apply(&image), *grid);
    let next = random.map();
    assert_eq!(map.then(&next).apply(grid), next.apply(&image));
}

#[test]
fn cells_digits_and_houses_go_where_a_map_takes_them() {
    let (mut random, mut solver) = (Random::new(5), Solver::new());
    for _ in 0..20 {
        let (grid, map) = (random.full_grid(&mut solver), random.map());
        let image = map.apply(&grid);
        for (row, column) in (0..81).map(|cell| (cell / 9, cell % 9)) {
            let (new_row, new_column) = map.cell(row, column);
            assert_eq!(
                image.get(new_row, new_column),
                grid.get(row, column).map(|digit| map.digit(digit)),
                "{map}"
            );
        }
        for house in House::all() {
            let mut cells: Vec<_> =
                house.cells().map(|(row, column)| map.cell(row, column)).collect();
            let mut expected: Vec<_> = map.house(house).cells().collect();
            cells.sort_unstable();
            expected.sort_unstable();
            assert_eq!(cells, expected, "{house}: {map}");
        }
    }
}

#[test]
fn equivalent_grids_have_the_same_canonical_form() {
    let (mut random, mut solver, mut canonizer) = (Random::new(4), Solver::new(), Canonizer::new());
    for _ in 0..30 {
        let full = random.full_grid(&mut solver);
        check(&full, &mut random, &mut canonizer);
        check(&random.minimal_puzzle(&mut solver), &mut random, &mut canonizer);
        // Grids with few clues, and grids with random digits from 1 to 3, which can conflict.
        let (mut few, mut any) = (Grid::EMPTY, Grid::EMPTY);
        for cell in (0..8).map(|_| random.below(81)) {
            few.set(cell / 9, cell % 9, full.get(cell / 9, cell % 9));
        }
        for _ in 0..30 {
            let (cell, digit) = (random.below(81), random.below(3) as u8 + 1);
            any.set(cell / 9, cell % 9, Digit::new(digit));
        }
        check(&few, &mut random, &mut canonizer);
        check(&any, &mut random, &mut canonizer);
    }
}

#[test]
fn the_canonical_form_is_the_least() {
    let (mut random, mut solver, mut canonizer) = (Random::new(5), Solver::new(), Canonizer::new());
    let mut grids = vec![MOST_SYMMETRIC.parse().unwrap(), random.full_grid(&mut solver)];
    let full = random.full_grid(&mut solver);
    for clues in [14, 24] {
        let mut grid = Grid::EMPTY;
        for cell in (0..clues).map(|_| random.below(81)) {
            grid.set(cell / 9, cell % 9, full.get(cell / 9, cell % 9));
        }
        grids.push(grid);
    }
    // Rows that have a digit twice.
    grids.push(format!("112..3211{}1.23132..", "2.".repeat(31) + ".").parse().unwrap());
    grids.push(
        format!("{}21.3.....", "1..2..3.2....4.5.....1..1...".repeat(3)[..72].to_owned())
            .parse()
            .unwrap(),
    );
    for grid in grids {
        let canonical = canonizer.canonical(&grid);
        assert_eq!((canonical.grid, canonical.automorphisms), naive(&grid), "{grid}");
    }
}

/// The full grid called "most canonical" has 648 automorphisms, more than any other (Russell and
/// Jarvis, "Mathematics of Sudoku II", 2006). Maps take a single clue to any of the 81 cells.
#[test]
fn automorphisms_have_known_numbers() {
    let mut canonizer = Canonizer::new();
    let mut automorphisms = |text: &str| canonizer.canonical(&text.parse().unwrap()).automorphisms;
    assert_eq!(automorphisms(MOST_SYMMETRIC), 648);
    assert_eq!(automorphisms(&".".repeat(81)), 3_359_232);
    assert_eq!(automorphisms(&format!("{}7{}", ".".repeat(50), ".".repeat(30))), 3_359_232 / 81);
}

/// No two of these puzzles are equivalent, so their canonical forms differ.
#[test]
fn puzzles_that_differ_have_different_canonical_forms() {
    let mut canonizer = Canonizer::new();
    let mut forms = Vec::new();
    for file in ["seeds.txt", "techniques.txt", "well-known.txt"] {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("puzzles").join(file);
        let text = fs::read_to_string(path).unwrap();
        forms.extend(
            Reader::new(text.as_bytes())
                .map(|puzzle| canonizer.canonical(&puzzle.unwrap().grid).grid),
        );
    }
    let all = forms.len();
    forms.sort();
    forms.dedup();
    assert_eq!(forms.len(), all);
    assert!(all >= 50);
}

#[test]
fn a_map_keeps_the_rules() {
    let digits: [Digit; 9] = Digit::all().collect::<Vec<_>>().try_into().unwrap();
    let order = [0, 1, 2, 3, 4, 5, 6, 7, 8];
    assert!(Map::new(false, order, order, digits).is_some());
    for bad in
        [[0, 1, 3, 2, 4, 5, 6, 7, 8], [0, 1, 1, 3, 4, 5, 6, 7, 8], [0, 1, 2, 3, 4, 5, 9, 10, 11]]
    {
        assert_eq!(Map::new(false, bad, order, digits), None);
        assert_eq!(Map::new(false, order, bad, digits), None);
    }
    assert_eq!(Map::new(false, order, order, [digits[0]; 9]), None);
}
