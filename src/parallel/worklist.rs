//! The list of the remaining search, in the order in which one thread would search it.

use std::ops::ControlFlow;

use super::Batch;
use super::protocol::{AssignmentId, Cubes, Outcome, Report};
use crate::search::OpenCube;

/// The total size of the waiting batches, in bytes, at which too many wait: see
/// [`WorkList::is_full`].
const WAITING: usize = 1 << 24;

/// An element of the remaining search.
#[derive(Clone, Copy, Debug)]
pub enum Remaining<'a, B> {
    /// A cube that is still to be searched.
    Cube(&'a OpenCube),
    /// A batch that waits for the results before it.
    Batch(&'a B),
}

#[derive(Debug)]
enum Entry<B> {
    Ready(B),
    Open(OpenCube),
    /// A worker searches these cubes: those of its last report or, before the first, those assigned
    /// to it.
    Assigned(AssignmentId, Cubes),
}

/// The list of the remaining search. An assignment has one entry from [`take`](Self::take) to its
/// last report. The first entry is never [`Ready`](Entry::Ready).
#[derive(Debug)]
pub(super) struct WorkList<B> {
    entries: Vec<Entry<B>>,
    is_ordered: bool,
    /// The number of bytes in waiting batches.
    waiting: usize,
}

impl<B> Entry<B> {
    fn cubes(&self) -> &[OpenCube] {
        match self {
            Self::Ready(_) => &[],
            Self::Open(open) => std::slice::from_ref(open),
            Self::Assigned(_, cubes) => cubes.as_slice(),
        }
    }

    fn assignment(&self) -> Option<AssignmentId> {
        match self {
            Self::Assigned(id, _) => Some(*id),
            _ => None,
        }
    }
}

impl<B: Batch> WorkList<B> {
    pub(super) fn new(open: Vec<OpenCube>, is_ordered: bool) -> Self {
        Self { entries: open.into_iter().map(Entry::Open).collect(), is_ordered, waiting: 0 }
    }

    pub(super) fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// Returns the fraction of the search tree that is open.
    pub(super) fn open(&self) -> f64 {
        OpenCube::total_share(self.entries.iter().flat_map(|entry| entry.cubes()))
    }

    /// Iterates over the assignments that have not ended.
    pub(super) fn busy(&self) -> impl Iterator<Item = AssignmentId> {
        self.entries.iter().filter_map(Entry::assignment)
    }

    /// Iterates over the assignments that are not the first entry.
    pub(super) fn busy_behind(&self) -> impl Iterator<Item = AssignmentId> {
        self.entries.iter().skip(1).filter_map(Entry::assignment)
    }

    /// Returns the assignment with the largest share of the search tree.
    pub(super) fn heaviest(&self) -> Option<AssignmentId> {
        let assigned = self
            .entries
            .iter()
            .filter_map(|entry| Some((entry.assignment()?, OpenCube::total_share(entry.cubes()))));
        assigned.max_by(|(_, a), (_, b)| a.total_cmp(b)).map(|(id, _)| id)
    }

    pub(super) fn remaining(&self) -> impl Iterator<Item = Remaining<'_, B>> {
        self.entries.iter().flat_map(|entry| {
            let batch = match entry {
                Entry::Ready(batch) => Some(batch),
                _ => None,
            };
            batch.map(Remaining::Batch).into_iter().chain(entry.cubes().iter().map(Remaining::Cube))
        })
    }

    /// Takes adjacent open cubes for an assignment, or returns `None` if there are none to search
    /// now. If it takes more than one, their shares add up to at most `limit`.
    ///
    /// Starts at the largest cube, to leave small cubes for the end, or at the first cube if the
    /// order matters. If the largest cubes are equal, it starts at the first of them, because the
    /// last of very many equal cubes has no later cubes to take with it.
    pub(super) fn take(&mut self, id: AssignmentId, limit: f64) -> Option<Cubes> {
        let shares = self.entries.iter().enumerate().filter_map(|(at, entry)| match entry {
            Entry::Open(open) => Some((at, open.share)),
            _ => None,
        });
        let at = if self.is_ordered {
            let first = shares.map(|(at, _)| at).next();
            // When too many batches wait, cubes are taken only from the first entry on, because all
            // batches wait for it.
            first.filter(|&at| at == 0 || !self.is_full())
        } else {
            shares.rev().max_by(|(_, a), (_, b)| a.total_cmp(b)).map(|(at, _)| at)
        }?;
        let mut cubes = Vec::new();
        let mut sum = 0.0;
        while let Some(Entry::Open(open)) = self.entries.get(at + cubes.len()) {
            sum += open.share;
            if !cubes.is_empty() && sum > limit {
                break;
            }
            cubes.push(open.clone());
        }
        let count = cubes.len();
        let cubes = Cubes::new(cubes)?;
        self.entries.splice(at..at + count, [Entry::Assigned(id, cubes.clone())]);
        Some(cubes)
    }

    /// True if too many batches wait. Only the first entry should then be searched.
    pub(super) fn is_full(&self) -> bool {
        self.waiting >= WAITING
    }

    /// Applies a report to the list. Delivers its batch or, if the order matters, the batches that
    /// no longer wait for others, in order.
    pub(super) fn put(
        &mut self,
        report: Report<B>,
        mut gather: impl FnMut(B) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let Report { id, batch, outcome, .. } = report;
        let at = self.entries.iter().position(|entry| entry.assignment() == Some(id));
        let at = at.expect("an assignment has an entry until its last report");
        let mut left: Vec<Entry<B>> = Vec::new();
        let mut ready = None;
        if self.is_ordered && at > 0 {
            self.waiting += batch.size();
            left.push(Entry::Ready(batch));
        } else {
            ready = Some(batch);
        }
        match outcome {
            Outcome::Continued(cubes) => left.push(Entry::Assigned(id, cubes)),
            Outcome::Ended(cubes) => left.extend(cubes.into_iter().map(Entry::Open)),
        }
        self.entries.splice(at..=at, left);
        if let Some(batch) = ready {
            gather(batch)?;
        }
        let waited =
            self.entries.iter().take_while(|entry| matches!(entry, Entry::Ready(_))).count();
        for entry in self.entries.drain(..waited) {
            if let Entry::Ready(batch) = entry {
                self.waiting -= batch.size();
                gather(batch)?;
            }
        }
        ControlFlow::Continue(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ids::OptionId;

    /// An item with a thousand options leaves a thousand equal cubes.
    #[test]
    fn many_equal_cubes_are_taken_together() {
        for is_ordered in [false, true] {
            let cubes = (0..1000)
                .map(|option| OpenCube { cube: [OptionId::new(option)].into(), share: 0.001 });
            let mut list = WorkList::<u64>::new(cubes.collect(), is_ordered);
            let taken = list.take(AssignmentId::CALLER, 0.1).map(Cubes::into_vec);
            let taken = taken.expect("there are cubes");
            assert!((90..=110).contains(&taken.len()), "{}", taken.len());
            assert_eq!(taken[0].cube.chosen, [OptionId::new(0)]);
        }
    }
}
