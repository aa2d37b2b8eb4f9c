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
    /// The message. The value of the option replaces `VALUE`.
    message: &'static str,
}

/// The rules. Of several for one option, the first is for the case that another one is given too.
const RULES: &[Rule] = &[
    Rule {
        commands: &["cover"],
        option: "seed",
        needs: "sample",
        with: "first",
        message: "--seed is the seed of --sample: with -1, give --random=VALUE instead",
    },
    Rule {
        commands: &["cover", "solve"],
        option: "seed",
        needs: "sample",
        with: "",
        message: "--seed is the seed of --sample: add --sample K, or leave out --seed",
    },
    Rule {
        commands: &["cover"],
        option: "random",
        needs: "first",
        with: "sample",
        message: "--random is for -1: --sample is random without it",
    },
    Rule {
        commands: &["cover"],
        option: "random",
        needs: "first",
        with: "",
        message: "--random is for -1: add -1, or leave out --random",
    },
    Rule {
        commands: &["cover"],
        option: "dearest",
        needs: "best",
        with: "",
        message: "--dearest is for the best covers: add -k K, or leave out --dearest",
    },
    Rule {
        commands: &["cover"],
        option: "gap",
        needs: "best",
        with: "",
        message: "--gap ends the search for the best covers: add -k K, or leave out --gap",
    },
    Rule {
        commands: &["cover", "solve"],
        option: "every",
        needs: "checkpoint",
        with: "",
        message: "--every is the time between checkpoints: add --checkpoint FILE, or leave out \
                  --every",
    },
    Rule {
        commands: &["cover"],
        option: "output",
        needs: "checkpoint",
        with: "",
        message: "--output is for the covers of --checkpoint: add --checkpoint FILE, or send \
                  standard output to a file",
    },
    Rule {
        commands: &["cover"],
        option: "fix",
        needs: "distinct",
        with: "",
        message: "--fix limits the symmetries of --distinct: add --distinct, or leave out --fix",
    },
    Rule {
        commands: &["cover"],
        option: "generators",
        needs: "distinct",
        with: "",
        message: "--generators has the symmetries of --distinct: add --distinct, or leave out --generators",
    },
    Rule {
        commands: &["cover", "show", "solve"],
        option: "audit",
        needs: "distinct",
        with: "",
        message: "--audit checks --distinct: add --distinct, or leave out --audit",
    },
    Rule {
        commands: &["minimize"],
        option: "limit",
        needs: "all",
        with: "",
        message: "--limit is for --all: add --all, or leave out --limit",
    },
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
            let message = rule.message.replace("VALUE", &value);
            Cli::exit_for_usage(command, ErrorKind::MissingRequiredArgument, &message);
        }
    }
}
