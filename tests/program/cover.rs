//! Tests of `quadrille cover` and related commands as users run them: flags, exit statuses and
//! errors.

use predicates::prelude::*;
use predicates::str::{contains, is_empty};

use crate::support::{
    Folder, made, objects, piped, prints, refuses, run, says, sorted, stderr, stdout,
};

const ONE: &str = "| TAOCP 7.2.2.1 (6)\na b c d e f g\nc e\na d g\nb c f\na d f\nb g\nd e g\n";
const ONE_COVER: &str = "c e\na d f\nb g\n\n";
/// A problem with four covers: two of two options each, and two of a single option.
const FOUR: &str = "a b | x\na x\nb\na\na b\n\nx\nb a x\n";
const NONE: &str = "a b | x\na x\nb x\n";

/// Returns the lines that `cover -f indices` prints for `FOUR`, sorted.
fn lines(args: &str) -> Vec<String> {
    let found = stdout(&piped(&format!("cover -f indices {args}"), FOUR).success());
    sorted(&found, "\n").into_iter().map(str::to_owned).collect()
}

/// The problem written for another solver requires the chosen options, and the solver's answer must
/// have them.
#[test]
fn chosen_options_are_written_for_other_solvers() {
    let folder = Folder::with("p", ONE);
    let opb = folder.printed("export --choose 2 --to opb p");
    assert!(opb.ends_with("\n+1 x2 = 1 ;\n"), "{opb}");
    folder.write("answer", "v -x1 x2 x3 -x4 -x5 -x6\n");
    folder.run("import answer --choose 4 p").code(2).stderr(contains(": "));
    folder.write("answer", "v x1 -x2 -x3 x4 x5 -x6\n");
    folder.run("import answer --choose 4,1 p").success().stdout(ONE_COVER);
    says(
        |line| folder.run(line),
        &[
            (
                "import answer --choose 4,2 p",
                2,
                "the cover lacks option 2, which --choose asks for",
            ),
            ("export --choose 7 --to cnf p", 2, "there is no option 7"),
        ],
    );
}

#[test]
fn a_problem_comes_from_a_file_or_standard_input() {
    let folder = Folder::with("one.dlx", ONE);
    folder.run("cover one.dlx").success().stdout(ONE_COVER).stderr(is_empty());
    piped("cover", ONE).success().stdout(ONE_COVER).stderr(is_empty());
    piped("cover -", ONE).success().stdout(ONE_COVER);
}

#[test]
fn covers_are_printed_in_every_format() {
    let json = "{\"options\":[1,4,5],\"texts\":[\"c e\",\"a d f\",\"b g\"],\"index\":1}\n";
    prints(
        |line| piped(line, ONE),
        &[
            ("cover -f text", 0, ONE_COVER),
            ("cover -f indices", 0, "1 4 5\n"),
            ("cover -f json", 0, json),
        ],
    );
    let found = stdout(&piped("cover", FOUR).success());
    assert_eq!(sorted(&found, "\n\n"), ["a b", "a x\nb", "b\na", "b a x"]);
    assert_eq!(lines(""), ["1 2", "2 3", "4", "6"]);
    let objects = objects(&stdout(&piped("cover --format json", FOUR).success()));
    assert!(objects.iter().map(|object| object["index"].as_u64()).eq((1..=4).map(Some)));
    piped("cover -f picture", ONE).code(2).stderr(contains("text, indices, json"));
}

/// The program makes the text of each option only once, and rewrites a cover only from the first
/// option that differs from the previous cover. This test makes every text from scratch.
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
    assert!(covers > 10_000, "{covers} covers are too few to test numbers and buffers");
    for (format, expected) in [("text", text), ("indices", indices), ("json", json)] {
        for threads in ["-j 1", "-j 3 --ordered"] {
            let found = piped(&format!("cover -f {format} {threads}"), &problem).success();
            assert!(stdout(&found) == expected, "{format} with {threads}");
        }
    }
}

#[test]
fn no_options_are_a_cover_of_no_items() {
    for problem in ["0:1|a | x\nx\n", "0:1|a\n"] {
        let json = "{\"options\":[],\"texts\":[],\"index\":1}\n";
        prints(
            |line| piped(line, problem),
            &[
                ("cover -f text", 0, "\n"),
                ("cover -f indices", 0, "\n"),
                ("cover -f json", 0, json),
                ("cover -c", 0, "1\n"),
            ],
        );
    }
    piped("cover", "0:1|a\n").stderr("");
}

