//! Tests of `quadrille solve` as users run it: every flag, every exit status, every error.

use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use predicates::prelude::*;
use predicates::str::{contains, is_empty};

const FOUR: &str =
    "027800061000030008910005420500016030000970200070000096700000080006027000030480007";
const FOUR_SOLUTIONS: [&str; 4] = [
    "327894561465132978918765423589216734643978215172543896794651382856327149231489657",
    "327894561465132978918765423589216734643978215271543896794651382856327149132489657",
    "327894561645132978918765423589216734463978215172543896794651382856327149231489657",
    "327894561645132978918765423589216734463978215271543896794651382856327149132489657",
];
const DRAWN: &str =
    "005176000400000001000800309100000090503000807090000004207008000600000003000429700";
const DRAWN_SOLUTION: &str = "\
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

fn quadrille() -> assert_cmd::Command {
    assert_cmd::Command::new(binary())
}

fn binary() -> &'static str {
    env!("CARGO_BIN_EXE_quadrille")
}

fn solve(args: &[&str]) -> assert_cmd::assert::Assert {
    quadrille().arg("solve").args(args).assert()
}

fn puzzles(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("puzzles").join(name)
}

fn sorted_lines(text: &[u8]) -> Vec<String> {
    let mut lines: Vec<String> = String::from_utf8_lossy(text).lines().map(str::to_owned).collect();
    lines.sort();
    lines
}

#[test]
fn a_puzzle_can_be_an_argument() {
    let output = solve(&[FOUR]).success().stderr(is_empty());
    assert_eq!(sorted_lines(&output.get_output().stdout), FOUR_SOLUTIONS);
}

#[test]
fn puzzles_on_standard_input_are_the_default() {
    for args in [&[][..], &["-"]] {
        let output = quadrille()
            .arg("solve")
            .args(args)
            .write_stdin(format!("{FOUR}\n{DRAWN}\n"))
            .assert()
            .success();
        assert_eq!(output.get_output().stdout.iter().filter(|&&byte| byte == b'\n').count(), 5);
    }
}

#[test]
fn arguments_files_and_standard_input_are_read_in_order() {
    let file = puzzles("drawn.txt");
    let order = [DRAWN, file.to_str().unwrap(), "-", FOUR];
    quadrille()
        .args(["solve", "-c"])
        .args(order)
        .write_stdin(format!("{FOUR}\n"))
        .assert()
        .success()
        .stdout("1\n1\n1\n1\n4\n4\n");
}

#[test]
fn first_and_limit_stop_the_search() {
    let lines = |args: &[&str]| solve(args).success().get_output().stdout.len() / 82;
    assert_eq!(lines(&["-1", FOUR]), 1);
    assert_eq!(lines(&["--first", FOUR]), 1);
    assert_eq!(lines(&["-n", "3", FOUR]), 3);
    assert_eq!(lines(&["--limit", "9", FOUR]), 4);
    assert_eq!(lines(&["-n2", FOUR, FOUR]), 4);
    solve(&["-n", "0", FOUR]).code(2).stderr(contains("0 is not in 1.."));
    solve(&["-1", "-n", "3", FOUR]).code(2).stderr(contains("cannot be used with"));
}

#[test]
fn counts_say_when_they_were_cut_short() {
    solve(&["-c", FOUR]).success().stdout("4\n");
    solve(&["--count", "-n", "5", FOUR]).success().stdout("4\n");
    solve(&["-c", "-n", "3", FOUR]).success().stdout("3+\n");
    solve(&["-c", "-1", FOUR]).success().stdout("1+\n");
    solve(&["-c", "-n", "1000", puzzles("empty.txt").to_str().unwrap()])
        .success()
        .stdout("1000+\n");
}

#[test]
fn uniqueness_is_printed_in_one_word() {
    let impossible =
        ".....5.8....6.1.43..........1.5........1.6...3.......553.....61........4.........";
    solve(&["-u", FOUR, DRAWN, impossible])
        .code(1)
        .stdout("several\nunique\nnone\n")
        .stderr(is_empty());
    solve(&["--unique", DRAWN]).success();
    solve(&["-u", "-c", DRAWN]).code(2);
    solve(&["-u", "-n", "2", DRAWN]).code(2);
}

