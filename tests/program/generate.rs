//! Tests of `quadrille generate` as users run it.

use predicates::prelude::*;
use predicates::str::{contains, starts_with};

use crate::support::{objects, piped, printed, refuses, run, says, stdout};

fn given(line: &str, puzzles: &str) -> String {
    stdout(&piped(line, puzzles).success())
}

#[test]
fn puzzles_meet_the_options() {
    let made = run("generate -n 6 --rating hard --symmetry rot180 --seed 7").success().stderr("");
    let puzzles = stdout(&made);
    assert_eq!(puzzles.lines().filter(|line| line.len() == 81).count(), 6);
    assert!(given("rate", &puzzles).lines().all(|line| line.starts_with("hard\t")));
    assert_eq!(given("solve -u", &puzzles), "unique\n".repeat(6));
    for line in puzzles.lines() {
        let has = |cell: usize| line.as_bytes()[cell] != b'.';
        assert!((0..81).all(|cell| has(cell) == has(80 - cell)), "{line}");
    }
}

#[test]
fn the_same_seed_makes_the_same_puzzles() {
    let three = printed("generate -n 3 --seed 1");
    assert_eq!(printed("generate --number 3 --seed 1"), three);
    assert!(three.starts_with(&printed("generate --seed 1")));
    assert_ne!(printed("generate -n 3 --seed 2"), three);
    assert_ne!(printed("generate -n 3"), printed("generate -n 3"));
    assert_eq!(printed("generate -n 0"), "");
}

#[test]
fn puzzles_are_printed_in_every_format() {
    let lines = printed("generate -n2 --seed 5 --solution");
    let pairs: Vec<(&str, &str)> =
        lines.lines().map(|line| line.split_once(',').unwrap()).collect();
    let puzzles: String = pairs.iter().map(|(puzzle, _)| format!("{puzzle}\n")).collect();
    let solutions: String = pairs.iter().map(|(_, solution)| format!("{solution}\n")).collect();
    let drawn = printed("generate -n2 --seed 5 -f grid");
    assert_eq!(drawn.lines().count(), 23);
    // A puzzle can be read from a line that also has the solution, and from a drawing.
    for form in [&puzzles, &lines, &drawn] {
        assert_eq!(given("solve", form), solutions);
    }
    let objects = objects(&printed("generate -n2 --seed 5 -f json"));
    for ((object, (puzzle, solution)), number) in objects.iter().zip(pairs).zip(1..) {
        let expected = serde_json::json!(
            {"puzzle": puzzle, "solution": solution, "seed": 5, "number": number}
        );
        assert_eq!(*object, expected);
    }
}

#[test]
fn clues_are_a_number_or_a_range() {
    for (range, allowed) in [("30", 30..=30), ("28..30", 28..=30), ("28..=30", 28..=30)] {
        for line in printed(&format!("generate -n4 --clues {range}")).lines() {
            assert!(allowed.contains(&line.bytes().filter(|&cell| cell != b'.').count()), "{line}");
        }
    }
    for bad in ["", "x", "17..", "..20", "17-20", "-5"] {
        let said = "is not a number";
        refuses(run, &[(&format!("generate --clues={bad}"), said)]);
    }
}

#[test]
fn options_that_cannot_be_met_are_refused_or_given_up() {
    let said = "quadrille: puzzle 1: gave up after 3 attempts: 3 had another number of clues (";
    run("generate --clues 17..18 --symmetry rot90 --attempts 3 -n5")
        .code(1)
        .stdout("")
        .stderr(starts_with(said).and(contains("raise --attempts")));
    let said = "gave up after 2 attempts: 2 had another number of clues";
    says(run, &[("generate --boxes 2x3 --clues 5 --attempts 2", 1, said)]);
    let few = "a puzzle with fewer than 17 clues has several solutions: ask for 17 or more";
    let levels = "one of easy, medium, hard, expert, extreme\n";
    let symmetries = "none, rot180, rot90, mirror, up-down, diagonal, anti-diagonal";
    let usual = "are for boards of 9x9 cells: leave out `--boxes`";
    refuses(
        |line| run(&format!("generate {line}")),
        &[
            ("--clues 10..16", few),
            ("--clues 0", few),
            ("--clues 82", "a grid has 81 cells"),
            ("--clues 20..19", "the first number is greater than the last"),
            ("--clues 18..19 --symmetry rot90", "a multiple of 4"),
            ("--rating hard..easy", "the range of the levels is empty"),
            (&format!("--pattern {}", ".".repeat(81)), "the pattern has 0 cells"),
            ("--attempts 0", "0 is not in 1.."),
            ("--rating devilish", levels),
            ("--symmetry rot45", symmetries),
            ("-f json --solution", "`--solution` needs --format line"),
            // Boards of other sizes.
            ("--boxes 2x3 --rating easy", usual),
            ("--boxes 2x3 --symmetry rot180", usual),
            ("--boxes 6", "write two numbers, such as 4x6"),
            ("--boxes 1x6", "a box has at least two rows and two columns"),
            ("--boxes 6x7", "36 cells at most"),
            ("--boxes 2x3 --clues 4", "two symbols can be exchanged"),
            ("--boxes 2x3 --clues 40", "has 36 cells"),
        ],
    );
}

/// Forcing chains, which `rate` uses, solve nearly all puzzles that the other techniques do not.
#[test]
fn no_puzzle_beyond_logic_is_generated() {
    for level in ["beyond-logic", "beyond logic", "expert..beyond-logic"] {
        run(&["generate", "--rating", level, "--seed", "1"])
            .code(2)
            .stdout("")
            .stderr(contains("so `beyond").and(contains("ask for `extreme`")));
    }
    let puzzle = printed("generate --rating extreme --seed 3");
    assert!(given("rate", &puzzle).starts_with("extreme\t"));
}

/// The output for boxes of other sizes is what `show sudoku` and `make sudoku` read.
#[test]
fn boxes_have_other_sizes() {
    for (boxes, side, clues) in
        [("2x3", 6, ""), ("3x2", 6, ""), ("2x4", 8, ""), ("4x4", 16, "--clues 120..130")]
    {
        let generate = format!("generate --boxes {boxes} --seed 3 {clues}");
        let line = stdout(&run(&format!("{generate} --solution")).success().stderr(""));
        let (puzzle, solution) = line.trim_end().split_once(',').unwrap();
        assert_eq!((puzzle.len(), solution.len()), (side * side, side * side));
        let sudoku = |command: &str, puzzle: &str| {
            given(&format!("{command} sudoku /dev/stdin --boxes {boxes}"), puzzle)
        };
        let made = sudoku("make", puzzle);
        assert_eq!(given("cover -c -n2", &made), "1\n");
        let shown = sudoku("show", puzzle);
        assert!(shown.chars().filter(char::is_ascii_alphanumeric).eq(solution.chars()));
        assert_eq!(sudoku("make", &printed(&format!("{generate} -f grid"))), made);
    }
    let three = "generate -n3 --boxes 2x3 --seed 3 -f json";
    assert_eq!(objects(&printed(three)).len(), 3);
    assert_eq!(printed(&format!("{three} -j2")), printed(three));
    assert_eq!(printed("generate -n2 --boxes 2x2 -f grid").split("\n\n").count(), 2);
    // With the usual boxes, the puzzle is that of the usual generator.
    assert_eq!(printed("generate --seed 3 --boxes 3x3"), printed("generate --seed 3"));
}
