//! `quadrille count`: the number of covers, or the number of covers with each option.

use std::io::{self, Write};
use std::process::ExitCode;

use clap::error::ErrorKind;
use quadrille::search::{Engine, Step};
use quadrille::solve::Method;
use quadrille::symmetry::SymmetrySearch;
use quadrille::{Count, Counter, EngineChoice, OptionId, Problem};
use serde::Serialize;
use serde_json::value::RawValue;

use crate::exact_cover::checkpoint::{CheckpointArgs, Plan};
use crate::exact_cover::diagram::diagram;
use crate::exact_cover::question::{Question, QuestionArgs, unsuited};
use crate::shared::counting;
use crate::shared::drive;
use crate::shared::error::{self, Error};
use crate::shared::format::Format;
use crate::shared::memory::MemoryArgs;
use crate::shared::output::{Output, json_number};
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
        self.checkpoint.check(self.question.of.problem.file(), true, None)?;
        let is_searched = matches!(self.with.engine, EngineChoice::Links | EngineChoice::Bits);
        if self.option_counts && is_searched {
            let message = "--option-counts needs `--engine memo`: leave out --engine";
            return Err((ErrorKind::ArgumentConflict, message));
        }
        self.question.check(!self.option_counts)
    }
}

pub(crate) fn run(args: &Args) -> ExitCode {
    let Args { limit, ref with, ref checkpoint, .. } = *args;
    args.question.run(|question, session| {
        if checkpoint.is_wanted() {
            let plan = Plan::new(args.question.of.problem.file(), question.format, with);
            let plan = Plan { count: true, limit, memory: args.memory.asked(), ..plan };
            return checkpoint.begin(plan, None, question, session);
        }
        let counting = Counting { most: limit, with, memory: args.memory.limit() };
        if args.option_counts {
            let has_cover = counting.count_each(question, session)?;
            return question.end(has_cover, false, session);
        }
        let count = counting.count(question, session)?;
        question.end_count(&count, true, session)
    })
}

/// The maximum number of nodes of the search for symmetries before the options are counted.
const MOST_NODES: u64 = 1 << 12;

/// The maximum number of orbits of options.
const MOST_ORBITS: usize = 64;

/// The way in which covers are counted.
pub(super) struct Counting<'a> {
    /// The maximum number of covers to count.
    pub(super) most: Option<u64>,
    pub(super) with: &'a EngineArgs,
    /// The memory limit in bytes.
    pub(super) memory: usize,
}

impl Counting<'_> {
    /// Counts the covers.
    pub(super) fn count(
        &self,
        question: &Question<'_>,
        session: &mut Session,
    ) -> Result<Count, Error> {
        let problem = question.problem;
        let &Self { most, with, memory } = self;
        let mut counter = Counter::with_engine(problem, with.engine)
            .map_err(|error| unsuited(question.name, with.engine, &error))?
            .with_memory(memory)
            .with_threads(with.threads())
            .limited(session.limits().covers(most.unwrap_or(u64::MAX)));
        counter.start(&question.cube()).expect("the options have been checked");
        let count = counting::count(
            &mut counter,
            Counter::take_remaining,
            // A cache finds equal subproblems more and more often.
            false,
            most,
            with.threads(),
            session,
        )?;
        match counter.engine() {
            Some(engine) if !matches!(counter.method(), Method::Cache(_)) => {
                session.note_engine(engine.name());
                session.say_how(|| counting::reason(engine, with.engine, problem))?;
            }
            _ => {
                session.note_engine("memo");
                session.say_how(|| "engine `memo`".to_owned())?;
            }
        }
        session.say_how(|| counter.method().to_string())?;
        Ok(count)
    }

    /// Prints the number of covers with each option. True if there is a cover.
    fn count_each(&self, question: &Question<'_>, session: &mut Session) -> Result<bool, Error> {
        let &Question { problem, format, .. } = question;
        let (counts, has_cover) = match self.counts_by_orbits(question, session)? {
            Some(counts) => {
                let has_cover = counts.iter().any(|count| count.is_at_least(1));
                (counts, has_cover)
            }
            None => {
                let diagram = diagram(question, self.memory, session)?;
                (diagram.counts().of_options(), !diagram.is_empty())
            }
        };
        session.print(|output| print_option_counts(output, format, problem, &counts))?;
        Ok(has_cover)
    }

    /// Counts the covers with one option of each orbit: all options of an orbit are in the same
    /// number of covers. Returns `None` if that may take longer than one count of all covers. This
    /// is so if there are more orbits than options of some item, because these options divide all
    /// covers among them.
    fn counts_by_orbits(
        &self,
        question: &Question<'_>,
        session: &mut Session,
    ) -> Result<Option<Vec<Count>>, Error> {
        let problem = question.problem;
        if !question.chosen.is_empty() || self.with.engine != EngineChoice::Auto {
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
                .with_memory(self.memory)
                .with_threads(self.with.threads())
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
}

/// The number of covers with an option, as a line of JSON.
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
