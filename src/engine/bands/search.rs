//! Algorithm X on positions.

use super::by_digit::{ALL_DIGITS, differences};
use super::counts::Counts;
use super::expected;
use super::items::{
    ALL_OF_DIGIT, CELLS, Candidate, PEERS, Place, Weights, cell_with_fewest, first, first_cell,
    options, removes_more,
};
use super::many::{Many, Way, grid};
use super::rounds::{End, Node, same};
use super::sets::{GROUPS, Items, Options, count, load, share, store};
use super::text::Lines;
use super::{FULL, Nine, patterns, word};
use crate::engine::simd::dispatch::{Isa, Job, PlanesJob};
use crate::engine::simd::lanes::Lanes;
use crate::engine::simd::planes::{DigitSet, Planes};
use crate::search::{Stats, Step};

/// A node that is pending or is being propagated.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Position {
    /// The remaining options. The covers of the position consist of these.
    pub(super) options: Nine,
    /// The chosen options. The other options that they exclude are removed.
    chosen: Nine,
    /// The digits whose options have changed since the last round; see [`Node`].
    changed: DigitSet,
    /// The number of branches on the path to the position.
    pub(super) depth: u32,
    /// True if a search by patterns has been tried and is not possible.
    is_large: bool,
}

/// A search for the covers of a cube.
#[derive(Clone, Debug, Default)]
pub(super) struct Search {
    /// The first `open` of these are the pending positions, the next one last. The others are
    /// initialized memory, so a branch can write two positions and test the length only once.
    positions: Vec<Position>,
    open: usize,
    /// The options at the start.
    root: Nine,
    /// The last cover found by a round.
    cover: Nine,
    /// The first cover found by a round.
    first_cover: Nine,
    /// The method that found the last cover.
    found_by: Next,
    pub(super) next: Next,
    /// The enumeration of the covers of a position.
    pub(super) many: Many,
    /// The number of covers found.
    covers: u64,
    /// The weights of the items. All are zero until a dead end is found while another position is
    /// pending.
    weights: Weights,
    /// The number of dead ends found while another position was pending.
    dead_ends: u32,
    stats: Stats,
}

/// The number of covers after which positions may be left to another method. A search for one or
/// two covers needs only the rounds, unless its root is small enough for `word.rs`. The join of the
/// root leaves out this many covers, which are known when it begins.
const SEVERAL: u64 = 2;

/// The minimum expected number of covers of a position that is left to the join.
/// `src/engine/bands/join/README.md` has measurements.
const MANY: f64 = 1000.0;

/// The next step of the search.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Next {
    /// Enters the last pending position, if there is one.
    Enter,
    /// Begins to enumerate the covers of the last pending position, or of the root for
    /// [`Way::JoinAll`].
    Begin(Way),
    /// Continues this enumeration.
    Continue(Way),
    /// The search has ended.
    #[default]
    Exhausted,
}

/// The result of propagating a position.
enum Outcome {
    DeadEnd,
    Cover,
    /// The search has branched on the position.
    Open,
    /// The covers of the position must be enumerated.
    Many(Way),
}

impl Search {
    pub(super) fn new() -> Self {
        Self { positions: vec![Position::default(); 2], ..Self::default() }
    }

    pub(super) fn start_without_covers(&mut self) {
        self.open = 0;
        self.many.start();
        self.next = Next::Exhausted;
        self.stats = Stats::default();
    }

    /// Returns the pending positions, the next one last.
    pub(super) fn pending(&self) -> &[Position] {
        &self.positions[..self.open]
    }

    /// Returns the digits of the current cover.
    #[inline(always)]
    pub(super) fn grid(&self) -> [u8; 81] {
        let of_many = match self.found_by {
            Next::Continue(way) => self.many.cover(way),
            _ => None,
        };
        of_many.unwrap_or_else(|| grid(&self.cover))
    }

    /// Takes the next cover if that needs no search.
    #[inline(always)]
    pub(super) fn take_next(&mut self) -> bool {
        let Next::Continue(way) = self.next else { return false };
        let is_found = self.many.take_next(way);
        if is_found {
            self.found_by = self.next;
            self.covers += 1;
        }
        is_found
    }

    #[inline]
    pub(super) fn stats(&self) -> Stats {
        self.stats
    }

