//! XY-chain: a chain through cells with two candidates. Each cell sees the next and shares a
//! candidate with it.
//!
//! In the example, if r1c1 is not 9, it is 3, r1c5 is 7, r4c5 is 2 and r4c8 is 9. So 9 is in r1c1
//! or in r4c8, and not in the cells that see both (`-`):
//!
//! ```text
//! 39  .   .  |  .  37   .  |  .   -   .
//!  .  .   .  |  .   .   .  |  .   .   .
//!  .  .   .  |  .   .   .  |  .   .   .
//! -----------+-------------+------------
//!  -  .   .  |  .  27   .  |  .  29   .
//! ```

use super::chain::Links;

pub(super) const LINKS: Links =
    Links { in_houses: false, in_pairs: true, in_cells: false, of_groups: false };

examples! {
    four_cells: "r1c1=39 r1c5=37 r4c5=27 r4c8=29
        => XY-chain: if r1c1 is not 9 but 3, r1c5 is not 3 but 7, r4c5 is not 7 but 2, r4c8 is not 2
        but 9; so r1c1 is 9 or r4c8 is 9, and 9 is removed from r1c8 and r4c1.";
    a_link_is_missing: "r1c1=39 r1c5=37 r4c4=27 r4c8=29 => no XY-chain"
        "r1c1=39 r1c5=37 r4c5=127 r4c8=29 => no XY-chain";
}
