//! Tables of the results: one for each race, a summary of all races, and a CSV file.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::io::Write;
use std::time::Duration;

use crate::race::{Outcome, Times, Verdict};

pub struct Race {
    pub name: String,
    pub title: String,
    /// The number of puzzles, for Sudokus.
    pub puzzles: Option<usize>,
    pub outcomes: Vec<Outcome>,
}

impl Race {
    fn right(&self) -> impl Iterator<Item = (&Outcome, &Times)> {
        self.outcomes.iter().filter_map(|outcome| match &outcome.verdict {
            Verdict::Right(times) => Some((outcome, times)),
            _ => None,
        })
    }

    /// Returns the shortest times of quadrille's engines: for the whole job, and for the search
    /// alone.
    fn ours(&self) -> Option<(Duration, Duration)> {
        let ours = || self.right().filter(|(outcome, _)| outcome.ours);
        Some((
            ours().map(|(_, times)| times.minimum).min()?,
            ours().map(|(_, times)| times.search).min()?,
        ))
    }

    /// Returns the ratios of a solver's times to quadrille's best: for the whole job, and for the
    /// search alone.
    fn ratios(&self, times: &Times) -> Option<(f64, f64)> {
        let (minimum, search) = self.ours()?;
        Some((ratio(times.minimum, minimum), ratio(times.search, search)))
    }

    /// Iterates over the solvers that have finished, with the ratio of their time to quadrille's
    /// best. Yields nothing if no quadrille engine has finished.
    pub fn relative(&self) -> impl Iterator<Item = (&Outcome, f64)> {
        self.right().filter_map(|(outcome, times)| Some((outcome, self.ratios(times)?.0)))
    }

    /// True if no quadrille engine gave a wrong answer or crashed.
    pub fn is_won_fairly(&self) -> bool {
        let fails = |verdict: &Verdict| matches!(verdict, Verdict::Wrong(_) | Verdict::Crashed(_));
        !self.outcomes.iter().any(|outcome| outcome.ours && fails(&outcome.verdict))
    }

    /// Returns a section of Markdown: the solvers that have finished, the fastest first, then the
    /// others.
    pub fn markdown(&self) -> String {
        let mut right: Vec<_> = self.right().collect();
        right.sort_by_key(|(_, times)| times.minimum);
        let parts = self.puzzles.unwrap_or(1) as f64;
        let fastest = right.first().map_or(0.0, |(_, times)| times.minimum.as_secs_f64() / parts);
        let (unit, factor) = unit(fastest);
        let each = if parts > 1.0 { "/puzzle" } else { "" };
        let shown = |time: Duration| figure(time.as_secs_f64() * factor / parts);

        let puzzles = match self.puzzles {
            Some(count) if count > 1 => format!("{count} puzzles, "),
            _ => String::new(),
        };
        let mut text = format!("## {}\n\n{puzzles}{}\n\n", self.name, self.title);
        text +=
            &format!("| solver | minimum {unit}{each} | median | × quadrille | search alone |\n");
        text += "|---|--:|--:|--:|--:|\n";
        for (outcome, times) in &right {
            let name =
                if outcome.ours { format!("**{}**", outcome.name) } else { outcome.name.clone() };
            let median = if times.rounds > 1 { shown(times.median) } else { "-".into() };
            let ratio = self.ratios(times).map_or(String::new(), |(all, _)| figure(all));
            let [minimum, search] = [times.minimum, times.search].map(shown);
            let _ = writeln!(text, "| {name} | {minimum} | {median} | {ratio} | {search} |");
        }
        for (verdict, names) in self.failures() {
            let _ = writeln!(text, "| {} | {verdict} | | | |", names.join(", "));
        }
        text.push('\n');
        text
    }

