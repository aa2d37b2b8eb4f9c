//! What the registers tell about all 324 items at once: which have no option left, one, two; and
//! what follows from that.
//!
//! Each function is a fixed sequence of some dozens of register operations without a branch. The
//! options of a digit's rows, columns and boxes are bits of one lane, which shifts bring together;
//! those of a cell are the same bit of nine lanes, which permutations bring together. "At least
//! one" and "at least two" of three sets of bits are their union and their majority; of nine they
//! come in two steps of three.
//!
//! Everything is inlined, so that it is compiled for the registers of the machine. Without
//! optimization that would make frames of hundreds of kilobytes, so there the larger functions stay
//! functions.

use super::items::{BOXES, CELLS, COLUMN_BITS, COLUMNS, ROWS};
use super::{BOX, FULL, GUARD, LOW, Position, ROW};
use crate::engine::simd::registers::Items;
use crate::engine::simd::registers::{REPEAT, Registers, TURN_1_IN_3, TURN_2_IN_3, TURN_3, TURN_6};

/// The same for each of three bands. A macro and no closure: a function that is not inlined would
/// not be compiled for the registers of the machine (with closures all of this took four times as
/// long).
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

/// The options that are left: a register for each band of three rows.
pub(super) type Bands<R> = [R; 3];

/// How many of some options there are, in so far as it matters.
#[derive(Clone, Copy)]
struct AtLeast<R> {
    one: R,
    two: R,
}

/// The same, and whether there are three.
#[derive(Clone, Copy)]
struct UpToThree<R> {
    one: R,
    two: R,
    three: R,
}

/// What [`singles`](Counts::singles) finds out.
pub(super) struct Singles<R> {
    /// Whether some item has no option left.
    pub(super) is_dead: bool,
    /// Whether each cell has one option; if the position is not dead, these are then a cover.
    pub(super) is_solved: bool,
    /// The options that are the only ones of one of their items.
    pub(super) options: Bands<R>,
    /// For each band, three times over, the cells with two options at least.
    open: R,
    /// For each band and column, in the lowest nine bits, whether an option is left.
    columns: Bands<R>,
}

/// Register operations on bands.
#[derive(Clone, Copy)]
pub(super) struct Counts<I>(pub(super) I);

impl<I: Registers> Counts<I> {
    /// The same word for every digit.
    #[inline(always)]
    fn digits(self, word: u32) -> I::Register {
        self.0.only(0x1ff, word)
    }

