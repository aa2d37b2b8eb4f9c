//! Sets of items and the weights of items, in eleven registers with a byte for each item.

/// A set of items: item `64 s + b` is bit `b` of word `s`.
pub(in crate::engine) type Items = [u64; 11];

/// The weight of each item: the number of times that it has run out of options in this search, plus
/// one, up to 255.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::engine) struct Weights(pub(in crate::engine) [[u8; 64]; 11]);

impl Default for Weights {
    fn default() -> Self {
        Self([[1; 64]; 11])
    }
}

/// Returns the result of [`Registers::heaviest`](super::Registers::heaviest).
pub(super) fn heaviest(items: &Items, weights: &Weights) -> Option<usize> {
    let (mut heaviest, mut most) = (None, 0);
    for (set, (&word, weights)) in items.iter().zip(&weights.0).enumerate() {
        let mut left = word;
        while left != 0 {
            let byte = left.trailing_zeros() as usize;
            left &= left - 1;
            if weights[byte] > most {
                (heaviest, most) = (Some(set * 64 + byte), weights[byte]);
            }
        }
    }
    heaviest
}

/// Does the work of [`Registers::add_weight`](super::Registers::add_weight).
pub(super) fn add_weight(items: &Items, weights: &mut Weights) {
    for (&word, weights) in items.iter().zip(&mut weights.0) {
        let mut left = word;
        while left != 0 {
            let byte = left.trailing_zeros() as usize;
            left &= left - 1;
            weights[byte] = weights[byte].saturating_add(1);
        }
    }
}
