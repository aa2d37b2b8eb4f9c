//! Tests of output with one line for each puzzle, and of `check`, `minimize`, `sheet`, patterns and
//! cages, as users run them.

use predicates::prelude::*;
use predicates::str::{contains, starts_with};
use serde_json::Value;

use crate::support::{
    FOUR, Folder, MINIMAL, SEED, SOLUTION, objects, piped, printed, prints, refuses, run, says,
    stderr, stdout,
};

/// Returns a comment, a puzzle, a bad line, a blank line, a drawn puzzle without a solution, a
/// blank line, and a puzzle with a remark.
fn list() -> String {
    let mut clash = format!("11{}", ".".repeat(79));
    for row in (1..9).rev() {
        clash.insert(9 * row, '\n');
    }
    format!("# comment\n{SEED}\noops\n\n{clash}\n\n{SEED} # hard\n")
}

/// Lines 2 and 15 of the output belong to the same puzzle, line 3 to the bad line, and line 5 to
/// the puzzle without a solution. The other lines are blank. A star stands for the rest of a line.
#[test]
fn line_n_of_the_output_belongs_to_line_n_of_the_input() {
    let list = list();
    assert_eq!(list.lines().count(), 15);
    for threads in ["1", "3"] {
        for (command, second, third, fifth) in [
            ("solve -1", SOLUTION, "-", "-"),
            ("solve -u", "unique", "-", "none"),
            ("solve -c", "1", "-", "0"),
            ("rate", "medium\t*", "-", "none\t*"),
            ("canonical", ".....*", "-", "*"),
            ("convert --to sdm", SEED, "-", "*"),
            ("minimize", "*", "-", "-"),
            ("check", "*", "-", "none\t2\t-"),
            ("solve -1 -f json", "{*", "null", "null"),
        ] {
            let ended = piped(&format!("{command} --align -j {threads}"), &list);
            let output = stdout(&ended.stderr(contains("stdin:3:1")));
            let lines: Vec<&str> = output.lines().collect();
            assert_eq!(lines.len(), 15, "{command}: {output}");
            let filled = (1..=15).filter(|line| !lines[line - 1].is_empty());
            assert_eq!(filled.collect::<Vec<_>>(), [2, 3, 5, 15], "{command}");
            assert_eq!(lines[1], lines[14], "{command}");
            for (line, pattern) in [(2, second), (3, third), (5, fifth)] {
                let line = lines[line - 1];
                let start = pattern.strip_suffix('*');
                let is_right = start.map_or(line == pattern, |start| line.starts_with(start));
                assert!(is_right, "{command}: {line}, not {pattern}");
            }
        }
    }
    // The lines of several files follow one another.
    let folder = Folder::with("one", format!("{SEED}\n# end\n"));
    folder.write("two", format!("bad\n{SEED}\n"));
    for threads in ["1", "2"] {
        let solved = folder.run(&format!("solve -1 --align -j {threads} one two")).code(2);
        solved.stdout(format!("{SOLUTION}\n\n-\n{SOLUTION}\n"));
    }
    // The input lines after the last result have output lines too, even those of a drawn grid.
    let rows: String = (0..9).map(|row| format!("{}\n", &SEED[9 * row..][..9])).collect();
    folder.write("end", "# c\n\n# d");
    folder.write("rows", rows);
    for threads in ["1", "2"] {
        for (line, expected) in [
            ("solve -u --align two end", "-\nunique\n\n\n\n"),
            ("convert --to sdm --align end rows", &format!("\n\n\n{SEED}\n\n\n\n\n\n\n\n\n")),
            ("check --align end", "\n\n\n"),
        ] {
            let ended = folder.run(&format!("{line} -j {threads}"));
            assert_eq!(stdout(&ended), expected, "{line}");
        }
    }
    refuses(
        run,
        &[
            ("solve --align SEED", "add -1, -u or -c"),
            ("solve -1 --align -f grid SEED", "--align"),
            ("convert --to csv --align SEED", "--to line"),
            ("minimize --all --align SEED", "--all"),
        ],
    );
}

