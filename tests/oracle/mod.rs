//! A naive solver of exact covers, and random problems for it: the judge of every engine. It uses nothing but the
//! public description of a problem, and no idea that an engine has.

use std::collections::BTreeSet;

use quadrille::{Cover, ItemId, OptionId, Problem};
use quickcheck::{Arbitrary, Gen};

/// All covers, by trying every option of the first primary item that is not covered.
pub(crate) fn covers(problem: &Problem) -> BTreeSet<Cover> {
    fn search(problem: &Problem, covered: &mut Vec<bool>, chosen: &mut Vec<OptionId>, found: &mut BTreeSet<Cover>) {
        let Some(item) = (0..problem.primary_count()).find(|&item| !covered[item]) else {
            assert!(found.insert(chosen.iter().copied().collect()), "the oracle found a cover twice");
            return;
        };
        for (option, items) in problem.options() {
            if items.contains(&ItemId::new(item as u32)) && items.iter().all(|item| !covered[item.index()]) {
                items.iter().for_each(|item| covered[item.index()] = true);
                chosen.push(option);
                search(problem, covered, chosen, found);
                chosen.pop();
                items.iter().for_each(|item| covered[item.index()] = false);
            }
        }
    }
    let mut found = BTreeSet::new();
    search(problem, &mut vec![false; problem.item_count()], &mut Vec::new(), &mut found);
    found
}

/// A random problem that often has covers, some of them deep: options come from partitions of the primary items, and from
/// anywhere.
#[derive(Clone, Debug)]
pub(crate) struct RandomProblem {
    pub(crate) primary: usize,
    pub(crate) secondary: usize,
    pub(crate) options: Vec<Vec<u32>>,
}

impl RandomProblem {
    pub(crate) fn build(&self) -> Problem {
        let mut builder = Problem::builder();
        builder.unnamed_primary(self.primary).unwrap();
        builder.unnamed_secondary(self.secondary).unwrap();
        for option in &self.options {
            builder.option(option.iter().map(|&item| ItemId::new(item))).unwrap();
        }
        builder.build().unwrap()
    }
}

fn below(g: &mut Gen, end: usize) -> usize {
    usize::arbitrary(g) % end
}

impl Arbitrary for RandomProblem {
    fn arbitrary(g: &mut Gen) -> Self {
        let primary = below(g, 13);
        let secondary = below(g, 4);
        let mut options = Vec::new();
        for _ in 0..below(g, 4) {
            // A partition: in it every primary item is once, so that together these options are nearly a cover.
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
        Self { primary, secondary, options }
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
