//! `quadrille cover`: the covers of a problem that is given as text.

mod ask;

use std::borrow::Cow;
use std::ffi::{OsStr, OsString};
use std::io::{self, IsTerminal, Write};
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::process::ExitCode;

use clap::ValueEnum;
use clap::error::ErrorKind;
use num_bigint::BigUint;
use quadrille::format::{self, Parsed, ReadError};
use quadrille::search::{Cube, Engine, Step, UnknownOption, Unsupported};
use quadrille::{
    AnyEngine, Cheapest, Count, Counter, Cover, EngineChoice, Fate, OptionId, OriginalSolutions, Problem, Reduced,
    Solutions, Solver,
};
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;

use crate::exact_cover::checkpoint::{CheckpointArgs, Plan};
use crate::exact_cover::problem_file::{unreadable, warn};
use crate::shared::console::{SLICE, Search, Session};
use crate::shared::crew::{self, Found, Style, Work};
use crate::shared::family::{self, FamilyArgs, json_number};
use crate::shared::input;
use crate::shared::output::Output;
use crate::shared::search_args::SearchArgs;

/// Find the covers of a problem: choose options so that every item is covered exactly once
///
/// A problem is a text in the format of Knuth's DLX programs. Lines that begin with | are comments. The first other line
/// names the items; those after a lone | are secondary, and need not be covered. Every other line is an option: the items
/// that it covers. An item may have bounds, 2:3|C; an option may give a secondary item a color, X:red, and have a cost, |7.
///
/// A cover is printed as its options, one a line in the order of the file, with a blank line after it. An option without a
/// primary item is in no cover; a warning says so.
///
/// Exit status: 0 if there is a cover; 1 if there is none; 2 for bad usage or input; 3 if a search with a checkpoint was
/// interrupted.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  quadrille cover problem.dlx           every cover
  quadrille cover -c < problem.dlx      how many there are
  quadrille cover -1 -f indices FILE    the first one, as the positions of its options: 1 4 5
  quadrille cover -k 3 FILE             the three that cost least
  quadrille cover -j 0 -c FILE          how many there are, by all cores
  quadrille cover -j 0 -c --checkpoint FILE.save FILE    the same, over interruptions and reboots
  quadrille cover --choose 3,7 FILE     those that contain the third option and the seventh
  quadrille cover --sample 5 --seed 1 FILE  five covers at random
  quadrille cover --option-counts FILE  in how many covers each option is
  quadrille cover --reduce --stats FILE every cover, from a smaller problem; how much smaller it is
  quadrille cover -f json FILE | jq .   for programs")]
pub(crate) struct Args {
    /// A file with a problem, or `-` for standard input, which is also read without it
    file: Option<OsString>,

    /// How to print a cover
    #[arg(short, long, value_name = "FORMAT", value_enum, default_value_t = Format::Text)]
    format: Format,

    /// Only covers that contain this option, by its position among the options of the file, counted from 1
    ///
    /// Several are separated by commas, or each has a --choose of its own.
    #[arg(long, value_name = "OPTION", value_delimiter = ',', value_parser = clap::value_parser!(u32).range(1..))]
    choose: Vec<u32>,

    /// Print the K covers that cost least, in order of cost, each with its cost
    #[arg(short = 'k', long, value_name = "K", conflicts_with_all = ["limit", "first", "count"])]
    best: Option<NonZeroUsize>,

    /// Make the problem smaller before the search; the covers are the same, perhaps in another order
    ///
    /// Options that are in every cover are chosen, options that leave some item without any other are removed, and options
    /// that are the same are searched once: counting takes no longer for them. --stats says what was found. This pays where
    /// many options can be in no cover or are the same, and nowhere else.
    #[arg(long)]
    reduce: bool,

    #[command(flatten)]
    family: FamilyArgs,

    /// Write the diagram of all covers to FILE, or to standard output for `-`
    ///
    /// It is a text, as docs/counting.md describes it, or for Graphviz if the name ends in .dot.
    #[arg(long, value_name = "FILE", group = "wish", conflicts_with_all = ["count", "limit", "first"])]
    diagram: Option<PathBuf>,

    #[command(flatten)]
    checkpoint: CheckpointArgs,

