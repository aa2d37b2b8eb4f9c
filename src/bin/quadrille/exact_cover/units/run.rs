//! `quadrille run`: searches units.

use std::collections::BTreeSet;
use std::ffi::{OsStr, OsString};
use std::fs;
use std::io::{self, Write};
use std::ops::RangeInclusive;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Instant;

use quadrille::parallel::WorkerPool;
use quadrille::search::{OpenCube, Stats};
use quadrille::{AnyEngine, Count, EngineChoice, Problem};

use super::Options;
use super::unit_file::{self, UnitFile};
use crate::exact_cover::cover_printer;
use crate::exact_cover::problem_file::{hash, unreadable};
use crate::exact_cover::question::FORMATS;
use crate::shared::error::Error;
use crate::shared::files::check_other;
use crate::shared::format::{Format, OneOf};
use crate::shared::gathered;
use crate::shared::interrupt;
use crate::shared::journal::{self, Head, Left, Unit, append, hash_of, to_line};
use crate::shared::search_args::ThreadArgs;
use crate::shared::session::Session;
use crate::shared::stop::StopArgs;
use crate::shared::values::range;
use crate::shared::words::counted;

/// Search the units that `quadrille split` made
///
/// Prints one line of JSON per unit: its number, its number of covers, the nodes, the time and the
/// host. With --output, lines are appended to a file, each with a single write, so several machines
/// can share the file. Units with a complete line in that file are skipped, so it is safe to run
/// units twice, or again after a crash.
///
/// If a signal (SIGINT, SIGTERM, SIGHUP), --timeout or --nodes ends the search of a unit, its line
/// marks the unit as incomplete.
///
/// Exit status: 0 if all selected units are complete; 1 if a limit has ended one of them.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  quadrille run units.jsonl --unit 17
  quadrille run units.jsonl --units 100..199 -j 0 --output results.jsonl
  seq 0 999 | parallel quadrille run units.jsonl --unit {} > results.jsonl")]
pub(crate) struct Args {
    /// A file of units
    #[arg(value_name = "UNITS")]
    file: OsString,

    /// Search only this unit, counted from 0
    #[arg(long, value_name = "I", conflicts_with = "units")]
    unit: Option<usize>,

    /// Search the existing units from A to B, inclusive
    #[arg(long, value_name = "A..B", value_parser = range)]
    units: Option<RangeInclusive<usize>>,

    /// Append the lines to a file instead of printing them
    #[arg(short, long, value_name = "FILE")]
    output: Option<OsString>,

    /// Repeat units that are already complete in the output
    #[arg(long, requires = "output")]
    again: bool,

    /// Write the covers of each unit to a file in this folder, such as `unit-17`, which appears
    /// when it is complete
    #[arg(long, value_name = "DIR")]
    solutions: Option<PathBuf>,

    /// The format of a cover
    #[arg(short, long, value_name = "FORMAT", value_parser = OneOf(FORMATS), default_value = "text", requires = "solutions")]
    format: Format,

    #[command(flatten)]
    threads: ThreadArgs,

    #[command(flatten)]
    stop: StopArgs,
}

pub(crate) fn run(args: &Args) -> ExitCode {
    let session = Session::new("units", "covers").with_stop(args.stop);
    session.command(|session| all(args, session))
}

/// The selected units of a file.
struct Units {
    head: Head,
    engine: String,
    problem: Problem,
    units: Vec<(usize, Vec<OpenCube>)>,
}

/// Reads the selected units.
fn read(args: &Args) -> Result<Units, Error> {
    let name = args.file.display();
    let mut lines = journal::lines(&args.file)?;
    let (head, first) = journal::head(&args.file, lines.next(), true)?;
    let Options { engine, text } = head.options().map_err(|error| first.bad(error))?;
    let problem = quadrille::format::read(text.as_bytes())
        .map_err(|error| first.bad(unreadable("problem", &error)))?;
    let problem = problem.problem;
    if hash(&problem).ok().as_ref() != Some(&head.problem) {
        return Err(first.bad("the problem is not the one that was split: the hashes differ"));
    }
    let wanted = match (args.unit, &args.units) {
        (Some(unit), _) => unit..=unit,
        (None, Some(units)) => units.clone(),
        (None, None) => 0..=usize::MAX,
    };
    let first = *wanted.start();
    if first >= head.units {
        return Err(Error::Bad(format!(
            "{name}: there is no unit {first}: the file has {}, counted from 0",
            counted(head.units, "unit")
        )));
    }
    let (mut hashed, mut units, mut count) = (String::new(), Vec::new(), 0);
    for line in lines {
        let line = line?;
        hashed += line.text.trim_end();
        hashed.push('\n');
        if wanted.contains(&count) {
            let mend = "split the problem again";
            let unit: Unit =
                line.parse().map_err(|error| line.bad(format_args!("{error}: {mend}")))?;
            let open = |left: &Left| match left {
                Left::Part(part) => part.open(problem.option_count()),
                Left::Covers(_) => None,
            };
            let parts = unit.left.iter().map(open).collect::<Option<Vec<_>>>();
            let parts =
                parts.ok_or_else(|| line.bad("an option that the problem does not have"))?;
            if (unit.unit, unit.of, &unit.problem) != (count, head.units, &head.problem) {
                return Err(line.bad(format_args!("it is not unit {count} of this split: {mend}")));
            }
            units.push((count, parts));
        }
        count += 1;
    }
    if count != head.units || hash_of(hashed.as_bytes()) != head.split {
        return Err(Error::Bad(format!(
            "{name}: the units have been altered: their hash does not match; split the problem again"
        )));
    }
    Ok(Units { head, engine, problem, units })
}

