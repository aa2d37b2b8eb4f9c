//! Questions about all covers together: some at random, the i-th, the uses of options, and the diagram.

use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::path::Path;

use num_bigint::BigUint;
use quadrille::engine::memo::Memo;
use quadrille::search::Cube;
use quadrille::{Diagram, OptionId, Problem};

use super::{Args, Format, Object, end_problem, print_cover};
use crate::shared::console::Session;
use crate::shared::family::{self, Wish, json_number};
use crate::shared::output::Output;

/// Answers a question about all covers together.
pub(super) fn ask(args: &Args, name: &str, problem: &Problem, cube: &Cube, session: &mut Session) -> io::Result<()> {
    let memo = match Memo::new(problem) {
        Ok(memo) => memo.with_memory(args.family.memory()),
        Err(error) => return session.bad(&format!("{name}: there is no diagram of the covers: {error}")),
    };
    let Some(family) = family::family(&memo, cube, &name, session)? else { return Ok(()) };
    if let Some(file) = &args.diagram {
        if file.as_os_str() == "-" {
            session.print(|output| family.write(output))?;
        } else if let Err(error) = write_diagram(&family, problem, file) {
            return session.bad(&format!("{}: cannot be written: {error}", file.display()));
        }
        return end_problem(args, name, u64::from(!family.is_empty()), session);
    }
    let Some(wish) = args.family.wish() else { return Ok(()) };
    let counts = family.counts();
    if matches!(wish, Wish::OptionCounts) {
        session.print(|output| print_option_counts(output, args.format, problem, &counts.of_options()))?;
    }
    match family::chosen(&wish, &counts) {
        Ok(covers) => {
            for (index, cover) in (1..).zip(covers) {
                session.print(|output| print_cover(output, args.format, problem, &cover, index, None))?;
                session.tick()?;
            }
        }
        Err(message) if !family.is_empty() => {
            session.no_solution();
            session.say(&format!("{name}: {message}"))?;
        }
        Err(_) => {}
    }
    end_problem(args, name, u64::from(!family.is_empty()), session)
}

fn write_diagram(family: &Diagram, problem: &Problem, file: &Path) -> io::Result<()> {
    let mut output = BufWriter::new(File::create(file)?);
    if file.extension().is_some_and(|extension| extension == "dot") {
        family.write_dot(&mut output, |option| problem.option_text(option))?;
    } else {
        family.write(&mut output)?;
    }
    output.flush()
}

/// Prints in how many covers each option is.
fn print_option_counts(output: &mut Output, format: Format, problem: &Problem, counts: &[BigUint]) -> io::Result<()> {
    let width = counts.iter().map(|count| count.to_string().len()).max().unwrap_or(0);
    for (option, count) in (0..).map(OptionId::new).zip(counts) {
        let (position, text) = (option.index() + 1, problem.option_text(option));
        match format {
            Format::Text => writeln!(output, "{:>width$}  {text}", count.to_string())?,
            Format::Indices => writeln!(output, "{position} {count}")?,
            Format::Json => output.json(&Object::Option { option: position, text, count: json_number(count) })?,
        }
    }
    Ok(())
}
