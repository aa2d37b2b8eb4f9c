//! Unique rectangles and loops: each cell of a loop is in a house with the next. If all cells of
//! the loop had only the same two candidates, exchanging the two digits would give a second
//! solution. So at least one of the cells holds one of its extra candidates.

use std::ops::ControlFlow;

use super::step::{Reason, Sink, Step, listed, places_in};
use crate::houses::PEER_SETS;
use crate::sudoku::board::Position;
use crate::sudoku::board::places::{CELLS, HOUSES, POSITIONS, bits, cells_of, subsets};

/// A naked (false) or hidden (true) set: its house, its digits and its cells.
type Set = (bool, usize, u16, u16);

/// A step with the data that distinguish it from other steps.
struct Found {
    step: Step,
    kind: u8,
    /// The cells of the loop.
    cells: u128,
    /// The naked or hidden set of a loop of type 3.
    set: Option<Set>,
}

/// Finds the steps of loops, the easiest first.
pub(super) fn loops(board: &Position, sink: &mut Sink<'_>) -> ControlFlow<()> {
    let mut found = Vec::new();
    for cell in
        cells_of(board.unsolved().0).filter(|&cell| board.candidates(cell).count_ones() == 2)
    {
        let mut search = LoopSearch {
            board,
            pair: board.candidates(cell),
            path: vec![],
            inside: 0,
            loops: vec![],
        };
        search.extend(cell, 2, 0, 3);
        for path in search.loops.iter().filter(|path| is_valid(path)) {
            conclude(board, search.pair, path, &mut found);
        }
    }
    found.sort_by(|a, b| a.step.difficulty.total_cmp(&b.step.difficulty).then(a.kind.cmp(&b.kind)));
    found.into_iter().try_for_each(|found| sink(found.step))
}

struct LoopSearch<'a> {
    board: &'a Position,
    pair: u16,
    path: Vec<u8>,
    inside: u128,
    loops: Vec<Vec<u8>>,
}

impl LoopSearch<'_> {
    /// Extends the path by a cell, to which it came through a house of the kind `came_by`. `extras`
    /// has the extra candidates so far. If they are not all the same digit, `extra` more cells may
    /// have extra candidates.
    fn extend(&mut self, cell: usize, extra: i32, mut extras: u16, came_by: usize) {
        self.path.push(cell as u8);
        self.inside |= 1 << cell;
        for kind in (0..3).filter(|&kind| kind != came_by) {
            for &next in &CELLS[usize::from(HOUSES[cell][kind])] {
                if self.path[0] == next && self.path.len() >= 4 {
                    self.loops.push(self.path.clone());
                    continue;
                }
                let candidates = self.board.candidates(usize::from(next));
                if self.inside >> next & 1 == 1 || candidates & self.pair != self.pair {
                    continue;
                }
                // As in Sudoku Explainer, the extra candidates of a cell also count for the cells
                // that are tried after it.
                extras = (extras | candidates) & !self.pair;
                let is_pair = candidates == self.pair;
                if is_pair || extras.is_power_of_two() || extra > 0 {
                    let extra = if is_pair { extra } else { extra - 1 };
                    self.extend(usize::from(next), extra, extras, kind);
                }
            }
        }
        self.inside &= !(1 << cell);
        self.path.pop();
    }
}

/// True if each house of the loop has one cell at an odd place and one at an even place of the
/// loop.
fn is_valid(path: &[u8]) -> bool {
    let mut visited = [0_u32; 2];
    for (at, &cell) in path.iter().enumerate() {
        for house in HOUSES[usize::from(cell)] {
            if visited[at % 2] >> house & 1 == 1 {
                return false;
            }
            visited[at % 2] |= 1 << house;
        }
    }
    visited[0] == visited[1]
}

fn add(found: &mut Vec<Found>, new: Found) {
    let is_known =
        found.iter().any(|old| (old.kind, old.cells, old.set) == (new.kind, new.cells, new.set));
    if !is_known && !new.step.removed.is_empty() {
        found.push(new);
    }
}

