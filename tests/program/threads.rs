//! Tests of `-j`: several threads print the same as one thread.

use predicates::str::{contains, ends_with};

use crate::support::{SEED, made, objects, piped, printed, run, sorted, stderr, stdout};

fn given(line: &str, problem: &str) -> String {
    stdout(&piped(line, problem).success())
}

#[test]
fn covers_are_the_same() {
    let problem = made("queens 10");
    for (format, separator) in [("text", "\n\n"), ("indices", "\n")] {
        let one = given(&format!("cover -f {format}"), &problem);
        assert_eq!(sorted(&one, separator).len(), 724);
        for engine in ["links", "bits"] {
            let cover = |more: &str| {
                given(&format!("cover -f {format} --engine {engine} {more}"), &problem)
            };
            assert_eq!(sorted(&cover("-j3"), separator), sorted(&one, separator));
            let in_order = cover("");
            assert_eq!(cover("-j3 --ordered"), in_order);
            let first: String = in_order.split_inclusive(separator).take(7).collect();
            assert_eq!(cover("-j3 --ordered -n7"), first);
            assert_eq!(sorted(&cover("-j3 -n7"), separator).len(), 7);
        }
    }
    assert_eq!(given("cover -c -j0", &problem), "724\n");
    assert_eq!(given("cover -c -j2 -n 700", &problem), "700+\n");
    let chosen = "cover -c --choose 1";
    assert_eq!(given(&format!("{chosen} -j2"), &problem), given(chosen, &problem));
    piped("cover -j2", "a b\na\n").code(1).stderr(contains("no cover"));
}

/// Threads that divide a search in a fixed order find a cover of this problem far later than a
/// search with restarts.
#[test]
fn any_one_cover_is_the_same() {
    let problem = made("queens 70");
    for more in ["", "--random=5"] {
        let line = format!("cover -1 -f indices --timeout 60s {more}");
        let one = given(&line, &problem);
        assert_eq!(one.split_whitespace().count(), 70, "{more}");
        for threads in ["-j2", "-j0"] {
            assert_eq!(given(&format!("{line} {threads}"), &problem), one, "{more} {threads}");
        }
    }
    // With an engine other than `auto`, -1 prints the first cover of a single search.
    let problem = made("queens 10");
    let first = |most: &str| given(&format!("cover -f indices --engine links {most}"), &problem);
    assert_eq!(first("-1"), first("-n 1"));
    assert_eq!(first("-1 -j2 --ordered"), first("-1"));
}

#[test]
fn counts_with_a_cache_are_the_same() {
    let board = made("polyomino dominoes 12x12");
    for engine in ["auto", "memo"] {
        for threads in ["-j1", "-j2", "-j5"] {
            let counted = given(&format!("cover -c --engine {engine} {threads}"), &board);
            assert_eq!(counted, "53060477521960000\n", "{engine} {threads}");
        }
    }
    // A limit gives a lower bound.
    for limit in ["--nodes 20000", "--timeout 1ms"] {
        piped(&format!("cover -c -j2 --stats {limit}"), &board).stdout(ends_with("+\n"));
    }
}

#[test]
fn estimates_are_the_same() {
    let problem = made("queens 10");
    let estimate = |threads: &str| {
        let line = format!("estimate -w 3000 -f json {threads}");
        let mut object = objects(&given(&line, &problem)).remove(0);
        // The measured time differs.
        object.as_object_mut().unwrap().remove("seconds").unwrap();
        object
    };
    let one = estimate("-j1");
    assert!(one["walks"].as_u64().unwrap() >= 3000);
    for threads in ["-j2", "-j5", "-j0"] {
        assert_eq!(estimate(threads), one, "{threads}");
    }
    piped("estimate -j 2000", &problem).code(2).stderr(contains("at most 1024"));
}

