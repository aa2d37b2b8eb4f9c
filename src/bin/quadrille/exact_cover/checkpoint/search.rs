//! A search that writes checkpoints.

use std::fs::{self, File, OpenOptions};
use std::io::{self, BufWriter, Seek, SeekFrom, Write};
use std::ops::ControlFlow;
use std::path::Path;
use std::time::{Duration, Instant};

use num_bigint::BigUint;
use quadrille::parallel::{Observer, Progress, Remaining, WorkerPool};
use quadrille::search::{OpenPart, Stats};
use quadrille::{AnyEngine, Count, EngineChoice, Problem, Reduced};

use super::check_output;
use super::saved::{CoverFile, Plan, RemainingLine, Saved};
use crate::exact_cover::checked_line::PartLine;
use crate::exact_cover::cover_format::{note_covers, print_count};
use crate::exact_cover::lock::sync_name;
use crate::shared::console::Session;
use crate::shared::interrupt;
use crate::shared::parallel::{Found, Work};
use crate::shared::search_args::threads;

/// Why a search ended early.
pub(super) enum Failure {
    /// Something is wrong with a file. The text names it.
    File(String),
    /// Standard output failed.
    Stdout(io::Error),
}

/// Returns a failure that names the file.
fn with<'a>(file: &'a Path) -> impl Fn(io::Error) -> Failure + 'a {
    move |error| Failure::File(format!("{}: {error}", file.display()))
}

/// Begins a search.
pub(super) fn begin(saved: Saved, file: &Path, problem: &Problem, session: &mut Session) -> Result<(), Failure> {
    run(saved, file, problem, session, |search, left| {
        // The checkpoint comes first: a search that is killed in between can be gone on with.
        search.write(&Progress::default(), left).map_err(|error| error.into_failure(file))?;
        let Some(output) = &search.saved.output else { return Ok(()) };
        match create_covers(&output.file) {
            Ok(covers) => {
                search.covers = Some(covers);
                Ok(())
            }
            Err(failure) => {
                let _ = fs::remove_file(file);
                Err(failure)
            }
        }
    })
}

/// Goes on with a search.
pub(super) fn resume(saved: Saved, file: &Path, problem: &Problem, session: &mut Session) -> Result<(), Failure> {
    run(saved, file, problem, session, |search, left| {
        search.covers = search.saved.output.as_ref().map(cut_covers).transpose()?;
        search.write(&Progress::default(), left).map_err(|error| error.into_failure(file))
    })
}

