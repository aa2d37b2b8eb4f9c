//! Tests of `quadrille make` and `quadrille show` as users run them.

use std::fs;
use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Command, Stdio};

use predicates::prelude::*;
use predicates::str::{contains, is_empty, starts_with};

fn binary() -> &'static str {
    env!("CARGO_BIN_EXE_quadrille")
}

fn quadrille(args: &[&str]) -> assert_cmd::assert::Assert {
    assert_cmd::Command::new(binary()).args(args).assert()
}

#[test]
fn a_problem_begins_with_its_name() {
    let langford = "\
| langford 2
1 2 s1 s2 s3 s4
1 s1 s3
1 s2 s4
2 s1 s4
";
    quadrille(&["make", "langford", "2"]).success().stdout(langford).stderr(is_empty());
    quadrille(&["make", "queens", "1"])
        .success()
        .stdout("| queens 1\nr1 c1 | a2 b1\nr1 c1 a2 b1\n");
    let polyomino = ["make", "polyomino", "dominoes", "1x2", "--unlimited"];
    quadrille(&polyomino)
        .success()
        .stdout("| polyomino dominoes 1x2 --unlimited\nr1c1 r1c2\nr1c1 r1c2\n");
    quadrille(&["make", "polycube", "soma", "3x3x3"])
        .success()
        .stdout(starts_with("| polycube soma 3x3x3\nV L T Z A B P l1r1c1 l1r1c2 l1r1c3 l1r2c1"));
}

#[test]
fn one_solution_is_shown_and_more_on_request() {
    quadrille(&["show", "langford", "3"]).success().stdout("3 1 2 1 3 2\n").stderr(is_empty());
    quadrille(&["show", "langford", "3", "-n", "9"])
        .success()
        .stdout("3 1 2 1 3 2\n\n2 3 1 2 1 3\n");
    quadrille(&["show", "-n", "2", "langford", "3"])
        .success()
        .stdout("3 1 2 1 3 2\n\n2 3 1 2 1 3\n");
    let output = quadrille(&["show", "polyomino", "pentominoes", "6x10"])
        .success()
        .get_output()
        .stdout
        .clone();
    let drawing = String::from_utf8(output).unwrap();
    assert_eq!(drawing.lines().count(), 13, "{drawing}");
    assert!("FILNPTUVWXYZ".chars().all(|piece| drawing.matches(piece).count() == 5), "{drawing}");
}

/// A search in a fixed order needs minutes for these boards.
#[test]
fn one_solution_is_found_by_restarts() {
    for args in [&["60"][..], &["70", "-n", "1"], &["60", "--best"]] {
        let args = [&["show", "queens", "--timeout", "60s"], args].concat();
        let size: usize = args[4].parse().unwrap();
        quadrille(&args).success().stdout(contains("Q").count(size)).stderr(is_empty());
    }
    quadrille(&["show", "queens", "60", "--nodes", "100"])
        .code(1)
        .stdout(is_empty())
        .stderr(contains("stopped by --nodes: no solution was found, and there may be some"));
    // A cover that is not a solution is never drawn. Most covers of this grid are several loops.
    let one = quadrille(&["show", "slitherlink", "7x7"]).success().get_output().stdout.clone();
    let two = quadrille(&["show", "slitherlink", "7x7", "-n", "2"]).success();
    assert!(two.get_output().stdout.starts_with(&one));
}

#[test]
fn shapes_and_boards_are_read_from_files() {
    let folder = tempfile::tempdir().unwrap();
    let write = |name: &str, text: &str| {
        let path = folder.path().join(name);
        fs::write(&path, text).unwrap();
        path.to_str().unwrap().to_owned()
    };
    let (shapes, board) =
        (write("shapes.txt", "\u{FEFF}AA\r\nA\r\n\r\nBB\r\n"), write("board.txt", "###\n#.#\n"));
    quadrille(&["show", "polyomino", &shapes, &board, "-n", "5"]).success().stdout(
        predicate::str::is_match(r"(?s)\A\+---.*\n\n\+---.*\n\z")
            .unwrap()
            .and(contains("A   A").count(2)),
    );
    let cubes = write("cubes.txt", "CC C.\nC. ..\n\nT. TT\n.. T.\n");
    quadrille(&["show", "polycube", &cubes, "2x2x2"]).success().stdout(contains("+---+   +"));
    let bad = write("bad.txt", "AA\nAB\n");
    quadrille(&["show", "polyomino", &bad, "2x2"])
        .code(2)
        .stdout(is_empty())
        .stderr(contains("bad.txt: line 2, column 2: `B` in a shape of `A`"));
    let binary = folder.path().join("binary");
    fs::write(&binary, [0xFF, 0xFE]).unwrap();
    quadrille(&["show", "polyomino", binary.to_str().unwrap(), "2x2"])
        .code(2)
        .stderr(contains("UTF-8"));
}

