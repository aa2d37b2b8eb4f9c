//! Compares the bands engine with dancing links, for every instruction set that it can use. The
//! crate is a library with one function. `.ci/run` builds it for WebAssembly and runs it in node.

#![allow(unsafe_code)]

use quadrille::engine::{bands::Bands, links::Links, simd::Simd};
use quadrille::search::Cube;
use quadrille::sudoku::{self, Grid};
use quadrille::{Cover, Solver};

/// The maximum number of covers that are compared for each set of clues.
const COVERS: usize = 200;

/// Compares the covers of some puzzles, their order and the work between the instruction sets, and
/// the covers with those of dancing links. Returns the number of instruction sets.
///
/// # Panics
/// If the results of two instruction sets differ, if dancing links find another number of covers up
/// to `COVERS`, or if they find fewer than `COVERS` covers and these are not the same covers.
#[unsafe(no_mangle)]
pub extern "C" fn every_way() -> u32 {
    let ways = Simd::available();
    let mut links = Links::new(sudoku::problem());
    let seeds = include_str!("../../../puzzles/seeds.txt").lines();
    for line in seeds.filter(|line| !line.starts_with('#') && line.len() >= 81) {
        let puzzle: Grid = line.parse().expect("a puzzle");
        // All clues, and then the first 20, which leave many solutions.
        for clues in [81, 20] {
            let cube = Cube::from(&puzzle.options().take(clues).collect::<Vec<_>>());
            let runs = ways.iter().map(|&simd| {
                let engine =
                    Bands::with_simd(sudoku::problem(), simd).expect("the problem of Sudoku");
                let mut solver = Solver::from(engine);
                let mut solutions = solver.solutions_of(&cube).expect("options of Sudoku");
                let covers: Vec<Cover> = solutions.by_ref().take(COVERS).collect();
                (covers, solutions.stats())
            });
            let runs: Vec<_> = runs.collect();
            assert!(runs.windows(2).all(|pair| pair[0] == pair[1]), "{puzzle}");
            let mut solver = Solver::from(&mut links);
            let expected = solver.solutions_of(&cube).expect("options of Sudoku").take(COVERS);
            let mut expected: Vec<Cover> = expected.collect();
            let mut found = runs[0].0.clone();
            found.sort();
            expected.sort();
            assert_eq!(found.len(), expected.len(), "{puzzle}");
            assert!(expected.len() == COVERS || found == expected, "{puzzle}");
        }
    }
    ways.len() as u32
}
