//! Tests of `quadrille make` and `quadrille show` as users run them.

use predicates::prelude::*;
use predicates::str::{contains, is_empty, is_match, starts_with};

use crate::support::{Folder, made, piped, printed, prints, refuses, run, says, stderr};

#[test]
fn a_problem_begins_with_its_name() {
    let langford = "| langford 2\n1 2 s1 s2 s3 s4\n1 s1 s3\n1 s2 s4\n2 s1 s4\n";
    let dominoes = "| polyomino dominoes 1x2 --unlimited\nr1c1 r1c2\nr1c1 r1c2\n";
    prints(
        run,
        &[
            ("make langford 2", 0, langford),
            ("make queens 1", 0, "| queens 1\nr1 c1 | a2 b1\nr1 c1 a2 b1\n"),
            ("make polyomino dominoes 1x2 --unlimited", 0, dominoes),
        ],
    );
    let soma = "| polycube soma 3x3x3\nV L T Z A B P l1r1c1 l1r1c2 l1r1c3 l1r2c1";
    run("make polycube soma 3x3x3").success().stdout(starts_with(soma)).stderr(is_empty());
}

#[test]
fn one_solution_is_shown_and_more_on_request() {
    prints(
        run,
        &[
            ("show langford 3", 0, "3 1 2 1 3 2\n"),
            ("show langford 3 -n 9", 0, "3 1 2 1 3 2\n\n2 3 1 2 1 3\n"),
            ("show -n 2 langford 3", 0, "3 1 2 1 3 2\n\n2 3 1 2 1 3\n"),
        ],
    );
    let drawing = printed("show polyomino pentominoes 6x10");
    assert_eq!(drawing.lines().count(), 13, "{drawing}");
    assert!("FILNPTUVWXYZ".chars().all(|piece| drawing.matches(piece).count() == 5), "{drawing}");
}

/// A search without restarts takes far longer for these boards.
#[test]
fn one_solution_is_found_by_restarts() {
    for (args, size) in [("60", 60), ("70 -n 1", 70), ("60 --best", 60)] {
        let shown = run(&format!("show queens --timeout 60s {args}")).success();
        shown.stdout(contains("Q").count(size)).stderr(is_empty());
    }
    let said = "stopped by --nodes: no solution was found, but there may be some";
    run("show queens 60 --nodes 100").code(1).stdout("").stderr(contains(said));
    // A cover that is not a solution is never drawn. Most covers of this grid consist of several
    // loops.
    let two = printed("show slitherlink 7x7 -n 2");
    assert!(two.starts_with(&printed("show slitherlink 7x7")));
}

#[test]
fn shapes_and_boards_are_read_from_files() {
    let folder = Folder::with("shapes.txt", "\u{FEFF}AA\r\nA\r\n\r\nBB\r\n");
    folder.write("board.txt", "###\n#.#\n");
    let two = is_match(r"(?s)\A\+---.*\n\n\+---.*\n\z").unwrap();
    let shown = folder.run("show polyomino shapes.txt board.txt -n 5").success();
    shown.stdout(two.and(contains("A   A").count(2)));
    folder.write("cubes.txt", "CC C.\nC. ..\n\nT. TT\n.. T.\n");
    folder.run("show polycube cubes.txt 2x2x2").success().stdout(contains("+---+   +"));
    folder.write("bad.txt", "AA\nAB\n");
    folder.write("binary", [0xFF, 0xFE]);
    let said = "bad.txt: line 2, column 2: `B` in a shape of `A`";
    refuses(
        |line| folder.run(line),
        &[("show polyomino bad.txt 2x2", said), ("show polyomino binary 2x2", "UTF-8")],
    );
}

#[test]
fn pictures_are_written_to_files() {
    let folder = Folder::new();
    folder.run("show queens 6 --svg one.svg").success().stdout(contains("Q").count(6));
    folder.run("show queens 6 -n 3 --svg six.queens.svg").success();
    let names = ["one.svg", "six.queens-1.svg", "six.queens-2.svg", "six.queens-3.svg"];
    assert_eq!(folder.names(""), names);
    assert!(names.iter().all(|name| folder.read(name).trim_end().ends_with("</svg>")));
    says(
        |line| folder.run(line),
        &[
            ("show queens 6 --svg no/such/folder.svg", 2, "cannot write"),
            ("show langford 3 --svg text.svg", 2, "leave out --svg"),
        ],
    );
    assert!(!folder.has("text.svg"));
}

#[test]
fn no_solution_is_status_1() {
    run("show queens 3").code(1).stdout(is_empty()).stderr("quadrille: no solution\n");
    run("make queens 3").success();
}

