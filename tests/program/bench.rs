//! `quadrille bench`: what it measures and prints, what it saves and compares, and what it refuses.

use std::fs;
use std::path::{Path, PathBuf};

use assert_cmd::assert::Assert;
use predicates::prelude::*;
use predicates::str::{contains, is_empty};
use serde_json::{Value, json};
use tempfile::TempDir;

/// Runs it for as short a time as it can be, in a folder where there is nothing that it could need; with the reference engine
/// unless others are named.
fn bench(folder: &TempDir, args: &[&str]) -> Assert {
    let mut command = assert_cmd::Command::new(env!("CARGO_BIN_EXE_quadrille"));
    command.current_dir(folder).arg("bench").args(args).args(["--time", "0", "--laps", "2"]);
    if !args.contains(&"--engines") {
        command.args(["--engines", "links"]);
    }
    command.assert()
}

fn folder() -> TempDir {
    tempfile::tempdir().unwrap()
}

fn json_of(assert: Assert) -> Value {
    serde_json::from_slice(&assert.get_output().stdout).unwrap()
}

/// Writes a file into a folder; its path.
fn written(folder: &TempDir, name: &str, text: &str) -> PathBuf {
    let path = folder.path().join(name);
    fs::write(&path, text).unwrap();
    path
}

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

#[test]
fn a_table_has_a_line_for_each_case_and_engine() {
    let lines = "| case | engine | solutions | minimum | median | a second | nodes | updates | memory | compiling |";
    bench(&folder(), &["queens-8", "assignment-12", "--engines", "links,auto"])
        .success()
        .stdout(predicate::function(|table: &str| {
            let squeezed: Vec<String> =
                table.lines().map(|line| line.split_whitespace().collect::<Vec<_>>().join(" ")).collect();
            squeezed.len() == 6
                && squeezed[0] == lines
                && squeezed[2].starts_with("| queens-8 | links | 92 | ")
                && squeezed[2].contains("s | 868 | 16.9k | ")
                && squeezed[3].starts_with("| | auto | 92 | ")
                && squeezed[4].starts_with("| assignment-12 | links | 5 | ")
        }))
        .stderr(is_empty());
}

/// Without a name it is the small cases, whatever the folder: their files are a part of the program.
#[test]
fn the_small_cases_are_measured_anywhere() {
    let folder = folder();
    let mut command = assert_cmd::Command::new(env!("CARGO_BIN_EXE_quadrille"));
    let args = ["bench", "--json", "--time", "0", "--laps", "1"];
    let report = json_of(command.current_dir(&folder).args(args).assert().success());
    let results = report["results"].as_array().unwrap();
    assert!(results.len() >= 20, "{}", results.len());
    // Every engine, of which `links` can do them all.
    assert!(
        results.iter().all(|row| row["status"] == "ok" || (row["engine"] == "bits" && row["status"] == "unsupported"))
    );
    assert!(results.iter().filter(|row| row["engine"] == "bits" && row["status"] == "ok").count() >= 15);
    let families = ["sudoku-hard", "queens-10", "dominoes-6x6", "macmahon-2x3", "change-of-a-quarter", "schedule"];
    for case in families {
        assert!(results.iter().any(|row| row["case"] == case), "{case}");
    }
    assert!(!results.iter().any(|row| row["case"] == "boards-6x6"));
}

#[test]
fn the_list_needs_no_measuring() {
    let list = bench(&folder(), &["--list"]).success();
    let list = String::from_utf8(list.get_output().stdout.clone()).unwrap();
    assert!(list.lines().count() > 30);
    assert!(list.contains("| macmahon-4x6 ") && list.contains("make macmahon 4x6 --border 1"));
    bench(&folder(), &["--list", "soma"]).success().stdout(contains("11520")).stdout(contains("queens").not());
}

