//! Classes of partial covers under a small group.
//!
//! A group that preserves a set of items maps the partial covers of these items to each other. Each
//! cover contains exactly one such partial cover, so each cover is in exactly one of their cubes. A
//! symmetry that maps a partial cover to another maps the covers of its cube to those of the other
//! cube. So one cube of each class is enough: the number of its covers is multiplied by the number
//! of partial covers of the class. Two covers of that cube are isomorphic if and only if a symmetry
//! that preserves the partial cover maps one to the other.

use crate::ids::{ItemId, OptionId};
use crate::problem::Problem;
use crate::search::Cube;
use crate::symmetry::{Elements, Symmetries};

/// The number of tests of options for each partial cover that may be visited. A set of many items
/// can have few partial covers that are hard to find.
const TESTS: usize = 512;

#[derive(Clone, Debug)]
pub(crate) struct CubeClass {
    /// The lexicographically smallest partial cover of the class.
    pub(crate) cube: Cube,
    /// The symmetries that preserve the partial cover. The number of partial covers of the class is
    /// the order of the group divided by the number of these symmetries.
    pub(crate) stabilizer: Elements,
}

/// The partial covers of a set of items that the group preserves, up to isomorphism.
#[derive(Clone, Debug)]
pub(crate) struct CubeClasses {
    pub(crate) classes: Vec<CubeClass>,
    /// The number of partial covers of all classes.
    pub(crate) cubes: usize,
    /// The number of items in the set.
    pub(crate) items: usize,
}

impl CubeClasses {
    /// Returns the classes for the orbit with the lowest [branching](Self::branching), among the
    /// orbits of items that are covered exactly once. Visits at most about `most` partial covers,
    /// and tests at most [`TESTS`] times as many options. The orbits with the fewest combinations
    /// of options come first. Leaves out the orbits that are not
    /// visited to the end, and those with as many classes as partial covers. Returns `None` if no
    /// orbit is left.
    pub(crate) fn best(
        problem: &Problem,
        group: &Symmetries,
        elements: &Elements,
        most: usize,
    ) -> Option<Self> {
        let mut search = PartialCovers::new(problem);
        search.tests = most.saturating_mul(TESTS);
        let is_exact = |item: &ItemId| problem.bounds(*item) == Some(1..=1);
        let mut orbits = group.item_orbits();
        orbits.retain(|orbit| orbit.iter().all(is_exact));
        let options = |orbit: &Vec<ItemId>| search.options[orbit[0].index()].len() as f64;
        orbits.sort_by(|a, b| {
            let sets = |orbit| options(orbit).ln() * orbit.len() as f64;
            sets(a).total_cmp(&sets(b))
        });
        let mut left = most;
        let mut best: Option<Self> = None;
        for orbit in orbits {
            let Some(found) = Self::of_items(&mut search, elements, &orbit, left) else { break };
            left -= found.cubes;
            if found.classes.len() < found.cubes
                && best.as_ref().is_none_or(|best| found.branching() < best.branching())
            {
                best = Some(found);
            }
        }
        best
    }

    /// Returns the classes for these items, or `None` if there are more than `most` partial covers,
    /// or no tests are left.
    fn of_items(
        search: &mut PartialCovers,
        elements: &Elements,
        items: &[ItemId],
        most: usize,
    ) -> Option<Self> {
        let mut all = Self { classes: Vec::new(), cubes: 0, items: items.len() };
        let is_done = search.visit(items, &mut |chosen| {
            all.cubes += 1;
            if all.cubes > most {
                return false;
            }
            let mut options = chosen.to_vec();
            options.sort_unstable();
            if let Some(stabilizer) = elements.of_least(&options) {
                all.classes.push(CubeClass { cube: options.into(), stabilizer });
            }
            true
        });
        is_done.then_some(all)
    }

    /// Returns the nth root of the number of classes of n items: about the factor by which an
    /// additional item lengthens the search.
    fn branching(&self) -> f64 {
        (self.classes.len() as f64).powf(1.0 / self.items as f64)
    }
}

struct PartialCovers<'p> {
    problem: &'p Problem,
    /// The options of each primary item.
    options: Vec<Vec<OptionId>>,
    /// The state of each item: 0 without an option, 1 with an option but no color, or its color
    /// plus 2.
    taken: Vec<u32>,
    chosen: Vec<OptionId>,
    /// The number of options that may still be tested.
    tests: usize,
}

impl<'p> PartialCovers<'p> {
    fn new(problem: &'p Problem) -> Self {
        let mut options = vec![Vec::new(); problem.primary_count()];
        for (option, items) in problem.options() {
            for item in items.iter().filter(|&&item| problem.is_primary(item)) {
                options[item.index()].push(option);
            }
        }
        let taken = vec![0; problem.item_count()];
        Self { problem, options, taken, chosen: Vec::new(), tests: usize::MAX }
    }