#[test]
fn pictures_are_written_to_files() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let is_svg =
        |name: &str| fs::read_to_string(path(name)).unwrap().trim_end().ends_with("</svg>");
    quadrille(&["show", "queens", "6", "--svg", &path("one.svg")])
        .success()
        .stdout(contains("Q").count(6));
    assert!(is_svg("one.svg"));
    quadrille(&["show", "queens", "6", "-n", "3", "--svg", &path("six.queens.svg")]).success();
    assert!((1..=3).all(|number| is_svg(&format!("six.queens-{number}.svg"))));
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 4);
    quadrille(&["show", "queens", "6", "--svg", &path("no/such/folder.svg")])
        .code(2)
        .stderr(contains("cannot write"));
    quadrille(&["show", "langford", "3", "--svg", &path("text.svg")])
        .code(2)
        .stderr(contains("leave out --svg"));
    assert!(!Path::new(&path("text.svg")).exists());
}

#[test]
fn no_solution_is_status_1() {
    quadrille(&["show", "queens", "3"])
        .code(1)
        .stdout(is_empty())
        .stderr("quadrille: no solution\n");
    quadrille(&["make", "queens", "3"]).success();
}

#[test]
fn bad_arguments_are_one_line_and_status_2() {
    for (args, message) in [
        ("queens 0", "its size must be 1 to 1000"),
        ("queens 18446744073709551615", "its size must be 1 to 1000"),
        ("langford 1001", "there must be 1 to 1000"),
        ("polyomino nonsense 6x10", "there is no set of shapes `nonsense`"),
        ("polyomino pentominoes 6by10", "`6by10` is not a board"),
        ("polyomino pentominoes 8x8-3x3", "no place in the centre"),
        ("polyomino pentominoes 8x8", "the shapes have 60 cells and the board has 64"),
        ("polyomino dominoes 999999x999999 --unlimited", "too large"),
        ("polycube soma 3x3", "`3x3` is not a box"),
        ("polycube soma 3x3x4", "the shapes have 27 cells and the box has 36"),
        ("polycube somewhere 3x3x3", "`somewhere` is not `soma`"),
    ] {
        for command in ["make", "show"] {
            let args: Vec<&str> = [command].into_iter().chain(args.split(' ')).collect();
            quadrille(&args).code(2).stdout(is_empty()).stderr(
                contains(message).and(starts_with("quadrille: ")).and(contains("\n").count(1)),
            );
        }
    }
}

#[test]
fn bad_usage_is_status_2() {
    for args in [
        &["show"][..],
        &["make"],
        &["show", "nothing"],
        &["show", "queens"],
        &["show", "queens", "eight"],
        &["show", "queens", "8", "-n", "0"],
        &["make", "queens", "8", "-n", "2"],
        &["make", "polyomino", "pentominoes"],
    ] {
        quadrille(args).code(2).stdout(is_empty()).stderr(contains("Usage").or(contains("--help")));
    }
}

#[test]
fn every_kind_has_help() {
    for command in ["make", "show"] {
        for kind in ["queens", "langford", "polyomino", "polycube"] {
            quadrille(&[command, "--help"]).success().stdout(contains(kind));
            quadrille(&[command, kind, "--help"])
                .success()
                .stdout(contains(format!("quadrille {command} {kind}")));
        }
    }
}

/// The reader of a long job closes the pipe, and the program ends without a message.
#[test]
fn a_closed_pipe_is_quiet() {
    for args in [&["show", "queens", "20", "-n", "1000000000"][..], &["make", "queens", "200"]] {
        let mut child = Command::new(binary())
            .args(args)
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let mut line = String::new();
        let mut output = BufReader::new(child.stdout.take().unwrap());
        output.read_line(&mut line).unwrap();
        assert!(line.starts_with(['+', '|']), "{line}");
        drop(output);
        let output = child.wait_with_output().unwrap();
        assert_eq!((output.status.code(), output.stderr.len()), (Some(0), 0), "{args:?}");
    }
}

fn puzzles(name: &str) -> String {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("puzzles").join(name).display().to_string()
}

