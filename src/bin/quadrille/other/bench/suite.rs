//! What is measured: cases of a list, or files of the user's.

use std::ffi::OsStr;
use std::io::{self, BufRead};
use std::path::Path;

use clap::Parser;
use quadrille::EngineChoice;

use super::cases::work::Work;
use super::cases::{Case, Expected, Input, Size, Task};
use crate::puzzle::args::{Kind, Open};
use crate::shared::input;

macro_rules! embedded {
    ($($name:literal)*) => {
        &[$(($name, include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/", $name)))),*]
    };
}

/// The files that the program's own list of cases names, so that it needs nothing beside itself.
const FILES: &[(&str, &str)] = embedded! {
    "puzzles/assignment.dlx"
    "puzzles/empty.txt"
    "puzzles/many.txt"
    "puzzles/minimal-easy.txt"
    "puzzles/minimal-hard.txt"
    "puzzles/schedule.csv"
    "puzzles/well-known.txt"
    "puzzles/words.txt"
};

/// Opens one of the program's own files.
pub(super) fn embedded(name: &Path) -> io::Result<Box<dyn BufRead>> {
    match FILES.iter().find(|(file, _)| Path::new(file) == name) {
        Some((_, text)) => Ok(Box::new(text.as_bytes())),
        None => Err(io::Error::new(io::ErrorKind::NotFound, "it is not a part of this program")),
    }
}

/// Something to measure, read and ready.
#[derive(Debug)]
pub(super) struct Entry {
    pub(super) name: String,
    /// What is searched, in the words of the list.
    pub(super) input: String,
    pub(super) task: Task,
    pub(super) work: Work,
    /// The case of a list that it is, if it is one.
    case: Option<Case>,
}

impl Entry {
    /// Reads or makes the input of a case.
    ///
    /// # Errors
    /// What is wrong with it.
    pub(super) fn of_case(case: Case, open: Open) -> Result<Self, String> {
        let work = work(&case.input, open).map_err(|error| format!("case `{}`: {error}", case.name))?;
        Ok(Self { name: case.name.clone(), input: case.input.to_string(), task: case.task, work, case: Some(case) })
    }

    /// A file of the user's: the number of covers of a problem, and of Sudokus whether they are unique.
    ///
    /// # Errors
    /// What is wrong with it.
    pub(super) fn of_file(file: &OsStr) -> Result<Self, String> {
        let name = if file == "-" { input::STDIN.to_owned() } else { file.display().to_string() };
        let input = Input::File(name.clone());
        let work = if file == "-" {
            named(&name, Work::sudokus(io::stdin().lock()))
        } else {
            work(&input, input::open_buffered)
        };
        let task = if input.is_problem() { Task::Count } else { Task::Two };
        Ok(Self { name, input: input.to_string(), task, work: work?, case: None })
    }

    /// What must come out, if that is known.
    pub(super) fn expected(&self) -> Option<&Expected> {
        self.case.as_ref().map(|case| &case.expect)
    }

    /// Whether it is for this engine.
    pub(super) fn is_for(&self, engine: EngineChoice) -> bool {
        self.case.as_ref().is_none_or(|case| case.is_for(engine))
    }
}

/// A line of arguments for `make`.
#[derive(Parser)]
#[command(no_binary_name = true, disable_help_flag = true)]
struct Made {
    #[command(subcommand)]
    kind: Kind,
}

fn work(input: &Input, open: Open) -> Result<Work, String> {
    match input {
        Input::Make(arguments) => {
            let made = Made::try_parse_from(arguments.split_whitespace());
            let made = made.map_err(|error| format!("`make {arguments}`: {}", error.to_string().trim_end()))?;
            let puzzle = made.kind.puzzle(open).map_err(|error| format!("`make {arguments}`: {error}"))?;
            Ok(Work::Cover(Box::new(puzzle.problem().clone())))
        }
        Input::File(name) => {
            let text = open(Path::new(name)).map_err(|error| format!("{name}: cannot be read: {error}"))?;
            named(name, if input.is_problem() { Work::problem(text) } else { Work::sudokus(text) })
        }
        Input::Puzzle(puzzle) => named("puzzle", Work::sudokus(puzzle.as_bytes())),
    }
}

/// Says of what is wrong with a text where it is.
fn named(name: &str, work: Result<Work, String>) -> Result<Work, String> {
    work.map_err(|error| format!("{name}:{error}"))
}

/// The cases that are asked for: those of these sizes, or those that are named. A name is that of a case, whatever its
/// size, or the beginning of the names of cases of these sizes.
///
/// # Errors
/// There is no such case.
pub(super) fn select(cases: Vec<Case>, names: &[String], sizes: &[Size]) -> Result<Vec<Case>, String> {
    if names.is_empty() {
        return Ok(cases.into_iter().filter(|case| sizes.contains(&case.size)).collect());
    }
    let means = |name: &str, case: &Case| {
        let is_beginning = case.name.strip_prefix(name).is_some_and(|rest| rest.starts_with('-'));
        case.name == name || (is_beginning && sizes.contains(&case.size))
    };
    if let Some(unknown) = names.iter().find(|name| !cases.iter().any(|case| means(name, case))) {
        return Err(no_case(unknown, &cases));
    }
    Ok(cases.into_iter().filter(|case| names.iter().any(|name| means(name, case))).collect())
}

fn no_case(name: &str, cases: &[Case]) -> String {
    let beginning = format!("{name}-");
    let of_other_sizes: Vec<_> = cases.iter().filter(|case| case.name.starts_with(&beginning)).collect();
    if let Some(case) = of_other_sizes.first() {
        let size = case.size;
        return format!("the cases whose names begin with `{name}` are of other sizes: add --size {size}, or name one");
    }
    let mut near: Vec<_> = cases.iter().map(|case| (strsim::jaro_winkler(name, &case.name), &*case.name)).collect();
    near.retain(|&(likeness, _)| likeness > 0.75);
    near.sort_by(|a, b| b.0.total_cmp(&a.0));
    let near: Vec<_> = near.iter().take(3).map(|(_, name)| format!("`{name}`")).collect();
    match &near[..] {
        [] => format!("there is no case `{name}`: --list shows them"),
        near => format!("there is no case `{name}`: did you mean {}? --list shows all", near.join(" or ")),
    }
}

#[cfg(test)]
mod tests {
    use super::super::cases;
    use super::*;

    #[test]
    fn the_files_that_the_list_names_are_a_part_of_the_program() {
        let mut files = 0;
        for case in cases::read(cases::CASES).unwrap() {
            let named = match &case.input {
                Input::Make(arguments) => arguments.split(' ').filter(|argument| argument.contains('/')).collect(),
                Input::File(name) => vec![&**name],
                Input::Puzzle(_) => Vec::new(),
            };
            for name in named {
                assert!(embedded(Path::new(name)).is_ok(), "add {name} to FILES");
                files += 1;
            }
        }
        assert!(files >= FILES.len(), "there are files that no case needs");
    }
}
