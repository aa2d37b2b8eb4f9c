//! `quadrille cover`: the covers of a problem given as text.

mod diagram_queries;

use std::borrow::Cow;
use std::ffi::{OsStr, OsString};
use std::io::{self, IsTerminal, Write};
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::error::ErrorKind;
use quadrille::format::{self, ReadError};
use quadrille::search::{Cube, Engine, OpenCube, Step, Unsupported};
use quadrille::solve::Method;
use quadrille::{AnyEngine, Counter, EngineChoice, Limits, OptionId, Problem, Solutions, Solver};

use crate::exact_cover::cheapest::{self, CheapestArgs};
use crate::exact_cover::checkpoint::{CheckpointArgs, Plan};
use crate::exact_cover::cover_format::{Format, print_count};
use crate::exact_cover::cover_printer::{CoverNote, CoverPrinter};
use crate::exact_cover::distinct::{self, DistinctArgs};
use crate::exact_cover::first::FirstArgs;
use crate::exact_cover::problem_file::{unreadable, warn};
use crate::exact_cover::solver_files::{self, SolverFileArgs, To};
use crate::exact_cover::study::{self, StudyArgs};
use crate::shared::counting;
use crate::shared::decimal::Decimal;
use crate::shared::diagram_queries::{Query, QueryArgs};
use crate::shared::error::{self, Error};
use crate::shared::gathered::{self, Work};
use crate::shared::input;
use crate::shared::reading::Reading;
use crate::shared::search_args::SearchArgs;
use crate::shared::session::Session;
use crate::shared::values::positive;
use crate::shared::words::counted;

/// Find the covers of a problem: choose options so that every item is covered exactly once
///
/// A problem is a text in the format of Knuth's DLX programs. Lines that begin with | are comments.
/// The first other line names the items; those after a lone | are secondary and need not be
/// covered. Every other line is an option: the list of the items that it covers. An item may have
/// bounds, 2:3|C. An option may give a secondary item a color, X:red, and may have a cost, |7.
///
/// A cover is printed as its options, one per line in the order of the file, followed by a blank
/// line. An option without a primary item is in no cover; a warning reports it.
///
/// Exit status: 0 if there is a cover; 1 if there is none, or if none was found before --timeout or
/// --nodes ended the search; 2 for bad usage or input; 3 if --audit finds a fault of this program;
/// 128 plus the signal number if a signal ended the program, even if a checkpoint was saved.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  quadrille cover problem.dlx           every cover
  quadrille cover -c < problem.dlx      the number of covers
  quadrille cover -1 -f indices FILE    a cover, as the positions of its options: 1 4 5
  quadrille cover -1 --random FILE      another cover each time
  quadrille cover -k 3 FILE             the three covers of least cost
  quadrille cover -k 1 --timeout 10s FILE  the best cover found in ten seconds, and what is proved
  quadrille cover -c --timeout 1m FILE  the number of covers, or after a minute at least how many
  quadrille cover --to lp FILE          the problem for an integer programming solver
  quadrille cover --choose 3 --to cnf FILE  the covers with the third option, for a SAT solver
  quadrille cover -j 0 -c FILE          the number of covers, with all cores
  quadrille cover -j 0 -c --checkpoint FILE.save FILE    the same, surviving interruptions
  quadrille cover --choose 3,7 FILE     the covers with the third and the seventh option
  quadrille cover --sample 5 --seed 1 FILE  five covers at random
  quadrille cover --option-counts FILE  the number of covers with each option
  quadrille cover --trace FILE          each step of the search: the item, and `2 of 3`
  quadrille cover -c --profile FILE     the nodes, degrees and updates of each level
  quadrille cover --spacing 1000 FILE   each thousandth cover
  quadrille cover --distinct -c FILE    the number of covers up to symmetry, and of all
  quadrille cover --distinct --fix a FILE  up to the symmetries that do not move the item a
  quadrille cover -f json FILE | jq .   for programs")]
