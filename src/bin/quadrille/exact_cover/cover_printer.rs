//! The printer of covers: the text of each option is made once, and of each cover only the part
//! after the first option that differs from the cover before.

use std::io::Write;
use std::sync::{Mutex, MutexGuard, PoisonError};

use quadrille::search::Step;
use quadrille::{OptionId, Problem, SortedCover};

use super::number_line::NumberLine;
use crate::shared::format::Format;
use crate::shared::gathered::{Note, Recorder, Style, Work};

/// A printer of the covers of a problem, one after the other.
#[derive(Debug)]
pub(crate) struct CoverPrinter<'a> {
    problem: &'a Problem,
    format: Format,
    cover: SortedCover,
    /// The positions of the options, each with what follows it. Unused for text.
    positions: Positions,
    /// The texts of the options, each with what follows it. Unused for positions alone.
    texts: Line,
}

impl<'a> CoverPrinter<'a> {
    pub(crate) fn new(problem: &'a Problem, format: Format) -> Self {
        let separator = if format == Format::Json { b',' } else { b' ' };
        let positions = match NumberLine::new(problem.option_count(), separator) {
            Some(line) => Positions::Short(line),
            None => Positions::Long(Line::default(), separator),
        };
        let (cover, texts) = Default::default();
        Self { problem, format, cover, positions, texts }
    }

    /// Appends the text of a cover, whose first `unchanged` options are those of the last one: see
    /// [`Engine::unchanged`](quadrille::search::Engine::unchanged). `index` is the number of the
    /// cover, as digits. Its cost follows as a comment of the text format.
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
                positions.update(problem, sorted, first);
                texts.update(problem, sorted, first, |piece, option| {
                    let text = problem.option_text(option).to_string();
                    serde_json::to_writer(&mut *piece, &text).expect("a text is JSON");
                    piece.push(b',');
                });
                text.extend_from_slice(b"{\"options\":[");
                text.extend_from_slice(positions.text());
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
                positions.update(problem, sorted, first);
                text.extend_from_slice(positions.text());
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

fn style(format: Format) -> Style {
    if format.is_json() { Style::Json } else { Style::Plain }
}

/// The positions of the options of a cover.
#[derive(Debug)]
enum Positions {
    Short(NumberLine),
    /// Positions with many digits, and the character after each.
    Long(Line, u8),
}

impl Positions {
    #[inline]
    fn update(&mut self, problem: &Problem, cover: &[OptionId], first: usize) {
        match self {
            Self::Short(line) => line.update(cover, first),
            Self::Long(line, separator) => {
                line.update(problem, cover, first, |piece, option| {
                    piece.extend_from_slice((option.index() + 1).to_string().as_bytes());
                    piece.push(*separator);
                });
            }
        }
    }

    /// Returns the text without the character after the last position.
    #[inline]
    fn text(&self) -> &[u8] {
        match self {
            Self::Short(line) => line.text(),
            Self::Long(line, _) => line.without_last_byte(),
        }
    }
}

/// A text of one piece for each option of a cover.
#[derive(Debug, Default)]
struct Line {
    /// The text. Bytes from `end` on are unused.
    text: Vec<u8>,
    end: usize,
    /// The end of each piece.
    ends: Vec<usize>,
    /// The pieces of all options printed so far, and at least [`SHORT`] bytes after them.
    pieces: Vec<u8>,
    /// For each option the first byte of its piece in `pieces`, and the length. 0 is the length of
    /// a piece that has not been made.
    places: Vec<(u32, u32)>,
}

/// Pieces of up to this many bytes are copied with a fixed length, which takes a third of the time
/// of a copy with any length.
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
        self.end = first.checked_sub(1).map_or(0, |last| self.ends[last]);
        self.ends.resize(cover.len(), 0);
        for (at, &option) in cover.iter().enumerate().skip(first) {
            let (start, length) = match self.places.get(option.index()) {
                Some(&place @ (_, 1..)) => place,
                _ => self.make(problem, option, &make),
            };
            let (start, length) = (start as usize, length as usize);
            let end = self.end;
            if self.text.len() < end + length + SHORT {
                self.text.resize(2 * (end + length + SHORT), 0);
            }
            let copied = length.max(SHORT);
            if copied == SHORT {
                self.text[end..end + SHORT].copy_from_slice(&self.pieces[start..start + SHORT]);
            } else {
                self.text[end..end + length].copy_from_slice(&self.pieces[start..start + length]);
            }
            self.end = end + length;
            self.ends[at] = self.end;
        }
    }

    /// Makes the piece of an option.
    #[cold]
    fn make(
        &mut self,
        problem: &Problem,
        option: OptionId,
        make: impl Fn(&mut Vec<u8>, OptionId),
    ) -> (u32, u32) {
        let mut start = self.pieces.len().saturating_sub(SHORT);
        if self.places.is_empty() || u32::try_from(start).is_err() {
            self.places = vec![(0, 0); problem.option_count()];
            start = 0;
        }
        self.pieces.truncate(start);
        make(&mut self.pieces, option);
        let length = self.pieces.len() - start;
        self.pieces.resize(start + length + SHORT, 0);
        let length = u32::try_from(length).expect("a text of 4 GB is no option");
        self.places[option.index()] = (start as u32, length);
        (start as u32, length)
    }

    fn bytes(&self) -> &[u8] {
        &self.text[..self.end]
    }

    fn without_last_byte(&self) -> &[u8] {
        &self.text[..self.end.saturating_sub(1)]
    }
}

/// The printers of covers for the threads of a search.
pub(crate) struct CoverNote<'a> {
    problem: &'a Problem,
    format: Format,
    /// The printers that no thread is using. They keep the texts of the options.
    printers: Mutex<Vec<CoverPrinter<'a>>>,
}

impl<'a> CoverNote<'a> {
    pub(crate) fn new(problem: &'a Problem, format: Format) -> Self {
        Self { problem, format, printers: Mutex::new(Vec::new()) }
    }

    fn printers(&self) -> MutexGuard<'_, Vec<CoverPrinter<'a>>> {
        self.printers.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Note for CoverNote<'_> {
    fn record(&self, search: &mut dyn FnMut(&mut Recorder<'_>) -> Step) -> Step {
        let printer = self.printers().pop();
        let mut printer = printer.unwrap_or_else(|| CoverPrinter::new(self.problem, self.format));
        // The last cover of the printer can be one of another search.
        let mut is_first = true;
        let step = search(&mut |cover, unchanged, found| {
            let unchanged = if std::mem::take(&mut is_first) { 0 } else { unchanged };
            found.add(style(self.format), |text| {
                printer.print(text, cover, unchanged, b"0", None);
                Ok(())
            });
        });
        self.printers().push(printer);
        step
    }
}

impl<'a> Work<'a> {
    pub(crate) fn of_covers(note: &'a CoverNote<'_>, format: Format, counts: bool) -> Self {
        Self { each: counts.then_some(1), note, style: style(format) }
    }
}
