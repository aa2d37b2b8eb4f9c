//! A search that can be stopped at any moment and resumed: its state is appended to a journal.
//!
//! A state has the remaining parts, the number of covers found outside of them, and, if covers go
//! to a file, the length of that file with exactly these covers. The covers are on the disk before
//! the state that counts them. When the search resumes, the file is truncated to the stated length,
//! so no cover is lost or repeated.

use std::fmt::Display;
use std::fs::{self, File, OpenOptions};
use std::io::{self, BufWriter, Seek, SeekFrom, Write};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use clap::error::ErrorKind;
use num_bigint::BigUint;
use quadrille::parallel::{self, Observer, Progress, WorkerPool};
use quadrille::search::{Cube, Engine, OpenCube, SLICE, Stats, Step};
use quadrille::{AnyEngine, Count, Counter, EngineChoice, Limits, Problem};
use serde::{Deserialize, Serialize};

use crate::exact_cover::cover_printer;
use crate::exact_cover::problem_file::{ProblemArgs, hash};
use crate::exact_cover::question::{Question, print_count};
use crate::shared::counting;
use crate::shared::error::{self, Error};
use crate::shared::files::{check_folder, locked, sync_name, with_suffix};
use crate::shared::format::Format;
use crate::shared::gathered::{Found, Work};
use crate::shared::interrupt;
use crate::shared::journal::{Head, Journal, JournalKind, Left, Unit};
use crate::shared::memory::memory;
use crate::shared::search_args::{EngineArgs, threads};
use crate::shared::session::Session;
use crate::shared::values::duration;
use crate::shared::words::counted;

#[derive(Debug, clap::Args)]
pub(crate) struct CheckpointArgs {
    /// Regularly save the search in FILE, a new file; `quadrille resume FILE` continues it
    ///
    /// A signal such as Ctrl-C saves it too. The problem must come from a file.
    #[arg(long, value_name = "FILE")]
    pub(crate) checkpoint: Option<PathBuf>,

    /// The time between two checkpoints
    #[arg(long, value_name = "TIME", default_value = "60s", value_parser = duration, allow_hyphen_values = true)]
    every: Duration,
}

impl CheckpointArgs {
    /// Checks for conflicting arguments. `output` is the file for the covers.
    pub(crate) fn check(
        &self,
        problem: &ProblemArgs,
        counts: bool,
        output: Option<&Path>,
    ) -> Result<(), (ErrorKind, &'static str)> {
        let Some(checkpoint) = &self.checkpoint else { return Ok(()) };
        if problem.file().is_none() {
            let message =
                "--checkpoint needs a problem from a file, so that the search can be resumed";
            return Err((ErrorKind::MissingRequiredArgument, message));
        }
        if output.is_none() && !counts {
            let message = "--checkpoint needs --count, or --output with a file for the covers";
            return Err((ErrorKind::MissingRequiredArgument, message));
        }
        let own = ["", ".new", ".lock"].map(|suffix| absolute(&with_suffix(checkpoint, suffix)));
        if output.is_some_and(|output| own.contains(&absolute(output))) {
            let message = "--output and --checkpoint need different files: a checkpoint in FILE also uses FILE.new and FILE.lock";
            return Err((ErrorKind::ArgumentConflict, message));
        }
        Ok(())
    }

    /// Starts a search. `plan` has the options that not all commands have.
    pub(crate) fn begin(
        &self,
        file: &Path,
        with: &EngineArgs,
        plan: Plan,
        question: &Question<'_>,
        session: &mut Session,
    ) -> Result<(), Error> {
        let &Question { problem, cube, format, .. } = question;
        check_folder("--checkpoint", file)?;
        if let Some(output) = &plan.output {
            check_folder("--output", output)?;
            // A file of covers with a checkpoint belongs to a search that can be resumed.
            if !file.exists() {
                check_output(output)?;
            }
        }
        let plan = Plan {
            file: question.file.map(absolute).unwrap_or_default(),
            format,
            engine: with.engine.to_string(),
            threads: with.threads().get(),
            every: self.every.as_secs_f64(),
            output: plan.output.as_deref().map(absolute),
            ..plan
        };
        let hash = hash(problem).map_err(|error| Error::about(plan.file.display(), error))?;
        let head = Head::new(JournalKind::Cover, hash, &());
        let unit = Unit {
            complete: false,
            left: vec![Left::from(&OpenCube { cube: cube.clone(), ..OpenCube::whole() })],
            length: plan.output.is_some().then_some(0),
            ..head.unit(0)
        };
        locked(file, true, session, |session| run(head, plan, unit, true, file, problem, session))
    }
}