pub(crate) struct Args {
    /// A file with a problem; `-`, the default, is standard input
    file: Option<OsString>,

    /// The format of a cover
    #[arg(short, long, value_name = "FORMAT", value_enum, default_value_t = Format::Text)]
    format: Format,

    /// Only find covers with this option, given by its position in the file, counted from 1
    ///
    /// Separate several options by commas, or repeat --choose.
    #[arg(long, value_name = "OPTION", value_delimiter = ',', value_parser = clap::value_parser!(u32).range(1..))]
    choose: Vec<u32>,

    /// Print only every N-th cover, such as the 1000th, the 2000th, and so on
    ///
    /// This is the spacing of Knuth's programs, `m1000`. -n limits the covers printed.
    #[arg(
        long,
        value_name = "N",
        value_parser = positive, allow_negative_numbers = true,
        conflicts_with_all = ["count", "first", "threads", "best", "query", "checkpoint"]
    )]
    spacing: Option<u64>,

    #[command(flatten)]
    distinct: DistinctArgs,

    #[command(flatten)]
    study: StudyArgs,

    #[command(flatten)]
    first: FirstArgs,

    #[command(flatten)]
    cheapest: CheapestArgs,

    #[command(flatten)]
    solver_files: SolverFileArgs,

    #[command(flatten)]
    query: QueryArgs,

    /// Write the diagram of all covers to FILE, or to standard output for `-`
    ///
    /// The format is the text format of docs/counting.md, or Graphviz if the name ends in .dot.
    #[arg(long, value_name = "FILE", group = "query", conflicts_with_all = ["count", "limit", "first", "format"])]
    diagram: Option<PathBuf>,

    #[command(flatten)]
    checkpoint: CheckpointArgs,

    #[command(flatten)]
    search: SearchArgs,
}

impl Args {
    /// Checks for conflicting arguments.
    pub(crate) fn check(&self) -> Result<(), (ErrorKind, &'static str)> {
        self.checkpoint.check(self.file(), self.search.count)?;
        if self.format == Format::Indices && self.search.count {
            let message = "`--format indices` prints covers, and --count prints none";
            return Err((ErrorKind::ArgumentConflict, message));
        }
        let is_links = matches!(self.search.engine, EngineChoice::Auto | EngineChoice::Links);
        if self.study.is_wanted() && !is_links {
            let message = "--trace and --profile show the search of `--engine links`";
            return Err((ErrorKind::ArgumentConflict, message));
        }
        let is_chosen = self.search.engine != EngineChoice::Auto;
        if self.cheapest.best.is_some() && is_chosen {
            let message = "--best has an engine of its own: leave out --engine";
            return Err((ErrorKind::ArgumentConflict, message));
        }
        let is_memo = self.search.engine == EngineChoice::Memo;
        if (self.query.query().is_some() || self.diagram.is_some()) && is_chosen && !is_memo {
            let message = "--sample, --nth, --option-counts and --diagram take `--engine memo`: leave out --engine";
            return Err((ErrorKind::ArgumentConflict, message));
        }
        if self.file.is_none() && io::stdin().is_terminal() {
            let message = "no problem: name a file, or pipe a problem to standard input";
            return Err((ErrorKind::MissingRequiredArgument, message));
        }
        Ok(())
    }

    /// Returns the file to read, or `None` for standard input.
    fn file(&self) -> Option<&OsStr> {
        self.file.as_deref().filter(|&file| file != "-")
    }

