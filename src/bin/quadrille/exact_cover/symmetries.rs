//! `quadrille symmetries` and `distinct`: the symmetries of a problem, and its covers up to
//! symmetry. Generators are written as their cycles of items, followed by their cycles of options
//! if the items do not determine these.

use std::ffi::{OsStr, OsString};
use std::fs;
use std::io::{self, Write};
use std::process::ExitCode;
use std::str::FromStr;

use quadrille::search::Cube;
use quadrille::solve::Distinct;
use quadrille::symmetry::{Symmetries, Symmetry, SymmetryError, SymmetrySearch};
use quadrille::{ItemId, OptionId, Problem};

use crate::exact_cover::cover_printer::CoverPrinter;
use crate::exact_cover::question::{ProblemArgs, Question, QuestionArgs};
use crate::shared::distinct::{DistinctSearch, fields};
use crate::shared::drive;
use crate::shared::error::{self, Error};
use crate::shared::format::{Format, OneOf};
use crate::shared::output::{Object, json_number};
use crate::shared::search_args::{AmountArgs, StopArgs};
use crate::shared::session::Session;
use crate::shared::words::counted;

/// Find the symmetries of a problem
///
/// A symmetry is a permutation of items and options that leaves the problem unchanged, including
/// bounds and costs. It maps covers to covers, and may exchange the colors of an item.
///
/// Prints the number of symmetries, the orbits, and generators: every symmetry is a product of
/// generators. An orbit is a set of items or options that symmetries map to each other. A generator
/// is printed as cycles of items and cycles of options, with options given by their positions. Text
/// output leaves out orbits with one member. It also leaves out the cycles of options if the cycles
/// of items determine them.
///
/// If the search is stopped, the symmetries found so far are printed. There may be more.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  quadrille symmetries problem.dlx
  quadrille make queens 8 | quadrille symmetries         the eight symmetries of the board
  quadrille make latin 9 | quadrille symmetries | head -1
  quadrille symmetries --fix a,b problem.dlx             those that move neither a nor b
  quadrille symmetries FILE > GROUP
  quadrille distinct --generators GROUP FILE             up to the symmetries that GROUP generates
  quadrille symmetries -f json FILE | jq .order")]
pub(crate) struct SymmetriesArgs {
    #[command(flatten)]
    pub(crate) problem: ProblemArgs,

    #[command(flatten)]
    fix: FixArgs,

    /// The format of the symmetries
    #[arg(short, long, value_name = "FORMAT", default_value = "text", value_parser = OneOf(&[
        ("text", Format::Text, "Lines of text"),
        ("json", Format::Json, "A JSON object on one line"),
    ]))]
    format: Format,

    #[command(flatten)]
    stop: StopArgs,
}

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
pub(crate) struct DistinctArgs {
    #[command(flatten)]
    pub(crate) question: QuestionArgs,

    #[command(flatten)]
    pub(crate) amount: AmountArgs,

    #[command(flatten)]
    fix: FixArgs,

