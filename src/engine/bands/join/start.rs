//! The start of a join, which lists the fillings of the boxes, the splits, and the fillings of the
//! middle band.

use super::boxes::{FULL, Listed, NONE};
use super::cells::Cells;
use super::lists::{Shape, each_pair};
use super::state::{Join, Known, Middle};
use crate::arrays::filled;
use crate::engine::bands::text::Text;
use crate::engine::simd::lanes::Lanes;

/// The largest number of fillings of a box, and of the middle band.
const BOX_LIMIT: usize = 1 << 14;
const BAND_LIMIT: usize = 1 << 16;

impl Join {
    /// Begins with a position in which all singles are chosen. `known` has the covers to leave out.
    #[inline(always)]
    pub(super) fn begin<I: Lanes>(&mut self, isa: I, cells: &Cells, known: &[[u8; 81]]) -> Listed {
        self.end();
        let listed = self.list(isa, cells);
        if listed == Listed::Some {
            let of_cells = |cover: &&[u8; 81]| {
                cells.iter().zip(*cover).all(|(&cell, &digit)| cell >> (digit - b'1') & 1 == 1)
            };
            for cover in known.iter().filter(of_cells) {
                let known = self.known(cover);
                debug_assert!(known.is_some(), "a cover has a filling of each band");
                self.known.extend(known);
            }
        } else {
            self.middles.clear();
        }
        listed
    }

    #[inline(always)]
    fn list<I: Lanes>(&mut self, isa: I, cells: &Cells) -> Listed {
        self.shape = shape(cells);
        for role in 0..3 {
            for stack in 0..3 {
                let places = self.shape.cells(role, stack);
                let candidates = filled(0, |at| cells[usize::from(places[at])]);
                let fillings = &mut self.boxes[role][stack];
                let listed =
                    fillings.list(&candidates, BOX_LIMIT, Some(&places), &mut self.columns);
                if listed != Listed::Some {
                    return listed;
                }
            }
        }
        let [middle, a, b] = &self.boxes;
        for (stack, splits) in self.splits.iter_mut().enumerate() {
            splits.list([&middle[stack], &a[stack], &b[stack]], &mut self.lookup);
        }
        // The stack with the most splits per part comes last, where a split costs least.
        let mean = |stack: usize| {
            self.splits[stack].parts.len() as f64 / self.boxes[0][stack].parts.len() as f64
        };
        let last = (0..3).max_by(|&a, &b| mean(a).total_cmp(&mean(b))).unwrap_or(2);
        self.splits.swap(last, 2);
        self.shape.stacks.swap(last, 2);
        self.boxes.iter_mut().for_each(|boxes| boxes.swap(last, 2));
        let listed = self.list_middles(isa);
        if listed == Listed::Some {
            for (of, lists) in self.lists.iter_mut().enumerate() {
                lists.begin(&self.boxes[of + 1]);
            }
        }
        listed
    }

    #[inline(always)]
    fn list_middles<I: Lanes>(&mut self, isa: I) -> Listed {
        self.middles.clear();
        let [one, two, three] = &self.boxes[0];
        // The fillings of the third box with the same rows form a chain.
        self.lookup.clear();
        let mut before = vec![(NONE, 0); three.len()];
        for part in 0..three.parts.len() {
            if !self.splits[2].range(part).is_empty() {
                for filling in three.range(part) {
                    let last = self.lookup.replace(three.rows[filling], filling as u16);
                    before[filling] = (last, part as u64);
                }
            }
        }
        let has_splits = |stack: usize| {
            let splits = &self.splits[stack];
            move |&part: &usize| !splits.range(part).is_empty()
        };
        for p0 in (0..one.parts.len()).filter(has_splits(0)) {
            for p1 in (0..two.parts.len()).filter(has_splits(1)) {
                each_pair(
                    isa,
                    one,
                    p0,
                    two,
                    p1,
                    #[inline(always)]
                    |f0, f1, rows| {
                        let mut f2 = self.lookup.get(FULL ^ rows);
                        while f2 != NONE {
                            let (another, p2) = before[usize::from(f2)];
                            let key = (p0 as u64) << 32 | (p1 as u64) << 16 | p2;
                            self.middles.push(Middle { key, fillings: [f0 as u16, f1 as u16, f2] });
                            f2 = another;
                        }
                    },
                );
                if self.middles.len() > BAND_LIMIT {
                    return Listed::TooMany;
                }
            }
        }
        // With a closure, the sort would be compiled once for each instruction set.
        self.middles.sort_unstable();
        if self.middles.is_empty() { Listed::None } else { Listed::Some }
    }

    /// Returns the place of a cover in the loops.
    fn known(&self, cover: &[u8; 81]) -> Option<Known> {
        let mut fillings = [[0; 3]; 3];
        let mut parts = [[0; 3]; 3];
        for role in 0..3 {
            for stack in 0..3 {
                let cells = self.shape.cells(role, stack);
                let of_box = &self.boxes[role][stack];
                // A box can have thousands of fillings, but at most 216 with these columns.
                let mut columns = 0;
                for (at, &cell) in cells.iter().enumerate() {
                    columns |=
                        1_u32 << (9 * (at % 3) + usize::from(cover[usize::from(cell)] - b'1'));
                }
                let part = of_box.parts.iter().position(|&other| other == columns)?;
                let text = Text::only(cells.into_iter().map(usize::from), cover);
                let is_it = |filling: &usize| of_box.texts[*filling] == text;
                fillings[role][stack] = of_box.range(part).find(is_it)?;
                parts[role][stack] = part;
            }
        }
        let [p0, p1, p2] = parts[0];
        let key = (p0 as u64) << 32 | (p1 as u64) << 16 | p2 as u64;
        let place = (key, fillings[0].map(|filling| filling as u16));
        let middle =
            self.middles.binary_search_by_key(&place, |middle| (middle.key, middle.fillings));
        let mut splits = [0; 3];
        for (stack, split) in splits.iter_mut().enumerate() {
            let of_part = self.splits[stack].range(parts[0][stack]);
            let wanted = [parts[1][stack] as u16, parts[2][stack] as u16];
            *split = of_part.clone().find(|&split| self.splits[stack].parts[split] == wanted)?;
        }
        let texts = [1, 2].map(|role| {
            let cells = (0..3).flat_map(|stack| self.shape.cells(role, stack));
            Text::only(cells.map(usize::from), cover)
        });
        Some(Known { middle: middle.ok()?, splits, texts })
    }
}

/// Returns the shape with the fewest combinations of candidates in the middle band.
fn shape(cells: &Cells) -> Shape {
    // About 16 times the binary logarithm.
    const LOG: [u32; 10] = [0, 0, 16, 25, 32, 37, 41, 45, 48, 51];
    let shapes = [false, true].into_iter().flat_map(|is_transposed| {
        (0..3).map(move |band| Shape {
            is_transposed,
            bands: [band, (band + 1) % 3, (band + 2) % 3],
            stacks: [0, 1, 2],
        })
    });
    let weight = |shape: &Shape| -> u32 {
        let band = (0..3).flat_map(|stack| shape.cells(0, stack));
        band.map(|cell| LOG[cells[usize::from(cell)].count_ones() as usize]).sum()
    };
    shapes.min_by_key(weight).expect("there are six")
}