    /// Returns the name of the input in messages.
    fn name(&self) -> Cow<'_, str> {
        self.file().map_or(Cow::Borrowed(input::STDIN), OsStr::to_string_lossy)
    }

    /// Reads the problem.
    fn read(&self, session: &mut Session) -> Result<Problem, Error> {
        let progress = &session.console.progress;
        let read = match self.file() {
            None => {
                let source = Reading::new(io::stdin().lock(), None, progress);
                format::read(input::buffered(source))
            }
            Some(file) => {
                let opened = input::open(file).map_err(ReadError::Io);
                opened.and_then(|file| format::read(input::buffered(Reading::file(file, progress))))
            }
        };
        let name = &*self.name();
        let parsed = read.map_err(|error| Error::Bad(unreadable(name, &error)))?;
        session.console.progress.announce("preparing the search");
        warn(name, &parsed, session)?;
        Ok(parsed.problem)
    }

    /// Returns the options that every cover must contain.
    fn prefix(&self, problem: &Problem) -> Result<Vec<OptionId>, Error> {
        let count = problem.option_count();
        let option = |&position: &u32| match OptionId::new(position - 1) {
            option if option.index() < count => Ok(option),
            _ => {
                let message = format!(
                    "there is no option {position} to choose: the problem has {}, counted from 1",
                    counted(count, "option")
                );
                Err(Error::Bad(format!("{}: {message}", self.name())))
            }
        };
        self.choose.iter().map(option).collect()
    }

    /// Returns the requested task.
    fn task(&self) -> Task<'_> {
        if self.checkpoint.is_wanted() {
            Task::Checkpoint
        } else if let Some(best) = self.cheapest.best {
            Task::Cheapest(best)
        } else if let Some(file) = &self.diagram {
            Task::Diagram(file)
        } else if let Some(query) = self.query.query() {
            Task::Query(query)
        } else if let Some(to) = self.solver_files.to {
            Task::Write(to)
        } else if let Some(file) = &self.solver_files.from_solution {
            Task::Solution(file)
        } else if self.distinct.distinct {
            Task::Distinct
        } else if self.study.is_wanted() {
            Task::Study
        } else if self.search.count {
            Task::Count
        } else if self.search.is_for_any() {
            Task::First
        } else {
            Task::Print
        }
    }
}

/// The number of bytes of covers that are written at once, but on a terminal, where each cover is
/// written when it is found.
const CHUNK: usize = 1 << 16;

