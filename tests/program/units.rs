//! Tests of `split`, `run` and `merge`: each cover is in exactly one unit, and errors in results
//! are reported.

use std::collections::BTreeSet;

use predicates::prelude::*;
use predicates::str::{contains, starts_with};
use serde_json::Value;

use crate::support::{Folder, forged, objects, refuses, says, stderr, stdout};

/// Returns a folder with the problem of ten queens, which has 724 covers, divided into 20 units.
fn split() -> Folder {
    let folder = Folder::queens(10);
    folder.run("split q --units 20 -o u").success().stdout("").stderr("");
    folder
}

fn count(line: &str) -> String {
    let result: Value = serde_json::from_str(line).unwrap();
    result["count"].as_str().unwrap().to_owned()
}

#[test]
fn units_add_up() {
    let folder = split();
    assert_eq!(folder.read("u").lines().count(), 21);
    // Three calls search different units. The second uses two threads, and the third writes to a
    // separate file.
    folder.run("run u --units 0..6 --output r").success().stdout("").stderr("");
    folder.run("run u --units 7..18 -j2 --output r").success();
    folder.write("last", folder.printed("run u --unit 19"));
    let merged = folder.printed("merge r last --table t");
    assert!(merged.starts_with("total 724\nunits 20\nnodes "), "{merged}");
    let table = folder.read("t");
    let count = |line: &str| line.split_once('\t').unwrap().1.parse::<u64>().unwrap();
    assert_eq!((table.lines().count(), table.lines().map(count).sum::<u64>()), (20, 724));

    // All units in a single call give the same table.
    folder.write("all", folder.printed("run u -j0"));
    assert_eq!(folder.printed("merge all").lines().last(), merged.lines().last());
    // Units can be run twice: complete units are skipped unless --again is given.
    let before = folder.read("r");
    folder.run("run u --units 0..18 --output r").success();
    assert_eq!(folder.read("r"), before);
    folder.run("run u --unit 3 --output r --again").success();
    let twice = contains("quadrille: unit 3: done several times, with the same count, ")
        .and(contains(": r:4, r:20\n"));
    folder.run("merge r last").code(1).stdout(contains("total 724\n")).stderr(twice);
    folder.run("merge r last --allow-duplicates").success().stderr("");
}

/// On NFS, hosts that append without a lock could overwrite each other's lines.
#[test]
#[cfg(unix)]
fn a_result_is_appended_when_no_other_process_appends() {
    let folder = split();
    let file = std::fs::File::create(folder.path("r")).unwrap();
    file.lock().unwrap();
    let mut child = folder.command("run u --unit 3 --output r").spawn().unwrap();
    std::thread::sleep(std::time::Duration::from_millis(500));
    assert_eq!((folder.read("r"), child.try_wait().unwrap()), (String::new(), None));
    file.unlock().unwrap();
    assert!(child.wait().unwrap().success());
    assert_eq!(folder.read("r").lines().count(), 1);
}

#[test]
fn solutions_go_to_a_file_for_each_unit() {
    let folder = split();
    folder.run("run u --solutions s -f indices -j2").success();
    assert_eq!(folder.names("s").len(), 20);
    let all: String = (0..20).map(|unit| folder.read(&format!("s/unit-{unit}"))).collect();
    assert_eq!(all.lines().count(), 724);
    let covers = folder.printed("cover q -f indices");
    assert_eq!(all.lines().collect::<BTreeSet<_>>(), covers.lines().collect::<BTreeSet<_>>());
    // Units with a result but without a file are not searched, and not passed over in silence.
    folder.run("run u --units 0..2 --output r").success();
    let run = "run u --units 0..2 --output r --solutions s -f indices";
    folder.run(run).success().stderr("");
    std::fs::remove_file(folder.path("s/unit-1")).unwrap();
    let said = "quadrille: 1 complete unit without a file of covers: --again searches them\n";
    folder.run(run).success().stderr(said);
    assert!(!folder.has("s/unit-1"));
}

