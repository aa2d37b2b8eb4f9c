//! Tests of the symmetries of problems, compared with a search through all permutations and with
//! published orders.

use std::collections::BTreeMap;

use crate::oracle::random::{RandomOption, RandomProblem, below, cases};
use num_bigint::BigUint;
use quadrille::puzzle::Puzzle;
use quadrille::puzzle::langford::Langford;
use quadrille::puzzle::latin::Latin;
use quadrille::puzzle::queens::Queens;
use quadrille::puzzle::steiner::Steiner;
use quadrille::search::Step;
use quadrille::symmetry::{Symmetries, SymmetrySearch};
use quadrille::{ItemId, OptionId, Problem};
use quickcheck::{Arbitrary, Gen};

/// Returns a small problem, with few different bounds, costs and colors.
fn small(g: &mut Gen) -> RandomProblem {
    let [has_bounds, has_colors, has_costs] = [(); 3].map(|()| below(g, 3) == 0);
    let (primary, secondary) = (below(g, 4), below(g, 3));
    let bounds = (0..primary)
        .map(|_| if has_bounds && bool::arbitrary(g) { (0, 2) } else { (1, 1) })
        .collect();
    let options = (0..below(g, 5))
        .map(|_| {
            let mut option = Vec::new();
            for item in 0..(primary + secondary) as u32 {
                let is_colored = has_colors && item as usize >= primary && bool::arbitrary(g);
                if bool::arbitrary(g) {
                    option.push((item, is_colored.then(|| below(g, 2) as u32)));
                }
            }
            (option, if has_costs { below(g, 2) as i64 } else { 0 })
        })
        .collect();
    RandomProblem { bounds, secondary, options }
}

/// Returns the problem together with a copy of it with other items. The two can be exchanged.
pub(crate) fn doubled(problem: &RandomProblem) -> RandomProblem {
    let primary = problem.bounds.len() as u32;
    let item = |item: u32, copy: u32| match item < primary {
        true => item + copy * primary,
        false => item + primary + copy * problem.secondary as u32,
    };
    let copy = |copy: u32| {
        problem.options.iter().map(move |(option, cost)| {
            let option = option.iter().map(|&(at, color)| (item(at, copy), color));
            (option.collect(), *cost)
        })
    };
    RandomProblem {
        bounds: [&problem.bounds[..], &problem.bounds].concat(),
        secondary: 2 * problem.secondary,
        options: copy(0).chain(copy(1)).collect(),
    }
}

/// Returns a problem whose primary items form a circle that can be rotated.
fn turned(g: &mut Gen) -> RandomProblem {
    let len = 3 + below(g, 3);
    let base: Vec<usize> = (0..len).filter(|_| bool::arbitrary(g)).collect();
    let option = |by: usize| -> RandomOption {
        let mut items: Vec<u32> = base.iter().map(|at| ((at + by) % len) as u32).collect();
        items.sort_unstable();
        (items.into_iter().map(|item| (item, None)).collect(), 0)
    };
    RandomProblem {
        bounds: vec![(1, 1); len],
        secondary: 0,
        options: (0..len).map(option).collect(),
    }
}

fn permutations(len: usize) -> Vec<Vec<usize>> {
    let mut all = vec![Vec::new()];
    for _ in 0..len {
        all = all
            .into_iter()
            .flat_map(|begun| {
                let free = (0..len).filter(|next| !begun.contains(next)).collect::<Vec<_>>();
                free.into_iter().map(move |next| [&begun[..], &[next]].concat())
            })
            .collect();
    }
    all
}

