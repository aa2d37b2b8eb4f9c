//! Tests that equivalent puzzles have the same rating, and that an explanation shows the counted
//! steps.

use std::fs;
use std::path::Path;

use crate::sudokus::Random;
use quadrille::sudoku::logic::{Explanation, Outcome, Rating, Settings, Technique};
use quadrille::sudoku::{Grid, Reader, Solver};
use quadrille::{Limits, Uniqueness};

/// Returns the number of steps of each technique. These numbers and the outcome determine the
/// level, the score, and the hardest technique.
fn steps(rating: &Rating) -> [u32; Technique::ALL.len()] {
    Technique::ALL.map(|technique| rating.steps(technique))
}

/// Rates a puzzle and an image of it under a random map. The error describes the difference.
fn compare(puzzle: &Grid, random: &mut Random, settings: Settings) -> Result<(), String> {
    let map = random.map();
    let image = map.apply(puzzle);
    let [ours, theirs] = [puzzle, &image].map(|puzzle| Rating::of(puzzle, settings));
    let numbers =
        |rating: &Rating| (rating.level(), rating.score(), rating.hardest(), steps(rating));
    if numbers(&ours) != numbers(&theirs) {
        return Err(format!(
            "{puzzle} {:?}\n{image} {:?}\n{map}",
            numbers(&ours),
            numbers(&theirs)
        ));
    }
    match ours.outcome {
        Outcome::Contradiction(_) => Ok(()),
        outcome if theirs.outcome != outcome => {
            Err(format!("{puzzle}: {outcome:?}, {image}: {:?}", theirs.outcome))
        }
        _ if theirs.grid.extends(&image) && ours.grid.extends(puzzle) => Ok(()),
        _ => Err(format!("{} does not extend {puzzle}", ours.grid)),
    }
}

fn listed() -> Vec<Grid> {
    let puzzles = |file: &str| {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("puzzles").join(file);
        let text = fs::read_to_string(path).unwrap();
        Reader::new(text.as_bytes()).map(|puzzle| puzzle.unwrap().grid).collect::<Vec<_>>()
    };
    ["seeds.txt", "techniques.txt", "well-known.txt"].into_iter().flat_map(puzzles).collect()
}

#[test]
fn equivalent_puzzles_have_the_same_rating() {
    let (mut random, mut solver) = (Random::new(17), Solver::new());
    let mut puzzles = listed();
    puzzles.extend((0..10).map(|_| random.minimal_puzzle(&mut solver)));
    let settings = [Settings::default(), Settings::default().claim_unique(true)];
    let different: Vec<String> = (puzzles.iter())
        .flat_map(|puzzle| settings.map(|settings| compare(puzzle, &mut random, settings)))
        .filter_map(Result::err)
        .collect();
    assert!(different.is_empty(), "{} of {}: {}", different.len(), 2 * puzzles.len(), different[0]);
}

#[test]
fn the_outcome_is_in_the_cells_of_the_puzzle() {
    let clash: Grid = format!("{}5......5.{}", ".".repeat(9), ".".repeat(63)).parse().unwrap();
    let no_digit: Grid = format!("12345678.{}9", ".".repeat(71)).parse().unwrap();
    for (puzzle, why) in
        [(clash, "two 5s in row 2, at r2c1 and r2c8"), (no_digit, "no digit is left for r1c9")]
    {
        let mut explanation = Explanation::as_rated(&puzzle, Settings::default());
        explanation.by_ref().for_each(drop);
        let ends = [explanation.outcome(), Some(Rating::of(&puzzle, Settings::default()).outcome)];
        for end in ends {
            let Some(Outcome::Contradiction(end)) = end else { panic!("{puzzle}: {end:?}") };
            assert_eq!(end.to_string(), why);
        }
    }
}

/// The counted steps are sound in the puzzle itself, and can be checked one by one.
#[test]
fn the_steps_that_are_counted_are_shown_in_the_cells_of_the_puzzle() {
    let mut solver = Solver::new();
    let (mut judged, mut seen) = (0, [false; Technique::ALL.len()]);
    for puzzle in listed() {
        let mut solutions = solver.solutions(&puzzle).limited(Limits::none().covers(2));
        let Uniqueness::One(cover) = solutions.uniqueness() else { continue };
        let settings = Settings::default().claim_unique(true);
        let rating = Rating::of(&puzzle, settings);
        let mut explanation = Explanation::as_rated(&puzzle, settings);
        let mut before = explanation.position().clone();
        let mut counted = [0; Technique::ALL.len()];
        while let Some(step) = explanation.next() {
            let is_true = |candidate: &quadrille::sudoku::logic::Candidate| {
                cover.get(candidate.cell.row(), candidate.cell.column()) == Some(candidate.digit)
            };
            assert!(
                step.placed.iter().all(is_true) && !step.removed.iter().any(is_true),
                "{puzzle}: {step}"
            );
            assert!(
                step.placed.iter().chain(&step.removed).all(|&candidate| before.has(candidate)),
                "{puzzle}: {step}"
            );
            assert!(
                step.removed.is_sorted_by_key(|removed| (removed.digit, removed.cell)),
                "{puzzle}: {step}"
            );
            // The candidates that the pattern uses are present.
            assert!(step.links.iter().all(|link| before.has(link.candidate)), "{puzzle}: {step}");
            assert!(step.cells.is_subset(before.unsolved()), "{puzzle}: {step}");
            counted[step.technique as usize] += 1;
            seen[step.technique as usize] = true;
            before.clone_from(explanation.position());
        }
        assert_eq!(explanation.outcome(), Some(rating.outcome), "{puzzle}");
        assert_eq!((counted, *before.grid()), (steps(&rating), rating.grid), "{puzzle}");
        judged += 1;
    }
    assert!(
        judged > 25 && seen.into_iter().filter(|&seen| seen).count() > 15,
        "{judged} puzzles, {seen:?}"
    );
}
