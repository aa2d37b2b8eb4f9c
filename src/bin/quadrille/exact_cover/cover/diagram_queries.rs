//! Queries about all covers: random samples, the i-th cover, the number of covers with each option,
//! and the diagram itself.

use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::path::Path;

use quadrille::engine::memo::Memo;
use quadrille::{Count, Diagram, OptionId, Problem};

use super::Job;
use crate::exact_cover::cover_format::{Format, Object};
use crate::exact_cover::cover_printer::CoverPrinter;
use crate::shared::counting::json_number;
use crate::shared::diagram_queries::{self, Query};
use crate::shared::error::Error;
use crate::shared::output::Output;
use crate::shared::own_input::check_other;
use crate::shared::session::Session;

impl Job<'_> {
    /// Writes the diagram of all covers to a file, or to standard output for `-`.
    pub(super) fn write_diagram(&self, file: &Path, session: &mut Session) -> Result<(), Error> {
        check_other("--diagram", file, self.args.file())?;
        let diagram = self.diagram(session)?;
        if file.as_os_str() == "-" {
            session.print(|output| diagram.write(output))?;
        } else {
            write_diagram(&diagram, self.problem, file).map_err(|error| {
                Error::Bad(format!("{}: cannot be written: {error}", file.display()))
            })?;
        }
        self.end(!diagram.is_empty(), session)
    }

    /// Answers a query about all covers.
    pub(super) fn answer(&self, query: &Query<'_>, session: &mut Session) -> Result<(), Error> {
        let Self { args, name, problem, .. } = self;
        let diagram = self.diagram(session)?;
        let counts = diagram.counts();
        if matches!(query, Query::OptionCounts) {
            session.print(|output| {
                print_option_counts(output, args.format, problem, &counts.of_options())
            })?;
        }
        match diagram_queries::chosen(query, &counts) {
            Ok(covers) => {
                let mut printer = CoverPrinter::new(problem, args.format);
                let mut text = Vec::new();
                for (cover, index) in covers.zip(query.numbers()) {
                    text.clear();
                    printer.print(&mut text, &cover, 0, index.to_string().as_bytes(), None);
                    session.print(|output| output.write_all(&text))?;
                    session.tick()?;
                }
            }
            Err(message) if !diagram.is_empty() => {
                session.no_solution();
                session.say(&format!("{name}: {message}"))?;
            }
            Err(_) => {}
        }
        self.end(!diagram.is_empty(), session)
    }

    /// The diagram of all covers of the problem as it is: a smaller one has other options.
    fn diagram(&self, session: &mut Session) -> Result<Diagram, Error> {
        let name = self.name;
        let memo = Memo::new(self.problem).map_err(|error| {
            Error::Bad(format!("{name}: there is no diagram of the covers: {error}"))
        })?;
        let memo = memo.with_memory(self.args.query.memory());
        diagram_queries::diagram(&memo, &self.cube(), &name, session)
    }
}

fn write_diagram(diagram: &Diagram, problem: &Problem, file: &Path) -> io::Result<()> {
    let mut output = BufWriter::new(File::create(file)?);
    if file.extension().is_some_and(|extension| extension == "dot") {
        diagram.write_dot(&mut output, |option| problem.option_text(option))?;
    } else {
        diagram.write(&mut output)?;
    }
    output.flush()
}

/// Prints the number of covers with each option.
fn print_option_counts(
    output: &mut Output,
    format: Format,
    problem: &Problem,
    counts: &[Count],
) -> io::Result<()> {
    let width = counts.iter().map(|count| count.to_string().len()).max().unwrap_or(0);
    for (option, count) in (0..).map(OptionId::new).zip(counts) {
        let (position, text) = (option.index() + 1, problem.option_text(option));
        match format {
            Format::Text => writeln!(output, "{:>width$}  {text}", count.to_string())?,
            Format::Indices => writeln!(output, "{position} {count}")?,
            Format::Json => output.json(&Object::Option {
                option: position,
                text,
                count: json_number(count),
            })?,
        }
    }
    Ok(())
}
