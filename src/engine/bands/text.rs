//! Covers as text: 81 digits and a line feed. The text of a cover combines the texts of its bands
//! or patterns, in which the bytes of other cells are 0.

use super::{FULL, Nine, ROW};
use crate::arrays::filled;

/// The length of a line: 81 digits and a line feed.
pub(crate) const LINE: usize = 82;

/// The text of some cells, with or without a line feed. The other bytes are 0. A text is fourteen
/// bytes longer than a line, so it fills whole registers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(C, align(32))]
pub(in crate::engine) struct Text([u8; Text::LEN]);

impl Text {
    pub(super) const LEN: usize = 96;
    pub(super) const EMPTY: Self = Self([0; Self::LEN]);
    /// The text with only the line feed.
    pub(super) const LINE_FEED: Self = {
        let mut text = [0; Self::LEN];
        text[LINE - 1] = b'\n';
        Self(text)
    };

    /// Returns the line of some options of a cover, with the character `0` for the other cells.
    pub(super) fn of_cover(cover: &Nine) -> Self {
        let mut text = Self::LINE_FEED;
        if let Some(digits) = text.0.first_chunk_mut() {
            write_digits(cover, digits);
        }
        text
    }

    #[inline(always)]
    pub(super) fn put(&mut self, cell: usize, digit: u8) {
        self.0[cell % Self::LEN] = digit;
    }

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
        // A digit has three cells in a band, one in each row, so these loops have no branch to
        // mispredict.
        for (band, cells) in cells.into_iter().enumerate() {
            for row in 0..3 {
                let column = (cells >> (10 * row) & ROW).trailing_zeros() as usize;
                self.0[(27 * band + 9 * row + column) % Self::LEN] = byte;
            }
        }
    }

    /// Sets a band: writes `byte` where `text` is 255. The other cells of the band and the five
    /// bytes after it become 0.
    #[inline(always)]
    pub(super) fn set_band(&mut self, band: usize, text: &[u8; 32], byte: u8) {
        let of_band = &mut self.0[27 * band..27 * band + 32];
        for at in 0..32 {
            of_band[at] = text[at] & byte;
        }
    }

    /// Returns the union of two texts.
    #[inline(always)]
    pub(super) fn with(mut self, other: &Self) -> Self {
        // The compiler turns this loop into a few operations on the widest registers that it may
        // use. This fails with `zip`, because the functions of `zip` may be in another codegen
        // unit: without link-time optimization, writing a solution took 60 ns instead of 25.
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

    #[inline(always)]
    pub(super) fn digits(&self) -> &[u8; 81] {
        self.0.first_chunk().expect("a text has more than 81 bytes")
    }

    /// Iterates over the cells that are set, with their digits counted from 0.
    pub(super) fn cells(&self) -> impl Iterator<Item = (usize, u32)> {
        let cells = self.digits().iter().enumerate().filter(|(_, digit)| **digit != 0);
        cells.map(|(cell, digit)| (cell, u32::from(digit - b'1')))
    }

    /// Returns the text of only these cells.
    pub(super) fn only(cells: impl Iterator<Item = usize>, digits: &[u8; 81]) -> Self {
        let mut text = Self::EMPTY;
        cells.for_each(|cell| text.0[cell] = digits[cell]);
        text
    }
}

impl Default for Text {
    fn default() -> Self {
        Self::EMPTY
    }
}

/// The eight bits of each byte, spread over eight bytes.
const SPREAD: [u64; 256] = {
    let mut spread = [0; 256];
    let mut byte = 0;
    while byte < 256 {
        let mut bit = 0;
        while bit < 8 {
            spread[byte] |= (byte as u64 >> bit & 1) << (8 * bit);
            bit += 1;
        }
        byte += 1;
    }
    spread
};

/// Writes the digits of a cover as text.
///
/// Each binary digit of the cells is a union of planes, and eight cells are written with one store.
/// Writing each option into its cell takes twice as long.
// Not inlined, because the code of the round needs the registers.
#[inline(never)]
pub(super) fn write_digits(cover: &Nine, digits: &mut [u8; 81]) {
    for band in 0..3 {
        let cells = |digit: usize| cover.0[digit - 1][band];
        let (six, seven) = (cells(6), cells(7));
        let binary = [
            cells(1) | cells(3) | cells(5) | seven | cells(9),
            cells(2) | cells(3) | six | seven,
            cells(4) | cells(5) | six | seven,
            cells(8) | cells(9),
        ];
        for row in 0..3 {
            let mut eight = u64::from_ne_bytes([b'0'; 8]);
            let mut last = b'0';
            for (place, cells) in binary.iter().enumerate() {
                let cells = cells >> (10 * row);
                eight |= SPREAD[(cells & 0xFF) as usize] << place;
                last |= ((cells >> 8 & 1) as u8) << place;
            }
            let at = 27 * band + 9 * row;
            // Copying a slice may be a call. Copying an array is one store.
            if let Some(to) = digits[at..].first_chunk_mut() {
                *to = eight.to_le_bytes();
            }
            digits[at + 8] = last;
        }
    }
}

/// Returns the clues of a grid, in which a cell is `1` to `9`, or `.` if it is empty.
///
/// A multiplication gathers one binary digit of eight cells, and the planes are intersections of
/// such digits and their complements. So there is no chain of writes to the same word, and no
/// branch for each cell, which would be mispredicted.
pub(super) fn clues(cells: &[u8; 81]) -> Nine {
    let mut position = Nine::default();
    for band in 0..3 {
        let mut binary = [0_u32; 4];
        for row in 0..3 {
            let at = 27 * band + 9 * row;
            let eight = filled(0, |cell| cells[at + cell]);
            let (eight, last) = (u64::from_le_bytes(eight), cells[at + 8]);
            for (place, binary) in binary.iter_mut().enumerate() {
                // The bit of byte n is moved to bit 56 + n.
                let bits = (eight >> place & 0x0101_0101_0101_0101)
                    .wrapping_mul(0x0102_0408_1020_4080)
                    >> 56;
                let bits = bits as u32 | u32::from(last >> place & 1) << 8;
                *binary |= bits << (10 * row);
            }
        }
        // An empty cell has the binary digits 1110.
        for digit in 1..10 {
            let mut cells = FULL;
            for (place, bits) in binary.iter().enumerate() {
                cells &= if digit >> place & 1 == 1 { *bits } else { !bits };
            }
            position.0[digit - 1][band] = cells;
        }
    }
    position
}

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
    pub(super) fn push_cover(&mut self, cover: &Nine) {
        if let Some(line) = self.bytes[self.end..].first_chunk_mut::<LINE>()
            && let Some(digits) = line.first_chunk_mut()
        {
            write_digits(cover, digits);
            line[LINE - 1] = b'\n';
            self.end += LINE;
        }
    }

    #[inline(always)]
    pub(super) fn push(&mut self, text: &Text) {
        // An array is copied through registers, a slice by a call. The last bytes of the array are
        // beyond the line.
        if let Some(to) = self.bytes[self.end..].first_chunk_mut::<{ Text::LEN }>() {
            *to = text.0;
        } else {
            self.bytes[self.end..self.end + LINE].copy_from_slice(&text.0[..LINE]);
        }
        self.end += LINE;
    }
}
