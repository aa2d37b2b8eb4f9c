//! A search with checkpoints.

use std::fs::{self, File, OpenOptions};
use std::io::{self, BufWriter, Seek, SeekFrom, Write};
use std::ops::ControlFlow;
use std::path::Path;
use std::time::{Duration, Instant};

use num_bigint::BigUint;
use quadrille::parallel::{self, Observer, Progress, WorkerPool};
use quadrille::search::{Cube, Engine, OpenCube, SLICE, Stats, Step};
use quadrille::{AnyEngine, Count, Counter, EngineChoice, Limits, Problem};

use super::check_output;
use super::saved::{CoverFile, Plan, Remaining, Saved};
use crate::exact_cover::cover_format::print_count;
use crate::exact_cover::cover_printer::CoverNote;
use crate::shared::checked_line::PartLine;
use crate::shared::counting;
use crate::shared::diagram_queries::memory;
use crate::shared::error::{self, Error};
use crate::shared::gathered::{Found, Work};
use crate::shared::interrupt;
use crate::shared::lock::sync_name;
use crate::shared::search_args::threads;
use crate::shared::session::Session;
use crate::shared::words::counted;

/// Returns an error that names the file.
fn with<'a>(file: &'a Path) -> impl Fn(io::Error) -> Error + 'a {
    move |error| Error::Bad(format!("{}: {error}", file.display()))
}

const UNKNOWN_OPTION: &str = "it has options that the problem does not have";