/// The text after a form feed has the same line number as the text before it.
#[test]
fn a_line_of_the_input_has_at_most_one_line_of_the_output() {
    let feeds = format!("# c\x0C{SEED}\x0Cbad\n{SEED}\n");
    let said = "stdin:2: for --align, no form feed may divide a line";
    for threads in ["1", "2"] {
        let command = format!("solve -u --align -j {threads}");
        piped(&command, &feeds).code(2).stdout("unique\nunique\n");
        let two = format!("\n{SEED}\x0C{SEED}\n");
        piped(&command, two).code(2).stdout("\nunique\n").stderr(contains(said));
    }
}

#[test]
fn remarks_are_kept_behind_a_tab() {
    let list = format!("{SEED} # hard\n{SEED}\n{SEED},ED=7.1\n");
    for threads in ["1", "2"] {
        for command in [
            "solve",
            "solve -u",
            "solve -c",
            "rate",
            "canonical",
            "convert --to line",
            "convert --to candidates",
            "minimize",
            "check",
        ] {
            let output = stdout(&piped(&format!("{command} --keep -j {threads}"), &list));
            let lines: Vec<&str> = output.lines().collect();
            assert_eq!(lines.len(), 3, "{command}");
            assert_eq!(lines[0], format!("{}\t# hard", lines[1]), "{command}");
            assert_eq!(lines[2], format!("{}\tED=7.1", lines[1]), "{command}");
        }
        let json = stdout(&piped(&format!("solve -f json --keep -j {threads}"), &list));
        let remarks: Vec<Value> =
            objects(&json).iter_mut().map(|object| object["remark"].take()).collect();
        assert_eq!(remarks, ["# hard".into(), Value::Null, "ED=7.1".into()]);
    }
    // Each of several solutions has the remark, and the output can be read as puzzles.
    let solutions = stdout(&piped("solve --keep", format!("{FOUR} x")).success());
    assert!(solutions.lines().count() == 4 && solutions.lines().all(|line| line.ends_with("\tx")));
    piped("solve --keep", &solutions).success().stdout(solutions.clone());
}

#[test]
fn verdicts_and_counts_can_begin_with_the_puzzle() {
    let dots = SEED.replace('0', ".");
    for threads in ["1", "2"] {
        for (command, answer) in [("solve -u", "unique"), ("solve -c", "1"), ("solve -1", SOLUTION)]
        {
            let named = run(&format!("{command} -p -j {threads} SEED"));
            named.stdout(format!("{dots}\t{answer}\n"));
        }
    }
    refuses(run, &[("solve -p -f csv SEED", "--puzzle")]);
}

#[test]
fn marks_are_what_the_clues_leave() {
    let marks = printed("convert --to marks SEED");
    let row: Vec<&str> = marks.lines().nth(1).unwrap().split_whitespace().collect();
    assert_eq!(row.join(" "), "| 389 238 5 | 1 7 6 | 24 248 28 |");
    piped("solve", &marks).success().stdout(format!("{SOLUTION}\n"));
}

#[test]
fn check_tells_what_the_clues_are_worth() {
    let solution = printed("solve MINIMAL");
    let more = format!("{}{}", &solution[..1], &MINIMAL[1..]);
    let several = MINIMAL.replacen('4', "0", 1);
    run("check MINIMAL").success().stdout("minimal\t17\t-\n").stderr("");
    let redundant = starts_with("redundant\t18\t").and(contains("r1c1"));
    run(&format!("check {more}")).success().stdout(redundant);
    run(&format!("check {several}")).code(1).stdout("several\t16\t-\n");
    let backdoors = printed("check -b 3 MINIMAL SEED");
    let size = |line: &str| line.split('\t').nth(3).unwrap().parse::<u8>();
    assert!(backdoors.lines().all(|line| size(line).is_ok_and(|size| size <= 3)), "{backdoors}");
    // A full grid needs no backdoor.
    run("check -b 1 SOLUTION").success().stdout(predicates::str::ends_with("\t0\t-\n"));
    refuses(run, &[("check --neighbours 1 MINIMAL", "write -1+1")]);
}

