//! The arguments of packing and planning puzzles.

use std::fmt::Display;
use std::path::PathBuf;

use quadrille::puzzle::knapsack::{Knapsack, Thing};
use quadrille::puzzle::schedule::Schedule;

use super::{Files, text};

/// Packings of a given weight, or payments of an amount, from limited supplies
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  quadrille show knapsack 20 nickel:1:20 dime:2:10 quarter:5:4 half:10:2 -n 3
  quadrille show knapsack 0..10 tent:6:1:30 rope:2:2:9 stove:3:1:14 --best")]
pub(crate) struct KnapsackArgs {
    /// The total weight, such as 20, or its bounds, such as 0..20
    weight: String,

    /// A thing: its name, the weight of a copy, the number of copies (default 1), and the value of
    /// a copy (default 0)
    #[arg(value_name = "NAME:WEIGHT[:COPIES[:VALUE]]", required = true)]
    things: Vec<String>,
}

impl KnapsackArgs {
    pub(super) fn puzzle(&self) -> Result<Knapsack, String> {
        let read = |argument: &String| {
            thing(argument).ok_or_else(|| format!(
                "`{argument}` is not NAME:WEIGHT[:COPIES[:VALUE]]: write rope:2, or rope:2:3:9 for three copies worth 9 each"
            ))
        };
        let things = self.things.iter().map(read).collect::<Result<Vec<_>, _>>()?;
        let (low, high) = self.weight.split_once("..").unwrap_or((&self.weight, &self.weight));
        let (Ok(low), Ok(high)) = (low.parse(), high.parse()) else {
            return Err(format!(
                "`{}` is not a weight: write a number, such as 20, or bounds, such as 0..20",
                self.weight
            ));
        };
        Knapsack::new(things, low..=high).map_err(text)
    }
}

fn thing(argument: &str) -> Option<Thing> {
    let mut parts = argument.split(':');
    let (name, weight) = (parts.next()?, parts.next()?.parse().ok()?);
    let copies = parts.next().unwrap_or("1").parse().ok()?;
    let value = parts.next().unwrap_or("0").parse().ok()?;
    parts.next().is_none().then(|| Thing { copies, value, ..Thing::new(name, weight) })
}

/// Timetables of meetings, from rooms, hours, availability and preferences
#[derive(Debug, clap::Args)]
#[command(after_help = "\
The table has a header, `kind,name,needs` followed by the hours, and a row for each room, person
and meeting. The needs of a meeting are people, and optionally a room, separated by `;`. In the
column of an hour, `-` means unavailable, and a number is the cost of that hour.

Examples:
  quadrille show schedule puzzles/schedule.csv --best")]
pub(crate) struct ScheduleArgs {
    /// A CSV file with the table
    table: PathBuf,
}

impl ScheduleArgs {
    pub(super) fn puzzle(&self, files: &Files) -> Result<Schedule, String> {
        let about = |error: &dyn Display| format!("{}: {error}", self.table.display());
        let file = files.open(&self.table);
        let file = file.map_err(|error| about(&format_args!("cannot be read: {error}")))?;
        let reader = csv::ReaderBuilder::new().has_headers(false).flexible(true).from_reader(file);
        let rows = reader.into_records().collect::<Result<Vec<_>, _>>();
        let rows = rows.map_err(|error| about(&error))?;
        Schedule::new(rows.iter()).map_err(|error| about(&error))
    }
}