    /// At least one and at least two of three counts.
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
        // Two of one and one of another.
        let ab = isa.and2(a.two, isa.or2(b.one, c.one));
        let bc = isa.and2(b.two, isa.or2(c.one, a.one));
        let ca = isa.and2(c.two, isa.or2(a.one, b.one));
        let three = isa.or3(a.three, b.three, c.three);
        let three = isa.or3(three, isa.and3(a.one, b.one, c.one), ab);
        UpToThree { one, two, three: isa.or3(three, bc, ca) }
    }

    /// Of three sets of options: in the lowest nine bits those of the three rows of a band, column
    /// by column.
    #[inline(always)]
    fn over_rows(self, x: I::Register) -> AtLeast<I::Register> {
        let isa = self.0;
        let (y, z) = (isa.down::<10>(x), isa.down::<20>(x));
        AtLeast { one: isa.or3(x, y, z), two: isa.two_of(x, y, z) }
    }

    /// Over the three columns of each box; the counts are at bits 0, 3 and 6, and other bits mean
    /// nothing.
    #[inline(always)]
    fn over_box(self, columns: AtLeast<I::Register>) -> AtLeast<I::Register> {
        let isa = self.0;
        let AtLeast { one, two } = columns;
        let next = AtLeast { one: isa.down::<1>(one), two: isa.down::<1>(two) };
        self.sum(columns, next, AtLeast { one: isa.down::<2>(one), two: isa.down::<2>(two) })
    }

    /// Over three digits, those whose lanes are three apart.
    #[inline(always)]
    fn over_three_digits(self, x: I::Register) -> AtLeast<I::Register> {
        let isa = self.0;
        let (y, z) = (isa.permute::<TURN_3>(x), isa.permute::<TURN_6>(x));
        AtLeast { one: isa.or3(x, y, z), two: isa.two_of(x, y, z) }
    }

    /// Over the three lanes of each three.
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

    /// The lowest nine bits, at those of all three rows.
    #[inline(always)]
    fn to_rows(self, low: I::Register) -> I::Register {
        let isa = self.0;
        isa.or3(low, isa.up::<10>(low), isa.up::<20>(low))
    }

    /// Bits that are three apart, each at the two above it too.
    #[inline(always)]
    fn by_three(self, bits: I::Register) -> I::Register {
        // One from eight leaves the seven below.
        self.0.sub(self.0.up::<3>(bits), bits)
    }

    /// From the guard bits of rows to all bits of these rows.
    #[inline(always)]
    fn whole_rows(self, guards: I::Register) -> I::Register {
        self.0.sub(guards, self.0.down::<9>(guards))
    }

    /// The guard bits of the rows that are not empty, and perhaps other bits below.
    #[inline(always)]
    fn inhabited(self, x: I::Register) -> I::Register {
        // The bits of a row carry into its guard bit unless they are all 0.
        self.0.add(x, self.0.splat(FULL))
    }

    /// Without the lowest bit of each row.
    #[inline(always)]
    fn without_lowest(self, x: I::Register) -> I::Register {
        let isa = self.0;
        // The guard bits are lent to, so that nothing is borrowed from another row.
        isa.and2(x, isa.sub(isa.or2(x, isa.splat(GUARD)), isa.splat(LOW)))
    }

    /// The rows that have two bits at least, all of their bits.
    #[inline(always)]
    fn rows_of_two(self, x: I::Register) -> I::Register {
        let isa = self.0;
        self.whole_rows(isa.and2(self.inhabited(self.without_lowest(x)), isa.splat(GUARD)))
    }

    /// Every option of an item that has no other; and whether there is an item without options.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(super) fn singles(self, x: Bands<I::Register>) -> Singles<I::Register> {
        let isa = self.0;

        // The cells of the three bands are counted over three digits each, and then together.
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
            // What is in four items of two is no single.
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

    /// The cells with two options at least, as the bits of each band.
    #[inline(always)]
    pub(super) fn open_cells(self, singles: &Singles<I::Register>) -> [u32; 3] {
        let lanes = self.0.to_vector(singles.open).0;
        [lanes[0] & FULL, lanes[3] & FULL, lanes[6] & FULL]
    }

    /// The options that share an item with one of these; these themselves are among them.
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

    /// Chooses options: what shares an item with one of them goes. Options that exclude each other
    /// stay all the same; the items that they cannot all cover run out of options later.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(super) fn choose(
        self,
        x: Bands<I::Register>,
        chosen: Bands<I::Register>,
    ) -> Bands<I::Register> {
        let neighbours = self.neighbours(chosen);
        each!([0, 1, 2], band => self.0.or_without(chosen[band], x[band], neighbours[band]))
    }

    /// The options that share an item with two of these at least.
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

    /// Whether some of these options exclude each other.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(super) fn clash(self, chosen: Bands<I::Register>) -> bool {
        let isa = self.0;
        let [a, b, c] = self.claimed_twice(chosen);
        isa.meet(
            isa.or3(isa.and2(a, chosen[0]), isa.and2(b, chosen[1]), isa.and2(c, chosen[2])),
            isa.splat(FULL),
        )
    }

    /// The items that have no option left, or would have none if the options chosen, of which some
    /// may exclude each other, took their neighbours with them. These are to blame for a dead end.
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

    /// The cells with exactly two options, a word for each band.
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

    /// The items with exactly two options.
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

    /// A set of items, given by the bits of cells in the first lane, by the guard bits of rows, by
    /// the lowest nine bits for columns, and by bits 0, 3 and 6 of these for boxes.
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
            // Bits 0, 3 and 6 go to bits 0, 9 and 18: into a byte each.
            let spread =
                isa.or3(boxes[third], isa.up::<6>(boxes[third]), isa.up::<12>(boxes[third]));
            items[BOXES + third] = isa.bytes_that_meet(spread, isa.splat(1 | 1 << 9 | 1 << 18));
        }
        items
    }

    /// Locked candidates: where a digit is possible in one box only of a row or column, it goes
    /// from the rest of that box, and where it is possible in one row or column only of a box, from
    /// the rest of that. Returns what goes.
    ///
    /// In terms of items: if all options of one item are options of another, the other's rest can
    /// be in no cover.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(super) fn locked(
        self,
        x: Bands<I::Register>,
        singles: &Singles<I::Register>,
    ) -> Bands<I::Register> {
        let isa = self.0;
        let low_of_boxes = isa.splat(BOX * LOW);
        let columns = singles.columns;
        // The columns to which a box confines the digit, and those that lose it because another
        // column claims the box.
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
            // What was shifted out of its row is at no first cell of a three.
            let gone = self.by_three(isa.and2(isa.or2(of_other_rows, of_other_boxes), low_of_boxes));
            let by_column = isa.or3(claimed[band], pointing[(band + 1) % 3], pointing[(band + 2) % 3]);
            isa.or2(gone, self.to_rows(by_column))
        })
    }
}

/// Bands in memory.
#[inline(always)]
pub(super) fn store<I: Registers>(isa: I, bands: Bands<I::Register>) -> Position {
    each!(bands, band => isa.to_vector(band))
}
