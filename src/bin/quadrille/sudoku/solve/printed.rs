//! The text of solutions, counts and verdicts in each format.

use std::fmt;
use std::io::{self, Write};

use quadrille::Count;
use quadrille::solve::DistinctCover;
use quadrille::sudoku::Grid;
use serde::Serialize;
use serde_json::value::RawValue;

use super::Format;
use crate::shared::counting::json_number;
use crate::shared::distinct::{ClassObject, ClassesObject};
use crate::shared::lines::Subject;

/// A line of `--format json`.
#[derive(Serialize)]
pub(crate) struct Object<'a> {
    puzzle: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    remark: Option<&'a str>,
    #[serde(flatten)]
    result: JsonResult<'a>,
}

/// The fields of a result.
#[derive(Serialize)]
#[serde(untagged)]
pub(crate) enum JsonResult<'a> {
    Solution {
        solution: &'a str,
        index: Box<RawValue>,
        #[serde(flatten, skip_serializing_if = "Option::is_none")]
        class: Option<ClassObject>,
    },
    Classes(ClassesObject),
    Rank {
        solution: &'a str,
        rank: Box<RawValue>,
    },
    Count {
        count: Number,
        complete: bool,
    },
    Candidates {
        solutions: Box<RawValue>,
        counts: Vec<Vec<Box<RawValue>>>,
    },
    Unique {
        verdict: &'a str,
        solutions: Vec<&'a str>,
    },
}

/// A number of solutions.
#[derive(Serialize)]
#[serde(untagged)]
pub(crate) enum Number {
    Word(u64),
    Text(Box<RawValue>),
}

pub(crate) fn print_solution(
    output: &mut impl Write,
    format: Format,
    subject: &Subject<'_>,
    solution: &Grid,
    index: &dyn fmt::Display,
    class: Option<&DistinctCover>,
) -> io::Result<()> {
    match format {
        Format::Line => {
            subject.write_before(output)?;
            output.write_all(solution.as_bytes())?;
            subject.write_after(output)
        }
        Format::Grid => writeln!(output, "{solution:#}"),
        Format::Csv => writeln!(output, "{},{solution}", subject.puzzle),
        Format::Json => {
            let (solution, index) = (solution.as_str(), json_number(index));
            let class = class.map(ClassObject::new);
            print_object(output, subject, JsonResult::Solution { solution, index, class })
        }
    }
}

fn print_object(
    output: &mut impl Write,
    subject: &Subject<'_>,
    result: JsonResult<'_>,
) -> io::Result<()> {
    let Subject { puzzle, remark, .. } = *subject;
    let object = Object { puzzle: puzzle.to_string(), remark, result };
    serde_json::to_writer(&mut *output, &object)?;
    output.write_all(b"\n")
}

/// Prints the line of a puzzle whose solutions are not printed.
pub(crate) fn print_verdict<'a>(
    output: &mut impl Write,
    format: Format,
    subject: &Subject<'_>,
    text: &dyn fmt::Display,
    result: impl FnOnce() -> JsonResult<'a>,
) -> io::Result<()> {
    match format {
        Format::Json => print_object(output, subject, result()),
        Format::Line | Format::Grid | Format::Csv => {
            subject.write_before(output)?;
            write!(output, "{text}")?;
            subject.write_after(output)
        }
    }
}

pub(crate) fn print_count(
    output: &mut impl Write,
    format: Format,
    subject: &Subject<'_>,
    count: &Count,
) -> io::Result<()> {
    let result = || JsonResult::Count {
        count: count
            .to_u64()
            .map_or_else(|| Number::Text(json_number(&count.to_big())), Number::Word),
        complete: count.is_exact(),
    };
    print_verdict(output, format, subject, count, result)
}

/// Prints the number of solutions with each candidate. A cell takes three lines, with the counts of
/// the digits 1 to 9 in their places.
pub(crate) fn print_candidates(
    output: &mut impl Write,
    format: Format,
    subject: &Subject<'_>,
    solutions: &Count,
    counts: &[Count],
) -> io::Result<()> {
    if format == Format::Json {
        let counts = counts
            .chunks(9)
            .map(|cell| cell.iter().map(|count| json_number(count)).collect())
            .collect();
        let result = JsonResult::Candidates { solutions: json_number(solutions), counts };
        return print_object(output, subject, result);
    }
    let width = counts.iter().map(|count| count.to_string().len()).max().unwrap_or(1);
    let line = |cells: &str| format!("{cells}+{cells}+{cells}");
    let (thin, thick) = ("-".repeat(9 * (width + 1) + 5), "=".repeat(9 * (width + 1) + 5));
    for row in 0..27 {
        match row {
            9 | 18 => writeln!(output, "{}", line(&thick))?,
            row if row % 3 == 0 && row > 0 => writeln!(output, "{}", line(&thin))?,
            _ => {}
        }
        for column in 0..27 {
            let cell = row / 3 * 9 + column / 3;
            let count = &counts[cell * 9 + row % 3 * 3 + column % 3];
            let text = if *count == 0 { ".".to_owned() } else { count.to_string() };
            let before = match column {
                9 | 18 => " |",
                column if column % 3 == 0 && column > 0 => " :",
                _ => "",
            };
            write!(output, "{before} {text:>width$}")?;
        }
        writeln!(output)?;
    }
    writeln!(output)
}

/// Returns the verdict on a puzzle, given the number of solutions found in a search for two. A
/// search that `is_stopped` may have missed some.
pub(crate) fn verdict(solutions: u64, is_stopped: bool) -> &'static str {
    match solutions {
        0 | 1 if is_stopped => "undecided",
        0 => "none",
        1 => "unique",
        _ => "several",
    }
}
