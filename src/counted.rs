//! Numbers with their nouns, for messages.

use std::fmt;

/// A number of cells: `1 cell`, `2 cells`.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Cells(pub(crate) usize);

impl fmt::Display for Cells {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} cell{}", self.0, if self.0 == 1 { "" } else { "s" })
    }
}

#[cfg(test)]
mod tests {
    use super::Cells;

    #[test]
    fn one_is_singular() {
        assert_eq!(
            [0, 1, 2].map(|count| Cells(count).to_string()),
            ["0 cells", "1 cell", "2 cells"]
        );
    }
}
