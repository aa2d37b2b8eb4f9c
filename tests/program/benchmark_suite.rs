//! Tests of the benchmark `suite`: its measurements, output, saved files, comparisons and errors.
//! It runs in this process, for as short a time as possible.

use std::path::Path;

use clap::Parser;
use serde_json::{Value, json};

use crate::cases;
use crate::suite::compare::Comparison;
use crate::suite::memory::CountingAllocator;
use crate::suite::record::Record;
use crate::suite::{self, Args, Verdict, table};
use crate::support::{Folder, PROGRAM, made};

#[global_allocator]
static ALLOCATOR: CountingAllocator = CountingAllocator;

const LIST: &str = "\
[[case]]
name = 'queens-6'
family = 'queens'
make = 'queens 6'
do = 'count'
expect = 4
size = 'small'
source = 'OEIS A000170'
";

/// Runs the suite on a list of cases, with the engine `links` and the way `count` unless the
/// arguments choose others.
fn run_list(list: &str, args: &[&str]) -> (Result<Verdict, String>, String) {
    let engines: &[&str] = if args.contains(&"--engines") { &[] } else { &["--engines", "links"] };
    let ways: &[&str] = if args.contains(&"--ways") { &[] } else { &["--ways", "count"] };
    let short = ["suite", "--time", "0", "--laps", "2"];
    let args = match Args::try_parse_from([&short, engines, ways, args].concat()) {
        Ok(args) => args,
        Err(error) => return (Err(error.to_string()), String::new()),
    };
    let mut output = Vec::new();
    let cases = cases::read(list).unwrap();
    let program = Path::new(PROGRAM);
    let verdict = suite::run(&args, cases, program, &mut output);
    (verdict, String::from_utf8(output).unwrap())
}

fn run(args: &[&str]) -> (Result<Verdict, String>, String) {
    run_list(cases::CASES, args)
}

fn good(args: &[&str]) -> String {
    let (verdict, output) = run(args);
    assert_eq!(verdict, Ok(Verdict::Good), "{args:?}");
    output
}

fn report(args: &[&str]) -> Value {
    serde_json::from_str(&good(&[&["--json"], args].concat())).unwrap()
}

fn refused(args: &[&str]) -> String {
    let (verdict, output) = run(args);
    assert_eq!(output, "", "{args:?}");
    verdict.expect_err("it is refused")
}

fn written(folder: &Folder, name: &str, text: &str) -> String {
    folder.write(name, text);
    folder.file(name)
}

#[test]
fn a_table_has_a_line_for_each_case_and_engine() {
    let table = good(&["queens-8", "assignment-12", "--engines", "links,auto"]);
    let lines: Vec<String> =
        table.lines().map(|line| line.split_whitespace().collect::<Vec<_>>().join(" ")).collect();
    let head = "| case | engine | solutions | minimum | median | a second | nodes | updates | memory | compiling |";
    assert_eq!((lines.len(), &*lines[0]), (6, head));
    assert!(lines[2].starts_with("| queens-8 | links | 92 | "), "{}", lines[2]);
    assert!(lines[2].contains("s | 868 | 16.9k | "), "{}", lines[2]);
    assert!(lines[3].starts_with("| | auto | 92 | "), "{}", lines[3]);
    assert!(lines[4].starts_with("| assignment-12 | links | 5 | "), "{}", lines[4]);
}

#[test]
fn a_list_is_printed_without_measuring() {
    let list = good(&["--list"]);
    assert!(list.lines().count() > 30);
    assert!(list.contains("| macmahon-4x6 ") && list.contains("make macmahon 4x6 --border 1"));
    let list = good(&["--list", "soma"]);
    assert!(list.contains("11520") && !list.contains("queens"));
}

#[test]
fn names_are_those_of_cases_or_their_beginnings() {
    let cases = |args: &[&str]| -> Vec<String> {
        let report = report(args);
        let rows = report["results"].as_array().unwrap().iter();
        rows.map(|row| row["case"].as_str().unwrap().to_owned()).collect()
    };
    assert_eq!(cases(&["queens", "--test"]), ["queens-8", "queens-10", "queens-30-first"]);
    // A full name selects a case of any size.
    let both = ["dominoes-6x8", "langford-8", "--test", "--engines", "bits"];
    assert_eq!(cases(&both), ["langford-8", "dominoes-6x8"]);
    assert_eq!(refused(&["xyz"]), "there is no case `xyz`: --list shows them");
    assert!(refused(&["dominoes", "--size", "large"]).contains("are of other sizes: add --size "));
    assert!(refused(&["soma", "--engines", "steam"]).contains("invalid value 'steam'"));
    assert!(refused(&["--size", "tiny"]).contains("invalid value 'tiny'"));
    assert!(refused(&["--patience", "soon"]).contains("write a number of seconds"));
    let (verdict, _) = run_list(LIST, &["--size", "large"]);
    assert_eq!(verdict, Err("there is no case of this size: --list shows all".to_owned()));
}

