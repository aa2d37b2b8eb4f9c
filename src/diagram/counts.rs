//! Numbers of covers, and queries based on them: the cover at an index, a random cover, and the
//! number of covers that contain each option.

use num_bigint::BigUint;

use super::{Diagram, Node};
use crate::count::Count;
use crate::ids::OptionId;
use crate::problem::Cover;

impl Diagram {
    /// Returns the number of covers.
    ///
    /// ```
    /// # use quadrille::{Problem, engine::memo};
    /// // The number of tilings of a 2 by 200 board with dominoes: a Fibonacci number with 42
    /// // digits.
    /// let mut builder = Problem::builder();
    /// builder.unnamed_primary(400)?;
    /// let item = quadrille::ItemId::new;
    /// for x in 0..200 {
    ///     builder.option([item(2 * x), item(2 * x + 1)])?;
    ///     if x < 199 {
    ///         builder.option([item(2 * x), item(2 * x + 2)])?;
    ///         builder.option([item(2 * x + 1), item(2 * x + 3)])?;
    ///     }
    /// }
    /// let diagram = memo::diagram(&builder.build()?)?;
    /// assert_eq!(diagram.count().to_string(), "453973694165307953197296969697410619233826");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn count(&self) -> Count {
        self.counts().total()
    }

    /// Counts the covers of each node once, for several queries. Adds or multiplies numbers of any
    /// size once for each edge of the diagram, and stores a number for each node.
    #[must_use]
    pub fn counts(&self) -> Counts<'_> {
        let counts =
            self.fold(BigUint::ZERO, BigUint::from(1_u32), |diagram, node, counts: &[BigUint]| {
                let of_children =
                    diagram.edges(node).map(|edge| &counts[diagram.child(edge).index()]);
                if diagram.is_product(node) { of_children.product() } else { of_children.sum() }
            });
        Counts { diagram: self, counts }
    }

    /// Returns, for each option, the number of covers that contain it. The result is indexed by
    /// option.
    ///
    /// ```
    /// # use quadrille::{Problem, engine::memo};
    /// # let mut builder = Problem::builder();
    /// builder.primary(["a", "b"])?;
    /// for option in [&["a"][..], &["b"], &["a", "b"], &["b"]] {
    ///     builder.option(option)?;
    /// }
    /// let diagram = memo::diagram(&builder.build()?)?;
    /// assert_eq!(diagram.option_counts(), [2, 1, 1, 1]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn option_counts(&self) -> Vec<Count> {
        self.counts().of_options()
    }
}

/// A [`Diagram`] with the number of covers of each node.
#[derive(Clone, Debug)]
pub struct Counts<'a> {
    diagram: &'a Diagram,
    counts: Vec<BigUint>,
}

