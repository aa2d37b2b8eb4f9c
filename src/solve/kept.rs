//! The number of covers up to isomorphism without a list of them.
//!
//! By the lemma of Cauchy and Frobenius, also known as Burnside's lemma, the number of orbits of a
//! group is the mean number of covers that an element preserves. A cover that an element preserves
//! is a union of cycles of options. So these covers are the covers of a problem with an option for
//! each cycle. The option has the items of all options of the cycle. A cycle whose options exclude
//! each other is left out. Conjugate elements preserve the same number of covers.

use std::collections::{HashMap, HashSet};

use num_bigint::BigUint;

use crate::ids::{Color, ItemId, OptionId};
use crate::problem::Problem;
use crate::search::Cube;
use crate::symmetry::Elements;

/// The maximum number of classes of conjugate elements.
const MOST_CLASSES: usize = 32;

/// The problems whose covers determine the number of covers up to isomorphism.
///
/// ```
/// use quadrille::puzzle::{Puzzle, queens::Queens};
/// let queens = Queens::new(8)?;
/// let mut distinct = queens.problem().distinct();
/// let kept = loop {
///     distinct.advance(1);
///     if distinct.order().is_some() {
///         break distinct.kept_covers().expect("the group is small");
///     }
/// };
/// let counts: Vec<_> = kept.parts().iter().map(|part| part.problem.count().to_big()).collect();
/// assert_eq!(counts[0], 92_u32.into());
/// assert_eq!(kept.classes(&counts), Some(12_u32.into()));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct KeptCovers {
    parts: Vec<KeptPart>,
    order: u64,
}

/// The covers that each symmetry of a conjugacy class preserves.
#[derive(Clone, Debug)]
pub struct KeptPart {
    /// A problem. The number of its covers in the cube is the number of covers that each of the
    /// symmetries preserves.
    pub problem: Problem,
    /// The cube in which the covers are counted.
    pub cube: Cube,
    /// The number of symmetries in the class. Those that permute the options in the same way count
    /// as one.
    pub symmetries: u64,
}

impl KeptCovers {
    /// Returns the problems for the covers that contain the chosen options. Each element must
    /// preserve the set of these options. Returns `None` if the problem has bounds or the group has
    /// too many conjugacy classes.
    pub(super) fn new(problem: &Problem, chosen: &[OptionId], elements: &Elements) -> Option<Self> {
        if problem.has_bounds() {
            return None;
        }
        let mut parts = Vec::new();
        for (element, symmetries) in elements.conjugacy_classes(MOST_CLASSES)? {
            if parts.is_empty() {
                let (problem, cube) = (problem.clone(), chosen.into());
                parts.push(KeptPart { problem, cube, symmetries });
            } else if let Some((problem, cube)) = merged(problem, chosen, &element) {
                parts.push(KeptPart { problem, cube, symmetries });
            }
        }
        Some(Self { parts, order: elements.len() as u64 })
    }

    /// Returns the parts. The first is for the identity, which preserves every cover.
    #[must_use]
    pub fn parts(&self) -> &[KeptPart] {
        &self.parts
    }

    /// Returns the number of classes, given the number of covers of each part, in the order of
    /// [`parts`](Self::parts). Returns `None` if there is not one number for each part, or if the
    /// numbers do not give a whole number of classes.
    #[must_use]
    pub fn classes(&self, counts: &[BigUint]) -> Option<BigUint> {
        let (sum, order) = (self.sum(counts), BigUint::from(self.order));
        let is_possible = counts.len() == self.parts.len() && &sum % &order == BigUint::ZERO;
        is_possible.then(|| sum / order)
    }

    /// Returns a lower bound on the number of classes, given lower bounds on the numbers of covers
    /// of the first parts.
    #[must_use]
    pub fn at_least(&self, counts: &[BigUint]) -> BigUint {
        (self.sum(counts) + (self.order - 1)) / self.order
    }

    fn sum(&self, counts: &[BigUint]) -> BigUint {
        self.parts.iter().zip(counts).map(|(part, count)| count * part.symmetries).sum()
    }
}

/// Returns the problem of the cycles of an element, and the cycles of the chosen options. Returns
/// `None` if the options of a chosen cycle exclude each other: then no cover contains the chosen
/// options.
fn merged(problem: &Problem, chosen: &[OptionId], element: &[u32]) -> Option<(Problem, Cube)> {
    // For each item, the merged options that have it, with their colors.
    let mut columns: Vec<Vec<(u32, Option<Color>)>> = vec![Vec::new(); problem.item_count()];
    let mut is_done = vec![false; problem.option_count()];
    let mut cube = Vec::new();
    let mut count = 0;
    for (first, _) in problem.options() {
        if is_done[first.index()] {
            continue;
        }
        let mut entries: HashMap<ItemId, Option<Color>> = HashMap::new();
        let mut is_possible = true;
        let mut at = first;
        while !std::mem::replace(&mut is_done[at.index()], true) {
            for (item, color) in problem.entries(at) {
                let before = entries.insert(item, color);
                is_possible &= before.is_none_or(|before| color.is_some() && before == color);
            }
            at = OptionId::new(element[at.index()]);
        }
        let is_chosen = chosen.binary_search(&first).is_ok();
        if is_possible {
            for (item, color) in entries {
                columns[item.index()].push((count, color));
            }
            if is_chosen {
                cube.push(OptionId::new(count));
            }
            count += 1;
        } else if is_chosen {
            return None;
        }
    }
    Some((of_columns(problem.primary_count(), count, &columns), cube.into()))
}

/// Returns the problem with these items, each given by its options and its colors in them. Primary
/// items with the same options, such as items that the element maps to each other, become one item,
/// and so do secondary items with the same options and colors.
fn of_columns(primary: usize, options: u32, columns: &[Vec<(u32, Option<Color>)>]) -> Problem {
    const FITS: &str = "it is not larger than the problem it is made from";
    let mut entries: Vec<Vec<(ItemId, Option<u32>)>> = vec![Vec::new(); options as usize];
    let mut builder = Problem::builder();
    let mut seen = HashSet::new();
    for (item, column) in columns.iter().enumerate() {
        let is_primary = item < primary;
        if !seen.insert((is_primary, column)) {
            continue;
        }
        let range = match is_primary {
            true => builder.unnamed_primary(1),
            false => builder.unnamed_secondary(1),
        };
        let item = range.expect(FITS).get(0).expect("it has one item");
        for (option, color) in column {
            entries[*option as usize].push((item, color.map(Color::get)));
        }
    }
    for option in entries {
        builder.option(option).expect(FITS);
    }
    builder.build().expect(FITS)
}
