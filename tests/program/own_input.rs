//! Tests that no command overwrites a file that it reads.

use std::fs;
use std::path::Path;

use predicates::str::{contains, is_empty};

fn quadrille(folder: &Path, args: &[&str]) -> assert_cmd::assert::Assert {
    let mut program = assert_cmd::Command::new(env!("CARGO_BIN_EXE_quadrille"));
    program.current_dir(folder).args(args).assert()
}

#[test]
fn a_file_that_is_read_is_not_written() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    fs::write(folder.join("p"), "a b\na\nb\na b\n").unwrap();
    quadrille(folder, &["split", "p", "--units", "1", "-o", "u"]).success();
    quadrille(folder, &["run", "u", "-o", "r"]).success();
    for (file, args) in [
        ("p", &["diagram", "p", "-o", "p"][..]),
        ("p", &["diagram", "p", "-o", "./p"]),
        ("p", &["split", "p", "--units", "1", "-o", "p"]),
        ("u", &["run", "u", "-o", "u"]),
        ("r", &["merge", "r", "--table", "r"]),
    ] {
        let before = fs::read(folder.join(file)).unwrap();
        let refused = quadrille(folder, args).code(2).stdout(is_empty());
        refused.stderr(contains("choose another name"));
        assert_eq!(fs::read(folder.join(file)).unwrap(), before, "{args:?}");
    }
    // Other files are replaced.
    fs::write(folder.join("t"), "old").unwrap();
    quadrille(folder, &["merge", "r", "--table", "t"]).success();
    assert_eq!(fs::read_to_string(folder.join("t")).unwrap(), "0\t2\n");
    quadrille(folder, &["diagram", "p", "-o", "t"]).success();
}

#[test]
fn a_picture_is_not_written_over_its_puzzle() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let grid = format!("{}\n", ".".repeat(81));
    for (file, text, args) in [
        ("pieces", "AA\n", &["polyomino", "pieces", "1x2"][..]),
        ("board", "##\n", &["polyomino", "dominoes", "board"]),
        ("cubes", "AA\n", &["polycube", "cubes", "1x1x2"]),
        ("hole", "##\n", &["polyiamond", "diamonds", "hole", "--unlimited"]),
        ("square", "1.\n..\n", &["latin", "square"]),
        ("grid", &grid, &["sudoku", "grid"]),
        ("cages", "3 r1c1 r1c2\n", &["sudoku", "empty", "--cages", "cages"]),
        ("regions", "AABB\nAABB\nCCDD\nCCDD\n", &["sudoku", "empty", "--jigsaw", "regions"]),
        ("words", "ab\nac\nba\nca\n", &["word-rectangle", "2x2", "words", "--repeats"]),
        ("loop", "....\n", &["slitherlink", "loop"]),
        ("circles", "..\n..\n", &["masyu", "circles"]),
        ("edges", "a b\n", &["graceful", "edges"]),
    ] {
        fs::write(folder.join(file), text).unwrap();
        let refused = [&["show"], args, &["--svg", file]].concat();
        let refused = quadrille(folder, &refused).code(2).stdout(is_empty());
        refused.stderr(contains("choose another name"));
        assert_eq!(fs::read_to_string(folder.join(file)).unwrap(), text, "{args:?}");
        quadrille(folder, &[&["show"], args, &["--svg", "new"]].concat()).success();
        quadrille(folder, &[&["show"], args, &["--svg", "new"]].concat()).success();
    }
    // The first of several pictures has this name.
    fs::write(folder.join("p-1.svg"), &grid).unwrap();
    let several = ["show", "sudoku", "p-1.svg", "-n", "2", "--svg", "p.svg"];
    quadrille(folder, &several).code(2).stderr(contains("p-1.svg: the command reads this file"));
    assert_eq!(fs::read_to_string(folder.join("p-1.svg")).unwrap(), grid);
    // A file with the name of a set of shapes is not read.
    fs::write(folder.join("dominoes"), "old").unwrap();
    quadrille(folder, &["show", "polyomino", "dominoes", "1x2", "--svg", "dominoes"]).success();
}

#[cfg(unix)]
#[test]
fn a_link_to_a_file_that_is_read_is_not_written() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    fs::write(folder.join("p"), "a\na\n").unwrap();
    std::os::unix::fs::symlink("p", folder.join("link")).unwrap();
    quadrille(folder, &["diagram", "p", "-o", "link"]).code(2).stderr(contains("link"));
    // A device is not such a file.
    quadrille(folder, &["diagram", "p", "-o", "/dev/null"]).success();
}

/// A hard link is another name of the same file, and neither name refers to the other.
#[test]
fn a_hard_link_to_a_file_that_is_read_is_not_written() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let fresh = |file: &str, text: &str| {
        fs::write(folder.join(file), text).unwrap();
        let link = folder.join("link");
        if link.exists() {
            fs::remove_file(&link).unwrap();
        }
        fs::hard_link(folder.join(file), link).unwrap();
    };
    fresh("p", "a b\na\nb\na b\n");
    quadrille(folder, &["split", "p", "--units", "1", "-o", "u"]).success();
    quadrille(folder, &["run", "u", "-o", "r"]).success();
    let [units, results] = ["u", "r"].map(|file| fs::read_to_string(folder.join(file)).unwrap());
    for (file, text, args) in [
        ("p", "a b\na\nb\na b\n", &["diagram", "p", "-o", "link"][..]),
        ("p", "a b\na\nb\na b\n", &["diagram", "link", "-o", "p"]),
        ("p", "a b\na\nb\na b\n", &["split", "p", "--units", "1", "-o", "link"]),
        ("u", &units, &["run", "u", "-o", "link"]),
        ("r", &results, &["merge", "r", "--table", "link"]),
        ("board", "##\n", &["show", "polyomino", "dominoes", "board", "--svg", "link"]),
    ] {
        fresh(file, text);
        let refused = quadrille(folder, args).code(2).stdout(is_empty());
        refused.stderr(contains("choose another name"));
        assert_eq!(fs::read_to_string(folder.join(file)).unwrap(), text, "{args:?}");
    }
}

#[test]
fn a_picture_of_a_step_is_not_written_over_the_puzzles() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let puzzle =
        "005176000400000001000800309100000090503000807090000004207008000600000003000429700\n";
    let file = folder.join("puzzle-1-step-002.svg");
    fs::write(&file, puzzle).unwrap();
    let args = ["explain", "puzzle-1-step-002.svg", "--svg", "."];
    let refused = quadrille(folder, &args).code(2);
    refused.stderr(contains("puzzle-1-step-002.svg: the command reads this file"));
    assert_eq!(fs::read_to_string(&file).unwrap(), puzzle);
}