/// The worked examples of dlx2.w and dlx3.w, each with its only cover.
#[test]
fn colors_and_bounds_are_respected() {
    let dlx2 = "A B C | X Y\nA B X:0 Y:0\nA C X:1 Y:1\nX:0 Y:1\nB X:1\nC Y:1\n";
    let covered = piped("cover", dlx2).success().stdout("A C X:1 Y:1\nB X:1\n\n");
    covered.stderr(contains("stdin:4: warning: option 3"));
    let dlx3 = "A B 2:3|C | X Y\nA B X:0 Y:0\nA C X:1 Y:1\nC X:0\nB X:1\nC Y:1\n";
    piped("cover -f indices", dlx3).success().stdout("2 4 5\n");
}

#[test]
fn first_and_limit_stop_the_search() {
    for (args, count) in [("-1", 1), ("--first", 1), ("-n 3", 3), ("--limit 9", 4)] {
        assert_eq!(lines(args).len(), count, "{args}");
    }
}

#[test]
fn counts_say_when_they_were_cut_short() {
    prints(
        |line| piped(line, FOUR),
        &[
            ("cover -c", 0, "4\n"),
            ("cover -c --engine auto", 0, "4\n"),
            ("cover -c --engine links", 0, "4\n"),
            ("cover -c --engine bits", 0, "4\n"),
            ("cover --count -n 5", 0, "4\n"),
            ("cover -c -n 3", 0, "3+\n"),
            ("cover -c -1", 0, "1+\n"),
            ("cover -c -f json", 0, "{\"count\":4,\"complete\":true}\n"),
            ("cover -c -f json -n2", 0, "{\"count\":2,\"complete\":false}\n"),
            // Options that exclude each other, and one that is in no cover.
            ("cover -c --choose 1,3", 1, "0\n"),
            ("cover -c --choose 5", 1, "0\n"),
        ],
    );
    refuses(
        |line| piped(line, FOUR),
        &[
            ("cover -c -f indices", "--format indices"),
            ("cover --engine steam", "auto, links, bits"),
            ("cover --choose a", "--choose"),
        ],
    );
}

#[test]
fn chosen_options_are_in_every_cover() {
    assert_eq!(lines("--choose 1"), ["1 2"]);
    assert_eq!(lines("--choose 2"), ["1 2", "2 3"]);
    for args in ["--choose 3,2", "--choose 3 --choose 2", "--choose 2,3,2"] {
        assert_eq!(lines(args), ["2 3"], "{args}");
    }
    let said = "quadrille: stdin: there is no option 7 to choose: the problem has 6 options, \
                counted from 1\n";
    let plain = "a b | x\na x\nb\na\na b\na\nb a x\n";
    piped("cover --choose 7", plain).code(2).stdout("").stderr(said);
}

#[test]
fn statistics_go_to_standard_error() {
    let report = contains("quadrille: 1 problem, 4 covers, ")
        .and(contains(" nodes, "))
        .and(contains(" updates, "))
        .and(contains(" covers/s"));
    piped("cover --stats -c", "a b\na\na\nb\nb\n").success().stdout("4\n").stderr(report);
}

#[test]
fn no_cover_is_status_1() {
    for (line, expected, said) in [
        ("cover", "", "quadrille: stdin: no cover\n"),
        ("cover -f json", "", "quadrille: stdin: no cover\n"),
        ("cover -c", "0\n", ""),
    ] {
        piped(line, NONE).code(1).stdout(expected).stderr(said);
    }
}

#[test]
fn an_option_without_primary_item_is_a_warning() {
    let said = "quadrille: stdin:6: warning: option 5 has no primary item, so it is in no cover: \
                give it one, or delete it\n";
    // A blank line counts as a line, not as an option.
    piped("cover -c", FOUR.replacen("\n\n", "\n", 1)).success().stdout("4\n").stderr(said);
    let said = contains("stdin:7: warning: option 5 has");
    piped("cover -c", FOUR).success().stdout("4\n").stderr(said);
    let many = format!("a | x\na\n{}", "x\n".repeat(25));
    let said = stderr(&piped("cover", many).success().stdout("a\n\n"));
    assert_eq!(said.lines().count(), 21);
    assert!(said.ends_with("stdin: warning: 5 more options have no primary item\n"), "{said}");
}

