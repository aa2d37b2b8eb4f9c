//! Counts of the options of all 324 items at once (none, one, two or more), and the eliminations
//! that follow from them.
//!
//! Each function is a fixed sequence of a few dozen register operations without a branch. The
//! options of a digit in a row, column or box are bits of one lane, and shifts combine them. The
//! options of a cell are the same bit of nine lanes, and permutations combine them. "At least one"
//! and "at least two" of three sets of bits are their union and their majority. Nine sets are
//! counted in two steps of three.
//!
//! Everything is inlined, so that it is compiled for the wide registers. In builds without
//! optimization, inlining would make stack frames of hundreds of kilobytes, so the larger functions
//! are not inlined there.

use super::items::{BOXES, CELLS, COLUMN_BITS, COLUMNS, ROWS};
use super::{BOX, FULL, GUARD, LOW, Position, ROW};
use crate::engine::simd::registers::Items;
use crate::engine::simd::registers::{REPEAT, Registers, TURN_1_IN_3, TURN_2_IN_3, TURN_3, TURN_6};

/// Evaluates an expression for each of three bands. It is a macro because a closure that is not
/// inlined is compiled for the baseline instruction set (with closures, everything here took four
/// times as long).
macro_rules! each {
    ($bands:expr, $x:ident => $value:expr) => {{
        let [a, b, c] = $bands;
        [
            {
                let $x = a;
                $value
            },
            {
                let $x = b;
                $value
            },
            {
                let $x = c;
                $value
            },
        ]
    }};
}
pub(super) use each;

/// The remaining options, or some of them: a register for each band of three rows.
pub(super) type Bands<R> = [R; 3];

/// For each bit, whether at least one or two of the counted options have it.
#[derive(Clone, Copy)]
struct AtLeast<R> {
    one: R,
    two: R,
}

/// For each bit, whether at least one, two or three of the counted options have it.
#[derive(Clone, Copy)]
struct UpToThree<R> {
    one: R,
    two: R,
    three: R,
}

/// The result of [`singles`](Counts::singles).
pub(super) struct Singles<R> {
    /// True if an item has no option left.
    pub(super) is_dead: bool,
    /// True if each cell has at most one option. If the position is not dead, its options are then
    /// a cover.
    pub(super) is_solved: bool,
    /// The options that are the only ones of one of their items.
    pub(super) options: Bands<R>,
    /// The cells with at least two options. The cells of each band are in three lanes.
    open: R,
    /// For each band, the columns with a remaining option in that band, in the lowest nine bits.
    columns: Bands<R>,
}

/// The operations on bands with the registers of `I`.
#[derive(Clone, Copy)]
pub(super) struct Counts<I>(pub(super) I);

impl<I: Registers> Counts<I> {
    /// Returns the same word for every digit.
    #[inline(always)]
    fn digits(self, word: u32) -> I::Register {
        self.0.only(0x1ff, word)
    }

