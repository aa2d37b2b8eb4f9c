//! The command `symmetries`.

use assert_cmd::Command;
use predicates::prelude::*;
use predicates::str::{contains, starts_with};

fn symmetries(arguments: &[&str], problem: &str) -> assert_cmd::assert::Assert {
    let mut command = Command::new(env!("CARGO_BIN_EXE_quadrille"));
    command.arg("symmetries").args(arguments).write_stdin(problem).assert()
}

fn made(arguments: &[&str]) -> String {
    let made = Command::new(env!("CARGO_BIN_EXE_quadrille")).arg("make").args(arguments).unwrap();
    String::from_utf8(made.stdout).unwrap()
}

const SQUARE: &str = "a b c d\na b\nb c\nc d\nd a\n";

#[test]
fn order_orbits_and_generators_are_printed() {
    symmetries(&[], "a b c\na b\nb c\nb\n").success().stderr("").stdout(
        "order 2\nitems: 3, in 2 orbits\n  a c\noptions: 3, in 2 orbits\n  1 2\ngenerators: 1\n  (a c)\n",
    );
    symmetries(&[], SQUARE)
        .success()
        .stdout(starts_with("order 8\nitems: 4, in 1 orbit\n  a b c d\n"));
    symmetries(&[], "a b\na\n")
        .success()
        .stdout("order 1\nitems: 2, in 2 orbits\noptions: 1, in 1 orbit\ngenerators: 0\n");
    symmetries(&[], &made(&["latin", "9"]))
        .success()
        .stdout(starts_with("order 286708355039232000\n"));
}

/// Equal options, and options with different colors of an item.
#[test]
fn a_generator_that_moves_no_item_is_printed_by_its_options() {
    for problem in ["a\na\na\n", "a | x\na x:red\na x:green\n"] {
        symmetries(&[], problem).success().stdout(contains("generators: 1\n  options (1 2)\n"));
    }
    // The costs differ.
    symmetries(&[], "a\na\na |3\n").success().stdout(starts_with("order 1\n"));
}

#[test]
fn items_are_held_fixed() {
    symmetries(&["--fix", "a"], SQUARE)
        .success()
        .stdout(contains("order 2\n").and(contains("(b d)")));
    for fixed in [&["--fix", "a,b"][..], &["--fix", "a", "--fix", "b"]] {
        symmetries(fixed, SQUARE).success().stdout(starts_with("order 1\n"));
    }
    symmetries(&["--fix", "a,e"], SQUARE)
        .code(2)
        .stdout("")
        .stderr("quadrille: stdin: there is no item `e` to fix\n");
    // A name with a comma.
    symmetries(&["--fix", "a,b"], "a,b a,c\na,b\na,c\n").success().stdout(starts_with("order 1\n"));
}

#[test]
fn json_has_all_orbits() {
    symmetries(&["-f", "json"], "a b c\na b\nb c\nb\n").success().stderr("").stdout(concat!(
        r#"{"order":2,"complete":true,"item_orbits":[["a","c"],["b"]],"option_orbits":[[1,2],[3]],"#,
        r#""generators":[{"items":[["a","c"]],"options":[[1,2]]}]}"#,
        "\n"
    ));
}

#[test]
fn a_limit_leaves_a_lower_bound() {
    let squares = made(&["latin", "12"]);
    symmetries(&["--nodes", "100"], &squares)
        .success()
        .stdout(predicates::str::is_match(r"^order \d+\+\n").unwrap())
        .stderr(contains("stdin: stopped by --nodes: there may be more symmetries"));
    symmetries(&["--nodes", "100", "-f", "json"], &squares)
        .success()
        .stdout(contains(r#""complete":false"#));
    symmetries(&["--nodes", "1000000"], &squares).success().stderr("");
}

#[test]
fn a_bad_problem_is_an_error() {
    symmetries(&[], "a b\nc\n").code(2).stdout("").stderr(contains("stdin:2:1"));
}

#[test]
fn distinct_covers_are_listed_and_counted() {
    let distinct = |arguments: &[&str], problem: &str| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_quadrille"));
        command.args(["cover", "--distinct"]).args(arguments).write_stdin(problem).assert()
    };
    let queens = made(&["queens", "8"]);
    distinct(&["-c"], &queens).success().stdout("12 up to isomorphism, 92 in all\n");
    distinct(&["-c", "-n", "1"], &queens).success().stdout("1+ up to isomorphism, 8+ in all\n");
    distinct(&["-c", "-f", "json"], &queens)
        .success()
        .stdout("{\"classes\":12,\"covers\":92,\"complete\":true}\n");
    distinct(&["-f", "json"], "a b c\na b\nb c\na\nb\nc\n").success().stdout(
        contains("\"orbit\":2,\"stabilizer\":1}").and(contains("\"orbit\":1,\"stabilizer\":2}")),
    );
    distinct(&[], "a b\na\n").code(1).stdout("").stderr(contains("no cover"));
    distinct(&["--best", "1"], &queens).code(2);
}