#[test]
fn names_are_those_of_cases_or_their_beginnings() {
    let cases = |args: &[&str]| -> Vec<String> {
        let report = json_of(bench(&folder(), &[&["--json"], args].concat()).success());
        let rows = report["results"].as_array().unwrap().iter();
        rows.map(|row| row["case"].as_str().unwrap().to_owned()).collect()
    };
    assert_eq!(cases(&["queens"]), ["queens-8", "queens-10", "queens-30-first"]);
    // A case that is named is measured whatever its size.
    assert_eq!(cases(&["dominoes-6x8", "langford-8"]), ["langford-8", "dominoes-6x8"]);
    let unknown = "there is no case `quens-10`: did you mean `queens-10`";
    bench(&folder(), &["quens-10"]).code(2).stdout(is_empty()).stderr(contains(unknown));
    bench(&folder(), &["xyz"]).code(2).stderr(contains("there is no case `xyz`: --list shows them"));
    bench(&folder(), &["soma", "--engines", "steam"]).code(2).stderr(contains("invalid value 'steam'"));
    bench(&folder(), &["--size", "tiny"]).code(2).stderr(contains("invalid value 'tiny'"));
    bench(&folder(), &["--patience", "soon"]).code(2).stderr(contains("write a number of seconds"));
}

#[test]
fn json_has_everything() {
    let report = json_of(bench(&folder(), &["--json", "sudoku-well-known", "schedule"]).success());
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
    let figures = ["minimum_ns", "median_ns", "nodes", "updates", "memory_bytes", "compile_minimum_ns", "rounds"];
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

/// The same text is measured by the program, which makes problems in its own memory, and by whoever reads what it writes.
#[test]
fn a_case_and_the_problem_that_is_written_for_it_are_the_same() {
    let folder = folder();
    let made =
        assert_cmd::Command::new(env!("CARGO_BIN_EXE_quadrille")).args(["make", "queens", "8"]).assert().success();
    fs::write(folder.path().join("queens.dlx"), &made.get_output().stdout).unwrap();
    let report = json_of(bench(&folder, &["--json", "queens-8", "--file", "queens.dlx"]).success());
    let [case, file] = [0, 1].map(|at| &report["results"][at]);
    assert_eq!(file["case"], "queens.dlx");
    for key in ["solutions", "nodes", "updates", "memory_bytes"] {
        assert_eq!(case[key], file[key], "{key}");
    }
}

#[test]
fn files_of_ones_own() {
    let folder = folder();
    let seeds = fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("puzzles/seeds.txt")).unwrap();
    written(&folder, "mine.txt", &seeds);
    let report = json_of(bench(&folder, &["--json", "--file", "mine.txt"]).success());
    let row = &report["results"][0];
    // One has four solutions, and the search stops at the second.
    assert_eq!((&row["problems"], &row["solutions"], &row["do"]), (&json!(6), &json!(7), &json!("two")));
    assert_eq!(report["results"].as_array().unwrap().len(), 1);
    let mut piped = assert_cmd::Command::new(env!("CARGO_BIN_EXE_quadrille"));
    let args = ["bench", "--time", "0", "--json", "--engines", "links", "--file", "-"];
    let piped = piped.args(args).write_stdin(seeds).assert().success();
    assert_eq!(json_of(piped)["results"][0]["solutions"], 7);

    written(&folder, "bad.txt", "this is no puzzle\n");
    let wrong = "bad.txt:1: 't' is not a cell";
    bench(&folder, &["--file", "bad.txt"]).code(2).stdout(is_empty()).stderr(contains(wrong));
    written(&folder, "bad.dlx", "a b\na c\n");
    bench(&folder, &["--file", "bad.dlx"]).code(2).stderr(contains("bad.dlx:2:3: "));
    written(&folder, "empty.txt", "");
    bench(&folder, &["--file", "empty.txt"]).code(2).stderr(contains("empty.txt: there is no puzzle in it"));
    bench(&folder, &["--file", "gone.txt"]).code(2).stderr(contains("gone.txt: cannot be read: "));
    bench(&folder, &["--file", "."]).code(2).stderr(contains(".: cannot be read: it is a directory"));
}

