//! Checks for every encoder.

use quadrille::ItemId;
use quadrille::puzzle::Puzzle;

use super::covers;

/// Returns all solutions, found by the naive solver, after checking the names.
pub(crate) fn by_oracle<P: Puzzle>(puzzle: &P) -> Vec<P::Solution> {
    check_names(puzzle);
    covers(puzzle.problem()).iter().map(|cover| puzzle.decode(cover)).collect()
}

/// Checks that every item and every color has a name that the text format can represent.
pub(crate) fn check_names<P: Puzzle>(puzzle: &P) {
    let problem = puzzle.problem();
    for item in (0..problem.item_count() as u32).map(ItemId::new) {
        let name = problem.name(item).expect("every item has a name");
        assert!(
            !name.is_empty() && !name.contains(|c: char| c.is_whitespace() || c == '|' || c == ':'),
            "{name:?}"
        );
    }
    for (option, _) in problem.options() {
        for color in problem.entries(option).filter_map(|(_, color)| color) {
            let name = problem.color_name(color).unwrap();
            assert!(
                !name.is_empty()
                    && !name.contains(|c: char| c.is_whitespace() || c == '|' || c == ':'),
                "{name:?}"
            );
        }
    }
}
