//! `--checkpoint` and `quadrille resume`: a search that can be stopped at any moment and resumed.
//! Its state is appended to a journal.
//!
//! A state has the remaining parts, the number of covers found, and, if covers go to a file, the
//! length of that file with exactly these covers. They are written to the disk before the state.
//! Further covers, which come after a remaining part of an ordered search, are in the state itself.
//! When the search resumes, the file is truncated to this length, so no cover is lost or repeated.

use std::fmt::Display;
use std::fs::{self, File, OpenOptions};
use std::io::{self, BufWriter, Seek, SeekFrom, Write};
use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::{Duration, Instant};

use clap::error::ErrorKind;
use num_bigint::BigUint;
use quadrille::format::{self, ReadError};
use quadrille::parallel::{self, Observer, Progress, WorkerPool};
use quadrille::search::{Cube, Engine, OpenCube, SLICE, Stats, Step};
use quadrille::{AnyEngine, Count, Counter, EngineChoice, Limits, Problem};
use serde::{Deserialize, Serialize};

use crate::exact_cover::cover_printer;
use crate::exact_cover::question::{ProblemArgs, Question, hash, print_count, unreadable};
use crate::shared::error::{self, Error};
use crate::shared::files::{
    absolute, check_checkpoint, check_file, check_output, locked, sync_name,
};
use crate::shared::format::Format;
use crate::shared::gathered::{Found, Work};
use crate::shared::journal::{self, Head, Journal, JournalKind, Left, Unit};
use crate::shared::search_args::{EngineArgs, StopArgs, memory};
use crate::shared::session::Session;
use crate::shared::values::{self, duration, thread_count};
use crate::shared::words::counted;
use crate::shared::{counting, input, interrupt};
use crate::sudoku::solve;

#[derive(Debug, clap::Args)]
pub(crate) struct CheckpointArgs {
    /// Regularly save the search in FILE, a new file; `quadrille resume FILE` continues it
    ///
    /// A signal such as Ctrl-C saves it too. A count that uses a cache is not saved: `quadrille
    /// resume` repeats it. The problem must come from a file.
    #[arg(long, value_name = "FILE")]
    pub(crate) checkpoint: Option<PathBuf>,

    /// The time between two checkpoints
    #[arg(long, value_name = "TIME", default_value = "60s", value_parser = duration, allow_hyphen_values = true)]
    every: Duration,
}

impl CheckpointArgs {
    /// Checks for missing arguments. `output` is the file for the covers.
    pub(crate) fn check(
        &self,
        problem: &ProblemArgs,
        counts: bool,
        output: Option<&Path>,
    ) -> Result<(), (ErrorKind, &'static str)> {
        if self.checkpoint.is_some() && problem.file().is_none() {
            let message =
                "--checkpoint needs a problem from a file, so that the search can be resumed";
            return Err((ErrorKind::MissingRequiredArgument, message));
        }
        if self.checkpoint.is_some() && output.is_none() && !counts {
            let message = "--checkpoint needs --count, or --output with a file for the covers";
            return Err((ErrorKind::MissingRequiredArgument, message));
        }
        Ok(())
    }

    /// Starts a search. `plan` has the options that only some commands have.
    pub(crate) fn begin(
        &self,
        file: &Path,
        with: &EngineArgs,
        plan: Plan,
        question: &Question<'_>,
        session: &mut Session,
    ) -> Result<(), Error> {
        let &Question { problem, cube, format, .. } = question;
        check_checkpoint(file, plan.output.as_deref().into_iter().chain(question.file))?;
        if let Some(output) = &plan.output {
            check_file("--output", output)?;
            // If the checkpoint exists, its search can be resumed and needs the file of covers.
            if !file.exists() {
                check_output(output)?;
            }
        }
        let plan = Plan {
            file: question.file.map(absolute).unwrap_or_default(),
            format,
            engine: with.engine.to_string(),
            threads: with.threads.threads.get(),
            every: self.every.as_secs_f64(),
            output: plan.output.as_deref().map(absolute),
            ..plan
        };
        let hash = hash(problem).map_err(|error| Error::about(plan.file.display(), error))?;
        let head = Head::new(JournalKind::Cover, hash);
        let unit = Unit {
            complete: false,
            left: vec![Left::from(&OpenCube { cube: cube.clone(), ..OpenCube::whole() })],
            length: plan.output.is_some().then_some(0),
            ..head.unit(0)
        };
        locked(file, true, session, |session| run(head, plan, unit, true, file, problem, session))
    }
}

