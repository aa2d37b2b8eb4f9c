//! Tests of `quadrille cover` as users run it: every flag, every exit status, every error.

use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use predicates::prelude::*;
use predicates::str::{contains, is_empty};

const ONE: &str = "| TAOCP 7.2.2.1 (6)\na b c d e f g\nc e\na d g\nb c f\na d f\nb g\nd e g\n";
const ONE_COVER: &str = "c e\na d f\nb g\n\n";
/// A problem with four covers: two of two options, two of one.
const FOUR: &str = "a b | x\na x\nb\na\na b\n\nx\nb a x\n";
const NONE: &str = "a b | x\na x\nb x\n";

fn quadrille() -> assert_cmd::Command {
    assert_cmd::Command::new(env!("CARGO_BIN_EXE_quadrille"))
}

/// Runs the program with a problem on standard input.
fn piped(args: &[&str], problem: &str) -> assert_cmd::assert::Assert {
    quadrille().args(args).write_stdin(problem).assert()
}

/// Runs `cover` with a problem on standard input.
fn cover(args: &[&str], problem: &str) -> assert_cmd::assert::Assert {
    piped(&[&["cover"], args].concat(), problem)
}

fn sorted<'a>(text: &'a [u8], separator: &str) -> Vec<&'a str> {
    let text = std::str::from_utf8(text).unwrap();
    let mut parts: Vec<_> = text.split_terminator(separator).collect();
    parts.sort_unstable();
    parts
}

/// The problem written for another solver has the chosen options, and the solver's answer must have
/// them.
#[test]
fn chosen_options_are_written_for_other_solvers() {
    let folder = tempfile::tempdir().unwrap();
    let answer = folder.path().join("answer").display().to_string();
    let opb = piped(&["export", "--choose", "2", "--to", "opb"], ONE).success();
    let opb = String::from_utf8(opb.get_output().stdout.clone()).unwrap();
    assert!(opb.ends_with("\n+1 x2 = 1 ;\n"), "{opb}");
    fs::write(&answer, "v -x1 x2 x3 -x4 -x5 -x6\n").unwrap();
    let read = ["import", &answer, "--choose"];
    piped(&[&read[..], &["4"]].concat(), ONE).code(2).stderr(contains(": "));
    fs::write(&answer, "v x1 -x2 -x3 x4 x5 -x6\n").unwrap();
    piped(&[&read[..], &["4,1"]].concat(), ONE).success().stdout(ONE_COVER);
    piped(&[&read[..], &["4,2"]].concat(), ONE)
        .code(2)
        .stderr(contains("the cover lacks option 2, which --choose asks for"));
    piped(&["export", "--choose", "7", "--to", "cnf"], ONE)
        .code(2)
        .stderr(contains("there is no option 7"));
}

#[test]
fn a_problem_comes_from_a_file_or_standard_input() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("one.dlx");
    fs::write(&file, ONE).unwrap();
    quadrille().arg("cover").arg(&file).assert().success().stdout(ONE_COVER).stderr(is_empty());
    cover(&[], ONE).success().stdout(ONE_COVER).stderr(is_empty());
    cover(&["-"], ONE).success().stdout(ONE_COVER);
}

#[test]
fn covers_are_printed_as_their_options_in_order() {
    let output = cover(&[], FOUR).success();
    assert_eq!(sorted(&output.get_output().stdout, "\n\n"), ["a b", "a x\nb", "b\na", "b a x"]);
}

#[test]
fn covers_are_printed_in_every_format() {
    cover(&["-f", "text"], ONE).success().stdout(ONE_COVER);
    cover(&["-f", "indices"], ONE).success().stdout("1 4 5\n");
    let output = cover(&["--format", "indices"], FOUR).success();
    assert_eq!(sorted(&output.get_output().stdout, "\n"), ["1 2", "2 3", "4", "6"]);
    let json = r#"{"options":[1,4,5],"texts":["c e","a d f","b g"],"index":1}"#;
    cover(&["-f", "json"], ONE).success().stdout(format!("{json}\n"));
    let output = cover(&["-f", "json"], FOUR).success();
    let objects = String::from_utf8(output.get_output().stdout.clone()).unwrap();
    let objects: Vec<serde_json::Value> =
        objects.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(
        objects.iter().map(|object| object["index"].as_u64().unwrap()).collect::<Vec<_>>(),
        [1, 2, 3, 4]
    );
    cover(&["-f", "picture"], ONE).code(2).stderr(contains("text, indices, json"));
}

