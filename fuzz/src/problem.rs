//! The parser of both formats of problems, and the writer. Any bytes give a problem, or an error
//! with a place in the text. A problem is written and read back unchanged, and every option and
//! every warning has the right line.

use quadrille::format::{self, ParseErrorKind, ReadError};
use quadrille::{OptionId, Problem};

use crate::text::{check_place, check_written, lines};

pub fn run(bytes: &[u8]) {
    if has_a_large_count(bytes) {
        return;
    }
    let read = format::read(bytes);
    if let Ok(text) = std::str::from_utf8(bytes) {
        assert_eq!(
            text.parse::<Problem>().ok().as_ref(),
            read.as_ref().ok().map(|parsed| &parsed.problem)
        );
    }
    let parsed = match read {
        Ok(parsed) => parsed,
        Err(ReadError::Parse(error)) => {
            assert!(
                !matches!(error.kind, ParseErrorKind::LineTooLong(_) | ParseErrorKind::TooLarge),
                "{error}"
            );
            return check_place(bytes, error.line, Some(error.column), &error);
        }
        Err(error) => panic!("memory cannot be read: {error}"),
    };
    let problem = &parsed.problem;
    check_written(problem);
    let lines = lines(bytes);
    let mut before = 0;
    for (option, items) in problem.options() {
        let line = parsed.line(option).expect("every option has a line");
        assert!(
            before < line && line as usize <= lines.len(),
            "options in lines {before} and {line}"
        );
        let words = lines[line as usize - 1].split(|&byte| matches!(byte, b' ' | b'\t'..=b'\r'));
        let words = words.filter(|word| !word.is_empty() && !word.starts_with(b"|")).count();
        assert!(
            words == items.len() || words == items.len() + 1,
            "line {line} of {:?}",
            problem.option_text(option)
        );
        before = line;
    }
    assert_eq!(parsed.line(OptionId::new(problem.option_count() as u32)), None);
    let unchoosable: Vec<_> = problem
        .options()
        .map(|(option, _)| option)
        .filter(|&option| !problem.is_choosable(option))
        .map(|option| (Some(option), parsed.line(option)))
        .collect();
    let warned: Vec<_> =
        parsed.warnings.iter().map(|warning| (Some(warning.option), Some(warning.line))).collect();
    assert_eq!(warned, unchoosable);
}

/// True if the text could be a problem that declares very many items in a few bytes. Such a problem
/// takes long to read.
fn has_a_large_count(bytes: &[u8]) -> bool {
    let is_there = bytes.windows(2).any(|two| two == b"ec");
    is_there && bytes.windows(5).any(|five| five.iter().all(u8::is_ascii_digit))
}
