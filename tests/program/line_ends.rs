//! Tests that Windows line endings in the input give the same output as Unix line endings.

use std::fs;
use std::process::Output;

use crate::support::{Folder, made};

#[test]
fn every_input_may_have_the_line_ends_of_windows() {
    let [unix, windows] = [Folder::new(), Folder::new()];
    let write = |name: &str, text: &str| {
        assert!(text.lines().count() > 1 && !text.contains('\r'), "{name}: {text}");
        unix.write(name, text);
        windows.write(name, text.replace('\n', "\r\n"));
    };
    for name in ["seeds.txt", "drawn.txt", "assignment.dlx", "schedule.csv", "words.txt"] {
        write(name, &fs::read_to_string(format!("puzzles/{name}")).unwrap());
    }
    write("latin.txt", "1 . .\n. . 2\n. . .\n");
    write("shapes.txt", "AA\nA\n\nBBB\n");
    write("board.txt", "###\n###\n");
    write("regions.txt", "aabb\naabb\nccdd\nccdd\n");
    write("queens.dlx", &made("queens 6"));
    write("units", &unix.printed("split queens.dlx --units 3"));
    write("results", &unix.printed("run units"));

    for line in [
        "solve seeds.txt drawn.txt",
        "rate seeds.txt",
        "explain drawn.txt",
        "canonical seeds.txt",
        "convert --to sdm drawn.txt",
        "best -n 2 assignment.dlx",
        "cover queens.dlx",
        "make schedule schedule.csv",
        "make word-rectangle 3x4 words.txt",
        "make latin latin.txt",
        "make sudoku --jigsaw regions.txt empty",
        "make polyomino shapes.txt board.txt",
        "merge results",
    ] {
        let [expected, found]: [Output; 2] =
            [&unix, &windows].map(|folder| folder.command(line).output().unwrap());
        assert!(!expected.stdout.is_empty(), "{line}: {expected:?}");
        assert_eq!(found, expected, "{line}");
    }
    // The results of two runs differ in their times, so only the success of this run is checked.
    windows.run("run units").success();
}
