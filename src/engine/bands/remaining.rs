//! The unsearched part of a search: a cube for each pending position.

use super::counts::Counts;
use super::items::CELLS;
use super::many::{from_cells, to_cells};
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
        if self.next == Next::Join {
            return self.remaining_of_join();
        }
        let mut cubes = Vec::new();
        let mut open = |options: &Nine, depth: u32| {
            cubes.extend(
                cube_of(options)
                    .map(|cube| OpenCube { cube, share: 0.5_f64.powi(depth.cast_signed()) }),
            );
        };
        self.pending().iter().for_each(|position| open(&position.options, position.depth));
        cubes.reverse();
        cubes
    }
}

impl Search {
    /// Returns the sum of the shares of the cubes.
    #[cfg(feature = "bigint")]
    pub(super) fn open_share(&self) -> f64 {
        match self.next {
            Next::Exhausted => 0.0,
            Next::Join => self.many.remaining().iter().map(|(_, share)| share).sum(),
            Next::Enter => {
                self.pending().iter().map(|open| 0.5_f64.powi(open.depth.cast_signed())).sum()
            }
        }
    }

    /// Returns the cubes of the positions that the join has left.
    ///
    /// A position that has a cover which was found before the join is the union of its parts in the
    /// pending positions of the search, which do not have the cover.
    fn remaining_of_join(&self) -> Vec<OpenCube> {
        let mut cubes = Vec::new();
        for (cells, share) in self.many.remaining() {
            if !self.many.has_known(&cells) {
                cubes.extend(cube_of(&from_cells(&cells)).map(|cube| OpenCube { cube, share }));
                continue;
            }
            let parts = self.pending().iter().rev().map(|pending| {
                let pending = to_cells(&pending.options);
                from_cells(&std::array::from_fn(|cell| cells[cell] & pending[cell]))
            });
            let parts: Vec<Cube> = parts.filter_map(|part| cube_of(&part)).collect();
            let share = share / parts.len() as f64;
            cubes.extend(parts.into_iter().map(|cube| OpenCube { cube, share }));
        }
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
