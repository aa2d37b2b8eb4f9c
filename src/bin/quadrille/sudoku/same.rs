//! `quadrille same`: whether two Sudokus are equivalent.

use std::io::Write;
use std::process::ExitCode;

use clap::error::ErrorKind;
use quadrille::sudoku::{Canonizer, Grid};

use crate::shared::error::Error;
use crate::shared::input::InputArgs;
use crate::shared::session::Session;

/// Tell whether two Sudokus are equivalent
///
/// They are if one can be made of the other by renaming digits, changing the order of rows within a
/// band, of columns within a stack, of bands and of stacks, and by transposition. Two solutions may
/// be compared as well as two puzzles.
///
/// The puzzles are given as to `quadrille solve`, and taken in pairs: the first and the second, the
/// third and the fourth, and so on. For each pair a line is printed: `same` or `different`.
///
/// Exit status: 0 if the two of each pair are equivalent; 1 if those of some pair are not; 2 for
/// bad usage or input, after the good pairs have been done; 128 and the number of the signal if one
/// has cut it short.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  quadrille same PUZZLE PUZZLE
  quadrille same --map PUZZLE PUZZLE    how to make the second of the first
  quadrille same FILE                   lines 1 and 2, 3 and 4, and so on
  paste -d '\\n' FILE FILE | quadrille same")]
pub(crate) struct Args {
    #[command(flatten)]
    input: InputArgs,

    /// Print after `same` and a tab how to make the second puzzle of the first
    ///
    /// `transpose` if that is the first thing to do; then which rows and which columns come first
    /// to last, and what the digits 1 to 9 become.
    #[arg(short, long)]
    map: bool,
}

impl Args {
    /// What is wrong with arguments that are right one by one.
    pub(crate) fn check(&self) -> Result<(), (ErrorKind, &'static str)> {
        self.input.check()
    }
}

pub(crate) fn run(args: &Args) -> ExitCode {
    let mut session = Session::new("puzzles", "pairs", false);
    let mut pairs = Pairs { args, canonizer: Canonizer::new(), first: None };
    let result = args.input.each_grid(&mut session, |session, puzzle| pairs.add(puzzle, session));
    let result = result.and_then(|()| pairs.end(&mut session));
    session.end(result)
}

struct Pairs<'a> {
    args: &'a Args,
    canonizer: Canonizer,
    /// The first of a pair, and its number among all puzzles.
    first: Option<(u64, Grid)>,
}

impl Pairs<'_> {
    fn add(&mut self, puzzle: &Grid, session: &mut Session) -> Result<(), Error> {
        // One that could not be read has its place in a pair too: its partner is compared with
        // nothing.
        let number = session.totals.problems + session.unread;
        if number.is_multiple_of(2) {
            self.first = Some((number, *puzzle));
            return Ok(());
        }
        match self.first.take() {
            Some((partner, first)) if partner + 1 == number => {
                self.compare(&first, puzzle, session)
            }
            _ => Ok(()),
        }
    }

    fn compare(&mut self, first: &Grid, second: &Grid, session: &mut Session) -> Result<(), Error> {
        session.totals.solutions += 1_u32;
        let [one, other] = [first, second].map(|puzzle| self.canonizer.canonical(puzzle));
        if one.grid != other.grid {
            session.no_solution();
            return session.print(|output| writeln!(output, "different"));
        }
        let map = one.map.then(&other.map.inverse());
        session.print(|output| {
            if self.args.map { writeln!(output, "same\t{map}") } else { writeln!(output, "same") }
        })
    }

    fn end(&self, session: &mut Session) -> Result<(), Error> {
        match self.first {
            Some((number, _)) if number + 1 == session.totals.problems + session.unread => session
                .bad("the last puzzle has none to be compared with: give an even number of them"),
            _ => Ok(()),
        }
    }
}