    #[command(flatten)]
    search: SearchArgs,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Format {
    /// The options, one a line, with a blank line after each cover
    Text,
    /// The positions of the options in the file, counted from 1, in a line
    Indices,
    /// An object in a line: the positions of the options, their texts, and the number of the cover from 1 on
    Json,
}

impl Args {
    /// What is wrong with arguments that are right one by one.
    pub(crate) fn check(&self) -> Result<(), (ErrorKind, &'static str)> {
        self.checkpoint.check(self.file(), self.search.count)?;
        if self.format == Format::Indices && self.search.count {
            let message = "`--format indices` is for covers: with --count there are none to print";
            return Err((ErrorKind::ArgumentConflict, message));
        }
        if self.file.is_none() && io::stdin().is_terminal() {
            let message = "no problem: name a file, or pipe a problem to standard input";
            return Err((ErrorKind::MissingRequiredArgument, message));
        }
        Ok(())
    }

    /// The file to read; `None` for standard input.
    fn file(&self) -> Option<&OsStr> {
        self.file.as_deref().filter(|&file| file != "-")
    }

    /// What to call the input in messages.
    fn name(&self) -> Cow<'_, str> {
        self.file().map_or(Cow::Borrowed(input::STDIN), OsStr::to_string_lossy)
    }

    fn read(&self) -> Result<Parsed, ReadError> {
        match self.file() {
            None => format::read(input::buffered(io::stdin().lock())),
            Some(file) => format::read(input::buffered(input::open(file)?)),
        }
    }

    /// The options that every cover is to contain.
    fn prefix(&self) -> Vec<OptionId> {
        self.choose.iter().map(|position| OptionId::new(position - 1)).collect()
    }
}

pub(crate) fn run(args: &Args) -> ExitCode {
    let mut session = Session::new("problems", "covers", args.search.stats);
    let result = cover(args, &mut session);
    session.end(result)
}

/// A line of `--format json`.
#[derive(Serialize)]
#[serde(untagged)]
enum Object {
    Cover {
        options: Vec<usize>,
        texts: Vec<String>,
        index: u64,
        #[serde(skip_serializing_if = "Option::is_none")]
        cost: Option<u64>,
    },
    Count {
        count: Box<RawValue>,
        complete: bool,
    },
    Option {
        option: usize,
        text: String,
        count: Box<RawValue>,
    },
}

/// Fails only if the output does.
fn cover(args: &Args, session: &mut Session) -> io::Result<()> {
    let name = &*args.name();
    let problem = match args.read() {
        Ok(parsed) => {
            warn(name, &parsed, session)?;
            parsed.problem
        }
        Err(error) => return session.bad(&unreadable(name, &error)),
    };
    let unknown = |UnknownOption { option, option_count }| {
        format!("{name}: there is no option {} to choose: there are {option_count}, counted from 1", option.index() + 1)
    };
    let prefix = args.prefix();
    if let Some(&option) = prefix.iter().find(|option| option.index() >= problem.option_count()) {
        return session.bad(&unknown(UnknownOption { option, option_count: problem.option_count() }));
    }
    if args.checkpoint.is_wanted() {
        let plan = Plan::new(args.file.as_deref(), args.format, &args.choose, args.reduce, &args.search);
        return args.checkpoint.begin(plan, &problem, session);
    }
    let reduced = args.reduce.then(|| problem.reduce_with(&prefix, Reduced::WORK));
    if let (Some(reduced), true) = (&reduced, args.search.stats) {
        session.say(&format!("{name}: {}", what_was_done(&problem, reduced)))?;
    }
    // What was reduced holds the prefix already.
    let (searched, cube) = match &reduced {
        Some(reduced) => (reduced.problem(), Cube::default()),
        None => (&problem, Cube::from(&*prefix)),
    };
    if let Some(best) = args.best {
        let mut cheapest = Cheapest::new(searched, best.get());
        return match cheapest.start(&cube) {
            Ok(()) => print_best(args, name, &problem, reduced.as_ref(), cheapest, session),
            Err(error) => session.bad(&unknown(error)),
        };
    }
    if args.family.wish().is_some() || args.diagram.is_some() {
        return ask::ask(args, name, &problem, &cube, session);
    }
    if args.search.count && args.search.most().is_none() && reduced.is_none() {
        let engine = args.search.engine;
        let mut counter = match Counter::with_engine(&problem, engine) {
            Ok(counter) => counter.with_memory(args.family.memory()),
            Err(error) => return session.bad(&unsuited(name, engine, &error)),
        };
        if let Err(error) = counter.start(&cube) {
            return session.bad(&unknown(error));
        }
        if let Some(count) = family::count(&mut counter, args.search.threads().get() == 1, session)? {
            session.print(|output| print_count(output, args.format, &count))?;
            return end_problem(args, name, family::saturated(&count.found()), session);
        }
    }
    let engine = match AnyEngine::new(searched, args.search.engine) {
        Ok(engine) => engine,
        Err(error) => return session.bad(&unsuited(name, args.search.engine, &error)),
    };
    if args.search.threads().get() > 1 {
        return by_crew(args, name, &problem, reduced.as_ref(), engine, session);
    }
    let mut solver = Solver::from(engine);
    let solutions = match solver.solutions_of(&cube) {
        Ok(solutions) => solutions,
        Err(error) => return session.bad(&unknown(error)),
    };
    match &reduced {
        None => print_covers(args, name, &problem, solutions.limited(args.search.limits()), session),
        Some(reduced) => {
            let solutions = reduced.expand(solutions).limited(args.search.limits());
            print_covers(args, name, &problem, solutions, session)
        }
    }
}

