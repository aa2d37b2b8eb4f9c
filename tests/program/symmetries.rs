//! Tests of the command `symmetries`.

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

fn quadrille(arguments: &[&str]) -> assert_cmd::assert::Assert {
    Command::new(env!("CARGO_BIN_EXE_quadrille")).args(arguments).assert()
}

fn distinct(arguments: &[&str], problem: &str) -> assert_cmd::assert::Assert {
    let mut command = Command::new(env!("CARGO_BIN_EXE_quadrille"));
    command.args(["distinct"]).args(arguments).write_stdin(problem).assert()
}

#[test]
fn distinct_covers_are_listed_and_counted() {
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
    distinct(&["-c", "-f", "indices"], &queens).code(2);
}

/// The number of classes is that of the list, and follows from the covers that symmetries keep.
#[test]
fn classes_are_counted_in_two_ways() {
    for problem in [made(&["queens", "9"]), made(&["langford", "7"]), SQUARE.to_owned()] {
        let counted = distinct(&["-c", "--stats"], &problem).success();
        let counted = counted.stderr(contains("the covers that symmetries keep were counted"));
        let listed = distinct(&["-c", "--audit", "--stats"], &problem).success();
        let listed = listed.stderr(contains("audit: the orbits have as many covers"));
        assert_eq!(counted.get_output().stdout, listed.get_output().stdout);
    }
    // A large group.
    distinct(&["-c", "--audit", "--stats"], &made(&["steiner", "9"]))
        .success()
        .stdout("1 up to isomorphism, 840 in all\n")
        .stderr(contains("audit: the orbits have as many covers"));
    // Dominoes: OEIS A004003.
    distinct(&["-c"], &made(&["polyomino", "dominoes", "6x6"]))
        .success()
        .stdout("930 up to isomorphism, 6728 in all\n");
    distinct(&["-c"], "a b\na\n").code(1).stdout("0 up to isomorphism, 0 in all\n");
}

#[test]
fn the_group_of_distinct_covers_is_restricted() {
    let queens = made(&["queens", "8"]);
    // The reflection that keeps the first row.
    distinct(&["-c", "--fix", "r1"], &queens).success().stdout("46 up to isomorphism, 92 in all\n");
    distinct(&["-c", "--fix", "r1,z"], &queens)
        .code(2)
        .stderr("quadrille: stdin: there is no item `z` to fix\n");
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("group");
    let name = file.to_str().unwrap();
    let printed = symmetries(&[], &queens).success().get_output().stdout.clone();
    std::fs::write(&file, &printed).unwrap();
    distinct(&["-c", "--generators", name], &queens)
        .success()
        .stdout("12 up to isomorphism, 92 in all\n");
    // The turns only.
    let printed = String::from_utf8(printed).unwrap();
    let turn = printed.lines().find(|line| line.contains("r1 c8 r8 c1")).unwrap();
    std::fs::write(&file, format!("| a quarter turn\n\n{turn}\n")).unwrap();
    for more in [&[][..], &["--audit"], &["-n", "99"]] {
        distinct(&[&["-c", "--generators", name], more].concat(), &queens)
            .success()
            .stdout(starts_with("24 up to isomorphism, 92 in all\n").or(starts_with("24")));
    }
    for (text, message) in [
        ("(r1 r2)", ":1: not a symmetry: option "),
        ("\n(r1 q)", ":2: there is no item `q`: take the names"),
        ("(r1 a9)", ":1: not a symmetry: `r1` is mapped to `a9`, and only one"),
        ("(r1 r2 r1)", ":1: item `r1` is there twice: a cycle has each once"),
        ("r1 r2", ":1: `r1 r2` is not a list of cycles: write (a b)(c d e)"),
        ("(r1 r8) options (1 65)", ":1: there is no option `65`"),
        ("(r1 r8) options (1 2)", ":1: not a symmetry: option 1 has no image"),
        ("", ": there are no generators: write one in each line"),
    ] {
        std::fs::write(&file, text).unwrap();
        distinct(&["-c", "--generators", name], &queens)
            .code(2)
            .stdout("")
            .stderr(starts_with(format!("quadrille: {name}{message}")));
    }
    distinct(&["--generators", "no-such-file"], &queens)
        .code(2)
        .stderr(starts_with("quadrille: no-such-file: cannot be read: "));
    let squares = made(&["latin", "6"]);
    std::fs::write(&file, &symmetries(&[], &squares).get_output().stdout).unwrap();
    distinct(&["-c", "--generators", name], &squares)
        .code(2)
        .stderr(contains("the group has too many elements"));
}

