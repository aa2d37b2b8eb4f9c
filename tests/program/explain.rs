//! Tests of `quadrille explain` and `quadrille rate` as users run them.

use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Command, Stdio};

use predicates::prelude::*;
use predicates::str::{contains, ends_with, is_empty, starts_with};
use serde_json::Value;

/// A puzzle with four solutions.
const FOUR: &str =
    "027800061000030008910005420500016030000970200070000096700000080006027000030480007";
/// The fifth seed.
const SEED: &str =
    "005176000400000001000800309100000090503000807090000004207008000600000003000429700";
const SEED_SOLUTION: &str = "\
9 3 5 | 1 7 6 | 4 8 2
4 2 8 | 3 9 5 | 6 7 1
7 1 6 | 8 4 2 | 3 5 9
------+-------+------
1 7 4 | 2 8 3 | 5 9 6
5 6 3 | 9 1 4 | 8 2 7
8 9 2 | 5 6 7 | 1 3 4
------+-------+------
2 4 7 | 6 3 8 | 9 1 5
6 8 9 | 7 5 1 | 2 4 3
3 5 1 | 4 2 9 | 7 6 8
";
/// A puzzle that leaves r1c9 without a digit.
const NO_DIGIT: &str =
    "12345678........................................................................9";

fn quadrille() -> assert_cmd::Command {
    assert_cmd::Command::new(env!("CARGO_BIN_EXE_quadrille"))
}

fn run(args: &[&str]) -> assert_cmd::assert::Assert {
    quadrille().args(args).assert()
}

fn stdout(assert: &assert_cmd::assert::Assert) -> String {
    String::from_utf8(assert.get_output().stdout.clone()).unwrap()
}

