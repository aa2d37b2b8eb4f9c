//! Tests of `quadrille canonical` as users run it.

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
fn help_shows_examples() {
    run(&["canonical", "--help"])
        .success()
        .stdout(contains("Examples:").and(contains("quadrille ")));
}
