//! A worker, which searches the cubes assigned to it and reports the results.

use std::collections::VecDeque;

use super::protocol::{Busy, Cubes, Over, Request, WorkerLink};
use super::slices::Slices;
use super::{BATCH, Batch};
use crate::search::{Engine, Stats, Step};

/// Searches assignments until the pool is over.
pub(super) fn work<E: Engine, B: Batch>(
    link: &WorkerLink<B>,
    engine: E,
    search: &impl Fn(&mut E, &mut B, u64) -> Step,
) {
    let mut slices = Slices::new(engine);
    while let Ok((busy, cubes)) = link.receive() {
        if search_cubes(busy, cubes, &mut slices, search).is_err() {
            return;
        }
    }
}

fn search_cubes<E: Engine, B: Batch>(
    busy: Busy<'_, B>,
    cubes: Cubes,
    slices: &mut Slices<E>,
    search: &impl Fn(&mut E, &mut B, u64) -> Step,
) -> Result<(), Over> {
    let mut cubes = VecDeque::from(cubes.into_vec());
    // The results and the work since the last report.
    let (mut batch, mut stats) = (B::default(), Stats::default());
    while let Some(open) = cubes.pop_front() {
        slices.start(&open);
        loop {
            let step = slices.search(|engine, nodes| search(engine, &mut batch, nodes));
            stats += slices.take_stats();
            let request = busy.request()?;
            if step == Step::Exhausted && cubes.is_empty() {
                break;
            }
            if request.is_some() || batch.size() >= BATCH {
                let left = slices.remaining().chain(cubes.iter().cloned()).collect();
                let (batch, stats) = (std::mem::take(&mut batch), std::mem::take(&mut stats));
                if request == Some(Request::GiveBack) {
                    return busy.end(batch, stats, left);
                }
                // A search that is not exhausted may have no remaining cubes: it may be at its last
                // cover.
                match Cubes::new(left) {
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
