//! Tests of `--timeout` and `--nodes`: a search ends at the limit, prints its results so far, and
//! shows that there may be more.

use std::process::Stdio;
use std::thread::sleep;
use std::time::{Duration, Instant};

use assert_cmd::assert::Assert;
use predicates::prelude::*;
use predicates::str::{contains, is_match};

use crate::support::{FOUR, Folder, MINIMAL, SOLUTION, made, says, stderr, stdout};

/// Returns a folder with problems: `q` takes much longer than any limit here, and `small` has 92
/// covers.
fn problems() -> Folder {
    let folder = Folder::queens(22);
    folder.write("small", made("queens 8"));
    folder
}

/// Returns a problem of items with two options each.
fn doubled(items: u32) -> String {
    let names: Vec<String> = (0..items).map(|item| format!("i{item}")).collect();
    let options: String = names.iter().map(|name| format!("{name}\n{name}\n")).collect();
    format!("{}\n{options}", names.join(" "))
}

/// Returns a set-partitioning problem with 400 items and options of 1 to 7 items. The first 100
/// options are a cover. With 20,000 options its relaxation takes seconds in a debug build.
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

/// Returns the lower bound of the costs that a message states.
pub(crate) fn proved(stderr: &str) -> i64 {
    let (_, bound) = stderr.split_once("no cover costs less than ").expect("a bound");
    let end = bound.find(|c: char| !c.is_ascii_digit()).unwrap_or(bound.len());
    bound[..end].parse().expect("a number")
}

/// The bound shows the progress of the relaxation.
#[test]
fn the_cheapest_covers_stop_before_the_first_node() {
    let folder = Folder::with("p", partition(5_000));
    let stopped = |limit: &str| {
        stderr(&folder.run(&format!("best -f indices --stats p {limit}")).code(1).stdout(""))
    };
    let relaxed = stopped("--nodes 1");
    for threads in ["1", "2"] {
        let timed = stopped(&format!("--timeout 100ms -j {threads}"));
        assert!(timed.contains("p: stopped: no cover was found, and no cover costs less than "));
        assert!(timed.contains(" 0 covers, 0 nodes,"), "{timed}");
        assert!((1..proved(&relaxed)).contains(&proved(&timed)), "{timed}{relaxed}");
    }
}

/// The group of this problem has hundreds of orbits of pairs of items. Before the search, these
/// orbits are divided into blocks.
#[test]
fn classes_stop_at_their_time_despite_many_blocks() {
    let one_clue = format!("1{}", ".".repeat(80));
    let folder = Folder::with("p", made(&format!("sudoku {one_clue}")));
    let begun = Instant::now();
    folder.run("distinct -c --timeout 100ms p").code(1).stderr(contains("stopped by --timeout"));
    assert!(begun.elapsed() < Duration::from_secs(20));
}

#[test]
fn a_count_that_was_stopped_is_at_least_so_many() {
    let folder = problems();
    for way in [
        "",
        "-j2",
        "--engine links",
        "--engine links -j2",
        "--engine memo",
        "--nodes 2000000",
        "-n 1000000000000",
    ] {
        let ended = folder.run(&format!("cover -c --timeout 200ms q {way}"));
        ended
            .stdout(is_match(r"^\d+\+\n$").unwrap())
            .stderr("quadrille: q: stopped by --timeout: there may be more covers\n");
    }
    folder.run("cover -c --timeout 100ms -f json q").stdout(contains("\"complete\":false"));
    // The limits are not reached, and have no effect.
    for way in ["-j1", "-j2"] {
        let counted = folder.run(&format!("cover -c --timeout 1h --nodes 1000000 small {way}"));
        counted.success().stdout("92\n").stderr("");
    }
}

/// The covers come so close together that a search would never read the clock if it did not do so
/// between covers. Without the limit, the search would not end within a minute, as there are 2^64
/// covers.
#[test]
fn a_dense_list_ends_at_its_time() {
    let folder = Folder::with("dense", doubled(64));
    for way in ["-j1", "-j1 --engine links", "-j2", "-j2 --ordered"] {
        let line = format!("cover dense -f indices --timeout 200ms {way}");
        let mut command = folder.command(&line);
        let mut child = command.stdout(Stdio::null()).stderr(Stdio::piped()).spawn().unwrap();
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
        let line = format!("cover -f indices --nodes 20 --engine {engine} small");
        assert_eq!(folder.run(&line).get_output(), folder.run(&line).get_output());
    }
    folder
        .run("cover -f indices --nodes 100 --engine links small")
        .code(0)
        .stdout(is_match(r"^(\d+( \d+){7}\n)+$").unwrap())
        .stderr("quadrille: small: stopped by --nodes: there may be more covers\n");
}