fn conclude(board: &Position, pair: u16, path: &[u8], found: &mut Vec<Found>) {
    let cells = path.iter().fold(0_u128, |set, &cell| set | 1 << cell);
    let difficulty = match path.len() {
        ..6 => 4.5,
        6..8 => 4.6,
        8..10 => 4.7,
        10.. => 5.0,
    };
    let new = |kind, added: f64, removed, set| Found {
        step: Step::new(difficulty + added, Reason::Other, removed),
        kind,
        cells,
        set,
    };
    let extra: Vec<usize> = path
        .iter()
        .map(|&cell| usize::from(cell))
        .filter(|&cell| board.candidates(cell) != pair)
        .collect();
    let extras = extra.iter().fold(0, |all, &cell| all | board.candidates(cell)) & !pair;
    let type_2 = || {
        let digit = (board.candidates(extra[0]) & !pair).trailing_zeros() as usize;
        let common = extra.iter().fold(!0, |common, &cell| common & PEER_SETS[cell]);
        new(2, 0.0, places_in(board, digit, common), None)
    };
    match extra[..] {
        [] => {}
        [cell] => add(found, new(1, 0.0, vec![(cell as u8, pair)], None)),
        [first, second] => {
            if extras.count_ones() == 1 {
                add(found, type_2());
            } else {
                type_3(board, pair, extras, [first, second], |size, removed, set| {
                    let added = f64::from(size as i32 - 1) * 0.1;
                    add(found, new(3, added, removed, Some(set)));
                });
            }
            if let Some(digit) = type_4(board, pair, first, second) {
                let removed = [first, second].map(|cell| (cell as u8, 1 << digit)).to_vec();
                add(found, new(4, 0.0, removed, None));
            }
        }
        _ => add(found, type_2()),
    }
}

/// Looks for type 3: the two cells with extra candidates act as one cell that has only these
/// candidates. This cell makes a naked set with other cells of a house, or a hidden set with the
/// two digits of the loop. `add` gets a number that determines the difficulty (the size of a naked
/// set, or one less than the size of a hidden set), the removals, and the set itself.
fn type_3(
    board: &Position,
    pair: u16,
    extras: u16,
    [first, second]: [usize; 2],
    mut add: impl FnMut(usize, Vec<(u8, u16)>, Set),
) {
    for size in extras.count_ones() as usize..=7 {
        for kind in (0..3).filter(|&kind| HOUSES[first][kind] == HOUSES[second][kind]) {
            let house = usize::from(HOUSES[first][kind]);
            let (at_first, at_second) = (POSITIONS[first][kind], POSITIONS[second][kind]);
            let empty = board.unsolved_in(house);
            let digits_at = |position: usize| board.candidates(usize::from(CELLS[house][position]));
            if size * 2 <= empty {
                for cells in subsets(size, 9).map(|cells| cells as u16) {
                    if cells >> at_first & 1 == 0 || cells >> at_second & 1 == 1 {
                        continue;
                    }
                    let others = cells & !(1 << at_first);
                    let of_others = bits(others).fold(0, |all, at| all | digits_at(at));
                    let common = extras & board.candidates(first) & board.candidates(second);
                    let union = of_others | extras;
                    let is_tuple = bits(others).all(|at| digits_at(at).count_ones() > 1)
                        && extras.count_ones() > 1
                        && union.count_ones() as usize == size;
                    if (common | of_others).count_ones() as usize == size && is_tuple {
                        let kept = cells | 1 << at_second;
                        let removed =
                            bits(0x1FF & !kept).map(|at| (CELLS[house][at], digits_at(at) & union));
                        add(size, listed(removed), (false, house, union, others));
                    }
                }
            }
            let rest: Vec<usize> = bits(0x1FF & !pair & !extras).collect();
            if size * 2 < empty && size - 2 <= rest.len() {
                for chosen in subsets(size - 2, rest.len()) {
                    let digits = (0..rest.len())
                        .filter(|&at| chosen >> at & 1 == 1)
                        .fold(pair, |digits, at| digits | 1 << rest[at]);
                    let places =
                        bits(digits).map(|digit| board.places_in(house, digit) & !(1 << at_second));
                    if places.clone().any(|places| places == 0) {
                        continue;
                    }
                    let union = places.fold(0, |all, places| all | places);
                    if union.count_ones() as usize != size {
                        continue;
                    }
                    let cells = union & !(1 << at_first | 1 << at_second);
                    let removed = bits(cells).map(|at| (CELLS[house][at], digits_at(at) & !digits));
                    let size = cells.count_ones() as usize;
                    add(size, listed(removed), (true, house, digits, cells));
                }
            }
        }
    }
}

/// Returns the digit of the pair that is in neither cell, because the two cells are the only places
/// of the other digit in a house.
fn type_4(board: &Position, pair: u16, first: usize, second: usize) -> Option<usize> {
    let is_locked = |&digit: &usize| {
        (0..3).any(|kind| {
            let house = HOUSES[first][kind];
            let two = 1 << POSITIONS[first][kind] | 1 << POSITIONS[second][kind];
            house == HOUSES[second][kind] && board.places_in(usize::from(house), digit) & !two == 0
        })
    };
    let locked = bits(pair).find(is_locked)?;
    bits(pair).find(|&digit| digit != locked)
}
