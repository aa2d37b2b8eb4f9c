//! `quadrille reduce`: removes options that are in no cover.

use std::ffi::OsString;
use std::fs;
use std::io::Write;
use std::path::Path;
use std::process::ExitCode;

use clap::error::ErrorKind;
use quadrille::format::{self, WriteError};
use quadrille::problem::Reduction;

use crate::exact_cover::problem_file::{Loaded, ProblemArgs};
use crate::shared::error::{self, Error};
use crate::shared::interrupt;
use crate::shared::own_input::check_other;
use crate::shared::progress::grouped;
use crate::shared::session::Session;
use crate::shared::stop::StopArgs;
use crate::shared::words::counted;

/// Remove options from a problem that are in no cover
///
/// Writes the problem without the options that leave too few options for some item, until there are
/// none (the program DLX-PRE of Knuth). Others that are in no cover may stay. The covers are the
/// same; the options get new positions. A comment in the first line says how many are left. Of a
/// problem that has no cover, no option is left if this test finds that out.
///
/// A long reduction can be ended by --timeout or an interrupt: what was removed by then was removed
/// with good reason, and the rest is written.
///
/// Exit status: 0 on success; 1 if the problem has no cover, which is found if an item has too few
/// options left; 2 for bad usage or input; 128 plus the signal number if a signal ended the
/// program.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  quadrille reduce problem.dlx > reduced.dlx
  quadrille make langford 8 | quadrille reduce | quadrille cover -c
  quadrille reduce --timeout 1m -o reduced.dlx problem.dlx")]
pub(crate) struct Args {
    #[command(flatten)]
    problem: ProblemArgs,

    /// The file to write instead of standard output
    #[arg(short, long, value_name = "FILE")]
    output: Option<OsString>,

    #[command(flatten)]
    stop: StopArgs,
}

impl Args {
    /// Checks for conflicting arguments.
    pub(crate) fn check(&self) -> Result<(), (ErrorKind, &'static str)> {
        self.problem.check()
    }
}

pub(crate) fn run(args: &Args) -> ExitCode {
    let mut session = Session::new("problems", "options removed", false).with_stop(args.stop);
    let result = reduce(args, &mut session);
    session.end(result)
}

fn reduce(args: &Args, session: &mut Session) -> Result<(), Error> {
    if let Some(output) = &args.output {
        check_other("--output", Path::new(output), args.problem.file())?;
    }
    let Loaded { problem, name, .. } = args.problem.load(session)?;
    session.begin_search();
    let mut reduction = Reduction::new(&problem);
    interrupt::watch();
    let mut tested = 0;
    while !reduction.advance(1) {
        tested += 1;
        if session.is_to_stop(tested) {
            session.say(&format!(
                "{name}: stopped {}: more options may be in no cover",
                session.stopped.map_or("by a signal".to_owned(), |by| format!("by {by}"))
            ))?;
            break;
        }
        let (removed, count) = (reduction.removed(), problem.option_count());
        session.console.tick()?;
        session.console.progress.show(|| {
            let [removed, tested] =
                [removed.to_string(), tested.to_string()].map(|number| grouped(&number));
            format!(
                "{removed} of {} removed, {}",
                counted(grouped(&count.to_string()), "option"),
                counted(tested, "test")
            )
        });
    }
    let reduced = reduction.problem();
    let all = counted(problem.option_count(), "option");
    let comment = match reduction.has_no_cover() {
        true => format!("| no cover, so that none of {all} is left\n"),
        false => {
            let left = reduced.option_count();
            format!("| {left} of {all}, those that may be in a cover\n")
        }
    };
    let write = |output: &mut dyn Write| -> Result<(), WriteError> {
        output.write_all(comment.as_bytes())?;
        format::write(&reduced, output)
    };
    match &args.output {
        Some(file) => {
            let mut text = Vec::new();
            let written = write(&mut text).and_then(|()| Ok(fs::write(file, text)?));
            written.map_err(|error| {
                Error::Bad(format!("{}: cannot be written: {error}", file.display()))
            })?;
        }
        None => write(&mut session.console.output).map_err(|error| match error {
            WriteError::Io(error) => Error::stdout(error),
            error => Error::Bad(format!("{name}: {error}")),
        })?,
    }
    session.totals.problems += 1;
    if reduction.has_no_cover() {
        session.no_solution();
        session.say(&format!("{name}: no cover: some item has too few options left"))?;
    }
    error::check_signal()
}
