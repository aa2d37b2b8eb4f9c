//! `quadrille run`: searches units.
//!
//! The file with the covers of a unit appears in its folder when it is complete. Until then the
//! covers are in a file `.unit-17.HOST-PROCESS` in the same folder, which its process locks. A file
//! without a lock was left by a killed process.

use std::collections::{BTreeMap, BTreeSet};
use std::ffi::{OsStr, OsString};
use std::fmt::Display;
use std::fs::{self, File, TryLockError};
use std::io::{self, BufWriter, Write};
use std::ops::RangeInclusive;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Instant;

use quadrille::parallel::WorkerPool;
use quadrille::search::{OpenCube, Stats};
use quadrille::{AnyEngine, Count, EngineChoice, Problem};

use crate::exact_cover::cover_printer;
use crate::exact_cover::problem_file::{hash, unreadable};
use crate::exact_cover::question::FORMATS;
use crate::exact_cover::split::Options;
use crate::shared::error::Error;
use crate::shared::files::{check_other, lock, remove_unless_locked, sync_name};
use crate::shared::format::{Format, OneOf};
use crate::shared::gathered;
use crate::shared::interrupt;
use crate::shared::journal::{self, Head, Unit, append, hash_of, to_line};
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
    Session::new("units", "covers").with_stop(args.stop).command(|session| {
        if let Some(output) = &args.output {
            check_other("--output", Path::new(output), [args.file.as_os_str()])?;
        }
        let (head, problem, engine, units) = read(args)?;
        let done = match &args.output {
            Some(output) if !args.again => done(output, &head)?,
            _ => BTreeSet::new(),
        };
        if let Some(folder) = &args.solutions {
            let ready = fs::create_dir_all(folder).and_then(|()| remove_stale(folder));
            ready.map_err(|error| Error::about(folder.display(), error))?;
        }
        interrupt::watch();
        for (number, parts) in units {
            if !done.contains(&number) {
                let begun = Instant::now();
                session.begin_search();
                let (count, Stats { nodes, .. }) =
                    search(args, &problem, engine.clone(), number, parts, session)?;
                let (seconds, complete) = (begun.elapsed().as_secs_f64(), count.is_exact());
                let count = count.to_big().to_string();
                let unit = Unit { count, nodes, seconds, complete, ..head.unit(number) };
                match &args.output {
                    None => {
                        session.print(|output| output.write_all(to_line(&unit).as_bytes()))?;
                        session.flush()?;
                    }
                    Some(output) => append(output, &to_line(&unit))
                        .map_err(|error| Error::about(output.display(), error))?,
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
            }
            session.totals.problems += 1;
        }
        Ok(())
    })
}

/// The parts of units, by their numbers.
type Units = BTreeMap<usize, Vec<OpenCube>>;

/// Returns the head, the problem and the engine of a file of units, and the selected units.
fn read(args: &Args) -> Result<(Head, Problem, AnyEngine, Units), Error> {
    let bad = |what: &str| Error::about(args.file.display(), what);
    let mut lines = journal::lines(&args.file)?;
    let (head, first) = journal::head(&args.file, lines.next(), true)?;
    let Options { engine, text } = head.options().map_err(|error| first.bad(error))?;
    let parsed = quadrille::format::read(text.as_bytes());
    let problem = parsed.map_err(|error| first.bad(unreadable("problem", &error)))?.problem;
    if hash(&problem).ok().as_ref() != Some(&head.problem) {
        return Err(first.bad("the problem is not the one that was split: the hashes differ"));
    }
    let wanted = args.unit.map(|unit| unit..=unit).or_else(|| args.units.clone());
    let wanted = wanted.unwrap_or(0..=usize::MAX);
    if *wanted.start() >= head.units {
        let (first, all) = (wanted.start(), counted(head.units, "unit"));
        return Err(bad(&format!("there is no unit {first}: the file has {all}, counted from 0")));
    }
    let (mut hashed, mut units, mut count) = (String::new(), Units::new(), 0);
    for line in lines {
        let line = line?;
        hashed += line.text.trim_end();
        hashed.push('\n');
        if wanted.contains(&count) {
            let again = |error| line.bad(format_args!("{error}: split the problem again"));
            let unit: Unit = line.parse().map_err(again)?;
            let parts = unit.left.iter().map(|left| left.open(problem.option_count()));
            let parts = parts.collect::<Option<Vec<_>>>();
            let parts =
                parts.ok_or_else(|| line.bad("an option that the problem does not have"))?;
            if (unit.unit, unit.of, &unit.problem) != (count, head.units, &head.problem) {
                return Err(again(format!("it is not unit {count} of this split")));
            }
            units.insert(count, parts);
        }
        count += 1;
    }
    if count != head.units || hash_of(hashed.as_bytes()) != head.split {
        let what =
            "the units have been altered: their hash does not match; split the problem again";
        return Err(bad(what));
    }
    let choice = engine.parse::<EngineChoice>().map_err(|error| bad(&error.to_string()))?;
    let engine = AnyEngine::new(&problem, choice).map_err(|error| bad(&error.to_string()))?;
    Ok((head, problem, engine, units))
}

