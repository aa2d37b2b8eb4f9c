//! Tests of the engines that work on words and registers, at the sizes where one more item, option
//! or color needs another word, another register or a wider lane. Their covers are compared with
//! those of dancing links, and of the oracle if it is fast enough.

use std::collections::BTreeSet;

use crate::oracle;
use quadrille::engine::links::Links;
use quadrille::engine::{domains::Domains, filter::Filter, simd::Simd};
use quadrille::search::{Cube, Engine, Stats, Unsupported};
use quadrille::{AnyEngine, Cover, EngineChoice, ItemId, OptionId, Problem, Solver};
use quickcheck::{Arbitrary, Gen};

/// Returns all covers in the order in which an engine finds them, and its statistics.
fn searched<E: Engine>(engine: E) -> (Vec<Cover>, Stats) {
    let mut solver = Solver::from(engine);
    let count = solver.solutions().count();
    let mut solutions = solver.solutions();
    let covers: Vec<Cover> = solutions.by_ref().collect();
    assert_eq!(covers.len(), count);
    (covers, solutions.stats())
}

/// Checks the filter and the domains engine with every instruction set. Returns the covers, and
/// whether each of the two engines supports the problem.
fn check(problem: &Problem) -> (BTreeSet<Cover>, [bool; 2]) {
    let (covers, _) = searched(Links::new(problem));
    let expected: BTreeSet<Cover> = covers.into_iter().collect();
    let mut supported = [false; 2];
    let mut agree = |engine: usize, results: Vec<(Vec<Cover>, Stats)>| {
        for (covers, stats) in &results {
            let found: BTreeSet<Cover> = covers.iter().cloned().collect();
            assert_eq!((found.len(), &found), (covers.len(), &expected));
            assert_eq!(
                (covers, stats),
                (&results[0].0, &results[0].1),
                "the instruction sets differ"
            );
        }
        supported[engine] = !results.is_empty();
    };
    let simds = Simd::available();
    agree(
        0,
        simds
            .iter()
            .filter_map(|&simd| Filter::with_simd(problem, simd).ok())
            .map(searched)
            .collect(),
    );
    agree(
        1,
        simds
            .iter()
            .filter_map(|&simd| Domains::with_simd(problem, simd).ok())
            .map(searched)
            .collect(),
    );
    (expected, supported)
}

/// Returns a problem made of several partitions of the primary items. Some options have secondary
/// items and colors. Except for conflicts between these, each partition is a cover, and so are many
/// combinations of options of several partitions.
fn partitions(random: &mut Gen, primary: usize, secondary: usize) -> Problem {
    let mut below = |end: usize| usize::arbitrary(random) % end;
    let mut builder = Problem::builder();
    builder.unnamed_primary(primary).unwrap();
    builder.unnamed_secondary(secondary).unwrap();
    for _ in 0..4 {
        // All partitions are cut only at common places, which makes options of different partitions
        // fit together.
        let mut start = 0;
        while start < primary {
            let end = (start / 6 * 6 + 6 * (1 + below(3))).min(primary);
            let mut entries: Vec<(ItemId, Option<u32>)> =
                (start..end).map(|item| (ItemId::new(item as u32), None)).collect();
            if secondary > 0 && below(3) == 0 {
                let color = below(5) as u32;
                entries
                    .push((ItemId::new((primary + below(secondary)) as u32), color.checked_sub(1)));
            }
            builder.option(entries).unwrap();
            start = end;
        }
    }
    builder.build().unwrap()
}

#[test]
fn engines_agree_where_a_mask_needs_another_word() {
    let mut random = Gen::from_size_and_seed(100, 31);
    let mut covers = 0;
    for words in 1..=8 {
        for primary in [64 * words - 1, 64 * words, 64 * words + 1] {
            // Partitions of all items would have too many covers, so all but `free` items are in a
            // single option, which every cover contains.
            let free = primary.min(40);
            for secondary in [0, 3] {
                let small = partitions(&mut random, free, secondary);
                let mut builder = Problem::builder();
                builder.unnamed_primary(primary).unwrap();
                builder.unnamed_secondary(secondary).unwrap();
                let shift = primary - free;
                if shift > 0 {
                    builder.option((0..shift as u32).map(ItemId::new)).unwrap();
                }
                for (option, _) in small.options() {
                    let entries = small.entries(option).map(|(item, color)| {
                        (ItemId::new(item.get() + shift as u32), color.map(|color| color.get()))
                    });
                    builder.option(entries.collect::<Vec<_>>()).unwrap();
                }
                let problem = builder.build().unwrap();
                let (found, [filter, domains]) = check(&problem);
                assert_eq!(found, oracle::covers(&problem));
                assert!(
                    domains && (filter || primary + secondary > Filter::MAX_BITS),
                    "{primary} {secondary}"
                );
                covers += found.len();
            }
        }
    }
    assert!(covers > 300, "{covers} covers are too few");
}

