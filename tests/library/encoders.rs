//! Tests of encoders: known numbers of solutions, and solutions checked against the rules of the
//! puzzle, which the tests state independently of the encoder.

use std::collections::{BTreeMap, BTreeSet};

use quadrille::puzzle::langford::Langford;
use quadrille::puzzle::polycube::{self, Polycubes};
use quadrille::puzzle::polyomino::{Board, Filling, Polyominoes, ShapeSet, Sides, parse_shapes};
use quadrille::puzzle::queens::Queens;
use quadrille::puzzle::{Drawn, Puzzle, Uses};

use crate::oracle::puzzles::check_names;

/// Returns the number of solutions, after checking the first thousand against the rules.
fn count<P: Puzzle>(puzzle: &P, obeys: impl Fn(&P::Solution) -> bool) -> usize {
    check_names(puzzle);
    let mut checked = 0;
    for solution in puzzle.solutions().take(1000) {
        assert!(obeys(&solution), "\n{solution}");
        checked += 1;
    }
    if checked < 1000 { checked } else { puzzle.problem().solutions().count() }
}

/// OEIS A000170.
#[test]
fn queens_have_known_counts() {
    for (size, expected) in (1..).zip([1, 0, 0, 2, 10, 4, 40, 92, 352, 724]) {
        let found = count(&Queens::new(size).unwrap(), |placement| {
            let queens: Vec<(usize, usize)> =
                placement.columns().iter().copied().enumerate().collect();
            queens.len() == size
                && queens.iter().enumerate().all(|(at, &(row, column))| {
                    let attacks = |&(r, c): &(usize, usize)| {
                        column == c || row.abs_diff(r) == column.abs_diff(c)
                    };
                    column < size && !queens[..at].iter().any(attacks)
                })
                && placement.to_string().matches('Q').count() == size
        });
        assert_eq!(found, expected, "{size} queens");
    }
}

/// Twice OEIS A014552, which counts a row and its reverse once.
#[test]
fn langford_pairs_have_known_counts() {
    for (size, expected) in [(1, 0), (2, 0), (3, 2), (4, 2), (5, 0), (6, 0), (7, 52), (8, 300)] {
        let found = count(&Langford::new(size).unwrap(), |row| {
            row.numbers().len() == 2 * size
                && (1..=size).all(|number| {
                    let places: Vec<_> = row
                        .numbers()
                        .iter()
                        .enumerate()
                        .filter(|&(_, &n)| n == number)
                        .map(|(place, _)| place)
                        .collect();
                    matches!(places[..], [first, second] if second - first - 1 == number)
                })
        });
        assert_eq!(found, expected, "Langford pairs of {size}");
    }
}

/// A row and its reverse are counted separately.
#[test]
#[cfg_attr(debug_assertions, ignore = "takes a long time without optimization")]
fn langford_pairs_of_eleven_have_the_known_count() {
    assert_eq!(Langford::new(11).unwrap().problem().solutions().count(), 2 * 17_792);
}

fn pentominoes(board: &str) -> Polyominoes {
    let board = board.parse().unwrap();
    Polyominoes::new(ShapeSet::Pentominoes.shapes(Sides::Free), Sides::Free, Uses::Once, board)
        .unwrap()
}

/// Returns a value that is equal for congruent pieces and different for different pentominoes: the
/// sorted squared distances from each cell to all cells.
fn fingerprint(cells: &[[usize; 2]]) -> Vec<Vec<usize>> {
    let from = |&[row, column]: &[usize; 2]| {
        let square = |&[r, c]: &[usize; 2]| row.abs_diff(r).pow(2) + column.abs_diff(c).pow(2);
        let mut squares: Vec<usize> = cells.iter().map(square).collect();
        squares.sort_unstable();
        squares
    };
    let mut squares: Vec<_> = cells.iter().map(from).collect();
    squares.sort_unstable();
    squares
}

