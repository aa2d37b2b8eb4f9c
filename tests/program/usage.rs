//! Tests of usage errors and of help: options that exclude each other, invalid values, and missing
//! commands.

use predicates::prelude::*;
use predicates::str::{contains, is_empty};

use crate::support::{Folder, SEED, SOLUTION, piped, printed, prints, refuses, run, says};

#[test]
fn there_is_a_greatest_number_of_threads() {
    let said = "'--threads <N>': at most 1024 threads";
    for command in ["solve", "rate", "explain", "check", "minimize", "canonical"] {
        for count in ["1025", "100000", "18446744073709551615"] {
            run(&format!("{command} -j {count} SEED")).code(2).stderr(contains(said));
        }
    }
    for command in ["cover problem", "resume save", "run units", "generate", "convert --to line"] {
        run(&format!("{command} -j 1025")).code(2).stderr(contains("at most 1024"));
    }
}

#[test]
fn values_that_are_not_allowed_are_named() {
    let whole = "not a whole number: write all of its digits";
    for (line, said) in [
        ("solve -j -1 SEED", "'--threads <N>': it must not be negative"),
        ("solve -j x SEED", whole),
        ("solve --timeout -5s SEED", "'--timeout <TIME>': it must not be negative"),
        ("solve --nodes -1 SEED", "'--nodes <N>': it must not be negative"),
        ("solve --nodes 10M SEED", whole),
        ("solve --nodes 0 SEED", "0 is not in 1.."),
        ("solve -n -3 SEED", "it must not be negative"),
        ("solve -n 0 SEED", "0 is not in 1.."),
        ("solve -n 1e6 SEED", whole),
        ("solve -n 18446744073709551616 SEED", "the largest number is 18446744073709551614"),
        ("count -n 18446744073709551615 p", "the largest number is 18446744073709551614"),
        ("generate -n 1e6", whole),
        ("solutions sample -n -1 SEED", "it must not be negative"),
        ("cover -n 0", "0 is not in 1.."),
        ("cover --choose 0", "0 is not in 1.."),
        ("nth +1", "counted from 1"),
        ("nth 1_0", "counted from 1"),
        ("nth -1", "counted from 1"),
        ("sample --seed -1", "it must not be negative"),
        ("best -n -1", "it must not be negative"),
        ("split --units -5", "-5 is not in 1..=1000000"),
        ("check --backdoors -1 SEED", "-1 is not in 0..=3"),
        ("cover --choose -1", "-1 is not in 1..="),
        ("best -n 0", "0 is not in 1.."),
        // An option is not a value.
        ("solve -j -c SEED", "a value is required"),
        // The colors of a border are counted from 1, in the message too.
        ("make macmahon --border 4", "no color 4 for the border: there are 3, counted from 1"),
    ] {
        piped(line, "a\na\n").code(2).stderr(contains(said).and(contains("-- -").not()));
    }
}

#[test]
fn text_in_another_encoding_is_named_by_every_reader() {
    for (start, name) in [
        (&b"\xFF\xFEa\0"[..], "this is text in UTF-16"),
        (b"\x1F\x8B\x08", "this is a file compressed by gzip"),
    ] {
        for (command, place) in [("solve", "stdin:1: "), ("cover", "stdin:1:1: ")] {
            let said = contains(format!("{place}{name}"));
            let remedy = contains("as plain text in UTF-8: convert it first");
            piped(command, start).code(2).stdout("").stderr(said.and(remedy));
        }
    }
}

#[test]
fn what_has_one_line_for_each_puzzle_can_be_aligned() {
    let lines = format!("# a comment\n{SEED}\n");
    let other = SOLUTION.replace('1', "x").replace('2', "1").replace('x', "2");
    prints(
        |line| piped(line, &lines),
        &[
            ("solutions nth 1 --align", 0, &format!("\n{SOLUTION}\n")),
            ("solutions nth 5 --align", 1, "\n-\n"),
            ("solutions rank SOLUTION --align", 0, "\n1\n"),
            (&format!("solutions rank {other} --align"), 1, "\n-\n"),
        ],
    );
    piped("solve --align", &lines).code(2).stderr(contains("add -1, -u or -c"));
}

