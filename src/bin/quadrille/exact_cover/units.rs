//! `quadrille split` and `run`: units of a search for any number of machines. `split` makes them,
//! and `run` searches some of them. `quadrille merge` adds up the results.
//!
//! A file of units is a journal with the whole problem in its head, so a machine needs no other
//! file. With `--solutions DIR`, the file of the covers of a unit appears in DIR when the unit is
//! complete. Until then the covers are in a file `.unit-17.HOST-PROCESS` in the same folder. The
//! process that writes this file locks it. If it has no lock, it was left by a killed process.

use std::collections::BTreeSet;
use std::ffi::OsString;
use std::fmt::Display;
use std::fs::{self, File, TryLockError};
use std::io::{self, BufWriter, Write};
use std::ops::RangeInclusive;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Instant;

use quadrille::format::{self, ReadError};
use quadrille::parallel::WorkerPool;
use quadrille::search::{Cube, OpenCube, Stats};
use quadrille::{AnyEngine, EngineChoice, Problem, solve};
use serde::{Deserialize, Serialize};

use crate::exact_cover::cover_printer;
use crate::exact_cover::question::{FORMATS, ProblemArgs, hash, unreadable, unsuited};
use crate::shared::error::{self, Error};
use crate::shared::files::{
    check_file, check_other, check_output, lock, remove_unless_locked, sync_name,
};
use crate::shared::format::{Format, OneOf};
use crate::shared::journal::{self, Head, JournalKind, Left, Unit, append, hash_of, to_line};
use crate::shared::progress::{Reading, grouped};
use crate::shared::search_args::{StopArgs, ThreadArgs};
use crate::shared::session::Session;
use crate::shared::values::{named, range};
use crate::shared::words::counted;
use crate::shared::{gathered, input, interrupt};

/// Split a search into units for many machines
///
/// Writes a file with the problem and one line per unit. Each cover is in exactly one unit. The
/// units have about equal numbers of nodes, as estimated by random walks. `quadrille run` searches
/// units, and `quadrille merge` adds up the results. Make many more units than there are workers.
/// Five to thirty minutes per unit is a good size; see docs/distributed.md.
///
/// After --timeout, --nodes, or a signal, the units are made from the parts found so far. They
/// still add up to the whole search, but they are fewer or differ more in size.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  quadrille split problem.dlx --units 1000 > units.jsonl
  quadrille run units.jsonl --units 0..9 --output results.jsonl
  quadrille merge results.jsonl")]
pub(crate) struct SplitArgs {
    #[command(flatten)]
    pub(crate) problem: ProblemArgs,

    /// The number of units; a small search gives fewer
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=1_000_000), allow_negative_numbers = true)]
    units: u32,

    /// The file to write instead of standard output
    #[arg(short, long, value_name = "FILE")]
    output: Option<OsString>,

    /// The search engine
    #[arg(long, value_name = "ENGINE", value_parser = named(EngineChoice::SEARCHES, EngineChoice::name), default_value = "auto")]
    engine: EngineChoice,

    #[command(flatten)]
    stop: StopArgs,
}

/// The fields that only the head of a file of units has.
#[derive(Serialize, Deserialize)]
struct Options {
    engine: String,
    /// The text of the problem.
    text: String,
}

