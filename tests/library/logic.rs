//! Checks logic with a search engine: every solution agrees with every deduction, and every outcome
//! is true.

use std::fs;
use std::path::Path;

use crate::sudokus::Random;
use quadrille::sudoku::logic::{Deduction, Explanation, Outcome, Position, Settings, Technique};
use quadrille::sudoku::{Digit, Grid, Reader, Solver};
use quadrille::{Limits, Uniqueness};

/// The limit of solutions: puzzles that reach it are not checked.
const MANY: u64 = 500;

/// Explains a puzzle, and checks every step and the outcome against all solutions. Returns the
/// steps, or `None` if there are too many solutions.
fn judge(solver: &mut Solver, puzzle: &Grid, settings: Settings) -> Option<Vec<Deduction>> {
    let mut solutions = solver.solutions(puzzle).limited(Limits::none().covers(MANY));
    let mut found: Vec<Grid> = Vec::new();
    found.extend(&mut solutions);
    if !solutions.is_exhausted() {
        return None;
    }
    let mut explanation = Explanation::new(puzzle, settings);
    let mut before = explanation.position().clone();
    let mut steps = Vec::new();
    while let Some(step) = explanation.next() {
        check(&before, &step, &found)
            .unwrap_or_else(|wrong| panic!("{wrong}\n{step}\n{before}\nin {puzzle}"));
        before = explanation.position().clone();
        steps.push(step);
    }
    match explanation.outcome().expect("it has ended") {
        Outcome::Solved => assert_eq!(found, [*before.grid()], "{puzzle}"),
        Outcome::Contradiction(contradiction) => assert_eq!(found, [], "{puzzle}: {contradiction}"),
        Outcome::Stopped => assert!(!before.is_full(), "{puzzle}"),
    }
    Some(steps)
}

/// Checks a step. The error describes the mistake.
fn check(before: &Position, step: &Deduction, solutions: &[Grid]) -> Result<(), String> {
    if step.placed.is_none() && step.removed.is_empty() {
        return Err("it does nothing".into());
    }
    for &candidate in step.removed.iter().chain(&step.placed) {
        if !before.has(candidate) {
            return Err(format!("{candidate} was gone"));
        }
    }
    if !step.removed.is_sorted_by_key(|removed| (removed.digit, removed.cell)) {
        return Err("what it removes is not sorted".into());
    }
    for solution in solutions {
        let has = |candidate: &quadrille::sudoku::logic::Candidate| {
            solution.get(candidate.cell.row(), candidate.cell.column()) == Some(candidate.digit)
        };
        if step.removed.iter().any(has) || !step.placed.iter().all(has) {
            return Err(format!("it is refuted by {solution}"));
        }
    }
    Ok(())
}

fn puzzles(file: &str) -> Vec<Grid> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("puzzles").join(file);
    let text = fs::read_to_string(path).unwrap();
    Reader::new(text.as_bytes()).map(|puzzle| puzzle.unwrap().grid).collect()
}

/// There are three kinds of puzzles: minimal ones; the same without one clue, which have several
/// solutions; and the same with a random digit instead of one clue, which often have none.
#[test]
fn all_solutions_of_random_puzzles_agree_with_every_step() {
    let (mut random, mut solver) = (Random::new(8), Solver::new());
    let (mut steps, mut several, mut none) = (0, 0, 0);
    for _ in 0..25 {
        let puzzle = random.minimal_puzzle(&mut solver);
        steps += judge(&mut solver, &puzzle, Settings::default()).unwrap().len();
        judge(&mut solver, &puzzle, Settings::default().claim_unique(true)).unwrap();
        let clues: Vec<usize> =
            puzzle.cells().enumerate().filter_map(|(cell, digit)| digit.map(|_| cell)).collect();
        let clue = clues[random.below(clues.len())];
        let mut fewer = puzzle;
        fewer.set(clue / 9, clue % 9, None);
        several += usize::from(judge(&mut solver, &fewer, Settings::default()).is_some());
        let mut wrong = puzzle;
        wrong.set(clue / 9, clue % 9, Digit::new(random.below(9) as u8 + 1));
        none += usize::from(judge(&mut solver, &wrong, Settings::default()).is_some());
    }
    assert!(
        steps > 1000 && several > 15 && none > 15,
        "{steps} steps, {several} with several solutions, {none} with none"
    );
}

