//! Tests of `split`, `run` and `merge`: each cover is in exactly one unit, and errors in results
//! are reported.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use predicates::prelude::*;
use predicates::str::contains;

fn quadrille(folder: &Path, args: &[&str]) -> assert_cmd::assert::Assert {
    assert_cmd::Command::new(env!("CARGO_BIN_EXE_quadrille"))
        .current_dir(folder)
        .args(args)
        .assert()
}

fn stdout(folder: &Path, args: &[&str]) -> String {
    String::from_utf8(quadrille(folder, args).success().get_output().stdout.clone()).unwrap()
}

/// Returns a folder with the problem of ten queens, with 724 covers, in 20 units.
fn split() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    let problem = stdout(folder.path(), &["make", "queens", "10"]);
    fs::write(folder.path().join("q.dlx"), problem).unwrap();
    quadrille(folder.path(), &["split", "q.dlx", "--units", "20", "-o", "u"])
        .success()
        .stdout("")
        .stderr("");
    folder
}

#[test]
fn units_add_up() {
    let folder = split();
    let folder = folder.path();
    assert_eq!(fs::read_to_string(folder.join("u")).unwrap().lines().count(), 21);
    // Some units are done by one call and some by others, with more threads. One call writes to a
    // separate file.
    quadrille(folder, &["run", "u", "--units", "0..6", "--output", "r"])
        .success()
        .stdout("")
        .stderr("");
    quadrille(folder, &["run", "u", "--units", "7..18", "-j2", "--output", "r"]).success();
    fs::write(folder.join("last"), stdout(folder, &["run", "u", "--unit", "19"])).unwrap();
    let merged = stdout(folder, &["merge", "r", "last", "--table", "t"]);
    assert!(merged.starts_with("total 724\nunits 20\nnodes "), "{merged}");
    let table = fs::read_to_string(folder.join("t")).unwrap();
    let sum: u64 =
        table.lines().map(|line| line.split_once('\t').unwrap().1.parse::<u64>().unwrap()).sum();
    assert_eq!((table.lines().count(), sum), (20, 724));

    // All units in a single call give the same table.
    let all = stdout(folder, &["run", "u", "-j0"]);
    fs::write(folder.join("all"), &all).unwrap();
    let again = stdout(folder, &["merge", "all"]);
    assert_eq!(again.lines().last(), merged.lines().last());
    // Units can be run twice: complete units are skipped unless --again is given.
    let before = fs::read(folder.join("r")).unwrap();
    quadrille(folder, &["run", "u", "--units", "0..18", "--output", "r"]).success();
    assert_eq!(fs::read(folder.join("r")).unwrap(), before);
    quadrille(folder, &["run", "u", "--unit", "3", "--output", "r", "--again"]).success();
    let twice = contains("quadrille: unit 3: done several times, with the same count, ")
        .and(contains(": r:4, r:20\n"));
    quadrille(folder, &["merge", "r", "last"])
        .code(1)
        .stdout(contains("total 724\n"))
        .stderr(twice);
    quadrille(folder, &["merge", "r", "last", "--allow-duplicates"]).success().stderr("");
}

#[test]
fn solutions_go_to_a_file_for_each_unit() {
    let folder = split();
    let folder = folder.path();
    let covers = |text: &str| text.lines().map(str::to_owned).collect::<BTreeSet<_>>();
    stdout(folder, &["run", "u", "--solutions", "s", "-f", "indices", "-j2"]);
    let mut all = String::new();
    for unit in 0..20 {
        all += &fs::read_to_string(folder.join(format!("s/unit-{unit}"))).unwrap();
    }
    assert_eq!(fs::read_dir(folder.join("s")).unwrap().count(), 20);
    assert_eq!(all.lines().count(), 724);
    assert_eq!(covers(&all), covers(&stdout(folder, &["cover", "q.dlx", "-f", "indices"])));
}