#[test]
fn a_grid_is_drawn() {
    solve(&["-f", "grid", DRAWN]).success().stdout(DRAWN_SOLUTION);
    solve(&["--format", "grid", DRAWN, DRAWN])
        .success()
        .stdout(format!("{DRAWN_SOLUTION}\n{DRAWN_SOLUTION}"));
    solve(&["-f", "grid", "-c", DRAWN]).code(2).stderr(contains("--format grid"));
    // The drawing can be read again.
    let drawn = solve(&["-f", "grid", FOUR]).get_output().stdout.clone();
    quadrille().args(["solve", "-c"]).write_stdin(drawn).assert().success().stdout("1\n1\n1\n1\n");
}

#[test]
fn json_has_an_object_per_line() {
    let objects = |args: &[&str]| -> Vec<serde_json::Value> {
        let output = solve(args).get_output().stdout.clone();
        output
            .split(|&byte| byte == b'\n')
            .filter(|line| !line.is_empty())
            .map(|line| serde_json::from_slice(line).unwrap())
            .collect()
    };
    let puzzle = FOUR.replace('0', ".");
    let solutions = objects(&["-f", "json", FOUR]);
    assert_eq!(solutions.len(), 4);
    for (index, object) in solutions.iter().enumerate() {
        assert_eq!(
            (object["puzzle"].as_str(), object["index"].as_u64()),
            (Some(&*puzzle), Some(index as u64 + 1))
        );
        assert!(FOUR_SOLUTIONS.contains(&object["solution"].as_str().unwrap()));
    }
    let count = |count: u64, complete: bool| {
        vec![serde_json::json!({"puzzle": puzzle, "count": count, "complete": complete})]
    };
    assert_eq!(objects(&["-f", "json", "-c", FOUR]), count(4, true));
    assert_eq!(objects(&["-f", "json", "-c", "-n", "2", FOUR]), count(2, false));
    let unique = objects(&["-f", "json", "-u", DRAWN, FOUR]);
    assert_eq!(
        (unique[0]["verdict"].as_str(), unique[0]["solutions"].as_array().map(Vec::len)),
        (Some("unique"), Some(1))
    );
    assert_eq!(
        (unique[1]["verdict"].as_str(), unique[1]["solutions"].as_array().map(Vec::len)),
        (Some("several"), Some(2))
    );
}

#[test]
fn engines_are_selected_by_name() {
    for engine in ["auto", "links", "bits"] {
        solve(&["--engine", engine, "-c", FOUR]).success().stdout("4\n");
    }
    solve(&["--engine", "steam", FOUR]).code(2).stderr(contains("auto, links, bits"));
}

#[test]
fn statistics_go_to_standard_error() {
    let report = contains("2 puzzles, 5 solutions, ")
        .and(contains(" nodes, "))
        .and(contains(" updates, "))
        .and(contains(" solutions/s"));
    solve(&["--stats", "-c", FOUR, DRAWN]).success().stdout("4\n1\n").stderr(report);
}

#[test]
fn conflicting_clues_are_named() {
    let clash = format!("5.......5{}", ".".repeat(72));
    let output = solve(&[&clash, DRAWN]).code(1);
    let message = "argument 1:1: no solution: two 5s in row 1, at r1c1 and r1c9";
    output
        .stdout(DRAWN_SOLUTION.replace(['|', ' ', '\n', '+', '-'], "") + "\n")
        .stderr(contains(message));
    solve(&["-c", &clash]).code(1).stdout("0\n").stderr(contains("two 5s in row 1"));
    solve(&["-u", &clash]).code(1).stdout("none\n").stderr(contains("two 5s in row 1"));
}

#[test]
fn a_puzzle_without_solution_is_reported() {
    let file = puzzles("bad/clash.txt");
    let place = |line: u32| format!("bad/clash.txt:{line}: no solution");
    let stderr = contains(place(2)).and(contains(place(3)));
    solve(&[file.to_str().unwrap()]).code(1).stdout("").stderr(stderr);
}

