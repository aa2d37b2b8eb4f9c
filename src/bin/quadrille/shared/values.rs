//! Parsers of names, numbers, sizes and times on the command line.
//!
//! The options with the parsers `positive`, `whole`, `index`, `thread_count` and `duration` allow
//! negative numbers, or values that begin with a hyphen, so the error is about the value. Otherwise
//! clap would treat `-5` as an unknown option.

use std::num::NonZeroUsize;
use std::ops::RangeInclusive;
use std::thread;
use std::time::Duration;

use clap::builder::{PossibleValuesParser, TypedValueParser};
use num_bigint::BigUint;

/// The maximum number of threads of a command. Each thread has its own stack, and systems limit the
/// number of memory mappings. More threads than processors do not make a search faster.
const MOST_THREADS: NonZeroUsize = NonZeroUsize::new(1024).expect("it is positive");

const NEGATIVE: &str = "it must not be negative";

/// Parses a name from a list of values, and lists the names in the help.
pub(crate) fn named<T: Copy + Send + Sync + 'static, const N: usize>(
    values: [T; N],
    name: fn(T) -> &'static str,
) -> impl TypedValueParser<Value = T> {
    PossibleValuesParser::new(values.map(name)).map(move |text| {
        let value = values.into_iter().find(|&value| name(value) == text);
        value.expect("only these names pass")
    })
}

/// Reads a number from 1 on. As a limit, the library takes `u64::MAX` for no limit.
pub(crate) fn positive(text: &str) -> Result<u64, String> {
    match up_to(u64::MAX - 1, text)? {
        0 => Err("0 is not in 1..".to_owned()),
        number => Ok(number),
    }
}

pub(crate) fn whole(text: &str) -> Result<u64, String> {
    up_to(u64::MAX, text)
}

fn up_to(most: u64, text: &str) -> Result<u64, String> {
    if text.starts_with('-') {
        return Err(NEGATIVE.to_owned());
    }
    text.parse().ok().filter(|number| *number <= most).ok_or_else(|| {
        if !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit()) {
            format!("the largest number is {most}")
        } else {
            "not a whole number: write all of its digits and nothing else, such as 1000000"
                .to_owned()
        }
    })
}

/// Parses a number of any length that is at least 1.
pub(crate) fn index(text: &str) -> Result<BigUint, String> {
    // The crate's parser also accepts a plus sign and underscores.
    let is_number = text.bytes().all(|byte| byte.is_ascii_digit());
    match text.parse() {
        Ok(index) if is_number && index > BigUint::ZERO => Ok(index),
        _ => Err("expected a number, counted from 1".to_owned()),
    }
}

/// Parses a number of threads. 0 stands for all hardware threads.
pub(crate) fn thread_count(text: &str) -> Result<NonZeroUsize, String> {
    match usize::try_from(whole(text)?) {
        Ok(count) if count <= MOST_THREADS.get() => Ok(threads(count)),
        _ => Err(format!("at most {MOST_THREADS} threads; 0 stands for one per processor")),
    }
}

/// Returns the number of threads for a requested number; 0 stands for all hardware threads. It is
/// at most [`MOST_THREADS`], even if a checkpoint requests more.
pub(crate) fn threads(count: usize) -> NonZeroUsize {
    let count = NonZeroUsize::new(count).or_else(|| thread::available_parallelism().ok());
    count.unwrap_or(NonZeroUsize::MIN).min(MOST_THREADS)
}

pub(crate) fn duration(text: &str) -> Result<Duration, String> {
    if text.starts_with('-') {
        return Err(NEGATIVE.to_owned());
    }
    humantime::parse_duration(text).map_err(|error| error.to_string())
}

/// Parses the two numbers of a size, such as 4x6.
pub(crate) fn size(argument: &str) -> Result<(usize, usize), String> {
    let numbers = argument.split_once('x').map(|(rows, columns)| (rows.parse(), columns.parse()));
    match numbers {
        Some((Ok(rows), Ok(columns))) => Ok((rows, columns)),
        _ => Err(format!("`{argument}` is not a size: write two numbers, such as 4x6")),
    }
}

/// Parses a number, or an inclusive range such as `24..28`.
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
