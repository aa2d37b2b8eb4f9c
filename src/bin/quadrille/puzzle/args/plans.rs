//! Packing and planning.

use std::ops::RangeInclusive;
use std::path::PathBuf;

use quadrille::puzzle::knapsack::{Knapsack, Thing};
use quadrille::puzzle::schedule::Schedule;

use super::text;
use crate::shared::input;

/// Packings of a weight, or payments of an amount: things of some kinds, each with a number of
/// copies
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  quadrille show knapsack 20 nickel:1:20 dime:2:10 quarter:5:4 half:10:2 -n 3
  quadrille show knapsack 0..10 tent:6:1:30 rope:2:2:9 stove:3:1:14 --best")]
pub(crate) struct KnapsackArgs {
    /// The weight of what is packed, as 20, or its bounds, as 0..20
    weight: String,

    /// A kind of thing: its name, what a copy weighs, how many copies there are (1), what a copy is
    /// worth (0)
    #[arg(value_name = "NAME:WEIGHT[:COPIES[:VALUE]]", required = true)]
    things: Vec<String>,
}

impl KnapsackArgs {
    pub(super) fn puzzle(&self) -> Result<Knapsack, String> {
        let things =
            self.things.iter().map(|argument| thing(argument)).collect::<Result<Vec<_>, _>>()?;
        Knapsack::new(things, self.weight()?).map_err(text)
    }

    fn weight(&self) -> Result<RangeInclusive<u32>, String> {
        let (low, high) = self.weight.split_once("..").unwrap_or((&self.weight, &self.weight));
        match (low.parse(), high.parse()) {
            (Ok(low), Ok(high)) => Ok(low..=high),
            _ => Err(format!(
                "`{}` is no weight: write a number, as 20, or bounds, as 0..20",
                self.weight
            )),
        }
    }
}

fn thing(argument: &str) -> Result<Thing, String> {
    let mut parts = argument.split(':');
    let name = parts.next().unwrap_or_default();
    let mut number = |default: Option<u64>| match parts.next().map(str::parse) {
        Some(Ok(number)) => Some(number),
        Some(Err(_)) => None,
        None => default,
    };
    let read = [number(None), number(Some(1)), number(Some(0))];
    let [Some(weight), Some(copies), Some(value)] = read else { return Err(no_thing(argument)) };
    match (u32::try_from(weight), u32::try_from(copies), parts.next()) {
        (Ok(weight), Ok(copies), None) => Ok(Thing { copies, value, ..Thing::new(name, weight) }),
        _ => Err(no_thing(argument)),
    }
}

fn no_thing(argument: &str) -> String {
    format!(
        "`{argument}` is no thing: write its name and numbers, as rope:2, or rope:2:3:9 for three of them worth 9 each"
    )
}

/// Timetables of meetings: rooms, hours, who cannot when, and what they would rather not
#[derive(Debug, clap::Args)]
#[command(after_help = "\
The table has a head, `kind,name,needs` and then the hours, and a row for each room, person and
meeting. What a meeting needs are people, and perhaps a room, with `;` between them. Under an
hour, `-` says that it cannot be then, and a number what it costs.

Examples:
  quadrille show schedule puzzles/schedule.csv --best")]
pub(crate) struct ScheduleArgs {
    /// A file with the table, as comma-separated values
    table: PathBuf,
}

impl ScheduleArgs {
    pub(super) fn puzzle(&self) -> Result<Schedule, String> {
        let name = self.table.display();
        let file = input::open_buffered(&self.table)
            .map_err(|error| format!("{name}: cannot be read: {error}"))?;
        let reader = csv::ReaderBuilder::new().has_headers(false).flexible(true).from_reader(file);
        let rows: Vec<csv::StringRecord> = reader
            .into_records()
            .collect::<Result<_, _>>()
            .map_err(|error| format!("{name}: {error}"))?;
        Schedule::new(rows.iter()).map_err(|error| format!("{name}: {error}"))
    }
}
