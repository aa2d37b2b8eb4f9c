//! The number of solutions with each candidate.

use num_bigint::BigUint;

use super::counter::{Counter, cells};
use super::{Puzzle, problem};
use crate::count::Count;
use crate::engine::bands::CandidateJoin;
use crate::houses::HOUSES;
use crate::ids::OptionId;
use crate::search::{Cube, Stats, Step, advance_by_methods};
use crate::symmetry::SymmetrySearch;

/// A computation of the number of solutions that contain each candidate of a puzzle.
///
/// The solutions are counted first, with a [`Counter`]. If there are at least 64, but not so many
/// that separate counts seem faster (a few billion), they are visited again in blocks, and the
/// number of solutions in a block is added to the counts of its candidates. Otherwise candidates
/// are counted separately. Candidates that a symmetry of the puzzle maps to each other are in the
/// same number of solutions, so only one candidate of each class is counted. Counts that follow
/// from others are inferred: the counts of the candidates of an item add up to the total.
///
/// ```
/// use quadrille::search::Step;
/// use quadrille::sudoku::CandidateCounts;
/// let puzzle = "027800061000030008910005420500016030000970200070000096700000080006027000030480007";
/// let mut counts = CandidateCounts::new(&puzzle.parse()?);
/// while counts.advance(10_000) == Step::Paused {}
/// assert_eq!(counts.total(), 4);
/// // The first cell is 3 in all solutions, and the second has the clue 2.
/// assert_eq!(counts.counts()[2], counts.total());
/// assert_eq!(counts.counts()[9 + 1], counts.total());
/// # Ok::<(), quadrille::sudoku::ParseError>(())
/// ```
#[derive(Clone, Debug)]
pub struct CandidateCounts {
    cube: Cube,
    counter: Counter,
    /// The class of each of the 729 candidates, and the candidates of each class.
    class: Vec<usize>,
    classes: Vec<Vec<OptionId>>,
    /// The class that is being counted; `None` for the total.
    current: Option<usize>,
    /// The blocks of solutions, while they are visited.
    join: Option<Box<CandidateJoin>>,
    total: Option<BigUint>,
    /// The known counts of classes.
    known: Vec<Option<BigUint>>,
    stats: Stats,
}

impl CandidateCounts {
    /// Returns a count that has not begun.
    #[must_use]
    pub fn new(puzzle: &Puzzle) -> Self {
        let cube = puzzle.cube();
        let classes = orbits(&cells(&cube));
        let mut class = vec![0; 729];
        for (number, candidates) in classes.iter().enumerate() {
            candidates.iter().for_each(|candidate| class[candidate.index()] = number);
        }
        let mut counter = Counter::new();
        counter.start_cube(&cube);
        Self {
            known: vec![None; classes.len()],
            cube,
            counter,
            class,
            classes,
            current: None,
            join: None,
            total: None,
            stats: Stats::default(),
        }
    }

    /// Continues for about `nodes` nodes at most. After [`Step::Exhausted`], all counts are known.
    pub fn advance(&mut self, nodes: u64) -> Step {
        let last_node = self.stats().nodes.saturating_add(nodes);
        while !self.is_done() {
            let left = last_node.saturating_sub(self.stats().nodes);
            if left == 0 {
                return Step::Paused;
            }
            if let Some(join) = &mut self.join {
                if !join.advance(left) {
                    return Step::Paused;
                }
                self.stats.nodes += join.nodes();
                let counts = join.counts();
                let first = self.classes.iter().map(|candidates| candidates[0].index());
                self.known = first.map(|candidate| Some(counts[candidate].into())).collect();
                self.join = None;
                continue;
            }
            if self.counter.advance(left) == Step::Paused {
                return Step::Paused;
            }
            self.stats += self.counter.stats();
            let found = self.counter.count_so_far().to_big();
            match self.current {
                None => self.total = Some(found),
                Some(class) => self.known[class] = Some(found),
            }
            self.infer();
            if self.current.is_none() && self.is_join_faster() {
                self.join = Some(Box::new(CandidateJoin::new(&cells(&self.cube))));
            } else {
                self.begin_next();
            }
        }
        Step::Exhausted
    }

    /// Begins to count the next class: the largest, because its count implies the most others. A
    /// class that the clues exclude has the count 0.
    fn begin_next(&mut self) {
        loop {
            let size = |class: &usize| (self.classes[*class].len(), usize::MAX - class);
            self.current = self.unknown().max_by_key(size);
            let Some(class) = self.current else { return };
            let candidate = self.classes[class][0];
            let excludes = |&chosen: &OptionId| {
                let has = |item| problem().option(candidate).contains(item);
                chosen != candidate && problem().option(chosen).iter().any(has)
            };
            if self.cube.chosen.iter().any(excludes) {
                self.known[class] = Some(BigUint::ZERO);
                continue;
            }
            let mut cube = self.cube.clone();
            cube.chosen.push(candidate);
            self.counter.start_cube(&cube);
            return;
        }
    }

