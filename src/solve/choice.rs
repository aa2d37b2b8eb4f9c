//! Which engine searches.

use std::error::Error;
use std::fmt;
use std::str::FromStr;

use crate::engine::bits::{Domains, Filter};
use crate::engine::links::Links;
use crate::engine::{Engine, Stats, Step, UnknownOption, Unsupported};
use crate::ids::OptionId;
use crate::problem::Problem;

/// Which engine to use.
///
/// ```
/// use quadrille::EngineChoice;
/// assert_eq!("links".parse(), Ok(EngineChoice::Links));
/// assert_eq!(EngineChoice::default().to_string(), "auto");
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum EngineChoice {
    /// The one that suits the problem best.
    #[default]
    Auto,
    /// [Dancing links](crate::engine::links), the reference engine, which supports every problem.
    Links,
    /// [Masks of bits](crate::engine::bits), for problems without bounds that are not too large.
    Bits,
}

impl EngineChoice {
    /// Every choice, in the order in which they are listed to a reader.
    pub const ALL: [Self; 3] = [Self::Auto, Self::Links, Self::Bits];

    /// Its name, as [`FromStr`] reads it.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Auto => "auto",
            Self::Links => "links",
            Self::Bits => "bits",
        }
    }
}

impl fmt::Display for EngineChoice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// No engine has this name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnknownEngine(pub String);

impl fmt::Display for UnknownEngine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names: Vec<_> = EngineChoice::ALL.iter().map(|choice| choice.name()).collect();
        write!(f, "there is no engine `{}`: choose one of {}", self.0, names.join(", "))
    }
}

impl Error for UnknownEngine {}

impl FromStr for EngineChoice {
    type Err = UnknownEngine;

    fn from_str(name: &str) -> Result<Self, UnknownEngine> {
        Self::ALL.into_iter().find(|choice| choice.name() == name).ok_or_else(|| UnknownEngine(name.to_owned()))
    }
}

/// An engine of whichever kind was chosen.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum AnyEngine {
    /// Dancing links.
    Links(Links),
    /// The filter engine.
    Filter(Filter),
    /// The domains engine.
    Domains(Domains),
}

/// Does the same with whichever engine it is.
macro_rules! with_engine {
    ($any:expr, $engine:ident => $do:expr) => {
        match $any {
            AnyEngine::Links($engine) => $do,
            AnyEngine::Filter($engine) => $do,
            AnyEngine::Domains($engine) => $do,
        }
    };
}

impl AnyEngine {
    /// Compiles a problem for the engine of this choice.
    ///
    /// # Errors
    /// [`Unsupported`] if that engine cannot search this problem; never with [`EngineChoice::Auto`] and
    /// [`EngineChoice::Links`].
    pub fn new(problem: &Problem, choice: EngineChoice) -> Result<Self, Unsupported> {
        match choice {
            EngineChoice::Auto => Ok(Self::suited(problem)),
            EngineChoice::Links => Ok(Self::Links(Links::new(problem))),
            EngineChoice::Bits => match Domains::new(problem) {
                Ok(domains) => Ok(Self::Domains(domains)),
                Err(_) => Filter::new(problem).map(Self::Filter),
            },
        }
    }

    /// Compiles a problem for the engine that suits it best.
    pub(super) fn suited(problem: &Problem) -> Self {
        match Self::new(problem, EngineChoice::Bits) {
            Ok(bits) if problem.option_count() <= SMALL => bits,
            _ => Self::Links(Links::new(problem)),
        }
    }
}

/// Up to so many options, an array of those that are left stays in a cache.
const SMALL: usize = 10_000;

impl Engine for AnyEngine {
    fn start(&mut self, prefix: &[OptionId]) -> Result<(), UnknownOption> {
        with_engine!(self, engine => engine.start(prefix))
    }

    fn advance(&mut self, nodes: u64) -> Step {
        with_engine!(self, engine => engine.advance(nodes))
    }

    fn cover(&self) -> &[OptionId] {
        with_engine!(self, engine => engine.cover())
    }

    fn stats(&self) -> Stats {
        with_engine!(self, engine => engine.stats())
    }

    fn skip(&mut self, covers: u64, nodes: u64) -> (u64, Step) {
        with_engine!(self, engine => engine.skip(covers, nodes))
    }
}
