//! Tests of `quadrille explain` and `quadrille rate` as users run them.

use std::fs;

use predicates::prelude::*;
use predicates::str::{contains, ends_with, is_empty, starts_with};
use serde_json::Value;

use crate::support::{
    DRAWING, Folder, SEED, SOLUTION, objects, piped, printed, refuses, run, stdout,
};

/// A puzzle that leaves r1c9 without a digit.
const NO_DIGIT: &str =
    "12345678........................................................................9";

fn needing(technique: &str) -> String {
    let text = fs::read_to_string("puzzles/techniques.txt").unwrap();
    let line = text.lines().find(|line| line.ends_with(&format!(" {technique}"))).unwrap();
    line.split(' ').next().unwrap().to_owned()
}

#[test]
fn each_step_is_a_sentence_and_the_solution_follows() {
    let text = stdout(&run("explain SEED").success().stderr(is_empty()));
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(lines[0], "The clues leave 195 candidates in 55 cells.");
    assert_eq!(lines[1], "Naked single: r3c1 can only be 7, the last candidate left there.");
    assert_eq!(lines.iter().filter(|line| line.contains(" single: ")).count(), 55);
    let steps = lines.len() - 1 - 1 - 11;
    assert!(text.ends_with(&format!("Solved in {steps} steps.\n{DRAWING}")), "{text}");
}

#[test]
fn the_log_has_a_line_per_pass() {
    let text = printed("explain --log SEED");
    let passes: Vec<&str> = text.lines().take_while(|line| line.contains(": (")).collect();
    assert_eq!(passes[..2], ["start: (26, 55, 495)", "clues: (26, 55, 195)"]);
    assert!(passes.last().unwrap().ends_with("(81, 0, 0)"), "{text}");
    let techniques: Vec<&str> = passes.iter().map(|line| line.split(':').next().unwrap()).collect();
    assert!(techniques.windows(2).all(|pair| pair[0] != pair[1]), "{text}");
    assert!(text.ends_with(DRAWING));
    // All seeds except the first are solved.
    let text = stdout(&run("explain --log puzzles/seeds.txt").code(1));
    assert_eq!((text.matches("Solved in").count(), text.matches("Stopped: ").count()), (5, 1));
    assert_eq!(text.matches("\n\n").count(), 5, "a blank line between puzzles");
}

#[test]
fn exhausted_logic_and_contradictions_are_reported() {
    let clash = format!("5.......5{}", ".".repeat(72));
    let two = "Contradiction: two 5s in row 1, at r1c1 and r1c9, so there is no solution.\n";
    for (line, end) in [
        ("explain FOUR", "Stopped: no technique applies to the 16 candidates left in 8 cells.\n"),
        (
            &format!("explain {NO_DIGIT}"),
            "Contradiction: no digit is left for r1c9, so there is no solution.\n",
        ),
        (&format!("explain {clash}"), two),
    ] {
        run(line).code(1).stdout(ends_with(end)).stderr("");
    }
    run("explain FOUR").stdout(contains("| 46  46  5  | 1   3   2  |"));
    let said = contains("argument 1:1: no solution: two 5s in row 1");
    run(&format!("rate {clash}")).code(1).stdout("none\t-\t-\t0\n").stderr(said);
}

#[test]
fn the_candidates_are_redrawn() {
    let count = |text: &str, is: fn(&&str) -> bool| text.lines().filter(is).count();
    let text = printed("explain --grid SEED");
    let (frames, steps) =
        (count(&text, |line| line.starts_with('+')), count(&text, |line| line.contains(": ")));
    assert_eq!(frames / 4, steps + 1, "once before the first step, and once after each");
    let text = printed("explain --grid --log SEED");
    let passes = count(&text, |line| line.contains(": ("));
    assert_eq!(count(&text, |line| line.starts_with('+')), 4 * (passes - 1));
    refuses(
        run,
        &[
            ("explain --grid -f json SEED", "`--grid` conflicts with --format json"),
            ("explain --log -f json SEED", "cannot be used with"),
        ],
    );
}