    /// Use only the group that the symmetries in FILE generate
    ///
    /// Each line of FILE is a symmetry, written as cycles of items: (a b)(c d e). FILE may also be
    /// the text that `quadrille symmetries` prints, or some of its generators. To count mirror
    /// images as different covers, leave reflections out of FILE.
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
    fn items(&self, problem: &Problem, name: &str) -> Result<Vec<ItemId>, Error> {
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

pub(crate) fn symmetries(args: &SymmetriesArgs) -> ExitCode {
    Session::new("problems", "symmetries").with_stop(args.stop).command(|session| {
        let (problem, name) = args.problem.load(session)?;
        let fixed = args.fix.items(&problem, &name)?;
        session.begin_search();
        let mut search = SymmetrySearch::fixing(&problem, &fixed);
        if !session.run(&mut search, drive::advance, drive::work)? {
            let by = session.stopped.unwrap_or("a signal");
            session.say(&format!("{name}: stopped by {by}: there may be more symmetries"))?;
        }
        let symmetries = search.symmetries();
        session.totals.problems += 1;
        session.print(|output| match args.format {
            Format::Json => writeln!(output, "{}", object(&problem, &symmetries)),
            _ => print(&problem, &symmetries, output),
        })?;
        error::check_signal()
    })
}

fn print(problem: &Problem, symmetries: &Symmetries, output: &mut impl Write) -> io::Result<()> {
    let more = if symmetries.is_complete() { "" } else { "+" };
    writeln!(output, "order {}{more}", symmetries.order())?;
    let items = names(problem, &symmetries.item_orbits());
    let options = positions(&symmetries.option_orbits());
    for (what, count, orbits) in
        [("items", problem.item_count(), items), ("options", problem.option_count(), options)]
    {
        writeln!(output, "{what}: {count}, in {}", counted(orbits.len(), "orbit"))?;
        for orbit in orbits.iter().filter(|orbit| orbit.len() > 1) {
            writeln!(output, "  {}", orbit.join(" "))?;
        }
    }
    writeln!(output, "generators: {}", symmetries.generators().len())?;
    for generator in symmetries.generators() {
        writeln!(output, "  {}", line(problem, generator))?;
    }
    Ok(())
}

fn lists<T, U>(lists: &[Vec<T>], text: impl Fn(&T) -> U) -> Vec<Vec<U>> {
    lists.iter().map(|list| list.iter().map(&text).collect()).collect()
}

fn names(problem: &Problem, items: &[Vec<ItemId>]) -> Vec<Vec<String>> {
    lists(items, |&item| item_name(problem, item))
}

fn positions(options: &[Vec<OptionId>]) -> Vec<Vec<String>> {
    lists(options, |option| position(option).to_string())
}

fn object(problem: &Problem, symmetries: &Symmetries) -> Object {
    let generators = symmetries.generators().iter().map(|generator| {
        let items = names(problem, &generator.item_cycles());
        let options = lists(&generator.option_cycles(), position);
        Object::new().with("items", items).with("options", options).value()
    });
    let mut object = Object::new();
    object.with("order", json_number(symmetries.order()));
    object.with("complete", symmetries.is_complete());
    object.with("item_orbits", names(problem, &symmetries.item_orbits()));
    object.with("option_orbits", lists(&symmetries.option_orbits(), position));
    object.with("generators", generators.collect::<Vec<_>>());
    object
}

/// The word before the cycles of options.
const OPTIONS: &str = "options";

/// Returns the cycles of a symmetry as one line.
fn line(problem: &Problem, symmetry: &Symmetry) -> String {
    let cycles = |cycles: &[Vec<String>]| -> String {
        cycles.iter().map(|cycle| format!("({})", cycle.join(" "))).collect()
    };
    let images: Vec<ItemId> =
        items(problem).into_iter().filter_map(|item| symmetry.item(item)).collect();
    let mut line = cycles(&names(problem, &symmetry.item_cycles()));
    let is_determined = Symmetry::of_items(problem, &images).is_ok_and(|it| it == *symmetry);
    if !is_determined {
        let options = cycles(&positions(&symmetry.option_cycles()));
        let space = if line.is_empty() { "" } else { " " };
        line += &format!("{space}{OPTIONS} {options}");
    }
    line
}

fn items(problem: &Problem) -> Vec<ItemId> {
    (0..problem.item_count() as u32).map(ItemId::new).collect()
}

pub(super) fn item_name(problem: &Problem, item: ItemId) -> String {
    problem.name(item).map_or_else(|| format!("#{item}"), str::to_owned)
}

/// Returns the position of an option in the file.
fn position(option: &OptionId) -> u32 {
    option.get() + 1
}

/// Reads generators from a file: one per line, or the whole output of `quadrille symmetries`. Skips
/// empty lines and comments, which begin with `|`.
fn read_generators(problem: &Problem, file: &OsStr) -> Result<Vec<Symmetry>, Error> {
    let name = &file.display();
    let text = fs::read_to_string(file);
    let text = text.map_err(|error| Error::about(name, format!("cannot be read: {error}")))?;
    let mut generators = Vec::new();
    // True in the lines before the generators in the output of `symmetries`.
    let mut is_before = text.starts_with("order ");
    for (number, line) in (1..).zip(text.lines()) {
        let line = line.trim();
        if is_before {
            is_before = !line.starts_with("generators: ");
        } else if !line.is_empty() && !line.starts_with('|') {
            let generator = generator(problem, line);
            let in_line = |error| Error::about(format_args!("{name}:{number}"), error);
            generators.push(generator.map_err(in_line)?);
        }
    }
    if generators.is_empty() && !text.contains("generators: 0") {
        let message =
            "there are no generators: write one per line, as its cycles of items: (a b)(c d e)";
        return Err(Error::about(name, message));
    }
    Ok(generators)
}

fn generator(problem: &Problem, line: &str) -> Result<Symmetry, String> {
    // The cycles of options come last and contain only positions.
    let is_divided = |&(cycles, options): &(&str, &str)| {
        let are_cycles = options.starts_with(" (")
            && options.bytes().all(|byte| b"0123456789 ()".contains(&byte));
        are_cycles && (cycles.is_empty() || cycles.ends_with(") "))
    };
    let divided = line.rsplit_once(OPTIONS).filter(is_divided);
    let (cycles, options) = divided.map_or((line, None), |(a, b)| (a.trim(), Some(b.trim())));
    let ids = items(problem);
    let item = |name: &str| {
        let number = || usize::from_str(name.strip_prefix('#')?).ok();
        let unnamed = || ids.get(number()?).copied();
        problem.item(name).or_else(unnamed).map(ItemId::index)
    };
    let images = permutation(cycles, &ids, item, "item")?;
    let symmetry = match options {
        None => Symmetry::of_items(problem, &images),
        Some(cycles) => {
            let ids: Vec<_> = problem.options().map(|(option, _)| option).collect();
            let option = |position: &str| {
                usize::from_str(position).ok()?.checked_sub(1).filter(|&option| option < ids.len())
            };
            Symmetry::new(problem, &images, &permutation(cycles, &ids, option, "option")?)
        }
    };
    symmetry.map_err(|error| error.to_string())
}

/// Reads the cycles of a permutation of `members`. `find` returns the index of the member with a
/// given name. A name may contain brackets.
fn permutation<T: Copy>(
    text: &str,
    members: &[T],
    find: impl Fn(&str) -> Option<usize>,
    kind: &str,
) -> Result<Vec<T>, String> {
    let mut images = members.to_vec();
    if text.is_empty() {
        return Ok(images);
    }
    let is_bracketed = text.strip_prefix('(').and_then(|text| text.strip_suffix(')'));
    let Some(text) = is_bracketed else {
        return Err(format!("`{text}` is not a list of cycles: write (a b)(c d e)"));
    };
    let mut is_moved = vec![false; members.len()];
    let mut cycle: Vec<usize> = Vec::new();
    // Adds a member to the cycle, unless its name is empty, and ends the cycle after the last one.
    let mut add = |name: &str, is_last: bool| {
        if !name.is_empty() {
            let at = find(name).ok_or_else(|| {
                format!(
                    "there is no {kind} `{name}`: use the names that `quadrille symmetries` prints"
                )
            })?;
            if std::mem::replace(&mut is_moved[at], true) {
                return Err(format!(
                    "{kind} `{name}` occurs twice: write each {kind} at most once"
                ));
            }
            cycle.push(at);
        }
        if is_last {
            for (at, &from) in cycle.iter().enumerate() {
                images[from] = members[cycle[(at + 1) % cycle.len()]];
            }
            cycle.clear();
        }
        Ok(())
    };
    let is_name = |name: &str| name.is_empty() || find(name).is_some();
    for word in text.split_whitespace() {
        // At a `)(`, one cycle ends and the next begins, unless the `)(` is part of a name.
        let is_end = |&(at, _): &(usize, &str)| {
            let (last, first) = (&word[..at], &word[at + 2..]);
            is_name(last) && (first.contains(")(") || is_name(first))
        };
        match word.match_indices(")(").find(is_end).filter(|_| !is_name(word)) {
            Some((at, _)) => {
                add(&word[..at], true)?;
                add(&word[at + 2..], false)?;
            }
            None => add(word, false)?,
        }
    }
    add("", true)?;
    Ok(images)
}

pub(crate) fn distinct(args: &DistinctArgs) -> ExitCode {
    args.question.run(|question, session| {
        let &Question { name, problem, cube: Cube { chosen, .. }, format, .. } = question;
        let AmountArgs { limit: most, count: is_number } = args.amount;
        let search = DistinctSearch { problem, chosen, most, audit: args.audit };
        let mut printer = CoverPrinter::new(problem, format);
        let distinct = match &args.generators {
            None => {
                let fixed = args.fix.items(problem, name)?;
                Distinct::of(problem, chosen, &fixed).expect("the options are checked")
            }
            Some(file) => {
                let generators = read_generators(problem, file)?;
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
