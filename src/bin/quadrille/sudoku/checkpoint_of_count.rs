//! A count of the solutions of a Sudoku that can be stopped at any moment and resumed.
//!
//! The solutions are counted by tables, orbit by orbit. A checkpoint has the sums of the orbits
//! that are finished. An orbit takes some seconds at most, so little is counted twice, and nothing
//! is added twice.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use num_bigint::BigUint;
use quadrille::Count;
use quadrille::engine::bands::Tables;
use quadrille::search::{SLICE, Stats, Step};
use quadrille::sudoku::Puzzle;
use serde::{Deserialize, Serialize};

use crate::shared::checked_line::{from_line, to_line};
use crate::shared::counting::Announcement;
use crate::shared::error::{self, Error};
use crate::shared::lock::{exists_already, folder_of, locked, replace};
use crate::shared::search_args::{SearchArgs, threads};
use crate::shared::session::Session;
use crate::shared::values::duration;
use crate::sudoku::writer::{Format, Writer};

/// The version of the format.
const FORMAT: u32 = 1;

/// The beginning of every checkpoint of a count.
const BEGINNING: &str = "{\"count_checkpoint\":";

#[derive(Debug, clap::Args)]
pub(crate) struct CheckpointArgs {
    /// With --count, write the state of the count to a file regularly; `quadrille resume FILE`
    /// continues it
    ///
    /// The state is also written when a signal (SIGINT, SIGTERM, SIGHUP) ends the count. The input
    /// must be one puzzle. It is counted by tables, however few solutions it has. The file must not
    /// exist yet.
    #[arg(long, value_name = "FILE", requires = "count", conflicts_with_all = ["limit", "first", "engine", "query", "align", "keep", "puzzle"])]
    checkpoint: Option<PathBuf>,

    /// The time between two checkpoints
    #[arg(long, value_name = "TIME", default_value = "60s", value_parser = duration, allow_hyphen_values = true)]
    every: Duration,
}

/// A checkpoint.
#[derive(Clone, Debug, Serialize, Deserialize)]
struct Saved {
    /// The version of the format.
    count_checkpoint: u32,
    /// The version of the program.
    version: String,
    puzzle: String,
    json: bool,
    threads: usize,
    /// The seconds between two checkpoints.
    every: f64,
    nodes: u64,
    /// The orbits that are finished, and the sum of each in decimal.
    sums: Vec<(usize, String)>,
}

impl CheckpointArgs {
    pub(crate) fn is_wanted(&self) -> bool {
        self.checkpoint.is_some()
    }

    /// Counts the solutions of a puzzle.
    pub(crate) fn count(
        &self,
        puzzle: &Puzzle,
        format: Format,
        search: &SearchArgs,
        session: &mut Session,
    ) -> Result<(), Error> {
        let Some(file) = &self.checkpoint else { return Ok(()) };
        let folder = folder_of(file);
        if !folder.is_dir() {
            let (name, folder) = (file.display(), folder.display());
            return Err(Error::Bad(format!("--checkpoint {name}: there is no folder {folder}")));
        }
        let saved = Saved {
            count_checkpoint: FORMAT,
            version: env!("CARGO_PKG_VERSION").to_owned(),
            puzzle: puzzle.to_string(),
            json: format == Format::Json,
            threads: search.threads().get(),
            every: self.every.as_secs_f64(),
            nodes: 0,
            sums: Vec::new(),
        };
        let is_there = || file.exists().then(|| exists_already(file));
        locked(file, is_there, session, |session| run(saved, puzzle, file, session))
    }
}

/// True if a file looks like a checkpoint of a count.
pub(crate) fn is_one(text: &str) -> bool {
    text.starts_with(BEGINNING)
}

