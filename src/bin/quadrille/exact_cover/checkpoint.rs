//! A search that can be stopped at any moment and gone on with: what is left of it is written down now and then.
//!
//! A checkpoint is a line of JSON with its hash. It has the open parts, what was found before them, and, if covers go to a
//! file, how long that file is with these covers and no others. It is written to another file first, which is then renamed:
//! whenever the machine stops, there is a whole one. The file of covers is on the disk before the checkpoint that vouches for
//! it, and is cut to that length when the search goes on, so that no cover is lost or there twice.

use std::ffi::OsStr;
use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, BufWriter, Write};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use clap::error::ErrorKind;
use num_bigint::BigUint;
use quadrille::search::{Cube, OpenCube, Stats};
use quadrille::solve::{Crew, Left, Overseer, Seen};
use quadrille::{AnyEngine, Count, EngineChoice, OptionId, Problem, Reduced};
use serde::{Deserialize, Serialize};

use crate::exact_cover::cover::{self, Format};
use crate::exact_cover::problem_file::hash;
use crate::exact_cover::units::{PartLine, to_line};
use crate::shared::console::Session;
use crate::shared::crew::{Found, Work};
use crate::shared::interrupt;
use crate::shared::search_args::SearchArgs;

#[derive(Debug, clap::Args)]
pub(crate) struct CheckpointArgs {
    /// Write what is left of the search to a file now and then; `quadrille resume FILE` goes on with it
    ///
    /// Also at an interrupt (SIGINT, SIGTERM), which ends the search with exit status 3. The problem must come from a file, and
    /// covers must go to one, with --output.
    #[arg(long, value_name = "FILE")]
    checkpoint: Option<PathBuf>,

    /// How often to write the checkpoint
    #[arg(long, value_name = "TIME", default_value = "60s", value_parser = humantime::parse_duration, requires = "checkpoint")]
    every: Duration,

    /// With --checkpoint, write the covers to a file
    #[arg(short, long, value_name = "FILE", requires = "checkpoint", conflicts_with = "count")]
    output: Option<PathBuf>,
}

impl CheckpointArgs {
    /// What is wrong with arguments that are right one by one.
    pub(crate) fn check(&self, file: Option<&OsStr>, counts: bool) -> Result<(), (ErrorKind, &'static str)> {
        let message = match self.checkpoint {
            Some(_) if file.is_none() => "--checkpoint needs a problem from a file, to go on with it",
            Some(_) if !counts && self.output.is_none() => {
                "--checkpoint needs --count, or --output with a file for the covers"
            }
            _ => return Ok(()),
        };
        Err((ErrorKind::MissingRequiredArgument, message))
    }

    pub(crate) fn is_wanted(&self) -> bool {
        self.checkpoint.is_some()
    }

    /// Begins a search. Fails only if standard output does.
    pub(crate) fn begin(&self, plan: Plan, problem: &Problem, session: &mut Session) -> io::Result<()> {
        let Some(file) = &self.checkpoint else { return Ok(()) };
        if file.exists() {
            let name = file.display();
            let message = "there is one already: `quadrille resume` goes on with it; delete it to begin again";
            return session.bad(&format!("{name}: {message}"));
        }
        let mut whole = OpenCube::whole();
        if !plan.reduce {
            whole.cube.chosen = plan.choose.iter().map(|&position| OptionId::new(position - 1)).collect();
        }
        let output = self.output.as_ref().map(|file| Vouched { file: absolute(file), length: 0 });
        let saved = Saved {
            checkpoint: 1,
            version: env!("CARGO_PKG_VERSION").to_owned(),
            problem: hash(problem),
            plan: Plan { every: self.every.as_secs_f64(), ..plan },
            found: "0".to_owned(),
            nodes: 0,
            updates: 0,
            seconds: 0.0,
            output,
            complete: false,
            left: vec![LeftLine::Cube { part: PartLine::from(&whole.cube), share: 1.0 }],
        };
        go_on(saved, file, problem, session)
    }
}

