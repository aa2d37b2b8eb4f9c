//! `quadrille make`: a puzzle as an exact cover in Knuth's text format.

use std::env;
use std::io::{self, Write};
use std::process::ExitCode;

use quadrille::{ItemId, Problem};

use crate::kind::Kind;
use crate::output::Output;
use crate::report;

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
    match args.kind.puzzle() {
        Ok(puzzle) => {
            let mut output = Output::stdout();
            let written = writeln!(output, "| {}", arguments());
            report::written(
                written.and_then(|()| write_dlx(puzzle.problem(), &mut output)).and_then(|()| output.flush()),
            )
        }
        Err(message) => {
            report::message(message);
            ExitCode::from(report::BAD)
        }
    }
}

/// The kind and its arguments in one line, as the user wrote them.
fn arguments() -> String {
    // The first two are the program and `make`.
    let arguments: Vec<_> = env::args_os().skip(2).map(|argument| argument.to_string_lossy().into_owned()).collect();
    arguments.join(" ").replace(char::is_control, "?")
}

/// TO BE REPLACED by `quadrille::format::write`, as soon as there is one. Knows items and options alone: no colors, bounds
/// or costs.
fn write_dlx(problem: &Problem, output: &mut impl Write) -> io::Result<()> {
    for item in 0..problem.item_count() {
        let separator = match item {
            0 if problem.primary_count() == 0 => "| ",
            0 => "",
            _ if item == problem.primary_count() => " | ",
            _ => " ",
        };
        write!(output, "{separator}{}", problem.name(ItemId::new(item as u32)).unwrap_or("?"))?;
    }
    writeln!(output)?;
    problem.options().try_for_each(|(option, _)| writeln!(output, "{}", problem.option_text(option)))
}
