//! A problem restricted to some or all of its options, in another order.

use super::names::Names;
use super::{Data, Problem};
use crate::ids::OptionId;

impl Problem {
    /// Returns the problem restricted to these options, in this order. Items and colors have no
    /// names. Option `i` of the result is option `order[i]` of this problem.
    ///
    /// # Panics
    /// If the problem lacks one of the options, or `order` has more options than the problem.
    pub(crate) fn reordered(&self, order: &[OptionId]) -> Self {
        assert!(order.len() <= self.option_count(), "an option occurs twice");
        let mut starts = Vec::with_capacity(order.len() + 1);
        let mut entries = Vec::with_capacity(self.data.entries.len());
        let mut entry_colors = Vec::with_capacity(self.data.entry_colors.len());
        starts.push(0);
        for option in order {
            let span = self.data.starts[option.index()] as usize
                ..self.data.starts[option.index() + 1] as usize;
            entries.extend_from_slice(&self.data.entries[span.clone()]);
            if self.has_colors() {
                entry_colors.extend_from_slice(&self.data.entry_colors[span]);
            }
            starts.push(entries.len() as u32);
        }
        let costs = if self.has_costs() {
            order.iter().map(|option| self.data.costs[option.index()]).collect()
        } else {
            Box::default()
        };
        Data {
            primary: self.data.primary,
            items: self.data.items,
            names: Names::default(),
            starts: starts.into(),
            entries: entries.into(),
            entry_colors: entry_colors.into(),
            colors: Names::default(),
            bounds: self.data.bounds.clone(),
            costs,
        }
        .into()
    }
}