#[test]
fn what_was_not_found_may_be_there() {
    let folder = problems();
    let covers = "quadrille: q: stopped by --nodes: no cover was found, but there may be some\n";
    let shown = "quadrille: stopped by --nodes: no solution was found, but there may be some\n";
    let asked = "quadrille: stopped by --timeout, before there was a result\n";
    for (line, expected, said) in [
        ("cover --nodes 3 q -1", "", covers),
        ("cover --nodes 3 q -n 1", "", covers),
        ("cover --nodes 3 q", "", covers),
        ("cover --nodes 3 q --engine links", "", covers),
        ("cover --nodes 3 q -c", "0+\n", covers),
        ("show queens 30 --nodes 3", "", shown),
        ("show queens 30 --nodes 3 --best", "", shown),
        ("show queens 30 --nodes 3 --count", "0+\n", shown),
        ("sample --timeout 300ms q", "", asked),
        ("nth 1 --timeout 300ms q", "", asked),
        ("count --option-counts --timeout 300ms q", "", asked),
        ("diagram --timeout 300ms q", "", asked),
    ] {
        folder.run(line).code(1).stdout(expected).stderr(said);
    }
    let said = contains("no cover was found, and no cover costs less than");
    folder.run("best --nodes 3 q").code(1).stdout("").stderr(said);
}

#[test]
fn a_limit_is_one_for_each_sudoku() {
    let folder = Folder::with("two", format!("{}\n{FOUR}\n", ".".repeat(81)));
    for way in ["-j1", "-j2"] {
        let solve = |args: &str| folder.run(&format!("solve --engine links two {way} {args}"));
        let counted = solve("-c --nodes 5000").code(0).stderr("");
        counted.stdout(is_match(r"^\d+\+\n4\n$").unwrap());
        solve("-c --nodes 1").code(1).stdout("0+\n0+\n").stderr("");
        solve("-u --nodes 20").code(1).stdout("undecided\nundecided\n").stderr("");
        let said = "quadrille: two:1: stopped by --nodes: there may be more solutions\n";
        let ended = solve("--nodes 1000").code(0).stderr(said);
        assert!(stdout(&ended).lines().count() > 4);
    }
    let said = "two:1: stopped by --nodes, before there was a result";
    says(|line| folder.run(line), &[("solutions sample --nodes 1 two", 1, said)]);
}

#[test]
fn an_estimate_that_was_stopped_is_that_of_its_walks() {
    let folder = problems();
    let said = contains("no walk has ended: the search has at least 2 nodes");
    folder.run("estimate --nodes 2 q").code(1).stdout("").stderr(said);
    let ended = folder.run("estimate --nodes 60 q").success().stdout(contains("from one walk"));
    ended.stderr(contains("stopped by --nodes"));
    for threads in ["-j1", "-j2"] {
        folder
            .run(&format!("estimate -w 1000000000 --timeout 1s small {threads}"))
            .success()
            .stdout(is_match(r"^nodes .*\ncovers .*\ntime .*\n$").unwrap())
            .stderr(is_match(r"stopped by --timeout: \d+ walks\n$").unwrap());
    }
}

