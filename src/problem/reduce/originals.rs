//! From a cover of the smaller problem back to those of the original.

use super::Reduced;
use crate::ids::OptionId;
use crate::problem::Cover;

/// The covers of the original problem that one cover of the smaller one stands for, in an order
/// that is always the same: one for each way to take an original option for every option of the
/// cover and for every forced one. See [`Reduced::originals_of`].
///
/// As an iterator it yields each as a value of its own; [`next_cover`](Self::next_cover) lends it.
#[derive(Clone, Debug)]
pub struct Originals<'a> {
    /// Where there is something to choose: the place in `cover`, the options, and which of them is
    /// there.
    wheels: Vec<(usize, &'a [OptionId], usize)>,
    cover: Vec<OptionId>,
    left: u128,
    is_fresh: bool,
}

impl<'a> Originals<'a> {
    /// No covers.
    pub(crate) fn none() -> Self {
        Self { wheels: Vec::new(), cover: Vec::new(), left: 0, is_fresh: false }
    }

    pub(super) fn new(reduced: &'a Reduced, cover: &[OptionId]) -> Self {
        let mut all = Self { left: 1, is_fresh: true, ..Self::none() };
        for same in reduced.forced().chain(cover.iter().map(|&option| reduced.originals(option))) {
            if same.len() > 1 {
                all.wheels.push((all.cover.len(), same, 0));
                all.left = all.left.saturating_mul(same.len() as u128);
            }
            all.cover.push(same[0]);
        }
        all
    }

    /// The next of them.
    pub fn next_cover(&mut self) -> Option<&[OptionId]> {
        if self.left == 0 {
            return None;
        }
        self.left -= 1;
        if !std::mem::take(&mut self.is_fresh) {
            for (place, same, at) in self.wheels.iter_mut().rev() {
                *at = (*at + 1) % same.len();
                self.cover[*place] = same[*at];
                if *at > 0 {
                    break;
                }
            }
        }
        Some(&self.cover)
    }

    /// The one that [`next_cover`](Self::next_cover) gave last.
    pub(crate) fn current(&self) -> &[OptionId] {
        &self.cover
    }

    /// How many are left; `u128::MAX` also stands for more than that.
    #[must_use]
    pub fn left(&self) -> u128 {
        self.left
    }
}

impl Iterator for Originals<'_> {
    type Item = Cover;

    fn next(&mut self) -> Option<Cover> {
        self.next_cover().map(Cover::from)
    }
}