#[test]
fn neighbours_are_minimal_and_one_clue_away() {
    let minimal = MINIMAL.replace('0', ".");
    for change in ["-1+1", "{-1+1}"] {
        let found = printed(&format!("check --neighbours {change} MINIMAL"));
        let lines = found.lines().count();
        assert!(lines > 0);
        piped("check", &found).success().stdout("minimal\t17\t-\n".repeat(lines));
        let away = |line: &str| minimal.bytes().zip(line.bytes()).filter(|(a, b)| a != b).count();
        assert!(found.lines().all(|line| [1, 2].contains(&away(line))), "{found}");
    }
    let named = run("check -p --neighbours -1+1 MINIMAL").success();
    named.stdout(starts_with(format!("{minimal}\t")));
}

#[test]
fn minimize_leaves_no_redundant_clue() {
    for line in ["minimize SOLUTION", "minimize --seed 7 SOLUTION", "minimize --all -n 5 SOLUTION"]
    {
        let minimal = printed(line);
        let checked = stdout(&piped("check", &minimal).success());
        assert!(checked.lines().count() >= 1, "{checked}");
        assert!(checked.lines().all(|line| line.starts_with("minimal\t")), "{checked}");
        piped("solve", &minimal).stdout(format!("{SOLUTION}\n").repeat(checked.lines().count()));
    }
    let seeded = |seed: u32| printed(&format!("minimize --seed {seed} SOLUTION"));
    assert_eq!(seeded(7), seeded(7));
    assert_ne!(seeded(7), seeded(8));
    let minimal = format!("{}\n", MINIMAL.replace('0', "."));
    prints(run, &[("minimize MINIMAL", 0, &minimal), ("minimize --all MINIMAL", 0, &minimal)]);
    let said = contains("argument 1:1: it does not have exactly one solution");
    run(&format!("minimize {}", ".".repeat(81))).code(1).stdout("").stderr(said);
}

#[test]
fn threads_print_the_same_in_the_same_order() {
    let puzzle = format!("{SEED}\n");
    let list: String = (0..60).map(|at| if at % 7 == 3 { "bad\n" } else { &puzzle }).collect();
    for line in [
        "canonical",
        "explain",
        "explain --log --grid",
        "explain -f json",
        "convert --to csv",
        "convert --to grid",
        "check -b 1",
        "minimize --seed 3",
    ] {
        let one = piped(line, &list).code(2);
        let three = piped(&format!("{line} -j 3"), &list).code(2);
        assert!(stdout(&one) == stdout(&three), "{line}");
        assert_eq!(stderr(&one), stderr(&three), "{line}");
    }
}

#[test]
fn a_sheet_has_every_puzzle_and_its_remark() {
    let list = format!("{SEED} # first & best\n{MINIMAL}\n");
    let page = stdout(&piped("sheet --title Two", &list).success());
    assert!(page.starts_with("<svg") && page.contains("width=\"210mm\""));
    assert_eq!(page.matches("<svg").count(), 3);
    assert!(page.contains("1. first &amp; best") && page.contains("2.") && page.contains("Two"));
    let digits = SEED.bytes().chain(MINIMAL.bytes()).filter(|&digit| digit != b'0').count();
    assert_eq!(page.matches("font-weight=\"bold\"").count(), digits);
    let solved = stdout(&piped("sheet --solved --paper letter", &list).success());
    assert!(solved.contains("216mm") && solved.matches("#1d4ed8").count() == 162 - digits);
    piped("sheet --solved", ".".repeat(81)).code(1).stdout("");
    piped("sheet", format!("{SEED}\n").repeat(81)).code(2).stderr(contains("room for 80"));
}