/// True if every cell of the board is in exactly one piece, pieces with the same name are
/// congruent, and there are `pieces` pieces of `size` cells.
fn fills(filling: &Filling, board: &Board, pieces: usize, size: usize) -> bool {
    let mut covered = BTreeSet::new();
    let mut kinds: BTreeMap<&str, Vec<Vec<usize>>> = BTreeMap::new();
    let cells: usize = filling.pieces().map(|(_, cells)| cells.len()).sum();
    filling.pieces().len() == pieces
        && filling.pieces().all(|(name, cells)| {
            covered.extend(cells.iter().copied());
            cells.len() == size
                && *kinds.entry(name).or_insert_with(|| fingerprint(cells)) == fingerprint(cells)
        })
        && cells == covered.len()
        && covered.into_iter().eq(board.cells())
}

fn all_different(filling: &Filling) -> bool {
    let names: BTreeSet<_> = filling.pieces().map(|(name, _)| name).collect();
    let shapes: BTreeSet<_> = filling.pieces().map(|(_, cells)| fingerprint(cells)).collect();
    names.len() == filling.pieces().len() && shapes.len() == names.len()
}

/// The square with a hole: Dana Scott, 1958. Rectangles: C. B. and J. Haselgrove, 1960, and Golomb,
/// Polyominoes. Each number is multiplied by the four symmetries of a rectangle, or the eight of a
/// square.
#[test]
fn pentomino_rectangles_have_known_counts() {
    let small: &[(&str, usize)] = &[("3x20", 2 * 4)];
    let large: &[(&str, usize)] =
        &[("4x15", 368 * 4), ("5x12", 1010 * 4), ("6x10", 2339 * 4), ("8x8-2x2", 65 * 8)];
    for &(board, expected) in small.iter().chain(if cfg!(debug_assertions) { &[] } else { large }) {
        let puzzle = pentominoes(board);
        let found = count(&puzzle, |filling| {
            fills(filling, puzzle.region(), 12, 5) && all_different(filling)
        });
        assert_eq!(found, expected, "pentominoes in {board}");
    }
}

/// OEIS A099390, and A004003 for squares.
#[test]
fn dominoes_have_known_counts() {
    for (board, expected) in
        [("1x1", 0), ("2x2", 2), ("2x10", 89), ("3x4", 11), ("4x4", 36), ("6x6", 6728)]
    {
        let board: Board = board.parse().unwrap();
        let shapes = ShapeSet::Dominoes.shapes(Sides::Free);
        let puzzle = Polyominoes::new(shapes, Sides::Free, Uses::Unlimited, board.clone()).unwrap();
        let dominoes = board.cells().count() / 2;
        assert_eq!(count(&puzzle, |filling| fills(filling, &board, dominoes, 2)), expected);
    }
}

/// OEIS A004003.
#[test]
#[cfg_attr(debug_assertions, ignore = "takes a long time without optimization")]
fn dominoes_on_a_chessboard_have_the_known_count() {
    let shapes = ShapeSet::Dominoes.shapes(Sides::Free);
    let puzzle =
        Polyominoes::new(shapes, Sides::Free, Uses::Unlimited, "8x8".parse().unwrap()).unwrap();
    assert_eq!(puzzle.problem().solutions().count(), 12_988_816);
}

/// L-trominoes fill a board of three rows only in blocks of 3x2, each in two ways.
#[test]
fn drawn_trominoes_have_known_counts() {
    for (board, expected) in [("2x3", 2), ("3x3", 0), ("3x4", 4), ("3x10", 32)] {
        let board: Board = board.parse().unwrap();
        let shapes = parse_shapes("LL\nL").unwrap();
        let puzzle = Polyominoes::new(shapes, Sides::Free, Uses::Unlimited, board.clone()).unwrap();
        let pieces = board.cells().count() / 3;
        assert_eq!(count(&puzzle, |filling| fills(filling, &board, pieces, 3)), expected);
    }
}

