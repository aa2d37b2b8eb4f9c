//! Numbers with their nouns.

use std::fmt::Display;

/// Returns a number with its noun: `1 step`, `2 steps`, `1,000 steps`.
pub(crate) fn counted(count: impl Display, what: &str) -> String {
    let count = count.to_string();
    let ending = if count == "1" { "" } else { "s" };
    format!("{count} {what}{ending}")
}

/// Returns a number with its noun, given the plural of the noun: `1 puzzle`, `2 puzzles`.
pub(crate) fn counted_plural(count: impl Display, words: &str) -> String {
    let count = count.to_string();
    let words = if count == "1" { words.strip_suffix('s').unwrap_or(words) } else { words };
    format!("{count} {words}")
}

#[cfg(test)]
mod tests {
    use super::{counted, counted_plural};

    #[test]
    fn one_is_singular() {
        let counts = [counted(0, "node"), counted(1, "node"), counted("1,000", "node")];
        assert_eq!(counts, ["0 nodes", "1 node", "1,000 nodes"]);
        let counts = [counted_plural(1, "puzzles"), counted_plural(2, "puzzles")];
        assert_eq!(counts, ["1 puzzle", "2 puzzles"]);
        assert_eq!(counted_plural(1, "rated"), "1 rated");
    }
}
