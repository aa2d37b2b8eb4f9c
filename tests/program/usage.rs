//! Tests of usage errors: options that exclude each other, and values that are not allowed.

use assert_cmd::assert::Assert;
use predicates::prelude::*;
use predicates::str::{contains, is_empty};

const PUZZLE: &str =
    "005176000400000001000800309100000090503000807090000004207008000600000003000429700";

fn quadrille(args: &[&str]) -> Assert {
    piped(args, "")
}

fn piped(args: &[&str], input: impl Into<Vec<u8>>) -> Assert {
    let mut program = assert_cmd::Command::new(env!("CARGO_BIN_EXE_quadrille"));
    program.args(args).write_stdin(input).assert()
}

#[test]
fn a_test_for_uniqueness_has_no_other_result() {
    for other in [&["--checkpoint", "never-written"][..], &["-c"]] {
        quadrille(&[&["solve", "-u", PUZZLE], other].concat())
            .code(2)
            .stdout(is_empty())
            .stderr(contains("cannot be used with"));
    }
}

#[test]
fn there_is_a_greatest_number_of_threads() {
    for command in ["solve", "rate", "explain", "check", "minimize", "canonical"] {
        let said = "'--threads <N>': at most 1024 threads";
        for count in ["1025", "100000", "18446744073709551615"] {
            quadrille(&[command, "-j", count, PUZZLE]).code(2).stderr(contains(said));
        }
    }
    for args in [
        &["cover", "problem"][..],
        &["resume", "save"],
        &["run", "units"],
        &["generate"],
        &["convert", "--to", "line"],
    ] {
        quadrille(&[args, &["-j", "1025"]].concat()).code(2).stderr(contains("at most 1024"));
    }
}

#[test]
fn values_that_are_not_allowed_are_named() {
    let whole = "not a whole number: write all of its digits";
    for (args, said) in [
        (["-j", "-1"], "'--threads <N>': it must not be negative"),
        (["-j", "x"], whole),
        (["--timeout", "-5s"], "'--timeout <TIME>': it must not be negative"),
        (["--nodes", "-1"], "'--nodes <N>': it must not be negative"),
        (["--nodes", "10M"], whole),
        (["--nodes", "0"], "0 is not in 1.."),
        (["-n", "-3"], "it must not be negative"),
        (["-n", "1e6"], whole),
        (["-n", "18446744073709551616"], "the greatest number is 18446744073709551615"),
    ] {
        quadrille(&["solve", args[0], args[1], PUZZLE])
            .code(2)
            .stderr(contains(said).and(contains("-- -").not()));
    }
    quadrille(&["generate", "-n", "1e6"]).code(2).stderr(contains(whole));
    quadrille(&["solutions", "sample", "-n", "-1", PUZZLE])
        .code(2)
        .stderr(contains("it must not be negative").and(contains("-- -").not()));
    // An option is not a value.
    quadrille(&["solve", "-j", "-c", PUZZLE]).code(2).stderr(contains("a value is required"));
}

#[test]
fn text_in_another_encoding_is_named_by_every_reader() {
    for (start, name) in [
        (&b"\xFF\xFEa\0"[..], "this is text in UTF-16"),
        (b"\x1F\x8B\x08", "this is a file compressed by gzip"),
    ] {
        for command in ["solve", "cover"] {
            let said = contains(name).and(contains("as plain text in UTF-8: convert it first"));
            piped(&[command], start).code(2).stderr(said);
        }
    }
}

#[test]
fn what_has_one_line_for_each_puzzle_can_be_aligned() {
    let lines = format!("# a comment\n{PUZZLE}\n");
    let solution =
        "935176482428395671716842359174283596563914827892567134247638915689751243351429768";
    piped(&["solutions", "nth", "1", "--align"], lines.as_str())
        .success()
        .stdout(format!("\n{solution}\n"));
    piped(&["solutions", "nth", "5", "--align"], lines.as_str()).code(1).stdout("\n-\n");
    piped(&["solutions", "rank", solution, "--align"], lines.as_str()).success().stdout("\n1\n");
    let other = solution.replace('1', "x").replace('2', "1").replace('x', "2");
    piped(&["solutions", "rank", &other, "--align"], lines.as_str()).code(1).stdout("\n-\n");
    piped(&["solve", "--align"], lines.as_str()).code(2).stderr(contains("add -1, -u or -c"));
}