/// The worked examples of dlx2.w and dlx3.w, each with its only cover; and empty covers. The
/// program makes the text of an option once, and of a cover only the part that differs from the
/// cover before. This test makes each text from scratch.
#[test]
fn covers_are_printed_like_the_options_of_the_problem() {
    let long = "a-name-of-many-more-than-16-bytes";
    let names = ["a", "b\"c", "\\", "é", long, "f", "g", "h", "i", "j"];
    let mut problem = names.join(" ") + " | x y\n";
    for (at, name) in names.iter().enumerate() {
        problem += &format!("{name}\n{name} x:{at}\n{name} y:long-color\n");
        if let Some(next) = names.get(at + 1) {
            problem += &format!("{name} {next}\n");
        }
    }
    let parsed = quadrille::format::read(problem.as_bytes()).unwrap().problem;
    let [mut text, mut indices, mut json] = [const { String::new() }; 3];
    let mut covers = 0;
    for cover in parsed.solutions() {
        covers += 1;
        let positions: Vec<_> = cover.iter().map(|option| option.index() + 1).collect();
        let texts: Vec<_> = cover.iter().map(|&option| parsed.option_text(option)).collect();
        let texts: Vec<_> = texts.iter().map(ToString::to_string).collect();
        text += &(texts.join("\n") + "\n\n");
        let words: Vec<_> = positions.iter().map(ToString::to_string).collect();
        indices += &(words.join(" ") + "\n");
        let [positions, texts] =
            [serde_json::to_string(&positions), serde_json::to_string(&texts)].map(Result::unwrap);
        json += &format!("{{\"options\":{positions},\"texts\":{texts},\"index\":{covers}}}\n");
    }
    assert!(covers > 10_000, "{covers} covers are no test of numbers and buffers");
    for (format, expected) in [("text", text), ("indices", indices), ("json", json)] {
        for threads in [&["-j", "1"][..], &["-j", "3", "--ordered"]] {
            let output = cover(&[&["-f", format][..], threads].concat(), &problem).success();
            let is_equal = output.get_output().stdout == expected.as_bytes();
            assert!(is_equal, "{format} with {threads:?}");
        }
    }
}

#[test]
fn no_options_are_a_cover_of_no_items() {
    let problem = "0:1|a | x\nx\n";
    for (format, expected) in
        [("text", "\n"), ("indices", "\n"), ("json", "{\"options\":[],\"texts\":[],\"index\":1}\n")]
    {
        cover(&["-f", format], problem).success().stdout(expected);
    }
}

#[test]
fn colors_and_bounds_are_respected() {
    let dlx2 = "A B C | X Y\nA B X:0 Y:0\nA C X:1 Y:1\nX:0 Y:1\nB X:1\nC Y:1\n";
    cover(&[], dlx2)
        .success()
        .stdout("A C X:1 Y:1\nB X:1\n\n")
        .stderr(contains("stdin:4: warning: option 3"));
    let dlx3 = "A B 2:3|C | X Y\nA B X:0 Y:0\nA C X:1 Y:1\nC X:0\nB X:1\nC Y:1\n";
    cover(&["-f", "indices"], dlx3).success().stdout("2 4 5\n");
    let empty = "0:1|a\n";
    cover(&[], empty).success().stdout("\n").stderr("");
    cover(&["-f", "indices"], empty).success().stdout("\n");
    cover(&["-f", "json"], empty).success().stdout("{\"options\":[],\"texts\":[],\"index\":1}\n");
    cover(&["-c"], empty).success().stdout("1\n");
}

#[test]
fn first_and_limit_stop_the_search() {
    let lines = |args: &[&str]| {
        let output = cover(&[args, &["-f", "indices"]].concat(), FOUR).success();
        sorted(&output.get_output().stdout, "\n").len()
    };
    assert_eq!((lines(&["-1"]), lines(&["--first"])), (1, 1));
    assert_eq!((lines(&["-n", "3"]), lines(&["--limit", "9"])), (3, 4));
    cover(&["-n", "0"], ONE).code(2).stderr(contains("0 is not in 1.."));
    cover(&["-1", "-n", "3"], ONE).code(2).stderr(contains("cannot be used with"));
}

