//! Which engine searches.

use std::error::Error;
use std::fmt;
use std::str::FromStr;

use crate::engine::links::Links;
use crate::engine::{Engine, Stats, Step, UnknownOption};
use crate::ids::OptionId;

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
    /// [Dancing links](crate::engine::links), the reference engine.
    Links,
}

impl EngineChoice {
    /// Every choice, in the order in which they are listed to a reader.
    pub const ALL: [Self; 2] = [Self::Auto, Self::Links];

    /// Its name, as [`FromStr`] reads it.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Auto => "auto",
            Self::Links => "links",
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
}

impl Engine for AnyEngine {
    fn start(&mut self, prefix: &[OptionId]) -> Result<(), UnknownOption> {
        match self {
            Self::Links(links) => links.start(prefix),
        }
    }

    fn advance(&mut self, nodes: u64) -> Step {
        match self {
            Self::Links(links) => links.advance(nodes),
        }
    }

    fn cover(&self) -> &[OptionId] {
        match self {
            Self::Links(links) => links.cover(),
        }
    }

    fn stats(&self) -> Stats {
        match self {
            Self::Links(links) => links.stats(),
        }
    }

    fn skip(&mut self, covers: u64, nodes: u64) -> (u64, Step) {
        match self {
            Self::Links(links) => links.skip(covers, nodes),
        }
    }
}
