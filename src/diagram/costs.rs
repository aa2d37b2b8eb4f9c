//! The covers of lowest and of highest cost in a diagram.

use super::{Diagram, Node};
use crate::ids::OptionId;
use crate::problem::Cover;

impl Diagram {
    /// Returns the lowest cost of any cover, and a cover with this cost, or `None` if there is no
    /// cover. The cost of a cover is the sum of the costs of its options. Takes time proportional
    /// to the number of edges of the diagram and of their options, whatever the number of covers.
    ///
    /// ```
    /// use quadrille::{Problem, engine::memo};
    /// let mut builder = Problem::builder();
    /// builder.primary(["a", "b"])?;
    /// builder.option_with_cost(["a"], 3)?;
    /// builder.option_with_cost(["b"], 4)?;
    /// let both = builder.option_with_cost(["a", "b"], 5)?;
    /// let problem = builder.build()?;
    /// let diagram = memo::diagram(&problem)?;
    /// let cost = |option| problem.cost(option);
    /// assert_eq!(diagram.min_cost(cost), Some((5, [both].into_iter().collect())));
    /// assert_eq!(diagram.max_cost(cost).map(|(cost, _)| cost), Some(7));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Panics
    /// If the cost of a cover does not fit in 128 bits, in a build with overflow checks.
    #[must_use]
    pub fn min_cost(&self, cost: impl Fn(OptionId) -> i64) -> Option<(i128, Cover)> {
        self.extreme(cost, |new, old| new < old)
    }

    /// Returns the highest cost of any cover, and a cover with this cost: see
    /// [`min_cost`](Self::min_cost).
    ///
    /// # Panics
    /// If the cost of a cover does not fit in 128 bits, in a build with overflow checks.
    #[must_use]
    pub fn max_cost(&self, cost: impl Fn(OptionId) -> i64) -> Option<(i128, Cover)> {
        self.extreme(cost, |new, old| new > old)
    }

    fn extreme(
        &self,
        cost: impl Fn(OptionId) -> i64,
        is_better: impl Fn(i128, i128) -> bool,
    ) -> Option<(i128, Cover)> {
        if self.is_empty() {
            return None;
        }
        let of_edge = |edge: usize| {
            self.options_of(edge).iter().map(|&option| i128::from(cost(option))).sum::<i128>()
        };
        let best_edge = |node: Node, costs: &[i128]| {
            let total = |edge: usize| of_edge(edge) + costs[self.child(edge).index()];
            let edges = self.edges(node).map(|edge| (total(edge), edge));
            edges.reduce(|best, next| if is_better(next.0, best.0) { next } else { best })
        };
        // No edge leads to the node without covers, so the cost 0 that it has here is never used.
        let costs = self.fold(0, 0, |diagram, node, costs: &[i128]| {
            if diagram.is_product(node) {
                diagram.edges(node).map(|edge| costs[diagram.child(edge).index()]).sum()
            } else {
                best_edge(node, costs).map_or(0, |(cost, _)| cost)
            }
        });
        let (mut options, mut left) = (Vec::new(), vec![self.root]);
        while let Some(node) = left.pop() {
            if self.is_product(node) {
                left.extend(self.edges(node).map(|edge| self.child(edge)));
            } else if let Some((_, edge)) = best_edge(node, &costs) {
                options.extend_from_slice(self.options_of(edge));
                left.push(self.child(edge));
            }
        }
        Some((costs[self.root.index()], options.into_iter().collect()))
    }
}