#[test]
fn merge_reports_errors() {
    let folder = split();
    let folder = folder.path();
    let all = stdout(folder, &["run", "u"]);
    let lines: Vec<&str> = all.lines().collect();
    let merge = |lines: &[&str]| {
        fs::write(folder.join("r"), lines.join("\n")).unwrap();
        quadrille(folder, &["merge", "r"])
    };
    merge(&lines).success().stderr("");
    // One line removed, one repeated, one altered.
    let count = |line: &str| {
        serde_json::from_str::<serde_json::Value>(line).unwrap()["count"]
            .as_str()
            .unwrap()
            .to_owned()
    };
    let fifth = count(lines[5]);
    let altered = lines[5].replacen(&format!("\"count\":\"{fifth}\""), "\"count\":\"999999\"", 1);
    assert_ne!(altered, lines[5]);
    let mut wrong = lines.clone();
    wrong[5] = &altered;
    wrong.push(lines[7]);
    wrong.remove(2);
    let expected = format!(
        "quadrille: r:5: damaged: its hash does not match: delete the line, and `run` does its unit \
         again\nquadrille: unit 7: done several times, with the same count, {}: r:7, r:20\nquadrille: unit 2: missing\nquadrille: unit 5: missing\n",
        count(lines[7])
    );
    merge(&wrong).code(1).stdout("").stderr(expected);
    // A truncated line, three consecutive missing lines, and an empty file.
    let cut = &lines[4][..40];
    merge(&[&lines[..4], &[cut], &lines[5..]].concat()).code(1).stderr(contains("r:5: truncated"));
    merge(&[&lines[..4], &lines[7..]].concat())
        .code(1)
        .stdout("")
        .stderr("quadrille: units 4 to 6: missing\n");
    merge(&[]).code(1).stderr("quadrille: there are no results\n");
    // Results of another split of the same problem, and of another problem.
    stdout(folder, &["split", "q.dlx", "--units", "3", "-o", "v"]);
    let other = stdout(folder, &["run", "v", "--unit", "0"]);
    merge(&[&lines[..], &[other.trim()]].concat())
        .code(1)
        .stderr(contains("r:21: a result of another split"));
    quadrille(folder, &["merge", "absent"]).code(2).stderr(contains("absent: cannot be read"));
}

#[test]
fn results_that_disagree_are_not_added() {
    let folder = split();
    let folder = folder.path();
    let all = stdout(folder, &["run", "u"]);
    // A forged line with a matching hash.
    let line = all.lines().next().unwrap();
    let (rest, _) = line.rsplit_once(",\"check\"").unwrap();
    let count = serde_json::from_str::<serde_json::Value>(line).unwrap()["count"]
        .as_str()
        .unwrap()
        .to_owned();
    let forged = |from: &str, to: &str| {
        let rest = rest.replacen(from, to, 1) + "}";
        let check: String = <sha2::Sha256 as sha2::Digest>::digest(&rest)
            .iter()
            .take(16)
            .map(|b| format!("{b:02x}"))
            .collect();
        format!("{},\"check\":\"{check}\"}}\n", &rest[..rest.len() - 1])
    };
    let other = forged(&format!("\"count\":\"{count}\""), "\"count\":\"1\"");
    fs::write(folder.join("r"), format!("{all}{other}")).unwrap();
    quadrille(folder, &["merge", "r"])
        .code(1)
        .stdout("")
        .stderr(contains("unit 0: results disagree: 1 (r:21), "));
    // An incomplete line is not a result. If there is also a complete line, it is ignored.
    let partial = forged("\"complete\":true", "\"complete\":false");
    let rest: String = all.lines().skip(1).map(|line| format!("{line}\n")).collect();
    fs::write(folder.join("r"), format!("{partial}{rest}")).unwrap();
    quadrille(folder, &["merge", "r"])
        .code(1)
        .stdout("")
        .stderr(contains("unit 0: not complete: "));
    fs::write(folder.join("r"), format!("{partial}{all}")).unwrap();
    quadrille(folder, &["merge", "r"]).success().stdout(contains("total 724\n"));
}

