//! The crate `algoxcc`: dancing cells.

use std::time::{Duration, Instant};

use algoxcc::{DancingCells, Option, Problem};

use crate::contestant::{Aim, Solver};
use crate::matrix::Matrix;

/// The names of items and options are strings, and are not validated. A search stops at the first
/// cover or runs to its end, and stores the covers with the names of their options. `DancingCells`
/// is used because it separates the search from the set-up.
pub struct AlgoXcc;

impl Solver for AlgoXcc {
    const HAS_COLORS: bool = true;

    fn search(matrix: &Matrix, aim: Aim) -> (u64, Duration) {
        let primary = matrix.primary as u32;
        let names: Vec<_> = (0..matrix.items()).map(|item| item.to_string()).collect();
        let names: Vec<_> = names.iter().map(String::as_str).collect();
        let mut problem = Problem::new_validated(
            &names[..matrix.primary].to_vec(),
            &names[matrix.primary..].to_vec(),
            &vec![],
        );
        let color = |color: u32| if color == 0 { String::new() } else { color.to_string() };
        for (at, entries) in matrix.options().enumerate() {
            let mut option = Option::new_validated(&at.to_string(), &vec![], &vec![]);
            for &(item, its_color) in entries {
                let name = names[item as usize];
                if item < primary {
                    option.add_primary_valid(name);
                } else {
                    option.add_secondary_valid((name, &color(its_color)));
                }
            }
            problem.options.push(option);
        }
        // The crate rejects a problem with a primary item that has no option. Such a problem has no
        // cover.
        let Ok(mut cells) = DancingCells::new(&problem) else { return (0, Duration::ZERO) };
        let start = Instant::now();
        let solutions = if aim.limit == 1 { cells.solve_first() } else { cells.solve_all() };
        let found = aim.limit.min(solutions.count() as u64);
        (found, start.elapsed())
    }
}