/// The file of Project Euler's problem 96 has a name before each grid.
#[test]
fn names_before_the_rows_of_grids_are_skipped() {
    let rows: Vec<&str> = (0..9).map(|row| &SEED[9 * row..9 * row + 9]).collect();
    let rows = rows.join("\n");
    let grids = format!("Grid 01\n{rows}\nGrid 02\n{rows}\n");
    piped("solve -u", grids).success().stdout("unique\nunique\n").stderr("");
    let quoted = format!("grid = \"\"\"\n{rows}\n\"\"\"\n");
    piped("solve -u", quoted).success().stdout("unique\n");
    // A grid that lacks a row is reported.
    let short = format!("Grid 01\n{}\nGrid 02\n{rows}\n", &rows[..79]);
    piped("solve -u", short).code(2).stdout("unique\n").stderr(contains("stdin:2: "));
}

#[test]
fn a_page_needs_a_puzzle() {
    for nothing in ["", "# a comment\n"] {
        piped("sheet", nothing).code(2).stdout(is_empty()).stderr(contains("no puzzle to draw"));
    }
    // One message is enough.
    let ended = piped("sheet", "12345\n").code(2).stdout(is_empty());
    ended.stderr(contains("no puzzle to draw").not());
    run("sheet --help").stdout(contains("at most 80"));
}

#[test]
fn options_that_would_be_ignored_are_refused() {
    let folder = Folder::with("p", "a b |\na\nb\na b\n");
    for line in [
        "best --engine links p",
        "sample --engine links p",
        "diagram --engine bits p",
        "diagram -f json p",
        "export --to lp -f json p",
        "best --checkpoint save -o out p",
        "sample --checkpoint save -o out p",
        "export --to lp --checkpoint save -o out p",
        "count --option-counts -n 2 p",
        "count --option-counts --engine links p",
        "count --option-counts --checkpoint save p",
        "count -f indices p",
        "trace -c -f indices p",
        "cover -c -o out --checkpoint save p",
        "cover -n 2 --random p",
        "cover -1 -n 3 p",
        "cover --dearest p",
        "nth 1 -n 2 p",
        "solve -c --keep --checkpoint save SEED",
        "solve -c --align --checkpoint save SEED",
        "solve -c -p --checkpoint save SEED",
        "solve -u --checkpoint save SEED",
        "solve --checkpoint save SEED",
    ] {
        folder.run(line).code(2).stdout(is_empty()).stderr(is_empty().not());
    }
    assert_eq!(folder.names(""), ["p"]);
    folder.run("solve -c --checkpoint save SEED").success();
    refuses(
        |line| folder.run(line),
        &[
            ("solve -u -c SEED", "cannot be used with"),
            ("solve -u -n 2 SEED", "cannot be used with"),
            ("solve -1 -n 3 SEED", "cannot be used with"),
            ("cover -1 --random=1 --checkpoint c -o d p", "cannot be used with"),
            ("resume save --problem p", "--problem is"),
            ("show sudoku SEED --marks --count", "leave out"),
            ("show sudoku SEED --marks --best", "leave out"),
        ],
    );
}

#[test]
fn options_without_the_one_that_they_need_are_refused() {
    for (line, said) in [
        ("cover -n 1 --random", "--random is for -1"),
        ("cover -c --random", "--random is for -1"),
        ("cover -n 1 -o never-written", "add --checkpoint FILE"),
        ("cover -c --every 5s", "add --checkpoint FILE"),
        ("count --every 5s", "add --checkpoint FILE"),
        ("count --option-counts --every 5s", "add --checkpoint FILE"),
        ("minimize -n 2 --seed 5", "add --all"),
        ("minimize -n 2", "add --all"),
    ] {
        let ended = piped(line, "a\na\n").code(2).stdout(is_empty());
        ended.stderr(contains(said).and(contains("Usage: quadrille")));
    }
    for line in ["cover -1 --random=5", "sample --seed 5", "best --gap 5 --dearest"] {
        piped(line, "a\na\n").success();
    }
}

