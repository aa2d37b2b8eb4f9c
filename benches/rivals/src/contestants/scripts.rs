//! Packages of other languages. If they are installed, small scripts in `scripts` run them.

use std::error::Error;
use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};

use quadrille::sudoku::{self, Grid};
use serde::Serialize;

use crate::contestant::{Aim, Lack};
use crate::matrix::{Entry, Matrix};
use crate::work::{Matter, Work};

/// A package, and the script that implements the protocol of `serve` for it.
#[derive(Clone)]
pub struct Script {
    /// The name, with the version of the package.
    pub name: String,
    program: &'static str,
    arguments: Vec<String>,
}

impl Script {
    pub fn command(&self, work: &Path) -> Command {
        let mut command = Command::new(self.program);
        command.args(&self.arguments).arg(work);
        command
    }
}

const SCRIPTS: [(&str, &str, &[&str]); 4] = [
    ("npm dancing-links", "node", &["dancing-links.mjs"]),
    ("PyPI exact-cover", "python3", &["covers.py", "exact-cover"]),
    ("PyPI xcover", "python3", &["covers.py", "xcover"]),
    ("PyPI xcover, diagrams", "python3", &["covers.py", "xcover-zdd"]),
];

/// Returns the selected packages that are installed, and the names of those that are not.
pub fn installed(is_asked_for: impl Fn(&str) -> bool) -> (Vec<Script>, Vec<&'static str>) {
    let (mut there, mut missing) = (Vec::new(), Vec::new());
    for (name, program, arguments) in SCRIPTS.into_iter().filter(|(name, ..)| is_asked_for(name)) {
        let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/scripts/");
        let (script, rest) = arguments.split_first().expect("each has a script");
        let arguments: Vec<_> = [format!("{folder}{script}")]
            .into_iter()
            .chain(rest.iter().map(|&a| a.into()))
            .collect();
        match version(program, &arguments) {
            Some(version) => {
                // The version is that of the package, and comes before the description of its use.
                let name = match name.split_once(", ") {
                    Some((package, used)) => format!("{package} {version}, {used}"),
                    None => format!("{name} {version}"),
                };
                there.push(Script { name, program, arguments });
            }
            None => missing.push(name),
        }
    }
    (there, missing)
}

/// Returns the version of a package, or `None` if the program or the package is missing.
fn version(program: &str, arguments: &[String]) -> Option<String> {
    let output = Command::new(program)
        .args(arguments)
        .arg("--version")
        .stderr(Stdio::null())
        .output()
        .ok()?;
    let version = String::from_utf8(output.stdout).ok()?;
    (output.status.success() && !version.trim().is_empty()).then(|| version.trim().to_owned())
}

/// The work in the form that the scripts read.
#[derive(Serialize)]
struct Told {
    /// `null` without a limit.
    limit: Option<u64>,
    made: bool,
    primary: usize,
    secondary: usize,
    bounds: bool,
    options: Vec<Vec<u32>>,
    /// The color of each item of an option, or 0; `null` without colors.
    colors: Option<Vec<Vec<u32>>>,
    /// The options of the clues of each Sudoku; `null` for other problems.
    puzzles: Option<Vec<Vec<usize>>>,
}

/// Writes the work for the scripts, or returns the reason why none of them can do it.
pub fn tell(work: &Work, output: impl Write) -> Result<Option<Lack>, Box<dyn Error>> {
    let aim = match Aim::of(work.task) {
        Ok(aim) => aim,
        Err(lack) => return Ok(Some(lack)),
    };
    let sudoku;
    let (matrix, puzzles) = match &work.matter {
        Matter::Problem(matrix) => (matrix, None),
        Matter::Sudokus(puzzles) => {
            sudoku = Matrix::of(sudoku::problem());
            let clues = |grid: &Grid| grid.options().map(|clue| clue.index()).collect();
            (&sudoku, Some(puzzles.iter().map(|puzzle| clues(&puzzle.grid)).collect()))
        }
    };
    let list = |part: fn(&Entry) -> u32| {
        matrix.options().map(|option| option.iter().map(part).collect()).collect()
    };
    let told = Told {
        limit: Some(aim.limit).filter(|&limit| limit < u64::MAX),
        made: aim.made,
        primary: matrix.primary,
        secondary: matrix.secondary,
        bounds: matrix.has_bounds(),
        options: list(|entry| entry.0),
        colors: matrix.has_colors.then(|| list(|entry| entry.1)),
        puzzles,
    };
    serde_json::to_writer(output, &told)?;
    Ok(None)
}

#[cfg(test)]
mod tests {
    use std::fs::File;
    use std::time::Duration;

    use super::*;
    use crate::cases::Task;
    use crate::process::Process;
    use crate::work::Form;

    const PATIENCE: Duration = Duration::from_secs(120);

    /// Returns the answer of a package: the number found, or the line with the feature that it
    /// lacks.
    fn answer(script: &Script, folder: &Path, file: &str, text: &str, task: Task) -> String {
        let file = folder.join(file);
        std::fs::write(&file, text).unwrap();
        let work = Work::read(&file, Form::of(&file.to_string_lossy(), u64::MAX), task).unwrap();
        let told = folder.join("work.json");
        assert_eq!(tell(&work, File::create(&told).unwrap()).unwrap(), None);
        let mut process = Process::start(&mut script.command(&told)).unwrap();
        match process.line(PATIENCE) {
            Ok(line) if line == "ready" => {
                let line = process.round(PATIENCE).unwrap();
                let words: Vec<_> = line.split(' ').collect();
                assert!(words.len() == 5 && words[0] == "round", "{line}");
                words[4].to_owned()
            }
            other => other.unwrap(),
        }
    }

    /// Tests each installed package. If none is installed, tests only the detection.
    #[test]
    fn what_is_installed_answers() {
        let (there, missing) = installed(|_| true);
        assert_eq!(there.len() + missing.len(), SCRIPTS.len());
        let folder = tempfile::tempdir().unwrap();
        for script in &there {
            let answer = |file, text, task| answer(script, folder.path(), file, text, task);
            let four =
                "027800061000030008910005420500016030000970200070000096700000080006027000030480007";
            let clash = format!("5......5{}", ".".repeat(73));
            let sudokus = format!("{four}\n{clash}\n{four}\n");
            assert_eq!(answer("a.txt", &sudokus, Task::Two), "4", "{}", script.name);
            assert_eq!(
                answer("b.dlx", "a b | x\na x\na\nb x\nb\n", Task::Count),
                "3",
                "{}",
                script.name
            );
            let colors = answer("c.dlx", "a b | x\na x:R\na x:G\nb x:R\nb\n", Task::Count);
            let expected =
                if script.name.contains("xcover") { "3" } else { "cannot has no colors" };
            assert_eq!(colors, expected, "{}", script.name);
        }
    }
}
