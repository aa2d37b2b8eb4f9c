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

use super::{Plan, State, check_output};
use crate::exact_cover::cover_printer;
use crate::exact_cover::question::print_count;
use crate::shared::counting;
use crate::shared::error::{self, Error};
use crate::shared::files::sync_name;
use crate::shared::gathered::{Found, Work};
use crate::shared::interrupt;
use crate::shared::journal::{Journal, Left, Part, Unit};
use crate::shared::memory::memory;
use crate::shared::search_args::threads;
use crate::shared::session::Session;
use crate::shared::words::counted;

/// Searches the remaining parts. A new search creates its file of covers.
pub(super) fn run(
    State { mut head, plan, mut unit }: State,
    is_new: bool,
    file: &Path,
    problem: &Problem,
    session: &mut Session,
) -> Result<(), Error> {
    let Plan { format, count, .. } = plan;
    let bad = |what: &dyn std::fmt::Display| Error::Bad(format!("{}: {what}", file.display()));
    if let Some(path) =
        [&plan.file].into_iter().chain(&plan.output).find(|path| path.to_str().is_none())
    {
        return Err(bad(&format_args!(
            "a checkpoint is text in UTF-8, and this path is not: {}: rename the file or its folder",
            path.display()
        )));
    }
    head.set_options(&plan);
    let total: BigUint = (unit.count.parse())
        .map_err(|_| bad(&format_args!("`{}` is not a number of covers", unit.count)))?;
    let open = |part: &Part| {
        let unknown = || bad(&"it has options that the problem does not have");
        part.open(problem.option_count()).ok_or_else(unknown)
    };
    let choice = plan.engine.parse::<EngineChoice>().map_err(|error| bad(&error))?;
    let engine = AnyEngine::new(problem, choice).map_err(|error| bad(&error))?;
    let work = cover_printer::work(problem, format, count);
    let pool = WorkerPool::new(engine.clone(), threads(plan.threads));
    // The order of covers that are only counted does not matter.
    let pool = pool.ordered(plan.ordered && !count);
    session.begin_search();
    session.note_engine(engine.name());
    session.say_how(|| counting::reason(&engine, choice, problem))?;
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
        open_covers(output, length)
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
        found: 0,
        excess: BigUint::ZERO,
        is_counting: false,
        limit: plan.limit.map_or(u128::MAX, u128::from),
        later: Vec::new(),
        stats: Stats { nodes: unit.nodes, updates: 0 },
        begun: now.checked_sub(seconds).unwrap_or(now),
        is_interrupted: false,
        failure: None,
        plan,
        session,
    };
    search.set_total(total);
    if let [Left::Part(part)] = &*left
        && count
        && choice == EngineChoice::Auto
        && search.stats.nodes == 0
    {
        let counter = Counter::with_engine(problem, choice).map_err(|error| bad(&error))?;
        left = search.count(counter, &open(part)?.cube)?;
    }
    while !left.is_empty() && !search.is_over() {
        let parts = left.iter().take_while(|left| matches!(left, Left::Part(_))).count();
        search.later = left.split_off(parts);
        let mut cubes: Vec<OpenCube> = Vec::new();
        for left in left {
            if let Left::Part(part) = left {
                cubes.push(open(&part)?);
            }
        }
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
fn open_covers(file: &Path, length: u64) -> Result<BufWriter<File>, Error> {
    let with = |error| Error::Bad(format!("{}: {error}", file.display()));
    // A search that was killed immediately has no file of covers yet.
    let opened = OpenOptions::new().write(true).create(length == 0).truncate(false).open(file);
    let mut opened = opened.map_err(with)?;
    let there = opened.metadata().map_err(with)?.len();
    if there < length {
        let there = counted(there, "byte");
        let message = format!("it has {there}, and the checkpoint states {length}");
        return Err(with(io::Error::other(message + ": it is not the file that was written")));
    }
    opened.set_len(length).map_err(with)?;
    opened.seek(SeekFrom::End(0)).map_err(with)?;
    sync_name(file).map_err(with)?;
    Ok(BufWriter::with_capacity(1 << 16, opened))
}

/// A search in progress.
struct CheckpointedSearch<'a> {
    journal: Journal<'a>,
    plan: Plan,
    work: &'a Work<'a>,
    session: &'a mut Session,
    covers: Option<BufWriter<File>>,
    found: u128,
    /// The number of covers counted with a cache, if it exceeds the range of `found`.
    excess: BigUint,
    /// True while a cache counts.
    is_counting: bool,
    limit: u128,
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

    /// Counts with a cache while that is faster. Returns the parts left for the search. An
    /// interrupt does not change the checkpoint, so the whole count is then repeated.
    fn count(&mut self, mut counter: Counter, cube: &Cube) -> Result<Vec<Left>, Error> {
        counter = counter
            .with_memory(memory(self.plan.memory))
            .with_threads(threads(self.plan.threads))
            .without_weights();
        if let Some(limit) = self.plan.limit {
            counter = counter.limited(Limits::none().covers(limit));
        }
        counter.start(cube).expect("the options have been checked");
        self.is_counting = true;
        let mut left = Vec::new();
        while counter.advance(SLICE) == Step::Paused && !counter.is_cut_short() {
            if let Some((_, groups)) = counter.take_remaining() {
                let cubes = groups.iter().flat_map(|group| &group.cubes);
                left = cubes.map(|open| Left::Part(open.into())).collect();
                break;
            }
            if self.session.is_to_stop(counter.stats().nodes) {
                self.is_interrupted = true;
                // This is only for the result: the checkpoint keeps its state from before the
                // count.
                self.set_total(counter.count_so_far().to_big());
                return Ok(left);
            }
            // A failure of standard output is detected when the result is printed.
            let _ = self.session.note_memory(counter.lacks_memory());
            let _ = self
                .session
                .watch(counter.stats(), || (counter.count_so_far().to_big(), Some(counter.open())));
        }
        self.is_counting = false;
        self.set_total(counter.count_so_far().to_big());
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
        let mut position = |covers: &mut BufWriter<File>| {
            covers.flush()?;
            covers.get_ref().sync_data()?;
            covers.stream_position()
        };
        let length = match self.covers.as_mut().map(&mut position).transpose() {
            Ok(length) => length,
            // There is no second attempt: the operating system may have discarded the data.
            Err(error) => {
                self.fail(&error);
                return Ok(());
            }
        };
        let unit = Unit {
            count: self.total().to_string(),
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
        self.failure =
            Some(Error::Bad(format!("{file}: the covers cannot be written: {error}: {lost}")));
    }

    /// Prints the number of covers if it was requested.
    fn print_count(&mut self, count: &Count) -> Result<(), Error> {
        let Plan { format, count: is_asked, .. } = self.plan;
        if is_asked {
            self.session.print(|output| print_count(output, format, count))?;
        }
        Ok(())
    }

    /// Writes the last checkpoint and prints the result.
    fn end(mut self) -> Result<(), Error> {
        self.session.totals.add(self.total(), self.stats);
        if let Some(failure) = self.failure {
            return Err(failure);
        }
        if self.is_interrupted {
            let file = self.journal.file.display();
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
            let name = self.plan.file.display();
            let message = match has_cover {
                true => format!("stopped by {by} after {found}: there may be more"),
                false => error::stopped_search(by, false, "cover"),
            };
            return self.session.say(&format!("{name}: {message}"));
        }
        let written = self.write(0, Vec::new());
        self.session.totals.problems += 1;
        let all = self.total();
        if all == BigUint::ZERO {
            self.session.no_solution();
        }
        // The number is right even if the checkpoint could not be written.
        let is_cut = self.found >= self.limit;
        self.print_count(&if is_cut { Count::at_least(all) } else { all.into() })?;
        written.map_err(|error| self.journal.unwritten("the last checkpoint", &error))?;
        self.failure.map_or(Ok(()), Err)
    }
}

impl Observer for CheckpointedSearch<'_> {
    type Batch = Found;

    fn gather(&mut self, batch: Found) -> ControlFlow<()> {
        let left = self.limit - self.found;
        if let Some(covers) = &mut self.covers
            && let Err(error) = batch.write(covers, self.work.style, (self.found, false), left)
        {
            self.fail(&error);
            return ControlFlow::Break(());
        }
        self.found += batch.covers.min(left);
        if self.found == self.limit { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }

    fn tick(&mut self, progress: &Progress) -> ControlFlow<(), bool> {
        let total = self.total();
        // A failure of standard output is detected when the result is printed.
        let _ = self.session.watch(progress.stats, || (total, Some(progress.open)));
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
            parallel::Remaining::Cube(open) => Left::Part(open.into()),
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
