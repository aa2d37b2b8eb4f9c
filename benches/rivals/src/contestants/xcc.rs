//! The crate `xcc`: sets of bits.

use std::time::{Duration, Instant};

use xcc::{Color, ColoredItem, ItemId, Limit};

use crate::contestant::{Aim, Solver};
use crate::matrix::Matrix;

/// A matrix of numbers, without the names and strings of the crate's builder. All covers found are
/// stored.
pub struct Xcc;

impl Solver for Xcc {
    const HAS_COLORS: bool = true;

    fn search(matrix: &Matrix, aim: Aim) -> (u64, Duration) {
        let mut lists = xcc::Matrix::new(matrix.primary, matrix.secondary);
        let mut items = Vec::new();
        for option in matrix.options() {
            items.clear();
            items.extend(option.iter().map(|&(item, color)| {
                let item = ItemId::new(item as usize);
                match color {
                    0 => ColoredItem::new(item),
                    color => ColoredItem::with_color(item, Color::new(color as usize)),
                }
            }));
            lists.add_option((), &items);
        }
        let limit = usize::try_from(aim.limit).map_or(Limit::All, Limit::Max);
        let start = Instant::now();
        let found = xcc::Solver::new(&lists).solve(limit).len() as u64;
        (found, start.elapsed())
    }
}
