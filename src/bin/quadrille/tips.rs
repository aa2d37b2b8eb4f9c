//! Tips for unknown commands and options. Inserts `solve` before a puzzle without a command.

use std::borrow::Cow;
use std::ffi::{OsStr, OsString};
use std::path::Path;

use clap::error::{ContextKind, ContextValue, ErrorKind};
use quadrille::puzzle::polyomino::ShapeSet;
use quadrille::sudoku::Puzzle;

use crate::cli::Cli;
use crate::shared::lines::is_problem;

/// Puts `solve` before a first argument that is a puzzle or consists of over 40 digits and dots.
pub(crate) fn with_solve(arguments: &[OsString]) -> Cow<'_, [OsString]> {
    let are_cells = |text: &str| {
        text.len() > 40 && text.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.')
    };
    let is_puzzle = |text: &str| are_cells(text) || text.parse::<Puzzle>().is_ok();
    match arguments {
        [name, first, rest @ ..] if first.to_str().is_some_and(is_puzzle) => {
            let solve = [name.clone(), "solve".into(), first.clone()];
            solve.into_iter().chain(rest.iter().cloned()).collect()
        }
        _ => arguments.into(),
    }
}

/// Adds a tip, if any, to a usage error, in place of clap's suggestions. If no argument that begins
/// with `-` is a value, also removes clap's advice to put `--` before an unknown option.
pub(crate) fn with_tip(mut usage: clap::Error, arguments: &[OsString]) -> clap::Error {
    let argument = |at| arguments.get(at).map(OsString::as_os_str).unwrap_or_default();
    let (first, second) = (argument(1), argument(2));
    let tip = match (usage.kind(), usage.get(ContextKind::InvalidArg)) {
        (ErrorKind::InvalidSubcommand, _) => for_command(first, second),
        (ErrorKind::UnknownArgument, Some(ContextValue::String(name))) => for_option(first, name),
        _ => None,
    };
    // A value that begins with a minus sign may be a file, or a puzzle whose first cell is empty.
    let mut texts = arguments.iter().filter_map(|argument| argument.to_str());
    let is_value = |text: &str| text.parse::<Puzzle>().is_ok() || Path::new(text).is_file();
    let has_value = texts.any(|text| text.starts_with('-') && is_value(text));
    if usage.kind() == ErrorKind::UnknownArgument && !has_value {
        usage.remove(ContextKind::Suggested);
    }
    if let Some(tip) = tip {
        usage.remove(ContextKind::SuggestedSubcommand);
        usage.remove(ContextKind::SuggestedArg);
        usage.insert(ContextKind::Suggested, ContextValue::StyledStrs(vec![tip.into()]));
    }
    usage
}

/// Returns the tip for an unknown command, for example a file, a kind of puzzle or a set of pieces
/// that was given without the words that must come before it.
fn for_command(first: &OsStr, second: &OsStr) -> Option<String> {
    let is_set = |word: &OsStr| ShapeSet::ALL.iter().any(|set| word == set.name());
    let word = first.display();
    Some(if Path::new(first).is_file() {
        let command = if is_problem(Path::new(first)) { "cover" } else { "solve" };
        format!("a command comes first: `quadrille {command} {word}`")
    } else if first == "solutions" {
        "`quadrille solve` lists the solutions, and `quadrille solve -c` counts them".to_owned()
    } else if first == "sudoku" {
        "`quadrille solve` is for Sudokus".to_owned()
    } else if is_set(first) {
        format!("`quadrille show polyomino {word} 6x10` solves and draws a board")
    } else if is_set(second) {
        format!("the pieces come after their kind: `polyomino {} 6x10`", second.display())
    } else if is_command_of("show", first) {
        format!("`quadrille show {word}` solves and draws it")
    } else if is_command_of("solutions", first) {
        format!("did you mean `quadrille solutions {word}`?")
    } else {
        return None;
    })
}

fn is_command_of(group: &str, name: impl AsRef<OsStr>) -> bool {
    let whole = Cli::whole();
    whole.find_subcommand(group).is_some_and(|group| group.find_subcommand(name).is_some())
}

/// Returns the tip for an unknown option, for example one with the name of a command or a format.
fn for_option(command: &OsStr, option: &str) -> Option<String> {
    let name = option.trim_start_matches('-');
    let is_of_solutions = command == "solve" || command == "solutions";
    let tip = |tip: &str| Some(tip.to_owned());
    match name {
        _ if command.as_encoded_bytes().starts_with(b"-") => {
            return tip("a command comes first: `quadrille -h` lists them");
        }
        "random" if is_of_solutions => {
            return tip("`quadrille solutions sample` prints solutions at random");
        }
        "count" if command == "generate" => return tip("-n is the number of puzzles"),
        "o" | "output" => return tip("to write to a file, add `> FILE`"),
        _ => {}
    }
    if is_of_solutions && is_command_of("solutions", name) {
        return Some(format!("that is a separate command: `quadrille solutions {name}`"));
    }
    let mut program = Cli::whole();
    let is_command = command != name && program.find_subcommand(name).is_some();
    program.build(); // Before this, a command has no options.
    let command = program.find_subcommand(command);
    let options = || command.into_iter().flat_map(clap::Command::get_arguments);
    let is_format = |option: &&clap::Arg| ["format", "to"].contains(&option.get_id().as_str());
    if let Some(format) = options().find(is_format) {
        let values = format.get_possible_values();
        let long = format.get_long().unwrap_or_default();
        if values.iter().any(|value| value.matches(name, false)) {
            return Some(format!("that is a format: `--{long} {name}`"));
        }
        if ["f", "format"].contains(&name) {
            return Some(format!("the option for the format is `--{long}`"));
        }
    }
    // The limit of `show` is 1 without -n, and its option has another id.
    let is_limit = |option: &clap::Arg| option.get_id() == "limit";
    if ["a", "all"].contains(&name) && options().any(is_limit) {
        return tip("there is no limit without -n");
    }
    if is_command {
        return Some(format!("that is a separate command: `quadrille {name}`"));
    }
    let longs = options().filter_map(clap::Arg::get_long);
    let mut parts = longs.filter(|long| name.split('-').any(|word| word == *long));
    parts.next().map(|long| format!("a similar option exists: `--{long}`"))
}
