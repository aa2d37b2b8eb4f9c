//! Tests of the recorded steps of dancing links: the steps of a published example, and those of
//! random problems, compared with the engine without a record.

use std::collections::BTreeSet;

use crate::oracle;
use crate::oracle::random::RandomProblem;
use quadrille::engine::links::{Dance, Event, Links, Moment};
use quadrille::search::{Cube, Engine, Step};
use quadrille::sudoku::{self, Grid};
use quadrille::{Cover, OptionId, Problem};
use quickcheck::{Arbitrary, Gen};

/// The problem of TAOCP 7.2.2.1, (6).
const FIRST: &str = "a b c d e f g\nc e\na d g\nb c f\na d f\nb g\nd e g\n";

#[test]
fn the_first_example_of_taocp_has_the_steps_of_the_file() {
    let problem: Problem = FIRST.parse().unwrap();
    let steps: String = Dance::new(&problem).map(|moment| moment.text(&problem) + "\n").collect();
    assert_eq!(steps, include_str!("../data/dance/first.txt"));
}

/// A state that is built from the steps alone.
struct Replay<'a> {
    problem: &'a Problem,
    chosen: Vec<OptionId>,
    hidden: BTreeSet<OptionId>,
    covers: Vec<Cover>,
}

impl Replay<'_> {
    fn left(&self, item: quadrille::ItemId) -> usize {
        let has = |&(option, items): &(OptionId, &[quadrille::ItemId])| {
            self.problem.is_choosable(option)
                && items.contains(&item)
                && !self.hidden.contains(&option)
        };
        self.problem.options().filter(has).count()
    }

    fn apply(&mut self, moment: &Moment) {
        for option in &moment.hidden {
            assert!(self.hidden.insert(*option), "{moment:?} hides an option again");
        }
        for option in &moment.restored {
            assert!(self.hidden.remove(option), "{moment:?} restores an option that is there");
        }
        match &moment.event {
            Event::Give { option } | Event::Try { option: Some(option), .. } => {
                assert_eq!(moment.level as usize, self.chosen.len());
                self.chosen.push(*option);
            }
            Event::TryAgain { released, .. } => {
                let left = self.chosen.len() - released.len();
                assert_eq!(self.chosen.split_off(left), *released);
                assert_eq!(moment.level as usize, left);
            }
            Event::Choose { item, branches } if !self.problem.has_bounds() => {
                assert_eq!(self.left(*item), *branches as usize, "{moment:?}");
            }
            Event::RunOut { item } if !self.problem.has_bounds() => {
                assert_eq!(self.left(*item), 0, "{moment:?}");
            }
            Event::Visit => self.covers.push(Cover::from(&self.chosen[..])),
            Event::Terminate => self.chosen.clear(),
            _ => {}
        }
    }
}

/// Checks the recorded steps of a search against a search by `Links`, which records nothing.
/// Returns the number of covers.
fn check(problem: &Problem, cube: &Cube) -> usize {
    let mut links = Links::new(problem);
    links.start(cube).unwrap();
    let mut covers = Vec::new();
    while links.advance(u64::MAX) == Step::Cover {
        covers.push(Cover::from(links.cover()));
    }
    let mut dance = Dance::with_cube(problem, cube).unwrap();
    let mut replay =
        Replay { problem, chosen: Vec::new(), hidden: BTreeSet::new(), covers: Vec::new() };
    let mut last = None;
    for moment in dance.by_ref() {
        replay.apply(&moment);
        last = Some(moment.event);
    }
    assert_eq!(replay.covers, covers, "the same covers in the same order");
    assert_eq!(dance.stats(), links.stats());
    assert_eq!(last, Some(Event::Terminate));
    assert!(replay.hidden.is_empty(), "not everything was restored");
    covers.len()
}

#[test]
fn the_steps_of_random_problems_lead_to_the_covers_of_the_engine_and_back() {
    let mut random = Gen::from_size_and_seed(30, 21);
    let mut found = 0;
    for _ in 0..1_000 {
        let problem = RandomProblem::arbitrary(&mut random).build();
        let count = check(&problem, &Cube::default());
        assert_eq!(count, oracle::covers(&problem).len());
        found += count;
        let some = problem.options().map(|(option, _)| option);
        let given: Vec<OptionId> = some.filter(|_| u8::arbitrary(&mut random) < 20).collect();
        check(&problem, &Cube::from(given.clone()));
        check(&problem, &Cube::default().without(given));
    }
    assert!(found > 1_000, "the random problems have too few covers to show anything");
}

#[test]
fn the_clues_of_a_sudoku_are_given_before_the_search() {
    let puzzle: Grid =
        "027800061000030008910005420500016030000970200070000096700000080006027000030480007"
            .parse()
            .unwrap();
    let cube: Cube = puzzle.options().collect();
    assert_eq!(check(sudoku::problem(), &cube), 4);
    let dance = Dance::with_cube(sudoku::problem(), &cube).unwrap();
    let given = dance.take_while(|moment| moment.event.number() == 1).count();
    assert_eq!(given, puzzle.clue_count());
}