/// By default, a case that counts all solutions is also measured by visiting each of them and, for
/// Sudokus, by printing all of them.
#[test]
fn solutions_are_counted_visited_and_printed() {
    let cases = ["sudoku-thousands", "latin-4", "queens-30-first"];
    let report = report(&[&cases[..], &["--ways", "visit,count,print", "--test"]].concat());
    let rows = report["results"].as_array().unwrap().iter();
    let rows: Vec<_> = rows
        .map(|row| {
            let [case, task] = ["case", "do"].map(|key| row[key].as_str().unwrap());
            (case, task, row["solutions"].as_u64().unwrap())
        })
        .collect();
    // The cases are in the order of the list.
    let expected = [
        ("sudoku-thousands visited", "all", 13_315),
        ("sudoku-thousands", "count", 13_315),
        ("sudoku-thousands printed", "print", 13_315),
        ("queens-30-first", "first", 1),
        ("latin-4 visited", "all", 576),
        ("latin-4", "count", 576),
    ];
    assert_eq!(rows, expected);
    assert!(refused(&["latin-4", "--ways", "guess"]).contains("invalid value 'guess'"));
}

#[test]
fn json_has_all_figures() {
    let report = report(&["sudoku-well-known", "schedule"]);
    assert_eq!(report["format"], "quadrille bench");
    assert_eq!(report["format_version"], 1);
    assert_eq!(report["version"], env!("CARGO_PKG_VERSION"));
    assert!(report["date"].as_str().unwrap().ends_with('Z'));
    assert!(report["machine"]["cores"].as_u64().unwrap() > 0);
    assert!(report["machine"]["cpu"].is_string());
    let row = &report["results"][0];
    let said = ["case", "input", "do", "engine", "status"].map(|key| row[key].as_str().unwrap());
    assert_eq!(said, ["sudoku-well-known", "file puzzles/well-known.txt", "two", "links", "ok"]);
    assert_eq!((&row["problems"], &row["solutions"]), (&json!(8), &json!(8)));
    let figures = [
        "minimum_ns",
        "median_ns",
        "nodes",
        "updates",
        "memory_bytes",
        "compile_minimum_ns",
        "rounds",
    ];
    for key in figures {
        assert!(row[key].as_u64().unwrap() > 0, "{key}");
    }
    let [minimum, median] = ["minimum_ns", "median_ns"].map(|key| row[key].as_f64().unwrap());
    assert!(minimum <= median);
    let rate = row["puzzles_per_second"].as_f64().unwrap();
    assert!((rate * minimum / 8e9 - 1.0).abs() < 0.01, "{rate} puzzles a second, {minimum} ns");
    assert!(row["laps"].as_array().unwrap().len() >= 2);
    assert_eq!(report["results"][1]["costs"], json!([2, 2, 2, 2, 2, 2, 5, 5]));
    assert!(report.get("comparison").is_none());
}

#[test]
fn files_are_measured_and_memory_is_the_same_each_time() {
    let folder = Folder::new();
    let queens = written(&folder, "queens.dlx", &made("queens 8"));
    let both = report(&["queens-8", "--file", &queens]);
    let [case, file] = [0, 1].map(|at| &both["results"][at]);
    assert_eq!(file["case"], json!(queens));
    for key in ["solutions", "nodes", "updates", "memory_bytes"] {
        assert_eq!(case[key], file[key], "{key}");
    }
    let sudokus = report(&["--file", "puzzles/seeds.txt"]);
    let row = &sudokus["results"][0];
    // One puzzle has four solutions, and its search stops at the second.
    assert_eq!(
        (&row["problems"], &row["solutions"], &row["do"]),
        (&json!(6), &json!(7), &json!("two"))
    );
    assert_eq!(sudokus["results"].as_array().unwrap().len(), 1);
}

