//! Tests of `--timeout` and `--nodes`: every search ends, prints its results, and reports the
//! limit.

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

use assert_cmd::assert::Assert;
use predicates::prelude::*;
use predicates::str::{contains, is_match};

fn quadrille(folder: &Path, args: &[&str]) -> Assert {
    assert_cmd::Command::new(env!("CARGO_BIN_EXE_quadrille"))
        .current_dir(folder)
        .args(args)
        .assert()
}

fn stdout(assert: &Assert) -> String {
    String::from_utf8(assert.get_output().stdout.clone()).unwrap()
}

/// Returns a folder with problems: `q` takes years, and `small` has 92 covers.
fn problems() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    for (name, size) in [("q", "22"), ("small", "8")] {
        let made = quadrille(folder.path(), &["make", "queens", size]).success();
        fs::write(folder.path().join(name), stdout(&made)).unwrap();
    }
    folder
}

/// Returns a set-partitioning problem with 400 items and options of 1 to 7 items. The first 100 are
/// a cover. With 20,000 options its relaxation takes seconds in a debug build.
pub(crate) fn partition(options: u32) -> String {
    const ITEMS: u32 = 400;
    let mut state = 7_u32;
    let mut draw = |below: u32| {
        // The generator of Numerical Recipes. Its high bits are better than its low bits.
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        (state >> 8) % below
    };
    let items: Vec<String> = (0..ITEMS).map(|item| format!("i{item}")).collect();
    let mut text = items.join(" ") + "\n";
    for option in 0..options {
        let mut of_option: Vec<u32> = if option < ITEMS / 4 {
            (4 * option..4 * option + 4).collect()
        } else {
            (0..1 + draw(7)).map(|_| draw(ITEMS)).collect()
        };
        of_option.sort_unstable();
        of_option.dedup();
        let cost = of_option.iter().map(|_| 70 + draw(160)).sum::<u32>() + 300;
        of_option.iter().for_each(|&item| text += &format!("{} ", items[item as usize]));
        text += &format!("|{cost}\n");
    }
    text
}

/// Returns the lower bound of all costs that a message states.
pub(crate) fn proved(stderr: &str) -> i64 {
    let (_, bound) = stderr.split_once("no cover costs less than ").expect("a bound");
    let end = bound.find(|c: char| !c.is_ascii_digit()).unwrap_or(bound.len());
    bound[..end].parse().expect("a number")
}

/// The bound shows the progress of the relaxation.
#[test]
fn the_cheapest_covers_stop_before_the_first_node() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("p"), partition(20_000)).unwrap();
    let stopped = |args: &[&str]| {
        let args = [&["best", "-f", "indices", "--stats", "p"], args].concat();
        let ended = quadrille(folder.path(), &args).code(1).stdout("");
        String::from_utf8(ended.get_output().stderr.clone()).unwrap()
    };
    let relaxed = stopped(&["--nodes", "1"]);
    for threads in ["1", "2"] {
        let timed = stopped(&["--timeout", "100ms", "-j", threads]);
        assert!(timed.contains("p: stopped: no cover was found, and no cover costs less than "));
        assert!(timed.contains(" 0 covers, 0 nodes,"), "{timed}");
        assert!((1..proved(&relaxed)).contains(&proved(&timed)), "{timed}{relaxed}");
    }
}

#[test]
fn a_count_that_was_stopped_is_at_least_so_many() {
    let folder = problems();
    let ways: [&[&str]; 7] = [
        &[],
        &["-j2"],
        &["--engine", "links"],
        &["--engine", "links", "-j2"],
        &["--engine", "memo"],
        &["--nodes", "2000000"],
        &["-n", "1000000000000"],
    ];
    for way in ways {
        let args = [&["cover", "-c", "--timeout", "500ms", "q"], way].concat();
        let message = "quadrille: q: stopped by --timeout: there may be more covers\n";
        let ended = quadrille(folder.path(), &args).stderr(message);
        ended.stdout(is_match(r"^\d+\+\n$").unwrap());
    }
    quadrille(folder.path(), &["cover", "-c", "--timeout", "300ms", "-f", "json", "q"])
        .stdout(contains("\"complete\":false"));
    // The limit is not reached, and has no effect.
    for way in ["-j1", "-j2"] {
        quadrille(
            folder.path(),
            &["cover", "-c", "--timeout", "1h", "--nodes", "1000000", "small", way],
        )
        .success()
        .stdout("92\n")
        .stderr("");
    }
}

