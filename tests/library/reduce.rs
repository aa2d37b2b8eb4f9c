//! Problems that were made smaller have the covers of the original, judged by the oracle on random
//! problems.

use std::collections::BTreeSet;

use crate::oracle;
use crate::oracle::random::RandomProblem;
use quadrille::search::Step;
use quadrille::{Count, Cover, EngineChoice, Fate, Limits, OptionId, Problem, Reduced, Solver};
use quickcheck::{Arbitrary, Gen, QuickCheck, Testable};

fn check(seed: u64, property: impl Testable) {
    let tests = if cfg!(debug_assertions) { 200 } else { 20_000 };
    QuickCheck::new().rng(Gen::from_size_and_seed(100, seed)).tests(tests).quickcheck(property);
}

/// A random problem in which more options than usual are the same as others.
#[derive(Clone, Debug)]
struct WithSame(RandomProblem);

impl Arbitrary for WithSame {
    fn arbitrary(g: &mut Gen) -> Self {
        let mut random = RandomProblem::arbitrary(g);
        for _ in 0..u8::arbitrary(g) % 8 {
            let Some((mut option, mut cost)) = g.choose(&random.options).cloned() else { break };
            match u8::arbitrary(g) % 4 {
                0 => option.reverse(),
                1 => cost += 1,
                _ => {}
            }
            // Not too many covers for the oracle.
            if random.options.len() < 24 {
                random.options.push((option, cost));
            }
        }
        Self(random)
    }

    fn shrink(&self) -> Box<dyn Iterator<Item = Self>> {
        Box::new(self.0.shrink().map(Self))
    }
}

fn collect(problem: &Problem, covers: impl Iterator<Item = Cover>) -> BTreeSet<Cover> {
    let mut found = BTreeSet::new();
    for cover in covers {
        assert_eq!(problem.check(&cover), Ok(()));
        assert!(found.insert(cover), "the same cover twice");
    }
    found
}

/// How much work is allowed: none, little, enough.
fn work(pick: u8) -> u64 {
    match pick % 4 {
        0 => u64::from(pick) / 4,
        1 => u64::from(pick) * 4,
        _ => Reduced::WORK,
    }
}

#[test]
fn covers_are_those_of_the_original() {
    fn property(random: WithSame, pick: u8) -> bool {
        let problem = random.0.build();
        let expected = oracle::covers(&problem);
        let reduced = problem.reduce_with(&[], work(pick));
        // The smaller problem is judged without any engine, too.
        let mapped = oracle::covers(reduced.problem());
        let mapped = collect(&problem, mapped.iter().flat_map(|cover| reduced.originals_of(cover)));
        mapped == expected
            && collect(&problem, reduced.solutions()) == expected
            && reduced.solutions().count_all() == Count::Exactly(expected.len() as u64)
            && (!reduced.has_no_cover() || expected.is_empty())
            && EngineChoice::ALL.into_iter().all(|choice| {
                match Solver::with_engine(reduced.problem(), choice) {
                    Ok(mut solver) => reduced.expand(solver.solutions()).count() == expected.len(),
                    Err(_) => problem.has_bounds(),
                }
            })
    }
    check(1, property as fn(WithSame, u8) -> bool);
}

