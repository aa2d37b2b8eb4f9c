//! The crate `exact-covers`.

use std::ops::ControlFlow;
use std::time::{Duration, Instant};

use exact_covers::{DlSolver, Solver as _};

use crate::contestant::{Aim, Solver};
use crate::matrix::Matrix;

/// The crate's dancing links (its dancing cells are not implemented yet). A solver can be used
/// once. Set-up is slow, because it finds items by linear search. The search uses no names. Without
/// colors, the type of a color is `()`.
pub struct ExactCovers;

impl Solver for ExactCovers {
    const HAS_COLORS: bool = true;

    fn search(matrix: &Matrix, aim: Aim) -> (u64, Duration) {
        if matrix.has_colors {
            search(matrix, aim, |color| (color != 0).then_some(color))
        } else {
            search(matrix, aim, |_| None::<()>)
        }
    }
}

fn search<C: Copy + Eq>(
    matrix: &Matrix,
    aim: Aim,
    color: impl Fn(u32) -> Option<C>,
) -> (u64, Duration) {
    let items: Vec<_> = (0..matrix.items() as u32).collect();
    let (primary, secondary) = items.split_at(matrix.primary);
    let mut solver: DlSolver<'_, u32, C> = DlSolver::new(primary, secondary);
    let (mut primary, mut secondary) = (Vec::new(), Vec::new());
    for option in matrix.options() {
        primary.clear();
        secondary.clear();
        for &(item, its_color) in option {
            if (item as usize) < matrix.primary {
                primary.push(item);
            } else {
                secondary.push((item, color(its_color)));
            }
        }
        solver.add_option(&primary, &secondary);
    }
    let (mut found, mut items) = (0, Vec::new());
    let start = Instant::now();
    solver.solve(|mut solution| {
        found += 1;
        if aim.made {
            while solution.next(&mut items) {}
        }
        if found == aim.limit { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    (found, start.elapsed())
}
