//! Simple coloring: where a digit has two places in a house, one is true and the other false. Such
//! places get two colors alternately, from house to house: all places of one color are true, and
//! all of the other are false.
//!
//! - If two places of one color see each other, that color is false.
//! - A place of the digit that sees both colors is false.
//!
//! In the example, the digit has two places in row 1, in column 8 and in row 7; `a` and `b` are the
//! colors, and `-` sees both:
//!
//! ```text
//! .  a  . | .  .  . | .  b  .
//! .  .  - | .  .  . | .  .  .
//! .  .  - | .  .  . | .  .  .
//! --------+---------+--------
//!                   |
//! --------+---------+--------
//! .  .  b | .  .  . | .  a  .
//! .  -  . | .  .  . | .  .  .
//! .  -  . | .  .  . | .  .  .
//! ```

use super::{Cell, Cells, Deduction, Digit, Digits, Link, Position, Technique};

pub(super) fn find(position: &Position) -> Option<Deduction> {
    Digit::all().find_map(|digit| {
        let places = position.places(digit);
        let mut seen = Cells::EMPTY;
        places.into_iter().find_map(|root| {
            if seen.contains(root) {
                return None;
            }
            let mut found =
                Deduction::new(Technique::SimpleColoring, Cells::EMPTY, Digits::one(digit));
            found.links = color(places, root, digit);
            let colors = [found.linked(true), found.linked(false)];
            found.cells = colors[0] | colors[1];
            seen |= found.cells;
            if found.cells.len() < 3 {
                return None;
            }
            let is_false =
                |color: &Cells| color.into_iter().any(|cell| !(cell.peers() & *color).is_empty());
            let removed = match colors.iter().position(is_false) {
                Some(color) => colors[color],
                None => places & (seen_by(colors[0]) & seen_by(colors[1])),
            };
            found.removing(digit, removed)
        })
    })
}

/// Returns the cells that at least one of these cells sees.
fn seen_by(cells: Cells) -> Cells {
    cells.into_iter().fold(Cells::EMPTY, |seen, cell| seen | cell.peers())
}

/// Colors all places that are connected to this one.
fn color(places: Cells, root: Cell, digit: Digit) -> Vec<Link> {
    let mut colored = Cells::one(root);
    let mut links = vec![Link { candidate: root.with(digit), holds: true, from: None }];
    let mut at = 0;
    while let Some(&Link { candidate, holds, .. }) = links.get(at) {
        for house in candidate.cell.houses() {
            let others = places & (Cells::of_house(house) - Cells::one(candidate.cell));
            if let Some(other) =
                others.first().filter(|&other| others.is_one() && !colored.contains(other))
            {
                colored.insert(other);
                links.push(Link { candidate: other.with(digit), holds: !holds, from: Some(at) });
            }
        }
        at += 1;
    }
    links
}

pub(super) fn tell(deduction: &Deduction) -> String {
    let (mut one, mut other) = (deduction.linked(true), deduction.linked(false));
    let removed: Cells = deduction.removed.iter().map(|removed| removed.cell).collect();
    if removed == one {
        (one, other) = (other, one);
    }
    let all_of = |cells: Cells| format!("{}{cells}", if cells.is_one() { "" } else { "all of " });
    let but = if removed == other { "but two of the latter see each other, " } else { "" };
    let (digit, removal) = (deduction.digits, deduction.removal());
    format!("{digit} is in {} or in {}, {but}so {removal}", all_of(one), all_of(other))
}

examples! {
    a_place_that_sees_both_colors: "5 in row 1: r1c2 r1c8; 5 in column 8: r1c8 r7c8; 5 in row 7:
        r7c3 r7c8
        asked => Simple coloring: 5 is in all of r1c2 and r7c8 or in all of r1c8 and r7c3, so 5 is
        removed from r2c3, r3c3, r8c2 and r9c2.";
    two_of_one_color_that_see_each_other: "5 in row 1: r1c1 r1c9; 5 in column 9: r1c9 r5c9; 5 in row
        5: r5c9 r5c2; 5 in column 2: r5c2 r2c2
        asked => Simple coloring: 5 is in all of r1c9 and r5c2 or in all of r1c1, r2c2 and r5c9, but
        two of the latter see each other, so 5 is removed from r1c1, r2c2 and r5c9.";
    a_third_place: "5 in row 1: r1c2 r1c8 r1c5; 5 in column 8: r1c8 r7c8; 5 in row 7: r7c4 r7c8
        => no simple coloring";
}