#[test]
fn bad_arguments_are_one_line_and_status_2() {
    for (args, message) in [
        ("queens 0", "its size must be 1 to 1000"),
        ("queens 18446744073709551615", "its size must be 1 to 1000"),
        ("langford 1001", "there must be 1 to 1000"),
        ("polyomino nonsense 6x10", "there is no set of shapes `nonsense`"),
        ("polyomino pentominoes 6by10", "`6by10` is not a board"),
        ("polyomino pentominoes 8x8-3x3", "cannot be in the centre of 8x8"),
        ("polyomino pentominoes 8x8", "the shapes have 60 cells and the board has 64"),
        ("polyomino dominoes 999999x999999 --unlimited", "too large"),
        ("polycube soma 3x3", "`3x3` is not a box"),
        ("polycube soma 3x3x4", "the shapes have 27 cells and the box has 36"),
        ("polycube somewhere 3x3x3", "`somewhere` is not `soma`"),
    ] {
        for command in ["make", "show"] {
            let said = stderr(&run(&format!("{command} {args}")).code(2).stdout(is_empty()));
            assert!(said.starts_with("quadrille: ") && said.contains(message), "{said}");
            assert_eq!(said.lines().count(), 1, "{said}");
        }
    }
}

#[test]
fn bad_usage_is_status_2() {
    for line in [
        "show",
        "make",
        "show nothing",
        "show queens",
        "show queens eight",
        "show queens 8 -n 0",
        "show queens 8 --count -n 2",
        "make queens 8 -n 2",
        "make polyomino pentominoes",
    ] {
        run(line).code(2).stdout(is_empty()).stderr(contains("Usage").or(contains("--help")));
    }
}

/// `cover` reads the output of `make` and finds the known number of covers. The sources of most of
/// these numbers are in `tests/library/encoders*.rs`.
#[test]
fn every_kind_can_be_made_and_covered() {
    for (kind, covers) in [
        ("queens 6", 4),
        ("langford 7", 52),
        ("polyomino pentominoes 3x20", 8),
        ("polyomino dominoes 4x4 --unlimited", 36),
        ("latin 4", 576),
        ("sudoku empty --boxes 2x2", 288),
        ("sudoku empty --boxes 2x2 --diagonal", 48),
        ("steiner 7", 30),
        ("macmahon 2x3 --colors 2", 416),
        ("polyiamond triamonds triangle-3 --unlimited", 2),
        ("polystick disticks 1x1 --unlimited", 2),
        ("graceful complete-4", 48),
        // A cover is a set of loops. 13 of these covers are a single loop.
        ("slitherlink 2x2", 14),
        ("masyu 3x3", 14),
        ("knapsack 20 nickel:1:20 dime:2:10 quarter:5:4 half:10:2", 40),
        ("schedule puzzles/schedule.csv", 21),
    ] {
        piped("cover -c", made(kind)).success().stdout(format!("{covers}\n"));
    }
}

#[test]
fn squares_are_shown() {
    let folder = Folder::with("partial.txt", "12.\n...\n..1\n");
    folder.write("regions.txt", "aabb\nacbb\naccd\ncddd\n");
    folder.write("words.txt", "is\nit\nso\nto\n");
    prints(
        |line| folder.run(line),
        &[
            ("show latin partial.txt", 0, "1 2 3\n3 1 2\n2 3 1\n"),
            ("show word-rectangle 2x2 words.txt -n 9", 0, "is\nto\n\nit\nso\n"),
        ],
    );
    for (line, part) in [
        ("show sudoku empty --jigsaw regions.txt", "+--"),
        ("show sudoku 1..............2 --boxes 2x2", "| 1"),
        ("show macmahon 2x3 --colors 2", "+ "),
    ] {
        folder.run(line).success().stdout(contains(part));
    }
    refuses(
        run,
        &[
            ("show latin partial", "`partial` is not a number"),
            ("show sudoku empty --boxes 3", "write two numbers, such as 4x6"),
            ("show macmahon 5x5", "does not hold 24 squares"),
            ("show word-rectangle 2x2 nowhere", "nowhere: cannot be read"),
        ],
    );
}

