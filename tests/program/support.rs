//! The runner and the grids that the tests of the program share. A command line is usually one
//! text, which is split at blanks. In such a text, the name of a grid in `NAMED` stands for the
//! grid.

use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use assert_cmd::assert::Assert;
use predicates::str::{contains, is_empty};

pub(crate) const PROGRAM: &str = env!("CARGO_BIN_EXE_quadrille");

/// A puzzle with one solution. Its hardest technique is a naked pair.
pub(crate) const SEED: &str =
    "005176000400000001000800309100000090503000807090000004207008000600000003000429700";
/// The solution of `SEED`.
pub(crate) const SOLUTION: &str =
    "935176482428395671716842359174283596563914827892567134247638915689751243351429768";
/// A puzzle with four solutions, which differ in two groups of four cells.
pub(crate) const FOUR: &str =
    "027800061000030008910005420500016030000970200070000096700000080006027000030480007";
/// A puzzle with 17 clues.
pub(crate) const MINIMAL: &str =
    "000000010400000000020000000000050407008000300001090000300400200050100000000806000";

const NAMED: [(&str, &str); 4] =
    [("SEED", SEED), ("SOLUTION", SOLUTION), ("FOUR", FOUR), ("MINIMAL", MINIMAL)];

/// `SOLUTION` as the program draws it.
pub(crate) const DRAWING: &str = "\
9 3 5 | 1 7 6 | 4 8 2
4 2 8 | 3 9 5 | 6 7 1
7 1 6 | 8 4 2 | 3 5 9
------+-------+------
1 7 4 | 2 8 3 | 5 9 6
5 6 3 | 9 1 4 | 8 2 7
8 9 2 | 5 6 7 | 1 3 4
------+-------+------
2 4 7 | 6 3 8 | 9 1 5
6 8 9 | 7 5 1 | 2 4 3
3 5 1 | 4 2 9 | 7 6 8
";

/// The arguments of a command: a text that is split at blanks, or a list.
pub(crate) trait Args {
    fn words(&self) -> Vec<String>;
}

impl Args for str {
    fn words(&self) -> Vec<String> {
        let puzzle = |word| NAMED.iter().find(|(name, _)| *name == word).map(|(_, puzzle)| *puzzle);
        self.split_whitespace().map(|word| puzzle(word).unwrap_or(word).to_owned()).collect()
    }
}

impl Args for String {
    fn words(&self) -> Vec<String> {
        self.as_str().words()
    }
}

impl<S: AsRef<str>, const N: usize> Args for [S; N] {
    fn words(&self) -> Vec<String> {
        self.iter().map(|word| word.as_ref().to_owned()).collect()
    }
}

impl<S: AsRef<str>> Args for Vec<S> {
    fn words(&self) -> Vec<String> {
        self.iter().map(|word| word.as_ref().to_owned()).collect()
    }
}

/// Runs the program in the folder of the package.
pub(crate) fn run<A: Args + ?Sized>(args: &A) -> Assert {
    assert_cmd::Command::new(PROGRAM).args(args.words()).assert()
}

pub(crate) fn piped<A: Args + ?Sized>(args: &A, input: impl AsRef<[u8]>) -> Assert {
    let mut program = assert_cmd::Command::new(PROGRAM);
    program.args(args.words()).write_stdin(input.as_ref()).assert()
}

pub(crate) fn printed<A: Args + ?Sized>(args: &A) -> String {
    stdout(&run(args).success())
}

pub(crate) fn made(puzzle: &str) -> String {
    printed(&format!("make {puzzle}"))
}

pub(crate) fn stdout(assert: &Assert) -> String {
    String::from_utf8(assert.get_output().stdout.clone()).unwrap()
}

pub(crate) fn stderr(assert: &Assert) -> String {
    String::from_utf8(assert.get_output().stderr.clone()).unwrap()
}

pub(crate) fn sorted<'a>(text: &'a str, separator: &str) -> Vec<&'a str> {
    let mut parts: Vec<_> = text.split_terminator(separator).collect();
    parts.sort_unstable();
    parts
}