/// The search as requested by the user: the options in the head of its journal.
#[derive(Default, Serialize, Deserialize)]
pub(crate) struct Plan {
    /// The file of the problem.
    pub(crate) file: PathBuf,
    pub(crate) format: Format,
    pub(crate) count: bool,
    pub(crate) engine: String,
    pub(crate) limit: Option<u64>,
    pub(crate) threads: usize,
    pub(crate) ordered: bool,
    /// The memory limit of counting in bytes, if one was set.
    pub(crate) memory: Option<u64>,
    /// The seconds between two states.
    pub(crate) every: f64,
    /// The file of covers.
    pub(crate) output: Option<PathBuf>,
}

/// Returns the path of a file, valid in any working directory.
fn absolute(file: &Path) -> PathBuf {
    std::path::absolute(file).unwrap_or_else(|_| file.to_owned())
}

/// Checks that writing the covers to a file loses nothing.
fn check_output(file: &Path) -> Result<(), Error> {
    let what = match fs::metadata(file) {
        Ok(there) if !there.is_file() => {
            "it is not a regular file, so it cannot be truncated when the search resumes"
        }
        Ok(there) if there.len() > 0 => {
            "the file exists and is not empty: delete it, or choose another name"
        }
        _ => return Ok(()),
    };
    Err(Error::about(format_args!("--output {}", file.display()), what))
}

/// Searches the remaining parts of a unit, and appends states to `file`, which is locked. A new
/// search creates its file of covers.
pub(crate) fn run(
    mut head: Head,
    plan: Plan,
    mut unit: Unit,
    is_new: bool,
    file: &Path,
    problem: &Problem,
    session: &mut Session,
) -> Result<(), Error> {
    let Plan { format, count, .. } = plan;
    let bad = |what: &dyn Display| Error::about(file.display(), what);
    let is_text = |path: &&PathBuf| path.to_str().is_some();
    if let Some(path) = [&plan.file].into_iter().chain(&plan.output).find(|path| !is_text(path)) {
        return Err(bad(&format_args!(
            "a checkpoint is text in UTF-8, and this path is not: {}: rename the file or its folder",
            path.display()
        )));
    }
    head.set_options(&plan);
    let found = unit.count.parse();
    let found: BigUint =
        found.map_err(|_| bad(&format_args!("`{}` is not a number of covers", unit.count)))?;
    let open = |left: &Left| {
        let unknown = || bad(&"it has options that the problem does not have");
        left.open(problem.option_count()).ok_or_else(unknown)
    };
    let choice = plan.engine.parse::<EngineChoice>().map_err(|error| bad(&error))?;
    let engine = AnyEngine::new(problem, choice).map_err(|error| bad(&error))?;
    let work = cover_printer::work(problem, format, count);
    let pool = WorkerPool::new(engine.clone(), threads(plan.threads));
    // The order of covers that are only counted does not matter.
    let pool = pool.ordered(plan.ordered && !count);
    session.begin_search();
    session.note_engine(engine.name(), || counting::reason(&engine, choice, problem))?;
    let output = plan.output.as_deref();
    if output.is_some() && unit.length.is_none() {
        return Err(bad(&"it states no length of its covers"));
    }
    // The checkpoint is written first, so that a search that is killed before the next step can be
    // resumed.
    let journal = Journal::begin(file, head, [unit.clone()], plan.every)?;
    let covers = output.zip(unit.length).map(|(output, length)| {
        if is_new {
            check_output(output)?;
        }
        open_covers(output, length).map_err(|error| Error::about(output.display(), error))
    });
    // Without its file of covers, the search has not begun.
    let covers = covers.transpose().inspect_err(|_| {
        if is_new {
            let _ = fs::remove_file(file);
        }
    })?;
    let seconds = Duration::try_from_secs_f64(unit.seconds).unwrap_or_default();
    let now = Instant::now();
    let mut left = std::mem::take(&mut unit.left);
    let mut search = CheckpointedSearch {
        journal,
        work: &work,
        covers,
        found,
        is_counting: false,
        later: Vec::new(),
        stats: Stats { nodes: unit.nodes, updates: 0 },
        begun: now.checked_sub(seconds).unwrap_or(now),
        is_interrupted: false,
        failure: None,
        plan,
        session,
    };
    if let [only @ Left::Part(_)] = &*left
        && count
        && choice == EngineChoice::Auto
        && search.stats.nodes == 0
    {
        let counter = Counter::with_engine(problem, choice).map_err(|error| bad(&error))?;
        left = search.count(counter, &open(only)?.cube)?;
    }
    while !left.is_empty() && !search.is_over() {
        let parts = left.iter().take_while(|left| matches!(left, Left::Part(_))).count();
        search.later = left.split_off(parts);
        let cubes = left.iter().map(open).collect::<Result<Vec<_>, _>>()?;
        let progress = pool.clone().with_parts(cubes).run(&mut search, &*work.search);
        search.stats += progress.stats;
        left = std::mem::take(&mut search.later);
        if !search.is_over() && !left.is_empty() {
            // No remaining part comes before these covers.
            if let Left::Covers(covers) = left.remove(0) {
                let _ = search.gather(covers.into());
            }
        }
    }
    search.end()
}