impl Counts<'_> {
    /// Returns the number of covers.
    #[must_use]
    pub fn total(&self) -> Count {
        self.of(self.diagram.root).clone().into()
    }

    fn of(&self, node: Node) -> &BigUint {
        &self.counts[node.index()]
    }

    /// Returns the cover at this index in the order of [`Diagram::iter`], counted from 0, or `None`
    /// if the index is not below the number of covers. Visits only edges of the nodes on the way
    /// down to the cover, however large the index is.
    ///
    /// ```
    /// # use quadrille::{Problem, engine::memo};
    /// # let mut builder = Problem::builder();
    /// # builder.unnamed_primary(50)?;
    /// # for item in (0..50).chain(0..50) {
    /// #     builder.option([quadrille::ItemId::new(item)])?;
    /// # }
    /// let diagram = memo::diagram(&builder.build()?)?; // of 2^50 covers
    /// let counts = diagram.counts();
    /// assert_eq!(counts.nth(&5_u32.into()), diagram.iter().nth(5));
    /// assert!(counts.nth(&((1_u64 << 50) - 1).into()).is_some());
    /// assert!(counts.nth(&(1_u64 << 50).into()).is_none());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn nth(&self, index: &BigUint) -> Option<Cover> {
        (index < self.of(self.diagram.root)).then(|| {
            let mut options = Vec::new();
            self.walk(self.diagram.root, index.clone(), &mut options);
            options.into_iter().collect()
        })
    }

    /// Adds the options of the cover at this index among the covers of a node.
    fn walk(&self, root: Node, index: BigUint, options: &mut Vec<OptionId>) {
        let diagram = self.diagram;
        let mut left = vec![(root, index)];
        while let Some((node, mut index)) = left.pop() {
            if diagram.is_product(node) {
                // The last factor changes fastest, like the last digit of a number.
                for edge in diagram.edges(node).rev() {
                    let child = diagram.child(edge);
                    let digit = &index % self.of(child);
                    index /= self.of(child);
                    left.push((child, digit));
                }
                continue;
            }
            for edge in diagram.edges(node) {
                let of_child = self.of(diagram.child(edge));
                if index < *of_child {
                    options.extend_from_slice(diagram.options_of(edge));
                    left.push((diagram.child(edge), index));
                    break;
                }
                index -= of_child;
            }
        }
    }

    /// Returns a random cover, or `None` if there is no cover. All covers are equally likely if the
    /// values of `random` are independent and uniform among all 64-bit numbers.
    ///
    /// ```
    /// # use quadrille::{Problem, engine::memo};
    /// # let mut builder = Problem::builder();
    /// # builder.unnamed_primary(100)?;
    /// # for item in (0..100).chain(0..100) {
    /// #     builder.option([quadrille::ItemId::new(item)])?;
    /// # }
    /// let diagram = memo::diagram(&builder.build()?)?; // of 2^100 covers
    /// let counts = diagram.counts();
    /// // Any generator of random numbers will do; this is splitmix64.
    /// let mut state = 1_u64;
    /// let mut random = || {
    ///     state = state.wrapping_add(0x9E37_79B9_7F4A_7C15);
    ///     let z = (state ^ state >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    ///     let z = (z ^ z >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
    ///     z ^ z >> 31
    /// };
    /// assert_eq!(counts.sample(&mut random).map(|cover| cover.len()), Some(100));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn sample(&self, random: impl FnMut() -> u64) -> Option<Cover> {
        (!self.diagram.is_empty())
            .then(|| self.nth(&below(self.of(self.diagram.root), random)))
            .flatten()
    }

    /// Returns, for each option, the number of covers that contain it: see
    /// [`Diagram::option_counts`].
    #[must_use]
    pub fn of_options(&self) -> Vec<Count> {
        let diagram = self.diagram;
        let mut options = vec![BigUint::ZERO; diagram.option_count()];
        // For each node, the number of ways to choose the rest of a cover of the root.
        let mut ways = vec![BigUint::ZERO; self.counts.len()];
        ways[diagram.root.index()] = BigUint::from(1_u32);
        for node in diagram.nodes().rev() {
            let of_node = std::mem::take(&mut ways[node.index()]);
            if of_node == BigUint::ZERO {
                continue;
            }
            if diagram.is_product(node) {
                // The number of ways of a factor is that of the product, times the numbers of
                // covers of all other factors.
                let children: Vec<Node> =
                    diagram.edges(node).map(|edge| diagram.child(edge)).collect();
                let mut after = vec![BigUint::from(1_u32)];
                for &child in children.iter().skip(1).rev() {
                    after.push(
                        after.last().map_or_else(BigUint::default, |after| after * self.of(child)),
                    );
                }
                let mut before = of_node;
                for (&child, after) in children.iter().zip(after.iter().rev()) {
                    ways[child.index()] += &before * after;
                    before *= self.of(child);
                }
                continue;
            }
            for edge in diagram.edges(node) {
                let child = diagram.child(edge);
                let covers = &of_node * self.of(child);
                diagram
                    .options_of(edge)
                    .iter()
                    .for_each(|option| options[option.index()] += &covers);
                ways[child.index()] += &of_node;
            }
        }
        options.into_iter().map(Count::from).collect()
    }
}

/// Returns a uniform random number below `end`, which must not be 0. Draws random numbers with as
/// many bits as `end - 1` has until one is below `end`.
fn below(end: &BigUint, mut random: impl FnMut() -> u64) -> BigUint {
    let bits = (end - 1_u32).bits();
    loop {
        let mut words = Vec::new();
        let mut left = bits;
        while left > 0 {
            let taken = left.min(64);
            let word = random() >> (64 - taken);
            words.extend([word as u32, (word >> 32) as u32]);
            left -= taken;
        }
        let number = BigUint::new(words);
        if number < *end {
            return number;
        }
    }
}
