//! Covers as text: 81 digits and a line feed. The text of a cover is made from the texts of its
//! bands or patterns, in which other cells are 0.

use super::ROW;

/// The length of a line: 81 digits and a line feed.
pub(super) const LINE: usize = 82;

/// The text of some cells. The other bytes are 0. There are fourteen bytes more than a line has, so
/// that the length is that of whole registers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(C, align(32))]
pub(in crate::engine) struct Text([u8; Text::LEN]);

impl Text {
    pub(super) const LEN: usize = 96;
    pub(super) const EMPTY: Self = Self([0; Self::LEN]);
    /// The line feed alone.
    pub(super) const LINE_FEED: Self = {
        let mut text = [0; Self::LEN];
        text[LINE - 1] = b'\n';
        Self(text)
    };

    /// Sets some cells of a text in which they are empty.
    #[inline(always)]
    pub(super) fn set(&mut self, cells: &[u8; 9], digits: &[u8; 9]) {
        for (&cell, &digit) in cells.iter().zip(digits) {
            self.0[usize::from(cell)] = digit;
        }
    }

    /// Returns the text with a digit in all cells.
    pub(super) fn all(digit: usize) -> Self {
        let mut text = Self::EMPTY;
        text.0[..LINE - 1].fill(b'1' + digit as u8);
        text
    }

    /// Sets the cells of a digit, given for each band.
    #[inline(always)]
    pub(super) fn set_pattern(&mut self, cells: [u32; 3], byte: u8) {
        // A digit is in three cells of a band, one in each row, so these loops have no branch to
        // mispredict.
        for (band, cells) in cells.into_iter().enumerate() {
            for row in 0..3 {
                let column = (cells >> (10 * row) & ROW).trailing_zeros() as usize;
                self.0[(27 * band + 9 * row + column) % Self::LEN] = byte;
            }
        }
    }

    /// Returns the union of two texts.
    #[inline(always)]
    pub(super) fn with(mut self, other: &Self) -> Self {
        // The compiler makes this loop a few operations of the widest registers that it may use.
        // Not with `zip`, whose functions may be in another unit: without optimization at link
        // time, to write a solution took 60 ns in place of 25.
        for at in 0..Self::LEN {
            self.0[at] |= other.0[at];
        }
        self
    }

    /// Returns the symmetric difference of the bits of two texts.
    #[inline(always)]
    pub(super) fn changed_by(mut self, other: &Self) -> Self {
        // As in `with`.
        for at in 0..Self::LEN {
            self.0[at] ^= other.0[at];
        }
        self
    }

    /// Returns the digits.
    #[inline(always)]
    pub(super) fn digits(&self) -> &[u8; 81] {
        self.0.first_chunk().expect("a text has more than 81 bytes")
    }

    #[inline(always)]
    pub(super) fn bytes(&self) -> &[u8; Self::LEN] {
        &self.0
    }

    /// Iterates over the cells that are set, with their digits counted from 0.
    pub(super) fn cells(&self) -> impl Iterator<Item = (usize, u32)> {
        let cells = self.digits().iter().enumerate().filter(|(_, digit)| **digit != 0);
        cells.map(|(cell, digit)| (cell, u32::from(digit - b'1')))
    }

    /// Returns the text of these cells alone.
    pub(super) fn only(cells: impl Iterator<Item = usize>, digits: &[u8; 81]) -> Self {
        let mut text = Self::EMPTY;
        cells.for_each(|cell| text.0[cell] = digits[cell]);
        text
    }
}

/// A buffer for lines of output.
#[derive(Debug)]
pub(super) struct Lines<'a> {
    bytes: &'a mut [u8],
    /// The end of the lines written.
    end: usize,
}

impl<'a> Lines<'a> {
    pub(super) fn new(bytes: &'a mut [u8]) -> Self {
        Self { bytes, end: 0 }
    }

    /// Returns the number of lines for which there is room.
    #[inline(always)]
    pub(super) fn room(&self) -> usize {
        (self.bytes.len() - self.end) / LINE
    }

    #[inline(always)]
    pub(super) fn push(&mut self, text: &Text) {
        // An array is copied by registers, a slice by a call. Its last bytes are beyond the line.
        if let Some(to) = self.bytes[self.end..].first_chunk_mut::<{ Text::LEN }>() {
            *to = *text.bytes();
        } else {
            self.bytes[self.end..self.end + LINE].copy_from_slice(&text.bytes()[..LINE]);
        }
        self.end += LINE;
    }
}
