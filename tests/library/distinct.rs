//! Tests of covers up to isomorphism, compared with the orbits of all covers and with published
//! numbers.

use std::collections::BTreeSet;

use crate::classes::{factorizations, random_problem};
use crate::oracle;
use crate::oracle::random::{RandomProblem, cases};
use num_bigint::BigUint;
use quadrille::puzzle::latin::Latin;
use quadrille::puzzle::polyomino::{Polyominoes, ShapeSet, Sides};
use quadrille::puzzle::queens::Queens;
use quadrille::puzzle::steiner::Steiner;
use quadrille::puzzle::{Puzzle, Uses};
use quadrille::search::Step;
use quadrille::solve::Distinct;
use quadrille::symmetry::Symmetry;
use quadrille::{Cover, ItemId, Limits, OptionId, Problem};
use quickcheck::{Arbitrary, Gen};

/// The largest number of images of options under all elements of a small group. With the default
/// number, a debug build takes a long time.
pub(crate) const IMAGES: usize = 5000;

/// Returns the number of classes. Checks that their orbits together have `covers` covers.
fn classes(problem: &Problem, covers: impl Into<BigUint>) -> usize {
    let order = problem.symmetries().order().clone();
    let mut distinct = problem.distinct();
    let mut count = 0;
    for class in distinct.by_ref() {
        problem.check(&class.cover).expect("it is a cover");
        assert_eq!(order, class.orbit_size * class.stabilizer_order);
        count += 1;
    }
    assert!(distinct.is_exhausted());
    assert_eq!(distinct.covers_so_far(), &covers.into());
    count
}

fn image(symmetry: &Symmetry, cover: &Cover) -> Cover {
    cover.iter().filter_map(|&option| symmetry.option(option)).collect()
}

pub(crate) fn orbit(generators: &[Symmetry], cover: &Cover) -> BTreeSet<Cover> {
    let mut orbit = BTreeSet::from([cover.clone()]);
    let mut open = vec![cover.clone()];
    while let Some(cover) = open.pop() {
        for generator in generators {
            let image = image(generator, &cover);
            if orbit.insert(image.clone()) {
                open.push(image);
            }
        }
    }
    orbit
}

/// Lists a cover of each class in slices of random lengths, and checks their orbits against all
/// covers. Returns the number of classes.
pub(crate) fn check(
    problem: &Problem,
    covers: &BTreeSet<Cover>,
    generators: &[Symmetry],
    mut distinct: Distinct,
    g: &mut Gen,
) -> usize {
    let mut left = covers.clone();
    let mut count = 0;
    loop {
        match distinct.advance(1 + u64::arbitrary(g) % 20) {
            Step::Paused => {
                assert!(!distinct.count_so_far().is_exact() && !distinct.is_cut_short());
            }
            Step::Exhausted => break,
            Step::Cover => {
                let class = distinct.current().expect("it was found");
                let orbit = orbit(generators, &class.cover);
                assert_eq!(class.orbit_size, orbit.len().into(), "{problem:?}");
                assert_eq!(Some(&(&class.orbit_size * &class.stabilizer_order)), distinct.order());
                assert!(orbit.iter().all(|cover| left.remove(cover)), "{problem:?}");
                count += 1;
                assert_eq!(distinct.count_so_far().to_big(), count.into());
            }
        }
    }
    assert!(left.is_empty(), "{problem:?}: {left:?}");
    assert_eq!(distinct.covers_so_far(), &covers.len().into());
    count
}

#[test]
fn classes_are_the_orbits_of_all_covers() {
    let mut random = Gen::from_size_and_seed(100, 47);
    let (mut merged, mut bounded) = (0, 0);
    let cases = cases([300, 600]);
    for round in 0..cases {
        // One half often has planted symmetries, and the other often has bounds.
        let problem = match round % 2 {
            0 => random_problem(&mut random),
            _ => RandomProblem::arbitrary(&mut random).build(),
        };
        let covers: BTreeSet<Cover> = oracle::covers(&problem).into_iter().collect();
        if covers.len() > 300 {
            continue;
        }
        let group = problem.symmetries();
        let small = problem.distinct().with_images(IMAGES);
        let small = check(&problem, &covers, group.generators(), small, &mut random);
        let large = problem.distinct().with_images(0);
        assert_eq!(check(&problem, &covers, group.generators(), large, &mut random), small);
        merged += usize::from(small < covers.len());
        bounded += usize::from(problem.has_bounds() && covers.len() > 1);
        // The covers with an option, up to the symmetries that fix the option and an item.
        if problem.option_count() > 0 && problem.item_count() > 0 {
            let option = usize::arbitrary(&mut random) % problem.option_count();
            let chosen = OptionId::new(option as u32);
            let item = usize::arbitrary(&mut random) % problem.item_count();
            let fixed = ItemId::new(item as u32);
            let some: BTreeSet<Cover> =
                covers.iter().filter(|cover| cover.contains(&chosen)).cloned().collect();
            let [small, large] = [IMAGES, 0].map(|images| {
                let distinct = Distinct::of(&problem, &[chosen], &[fixed]).unwrap();
                distinct.with_images(images)
            });
            let count = small.clone().count();
            assert_eq!(large.clone().count(), count);
            assert!(count <= some.len() && (count > 0 || some.is_empty()));
            for distinct in [small, large] {
                let mut left = some.clone();
                let classes: Vec<_> = distinct.collect();
                assert!(classes.iter().all(|class| left.remove(&class.cover)));
                let sum: BigUint = classes.iter().map(|class| &class.orbit_size).sum();
                assert_eq!(sum, some.len().into(), "{problem:?}");
            }
        }
    }
    assert!(
        merged > cases / 15 && bounded > cases / 30,
        "{merged} with orbits, {bounded} with bounds"
    );
}

