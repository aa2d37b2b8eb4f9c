//! The search engines, which implement the contract of [`search`](crate::search), and the choice
//! among them.
//!
//! - [`links`]: dancing links, the reference engine, which supports every problem.
//! - [`Bands`](bands::Bands): for the exact-cover problem of Sudoku only. A position is nine planes
//!   of 128 bits.
//! - [`Filter`](filter::Filter): an option is a mask over the items. Choosing an option filters the
//!   array of remaining options.
//! - [`Domains`](domains::Domains): the domain of an item is the set of its remaining options. All
//!   domains lie side by side in a few wide registers, and choosing an option is one AND with a row
//!   of a table.
//! - [`Bounded`](bounded::Bounded): like `Filter`, for items that take several options.
//! - [`memo`]: a cache of subproblems, for counting without enumerating.
//! - `classes`: a cache of subproblems up to symmetry, for counting.
//! - `cheapest`: the search for the covers of least cost, for [`Cheapest`](crate::Cheapest).
//! - [`Hybrid`](hybrid::Hybrid): dancing links at the top of the tree, domains below.
//!
//! Shared code: `masks.rs` represents a problem as masks over the items, and `matrix.rs` as arrays
//! of such masks. `array_search.rs` is the search of `Filter` and `Bounded`. `taxes` splits costs
//! into taxes and net costs, `weights` has the weights that a search learns from its dead ends, and
//! `simd` has the operations on vector registers.

mod array_search;
pub mod bands;
pub mod bounded;
pub(crate) mod cheapest;
mod choice;
// For tests, which compare its counts. Users have `Counter`.
#[doc(hidden)]
pub mod classes;
pub mod domains;
pub mod filter;
pub mod hybrid;
pub mod links;
mod masks;
mod matrix;
pub mod memo;
// For tests, which compare the instruction sets.
#[doc(hidden)]
pub mod simd;
mod taxes;
mod weights;

pub use choice::{AnyEngine, EngineChoice, UnknownEngine};

#[cfg(test)]
mod tests {
    use super::domains::Domains;
    use super::filter::Filter;
    use super::simd::Simd;
    use crate::ids::ItemId;
    use crate::problem::Problem;
    use crate::search::{Engine, Stats, Step};

    /// Returns the problem of Latin squares. With `colors`, the two cells next to cell (0, 0) must
    /// have the same value.
    fn latin(order: u32, colors: bool) -> Problem {
        let mut builder = Problem::builder();
        builder.unnamed_primary(3 * (order * order) as usize).unwrap();
        builder.unnamed_secondary(1).unwrap();
        for (row, column, value) in
            (0..order.pow(3)).map(|n| (n / order / order, n / order % order, n % order))
        {
            let item = |kind: u32, a: u32, b: u32| {
                (ItemId::new(kind * order * order + a * order + b), None)
            };
            let mut entries =
                vec![item(0, row, column), item(1, row, value), item(2, column, value)];
            if colors && row + column == 1 {
                entries.push((ItemId::new(3 * order * order), Some(value)));
            }
            builder.option(entries).unwrap();
        }
        builder.build().unwrap()
    }

    fn count(engine: &mut impl Engine) -> (u64, Stats) {
        let (found, step) = engine.skip(u64::MAX, u64::MAX);
        assert_eq!(step, Step::Exhausted);
        (found, engine.stats())
    }

    #[test]
    fn all_instruction_sets_give_the_same_results() {
        let order = if cfg!(miri) { 3 } else { 4 };
        for (problem, squares) in [(latin(order, false), [12, 576]), (latin(order, true), [6, 192])]
        {
            let expected = squares[order as usize - 3];
            let simds = Simd::available().into_iter();
            let (filters, domains): (Vec<_>, Vec<_>) = simds
                .map(|simd| {
                    let mut filter = Filter::with_simd(&problem, simd).unwrap();
                    let mut domains = Domains::with_simd(&problem, simd).unwrap();
                    (count(&mut filter), count(&mut domains))
                })
                .unzip();
            assert!(
                filters.iter().chain(&domains).all(|(found, _)| *found == expected),
                "{filters:?} {domains:?}"
            );
            assert!(filters.iter().all(|result| *result == filters[0]), "{filters:?}");
            assert!(domains.iter().all(|result| *result == domains[0]), "{domains:?}");
        }
    }
}
