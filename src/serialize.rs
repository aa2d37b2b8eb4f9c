//! The serialized forms of problems, covers, counts and grids, with the feature `serde`. The
//! implementations for ids and for the cubes of a search are derived.

use serde::de::Error as _;
use serde::ser::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::count::Count;
use crate::format::write;
use crate::ids::OptionId;
use crate::problem::{Cover, Problem};
use crate::sudoku::Grid;

/// Serializes as the text of [`format::write`](crate::format::write()), with the feature `serde`.
///
/// The text deserializes to an equal problem if all items have names. Serializing fails if the
/// format cannot express the problem: see [`WriteError`](crate::format::WriteError).
///
/// ```
/// use quadrille::Problem;
/// let problem: Problem = "a b\na b\n".parse()?;
/// let text = serde_json::to_string(&problem)?;
/// assert_eq!(text, r#""a b\na b\n""#);
/// assert_eq!(serde_json::from_str::<Problem>(&text)?, problem);
/// assert!(serde_json::from_str::<Problem>(r#""a b\na c\n""#).is_err());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
impl Serialize for Problem {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut text = Vec::new();
        write(self, &mut text).map_err(S::Error::custom)?;
        serializer.serialize_str(&String::from_utf8(text).map_err(S::Error::custom)?)
    }
}

/// Serializes as the list of the numbers of its options, with the feature `serde`.
///
/// ```
/// use quadrille::puzzle::{Puzzle, queens::Queens};
/// use quadrille::{Count, Cover, OptionId, search::OpenCube};
/// let cover: Cover = [5, 2].map(OptionId::new).into_iter().collect();
/// assert_eq!(serde_json::to_string(&cover)?, "[2,5]");
/// assert_eq!(serde_json::from_str::<Cover>("[5,2,5]")?, cover);
/// assert_eq!(serde_json::to_string(&Count::at_least(92))?, r#""92+""#);
/// // The rest of a search, to be continued in another process.
/// let mut solutions = Queens::new(8)?.problem().solutions();
/// solutions.nth(9);
/// let rest = serde_json::to_string(&solutions.remaining())?;
/// let rest: Vec<OpenCube> = serde_json::from_str(&rest)?;
/// assert_eq!(rest, solutions.remaining());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
impl Serialize for Cover {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self)
    }
}

/// Reads a cover from the numbers of its options, in any order. [`Problem::check`] tests if it is a
/// cover of a given problem.
impl<'de> Deserialize<'de> for Cover {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Vec::<OptionId>::deserialize(deserializer).map(|options| options.into_iter().collect())
    }
}

/// Implements `Serialize` for types that are written as their text.
macro_rules! write_as_text {
    ($($type:ty),+) => {$(
        /// Serializes as its text, with the feature `serde`.
        impl Serialize for $type {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.collect_str(self)
            }
        }
    )+};
}

/// Implements `Deserialize` for types that are read from their text.
macro_rules! read_from_text {
    ($($type:ty),+) => {$(
        /// Reads the value from its text.
        impl<'de> Deserialize<'de> for $type {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                String::deserialize(deserializer)?.parse().map_err(D::Error::custom)
            }
        }
    )+};
}

write_as_text!(Count, Grid);
read_from_text!(Count, Grid, Problem);
