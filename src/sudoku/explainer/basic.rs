//! Singles, locked candidates, subsets, fishes and wings.

use std::ops::ControlFlow;

use super::step::{Reason, Sink, Step, listed, places_in, remove};
use crate::houses::{PEER_SETS, PEERS};
use crate::sudoku::board::Position;
use crate::sudoku::board::places::{CELLS, HOUSES, bits, cells_of, subsets};

const BOXES: std::ops::Range<usize> = 0..9;
const ROWS: std::ops::Range<usize> = 9..18;
const COLUMNS: std::ops::Range<usize> = 18..27;

/// Iterates over the houses in the order in which most techniques visit them: boxes, columns, rows.
fn in_order() -> impl Iterator<Item = usize> {
    BOXES.chain(COLUMNS).chain(ROWS)
}

/// Returns the cell of a house at the position in `places`, if there is exactly one.
#[inline]
fn only(house: usize, places: u16) -> Option<usize> {
    places.is_power_of_two().then(|| CELLS[house][places.trailing_zeros() as usize].into())
}

pub(super) fn hidden_singles(board: &Position, sink: &mut Sink<'_>) -> ControlFlow<()> {
    for is_last in [true, false] {
        for house in in_order() {
            if (board.unsolved_in(house) == 1) != is_last {
                continue;
            }
            for digit in 0..9 {
                if let Some(cell) = only(house, board.places_in(house, digit)) {
                    let difficulty = match house {
                        _ if is_last => 1.0,
                        0..9 => 1.2,
                        _ => 1.5,
                    };
                    sink(Step::single(difficulty, cell, digit))?;
                }
            }
        }
    }
    ControlFlow::Continue(())
}

pub(super) fn naked_singles(board: &Position, sink: &mut Sink<'_>) -> ControlFlow<()> {
    for cell in cells_of(board.unsolved().0) {
        let digits = board.candidates(cell);
        if digits.is_power_of_two() {
            sink(Step::single(2.3, cell, digits.trailing_zeros() as usize))?;
        }
    }
    ControlFlow::Continue(())
}

/// Looks for pointing and claiming or, if `direct` is true, for the hidden singles that directly
/// follow from them.
pub(super) fn locked(board: &Position, direct: bool, sink: &mut Sink<'_>) -> ControlFlow<()> {
    for (bases, covers) in [(BOXES, COLUMNS), (BOXES, ROWS), (COLUMNS, BOXES), (ROWS, BOXES)] {
        for base in bases.clone() {
            for cover in covers.clone() {
                let common = crossing(base, cover);
                if common == 0 {
                    continue;
                }
                for digit in 0..9 {
                    let places = board.places_in(base, digit);
                    if places.count_ones() < 2 || places & !common != 0 {
                        continue;
                    }
                    let reason = || Reason::Locked {
                        digit: digit as u8,
                        bases: vec![base as u8],
                        covers: vec![cover as u8],
                    };
                    let (pointing, claiming) = if direct { (1.7, 1.9) } else { (2.6, 2.8) };
                    let difficulty = if base < 9 { pointing } else { claiming };
                    if !direct {
                        let places = board.places_in(cover, digit) & !crossing(cover, base);
                        let removed = bits(places).map(|at| (CELLS[cover][at], 1 << digit));
                        remove(difficulty, reason, removed, sink)?;
                        continue;
                    }
                    for other in bases.clone().filter(|&other| other != base) {
                        let places = board.places_in(other, digit);
                        let crossed = crossing(other, cover);
                        if crossed != 0
                            && places.count_ones() > 1
                            && let Some(cell) = only(other, places & !crossed)
                        {
                            sink(Step::single(difficulty, cell, digit))?;
                        }
                    }
                }
            }
        }
    }
    ControlFlow::Continue(())
}

/// Returns the positions of the first house that lie in the second.
fn crossing(house: usize, other: usize) -> u16 {
    const CROSSINGS: [[u16; 27]; 27] = {
        let mut crossings = [[0; 27]; 27];
        let mut at = 0;
        while at < 27 * 9 * 3 {
            let (house, position, kind) = (at / 27, at / 3 % 9, at % 3);
            let cell = CELLS[house][position] as usize;
            crossings[house][HOUSES[cell][kind] as usize] |= 1 << position;
            at += 1;
        }
        crossings
    };
    CROSSINGS[house][other]
}

/// Returns the union of the sets if it has as many bits as there are sets, and each set has at
/// least two bits.
fn common_tuple(sets: impl Iterator<Item = u16>, size: usize) -> Option<u16> {
    let mut union = 0;
    for set in sets {
        if set.count_ones() < 2 {
            return None;
        }
        union |= set;
    }
    (union.count_ones() as usize == size).then_some(union)
}