/// Continue a search that was saved by `--checkpoint`
///
/// No cover is lost and none is repeated, no matter how the search was stopped: a file of covers is
/// truncated to the length that the checkpoint states. The search keeps its original options except
/// --timeout, --nodes and --stats; -j and --every replace their original values. Checkpoints are
/// written to the same file. The count of a complete search is printed again.
///
/// An unfinished last line of a checkpoint is ignored. The program rejects a checkpoint that is
/// otherwise damaged, that was written by another version, or whose problem has changed.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  quadrille count -j 0 --checkpoint queens.save queens.dlx
  quadrille resume queens.save
  until quadrille resume queens.save; [ $? -lt 128 ]; do sleep 60; done")]
pub(crate) struct ResumeArgs {
    /// A checkpoint
    #[arg(value_name = "FILE")]
    file: PathBuf,

    /// Use N threads; 0 for all hardware threads
    #[arg(short = 'j', long, value_name = "N", value_parser = thread_count, allow_negative_numbers = true)]
    threads: Option<NonZeroUsize>,

    /// The time between two checkpoints
    #[arg(long, value_name = "TIME", value_parser = duration, allow_hyphen_values = true)]
    every: Option<Duration>,

    /// The current path of the problem, if its file was moved
    #[arg(long, value_name = "FILE")]
    problem: Option<PathBuf>,

    #[command(flatten)]
    stop: StopArgs,
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

pub(crate) fn resume(args: &ResumeArgs) -> ExitCode {
    Session::new("problems", "covers").with_stop(args.stop).command(|session| {
        let &ResumeArgs { ref file, threads, every, ref problem, .. } = args;
        let threads = threads.map(NonZeroUsize::get);
        let bad = |what: &dyn Display| Error::about(file.display(), what);
        let (head, mut units) = journal::read(file.as_os_str(), session)?;
        if head.kind == JournalKind::Sudoku {
            if problem.is_some() {
                return Err(bad(
                    &"--problem is for a search of `quadrille cover`: this checkpoint has its puzzle",
                ));
            }
            return solve::checkpoint::resume(head, units, file, threads, every, session);
        }
        let mut plan: Plan = head.options().map_err(|error| bad(&error))?;
        let unit = units.remove(&0).filter(|_| units.is_empty());
        let no_state = "it has no state of the search: start the search again";
        let unit = unit.ok_or_else(|| bad(&no_state))?;
        plan.file = problem.as_deref().map_or(plan.file, absolute);
        check_checkpoint(file, [&*plan.file])?;
        let name = plan.file.display().to_string();
        let read = input::open(&plan.file).map_err(ReadError::Io);
        let read = read.and_then(|file| format::read(input::buffered(file))).map_err(|error| {
            let hint = if problem.is_none() { "; --problem gives its current path" } else { "" };
            bad(&format_args!("its problem, {}{hint}", unreadable(&name, &error)))
        });
        let problem = read?.problem;
        if hash(&problem).ok().as_ref() != Some(&head.problem) {
            let differ = "is not the problem that was searched: the hashes differ";
            return Err(bad(&format_args!("{name} {differ}")));
        }
        plan.threads = threads.unwrap_or(plan.threads);
        plan.every = every.map_or(plan.every, |every| every.as_secs_f64());
        locked(file, false, session, |session| run(head, plan, unit, false, file, &problem, session))
    })
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
    // The order of covers that are only counted does not matter.
    let is_ordered = plan.ordered && !count;
    let compile = if is_ordered { AnyEngine::with_stable_order } else { AnyEngine::new };
    let engine = compile(problem, choice).map_err(|error| bad(&error))?;
    let work = cover_printer::work(problem, format, count);
    let pool = WorkerPool::new(engine.clone(), values::threads(plan.threads));
    let pool = pool.ordered(is_ordered);
    session.begin_search();
    session.note_engine(engine.name(), || counting::reason(&engine, choice, problem))?;
    let output = plan.output.as_deref();
    if output.is_some() && unit.length.is_none() {
        return Err(bad(&"it does not state the length of its file of covers"));
    }
    // The checkpoint is written first, so a search that is killed before the next step can resume.
    let journal = Journal::begin(file, head, [unit.clone()], plan.every)?;
    let covers = output.zip(unit.length).map(|(output, length)| {
        if is_new {
            check_output(output)?;
        }
        open_covers(output, length).map_err(|error| Error::about(output.display(), error))
    });
    // If the file of covers cannot be opened, a new search has not begun.
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
        later: Vec::new(),
        stats: Stats { nodes: unit.nodes, updates: 0 },
        begun: now.checked_sub(seconds).unwrap_or(now),
        interrupted: None,
        failure: None,
        plan,
        session,
    };
    if let [only @ Left::Part { .. }] = &*left
        && count
        && choice == EngineChoice::Auto
        && search.stats.nodes == 0
    {
        left = search.count(problem, &open(only)?.cube)?;
    }
    while !left.is_empty() && !search.is_over() {
        let parts = left.iter().take_while(|left| matches!(left, Left::Part { .. })).count();
        search.later = left.split_off(parts);
        let cubes = left.iter().map(open).collect::<Result<Vec<_>, _>>()?;
        let progress = pool.clone().with_parts(cubes).run(&mut search, &*work.search);
        search.stats += progress.stats;
        left = std::mem::take(&mut search.later);
        if !search.is_over()
            && !left.is_empty()
            && let Left::Covers(covers) = left.remove(0)
        {
            // No remaining part comes before these covers.
            let _ = search.gather(covers.into());
        }
    }
    search.end()
}

