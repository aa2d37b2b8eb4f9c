//! Algorithm X on positions.

use super::counts::{Bands, Counts, each, store};
use super::endgame::{self, Endgame};
use super::items::{Place, cell, place};
use super::{FULL, Position};
use crate::engine::simd::dispatch::{Isa, Job};
use crate::engine::simd::registers::Registers;
use crate::engine::simd::registers::Weights;
use crate::search::{Stats, Step};

/// A search for the covers of a cube.
#[derive(Clone, Debug)]
pub(super) struct Search {
    /// The position that is entered next, and the pending positions, the next one last.
    pub(super) position: Position,
    pub(super) stack: Vec<Position>,
    /// The number of branches on the path to the position, and to each pending one.
    pub(super) depth: u32,
    pub(super) depths: Vec<u32>,
    /// The cover found last, unless the endgame has found it.
    cover: Position,
    pub(super) next: Next,
    /// The search of a position with few open cells.
    pub(super) endgame: Endgame,
    /// The number of covers found outside of endgames.
    covers: u64,
    /// True if a branch has ended in a dead end. Before that, all weights are equal.
    has_failed: bool,
    weights: Weights,
    stats: Stats,
}

/// The number of covers after which endgames are used. An endgame pays from about its third cover
/// on. Most puzzles have one cover, and a search with this many covers is likely to have more.
const FEW: u64 = 8;

/// The next step of the search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Next {
    /// Enters the position.
    Enter,
    /// Continues the endgame.
    Endgame,
    /// Enters the last pending position.
    TryAgain,
    /// The search has ended.
    Exhausted,
}

/// The result of propagating a position.
enum Outcome<R> {
    DeadEnd,
    Cover(Bands<R>),
    /// The position, its decided options, and the open cells.
    Open(Bands<R>, Bands<R>, [u32; 3]),
}

impl Search {
    pub(super) fn new() -> Self {
        Self {
            position: Position::default(),
            stack: Vec::new(),
            depth: 0,
            depths: Vec::new(),
            cover: Position::default(),
            next: Next::Exhausted,
            endgame: Endgame::new(),
            covers: 0,
            has_failed: false,
            weights: Weights::default(),
            stats: Stats::default(),
        }
    }

    /// Starts a search for the covers that contain the chosen options and none of the excluded
    /// ones.
    pub(super) fn start<I: Registers>(&mut self, isa: I, chosen: &Position, excluded: &Position) {
        let all = [isa.only(0x1ff, FULL); 3];
        let (left, excluded) = (Counts(isa).choose(all, load(isa, chosen)), load(isa, excluded));
        self.position =
            store(isa, each!([0, 1, 2], band => isa.without(left[band], excluded[band])));
        self.stack.clear();
        self.depths.clear();
        self.depth = 0;
        self.next = Next::Enter;
        self.covers = 0;
        self.has_failed = false;
        self.stats = Stats::default();
    }

    /// Starts a search without covers.
    pub(super) fn start_without_covers(&mut self) {
        self.stack.clear();
        self.depths.clear();
        self.next = Next::Exhausted;
        self.stats = Stats::default();
    }

    /// Returns the cover found last.
    pub(super) fn cover(&self) -> Position {
        if self.next == Next::Endgame { self.endgame.solution() } else { self.cover }
    }

    pub(super) fn stats(&self) -> Stats {
        self.stats
    }

    /// Continues until `covers` covers were found or `nodes` nodes entered. Returns the number of
    /// covers found and the reason for the stop.
    #[inline(always)]
    pub(super) fn run<I: Registers>(&mut self, isa: I, covers: u64, nodes: u64) -> (u64, Step) {
        let last_node = self.stats.nodes.saturating_add(nodes);
        let mut found = 0;
        while found < covers {
            match self.next {
                Next::Enter => {
                    if self.stats.nodes >= last_node {
                        return (found, Step::Paused);
                    }
                    self.stats.nodes += 1;
                    self.next = Next::TryAgain;
                    match self.propagate(isa) {
                        Outcome::DeadEnd => {}
                        Outcome::Cover(cover) => {
                            self.cover = store(isa, cover);
                            self.covers += 1;
                            found += 1;
                        }
                        Outcome::Open(position, decided, open) => {
                            let is_small = self.covers >= FEW
                                && open.iter().map(|cells| cells.count_ones()).sum::<u32>()
                                    <= endgame::MAX_CELLS
                                && !Counts(isa).clash(decided)
                                && self.endgame.begin(isa, position, decided, open);
                            if is_small {
                                // The root of the endgame is this node, and the endgame counts it.
                                self.stats.nodes -= 1;
                                self.next = Next::Endgame;
                            } else {
                                self.branch(isa, position);
                                self.next = Next::Enter;
                            }
                        }
                    }
                }
                Next::Endgame => {
                    if self.endgame.is_exhausted() {
                        self.next = Next::TryAgain;
                    } else if self.stats.nodes >= last_node {
                        return (found, Step::Paused);
                    } else {
                        let (solutions, entered) =
                            self.endgame.run(covers - found, last_node - self.stats.nodes);
                        found += solutions;
                        self.stats.nodes += entered;
                    }
                }
                Next::TryAgain => match self.stack.pop() {
                    Some(position) => {
                        self.position = position;
                        self.depth = self.depths.pop().unwrap_or(0);
                        self.next = Next::Enter;
                    }
                    None => self.next = Next::Exhausted,
                },
                Next::Exhausted => return (found, Step::Exhausted),
            }
        }
        (found, Step::Cover)
    }

