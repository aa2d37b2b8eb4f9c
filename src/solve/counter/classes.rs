//! The search of a counter by classes of isomorphic subproblems.
//!
//! The search counts the whole cube. It runs in addition to the race between plain search and
//! cache (*the others*), and cannot use their work. It starts when finding the symmetries takes
//! little time relative to the work so far, and ends if there are few symmetries. At first it gets
//! as much time as the others have had. Each later decision compares the remaining times, which are
//! estimated from the work so far and the open shares of the searches.
//!
//! With a small group, such as that of a board, few subproblems are isomorphic. Unless the cache
//! saves more, one cube of each class of cubes is then counted instead of all cubes
//! (`cube_classes.rs`).

use num_bigint::BigUint;

use super::race::{FIRST_GROWTH, Race};
use super::{Counter, Turn, WeightedCubes};
use crate::engine::EngineChoice;
use crate::engine::classes::ClassSearch;
use crate::search::{Engine, OpenCube, Step};
use crate::solve::cube_classes::CubeClasses;
use crate::symmetry::{Elements, Symmetries, SymmetrySearch};

/// The time of an edge visited by the search for canonical forms, in nanoseconds.
const EDGE_TIME: f64 = 12.0;

/// The time that the others take before this search starts, in nanoseconds for each entry and each
/// item of the problem. It is fifty times as long as the first check for symmetries, which visits
/// each entry a few times.
const START: f64 = 2000.0;

/// The minimum order of a group for a search by classes. A square board has a group of order 8.
const LEAST_ORDER: u32 = 100;

/// The number of nodes after which the search for the group is ended. It rarely needs more nodes
/// than the group has generators.
const GROUP_NODES: u64 = 1 << 10;
/// The approximate number of edges that the search for the group visits in a step.
const GROUP_EDGES: usize = 1 << 18;

/// The time of sorting a partial cover into classes, in nanoseconds: the fixed part, and the part
/// for each symmetry.
const CUBE_TIME: f64 = 150.0;
const IMAGE_TIME: f64 = 20.0;
/// The maximum fraction of the remaining time that sorting may take.
const CUBES_PART: f64 = 0.1;

/// The maximum numbers of partial covers, and of images of options under the elements of a group.
const MOST_CUBES: f64 = 1e5;
const MOST_IMAGES: usize = 1 << 22;

/// The number of nodes with the cache after which a cache that is slower than plain search is not
/// expected to become faster.
const SHORT: f64 = (1 << 14) as f64;
/// Divided by the order of the group, this is the fraction of the count after which the expected
/// saving of a faster cache is reliable. A count by cubes takes at least the time of the whole
/// count divided by the order, so the wait adds at most a tenth.
const SEEN: f64 = 0.1;
/// The minimum growth of the work between two checks of these conditions.
const PAUSE: f64 = 1.125;

/// The minimum fraction of the work that searching one cube of each class must save.
const LEAST_GAIN: f64 = 0.2;

/// The maximum time of the search by classes when it gets another turn, relative to the time of the
/// others: while it is ahead, and while it is behind.
const AHEAD: f64 = 8.0;
const BEHIND: f64 = 1.0 / 32.0;

#[derive(Clone, Debug, Default)]
pub(super) struct Classes {
    state: State,
    /// The time of the search at the next decision.
    until: f64,
    /// The minimum time of the others before the next turn of the search, or before the next check
    /// whether cubes are faster.
    pause: f64,
    is_ahead: bool,
    /// The number of elements of a small group, as permutations of options, if one cube of each
    /// class is searched.
    small_order: Option<u32>,
}

#[derive(Clone, Debug, Default)]
enum State {
    /// No search is planned or running.
    #[default]
    None,
    /// The search has not begun.
    Waiting,
    /// The search for the group of the problem.
    Group(Box<SymmetrySearch>),
    /// The group is small. The race will show whether searching one cube of each class saves more
    /// than the cache.
    Small(Box<Symmetries>),
    Search(Box<ClassSearch>),
}

impl Classes {
    fn search(&self) -> Option<&ClassSearch> {
        match &self.state {
            State::Search(search) => Some(search),
            State::None | State::Waiting | State::Group(_) | State::Small(_) => None,
        }
    }

    /// True if the search or a restart with cubes can still begin, or the search is ahead of the
    /// other methods.
    pub(super) fn is_in_view(&self) -> bool {
        matches!(self.state, State::Waiting | State::Group(_) | State::Small(_)) || self.is_ahead
    }

    /// Returns a lower bound on the number of covers.
    pub(super) fn at_least(&self) -> BigUint {
        self.search().map_or(BigUint::ZERO, ClassSearch::count_so_far)
    }

    pub(super) fn open(&self) -> f64 {
        self.search().map_or(1.0, ClassSearch::open)
    }

    pub(super) fn nodes(&self) -> u64 {
        self.search().map_or(0, ClassSearch::nodes)
    }

    /// Returns the work so far, as a time in nanoseconds.
    pub(super) fn time(&self) -> f64 {
        self.search().map_or(0.0, |search| EDGE_TIME * search.work() as f64)
    }

    /// Returns the approximate order of the group, if the covers were or are being counted by
    /// classes.
    pub(super) fn order(&self, is_over: bool) -> Option<f64> {
        if let Some(order) = self.small_order {
            return Some(order.into());
        }
        let search = self.search()?;
        let order = search.order().filter(|_| search.is_done() || (self.is_ahead && !is_over))?;
        // Decimal digits of any length parse as a floating-point number.
        order.to_string().parse().ok()
    }
}

