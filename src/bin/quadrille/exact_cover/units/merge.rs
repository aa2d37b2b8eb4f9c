//! `quadrille merge`: adds up the results of units and reports errors in them.

use std::collections::BTreeMap;
use std::ffi::OsString;
use std::io::Write;
use std::path::Path;
use std::process::ExitCode;

use num_bigint::BigUint;

use crate::shared::error::Error;
use crate::shared::files::check_other;
use crate::shared::journal::{self, Head, hash_of};
use crate::shared::lines::MOST_FAULTS;
use crate::shared::session::Session;

/// Add up the results of units, and report errors in them
///
/// Reads the lines that `quadrille run` printed. If every unit is present, prints the total, the
/// numbers of units and nodes, the total time of all units, and the hash of the audit table. The
/// table has one line per unit: its number, a tab and its count. Two searches of the same units
/// have the same hash if and only if they agree on every unit.
///
/// Reports each unit that is missing, is incomplete or has several counts, and each line that was
/// altered or belongs to another search. If there are any of these, prints no total. Also reports
/// units that were searched several times with the same count, and counts them once.
///
/// Exit status: 0 if there is a total and no error; 1 if there is an error in the results.
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

    /// Do not report units that were searched several times with the same count
    #[arg(long)]
    allow_duplicates: bool,
}

pub(crate) fn run(args: &Args) -> ExitCode {
    let session = Session::new("files", "results");
    session.command(|session| merge(args, session))
}

/// The results of a unit.
#[derive(Default)]
struct UnitResults {
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
    let mut first: Option<journal::Unit> = None;
    let mut units: BTreeMap<usize, UnitResults> = BTreeMap::new();
    let mut complaints: Vec<String> = Vec::new();
    let mut has_units = false;
    for file in &args.files {
        for line in journal::lines(file)? {
            let line = line?;
            let place = line.place.clone();
            let line: journal::Unit = match line.parse() {
                Ok(line) => line,
                Err(_) if line.is_torn() => {
                    session.say(&line.torn())?;
                    continue;
                }
                Err(error) => {
                    if let Ok(head) = line.parse::<Head>() {
                        has_units = true;
                        complaints.push(format!("{}: {}", file.display(), head.kind.advice()));
                        break;
                    }
                    complaints.push(format!(
                        "{place}: {error}: delete the line, and `run` repeats its unit"
                    ));
                    continue;
                }
            };
            let first = first.get_or_insert_with(|| line.clone());
            if (&line.problem, &line.split, line.of) != (&first.problem, &first.split, first.of) {
                let what = if line.problem == first.problem { "split" } else { "problem" };
                complaints.push(format!(
                    "{place}: a result of a different {what} than the first line: not counted"
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
        let counts: Vec<_> = unit.counts.iter().collect();
        let complaint = match *counts {
            [(count, places)] if places.len() > 1 && !args.allow_duplicates => {
                let places = places.join(", ");
                format!("done several times, with the same count, {count}: {places}")
            }
            [_] => continue,
            [] if unit.incomplete.is_empty() => {
                missing.push(*number);
                continue;
            }
            [] => {
                let so_far = unit.incomplete.iter();
                let so_far = so_far.map(|(place, count)| format!("{count} so far ({place})"));
                format!("not complete: {}", so_far.collect::<Vec<_>>().join(", "))
            }
            _ => {
                let all = counts.iter();
                let all = all.map(|(count, places)| format!("{count} ({})", places.join(", ")));
                format!("results disagree: {}", all.collect::<Vec<_>>().join(", "))
            }
        };
        is_whole &= counts.len() == 1;
        complaints.push(format!("unit {number}: {complaint}"));
    }
    missing.sort_unstable();
    is_whole &= missing.is_empty();
    complaints.extend(missing.chunk_by(|a, b| a + 1 == *b).map(|run| match *run {
        [one] => format!("unit {one}: missing: search it with `quadrille run --unit {one}`"),
        _ => {
            let (first, last) = (run[0], run[run.len() - 1]);
            let units = format!("{first}..{last}");
            format!(
                "units {first} to {last}: missing: search them with `quadrille run --units {units}`"
            )
        }
    }));
    if is_whole {
        let counts = || units.values().flat_map(|unit| unit.counts.keys().next());
        let lines =
            units.keys().zip(counts()).map(|(number, count)| format!("{number}\t{count}\n"));
        let table: String = lines.collect();
        if let Some(file) = &args.table
            && let Err(error) = std::fs::write(file, &table)
        {
            return Err(Error::Bad(format!("{}: cannot be written: {error}", file.display())));
        }
        let total: BigUint = counts().sum();
        let nodes: u128 = units.values().map(|unit| u128::from(unit.nodes)).sum();
        let seconds: f64 = units.values().map(|unit| unit.seconds).sum();
        let journal::Unit { of, problem, split, .. } = first;
        let table = hash_of(table.as_bytes());
        session.print(|output| {
            writeln!(output, "total {total}\nunits {of}\nnodes {nodes}\nseconds {seconds:.3}")?;
            writeln!(output, "problem {problem}\nsplit {split}\ntable {table}")
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