/// There is one file for each error. One message has the correct place, and the valid puzzles are
/// solved.
#[test]
fn bad_input_is_reported_where_it_is() {
    for (name, place, what) in [
        ("character.txt", ":2:48: ", "'o' is not a cell: write 1 to 9"),
        ("short-line.txt", ":2: ", "80 cells by the end of line 2, where a grid has 81"),
        ("long-line.txt", ":2:82: ", "more than 81 cells in a line"),
        ("separator.txt", ":2:82: ", "'e' follows the 81st cell: put a blank"),
        ("unfinished.txt", ":2: ", "72 cells by the end of line 9, where a grid has 81"),
        ("drawn-character.txt", ":5:9: ", "'x' and another character are empty cells here"),
        ("repeated-candidate.txt", ":2:8: ", "3 is not in order among the digits of a cell"),
        ("misplaced-candidate.txt", ":2:2: ", "3 in the place of 2: a list of 729 characters"),
        (
            "empty-among-candidates.txt",
            ":2: ",
            "some cells have several digits, and another has none",
        ),
        ("empty-group.txt", ":2:1: ", "some cells have several digits, and another has none"),
        ("missing-field.csv", ":3:1: ", "no puzzle in the column that the header names for it"),
        ("character.csv", ":3:11: ", "'o' is not a cell"),
        ("unfinished.sdk", ":3: ", "72 cells by the end of line 10, where a grid has 81"),
        ("long-row.ss", ":7: ", "10 cells by the end of line 7, where a grid has 81"),
        ("long-line.sdm", ":2:82: ", "more than 81 cells in a line"),
    ] {
        let file = puzzles("bad").join(name);
        let message = contains(format!("{}{place}", file.display())).and(contains(what));
        let output = solve(&["-c", file.to_str().unwrap()]).code(2).stdout("1\n").stderr(message);
        assert_eq!(sorted_lines(&output.get_output().stderr).len(), 1, "{name}");
    }
}

/// The puzzle of a wrong solution is still solved, in its place.
#[test]
fn a_wrong_solution_in_a_table_is_an_error_and_its_puzzle_is_solved() {
    let file = puzzles("bad").join("not-its-solution.csv");
    let file = file.to_str().unwrap();
    let place =
        format!("{file}:3:83: this is not a solution of the puzzle, which is read without it");
    for more in [&[][..], &["-j2"], &["-n2"]] {
        let output = solve(&[&["-c", file], more].concat()).code(2).stdout("1\n1\n");
        let stderr = String::from_utf8(output.get_output().stderr.clone()).unwrap();
        assert!(stderr.contains(&place) && stderr.lines().count() == 1, "{stderr}");
        solve(&[&["-c", "--align", file], more].concat()).code(2).stdout("\n\n1\n1\n");
    }
    let table = quadrille().args(["convert", "--to", "csv", file]).assert().code(2);
    let table = String::from_utf8(table.get_output().stdout.clone()).unwrap();
    let lines: Vec<&str> = table.lines().collect();
    assert_eq!((lines.len(), lines[1]), (3, lines[2]), "the right solution is written");
}

/// A solution is not a second puzzle.
#[test]
fn a_second_puzzle_in_a_line_is_an_error() {
    let one = "005176000400000001000800309100000090503000807090000004207008000600000003000429700";
    let solution =
        "935176482428395671716842359174283596563914827892567134247638915689751243351429768";
    for between in [" ", ",", "\t", ";", " 24 "] {
        for more in [&[][..], &["-j2"]] {
            let input = format!("{one}\n{one}{between}{FOUR}\n{FOUR}{between}{one}\n{FOUR}\n");
            let args = [&["solve", "-c"][..], more].concat();
            let output = quadrille().args(args).write_stdin(input).assert().code(2);
            let output = output.stdout("1\n4\n");
            let stderr = String::from_utf8(output.get_output().stderr.clone()).unwrap();
            let column = 82 + between.len();
            let is_at = |(line, place): (&str, u64)| {
                line.starts_with(&format!(
                    "quadrille: stdin:{place}:{column}: two puzzles in a line"
                ))
            };
            assert_eq!(stderr.lines().count(), 2, "{stderr}");
            assert!(stderr.lines().zip(2..).all(is_at), "{stderr}");
        }
    }
    for silent in [format!("{one},{solution}"), format!("{one} # {FOUR}"), format!("{one} hard")] {
        quadrille().args(["solve", "-c"]).write_stdin(silent).assert().stdout("1\n").stderr("");
    }
    let kept = ["solve", "-c", "--keep"];
    let output = quadrille().args(kept).write_stdin(format!("{one} # {FOUR}")).assert().success();
    output.stdout(format!("1\t# {FOUR}\n"));
}

