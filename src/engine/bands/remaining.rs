//! The unsearched part of a search: a cube for each pending position.

use super::counts::Counts;
use super::items::CELLS;
use super::search::{Next, Search};
use super::sets::{load, store};
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
        let mut cubes = Vec::new();
        let mut open = |options: &Nine, depth: u32| {
            cubes.extend(
                cube_of(options)
                    .map(|cube| OpenCube { cube, share: 0.5_f64.powi(depth.cast_signed()) }),
            );
        };
        self.pending().iter().for_each(|position| open(&position.options, position.depth));
        if self.next == Next::Endgame {
            // Each pending node of the endgame has half the share of the one before it. This is
            // exact as long as no pending node has been entered.
            (1..)
                .zip(self.endgame.open())
                .for_each(|(below, options)| open(&options, self.depth_of_endgame + below));
        }
        cubes.reverse();
        cubes
    }
}

/// Returns the cube of the covers that consist of options of a position, or `None` if a cell has no
/// option, so that there are none.
///
/// It chooses the options of the cells with one option. Among the options that these do not
/// exclude, it excludes those that the position lacks.
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