#[test]
fn an_estimate_of_few_walks_says_how_unsure_it_is() {
    let folder = Folder::with("nine", made("queens 9"));
    folder.write("none", made("langford 9"));
    let items: Vec<String> = (0..8).map(|item| format!("i{item}")).collect();
    let options: String = items.iter().map(|item| format!("{item}\n").repeat(3)).collect();
    folder.write("regular", format!("{}\n{options}", items.join(" ")));
    for (args, expected) in [
        ("1 nine", r"^nodes \S+, a guess from one walk in each of \d+ parts\n"),
        ("1000 none", r"\ncovers 0; none of \d+ walks found one\n"),
        ("1000 regular", r"\ncovers 6\.56e3; all \d+ walks agree\n"),
        ("1 nine -f json", r#"("low":0.0,"high":null.*){2}"#),
    ] {
        let ended = folder.run(&format!("estimate --engine links -w {args}")).success();
        ended.stdout(is_match(expected).unwrap());
    }
    // A small tree is searched whole. With bounds, the number of nodes is still not exact, because
    // a search of the whole problem does not enter the same nodes as searches of its parts.
    folder.write("small", made("queens 5"));
    folder.write("bounds", "3:4|p\np\np\np\n");
    for (name, expected) in [("small", r"^nodes 46, exactly\n"), ("bounds", r"^nodes 4\n")] {
        let ended = folder.run(&format!("estimate --engine links {name}")).success();
        ended.stdout(is_match(expected).unwrap());
    }
    // After the second round, the intervals are finite.
    let json = folder.printed("estimate --engine links -w 100 nine -f json");
    assert!(!json.contains("null"), "{json}");
}

/// Dominoes on a board of 10x10 have about 2.6 * 10^11 covers, and few different subproblems.
#[test]
fn an_estimate_says_what_counting_takes() {
    let folder = Folder::with("d", made("polyomino dominoes 10x10"));
    let said = "time .* (years|days|h|min), with one thread\n\
                `count` .*: it counts equal subproblems once\n$";
    folder.run("estimate -w 64 d").success().stdout(is_match(said).unwrap());
    let links = folder.run("estimate -w 64 --engine links d").success();
    links.stdout(contains("cover -c").not());
}

#[test]
fn a_split_that_was_stopped_is_a_whole_one() {
    let folder = problems();
    for nodes in ["1", "50", "2000"] {
        folder
            .run(&format!("split small --units 60 --nodes {nodes} -o {nodes}"))
            .success()
            .stderr(is_match(r"stopped by --nodes: \d+ units, possibly larger").unwrap());
        folder.write("r", folder.printed(&format!("run {nodes}")));
        folder.run("merge r").success().stdout(contains("total 92\n"));
    }
    folder.run("split q --units 3 --nodes 100 -o u").success();
    let said = contains("unit 0 is not complete").and(contains("unit 2 is not complete"));
    let ended = folder.run("run u --nodes 1000").code(1).stderr(said);
    assert_eq!(stdout(&ended).matches("\"complete\":false").count(), 3);
}

/// Checks that a count was cut short with this message, and succeeded if it found something.
fn assert_is_cut_short(ended: &Assert, message: &str) {
    let (count, said) = (stdout(ended), stderr(ended));
    assert!(is_match(r"^\d+\+\n$").unwrap().eval(&count), "{count}");
    assert!(said.contains(message) && !said.contains("before there was"), "{said}");
    let status = i32::from(count == "0+\n");
    assert_eq!(ended.get_output().status.code(), Some(status), "{count}");
}

#[test]
fn a_search_that_was_stopped_at_a_checkpoint_goes_on() {
    let folder = Folder::queens(11);
    let ended = folder.run("cover -c --engine links --checkpoint s --nodes 1 q");
    assert_is_cut_short(&ended, "`quadrille resume s` continues it");
    assert_is_cut_short(&ended, "stopped by --nodes");
    folder.run("resume s").success().stdout("2680\n");
}

#[test]
fn a_checkpoint_hides_nothing_that_was_found() {
    let folder = Folder::queens(15);
    // Covers in a file.
    let ended =
        folder.run("cover --checkpoint s -o o --nodes 5000 -f indices q").code(0).stdout("");
    let covers = folder.read("o").lines().count();
    assert!(covers > 0);
    ended.stderr(contains(format!("stopped by --nodes after {covers} covers: there may be more")));
    // Counts by search and with a cache, started and resumed, and the count of a Sudoku with
    // 29,828,102,306 solutions.
    let puzzle =
        ".2.....6...................5...1.......97.2.........96..............7......48...7";
    let sudoku = format!("solve -c --checkpoint v --nodes 5 {puzzle}");
    for (line, said) in [
        ("cover -c --checkpoint a --engine links --nodes 20000 q", "stopped by"),
        ("resume a --timeout 100ms", "stopped by"),
        ("cover -c --checkpoint b --engine auto --nodes 20000 q", "stopped by"),
        ("resume b --timeout 100ms", "stopped by"),
        (&sudoku, "`quadrille resume v` continues it"),
        ("resume v --nodes 5", "`quadrille resume v` continues it"),
    ] {
        assert_is_cut_short(&folder.run(line), said);
    }
    let stopped = folder.run("cover -c --checkpoint c --nodes 20000 --stats q");
    stopped.stderr(is_match(r" covers, [1-9]\d* nodes, ").unwrap());
}

#[test]
fn one_cover_that_is_proved_to_be_the_best_needs_no_message() {
    let folder = Folder::with("p", "a b\na\nb\na b\n");
    for gap in ["5%", "0"] {
        let ended = folder.run(&format!("best --gap {gap} p")).success();
        ended.stdout(contains("| cost 0")).stderr("");
    }
    let ended = folder.run("best -n 2 --gap 5% p").success();
    if stdout(&ended).matches("| cost 0").count() == 1 {
        ended.stderr(contains("no other was found, but there may be some"));
    }
}

#[test]
fn one_problem_is_no_plural_and_a_rate_is_short() {
    let folder = Folder::with("p", "a b\na\nb\na b\n");
    folder.run("cover -c --stats p").stderr(contains("quadrille: 1 problem, 2 covers, "));
    // 2 to the power of 80 covers.
    folder.write("p", doubled(80));
    folder.run("cover -c --stats p").stderr(is_match(r", \d\.\d\de2\d covers/s\n$").unwrap());
}

#[test]
fn time_ends_the_search_for_clues() {
    let folder = Folder::with("p", MINIMAL);
    folder.write("full", SOLUTION);
    let said = "stopped by --timeout: no neighbour was found, but there may be some";
    folder.run("check --neighbours -3+3 --timeout 0s p").code(1).stderr(contains(said));
    folder
        .run("minimize --all --timeout 1s full")
        .success()
        .stdout(is_match(r"^([.1-9]{81}\n)+$").unwrap())
        .stderr(contains("stopped by --timeout: there may be more minimal puzzles"));
    // The limit is not reached, and has no effect.
    folder.run("check --neighbours -1+1 --timeout 1h p").success().stderr("");
    // Without `--neighbours` or `--all`, these commands take little time, and refuse a limit.
    says(
        |line| folder.run(line),
        &[
            ("check --timeout 1s p", 2, "add --neighbours"),
            ("minimize --timeout 1s p", 2, "add --all"),
        ],
    );
}
