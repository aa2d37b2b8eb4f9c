//! Tests of `-c`: all ways of counting agree, and combine with all other options.

use std::io::Write;
use std::process::{Command, Output, Stdio};

fn run(args: &[&str], input: &[u8]) -> (String, String, i32) {
    let mut child = Command::new(env!("CARGO_BIN_EXE_quadrille"))
        .args(args)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut stdin = child.stdin.take().unwrap();
    // The program may end before it has read all of the input.
    let _ = stdin.write_all(input);
    drop(stdin);
    let Output { status, stdout, stderr } = child.wait_with_output().unwrap();
    let [stdout, stderr] = [stdout, stderr].map(|text| String::from_utf8(text).unwrap());
    (stdout, stderr, status.code().unwrap())
}

fn make(args: &[&str]) -> Vec<u8> {
    run(&[&["make"], args].concat(), b"").0.into_bytes()
}

/// Returns the number before a word in the line of `--stats`.
fn number(stderr: &str, word: &str) -> u128 {
    let line =
        stderr.lines().find(|line| line.contains(" nodes, ")).unwrap_or_else(|| panic!("{stderr}"));
    let part = line
        .split(", ")
        .find_map(|part| part.strip_suffix(word))
        .unwrap_or_else(|| panic!("{line}"));
    part.trim().trim_start_matches("quadrille: ").parse().unwrap()
}

#[test]
fn totals_can_exceed_64_bits() {
    let (count, stats, status) =
        run(&["cover", "-c", "--engine", "memo", "--stats"], &many_dominoes());
    assert_eq!((count.as_str(), status), ("12988816000000000000000\n", 0));
    assert_eq!(number(&stats, "covers"), 12_988_816_000_000_000_000_000);
}

/// The dominoes on a chessboard, 12988816 (Kasteleyn 1961), and five items with a thousand options
/// each: the number is greater than 2^64.
fn many_dominoes() -> Vec<u8> {
    let dominoes = String::from_utf8(make(&["polyomino", "dominoes", "8x8"])).unwrap();
    let mut lines = dominoes.lines().filter(|line| !line.starts_with('|'));
    let items = lines.next().unwrap();
    let options: Vec<&str> = lines.collect();
    let more: String =
        ["v", "w", "x", "y", "z"].map(|item| format!("{item}\n").repeat(1000)).concat();
    format!("{items} v w x y z\n{}\n{more}", options.join("\n")).into_bytes()
}

/// No search could finish in reasonable time.
#[test]
fn the_cache_works_with_every_option() {
    let dominoes = make(&["polyomino", "dominoes", "10x10"]);
    let all = "258584046368\n";
    let ways: [(&[&str], &str); 6] = [
        (&[], all),
        (&["-j2"], all),
        (&["-n", "1000000000000000000"], all),
        (&["-n", "258584046369"], all),
        (&["-n", "258584046368"], "258584046368+\n"),
        (&["-n", "10000000000"], "10000000000+\n"),
    ];
    for (way, expected) in ways {
        assert_eq!(run(&[&["cover", "-c"], way].concat(), &dominoes).0, expected, "{way:?}");
    }
}

/// The threads do the rest of the counter's work, and do not start again.
#[test]
fn several_threads_search_nothing_twice() {
    let queens = make(&["queens", "12"]);
    let (count, stats, _) = run(&["cover", "-c", "--stats"], &queens);
    assert!(stats.contains("a cache was tried and saved too little"), "{stats}");
    let alone = number(&stats, "nodes");
    for threads in ["2", "3"] {
        let (of_several, stats, _) = run(&["cover", "-c", "--stats", "-j", threads], &queens);
        assert_eq!(of_several, count);
        // A split-off cube begins at a node that was already entered.
        let nodes = number(&stats, "nodes");
        assert!(alone <= nodes && nodes <= alone + alone / 100, "{alone}, {nodes}");
    }
}

#[test]
fn a_sukaku_and_a_grid_are_counted_alike() {
    let grid = "..............3.85..1.2.......5.7.....4...1...9.......5......73..2.1........4...9";
    assert_eq!(run(&["solve", "-c", grid], b"").0, "1\n");
    let candidates = run(&["convert", "--to", "candidates", grid], b"").0;
    for way in [&["-j1"][..], &["-j2"], &["-n", "2"]] {
        assert_eq!(run(&[&["solve", "-c"], way].concat(), candidates.as_bytes()).0, "1\n");
    }
}

#[test]
fn the_engine_and_the_reason_are_printed() {
    let said = |args: &[&str], problem: &str| {
        run(&[&["cover", "--stats"], args].concat(), problem.as_bytes()).1
    };
    let plain = "a b\na\na\nb\nb\n";
    let bounded = "0:2|a\na\n";
    assert!(
        said(&[], bounded)
            .contains("engine `bounded`: items have bounds, and a choice excludes many options")
    );
    assert!(
        said(&["--engine", "links"], plain).contains("engine `links`: chosen with --engine links")
    );
    assert!(said(&["-c"], plain).contains("counted by search, which was short"));
    let queens = String::from_utf8(make(&["queens", "10"])).unwrap();
    for limit in ["--nodes", "-n"] {
        let cut = said(&["-c", limit, "20"], &queens);
        assert!(cut.contains("counted by search\n"), "{cut}");
    }
    let dominoes = String::from_utf8(make(&["polyomino", "dominoes", "8x8"])).unwrap();
    let cached = said(&["-c"], &dominoes);
    assert!(
        cached.contains("engine `memo`") && cached.contains("counted with a cache"),
        "{cached}"
    );
    let sudoku = ".".repeat(80) + "1";
    assert!(
        run(&["solve", "--stats", "-1", &sudoku], b"")
            .1
            .contains("engine `bands`: the problem is that of Sudoku")
    );
}

#[test]
fn questions_keep_the_chosen_options() {
    let problem = "a b c\na\na\nb\nb c\nc\n";
    let args = ["sample", "-n", "4", "--seed", "1", "-f", "indices", "--choose", "2"];
    let plain = run(&args, problem.as_bytes()).0;
    assert!(
        plain.lines().count() == 4
            && plain.lines().all(|cover| cover.split(' ').any(|option| option == "2"))
    );
}
