//! Times quadrille's dancing links beside other exact-cover solvers, on the same Sudokus as the same 324-column matrix.

mod contestant;
mod dancing_links;
mod dlx;
mod links;
mod textbook;

use std::error::Error;
use std::fs::File;
use std::io::BufReader;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::{Duration, Instant};

use clap::Parser;
use quadrille::sudoku::{Grid, Reader};

use crate::contestant::Contestant;
use crate::dancing_links::{DancingLinks, Timed};
use crate::dlx::Dlx;
use crate::links::Links;
use crate::textbook::Textbook;

const SEEDS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../puzzles/seeds.txt");

/// Time quadrille's dancing links beside other exact-cover solvers
#[derive(Parser)]
struct Arguments {
    /// Lists of puzzles; without one, puzzles/seeds.txt of the repository
    #[arg(value_name = "LIST")]
    lists: Vec<PathBuf>,
    /// Take only the first N puzzles of each list
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    puzzles: Option<u64>,
    /// Stop at this many solutions of a puzzle
    #[arg(long, value_name = "N", default_value_t = 2, value_parser = clap::value_parser!(u64).range(1..))]
    limit: u64,
    /// Let each contestant go through a list this many times
    #[arg(long, value_name = "R", default_value_t = 5, value_parser = clap::value_parser!(u64).range(1..))]
    rounds: u64,
    /// Give up on a contestant whose first round takes longer than this
    #[arg(long, value_name = "SECONDS", default_value_t = 60)]
    patience: u64,
}

/// In the order of the table. The first is the one that the others are compared with.
fn contestants() -> Vec<Box<dyn Contestant>> {
    vec![
        Box::new(Links::new()),
        Box::new(Textbook::new()),
        Box::new(Dlx::new()),
        Box::new(DancingLinks::new(Timed::All)),
        Box::new(DancingLinks::new(Timed::Search)),
    ]
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

/// Prints a table for each list; false if the contestants disagree about one.
fn run(mut arguments: Arguments) -> Result<bool, Box<dyn Error>> {
    if arguments.lists.is_empty() {
        arguments.lists.push(SEEDS.into());
    }
    let mut all_agree = true;
    for list in &arguments.lists {
        let puzzles = read(list, arguments.puzzles).map_err(|error| format!("{}: {error}", list.display()))?;
        let name = list.file_name().unwrap_or_default().display();
        println!("{name}, up to {} solutions of each, {} rounds:\n", arguments.limit, arguments.rounds);
        all_agree &= print_table(&measure(&puzzles, &arguments), puzzles.len(), arguments.patience);
    }
    Ok(all_agree)
}

fn read(list: &Path, puzzles: Option<u64>) -> Result<Vec<Grid>, Box<dyn Error>> {
    let reader = Reader::new(BufReader::new(File::open(list)?));
    let grids = reader
        .take(puzzles.map_or(usize::MAX, |puzzles| puzzles as usize))
        .map(|puzzle| Ok(puzzle?.grid))
        .collect::<Result<Vec<_>, Box<dyn Error>>>()?;
    if grids.is_empty() { Err("there is no puzzle in it".into()) } else { Ok(grids) }
}

/// One time through a list.
struct Round {
    solutions: u64,
    time: Duration,
}

/// What a contestant has done with a list. There are no rounds if the first took too long.
struct Record {
    name: String,
    rounds: Vec<Round>,
}

/// The contestants take turns, so that whatever disturbs the machine for a while disturbs all of them.
fn measure(puzzles: &[Grid], arguments: &Arguments) -> Vec<Record> {
    let mut contestants = contestants();
    let mut records: Vec<_> =
        contestants.iter().map(|one| Record { name: one.name().to_owned(), rounds: Vec::new() }).collect();
    for done in 0..arguments.rounds as usize {
        let patience = if done == 0 { Duration::from_secs(arguments.patience) } else { Duration::MAX };
        for (contestant, record) in contestants.iter_mut().zip(&mut records) {
            if record.rounds.len() == done {
                record.rounds.extend(round(contestant.as_mut(), puzzles, arguments.limit, patience));
            }
        }
    }
    records
}

/// `None` if it takes too long, for which the clock is looked at only now and then.
fn round(contestant: &mut dyn Contestant, puzzles: &[Grid], limit: u64, patience: Duration) -> Option<Round> {
    let mut solutions = 0;
    contestant.uncounted();
    let start = Instant::now();
    for some in puzzles.chunks(16) {
        solutions += some.iter().map(|puzzle| contestant.solve(puzzle, limit)).sum::<u64>();
        if start.elapsed() > patience {
            return None;
        }
    }
    let time = start.elapsed().saturating_sub(contestant.uncounted());
    Some(Round { solutions, time })
}

/// Prints the records as a table; false if the contestants disagree.
fn print_table(records: &[Record], puzzles: usize, patience: u64) -> bool {
    let expected = records[0].rounds.first().map(|round| round.solutions);
    let links = records[0].times().map(|(minimum, _)| minimum);
    let mut all_agree = true;

    println!("| contestant | puzzles | solutions | minimum µs/puzzle | median µs/puzzle | times links' time |");
    println!("|---|--:|--:|--:|--:|--:|");
    for record in records {
        let name = &record.name;
        let Some((minimum, median)) = record.times() else {
            println!("| {name} | {puzzles} | | over {patience} s | | |");
            continue;
        };
        let wrong = record.rounds.iter().map(|round| round.solutions).find(|&solutions| Some(solutions) != expected);
        let solutions = match (wrong, expected) {
            (Some(wrong), Some(_)) => {
                all_agree = false;
                format!("WRONG: {wrong}")
            }
            _ => record.rounds[0].solutions.to_string(),
        };
        let ratio = links.map(|links| format!("{:.2}", minimum.as_secs_f64() / links.as_secs_f64()));
        let each = |time: Duration| time.as_secs_f64() * 1e6 / puzzles as f64;
        println!(
            "| {name} | {puzzles} | {solutions} | {:.2} | {:.2} | {} |",
            each(minimum),
            each(median),
            ratio.unwrap_or_default()
        );
    }
    println!();
    all_agree
}

impl Record {
    /// The shortest and the median time of a round.
    fn times(&self) -> Option<(Duration, Duration)> {
        let mut times: Vec<_> = self.rounds.iter().map(|round| round.time).collect();
        times.sort_unstable();
        Some((*times.first()?, times[times.len() / 2]))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const FOUR_SOLUTIONS: &str = "027800061000030008910005420500016030000970200070000096700000080006027000030480007";

    /// All puzzles go through the same solver, so that whatever one of them leaves behind shows in the next.
    #[test]
    fn all_contestants_agree() {
        let grid = |text: &str| format!("{text:.<81}").parse::<Grid>().unwrap();
        let four = grid(FOUR_SOLUTIONS);
        let clash = grid("5......5.");
        let cell_without_digit = grid("12345678.........9");
        let full = four.solutions().next().unwrap();
        for mut contestant in contestants() {
            for (puzzle, limit, solutions) in [
                (four, 10, 4),
                (clash, 10, 0),
                (four, 2, 2),
                (cell_without_digit, 10, 0),
                (full, 10, 1),
                (Grid::EMPTY, 100, 100),
                (four, 1, 1),
                (four, 4, 4),
                (four, 10, 4),
            ] {
                assert_eq!(contestant.solve(&puzzle, limit), solutions, "{} on {puzzle}", contestant.name());
            }
        }
    }
}