fn objects(text: &str) -> Vec<Value> {
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

fn puzzles(name: &str) -> String {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("puzzles").join(name).display().to_string()
}

#[test]
fn each_step_is_a_sentence_and_the_solution_follows() {
    let explained = run(&["explain", SEED]).success().stderr(is_empty());
    let text = stdout(&explained);
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(lines[0], "The clues leave 195 candidates in 55 cells.");
    assert_eq!(lines[1], "Naked single: r3c1 can only be 7, the last candidate left there.");
    assert_eq!(lines.iter().filter(|line| line.contains(" single: ")).count(), 55);
    let steps = lines.len() - 1 - 1 - 11;
    assert!(text.ends_with(&format!("Solved in {steps} steps.\n{SEED_SOLUTION}")), "{text}");
}

#[test]
fn the_log_has_a_line_per_pass() {
    let text = stdout(&run(&["explain", "--log", SEED]).success());
    let passes: Vec<&str> = text.lines().take_while(|line| line.contains(": (")).collect();
    assert_eq!(passes[..2], ["start: (26, 55, 495)", "clues: (26, 55, 195)"]);
    assert!(passes.last().unwrap().ends_with("(81, 0, 0)"), "{text}");
    let techniques: Vec<&str> = passes.iter().map(|line| line.split(':').next().unwrap()).collect();
    assert!(techniques.windows(2).all(|pair| pair[0] != pair[1]), "{text}");
    assert!(text.ends_with(SEED_SOLUTION));
    // All seeds except the first are solved.
    let text = stdout(&run(&["explain", "--log", &puzzles("seeds.txt")]).code(1));
    assert_eq!((text.matches("Solved in").count(), text.matches("Stopped: ").count()), (5, 1));
    assert_eq!(text.matches("\n\n").count(), 5, "a blank line between puzzles");
}

#[test]
fn exhausted_logic_is_reported() {
    let text = stdout(&run(&["explain", FOUR]).code(1).stderr(is_empty()));
    assert!(
        text.ends_with("Stopped: no technique applies to the 16 candidates left in 8 cells.\n"),
        "{text}"
    );
    assert!(text.contains("| 46  46  5  | 1   3   2  |"), "{text}");
}

#[test]
fn contradictions_are_reported() {
    run(&["explain", NO_DIGIT])
        .code(1)
        .stdout(ends_with("Contradiction: no digit is left for r1c9, so there is no solution.\n"));
    let clash = format!("5.......5{}", ".".repeat(72));
    let said = "Contradiction: two 5s in row 1, at r1c1 and r1c9, so there is no solution.\n";
    run(&["explain", &clash]).code(1).stdout(ends_with(said));
    run(&["rate", &clash])
        .code(1)
        .stdout("none\t-\t-\t0\n")
        .stderr(contains("argument 1:1: no solution: two 5s in row 1"));
}

#[test]
fn the_candidates_are_redrawn() {
    let text = stdout(&run(&["explain", "--grid", SEED]).success());
    let steps = text.lines().filter(|line| line.contains(": ")).count();
    assert_eq!(
        text.lines().filter(|line| line.starts_with('+')).count() / 4,
        steps + 1,
        "once before the first step, and once after each"
    );
    let text = stdout(&run(&["explain", "--grid", "--log", SEED]).success());
    let passes = text.lines().filter(|line| line.contains(": (")).count();
    assert_eq!(text.lines().filter(|line| line.starts_with('+')).count(), 4 * (passes - 1));
    run(&["explain", "--grid", "-f", "json", SEED])
        .code(2)
        .stderr(contains("`--grid` conflicts with --format json"));
    run(&["explain", "--log", "-f", "json", SEED]).code(2).stderr(contains("cannot be used with"));
}

#[test]
fn color_is_used_on_terminals_and_on_request() {
    let escape = "\u{1b}[";
    run(&["explain", "--grid", SEED])
        .success()
        .stdout(contains(escape).not().and(contains("│").not()));
    run(&["explain", "--grid", "--color", "always", SEED])
        .success()
        .stdout(contains(escape).and(contains("│")));
    run(&["show", "sudoku", SEED])
        .success()
        .stdout(contains(escape).not().and(starts_with("+---")));
    run(&["show", "sudoku", SEED, "--color", "always"])
        .success()
        .stdout(contains("\u{1b}[1m5\u{1b}[0m").and(starts_with("┌─")));
    run(&["show", "sudoku", SEED, "--color", "never"]).success().stdout(contains(escape).not());
}

#[test]
fn pencil_marks_are_shown() {
    let marks = run(&["show", "sudoku", SEED, "--marks"]).success();
    assert!(stdout(&marks).contains("389"), "{}", stdout(&marks));
    run(&["show", "sudoku", "12..............", "--boxes", "2x2", "--marks"])
        .success()
        .stdout(contains("34"));
    run(&["make", "sudoku", SEED, "--marks"])
        .code(2)
        .stdout(is_empty())
        .stderr(contains("leave it out"));
}

#[test]
fn json_has_an_object_per_step_and_one_at_the_end() {
    let all = objects(&stdout(&run(&["explain", "-f", "json", SEED]).success()));
    let (end, steps) = all.split_last().unwrap();
    assert_eq!(end["outcome"], "solved");
    assert_eq!(end["steps"].as_u64(), Some(steps.len() as u64));
    assert_eq!(
        end["grid"].as_str(),
        Some("935176482428395671716842359174283596563914827892567134247638915689751243351429768")
    );
    assert_eq!(end["candidates"].as_array().map(Vec::len), Some(81));
    assert_eq!(steps[0]["technique"], "naked single");
    assert_eq!(steps[0]["placed"], serde_json::json!({"cell": "r3c1", "digit": 7}));
    for (step, number) in steps.iter().zip(1_u64..) {
        assert_eq!(step["step"].as_u64(), Some(number));
        assert!(step["sentence"].as_str().is_some_and(|sentence| sentence.ends_with('.')));
        assert!(
            step["placed"].is_object() || !step["removed"].as_array().unwrap().is_empty(),
            "{step}"
        );
    }
    let all = objects(&stdout(&run(&["explain", "-f", "json", NO_DIGIT, FOUR]).code(1)));
    let ends: Vec<&Value> = all.iter().filter(|object| object["outcome"].is_string()).collect();
    assert_eq!(
        (&ends[0]["outcome"], &ends[1]["outcome"]),
        (&"contradiction".into(), &"stopped".into())
    );
    assert_eq!(ends[0]["contradiction"], "no digit is left for r1c9");
}

#[test]
fn uniqueness_is_a_reason_where_it_is_claimed() {
    let text = fs::read_to_string(puzzles("techniques.txt")).unwrap();
    let puzzle = text.lines().find(|line| line.ends_with("unique rectangle")).unwrap();
    run(&["explain", puzzle]).stdout(contains("Unique rectangle").not());
    run(&["explain", "--unique", puzzle]).success().stdout(contains("Unique rectangle: "));
    run(&["rate", "-u", puzzle]).success().stdout(starts_with("hard\t544\tunique rectangle\t"));
}

#[test]
fn each_step_has_a_picture() {
    let folder = tempfile::tempdir().unwrap();
    let steps = folder.path().join("new").join("steps");
    run(&["explain", "--svg", steps.to_str().unwrap(), SEED, NO_DIGIT, FOUR]).code(1);
    let mut names: Vec<String> = fs::read_dir(&steps)
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    names.sort();
    assert_eq!(names[0], "puzzle-1-step-001.svg");
    assert!(
        names.contains(&"puzzle-3-step-001.svg".to_owned())
            && names.iter().all(|name| !name.contains("puzzle-2"))
    );
    let steps_of_seed = objects(&stdout(&run(&["explain", "-f", "json", SEED]).success()));
    for step in steps_of_seed.iter().filter(|object| object["step"].is_u64()) {
        let name = format!("puzzle-1-step-{:03}.svg", step["step"].as_u64().unwrap());
        let picture = fs::read_to_string(steps.join(&name)).unwrap();
        assert!(picture.starts_with("<svg") && picture.trim_end().ends_with("</svg>"), "{name}");
        assert!(
            picture.contains(step["sentence"].as_str().unwrap()),
            "{name} has its sentence as a title"
        );
        assert!(names.contains(&name));
    }
    // The picture in the documents is one of these.
    let text = fs::read_to_string(puzzles("techniques.txt")).unwrap();
    let puzzle = text.lines().find(|line| line.ends_with("swordfish")).unwrap();
    let fishes = folder.path().join("fishes");
    run(&["explain", "--svg", fishes.to_str().unwrap(), puzzle]).success();
    let shown =
        fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/swordfish.svg"))
            .unwrap();
    let mut drawn = fs::read_dir(&fishes)
        .unwrap()
        .map(|entry| fs::read_to_string(entry.unwrap().path()).unwrap());
    assert!(shown.contains("<title>Swordfish: ") && drawn.any(|picture| picture == shown));
    let file = folder.path().join("file");
    fs::write(&file, "").unwrap();
    run(&["explain", "--svg", file.to_str().unwrap(), SEED])
        .code(2)
        .stderr(contains("cannot make"));
}

#[test]
fn each_puzzle_has_a_line_with_its_rating() {
    let lines = stdout(&run(&["rate", SEED, FOUR, NO_DIGIT]).code(1).stderr(is_empty()));
    let lines: Vec<Vec<&str>> = lines.lines().map(|line| line.split('\t').collect()).collect();
    assert_eq!(lines[0], ["medium", "570", "naked pair", "2"]);
    assert_eq!(lines[1], ["several", "-", "-", "-"]);
    assert_eq!(lines[2], ["none", "-", "-", "0"]);
    // The line contains the puzzle, so it can be read again.
    let rated = stdout(&run(&["rate", "-p", SEED]).success());
    assert_eq!(rated, format!("{}\tmedium\t570\tnaked pair\t2\n", SEED.replace('0', ".")));
    quadrille().args(["solve", "-u"]).write_stdin(rated).assert().success().stdout("unique\n");
}

#[test]
fn techniques_have_their_levels() {
    let text = stdout(&run(&["rate", &puzzles("techniques.txt")]).success());
    for level in ["easy", "medium", "hard", "expert", "extreme"] {
        assert!(
            text.lines().any(|line| line.starts_with(&format!("{level}\t"))),
            "{level}: {text}"
        );
    }
    let rated =
        objects(&stdout(&run(&["rate", "-f", "json", &puzzles("techniques.txt")]).success()));
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

const BEYOND: &str =
    ".6...94....3....9.....1.6....5.97...6..5..8..3....89.587..3...6.............2..41";

#[test]
fn hard_puzzles_are_solved_by_forcing_chains() {
    let text = stdout(&run(&["explain", BEYOND]).success());
    assert!(text.lines().any(|line| line.starts_with("Forcing chains: if r")), "{text}");
    assert!(text.contains("\nSolved in "), "{text}");
    run(&["rate", BEYOND]).success().stdout(starts_with("extreme\t"));
    // Without forcing chains they are beyond logic.
    run(&["rate", "--no-forcing-chains", BEYOND]).stdout(starts_with("beyond logic\t"));
    let text = stdout(&run(&["explain", "--no-forcing-chains", BEYOND]).code(1));
    assert!(text.contains("\nStopped: no technique applies"), "{text}");
}

#[test]
fn the_rating_of_sudoku_explainer_is_added_on_request() {
    let plain = stdout(&run(&["rate", SEED, FOUR]).code(1));
    let with = stdout(&run(&["rate", "--er", SEED, FOUR]).code(1));
    let expected: String = plain
        .lines()
        .zip(["3.0/1.2/1.2", "-"])
        .map(|(line, er)| format!("{line}\t{er}\n"))
        .collect();
    assert_eq!(with, expected);
    let objects = objects(&stdout(&run(&["rate", "--er", "-f", "json", SEED, FOUR]).code(1)));
    assert_eq!((&objects[0]["er"], &objects[0]["ed"]), (&3.0.into(), &1.2.into()));
    assert!(objects[1]["er"].is_null() && objects[1].get("er").is_some());
    assert!(!stdout(&run(&["rate", "-f", "json", SEED]).success()).contains("\"er\""));
}

#[test]
fn chains_can_be_kept_short() {
    let text = fs::read_to_string(puzzles("techniques.txt")).unwrap();
    let puzzle = text.lines().find(|line| line.ends_with(" grouped alternating inference chain"));
    let puzzle = puzzle.unwrap();
    run(&["explain", puzzle]).success();
    run(&["explain", "--longest-chain", "3", puzzle]).code(1).stdout(contains("chain: ").not());
}

#[test]
fn bad_input_is_reported_and_skipped() {
    for (command, good) in [("explain", "Solved in "), ("rate", "easy\t")] {
        let input = format!(
            "nonsense\n{}\n",
            "208046090000100683109803004002300108480520000301000206600400879050078010010009060"
        );
        let output = quadrille().arg(command).write_stdin(input).assert().code(2);
        output.stdout(contains(good)).stderr(contains("stdin:1:1: 'n' is not a cell"));
        run(&[command, "nowhere.txt"]).code(2).stderr(contains("nowhere.txt: cannot be read"));
        quadrille().arg(command).write_stdin("").assert().success().stdout("");
        run(&[command, "--help"])
            .success()
            .stdout(contains("Examples:").and(contains(format!("quadrille {command}"))));
    }
}

/// An interactive user gets each answer before writing the next puzzle.
#[test]
fn ratings_come_as_they_are_found() {
    let mut child = Command::new(env!("CARGO_BIN_EXE_quadrille"))
        .arg("rate")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut questions = child.stdin.take().unwrap();
    let mut answers = BufReader::new(child.stdout.take().unwrap()).lines();
    for _ in 0..3 {
        writeln!(questions, "{SEED}").unwrap();
        assert_eq!(answers.next().unwrap().unwrap(), "medium\t570\tnaked pair\t2");
    }
    drop(questions);
    assert!(child.wait().unwrap().success());
}

#[test]
fn a_closed_pipe_is_quiet() {
    let mut child = Command::new(env!("CARGO_BIN_EXE_quadrille"))
        .args(["explain", "--grid"])
        .args(vec![puzzles("techniques.txt"); 20])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut line = String::new();
    BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
    let output = child.wait_with_output().unwrap();
    assert_eq!((output.status.code(), output.stderr.len()), (Some(0), 0), "{line}");
}
