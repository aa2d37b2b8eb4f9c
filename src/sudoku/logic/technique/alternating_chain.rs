//! Alternating inference chain: a chain that uses both houses with two places of a digit and cells
//! with two candidates, and may pass from one candidate of a cell to another.
//!
//! An X-chain uses only the houses, and an XY-chain only the cells. In the example, 5 has two
//! places in row 1: if r1c1 is not 5, r1c8 is 5 and not 3; 3 has no other place in column 8 but
//! r6c8, which is 3; so r6c1 is not 3 but 5. So 5 is in r1c1 or in r6c1, and nowhere else in column
//! 1:
//!
//! ```text
//! 589  .   .  |  .   .   .  |  .  357  .
//!  -   .   .  |  .   .   .  |  .   .   .
//!  -   .   .  |  .   .   .  |  .   .   .
//! ------------+-------------+------------
//!  ...
//! 35   .   .  |  .   .   .  |  .  389  .
//! ```
//!
//! Known as AIC among players, and in an older notation as nice loops.

use super::chain::Links;

pub(super) const LINKS: Links =
    Links { in_houses: true, in_pairs: true, in_cells: true, of_groups: false };

examples! {
    houses_and_cells: "r6c1=35; 5 in row 1: r1c1 r1c8; 3 in column 8: r1c8 r6c8
        => Alternating inference chain: if r1c1 is not 5, r1c8 is 5 and not 3, r6c8 is 3, r6c1 is
        not 3 but 5; so r1c1 is 5 or r6c1 is 5, and 5 is removed from r2c1, r3c1, r4c1, r5c1, r7c1,
        r8c1 and r9c1.";
    a_link_is_missing: "r6c1=35; 5 in row 1: r1c1 r1c8; 3 in column 8: r1c8 r6c8 r7c8
        => no alternating inference chain"
        "r6c1=358; 5 in row 1: r1c1 r1c8; 3 in column 8: r1c8 r6c8
        => no alternating inference chain";
}