/// Opens the file of covers, which has at least this length, and truncates it to that length.
fn open_covers(file: &Path, length: u64) -> io::Result<BufWriter<File>> {
    // A search that was killed immediately has no file of covers yet.
    let opened = OpenOptions::new().write(true).create(length == 0).truncate(false).open(file);
    let mut opened = opened?;
    let there = opened.metadata()?.len();
    if there < length {
        let there = counted(there, "byte");
        let message = format!("it has {there}, and the checkpoint states {length}");
        return Err(io::Error::other(message + ": it is not the file that was written"));
    }
    opened.set_len(length)?;
    opened.seek(SeekFrom::End(0))?;
    sync_name(file)?;
    Ok(BufWriter::with_capacity(1 << 16, opened))
}

struct CheckpointedSearch<'a> {
    journal: Journal<'a>,
    plan: Plan,
    work: &'a Work<'a>,
    session: &'a mut Session,
    covers: Option<BufWriter<File>>,
    found: BigUint,
    /// True if an interrupt has ended the count with a cache.
    is_counting: bool,
    /// The parts and covers after the parts being searched.
    later: Vec<Left>,
    /// The statistics before the parts being searched.
    stats: Stats,
    begun: Instant,
    is_interrupted: bool,
    /// The reason why the search cannot continue.
    failure: Option<Error>,
}

