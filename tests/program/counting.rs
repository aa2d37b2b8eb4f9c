//! Tests of `-c`: the ways of counting agree, and combine with other options.

use predicates::str::contains;

use crate::support::{Folder, made, piped, printed, prints, run, says, stderr, stdout};

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

/// The problem joins the dominoes on a chessboard, with 12988816 covers (Kasteleyn 1961), and five
/// items with a thousand options each. It has more than 2^64 covers.
#[test]
fn totals_can_exceed_64_bits() {
    let dominoes = made("polyomino dominoes 8x8");
    let mut lines = dominoes.lines().filter(|line| !line.starts_with('|'));
    let items = lines.next().unwrap();
    let options: Vec<&str> = lines.collect();
    let more = ["v", "w", "x", "y", "z"].map(|item| format!("{item}\n").repeat(1000)).concat();
    let problem = format!("{items} v w x y z\n{}\n{more}", options.join("\n"));
    let counted = piped("cover -c --engine memo --stats", problem).success();
    assert_eq!(stdout(&counted), "12988816000000000000000\n");
    assert_eq!(number(&stderr(&counted), "covers"), 12_988_816_000_000_000_000_000);
}

/// A search without a cache could not finish in reasonable time.
#[test]
fn the_cache_works_with_every_option() {
    let dominoes = made("polyomino dominoes 10x10");
    let all = "258584046368\n";
    prints(
        |line| piped(line, &dominoes),
        &[
            ("cover -c", 0, all),
            ("cover -c -j2", 0, all),
            ("cover -c -n 1000000000000000000", 0, all),
            ("cover -c -n 258584046369", 0, all),
            ("cover -c -n 258584046368", 0, "258584046368+\n"),
            ("cover -c -n 10000000000", 0, "10000000000+\n"),
        ],
    );
}

/// The threads do the rest of the counter's work, and do not start over.
#[test]
fn several_threads_search_nothing_twice() {
    let queens = made("queens 12");
    let counted = piped("cover -c --stats", &queens);
    let (count, stats) = (stdout(&counted), stderr(&counted));
    assert!(stats.contains("a cache was tried and given up"), "{stats}");
    let alone = number(&stats, "nodes");
    for threads in ["2", "3"] {
        let of_several = piped(&format!("cover -c --stats -j {threads}"), &queens);
        assert_eq!(stdout(&of_several), count);
        // A split-off cube begins at a node that was already entered.
        let nodes = number(&stderr(&of_several), "nodes");
        assert!(alone <= nodes && nodes <= alone + alone / 100, "{alone}, {nodes}");
    }
}

#[test]
fn a_sukaku_and_a_grid_are_counted_alike() {
    let grid = "..............3.85..1.2.......5.7.....4...1...9.......5......73..2.1........4...9";
    prints(run, &[(&format!("solve -c {grid}"), 0, "1\n")]);
    let candidates = printed(&format!("convert --to candidates {grid}"));
    for way in ["-j1", "-j2", "-n 2"] {
        piped(&format!("solve -c {way}"), &candidates).success().stdout("1\n");
    }
}

#[test]
fn the_engine_and_the_reason_are_printed() {
    let (plain, bounded) = ("a b\na\na\nb\nb\n", "0:2|a\na\n");
    let (queens, dominoes) = (&*made("queens 10"), &*made("polyomino dominoes 8x8"));
    let short = "engine `bounded`: items have bounds, and a choice excludes many options";
    for (args, problem, said) in [
        ("", bounded, short),
        ("--engine links", plain, "engine `links`: chosen with --engine links"),
        ("-c", plain, "counted by a short search"),
        ("-c --nodes 20", queens, "counted by search\n"),
        ("-c -n 20", queens, "counted by search\n"),
        ("-c", dominoes, "engine `memo`"),
        ("-c", dominoes, "counted with a cache"),
    ] {
        piped(&format!("cover --stats {args}"), problem).stderr(contains(said));
    }
    let folder = Folder::new();
    folder.write("p", dominoes);
    folder.run("count --checkpoint c --stats p").stderr(contains("counted with a cache"));
    let sudoku = format!("solve --stats -1 {}1", ".".repeat(80));
    says(run, &[(&sudoku, 0, "engine `bands`: the problem is that of Sudoku")]);
}

#[test]
fn questions_keep_the_chosen_options() {
    let line = "sample -n 4 --seed 1 -f indices --choose 2";
    let sampled = stdout(&piped(line, "a b c\na\na\nb\nb c\nc\n").success());
    assert_eq!(sampled.lines().count(), 4);
    assert!(sampled.lines().all(|cover| cover.split(' ').any(|option| option == "2")));
}