#[test]
fn minus_signs_are_empty_cells_where_no_other_character_is() {
    let dashed = SEED.replace('0', "-");
    run(&format!("solve -u -- {dashed}")).success().stdout("unique\n");
    piped("solve -u", dashed).success().stdout("unique\n");
}

#[test]
fn a_command_that_was_left_out_is_named() {
    // This tip replaces the usual suggestion of a similar name, `--memory`.
    let merge = contains("that is a separate command: `quadrille merge`");
    run("count --merge p").code(2).stderr(merge.and(contains("similar").not()));
    run("SEED -u").success().stdout("unique\n");
    let dashed = SEED.replace('0', "-");
    let dashed = format!("solve -{}-", &dashed[2..]);
    refuses(
        run,
        &[
            (&SEED[1..], "80 cells"),
            ("cover --sample 3", "that is a separate command: `quadrille sample`"),
            ("sudoku", "`quadrille solve` is for Sudokus"),
            ("queens 8", "`quadrille show queens` solves and draws it"),
            ("pentominoes", "`quadrille show polyomino pentominoes 6x10`"),
            ("show pentominoes 6x10", "after their kind: `polyomino pentominoes 6x10`"),
            ("cover SEED", "`quadrille solve` and `quadrille solutions` are for Sudokus"),
            ("solve --nth 3 SEED", "a separate command: `quadrille solutions nth`"),
            ("solutions --nth 3 SEED", "a separate command: `quadrille solutions nth`"),
            ("generate --count 3", "-n is the number of puzzles"),
            ("solve --all SEED", "there is no limit without -n"),
            ("show -c queens 8 -f json", "--count prints only a number"),
            ("show -c queens 8 -n 1", "--count prints only a number"),
            ("show sudoku SEED --marks -n 1", "--marks draws the puzzle itself"),
            ("show sudoku SEED --marks --nodes 1", "--marks draws the puzzle itself"),
            ("show --best queens 8 --distinct", "leave out --distinct or --best"),
            ("show queens 8 --all", "unexpected argument '--all' found\n\nUsage"),
            ("sheet -o page.svg SEED", "to write to a file, add `> FILE`"),
            ("solve --with-puzzle SEED", "a similar option exists: `--puzzle`"),
            ("rank SEED SEED", "did you mean `quadrille solutions rank`?"),
            ("-1 SEED", "a command comes first"),
            ("solutions SEED", "`quadrille solve -c` counts them"),
            ("solve --random SEED", "`quadrille solutions sample`"),
            ("solve --csv SEED", "that is a format: `--format csv`"),
            ("convert -f sdk SEED", "the option for the format is `--to`"),
            ("convert --sdk SEED", "that is a format: `--to sdk`"),
            ("solutions rank puzzles.txt SEED", "the solution comes before the puzzle"),
            (&dashed, "to pass '-5' as a value, use '-- -5'"),
            ("man make nothing", "`make nothing`"),
            ("", "Usage"),
            ("solve --nonsense", "Usage"),
            ("cover --nonsense", "Usage"),
            ("cover one two", "Usage"),
        ],
    );
    let list = format!("{SEED}\n{}\n", SEED.replace('0', "."));
    let said = "`quadrille solve` and `quadrille solutions` are for Sudokus";
    piped("count", list).code(2).stderr(contains(said));
    let folder = Folder::new();
    for (name, command) in [("problem.dlx", "cover"), ("puzzles.txt", "solve")] {
        folder.write(name, "");
        let said = format!("`quadrille {command} {name}`");
        folder.run(name).code(2).stderr(contains(said));
    }
    run("solve -x SEED").code(2).stderr(contains("as a value").not());
    folder.write("problem.dlx", "a b\na b\n");
    let said = "problem.dlx: `quadrille cover` is for exact-cover problems";
    folder.run("solve problem.dlx").code(2).stderr(contains(said));
    run("none").code(2).stderr(contains("a command comes first").not());
}

