//! Bivalue universal grave: a position where all unsolved cells have two candidates and every
//! candidate has two places in each of its houses. It has no solution or several. So if a position
//! with exactly one solution would be a grave without some of its candidates, at least one of these
//! is true.

use std::ops::ControlFlow;

use super::step::{Reason, Sink, places_in, remove};
use crate::houses::{PEER_SETS, PEERS};
use crate::sudoku::board::Position;
use crate::sudoku::board::places::{CELLS, HOUSES, bits, cells_of, subsets};

pub(super) fn graves(board: &Position, sink: &mut Sink<'_>) -> ControlFlow<()> {
    let mut without = board.clone();
    // The cells with extra candidates, in the order in which they are found, and these candidates.
    let mut cells: Vec<usize> = Vec::new();
    let mut extra = [0_u16; 81];
    let (mut extras, mut common) = (0_u16, !0_u128);
    for (house, in_house) in CELLS.iter().enumerate() {
        for digit in 0..9 {
            let places = board.places_in(house, digit);
            if matches!(places.count_ones(), 0 | 2) {
                continue;
            }
            let mut many = bits(places)
                .map(|position| usize::from(in_house[position]))
                .filter(|&cell| board.candidates(cell).count_ones() >= 3);
            let Some(cell) = many.next() else { return ControlFlow::Continue(()) };
            if many.next().is_some() {
                continue;
            }
            if !cells.contains(&cell) {
                cells.push(cell);
            }
            extra[cell] |= 1 << digit;
            extras |= 1 << digit;
            without.take(cell, digit);
            common &= PEER_SETS[cell];
            cells.iter().for_each(|&cell| common &= !(1 << cell));
            if cells.len() > 1 && extras.count_ones() > 1 && common == 0 {
                return ControlFlow::Continue(());
            }
        }
    }
    let is_grave = cells_of(board.unsolved().0)
        .all(|cell| without.candidates(cell).count_ones() == 2)
        && (0..27).all(|house| {
            (0..9).all(|digit| matches!(without.places_in(house, digit).count_ones(), 0 | 2))
        });
    if !is_grave || cells.is_empty() {
        return ControlFlow::Continue(());
    }
    let grave = Grave { board, cells, extra, extras, common };
    if let [cell] = grave.cells[..] {
        remove(5.6, || Reason::Other, [(cell as u8, board.candidates(cell) & !extras)], sink)
    } else if extras.is_power_of_two() {
        let digit = extras.trailing_zeros() as usize;
        remove(5.7, || Reason::Other, places_in(board, digit, common), sink)?;
        grave.type_4(sink)
    } else if common != 0 {
        grave.type_4(sink)?;
        grave.type_3(sink)
    } else {
        ControlFlow::Continue(())
    }
}

struct Grave<'a> {
    board: &'a Position,
    /// The cells with extra candidates.
    cells: Vec<usize>,
    /// The extra candidates of each cell.
    extra: [u16; 81],
    /// The extra candidates of all cells.
    extras: u16,
    /// The cells that all cells with extra candidates see.
    common: u128,
}

impl Grave<'_> {
    /// Iterates over the houses that contain all cells with extra candidates, each with its kind.
    fn shared(&self) -> impl Iterator<Item = (usize, usize)> + '_ {
        (0..3).filter_map(|kind| {
            let house = HOUSES[self.cells[0]][kind];
            let is_shared = self.cells.iter().all(|&cell| HOUSES[cell][kind] == house);
            is_shared.then_some((kind, usize::from(house)))
        })
    }

    /// Looks for type 3: the extra candidates make a naked set with other cells of a house.
    fn type_3(&self, sink: &mut Sink<'_>) -> ControlFlow<()> {
        for (kind, house) in self.shared() {
            let others: Vec<usize> = PEERS[self.cells[0]]
                .iter()
                .map(|&peer| usize::from(peer))
                .filter(|&cell| self.common >> cell & 1 == 1)
                .filter(|&cell| usize::from(HOUSES[cell][kind]) == house)
                .collect();
            for size in 2..=6 {
                if others.len() < size {
                    continue;
                }
                for chosen in subsets(size - 1, others.len()) {
                    let is_chosen = |at: usize| chosen >> at & 1 == 1;
                    let sets = (0..others.len())
                        .filter(|&at| is_chosen(at))
                        .map(|at| self.board.candidates(others[at]));
                    let union = sets.clone().fold(0, |all, set| all | set);
                    let is_tuple = sets.clone().all(|set| set.count_ones() > 1)
                        && self.extras.count_ones() > 1
                        && (union | self.extras).count_ones() as usize == size;
                    if union.count_ones() as usize != size || !is_tuple {
                        continue;
                    }
                    let removed = (0..others.len())
                        .filter(|&at| !is_chosen(at))
                        .map(|at| (others[at] as u8, self.board.candidates(others[at]) & union));
                    let added = f64::from(size as i32 - 1) * 0.1;
                    remove(5.7 + added, || Reason::Other, removed, sink)?;
                }
            }
        }
        ControlFlow::Continue(())
    }

    /// Looks for type 4: two cells of a house share a digit that is not extra, and one of them must
    /// hold it. So neither cell holds its other digit of the grave.
    fn type_4(&self, sink: &mut Sink<'_>) -> ControlFlow<()> {
        let [first, second] = self.cells[..] else { return ControlFlow::Continue(()) };
        let of = |cell: usize| self.board.candidates(cell);
        let common = of(first) & of(second) & !self.extras;
        if common.is_power_of_two() {
            for _ in self.shared() {
                let removed = [first, second]
                    .map(|cell| (cell as u8, of(cell) & !self.extra[cell] & !common));
                remove(5.7, || Reason::Other, removed, sink)?;
            }
        }
        ControlFlow::Continue(())
    }
}