/// Returns all symmetries: the images of the items, then those of the options. The images of the
/// colors follow from these.
pub(crate) fn all_symmetries(problem: &Problem) -> Vec<(Vec<usize>, Vec<usize>)> {
    type Colors = BTreeMap<(usize, u32), u32>;
    /// Maps the options that have no image yet in all possible ways.
    fn map_options(
        problem: &Problem,
        items: &[usize],
        images: &mut Vec<usize>,
        colors: &Colors,
        found: &mut Vec<(Vec<usize>, Vec<usize>)>,
    ) {
        let at = images.len();
        if at == problem.option_count() {
            found.push((items.to_vec(), images.clone()));
            return;
        }
        let entries = |option: usize| -> BTreeMap<usize, Option<u32>> {
            let entries = problem.entries(OptionId::new(option as u32));
            entries.map(|(item, color)| (item.index(), color.map(|c| c.get()))).collect()
        };
        for image in 0..problem.option_count() {
            let cost = |option: usize| problem.cost(OptionId::new(option as u32));
            let (from, to) = (entries(at), entries(image));
            if images.contains(&image) || from.len() != to.len() || cost(at) != cost(image) {
                continue;
            }
            let mut colors = colors.clone();
            let is_possible =
                from.iter().all(|(&item, color)| match (color, to.get(&items[item])) {
                    (None, Some(None)) => true,
                    (Some(color), Some(Some(image))) => {
                        let is_new = |(&(of, _), &other): (&(usize, u32), &u32)| {
                            of != item || other != *image
                        };
                        match colors.get(&(item, *color)) {
                            Some(known) => known == image,
                            None if colors.iter().all(is_new) => {
                                colors.insert((item, *color), *image);
                                true
                            }
                            None => false,
                        }
                    }
                    _ => false,
                });
            if is_possible {
                images.push(image);
                map_options(problem, items, images, &colors, found);
                images.pop();
            }
        }
    }
    let mut found = Vec::new();
    let bounds = |item: usize| problem.bounds(ItemId::new(item as u32));
    for items in permutations(problem.item_count()) {
        if items.iter().enumerate().all(|(item, &image)| bounds(item) == bounds(image)) {
            map_options(problem, &items, &mut Vec::new(), &Colors::new(), &mut found);
        }
    }
    found
}

/// Returns the images of items and options under each generator, after checking that it is a
/// symmetry: the image of an option has the images of its entries, items keep their bounds, and
/// options keep their costs.
pub(crate) fn checked_generators(
    problem: &Problem,
    symmetries: &Symmetries,
) -> Vec<(Vec<usize>, Vec<usize>)> {
    let generators = symmetries.generators().iter();
    generators
        .map(|generator| {
            let items = (0..problem.item_count() as u32).map(ItemId::new);
            let items: Vec<_> = items.map(|item| generator.item(item).unwrap()).collect();
            for (item, image) in items.iter().enumerate() {
                assert_eq!(problem.bounds(ItemId::new(item as u32)), problem.bounds(*image));
            }
            let mut options = Vec::new();
            for (option, _) in problem.options() {
                let image = generator.option(option).unwrap();
                let mut images: Vec<_> = problem
                    .entries(option)
                    .map(|(item, color)| match color {
                        Some(color) => {
                            let (to, color) = generator.color(item, color).unwrap();
                            assert_eq!(to, items[item.index()]);
                            (to, Some(color))
                        }
                        None => (items[item.index()], None),
                    })
                    .collect();
                let mut entries: Vec<_> = problem.entries(image).collect();
                images.sort_unstable();
                entries.sort_unstable();
                assert_eq!(images, entries);
                assert_eq!(problem.cost(option), problem.cost(image));
                options.push(image.index());
            }
            (items.iter().map(|item| item.index()).collect(), options)
        })
        .collect()
}

/// Returns the orbits of some permutations, each sorted.
fn orbits(len: usize, permutations: impl Iterator<Item = Vec<usize>>) -> Vec<Vec<u32>> {
    let mut least: Vec<usize> = (0..len).collect();
    for permutation in permutations {
        for (at, image) in permutation.into_iter().enumerate() {
            let (a, b) = (least[at], least[image]);
            least.iter_mut().filter(|set| **set == a || **set == b).for_each(|set| *set = a.min(b));
        }
    }
    let mut sets = BTreeMap::<usize, Vec<u32>>::new();
    for (at, set) in least.into_iter().enumerate() {
        sets.entry(set).or_default().push(at as u32);
    }
    sets.into_values().collect()
}

