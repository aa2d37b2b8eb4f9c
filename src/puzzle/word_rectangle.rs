//! Word rectangles: letters in rows and columns where each row and each column is a word.
//!
//! The exact cover uses colors (TAOCP 7.2.2.1, which discusses word squares and "double word
//! squares"). The primary items are the rows, `across1` and so on, and the columns, `down1` and so
//! on. Each cell, such as `r1c2`, is a secondary item whose color is its letter, so the words
//! across and down must agree on it. An option is a word in a row or in a column. If words must be
//! different, each word is also a secondary item, without a color.

use std::collections::BTreeSet;
use std::error::Error;
use std::fmt;

use super::{Drawn, Picture, Puzzle};
use crate::ids::OptionId;
use crate::problem::{BuildError, Model, Problem};

/// The rule for words that occur more than once in a rectangle.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Repeats {
    /// All words across and down are different.
    #[default]
    Forbidden,
    /// A word may occur any number of times. A square may then have the same words across and down.
    Allowed,
}

/// All word rectangles with words from a list.
///
/// ```
/// use quadrille::puzzle::Puzzle;
/// use quadrille::puzzle::word_rectangle::WordRectangle;
/// let words = ["Is", "to", "it", "so", "a", "isn't"];
/// let puzzle = WordRectangle::new(2, 2, words)?; // `is to` across, `it so` down; or exchanged
/// assert_eq!(puzzle.problem().option_text(puzzle.problem().options().next().unwrap().0), "across1 r1c1:i r1c2:s is");
/// # Ok::<(), quadrille::puzzle::word_rectangle::WordRectangleError>(())
/// ```
#[derive(Clone, Debug)]
pub struct WordRectangle {
    width: usize,
    height: usize,
    model: Model<Entry>,
}

#[derive(Clone, Debug)]
struct Entry {
    across: bool,
    line: usize,
    word: String,
}

/// The reason why a problem of word rectangles cannot be built.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum WordRectangleError {
    /// The rectangle has no cells.
    NoCells {
        /// The width.
        width: usize,
        /// The height.
        height: usize,
    },
    /// The list has no word of a required length.
    NoWords {
        /// The length.
        length: usize,
    },
    /// The list is too long for a rectangle of this size.
    TooLarge,
}

impl fmt::Display for WordRectangleError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::NoCells { width, height } => {
                write!(
                    f,
                    "a rectangle of {width}x{height} has no cells: width and height must be at least 1"
                )
            }
            Self::NoWords { length } => write!(
                f,
                "the list has no word of {length} letters: a word has only letters, without apostrophes or \
                 hyphens"
            ),
            Self::TooLarge => {
                f.write_str("too many words for a rectangle of this size: shorten the list")
            }
        }
    }
}

impl Error for WordRectangleError {}

impl WordRectangle {
    /// Returns all rectangles whose rows are words of length `width` and whose columns are words of
    /// length `height`, with all words different.
    ///
    /// The case of letters is ignored. Blanks around a word are ignored, repeated words count once,
    /// and words with anything but letters are skipped.
    ///
    /// # Errors
    /// [`WordRectangleError`] if the rectangle has no cells, if there are no words of a
    /// required length, or if the problem is too large.
    pub fn new<S: AsRef<str>>(
        width: usize,
        height: usize,
        words: impl IntoIterator<Item = S>,
    ) -> Result<Self, WordRectangleError> {
        Self::with_repeats(width, height, words, Repeats::Forbidden)
    }