/// A position of HoDoKu's library is solved without its deleted candidates.
#[test]
fn deleted_candidates_are_kept() {
    let count = |deleted: &str| {
        let line = format!(":0000:x:{FOUR}:{deleted}::\n");
        let output = quadrille().args(["solve", "-c"]).write_stdin(line).assert();
        String::from_utf8(output.get_output().stdout.clone()).unwrap()
    };
    assert_eq!(count(""), "4\n");
    assert_eq!(count("111"), "4\n", "no solution has a 1 there");
    assert_eq!(count("311"), "0\n", "all solutions have a 3 there");
    let line = format!(":0000:x:{FOUR}:422:x:\n");
    let to = |form| quadrille().args(["convert", "--to", form]).write_stdin(line.clone()).assert();
    to("line").code(2).stderr(contains("stdin:1: cells lack digits for another reason than clues"));
    to("candidates").success().stderr("");
    let bad = format!(":0000:x:{FOUR}:3x1:x:\n");
    let output = quadrille().arg("solve").write_stdin(bad).assert().code(2);
    output.stderr(contains("stdin:1:91: this is not a deleted candidate of HoDoKu's library"));
}

#[test]
fn a_bad_line_on_standard_input_is_one_clear_line() {
    let output = quadrille().arg("solve").write_stdin("bad\n").assert().code(2).stdout("");
    let message = "quadrille: stdin:1:1: 'b' is not a cell: write 1 to 9, or one of 0 . * _ ? - x for an empty cell\n";
    output.stderr(message);
}

/// A file with other content does not fill the screen with messages, and its puzzles are solved.
#[test]
fn ten_errors_of_a_file_are_enough() {
    let noise: String = (0..25).map(|line| format!("line {line}\n")).collect();
    for way in [&["solve", "-c"][..], &["solve", "-c", "-j2"]] {
        let input = format!("{noise}{FOUR}\n");
        let output = quadrille().args(way).write_stdin(input).assert().code(2).stdout("4\n");
        let stderr = String::from_utf8(output.get_output().stderr.clone()).unwrap();
        let lines: Vec<&str> = stderr.lines().collect();
        assert_eq!(lines.len(), 11, "{stderr}");
        assert!(lines[9].starts_with("quadrille: stdin:10:1: "), "{stderr}");
        assert_eq!(lines[10], "quadrille: stdin: and 15 more errors");
    }
}

/// The forms that people copy from forums, programs and tables.
#[test]
fn puzzles_are_read_from_what_is_around_them() {
    let cells: Vec<String> = FOUR.chars().map(String::from).collect();
    let rows = |row: fn(&[String]) -> String| cells.chunks(9).map(row).collect::<String>();
    let texts = [
        format!("[code]\n{}[/code]\n", rows(|row| row.concat().replace('0', "x") + "\n")),
        format!("grid = [\n{}]\n", rows(|row| format!("  [{}],\n", row.join(", ")))),
        rows(|row| row.join(",").replace('0', "") + "\n"),
        format!("1;{FOUR}\n"),
        format!(":0000:x:{FOUR}:::\n"),
        rows(|row| format!("│ {} │\n", row.join(" "))),
        format!("c1,c2,c3,c4,c5,c6,c7,c8,c9\n{}", rows(|row| row.join(",") + "\n")),
        rows(|row| row.join("\t").replace('0', "") + "\n"),
        rows(|row| format!("| {} |\n", row.join(" | ").replace('0', " "))),
        format!("[code]{FOUR}[/code]\n"),
        format!("See this puzzle: `{FOUR}`, please\n"),
    ];
    for text in texts {
        let output = quadrille().args(["solve", "-c"]).write_stdin(text.clone()).assert();
        output.success().stdout("4\n");
    }
    let utf_16: Vec<u8> =
        [0xFEFF].into_iter().chain(FOUR.encode_utf16()).flat_map(u16::to_le_bytes).collect();
    let output = quadrille().arg("solve").write_stdin(utf_16).assert().code(2).stdout("");
    output.stderr(contains("stdin:1: this is text in UTF-16"));
}

