//! Times quadrille's dancing links beside other exact-cover solvers, on lists of Sudokus and on problems in Knuth's text
//! format.

mod contestant;
mod covers;
mod dancing_links;
mod dlx;
mod links;
mod sudokus;
mod table;
mod textbook;

use std::error::Error;
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Duration;

use clap::Parser;

const SEEDS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../puzzles/seeds.txt");

/// Time quadrille's dancing links beside other exact-cover solvers
#[derive(Parser)]
struct Arguments {
    /// Lists of Sudokus, and problems in Knuth's text format, whose names end in .dlx; without any, puzzles/seeds.txt of
    /// the repository
    #[arg(value_name = "FILE")]
    files: Vec<PathBuf>,
    /// Take only the first N puzzles of each list
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    puzzles: Option<u64>,
    /// Stop at this many solutions of a puzzle; of a problem all covers are counted
    #[arg(long, value_name = "N", default_value_t = 2, value_parser = clap::value_parser!(u64).range(1..))]
    limit: u64,
    /// Let each contestant go through a file this many times
    #[arg(long, value_name = "R", default_value_t = 5, value_parser = clap::value_parser!(u64).range(1..))]
    rounds: u64,
    /// Give up on a contestant whose first round takes longer than this
    #[arg(long, value_name = "SECONDS", default_value_t = 60)]
    patience: u64,
}

impl Arguments {
    fn patience(&self) -> Duration {
        Duration::from_secs(self.patience)
    }
}

fn main() -> ExitCode {
    match run(Arguments::parse()) {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(error) => {
            eprintln!("{error}");
            ExitCode::FAILURE
        }
    }
}

/// Prints a table for each file; false if the contestants disagree about one.
fn run(mut arguments: Arguments) -> Result<bool, Box<dyn Error>> {
    if arguments.files.is_empty() {
        arguments.files.push(SEEDS.into());
    }
    let mut all_agree = true;
    for file in &arguments.files {
        let is_problem = file.extension().is_some_and(|extension| extension == "dlx");
        let compare = if is_problem { covers::compare } else { sudokus::compare };
        all_agree &= compare(file, &arguments).map_err(|error| format!("{}: {error}", file.display()))?;
    }
    Ok(all_agree)
}