/// What was asked for.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Plan {
    /// The problem.
    pub(crate) file: PathBuf,
    pub(crate) format: Format,
    pub(crate) count: bool,
    pub(crate) choose: Vec<u32>,
    pub(crate) reduce: bool,
    pub(crate) engine: String,
    pub(crate) limit: Option<u64>,
    pub(crate) threads: usize,
    pub(crate) ordered: bool,
    /// Seconds.
    pub(crate) every: f64,
}

impl Plan {
    pub(crate) fn new(file: Option<&OsStr>, format: Format, choose: &[u32], reduce: bool, search: &SearchArgs) -> Self {
        Self {
            file: file.map(|file| absolute(Path::new(file))).unwrap_or_default(),
            format,
            count: search.count,
            choose: choose.to_vec(),
            reduce,
            engine: search.engine.to_string(),
            limit: search.most(),
            threads: search.threads().get(),
            ordered: search.ordered,
            every: 0.0,
        }
    }
}

/// Where it is, whatever the working directory will be.
fn absolute(file: &Path) -> PathBuf {
    std::path::absolute(file).unwrap_or_else(|_| file.to_owned())
}

/// A file that has what was found, and how long it is then.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Vouched {
    pub(crate) file: PathBuf,
    pub(crate) length: u64,
}

/// A checkpoint.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Saved {
    /// The version of this format.
    pub(crate) checkpoint: u32,
    /// The version of the program.
    pub(crate) version: String,
    /// The hash of the problem.
    pub(crate) problem: String,
    pub(crate) plan: Plan,
    /// How many covers, as a decimal number.
    found: String,
    nodes: u64,
    updates: u64,
    seconds: f64,
    pub(crate) output: Option<Vouched>,
    /// Whether all was done that was asked for.
    complete: bool,
    /// In order.
    left: Vec<LeftLine>,
}

/// What is left of a search.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
enum LeftLine {
    Cube {
        part: PartLine,
        share: f64,
    },
    /// Found, and waits for what comes before it.
    Ready(Found),
}

/// A search that is under way.
struct Keeper<'a> {
    saved: Saved,
    file: &'a Path,
    work: &'a Work<'a>,
    session: &'a mut Session,
    output: Option<BufWriter<File>>,
    found: u128,
    most: u128,
    /// What comes after the parts that are being searched.
    later: Vec<LeftLine>,
    /// Without what the crew that works now has done.
    stats: Stats,
    begun: Instant,
    written: Instant,
    is_stopped: bool,
    /// What went wrong, with the file that it went wrong with.
    failure: Option<String>,
}

/// Goes on with a search, writing checkpoints to `file`. Fails only if standard output does.
pub(crate) fn go_on(saved: Saved, file: &Path, problem: &Problem, session: &mut Session) -> io::Result<()> {
    let lock = beside(file, ".lock");
    let locked = File::create(&lock).map_err(TryLockError::Error).and_then(|lock| lock.try_lock().map(|()| lock));
    let result = match &locked {
        Ok(_) => keep(saved, file, problem, session),
        Err(TryLockError::WouldBlock) => {
            return session.bad(&format!("{}: another process goes on with it", file.display()));
        }
        Err(TryLockError::Error(error)) => return session.bad(&format!("{}: {error}", lock.display())),
    };
    // If it cannot be removed it does no harm.
    let _ = fs::remove_file(lock);
    match result {
        Ok(()) => Ok(()),
        Err(Trouble::File(message)) => session.bad(&message),
        Err(Trouble::Stdout(error)) => Err(error),
    }
}

/// A file next to another, whose name has something added.
fn beside(file: &Path, added: &str) -> PathBuf {
    let mut name = file.as_os_str().to_owned();
    name.push(added);
    name.into()
}

enum Trouble {
    /// What is wrong with a file.
    File(String),
    Stdout(io::Error),
}

/// Says with which file something is wrong.
fn with<'a>(file: &'a Path) -> impl Fn(io::Error) -> Trouble + 'a {
    move |error| Trouble::File(format!("{}: {error}", file.display()))
}