#[test]
fn binary_input_causes_no_panic() {
    let noise: Vec<u8> =
        (0..20_000_u32).map(|i| (i.wrapping_mul(2_654_435_761) >> 13) as u8).collect();
    let mut input = noise.clone();
    input.extend_from_slice(format!("\n\n{FOUR}\n").as_bytes());
    let output = quadrille()
        .args(["solve", "-c"])
        .write_stdin(input)
        .assert()
        .code(2)
        .stderr(contains("panicked").not());
    assert!(output.get_output().stdout.ends_with(b"4\n"), "what comes after the noise is solved");
}

#[test]
fn an_invalid_argument_is_an_error() {
    let message = contains("nowhere.txt: cannot be read: ")
        .and(contains("a puzzle as an argument has 81 cells"));
    solve(&["-c", "nowhere.txt", FOUR]).code(2).stdout("4\n").stderr(message);
    solve(&["-c", &FOUR[1..]])
        .code(2)
        .stderr(contains("argument 1:1: 80 cells by the end of line 1"));
    solve(&["-c", DRAWN, &format!("{FOUR}1")])
        .code(2)
        .stderr(contains("argument 2:1:82: more than 81 cells"));
    solve(&[""]).code(2).stderr(contains("argument 1:1: there is no grid"));
    let folder = tempfile::tempdir().unwrap();
    solve(&[folder.path().to_str().unwrap()]).code(2).stderr(contains("it is a directory"));
    solve(&["--nonsense"]).code(2);
    quadrille().assert().code(2).stderr(contains("Usage"));
}

#[cfg(unix)]
#[test]
fn a_file_may_have_any_name() {
    use std::os::unix::ffi::OsStrExt;
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join(std::ffi::OsStr::from_bytes(b"puzzle\xFF.txt"));
    fs::write(&file, FOUR).unwrap();
    quadrille().args(["solve", "-c"]).arg(&file).assert().success().stdout("4\n");
}

#[test]
fn empty_input_is_no_error() {
    quadrille().arg("solve").write_stdin("").assert().success().stdout("").stderr("");
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("comments.txt");
    fs::write(&file, "# nothing here\n\n").unwrap();
    solve(&[file.to_str().unwrap()]).success().stdout("");
}

/// The reader of an endless output closes the pipe.
#[test]
fn a_closed_pipe_ends_the_program_quietly() {
    let mut child = Command::new(binary())
        .args(["solve", puzzles("empty.txt").to_str().unwrap()])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut first = String::new();
    BufReader::new(child.stdout.take().unwrap()).read_line(&mut first).unwrap();
    assert_eq!(first.trim_end().len(), 81);
    assert!(child.wait().unwrap().success());
    let mut said = String::new();
    child.stderr.take().unwrap().read_to_string(&mut said).unwrap();
    assert_eq!(said, "");
}

/// An interactive user gets each answer before writing the next puzzle, whatever text surrounds the
/// puzzles.
#[test]
fn an_answer_comes_before_the_next_puzzle() {
    let rows: String = (0..9).map(|row| format!("{}\n", &DRAWN[row * 9..row * 9 + 9])).collect();
    for (before, question, after) in [
        ("", DRAWN, "\n"),
        ("", DRAWN, "\n\n"),
        ("# a comment\n", DRAWN, "\n# a comment\n"),
        ("", &rows, "\n"),
        ("+===+\n", &rows, "+===+\n\n"),
    ] {
        let mut child = Command::new(binary())
            .arg("solve")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let mut questions = child.stdin.take().unwrap();
        let mut answers = BufReader::new(child.stdout.take().unwrap()).lines();
        for _ in 0..3 {
            write!(questions, "{before}{question}{after}").unwrap();
            assert!(answers.next().unwrap().unwrap().starts_with("935176482"));
        }
        drop(questions);
        assert!(answers.next().is_none());
        assert!(child.wait().unwrap().success());
    }
}