/// The files of problem 96 of Project Euler.
#[test]
fn names_before_the_rows_of_grids_are_skipped() {
    let rows: Vec<&str> = (0..9).map(|row| &PUZZLE[9 * row..9 * row + 9]).collect();
    let rows = rows.join("\n");
    let grids = format!("Grid 01\n{rows}\nGrid 02\n{rows}\n");
    piped(&["solve", "-u"], grids).success().stdout("unique\nunique\n").stderr("");
    piped(&["solve", "-u"], format!("grid = \"\"\"\n{rows}\n\"\"\"\n"))
        .success()
        .stdout("unique\n");
    // A grid that lacks a row is reported.
    let short = format!("Grid 01\n{}\nGrid 02\n{rows}\n", &rows[..79]);
    piped(&["solve", "-u"], short).code(2).stdout("unique\n").stderr(contains("stdin:2: "));
}

#[test]
fn a_page_needs_a_puzzle() {
    for nothing in ["", "# a comment\n"] {
        piped(&["sheet"], nothing).code(2).stdout(is_empty()).stderr(contains("no puzzle to draw"));
    }
    // One message is enough.
    let ended = piped(&["sheet"], "12345\n").code(2).stdout(is_empty());
    ended.stderr(contains("no puzzle to draw").not());
    quadrille(&["sheet", "--help"]).stdout(contains("80 at most"));
}

#[test]
fn options_that_would_be_ignored_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let (problem, save, output) = (path("problem"), path("save"), path("output"));
    std::fs::write(&problem, "a b |\na\nb\na b\n").unwrap();
    for args in [
        &["best", "--engine", "links"][..],
        &["sample", "--engine", "links"],
        &["diagram", "--engine", "bits"],
        &["diagram", "-f", "json"],
        &["export", "--to", "lp", "-f", "json"],
        &["best", "--checkpoint", &save, "-o", &output],
        &["sample", "--checkpoint", &save, "-o", &output],
        &["export", "--to", "lp", "--checkpoint", &save, "-o", &output],
        &["count", "--option-counts", "-n", "2"],
        &["count", "--option-counts", "--engine", "links"],
        &["count", "--option-counts", "--checkpoint", &save],
        &["count", "-f", "indices"],
        &["trace", "-c", "-f", "indices"],
        &["cover", "-c", "-o", &output, "--checkpoint", &save],
        &["cover", "-n", "2", "--random"],
    ] {
        quadrille(&[args, &[&problem]].concat()).code(2).stdout(is_empty());
    }
    for args in [
        &["-c", "--keep", "--checkpoint", &save][..],
        &["-c", "--align", "--checkpoint", &save],
        &["-c", "-p", "--checkpoint", &save],
    ] {
        quadrille(&[&["solve", PUZZLE], args].concat()).code(2).stdout(is_empty());
    }
    assert!(!std::path::Path::new(&save).exists());
    quadrille(&["solve", "-c", "--checkpoint", &save, PUZZLE]).success();
    quadrille(&["resume", &save, "--problem", &problem]).code(2).stderr(contains("--problem is"));
    for option in ["--count", "--best"] {
        quadrille(&["show", "sudoku", PUZZLE, "--marks", option])
            .code(2)
            .stdout(is_empty())
            .stderr(contains("leave out"));
    }
}

#[test]
fn options_without_the_one_that_they_need_are_refused() {
    for (args, said) in [
        (&["cover", "-n", "1", "--random"][..], "--random is for -1"),
        (&["cover", "-c", "--random"], "--random is for -1"),
        (&["cover", "-n", "1", "-o", "never-written"], "add --checkpoint FILE"),
        (&["cover", "-c", "--every", "5s"], "add --checkpoint FILE"),
        (&["count", "--every", "5s"], "add --checkpoint FILE"),
        (&["count", "--option-counts", "--every", "5s"], "add --checkpoint FILE"),
        (&["minimize", "-n", "2", "--seed", "5"], "add --all"),
        (&["minimize", "-n", "2"], "add --all"),
    ] {
        piped(args, "a\na\n")
            .code(2)
            .stdout(is_empty())
            .stderr(contains(said).and(contains("Usage: quadrille")));
    }
    for args in [
        &["cover", "-1", "--random=5"][..],
        &["sample", "--seed", "5"],
        &["best", "--gap", "5", "--dearest"],
    ] {
        piped(args, "a\na\n").success();
    }
}

#[test]
fn numbers_on_the_command_line_are_digits() {
    for (args, said) in [
        (&["nth", "+1"][..], "counted from 1"),
        (&["nth", "1_0"], "counted from 1"),
        (&["nth", "-1"], "counted from 1"),
        (&["sample", "--seed", "-1"], "it must not be negative"),
        (&["best", "-n", "-1"], "it must not be negative"),
        (&["best", "-n", "0"], "0 is not in 1.."),
    ] {
        piped(args, "a\na\n").code(2).stderr(contains(said).and(contains("-- -").not()));
    }
    // Borders are counted from 1, in the message too.
    quadrille(&["make", "macmahon", "--border", "4"])
        .code(2)
        .stderr(contains("there is no color 4 for the border: there are 3, counted from 1"));
}

