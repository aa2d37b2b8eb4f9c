//! The turns of the search by classes of isomorphic subproblems, in a counter.
//!
//! It counts the whole cube, beside the race of plain search and cache, whose work it cannot use.
//! It is begun when the time that it takes to find the symmetries is little against the work so
//! far, and ends there if they are few. Then it has as much time as the others, and from there on
//! the decision rests on the rest of both: the work so far, and the share of the search that is
//! open.

use num_bigint::BigUint;

use super::race::FIRST_GROWTH;
use super::{Counter, Turn};
use crate::engine::classes::ClassSearch;
use crate::engine::{AnyEngine, EngineChoice};
use crate::search::Engine;

/// The time of an edge visited by the search for canonical forms, in nanoseconds.
const EDGE_TIME: f64 = 12.0;

/// The work of the others before the start, for each entry of the problem: in this time the entries
/// are visited a few times, fifty times as long as the first look at the symmetries takes.
const START: f64 = 2000.0;

/// The least order of a group for which classes are searched. Boards have groups of 8.
const LEAST_ORDER: u32 = 100;

/// The greatest time of the search by classes while it is ahead, and while it is behind, relative
/// to that of the others.
const AHEAD: f64 = 8.0;
const BEHIND: f64 = 1.0 / 32.0;

/// The search by classes of a counter.
#[derive(Clone, Debug, Default)]
pub(super) struct Classes {
    state: State,
    /// Its time at the next decision, and the least time of the others before its next turn.
    until: f64,
    pause: f64,
    is_ahead: bool,
}

#[derive(Clone, Debug, Default)]
enum State {
    /// It does not suit the counter, or is over.
    #[default]
    None,
    /// It has not begun.
    Waiting,
    Search(Box<ClassSearch>),
}

impl Classes {
    fn search(&self) -> Option<&ClassSearch> {
        match &self.state {
            State::Search(search) => Some(search),
            State::None | State::Waiting => None,
        }
    }

    /// True if it may come, or is ahead of the others.
    pub(super) fn is_in_view(&self) -> bool {
        matches!(self.state, State::Waiting) || self.is_ahead
    }

    /// Returns a lower bound of the number of covers.
    pub(super) fn at_least(&self) -> BigUint {
        self.search().map_or(BigUint::ZERO, ClassSearch::count_so_far)
    }

    /// Returns the share of its search that is open.
    pub(super) fn open(&self) -> f64 {
        self.search().map_or(1.0, ClassSearch::open)
    }

    /// Returns the number of nodes.
    pub(super) fn nodes(&self) -> u64 {
        self.search().map_or(0, ClassSearch::nodes)
    }

    /// Returns the work so far, as a time.
    pub(super) fn time(&self) -> f64 {
        self.search().map_or(0.0, |search| EDGE_TIME * search.work() as f64)
    }

    /// Returns about the order of the group, if the covers were counted by classes, or are while
    /// the count is not over.
    pub(super) fn order(&self, is_over: bool) -> Option<f64> {
        let search = self.search()?;
        let order = search.order().filter(|_| search.is_done() || (self.is_ahead && !is_over))?;
        // Decimal digits of any number are a number of floating point.
        order.to_string().parse().ok()
    }
}

impl Counter<'_> {
    /// Prepares the search by classes, if it may suit the counter.
    pub(super) fn prepare_classes(&mut self) {
        self.classes = Classes::default();
        let is_race = self.choice == EngineChoice::Auto
            && !matches!(self.plain, Some(AnyEngine::Bands(_)) | None)
            && self.most().is_none();
        if is_race && !self.problem.has_bounds() {
            self.classes.state = State::Waiting;
        }
    }

    /// Returns the work of the others so far, as a time in nanoseconds.
    fn time_of_others(&self) -> f64 {
        let plain = self.plain.as_ref().map_or(0.0, Engine::node_time);
        let searched = plain * self.searched() as f64;
        let cached = self.cached.as_ref();
        searched + cached.map_or(0.0, |cached| cached.node_time() * cached.stats().nodes as f64)
    }

    /// Decides how the time is shared, when these are the times of the others and of the search by
    /// classes.
    fn decide_on_classes(&mut self, others: f64, time: f64) {
        // What is found for each unit of time grows like a power of the time, where there is a
        // cache (`race.rs`).
        let rest = |time: f64, open: f64, growth: f64| {
            let all = 1.0 / (1.0 - open).max(f64::MIN_POSITIVE);
            time * (all.powf(1.0 / (1.0 + growth)) - 1.0)
        };
        let growth =
            if self.cached.is_some() && !self.is_given_up { self.race.growth } else { 0.0 };
        let rest_of_others = rest(others, self.open_to_others(), growth);
        let classes = &mut self.classes;
        classes.is_ahead = rest(time, classes.open(), FIRST_GROWTH) < rest_of_others;
        classes.until = 2.0 * time;
        classes.pause = time / if classes.is_ahead { AHEAD } else { BEHIND };
    }

    /// Lets the search by classes have a turn of about this many nodes of plain search. False if it
    /// is not its turn.
    pub(super) fn take_class_turn(&mut self, nodes: u64) -> bool {
        match self.classes.state {
            State::None => return false,
            State::Waiting => {
                let entries = self.problem.entry_count() + self.problem.item_count();
                if self.time_of_others() < START * entries as f64 {
                    return false;
                }
                let search = ClassSearch::new(self.problem, &self.cube);
                self.classes.state =
                    search.map_or(State::None, |search| State::Search(Box::new(search)));
                self.classes.until = self.time_of_others();
            }
            State::Search(_) => {}
        }
        let (others, time) = (self.time_of_others(), self.classes.time());
        if others >= self.classes.pause && time >= self.classes.until {
            self.decide_on_classes(others, time);
        }
        if others < self.classes.pause {
            return false;
        }
        let memory = self.cached.as_ref().map_or(0, |cached| cached.memory());
        let memory = self.memory.saturating_sub(memory).max(self.memory / 8);
        let edges = nodes as f64 * self.plain.as_ref().map_or(1.0, Engine::node_time) / EDGE_TIME;
        let edges = edges.min((self.classes.until - time) / EDGE_TIME);
        let State::Search(search) = &mut self.classes.state else { return false };
        search.limit_memory(memory);
        if search.advance(edges as u64 + 1) {
            self.counted = search.count_so_far();
            self.left.clear();
            self.helpers.end();
            self.classes.is_ahead = true;
            self.turn = Turn::Done;
        } else if search.order().is_some_and(|order| *order < LEAST_ORDER.into()) {
            self.classes.state = State::None;
        }
        true
    }
}