/// `cover` reads the output of `make` and finds the known number of covers. The sources are in
/// `tests/library/encoders*.rs`.
#[test]
fn every_kind_can_be_made_and_covered() {
    let schedule = puzzles("schedule.csv");
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
        // The covers of loops are sets of loops; 13 of these are one loop.
        ("slitherlink 2x2", 14),
        ("masyu 3x3", 14),
        ("knapsack 20 nickel:1:20 dime:2:10 quarter:5:4 half:10:2", 40),
        (&format!("schedule {schedule}"), 21),
    ] {
        let args: Vec<&str> = ["make"].into_iter().chain(kind.split(' ')).collect();
        let problem = quadrille(&args).success().get_output().stdout.clone();
        let mut cover = assert_cmd::Command::new(binary());
        cover
            .args(["cover", "-c"])
            .write_stdin(problem)
            .assert()
            .success()
            .stdout(format!("{covers}\n"));
    }
}

#[test]
fn squares_are_shown() {
    let folder = tempfile::tempdir().unwrap();
    let file = |name: &str, text: &str| {
        let path = folder.path().join(name);
        fs::write(&path, text).unwrap();
        path.display().to_string()
    };
    let partial = file("partial.txt", "12.\n...\n..1\n");
    quadrille(&["show", "latin", &partial]).success().stdout("1 2 3\n3 1 2\n2 3 1\n");
    let regions = file("regions.txt", "aabb\nacbb\naccd\ncddd\n");
    quadrille(&["show", "sudoku", "empty", "--jigsaw", &regions])
        .success()
        .stdout(starts_with("+"));
    quadrille(&["show", "sudoku", "1..............2", "--boxes", "2x2"])
        .success()
        .stdout(contains("| 1"));
    let words = file("words.txt", "is\nit\nso\nto\n");
    quadrille(&["show", "word-rectangle", "2x2", &words, "-n", "9"])
        .success()
        .stdout("is\nto\n\nit\nso\n");
    quadrille(&["show", "macmahon", "2x3", "--colors", "2"]).success().stdout(starts_with("+ "));
    quadrille(&["show", "latin", "partial"]).code(2).stderr(contains("`partial` is not a number"));
    quadrille(&["show", "sudoku", "empty", "--boxes", "3"])
        .code(2)
        .stderr(contains("write two numbers, such as 4x6"));
    quadrille(&["show", "macmahon", "5x5"]).code(2).stderr(contains("does not hold 24 squares"));
    quadrille(&["show", "word-rectangle", "2x2", "nowhere"])
        .code(2)
        .stderr(contains("nowhere: cannot be read"));
}

/// In the row `0..3.5..89.B.DE.` the clue 0 was once read as an empty cell.
#[test]
fn a_board_is_shown_with_the_symbols_it_was_read_with() {
    let hexadecimal = format!("0..3.5..89.B.DE.{}", ".".repeat(240));
    let drawn = quadrille(&["show", "sudoku", &hexadecimal, "--boxes", "4x4"]).success();
    let drawn = String::from_utf8(drawn.get_output().stdout.clone()).unwrap();
    let row = drawn.lines().nth(1).unwrap().replace(['|', ' '], "");
    assert!(
        row.starts_with('0') && !drawn.contains('G') && drawn.matches('0').count() == 16,
        "{drawn}"
    );
    quadrille(&["make", "sudoku", &hexadecimal, "--boxes", "4x4"])
        .success()
        .stdout(contains("r1=0").and(contains("r1=G").not()));
    let show = |puzzle: &str, symbols: &str| {
        quadrille(&["show", "sudoku", puzzle, "--boxes", "2x2", "--symbols", symbols])
    };
    show("ab..............", "abcd").success().stdout(contains("| a  b | c  d |"));
    show("empty", "7-10").success().stdout(contains("10"));
    show("empty", "7-9").code(2).stderr(contains("3 symbols for a square of side 4"));
    show("empty", "aabc").code(2).stderr(contains("the symbol 'a' is there twice"));
    let boxes = |puzzle: &str| quadrille(&["show", "sudoku", puzzle, "--boxes", "2x2"]);
    boxes("10..............")
        .code(2)
        .stderr(contains("name the symbols: 1234 or 0123; --symbols takes them"));
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("square");
    fs::write(&file, "12\n..\n").unwrap();
    quadrille(&["show", "latin", file.to_str().unwrap()]).success().stdout("1 2\n2 1\n");
    fs::write(&file, "10\n..\n").unwrap();
    quadrille(&["show", "latin", file.to_str().unwrap()])
        .code(2)
        .stderr(contains("name the symbols: 12 or 01; --symbols takes them"));
    quadrille(&["show", "latin", "3", "--symbols", "xyz", "-n", "1"])
        .success()
        .stdout(starts_with("x y z\n"));
    quadrille(&["show", "latin", "3", "--symbols", "xy"])
        .code(2)
        .stderr(contains("2 symbols for a square of side 3"));
}