/// The statistics are complete even if the reader closes the pipe half way.
#[test]
fn statistics_survive_a_closed_pipe() {
    let mut child = Command::new(binary())
        .args(["solve", "--stats"])
        .arg(puzzles("empty.txt"))
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut answers = BufReader::new(child.stdout.take().unwrap()).lines();
    assert_eq!(answers.by_ref().take(100).count(), 100);
    drop(answers);
    let output = child.wait_with_output().unwrap();
    let said = String::from_utf8(output.stderr).unwrap();
    assert!(said.contains(" solutions, ") && !said.contains(" 0 solutions"), "{said}");
}

/// The program flushes its output before it waits for input. Nothing else fills the pipe.
#[test]
fn output_is_flushed_before_waiting() {
    let mut child = Command::new(binary())
        .args(["solve", "-n", "20"])
        .arg(puzzles("empty.txt"))
        .arg("-")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut answers = BufReader::new(child.stdout.take().unwrap()).lines();
    // Standard input stays open and empty meanwhile.
    assert_eq!(
        answers
            .by_ref()
            .take(20)
            .filter(|line| line.as_ref().is_ok_and(|line| line.len() == 81))
            .count(),
        20
    );
    drop(child.stdin.take());
    assert!(child.wait().unwrap().success());
}

#[test]
fn help_shows_examples() {
    for args in [
        &["--help"][..],
        &["solve", "--help"],
        &["help", "solve"],
        &["completions", "--help"],
        &["man", "--help"],
    ] {
        quadrille()
            .args(args)
            .assert()
            .success()
            .stdout(contains("Examples:").and(contains("quadrille ")));
    }
    quadrille().arg("--version").assert().success().stdout(contains(env!("CARGO_PKG_VERSION")));
}

#[test]
fn completions_and_manual_pages_are_printed() {
    for shell in ["bash", "elvish", "fish", "powershell", "zsh"] {
        quadrille()
            .args(["completions", shell])
            .assert()
            .success()
            .stdout(contains("quadrille").and(contains("solve")));
    }
    quadrille()
        .arg("man")
        .assert()
        .success()
        .stdout(contains(".TH quadrille 1").and(contains("Examples:")));
    quadrille()
        .args(["man", "solve"])
        .assert()
        .success()
        .stdout(contains("quadrille-solve").or(contains("quadrille solve")));
    quadrille().args(["man", "nothing"]).assert().code(2).stderr(contains("`nothing`"));
}

#[test]
fn every_command_has_a_manual_page() {
    let help = quadrille().arg("help").output().unwrap().stdout;
    let help = String::from_utf8(help).unwrap();
    let commands = help.lines().take_while(|line| *line != "Options:");
    let commands: Vec<&str> =
        commands.filter_map(|line| line.strip_prefix("  ")?.split(' ').next()).collect();
    assert!(commands.len() > 15 && commands.contains(&"explain"), "{commands:?}");
    for command in commands {
        quadrille().args(["man", command]).assert().success().stdout(contains(".TH"));
    }
}

/// The seed with four solutions, which differ in two pairs of cells.
const WITH_FOUR_SOLUTIONS: &str =
    "027800061000030008910005420500016030000970200070000096700000080006027000030480007";

