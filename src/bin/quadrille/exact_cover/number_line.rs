//! A line of the positions of a cover's options, of which only the part after the first change is
//! written again.

use quadrille::OptionId;

/// A line of numbers, each followed by one character.
///
/// A number and its character are a word of eight bytes: at most seven of text, and their number in
/// the last byte. So a number is one load and one store of fixed length, and the next number
/// overwrites what was stored beyond the text.
#[derive(Debug)]
pub(super) struct NumberLine {
    /// The character after each number.
    separator: u8,
    /// For each option its word, or 0 if it has not been made.
    words: Vec<u64>,
    /// The line. Bytes from `end` on are unused.
    line: Vec<u8>,
    end: usize,
    /// The end of each number.
    ends: Vec<u32>,
}

/// The number of bytes of a word.
const WORD: usize = size_of::<u64>();

/// The largest number with a character after it that fits into a word.
const LARGEST: usize = 999_999;

impl NumberLine {
    /// Returns an empty line for the options of a problem with this many options, or `None` if some
    /// of their positions are too long.
    pub(super) fn new(option_count: usize, separator: u8) -> Option<Self> {
        let words = (option_count <= LARGEST).then(|| vec![0; option_count])?;
        Some(Self { separator, words, line: Vec::new(), end: 0, ends: Vec::new() })
    }

    /// Replaces the numbers after the first `first` by those of the options of a cover.
    #[inline]
    pub(super) fn update(&mut self, cover: &[OptionId], first: usize) {
        let Self { words, line, ends, .. } = self;
        let mut end = first.checked_sub(1).map_or(0, |last| ends[last] as usize);
        if line.len() < (cover.len() + 1) * WORD {
            line.resize((cover.len() + 1) * WORD, 0);
        }
        ends.resize(cover.len(), 0);
        for (option, at) in cover[first..].iter().zip(&mut ends[first..]) {
            let mut word = words[option.index()];
            if word == 0 {
                word = make(option.index() + 1, self.separator);
                words[option.index()] = word;
            }
            line[end..end + WORD].copy_from_slice(&word.to_le_bytes());
            end += (word >> 56) as usize;
            *at = end as u32;
        }
        self.end = end;
    }

    /// Returns the line without the character after the last number.
    #[inline]
    pub(super) fn text(&self) -> &[u8] {
        &self.line[..self.end.saturating_sub(1)]
    }
}

/// Returns the word of a number.
#[cold]
fn make(number: usize, separator: u8) -> u64 {
    let text = number.to_string();
    let mut word = [0; WORD];
    word[..text.len()].copy_from_slice(text.as_bytes());
    word[text.len()] = separator;
    word[WORD - 1] = text.len() as u8 + 1;
    u64::from_le_bytes(word)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_has_the_positions_of_the_options() {
        let mut line = NumberLine::new(LARGEST, b' ').unwrap();
        let covers = [
            (0, vec![0, 8, 9, 98, 99_998, 999_998]),
            (2, vec![0, 8, 10, 998, 9_998]),
            (5, vec![0, 8, 10, 998, 9_998]),
            (0, vec![]),
            (0, vec![7]),
        ];
        for (first, options) in covers {
            let cover: Vec<OptionId> = options.iter().map(|&at| OptionId::new(at)).collect();
            line.update(&cover, first);
            let expected: Vec<String> = options.iter().map(|at| (at + 1).to_string()).collect();
            assert_eq!(line.text(), expected.join(" ").as_bytes());
        }
        assert!(NumberLine::new(LARGEST + 1, b' ').is_none());
    }
}
