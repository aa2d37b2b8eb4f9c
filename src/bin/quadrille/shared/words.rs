//! Numbers with their nouns.

use std::fmt::Display;

/// Returns a number with its noun: `1 step`, `2 steps`, `1,000 steps`.
pub(crate) fn counted(count: impl Display, what: &str) -> String {
    let count = count.to_string();
    let ending = if count == "1" { "" } else { "s" };
    format!("{count} {what}{ending}")
}

#[cfg(test)]
mod tests {
    use super::counted;

    #[test]
    fn one_is_singular() {
        let counts = [counted(0, "node"), counted(1, "node"), counted("1,000", "node")];
        assert_eq!(counts, ["0 nodes", "1 node", "1,000 nodes"]);
    }
}