/// The task of a run of the command.
enum Task<'a> {
    /// Search with checkpoints.
    Checkpoint,
    /// Print this number of covers of least cost.
    Cheapest(NonZeroUsize),
    /// Write the problem for another solver.
    Write(To),
    /// Print the cover that another solver has found.
    Solution(&'a OsString),
    /// Write the diagram of all covers to a file.
    Diagram(&'a Path),
    /// Answer a query about all covers.
    Query(Query<'a>),
    /// Search step by step, with a trace or a profile.
    Study,
    /// Print the covers up to isomorphism, or their number.
    Distinct,
    /// Print the number of covers.
    Count,
    /// Print a cover, whichever is found soonest.
    First,
    /// Print the covers.
    Print,
}

pub(crate) fn run(args: &Args) -> ExitCode {
    let mut session = Session::new("problems", "covers", args.search.stats)
        .with_json(args.format == Format::Json)
        .with_stop(args.search.stop);
    let result = cover(args, &mut session);
    session.end(result)
}

fn cover(args: &Args, session: &mut Session) -> Result<(), Error> {
    let problem = args.read(session)?;
    let prefix = args.prefix(&problem)?;
    let job = Job { args, name: &args.name(), problem: &problem, prefix };
    session.begin_search();
    match args.task() {
        Task::Checkpoint => {
            let (file, memory) = (args.file.as_deref(), args.query.asked_memory());
            let plan = Plan::new(file, args.format, &args.search, memory);
            args.checkpoint.begin(plan, &problem, &job.prefix, session)
        }
        Task::Cheapest(best) => job.print_cheapest(best, session),
        Task::Write(to) => solver_files::write(&problem, &job.prefix, to, job.name, session),
        Task::Solution(file) => job.print_solution(file, session),
        Task::Diagram(file) => job.write_diagram(file, session),
        Task::Query(query) => job.answer(&query, session),
        Task::Study => job.study(session),
        Task::Distinct => job.print_distinct(session),
        Task::Count => job.count(session),
        Task::First => job.print_first(session),
        Task::Print => job.print(session),
    }
}

/// A problem and the arguments.
struct Job<'a> {
    args: &'a Args,
    /// The name of the input in messages.
    name: &'a str,
    problem: &'a Problem,
    /// The options that every cover must contain.
    prefix: Vec<OptionId>,
}

impl Job<'_> {
    /// Returns the cube of the covers that contain every option of the prefix.
    fn cube(&self) -> Cube {
        Cube::from(&self.prefix)
    }

    fn unsuited(&self, engine: EngineChoice, error: &Unsupported) -> Error {
        Error::Bad(format!(
            "{}: not for the engine `{engine}`: {error}; `--engine auto` finds one",
            self.name
        ))
    }

    /// Prints the covers.
    fn print(&self, session: &mut Session) -> Result<(), Error> {
        let Self { args, problem, .. } = self;
        let cube = self.cube();
        let choice = args.search.engine;
        let mut engine =
            AnyEngine::new(problem, choice).map_err(|error| self.unsuited(choice, &error))?;
        if args.search.ordered {
            engine.fix_order();
        }
        session.note_engine(engine.name());
        session.say_how(|| counting::reason(&engine, choice, problem))?;
        let has_cover = if args.search.threads().get() > 1 {
            let note = CoverNote::new(problem, args.format);
            let work = Work::of_covers(&note, args.format, false);
            let whole = OpenCube { cube, ..OpenCube::whole() };
            let most = args.search.most().map_or(u128::MAX, u128::from);
            gathered::run(&args.search, engine, vec![whole].into(), most, &work, session)?
                .is_at_least(1)
        } else {
            let mut solver = Solver::from(engine);
            let solutions = solver.solutions_of(&cube).expect("the options have been checked");
            // The limit is one of the covers printed.
            let spacing = args.spacing.unwrap_or(1);
            let most = args.search.most().map_or(u64::MAX, |most| most.saturating_mul(spacing));
            let limits = session.limits(Limits::none().covers(most));
            self.print_each(solutions.limited(limits), session)?
        };
        if !has_cover {
            // After an interrupt there may be more covers.
            error::check_signal()?;
        }
        self.end(has_cover, session)?;
        error::check_signal()
    }

    /// Prints the covers up to isomorphism, or their number.
    fn print_distinct(&self, session: &mut Session) -> Result<(), Error> {
        let Self { args, name, problem, prefix } = self;
        let format = args.format;
        let job = distinct::Job { args: &args.distinct, name, problem, chosen: prefix, format };
        let has_cover = job.print(&args.search, session)?;
        self.end(has_cover, session)
    }

    /// Prints a cover.
    fn print_first(&self, session: &mut Session) -> Result<(), Error> {
        let has_cover =
            self.args.first.print(self.problem, &self.cube(), self.args.format, session)?;
        if !has_cover {
            // After an interrupt there may be a cover.
            error::check_signal()?;
        }
        self.end(has_cover, session)?;
        error::check_signal()
    }

    /// Prints the covers that a search finds. True if there is one.
    fn print_each(
        &self,
        mut covers: Solutions<impl Engine>,
        session: &mut Session,
    ) -> Result<bool, Error> {
        let mut printer = CoverPrinter::new(self.problem, self.args.format);
        let (mut text, mut index) = (Vec::new(), Decimal::new(0));
        let spacing = self.args.spacing.unwrap_or(1);
        let most = if session.console.output.is_terminal() { 0 } else { CHUNK };
        let mut number: u64 = 0;
        session.drive(&mut covers, |covers, nodes, session| {
            let last_node = covers.stats().nodes.saturating_add(nodes);
            let step = loop {
                let step = covers.advance(last_node.saturating_sub(covers.stats().nodes));
                if step != Step::Cover {
                    break step;
                }
                index.increase();
                number += 1;
                if !number.is_multiple_of(spacing) {
                    continue;
                }
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

    /// Prints the number of covers.
    fn count(&self, session: &mut Session) -> Result<(), Error> {
        let Self { args, problem, .. } = self;
        let choice = args.search.engine;
        let cube = self.cube();
        let counter = Counter::with_engine(problem, choice);
        let mut counter = counter
            .map_err(|error| self.unsuited(choice, &error))?
            .with_memory(args.query.memory())
            .with_threads(args.search.threads());
        counter = counter.limited(session.limits(args.search.limits()));
        counter.start(&cube).expect("the options have been checked");
        let note = CoverNote::new(problem, args.format);
        let work = Work::of_covers(&note, args.format, true);
        let count = counting::count(
            &mut counter,
            Counter::take_remaining,
            // A cache finds equal subproblems more and more often.
            false,
            &args.search,
            &work,
            session,
        )?;
        match counter.engine() {
            Some(engine) if !matches!(counter.method(), Method::Cache(_)) => {
                session.note_engine(engine.name());
                session.say_how(|| counting::reason(engine, choice, problem))?;
            }
            _ => {
                session.note_engine("memo");
                session.say_how(|| "engine `memo`".to_owned())?;
            }
        }
        session.say_how(|| counter.method().to_string())?;
        session.print(|output| print_count(output, args.format, &count))?;
        if !count.is_exact() {
            // A number that is not known is not printed.
            error::check_signal()?;
        }
        self.end(count.is_at_least(1), session)
    }

    /// Searches step by step, with a trace or a profile, and prints the covers or their number.
    fn study(&self, session: &mut Session) -> Result<(), Error> {
        let Self { args, problem, .. } = self;
        session.note_engine("links");
        session.say_how(|| "engine `links`: a trace or a profile is asked for".to_owned())?;
        let most = args.search.most().unwrap_or(u64::MAX);
        let job = study::Job {
            problem,
            cube: &self.cube(),
            format: args.format,
            most,
            counts: args.search.count,
        };
        let count = args.study.run(&job, session)?;
        if args.search.count {
            session.print(|output| print_count(output, args.format, &count))?;
        }
        if !count.is_exact() {
            error::check_signal()?;
        }
        self.end(count.is_at_least(1), session)
    }

    /// Prints the covers of least cost, or of greatest.
    fn print_cheapest(&self, best: NonZeroUsize, session: &mut Session) -> Result<(), Error> {
        let Self { args, name, problem, .. } = *self;
        let job = cheapest::Job { problem, cube: self.cube(), format: args.format, name };
        let has_cover = args.cheapest.print(best, &job, args.search.threads(), session)?;
        self.end(has_cover, session)
    }

    /// Prints the cover that another solver has found.
    fn print_solution(&self, file: &OsString, session: &mut Session) -> Result<(), Error> {
        let Self { args, problem, prefix, .. } = self;
        let cover = solver_files::read(problem, prefix, file)?;
        let cost = cover.iter().map(|&option| problem.cost(option)).sum();
        let cost = problem.has_costs().then_some(cost);
        let mut text = Vec::new();
        CoverPrinter::new(problem, args.format).print(&mut text, &cover, 0, b"1", cost);
        session.print(|output| output.write_all(&text))?;
        self.end(true, session)
    }

    /// Records that the problem is done, and whether a cover was found. A limit that has ended the
    /// search is reported.
    fn end(&self, has_cover: bool, session: &mut Session) -> Result<(), Error> {
        session.totals.problems += 1;
        if !has_cover {
            session.no_solution();
        }
        let name = self.name;
        match session.stopped {
            Some(by) => {
                let message = error::stopped_search(by, has_cover, "cover");
                session.say(&format!("{name}: {message}"))
            }
            // The number in the output is enough.
            None if has_cover || self.args.search.count => Ok(()),
            None => session.say(&format!("{name}: no cover")),
        }
    }
}
