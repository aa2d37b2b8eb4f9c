//! `quadrille cover` and `best`: the covers of a problem given as text, and the covers of least or
//! greatest cost.

use std::io::Write;
use std::ops::ControlFlow;
use std::path::PathBuf;
use std::process::ExitCode;

use clap::error::ErrorKind;
use quadrille::search::{Engine, Step};
use quadrille::solve::First;
use quadrille::{AnyEngine, Cheapest, EngineChoice, Solver};

use crate::exact_cover::checkpoint::{CheckpointArgs, Plan};
use crate::exact_cover::count::count_covers;
use crate::exact_cover::cover_printer::{self, CoverPrinter};
use crate::exact_cover::question::{Question, QuestionArgs, unsuited};
use crate::shared::decimal::Decimal;
use crate::shared::error::{self, Error};
use crate::shared::progress::grouped;
use crate::shared::search_args::{SearchArgs, ThreadArgs, memory};
use crate::shared::session::Session;
use crate::shared::totals::Totals;
use crate::shared::values::positive;
use crate::shared::{counting, gathered, interrupt, random};

/// Find the covers: the sets of options that contain every item once
///
/// A problem is a text in the format of Knuth's DLX programs: see docs/format.md. The first line
/// names the items. Items after a single | are secondary: a cover contains each at most once, or
/// repeatedly with one color. Each further line is an option: the items that it covers. In the
/// first line, 2:3|C has bounds: a cover contains C two or three times. In an option, X:red is a
/// secondary item with a color, and a final |7 is the cost. Lines that begin with | are comments.
///
/// A cover is printed as its options, one per line in the order of the file, followed by a blank
/// line. An option without a primary item is in no cover, and the program warns about it. With -1,
/// the program uses one thread, may try several orders of the options, and stops at the first cover
/// that it finds. -n 1 stops at the first cover of a single search. With --checkpoint or an
/// --engine other than `auto`, -1 is the same as -n 1.
///
/// Exit status: 0 if there is a cover; 1 if there is none, or none was found before a limit.
/// `quadrille help` lists the other statuses.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  quadrille cover problem.dlx           every cover
  quadrille cover -c < problem.dlx      the number of covers, like `quadrille count`
  quadrille cover -1 -f indices FILE    a cover, as the positions of its options: 1 4 5
  quadrille cover -1 --random FILE      a random cover
  quadrille cover --choose 3,7 FILE     the covers with the third and the seventh option
  quadrille cover -j 0 --checkpoint FILE.save -o FILE.covers FILE   surviving interruptions
  quadrille cover -f json FILE | jq .   for programs

See also: `quadrille best`, `sample`, `nth`, `distinct` and `diagram`.")]
pub(crate) struct CoverArgs {
    #[command(flatten)]
    question: QuestionArgs,

    #[command(flatten)]
    search: SearchArgs,

    /// With -1, print a random cover; the same SEED gives the same cover
    ///
    /// Some covers are more likely than others; `quadrille sample` draws all with the same
    /// probability. With a different instruction set, SEED may give another cover.
    #[arg(
        long,
        value_name = "SEED",
        num_args = 0..=1,
        require_equals = true,
        conflicts_with_all = ["engine", "checkpoint"]
    )]
    random: Option<Option<u64>>,

    #[command(flatten)]
    checkpoint: CheckpointArgs,

    /// With --checkpoint, the new file for the covers; required without -c
    #[arg(short, long, value_name = "FILE", conflicts_with = "count")]
    output: Option<PathBuf>,
}

impl CoverArgs {
    pub(crate) fn check(&self) -> Result<(), (ErrorKind, &'static str)> {
        let is_number = self.search.amount.count;
        let output = self.output.as_deref();
        self.checkpoint.check(&self.question.of.problem, is_number, output)?;
        self.question.check(is_number)
    }

