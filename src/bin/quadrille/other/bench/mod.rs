//! `quadrille bench`: how fast the engines are, on this machine.

#[path = "../../../../../benches/cases/mod.rs"]
mod cases;
mod compare;
mod machine;
mod measure;
mod memory;
mod record;
mod stopwatch;
mod suite;
mod table;
mod yardstick;

use std::ffi::OsString;
use std::fs::{self, OpenOptions};
use std::path::PathBuf;
use std::process::ExitCode;
use std::thread;
use std::time::{Duration, Instant};

use clap::builder::{PossibleValuesParser, TypedValueParser};
use quadrille::EngineChoice;
use serde::Serialize;

use self::cases::{Case, Size};
use self::compare::{Change, Comparison};
use self::measure::Pair;
use self::record::{Record, Status};
use self::suite::Entry;
use crate::shared::error::{self, Error};
use crate::shared::input;
use crate::shared::output::Output;
use crate::shared::progress::Progress;
use crate::shared::search_args::engines;

/// Measure how fast the engines are
///
/// The engines take turns at the cases of a list that is a part of this program, or at files of yours. It goes in laps, in each
/// of which every engine has its turn at every case: what disturbs the machine for a while falls on all alike. What comes
/// out is checked. A table shows the minimum and the median time of a run, without reading the input and compiling the engine,
/// whose time has a column of its own; how many solutions, or puzzles of a list, that makes in a second; nodes of the search
/// tree and updates of the engine's data; and the memory that the engine takes at its peak, beside the problem.
///
/// With --compare only what changed beyond the noise is reported. What seems to have changed is measured again before.
///
/// Exit status: 0 if all is right; 1 if something else came out of a search than expected; 2 for bad usage or input; 3 if
/// --compare has found something that takes longer or more than it did; 128 and the number of the
/// signal if one has cut it short.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  quadrille bench                               the small cases, in less than a minute
  quadrille bench queens sudoku-million         all small cases of queens, and one of another size
  quadrille bench --size medium,large --laps 2  the longer ones, in some minutes
  quadrille bench --file puzzles.txt --file problem.dlx
  quadrille bench --save before.json            and after a change of the program:
  quadrille bench --compare before.json
  quadrille bench --json | jq '.results[] | [.case, .engine, .minimum_ns]'")]
pub(crate) struct Args {
    /// A case of the list, or the beginning of the names of some: `queens` for all cases of queens
    #[arg(value_name = "CASE")]
    cases: Vec<String>,

    /// Which engines take part; all of them if there are none given
    #[arg(long, value_name = "ENGINE", value_delimiter = ',', value_parser = engines())]
    engines: Vec<EngineChoice>,

    /// Measure a file of yours too: Sudokus, up to two solutions of each, or a problem that ends in .dlx, all its covers
    ///
    /// `-` is a list of Sudokus on standard input. Without a CASE nothing else is measured.
    #[arg(long, value_name = "PUZZLES")]
    file: Vec<OsString>,

    /// Take the cases from this list, in place of the program's own
    ///
    /// The format is that of benches/cases.toml in the program's repository. Files that it names are looked for from the
    /// current directory.
    #[arg(long = "cases", value_name = "FILE")]
    list_file: Option<PathBuf>,

    /// Cases of these sizes: small ones take milliseconds, medium ones up to some seconds, large ones tens of seconds
    #[arg(long, value_delimiter = ',', default_value = "small", value_parser = sizes())]
    size: Vec<Size>,

    /// List the cases, and measure nothing
    #[arg(long)]
    list: bool,

    /// How many laps
    #[arg(long, value_name = "N", default_value_t = 5, value_parser = clap::value_parser!(u32).range(1..))]
    laps: u32,

    /// About how long to measure in all; what takes longer than its share is run once in each lap
    ///
    /// Without it, 2 seconds for each engine at each case, and 40 at most.
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    time: Option<f64>,

    /// Give up on an engine that takes longer than this for one run of a case
    #[arg(long, value_name = "SECONDS", default_value_t = 120.0, value_parser = seconds)]
    patience: f64,

    /// Print the results as JSON
    #[arg(long)]
    json: bool,

