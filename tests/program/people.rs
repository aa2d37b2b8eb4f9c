//! Tests of output with one line for each puzzle, and of `check`, `minimize`, `sheet`, patterns and
//! cages, as users run them.

use std::fs;

use predicates::prelude::*;
use predicates::str::{contains, is_empty, starts_with};

const SEED: &str =
    "005176000400000001000800309100000090503000807090000004207008000600000003000429700";
const SOLUTION: &str =
    "935176482428395671716842359174283596563914827892567134247638915689751243351429768";
const MINIMAL: &str =
    "000000010400000000020000000000050407008000300001090000300400200050100000000806000";

fn program() -> assert_cmd::Command {
    assert_cmd::Command::new(env!("CARGO_BIN_EXE_quadrille"))
}

fn run(args: &[&str]) -> assert_cmd::assert::Assert {
    program().args(args).assert()
}

fn piped(args: &[&str], input: &str) -> assert_cmd::assert::Assert {
    program().args(args).write_stdin(input).assert()
}

fn stdout(assert: &assert_cmd::assert::Assert) -> String {
    String::from_utf8(assert.get_output().stdout.clone()).unwrap()
}

/// A comment, a puzzle, a bad line, a blank line, a drawn puzzle without a solution, and a puzzle
/// with a remark.
fn list() -> String {
    let mut clash = format!("11{}", ".".repeat(79));
    for row in (1..9).rev() {
        clash.insert(9 * row, '\n');
    }
    format!("# comment\n{SEED}\noops\n\n{clash}\n\n{SEED} # hard\n")
}

#[test]
fn line_n_of_the_output_belongs_to_line_n_of_the_input() {
    let list = list();
    assert_eq!(list.lines().count(), 15);
    let at = |text: &str, line: usize| text.lines().nth(line - 1).unwrap().to_owned();
    let aligned = |args: &[&str]| {
        let output = stdout(&piped(args, &list).stderr(contains("stdin:3:1")));
        assert_eq!(output.lines().count(), 15, "{args:?}: {output}");
        let filled: Vec<usize> = (1..)
            .zip(output.lines())
            .filter(|(_, line)| !line.is_empty())
            .map(|(n, _)| n)
            .collect();
        assert_eq!(filled, [2, 3, 5, 15], "{args:?}");
        assert_eq!(at(&output, 2), at(&output, 15), "{args:?}");
        output
    };
    for threads in ["1", "3"] {
        let solved = aligned(&["solve", "-1", "--align", "-j", threads]);
        assert_eq!([2, 3, 5].map(|line| at(&solved, line)), [SOLUTION, "-", "-"]);
        let verdicts = aligned(&["solve", "-u", "--align", "-j", threads]);
        assert_eq!([2, 3, 5].map(|line| at(&verdicts, line)), ["unique", "-", "none"]);
        let counts = aligned(&["solve", "-c", "--align", "-j", threads]);
        assert_eq!([2, 3, 5].map(|line| at(&counts, line)), ["1", "-", "0"]);
        let ratings = aligned(&["rate", "--align", "-j", threads]);
        assert_eq!(at(&ratings, 3), "-");
        assert!(at(&ratings, 5).starts_with("none\t"));
        let canonical = aligned(&["canonical", "--align", "-j", threads]);
        assert!(at(&canonical, 3) == "-" && at(&canonical, 2).starts_with("....."));
        let sdm = aligned(&["convert", "--to", "sdm", "--align", "-j", threads]);
        assert_eq!([2, 3].map(|line| at(&sdm, line)), [SEED, "-"]);
        let minimal = aligned(&["minimize", "--align", "-j", threads]);
        assert_eq!([3, 5].map(|line| at(&minimal, line)), ["-", "-"]);
        let checked = aligned(&["check", "--align", "-j", threads]);
        assert_eq!([3, 5].map(|line| at(&checked, line)), ["-", "none\t2\t-"]);
        let json = aligned(&["solve", "-1", "-f", "json", "--align", "-j", threads]);
        assert_eq!([3, 5].map(|line| at(&json, line)), ["null", "null"]);
    }
    // The lines of several files follow one another.
    let folder = tempfile::tempdir().unwrap();
    let [one, two] = ["one", "two"].map(|name| folder.path().join(name));
    fs::write(&one, format!("{SEED}\n# end\n")).unwrap();
    fs::write(&two, format!("bad\n{SEED}\n")).unwrap();
    for threads in ["1", "2"] {
        let files = [one.to_str().unwrap(), two.to_str().unwrap()];
        let args = [&["solve", "-1", "--align", "-j", threads], &files[..]].concat();
        run(&args).code(2).stdout(format!("{SOLUTION}\n\n-\n{SOLUTION}\n"));
    }
    run(&["solve", "--align", SEED]).code(2).stderr(contains("add -1, -u or -c"));
    run(&["solve", "-1", "--align", "-f", "grid", SEED]).code(2).stderr(contains("--align"));
    run(&["convert", "--to", "csv", "--align", SEED]).code(2).stderr(contains("--to line"));
    run(&["minimize", "--all", "--align", SEED]).code(2).stderr(contains("--all"));
}