/// Every technique has a puzzle in which it occurs.
#[test]
fn every_technique_is_judged() {
    let puzzles = puzzles("techniques.txt");
    assert_eq!(puzzles.len(), Technique::ALL.len());
    let mut solver = Solver::new();
    for (puzzle, technique) in puzzles.iter().zip(Technique::ALL) {
        let settings = Settings::default()
            .claim_unique(technique.assumes_uniqueness())
            .forcing_chains(technique == Technique::ForcingChains);
        let steps = judge(&mut solver, puzzle, settings).unwrap();
        assert!(steps.iter().any(|step| step.technique == technique), "{technique}: {puzzle}");
    }
}

#[test]
fn the_seeds_are_solved_by_logic_alone() {
    let seeds = puzzles("seeds.txt");
    let mut solver = Solver::new();
    for puzzle in &seeds[1..] {
        judge(&mut solver, puzzle, Settings::default()).unwrap();
        let mut explanation = Explanation::new(puzzle, Settings::default());
        explanation.by_ref().for_each(drop);
        assert_eq!(explanation.outcome(), Some(Outcome::Solved), "{puzzle}");
    }
    assert_eq!(seeds[1..].len(), 5);
}

/// A chain ends when it reaches no new candidate, whatever length is allowed.
#[test]
fn a_search_for_the_longest_chains_ends() {
    // By Arto Inkala, 2012. It needs forcing chains.
    let puzzle =
        "800000000003600000070090200050007000000045700000100030001000068008500010090000400";
    let settings = Settings::default().longest_chain(usize::MAX);
    let mut explanation = Explanation::new(&puzzle.parse().unwrap(), settings);
    explanation.by_ref().for_each(drop);
    assert_eq!(explanation.outcome(), Some(Outcome::Stopped));
}

#[test]
fn the_fifth_seed_has_known_counts() {
    let mut position = Position::new(&puzzles("seeds.txt")[4]);
    assert_eq!(position.counts().to_string(), "(26, 55, 495)");
    position.eliminate_clues();
    assert_eq!(position.counts().to_string(), "(26, 55, 195)");
}

#[test]
fn wrong_steps_are_detected() {
    let puzzle = puzzles("seeds.txt")[1];
    let Uniqueness::One(solution) = puzzle.uniqueness() else { panic!() };
    let explanation = Explanation::new(&puzzle, Settings::default());
    let before = explanation.position().clone();
    let step = { explanation }.next().unwrap();
    let placed = step.placed.unwrap();
    assert_eq!(check(&before, &step, &[solution]), Ok(()));
    let removing = Deduction { placed: None, removed: vec![placed], ..step.clone() };
    assert!(check(&before, &removing, &[solution]).unwrap_err().starts_with("it is refuted"));
    let gone = Deduction {
        removed: vec![placed.cell.with(Digit::new(placed.digit.get() % 9 + 1).unwrap())],
        ..step.clone()
    };
    assert!(check(&before, &gone, &[solution]).is_err());
    let idle = Deduction { placed: None, ..step };
    assert_eq!(check(&before, &idle, &[solution]), Err("it does nothing".into()));
}

/// With a false assumption, an explanation may go wrong, but it ends.
#[test]
fn a_false_claim_causes_no_panic() {
    let puzzle = puzzles("seeds.txt")[0];
    let mut explanation = Explanation::new(&puzzle, Settings::default().claim_unique(true));
    assert!(explanation.by_ref().count() < 729);
    assert!(explanation.outcome().is_some());
}

/// Checks whole lists:
/// `QUADRILLE_LISTS="a.txt b.txt" cargo test --release --test library logic:: -- --ignored`.
#[test]
#[ignore = "needs lists of puzzles, named in QUADRILLE_LISTS"]
fn all_solutions_of_listed_puzzles_agree_with_every_step() {
    let lists = std::env::var("QUADRILLE_LISTS").expect("QUADRILLE_LISTS names files");
    let mut solver = Solver::new();
    for list in lists.split_whitespace() {
        let (mut judged, mut steps) = (0, 0);
        for puzzle in Reader::new(fs::read(list).unwrap().as_slice()) {
            let puzzle = puzzle.unwrap().grid;
            let unique = matches!(solver.solutions(&puzzle).uniqueness(), Uniqueness::One(_));
            for claim in [false, true] {
                if let Some(found) =
                    judge(&mut solver, &puzzle, Settings::default().claim_unique(claim && unique))
                {
                    judged += 1;
                    steps += found.len();
                }
            }
        }
        println!("{list}: {judged} explanations, {steps} steps");
        assert!(judged > 0, "{list}");
    }
}