pub(crate) fn split(args: &SplitArgs) -> ExitCode {
    Session::new("problems", "parts").with_stop(args.stop).command(|session| {
        let output = args.output.as_ref().filter(|file| file.as_os_str() != "-");
        // Results refer to their units, so a file of units is never replaced.
        output.map_or(Ok(()), |file| check_output(Path::new(file)))?;
        let mut text = Vec::new();
        let (problem, name) = args.problem.load_with(session, |source, progress| {
            let size = source.read_to_end(&mut text).map_err(ReadError::Io)?;
            format::read(input::buffered(Reading::new(&*text, Some(size as u64), progress)))
        })?;
        let hash = hash(&problem).map_err(|error| Error::about(&name, error))?;
        session.begin_search();
        let engine = AnyEngine::new(&problem, args.engine);
        let mut engine = engine.map_err(|error| unsuited(&name, args.engine, &error))?;
        interrupt::watch();
        let mut nodes = 0;
        let units =
            solve::try_cut(&mut engine, &Cube::default(), args.units as usize, |parts, wanted| {
                nodes += 1;
                session.go_on(nodes, |_| format!("{} of {} parts", grouped(parts), grouped(wanted)))
            });
        let is_stopped = units.is_err();
        let (Ok(mut units) | Err(mut units)) = units;
        if is_stopped {
            let by = session.stopped.unwrap_or("a signal");
            let count = counted(units.len(), "unit");
            let larger = "larger than without the limit";
            session.say(&format!("{name}: stopped by {by}: {count}, possibly {larger}"))?;
        }
        if units.is_empty() {
            // A single unit can still report that there is no cover.
            units.push(solve::Unit::default());
        }
        let options = Options {
            engine: args.engine.to_string(),
            // Comments need not be UTF-8: the hash of the problem does not depend on them.
            text: String::from_utf8_lossy(&text).into_owned(),
        };
        let mut head = Head::new(JournalKind::Units, hash);
        head.set_options(&options);
        head.units = units.len();
        let mut lines = String::new();
        for (number, solve::Unit { cubes, .. }) in units.iter().enumerate() {
            let share = 1.0 / cubes.len() as f64;
            let part = |cube: &Cube| Left::from(&OpenCube { cube: cube.clone(), share });
            let left = cubes.iter().map(part).collect();
            lines += &to_line(&Unit { complete: false, left, ..head.unit(number) });
        }
        head.split = hash_of(lines.as_bytes());
        if units.len() < args.units as usize && !is_stopped {
            let count = counted(units.len(), "unit");
            session.say(&format!("{name}: only {count}: the search is too small for more"))?;
        }
        let whole = to_line(&head) + &lines;
        match output {
            None => session.print(|output| output.write_all(whole.as_bytes()))?,
            Some(file) => {
                if let Err(error) = fs::write(file, whole) {
                    session.bad(&format!("{}: cannot be written: {error}", file.display()))?;
                }
            }
        }
        error::check_signal()
    })
}

/// Search the units that `quadrille split` made
///
/// Prints one line of JSON per unit: its number, its number of covers, the nodes, the time and the
/// host. With --output, lines are appended to a file, which several machines can share. Units that
/// are already complete in that file are skipped, so it is safe to run units twice, or again after
/// a crash.
///
/// If a signal (SIGINT, SIGTERM, SIGHUP), --timeout or --nodes ends the search of a unit, its line
/// marks the unit as incomplete.
///
/// Exit status: 0 if all selected units are complete; 1 if a limit ended the search of one.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  quadrille run units.jsonl --unit 17
  quadrille run units.jsonl --units 100..199 -j 0 --output results.jsonl
  seq 0 999 | parallel quadrille run units.jsonl --unit {} > results.jsonl")]
pub(crate) struct RunArgs {
    /// A file of units
    #[arg(value_name = "UNITS")]
    file: OsString,

    /// Search only this unit, counted from 0
    #[arg(long, value_name = "I", conflicts_with = "units", allow_negative_numbers = true)]
    unit: Option<usize>,

    /// Search the units from A to B, inclusive; B may exceed the last unit
    #[arg(long, value_name = "A..B", value_parser = range, allow_negative_numbers = true)]
    units: Option<RangeInclusive<usize>>,

    /// Append the lines to a file instead of printing them
    #[arg(short, long, value_name = "FILE")]
    output: Option<OsString>,

    /// Repeat units that are already complete in the output
    #[arg(long, requires = "output")]
    again: bool,