    /// Continues until `covers` covers are found, `nodes` nodes are entered, a position is left to
    /// another method, or the search ends. Writes the covers as lines if there is a buffer. Returns
    /// the number of covers found and the reason for the stop.
    #[inline(always)]
    fn run<I: Planes<N>, const N: usize>(
        &mut self,
        isa: I,
        lines: Option<&mut [u8]>,
        covers: u64,
        nodes: u64,
    ) -> (u64, Step) {
        let last_node = self.stats.nodes.saturating_add(nodes);
        let mut lines = lines.map(Lines::new);
        let mut found = 0;
        while found < covers {
            match self.next {
                Next::Enter => {
                    if self.open == 0 {
                        self.next = Next::Exhausted;
                        continue;
                    }
                    if self.stats.nodes >= last_node {
                        return (found, Step::Paused);
                    }
                    self.stats.nodes += 1;
                    match self.propagate(isa) {
                        Outcome::DeadEnd => self.open -= 1,
                        Outcome::Cover => {
                            self.open -= 1;
                            found += 1;
                            self.covers += 1;
                            self.found_by = Next::Enter;
                            if let Some(lines) = &mut lines {
                                lines.push_cover(&self.cover);
                            }
                            if self.covers == 1 {
                                self.first_cover = self.cover;
                            } else if self.covers == SEVERAL && self.expected(1.0) >= MANY {
                                self.next = Next::Begin(Way::JoinAll);
                            }
                        }
                        Outcome::Open => {}
                        Outcome::Many(way) => self.next = Next::Begin(way),
                    }
                }
                // `run_many` does the rest, with other registers.
                Next::Begin(_) | Next::Continue(_) => return (found, Step::Paused),
                Next::Exhausted => return (found, Step::Exhausted),
            }
        }
        (found, Step::Cover)
    }

    /// Continues with the covers of one position, like [`run`](Self::run). Writes the covers as
    /// lines if there is a buffer.
    #[inline(always)]
    fn run_many<I: Lanes>(
        &mut self,
        isa: I,
        lines: Option<&mut [u8]>,
        covers: u64,
        nodes: u64,
    ) -> (u64, Step) {
        if self.next == Next::Begin(Way::JoinAll) {
            let known = self.known();
            let open = self.pending_share();
            self.many.begin(isa, Way::JoinAll, &self.root, open, &known);
            self.next = Next::Continue(Way::JoinAll);
        } else if let Next::Begin(way) = self.next {
            let position = &mut self.positions[self.open - 1];
            if !self.many.begin(isa, way, &position.options, share(position.depth), &[]) {
                position.is_large = true;
                self.next = Next::Enter;
                return (0, Step::Paused);
            }
            self.open -= 1;
            self.next = Next::Continue(way);
        }
        let Next::Continue(way) = self.next else { return (0, Step::Paused) };
        let mut left = nodes;
        let (found, step) = self.many.run(isa, way, lines, covers, &mut left);
        self.stats.nodes += nodes - left;
        self.covers += found;
        if found > 0 {
            self.found_by = self.next;
        }
        if step != Step::Exhausted {
            return (found, step);
        }
        if way == Way::JoinAll {
            self.open = 0;
        }
        self.next = Next::Enter;
        (found, Step::Paused)
    }

