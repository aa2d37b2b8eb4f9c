//! The solutions of a Sudoku, found and decoded on demand.

use std::cell::RefCell;
use std::iter::FusedIterator;
use std::ops::{Deref, DerefMut};
use std::sync::OnceLock;

use super::{Candidates, Grid, Puzzle, problem};
use crate::count::Count;
use crate::engine::bands::Bands;
pub(super) use crate::engine::bands::LINE;
use crate::engine::{AnyEngine, EngineChoice};
use crate::ids::OptionId;
use crate::search::{Cube, Engine, Stats, Step, advance_by_methods};
use crate::solve::{self, Limits, Uniqueness};

impl Grid {
    /// Returns all completions of the grid, lazily. A grid with digits that [clash](Self::clash)
    /// has none.
    ///
    /// The first use in a process builds the exact cover. A later call reuses the engine of an
    /// iterator that was dropped in the same thread, or copies the compiled engine.
    ///
    /// ```
    /// use quadrille::sudoku::Grid;
    /// let first = Grid::EMPTY.solutions().next().ok_or("none")?; // of 6,670,903,752,021,072,936,960
    /// assert!(first.is_full() && first.clash().is_none());
    /// # Ok::<(), &str>(())
    /// ```
    pub fn solutions(&self) -> Solutions {
        Solutions::of_grid(Kept::take(), self, &mut Cube::default())
    }

    /// Determines whether there is no completion, exactly one, or several, and returns up to two as
    /// witnesses.
    #[must_use]
    pub fn uniqueness(&self) -> Uniqueness<Self> {
        self.solutions().uniqueness()
    }

    /// True if there is exactly one completion. This is the fastest test of one puzzle; for a list,
    /// see [`Answers::counting`](super::Answers::counting).
    ///
    /// ```
    /// use quadrille::sudoku::Grid;
    /// let puzzle: Grid = "005176000400000001000800309100000090503000807090000004207008000600000003000429700".parse()?;
    /// assert!(puzzle.is_unique() && !Grid::EMPTY.is_unique());
    /// # Ok::<(), quadrille::sudoku::ParseError>(())
    /// ```
    #[must_use]
    pub fn is_unique(&self) -> bool {
        self.solutions().skip_solutions(2, u64::MAX).0 == 1
    }

    /// Sets a cube to the grid's completions. The loop does not branch on the contents of a cell,
    /// because such branches are often mispredicted.
    pub(super) fn cube_into(&self, cube: &mut Cube) {
        let mut options = [OptionId::default(); 81];
        let mut len = 0;
        for (cell, &byte) in self.as_bytes().iter().enumerate() {
            let digit = byte.wrapping_sub(b'1');
            options[len] = OptionId::new((9 * cell) as u32 + u32::from(digit));
            len += usize::from(digit < 9);
        }
        cube.excluded.clear();
        cube.chosen.clear();
        cube.chosen.extend_from_slice(&options[..len]);
    }
}

impl Candidates {
    /// Returns all grids that have one of the candidates in each cell and obey the rules, lazily.
    pub fn solutions(&self) -> Solutions {
        Solutions::of_cube(Kept::take(), &Cube::default().without(self.excluded()))
    }
}

impl Puzzle {
    /// Returns all solutions, lazily: the completions of the grid, or [`Candidates::solutions`] for
    /// a Sukaku.
    pub fn solutions(&self) -> Solutions {
        let candidates = self.candidates.as_deref();
        candidates.map_or_else(|| self.grid.solutions(), Candidates::solutions)
    }
}

/// A solver of Sudokus, compiled once, for any number of consecutive puzzles. [`crate::Solver`]
/// does the same for a single problem of any kind.
///
/// ```
/// use quadrille::sudoku::{Grid, Solver};
/// let mut solver = Solver::new();
/// let puzzle = "000001000045000902207004000706010000050409080000050203000600809403000750000300000";
/// for puzzle in [puzzle.parse()?, Grid::EMPTY] {
///     if let Some(solution) = solver.solutions(&puzzle).next() {
///         println!("{solution}");
///     }
/// }
/// # Ok::<(), quadrille::sudoku::ParseError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Solver {
    pub(super) engine: AnyEngine,
    /// A cube to start a search from, kept to save the next search an allocation.
    cube: Cube,
    /// The number of solutions found by the search of a counter, or by the last search of a list,
    /// which can be resumed.
    pub(super) found: u64,
}

impl Default for Solver {
    fn default() -> Self {
        Self::new()
    }
}

impl Solver {
    /// Returns a solver with the engine that suits Sudoku best.
    #[must_use]
    pub fn new() -> Self {
        Self::shared().clone()
    }

    /// Returns a solver with this choice of engine. Every engine can solve Sudokus.
    #[must_use]
    pub fn with_engine(choice: EngineChoice) -> Self {
        let engine = AnyEngine::new(problem(), choice);
        Self {
            engine: engine.expect("324 items and 729 options are not too many for any engine"),
            cube: Cube::default(),
            found: 0,
        }
    }

