//! The printer of covers. It makes the text of each option once, and rewrites a cover only from the
//! first option that differs from the previous cover.

use std::fmt::Display;
use std::io::Write;
use std::sync::{Mutex, PoisonError};

use quadrille::{AnyEngine, OptionId, Problem, SortedCover};

use crate::shared::error::Error;
use crate::shared::format::Format;
use crate::shared::gathered::{Found, Work};
use crate::shared::session::Session;

#[derive(Debug)]
pub(crate) struct CoverPrinter<'a> {
    problem: &'a Problem,
    format: Format,
    cover: SortedCover,
    /// The positions of the options, each with its separator. Unused for text.
    positions: Line,
    /// The texts of the options, each with its separator. Unused if only positions are printed.
    texts: Line,
}

impl<'a> CoverPrinter<'a> {
    pub(crate) fn new(problem: &'a Problem, format: Format) -> Self {
        let (cover, positions, texts) = Default::default();
        Self { problem, format, cover, positions, texts }
    }

    /// Prints a cover that may have nothing in common with the previous one.
    pub(crate) fn write(
        &mut self,
        cover: &[OptionId],
        index: &dyn Display,
        cost: Option<i64>,
        session: &mut Session,
    ) -> Result<(), Error> {
        let mut text = Vec::new();
        self.print(&mut text, cover, 0, index.to_string().as_bytes(), cost);
        session.print(|output| output.write_all(&text))
    }

    /// Appends the text of a cover. Its first `unchanged` options are those of the previous cover:
    /// see [`Engine::unchanged`](quadrille::search::Engine::unchanged). Only JSON has `index`: the
    /// text of the number of the cover, and of any further fields after it. `cost` becomes a field
    /// in JSON and a comment in the other formats.
    #[inline]
    pub(crate) fn print(
        &mut self,
        text: &mut Vec<u8>,
        cover: &[OptionId],
        unchanged: usize,
        index: &[u8],
        cost: Option<i64>,
    ) {
        let Self { problem, cover: sorted, positions, texts, .. } = self;
        let first = sorted.update(cover, unchanged);
        let write = |result: std::io::Result<()>| result.expect("writing to memory cannot fail");
        match self.format {
            Format::Json => {
                positions.update(problem, sorted, first, position(b','));
                texts.update(problem, sorted, first, |piece, option| {
                    let text = problem.option_text(option).to_string();
                    serde_json::to_writer(&mut *piece, &text).expect("a text is JSON");
                    piece.push(b',');
                });
                text.extend_from_slice(b"{\"options\":[");
                text.extend_from_slice(positions.without_last_byte());
                text.extend_from_slice(b"],\"texts\":[");
                text.extend_from_slice(texts.without_last_byte());
                text.extend_from_slice(b"],\"index\":");
                text.extend_from_slice(index);
                if let Some(cost) = cost {
                    write(write!(text, ",\"cost\":{cost}"));
                }
                text.extend_from_slice(b"}\n");
            }
            Format::Indices => {
                positions.update(problem, sorted, first, position(b' '));
                text.extend_from_slice(positions.without_last_byte());
                if let Some(cost) = cost {
                    write(write!(text, " | cost {cost}"));
                }
                text.push(b'\n');
            }
            _ => {
                texts.update(problem, sorted, first, |piece, option| {
                    write(writeln!(piece, "{}", problem.option_text(option)));
                });
                text.extend_from_slice(texts.bytes());
                if let Some(cost) = cost {
                    write(writeln!(text, "| cost {cost}"));
                }
                text.push(b'\n');
            }
        }
    }
}

/// Returns a function that writes the position of an option, and a separator after it.
fn position(separator: u8) -> impl Fn(&mut Vec<u8>, OptionId) {
    move |text, option| {
        text.extend_from_slice((option.index() + 1).to_string().as_bytes());
        text.push(separator);
    }
}

/// A text with a piece for each option of a cover. Rewrites only the part from the first change on.
///
/// A short piece is a word of eight bytes: at most seven of text, and their number in the last
/// byte. So copying it takes one load and one store of fixed length. The next piece overwrites the
/// bytes stored beyond the text.
#[derive(Debug, Default)]
struct Line {
    /// The text. Bytes from `end` on are unused.
    text: Vec<u8>,
    end: usize,
    /// The end of each piece.
    ends: Vec<usize>,
    /// The word of each option, or 0 until it is made. The word of a long piece is [`LONG`] and the
    /// index of the piece in `long`.
    words: Vec<u64>,
    /// Pieces that do not fit into a word, with at least [`SHORT`] bytes after them, and the place
    /// of each.
    pieces: Vec<u8>,
    long: Vec<(usize, usize)>,
}

const WORD: usize = size_of::<u64>();

/// The last byte of the words of long pieces.
const LONG: u64 = 0xFF;

/// Long pieces of up to this many bytes are copied with a fixed length, which takes a third of the
/// time of a copy of variable length.
const SHORT: usize = 16;