#[test]
fn bad_files_of_units_are_refused() {
    let folder = split();
    let folder = folder.path();
    quadrille(folder, &["run", "u", "--unit", "20"])
        .code(2)
        .stderr(contains("there is no unit 20: the file has 20 units, counted from 0"));
    quadrille(folder, &["run", "u", "--units", "20..25"])
        .code(2)
        .stderr(contains("there is no unit 20: the file has 20 units, counted from 0"));
    quadrille(folder, &["run", "u", "--units", "5..4"])
        .code(2)
        .stderr(contains("did you mean 4..5?"));
    quadrille(folder, &["run", "u", "--units", "5.."]).code(2).stderr(contains("is not a number"));
    quadrille(folder, &["run", "absent"]).code(2).stderr(contains("absent: cannot be read"));
    let text = fs::read_to_string(folder.join("u")).unwrap();
    let write = |text: &str| fs::write(folder.join("w"), text).unwrap();
    write("");
    quadrille(folder, &["run", "w"]).code(2).stderr(contains("w: it is empty"));
    write(&text.replacen("queens 10", "queens 11", 1));
    quadrille(folder, &["run", "w"]).code(2).stderr(contains("w:1: no units: damaged"));
    write(&text.replacen("\"unit\":3,", "\"unit\":4,", 1));
    quadrille(folder, &["run", "w", "--unit", "3"]).code(2).stderr(contains("w:5: damaged"));
    quadrille(folder, &["run", "w", "--unit", "0"])
        .code(2)
        .stderr(contains("the units have been altered"));
    write(&text.lines().take(20).map(|line| format!("{line}\n")).collect::<String>());
    quadrille(folder, &["run", "w", "--unit", "0"])
        .code(2)
        .stderr(contains("the units have been altered"));
}

#[test]
fn a_range_of_units_has_both_ends() {
    let folder = split();
    let folder = folder.path();
    let units = |range: &str| -> Vec<u64> {
        let lines = stdout(folder, &["run", "u", "--units", range]);
        let unit = |line: &str| {
            serde_json::from_str::<serde_json::Value>(line).unwrap()["unit"].as_u64().unwrap()
        };
        lines.lines().map(unit).collect()
    };
    assert_eq!(units("3..5"), [3, 4, 5]);
    assert_eq!(units("3..=5"), [3, 4, 5]);
    assert_eq!(units("5..5"), [5]);
    assert_eq!(units("5"), [5]);
    assert_eq!(units("18..1000"), [18, 19]);
}

#[cfg(unix)]
#[test]
fn files_of_killed_runs_are_removed_and_those_of_running_ones_kept() {
    let folder = split();
    let folder = folder.path();
    fs::create_dir(folder.join("s")).unwrap();
    let file = |name: &str| fs::File::create(folder.join("s").join(name)).unwrap();
    file(".unit-3.1234");
    file(".unit-18.host-77");
    file(".unit-of-mine");
    let locked = file(".unit-4.other-5");
    locked.try_lock().unwrap();
    stdout(folder, &["run", "u", "--unit", "3", "--solutions", "s"]);
    let mut names: Vec<_> = fs::read_dir(folder.join("s"))
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    names.sort();
    assert_eq!(names, [".unit-4.other-5", ".unit-of-mine", "unit-3"]);
}

/// An option without items cannot be written as text, and the hash of a problem is the hash of its
/// text.
#[test]
fn an_option_without_items_causes_no_panic() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    fs::write(folder.join("p"), "p ec 2\ns 1\ns\ns 2\n").unwrap();
    for args in [&["split", "p", "--units", "2"][..], &["cover", "p", "-c", "--checkpoint", "save"]]
    {
        let output = quadrille(folder, args).get_output().clone();
        let stderr = String::from_utf8(output.stderr).unwrap();
        assert!(
            matches!(output.status.code(), Some(0..=2)) && !stderr.contains("panicked"),
            "{args:?}: {stderr}"
        );
    }
}

/// A search too small for the number of units, a search without covers, and a search with an empty
/// cover.
#[test]
fn small_problems_have_fewer_units() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    for (problem, covers) in
        [("a b\na\nb\nb\n", 2), ("a b\na\n", 0), ("0:1|a\n", 1), ("0:3|a\na\na\na\na\n", 15)]
    {
        fs::write(folder.join("p"), problem).unwrap();
        quadrille(folder, &["split", "p", "--units", "50", "-o", "u"])
            .success()
            .stderr(contains("too small for more"));
        fs::write(folder.join("r"), stdout(folder, &["run", "u"])).unwrap();
        quadrille(folder, &["merge", "r"]).success().stdout(contains(format!("total {covers}\n")));
        fs::remove_file(folder.join("u")).unwrap();
    }
    fs::write(folder.join("p"), "a\na\n").unwrap();
    quadrille(folder, &["split", "p", "--units", "50", "-o", "u"])
        .stderr(contains("p: only 1 unit: the search is too small for more"));
    quadrille(folder, &["split", "p", "--units", "50", "--nodes", "1", "-o", "v"])
        .stderr(contains("by --nodes: 1 unit, which is larger than it would have been"));
    quadrille(folder, &["run", "u", "--unit", "1"])
        .code(2)
        .stderr(contains("there is no unit 1: the file has 1 unit, counted from 0"));
}