/// n queens: OEIS A002562 and A000170.
#[test]
fn queens() {
    let known = [(1, 1_u32), (0, 0), (0, 0), (1, 2), (2, 10), (1, 4), (6, 40), (12, 92), (46, 352)];
    for (n, (count, covers)) in (1..).zip(known) {
        assert_eq!(classes(Queens::new(n).unwrap().problem(), covers), count, "{n} queens");
    }
}

/// Steiner triple systems: OEIS A030129 and A030128. 1-factorizations: A000474 and A000438. Main
/// classes of Latin squares: A003090 and A002860.
#[test]
fn designs_of_the_literature() {
    let cases = [
        (Steiner::new(9).unwrap().problem().clone(), 1, 840_u32),
        (Steiner::new(13).unwrap().problem().clone(), 2, 1_197_504_000),
        (factorizations(6), 1, 6),
        (factorizations(8), 6, 6240),
        (Latin::new(4).unwrap().problem().clone(), 2, 576),
        (Latin::new(5).unwrap().problem().clone(), 2, 161_280),
        (Latin::new(6).unwrap().problem().clone(), 12, 812_851_200),
    ];
    for (problem, count, covers) in cases {
        assert_eq!(classes(&problem, covers), count);
    }
}

/// The numbers for pentominoes, which may be reflected: Golomb, Polyominoes.
#[test]
fn tilings() {
    let shapes = ShapeSet::Pentominoes.shapes(Sides::Free);
    let boards = [("3x20", 2, 8_u32), ("4x15", 368, 1472)];
    // The second board takes a long time without optimization.
    for &(board, count, covers) in &boards[..if cfg!(debug_assertions) { 1 } else { 2 }] {
        let board = board.parse().unwrap();
        let puzzle = Polyominoes::new(shapes.clone(), Sides::Free, Uses::Once, board).unwrap();
        assert_eq!(classes(puzzle.problem(), covers), count);
    }
    let shapes = ShapeSet::Dominoes.shapes(Sides::Free);
    for (board, count, covers) in [("2x10", 51, 89_u32), ("4x4", 9, 36)] {
        let board = board.parse().unwrap();
        let puzzle = Polyominoes::new(shapes.clone(), Sides::Free, Uses::Unlimited, board).unwrap();
        assert_eq!(classes(puzzle.problem(), covers), count);
    }
}

#[test]
fn limits_and_ends() {
    let queens = Queens::new(5).unwrap();
    for images in [0, usize::MAX] {
        let limits = Limits::none().covers(1);
        let mut distinct = queens.problem().distinct().with_images(images).limited(limits);
        assert_eq!(distinct.by_ref().count(), 1);
        assert!(distinct.is_cut_short() && distinct.count_so_far().to_string() == "1+");
        let limits = Limits::none().nodes(3);
        let mut distinct = queens.problem().distinct().with_images(images).limited(limits);
        assert_eq!(distinct.next(), None);
        assert!(distinct.is_cut_short() && !distinct.is_exhausted());
    }
    // The iterator does not end before the limit.
    let steiner = Steiner::new(9).unwrap();
    let mut distinct = steiner.problem().distinct().limited(Limits::none().nodes(100));
    assert!(distinct.next().is_some() && distinct.next().is_none() && distinct.is_exhausted());
    // The work on all cubes is counted, not only that on the last one.
    let mut distinct = queens.problem().distinct().with_images(usize::MAX);
    let mut before = distinct.stats();
    while distinct.advance(1) != Step::Exhausted {
        let now = distinct.stats();
        assert!(before.nodes <= now.nodes && before.updates <= now.updates);
        before = now;
    }
    // A problem without covers, and two with an item that may stay uncovered.
    for (text, count) in [("a b\na\n", 0), ("0:1|a | x\n", 1), ("0:1|a\na\n", 2)] {
        let problem: Problem = text.parse().unwrap();
        for images in [0, usize::MAX] {
            let mut distinct = problem.distinct().with_images(images);
            assert_eq!(distinct.by_ref().count(), count, "{text}");
            assert!(distinct.is_exhausted() && distinct.next().is_none());
        }
    }
    assert!(Distinct::of(queens.problem(), &[OptionId::new(25)], &[]).is_err());
}
