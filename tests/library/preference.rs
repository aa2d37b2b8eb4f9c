//! Tests that the preference of items changes only the order of covers.

use std::collections::BTreeSet;

use crate::oracle::random::RandomProblem;
use quadrille::engine::links::{Dance, Event, Links};
use quadrille::search::Engine;
use quadrille::{AnyEngine, EngineChoice, OptionId, Problem, Solver};
use quickcheck::{Arbitrary, Gen};

type Covers = BTreeSet<BTreeSet<OptionId>>;

fn covers(problem: &Problem) -> Covers {
    problem.solutions().map(|cover| cover.iter().copied().collect()).collect()
}

/// Each item has three options. Without a preference, a search branches on `a` first.
const PREFERRED: &str = "a b #c d\na b\n#c\n#c d\n#c a\nd\na\nb\nb d\n";

#[test]
fn an_item_with_a_sharp_is_branched_on_first() {
    let problem: Problem = PREFERRED.parse().unwrap();
    let first_item = |problem: &Problem| {
        Dance::new(problem).find_map(|moment| match moment.event {
            Event::Choose { item, .. } => problem.name(item).map(str::to_owned),
            _ => None,
        })
    };
    let plain: Problem = PREFERRED.replace('#', "").parse().unwrap();
    assert_eq!(first_item(&problem).as_deref(), Some("#c"));
    assert_eq!(first_item(&plain).as_deref(), Some("a"));
    // An item with one option comes before all others.
    let forced: Problem = "a #b c\na\n#b\n#b c\nc\n".parse().unwrap();
    assert_eq!(first_item(&forced).as_deref(), Some("a"));
    assert_eq!(covers(&problem), covers(&plain));
}

/// With a preferred item, every engine finds the covers of the problem without preferences.
#[test]
fn preferences_change_no_set_of_covers() {
    let mut random = Gen::from_size_and_seed(100, 93);
    let mut tried = 0;
    for _ in 0..300 {
        let problem = RandomProblem::arbitrary(&mut random).build();
        if problem.primary_count() == 0 || problem.options().any(|(_, items)| items.is_empty()) {
            // Such a problem cannot be written as text.
            continue;
        }
        let text = problem.to_string().replace('#', "i");
        let (items, options) = text.split_once('\n').unwrap_or((&text, ""));
        let Some(name) = items.split(' ').find(|name| !name.contains('|')) else { continue };
        let preferred = |line: &str| -> String {
            let words = line.split(' ').map(|word| match word == name {
                true => format!("#{word}"),
                false => word.to_owned(),
            });
            words.collect::<Vec<_>>().join(" ")
        };
        let lines: Vec<String> =
            [items].into_iter().chain(options.lines()).map(preferred).collect();
        let Ok(other) = lines.join("\n").parse::<Problem>() else { continue };
        for choice in EngineChoice::SEARCHES {
            let Ok(mut solver) = Solver::with_engine(&other, choice) else { continue };
            let found: Covers =
                solver.solutions().map(|cover| cover.iter().copied().collect()).collect();
            assert_eq!(found, covers(&problem), "{choice}\n{}", lines.join("\n"));
        }
        tried += 1;
        let mut links = Solver::from(Links::new(&other));
        assert_eq!(links.solutions().count(), covers(&problem).len());
    }
    assert!(tried > 30, "{tried}");
}

/// Also for the problem of Sudoku, for which there is an engine of its own.
#[test]
fn preferences_select_links() {
    let text = quadrille::sudoku::problem().to_string();
    for (text, engine) in [(text.replace("r1c1", "#r1c1"), "links"), (text, "bands")] {
        let problem: Problem = text.parse().unwrap();
        assert_eq!(AnyEngine::new(&problem, EngineChoice::Auto).unwrap().name(), engine);
    }
}
