//! Every engine compared with the oracle, on random problems with fixed seeds.

use std::collections::BTreeSet;

use crate::oracle;
use crate::oracle::random::{RandomProblem, cases};
use quadrille::engine::hybrid::Hybrid;
use quadrille::engine::{bounded::Bounded, domains::Domains, filter::Filter, simd::Simd};
use quadrille::search::{Cube, Step, Unsupported};
use quadrille::{
    AnyEngine, Cheapest, Count, Cover, EngineChoice, Limits, OptionId, Problem, Solver,
    SortedCover, Uniqueness,
};
use quickcheck::{Gen, QuickCheck, Testable};

fn check(seed: u64, property: impl Testable) {
    let tests = cases([200, 20_000]) as u64;
    QuickCheck::new().rng(Gen::from_size_and_seed(100, seed)).tests(tests).quickcheck(property);
}

/// Returns a solver for every engine that can search the problem. Three of the engines are tried
/// with every instruction set of this machine.
fn solvers(problem: &Problem) -> impl Iterator<Item = Solver> {
    let chosen = EngineChoice::ALL.into_iter().map(|choice| AnyEngine::new(problem, choice));
    let filters = Simd::available()
        .into_iter()
        .map(|simd| Filter::with_simd(problem, simd).map(AnyEngine::from));
    let domains = Simd::available()
        .into_iter()
        .map(|simd| Domains::with_simd(problem, simd).map(AnyEngine::from));
    let bounded = Simd::available()
        .into_iter()
        .map(|simd| Bounded::with_simd(problem, simd).map(AnyEngine::from));
    // Hybrids that switch at the root, half way down, and near the leaves.
    let hybrids = [1_000, 8, 3]
        .into_iter()
        .map(|options| Hybrid::with_options(problem, options).map(AnyEngine::from));
    chosen.chain(filters).chain(domains).chain(bounded).chain(hybrids).filter_map(|engine| {
        match engine {
            Ok(engine) => Some(Solver::from(engine)),
            Err(Unsupported::Bounds) if problem.has_bounds() => None,
            Err(error) => panic!("{error}"),
        }
    })
}

/// Returns the covers of a search as a set, after checking that each is valid and new.
fn collect(problem: &Problem, covers: impl Iterator<Item = Cover>) -> BTreeSet<Cover> {
    let mut found = BTreeSet::new();
    for cover in covers {
        assert_eq!(problem.check(&cover), Ok(()));
        assert!(found.insert(cover), "the same cover twice");
    }
    found
}

#[test]
fn covers_are_those_of_the_oracle() {
    fn property(random: RandomProblem) -> bool {
        let problem = random.build();
        let expected = oracle::covers(&problem);
        solvers(&problem).all(|mut solver| {
            collect(&problem, solver.solutions()) == expected
                && collect(&problem, solver.solutions()) == expected
                && solver.solutions().count() == expected.len()
        })
    }
    check(1, property as fn(RandomProblem) -> bool);
}

/// Follows a search from one cover to the next, and does not read some of the covers.
#[test]
fn what_an_engine_calls_unchanged_is_so() {
    fn property(random: RandomProblem, steps: Vec<u8>) -> bool {
        let problem = random.build();
        solvers(&problem).all(|mut solver| {
            let mut solutions = solver.solutions();
            let (mut last, mut sorted) = (Vec::new(), Vec::new());
            let mut followed = SortedCover::default();
            for step in steps.iter().chain(&[7]).cycle() {
                match solutions.advance(u64::from(step % 4) + 1) {
                    Step::Exhausted => break,
                    Step::Cover if step & 4 != 0 => {}
                    Step::Cover | Step::Paused => continue,
                }
                let unchanged = solutions.unchanged();
                let cover = solutions.cover();
                if !last.starts_with(&cover[..unchanged]) {
                    return false;
                }
                let same = followed.update(cover, unchanged);
                last = cover.to_vec();
                let before = std::mem::replace(&mut sorted, Cover::from(cover).to_vec());
                if followed[..] != sorted[..] || !before.starts_with(&sorted[..same]) {
                    return false;
                }
            }
            true
        })
    }
    check(7, property as fn(RandomProblem, Vec<u8>) -> bool);
}

#[test]
fn all_ways_to_take_covers_give_the_same_ones_in_the_same_order() {
    fn property(random: RandomProblem, ways: Vec<u8>) -> bool {
        let problem = random.build();
        solvers(&problem).all(|mut solver| {
            let mut lent = Vec::new();
            let mut solutions = solver.solutions();
            while let Some(cover) = solutions.next_cover() {
                lent.push(Cover::from(cover));
            }
            let mut folded = Vec::new();
            solver.solutions().for_each(|cover| folded.push(cover));
            let mut tried = Vec::new();
            let end = solver.solutions().try_for_each(|cover| {
                tried.push(cover);
                if tried.len() < 20 { Ok(()) } else { Err(()) }
            });
            let mut mixed = Vec::new();
            let mut solutions = solver.solutions();
            for way in ways.iter().chain(&[0]).cycle() {
                let cover = if way % 2 == 0 {
                    solutions.next()
                } else {
                    let cover = solutions.next_cover().map(Cover::from);
                    if cover.is_some() && way & 2 != 0 {
                        solutions.unchanged();
                    }
                    cover
                };
                let Some(cover) = cover else { break };
                mixed.push(cover);
            }
            folded == lent
                && mixed == lent
                && solver.solutions().collect::<Vec<_>>() == lent
                && tried == lent[..lent.len().min(20)]
                && end.is_err() == (lent.len() >= 20)
        })
    }
    check(8, property as fn(RandomProblem, Vec<u8>) -> bool);
}

