//! `quadrille completions` and `quadrille man`: completions and manual pages.

use std::process::ExitCode;

use clap_complete::Shell;

use crate::shared::error::{self, Error, SOLVED};
use crate::shared::output::Output;

/// Print a completion script for a shell
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  quadrille completions bash > ~/.local/share/bash-completion/completions/quadrille
  quadrille completions zsh > ~/.zfunc/_quadrille
  quadrille completions fish > ~/.config/fish/completions/quadrille.fish")]
pub(crate) struct CompletionsArgs {
    /// The shell
    shell: Shell,
}

/// Print a manual page
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  quadrille man | man -l -
  quadrille man solve > quadrille-solve.1")]
pub(crate) struct ManArgs {
    /// The command to describe; by default, the program itself
    command: Option<String>,
}

pub(crate) fn completions(args: &CompletionsArgs, mut program: clap::Command) -> ExitCode {
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut program, "quadrille", &mut script);
    error::end(Output::stdout().print(&script).map(|()| SOLVED))
}

pub(crate) fn man(args: &ManArgs, mut program: clap::Command) -> ExitCode {
    // `build` sets the full name of the command, which the page shows.
    program.build();
    let name = args.command.as_deref();
    let command = name.map_or(Some(&program), |name| program.find_subcommand(name));
    let Some(command) = command else {
        let name = name.unwrap_or_default();
        let message = format!("no command is named `{name}`; `quadrille help` lists them");
        return error::end(Err(Error::Bad(message)));
    };
    let mut page = Vec::new();
    let manual = clap_mangen::Man::new(command.clone());
    manual.render(&mut page).expect("writing to memory cannot fail");
    error::end(Output::stdout().print(&page).map(|()| SOLVED))
}
