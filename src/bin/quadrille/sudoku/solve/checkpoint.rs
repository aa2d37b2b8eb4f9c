//! A count of the solutions of a Sudoku. It can be stopped at any moment and resumed.
//!
//! The tables count the solutions orbit by orbit. The journal has the sums of the finished orbits.
//! An orbit takes a few seconds at most, so little work is repeated. No sum is added twice.

use std::collections::BTreeMap;
use std::io::Write;
use std::path::Path;
use std::time::{Duration, Instant};

use quadrille::engine::bands::Tables;
use quadrille::search::{Advance, SLICE, Step};
use quadrille::sudoku::Puzzle;
use serde::{Deserialize, Serialize};

use super::Args;
use crate::shared::counting::Announcement;
use crate::shared::files::{check_checkpoint, locked};
use crate::shared::journal::{Head, Journal, JournalKind, Unit, hash_of};
use crate::shared::values::threads;
use crate::shared::{Error, Format, Session, error};
use crate::sudoku::writer::{SolutionArgs, Writer};

/// The seconds between two checkpoints, unless `quadrille resume` sets another time. A checkpoint
/// adds a line for each orbit that was finished since the last checkpoint.
const EVERY: f64 = 1.0;

/// The options in the head of the journal.
#[derive(Clone, Debug, Serialize, Deserialize)]
struct CountPlan {
    puzzle: String,
    json: bool,
    threads: usize,
    /// The seconds between two checkpoints.
    every: f64,
}

pub(super) fn count(
    puzzle: &Puzzle,
    file: &Path,
    args: &Args,
    session: &mut Session,
) -> Result<(), Error> {
    check_checkpoint(file, args.input.files().map(Path::new))?;
    let plan = CountPlan {
        puzzle: puzzle.to_string(),
        json: args.form.format.is_json(),
        threads: args.search.with.threads.threads.get(),
        every: EVERY,
    };
    let head = Head::new(JournalKind::Sudoku, hash_of(plan.puzzle.as_bytes()));
    locked(file, true, session, |session| run(head, &plan, BTreeMap::new(), puzzle, file, session))
}

pub(crate) fn resume(
    head: Head,
    units: BTreeMap<usize, Unit>,
    file: &Path,
    threads: Option<usize>,
    every: Option<Duration>,
    session: &mut Session,
) -> Result<(), Error> {
    let bad = |what: String| Error::about(file.display(), what);
    let mut plan: CountPlan = head.options().map_err(bad)?;
    let puzzle: Puzzle =
        plan.puzzle.parse().map_err(|error| bad(format!("its puzzle: {error}")))?;
    plan.threads = threads.unwrap_or(plan.threads);
    plan.every = every.map_or(plan.every, |every| every.as_secs_f64());
    locked(file, false, session, |session| run(head, &plan, units, &puzzle, file, session))
}

/// Counts the remaining orbits, regularly appends the finished ones to the journal, and prints the
/// count.
fn run(
    mut head: Head,
    plan: &CountPlan,
    units: BTreeMap<usize, Unit>,
    puzzle: &Puzzle,
    file: &Path,
    session: &mut Session,
) -> Result<(), Error> {
    let bad = |what: String| Error::about(file.display(), what);
    head.set_options(plan);
    let mut tables = puzzle.tables().with_threads(threads(plan.threads));
    let format = if plan.json { Format::Json } else { Format::Line };
    let mut writer = Writer::new(SolutionArgs { format, puzzle: false });
    writer.begin(puzzle, None);
    session.begin_search();
    while !tables.plan() && !session.is_to_stop(0) {}
    if tables.is_planned() {
        for (orbit, Unit { count, .. }) in &units {
            let sum = count.parse().ok().filter(|&sum| tables.restore(*orbit, sum));
            sum.ok_or_else(|| bad(format!("the puzzle has no orbit {orbit} with this sum")))?;
        }
    }
    let mut journal = Journal::begin(file, head, units.into_values(), plan.every)?;
    // The number of nodes and the time at the last checkpoint, or at the start if there was none.
    let mut written = (0, Instant::now());
    let mut write = |journal: &mut Journal<'_>, tables: &Tables| {
        let (nodes, begun) = std::mem::replace(&mut written, (tables.nodes(), Instant::now()));
        let finished = tables.finished().filter(|&(orbit, _)| !journal.has(orbit));
        let mut units: Vec<Unit> = finished
            .map(|(orbit, sum)| Unit { count: sum.to_string(), ..journal.head.unit(orbit) })
            .collect();
        if let Some(first) = units.first_mut() {
            first.nodes = tables.nodes() - nodes;
            first.seconds = begun.elapsed().as_secs_f64();
        }
        journal.add(units)
    };
    let mut announcement = Announcement::default();
    session.drive(&mut tables, |tables, _, session| {
        let step = tables.advance(SLICE);
        announcement.consider(tables.open().filter(|_| tables.is_planned()), session)?;
        if step == Step::Paused
            && journal.is_due()
            && let Err(error) = write(&mut journal, tables)
        {
            journal.warn(&error, session);
        }
        Ok(step)
    })?;
    let count = tables.count_so_far();
    let is_interrupted = !count.is_exact();
    let what =
        if is_interrupted { "interrupted, and the last checkpoint" } else { "the last checkpoint" };
    let saved = write(&mut journal, &tables).map_err(|error| journal.unwritten(what, &error));
    let end = if is_interrupted {
        saved?;
        let file = file.display();
        session.say(&format!("the count is saved: `quadrille resume {file}` continues it"))?;
        error::check_signal()
    } else {
        session.totals.problems += 1;
        saved
    };
    if !count.is_at_least(1) {
        session.no_solution();
    }
    let mut text = Vec::new();
    writer.count(&count, &mut text);
    session.print(|output| output.write_all(&text))?;
    end
}