/// Starts a search.
pub(super) fn begin(
    saved: Saved,
    file: &Path,
    problem: &Problem,
    session: &mut Session,
) -> Result<(), Error> {
    run(saved, file, problem, session, |search, left| {
        // The checkpoint is written first, so that a search killed in between can be resumed.
        search.write(&Progress::default(), left).map_err(|error| error.into_error_of(file))?;
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

/// Continues a search.
pub(super) fn resume(
    saved: Saved,
    file: &Path,
    problem: &Problem,
    session: &mut Session,
) -> Result<(), Error> {
    run(saved, file, problem, session, |search, left| {
        search.covers = search.saved.output.as_ref().map(cut_covers).transpose()?;
        search.write(&Progress::default(), left).map_err(|error| error.into_error_of(file))
    })
}

/// Searches the remaining cubes. `open` writes the first checkpoint and opens the file of covers.
fn run(
    mut saved: Saved,
    file: &Path,
    problem: &Problem,
    session: &mut Session,
    open: impl FnOnce(&mut CheckpointedSearch<'_>, Vec<Remaining>) -> Result<(), Error>,
) -> Result<(), Error> {
    let Plan { format, count, .. } = saved.plan;
    let bad = |what: &dyn std::fmt::Display| Error::Bad(format!("{}: {what}", file.display()));
    let output = saved.output.as_ref().map(|output| &output.file);
    if let Some(path) =
        [&saved.plan.file].into_iter().chain(output).find(|path| path.to_str().is_none())
    {
        return Err(bad(&format_args!(
            "a checkpoint is text in UTF-8, and this path is not: {}: rename the file or its folder",
            path.display()
        )));
    }
    let total: BigUint = saved
        .found
        .parse()
        .map_err(|_| bad(&format_args!("`{}` is not a number of covers", saved.found)))?;
    let chosen = PartLine { prefix: saved.plan.choose.clone(), excluded: Vec::new() };
    chosen.part(problem.option_count()).ok_or_else(|| bad(&UNKNOWN_OPTION))?;
    let choice = saved.plan.engine.parse::<EngineChoice>().map_err(|error| bad(&error))?;
    let engine = AnyEngine::new(problem, choice).map_err(|error| bad(&error))?;
    let note = CoverNote::new(problem, format);
    let work = Work::of_covers(&note, format, count);
    let seconds = Duration::try_from_secs_f64(saved.seconds).unwrap_or_default();
    let now = Instant::now();
    session.begin_search();
    session.note_engine(engine.name());
    session.say_how(|| counting::reason(&engine, choice, problem))?;
    let mut left = std::mem::take(&mut saved.left);
    let mut search = CheckpointedSearch {
        file,
        work: &work,
        covers: None,
        found: 0,
        excess: BigUint::ZERO,
        is_counting: false,
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
    search.set_total(total);
    open(&mut search, left.clone())?;
    if let [Remaining::Part { part, .. }] = &*left
        && count
        && choice == EngineChoice::Auto
        && search.stats.nodes == 0
    {
        let part = part.part(problem.option_count()).ok_or_else(|| bad(&UNKNOWN_OPTION))?;
        let counter = Counter::with_engine(problem, choice);
        left = search.count(counter.map_err(|error| bad(&error))?, &part)?;
    }
    while !left.is_empty() && !search.is_over() {
        let parts = left.iter().take_while(|left| matches!(left, Remaining::Part { .. })).count();
        search.later = left.split_off(parts);
        let option_count = problem.option_count();
        let open: Option<Vec<OpenCube>> =
            left.drain(..).map(|left| left.part(option_count)).collect();
        let open = open.ok_or_else(|| bad(&UNKNOWN_OPTION))?;
        let threads = threads(search.saved.plan.threads);
        let pool = WorkerPool::new(engine.clone(), threads)
            .with_parts(open)
            .ordered(search.saved.plan.ordered);
        let progress =
            pool.run(&mut search, |engine, found, nodes| work.search(engine, found, nodes));
        search.stats += progress.stats;
        left = std::mem::take(&mut search.later);
        if !search.is_over() && !left.is_empty() {
            // No remaining cube comes before these covers.
            if let Remaining::Ready(ready) = left.remove(0) {
                let _ = search.gather(ready);
            }
        }
    }
    search.end()
}

/// Creates a file for covers. A file that is not empty is left untouched.
fn create_covers(file: &Path) -> Result<BufWriter<File>, Error> {
    check_output(file).map_err(Error::Bad)?;
    let opened = OpenOptions::new()
        .write(true)
        .create(true)
        .truncate(false)
        .open(file)
        .map_err(with(file))?;
    sync_name(file).map_err(with(file))?;
    Ok(buffered(opened))
}

/// Opens a file of covers, and cuts it to the length that the checkpoint states.
fn cut_covers(output: &CoverFile) -> Result<BufWriter<File>, Error> {
    let CoverFile { file, length } = output;
    // A search that was killed at once has no file of covers yet.
    let opened = OpenOptions::new().write(true).create(*length == 0).truncate(false).open(file);
    let mut opened = opened.map_err(with(file))?;
    let there = opened.metadata().map_err(with(file))?.len();
    if there < *length {
        let message = format!(
            "{}: it has {}, and the checkpoint states {length}",
            file.display(),
            counted(there, "byte")
        );
        return Err(Error::Bad(message + ": it is not the file that was written"));
    }
    opened.set_len(*length).map_err(with(file))?;
    opened.seek(SeekFrom::End(0)).map_err(with(file))?;
    Ok(buffered(opened))
}

fn buffered(file: File) -> BufWriter<File> {
    BufWriter::with_capacity(1 << 16, file)
}

/// A search in progress.
struct CheckpointedSearch<'a> {
    saved: Saved,
    file: &'a Path,
    work: &'a Work<'a>,
    session: &'a mut Session,
    covers: Option<BufWriter<File>>,
    found: u128,
    /// Covers counted with a cache, if there are more than `found` can hold.
    excess: BigUint,
    /// True while a cache counts.
    is_counting: bool,
    limit: u128,
    /// The work that comes after the cubes being searched.
    later: Vec<Remaining>,
    /// The statistics before the cubes being searched.
    stats: Stats,
    begun: Instant,
    /// The time of the last attempt to write a checkpoint, and that of the last success.
    tried: Instant,
    written: Instant,
    is_interrupted: bool,
    /// The warnings printed, each of them once.
    warnings: Vec<String>,
    /// The reason why the search cannot continue.
    failure: Option<String>,
}

/// The reason why a checkpoint was not written.
enum WriteError {
    /// The covers cannot be written to the disk. A second attempt would not detect the loss: after
    /// a failure, an operating system may discard the data.
    Covers(io::Error),
    /// Nothing is lost if the next attempt succeeds.
    Checkpoint(io::Error),
}

impl WriteError {
    fn into_error(self) -> io::Error {
        let (Self::Covers(error) | Self::Checkpoint(error)) = self;
        error
    }

    fn into_error_of(self, file: &Path) -> Error {
        Error::Bad(format!(
            "{}: the checkpoint cannot be written: {}",
            file.display(),
            self.into_error()
        ))
    }
}

impl CheckpointedSearch<'_> {
    fn is_over(&self) -> bool {
        self.is_interrupted || self.failure.is_some() || self.found >= self.limit
    }

    /// Returns the number of covers found.
    fn total(&self) -> BigUint {
        &self.excess + self.found
    }

    fn set_total(&mut self, total: BigUint) {
        match u128::try_from(&total) {
            Ok(found) => (self.found, self.excess) = (found, BigUint::ZERO),
            Err(_) => (self.found, self.excess) = (0, total),
        }
    }

    /// Counts with a cache as long as that pays. Returns the remaining work for the search. After
    /// an interrupt, the existing checkpoint still has all of the work.
    fn count(&mut self, mut counter: Counter<'_>, part: &Cube) -> Result<Vec<Remaining>, Error> {
        counter = counter
            .with_memory(memory(self.saved.plan.memory))
            .with_threads(threads(self.saved.plan.threads))
            .without_weights();
        if let Some(limit) = self.saved.plan.limit {
            counter = counter.limited(Limits::none().covers(limit));
        }
        counter.start(part).expect("the options have been checked");
        self.is_counting = true;
        let mut left = Vec::new();
        while counter.advance(SLICE) == Step::Paused && !counter.is_cut_short() {
            if let Some((_, groups)) = counter.take_remaining() {
                let part = |open: OpenCube| Remaining::Part {
                    part: PartLine::from(&open.cube),
                    share: open.share,
                };
                left = groups.into_iter().flat_map(|group| group.cubes).map(part).collect();
                break;
            }
            if self.session.is_to_stop(counter.stats().nodes) {
                self.is_interrupted = true;
                // For the result alone: the checkpoint keeps its state from before the count.
                self.set_total(counter.count_so_far().to_big());
                return Ok(left);
            }
            // A failure of standard output is detected when the result is printed.
            let _ = self.session.note_memory(counter.lacks_memory());
            let _ = self.session.watch_counting(counter.stats(), || {
                (counter.count_so_far().to_big(), Some(counter.open()))
            });
        }
        self.is_counting = false;
        self.set_total(counter.count_so_far().to_big());
        self.stats += counter.stats();
        if !left.is_empty()
            && let Err(WriteError::Checkpoint(error)) =
                self.write(&Progress::default(), left.clone())
        {
            self.warn(&error);
        }
        Ok(left)
    }

    /// Writes a checkpoint. If this fails, the previous one stays.
    fn write(&mut self, progress: &Progress, left: Vec<Remaining>) -> Result<(), WriteError> {
        self.tried = Instant::now();
        if let (Some(covers), Some(output)) = (&mut self.covers, &mut self.saved.output) {
            // Data that cannot be flushed stays in the buffer.
            covers.flush().map_err(WriteError::Checkpoint)?;
            covers.get_ref().sync_data().map_err(WriteError::Covers)?;
            output.length = covers.stream_position().map_err(WriteError::Checkpoint)?;
        }
        self.saved.found = self.total().to_string();
        self.saved.nodes = self.stats.nodes + progress.stats.nodes;
        self.saved.updates = self.stats.updates + progress.stats.updates;
        self.saved.seconds = self.begun.elapsed().as_secs_f64();
        self.saved.left = left;
        self.saved.write(self.file).map_err(WriteError::Checkpoint)?;
        self.written = Instant::now();
        Ok(())
    }

    /// Returns the part of a message about the work lost without another checkpoint.
    fn lost(&self) -> String {
        let seconds = self.written.elapsed().as_secs_f64();
        let file = self.file.display();
        format!(
            "the work of the last {seconds:.1} s is lost, and `quadrille resume {file}` repeats it"
        )
    }

    /// Warns that a checkpoint was not written, once for each reason.
    fn warn(&mut self, error: &io::Error) {
        let warning = format!(
            "{}: warning: the checkpoint cannot be written: {error}; the one before it stays, and the search goes on",
            self.file.display()
        );
        if !self.warnings.contains(&warning) {
            // A failure of standard output is detected when the result is printed.
            let _ = self.session.say(&warning);
            self.warnings.push(warning);
        }
    }

    /// Returns the message for covers that cannot be written.
    fn covers_failure(&self, error: &io::Error) -> String {
        let file = self
            .saved
            .output
            .as_ref()
            .map(|output| output.file.display().to_string())
            .unwrap_or_default();
        format!("{file}: the covers cannot be written: {error}: {}", self.lost())
    }

    /// Prints the number of covers, if it was asked for.
    fn print_count(&mut self, count: &Count) -> Result<(), Error> {
        let Plan { format, count: is_asked, .. } = self.saved.plan;
        if is_asked {
            self.session.print(|output| print_count(output, format, count))?;
        }
        Ok(())
    }

    /// Writes the last checkpoint and prints the result.
    fn end(mut self) -> Result<(), Error> {
        self.session.totals.add(self.total(), self.stats);
        if let Some(failure) = self.failure {
            return Err(Error::Bad(failure));
        }
        if self.is_interrupted {
            let file = self.file.display();
            self.session.say(&match self.is_counting {
                true => format!("the cache is not saved: `quadrille resume {file}` counts again"),
                false => format!("the search is saved: `quadrille resume {file}` continues it"),
            })?;
            let all = self.total();
            let has_cover = all != BigUint::ZERO;
            let found = counted(&all, "cover");
            self.print_count(&Count::at_least(all))?;
            error::check_signal()?;
            let by = self.session.stopped.unwrap_or_default();
            if !has_cover {
                self.session.no_solution();
            }
            let name = self.saved.plan.file.display();
            return self.session.say(&match has_cover {
                true => format!("{name}: stopped by {by} after {found}: there may be more"),
                false => {
                    format!("{name}: stopped by {by}: no cover was found, and there may be some")
                }
            });
        }
        self.saved.complete = true;
        let written = self.write(&Progress::default(), Vec::new());
        self.session.totals.problems += 1;
        let all = self.total();
        if all == BigUint::ZERO {
            self.session.no_solution();
        }
        // The number is right even if the checkpoint could not be written.
        let is_cut = self.found >= self.limit;
        self.print_count(&if is_cut { Count::at_least(all) } else { all.into() })?;
        written.map_err(|error| {
            let (file, error) = (self.file.display(), error.into_error());
            Error::Bad(format!(
                "{file}: the last checkpoint cannot be written: {error}: {}",
                self.lost()
            ))
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
        // A failure of standard output is detected when the result is printed.
        let _ = self.session.watch(self.total(), progress);
        let every = Duration::try_from_secs_f64(self.saved.plan.every).unwrap_or_default();
        let is_to_stop = self.session.is_to_stop(progress.stats.nodes);
        ControlFlow::Continue(is_to_stop || self.tried.elapsed() >= every)
    }

    fn look<'a>(
        &mut self,
        progress: &Progress,
        left: impl Iterator<Item = parallel::Remaining<'a, Found>>,
    ) -> ControlFlow<()> {
        // A later interrupt is noticed at the next call.
        self.is_interrupted = interrupt::is_requested() || self.session.stopped.is_some();
        let left = left.map(|left| match left {
            parallel::Remaining::Cube(open) => {
                Remaining::Part { part: PartLine::from(&open.cube), share: open.share }
            }
            parallel::Remaining::Batch(found) => Remaining::Ready(found.clone()),
        });
        let left = left.chain(self.later.iter().cloned()).collect();
        match self.write(progress, left) {
            Ok(()) => {}
            Err(WriteError::Covers(error)) => self.failure = Some(self.covers_failure(&error)),
            Err(WriteError::Checkpoint(error)) if self.is_interrupted => {
                let file = self.file.display();
                let message = format!(
                    "{file}: interrupted, and the last checkpoint cannot be written: {error}"
                );
                self.failure = Some(format!("{message}: {}", self.lost()));
            }
            Err(WriteError::Checkpoint(error)) => self.warn(&error),
        }
        if self.is_over() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }
}
