//! The things to measure: cases of the list, and files.

use std::path::Path;

use quadrille::EngineChoice;

use crate::cases::work::{Prepared, Work};
use crate::cases::{Case, Expected, Input, Size, Task};

/// The action on all solutions of a case.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Way {
    /// Count them in the fastest way of the engine.
    Count,
    Visit,
    /// Write each as a line. For Sudokus only.
    Print,
}

/// A thing to measure, with its parsed input.
#[derive(Clone, Debug)]
pub(crate) struct Entry {
    pub(crate) name: String,
    /// The input, such as `make queens 8`.
    pub(crate) input: String,
    pub(crate) task: Task,
    pub(crate) work: Work,
    is_printed: bool,
    /// The case of the list, if there is one.
    case: Option<Case>,
}

impl Entry {
    /// Reads or makes the input of a case.
    ///
    /// # Errors
    /// A message about the error in the input.
    pub(crate) fn of_case(case: Case, program: &Path) -> Result<Self, String> {
        let work = Work::made_by(program, Path::new(env!("CARGO_MANIFEST_DIR")), &case.input);
        let work = work.map_err(|error| format!("case `{}`: {error}", case.name))?;
        let (name, input) = (case.name.clone(), case.input.to_string());
        Ok(Self { name, input, task: case.task, work, is_printed: false, case: Some(case) })
    }

    /// Reads a file, to count the covers of a problem or to test the uniqueness of Sudokus.
    ///
    /// # Errors
    /// A message about the error in the file.
    pub(crate) fn of_file(name: &str, program: &Path) -> Result<Self, String> {
        let input = Input::File(name.to_owned());
        let task = if input.is_problem() { Task::Count } else { Task::Two };
        let work = Work::made_by(program, Path::new(""), &input)?;
        let (name, input) = (name.to_owned(), input.to_string());
        Ok(Self { name, input, task, work, is_printed: false, case: None })
    }

    /// Returns an entry for each of the ways that the input allows, or this entry if the task is
    /// not to count.
    pub(crate) fn in_ways(self, ways: &[Way]) -> Vec<Self> {
        if self.task != Task::Count {
            return vec![self];
        }
        let in_way = |way: &Way| match way {
            Way::Count => Some(self.clone()),
            Way::Visit => {
                let name = format!("{} visited", self.name);
                Some(Self { name, task: Task::All, ..self.clone() })
            }
            Way::Print => {
                let name = format!("{} printed", self.name);
                let is_for_it = matches!(self.work, Work::Sudokus(_));
                is_for_it.then(|| Self { name, is_printed: true, ..self.clone() })
            }
        };
        ways.iter().filter_map(in_way).collect()
    }

    /// Compiles an engine for the task.
    ///
    /// # Errors
    /// The reason why the engine cannot do the task.
    pub(crate) fn compile(&self, engine: EngineChoice) -> Result<Prepared<'_>, String> {
        if self.is_printed {
            self.work.compile_to_print(engine)
        } else {
            self.work.compile(self.task, engine)
        }
    }

    /// Returns the task in the notation of the list, or `print`.
    pub(crate) fn what(&self) -> String {
        if self.is_printed { "print".to_owned() } else { self.task.to_string() }
    }

    pub(crate) fn expected(&self) -> Option<&Expected> {
        self.case.as_ref().map(|case| &case.expect)
    }

    pub(crate) fn is_for(&self, engine: EngineChoice) -> bool {
        self.case.as_ref().is_none_or(|case| case.is_for(engine))
    }
}

/// Returns the cases of these sizes, or the named ones. A full name selects a case of any size. A
/// prefix, which ends before a `-`, selects cases of these sizes.
///
/// # Errors
/// A message about a name that selects no case.
pub(crate) fn select(
    cases: Vec<Case>,
    names: &[String],
    sizes: &[Size],
) -> Result<Vec<Case>, String> {
    if names.is_empty() {
        return Ok(cases.into_iter().filter(|case| sizes.contains(&case.size)).collect());
    }
    let begins = |name: &str, case: &Case| {
        case.name.strip_prefix(name).is_some_and(|rest| rest.starts_with('-'))
    };
    let means = |name: &str, case: &Case| {
        case.name == name || (begins(name, case) && sizes.contains(&case.size))
    };
    for name in names {
        if cases.iter().any(|case| means(name, case)) {
            continue;
        }
        return Err(match cases.iter().find(|case| begins(name, case)) {
            Some(case) => format!(
                "the cases whose names begin with `{name}` are of other sizes: add --size {}, or name one",
                case.size
            ),
            None => format!("there is no case `{name}`: --list shows them"),
        });
    }
    Ok(cases.into_iter().filter(|case| names.iter().any(|name| means(name, case))).collect())
}