#[test]
fn counts_say_when_they_were_cut_short() {
    cover(&["-c"], FOUR).success().stdout("4\n");
    cover(&["--count", "-n", "5"], FOUR).success().stdout("4\n");
    cover(&["-c", "-n", "3"], FOUR).success().stdout("3+\n");
    cover(&["-c", "-1"], FOUR).success().stdout("1+\n");
    cover(&["-c", "-f", "json"], FOUR).success().stdout("{\"count\":4,\"complete\":true}\n");
    cover(&["-c", "-f", "json", "-n2"], FOUR)
        .success()
        .stdout("{\"count\":2,\"complete\":false}\n");
    cover(&["-c", "-f", "indices"], FOUR).code(2).stderr(contains("--format indices"));
}

#[test]
fn chosen_options_are_in_every_cover() {
    cover(&["-f", "indices", "--choose", "1"], FOUR).success().stdout("1 2\n");
    let output = cover(&["-f", "indices", "--choose", "2"], FOUR).success();
    assert_eq!(sorted(&output.get_output().stdout, "\n"), ["1 2", "2 3"]);
    for args in
        [&["--choose", "3,2"][..], &["--choose", "3", "--choose", "2"], &["--choose", "2,3,2"]]
    {
        cover(&[args, &["-f", "indices"]].concat(), FOUR).success().stdout("2 3\n");
    }
    // Options that exclude each other, and one that is in no cover.
    cover(&["-c", "--choose", "1,3"], FOUR).code(1).stdout("0\n");
    cover(&["-c", "--choose", "5"], FOUR).code(1).stdout("0\n");
    let message = "quadrille: stdin: there is no option 7 to choose: the problem has 6 options, \
                   counted from 1\n";
    cover(&["--choose", "7"], "a b | x\na x\nb\na\na b\na\nb a x\n")
        .code(2)
        .stdout("")
        .stderr(message);
    cover(&["--choose", "0"], FOUR).code(2).stderr(contains("0 is not in 1.."));
    cover(&["--choose", "a"], FOUR).code(2);
}

#[test]
fn engines_are_selected_by_name() {
    for engine in ["auto", "links", "bits"] {
        cover(&["--engine", engine, "-c"], FOUR).success().stdout("4\n");
    }
    cover(&["--engine", "steam"], FOUR).code(2).stderr(contains("auto, links, bits"));
}

#[test]
fn statistics_go_to_standard_error() {
    let report = contains("quadrille: 1 problem, 4 covers, ")
        .and(contains(" nodes, "))
        .and(contains(" updates, "))
        .and(contains(" covers/s"));
    let plain = "a b\na\na\nb\nb\n";
    cover(&["--stats", "-c"], plain).success().stdout("4\n").stderr(report);
}

#[test]
fn no_cover_is_status_1() {
    cover(&[], NONE).code(1).stdout("").stderr("quadrille: stdin: no cover\n");
    cover(&["-f", "json"], NONE).code(1).stdout("").stderr("quadrille: stdin: no cover\n");
    cover(&["-c"], NONE).code(1).stdout("0\n").stderr("");
}

#[test]
fn an_option_without_primary_item_is_a_warning() {
    let warning = "quadrille: stdin:6: warning: option 5 has no primary item, so it is in no cover: give it one, or \
                   delete it\n";
    // A blank line counts as a line, not as an option.
    cover(&["-c"], &FOUR.replacen("\n\n", "\n", 1)).success().stdout("4\n").stderr(warning);
    cover(&["-c"], FOUR).success().stdout("4\n").stderr(contains("stdin:7: warning: option 5 has"));
    let many = format!("a | x\na\n{}", "x\n".repeat(25));
    let output = cover(&[], &many).success().stdout("a\n\n");
    let said = String::from_utf8(output.get_output().stderr.clone()).unwrap();
    assert_eq!(said.lines().count(), 21);
    assert!(said.ends_with("stdin: warning: 5 more options have no primary item\n"), "{said}");
}

