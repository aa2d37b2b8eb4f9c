//! Options that have an effect only together with another one.
//!
//! `requires` of clap lets an option pass if the one that it requires conflicts with a third one
//! that is given, as in `solve --nth 2 --seed 5`. So these rules are here, in one table.

use clap::parser::ValueSource;
use clap::{ArgMatches, error::ErrorKind};

use crate::cli::Cli;

/// An option without the one that gives it an effect is an error.
struct Rule {
    commands: &'static [&'static str],
    option: &'static str,
    /// The option that it needs.
    needs: &'static str,
    /// What the option is.
    what: &'static str,
    /// How the option that it needs is added.
    add: &'static str,
    /// If not empty, another remedy than to add that option.
    remedy: &'static str,
}

const fn rule(
    commands: &'static [&'static str],
    [option, needs]: [&'static str; 2],
    what: &'static str,
    add: &'static str,
) -> Rule {
    Rule { commands, option, needs, what, add, remedy: "" }
}

const FILE: &str = "add --checkpoint FILE, or send standard output to a file";

const RULES: &[Rule] = &[
    rule(&["solve"], ["seed", "sample"], "is the seed of --sample", "--sample K"),
    rule(&["cover"], ["random", "first"], "is for -1", "-1"),
    rule(
        &["cover", "count", "solve"],
        ["every", "checkpoint"],
        "is the time between checkpoints",
        "--checkpoint FILE",
    ),
    Rule {
        remedy: FILE,
        ..rule(&["cover"], ["output", "checkpoint"], "is for the covers of --checkpoint", "")
    },
    rule(&["show", "solve"], ["audit", "distinct"], "checks --distinct", "--distinct"),
    rule(&["minimize"], ["limit", "all"], "is for --all", "--all"),
];

/// Exits with status 2 and a usage error if an option has no effect.
pub(crate) fn check(matches: &ArgMatches) {
    let Some((command, matches)) = matches.subcommand() else { return };
    let is_given = |id| matches.value_source(id) == Some(ValueSource::CommandLine);
    for rule in RULES.iter().filter(|rule| rule.commands.contains(&command)) {
        if is_given(rule.option) && !is_given(rule.needs) {
            let Rule { option, what, add, remedy, .. } = rule;
            let remedy = match *remedy {
                "" => format!("add {add}, or leave out --{option}"),
                remedy => remedy.to_owned(),
            };
            let message = format!("--{option} {what}: {remedy}");
            Cli::exit_for_usage(command, ErrorKind::MissingRequiredArgument, &message);
        }
    }
}
