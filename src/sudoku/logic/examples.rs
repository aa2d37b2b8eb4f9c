//! Examples of the techniques as tests. A line of text gives a position and the deduction in it.
//!
//! Every candidate is possible unless the line removes it. The parts of the line are separated by
//! semicolons:
//!
//! - `r1c2=37 r1c5=37`: these cells have only these digits.
//! - `5 in row 1: r1c1 r1c8`: in this house the digit has only these places.
//! - `5 not in r2c2 r3c2`: the digit is in none of these cells.
//!
//! The deduction comes last. `=> Skyscraper: ...`: the first step of an explanation is this
//! sentence. `asked => ...`: the technique finds this step, and a simpler technique may find
//! another step. `=> no skyscraper`: the technique finds nothing.

use super::{Cell, Cells, Digits, Explanation, Position, Settings, Technique};
use crate::sudoku::{Digit, Grid, House};

#[track_caller]
pub(super) fn check(example: &str) {
    let words: Vec<&str> = example.split_whitespace().collect();
    let example = words.join(" ");
    let (given, expected) = example.split_once("=> ").expect("an arrow is before the result");
    let technique = |name: &str| {
        let is_named = |technique: &Technique| technique.name().eq_ignore_ascii_case(name);
        Technique::ALL.into_iter().find(is_named).expect("it is the name of a technique")
    };
    let all = Settings::default().claim_unique(true);
    if let Some(name) = expected.strip_prefix("no ") {
        let found = technique(name).find(&position(given), &all);
        assert!(found.is_none(), "{example}: {}", found.unwrap());
        return;
    }
    let technique = technique(expected.split(':').next().unwrap());
    let found = match given.strip_suffix("asked ") {
        Some(given) => technique.find(&position(given), &all),
        None => {
            let settings = Settings::default().claim_unique(technique.assumes_uniqueness());
            Explanation::from_position(position(given), settings).next()
        }
    };
    let found = found.expect("there is a step");
    assert_eq!((found.to_string().as_str(), found.technique), (expected, technique), "{given}");
}

/// Returns the position of an example, from the text before the arrow.
pub(super) fn position(text: &str) -> Position {
    let mut position = Position::new(&Grid::EMPTY);
    let mut remove = |digits: Digits, cells: Cells| {
        let all =
            digits.into_iter().flat_map(|digit| cells.into_iter().map(move |c| c.with(digit)));
        all.for_each(|candidate| position.remove(candidate));
    };
    for part in text.split(';').map(str::trim) {
        if let Some((digit, excluded)) = part.split_once(" not in ") {
            remove(digits(digit), cells(excluded));
        } else if let Some((digit, places)) = part.split_once(" in ") {
            let (house, kept) = places.split_once(": ").expect("a colon follows the house");
            let is_named = |other: &House| other.to_string() == house;
            let house = House::all().find(is_named).expect("it is the name of a house");
            remove(digits(digit), Cells::of_house(house) - cells(kept));
        } else {
            for cell in part.split(' ') {
                let (cell, kept) = cell.split_once('=').expect("`=` follows the cell");
                remove(Digits::ALL - digits(kept), cells(cell));
            }
        }
    }
    position
}

fn digits(text: &str) -> Digits {
    text.bytes().map(|digit| Digit::new(digit - b'0').expect("it is a digit")).collect()
}

fn cells(text: &str) -> Cells {
    let named = |name| Cell::all().find(|cell| cell.to_string() == name).expect("it is a cell");
    text.split_whitespace().map(named).collect()
}

#[test]
fn settings_exclude_techniques() {
    let (default, longest) = (Settings::default(), |n| Settings::default().longest_chain(n));
    let rectangle = "r1c1=37 r1c4=37 r2c4=37 r2c1=3789";
    let grouped = "5 in row 1: r1c1 r1c2 r1c8; 5 in column 3: r3c3 r7c3";
    let xy_chain = "r1c1=39 r1c5=37 r4c5=27 r4c8=29";
    for (technique, text, without, with) in [
        (Technique::UniqueRectangle, rectangle, default, default.claim_unique(true)),
        (Technique::XyChain, xy_chain, longest(7), longest(8)),
        (Technique::GroupedChain, grouped, longest(3), longest(4)),
    ] {
        assert_eq!(technique.find(&position(text), &without), None);
        assert!(technique.find(&position(text), &with).is_some(), "{technique}");
    }
}
