//! A map of which only a part is decided: what the rows up to now ask for, and no more.

/// The digits of a grid, 0 for an empty cell.
pub(super) type Cells = [[u8; 9]; 9];

/// Some of the maps that make the same least rows of a grid.
///
/// The columns in their new order are held as *groups* of neighbors, in each of which all orders are still possible. When a
/// digit comes up for the first time it is named by its place: where all columns of a group bring a new digit, their names are
/// as open as the order of the columns, and are decided with it. So the name of a digit is the place of the column that
/// brought it, plus a number that is the same for the whole group; with the first place of the group in that sum it is the
/// least name that the digit can have.
#[derive(Clone, Copy, Debug)]
pub(super) struct State {
    pub(super) transposes: bool,
    /// The old rows in their new order, as far as they are decided.
    pub(super) rows: [u8; 9],
    /// Those as bits.
    used: u16,
    /// The old columns in their new order, which means nothing within a group.
    pub(super) columns: [u8; 9],
    /// For each old column the first place of its group.
    start: [u8; 9],
    /// These places as bits, and the one behind the last.
    starts: u16,
    /// For each digit the old column that brought it, and what to add to its place.
    brought_by: [u8; 10],
    offset: [i8; 10],
    /// The digits that have come up as bits, and the name that the next new one gets.
    named: u16,
    next: u8,
}

/// The first names of a row, in four bits each: of two rows with as many names the less one is the lesser number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Row(u64);

impl Row {
    const EMPTY: Self = Self(0);
    /// More than any row.
    pub(super) const MOST: Self = Self(u64::MAX);

    /// The row with another name in this place; `None` if it is more than the least row now.
    fn with(self, name: u8, place: usize, least: Self) -> Option<Self> {
        let longer = self.0 << 4 | u64::from(name);
        (longer <= least.0 >> (4 * (8 - place))).then_some(Self(longer))
    }

    /// The nine names.
    pub(super) fn names(self) -> [u8; 9] {
        std::array::from_fn(|place| (self.0 >> (4 * (8 - place)) & 0xf) as u8)
    }
}

impl State {
    /// The maps that put the stacks in this order.
    pub(super) fn new(transposes: bool, stacks: [u8; 3]) -> Self {
        let columns = std::array::from_fn(|place| stacks[place / 3] * 3 + (place % 3) as u8);
        let mut start = [0; 9];
        (0..).zip(stacks).for_each(|(at, stack)| start[usize::from(stack) * 3..][..3].fill(3 * at));
        Self {
            transposes,
            rows: [0; 9],
            used: 0,
            columns,
            start,
            starts: 0b1_001_001_001,
            brought_by: [0; 10],
            offset: [0; 10],
            named: 0,
            next: 1,
        }
    }

    /// The old rows that may come next, as bits, when `decided` are.
    pub(super) fn next_rows(&self, decided: usize) -> u16 {
        match decided % 3 {
            // Of any band that has not come yet.
            0 => !self.used & 0x1ff,
            // Of the band that is under way.
            _ => !self.used & 0o7 << (self.rows[decided - 1] / 3 * 3),
        }
    }

    /// Adds all maps that put this old row next and make the least row of it, unless that is more than the least one up to now;
    /// if it is less, they take the place of those that made that one.
    pub(super) fn extend(&self, cells: &Cells, old: u8, decided: usize, least: &mut Row, all: &mut Vec<Self>) {
        let mut next = *self;
        next.rows[decided] = old;
        next.used |= 1 << old;
        next.go_on(&cells[usize::from(old)], 0, Row::EMPTY, least, all);
    }

    /// Makes a row from a place on, group by group.
    fn go_on(mut self, digits: &[u8; 9], mut place: usize, mut row: Row, least: &mut Row, all: &mut Vec<Self>) {
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
                // Empty cells stay as open as they were.
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
                // All bring new digits, which are named when their columns are put in order.
                for place in place..end {
                    let Some(longer) = row.with(self.next, place, *least) else { return };
                    row = longer;
                    self.bring(digits[usize::from(self.columns[place])], self.columns[place], place);
                }
                place = end;
                continue;
            }
            let Some(longer) = row.with(name, place, *least) else { return };
            // Each column that can come first here; this state is used for the last of them.
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
        // Another way may have made a lesser row in the meantime.
        if row < *least {
            *least = row;
            all.clear();
        }
        if row == *least {
            all.push(self);
        }
    }

    /// Puts a column in the first place of its group, and names its digit.
    fn choose(&mut self, digits: &[u8; 9], column: u8) {
        self.put_first(column);
        self.name(digits[usize::from(column)], column);
    }

    /// The place behind the group that begins at this place.
    fn end(&self, place: usize) -> usize {
        place + 1 + (self.starts >> (place + 1)).trailing_zeros() as usize
    }

    /// Puts a column in the first place of its group, and the others in a group of their own.
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

    /// Puts the columns of a group in which the row is empty before the others, and makes two groups if there are both. How
    /// many of the former there are.
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

    /// For each column of a group the least name that its digit can have if the column comes first.
    fn least_names(&self, digits: &[u8; 9], place: usize, end: usize) -> [u8; 3] {
        let mut names = [u8::MAX; 3];
        for (name, &column) in names.iter_mut().zip(&self.columns[place..end]) {
            let digit = usize::from(digits[usize::from(column)]);
            let bringer = self.brought_by[digit];
            let first = self.start[usize::from(bringer)];
            *name = if self.named >> digit & 1 == 0 {
                self.next
            } else {
                // The column that brought it comes later if it is in this group.
                let is_later = usize::from(first) == place && bringer != column;
                first.wrapping_add_signed(self.offset[digit]) + u8::from(is_later)
            };
        }
        names
    }

    /// Whether the columns of a group have a digit in common: two clues that clash.
    fn has_twice(&self, digits: &[u8; 9], place: usize, end: usize) -> bool {
        let mut seen = 0_u16;
        self.columns[place..end].iter().any(|&column| {
            let digit = 1 << digits[usize::from(column)];
            let is_seen = seen & digit != 0;
            seen |= digit;
            is_seen
        })
    }

    /// The name of a digit, 0 for none, in a column that is alone in its group. If the digit is new, the column brings it; if it
    /// is not, and its name is still open, it gets the least one.
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

    /// Gives a new digit the next name, in this place.
    fn bring(&mut self, digit: u8, column: u8, place: usize) {
        self.named |= 1 << digit;
        self.brought_by[usize::from(digit)] = column;
        self.offset[usize::from(digit)] = self.next as i8 - place as i8;
        self.next += 1;
    }

    /// What each digit is renamed to when the columns of each group stay in the order that they happen to have. Digits that did
    /// not come up get the names that are left.
    pub(super) fn names(&self) -> [u8; 9] {
        let mut left = self.next..;
        std::array::from_fn(|at| {
            let digit = at + 1;
            if self.named >> digit & 1 == 0 {
                return left.next().unwrap_or_default();
            }
            let bringer = self.brought_by[digit];
            let place = self.columns.iter().position(|&column| column == bringer).unwrap_or_default();
            (place as u8).wrapping_add_signed(self.offset[digit])
        })
    }

    /// In how many orders the columns can still be.
    pub(super) fn orders(&self) -> u64 {
        // The places of a group of three stand for 1, 2 and 3.
        let in_group = |place: usize| place as u64 + 1 - u64::from(self.start[usize::from(self.columns[place])]);
        (0..9).map(in_group).product()
    }
}
