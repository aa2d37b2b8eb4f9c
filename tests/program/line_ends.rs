//! Tests that every kind of input gives the same output with Windows line ends as with Unix line
//! ends.

use std::fs;
use std::path::Path;
use std::process::{Command, Output};

fn quadrille(folder: &Path, args: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_quadrille"));
    command.current_dir(folder).args(args).output().unwrap()
}

#[test]
fn every_input_may_have_the_line_ends_of_windows() {
    let folders = [tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap()];
    let [unix, windows] = [folders[0].path(), folders[1].path()];
    let write = |name: &str, text: &[u8]| {
        let text = String::from_utf8(text.to_vec()).unwrap();
        assert!(text.lines().count() > 1 && !text.contains('\r'), "{name}: {text}");
        fs::write(unix.join(name), &text).unwrap();
        fs::write(windows.join(name), text.replace('\n', "\r\n")).unwrap();
    };
    let puzzles = Path::new(env!("CARGO_MANIFEST_DIR")).join("puzzles");
    for name in ["seeds.txt", "drawn.txt", "assignment.dlx", "schedule.csv", "words.txt"] {
        write(name, &fs::read(puzzles.join(name)).unwrap());
    }
    write("latin.txt", b"1 . .\n. . 2\n. . .\n");
    write("shapes.txt", b"AA\nA\n\nBBB\n");
    write("board.txt", b"###\n###\n");
    write("regions.txt", b"aabb\naabb\nccdd\nccdd\n");
    write("queens.dlx", &quadrille(unix, &["make", "queens", "6"]).stdout);
    write("units", &quadrille(unix, &["split", "queens.dlx", "--units", "3"]).stdout);
    write("results", &quadrille(unix, &["run", "units"]).stdout);

    for args in [
        &["solve", "seeds.txt", "drawn.txt"][..],
        &["rate", "seeds.txt"],
        &["explain", "drawn.txt"],
        &["canonical", "seeds.txt"],
        &["convert", "--to", "sdm", "drawn.txt"],
        &["best", "-n", "2", "assignment.dlx"],
        &["cover", "queens.dlx"],
        &["make", "schedule", "schedule.csv"],
        &["make", "word-rectangle", "3x4", "words.txt"],
        &["make", "latin", "latin.txt"],
        &["make", "sudoku", "--jigsaw", "regions.txt", "empty"],
        &["make", "polyomino", "shapes.txt", "board.txt"],
        &["merge", "results"],
    ] {
        let [expected, found] = [unix, windows].map(|folder| quadrille(folder, args));
        assert!(!expected.stdout.is_empty(), "{args:?}: {expected:?}");
        assert_eq!(found, expected, "{args:?}");
    }
    // The results contain the times of the run, but the units are those of the same problem.
    assert!(quadrille(windows, &["run", "units"]).status.success());
}