    /// Propagates the last pending position. Each round chooses all singles together. When there
    /// are no new ones, the rules for locked digits may remove options. When nothing changes any
    /// more, branches on the position or leaves it to another method, unless it is a dead end or a
    /// cover.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn propagate<I: Planes<N>, const N: usize>(&mut self, isa: I) -> Outcome {
        let counts = Counts(isa);
        let at = self.open - 1;
        let mut node = Node {
            options: load(isa, &self.positions[at].options),
            chosen: load(isa, &self.positions[at].chosen),
            changed: self.positions[at].changed,
        };
        loop {
            let end = if I::BY_DIGIT {
                counts.settle_by_digit(&mut node, &mut self.stats.updates)
            } else {
                counts.settle(&mut node, &mut self.stats.updates)
            };
            match end {
                End::Empty => {
                    // If no other position is pending, there is no later choice to improve.
                    if at > 0 {
                        let position = &mut self.positions[at];
                        store(isa, &node.options, &mut position.options);
                        let x = load(isa, &read_again(position).options);
                        self.weights.add(isa, Counts(isa).empty_items(&x));
                        self.dead_ends += 1;
                        if self.dead_ends == expected::AFTER {
                            // The first position is still much like the root.
                            for cells in expected::expected(&self.positions[0].options) {
                                let (cells, groups) = (isa.splat(cells), [isa.zero(); GROUPS]);
                                self.weights.add(isa, Items { cells, groups });
                            }
                        }
                    }
                    return Outcome::DeadEnd;
                }
                End::Cover => {
                    store(isa, &node.options, &mut self.cover);
                    return Outcome::Cover;
                }
                End::Settled => {}
            }
            // A search without a dead end so far is likely to find a cover soon even without locked
            // digits.
            if !self.weights.are_zero() || at == 0 {
                let left = counts.unlocked(&node.options);
                if !same(isa, &left, &node.options) {
                    if I::BY_DIGIT {
                        node.changed = differences(isa, &node.options, &left);
                    }
                    node.options = left;
                    continue;
                }
            }
            let position = &mut self.positions[at];
            store(isa, &node.options, &mut position.options);
            store(isa, &node.chosen, &mut position.chosen);
            if (self.covers >= SEVERAL || self.positions[at].depth == 0)
                && let Some(way) = self.way()
            {
                return Outcome::Many(way);
            }
            self.branch(isa);
            return Outcome::Open;
        }
    }

    #[inline(always)]
    fn pending_share(&self) -> f64 {
        let mut open = 0.0;
        for position in self.pending() {
            open += share(position.depth);
        }
        open
    }

    /// Returns the expected number of covers in a share of the search, estimated from the number of
    /// covers found and the share searched so far.
    #[inline(always)]
    fn expected(&self, of: f64) -> f64 {
        self.covers as f64 * of / (1.0 - self.pending_share())
    }

    /// Returns the covers that are known when the join of the root begins.
    pub(super) fn known(&self) -> [Nine; SEVERAL as usize] {
        [self.first_cover, self.cover]
    }

    /// Returns the way to find the covers of the last pending position, or `None` if the search
    /// must branch on it.
    #[inline(always)]
    fn way(&self) -> Option<Way> {
        let position = &self.positions[self.open - 1];
        let has_several = self.covers >= SEVERAL;
        if has_several && self.expected(share(position.depth)) >= MANY {
            return Some(Way::Join);
        }
        let mut open = 0;
        for plane in &position.options.0[..9] {
            open += count(plane, &[u32::MAX; 4]);
        }
        open -= 81;
        if open <= word::OPEN {
            return Some(Way::Word);
        }
        let is_small = has_several && !position.is_large && open <= patterns::OPEN;
        is_small.then_some(Way::Patterns)
    }

    /// Branches on the last pending position: chooses an item and one of its options. Removes this
    /// option from the position, and adds a copy of the position with the option chosen. The copy
    /// is entered next. If the item has only two options, the position chooses the other one.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn branch<I: Planes<N>, const N: usize>(&mut self, isa: I) {
        let at = self.open - 1;
        if self.positions.len() < at + 2 {
            self.positions.push(Position::default());
        }
        let item = self.choose_item(isa, at);
        let (here, next) = self.positions.split_at_mut(at + 1);
        let (here, next) = (read_again(&mut here[at]), &mut next[0]);
        let item = item.unwrap_or_else(|| cell_with_fewest(&here.options));
        let [first, second, third] = options(&here.options, item);
        // An item to branch on has at least two options.
        let (Some(mut first), Some(mut second)) = (first, second) else {
            self.open -= 1;
            return;
        };
        self.open += 1;
        here.depth += 1;
        next.depth = here.depth;
        (here.is_large, next.is_large) = (false, false);
        // The option with the greater effect comes first: the search below it is usually
        // shorter, whether it ends in a dead end or in a cover.
        let x = &here.options;
        if third.is_none() && removes_more(x, item, first, second) {
            (first, second) = (second, first);
        }
        let of_cell = match item {
            Place::Cell { .. } if third.is_none() => digit_set(first) | digit_set(second),
            _ => digits_of_cell(&here.options, first),
        };
        choose_first(isa, first, here, next);
        next.changed = of_cell;
        if third.is_some() {
            here.options.0[first.digit][first.band] &= !(1 << first.bit);
            here.changed = digit_set(first);
            return;
        }
        here.changed = of_cell;
        if let Place::Cell { .. } = item {
            here.options.0[first.digit][first.band] &= !(1 << first.bit);
        } else {
            here.changed = digits_of_cell(&here.options, second);
            for plane in &mut here.options.0[..9] {
                plane[second.band] &= !(1 << second.bit);
            }
        }
        choose_last(second, here);
    }

    /// Returns the heaviest item with two options, or `None` if no item has two. Cells come first
    /// among items of equal weight.
    #[inline(always)]
    fn choose_item<I: Planes<N>, const N: usize>(&self, isa: I, at: usize) -> Option<Place> {
        let counts = Counts(isa);
        let x: Options<_, N> = load(isa, &std::hint::black_box(&self.positions[at]).options);
        if self.weights.are_zero() {
            // All weights are equal, so the first cell is chosen.
            let cell = first_cell(isa, counts.cells_of_exactly_two(&x));
            if cell.is_some() {
                return cell;
            }
        }
        first(isa, self.weights.heaviest(isa, counts.items_of_exactly_two(&x)))
    }
}

