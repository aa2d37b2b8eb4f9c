//! Word rectangles from any list: the first byte determines the size and whether words may be
//! repeated. The other bytes are the words, one per line. The problem can be written, and every row
//! and every column of a solution is a word of the list.

use std::collections::HashSet;

use quadrille::Limits;
use quadrille::puzzle::Puzzle;
use quadrille::puzzle::word_rectangle::{Repeats, WordRectangle};

use crate::text::check_written;

pub fn run(bytes: &[u8]) {
    let Some((&size, list)) = bytes.split_first() else { return };
    let list = String::from_utf8_lossy(list);
    if list.len() > 1_000 {
        return;
    }
    let (width, height) = (usize::from(size & 3), usize::from(size >> 2 & 3));
    let repeats = if size & 16 == 0 { Repeats::Forbidden } else { Repeats::Allowed };
    let puzzle = match WordRectangle::with_repeats(width, height, list.lines(), repeats) {
        Ok(puzzle) => puzzle,
        Err(error) => return assert_eq!(error.to_string().lines().count(), 1),
    };
    check_written(puzzle.problem());
    let words: HashSet<String> = list.lines().map(|word| word.trim().to_lowercase()).collect();
    let limits = Limits::none().covers(5).nodes(200);
    for cover in puzzle.problem().solutions().limited(limits) {
        let solution = puzzle.decode(&cover);
        let (across, down) = (solution.across(), solution.down());
        assert_eq!((across.len(), down.len()), (height, width));
        assert!(across.iter().chain(down).all(|word| words.contains(word)), "{solution}");
        for (row, word) in across.iter().enumerate() {
            let crossing: String = down.iter().filter_map(|word| word.chars().nth(row)).collect();
            assert_eq!(&crossing, word, "{solution}");
        }
        let all: HashSet<&String> = across.iter().chain(down).collect();
        assert!(repeats == Repeats::Allowed || all.len() == width + height, "{solution}");
    }
}
