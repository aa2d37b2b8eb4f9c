//! X-chain: a chain of places of one digit, in which every other link is a house with two places.
//!
//! In the example, the digit has two places in row 1 and two in row 7 (`+`): if it is not in r1c2,
//! it is in r1c8, not in r7c8, and in r7c3. So it is in r1c2 or in r7c3, and not in the cells that
//! see both (`-`):
//!
//! ```text
//! .  +  . | .  .  . | .  +  .
//! .  .  - | .  .  . | .  .  .
//! .  .  - | .  .  . | .  .  .
//! --------+---------+--------
//!                   |
//! --------+---------+--------
//! .  .  + | .  .  . | .  +  .
//! .  -  . | .  .  . | .  .  .
//! .  -  . | .  .  . | .  .  .
//! ```

use super::chain::Links;

pub(super) const LINKS: Links =
    Links { in_houses: true, in_pairs: false, in_cells: false, of_groups: false };

examples! {
    two_rows_and_a_column: "5 in row 1: r1c2 r1c8; 5 in row 7: r7c3 r7c8
        asked => X-chain: if r1c2 is not 5, r1c8 is 5, r7c8 is not 5, r7c3 is 5; so r1c2 is 5 or
        r7c3 is 5, and 5 is removed from r2c3, r3c3, r8c2 and r9c2.";
    a_third_place: "5 in row 1: r1c2 r1c8; 5 in row 7: r7c4 r7c8 r7c9 => no X-chain";
}
