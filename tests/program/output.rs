//! Tests that output that cannot be written is an error, unless the reader has closed the pipe.

#[cfg(unix)]
use std::fs::OpenOptions;
use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Command, Stdio};

#[cfg(unix)]
use crate::support::FOUR;
use crate::support::{Args, Folder, PROGRAM, run, stderr, stdout};

#[cfg(target_os = "linux")]
const COMMANDS: [&str; 12] = [
    "solve FOUR",
    "solve -c FOUR",
    "explain FOUR",
    "rate FOUR",
    "canonical FOUR",
    "convert --to sdk FOUR",
    "generate --seed 1",
    "make queens 5",
    "show queens 5",
    "completions bash",
    "man",
    "--help",
];

#[cfg(target_os = "linux")]
#[test]
fn standard_output_that_is_full_is_an_error() {
    for line in COMMANDS {
        let full = OpenOptions::new().write(true).open("/dev/full").unwrap();
        let mut command = Command::new(PROGRAM);
        let full = command.args(line.words()).stdin(Stdio::null()).stdout(full).output().unwrap();
        let message = String::from_utf8(full.stderr).unwrap();
        let said = "quadrille: cannot write to standard output: ";
        assert!(message.starts_with(said), "{line}: {message}");
        assert_eq!(full.status.code(), Some(2), "{line}");
    }
}

#[cfg(unix)]
#[test]
fn a_reader_that_closes_the_pipe_is_no_error() {
    let script = "\"$0\" make queens 12 | { \"$0\" cover -f indices; echo $? >&2; } | head -n 1";
    let output = Command::new("sh").args(["-c", script, PROGRAM]).output().unwrap();
    assert_eq!(String::from_utf8(output.stderr).unwrap(), "0\n");
    assert_eq!(output.stdout.iter().filter(|&&byte| byte == b'\n').count(), 1);
}

/// The reader of a long or endless output closes the pipe after the first line, which is printed as
/// soon as it is found. A full grid has more minimal puzzles than can be listed.
#[test]
fn a_closed_pipe_ends_the_program_quietly() {
    let grid = "123456789456789123789123456261874395375691842894532617512347968638915274947268531";
    let minimal =
        "...............123...123456....7..........8.2...53..1..12....6...8..5.7..47.6853.";
    // Forty items with two options each have too many covers to list.
    let names: Vec<String> = (0..40).map(|item| format!("i{item}")).collect();
    let options: String = names.iter().map(|name| format!("{name}\n{name}\n")).collect();
    let endless = format!("{}\n{options}", names.join(" "));
    for (line, input, start, length) in [
        ("solve puzzles/empty.txt", "", "", 82),
        ("generate -n 1000000 --clues 60", "", "", 82),
        ("cover -f indices", &*endless, "", 0),
        ("show queens 20 -n 1000000000", "", "+", 0),
        ("make queens 200", "", "|", 0),
        (&format!("explain --grid{}", " puzzles/techniques.txt".repeat(20)), "", "", 0),
        (&format!("minimize --all {grid}"), "", minimal, 82),
        (&format!("check --neighbours=-2+1 {minimal}"), "", "", 82),
    ] {
        let mut command = Command::new(PROGRAM);
        command.args(line.words()).stdin(Stdio::piped());
        let mut child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        child.stdin.take().unwrap().write_all(input.as_bytes()).unwrap();
        let mut first = String::new();
        // The reader is dropped at the end of the statement.
        BufReader::new(child.stdout.take().unwrap()).read_line(&mut first).unwrap();
        assert!(first.starts_with(start) && !first.is_empty(), "{line}: {first}");
        assert!(length == 0 || first.len() == length, "{line}: {first}");
        assert_eq!(child.wait().unwrap().code(), Some(0), "{line}");
        let mut said = String::new();
        child.stderr.take().unwrap().read_to_string(&mut said).unwrap();
        assert_eq!(said, "", "{line}");
    }
}

#[cfg(unix)]
#[test]
fn standard_output_of_a_parent_that_discards_it_is_open() {
    // Some parents open `/dev/null` for reading and writing.
    let null = OpenOptions::new().read(true).write(true).open("/dev/null").unwrap();
    let status = Command::new(PROGRAM).args(["solve", FOUR]).stdout(null).status().unwrap();
    assert_eq!(status.code(), Some(0));
}

#[test]
fn pictures_that_cannot_be_drawn_leave_the_explanation() {
    let folder = Folder::with("file", "");
    let plain = run("explain FOUR").code(1);
    // Even the superuser cannot create a folder inside a file.
    let ended = folder.run("explain FOUR --svg file/steps").code(2);
    assert_eq!(stdout(&ended), stdout(&plain));
    let said = stderr(&ended);
    assert!(said.starts_with("quadrille: cannot create "), "{said}");
    assert!(said.ends_with("; no pictures are drawn\n"), "{said}");
}
