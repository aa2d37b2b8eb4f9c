//! Tests of the commands `symmetries` and `distinct`.

use assert_cmd::assert::Assert;
use predicates::prelude::*;
use predicates::str::{contains, is_match, starts_with};

use crate::support::{Folder, made, piped, printed, prints, refuses, run, stdout};

fn symmetries(args: &str, problem: &str) -> Assert {
    piped(&format!("symmetries {args}"), problem)
}

fn distinct(args: &str, problem: &str) -> Assert {
    piped(&format!("distinct {args}"), problem)
}

const SQUARE: &str = "a b c d\na b\nb c\nc d\nd a\n";
const PATH: &str = "a b c\na b\nb c\nb\n";

/// Some problems have equal options, options with different colors of an item, or options with
/// different costs.
#[test]
fn order_orbits_and_generators_are_printed() {
    let path = "order 2\nitems: 3, in 2 orbits\n  a c\noptions: 3, in 2 orbits\n  1 2\n\
                generators: 1\n  (a c)\n";
    let alone = "order 1\nitems: 2, in 2 orbits\noptions: 1, in 1 orbit\ngenerators: 0\n";
    let options = "generators: 1\n  options (1 2)\n";
    let squares = made("latin 9");
    for (problem, part) in [
        (PATH, path),
        (SQUARE, "order 8\nitems: 4, in 1 orbit\n  a b c d\n"),
        ("a b\na\n", alone),
        (&squares, "order 286708355039232000\n"),
        ("a\na\na\n", options),
        ("a | x\na x:red\na x:green\n", options),
        ("a\na\na |3\n", "order 1\n"),
    ] {
        symmetries("", problem).success().stdout(starts_with("order ").and(contains(part)));
    }
    symmetries("", PATH).stdout(path).stderr("");
    refuses(|problem| symmetries("", problem), &[("a b\nc\n", "stdin:2:1")]);
}

#[test]
fn items_are_held_fixed() {
    let one = contains("order 2\n").and(contains("(b d)"));
    symmetries("--fix a", SQUARE).success().stdout(one);
    // The last problem has names with commas.
    for (fixed, problem) in
        [("--fix a,b", SQUARE), ("--fix a --fix b", SQUARE), ("--fix a,b", "a,b a,c\na,b\na,c\n")]
    {
        symmetries(fixed, problem).success().stdout(starts_with("order 1\n"));
    }
    let said = "quadrille: stdin: there is no item `e` to fix\n";
    symmetries("--fix a,e", SQUARE).code(2).stdout("").stderr(said);
}

#[test]
fn json_has_all_orbits() {
    symmetries("-f json", PATH).success().stderr("").stdout(concat!(
        r#"{"order":2,"complete":true,"item_orbits":[["a","c"],["b"]],"option_orbits":[[1,2],[3]],"#,
        r#""generators":[{"items":[["a","c"]],"options":[[1,2]]}]}"#,
        "\n"
    ));
}

