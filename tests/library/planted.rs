//! Tests with planted symmetries in random problems. The expected counts come from the oracle, the
//! classes from orbits of covers, and the groups of small problems from trying all permutations.
//! Renumbering changes none of them.

use std::collections::{BTreeMap, BTreeSet};

use crate::distinct::{IMAGES, check, orbit};
use crate::oracle;
use crate::oracle::random::below;
use crate::oracle::random::{RandomOption, RandomProblem};
use crate::symmetry::{all_symmetries, checked_generators, doubled};
use num_bigint::BigUint;
use quadrille::engine::classes::ClassSearch;
use quadrille::search::Cube;
use quadrille::solve::Distinct;
use quadrille::symmetry::{Symmetries, Symmetry};
use quadrille::{Cover, ItemId, OptionId, Problem};
use quickcheck::{Arbitrary, Gen};

fn shuffled(g: &mut Gen, len: usize) -> Vec<usize> {
    let mut numbers: Vec<usize> = (0..len).collect();
    (1..len).for_each(|at| numbers.swap(at, below(g, at + 1)));
    numbers
}

/// The maximum number of options, before one is repeated.
const OPTIONS: usize = 20;

/// Returns a problem that a random permutation of its items and colors maps to itself: it contains
/// all images of each option. Returns `None` if the permutation makes too many images.
fn with_permutation(g: &mut Gen) -> Option<RandomProblem> {
    let mut problem = RandomProblem::arbitrary(g);
    let most = 1 + below(g, 7);
    problem.options.truncate(most);
    let (primary, secondary) = (problem.bounds.len(), problem.secondary);
    // A rotation of some primary items and one of some secondary items, each in a random order.
    let mut images: Vec<usize> = (0..primary + secondary).collect();
    for (first, len) in [(0, primary), (primary, secondary)] {
        let moved = shuffled(g, len);
        let kept = below(g, len + 1);
        let moved = &moved[kept..];
        for (at, from) in moved.iter().enumerate() {
            images[first + from] = first + moved[(at + 1) % moved.len()];
        }
    }
    for item in 0..primary {
        // All items of a cycle get the bounds of its smallest item.
        let mut at = images[item];
        while at > item {
            problem.bounds[at] = problem.bounds[item];
            at = images[at];
        }
    }
    let colors = shuffled(g, 3);
    let mut options: BTreeMap<RandomOption, usize> = BTreeMap::new();
    for (mut option, cost) in problem.options {
        option.sort_unstable();
        let first = option.clone();
        loop {
            *options.entry((option.clone(), cost)).or_default() += 1;
            let image = option.iter().map(|&(item, color)| {
                (images[item as usize] as u32, color.map(|color| colors[color as usize] as u32))
            });
            option = image.collect();
            option.sort_unstable();
            if option == first {
                break;
            }
            if options.len() > OPTIONS {
                return None;
            }
        }
    }
    problem.options =
        options.into_iter().flat_map(|(option, many)| std::iter::repeat_n(option, many)).collect();
    (problem.options.len() <= OPTIONS).then_some(problem)
}

/// Returns a random problem with a planted symmetry. The problem is kept small.
fn planted(g: &mut Gen) -> RandomProblem {
    loop {
        let found = match below(g, 4) {
            0 => {
                let mut part = RandomProblem::arbitrary(g);
                part.options.truncate(OPTIONS / 2);
                Some(doubled(&part))
            }
            1 => {
                // An option that occurs twice.
                let mut problem = RandomProblem::arbitrary(g);
                problem.options.truncate(OPTIONS);
                let option = problem.options.first().cloned();
                problem.options.extend(option);
                Some(problem)
            }
            _ => with_permutation(g),
        };
        if let Some(problem) = found {
            return problem;
        }
    }
}

/// Returns the problem with its items, options and colors renumbered.
fn renamed(problem: &RandomProblem, g: &mut Gen) -> RandomProblem {
    let (primary, secondary) = (problem.bounds.len(), problem.secondary);
    let mut items = shuffled(g, primary);
    items.extend(shuffled(g, secondary).iter().map(|item| item + primary));
    let colors: Vec<_> = items.iter().map(|_| shuffled(g, 3)).collect();
    let order = shuffled(g, problem.options.len());
    let mut renamed = problem.clone();
    for (at, &to) in items[..primary].iter().enumerate() {
        renamed.bounds[to] = problem.bounds[at];
    }
    for ((option, cost), &to) in problem.options.iter().zip(&order) {
        let entries = option.iter().rev().map(|&(item, color)| {
            let color = color.map(|color| colors[item as usize][color as usize] as u32);
            (items[item as usize] as u32, color)
        });
        renamed.options[to] = (entries.collect(), *cost);
    }
    renamed
}