/// Opens the file of covers, and truncates it to this length. A shorter file is an error.
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
    /// The parts and covers after the parts being searched.
    later: Vec<Left>,
    /// The statistics of the search up to the parts being searched.
    stats: Stats,
    begun: Instant,
    /// The state of the checkpoint, and what `quadrille resume` does, if an interrupt or a limit
    /// has ended the search.
    interrupted: Option<[&'static str; 2]>,
    /// The error with which the search ends.
    failure: Option<Error>,
}

impl CheckpointedSearch<'_> {
    fn is_over(&self) -> bool {
        self.interrupted.is_some() || self.failure.is_some() || self.left() == 0
    }

    /// Returns the number of covers that may still be found before the limit.
    fn left(&self) -> u128 {
        let left = |limit: u64| u128::from(limit).saturating_sub(self.found());
        self.plan.limit.map_or(u128::MAX, left)
    }

    /// Returns the number of covers found, at most `u128::MAX`.
    fn found(&self) -> u128 {
        u128::try_from(&self.found).unwrap_or(u128::MAX)
    }

    /// Counts with a [`Counter`] until it hands over the remaining parts, and returns these. If an
    /// interrupt, --timeout or --nodes stops the count, the checkpoint does not change, so
    /// `quadrille resume` repeats the whole count.
    fn count(&mut self, problem: &Problem, cube: &Cube) -> Result<Vec<Left>, Error> {
        let limits = self.plan.limit.map_or(Limits::none(), |most| Limits::none().covers(most));
        let mut counter = Counter::new(problem)
            .with_memory(memory(self.plan.memory))
            .with_threads(values::threads(self.plan.threads))
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
        let is_complete = self.session.run(&mut counter, step, |counter| {
            (Some(counter.count_so_far().to_big()), Some(counter.open()))
        })?;
        self.found = counter.count_so_far().to_big();
        self.stats += counter.stats();
        self.session.say_how(|| counter.method().to_string())?;
        // A count that has reached the requested number of covers is complete, even if it has also
        // reached another limit.
        if !is_complete && !counter.is_cut_short() {
            // The number is only for the result: the checkpoint keeps its state.
            self.interrupted = Some(["the count is not saved", "repeats it"]);
            return Ok(left);
        }
        if !left.is_empty() {
            self.write(0, left.clone(), None);
        }
        Ok(left)
    }

    /// Writes a state. `nodes` is the number of nodes of the parts being searched. If this is the
    /// last state, `last` is its name in messages. If the state cannot be written, the previous
    /// state stays valid, and the search continues unless this is the last state. If the covers
    /// cannot be written, the search ends.
    fn write(&mut self, nodes: u64, left: Vec<Left>, last: Option<&str>) {
        let length = self.covers.as_mut().map(|covers| {
            covers.flush()?;
            covers.get_ref().sync_data()?;
            covers.stream_position()
        });
        let length = match length.transpose() {
            Ok(length) => length,
            // There is no second attempt: the operating system may have discarded the data.
            Err(error) => return self.fail(&error),
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
        match (self.journal.add([unit]), last) {
            (Ok(()), _) => {}
            (Err(error), None) => self.journal.warn(&error, self.session),
            (Err(error), Some(what)) => self.failure = Some(self.journal.unwritten(what, &error)),
        }
    }

    /// Ends the search because its covers cannot be written.
    fn fail(&mut self, error: &io::Error) {
        let file = self.plan.output.as_deref().unwrap_or(Path::new("")).display();
        let lost = self.journal.lost();
        let what = format_args!("the covers cannot be written: {error}: {lost}");
        self.failure = Some(Error::about(file, what));
    }

    /// Writes the last state if the search is complete, and reports the result.
    fn end(mut self) -> Result<(), Error> {
        self.session.totals.add(&self.found, self.stats);
        if let Some(failure) = self.failure {
            return Err(failure);
        }
        let has_cover = self.found != BigUint::ZERO;
        if !has_cover {
            self.session.no_solution();
        }
        if let Some([state, action]) = self.interrupted {
            let file = self.journal.file.display();
            self.session.say(&format!("{state}: `quadrille resume {file}` {action}"))?;
        } else {
            self.write(0, Vec::new(), Some("the last checkpoint"));
            self.session.totals.problems += 1;
        }
        // The number is right even if the checkpoint could not be written.
        if self.plan.count {
            let (format, all) = (self.plan.format, self.found.clone());
            let is_exact = self.interrupted.is_none() && self.left() > 0;
            let count = if is_exact { all.into() } else { Count::at_least(all) };
            self.session.print(|output| print_count(output, format, &count))?;
        }
        if self.interrupted.is_none() {
            return self.failure.map_or(Ok(()), Err);
        }
        error::check_signal()?;
        let (by, name) = (self.session.stopped.unwrap_or_default(), self.plan.file.display());
        let message = match has_cover {
            true => {
                let found = counted(&self.found, "cover");
                format!("stopped by {by} after {found}: there may be more")
            }
            false => error::stopped_search(by, false, "cover"),
        };
        self.session.say(&format!("{name}: {message}"))
    }
}

impl Observer for CheckpointedSearch<'_> {
    type Batch = Found;

    fn gather(&mut self, batch: Found) -> ControlFlow<()> {
        let (found, left) = (self.found(), self.left());
        if let Some(covers) = &mut self.covers
            && let Err(error) = batch.write(covers, self.work.format, (found, false), left)
        {
            self.fail(&error);
            return ControlFlow::Break(());
        }
        self.found += batch.covers.min(left);
        if self.left() == 0 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }

    fn tick(&mut self, progress: &Progress) -> ControlFlow<(), bool> {
        let state = || (Some(self.found.clone()), Some(progress.open));
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
        let is_interrupted = interrupt::is_requested() || self.session.stopped.is_some();
        self.interrupted = is_interrupted.then_some(["the search is saved", "continues it"]);
        let left = left.map(|left| match left {
            parallel::Remaining::Cube(open) => open.into(),
            parallel::Remaining::Batch(found) => Left::Covers(found.texts()),
        });
        let left = left.chain(self.later.iter().cloned()).collect();
        let last = is_interrupted.then_some("interrupted, and the last checkpoint");
        self.write(progress.stats.nodes, left, last);
        if self.is_over() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }
}
