//! Grouped alternating inference chain: a chain that may also contain *groups*. A group is the
//! places of a digit where a line crosses a box. It is true if one of its places is, and false if
//! none is.
//!
//! - Strong: if the places of a digit in a house are two candidates or groups, one of them is true.
//! - Weak: if a group is true, every place that sees all of its cells is false.
//!
//! In the example, 5 has the places r1c1, r1c2 and r1c8 in row 1, and r3c3 and r7c3 in column 3
//! (`+`). If r1c8 is not 5, r1c1 or r1c2 is. So r3c3 is not, and r7c3 is. So 5 is in r1c8 or in
//! r7c3, and not in r7c8 (`-`):
//!
//! ```text
//! +  +  . | .  .  . | .  +  .
//! .  .  . | .  .  . | .  .  .
//! .  .  + | .  .  . | .  .  .
//! --------+---------+--------
//!                   |
//! --------+---------+--------
//! .  .  + | .  .  . | .  -  .
//! ```

use super::chain::Links;

pub(super) const LINKS: Links =
    Links { in_houses: true, in_pairs: true, in_cells: true, of_groups: true };

examples! {
    a_group_in_a_row: "5 in row 1: r1c1 r1c2 r1c8; 5 in column 3: r3c3 r7c3
        asked => Grouped alternating inference chain: if r1c8 is not 5, r1c1 or r1c2 is 5, r3c3 is
        not 5, r7c3 is 5; so r1c8 is 5 or r7c3 is 5, and 5 is removed from r7c8.";
    a_third_place: "5 in row 1: r1c1 r1c2 r1c8; 5 in column 3: r3c3 r5c3 r7c3
        => no grouped alternating inference chain";
}