fn unsuited(name: &str, engine: EngineChoice, error: &Unsupported) -> String {
    format!("{name}: not for the engine `{engine}`: {error}; `--engine auto` finds one")
}

/// What the searches for covers have in common, of a problem and of a smaller one.
trait Covers: Search {
    fn advance(&mut self, nodes: u64) -> Step;
    fn skip(&mut self, nodes: u64) -> Step;
    fn cover(&self) -> &[OptionId];
}

impl<E: Engine> Covers for Solutions<E> {
    fn advance(&mut self, nodes: u64) -> Step {
        self.advance(nodes)
    }

    fn skip(&mut self, nodes: u64) -> Step {
        self.skip_covers(u64::MAX, nodes).1
    }

    fn cover(&self) -> &[OptionId] {
        self.cover()
    }
}

impl<E: Engine> Covers for OriginalSolutions<'_, E> {
    fn advance(&mut self, nodes: u64) -> Step {
        self.advance(nodes)
    }

    fn skip(&mut self, nodes: u64) -> Step {
        self.skip_covers(nodes)
    }

    fn cover(&self) -> &[OptionId] {
        self.cover()
    }
}

/// Prints the covers that a search finds, or their number.
fn print_covers(
    args: &Args,
    name: &str,
    problem: &Problem,
    covers: impl Covers,
    session: &mut Session,
) -> io::Result<()> {
    let count = if args.search.count {
        let count = session.search(covers, |covers, _| Ok(covers.skip(SLICE)))?;
        session.print(|output| print_count(output, args.format, &count.map(BigUint::from)))?;
        count
    } else {
        session.search(covers, |covers, output| {
            let step = covers.advance(SLICE);
            if step == Step::Cover {
                let index = covers.count_so_far().found();
                print_cover(output, args.format, problem, &Cover::from(covers.cover()), index, None)?;
            }
            Ok(step)
        })?
    };
    end_problem(args, name, count.found(), session)
}

/// Prints the covers that several threads find, or their number.
fn by_crew(
    args: &Args,
    name: &str,
    problem: &Problem,
    reduced: Option<&Reduced>,
    engine: AnyEngine,
    session: &mut Session,
) -> io::Result<()> {
    let note = note_covers(problem, reduced, args.format, args.search.count);
    let work = Work::of_covers(&note, reduced, args.format, args.search.count);
    let prefix = if reduced.is_some() { Vec::new() } else { args.prefix() };
    let count = crew::run(&args.search, engine, Cube::from(prefix), &work, session)?;
    if args.search.count {
        session.print(|output| print_count(output, args.format, &count.map(BigUint::from)))?;
    }
    end_problem(args, name, count.found(), session)
}

/// What several threads do with each cover that they find: print it, or count the covers that it stands for.
pub(crate) fn note_covers<'a>(
    problem: &'a Problem,
    reduced: Option<&'a Reduced>,
    format: Format,
    counts: bool,
) -> impl Fn(&[OptionId], &mut Found) + Sync + 'a {
    let style = format.style();
    move |cover, found| match reduced {
        Some(reduced) if counts => found.covers += reduced.originals_of(cover).left(),
        Some(reduced) => reduced.originals_of(cover).for_each(|cover| {
            found.add(style, |text| print_cover(text, format, problem, &cover, 0, None));
        }),
        None => found.add(style, |text| print_cover(text, format, problem, &Cover::from(cover), 0, None)),
    }
}