/// The status is 2, and a one-line message has the place and the cause. `bad-dlx.txt` has the
/// beginning of the message for each file.
#[test]
fn bad_input_is_reported_where_it_is() {
    const BAD: &str = "tests/data/bad-dlx";
    let messages = std::fs::read_to_string(format!("{BAD}.txt")).unwrap();
    for message in messages.lines() {
        let (name, _) = message.split_once(':').unwrap();
        let said = stderr(&run(&format!("cover {BAD}/{name}")).code(2).stdout(""));
        let start = format!("quadrille: {BAD}/{message}");
        assert!(said.starts_with(&start) && said.lines().count() == 1, "{said}\n{start}");
    }
    let count = std::fs::read_dir(BAD).unwrap().count();
    assert_eq!(count, messages.lines().count(), "a file is not tested");
}

#[test]
fn a_truncated_problem_causes_no_panic() {
    for end in 0..FOUR.len() {
        let ended = piped("cover -c", &FOUR[..end]).stderr(contains("panicked").not());
        let status = ended.get_output().status.code();
        assert!(matches!(status, Some(0..=2)), "{:?}: {status:?}", &FOUR[..end]);
    }
}

#[test]
fn an_argument_that_is_no_file_is_an_error() {
    refuses(
        run,
        &[
            ("cover nowhere.dlx", "quadrille: nowhere.dlx: cannot be read: "),
            ("cover puzzles", "it is a directory"),
        ],
    );
}

/// A shell limits the memory of the program.
#[cfg(target_os = "linux")]
#[test]
fn items_that_a_header_announces_take_no_memory_for_their_names() {
    let folder = Folder::with("p", "p ec 29000000\ns 29000001\n");
    folder.limited("ulimit -v 800000", "cover p").code(2).stderr(contains("p:2:3: "));
}

/// A count does not need a cache, but a diagram must be complete.
#[cfg(target_os = "linux")]
#[test]
fn memory_that_the_system_refuses_is_a_message() {
    let folder = Folder::queens(14);
    folder.write("dominoes", made("polyomino dominoes 20x20"));
    let run = |kilobytes: u32, args: &str| {
        folder.limited(&format!("ulimit -v {kilobytes}"), &format!("{args} --memory 8G"))
    };
    let said = "nodes, and the system has no memory for more; free some memory, or";
    run(36_000, "sample q").code(2).stdout("").stderr(contains(said));
    let said =
        "the system refuses memory within the limit: the cache stays small, and counting is slow";
    for threads in ["-j1", "-j2"] {
        run(40_000, &format!("count --engine memo {threads} --nodes 400000 dominoes"))
            .success()
            .stdout(predicates::str::is_match(r"^\d+\+?\n$").unwrap())
            .stderr(contains(said).count(1));
    }
}

#[test]
fn one_is_singular() {
    let problem = "a\na |5\n";
    says(
        |line| piped(line, problem),
        &[
            ("cover --choose 2", 2, "the problem has 1 option, "),
            ("nth 2", 1, "the number of solutions is 1\n"),
        ],
    );
    // A search that stops at its gap has a message, unless only one cover was requested and it is
    // proved to be the best.
    piped("best --gap 0", problem).success().stderr("");
    piped("best -n 2 --gap 0", problem).success().stderr(
        "quadrille: stdin: stopped: a cover of cost 5 is the best of all; no other was found, but \
         there may be some\n",
    );
}

/// All costs are multiples of 7, and there is a cover of cost 0. A stopped search must not claim
/// that no cover costs less than 1.
#[test]
fn no_cover_costs_less_than_the_bound_of_a_stopped_search() {
    let problem = "p0 p1 p2 | s1\np1 |-7\np1 p0 |0\np0 s1 |0\np2 |0\n";
    let best = "best --choose 2 -f indices";
    piped(best, problem).success().stdout("2 4 | cost 0\n").stderr("");
    let stopped = piped(&format!("{best} --nodes 1"), problem).stdout("2 4 | cost 0\n");
    stopped.stderr(contains("no cover costs less than -7: a gap of"));
}

