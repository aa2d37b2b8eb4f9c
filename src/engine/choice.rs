//! The choice of an engine.
//!
//! `EngineChoice::Auto` takes the first of these that applies:
//!
//! 1. *Links* if some primary items are preferred and others are not.
//! 2. *Bands* for the matrix of Sudoku, with all of its options or some of them.
//! 3. *Bounded* for a problem with bounds. If the quotient of rule 5 is below 1, or if bounded does
//!    not support the problem, *links* instead.
//! 4. *Domains* for up to 300 options, if no primary item has more than 256 of them and the domains
//!    fit into 1,280 bytes.
//! 5. *Hybrid* if `4 length · excluded / words` is below 1, or if filter does not support the
//!    problem. `length` is the mean number of items of an option, `excluded` the fraction of all
//!    options that an option excludes, and `words` the number of 64-bit words of a mask.
//! 6. *Domains* if filter would read at least four times as many bytes at a node as domains. Filter
//!    reads the masks of the options that the first choice does not exclude.
//! 7. *Filter* otherwise.
//!
//! The quotient in rule 5 compares the work of links and of filter for one choice. Filter reads
//! `options · words` words in order. Links take about `options · excluded · length` nodes out of
//! lists, at scattered addresses. The pairs of options that exclude each other are counted item by
//! item, without the pairs that agree in a color. So `excluded` is too large if options share
//! several items, but it is at most 1. If all items have the same number of options, it is
//! `length² / items`. On random problems the ratio of the times of links and filter is 3.3 to 4
//! times the quotient without its factor of 4, as long as the quotient exceeds 1. For smaller
//! quotients the hybrid gains most: on triples of a Steiner system of 25 points (quotient 0.07)
//! filter takes four times as long as links, and the hybrid takes a fifth of the time of links.
//!
//! Rules 4 to 7 differ on a processor without AVX2. Domains take problems with up to 300 options,
//! unless the options have at most two items on average and one word suffices. Filter takes the
//! others if one word suffices or if the quotient is 3 or more. Links take the rest.
//!
//! # Tried and left out
//!
//! A shape that is computed once and passed to the choice and to each engine. It would save little:
//! the choice takes 0.4 ms for 3,257 options of a word rectangle, which take 2.4 ms to read and 60
//! to count, and 0.08 ms for pentominoes in 6x10, which take 1 ms to read.
//!
//! Rules that make a problem smaller before the search: the options of an item that needs all of
//! them are forced, options that would leave an item with too few are removed (the first step of
//! Knuth's DLX-PRE), and equal options are searched once. They removed nothing from 21 published
//! instances (set partitions, matchings, Latin squares, Kirkman and Steiner triple systems). They
//! removed 144 of the 2,056 options of pentominoes in 6x10, and the search took as long as before.
//! The covers of a random problem of 242 options, 82 of them copies, were found three times as
//! fast, and printed in 0.86 s instead of 1.13. But the memo engine counts them faster without the
//! rules.

use std::any::Any;
use std::ops::{Deref, DerefMut};

use crate::engine::links::Links;
use crate::engine::masks::{Masks, Shape};
use crate::engine::memo::Memo;
use crate::engine::{bands::Bands, bounded::Bounded, domains::Domains, filter::Filter, simd::Simd};
use crate::problem::Problem;
use crate::search::{Compile, Engine, EngineObject, Unsupported};

use super::hybrid::Hybrid;

/// The engine to use.
///
/// ```
/// use quadrille::EngineChoice;
/// assert_eq!("links".parse(), Ok(EngineChoice::Links));
/// assert_eq!(EngineChoice::default().to_string(), "auto");
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum EngineChoice {
    /// The engine that suits the problem best.
    #[default]
    Auto,
    /// [Dancing links](crate::engine::links), the reference engine, which supports every problem.
    Links,
    /// The bit-mask engine that suits the problem best, for problems of moderate size.
    Bits,
    /// [A cache of subproblems](crate::engine::memo), for counting without enumerating.
    Memo,
}

