//! Tests of `quadrille solve` as users run it: its options, exit statuses and errors.

use std::io::{BufRead, BufReader};
use std::process::{Command, Stdio};

use predicates::prelude::*;
use predicates::str::{contains, is_empty};

use crate::support::{
    DRAWING, FOUR, Folder, PROGRAM, SEED, SOLUTION, converse, objects, piped, printed, prints,
    refuses, run, says, sorted, stderr, stdout,
};

const FOUR_SOLUTIONS: [&str; 4] = [
    "327894561465132978918765423589216734643978215172543896794651382856327149231489657",
    "327894561465132978918765423589216734643978215271543896794651382856327149132489657",
    "327894561645132978918765423589216734463978215172543896794651382856327149231489657",
    "327894561645132978918765423589216734463978215271543896794651382856327149132489657",
];

#[test]
fn puzzles_come_from_arguments_files_and_standard_input_in_order() {
    assert_eq!(
        sorted(&stdout(&run("solve FOUR").success().stderr(is_empty())), "\n"),
        FOUR_SOLUTIONS
    );
    // A remark may follow.
    run(&["solve", "-c", &format!("{FOUR} # hard")]).success().stdout("4\n");
    for line in ["solve", "solve -"] {
        let solved = piped(line, format!("{FOUR}\n{SEED}\n")).success();
        assert_eq!(stdout(&solved).lines().count(), 5);
    }
    let solved = piped("solve -c SEED puzzles/drawn.txt - FOUR", format!("{FOUR}\n")).success();
    solved.stdout("1\n1\n1\n1\n4\n4\n");
}

#[test]
fn first_and_limit_stop_the_search() {
    for (line, count) in [
        ("solve -1 FOUR", 1),
        ("solve --first FOUR", 1),
        ("solve -n 3 FOUR", 3),
        ("solve --limit 9 FOUR", 4),
        ("solve -n2 FOUR FOUR", 4),
    ] {
        assert_eq!(printed(line).lines().count(), count, "{line}");
    }
}

#[test]
fn counts_and_verdicts_are_printed_in_one_word() {
    let impossible =
        ".....5.8....6.1.43..........1.5........1.6...3.......553.....61........4.........";
    prints(
        run,
        &[
            ("solve -c FOUR", 0, "4\n"),
            ("solve --count -n 5 FOUR", 0, "4\n"),
            ("solve -c -n 3 FOUR", 0, "3+\n"),
            ("solve -c -1 FOUR", 0, "1+\n"),
            ("solve -c -n 1000 puzzles/empty.txt", 0, "1000+\n"),
            ("solve -c --engine auto FOUR", 0, "4\n"),
            ("solve -c --engine links FOUR", 0, "4\n"),
            ("solve -c --engine bits FOUR", 0, "4\n"),
            ("solve -c --engine memo FOUR", 0, "4\n"),
            ("solve --unique SEED", 0, "unique\n"),
            (&format!("solve -u FOUR SEED {impossible}"), 1, "several\nunique\nnone\n"),
        ],
    );
    refuses(run, &[("solve --engine steam FOUR", "auto, links, bits")]);
}

#[test]
fn a_grid_is_drawn() {
    let two = format!("{DRAWING}\n{DRAWING}");
    prints(run, &[("solve -f grid SEED", 0, DRAWING), ("solve --format grid SEED SEED", 0, &two)]);
    refuses(run, &[("solve -f grid -c SEED", "--format grid")]);
    // The drawing can be read again.
    piped("solve -c", printed("solve -f grid FOUR")).success().stdout("1\n1\n1\n1\n");
}

