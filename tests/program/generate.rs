//! Tests of `quadrille generate` as users run it.

use std::io::{BufRead, BufReader};
use std::process::{Command, Stdio};

use predicates::prelude::*;
use predicates::str::{contains, is_empty};

fn quadrille() -> assert_cmd::Command {
    assert_cmd::Command::new(env!("CARGO_BIN_EXE_quadrille"))
}

fn generate(args: &[&str]) -> assert_cmd::assert::Assert {
    quadrille().arg("generate").args(args).assert()
}

fn stdout(assert: &assert_cmd::assert::Assert) -> String {
    String::from_utf8(assert.get_output().stdout.clone()).unwrap()
}

/// Returns the output of another command for these puzzles.
fn piped(command: &[&str], puzzles: &str) -> String {
    stdout(&quadrille().args(command).write_stdin(puzzles.to_owned()).assert().success())
}

#[test]
fn puzzles_meet_the_options() {
    let made = generate(&["-n", "6", "--rating", "hard", "--symmetry", "rot180", "--seed", "7"]);
    let puzzles = stdout(&made.success().stderr(is_empty()));
    assert_eq!(puzzles.lines().filter(|line| line.len() == 81).count(), 6);
    assert!(piped(&["rate"], &puzzles).lines().all(|line| line.starts_with("hard\t")));
    assert_eq!(piped(&["solve", "-u"], &puzzles), "unique\n".repeat(6));
    for line in puzzles.lines() {
        let has = |cell: usize| line.as_bytes()[cell] != b'.';
        assert!((0..81).all(|cell| has(cell) == has(80 - cell)), "{line}");
    }
}

#[test]
fn the_same_seed_makes_the_same_puzzles() {
    let with = |args: &[&str]| stdout(&generate(args).success());
    let three = with(&["-n", "3", "--seed", "1"]);
    assert_eq!(with(&["--number", "3", "--seed", "1"]), three);
    assert!(three.starts_with(&with(&["--seed", "1"])));
    assert_ne!(with(&["-n", "3", "--seed", "2"]), three);
    assert_ne!(with(&["-n", "3"]), with(&["-n", "3"]));
    assert_eq!(with(&["-n", "0"]), "");
}

#[test]
fn puzzles_are_printed_in_every_format() {
    let lines = stdout(&generate(&["-n2", "--seed", "5", "--solution"]).success());
    let pairs: Vec<(&str, &str)> =
        lines.lines().map(|line| line.split_once(',').unwrap()).collect();
    let puzzles: String = pairs.iter().map(|(puzzle, _)| format!("{puzzle}\n")).collect();
    let solutions: String = pairs.iter().map(|(_, solution)| format!("{solution}\n")).collect();
    assert_eq!(piped(&["solve"], &puzzles), solutions);
    // A line with its solution can be read as a puzzle, and so can a drawing.
    assert_eq!(piped(&["solve"], &lines), solutions);
    let drawn = stdout(&generate(&["-n2", "--seed", "5", "-f", "grid"]).success());
    assert_eq!(drawn.lines().count(), 23);
    assert_eq!(piped(&["solve"], &drawn), solutions);
    let objects = stdout(&generate(&["-n2", "--seed", "5", "-f", "json"]).success());
    for ((line, (puzzle, solution)), number) in objects.lines().zip(pairs).zip(1..) {
        let object: serde_json::Value = serde_json::from_str(line).unwrap();
        let expected = serde_json::json!({"puzzle": puzzle, "solution": solution, "seed": 5, "number": number});
        assert_eq!(object, expected);
    }
    generate(&["-f", "json", "--solution"])
        .code(2)
        .stderr(contains("`--solution` needs --format line"));
}

#[test]
fn clues_are_a_number_or_a_range() {
    for (range, allowed) in [("30", 30..=30), ("28..30", 28..=30), ("28..=30", 28..=30)] {
        let puzzles = stdout(&generate(&["-n4", "--clues", range]).success());
        for line in puzzles.lines() {
            assert!(allowed.contains(&line.bytes().filter(|&cell| cell != b'.').count()), "{line}");
        }
    }
    for bad in ["", "x", "17..", "..20", "17-20", "-5"] {
        generate(&[&format!("--clues={bad}")]).code(2).stderr(contains("is not a number"));
    }
}

#[test]
fn options_that_cannot_be_met_are_status_1() {
    let said = "quadrille: puzzle 1: gave up after 3 attempts: 3 had another number of clues (";
    let args = ["--clues", "17..18", "--symmetry", "rot90", "--attempts", "3", "-n5"];
    generate(&args)
        .code(1)
        .stdout(is_empty())
        .stderr(contains(said).and(contains("raise --attempts")));
    generate(&["--clues", "10..16"])
        .code(2)
        .stdout(is_empty())
        .stderr(contains("fewer than 17 clues"));
    generate(&["--clues", "20..19"])
        .code(2)
        .stderr(contains("the first number is greater than the last"));
    generate(&["--clues", "18..19", "--symmetry", "rot90"])
        .code(2)
        .stderr(contains("a multiple of 4"));
    for (usage, said) in [
        (["--clues", "82"], "a grid has 81 cells"),
        (["--clues", "0"], "fewer than 17 clues"),
        (["--rating", "hard..easy"], "the range of the levels is empty"),
        (["--pattern", &".".repeat(81)], "the pattern has 0 cells"),
    ] {
        generate(&usage).code(2).stdout(is_empty()).stderr(contains(said));
    }
    generate(&["--attempts", "0"]).code(2);
    generate(&["--rating", "devilish"])
        .code(2)
        .stderr(contains("one of easy, medium, hard, expert, extreme\n"));
    generate(&["--symmetry", "rot45"])
        .code(2)
        .stderr(contains("none, rot180, rot90, mirror, up-down, diagonal, anti-diagonal"));
}