/// These commands write the problem that they have read.
#[test]
fn problems_in_the_other_format_are_split_and_saved_or_refused() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    fs::write(folder.join("p"), "c\np ec 3 3\ns 1 2\ns 3\ns 1\n").unwrap();
    quadrille(folder, &["split", "p", "--units", "2", "-o", "u"]).success();
    fs::write(folder.join("r"), stdout(folder, &["run", "u"])).unwrap();
    quadrille(folder, &["merge", "r"]).success().stdout(contains("total 1\n"));
    assert_eq!(stdout(folder, &["cover", "-c", "--checkpoint", "save", "p"]), "1\n");
    assert_eq!(stdout(folder, &["resume", "save"]), "1\n");
    for (text, place) in [
        ("p ec 3\ns 1 2\ns 3\ns\n", "p:4:1: "),
        ("p ec 0\n", "p:1:6: "),
        ("p ec 0\ns\n", "p:1:6: "),
    ] {
        fs::write(folder.join("p"), text).unwrap();
        for args in [
            &["split", "p", "--units", "2", "-o", "v"][..],
            &["cover", "-c", "--checkpoint", "other", "p"],
        ] {
            let said = contains(place).and(contains("panicked").not());
            quadrille(folder, args).code(2).stdout("").stderr(said);
        }
    }
    assert!(!folder.join("v").exists() && !folder.join("other").exists());
}

#[cfg(unix)]
#[test]
fn an_interrupt_leaves_a_line_marked_incomplete() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    fs::write(folder.join("p"), stdout(folder, &["make", "queens", "20"])).unwrap();
    quadrille(folder, &["split", "p", "--units", "4", "-o", "u", "--engine", "links"]).success();
    let mut child = std::process::Command::new(env!("CARGO_BIN_EXE_quadrille"))
        .current_dir(folder)
        .args(["run", "u", "--output", "r"])
        .stderr(std::process::Stdio::null())
        .spawn()
        .unwrap();
    std::thread::sleep(std::time::Duration::from_millis(500));
    let kill = std::process::Command::new("kill").arg(child.id().to_string()).status().unwrap();
    assert!(kill.success());
    assert_eq!(child.wait().unwrap().code(), Some(143));
    let line = fs::read_to_string(folder.join("r")).unwrap();
    assert!(line.contains("\"unit\":0,") && line.contains("\"complete\":false"), "{line}");
    quadrille(folder, &["merge", "r"])
        .code(1)
        .stderr(contains("unit 0: not complete").and(contains("units 1 to 3: missing")));
}

#[test]
fn a_file_of_units_is_kept_and_is_no_result() {
    let folder = split();
    let folder = folder.path();
    let before = fs::read(folder.join("u")).unwrap();
    quadrille(folder, &["split", "q.dlx", "--units", "3", "-o", "u"])
        .code(2)
        .stderr(contains("--output u: the file exists and is not empty: delete it"));
    assert_eq!(fs::read(folder.join("u")).unwrap(), before);
    // A path that is not a file stores nothing.
    #[cfg(unix)]
    quadrille(folder, &["split", "q.dlx", "--units", "3", "-o", "/dev/null"]).success();
    quadrille(folder, &["merge", "u"])
        .code(1)
        .stdout("")
        .stderr("quadrille: u: this is a file of units; `run` makes results of it\n");
    // Of many errors the first ten are printed.
    fs::write(folder.join("r"), "x\n".repeat(30)).unwrap();
    let ended = quadrille(folder, &["merge", "r"]).code(1);
    let said = String::from_utf8(ended.get_output().stderr.clone()).unwrap();
    assert_eq!(said.lines().count(), 11, "{said}");
    assert!(said.ends_with("quadrille: and 21 more errors\n"), "{said}");
}

#[test]
fn a_comment_in_another_encoding_causes_no_panic() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    fs::write(folder.join("p"), b"| caf\xE9\na b\na\nb\n").unwrap();
    quadrille(folder, &["split", "p", "--units", "1", "-o", "u"]).success().stderr("");
    quadrille(folder, &["run", "u", "-o", "r"]).success();
    assert!(stdout(folder, &["merge", "r"]).starts_with("total 1\n"));
}
