//! The search for a number of covers.

use num_bigint::BigUint;

use super::count::{Counting, number};
use super::search::{AnySearch, Search, Stop};
use crate::engine::matrix::{AnyMatrix, for_words, with_words};
use crate::engine::simd::Simd;
use crate::search::{Cube, OpenCube, Stats, UnknownOption};

/// A search for the number of covers, which can be interrupted at any node. It is exact, however
/// large the number.
///
/// ```
/// use quadrille::{Problem, engine::memo::Memo, search::Cube};
/// let mut builder = Problem::builder();
/// builder.unnamed_primary(200)?;
/// for item in 0..200 {
///     builder.option([quadrille::ItemId::new(item)])?;
///     builder.option([quadrille::ItemId::new(item)])?;
/// }
/// let mut search = Memo::new(&builder.build()?)?.count_search(&Cube::default())?;
/// while !search.advance(1000) {
///     eprintln!("at least {}", search.at_least());
/// }
/// assert_eq!(search.count(), Some(num_bigint::BigUint::from(2_u32).pow(200)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct CountSearch {
    search: AnySearch<Counting>,
    simd: Simd,
    is_done: bool,
}

impl CountSearch {
    pub(super) fn new(
        matrix: &AnyMatrix,
        simd: Simd,
        cube: &Cube,
        memory: usize,
    ) -> Result<Self, UnknownOption> {
        let counting = |_| Counting::new();
        let search = for_words!(AnySearch, matrix.clone(), matrix => Box::new(Search::new(matrix, counting, cube, memory)?));
        Ok(Self { search, simd, is_done: false })
    }

    /// Goes on for up to so many nodes; whether the number is known.
    pub fn advance(&mut self, nodes: u64) -> bool {
        match with_words!(AnySearch, &mut self.search, search => search.run(self.simd, nodes)) {
            Stop::Done => self.is_done = true,
            Stop::Paused => {}
            Stop::Full(_) => unreachable!("numbers lie in the cache, which forgets"),
        }
        self.is_done
    }

    /// The number of covers, once it is known.
    #[must_use]
    pub fn count(&self) -> Option<BigUint> {
        self.is_done.then(|| with_words!(AnySearch, &self.search, search => number(search.value())))
    }

    /// How many covers there are at the least, as far as is known.
    #[must_use]
    pub fn at_least(&self) -> BigUint {
        self.count()
            .unwrap_or_else(|| with_words!(AnySearch, &self.search, search => search.at_least()))
    }

    /// How many times as many nodes a search without a cache would have entered for what is known
    /// up to now.
    #[must_use]
    pub fn saving(&self) -> f64 {
        with_words!(AnySearch, &self.search, search => search.represented() / search.stats().nodes.max(1) as f64)
    }

    /// What is left to be done, for plain search: how many covers were counted, and the parts that
    /// hold all others.
    #[must_use]
    pub fn remaining(&self) -> (BigUint, Vec<OpenCube>) {
        match self.count() {
            Some(count) => (count, Vec::new()),
            None => with_words!(AnySearch, &self.search, search => search.remaining()),
        }
    }

    /// What the search has done.
    #[must_use]
    pub fn stats(&self) -> Stats {
        with_words!(AnySearch, &self.search, search => search.stats())
    }

    /// How many bytes it takes for what it has found out.
    #[must_use]
    pub fn memory(&self) -> usize {
        with_words!(AnySearch, &self.search, search => search.bytes())
    }
}
