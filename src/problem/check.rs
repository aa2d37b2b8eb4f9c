//! Judges a cover by the definition of an exact cover alone. No engine has a hand in it, so that it can judge them.

use std::error::Error;
use std::fmt;

use super::Problem;
use crate::ids::{ItemId, OptionId};

/// Why a set of options is not a cover of a problem.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum CoverError {
    /// The problem has no option of that number.
    UnknownOption(OptionId),
    /// An option that has no primary item, and so can be in no cover.
    NotChoosable(OptionId),
    /// An item is in two of the options; if they are equal, the option was given twice.
    CoveredTwice {
        /// The item's name, or `#` and its number.
        item: String,
        /// The two options.
        options: [OptionId; 2],
    },
    /// A primary item is in none of the options.
    Uncovered {
        /// The item's name, or `#` and its number.
        item: String,
    },
}

impl fmt::Display for CoverError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::UnknownOption(option) => write!(f, "the problem has no option {option}"),
            Self::NotChoosable(option) => write!(f, "option {option} has no primary item, so it is in no cover"),
            Self::CoveredTwice { item, options: [first, second] } => {
                write!(f, "item `{item}` is covered twice, by options {first} and {second}")
            }
            Self::Uncovered { item } => write!(f, "primary item `{item}` is not covered"),
        }
    }
}

impl Error for CoverError {}

impl Problem {
    /// Whether these options, in any order, are a cover: `Ok` if every primary item is in exactly one of them and every
    /// secondary item in at most one. Takes time proportional to the number of items.
    ///
    /// # Errors
    /// The first thing that is wrong, as a [`CoverError`].
    ///
    /// ```
    /// use quadrille::{CoverError, OptionId, Problem};
    /// let mut builder = Problem::builder();
    /// builder.primary(["a", "b"])?;
    /// let (a, b) = (builder.option(["a"])?, builder.option(["b"])?);
    /// let problem = builder.build()?;
    /// assert_eq!(problem.check(&[b, a]), Ok(()));
    /// assert_eq!(problem.check(&[a]), Err(CoverError::Uncovered { item: "b".into() }));
    /// # Ok::<(), quadrille::BuildError>(())
    /// ```
    pub fn check(&self, options: &[OptionId]) -> Result<(), CoverError> {
        let mut covered_by: Vec<Option<OptionId>> = vec![None; self.item_count()];
        for &option in options {
            if option.index() >= self.option_count() {
                return Err(CoverError::UnknownOption(option));
            }
            if !self.is_choosable(option) {
                return Err(CoverError::NotChoosable(option));
            }
            for &item in self.option(option) {
                if let Some(first) = covered_by[item.index()].replace(option) {
                    return Err(CoverError::CoveredTwice { item: self.label(item), options: [first, option] });
                }
            }
        }
        match covered_by[..self.primary_count()].iter().position(Option::is_none) {
            Some(item) => Err(CoverError::Uncovered { item: self.label(ItemId::new(item as u32)) }),
            None => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_fault_is_named() {
        let mut builder = Problem::builder();
        builder.primary(["a", "b"]).unwrap();
        builder.secondary(["s"]).unwrap();
        let [a, b, s, no] = [&["a", "s"][..], &["b", "s"], &["s"], &[]].map(|items| builder.option(items).unwrap());
        let plain_b = builder.option(["b"]).unwrap();
        let problem = builder.build().unwrap();
        let twice = |item: &str, options| Err(CoverError::CoveredTwice { item: item.into(), options });
        assert_eq!(problem.check(&[a, plain_b]), Ok(()));
        assert_eq!(problem.check(&[a, b]), twice("s", [a, b]));
        assert_eq!(problem.check(&[plain_b, plain_b]), twice("b", [plain_b, plain_b]));
        assert_eq!(problem.check(&[a, plain_b, s]), Err(CoverError::NotChoosable(s)));
        assert_eq!(problem.check(&[no]), Err(CoverError::NotChoosable(no)));
        assert_eq!(problem.check(&[plain_b]), Err(CoverError::Uncovered { item: "a".into() }));
        assert_eq!(problem.check(&[OptionId::new(9)]), Err(CoverError::UnknownOption(OptionId::new(9))));
    }
}
