//! The elements of a small group, all of them.

use std::cmp::Ordering;
use std::collections::HashSet;
use std::sync::Arc;

use super::group::Symmetries;
use crate::ids::OptionId;

/// The permutations of the options by a group. Symmetries that differ in what they do to items
/// alone are one of these.
#[derive(Clone, Debug)]
pub(crate) struct Elements {
    /// The image of each option. The first permutation is the identity.
    images: Vec<Arc<[u32]>>,
}

impl Elements {
    /// Returns the permutations by a group, or `None` if they have more than so many images of
    /// options in all.
    pub(crate) fn new(group: &Symmetries, images: usize) -> Option<Self> {
        let options = group.option_count();
        let identity: Arc<[u32]> = (0..options as u32).collect();
        let mut seen = HashSet::from([Arc::clone(&identity)]);
        let mut all = vec![identity];
        // Each element is a product of generators, and is reached from a shorter product.
        let mut done = 0;
        while done < all.len() {
            for generator in group.generators() {
                let image = |&option: &u32| match generator.option(OptionId::new(option)) {
                    Some(option) => option.get(),
                    None => option,
                };
                let product: Arc<[u32]> = all[done].iter().map(image).collect();
                if seen.contains(&product) {
                    continue;
                }
                if (all.len() + 1) * options > images {
                    return None;
                }
                seen.insert(Arc::clone(&product));
                all.push(product);
            }
            done += 1;
        }
        Some(Self { images: all })
    }

    /// Returns the number of permutations.
    pub(crate) fn len(&self) -> usize {
        self.images.len()
    }

    /// Returns the permutations that keep a set of options, given in order, if no permutation maps
    /// it to a set before it in lexicographic order. Returns `None` if one does.
    pub(crate) fn of_least(&self, options: &[OptionId]) -> Option<Self> {
        let mut kept = Vec::new();
        let mut image = Vec::with_capacity(options.len());
        for permutation in &self.images {
            image.clear();
            image.extend(options.iter().map(|option| OptionId::new(permutation[option.index()])));
            image.sort_unstable();
            match image.as_slice().cmp(options) {
                Ordering::Less => return None,
                Ordering::Equal => kept.push(Arc::clone(permutation)),
                Ordering::Greater => {}
            }
        }
        Some(Self { images: kept })
    }
}
