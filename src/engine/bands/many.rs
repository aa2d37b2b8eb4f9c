//! The ways to find all covers of a position without more rounds: as a word, by its patterns, and
//! by the join.

use super::Nine;
use super::items::{from_cells, to_cells};
use super::join::Joins;
use super::patterns::Patterns;
use super::text::write_digits;
use super::word::Word;
use crate::engine::simd::lanes::Lanes;
use crate::search::Step;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Way {
    /// The open options of the position, as a word.
    Word,
    Patterns,
    /// The join of the position.
    Join,
    /// The join of the root instead of all pending positions. It leaves out the known covers. The
    /// pending positions contain all other covers. They are kept because `remaining.rs` intersects
    /// some unsearched positions with them.
    JoinAll,
}

/// The enumeration of the covers of a position. The next enumeration reuses its memory.
#[derive(Debug, Default)]
pub(super) struct Many {
    /// The share of the position in the search.
    share: f64,
    is_running: bool,
    word: Option<Box<Word>>,
    patterns: Option<Box<Patterns>>,
    joins: Option<Box<Joins>>,
}

/// Cloning copies no memory before the first enumeration of a search.
impl Clone for Many {
    fn clone(&self) -> Self {
        let mut clone = Self { share: self.share, is_running: self.is_running, ..Self::default() };
        if self.is_running {
            clone.word.clone_from(&self.word);
            clone.patterns.clone_from(&self.patterns);
            clone.joins.clone_from(&self.joins);
        }
        clone
    }
}

impl Many {
    /// Prepares for another search.
    pub(super) fn start(&mut self) {
        self.is_running = false;
    }

    /// Begins to enumerate the covers of a position. A join leaves out the covers in `known`, which
    /// must be empty for the other ways. Returns false if the way is by patterns and the position
    /// cannot be searched by them.
    #[inline(always)]
    pub(super) fn begin<I: Lanes>(
        &mut self,
        isa: I,
        way: Way,
        x: &Nine,
        share: f64,
        known: &[Nine],
    ) -> bool {
        self.share = share;
        self.is_running = true;
        match way {
            Way::Word => {
                self.word.get_or_insert_with(Word::new).begin(x);
                true
            }
            Way::Patterns => self.patterns.get_or_insert_with(Patterns::new).begin(isa, x),
            Way::Join | Way::JoinAll => {
                let joins = self.joins.get_or_insert_default();
                joins.start(&to_cells(x), known.iter().map(grid));
                true
            }
        }
    }

    /// Skips up to `covers` covers, or writes them as lines if there is a buffer, until `nodes` is
    /// used up or no cover is left. If `covers` were skipped, the last of them becomes the current
    /// cover.
    #[inline(always)]
    pub(super) fn run<I: Lanes>(
        &mut self,
        isa: I,
        way: Way,
        lines: Option<&mut [u8]>,
        covers: u64,
        nodes: &mut u64,
    ) -> (u64, Step) {
        macro_rules! run {
            ($by:expr) => {
                match ($by, lines) {
                    (Some(by), None) => by.skip(isa, covers, nodes),
                    (Some(by), Some(to)) => by.write(isa, to, covers, nodes),
                    (None, _) => (0, Step::Exhausted),
                }
            };
        }
        match way {
            Way::Word => run!(&mut self.word),
            Way::Patterns => run!(&mut self.patterns),
            Way::Join | Way::JoinAll => run!(&mut self.joins),
        }
    }

    /// Takes the next cover if that needs no search.
    #[inline(always)]
    pub(super) fn take_next(&mut self, way: Way) -> bool {
        match way {
            Way::Word => false,
            Way::Patterns => self.patterns.as_mut().is_some_and(|patterns| patterns.take_next()),
            _ => self.joins.as_mut().is_some_and(|joins| joins.next_of_block()),
        }
    }

    /// Returns the digits of the current cover, or `None` if no enumeration in this way has begun.
    #[inline(always)]
    pub(super) fn cover(&self, way: Way) -> Option<[u8; 81]> {
        match way {
            Way::Word => self.word.as_ref().map(|word| word.cover()),
            Way::Patterns => self.patterns.as_ref().map(|patterns| grid(&patterns.cover())),
            _ => self.joins.as_ref().map(|joins| *joins.cover()),
        }
    }

    /// Returns the positions not enumerated yet, with their shares of the whole search. They may
    /// still contain the covers to leave out.
    pub(super) fn remaining(&self, way: Way) -> Vec<(Nine, f64)> {
        let of_joins = |joins: &Joins| {
            let left = joins.remaining().into_iter();
            left.map(|(cells, share)| (from_cells(&cells), share)).collect()
        };
        let mut left = match way {
            Way::Word => self.word.as_ref().map(|word| word.remaining()),
            Way::Patterns => self.patterns.as_ref().map(|patterns| patterns.remaining()),
            _ => self.joins.as_ref().map(|joins| of_joins(joins)),
        }
        .unwrap_or_default();
        left.iter_mut().for_each(|(_, share)| *share *= self.share);
        left
    }
}

/// Returns the digits of a cover as text.
pub(super) fn grid(cover: &Nine) -> [u8; 81] {
    let mut digits = [0; 81];
    write_digits(cover, &mut digits);
    digits
}