/// `rate` looks for forcing chains, which solve puzzles that were generated without them.
#[test]
fn no_puzzle_beyond_logic_is_generated() {
    for level in ["beyond-logic", "beyond logic", "expert..beyond-logic"] {
        generate(&["--rating", level, "--seed", "1"])
            .code(2)
            .stdout(is_empty())
            .stderr(contains("so none `beyond").and(contains("ask for `extreme`")));
    }
    let puzzle = stdout(&generate(&["--rating", "extreme", "--seed", "1"]).success());
    assert!(piped(&["rate"], &puzzle).starts_with("extreme\t"));
}

#[test]
fn a_closed_pipe_ends_the_program_quietly() {
    let mut child = Command::new(env!("CARGO_BIN_EXE_quadrille"))
        .args(["generate", "-n", "1000000", "--clues", "60"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut first = String::new();
    BufReader::new(child.stdout.take().unwrap()).read_line(&mut first).unwrap();
    assert_eq!(first.trim_end().len(), 81);
    let output = child.wait_with_output().unwrap();
    assert!(output.status.success() && output.stderr.is_empty());
}

#[test]
fn help_shows_examples() {
    generate(&["--help"])
        .success()
        .stdout(contains("Examples:").and(contains("quadrille generate -n 100")));
}

/// The output for boxes of other sizes is what `show sudoku` and `make sudoku` read.
#[test]
fn boxes_have_other_sizes() {
    for (boxes, side) in [("2x3", 6), ("3x2", 6), ("2x4", 8), ("4x4", 16)] {
        let args = ["--boxes", boxes, "--seed", "3", "--solution"];
        let clues: &[&str] = if side == 16 { &["--clues", "120..130"] } else { &[] };
        let line = stdout(&generate(&[&args[..], clues].concat()).success().stderr(is_empty()));
        let (puzzle, solution) = line.trim_end().split_once(',').unwrap();
        assert_eq!((puzzle.len(), solution.len()), (side * side, side * side));
        let made = piped(&["make", "sudoku", "/dev/stdin", "--boxes", boxes], puzzle);
        assert_eq!(piped(&["cover", "-c", "-n2"], &made), "1\n");
        let shown = piped(&["show", "sudoku", "/dev/stdin", "--boxes", boxes], puzzle);
        let cells: String = shown.chars().filter(|c| c.is_ascii_alphanumeric()).collect();
        assert_eq!(cells, solution);
        let args = ["--boxes", boxes, "--seed", "3", "-f", "grid"];
        let drawn = stdout(&generate(&[&args[..], clues].concat()).success());
        assert_eq!(piped(&["make", "sudoku", "/dev/stdin", "--boxes", boxes], &drawn), made);
    }
    let three = ["-n3", "--boxes", "2x3", "--seed", "3", "-f", "json"];
    let objects = stdout(&generate(&three).success());
    assert_eq!(objects.lines().count(), 3);
    assert_eq!(stdout(&generate(&[&three[..], &["-j2"]].concat()).success()), objects);
    let drawn = stdout(&generate(&["-n2", "--boxes", "2x2", "-f", "grid"]).success());
    assert_eq!(drawn.split("\n\n").count(), 2);
    // The usual boxes are those of the usual generator.
    let usual = stdout(&generate(&["--seed", "3"]).success());
    assert_eq!(stdout(&generate(&["--seed", "3", "--boxes", "3x3"]).success()), usual);
}

#[test]
fn boxes_refuse_what_only_the_usual_board_has() {
    for only in [["--rating", "easy"], ["--symmetry", "rot180"]] {
        generate(&["--boxes", "2x3", only[0], only[1]])
            .code(2)
            .stderr(contains("are for boards of 9x9 cells: leave out `--boxes`"));
    }
    for (boxes, said) in [
        ("6", "write two numbers, such as 4x6"),
        ("1x6", "a box has at least two rows and two columns"),
        ("6x7", "36 cells at most"),
    ] {
        generate(&["--boxes", boxes]).code(2).stderr(contains(said));
    }
    generate(&["--boxes", "2x3", "--clues", "4"])
        .code(2)
        .stderr(contains("two symbols can be exchanged"));
    generate(&["--boxes", "2x3", "--clues", "40"]).code(2).stderr(contains("has 36 cells"));
    generate(&["--boxes", "2x3", "--clues", "5", "--attempts", "2"])
        .code(1)
        .stderr(contains("gave up after 2 attempts: 2 had another number of clues"));
}
