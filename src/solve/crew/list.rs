//! What is left of a search, in the order in which one thread would come to it.

use std::ops::ControlFlow;

use super::worker::Report;
use super::{Batch, WAITING};
use crate::search::OpenCube;

/// Something that is left of a search.
#[derive(Clone, Copy, Debug)]
pub enum Left<'a, B> {
    /// A part that is to be searched.
    Cube(&'a OpenCube),
    /// What was found and waits for what comes before it.
    Batch(&'a B),
}

#[derive(Debug)]
enum Entry<B> {
    Ready(B),
    Open(OpenCube),
    /// A worker searches these, of which as much is left as it last said.
    Taken(usize, Vec<OpenCube>),
}

/// See the head of this file. Each worker has one entry at most. The first entry is never a batch.
#[derive(Debug)]
pub(super) struct List<B> {
    entries: Vec<Entry<B>>,
    is_ordered: bool,
    /// How many bytes wait.
    waiting: usize,
}

fn share(parts: &[OpenCube]) -> f64 {
    parts.iter().map(|part| part.share).sum()
}

impl<B: Batch> List<B> {
    pub(super) fn new(open: Vec<OpenCube>, is_ordered: bool) -> Self {
        Self { entries: open.into_iter().map(Entry::Open).collect(), is_ordered, waiting: 0 }
    }

    pub(super) fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// The share of the tree that is open.
    pub(super) fn open(&self) -> f64 {
        let of = |entry: &Entry<B>| match entry {
            Entry::Ready(_) => 0.0,
            Entry::Open(part) => part.share,
            Entry::Taken(_, parts) => share(parts),
        };
        self.entries.iter().map(of).sum()
    }

    /// The workers that have parts.
    pub(super) fn busy(&self) -> impl Iterator<Item = usize> {
        self.taken().map(|(worker, _)| worker)
    }

    fn taken(&self) -> impl Iterator<Item = (usize, &[OpenCube])> {
        self.entries.iter().filter_map(|entry| match entry {
            Entry::Taken(worker, parts) => Some((*worker, &**parts)),
            _ => None,
        })
    }

    /// The worker that has most of the tree.
    pub(super) fn heaviest(&self) -> Option<usize> {
        let heaviest = self.taken().max_by(|(_, a), (_, b)| share(a).total_cmp(&share(b)));
        heaviest.map(|(worker, _)| worker)
    }

    pub(super) fn left(&self) -> impl Iterator<Item = Left<'_, B>> {
        self.entries.iter().flat_map(|entry| {
            let (batch, parts) = match entry {
                Entry::Ready(batch) => (Some(batch), &[][..]),
                Entry::Open(part) => (None, std::slice::from_ref(part)),
                Entry::Taken(_, parts) => (None, &**parts),
            };
            batch.map(Left::Batch).into_iter().chain(parts.iter().map(Left::Cube))
        })
    }

    /// Gives a worker parts that lie side by side, if there are any: more than one only if they have no more than this share
    /// of the tree together.
    ///
    /// The largest part comes first, so that the small ones are left for the end; where order matters, the first.
    pub(super) fn take(&mut self, worker: usize, most: f64) -> Option<Vec<OpenCube>> {
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
        self.entries.splice(at..at + parts.len(), [Entry::Taken(worker, parts.clone())]);
        Some(parts)
    }

    /// Whether so much waits that nothing is to be added.
    pub(super) fn is_full(&self) -> bool {
        self.waiting >= WAITING
    }

    /// Whether a worker has to leave its parts, because too much waits for what comes before them.
    pub(super) fn is_to_wait(&self, worker: usize) -> bool {
        self.is_full() && !matches!(self.entries.first(), Some(Entry::Taken(first, _)) if *first == worker)
    }

    /// Notes what a worker has done, and passes on what needs not wait. The order is that of the search.
    pub(super) fn put(&mut self, report: Report<B>, mut gather: impl FnMut(B) -> ControlFlow<()>) -> ControlFlow<()> {
        let Report { worker, batch, rest, gives_back, .. } = report;
        let is_its = |entry: &Entry<B>| matches!(entry, Entry::Taken(other, _) if *other == worker);
        let at = self.entries.iter().position(is_its).expect("only who was given parts reports");
        let mut left: Vec<Entry<B>> = Vec::with_capacity(rest.len() + 1);
        let mut ready = None;
        if self.is_ordered && at > 0 {
            self.waiting += batch.size();
            left.push(Entry::Ready(batch));
        } else {
            ready = Some(batch);
        }
        if gives_back {
            left.extend(rest.into_iter().map(Entry::Open));
        } else if !rest.is_empty() {
            left.push(Entry::Taken(worker, rest));
        }
        self.entries.splice(at..=at, left);
        if let Some(batch) = ready {
            gather(batch)?;
        }
        let waited = self.entries.iter().take_while(|entry| matches!(entry, Entry::Ready(_))).count();
        for entry in self.entries.drain(..waited) {
            if let Entry::Ready(batch) = entry {
                self.waiting -= batch.size();
                gather(batch)?;
            }
        }
        ControlFlow::Continue(())
    }
}