/// In the row `0..3.5..89.B.DE.`, 0 is a clue and not an empty cell.
#[test]
fn a_board_is_shown_with_the_symbols_it_was_read_with() {
    let hexadecimal = format!("0..3.5..89.B.DE.{}", ".".repeat(240));
    let drawn = printed(&format!("show sudoku {hexadecimal} --boxes 4x4"));
    let row = drawn.lines().nth(1).unwrap().replace(['|', ' '], "");
    assert!(row.starts_with('0') && !drawn.contains('G'), "{drawn}");
    assert_eq!(drawn.matches('0').count(), 16, "{drawn}");
    let problem = made(&format!("sudoku {hexadecimal} --boxes 4x4"));
    assert!(problem.contains("r1=0") && !problem.contains("r1=G"));
    let folder = Folder::with("square", "12\n..\n");
    folder.write("zero", "10\n..\n");
    for (line, part) in [
        ("show sudoku ab.............. --boxes 2x2 --symbols abcd", "| a  b | c  d |"),
        ("show sudoku empty --boxes 2x2 --symbols 7-10", "10"),
    ] {
        folder.run(line).success().stdout(contains(part));
    }
    prints(
        |line| folder.run(line),
        &[
            ("show latin 3 --symbols xyz -n 1", 0, "x y z\ny z x\nz x y\n"),
            ("show latin square", 0, "1 2\n2 1\n"),
        ],
    );
    let named = "name the symbols: 1234 or 0123; --symbols takes them";
    refuses(
        |line| folder.run(line),
        &[
            ("show sudoku empty --boxes 2x2 --symbols 7-9", "3 symbols for a square of side 4"),
            ("show sudoku empty --boxes 2x2 --symbols aabc", "the symbol 'a' occurs twice"),
            ("show sudoku 10.............. --boxes 2x2", named),
            ("show latin zero", "name the symbols: 12 or 01; --symbols takes them"),
            ("show latin 3 --symbols xy", "2 symbols for a square of side 3"),
        ],
    );
}

#[test]
fn the_best_plans_are_shown_first() {
    let things = "show knapsack 0..10 tent:6:1:30 rope:2:2:9 stove:3:1:14 --best";
    let packed =
        "1 x tent of weight 6, value 30\n2 x rope of weight 2, value 9\nweight 10, value 48\n";
    prints(run, &[(things, 0, packed)]);
    let shown = printed("show schedule puzzles/schedule.csv --best -n 2");
    let costs: Vec<&str> = shown.lines().filter(|line| line.starts_with("cost ")).collect();
    assert_eq!((costs.len(), costs[0]), (2, "cost 2"));
    refuses(
        run,
        &[
            ("show knapsack 5 a:b", "`a:b` is not NAME:WEIGHT"),
            ("show knapsack x a:1", "`x` is not a weight"),
        ],
    );
}

#[test]
fn loops_are_counted_as_solutions_and_not_as_covers() {
    // Two loops satisfy these numbers, but no single loop does.
    let folder = Folder::with("board", "| two corners\n4..\n...\n..4\n");
    prints(
        |line| folder.run(line),
        &[
            ("show slitherlink 3x3 --count", 0, "213\n"),
            ("show masyu 4x4 -c", 0, "213\n"),
            ("show slitherlink board", 1, ""),
            ("show slitherlink board -c", 1, "0\n"),
            ("show queens 8 --count", 0, "92\n"),
        ],
    );
}

#[test]
fn loops_and_circles_are_drawn() {
    let folder = Folder::with("s.txt", "31\n..\n");
    folder.write("m.txt", ".o.\n...\n@.@\n");
    folder.write("bad.txt", "3.\n5.\n");
    let slitherlink = "+---+\n| 3 | 1\n|   |\n|   |\n+---+\n";
    let masyu = "+---o---+\n|       |\n|   .   |\n|       |\n@-------@\n";
    prints(
        |line| folder.run(line),
        &[
            ("show slitherlink s.txt --svg s.svg", 0, slitherlink),
            ("show masyu m.txt --svg m.svg", 0, masyu),
        ],
    );
    assert!(["s.svg", "m.svg"].iter().all(|name| folder.read(name).starts_with("<svg")));
    refuses(
        |line| folder.run(line),
        &[
            ("show slitherlink bad.txt", "bad.txt: line 2, column 1: '5' is not a clue"),
            ("show masyu none", "is not a size"),
        ],
    );
}

#[test]
fn sticks_triangles_and_graphs_are_drawn() {
    let folder = Folder::new();
    for (line, part, count) in [
        ("polyiamond triamonds triangle-3 --unlimited", "<polygon", 9),
        ("polystick disticks 1x1 --unlimited", "<rect", 4),
        ("graceful path-2", "<svg", 1),
    ] {
        folder.run(&format!("show {line} --svg svg")).success();
        assert_eq!(folder.read("svg").matches(part).count(), count, "{line}");
    }
    run("show graceful path-2").success().stdout(contains("1-2=1"));
    let edges = "the shapes have 64 edges and the board has 60";
    refuses(
        run,
        &[
            ("show polystick tetrasticks 5x5", edges),
            ("show polystick tetrasticks 5x5 --without Q", "the pieces left are F, H, I"),
            ("show polyiamond hexiamonds 6x7", "84"),
            ("show graceful tree-7", "write path-5"),
        ],
    );
}
