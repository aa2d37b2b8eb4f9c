//! Packings by weight. There are things of several kinds, each with a weight, a value and a number
//! of copies. The total weight of the packed things must lie within bounds. With bounds `n..=n`,
//! the solutions are the ways to pay an amount with a limited number of coins. Bounds `0..=n` with
//! values give the knapsack problem: its best packing is the cheapest cover.
//!
//! The exact cover uses the multiplicities, colors and costs of TAOCP 7.2.2.1. The primary item
//! `weight` has the bounds of the weight as its *multiplicity*. Each chosen option that contains it
//! counts as one unit of weight. An option cannot contain an item twice, so a copy of a thing of
//! weight w has w primary items, its units. Each unit is either packed (`u2.1.rope weight
//! n.rope:2`, unit 1 of the second copy of a rope) or left out (`u2.1.rope n.rope:1`). All units of
//! all copies of a thing must agree on the number of copies that are packed, which is the *color*
//! of the secondary item `n.rope`. Copies are packed in the order of their numbers, so each packing
//! has exactly one cover. The *cost* of a cover is the value of the things that are left out.

use std::error::Error;
use std::fmt;
use std::ops::RangeInclusive;

use super::Puzzle;
use crate::ids::OptionId;
use crate::problem::{AsEntry, AsItem, AsName, BuildError, EntryRef, Model, Problem};

/// A kind of thing that can be packed.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Thing {
    /// The name, without blanks, `|` or `:`.
    pub name: String,
    /// The weight of one copy.
    pub weight: u32,
    /// The number of copies.
    pub copies: u32,
    /// The value of one copy.
    pub value: u64,
}

impl Thing {
    /// Returns a thing with one copy and value 0.
    ///
    /// ```
    /// use quadrille::puzzle::knapsack::Thing;
    /// let dimes = Thing { copies: 3, ..Thing::new("dime", 10) };
    /// assert_eq!((dimes.weight, dimes.copies, dimes.value), (10, 3, 0));
    /// ```
    #[must_use]
    pub fn new(name: impl Into<String>, weight: u32) -> Self {
        Self { name: name.into(), weight, copies: 1, value: 0 }
    }
}

/// All packings whose weight lies within bounds.
///
/// ```
/// use quadrille::puzzle::Puzzle;
/// use quadrille::puzzle::knapsack::{Knapsack, Thing};
/// // Pay 6 with three coins of 1, two of 2 and one of 5.
/// let coins = [("one", 1, 3), ("two", 2, 2), ("five", 5, 1)];
/// let coins = coins.map(|(name, weight, copies)| Thing { copies, ..Thing::new(name, weight) });
/// let payment = Knapsack::new(coins, 6..=6)?; // five + one, two + two + one + one
/// let weight = payment.problem().item("weight").ok_or("no weight")?;
/// assert_eq!(payment.problem().bounds(weight), Some(6..=6));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Knapsack {
    things: Vec<Thing>,
    /// The thing of an option, and the number of its copies that are packed.
    model: Model<(usize, u32)>,
}

/// The reason why a knapsack problem cannot be built.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum KnapsackError {
    /// A name is empty, or contains a blank, `|` or `:`.
    Name(String),
    /// Two things have this name.
    DuplicateName(String),
    /// A thing has weight 0.
    NoWeight(String),
    /// A thing has no copies.
    NoCopies(String),
    /// The bounds contain no weight, or only 0.
    Bounds {
        /// The lower bound.
        low: u32,
        /// The upper bound.
        high: u32,
    },
    /// The weights and copies make too many options: one for each unit and each number of copies.
    TooHeavy,
    /// The values of 1 copy, of 2 copies and so on of each thing add up to more than [`i64::MAX`].
    TooValuable,
}

impl fmt::Display for KnapsackError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Name(name) => {
                write!(
                    f,
                    "{name:?} is not a name: use at least one character, and no blanks, `|` or `:`"
                )
            }
            Self::DuplicateName(name) => {
                write!(
                    f,
                    "two things are named `{name}`: give each its own name, or take one with more copies"
                )
            }
            Self::NoWeight(name) => write!(f, "`{name}` weighs 0: a weight must be at least 1"),
            Self::NoCopies(name) => write!(f, "there are 0 copies of `{name}`: leave it out"),
            Self::Bounds { low, high } => write!(
                f,
                "a weight from {low} to {high}: the first number must not be above the second, which must be at least 1"
            ),
            Self::TooHeavy => write!(
                f,
                "weights and copies make more than {MAX_OPTIONS} options, one for each unit of weight and each number of \
                 copies: take a larger unit of weight, or fewer copies"
            ),
            Self::TooValuable => {
                write!(
                    f,
                    "the values of 1 copy, of 2 copies and so on of each thing together exceed {}: \
                     use a larger unit",
                    i64::MAX
                )
            }
        }
    }
}

impl Error for KnapsackError {}

/// The maximum number of options. The puzzle is an example of multiplicities, and is not meant for
/// larger problems.
const MAX_OPTIONS: u64 = 10_000_000;

