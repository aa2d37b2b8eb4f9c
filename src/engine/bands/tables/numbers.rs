//! The numbers of fillings of a band, by the parts of its three boxes.

use super::super::join::boxes::{FULL, Fillings, PARTITIONS, index};
use crate::engine::simd::dispatch::{Isa, Job};

/// The fillings of a band, arranged for fast counting.
#[derive(Clone, Debug)]
pub(super) struct Band {
    /// The rows of the fillings of each part of the first box.
    firsts: Vec<Vec<u32>>,
    /// The rows of fillings of the second box, each listed once, with the parts that have them.
    seconds: Vec<(u32, Vec<u16>)>,
    /// The rows of the fillings of each part of the second box.
    rows_of_second: Vec<Vec<u32>>,
    /// For the rows of each filling of the third box, the start and the end, in `thirds`, of the
    /// parts that have these rows.
    places: Vec<(u32, u32)>,
    /// The parts of the third box, by the rows of their fillings.
    thirds: Vec<u16>,
    /// The number of parts of the third box.
    pub(super) width: usize,
}

/// The numbers of fillings for a part of the first box, by the parts of the second and the third.
#[derive(Clone, Debug)]
pub(super) struct Slice {
    numbers: Vec<u16>,
    width: usize,
    /// For each part of the second box, true if one of the counted fillings has it.
    pub(super) occurs: Vec<bool>,
}

impl Slice {
    /// Returns the numbers for a part of the second box.
    #[inline(always)]
    pub(super) fn row(&self, second: usize) -> &[u16] {
        &self.numbers[second * self.width..][..self.width]
    }

    /// Returns the number of bytes of the numbers.
    pub(super) fn size(&self) -> usize {
        2 * self.numbers.len()
    }
}

impl Band {
    pub(super) fn new([first, second, third]: &[Fillings; 3]) -> Self {
        let of_parts = |fillings: &Fillings| -> Vec<Vec<u32>> {
            (0..fillings.parts.len())
                .map(|part| fillings.rows[fillings.range(part)].to_vec())
                .collect()
        };
        let by_rows = |fillings: &Fillings| {
            let mut by_rows: Vec<(u32, u16)> = Vec::with_capacity(fillings.len());
            for part in 0..fillings.parts.len() {
                let rows = &fillings.rows[fillings.range(part)];
                by_rows.extend(rows.iter().map(|&rows| (rows, part as u16)));
            }
            by_rows.sort_unstable();
            by_rows
        };
        let seconds = by_rows(second);
        let seconds = seconds
            .chunk_by(|a, b| a.0 == b.0)
            .map(|group| (group[0].0, group.iter().map(|&(_, part)| part).collect()))
            .collect();
        let by_rows = by_rows(third);
        let mut places = vec![(0, 0); PARTITIONS];
        let mut end = 0;
        for group in by_rows.chunk_by(|a, b| a.0 == b.0) {
            places[index(group[0].0)] = (end, end + group.len() as u32);
            end += group.len() as u32;
        }
        Self {
            firsts: of_parts(first),
            seconds,
            rows_of_second: of_parts(second),
            places,
            thirds: by_rows.into_iter().map(|(_, part)| part).collect(),
            width: third.parts.len(),
        }
    }

    /// For each `first` of `firsts`, adds one to the number of every part of the third box that
    /// fits the rows `first` and `second`. Returns true if any part fits.
    #[inline(always)]
    fn add(&self, firsts: &[u32], second: u32, numbers: &mut [u16]) -> bool {
        let mut is_any = false;
        for &first in firsts {
            if first & second == 0 {
                let (start, end) = self.places[index(FULL ^ (first | second))];
                is_any |= start < end;
                for &part in &self.thirds[start as usize..end as usize] {
                    numbers[usize::from(part)] += 1;
                }
            }
        }
        is_any
    }

    /// Returns the numbers for a part of the first box and one of the second.
    pub(super) fn row(&self, first: usize, second: usize) -> Vec<u16> {
        let mut numbers = vec![0; self.width];
        for &rows in &self.rows_of_second[second] {
            self.add(&self.firsts[first], rows, &mut numbers);
        }
        numbers
    }
}

/// A job that returns the numbers for a part of the first box.
///
/// Many fillings of the second box have the same rows. The parts of the third box that fit these
/// rows are found only once.
pub(super) struct MakeSlice<'a> {
    pub(super) band: &'a Band,
    pub(super) first: usize,
}

impl Job for MakeSlice<'_> {
    type Output = Slice;

    #[inline(always)]
    fn run<I: Isa>(self, _: I) -> Slice {
        let Self { band, first } = self;
        let (width, parts) = (band.width, band.rows_of_second.len());
        let mut numbers = vec![0_u16; parts * width];
        let mut occurs = vec![false; parts];
        let mut of_rows = vec![0_u16; width];
        for (rows, seconds) in &band.seconds {
            if !band.add(&band.firsts[first], *rows, &mut of_rows) {
                continue;
            }
            for &second in seconds {
                let second = usize::from(second);
                occurs[second] = true;
                let row = &mut numbers[second * width..][..width];
                row.iter_mut().zip(&of_rows).for_each(|(number, add)| *number += add);
            }
            of_rows.fill(0);
        }
        Slice { numbers, width, occurs }
    }
}
