//! Lists of Sudokus, which every contestant solves as the same 324-column matrix.

use std::error::Error;
use std::fs::File;
use std::io::BufReader;
use std::path::Path;
use std::time::{Duration, Instant};

use quadrille::sudoku::{Grid, Reader};

use crate::Arguments;
use crate::contestant::Contestant;
use crate::dancing_links::{DancingLinks, Timed};
use crate::dlx::Dlx;
use crate::links::Links;
use crate::table::{self, Round, Style};
use crate::textbook::Textbook;

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

/// Prints the table for a list; false if the contestants disagree.
pub fn compare(list: &Path, arguments: &Arguments) -> Result<bool, Box<dyn Error>> {
    let puzzles = read(list, arguments.puzzles)?;
    let name = list.file_name().unwrap_or_default().display();
    println!("{name}, up to {} solutions of each, {} rounds:\n", arguments.limit, arguments.rounds);

    let style = Style {
        head: "contestant | puzzles | solutions | minimum µs/puzzle | median µs/puzzle | times links' time",
        size: Some(puzzles.len()),
        scale: 1e6 / puzzles.len() as f64,
        patience: arguments.patience(),
    };
    let records = table::take_turns(
        &mut contestants(),
        |one| one.name(),
        arguments.rounds,
        style.patience,
        |one, patience| round(one, &puzzles, arguments.limit, patience),
    );
    Ok(table::print(&records, &style))
}

fn read(list: &Path, puzzles: Option<u64>) -> Result<Vec<Grid>, Box<dyn Error>> {
    let reader = Reader::new(BufReader::new(File::open(list)?));
    let grids = reader
        .take(puzzles.map_or(usize::MAX, |puzzles| puzzles as usize))
        .map(|puzzle| Ok(puzzle?.grid))
        .collect::<Result<Vec<_>, Box<dyn Error>>>()?;
    if grids.is_empty() { Err("there is no puzzle in it".into()) } else { Ok(grids) }
}

/// `None` if it takes too long, for which the clock is looked at only now and then.
fn round(contestant: &mut dyn Contestant, puzzles: &[Grid], limit: u64, patience: Duration) -> Option<Round> {
    let mut found = 0;
    contestant.uncounted();
    let start = Instant::now();
    for some in puzzles.chunks(16) {
        found += some.iter().map(|puzzle| contestant.solve(puzzle, limit)).sum::<u64>();
        if start.elapsed() > patience {
            return None;
        }
    }
    let time = start.elapsed().saturating_sub(contestant.uncounted());
    Some(Round { found, time })
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
