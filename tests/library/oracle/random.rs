//! Random problems.

use std::collections::BTreeSet;

use quadrille::search::{Engine, Step};
use quadrille::{AnyEngine, Cover, EngineChoice, ItemId, Problem};
use quickcheck::{Arbitrary, Gen};

/// Returns the number of random cases of a test: few in a debug build, and many with optimization.
/// `QUADRILLE_CASES=20000` sets another number.
pub(crate) fn cases([few, many]: [usize; 2]) -> usize {
    let usual = if cfg!(debug_assertions) { few } else { many };
    std::env::var("QUADRILLE_CASES").map_or(usual, |cases| cases.parse().expect("a number"))
}

/// Runs a test on random problems, each with its covers from the oracle and with the generator of
/// random numbers. The number of problems is that of [`cases`].
pub(crate) fn each_problem(
    seed: u64,
    numbers: [usize; 2],
    mut test: impl FnMut(&Problem, BTreeSet<Cover>, &mut Gen),
) {
    let mut random = Gen::from_size_and_seed(100, seed);
    for _ in 0..cases(numbers) {
        let problem = RandomProblem::arbitrary(&mut random).build();
        test(&problem, super::covers(&problem), &mut random);
    }
}

/// Returns the engines of [`EngineChoice::SEARCHES`] that support the problem.
pub(crate) fn searches(problem: &Problem) -> impl Iterator<Item = AnyEngine> {
    EngineChoice::SEARCHES.into_iter().filter_map(|choice| AnyEngine::new(problem, choice).ok())
}

/// Continues a search to its end. Returns the covers in the order in which they were found.
pub(crate) fn rest(engine: &mut impl Engine) -> Vec<Cover> {
    let next = || (engine.advance(u64::MAX) == Step::Cover).then(|| Cover::from(engine.cover()));
    std::iter::from_fn(next).collect()
}

/// Returns a problem of unnamed items. The options are lists of item numbers.
pub(crate) fn plain<N: TryInto<u32>>(
    primary: usize,
    secondary: usize,
    options: impl IntoIterator<Item = Vec<N>>,
) -> Problem {
    let mut builder = Problem::builder();
    builder.unnamed_primary(primary).unwrap();
    builder.unnamed_secondary(secondary).unwrap();
    for option in options {
        let item = |number: N| ItemId::new(number.try_into().ok().unwrap());
        builder.option(option.into_iter().map(item)).unwrap();
    }
    builder.build().unwrap()
}

/// A random problem that often has covers, some of them of several options: its options come from
/// partitions of the primary items and from random choices. It may have secondary items, colors,
/// bounds and costs, in any combination.
#[derive(Clone, Debug)]
pub(crate) struct RandomProblem {
    /// The bounds of the primary items.
    pub(crate) bounds: Vec<(u32, u32)>,
    pub(crate) secondary: usize,
    pub(crate) options: Vec<RandomOption>,
}

/// Items with their colors, and a cost.
pub(crate) type RandomOption = (Vec<(u32, Option<u32>)>, i64);

impl RandomProblem {
    pub(crate) fn build(&self) -> Problem {
        let mut builder = Problem::builder();
        for &(low, high) in &self.bounds {
            builder.unnamed_bounded(1, low..=high).unwrap();
        }
        builder.unnamed_secondary(self.secondary).unwrap();
        for (option, cost) in &self.options {
            let entries = option.iter().map(|&(item, color)| (ItemId::new(item), color));
            builder.option_with_cost(entries, *cost).unwrap();
        }
        builder.build().unwrap()
    }
}

pub(crate) fn below(g: &mut Gen, end: usize) -> usize {
    usize::arbitrary(g) % end
}

impl Arbitrary for RandomProblem {
    fn arbitrary(g: &mut Gen) -> Self {
        let [has_colors, has_bounds, has_costs] = [(); 3].map(|()| bool::arbitrary(g));
        let primary = below(g, 13);
        let secondary = below(g, 4);
        let bounds = (0..primary)
            .map(|_| match below(g, 6) {
                0 if has_bounds => (0, 1 + below(g, 2) as u32),
                1 if has_bounds => (1, 2 + below(g, 2) as u32),
                2 if has_bounds => (2, 2 + below(g, 2) as u32),
                _ => (1, 1),
            })
            .collect();
        let mut options: Vec<Vec<u32>> = Vec::new();
        for _ in 0..below(g, 4) {
            // A partition contains every primary item once, so its options are a cover if bounds
            // and secondary items allow it.
            let mut items: Vec<u32> = (0..primary as u32).collect();
            for at in (1..items.len()).rev() {
                items.swap(at, below(g, at + 1));
            }
            while !items.is_empty() {
                let size = 1 + below(g, 3);
                let mut option = items.split_off(items.len().saturating_sub(size));
                if secondary > 0 && bool::arbitrary(g) {
                    option.push((primary + below(g, secondary)) as u32);
                }
                options.push(option);
            }
        }
        for _ in 0..below(g, 10) {
            let items = primary + secondary;
            let option: BTreeSet<u32> =
                (0..below(g, 4)).filter(|_| items > 0).map(|_| below(g, items) as u32).collect();
            options.push(option.into_iter().collect());
        }
        for at in (1..options.len()).rev() {
            options.swap(at, below(g, at + 1));
        }
        let mut color = |item: u32| match below(g, 4) {
            color @ 0..3 if has_colors && item as usize >= primary => Some(color as u32),
            _ => None,
        };
        let colored: Vec<Vec<_>> = options
            .into_iter()
            .map(|option| option.into_iter().map(|item| (item, color(item))).collect())
            .collect();
        let options = colored
            .into_iter()
            .map(|option| (option, if has_costs { below(g, 15) as i64 - 4 } else { 0 }))
            .collect();
        Self { bounds, secondary, options }
    }

    fn shrink(&self) -> Box<dyn Iterator<Item = Self>> {
        let original = self.clone();
        Box::new((0..self.options.len()).map(move |removed| {
            let mut smaller = original.clone();
            smaller.options.remove(removed);
            smaller
        }))
    }
}
