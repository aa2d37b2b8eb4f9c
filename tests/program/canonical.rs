//! Tests of `quadrille canonical` and `quadrille same` as users run them.

use predicates::prelude::*;
use predicates::str::{contains, is_empty};

const SEED: &str =
    "005176000400000001000800309100000090503000807090000004207008000600000003000429700";
/// The same puzzle with rows 1 and 2 and digits 1 and 2 exchanged, transposed.
const SAME: &str =
    "400250160000009000050030700028000004070000001060000809003080007000900000209074030";
const OTHER: &str =
    "027800061000030008910005420500016030000970200070000096700000080006027000030480007";

fn run(args: &[&str]) -> assert_cmd::assert::Assert {
    assert_cmd::Command::new(env!("CARGO_BIN_EXE_quadrille")).args(args).assert()
}

fn stdout(assert: &assert_cmd::assert::Assert) -> String {
    String::from_utf8(assert.get_output().stdout.clone()).unwrap()
}

#[test]
fn equivalent_puzzles_have_one_canonical_form() {
    let lines = stdout(&run(&["canonical", SEED, SAME, OTHER]).success().stderr(is_empty()));
    let lines: Vec<&str> = lines.lines().collect();
    assert_eq!((lines.len(), lines[0] == lines[1], lines[0] == lines[2]), (3, true, false));
    assert!(lines[0].starts_with("......"));
    let again = stdout(&run(&["canonical", "-p", lines[0]]).success());
    assert_eq!(again, format!("{0}\t{0}\n", lines[0]));
    let object: serde_json::Value =
        serde_json::from_str(&stdout(&run(&["canonical", "-f", "json", SEED]))).unwrap();
    assert_eq!(
        (object["canonical"].as_str(), object["automorphisms"].as_u64()),
        (Some(lines[0]), Some(1))
    );
    assert!(object["map"].as_str().is_some_and(|map| map.contains("rows ")));
    run(&["canonical", "nowhere.txt", SEED]).code(2).stdout(format!("{}\n", lines[0]));
}

#[test]
fn pairs_are_compared() {
    run(&["same", SEED, SAME]).success().stdout("same\n").stderr(is_empty());
    run(&["same", SEED, OTHER]).code(1).stdout("different\n").stderr(is_empty());
    run(&["same", SEED, OTHER, SAME, SEED]).code(1).stdout("different\nsame\n");
    run(&["same", "--map", SEED, SEED]).success().stdout(
        "same\trows 1 2 3 4 5 6 7 8 9; columns 1 2 3 4 5 6 7 8 9; digits 1 2 3 4 5 6 7 8 9\n",
    );
    run(&["same", "-m", SEED, SAME])
        .success()
        .stdout("same\ttranspose; rows 1 2 3 4 5 6 7 8 9; columns 2 1 3 4 5 6 7 8 9; digits 2 1 3 4 5 6 7 8 9\n");
}

/// Unreadable input does not shift the pairs after it.
#[test]
fn a_pair_with_a_bad_puzzle_is_left_out() {
    let list = format!("{SEED}\n{}\n{SEED}\n{SAME}\n", &SEED[1..]);
    let program = || assert_cmd::Command::new(env!("CARGO_BIN_EXE_quadrille"));
    program()
        .arg("same")
        .write_stdin(list)
        .assert()
        .code(2)
        .stdout("same\n")
        .stderr(contains("stdin:2: 80 cells"));
    let list = format!("{}\n{OTHER}\n{SEED}\n{SAME}\n", &SEED[1..]);
    program().arg("same").write_stdin(list).assert().code(2).stdout("same\n");
    let odd = contains("the last puzzle has no partner");
    run(&["same", SEED, SAME, SEED]).code(2).stdout("same\n").stderr(odd);
    program().arg("same").write_stdin("").assert().success().stdout("");
}

#[test]
fn help_shows_examples() {
    for command in ["canonical", "same"] {
        run(&[command, "--help"])
            .success()
            .stdout(contains("Examples:").and(contains("quadrille ")));
    }
}
