//! `quadrille split`: splits a search into units for any number of machines. `run` searches some of
//! them, and `merge` adds up the results.
//!
//! A file of units is a journal with the whole problem in its head, so a machine needs no other
//! file.

use std::ffi::OsString;
use std::fs;
use std::io::Write;
use std::ops::ControlFlow;
use std::process::ExitCode;

use quadrille::format::{self, ReadError};
use quadrille::search::{Cube, OpenCube};
use quadrille::solve::{Unit, try_cut};
use quadrille::{AnyEngine, EngineChoice};
use serde::{Deserialize, Serialize};

use crate::exact_cover::problem_file::{ProblemArgs, hash};
use crate::shared::error::{self, Error};
use crate::shared::journal::{self, Head, JournalKind, Left, hash_of, to_line};
use crate::shared::progress::{Reading, grouped};
use crate::shared::session::Session;
use crate::shared::stop::StopArgs;
use crate::shared::values::named;
use crate::shared::words::counted;
use crate::shared::{input, interrupt};

/// Split a search into units for many machines
///
/// Writes a file with the problem and one line per unit. Each cover is in exactly one unit. The
/// units have about equal numbers of nodes, as estimated by random walks. `quadrille run` searches
/// units, and `quadrille merge` adds up the results. Make many more units than there are workers. A
/// few minutes per unit is a good size; see docs/distributed.md.
///
/// After --timeout, --nodes, or a signal, the parts made so far become the units. They still add up
/// to the whole search, but they are larger or fewer.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  quadrille split problem.dlx --units 1000 > units.jsonl
  quadrille run units.jsonl --units 0..9 --output results.jsonl
  quadrille merge results.jsonl")]
pub(crate) struct Args {
    #[command(flatten)]
    pub(crate) problem: ProblemArgs,

    /// The number of units; a small search gives fewer
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
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

/// The further fields of the head of a file of units.
#[derive(Serialize, Deserialize)]
pub(super) struct Options {
    pub(super) engine: String,
    /// The text of the problem.
    pub(super) text: String,
}

pub(crate) fn run(args: &Args) -> ExitCode {
    Session::new("problems", "parts").with_stop(args.stop).command(|session| {
        // Results refer to their units, so a file of units is never replaced.
        if let Some(file) = &args.output
            && fs::metadata(file).is_ok_and(|there| there.is_file() && there.len() > 0)
        {
            let what = "the file exists and is not empty: delete it, or choose another name";
            return Err(Error::about(format_args!("--output {}", file.display()), what));
        }
        let mut text = Vec::new();
        let (problem, name) = args.problem.load_with(session, |source, progress| {
            let size = source.read_to_end(&mut text).map_err(ReadError::Io)?;
            format::read(input::buffered(Reading::new(&*text, Some(size as u64), progress)))
        })?;
        let hash = hash(&problem).map_err(|error| Error::about(&name, error))?;
        session.begin_search();
        let engine = AnyEngine::new(&problem, args.engine);
        let unsuited = |error| format!("not for the engine `{}`: {error}", args.engine);
        let mut engine = engine.map_err(|error| Error::about(&name, unsuited(error)))?;
        interrupt::watch();
        let (mut ticked, mut nodes) = (Ok(()), 0);
        let units = try_cut(&mut engine, &Cube::default(), args.units as usize, |parts, wanted| {
            nodes += 1;
            ticked = session.show(|_| {
                let [parts, wanted] = [parts, wanted].map(grouped);
                format!("{parts} of {wanted} parts")
            });
            let is_over = ticked.is_err() || session.is_to_stop(nodes);
            if is_over { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        ticked?;
        let is_stopped = units.is_err();
        let (Ok(mut units) | Err(mut units)) = units;
        if is_stopped {
            let by = session.stopped.unwrap_or("a signal");
            let are = if units.len() == 1 { "is larger than it" } else { "are larger than they" };
            let count = counted(units.len(), "unit");
            session
                .say(&format!("{name}: stopped by {by}: {count}, which {are} would have been"))?;
        }
        if units.is_empty() {
            // A single unit can still report that there is no cover.
            units.push(Unit::default());
        }
        let options = Options {
            engine: args.engine.to_string(),
            // Comments may be in any encoding, and no hash depends on them.
            text: String::from_utf8_lossy(&text).into_owned(),
        };
        let mut head = Head::new(JournalKind::Units, hash, &options);
        head.units = units.len();
        let mut lines = String::new();
        for (number, Unit { cubes, .. }) in units.iter().enumerate() {
            let share = 1.0 / cubes.len() as f64;
            let part = |cube: &Cube| Left::from(&OpenCube { cube: cube.clone(), share });
            let left = cubes.iter().map(part).collect();
            lines += &to_line(&journal::Unit { complete: false, left, ..head.unit(number) });
        }
        head.split = hash_of(lines.as_bytes());
        if units.len() < args.units as usize && !is_stopped {
            let count = counted(units.len(), "unit");
            session.say(&format!("{name}: only {count}: the search is too small for more"))?;
        }
        let whole = to_line(&head) + &lines;
        match &args.output {
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