#[test]
fn color_is_used_on_terminals_and_on_request() {
    for (line, color) in [
        ("explain --grid SEED", None),
        ("explain --grid --color always SEED", Some("│")),
        ("show sudoku SEED", None),
        ("show sudoku SEED --color always", Some("\u{1b}[1m5\u{1b}[0m")),
        ("show sudoku SEED --color never", None),
    ] {
        let text = printed(line);
        assert_eq!(text.contains("\u{1b}["), color.is_some(), "{line}");
        assert_eq!(text.contains("│"), color.is_some(), "{line}");
        assert!(color.is_none_or(|part| text.contains(part)), "{line}");
    }
    run("show sudoku SEED").stdout(starts_with("+---"));
    run("show sudoku SEED --color always").stdout(starts_with("┌─"));
}

#[test]
fn pencil_marks_are_shown() {
    run("show sudoku SEED --marks").success().stdout(contains("389"));
    run("show sudoku 12.............. --boxes 2x2 --marks").success().stdout(contains("34"));
    refuses(run, &[("make sudoku SEED --marks", "leave it out")]);
}

#[test]
fn json_has_an_object_per_step_and_one_at_the_end() {
    let all = objects(&printed("explain -f json SEED"));
    let (end, steps) = all.split_last().unwrap();
    assert_eq!(end["outcome"], "solved");
    assert_eq!(end["steps"].as_u64(), Some(steps.len() as u64));
    assert_eq!(end["grid"], SOLUTION);
    assert_eq!(end["candidates"].as_array().map(Vec::len), Some(81));
    assert_eq!(steps[0]["technique"], "naked single");
    assert_eq!(steps[0]["placed"], serde_json::json!({"cell": "r3c1", "digit": 7}));
    for (step, number) in steps.iter().zip(1_u64..) {
        assert_eq!(step["step"].as_u64(), Some(number));
        assert!(step["sentence"].as_str().is_some_and(|sentence| sentence.ends_with('.')));
        let removed = step["removed"].as_array().unwrap();
        assert!(step["placed"].is_object() || !removed.is_empty(), "{step}");
    }
    let all = objects(&stdout(&run(&format!("explain -f json {NO_DIGIT} FOUR")).code(1)));
    let ends: Vec<&Value> = all.iter().filter(|object| object["outcome"].is_string()).collect();
    assert_eq!([&ends[0]["outcome"], &ends[1]["outcome"]], ["contradiction", "stopped"]);
    assert_eq!(ends[0]["contradiction"], "no digit is left for r1c9");
}

#[test]
fn uniqueness_is_a_reason_where_it_is_claimed() {
    let puzzle = needing("unique rectangle");
    run(&format!("explain {puzzle}")).stdout(contains("Unique rectangle").not());
    let claimed = run(&format!("explain --unique {puzzle}")).success();
    claimed.stdout(contains("Unique rectangle: "));
    let rated = run(&format!("rate --unique {puzzle}")).success();
    rated.stdout(starts_with("hard\t544\tunique rectangle\t"));
}

#[test]
fn each_step_has_a_picture() {
    let folder = Folder::new();
    folder.run(&format!("explain --svg new/steps SEED {NO_DIGIT} FOUR")).code(1);
    let names = folder.names("new/steps");
    assert_eq!(names[0], "puzzle-1-step-001.svg");
    assert!(names.contains(&"puzzle-3-step-001.svg".to_owned()));
    assert!(names.iter().all(|name| !name.contains("puzzle-2")));
    let steps = objects(&printed("explain -f json SEED"));
    for step in steps.iter().filter(|object| object["step"].is_u64()) {
        let name = format!("puzzle-1-step-{:03}.svg", step["step"].as_u64().unwrap());
        let picture = folder.read(&format!("new/steps/{name}"));
        assert!(picture.starts_with("<svg") && picture.trim_end().ends_with("</svg>"), "{name}");
        let sentence = step["sentence"].as_str().unwrap();
        assert!(picture.contains(sentence), "{name} has its sentence as a title");
    }
    // The documents show a picture of one step of this puzzle.
    folder.run(&format!("explain --svg fishes {}", needing("swordfish"))).success();
    let shown = fs::read_to_string("docs/swordfish.svg").unwrap();
    let is_shown = |name: &String| folder.read(&format!("fishes/{name}")) == shown;
    assert!(shown.contains("<title>Swordfish: "));
    assert!(folder.names("fishes").iter().any(is_shown));
}

