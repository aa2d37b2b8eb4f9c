//! `quadrille symmetries`: the symmetries of a problem.

use std::io::{self, Write};
use std::process::ExitCode;

use quadrille::symmetry::{Symmetries, SymmetrySearch};
use quadrille::{ItemId, Problem};
use serde::Serialize;
use serde_json::value::RawValue;

use crate::exact_cover::distinct::FixArgs;
use crate::exact_cover::generators::{self, item_name, position};
use crate::exact_cover::problem_file::ProblemArgs;
use crate::shared::drive;
use crate::shared::error;
use crate::shared::format::{Format, OneOf};
use crate::shared::output::json_number;
use crate::shared::session::Session;
use crate::shared::stop::StopArgs;
use crate::shared::words::counted;

/// Find the symmetries of a problem
///
/// A symmetry is a permutation of items and options that leaves the problem unchanged, including
/// bounds and costs. It maps covers to covers, and may exchange the colors of an item.
///
/// Prints the number of symmetries, the orbits with at least two members, and generators: every
/// symmetry is a product of generators. An orbit is a set of items or options that symmetries map
/// to each other. A generator is printed as its cycles of items, followed by the cycles of options
/// that they do not determine. Options are given by their positions.
///
/// If the search is stopped, the symmetries found so far are printed, and their number as `N+`.
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
pub(crate) struct Args {
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

#[derive(Serialize)]
struct GroupObject {
    order: Box<RawValue>,
    complete: bool,
    item_orbits: Vec<Vec<String>>,
    option_orbits: Vec<Vec<u32>>,
    generators: Vec<GeneratorObject>,
}

#[derive(Serialize)]
struct GeneratorObject {
    items: Vec<Vec<String>>,
    options: Vec<Vec<u32>>,
}

pub(crate) fn run(args: &Args) -> ExitCode {
    Session::new("problems", "symmetries").with_stop(args.stop).command(|session| {
        let (problem, name) = args.problem.load(session)?;
        let fixed = args.fix.items(&problem, &name)?;
        session.begin_search();
        let mut search = SymmetrySearch::fixing(&problem, &fixed);
        if !session.run(&mut search, drive::advance, drive::work)? {
            let by = session.stopped.unwrap_or("a signal");
            let message = error::stopped(by, "there may be more symmetries");
            session.say(&format!("{name}: {message}"))?;
        }
        let symmetries = search.symmetries();
        session.totals.problems += 1;
        session.print(|output| match args.format {
            Format::Json => output.json(&object(&problem, &symmetries)),
            _ => print(&problem, &symmetries, output),
        })?;
        error::check_signal()
    })
}

/// Prints the orbits with several members, and the generators.
fn print(problem: &Problem, symmetries: &Symmetries, output: &mut impl Write) -> io::Result<()> {
    let more = if symmetries.is_complete() { "" } else { "+" };
    writeln!(output, "order {}{more}", symmetries.order())?;
    let items = names(problem, &symmetries.item_orbits());
    let options = lists(&symmetries.option_orbits(), |option| position(option).to_string());
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
        writeln!(output, "  {}", generators::line(problem, generator))?;
    }
    Ok(())
}

fn lists<T, U>(lists: &[Vec<T>], text: impl Fn(&T) -> U) -> Vec<Vec<U>> {
    lists.iter().map(|list| list.iter().map(&text).collect()).collect()
}

fn names(problem: &Problem, items: &[Vec<ItemId>]) -> Vec<Vec<String>> {
    lists(items, |&item| item_name(problem, item))
}

fn object(problem: &Problem, symmetries: &Symmetries) -> GroupObject {
    let generators = symmetries.generators().iter().map(|generator| GeneratorObject {
        items: names(problem, &generator.item_cycles()),
        options: lists(&generator.option_cycles(), position),
    });
    GroupObject {
        order: json_number(symmetries.order()),
        complete: symmetries.is_complete(),
        item_orbits: names(problem, &symmetries.item_orbits()),
        option_orbits: lists(&symmetries.option_orbits(), position),
        generators: generators.collect(),
    }
}
