//! Which engine searches.

use std::error::Error;
use std::fmt;
use std::str::FromStr;

use crate::engine::bits::{Bands, Domains, Filter, Path};
use crate::engine::links::Links;
use crate::engine::memo::Memo;
use crate::engine::{Engine, OpenPart, Stats, Step, UnknownOption, Unsupported};
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
    /// [A cache of residues](crate::engine::memo), for counting without enumerating.
    Memo,
}

impl EngineChoice {
    /// Every choice, in the order in which they are listed to a reader.
    pub const ALL: [Self; 4] = [Self::Auto, Self::Links, Self::Bits, Self::Memo];

    /// Those that search for one cover after the other, the first as soon as it can be had.
    pub const SEARCHES: [Self; 3] = [Self::Auto, Self::Links, Self::Bits];

    /// Its name, as [`FromStr`] reads it.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Auto => "auto",
            Self::Links => "links",
            Self::Bits => "bits",
            Self::Memo => "memo",
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
// There is one of them in a search: what it takes does not matter.
#[allow(clippy::large_enum_variant)]
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum AnyEngine {
    /// Dancing links.
    Links(Links),
    /// The bands engine.
    Bands(Bands),
    /// The filter engine.
    Filter(Filter),
    /// The domains engine.
    Domains(Domains),
    /// The memo engine.
    Memo(Memo),
}

/// Does the same with whichever engine it is.
macro_rules! with_engine {
    ($any:expr, $engine:ident => $do:expr) => {
        match $any {
            AnyEngine::Links($engine) => $do,
            AnyEngine::Bands($engine) => $do,
            AnyEngine::Filter($engine) => $do,
            AnyEngine::Domains($engine) => $do,
            AnyEngine::Memo($engine) => $do,
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
            EngineChoice::Bits => Bands::new(problem)
                .map(Self::Bands)
                .or_else(|_| Domains::new(problem).map(Self::Domains))
                .or_else(|_| Filter::new(problem).map(Self::Filter)),
            EngineChoice::Memo => Memo::new(problem).map(Self::Memo),
        }
    }

    /// Compiles a problem for the engine that suits it best: the bands engine if it is made for it; else the domains engine
    /// if it can search it and [pays](domains_pay); else the filter engine, if it can and [pays](filter_pays); else dancing
    /// links.
    pub(super) fn suited(problem: &Problem) -> Self {
        if let Ok(bands) = Bands::new(problem) {
            return Self::Bands(bands);
        }
        let domains = || Domains::new(problem).map(Self::Domains);
        let filter = || Filter::new(problem).map(Self::Filter);
        match Domains::size(problem) {
            Ok(size) if domains_pay(problem, size) => domains(),
            _ if filter_pays(problem) => filter(),
            // Links, as what follows says.
            _ => Err(Unsupported::Bounds),
        }
        .unwrap_or_else(|_| Self::Links(Links::new(problem)))
    }
}

/// Whether the machine has wide registers for masks of bits.
fn is_wide() -> bool {
    Path::best().name() != "portable"
}

/// Whether the domains engine is likely to be the fastest on a problem that it can search, whose domains take so many
/// bytes.
///
/// It looks at all of its domains at every node. The filter engine looks at the options that are left: at the first choice
/// all but the `length^2 / items` of them that meet the one that is chosen. With domains of up to 16 blocks there are never
/// so few that this is less. In ordinary words, it is, for options of two items, which leave little to be looked at.
fn domains_pay(problem: &Problem, size: usize) -> bool {
    let (options, items) = (problem.option_count() as f64, problem.item_count().max(1));
    let length = problem.entry_count() as f64 / options.max(1.0);
    if !is_wide() && length <= 2.0 && items <= 64 {
        return false;
    }
    let left = options * (1.0 - length.powi(2) / items as f64).max(0.0) * items.div_ceil(64) as f64;
    size <= 16 * 64 || left * 8.0 >= 4.0 * size as f64
}

/// Whether the filter engine is likely to be faster than dancing links on a problem that it can search.
///
/// To choose an option, it reads the masks of all options that are left, `options * words`. Dancing links take the nodes of
/// the options that meet it out of their lists: with `length` items in an option, about `options * length^3 / items`, each
/// of which takes several times as long. Where that says that links touch less, they win if there are so many options that
/// the masks leave the fast caches, or if the machine goes through them one by one. The bounds are those of
/// `docs/algorithms.md`.
fn filter_pays(problem: &Problem) -> bool {
    let (options, items) = (problem.option_count(), problem.item_count());
    let words = items.div_ceil(64);
    let length = problem.entry_count() as f64 / options.max(1) as f64;
    let quotient = length.powi(3) / (items * words).max(1) as f64;
    if is_wide() { options * words <= 1 << 14 || quotient >= 0.25 } else { words == 1 || quotient >= 0.75 }
}

impl Engine for AnyEngine {
    fn start_without(&mut self, prefix: &[OptionId], excluded: &[OptionId]) -> Result<(), UnknownOption> {
        with_engine!(self, engine => engine.start_without(prefix, excluded))
    }

    fn remaining(&self) -> Vec<OpenPart> {
        with_engine!(self, engine => engine.remaining())
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
