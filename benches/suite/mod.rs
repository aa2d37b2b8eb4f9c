//! The suite: its arguments, and the course of a run.

pub(crate) mod compare;
mod entry;
mod machine;
mod measure;
pub(crate) mod memory;
pub(crate) mod record;
mod stopwatch;
pub(crate) mod table;
mod yardstick;

use std::fs::OpenOptions;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::thread;
use std::time::{Duration, Instant};

use clap::builder::{PossibleValuesParser, TypedValueParser};
use indicatif::ProgressBar;
use quadrille::EngineChoice;
use serde::Serialize;

use self::compare::{Change, Comparison};
use self::entry::{Entry, Way};
use self::measure::Pair;
use self::record::{Record, Status};
use crate::cases::{Case, Size};

/// Measure the engines on the cases of benches/cases.toml, or on files
///
/// A run has laps. In each lap every engine has one turn on every case, so a disturbance of the
/// machine affects all alike. Results are checked. The table shows the minimum and the median time
/// of a search, without reading the input and compiling the engine; the time of compiling;
/// solutions per second, or puzzles per second for a list; the nodes of the search tree and the
/// updates of the engine's data; and the peak memory of the engine, without the problem.
///
/// --compare reports only changes beyond the noise. Times that seem to have changed are measured
/// again first.
///
/// Paths are relative to the root of the repository, where cargo runs benchmarks.
///
/// Exit status: 0 on success; 1 if a result is wrong; 2 for bad usage, bad input or another error;
/// 3 if --compare found an increase in time or in another figure.
#[derive(Debug, clap::Parser)]
#[command(
    name = "cargo bench --",
    after_help = "\
Examples, after `cargo bench --`:
                                the small cases, in less than a minute
  queens sudoku-million         all small cases of queens, and one of another size
  --ways visit                  the small cases, with solutions visited but not counted
  --size medium,large --laps 2  the longer cases, in a few minutes
  --file puzzles/seeds.txt --file /tmp/problem.dlx
  --save /tmp/before.json       then, with another checkout or after a change:
  --compare /tmp/before.json
  --json | jq '.results[] | [.case, .engine, .minimum_ns]'"
)]
pub(crate) struct Args {
    /// A case of the list, or a prefix of names: `queens` for all cases of queens of the selected
    /// sizes
    #[arg(value_name = "CASE")]
    cases: Vec<String>,

    /// The engines to measure; the default is all of them except `auto`
    #[arg(long, value_name = "ENGINE", value_delimiter = ',', value_parser = engines())]
    engines: Vec<EngineChoice>,

    /// Also measure a file: up to two solutions of each Sudoku in it or, if its name ends in .dlx,
    /// all covers of its problem
    ///
    /// Without a CASE, only files are measured.
    #[arg(long, value_name = "PUZZLES")]
    file: Vec<String>,

    /// Cases of these sizes: small cases take milliseconds, medium ones up to a few seconds, large
    /// ones tens of seconds
    #[arg(long, value_delimiter = ',', default_value = "small", value_parser = sizes())]
    size: Vec<Size>,

    /// Ways to measure cases that count their solutions
    ///
    /// `count` counts them in the fastest way. `visit` visits each one and reads it completely.
    /// `print` writes the solutions of Sudokus as lines into memory. Cases with another task are
    /// measured once.
    #[arg(
        long,
        value_name = "WAYS",
        value_delimiter = ',',
        default_value = "visit,count,print",
        value_parser = ways()
    )]
    ways: Vec<Way>,

    /// List the cases without measuring
    #[arg(long)]
    list: bool,

    /// The number of laps
    #[arg(long, value_name = "N", default_value_t = 5, value_parser = clap::value_parser!(u32).range(1..))]
    laps: u32,

    /// The approximate total time; a run that takes longer than its share is done once per lap
    ///
    /// The default is 2 seconds for each engine on each case, but at most 40 seconds in all.
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    time: Option<f64>,

    /// Give up on an engine that takes longer than this for one run of a case
    #[arg(long, value_name = "SECONDS", default_value_t = 120.0, value_parser = seconds)]
    patience: f64,

    /// Run each case once, and check the results
    #[arg(long)]
    test: bool,

    /// Print the results as JSON
    #[arg(long)]
    json: bool,

    /// Save the results, for a later --compare
    #[arg(long, value_name = "FILE")]
    save: Option<PathBuf>,

    /// Compare with saved results
    #[arg(long, value_name = "FILE")]
    compare: Option<PathBuf>,

    /// Passed by cargo.
    #[arg(long, hide = true)]
    bench: bool,
}

