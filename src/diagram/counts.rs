//! Numbers of covers, and what follows from them: the i-th cover, one at random, and how often each
//! option is used.

use num_bigint::BigUint;

use super::{Diagram, Node};
use crate::ids::OptionId;
use crate::problem::Cover;

impl Diagram {
    /// How many covers there are.
    ///
    /// ```
    /// # use quadrille::{Problem, engine::memo};
    /// // The tilings of a 2 by 200 board with dominoes: a Fibonacci number of 42 digits.
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
    /// let family = memo::diagram(&builder.build()?)?;
    /// assert_eq!(family.count().to_string(), "453973694165307953197296969697410619233826");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn count(&self) -> BigUint {
        self.counts().total().clone()
    }

    /// The numbers of covers of all parts of the diagram, for questions that depend on them. Takes
    /// time and memory in proportion to the edges of the diagram times the length of the numbers.
    #[must_use]
    pub fn counts(&self) -> Counts<'_> {
        let counts =
            self.fold(BigUint::ZERO, BigUint::from(1_u32), |family, node, counts: &[BigUint]| {
                let of_children =
                    family.edges(node).map(|edge| &counts[family.child(edge).index()]);
                if family.is_product(node) { of_children.product() } else { of_children.sum() }
            });
        Counts { family: self, counts }
    }

    /// How many covers contain each option, by its number; for `o` options, `o` numbers.
    ///
    /// ```
    /// # use quadrille::{Problem, engine::memo};
    /// # let mut builder = Problem::builder();
    /// builder.primary(["a", "b"])?;
    /// for option in [&["a"][..], &["b"], &["a", "b"], &["b"]] {
    ///     builder.option(option)?;
    /// }
    /// let family = memo::diagram(&builder.build()?)?;
    /// assert_eq!(family.option_counts(), [2_u32, 1, 1, 1].map(num_bigint::BigUint::from));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn option_counts(&self) -> Vec<BigUint> {
        self.counts().of_options()
    }
}

/// A [`Diagram`] with the numbers of covers of all its parts.
#[derive(Clone, Debug)]
pub struct Counts<'a> {
    family: &'a Diagram,
    /// By node.
    counts: Vec<BigUint>,
}

impl Counts<'_> {
    /// How many covers there are.
    #[must_use]
    pub fn total(&self) -> &BigUint {
        self.of(self.family.root)
    }

    fn of(&self, node: Node) -> &BigUint {
        &self.counts[node.index()]
    }

    /// The cover that has `index` others before it in the order of [`Diagram::iter`]; `None` if
    /// there are no more. Takes time in proportion to the depth of the diagram, not to the index.
    ///
    /// ```
    /// # use quadrille::{Problem, engine::memo};
    /// # let mut builder = Problem::builder();
    /// # builder.unnamed_primary(50)?;
    /// # for item in (0..50).chain(0..50) {
    /// #     builder.option([quadrille::ItemId::new(item)])?;
    /// # }
    /// let family = memo::diagram(&builder.build()?)?; // of 2^50 covers
    /// let counts = family.counts();
    /// assert_eq!(counts.nth(&5_u32.into()), family.iter().nth(5));
    /// assert!(counts.nth(&((1_u64 << 50) - 1).into()).is_some());
    /// assert!(counts.nth(&(1_u64 << 50).into()).is_none());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn nth(&self, index: &BigUint) -> Option<Cover> {
        (index < self.total()).then(|| {
            let mut options = Vec::new();
            self.walk(self.family.root, index.clone(), &mut options);
            options.into_iter().collect()
        })
    }

    /// Adds the options of a node's cover with this index.
    fn walk(&self, root: Node, index: BigUint, options: &mut Vec<OptionId>) {
        let family = self.family;
        let mut left = vec![(root, index)];
        while let Some((node, mut index)) = left.pop() {
            if family.is_product(node) {
                // The last factor changes fastest, as the last digit of a number does.
                for edge in family.edges(node).rev() {
                    let child = family.child(edge);
                    let digit = &index % self.of(child);
                    index /= self.of(child);
                    left.push((child, digit));
                }
                continue;
            }
            for edge in family.edges(node) {
                let of_child = self.of(family.child(edge));
                if index < *of_child {
                    options.extend_from_slice(family.options_of(edge));
                    left.push((family.child(edge), index));
                    break;
                }
                index -= of_child;
            }
        }
    }

    /// A cover at random, each as likely as any other: exactly, if the words of `random` are
    /// independent and each of their 64 bits is as likely 0 as 1. `None` if there is no cover.
    ///
    /// ```
    /// # use quadrille::{Problem, engine::memo};
    /// # let mut builder = Problem::builder();
    /// # builder.unnamed_primary(100)?;
    /// # for item in (0..100).chain(0..100) {
    /// #     builder.option([quadrille::ItemId::new(item)])?;
    /// # }
    /// let family = memo::diagram(&builder.build()?)?; // of 2^100 covers
    /// let counts = family.counts();
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
        (!self.family.is_empty()).then(|| self.nth(&below(self.total(), random))).flatten()
    }

    /// How many covers contain each option: see [`Diagram::option_counts`].
    #[must_use]
    pub fn of_options(&self) -> Vec<BigUint> {
        let family = self.family;
        let mut options = vec![BigUint::ZERO; family.option_count()];
        // On how many ways each node is a part of a cover of the root.
        let mut ways = vec![BigUint::ZERO; self.counts.len()];
        ways[family.root.index()] = BigUint::from(1_u32);
        for node in family.nodes().rev() {
            let of_node = std::mem::take(&mut ways[node.index()]);
            if of_node == BigUint::ZERO {
                continue;
            }
            if family.is_product(node) {
                // Each factor goes with every choice of the others: all before it, and all after
                // it.
                let children: Vec<Node> =
                    family.edges(node).map(|edge| family.child(edge)).collect();
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
            for edge in family.edges(node) {
                let child = family.child(edge);
                let covers = &of_node * self.of(child);
                family
                    .options_of(edge)
                    .iter()
                    .for_each(|option| options[option.index()] += &covers);
                ways[child.index()] += &of_node;
            }
        }
        options
    }
}

/// A number below `end`, which is not 0, each as likely as any other: the highest bits of random
/// words, as many as `end` has, again and again until they are a number below it.
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