/// Searches what is left. `open` writes the first checkpoint and opens the file of covers.
fn run(
    mut saved: Saved,
    file: &Path,
    problem: &Problem,
    session: &mut Session,
    open: impl FnOnce(&mut CheckpointedSearch<'_>, Vec<RemainingLine>) -> Result<(), Failure>,
) -> Result<(), Failure> {
    let Plan { format, count, reduce, .. } = saved.plan;
    let bad = |what: &dyn std::fmt::Display| Failure::File(format!("{}: {what}", file.display()));
    let found: u128 =
        saved.found.parse().map_err(|_| bad(&format_args!("`{}` is not a number of covers", saved.found)))?;
    let lacks_option = || bad(&"it has options that the problem does not have");
    let chosen = PartLine { prefix: saved.plan.choose.clone(), excluded: Vec::new() };
    let choose = chosen.part(problem.option_count()).ok_or_else(lacks_option)?.prefix;
    let reduced = reduce.then(|| problem.reduce_with(&choose, Reduced::WORK));
    let searched = reduced.as_ref().map_or(problem, Reduced::problem);
    let choice = saved.plan.engine.parse::<EngineChoice>().map_err(|error| bad(&error))?;
    let engine = AnyEngine::new(searched, choice).map_err(|error| bad(&error))?;
    let note = note_covers(problem, reduced.as_ref(), format, count);
    let work = Work::of_covers(&note, reduced.as_ref(), format, count);
    let seconds = Duration::try_from_secs_f64(saved.seconds).unwrap_or_default();
    let now = Instant::now();
    let mut left = std::mem::take(&mut saved.left);
    let mut search = CheckpointedSearch {
        file,
        work: &work,
        covers: None,
        found,
        limit: saved.plan.limit.map_or(u128::MAX, u128::from),
        later: Vec::new(),
        stats: Stats { nodes: saved.nodes, updates: saved.updates },
        begun: now.checked_sub(seconds).unwrap_or(now),
        tried: now,
        written: now,
        is_interrupted: false,
        warnings: Vec::new(),
        failure: None,
        saved,
        session,
    };
    open(&mut search, left.clone())?;
    while !left.is_empty() && !search.is_over() {
        let parts = left.iter().take_while(|left| matches!(left, RemainingLine::Part { .. })).count();
        search.later = left.split_off(parts);
        let option_count = searched.option_count();
        let open: Option<Vec<OpenPart>> = left.drain(..).map(|left| left.part(option_count)).collect();
        let open = open.ok_or_else(lacks_option)?;
        let threads = threads(search.saved.plan.threads);
        let pool = WorkerPool::new(engine.clone(), threads).with_parts(open).ordered(search.saved.plan.ordered);
        let progress = pool.run(&mut search, |engine, found, nodes| work.search(engine, found, nodes));
        search.stats += progress.stats;
        left = std::mem::take(&mut search.later);
        if !search.is_over() && !left.is_empty() {
            // Nothing is left that comes before these covers.
            if let RemainingLine::Ready(ready) = left.remove(0) {
                let _ = search.gather(ready);
            }
        }
    }
    search.end()
}

/// Creates a file for covers. One that is not empty is not touched.
fn create_covers(file: &Path) -> Result<BufWriter<File>, Failure> {
    check_output(file).map_err(Failure::File)?;
    let opened = OpenOptions::new().write(true).create(true).truncate(false).open(file).map_err(with(file))?;
    sync_name(file).map_err(with(file))?;
    Ok(buffered(opened))
}

/// Opens a file of covers, and cuts it to the length that the checkpoint states.
fn cut_covers(output: &CoverFile) -> Result<BufWriter<File>, Failure> {
    let CoverFile { file, length } = output;
    // A search that was killed at once has no file of covers yet.
    let opened = OpenOptions::new().write(true).create(*length == 0).truncate(false).open(file);
    let mut opened = opened.map_err(with(file))?;
    let there = opened.metadata().map_err(with(file))?.len();
    if there < *length {
        let message = format!("{}: it has {there} bytes, and the checkpoint states {length}", file.display());
        return Err(Failure::File(message + ": it is not the file that was written"));
    }
    opened.set_len(*length).map_err(with(file))?;
    opened.seek(SeekFrom::End(0)).map_err(with(file))?;
    Ok(buffered(opened))
}

fn buffered(file: File) -> BufWriter<File> {
    BufWriter::with_capacity(1 << 16, file)
}

/// A search that is under way.
struct CheckpointedSearch<'a> {
    saved: Saved,
    file: &'a Path,
    work: &'a Work<'a>,
    session: &'a mut Session,
    covers: Option<BufWriter<File>>,
    found: u128,
    limit: u128,
    /// What comes after the parts that are being searched.
    later: Vec<RemainingLine>,
    /// What was done before the parts that are being searched.
    stats: Stats,
    begun: Instant,
    /// The time of the last attempt to write a checkpoint, and that of the last one that was written.
    tried: Instant,
    written: Instant,
    is_interrupted: bool,
    /// The warnings that were given, each of them once.
    warnings: Vec<String>,
    /// Why the search cannot go on.
    failure: Option<String>,
}

/// Why a checkpoint was not written.
enum WriteError {
    /// The file of covers is not on the disk, and a second attempt would not tell: after a failure,
    /// an operating system may forget what it could not write.
    Covers(io::Error),
    /// Nothing is lost if the next attempt succeeds.
    Checkpoint(io::Error),
}

impl WriteError {
    fn into_error(self) -> io::Error {
        let (Self::Covers(error) | Self::Checkpoint(error)) = self;
        error
    }

    fn into_failure(self, file: &Path) -> Failure {
        Failure::File(format!("{}: the checkpoint cannot be written: {}", file.display(), self.into_error()))
    }
}

