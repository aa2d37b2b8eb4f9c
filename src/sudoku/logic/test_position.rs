//! Positions for the tests of the techniques: every candidate is possible unless a test removes it.

use super::{Cell, Cells, Digits, Explanation, Position, Settings, Technique};
use crate::sudoku::{Digit, Grid, House};

pub(super) struct TestPosition(Position);

impl TestPosition {
    pub(super) fn new() -> Self {
        Self(Position::new(&Grid::EMPTY))
    }

    /// Leaves only these digits in a cell: `("r1c2", "37")`.
    pub(super) fn cell(mut self, cell: &str, digits: &str) -> Self {
        let [cell] = cells(cell)[..] else { panic!("{cell} is not a cell") };
        let kept: Digits = digits.bytes().filter_map(|digit| Digit::new(digit - b'0')).collect();
        (Digits::ALL - kept).into_iter().for_each(|digit| self.0.remove(cell.with(digit)));
        self
    }

    /// Leaves only these places of a digit in a house: `(5, House::Row(0), "r1c1 r1c8")`.
    pub(super) fn places(mut self, digit: u8, house: House, kept: &str) -> Self {
        let digit = Digit::new(digit).unwrap();
        let kept: Cells = cells(kept).into_iter().collect();
        (Cells::of_house(house) - kept)
            .into_iter()
            .for_each(|cell| self.0.remove(cell.with(digit)));
        self
    }

    /// Removes a digit from some cells.
    pub(super) fn without(mut self, digit: u8, removed: &str) -> Self {
        let digit = Digit::new(digit).unwrap();
        cells(removed).into_iter().for_each(|cell| self.0.remove(cell.with(digit)));
        self
    }

    pub(super) fn position(self) -> Position {
        self.0
    }

    /// Asserts that the first step is of this technique and displays as this sentence.
    #[track_caller]
    pub(super) fn finds(self, technique: Technique, sentence: &str) {
        let settings = Settings::default().claim_unique(technique.assumes_uniqueness());
        let step = Explanation::from_position(self.0, settings).next().expect("there is a step");
        assert_eq!((step.to_string().as_str(), step.technique), (sentence, technique));
    }

    /// Asserts that the technique finds this step. A simpler technique may find another one first.
    #[track_caller]
    pub(super) fn finds_if_asked(self, technique: Technique, sentence: &str) {
        let found = technique.find(&self.0, &Settings::default().claim_unique(true));
        assert_eq!(found.expect("there is a step").to_string(), sentence);
    }

    /// Asserts that the technique finds no step.
    #[track_caller]
    pub(super) fn has_no(self, technique: Technique) {
        let found = technique.find(&self.0, &Settings::default().claim_unique(true));
        assert!(found.is_none(), "{}", found.unwrap());
    }
}

fn cells(text: &str) -> Vec<Cell> {
    let number = |byte: u8| usize::from(byte - b'1');
    text.split_whitespace()
        .map(|cell| Cell::new(number(cell.as_bytes()[1]), number(cell.as_bytes()[3])))
        .collect()
}