    /// Prints the covers. Returns true if one was found.
    fn print(&self, question: &Question<'_>, session: &mut Session) -> Result<bool, Error> {
        let &Question { name, problem, format, .. } = question;
        let search = &self.search;
        let (choice, cube) = (search.with.engine, question.cube);
        let compile = if search.ordered { AnyEngine::with_stable_order } else { AnyEngine::new };
        let engine = compile(problem, choice).map_err(|error| unsuited(name, choice, &error))?;
        session.note_engine(engine.name(), || counting::reason(&engine, choice, problem))?;
        if search.with.threads.threads.get() > 1 {
            let work = cover_printer::work(problem, format, false);
            let count = gathered::run(search, engine, cube.clone(), &work, session)?;
            return Ok(count.is_at_least(1));
        }
        let mut solver = Solver::from(engine);
        let limits = session.limits().covers(search.most().unwrap_or(u64::MAX));
        let covers = solver.solutions_of(cube).expect("the options have been checked");
        let mut covers = covers.limited(limits);
        let mut printer = CoverPrinter::new(problem, format);
        let (mut text, mut index) = (Vec::new(), Decimal::default());
        let most = if session.output.is_terminal { 0 } else { CHUNK };
        session.drive(&mut covers, |covers, nodes, session| {
            let last_node = covers.stats().nodes.saturating_add(nodes);
            let step = loop {
                let step = covers.advance(last_node.saturating_sub(covers.stats().nodes));
                if step != Step::Cover {
                    break step;
                }
                index.increase();
                let unchanged = covers.unchanged();
                printer.print(&mut text, covers.cover(), unchanged, index.as_bytes(), None);
                if text.len() >= most {
                    break step;
                }
            };
            session.print(|output| output.write_all(&text))?;
            text.clear();
            Ok(step)
        })?;
        Ok(covers.count_so_far().is_at_least(1))
    }

    /// Prints the cover that is found soonest. Returns false if none was found.
    fn print_first(&self, question: &Question<'_>, session: &mut Session) -> Result<bool, Error> {
        let problem = question.problem;
        let first = First::of(problem, question.cube);
        let mut first = first.expect("the options have been checked");
        if let Some(seed) = self.random {
            first = first.seed(random::seed(seed));
        }
        let how = || counting::reason(first.engine(), EngineChoice::Auto, problem);
        session.note_engine(first.engine().name(), how)?;
        let Some(cover) = session.find(first)? else { return Ok(false) };
        CoverPrinter::new(problem, question.format).write(&cover, &1, None, session)?;
        Ok(true)
    }
}

/// The number of bytes after which covers are written, at the latest. On a terminal, each cover is
/// written when it is found.
const CHUNK: usize = 1 << 16;

pub(crate) fn cover(args: &CoverArgs) -> ExitCode {
    let search = &args.search;
    let is_number = search.amount.count;
    args.question.run(|question, session| {
        if let Some(file) = &args.checkpoint.checkpoint {
            let (limit, ordered) = (search.most(), search.ordered);
            let output = args.output.clone();
            let plan = Plan { count: is_number, limit, ordered, output, ..Plan::default() };
            return args.checkpoint.begin(file, &search.with, plan, question, session);
        }
        if is_number {
            let count = count_covers(question, search.most(), &search.with, memory(None), session)?;
            return question.end_count(&count, true, session);
        }
        let has_cover = match search.is_for_any() {
            true => args.print_first(question, session)?,
            false => args.print(question, session)?,
        };
        if !has_cover {
            // After an interrupt, there may still be a cover.
            error::check_signal()?;
        }
        question.end(has_cover, false, session)?;
        error::check_signal()
    })
}

/// Find the covers of least cost
///
/// Prints the covers in order of cost, each with its cost: the sum of the costs of its options.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  quadrille best problem.dlx            the cover of least cost
  quadrille best -n 3 --dearest FILE    the three covers of greatest cost
  quadrille best --timeout 10s FILE     the best cover found in ten seconds, and a bound

The cost of an option is at the end of its line: `a b |7`. Without it, the option costs nothing.")]
pub(crate) struct BestArgs {
    #[command(flatten)]
    pub(crate) question: QuestionArgs,

    /// Print the K best covers
    #[arg(short = 'n', long, value_name = "K", default_value_t = 1, value_parser = positive, allow_negative_numbers = true)]
    number: u64,

    /// Print the covers of greatest cost instead
    #[arg(long)]
    dearest: bool,

