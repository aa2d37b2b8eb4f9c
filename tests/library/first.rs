//! Tests that a search for one cover finds a cover if and only if there is one, and that restarts
//! find it soon.

use crate::oracle::random::each_problem;
use quadrille::Problem;
use quadrille::puzzle::{Puzzle, queens::Queens};
use quadrille::search::{Cube, Step};
use quadrille::solve::First;

/// Problems with bounds, colors and secondary items are included.
#[test]
fn a_cover_is_found_exactly_if_there_is_one() {
    let (mut some, mut none) = (0, 0);
    let mut seed = 0;
    each_problem(81, [300, 300], |problem, covers, _| {
        let exists = !covers.is_empty();
        for first in [First::new(problem), First::new(problem).seed(seed)] {
            let cover = first.find();
            assert_eq!(cover.is_some(), exists);
            if let Some(cover) = cover {
                let options: Vec<_> = cover.iter().copied().collect();
                problem.check(&options).unwrap();
            }
        }
        some += u32::from(exists);
        none += u32::from(!exists);
        seed += 1;
    });
    assert!(some > 50 && none > 50, "{some} {none}");
}

/// Whatever the order of the options, the cover has the chosen options of the cube and none of its
/// excluded options.
#[test]
fn the_cover_is_in_the_cube() {
    let queens = Queens::new(8).unwrap();
    let problem = queens.problem();
    let all: Vec<_> = problem.solutions().collect();
    for (seed, cover) in (0..).zip(&all) {
        let chosen: Vec<_> = cover.iter().copied().take(3).collect();
        let cube =
            Cube { chosen: chosen.clone(), excluded: cover.iter().copied().skip(7).collect() };
        let expected: Vec<_> = all
            .iter()
            .filter(|other| {
                chosen.iter().all(|option| other.contains(option))
                    && !cube.excluded.iter().any(|option| other.contains(option))
            })
            .collect();
        let found = First::of(problem, &cube).unwrap().seed(seed).find();
        match found {
            None => assert!(expected.is_empty()),
            Some(found) => assert!(expected.contains(&&found)),
        }
    }
}

/// With restarts, 40 queens take fewer nodes than without. `src/solve/first.rs` has the numbers.
#[test]
fn restarts_find_queens_soon() {
    let queens = Queens::new(40).unwrap();
    let mut first = First::new(queens.problem());
    let mut pauses = 0;
    while first.advance(1_000) == Step::Paused {
        pauses += 1;
        assert!(first.stats().nodes < 200_000);
    }
    assert!(pauses > 0 && first.restarts() > 0);
    let cover: Vec<_> = first.cover().to_vec();
    queens.problem().check(&cover).unwrap();
    // After the end, the result stays the same.
    assert_eq!(first.advance(1), Step::Cover);
    assert_eq!(first.cover(), cover);
    let again = First::new(queens.problem()).find().unwrap();
    assert_eq!(again.iter().copied().collect::<Vec<_>>().len(), cover.len());
}

#[test]
fn without_a_cover_the_whole_tree_is_searched() {
    let mut builder = Problem::builder();
    builder.unnamed_primary(9).unwrap();
    for one in 0..9_u32 {
        for other in 0..one {
            builder.option([one, other].map(quadrille::ItemId::new)).unwrap();
        }
    }
    // Pairs of nine things leave one thing over.
    let problem = builder.build().unwrap();
    for mut first in
        (0..5).map(|seed| First::new(&problem).seed(seed)).chain([First::new(&problem)])
    {
        while first.advance(u64::MAX) == Step::Paused {}
        assert!(first.cover().is_empty());
        assert_eq!(first.find(), None);
    }
}