fn bad(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/bad-dlx").join(name)
}

/// There is at least one file for each error. The status is 2, and a one-line message has the place
/// and the cause.
#[test]
fn bad_input_is_reported_where_it_is() {
    let files = [
        (
            "no-items.dlx",
            "2:1",
            "there are no items: the first line that is neither blank nor a comment must name them",
        ),
        ("empty-name-item.dlx", "2:3", "`2|` lacks the name of an item: write one"),
        ("empty-name-option.dlx", "3:3", "`:red` lacks the name of an item"),
        ("duplicate-name.dlx", "1:7", "two items are named `b`: give each item a name of its own"),
        ("duplicate-name-secondary.dlx", "1:7", "two items are named `a`"),
        (
            "colon-in-name.dlx",
            "1:3",
            "`x:red`: the name of an item has no `:`; bounds are written `2:3|name`",
        ),
        ("bounds-without-bar.dlx", "1:3", "`2:3`: the name of an item has no `:`"),
        ("second-bar.dlx", "1:9", "a second `|` among the items: write one, between"),
        (
            "bad-bounds.dlx",
            "1:3",
            "`x:3|b` has no bounds before its `|`: write `2:3|name` or `2|name`",
        ),
        ("signed-bounds.dlx", "1:3", "`-1:3|b` has no bounds before its `|`"),
        ("bar-in-item.dlx", "1:3", "`b|c` has no bounds before its `|`"),
        (
            "reversed-bounds.dlx",
            "1:3",
            "`3:2|b`: the lower bound is above the upper one: exchange them",
        ),
        ("zero-bound.dlx", "1:3", "`0|b`: the upper bound is 0: make it 1 at least"),
        (
            "bounds-on-secondary.dlx",
            "1:7",
            "`2:3|y`: a secondary item has no bounds: drop them, or",
        ),
        (
            "bound-too-large.dlx",
            "1:3",
            "`4294967296|b`: the number is too large: bounds go up to 4294967295",
        ),
        ("no-item-count.dlx", "2:5", "`p ec` lacks the number of items: write `p ec 12`"),
        (
            "zero-items.dlx",
            "2:6",
            "`0` is not a number of items: write a number from 1 on after `p ec`",
        ),
        (
            "too-many-items.dlx",
            "1:6",
            "`29000001`: the number of items is too large: it goes up to 29000000",
        ),
        ("empty-option.dlx", "3:1", "the option has no items, so it could be added to every cover"),
        (
            "second-header.dlx",
            "3:1",
            "a second `p ec`: a text has one problem, so give the other one a file of its own",
        ),
        (
            "unknown-line.dlx",
            "3:1",
            "a line after `p ec` begins with `3`: options begin with `s` and comments",
        ),
        (
            "unknown-number.dlx",
            "3:3",
            "`4` is not an item: items are the numbers from 1 to 3, as given after `p ec`",
        ),
        (
            "unknown-item.dlx",
            "5:3",
            "there is no item `c`: add it to the line that names the items, or correct",
        ),
        (
            "repeated-item.dlx",
            "3:9",
            "item `x` is in the option twice: an option is a set of items, so name it once",
        ),
        (
            "color-on-primary.dlx",
            "3:1",
            "`b:1`: the item is primary, and only a secondary one can have a color: drop",
        ),
        ("empty-color.dlx", "2:3", "`x:` lacks a color after the `:`: write one, or drop the `:`"),
        ("second-color.dlx", "2:3", "`x:1:2` has a second `:`: an item has one color"),
        (
            "bar-in-entry.dlx",
            "2:1",
            "`a|7` has a `|` in the middle: names and colors have none, and a cost such as",
        ),
        (
            "bad-cost.dlx",
            "2:8",
            "`|` is not a cost: write the `|` and a decimal number without a blank",
        ),
        ("signed-cost.dlx", "2:5", "`|+3` is not a cost"),
        ("cost-too-large.dlx", "2:5", "`|18446744073709551616`: the number is too large"),
        (
            "costs-too-large-in-option.dlx",
            "2:24",
            "`|5000000000000000000`: the costs of the options up to here exceed",
        ),
        (
            "costs-too-large.dlx",
            "3:6",
            "`|4999999999999999999`: the costs of the options up to here exceed",
        ),
        ("not-utf8.dlx", "2:4", "the byte 0xE9 is not UTF-8: convert the text to UTF-8"),
        ("binary.dlx", "1:25", "the byte 0xC0 is not UTF-8"),
    ];
    for (name, place, what) in files {
        let path = bad(name);
        let output = quadrille().arg("cover").arg(&path).assert().code(2).stdout("");
        let said = String::from_utf8(output.get_output().stderr.clone()).unwrap();
        let start = format!("quadrille: {}:{place}: {what}", path.display());
        assert!(said.starts_with(&start) && said.lines().count() == 1, "{name}: {said}\n{start}");
    }
    assert_eq!(fs::read_dir(bad("")).unwrap().count(), files.len(), "a file is not tested");
}

