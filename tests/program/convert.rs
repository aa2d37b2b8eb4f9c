//! Tests of `quadrille convert` and `canonical`, and of other commands with tables, Sukakus,
//! drawings and marks, as users run them.

use std::fs;

use predicates::prelude::*;
use predicates::str::{contains, starts_with};

use crate::support::{
    FOUR, Folder, SEED, SOLUTION, objects, printed, prints, refuses, run, stdout,
};

/// Returns the puzzle `SEED` as the program writes it.
fn seed() -> String {
    SEED.replace('0', ".")
}

fn form(name: &str) -> String {
    fs::read_to_string(format!("tests/data/forms/{name}")).unwrap()
}

#[test]
fn all_forms_are_converted() {
    let seed = seed();
    for name in ["sadman.sdk", "simple.ss", "list.txt", "groups.txt", "quoted.csv"] {
        run(&format!("convert --to line tests/data/forms/{name}"))
            .success()
            .stdout(format!("{seed}\n"))
            .stderr("");
    }
    let sdk = printed("convert --to sdk tests/data/forms/sudocue.sdm");
    assert_eq!(sdk.lines().filter(|line| *line == "[Puzzle]").count(), 2);
    assert_eq!(sdk.lines().count(), 21, "a blank line between puzzles");
    prints(
        run,
        &[
            (&format!("convert --to ss {seed}"), 0, &form("simple.ss")),
            (&format!("convert --to candidates {seed}"), 0, &form("list.txt")),
            (&format!("convert --to sdm {seed}"), 0, &format!("{SEED}\n")),
        ],
    );
    refuses(
        run,
        &[
            ("convert --to roman SEED", "line, sdm, grid, sdk, ss, csv, candidates, marks"),
            ("convert SEED", "--to"),
        ],
    );
}

/// A table contains the solution if it is unique, and keeps a solution that it already had.
#[test]
fn tables_have_solutions() {
    let (seed, four) = (seed(), FOUR.replace('0', "."));
    let solution = printed("solve -1 FOUR");
    let table = format!("solution\tpuzzle\n{}\t{four}\n", solution.trim_end());
    let folder = Folder::with("table.csv", table);
    let both = format!("puzzle,solution\n{seed},{SOLUTION}\n{four},\n");
    let kept = format!("puzzle,solution\n{four},{solution}");
    prints(
        |line| folder.run(line),
        &[
            ("convert --to csv SEED FOUR", 0, &both),
            ("convert --to csv table.csv", 0, &kept),
            ("solve -c table.csv", 0, "4\n"),
        ],
    );
}

/// The Sukaku has the candidates of a HoDoKu drawing, except one that the clues do not exclude.
#[test]
fn a_sukaku_is_solved_explained_and_rated() {
    let folder = Folder::with("sukaku.txt", form("hodoku.txt").replace(" 238 ", " 23  "));
    let (one, two) = (format!("{SOLUTION}\n"), format!("{SOLUTION}\n{SOLUTION}\n"));
    prints(
        |line| folder.run(&format!("{line} sukaku.txt")),
        &[
            ("solve", 0, &one),
            ("solve -u --engine links", 0, "unique\n"),
            ("solve -u --engine bits", 0, "unique\n"),
            ("solve -c -j 1", 0, "1\n"),
            ("solve -c -j 2", 0, "1\n"),
            ("solve -j 1 SEED", 0, &two),
            ("solve -j 2 SEED", 0, &two),
            ("solutions sample -n 2", 0, &two),
        ],
    );
    let list = folder.printed("convert --to candidates sukaku.txt");
    assert!(list.starts_with("..3....89.23......") && list.len() == 730, "{list}");
    // `solve` reads the same Sukaku from an argument.
    let list = list.trim_end();
    for (line, start) in [
        ("rate -j 1 sukaku.txt", "medium\t"),
        ("rate -j 2 sukaku.txt", "medium\t"),
        (&format!("solve -f json {list}"), &*format!("{{\"puzzle\":\"{list}\"")),
        ("explain --log sukaku.txt", "start: (0, 81, 219)\nclues: (0, 81, 219)\n"),
    ] {
        folder.run(line).success().stdout(starts_with(start));
    }
    let steps = contains("Naked single: r1c3 can only be 5").and(contains("Solved in"));
    folder.run("explain sukaku.txt").success().stdout(steps);
    let marks = printed(&format!("convert --to marks {list}"));
    let row = "| 389 23    5    | 1     7     6     | 24    248   28  |";
    assert_eq!(marks.lines().nth(1), Some(row));
    // A format for clues cannot hold the Sukaku. The other puzzle is still written.
    let said = contains("sukaku.txt:2: some cells lack digits")
        .and(contains("choose one of candidates, marks, csv"));
    let converted = folder.run("convert --to line sukaku.txt SEED").code(2);
    converted.stdout(format!("{}\n", seed())).stderr(said);
    let said = "sukaku.txt:2: some cells lack digits that no clue excludes";
    refuses(|line| folder.run(line), &[("canonical sukaku.txt", said)]);
}

/// The first drawing of `explain --grid` can be read as a puzzle.
#[test]
fn drawn_candidates_are_read_back() {
    let drawn = printed("explain --grid --color never SEED");
    let first: Vec<&str> = drawn.lines().skip(1).take(13).collect();
    let folder = Folder::with("drawn.txt", first.join("\n"));
    folder.run("solve drawn.txt").success().stdout(format!("{SOLUTION}\n"));
}

/// A naked single of this puzzle is not a clue when the marks are read back.
#[test]
fn marks_are_read_back_as_the_clues() {
    let marks = printed("convert --to marks SEED");
    let row = marks.lines().nth(3).unwrap();
    assert!(row.starts_with("| 7 "), "a naked single: {row}");
    let folder = Folder::with("marks", &marks);
    folder.run("convert --to line marks").success().stdout(format!("{}\n", seed()));
    folder.run("convert --to marks marks").success().stdout(marks.clone());
    folder.run("explain marks").stdout(contains("Naked single: ").and(contains("r3c1")));
    // Eliminations are kept, and formats of clues are refused.
    folder.write("fewer", marks.replacen(" 238 ", " 23  ", 1));
    let kept = folder.printed("convert --to marks fewer");
    assert!(kept.lines().nth(1).unwrap().starts_with("| 389 23  "), "{kept}");
    let said = ":2: some cells lack digits that no clue excludes";
    refuses(|line| folder.run(line), &[("convert --to line fewer", said)]);
}

#[test]
fn equivalent_puzzles_have_one_canonical_form() {
    // `SEED` with rows 1 and 2 and digits 1 and 2 exchanged, transposed.
    let same = "400250160000009000050030700028000004070000001060000809003080007000900000209074030";
    let ended = run(&format!("canonical SEED {same} FOUR")).success().stderr("");
    let lines = stdout(&ended);
    let lines: Vec<&str> = lines.lines().collect();
    assert_eq!((lines.len(), lines[0] == lines[1], lines[0] == lines[2]), (3, true, false));
    assert!(lines[0].starts_with("......"));
    let again = printed(&format!("canonical -p {}", lines[0]));
    assert_eq!(again, format!("{0}\t{0}\n", lines[0]));
    let object = &objects(&printed("canonical -f json SEED"))[0];
    assert_eq!((&object["canonical"], &object["automorphisms"]), (&lines[0].into(), &1.into()));
    assert!(object["map"].as_str().is_some_and(|map| map.contains("rows ")));
    run("canonical nowhere.txt SEED").code(2).stdout(format!("{}\n", lines[0]));
}
