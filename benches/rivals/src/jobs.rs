//! The jobs of the contestants: the cases of `benches/cases.toml`, and files.

use std::error::Error;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use quadrille::EngineChoice;

use crate::cases::{self, Case, Expected, Input, Size, Task};
use crate::work::{Form, Work};

pub const ROOT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../..");

pub struct Job {
    pub name: String,
    /// A line with the input and the task; for a case, also the expected result and its source.
    pub title: String,
    pub file: PathBuf,
    pub form: Form,
    pub task: Task,
    pub expected: Option<Expected>,
    /// The quadrille engines that the job is for, or `None` for all engines.
    pub engines: Option<Vec<EngineChoice>>,
}

/// The selected jobs: cases by name or size, and files.
pub struct Wanted<'a> {
    pub names: &'a [String],
    /// All cases of these sizes are selected too.
    pub sizes: &'a [Size],
    /// The task for files. By default, the covers of a problem are counted, and Sudokus are
    /// searched for two solutions.
    pub task: Option<Task>,
    /// True if a case of `Task::Count` must visit each solution instead.
    pub visit: bool,
    /// The maximum number of Sudokus to use from a file that is not a case.
    pub puzzles: u64,
}

impl Wanted<'_> {
    /// Returns the jobs: the cases in the order of `benches/cases.toml`, then the files in the
    /// order of `names`. Inputs that are not files are written to files in the folder.
    pub fn jobs(&self, folder: &Path) -> Result<Vec<Job>, Box<dyn Error>> {
        let cases = cases::read(cases::CASES)?;
        let (names, files): (Vec<_>, Vec<_>) =
            self.names.iter().partition(|name| cases.iter().any(|case| case.name == **name));
        if let Some(name) = files.iter().find(|name| !Path::new(name).exists()) {
            let cases: Vec<_> = cases.iter().map(|case| case.name.as_str()).collect();
            return Err(format!(
                "{name} is neither a file nor a case. The cases are {}.",
                cases.join(", ")
            )
            .into());
        }
        let mut program = None;
        let wanted = |case: &Case| self.sizes.contains(&case.size) || names.contains(&&case.name);
        let in_way = |case: Case| match case.task {
            Task::Count if self.visit => Case { task: Task::All, ..case },
            _ => case,
        };
        let cases = cases.into_iter().filter(wanted).map(in_way);
        let cases = cases.map(|case| job(case, folder, &mut program));
        cases.chain(files.into_iter().map(|file| self.file(file))).collect()
    }

    fn file(&self, file: &str) -> Result<Job, Box<dyn Error>> {
        let form = Form::of(file, self.puzzles);
        let task = self.task.unwrap_or(if form == Form::Problem { Task::Count } else { Task::Two });
        if let (Form::Sudokus(_), Task::Best(_)) = (form, task) {
            return Err(format!("{file}: a solution of a Sudoku has no cost").into());
        }
        let name = Path::new(file).file_name().unwrap_or_default().to_string_lossy().into_owned();
        let first = match form {
            Form::Sudokus(puzzles) if puzzles < u64::MAX => format!("the first {puzzles} of "),
            _ => String::new(),
        };
        let title = format!("{first}`{name}`, {}", said(task, form));
        Ok(Job { title, name, file: file.into(), form, task, expected: None, engines: None })
    }
}

