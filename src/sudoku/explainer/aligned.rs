//! Aligned exclusion: two or three base cells, and cells with few candidates that see all base
//! cells. A combination of digits in the base cells is excluded if it takes all candidates of a
//! cell with few candidates, or has the same digit in two cells of a house. A candidate that occurs
//! only in excluded combinations is false.

use std::ops::ControlFlow;

use smallvec::SmallVec;

use super::step::{Reason, Sink, remove};
use crate::houses::{PEER_SETS, PEERS};
use crate::sudoku::board::Position;
use crate::sudoku::board::places::{bits, cells_of};

/// Finds exclusions of `size` cells, two or three.
pub(super) fn exclusions(board: &Position, size: usize, sink: &mut Sink<'_>) -> ControlFlow<()> {
    // For each base cell, the cells that may exclude a combination.
    let mut excluders = [0_u128; 81];
    let (mut bases, mut base_set) = (Vec::new(), 0_u128);
    let (mut singles, mut few) = (0_u128, 0_u128);
    for cell in cells_of(board.unsolved().0) {
        match board.candidates(cell).count_ones() as usize {
            1 => singles |= 1 << cell,
            count if (2..=size).contains(&count) => few |= 1 << cell,
            _ => {}
        }
    }
    for cell in cells_of(board.unsolved().0) {
        let sees = PEER_SETS[cell];
        if board.candidates(cell).count_ones() >= 2 && sees & singles == 0 && sees & few != 0 {
            excluders[cell] = sees & few;
            bases.push(cell);
            base_set |= 1 << cell;
        }
    }
    // The pairs of base cells in the order of Sudoku Explainer: by the second, then by the first.
    for (at, &second) in bases.iter().enumerate() {
        for &first in &bases[..at] {
            let common = excluders[first] & excluders[second];
            if common.count_ones() < 2 {
                continue;
            }
            if size == 2 {
                try_cells(board, &[first, second], common, sink)?;
                continue;
            }
            // The third cell is an excluder of the first or of the second. Excluders of the first
            // come before those of the second.
            let thirds = PEERS[first].iter().chain(&PEERS[second]).map(|&cell| usize::from(cell));
            let mut left =
                (excluders[first] | excluders[second]) & base_set & !(1 << first | 1 << second);
            let of_first = excluders[first];
            for (rank, third) in thirds.enumerate() {
                let is_excluder = rank >= 20 || of_first >> third & 1 == 1;
                if left >> third & 1 == 1 && is_excluder {
                    left &= !(1 << third);
                    let common = common & excluders[third];
                    if common.count_ones() >= 2 {
                        try_cells(board, &[first, second, third], common, sink)?;
                    }
                }
            }
        }
    }
    ControlFlow::Continue(())
}

fn try_cells(
    board: &Position,
    cells: &[usize],
    excluders: u128,
    sink: &mut Sink<'_>,
) -> ControlFlow<()> {
    let digits = cells.iter().fold(0, |digits, &cell| digits | board.candidates(cell));
    let sets = cells_of(excluders).map(|cell| board.candidates(cell));
    let sets: SmallVec<[u16; 32]> = sets.filter(|set| set & !digits == 0).collect();
    // Without excluders only naked pairs exclude, and they were tried before.
    if sets.is_empty() {
        return ControlFlow::Continue(());
    }
    let sees = |a: usize, b: usize| PEER_SETS[cells[a]] >> cells[b] & 1 == 1;
    // The digits of each cell that are in some combination that is not excluded.
    let mut allowed = [0_u16; 3];
    let is_excluded = |digits: u16| sets.iter().any(|&set| set & !digits == 0);
    for first in bits(board.candidates(cells[0])) {
        for second in bits(board.candidates(cells[1])) {
            if first == second && sees(0, 1) {
                continue;
            }
            let digits = 1 << first | 1 << second;
            if cells.len() == 2 {
                if !is_excluded(digits) {
                    allowed[0] |= 1 << first;
                    allowed[1] |= 1 << second;
                }
                continue;
            }
            for third in bits(board.candidates(cells[2])) {
                let known = allowed[0] >> first & allowed[1] >> second & allowed[2] >> third;
                if known & 1 == 1 {
                    continue;
                }
                let clash = third == first && sees(0, 2) || third == second && sees(1, 2);
                if !clash && !is_excluded(digits | 1 << third) {
                    allowed[0] |= 1 << first;
                    allowed[1] |= 1 << second;
                    allowed[2] |= 1 << third;
                }
            }
        }
    }
    let left = cells.iter().zip(allowed);
    let removed = left.map(|(&cell, allowed)| (cell as u8, board.candidates(cell) & !allowed));
    remove(if cells.len() == 2 { 6.2 } else { 7.5 }, || Reason::Other, removed, sink)
}
