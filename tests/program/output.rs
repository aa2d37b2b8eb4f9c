//! Tests that output that cannot be written is an error, unless the reader has closed the pipe.

#[cfg(unix)]
use std::fs::OpenOptions;
use std::io::{BufRead, BufReader};
use std::process::{Command, Stdio};

fn program() -> &'static str {
    env!("CARGO_BIN_EXE_quadrille")
}

const PUZZLE: &str =
    "027800061000030008910005420500016030000970200070000096700000080006027000030480007";

/// Commands of every kind that print something.
#[cfg(unix)]
const COMMANDS: [&[&str]; 12] = [
    &["solve", PUZZLE],
    &["solve", "-c", PUZZLE],
    &["explain", PUZZLE],
    &["rate", PUZZLE],
    &["canonical", PUZZLE],
    &["convert", "--to", "sdk", PUZZLE],
    &["generate", "--seed", "1"],
    &["make", "queens", "5"],
    &["show", "queens", "5"],
    &["completions", "bash"],
    &["man"],
    &["--help"],
];

#[cfg(target_os = "linux")]
#[test]
fn standard_output_that_is_full_is_an_error() {
    for args in COMMANDS {
        let full = OpenOptions::new().write(true).open("/dev/full").unwrap();
        let full =
            Command::new(program()).args(args).stdin(Stdio::null()).stdout(full).output().unwrap();
        let message = String::from_utf8(full.stderr).unwrap();
        assert!(
            message.starts_with("quadrille: cannot write to standard output: "),
            "{args:?}: {message}"
        );
        assert_eq!(full.status.code(), Some(2), "{args:?}");
    }
}

#[cfg(unix)]
#[test]
fn a_reader_that_closes_the_pipe_is_no_error() {
    let script = "\"$0\" make queens 12 | { \"$0\" cover -f indices; echo $? >&2; } | head -n 1";
    let output = Command::new("sh").args(["-c", script, program()]).output().unwrap();
    assert_eq!(String::from_utf8(output.stderr).unwrap(), "0\n");
    assert_eq!(output.stdout.iter().filter(|&&byte| byte == b'\n').count(), 1);
}

/// A full grid has more minimal puzzles than can be listed.
#[test]
fn lists_that_do_not_end_are_printed_as_they_are_found() {
    let grid = "123456789456789123789123456261874395375691842894532617512347968638915274947268531";
    let minimal =
        "...............123...123456....7..........8.2...53..1..12....6...8..5.7..47.6853.";
    for (args, first) in
        [(["minimize", "--all", grid], minimal), (["check", "--neighbours=-2+1", minimal], "")]
    {
        let mut listing = Command::new(program())
            .args(args)
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let mut line = String::new();
        let mut lines = BufReader::new(listing.stdout.take().unwrap());
        lines.read_line(&mut line).unwrap();
        assert!(line.len() == 82 && line.starts_with(first), "{args:?}: {line}");
        // The reader has closed the pipe.
        drop(lines);
        assert_eq!(listing.wait().unwrap().code(), Some(0), "{args:?}");
    }
}

#[cfg(unix)]
#[test]
fn standard_output_of_a_parent_that_discards_it_is_open() {
    // Some parents open `/dev/null` for reading and writing.
    let null = OpenOptions::new().read(true).write(true).open("/dev/null").unwrap();
    let status = Command::new(program()).args(["solve", PUZZLE]).stdout(null).status().unwrap();
    assert_eq!(status.code(), Some(0));
}

#[test]
fn pictures_that_cannot_be_drawn_leave_the_explanation() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("file");
    std::fs::write(&file, "").unwrap();
    let explain = |args: &[&str]| {
        Command::new(program()).args(["explain", PUZZLE]).args(args).output().unwrap()
    };
    let plain = explain(&[]);
    // Even the superuser cannot create a folder inside a file.
    let inside = file.join("steps");
    let output = explain(&["--svg", inside.to_str().unwrap()]);
    assert_eq!(output.stdout, plain.stdout);
    let message = String::from_utf8(output.stderr).unwrap();
    assert!(
        message.starts_with("quadrille: cannot make ")
            && message.ends_with("; no pictures are drawn\n"),
        "{message}"
    );
    assert_eq!(output.status.code(), Some(2));
}