/// Returns the job of a case. To make a problem, runs quadrille's program, which it builds on first
/// use.
fn job(case: Case, folder: &Path, program: &mut Option<PathBuf>) -> Result<Job, Box<dyn Error>> {
    let (file, from) = match &case.input {
        Input::Make(arguments) => {
            let file = folder.join(&case.name).with_added_extension("dlx");
            let program = match program {
                Some(program) => program,
                None => program.insert(build()?),
            };
            let output = Command::new(program)
                .arg("make")
                .args(arguments.split_whitespace())
                .current_dir(ROOT)
                .stderr(Stdio::inherit())
                .output()?;
            if !output.status.success() {
                return Err(
                    format!("case {}: `quadrille make {arguments}` failed", case.name).into()
                );
            }
            fs::write(&file, output.stdout)?;
            (file, format!("`quadrille make {arguments}`"))
        }
        Input::File(name) => (Path::new(ROOT).join(name), format!("`{name}`")),
        Input::Puzzle(puzzle) => {
            let file = folder.join(&case.name);
            fs::write(&file, puzzle)?;
            (file, format!("`{puzzle}`"))
        }
    };
    let form = Form::of(&file.to_string_lossy(), u64::MAX);
    let title = format!("{from}, {}; {} ({})", said(case.task, form), case.expect, case.source);
    let Case { name, task, expect, engines, .. } = case;
    Ok(Job { name, title, file, form, task, expected: Some(expect), engines })
}

fn said(task: Task, form: Form) -> String {
    match (task, form) {
        (Task::Count, Form::Problem) => "all covers counted".into(),
        (Task::Count, Form::Sudokus(_)) => "all solutions counted".into(),
        (Task::All, Form::Problem) => "all covers, one by one".into(),
        (Task::All, Form::Sudokus(_)) => "all solutions, one by one".into(),
        (Task::First, Form::Problem) => "the first cover".into(),
        (Task::First, Form::Sudokus(_)) => "the first solution".into(),
        (Task::Two, Form::Problem) => "up to two covers".into(),
        (Task::Two, Form::Sudokus(_)) => "up to two solutions each".into(),
        (Task::Best(count), _) => format!("the {count} cheapest covers"),
        (Task::Number, _) => "the number of covers".into(),
        (Task::Distinct, _) => "all covers up to isomorphism".into(),
    }
}

fn build() -> Result<PathBuf, Box<dyn Error>> {
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let output = Command::new(cargo)
        .args([
            "build",
            "--release",
            "--locked",
            "--bin",
            "quadrille",
            "--message-format=json-render-diagnostics",
        ])
        .current_dir(ROOT)
        .stderr(Stdio::inherit())
        .output()
        .map_err(|error| format!("cargo cannot be run to build quadrille: {error}"))?;
    let messages = String::from_utf8(output.stdout)?;
    let executable = messages
        .lines()
        .filter_map(|line| serde_json::from_str::<serde_json::Value>(line).ok())
        .filter(|message| message["target"]["name"] == "quadrille")
        .find_map(|message| Some(message["executable"].as_str()?.into()));
    executable
        .filter(|_| output.status.success())
        .ok_or_else(|| "quadrille could not be built".into())
}

impl Job {
    pub fn read(&self) -> Result<Work, String> {
        Work::read(&self.file, self.form, self.task)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_and_files_are_told_apart() {
        let folder = tempfile::tempdir().unwrap();
        let list = folder.path().join("list.txt").to_string_lossy().into_owned();
        fs::write(&list, "").unwrap();
        let jobs = |names: &[&str], puzzles| {
            let names: Vec<_> = names.iter().map(ToString::to_string).collect();
            let visit = true;
            let wanted = Wanted { names: &names, sizes: &[], task: None, visit, puzzles };
            wanted.jobs(folder.path()).map_err(|error| error.to_string())
        };
        let two = jobs(&[&list, "sudoku-four-solutions"], 5).unwrap();
        let names: Vec<_> = two.iter().map(|job| job.name.as_str()).collect();
        assert_eq!(names, ["sudoku-four-solutions", "list.txt"]);
        assert_eq!(
            (two[0].form, two[0].expected.clone()),
            (Form::Sudokus(u64::MAX), Some(Expected::Solutions(4)))
        );
        assert_eq!((two[1].form, two[1].expected.clone()), (Form::Sudokus(5), None));
        assert_eq!(two[1].title, "the first 5 of `list.txt`, up to two solutions each");

        let message = jobs(&["no-such-case"], 5).err().unwrap();
        assert!(
            message.starts_with("no-such-case is neither a file nor a case. The cases are sudoku-"),
            "{message}"
        );
    }
}
