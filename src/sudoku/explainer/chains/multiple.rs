//! Forcing chains of several assumptions: a candidate true or false, the candidates of a cell, or
//! the places of a digit in a house. A consequence of all assumptions is true.

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
    let runs = (0..729).map(|_| None).collect();
    let mut search = Search { board, kind, base: kind.difficulty(), runs, todo: Vec::new() };
    search.run(hints, stops_early);
}

struct Search<'a> {
    board: &'a Position,
    kind: Kind,
    base: f64,
    /// The consequences of each candidate being true.
    runs: Vec<Option<Consequences>>,
    todo: Vec<Node>,
}

/// The order among proofs of equal length.
const DOUBLE: u8 = 1;
const CELL: u8 = 5;
const HOUSE: u8 = 6;
const CONTRADICTION: u8 = 7;

impl Search<'_> {
    fn run(&mut self, hints: &mut Hints, stops_early: bool) {
        let least = if self.kind.is_dynamic() { 2 } else { 3 };
        for cell in cells_of(self.board.unsolved().0) {
            let candidates = self.board.candidates(cell);
            if candidates.count_ones() < least {
                continue;
            }
            if stops_early && !hints.is_empty() {
                return;
            }
            for digit in bits(candidates) {
                let candidate = cell * 9 + digit;
                self.ensure(candidate);
                if self.kind.is_dynamic() {
                    self.binary(candidate, candidates.count_ones() >= 3, hints);
                }
                if self.kind != Kind::Nishio {
                    (0..3).for_each(|kind| self.of_house(cell, digit, kind, hints));
                }
            }
            if self.kind != Kind::Nishio {
                let all: Vec<usize> = bits(candidates).map(|digit| cell * 9 + digit).collect();
                self.common(&all, Shape::OfCell(cell as u8), CELL, hints);
            }
        }
    }

    /// Computes the consequences of a candidate being true.
    fn ensure(&mut self, candidate: usize) {
        if self.runs[candidate].is_none() {
            let run = Consequences::of(self.board, node(candidate, true), self.kind);
            self.runs[candidate] = Some(run);
        }
    }

    /// Compares the consequences of a candidate being true with those of it being false.
    fn binary(&mut self, candidate: usize, compares: bool, hints: &mut Hints) {
        let if_true = self.runs[candidate].take().expect("it was computed before");
        let if_false = Consequences::of(self.board, node(candidate, false), self.kind);
        for (run, start) in [(&if_true, true), (&if_false, false)] {
            if let Some(last) = &run.contradiction {
                let length = run.contradiction_length(last, &mut self.todo);
                let prove = || run.contradiction_chains(last).into();
                let is = node(candidate, !start);
                let has_nested = run.has_nested;
                self.add(is, length, CONTRADICTION, has_nested, Shape::Contradiction, prove, hints);
            }
        }
        if compares && self.kind != Kind::Nishio {
            let has_nested = if_true.has_nested || if_false.has_nested;
            for (list, other, is_true) in [
                (&if_true.trues, &if_false.true_set, true),
                (&if_true.falses, &if_false.false_set, false),
            ] {
                for &target in list {
                    if contains(other, target.into()) {
                        let is = node(target.into(), is_true);
                        let length = if_true.length(is, &mut self.todo)
                            + if_false.length(is, &mut self.todo);
                        let prove = || vec![if_true.chain(is), if_false.chain(is)];
                        self.add(is, length, DOUBLE, has_nested, Shape::Double, prove, hints);
                    }
                }
            }
        }
        self.runs[candidate] = Some(if_true);
    }

    /// Tries the places of a digit in a house, if this cell is the first of them.
    fn of_house(&mut self, cell: usize, digit: usize, kind: usize, hints: &mut Hints) {
        let house = usize::from(HOUSES[cell][kind]);
        let places = self.board.places_in(house, digit);
        if places.count_ones() < 2
            || usize::from(CELLS[house][places.trailing_zeros() as usize]) != cell
        {
            return;
        }
        let all: Vec<usize> =
            bits(places).map(|at| usize::from(CELLS[house][at]) * 9 + digit).collect();
        self.common(&all, Shape::OfHouse(house as u8), HOUSE, hints);
    }

    /// Searches for common consequences of assumptions, one of which is true.
    fn common(&mut self, all: &[usize], shape: Shape, key: u8, hints: &mut Hints) {
        all.iter().for_each(|&candidate| self.ensure(candidate));
        let mut todo = std::mem::take(&mut self.todo);
        let this = &*self;
        let run = |&at: &usize| this.runs[at].as_ref().expect("it was computed before");
        let runs: Vec<&Consequences> = all.iter().map(run).collect();
        let has_nested = runs.iter().any(|run| run.has_nested);
        // Hints come in the order in which the consequences of the first assumption were found.
        let first = runs[0];
        let both = |set: fn(&Consequences) -> &Candidates| {
            let sets = runs.iter().map(|run| set(run));
            sets.fold([!0; 12], |common, set| std::array::from_fn(|word| common[word] & set[word]))
        };
        for (list, common, is_true) in [
            (&first.trues, both(|run| &run.true_set), true),
            (&first.falses, both(|run| &run.false_set), false),
        ] {
            if common == [0; 12] {
                continue;
            }
            for &target in list {
                if contains(&common, target.into()) {
                    let is = node(target.into(), is_true);
                    let length = runs.iter().map(|run| run.length(is, &mut todo)).sum();
                    let prove = || runs.iter().map(|run| run.chain(is)).collect();
                    this.add(is, length, key, has_nested, shape, prove, hints);
                }
            }
        }
        self.todo = todo;
    }

    /// Adds the hint that a node holds, if the hint changes something and would be kept. `length`
    /// is the length of its chains, without nested ones.
    #[expect(clippy::too_many_arguments, reason = "what differs between the kinds of proofs")]
    fn add(
        &self,
        is: Node,
        length: u32,
        key: u8,
        has_nested: bool,
        shape: Shape,
        prove: impl FnOnce() -> Vec<Chain>,
        hints: &mut Hints,
    ) {
        let mut difficulty = self.base + length_difficulty(length);
        if removed_by(self.board, is) == 0 || !hints.wants(difficulty, length, key) {
            return;
        }
        let proof = Proof::new(shape, prove());
        if has_nested {
            difficulty = self.base + length_difficulty(proof.complexity);
        }
        hints.push(Hint::that(self.board, is, difficulty, key, proof));
    }
}