#[test]
fn a_limit_leaves_a_lower_bound() {
    let squares = made("latin 12");
    symmetries("--nodes 100", &squares)
        .success()
        .stdout(is_match(r"^order \d+\+\n").unwrap())
        .stderr(contains("stdin: stopped by --nodes: there may be more symmetries"));
    let cut = contains(r#""complete":false"#);
    symmetries("--nodes 100 -f json", &squares).success().stdout(cut);
    symmetries("--nodes 1000000", &squares).success().stderr("");
}

#[test]
fn distinct_covers_are_listed_and_counted() {
    let queens = made("queens 8");
    // `--fix r1` leaves the reflection that fixes the first row.
    prints(
        |line| distinct(line, &queens),
        &[
            ("-c", 0, "12 up to isomorphism, 92 in all\n"),
            ("-c -n 1", 0, "1+ up to isomorphism, 8+ in all\n"),
            ("-c -f json", 0, "{\"classes\":12,\"covers\":92,\"complete\":true}\n"),
            ("-c --fix r1", 0, "46 up to isomorphism, 92 in all\n"),
        ],
    );
    refuses(
        |line| distinct(line, &queens),
        &[
            ("-c -f indices", "--format indices"),
            ("-c --fix r1,z", "quadrille: stdin: there is no item `z` to fix\n"),
            ("--generators no-such-file", "quadrille: no-such-file: cannot be read: "),
        ],
    );
    let two = contains("\"orbit\":2,\"stabilizer\":1}");
    let both = two.and(contains("\"orbit\":1,\"stabilizer\":2}"));
    distinct("-f json", "a b c\na b\nb c\na\nb\nc\n").success().stdout(both);
    distinct("", "a b\na\n").code(1).stdout("").stderr(contains("no cover"));
    distinct("-c", "a b\na\n").code(1).stdout("0 up to isomorphism, 0 in all\n");
}

/// The number computed from the covers that symmetries preserve is the number of classes in the
/// list.
#[test]
fn classes_are_counted_in_two_ways() {
    let audit = "audit: the sizes of the orbits add up";
    for problem in [made("queens 9"), made("langford 7"), SQUARE.to_owned()] {
        let counted = distinct("-c --stats", &problem).success();
        let counted = counted.stderr(contains("the covers that symmetries preserve were counted"));
        let listed = distinct("-c --audit --stats", &problem).success().stderr(contains(audit));
        assert_eq!(stdout(&counted), stdout(&listed));
    }
    // A large group.
    distinct("-c --audit --stats", &made("steiner 9"))
        .success()
        .stdout("1 up to isomorphism, 840 in all\n")
        .stderr(contains(audit));
    // The 6728 tilings with dominoes: OEIS A004003.
    let dominoes = distinct("-c", &made("polyomino dominoes 6x6")).success();
    dominoes.stdout("930 up to isomorphism, 6728 in all\n");
}

/// Names may look like the parts of a generator.
#[test]
fn generators_are_read_back_whatever_the_names() {
    let folder = Folder::with("p", "x) options\nx)\noptions\n");
    folder.write("g", folder.printed("symmetries p"));
    let counted = folder.run("distinct -c --generators g p").success();
    counted.stdout("1 up to isomorphism, 1 in all\n");
    let folder = Folder::with("p", "x) options (y\nx)\noptions\n(y\n");
    folder.write("g", "(x) options (y)\n");
    let counted = folder.run("distinct -c --generators g p").success();
    counted.stdout("1 up to isomorphism, 1 in all\n");
}

#[test]
fn the_group_of_distinct_covers_is_restricted() {
    let folder = Folder::with("p", made("queens 8"));
    let printed = folder.printed("symmetries p");
    folder.write("all", &printed);
    // Only the turns.
    let turn = printed.lines().find(|line| line.contains("r1 c8 r8 c1")).unwrap();
    folder.write("turns", format!("| a quarter turn\n\n{turn}\n"));
    for (args, classes) in [
        ("all", "12 up to isomorphism, 92 in all\n"),
        ("turns", "24 up to isomorphism, 92 in all\n"),
        ("turns --audit", "24 up to isomorphism, 92 in all\n"),
        ("turns -n 99", "24"),
    ] {
        let counted = folder.run(&format!("distinct -c p --generators {args}")).success();
        counted.stdout(starts_with(classes));
    }
    for (text, message) in [
        ("(r1 r2)", ":1: not a symmetry: option "),
        ("\n(r1 q)", ":2: there is no item `q`: use the names"),
        ("(r1 a9)", ":1: not a symmetry: `r1` is mapped to `a9`, and only one"),
        ("(r1 r2 r1)", ":1: item `r1` occurs twice: write each item at most once"),
        ("r1 r2", ":1: `r1 r2` is not a list of cycles: write (a b)(c d e)"),
        ("(r1 r8) options (1 65)", ":1: there is no option `65`"),
        ("(r1 r8) options (1 2)", ":1: not a symmetry: option 1 has no image"),
        ("", ": there are no generators: write one per line"),
    ] {
        folder.write("bad", text);
        let refused = folder.run("distinct -c p --generators bad").code(2).stdout("");
        refused.stderr(starts_with(format!("quadrille: bad{message}")));
    }
    folder.write("p", made("latin 6"));
    folder.write("all", folder.printed("symmetries p"));
    let said = "the group has too many elements";
    refuses(|line| folder.run(line), &[("distinct -c p --generators all", said)]);
}

/// The output can be read again, even with brackets in names, exchanged colors or equal options.
#[test]
fn generators_are_read_as_they_are_printed() {
    let colors = "a b | x y\na x:red\na x:green\nb y:white\nb y:black\n";
    let folder = Folder::new();
    for problem in [
        "a(1) a(2) b)(c (\na(1)\na(2)\na(1) b)(c\na(2) b)(c\n(\n",
        "a | x\na x:red\na x:green\n",
        colors,
        "a b\na\na\nb\nb\n",
    ] {
        folder.write("p", problem);
        folder.write("group", folder.printed("symmetries p"));
        let all = folder.printed("distinct -f json p");
        assert_eq!(folder.printed("distinct -f json --generators group p"), all, "{problem}");
    }
    symmetries("", colors).success().stdout(contains("  (a b)(x y) options ("));
}

#[test]
fn solutions_of_puzzles_are_shown_up_to_isomorphism() {
    prints(
        run,
        &[
            ("show queens 8 --distinct -c", 0, "12 up to isomorphism, 92 in all\n"),
            ("show queens 3 --distinct -c", 1, "0 up to isomorphism, 0 in all\n"),
        ],
    );
    run("show queens 3 --distinct").code(1).stderr("quadrille: no solution\n");
    refuses(run, &[("show queens 8 --distinct --best", "--best")]);
    assert_eq!(printed("show langford 7 --distinct -n 3").lines().count(), 5);
    let one = contains("\"orbit\":2,\"stabilizer\":4}").count(1).and(contains("}\n").count(1));
    run("show queens 4 --distinct -n 9 -f json").success().stdout(one);
}

#[test]
fn solutions_of_sudokus_up_to_the_symmetries_of_the_clues() {
    let rows = "123456789456789123789123456234567891567891234891234567";
    let puzzle = format!("{rows}{}", ".".repeat(27));
    let all = "54 up to isomorphism, 1728 in all\n";
    for (args, part) in [
        ("-c", all),
        ("-c --audit", all),
        ("-c -n 100", all),
        ("-c -f json", "\"classes\":54,\"covers\":1728,\"complete\":true}"),
        ("-n 1 -f json", "\"index\":1,\"orbit\":"),
    ] {
        run(&format!("solutions distinct {puzzle} {args}")).success().stdout(contains(part));
    }
    assert_eq!(printed(&format!("solutions distinct {puzzle}")).lines().count(), 54);
    // One solution, with a group of one.
    let one = "1 up to isomorphism, 1 in all\n";
    prints(run, &[("solutions distinct -c MINIMAL", 0, one)]);
    refuses(run, &[("solutions distinct -u MINIMAL", "unexpected argument '-u'")]);
}