    /// Returns the solvers without a time, grouped by the reason.
    fn failures(&self) -> Vec<(String, Vec<&str>)> {
        let mut failures: Vec<(String, Vec<&str>)> = Vec::new();
        for Outcome { name, verdict, .. } in &self.outcomes {
            let Some(said) = said(verdict) else { continue };
            match failures.iter_mut().find(|(other, _)| *other == said) {
                Some((_, names)) => names.push(name),
                None => failures.push((said, vec![name])),
            }
        }
        failures
    }
}

/// Returns the reason why a solver has no time, or `None` if it has one.
fn said(verdict: &Verdict) -> Option<String> {
    // A vertical bar would end a cell of the table.
    let plain = |text: &str| text.replace('|', "/");
    match verdict {
        Verdict::Right(_) => None,
        Verdict::Wrong(found) => Some(format!("wrong: {}", plain(found))),
        Verdict::Cannot(lack) => Some(plain(lack)),
        Verdict::Crashed(cause) => Some(format!("crashed: {}", plain(cause))),
        Verdict::OverTime(patience) => Some(format!("over {} s", figure(patience.as_secs_f64()))),
    }
}

fn ratio(time: Duration, of: Duration) -> f64 {
    // The time of the search is 0 if the answer needs none.
    time.as_secs_f64().max(1e-9) / of.as_secs_f64().max(1e-9)
}

/// Returns a unit for a number of seconds, and the number of these units in a second.
fn unit(seconds: f64) -> (&'static str, f64) {
    match seconds {
        s if s < 1e-3 => ("µs", 1e6),
        s if s < 1.0 => ("ms", 1e3),
        _ => ("s", 1.0),
    }
}

/// Formats a number with at least three digits.
fn figure(value: f64) -> String {
    match value {
        v if v < 9.995 => format!("{v:.2}"),
        v if v < 99.95 => format!("{v:.1}"),
        v => format!("{v:.0}"),
    }
}

/// The results of a solver in all races.
#[derive(Default)]
struct Standing {
    ours: bool,
    /// The sums of the logarithms of its ratios, and the number of ratios.
    all: f64,
    search: f64,
    ratios: u32,
    right: u32,
    faster: u32,
    over_time: u32,
    wrong: u32,
    crashed: u32,
    cannot: u32,
}

const MEANS: &str = "\
The first two figures are geometric means, over the cases that the solver finished, of its times
relative to the best of quadrille's engines. The other figures are numbers of cases.

";

/// Returns a table with a line for each solver: the geometric means of its ratios, and the outcomes
/// of its races.
pub fn summary(races: &[Race]) -> String {
    let mut order: Vec<&str> = Vec::new();
    let mut standings: BTreeMap<&str, Standing> = BTreeMap::new();
    for race in races {
        for outcome in &race.outcomes {
            if !order.contains(&outcome.name.as_str()) {
                order.push(&outcome.name);
            }
            let standing = standings.entry(&outcome.name).or_default();
            standing.ours = outcome.ours;
            match &outcome.verdict {
                Verdict::Right(times) => {
                    standing.right += 1;
                    if let Some((all, search)) = race.ratios(times) {
                        standing.all += all.ln();
                        standing.search += search.ln();
                        standing.ratios += 1;
                        standing.faster += u32::from(all < 1.0);
                    }
                }
                Verdict::Wrong(_) => standing.wrong += 1,
                Verdict::Cannot(_) => standing.cannot += 1,
                Verdict::Crashed(_) => standing.crashed += 1,
                Verdict::OverTime(_) => standing.over_time += 1,
            }
        }
    }
    let mut lines: Vec<_> = order.into_iter().map(|name| (name, &standings[name])).collect();
    // A solver without a ratio comes last.
    let mean = |sum: f64, standing: &Standing| {
        (standing.ratios > 0).then(|| (sum / f64::from(standing.ratios)).exp())
    };
    let key = |standing: &Standing| mean(standing.all, standing).unwrap_or(f64::INFINITY);
    lines.sort_by(|(_, a), (_, b)| key(a).total_cmp(&key(b)));

    let mut text = String::from(MEANS);
    text += "| solver | × quadrille | search alone | finished | faster | over time | wrong | crashed | cannot |\n";
    text += "|---|--:|--:|--:|--:|--:|--:|--:|--:|\n";
    for (name, standing) in lines {
        let name = if standing.ours { format!("**{name}**") } else { name.to_owned() };
        let [all, search] = [standing.all, standing.search]
            .map(|sum| mean(sum, standing).map_or("-".into(), figure));
        let counts = [
            standing.right,
            standing.faster,
            standing.over_time,
            standing.wrong,
            standing.crashed,
            standing.cannot,
        ];
        let counts: Vec<_> = counts.iter().map(ToString::to_string).collect();
        let _ = writeln!(text, "| {name} | {all} | {search} | {} |", counts.join(" | "));
    }
    text.push('\n');
    text
}