/// The covers come so close together that a search must read the clock between covers, or it never
/// does. The minute does not limit the search: there are 2^64 covers.
#[test]
fn a_dense_list_ends_at_its_time() {
    let folder = tempfile::tempdir().unwrap();
    let names: Vec<String> = (0..64).map(|item| format!("i{item}")).collect();
    let options: String = names.iter().map(|name| format!("{name}\n{name}\n")).collect();
    fs::write(folder.path().join("dense"), format!("{}\n{options}", names.join(" "))).unwrap();
    for way in [&["-j1"][..], &["-j1", "--engine", "links"], &["-j2"], &["-j2", "--ordered"]] {
        let mut child = Command::new(env!("CARGO_BIN_EXE_quadrille"))
            .current_dir(folder.path())
            .args(["cover", "dense", "-f", "indices", "--timeout", "200ms"])
            .args(way)
            .stdout(Stdio::null())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let begun = Instant::now();
        while child.try_wait().unwrap().is_none() && begun.elapsed() < Duration::from_secs(60) {
            sleep(Duration::from_millis(10));
        }
        // This has no effect on a program that has ended.
        child.kill().unwrap();
        let ended = child.wait_with_output().unwrap();
        let stderr = String::from_utf8(ended.stderr).unwrap();
        let message = "quadrille: dense: stopped by --timeout: there may be more covers\n";
        assert_eq!((&*stderr, ended.status.code()), (message, Some(0)), "{way:?}");
    }
}

#[test]
fn nodes_limit_a_search_alike_in_every_run() {
    let folder = problems();
    for engine in ["auto", "links", "bits"] {
        let args = ["cover", "-f", "indices", "--nodes", "20", "--engine", engine, "small"];
        let one = quadrille(folder.path(), &args);
        let other = quadrille(folder.path(), &args);
        assert_eq!(one.get_output(), other.get_output());
    }
    let args = ["cover", "-f", "indices", "--nodes", "100", "--engine", "links", "small"];
    quadrille(folder.path(), &args)
        .code(0)
        .stdout(is_match(r"^(\d+( \d+){7}\n)+$").unwrap())
        .stderr("quadrille: small: stopped by --nodes: there may be more covers\n");
}

#[test]
fn what_was_not_found_may_be_there() {
    let folder = problems();
    let message = "quadrille: q: stopped by --nodes: no cover was found, and there may be some\n";
    for way in [&["-1"][..], &["-n", "1"], &[], &["--engine", "links"]] {
        let args = [&["cover", "--nodes", "3", "q"], way].concat();
        quadrille(folder.path(), &args).code(1).stdout("").stderr(message);
    }
    quadrille(folder.path(), &["cover", "-c", "--nodes", "3", "q"])
        .code(1)
        .stdout("0+\n")
        .stderr(message);
    quadrille(folder.path(), &["best", "--nodes", "3", "q"])
        .code(1)
        .stdout("")
        .stderr(contains("no cover was found, and no cover costs less than"));
    for way in [&[][..], &["--best"]] {
        let args = [&["show", "queens", "30", "--nodes", "3"], way].concat();
        quadrille(folder.path(), &args).code(1).stdout("").stderr(
            "quadrille: stopped by --nodes: no solution was found, and there may be some\n",
        );
    }
    quadrille(folder.path(), &["show", "queens", "30", "--count", "--nodes", "3"])
        .code(1)
        .stdout("0+\n")
        .stderr("quadrille: stopped by --nodes: no solution was found, and there may be some\n");
    for query in [&["sample"][..], &["nth", "1"], &["count", "--option-counts"], &["diagram"]] {
        let args = [query, &["--timeout", "300ms", "q"]].concat();
        quadrille(folder.path(), &args)
            .code(1)
            .stdout("")
            .stderr("quadrille: stopped by --timeout, before there was a result\n");
    }
}