#[test]
fn a_truncated_problem_causes_no_panic() {
    for end in 0..FOUR.len() {
        let output = cover(&["-c"], &FOUR[..end]);
        let status = output.get_output().status.code();
        assert!(matches!(status, Some(0..=2)), "{:?}: {status:?}", &FOUR[..end]);
        output.stderr(contains("panicked").not());
    }
}

#[test]
fn an_argument_that_is_no_file_is_an_error() {
    let message = "quadrille: nowhere.dlx: cannot be read: ";
    quadrille()
        .args(["cover", "nowhere.dlx"])
        .assert()
        .code(2)
        .stdout("")
        .stderr(contains(message));
    let folder = tempfile::tempdir().unwrap();
    quadrille()
        .arg("cover")
        .arg(folder.path())
        .assert()
        .code(2)
        .stderr(contains("it is a directory"));
    quadrille().args(["cover", "--nonsense"]).assert().code(2);
    quadrille().args(["cover", "one", "two"]).assert().code(2);
}

/// A shell limits the memory of the program.
#[cfg(target_os = "linux")]
#[test]
fn items_that_a_header_announces_take_no_memory_for_their_names() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("p"), "p ec 29000000\ns 29000001\n").unwrap();
    let script = format!("ulimit -v 800000; exec '{}' cover p", env!("CARGO_BIN_EXE_quadrille"));
    let mut shell = assert_cmd::Command::new("sh");
    let refused = shell.current_dir(&folder).args(["-c", &script]).assert().code(2);
    refused.stderr(contains("p:2:3: "));
}

/// A count does not need a cache, but a diagram has to be complete.
#[cfg(target_os = "linux")]
#[test]
fn memory_that_the_system_refuses_is_a_message() {
    let folder = tempfile::tempdir().unwrap();
    for (file, puzzle) in
        [("queens", &["queens", "14"][..]), ("dominoes", &["polyomino", "dominoes", "20x20"])]
    {
        let made = quadrille().arg("make").args(puzzle).assert().success();
        fs::write(folder.path().join(file), &made.get_output().stdout).unwrap();
    }
    let run = |args: &str| {
        let program = env!("CARGO_BIN_EXE_quadrille");
        let script = format!("ulimit -v 60000; exec '{program}' {args} --memory 8G");
        let mut shell = assert_cmd::Command::new("sh");
        shell.current_dir(&folder).args(["-c", &script]).assert()
    };
    let refused = "the system refuses memory within --memory: the cache stays smaller, and slower";
    run("sample queens")
        .code(2)
        .stdout("")
        .stderr(contains("nodes, and the system has no memory for more; free some, or take"));
    for threads in ["-j1", "-j2"] {
        run(&format!("count --engine memo {threads} --nodes 1600000 dominoes"))
            .success()
            .stdout(predicates::str::is_match(r"^\d+\+?\n$").unwrap())
            .stderr(predicate::function(|text: &str| text.matches(refused).count() == 1));
    }
}

/// Returns forty items with two options each, which have too many covers to list.
fn endless() -> String {
    let names: Vec<String> = (0..40).map(|item| format!("i{item}")).collect();
    let options: String = names.iter().map(|name| format!("{name}\n{name}\n")).collect();
    format!("{}\n{options}", names.join(" "))
}