fn engines() -> impl TypedValueParser<Value = EngineChoice> {
    let names = PossibleValuesParser::new(EngineChoice::SEARCHES.map(EngineChoice::name));
    names.map(|name| name.parse().expect("only names of engines pass"))
}

fn sizes() -> impl TypedValueParser<Value = Size> {
    let names = PossibleValuesParser::new(Size::ALL.map(Size::name));
    names.map(|name| name.parse().expect("only names of sizes pass"))
}

fn ways() -> impl TypedValueParser<Value = Way> {
    let names = PossibleValuesParser::new(["count", "visit", "print"]);
    names.map(|name| match &*name {
        "visit" => Way::Visit,
        "print" => Way::Print,
        _ => Way::Count,
    })
}

fn seconds(text: &str) -> Result<f64, String> {
    match text.parse() {
        Ok(seconds) if (0.0..1e9).contains(&seconds) => Ok(seconds),
        _ => Err("write a number of seconds, such as 40 or 0.5".to_owned()),
    }
}

/// The outcome of a run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Verdict {
    /// All results are correct, and the comparison, if any, found no increase.
    Good,
    /// Some results are wrong, with a message for each.
    Wrong(Vec<String>),
    /// The comparison found an increase.
    Worse,
}

impl Verdict {
    pub(crate) fn status(&self) -> u8 {
        match self {
            Self::Good => 0,
            Self::Wrong(_) => 1,
            Self::Worse => 3,
        }
    }
}

/// Measures the selected cases and files, and prints the results. With `--list`, lists the cases
/// instead. `program` is the path of `quadrille`, which makes inputs.
///
/// # Errors
/// A message about an invalid argument, a file, or the output.
pub(crate) fn run(
    args: &Args,
    cases: Vec<Case>,
    program: &Path,
    output: &mut impl Write,
) -> Result<Verdict, String> {
    let cases = args.selected(cases)?;
    if args.list {
        print(output, &table::of_cases(&cases))?;
        return Ok(Verdict::Good);
    }
    let old = args.compare.as_deref().map(Record::read).transpose()?;
    if let Some(file) = &args.save {
        // A file that cannot be written is reported before the measurements, not after.
        let opened = OpenOptions::new().append(true).create(true).open(file);
        opened.map_err(|error| record::unwritable(file, &error))?;
    }
    let entries = args.entries(cases, program)?;
    let mut measuring = Measuring::new(&entries, args);
    measuring.laps();
    let mut record = Record::new(&measuring.pairs);
    let comparison = old.as_ref().map(|old| {
        let mut comparison = Comparison::new(old, &record);
        for pause in PAUSES {
            if !measuring.again(&comparison.changes, Duration::from_millis(pause)) {
                break;
            }
            record = Record::new(&measuring.pairs);
            comparison = Comparison::new(old, &record);
        }
        comparison
    });
    measuring.progress.finish_and_clear();
    if let Some(file) = &args.save {
        record.write(file)?;
    }
    let compared = args.compare.as_deref().zip(old.as_ref()).zip(comparison.as_ref());
    let text = if args.json {
        let report = Report { record: &record, comparison: comparison.as_ref() };
        serde_json::to_string_pretty(&report).expect("a record is JSON") + "\n"
    } else {
        let changes = compared.map(|((file, old), comparison)| {
            format!("\n{}", table::of_changes(comparison, &file.display().to_string(), old))
        });
        table::of_results(&record) + &changes.unwrap_or_default()
    };
    print(output, &text)?;
    let wrong = measuring.wrong(&record);
    Ok(if !wrong.is_empty() {
        Verdict::Wrong(wrong)
    } else if comparison.is_some_and(|comparison| comparison.is_worse()) {
        Verdict::Worse
    } else {
        Verdict::Good
    })
}

/// The output of `--json`.
#[derive(Serialize)]
struct Report<'a> {
    #[serde(flatten)]
    record: &'a Record,
    #[serde(skip_serializing_if = "Option::is_none")]
    comparison: Option<&'a Comparison>,
}

fn print(output: &mut impl Write, text: &str) -> Result<(), String> {
    let written = output.write_all(text.as_bytes()).and_then(|()| output.flush());
    written.map_err(|error| format!("cannot write to standard output: {error}"))
}

impl Args {
    fn selected(&self, cases: Vec<Case>) -> Result<Vec<Case>, String> {
        if self.cases.is_empty() && !self.file.is_empty() && !self.list {
            return Ok(Vec::new());
        }
        let sizes = if self.list { &Size::ALL[..] } else { &self.size };
        let selected = entry::select(cases, &self.cases, sizes)?;
        if selected.is_empty() {
            Err("there is no case of this size: --list shows all".to_owned())
        } else {
            Ok(selected)
        }
    }

