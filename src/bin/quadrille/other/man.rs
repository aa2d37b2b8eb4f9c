//! `quadrille man`: the manual pages.

use std::process::ExitCode;

use crate::shared::error::{self, Error, SOLVED};
use crate::shared::output::Output;

/// Print a manual page
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  quadrille man | man -l -
  quadrille man solve > quadrille-solve.1")]
pub(crate) struct Args {
    /// The command to describe; by default, the program itself
    command: Option<String>,
}

pub(crate) fn run(args: &Args, mut program: clap::Command) -> ExitCode {
    // `build` sets the full name of the command, which the page shows.
    program.build();
    let command = match &args.command {
        None => program,
        Some(name) => match program.find_subcommand(name) {
            Some(command) => command.clone(),
            None => {
                let message = format!("no command is named `{name}`; `quadrille help` lists them");
                return error::end(Err(Error::Bad(message)));
            }
        },
    };
    let mut page = Vec::new();
    clap_mangen::Man::new(command).render(&mut page).expect("writing to memory cannot fail");
    error::end(Output::stdout().print(&page).map(|()| SOLVED))
}