/// Returns the units that are complete in a file of results.
fn done(file: &OsStr, head: &Head) -> Result<BTreeSet<usize>, Error> {
    let mut done = BTreeSet::new();
    if Path::new(file).exists() {
        for line in journal::lines(file)? {
            // Unreadable lines are skipped here; `merge` reports them.
            if let Ok(result) = line?.parse::<Unit>()
                && result.complete
                && result.split == head.split
            {
                done.insert(result.unit);
            }
        }
    }
    Ok(done)
}

fn all(args: &Args, session: &mut Session) -> Result<(), Error> {
    if let Some(output) = &args.output {
        check_other("--output", Path::new(output), [args.file.as_os_str()])?;
    }
    let Units { head, engine, problem, units } = read(args)?;
    let engine = engine.parse::<EngineChoice>().map_err(|error| error.to_string());
    let engine = engine
        .and_then(|choice| AnyEngine::new(&problem, choice).map_err(|error| error.to_string()));
    let engine = engine.map_err(|error| Error::Bad(format!("{}: {error}", args.file.display())))?;
    let bad_file =
        |file: &OsStr, error: io::Error| Error::Bad(format!("{}: {error}", file.display()));
    let done = match &args.output {
        Some(output) if !args.again => done(output, &head)?,
        _ => BTreeSet::new(),
    };
    if let Some(folder) = &args.solutions
        && let Err(error) =
            fs::create_dir_all(folder).and_then(|()| unit_file::remove_stale(folder))
    {
        return Err(bad_file(folder.as_os_str(), error));
    }
    interrupt::watch();
    for (number, parts) in units {
        if done.contains(&number) {
            session.totals.problems += 1;
            continue;
        }
        let begun = Instant::now();
        session.begin_search();
        let (count, stats) = search(args, &problem, engine.clone(), number, parts, session)?;
        let complete = count.is_exact();
        let line = to_line(&Unit {
            count: count.to_big().to_string(),
            nodes: stats.nodes,
            seconds: begun.elapsed().as_secs_f64(),
            complete,
            ..head.unit(number)
        });
        match &args.output {
            None => {
                session.print(|output| output.write_all(line.as_bytes()))?;
                session.flush()?;
            }
            Some(output) => {
                append(output, &line).map_err(|error| bad_file(output, error))?;
            }
        }
        if !complete {
            session.say(&format!("unit {number} is not complete"))?;
            match session.stopped {
                // The other units may take less time.
                Some(_) => session.no_solution(),
                None => return Err(Error::Interrupted),
            }
            continue;
        }
        session.totals.problems += 1;
    }
    Ok(())
}

/// Searches a unit, and writes its covers if requested.
fn search(
    args: &Args,
    problem: &Problem,
    engine: AnyEngine,
    number: usize,
    parts: Vec<OpenCube>,
    session: &mut Session,
) -> Result<(Count, Stats), Error> {
    let folder = args.solutions.as_deref();
    let name = &folder.unwrap_or(Path::new("")).join(format!("unit-{number}"));
    let bad = |error| Error::Bad(format!("{}: {error}", name.display()));
    let file = folder.map(|folder| UnitFile::create(folder, number)).transpose();
    let mut file = file.map_err(bad)?;
    let work = cover_printer::work(problem, args.format, file.is_none());
    let pool = WorkerPool::new(engine, args.threads.threads())
        .with_parts(parts)
        .ordered(args.solutions.is_some());
    let covers = file.as_mut().map(|file| (&mut file.covers, &**name));
    let (count, stats) = gathered::gather(pool, 1, u128::MAX, &work, covers, session)?;
    if let Some(file) = file.filter(|_| count.is_exact()) {
        file.keep().map_err(bad)?;
    }
    Ok((count, stats))
}
