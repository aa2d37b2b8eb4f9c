//! The components of many masks, all found together by union-find.

use super::{Arrays, Mask, Span, lowest, without};

impl<const W: usize> Arrays<W> {
    /// Calls `visit` with each component of the bits of `wanted`, in the order of their lowest
    /// bits. The components are those of [`connected`](Self::connected). The time hardly
    /// depends on their number.
    pub(in crate::engine) fn components(
        &self,
        span: Span,
        wanted: &Mask<W>,
        codes: &[Mask<W>],
        visit: impl FnMut(Mask<W>),
    ) {
        let masks = (span.start..span.end()).map(|at| self.mask(at)).chain(codes.iter().copied());
        components(masks, wanted, visit);
    }
}

/// Calls `visit` with each component of the bits of `wanted`, in the order of their lowest bits.
/// The bits of each mask are in one component.
pub(in crate::engine) fn components<const W: usize>(
    masks: impl Iterator<Item = Mask<W>>,
    wanted: &Mask<W>,
    mut visit: impl FnMut(Mask<W>),
) {
    // Union-find: each bit has a parent that is not greater, and the root of a component is its
    // lowest bit.
    let mut parents: Vec<u16> = (0..64 * W as u16).collect();
    for mask in masks {
        let mut bits = ones(mask);
        let Some(first) = bits.next() else { continue };
        let mut lowest = root(&mut parents, first);
        for bit in bits {
            let other = root(&mut parents, bit);
            let (low, high) = (lowest.min(other), lowest.max(other));
            parents[high] = low as u16;
            lowest = low;
        }
    }
    let mut components = vec![[0; W]; 64 * W];
    for bit in ones(*wanted) {
        components[root(&mut parents, bit)][bit / 64] |= 1 << (bit % 64);
    }
    let mut left = *wanted;
    while let Some(bit) = lowest(&left) {
        let component = components[root(&mut parents, bit)];
        left = without(&left, &component);
        visit(component);
    }
}

/// Returns the root of a bit, and halves the path to it.
fn root(parents: &mut [u16], mut bit: usize) -> usize {
    while usize::from(parents[bit]) != bit {
        parents[bit] = parents[usize::from(parents[bit])];
        bit = parents[bit].into();
    }
    bit
}

/// Iterates over the bits of a mask, the lowest first.
pub(in crate::engine) fn ones<const W: usize>(mut mask: Mask<W>) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let bit = lowest(&mask)?;
        mask[bit / 64] &= mask[bit / 64] - 1;
        Some(bit)
    })
}