#[test]
fn json_has_an_object_per_line() {
    let puzzle = FOUR.replace('0', ".");
    let solutions = objects(&printed("solve -f json FOUR"));
    assert_eq!(solutions.len(), 4);
    for (object, index) in solutions.iter().zip(1..) {
        assert_eq!((&object["puzzle"], &object["index"]), (&(&*puzzle).into(), &index.into()));
        assert!(FOUR_SOLUTIONS.contains(&object["solution"].as_str().unwrap()));
    }
    for (line, count, complete) in
        [("solve -f json -c FOUR", 4, true), ("solve -f json -c -n 2 FOUR", 2, false)]
    {
        let object = serde_json::json!({"puzzle": puzzle, "count": count, "complete": complete});
        assert_eq!(objects(&printed(line)), [object]);
    }
    let verdicts = objects(&printed("solve -f json -u SEED FOUR"));
    for (object, (verdict, solutions)) in verdicts.iter().zip([("unique", 1), ("several", 2)]) {
        assert_eq!(object["verdict"], verdict);
        assert_eq!(object["solutions"].as_array().unwrap().len(), solutions);
    }
}

#[test]
fn statistics_go_to_standard_error() {
    let report = contains("2 puzzles, 5 solutions, ")
        .and(contains(" nodes, "))
        .and(contains(" updates, "))
        .and(contains(" solutions/s"));
    run("solve --stats -c FOUR SEED").success().stdout("4\n1\n").stderr(report);
}

#[test]
fn conflicting_clues_are_named() {
    let clash = format!("5.......5{}", ".".repeat(72));
    let said = "argument 1:1: no solution: two 5s in row 1, at r1c1 and r1c9";
    for (line, expected) in [
        (format!("solve {clash} SEED"), format!("{SOLUTION}\n")),
        (format!("solve -c {clash}"), "0\n".to_owned()),
        (format!("solve -u {clash}"), "none\n".to_owned()),
        (format!("check {clash}"), "none\t2\t-\n".to_owned()),
    ] {
        run(&line).code(1).stdout(expected).stderr(contains(said));
    }
    let [second, third] = [2, 3].map(|line| format!("puzzles/bad/clash.txt:{line}: no solution"));
    let said = contains(second).and(contains(third));
    run("solve puzzles/bad/clash.txt").code(1).stdout("").stderr(said);
}

/// Each file has an error and a valid puzzle. The program prints one message, with the correct
/// place, and solves the puzzle.
#[test]
fn bad_input_is_reported_where_it_is() {
    for message in [
        "character.txt:2:48: 'o' is not a cell: write 1 to 9",
        "short-line.txt:2: 80 cells on line 2, but a grid has 81: write 1 cell more",
        "long-line.txt:2:82: more than 81 cells in a line",
        "separator.txt:2:82: 'e' follows the 81st cell: put a blank",
        "unfinished.txt:2: 72 cells by the end of line 9, but a grid has 81: write them on",
        "drawn-character.txt:5:9: 'x' and another character are empty cells here",
        "repeated-candidate.txt:2:8: 3 is not in order among the digits of a cell",
        "misplaced-candidate.txt:2:2: 3 in the place of 2: a list of 729 characters",
        "empty-among-candidates.txt:2: some cells have several digits, and another cell has none",
        "empty-group.txt:2:1: some cells have several digits, and another cell has none",
        "missing-field.csv:3:1: this line has no field in the column that has the puzzles",
        "character.csv:3:11: 'o' is not a cell",
        "unfinished.sdk:3: 72 cells by the end of line 10, but a grid has 81",
        "long-row.ss:7: 10 cells by the end of line 7, but a grid has 81",
        "long-line.sdm:2:82: more than 81 cells in a line",
    ] {
        let (name, _) = message.split_once(':').unwrap();
        let said = stderr(&run(&format!("solve -c puzzles/bad/{name}")).code(2).stdout("1\n"));
        assert!(said.starts_with(&format!("quadrille: puzzles/bad/{message}")), "{said}");
        assert_eq!(said.lines().count(), 1, "{name}");
    }
}

