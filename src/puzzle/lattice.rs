//! Code shared by polyiamonds and polysticks: orientations, mirror images, and the generation of
//! all pieces of a size.

use std::collections::BTreeSet;

use super::polyomino::Sides;

/// A lattice whose cells or edges are the parts of pieces.
pub(super) trait Lattice {
    /// The coordinates of a part.
    type Part: Copy + Ord;

    /// The part from which pieces grow.
    const FIRST: Self::Part;

    /// Moves a piece to the corner of the lattice, and sorts its parts.
    fn normal(parts: impl Iterator<Item = Self::Part> + Clone) -> Vec<Self::Part>;

    /// Rotates a part by the smallest angle that preserves the lattice.
    fn turned(part: Self::Part) -> Self::Part;

    fn mirrored(part: Self::Part) -> Self::Part;

    /// Returns the parts that are connected to a part.
    fn neighbours(part: Self::Part) -> impl Iterator<Item = Self::Part>;
}

/// Returns the orientations of a piece, without reflections if it may not be turned over. The
/// smallest orientation is its canonical form.
pub(super) fn orientations<L: Lattice>(parts: &[L::Part], sides: Sides) -> BTreeSet<Vec<L::Part>> {
    let mut all = BTreeSet::new();
    let mut waiting = vec![L::normal(parts.iter().copied())];
    while let Some(next) = waiting.pop() {
        if all.insert(next.clone()) {
            waiting.push(L::normal(next.iter().copied().map(L::turned)));
            if sides == Sides::Free {
                waiting.push(L::normal(next.iter().copied().map(L::mirrored)));
            }
        }
    }
    all
}

/// Returns the canonical forms of all free pieces of a size.
pub(super) fn free_pieces<L: Lattice>(size: usize) -> BTreeSet<Vec<L::Part>> {
    let canonical = |parts: &[L::Part]| orientations::<L>(parts, Sides::Free).pop_first();
    let mut grown: BTreeSet<_> = canonical(&[L::FIRST]).into_iter().collect();
    for _ in 1..size {
        let mut larger = BTreeSet::new();
        for parts in &grown {
            for neighbour in parts.iter().copied().flat_map(L::neighbours) {
                if !parts.contains(&neighbour) {
                    larger.extend(canonical(&[&parts[..], &[neighbour]].concat()));
                }
            }
        }
        grown = larger;
    }
    grown
}

/// Returns the mirror image of a piece, unless it is also a rotation of the piece.
pub(super) fn mirror_image<L: Lattice>(parts: &[L::Part]) -> Option<Vec<L::Part>> {
    let turned = orientations::<L>(parts, Sides::OneSided);
    orientations::<L>(parts, Sides::Free).into_iter().find(|other| !turned.contains(other))
}
