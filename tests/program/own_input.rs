//! Tests that commands do not overwrite files that they read.

#[cfg(unix)]
use std::fs::File;

use crate::support::{Folder, SEED, refuses, says};

const PROBLEM: &str = "a b\na\nb\na b\n";

/// Returns a folder with a problem `p`, its only unit `u`, and the result `r`.
fn folder() -> Folder {
    let folder = Folder::with("p", PROBLEM);
    folder.run("split p --units 1 -o u").success();
    folder.run("run u -o r").success();
    folder
}

/// Checks that a command refuses to write over a file, and leaves it as it is.
#[track_caller]
fn assert_is_kept(folder: &Folder, file: &str, line: &str) {
    let before = folder.read(file);
    refuses(|line| folder.run(line), &[(line, "choose another name")]);
    assert_eq!(folder.read(file), before, "{line}");
}

#[test]
fn a_file_that_is_read_is_not_written() {
    let folder = folder();
    for (file, line) in [
        ("p", "diagram p -o p"),
        ("p", "diagram p -o ./p"),
        ("p", "split p --units 1 -o p"),
        ("u", "run u -o u"),
        ("r", "merge r --table r"),
    ] {
        assert_is_kept(&folder, file, line);
    }
    // Other files are replaced.
    folder.write("t", "old");
    folder.run("merge r --table t").success();
    assert_eq!(folder.read("t"), "0\t2\n");
    folder.run("diagram p -o t").success();
}

/// A file that a shell appends the output to is not read.
#[cfg(unix)]
#[test]
fn output_is_not_read() {
    let before = format!("{SEED}\n");
    let folder = Folder::with("list", &before);
    for (redirection, line) in [
        ("exec >> list", "solve -p list"),
        ("exec < list >> list", "solve"),
        ("exec < list >> list", "solve -j2 -"),
    ] {
        let refused = folder.limited(&format!("ulimit -f 100; {redirection}"), line).code(2);
        refused.stderr(predicates::str::contains(": it is also the standard output"));
        assert_eq!(folder.read("list"), before);
    }
}

#[test]
fn a_picture_is_not_written_over_its_puzzle() {
    let folder = Folder::new();
    let grid = format!("{}\n", ".".repeat(81));
    for (file, text, puzzle) in [
        ("pieces", "AA\n", "polyomino pieces 1x2"),
        ("board", "##\n", "polyomino dominoes board"),
        ("cubes", "AA\n", "polycube cubes 1x1x2"),
        ("hole", "##\n", "polyiamond diamonds hole --unlimited"),
        ("square", "1.\n..\n", "latin square"),
        ("grid", &grid, "sudoku grid"),
        ("cages", "3 r1c1 r1c2\n", "sudoku empty --cages cages"),
        ("regions", "AABB\nAABB\nCCDD\nCCDD\n", "sudoku empty --jigsaw regions"),
        ("words", "ab\nac\nba\nca\n", "word-rectangle 2x2 words --repeats"),
        ("loop", "....\n", "slitherlink loop"),
        ("circles", "..\n..\n", "masyu circles"),
        ("edges", "a b\n", "graceful edges"),
    ] {
        folder.write(file, text);
        assert_is_kept(&folder, file, &format!("show {puzzle} --svg {file}"));
        for _ in 0..2 {
            folder.run(&format!("show {puzzle} --svg new")).success();
        }
    }
    // The first of several pictures has this name.
    folder.write("p-1.svg", &grid);
    let said = "p-1.svg: the command reads this file";
    says(|line| folder.run(line), &[("show sudoku p-1.svg -n 2 --svg p.svg", 2, said)]);
    assert_eq!(folder.read("p-1.svg"), grid);
    // A file with the name of a set of shapes is not read.
    folder.write("dominoes", "old");
    folder.run("show polyomino dominoes 1x2 --svg dominoes").success();
}

#[cfg(unix)]
#[test]
fn a_link_to_a_file_that_is_read_is_not_written() {
    let folder = Folder::with("p", "a\na\n");
    std::os::unix::fs::symlink("p", folder.path("link")).unwrap();
    refuses(|line| folder.run(line), &[("diagram p -o link", "link")]);
    // A device can be written.
    folder.run("diagram p -o /dev/null").success();
}

/// A hard link is another name of the same file, and neither name refers to the other.
#[test]
fn a_hard_link_to_a_file_that_is_read_is_not_written() {
    let folder = folder();
    folder.write("board", "##\n");
    for (file, line) in [
        ("p", "diagram p -o link"),
        ("p", "diagram link -o p"),
        ("p", "split p --units 1 -o link"),
        ("u", "run u -o link"),
        ("r", "merge r --table link"),
        ("board", "show polyomino dominoes board --svg link"),
    ] {
        std::fs::hard_link(folder.path(file), folder.path("link")).unwrap();
        assert_is_kept(&folder, file, line);
        std::fs::remove_file(folder.path("link")).unwrap();
    }
}

#[test]
fn a_picture_of_a_step_is_not_written_over_the_puzzles() {
    let name = "puzzle-1-step-002.svg";
    let folder = Folder::with(name, SEED);
    let refused = folder.run(&format!("explain {name} --svg .")).code(2);
    refused.stderr(predicates::str::contains(format!("{name}: the command reads this file")));
    assert_eq!(folder.read(name), SEED);
    #[cfg(unix)]
    for line in ["explain --svg .", "explain - --svg ."] {
        let puzzle = File::open(folder.path(name)).unwrap();
        let refused = folder.command(line).stdin(puzzle).output().unwrap();
        assert_eq!((refused.status.code(), folder.read(name)), (Some(2), SEED.to_owned()));
    }
}
