//! Pins the work of most engines in units that do not depend on the machine, and checks their
//! results. An increase is detected without a clock.
//!
//! If the numbers change unintentionally, something has become slower, or faster by accident: find
//! the cause. If the change is intended, because an engine chooses other items or saves some
//! updates, show by a measurement that it pays (`cargo bench -- --compare`), and put the new
//! numbers into `counters.txt` in the same commit, with the reason in its message.

use std::fmt::Write as _;
use std::path::Path;

use crate::cases;
use crate::cases::work::{Prepared, Work};
use crate::cases::{Case, Size, Task};
use quadrille::engine::{bounded::Bounded, domains::Domains, filter::Filter, hybrid::Hybrid};
use quadrille::search::Compile;
use quadrille::{AnyEngine, Counter, EngineChoice, Problem};

/// A line for each small case and each of its `engines`: the numbers of nodes and updates.
const COUNTERS: &str = include_str!("counters.txt");

/// Compiles an engine that no [`EngineChoice`] names, if it supports the problem.
fn compile<E: Compile + Into<AnyEngine>>(problem: &Problem, task: Task) -> Option<Prepared<'_>> {
    let engine: AnyEngine = E::compile(problem).ok()?.into();
    Some(Prepared::Cover(engine.into(), task))
}

/// Compiles a case for the tested engines that support it. Returns each with its name.
fn engines<'a>(case: &Case, work: &'a Work) -> Vec<(&'static str, Prepared<'a>)> {
    let task = case.task;
    let mut engines = Vec::new();
    let links = work.compile(task, EngineChoice::Links).ok();
    engines.extend(links.filter(|_| case.is_for(EngineChoice::Links)).map(|it| ("links", it)));
    match (work, task) {
        (Work::Sudokus(_), _) => {
            let bands = work.compile(task, EngineChoice::Bits);
            engines.extend(bands.ok().map(|prepared| ("bands", prepared)));
        }
        (_, Task::Distinct) => {
            let distinct = work.compile(task, EngineChoice::Auto);
            engines.extend(distinct.ok().map(|prepared| ("distinct", prepared)));
        }
        (Work::Cover(problem), Task::Count | Task::All | Task::First) => {
            let compiled = [
                ("filter", compile::<Filter>(problem, task)),
                ("domains", compile::<Domains>(problem, task)),
                ("bounded", compile::<Bounded>(problem, task)),
                ("hybrid", compile::<Hybrid>(problem, task)),
            ];
            engines.extend(compiled.into_iter().filter_map(|(name, it)| Some((name, it?))));
        }
        _ => {}
    }
    if let (Work::Cover(problem), Task::Count) = (work, task) {
        let counter = Counter::with_engine(problem, EngineChoice::Memo).ok();
        engines.extend(counter.map(|counter| ("memo", Prepared::Number(counter.into()))));
    }
    engines
}

#[test]
fn the_work_of_every_engine_is_unchanged() {
    let cases = cases::read(cases::CASES).unwrap_or_else(|error| panic!("{error}"));
    let mut counters = String::new();
    for case in cases.iter().filter(|case| case.size == Size::Small) {
        let program = Path::new(env!("CARGO_BIN_EXE_quadrille"));
        let work = Work::made_by(program, Path::new(env!("CARGO_MANIFEST_DIR")), &case.input)
            .unwrap_or_else(|error| panic!("{}: {error}", case.name));
        for (engine, mut prepared) in engines(case, &work) {
            let outcome = prepared.run(|| true).expect("nothing stops it");
            let stats = outcome.stats;
            assert_eq!(prepared.result(&outcome), case.expect, "{} with {engine}", case.name);
            // The second search repeats the first one. The longest searches are not repeated,
            // because they take seconds in a debug build.
            if stats.updates < 500_000 {
                assert_eq!(prepared.run(|| true).expect("nothing stops it").stats, stats);
            }
            writeln!(counters, "{} {engine} {} {}", case.name, stats.nodes, stats.updates)
                .expect("writing to a string cannot fail");
        }
    }
    let now: Vec<&str> = counters.lines().collect();
    let was: Vec<&str> = COUNTERS.lines().collect();
    let gone = was.iter().filter(|line| !now.contains(line)).map(|line| format!("- {line}"));
    let new = now.iter().filter(|line| !was.contains(line)).map(|line| format!("+ {line}"));
    let changes: Vec<String> = gone.chain(new).collect();
    assert!(changes.is_empty(), "{}", changes.join("\n"));
    assert_eq!(now, was, "only the order differs");
}