/// The next puzzle has its own limit.
#[test]
fn a_limit_is_one_for_each_sudoku() {
    let folder = tempfile::tempdir().unwrap();
    let easy = "027800061000030008910005420500016030000970200070000096700000080006027000030480007";
    fs::write(folder.path().join("two"), format!("{}\n{easy}\n", ".".repeat(81))).unwrap();
    for way in ["-j1", "-j2"] {
        let args = ["solve", "-c", "--engine", "links", "--nodes", "5000", "two", way];
        quadrille(folder.path(), &args)
            .code(0)
            .stdout(is_match(r"^\d+\+\n4\n$").unwrap())
            .stderr("");
        quadrille(folder.path(), &["solve", "-c", "--engine", "links", "--nodes", "1", "two", way])
            .code(1)
            .stdout("0+\n0+\n")
            .stderr("");
        let args = ["solve", "--engine", "links", "--nodes", "1000", "two", way];
        let ended = quadrille(folder.path(), &args)
            .code(0)
            .stderr("quadrille: two:1: stopped by --nodes: there may be more solutions\n");
        assert!(stdout(&ended).lines().count() > 4);
        let args = ["solve", "-u", "--engine", "links", "--nodes", "20", "two", way];
        quadrille(folder.path(), &args).code(1).stdout("undecided\nundecided\n").stderr("");
    }
    quadrille(folder.path(), &["solutions", "sample", "--nodes", "1", "two"])
        .code(1)
        .stderr(contains("two:1: stopped by --nodes, before there was a result"));
}

#[test]
fn an_estimate_that_was_stopped_is_that_of_its_walks() {
    let folder = problems();
    quadrille(folder.path(), &["estimate", "--nodes", "2", "q"])
        .code(1)
        .stdout("")
        .stderr(contains("no walk has ended: the search has at least 2 nodes"));
    quadrille(folder.path(), &["estimate", "--nodes", "60", "q"])
        .success()
        .stdout(contains("from one walk"))
        .stderr(contains("stopped by --nodes"));
    for threads in ["-j1", "-j2"] {
        let args = ["estimate", "-w", "1000000000", "--timeout", "3s", "small", threads];
        quadrille(folder.path(), &args)
            .success()
            .stdout(is_match(r"^nodes .*\ncovers .*\ntime .*\n$").unwrap())
            .stderr(is_match(r"stopped by --timeout: \d+ walks\n$").unwrap());
    }
}

