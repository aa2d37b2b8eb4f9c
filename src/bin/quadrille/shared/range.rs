//! Ranges of numbers on the command line.

use std::ops::RangeInclusive;

/// Parses a number, or an inclusive range such as `24..28`.
///
/// # Errors
/// Fails if the text is neither, or if the first number is greater than the last.
pub(crate) fn range(text: &str) -> Result<RangeInclusive<usize>, String> {
    let number = |number: &str| {
        let wrong = |_| {
            format!(
                "{number:?} is not a number: write one, or the first and the last, as in 24..28"
            )
        };
        number.parse::<usize>().map_err(wrong)
    };
    let (first, last) = text.split_once("..").unwrap_or((text, text));
    // Accepts `..=` as well, the inclusive range of Rust.
    let (first, last) = (number(first)?, number(last.strip_prefix('=').unwrap_or(last))?);
    if first > last {
        return Err(format!(
            "the first number is greater than the last: did you mean {last}..{first}?"
        ));
    }
    Ok(first..=last)
}