/// Continues a count.
pub(crate) fn resume(
    text: &str,
    file: &Path,
    count: Option<usize>,
    every: Option<Duration>,
    session: &mut Session,
) -> Result<(), Error> {
    let bad = |what: String| Error::Bad(format!("{}: {what}", file.display()));
    let mut saved: Saved =
        from_line(text).map_err(|error| bad(format!("no checkpoint: {error}")))?;
    let version = env!("CARGO_PKG_VERSION");
    if saved.count_checkpoint != FORMAT || saved.version != version {
        return Err(bad(format!(
            "written by quadrille {}, and this is {version}: use that version, or start again",
            saved.version
        )));
    }
    let puzzle: Puzzle =
        saved.puzzle.parse().map_err(|error| bad(format!("its puzzle: {error}")))?;
    saved.threads = count.unwrap_or(saved.threads);
    saved.every = every.map_or(saved.every, |every| every.as_secs_f64());
    locked(file, || None, session, |session| run(saved, &puzzle, file, session))
}

/// Counts what is left, and writes checkpoints.
fn run(mut saved: Saved, puzzle: &Puzzle, file: &Path, session: &mut Session) -> Result<(), Error> {
    let bad = |what: String| Error::Bad(format!("{}: {what}", file.display()));
    let mut tables = puzzle.tables().with_threads(threads(saved.threads));
    let nodes_before = saved.nodes;
    let every = Duration::try_from_secs_f64(saved.every).unwrap_or(Duration::MAX);
    let mut writer = Writer::new(if saved.json { Format::Json } else { Format::Line });
    writer.begin(&puzzle.into());
    let print = |session: &mut Session, count: &Count| {
        let mut text = Vec::new();
        writer.count(count, &mut text);
        session.print(|output| output.write_all(&text))
    };
    session.begin_search();
    while !tables.plan() && !session.is_to_stop(0) {}
    if tables.is_planned() {
        for (orbit, sum) in &saved.sums {
            let sum = sum.parse().ok().filter(|&sum| tables.restore(*orbit, sum));
            sum.ok_or_else(|| bad(format!("the puzzle has no orbit {orbit} with such a sum")))?;
        }
    }
    let mut write = |tables: &Tables| {
        if tables.is_planned() {
            saved.sums = tables.finished().map(|(orbit, sum)| (orbit, sum.to_string())).collect();
        }
        saved.nodes = nodes_before + tables.nodes();
        replace(file, to_line(&saved).as_bytes())
    };
    write(&tables).map_err(|error| bad(format!("the checkpoint cannot be written: {error}")))?;
    let mut written = Instant::now();
    let mut announcement = Announcement::default();
    let mut warning = None;
    while tables.advance(SLICE) == Step::Paused {
        let stats = Stats { nodes: nodes_before + tables.nodes(), ..Stats::default() };
        let open = 1.0 - tables.done();
        session.watch_counting(stats, || (tables.at_least().into(), Some(open)))?;
        announcement.consider(Some(open).filter(|_| tables.is_planned()), session)?;
        if session.is_to_stop(tables.nodes()) {
            write(&tables).map_err(|error| {
                bad(format!("interrupted, and the checkpoint cannot be written: {error}"))
            })?;
            let file = file.display();
            session.say(&format!("the count is saved: `quadrille resume {file}` continues it"))?;
            let at_least = BigUint::from(tables.at_least());
            if at_least == BigUint::ZERO {
                session.no_solution();
            }
            session.totals.add(&at_least, stats);
            let count = Count::at_least(at_least);
            print(session, &count)?;
            return error::check_signal();
        }
        if written.elapsed() >= every {
            written = Instant::now();
            if let Err(error) = write(&tables) {
                let message = format!(
                    "{}: warning: the checkpoint cannot be written: {error}; the one before it stays, and the count goes on",
                    file.display()
                );
                // Once for each reason.
                if warning.as_ref() != Some(&message) {
                    session.say(&message)?;
                    warning = Some(message);
                }
            }
        }
    }
    let is_saved = write(&tables);
    let count = BigUint::from(tables.count().unwrap_or(0));
    session.totals.problems += 1;
    session.totals.add(&count, Stats { nodes: tables.nodes(), ..Stats::default() });
    if count == BigUint::ZERO {
        session.no_solution();
    }
    print(session, &count.into())?;
    is_saved.map_err(|error| bad(format!("the last checkpoint cannot be written: {error}")))
}
