//! Results of which a puzzle has any number: those of `check --neighbours` and `minimize --all`.

use std::io::Write;
use std::num::NonZeroUsize;
use std::time::Instant;

use quadrille::search::{Advance, Step};
use quadrille::sudoku::Grid;

use crate::shared::error::{self, Error};
use crate::shared::input::InputArgs;
use crate::shared::place::Place;
use crate::shared::session::Session;

/// The limits of the list of a puzzle.
#[derive(Clone, Copy)]
pub(super) struct Most {
    pub(super) lines: u64,
    pub(super) until: Option<Instant>,
}

/// The end of the list of a puzzle.
pub(super) struct Listed {
    pub(super) count: u64,
    /// True if the limit of time ended it.
    pub(super) is_stopped: bool,
}

/// The receiver of lines. It is called with each line, and with nothing while none is found.
pub(super) type Print<'a> = dyn FnMut(Option<&str>) -> Result<(), Error> + 'a;

/// Hands the line of each result of a search to `print`, whose error ends the list.
pub(super) fn list<S: Advance>(
    most: Most,
    print: &mut Print<'_>,
    mut search: S,
    line: impl Fn(&S) -> String,
) -> Result<Listed, Error> {
    let mut count = 0;
    while count < most.lines {
        // A node takes up to some milliseconds.
        match search.advance(1) {
            Step::Cover => {
                count += 1;
                print(Some(&line(&search)))?;
            }
            Step::Paused => print(None)?,
            Step::Exhausted => break,
        }
        if most.until.is_some_and(|until| Instant::now() >= until) {
            return Ok(Listed { count, is_stopped: count < most.lines });
        }
    }
    Ok(Listed { count, is_stopped: false })
}

/// Prints the list of each puzzle, and calls `end` after it. One thread prints each line as soon as
/// it is found. Several threads keep the lines of a puzzle until its turn comes.
pub(super) fn print_lists<S>(
    input: &InputArgs,
    session: &mut Session,
    threads: NonZeroUsize,
    state: impl Fn() -> S + Sync,
    list: impl Fn(&mut S, &Grid, Place<'_>, &mut Print<'_>) -> Result<Listed, Error> + Sync,
    mut end: impl FnMut(&mut Session, Listed, Place<'_>) -> Result<(), Error>,
) -> Result<(), Error> {
    if threads.get() == 1 {
        let mut state = state();
        return input.each_grid(session, |session, puzzle, place| {
            let listed = list(&mut state, puzzle, place, &mut |line| {
                if let Some(line) = line {
                    session.totals.solutions += 1_u32;
                    session.print(|output| output.write_all(line.as_bytes()))?;
                }
                session.tick()
            })?;
            end(session, listed, place)
        });
    }
    let work = |state: &mut S, puzzle: &Grid, place: Place<'_>| {
        let mut text = String::new();
        let listed = list(state, puzzle, place, &mut |line| {
            text += line.unwrap_or_default();
            error::check_signal()
        });
        (text, listed)
    };
    let print = |session: &mut Session, (text, listed): (String, _), place: Place<'_>| {
        session.print(|output| output.write_all(text.as_bytes()))?;
        let listed: Listed = listed?;
        session.totals.solutions += listed.count;
        end(session, listed, place)
    };
    input.map_grids(session, threads, state, work, print)
}
