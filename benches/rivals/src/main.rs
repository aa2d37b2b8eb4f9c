//! Compares the times of quadrille's engines with those of other exact cover solvers, on the cases
//! of `benches/cases.toml`, on lists of Sudokus and on problems in Knuth's text format.

#[path = "../../cases/mod.rs"]
mod cases;
mod chart;
mod contestant;
mod contestants;
mod display;
mod document;
mod jobs;
mod matrix;
mod process;
mod race;
mod report;
mod serve;
mod work;

use std::error::Error;
use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};
use std::time::Duration;

use clap::Parser;

use cases::{Size, Task};
use contestants::scripts::{self, Script};
use contestants::{Entrant, all};
use display::Display;
use jobs::{Job, Wanted};
use race::{Rules, Runner, race};
use report::Race;
use work::{Form, Work};

/// Compare the times of quadrille's engines with those of other exact cover solvers
///
/// Prints a Markdown table for each case or file, and a summary. Each solver runs in a separate
/// process. A solver that lacks a feature, gives a wrong result, crashes or takes too long is
/// listed as such.
///
/// Exit status: 0 on success; 1 if one of quadrille's engines was wrong or crashed; 2 for bad
/// usage, bad input or any other error.
#[derive(Parser)]
#[command(after_help = "\
Examples, after `cargo run --release --manifest-path benches/rivals/Cargo.toml --`:
  queens-13 soma                       two cases
  --visit                              the small and medium cases, with each solution visited
  --size large                         the large cases
  sudokus.txt --puzzles 1000           up to two solutions of each puzzle
  problem.dlx --solvers quadrille,dlx  all covers of a problem, counted by these solvers
  --csv times.csv --chart times.svg    the small and medium cases, with a chart")]
struct Arguments {
    /// Cases of benches/cases.toml, lists of Sudokus, and .dlx files with problems in Knuth's text
    /// format
    #[arg(value_name = "CASE|FILE")]
    names: Vec<String>,
    /// All cases of these sizes: small, medium, large; by default small and medium if nothing is
    /// named
    #[arg(long, value_name = "SIZES", value_delimiter = ',')]
    size: Vec<Size>,
    /// Only solvers with one of these words in their names
    #[arg(long, value_name = "WORDS", value_delimiter = ',')]
    solvers: Vec<String>,
    /// The task for the files: count, all, first, two, number, distinct, or 'best 3'; by default,
    /// covers of a problem are counted, and Sudokus are searched for two solutions
    #[arg(long = "do", value_name = "TASK")]
    task: Option<Task>,
    /// Visit each solution in cases that only count solutions: take a checksum of its options, or
    /// build it in the form that the solver returns
    #[arg(long)]
    visit: bool,
    /// Use only the first N puzzles of each FILE
    #[arg(long, value_name = "N", default_value_t = u64::MAX, hide_default_value = true)]
    #[arg(value_parser = clap::value_parser!(u64).range(1..))]
    puzzles: u64,
    /// The maximum number of rounds of each solver on a job; a round repeats short jobs until they
    /// can be measured
    #[arg(long, value_name = "R", default_value_t = 3, value_parser = clap::value_parser!(u64).range(1..))]
    rounds: u64,
    /// Give up on a solver that takes longer than this for one round; a solver that has used half
    /// of this time gets no more rounds
    #[arg(long, value_name = "SECONDS", default_value_t = 3.0, value_parser = seconds)]
    patience: f64,
    /// The memory limit of a solver
    #[arg(long, value_name = "GIB", default_value_t = 4, value_parser = clap::value_parser!(u64).range(1..=1 << 20))]
    memory: u64,
    /// Also write the times as CSV
    #[arg(long, value_name = "FILE")]
    csv: Option<PathBuf>,
    /// Also draw the times as SVG
    #[arg(long, value_name = "FILE")]
    chart: Option<PathBuf>,
    /// Write the record of the run to FILE: conditions, summary and every table; the chart is
    /// written beside it
    #[arg(long, value_name = "FILE")]
    document: Option<PathBuf>,
    /// Write the conditions and the summary into this document, between the two comments that mark
    /// the place
    #[arg(long, value_name = "FILE")]
    summary: Option<PathBuf>,
    /// Run as this solver, for a parent process
    #[arg(long, hide = true, value_name = "NAME", requires = "task")]
    serve: Option<String>,
}

fn seconds(text: &str) -> Result<f64, String> {
    let seconds = text.parse().ok().filter(|&seconds: &f64| seconds > 0.0 && seconds < 1e9);
    seconds.ok_or_else(|| "it must be a number of seconds above 0".into())
}

fn main() -> ExitCode {
    let arguments = Arguments::parse();
    let result = match &arguments.serve {
        Some(name) => serve(name, &arguments).map_err(Into::into).map(|()| true),
        None => compete(&arguments),
    };
    match result {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(error) => {
            eprintln!("{error}");
            ExitCode::from(2)
        }
    }
}

fn serve(name: &str, arguments: &Arguments) -> Result<(), String> {
    let [file] = &arguments.names[..] else { return Err("it needs one file".into()) };
    let task = arguments.task.expect("it is required");
    serve::serve(name, Path::new(file), Form::of(file, arguments.puzzles), task)
}