/// A puzzle with a wrong solution is still solved, and its line keeps its place.
#[test]
fn a_wrong_solution_in_a_table_is_an_error_and_its_puzzle_is_solved() {
    let file = "puzzles/bad/not-its-solution.csv";
    let place =
        format!("{file}:3:83: this is not a solution of the puzzle, which is read without it");
    for more in ["", "-j2", "-n2"] {
        let said = stderr(&run(&format!("solve -c {file} {more}")).code(2).stdout("1\n1\n"));
        assert!(said.contains(&place) && said.lines().count() == 1, "{said}");
        run(&format!("solve -c --align {file} {more}")).code(2).stdout("\n\n1\n1\n");
    }
    let table = stdout(&run(&format!("convert --to csv {file}")).code(2));
    let lines: Vec<&str> = table.lines().collect();
    assert_eq!((lines.len(), lines[1]), (3, lines[2]), "the right solution is written");
}

/// A solution is not a second puzzle.
#[test]
fn a_second_puzzle_in_a_line_is_an_error() {
    for between in [" ", ",", "\t", ";", " 24 "] {
        for line in ["solve -c", "solve -c -j2"] {
            let input = format!("{SEED}\n{SEED}{between}{FOUR}\n{FOUR}{between}{SEED}\n{FOUR}\n");
            let said = stderr(&piped(line, input).code(2).stdout("1\n4\n"));
            let column = 82 + between.len();
            let is_at = |(line, place): (&str, u64)| {
                let place = format!("quadrille: stdin:{place}:{column}: two puzzles on one line");
                line.starts_with(&place)
            };
            assert_eq!(said.lines().count(), 2, "{said}");
            assert!(said.lines().zip(2..).all(is_at), "{said}");
        }
    }
    let remark = format!("{SEED} # {FOUR}");
    for silent in [format!("{SEED},{SOLUTION}"), remark.clone(), format!("{SEED} hard")] {
        piped("solve -c", silent).stdout("1\n").stderr("");
    }
    piped("solve -c --keep", remark).success().stdout(format!("1\t# {FOUR}\n"));
}

/// A position of HoDoKu's library is solved without its deleted candidates.
#[test]
fn deleted_candidates_are_kept() {
    let line = |deleted: &str| format!(":0000:x:{FOUR}:{deleted}::\n");
    // No solution has a 1 in r1c1, and all solutions have a 3 there.
    for (deleted, count) in [("", "4\n"), ("111", "4\n"), ("311", "0\n")] {
        piped("solve -c", line(deleted)).stdout(count);
    }
    let said = "stdin:1: some cells lack digits that no clue excludes";
    piped("convert --to line", line("422")).code(2).stderr(contains(said));
    piped("convert --to candidates", line("422")).success().stderr("");
    let said = "stdin:1:91: this is not a deleted candidate of HoDoKu's library";
    piped("solve", line("3x1")).code(2).stderr(contains(said));
}

/// A file with other content does not fill the screen with messages, and its puzzles are solved.
#[test]
fn ten_errors_of_a_file_are_enough() {
    let bad = "quadrille: stdin:1:1: 'b' is not a cell: write 1 to 9, or one of 0 . * _ ? - x for \
               an empty cell\n";
    piped("solve", "bad\n").code(2).stdout("").stderr(bad);
    let noise: String = (0..25).map(|line| format!("line {line}\n")).collect();
    for line in ["solve -c", "solve -c -j2"] {
        let said = stderr(&piped(line, format!("{noise}{FOUR}\n")).code(2).stdout("4\n"));
        let lines: Vec<&str> = said.lines().collect();
        assert_eq!(lines.len(), 11, "{said}");
        assert!(lines[9].starts_with("quadrille: stdin:10:1: "), "{said}");
        assert_eq!(lines[10], "quadrille: stdin: and 15 more errors");
    }
}