/// Returns the orbits of items and of options, as numbers.
fn orbits_of(symmetries: &Symmetries) -> [Vec<Vec<u32>>; 2] {
    let items = symmetries.item_orbits().into_iter();
    let options = symmetries.option_orbits().into_iter();
    [
        items.map(|orbit| orbit.into_iter().map(ItemId::get).collect()).collect(),
        options.map(|orbit| orbit.into_iter().map(OptionId::get).collect()).collect(),
    ]
}

#[test]
fn the_group_is_that_of_all_permutations() {
    let mut random = Gen::from_size_and_seed(100, 7);
    let (mut groups, mut colored) = (0, 0);
    let cases = cases([400, 2000]);
    for round in 0..cases {
        let problem = match round % 4 {
            0 => turned(&mut random).build(),
            1 => doubled(&small(&mut random)).build(),
            _ => small(&mut random).build(),
        };
        if problem.item_count() > 6 || problem.option_count() > 8 {
            continue;
        }
        let expected = all_symmetries(&problem);
        let symmetries = problem.symmetries();
        assert!(symmetries.is_complete());
        assert_eq!(symmetries.order(), &BigUint::from(expected.len()), "{problem:?}");
        let generators = checked_generators(&problem, &symmetries);
        for generator in &generators {
            assert!(expected.contains(generator));
        }
        let [items, options] = [problem.item_count(), problem.option_count()];
        let by_hand = [
            orbits(items, expected.iter().map(|symmetry| symmetry.0.clone())),
            orbits(options, expected.iter().map(|symmetry| symmetry.1.clone())),
        ];
        assert_eq!(orbits_of(&symmetries), by_hand, "{problem:?}");
        groups += usize::from(expected.len() > 1);
        colored += usize::from(expected.len() > 1 && problem.has_colors());
    }
    assert!(groups > cases / 2 && colored > cases / 40, "{groups} groups, {colored} with colors");
}

/// Fixing an item gives its stabilizer, whose order is that of the group divided by the size of the
/// orbit.
#[test]
fn a_fixed_item_divides_the_order_by_its_orbit() {
    let mut random = Gen::from_size_and_seed(100, 8);
    for _ in 0..100 {
        let problem = doubled(&doubled(&small(&mut random))).build();
        let symmetries = problem.symmetries();
        checked_generators(&problem, &symmetries);
        for orbit in symmetries.item_orbits() {
            let mut search = SymmetrySearch::fixing(&problem, &orbit[..1]);
            while search.advance(1) == Step::Paused {}
            let stabilizer = search.symmetries();
            let kept = |symmetry: &quadrille::symmetry::Symmetry| symmetry.item(orbit[0]);
            assert!(stabilizer.generators().iter().all(|one| kept(one) == Some(orbit[0])));
            assert_eq!(&(stabilizer.order() * orbit.len()), symmetries.order());
        }
    }
}

/// Renumbering the items and options of a problem renumbers its group and changes nothing else.
#[test]
fn new_numbers_change_nothing_else() {
    let mut random = Gen::from_size_and_seed(100, 9);
    let mut shuffled = |len: usize| -> Vec<usize> {
        let mut numbers: Vec<usize> = (0..len).collect();
        (1..len).for_each(|at| numbers.swap(at, below(&mut random, at + 1)));
        numbers
    };
    let mut random = Gen::from_size_and_seed(100, 10);
    for _ in 0..200 {
        let problem = doubled(&small(&mut random));
        let (primary, secondary) = (problem.bounds.len(), problem.secondary);
        let mut items = shuffled(primary);
        items.extend(shuffled(secondary).iter().map(|item| item + primary));
        let order = shuffled(problem.options.len());
        let mut renamed = problem.clone();
        for (at, &to) in items[..primary].iter().enumerate() {
            renamed.bounds[to] = problem.bounds[at];
        }
        for (option, &to) in problem.options.iter().zip(&order) {
            let entries = option.0.iter().rev();
            let entries = entries.map(|&(item, color)| (items[item as usize] as u32, color));
            renamed.options[to] = (entries.collect(), option.1);
        }
        let (one, other) = (problem.build().symmetries(), renamed.build().symmetries());
        assert_eq!(one.order(), other.order());
        let [mut of_items, mut of_options] = orbits_of(&one);
        for (orbits, numbers) in [(&mut of_items, &items), (&mut of_options, &order)] {
            for orbit in orbits.iter_mut() {
                orbit.iter_mut().for_each(|number| *number = numbers[*number as usize] as u32);
                orbit.sort_unstable();
            }
            orbits.sort_unstable();
        }
        assert_eq!([of_items, of_options], orbits_of(&other));
    }
}