    /// Save the results, for a later --compare
    #[arg(long, value_name = "FILE")]
    save: Option<PathBuf>,

    /// Compare with results that were saved
    #[arg(long, value_name = "FILE")]
    compare: Option<PathBuf>,
}

fn sizes() -> impl TypedValueParser<Value = Size> {
    PossibleValuesParser::new(Size::ALL.map(Size::name)).map(|name| name.parse().expect("only names of sizes pass"))
}

fn seconds(text: &str) -> Result<f64, String> {
    match text.parse() {
        Ok(seconds) if (0.0..1e9).contains(&seconds) => Ok(seconds),
        _ => Err("write a number of seconds, as 40 or 0.5".to_owned()),
    }
}

/// Some counts are wrong.
const WRONG: u8 = 1;
/// Something takes longer, or more, than it did.
const WORSE: u8 = 3;

pub(crate) fn run(args: &Args) -> ExitCode {
    error::end(bench(args))
}

/// Returns the exit status.
fn bench(args: &Args) -> Result<u8, Error> {
    let cases = args.cases().map_err(Error::Bad)?;
    if args.list {
        Output::stdout().print(table::of_cases(&cases).as_bytes())?;
        return Ok(error::SOLVED);
    }
    let old = args.compare.as_deref().map(Record::read).transpose().map_err(Error::Bad)?;
    if let Some(file) = &args.save {
        // Before minutes are spent on what then cannot be saved.
        OpenOptions::new()
            .append(true)
            .create(true)
            .open(file)
            .map_err(|error| Error::Bad(record::unwritable(file, &error)))?;
    }
    let entries = args.entries(cases).map_err(Error::Bad)?;
    let mut measuring = Measuring::new(&entries, args);
    measuring.laps(args);
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
    measuring.progress.clear();
    if let Some(file) = &args.save {
        record.write(file).map_err(Error::Bad)?;
    }
    let compared = args.compare.as_deref().zip(old.as_ref()).zip(comparison.as_ref());
    let text = if args.json {
        let report = Report { record: &record, comparison: comparison.as_ref() };
        serde_json::to_string_pretty(&report).expect("a record has nothing that JSON has not") + "\n"
    } else {
        let changes = compared.map(|((file, old), comparison)| {
            format!("\n{}", table::of_changes(comparison, &file.display().to_string(), old))
        });
        table::of_results(&record) + &changes.unwrap_or_default()
    };
    Output::stdout().print(text.as_bytes())?;
    if measuring.report_wrong(&record) {
        return Ok(WRONG);
    }
    let is_worse = comparison.is_some_and(|comparison| comparison.changes.iter().any(Change::is_worse));
    Ok(if is_worse { WORSE } else { error::SOLVED })
}

/// What `--json` prints.
#[derive(Serialize)]
struct Report<'a> {
    #[serde(flatten)]
    record: &'a Record,
    #[serde(skip_serializing_if = "Option::is_none")]
    comparison: Option<&'a Comparison>,
}

impl Args {
    /// The cases that are asked for.
    fn cases(&self) -> Result<Vec<Case>, String> {
        let cases = match &self.list_file {
            None => cases::read(cases::CASES).expect("the program's own list is good"),
            Some(file) => {
                let name = file.display();
                let list = fs::read_to_string(file).map_err(|error| format!("{name}: cannot be read: {error}"))?;
                cases::read(&list).map_err(|error| format!("{name}: {error}"))?
            }
        };
        if self.cases.is_empty() && !self.file.is_empty() && !self.list {
            return Ok(Vec::new());
        }
        // To list the cases of all sizes is no work.
        let sizes = if self.list { &Size::ALL[..] } else { &self.size };
        let selected = suite::select(cases, &self.cases, sizes)?;
        if selected.is_empty() {
            Err("there is no case of this size: --list shows all".to_owned())
        } else {
            Ok(selected)
        }
    }

    fn entries(&self, cases: Vec<Case>) -> Result<Vec<Entry>, String> {
        let open = if self.list_file.is_some() { input::open_buffered } else { suite::embedded };
        let cases = cases.into_iter().map(|case| Entry::of_case(case, open));
        cases.chain(self.file.iter().map(|file| Entry::of_file(file))).collect()
    }