#[test]
fn a_prefix_is_in_every_cover() {
    fn property(random: WithSame, picks: Vec<u32>, pick: u8) -> bool {
        let problem = random.0.build();
        let all = oracle::covers(&problem);
        let pool: Vec<OptionId> = match all.first() {
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
        let reduced = problem.reduce_with(&prefix, work(pick));
        collect(&problem, reduced.solutions()) == expected
    }
    check(2, property as fn(WithSame, Vec<u32>, u8) -> bool);
}

/// What it says of each option is true of all covers, and of the options that it names.
#[test]
fn fates_are_true() {
    fn property(random: WithSame) -> bool {
        let problem = random.0.build();
        let covers = oracle::covers(&problem);
        let reduced = problem.reduce();
        for (option, &fate) in (0..).map(OptionId::new).zip(reduced.fates()) {
            let is_in_some = covers.iter().any(|cover| cover.contains(&option));
            match fate {
                Fate::Kept(small) => assert!(reduced.originals(small).contains(&option)),
                Fate::Forced => {
                    let same = reduced.forced().find(|same| same.contains(&option));
                    let has_one = |cover: &Cover| {
                        same.is_some_and(|same| {
                            same.iter().filter(|option| cover.contains(option)).count() == 1
                        })
                    };
                    assert!(covers.iter().all(has_one));
                }
                Fate::NotChoosable => assert!(!problem.is_choosable(option)),
                Fate::Excluded { by } => {
                    assert_eq!(reduced.fate(by), Fate::Forced);
                    assert!(
                        !is_in_some
                            && problem
                                .option(by)
                                .iter()
                                .any(|item| problem.option(option).contains(item))
                    );
                }
                Fate::Starves { item } => assert!(!is_in_some && problem.is_primary(item)),
                Fate::NoCover => assert!(reduced.has_no_cover()),
                _ => panic!("a fate without a test: {fate:?}"),
            }
            assert!(!reduced.has_no_cover() || covers.is_empty());
        }
        let kept = reduced.fates().iter().filter(|fate| matches!(fate, Fate::Kept(_))).count();
        let originals = (0..reduced.problem().option_count() as u32).map(OptionId::new);
        kept == originals.map(|option| reduced.originals(option).len()).sum::<usize>()
    }
    check(3, property as fn(WithSame) -> bool);
}

#[test]
fn limits_and_small_steps_are_kept() {
    fn property(random: WithSame, most: u8, slice: u8) -> bool {
        let problem = random.0.build();
        let all = oracle::covers(&problem).len() as u64;
        let (most, slice) = (u64::from(most % 12), u64::from(slice % 4) + 1);
        let reduced = problem.reduce();
        let told = if all < most { Count::Exactly(all) } else { Count::AtLeast(most) };

        let mut limited = reduced.solutions().limited(Limits::none().covers(most));
        assert_eq!(limited.count_all(), told);
        assert_eq!(limited.is_cut_short(), !told.is_exact());
        assert_eq!(limited.next(), None);

        let mut one_by_one = reduced.solutions().limited(Limits::none().covers(most));
        assert_eq!(one_by_one.by_ref().fold(0, |count, _| count + 1), all.min(most));
        assert_eq!(one_by_one.count_so_far(), told);

        let mut by_nodes = reduced.solutions().limited(Limits::none().nodes(most));
        match by_nodes.count_all() {
            Count::Exactly(count) => assert_eq!(count, all),
            Count::AtLeast(count) => assert!(count <= all && by_nodes.is_cut_short()),
        }

        // Steps and skips in turn.
        let mut steps = reduced.solutions();
        while steps.advance(slice) != Step::Exhausted && steps.skip_covers(slice) != Step::Exhausted
        {
        }
        steps.count_so_far() == Count::Exactly(all)
    }
    check(4, property as fn(WithSame, u8, u8) -> bool);
}

#[test]
fn the_random_problems_are_worth_reducing() {
    let mut random = Gen::from_size_and_seed(100, 1);
    let (mut forced, mut starving, mut same, mut found_out) = (0, 0, 0, 0);
    let (mut with_covers, mut everything) = (0, 0);
    for _ in 0..1_000 {
        let problem = WithSame::arbitrary(&mut random).0.build();
        let reduced = problem.reduce();
        let has_covers = !oracle::covers(&problem).is_empty();
        let is_smaller = reduced.problem().option_count() < problem.option_count();
        with_covers += usize::from(has_covers && is_smaller);
        let has_all = problem.has_colors() && problem.has_bounds() && problem.has_costs();
        everything += usize::from(has_covers && is_smaller && has_all);
        forced += usize::from(has_covers && reduced.forced().len() > 0);
        starving += usize::from(
            has_covers && reduced.fates().iter().any(|fate| matches!(fate, Fate::Starves { .. })),
        );
        let mut kept = (0..reduced.problem().option_count() as u32).map(OptionId::new);
        same += usize::from(kept.any(|option| reduced.originals(option).len() > 1));
        found_out += usize::from(reduced.has_no_cover());
    }
    let seen = [with_covers, everything, forced, starving, same, found_out];
    assert!(seen.iter().all(|&seen| seen >= 40), "{seen:?}");
}

#[test]
fn names_colors_bounds_and_costs_stay() {
    let mut builder = Problem::builder();
    builder.bounded(["n"], 2..=3).unwrap();
    builder.primary(["a", "b"]).unwrap();
    builder.secondary(["x", "y"]).unwrap();
    builder.option(["n", "a"]).unwrap(); // the only one with `a`
    builder.option_with_cost([("n", None), ("b", None), ("x", Some("red"))], 5).unwrap();
    builder.option_with_cost([("n", None), ("x", Some("blue"))], 7).unwrap();
    builder.option_with_cost([("b", None), ("x", Some("red"))], 5).unwrap();
    builder.option_with_cost([("n", None), ("x", Some("red"))], 9).unwrap();
    builder.option_with_cost([("x", Some("red")), ("n", None)], 9).unwrap(); // both of them can be chosen
    builder.option(["b"]).unwrap();
    let problem = builder.build().unwrap();
    let reduced = problem.reduce();
    let small = reduced.problem();
    assert_eq!(reduced.forced().collect::<Vec<_>>(), [[OptionId::new(0)]]);
    assert_eq!(small.bounds(small.item("n").unwrap()), Some(1..=2));
    assert_eq!((small.item("a"), small.item("y")), (None, None));
    let options: Vec<_> = small
        .options()
        .map(|(option, _)| (small.option_text(option), small.cost(option)))
        .collect();
    let expected = [
        ("n b x:red", 5),
        ("n x:blue", 7),
        ("b x:red", 5),
        ("n x:red", 9),
        ("x:red n", 9),
        ("b", 0),
    ];
    assert_eq!(options, expected.map(|(text, cost)| (text.to_owned(), cost)));
}

/// 2^100 covers: the number says that it is not all, and the search says that it was cut short.
#[test]
fn more_covers_than_can_be_counted() {
    let mut builder = Problem::builder();
    builder.unnamed_primary(100).unwrap();
    for item in (0..100).flat_map(|item| [item, item]) {
        builder.option([quadrille::ItemId::new(item)]).unwrap();
    }
    let reduced = builder.build().unwrap().reduce();
    let mut solutions = reduced.solutions();
    assert_eq!(solutions.count_all(), Count::AtLeast(u64::MAX));
    assert!(solutions.is_cut_short());
    assert_eq!(reduced.solutions().take(1000).collect::<BTreeSet<_>>().len(), 1000);
}
