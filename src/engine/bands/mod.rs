//! The bands engine: Algorithm X on the 324 items and 729 options of a Sudoku, in nine planes of
//! 128 bits.
//!
#![doc = include_str!("README.md")]

mod by_digit;
mod counts;
mod expected;
mod items;
mod join;
mod locked;
mod many;
mod part;
mod patterns;
mod remaining;
mod rounds;
mod search;
mod sets;
mod tables;
mod text;
mod word;

use std::sync::Arc;

use super::simd::dispatch::Simd;
use super::simd::planes::{BOX, FULL, GUARD, LOW, Nine, ROW};
use crate::ids::OptionId;
use crate::problem::Problem;
use crate::search::{Compile, Cube, Engine, OpenCube, Stats, Step, UnknownOption, Unsupported};
use items::insert;
pub(crate) use join::CandidateJoin;
use many::Way;
use part::Part;
use search::{Next, Run, Search, Start};
pub use tables::Tables;
pub(crate) use text::LINE;
use text::clues;
use word::open_cells;

/// The bands engine: a search for the exact covers of Sudoku.
///
/// This engine supports only the matrix of Sudoku, with any item names, and is by far the fastest
/// one for it. Option `81 r + 9 c + d` puts digit `d` into the cell at row `r` and column `c`, all
/// counted from 0. Its items are cell `9 r + c`, row-digit `81 + 9 r + d`, column-digit `162 + 9
/// c + d` and box-digit `243 + 9 b + d`, where box `b` is `3 (r / 3) + c / 3`.
/// [`sudoku::problem`](crate::sudoku::problem) returns this matrix. A problem may also have only
/// some of these options, in any order. An example is a Sudoku with clues.
///
/// A search takes about 400 bytes for each level. It chooses all forced options together. At the
/// root, at a position that is the only one left, and after the first dead end, it then applies the
/// rules for locked candidates. It branches on an item with two options if there is one, preferably
/// on one that has often run out of options. After two covers, it uses other methods for positions
/// that are small or likely to have many covers. For a very small root, it uses one of these from
/// the start. [`Stats::nodes`] is the number of positions entered plus the number of nodes of the
/// other methods. Forced options have no nodes of their own. [`Stats::updates`] is the number of
/// rounds. Each round finds and chooses all forced options.
///
/// ```
/// use quadrille::{Solver, engine::bands::Bands, sudoku};
/// let mut solver = Solver::from(Bands::new(sudoku::problem())?);
/// assert_eq!(solver.solutions().take(1000).count(), 1000); // of 6,670,903,752,021,072,936,960
/// # Ok::<(), quadrille::search::Unsupported>(())
/// ```
#[derive(Clone, Debug)]
pub struct Bands {
    simd: Simd,
    search: Search,
    cover: Vec<OptionId>,
    /// The options of the problem, or `None` if it has all options of Sudoku in their order.
    part: Option<Arc<Part>>,
}

/// The number of options of Sudoku.
const OPTIONS: usize = 729;

impl Bands {
    /// Compiles a problem, which must have the items of Sudoku and some or all of its options.
    ///
    /// # Errors
    /// [`Unsupported`] for any other problem.
    pub fn new(problem: &Problem) -> Result<Self, Unsupported> {
        Self::with_simd(problem, Simd::best())
    }

    /// Compiles a problem for a search with these instructions. The covers and their order do not
    /// depend on the instructions.
    ///
    /// # Errors
    /// As for [`new`](Self::new).
    // For tests, which compare the instruction sets.
    #[doc(hidden)]
    pub fn with_simd(problem: &Problem, simd: Simd) -> Result<Self, Unsupported> {
        let part = recognize(problem)?.map(Arc::new);
        let mut engine = Self { simd, search: Search::new(), cover: Vec::new(), part };
        engine.begin(&Nine::default(), &engine.absent());
        Ok(engine)
    }

    fn begin(&mut self, chosen: &Nine, excluded: &Nine) {
        self.simd.run_on_planes(Start { search: &mut self.search, chosen, excluded });
    }

    /// Returns the options that the problem lacks.
    fn absent(&self) -> Nine {
        self.part.as_ref().map_or_else(Nine::default, |part| part.absent)
    }

    /// Starts a search for the completions of a grid of 81 characters: `1` to `9`, or `.` for an
    /// empty cell. This is the same as a search of the cube that chooses the options of the clues.
    pub(crate) fn start_grid(&mut self, cells: &[u8; 81]) {
        self.begin(&clues(cells), &self.absent());
    }

    /// Returns the digits of the current cover, as characters, cell by cell. The result is
    /// meaningful only right after a call of `advance` or `skip` that returned [`Step::Cover`].
    #[must_use]
    pub(crate) fn grid(&self) -> [u8; 81] {
        self.search.grid()
    }

    /// Searches for covers and enters at most `nodes` more nodes. Writes each cover as a line: 81
    /// digits and a line feed. Returns the number of lines and the last step, which is
    /// [`Step::Cover`] if there is no room for another line. May also overwrite the rest of the
    /// buffer.
    pub(crate) fn write(&mut self, lines: &mut [u8], nodes: u64) -> (u64, Step) {
        let covers = (lines.len() / LINE) as u64;
        self.run(Some(lines), covers, nodes)
    }