#[test]
fn merge_reports_errors() {
    let folder = split();
    let all = folder.printed("run u");
    let lines: Vec<&str> = all.lines().collect();
    let merge = |lines: &[&str]| {
        folder.write("r", lines.join("\n"));
        folder.run("merge r")
    };
    merge(&lines).success().stderr("");
    // One line removed, one repeated, one altered.
    let fifth = format!("\"count\":\"{}\"", count(lines[5]));
    let altered = lines[5].replacen(&fifth, "\"count\":\"999999\"", 1);
    assert_ne!(altered, lines[5]);
    let mut wrong = lines.clone();
    wrong[5] = &altered;
    wrong.push(lines[7]);
    wrong.remove(2);
    let expected = format!(
        "quadrille: r:5: damaged: its hash does not match: delete the line, and `run` repeats its \
         unit\nquadrille: unit 7: done several times, with the same count, {}: r:7, r:20\n\
         quadrille: unit 2: missing: search it with `quadrille run --unit 2`\n\
         quadrille: unit 5: missing: search it with `quadrille run --unit 5`\n",
        count(lines[7])
    );
    merge(&wrong).code(1).stdout("").stderr(expected);
    // A truncated line, three consecutive missing lines, and an empty file.
    let cut = [&lines[..4], &[&lines[4][..40]], &lines[5..]].concat();
    let torn = contains("r:5: the line was not written completely and is ignored");
    merge(&cut).code(1).stderr(torn.and(contains("unit 4: missing")));
    // A line with more text than it should have was altered.
    let longer = format!("{} x", lines[4]);
    merge(&[&cut[..], &[&*longer, lines[4]]].concat()).code(1).stderr(contains("r:21: damaged"));
    // The unit was searched again after a crash.
    merge(&[&cut[..], &[lines[4]]].concat()).success().stdout(starts_with("total 724\n"));
    let missing = "quadrille: units 4 to 6: missing: \
                   search them with `quadrille run --units 4..6`\n";
    merge(&[&lines[..4], &lines[7..]].concat()).code(1).stdout("").stderr(missing);
    merge(&[]).code(1).stderr("quadrille: there are no results\n");
    // Results of another split of the same problem.
    folder.run("split q --units 3 -o v").success();
    let other = folder.printed("run v --unit 0");
    let mixed = [&lines[..], &[other.trim()]].concat();
    merge(&mixed).code(1).stderr(contains("r:21: a result of a different split"));
    says(|line| folder.run(line), &[("merge absent", 2, "absent: cannot be read")]);
}

#[test]
fn results_that_disagree_are_not_added() {
    let folder = split();
    let all = folder.printed("run u");
    let (line, rest) = all.split_once('\n').unwrap();
    // A forged line with a matching hash. A line with `complete` false is not a result, and is
    // ignored if the unit also has one with `complete` true.
    let other = forged(line, &format!("\"count\":\"{}\"", count(line)), "\"count\":\"1\"");
    let partial = forged(line, "\"complete\":true", "\"complete\":false");
    for (results, status, printed, said) in [
        (format!("{all}{other}"), 1, "", "unit 0: results disagree: 1 (r:21), "),
        (format!("{partial}{rest}"), 1, "", "unit 0: not complete: "),
        (format!("{partial}{all}"), 0, "total 724", ""),
    ] {
        folder.write("r", results);
        let merged = folder.run("merge r").code(status).stderr(contains(said));
        assert_eq!(stdout(&merged).lines().next().unwrap_or(""), printed);
    }
}

#[test]
fn bad_files_of_units_are_refused() {
    let folder = split();
    let text = folder.read("u");
    folder.write("empty", "");
    folder.write("queens", text.replacen("queens 10", "queens 11", 1));
    folder.write("unit", text.replacen("\"unit\":3,", "\"unit\":4,", 1));
    folder.write("cut", text.lines().take(20).map(|line| format!("{line}\n")).collect::<String>());
    let no_unit = "there is no unit 20: the file has 20 units, counted from 0";
    refuses(
        |line| folder.run(&format!("run {line}")),
        &[
            ("u --unit 20", no_unit),
            ("u --units 20..25", no_unit),
            ("u --units 5..4", "did you mean 4..5?"),
            ("u --units 5..", "is not a number"),
            ("absent", "absent: cannot be read"),
            ("empty", "empty: it is empty"),
            ("queens", "queens:1: not a file of units: damaged"),
            ("unit --unit 3", "unit:5: damaged"),
            ("unit --unit 0", "the units have been altered"),
            ("cut --unit 0", "the units have been altered"),
        ],
    );
}

#[test]
fn a_range_of_units_has_both_ends() {
    let folder = split();
    for (range, units) in [
        ("3..5", &[3, 4, 5][..]),
        ("3..=5", &[3, 4, 5]),
        ("5..5", &[5]),
        ("5", &[5]),
        ("18..1000", &[18, 19]),
    ] {
        let results = objects(&folder.printed(&format!("run u --units {range}")));
        assert!(results.iter().map(|result| &result["unit"]).eq(units), "{range}");
    }
}

#[cfg(unix)]
#[test]
fn files_of_killed_runs_are_removed_and_those_of_running_ones_kept() {
    let folder = split();
    std::fs::create_dir(folder.path("s")).unwrap();
    for name in ["s/.unit-3.1234", "s/.unit-18.host-77", "s/.unit-of-mine"] {
        folder.write(name, "");
    }
    let locked = std::fs::File::create(folder.path("s/.unit-4.other-5")).unwrap();
    locked.try_lock().unwrap();
    folder.run("run u --unit 3 --solutions s").success();
    assert_eq!(folder.names("s"), [".unit-4.other-5", ".unit-of-mine", "unit-3"]);
}

/// An option without items cannot be written as text, and the hash of a problem is the hash of its
/// text.
#[test]
fn an_option_without_items_causes_no_panic() {
    let folder = Folder::with("p", "p ec 2\ns 1\ns\ns 2\n");
    for line in ["split p --units 2", "cover p -c --checkpoint save"] {
        let ended = folder.run(line).stderr(contains("panicked").not());
        assert!(matches!(ended.get_output().status.code(), Some(0..=2)), "{line}");
    }
}

