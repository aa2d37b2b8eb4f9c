//! Algorithm X on positions.

use super::by_digit::{ALL_DIGITS, Known};
use super::counts::Counts;
use super::endgame::{self, Endgame};
use super::items::{
    ALL_OF_DIGIT, CELLS, Candidate, PEERS, Place, Weights, cell_with_fewest, first_cell, options,
    removed_by,
};
use super::sets::{Options, load, store};
use super::{FULL, Nine};
use crate::engine::simd::dispatch::PlanesJob;
use crate::engine::simd::planes::Planes;
use crate::search::{Stats, Step};

/// A node that is not entered yet, or is being propagated.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Position {
    /// The remaining options. The covers of the position are those that consist of them.
    pub(super) options: Nine,
    /// Those of them that were chosen and whose neighbours are removed.
    chosen: Nine,
    /// The digits whose options have changed since the last round; see [`Known`].
    changed: u32,
    /// The number of branches on the path to it.
    pub(super) depth: u32,
}

/// A search for the covers of a cube.
#[derive(Clone, Debug)]
pub(super) struct Search {
    /// The pending positions, the next one last, are the first `open` of these. The others are
    /// memory that was written before, so that a branch needs no test for each of its two writes.
    positions: Vec<Position>,
    open: usize,
    /// The cover found last, unless the endgame has found it.
    cover: Nine,
    pub(super) next: Next,
    /// The search of a position with few open cells, and the depth of that position.
    pub(super) endgame: Endgame,
    pub(super) depth_of_endgame: u32,
    /// The number of covers found outside of endgames.
    covers: u64,
    /// How often each item has run out of options. All weights are zero until a branch has ended in
    /// a dead end.
    weights: Weights,
    stats: Stats,
}

/// The number of covers after which endgames are used. An endgame pays from about its third cover
/// on. Most puzzles have one cover, and a search with this many covers is likely to have more.
const FEW: u64 = 8;

/// The next step of the search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Next {
    /// Enters the last pending position, if there is one.
    Enter,
    /// Continues the endgame.
    Endgame,
    /// The search has ended.
    Exhausted,
}

/// The result of propagating a position.
enum Outcome {
    DeadEnd,
    Cover,
    /// It has been branched on, or the endgame has it.
    Open,
}

impl Search {
    pub(super) fn new() -> Self {
        Self {
            positions: vec![Position::default(); 2],
            open: 0,
            cover: Nine::default(),
            next: Next::Exhausted,
            endgame: Endgame::new(),
            depth_of_endgame: 0,
            covers: 0,
            weights: Weights::new(),
            stats: Stats::default(),
        }
    }

    /// Starts a search for the covers that contain the chosen options and none of the excluded
    /// ones.
    #[inline(always)]
    pub(super) fn start<I: Planes<N>, const N: usize>(
        &mut self,
        isa: I,
        chosen: &Nine,
        excluded: &Nine,
    ) {
        let mut all = [isa.zero(); N];
        for (at, all) in all.iter_mut().enumerate() {
            *all = isa.in_use(at, FULL);
        }
        let mut left = Counts(isa).choose(&all, &load(isa, chosen));
        let excluded: Options<_, N> = load(isa, excluded);
        for at in 0..N {
            left[at] = isa.without(left[at], excluded[at]);
        }
        let first = &mut self.positions[0];
        store(isa, &left, &mut first.options);
        first.chosen = *chosen;
        first.changed = ALL_DIGITS;
        first.depth = 0;
        self.open = 1;
        self.next = Next::Enter;
        self.covers = 0;
        self.weights.clear();
        self.stats = Stats::default();
    }

    /// Starts a search without covers.
    pub(super) fn start_without_covers(&mut self) {
        self.open = 0;
        self.next = Next::Exhausted;
        self.stats = Stats::default();
    }

    /// Returns the pending positions, the next one last. A running endgame is not among them.
    pub(super) fn pending(&self) -> &[Position] {
        &self.positions[..self.open]
    }

    /// Returns the cover found last.
    #[inline]
    pub(super) fn cover(&self) -> Nine {
        if self.next == Next::Endgame { self.endgame.solution() } else { self.cover }
    }

    #[inline]
    pub(super) fn stats(&self) -> Stats {
        self.stats
    }