fn keep(saved: Saved, file: &Path, problem: &Problem, session: &mut Session) -> Result<(), Trouble> {
    let Plan { format, count, reduce, .. } = saved.plan;
    let found: u128 = saved
        .found
        .parse()
        .map_err(|_| Trouble::File(format!("{}: `{}` is not a count", file.display(), saved.found)))?;
    let choose: Vec<OptionId> = saved.plan.choose.iter().map(|&position| OptionId::new(position - 1)).collect();
    let reduced = reduce.then(|| problem.reduce_with(&choose, Reduced::WORK));
    let searched = reduced.as_ref().map_or(problem, Reduced::problem);
    let choice = saved.plan.engine.parse::<EngineChoice>().map_err(|error| error.to_string());
    let engine = choice.and_then(|choice| AnyEngine::new(searched, choice).map_err(|error| error.to_string()));
    let engine = engine.map_err(|error| Trouble::File(format!("{}: {error}", file.display())))?;
    let note = cover::note_covers(problem, reduced.as_ref(), format, count);
    let work = Work::of_covers(&note, reduced.as_ref(), format, count);
    let output = saved.output.as_ref().map(|output| open_output(output, found == 0)).transpose()?;
    let most = saved.plan.limit.map_or(u128::MAX, u128::from);
    let mut keeper = Keeper {
        file,
        work: &work,
        output,
        found,
        most,
        later: Vec::new(),
        stats: Stats { nodes: saved.nodes, updates: saved.updates },
        begun: Instant::now()
            .checked_sub(Duration::try_from_secs_f64(saved.seconds).unwrap_or_default())
            .unwrap_or_else(Instant::now),
        written: Instant::now(),
        is_stopped: false,
        failure: None,
        saved,
        session,
    };
    interrupt::watch();
    let mut left = std::mem::take(&mut keeper.saved.left);
    // From now on there is one, whatever happens.
    keeper.write(&Seen::default(), left.clone()).map_err(with(file))?;
    while !left.is_empty() && !keeper.is_over() {
        let parts = left.iter().take_while(|left| matches!(left, LeftLine::Cube { .. })).count();
        keeper.later = left.split_off(parts);
        let option_count = searched.option_count();
        let open: Option<Vec<OpenCube>> = left.drain(..).map(|line| line.part(option_count)).collect();
        let open = open.ok_or_else(|| {
            Trouble::File(format!("{}: it has options that the problem does not have", file.display()))
        })?;
        let threads = crate::shared::search_args::threads(keeper.saved.plan.threads);
        let crew = Crew::new(engine.clone(), threads).with_parts(open).ordered(keeper.saved.plan.ordered);
        let seen = crew.run(&mut keeper, |engine, found, nodes| work.search(engine, found, nodes));
        keeper.stats += seen.stats;
        left = std::mem::take(&mut keeper.later);
        if !keeper.is_over() && !left.is_empty() {
            // What waited has its turn.
            if let LeftLine::Ready(ready) = left.remove(0) {
                let _ = keeper.gather(ready);
            }
        }
    }
    keeper.end()
}

impl LeftLine {
    fn part(self, option_count: usize) -> Option<OpenCube> {
        match self {
            Self::Cube { part, share } => {
                let Cube { chosen, excluded } = part.part(option_count)?;
                Some(OpenCube { cube: Cube { chosen, excluded }, share })
            }
            Self::Ready(_) => None,
        }
    }
}

/// Opens a file of covers, and cuts it to the length that is vouched for.
fn open_output(output: &Vouched, is_new: bool) -> Result<BufWriter<File>, Trouble> {
    let Vouched { file, length } = output;
    let opened = OpenOptions::new().write(true).create(is_new).truncate(false).open(file).map_err(with(file))?;
    let there = opened.metadata().map_err(with(file))?.len();
    if there < *length {
        let message = format!("{}: it has {there} bytes, and the checkpoint vouches for {length}", file.display());
        return Err(Trouble::File(message + ": it is not the file that was written"));
    }
    opened.set_len(*length).map_err(with(file))?;
    let mut opened = opened;
    io::Seek::seek(&mut opened, io::SeekFrom::End(0)).map_err(with(file))?;
    Ok(BufWriter::with_capacity(1 << 16, opened))
}