#[test]
fn objects_are_numbered_as_they_are_printed() {
    let problem = made("queens 10");
    for order in ["", "--ordered"] {
        let objects = objects(&given(&format!("cover -f json -j2 {order}"), &problem));
        assert!(objects.iter().map(|object| object["index"].as_u64()).eq((1..=724).map(Some)));
    }
    let ordered = given("cover -f json -j2 --ordered", &problem);
    assert_eq!(ordered, given("cover -f json", &problem));
}

/// The engine for Sudokus learns from dead ends, and the engine with a cache lists the covers of a
/// part in an order of its own. Ordered searches use other engines.
#[test]
fn covers_of_a_sudoku_come_in_order() {
    let puzzle =
        "020800060000030000910005420500016030000970000070000096700000080000027000030080007";
    let problem = made(&format!("sudoku {puzzle}"));
    let ordered = given("cover -f indices --ordered", &problem);
    assert_eq!(ordered.lines().count(), 1381);
    for threads in ["-j2", "-j3"] {
        assert!(given(&format!("cover -f indices --ordered {threads}"), &problem) == ordered);
    }
    let said = "not for the engine `memo`: its order of covers can change when a search is divided";
    piped("cover --ordered --engine memo", &problem).code(2).stderr(contains(said));
}

#[test]
fn sudokus_are_solved_and_rated_alike() {
    let two = "puzzles/seeds.txt puzzles/well-known.txt";
    let four = &format!("{two} puzzles/techniques.txt puzzles/drawn.txt");
    // Forcing chains take a long time in a debug build.
    for (line, files) in [
        ("solve", four.as_str()),
        ("solve -u", four),
        ("solve -c -f json", four),
        ("solve -f grid -n2", four),
        ("rate --no-forcing-chains", two),
        ("rate --no-forcing-chains -p -f json", two),
    ] {
        let one = run(&format!("{line} {files}"));
        let two = run(&format!("{line} -j2 {files}"));
        assert_eq!(stdout(&two), stdout(&one), "{line}");
        assert_eq!(stderr(&two), stderr(&one), "{line}");
        assert_eq!(two.get_output().status, one.get_output().status, "{line}");
    }
}

/// A puzzle with very many solutions is between two others. An invalid puzzle is reported after the
/// solutions of the puzzles before it.
#[test]
fn a_long_puzzle_is_searched_by_all_threads() {
    let many = std::fs::read_to_string("puzzles/many.txt").unwrap();
    let input = format!("{SEED}\n{many}\nbad\n{SEED}\n");
    for line in ["solve -n 3000", "solve -c -n 300000", "solve -f json -n 2000"] {
        let single = piped(line, &input).code(2);
        for order in ["-j2", "-j2 --ordered"] {
            let several = piped(&format!("{line} {order}"), &input).code(2);
            let (one, two) = (stdout(&single), stdout(&several));
            assert_eq!(two.lines().count(), one.lines().count(), "{line}");
            assert!(order == "-j2" || two == one, "{line}");
            assert_eq!(stderr(&several), stderr(&single));
        }
    }
}

#[test]
fn generated_puzzles_are_the_same() {
    let line = "generate -n 12 --seed 7 -f grid";
    assert_eq!(printed(&format!("{line} -j3")), printed(line));
    // Several threads give up at the same puzzle as one thread, after printing those before it.
    let line = "generate -n 40 --seed 7 --clues 22 --attempts 20";
    let one = run(line).code(1);
    let three = run(&format!("{line} -j3")).code(1);
    assert_eq!((stdout(&three), stderr(&three)), (stdout(&one), stderr(&one)));
}

/// No thread can have a stack of this size.
#[cfg(target_os = "linux")]
#[test]
fn a_count_goes_on_without_the_threads_that_the_system_refuses() {
    let folder = crate::support::Folder::new();
    for (threads, file) in [("3", "three"), ("1", "one")] {
        let mut count = folder.command(&format!("solve -c -j {threads} --checkpoint {file} FOUR"));
        count.env("RUST_MIN_STACK", "70000000000000");
        assert_cmd::Command::from_std(count).assert().success().stdout("4\n");
    }
}