    /// Returns the solver that is compiled once for the process, to be copied.
    fn shared() -> &'static Self {
        static SHARED: OnceLock<Solver> = OnceLock::new();
        SHARED.get_or_init(|| Self::with_engine(EngineChoice::Auto))
    }

    /// Returns all completions of a grid, lazily.
    pub fn solutions(&mut self, puzzle: &Grid) -> Solutions<&mut AnyEngine> {
        Solutions::of_grid(&mut self.engine, puzzle, &mut self.cube)
    }

    /// Returns all solutions of a puzzle, which may be a Sukaku, lazily.
    pub fn solutions_of(&mut self, puzzle: &Puzzle) -> Solutions<&mut AnyEngine> {
        if puzzle.candidates.is_none() {
            return self.solutions(&puzzle.grid);
        }
        puzzle.cube_into(&mut self.cube);
        Solutions::of_cube(&mut self.engine, &self.cube)
    }

    /// Returns the search of the last puzzle of [`solve_all`](Self::solve_all). It continues where
    /// it stopped, and its counts include the solutions found before.
    pub fn resume(&mut self) -> Solutions<&mut AnyEngine> {
        Solutions { covers: solve::Solutions::resumed(&mut self.engine, self.found) }
    }
}

/// A handle that dereferences to an engine for Sudokus. A thread keeps up to two engines of dropped
/// handles, which its next handles take.
///
/// ```
/// use quadrille::sudoku::{Grid, Kept, Solutions};
/// let puzzle: Grid = format!("12{}", ".".repeat(79)).parse()?;
/// for _ in 0..3 {
///     let solutions: Solutions<Kept> = puzzle.solutions(); // the engine of the round before
///     assert_eq!(solutions.take(2).count(), 2);
/// }
/// # Ok::<(), quadrille::sudoku::ParseError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Kept(Option<AnyEngine>);

thread_local! {
    /// The engines of this thread that no iterator uses.
    static IDLE: RefCell<Vec<AnyEngine>> = const { RefCell::new(Vec::new()) };
}

impl Kept {
    /// The largest number of engines that a thread keeps.
    const MOST: usize = 2;

    fn take() -> Self {
        let idle = IDLE.try_with(|idle| idle.borrow_mut().pop()).ok().flatten();
        Self(Some(idle.unwrap_or_else(|| Solver::shared().engine.clone())))
    }
}

impl Drop for Kept {
    fn drop(&mut self) {
        let engine = self.0.take();
        // At the end of a thread the list may be gone. Then the engine is dropped.
        let _ = IDLE.try_with(|idle| {
            let mut idle = idle.borrow_mut();
            if idle.len() < Self::MOST {
                idle.extend(engine);
            }
        });
    }
}

impl Deref for Kept {
    type Target = AnyEngine;

    fn deref(&self) -> &AnyEngine {
        self.0.as_ref().expect("it has the engine until it is dropped")
    }
}

impl DerefMut for Kept {
    fn deref_mut(&mut self) -> &mut AnyEngine {
        self.0.as_mut().expect("it has the engine until it is dropped")
    }
}

/// The solutions of a Sudoku, each found and decoded when it is requested.
///
/// This iterator behaves like [`solve::Solutions`]: it is fused, needs no memory for the solutions,
/// can be dropped at any moment, and skips solutions in `count` and `nth` without decoding them.
#[derive(Clone, Debug)]
#[must_use = "the search is lazy and does nothing until a solution is requested"]
pub struct Solutions<E = Kept> {
    covers: solve::Solutions<E>,
}

/// The number of grids that [`Solutions::fold`] decodes together.
const TOGETHER: usize = 64;

impl<E: DerefMut<Target = AnyEngine>> Solutions<E> {
    /// Starts a search for the completions of a grid. Every engine other than bands starts from a
    /// cube.
    fn of_grid(mut engine: E, grid: &Grid, cube: &mut Cube) -> Self {
        let Some(bands) = engine.get_mut::<Bands>() else {
            grid.cube_into(cube);
            return Self::of_cube(engine, cube);
        };
        bands.start_grid(grid.as_bytes());
        Self { covers: solve::Solutions::started(engine) }
    }

    fn of_cube(mut engine: E, cube: &Cube) -> Self {
        engine.start(cube).expect("the options of a puzzle are those of the problem");
        Self { covers: solve::Solutions::started(engine) }
    }

    /// Returns the same search with these limits.
    pub fn limited(self, limits: Limits) -> Self {
        Self { covers: self.covers.limited(limits) }
    }

    /// Searches for the next solution, for at most `nodes` nodes; see
    /// [`solve::Solutions::advance`].
    #[inline]
    pub fn advance(&mut self, nodes: u64) -> Step {
        // Skipping does not build the list of options, which is larger than the grid.
        if self.covers.engine().is_bands() {
            self.covers.skip_covers(1, nodes).1
        } else {
            self.covers.advance(nodes)
        }
    }