/// Writes a header, and a line for each solver of each race. Times are in seconds, for one run of
/// the whole job.
pub fn csv(races: &[Race], output: impl Write) -> csv::Result<()> {
    let mut writer = csv::Writer::from_writer(output);
    let head = [
        "job",
        "puzzles",
        "solver",
        "verdict",
        "detail",
        "rounds",
        "minimum",
        "median",
        "search",
        "times_quadrille",
    ];
    writer.write_record(head)?;
    for race in races {
        let puzzles = race.puzzles.map_or(String::new(), |count| count.to_string());
        for outcome in &race.outcomes {
            let mut row = vec![race.name.clone(), puzzles.clone(), outcome.name.clone()];
            let (verdict, detail) = match &outcome.verdict {
                Verdict::Right(times) => ("right", times.found.clone()),
                Verdict::Wrong(found) => ("wrong", found.clone()),
                Verdict::Cannot(lack) => ("cannot", lack.clone()),
                Verdict::Crashed(cause) => ("crashed", cause.clone()),
                Verdict::OverTime(patience) => ("over time", patience.as_secs_f64().to_string()),
            };
            row.extend([verdict.to_owned(), detail]);
            if let Verdict::Right(times) = &outcome.verdict {
                row.push(times.rounds.to_string());
                row.extend(
                    [times.minimum, times.median, times.search]
                        .map(|time| format!("{:.9}", time.as_secs_f64())),
                );
                row.push(race.ratios(times).map_or(String::new(), |(all, _)| format!("{all:.4}")));
            } else {
                row.extend(std::iter::repeat_n(String::new(), 5));
            }
            writer.write_record(row)?;
        }
    }
    Ok(writer.flush()?)
}

#[cfg(test)]
pub mod tests {
    use super::*;

    fn times(minimum: u64, median: u64, search: u64) -> Verdict {
        let [minimum, median, search] = [minimum, median, search].map(Duration::from_micros);
        Verdict::Right(Times { found: "92".into(), minimum, median, search, rounds: 3 })
    }

    /// Returns two races: quadrille wins the first, and loses the second.
    pub fn races() -> Vec<Race> {
        let one = |name: &str, verdict| Outcome {
            name: name.into(),
            ours: name.starts_with("quadrille"),
            verdict,
        };
        let queens = vec![
            one("quadrille links", times(2000, 2100, 1000)),
            one("slow", times(32000, 40000, 30000)),
            one("fast", times(4000, 5000, 500)),
            one("bad", Verdict::Wrong("91".into())),
            one("grids", Verdict::Cannot("solves Sudokus only".into())),
            one("more grids", Verdict::Cannot("solves Sudokus only".into())),
        ];
        let list = vec![
            one("quadrille links", times(2000, 2000, 2000)),
            one("slow", Verdict::OverTime(Duration::from_secs(10))),
            one("fast", times(1000, 1000, 1000)),
            one("bad", Verdict::Crashed("panic: a | b".into())),
            one("grids", times(500, 500, 500)),
            one("more grids", times(8000, 8000, 8000)),
        ];
        let race = |name: &str, title: &str, puzzles, outcomes| Race {
            name: name.into(),
            title: title.into(),
            puzzles,
            outcomes,
        };
        vec![
            race("queens-8", "`quadrille make queens 8`, all covers, 92", None, queens),
            race("list.txt", "`list.txt`, up to two solutions each", Some(100), list),
        ]
    }

