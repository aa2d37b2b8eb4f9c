//! Tests of `trace` and of `--stats`.

use serde_json::Value;

use crate::support::{Folder, refuses, says, stderr, stdout};

/// Returns a folder with 8 queens and with Knuth's first example, TAOCP 7.2.2.1 (6), which has one
/// cover.
fn folder() -> Folder {
    let folder = Folder::queens(8);
    folder.write("p", "a b c d e f g\nc e\na d g\nb c f\na d f\nb g\nd e g\n");
    folder
}

fn statistics(folder: &Folder, line: &str) -> Value {
    let said = stderr(&folder.run(&format!("{line} -f json --stats")).success());
    serde_json::from_str(&said).unwrap_or_else(|_| panic!("{said}"))
}

#[test]
fn a_trace_names_the_item_and_which_option_is_tried() {
    let folder = folder();
    folder.run("trace p").success().stdout("c e\na d f\nb g\n\n").stderr(
        "0 item a, 1 of 2: a d g\n 1 item f, 1 of 1: b c f\n  2 item e: no option is left\n\
         0 item a, 2 of 2: a d f\n 1 item e, 1 of 1: c e\n  2 item g, 1 of 1: b g\n   3 a cover\n",
    );
    folder.write("bounds", "2|c\nc\n");
    let said = "0 item c: too few options are left\nquadrille: bounds: no cover\n";
    folder.run("trace bounds").code(1).stderr(said);
    refuses(|line| folder.run(line), &[("trace --engine bits p", "--engine")]);
}

/// The sums over the levels of a profile equal the counters of a search without a profile.
#[test]
fn a_profile_adds_up_to_the_search() {
    let folder = folder();
    for extra in ["", "--choose 3"] {
        let engine = statistics(&folder, &format!("cover -c --engine links q {extra}"));
        let profile = statistics(&folder, &format!("trace -c --profile q {extra}"));
        assert_eq!(engine["engine"], "links");
        assert_eq!(engine["solutions"], profile["solutions"]);
        let levels = profile["levels"].as_array().unwrap();
        let sum =
            |name: &str| levels.iter().map(|level| level[name].as_u64().unwrap()).sum::<u64>();
        assert_eq!(sum("nodes"), engine["nodes"].as_u64().unwrap());
        assert_eq!(sum("updates"), engine["updates"].as_u64().unwrap());
        assert_eq!(sum("covers"), engine["solutions"].as_u64().unwrap());
        // Each leaf is a cover or a dead end. Some dead ends are not nodes.
        assert!(sum("nodes") <= sum("covers") + sum("dead_ends") + sum("inner"));
        assert!(sum("nodes") >= sum("covers") + sum("inner") && sum("dead_ends") > 0);
        assert!(levels.iter().all(|level| level["max_degree"].as_u64().unwrap() <= 8));
    }
    let ended = folder.run("trace -c --profile q").success();
    assert_eq!(stdout(&ended), "92\n");
    let table = stderr(&ended);
    assert!(table.starts_with("level      nodes     covers"), "{table}");
    assert_eq!(table.lines().count(), 1 + 9, "{table}");
}

#[test]
fn statistics_name_the_engine_and_are_an_object_with_json() {
    let folder = folder();
    let empty = format!("solve -1 {}", ".".repeat(81));
    for (line, engine) in [
        ("cover q", None),
        ("cover -c q", None),
        ("cover -1 q", None),
        ("best q", Some("cheapest")),
        ("nth 1 q", Some("memo")),
        (&empty, Some("bands")),
    ] {
        let stats = statistics(&folder, line);
        assert!(stats["engine"].is_string() && stats["seconds"].is_number(), "{stats}");
        assert!(engine.is_none_or(|engine| stats["engine"] == engine), "{stats}");
    }
    says(|line| folder.run(line), &[("best --stats q", 0, "engine `cheapest`")]);
}

/// Commands that do not list the covers count all of them.
#[test]
fn statistics_have_the_number_of_covers() {
    let folder = folder();
    let counted = ["count", "count --option-counts", "count --option-counts --engine memo"];
    for line in counted.into_iter().chain(["sample", "nth 5", "cover -c"]) {
        assert_eq!(statistics(&folder, &format!("{line} q"))["solutions"], 92, "{line}");
    }
    says(|line| folder.run(line), &[("diagram --stats q", 0, "1 problem, 92 covers, ")]);
    // All options are in one orbit. Permutations of six, and matrices of side four with two ones in
    // each row and column.
    for (bounds, side, covers, with_each) in [("", 6, 720, 120), ("2:2|", 4, 90, 45)] {
        let items = ["r", "c"].map(|line| (0..side).map(move |at| format!("{bounds}{line}{at}")));
        let items: Vec<String> = items.into_iter().flatten().collect();
        let option = |at| format!("r{} c{}\n", at / side, at % side);
        let options: String = (0..side * side).map(option).collect();
        folder.write("square", format!("{}\n{options}", items.join(" ")));
        let counted = folder.run("count --option-counts -f indices --stats square").success();
        let said = stderr(&counted);
        assert!(said.contains("one option of each orbit is counted: 1 orbit\n"), "{said}");
        assert!(said.contains(&format!("1 problem, {covers} covers, ")), "{said}");
        assert_eq!(stdout(&counted).lines().next(), Some(&*format!("1 {with_each}")));
    }
    // Every subset of the two options is a cover: each item is in some covers and not in others.
    folder.write("any", "0:1|a 0:1|b\na\nb\n");
    let said = stderr(&folder.run("count --option-counts --stats any").success());
    assert!(said.contains("one option of each orbit is counted: 1 orbit\n"), "{said}");
    assert!(said.contains("1 problem, 4 covers, "), "{said}");
}
