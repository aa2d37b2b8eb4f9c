//! All elements of a small group.

use std::cmp::Ordering;
use std::collections::HashSet;
use std::sync::Arc;

use super::group::Symmetries;
use crate::ids::OptionId;

/// The permutations of the options that the elements of a group define. Symmetries with the same
/// images of options are one permutation.
#[derive(Clone, Debug)]
pub(crate) struct Elements {
    /// For each permutation, the image of each option. The first permutation is the identity.
    images: Vec<Arc<[u32]>>,
}

/// Returns all products of these permutations of `len` numbers, the identity first. Returns `None`
/// if there are several products, with more than `images` images in all.
pub(super) fn products(
    len: usize,
    generators: &[&[u32]],
    images: usize,
) -> Option<Vec<Arc<[u32]>>> {
    let identity: Arc<[u32]> = (0..len as u32).collect();
    let mut seen = HashSet::from([Arc::clone(&identity)]);
    let mut all = vec![identity];
    // Each element is a product of generators, and is reached from a shorter product.
    let mut done = 0;
    while done < all.len() {
        for generator in generators {
            let product: Arc<[u32]> = all[done].iter().map(|&at| generator[at as usize]).collect();
            if seen.contains(&product) {
                continue;
            }
            if (all.len() + 1) * len > images {
                return None;
            }
            seen.insert(Arc::clone(&product));
            all.push(product);
        }
        done += 1;
    }
    Some(all)
}

impl Elements {
    /// Returns the permutations that a group defines, or `None` if there are several, with more
    /// than `images` images of options in all.
    pub(crate) fn new(group: &Symmetries, images: usize) -> Option<Self> {
        let generators = group.option_generators();
        let generators: Vec<&[u32]> = generators.iter().map(|generator| &**generator).collect();
        let images = products(group.option_count(), &generators, images)?;
        Some(Self { images })
    }

    /// Returns the permutations that preserve a set of options. `options` must be sorted.
    pub(crate) fn keeping(&self, options: &[OptionId]) -> Self {
        let keeps = |permutation: &&Arc<[u32]>| {
            let mut images = options.iter().map(|option| permutation[option.index()]);
            images.all(|image| options.binary_search(&OptionId::new(image)).is_ok())
        };
        Self { images: self.images.iter().filter(keeps).cloned().collect() }
    }

    /// Returns one permutation of each conjugacy class, with the size of the class. The identity
    /// comes first. Returns `None` if there are more than `most` classes.
    pub(crate) fn conjugacy_classes(&self, most: usize) -> Option<Vec<(Arc<[u32]>, u64)>> {
        let mut seen: HashSet<Vec<u32>> = HashSet::new();
        let mut classes = Vec::new();
        for element in &self.images {
            if seen.contains(&**element) {
                continue;
            }
            if classes.len() == most {
                return None;
            }
            let before = seen.len();
            for by in &self.images {
                let mut conjugate = vec![0; element.len()];
                for (&from, &to) in by.iter().zip(&**element) {
                    conjugate[from as usize] = by[to as usize];
                }
                seen.insert(conjugate);
            }
            classes.push((Arc::clone(element), (seen.len() - before) as u64));
        }
        Some(classes)
    }

    pub(crate) fn len(&self) -> usize {
        self.images.len()
    }

    /// Returns the permutations that preserve a set of options. Returns `None` if a permutation
    /// maps the set to a lexicographically smaller one. `options` must be sorted.
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