#[test]
fn queries_about_all_solutions_are_answered() {
    let ask = |args: &[&str]| {
        let output = quadrille().args(args).arg(WITH_FOUR_SOLUTIONS).output().unwrap();
        assert!(output.status.success());
        String::from_utf8(output.stdout).unwrap()
    };
    let all: Vec<String> = ask(&["solve"]).lines().map(str::to_owned).collect();
    let sample = ask(&["solutions", "sample", "-n", "20", "--seed", "3"]);
    assert_eq!(sample, ask(&["solutions", "sample", "-n", "20", "--seed", "3"]));
    assert!(
        sample.lines().count() == 20
            && sample.lines().all(|line| all.iter().any(|solution| solution == line))
    );
    let mut nth: Vec<String> =
        ["1", "2", "3", "4"].map(|at| ask(&["solutions", "nth", at]).trim().to_owned()).into();
    nth.sort();
    let mut sorted = all.clone();
    sorted.sort();
    assert_eq!(nth, sorted);

    for solution in &all {
        let rank = ask(&["solutions", "rank", solution]);
        assert_eq!(ask(&["solutions", "nth", rank.trim()]).trim(), solution);
    }
    quadrille()
        .args(["solutions", "rank", &all[0].replace('1', "2"), WITH_FOUR_SOLUTIONS])
        .assert()
        .code(1)
        .stderr(contains("is not a solution"));

    let json = ask(&["solutions", "candidates", "-f", "json"]);
    let object: serde_json::Value = serde_json::from_str(&json).unwrap();
    assert_eq!(object["solutions"].to_string(), "4");
    for cell in 0..81 {
        for digit in 0..9 {
            let count = all
                .iter()
                .filter(|solution| solution.as_bytes()[cell] == b'1' + digit as u8)
                .count();
            assert_eq!(object["counts"][cell][digit].to_string(), count.to_string());
        }
    }
    let drawing = ask(&["solutions", "candidates"]);
    assert_eq!(drawing.lines().filter(|line| line.contains('4')).count(), 27);
}

#[test]
fn solutions_are_counted_without_enumeration() {
    let count = |puzzle: &str| {
        let output = quadrille().args(["solve", "-c", puzzle]).output().unwrap();
        String::from_utf8(output.stdout).unwrap()
    };
    assert_eq!(count(WITH_FOUR_SOLUTIONS), "4\n");
    for engine in ["links", "bits", "memo"] {
        quadrille()
            .args(["solve", "-c", "--engine", engine, WITH_FOUR_SOLUTIONS])
            .assert()
            .success()
            .stdout("4\n");
    }
}

#[test]
fn every_format_has_every_solution() {
    let ask = |args: &[&str]| {
        let output = quadrille().arg("solve").args(args).arg(WITH_FOUR_SOLUTIONS).output().unwrap();
        assert!(output.status.success());
        String::from_utf8(output.stdout).unwrap()
    };
    let all: Vec<String> = ask(&[]).lines().map(str::to_owned).collect();
    let csv = ask(&["-f", "csv"]);
    let puzzle = WITH_FOUR_SOLUTIONS.replace('0', ".");
    let expected: String = all.iter().map(|solution| format!("{puzzle},{solution}\n")).collect();
    assert_eq!(csv, format!("puzzle,solution\n{expected}"));
    for (index, (line, solution)) in ask(&["-f", "json"]).lines().zip(&all).enumerate() {
        let object: serde_json::Value = serde_json::from_str(line).unwrap();
        assert_eq!(object["solution"], **solution);
        assert_eq!(object["index"], index + 1);
    }
    let drawn = ask(&["-f", "grid"]);
    let grids: Vec<String> = drawn
        .split("\n\n")
        .map(|grid| grid.chars().filter(char::is_ascii_digit).collect())
        .collect();
    assert_eq!(grids, all);
}

#[test]
fn a_count_with_checkpoints_is_resumed() {
    let folder = tempfile::tempdir().unwrap();
    let run = |args: &[&str]| quadrille().current_dir(folder.path()).args(args).assert();
    run(&["solve", "-c", "--checkpoint", "count", WITH_FOUR_SOLUTIONS]).success().stdout("4\n");
    run(&["solve", "-c", "--checkpoint", "count", WITH_FOUR_SOLUTIONS])
        .code(2)
        .stderr(contains("exists already"));
    run(&["resume", "count"]).success().stdout("4\n");
    run(&["solve", "--checkpoint", "other", WITH_FOUR_SOLUTIONS]).code(2);
    let text = fs::read_to_string(folder.path().join("count")).unwrap();
    fs::write(folder.path().join("count"), text.replace("\"threads\":1", "\"threads\":2")).unwrap();
    run(&["resume", "count"]).code(2).stderr(contains("damaged"));
}
