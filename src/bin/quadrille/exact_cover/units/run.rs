//! `quadrille run`: searches units.

use std::collections::BTreeSet;
use std::ffi::{OsStr, OsString};
use std::fs::{self, File, OpenOptions};
use std::io::{self, BufRead, Read, Seek, SeekFrom, Write};
use std::ops::{ControlFlow, RangeInclusive};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Instant;

use quadrille::parallel::{Observer, Progress, WorkerPool};
use quadrille::search::{Cube, OpenCube};
use quadrille::{AnyEngine, EngineChoice, Problem};

use super::unit_file::{self, UnitFile};
use super::{Header, ResultLine, UnitLine};
use crate::exact_cover::cover_format::Format;
use crate::exact_cover::cover_printer::CoverNote;
use crate::exact_cover::problem_file::{hash, unreadable};
use crate::shared::checked_line::hash_of;
use crate::shared::checked_line::{from_line, to_line};
use crate::shared::error::Error;
use crate::shared::gathered::{Found, Style, Work};
use crate::shared::own_input::check_other;
use crate::shared::range::range;
use crate::shared::search_args::threads;
use crate::shared::session::Session;
use crate::shared::stop::StopArgs;
use crate::shared::values::thread_count;
use crate::shared::words::counted;
use crate::shared::{input, interrupt};

/// Search units of a search that `quadrille split` has made
///
/// Prints one line of JSON per unit: its number, its number of covers, the nodes, the time and the
/// host. With --output, lines are appended to a file, each with a single write, so several machines
/// can share it. A unit with a complete line in that file is skipped, so it is safe to run the same
/// units twice, or again after a crash.
///
/// After a signal (SIGINT, SIGTERM, SIGHUP), the last line marks its unit as incomplete. So does
/// the line of a unit that --timeout or --nodes has ended.
///
/// Exit status: 0 if all these units are done; 1 if a limit has ended one of them; 2 for bad usage
/// or input; 128 plus the signal number if a signal ended the program.
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

    /// Search this unit only, counted from 0
    #[arg(long, value_name = "I", conflicts_with = "units")]
    unit: Option<usize>,

    /// Search the units from A to B, inclusive, as far as they exist
    #[arg(long, value_name = "A..B", value_parser = range)]
    units: Option<RangeInclusive<usize>>,

    /// Append the lines to a file instead of printing them
    #[arg(short, long, value_name = "FILE")]
    output: Option<OsString>,

    /// Repeat units that are already complete in the output
    #[arg(long, requires = "output")]
    again: bool,

    /// Write the covers of unit 17 to the file `unit-17` in this folder, which appears when
    /// complete
    #[arg(long, value_name = "DIR")]
    solutions: Option<PathBuf>,

    /// The format of a cover
    #[arg(short, long, value_name = "FORMAT", value_enum, default_value_t = Format::Text, requires = "solutions")]
    format: Format,

    /// Search with N threads; 0 for all hardware threads
    #[arg(short = 'j', long, value_name = "N", default_value_t = 1, value_parser = thread_count, allow_negative_numbers = true)]
    threads: usize,

    #[command(flatten)]
    stop: StopArgs,
}

pub(crate) fn run(args: &Args) -> ExitCode {
    let mut session = Session::new("units", "covers", false).with_stop(args.stop);
    let result = all(args, &mut session);
    session.end(result)
}

/// The selected units of a file.
struct Units {
    header: Header,
    problem: Problem,
    units: Vec<(usize, Vec<Cube>)>,
}