    /// Continues until `covers` covers were found or `nodes` nodes entered. Returns the number of
    /// covers found and the reason for the stop.
    #[inline(always)]
    pub(super) fn run<I: Planes<N>, const N: usize>(
        &mut self,
        isa: I,
        covers: u64,
        nodes: u64,
    ) -> (u64, Step) {
        let last_node = self.stats.nodes.saturating_add(nodes);
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
                            self.covers += 1;
                            found += 1;
                        }
                        Outcome::Open => {}
                    }
                }
                Next::Endgame => {
                    if self.endgame.is_exhausted() {
                        self.next = Next::Enter;
                    } else if self.stats.nodes >= last_node {
                        return (found, Step::Paused);
                    } else {
                        let (solutions, entered) =
                            self.endgame.run(covers - found, last_node - self.stats.nodes);
                        found += solutions;
                        self.stats.nodes += entered;
                    }
                }
                Next::Exhausted => return (found, Step::Exhausted),
            }
        }
        (found, Step::Cover)
    }

    /// Propagates the last pending position, and branches on it if that is not enough: each round
    /// chooses all singles at once. When there are no new ones, locked digits are looked for.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn propagate<I: Planes<N>, const N: usize>(&mut self, isa: I) -> Outcome {
        let counts = Counts(isa);
        let at = self.open - 1;
        let mut x: Options<_, N> = load(isa, &self.positions[at].options);
        let mut chosen: Options<_, N> = load(isa, &self.positions[at].chosen);
        let mut known = Known::new(isa, &chosen, self.positions[at].changed);
        loop {
            self.stats.updates += 1;
            let singles = if I::BY_DIGIT {
                counts.singles_by_digit(&x, &mut known)
            } else {
                counts.singles(&x)
            };
            let is_dead = !isa.is_zero(singles.empty);
            // One branch in place of two, and the likely one first.
            if !same(isa, &singles.options, &chosen) & !is_dead {
                x = if I::BY_DIGIT {
                    counts.choose_by_digit(&x, &chosen, &singles.options, &mut known)
                } else {
                    counts.choose(&x, &singles.options)
                };
                chosen = singles.options;
                continue;
            }
            if is_dead {
                // A dead end at the root cannot improve any later choice.
                if at > 0 {
                    let position = &mut self.positions[at];
                    store(isa, &x, &mut position.options);
                    let x = load(isa, &read_again(position).options);
                    self.weights.add(isa, Counts(isa).empty_items(&x));
                }
                return Outcome::DeadEnd;
            }
            if isa.is_zero(isa.and(singles.open, isa.bands(FULL))) {
                store(isa, &x, &mut self.cover);
                return Outcome::Cover;
            }
            // A search without a dead end so far is likely to find a cover soon even without locked
            // digits.
            if !self.weights.are_zero() || at == 0 {
                let left = counts.unlocked(&x);
                if !same(isa, &left, &x) {
                    if I::BY_DIGIT {
                        known.compare(isa, &x, &left);
                    }
                    x = left;
                    continue;
                }
            }
            let position = &mut self.positions[at];
            store(isa, &x, &mut position.options);
            store(isa, &chosen, &mut position.chosen);
            if self.covers < FEW || !self.begin_endgame(isa, singles.open) {
                self.branch(isa);
            }
            return Outcome::Open;
        }
    }

    /// Hands the last pending position over to the endgame, and returns true then. `open` are the
    /// cells with several options.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn begin_endgame<I: Planes<N>, const N: usize>(&mut self, isa: I, open: I::Register) -> bool {
        let position = &self.positions[self.open - 1];
        let mut planes = [[0; 4]; 4];
        isa.store(isa.and(open, isa.bands(FULL)), &mut planes[..I::PLANES]);
        let [a, b, c, _] = planes[0];
        let is_small = a.count_ones() + b.count_ones() + c.count_ones() <= endgame::MAX_CELLS
            && !Counts(isa).clash(&load(isa, &position.chosen))
            && self.endgame.begin(&position.options, &position.chosen, [a, b, c]);
        if is_small {
            self.depth_of_endgame = position.depth;
            // The root of the endgame is this node, and the endgame counts it.
            self.stats.nodes -= 1;
            self.open -= 1;
            self.next = Next::Endgame;
        }
        is_small
    }

    /// Branches on the last pending position: chooses an item and one of its options. In the place
    /// of the position is then what is left without this option, and after it the position with it,
    /// which is next.
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
        // An item that is branched on has two options at least.
        let (Some(mut first), Some(mut second)) = (first, second) else {
            self.open -= 1;
            return;
        };
        self.open += 1;
        here.depth += 1;
        next.depth = here.depth;
        // The one with the greater effect first: what it leaves is searched sooner, be it empty or
        // a cover.
        let x = &here.options;
        if third.is_none() && removed_by(x, second) > removed_by(x, first) {
            (first, second) = (second, first);
        }
        let choice = Choice::new(isa, x, first);
        for at in 0..N {
            let (x, chosen) = choice.apply(isa, here, at);
            isa.store(x, next.options.of_register_mut::<I, N>(at));
            isa.store(chosen, next.chosen.of_register_mut::<I, N>(at));
        }
        next.changed = choice.changed;
        if third.is_some() {
            here.options.0[first.digit][first.band] &= !(1 << first.bit);
            here.changed = 1 << first.digit;
            return;
        }
        let choice = Choice::new(isa, &here.options, second);
        for at in 0..N {
            let (x, chosen) = choice.apply(isa, here, at);
            isa.store(x, here.options.of_register_mut::<I, N>(at));
            isa.store(chosen, here.chosen.of_register_mut::<I, N>(at));
        }
        here.changed = choice.changed;
    }

    /// Returns an item with two options: the one that has most often run out of options, cells
    /// first.
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
        self.weights.heaviest(isa, counts.items_of_exactly_two(&x)).first(isa)
    }
}

