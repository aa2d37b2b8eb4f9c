//! X-chain: a chain of places of one digit, in which every other link is a house with two places.
//!
//! In the example 5 has two places in row 1 and two in row 7 (`+`): if r1c2 is not 5, r1c8 is, r7c7 in the same box column
//! is not, and r7c4 is. So 5 is in r1c2 or in r7c4, and not in the cells that see both (`-`):
//!
//! ```text
//!  .  +  . | -  .  . | .  .  .
//!  .  .  . | .  .  . | .  .  .
//!  .  .  . | .  .  . | .  .  .
//!  --------+---------+--------
//!  ...
//!  .  -  . | +  .  . | .  +  .      r1c8 and r7c8 are in one column
//! ```

use super::chain::{self, Links};
use super::{Settings, Technique};
use crate::explain::{Deduction, Position};

pub(super) fn find(position: &Position, settings: &Settings) -> Option<Deduction> {
    let links = Links { in_houses: true, in_pairs: false, in_cells: false };
    chain::find(position, settings, Technique::XChain, links)
}
