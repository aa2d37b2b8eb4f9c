//! Questions about all covers together, which their diagram answers: some of them at random, the
//! i-th, in how many each option is.

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

use crate::shared::error::Error;
use crate::shared::interrupt;
use crate::shared::session::{SLICE, Session};

/// Questions about all solutions together, which are answered without going through them.
#[derive(Debug, clap::Args)]
pub(crate) struct QueryArgs {
    /// Print K of all solutions at random, each time any of them with the same probability
    #[arg(long, value_name = "K", group = "query", conflicts_with_all = ["count", "limit", "first"])]
    sample: Option<u64>,

    /// With --sample, the same number gives the same choice; without it every run makes another
    #[arg(long, value_name = "S", requires = "sample")]
    seed: Option<u64>,

    /// Print the I-th solution, counted from 1, without those before it
    ///
    /// The order is that of `--engine memo`.
    #[arg(long, value_name = "I", value_parser = index, group = "query", conflicts_with_all = ["count", "limit", "first"])]
    nth: Option<BigUint>,

    /// Print in how many solutions each option is
    #[arg(long, group = "query", conflicts_with_all = ["count", "limit", "first"])]
    option_counts: bool,

    /// How much memory counting may take, as 500M or 8G; half of the machine's if nothing is said
    ///
    /// The number is exact all the same. With less memory it takes longer; but for --sample, --nth
    /// and --option-counts there must be enough.
    #[arg(long, value_name = "SIZE")]
    memory: Option<ByteSize>,
}

/// Reads a number from 1 on, of any length.
fn index(text: &str) -> Result<BigUint, String> {
    match text.parse() {
        Ok(index) if index > BigUint::ZERO => Ok(index),
        _ => Err("write a number; the first one is 1".to_owned()),
    }
}

/// A question about all solutions together.
pub(crate) enum Query<'a> {
    Sample { number: u64, seed: Option<u64> },
    Nth(&'a BigUint),
    OptionCounts,
}

impl QueryArgs {
    pub(crate) fn query(&self) -> Option<Query<'_>> {
        let sample = self.sample.map(|number| Query::Sample { number, seed: self.seed });
        sample
            .or(self.nth.as_ref().map(Query::Nth))
            .or(self.option_counts.then_some(Query::OptionCounts))
    }

    /// The number of bytes that may be taken.
    pub(crate) fn memory(&self) -> usize {
        let memory = self.memory.map(|memory| memory.as_u64());
        usize::try_from(memory.unwrap_or_else(half_of_the_machine)).unwrap_or(usize::MAX)
    }
}

/// The number of bytes that counting may take if nothing is said.
pub(crate) fn memory() -> usize {
    usize::try_from(half_of_the_machine()).unwrap_or(usize::MAX)
}

fn half_of_the_machine() -> u64 {
    let system = System::new_with_specifics(
        RefreshKind::nothing().with_memory(MemoryRefreshKind::everything()),
    );
    // A container can have less than the machine.
    let limit = system.cgroup_limits().map_or(u64::MAX, |limits| limits.total_memory);
    match system.total_memory().min(limit) {
        // It is not known.
        0 => Memo::MEMORY as u64,
        total => total / 2,
    }
}

/// Builds the diagram of all covers. Fails if there is too little memory for it, or at an
/// interrupt: of a part of the diagram nothing can be said.
pub(crate) fn family(
    memo: &Memo,
    part: &Cube,
    name: &dyn std::fmt::Display,
    session: &mut Session,
) -> Result<Diagram, Error> {
    interrupt::watch();
    let mut search = memo.diagram_search(part).expect("the options were looked at before");
    loop {
        match search.advance(SLICE) {
            Ok(true) => break,
            Ok(false) => {
                session.watch_building(search.stats())?;
                interrupt::check()?;
            }
            Err(error) => {
                return Err(Error::Bad(format!("{name}: {error}; give it more with --memory")));
            }
        }
    }
    session.totals.add(0_u32, search.stats());
    Ok(search.into_diagram().expect("it is finished"))
}

/// The covers that are wanted of a family. Fails, with what is to be said, if there are none.
pub(crate) fn chosen<'a>(
    query: &'a Query<'_>,
    counts: &'a Counts<'_>,
) -> Result<Box<dyn Iterator<Item = Cover> + 'a>, String> {
    match query {
        Query::Sample { number, seed } => {
            // A hasher of the standard library is seeded by the operating system.
            let seed = seed.unwrap_or_else(|| RandomState::new().hash_one(()));
            let mut random = Xoshiro256PlusPlus::seed_from_u64(seed);
            Ok(Box::new((0..*number).map_while(move |_| counts.sample(|| random.next_u64()))))
        }
        Query::Nth(index) => match counts.nth(&(*index - 1_u32)) {
            Some(cover) => Ok(Box::new(std::iter::once(cover))),
            None => {
                Err(format!("there is no solution number {index}: there are {}", counts.total()))
            }
        },
        Query::OptionCounts => Ok(Box::new(std::iter::empty())),
    }
}