#[test]
fn files_that_cannot_be_measured_are_refused() {
    let folder = Folder::new();
    let bad = |name: &str, text: &str| refused(&["--file", &written(&folder, name, text)]);
    assert!(bad("bad.txt", "this is no puzzle\n").contains("bad.txt:1: 't' is not a cell"));
    assert!(bad("bad.dlx", "a b\na c\n").contains("bad.dlx:2:3: "));
    assert!(bad("empty.txt", "").contains("empty.txt: there is no puzzle in it"));
    assert!(refused(&["--file", &folder.file("gone.txt")]).contains("gone.txt: "));
    assert!(refused(&["--file", &folder.file("")]).contains("cannot be read: "));
    let (verdict, _) = run_list(&LIST.replace("queens 6", "quens 6"), &[]);
    assert!(verdict.unwrap_err().contains("case `queens-6`: "));
}

#[test]
fn a_wrong_count_is_an_error() {
    let (verdict, _) = run_list(LIST, &[]);
    assert_eq!(verdict, Ok(Verdict::Good));
    let wrong = LIST.replace("expect = 4", "expect = 5");
    let (verdict, output) = run_list(&wrong, &[]);
    let messages = vec!["queens-6 with links: found 4, expected 5".to_owned()];
    assert_eq!(verdict, Ok(Verdict::Wrong(messages)));
    assert_eq!(verdict.unwrap().status(), 1);
    assert!(output.contains("WRONG: 4"));
    let (_, output) = run_list(&wrong, &["--json", "--test"]);
    assert_eq!(serde_json::from_str::<Value>(&output).unwrap()["results"][0]["status"], "wrong");
    let costs = "make = 'knapsack 3 a:1:3:5 b:2:1:1'\ndo = 'best 2'\nexpect = [1, 5]";
    let list = LIST.replace("make = 'queens 6'\ndo = 'count'\nexpect = 4", costs);
    let (verdict, output) = run_list(&list, &[]);
    let Ok(Verdict::Wrong(messages)) = verdict else { panic!("{verdict:?}") };
    assert!(messages[0].contains("expected costs [1, 5]") && output.contains("WRONG: ["));
}

#[test]
fn an_engine_that_a_case_is_not_for_is_shown_as_such() {
    let list = LIST.replace("size", "engines = ['links']\nsize");
    let (verdict, output) = run_list(&list, &["--engines", "links,auto"]);
    assert_eq!(verdict, Ok(Verdict::Good));
    assert!(output.contains("auto") && output.contains("unsupported"));
    let (_, output) = run_list(&list, &["--engines", "links,auto", "--json"]);
    let report: Value = serde_json::from_str(&output).unwrap();
    assert_eq!(report["results"][1]["status"], "unsupported");
    assert_eq!(report["results"][1]["reason"], "the case is not for this engine");
    assert_eq!(report["results"][1].get("solutions"), None);
}

#[test]
fn a_run_that_takes_too_long_is_stopped() {
    let stopped = report(&["boards-6x6", "--patience", "0.05"]);
    assert_eq!(stopped["results"][0]["status"], "stopped");
    assert!(good(&["boards-6x6", "--patience", "0"]).contains("too long"));
}

/// Returns a saved run of one case, with one of its figures multiplied by a factor.
fn changed(saved: &Value, key: &str, factor: f64) -> Value {
    let mut changed = saved.clone();
    let row = &mut changed["results"][0];
    let by = |figure: &Value| json!((figure.as_f64().unwrap() * factor) as u64);
    if key.ends_with("_ns") {
        for lap in row["laps"].as_array_mut().unwrap() {
            lap[key] = by(&lap[key]);
        }
    } else {
        row[key] = by(&row[key]);
    }
    changed
}