/// An option to be chosen.
struct Choice<R> {
    digit: usize,
    /// Its cell, and the others of the row, the column and the box.
    cell: R,
    peers: R,
    /// The digits that lose options or have the chosen one.
    changed: u32,
}

impl<R: Copy> Choice<R> {
    #[inline(always)]
    fn new<I: Planes<N, Register = R>, const N: usize>(
        isa: I,
        x: &Nine,
        Candidate { digit, band, bit }: Candidate,
    ) -> Self {
        let mut changed = 0;
        if I::BY_DIGIT {
            for (digit, plane) in x.0.iter().enumerate().take(9) {
                changed |= (plane[band] >> bit & 1) << digit;
            }
        }
        let (cell, peers) = (isa.splat(CELLS[band][bit]), isa.splat(PEERS[band][bit]));
        Self { digit, cell, peers, changed }
    }

    /// Returns a register of the options left after the choice, and of the chosen ones.
    #[inline(always)]
    fn apply<I: Planes<N, Register = R>, const N: usize>(
        &self,
        isa: I,
        position: &Position,
        at: usize,
    ) -> (R, R) {
        let of_digit = isa.load(ALL_OF_DIGIT[self.digit].of_register::<I, N>(at));
        let x = isa.load(position.options.of_register::<I, N>(at));
        let chosen = isa.load(position.chosen.of_register::<I, N>(at));
        let option = isa.and(self.cell, of_digit);
        let gone = isa.or(self.cell, isa.and(self.peers, of_digit));
        (isa.or(isa.without(x, gone), option), isa.or(chosen, option))
    }
}

/// Returns a position as if it had not been seen before. Otherwise intermediate results of every
/// round would be kept in registers for what few rounds do.
#[inline(always)]
fn read_again(position: &mut Position) -> &mut Position {
    std::hint::black_box(position)
}

#[inline(always)]
fn same<I: Planes<N>, const N: usize>(
    isa: I,
    a: &Options<I::Register, N>,
    b: &Options<I::Register, N>,
) -> bool {
    let mut any = isa.xor(a[0], b[0]);
    for at in 1..N {
        any = isa.or(any, isa.xor(a[at], b[at]));
    }
    isa.is_zero(any)
}

/// A call of [`Search::start`].
pub(super) struct Start<'a> {
    pub(super) search: &'a mut Search,
    pub(super) chosen: &'a Nine,
    pub(super) excluded: &'a Nine,
}

impl PlanesJob for Start<'_> {
    type Output = ();

    #[inline(always)]
    fn run<I: Planes<N>, const N: usize>(self, isa: I) {
        self.search.start(isa, self.chosen, self.excluded);
    }
}

/// A call of [`Search::run`].
pub(super) struct Run<'a> {
    pub(super) search: &'a mut Search,
    pub(super) covers: u64,
    pub(super) nodes: u64,
}

impl PlanesJob for Run<'_> {
    type Output = (u64, Step);

    #[inline(always)]
    fn run<I: Planes<N>, const N: usize>(self, isa: I) -> (u64, Step) {
        self.search.run(isa, self.covers, self.nodes)
    }
}
