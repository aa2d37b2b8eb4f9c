//! Forcing chains of several assumptions: a candidate true or false, the candidates of a cell, or
//! the places of a digit in a house. A consequence of all assumptions is true. An assumption with
//! contradictory consequences is false.

use std::cell::{OnceCell, RefCell};

use super::super::proof::{Chain, Node, Proof, Shape, node};
use super::consequences::{Candidates, Consequences, contains};
use super::{Hint, Hints, Kind, length_difficulty, removed_by};
use crate::sudoku::board::Position;
use crate::sudoku::board::places::{CELLS, HOUSES, bits, cells_of};

/// Finds the steps that forcing chains of this kind prove. If `stops_early` is true, finds only
/// those from the first cell that has any.
pub(in super::super) fn find_multiple(
    board: &Position,
    kind: Kind,
    stops_early: bool,
    hints: &mut Hints,
) {
    let runs = (0..729).map(|_| OnceCell::new()).collect();
    let search = MultipleSearch { board, kind, runs, todo: RefCell::default() };
    let least = if kind.is_dynamic() { 2 } else { 3 };
    for cell in cells_of(board.unsolved().0) {
        let candidates = board.candidates(cell);
        if candidates.count_ones() < least {
            continue;
        }
        if stops_early && !hints.is_empty() {
            return;
        }
        for digit in bits(candidates) {
            if kind.is_dynamic() {
                search.binary(cell * 9 + digit, candidates.count_ones() >= 3, hints);
            }
            if kind != Kind::Nishio {
                (0..3).for_each(|house| search.of_house(cell, digit, house, hints));
            }
        }
        if kind != Kind::Nishio {
            let all = bits(candidates).map(|digit| search.run(cell * 9 + digit));
            search.common(&all.collect::<Vec<_>>(), Shape::OfCell, hints);
        }
    }
}

struct MultipleSearch<'a> {
    board: &'a Position,
    kind: Kind,
    /// The consequences of each candidate being true.
    runs: Vec<OnceCell<Consequences>>,
    todo: RefCell<Vec<Node>>,
}

impl MultipleSearch<'_> {
    fn run(&self, candidate: usize) -> &Consequences {
        let run = || Consequences::of(self.board, node(candidate, true), self.kind);
        self.runs[candidate].get_or_init(run)
    }

    /// Searches for contradictions among the consequences of a candidate being true, and of it
    /// being false. With `compares`, except for Nishio, also searches for common consequences.
    fn binary(&self, candidate: usize, compares: bool, hints: &mut Hints) {
        let if_true = self.run(candidate);
        let if_false = &Consequences::of(self.board, node(candidate, false), self.kind);
        for (run, start) in [(if_true, true), (if_false, false)] {
            if let Some(last) = &run.contradiction {
                let length = run.contradiction_length(last, &mut self.todo.borrow_mut());
                let prove = || run.contradiction_chains(last).into();
                self.add(node(candidate, !start), length, Shape::Contradiction, prove, hints);
            }
        }
        if compares && self.kind != Kind::Nishio {
            self.common(&[if_true, if_false], Shape::Double, hints);
        }
    }

    /// Tries the places of a digit in a house, if this cell is the first of them.
    fn of_house(&self, cell: usize, digit: usize, kind: usize, hints: &mut Hints) {
        let house = usize::from(HOUSES[cell][kind]);
        let places = self.board.places_in(house, digit);
        let cells = bits(places).map(|at| usize::from(CELLS[house][at]));
        if places.count_ones() >= 2 && cells.clone().next() == Some(cell) {
            let all = cells.map(|cell| self.run(cell * 9 + digit));
            self.common(&all.collect::<Vec<_>>(), Shape::OfHouse(house as u8), hints);
        }
    }

    /// Searches for common consequences of assumptions, one of which is true.
    fn common(&self, runs: &[&Consequences], shape: Shape, hints: &mut Hints) {
        let both = |set: fn(&Consequences) -> &Candidates| {
            let sets = runs.iter().map(|run| set(run));
            sets.fold([!0; 12], |common, set| std::array::from_fn(|word| common[word] & set[word]))
        };
        // Hints come in the order of the consequences of the first assumption: first the candidates
        // that are true, then those that are false, both in the order in which they were found.
        for (list, common, is_true) in [
            (&runs[0].trues, both(|run| &run.true_set), true),
            (&runs[0].falses, both(|run| &run.false_set), false),
        ] {
            if common == [0; 12] {
                continue;
            }
            for &target in list {
                if contains(&common, target.into()) {
                    let is = node(target.into(), is_true);
                    let mut todo = self.todo.borrow_mut();
                    let length = runs.iter().map(|run| run.length(is, &mut todo)).sum();
                    let prove = || runs.iter().map(|run| run.chain(is)).collect();
                    self.add(is, length, shape, prove, hints);
                }
            }
        }
    }

    /// Adds the hint with this node as its conclusion, if the hint changes something and would be
    /// kept. `length` is the total length of its chains, without nested ones.
    fn add(
        &self,
        is: Node,
        length: u32,
        shape: Shape,
        prove: impl FnOnce() -> Vec<Chain>,
        hints: &mut Hints,
    ) {
        let key = match shape {
            Shape::Double => 1,
            Shape::OfCell => 5,
            Shape::OfHouse(_) => 6,
            _ => 7,
        };
        let difficulty = |length| self.kind.difficulty() + length_difficulty(length);
        if removed_by(self.board, is) != 0 && hints.wants(difficulty(length), length, key) {
            let proof = Proof::new(shape, prove());
            let difficulty = difficulty(proof.complexity);
            hints.push(Hint::that(self.board, is, difficulty, key, proof));
        }
    }
}
