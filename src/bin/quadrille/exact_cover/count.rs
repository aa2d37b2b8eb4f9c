//! `quadrille count`: the number of covers, or the number of covers with each option. `diagram`,
//! `sample` and `nth`: the diagram of all covers, and covers taken from it.

use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::error::ErrorKind;
use num_bigint::BigUint;
use quadrille::engine::memo::Memo;
use quadrille::search::{Engine, Step};
use quadrille::solve::Method;
use quadrille::symmetry::SymmetrySearch;
use quadrille::{AnyEngine, Count, Counter, Diagram, EngineChoice, ItemId, OptionId, Problem};
use rand_xoshiro::rand_core::Rng;

use crate::exact_cover::checkpoint::{CheckpointArgs, Plan};
use crate::exact_cover::cover_printer::CoverPrinter;
use crate::exact_cover::question::{ChosenArgs, Question, QuestionArgs, unsuited};
use crate::shared::error::{self, Error};
use crate::shared::files::check_other;
use crate::shared::format::{Format, OneOf};
use crate::shared::random::random;
use crate::shared::search_args::{EngineArgs, MemoryArgs, RunArgs};
use crate::shared::session::Session;
use crate::shared::values::{index, positive, whole};
use crate::shared::words::counted;
use crate::shared::{counting, drive};

/// Count the covers, which is often faster than listing them
///
/// Prints the number of covers. After a limit or an interrupt it is `N+`: at least N.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  quadrille count problem.dlx           the number of covers
  quadrille count -j 0 --timeout 1m FILE  with all cores; after a minute, a lower bound
  quadrille count --option-counts FILE  the number of covers with each option
  quadrille count -j 0 --checkpoint FILE.save FILE   surviving interruptions")]
pub(crate) struct CountArgs {
    #[command(flatten)]
    of: ChosenArgs,

    /// Stop at N covers
    #[arg(short = 'n', long, value_name = "N", value_parser = positive, allow_negative_numbers = true)]
    limit: Option<u64>,

    /// Print the number of covers with each option
    #[arg(long, conflicts_with_all = ["limit", "checkpoint"])]
    option_counts: bool,

    /// The format of the output
    #[arg(short, long, value_name = "FORMAT", default_value = "text", value_parser = OneOf(&[
        ("text", Format::Text, "The number; with --option-counts, a number and an option per line"),
        ("indices", Format::Indices, "With --option-counts: the position and count of each option"),
        ("json", Format::Json, "An object: the number, and whether the count is complete; with \
            --option-counts, an object per option"),
    ]))]
    format: Format,

    #[command(flatten)]
    run: RunArgs,

    #[command(flatten)]
    with: EngineArgs,

    #[command(flatten)]
    memory: MemoryArgs,

    #[command(flatten)]
    checkpoint: CheckpointArgs,
}

impl CountArgs {
    pub(crate) fn check(&self) -> Result<(), (ErrorKind, &'static str)> {
        self.checkpoint.check(&self.of.problem, true, None)?;
        let is_searched = !matches!(self.with.engine, EngineChoice::Auto | EngineChoice::Memo);
        if self.option_counts && is_searched {
            let message = "--option-counts needs the engine `auto` or `memo`: leave out --engine";
            return Err((ErrorKind::ArgumentConflict, message));
        }
        if self.format == Format::Indices && !self.option_counts {
            let message = "`--format indices` needs --option-counts";
            return Err((ErrorKind::ArgumentConflict, message));
        }
        self.of.problem.check()
    }
}

pub(crate) fn count(args: &CountArgs) -> ExitCode {
    let CountArgs { limit, ref with, ref memory, ref checkpoint, .. } = *args;
    args.of.run(args.format, args.run, |question, session| {
        if let Some(file) = &checkpoint.checkpoint {
            let plan = Plan { count: true, limit, memory: memory.asked(), ..Plan::default() };
            return checkpoint.begin(file, with, plan, question, session);
        }
        if args.option_counts {
            let has_cover = count_each(question, args, session)?;
            return question.end(has_cover, false, session);
        }
        let count = count_covers(question, limit, with, memory.limit(), session)?;
        question.end_count(&count, true, session)
    })
}

/// The maximum number of nodes of the search for symmetries before the options are counted.
const MOST_NODES: u64 = 1 << 12;

/// The maximum number of orbits of options. With more, the counts come from a diagram.
const MOST_ORBITS: usize = 64;