#[test]
fn the_random_problems_are_worth_solving() {
    let mut random = Gen::from_size_and_seed(100, 1);
    let (mut with_covers, mut with_many, mut deep, mut everything) = (0, 0, 0, 0);
    for _ in 0..1_000 {
        let problem = <RandomProblem as quickcheck::Arbitrary>::arbitrary(&mut random).build();
        let covers = oracle::covers(&problem);
        with_covers += usize::from(!covers.is_empty());
        with_many += usize::from(covers.len() >= 10);
        deep += usize::from(covers.iter().any(|cover| cover.len() >= 6));
        let has_all = problem.has_colors() && problem.has_bounds() && problem.has_costs();
        everything += usize::from(has_all && covers.len() >= 2);
    }
    assert!(
        with_covers > 300 && with_many > 50 && deep > 100 && everything > 20,
        "{with_covers} {with_many} {deep} {everything}"
    );
}

#[test]
fn a_prefix_selects_the_covers_that_contain_it() {
    fn property(random: RandomProblem, picks: Vec<u32>) -> bool {
        let problem = random.build();
        let all = oracle::covers(&problem);
        // The prefix has options of a cover or random options. They may repeat.
        let pool: Vec<OptionId> =
            match all.iter().nth(picks.first().map_or(0, |&pick| pick as usize % 8)) {
                Some(cover) if picks.len().is_multiple_of(3) => cover.to_vec(),
                _ => (0..problem.option_count() as u32).map(OptionId::new).collect(),
            };
        let prefix: Vec<OptionId> = picks
            .iter()
            .take(4)
            .filter(|_| !pool.is_empty())
            .map(|&pick| pool[pick as usize % pool.len()])
            .collect();
        let expected: BTreeSet<Cover> = all
            .iter()
            .filter(|cover| prefix.iter().all(|option| cover.contains(option)))
            .cloned()
            .collect();
        solvers(&problem).all(|mut solver| {
            let with_prefix = collect(&problem, solver.solutions_of(&Cube::from(&prefix)).unwrap());
            // The prefix is undone, so the next search finds all covers.
            with_prefix == expected && collect(&problem, solver.solutions()) == all
        })
    }
    check(2, property as fn(RandomProblem, Vec<u32>) -> bool);
}

#[test]
fn a_search_in_small_steps_finds_the_same() {
    fn property(random: RandomProblem, slice: u8) -> bool {
        let problem = random.build();
        let slice = u64::from(slice % 5) + 1;
        solvers(&problem).all(|mut solver| {
            let whole: Vec<Cover> = solver.solutions().collect();
            let whole_stats = {
                let mut solutions = solver.solutions();
                solutions.count_all();
                solutions.stats()
            };
            let mut solutions = solver.solutions();
            let mut found = Vec::new();
            loop {
                let before = solutions.stats().nodes;
                let step = solutions.advance(slice);
                assert!(solutions.stats().nodes - before <= slice);
                match step {
                    Step::Cover => found.push(Cover::from(solutions.cover())),
                    Step::Paused => assert!(!solutions.is_cut_short()),
                    Step::Exhausted => break,
                }
            }
            found == whole && solutions.stats() == whole_stats
        })
    }
    check(3, property as fn(RandomProblem, u8) -> bool);
}

#[test]
fn limits_are_respected_and_reported() {
    fn property(random: RandomProblem, covers: u8, nodes: u8) -> bool {
        let problem = random.build();
        let (covers, nodes) = (u64::from(covers % 8), u64::from(nodes));
        let all = oracle::covers(&problem).len() as u64;
        solvers(&problem).all(|mut solver| {
            let mut by_covers = solver.solutions().limited(Limits::none().covers(covers));
            let count = by_covers.count_all();
            let told = if all < covers { Count::exactly(all) } else { Count::at_least(covers) };
            assert_eq!(count, told);
            assert_eq!(by_covers.is_cut_short(), !count.is_exact());
            assert_eq!(by_covers.next(), None);

            let mut by_nodes = solver.solutions().limited(Limits::none().nodes(nodes));
            let count = by_nodes.count_all();
            assert!(by_nodes.stats().nodes <= nodes);
            assert_eq!(by_nodes.next(), None);
            let is_right =
                if count.is_exact() { count == all } else { count.to_u64() <= Some(all) };
            is_right && by_nodes.is_cut_short() != count.is_exact()
        })
    }
    check(4, property as fn(RandomProblem, u8, u8) -> bool);
}

