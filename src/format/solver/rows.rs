//! A problem as linear rows over variables that are 0 or 1.

use std::collections::BTreeMap;

use crate::ids::{ItemId, OptionId};
use crate::problem::Problem;

/// The rows of a problem. Variables are numbered from 1, those of the options first.
pub(super) struct Rows {
    pub(super) variables: u32,
    pub(super) rows: Vec<Row>,
}

/// A sum of variables with limits.
pub(super) struct Row {
    /// The item, if the row adds up the options of a primary item.
    pub(super) item: Option<ItemId>,
    pub(super) plus: Vec<u32>,
    /// A variable that is subtracted.
    pub(super) minus: Option<u32>,
    pub(super) low: Option<u32>,
    pub(super) high: Option<u32>,
}

impl Row {
    fn sum(plus: Vec<u32>, low: Option<u32>, high: Option<u32>) -> Self {
        Self { item: None, plus, minus: None, low, high }
    }

    /// Iterates over the terms: the sign and the variable.
    pub(super) fn terms(&self) -> impl Iterator<Item = (i32, u32)> + '_ {
        self.plus.iter().map(|&x| (1, x)).chain(self.minus.map(|x| (-1, x)))
    }
}

impl Rows {
    /// Returns the rows of a problem, and one for each chosen option. The problem must have the
    /// chosen options.
    pub(super) fn new(problem: &Problem, chosen: &[OptionId]) -> Self {
        let mut variables = problem.option_count() as u32;
        let mut plain = vec![Vec::new(); problem.item_count()];
        let mut colored = vec![BTreeMap::<u32, Vec<u32>>::new(); problem.item_count()];
        let mut rows = Vec::new();
        for (option, _) in problem.options() {
            let x = option.get() + 1;
            if !problem.is_choosable(option) {
                rows.push(Row::sum(vec![x], None, Some(0)));
                continue;
            }
            for (item, color) in problem.entries(option) {
                match color {
                    None => plain[item.index()].push(x),
                    Some(color) => {
                        colored[item.index()].entry(color.get()).or_default().push(x);
                    }
                }
            }
        }
        for (at, (mut plus, colors)) in plain.into_iter().zip(colored).enumerate() {
            let item = ItemId::new(at as u32);
            if let Some(bounds) = problem.bounds(item) {
                let (low, high) = bounds.into_inner();
                let low = (low > 0).then_some(low);
                let high = ((high as usize) < plus.len()).then_some(high);
                if plus.is_empty() && low.is_some() {
                    // Some formats cannot express an empty sum. A variable that must be both 0 and
                    // 1 replaces it.
                    variables = variables.max(1);
                    rows.push(Row::sum(vec![1], None, Some(0)));
                    rows.push(Row::sum(vec![1], Some(1), None));
                } else if low.is_some() || high.is_some() {
                    // If the lower limit is the number of variables, it is the upper limit too.
                    let high = high.or_else(|| low.filter(|&low| low as usize == plus.len()));
                    rows.push(Row { item: Some(item), plus, minus: None, low, high });
                }
                continue;
            }
            if plus.len() + colors.len() < 2 {
                continue;
            }
            for options in colors.into_values() {
                variables += 1;
                for x in options {
                    let minus = Some(variables);
                    let (item, plus) = (None, vec![x]);
                    rows.push(Row { item, plus, minus, low: None, high: Some(0) });
                }
                plus.push(variables);
            }
            rows.push(Row::sum(plus, None, Some(1)));
        }
        for option in chosen {
            rows.push(Row::sum(vec![option.get() + 1], Some(1), Some(1)));
        }
        Self { variables, rows }
    }
}