#[test]
fn a_board_of_another_size_has_its_own_command() {
    let sizes = [(16, "2x2"), (36, "2x3"), (64, "2x4"), (144, "3x4"), (256, "4x4"), (625, "5x5")];
    for (cells, boxes) in sizes {
        let said =
            format!("`quadrille show sudoku --boxes {boxes}` solves a board of {cells} cells");
        let board = ".".repeat(cells);
        // A board, a list of boards, and a board as an argument.
        says(|text| piped("solve", text), &[(&board, 2, &said)]);
        says(|text| piped("solve", text), &[(&format!("{board}\n{board}\n"), 2, &said)]);
        says(|board| run(&format!("solve {board}")), &[(&board, 2, &said)]);
    }
    let letters = format!("1G{}", ".".repeat(254));
    piped("solve", letters).code(2).stderr(contains("stdin:1:1: a board of 256 cells, but"));
    piped("solve", ".".repeat(80)).code(2).stderr(contains("--boxes").not());
}

/// Returns the commands that a help text lists.
fn commands(help: &str) -> Vec<&str> {
    let lines = help.lines().take_while(|line| *line != "Options:");
    lines.filter_map(|line| line.strip_prefix("  ")?.split(' ').next()).collect()
}

#[test]
fn the_letters_u_and_n_mean_one_thing() {
    let help = printed("help");
    let solutions = ["sample", "nth", "distinct"].map(|query| format!("solutions {query}"));
    let commands = commands(&help).into_iter().map(str::to_owned).chain(solutions);
    for command in commands {
        for line in printed(&format!("{command} -h")).lines().map(str::trim_start) {
            // `-u` prints verdicts, and `-n` takes a number of results.
            let is_number = line.starts_with("-n, --number") || line.starts_with("-n, --limit");
            assert!(!line.starts_with("-n,") || is_number, "{command}: {line}");
            assert!(!line.starts_with("-u,") || command == "solve", "{command}: {line}");
        }
    }
}

#[test]
fn every_command_has_help_with_examples_and_a_manual_page() {
    let help = printed("help");
    let commands = commands(&help);
    assert!(commands.len() > 15 && commands.contains(&"explain"), "{commands:?}");
    for command in commands {
        for line in [format!("{command} --help"), format!("help {command}")] {
            let example = contains("Examples:").and(contains(format!("quadrille {command}")));
            run(&line).success().stdout(example);
        }
        let page = contains(".TH").and(contains("Examples:")).and(contains(command));
        run(&format!("man {command}")).success().stdout(page);
    }
    for command in ["make", "show"] {
        for kind in ["queens", "langford", "polyomino", "polycube"] {
            run(&format!("{command} --help")).success().stdout(contains(kind));
            let said = contains(format!("quadrille {command} {kind}"));
            run(&format!("{command} {kind} --help")).success().stdout(said);
        }
    }
    run("--help").success().stdout(contains("Examples:").and(contains("quadrille ")));
    assert_eq!(printed("--help solve"), printed("--help"));
    assert_eq!(printed(&format!("{SEED} --help")), printed("help solve"));
    assert_ne!(printed("solve -h"), printed("solve --help"));
    run("--version").success().stdout(contains(env!("CARGO_PKG_VERSION")));
    run("man").success().stdout(contains(".TH quadrille 1").and(contains("Examples:")));
    run("man make queens").success().stdout(contains(concat!(
        ".TH quadrille-make-queens 1 \" \" \"quadrille ",
        env!("CARGO_PKG_VERSION")
    )));
    for shell in ["bash", "elvish", "fish", "powershell", "zsh"] {
        let script = contains("quadrille").and(contains("solve"));
        run(&format!("completions {shell}")).success().stdout(script);
    }
}
