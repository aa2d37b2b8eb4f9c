//! Tests of `-j`: several threads print the same as one thread.

use std::path::PathBuf;

use predicates::str::contains;

fn quadrille(args: &[&str], input: &str) -> assert_cmd::assert::Assert {
    assert_cmd::Command::new(env!("CARGO_BIN_EXE_quadrille")).args(args).write_stdin(input).assert()
}

fn stdout(args: &[&str], input: &str) -> String {
    String::from_utf8(quadrille(args, input).success().get_output().stdout.clone()).unwrap()
}

fn sorted(text: &str, separator: &str) -> Vec<String> {
    let mut parts: Vec<String> = text.split_terminator(separator).map(str::to_owned).collect();
    parts.sort_unstable();
    parts
}

fn puzzles(name: &str) -> String {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("puzzles").join(name).display().to_string()
}

fn queens() -> String {
    stdout(&["make", "queens", "10"], "")
}

#[test]
fn covers_are_the_same() {
    let problem = queens();
    for format in ["text", "indices"] {
        let one = stdout(&["cover", "-f", format], &problem);
        let separator = if format == "text" { "\n\n" } else { "\n" };
        assert_eq!(sorted(&one, separator).len(), 724);
        for engine in ["links", "bits"] {
            let engine = ["--engine", engine];
            let args = |more: &[&'static str]| {
                [&["cover", "-f", format, "-j3"][..], &engine, more].concat()
            };
            assert_eq!(sorted(&stdout(&args(&[]), &problem), separator), sorted(&one, separator));
            let in_order = stdout(&["cover", "-f", format, engine[0], engine[1]], &problem);
            assert_eq!(stdout(&args(&["--ordered"]), &problem), in_order);
            let first: String = in_order.split_inclusive(separator).take(7).collect();
            assert_eq!(stdout(&args(&["--ordered", "-n7"]), &problem), first);
            assert_eq!(sorted(&stdout(&args(&["-n7"]), &problem), separator).len(), 7);
        }
    }
    assert_eq!(stdout(&["cover", "-c", "-j0"], &problem), "724\n");
    assert_eq!(stdout(&["cover", "-c", "-j2", "-n", "700"], &problem), "700+\n");
    let chosen = ["cover", "-c", "--choose", "1"];
    assert_eq!(stdout(&[&chosen[..], &["-j2"]].concat(), &problem), stdout(&chosen, &problem));
    quadrille(&["cover", "-j2"], "a b\na\n").code(1).stderr(contains("no cover"));
    quadrille(&["cover", "-j", "x"], "a\na\n").code(2);
}