    #[test]
    fn a_table_shows_everyone() {
        let [queens, list] = races().try_into().ok().unwrap();
        assert_eq!(
            queens.markdown(),
            "## queens-8\n\n\
             `quadrille make queens 8`, all covers, 92\n\n\
             | solver | minimum ms | median | × quadrille | search alone |\n\
             |---|--:|--:|--:|--:|\n\
             | **quadrille links** | 2.00 | 2.10 | 1.00 | 1.00 |\n\
             | fast | 4.00 | 5.00 | 2.00 | 0.50 |\n\
             | slow | 32.0 | 40.0 | 16.0 | 30.0 |\n\
             | bad | wrong: 91 | | | |\n\
             | grids, more grids | solves Sudokus only | | | |\n\n"
        );
        assert_eq!(
            list.markdown(),
            "## list.txt\n\n\
             100 puzzles, `list.txt`, up to two solutions each\n\n\
             | solver | minimum µs/puzzle | median | × quadrille | search alone |\n\
             |---|--:|--:|--:|--:|\n\
             | grids | 5.00 | 5.00 | 0.25 | 5.00 |\n\
             | fast | 10.0 | 10.0 | 0.50 | 10.0 |\n\
             | **quadrille links** | 20.0 | 20.0 | 1.00 | 20.0 |\n\
             | more grids | 80.0 | 80.0 | 4.00 | 80.0 |\n\
             | slow | over 10.0 s | | | |\n\
             | bad | crashed: panic: a / b | | | |\n\n"
        );
    }

    #[test]
    fn the_summary_is_of_geometric_means() {
        assert_eq!(
            summary(&races()).strip_prefix(MEANS).unwrap(),
            "| solver | × quadrille | search alone | finished | faster | over time | wrong | crashed | cannot |\n\
             |---|--:|--:|--:|--:|--:|--:|--:|--:|\n\
             | grids | 0.25 | 0.25 | 1 | 1 | 0 | 0 | 0 | 1 |\n\
             | **quadrille links** | 1.00 | 1.00 | 2 | 0 | 0 | 0 | 0 | 0 |\n\
             | fast | 1.00 | 0.50 | 2 | 1 | 0 | 0 | 0 | 0 |\n\
             | more grids | 4.00 | 4.00 | 1 | 0 | 0 | 0 | 0 | 1 |\n\
             | slow | 16.0 | 30.0 | 1 | 0 | 1 | 0 | 0 | 0 |\n\
             | bad | - | - | 0 | 0 | 0 | 1 | 1 | 0 |\n\n"
        );
    }

    #[test]
    fn the_csv_has_a_line_for_each() {
        let mut text = Vec::new();
        csv(&races(), &mut text).unwrap();
        let text = String::from_utf8(text).unwrap();
        let lines: Vec<_> = text.lines().collect();
        assert_eq!(lines.len(), 13);
        assert_eq!(
            lines[0],
            "job,puzzles,solver,verdict,detail,rounds,minimum,median,search,times_quadrille"
        );
        assert_eq!(
            lines[2],
            "queens-8,,slow,right,92,3,0.032000000,0.040000000,0.030000000,16.0000"
        );
        assert_eq!(lines[4], "queens-8,,bad,wrong,91,,,,,");
        assert_eq!(lines[8], "list.txt,100,slow,over time,10,,,,,");
        assert_eq!(lines[10], "list.txt,100,bad,crashed,panic: a | b,,,,,");
    }

    #[test]
    fn our_own_mistakes_are_not_excused() {
        let mut races = races();
        assert!(races.iter().all(Race::is_won_fairly));
        races[0].outcomes[0].verdict = Verdict::Wrong("91".into());
        assert!(!races[0].is_won_fairly());
        assert_eq!(races[0].relative().count(), 0);
    }
}
