//! The race. The contestants take turns at a job, and each gets a verdict.

use std::fmt::Display;
use std::process::Command;
use std::time::{Duration, Instant};

use crate::process::{Fault, Process};

pub struct Runner {
    pub name: String,
    /// True for quadrille's engines.
    pub ours: bool,
    /// The command that starts it, or the reason why it cannot take part.
    pub start: Result<Command, String>,
}

#[derive(Clone, Debug, PartialEq)]
pub enum Verdict {
    Right(Times),
    /// The contestant found this wrong number, or these wrong costs.
    Wrong(String),
    /// The contestant cannot take part, for this reason.
    Cannot(String),
    Crashed(String),
    /// The contestant took longer than this.
    OverTime(Duration),
}

/// The times of a contestant at a job. The times of a round are means over its runs.
#[derive(Clone, Debug, PartialEq)]
pub struct Times {
    /// The number of solutions or the costs found.
    pub found: String,
    /// The minimum and the median, over the rounds, of the time of a run with its set-up.
    pub minimum: Duration,
    pub median: Duration,
    /// The minimum, over the rounds, of the time of a search without its set-up.
    pub search: Duration,
    pub rounds: usize,
}

#[derive(Clone, Debug, PartialEq)]
pub struct Outcome {
    pub name: String,
    pub ours: bool,
    pub verdict: Verdict,
}

pub struct Rules {
    pub rounds: usize,
    /// The time limit of a round. A contestant whose rounds have used half of it together gets no
    /// more rounds.
    pub patience: Duration,
}

/// The answer of a round.
#[derive(Debug, PartialEq)]
struct Round {
    setup: Duration,
    search: Duration,
    found: String,
}

enum State {
    Running(Process),
    Done,
    Failed(Verdict),
}

struct Lane {
    state: State,
    rounds: Vec<Round>,
    spent: Duration,
}

/// Runs each round with all contestants that are still running, so a disturbance of the machine
/// that lasts for a round affects all of them. If `expected` is `None`, the result of the first
/// quadrille engine that did not fail is expected, if there is one.
pub fn race(
    runners: Vec<Runner>,
    rules: &Rules,
    expected: Option<&str>,
    progress: &dyn Fn(&str),
) -> Vec<Outcome> {
    let mut names = Vec::new();
    let mut lanes: Vec<_> = runners
        .into_iter()
        .map(|runner| {
            progress(&runner.name);
            let state = match runner.start {
                Ok(command) => start(command, rules.patience),
                Err(lack) => State::Failed(Verdict::Cannot(lack)),
            };
            names.push((runner.name, runner.ours));
            Lane { state, rounds: Vec::new(), spent: Duration::ZERO }
        })
        .collect();
    for round in 1..=rules.rounds {
        for (lane, (name, _)) in lanes.iter_mut().zip(&names) {
            if matches!(lane.state, State::Running(_)) {
                progress(&format!("{name}, round {round} of {}", rules.rounds));
                lane.turn(rules.patience);
            }
        }
    }
    let reference = lanes.iter().zip(&names).find_map(|(lane, (_, ours))| {
        let first =
            lane.rounds.first().filter(|_| *ours && !matches!(lane.state, State::Failed(_)))?;
        Some(first.found.clone())
    });
    let expected = expected.map(str::to_owned).or(reference);
    let verdicts = lanes.into_iter().map(|lane| lane.verdict(expected.as_deref()));
    names
        .into_iter()
        .zip(verdicts)
        .map(|((name, ours), verdict)| Outcome { name, ours, verdict })
        .collect()
}

fn failed(fault: Fault, patience: Duration) -> State {
    State::Failed(match fault {
        Fault::TooSlow => Verdict::OverTime(patience),
        Fault::Crashed(cause) => Verdict::Crashed(cause),
    })
}

fn garbled(line: impl Display) -> State {
    State::Failed(Verdict::Crashed(format!("it printed `{line}`")))
}

fn start(mut command: Command, patience: Duration) -> State {
    let mut process = match Process::start(&mut command) {
        Ok(process) => process,
        Err(error) => {
            return State::Failed(Verdict::Crashed(format!("it cannot be started: {error}")));
        }
    };
    // The process first reads its input, which may be large.
    match process.line(patience + Duration::from_secs(60)) {
        Ok(line) if line == "ready" => State::Running(process),
        Ok(line) => match line.strip_prefix("cannot ") {
            Some(lack) => State::Failed(Verdict::Cannot(lack.into())),
            None => garbled(line),
        },
        Err(fault) => failed(fault, patience),
    }
}

impl Lane {
    /// Runs one round, or none if the contestant has used half of the patience.
    fn turn(&mut self, patience: Duration) {
        let State::Running(process) = &mut self.state else { return };
        if !self.rounds.is_empty() && self.spent >= patience / 2 {
            self.state = State::Done;
            return;
        }
        let start = Instant::now();
        let answer = process.round(patience);
        self.spent += start.elapsed();
        match answer {
            Ok(line) => match Round::read(&line) {
                Some(round) => self.rounds.push(round),
                None => self.state = garbled(line),
            },
            // An earlier round was fast enough.
            Err(Fault::TooSlow) if !self.rounds.is_empty() => self.state = State::Done,
            Err(fault) => self.state = failed(fault, patience),
        }
    }

