//! The sum over all splits of the second and the third stack.

use super::numbers::Slice;
use super::plan::Split;

/// The splits of the third stack, by the part of the last band.
#[derive(Clone, Debug)]
pub(super) struct Thirds {
    /// For each part of the last band the start of its splits, and the end.
    start: Vec<u32>,
    /// The parts of the other two bands.
    parts: Vec<[u16; 2]>,
    /// The largest number of splits with the same part of the last band.
    most: u64,
}

impl Thirds {
    pub(super) fn new(splits: &[Split], width: usize) -> Self {
        let mut by_last = splits.to_vec();
        by_last.sort_unstable_by_key(|split| (split[2], split[0], split[1]));
        let mut start = vec![0; width + 1];
        for split in &by_last {
            start[usize::from(split[2]) + 1] += 1;
        }
        let most = start.iter().copied().max().unwrap_or(0);
        for at in 0..width {
            start[at + 1] += start[at];
        }
        let parts = by_last.iter().map(|&[m, a, _]| [m, a]).collect();
        Self { start, parts, most: u64::from(most) }
    }
}

/// Room for [`sum`].
#[derive(Clone, Debug, Default)]
pub(super) struct Room {
    /// The fillings of the first band with each split of the third stack, where there are some: the
    /// part of the second band, and their number. The ends of those with each part of the last.
    terms: Vec<(u16, u16)>,
    ends: Vec<(u16, u32)>,
    /// The splits of the second stack that have fillings of the other two bands.
    live: Vec<u16>,
    /// The numbers of the other two bands, those of all live splits side by side.
    of_a: Vec<u16>,
    of_b: Vec<u16>,
    /// The sums for one part of the last band, and for all, side by side.
    small: Vec<u32>,
    large: Vec<u64>,
    totals: Vec<u64>,
    /// The number of splits of the second stack that were summed up last.
    seconds: usize,
}

impl Room {
    /// Returns the number of products of the last sum.
    pub(super) fn products(&self) -> u64 {
        (self.terms.len() * self.seconds) as u64
    }
}

/// The numbers side by side are a multiple of this, so that they fill registers.
const LANES: usize = 8;

/// Adds up the products of the three numbers for all splits of the third stack, for each of some
/// splits of the second stack that have the same part of the first band. `slices` are those of the
/// three bands. Writes the sums.
#[inline(always)]
pub(super) fn sum(
    slices: [&Slice; 3],
    seconds: &[Split],
    thirds: &Thirds,
    room: &mut Room,
    sums: &mut [u64],
) {
    let [m, a, b] = slices;
    sums.fill(0);
    room.terms.clear();
    room.seconds = seconds.len();
    let Some(first) = seconds.first() else { return };
    if !m.occurs[usize::from(first[0])] {
        return;
    }
    let row = m.row(usize::from(first[0]));
    room.ends.clear();
    for (part, range) in (0..).zip(thirds.start.windows(2)) {
        let before = room.terms.len();
        for &[of_m, of_a] in &thirds.parts[range[0] as usize..range[1] as usize] {
            let n = row[usize::from(of_m)];
            if n != 0 {
                room.terms.push((of_a, n));
            }
        }
        if room.terms.len() > before {
            room.ends.push((part, room.terms.len() as u32));
        }
    }
    let is_live =
        |split: &Split| a.occurs[usize::from(split[1])] && b.occurs[usize::from(split[2])];
    room.live.clear();
    room.live.extend((0..).zip(seconds).filter(|(_, split)| is_live(split)).map(|(at, _)| at));
    if room.live.is_empty() || room.terms.is_empty() {
        return;
    }
    let width = room.live.len().next_multiple_of(LANES);
    put_side_by_side(a, seconds, 1, &room.live, width, &mut room.of_a);
    put_side_by_side(b, seconds, 2, &room.live, width, &mut room.of_b);
    room.totals.clear();
    room.totals.resize(width, 0);
    // A product of two numbers, added up over all splits with the same part of the last band.
    let bound = u64::from(m.greatest) * u64::from(a.greatest) * thirds.most;
    if u32::try_from(bound).is_ok() {
        room.small.resize(width, 0);
        let sums = &mut room.small[..width];
        add_up(&room.terms, &room.ends, &room.of_a, &room.of_b, sums, &mut room.totals);
    } else {
        room.large.resize(width, 0);
        let sums = &mut room.large[..width];
        add_up(&room.terms, &room.ends, &room.of_a, &room.of_b, sums, &mut room.totals);
    }
    for (&at, &total) in room.live.iter().zip(&room.totals) {
        sums[usize::from(at)] = total;
    }
}

/// Puts the rows of a slice side by side: those of one band in the live splits.
#[inline(always)]
fn put_side_by_side(
    slice: &Slice,
    seconds: &[Split],
    band: usize,
    live: &[u16],
    width: usize,
    lanes: &mut Vec<u16>,
) {
    lanes.clear();
    lanes.resize(slice.row(0).len() * width, 0);
    for (lane, &at) in live.iter().enumerate() {
        let row = slice.row(usize::from(seconds[usize::from(at)][band]));
        for (to, &number) in lanes.chunks_exact_mut(width).zip(row) {
            to[lane] = number;
        }
    }
}

/// A number in which products are added up.
trait Total: Copy + Default + From<u16> + Into<u64> {
    fn plus_product(self, a: Self, b: Self) -> Self;
}

impl Total for u32 {
    #[inline(always)]
    fn plus_product(self, a: Self, b: Self) -> Self {
        self.wrapping_add(a.wrapping_mul(b))
    }
}

impl Total for u64 {
    #[inline(always)]
    fn plus_product(self, a: Self, b: Self) -> Self {
        self.wrapping_add(a.wrapping_mul(b))
    }
}

/// Adds up the products, for all live splits side by side. The compiler makes the loops over the
/// lanes operations of registers.
#[inline(always)]
fn add_up<T: Total>(
    terms: &[(u16, u16)],
    ends: &[(u16, u32)],
    of_a: &[u16],
    of_b: &[u16],
    sums: &mut [T],
    totals: &mut [u64],
) {
    let width = sums.len();
    let mut start = 0;
    for &(part, end) in ends {
        sums.fill(T::default());
        for &(of_term, n) in &terms[start as usize..end as usize] {
            let n = T::from(n);
            let lanes = &of_a[usize::from(of_term) * width..][..width];
            for (sum, &lane) in sums.iter_mut().zip(lanes) {
                *sum = sum.plus_product(T::from(lane), n);
            }
        }
        start = end;
        let lanes = &of_b[usize::from(part) * width..][..width];
        for ((total, &sum), &lane) in totals.iter_mut().zip(sums.iter()).zip(lanes) {
            *total += sum.into() * u64::from(lane);
        }
    }
}
