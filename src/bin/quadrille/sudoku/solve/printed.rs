//! The text of solutions, counts and verdicts in each format.

use std::fmt;
use std::io::{self, Write};

use num_bigint::BigUint;
use quadrille::Count;
use quadrille::sudoku::{Grid, Puzzle};
use serde::Serialize;
use serde_json::value::RawValue;

use super::Format;
use crate::shared::counting::json_number;

/// A line of `--format json`.
#[derive(Serialize)]
#[serde(untagged)]
pub(crate) enum Object<'a> {
    Solution { puzzle: &'a str, solution: &'a str, index: u64 },
    Rank { puzzle: &'a str, solution: &'a str, rank: Box<RawValue> },
    Count { puzzle: &'a str, count: Box<RawValue>, complete: bool },
    Candidates { puzzle: &'a str, solutions: Box<RawValue>, counts: Vec<Vec<Box<RawValue>>> },
    Unique { puzzle: &'a str, verdict: &'a str, solutions: Vec<&'a str> },
}

pub(crate) fn print_solution(
    output: &mut impl Write,
    format: Format,
    puzzle: &Puzzle,
    solution: &Grid,
    index: u64,
) -> io::Result<()> {
    match format {
        Format::Line => {
            output.write_all(solution.as_bytes())?;
            output.write_all(b"\n")
        }
        Format::Grid => writeln!(output, "{solution:#}"),
        Format::Csv => writeln!(output, "{puzzle},{solution}"),
        Format::Json => {
            let (puzzle, solution) = (&puzzle.to_string(), solution.as_str());
            print_object(output, &Object::Solution { puzzle, solution, index })
        }
    }
}

pub(crate) fn print_object(output: &mut impl Write, object: &Object<'_>) -> io::Result<()> {
    serde_json::to_writer(&mut *output, object)?;
    output.write_all(b"\n")
}

/// Prints the line of a puzzle whose solutions are not printed.
pub(crate) fn print_verdict(
    output: &mut impl Write,
    format: Format,
    text: &dyn fmt::Display,
    object: &Object<'_>,
) -> io::Result<()> {
    match format {
        Format::Json => print_object(output, object),
        Format::Line | Format::Grid | Format::Csv => writeln!(output, "{text}"),
    }
}

pub(crate) fn print_count(
    output: &mut impl Write,
    format: Format,
    puzzle: &Puzzle,
    count: &Count<BigUint>,
) -> io::Result<()> {
    let (puzzle, complete) = (&puzzle.to_string(), count.is_exact());
    let object = Object::Count { puzzle, count: json_number(&count.clone().found()), complete };
    print_verdict(output, format, count, &object)
}

/// Prints the number of solutions with each candidate. A cell takes three lines, with the counts of
/// the digits 1 to 9 in their places.
pub(crate) fn print_candidates(
    output: &mut impl Write,
    format: Format,
    puzzle: &Puzzle,
    solutions: &BigUint,
    counts: &[BigUint],
) -> io::Result<()> {
    if format == Format::Json {
        let counts = counts.chunks(9).map(|cell| cell.iter().map(json_number).collect()).collect();
        let object = Object::Candidates {
            puzzle: &puzzle.to_string(),
            solutions: json_number(solutions),
            counts,
        };
        return print_object(output, &object);
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
            let text = if *count == BigUint::ZERO { ".".to_owned() } else { count.to_string() };
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

/// Returns the verdict on a puzzle, given the number of solutions found in a search for two.
pub(crate) fn verdict(solutions: usize) -> &'static str {
    match solutions {
        0 => "none",
        1 => "unique",
        _ => "several",
    }
}
