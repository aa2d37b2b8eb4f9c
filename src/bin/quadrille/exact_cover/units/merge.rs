//! `quadrille merge`: adds up the results of units and reports errors in them.

use std::collections::BTreeMap;
use std::ffi::OsString;
use std::fmt::Write as _;
use std::io::{BufRead, Write as _};
use std::path::Path;
use std::process::ExitCode;

use num_bigint::BigUint;

use super::{Header, ResultLine};
use crate::shared::checked_line::from_line;
use crate::shared::checked_line::hash_of;
use crate::shared::error::Error;
use crate::shared::input;
use crate::shared::lines::MOST_FAULTS;
use crate::shared::own_input::check_other;
use crate::shared::session::Session;

/// Add up the results of units, and report errors in them
///
/// Reads the lines of `quadrille run`. If every unit is present, prints the total, the number of
/// units and of nodes, the time of all units together, and the hash of the audit table. The table
/// has one line per unit: its number, a tab and its count. Two searches of the same units have the
/// same hash if and only if they agree on every unit.
///
/// If a unit is missing, is incomplete or has several counts, or if a line was altered or belongs
/// to another search, each of these is named and no total is printed. Units done several times with
/// the same count are named as well, and counted once.
///
/// Exit status: 0 if there is a total and no error; 1 if there is an error in the results; 2 for
/// bad usage or files that cannot be read; 128 plus the signal number if a signal ended the
/// program.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  quadrille merge results.jsonl
  quadrille merge results/*.jsonl --table audit.tsv
  sha256sum audit.tsv | cut -c 1-32      the hash that `merge` prints")]
pub(crate) struct Args {
    /// Files of results
    #[arg(value_name = "RESULTS", required = true)]
    files: Vec<OsString>,

    /// Write the audit table to a file, if there is a total
    #[arg(long, value_name = "FILE")]
    table: Option<OsString>,

    /// Do not report units that were done several times with the same count
    #[arg(long)]
    allow_duplicates: bool,
}

pub(crate) fn run(args: &Args) -> ExitCode {
    let mut session = Session::new("files", "results", false);
    let result = merge(args, &mut session);
    session.end(result)
}

/// The results of a unit.
#[derive(Default)]
struct Unit {
    /// The counts of the unit's complete results, each with the places of its lines.
    counts: BTreeMap<BigUint, Vec<String>>,
    nodes: u64,
    seconds: f64,
    incomplete: Vec<(String, String)>,
}

fn merge(args: &Args, session: &mut Session) -> Result<(), Error> {
    if let Some(table) = &args.table {
        check_other("--table", Path::new(table), args.files.iter().map(OsString::as_os_str))?;
    }
    let mut first: Option<ResultLine> = None;
    let mut units: BTreeMap<usize, Unit> = BTreeMap::new();
    let mut complaints: Vec<String> = Vec::new();
    let mut has_units = false;
    for file in &args.files {
        let name = file.display();
        let lines = match input::open(file) {
            Ok(file) => input::buffered(file).split(b'\n'),
            Err(error) => return Err(Error::Bad(format!("{name}: cannot be read: {error}"))),
        };
        for (number, line) in (1..).zip(lines) {
            let line = match line {
                Ok(line) => String::from_utf8_lossy(&line).into_owned(),
                Err(error) => {
                    return Err(Error::Bad(format!("{name}: cannot be read any further: {error}")));
                }
            };
            if line.trim().is_empty() {
                continue;
            }
            let place = format!("{name}:{number}");
            let line: ResultLine = match from_line(&line) {
                Ok(line) => line,
                Err(_) if from_line::<Header>(&line).is_ok() => {
                    has_units = true;
                    complaints.push(format!(
                        "{name}: this is a file of units; `run` makes results of it"
                    ));
                    break;
                }
                Err(error) => {
                    complaints.push(format!("{place}: {error}"));
                    continue;
                }
            };
            let first = first.get_or_insert_with(|| line.clone());
            if (&line.problem, &line.split, line.of) != (&first.problem, &first.split, first.of) {
                let what = if line.problem == first.problem { "split" } else { "problem" };
                complaints.push(format!(
                    "{place}: a result of another {what} than the first line: not counted"
                ));
                continue;
            }
            let unit = units.entry(line.unit).or_default();
            match line.count.parse::<BigUint>() {
                Ok(count) if line.complete => {
                    (unit.nodes, unit.seconds) = (line.nodes, line.seconds);
                    unit.counts.entry(count).or_default().push(place);
                }
                Ok(_) => unit.incomplete.push((place, line.count)),
                Err(_) => complaints.push(format!("{place}: `{}` is not a count", line.count)),
            }
        }
    }
    let Some(first) = first else {
        if !has_units {
            complaints.push("there are no results".to_owned());
        }
        return complain(&complaints, session);
    };
    let mut is_whole = complaints.is_empty();
    let mut missing: Vec<usize> = (0..first.of).filter(|unit| !units.contains_key(unit)).collect();
    for (number, unit) in &units {
        let mut counts = unit.counts.iter();
        match (counts.next(), counts.next()) {
            (Some((count, places)), None) if places.len() > 1 && !args.allow_duplicates => {
                let places = places.join(", ");
                complaints.push(format!(
                    "unit {number}: done several times, with the same count, {count}: {places}"
                ));
            }
            (Some(_), None) => {}
            (Some(_), Some(_)) => {
                is_whole = false;
                let all = unit
                    .counts
                    .iter()
                    .map(|(count, places)| format!("{count} ({})", places.join(", ")));
                let all = all.collect::<Vec<_>>().join(", ");
                complaints.push(format!("unit {number}: results disagree: {all}"));
            }
            (None, _) if !unit.incomplete.is_empty() => {
                is_whole = false;
                let all = unit
                    .incomplete
                    .iter()
                    .map(|(place, count)| format!("{count} so far ({place})"));
                let all = all.collect::<Vec<_>>().join(", ");
                complaints.push(format!("unit {number}: not complete: {all}"));
            }
            (None, _) => missing.push(*number),
        }
    }
    missing.sort_unstable();
    is_whole &= missing.is_empty();
    complaints.extend(ranges(&missing).into_iter().map(|range| format!("{range}: missing")));
    if is_whole {
        let table = units.iter().fold(String::new(), |mut table, (number, unit)| {
            let counts = unit.counts.keys().next().into_iter();
            counts.for_each(|count| {
                writeln!(table, "{number}\t{count}").expect("writing to memory cannot fail");
            });
            table
        });
        if let Some(file) = &args.table
            && let Err(error) = std::fs::write(file, &table)
        {
            return Err(Error::Bad(format!("{}: cannot be written: {error}", file.display())));
        }
        let total: BigUint = units.values().flat_map(|unit| unit.counts.keys().next()).sum();
        let nodes: u128 = units.values().map(|unit| u128::from(unit.nodes)).sum();
        let seconds: f64 = units.values().map(|unit| unit.seconds).sum();
        session.print(|output| {
            writeln!(
                output,
                "total {total}\nunits {}\nnodes {nodes}\nseconds {seconds:.3}",
                first.of
            )?;
            writeln!(
                output,
                "problem {}\nsplit {}\ntable {}",
                first.problem,
                first.split,
                hash_of(table.as_bytes())
            )
        })?;
    }
    complain(&complaints, session)
}

fn complain(complaints: &[String], session: &mut Session) -> Result<(), Error> {
    if !complaints.is_empty() {
        session.no_solution();
    }
    let most = usize::try_from(MOST_FAULTS).unwrap_or(usize::MAX);
    for complaint in complaints.iter().take(most) {
        session.say(complaint)?;
    }
    match complaints.len().saturating_sub(most) {
        0 => Ok(()),
        1 => session.say("and 1 more error"),
        more => session.say(&format!("and {more} more errors")),
    }
}

/// Returns the runs of consecutive numbers, in words.
fn ranges(numbers: &[usize]) -> Vec<String> {
    let runs = numbers.chunk_by(|a, b| a + 1 == *b);
    runs.map(|run| match run {
        [one] => format!("unit {one}"),
        run => format!("units {} to {}", run[0], run[run.len() - 1]),
    })
    .collect()
}
