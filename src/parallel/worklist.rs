//! What is left of a search, in the order in which one thread would come to it.

use std::ops::ControlFlow;

use super::Batch;
use super::protocol::{AssignmentId, Outcome, Parts, Report};
use crate::search::OpenCube;

/// The most bytes of what was found that may wait for what comes before it.
const WAITING: usize = 1 << 24;

/// Something that is left of a search.
#[derive(Clone, Copy, Debug)]
pub enum Remaining<'a, B> {
    /// A part that is to be searched.
    Cube(&'a OpenCube),
    /// What was found and waits for what comes before it.
    Batch(&'a B),
}

#[derive(Debug)]
enum Entry<B> {
    Ready(B),
    Open(OpenCube),
    /// A worker searches these, of which as much is left as it last reported.
    Assigned(AssignmentId, Parts),
}

/// The list. An assignment has one entry from [`take`](Self::take) to its last report. The first
/// entry is never [`Ready`](Entry::Ready).
#[derive(Debug)]
pub(super) struct WorkList<B> {
    entries: Vec<Entry<B>>,
    is_ordered: bool,
    /// The number of bytes that wait.
    waiting: usize,
}

fn share(parts: &[OpenCube]) -> f64 {
    parts.iter().map(|part| part.share).sum()
}

impl<B> Entry<B> {
    fn parts(&self) -> &[OpenCube] {
        match self {
            Self::Ready(_) => &[],
            Self::Open(part) => std::slice::from_ref(part),
            Self::Assigned(_, parts) => parts.as_slice(),
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

    /// The share of the tree that is open.
    pub(super) fn open(&self) -> f64 {
        self.entries.iter().map(|entry| share(entry.parts())).sum()
    }

    /// The assignments that have not ended.
    pub(super) fn busy(&self) -> impl Iterator<Item = AssignmentId> {
        self.entries.iter().filter_map(Entry::assignment)
    }

    /// Those that others come before.
    pub(super) fn busy_behind(&self) -> impl Iterator<Item = AssignmentId> {
        self.entries.iter().skip(1).filter_map(Entry::assignment)
    }

    /// The assignment that has the largest share of the tree.
    pub(super) fn heaviest(&self) -> Option<AssignmentId> {
        let assigned = self
            .entries
            .iter()
            .filter_map(|entry| Some((entry.assignment()?, share(entry.parts()))));
        assigned.max_by(|(_, a), (_, b)| a.total_cmp(b)).map(|(id, _)| id)
    }

    pub(super) fn remaining(&self) -> impl Iterator<Item = Remaining<'_, B>> {
        self.entries.iter().flat_map(|entry| {
            let batch = match entry {
                Entry::Ready(batch) => Some(batch),
                _ => None,
            };
            batch.map(Remaining::Batch).into_iter().chain(entry.parts().iter().map(Remaining::Cube))
        })
    }

    /// Takes open parts that lie side by side for an assignment, if there are any: more than one
    /// only if they have no more than the share `most` of the tree together.
    ///
    /// Takes the largest part first, so that small ones are left for the end; where order matters,
    /// the first one.
    pub(super) fn take(&mut self, id: AssignmentId, most: f64) -> Option<Parts> {
        let shares = self.entries.iter().enumerate().filter_map(|(at, entry)| match entry {
            Entry::Open(part) => Some((at, part.share)),
            _ => None,
        });
        let at = if self.is_ordered {
            let first = shares.map(|(at, _)| at).next();
            // When too much waits, nothing but what all wait for.
            first.filter(|&at| at == 0 || !self.is_full())
        } else {
            shares.max_by(|(_, a), (_, b)| a.total_cmp(b)).map(|(at, _)| at)
        }?;
        let mut parts = Vec::new();
        let mut sum = 0.0;
        while let Some(Entry::Open(part)) = self.entries.get(at + parts.len()) {
            sum += part.share;
            if !parts.is_empty() && sum > most {
                break;
            }
            parts.push(part.clone());
        }
        let count = parts.len();
        let parts = Parts::new(parts)?;
        self.entries.splice(at..at + count, [Entry::Assigned(id, parts.clone())]);
        Some(parts)
    }

    /// True if so much waits that nothing is to be added.
    pub(super) fn is_full(&self) -> bool {
        self.waiting >= WAITING
    }

    /// Notes what a worker has done, and passes on what need not wait, in the order of the search.
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
            Outcome::Continued(parts) => left.push(Entry::Assigned(id, parts)),
            Outcome::Ended(parts) => left.extend(parts.into_iter().map(Entry::Open)),
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