impl Counter {
    /// Prepares the search by classes, if it may suit the counter.
    pub(super) fn prepare_classes(&mut self) {
        let is_race = self.choice == EngineChoice::Auto
            && self.plain.as_ref().is_some_and(|plain| !plain.is_bands())
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

    /// Decides how to share the time, given the times of the others and of the search by classes.
    fn decide_on_classes(&mut self, others: f64, time: f64) {
        // With a cache, the result per unit of time grows like a power of the time (`race.rs`).
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

    /// Begins the search by classes, if it suits the problem.
    fn begin_classes(&mut self, group: &Symmetries) {
        let search = ClassSearch::new(&self.problem, &self.cube, group);
        self.classes.state = search.map_or(State::None, |search| State::Search(Box::new(search)));
        self.classes.until = self.time_of_others();
    }

    /// Continues the search for the group of the problem. A large group can lead to the search by
    /// classes, a small group to one cube of each class.
    fn search_group(&mut self) {
        let State::Group(search) = &mut self.classes.state else { return };
        let nodes = (GROUP_EDGES / self.problem.entry_count().max(1)).max(1) as u64;
        if search.advance(nodes) == Step::Paused && search.nodes() < GROUP_NODES {
            return;
        }
        let group = search.symmetries();
        self.classes.state = State::None;
        if *group.order() >= LEAST_ORDER.into() {
            self.begin_classes(&group);
        } else if self.cube.is_whole()
            && *group.order() > 1_u32.into()
            && !self.weights.are_excluded
        {
            self.classes.state = State::Small(Box::new(group));
            self.consider_cubes();
        }
    }

    /// Restarts with one cube of each class under a small group, if the cache saves less. Waits
    /// until the race shows how much it saves.
    fn consider_cubes(&mut self) {
        let State::Small(group) = &self.classes.state else { return };
        let order = f64::from(u32::try_from(group.order()).unwrap_or(LEAST_ORDER));
        let others = self.time_of_others();
        if !self.is_plain() && others < self.classes.pause {
            return;
        }
        let open = self.open_to_others();
        let work = self.race_so_far(open);
        let is_slow =
            work.as_ref().is_some_and(|work| work.cached > SHORT && !Race::is_ahead(work));
        if !self.is_plain() && !is_slow {
            if 1.0 - open < SEEN / order {
                self.classes.pause = PAUSE * others;
                return;
            }
            // The cubes save at most a factor of the order. They also separate subproblems that the
            // cache would find equal.
            if work.is_some_and(|work| self.race.gain(&work) > order) {
                self.classes.state = State::None;
                return;
            }
        }
        let State::Small(group) = std::mem::take(&mut self.classes.state) else { return };
        let Some(elements) = Elements::new(&group, MOST_IMAGES) else { return };
        let rest = others / (1.0 - open).max(f64::MIN_POSITIVE) * open;
        let each = CUBE_TIME + IMAGE_TIME * elements.len() as f64;
        let most = (CUBES_PART * rest / each).min(MOST_CUBES) as usize;
        if let Some(cubes) = CubeClasses::best(&self.problem, &group, &elements, most) {
            self.begin_cubes(cubes, elements.len(), open);
        }
    }

    /// Restarts with one cube of each class if that saves enough. Without it, the share `open` of
    /// all work would be left.
    fn begin_cubes(&mut self, cubes: CubeClasses, order: usize, open: f64) {
        let part = cubes.classes.len() as f64 / cubes.cubes as f64;
        if part > open - LEAST_GAIN {
            return;
        }
        let mut groups: Vec<WeightedCubes> = Vec::new();
        // A list of cubes is searched from its end.
        for class in cubes.classes.into_iter().rev() {
            let weight = (order / class.stabilizer.len()) as u64;
            let open = OpenCube { cube: class.cube, share: weight as f64 / cubes.cubes as f64 };
            match groups.iter_mut().find(|group| group.weight == weight) {
                Some(group) => group.cubes.push(open),
                None => groups.push(WeightedCubes { weight, cubes: vec![open] }),
            }
        }
        self.begin_weighted(groups);
        self.classes.small_order = Some(order as u32);
    }

    /// Gives the search by classes a turn that takes at most about as long as this number of nodes
    /// of plain search. Returns false if the search has no turn now.
    pub(super) fn take_class_turn(&mut self, nodes: u64) -> bool {
        match self.classes.state {
            State::None => return false,
            State::Waiting => {
                let entries = self.problem.entry_count() + self.problem.item_count();
                if self.time_of_others() < START * entries as f64 {
                    return false;
                }
                self.classes.state = State::Group(Box::new(SymmetrySearch::new(&self.problem)));
            }
            State::Group(_) => self.search_group(),
            State::Small(_) => self.consider_cubes(),
            State::Search(_) => {}
        }
        if self.classes.search().is_none() {
            return false;
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
            // Keeps the counters of the plain search.
            self.pause_search();
            self.left.clear();
            self.helpers.end();
            self.classes.is_ahead = true;
            self.turn = Turn::Done;
        } else if search.order().is_some_and(|order| *order < LEAST_ORDER.into()) {
            (self.classes.state, self.classes.is_ahead) = (State::None, false);
        }
        true
    }
}