    /// Visits all sets of options that cover these items, as long as the visitor returns true and
    /// tests are left. Returns false otherwise.
    fn visit(&mut self, items: &[ItemId], visitor: &mut impl FnMut(&[OptionId]) -> bool) -> bool {
        let open = items.iter().filter(|item| self.taken[item.index()] == 0);
        let tests = open.clone().map(|item| self.options[item.index()].len()).sum();
        let Some(left) = self.tests.checked_sub(tests) else { return false };
        let fits = |item: &ItemId| {
            let options = &self.options[item.index()];
            options.iter().copied().filter(|&option| self.fits(option)).collect::<Vec<_>>()
        };
        let Some(options) = open.map(fits).min_by_key(Vec::len) else {
            return visitor(&self.chosen);
        };
        self.tests = left;
        for option in options {
            let changed = self.take(option);
            self.chosen.push(option);
            let goes_on = self.visit(items, visitor);
            self.chosen.pop();
            for (item, before) in changed {
                self.taken[item.index()] = before;
            }
            if !goes_on {
                return false;
            }
        }
        true
    }

    /// True if an option has no item in common with the chosen options, except items with bounds
    /// other than exactly one, and secondary items with the same color.
    fn fits(&self, option: OptionId) -> bool {
        self.problem.entries(option).all(|(item, color)| {
            let taken = self.taken[item.index()];
            let is_shared = self.problem.bounds(item).is_some_and(|bounds| bounds != (1..=1));
            taken == 0 || is_shared || color.is_some_and(|color| taken == color.get() + 2)
        })
    }

    /// Marks the items of an option, and returns their previous states.
    fn take(&mut self, option: OptionId) -> Vec<(ItemId, u32)> {
        let entries = self.problem.entries(option);
        entries
            .map(|(item, color)| {
                let now = color.map_or(1, |color| color.get() + 2);
                (item, std::mem::replace(&mut self.taken[item.index()], now))
            })
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::links::Links;
    use crate::puzzle::Puzzle;
    use crate::puzzle::{langford::Langford, queens::Queens};
    use crate::search::Engine;

    /// Checks, for each orbit of items that are covered exactly once, that the cubes of the classes
    /// and their images have as many covers as the problem. Returns the number of these images.
    fn check(problem: &Problem) -> usize {
        let group = problem.symmetries();
        let elements = Elements::new(&group, usize::MAX).unwrap();
        assert_eq!(group.order(), &elements.len().into());
        let mut engine = Links::new(problem);
        let mut count = |cube: &Cube| {
            engine.start(cube).unwrap();
            engine.skip(u64::MAX, u64::MAX).0
        };
        let all = count(&Cube::default());
        let mut search = PartialCovers::new(problem);
        let is_exact = |item: &ItemId| problem.bounds(*item) == Some(1..=1);
        let mut merged = 0;
        for orbit in group.item_orbits().iter().filter(|orbit| orbit.iter().all(is_exact)) {
            let found = CubeClasses::of_items(&mut search, &elements, orbit, usize::MAX).unwrap();
            let size = |class: &CubeClass| elements.len() / class.stabilizer.len();
            assert_eq!(found.classes.iter().map(size).sum::<usize>(), found.cubes);
            let counts = found.classes.iter().map(|class| count(&class.cube) * size(class) as u64);
            assert_eq!(counts.sum::<u64>(), all);
            assert!(
                CubeClasses::of_items(&mut search, &elements, orbit, found.cubes - 1).is_none()
            );
            merged += found.cubes - found.classes.len();
            let mut few = PartialCovers { tests: 1, ..PartialCovers::new(problem) };
            let found = CubeClasses::of_items(&mut few, &elements, orbit, usize::MAX);
            assert!(found.is_none_or(|found| found.cubes < 2));
        }
        merged
    }

    #[test]
    fn one_cube_of_each_class_stands_for_all_covers() {
        for size in [4, 5, 6, 8] {
            assert!(check(Queens::new(size).unwrap().problem()) > 0);
        }
        assert!(check(Langford::new(7).unwrap().problem()) > 0);
        // Colors, secondary items, bounds, equal options.
        for text in [
            "a b | x y\na x:red y:red\nb x:red\na x:green\nb y:green\na b\n",
            "a b c | x\na x\na x\nb x\nb\nc\nc x\na\n",
            "a b 0:2|c | x\na c\nb c\na\nb x\nc\nc\na x\n",
        ] {
            let problem = crate::format::read(text.as_bytes()).unwrap().problem;
            check(&problem);
        }
    }
}
