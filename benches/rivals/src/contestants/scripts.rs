//! Packages of other languages, by small scripts in `scripts`, used where they are installed.

use std::error::Error;
use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};

use quadrille::sudoku::{self, Grid};
use serde::Serialize;

use crate::contestant::{Aim, Lack, NO_COSTS};
use crate::matrix::{Entry, Matrix};
use crate::work::{Matter, Work};

/// A package, and the script that speaks for it as `serve` does for the crates.
#[derive(Clone)]
pub struct Script {
    /// With its version.
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

/// The packages that are installed, and the names of those that are not.
pub fn installed() -> (Vec<Script>, Vec<&'static str>) {
    let (mut there, mut missing) = (Vec::new(), Vec::new());
    for (name, program, arguments) in SCRIPTS {
        let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/scripts/");
        let (script, rest) = arguments.split_first().expect("each has a script");
        let arguments: Vec<_> =
            [format!("{folder}{script}")].into_iter().chain(rest.iter().map(|&a| a.into())).collect();
        match version(program, &arguments) {
            Some(version) => {
                // The version belongs to the package, and stands before what is said of its use.
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

/// Fails if there is no such program, or it has no such package.
fn version(program: &str, arguments: &[String]) -> Option<String> {
    let output = Command::new(program).args(arguments).arg("--version").stderr(Stdio::null()).output().ok()?;
    let version = String::from_utf8(output.stdout).ok()?;
    (output.status.success() && !version.trim().is_empty()).then(|| version.trim().to_owned())
}

/// A piece of work as the scripts read it.
#[derive(Serialize)]
struct Told {
    /// `null` if there is none.
    limit: Option<u64>,
    made: bool,
    primary: usize,
    secondary: usize,
    bounds: bool,
    options: Vec<Vec<u32>>,
    /// Of each item of an option its color, or 0; `null` if there are none.
    colors: Option<Vec<Vec<u32>>>,
    /// Of each Sudoku the options that its clues are; `null` if it is a problem of another kind.
    puzzles: Option<Vec<Vec<usize>>>,
}

/// Writes a piece of work for the scripts, or returns what all of them lack for it.
pub fn tell(work: &Work, output: impl Write) -> Result<Option<Lack>, Box<dyn Error>> {
    let Some(aim) = Aim::of(work.task) else { return Ok(Some(NO_COSTS)) };
    let sudoku;
    let (matrix, puzzles) = match &work.matter {
        Matter::Problem(_, matrix) => (matrix, None),
        Matter::Sudokus(puzzles) => {
            sudoku = Matrix::of(sudoku::problem());
            let clues = |grid: &Grid| grid.options().map(|clue| clue.index()).collect();
            (&sudoku, Some(puzzles.iter().map(|puzzle| clues(&puzzle.grid)).collect()))
        }
    };
    let list = |part: fn(&Entry) -> u32| matrix.options().map(|option| option.iter().map(part).collect()).collect();
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