/// The output can be read again: names with brackets, exchanged colors, equal options.
#[test]
fn generators_are_read_as_they_are_printed() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("group");
    for problem in [
        "a(1) a(2) b)(c (\na(1)\na(2)\na(1) b)(c\na(2) b)(c\n(\n",
        "a | x\na x:red\na x:green\n",
        "a b | x y\na x:red\na x:green\nb y:white\nb y:black\n",
        "a b\na\na\nb\nb\n",
    ] {
        let printed = symmetries(&[], problem).success().get_output().stdout.clone();
        std::fs::write(&file, &printed).unwrap();
        let all = distinct(&["-f", "json"], problem).success().get_output().stdout.clone();
        let given = distinct(&["-f", "json", "--generators", file.to_str().unwrap()], problem);
        assert_eq!(given.success().get_output().stdout, all, "{problem}");
    }
    symmetries(&[], "a b | x y\na x:red\na x:green\nb y:white\nb y:black\n")
        .success()
        .stdout(contains("  (a b)(x y) options ("));
}

#[test]
fn solutions_of_puzzles_are_shown_up_to_isomorphism() {
    quadrille(&["show", "queens", "8", "--distinct", "-c"])
        .success()
        .stdout("12 up to isomorphism, 92 in all\n");
    quadrille(&["show", "langford", "7", "--distinct", "-n", "3"])
        .success()
        .stdout(predicates::function::function(|text: &str| text.lines().count() == 5));
    quadrille(&["show", "queens", "4", "--distinct", "-n", "9", "-f", "json"])
        .success()
        .stdout(contains("\"orbit\":2,\"stabilizer\":4}").count(1).and(contains("}\n").count(1)));
    quadrille(&["show", "queens", "3", "--distinct"]).code(1).stderr("quadrille: no solution\n");
    quadrille(&["show", "queens", "3", "--distinct", "-c"])
        .code(1)
        .stdout("0 up to isomorphism, 0 in all\n");
    quadrille(&["show", "queens", "8", "--distinct", "--best"]).code(2);
}

#[test]
fn solutions_of_sudokus_up_to_the_symmetries_of_the_clues() {
    let rows = "123456789456789123789123456234567891567891234891234567";
    let puzzle = &format!("{rows}{}", ".".repeat(27));
    for more in [&[][..], &["--audit"], &["-n", "100"]] {
        quadrille(&[&["solutions", "distinct", "-c", puzzle], more].concat())
            .success()
            .stdout("54 up to isomorphism, 1728 in all\n");
    }
    quadrille(&["solutions", "distinct", "-c", "-f", "json", puzzle])
        .success()
        .stdout(contains("\"classes\":54,\"covers\":1728,\"complete\":true}"));
    quadrille(&["solutions", "distinct", "-n", "1", "-f", "json", puzzle])
        .success()
        .stdout(contains("\"index\":1,\"orbit\":"));
    let lines = |text: &str| text.lines().count() == 54;
    quadrille(&["solutions", "distinct", puzzle])
        .success()
        .stdout(predicates::function::function(lines));
    // One solution, with a group of one.
    let puzzle =
        "000000010400000000020000000000050407008000300001090000300400200050100000000806000";
    quadrille(&["solutions", "distinct", "-c", puzzle])
        .success()
        .stdout("1 up to isomorphism, 1 in all\n");
    quadrille(&["solutions", "distinct", "-u", puzzle]).code(2);
}