#[test]
fn a_wrong_count_is_an_error() {
    let folder = folder();
    written(&folder, "right.toml", LIST);
    bench(&folder, &["--cases", "right.toml"]).success().stderr(is_empty());
    written(&folder, "wrong.toml", &LIST.replace("expect = 4", "expect = 5"));
    bench(&folder, &["--cases", "wrong.toml"])
        .code(1)
        .stdout(contains("WRONG: 4"))
        .stderr("quadrille: queens-6 with links: found 4, expected 5\n");
    let report = json_of(bench(&folder, &["--cases", "wrong.toml", "--json"]).code(1));
    assert_eq!(report["results"][0]["status"], "wrong");
    let costs = "make = 'knapsack 3 a:1:3:5 b:2:1:1'\ndo = 'best 2'\nexpect = [1, 5]";
    written(&folder, "costs.toml", &LIST.replace("make = 'queens 6'\ndo = 'count'\nexpect = 4", costs));
    bench(&folder, &["--cases", "costs.toml"])
        .code(1)
        .stdout(contains("WRONG: ["))
        .stderr(contains("expected costs [1, 5]"));
}

#[test]
fn an_engine_that_a_case_is_not_for_is_shown_as_such() {
    let folder = folder();
    written(&folder, "cases.toml", &LIST.replace("size", "engines = ['links']\nsize"));
    let args = ["--cases", "cases.toml", "--engines", "links,auto"];
    bench(&folder, &args).success().stdout(contains("auto").and(contains("not for it"))).stderr(is_empty());
    let report = json_of(bench(&folder, &[&args[..], &["--json"]].concat()).success());
    assert_eq!(report["results"][1]["status"], "unsupported");
    assert_eq!(report["results"][1]["reason"], "the case is not for it");
    assert_eq!(report["results"][1].get("solutions"), None);
}

#[test]
fn patience_ends() {
    let report = json_of(bench(&folder(), &["boards-6x6", "--patience", "0.05", "--json"]).success());
    assert_eq!(report["results"][0]["status"], "stopped");
    bench(&folder(), &["boards-6x6", "--patience", "0.05"]).success().stdout(contains("too long"));
}

#[test]
fn lists_that_are_wrong_are_refused() {
    let folder = folder();
    bench(&folder, &["--cases", "gone.toml"]).code(2).stderr(contains("gone.toml: cannot be read: "));
    written(&folder, "cases.toml", "[[case]]\nname = 1\n");
    bench(&folder, &["--cases", "cases.toml"])
        .code(2)
        .stderr(contains("cases.toml: ").and(contains("line 2, column 8")));
    written(&folder, "cases.toml", &LIST.replace("queens 6", "quens 6"));
    let unknown = "case `queens-6`: `make quens 6`: ";
    bench(&folder, &["--cases", "cases.toml"]).code(2).stderr(contains(unknown).and(contains("queens")));
    written(&folder, "cases.toml", &LIST.replace("make = 'queens 6'", "file = 'gone.dlx'"));
    bench(&folder, &["--cases", "cases.toml"]).code(2).stderr(contains("case `queens-6`: gone.dlx: cannot be read"));
    written(&folder, "cases.toml", LIST);
    let size = "there is no case of this size: --list shows all";
    bench(&folder, &["--cases", "cases.toml", "--size", "large"]).code(2).stderr(contains(size));
}

/// Changes a number of a saved run, for a run that does not seem to be what it was.
fn changed(folder: &TempDir, key: &str, by: impl Fn(f64) -> f64) {
    let path = folder.path().join("a.json");
    let mut saved: Value = serde_json::from_slice(&fs::read(&path).unwrap()).unwrap();
    let row = &mut saved["results"][0];
    if key.ends_with("_ns") {
        for lap in row["laps"].as_array_mut().unwrap() {
            lap[key] = json!(by(lap[key].as_f64().unwrap()) as u64);
        }
    } else {
        row[key] = json!(by(row[key].as_f64().unwrap()) as u64);
    }
    fs::write(path, saved.to_string()).unwrap();
}

