//! `quadrille diagram`, `sample` and `nth`: the diagram of all covers, and covers drawn from it.

use std::fmt::Display;
use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use num_bigint::BigUint;
use quadrille::diagram::Counts;
use quadrille::engine::memo::Memo;
use quadrille::{Cover, Diagram, Problem};
use rand_xoshiro::rand_core::Rng;

use crate::exact_cover::cover_printer::CoverPrinter;
use crate::exact_cover::question::{ChosenArgs, Question, QuestionArgs};
use crate::shared::drive;
use crate::shared::error::{self, Error};
use crate::shared::files::check_other;
use crate::shared::format::Format;
use crate::shared::memory::MemoryArgs;
use crate::shared::random::random;
use crate::shared::search_args::RunArgs;
use crate::shared::session::Session;
use crate::shared::values::{index, whole};

/// Write the diagram of all covers of a problem
///
/// A diagram stores all covers in little space. The library computes counts, samples and costs from
/// it. docs/counting.md describes its text format.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  quadrille diagram problem.dlx > covers.diagram
  quadrille diagram -o covers.dot FILE && dot -Tsvg covers.dot > covers.svg")]
pub(crate) struct DiagramArgs {
    #[command(flatten)]
    pub(crate) of: ChosenArgs,

    /// Write to a file; `-` is standard output, and a name that ends in .dot selects the format of
    /// Graphviz
    #[arg(short, long, value_name = "FILE", default_value = "-")]
    output: PathBuf,

    #[command(flatten)]
    memory: MemoryArgs,

    #[command(flatten)]
    run: RunArgs,
}

/// Draw covers at random, each with the same probability
///
/// A cover may be drawn more than once. `quadrille cover -1 --random` finds one cover sooner, but
/// some covers more often than others.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  quadrille sample problem.dlx          a different cover each time
  quadrille sample -n 5 --seed 1 FILE   five covers, always the same")]
pub(crate) struct SampleArgs {
    #[command(flatten)]
    pub(crate) question: QuestionArgs,

    /// Print K covers
    #[arg(short = 'n', long, value_name = "K", default_value_t = 1, value_parser = whole, allow_negative_numbers = true)]
    number: u64,

    /// The seed: the same seed gives the same covers; random by default
    #[arg(long, value_name = "S", value_parser = whole, allow_negative_numbers = true)]
    seed: Option<u64>,

    #[command(flatten)]
    memory: MemoryArgs,
}

/// Print the I-th cover, without listing those before it
///
/// The order is always the same, but it differs from the order of `quadrille cover`.
///
/// Exit status: 1 if there are fewer covers.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  quadrille nth 1 problem.dlx
  quadrille make queens 12 | quadrille nth 10000 -f indices")]
pub(crate) struct NthArgs {
    /// The number of the cover, counted from 1
    #[arg(value_name = "I", value_parser = index, allow_negative_numbers = true)]
    index: BigUint,

    #[command(flatten)]
    pub(crate) question: QuestionArgs,

    #[command(flatten)]
    memory: MemoryArgs,
}

pub(crate) fn write(args: &DiagramArgs) -> ExitCode {
    let DiagramArgs { of, output: file, memory, run } = args;
    of.run(Format::Text, *run, |question, session| {
        check_other("--output", file, of.problem.file())?;
        let diagram = diagram(question, memory.limit(), session)?;
        if file.as_os_str() == "-" {
            session.print(|output| diagram.write(output))?;
        } else {
            let written = write_diagram(&diagram, question.problem, file);
            let bad = |error| Error::about(file.display(), format!("cannot be written: {error}"));
            written.map_err(bad)?;
        }
        question.end(!diagram.is_empty(), false, session)
    })
}

pub(crate) fn sample(args: &SampleArgs) -> ExitCode {
    let &SampleArgs { ref question, number, seed, ref memory } = args;
    answer(question, memory, |counts, print| {
        let mut random = random(seed);
        for index in 1..=number {
            let Some(cover) = counts.sample(|| random.next_u64()) else { break };
            print(&cover, &index)?;
        }
        Ok(None)
    })
}

pub(crate) fn nth(args: &NthArgs) -> ExitCode {
    let NthArgs { index, question, memory } = args;
    answer(question, memory, |counts, print| match counts.nth(&(index - 1_u32)) {
        Some(cover) => print(&cover, index).map(|()| None),
        None => Ok(Some(error::no_such_solution(index, &counts.total()))),
    })
}

/// The printer of a cover with its number.
type Print<'a> = dyn FnMut(&Cover, &dyn Display) -> Result<(), Error> + 'a;

/// Prints the covers that `choose` finds in the diagram of all covers, or its message if the
/// requested cover does not exist.
fn answer(
    args: &QuestionArgs,
    memory: &MemoryArgs,
    choose: impl FnOnce(&Counts<'_>, &mut Print<'_>) -> Result<Option<String>, Error>,
) -> ExitCode {
    args.run(|question, session| {
        let &Question { name, problem, format, .. } = question;
        let diagram = diagram(question, memory.limit(), session)?;
        let mut printer = CoverPrinter::new(problem, format);
        let lacks = choose(&diagram.counts(), &mut |cover, index| {
            printer.write(cover, index, None, session)?;
            session.tick()
        })?;
        if let Some(message) = lacks.filter(|_| !diagram.is_empty()) {
            session.no_solution();
            session.say(&format!("{name}: {message}"))?;
        }
        question.end(!diagram.is_empty(), false, session)
    })
}

/// Returns the diagram of all covers. The problem is not reduced first, because a reduced problem
/// has other options.
///
/// # Errors
/// [`Error::Bad`] if the memory is too small, [`Error::Interrupted`] after a signal, and
/// [`Error::Stopped`] at a limit: an incomplete diagram answers no question.
pub(super) fn diagram(
    question: &Question<'_>,
    memory: usize,
    session: &mut Session,
) -> Result<Diagram, Error> {
    let name = question.name;
    let memo = Memo::new(question.problem).map_err(|error| {
        Error::about(name, format_args!("there is no diagram of the covers: {error}"))
    })?;
    session
        .note_engine("memo", || "engine `memo`: it builds a diagram of all covers".to_owned())?;
    let search = memo.with_memory(memory).diagram_search(question.cube);
    let mut search = search.expect("the options have been checked");
    session.finish(&mut search, drive::advance)?;
    search.finish().map_err(|error| {
        let remedy = match error.is_refused {
            true => "free some memory, or use a machine with more",
            false => "raise the limit with --memory",
        };
        Error::about(name, format_args!("{error}; {remedy}"))
    })
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