    fn entries(&self, cases: Vec<Case>, program: &Path) -> Result<Vec<Entry>, String> {
        let cases = cases.into_iter().map(|case| Entry::of_case(case, program));
        let files = self.file.iter().map(|file| Entry::of_file(file, program));
        let mut entries = Vec::new();
        for entry in cases.chain(files) {
            entries.extend(entry?.in_ways(&self.ways));
        }
        Ok(entries)
    }

    fn engines(&self) -> Vec<EngineChoice> {
        if self.engines.is_empty() {
            let all = EngineChoice::SEARCHES.into_iter();
            all.filter(|&engine| engine != EngineChoice::Auto).collect()
        } else {
            self.engines.clone()
        }
    }
}

/// The pauses, in milliseconds, before an apparent change is measured again. A disturbance of the
/// machine can last for seconds. Without a pause, one case took a fifth longer in twelve laps in a
/// row, and never afterwards.
const PAUSES: [u64; 6] = [0, 500, 1000, 2000, 4000, 8000];
/// The number of laps after each of these pauses.
const LAPS_AGAIN: u32 = 3;

struct Measuring<'a> {
    /// The pairs of engine and case, grouped by case.
    pairs: Vec<Pair<'a>>,
    /// The number of engines for each case.
    engines: usize,
    laps: u32,
    /// The total time, and the time of a turn.
    time: Duration,
    slot: Duration,
    patience: Duration,
    progress: ProgressBar,
}

impl<'a> Measuring<'a> {
    fn new(entries: &'a [Entry], args: &Args) -> Self {
        let engines = args.engines();
        let pair = |entry| engines.iter().map(move |&engine| Pair::new(entry, engine));
        let pairs: Vec<_> = entries.iter().flat_map(pair).collect();
        let usual = f64::min(40.0, 2.0 * pairs.len() as f64);
        let (time, laps) =
            if args.test { (0.0, 1) } else { (args.time.unwrap_or(usual), args.laps) };
        let time = Duration::from_secs_f64(time);
        Self {
            laps,
            time,
            slot: time / laps / pairs.len().max(1) as u32,
            pairs,
            engines: engines.len(),
            patience: Duration::from_secs_f64(args.patience),
            progress: ProgressBar::new_spinner(),
        }
    }

    /// Runs all laps, and more turns for unsettled results, within another quarter of the time.
    fn laps(&mut self) {
        let started = Instant::now();
        for lap in 0..self.laps {
            for at in 0..self.pairs.len() {
                // In each lap, the turns on a case begin with the next engine.
                let (case, turn) = (at / self.engines, at % self.engines);
                let engine = (turn + lap as usize) % self.engines;
                let when = format!("lap {} of {}", lap + 1, self.laps);
                self.turn(case * self.engines + engine, &when);
            }
        }
        let end = started + self.time + self.time / 4;
        for _ in 0..self.laps {
            let pairs = 0..self.pairs.len();
            let unsettled: Vec<_> = pairs.filter(|&at| self.pairs[at].is_unsettled()).collect();
            for at in unsettled {
                if Instant::now() >= end {
                    return;
                }
                self.turn(at, "once more");
            }
        }
    }

    /// After a pause, measures again the times that seem to have changed. Returns false if none do.
    fn again(&mut self, changes: &[Change], pause: Duration) -> bool {
        let has_changed = |pair: &Pair<'_>| {
            let is_of = |change: &Change| {
                change.case == pair.entry.name && change.engine == pair.engine.name()
            };
            changes.iter().any(|change| change.what.is_time() && is_of(change))
        };
        let pairs = 0..self.pairs.len();
        let changed: Vec<_> = pairs.filter(|&at| has_changed(&self.pairs[at])).collect();
        if !changed.is_empty() {
            self.progress.set_message("waiting for a quiet moment");
            thread::sleep(pause);
        }
        for _ in 0..LAPS_AGAIN {
            changed.iter().for_each(|&at| self.turn(at, "once more"));
        }
        !changed.is_empty()
    }

    fn turn(&mut self, at: usize, when: &str) {
        let pair = &mut self.pairs[at];
        self.progress.set_message(format!("{when}: {} with {}", pair.entry.name, pair.engine));
        self.progress.tick();
        pair.measure(self.slot, |took| took < self.patience);
    }

    fn wrong(&self, record: &Record) -> Vec<String> {
        let rows = self.pairs.iter().zip(&record.results);
        let wrong =
            rows.filter(|(_, row)| row.status == Status::Wrong).filter_map(|(pair, row)| {
                let (found, expected) = record::found_and_expected(pair, &self.pairs)?;
                Some(format!(
                    "{} with {}: found {found}, expected {expected}",
                    row.case, row.engine
                ))
            });
        wrong.collect()
    }
}