/// Returns the units that are complete in a file of results.
fn done(file: &OsStr, head: &Head) -> Result<BTreeSet<usize>, Error> {
    let is_done = |unit: &Unit| unit.complete && unit.split == head.split;
    let mut done = BTreeSet::new();
    if Path::new(file).exists() {
        for line in journal::lines(file)? {
            // Unreadable lines are skipped here; `merge` reports them.
            done.extend(line?.parse().ok().filter(is_done).map(|unit| unit.unit));
        }
    }
    Ok(done)
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
    let file = args.solutions.as_deref().map(|folder| UnitFile::create(folder, number));
    let mut file = file.transpose()?;
    let work = cover_printer::work(problem, args.format, file.is_none());
    let pool = WorkerPool::new(engine, args.threads.threads())
        .with_parts(parts)
        .ordered(args.solutions.is_some());
    let covers = file.as_mut().map(|file| (&mut file.covers, &*file.complete));
    let (count, stats) = gathered::gather(pool, 1, u128::MAX, &work, covers, session)?;
    if let Some(mut file) = file.filter(|_| count.is_exact()) {
        file.keep().map_err(|error| Error::about(file.complete.display(), error))?;
    }
    Ok((count, stats))
}

/// The covers of a unit being searched. Dropping it before `keep` removes the file.
struct UnitFile {
    covers: BufWriter<File>,
    temporary: PathBuf,
    complete: PathBuf,
}

impl UnitFile {
    /// Creates the file of a unit.
    fn create(folder: &Path, unit: usize) -> Result<Self, Error> {
        let complete = folder.join(format!("unit-{unit}"));
        let bad = |error: &dyn Display| Error::about(complete.display(), error);
        let host = sysinfo::System::host_name().unwrap_or_default().replace('/', "-");
        let temporary = folder.join(format!(".unit-{unit}.{host}-{}", std::process::id()));
        let file = lock(&temporary).map_err(|error| match error {
            TryLockError::Error(error) => bad(&error),
            TryLockError::WouldBlock => bad(&"another process is writing it"),
        })?;
        // A process with the same number may have left the file.
        file.set_len(0).map_err(|error| bad(&error))?;
        Ok(Self { covers: BufWriter::new(file), temporary, complete })
    }

    /// Renames the file to its final name, after all covers are on the disk.
    fn keep(&mut self) -> io::Result<()> {
        self.covers.flush()?;
        self.covers.get_ref().sync_data()?;
        fs::rename(&self.temporary, &self.complete)?;
        sync_name(&self.complete)
    }
}

impl Drop for UnitFile {
    fn drop(&mut self) {
        // A file that was kept is no longer there.
        let _ = fs::remove_file(&self.temporary);
    }
}

/// Removes the files of killed processes from a folder.
fn remove_stale(folder: &Path) -> io::Result<()> {
    let is_temporary = |name: &str| {
        let unit = name.strip_prefix(".unit-").and_then(|rest| rest.split_once('.'));
        unit.is_some_and(|(unit, _)| unit.parse::<usize>().is_ok())
    };
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        if entry.file_name().to_str().is_some_and(is_temporary) {
            remove_unless_locked(&entry.path());
        }
    }
    Ok(())
}