#[test]
fn uniqueness_returns_the_covers_it_finds() {
    fn property(random: RandomProblem, nodes: u8) -> bool {
        let problem = random.build();
        let all = oracle::covers(&problem);
        let agrees = |told: &Uniqueness<Cover>| match told {
            Uniqueness::None => all.is_empty(),
            Uniqueness::One(only) => all.len() == 1 && all.contains(only),
            Uniqueness::Several(first, second) => {
                first != second && all.contains(first) && all.contains(second)
            }
            Uniqueness::Undecided(found) => found.as_ref().is_none_or(|found| all.contains(found)),
        };
        solvers(&problem).all(|mut solver| {
            let told = solver.solutions().uniqueness();
            let limited =
                solver.solutions().limited(Limits::none().nodes(nodes.into())).uniqueness();
            agrees(&told) && !matches!(told, Uniqueness::Undecided(_)) && agrees(&limited)
        })
    }
    check(5, property as fn(RandomProblem, u8) -> bool);
}

/// Returns the costs, in ascending order, of the covers with a prefix. The cost of a cover is the
/// sum of its options' costs.
fn by_cost(problem: &Problem, prefix: &[OptionId]) -> Vec<i64> {
    let covers = oracle::covers(problem);
    let with_prefix =
        covers.iter().filter(|cover| prefix.iter().all(|option| cover.contains(option)));
    let mut costs: Vec<i64> =
        with_prefix.map(|cover| cover.iter().map(|&option| problem.cost(option)).sum()).collect();
    costs.sort();
    costs
}

#[test]
fn the_cheapest_covers_are_those_of_the_oracle() {
    fn property(random: RandomProblem, count: u8, pick: u8) -> bool {
        let problem = random.build();
        let count = usize::from(count % 10);
        let options = problem.option_count();
        let prefix: Vec<OptionId> = (pick.is_multiple_of(3) && options > 0)
            .then(|| OptionId::new(u32::from(pick) % options as u32))
            .into_iter()
            .collect();
        let mut expected = by_cost(&problem, &prefix);
        expected.truncate(count);

        let mut cheapest = Cheapest::new(&problem, count);
        cheapest.start(&Cube::from(&prefix)).unwrap();
        while cheapest.advance(3) != Step::Exhausted {}
        let best = cheapest.into_covers();
        for (cover, cost) in &best {
            assert_eq!(problem.check(cover), Ok(()));
            assert_eq!(*cost, cover.iter().map(|&option| problem.cost(option)).sum::<i64>());
        }
        let covers: BTreeSet<&Cover> = best.iter().map(|(cover, _)| cover).collect();
        let costs: Vec<i64> = best.iter().map(|&(_, cost)| cost).collect();
        covers.len() == best.len()
            && costs == expected
            && (!prefix.is_empty() || problem.best(count) == best)
    }
    check(6, property as fn(RandomProblem, u8, u8) -> bool);
}

#[test]
fn an_unknown_option_in_a_prefix_is_an_error() {
    let mut builder = Problem::builder();
    builder.primary(["a"]).unwrap();
    builder.option(["a"]).unwrap();
    let problem = builder.build().unwrap();
    for mut solver in solvers(&problem) {
        let error = solver.solutions_of(&[OptionId::new(0), OptionId::new(1)].into()).unwrap_err();
        assert_eq!((error.option, error.option_count), (OptionId::new(1), 1));
        assert_eq!(error.to_string(), "there is no option 1: the problem has 1, numbered from 0");
        assert_eq!(solver.solutions().count(), 1);
    }
}

#[test]
fn the_smallest_problems_have_known_covers() {
    let count = |primary: usize, secondary: usize, options: &[&[u32]]| {
        let options = options
            .iter()
            .map(|option| (option.iter().map(|&item| (item, None)).collect(), 0))
            .collect();
        let problem = RandomProblem { bounds: vec![(1, 1); primary], secondary, options }.build();
        let counts: BTreeSet<usize> =
            solvers(&problem).map(|mut solver| solver.solutions().count()).collect();
        assert_eq!(counts.len(), 1, "the engines disagree");
        counts.into_iter().next()
    };
    assert_eq!(count(0, 0, &[]), Some(1), "no primary item: the empty cover");
    assert_eq!(
        count(0, 2, &[&[0, 1], &[0], &[]]),
        Some(1),
        "an option without a primary item is in no cover"
    );
    assert_eq!(count(1, 0, &[]), Some(0), "a primary item in no option");
    assert_eq!(count(2, 0, &[&[0]]), Some(0));
    assert_eq!(count(1, 0, &[&[0], &[0]]), Some(2), "two equal options are two options");
    assert_eq!(count(2, 1, &[&[0, 2], &[1, 2], &[1]]), Some(1), "a secondary item at most once");
}
