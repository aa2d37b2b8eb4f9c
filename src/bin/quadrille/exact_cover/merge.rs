//! `quadrille merge`: the sum of the results of units, and errors in them.

use std::collections::BTreeMap;
use std::ffi::OsString;
use std::fs;
use std::io::Write;
use std::path::Path;
use std::process::ExitCode;

use num_bigint::BigUint;

use crate::shared::error::Error;
use crate::shared::files::check_other;
use crate::shared::journal::{self, Head, Unit, hash_of};
use crate::shared::lines::MOST_FAULTS;
use crate::shared::session::Session;
use crate::shared::words::counted;

/// Add up the results of units, and report errors in them
///
/// Reads the lines that `quadrille run` printed. If every unit is present, prints the total, the
/// numbers of units and nodes, the total time of all units, and the hashes of the problem, the
/// split and the audit table. The table has one line per unit: its number, a tab and its count. Two
/// searches of the same units have the same hash of the table if and only if all counts agree.
///
/// Reports units that are missing, are incomplete or have several counts, and lines that were
/// altered or belong to another search. If there are any of these, prints no total. Also reports
/// units that were searched several times with the same count, and counts them once. Prints at most
/// ten reports. Ignores unfinished lines, with a message.
///
/// Exit status: 1 if an error in the results or a repeated unit is reported.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  quadrille merge results.jsonl
  quadrille merge results/*.jsonl --table audit.tsv
  sha256sum audit.tsv | cut -c 1-32      the hash of the table, as `merge` prints it")]
pub(crate) struct MergeArgs {
    /// Files of results; `-` is standard input
    #[arg(value_name = "RESULTS", required = true)]
    files: Vec<OsString>,

    /// Write the audit table to a file, if there is a total
    #[arg(long, value_name = "FILE")]
    table: Option<OsString>,

    /// Do not report units that were searched several times with the same count
    #[arg(long)]
    allow_duplicates: bool,
}

pub(crate) fn merge(args: &MergeArgs) -> ExitCode {
    Session::new("files", "results").command(|session| {
        let complaints = add_up(args, session)?;
        if !complaints.is_empty() {
            session.no_solution();
        }
        let most = MOST_FAULTS as usize;
        complaints.iter().take(most).try_for_each(|complaint| session.say(complaint))?;
        match complaints.len().saturating_sub(most) {
            0 => Ok(()),
            more => session.say(&format!("and {}", counted(more, "more error"))),
        }
    })
}

#[derive(Default)]
struct UnitResults {
    /// The counts of the unit's complete results, each with the places of its lines.
    counts: BTreeMap<BigUint, Vec<String>>,
    nodes: u64,
    seconds: f64,
    /// The counts of the unit's incomplete results, each with the place of its line.
    incomplete: Vec<String>,
}

/// Prints the total and writes the table, if there is a total. Returns complaints about results.
fn add_up(args: &MergeArgs, session: &mut Session) -> Result<Vec<String>, Error> {
    if let Some(table) = &args.table {
        check_other("--table", Path::new(table), args.files.iter().map(OsString::as_os_str))?;
    }
    let mut first: Option<Unit> = None;
    let mut units: BTreeMap<usize, UnitResults> = BTreeMap::new();
    let mut complaints: Vec<String> = Vec::new();
    let mut has_units = false;
    for file in &args.files {
        for line in journal::lines(file)? {
            let line = line?;
            let result: Unit = match line.parse() {
                Ok(result) => result,
                Err(_) if line.is_torn() || line.was_torn() => {
                    session.say(&line.torn())?;
                    continue;
                }
                Err(error) => {
                    if let Ok(head) = line.parse::<Head>() {
                        has_units = true;
                        complaints.push(format!("{}: {}", file.display(), head.kind.advice()));
                        break;
                    }
                    let mend = "delete the line, and `run` repeats its unit";
                    complaints.push(format!("{}: {error}: {mend}", line.place));
                    continue;
                }
            };
            let place = line.place;
            let first = first.get_or_insert_with(|| result.clone());
            if (&result.problem, &result.split, result.of)
                != (&first.problem, &first.split, first.of)
            {
                let what = if result.problem == first.problem { "split" } else { "problem" };
                complaints.push(format!(
                    "{place}: a result of a different {what} than the first line: not counted"
                ));
                continue;
            }
            let Ok(count) = result.count.parse::<BigUint>() else {
                complaints.push(format!("{place}: `{}` is not a count", result.count));
                continue;
            };
            let unit = units.entry(result.unit).or_default();
            if result.complete {
                (unit.nodes, unit.seconds) = (result.nodes, result.seconds);
                unit.counts.entry(count).or_default().push(place);
            } else {
                unit.incomplete.push(format!("{} so far ({place})", result.count));
            }
        }
    }
    let Some(Unit { of, problem, split, .. }) = first else {
        if !has_units {
            complaints.push("there are no results".to_owned());
        }
        return Ok(complaints);
    };
    let missing: Vec<usize> = (0..of).filter(|unit| !units.contains_key(unit)).collect();
    let is_whole = complaints.is_empty()
        && missing.is_empty()
        && units.values().all(|unit| unit.counts.len() == 1);
    for (number, unit) in &units {
        let complaint = match unit.counts.first_key_value() {
            None => format!("not complete: {}", unit.incomplete.join(", ")),
            Some(_) if unit.counts.len() > 1 => {
                let counts = unit.counts.iter();
                let counts =
                    counts.map(|(count, places)| format!("{count} ({})", places.join(", ")));
                format!("results disagree: {}", counts.collect::<Vec<_>>().join(", "))
            }
            Some((count, places)) if places.len() > 1 && !args.allow_duplicates => {
                let places = places.join(", ");
                format!("done several times, with the same count, {count}: {places}")
            }
            Some(_) => continue,
        };
        complaints.push(format!("unit {number}: {complaint}"));
    }
    complaints.extend(missing.chunk_by(|a, b| a + 1 == *b).map(|run| match (run[0], run.len()) {
        (one, 1) => format!("unit {one}: missing: search it with `quadrille run --unit {one}`"),
        (first, count) => {
            let last = first + count - 1;
            let search = format!("search them with `quadrille run --units {first}..{last}`");
            format!("units {first} to {last}: missing: {search}")
        }
    }));
    if is_whole {
        let counts = || units.values().flat_map(|unit| unit.counts.keys().next());
        let lines = units.keys().zip(counts());
        let table: String = lines.map(|(number, count)| format!("{number}\t{count}\n")).collect();
        if let Some(file) = &args.table {
            fs::write(file, &table).map_err(|error| {
                Error::about(file.display(), format_args!("cannot be written: {error}"))
            })?;
        }
        let total: BigUint = counts().sum();
        let nodes: u128 = units.values().map(|unit| u128::from(unit.nodes)).sum();
        let seconds: f64 = units.values().map(|unit| unit.seconds).sum();
        let table = hash_of(table.as_bytes());
        session.print(|output| {
            writeln!(output, "total {total}\nunits {of}\nnodes {nodes}\nseconds {seconds:.3}")?;
            writeln!(output, "problem {problem}\nsplit {split}\ntable {table}")
        })?;
    }
    Ok(complaints)
}