    fn verdict(self, expected: Option<&str>) -> Verdict {
        if let State::Failed(verdict) = self.state {
            return verdict;
        }
        let wrong = self
            .rounds
            .iter()
            .find(|round| expected.is_some_and(|expected| round.found != expected));
        if let Some(wrong) = wrong {
            return Verdict::Wrong(wrong.found.clone());
        }
        let mut times: Vec<_> =
            self.rounds.iter().map(|round| round.setup + round.search).collect();
        times.sort_unstable();
        let search = self.rounds.iter().map(|round| round.search).min();
        let (Some(&minimum), Some(search)) = (times.first(), search) else {
            return Verdict::Crashed("it had no round".into());
        };
        let found = self.rounds[0].found.clone();
        Verdict::Right(Times {
            found,
            minimum,
            median: times[times.len() / 2],
            search,
            rounds: times.len(),
        })
    }
}

impl Round {
    /// Parses `round RUNS SETUP SEARCH FOUND`, as written by `serve` and the scripts.
    fn read(line: &str) -> Option<Self> {
        let mut words = line.strip_prefix("round ")?.splitn(4, ' ');
        words.next()?.parse::<u32>().ok()?;
        let mut time = || Some(Duration::from_nanos(words.next()?.parse().ok()?));
        Some(Self { setup: time()?, search: time()?, found: words.next()?.to_owned() })
    }
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    fn shell(name: &str, script: &str) -> Runner {
        let mut command = Command::new("sh");
        command.args(["-c", script]);
        Runner { name: name.into(), ours: false, start: Ok(command) }
    }

    /// Returns a runner that always gives the same answer.
    fn steady(name: &str, answer: &str) -> Runner {
        shell(name, &format!("echo ready; while read line; do echo 'round {answer}'; done"))
    }

    const PATIENCE: Duration = Duration::from_secs(20);

    fn verdicts(runners: Vec<Runner>, expected: Option<&str>, patience: Duration) -> Vec<Verdict> {
        let rules = Rules { rounds: 3, patience };
        race(runners, &rules, expected, &|_| ())
            .into_iter()
            .map(|outcome| outcome.verdict)
            .collect()
    }

    #[test]
    fn rounds_make_times() {
        let script = "echo ready
            read line; echo 'round 4 100 2000 92'
            read line; echo 'round 4 900 1000 92'
            read line; echo 'round 4 200 5000 92'";
        let nanos = Duration::from_nanos;
        let times = Times {
            found: "92".into(),
            minimum: nanos(1900),
            median: nanos(2100),
            search: nanos(1000),
            rounds: 3,
        };
        assert_eq!(
            verdicts(vec![shell("a", script)], Some("92"), PATIENCE),
            [Verdict::Right(times)]
        );
    }

    #[test]
    fn every_kind_of_failure_is_shown() {
        let lacking = Runner { name: "i".into(), ours: false, start: Err("has no wings".into()) };
        let runners = vec![
            steady("a", "1 0 5 92"),
            steady("b", "1 0 5 91"),
            shell("c", "echo cannot has no colors"),
            shell(
                "d",
                "echo ready; read line; echo 'thread panicked at x.rs:\nno luck' >&2; exit 101",
            ),
            shell("e", "echo ready; read line; echo 'round 1 0 5 92'; read line; exit 7"),
            shell("f", "echo ready; read line; echo hello"),
            shell(
                "g",
                "echo ready; read line; echo 'round 1 0 5 92'; read line; echo 'round 1 0 5 93'; read line; \
                        echo 'round 1 0 5 92'",
            ),
            lacking,
        ];
        let nanos = Duration::from_nanos;
        let times = Times {
            found: "92".into(),
            minimum: nanos(5),
            median: nanos(5),
            search: nanos(5),
            rounds: 3,
        };
        assert_eq!(
            verdicts(runners, Some("92"), PATIENCE),
            [
                Verdict::Right(times),
                Verdict::Wrong("91".into()),
                Verdict::Cannot("has no colors".into()),
                Verdict::Crashed("panic: no luck".into()),
                Verdict::Crashed("exit status: 7".into()),
                Verdict::Crashed("it printed `hello`".into()),
                Verdict::Wrong("93".into()),
                Verdict::Cannot("has no wings".into()),
            ]
        );
    }

    #[test]
    fn one_that_takes_too_long_holds_up_nobody() {
        let patience = Duration::from_millis(300);
        let runners = vec![
            shell("slow", "echo ready; read line; exec sleep 60"),
            steady("quick", "1 0 5 92"),
        ];
        let verdicts = verdicts(runners, None, patience);
        assert_eq!(verdicts[0], Verdict::OverTime(patience));
        assert!(matches!(&verdicts[1], Verdict::Right(times) if times.rounds == 3));
    }

    #[test]
    fn a_long_first_round_is_the_last() {
        let script = "echo ready; while read line; do sleep 0.4; echo 'round 1 0 5 92'; done";
        let verdicts = verdicts(vec![shell("a", script)], None, Duration::from_millis(1400));
        assert!(matches!(&verdicts[0], Verdict::Right(times) if times.rounds == 2), "{verdicts:?}");
    }

    #[test]
    fn without_an_expectation_our_engine_is_believed() {
        let mut ours = steady("ours", "1 0 5 92");
        ours.ours = true;
        let verdicts = verdicts(vec![steady("other", "1 0 5 91"), ours], None, PATIENCE);
        assert_eq!(verdicts[0], Verdict::Wrong("91".into()));
        assert!(matches!(verdicts[1], Verdict::Right(_)));
    }
}