    /// Stop the search when the proven bound is within PERCENT of the cost of the best cover found
    ///
    /// A message states the bound, as after --timeout and --nodes.
    #[arg(long, value_name = "PERCENT", value_parser = percent, allow_negative_numbers = true)]
    gap: Option<f64>,

    #[command(flatten)]
    threads: ThreadArgs,
}

fn percent(text: &str) -> Result<f64, String> {
    let number = text.strip_suffix('%').unwrap_or(text).parse::<f64>().ok();
    let number = number.filter(|number| number.is_finite() && *number >= 0.0);
    number.ok_or_else(|| "expected a percentage of at least 0, such as 0.5".to_owned())
}

/// Returns the state of a search, for the progress display.
fn state(totals: &Totals, cheapest: &Cheapest) -> String {
    let bound = grouped_cost(cheapest.bound());
    let best = match (cheapest.best_cost(), cheapest.gap()) {
        (Some(best), Some(gap)) => {
            format!("best {}, bound {bound}, gap {:.2}%", grouped_cost(best), 100.0 * gap)
        }
        _ => format!("no cover yet, bound {bound}"),
    };
    match totals.with(None, cheapest.stats(), None) {
        totals if totals.is_empty() => best,
        totals => format!("{best}, {totals}"),
    }
}

fn grouped_cost(cost: i64) -> String {
    let sign = if cost < 0 { "-" } else { "" };
    format!("{sign}{}", grouped(cost.unsigned_abs()))
}

pub(crate) fn best(args: &BestArgs) -> ExitCode {
    let count = usize::try_from(args.number).unwrap_or(usize::MAX);
    args.question.run(|question, session| {
        let &Question { problem, format, name, .. } = question;
        let how = || "engine `cheapest`: branch and bound with taxes".to_owned();
        session.note_engine("cheapest", how)?;
        let begin = if args.dearest { Cheapest::dearest } else { Cheapest::new };
        let mut cheapest = begin(problem, count).limited(session.limits());
        cheapest.start(question.cube).expect("the options have been checked");
        interrupt::watch();
        let mut shown = Ok(());
        let ended = cheapest.run(args.threads.threads, |cheapest| {
            shown = session.show(|totals| state(totals, cheapest));
            let is_near =
                args.gap.zip(cheapest.gap()).is_some_and(|(most, gap)| 100.0 * gap <= most);
            let is_over = is_near || shown.is_err() || interrupt::is_requested();
            if is_over { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        let is_stopped = ended.is_break();
        session.totals.add(cheapest.found(), cheapest.stats());
        shown?;
        // If one cover is wanted, a cover that is proved to be the best is the whole answer.
        let is_proved = count == 1 && cheapest.gap() == Some(0.0);
        if is_stopped && !is_proved {
            session.say(&format!("{name}: stopped: {}", proved(&cheapest, args.dearest)))?;
        }
        let covers = cheapest.into_covers();
        let mut printer = CoverPrinter::new(problem, format);
        for (index, (cover, cost)) in (1_u64..).zip(&covers) {
            printer.write(cover, &index, Some(*cost), session)?;
        }
        if is_stopped {
            // After a signal, the covers need not be the best. The exit status is the signal's.
            error::check_signal()?;
            if covers.is_empty() {
                // There may still be a cover.
                session.no_solution();
            }
        }
        question.end(!covers.is_empty() || is_stopped, false, session)
    })
}

/// Returns the message about what a stopped search has proved.
fn proved(cheapest: &Cheapest, is_dearest: bool) -> String {
    let word = if is_dearest { "more" } else { "less" };
    let proved = format!("no cover costs {word} than {}", cheapest.bound());
    match (cheapest.best_cost(), cheapest.gap(), cheapest.found()) {
        (Some(best), Some(gap), _) if gap > 0.0 => {
            let percent = 100.0 * gap;
            format!("the best cover found costs {best}, and {proved}: a gap of {percent:.2}%")
        }
        (Some(best), _, 1) => format!(
            "a cover of cost {best} is the best of all; no other was found, but there may be some"
        ),
        (Some(best), _, found) => format!(
            "a cover of cost {best} is the best of all; {found} covers were found, and the others \
             may not be the best"
        ),
        _ => format!("no cover was found, and {proved}"),
    }
}