/// The reader of an endless output closes the pipe.
#[test]
fn a_closed_pipe_ends_the_program_quietly() {
    let mut child = Command::new(env!("CARGO_BIN_EXE_quadrille"))
        .args(["cover", "-f", "indices"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    child.stdin.take().unwrap().write_all(endless().as_bytes()).unwrap();
    let mut first = String::new();
    BufReader::new(child.stdout.take().unwrap()).read_line(&mut first).unwrap();
    assert_eq!(first.split(' ').count(), 40);
    assert!(child.wait().unwrap().success());
    let mut said = String::new();
    child.stderr.take().unwrap().read_to_string(&mut said).unwrap();
    assert_eq!(said, "");
}

#[test]
fn help_shows_examples() {
    for args in [&["cover", "--help"][..], &["help", "cover"]] {
        quadrille()
            .args(args)
            .assert()
            .success()
            .stdout(contains("Examples:").and(contains("quadrille cover")));
    }
    quadrille().args(["man", "cover"]).assert().success().stdout(contains("Examples:"));
}

#[test]
fn one_is_singular() {
    let problem = "a\na |5\n";
    cover(&["--choose", "2"], problem).code(2).stderr(contains("the problem has 1 option, "));
    piped(&["nth", "2"], problem).code(1).stderr(contains("the number of solutions is 1\n"));
    // Messages of a search that stopped at its gap. They depend on whether more covers were
    // requested, and found.
    let proved = "quadrille: stdin: stopped: a cover of cost 5 is the best of all";
    piped(&["best", "--gap", "0"], problem).success().stderr("");
    piped(&["best", "-n", "2", "--gap", "0"], problem)
        .success()
        .stderr(format!("{proved}; no other was found, and there may be some\n"));
}

/// All costs are multiples of 7. A search that missed the cover used to have no limit, and to claim
/// a bound of 1.
#[test]
fn no_cover_costs_less_than_the_bound_of_a_stopped_search() {
    let problem = "p0 p1 p2 | s1\np1 |-7\np1 p0 |0\np0 s1 |0\np2 |0\n";
    let best = ["best", "--choose", "2", "-f", "indices"];
    piped(&best, problem).success().stdout("2 4 | cost 0\n").stderr("");
    let stopped = piped(&[&best[..], &["--nodes", "1"]].concat(), problem);
    stopped.stdout("2 4 | cost 0\n").stderr(contains("no cover costs less than -7: a gap of"));
}

#[test]
fn the_cheapest_covers_come_in_order_with_their_costs() {
    let problem = "a b c\na |3\nb |2\nc |1\na b |1 |1\nb c |9\n";
    piped(&["best", "-n", "2"], problem)
        .success()
        .stdout("c\na b\n| cost 3\n\na\nb\nc\n| cost 6\n\n");
    piped(&["best", "-n", "9", "-f", "indices"], problem)
        .success()
        .stdout("3 4 | cost 3\n1 2 3 | cost 6\n1 5 | cost 12\n")
        .stderr(is_empty());
    piped(&["best", "-f", "json"], problem)
        .success()
        .stdout("{\"options\":[3,4],\"texts\":[\"c\",\"a b\"],\"index\":1,\"cost\":3}\n");
    piped(&["best", "--choose", "5"], problem).success().stdout("a\nb c\n| cost 12\n\n");
    piped(&["best", "-n", "3"], NONE).code(1).stdout("").stderr(contains("stdin: no cover"));
    piped(&["best", "--choose", "9"], problem).code(2).stderr(contains("there is no option 9"));
    piped(&["best", "-n", "0"], problem).code(2);
    piped(&["best", "-c"], problem).code(2).stderr(contains("unexpected argument '-c'"));
    // The output can be read as a problem: the cost is a comment.
    let report = contains("1 problem, 2 covers, ");
    piped(&["best", "-n", "2", "--stats"], problem).success().stderr(report);
}

#[test]
fn an_engine_that_cannot_search_the_problem_says_so() {
    let bounded = "0:2|a\na\n";
    cover(&["-c", "--engine", "memo"], bounded).code(2).stdout("").stderr(contains(
        "not for the engine `memo`: it takes each item exactly once, and an item of the problem has other bounds",
    ));
    cover(&["--engine", "bits"], "17|a\na\n").code(2).stdout("").stderr(contains(
        "not for the engine `bits`: the problem is too large for it: 17 options that an item takes, and it can take 16",
    ));
    cover(&["-c", "--engine", "bits"], bounded).code(0).stdout("2\n");
    cover(&["-c", "--engine", "auto"], bounded).code(0).stdout("2\n");
}

/// The ways to fill a chessboard with dominoes: counted, and all of them requested.
fn chessboard() -> String {
    String::from_utf8(
        quadrille().args(["make", "polyomino", "dominoes", "8x8"]).output().unwrap().stdout,
    )
    .unwrap()
}

#[test]
fn large_numbers_are_counted() {
    let count = |args: &[&str]| -> String {
        let board =
            quadrille().args(["make", "polyomino", "dominoes", "16x16"]).output().unwrap().stdout;
        let output = quadrille().args(args).write_stdin(board).output().unwrap();
        assert!(output.status.success());
        String::from_utf8(output.stdout).unwrap()
    };
    if cfg!(debug_assertions) {
        // The larger board takes long without optimization.
        quadrille()
            .args(["cover", "-c"])
            .write_stdin(chessboard())
            .assert()
            .success()
            .stdout("12988816\n");
        return;
    }
    assert_eq!(count(&["cover", "-c"]), "2444888770250892795802079170816\n");
    assert_eq!(
        count(&["count", "-f", "json", "--memory", "20M"]),
        "{\"count\":2444888770250892795802079170816,\"complete\":true}\n"
    );
}

#[test]
fn samples_are_covers_and_reproducible() {
    let board = chessboard();
    let sample = |seed: &str| {
        let args = ["sample", "-n", "3", "--seed", seed, "-f", "indices"];
        String::from_utf8(quadrille().args(args).write_stdin(&*board).output().unwrap().stdout)
            .unwrap()
    };
    assert_eq!(sample("1"), sample("1"));
    assert_ne!(sample("1"), sample("2"));
    let problem = quadrille::format::read(board.as_bytes()).unwrap().problem;
    for line in sample("1").lines() {
        let options: Vec<_> =
            line.split(' ').map(|word| (word.parse::<u32>().unwrap() - 1).into()).collect();
        assert_eq!(problem.check(&options), Ok(()));
    }
    assert_eq!(sample("1").lines().count(), 3);
}

#[test]
fn the_nth_cover_and_option_counts_are_printed() {
    let text = "a b\na\nb\na b\nb\n";
    let ask = |args: &[&str]| quadrille().args(args).write_stdin(text).assert();
    ask(&["nth", "2", "-f", "indices"]).success().stdout("1 4\n");
    ask(&["nth", "4"])
        .code(1)
        .stderr(contains("there is no solution number 4: the number of solutions is 3"));
    ask(&["nth", "0"]).code(2);
    ask(&["nth", "1", "-n", "2"]).code(2);
    ask(&["count", "--option-counts"]).success().stdout("2  a\n1  b\n1  a b\n1  b\n");
    ask(&["count", "--option-counts", "--choose", "1", "-f", "indices"])
        .success()
        .stdout("1 2\n2 1\n3 0\n4 1\n");
    ask(&["diagram"])
        .success()
        .stdout("quadrille diagram 1\noptions 4\n+ 2>1 4>1\n+ 1>2 3>1\nroot 3\n");
    let none = |args: &[&str]| quadrille().args(args).write_stdin("a b\na\n").assert().code(1);
    none(&["sample", "-n", "2"]).stdout("").stderr(contains("no cover"));
    none(&["cover", "-c"]).stdout("0\n");
    let bounds = quadrille().args(["sample", "-n", "1"]).write_stdin("0:2|a\na\n").assert().code(2);
    bounds.stderr(contains("there is no diagram of the covers: it takes each item exactly once"));
}

#[test]
fn a_diagram_is_written_to_a_file() {
    let folder = tempfile::tempdir().unwrap();
    for (name, start) in
        [("covers.dot", "digraph diagram {"), ("covers.txt", "quadrille diagram 1\noptions 3\n")]
    {
        let file = folder.path().join(name);
        let args = ["diagram", "-o", file.to_str().unwrap()];
        quadrille().args(args).write_stdin("a b\na\nb\na b\n").assert().success().stdout("");
        assert!(fs::read_to_string(file).unwrap().starts_with(start));
    }
    let args = ["diagram", "-o", "/no/such/folder/x"];
    quadrille()
        .args(args)
        .write_stdin("a\na\n")
        .assert()
        .code(2)
        .stderr(contains("/no/such/folder/x: cannot be written: "));
}

#[test]
fn costs_have_both_signs_and_the_dearest_covers_can_be_wanted() {
    let problem = "a b c\na |3\nb |-2\nc |1\na b |1 |-4\nb c |9\n";
    piped(&["best", "-n", "2", "-f", "indices"], problem)
        .success()
        .stdout("3 4 | cost -2\n1 2 3 | cost 2\n");
    piped(&["best", "-n", "2", "--dearest", "-f", "indices"], problem)
        .success()
        .stdout("1 5 | cost 12\n1 2 3 | cost 2\n");
    cover(&["--dearest"], problem).code(2);
    piped(&["best"], "a\na |9223372036854775807\na |-1\n")
        .code(2)
        .stderr(contains("stdin:3:3: `|-1`: the costs of the options up to here exceed"));
}

/// A millisecond ends before the search begins, or soon after its first steps.
#[test]
fn a_stopped_search_for_the_cheapest_says_what_is_proved() {
    let queens = quadrille().args(["make", "queens", "20"]).output().unwrap().stdout;
    let costs: String = String::from_utf8(queens)
        .unwrap()
        .lines()
        .filter(|line| !line.starts_with('|'))
        .enumerate()
        .map(|(at, line)| match at {
            0 => format!("{line}\n"),
            at => format!("{line} |{}\n", at * at % 97),
        })
        .collect();
    piped(&["best", "-n", "100000", "--time", "1ms"], &costs)
        .stderr(contains("stdin: stopped: ").and(contains("no cover costs less than")));
    piped(&["best", "--gap", "1000"], &costs)
        .success()
        .stdout(contains("| cost "))
        .stderr(contains("stopped: "));
    piped(&["best", "--gap", "-1"], &costs).code(2);
}

#[test]
fn problems_are_written_for_other_solvers_and_their_answers_are_checked() {
    let problem = "a b\na |3\nb |-4\na b |9\n";
    piped(&["export", "--to", "lp"], problem)
        .success()
        .stdout(contains(" cost: +3 x1 -4 x2 +9 x3\n"));
    piped(&["export", "--to", "cnf"], problem)
        .code(2)
        .stdout("")
        .stderr(contains("the options have costs"));
    piped(&["export", "--to", "cnf", "-c"], problem).code(2);
    let folder = tempfile::tempdir().unwrap();
    let answer = folder.path().join("answer.sol");
    let read = |text: &str| {
        fs::write(&answer, text).unwrap();
        piped(&["import", "-f", "indices", answer.to_str().unwrap()], problem)
    };
    read("x1 1\nx2 1\n").success().stdout("1 2 | cost -1\n");
    read("x1 1\n").code(2).stdout("").stderr(contains("primary item `b` is not covered"));
    read("x1 1\nx3 1\n").code(2).stderr(contains("item `a` is covered twice, by x1 and x3"));
    read("s UNSATISFIABLE\n").code(2).stderr(contains("the solver found no solution"));
    read("x1 1\nx2 1\nx1 0\n").code(2).stdout("").stderr(contains(
        "answer.sol: line 3: variable x1 is 0 and 1, here and in line 1: keep one answer",
    ));
    read("x1 1\nx2 1\nx77 1\n").code(2).stdout("").stderr(contains(
        "answer.sol: line 3: there is no variable x77: this problem has 3. Give the problem that",
    ));
}

#[test]
fn the_empty_cover_of_another_solver_is_read() {
    let folder = tempfile::tempdir().unwrap();
    let answer = folder.path().join("answer").display().to_string();
    fs::write(&answer, "s SATISFIABLE\nv 0\n").unwrap();
    let read = ["import", "-f", "indices", &answer];
    piped(&read, "0:1|a\na\n").success().stdout("\n").stderr("");
    piped(&read, "a\na\n").code(2).stderr(contains("primary item `a` is not covered"));
}