impl EngineChoice {
    /// The choices that find covers one by one and return the first without delay.
    /// [`Memo`](Self::Memo) is not among them: it builds a diagram of all covers before it lists
    /// them.
    ///
    /// ```
    /// use quadrille::EngineChoice;
    /// assert!(EngineChoice::SEARCHES.contains(&EngineChoice::Auto));
    /// assert!(!EngineChoice::SEARCHES.contains(&EngineChoice::Memo));
    /// ```
    pub const SEARCHES: [Self; 3] = [Self::Auto, Self::Links, Self::Bits];
}

named! {
    EngineChoice, UnknownEngine, "engine":
    Auto = "auto",
    Links = "links",
    Bits = "bits",
    Memo = "memo",
}

/// An engine of any kind. It derefs to the engine that it holds.
///
/// ```
/// use quadrille::engine::{filter::Filter, links::Links};
/// use quadrille::search::Engine;
/// use quadrille::AnyEngine;
/// let problem: quadrille::Problem = "a b\na\nb\na b\n".parse()?;
/// let mut engine = AnyEngine::from(Links::new(&problem));
/// assert_eq!(engine.skip(u64::MAX, u64::MAX).0, 2);
/// assert!(engine.get::<Links>().is_some() && engine.get::<Filter>().is_none());
/// # Ok::<(), quadrille::format::ParseError>(())
/// ```
#[derive(Clone, Debug)]
pub struct AnyEngine {
    kind: Kind,
    engine: Box<dyn EngineObject>,
}

impl Deref for AnyEngine {
    type Target = dyn EngineObject;

    #[inline]
    fn deref(&self) -> &Self::Target {
        &*self.engine
    }
}

impl DerefMut for AnyEngine {
    #[inline]
    fn deref_mut(&mut self) -> &mut Self::Target {
        &mut *self.engine
    }
}

/// Defines [`Kind`] and the code that depends on it from the list of engines.
macro_rules! engines {
    ($($engine:ident),*) => {
        $(impl From<$engine> for AnyEngine {
            fn from(engine: $engine) -> Self {
                Self { kind: Kind::$engine, engine: Box::new(engine) }
            }
        })*

        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        enum Kind {
            $($engine,)*
        }

        impl Kind {
            #[cfg(test)]
            const ALL: &[Self] = &[$(Self::$engine),*];

            fn compile(self, problem: &Problem) -> Result<AnyEngine, Unsupported> {
                match self {
                    $(Self::$engine => $engine::compile(problem).map(AnyEngine::from),)*
                }
            }

            #[cfg(test)]
            fn supports(self, problem: &Problem) -> Result<(), Unsupported> {
                match self {
                    $(Self::$engine => $engine::supports(problem),)*
                }
            }
        }
    };
}

// All engines that can be chosen. Add a new engine here, and to `Kind::suited` for the problems
// that it suits best.
engines!(Links, Bands, Filter, Domains, Bounded, Memo, Hybrid);

impl AnyEngine {
    /// Compiles a problem for the engine of this choice.
    ///
    /// # Errors
    /// [`Unsupported`] if that engine cannot search this problem. This never happens with
    /// [`EngineChoice::Auto`] or [`EngineChoice::Links`].
    pub fn new(problem: &Problem, choice: EngineChoice) -> Result<Self, Unsupported> {
        if matches!(choice, EngineChoice::Auto | EngineChoice::Bits)
            && let Ok(bands) = Kind::Bands.compile(problem)
            // Only links prefer items.
            && (choice == EngineChoice::Bits || !problem.has_preferences())
        {
            return Ok(bands);
        }
        Self::other(problem, choice)
    }

