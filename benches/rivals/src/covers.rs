//! Problems in Knuth's text format, of which every contestant that can take them counts all covers.

use std::error::Error;
use std::fs::File;
use std::io::BufReader;
use std::path::Path;
use std::time::Instant;

use quadrille::{Problem, format};

use crate::Arguments;
use crate::contestant::Counter;
use crate::dlx::DlxCounter;
use crate::links::LinksCounter;
use crate::table::{self, Round, Style};
use crate::textbook::Textbook;

/// In the order of the table. The first is the one that the others are compared with; the others are those that can take
/// a problem of this kind.
fn contestants(problem: &Problem) -> Vec<Box<dyn Counter>> {
    let mut contestants: Vec<Box<dyn Counter>> = vec![Box::new(LinksCounter::of(problem))];
    if let Some(textbook) = Textbook::of(problem) {
        contestants.push(Box::new(textbook));
    }
    if let Some(dlx) = DlxCounter::of(problem) {
        contestants.push(Box::new(dlx));
    }
    contestants
}

/// Prints the table for a problem; false if the contestants disagree.
pub fn compare(file: &Path, arguments: &Arguments) -> Result<bool, Box<dyn Error>> {
    let problem = format::read(BufReader::new(File::open(file)?))?.problem;
    println!("{}, all covers, {} rounds:\n", file.file_name().unwrap_or_default().display(), arguments.rounds);

    let style = Style {
        head: "contestant | covers | minimum ms | median ms | times links' time",
        size: None,
        scale: 1e3,
        patience: arguments.patience(),
    };
    let mut contestants = contestants(&problem);
    let records = table::take_turns(
        &mut contestants,
        |one| one.name(),
        arguments.rounds,
        style.patience,
        |one, patience| {
            let start = Instant::now();
            let found = one.count();
            let time = start.elapsed();
            // Nothing can stop a search before its end.
            (time <= patience).then_some(Round { found, time })
        },
    );
    Ok(table::print(&records, &style))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Five queens, and an option without a primary item, which is in no cover.
    fn queens() -> String {
        let n = 5;
        let names = |letter: char, count: usize| (0..count).map(move |k| format!(" {letter}{k}"));
        let mut text: String = names('r', n).chain(names('c', n)).collect();
        text.push_str(" |");
        text.extend(names('a', 2 * n - 1).chain(names('b', 2 * n - 1)));
        for (r, c) in (0..n).flat_map(|r| (0..n).map(move |c| (r, c))) {
            text.push_str(&format!("\nr{r} c{c} a{} b{}", r + c, r + n - 1 - c));
        }
        text.push_str("\na0 b0\n");
        text
    }

    /// Every contestant counts twice, so that whatever a search leaves behind shows in the next.
    fn assert_all_count(text: &str, names: &[&str], covers: u64) {
        let problem = format::read(text.as_bytes()).unwrap().problem;
        let mut contestants = contestants(&problem);
        assert_eq!(contestants.iter().map(|one| one.name()).collect::<Vec<_>>(), names);
        for contestant in &mut contestants {
            assert_eq!([contestant.count(), contestant.count()], [covers; 2], "{}", contestant.name());
        }
    }

    #[test]
    fn all_contestants_agree_about_secondary_items() {
        assert_all_count(&queens(), &["quadrille links", "textbook DLX1", "dlx 0.8"], 10);
    }

    /// Of the 27 choices, x and y rule out those where p and q, or q and r, have different colors, or one has none.
    #[test]
    fn all_contestants_agree_about_colors() {
        let text = "p q r | x y\np x:A\np x:B\np x\nq x:A y:A\nq x:B y:A\nq y\nr y:A\nr y:B\nr\n";
        assert_all_count(text, &["quadrille links", "dlx 0.8"], 7);
    }

    #[test]
    fn what_a_contestant_cannot_take_it_is_spared() {
        assert_all_count("1:2|a b\na\nb\na b\n", &["quadrille links"], 3);
        assert_all_count("a b\na |1\nb\n", &["quadrille links"], 1);
        assert_all_count("a b\n", &["quadrille links", "textbook DLX1"], 0);
    }
}