/// Counts up to `most` covers. `memory` is the memory limit in bytes.
pub(super) fn count_covers(
    question: &Question<'_>,
    most: Option<u64>,
    with: &EngineArgs,
    memory: usize,
    session: &mut Session,
) -> Result<Count, Error> {
    let problem = question.problem;
    let mut counter = Counter::with_engine(problem, with.engine)
        .map_err(|error| unsuited(question.name, with.engine, &error))?
        .with_memory(memory)
        .with_threads(with.threads.threads)
        .limited(session.limits().covers(most.unwrap_or(u64::MAX)));
    counter.start(question.cube).expect("the options have been checked");
    let count = counting::count(
        &mut counter,
        Counter::take_remaining,
        // The pace is not steady: a cache finds equal subproblems more and more often.
        false,
        most,
        with.threads.threads,
        session,
    )?;
    let engine = counter.engine().filter(|_| !matches!(counter.method(), Method::Cache(_)));
    session.note_engine(engine.map_or("memo", AnyEngine::name), || match engine {
        Some(engine) => counting::reason(engine, with.engine, problem),
        None => "engine `memo`".to_owned(),
    })?;
    session.say_how(|| counter.method().to_string())?;
    Ok(count)
}

/// Prints the number of covers with each option. Returns true if there is a cover.
fn count_each(
    question: &Question<'_>,
    args: &CountArgs,
    session: &mut Session,
) -> Result<bool, Error> {
    let &Question { problem, format, .. } = question;
    let memory = args.memory.limit();
    let (counts, has_cover) = match counts_by_orbits(question, &args.with, memory, session)? {
        Some(counts) => {
            let has_cover = counts.iter().any(|count| count.is_at_least(1));
            (counts, has_cover)
        }
        None => {
            let diagram = diagram(question, memory, session)?;
            let counts = diagram.counts();
            session.totals.solutions += counts.total().to_big();
            (counts.of_options(), !diagram.is_empty())
        }
    };
    let width = counts.iter().map(|count| count.to_string().len()).max().unwrap_or(0);
    for (option, count) in (0..).map(OptionId::new).zip(&counts) {
        let (position, text) = (option.index() + 1, problem.option_text(option));
        session.print(|output| match format {
            Format::Json => {
                let text = serde_json::Value::from(text);
                writeln!(output, "{{\"option\":{position},\"text\":{text},\"count\":{count}}}")
            }
            Format::Indices => writeln!(output, "{position} {count}"),
            _ => writeln!(output, "{:>width$}  {text}", count.to_string()),
        })?;
    }
    Ok(has_cover)
}

/// Counts the covers with one option of each orbit: all options of an orbit are in the same number
/// of covers. Returns `None` if options are chosen, an engine is requested, not all symmetries are
/// found, or there are too many orbits: one for each option, more than `MOST_ORBITS`, or more than
/// the number of options of some primary item.
fn counts_by_orbits(
    question: &Question<'_>,
    with: &EngineArgs,
    memory: usize,
    session: &mut Session,
) -> Result<Option<Vec<Count>>, Error> {
    let problem = question.problem;
    if !question.cube.chosen.is_empty() || with.engine != EngineChoice::Auto {
        return Ok(None);
    }
    let mut search = SymmetrySearch::new(problem);
    let find = |search: &mut SymmetrySearch, nodes: u64, _: &mut Session| {
        let left = MOST_NODES.saturating_sub(search.nodes());
        let step = search.advance(nodes.min(left));
        Ok(if left == 0 { Step::Exhausted } else { step })
    };
    if !session.run(&mut search, find, drive::work)? {
        return Err(session.without_result());
    }
    let symmetries = search.symmetries();
    if !symmetries.is_complete() {
        return Ok(None);
    }
    let orbits = symmetries.option_orbits();
    let mut sizes = vec![0; problem.primary_count()];
    let items = problem.options().flat_map(|(_, items)| items);
    for item in items.filter(|item| problem.is_primary(**item)) {
        sizes[item.index()] += 1;
    }
    let most = sizes.into_iter().min().unwrap_or(0).min(MOST_ORBITS);
    if orbits.len() > most || orbits.len() == problem.option_count() {
        return Ok(None);
    }
    // An item that each cover covers the same number of times. It gives the number of covers.
    let fixed = (0..).take(problem.primary_count()).map(ItemId::new).find_map(|item| {
        let bounds = problem.bounds(item).filter(|bounds| bounds.start() == bounds.end())?;
        (*bounds.start() > 0).then_some((item, *bounds.start()))
    });
    let mut covers = BigUint::ZERO;
    let orbit_count = || counted(orbits.len(), "orbit");
    session.say_how(|| format!("one option of each orbit is counted: {}", orbit_count()))?;
    let mut counts = vec![Count::from(0); problem.option_count()];
    let mut counter = Counter::new(problem)
        .with_memory(memory)
        .with_threads(with.threads.threads)
        .limited(session.limits());
    for orbit in &orbits {
        counter.start(&orbit[..1].into()).expect("the options have been checked");
        session.finish(&mut counter, drive::advance)?;
        let count = counter.count_so_far();
        let has_item = |&&option: &&OptionId| {
            fixed.is_some_and(|(item, _)| problem.option(option).contains(&item))
        };
        covers += count.to_big() * orbit.iter().filter(has_item).count();
        for option in orbit {
            counts[option.index()] = count.clone();
        }
    }
    match fixed {
        Some((_, times)) => session.totals.solutions += covers / times,
        None if session.has_stats => {
            counter.start(question.cube).expect("the options have been checked");
            session.run(&mut counter, drive::advance, drive::work)?;
            session.totals.solutions += counter.count_so_far().to_big();
            // The counts of the options are complete, even if a limit has ended this count.
            session.stopped = None;
        }
        None => {}
    }
    Ok(Some(counts))
}