impl Knapsack {
    /// Returns all packings of these things with a total weight within the bounds.
    ///
    /// # Errors
    /// [`KnapsackError`] if a thing is not valid, if the bounds contain no weight or only 0, if
    /// there are too many options, or if the values are too large.
    pub fn new(
        things: impl IntoIterator<Item = Thing>,
        weight: RangeInclusive<u32>,
    ) -> Result<Self, KnapsackError> {
        let things: Vec<Thing> = things.into_iter().collect();
        check(&things)?;
        match model(&things, weight) {
            Ok(model) => Ok(Self { things, model }),
            Err(BuildError::BadBounds { low, high }) => Err(KnapsackError::Bounds { low, high }),
            Err(BuildError::TooLarge) => Err(KnapsackError::TooHeavy),
            Err(error) => unreachable!("the things were checked: {error}"),
        }
    }

    /// Returns the things that can be packed.
    #[must_use]
    pub fn things(&self) -> &[Thing] {
        &self.things
    }
}

fn check(things: &[Thing]) -> Result<(), KnapsackError> {
    let mut options: u64 = 0;
    let mut value: i64 = 0;
    for (at, Thing { name, weight, copies, value: each }) in things.iter().enumerate() {
        if name.is_empty() || name.contains(|c: char| c.is_whitespace() || c == '|' || c == ':') {
            return Err(KnapsackError::Name(name.clone()));
        }
        if things[..at].iter().any(|thing| thing.name == *name) {
            return Err(KnapsackError::DuplicateName(name.clone()));
        }
        if *weight == 0 {
            return Err(KnapsackError::NoWeight(name.clone()));
        }
        if *copies == 0 {
            return Err(KnapsackError::NoCopies(name.clone()));
        }
        // Each unit of each copy has an option for each number of copies, 0 included.
        let units = u64::from(*weight) * u64::from(*copies);
        options = options.saturating_add(units.saturating_mul(u64::from(*copies) + 1));
        // The options of the first unit of a thing cost the values of 0, 1, 2, ... copies, and its
        // other options cost 0. The sum of all costs must fit.
        let costs =
            (u128::from(*copies) * (u128::from(*copies) + 1) / 2).saturating_mul(u128::from(*each));
        let costs = i64::try_from(costs).ok().and_then(|costs| value.checked_add(costs));
        value = costs.ok_or(KnapsackError::TooValuable)?;
    }
    if options > MAX_OPTIONS { Err(KnapsackError::TooHeavy) } else { Ok(()) }
}

fn model(things: &[Thing], weight: RangeInclusive<u32>) -> Result<Model<(usize, u32)>, BuildError> {
    // The prefixes keep the three kinds of names apart for any names of things.
    let unit_name = |copy: u32, unit: u32, thing: &Thing| format!("u{copy}.{unit}.{}", thing.name);
    let number_name = |thing: &Thing| format!("n.{}", thing.name);
    let mut builder = Model::builder();
    builder.bounded(["weight"], weight)?;
    let units = |thing: &Thing| {
        let weight = thing.weight;
        (1..=thing.copies).flat_map(move |copy| (1..=weight).map(move |unit| (copy, unit)))
    };
    for thing in things {
        builder.primary(units(thing).map(|(copy, unit)| unit_name(copy, unit, thing)))?;
    }
    builder.secondary(things.iter().map(number_name))?;
    for (at, thing) in things.iter().enumerate() {
        let number = number_name(thing);
        for (copy, unit) in units(thing) {
            let name = unit_name(copy, unit, thing);
            for packed in 0..=thing.copies {
                let mut entries = vec![name.as_entry()];
                if copy <= packed {
                    entries.push("weight".as_entry());
                }
                entries.push(EntryRef { item: number.as_item(), color: Some(packed.as_name()) });
                // The first unit carries the cost of the copies that are left out.
                let first = (copy, unit) == (1, 1);
                let cost = if first { u64::from(thing.copies - packed) * thing.value } else { 0 };
                let cost = i64::try_from(cost).map_err(|_| BuildError::CostTooLarge)?;
                builder.option_with_cost((at, packed), entries, cost)?;
            }
        }
    }
    builder.build()
}

impl Puzzle for Knapsack {
    type Solution = Packing;

    fn problem(&self) -> &Problem {
        self.model.problem()
    }

    fn decode(&self, cover: &[OptionId]) -> Packing {
        let mut counts = vec![0; self.things.len()];
        for &option in cover {
            let (thing, packed) = *self.model.value(option);
            counts[thing] = packed;
        }
        let packed = self.things.iter().zip(counts).filter(|&(_, count)| count > 0);
        Packing { packed: packed.map(|(thing, count)| (thing.clone(), count)).collect() }
    }
}

/// A choice of things with a weight within the bounds. It displays as a line for each kind of thing
/// packed and a line for the total.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Packing {
    packed: Vec<(Thing, u32)>,
}

impl Packing {
    /// Returns the packed things in the order in which they were given, each with the number of its
    /// copies that are packed.
    pub fn packed(&self) -> impl ExactSizeIterator<Item = (&Thing, u32)> {
        self.packed.iter().map(|(thing, count)| (thing, *count))
    }

    /// Returns the total weight.
    #[must_use]
    pub fn weight(&self) -> u64 {
        self.packed().map(|(thing, count)| u64::from(thing.weight) * u64::from(count)).sum()
    }

    /// Returns the total value.
    #[must_use]
    pub fn value(&self) -> u64 {
        self.packed().map(|(thing, count)| thing.value * u64::from(count)).sum()
    }
}

impl fmt::Display for Packing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (thing, count) in self.packed() {
            writeln!(
                f,
                "{count} x {} of weight {}, value {}",
                thing.name, thing.weight, thing.value
            )?;
        }
        write!(f, "weight {}, value {}", self.weight(), self.value())
    }
}
