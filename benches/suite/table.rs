//! The tables of results.

use std::fmt::Write;

use bytesize::ByteSize;
use comfy_table::presets::ASCII_MARKDOWN;
use comfy_table::{CellAlignment, Table};

use super::compare::{Change, Comparison, Quantity};
use super::record::{Figures, Record, Row, Status};
use crate::cases::Case;

pub(crate) fn of_cases(cases: &[Case]) -> String {
    let mut table = empty(&["case", "family", "size", "do", "expected", "input"], &[4]);
    for case in cases {
        let Case { name, family, input, task, expect, size, .. } = case;
        let row = [
            name,
            family,
            &size.to_string(),
            &task.to_string(),
            &expect.to_string(),
            &input.to_string(),
        ];
        table.add_row(row.map(String::as_str));
    }
    lines(&table)
}

pub(crate) fn of_results(record: &Record) -> String {
    let head = [
        "case",
        "engine",
        "solutions",
        "minimum",
        "median",
        "a second",
        "nodes",
        "updates",
        "memory",
        "compiling",
    ];
    let mut table = empty(&head, &[2, 3, 4, 5, 6, 7, 8, 9]);
    let mut last = "";
    for row in &record.results {
        let name = if row.case == last { "" } else { &row.case };
        last = &row.case;
        let mut cells = vec![name.to_owned(), row.engine.clone()];
        match (&row.figures, row.status) {
            (Some(figures), status) => cells.extend(self::figures(row, figures, status)),
            (None, Status::Stopped) => cells.push("too long".to_owned()),
            (None, _) => cells.push("unsupported".to_owned()),
        }
        cells.resize(head.len(), "-".to_owned());
        table.add_row(cells);
    }
    lines(&table)
}

fn figures(row: &Row, figures: &Figures, status: Status) -> [String; 8] {
    let solutions = match (status, &figures.costs) {
        (Status::Wrong, None) => format!("WRONG: {}", figures.solutions),
        (Status::Wrong, Some(costs)) => format!("WRONG: {costs:?}"),
        _ => figures.solutions.to_string(),
    };
    let rate = if row.problems > 1 {
        format!("{} puzzles", short(figures.puzzles_per_second))
    } else {
        format!("{} solutions", short(figures.solutions_per_second))
    };
    [
        solutions,
        time(figures.minimum_ns),
        time(figures.median_ns),
        rate,
        short(figures.nodes as f64),
        short(figures.updates as f64),
        ByteSize(figures.memory_bytes).to_string(),
        time(figures.compile_minimum_ns),
    ]
}

pub(crate) fn of_changes(comparison: &Comparison, file: &str, old: &Record) -> String {
    let Comparison { changes, compared, not_compared, same_machine } = comparison;
    let mut text = format!("compared with {file}: version {}, {}\n", old.version, old.date);
    if !same_machine {
        let _ = writeln!(text, "times of another machine are not compared: {}", old.machine);
    }
    for change in changes {
        let _ = writeln!(text, "{}", line(change));
    }
    for what in not_compared {
        let _ = writeln!(text, "{what}: nothing to compare with");
    }
    let changed: Vec<_> = changes.iter().map(|change| (&change.case, &change.engine)).collect();
    let changed =
        changed.iter().enumerate().filter(|&(at, pair)| !changed[..at].contains(pair)).count();
    let _ = match changed {
        0 => writeln!(text, "no change beyond the noise in {compared} of {compared}"),
        _ => writeln!(text, "no change beyond the noise in {} of {compared}", compared - changed),
    };
    text
}

fn line(change: &Change) -> String {
    let Change { case, engine, what, before, after, noise } = change;
    let (name, [from, to]) = match what {
        Quantity::Time if change.is_worse() => ("slower", [*before, *after].map(time)),
        Quantity::Time => ("faster", [*before, *after].map(time)),
        Quantity::Compiling if change.is_worse() => {
            ("compiles slower", [*before, *after].map(time))
        }
        Quantity::Compiling => ("compiles faster", [*before, *after].map(time)),
        Quantity::Memory => ("memory", [*before, *after].map(|bytes| ByteSize(bytes).to_string())),
        Quantity::Nodes => ("nodes", [*before, *after].map(|count| count.to_string())),
        Quantity::Updates => ("updates", [*before, *after].map(|count| count.to_string())),
        Quantity::Solutions => ("solutions", [*before, *after].map(|count| count.to_string())),
    };
    let percent = (*after as f64 / (*before).max(1) as f64 - 1.0) * 100.0;
    let noise =
        if what.is_time() { format!(", noise {:.0}%", noise * 100.0) } else { String::new() };
    format!("{case} with {engine}: {name}, {from} -> {to} ({percent:+.1}%{noise})")
}

fn empty(head: &[&str], numbers: &[usize]) -> Table {
    let mut table = Table::new();
    table.load_style(ASCII_MARKDOWN).set_header(head);
    for &number in numbers {
        if let Some(column) = table.column_mut(number) {
            column.set_cell_alignment(CellAlignment::Right);
        }
    }
    table
}

fn lines(table: &Table) -> String {
    let mut text = table.to_string();
    text.push('\n');
    text
}

/// Formats a time with at least three significant digits, or as a whole number of nanoseconds.
fn time(nanoseconds: u64) -> String {
    let ns = nanoseconds as f64;
    match nanoseconds {
        0..1_000 => format!("{nanoseconds} ns"),
        1_000..1_000_000 => format!("{} µs", three_digits(ns / 1e3)),
        1_000_000..1_000_000_000 => format!("{} ms", three_digits(ns / 1e6)),
        _ => format!("{} s", three_digits(ns / 1e9)),
    }
}

/// Formats a number below ten thousand as a whole number. Formats others with at least three
/// significant digits, and `k`, `M` or `G` for thousands, millions or thousands of millions.
fn short(number: f64) -> String {
    let (number, unit) = match number {
        n if n < 9999.5 => return format!("{n:.0}"),
        n if n < 999.5e3 => (n / 1e3, "k"),
        n if n < 999.5e6 => (n / 1e6, "M"),
        n => (n / 1e9, "G"),
    };
    format!("{}{unit}", three_digits(number))
}

fn three_digits(number: f64) -> String {
    match number {
        n if n < 9.995 => format!("{n:.2}"),
        n if n < 99.95 => format!("{n:.1}"),
        n => format!("{n:.0}"),
    }
}
