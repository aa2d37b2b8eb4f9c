//! What is asked of all covers together: how many they are, some of them at random, the i-th, how often each option is used.

use std::hash::{BuildHasher, RandomState};
use std::io;

use bytesize::ByteSize;
use num_bigint::BigUint;
use quadrille::diagram::Counts;
use quadrille::engine::memo::Memo;
use quadrille::search::{Cube, Stats};
use quadrille::{Count, Counter, Cover, Diagram, sudoku};
use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::{Rng, SeedableRng};
use serde_json::value::RawValue;
use sysinfo::{MemoryRefreshKind, RefreshKind, System};

use crate::shared::console::{SLICE, Session};
use crate::shared::interrupt;

/// Questions about all solutions together, which are answered without going through them.
#[derive(Debug, clap::Args)]
pub(crate) struct FamilyArgs {
    /// Print K of all solutions at random, each time any of them with the same probability
    #[arg(long, value_name = "K", group = "wish", conflicts_with_all = ["count", "limit", "first"])]
    sample: Option<u64>,

    /// With --sample, the same number gives the same choice; without it every run makes another
    #[arg(long, value_name = "S", requires = "sample")]
    seed: Option<u64>,

    /// Print the I-th solution, counted from 1, without those before it
    ///
    /// The order is that of `--engine memo`.
    #[arg(long, value_name = "I", value_parser = index, group = "wish", conflicts_with_all = ["count", "limit", "first"])]
    nth: Option<BigUint>,

    /// Print in how many solutions each option is
    #[arg(long, group = "wish", conflicts_with_all = ["count", "limit", "first"])]
    option_counts: bool,

    /// How much memory counting may take, as 500M or 8G; half of the machine's if nothing is said
    ///
    /// The number is exact all the same. With less memory it takes longer; but for --sample, --nth and --option-counts there
    /// must be enough.
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

/// What is asked.
pub(crate) enum Wish<'a> {
    Sample { number: u64, seed: Option<u64> },
    Nth(&'a BigUint),
    OptionCounts,
}

impl FamilyArgs {
    pub(crate) fn wish(&self) -> Option<Wish<'_>> {
        let sample = self.sample.map(|number| Wish::Sample { number, seed: self.seed });
        sample.or(self.nth.as_ref().map(Wish::Nth)).or(self.option_counts.then_some(Wish::OptionCounts))
    }

    /// How many bytes may be taken.
    pub(crate) fn memory(&self) -> usize {
        let memory = self.memory.map(|memory| memory.as_u64());
        usize::try_from(memory.unwrap_or_else(half_of_the_machine)).unwrap_or(usize::MAX)
    }
}

fn half_of_the_machine() -> u64 {
    let system = System::new_with_specifics(RefreshKind::nothing().with_memory(MemoryRefreshKind::everything()));
    // A container can have less than the machine.
    let limit = system.cgroup_limits().map_or(u64::MAX, |limits| limits.total_memory);
    match system.total_memory().min(limit) {
        // It is not known.
        0 => Memo::MEMORY as u64,
        total => total / 2,
    }
}

/// A search for a number.
pub(crate) trait Counting {
    fn advance(&mut self, nodes: u64) -> bool;
    fn count_so_far(&self) -> Count<BigUint>;
    fn stats(&self) -> Stats;
    /// Whether it goes through the covers, where several threads would help.
    fn is_searching(&self) -> bool;
}

macro_rules! counting {
    ($counter:ty) => {
        impl Counting for $counter {
            fn advance(&mut self, nodes: u64) -> bool {
                self.advance(nodes)
            }

            fn count_so_far(&self) -> Count<BigUint> {
                self.count_so_far()
            }

            fn stats(&self) -> Stats {
                self.stats()
            }

            fn is_searching(&self) -> bool {
                self.is_searching()
            }
        }
    };
}

counting!(Counter<'_>);
counting!(sudoku::Counter);

/// Counts, until it is done or interrupted, or, if `alone` is false, until several threads should take over: then `None`.
pub(crate) fn count(
    counting: &mut impl Counting,
    alone: bool,
    session: &mut Session,
) -> io::Result<Option<Count<BigUint>>> {
    interrupt::watch();
    while !counting.advance(SLICE) {
        if !alone && counting.is_searching() {
            return Ok(None);
        }
        if interrupt::is_requested() {
            session.interrupted();
            break;
        }
        session.watch_building(counting.stats())?;
    }
    let count = counting.count_so_far();
    session.add(saturated(&count.clone().found()), counting.stats());
    Ok(Some(count))
}

pub(crate) fn saturated(number: &BigUint) -> u64 {
    u64::try_from(number).unwrap_or(u64::MAX)
}

/// A number as JSON has it, of any length.
pub(crate) fn json_number(number: &BigUint) -> Box<RawValue> {
    RawValue::from_string(number.to_string()).expect("decimal digits are a number")
}

/// The diagram of all covers; `None` if there is none, which was said then.
pub(crate) fn family(
    memo: &Memo,
    cube: &Cube,
    name: &dyn std::fmt::Display,
    session: &mut Session,
) -> io::Result<Option<Diagram>> {
    interrupt::watch();
    let mut search = memo.diagram_search(cube).expect("the options were looked at before");
    loop {
        match search.advance(SLICE) {
            Ok(true) => break,
            Ok(false) if interrupt::is_requested() => {
                session.interrupted();
                session.say(&format!("{name}: interrupted before all covers were found"))?;
                return Ok(None);
            }
            Ok(false) => session.watch_building(search.stats())?,
            Err(error) => {
                session.bad(&format!("{name}: {error}; give it more with --memory"))?;
                return Ok(None);
            }
        }
    }
    session.add(0, search.stats());
    Ok(search.into_diagram())
}

/// The covers that are wanted of a family. Fails, with what is to be said, if there are none.
pub(crate) fn chosen<'a>(
    wish: &'a Wish<'_>,
    counts: &'a Counts<'_>,
) -> Result<Box<dyn Iterator<Item = Cover> + 'a>, String> {
    match wish {
        Wish::Sample { number, seed } => {
            // A hasher of the standard library is seeded by the operating system.
            let seed = seed.unwrap_or_else(|| RandomState::new().hash_one(()));
            let mut random = Xoshiro256PlusPlus::seed_from_u64(seed);
            Ok(Box::new((0..*number).map_while(move |_| counts.sample(|| random.next_u64()))))
        }
        Wish::Nth(index) => match counts.nth(&(*index - 1_u32)) {
            Some(cover) => Ok(Box::new(std::iter::once(cover))),
            None => Err(format!("there is no solution number {index}: there are {}", counts.total())),
        },
        Wish::OptionCounts => Ok(Box::new(std::iter::empty())),
    }
}
