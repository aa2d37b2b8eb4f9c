//! `quadrille completions`: a script that teaches a shell to complete the program's arguments.

use std::io::{self, Write};
use std::process::ExitCode;

use clap_complete::Shell;

use crate::shared::report;

/// Print a completion script for a shell
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  quadrille completions bash > ~/.local/share/bash-completion/completions/quadrille
  quadrille completions zsh > ~/.zfunc/_quadrille
  quadrille completions fish > ~/.config/fish/completions/quadrille.fish")]
pub(crate) struct Args {
    /// The shell
    shell: Shell,
}

pub(crate) fn run(args: &Args, mut program: clap::Command) -> ExitCode {
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut program, "quadrille", &mut script);
    report::written(io::stdout().write_all(&script))
}