    /// Returns the solution that the last step found. It is meaningful only right after a step that
    /// found one.
    #[must_use]
    #[inline]
    pub fn solution(&self) -> Grid {
        match self.covers.engine().get::<Bands>() {
            Some(bands) => Grid::from_cells(bands.grid()),
            None => Grid::from_options(self.covers.cover().iter().copied()),
        }
    }

    /// Searches for solutions, for at most `nodes` nodes, and writes each as a line of 82 bytes: 81
    /// digits and a line feed. Returns the number of lines, and the last step, which is
    /// [`Step::Cover`] if the buffer has no room for another line. The bytes after the last line
    /// may be overwritten.
    ///
    /// This is the fastest way to print solutions: if there are many, each takes a few nanoseconds.
    ///
    /// ```
    /// use quadrille::sudoku::Grid;
    /// let mut buffer = [0; 2 * 82];
    /// assert_eq!(Grid::EMPTY.solutions().write_lines(&mut buffer, u64::MAX).0, 2);
    /// assert!(buffer.starts_with(b"123456789") && buffer.ends_with(b"\n"));
    /// ```
    pub fn write_lines(&mut self, buffer: &mut [u8], nodes: u64) -> (u64, Step) {
        if self.covers.engine().is_bands() {
            return self.covers.write_lines::<LINE>(buffer, nodes, |engine, lines, nodes| {
                let bands = engine.get_mut::<Bands>().expect("the engine stays the same");
                bands.write(lines, nodes)
            });
        }
        if self.covers.is_exhausted() {
            return (0, Step::Exhausted);
        }
        let last_node = self.stats().nodes.saturating_add(nodes);
        let mut written = 0;
        for line in buffer.chunks_exact_mut(LINE) {
            let step = self.advance(last_node.saturating_sub(self.stats().nodes));
            if step != Step::Cover {
                return (written, step);
            }
            line[..81].copy_from_slice(self.solution().as_bytes());
            line[81] = b'\n';
            written += 1;
        }
        (written, Step::Cover)
    }

    /// Skips up to `solutions` solutions; see [`solve::Solutions::skip_covers`].
    pub fn skip_solutions(&mut self, solutions: u64, nodes: u64) -> (u64, Step) {
        self.covers.skip_covers(solutions, nodes)
    }

    /// Counts all solutions, including those found before.
    pub fn count_all(&mut self) -> Count {
        self.covers.count_all()
    }

    /// Returns the number of solutions found so far, exact if the search is exhausted.
    #[must_use]
    pub fn count_so_far(&self) -> Count {
        self.covers.count_so_far()
    }

    /// Determines whether no further solution, exactly one, or several remain. Stops at the second.
    pub fn uniqueness(&mut self) -> Uniqueness<Grid> {
        Uniqueness::of(self)
    }

    /// True if the search has ended because there are no more solutions.
    #[must_use]
    pub fn is_exhausted(&self) -> bool {
        self.covers.is_exhausted()
    }

    /// True if a limit ended the last step. Then more solutions may exist.
    #[must_use]
    pub fn is_cut_short(&self) -> bool {
        self.covers.is_cut_short()
    }

    /// Returns the work done since the start.
    #[must_use]
    pub fn stats(&self) -> Stats {
        self.covers.stats()
    }

    /// Returns the share of the search tree that is open; see
    /// [`solve::Solutions::open`](crate::solve::Solutions::open).
    #[must_use]
    pub fn open(&self) -> f64 {
        self.covers.open()
    }
}

advance_by_methods!(
    impl [E: DerefMut<Target = AnyEngine>] for Solutions<E>:
    stats -> Stats, count_so_far -> Count, is_cut_short -> bool, open -> Option<f64>
);

impl<E: DerefMut<Target = AnyEngine>> Iterator for Solutions<E> {
    type Item = Grid;

    #[inline]
    fn next(&mut self) -> Option<Grid> {
        if self.is_cut_short() {
            return None;
        }
        (self.advance(u64::MAX) == Step::Cover).then(|| self.solution())
    }

    fn count(self) -> usize {
        self.covers.count()
    }

    fn nth(&mut self, n: usize) -> Option<Grid> {
        if self.skip_solutions(n as u64, u64::MAX).0 < n as u64 { None } else { self.next() }
    }

    fn fold<B, F: FnMut(B, Grid) -> B>(mut self, init: B, mut f: F) -> B {
        let mut folded = init;
        let mut buffer = [0; LINE * TOGETHER];
        loop {
            let (written, step) = self.write_lines(&mut buffer, u64::MAX);
            let lines = buffer.as_chunks::<LINE>().0.iter().take(written as usize);
            for digits in lines.filter_map(|line| line.first_chunk()) {
                folded = f(folded, Grid::from_cells(*digits));
            }
            if step != Step::Cover {
                return folded;
            }
        }
    }
}

impl<E: DerefMut<Target = AnyEngine>> FusedIterator for Solutions<E> {}