#[test]
fn engines_agree_where_secondary_items_and_colors_need_another_word() {
    let mut random = Gen::from_size_and_seed(100, 32);
    let mut covers = 0;
    for (primary, secondary) in
        [(24, 39), (24, 40), (24, 41), (60, 2), (60, 4), (63, 1), (64, 1), (30, 150)]
    {
        for _ in 0..4 {
            let problem = partitions(&mut random, primary, secondary);
            let (found, supported) = check(&problem);
            assert_eq!((&found, supported), (&oracle::covers(&problem), [true, true]));
            covers += found.len();
        }
    }
    assert!(covers > 300, "{covers} covers are too few");
}

/// Returns a problem whose options have one of six primary items, one to three of nine secondary
/// items, mostly with colors, and up to `most` of `secondary` others, without colors. The others
/// take fewer words as tags than as bits.
fn with_many_secondary(random: &mut Gen, options: usize, secondary: usize, most: usize) -> Problem {
    let mut below = |end: usize| usize::arbitrary(random) % end;
    let mut builder = Problem::builder();
    builder.unnamed_primary(6).unwrap();
    builder.unnamed_secondary(9 + secondary).unwrap();
    for _ in 0..options {
        let mut entries = vec![(ItemId::new(below(6) as u32), None)];
        let colored: BTreeSet<usize> = (0..3).map(|_| below(9)).collect();
        entries.extend(
            colored.iter().map(|item| {
                (ItemId::new(6 + *item as u32), (below(9) > 0).then(|| below(7) as u32))
            }),
        );
        let others: BTreeSet<usize> = (0..below(most + 1)).map(|_| below(secondary)).collect();
        entries.extend(others.iter().map(|item| (ItemId::new(15 + *item as u32), None)));
        builder.option(entries).unwrap();
    }
    builder.build().unwrap()
}

#[test]
fn engines_agree_where_secondary_items_share_a_word() {
    let mut random = Gen::from_size_and_seed(100, 34);
    let mut covers = 0;
    for (options, secondary, most) in
        [(70, 150, 7), (90, 130, 5), (110, 190, 9), (150, 130, 3), (150, 300, 7), (200, 130, 2)]
    {
        for _ in 0..if cfg!(debug_assertions) { 3 } else { 100 } {
            let problem = with_many_secondary(&mut random, options, secondary, most);
            let (found, [filter, _]) = check(&problem);
            assert!(filter);
            covers += found.len();
        }
    }
    assert!(covers > 1_000, "{covers} covers are too few");
}

#[test]
fn filter_takes_more_secondary_items_than_a_mask_has_bits() {
    // Each of 600 secondary items is in two options, one with each of two neighbours among eight
    // primary items.
    let mut builder = Problem::builder();
    builder.unnamed_primary(8).unwrap();
    builder.unnamed_secondary(600).unwrap();
    for at in 0..600 {
        for side in 0..2 {
            builder.option([(at + side) % 8, 8 + at].map(ItemId::new)).unwrap();
        }
    }
    let problem = builder.build().unwrap();
    let covers_of = |engine: AnyEngine, cube: &Cube| {
        let mut solver = Solver::from(engine);
        solver.solutions_of(cube).unwrap().collect::<BTreeSet<Cover>>()
    };
    let option = |option: usize| OptionId::new(option as u32);
    // Options of the first six items. In the last cube, two of them share a secondary item.
    for (cube, count) in
        [([0, 2, 4, 6, 8, 10], true), ([16, 18, 36, 6, 24, 9], true), ([0, 2, 4, 6, 8, 9], false)]
    {
        let excluded = vec![option(14), option(30)];
        let cube = Cube { chosen: cube.map(option).into(), excluded };
        let expected = covers_of(AnyEngine::from(Links::new(&problem)), &cube);
        assert_eq!(expected.len() > 10_000, count);
        for simd in Simd::available() {
            let filter = AnyEngine::from(Filter::with_simd(&problem, simd).unwrap());
            assert_eq!(covers_of(filter, &cube), expected);
        }
    }
}