#[test]
fn what_changed_is_said() {
    let folder = folder();
    let save = || bench(&folder, &["latin-4", "--save", "a.json"]).success();
    let compare = |args: &[&str]| bench(&folder, &[&["latin-4", "--compare", "a.json"], args].concat());
    save().stdout(contains("latin-4"));
    changed(&folder, "processor_ns", |time| time / 10.0);
    compare(&[]).code(3).stdout(contains("latin-4 with links: slower, "));
    save();
    changed(&folder, "processor_ns", |time| time * 10.0);
    compare(&[]).success().stdout(contains("latin-4 with links: faster, "));
    save();
    changed(&folder, "nodes", |nodes| nodes - 1.0);
    compare(&[]).code(3).stdout(contains("latin-4 with links: nodes, 4744 -> 4745 (+0.0%)"));
    let report = json_of(compare(&["--json"]).code(3));
    let change = &report["comparison"]["changes"][0];
    let said = ["case", "engine", "what"].map(|key| change[key].as_str().unwrap());
    assert_eq!(said, ["latin-4", "links", "nodes"]);
    assert_eq!((&change["before"], &change["after"]), (&json!(4744), &json!(4745)));
    save();
    changed(&folder, "memory_bytes", |bytes| bytes * 2.0);
    compare(&[]).success().stdout(contains("latin-4 with links: memory, "));
}

/// A run that can be compared with and one that cannot, in both directions.
#[test]
fn what_cannot_be_compared_is_said() {
    let folder = folder();
    bench(&folder, &["queens-8", "--save", "a.json"]).success();
    bench(&folder, &["latin-4", "--compare", "a.json"])
        .success()
        .stdout(contains("latin-4 with links: nothing to compare with").and(contains("in 0 of 0")));
    let path = folder.path().join("a.json");
    let saved = fs::read_to_string(&path).unwrap();
    let mut other: Value = serde_json::from_str(&saved).unwrap();
    other["machine"]["cpu"] = json!("Analytical Engine");
    fs::write(&path, other.to_string()).unwrap();
    let machine = "times are not compared, because that was another machine: Analytical Engine";
    bench(&folder, &["queens-8", "--compare", "a.json"])
        .success()
        .stdout(contains(machine).and(contains("no change beyond the noise in 1 of 1")));
}

#[test]
fn files_that_are_no_saved_runs_are_refused() {
    let folder = folder();
    bench(&folder, &["queens-8", "--save", "a.json"]).success();
    let saved = fs::read_to_string(folder.path().join("a.json")).unwrap();
    let refused = |text: &str, message: &str| {
        written(&folder, "b.json", text);
        let message = format!("quadrille: b.json: {message}");
        bench(&folder, &["queens-8", "--compare", "b.json"]).code(2).stdout(is_empty()).stderr(contains(message));
    };
    let foreign = "not a run that `quadrille bench --save` has saved";
    refused("", foreign);
    refused("hello", foreign);
    refused("{\"format\": \"criterion\", \"format_version\": 1}", foreign);
    refused(&saved[..saved.len() / 2], foreign);
    refused(&saved.replace("\"format_version\": 1", "\"format_version\": 2"), "a run saved in format 2, ");
    refused(
        &saved.replace("\"nodes\": 868", "\"nodes\": -1"),
        "a saved run that is damaged: figures of `queens-8` with links",
    );
    refused(&saved.replace("\"engine\"", "\"motor\""), "a saved run that is damaged: missing field `engine`");
    bench(&folder, &["queens-8", "--compare", "gone.json"]).code(2).stderr(contains("gone.json: cannot be read: "));
    // It is known before anything is measured that what comes of it cannot be saved.
    bench(&folder, &["boards-6x6", "--save", "no/where.json"])
        .code(2)
        .stderr(contains("no/where.json: cannot be written"));
}
