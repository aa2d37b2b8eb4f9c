//! The contestant's side of the protocol. It runs in a separate process, where it cannot affect
//! another contestant, and reports its times.
//!
//! It reads and writes lines. First it writes `ready`, or `cannot` and the reason. After `ready`
//! it answers each line that it reads with `round RUNS SETUP SEARCH FOUND`: the number of runs in
//! this round, the average nanoseconds of set-up and of search per run, and the number or the costs
//! found.

use std::io::{self, BufRead, Write};
use std::path::Path;
use std::time::Duration;

use crate::cases::Task;
use crate::contestant::{Contestant, Run};
use crate::contestants;
use crate::work::{Form, Work};

/// The minimum total time of the runs of a round, unless their results differ. It makes work of
/// microseconds measurable.
const ROUND: Duration = Duration::from_millis(50);

/// Answers requests until the input ends. Returns early if the solver cannot do the work.
pub fn serve(name: &str, file: &Path, form: Form, task: Task) -> Result<(), String> {
    let entrants = contestants::all();
    let entrant = entrants
        .iter()
        .find(|one| one.name == name)
        .ok_or_else(|| format!("there is no {name}"))?;
    let work = Work::read(file, form, task)?;
    let ended = |error: io::Error| error.to_string();
    let mut output = io::stdout();
    let mut contestant = match entrant.set_up(&work) {
        Ok(contestant) => contestant,
        Err(lack) => return writeln!(output, "cannot {lack}").map_err(ended),
    };
    writeln!(output, "ready").map_err(ended)?;
    for line in io::stdin().lock().lines() {
        line.map_err(ended)?;
        let (runs, Run { found, setup, search }) = round(&mut contestant, ROUND);
        let [setup, search] = [setup, search].map(|time| time.as_nanos());
        writeln!(output, "round {runs} {setup} {search} {found}").map_err(ended)?;
    }
    Ok(())
}

/// Runs the work until its total time reaches `at_least`, or until a result differs from the
/// previous one. Returns the number of runs, their mean times, and the last result.
fn round(contestant: &mut Contestant<'_>, at_least: Duration) -> (u32, Run) {
    let mut sum = contestant();
    let mut runs = 1;
    let mut same = true;
    while same && sum.setup + sum.search < at_least {
        let run = contestant();
        runs += 1;
        sum.setup += run.setup;
        sum.search += run.search;
        same = run.found == sum.found;
        sum.found = run.found;
    }
    (runs, Run { setup: sum.setup / runs, search: sum.search / runs, ..sum })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cases::Expected;

    fn run(micros: u64, found: u64) -> Run {
        let time = Duration::from_micros(micros);
        Run { found: Expected::Solutions(found), setup: time, search: 3 * time }
    }

    #[test]
    fn a_round_is_an_average() {
        let mut times = [1, 2, 3].into_iter();
        let mut contestant: Contestant<'_> = Box::new(move || run(times.next().unwrap(), 7));
        assert_eq!(round(&mut contestant, Duration::from_micros(20)), (3, run(2, 7)));
    }

    #[test]
    fn a_solver_that_wavers_is_found_out() {
        let mut counts = [7, 7, 8, 7].into_iter();
        let mut contestant: Contestant<'_> = Box::new(move || run(1, counts.next().unwrap()));
        assert_eq!(round(&mut contestant, Duration::from_secs(1)), (3, run(1, 8)));
    }
}
