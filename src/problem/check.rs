//! A check of a cover against the definition of an exact cover. It uses no engine, so tests of the
//! engines can rely on it.

use std::error::Error;
use std::fmt;
use std::ops::RangeInclusive;

use super::{Problem, UnknownOption};
use crate::ids::{Color, ItemId, OptionId};

/// The reason why a set of options is not a cover of a problem.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum CoverError {
    /// The problem has no such option.
    UnknownOption(UnknownOption),
    /// This option has no primary item, so no cover contains it.
    NotChoosable(OptionId),
    /// Two of the options contain this item: a primary item with the upper bound 1, or a secondary
    /// item to which they do not give the same color.
    CoveredTwice {
        /// The item's name, or `#` and its number.
        item: String,
        /// The two options.
        options: [OptionId; 2],
    },
    /// This option was given twice.
    RepeatedOption(OptionId),
    /// None of the options contains this primary item, which must be covered.
    Uncovered {
        /// The item's name, or `#` and its number.
        item: String,
    },
    /// The number of options that contain this primary item is outside its bounds.
    OutOfBounds {
        /// The item's name, or `#` and its number.
        item: String,
        /// The number of options that contain it.
        count: u32,
        /// The bounds of that number.
        bounds: RangeInclusive<u32>,
    },
}

impl fmt::Display for CoverError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::UnknownOption(error) => error.fmt(f),
            Self::NotChoosable(option) => {
                write!(f, "option {option} has no primary item, so it is in no cover")
            }
            Self::CoveredTwice { item, options: [first, second] } => {
                write!(f, "item `{item}` is covered twice, by options {first} and {second}")
            }
            Self::RepeatedOption(option) => write!(f, "option {option} is given twice"),
            Self::OutOfBounds { item, count, bounds } => {
                let (low, high) = (bounds.start(), bounds.end());
                write!(f, "item `{item}` is in {count} options, but must be in {low} to {high}")
            }
            Self::Uncovered { item } => write!(f, "primary item `{item}` is not covered"),
        }
    }
}

impl Error for CoverError {}

impl Problem {
    /// Checks if these options, in any order, are a cover. For each primary item, the number of
    /// options that contain it must be within its bounds (usually exactly one). Each secondary item
    /// must be in at most one option, or in several that all give it the same color. Takes time
    /// proportional to the number of items, options and entries.
    ///
    /// # Errors
    /// [`CoverError`] with the first fault found.
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
        let mut chosen = vec![false; self.option_count()];
        let mut covered = vec![Covered::default(); self.item_count()];
        for &option in options {
            let at =
                UnknownOption::check(option, chosen.len()).map_err(CoverError::UnknownOption)?;
            if std::mem::replace(&mut chosen[at], true) {
                return Err(CoverError::RepeatedOption(option));
            }
            if !self.is_choosable(option) {
                return Err(CoverError::NotChoosable(option));
            }
            for (item, color) in self.entries(option) {
                let covered = &mut covered[item.index()];
                let shared = match self.bounds(item) {
                    Some(bounds) => *bounds.end() > 1,
                    None => color.is_some() && color == covered.color,
                };
                if let Some(before) = covered.by.replace(option)
                    && !shared
                {
                    return Err(CoverError::CoveredTwice {
                        item: self.label(item),
                        options: [before, option],
                    });
                }
                covered.color = color;
                covered.count += 1;
            }
        }
        for (item, &Covered { count, .. }) in (0..).map(ItemId::new).zip(&covered) {
            match self.bounds(item) {
                Some(bounds) if count == 0 && *bounds.start() > 0 => {
                    return Err(CoverError::Uncovered { item: self.label(item) });
                }
                Some(bounds) if !bounds.contains(&count) => {
                    return Err(CoverError::OutOfBounds { item: self.label(item), count, bounds });
                }
                _ => {}
            }
        }
        Ok(())
    }
}

/// The state of an item: the number of options that contain it, the last of these options, and the
/// color that this option gives it.
#[derive(Clone, Copy, Default)]
struct Covered {
    count: u32,
    by: Option<OptionId>,
    color: Option<Color>,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_fault_is_named() {
        let mut builder = Problem::builder();
        builder.primary(["a", "b"]).unwrap();
        builder.secondary(["s"]).unwrap();
        let [a, b, s, no] =
            [&["a", "s"][..], &["b", "s"], &["s"], &[]].map(|items| builder.option(items).unwrap());
        let plain_b = builder.option(["b"]).unwrap();
        let problem = builder.build().unwrap();
        let twice =
            |item: &str, options| Err(CoverError::CoveredTwice { item: item.into(), options });
        assert_eq!(problem.check(&[a, plain_b]), Ok(()));
        assert_eq!(problem.check(&[a, b]), twice("s", [a, b]));
        assert_eq!(problem.check(&[plain_b, b]), twice("b", [plain_b, b]));
        assert_eq!(problem.check(&[plain_b, plain_b]), Err(CoverError::RepeatedOption(plain_b)));
        assert_eq!(problem.check(&[a, plain_b, s]), Err(CoverError::NotChoosable(s)));
        assert_eq!(problem.check(&[no]), Err(CoverError::NotChoosable(no)));
        assert_eq!(problem.check(&[plain_b]), Err(CoverError::Uncovered { item: "a".into() }));
        let unknown = UnknownOption { option: OptionId::new(9), option_count: 5 };
        assert_eq!(problem.check(&[unknown.option]), Err(CoverError::UnknownOption(unknown)));
    }

    #[test]
    fn bounds_and_colors_are_kept() {
        let mut builder = Problem::builder();
        builder.bounded(["n"], 2..=3).unwrap();
        builder.secondary(["x"]).unwrap();
        let [red, also_red, blue, plain] = [Some("red"), Some("red"), Some("blue"), None]
            .map(|color| builder.option([("n", None), ("x", color)]).unwrap());
        let [free, more, most] = [0; 3].map(|_| builder.option(["n"]).unwrap());
        let problem = builder.build().unwrap();
        let twice = |options| Err(CoverError::CoveredTwice { item: "x".into(), options });
        let count = |count| Err(CoverError::OutOfBounds { item: "n".into(), count, bounds: 2..=3 });
        assert_eq!(problem.check(&[red, also_red]), Ok(()));
        assert_eq!(problem.check(&[red, free, also_red]), Ok(()));
        assert_eq!(problem.check(&[red, blue]), twice([red, blue]));
        assert_eq!(problem.check(&[plain, blue]), twice([plain, blue]));
        assert_eq!(problem.check(&[red, plain]), twice([red, plain]));
        assert_eq!(problem.check(&[free]), count(1));
        assert_eq!(problem.check(&[free, more, most, red]), count(4));
        assert_eq!(problem.check(&[]), Err(CoverError::Uncovered { item: "n".into() }));
    }
}
