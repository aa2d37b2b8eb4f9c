//! `quadrille make`: a puzzle as an exact cover in Knuth's text format.

use std::env;
use std::io::Write;
use std::process::ExitCode;

use quadrille::format::{self, WriteError};

use crate::puzzle::args::Kind;
use crate::shared::output::Output;
use crate::shared::report;

/// Write a puzzle as an exact cover, in Knuth's text format
///
/// The first line is a comment that names the kind of puzzle and its arguments. The second one names the items, the
/// secondary ones after a `|`. Each further line is an option.
///
/// Exit status: 0, or 2 for bad usage or arguments.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  quadrille make queens 8
  quadrille make langford 7 > langford.dlx
  quadrille make polyomino pentominoes 6x10 > pentominoes.dlx

`quadrille make KIND --help` says more about a kind.")]
pub(crate) struct Args {
    #[command(subcommand)]
    kind: Kind,
}

pub(crate) fn run(args: &Args) -> ExitCode {
    let puzzle = match args.kind.puzzle() {
        Ok(puzzle) => puzzle,
        Err(message) => return report::bad(message),
    };
    if puzzle.unsolved().is_some() {
        return report::bad("--marks draws the puzzle itself, and is for `quadrille show`: leave it out");
    }
    let mut output = Output::stdout();
    let comment = writeln!(output, "| {}", arguments()).map_err(WriteError::Io);
    match comment.and_then(|()| format::write(puzzle.problem(), &mut output)) {
        Ok(()) => report::written(output.flush()),
        Err(WriteError::Io(error)) => report::written(Err(error)),
        Err(error) => report::bad(error),
    }
}

/// The kind and its arguments in one line, as the user wrote them.
fn arguments() -> String {
    // The first two are the program and `make`.
    let arguments: Vec<_> = env::args_os().skip(2).map(|argument| argument.to_string_lossy().into_owned()).collect();
    arguments.join(" ").replace(char::is_control, "?")
}