/// The hole in the middle of the box has no item, so no piece covers it.
#[test]
fn a_hole_in_a_box_stays_empty() {
    let shell: polycube::Space = "3x3x3-1x1x1".parse().unwrap();
    let plates = polycube::parse_shapes("PP\nPP").unwrap();
    let puzzle = Polycubes::new(plates, Uses::Unlimited, shell.clone()).unwrap();
    assert!(puzzle.problem().item("l2r2c1").is_some() && puzzle.problem().item("l2r2c2").is_none());
    // Four plates on each face of the box.
    assert_eq!(puzzle.problem().option_count(), 4 * 6);
}

#[test]
fn one_sided_pieces_are_not_reflected() {
    let count = |shape: &str, sides| {
        let board = Board::drawn("#.\n#.\n##").unwrap();
        Polyominoes::new(parse_shapes(shape).unwrap(), sides, Uses::Once, board)
            .unwrap()
            .solutions()
            .count()
    };
    assert_eq!((count("L\nL\nLL", Sides::OneSided), count(".J\n.J\nJJ", Sides::OneSided)), (1, 0));
    assert_eq!((count("L\nL\nLL", Sides::Free), count(".J\n.J\nJJ", Sides::Free)), (1, 1));
}

/// The Soma cube has 240 solutions up to rotation and reflection (Conway and Guy, 1961).
#[test]
fn the_soma_cube_has_240_solutions() {
    let puzzle = Polycubes::new(polycube::soma(), Uses::Once, "3x3x3".parse().unwrap()).unwrap();
    let all: BTreeSet<[usize; 3]> = puzzle.region().cells().collect();
    let obeys = |packing: &polycube::Filling| {
        let covered: BTreeSet<[usize; 3]> =
            packing.pieces().flat_map(|(_, cells)| cells.iter().copied()).collect();
        let names: BTreeSet<_> =
            packing.pieces().map(|(name, cells)| (name, cells.len())).collect();
        let expected = [("V", 3), ("L", 4), ("T", 4), ("Z", 4), ("A", 4), ("B", 4), ("P", 4)];
        covered == all && names == BTreeSet::from(expected)
    };
    if cfg!(debug_assertions) {
        assert!(puzzle.solutions().take(100).all(|packing| obeys(&packing)));
    } else {
        assert_eq!(count(&puzzle, obeys), 240 * 48);
    }
}

/// Bricks of 1x1x2 in boxes: OEIS A006253 for 2x2xn.
#[test]
fn bricks_have_known_counts() {
    for (layers, expected) in (1..).zip([2, 9, 32, 121, 450]) {
        let space = polycube::Space::new([layers, 2, 2]).unwrap();
        let bricks = polycube::parse_shapes("II").unwrap();
        let puzzle = Polycubes::new(bricks, Uses::Unlimited, space).unwrap();
        let found = count(&puzzle, |packing| {
            packing.pieces().all(|(_, cells)| {
                let [a, b] = cells else { return false };
                (0..3).map(|axis| a[axis].abs_diff(b[axis])).sum::<usize>() == 1
            })
        });
        assert_eq!(found, expected, "bricks in {layers}x2x2");
    }
}

#[test]
fn pictures_distinguish_solutions() {
    let queens = Queens::new(6).unwrap();
    let pictures: BTreeSet<String> =
        queens.solutions().map(|placement| placement.picture().to_string()).collect();
    assert_eq!(pictures.len(), 4);
    let tiling = Polyominoes::new(
        ShapeSet::Dominoes.shapes(Sides::Free),
        Sides::Free,
        Uses::Unlimited,
        "4x4".parse().unwrap(),
    );
    let pictures: BTreeSet<String> =
        tiling.unwrap().solutions().map(|filling| filling.to_string()).collect();
    assert_eq!(pictures.len(), 36);
}