/// The forms that people copy from forums, programs and tables.
#[test]
fn puzzles_are_read_from_what_is_around_them() {
    let cells: Vec<String> = FOUR.chars().map(String::from).collect();
    let rows = |row: fn(&[String]) -> String| cells.chunks(9).map(row).collect::<String>();
    let texts = [
        format!("[code]\n{}[/code]\n", rows(|row| row.concat().replace('0', "x") + "\n")),
        format!("grid = [\n{}]\n", rows(|row| format!("  [{}],\n", row.join(", ")))),
        rows(|row| row.join(",").replace('0', "") + "\n"),
        format!("1;{FOUR}\n"),
        format!(":0000:x:{FOUR}:::\n"),
        rows(|row| format!("│ {} │\n", row.join(" "))),
        format!("c1,c2,c3,c4,c5,c6,c7,c8,c9\n{}", rows(|row| row.join(",") + "\n")),
        rows(|row| row.join("\t").replace('0', "") + "\n"),
        rows(|row| format!("| {} |\n", row.join(" | ").replace('0', " "))),
        format!("[code]{FOUR}[/code]\n"),
        format!("See this puzzle: `{FOUR}`, please\n"),
    ];
    for text in texts {
        piped("solve -c", text).success().stdout("4\n");
    }
}

#[test]
fn binary_input_causes_no_panic() {
    let mut input: Vec<u8> =
        (0..20_000_u32).map(|i| (i.wrapping_mul(2_654_435_761) >> 13) as u8).collect();
    input.extend_from_slice(format!("\n\n{FOUR}\n").as_bytes());
    let ended = piped("solve -c", input).code(2).stderr(contains("panicked").not());
    assert!(stdout(&ended).ends_with("4\n"), "what comes after the noise is solved");
}

#[test]
fn an_invalid_argument_is_an_error() {
    let said = contains("nowhere.txt: cannot be read: ")
        .and(contains("a puzzle as an argument has 81 cells"));
    run("solve -c nowhere.txt FOUR").code(2).stdout("4\n").stderr(said);
    says(
        run,
        &[
            (&format!("solve -c {}", &FOUR[1..]), 2, "argument 1:1: 80 cells on line 1, "),
            (&format!("solve -c SEED {FOUR}1"), 2, "argument 2:1:82: more than 81 cells"),
            ("solve puzzles", 2, "it is a directory"),
        ],
    );
    run(&["solve", ""]).code(2).stderr(contains("argument 1:1: there is no grid"));
}

#[cfg(unix)]
#[test]
fn a_file_may_have_any_name() {
    use std::os::unix::ffi::OsStrExt;
    let folder = Folder::new();
    let name = std::ffi::OsStr::from_bytes(b"puzzle\xFF.txt");
    std::fs::write(folder.root().join(name), FOUR).unwrap();
    let solved = folder.command("solve -c").arg(name).output().unwrap();
    assert_eq!((solved.status.code(), &*solved.stdout), (Some(0), &b"4\n"[..]));
}

#[test]
fn empty_input_is_no_error() {
    for input in ["", "# nothing here\n\n"] {
        piped("solve", input).success().stdout("").stderr("");
    }
}

/// An interactive user gets each answer before writing the next puzzle, whatever text surrounds the
/// puzzles.
#[test]
fn an_answer_comes_before_the_next_puzzle() {
    let rows: String = (0..9).map(|row| format!("{}\n", &SEED[row * 9..row * 9 + 9])).collect();
    for question in [
        format!("{SEED}\n"),
        format!("{SEED}\n\n"),
        format!("# a comment\n{SEED}\n# a comment\n"),
        format!("{rows}\n"),
        format!("+===+\n{rows}+===+\n\n"),
    ] {
        converse("solve", &[&*question; 3], SOLUTION);
    }
    converse("rate", &[&*format!("{SEED}\n"); 3], "medium\t570\tnaked pair\t2");
}

