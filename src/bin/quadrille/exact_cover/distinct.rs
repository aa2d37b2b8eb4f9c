//! `quadrille distinct`: the covers up to isomorphism.

use std::ffi::OsString;
use std::io::Write;
use std::process::ExitCode;

use quadrille::solve::{Distinct, DistinctCover};
use quadrille::symmetry::SymmetryError;
use quadrille::{ItemId, Problem};
use serde::Serialize;

use crate::exact_cover::cover_printer::CoverPrinter;
use crate::exact_cover::generators;
use crate::exact_cover::question::{Question, QuestionArgs};
use crate::shared::distinct::{ClassObject, Search};
use crate::shared::error::{self, Error};
use crate::shared::format::Format;
use crate::shared::search_args::AmountArgs;
use crate::shared::session::Session;

/// Find the covers up to symmetry: one of each class
///
/// Symmetries map the covers of a class to each other; see `quadrille symmetries`. With --choose,
/// only symmetries that preserve the set of chosen options are used. -n limits the number of
/// classes, and -c prints the numbers of classes and of all covers.
///
/// Exit status: as for `quadrille cover`; 3 if an audit finds a bug in this program.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  quadrille distinct problem.dlx        one cover of each class
  quadrille make queens 8 | quadrille distinct -c   the number of classes, and of all covers
  quadrille distinct --fix a FILE       up to the symmetries that do not move the item a")]
pub(crate) struct Args {
    #[command(flatten)]
    pub(crate) question: QuestionArgs,

    #[command(flatten)]
    pub(crate) amount: AmountArgs,

    #[command(flatten)]
    fix: FixArgs,

    /// Use only the group that the symmetries in FILE generate
    ///
    /// Each line of FILE is a symmetry, written as cycles of items: (a b)(c d e). FILE may also be
    /// the output of `quadrille symmetries`, or some of its lines. If pieces may be rotated but not
    /// reflected, keep only the rotations.
    #[arg(long, value_name = "FILE", conflicts_with = "fix")]
    generators: Option<OsString>,

    /// Compare the sum of the sizes of all classes with the number of covers
    ///
    /// The covers are counted by another method. If the numbers differ, this program has a bug, and
    /// exits with status 3. Without --audit, it compares the numbers only if that is fast.
    #[arg(long)]
    audit: bool,
}

/// The items of `--fix`.
#[derive(Debug, clap::Args)]
pub(crate) struct FixArgs {
    /// Use only symmetries that map each of these items to itself, as in a,b
    #[arg(long, value_name = "ITEM")]
    fix: Vec<String>,
}

impl FixArgs {
    /// Returns the items. A name may contain commas. `name` is the name of the problem in messages.
    pub(super) fn items(&self, problem: &Problem, name: &str) -> Result<Vec<ItemId>, Error> {
        let mut items = Vec::new();
        for list in &self.fix {
            if let Some(item) = problem.item(list) {
                items.push(item);
                continue;
            }
            for item in list.split(',') {
                items.push(problem.item(item).ok_or_else(|| {
                    Error::Bad(format!("{name}: there is no item `{item}` to fix"))
                })?);
            }
        }
        Ok(items)
    }
}

/// A cover as a line of JSON.
#[derive(Serialize)]
struct CoverObject {
    options: Vec<u32>,
    texts: Vec<String>,
    index: u64,
    #[serde(flatten)]
    class: ClassObject,
}

pub(crate) fn run(args: &Args) -> ExitCode {
    args.question.run(|question, session| {
        let has_cover = args.print(question, session)?;
        question.end(has_cover, args.amount.count, session)
    })
}

impl Args {
    /// Returns the search for the requested group.
    fn group(&self, question: &Question<'_>) -> Result<Distinct, Error> {
        let &Question { name, problem, chosen, .. } = question;
        let Some(file) = &self.generators else {
            let fixed = self.fix.items(problem, name)?;
            return Ok(Distinct::of(problem, chosen, &fixed).expect("the options are checked"));
        };
        let generators = generators::read(problem, file)?;
        Distinct::within(problem, chosen, &generators).map_err(|error| {
            let remedy = match error {
                SymmetryError::TooLarge => ": leave out --generators to use all symmetries",
                _ => "",
            };
            Error::Bad(format!("{}: {error}{remedy}", file.to_string_lossy()))
        })
    }

    /// Prints one cover of each class, or their number. True if there is a cover.
    fn print(&self, question: &Question<'_>, session: &mut Session) -> Result<bool, Error> {
        let &Question { problem, chosen, format, .. } = question;
        let AmountArgs { limit: most, count: is_number } = self.amount;
        let search = Search { problem, chosen, most, audit: self.audit };
        let mut printer = CoverPrinter::new(problem, format);
        let mut text = Vec::new();
        let distinct = self.group(question)?;
        let each = |class: &DistinctCover, index, session: &mut Session| {
            session.print(|output| {
                if format == Format::Json {
                    return output.json(&object(problem, class, index));
                }
                text.clear();
                printer.print(&mut text, &class.cover, 0, b"0", None);
                output.write_all(&text)
            })
        };
        let classes = match is_number {
            true => search.count(distinct, session)?,
            false => search.run(distinct, session, each)?,
        };
        if is_number {
            session.print(|output| match format {
                Format::Json => writeln!(output, "{{{}}}", classes.fields()),
                _ => writeln!(output, "{classes}"),
            })?;
        }
        if !classes.count.is_exact() {
            // After an interrupt there may be more covers.
            error::check_signal()?;
        }
        Ok(classes.count.is_at_least(1))
    }
}

fn object(problem: &Problem, class: &DistinctCover, index: u64) -> CoverObject {
    CoverObject {
        options: class.cover.iter().map(|option| option.get() + 1).collect(),
        texts: class.cover.iter().map(|&option| problem.option_text(option).to_string()).collect(),
        index,
        class: ClassObject::new(class),
    }
}