#[test]
fn the_cheapest_covers_come_in_order_with_their_costs() {
    let problem = "a b c\na |3\nb |2\nc |1\na b |1 |1\nb c |9\n";
    let json = "{\"options\":[3,4],\"texts\":[\"c\",\"a b\"],\"index\":1,\"cost\":3}\n";
    let three = "3 4 | cost 3\n1 2 3 | cost 6\n1 5 | cost 12\n";
    prints(
        |line| piped(line, problem),
        &[
            // In the text format, the line with the cost is a comment.
            ("best -n 2", 0, "c\na b\n| cost 3\n\na\nb\nc\n| cost 6\n\n"),
            ("best -n 9 -f indices", 0, three),
            ("best -f json", 0, json),
            ("best --choose 5", 0, "a\nb c\n| cost 12\n\n"),
        ],
    );
    says(
        |line| piped(line, problem),
        &[
            ("best --choose 9", 2, "there is no option 9"),
            ("best -c", 2, "unexpected argument '-c'"),
            ("best -n 2 --stats", 0, "1 problem, 2 covers, "),
        ],
    );
    piped("best -n 9", problem).stderr("");
    piped("best -n 3", NONE).code(1).stdout("").stderr(contains("stdin: no cover"));
}

#[test]
fn an_engine_that_cannot_search_the_problem_says_so() {
    let bounded = "0:2|a\na\n";
    let said = "not for the engine `memo`: it takes each item exactly once, and an item of the \
                problem has other bounds";
    piped("cover -c --engine memo", bounded).code(2).stdout("").stderr(contains(said));
    let said = "not for the engine `bits`: the problem is too large for it: 17 options that an \
                item takes, and it can take 16";
    piped("cover --engine bits", "17|a\na\n").code(2).stdout("").stderr(contains(said));
    piped("cover -c --engine bits", bounded).code(0).stdout("2\n");
    piped("cover -c --engine auto", bounded).code(0).stdout("2\n");
}

/// Dominoes on a board of 16 by 16 take a long time without optimization, so a debug build counts
/// those on a chessboard.
#[test]
fn large_numbers_are_counted() {
    if cfg!(debug_assertions) {
        let board = made("polyomino dominoes 8x8");
        piped("cover -c", board).success().stdout("12988816\n");
        return;
    }
    let board = made("polyomino dominoes 16x16");
    let json = "{\"count\":2444888770250892795802079170816,\"complete\":true}\n";
    prints(
        |line| piped(line, &board),
        &[
            ("cover -c", 0, "2444888770250892795802079170816\n"),
            ("count -f json --memory 20M", 0, json),
        ],
    );
}

#[test]
fn samples_are_covers_and_reproducible() {
    let board = made("polyomino dominoes 8x8");
    let sample = |seed: u32| {
        let line = format!("sample -n 3 --seed {seed} -f indices");
        stdout(&piped(&line, &board).success())
    };
    assert_eq!(sample(1), sample(1));
    assert_ne!(sample(1), sample(2));
    let problem = quadrille::format::read(board.as_bytes()).unwrap().problem;
    for line in sample(1).lines() {
        let option = |word: &str| (word.parse::<u32>().unwrap() - 1).into();
        let options: Vec<_> = line.split(' ').map(option).collect();
        assert_eq!(problem.check(&options), Ok(()));
    }
    assert_eq!(sample(1).lines().count(), 3);
}

#[test]
fn the_nth_cover_and_option_counts_are_printed() {
    let problem = "a b\na\nb\na b\nb\n";
    let diagram = "quadrille diagram 1\noptions 4\n+ 2>1 4>1\n+ 1>2 3>1\nroot 3\n";
    prints(
        |line| piped(line, problem),
        &[
            ("nth 2 -f indices", 0, "1 4\n"),
            ("count --option-counts", 0, "2  a\n1  b\n1  a b\n1  b\n"),
            ("count --option-counts --choose 1 -f indices", 0, "1 2\n2 1\n3 0\n4 1\n"),
            ("diagram", 0, diagram),
            ("nth 0", 2, ""),
        ],
    );
    let said = "there is no solution number 4: the number of solutions is 3";
    piped("nth 4", problem).code(1).stderr(contains(said));
    piped("sample -n 2", "a b\na\n").code(1).stdout("").stderr(contains("no cover"));
    let said = "there is no diagram of the covers: it takes each item exactly once";
    piped("sample -n 1", "0:2|a\na\n").code(2).stderr(contains(said));
}

