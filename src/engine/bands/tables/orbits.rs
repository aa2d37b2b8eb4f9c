//! The sums of the orbits, on one thread or several. The threads are not workers of a pool, because
//! they do not share cubes: they take the groups of an orbit one after another, until none is left
//! or enough nodes are done.

use std::ops::Range;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{self, Builder};

use super::numbers::{MakeSlice, Slice};
use super::position::Position;
use super::products::{Room, Sum};
use super::{KEPT, Tables};
use crate::count::Count;
use crate::engine::simd::dispatch::Simd;
use crate::search::{Stats, Step, advance_by_methods};

/// The number of products that count as one node.
const NODE: usize = 8192;

impl Tables {
    /// Continues the count for about this many [nodes](Self::nodes). Returns [`Step::Exhausted`] if
    /// it is finished, and [`Step::Paused`] otherwise.
    pub fn advance(&mut self, nodes: u64) -> Step {
        if self.add_up(nodes) { Step::Exhausted } else { Step::Paused }
    }

    /// Continues the count for about this many nodes. Returns true if it is finished.
    fn add_up(&mut self, nodes: u64) -> bool {
        let last_node = self.nodes.saturating_add(nodes);
        while !self.plan() {
            if self.nodes >= last_node {
                return false;
            }
        }
        let Some(position) = self.position.clone() else { return true };
        while let Some(orbit) = self.next_orbit() {
            if self.nodes >= last_node {
                return false;
            }
            if self.steps == 0 {
                self.current.clear();
                self.current.resize(position.plan.second.len(), 0);
            }
            let slices = self.slices(&position, orbit);
            let groups = &position.groups[self.steps..];
            let nodes = last_node.saturating_sub(self.nodes);
            let rest = groups.first().map_or(0, |group| group.start);
            let call =
                Sums { position: &position, slices: slices.each_ref().map(|slice| &**slice) };
            let (done, taken) =
                call.run(self.simd, groups, nodes, &mut self.rooms, &mut self.current[rest..]);
            self.steps += done;
            self.nodes += taken;
            if self.steps < position.groups.len() {
                return false;
            }
            self.sums[orbit] = Some(self.current.iter().map(|&sum| u128::from(sum)).sum());
            if self.sums.len() * self.current.len() <= KEPT {
                self.kept[orbit] = std::mem::take(&mut self.current);
            }
            self.current.clear();
            self.steps = 0;
        }
        true
    }

    /// Returns the sums of an orbit by the split of the second stack.
    pub(super) fn sums_of(&self, position: &Position, orbit: usize) -> Vec<u64> {
        if !self.kept[orbit].is_empty() {
            return self.kept[orbit].clone();
        }
        let split = position.plan.split(orbit);
        let slices = [0, 1, 2].map(|role| self.slice(position, role, split[role]));
        let mut sums = vec![0; position.plan.second.len()];
        let call = Sums { position, slices: slices.each_ref() };
        let mut rooms = self.rooms.clone();
        call.run(self.simd, &position.groups, u64::MAX, &mut rooms, &mut sums);
        sums
    }

    /// Returns the current orbit or, if it is finished, the next one that is not.
    fn next_orbit(&mut self) -> Option<usize> {
        self.orbit += self.sums[self.orbit..].iter().take_while(|sum| sum.is_some()).count();
        (self.orbit < self.sums.len()).then_some(self.orbit)
    }

    fn slice(&self, position: &Position, role: usize, part: u16) -> Slice {
        self.simd.run(MakeSlice { band: &position.bands[role], first: part.into() })
    }

    /// Returns the slices for the first split of an orbit.
    fn slices(&mut self, position: &Position, orbit: usize) -> [Arc<Slice>; 3] {
        let split = position.plan.split(orbit);
        let known = [0, 1, 2].map(|role| self.slices[role].get(&split[role]).cloned());
        let make = |role: usize| Arc::new(self.slice(position, role, split[role]));
        let missing = known.iter().filter(|slice| slice.is_none()).count();
        let has_threads = missing > 1 && self.rooms.len() > 1;
        let made: [Arc<Slice>; 3] = thread::scope(|scope| {
            let make = &make;
            let mut threads = [0, 1, 2].map(|role| {
                let thread = || Builder::new().spawn_scoped(scope, move || make(role)).ok();
                (has_threads && known[role].is_none()).then(thread).flatten()
            });
            std::array::from_fn(|role| match (&known[role], threads[role].take()) {
                (Some(slice), _) => Arc::clone(slice),
                (None, Some(thread)) => thread.join().expect("making a slice does not panic"),
                // There is no thread, or the system has refused it.
                (None, None) => make(role),
            })
        });
        for role in (0..3).filter(|&role| known[role].is_none()) {
            let slice = &made[role];
            let size: usize = self.slices[role].values().map(|slice| slice.size()).sum();
            if size + slice.size() > self.memory / 3 {
                self.slices[role].clear();
            }
            self.nodes += (slice.size() / NODE) as u64;
            self.slices[role].insert(split[role], Arc::clone(slice));
        }
        made
    }
}

/// The position and the slices from which the sums of an orbit are computed.
struct Sums<'a> {
    position: &'a Position,
    slices: [&'a Slice; 3],
}

impl Sums<'_> {
    /// Sums groups, with a thread for each room, until `nodes` nodes are done or no group is left.
    /// `sums` begins with the sums of the first group. Returns the number of groups summed and the
    /// number of nodes done.
    fn run(
        &self,
        simd: Simd,
        groups: &[Range<usize>],
        nodes: u64,
        rooms: &mut [Room],
        mut sums: &mut [u64],
    ) -> (usize, u64) {
        let Sums { position: Position { plan, thirds, .. }, slices } = *self;
        // The groups that no thread has taken yet, and their sums.
        let rest = Mutex::new(groups.iter().map(|range| {
            let of_group = sums.split_off_mut(..range.len()).expect("a sum for each");
            (&plan.second[range.clone()], of_group)
        }));
        let taken = AtomicU64::new(0);
        let run = |room: &mut Room| {
            while taken.load(Relaxed) < nodes {
                let next = rest.lock().unwrap_or_else(PoisonError::into_inner).next();
                let Some((seconds, sums)) = next else { break };
                simd.run(Sum { slices, seconds, thirds, room: &mut *room, sums });
                taken.fetch_add((room.products / NODE) as u64 + 1, Relaxed);
            }
        };
        if let Some((own, others)) = rooms.split_first_mut() {
            thread::scope(|scope| {
                for room in others {
                    // If the system refuses a thread, the others do its share.
                    if Builder::new().spawn_scoped(scope, || run(room)).is_err() {
                        break;
                    }
                }
                run(own);
            });
        }
        let left = rest.into_inner().unwrap_or_else(PoisonError::into_inner).len();
        (groups.len() - left, taken.into_inner())
    }
}

// The number of completions may need more than 64 bits.
advance_by_methods!(
    for Tables: ;
    fn count_so_far(&self) -> Count {
        let found = num_bigint::BigUint::from(self.at_least());
        if self.count().is_some() { found.into() } else { Count::at_least(found) }
    }

    fn stats(&self) -> Stats {
        Stats { nodes: self.nodes(), ..Stats::default() }
    }

    fn open(&self) -> Option<f64> {
        Some(1.0 - self.done())
    }
);