#[test]
fn remarks_are_kept_behind_a_tab() {
    let list = format!("{SEED} # hard\n{SEED}\n{SEED},ED=7.1\n");
    for threads in ["1", "2"] {
        let kept = |args: &[&str]| {
            let output = stdout(&piped(&[args, &["--keep", "-j", threads]].concat(), &list));
            let lines: Vec<&str> = output.lines().collect();
            assert_eq!(lines.len(), 3, "{args:?}");
            assert_eq!(lines[0], format!("{}\t# hard", lines[1]), "{args:?}");
            assert_eq!(lines[2], format!("{}\tED=7.1", lines[1]), "{args:?}");
        };
        kept(&["solve"]);
        kept(&["solve", "-u"]);
        kept(&["solve", "-c"]);
        kept(&["rate"]);
        kept(&["canonical"]);
        kept(&["convert", "--to", "line"]);
        kept(&["convert", "--to", "candidates"]);
        kept(&["minimize"]);
        kept(&["check"]);
        let json = stdout(&piped(&["solve", "-f", "json", "--keep", "-j", threads], &list));
        let remarks: Vec<serde_json::Value> = json
            .lines()
            .map(|line| serde_json::from_str::<serde_json::Value>(line).unwrap()["remark"].take())
            .collect();
        assert_eq!(remarks, ["# hard".into(), serde_json::Value::Null, "ED=7.1".into()]);
    }
    // Each of several solutions has the remark, and the result can be read as a puzzle.
    let four =
        "027800061000030008910005420500016030000970200070000096700000080006027000030480007 x";
    let solutions = stdout(&piped(&["solve", "--keep"], four).success());
    assert!(solutions.lines().count() == 4 && solutions.lines().all(|line| line.ends_with("\tx")));
    let again = stdout(&piped(&["solve", "--keep"], &solutions).success());
    assert_eq!(again, solutions);
}

#[test]
fn verdicts_and_counts_can_begin_with_the_puzzle() {
    let dots = SEED.replace('0', ".");
    for threads in ["1", "2"] {
        let named = |args: &[&str]| stdout(&run(&[args, &["-p", "-j", threads, SEED]].concat()));
        assert_eq!(named(&["solve", "-u"]), format!("{dots}\tunique\n"));
        assert_eq!(named(&["solve", "-c"]), format!("{dots}\t1\n"));
        assert_eq!(named(&["solve", "-1"]), format!("{dots}\t{SOLUTION}\n"));
    }
    run(&["solve", "-p", "-f", "csv", SEED]).code(2).stderr(contains("--puzzle"));
}

#[test]
fn marks_are_what_the_clues_leave() {
    let marks = stdout(&run(&["convert", "--to", "marks", SEED]).success());
    let row: Vec<&str> = marks.lines().nth(1).unwrap().split_whitespace().collect();
    assert_eq!(row, "| 389 238 5 | 1 7 6 | 24 248 28 |".split(' ').collect::<Vec<_>>());
    piped(&["solve"], &marks).success().stdout(format!("{SOLUTION}\n"));
}

#[test]
fn check_tells_what_the_clues_are_worth() {
    run(&["check", MINIMAL]).success().stdout("minimal\t17\t-\n").stderr(is_empty());
    let more = format!("6{}", &MINIMAL[1..]);
    let solution = stdout(&run(&["solve", MINIMAL]).success());
    let more = more.replacen('6', &solution[..1], 1);
    run(&["check", &more]).success().stdout(starts_with("redundant\t18\t").and(contains("r1c1")));
    let several = format!("{}0", &MINIMAL[..80]).replacen('4', "0", 1);
    run(&["check", &several]).code(1).stdout("several\t16\t-\n");
    let backdoors = stdout(&run(&["check", "-b", "3", MINIMAL, SEED]).success());
    let fields: Vec<&str> =
        backdoors.lines().map(|line| line.split('\t').nth(3).unwrap()).collect();
    assert!(
        fields.iter().all(|size| size.parse::<u8>().is_ok_and(|size| size <= 3)),
        "{backdoors}"
    );
    // Singles alone solve it.
    let easy = stdout(&run(&["check", "-b", "1", SOLUTION]).success());
    assert!(easy.ends_with("\t0\t-\n"), "{easy}");
    run(&["check", "--neighbours", "1", MINIMAL]).code(2).stderr(contains("write -1+1"));
    run(&["check", "--help"]).success().stdout(contains("Examples:"));
}