#[test]
fn engines_agree_where_a_domain_needs_a_wider_lane() {
    for size in [7, 8, 9, 15, 16, 17, 31, 32, 33, 63, 64, 65, 127, 128, 129, 255, 256, 257] {
        // The first item has `size` options, each shared with one of the three other items. Each
        // of the other items also has three options of its own.
        let mut builder = Problem::builder();
        builder.unnamed_primary(4).unwrap();
        builder.unnamed_secondary(1).unwrap();
        let item = ItemId::new;
        for n in 0..size {
            let other = 1 + n % 3;
            builder.option([(item(0), None), (item(other), None), (item(4), Some(n % 5))]).unwrap();
        }
        for other in 1..4 {
            for color in [Some(2), Some(4), None] {
                builder.option([(item(other), None), (item(4), color)]).unwrap();
            }
        }
        let problem = builder.build().unwrap();
        let (found, [filter, domains]) = check(&problem);
        assert_eq!(found, oracle::covers(&problem));
        assert!(filter && (domains == (size <= 256)), "{size}");
        assert!(!found.is_empty());
    }
}

#[test]
fn engines_agree_where_the_domains_need_another_register() {
    for (items, size) in [
        (63, 3),
        (64, 3),
        (65, 3),
        (127, 2),
        (129, 2),
        (190, 2),
        (320, 2),
        (31, 9),
        (33, 9),
        (16, 17),
    ] {
        // Each item has `size - 1` options of its own, and shares one option with each neighbour.
        // The cube settles all but a few items.
        let free = if size > 3 { 1 } else { 3 };
        let mut builder = Problem::builder();
        builder.unnamed_primary(items).unwrap();
        for item in 0..items as u32 {
            for _ in 0..size - 1 {
                builder.option([ItemId::new(item)]).unwrap();
            }
            builder.option([ItemId::new(item), ItemId::new((item + 1) % items as u32)]).unwrap();
        }
        let problem = builder.build().unwrap();
        let prefix: Vec<_> = problem
            .options()
            .filter(|(_, option)| {
                option.len() == 1 && (free..items - free).contains(&option[0].index())
            })
            .step_by(size - 1)
            .map(|(option, _)| option)
            .collect();
        let covers_of = |engine: AnyEngine| {
            let mut solver = Solver::from(engine);
            solver.solutions_of(&Cube::from(&prefix)).unwrap().collect::<BTreeSet<Cover>>()
        };
        let expected = covers_of(AnyEngine::from(Links::new(&problem)));
        assert!(expected.len() > 10);
        for simd in Simd::available() {
            assert_eq!(
                covers_of(AnyEngine::from(Domains::with_simd(&problem, simd).unwrap())),
                expected
            );
            assert_eq!(
                covers_of(AnyEngine::from(Filter::with_simd(&problem, simd).unwrap())),
                expected
            );
        }
    }
}

#[test]
fn what_is_too_large_is_refused_and_auto_finds_another_engine() {
    let mut builder = Problem::builder();
    builder.unnamed_primary(600).unwrap();
    for item in 0..600 {
        for _ in 0..if item == 7 { 300 } else { 2 } {
            builder.option([ItemId::new(item)]).unwrap();
        }
    }
    let problem = builder.build().unwrap();
    let refused = |error: Unsupported| error.to_string();
    assert_eq!(
        Filter::new(&problem).map_err(refused).unwrap_err(),
        "the problem is too large for it: 600 bits for items and colors, and it can take 512"
    );
    assert_eq!(
        Domains::new(&problem).map_err(refused).unwrap_err(),
        "the problem is too large for it: 300 options of an item, and it can take 256"
    );
    let mut many = Problem::builder();
    many.unnamed_primary(1).unwrap();
    for _ in 0..40_000 {
        many.option([ItemId::new(0)]).unwrap();
    }
    assert_eq!(
        Domains::new(&many.build().unwrap()).map_err(refused).unwrap_err(),
        "the problem is too large for it: 2560000 bytes of a table, and it can take 2097152"
    );
    assert!(Solver::with_engine(&problem, EngineChoice::Bits).is_err());
    assert_eq!(Solver::new(&problem).solutions().take(5).count(), 5);
    let suited = AnyEngine::new(&problem, EngineChoice::Auto).unwrap();
    assert!(["hybrid", "links"].contains(&suited.name()));
}

/// Takes the n-th cover for each n. Skipped covers are not built, but the next one is correct.
#[test]
fn covers_after_skipped_ones_are_the_same() {
    let mut random = Gen::from_size_and_seed(100, 33);
    let problem = partitions(&mut random, 42, 2);
    for simd in Simd::available() {
        let engines = [
            AnyEngine::from(Filter::with_simd(&problem, simd).unwrap()),
            AnyEngine::from(Domains::with_simd(&problem, simd).unwrap()),
        ];
        for engine in engines {
            let all: Vec<Cover> = Solver::from(engine.clone()).solutions().collect();
            assert!(all.len() > 20);
            for n in 0..all.len() + 2 {
                assert_eq!(Solver::from(engine.clone()).solutions().nth(n).as_ref(), all.get(n));
            }
        }
    }
}
