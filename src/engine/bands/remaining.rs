//! The unsearched part of a search: a cube for each pending position.

use super::counts::Counts;
use super::items::CELLS;
use super::many::Way;
use super::search::{Next, Search};
use super::sets::{load, share, store};
use super::{FULL, Nine, OPTIONS, PLACES};
use crate::engine::simd::planes::Planes;
use crate::engine::simd::tokens::Portable;
use crate::ids::OptionId;
use crate::search::{Cube, OpenCube};

impl Search {
    /// Returns the cubes of [`Engine::remaining`](crate::search::Engine::remaining).
    pub(super) fn remaining(&self) -> Vec<OpenCube> {
        if self.next == Next::Exhausted {
            return Vec::new();
        }
        let cube = |(position, share): (Nine, f64)| {
            cube_of(&position).map(|cube| OpenCube { cube, share })
        };
        self.open_positions().into_iter().filter_map(cube).collect()
    }

    /// Returns the sum of the shares of the cubes.
    pub(super) fn open_share(&self) -> f64 {
        self.open_positions().iter().map(|(_, share)| share).sum()
    }

    /// Returns the unsearched positions, the next one first, and their shares.
    fn open_positions(&self) -> Vec<(Nine, f64)> {
        let mut open = match self.next {
            Next::Continue(Way::JoinAll) => return self.left_of_join(),
            Next::Continue(way) => self.many.remaining(way),
            _ => Vec::new(),
        };
        let pending = self.pending().iter().rev();
        open.extend(pending.map(|open| (open.options, share(open.depth))));
        open
    }

    /// Returns the positions that the join of the root has not enumerated yet.
    ///
    /// A position with a cover that was found before the join is replaced by its intersections with
    /// the pending positions, which do not contain the cover.
    fn left_of_join(&self) -> Vec<(Nine, f64)> {
        let mut open = Vec::new();
        for (position, share) in self.many.remaining(Way::JoinAll) {
            let is_here = |cover: &Nine| part(&position, cover) == *cover;
            if !self.known().iter().any(is_here) {
                open.push((position, share));
                continue;
            }
            let pending = self.pending().iter().rev();
            let parts = pending.map(|pending| part(&position, &pending.options));
            let parts: Vec<_> = parts.filter(|part| cube_of(part).is_some()).collect();
            let share = share / parts.len() as f64;
            open.extend(parts.into_iter().map(|part| (part, share)));
        }
        open
    }
}

/// Returns the options that two positions have in common.
fn part(a: &Nine, b: &Nine) -> Nine {
    let mut both = *a;
    for (a, b) in both.0.iter_mut().flatten().zip(b.0.iter().flatten()) {
        *a &= b;
    }
    both
}

/// Returns the cube of the covers that consist of options of a position, or `None` if a cell has no
/// option and there are thus no covers.
///
/// The cube chooses the options of the cells with one option. It excludes the other options that
/// the position lacks, unless the chosen options exclude them already.
fn cube_of(position: &Nine) -> Option<Cube> {
    let mut chosen = Nine::default();
    for cell in 0..81 {
        let (band, _, bit) = PLACES[9 * cell];
        let (band, bit) = (usize::from(band), usize::from(bit));
        let is_here = |digit: &usize| position.0[*digit][band] & CELLS[band][bit][band] != 0;
        let mut digits = (0..9).filter(is_here);
        let first = digits.next()?;
        if digits.next().is_none() {
            chosen.0[first][band] |= 1 << bit;
        }
    }
    let mut all = [Portable.zero(); 9];
    for (at, all) in all.iter_mut().enumerate() {
        *all = Portable.in_use(at, FULL);
    }
    let mut left = Nine::default();
    store(Portable, &Counts(Portable).choose(&all, &load(Portable, &chosen)), &mut left);
    let options = |is_wanted: &dyn Fn(bool, bool, bool) -> bool| {
        (0..OPTIONS)
            .filter(|&option| {
                let (band, digit, bit) = PLACES[option];
                let is_in = |options: &Nine| {
                    options.0[usize::from(digit)][usize::from(band)] >> bit & 1 == 1
                };
                is_wanted(is_in(position), is_in(&chosen), is_in(&left))
            })
            .map(|option| OptionId::new(option as u32))
            .collect()
    };
    Some(Cube {
        chosen: options(&|_, is_chosen, _| is_chosen),
        excluded: options(&|is_here, _, is_left| is_left && !is_here),
    })
}