#[test]
fn neighbours_are_minimal_and_one_clue_away() {
    for change in ["-1+1", "{-1+1}"] {
        let found = stdout(&run(&["check", "--neighbours", change, MINIMAL]).success());
        assert!(found.lines().count() > 0);
        let checked = stdout(&piped(&["check"], &found).success());
        assert!(checked.lines().all(|line| line == "minimal\t17\t-"), "{checked}");
        let away = |line: &str| {
            let other = |(a, b): &(u8, char)| {
                let b = if *b == '.' { b'0' } else { *b as u8 };
                *a != b
            };
            MINIMAL.bytes().zip(line.chars()).filter(other).count()
        };
        assert!(found.lines().all(|line| [1, 2].contains(&away(line))), "{found}");
    }
    let named = stdout(&run(&["check", "-p", "--neighbours", "-1+1", MINIMAL]).success());
    assert!(named.starts_with(&format!("{}\t", MINIMAL.replace('0', "."))));
}

#[test]
fn minimize_leaves_no_redundant_clue() {
    for args in [&["minimize"][..], &["minimize", "--seed", "7"], &["minimize", "--all", "-n", "5"]]
    {
        let minimal = stdout(&run(&[args, &[SOLUTION]].concat()).success());
        let checked = stdout(&piped(&["check"], &minimal).success());
        assert!(checked.lines().count() >= 1, "{checked}");
        assert!(checked.lines().all(|line| line.starts_with("minimal\t")), "{checked}");
        piped(&["solve"], &minimal).stdout(format!("{SOLUTION}\n").repeat(checked.lines().count()));
    }
    let seeded = |seed| stdout(&run(&["minimize", "--seed", seed, SOLUTION]).success());
    assert_eq!(seeded("7"), seeded("7"));
    assert_ne!(seeded("7"), seeded("8"));
    run(&["minimize", MINIMAL]).stdout(format!("{}\n", MINIMAL.replace('0', ".")));
    let message = contains("argument 1:1: it does not have exactly one solution");
    run(&["minimize", &".".repeat(81)]).code(1).stdout("").stderr(message);
    let one = stdout(&run(&["minimize", "--all", MINIMAL]).success());
    assert_eq!(one.lines().count(), 1);
    run(&["minimize", "--help"]).success().stdout(contains("Examples:"));
}

#[test]
fn threads_print_the_same_in_the_same_order() {
    let list: String = (0..120).map(|at| if at % 7 == 3 { "bad\n" } else { SEED_LINE }).collect();
    for args in [
        &["canonical"][..],
        &["explain"],
        &["explain", "--log", "--grid"],
        &["explain", "-f", "json"],
        &["convert", "--to", "csv"],
        &["convert", "--to", "grid"],
        &["check", "-b", "1"],
        &["minimize", "--seed", "3"],
    ] {
        let one = piped(args, &list).code(2);
        let three = piped(&[args, &["-j", "3"]].concat(), &list).code(2);
        assert!(stdout(&one) == stdout(&three), "{args:?}");
        assert_eq!(one.get_output().stderr, three.get_output().stderr, "{args:?}");
    }
}

/// A line of the list above.
const SEED_LINE: &str =
    "005176000400000001000800309100000090503000807090000004207008000600000003000429700\n";

#[test]
fn a_sheet_has_every_puzzle_and_its_remark() {
    let list = format!("{SEED} # first & best\n{MINIMAL}\n");
    let page = stdout(&piped(&["sheet", "--title", "Two"], &list).success());
    assert!(page.starts_with("<svg") && page.contains("width=\"210mm\""));
    assert_eq!(page.matches("<svg").count(), 3);
    assert!(page.contains("1. first &amp; best") && page.contains("2.") && page.contains("Two"));
    let digits = SEED.bytes().chain(MINIMAL.bytes()).filter(|&digit| digit != b'0').count();
    assert_eq!(page.matches("font-weight=\"bold\"").count(), digits);
    let solved = stdout(&piped(&["sheet", "--solved", "--paper", "letter"], &list).success());
    assert!(solved.contains("216mm") && solved.matches("#1d4ed8").count() == 162 - digits);
    piped(&["sheet", "--solved"], &".".repeat(81)).code(1).stdout("");
    piped(&["sheet"], &format!("{SEED}\n").repeat(81)).code(2).stderr(contains("room for 80"));
}