/// Reads the selected units. The error describes what is wrong.
fn read(args: &Args) -> Result<Units, String> {
    let name = args.file.display().to_string();
    let at = |line: usize, what: &dyn std::fmt::Display| format!("{name}:{line}: {what}");
    let unread = |error: io::Error| format!("{name}: cannot be read: {error}");
    let mut lines = input::buffered(input::open(&args.file).map_err(unread)?).lines();
    let first = lines
        .next()
        .ok_or_else(|| format!("{name}: it is empty; `quadrille split` makes units"))?
        .map_err(unread)?;
    let header: Header = from_line(&first).map_err(|error| at(1, &format!("no units: {error}")))?;
    let problem = quadrille::format::read(header.text.as_bytes())
        .map_err(|error| at(1, &unreadable("problem", &error)))?;
    let problem = problem.problem;
    if hash(&problem).ok().as_ref() != Some(&header.problem) {
        return Err(at(1, &"the problem is not the one that was split: the hashes differ"));
    }
    let wanted = match (args.unit, &args.units) {
        (Some(unit), _) => unit..=unit,
        (None, Some(units)) => units.clone(),
        (None, None) => 0..=usize::MAX,
    };
    let first = *wanted.start();
    if first >= header.units {
        return Err(format!(
            "{name}: there is no unit {first}: the file has {}, counted from 0",
            counted(header.units, "unit")
        ));
    }
    let mut hashed = String::new();
    let mut units = Vec::new();
    let mut count = 0;
    for (number, line) in (2..).zip(lines) {
        let line = line.map_err(unread)?;
        hashed.push_str(&line);
        hashed.push('\n');
        if wanted.contains(&count) {
            let unit: UnitLine = from_line(&line).map_err(|error| at(number, &error))?;
            let parts: Option<Vec<Cube>> =
                unit.parts.iter().map(|part| part.part(problem.option_count())).collect();
            let parts =
                parts.ok_or_else(|| at(number, &"an option that the problem does not have"))?;
            if (unit.unit, unit.of, &unit.problem) != (count, header.units, &header.problem) {
                return Err(at(number, &format!("it is not unit {count} of this split")));
            }
            units.push((count, parts));
        }
        count += 1;
    }
    if count != header.units || hash_of(hashed.as_bytes()) != header.split {
        return Err(format!(
            "{name}: the units have been altered: their hash does not match; split the problem again"
        ));
    }
    Ok(Units { header, problem, units })
}

/// Returns the units that are complete in a file of results.
fn done(file: &OsStr, header: &Header) -> io::Result<BTreeSet<usize>> {
    let mut done = BTreeSet::new();
    match File::open(file) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => {}
        Err(error) => return Err(error),
        Ok(file) => {
            for line in input::buffered(file).lines() {
                // Unreadable lines are skipped here; `merge` reports them.
                if let Ok(result) = from_line::<ResultLine>(&line?)
                    && result.complete
                    && result.split == header.split
                {
                    done.insert(result.unit);
                }
            }
        }
    }
    Ok(done)
}