    /// True if visiting all solutions seems faster than counting each unknown class of candidates.
    fn is_join_faster(&self) -> bool {
        // A join first finds the blocks, which is worthwhile only with many solutions.
        if self.total.as_ref().is_none_or(|total| *total < BigUint::from(FEW)) {
            return false;
        }
        let open = self.unknown().count() as f64;
        self.counter.tables_over_search().is_none_or(|ratio| open * ratio * OF_TOTAL > 1.0)
    }

    fn is_done(&self) -> bool {
        self.total.is_some() && self.unknown().next().is_none()
    }

    fn unknown(&self) -> impl Iterator<Item = usize> {
        (0..self.classes.len()).filter(|&class| self.known[class].is_none())
    }

    /// Finds the counts that follow from others.
    fn infer(&mut self) {
        let Some(total) = self.total.clone() else { return };
        let mut is_changed = true;
        while is_changed {
            is_changed = false;
            for item in items() {
                let classes = item.map(|candidate| self.class[candidate]);
                let unknown = || classes.iter().filter(|&&class| self.known[class].is_none());
                let Some(&class) = unknown().next() else { continue };
                if unknown().all(|&other| other == class) {
                    let known = classes.iter().filter_map(|&class| self.known[class].as_ref());
                    let rest = &total - known.sum::<BigUint>();
                    self.known[class] = Some(rest / unknown().count());
                    is_changed = true;
                }
            }
        }
    }

    /// Returns the fraction of the candidates with known counts, or, while solutions are visited in
    /// blocks, the fraction of this visit that is done.
    #[must_use]
    pub fn done(&self) -> f64 {
        if let Some(join) = &self.join {
            return join.done();
        }
        let known = self.class.iter().filter(|&&class| self.known[class].is_some()).count();
        known as f64 / 729.0
    }

    /// Returns the number of solutions, or a lower bound until it is known.
    #[must_use]
    pub fn total(&self) -> Count {
        self.total.clone().map_or_else(|| self.counter.count_so_far(), Count::from)
    }

    /// Returns the number of solutions with each candidate: nine numbers for each cell, row by row.
    /// A number that is not known yet is "at least 0".
    #[must_use]
    pub fn counts(&self) -> Vec<Count> {
        let known = self.class.iter().map(|&class| self.known[class].clone());
        known.map(|known| known.map_or_else(|| Count::at_least(0), Count::from)).collect()
    }

    /// Returns the work done since the start.
    #[must_use]
    pub fn stats(&self) -> Stats {
        let mut stats = self.stats;
        match &self.join {
            Some(join) => stats.nodes += join.nodes(),
            None if self.is_done() => {}
            None => stats += self.counter.stats(),
        }
        stats
    }
}

/// The minimum number of solutions for a join. With fewer, each class of candidates is counted: a
/// search for a few solutions is as fast.
const FEW: u32 = 64;

/// The assumed ratio of the time to count the solutions with a candidate to the time to count all
/// solutions.
const OF_TOTAL: f64 = 0.5;

/// Iterates over the candidates of each of the 324 items: candidate `d` of cell `c` is `9 c + d`.
fn items() -> impl Iterator<Item = [usize; 9]> {
    let of_cells = (0..81).map(|cell| std::array::from_fn(|digit| 9 * cell + digit));
    let in_houses = HOUSES
        .iter()
        .flat_map(|cells| (0..9).map(move |digit| cells.map(|cell| 9 * usize::from(cell) + digit)));
    of_cells.chain(in_houses)
}

/// Returns the orbits of all candidates under the symmetries that preserve the candidates of a
/// puzzle.
fn orbits(cells: &[u16; 81]) -> Vec<Vec<OptionId>> {
    let has = |option: &OptionId| cells[option.index() / 9] >> (option.index() % 9) & 1 == 1;
    let options: Vec<OptionId> = (0..729).map(OptionId::new).filter(has).collect();
    let mut search = SymmetrySearch::keeping(problem(), &[], &options);
    while search.advance(u64::MAX) == Step::Paused {}
    search.symmetries().option_orbits()
}

advance_by_methods!(
    for CandidateCounts: stats -> Stats;
    fn count_so_far(&self) -> Count {
        self.total()
    }

    fn open(&self) -> Option<f64> {
        Some(1.0 - self.done())
    }
);
