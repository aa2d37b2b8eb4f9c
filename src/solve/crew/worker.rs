//! What a worker does: searches the parts that it was given, and reports.

use std::collections::VecDeque;
use std::sync::atomic::{AtomicU8, Ordering};
use std::sync::mpsc::{Receiver, Sender};
use std::time::{Duration, Instant};

use super::{BATCH, Batch};
use crate::search::{Engine, OpenCube, Stats, Step};

/// What a worker is asked for, which it looks at after each slice of its search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub(super) enum Call {
    GoOn,
    /// To say what it has found, and what it has left to do.
    Report,
    /// To say so, and to let others have it.
    GiveBack,
    Quit,
}

/// What a worker has done since its last report.
#[derive(Debug)]
pub(super) struct Report<B> {
    pub(super) worker: usize,
    pub(super) batch: B,
    /// What is left of what it was given, in order.
    pub(super) rest: Vec<OpenCube>,
    pub(super) stats: Stats,
    /// Whether it is not going to search the rest unless it is given it again.
    pub(super) gives_back: bool,
}

/// The answer to a report.
pub(super) enum Answer {
    /// To go on with what is left.
    GoOn,
    /// To search these parts, in place of what is left.
    Parts(Vec<OpenCube>),
}

pub(super) struct Worker<'a, E, B> {
    pub(super) number: usize,
    pub(super) engine: E,
    pub(super) call: &'a AtomicU8,
    pub(super) reports: Sender<Report<B>>,
    pub(super) answers: Receiver<Answer>,
}

/// How long a slice of the search is to take: so long a worker may be deaf.
const SLICE: Duration = Duration::from_millis(1);

/// What is left of a part, which was begun as the whole of a search.
pub(super) fn remaining(engine: &impl Engine, part: &OpenCube) -> impl Iterator<Item = OpenCube> {
    let share = part.share;
    engine.remaining().into_iter().map(move |open| OpenCube { share: open.share * share, ..open })
}

/// No slice has more nodes, so that their number can be doubled without care.
const MOST: u64 = 1 << 24;

/// Begins the search of a part.
///
/// # Panics
/// If the problem has no such option.
pub(super) fn start(engine: &mut impl Engine, part: &OpenCube) {
    engine.start(&part.cube).expect("the parts are those of the problem");
}

impl<E: Engine, B: Batch> Worker<'_, E, B> {
    /// Works until nobody answers any more.
    pub(super) fn work(mut self, search: &impl Fn(&mut E, &mut B, u64) -> Step) {
        let mut batch = B::default();
        let mut nodes = 256;
        while let Ok(Answer::Parts(parts)) = self.answers.recv() {
            if self.search(VecDeque::from(parts), &mut batch, &mut nodes, search).is_none() {
                return;
            }
        }
    }

    /// Searches parts until they are over or others are to have them; `None` if nobody answers any more.
    fn search(
        &mut self,
        mut parts: VecDeque<OpenCube>,
        batch: &mut B,
        nodes: &mut u64,
        search: &impl Fn(&mut E, &mut B, u64) -> Step,
    ) -> Option<()> {
        // What was done and not yet reported, in the parts that are over; and what was reported of the present one.
        let mut done = Stats::default();
        while let Some(part) = parts.pop_front() {
            start(&mut self.engine, &part);
            let mut told = Stats::default();
            loop {
                let begun = Instant::now();
                let step = search(&mut self.engine, batch, *nodes);
                // So that a slice takes as long as it should, whatever a node costs.
                *nodes = match begun.elapsed() {
                    elapsed if elapsed > SLICE * 2 => (*nodes / 2).max(1),
                    elapsed if elapsed < SLICE / 2 && step == Step::Paused => (*nodes * 2).min(MOST),
                    _ => *nodes,
                };
                let is_over = step == Step::Exhausted;
                let is_last = is_over && parts.is_empty();
                let call = self.call.load(Ordering::Relaxed);
                if call == Call::Quit as u8 {
                    return None;
                }
                if is_last || call != Call::GoOn as u8 || batch.size() >= BATCH {
                    let gives_back = is_last || call == Call::GiveBack as u8;
                    self.call.store(Call::GoOn as u8, Ordering::Relaxed);
                    let now = self.engine.stats();
                    done += Stats { nodes: now.nodes - told.nodes, updates: now.updates - told.updates };
                    told = now;
                    let rest = remaining(&self.engine, &part);
                    let report = Report {
                        worker: self.number,
                        batch: std::mem::take(batch),
                        rest: rest.chain(parts.iter().cloned()).collect(),
                        stats: std::mem::take(&mut done),
                        gives_back,
                    };
                    self.reports.send(report).ok()?;
                    if gives_back {
                        return Some(());
                    }
                    match self.answers.recv().ok()? {
                        Answer::GoOn => {}
                        Answer::Parts(given) => {
                            parts = VecDeque::from(given);
                            break;
                        }
                    }
                }
                if is_over {
                    let now = self.engine.stats();
                    done += Stats { nodes: now.nodes - told.nodes, updates: now.updates - told.updates };
                    break;
                }
            }
        }
        Some(())
    }
}