/// Threads that divide a search in a fixed order need seconds for this cover. Restarts do not.
#[test]
fn any_one_cover_is_the_same() {
    let problem = stdout(&["make", "queens", "70"], "");
    for more in [&[][..], &["--random=5"]] {
        let args = [&["cover", "-1", "-f", "indices", "--timeout", "60s"], more].concat();
        let one = stdout(&args, &problem);
        assert_eq!(one.split_whitespace().count(), 70, "{more:?}");
        for threads in ["-j2", "-j0"] {
            let many = stdout(&[&args[..], &[threads]].concat(), &problem);
            assert_eq!(many, one, "{more:?} {threads}");
        }
    }
    // An engine that searches in its own order.
    let (problem, links) = (queens(), ["cover", "-f", "indices", "--engine", "links"]);
    let first = |most: &[&'static str]| stdout(&[&links[..], most].concat(), &problem);
    assert_eq!(first(&["-1"]), first(&["-n", "1"]));
    assert_eq!(first(&["-1", "-j2", "--ordered"]), first(&["-1"]));
}

#[test]
fn counts_with_a_cache_are_the_same() {
    let board = stdout(&["make", "polyomino", "dominoes", "12x12"], "");
    for engine in ["auto", "memo"] {
        for threads in ["-j1", "-j2", "-j5"] {
            let args = ["cover", "-c", "--engine", engine, threads];
            assert_eq!(stdout(&args, &board), "53060477521960000\n", "{engine} {threads}");
        }
    }
    // A limit gives a lower bound.
    for limit in [&["--nodes", "20000"][..], &["--timeout", "1ms"]] {
        let args = [&["cover", "-c", "-j2", "--stats"], limit].concat();
        quadrille(&args, &board).stdout(predicates::str::ends_with("+\n"));
    }
}

#[test]
fn estimates_are_the_same() {
    let problem = queens();
    let estimate = |threads: &str| {
        let output = stdout(&["estimate", "-w", "3000", "-f", "json", threads], &problem);
        let mut object: serde_json::Value = serde_json::from_str(&output).unwrap();
        // The time is measured.
        object.as_object_mut().unwrap().remove("seconds").unwrap();
        object
    };
    let one = estimate("-j1");
    assert!(one["walks"].as_u64().unwrap() >= 3000);
    for threads in ["-j2", "-j5", "-j0"] {
        assert_eq!(estimate(threads), one, "{threads}");
    }
    quadrille(&["estimate", "-j", "2000"], &problem).code(2).stderr(contains("at most 1024"));
}

#[test]
fn objects_are_numbered_as_they_are_printed() {
    let problem = queens();
    for order in [&[][..], &["--ordered"]] {
        let output = stdout(&[&["cover", "-f", "json", "-j2"][..], order].concat(), &problem);
        let indices = output
            .lines()
            .map(|line| serde_json::from_str::<serde_json::Value>(line).unwrap()["index"].as_u64());
        assert!(indices.eq((1..=724).map(Some)));
    }
    let ordered = stdout(&["cover", "-f", "json", "-j2", "--ordered"], &problem);
    assert_eq!(ordered, stdout(&["cover", "-f", "json"], &problem));
}

#[test]
fn sudokus_are_solved_and_rated_alike() {
    let files = [
        puzzles("seeds.txt"),
        puzzles("well-known.txt"),
        puzzles("techniques.txt"),
        puzzles("drawn.txt"),
    ];
    let files: Vec<&str> = files.iter().map(String::as_str).collect();
    for args in [
        &["solve"][..],
        &["solve", "-u"],
        &["solve", "-c", "-f", "json"],
        &["solve", "-f", "grid", "-n2"],
    ] {
        let one = quadrille(&[args, &files].concat(), "").get_output().clone();
        let two = quadrille(&[args, &["-j2"], &files].concat(), "").get_output().clone();
        assert_eq!(
            String::from_utf8_lossy(&two.stdout),
            String::from_utf8_lossy(&one.stdout),
            "{args:?}"
        );
        assert_eq!((two.stderr, two.status.code()), (one.stderr, one.status.code()));
    }
    // Forcing chains take long in a debug build.
    for args in
        [&["rate", "--no-forcing-chains"][..], &["rate", "--no-forcing-chains", "-p", "-f", "json"]]
    {
        let one = quadrille(&[args, &files[..2]].concat(), "").get_output().clone();
        let two = quadrille(&[args, &["-j2"], &files[..2]].concat(), "").get_output().clone();
        assert_eq!(
            (two.stdout, two.stderr, two.status.code()),
            (one.stdout, one.stderr, one.status.code())
        );
    }
}

/// A puzzle with very many solutions between two others. An invalid one after it is not reported
/// before them.
#[test]
fn a_long_puzzle_is_searched_by_all_threads() {
    let many = std::fs::read_to_string(puzzles("many.txt")).unwrap();
    let one = "005176000400000001000800309100000090503000807090000004207008000600000003000429700";
    let input = format!("{one}\n{many}\nbad\n{one}\n");
    for args in [
        &["solve", "-n", "3000"][..],
        &["solve", "-c", "-n", "300000"],
        &["solve", "-f", "json", "-n", "2000"],
    ] {
        let single = quadrille(args, &input).code(2).get_output().clone();
        for order in [&["-j2"][..], &["-j2", "--ordered"]] {
            let several = quadrille(&[args, order].concat(), &input).code(2).get_output().clone();
            let lines = |bytes: &[u8]| bytes.iter().filter(|&&byte| byte == b'\n').count();
            assert_eq!(lines(&several.stdout), lines(&single.stdout), "{args:?}");
            if order.len() == 2 {
                assert!(several.stdout == single.stdout, "{args:?}");
            }
            assert_eq!(several.stderr, single.stderr);
        }
    }
}

#[test]
fn generated_puzzles_are_the_same() {
    let args = ["generate", "-n", "12", "--seed", "7", "-f", "grid"];
    assert_eq!(stdout(&[&args[..], &["-j3"]].concat(), ""), stdout(&args, ""));
    // It gives up at the same puzzle, after printing those before it.
    let args = ["generate", "-n", "40", "--seed", "7", "--clues", "22", "--attempts", "20"];
    let one = quadrille(&args, "").code(1).get_output().clone();
    let three = quadrille(&[&args[..], &["-j3"]].concat(), "").code(1).get_output().clone();
    assert_eq!((three.stdout, three.stderr), (one.stdout, one.stderr));
}

/// No thread can have a stack of this size.
#[cfg(target_os = "linux")]
#[test]
fn a_count_goes_on_without_the_threads_that_the_system_refuses() {
    let folder = tempfile::tempdir().unwrap();
    let puzzle =
        "027800061000030008910005420500016030000970200070000096700000080006027000030480007";
    let count = |threads: &str, file: &str| {
        let mut program = assert_cmd::Command::new(env!("CARGO_BIN_EXE_quadrille"));
        let counted = program
            .current_dir(&folder)
            .env("RUST_MIN_STACK", "70000000000000")
            .args(["solve", "-c", "-j", threads, "--checkpoint", file, puzzle])
            .assert()
            .success();
        String::from_utf8(counted.get_output().stdout.clone()).unwrap()
    };
    assert_eq!((count("3", "three"), count("1", "one")), ("4\n".into(), "4\n".into()));
}
