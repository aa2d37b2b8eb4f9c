//! An engine that reads every option at every node: the example of docs/internals.md.

use quadrille::search::{Compile, Cube, Engine, OpenCube, Stats, Step, UnknownOption, Unsupported};
use quadrille::{ItemId, OptionId, Problem};

/// The scan engine. It supports secondary items and colors, but no bounds. [`Stats::updates`] is
/// the number of options left at the nodes.
#[derive(Clone, Debug)]
pub(crate) struct Scan {
    problem: Problem,
    /// The nodes to enter, the next one last.
    open: Vec<OpenCube>,
    cover: Vec<OptionId>,
    stats: Stats,
}

impl Compile for Scan {
    fn compile(problem: &Problem) -> Result<Self, Unsupported> {
        Self::supports(problem)?;
        let open = vec![OpenCube::whole()];
        Ok(Self { problem: problem.clone(), open, cover: Vec::new(), stats: Stats::default() })
    }

    fn supports(problem: &Problem) -> Result<(), Unsupported> {
        if problem.has_bounds() { Err(Unsupported::Bounds) } else { Ok(()) }
    }
}

impl Scan {
    /// True if two options exclude each other: they share an item and do not give it the same
    /// color.
    fn exclude_each_other(&self, one: OptionId, other: OptionId) -> bool {
        self.problem.entries(one).any(|(item, color)| {
            let same = |entry: &(ItemId, _)| entry.0 == item;
            let shared = self.problem.entries(other).find(same);
            shared.is_some_and(|(_, of_other)| color.is_none() || color != of_other)
        })
    }

    /// Returns the branches of a node: the remaining options of the uncovered primary item with the
    /// fewest. Returns `None` if every primary item is covered. The chosen options are then a
    /// cover.
    fn branches(&mut self, node: &Cube) -> Option<Vec<OptionId>> {
        let chosen = &node.chosen;
        let is_left = |&option: &OptionId| {
            !node.excluded.contains(&option)
                && !chosen.iter().any(|&other| self.exclude_each_other(other, option))
        };
        let left: Vec<_> =
            self.problem.options().map(|(option, _)| option).filter(is_left).collect();
        let is_covered =
            |item: ItemId| chosen.iter().any(|&option| self.problem.option(option).contains(&item));
        let open_items = (0..self.problem.primary_count() as u32).map(ItemId::new);
        let options = |item: ItemId| {
            let of_item =
                left.iter().filter(|&&option| self.problem.option(option).contains(&item));
            of_item.copied().collect::<Vec<_>>()
        };
        self.stats.updates += left.len() as u64;
        open_items.filter(|&item| !is_covered(item)).map(options).min_by_key(Vec::len)
    }

    /// True if a chosen option of a cube is in no cover, or is excluded, or excludes another one.
    fn is_contradiction(&self, node: &Cube) -> bool {
        node.chosen.iter().enumerate().any(|(at, &option)| {
            !self.problem.is_choosable(option)
                || node.excluded.contains(&option)
                || node.chosen[..at].iter().any(|&other| self.exclude_each_other(other, option))
        })
    }
}

impl Engine for Scan {
    fn name(&self) -> &'static str {
        "scan"
    }

    fn start(&mut self, cube: &Cube) -> Result<(), UnknownOption> {
        self.open.clear();
        self.stats = Stats::default();
        cube.check(self.problem.option_count())?;
        let mut root = OpenCube::whole();
        root.cube.excluded = cube.excluded.clone();
        for &option in &cube.chosen {
            // An option that is given twice counts once.
            if !root.cube.chosen.contains(&option) {
                root.cube.chosen.push(option);
            }
        }
        if !self.is_contradiction(&root.cube) {
            self.open.push(root);
        }
        Ok(())
    }

    fn remaining(&self) -> Vec<OpenCube> {
        self.open.iter().rev().cloned().collect()
    }

    fn advance(&mut self, nodes: u64) -> Step {
        for _ in 0..nodes {
            let Some(OpenCube { cube, share }) = self.open.pop() else { break };
            self.stats.nodes += 1;
            let Some(branches) = self.branches(&cube) else {
                self.cover = cube.chosen;
                return Step::Cover;
            };
            let share = share / branches.len().max(1) as f64;
            for &option in branches.iter().rev() {
                let mut cube = cube.clone();
                cube.chosen.push(option);
                self.open.push(OpenCube { cube, share });
            }
        }
        if self.open.is_empty() { Step::Exhausted } else { Step::Paused }
    }

    fn cover(&self) -> &[OptionId] {
        &self.cover
    }

    fn stats(&self) -> Stats {
        self.stats
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use quadrille::OptionId;
    use quadrille::search::{Compile, Engine, Step};
    use quickcheck::{Arbitrary, Gen};

    use super::Scan;
    use crate::oracle;
    use crate::oracle::random::RandomProblem;

    type Covers = Vec<BTreeSet<OptionId>>;

    fn rest(engine: &mut Scan, covers: &mut Covers) {
        while engine.advance(u64::MAX) == Step::Cover {
            covers.push(engine.cover().iter().copied().collect());
        }
    }

    /// A search that is cut after some nodes, and the remaining cubes, find each cover once.
    #[test]
    fn the_example_keeps_the_contract() {
        let mut random = Gen::from_size_and_seed(100, 94);
        let (mut found, mut cut) = (0, 0);
        for _ in 0..400 {
            let problem = RandomProblem::arbitrary(&mut random).build();
            let Ok(mut engine) = Scan::compile(&problem) else { continue };
            let mut whole = Covers::new();
            rest(&mut engine, &mut whole);
            assert_eq!(whole.len(), oracle::covers(&problem).len());

            engine = Scan::compile(&problem).unwrap();
            let mut covers = Covers::new();
            for _ in 0..usize::arbitrary(&mut random) % 20 {
                match engine.advance(1) {
                    Step::Cover => covers.push(engine.cover().iter().copied().collect()),
                    Step::Paused => {}
                    Step::Exhausted => break,
                }
            }
            for open in engine.remaining() {
                cut += 1;
                engine.start(&open.cube).unwrap();
                rest(&mut engine, &mut covers);
            }
            assert_eq!(covers.iter().collect::<BTreeSet<_>>().len(), covers.len());
            // The order is that of the whole search.
            assert_eq!(covers, whole);
            found += covers.len();
        }
        assert!(found > 100 && cut > 100, "{found} {cut}");
    }
}
