//! The unsearched part of a search, as positions and as cubes.

use super::Nine;
use super::items::to_cells;
use super::many::Way;
use super::search::{Next, Search};
use super::sets::share;
use crate::arrays::filled;
use crate::houses::PEERS;
use crate::ids::OptionId;
use crate::search::{Cube, OpenCube};

impl Search {
    /// Returns the cubes of [`Engine::remaining`](crate::search::Engine::remaining).
    pub(super) fn remaining(&self) -> Vec<OpenCube> {
        let open = self.open_positions().into_iter();
        open.filter_map(|(position, share)| Some(OpenCube { cube: cube_of(&position)?, share }))
            .collect()
    }

    /// Returns the sum of the shares of the unsearched positions, including those without a cube.
    pub(super) fn open_share(&self) -> f64 {
        // The sum of no floating-point numbers is -0.
        self.open_positions().iter().map(|(_, share)| share).sum::<f64>() + 0.0
    }

    /// Returns the unsearched positions, the next one first, and their shares.
    fn open_positions(&self) -> Vec<(Nine, f64)> {
        let pending = self.pending().iter().rev().map(|open| (open.options, share(open.depth)));
        match self.next {
            Next::Continue(Way::JoinAll) => self.left_of_join(),
            Next::Continue(way) => self.many.remaining(way).into_iter().chain(pending).collect(),
            _ => pending.collect(),
        }
    }

    /// Returns the positions that the join of the root has not enumerated yet.
    ///
    /// A position with a cover that was found before the join is replaced by its intersections with
    /// the pending positions, which do not contain the cover.
    fn left_of_join(&self) -> Vec<(Nine, f64)> {
        let mut open = Vec::new();
        for (position, share) in self.many.remaining(Way::JoinAll) {
            if !self.known().iter().any(|cover| part(&position, cover) == *cover) {
                open.push((position, share));
                continue;
            }
            let parts = self.pending().iter().rev().map(|open| part(&position, &open.options));
            let parts: Vec<_> = parts.filter(|part| !to_cells(part).contains(&0)).collect();
            let share = share / parts.len() as f64;
            open.extend(parts.into_iter().map(|part| (part, share)));
        }
        open
    }
}

/// Returns the options that two positions have in common.
fn part(a: &Nine, b: &Nine) -> Nine {
    Nine(filled([0; 4], |plane| filled(0, |lane| a.0[plane][lane] & b.0[plane][lane])))
}

/// Returns the cube of the covers of a position, or `None` if a cell has no candidate and there are
/// thus no covers.
///
/// The cube chooses the options of the cells with one candidate. It excludes the options that the
/// position lacks, unless the chosen options exclude them already.
fn cube_of(position: &Nine) -> Option<Cube> {
    let cells = to_cells(position);
    let mut cube = Cube::default();
    for (cell, &candidates) in cells.iter().enumerate() {
        if candidates == 0 {
            return None;
        }
        for digit in 0..9 {
            let option = OptionId::new((9 * cell + digit) as u32);
            let is_chosen = |cell: usize| cells[cell] == 1 << digit;
            let mut peers = PEERS[cell].iter().map(|&peer| usize::from(peer));
            if is_chosen(cell) {
                cube.chosen.push(option);
            } else if !candidates.is_power_of_two()
                && candidates >> digit & 1 == 0
                && !peers.any(is_chosen)
            {
                cube.excluded.push(option);
            }
        }
    }
    Some(cube)
}
