//! `quadrille resume`: continues a search.

use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Duration;

use quadrille::format::{self, ReadError};

use crate::exact_cover::checkpoint::{self, Plan};
use crate::exact_cover::problem_file::{hash, unreadable};
use crate::shared::error::Error;
use crate::shared::files::locked;
use crate::shared::input;
use crate::shared::journal::{self, JournalKind};
use crate::shared::search_args;
use crate::shared::session::Session;
use crate::shared::stop::StopArgs;
use crate::shared::values::{duration, thread_count};
use crate::sudoku::solve;

/// Continue a search that was saved by `--checkpoint`
///
/// No cover is lost and none is repeated, no matter how the search was stopped: a file of covers is
/// truncated to the length that the checkpoint states. The search continues with its original
/// options, except for the number of threads if -j is given, and writes checkpoints to the same
/// file. If the search is complete, its result is printed again.
///
/// The program rejects a checkpoint that is damaged, that was written by another version, or whose
/// problem has changed.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  quadrille count -j 0 --checkpoint queens.save queens.dlx
  quadrille resume queens.save
  until quadrille resume queens.save; [ $? -lt 128 ]; do sleep 60; done")]
pub(crate) struct Args {
    /// A checkpoint
    #[arg(value_name = "FILE")]
    file: PathBuf,

    /// Use N threads; 0 for all hardware threads
    #[arg(short = 'j', long, value_name = "N", value_parser = thread_count, allow_negative_numbers = true)]
    threads: Option<usize>,

    /// The time between two checkpoints
    #[arg(long, value_name = "TIME", value_parser = duration, allow_hyphen_values = true)]
    every: Option<Duration>,

    /// The current path of the problem, if its file was moved
    #[arg(long, value_name = "FILE")]
    problem: Option<PathBuf>,

    #[command(flatten)]
    stop: StopArgs,
}

pub(crate) fn run(args: &Args) -> ExitCode {
    Session::new("problems", "covers").with_stop(args.stop).command(|session| {
        let (head, mut units) = journal::read(args.file.as_os_str(), session)?;
        let bad = |what: &str| Error::about(args.file.display(), what);
        let (file, threads, every) = (&args.file, args.threads, args.every);
        if head.kind == JournalKind::Sudoku {
            if args.problem.is_some() {
                let message = "--problem is for a search of `quadrille cover`: this checkpoint has \
                               its puzzle";
                return Err(bad(message));
            }
            return solve::checkpoint::resume(head, units, file, threads, every, session);
        }
        let mut plan: Plan = head.options().map_err(|error| bad(&error))?;
        let unit = units.remove(&0).filter(|_| units.is_empty());
        let unit = unit.ok_or_else(|| bad("it has no state of the search: start it again"))?;
        if let Some(problem) = &args.problem {
            plan.file.clone_from(problem);
        }
        let of_problem = plan.file.display().to_string();
        let read = input::open(&plan.file).map_err(ReadError::Io);
        let parsed = read.and_then(|file| format::read(input::buffered(file))).map_err(|error| {
            let hint =
                if args.problem.is_none() { "; --problem gives its current path" } else { "" };
            bad(&format!("its problem, {}{hint}", unreadable(&of_problem, &error)))
        });
        let problem = parsed?.problem;
        if hash(&problem).ok().as_ref() != Some(&head.problem) {
            let differ = "is not the problem that was searched: the hashes differ";
            return Err(bad(&format!("{of_problem} {differ}")));
        }
        plan.threads = threads.map_or(plan.threads, |count| search_args::threads(count).get());
        plan.every = every.map_or(plan.every, |every| every.as_secs_f64());
        locked(file, false, session, |session| {
            checkpoint::run(head, plan, unit, false, file, &problem, session)
        })
    })
}