pub(crate) fn objects(text: &str) -> Vec<serde_json::Value> {
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

/// Checks the status and the whole standard output of each command line.
#[track_caller]
pub(crate) fn prints(run: impl Fn(&str) -> Assert, rows: &[(&str, i32, &str)]) {
    for &(line, status, expected) in rows {
        run(line).code(status).stdout(expected.to_owned());
    }
}

/// Checks the status of each command line, and a part of its message.
#[track_caller]
pub(crate) fn says(run: impl Fn(&str) -> Assert, rows: &[(&str, i32, &str)]) {
    for &(line, status, message) in rows {
        run(line).code(status).stderr(contains(message));
    }
}

/// Checks that each command line fails with status 2 and prints a message, and no output.
#[track_caller]
pub(crate) fn refuses(run: impl Fn(&str) -> Assert, rows: &[(&str, &str)]) {
    for &(line, message) in rows {
        run(line).code(2).stdout(is_empty()).stderr(contains(message));
    }
}

/// Returns the hash that checkpoints, units and results have: the first half of SHA-256.
pub(crate) fn hash(text: &str) -> String {
    use sha2::{Digest, Sha256};
    Sha256::digest(text).iter().take(16).map(|byte| format!("{byte:02x}")).collect()
}

/// Returns a line of a checkpoint, of units or of results, with its text changed and its hash
/// corrected.
pub(crate) fn forged(line: &str, from: &str, to: &str) -> String {
    let (rest, _) = line.rsplit_once(",\"check\"").unwrap();
    let rest = rest.replacen(from, to, 1);
    format!("{rest},\"check\":\"{}\"}}\n", hash(&format!("{rest}}}")))
}

/// A folder with the files of a test. It is removed at the end of the test.
pub(crate) struct Folder(tempfile::TempDir);

impl Folder {
    pub(crate) fn new() -> Self {
        Self(tempfile::tempdir().unwrap())
    }

    pub(crate) fn with(name: &str, text: impl AsRef<[u8]>) -> Self {
        let folder = Self::new();
        folder.write(name, text);
        folder
    }

    /// Returns a folder with the problem of n queens in the file `q`.
    pub(crate) fn queens(size: u32) -> Self {
        Self::with("q", made(&format!("queens {size}")))
    }

    pub(crate) fn root(&self) -> &Path {
        self.0.path()
    }

    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.root().join(name)
    }

    /// Returns the full path of a file as an argument.
    pub(crate) fn file(&self, name: &str) -> String {
        self.path(name).display().to_string()
    }

    pub(crate) fn has(&self, name: &str) -> bool {
        self.path(name).exists()
    }

    pub(crate) fn write(&self, name: &str, text: impl AsRef<[u8]>) {
        fs::write(self.path(name), text).unwrap();
    }

    pub(crate) fn read(&self, name: &str) -> String {
        fs::read_to_string(self.path(name)).unwrap()
    }

    pub(crate) fn names(&self, below: &str) -> Vec<String> {
        let name = |entry: std::io::Result<fs::DirEntry>| entry.unwrap().file_name();
        let names = fs::read_dir(self.path(below)).unwrap().map(name);
        let mut names: Vec<_> = names.map(|name| name.into_string().unwrap()).collect();
        names.sort();
        names
    }

    pub(crate) fn command<A: Args + ?Sized>(&self, args: &A) -> Command {
        let mut command = Command::new(PROGRAM);
        command.current_dir(self.root()).args(args.words());
        command
    }

    pub(crate) fn run<A: Args + ?Sized>(&self, args: &A) -> Assert {
        assert_cmd::Command::from_std(self.command(args)).assert()
    }

    /// Runs the program in this folder, under a limit that a shell sets first.
    #[cfg(unix)]
    pub(crate) fn limited(&self, limit: &str, line: &str) -> Assert {
        let script = format!("{limit}; exec '{PROGRAM}' {line}");
        let mut shell = assert_cmd::Command::new("sh");
        shell.current_dir(self.root()).args(["-c", &script]).assert()
    }

    pub(crate) fn printed<A: Args + ?Sized>(&self, args: &A) -> String {
        stdout(&self.run(args).success())
    }
}

/// Writes questions to a command, each after the answer to the previous one. Every answer must be
/// the line `answer`. After the last answer, the command must succeed without further output.
#[track_caller]
pub(crate) fn converse(line: &str, questions: &[&str], answer: &str) {
    let mut command = Command::new(PROGRAM);
    let pipes = command.args(line.words()).stdin(Stdio::piped()).stdout(Stdio::piped());
    let mut child = pipes.spawn().unwrap();
    let mut input = child.stdin.take().unwrap();
    let mut answers = BufReader::new(child.stdout.take().unwrap()).lines();
    for question in questions {
        input.write_all(question.as_bytes()).unwrap();
        assert_eq!(answers.next().unwrap().unwrap(), answer, "{line}");
    }
    drop(input);
    assert!(answers.next().is_none());
    assert!(child.wait().unwrap().success());
}