#[test]
fn each_puzzle_has_a_line_with_its_rating() {
    run(&format!("rate SEED FOUR {NO_DIGIT}"))
        .code(1)
        .stdout("medium\t570\tnaked pair\t2\nseveral\t-\t-\t-\nnone\t-\t-\t0\n")
        .stderr("");
    // The line contains the puzzle, so it can be read again.
    let rated = printed("rate -p SEED");
    assert_eq!(rated, format!("{}\tmedium\t570\tnaked pair\t2\n", SEED.replace('0', ".")));
    piped("solve -u", rated).success().stdout("unique\n");
}

#[test]
fn techniques_have_their_levels() {
    let text = printed("rate puzzles/techniques.txt");
    for level in ["easy", "medium", "hard", "expert", "extreme"] {
        let is_of_level = |line: &str| line.starts_with(&format!("{level}\t"));
        assert!(text.lines().any(is_of_level), "{level}: {text}");
    }
    let rated = objects(&printed("rate -f json puzzles/techniques.txt"));
    assert_eq!(rated.len(), 36);
    for (object, line) in rated.iter().zip(text.lines()) {
        let fields: Vec<&str> = line.split('\t').collect();
        assert_eq!(object["level"].as_str(), Some(fields[0]));
        assert_eq!(object["score"].to_string(), fields[1]);
        assert_eq!(object["technique"].as_str(), Some(fields[2]));
        assert_eq!(object["guesses"].to_string(), fields[3]);
        assert!(object["steps"][fields[2]].as_u64().is_some_and(|steps| steps > 0));
    }
}

#[test]
fn hard_puzzles_are_solved_by_forcing_chains() {
    let beyond =
        ".6...94....3....9.....1.6....5.97...6..5..8..3....89.587..3...6.............2..41";
    let text = printed(&format!("explain {beyond}"));
    assert!(text.lines().any(|line| line.starts_with("Forcing chains: if r")), "{text}");
    assert!(text.contains("\nSolved in "), "{text}");
    run(&format!("rate {beyond}")).success().stdout(starts_with("extreme\t"));
    // Without forcing chains, the puzzle is beyond logic.
    let plain = "--no-forcing-chains";
    run(&format!("rate {plain} {beyond}")).stdout(starts_with("beyond logic\t"));
    let stopped = contains("\nStopped: no technique applies");
    run(&format!("explain {plain} {beyond}")).code(1).stdout(stopped);
}

#[test]
fn the_rating_of_sudoku_explainer_is_added_on_request() {
    let plain = stdout(&run("rate SEED FOUR").code(1));
    let with = plain.lines().zip(["3.0/1.2/1.2", "-"]).map(|(line, er)| format!("{line}\t{er}\n"));
    run("rate --er SEED FOUR").code(1).stdout(with.collect::<String>());
    let objects = objects(&stdout(&run("rate --er -f json SEED FOUR").code(1)));
    assert_eq!((&objects[0]["er"], &objects[0]["ed"]), (&3.0.into(), &1.2.into()));
    assert!(objects[1]["er"].is_null() && objects[1].get("er").is_some());
    assert!(!printed("rate -f json SEED").contains("\"er\""));
}

#[test]
fn chains_can_be_kept_short() {
    let puzzle = needing("grouped alternating inference chain");
    run(&format!("explain {puzzle}")).success();
    let short = run(&format!("explain --longest-chain 3 {puzzle}")).code(1);
    short.stdout(contains("chain: ").not());
}

#[test]
fn bad_input_is_reported_and_skipped() {
    let easy = "208046090000100683109803004002300108480520000301000206600400879050078010010009060";
    for (command, good) in [("explain", "Solved in "), ("rate", "easy\t")] {
        let ended = piped(command, format!("nonsense\n{easy}\n")).code(2).stdout(contains(good));
        ended.stderr(contains("stdin:1:1: 'n' is not a cell"));
        piped(command, "").success().stdout("");
        let said = "nowhere.txt: cannot be read";
        refuses(run, &[(&format!("{command} nowhere.txt"), said)]);
    }
}