/// Runs all races. Returns false if one of quadrille's engines is wrong or crashes.
fn compete(arguments: &Arguments) -> Result<bool, Box<dyn Error>> {
    let patience = Duration::from_secs_f64(arguments.patience);
    let rules = Rules { rounds: arguments.rounds as usize, patience };
    let sizes = match (&arguments.size[..], &arguments.names[..]) {
        ([], []) => &[Size::Small, Size::Medium],
        (sizes, _) => sizes,
    };
    let folder = tempfile::tempdir()?;
    let (task, visit, puzzles) = (arguments.task, arguments.visit, arguments.puzzles);
    let wanted = Wanted { names: &arguments.names, sizes, task, visit, puzzles };
    let jobs = wanted.jobs(folder.path())?;
    let is_asked_for = |name: &str| {
        arguments.solvers.is_empty()
            || arguments.solvers.iter().any(|word| name.contains(word.as_str()))
    };
    let (scripts, missing) = scripts::installed(is_asked_for);
    let field = Field {
        entrants: all().into_iter().filter(|entrant| is_asked_for(&entrant.name)).collect(),
        scripts,
        folder: folder.path(),
    };
    if field.entrants.is_empty() && field.scripts.is_empty() {
        return Err("no solver has such a name".into());
    }
    // Errors that can be detected early must not stop the races halfway.
    let works = jobs.iter().map(Job::read).collect::<Result<Vec<_>, _>>()?;
    prepare(arguments)?;
    process::limit_memory(arguments.memory << 30)?;

    let conditions = document::conditions(&rules, arguments.memory, &missing);
    let mut races = Vec::new();
    for (at, (job, work)) in jobs.iter().zip(&works).enumerate() {
        let display = Display::new(format!("{} ({} of {})", job.name, at + 1, jobs.len()));
        let runners = field.runners(job, work)?;
        let expected = job.expected.as_ref().map(ToString::to_string);
        let outcomes = race(runners, &rules, expected.as_deref(), &|text| display.show(text));
        drop(display);
        let race = Race {
            name: job.name.clone(),
            title: job.title.clone(),
            puzzles: work.puzzles(),
            outcomes,
        };
        print(&race.markdown())?;
        races.push(race);
    }
    print(&format!("## Summary\n\n{}", report::summary(&races)))?;
    if !missing.is_empty() {
        print(&format!("Not installed, so not measured: {}.\n", missing.join(", ")))?;
    }
    save(arguments, &conditions, &races)?;
    Ok(races.iter().all(Race::is_won_fairly))
}

/// Checks that the CSV file, the chart and the record can be written, and that the document for the
/// summary has a place for it. Otherwise a run could fail at its end.
fn prepare(arguments: &Arguments) -> Result<(), Box<dyn Error>> {
    for file in [&arguments.csv, &arguments.chart, &arguments.document].into_iter().flatten() {
        File::options()
            .create(true)
            .append(true)
            .open(file)
            .map_err(|error| named(file, &error))?;
    }
    if let Some(file) = &arguments.summary {
        let text = fs::read_to_string(file).map_err(|error| named(file, &error))?;
        document::replace(&text, "").map_err(|error| named(file, &error))?;
    }
    Ok(())
}

fn named(file: &Path, error: &dyn std::fmt::Display) -> String {
    format!("{}: {error}", file.display())
}

fn save(arguments: &Arguments, conditions: &str, races: &[Race]) -> Result<(), Box<dyn Error>> {
    if let Some(file) = &arguments.csv {
        let output = File::create(file).map_err(|error| named(file, &error))?;
        report::csv(races, BufWriter::new(output)).map_err(|error| named(file, &error))?;
    }
    if let Some(file) = &arguments.chart {
        fs::write(file, chart::draw(races)?).map_err(|error| named(file, &error))?;
    }
    if let Some(file) = &arguments.document {
        let chart = chart::draw(races)?;
        document::write_record(file, races, conditions, &chart)
            .map_err(|error| named(file, &error))?;
    }
    if let Some(file) = &arguments.summary {
        document::write_summary(file, races, conditions).map_err(|error| named(file, &error))?;
    }
    Ok(())
}

/// Prints a text. A closed output is not an error, and the files are still written.
fn print(text: &str) -> io::Result<()> {
    let mut output = io::stdout().lock();
    match output.write_all(text.as_bytes()).and_then(|()| output.flush()) {
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(()),
        result => result,
    }
}

struct Field<'a> {
    entrants: Vec<Entrant>,
    scripts: Vec<Script>,
    folder: &'a Path,
}

impl Field<'_> {
    fn runners(&self, job: &Job, work: &Work) -> Result<Vec<Runner>, Box<dyn Error>> {
        let program = std::env::current_exe()?;
        let mut runners = Vec::new();
        for entrant in &self.entrants {
            let engine = entrant.engine();
            let is_meant = match (&job.engines, engine) {
                (Some(engines), Some(engine)) => engines.contains(&engine),
                _ => true,
            };
            let mut command = Command::new(&program);
            command.args(["--serve", &entrant.name, "--do", &job.task.to_string()]).arg(&job.file);
            if let Form::Sudokus(puzzles) = job.form {
                command.args(["--puzzles", &puzzles.to_string()]);
            }
            let start = if is_meant { Ok(command) } else { Err("is not for this case".into()) };
            runners.push(Runner { name: entrant.name.clone(), ours: engine.is_some(), start });
        }
        if self.scripts.is_empty() {
            return Ok(runners);
        }
        let told = self.folder.join("work.json");
        let lack = scripts::tell(work, BufWriter::new(File::create(&told)?))?;
        for script in &self.scripts {
            let start = lack.clone().map_or_else(|| Ok(script.command(&told)), Err);
            runners.push(Runner { name: script.name.clone(), ours: false, start });
        }
        Ok(runners)
    }
}