pub(super) fn hidden_sets(
    board: &Position,
    size: usize,
    direct: bool,
    sink: &mut Sink<'_>,
) -> ControlFlow<()> {
    for house in in_order() {
        let empty = board.unsolved_in(house);
        let least = if direct { size } else { size * 2 };
        if empty <= least {
            continue;
        }
        for digits in subsets(size, 9) {
            let digits = digits as u16;
            let places = bits(digits).map(|digit| board.places_in(house, digit));
            let Some(cells) = common_tuple(places, size) else { continue };
            let in_cells = bits(cells).map(|position| CELLS[house][position]);
            let removed =
                listed(in_cells.map(|cell| (cell, board.candidates(cell.into()) & !digits)));
            if removed.is_empty() {
                continue;
            }
            if !direct {
                let reason = Reason::HiddenSet { house: house as u8, digits, cells };
                let difficulty = [3.4, 4.0, 5.4][size - 2];
                sink(Step::new(difficulty, reason, removed))?;
                continue;
            }
            let single = (0..9).filter(|digit| digits >> digit & 1 == 0).find_map(|digit| {
                let places = board.places_in(house, digit);
                let cell = only(house, places & !cells).filter(|_| places.count_ones() > 1)?;
                Some(Step::single([2.0, 2.5][size - 2], cell, digit))
            });
            if let Some(single) = single {
                sink(single)?;
            }
        }
    }
    ControlFlow::Continue(())
}

pub(super) fn naked_sets(board: &Position, size: usize, sink: &mut Sink<'_>) -> ControlFlow<()> {
    for house in in_order() {
        if board.unsolved_in(house) < size * 2 {
            continue;
        }
        let in_house = CELLS[house].map(|cell| board.candidates(usize::from(cell)));
        for cells in subsets(size, 9) {
            let cells = cells as u16;
            let sets = bits(cells).map(|position| in_house[position]);
            let Some(digits) = common_tuple(sets, size) else { continue };
            let removed = bits(0x1FF & !cells).map(|at| (CELLS[house][at], in_house[at] & digits));
            let reason = || Reason::NakedSet { house: house as u8, cells, digits };
            remove([3.0, 3.6, 5.0][size - 2], reason, removed, sink)?;
        }
    }
    ControlFlow::Continue(())
}

pub(super) fn fishes(board: &Position, size: usize, sink: &mut Sink<'_>) -> ControlFlow<()> {
    for (bases, covers) in [(18, 9), (9, 18)] {
        for lines in subsets(size, 9) {
            let lines = lines as u16;
            for digit in (0..9).filter(|&digit| board.placed_count(digit) + size * 2 <= 9) {
                let sets = bits(lines).map(|line| board.places_in(bases + line, digit));
                let Some(crossed) = common_tuple(sets, size) else { continue };
                let removed = bits(crossed).flat_map(|line| {
                    let places = board.places_in(covers + line, digit) & !lines;
                    bits(places).map(move |at| (CELLS[covers + line][at], 1 << digit))
                });
                let reason = || Reason::Locked {
                    digit: digit as u8,
                    bases: bits(lines).map(|line| (bases + line) as u8).collect(),
                    covers: bits(crossed).map(|line| (covers + line) as u8).collect(),
                };
                remove([3.2, 3.8, 5.2][size - 2], reason, removed, sink)?;
            }
        }
    }
    ControlFlow::Continue(())
}

/// Looks for XY-wings or, if `with_pivot` is true, XYZ-wings, which have a pivot with three
/// candidates.
pub(super) fn wings(board: &Position, with_pivot: bool, sink: &mut Sink<'_>) -> ControlFlow<()> {
    let size = if with_pivot { 3 } else { 2 };
    let pairs = |cell: usize| {
        PEERS[cell]
            .iter()
            .map(|&peer| usize::from(peer))
            .filter(|&peer| board.candidates(peer).count_ones() == 2)
    };
    for pivot in
        cells_of(board.unsolved().0).filter(|&cell| board.candidates(cell).count_ones() == size)
    {
        let xy = board.candidates(pivot);
        for first in pairs(pivot) {
            let xz = board.candidates(first);
            if (xy & !xz).count_ones() != 1 {
                continue;
            }
            for second in pairs(pivot) {
                let yz = board.candidates(second);
                if (xy | xz | yz).count_ones() != 3 || (xy & xz & yz).count_ones() != size - 2 {
                    continue;
                }
                let digit = (xz & yz).trailing_zeros() as usize;
                let mut victims = PEER_SETS[first] & PEER_SETS[second];
                if with_pivot {
                    victims &= PEER_SETS[pivot];
                }
                let removed = places_in(board, digit, victims & !(1 << pivot));
                let difficulty = if with_pivot { 4.4 } else { 4.2 };
                remove(difficulty, || Reason::Other, removed, sink)?;
            }
        }
    }
    ControlFlow::Continue(())
}
