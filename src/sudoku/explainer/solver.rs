//! The order of the techniques.

use std::ops::ControlFlow;

use super::basic;
use super::chains::{Hints, Kind, find_multiple, find_unary};
use super::step::{Sink, Step};
use super::{aligned, grave, unique_loops};
use crate::sudoku::board::Position;

/// Returns the first step of the easiest technique that has one.
pub(super) fn next(board: &Position) -> Option<Step> {
    let of_chains = |find: &dyn Fn(&mut Hints)| Hints::first(find).map(|hint| hint.step);
    first(|sink| without_chains(board, sink))
        .or_else(|| of_chains(&|hints| find_unary(board, hints)))
        .or_else(|| first(|sink| aligned::exclusions(board, 3, sink)))
        .or_else(|| {
            let levels = (0..=5).map(Kind::Dynamic);
            let mut kinds = [Kind::Nishio, Kind::Multiple].into_iter().chain(levels);
            kinds.find_map(|kind| of_chains(&|hints| find_multiple(board, kind, false, hints)))
        })
}

fn first(find: impl FnOnce(&mut Sink<'_>) -> ControlFlow<()>) -> Option<Step> {
    let mut found = None;
    let _ = find(&mut |step| {
        found = Some(step);
        ControlFlow::Break(())
    });
    found
}

fn without_chains(board: &Position, sink: &mut Sink<'_>) -> ControlFlow<()> {
    basic::hidden_singles(board, sink)?;
    basic::locked(board, true, sink)?;
    basic::hidden_sets(board, 2, true, sink)?;
    basic::naked_singles(board, sink)?;
    basic::hidden_sets(board, 3, true, sink)?;
    basic::locked(board, false, sink)?;
    basic::naked_sets(board, 2, sink)?;
    basic::fishes(board, 2, sink)?;
    basic::hidden_sets(board, 2, false, sink)?;
    basic::naked_sets(board, 3, sink)?;
    basic::fishes(board, 3, sink)?;
    basic::hidden_sets(board, 3, false, sink)?;
    basic::wings(board, false, sink)?;
    basic::wings(board, true, sink)?;
    unique_loops::loops(board, sink)?;
    basic::naked_sets(board, 4, sink)?;
    basic::fishes(board, 4, sink)?;
    basic::hidden_sets(board, 4, false, sink)?;
    grave::graves(board, sink)?;
    aligned::exclusions(board, 2, sink)
}
