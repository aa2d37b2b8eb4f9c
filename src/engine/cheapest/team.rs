//! A long search below a limit, cut into parts that several threads can search.
//!
//! The parts are searched in rotation, a slice of nodes at a time. Job `n` is a slice of the part
//! in slot `n` modulo [`SLOTS`]. It uses the covers of the jobs up to `n - SLOTS`, never those of
//! later jobs, even if these are already known. So the work of each job does not depend on the
//! number of threads or their speed, and any number of threads finds the same covers in the same
//! order.

use std::collections::VecDeque;
use std::num::NonZeroUsize;

use super::search::AnySearch;
use crate::ids::OptionId;
use crate::search::{Stats, Step};

/// The largest number of parts that are searched at a time.
const SLOTS: usize = 16;

/// The number of nodes after which a job ends, if it has not ended before.
const NODES: u64 = 5_000;

/// The parts of a search.
#[derive(Clone, Debug, Default)]
pub(super) struct Team {
    /// For each part not started yet, the ranks of its chosen entries.
    cubes: VecDeque<Vec<u32>>,
    /// The started parts that are not in a job.
    slots: [Option<Box<dyn AnySearch>>; SLOTS],
    /// The number of jobs started but not merged. In a search by one thread, `done` has these jobs.
    /// Only the last of them can be unfinished.
    open: usize,
    done: VecDeque<Job>,
    started: usize,
    /// The number of slots with a part, including parts in a job.
    parts: usize,
    /// True if a node or an entry of a finished part was pruned.
    pub(super) is_pruned: bool,
    /// The work of the merged jobs.
    pub(super) stats: Stats,
}

/// A slice of the search of a part.
#[derive(Clone, Debug)]
pub(crate) struct Job {
    slot: usize,
    part: Option<Box<dyn AnySearch>>,
    /// The counters of the part before the job.
    before: Stats,
    nodes: u64,
    step: Step,
    pub(super) cover: Vec<OptionId>,
}

impl Job {
    /// The largest number of open jobs.
    pub(crate) const SLOTS: NonZeroUsize = NonZeroUsize::new(SLOTS).unwrap();

    /// Searches the slice, up to the first cover.
    pub(crate) fn run(&mut self) {
        self.run_some(u64::MAX);
    }

    /// Searches the slice, but pauses after this number of nodes.
    fn run_some(&mut self, nodes: u64) {
        let Some(part) = &mut self.part else { return };
        let nodes = nodes.min(self.nodes);
        let before = part.stats().nodes;
        self.step = part.advance(nodes);
        // Forced choices count as nodes, and a pause comes only after them. So a slice ends at the
        // same node wherever it pauses.
        self.nodes = self.nodes.saturating_sub(part.stats().nodes - before);
        if self.step == Step::Cover {
            part.write_cover(&mut self.cover);
        }
    }

    fn is_done(&self) -> bool {
        self.part.is_none() || self.nodes == 0 || self.step != Step::Paused
    }

    fn work(&self) -> Stats {
        let after = self.part.as_ref().map_or(self.before, |part| part.stats());
        Stats {
            nodes: after.nodes - self.before.nodes,
            updates: after.updates - self.before.updates,
        }
    }
}

pub(super) enum Turn {
    Job(Job),
    /// A job must be merged before the next one can start.
    Full,
    /// All parts are searched. Jobs that are still open have no part.
    Over,
}

impl Team {
    /// Returns the team for the rest of a search, from a copy of that search.
    pub(super) fn new(mut first: Box<dyn AnySearch>) -> Self {
        let mut team = Self { parts: 1, ..Self::default() };
        team.share(&mut *first);
        team.slots[0] = Some(first);
        team
    }

    /// Moves open branches of a part to `cubes` while that list is short.
    fn share(&mut self, part: &mut dyn AnySearch) {
        while self.cubes.len() < SLOTS {
            let cubes = part.split();
            if cubes.is_empty() {
                return;
            }
            self.cubes.extend(cubes);
        }
    }

    /// Returns the next job. Its search has a limit of at most `limit`, and `search` is the whole
    /// search.
    pub(super) fn turn(&mut self, search: &dyn AnySearch, limit: i64) -> Turn {
        if self.open == SLOTS {
            return Turn::Full;
        }
        let slot = self.started % SLOTS;
        if self.slots[slot].is_none()
            && let Some(cube) = self.cubes.pop_front()
        {
            let mut part = search.boxed();
            part.start_at(&cube, limit);
            self.slots[slot] = Some(part);
            self.parts += 1;
        }
        if self.parts == 0 {
            return Turn::Over;
        }
        let mut part = self.slots[slot].take();
        if let Some(part) = &mut part {
            part.lower(limit);
        }
        self.started += 1;
        self.open += 1;
        let before = part.as_ref().map(|part| part.stats()).unwrap_or_default();
        Turn::Job(Job { slot, part, before, nodes: NODES, step: Step::Paused, cover: Vec::new() })
    }

    /// Merges the result of the oldest open job. Returns true if the job found a cover.
    pub(super) fn merge(&mut self, job: &mut Job) -> bool {
        self.open -= 1;
        self.stats += job.work();
        let Some(mut part) = job.part.take() else { return false };
        if job.step == Step::Exhausted {
            self.parts -= 1;
            self.is_pruned |= part.is_pruned();
        } else {
            self.share(&mut *part);
            self.slots[job.slot] = Some(part);
        }
        job.step == Step::Cover
    }

    /// Searches in the calling thread, but pauses after this number of nodes. Returns the reason
    /// why it stopped.
    pub(super) fn work(&mut self, search: &dyn AnySearch, limit: i64, nodes: u64) -> Work {
        let mut left = nodes;
        loop {
            if self.done.back().is_none_or(Job::is_done) {
                match self.turn(search, limit) {
                    Turn::Job(job) => self.done.push_back(job),
                    Turn::Full => {
                        let job = self.done.pop_front().expect("this thread has all open jobs");
                        return Work::Merge(job);
                    }
                    Turn::Over => return Work::Over,
                }
            }
            if let Some(job) = self.done.back_mut()
                && !job.is_done()
            {
                if left == 0 {
                    return Work::Paused;
                }
                let before = job.work().nodes;
                job.run_some(left);
                left -= (job.work().nodes - before).min(left);
            }
        }
    }

    /// True if no job is open.
    pub(super) fn is_fresh(&self) -> bool {
        self.open == 0
    }

    /// Returns the work of all jobs of a search by one thread.
    pub(super) fn all_stats(&self) -> Stats {
        let mut stats = self.stats;
        self.done.iter().for_each(|job| stats += job.work());
        stats
    }
}

/// The reason why the work of the calling thread has ended.
pub(super) enum Work {
    Merge(Job),
    Paused,
    Over,
}