#[test]
fn changes_beyond_the_noise_are_reported() {
    let folder = Folder::new();
    let file = folder.file("a.json");
    good(&["latin-4", "--save", &file]);
    let mut saved: Value = serde_json::from_str(&folder.read("a.json")).unwrap();
    // Equal laps have no noise, so the load of the machine cannot disturb this test.
    let laps = saved["results"][0]["laps"].as_array_mut().unwrap();
    let first = laps[0].clone();
    laps.fill(first);
    let read = |value: &Value| {
        Record::read(written(&folder, "b.json", &value.to_string()).as_ref()).unwrap()
    };
    let old = read(&saved);
    for (key, factor, is_worse, line) in [
        ("nodes", 1.0, false, "no change beyond the noise in 1 of 1"),
        ("processor_ns", 1.05, false, "no change beyond the noise in 1 of 1"),
        ("processor_ns", 10.0, true, "latin-4 with links: slower, "),
        ("processor_ns", 0.1, false, "latin-4 with links: faster, "),
        ("nodes", 1.001, true, "latin-4 with links: nodes, 4745 -> 4749 (+0.1%)"),
        ("updates", 0.5, false, "latin-4 with links: updates, "),
        ("memory_bytes", 1.005, false, "no change beyond the noise in 1 of 1"),
        ("memory_bytes", 2.0, true, "latin-4 with links: memory, "),
        ("solutions", 0.5, false, "latin-4 with links: solutions, 576 -> 288"),
    ] {
        let comparison = Comparison::new(&old, &read(&changed(&saved, key, factor)));
        assert_eq!(comparison.is_worse(), is_worse, "{key} {factor}");
        let text = table::of_changes(&comparison, "a.json", &old);
        assert!(text.contains(line), "{key} {factor}: {text}");
    }
    // A machine that is slower by the same factor explains the difference.
    let mut slower = changed(&saved, "processor_ns", 1.5);
    assert!(Comparison::new(&old, &read(&slower)).is_worse());
    slower = changed(&slower, "yardstick_ns", 1.5);
    assert!(!Comparison::new(&old, &read(&slower)).is_worse());
}

/// Times of another machine are not compared, so load cannot disturb this test.
#[test]
fn a_run_that_is_worse_than_a_saved_one_says_so() {
    let folder = Folder::new();
    let file = folder.file("a.json");
    good(&["latin-4", "--save", &file]);
    let mut saved: Value = serde_json::from_str(&folder.read("a.json")).unwrap();
    saved["machine"]["cpu"] = json!("Analytical Engine");
    folder.write("a.json", saved.to_string());
    let text = good(&["latin-4", "--compare", &file]);
    assert!(text.contains("times of another machine are not compared: Analytical Engine"));
    assert!(text.contains("no change beyond the noise in 1 of 1"));
    let text = good(&["queens-8", "--compare", &file]);
    assert!(
        text.contains("queens-8 with links: nothing to compare with") && text.contains("in 0 of 0")
    );

    folder.write("a.json", changed(&saved, "nodes", 0.5).to_string());
    let (verdict, text) = run(&["latin-4", "--compare", &file]);
    assert_eq!(verdict, Ok(Verdict::Worse));
    assert_eq!(verdict.unwrap().status(), 3);
    assert!(text.contains("latin-4 with links: nodes, 2372 -> 4745 (+100.0%)"));
    let (_, output) = run(&["latin-4", "--compare", &file, "--json"]);
    let report: Value = serde_json::from_str(&output).unwrap();
    let change = &report["comparison"]["changes"][0];
    let said = ["case", "engine", "what"].map(|key| change[key].as_str().unwrap());
    assert_eq!(said, ["latin-4", "links", "nodes"]);
    assert_eq!((&change["before"], &change["after"]), (&json!(2372), &json!(4745)));
}

#[test]
fn files_that_are_no_saved_runs_are_refused() {
    let folder = Folder::new();
    let file = folder.file("a.json");
    good(&["queens-8", "--save", &file]);
    let saved = folder.read("a.json");
    for (text, message) in [
        ("", "not a run that --save has saved"),
        ("hello", "not a run that --save has saved"),
        ("{\"format\": \"criterion\", \"format_version\": 1}", "not a run that --save has saved"),
        (&saved[..saved.len() / 2], "not a run that --save has saved"),
        (
            &saved.replace("\"format_version\": 1", "\"format_version\": 2"),
            "a run saved in format 2, ",
        ),
        (
            &saved.replace("\"nodes\": 868", "\"nodes\": -1"),
            "a saved run that is damaged: figures of `queens-8` with links",
        ),
        (
            &saved.replace("\"engine\"", "\"motor\""),
            "a saved run that is damaged: missing field `engine`",
        ),
    ] {
        let file = written(&folder, "b.json", text);
        let found = refused(&["queens-8", "--compare", &file]);
        assert!(found.starts_with(&format!("{file}: {message}")), "{found}");
    }
    let gone = folder.file("gone.json");
    assert!(refused(&["queens-8", "--compare", &gone]).contains("gone.json: cannot be read: "));
    // Nothing is measured if the results cannot be saved.
    let nowhere = folder.file("no/where.json");
    assert!(refused(&["boards-6x6", "--save", &nowhere]).contains("where.json: cannot be written"));
}
