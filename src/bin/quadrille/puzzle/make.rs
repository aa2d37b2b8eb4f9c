//! `quadrille make`: a puzzle as an exact-cover problem in Knuth's text format.

use std::ffi::OsString;
use std::io::Write;
use std::process::ExitCode;

use quadrille::format::{self, WriteError};

use crate::puzzle::args::{Files, PuzzleKind};
use crate::shared::{Error, Session};

/// Write a puzzle as an exact-cover problem, in Knuth's text format
///
/// The first line is a comment with the kind of puzzle and its arguments. The second line names the
/// items, with secondary items after a `|`. Every line after that is an option.
///
/// Rotations and reflections of a solution are separate solutions. `quadrille distinct` lists one
/// of each class.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  quadrille make queens 8
  quadrille make langford 7 > langford.dlx
  quadrille make polyomino pentominoes 6x10 > pentominoes.dlx

`quadrille make KIND --help` describes a kind.")]
pub(crate) struct Args {
    #[command(subcommand)]
    kind: PuzzleKind,
}

/// Runs the command. `arguments` are all arguments of the program.
pub(crate) fn run(args: &Args, arguments: &[OsString]) -> ExitCode {
    Session::new("puzzles", "problems").command(|session| {
        let encoded = args.kind.puzzle(&Files::default()).map_err(Error::Bad)?;
        if encoded.unsolved.is_some() {
            let message =
                "--marks draws the puzzle itself, and is for `quadrille show`: leave it out";
            return Err(Error::Bad(message.to_owned()));
        }
        // The first two arguments are the program and `make`.
        let words: Vec<_> = arguments.iter().skip(2).map(|word| word.to_string_lossy()).collect();
        let line = words.join(" ").replace(char::is_control, "?");
        session.print(|output| writeln!(output, "| {line}"))?;
        format::write(encoded.puzzle.problem(), &mut session.output).map_err(|error| match error {
            WriteError::Io(error) => Error::Stdout(error),
            error => Error::Bad(error.to_string()),
        })
    })
}
