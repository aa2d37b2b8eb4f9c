//! The sums of the orbits, on one thread or several. The threads are not workers of a pool, because
//! they do not share cubes: they take the groups of an orbit one after another, and the sum ends
//! with the last group.

use std::ops::Range;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{self, Builder};

use super::numbers::{Band, Slice};
use super::position::Position;
use super::products::{Room, sum};
use super::{KEPT, Tables};
use crate::count::Count;
use crate::engine::simd::dispatch::{Isa, Job, Simd};
use crate::search::{Stats, Step, advance_by_methods};

/// The number of products that count as one node.
const NODE: usize = 8192;

impl Tables {
    /// Continues the count for about this many [nodes](Self::nodes).
    pub fn advance(&mut self, nodes: u64) -> Step {
        if self.add_up(nodes) { Step::Exhausted } else { Step::Paused }
    }

    /// Adds up about this many nodes. Returns true if the count is finished.
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

    /// Returns the current orbit, or the next one if the current orbit is finished.
    fn next_orbit(&mut self) -> Option<usize> {
        self.orbit += self.sums[self.orbit..].iter().take_while(|sum| sum.is_some()).count();
        (self.orbit < self.sums.len()).then_some(self.orbit)
    }

    /// Makes a slice.
    fn slice(&self, position: &Position, role: usize, part: u16) -> Slice {
        self.simd.run(MakeSlice { band: &position.bands[role], first: usize::from(part) })
    }

    /// Returns the slices for the first split of an orbit.
    fn slices(&mut self, position: &Position, orbit: usize) -> [Arc<Slice>; 3] {
        let split = position.plan.split(orbit);
        let known = [0, 1, 2].map(|role| self.slices[role].get(&split[role]).cloned());
        let make = |role: usize| Arc::new(self.slice(position, role, split[role]));
        let missing = known.iter().filter(|slice| slice.is_none()).count();
        let made: [Arc<Slice>; 3] = if missing > 1 && self.rooms.len() > 1 {
            thread::scope(|scope| {
                let (known, make) = (&known, &make);
                // If the system refuses a thread, the calling thread makes the slice.
                let start = |role: usize| {
                    let is_missing = known[role].is_none();
                    let thread = || Builder::new().spawn_scoped(scope, move || make(role)).ok();
                    is_missing.then(thread).flatten()
                };
                let mut threads = [start(0), start(1), start(2)];
                std::array::from_fn(|role| match (&known[role], threads[role].take()) {
                    (Some(slice), _) => Arc::clone(slice),
                    (None, Some(thread)) => thread.join().expect("making a slice does not panic"),
                    (None, None) => make(role),
                })
            })
        } else {
            std::array::from_fn(|role| known[role].clone().unwrap_or_else(|| make(role)))
        };
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

/// The sums of an orbit.
struct Sums<'a> {
    position: &'a Position,
    slices: [&'a Slice; 3],
}

/// The groups that no thread has taken yet, and their sums.
struct Rest<'a> {
    groups: std::slice::Iter<'a, Range<usize>>,
    sums: &'a mut [u64],
    done: usize,
}

impl Sums<'_> {
    /// Sums groups one after another until `nodes` nodes are done, with a thread for each room.
    /// `sums` begins with the sums of the first group. Returns the number of groups and of nodes.
    fn run(
        &self,
        simd: Simd,
        groups: &[Range<usize>],
        nodes: u64,
        rooms: &mut [Room],
        sums: &mut [u64],
    ) -> (usize, u64) {
        let rest = Mutex::new(Rest { groups: groups.iter(), sums, done: 0 });
        let taken = AtomicU64::new(0);
        let run = |room: &mut Room| {
            while taken.load(Relaxed) < nodes {
                let (range, sums) = {
                    let mut rest = rest.lock().unwrap_or_else(PoisonError::into_inner);
                    let Some(range) = rest.groups.next() else { break };
                    let all = std::mem::take(&mut rest.sums);
                    let (sums, others) = all.split_at_mut(range.len());
                    rest.sums = others;
                    rest.done += 1;
                    (range.clone(), sums)
                };
                let room = &mut *room;
                simd.run(SumUp { sums: self, range, room, to: sums });
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
        let done = rest.into_inner().unwrap_or_else(PoisonError::into_inner).done;
        (done, taken.into_inner())
    }
}

/// A call of [`sum()`].
struct SumUp<'a> {
    sums: &'a Sums<'a>,
    range: Range<usize>,
    room: &'a mut Room,
    to: &'a mut [u64],
}

impl Job for SumUp<'_> {
    type Output = ();

    #[inline(always)]
    fn run<I: Isa>(self, isa: I) {
        let Sums { position, slices } = *self.sums;
        let seconds = &position.plan.second[self.range];
        sum(isa, slices, seconds, &position.thirds, self.room, self.to);
    }
}

/// A call of [`Band::slice`].
struct MakeSlice<'a> {
    band: &'a Band,
    first: usize,
}

impl Job for MakeSlice<'_> {
    type Output = Slice;

    #[inline(always)]
    fn run<I: Isa>(self, _: I) -> Slice {
        self.band.slice(self.first)
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
