//! The unsearched part of a search: a cube for each pending position.

use super::counts::{Counts, store};
use super::items::cell;
use super::search::{Next, Search, load};
use super::{FULL, OPTIONS, PLACES, Position};
use crate::engine::simd::registers::Registers;
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
        let mut open = |position: &Position, depth: u32| {
            cubes.extend(
                cube_of(position)
                    .map(|cube| OpenCube { cube, share: 0.5_f64.powi(depth.cast_signed()) }),
            );
        };
        self.stack.iter().zip(&self.depths).for_each(|(position, &depth)| open(position, depth));
        match self.next {
            Next::Enter => open(&self.position, self.depth),
            // Each pending node of the endgame has half the share of the one before it. This is
            // exact as long as no pending node has been entered.
            Next::Endgame => {
                (1..)
                    .zip(self.endgame.open())
                    .for_each(|(below, position)| open(&position, self.depth + below));
            }
            Next::TryAgain | Next::Exhausted => {}
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
fn cube_of(position: &Position) -> Option<Cube> {
    let mut chosen = Position::default();
    for at in 0..81 {
        let (band, _, bit) = PLACES[9 * at];
        let place = cell(usize::from(band), u32::from(bit));
        let lanes =
            || (0..9).filter(|&lane| position[usize::from(band)].0[lane] & place.field != 0);
        match lanes().count() {
            0 => return None,
            1 => lanes().for_each(|lane| chosen[usize::from(band)].0[lane] |= place.field),
            _ => {}
        }
    }
    let all = [Portable.only(0x1ff, FULL); 3];
    let left = store(Portable, Counts(Portable).choose(all, load(Portable, &chosen)));
    let options = |is_wanted: &dyn Fn(bool, bool, bool) -> bool| {
        (0..OPTIONS)
            .filter(|&option| {
                let (band, lane, bit) = PLACES[option];
                let is_in = |position: &Position| {
                    position[usize::from(band)].0[usize::from(lane)] >> bit & 1 == 1
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