impl Keeper<'_> {
    fn is_over(&self) -> bool {
        self.is_stopped || self.failure.is_some() || self.found >= self.most
    }

    /// Writes a checkpoint.
    fn write(&mut self, seen: &Seen, left: Vec<LeftLine>) -> io::Result<()> {
        if let (Some(file), Some(vouched)) = (&mut self.output, &mut self.saved.output) {
            file.flush()?;
            file.get_ref().sync_data()?;
            vouched.length = io::Seek::stream_position(file)?;
        }
        self.saved.found = self.found.to_string();
        self.saved.nodes = self.stats.nodes + seen.stats.nodes;
        self.saved.updates = self.stats.updates + seen.stats.updates;
        self.saved.seconds = self.begun.elapsed().as_secs_f64();
        self.saved.left = left;
        let temporary = beside(self.file, ".new");
        let mut file = File::create(&temporary)?;
        file.write_all(to_line(&self.saved).as_bytes())?;
        file.sync_all()?;
        fs::rename(temporary, self.file)?;
        // The name too is to be on the disk.
        if cfg!(unix) {
            let folder = self.file.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
            File::open(folder)?.sync_all()?;
        }
        self.written = Instant::now();
        Ok(())
    }

    /// The last checkpoint, and what is said at the end.
    fn end(mut self) -> Result<(), Trouble> {
        if let Some(failure) = self.failure {
            return Err(Trouble::File(failure));
        }
        let found = u64::try_from(self.found).unwrap_or(u64::MAX);
        self.session.add(found, self.stats);
        if self.is_stopped {
            self.session.stopped();
            let message = format!("interrupted: `quadrille resume {}` goes on", self.file.display());
            return self.session.say(&message).map_err(Trouble::Stdout);
        }
        let is_cut_short = self.found >= self.most;
        self.saved.complete = true;
        self.write(&Seen::default(), Vec::new()).map_err(with(self.file))?;
        self.session.problems += 1;
        if self.found == 0 {
            self.session.no_solution();
        }
        if !self.saved.plan.count {
            return Ok(());
        }
        let all = BigUint::from(self.found);
        let count = if is_cut_short { Count::AtLeast(all) } else { Count::Exactly(all) };
        let format = self.saved.plan.format;
        let printed = self.session.print(|output| cover::print_count(output, format, &count));
        printed.map_err(Trouble::Stdout)
    }
}

impl Overseer for Keeper<'_> {
    type Batch = Found;

    fn gather(&mut self, batch: Found) -> ControlFlow<()> {
        let left = self.most - self.found;
        if let Some(file) = &mut self.output
            && let Err(error) = batch.write(file, self.work.style, (self.found, false), left)
        {
            let file = self.saved.output.as_ref().map(|output| output.file.display().to_string()).unwrap_or_default();
            self.failure = Some(format!("{file}: {error}"));
            return ControlFlow::Break(());
        }
        self.found += batch.covers.min(left);
        if self.found == self.most { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }

    fn tick(&mut self, seen: &Seen) -> ControlFlow<(), bool> {
        // That nobody reads standard output is found out when there is something to say.
        let _ = self.session.watch(u64::try_from(self.found).unwrap_or(u64::MAX), seen);
        let every = Duration::try_from_secs_f64(self.saved.plan.every).unwrap_or_default();
        ControlFlow::Continue(interrupt::is_requested() || self.written.elapsed() >= every)
    }

    fn look<'a>(&mut self, seen: &Seen, left: impl Iterator<Item = Left<'a, Found>>) -> ControlFlow<()> {
        let left = left.map(|left| match left {
            Left::Cube(open) => LeftLine::Cube { part: PartLine::from(&open.cube), share: open.share },
            Left::Batch(found) => LeftLine::Ready(found.clone()),
        });
        let left = left.chain(self.later.iter().cloned()).collect();
        if let Err(error) = self.write(seen, left) {
            self.failure = Some(format!("{}: {error}", self.file.display()));
            return ControlFlow::Break(());
        }
        self.is_stopped = interrupt::is_requested();
        if self.is_stopped { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }
}