/// Write the diagram of all covers of a problem
///
/// The library computes counts, samples and costs from a diagram. docs/counting.md describes its
/// text format.
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
  quadrille sample problem.dlx          a random cover
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
/// The order is always the same, but it may differ from the order of `quadrille cover`.
///
/// Exit status: 1 if there are fewer than I covers.
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

pub(crate) fn write_diagram(args: &DiagramArgs) -> ExitCode {
    let DiagramArgs { of, output: file, memory, run } = args;
    of.run(Format::Text, *run, |question, session| {
        check_other("--output", file, of.problem.file())?;
        let diagram = diagram(question, memory.limit(), session)?;
        session.totals.solutions += diagram.count().to_big();
        if file.as_os_str() == "-" {
            session.print(|output| diagram.write(output))?;
        } else {
            let written = write_file(&diagram, question.problem, file);
            let bad = |error| Error::about(file.display(), format!("cannot be written: {error}"));
            written.map_err(bad)?;
        }
        question.end(!diagram.is_empty(), false, session)
    })
}

pub(crate) fn sample(args: &SampleArgs) -> ExitCode {
    let &SampleArgs { ref question, number, seed, ref memory } = args;
    question.run(|question, session| {
        let diagram = diagram(question, memory.limit(), session)?;
        let (counts, mut random) = (diagram.counts(), random(seed));
        session.totals.solutions += counts.total().to_big();
        let mut printer = CoverPrinter::new(question.problem, question.format);
        for index in 1..=number {
            let Some(cover) = counts.sample(|| random.next_u64()) else { break };
            printer.write(&cover, &index, None, session)?;
            session.tick()?;
        }
        question.end(!diagram.is_empty(), false, session)
    })
}

pub(crate) fn nth(args: &NthArgs) -> ExitCode {
    let NthArgs { index, question, memory } = args;
    question.run(|question, session| {
        let diagram = diagram(question, memory.limit(), session)?;
        let counts = diagram.counts();
        session.totals.solutions += counts.total().to_big();
        if let Some(cover) = counts.nth(&(index - 1_u32)) {
            let mut printer = CoverPrinter::new(question.problem, question.format);
            printer.write(&cover, index, None, session)?;
        } else if !diagram.is_empty() {
            session.no_solution();
            let message = error::no_such_solution(index, &counts.total());
            session.say(&format!("{}: {message}", question.name))?;
        }
        question.end(!diagram.is_empty(), false, session)
    })
}

/// Returns the diagram of all covers with the chosen options. The problem is not reduced first,
/// because a reduced problem has other options.
///
/// # Errors
/// [`Error::Bad`] if the problem has no diagram or the memory is too small,
/// [`Error::Interrupted`] after a signal, and [`Error::Stopped`] at a limit, because an incomplete
/// diagram is of no use.
fn diagram(
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

fn write_file(diagram: &Diagram, problem: &Problem, file: &Path) -> io::Result<()> {
    let mut output = BufWriter::new(File::create(file)?);
    if file.extension().is_some_and(|extension| extension == "dot") {
        diagram.write_dot(&mut output, |option| problem.option_text(option))?;
    } else {
        diagram.write(&mut output)?;
    }
    output.flush()
}
