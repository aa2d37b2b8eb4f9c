//! Tests of `quadrille convert`, and of other commands with all formats, as users run them.

use std::fs;
use std::path::Path;

use predicates::prelude::*;
use predicates::str::{contains, is_empty, starts_with};

const SEED: &str =
    "..5176...4.......1...8..3.91......9.5.3...8.7.9......42.7..8...6.......3...4297..";
const SOLUTION: &str =
    "935176482428395671716842359174283596563914827892567134247638915689751243351429768";
const FOUR: &str =
    "027800061000030008910005420500016030000970200070000096700000080006027000030480007";

fn run(args: &[&str]) -> assert_cmd::assert::Assert {
    assert_cmd::Command::new(env!("CARGO_BIN_EXE_quadrille")).args(args).assert()
}

fn stdout(assert: &assert_cmd::assert::Assert) -> String {
    String::from_utf8(assert.get_output().stdout.clone()).unwrap()
}

fn form(name: &str) -> String {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/forms").join(name).display().to_string()
}

/// Returns a Sukaku with one solution: the candidates of a HoDoKu drawing, without one that the
/// clues do not exclude.
fn sukaku(folder: &Path) -> String {
    let marks = fs::read_to_string(form("hodoku.txt")).unwrap().replace(" 238 ", " 23  ");
    let file = folder.join("sukaku.txt");
    fs::write(&file, marks).unwrap();
    file.display().to_string()
}

#[test]
fn all_forms_are_converted() {
    for name in ["sadman.sdk", "simple.ss", "list.txt", "groups.txt", "quoted.csv"] {
        run(&["convert", "--to", "line", &form(name)])
            .success()
            .stdout(format!("{SEED}\n"))
            .stderr(is_empty());
    }
    let sdk = stdout(&run(&["convert", "--to", "sdk", &form("sudocue.sdm")]).success());
    assert_eq!(sdk.lines().filter(|line| *line == "[Puzzle]").count(), 2);
    assert_eq!(sdk.lines().count(), 21, "a blank line between puzzles");
    run(&["convert", "--to", "ss", SEED])
        .success()
        .stdout(fs::read_to_string(form("simple.ss")).unwrap());
    run(&["convert", "--to", "candidates", SEED])
        .success()
        .stdout(fs::read_to_string(form("list.txt")).unwrap());
    run(&["convert", "--to", "sdm", SEED])
        .success()
        .stdout(format!("{}\n", SEED.replace('.', "0")));
    run(&["convert", "--to", "roman", SEED])
        .code(2)
        .stderr(contains("line, sdm, grid, sdk, ss, csv, candidates, marks"));
    run(&["convert", SEED]).code(2).stderr(contains("--to"));
    run(&["convert", "--help"])
        .success()
        .stdout(contains("Examples:").and(contains("quadrille convert")));
}

/// A table contains the solution if it is unique, and keeps a solution that it already had.
#[test]
fn tables_have_solutions() {
    let four = FOUR.replace('0', ".");
    let table = stdout(&run(&["convert", "--to", "csv", SEED, &four]).success());
    assert_eq!(table, format!("puzzle,solution\n{SEED},{SOLUTION}\n{four},\n"));
    let solution = stdout(&run(&["solve", "-1", &four]));
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("table.csv");
    fs::write(&file, format!("solution\tpuzzle\n{}\t{four}\n", solution.trim_end())).unwrap();
    let file = file.display().to_string();
    run(&["convert", "--to", "csv", &file])
        .success()
        .stdout(format!("puzzle,solution\n{four},{solution}"));
    run(&["solve", "-c", &file]).success().stdout("4\n");
}