    /// Compiles a problem for an engine of this choice with a
    /// [stable order](Engine::has_stable_order). Threads can then divide a search and still find
    /// the covers in the order of one thread.
    ///
    /// # Errors
    /// As for [`new`](Self::new), and [`Unsupported::Order`] for [`EngineChoice::Memo`].
    ///
    /// ```
    /// use quadrille::search::{Engine, Unsupported};
    /// use quadrille::{AnyEngine, EngineChoice, sudoku};
    /// let [bands, other] = [AnyEngine::new, AnyEngine::with_stable_order]
    ///     .map(|compile| compile(sudoku::problem(), EngineChoice::Auto));
    /// assert!(!bands?.has_stable_order() && other?.has_stable_order());
    /// let memo = AnyEngine::with_stable_order(sudoku::problem(), EngineChoice::Memo);
    /// assert_eq!(memo.err(), Some(Unsupported::Order));
    /// # Ok::<(), Unsupported>(())
    /// ```
    pub fn with_stable_order(problem: &Problem, choice: EngineChoice) -> Result<Self, Unsupported> {
        let mut engine = Self::other(problem, choice)?;
        engine.fix_order();
        if engine.has_stable_order() { Ok(engine) } else { Err(Unsupported::Order) }
    }

    /// Compiles a problem for an engine of this choice other than bands.
    fn other(problem: &Problem, choice: EngineChoice) -> Result<Self, Unsupported> {
        match choice {
            EngineChoice::Auto => {
                Kind::suited(problem).0.compile(problem).or_else(|_| Kind::Links.compile(problem))
            }
            EngineChoice::Links => Kind::Links.compile(problem),
            EngineChoice::Bits if problem.has_bounds() => Kind::Bounded.compile(problem),
            EngineChoice::Bits => {
                let domains = || Kind::Domains.compile(problem);
                let filter = || Kind::Filter.compile(problem);
                if Kind::suited(problem).0 == Kind::Filter {
                    filter().or_else(|_| domains())
                } else {
                    domains().or_else(|_| filter())
                }
            }
            EngineChoice::Memo => Kind::Memo.compile(problem),
        }
    }

    /// Returns the reason why [`EngineChoice::Auto`] chose this engine for a problem.
    ///
    /// ```
    /// use quadrille::search::Engine;
    /// use quadrille::{AnyEngine, EngineChoice, Problem};
    /// let mut builder = Problem::builder();
    /// builder.bounded(["a"], 0..=2)?;
    /// builder.option(["a"])?;
    /// let problem = builder.build()?;
    /// let engine = AnyEngine::new(&problem, EngineChoice::Auto)?;
    /// assert_eq!(engine.name(), "bounded");
    /// assert_eq!(engine.reason(&problem), "items have bounds, and a choice excludes many options");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn reason(&self, problem: &Problem) -> &'static str {
        match (self.kind, Kind::suited(problem)) {
            (Kind::Bands, _) => "the problem is that of Sudoku",
            (kind, (suited, reason)) if kind == suited => reason,
            _ => "the engine that would be faster does not support the problem",
        }
    }

    /// Returns the engine, if it is of this type.
    #[must_use]
    pub fn get<E: Engine + 'static>(&self) -> Option<&E> {
        let any: &dyn Any = &*self.engine;
        any.downcast_ref()
    }

    /// Returns the engine, if it is of this type. See [`get`](Self::get).
    pub fn get_mut<E: Engine + 'static>(&mut self) -> Option<&mut E> {
        let any: &mut dyn Any = &mut *self.engine;
        any.downcast_mut()
    }

    #[inline]
    pub(crate) fn is_bands(&self) -> bool {
        self.kind == Kind::Bands
    }

    /// Compiles a problem for the engine of [`EngineChoice::Auto`].
    pub(crate) fn suited(problem: &Problem) -> Self {
        Self::new(problem, EngineChoice::Auto).unwrap_or_else(|_| Links::new(problem).into())
    }
}

/// The number of options up to which domains come before the other engines. The table of the
/// domains then takes at most 384 kB.
const OPTIONS_OF_DOMAINS: usize = 300;