#[test]
fn generate_fills_a_pattern() {
    let rows = ["X.X|.X.|X.X", ".X.|X.X|.X."];
    let mut drawn: Vec<&str> = (0..9).map(|row| rows[row % 2]).collect();
    drawn.insert(3, "---+---+---");
    let folder = Folder::with("pattern.txt", drawn.join("\n"));
    folder.write("short.txt", "x.x");
    let made = folder.printed("generate -n 2 --seed 1 --pattern pattern.txt");
    assert_eq!(made.lines().count(), 2);
    for line in made.lines() {
        let is_clue = |(at, c): (usize, char)| (c != '.') == (at % 2 == 0);
        assert!(line.chars().enumerate().all(is_clue), "{line}");
    }
    piped("solve -u", &made).stdout("unique\nunique\n");
    // Of the characters for empty cells in a puzzle, only these are empty cells in a pattern.
    for empty in [".", "0", "_"] {
        let pattern = made[..81].replace('.', empty);
        let line = format!("generate -n 2 --seed 1 --pattern {pattern}");
        assert_eq!(folder.printed(&line), made, "{line}");
    }
    let help = printed("generate --help").split_whitespace().collect::<Vec<_>>().join(" ");
    let said = "a puzzle with `.`, `0` or `_` for empty cells is a pattern too";
    assert!(help.contains(said), "{help}");
    let stars = made[..81].replace('.', "*");
    assert!(!folder.printed(&format!("generate --pattern {stars}")).contains('.'));
    let few = format!("{}{}", "x".repeat(16), ".".repeat(65));
    let lines = format!("{}{}", ".".repeat(18), "x".repeat(63));
    refuses(
        |pattern| folder.run(&format!("generate --pattern {pattern}")),
        &[
            ("x.x", "not a pattern of 81 cells"),
            ("short.txt", "the pattern has 3 cells"),
            (&few, "fewer than 17 clues"),
            (&lines, "row 1 and row 2"),
        ],
    );
}

#[test]
fn generate_takes_a_range_of_levels() {
    let made = printed("generate -n 3 --seed 2 --rating medium..hard");
    let rated = stdout(&piped("rate", &made).success());
    let is_in_range = |line: &str| line.starts_with("medium\t") || line.starts_with("hard\t");
    assert!(rated.lines().all(is_in_range), "{rated}");
    says(
        run,
        &[
            ("generate --rating hard..easy", 2, "range of the levels"),
            ("generate --rating easy..devilish", 2, "`devilish`"),
        ],
    );
    let up = printed("generate --symmetry up-down --seed 4");
    let rows: Vec<String> =
        (0..9).map(|row| up[9 * row..9 * row + 9].replace(|c: char| c != '.', "x")).collect();
    assert!((0..9).all(|row| rows[row] == rows[8 - row]), "{up}");
}

#[test]
fn cages_have_different_digits_with_their_sums() {
    let sum = |cells: &[usize]| {
        cells.iter().map(|&at| (SOLUTION.as_bytes()[at] - b'0') as usize).sum::<usize>()
    };
    let cells: Vec<usize> = (0..36).collect();
    let mut text = String::from("# cages of the first four rows\n");
    for cage in cells.chunks(3) {
        let name = |at: &usize| format!("r{}c{}", at / 9 + 1, at % 9 + 1);
        let names: Vec<String> = cage.iter().map(name).collect();
        text += &format!("{} {}\n", sum(cage), names.join(" "));
    }
    let folder = Folder::with("killer.txt", &text);
    let lower = format!("{}{}", ".".repeat(36), &SOLUTION[36..]);
    let show = format!("show sudoku {lower} --cages killer.txt");
    let shown = &objects(&folder.printed(&format!("{show} -f json")))[0];
    let digits: Vec<usize> = shown["cells"]
        .as_array()
        .unwrap()
        .iter()
        .flat_map(|row| row.as_array().unwrap())
        .map(|cell| cell.as_str().unwrap().parse().unwrap())
        .collect();
    for cage in cells.chunks(3) {
        assert_eq!(cage.iter().map(|&at| digits[at]).sum::<usize>(), sum(cage));
    }
    // With the cages there are fewer solutions than without.
    let count = |cages: &str| {
        let problem = folder.printed(&format!("make sudoku {lower} {cages}"));
        stdout(&piped("cover -c", problem)).trim().parse::<u64>().unwrap()
    };
    let (with, without) = (count("--cages killer.txt"), count(""));
    assert!(1 <= with && with < without, "{with} {without}");
    folder.run(&format!("{show} --svg killer.svg")).success();
    assert!(folder.read("killer.svg").contains("Sums of the cages"));
    folder.write("bad.txt", "3 r1c1\n99 r1c2 r1c3\n");
    let said = "cages, line 2: no 2 different values have the sum 99";
    refuses(|line| folder.run(line), &[("show sudoku empty --cages bad.txt", said)]);
}
