//! The minimal puzzles that differ from a puzzle in a few clues.
//!
//! For each choice of clues to remove, the rest has some solutions. An additional clue makes the
//! rest proper if exactly one of these solutions has the clue. So the search does not try each of
//! up to 729 options as the last clue. It collects solutions. An option in two different solutions
//! is settled: it does not make the rest proper. For each open cell, searches without the settled
//! options collect more solutions until there are no others. Then the number of solutions with each
//! remaining option is known.

use std::error::Error;
use std::fmt;
use std::str::FromStr;

use super::tester::{Clue, ClueTester, cell, clues};
use crate::search::Step;
use crate::sudoku::Grid;

/// A number of clues to remove and a number to add, in the notation of pattern hunters: `-1+1` or
/// `{-1+1}`.
///
/// ```
/// use quadrille::sudoku::clues::Change;
/// assert_eq!("{-2+1}".parse(), Ok(Change { removed: 2, added: 1 }));
/// assert_eq!("+1".parse(), Ok(Change { removed: 0, added: 1 }));
/// assert_eq!(Change { removed: 1, added: 2 }.to_string(), "-1+2");
/// assert!("1".parse::<Change>().is_err());
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Change {
    /// The number of clues that are removed.
    pub removed: usize,
    /// The number of clues that are added.
    pub added: usize,
}

impl fmt::Display for Change {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (sign, number) in [('-', self.removed), ('+', self.added)] {
            if number > 0 || (sign == '-' && self.added == 0) {
                write!(f, "{sign}{number}")?;
            }
        }
        Ok(())
    }
}

/// The error for a text that is not a [`Change`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NotAChange(pub String);

impl fmt::Display for NotAChange {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self(text) = self;
        write!(f, "{text:?} is not a change of clues: write -1+1, -2+1, -1+2, -1 or +1")
    }
}

impl Error for NotAChange {}

impl FromStr for Change {
    type Err = NotAChange;

    fn from_str(text: &str) -> Result<Self, NotAChange> {
        let inner = text.strip_prefix('{').and_then(|text| text.strip_suffix('}')).unwrap_or(text);
        let (removed, added) = inner.split_once('+').map_or((inner, None), |(a, b)| (a, Some(b)));
        let number = |text: &str| {
            let number = text.parse().ok().filter(|number| (1..=81).contains(number));
            number.filter(|_| !text.starts_with('+'))
        };
        let removed = match removed.strip_prefix('-') {
            Some(removed) => number(removed),
            None => (removed.is_empty() && added.is_some()).then_some(0),
        };
        let added = added.map_or(Some(0), number);
        let change = removed.zip(added).map(|(removed, added)| Self { removed, added });
        change.ok_or_else(|| NotAChange(text.to_owned()))
    }
}

impl ClueTester {
    /// Returns all minimal puzzles that differ from a puzzle by this change, lazily. The puzzle
    /// need not be proper.
    pub fn neighbours(&mut self, puzzle: &Grid, change: Change) -> Neighbours<'_> {
        let original = clues(puzzle);
        let redundant = self.redundant_of(&original).collect();
        let removed = (change.removed <= original.len()).then(|| (0..change.removed).collect());
        Neighbours {
            tester: self,
            original,
            redundant,
            change,
            removed,
            tasks: Vec::new(),
            counts: Counts { numbers: [Number::None; 729], solutions: Vec::new() },
            ready: Vec::new(),
            found: Grid::EMPTY,
            nodes: 0,
        }
    }
}

/// The minimal puzzles that differ from a puzzle by a [`Change`], each once, found when they are
/// requested; see [`ClueTester::neighbours`].
///
/// The solution of a neighbour may differ from that of the puzzle, and an added clue may take the
/// cell of a removed one. A proper puzzle has no neighbour by `+1`: the clue would be redundant.
///
/// ```
/// use quadrille::sudoku::Grid;
/// use quadrille::sudoku::clues::{Change, ClueTester};
/// let puzzle: Grid = "000000010400000000020000000000050407008000300001090000300400200050100000000806000".parse()?;
/// let mut tester = ClueTester::new();
/// let change = Change { removed: 1, added: 1 };
/// let neighbours: Vec<Grid> = tester.neighbours(&puzzle, change).collect();
/// assert!(neighbours.iter().all(|puzzle| puzzle.clue_count() == 17));
/// # Ok::<(), quadrille::sudoku::ParseError>(())
/// ```
#[derive(Debug)]
#[must_use = "the search is lazy and does nothing until a puzzle is requested"]
pub struct Neighbours<'a> {
    tester: &'a mut ClueTester,
    original: Vec<Clue>,
    /// The redundant clues of the original.
    redundant: Vec<Clue>,
    change: Change,
    /// The places of the clues to remove next, increasing; `None` at the end.
    removed: Option<Vec<usize>>,
    tasks: Vec<Task>,
    counts: Counts,
    ready: Vec<Grid>,
    found: Grid,
    nodes: u64,
}

/// Clues to which `added` others will be added.
#[derive(Debug)]
struct Task {
    clues: Vec<Clue>,
    added: usize,
    /// The smallest clue that may be added: each set is made in only one order.
    from: usize,
}