    /// Propagates: each round chooses all singles at once. When there are no new ones, locked
    /// candidates are removed.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn propagate<I: Registers>(&mut self, isa: I) -> Outcome<I::Register> {
        let counts = Counts(isa);
        let mut x = load(isa, &self.position);
        let mut chosen = [isa.splat(0); 3];
        loop {
            self.stats.updates += 1;
            let singles = counts.singles(x);
            if singles.is_dead {
                return self.dead_end(isa, x, singles.options);
            }
            if singles.is_solved {
                return Outcome::Cover(x);
            }
            if !same(isa, singles.options, chosen) {
                chosen = singles.options;
                x = counts.choose(x, chosen);
                continue;
            }
            // A search without a dead end so far is likely to find a cover soon even without locked
            // candidates.
            if self.has_failed || self.stack.is_empty() {
                let locked = counts.locked(x, &singles);
                let left = each!([0, 1, 2], band => isa.without(x[band], locked[band]));
                if !same(isa, left, x) {
                    x = left;
                    continue;
                }
            }
            if self.has_failed && counts.clash(chosen) {
                return self.dead_end(isa, x, chosen);
            }
            return Outcome::Open(x, chosen, counts.open_cells(&singles));
        }
    }

    /// Adds weight to the items that are to blame.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn dead_end<I: Registers>(
        &mut self,
        isa: I,
        x: Bands<I::Register>,
        chosen: Bands<I::Register>,
    ) -> Outcome<I::Register> {
        // A dead end at the root cannot improve any later choice.
        if !self.stack.is_empty() {
            if !self.has_failed {
                self.has_failed = true;
                self.weights = Weights::default();
            }
            isa.add_weight(&Counts(isa).blame(x, chosen), &mut self.weights);
        }
        Outcome::DeadEnd
    }

    /// Chooses an item and its first option. The position without that option becomes pending.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn branch<I: Registers>(&mut self, isa: I, x: Bands<I::Register>) {
        let item = self.choose_item(isa, x);
        let (band, lanes, bit) = first_option(isa, x, item);
        let mut aside = x;
        let mut chosen = x;
        for at in 0..3 {
            let option = isa.only(lanes, if at == band { bit } else { 0 });
            let others =
                isa.only(item.lanes, if item.bands >> at & 1 == 1 { item.field } else { 0 });
            aside[at] = isa.without(x[at], option);
            chosen[at] = isa.without(x[at], isa.without(others, option));
        }
        self.stack.push(store(isa, aside));
        self.depth += 1;
        self.depths.push(self.depth);
        self.position = store(isa, chosen);
    }

    /// Returns an item with two options: the one that has most often run out of options, cells
    /// first.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn choose_item<I: Registers>(&mut self, isa: I, x: Bands<I::Register>) -> Place {
        let counts = Counts(isa);
        if !self.has_failed {
            // All weights are equal, so the first cell is chosen.
            let cells = counts.cells_of_exactly_two(x);
            if let Some(band) = cells.iter().position(|&cells| cells != 0) {
                return cell(band, cells[band].trailing_zeros());
            }
            self.weights = Weights::default();
        }
        match isa.heaviest(&counts.items_of_exactly_two(x), &self.weights) {
            Some(item) => place(item),
            None => cell_with_fewest(&store(isa, x)),
        }
    }
}

/// Returns the first option of an item: its band, its lane as a set, and its bit.
#[inline(always)]
fn first_option<I: Registers>(isa: I, x: Bands<I::Register>, item: Place) -> (usize, u32, u32) {
    for (band, &x) in x.iter().enumerate() {
        if item.bands >> band & 1 == 0 {
            continue;
        }
        let lanes = isa.lanes_that_meet(x, isa.only(item.lanes, item.field));
        if lanes != 0 {
            let lane = lanes.trailing_zeros();
            let bits = isa.to_vector(x).0[lane as usize % 16] & item.field;
            return (band, 1 << lane, bits & bits.wrapping_neg());
        }
    }
    // An item that is branched on has options.
    (0, 0, 0)
}

/// Returns the first of the cells with the fewest options among those with several, of which there
/// must be one. Only used if no item has two options, which is rare.
#[cold]
fn cell_with_fewest(x: &Position) -> Place {
    let count =
        |band: usize, bit: u32| x[band].0.iter().filter(|lane| *lane >> bit & 1 == 1).count();
    (0..3)
        .flat_map(|band| (0..30).map(move |bit| (band, bit)))
        .filter(|&(band, bit)| count(band, bit) > 1)
        .min_by_key(|&(band, bit)| count(band, bit))
        .map_or(cell(0, 0), |(band, bit)| cell(band, bit))
}

#[inline(always)]
pub(super) fn load<I: Registers>(isa: I, position: &Position) -> Bands<I::Register> {
    [isa.to_register(&position[0]), isa.to_register(&position[1]), isa.to_register(&position[2])]
}

#[inline(always)]
fn same<I: Registers>(isa: I, a: Bands<I::Register>, b: Bands<I::Register>) -> bool {
    // One branch instead of three.
    isa.same(a[0], b[0]) & isa.same(a[1], b[1]) & isa.same(a[2], b[2])
}

/// A call of [`Search::start`].
pub(super) struct Start<'a> {
    pub(super) search: &'a mut Search,
    pub(super) chosen: &'a Position,
    pub(super) excluded: &'a Position,
}

impl Job for Start<'_> {
    type Output = ();

    #[inline(always)]
    fn run<I: Isa>(self, isa: I) {
        self.search.start(isa, self.chosen, self.excluded);
    }
}

/// A call of [`Search::run`].
pub(super) struct Run<'a> {
    pub(super) search: &'a mut Search,
    pub(super) covers: u64,
    pub(super) nodes: u64,
}

impl Job for Run<'_> {
    type Output = (u64, Step);

    #[inline(always)]
    fn run<I: Isa>(self, isa: I) -> (u64, Step) {
        self.search.run(isa, self.covers, self.nodes)
    }
}