/// Returns the number of classes, from the numbers of covers that symmetries preserve, or `None` if
/// [`Distinct::kept_covers`] returns `None`.
fn by_kept_covers(mut distinct: Distinct) -> Option<BigUint> {
    while distinct.order().is_none() {
        distinct.advance(1);
    }
    let kept = distinct.kept_covers()?;
    let count = |part: &quadrille::solve::KeptPart| {
        let covers = oracle::covers(&part.problem);
        let chosen: Vec<OptionId> = part.cube.chosen.to_vec();
        let has_all = |cover: &&Cover| chosen.iter().all(|option| cover.contains(option));
        BigUint::from(covers.iter().filter(has_all).count())
    };
    let counts: Vec<BigUint> = kept.parts().iter().map(count).collect();
    let classes = kept.classes(&counts).expect("it is a mean of whole numbers");
    assert!(kept.at_least(&counts[..1]) <= classes && kept.at_least(&counts) == classes);
    Some(classes)
}

/// The invariants of renumbering: the order of the group, the sizes of the orbits of items and of
/// options, the number of covers, and the sizes of the classes.
type Invariants = (BigUint, [Vec<usize>; 2], BigUint, Vec<BigUint>);

fn invariants(problem: &Problem) -> Invariants {
    let group = problem.symmetries();
    let sizes = |mut sizes: Vec<usize>| {
        sizes.sort_unstable();
        sizes
    };
    let orbits = [
        sizes(group.item_orbits().iter().map(Vec::len).collect()),
        sizes(group.option_orbits().iter().map(Vec::len).collect()),
    ];
    let mut classes: Vec<_> = problem.distinct().map(|class| class.orbit_size).collect();
    classes.sort_unstable();
    (group.order().clone(), orbits, problem.count().to_big(), classes)
}

/// The numbers of problems with each feature.
#[derive(Debug, Default)]
struct Seen {
    groups: usize,
    by_hand: usize,
    merged: usize,
    kept: usize,
    bounds: usize,
    colors: usize,
    costs: usize,
    subgroups: usize,
}

