//! quadrille's own engines.

use std::time::Instant;

use quadrille::sudoku;
use quadrille::{EngineChoice, Limits, Solver};

use crate::cases::{Expected, Task};
use crate::contestant::{Contestant, Lack, NO_COSTS, Run, timed};
use crate::work::{Matter, Work};

/// The engines, and the choice between them as soon as there is one.
pub fn engines() -> impl Iterator<Item = EngineChoice> {
    EngineChoice::ALL.into_iter().filter(|&engine| engine != EngineChoice::Auto || EngineChoice::ALL.len() > 2)
}

/// For Sudokus one solver, compiled before the clock runs, is used for all of them.
pub fn contestant(work: &Work, engine: EngineChoice) -> Result<Contestant<'_>, Lack> {
    let task = work.task;
    let limits = Limits::none().covers(task.limit());
    match (&work.matter, task) {
        (Matter::Sudokus(puzzles), _) => {
            let mut solver = sudoku::Solver::with_engine(engine);
            Ok(Box::new(move || {
                timed(|| {
                    let start = Instant::now();
                    let found = puzzles.iter().map(|puzzle| {
                        let solutions = solver.solutions(&puzzle.grid).limited(limits);
                        take(task, solutions, |mut solutions| solutions.count_all().found())
                    });
                    (found.sum(), start.elapsed())
                })
            }))
        }
        (Matter::Problem(problem, _), Task::Best(count)) => {
            // One engine looks for the cheapest covers, whatever is chosen for the others.
            if !matches!(engine, EngineChoice::Auto | EngineChoice::Links) {
                return Err(NO_COSTS);
            }
            Ok(Box::new(move || {
                let mut costs = Vec::new();
                let run = timed(|| {
                    let mut cheapest = quadrille::Cheapest::new(problem, count);
                    let start = Instant::now();
                    while cheapest.advance(u64::MAX) != quadrille::engine::Step::Exhausted {}
                    let search = start.elapsed();
                    costs = cheapest.into_covers().into_iter().map(|(_, cost)| cost).collect();
                    (count as u64, search)
                });
                Run { found: Expected::Costs(costs.clone()), ..run }
            }))
        }
        (Matter::Problem(problem, _), _) => Ok(Box::new(move || {
            timed(|| {
                let mut solver = Solver::with_engine(problem, engine);
                let start = Instant::now();
                let solutions = solver.solutions().limited(limits);
                let found = take(task, solutions, |mut solutions| solutions.count_all().found());
                (found, start.elapsed())
            })
        })),
    }
}

/// Takes the solutions one by one, or counts them, as the task is.
fn take<I: Iterator>(task: Task, solutions: I, count: impl FnOnce(I) -> u64) -> u64 {
    match task {
        Task::All | Task::First => solutions.map(std::hint::black_box).fold(0, |found, _| found + 1),
        Task::Count | Task::Two | Task::Best(_) => count(solutions),
    }
}
