//! The oracle: a naive solver of exact-cover problems with colors and bounds. It uses only the
//! public description of a problem, and none of the engines' techniques.

use std::collections::BTreeSet;

use quadrille::{Color, Cover, ItemId, OptionId, Problem};

struct Search<'a> {
    problem: &'a Problem,
    /// For each primary item, the options with this item as their first primary item. Once the
    /// earlier items are done, no other option that contains it can be chosen.
    starting: Vec<Vec<OptionId>>,
    /// The number of chosen options that contain each primary item.
    counts: Vec<u32>,
    /// For each item, the color, if any, in each of the chosen options that contain the item.
    colors: Vec<Vec<Option<Color>>>,
    chosen: Vec<OptionId>,
    found: BTreeSet<Cover>,
}

/// Returns all covers, each checked by [`Problem::check`].
pub(crate) fn covers(problem: &Problem) -> BTreeSet<Cover> {
    let mut starting = vec![Vec::new(); problem.primary_count()];
    for (option, items) in problem.options() {
        if let Some(first) = items.iter().filter(|&&item| problem.is_primary(item)).min() {
            starting[first.index()].push(option);
        }
    }
    let mut search = Search {
        problem,
        starting,
        counts: vec![0; problem.primary_count()],
        colors: vec![Vec::new(); problem.item_count()],
        chosen: Vec::new(),
        found: BTreeSet::new(),
    };
    search.item(0, 0);
    search.found
}

impl Search<'_> {
    /// Chooses among the options that start at a primary item, from index `from` on, and then among
    /// those that start at later items.
    fn item(&mut self, item: usize, from: usize) {
        if item == self.starting.len() {
            assert_eq!(self.problem.check(&self.chosen), Ok(()));
            assert!(
                self.found.insert(self.chosen.iter().copied().collect()),
                "the oracle found a cover twice"
            );
            return;
        }
        let bounds = self.problem.bounds(ItemId::new(item as u32)).unwrap();
        if bounds.contains(&self.counts[item]) {
            self.item(item + 1, 0);
        }
        if self.counts[item] == *bounds.end() {
            return;
        }
        for at in from..self.starting[item].len() {
            let option = self.starting[item][at];
            if !self.fits(option) {
                continue;
            }
            for (item, color) in self.problem.entries(option) {
                self.colors[item.index()].push(color);
                if let Some(count) = self.counts.get_mut(item.index()) {
                    *count += 1;
                }
            }
            self.chosen.push(option);
            self.item(item, at + 1);
            self.chosen.pop();
            for (item, _) in self.problem.entries(option) {
                self.colors[item.index()].pop();
                if let Some(count) = self.counts.get_mut(item.index()) {
                    *count -= 1;
                }
            }
        }
    }

    fn fits(&self, option: OptionId) -> bool {
        self.problem.entries(option).all(|(item, color)| match self.problem.bounds(item) {
            Some(bounds) => self.counts[item.index()] < *bounds.end(),
            None => {
                self.colors[item.index()].iter().all(|&before| color.is_some() && before == color)
            }
        })
    }
}