impl CheckpointedSearch<'_> {
    fn is_over(&self) -> bool {
        self.is_interrupted || self.failure.is_some() || self.found >= self.limit
    }

    /// Writes a checkpoint. If this fails, the one before it stays.
    fn write(&mut self, progress: &Progress, left: Vec<RemainingLine>) -> Result<(), WriteError> {
        self.tried = Instant::now();
        if let (Some(covers), Some(output)) = (&mut self.covers, &mut self.saved.output) {
            // What cannot be flushed stays in the buffer.
            covers.flush().map_err(WriteError::Checkpoint)?;
            covers.get_ref().sync_data().map_err(WriteError::Covers)?;
            output.length = covers.stream_position().map_err(WriteError::Checkpoint)?;
        }
        self.saved.found = self.found.to_string();
        self.saved.nodes = self.stats.nodes + progress.stats.nodes;
        self.saved.updates = self.stats.updates + progress.stats.updates;
        self.saved.seconds = self.begun.elapsed().as_secs_f64();
        self.saved.left = left;
        self.saved.write(self.file).map_err(WriteError::Checkpoint)?;
        self.written = Instant::now();
        Ok(())
    }

    /// Returns what is lost of a search that ends without another checkpoint.
    fn lost(&self) -> String {
        let seconds = self.written.elapsed().as_secs_f64();
        let file = self.file.display();
        format!("what was done in the last {seconds:.1} s is lost, and `quadrille resume {file}` does it again")
    }

    /// Says that a checkpoint was not written, once for each reason.
    fn warn(&mut self, error: &io::Error) {
        let warning = format!(
            "{}: warning: the checkpoint cannot be written: {error}; the one before it stays, and the search goes on",
            self.file.display()
        );
        if !self.warnings.contains(&warning) {
            // A failure of standard output is found when there is a result to print.
            let _ = self.session.say(&warning);
            self.warnings.push(warning);
        }
    }

    /// Returns what is to be said when covers cannot be written.
    fn covers_failure(&self, error: &io::Error) -> String {
        let file = self.saved.output.as_ref().map(|output| output.file.display().to_string()).unwrap_or_default();
        format!("{file}: the covers cannot be written: {error}: {}", self.lost())
    }

    /// Writes the last checkpoint and prints the result.
    fn end(mut self) -> Result<(), Failure> {
        let found = u64::try_from(self.found).unwrap_or(u64::MAX);
        self.session.add(found, self.stats);
        if let Some(failure) = self.failure {
            return Err(Failure::File(failure));
        }
        if self.is_interrupted {
            self.session.interrupted();
            let message = format!("interrupted: `quadrille resume {}` goes on", self.file.display());
            return self.session.say(&message).map_err(Failure::Stdout);
        }
        self.saved.complete = true;
        let written = self.write(&Progress::default(), Vec::new());
        self.session.problems += 1;
        if self.found == 0 {
            self.session.no_solution();
        }
        if self.saved.plan.count {
            // The number is right even if the checkpoint could not be written.
            let all = BigUint::from(self.found);
            let count = if self.found >= self.limit { Count::AtLeast(all) } else { Count::Exactly(all) };
            let format = self.saved.plan.format;
            self.session.print(|output| print_count(output, format, &count)).map_err(Failure::Stdout)?;
        }
        written.map_err(|error| {
            let (file, error) = (self.file.display(), error.into_error());
            Failure::File(format!("{file}: the last checkpoint cannot be written: {error}: {}", self.lost()))
        })
    }
}

impl Observer for CheckpointedSearch<'_> {
    type Batch = Found;

    fn gather(&mut self, batch: Found) -> ControlFlow<()> {
        let left = self.limit - self.found;
        if let Some(covers) = &mut self.covers
            && let Err(error) = batch.write(covers, self.work.style, (self.found, false), left)
        {
            self.failure = Some(self.covers_failure(&error));
            return ControlFlow::Break(());
        }
        self.found += batch.covers.min(left);
        if self.found == self.limit { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }

    fn tick(&mut self, progress: &Progress) -> ControlFlow<(), bool> {
        // A failure of standard output is found when there is a result to print.
        let _ = self.session.watch(u64::try_from(self.found).unwrap_or(u64::MAX), progress);
        let every = Duration::try_from_secs_f64(self.saved.plan.every).unwrap_or_default();
        ControlFlow::Continue(interrupt::is_requested() || self.tried.elapsed() >= every)
    }

    fn look<'a>(&mut self, progress: &Progress, left: impl Iterator<Item = Remaining<'a, Found>>) -> ControlFlow<()> {
        // An interrupt that comes after this is noted at the next look.
        self.is_interrupted = interrupt::is_requested();
        let left = left.map(|left| match left {
            Remaining::Part(open) => RemainingLine::Part { part: PartLine::from(&open.part), share: open.share },
            Remaining::Batch(found) => RemainingLine::Ready(found.clone()),
        });
        let left = left.chain(self.later.iter().cloned()).collect();
        match self.write(progress, left) {
            Ok(()) => {}
            Err(WriteError::Covers(error)) => self.failure = Some(self.covers_failure(&error)),
            Err(WriteError::Checkpoint(error)) if self.is_interrupted => {
                let file = self.file.display();
                let message = format!("{file}: interrupted, and the last checkpoint cannot be written: {error}");
                self.failure = Some(format!("{message}: {}", self.lost()));
            }
            Err(WriteError::Checkpoint(error)) => self.warn(&error),
        }
        if self.is_over() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }
}