    /// Returns the sum of three counts.
    #[inline(always)]
    fn sum(
        self,
        a: AtLeast<I::Register>,
        b: AtLeast<I::Register>,
        c: AtLeast<I::Register>,
    ) -> AtLeast<I::Register> {
        let isa = self.0;
        AtLeast {
            one: isa.or3(a.one, b.one, c.one),
            two: isa.or2(isa.or3(a.two, b.two, c.two), isa.two_of(a.one, b.one, c.one)),
        }
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn sum_up_to_three(self, [a, b, c]: [UpToThree<I::Register>; 3]) -> UpToThree<I::Register> {
        let isa = self.0;
        let [x, y, z] = each!([a, b, c], count => AtLeast { one: count.one, two: count.two });
        let AtLeast { one, two } = self.sum(x, y, z);
        // Two of one count and one of another.
        let ab = isa.and2(a.two, isa.or2(b.one, c.one));
        let bc = isa.and2(b.two, isa.or2(c.one, a.one));
        let ca = isa.and2(c.two, isa.or2(a.one, b.one));
        let three = isa.or3(a.three, b.three, c.three);
        let three = isa.or3(three, isa.and3(a.one, b.one, c.one), ab);
        UpToThree { one, two, three: isa.or3(three, bc, ca) }
    }

    /// Counts the options over the three rows of a band. The result for each column is in the
    /// lowest nine bits.
    #[inline(always)]
    fn over_rows(self, x: I::Register) -> AtLeast<I::Register> {
        let isa = self.0;
        let (y, z) = (isa.down::<10>(x), isa.down::<20>(x));
        AtLeast { one: isa.or3(x, y, z), two: isa.two_of(x, y, z) }
    }

    /// Counts over the three columns of each box. The results are at bits 0, 3 and 6, and the other
    /// bits are meaningless.
    #[inline(always)]
    fn over_box(self, columns: AtLeast<I::Register>) -> AtLeast<I::Register> {
        let isa = self.0;
        let AtLeast { one, two } = columns;
        let next = AtLeast { one: isa.down::<1>(one), two: isa.down::<1>(two) };
        self.sum(columns, next, AtLeast { one: isa.down::<2>(one), two: isa.down::<2>(two) })
    }

    /// Counts over three digits, whose lanes are three apart.
    #[inline(always)]
    fn over_three_digits(self, x: I::Register) -> AtLeast<I::Register> {
        let isa = self.0;
        let (y, z) = (isa.permute::<TURN_3>(x), isa.permute::<TURN_6>(x));
        AtLeast { one: isa.or3(x, y, z), two: isa.two_of(x, y, z) }
    }

    /// Counts over the three lanes of each third.
    #[inline(always)]
    fn over_in_three(self, x: AtLeast<I::Register>) -> AtLeast<I::Register> {
        let isa = self.0;
        let AtLeast { one, two } = x;
        let next =
            AtLeast { one: isa.permute::<TURN_1_IN_3>(one), two: isa.permute::<TURN_1_IN_3>(two) };
        self.sum(
            x,
            next,
            AtLeast { one: isa.permute::<TURN_2_IN_3>(one), two: isa.permute::<TURN_2_IN_3>(two) },
        )
    }

    /// Copies the lowest nine bits to all three rows.
    #[inline(always)]
    fn to_rows(self, low: I::Register) -> I::Register {
        let isa = self.0;
        isa.or3(low, isa.up::<10>(low), isa.up::<20>(low))
    }

    /// Copies bits that are three apart to the two bits above each of them.
    #[inline(always)]
    fn by_three(self, bits: I::Register) -> I::Register {
        // Eight minus one is seven.
        self.0.sub(self.0.up::<3>(bits), bits)
    }

    /// Turns the guard bits of rows into all bits of these rows.
    #[inline(always)]
    fn whole_rows(self, guards: I::Register) -> I::Register {
        self.0.sub(guards, self.0.down::<9>(guards))
    }

    /// Sets the guard bits of the rows that are not empty. The lower bits are meaningless.
    #[inline(always)]
    fn inhabited(self, x: I::Register) -> I::Register {
        // Adding all ones to a row carries into its guard bit unless the row is empty.
        self.0.add(x, self.0.splat(FULL))
    }

    /// Removes the lowest bit of each row.
    #[inline(always)]
    fn without_lowest(self, x: I::Register) -> I::Register {
        let isa = self.0;
        // The guard bits are set, so that a row borrows from its own guard bit and not from another
        // row.
        isa.and2(x, isa.sub(isa.or2(x, isa.splat(GUARD)), isa.splat(LOW)))
    }

    /// Returns all bits of the rows that have at least two bits.
    #[inline(always)]
    fn rows_of_two(self, x: I::Register) -> I::Register {
        let isa = self.0;
        self.whole_rows(isa.and2(self.inhabited(self.without_lowest(x)), isa.splat(GUARD)))
    }

    /// Finds the options that are the only ones of an item, and whether an item has no options.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(super) fn singles(self, x: Bands<I::Register>) -> Singles<I::Register> {
        let isa = self.0;

        // The cells are counted over three digits each for every band, and then for all bands
        // together.
        let [a, b, c] = each!(x, x => self.over_three_digits(x));
        let thirds =
            AtLeast { one: isa.thirds(a.one, b.one, c.one), two: isa.thirds(a.two, b.two, c.two) };
        let cells = self.over_in_three(thirds);
        let cells_of_two = [
            isa.permute::<{ REPEAT[0] }>(cells.two),
            isa.permute::<{ REPEAT[1] }>(cells.two),
            isa.permute::<{ REPEAT[2] }>(cells.two),
        ];

        let by_band = each!(x, x => self.over_rows(x));
        let [a, b, c] = by_band;
        let columns = self.sum(a, b, c);

        let mut empty = isa.or2(
            isa.without(self.digits(FULL), cells.one),
            isa.without(self.digits(ROW), columns.one),
        );
        let mut options = x;
        for band in 0..3 {
            let boxes = self.over_box(by_band[band]);
            let rows = isa.without(self.digits(GUARD), self.inhabited(x[band]));
            empty = isa.or3(empty, rows, isa.without(self.digits(BOX), boxes.one));
            let boxes_of_two = self.by_three(isa.and2(boxes.two, isa.splat(BOX)));
            let boxes_and_columns = self.to_rows(isa.and2(boxes_of_two, columns.two));
            // An option is no single if each of its four items has at least two options.
            let several =
                isa.and3(boxes_and_columns, self.rows_of_two(x[band]), cells_of_two[band]);
            options[band] = isa.without(x[band], several);
        }
        Singles {
            is_dead: isa.meet(empty, empty),
            is_solved: !isa.meet(cells.two, self.digits(FULL)),
            options,
            open: cells.two,
            columns: each!(by_band, count => isa.and2(count.one, isa.splat(ROW))),
        }
    }