#[test]
fn generate_fills_a_pattern() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("pattern.txt");
    let rows = ["X.X|.X.|X.X", ".X.|X.X|.X."];
    let mut drawn: Vec<&str> = (0..9).map(|row| rows[row % 2]).collect();
    drawn.insert(3, "---+---+---");
    fs::write(&file, drawn.join("\n")).unwrap();
    let args = ["generate", "-n", "2", "--seed", "1", "--pattern", file.to_str().unwrap()];
    let made = stdout(&run(&args).success());
    assert_eq!(made.lines().count(), 2);
    for line in made.lines() {
        let is_clue = |(at, c): (usize, char)| (c != '.') == (at % 2 == 0);
        assert!(line.chars().enumerate().all(is_clue), "{line}");
    }
    piped(&["solve", "-u"], &made).stdout("unique\nunique\n");
    run(&["generate", "--pattern", "x.x"]).code(2).stderr(contains("not a pattern of 81 cells"));
    fs::write(&file, "x.x").unwrap();
    run(&args).code(2).stderr(contains("the pattern has 3 cells"));
    let few = format!("{}{}", "x".repeat(16), ".".repeat(65));
    run(&["generate", "--pattern", &few]).code(2).stderr(contains("fewer than 17 clues"));
    let lines = format!("{}{}", ".".repeat(18), "x".repeat(63));
    run(&["generate", "--pattern", &lines]).code(2).stderr(contains("row 1 and row 2"));
}

#[test]
fn generate_takes_a_range_of_levels() {
    let args = ["generate", "-n", "3", "--seed", "2", "--rating", "medium..hard"];
    let made = stdout(&run(&args).success());
    let rated = stdout(&piped(&["rate"], &made).success());
    assert!(
        rated.lines().all(|line| line.starts_with("medium\t") || line.starts_with("hard\t")),
        "{rated}"
    );
    run(&["generate", "--rating", "hard..easy"]).code(2).stderr(contains("range of the levels"));
    run(&["generate", "--rating", "easy..devilish"]).code(2).stderr(contains("`devilish`"));
    let up = stdout(&run(&["generate", "--symmetry", "up-down", "--seed", "4"]).success());
    let rows: Vec<String> =
        (0..9).map(|row| up[9 * row..9 * row + 9].replace(|c: char| c != '.', "x")).collect();
    assert!((0..9).all(|row| rows[row] == rows[8 - row]), "{up}");
}

#[test]
fn cages_have_different_digits_with_their_sums() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("killer.txt");
    let sum = |cells: &[usize]| {
        cells.iter().map(|&at| (SOLUTION.as_bytes()[at] - b'0') as usize).sum::<usize>()
    };
    let mut text = String::from("# cages of the first four rows\n");
    for row in 0..4 {
        for group in [0..3, 3..6, 6..9] {
            let cells: Vec<usize> = group.map(|column| 9 * row + column).collect();
            let names: Vec<String> =
                cells.iter().map(|at| format!("r{}c{}", at / 9 + 1, at % 9 + 1)).collect();
            text += &format!("{} {}\n", sum(&cells), names.join(" "));
        }
    }
    fs::write(&file, &text).unwrap();
    let file = file.to_str().unwrap();
    let lower = format!("{}{}", ".".repeat(36), &SOLUTION[36..]);
    let shown = stdout(&run(&["show", "sudoku", &lower, "--cages", file, "-f", "json"]).success());
    let object: serde_json::Value = serde_json::from_str(&shown).unwrap();
    let digits: Vec<usize> = object["cells"]
        .as_array()
        .unwrap()
        .iter()
        .flat_map(|row| row.as_array().unwrap())
        .map(|cell| cell.as_str().unwrap().parse().unwrap())
        .collect();
    for group in (0..36).collect::<Vec<usize>>().chunks(3) {
        assert_eq!(group.iter().map(|&at| digits[at]).sum::<usize>(), sum(group));
    }
    // With the cages there are fewer solutions than without.
    let count = |args: &[&str]| {
        let made = stdout(&run(&[&["make", "sudoku", &lower], args].concat()).success());
        stdout(&piped(&["cover", "-c"], &made)).trim().parse::<u64>().unwrap()
    };
    let (with, without) = (count(&["--cages", file]), count(&[]));
    assert!(1 <= with && with < without, "{with} {without}");
    let svg = folder.path().join("killer.svg");
    run(&["show", "sudoku", &lower, "--cages", file, "--svg", svg.to_str().unwrap()]).success();
    assert!(fs::read_to_string(svg).unwrap().contains("Sums of the cages"));
    fs::write(folder.path().join("bad.txt"), "3 r1c1\n99 r1c2 r1c3\n").unwrap();
    let bad = folder.path().join("bad.txt");
    run(&["show", "sudoku", "empty", "--cages", bad.to_str().unwrap()])
        .code(2)
        .stderr(contains("cages, line 2: no 2 different values have the sum 99"));
}
