//! The commands of the program.

use clap::error::ErrorKind;
use clap::{CommandFactory, Parser, Subcommand};

use crate::exact_cover::{cover, estimate, resume, units};
use crate::other::{completions, man};
use crate::puzzle::{make, show};
use crate::sudoku::{canonical, convert, explain, generate, rate, same, solve};

/// Solve exact cover problems and Sudokus, lazily and completely
#[derive(Debug, Parser)]
// Help and errors name the program without the `.exe` of Windows. In the Python package it is
// compiled under another name.
#[command(name = "quadrille", bin_name = "quadrille", version, max_term_width = 100, after_help = EXAMPLES)]
pub(crate) struct Cli {
    #[command(subcommand)]
    pub(crate) command: Command,
}

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    Solve(solve::Args),
    Explain(explain::Args),
    Rate(rate::Args),
    Generate(generate::Args),
    Convert(convert::Args),
    Canonical(canonical::Args),
    Same(same::Args),
    Cover(cover::Args),
    Estimate(estimate::Args),
    Resume(resume::Args),
    Split(units::split::Args),
    Run(units::run::Args),
    Merge(units::merge::Args),
    Make(make::Args),
    Show(show::Args),
    Completions(completions::Args),
    Man(man::Args),
}

const EXAMPLES: &str = "\
Examples:
  quadrille solve 027800061000030008910005420500016030000970200070000096700000080006027000030480007
  echo 0278... | quadrille solve      every solution of each puzzle on standard input
  quadrille solve -u puzzles.txt      test each for uniqueness
  quadrille explain puzzles.txt       solve by logic alone, with a reason for each step
  quadrille rate puzzles.txt          rate the difficulty of each
  quadrille generate -n 10 --rating hard --symmetry rot180
  quadrille convert --to csv puzzle.sdk
  quadrille canonical puzzles.txt | sort -u | wc -l
  quadrille show polyomino pentominoes 6x10 --svg tiling.svg
  quadrille make queens 8 > queens.dlx
  quadrille cover -1 problem.dlx      the first cover of a problem in Knuth's format
  quadrille estimate problem.dlx      estimate the time of a search for all covers

See `quadrille help COMMAND` for details of a command.

Exit status: 0 on success; 1 if something has no solution; 2 for bad usage, bad input, or output
that cannot be written; 128 plus the signal number if a signal ended the program: 130 for Ctrl-C,
143 for SIGTERM, 129 for SIGHUP. The results up to then are printed: `1000+` is at least a thousand.";

impl Cli {
    /// Exits with status 2 and a usage error of a command.
    pub(crate) fn exit_for_usage(command: &str, kind: ErrorKind, message: &str) -> ! {
        let mut program = Self::command();
        // The message shows the full name of the command, which this sets.
        program.build();
        program
            .find_subcommand_mut(command)
            .expect("the program has this command")
            .error(kind, message)
            .exit()
    }
}
