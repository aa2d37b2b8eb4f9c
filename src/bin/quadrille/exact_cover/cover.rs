//! `quadrille cover`: the covers of a problem given as text.

mod diagram_queries;

use std::hash::{BuildHasher, RandomState};
use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;

use clap::error::ErrorKind;
use quadrille::search::{Engine, OpenCube, Step};
use quadrille::solve::{First, Method};
use quadrille::{
    AnyEngine, Count, Counter, EngineChoice, Limits, OptionId, Problem, Solutions, Solver,
};

use crate::exact_cover::cheapest::CheapestArgs;
use crate::exact_cover::checkpoint::{CheckpointArgs, Plan};
use crate::exact_cover::cover_printer::{CoverNote, CoverPrinter};
use crate::exact_cover::distinct::DistinctArgs;
use crate::exact_cover::problem_file::{Loaded, ProblemArgs};
use crate::exact_cover::question::{FORMATS, Question, print_count, unsuited};
use crate::exact_cover::solver_files::{self, SolverFileArgs};
use crate::exact_cover::study::StudyArgs;
use crate::shared::counting;
use crate::shared::decimal::Decimal;
use crate::shared::diagram_queries::QueryArgs;
use crate::shared::error::{self, Error};
use crate::shared::format::{Format, OneOf};
use crate::shared::gathered::{self, Work};
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
    #[command(flatten)]
    problem: ProblemArgs,

    /// The format of a cover
    #[arg(short, long, value_name = "FORMAT", value_parser = OneOf(FORMATS), default_value = "text")]
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

    /// With -1, print another cover each time, or always the same for a SEED
    ///
    /// The covers are not equally likely: --sample draws each with the same probability.
    #[arg(
        long,
        value_name = "SEED",
        num_args = 0..=1,
        require_equals = true,
        conflicts_with = "engine"
    )]
    random: Option<Option<u64>>,

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
        self.checkpoint.check(self.problem.file(), self.search.count)?;
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
        self.problem.check()
    }

    /// Returns the options that every cover must contain.
    fn chosen(&self, problem: &Problem, name: &str) -> Result<Vec<OptionId>, Error> {
        let count = problem.option_count();
        let option = |&position: &u32| match OptionId::new(position - 1) {
            option if option.index() < count => Ok(option),
            _ => {
                let message = format!(
                    "there is no option {position} to choose: the problem has {}, counted from 1",
                    counted(count, "option")
                );
                Err(Error::Bad(format!("{name}: {message}")))
            }
        };
        self.choose.iter().map(option).collect()
    }
}

/// The number of bytes of covers that are written at once, but on a terminal, where each cover is
/// written when it is found.
const CHUNK: usize = 1 << 16;

pub(crate) fn run(args: &Args) -> ExitCode {
    let session = Session::new("problems", "covers", args.search.stats)
        .with_json(args.format == Format::Json)
        .with_stop(args.search.stop);
    session.command(|session| cover(args, session))
}

fn cover(args: &Args, session: &mut Session) -> Result<(), Error> {
    let Loaded { problem, name } = args.problem.load(session)?;
    let chosen = args.chosen(&problem, &name)?;
    let (format, search) = (args.format, &args.search);
    let question = &Question { name: &name, problem: &problem, chosen: &chosen, format, search };
    session.begin_search();
    if args.checkpoint.is_wanted() {
        let plan = Plan::new(args.problem.file(), format, search, args.query.asked_memory());
        return args.checkpoint.begin(plan, &problem, &chosen, session);
    }
    if let Some(to) = args.solver_files.to {
        return solver_files::write(&problem, &chosen, to, &name, session);
    }
    let has_cover = if let Some(best) = args.cheapest.best {
        args.cheapest.print(best, question, session)?
    } else if let Some(file) = &args.diagram {
        args.write_diagram(file, question, session)?
    } else if let Some(query) = args.query.query() {
        args.answer(&query, question, session)?
    } else if let Some(file) = &args.solver_files.from_solution {
        let cover = solver_files::read(&problem, &chosen, file)?;
        let cost = cover.iter().map(|&option| problem.cost(option)).sum();
        question.print(&cover, problem.has_costs().then_some(cost), session)?;
        true
    } else if args.distinct.distinct {
        args.distinct.print(question, session)?
    } else if args.study.is_wanted() || search.count {
        let count = if args.study.is_wanted() {
            args.study.run(question, session)?
        } else {
            args.count(question, session)?
        };
        if search.count {
            session.print(|output| print_count(output, format, &count))?;
        }
        if !count.is_exact() {
            // A number that is not known is not printed.
            error::check_signal()?;
        }
        count.is_at_least(1)
    } else {
        let has_cover = match search.is_for_any() {
            true => args.print_first(question, session)?,
            false => args.print(question, session)?,
        };
        if !has_cover {
            // After an interrupt there may be more covers.
            error::check_signal()?;
        }
        end(question, has_cover, session)?;
        return error::check_signal();
    };
    end(question, has_cover, session)
}