impl<'a> Work<'a> {
    pub(crate) fn of_covers(
        note: &'a (dyn Fn(&[OptionId], &mut Found) + Sync),
        reduced: Option<&Reduced>,
        format: Format,
        counts: bool,
    ) -> Self {
        Self { each: crew::covers_each(reduced).filter(|_| counts), note, style: format.style() }
    }
}

impl Format {
    fn style(self) -> Style {
        if self == Self::Json { Style::Json } else { Style::Plain }
    }
}

/// How much smaller a problem has become, and why.
fn what_was_done(problem: &Problem, reduced: &Reduced) -> String {
    if reduced.has_no_cover() {
        return "found to have no cover before the search".to_owned();
    }
    let fates = |is_wanted: fn(&Fate) -> bool| reduced.fates().iter().filter(|fate| is_wanted(fate)).count();
    let small = reduced.problem();
    let forced = reduced.forced().len();
    let same = fates(|fate| matches!(fate, Fate::Kept(_) | Fate::Forced)) - small.option_count() - forced;
    format!(
        "reduced from {} items and {} options to {} and {}: {forced} forced, {} excluded by these, {} starve an item, {same} \
         the same as others",
        problem.item_count(),
        problem.option_count(),
        small.item_count(),
        small.option_count(),
        fates(|fate| matches!(fate, Fate::Excluded { .. })),
        fates(|fate| matches!(fate, Fate::Starves { .. })),
    )
}

/// Notes that a problem is done, and whether it has a cover.
fn end_problem(args: &Args, name: &str, covers: u64, session: &mut Session) -> io::Result<()> {
    session.problems += 1;
    if covers == 0 {
        session.no_solution();
        // Where the output is a number, nothing else needs to be said.
        if !args.search.count {
            session.say(&format!("{name}: no cover"))?;
        }
    }
    Ok(())
}

fn print_best(
    args: &Args,
    name: &str,
    problem: &Problem,
    reduced: Option<&Reduced>,
    mut cheapest: Cheapest,
    session: &mut Session,
) -> io::Result<()> {
    session.search(&mut cheapest, |cheapest, _| Ok(cheapest.advance(SLICE)))?;
    let found = cheapest.into_covers();
    let covers = match (reduced, args.best) {
        (Some(reduced), Some(best)) => {
            session.solutions -= found.len() as u64;
            let covers: Vec<_> = found
                .iter()
                .flat_map(|(cover, _)| reduced.originals_of(cover))
                .map(|cover| {
                    let cost: u64 = cover.iter().map(|&option| problem.cost(option)).sum();
                    (cover, cost)
                })
                .take(best.get())
                .collect();
            session.solutions += covers.len() as u64;
            covers
        }
        _ => found,
    };
    session.print(|output| {
        (1..)
            .zip(&covers)
            .try_for_each(|(index, (cover, cost))| print_cover(output, args.format, problem, cover, index, Some(*cost)))
    })?;
    end_problem(args, name, covers.len() as u64, session)
}

/// Prints a cover; its cost as a comment in the sense of the format, if it is wanted.
pub(crate) fn print_cover(
    output: &mut impl Write,
    format: Format,
    problem: &Problem,
    cover: &Cover,
    index: u64,
    cost: Option<u64>,
) -> io::Result<()> {
    let positions = cover.iter().map(|option| option.index() + 1);
    let mut texts = cover.iter().map(|&option| problem.option_text(option));
    match format {
        Format::Text => {
            texts.try_for_each(|text| writeln!(output, "{text}"))?;
            cost.map_or(Ok(()), |cost| writeln!(output, "| cost {cost}"))?;
            writeln!(output)
        }
        Format::Indices => {
            for (at, position) in positions.enumerate() {
                write!(output, "{}{position}", if at == 0 { "" } else { " " })?;
            }
            cost.map_or(Ok(()), |cost| write!(output, " | cost {cost}"))?;
            writeln!(output)
        }
        Format::Json => {
            let (options, texts) = (positions.collect(), texts.collect());
            serde_json::to_writer(&mut *output, &Object::Cover { options, texts, index, cost })?;
            output.write_all(b"\n")
        }
    }
}

pub(crate) fn print_count(output: &mut Output, format: Format, count: &Count<BigUint>) -> io::Result<()> {
    match format {
        Format::Json => {
            let complete = count.is_exact();
            output.json(&Object::Count { count: json_number(&count.clone().found()), complete })
        }
        Format::Text | Format::Indices => writeln!(output, "{count}"),
    }
}
