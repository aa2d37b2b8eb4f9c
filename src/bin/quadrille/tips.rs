//! Tips for arguments that do not begin with a command.

use std::borrow::Cow;
use std::ffi::{OsStr, OsString};
use std::path::Path;

use clap::CommandFactory;
use clap::error::{ContextKind, ContextValue, ErrorKind};
use quadrille::puzzle::polyomino::ShapeSet;
use quadrille::sudoku::Puzzle;

use crate::cli::Cli;

/// Puts `solve` before a first argument that is a puzzle, even with a cell too many or too few.
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

/// Adds a tip to a usage error if there is one. It replaces the similar names that the error lists.
pub(crate) fn with_tip(mut usage: clap::Error, arguments: &[OsString]) -> clap::Error {
    let first = arguments.get(1).map(OsString::as_os_str).unwrap_or_default();
    let second = arguments.get(2).map(OsString::as_os_str).unwrap_or_default();
    let tip = match (usage.kind(), usage.get(ContextKind::InvalidArg)) {
        (ErrorKind::InvalidSubcommand, _) => for_command(first, second),
        (ErrorKind::UnknownArgument, Some(ContextValue::String(option))) => {
            for_option(first, option)
        }
        _ => None,
    };
    if let Some(tip) = tip {
        usage.insert(ContextKind::Suggested, ContextValue::StyledStrs(vec![tip.into()]));
    }
    usage
}

/// Returns the tip for a file, a kind of puzzle or a set of pieces without the words that belong
/// before it.
fn for_command(first: &OsStr, second: &OsStr) -> Option<String> {
    if Path::new(first).is_file() {
        let command = match Path::new(first).extension().and_then(OsStr::to_str) {
            Some("dlx" | "ec" | "xc" | "mcc" | "xcc") => "cover",
            _ => "solve",
        };
        return Some(format!("a command comes first: `quadrille {command} {}`", first.display()));
    }
    let is_set = |word: &OsStr| ShapeSet::ALL.iter().any(|set| word == set.name());
    let word = first.display();
    if first == "sudoku" {
        Some("`quadrille solve` is for Sudokus".to_owned())
    } else if is_set(first) {
        Some(format!("`quadrille show polyomino {word} 6x10` solves and draws a board"))
    } else if is_set(second) {
        Some(format!("the pieces come after their kind: `polyomino {} 6x10`", second.display()))
    } else if is_command_of("show", first) {
        Some(format!("`quadrille show {word}` solves and draws it"))
    } else {
        is_command_of("solutions", first).then(|| format!("it is `quadrille solutions {word}`"))
    }
}

/// True if a command has another one below it with this name.
fn is_command_of(group: &str, name: impl AsRef<OsStr>) -> bool {
    let whole = Cli::whole();
    whole.find_subcommand(group).is_some_and(|group| group.find_subcommand(name).is_some())
}

/// Returns the tip for an option whose name is that of a command.
fn for_option(command: &OsStr, option: &str) -> Option<String> {
    let name = option.trim_start_matches('-');
    if command == "solve" && is_command_of("solutions", name) {
        return Some(format!("that is a command of its own: `quadrille solutions {name}`"));
    }
    let is_command = command != name && Cli::command().find_subcommand(name).is_some();
    is_command.then(|| format!("that is a command of its own: `quadrille {name}`"))
}