#[test]
fn a_sukaku_is_solved_explained_and_rated() {
    let folder = tempfile::tempdir().unwrap();
    let sukaku = sukaku(folder.path());
    run(&["solve", &sukaku]).success().stdout(format!("{SOLUTION}\n"));
    for engine in ["links", "bits"] {
        run(&["solve", "-u", "--engine", engine, &sukaku]).success().stdout("unique\n");
    }
    for threads in ["1", "2"] {
        run(&["solve", "-c", "-j", threads, &sukaku]).success().stdout("1\n");
        run(&["solve", "-j", threads, &sukaku, SEED])
            .success()
            .stdout(format!("{SOLUTION}\n{SOLUTION}\n"));
        run(&["rate", "-j", threads, &sukaku]).success().stdout(starts_with("medium\t"));
    }
    run(&["solutions", "sample", "-n", "2", &sukaku])
        .success()
        .stdout(format!("{SOLUTION}\n{SOLUTION}\n"));
    let list = stdout(&run(&["convert", "--to", "candidates", &sukaku]).success());
    assert!(list.starts_with("..3....89.23......") && list.len() == 730, "{list}");
    // The same input as an argument instead of a file.
    run(&["solve", "-f", "json", list.trim_end()])
        .success()
        .stdout(starts_with(format!("{{\"puzzle\":\"{}\"", list.trim_end())));
    run(&["explain", &sukaku])
        .success()
        .stdout(contains("Naked single: r1c3 can only be 5").and(contains("Solved in")));
    run(&["explain", "--log", &sukaku])
        .success()
        .stdout(starts_with("start: (0, 81, 219)\nclues: (0, 81, 219)\n"));
    run(&["rate", &sukaku]).success().stdout(starts_with("medium\t"));
    let marks = stdout(&run(&["convert", "--to", "marks", list.trim_end()]).success());
    assert_eq!(
        marks.lines().nth(1),
        Some("| 389 23    5    | 1     7     6     | 24    248   28  |")
    );
    // A format for clues cannot hold the Sukaku; the valid puzzles are still written.
    run(&["convert", "--to", "line", &sukaku, SEED]).code(2).stdout(format!("{SEED}\n")).stderr(
        contains("sukaku.txt:2: cells lack digits")
            .and(contains("choose one of candidates, marks, csv")),
    );
    let message = contains("sukaku.txt:2: cells lack digits for another reason than clues");
    run(&["canonical", &sukaku]).code(2).stdout("").stderr(message);
}

/// The drawing of `explain` after it stops can be read again.
#[test]
fn drawn_candidates_are_read_back() {
    let drawn = stdout(&run(&["explain", "--grid", "--color", "never", SEED]).success());
    let first: Vec<&str> = drawn.lines().skip(1).take(13).collect();
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("drawn.txt");
    fs::write(&file, first.join("\n")).unwrap();
    run(&["solve", file.to_str().unwrap()]).success().stdout(format!("{SOLUTION}\n"));
}

/// A cell with only one candidate left by the clues is not a clue when its marks are read back.
#[test]
fn marks_are_read_back_as_the_clues() {
    let folder = tempfile::tempdir().unwrap();
    let marks = stdout(&run(&["convert", "--to", "marks", SEED]).success());
    let row = marks.lines().nth(3).unwrap();
    assert!(row.starts_with("| 7 "), "a naked single: {row}");
    let file = folder.path().join("marks").display().to_string();
    fs::write(&file, &marks).unwrap();
    run(&["convert", "--to", "line", &file]).success().stdout(format!("{SEED}\n"));
    run(&["convert", "--to", "marks", &file]).success().stdout(marks.clone());
    run(&["explain", &file]).stdout(contains("Naked single: ").and(contains("r3c1")));
    // Eliminations are kept, and formats of clues are refused.
    let fewer = marks.replacen(" 238 ", " 23  ", 1);
    assert_ne!(fewer, marks);
    fs::write(&file, fewer).unwrap();
    let kept = stdout(&run(&["convert", "--to", "marks", &file]).success());
    assert!(kept.lines().nth(1).unwrap().starts_with("| 389 23 "), "{kept}");
    run(&["convert", "--to", "line", &file])
        .code(2)
        .stderr(contains(":2: cells lack digits for another reason than clues"));
}