impl Line {
    /// Replaces the pieces of all options after the first `first`.
    #[inline]
    fn update(
        &mut self,
        problem: &Problem,
        cover: &[OptionId],
        first: usize,
        make: impl Fn(&mut Vec<u8>, OptionId),
    ) {
        let Self { text, ends, words, pieces, long, .. } = self;
        if words.is_empty() {
            *words = vec![0; problem.option_count()];
        }
        let mut end = first.checked_sub(1).map_or(0, |last| ends[last]);
        ends.resize(cover.len(), 0);
        // Enough for short pieces, and for long pieces of up to `SHORT` bytes.
        let room = (cover.len() + 1) * SHORT;
        if text.len() < end + room {
            text.resize(2 * (end + room), 0);
        }
        for (&option, at) in cover[first..].iter().zip(&mut ends[first..]) {
            let mut word = words[option.index()];
            if word == 0 {
                word = make_word(pieces, long, |piece| make(piece, option));
                words[option.index()] = word;
            }
            if word >> 56 == LONG {
                let (start, length) = long[(word << 8 >> 8) as usize];
                if length <= SHORT {
                    put::<SHORT>(text, end, &pieces[start..]);
                } else {
                    if text.len() < end + length + room {
                        text.resize(2 * (end + length + room), 0);
                    }
                    text[end..end + length].copy_from_slice(&pieces[start..start + length]);
                }
                end += length;
            } else {
                put::<WORD>(text, end, &word.to_le_bytes());
                end += (word >> 56) as usize;
            }
            *at = end;
        }
        self.end = end;
    }

    #[inline]
    fn bytes(&self) -> &[u8] {
        &self.text[..self.end]
    }

    #[inline]
    fn without_last_byte(&self) -> &[u8] {
        &self.text[..self.end.saturating_sub(1)]
    }
}

/// Copies `N` bytes to a place in a text that has room for them.
///
/// `copy_from_slice` is not always inlined, and then takes the length from a register. With it,
/// printing the covers of dominoes 6x8 took a tenth more instructions.
#[inline]
fn put<const N: usize>(text: &mut [u8], at: usize, bytes: &[u8]) {
    if let (Some(to), Some(from)) = (text[at..].first_chunk_mut::<N>(), bytes.first_chunk()) {
        *to = *from;
    }
}

#[cold]
fn make_word(
    pieces: &mut Vec<u8>,
    long: &mut Vec<(usize, usize)>,
    make: impl FnOnce(&mut Vec<u8>),
) -> u64 {
    let start = pieces.len().saturating_sub(SHORT);
    pieces.truncate(start);
    make(pieces);
    let piece = &pieces[start..];
    let length = piece.len();
    let word = if length < WORD {
        let mut word = [0; WORD];
        word[..length].copy_from_slice(piece);
        word[WORD - 1] = length as u8;
        pieces.truncate(start);
        u64::from_le_bytes(word)
    } else {
        long.push((start, length));
        LONG << 56 | (long.len() - 1) as u64
    };
    pieces.resize(pieces.len() + SHORT, 0);
    word
}

/// Returns the work of printing covers, or of counting them.
pub(crate) fn work(problem: &Problem, format: Format, counts: bool) -> Work<'_> {
    if counts {
        return Work::counting();
    }
    // The printers that no thread is using. They keep the texts of the options.
    let printers = Mutex::new(Vec::new());
    let search = move |engine: &mut AnyEngine, found: &mut Found, nodes| {
        let unused = || printers.lock().unwrap_or_else(PoisonError::into_inner);
        let printer = unused().pop();
        let mut printer = printer.unwrap_or_else(|| CoverPrinter::new(problem, format));
        // The last cover of the printer may belong to another search.
        let mut is_first = true;
        let step = found.record(engine, nodes, format, |text, cover, unchanged| {
            let unchanged = if std::mem::take(&mut is_first) { 0 } else { unchanged };
            printer.print(text, cover, unchanged, b"0", None);
        });
        unused().push(printer);
        step
    };
    Work { format, search: Box::new(search) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_has_the_pieces_of_the_options() {
        let problem = &quadrille::format::read(&b"a\n"[..]).unwrap().problem;
        let covers = [
            (0, vec![0, 8, 9, 98, 99_998, 999_998]),
            (2, vec![0, 8, 10, 998, 9_998]),
            (5, vec![0, 8, 10, 998, 9_998]),
            (0, vec![]),
            (0, vec![7]),
        ];
        // Pieces within a word, within `SHORT` bytes, and longer.
        for more in [0, 1, 5, 9, 10, 11, 1000] {
            let more = "+".repeat(more);
            let mut line = Line { words: vec![0; 1_000_000], ..Line::default() };
            for (first, options) in &covers {
                let cover: Vec<OptionId> = options.iter().map(|&at| OptionId::new(at)).collect();
                line.update(problem, &cover, *first, |piece, option| {
                    write!(piece, "{}{more} ", option.get() + 1).unwrap();
                });
                let expected = options.iter().map(|at| format!("{}{more} ", at + 1));
                assert_eq!(line.bytes(), expected.collect::<String>().as_bytes());
            }
        }
    }
}