fn factorial(n: u32) -> BigUint {
    (1..=n).map(BigUint::from).product()
}

/// The symmetries of Latin squares permute the rows, the columns and the symbols, and exchange the
/// three. Those of triple systems permute the points. A square board has eight symmetries, and
/// Langford's problem has a reflection.
#[test]
fn orders_of_the_literature() {
    let order = |puzzle: &dyn Fn() -> Problem| {
        let problem = puzzle();
        let symmetries = problem.symmetries();
        checked_generators(&problem, &symmetries);
        symmetries.order().clone()
    };
    for n in 2..=7 {
        let latin = order(&|| Latin::new(n).unwrap().problem().clone());
        assert_eq!(latin, factorial(n as u32).pow(3) * 6_u32, "Latin squares of order {n}");
    }
    for n in [7, 9, 13] {
        let triples = order(&|| Steiner::new(n).unwrap().problem().clone());
        assert_eq!(triples, factorial(n as u32), "triples of {n} points");
    }
    for n in [4, 5, 8, 12] {
        let queens = order(&|| Queens::new(n).unwrap().problem().clone());
        assert_eq!(queens, BigUint::from(8_u32), "{n} queens");
    }
    for n in [3, 4, 8] {
        let pairs = order(&|| Langford::new(n).unwrap().problem().clone());
        assert_eq!(pairs, BigUint::from(2_u32), "Langford pairs of {n}");
    }
    // Russell and Jarvis (2006): 3,359,232 symmetries of the cells, and 9! of the digits.
    let sudoku = order(&|| quadrille::sudoku::problem().clone());
    assert_eq!(sudoku, BigUint::from(3_359_232_u32) * factorial(9));
}

/// Many equal options and many equal items give a product of groups.
#[test]
fn equal_options_and_items_can_be_exchanged() {
    let mut text = "a b c d |".to_owned();
    (0..30).for_each(|item| text += &format!(" s{item}"));
    for _ in 0..40 {
        text += "\na b\nc d\nb c d";
    }
    let problem: Problem = text.parse().unwrap();
    let symmetries = problem.symmetries();
    // The items c and d can be exchanged, but not a and b.
    let expected = factorial(40).pow(3) * factorial(30) * 2_u32;
    assert_eq!(symmetries.order(), &expected);
    checked_generators(&problem, &symmetries);
}

/// A search that is cut short finds a subgroup, whose order divides that of the group.
#[test]
fn a_search_that_is_cut_short_has_a_subgroup() {
    let squares = Latin::new(5).unwrap();
    let all = squares.problem().symmetries();
    let mut search = SymmetrySearch::new(squares.problem());
    let mut seen = Vec::new();
    loop {
        let is_done = search.advance(1) == Step::Exhausted;
        let so_far = search.symmetries();
        assert_eq!(so_far.is_complete(), is_done);
        assert_eq!(all.order() % so_far.order(), BigUint::ZERO);
        checked_generators(squares.problem(), &so_far);
        seen.push(so_far.order().clone());
        if is_done {
            break;
        }
    }
    assert!(seen.is_sorted() && seen[0] == BigUint::from(1_u32) && seen.len() > 20);
    assert_eq!(seen.last(), Some(all.order()));
    assert_eq!(search.symmetries(), all);
}