    /// Returns the cells with at least two options, as the bits of each band.
    #[inline(always)]
    pub(super) fn open_cells(self, singles: &Singles<I::Register>) -> [u32; 3] {
        let lanes = self.0.to_vector(singles.open).0;
        [lanes[0] & FULL, lanes[3] & FULL, lanes[6] & FULL]
    }

    /// Returns the options that share an item with one of these, including these themselves.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(super) fn neighbours(self, chosen: Bands<I::Register>) -> Bands<I::Register> {
        let isa = self.0;
        let by_band = each!(chosen, x => isa.or3(x, isa.down::<10>(x), isa.down::<20>(x)));
        let columns = isa.and2(isa.or3(by_band[0], by_band[1], by_band[2]), isa.splat(ROW));
        let mut all = chosen;
        for band in 0..3 {
            let rows = self.whole_rows(isa.and2(self.inhabited(chosen[band]), isa.splat(GUARD)));
            let boxes =
                isa.or3(by_band[band], isa.down::<1>(by_band[band]), isa.down::<2>(by_band[band]));
            let boxes = self.by_three(isa.and2(boxes, isa.splat(BOX)));
            let cells = self.over_three_digits(chosen[band]).one;
            let cells = isa.or3(
                cells,
                isa.permute::<TURN_1_IN_3>(cells),
                isa.permute::<TURN_2_IN_3>(cells),
            );
            all[band] = isa.or3(rows, self.to_rows(isa.or2(boxes, columns)), cells);
        }
        all
    }

    /// Chooses options: removes the other options that share an item with one of them. Chosen
    /// options that exclude each other all stay. An item that they cannot all cover runs out of
    /// options later.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(super) fn choose(
        self,
        x: Bands<I::Register>,
        chosen: Bands<I::Register>,
    ) -> Bands<I::Register> {
        let neighbours = self.neighbours(chosen);
        each!([0, 1, 2], band => self.0.or_without(chosen[band], x[band], neighbours[band]))
    }

    /// Returns the options that share an item with at least two of these.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn claimed_twice(self, chosen: Bands<I::Register>) -> Bands<I::Register> {
        let isa = self.0;
        let by_band = each!(chosen, x => self.over_rows(x));
        let [a, b, c] = by_band;
        let columns = isa.and2(self.sum(a, b, c).two, isa.splat(ROW));
        each!([0, 1, 2], band => {
            let boxes = self.by_three(isa.and2(self.over_box(by_band[band]).two, isa.splat(BOX)));
            let cells = self.over_in_three(self.over_three_digits(chosen[band])).two;
            isa.or3(self.rows_of_two(chosen[band]), self.to_rows(isa.or2(boxes, columns)), cells)
        })
    }

    /// True if some of these options exclude each other.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(super) fn clash(self, chosen: Bands<I::Register>) -> bool {
        let isa = self.0;
        let [a, b, c] = self.claimed_twice(chosen);
        isa.meet(
            isa.or3(isa.and2(a, chosen[0]), isa.and2(b, chosen[1]), isa.and2(c, chosen[2])),
            isa.splat(FULL),
        )
    }

    /// Returns the items to blame for a dead end: those that have no option left, or would have
    /// none if all the chosen options removed their neighbours, including chosen ones.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(super) fn blame(self, x: Bands<I::Register>, chosen: Bands<I::Register>) -> Items {
        let isa = self.0;
        let (neighbours, twice) = (self.neighbours(chosen), self.claimed_twice(chosen));
        let x = each!([0, 1, 2], band => {
            isa.or_without(isa.without(chosen[band], twice[band]), x[band], neighbours[band])
        });
        let by_band = each!(x, x => self.over_rows(x).one);
        let boxes = each!(by_band, x => isa.or3(x, isa.down::<1>(x), isa.down::<2>(x)));
        let cells = each!(x, x => {
            let threes = self.over_three_digits(x).one;
            isa.or3(threes, isa.permute::<TURN_1_IN_3>(threes), isa.permute::<TURN_2_IN_3>(threes))
        });
        self.items(
            each!(cells, x => isa.without(self.digits(FULL), x)),
            each!(x, x => isa.without(self.digits(GUARD), self.inhabited(x))),
            isa.without(self.digits(ROW), isa.or3(by_band[0], by_band[1], by_band[2])),
            each!(boxes, x => isa.without(self.digits(BOX), x)),
        )
    }

    /// Returns the cells with exactly two options, a word for each band.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(super) fn cells_of_exactly_two(self, x: Bands<I::Register>) -> [u32; 3] {
        each!(self.exactly_two_by_digits(x), cells => self.0.first(cells))
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn exactly_two_by_digits(self, x: Bands<I::Register>) -> Bands<I::Register> {
        let isa = self.0;
        each!(x, x => {
            let AtLeast { one, two } = self.over_three_digits(x);
            let three = isa.and3(x, isa.permute::<TURN_3>(x), isa.permute::<TURN_6>(x));
            let turn_1 = UpToThree {
                one: isa.permute::<TURN_1_IN_3>(one),
                two: isa.permute::<TURN_1_IN_3>(two),
                three: isa.permute::<TURN_1_IN_3>(three),
            };
            let turn_2 = UpToThree {
                one: isa.permute::<TURN_2_IN_3>(one),
                two: isa.permute::<TURN_2_IN_3>(two),
                three: isa.permute::<TURN_2_IN_3>(three),
            };
            let cells = self.sum_up_to_three([UpToThree { one, two, three }, turn_1, turn_2]);
            isa.without(cells.two, cells.three)
        })
    }

    /// Returns the items with exactly two options.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(super) fn items_of_exactly_two(self, x: Bands<I::Register>) -> Items {
        let isa = self.0;
        let by_band = each!(x, x => {
            let AtLeast { one, two } = self.over_rows(x);
            UpToThree { one, two, three: isa.and3(x, isa.down::<10>(x), isa.down::<20>(x)) }
        });
        let boxes = each!(by_band, count => { let UpToThree { one, two, three } = count;
            let next = UpToThree { one: isa.down::<1>(one), two: isa.down::<1>(two), three: isa.down::<1>(three) };
            let last = UpToThree { one: isa.down::<2>(one), two: isa.down::<2>(two), three: isa.down::<2>(three) };
            let count = self.sum_up_to_three([count, next, last]);
            isa.and2(isa.without(count.two, count.three), isa.splat(BOX))
        });
        let rows = each!(x, x => {
            let without_one = self.without_lowest(x);
            let (two, three) = (self.inhabited(without_one), self.inhabited(self.without_lowest(without_one)));
            isa.without(two, three)
        });
        let columns = self.sum_up_to_three(by_band);
        let columns = isa.and2(isa.without(columns.two, columns.three), isa.splat(ROW));
        self.items(self.exactly_two_by_digits(x), rows, columns, boxes)
    }

    /// Builds a set of items. Cells are given by their bits in the first lane, rows by their guard
    /// bits, columns by the lowest nine bits, and boxes by bits 0, 3 and 6.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn items(
        self,
        cells: Bands<I::Register>,
        rows: Bands<I::Register>,
        columns: I::Register,
        boxes: Bands<I::Register>,
    ) -> Items {
        let isa = self.0;
        let [a, b, c] = each!(cells, cells => u64::from(isa.first(cells)));
        let mut items = Items::default();
        items[CELLS] = a | b << 32;
        items[CELLS + 1] = c;
        let columns = self.to_rows(columns);
        for third in 0..3 {
            items[ROWS + third] = isa.bytes_that_meet(rows[third], isa.splat(GUARD));
            items[COLUMNS + third] = isa.bytes_that_meet(columns, isa.splat(COLUMN_BITS[third]));
            // Bits 0, 3 and 6 are moved to bits 0, 9 and 18, which are in different bytes.
            let spread =
                isa.or3(boxes[third], isa.up::<6>(boxes[third]), isa.up::<12>(boxes[third]));
            items[BOXES + third] = isa.bytes_that_meet(spread, isa.splat(1 | 1 << 9 | 1 << 18));
        }
        items
    }

    /// Returns the options that locked candidates eliminate. If a digit has only one box in a row
    /// or column, it is removed from the rest of that box. If it has only one row or column in a
    /// box, it is removed from the rest of that row or column.
    ///
    /// In terms of items: if all options of an item are also options of another item, the remaining
    /// options of the other item are in no cover.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(super) fn locked(
        self,
        x: Bands<I::Register>,
        singles: &Singles<I::Register>,
    ) -> Bands<I::Register> {
        let isa = self.0;
        let low_of_boxes = isa.splat(BOX * LOW);
        let columns = singles.columns;
        // `pointing` are the columns to which a box confines the digit. `claimed` are the columns
        // that lose the digit because another column claims the box.
        let mut pointing = columns;
        let mut claimed = columns;
        for band in 0..3 {
            let here = columns[band];
            let two = isa
                .and2(isa.two_of(here, isa.down::<1>(here), isa.down::<2>(here)), isa.splat(BOX));
            pointing[band] = isa.without(here, self.by_three(two));
            let claiming =
                isa.without(here, isa.or2(columns[(band + 1) % 3], columns[(band + 2) % 3]));
            let boxes = isa.or3(claiming, isa.down::<1>(claiming), isa.down::<2>(claiming));
            claimed[band] = isa.without(self.by_three(isa.and2(boxes, isa.splat(BOX))), claiming);
        }
        each!([0, 1, 2], band => {
            // The three cells of a row in a box are one bit here, their first.
            let threes = isa.or3(x[band], isa.down::<1>(x[band]), isa.down::<2>(x[band]));
            let threes = isa.and2(threes, low_of_boxes);
            let claiming = isa.without(threes, self.rows_of_two(threes));
            let of_other_rows = isa.or2(
                isa.or2(isa.up::<10>(claiming), isa.down::<10>(claiming)),
                isa.or2(isa.up::<20>(claiming), isa.down::<20>(claiming)),
            );
            let rows = self.over_rows(threes).two;
            let pointing_row = isa.without(threes, self.to_rows(isa.and2(rows, isa.splat(BOX))));
            let of_other_boxes = isa.or2(
                isa.or2(isa.up::<3>(pointing_row), isa.down::<3>(pointing_row)),
                isa.or2(isa.up::<6>(pointing_row), isa.down::<6>(pointing_row)),
            );
            // Bits that were shifted out of their row are not at the first cell of a box, so the
            // mask removes them.
            let gone = self.by_three(isa.and2(isa.or2(of_other_rows, of_other_boxes), low_of_boxes));
            let by_column = isa.or3(claimed[band], pointing[(band + 1) % 3], pointing[(band + 2) % 3]);
            isa.or2(gone, self.to_rows(by_column))
        })
    }
}

/// Stores bands in memory.
#[inline(always)]
pub(super) fn store<I: Registers>(isa: I, bands: Bands<I::Register>) -> Position {
    each!(bands, band => isa.to_vector(band))
}
