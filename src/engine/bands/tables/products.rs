//! Sums of products over all splits of the third stack, for several splits of the second stack in
//! parallel lanes.

use super::numbers::Slice;
use super::splits::{Split, starts};
use crate::engine::simd::dispatch::{Isa, Job};
pub(super) use crate::engine::simd::products::LANES;
use crate::engine::simd::products::{Numbers, Pair, Run};

/// The splits of the third stack, by the part of the last band.
#[derive(Clone, Debug)]
pub(super) struct Thirds {
    /// The start of the splits of each part of the last band, and the end of the list.
    start: Vec<u32>,
    /// The parts of the other two bands.
    parts: Vec<[u16; 2]>,
}

impl Thirds {
    pub(super) fn new(splits: &[Split], width: usize) -> Self {
        let mut by_last = splits.to_vec();
        by_last.sort_unstable_by_key(|split| (split[2], split[0], split[1]));
        let start = starts(by_last.iter().map(|split| split[2]), width);
        Self { start, parts: by_last.iter().map(|&[m, a, _]| [m, a]).collect() }
    }
}

/// The buffers of a [`Sum`].
#[derive(Clone, Debug, Default)]
pub(super) struct Room {
    /// The splits of the third stack that have fillings of the first band, in pairs: for each, the
    /// part of the second band and the number of these fillings.
    pairs: Vec<Pair>,
    /// The runs of pairs with the same part of the last band, as their ends and this part.
    runs: Vec<Run>,
    /// The splits of the second stack that have fillings of the second and of the last band.
    live: Vec<u16>,
    /// The numbers of fillings of these two bands, with a live split in each lane.
    of_a: Vec<Numbers>,
    of_b: Vec<Numbers>,
    /// A row of zeros for unused lanes.
    none: Vec<u16>,
    /// The approximate number of products of the last sum.
    pub(super) products: usize,
}

/// A job that writes a sum for each of the splits `seconds` of the second stack. The sum has a term
/// for each split of the third stack: the product of the numbers of fillings of the three bands.
/// All of `seconds` must have the same part in the first band. `slices` has a slice of each band.
///
/// No sum overflows. A filling of the first box leaves at most two ways for each of three columns
/// of the second box, and one for the third box. So the number of fillings of a band with given
/// parts is at most 216 times 8. A part of the last band is in at most 56 splits of the third
/// stack.
pub(super) struct Sum<'a> {
    pub(super) slices: [&'a Slice; 3],
    pub(super) seconds: &'a [Split],
    pub(super) thirds: &'a Thirds,
    pub(super) room: &'a mut Room,
    pub(super) sums: &'a mut [u64],
}

impl Job for Sum<'_> {
    type Output = ();

    #[inline(always)]
    fn run<I: Isa>(self, isa: I) {
        let Sum { slices: [m, a, b], seconds, thirds, room, sums } = self;
        sums.fill(0);
        room.products = 0;
        let Some(first) = seconds.first() else { return };
        if !m.occurs[usize::from(first[0])] {
            return;
        }
        room.live.clear();
        for (at, split) in (0..).zip(seconds) {
            if a.occurs[usize::from(split[1])] && b.occurs[usize::from(split[2])] {
                room.live.push(at);
            }
        }
        if room.live.is_empty() {
            return;
        }
        list_terms(m.row(usize::from(first[0])), thirds, room);
        if room.pairs.is_empty() {
            return;
        }
        let Room { pairs, runs, live, of_a, of_b, none, products } = room;
        let (width_a, width_b) = (a.row(0).len(), b.row(0).len());
        none.resize(width_a.max(width_b), 0);
        of_a.resize(width_a, Numbers::default());
        of_b.resize(width_b, Numbers::default());
        for live in live.chunks(LANES) {
            let (mut rows_a, mut rows_b) = ([none.as_slice(); LANES], [none.as_slice(); LANES]);
            for (lane, &at) in live.iter().enumerate() {
                let split = seconds[usize::from(at)];
                rows_a[lane] = a.row(usize::from(split[1]));
                rows_b[lane] = b.row(usize::from(split[2]));
            }
            isa.transpose(&rows_a, of_a);
            isa.transpose(&rows_b, of_b);
            let totals = isa.add_up(of_a, of_b, pairs, runs);
            for (&at, total) in live.iter().zip(totals) {
                sums[usize::from(at)] = total;
            }
            *products += LANES * (2 * pairs.len() + width_a + width_b);
        }
    }
}

/// Lists the splits of the third stack that have fillings of the first band. `row` has the number
/// of these fillings for each part of the third box.
#[inline(always)]
fn list_terms(row: &[u16], thirds: &Thirds, room: &mut Room) {
    let Room { pairs, runs, .. } = room;
    // There is room for all splits, and for one more at the end of each run.
    pairs.resize(thirds.parts.len() / 2 + thirds.start.len() + 1, Pair::default());
    runs.clear();
    let (mut len, mut before) = (0, 0);
    for (part, range) in (0..).zip(thirds.start.windows(2)) {
        for &[of_m, of_a] in &thirds.parts[range[0] as usize..range[1] as usize] {
            // The write is unconditional, because a branch would be mispredicted. The entry is
            // kept only if its number is not 0.
            let n = row[usize::from(of_m)];
            let pair = &mut pairs[len / 2];
            pair.factors[len % 2] = n;
            pair.at[len % 2] = of_a;
            len += usize::from(n != 0);
        }
        if len % 2 == 1 {
            let pair = &mut pairs[len / 2];
            pair.factors[1] = 0;
            pair.at[1] = pair.at[0];
            len += 1;
        }
        if len > before {
            runs.push(Run { end: (len / 2) as u32, at: part });
            before = len;
        }
    }
    pairs.truncate(len / 2);
}