#[test]
fn minus_signs_are_empty_cells_where_no_other_character_is() {
    let dashed = PUZZLE.replace('0', "-");
    for read in
        [quadrille(&["solve", "-u", "--", &dashed]), piped(&["solve", "-u"], dashed.as_str())]
    {
        read.success().stdout("unique\n");
    }
}

#[test]
fn a_command_that_was_left_out_is_named() {
    quadrille(&[PUZZLE, "-u"]).success().stdout("unique\n");
    quadrille(&[&PUZZLE[1..]]).code(2).stderr(contains("80 cells"));
    let tip = "that is a command of its own: `quadrille sample`";
    quadrille(&["cover", "--sample", "3"]).code(2).stderr(contains(tip));
    let dashed = PUZZLE.replace('0', "-");
    let dashed = format!("-{}-", &dashed[2..]);
    let tips: [(&[&str], &str); 15] = [
        (&["sudoku"], "`quadrille solve` is for Sudokus"),
        (&["queens", "8"], "`quadrille show queens` solves and draws it"),
        (&["pentominoes"], "`quadrille show polyomino pentominoes 6x10`"),
        (&["show", "pentominoes", "6x10"], "after their kind: `polyomino pentominoes 6x10`"),
        (&["cover", PUZZLE], "`quadrille solve` and `quadrille solutions` are for Sudokus"),
        (&["solve", "--nth", "3", PUZZLE], "its own: `quadrille solutions nth`"),
        (&["rank", PUZZLE, PUZZLE], "it is `quadrille solutions rank`"),
        (&["-1", PUZZLE], "a command comes first"),
        (&["solutions", PUZZLE], "`quadrille solve -c` counts them"),
        (&["solve", "--random", PUZZLE], "`quadrille solutions sample`"),
        (&["solve", "--csv", PUZZLE], "that is a format: `--format csv`"),
        (&["convert", "-f", "sdk", PUZZLE], "the option for the format is `--to`"),
        (&["convert", "--sdk", PUZZLE], "that is a format: `--to sdk`"),
        (&["solutions", "rank", "puzzles.txt", PUZZLE], "the solution comes before the puzzle"),
        (&["solve", &dashed], "to pass '-5' as a value, use '-- -5'"),
    ];
    for (arguments, tip) in tips {
        quadrille(arguments).code(2).stdout(is_empty()).stderr(contains(tip));
    }
    piped(&["count"], format!("{PUZZLE}\n{}\n", PUZZLE.replace('0', ".")))
        .code(2)
        .stderr(contains("`quadrille solve` and `quadrille solutions` are for Sudokus"));
    let folder = tempfile::tempdir().unwrap();
    for (name, command) in [("problem.dlx", "cover"), ("puzzles.txt", "solve")] {
        let file = folder.path().join(name);
        std::fs::write(&file, "").unwrap();
        let file = file.to_str().unwrap();
        quadrille(&[file]).code(2).stderr(contains(format!("`quadrille {command} {file}`")));
    }
    quadrille(&["solve", "-x", PUZZLE]).code(2).stderr(contains("as a value").not());
    let file = folder.path().join("problem.dlx");
    std::fs::write(&file, "a b\na b\n").unwrap();
    let tip = "problem.dlx: `quadrille cover` is for exact cover problems";
    quadrille(&["solve", file.to_str().unwrap()]).code(2).stderr(contains(tip));
    quadrille(&["none"]).code(2).stderr(contains("a command comes first").not());
}

#[test]
fn a_board_of_another_size_has_its_own_command() {
    let sizes = [(16, "2x2"), (36, "2x3"), (64, "2x4"), (144, "3x4"), (256, "4x4"), (625, "5x5")];
    for (cells, boxes) in sizes {
        let said =
            format!("`quadrille show sudoku --boxes {boxes}` solves a board of {cells} cells");
        let board = ".".repeat(cells);
        piped(&["solve"], board.clone()).code(2).stderr(contains(&said));
        // A list of boards, and a board as an argument.
        piped(&["solve"], format!("{board}\n{board}\n")).code(2).stderr(contains(&said));
        quadrille(&["solve", &board]).code(2).stderr(contains(&said));
    }
    let letters = format!("1G{}", ".".repeat(254));
    piped(&["solve"], letters).code(2).stderr(contains("stdin:1:1: a board of 256 cells, where"));
    piped(&["solve"], ".".repeat(80)).code(2).stderr(contains("--boxes").not());
}
