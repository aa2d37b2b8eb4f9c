//! Problems as values of serde: their text.

use serde::de::Error as _;
use serde::ser::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::write;
use crate::problem::Problem;

/// Serializes as the text of [`format::write`](crate::format::write()), with the feature `serde`.
///
/// The value that is read from it is equal if all items have names. It is an error if the format
/// cannot express the problem: see [`WriteError`](super::WriteError).
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

/// Reads a problem from its text, in any format of [`format::read`](crate::format::read()).
impl<'de> Deserialize<'de> for Problem {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        String::deserialize(deserializer)?.parse().map_err(D::Error::custom)
    }
}
