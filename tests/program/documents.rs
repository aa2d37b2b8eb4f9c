//! Checks that the documents in the root and in `docs` show the program's actual output: runs every
//! `$` line of their console blocks, except in `NOT_RUN`, and compares the output with the lines
//! below it.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Documents whose examples are not run, because they need minutes, other machines or an interrupt.
const NOT_RUN: &[&str] = &["docs/distributed.md"];

/// Documents that must have examples, with the minimum number.
const MUST_HAVE: &[(&str, usize)] = &[
    ("README.md", 9),
    ("docs/counting.md", 3),
    ("docs/explain.md", 24),
    ("docs/format.md", 12),
    ("docs/program.md", 14),
];

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// Returns the commands of a document, each with the output below it.
fn examples(document: &str) -> Vec<(String, String)> {
    let mut examples: Vec<(String, String)> = Vec::new();
    let mut in_console = false;
    for line in document.lines() {
        if line.starts_with("```") {
            in_console = line == "```console";
        } else if in_console {
            match (line.strip_prefix("$ "), examples.last_mut()) {
                (Some(command), _) => examples.push((command.to_owned(), String::new())),
                (None, Some((_, output))) => {
                    output.push_str(line);
                    output.push('\n');
                }
                (None, None) => panic!("output before the first command: {line}"),
            }
        }
    }
    examples
}

/// Returns the paths of the documents in the root and in `docs`.
fn documents() -> Vec<String> {
    let folder = |folder: &str| {
        let entries = fs::read_dir(root().join(folder)).unwrap();
        entries.map(|entry| entry.unwrap().path()).collect::<Vec<PathBuf>>()
    };
    let mut files = [folder("."), folder("docs")].concat();
    files.retain(|file| file.extension().is_some_and(|extension| extension == "md"));
    let name = |file: &PathBuf| file.strip_prefix(root()).unwrap().to_string_lossy().into_owned();
    let mut names: Vec<_> = files.iter().map(name).map(|name| name.replace("./", "")).collect();
    names.sort();
    names
}

#[test]
fn the_documents_show_what_the_program_prints() {
    let program = Path::new(env!("CARGO_BIN_EXE_quadrille"));
    let programs =
        format!("{}:{}", program.parent().unwrap().display(), std::env::var("PATH").unwrap());
    let documents = documents();
    for name in MUST_HAVE.iter().map(|(name, _)| *name).chain(NOT_RUN.iter().copied()) {
        assert!(documents.iter().any(|document| document == name), "there is no {name}");
    }
    for name in documents.iter().filter(|name| !NOT_RUN.contains(&name.as_str())) {
        let examples = examples(&fs::read_to_string(root().join(name)).unwrap());
        let at_least =
            MUST_HAVE.iter().find(|(other, _)| other == name).map_or(0, |&(_, count)| count);
        assert!(examples.len() >= at_least, "{name} has only {} examples", examples.len());
        for (command, expected) in examples {
            let script = format!("{{ {command}; }} 2>&1");
            let mut shell = Command::new("sh");
            shell.args(["-c", &script]).env("PATH", &programs).current_dir(root());
            let output = shell.output().unwrap();
            assert_eq!(String::from_utf8_lossy(&output.stdout), expected, "{name}: {command}");
        }
    }
}

#[test]
fn examples_are_the_commands_of_console_blocks() {
    let document = "```sh\n$ not run\n```\n```console\n$ a\n1\n2\n$ b\n```\n$ text\n";
    let expected = [("a", "1\n2\n"), ("b", "")].map(|(a, b)| (a.to_owned(), b.to_owned()));
    assert_eq!(examples(document), expected);
}
