//! `quadrille count`: the number of covers, or the number of covers with each option.

use std::io::Write;
use std::process::ExitCode;

use clap::error::ErrorKind;
use quadrille::search::{Engine, Step};
use quadrille::solve::Method;
use quadrille::symmetry::SymmetrySearch;
use quadrille::{AnyEngine, Count, Counter, EngineChoice, OptionId};

use crate::exact_cover::checkpoint::{CheckpointArgs, Plan};
use crate::exact_cover::diagram::diagram;
use crate::exact_cover::question::{Question, QuestionArgs, unsuited};
use crate::shared::counting;
use crate::shared::drive;
use crate::shared::error::{self, Error};
use crate::shared::format::Format;
use crate::shared::memory::MemoryArgs;
use crate::shared::search_args::EngineArgs;
use crate::shared::session::Session;
use crate::shared::values::positive;

/// Count the covers, without listing them where that is faster
///
/// Prints the number. After a limit or an interrupt it is `N+`: at least N.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  quadrille count problem.dlx           the number of covers
  quadrille count -j 0 --timeout 1m FILE  with all cores; after a minute, a lower bound
  quadrille count --option-counts FILE  the number of covers with each option
  quadrille count -j 0 --checkpoint FILE.save FILE   surviving interruptions")]
pub(crate) struct Args {
    #[command(flatten)]
    question: QuestionArgs,

    /// Stop at N covers
    #[arg(short = 'n', long, value_name = "N", value_parser = positive, allow_negative_numbers = true)]
    limit: Option<u64>,

    /// Print the number of covers with each option
    #[arg(long, conflicts_with_all = ["limit", "checkpoint"])]
    option_counts: bool,

    #[command(flatten)]
    with: EngineArgs,

    #[command(flatten)]
    memory: MemoryArgs,

    #[command(flatten)]
    checkpoint: CheckpointArgs,
}

impl Args {
    /// Checks for conflicting arguments.
    pub(crate) fn check(&self) -> Result<(), (ErrorKind, &'static str)> {
        self.checkpoint.check(&self.question.of.problem, true, None)?;
        let is_searched = matches!(self.with.engine, EngineChoice::Links | EngineChoice::Bits);
        if self.option_counts && is_searched {
            let message = "--option-counts needs `--engine memo`: leave out --engine";
            return Err((ErrorKind::ArgumentConflict, message));
        }
        self.question.check(!self.option_counts)
    }
}

pub(crate) fn run(args: &Args) -> ExitCode {
    let Args { limit, ref with, ref memory, ref checkpoint, .. } = *args;
    args.question.run(|question, session| {
        if let Some(file) = &checkpoint.checkpoint {
            let plan = Plan { count: true, limit, memory: memory.asked(), ..Plan::default() };
            return checkpoint.begin(file, with, plan, question, session);
        }
        if args.option_counts {
            let has_cover = count_each(question, with, memory.limit(), session)?;
            return question.end(has_cover, false, session);
        }
        let count = count(question, limit, with, memory.limit(), session)?;
        question.end_count(&count, true, session)
    })
}

/// The maximum number of nodes of the search for symmetries before the options are counted.
const MOST_NODES: u64 = 1 << 12;

/// The maximum number of orbits of options.
const MOST_ORBITS: usize = 64;

/// Counts up to `most` covers. `memory` is the memory limit in bytes.
pub(super) fn count(
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
        .with_threads(with.threads())
        .limited(session.limits().covers(most.unwrap_or(u64::MAX)));
    counter.start(question.cube).expect("the options have been checked");
    let count = counting::count(
        &mut counter,
        Counter::take_remaining,
        // A cache finds equal subproblems more and more often.
        false,
        most,
        with.threads(),
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

/// Prints the number of covers with each option. True if there is a cover.
fn count_each(
    question: &Question<'_>,
    with: &EngineArgs,
    memory: usize,
    session: &mut Session,
) -> Result<bool, Error> {
    let &Question { problem, format, .. } = question;
    let (counts, has_cover) = match counts_by_orbits(question, with, memory, session)? {
        Some(counts) => {
            let has_cover = counts.iter().any(|count| count.is_at_least(1));
            (counts, has_cover)
        }
        None => {
            let diagram = diagram(question, memory, session)?;
            (diagram.counts().of_options(), !diagram.is_empty())
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
/// of covers. Returns `None` if that may take longer than one count of all covers. This is so if
/// there are more orbits than options of some item, because these options divide all covers among
/// them.
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
    for (_, items) in problem.options() {
        let primary = items.iter().filter(|item| problem.is_primary(**item));
        primary.for_each(|item| sizes[item.index()] += 1);
    }
    let most = sizes.into_iter().min().unwrap_or(0).min(MOST_ORBITS);
    if orbits.len() > most || orbits.len() == problem.option_count() {
        return Ok(None);
    }
    let message = || format!("one option is counted for each of the {} orbits", orbits.len());
    session.say_how(message)?;
    let mut counts = vec![Count::from(0); problem.option_count()];
    for orbit in &orbits {
        let mut counter = Counter::new(problem)
            .with_memory(memory)
            .with_threads(with.threads())
            .limited(session.limits());
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
