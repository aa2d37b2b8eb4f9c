//! Maps that are decided only as far as the rows so far require.

use crate::arrays::filled;

/// The digits of a grid, 0 for an empty cell.
pub(super) type Cells = [[u8; 9]; 9];

/// A set of maps that make the same least rows of a grid.
///
/// The columns in their new order form *groups* of neighbouring columns; within each group all
/// orders are still possible. A digit that occurs for the first time is named by its place. Where
/// all columns of a group bring a new digit, the names depend on the order of the columns, and are
/// decided with it. The name of a digit is thus the place of the column that brought it, plus a
/// number that is the same for all digits that the group brought in one row. If the column takes
/// the first place of the group, this sum is the least name that the digit can have.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct State {
    pub(super) transposes: bool,
    /// The old rows in their new order, as far as they are decided.
    pub(super) rows: [u8; 9],
    /// The decided rows as bits.
    used: u16,
    /// The old columns in their new order; the order within a group has no meaning.
    pub(super) columns: [u8; 9],
    /// For each old column, the first place of its group.
    start: [u8; 9],
    /// The first places as bits, and the place after the last group.
    starts: u16,
    /// For each digit, the old column that brought it, and the number to add to its place.
    brought_by: [u8; 10],
    offset: [i8; 10],
    /// The digits that have occurred, as bits, and the name of the next new one.
    named: u16,
    next: u8,
}

/// The first names of a row, in four bits each. If two rows have the same number of names, the
/// lesser row has the lesser value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Row(u64);

impl Row {
    const EMPTY: Self = Self(0);
    /// A value greater than any row.
    pub(super) const MOST: Self = Self(u64::MAX);

    /// Returns the row with one more name, in this place, or `None` if that makes it greater than
    /// the least row.
    fn with(self, name: u8, place: usize, least: Self) -> Option<Self> {
        let longer = self.0 << 4 | u64::from(name);
        (longer <= least.0 >> (4 * (8 - place))).then_some(Self(longer))
    }

    pub(super) fn names(self) -> [u8; 9] {
        filled(0, |place| (self.0 >> (4 * (8 - place)) & 0xf) as u8)
    }
}

impl State {
    /// Returns the maps that put the stacks in this order.
    pub(super) fn new(transposes: bool, stacks: [u8; 3]) -> Self {
        let columns = filled(0, |place| stacks[place / 3] * 3 + (place % 3) as u8);
        let mut start = [0; 9];
        (0..).zip(stacks).for_each(|(at, stack)| start[usize::from(stack) * 3..][..3].fill(3 * at));
        Self { transposes, columns, start, starts: 0b1_001_001_001, next: 1, ..Self::default() }
    }

    /// Returns the old rows that may be next, as bits, when `decided` rows are decided.
    pub(super) fn next_rows(&self, decided: usize) -> u16 {
        match decided % 3 {
            // Any row of a band that is not used yet.
            0 => !self.used & 0x1ff,
            // Any other row of the current band.
            _ => !self.used & 0o7 << (self.rows[decided - 1] / 3 * 3),
        }
    }

    /// Adds all maps of this state that put this old row next and make the least row from it,
    /// unless that row is greater than the least row so far. If it is less, these maps replace the
    /// maps of the previous least row.
    pub(super) fn extend(
        &self,
        cells: &Cells,
        old: u8,
        decided: usize,
        least: &mut Row,
        all: &mut Vec<Self>,
    ) {
        let mut next = *self;
        next.rows[decided] = old;
        next.used |= 1 << old;
        next.go_on(&cells[usize::from(old)], 0, Row::EMPTY, least, all);
    }

    /// Makes the rest of a row, beginning at a place, group by group, and adds the resulting maps
    /// as [`extend`](Self::extend) does.
    fn go_on(
        mut self,
        digits: &[u8; 9],
        mut place: usize,
        mut row: Row,
        least: &mut Row,
        all: &mut Vec<Self>,
    ) {
        while place < 9 {
            let end = self.end(place);
            if end - place == 1 {
                let name = self.name(digits[usize::from(self.columns[place])], self.columns[place]);
                let Some(longer) = row.with(name, place, *least) else { return };
                row = longer;
                place += 1;
                continue;
            }
            let empty = self.empty_first(digits, place, end);
            if empty > 0 {
                // Empty cells do not determine the order of their columns.
                for place in place..place + empty {
                    let Some(longer) = row.with(0, place, *least) else { return };
                    row = longer;
                }
                place += empty;
                continue;
            }
            let names = self.least_names(digits, place, end);
            let name = names.into_iter().fold(self.next, u8::min);
            if name == self.next && !self.has_twice(digits, place, end) {
                // All columns bring new digits, which are named when the order of the columns is
                // decided.
                for place in place..end {
                    let Some(longer) = row.with(self.next, place, *least) else { return };
                    row = longer;
                    self.bring(
                        digits[usize::from(self.columns[place])],
                        self.columns[place],
                        place,
                    );
                }
                place = end;
                continue;
            }
            let Some(longer) = row.with(name, place, *least) else { return };
            // Each column that can come first here makes a state. The last one reuses this state.
            let mut last = None;
            for at in (0..end - place).filter(|&at| names[at] == name) {
                if let Some(column) = last.replace(self.columns[place + at]) {
                    let mut chosen = self;
                    chosen.choose(digits, column);
                    chosen.go_on(digits, place + 1, longer, least, all);
                }
            }
            last.into_iter().for_each(|column| self.choose(digits, column));
            (place, row) = (place + 1, longer);
        }
        // Another state may have made a lesser row in the meantime.
        if row < *least {
            *least = row;
            all.clear();
        }
        if row == *least {
            all.push(self);
        }
    }

