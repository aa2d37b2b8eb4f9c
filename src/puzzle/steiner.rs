//! Steiner triple systems: triples of n points where each pair of points is in exactly one triple.
//!
//! The items are the pairs of points, `1-2`. An option is a triple with its three pairs. Systems
//! exist if and only if n leaves a remainder of 1 or 3 when divided by 6 (Kirkman 1847). Systems
//! that differ only in their labels count as different. Up to labels, there is one system for n = 7
//! and one for n = 9, with 168 and 432 automorphisms. So there are 7! / 168 = 30 and 9! / 432 = 840
//! systems.

use std::error::Error;
use std::fmt;

use super::Puzzle;
use crate::ids::OptionId;
use crate::problem::{Model, Problem};

/// The maximum number of points. With this many points, the problem has more than a million
/// options.
pub const MAX_POINTS: usize = 199;

/// All Steiner triple systems with a given number of points.
///
/// ```
/// use quadrille::puzzle::Puzzle;
/// use quadrille::puzzle::steiner::Steiner;
/// let fano = Steiner::new(7)?; // each system is a Fano plane
/// assert_eq!(fano.solutions().count(), 30);
/// assert_eq!(fano.problem().option_text(fano.problem().options().next().unwrap().0), "1-2 1-3 2-3");
/// assert!(Steiner::new(8).is_err());
/// # Ok::<(), quadrille::puzzle::steiner::SteinerError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Steiner {
    points: usize,
    model: Model<[usize; 3]>,
}

/// The reason why a problem of triple systems cannot be built.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum SteinerError {
    /// No system has this number of points.
    NoSystem(usize),
    /// There are more than [`MAX_POINTS`] points.
    TooManyPoints(usize),
}

impl fmt::Display for SteinerError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::NoSystem(points) => {
                let next = if points % 6 < 2 { points / 6 * 6 + 1 } else { points / 6 * 6 + 3 };
                let next = if points % 6 > 3 { points / 6 * 6 + 7 } else { next };
                write!(
                    f,
                    "no triple system has {points} points: the number must leave 1 or 3 when divided by 6, as {next} does"
                )
            }
            Self::TooManyPoints(points) => write!(f, "{points} points: take at most {MAX_POINTS}"),
        }
    }
}

impl Error for SteinerError {}

impl Steiner {
    /// Returns all triple systems with this number of points.
    ///
    /// # Errors
    /// [`SteinerError::NoSystem`] if there is no such system, and
    /// [`SteinerError::TooManyPoints`].
    pub fn new(points: usize) -> Result<Self, SteinerError> {
        if points > MAX_POINTS {
            return Err(SteinerError::TooManyPoints(points));
        }
        if !matches!(points % 6, 1 | 3) {
            return Err(SteinerError::NoSystem(points));
        }
        let pair = |a: usize, b: usize| format!("{a}-{b}");
        let all = 1..=points;
        let mut builder = Model::builder();
        builder
            .primary(all.clone().flat_map(|a| (a + 1..=points).map(move |b| pair(a, b))))
            .and_then(|_| {
                for a in all {
                    for b in a + 1..=points {
                        for c in b + 1..=points {
                            builder.option([a, b, c], &[pair(a, b), pair(a, c), pair(b, c)])?;
                        }
                    }
                }
                Ok(())
            })
            .and_then(|()| builder.build())
            .map(|model| Self { points, model })
            .map_err(|error| {
                unreachable!("the names are distinct, and so are the pairs of a triple: {error}")
            })
    }

    /// Returns the number of points.
    #[must_use]
    pub fn points(&self) -> usize {
        self.points
    }
}

impl Puzzle for Steiner {
    type Solution = TripleSystem;

    fn problem(&self) -> &Problem {
        self.model.problem()
    }

    fn decode(&self, cover: &[OptionId]) -> TripleSystem {
        let mut triples: Vec<_> = cover.iter().map(|&option| *self.model.value(option)).collect();
        triples.sort_unstable();
        TripleSystem { points: self.points, triples }
    }
}

/// A triple system. It displays as its triples, one per line.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct TripleSystem {
    points: usize,
    triples: Vec<[usize; 3]>,
}

impl TripleSystem {
    /// Returns the number of points, which are numbered from 1.
    #[must_use]
    pub fn points(&self) -> usize {
        self.points
    }

    /// Returns the triples in increasing order, each with its points in increasing order.
    #[must_use]
    pub fn triples(&self) -> &[[usize; 3]] {
        &self.triples
    }
}

impl fmt::Display for TripleSystem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (at, [a, b, c]) in self.triples.iter().enumerate() {
            let end = if at == 0 { "" } else { "\n" };
            write!(f, "{end}{a} {b} {c}")?;
        }
        Ok(())
    }
}