    /// Skips covers, or writes them as lines if there is a buffer.
    fn run(&mut self, mut lines: Option<&mut [u8]>, covers: u64, nodes: u64) -> (u64, Step) {
        let last_node = self.stats().nodes.saturating_add(nodes);
        let mut found = 0;
        while found < covers {
            let (covers, nodes) = (covers - found, last_node - self.stats().nodes);
            let lines = lines.as_deref_mut().map(|lines| &mut lines[found as usize * LINE..]);
            let search = &mut self.search;
            let is_by_rounds = matches!(search.next, Next::Enter | Next::Exhausted);
            let run = Run { search, lines, covers, nodes };
            let simd = self.simd;
            let (more, step) = if is_by_rounds { simd.run_on_planes(run) } else { simd.run(run) };
            found += more;
            // If the search has paused before the last node, another method continues. `Way::Word`
            // begins even at the last node, and divides the position into cubes for `remaining`.
            let is_at_end = step == Step::Paused
                && self.stats().nodes >= last_node
                && self.search.next != Next::Begin(Way::Word);
            if step == Step::Exhausted || is_at_end {
                return (found, step);
            }
        }
        (found, Step::Cover)
    }

    /// Returns the open share of the search: the sum of the shares of the unsearched positions.
    pub(crate) fn open(&self) -> f64 {
        self.search.open_share()
    }

    /// Lists the options of the cover, cell by cell.
    fn make_cover(&mut self) {
        let number = |(cell, digit): (u32, u8)| 9 * cell + u32::from(digit.wrapping_sub(b'1'));
        self.cover.clear();
        self.cover.extend((0..).zip(self.search.grid()).map(number).map(OptionId::new));
        if let Some(part) = &self.part {
            part.renumber(&mut self.cover);
        }
    }

    /// Returns the number of an option in Sudoku, or `None` if there is no such option.
    fn number(&self, option: OptionId) -> Option<usize> {
        match &self.part {
            Some(part) => part.numbers.get(option.index()).map(|&number| usize::from(number)),
            None => Some(option.index()).filter(|&number| number < OPTIONS),
        }
    }
}

/// Returns the options of a problem that lacks some options of Sudoku or has them in another order,
/// or `None` if the problem is Sudoku itself.
fn recognize(problem: &Problem) -> Result<Option<Part>, Unsupported> {
    if problem.has_bounds() {
        return Err(Unsupported::Bounds);
    }
    let part = Part::of(problem).ok_or(Unsupported::Matrix { wanted: "that of Sudoku" })?;
    let is_all = part.numbers.len() == OPTIONS && part.numbers.is_sorted();
    Ok((!is_all).then_some(part))
}

impl Compile for Bands {
    fn compile(problem: &Problem) -> Result<Self, Unsupported> {
        Self::new(problem)
    }

    fn supports(problem: &Problem) -> Result<(), Unsupported> {
        recognize(problem).map(|_| ())
    }
}

impl Engine for Bands {
    fn name(&self) -> &'static str {
        "bands"
    }

    fn node_time(&self) -> f64 {
        100.0
    }

    fn has_stable_order(&self) -> bool {
        // The order depends on the dead ends found so far.
        false
    }

    fn start(&mut self, cube: &Cube) -> Result<(), UnknownOption> {
        let (mut given, mut excluded) = (Nine::default(), self.absent());
        for (position, options) in [(&mut given, &cube.chosen), (&mut excluded, &cube.excluded)] {
            for &option in options {
                let Some(number) = self.number(option) else {
                    self.search.start_without_covers();
                    let options = self.part.as_ref().map_or(OPTIONS, |part| part.numbers.len());
                    return Err(UnknownOption { option, option_count: options });
                };
                insert(position, number);
            }
        }
        // A chosen option is the only one of its cell, and so is forced, unless another chosen
        // option has the same cell. In that case, the search could drop a chosen option that none
        // of its items forces.
        if open_cells(&given) != [0; 3] {
            self.search.start_without_covers();
        } else {
            self.begin(&given, &excluded);
        }
        Ok(())
    }

    fn remaining(&self) -> Vec<OpenCube> {
        let cubes = self.search.remaining();
        match &self.part {
            Some(part) => cubes.into_iter().map(|cube| part.cube(cube)).collect(),
            None => cubes,
        }
    }

    fn advance(&mut self, nodes: u64) -> Step {
        let (_, step) = self.skip(1, nodes);
        if step == Step::Cover {
            self.make_cover();
        }
        step
    }

    fn cover(&self) -> &[OptionId] {
        &self.cover
    }

    fn stats(&self) -> Stats {
        self.search.stats()
    }

    fn skip(&mut self, covers: u64, nodes: u64) -> (u64, Step) {
        if covers == 1 && self.search.take_next() {
            return (1, Step::Cover);
        }
        self.run(None, covers, nodes)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Checks that the small positions of a search are enumerated by their patterns after two
    /// covers, and the smallest by the bits of a word.
    #[test]
    fn several_solutions_are_found_without_rounds() {
        let puzzles = [
            b"020800060000030008910005420500016030000970200070000096700000080000027000030480007",
            b"020800060000030008910005420500016030000970200070000096700000080000027000030080007",
        ];
        let compiled = Bands::new(crate::sudoku::problem()).unwrap();
        for simd in Simd::available() {
            let mut engine = Bands { simd, ..compiled.clone() };
            let (mut by_patterns, mut by_word, mut covers) = (0, 0, 0);
            for puzzle in puzzles {
                engine.start_grid(puzzle);
                let mut step = Step::Paused;
                while step != Step::Exhausted {
                    step = engine.advance(1);
                    let found = u32::from(step == Step::Cover);
                    covers += found;
                    let is_by = |way| u32::from(engine.search.next == Next::Continue(way));
                    by_patterns += found * is_by(Way::Patterns);
                    by_word += found * is_by(Way::Word);
                }
            }
            assert!(by_patterns > 2 && by_word > 2, "{by_patterns} {by_word}");
            assert!(by_patterns + by_word + 4 >= covers, "{covers}");
        }
    }
}