impl Neighbours<'_> {
    fn visit(&mut self) -> Step {
        if let Some(ready) = self.ready.pop() {
            self.found = ready;
            return Step::Cover;
        }
        if let Some(task) = self.tasks.pop() {
            self.work(task);
            return Step::Paused;
        }
        let Some(removed) = &mut self.removed else { return Step::Exhausted };
        let mut left = self.original.clone();
        for &at in removed.iter().rev() {
            left.remove(at);
        }
        if !next_choice(removed, self.original.len()) {
            self.removed = None;
        }
        // A clue that the others imply stays redundant when clues are added.
        let is_possible = (0..left.len())
            .all(|at| !self.redundant.contains(&left[at]) || self.tester.is_needed(&left, at));
        if is_possible {
            self.tasks.push(Task { clues: left, added: self.change.added, from: 0 });
        }
        Step::Paused
    }

    fn work(&mut self, Task { clues, added, from }: Task) {
        if added == 0 {
            let puzzle = Grid::from_options(clues);
            if self.tester.is_minimal(&puzzle) {
                self.ready.push(puzzle);
            }
            return;
        }
        self.counts.count(self.tester, &clues, from);
        let is_clue = |clue: Clue| clues.iter().any(|&other| cell(other) == cell(clue));
        let is_further = |&clue: &Clue| {
            let fits = match self.counts.numbers[clue.index()] {
                Number::None => false,
                Number::One(_) => added == 1,
                Number::Several => added > 1,
            };
            fits && !is_clue(clue) && !self.original.contains(&clue)
        };
        let further: Vec<Clue> =
            (from as u32..729).rev().map(Clue::new).filter(is_further).collect();
        if added == 1 {
            return self.add_last(&clues, &further);
        }
        for clue in further {
            let clues = clues.iter().copied().chain([clue]).collect();
            self.tasks.push(Task { clues, added: added - 1, from: clue.index() + 1 });
        }
    }

    /// Adds the minimal puzzles that consist of `clues` and one clue of `further`. Each clue of
    /// `further` makes `clues` proper.
    fn add_last(&mut self, clues: &[Clue], further: &[Clue]) {
        if self.counts.solutions.len() < 2 {
            // With no solution, `further` is empty; with one, any further clue would be redundant.
            return;
        }
        // When a further clue is added, a clue of `clues` is still needed if some solution has the
        // further clue and all other clues of `clues`, but another digit in the clue's cell. Such a
        // solution answers the question for every further clue that it contains.
        let mut needed = vec![[false; 729]; clues.len()];
        // The clues that were found redundant most recently come first.
        let mut order: Vec<usize> = (0..clues.len()).collect();
        for &clue in further {
            let redundant = order.iter().position(|&at| {
                let known = &mut needed[at];
                if !known[clue.index()]
                    && let Some(solution) = self.tester.without(clues, at, clue)
                {
                    for (cell, digit) in solution.iter().enumerate() {
                        known[9 * cell + usize::from(digit - b'1')] = true;
                    }
                }
                !known[clue.index()]
            });
            match redundant {
                Some(at) => order[..=at].rotate_right(1),
                None => self.ready.push(Grid::from_options([clues, &[clue]].concat())),
            }
        }
    }
}

search_of_puzzles!(Neighbours, "at most a few milliseconds of work each");

/// Advances to the next choice of places below `len`. Returns false if this was the last.
fn next_choice(places: &mut [usize], len: usize) -> bool {
    let count = places.len();
    let Some(at) = (0..count).rev().find(|&at| places[at] < len - (count - at)) else {
        return false;
    };
    places[at] += 1;
    for later in at + 1..count {
        places[later] = places[later - 1] + 1;
    }
    true
}

/// The number of known solutions with an option.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Number {
    None,
    /// Only the solution with this index.
    One(u16),
    Several,
}

/// The number of known solutions with each option, and the solutions that changed a number.
#[derive(Debug)]
struct Counts {
    numbers: [Number; 729],
    solutions: Vec<[u8; 81]>,
}

impl Counts {
    /// The number of solutions that are collected at first. If there are fewer, no other search is
    /// needed. If the engine expects a thousand solutions or more after it has found two, it
    /// restarts the search as a join, which takes as long as many searches for one solution. A
    /// version with 100 here, which also compared solutions once for each option, took five times
    /// as long for neighbours by -1+1.
    const FIRST: usize = 7;

    /// Counts the solutions with these clues for each option that is not below `from`.
    fn count(&mut self, tester: &mut ClueTester, clues: &[Clue], from: usize) {
        self.numbers = [Number::None; 729];
        self.solutions.clear();
        tester.start(clues, []);
        for _ in 0..Self::FIRST {
            match tester.next_solution() {
                Some(solution) => self.note(&solution),
                None => return,
            }
        }
        for open in from / 9..81 {
            if clues.iter().any(|&clue| cell(clue).index() == open) {
                continue;
            }
            // Searches for solutions in which the cell has a digit that is not yet known to be in
            // several solutions. Each round has fewer such digits.
            'again: loop {
                let is_done =
                    |&option: &usize| option < from || self.numbers[option] == Number::Several;
                let done = (9 * open..9 * open + 9).filter(is_done);
                tester.start(clues, done.map(|option| Clue::new(option as u32)));
                while let Some(solution) = tester.next_solution() {
                    self.note(&solution);
                    let option = 9 * open + usize::from(solution[open] - b'1');
                    if self.numbers[option] == Number::Several {
                        continue 'again;
                    }
                }
                break;
            }
        }
    }

    /// Notes a solution, which may already be known.
    fn note(&mut self, solution: &[u8; 81]) {
        let mut is_new = false;
        for (cell, digit) in solution.iter().enumerate() {
            let option = 9 * cell + usize::from(digit - b'1');
            match self.numbers[option] {
                Number::None => {
                    self.numbers[option] = Number::One(self.solutions.len() as u16);
                    is_new = true;
                }
                Number::One(known) => {
                    // If the solution is known already, it is the only known one with this option.
                    if !is_new && self.solutions[usize::from(known)] == *solution {
                        return;
                    }
                    self.numbers[option] = Number::Several;
                    is_new = true;
                }
                Number::Several => {}
            }
        }
        if is_new {
            self.solutions.push(*solution);
        }
    }
}