/// The statistics are printed even if the reader closes the pipe before the search has ended.
#[test]
fn statistics_survive_a_closed_pipe() {
    let mut child = Command::new(PROGRAM)
        .args(["solve", "--stats", "puzzles/empty.txt"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut answers = BufReader::new(child.stdout.take().unwrap()).lines();
    assert_eq!(answers.by_ref().take(100).count(), 100);
    drop(answers);
    let output = child.wait_with_output().unwrap();
    let said = String::from_utf8(output.stderr).unwrap();
    assert!(said.contains(" solutions, ") && !said.contains(" 0 solutions"), "{said}");
}

/// The program flushes its output before it waits for input. The output is too short to be flushed
/// for another reason.
#[test]
fn output_is_flushed_before_waiting() {
    let mut child = Command::new(PROGRAM)
        .args(["solve", "-n", "20", "puzzles/empty.txt", "-"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut answers = BufReader::new(child.stdout.take().unwrap()).lines();
    // Standard input stays open and empty meanwhile.
    let grids = answers.by_ref().take(20).filter(|line| line.as_ref().unwrap().len() == 81);
    assert_eq!(grids.count(), 20);
    drop(child.stdin.take());
    assert!(child.wait().unwrap().success());
}

#[test]
fn queries_about_all_solutions_are_answered() {
    let sample = printed("solutions sample -n 20 --seed 3 FOUR");
    assert_eq!(sample, printed("solutions sample -n 20 --seed 3 FOUR"));
    assert_eq!(sample.lines().count(), 20);
    assert!(sample.lines().all(|line| FOUR_SOLUTIONS.contains(&line)));
    let nth = |at: &str| printed(&format!("solutions nth {at} FOUR"));
    assert_eq!(sorted(&["1", "2", "3", "4"].map(nth).concat(), "\n"), FOUR_SOLUTIONS);
    for solution in FOUR_SOLUTIONS {
        let rank = printed(&format!("solutions rank {solution} FOUR"));
        assert_eq!(nth(rank.trim()).trim(), solution);
    }
    let other = FOUR_SOLUTIONS[0].replace('1', "2");
    says(run, &[(&format!("solutions rank {other} FOUR"), 1, "is not a solution")]);

    let object = &objects(&printed("solutions candidates -f json FOUR"))[0];
    assert_eq!(object["solutions"].to_string(), "4");
    for cell in 0..81 {
        for digit in 0..9 {
            let has = |solution: &&&str| solution.as_bytes()[cell] == b'1' + digit as u8;
            let count = FOUR_SOLUTIONS.iter().filter(has).count();
            assert_eq!(object["counts"][cell][digit].to_string(), count.to_string());
        }
    }
    let drawing = printed("solutions candidates FOUR");
    assert_eq!(drawing.lines().filter(|line| line.contains('4')).count(), 27);
}

#[test]
fn every_format_has_every_solution() {
    let all = printed("solve FOUR");
    let puzzle = FOUR.replace('0', ".");
    let expected: String = all.lines().map(|solution| format!("{puzzle},{solution}\n")).collect();
    assert_eq!(printed("solve -f csv FOUR"), format!("puzzle,solution\n{expected}"));
    let objects = objects(&printed("solve -f json FOUR"));
    assert!(all.lines().eq(objects.iter().map(|object| object["solution"].as_str().unwrap())));
    let drawn = printed("solve -f grid FOUR");
    let digits = |grid: &str| grid.chars().filter(char::is_ascii_digit).collect::<String>();
    assert!(drawn.split("\n\n").map(digits).eq(all.lines()));
}

#[test]
fn a_count_with_checkpoints_is_resumed() {
    let folder = Folder::new();
    let save = "solve -c --checkpoint count FOUR";
    folder.run(save).success().stdout("4\n");
    folder.run(save).code(2).stderr(contains("exists already"));
    folder.run("resume count").success().stdout("4\n");
    let text = folder.read("count");
    folder.write("count", text.replace("\"threads\":1", "\"threads\":2"));
    folder.run("resume count").code(2).stderr(contains("damaged"));
}