    fn engines(&self) -> Vec<EngineChoice> {
        if self.engines.is_empty() {
            EngineChoice::SEARCHES.into_iter().filter(|&engine| engine != EngineChoice::Auto).collect()
        } else {
            self.engines.clone()
        }
    }
}

/// What seems to have changed is measured again, after each of these pauses (milliseconds) for so many laps. What else the machine does can
/// last for some seconds: measured again at once, a case took a fifth longer twelve laps in a row, and never again.
const PAUSES: [u64; 6] = [0, 500, 1000, 2000, 4000, 8000];
const LAPS_AGAIN: u32 = 3;

/// The measuring of all cases.
struct Measuring<'a> {
    /// Those of a case stand together.
    pairs: Vec<Pair<'a>>,
    /// How many engines there are for each case.
    engines: usize,
    /// How long to measure in all, and how long a turn takes.
    time: Duration,
    slot: Duration,
    patience: Duration,
    progress: Progress,
}

impl<'a> Measuring<'a> {
    fn new(entries: &'a [Entry], args: &Args) -> Self {
        let engines = args.engines();
        let pair = |entry| engines.iter().map(move |&engine| Pair::new(entry, engine));
        let pairs: Vec<_> = entries.iter().flat_map(pair).collect();
        let usual = f64::min(40.0, 2.0 * pairs.len() as f64);
        let time = Duration::from_secs_f64(args.time.unwrap_or(usual));
        Self {
            time,
            slot: time / args.laps / pairs.len().max(1) as u32,
            pairs,
            engines: engines.len(),
            patience: Duration::from_secs_f64(args.patience),
            progress: Progress::new(),
        }
    }

    /// All laps, and then some more for what is not settled, within a quarter of the time again.
    fn laps(&mut self, args: &Args) {
        let started = Instant::now();
        for lap in 0..args.laps {
            for at in 0..self.pairs.len() {
                // Another engine begins in each lap.
                let (case, turn) = (at / self.engines, at % self.engines);
                let engine = (turn + lap as usize) % self.engines;
                self.turn(case * self.engines + engine, &format!("lap {} of {}", lap + 1, args.laps));
            }
        }
        let end = started + self.time + self.time / 4;
        for _ in 0..args.laps {
            let unsettled: Vec<_> = (0..self.pairs.len()).filter(|&at| self.pairs[at].is_unsettled()).collect();
            for at in unsettled {
                if Instant::now() >= end {
                    return;
                }
                self.turn(at, "once more");
            }
        }
    }

    /// Measures again, after a pause, what seems to take another time than it did; whether there was something.
    fn again(&mut self, changes: &[Change], pause: Duration) -> bool {
        let has_changed = |pair: &Pair<'_>| {
            let is_of = |change: &Change| change.case == pair.entry.name && change.engine == pair.engine.name();
            changes.iter().any(|change| change.what.is_time() && is_of(change))
        };
        let changed: Vec<_> = (0..self.pairs.len()).filter(|&at| has_changed(&self.pairs[at])).collect();
        if !changed.is_empty() {
            self.progress.show(|| "waiting for a quiet moment".to_owned());
            thread::sleep(pause);
        }
        for _ in 0..LAPS_AGAIN {
            changed.iter().for_each(|&at| self.turn(at, "once more"));
        }
        !changed.is_empty()
    }

    fn turn(&mut self, at: usize, when: &str) {
        let Self { pairs, slot, patience, progress, .. } = self;
        let pair = &mut pairs[at];
        let message = format!("{when}: {} with {}", pair.entry.name, pair.engine);
        progress.show(|| message.clone());
        pair.measure(*slot, |took| {
            memory::apart(|| progress.show(|| message.clone()));
            took < *patience
        });
    }

    /// Says which results are wrong; whether there are any.
    fn report_wrong(&self, record: &Record) -> bool {
        let mut is_wrong = false;
        for (pair, row) in self.pairs.iter().zip(&record.results) {
            if row.status == Status::Wrong
                && let Some((found, expected)) = record::found_and_expected(pair, &self.pairs)
            {
                is_wrong = true;
                error::message(format_args!("{} with {}: found {found}, expected {expected}", row.case, row.engine));
            }
        }
        is_wrong
    }
}
