//! A worker: it searches the parts that it was given, and reports.

use std::collections::VecDeque;

use super::protocol::{Busy, Over, Parts, Request, WorkerLink};
use super::slices::Slices;
use super::{BATCH, Batch};
use crate::search::{Engine, Stats, Step};

/// Searches what it is given until the pool is over.
pub(super) fn work<E: Engine, B: Batch>(
    link: &WorkerLink<B>,
    engine: E,
    search: &impl Fn(&mut E, &mut B, u64) -> Step,
) {
    let mut slices = Slices::new(engine);
    while let Ok((busy, parts)) = link.receive() {
        if search_parts(busy, parts, &mut slices, search).is_err() {
            return;
        }
    }
}

fn search_parts<E: Engine, B: Batch>(
    busy: Busy<'_, B>,
    parts: Parts,
    slices: &mut Slices<E>,
    search: &impl Fn(&mut E, &mut B, u64) -> Step,
) -> Result<(), Over> {
    let mut parts = VecDeque::from(parts.into_vec());
    // What was found and done since the last report.
    let (mut batch, mut stats) = (B::default(), Stats::default());
    while let Some(part) = parts.pop_front() {
        slices.start(&part);
        loop {
            let step = slices.search(|engine, nodes| search(engine, &mut batch, nodes));
            stats += slices.take_stats();
            let request = busy.request()?;
            if step == Step::Exhausted && parts.is_empty() {
                break;
            }
            if request.is_some() || batch.size() >= BATCH {
                let left = slices.remaining().chain(parts.iter().cloned()).collect();
                let (batch, stats) = (std::mem::take(&mut batch), std::mem::take(&mut stats));
                if request == Some(Request::GiveBack) {
                    return busy.end(batch, stats, left);
                }
                // Nothing may be left of a search that is not exhausted: it can stand at its last
                // cover.
                match Parts::new(left) {
                    Some(left) => busy.report(batch, stats, left)?,
                    None => return busy.end(batch, stats, Vec::new()),
                }
            }
            if step == Step::Exhausted {
                break;
            }
        }
    }
    busy.end(batch, stats, Vec::new())
}
