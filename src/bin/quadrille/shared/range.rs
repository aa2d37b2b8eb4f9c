//! Ranges of numbers on the command line.

use std::ops::RangeInclusive;

/// Reads a number, or a range as `24..28`, which has both of its ends.
///
/// # Errors
/// The text is neither, or the first number is greater than the last. The error says so.
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
    // Someone who writes Rust may write the range as there.
    let (first, last) = (number(first)?, number(last.strip_prefix('=').unwrap_or(last))?);
    if first > last {
        return Err(format!(
            "the first number is greater than the last: did you mean {last}..{first}?"
        ));
    }
    Ok(first..=last)
}