#[test]
fn a_diagram_is_written_to_a_file() {
    let folder = Folder::with("p", "a b\na\nb\na b\n");
    for (name, start) in
        [("covers.dot", "digraph diagram {"), ("covers.txt", "quadrille diagram 1\noptions 3\n")]
    {
        folder.run(&format!("diagram -o {name} p")).success().stdout("");
        assert!(folder.read(name).starts_with(start));
    }
    let said = "/no/such/folder/x: cannot be written: ";
    folder.run("diagram -o /no/such/folder/x p").code(2).stderr(contains(said));
}

#[test]
fn costs_have_both_signs_and_the_dearest_covers_can_be_wanted() {
    let problem = "a b c\na |3\nb |-2\nc |1\na b |1 |-4\nb c |9\n";
    prints(
        |line| piped(line, problem),
        &[
            ("best -n 2 -f indices", 0, "3 4 | cost -2\n1 2 3 | cost 2\n"),
            ("best -n 2 --dearest -f indices", 0, "1 5 | cost 12\n1 2 3 | cost 2\n"),
        ],
    );
    let said = "stdin:3:3: `|-1`: the costs of the options up to here exceed";
    piped("best", "a\na |9223372036854775807\na |-1\n").code(2).stderr(contains(said));
}

/// A limit of a millisecond is reached before the search begins, or soon after its first steps.
#[test]
fn a_stopped_search_for_the_cheapest_says_what_is_proved() {
    let queens = made("queens 20");
    let mut lines = queens.lines().filter(|line| !line.starts_with('|'));
    let items = lines.next().unwrap();
    let cost = |(at, line): (usize, &str)| format!("{line} |{}\n", at * at % 97);
    let costs = format!("{items}\n{}", (1..).zip(lines).map(cost).collect::<String>());
    piped("best -n 100000 --time 1ms", &costs)
        .stderr(contains("stdin: stopped: ").and(contains("no cover costs less than")));
    let stopped = piped("best --gap 1000", &costs).success().stdout(contains("| cost "));
    stopped.stderr(contains("stopped: "));
    piped("best --gap -1", &costs).code(2);
}

#[test]
fn problems_are_written_for_other_solvers_and_their_answers_are_checked() {
    let problem = "a b\na |3\nb |-4\na b |9\n";
    let folder = Folder::with("p", problem);
    let lp = folder.run("export --to lp p").success();
    lp.stdout(contains(" cost: +3 x1 -4 x2 +9 x3\n"));
    refuses(
        |line| folder.run(line),
        &[
            ("export --to cnf p", "the options have costs"),
            ("export --to cnf -c p", "unexpected argument '-c'"),
        ],
    );
    let read = |text: &str| {
        folder.write("answer.sol", text);
        folder.run("import -f indices answer.sol p")
    };
    read("x1 1\nx2 1\n").success().stdout("1 2 | cost -1\n");
    let twice = "answer.sol: line 3: variable x1 is 0 and 1, here and on line 1: keep one answer";
    let unknown =
        "answer.sol: line 3: there is no variable x77: this problem has 3. Give the problem that";
    refuses(
        read,
        &[
            ("x1 1\n", "primary item `b` is not covered"),
            ("x1 1\nx3 1\n", "item `a` is covered twice, by x1 and x3"),
            ("s UNSATISFIABLE\n", "the solver found no solution"),
            ("x1 1\nx2 1\nx1 0\n", twice),
            ("x1 1\nx2 1\nx77 1\n", unknown),
        ],
    );
    // The empty cover.
    folder.write("answer", "s SATISFIABLE\nv 0\n");
    folder.write("none", "0:1|a\na\n");
    folder.run("import -f indices answer none").success().stdout("\n").stderr("");
    folder.write("one", "a\na\n");
    let said = "primary item `a` is not covered";
    folder.run("import -f indices answer one").code(2).stderr(contains(said));
}
