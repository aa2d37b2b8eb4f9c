//! Searches for covers: solvers, which choose an engine, and lazy iterators over the covers.
//!
//! [`Problem::solutions`] and related methods are shortcuts for a single search. A [`Solver`] is
//! for many searches of one problem. It compiles the problem once, and each search can be
//! restricted to a different cube. [`Solutions`] is the iterator, and [`Limits`] limit its search.
//! The results [`Count`](crate::Count) and [`Uniqueness`] show whether a search was cut short.
//! [`First`] searches for one cover, and [`Cheapest`] for the cheapest covers.
//!
//! [`Estimate`] estimates the size of a search, and [`cut()`] divides a search into units that can
//! run on different machines. Searches by several threads are in [`parallel`](crate::parallel).

mod cheapest;
mod counter;
mod cube_classes;
mod cut;
mod distinct;
mod estimate;
mod first;
mod kept;
mod limits;
mod random;
mod solutions;
mod unique;

use crate::engine::{AnyEngine, EngineChoice};
use crate::problem::{Cover, Problem};
use crate::search::{Cube, Engine, UnknownOption, Unsupported};

pub use cheapest::Cheapest;
pub use counter::{Counter, Method, WeightedCubes};
pub use cut::{Unit, cut, try_cut};
pub use distinct::{Distinct, DistinctCover};
pub use estimate::{Estimate, Guess};
pub use first::First;
pub use kept::{KeptCovers, KeptPart};
pub use limits::Limits;
pub(crate) use limits::Watch;
pub use solutions::Solutions;
pub use unique::Uniqueness;

impl Problem {
    /// Iterates over all covers, lazily: the search stops at each cover until the next one is
    /// requested.
    ///
    /// First compiles the problem for an engine, which takes time and memory. For many searches of
    /// one problem, use a [`Solver`].
    ///
    /// ```
    /// # let mut builder = quadrille::Problem::builder();
    /// builder.primary(["a", "b"])?;
    /// builder.option(["a"])?;
    /// builder.option(["b"])?;
    /// builder.option(["a", "b"])?;
    /// let problem = builder.build()?;
    /// for cover in problem.solutions() {
    ///     for option in &cover {
    ///         println!("{}", problem.option_text(option));
    ///     }
    ///     println!();
    /// }
    /// # Ok::<(), quadrille::BuildError>(())
    /// ```
    pub fn solutions(&self) -> Solutions {
        Solver::new(self).into_solutions()
    }

    /// Returns a cover, or `None` if there is none. It need not be the first of
    /// [`solutions`](Self::solutions): in many problems, [`First`] finds a cover sooner.
    #[must_use]
    pub fn first(&self) -> Option<Cover> {
        First::new(self).find()
    }

    /// Determines whether there is no cover, exactly one, or several. Stops at the second cover.
    ///
    /// ```
    /// use quadrille::{Problem, Uniqueness};
    /// let mut builder = Problem::builder();
    /// builder.primary(["a"])?;
    /// builder.option(["a"])?;
    /// assert!(matches!(builder.clone().build()?.uniqueness(), Uniqueness::One(_)));
    /// builder.option(["a"])?;
    /// assert!(matches!(builder.build()?.uniqueness(), Uniqueness::Several(..)));
    /// # Ok::<(), quadrille::BuildError>(())
    /// ```
    #[must_use]
    pub fn uniqueness(&self) -> Uniqueness<Cover> {
        self.solutions().uniqueness()
    }
}

/// An exact-cover problem compiled for an engine, for any number of consecutive searches. For
/// Sudokus, [`sudoku::Solver`](crate::sudoku::Solver) takes grids and returns grids.
///
/// A search borrows the solver. Each search starts from the beginning, even if the previous search
/// was dropped before its end. A clone copies the compiled form, which is faster than compiling the
/// problem again.
///
/// ```
/// use quadrille::{Problem, Solver};
/// let mut builder = Problem::builder();
/// builder.primary(["a", "b"])?;
/// let a = builder.option(["a"])?;
/// builder.option(["b"])?;
/// builder.option(["a", "b"])?;
/// let mut solver = Solver::new(&builder.build()?);
/// assert_eq!(solver.solutions().count(), 2);
/// assert_eq!(solver.solutions_of(&[a].into())?.count(), 1);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Solver<E = AnyEngine> {
    engine: E,
}

impl Solver {
    /// Compiles a problem for the engine that suits it best.
    #[must_use]
    pub fn new(problem: &Problem) -> Self {
        Self { engine: AnyEngine::suited(problem) }
    }

    /// Compiles a problem for this engine.
    ///
    /// # Errors
    /// [`Unsupported`] if the engine cannot search this problem. This never happens with
    /// [`EngineChoice::Auto`] or [`EngineChoice::Links`].
    ///
    /// ```
    /// use quadrille::{EngineChoice, Problem, Solver};
    /// let mut builder = Problem::builder();
    /// builder.bounded(["a"], 0..=2)?;
    /// builder.option(["a"])?;
    /// let problem = builder.build()?;
    /// assert!(Solver::with_engine(&problem, EngineChoice::Memo).is_err());
    /// assert_eq!(Solver::with_engine(&problem, EngineChoice::Links)?.solutions().count(), 2);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn with_engine(problem: &Problem, choice: EngineChoice) -> Result<Self, Unsupported> {
        Ok(Self { engine: AnyEngine::new(problem, choice)? })
    }
}

/// A solver that searches with the given engine.
impl<E: Engine> From<E> for Solver<E> {
    fn from(engine: E) -> Self {
        Self { engine }
    }
}

impl<E: Engine> Solver<E> {
    /// Iterates over all covers, lazily.
    pub fn solutions(&mut self) -> Solutions<&mut E> {
        Solutions::all(&mut self.engine)
    }

    /// Iterates over the covers of a cube, lazily. See [`Engine::start`] for the options of a cube.
    ///
    /// # Errors
    /// [`UnknownOption`] if the problem lacks an option of the cube.
    ///
    /// ```
    /// use quadrille::search::Cube;
    /// use quadrille::{Problem, Solver};
    /// let mut builder = Problem::builder();
    /// builder.primary(["a", "b"])?;
    /// let a = builder.option(["a"])?;
    /// builder.option(["b"])?;
    /// builder.option(["a", "b"])?;
    /// let mut solver = Solver::new(&builder.build()?);
    /// assert_eq!(solver.solutions_of(&[a].into())?.count(), 1);
    /// assert_eq!(solver.solutions_of(&Cube::default().without([a]))?.count(), 1);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn solutions_of(&mut self, cube: &Cube) -> Result<Solutions<&mut E>, UnknownOption> {
        Solutions::of(&mut self.engine, cube)
    }

    /// Iterates over all covers, lazily. The iterator owns the solver, so it can be returned or
    /// sent to another thread.
    pub fn into_solutions(self) -> Solutions<E> {
        Solutions::all(self.engine)
    }

    #[cfg(feature = "parallel")]
    pub(crate) fn into_engine(self) -> E {
        self.engine
    }

    /// Iterates over the covers of a cube, lazily. The iterator owns the solver.
    ///
    /// # Errors
    /// [`UnknownOption`] if the problem lacks an option of the cube.
    pub fn into_solutions_of(self, cube: &Cube) -> Result<Solutions<E>, UnknownOption> {
        Solutions::of(self.engine, cube)
    }
}
