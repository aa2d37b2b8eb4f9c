//! Options that have an effect only together with another option.
//!
//! With `requires`, clap accepts an option without the required one if a third option conflicts
//! with the required one, as in `cover -n 1 --random`. So this table has the rules.

use clap::parser::ValueSource;
use clap::{ArgMatches, error::ErrorKind};

use crate::cli::Cli;

/// The commands of a rule, an option and the option that it needs, and the message if the latter is
/// missing.
type Rule = (&'static [&'static str], [&'static str; 2], &'static str);

const RULES: [Rule; 4] = [
    (&["cover"], ["random", "first"], "--random is for -1: add -1, or leave out --random"),
    (
        &["cover", "count"],
        ["every", "checkpoint"],
        "--every is the time between checkpoints: add --checkpoint FILE, or leave out --every",
    ),
    (
        &["cover"],
        ["output", "checkpoint"],
        "--output is for the covers of --checkpoint: add --checkpoint FILE, or send standard \
         output to a file",
    ),
    (&["minimize"], ["limit", "all"], "--limit is for --all: add --all, or leave out --limit"),
];

/// Exits with status 2 and a usage error if an option would have no effect.
pub(crate) fn check(matches: &ArgMatches) {
    let Some((command, matches)) = matches.subcommand() else { return };
    let is_given = |id| matches.value_source(id) == Some(ValueSource::CommandLine);
    for (commands, [option, needed], message) in RULES {
        if commands.contains(&command) && is_given(option) && !is_given(needed) {
            Cli::exit_for_usage(command, ErrorKind::MissingRequiredArgument, message);
        }
    }
}
