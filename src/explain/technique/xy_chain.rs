//! XY-chain: a chain through cells of two candidates, each of which shares a candidate with the next and sees it.
//!
//! In the example, if r1c1 is not 9, it is 3, r1c5 is 7, r4c5 is 2 and r4c8 is 9. So 9 is in r1c1 or in r4c8, and not in the
//! cells that see both (`-`):
//!
//! ```text
//! 39  .   .  |  .  37   .  |  .   -   .
//!  .  .   .  |  .   .   .  |  .   .   .
//!  .  .   .  |  .   .   .  |  .   .   .
//! -----------+-------------+------------
//!  -  .   .  |  .  27   .  |  .  29   .
//! ```

use super::chain::{self, Links};
use super::{Settings, Technique};
use crate::explain::{Deduction, Position};

pub(super) fn find(position: &Position, settings: &Settings) -> Option<Deduction> {
    let links = Links { in_houses: false, in_pairs: true, in_cells: false };
    chain::find(position, settings, Technique::XyChain, links)
}
