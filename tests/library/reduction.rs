//! A reduction keeps all covers, and the preference of items changes their order only.

use std::collections::BTreeSet;

use crate::oracle;
use crate::oracle::random::RandomProblem;
use quadrille::engine::links::{Dance, Event, Links};
use quadrille::problem::Reduction;
use quadrille::{EngineChoice, OptionId, Problem, Solver};
use quickcheck::{Arbitrary, Gen};

type Covers = BTreeSet<BTreeSet<OptionId>>;

fn covers(problem: &Problem) -> Covers {
    problem.solutions().map(|cover| cover.iter().copied().collect()).collect()
}

/// Bounds, colors and secondary items included.
#[test]
fn a_reduced_problem_has_the_same_covers() {
    let mut random = Gen::from_size_and_seed(100, 92);
    let (mut removed, mut without) = (0, 0);
    for _ in 0..400 {
        let problem = RandomProblem::arbitrary(&mut random).build();
        let expected = oracle::covers(&problem).len();
        let mut reduction = Reduction::new(&problem);
        // The state at any time is right too.
        let steps = usize::arbitrary(&mut random) % 40;
        for _ in 0..steps {
            if reduction.advance(1) {
                break;
            }
        }
        for _ in 0..2 {
            let left: Vec<OptionId> = reduction.left().collect();
            let reduced = reduction.problem();
            assert_eq!(reduced.option_count(), left.len());
            let renumbered = covers(&reduced).into_iter();
            let renumbered: Covers = renumbered
                .map(|cover| cover.into_iter().map(|option| left[option.index()]).collect())
                .collect();
            if reduction.has_no_cover() {
                assert_eq!(expected, 0);
            }
            assert_eq!(renumbered, covers(&problem));
            assert_eq!(renumbered.len(), expected);
            while !reduction.advance(100) {}
        }
        removed += reduction.removed();
        without += usize::from(reduction.has_no_cover());
    }
    assert!(removed > 100 && without > 10, "{removed} {without}");
}

/// Colors and costs of removed options only are gone, and the others are numbered as the text of
/// the problem would number them.
#[test]
fn a_reduced_problem_is_that_of_its_text() {
    for text in [
        "a b c | x\na b x:red |3\na\nb c\n",
        "a b c | x\na b x:red\na x:blue\nb c |2\n",
        "a b c | x y\na b x:red\na x:blue y:green\nb c y:green\n",
    ] {
        let problem: Problem = text.parse().unwrap();
        let mut reduction = Reduction::new(&problem);
        while !reduction.advance(100) {}
        assert_eq!(reduction.removed(), 1, "{text}");
        let reduced = reduction.problem();
        let expected: Problem =
            text.replace("a b x:red |3\n", "").replace("a b x:red\n", "").parse().unwrap();
        assert_eq!(reduced, expected, "{text}");
    }
}

/// Knuth's first example, TAOCP 7.2.2.1 (6): only the options of its cover are left.
#[test]
fn a_reduction_of_a_small_problem_leaves_its_cover() {
    let text = "a b c d e f g\nc e\na d g\nb c f\na d f\nb g\nd e g\n";
    let problem: Problem = text.parse().unwrap();
    let mut reduction = Reduction::new(&problem);
    while !reduction.advance(1) {}
    assert_eq!(reduction.removed(), 3);
    assert_eq!(reduction.problem().to_string(), "a b c d e f g\nc e\na d f\nb g\n");
}

/// `d` has fewer options than `#c`, and is not preferred.
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

/// With names of all kinds, every engine finds the covers of the problem without such names.
#[test]
fn preferences_change_no_set_of_covers() {
    let mut random = Gen::from_size_and_seed(100, 93);
    let mut tried = 0;
    for _ in 0..300 {
        let problem = RandomProblem::arbitrary(&mut random).build();
        if problem.primary_count() == 0 || problem.options().any(|(_, items)| items.is_empty()) {
            // It has no text with the same options.
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