/// Copies a position, and chooses an option in the copy.
#[inline(always)]
fn choose_first<I: Planes<N>, const N: usize>(
    isa: I,
    Candidate { digit, band, bit }: Candidate,
    from: &Position,
    to: &mut Position,
) {
    let (cell, peers) = (isa.splat(CELLS[band][bit]), isa.splat(PEERS[band][bit]));
    for at in 0..N {
        let x = isa.load(from.options.of_register::<I, N>(at));
        isa.store(isa.without(x, cell), to.options.of_register_mut::<I, N>(at));
        let chosen = isa.load(from.chosen.of_register::<I, N>(at));
        isa.store(chosen, to.chosen.of_register_mut::<I, N>(at));
    }
    // Whole registers are written, because the next node soon reads whole registers.
    let at = digit / I::PLANES;
    let of_digit = isa.load(ALL_OF_DIGIT[digit].of_register::<I, N>(at));
    let option = isa.and(cell, of_digit);
    let x = isa.load(to.options.of_register::<I, N>(at));
    let x = isa.or(isa.without(x, isa.and(peers, of_digit)), option);
    isa.store(x, to.options.of_register_mut::<I, N>(at));
    let chosen = isa.load(to.chosen.of_register::<I, N>(at));
    isa.store(isa.or(chosen, option), to.chosen.of_register_mut::<I, N>(at));
}

/// Chooses an option of a cell that has no other options left.
#[inline(always)]
fn choose_last(Candidate { digit, band, bit }: Candidate, position: &mut Position) {
    let option = 1 << bit;
    let (plane, peers) = (&mut position.options.0[digit], &PEERS[band][bit]);
    for lane in 0..plane.len() {
        plane[lane] &= !peers[lane];
    }
    position.options.0[digit][band] |= option;
    position.chosen.0[digit][band] |= option;
}

/// Returns the digits that remain in the cell of an option.
#[inline(always)]
fn digits_of_cell(x: &Nine, Candidate { band, bit, .. }: Candidate) -> DigitSet {
    let mut digits = 0;
    for (digit, plane) in x.0.iter().enumerate().take(9) {
        digits |= DigitSet::from(plane[band] >> bit & 1) << (4 * digit);
    }
    digits
}

/// Returns the set that contains only the digit of an option.
#[inline(always)]
fn digit_set(option: Candidate) -> DigitSet {
    1 << (4 * option.digit)
}

/// Hides a position from the optimizer. Otherwise the compiler would keep intermediate results of
/// every round in registers for code that only a few rounds reach.
#[inline(always)]
fn read_again(position: &mut Position) -> &mut Position {
    std::hint::black_box(position)
}

/// The start of a search for the covers that contain the chosen options and none of the excluded
/// ones.
pub(super) struct Start<'a> {
    pub(super) search: &'a mut Search,
    pub(super) chosen: &'a Nine,
    pub(super) excluded: &'a Nine,
}

impl PlanesJob for Start<'_> {
    type Output = ();

    #[inline(always)]
    fn run<I: Planes<N>, const N: usize>(self, isa: I) {
        let Start { search, chosen, excluded } = self;
        let mut all = [isa.zero(); N];
        for (at, all) in all.iter_mut().enumerate() {
            *all = isa.in_use(at, FULL);
        }
        let mut left = Counts(isa).choose(&all, &load(isa, chosen));
        let excluded: Options<_, N> = load(isa, excluded);
        for at in 0..N {
            left[at] = isa.without(left[at], excluded[at]);
        }
        let first = &mut search.positions[0];
        store(isa, &left, &mut first.options);
        first.chosen = *chosen;
        first.changed = ALL_DIGITS;
        first.depth = 0;
        first.is_large = false;
        search.root = first.options;
        search.open = 1;
        search.next = Next::Enter;
        search.many.start();
        search.covers = 0;
        search.weights.clear();
        search.dead_ends = 0;
        search.stats = Stats::default();
    }
}

/// A call of [`Search::run`] if it runs as a job on planes, and of [`Search::run_many`] otherwise.
pub(super) struct Run<'a> {
    pub(super) search: &'a mut Search,
    pub(super) lines: Option<&'a mut [u8]>,
    pub(super) covers: u64,
    pub(super) nodes: u64,
}

impl PlanesJob for Run<'_> {
    type Output = (u64, Step);

    #[inline(always)]
    fn run<I: Planes<N>, const N: usize>(self, isa: I) -> (u64, Step) {
        self.search.run(isa, self.lines, self.covers, self.nodes)
    }
}

impl Job for Run<'_> {
    type Output = (u64, Step);

    #[inline(always)]
    fn run<I: Isa>(self, isa: I) -> (u64, Step) {
        self.search.run_many(isa, self.lines, self.covers, self.nodes)
    }
}
