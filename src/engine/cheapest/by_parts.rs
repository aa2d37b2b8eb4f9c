//! The search for the cheapest covers in parts, in the calling thread or in several threads.
//!
//! `mod.rs` decides when a search is cut into parts, and which search follows it. The methods here
//! hand out the jobs of the [team](super::team) and merge their results.

use super::team::{Job, Team, Turn, Work};
use super::{CheapestCovers, Kind};
use crate::search::Step;

impl CheapestCovers {
    /// Searches the parts of a long search in the calling thread. Returns `None` when the search is
    /// over.
    pub(super) fn advance_team(&mut self, nodes: u64) -> Option<Step> {
        let limit = self.scaled_limit();
        let Kind::Masks(masks) = &self.kind else { return Some(Step::Exhausted) };
        let last_node = self.stats().nodes.saturating_add(nodes);
        loop {
            let left = last_node - self.stats().nodes.min(last_node);
            match self.team.as_mut()?.work(&**masks, limit, left) {
                Work::Merge(mut job) => {
                    if self.team.as_mut()?.merge(&mut job) {
                        self.cover = job.cover;
                        return Some(Step::Cover);
                    }
                }
                Work::Paused => return Some(Step::Paused),
                Work::Over => {
                    self.end_of_team();
                    return None;
                }
            }
        }
    }

    fn end_of_team(&mut self) {
        if let Some(team) = self.team.take() {
            self.team_stats += team.stats;
            let Kind::Masks(masks) = &mut self.kind else { return };
            masks.end(team.is_pruned);
            self.end_of_search();
        }
    }

    /// Sets whether [`advance`](Self::advance) pauses when it has cut a search into parts.
    pub(crate) fn share(&mut self, is_shared: bool) {
        self.is_shared = is_shared;
    }

    /// True if the search is shared and cut into parts, and no job is open. Several threads can
    /// then search the parts with [`next_job`](Self::next_job) and [`merge`](Self::merge).
    pub(crate) fn has_parts(&self) -> bool {
        self.is_shared && self.team.as_ref().is_some_and(Team::is_fresh)
    }

    /// Returns a job of a search that is cut into parts. Returns `None` if a job must be merged
    /// first, or if the search no longer has parts.
    pub(crate) fn next_job(&mut self) -> Option<Job> {
        let limit = self.scaled_limit();
        let Kind::Masks(masks) = &self.kind else { return None };
        match self.team.as_mut()?.turn(&**masks, limit) {
            Turn::Job(job) => Some(job),
            Turn::Full => None,
            Turn::Over => {
                self.end_of_team();
                None
            }
        }
    }

    /// Merges the result of a job. Jobs must be merged in the order in which they were started, and
    /// job `n` before job `n + Job::SLOTS` starts. Returns true if the job found a cover.
    pub(crate) fn merge(&mut self, mut job: Job) -> bool {
        let Some(team) = &mut self.team else { return false };
        let has_cover = team.merge(&mut job);
        if has_cover {
            self.cover = job.cover;
        }
        has_cover
    }

    /// Discards the parts and their jobs, and repeats the search below the current limit.
    pub(crate) fn forget_jobs(&mut self) {
        if let Some(team) = self.team.take() {
            self.team_stats += team.stats;
            self.start_search();
        }
    }
}