/// Records that the problem is done, and whether a cover was found. A limit that has ended the
/// search is reported.
fn end(question: &Question<'_>, has_cover: bool, session: &mut Session) -> Result<(), Error> {
    session.totals.problems += 1;
    if !has_cover {
        session.no_solution();
    }
    let name = question.name;
    match session.stopped {
        Some(by) => {
            let message = error::stopped_search(by, has_cover, "cover");
            session.say(&format!("{name}: {message}"))
        }
        // The number in the output is enough.
        None if has_cover || question.search.count => Ok(()),
        None => session.say(&format!("{name}: no cover")),
    }
}

impl Args {
    /// Prints the covers. True if there is one.
    fn print(&self, question: &Question<'_>, session: &mut Session) -> Result<bool, Error> {
        let &Question { name, problem, format, search, .. } = question;
        let (choice, cube) = (search.engine, question.cube());
        let mut engine =
            AnyEngine::new(problem, choice).map_err(|error| unsuited(name, choice, &error))?;
        if search.ordered {
            engine.fix_order();
        }
        session.note_engine(engine.name());
        session.say_how(|| counting::reason(&engine, choice, problem))?;
        if search.threads().get() > 1 {
            let note = CoverNote::new(problem, format);
            let work = Work::of_covers(&note, format, false);
            let whole = OpenCube { cube, ..OpenCube::whole() };
            let most = search.most().map_or(u128::MAX, u128::from);
            let count = gathered::run(search, engine, vec![whole].into(), most, &work, session)?;
            return Ok(count.is_at_least(1));
        }
        let mut solver = Solver::from(engine);
        let solutions = solver.solutions_of(&cube).expect("the options have been checked");
        // The limit is one of the covers printed.
        let spacing = self.spacing.unwrap_or(1);
        let most = search.most().map_or(u64::MAX, |most| most.saturating_mul(spacing));
        let limits = session.limits(Limits::none().covers(most));
        self.print_each(question, solutions.limited(limits), session)
    }

    /// Prints a cover, whichever is found soonest. Returns false if none was found.
    fn print_first(&self, question: &Question<'_>, session: &mut Session) -> Result<bool, Error> {
        let problem = question.problem;
        let first = First::of(problem, &question.cube());
        let mut first = first.expect("the options have been checked");
        if let Some(seed) = self.random {
            // The operating system seeds the hashers of the standard library.
            first = first.seed(seed.unwrap_or_else(|| RandomState::new().hash_one(())));
        }
        session.note_engine(first.engine().name());
        session.say_how(|| counting::reason(first.engine(), EngineChoice::Auto, problem))?;
        let Some(cover) = session.find(first)? else { return Ok(false) };
        question.print(&cover, None, session)?;
        Ok(true)
    }

    /// Prints the covers that a search finds. True if there is one.
    fn print_each(
        &self,
        question: &Question<'_>,
        mut covers: Solutions<impl Engine>,
        session: &mut Session,
    ) -> Result<bool, Error> {
        let mut printer = CoverPrinter::new(question.problem, question.format);
        let (mut text, mut index) = (Vec::new(), Decimal::new(0));
        let spacing = self.spacing.unwrap_or(1);
        let most = if session.output.is_terminal() { 0 } else { CHUNK };
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

    /// Counts the covers.
    fn count(&self, question: &Question<'_>, session: &mut Session) -> Result<Count, Error> {
        let &Question { problem, format, search, .. } = question;
        let mut counter = Counter::with_engine(problem, search.engine)
            .map_err(|error| unsuited(question.name, search.engine, &error))?
            .with_memory(self.query.memory())
            .with_threads(search.threads())
            .limited(session.limits(search.limits()));
        counter.start(&question.cube()).expect("the options have been checked");
        let note = CoverNote::new(problem, format);
        let work = Work::of_covers(&note, format, true);
        let count = counting::count(
            &mut counter,
            Counter::take_remaining,
            // A cache finds equal subproblems more and more often.
            false,
            search,
            &work,
            session,
        )?;
        match counter.engine() {
            Some(engine) if !matches!(counter.method(), Method::Cache(_)) => {
                session.note_engine(engine.name());
                session.say_how(|| counting::reason(engine, search.engine, problem))?;
            }
            _ => {
                session.note_engine("memo");
                session.say_how(|| "engine `memo`".to_owned())?;
            }
        }
        session.say_how(|| counter.method().to_string())?;
        Ok(count)
    }
}