fn check_problem(random: &RandomProblem, seen: &mut Seen, g: &mut Gen) {
    let problem = random.build();
    let covers: BTreeSet<Cover> = oracle::covers(&problem).into_iter().collect();
    if covers.len() > 200 {
        return;
    }
    let group = problem.symmetries();
    checked_generators(&problem, &group);
    let has_group = *group.order() > 1_u32.into();
    seen.groups += usize::from(has_group);
    seen.bounds += usize::from(has_group && problem.has_bounds());
    seen.colors += usize::from(has_group && problem.has_colors());
    seen.costs += usize::from(has_group && problem.has_costs());
    if problem.item_count() <= 5 && problem.option_count() <= 7 {
        let all = all_symmetries(&problem);
        assert_eq!(group.order(), &all.len().into(), "{problem:?}");
        // The classes under all symmetries, not only under generators.
        let image = |cover: &Cover, options: &[usize]| -> Cover {
            cover.iter().map(|option| OptionId::new(options[option.index()] as u32)).collect()
        };
        let least = |cover: &Cover| all.iter().map(|(_, options)| image(cover, options)).min();
        let classes: BTreeSet<_> = covers.iter().map(least).collect();
        assert_eq!(problem.distinct().count(), classes.len(), "{problem:?}");
        seen.by_hand += usize::from(has_group);
    }
    assert_eq!(problem.count(), covers.len() as u64, "{problem:?}");
    if let Some(mut search) = ClassSearch::new(&problem, &Cube::default(), &problem.symmetries()) {
        search.set_few(0);
        while !search.advance(100) {}
        assert_eq!(search.count_so_far(), covers.len().into(), "{problem:?}");
    }
    // The classes by both methods, and their number from the covers that symmetries preserve.
    let small =
        check(&problem, &covers, group.generators(), problem.distinct().with_images(IMAGES), g);
    let large = problem.distinct().with_images(0);
    assert_eq!(check(&problem, &covers, group.generators(), large, g), small);
    seen.merged += usize::from(small < covers.len());
    if let Some(kept) = by_kept_covers(problem.distinct().with_images(IMAGES)) {
        assert_eq!(kept, small.into(), "{problem:?}");
        seen.kept += usize::from(small < covers.len());
    }
    // The group that some of the generators generate.
    let some: Vec<Symmetry> =
        group.generators().iter().filter(|_| bool::arbitrary(g)).cloned().collect();
    let given = Symmetries::generated_by(&problem, &some);
    let given = given.ok().filter(|given| *given.order() <= 1000_u32.into());
    if let Some(given) = given {
        let within = Distinct::within(&problem, &[], &some).unwrap();
        assert_eq!(group.order() % given.order(), BigUint::ZERO);
        check(&problem, &covers, &some, within, g);
        seen.subgroups += usize::from(!some.is_empty() && some.len() < group.generators().len());
    }
    // The covers with an option, under the symmetries of a given group that preserve the option.
    if problem.option_count() > 0 {
        let chosen = OptionId::new(below(g, problem.option_count()) as u32);
        let with: BTreeSet<_> = covers.iter().filter(|c| c.contains(&chosen)).cloned().collect();
        if *group.order() <= 1000_u32.into() {
            let distinct = Distinct::within(&problem, &[chosen], group.generators()).unwrap();
            let all = Distinct::of(&problem, &[chosen], &[]).unwrap();
            let [given, found] = [distinct.clone(), all.clone()].map(|it| it.count());
            assert_eq!(given, found, "{problem:?}");
            for distinct in [distinct, all] {
                if let Some(kept) = by_kept_covers(distinct.clone()) {
                    assert_eq!(kept, found.into(), "{problem:?}");
                }
                let sum: BigUint = distinct.map(|class| class.orbit_size).sum();
                assert_eq!(sum, with.len().into());
            }
        }
    }
    assert_eq!(invariants(&problem), invariants(&renamed(random, g).build()), "{problem:?}");
}

fn check_many(count: usize) {
    let mut g = Gen::from_size_and_seed(100, 34);
    let mut seen = Seen::default();
    for _ in 0..count {
        check_problem(&planted(&mut g), &mut seen, &mut g);
    }
    let Seen { groups, by_hand, merged, kept, bounds, colors, costs, subgroups } = seen;
    let least = [groups, by_hand, merged, kept, bounds, colors, costs, subgroups].into_iter().min();
    assert!(groups > count / 2 && least > Some(count / 100), "{seen:?}");
}

#[test]
fn planted_symmetries_are_found_and_used() {
    check_many(40);
}

#[test]
#[ignore = "a long run of the test above"]
fn many_planted_symmetries_are_found_and_used() {
    check_many(5000);
}

/// Symmetries of one problem are not symmetries of another, and a large group is not listed.
#[test]
fn given_symmetries_are_checked() {
    let square: Problem = "a b c d\na b\nb c\nc d\nd a\n".parse().unwrap();
    let path: Problem = "a b c d\na b\nb c\nc d\nd\n".parse().unwrap();
    let generators = square.symmetries().generators().to_vec();
    let error = Distinct::within(&path, &[], &generators).unwrap_err().to_string();
    assert!(error.starts_with("not a symmetry: option"), "{error}");
    let other: Problem = "a b\na\nb\n".parse().unwrap();
    let error = Distinct::within(&other, &[], &generators).unwrap_err().to_string();
    assert_eq!(error, "there are 4 images, but 2 are needed");
    assert!(Distinct::within(&square, &[OptionId::new(4)], &generators).is_err());
    let mut builder = Problem::builder();
    builder.unnamed_primary(12).unwrap();
    for item in 0..12 {
        builder.option([ItemId::new(item)]).unwrap();
    }
    let many = builder.build().unwrap();
    let error = Distinct::within(&many, &[], many.symmetries().generators()).unwrap_err();
    assert!(error.to_string().starts_with("the group has too many elements"), "{error}");
    // Without generators, each cover is a class of its own.
    let covers = Distinct::within(&square, &[], &[]).unwrap();
    let orders: Vec<_> = covers.map(|class| class.stabilizer_order).collect();
    assert_eq!(orders, [1_u32.into(), 1_u32.into()]);
    let cover = square.first().unwrap();
    assert_eq!(orbit(&generators, &cover).len(), 2);
}
