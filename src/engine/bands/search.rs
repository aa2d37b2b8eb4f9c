//! The walk through the tree.

use super::counts::{Bands, Counts, each, store};
use super::endgame::{self, Endgame};
use super::items::{Place, cell, place};
use super::{FULL, Position};
use crate::engine::simd::dispatch::{Isa, Job};
use crate::engine::simd::registers::Registers;
use crate::engine::simd::registers::Weights;
use crate::search::{Stats, Step};

/// A search that is under way.
#[derive(Clone, Debug)]
pub(super) struct Search {
    /// The position to be entered next, and those to be entered when that has been seen to, the
    /// last first.
    pub(super) position: Position,
    pub(super) stack: Vec<Position>,
    /// How many branches were taken on the way to the position, and to each of the stack.
    pub(super) depth: u32,
    pub(super) depths: Vec<u32>,
    /// The cover found last, unless the endgame has it.
    cover: Position,
    pub(super) next: Next,
    /// What is left of a position with few open cells.
    pub(super) endgame: Endgame,
    /// How many covers were found.
    covers: u64,
    /// Whether a branch has come to a dead end; before that there are no weights to go by.
    has_failed: bool,
    weights: Weights,
    stats: Stats,
}

/// With so many covers, more are likely, and worth setting up a endgame. A endgame pays for itself
/// with the third cover or so; most puzzles have one.
const FEW: u64 = 8;

/// Where the search goes on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Next {
    /// At the position.
    Enter,
    /// In what is left of the last position.
    Endgame,
    /// At the last one of the stack.
    TryAgain,
    /// Nowhere.
    Exhausted,
}

/// What becomes of a position when all that is forced has been done.
enum Outcome<R> {
    DeadEnd,
    Cover(Bands<R>),
    /// The position, its decided options, and the cells that are open.
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

    /// Begins a search for the covers that contain these options and none of the excluded ones.
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

    /// Begins one that has no covers.
    pub(super) fn start_without_covers(&mut self) {
        self.stack.clear();
        self.depths.clear();
        self.next = Next::Exhausted;
        self.stats = Stats::default();
    }

    /// The cover at which the search stands.
    pub(super) fn cover(&self) -> Position {
        if self.next == Next::Endgame { self.endgame.solution() } else { self.cover }
    }

    pub(super) fn stats(&self) -> Stats {
        self.stats
    }

    /// Goes on until so many covers were found or so many nodes entered; the number of covers, and
    /// why it stopped.
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
                                // Its root is this node, and is counted there.
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

    /// Does all that is forced: in each round all singles are chosen at once; when there is no new
    /// one, locked candidates go.
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
            // A search that has met no dead end yet is likely to find a cover soon, with or without
            // these.
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

    /// Notes which items are to blame.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn dead_end<I: Registers>(
        &mut self,
        isa: I,
        x: Bands<I::Register>,
        chosen: Bands<I::Register>,
    ) -> Outcome<I::Register> {
        // At the root there is nothing to be learnt from it.
        if !self.stack.is_empty() {
            if !self.has_failed {
                self.has_failed = true;
                self.weights = Weights::default();
            }
            isa.add_weight(&Counts(isa).blame(x, chosen), &mut self.weights);
        }
        Outcome::DeadEnd
    }

    /// Chooses an item and its first option; what is left without that option is put aside for
    /// later.
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

    /// An item with two options; among these, the one that has most often run out of options, cells
    /// first.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn choose_item<I: Registers>(&mut self, isa: I, x: Bands<I::Register>) -> Place {
        let counts = Counts(isa);
        if !self.has_failed {
            // All weigh the same, so that only the first matters.
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

/// The first option of an item: its band, its lane as a set, and its bit.
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

/// The cell with the fewest options of those that have several, the first of them; there must be
/// one. This is needed when no item has two, which is seldom.
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
    // One branch and not three.
    isa.same(a[0], b[0]) & isa.same(a[1], b[1]) & isa.same(a[2], b[2])
}

/// [`Search::start`], to be done with the registers of the machine.
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

/// [`Search::run`], to be done with the registers of the machine.
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