#[test]
fn the_best_plans_are_shown_first() {
    let packed =
        "1 x tent of weight 6, value 30\n2 x rope of weight 2, value 9\nweight 10, value 48\n";
    let things =
        ["show", "knapsack", "0..10", "tent:6:1:30", "rope:2:2:9", "stove:3:1:14", "--best"];
    quadrille(&things).success().stdout(packed);
    let output =
        quadrille(&["show", "schedule", &puzzles("schedule.csv"), "--best", "-n", "2"]).success();
    let shown = String::from_utf8(output.get_output().stdout.clone()).unwrap();
    let costs: Vec<&str> = shown.lines().filter(|line| line.starts_with("cost ")).collect();
    assert_eq!(costs.len(), 2);
    assert_eq!(costs[0], "cost 2");
    quadrille(&["show", "knapsack", "5", "a:b"])
        .code(2)
        .stderr(contains("`a:b` is not NAME:WEIGHT"));
    quadrille(&["show", "knapsack", "x", "a:1"]).code(2).stderr(contains("`x` is not a weight"));
}

#[test]
fn loops_are_counted_as_solutions_and_not_as_covers() {
    quadrille(&["show", "slitherlink", "3x3", "--count"]).success().stdout("213\n");
    quadrille(&["show", "masyu", "4x4", "-c"]).success().stdout("213\n");
    let folder = tempfile::tempdir().unwrap();
    let board = folder.path().join("board.txt");
    // Two loops satisfy these numbers, but no single loop does.
    fs::write(&board, "| two corners\n4..\n...\n..4\n").unwrap();
    let board = board.to_str().unwrap();
    quadrille(&["show", "slitherlink", board]).code(1).stdout(is_empty());
    quadrille(&["show", "slitherlink", board, "-c"]).code(1).stdout("0\n");
    quadrille(&["show", "queens", "8", "--count"]).success().stdout("92\n");
    quadrille(&["show", "queens", "8", "--count", "-n", "2"]).code(2);
}

#[test]
fn loops_and_circles_are_drawn() {
    let folder = tempfile::tempdir().unwrap();
    let file = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    fs::write(file("s.txt"), "31\n..\n").unwrap();
    let drawing = "+---+\n| 3 | 1\n|   |\n|   |\n+---+\n";
    quadrille(&["show", "slitherlink", &file("s.txt"), "--svg", &file("s.svg")])
        .success()
        .stdout(drawing);
    fs::write(file("m.txt"), ".o.\n...\n@.@\n").unwrap();
    let drawing = "+---o---+\n|       |\n|   .   |\n|       |\n@-------@\n";
    quadrille(&["show", "masyu", &file("m.txt"), "--svg", &file("m.svg")])
        .success()
        .stdout(drawing);
    for name in ["s.svg", "m.svg"] {
        assert!(fs::read_to_string(file(name)).unwrap().starts_with("<svg"));
    }
    fs::write(file("bad.txt"), "3.\n5.\n").unwrap();
    quadrille(&["show", "slitherlink", &file("bad.txt")])
        .code(2)
        .stderr(contains("bad.txt: line 2, column 1: '5' is no clue"));
    quadrille(&["show", "masyu", &file("none")]).code(2).stderr(contains("is not a size"));
}

#[test]
fn sticks_triangles_and_graphs_are_drawn() {
    let folder = tempfile::tempdir().unwrap();
    let svg = folder.path().join("picture.svg").to_str().unwrap().to_owned();
    let picture = || fs::read_to_string(&svg).unwrap();
    quadrille(&["show", "polyiamond", "triamonds", "triangle-3", "--unlimited", "--svg", &svg])
        .success();
    assert_eq!(picture().matches("<polygon").count(), 9);
    quadrille(&["show", "polystick", "disticks", "1x1", "--unlimited", "--svg", &svg]).success();
    assert_eq!(picture().matches("<rect").count(), 4);
    quadrille(&["show", "graceful", "path-2", "--svg", &svg]).success().stdout(contains("1-2=1"));
    assert!(picture().starts_with("<svg"));
    quadrille(&["show", "polystick", "tetrasticks", "5x5"])
        .code(2)
        .stderr(contains("the shapes have 64 edges and the board has 60"));
    quadrille(&["show", "polystick", "tetrasticks", "5x5", "--without", "Q"])
        .code(2)
        .stderr(contains("the pieces left are F, H, I"));
    quadrille(&["show", "polyiamond", "hexiamonds", "6x7"]).code(2).stderr(contains("84"));
    quadrille(&["show", "graceful", "tree-7"]).code(2).stderr(contains("write path-5"));
}
