//! `quadrille distinct`: the covers up to isomorphism.

use std::ffi::OsString;
use std::io::Write;
use std::process::ExitCode;

use quadrille::search::Cube;
use quadrille::solve::Distinct;
use quadrille::symmetry::SymmetryError;
use quadrille::{ItemId, Problem};

use crate::exact_cover::cover_printer::CoverPrinter;
use crate::exact_cover::generators;
use crate::exact_cover::question::{Question, QuestionArgs};
use crate::shared::distinct::{Search, fields};
use crate::shared::error::{self, Error};
use crate::shared::format::Format;
use crate::shared::search_args::AmountArgs;

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
        let names = self.fix.iter().flat_map(|list| match problem.item(list) {
            Some(_) => vec![&**list],
            None => list.split(',').collect(),
        });
        let item = |item| {
            let unknown = || format!("there is no item `{item}` to fix");
            problem.item(item).ok_or_else(|| Error::about(name, unknown()))
        };
        names.map(item).collect()
    }
}

pub(crate) fn run(args: &Args) -> ExitCode {
    args.question.run(|question, session| {
        let &Question { name, problem, cube: Cube { chosen, .. }, format, .. } = question;
        let AmountArgs { limit: most, count: is_number } = args.amount;
        let search = Search { problem, chosen, most, audit: args.audit };
        let mut printer = CoverPrinter::new(problem, format);
        let distinct = match &args.generators {
            None => {
                let fixed = args.fix.items(problem, name)?;
                Distinct::of(problem, chosen, &fixed).expect("the options are checked")
            }
            Some(file) => {
                let generators = generators::read(problem, file)?;
                Distinct::within(problem, chosen, &generators).map_err(|error| {
                    let remedy = match error {
                        SymmetryError::TooLarge => ": leave out --generators to use all symmetries",
                        _ => "",
                    };
                    Error::about(file.display(), format_args!("{error}{remedy}"))
                })?
            }
        };
        let classes = match is_number {
            true => search.count(distinct, session)?,
            false => search.run(distinct, session, |class, index, session| {
                printer.write(&class.cover, &fields(class, index), None, session)
            })?,
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
        question.end(classes.count.is_at_least(1), is_number, session)
    })
}