/// A search too small for the number of units, a search without covers, and two searches with an
/// empty cover.
#[test]
fn small_problems_have_fewer_units() {
    let folder = Folder::new();
    for (problem, covers) in
        [("a b\na\nb\nb\n", 2), ("a b\na\n", 0), ("0:1|a\n", 1), ("0:3|a\na\na\na\na\n", 15)]
    {
        folder.write("p", problem);
        folder.write("u", "");
        let said = contains("too small for more");
        folder.run("split p --units 50 -o u").success().stderr(said);
        folder.write("r", folder.printed("run u"));
        folder.run("merge r").success().stdout(contains(format!("total {covers}\n")));
    }
    folder.write("p", "a\na\n");
    folder.write("u", "");
    let larger = "by --nodes: 1 unit, possibly larger than without the limit";
    says(
        |line| folder.run(line),
        &[
            ("split p --units 50 -o u", 0, "p: only 1 unit: the search is too small for more"),
            ("split p --units 50 --nodes 1 -o v", 0, larger),
            ("run u --unit 1", 2, "there is no unit 1: the file has 1 unit, counted from 0"),
        ],
    );
}

/// `split` and `cover --checkpoint` save the problem that they have read.
#[test]
fn problems_in_the_other_format_are_split_and_saved_or_refused() {
    let folder = Folder::with("p", "c\np ec 3 3\ns 1 2\ns 3\ns 1\n");
    folder.run("split p --units 2 -o u").success();
    folder.write("r", folder.printed("run u"));
    folder.run("merge r").success().stdout(contains("total 1\n"));
    assert_eq!(folder.printed("cover -c --checkpoint save p"), "1\n");
    assert_eq!(folder.printed("resume save"), "1\n");
    for (text, place) in [
        ("p ec 3\ns 1 2\ns 3\ns\n", "p:4:1: "),
        ("p ec 0\n", "p:1:6: "),
        ("p ec 0\ns\n", "p:1:6: "),
    ] {
        folder.write("p", text);
        for line in ["split p --units 2 -o v", "cover -c --checkpoint other p"] {
            let said = contains(place).and(contains("panicked").not());
            folder.run(line).code(2).stdout("").stderr(said);
        }
    }
    assert!(!folder.has("v") && !folder.has("other"));
}

#[cfg(unix)]
#[test]
fn an_interrupt_leaves_a_line_marked_incomplete() {
    let folder = Folder::queens(20);
    folder.run("split q --units 4 -o u --engine links").success();
    let mut command = folder.command("run u --output r");
    let mut child = command.stderr(std::process::Stdio::null()).spawn().unwrap();
    std::thread::sleep(std::time::Duration::from_millis(500));
    let kill = std::process::Command::new("kill").arg(child.id().to_string()).status().unwrap();
    assert!(kill.success());
    assert_eq!(child.wait().unwrap().code(), Some(143));
    let line = folder.read("r");
    assert!(line.contains("\"unit\":0,") && line.contains("\"complete\":false"), "{line}");
    let said = contains("unit 0: not complete").and(contains("units 1 to 3: missing"));
    folder.run("merge r").code(1).stderr(said);
}

#[test]
fn a_file_of_units_is_kept_and_is_no_result() {
    let folder = split();
    let before = folder.read("u");
    let said = "--output u: the file exists and is not empty: delete it";
    refuses(|line| folder.run(line), &[("split q --units 3 -o u", said)]);
    assert_eq!(folder.read("u"), before);
    // Otherwise, a result would be lost after the search of its unit.
    refuses(
        |line| folder.run(line),
        &[
            ("run u -o .", "--output .: it is not a regular file"),
            ("run u -o no/r", "--output no/r: there is no folder no"),
        ],
    );
    // `-` is standard output for `run`, and standard input for `merge`.
    let results = folder.printed("run u -o -");
    assert_eq!(results.lines().count(), 20);
    let mut merge = assert_cmd::Command::from_std(folder.command("merge -"));
    merge.write_stdin(results).assert().success().stdout(starts_with("total 724\n"));
    // A device has no content that could be lost.
    #[cfg(unix)]
    folder.run("split q --units 3 -o /dev/null").success();
    let said = "quadrille: u: this is a file of units; `quadrille run` searches them\n";
    folder.run("merge u").code(1).stdout("").stderr(said);
    // Only the first ten errors are printed.
    folder.write("r", "x\n".repeat(30));
    let said = stderr(&folder.run("merge r").code(1));
    assert_eq!(said.lines().count(), 11, "{said}");
    assert!(said.ends_with("quadrille: and 21 more errors\n"), "{said}");
}

#[test]
fn a_comment_in_another_encoding_causes_no_panic() {
    let folder = Folder::with("p", b"| caf\xE9\na b\na\nb\n");
    folder.run("split p --units 1 -o u").success().stderr("");
    folder.run("run u -o r").success();
    assert!(folder.printed("merge r").starts_with("total 1\n"));
}
