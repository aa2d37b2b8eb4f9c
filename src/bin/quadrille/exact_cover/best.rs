//! `quadrille best`: the covers of least or of greatest cost.

use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::process::ExitCode;

use quadrille::Cheapest;

use crate::exact_cover::cover_printer::CoverPrinter;
use crate::exact_cover::question::{Question, QuestionArgs};
use crate::shared::error;
use crate::shared::interrupt;
use crate::shared::progress::grouped;
use crate::shared::search_args::ThreadArgs;
use crate::shared::totals::Totals;
use crate::shared::values::positive_size;

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
pub(crate) struct Args {
    #[command(flatten)]
    pub(crate) question: QuestionArgs,

    /// Print the K best covers
    #[arg(short = 'n', long, value_name = "K", default_value = "1", value_parser = positive_size, allow_negative_numbers = true)]
    number: NonZeroUsize,

    /// Print the covers of greatest cost instead
    #[arg(long)]
    dearest: bool,

    /// Stop the search when the best cover found is proved to be within PERCENT of the optimum
    ///
    /// A message states the proven bound, as after --timeout and --nodes.
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

pub(crate) fn run(args: &Args) -> ExitCode {
    let count = args.number.get();
    args.question.run(|question, session| {
        let &Question { problem, format, name, .. } = question;
        let how = || "engine `cheapest`: branch and bound with taxes".to_owned();
        session.note_engine("cheapest", how)?;
        let begin = if args.dearest { Cheapest::dearest } else { Cheapest::new };
        let mut cheapest = begin(problem, count).limited(session.limits());
        cheapest.start(question.cube).expect("the options have been checked");
        interrupt::watch();
        let mut shown = Ok(());
        let ended = cheapest.run(args.threads.threads(), |cheapest| {
            shown = session.show(|totals| state(totals, cheapest));
            let is_near =
                args.gap.zip(cheapest.gap()).is_some_and(|(most, gap)| 100.0 * gap <= most);
            let is_over = is_near || shown.is_err() || interrupt::is_requested();
            if is_over { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        let is_stopped = ended.is_break();
        session.totals.add(cheapest.found(), cheapest.stats());
        shown?;
        // A single cover that is proved to be the best completes the answer.
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
            // After a signal, the covers need not be the best, and the exit status is that of the
            // signal.
            error::check_signal()?;
        }
        if is_stopped && covers.is_empty() {
            // None was found, but there may be one.
            session.no_solution();
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
