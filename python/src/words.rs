//! Numbers with their nouns.

use std::fmt::Display;

/// Returns a number with its noun: `1 step`, `2 steps`.
pub(crate) fn counted(count: impl Display, what: &str) -> String {
    let count = count.to_string();
    let ending = if count == "1" { "" } else { "s" };
    format!("{count} {what}{ending}")
}
