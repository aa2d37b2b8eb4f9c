//! quadrille's own engines.

use std::time::{Duration, Instant};

use quadrille::EngineChoice;

use crate::cases::Expected;
use crate::cases::work::{Prepared, Work as Input};
use crate::contestant::{Contestant, Lack, Run};
use crate::work::Work;

/// Iterates over the engines, and over the automatic choice if there are several engines.
pub fn engines() -> impl Iterator<Item = EngineChoice> {
    EngineChoice::SEARCHES
        .into_iter()
        .filter(|&engine| engine != EngineChoice::Auto || EngineChoice::SEARCHES.len() > 2)
}

/// Returns the contestant of an engine. A problem that is not a Sudoku is compiled again for each
/// run. The exact-cover problem of Sudoku is compiled only once, before the clock starts.
pub fn contestant(work: &Work, engine: EngineChoice) -> Result<Contestant<'_>, Lack> {
    let Work { input, task, .. } = work;
    let mut prepared = input.compile(*task, engine)?;
    Ok(match input {
        Input::Sudokus(_) => Box::new(move || {
            let (found, search) = search(&mut prepared);
            Run { found, setup: Duration::ZERO, search }
        }),
        Input::Cover(_) => {
            drop(prepared);
            Box::new(move || {
                let start = Instant::now();
                let mut prepared = input.compile(*task, engine).expect("it was compiled before");
                let (found, search) = search(&mut prepared);
                drop(prepared);
                Run { found, setup: start.elapsed().saturating_sub(search), search }
            })
        }
    })
}

fn search(prepared: &mut Prepared<'_>) -> (Expected, Duration) {
    let start = Instant::now();
    let outcome = prepared.run(|| true).expect("it was told to go on");
    let time = start.elapsed();
    (prepared.result(&outcome), time)
}
