//! XY-chain: a chain through cells of two candidates, each of which shares a candidate with the
//! next and sees it.
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

use super::chain::{self, Links};
use super::{Settings, Technique};
use crate::sudoku::logic::{Deduction, Position};

pub(super) fn find(position: &Position, settings: &Settings) -> Option<Deduction> {
    let links = Links { in_houses: false, in_pairs: true, in_cells: false };
    chain::find(position, settings, Technique::XyChain, links)
}

#[cfg(test)]
mod tests {
    use super::super::Technique;
    use crate::sudoku::logic::Settings;
    use crate::sudoku::logic::test_position::TestPosition;

    #[test]
    fn four_cells() {
        TestPosition::new()
            .cell("r1c1", "39")
            .cell("r1c5", "37")
            .cell("r4c5", "27")
            .cell("r4c8", "29")
            .finds(
            Technique::XyChain,
            "XY-chain: if r1c1 is not 9 but 3, r1c5 is not 3 but 7, r4c5 is not 7 but 2, r4c8 is not 2 but 9; so r1c1 is 9 or \
             r4c8 is 9, and 9 is removed from r1c8 and r4c1.",
        );
    }

    #[test]
    fn a_link_is_missing() {
        TestPosition::new()
            .cell("r1c1", "39")
            .cell("r1c5", "37")
            .cell("r4c4", "27")
            .cell("r4c8", "29")
            .has_no(Technique::XyChain);
        TestPosition::new()
            .cell("r1c1", "39")
            .cell("r1c5", "37")
            .cell("r4c5", "127")
            .cell("r4c8", "29")
            .has_no(Technique::XyChain);
    }

    #[test]
    fn a_chain_longer_than_allowed() {
        let position = TestPosition::new()
            .cell("r1c1", "39")
            .cell("r1c5", "37")
            .cell("r4c5", "27")
            .cell("r4c8", "29");
        let position = position.position();
        assert_eq!(Technique::XyChain.find(&position, &Settings::default().longest_chain(7)), None);
        assert!(
            Technique::XyChain.find(&position, &Settings::default().longest_chain(8)).is_some()
        );
    }
}
