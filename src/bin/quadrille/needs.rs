//! Options that have an effect only together with another one.
//!
//! `requires` of clap lets an option pass if the one that it requires conflicts with a third one
//! that is given, as in `cover -1 --seed 5`. So these rules are here, in one table.

use clap::parser::ValueSource;
use clap::{ArgMatches, error::ErrorKind};

use crate::cli::Cli;

/// An option without the one that gives it an effect is an error.
struct Rule {
    commands: &'static [&'static str],
    option: &'static str,
    /// The option that it needs.
    needs: &'static str,
    /// If not empty, the rule is only for the case that this option is given too.
    with: &'static str,
    /// What the option is.
    what: &'static str,
    /// How the option that it needs is added.
    add: &'static str,
    /// If not empty, another remedy than to add that option. The value of the option replaces
    /// `VALUE`.
    remedy: &'static str,
}

const fn rule(
    commands: &'static [&'static str],
    [option, needs]: [&'static str; 2],
    what: &'static str,
    add: &'static str,
) -> Rule {
    Rule { commands, option, needs, with: "", what, add, remedy: "" }
}

const SEED: Rule =
    rule(&["cover", "solve"], ["seed", "sample"], "is the seed of --sample", "--sample K");
const RANDOM: Rule = rule(COVER, ["random", "first"], "is for -1", "-1");
const EVERY: Rule = rule(
    &["cover", "solve"],
    ["every", "checkpoint"],
    "is the time between checkpoints",
    "--checkpoint FILE",
);
const COVER: &[&str] = &["cover"];
const FILE: &str = "add --checkpoint FILE, or send standard output to a file";

/// The rules. Of several for one option, the first is for the case that another one is given too.
const RULES: &[Rule] = &[
    Rule { commands: COVER, with: "first", remedy: "with -1, give --random=VALUE instead", ..SEED },
    SEED,
    Rule { with: "sample", remedy: "--sample is random without it", ..RANDOM },
    RANDOM,
    rule(COVER, ["dearest", "best"], "is for the best covers", "-k K"),
    rule(COVER, ["gap", "best"], "ends the search for the best covers", "-k K"),
    EVERY,
    Rule {
        remedy: FILE,
        ..rule(COVER, ["output", "checkpoint"], "is for the covers of --checkpoint", "")
    },
    rule(COVER, ["fix", "distinct"], "limits the symmetries of --distinct", "--distinct"),
    rule(COVER, ["generators", "distinct"], "has the symmetries of --distinct", "--distinct"),
    rule(&["cover", "show", "solve"], ["audit", "distinct"], "checks --distinct", "--distinct"),
    rule(&["minimize"], ["limit", "all"], "is for --all", "--all"),
];

/// Exits with status 2 and a usage error if an option has no effect.
pub(crate) fn check(matches: &ArgMatches) {
    let Some((command, matches)) = matches.subcommand() else { return };
    let is_given = |id| matches.value_source(id) == Some(ValueSource::CommandLine);
    for rule in RULES.iter().filter(|rule| rule.commands.contains(&command)) {
        let applies = rule.with.is_empty() || is_given(rule.with);
        if applies && is_given(rule.option) && !is_given(rule.needs) {
            let value = matches.get_raw(rule.option).and_then(|mut values| values.next());
            let value = value.unwrap_or_default().to_string_lossy();
            let Rule { option, what, add, remedy, .. } = rule;
            let remedy = match *remedy {
                "" => format!("add {add}, or leave out --{option}"),
                remedy => remedy.replace("VALUE", &value),
            };
            let message = format!("--{option} {what}: {remedy}");
            Cli::exit_for_usage(command, ErrorKind::MissingRequiredArgument, &message);
        }
    }
}
