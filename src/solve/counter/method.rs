//! The method by which a counter has counted.

use std::fmt;

/// The method by which a [`Counter`](super::Counter) has counted.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub enum Method {
    /// A search.
    Search,
    /// A search that ended within its short trial. A trial that a limit has ended is a
    /// [`Search`](Self::Search).
    SmallSearch,
    /// Tables of the fillings of the bands of a Sudoku.
    Tables,
    /// Classes of isomorphic subproblems. Holds the approximate order of the group of symmetries.
    Classes(f64),
    /// A cache of subproblems. Holds the number of nodes that plain search would enter, divided by
    /// the number entered.
    Cache(f64),
    /// A search and a cache, alternately. The cache saved too little to replace search, or its
    /// nodes took too much memory. Holds the same ratio as [`Cache`](Self::Cache), for the covers
    /// that the cache counted.
    SearchAfterCache(f64),
}

impl fmt::Display for Method {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Search => f.write_str("counted by search"),
            Self::SmallSearch => f.write_str("counted by a short search"),
            Self::Tables => f.write_str("counted with tables of the fillings of bands"),
            Self::Classes(order) => write!(
                f,
                "counted by classes of subproblems; the problem has {} symmetries",
                short_integer(*order)
            ),
            Self::Cache(saving) => {
                write!(
                    f,
                    "counted with a cache; a search without it would enter {} times as many nodes",
                    short(*saving)
                )
            }
            Self::SearchAfterCache(saving) => {
                write!(
                    f,
                    "counted by search; a cache was tried and given up: it saved a factor of {}",
                    short(*saving)
                )
            }
        }
    }
}

fn short(factor: f64) -> String {
    if factor < 1000.0 { format!("{factor:.2}") } else { format!("{factor:.1e}") }
}

fn short_integer(number: f64) -> String {
    match number {
        f64::INFINITY => "more than 1e308".to_owned(),
        ..1e7 => format!("{number}"),
        _ => format!("{number:.1e}"),
    }
}
