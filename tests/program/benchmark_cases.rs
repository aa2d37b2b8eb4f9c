//! Tests of the cases of `benches/cases.toml`. Small cases are run once with `auto` if their task
//! needs more than one engine, and otherwise with `bits` if it suits them. `counters.rs` checks
//! the results of most other engines. Errors in the list are reported.

use std::path::Path;

use crate::cases;
use crate::cases::work::Work;
use crate::cases::{Case, Size};
use quadrille::EngineChoice;

fn list() -> Vec<Case> {
    cases::read(cases::CASES).unwrap_or_else(|error| panic!("{error}"))
}

/// Runs the cases of these sizes once with each of these engines that suits them, and checks the
/// results. `Auto` is only for tasks that need more than one engine.
fn run(sizes: &[Size], engines: &[EngineChoice]) {
    let mut run = 0;
    for case in list().iter().filter(|case| sizes.contains(&case.size)) {
        let program = Path::new(env!("CARGO_BIN_EXE_quadrille"));
        let work = Work::made_by(program, Path::new(env!("CARGO_MANIFEST_DIR")), &case.input)
            .unwrap_or_else(|error| panic!("{}: {error}", case.name));
        let is_auto = |&engine: &EngineChoice| engine == EngineChoice::Auto;
        let is_beyond = case.task.is_beyond_engines();
        let engines = engines.iter().copied().filter(|it| is_auto(it) == is_beyond);
        for engine in engines.filter(|&engine| case.is_for(engine)) {
            let Ok(mut prepared) = work.compile(case.task, engine) else { continue };
            let outcome = prepared.run(|| true).expect("nothing stops it");
            assert_eq!(prepared.result(&outcome), case.expect, "{} with {engine}", case.name);
            run += 1;
        }
    }
    assert!(run > 0);
}

#[test]
fn small_cases_have_the_expected_counts() {
    run(&[Size::Small], &[EngineChoice::Auto, EngineChoice::Bits]);
}

#[test]
#[ignore = "takes minutes even in a release build"]
fn medium_and_large_cases_have_the_expected_counts() {
    run(&[Size::Medium, Size::Large], &EngineChoice::SEARCHES);
}

fn with(line: &str, replacement: &str) -> Result<Vec<Case>, String> {
    let list = "[[case]]\nname = \"a\"\nfamily = \"f\"\nmake = \"queens 4\"\ndo = \"count\"\nexpect = 2\nsize = \"small\"\n\
                source = \"s\"\n";
    assert!(list.contains(line));
    cases::read(&list.replace(line, replacement))
}

#[test]
fn errors_in_a_list_are_reported() {
    assert_eq!(with("name", "name").unwrap().len(), 1);
    let wrong = [
        (
            "size = \"small\"",
            "size = \"tiny\"",
            "unknown variant `tiny`, expected one of `small`, `medium`, `large`",
        ),
        (
            "do = \"count\"",
            "do = \"some\"",
            "`some` is not a task: write count, all, first, two, number, distinct, or best and a number",
        ),
        ("do = \"count\"", "do = \"best 0\"", "`best 0` is not a task"),
        (
            "do = \"count\"",
            "do = \"best 3\"",
            "case `a`: for `best`, `expect` lists the costs, as in [2, 3, 3]",
        ),
        ("expect = 2", "expect = [2]", "case `a`: `expect` is the number of solutions"),
        (
            "make = \"queens 4\"",
            "file = \"x.txt\"\nmake = \"queens 4\"",
            "case `a`: it needs one of `make`, `file` and `puzzle`",
        ),
        ("make = \"queens 4\"", "", "case `a`: it needs one of `make`, `file` and `puzzle`"),
        (
            "make = \"queens 4\"\ndo = \"count\"\nexpect = 2",
            "puzzle = \".\"\ndo = \"best 1\"\nexpect = [0]",
            "no cost",
        ),
        ("name = \"a\"", "name = \"A b\"", "a name is made of a to z, 0 to 9, `-` and `.`"),
        (
            "size = \"small\"",
            "size = \"small\"\nengines = [\"steam\"]",
            "case `a`: there is no engine `steam`",
        ),
        ("size = \"small\"", "size = \"small\"\nsise = 1", "unknown field `sise`"),
        ("source = \"s\"", "", "missing field `source`"),
        ("[[case]]", "[[cases]]", "unknown field `cases`"),
    ];
    for (line, replacement, expected) in wrong {
        let error = with(line, replacement).unwrap_err();
        assert!(error.contains(expected), "{replacement}: {error}");
        assert!(error.contains("line "), "{replacement}: {error}");
    }
    let twice = cases::CASES.to_owned() + cases::CASES;
    assert!(
        cases::read(&twice)
            .unwrap_err()
            .contains("there are two cases named `sudoku-four-solutions`")
    );
}