#[test]
fn an_estimate_of_few_walks_says_how_unsure_it_is() {
    let folder = problems();
    let folder = folder.path();
    let made = quadrille(folder, &["make", "queens", "9"]).success();
    fs::write(folder.join("nine"), stdout(&made)).unwrap();
    let made = quadrille(folder, &["make", "langford", "9"]).success();
    fs::write(folder.join("none"), stdout(&made)).unwrap();
    let items: String = (0..8).map(|item| format!("i{item} ")).collect();
    let options = items.split_whitespace().map(|item| format!("{item}\n").repeat(3));
    fs::write(folder.join("regular"), items.clone() + "\n" + &options.collect::<String>()).unwrap();
    let estimate = |file, walks, more: &[&str]| {
        let args = ["estimate", "--engine", "links", "-w", walks, file];
        stdout(&quadrille(folder, &[&args[..], more].concat()).success())
    };
    let guess =
        is_match(r"^nodes \S+, from one walk in each of \d+ parts, so by a guess\n").unwrap();
    let text = estimate("nine", "1", &[]);
    assert!(guess.eval(&text), "{text}");
    let json = estimate("nine", "1", &["-f", "json"]);
    assert_eq!(json.matches(r#""low":0.0,"high":null"#).count(), 2, "{json}");
    // The second round.
    let json = estimate("nine", "100", &["-f", "json"]);
    assert!(!json.contains("null"), "{json}");
    let text = estimate("none", "1000", &[]);
    assert!(
        is_match(r"\ncovers 0; none of \d+ walks has found one\n").unwrap().eval(&text),
        "{text}"
    );
    let text = estimate("regular", "1000", &[]);
    assert!(is_match(r"\ncovers 6\.56e3; all \d+ walks agree\n").unwrap().eval(&text), "{text}");
}

/// Dominoes on a board of 12x12 have some 10^16 covers, and few different subproblems.
#[test]
fn an_estimate_says_what_counting_takes() {
    let folder = tempfile::tempdir().unwrap();
    let made = quadrille(folder.path(), &["make", "polyomino", "dominoes", "10x10"]).success();
    fs::write(folder.path().join("d"), stdout(&made)).unwrap();
    quadrille(folder.path(), &["estimate", "-w", "64", "d"])
        .success()
        .stdout(is_match("time .* (years|days|h|min), with one thread\n`count` .*: it counts equal subproblems once\n$").unwrap());
    quadrille(folder.path(), &["estimate", "-w", "64", "--engine", "links", "d"])
        .success()
        .stdout(contains("cover -c").not());
}

#[test]
fn a_split_that_was_stopped_is_a_whole_one() {
    let folder = problems();
    let folder = folder.path();
    for nodes in ["1", "50", "2000"] {
        quadrille(folder, &["split", "small", "--units", "60", "--nodes", nodes, "-o", nodes])
            .success()
            .stderr(is_match(r"stopped by --nodes: \d+ units, which are larger").unwrap());
        let results = stdout(&quadrille(folder, &["run", nodes]).success());
        fs::write(folder.join("r"), results).unwrap();
        quadrille(folder, &["merge", "r"]).success().stdout(contains("total 92\n"));
    }
    quadrille(folder, &["split", "q", "--units", "3", "--nodes", "100", "-o", "u"]).success();
    let ended = quadrille(folder, &["run", "u", "--nodes", "1000"])
        .code(1)
        .stderr(contains("unit 0 is not complete").and(contains("unit 2 is not complete")));
    assert_eq!(stdout(&ended).matches("\"complete\":false").count(), 3);
}

#[test]
fn a_search_that_was_stopped_at_a_checkpoint_goes_on() {
    let folder = problems();
    let folder = folder.path();
    let made = quadrille(folder, &["make", "queens", "11"]).success();
    fs::write(folder.join("p"), stdout(&made)).unwrap();
    let args = ["cover", "-c", "--engine", "links", "--checkpoint", "s", "--nodes", "1", "p"];
    let ended = quadrille(folder, &args).stdout(is_match(r"^\d+\+\n$").unwrap());
    let ended = ended
        .stderr(contains("`quadrille resume s` continues it").and(contains("stopped by --nodes")));
    assert_has_status_of_its_count(&ended);
    quadrille(folder, &["resume", "s"]).success().stdout("2680\n");
}

/// A count that was cut short succeeds if it has found something.
fn assert_has_status_of_its_count(ended: &Assert) {
    let status = i32::from(stdout(ended) == "0+\n");
    assert_eq!(ended.get_output().status.code(), Some(status), "{}", stdout(ended));
}

#[test]
fn a_checkpoint_hides_nothing_that_was_found() {
    let folder = problems();
    let folder = folder.path();
    let made = quadrille(folder, &["make", "queens", "15"]).success();
    fs::write(folder.join("p"), stdout(&made)).unwrap();
    // Covers in a file.
    let args = ["cover", "--checkpoint", "s", "-o", "o", "--nodes", "5000", "-f", "indices", "p"];
    let ended = quadrille(folder, &args).code(0).stdout("");
    let covers = fs::read_to_string(folder.join("o")).unwrap().lines().count();
    assert!(covers > 0);
    ended.stderr(contains(format!("stopped by --nodes after {covers} covers: there may be more")));
    // A count, by search and by a cache, started and continued.
    for (engine, save) in [("links", "a"), ("auto", "b")] {
        let begun = ["cover", "-c", "--checkpoint", save, "--engine", engine, "--nodes", "20000"];
        let begun = [&begun[..], &["p"]].concat();
        for args in [&begun[..], &["resume", save, "--timeout", "100ms"]] {
            let ended = quadrille(folder, args);
            let ended = ended.stdout(is_match(r"^\d+\+\n$").unwrap());
            let ended =
                ended.stderr(contains("before there was").not().and(contains("stopped by")));
            assert_has_status_of_its_count(&ended);
        }
    }
    // A Sudoku with 29,828,102,306 solutions.
    let puzzle =
        ".2.....6...................5...1.......97.2.........96..............7......48...7";
    let args = ["solve", "-c", "--checkpoint", "v", "--nodes", "5", puzzle];
    for args in [&args[..], &["resume", "v", "--nodes", "5"]] {
        let ended = quadrille(folder, args).stdout(is_match(r"^\d+\+\n$").unwrap());
        let ended = ended.stderr(contains("`quadrille resume v` continues it"));
        assert_has_status_of_its_count(&ended);
    }
}

#[test]
fn one_cover_that_is_proved_to_be_the_best_needs_no_message() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    fs::write(folder.join("p"), "a b\na\nb\na b\n").unwrap();
    for gap in ["5%", "0"] {
        let args = ["best", "--gap", gap, "p"];
        quadrille(folder, &args).success().stdout(contains("| cost 0")).stderr("");
    }
    let ended = quadrille(folder, &["best", "-n", "2", "--gap", "5%", "p"]).success();
    if stdout(&ended).matches("| cost 0").count() == 1 {
        ended.stderr(contains("no other was found, and there may be some"));
    }
}

#[test]
fn one_problem_is_no_plural_and_a_rate_is_short() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    fs::write(folder.join("p"), "a b\na\nb\na b\n").unwrap();
    quadrille(folder, &["cover", "-c", "--stats", "p"])
        .stderr(contains("quadrille: 1 problem, 2 covers, "));
    // 2 to the power of 80 covers.
    let names: Vec<String> = (0..80).map(|item| format!("i{item}")).collect();
    let options = names.iter().map(|name| format!("{name}\n{name}\n")).collect::<String>();
    fs::write(folder.join("p"), format!("{}\n{options}", names.join(" "))).unwrap();
    quadrille(folder, &["cover", "-c", "--stats", "p"])
        .stderr(is_match(r", \d\.\d\de2\d covers/s\n$").unwrap());
}

#[test]
fn time_ends_the_search_for_clues() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let puzzle =
        "000000010400000000020000000000050407008000300001090000300400200050100000000806000";
    quadrille(folder, &["check", "--neighbours", "-3+3", "--timeout", "200ms", puzzle])
        .stderr(contains("stopped by --timeout: there may be more neighbours"));
    let full = "935176482428395671716842359174283596563914827892567134247638915689751243351429768";
    quadrille(folder, &["minimize", "--all", "--timeout", "1s", full])
        .success()
        .stdout(is_match(r"^([.1-9]{81}\n)+$").unwrap())
        .stderr(contains("stopped by --timeout: there may be more minimal puzzles"));
    // The limit is not reached, and has no effect.
    quadrille(folder, &["check", "--neighbours", "-1+1", "--timeout", "1h", puzzle])
        .success()
        .stderr("");
    // The other work of these commands is short.
    for (command, needs) in [("check", "--neighbours"), ("minimize", "--all")] {
        let ended = quadrille(folder, &[command, "--timeout", "1s", puzzle]).code(2);
        ended.stderr(contains(format!("add {needs}")));
    }
}
