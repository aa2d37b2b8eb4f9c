//! Tests of `trace` and of `--stats`.

use std::fs;
use std::path::Path;

use assert_cmd::assert::Assert;
use predicates::str::contains;
use serde_json::Value;

fn quadrille(folder: &Path, args: &[&str]) -> Assert {
    assert_cmd::Command::new(env!("CARGO_BIN_EXE_quadrille"))
        .current_dir(folder)
        .args(args)
        .assert()
}

fn texts(assert: &Assert) -> [String; 2] {
    let output = assert.get_output();
    [&output.stdout, &output.stderr].map(|text| String::from_utf8(text.clone()).unwrap())
}

/// Knuth's first example, TAOCP 7.2.2.1 (6), which has one cover.
const EXAMPLE: &str = "a b c d e f g\nc e\na d g\nb c f\na d f\nb g\nd e g\n";

fn folder() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("p"), EXAMPLE).unwrap();
    let [queens, _] = texts(&quadrille(folder.path(), &["make", "queens", "8"]).success());
    fs::write(folder.path().join("q"), queens).unwrap();
    folder
}

#[test]
fn a_trace_names_the_item_and_which_option_is_tried() {
    let folder = folder();
    quadrille(folder.path(), &["trace", "p"])
        .success()
        .stdout("c e\na d f\nb g\n\n")
        .stderr(
            "0 item a, 1 of 2: a d g\n 1 item f, 1 of 1: b c f\n  2 item e: no option is left\n\
             0 item a, 2 of 2: a d f\n 1 item e, 1 of 1: c e\n  2 item g, 1 of 1: b g\n   3 a cover\n",
        );
    quadrille(folder.path(), &["trace", "--engine", "bits", "p"]).code(2);
}

/// The sums over the levels are the counters of the engine without a record.
#[test]
fn a_profile_adds_up_to_the_search() {
    let folder = folder();
    for extra in [&[][..], &["--choose", "3"]] {
        let of_engine = ["cover", "-c", "-f", "json", "--stats", "--engine", "links", "q"];
        let of_profile = ["trace", "-c", "-f", "json", "--stats", "--profile", "q"];
        let [engine, profile] = [of_engine.as_slice(), &of_profile].map(|args| {
            let [_, stats] = texts(&quadrille(folder.path(), &[args, extra].concat()).success());
            serde_json::from_str::<Value>(&stats).unwrap()
        });
        assert_eq!(engine["engine"], "links");
        assert_eq!(engine["solutions"], profile["solutions"]);
        let levels = profile["levels"].as_array().unwrap();
        let sum =
            |name: &str| levels.iter().map(|level| level[name].as_u64().unwrap()).sum::<u64>();
        assert_eq!(sum("nodes"), engine["nodes"].as_u64().unwrap());
        assert_eq!(sum("updates"), engine["updates"].as_u64().unwrap());
        assert_eq!(sum("covers"), engine["solutions"].as_u64().unwrap());
        // Each leaf is a cover or a dead end. Some dead ends are not nodes.
        assert!(sum("nodes") <= sum("covers") + sum("dead_ends") + sum("inner"));
        assert!(sum("nodes") >= sum("covers") + sum("inner") && sum("dead_ends") > 0);
        assert!(levels.iter().all(|level| level["max_degree"].as_u64().unwrap() <= 8));
    }
    let [printed, table] =
        texts(&quadrille(folder.path(), &["trace", "-c", "--profile", "q"]).success());
    assert_eq!(printed, "92\n");
    assert!(table.starts_with("level      nodes     covers"), "{table}");
    assert_eq!(table.lines().count(), 1 + 9, "{table}");
}

#[test]
fn statistics_name_the_engine_and_are_an_object_with_json() {
    let folder = folder();
    let ways: [&[&str]; 6] = [
        &["cover", "q", "-f", "json"],
        &["cover", "-c", "q", "-f", "json"],
        &["cover", "-1", "q", "-f", "json"],
        &["best", "q", "-f", "json"],
        &["nth", "1", "q", "-f", "json"],
        &[
            "solve",
            "-1",
            "-f",
            "json",
            ".................................................................................",
        ],
    ];
    for (way, engine) in ways.into_iter().zip(["", "", "", "cheapest", "memo", "bands"]) {
        let args = [way, &["--stats"]].concat();
        let [_, stats] = texts(&quadrille(folder.path(), &args).success());
        let stats: Value = serde_json::from_str(&stats).unwrap_or_else(|_| panic!("{stats}"));
        assert!(stats["engine"].is_string() && stats["seconds"].is_number(), "{stats}");
        assert!(engine.is_empty() || stats["engine"] == engine, "{stats}");
    }
    quadrille(folder.path(), &["best", "--stats", "q"])
        .success()
        .stderr(contains("engine `cheapest`"));
}
