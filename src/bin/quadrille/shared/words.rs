//! Numbers with their nouns.

use std::fmt::Display;

/// Returns a number with its noun: `1 step`, `2 steps`, `1,000 steps`.
pub(crate) fn counted(count: impl Display, what: &str) -> String {
    counted_plural(count, &format!("{what}s"))
}

/// Returns a number with its noun, given the plural of the noun: `1 puzzle`, `2 puzzles`.
pub(crate) fn counted_plural(count: impl Display, words: &str) -> String {
    let count = count.to_string();
    let words = if count == "1" { words.strip_suffix('s').unwrap_or(words) } else { words };
    format!("{count} {words}")
}