impl CheckpointedSearch<'_> {
    fn is_over(&self) -> bool {
        self.is_interrupted || self.failure.is_some() || self.left() == 0
    }

    /// Returns the number of covers up to the limit.
    fn left(&self) -> u128 {
        let left = |limit: u64| u128::from(limit).saturating_sub(self.found());
        self.plan.limit.map_or(u128::MAX, left)
    }

    /// Returns the number of covers found, at most `u128::MAX`.
    fn found(&self) -> u128 {
        u128::try_from(&self.found).unwrap_or(u128::MAX)
    }

    /// Counts with a cache while that is faster. Returns the parts left for the search. An
    /// interrupt does not change the checkpoint, so the whole count is then repeated.
    fn count(&mut self, counter: Counter, cube: &Cube) -> Result<Vec<Left>, Error> {
        let limits = self.plan.limit.map_or(Limits::none(), |most| Limits::none().covers(most));
        let mut counter = counter
            .with_memory(memory(self.plan.memory))
            .with_threads(threads(self.plan.threads))
            .without_weights()
            .limited(limits);
        counter.start(cube).expect("the options have been checked");
        let mut left = Vec::new();
        let step = |counter: &mut Counter, _: u64, _: &mut Session| {
            let step = counter.advance(SLICE);
            if step == Step::Paused
                && !counter.is_cut_short()
                && let Some((_, groups)) = counter.take_remaining()
            {
                left = groups.iter().flat_map(|group| &group.cubes).map(Left::from).collect();
                return Ok(Step::Exhausted);
            }
            Ok(step)
        };
        let is_complete = self.session.run(&mut counter, step, |totals, counter| {
            let found = counter.count_so_far().to_big();
            totals.with(Some(found), counter.stats(), Some(counter.open()))
        })?;
        self.found = counter.count_so_far().to_big();
        // A count that has reached the number of covers that was wanted is complete, whatever other
        // limit it reaches with it.
        if !is_complete && !counter.is_cut_short() {
            // The number is only for the result: the checkpoint keeps its state.
            (self.is_interrupted, self.is_counting) = (true, true);
            return Ok(left);
        }
        self.stats += counter.stats();
        if !left.is_empty()
            && let Err(error) = self.write(0, left.clone())
        {
            self.journal.warn(&error, self.session);
        }
        Ok(left)
    }

    /// Writes a state. If this fails, the previous state stays valid. `nodes` is the number of
    /// nodes of the parts being searched.
    fn write(&mut self, nodes: u64, left: Vec<Left>) -> io::Result<()> {
        let length = self.covers.as_mut().map(|covers| {
            covers.flush()?;
            covers.get_ref().sync_data()?;
            covers.stream_position()
        });
        let length = match length.transpose() {
            Ok(length) => length,
            // There is no second attempt: the operating system may have discarded the data.
            Err(error) => {
                self.fail(&error);
                return Ok(());
            }
        };
        let unit = Unit {
            count: self.found.to_string(),
            nodes: self.stats.nodes + nodes,
            seconds: self.begun.elapsed().as_secs_f64(),
            complete: left.is_empty(),
            left,
            length,
            ..self.journal.head.unit(0)
        };
        self.journal.add([unit])
    }

    /// Ends the search because its covers cannot be written.
    fn fail(&mut self, error: &io::Error) {
        let file = self.plan.output.as_deref().unwrap_or(Path::new("")).display();
        let lost = self.journal.lost();
        let what = format_args!("the covers cannot be written: {error}: {lost}");
        self.failure = Some(Error::about(file, what));
    }

    /// Prints the number of covers if it was requested.
    fn print_count(&mut self, is_exact: bool) -> Result<(), Error> {
        let (format, all) = (self.plan.format, self.found.clone());
        let count = if is_exact { all.into() } else { Count::at_least(all) };
        match self.plan.count {
            true => self.session.print(|output| print_count(output, format, &count)),
            false => Ok(()),
        }
    }

    /// Writes the last checkpoint and prints the result.
    fn end(mut self) -> Result<(), Error> {
        self.session.totals.add(&self.found, self.stats);
        if let Some(failure) = self.failure {
            return Err(failure);
        }
        let has_cover = self.found != BigUint::ZERO;
        if !has_cover {
            self.session.no_solution();
        }
        if self.is_interrupted {
            let file = self.journal.file.display();
            self.session.say(&match self.is_counting {
                true => format!("the cache is not saved: `quadrille resume {file}` counts again"),
                false => format!("the search is saved: `quadrille resume {file}` continues it"),
            })?;
            self.print_count(false)?;
            error::check_signal()?;
            let (by, name) = (self.session.stopped.unwrap_or_default(), self.plan.file.display());
            let found = counted(&self.found, "cover");
            let message = match has_cover {
                true => format!("stopped by {by} after {found}: there may be more"),
                false => error::stopped_search(by, false, "cover"),
            };
            return self.session.say(&format!("{name}: {message}"));
        }
        let written = self.write(0, Vec::new());
        self.session.totals.problems += 1;
        // The number is right even if the checkpoint could not be written.
        self.print_count(self.left() > 0)?;
        written.map_err(|error| self.journal.unwritten("the last checkpoint", &error))?;
        self.failure.map_or(Ok(()), Err)
    }
}

impl Observer for CheckpointedSearch<'_> {
    type Batch = Found;

    fn gather(&mut self, batch: Found) -> ControlFlow<()> {
        let (found, left) = (self.found(), self.left());
        if let Some(covers) = &mut self.covers
            && let Err(error) = batch.write(covers, self.work.style, (found, false), left)
        {
            self.fail(&error);
            return ControlFlow::Break(());
        }
        self.found += batch.covers.min(left);
        if self.left() == 0 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }

    fn tick(&mut self, progress: &Progress) -> ControlFlow<(), bool> {
        let state = || (self.found.clone(), Some(progress.open));
        // A failure of standard output is detected when the result is printed.
        let _ = self.session.watch(progress.stats, state);
        let is_to_stop = self.session.is_to_stop(progress.stats.nodes);
        ControlFlow::Continue(is_to_stop || self.journal.is_due())
    }

    fn look<'a>(
        &mut self,
        progress: &Progress,
        left: impl Iterator<Item = parallel::Remaining<'a, Found>>,
    ) -> ControlFlow<()> {
        // A later interrupt is noticed at the next call.
        self.is_interrupted = interrupt::is_requested() || self.session.stopped.is_some();
        let left = left.map(|left| match left {
            parallel::Remaining::Cube(open) => open.into(),
            parallel::Remaining::Batch(found) => Left::Covers(found.texts()),
        });
        let left = left.chain(self.later.iter().cloned()).collect();
        match self.write(progress.stats.nodes, left) {
            Ok(()) => {}
            Err(error) if self.is_interrupted => {
                let what = "interrupted, and the last checkpoint";
                self.failure = Some(self.journal.unwritten(what, &error));
            }
            Err(error) => self.journal.warn(&error, self.session),
        }
        if self.is_over() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }
}
