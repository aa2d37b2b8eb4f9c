//! Packing and planning puzzles, from their arguments.

use std::fmt::Display;
use std::path::Path;

use quadrille::puzzle::knapsack::{Knapsack, Thing};
use quadrille::puzzle::schedule::Schedule;

use super::{Files, text};

pub(super) fn knapsack(weight: &str, things: &[String]) -> Result<Knapsack, String> {
    let read = |argument: &String| {
        thing(argument).ok_or_else(|| format!(
            "`{argument}` is not NAME:WEIGHT[:COPIES[:VALUE]]: write rope:2, or rope:2:3:9 for three copies worth 9 each"
        ))
    };
    let things = things.iter().map(read).collect::<Result<Vec<_>, _>>()?;
    let (low, high) = weight.split_once("..").unwrap_or((weight, weight));
    let (Ok(low), Ok(high)) = (low.parse(), high.parse()) else {
        return Err(format!(
            "`{weight}` is not a weight: write a number, such as 20, or bounds, such as 0..20"
        ));
    };
    Knapsack::new(things, low..=high).map_err(text)
}

fn thing(argument: &str) -> Option<Thing> {
    let mut parts = argument.split(':');
    let (name, weight) = (parts.next()?, parts.next()?.parse().ok()?);
    let copies = parts.next().unwrap_or("1").parse().ok()?;
    let value = parts.next().unwrap_or("0").parse().ok()?;
    parts.next().is_none().then(|| Thing { copies, value, ..Thing::new(name, weight) })
}

pub(super) fn schedule(table: &Path, files: &Files) -> Result<Schedule, String> {
    let about = |error: &dyn Display| format!("{}: {error}", table.display());
    let file = files.open(table);
    let file = file.map_err(|error| about(&format_args!("cannot be read: {error}")))?;
    let reader = csv::ReaderBuilder::new().has_headers(false).flexible(true).from_reader(file);
    let rows = reader.into_records().collect::<Result<Vec<_>, _>>();
    let rows = rows.map_err(|error| about(&error))?;
    Schedule::new(rows.iter()).map_err(|error| about(&error))
}