    /// Write the covers of each unit to its own file in this folder; use a separate folder for each
    /// split
    ///
    /// A file such as `unit-17` appears when its unit is complete.
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

pub(crate) fn run(args: &RunArgs) -> ExitCode {
    Session::new("units", "covers").with_stop(args.stop).command(|session| {
        let output = args.output.as_ref().filter(|file| file.as_os_str() != "-");
        if let Some(output) = output.map(Path::new) {
            check_other("--output", output, [args.file.as_os_str()])?;
            check_file("--output", output)?;
        }
        let (head, problem, engine, units) = read(args)?;
        let mut done = BTreeSet::new();
        if let Some(output) = output.filter(|file| Path::new(file).exists())
            && !args.again
        {
            let is_done = |unit: &Unit| unit.complete && unit.split == head.split;
            for line in journal::lines(output)? {
                // Unreadable lines are skipped here; `merge` reports them.
                done.extend(line?.parse().ok().filter(is_done).map(|unit| unit.unit));
            }
        }
        if let Some(folder) = &args.solutions {
            let ready = fs::create_dir_all(folder).and_then(|()| remove_stale(folder));
            ready.map_err(|error| Error::about(folder.display(), error))?;
        }
        interrupt::watch();
        let work = cover_printer::work(&problem, args.format, args.solutions.is_none());
        let pool = WorkerPool::new(engine, args.threads.threads);
        let pool = pool.ordered(args.solutions.is_some());
        let mut lacking = 0;
        for (number, parts) in units {
            if done.contains(&number) {
                let has_file = |folder: &PathBuf| unit_file(folder, number).exists();
                lacking += usize::from(!args.solutions.as_ref().is_none_or(has_file));
                session.totals.problems += 1;
                continue;
            }
            let begun = Instant::now();
            session.begin_search();
            let create = |folder: &PathBuf| UnitFile::create(folder, number);
            let mut file = args.solutions.as_ref().map(create).transpose()?;
            let covers = file.as_mut().map(|file| (&mut file.covers, &*file.complete));
            let pool = pool.clone().with_parts(parts);
            let (count, Stats { nodes, .. }) =
                gathered::gather(pool, 1, u128::MAX, &work, covers, session)?;
            let (seconds, complete) = (begun.elapsed().as_secs_f64(), count.is_exact());
            if let Some(mut file) = file.filter(|_| complete) {
                file.keep().map_err(|error| Error::about(file.complete.display(), error))?;
            }
            let count = count.to_big().to_string();
            let line = to_line(&Unit { count, nodes, seconds, complete, ..head.unit(number) });
            match output {
                None => {
                    session.print(|output| output.write_all(line.as_bytes()))?;
                    session.flush()?;
                }
                Some(output) => {
                    append(output, &line).map_err(|error| Error::about(output.display(), error))?;
                }
            }
            if complete {
                session.totals.problems += 1;
                continue;
            }
            session.say(&format!("unit {number} is not complete"))?;
            match session.stopped {
                // The other units may take less time.
                Some(_) => session.no_solution(),
                None => return Err(Error::Interrupted),
            }
        }
        let units = counted(lacking, "complete unit");
        let said = format!("{units} without a file of covers: --again searches them");
        if lacking > 0 { session.say(&said) } else { Ok(()) }
    })
}

/// The numbers of units, with their parts.
type Units = Vec<(usize, Vec<OpenCube>)>;

/// Returns the head, the problem and the engine of a file of units, and the selected units.
fn read(args: &RunArgs) -> Result<(Head, Problem, AnyEngine, Units), Error> {
    let bad = |what: &str| Error::about(args.file.display(), what);
    let mut lines = journal::lines(&args.file)?;
    let (head, first) = journal::head(&args.file, lines.next(), true)?;
    let Options { engine, text } = head.options().map_err(|error| first.bad(error))?;
    let parsed = format::read(text.as_bytes());
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
    let (mut hashed, mut units, mut count) = (String::new(), Vec::new(), 0);
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
            units.push((count, parts));
        }
        count += 1;
    }
    if count != head.units || hash_of(hashed.as_bytes()) != head.split {
        let what =
            "the units have been altered: their hash does not match; split the problem again";
        return Err(bad(what));
    }
    let choice = engine.parse::<EngineChoice>().map_err(|error| bad(&error.to_string()))?;
    let is_ordered = args.solutions.is_some();
    let compile = if is_ordered { AnyEngine::with_stable_order } else { AnyEngine::new };
    let engine = compile(&problem, choice).map_err(|error| bad(&error.to_string()))?;
    Ok((head, problem, engine, units))
}

fn unit_file(folder: &Path, unit: usize) -> PathBuf {
    folder.join(format!("unit-{unit}"))
}

/// The covers of a unit being searched. Dropping it before `keep` removes the file.
struct UnitFile {
    covers: BufWriter<File>,
    temporary: PathBuf,
    complete: PathBuf,
}

impl UnitFile {
    fn create(folder: &Path, unit: usize) -> Result<Self, Error> {
        let complete = unit_file(folder, unit);
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
        // A file that was kept no longer has this name.
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
