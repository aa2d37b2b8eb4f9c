//! `quadrille trace`: a search step by step, for people who study search trees.
//!
//! The search is dancing links with a record of its steps ([`Dance`]), which makes it slower. It
//! has the same nodes, updates and covers as `cover --engine links`.

use std::collections::HashMap;
use std::process::ExitCode;

use quadrille::engine::links::{Dance, Event};
use quadrille::search::Stats;
use quadrille::{Count, ItemId, OptionId, Problem};
use serde::Serialize;
use serde_json::value::to_raw_value;

use crate::exact_cover::cover_printer::CoverPrinter;
use crate::exact_cover::question::{Question, QuestionArgs};
use crate::exact_cover::symmetries::item_name;
use crate::shared::interrupt;
use crate::shared::search_args::AmountArgs;

/// Print each step of the search as well as the covers
///
/// A step is a branch, a cover, or an item with too few options, each with its level. A branch
/// shows the item, the option tried (if any), and the number of the branch among those of the item,
/// as in `2 of 3`. Steps go to standard error. The search is that of `quadrille cover --engine
/// links`.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  quadrille trace problem.dlx           each step, and each cover
  quadrille trace -c --nodes 100 FILE   the steps of the first hundred nodes
  quadrille trace -c --profile FILE     the nodes, degrees and updates of each level")]
pub(crate) struct Args {
    #[command(flatten)]
    pub(crate) question: QuestionArgs,

    #[command(flatten)]
    pub(crate) amount: AmountArgs,

    /// Print the profile of the search tree instead of the steps: the nodes, covers, dead ends and
    /// updates of each level, and the maximum and mean degree of its nodes with branches
    ///
    /// The degree is the number of branches. An update removes an option from the list of an item.
    /// With --stats and --format json, the profile is part of the statistics object.
    #[arg(long)]
    profile: bool,
}

/// A level of a search tree. Its number is the number of options chosen before its nodes.
#[derive(Clone, Debug, Default, Serialize)]
struct Level {
    level: usize,
    nodes: u64,
    covers: u64,
    /// The nodes with neither a branch nor a cover, and the branches that enter no node because
    /// they leave an item without options.
    dead_ends: u64,
    /// The number of nodes with branches, the number of these branches, and the maximum for one
    /// node.
    inner: u64,
    branches: u64,
    max_degree: u32,
    updates: u64,
}

/// The levels of a search tree.
#[derive(Default)]
struct Profile {
    levels: Vec<Level>,
    /// The level of the current node, and the updates up to its end.
    current: usize,
    updates: u64,
    /// The number of branches of each item branched on, at each level.
    branches: HashMap<(usize, ItemId), u32>,
}

impl Profile {
    fn at(&mut self, level: usize) -> &mut Level {
        for level in self.levels.len()..=level {
            self.levels.push(Level { level, ..Level::default() });
        }
        &mut self.levels[level]
    }

    /// Adds the updates since the end of the previous node to the current level.
    fn spend(&mut self, Stats { updates, .. }: Stats) {
        let before = std::mem::replace(&mut self.updates, updates);
        let current = self.current;
        self.at(current).updates += updates - before;
    }

    /// Returns the line of a step, if it has one.
    fn line(&mut self, problem: &Problem, level: usize, event: &Event) -> Option<String> {
        let name = |item| item_name(problem, item);
        let what = match *event {
            Event::Choose { item, branches: 0 } | Event::RunOut { item } => {
                let left = match problem.bounds(item) {
                    Some(bounds) if bounds != (1..=1) => "too few options are left",
                    _ => "no option is left",
                };
                format!("item {}: {left}", name(item))
            }
            Event::Choose { item, branches: degree } => {
                self.branches.insert((level, item), degree);
                return None;
            }
            Event::Try { item, option, untried } => {
                let all = self.branches.get(&(level, item)).copied().unwrap_or(0).max(untried + 1);
                let option = option.map(|option| problem.option_text(option));
                let option = option.unwrap_or_else(|| "no further option".to_owned());
                format!("item {}, {} of {all}: {option}", name(item), all - untried)
            }
            Event::Visit => "a cover".to_owned(),
            _ => return None,
        };
        Some(format!("{:indent$}{level} {what}", "", indent = level.min(30)))
    }

    fn table(&self) -> String {
        let mut text =
            "level      nodes     covers  dead ends  max degree  mean degree     updates"
                .to_owned();
        for level in &self.levels {
            let Level { level: number, nodes, covers, dead_ends, max_degree, updates, .. } = level;
            let mean = level.branches as f64 / level.inner.max(1) as f64;
            text += &format!(
                "\n{number:>5} {nodes:>10} {covers:>10} {dead_ends:>10} {max_degree:>11} \
                 {mean:>12.2} {updates:>11}"
            );
        }
        text
    }
}

pub(crate) fn run(args: &Args) -> ExitCode {
    let AmountArgs { limit, count: is_number } = args.amount;
    args.question.run(|question, session| {
        let how = || "engine `links`: a trace or a profile was requested".to_owned();
        session.note_engine("links", how)?;
        let &Question { problem, format, cube, .. } = question;
        let mut dance = Dance::with_cube(problem, cube).expect("the options have been checked");
        interrupt::watch();
        let mut chosen: Vec<OptionId> = Vec::new();
        let mut profile = Profile::default();
        let mut printer = CoverPrinter::new(problem, format);
        let mut found = 0_u64;
        let mut is_complete = true;
        while let Some(moment) = dance.next() {
            let (level, event, stats) = (moment.level as usize, &moment.event, dance.stats());
            if !args.profile
                && let Some(line) = profile.line(problem, level, event)
            {
                session.line(&line)?;
            }
            chosen.truncate(level);
            match *event {
                Event::Enter => {
                    if limit.is_some_and(|most| found >= most)
                        || session.is_to_stop(stats.nodes - 1)
                    {
                        is_complete = false;
                        break;
                    }
                    session.watch(stats, || (Some(found.into()), None))?;
                    profile.at(level).nodes += 1;
                    profile.current = level;
                    profile.spend(stats);
                }
                Event::Choose { branches: 0, .. } | Event::RunOut { .. } => {
                    profile.at(level).dead_ends += 1;
                }
                Event::Choose { branches, .. } => {
                    let level = profile.at(level);
                    level.inner += 1;
                    level.branches += u64::from(branches);
                    level.max_degree = level.max_degree.max(branches);
                }
                Event::Give { option } | Event::Try { option: Some(option), .. } => {
                    chosen.push(option);
                }
                Event::Visit => {
                    profile.at(level).covers += 1;
                    found += 1;
                    if !is_number {
                        printer.write(&chosen, &found, None, session)?;
                    }
                }
                _ => {}
            }
        }
        profile.spend(dance.stats());
        session.totals.add(found, dance.stats());
        if args.profile {
            session.totals.levels = to_raw_value(&profile.levels).ok();
            if !session.reports_json() {
                session.line(&profile.table())?;
            }
        }
        let count = if is_complete { found.into() } else { Count::at_least(found) };
        question.end_count(&count, is_number, session)
    })
}