    fn choose(&mut self, digits: &[u8; 9], column: u8) {
        self.put_first(column);
        self.name(digits[usize::from(column)], column);
    }

    /// Returns the place after the group that begins at this place.
    fn end(&self, place: usize) -> usize {
        place + 1 + (self.starts >> (place + 1)).trailing_zeros() as usize
    }

    /// Splits a column off its group and puts it first. The other columns form a group of their
    /// own.
    fn put_first(&mut self, column: u8) {
        let place = usize::from(self.start[usize::from(column)]);
        let end = self.end(place);
        if end == place + 1 {
            return;
        }
        self.starts |= 1 << (place + 1);
        for next in place + 1..end {
            if self.columns[next] == column {
                self.columns.swap(place, next);
            }
            self.start[usize::from(self.columns[next])] = place as u8 + 1;
        }
    }

    /// Puts the columns with an empty cell in this row before the other columns of a group, and
    /// splits the group if it has both. Returns the number of columns with an empty cell.
    fn empty_first(&mut self, digits: &[u8; 9], place: usize, end: usize) -> usize {
        let mut empty = 0;
        for next in place..end {
            if digits[usize::from(self.columns[next])] == 0 {
                self.columns.swap(place + empty, next);
                empty += 1;
            }
        }
        if empty > 0 {
            self.starts |= 1 << (place + empty);
            for &other in &self.columns[place + empty..end] {
                self.start[usize::from(other)] = (place + empty) as u8;
            }
        }
        empty
    }

    /// Returns, for each column of a group, the least name that its digit can have if the column
    /// comes first.
    fn least_names(&self, digits: &[u8; 9], place: usize, end: usize) -> [u8; 3] {
        let mut names = [u8::MAX; 3];
        for (name, &column) in names.iter_mut().zip(&self.columns[place..end]) {
            let digit = usize::from(digits[usize::from(column)]);
            let bringer = self.brought_by[digit];
            let first = self.start[usize::from(bringer)];
            *name = if self.named >> digit & 1 == 0 {
                self.next
            } else {
                // If another column of this group brought the digit, it comes after this one.
                let is_later = usize::from(first) == place && bringer != column;
                first.wrapping_add_signed(self.offset[digit]) + u8::from(is_later)
            };
        }
        names
    }

    /// True if two columns of a group have the same digit: two clues that clash.
    fn has_twice(&self, digits: &[u8; 9], place: usize, end: usize) -> bool {
        let mut seen = 0_u16;
        self.columns[place..end].iter().any(|&column| {
            let digit = 1 << digits[usize::from(column)];
            let is_seen = seen & digit != 0;
            seen |= digit;
            is_seen
        })
    }

    /// Returns the name of a digit, 0 for none, in a column that is a group by itself. A new digit
    /// is brought by this column. A digit whose name is still open gets its least name.
    fn name(&mut self, digit: u8, column: u8) -> u8 {
        if digit == 0 {
            return 0;
        }
        if self.named >> digit & 1 == 0 {
            self.bring(digit, column, usize::from(self.start[usize::from(column)]));
        } else {
            self.put_first(self.brought_by[usize::from(digit)]);
        }
        let bringer = self.brought_by[usize::from(digit)];
        self.start[usize::from(bringer)].wrapping_add_signed(self.offset[usize::from(digit)])
    }

    /// Gives the next name to a new digit, which this column brings in this place.
    fn bring(&mut self, digit: u8, column: u8, place: usize) {
        self.named |= 1 << digit;
        self.brought_by[usize::from(digit)] = column;
        self.offset[usize::from(digit)] = self.next as i8 - place as i8;
        self.next += 1;
    }

    /// Returns the new name of each digit when the columns of each group keep their present order.
    /// Digits that did not occur get the names that are left.
    pub(super) fn names(&self) -> [u8; 9] {
        let mut left = self.next..;
        filled(0, |at| {
            let digit = at + 1;
            if self.named >> digit & 1 == 0 {
                return left.next().unwrap_or_default();
            }
            let bringer = self.brought_by[digit];
            let place =
                self.columns.iter().position(|&column| column == bringer).unwrap_or_default();
            (place as u8).wrapping_add_signed(self.offset[digit])
        })
    }

    /// Returns the number of orders of the columns that are still possible.
    pub(super) fn orders(&self) -> u64 {
        // The places of a group of three contribute the factors 1, 2 and 3.
        let in_group = |place: usize| {
            place as u64 + 1 - u64::from(self.start[usize::from(self.columns[place])])
        };
        (0..9).map(in_group).product()
    }
}