impl Kind {
    /// Returns the best engine for a problem other than Sudoku, and the reason. The top of this
    /// file explains the thresholds.
    fn suited(problem: &Problem) -> (Self, &'static str) {
        if problem.has_preferences() {
            return (Self::Links, "it prefers the items with names that begin with #");
        }
        let options = problem.option_count();
        let Shape { words, excluded } = Masks::shape(problem, Filter::MAX_BITS);
        let length = problem.entry_count() as f64 / options.max(1) as f64;
        let domains = Domains::size(problem).ok();
        // The quotient of rule 5. Unlinking a node takes several times as long as reading a word.
        let links_over_filter = 4.0 * excluded * length / words as f64;
        let few = "the problem has few options";
        let many_meet = "a choice excludes many options";
        let few_meet = "a choice excludes few of the options";
        if problem.has_bounds() {
            return if links_over_filter < 1.0 {
                (Self::Links, few_meet)
            } else {
                (Self::Bounded, "items have bounds, and a choice excludes many options")
            };
        }
        // Without wide registers, Filter tests options one by one, and a block of domains takes
        // eight operations.
        if !Simd::best().is_wide() {
            return match domains {
                // If options have two items, few options share an item with the chosen one, and
                // reading all remaining options is cheap.
                Some(_) if options <= OPTIONS_OF_DOMAINS && (length > 2.0 || words > 1) => {
                    (Self::Domains, few)
                }
                _ if words == 1 => (Self::Filter, "the items fit into one word"),
                _ if links_over_filter >= 3.0 => (Self::Filter, many_meet),
                _ => (Self::Links, few_meet),
            };
        }
        if domains.is_some() && options <= OPTIONS_OF_DOMAINS {
            return (Self::Domains, few);
        }
        // Filter does not support masks of this size. Hybrid begins with links, which have none.
        if words * 64 > Filter::MAX_BITS {
            return (Self::Hybrid, "the problem has too many items for masks of bits");
        }
        if links_over_filter < 1.0 {
            return (Self::Hybrid, few_meet);
        }
        // Domains are read as a whole at every node.
        let left = options as f64 * (1.0 - excluded) * words as f64 * size_of::<u64>() as f64;
        match domains {
            Some(size) if left >= 4.0 * size as f64 => {
                (Self::Domains, "its table of domains is small")
            }
            _ => (Self::Filter, many_meet),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    #[cfg_attr(miri, ignore = "compiles Sudoku for every engine: minutes")]
    fn engines_have_distinct_names_and_report_what_they_support() {
        let mut plain = Problem::builder();
        plain.primary(["a"]).unwrap();
        plain.option(["a"]).unwrap();
        let mut bounded = Problem::builder();
        bounded.bounded(["a"], 0..=2).unwrap();
        bounded.option(["a"]).unwrap();
        let sudoku = sudoku();
        let mut names = Vec::new();
        for problem in [plain.build().unwrap(), bounded.build().unwrap(), sudoku] {
            for kind in Kind::ALL {
                let engine = kind.compile(&problem);
                assert_eq!(
                    kind.supports(&problem),
                    engine.as_ref().map(drop).map_err(|error| *error),
                    "{kind:?}"
                );
                names.extend(engine.map(|engine| engine.name()));
            }
        }
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), Kind::ALL.len(), "{names:?}");
    }

    fn sudoku() -> Problem {
        let mut builder = Problem::builder();
        builder.unnamed_primary(324).unwrap();
        for (row, column, digit) in (0..729).map(|option| (option / 81, option / 9 % 9, option % 9))
        {
            let items = [9 * row + column, 81 + 9 * row + digit, 162 + 9 * column + digit];
            let corner = 243 + 9 * (row / 3 * 3 + column / 3) + digit;
            builder.option(items.into_iter().chain([corner]).map(crate::ids::ItemId::new)).unwrap();
        }
        builder.build().unwrap()
    }
}
