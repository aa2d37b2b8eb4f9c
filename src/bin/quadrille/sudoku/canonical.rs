//! `quadrille canonical`: the form that all equivalent Sudokus share.

use std::process::ExitCode;

use quadrille::sudoku::Canonizer;

use crate::shared::{End, Format, LineCommand, OneOf, PuzzleLineArgs};

/// Print the canonical forms of Sudokus
///
/// The canonical form is the smallest grid that results from renaming digits, permuting the rows of
/// a band, the columns of a stack, the bands and the stacks, and transposing the grid. Empty cells
/// come before digits. Two puzzles are equivalent if and only if their canonical forms are equal.
///
/// Prints one line for each puzzle, in the order of the input.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  quadrille canonical PUZZLE
  quadrille canonical PUZZLE PUZZLE | uniq | wc -l      1 if the two are equivalent
  quadrille canonical FILE | sort -u | wc -l            the number of inequivalent puzzles
  quadrille canonical -p FILE | sort -u -k2 | cut -f1   one puzzle of each equivalence class
  quadrille canonical -f json FILE | jq .automorphisms  the number of symmetries of each")]
pub(crate) struct Args {
    #[command(flatten)]
    pub(crate) line: PuzzleLineArgs,

    /// The format of a canonical form
    #[arg(short, long, value_name = "FORMAT", default_value = "line", value_parser = OneOf(&[
        ("line", Format::Line, "81 characters on one line, `.` for an empty cell"),
        ("json", Format::Json, "An object per line: puzzle, canonical form, the map \
          between them, and the number of automorphisms"),
    ]))]
    format: Format,
}

pub(crate) fn run(args: &Args) -> ExitCode {
    let command = LineCommand::new(&args.line, args.format, "done");
    command.run(Canonizer::new, |canonizer, puzzle, _, answers| {
        let canonical = canonizer.canonical(&puzzle.grid);
        answers.add(
            || canonical.grid.to_string(),
            |object| {
                object
                    .with("canonical", canonical.grid.to_string())
                    .with("map", canonical.map.to_string());
                object.with("automorphisms", canonical.automorphisms);
            },
        )?;
        Ok(End::Done)
    })
}