    /// Returns all rectangles as [`new`](Self::new) does, with a rule for repeated words.
    ///
    /// # Errors
    /// As for [`new`](Self::new).
    pub fn with_repeats<S: AsRef<str>>(
        width: usize,
        height: usize,
        words: impl IntoIterator<Item = S>,
        repeats: Repeats,
    ) -> Result<Self, WordRectangleError> {
        if width == 0 || height == 0 {
            return Err(WordRectangleError::NoCells { width, height });
        }
        // The words are sorted, so their order in the list does not affect the options.
        let mut across = BTreeSet::new();
        let mut down = BTreeSet::new();
        for word in words {
            let word = word.as_ref().trim().to_lowercase();
            let length = word.chars().count();
            if (length == width || length == height) && word.chars().all(char::is_alphabetic) {
                if length == width {
                    across.insert(word.clone());
                }
                if length == height {
                    down.insert(word);
                }
            }
        }
        for (words, length) in [(&across, width), (&down, height)] {
            if words.is_empty() {
                return Err(WordRectangleError::NoWords { length });
            }
        }
        match model(&across, &down, width, height, repeats) {
            Ok(model) => Ok(Self { width, height, model }),
            Err(BuildError::TooLarge) => Err(WordRectangleError::TooLarge),
            Err(error) => {
                unreachable!("the names are distinct, and so are the items of an option: {error}")
            }
        }
    }
}

fn model(
    across: &BTreeSet<String>,
    down: &BTreeSet<String>,
    width: usize,
    height: usize,
    repeats: Repeats,
) -> Result<Model<Entry>, BuildError> {
    let cell = |row: usize, column: usize| format!("r{}c{}", row + 1, column + 1);
    let line = |across: bool, line: usize| {
        format!("{}{}", if across { "across" } else { "down" }, line + 1)
    };
    let mut builder = Model::builder();
    builder.primary((0..height).map(|row| line(true, row)))?;
    builder.primary((0..width).map(|column| line(false, column)))?;
    builder
        .secondary((0..height).flat_map(|row| (0..width).map(move |column| cell(row, column))))?;
    if repeats == Repeats::Forbidden {
        // Words contain no digits; the names of all other items do.
        builder.secondary(across.union(down))?;
    }
    for (is_across, words, lines) in [(true, across, height), (false, down, width)] {
        for at in 0..lines {
            for word in words {
                let mut entries = vec![(line(is_across, at), None)];
                entries.extend(word.chars().enumerate().map(|(place, letter)| {
                    let (row, column) = if is_across { (at, place) } else { (place, at) };
                    (cell(row, column), Some(letter.to_string()))
                }));
                if repeats == Repeats::Forbidden {
                    entries.push((word.clone(), None));
                }
                let entry = Entry { across: is_across, line: at, word: word.clone() };
                builder.option(
                    entry,
                    entries.iter().map(|(item, letter)| (item, letter.as_deref())),
                )?;
            }
        }
    }
    builder.build()
}

impl Puzzle for WordRectangle {
    type Solution = Words;

    fn problem(&self) -> &Problem {
        self.model.problem()
    }

    fn decode(&self, cover: &[OptionId]) -> Words {
        let mut words = Words {
            across: vec![String::new(); self.height],
            down: vec![String::new(); self.width],
        };
        for &option in cover {
            let Entry { across, line, word } = self.model.value(option);
            let lines = if *across { &mut words.across } else { &mut words.down };
            lines[*line].clone_from(word);
        }
        words
    }
}

/// A rectangle of words. It displays as its rows.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Words {
    across: Vec<String>,
    down: Vec<String>,
}

impl Words {
    /// Returns the words in the rows, from the top.
    #[must_use]
    pub fn across(&self) -> &[String] {
        &self.across
    }

    /// Returns the words in the columns, from the left.
    #[must_use]
    pub fn down(&self) -> &[String] {
        &self.down
    }
}

impl fmt::Display for Words {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.across.join("\n"))
    }
}

impl Drawn for Words {
    fn picture(&self) -> Picture {
        let mut picture = Picture::new(self.across.len(), self.down.len());
        for (row, word) in self.across.iter().enumerate() {
            for (column, letter) in word.chars().enumerate() {
                picture.set(row, column, 0, letter);
            }
        }
        picture
    }
}
