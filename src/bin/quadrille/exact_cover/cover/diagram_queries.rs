//! Queries about all covers: random samples, the i-th cover, the number of covers with each option,
//! and the diagram itself.

use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::path::Path;

use quadrille::engine::memo::Memo;
use quadrille::search::Step;
use quadrille::symmetry::SymmetrySearch;
use quadrille::{Count, Counter, Diagram, EngineChoice, Limits, OptionId, Problem};
use serde::Serialize;
use serde_json::value::RawValue;

use super::Args;
use crate::exact_cover::cover_printer::CoverPrinter;
use crate::exact_cover::question::Question;
use crate::shared::counting;
use crate::shared::diagram_queries::{self, Query};
use crate::shared::drive;
use crate::shared::error::{self, Error};
use crate::shared::files::check_other;
use crate::shared::format::Format;
use crate::shared::output::{Output, json_number};
use crate::shared::session::Session;

/// The greatest number of nodes of the search for symmetries before the options are counted.
const MOST_NODES: u64 = 1 << 12;

/// The greatest number of orbits of options.
const MOST_ORBITS: usize = 64;

impl Args {
    /// Writes the diagram of all covers to a file, or to standard output for `-`.
    /// True if there is a cover.
    pub(super) fn write_diagram(
        &self,
        file: &Path,
        question: &Question<'_>,
        session: &mut Session,
    ) -> Result<bool, Error> {
        check_other("--diagram", file, self.problem.file())?;
        let diagram = self.diagram(question, session)?;
        if file.as_os_str() == "-" {
            session.print(|output| diagram.write(output))?;
        } else {
            write_diagram(&diagram, question.problem, file).map_err(|error| {
                Error::Bad(format!("{}: cannot be written: {error}", file.display()))
            })?;
        }
        Ok(!diagram.is_empty())
    }

    /// Answers a query about all covers. True if there is one.
    pub(super) fn answer(
        &self,
        query: &Query<'_>,
        question: &Question<'_>,
        session: &mut Session,
    ) -> Result<bool, Error> {
        let &Question { name, problem, format, .. } = question;
        if matches!(query, Query::OptionCounts)
            && let Some(counts) = self.counts_by_orbits(question, session)?
        {
            session.print(|output| print_option_counts(output, format, problem, &counts))?;
            return Ok(counts.iter().any(|count| count.is_at_least(1)));
        }
        let diagram = self.diagram(question, session)?;
        let counts = diagram.counts();
        if matches!(query, Query::OptionCounts) {
            session.print(|output| {
                print_option_counts(output, format, problem, &counts.of_options())
            })?;
        }
        match diagram_queries::chosen(query, &counts) {
            Ok(covers) => {
                let mut printer = CoverPrinter::new(problem, format);
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
        Ok(!diagram.is_empty())
    }

    /// Counts the covers with one option of each orbit: the others of an orbit are in as many.
    /// `None` if that may take longer than one count of all covers: if there are more orbits than
    /// an item has options, which share out all covers.
    fn counts_by_orbits(
        &self,
        question: &Question<'_>,
        session: &mut Session,
    ) -> Result<Option<Vec<Count>>, Error> {
        let problem = question.problem;
        if !question.chosen.is_empty() || self.search.engine != EngineChoice::Auto {
            return Ok(None);
        }
        let mut search = SymmetrySearch::new(problem);
        let find = |search: &mut SymmetrySearch, nodes: u64, _: &mut Session| {
            let left = MOST_NODES.saturating_sub(search.nodes());
            let step = search.advance(nodes.min(left));
            Ok(if left == 0 { Step::Exhausted } else { step })
        };
        session.run(&mut search, find, drive::work)?.finished()?;
        let symmetries = search.symmetries();
        if !symmetries.is_complete() {
            return Ok(None);
        }
        let orbits = symmetries.option_orbits();
        let mut sizes = vec![0; problem.primary_count()];
        for (_, items) in problem.options() {
            let primary = items.iter().filter(|item| problem.is_primary(**item));
            primary.for_each(|item| sizes[item.index()] += 1);
        }
        let most = sizes.into_iter().min().unwrap_or(0).min(MOST_ORBITS);
        if orbits.len() > most || orbits.len() == problem.option_count() {
            return Ok(None);
        }
        let message = || format!("one option of each orbit is counted, of {}", orbits.len());
        session.say_how(message)?;
        let mut counts = vec![Count::from(0); problem.option_count()];
        for orbit in &orbits {
            let mut counter = Counter::new(problem)
                .with_memory(self.query.memory())
                .with_threads(self.search.threads())
                .limited(session.limits(Limits::none()));
            let count = counting::count_cube(&mut counter, &orbit[..1].into(), session)?;
            session.totals.add(0_u32, counter.stats());
            if !count.is_exact() {
                error::check_signal()?;
                session.note_stop(counter.stats().nodes);
                return session.stopped.map_or(Ok(None), |by| Err(Error::Stopped(by)));
            }
            for option in orbit {
                counts[option.index()] = count.clone();
            }
        }
        Ok(Some(counts))
    }

    /// The diagram of all covers of the problem as it is: a smaller one has other options.
    fn diagram(&self, question: &Question<'_>, session: &mut Session) -> Result<Diagram, Error> {
        let name = question.name;
        let memo = Memo::new(question.problem).map_err(|error| {
            Error::Bad(format!("{name}: there is no diagram of the covers: {error}"))
        })?;
        let memo = memo.with_memory(self.query.memory());
        diagram_queries::diagram(&memo, &question.cube(), &name, session)
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

/// The number of covers with an option in a line of JSON.
#[derive(Serialize)]
struct OptionObject {
    option: usize,
    text: String,
    count: Box<RawValue>,
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
            Format::Json => {
                output.json(&OptionObject { option: position, text, count: json_number(count) })?;
            }
            Format::Indices => writeln!(output, "{position} {count}")?,
            _ => writeln!(output, "{:>width$}  {text}", count.to_string())?,
        }
    }
    Ok(())
}
