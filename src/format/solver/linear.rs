//! The formats with sums: LP, MPS and OPB.

use std::io::{self, Write};

use super::rows::{Row, Rows};
use crate::problem::Problem;

/// The maximum number of terms in a line of an LP file. Some readers limit the length of a line.
const TERMS_PER_LINE: usize = 10;

/// Iterates over the variables with a cost.
fn costs(problem: &Problem) -> impl Iterator<Item = (u32, i64)> + '_ {
    let all = problem.options().map(|(option, _)| (option.get() + 1, problem.cost(option)));
    all.filter(|&(_, cost)| cost != 0)
}

pub(super) fn write_lp(problem: &Problem, rows: &Rows, output: &mut impl Write) -> io::Result<()> {
    writeln!(output, "\\ x1 is 1 if the first option is chosen, x2 for the second, and so on.")?;
    write!(output, "Minimize\n cost:")?;
    let mut is_empty = true;
    for (at, (x, cost)) in costs(problem).enumerate() {
        is_empty = false;
        if at > 0 && at % TERMS_PER_LINE == 0 {
            write!(output, "\n ")?;
        }
        write!(output, " {cost:+} x{x}")?;
    }
    if is_empty && rows.variables > 0 {
        write!(output, " 0 x1")?;
    }
    writeln!(output, "\nSubject To")?;
    for (number, row) in (1..).zip(&rows.rows) {
        match (row.low, row.high) {
            (Some(low), Some(high)) if low == high => lp_row(output, number, "", row, "=", low)?,
            (low, high) => {
                if let Some(low) = low {
                    lp_row(output, number, "", row, ">=", low)?;
                }
                if let Some(high) = high {
                    lp_row(output, number, "u", row, "<=", high)?;
                }
            }
        }
    }
    writeln!(output, "Binary")?;
    for x in 1..=rows.variables {
        writeln!(output, " x{x}")?;
    }
    writeln!(output, "End")
}

fn lp_row(
    output: &mut impl Write,
    number: usize,
    suffix: &str,
    row: &Row,
    relation: &str,
    limit: u32,
) -> io::Result<()> {
    write!(output, " r{number}{suffix}:")?;
    for (at, (sign, x)) in row.terms().enumerate() {
        if at > 0 && at % TERMS_PER_LINE == 0 {
            write!(output, "\n ")?;
        }
        write!(output, " {} x{x}", if sign < 0 { '-' } else { '+' })?;
    }
    writeln!(output, " {relation} {limit}")
}

pub(super) fn write_mps(problem: &Problem, rows: &Rows, output: &mut impl Write) -> io::Result<()> {
    writeln!(output, "* x1 is 1 if the first option is chosen, x2 for the second, and so on.")?;
    writeln!(output, "NAME quadrille\nROWS\n N cost")?;
    let mut columns = vec![Vec::new(); rows.variables as usize + 1];
    for (number, row) in (1..).zip(&rows.rows) {
        let kind = match (row.low, row.high) {
            (Some(low), Some(high)) if low == high => 'E',
            (Some(_), _) => 'G',
            _ => 'L',
        };
        writeln!(output, " {kind} r{number}")?;
        row.terms().for_each(|(sign, x)| columns[x as usize].push((number, sign)));
    }
    writeln!(output, "COLUMNS\n M1 'MARKER' 'INTORG'")?;
    let mut costs = costs(problem).peekable();
    for (x, column) in (0..).zip(&columns).skip(1) {
        let cost = costs.next_if(|&(at, _)| at == x).map_or(0, |(_, cost)| cost);
        if cost != 0 || column.is_empty() {
            writeln!(output, " x{x} cost {cost}")?;
        }
        for (number, sign) in column {
            let number: &usize = number;
            writeln!(output, " x{x} r{number} {sign}")?;
        }
    }
    writeln!(output, " M2 'MARKER' 'INTEND'\nRHS")?;
    for (number, row) in (1..).zip(&rows.rows) {
        let limit = row.low.or(row.high).unwrap_or(0);
        if limit != 0 {
            writeln!(output, " RHS r{number} {limit}")?;
        }
    }
    writeln!(output, "RANGES")?;
    for (number, row) in (1_usize..).zip(&rows.rows) {
        if let (Some(low), Some(high)) = (row.low, row.high)
            && low < high
        {
            writeln!(output, " RNG r{number} {}", high - low)?;
        }
    }
    writeln!(output, "BOUNDS")?;
    for x in 1..=rows.variables {
        writeln!(output, " UP BND x{x} 1")?;
    }
    writeln!(output, "ENDATA")
}

pub(super) fn write_opb(problem: &Problem, rows: &Rows, output: &mut impl Write) -> io::Result<()> {
    let is_range =
        |row: &&Row| matches!((row.low, row.high), (Some(low), Some(high)) if low != high);
    let count = rows.rows.len() + rows.rows.iter().filter(is_range).count();
    writeln!(output, "* #variable= {} #constraint= {count}", rows.variables)?;
    if problem.has_costs() {
        write!(output, "min:")?;
        for (x, cost) in costs(problem) {
            write!(output, " {cost:+} x{x}")?;
        }
        writeln!(output, " ;")?;
    }
    let mut write_row = |row: &Row, factor: i32, relation: &str, limit: i64| -> io::Result<()> {
        for (sign, x) in row.terms() {
            write!(output, "{:+} x{x} ", factor * sign)?;
        }
        writeln!(output, "{relation} {limit} ;")
    };
    for row in &rows.rows {
        match (row.low, row.high) {
            (Some(low), Some(high)) if low == high => write_row(row, 1, "=", low.into())?,
            (low, high) => {
                if let Some(low) = low {
                    write_row(row, 1, ">=", low.into())?;
                }
                if let Some(high) = high {
                    write_row(row, -1, ">=", -i64::from(high))?;
                }
            }
        }
    }
    Ok(())
}