fn all(args: &Args, session: &mut Session) -> Result<(), Error> {
    if let Some(output) = &args.output {
        check_other("--output", Path::new(output), [args.file.as_os_str()])?;
    }
    let Units { header, problem, units } = match read(args) {
        Ok(units) => units,
        Err(message) => return Err(Error::Bad(message)),
    };
    let engine = header.engine.parse::<EngineChoice>().map_err(|error| error.to_string());
    let engine = engine
        .and_then(|choice| AnyEngine::new(&problem, choice).map_err(|error| error.to_string()));
    let engine = match engine {
        Ok(engine) => engine,
        Err(error) => return Err(Error::Bad(format!("{}: {error}", args.file.display()))),
    };
    let bad_file = |file: &OsStr, error: io::Error| format!("{}: {error}", file.display());
    let mut complete = BTreeSet::new();
    if let (Some(output), false) = (&args.output, args.again) {
        complete = match done(output, &header) {
            Ok(complete) => complete,
            Err(error) => return session.bad(&bad_file(output, error)),
        };
    }
    if let Some(folder) = &args.solutions
        && let Err(error) =
            fs::create_dir_all(folder).and_then(|()| unit_file::remove_stale(folder))
    {
        return Err(Error::Bad(bad_file(folder.as_os_str(), error)));
    }
    interrupt::watch();
    for (number, parts) in units {
        if complete.contains(&number) {
            session.totals.problems += 1;
            continue;
        }
        let begun = Instant::now();
        session.begin_search();
        let (runner, progress) = match one(args, &problem, engine.clone(), number, parts, session) {
            Ok(done) => done,
            Err(error) => {
                let file = args
                    .solutions
                    .as_deref()
                    .unwrap_or(Path::new(""))
                    .join(format!("unit-{number}"));
                return Err(Error::Bad(bad_file(file.as_os_str(), error)));
            }
        };
        session.totals.add(runner.count, progress.stats);
        let line = to_line(&ResultLine {
            problem: header.problem.clone(),
            split: header.split.clone(),
            unit: number,
            of: header.units,
            count: runner.count.to_string(),
            nodes: progress.stats.nodes,
            seconds: begun.elapsed().as_secs_f64(),
            version: env!("CARGO_PKG_VERSION").to_owned(),
            host: sysinfo::System::host_name().unwrap_or_else(|| "unknown".to_owned()),
            complete: runner.is_complete,
        });
        match &args.output {
            None => {
                session.print(|output| output.write_all(line.as_bytes()))?;
                session.console.flush()?;
            }
            Some(output) => {
                if let Err(error) = append(output, &line) {
                    return Err(Error::Bad(bad_file(output, error)));
                }
            }
        }
        if !runner.is_complete {
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

/// Appends a line to a file with one write. If a crash has left an unfinished line, it is ended
/// first.
fn append(file: &OsStr, line: &str) -> io::Result<()> {
    let mut file = OpenOptions::new().read(true).append(true).create(true).open(file)?;
    let mut last = [b'\n'];
    if file.seek(SeekFrom::End(0))? > 0 {
        file.seek(SeekFrom::End(-1))?;
        file.read_exact(&mut last)?;
    }
    let line = if last == [b'\n'] { line.to_owned() } else { format!("\n{line}") };
    file.write_all(line.as_bytes())?;
    file.sync_data()
}

/// The search of a unit.
struct Runner<'a> {
    count: u128,
    is_complete: bool,
    file: Option<UnitFile>,
    style: Style,
    session: &'a mut Session,
    result: io::Result<()>,
}

impl Observer for Runner<'_> {
    type Batch = Found;

    fn gather(&mut self, batch: Found) -> ControlFlow<()> {
        if let Some(file) = &mut self.file
            && let Err(error) =
                batch.write(&mut file.covers, self.style, (self.count, false), u128::MAX)
        {
            (self.result, self.is_complete) = (Err(error), false);
            return ControlFlow::Break(());
        }
        self.count += batch.covers;
        ControlFlow::Continue(())
    }

    fn tick(&mut self, progress: &Progress) -> ControlFlow<(), bool> {
        if self.session.is_to_stop(progress.stats.nodes) {
            self.is_complete = false;
            return ControlFlow::Break(());
        }
        // A failure of standard output is detected when the line is written.
        let _ = self.session.watch(self.count, progress);
        ControlFlow::Continue(false)
    }
}

/// The result of a unit.
struct Done {
    count: u128,
    is_complete: bool,
}

/// Searches a unit. Fails if its covers cannot be written.
fn one(
    args: &Args,
    problem: &Problem,
    engine: AnyEngine,
    number: usize,
    parts: Vec<Cube>,
    session: &mut Session,
) -> io::Result<(Done, Progress)> {
    let file =
        args.solutions.as_ref().map(|folder| UnitFile::create(folder, number)).transpose()?;
    let note = CoverNote::new(problem, args.format);
    let work = Work::of_covers(&note, args.format, file.is_none());
    let style = work.style;
    let share = 1.0 / parts.len() as f64;
    let open = parts.into_iter().map(|cube| OpenCube { cube, share }).collect();
    let mut runner = Runner { count: 0, is_complete: true, file, style, session, result: Ok(()) };
    let pool = WorkerPool::new(engine, threads(args.threads))
        .with_parts(open)
        .ordered(args.solutions.is_some());
    let progress = pool.run(&mut runner, |engine, found, nodes| work.search(engine, found, nodes));
    let Runner { count, is_complete, file, result, .. } = runner;
    result?;
    if let (Some(file), true) = (file, is_complete) {
        file.keep()?;
    }
    Ok((Done { count, is_complete }, progress))
}
