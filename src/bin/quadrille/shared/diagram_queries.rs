//! Queries that the diagram of all covers answers: random samples, the i-th cover, and the number
//! of covers with each option.

use std::hash::{BuildHasher, RandomState};

use bytesize::ByteSize;
use num_bigint::BigUint;
use quadrille::diagram::Counts;
use quadrille::engine::memo::Memo;
use quadrille::search::Cube;
use quadrille::{Cover, Diagram};
use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::{Rng, SeedableRng};
use sysinfo::{MemoryRefreshKind, RefreshKind, System};

use crate::shared::drive;
use crate::shared::error::Error;
use crate::shared::session::Session;
use crate::shared::values::whole;

/// Queries about all solutions of a Sudoku, answered without listing them.
#[derive(Debug, clap::Args)]
pub(crate) struct QueryArgs {
    /// Print K solutions drawn uniformly at random, with replacement
    #[arg(long, value_name = "K", value_parser = whole, allow_negative_numbers = true, group = "query", conflicts_with_all = ["count", "limit", "first"])]
    sample: Option<u64>,

    /// The seed of --sample, which determines the sample; random by default
    #[arg(long, value_name = "S", value_parser = whole, allow_negative_numbers = true)]
    seed: Option<u64>,

    /// Print the I-th solution, counted from 1, without listing those before it
    ///
    /// The order is always the same, but it differs from the order in which solutions are listed.
    #[arg(long, value_name = "I", value_parser = index, allow_negative_numbers = true, group = "query", conflicts_with_all = ["count", "limit", "first"])]
    nth: Option<BigUint>,

    /// Print the number of solutions with each candidate
    #[arg(long, group = "query", conflicts_with_all = ["count", "limit", "first"])]
    option_counts: bool,

    #[command(flatten)]
    pub(crate) memory: MemoryArgs,
}

/// The memory limit of counting.
#[derive(Debug, clap::Args)]
pub(crate) struct MemoryArgs {
    /// The memory limit of counting, such as 8G; by default half of the memory
    ///
    /// The count is exact in any case. With less memory it takes longer. A query that needs a
    /// diagram of all solutions, such as a sample, fails if the memory is too small.
    #[arg(long, value_name = "SIZE")]
    memory: Option<ByteSize>,
}

impl MemoryArgs {
    /// Returns the memory limit in bytes.
    pub(crate) fn limit(&self) -> usize {
        memory(self.asked())
    }

    /// Returns the memory limit in bytes, if one was set.
    pub(crate) fn asked(&self) -> Option<u64> {
        self.memory.map(|memory| memory.as_u64())
    }
}

/// Parses a positive number of any length.
pub(crate) fn index(text: &str) -> Result<BigUint, String> {
    // The parser of the crate also takes signs and underscores.
    let is_number = text.bytes().all(|byte| byte.is_ascii_digit());
    match text.parse() {
        Ok(index) if is_number && index > BigUint::ZERO => Ok(index),
        _ => Err("expected a number, counted from 1".to_owned()),
    }
}

/// A query about all solutions.
pub(crate) enum Query<'a> {
    Sample { number: u64, seed: Option<u64> },
    Nth(&'a BigUint),
    OptionCounts,
}

impl Query<'_> {
    /// Returns the random numbers of a sample.
    pub(crate) fn random(&self) -> Xoshiro256PlusPlus {
        let seed = if let Self::Sample { seed, .. } = self { *seed } else { None };
        // The operating system seeds the hashers of the standard library.
        let seed = seed.unwrap_or_else(|| RandomState::new().hash_one(()));
        Xoshiro256PlusPlus::seed_from_u64(seed)
    }

    /// Returns the numbers of the solutions in the answer: the requested number, and 1, 2, and so
    /// on for a sample.
    pub(crate) fn numbers(&self) -> impl Iterator<Item = BigUint> + use<> {
        let first = if let Self::Nth(index) = self { (*index).clone() } else { 1_u32.into() };
        std::iter::successors(Some(first), |last| Some(last + 1_u32))
    }
}

/// Returns a uniformly random number below a limit, which is not 0.
pub(crate) fn below(random: &mut Xoshiro256PlusPlus, limit: u128) -> u128 {
    let unused = (limit - 1).leading_zeros();
    loop {
        let number = u128::from(random.next_u64()) << 64 | u128::from(random.next_u64());
        let number = number.checked_shr(unused).unwrap_or(0);
        if number < limit {
            return number;
        }
    }
}

/// Returns the message that there are too few solutions.
pub(crate) fn no_such_solution(index: &BigUint, total: &dyn std::fmt::Display) -> String {
    format!("there is no solution number {index}: the number of solutions is {total}")
}

impl QueryArgs {
    pub(crate) fn query(&self) -> Option<Query<'_>> {
        let sample = self.sample.map(|number| Query::Sample { number, seed: self.seed });
        sample
            .or(self.nth.as_ref().map(Query::Nth))
            .or(self.option_counts.then_some(Query::OptionCounts))
    }
}

/// Returns the memory limit in bytes: the given limit, or half of the memory of the machine.
pub(crate) fn memory(asked: Option<u64>) -> usize {
    usize::try_from(asked.unwrap_or_else(half_of_the_machine)).unwrap_or(usize::MAX)
}

fn half_of_the_machine() -> u64 {
    let system = System::new_with_specifics(
        RefreshKind::nothing().with_memory(MemoryRefreshKind::everything()),
    );
    // A container may have less memory than the machine.
    let limit = system.cgroup_limits().map_or(u64::MAX, |limits| limits.total_memory);
    match system.total_memory().min(limit) {
        // The size of the memory is unknown.
        0 => Memo::MEMORY as u64,
        total => total / 2,
    }
}

/// Builds the diagram of all covers.
///
/// # Errors
/// [`Error::Bad`] if the memory is too small, [`Error::Interrupted`] after a signal, and
/// [`Error::Stopped`] at a limit: an incomplete diagram answers no query.
pub(crate) fn diagram(
    memo: &Memo,
    part: &Cube,
    name: &dyn std::fmt::Display,
    session: &mut Session,
) -> Result<Diagram, Error> {
    session.note_engine("memo");
    session.say_how(|| "engine `memo`: it builds a diagram of all covers".to_owned())?;
    let mut search = memo.diagram_search(part).expect("the options have been checked");
    session.finish(&mut search, drive::advance)?;
    search.finish().map_err(|error| {
        let remedy = match error.is_refused {
            true => "free some, or take a machine with more",
            false => "raise the limit with --memory",
        };
        Error::Bad(format!("{name}: {error}; {remedy}"))
    })
}

/// Returns the requested covers of a diagram, or a message if there are none.
pub(crate) fn chosen<'a>(
    query: &'a Query<'_>,
    counts: &'a Counts<'_>,
) -> Result<Box<dyn Iterator<Item = Cover> + 'a>, String> {
    match query {
        Query::Sample { number, .. } => {
            let mut random = query.random();
            Ok(Box::new((0..*number).map_while(move |_| counts.sample(|| random.next_u64()))))
        }
        Query::Nth(index) => match counts.nth(&(*index - 1_u32)) {
            Some(cover) => Ok(Box::new(std::iter::once(cover))),
            None => Err(no_such_solution(index, &counts.total())),
        },
        Query::OptionCounts => Ok(Box::new(std::iter::empty())),
    }
}
