//! Rounds, and the tables of their times.

use std::time::Duration;

/// One time through a list, or through all covers of a problem.
pub struct Round {
    /// How many solutions or covers there were.
    pub found: u64,
    pub time: Duration,
}

/// What a contestant has done. There are no rounds if the first took too long.
pub struct Record {
    name: String,
    rounds: Vec<Round>,
}

impl Record {
    /// The shortest and the median time of a round.
    fn times(&self) -> Option<(Duration, Duration)> {
        let mut times: Vec<_> = self.rounds.iter().map(|round| round.time).collect();
        times.sort_unstable();
        Some((*times.first()?, times[times.len() / 2]))
    }
}

/// The contestants take turns, so that whatever disturbs the machine for a while disturbs all of them. `round` gets how
/// long it may take, and returns `None` if it takes longer; a contestant to which that happens is given up.
pub fn take_turns<C: ?Sized>(
    contestants: &mut [Box<C>],
    name: impl Fn(&C) -> &str,
    rounds: u64,
    patience: Duration,
    round: impl Fn(&mut C, Duration) -> Option<Round>,
) -> Vec<Record> {
    let mut records: Vec<_> =
        contestants.iter().map(|one| Record { name: name(one).to_owned(), rounds: Vec::new() }).collect();
    for done in 0..rounds as usize {
        let patience = if done == 0 { patience } else { Duration::MAX };
        for (contestant, record) in contestants.iter_mut().zip(&mut records) {
            if record.rounds.len() == done {
                record.rounds.extend(round(contestant, patience));
            }
        }
    }
    records
}

/// How a table shows what was measured.
pub struct Style {
    /// The heads of its columns, `|` between them.
    pub head: &'static str,
    /// A column before what was found, the same for all contestants.
    pub size: Option<usize>,
    /// What a time in seconds is multiplied by.
    pub scale: f64,
    pub patience: Duration,
}

/// Prints the records as a table; false if the contestants disagree with the first one.
pub fn print(records: &[Record], style: &Style) -> bool {
    let expected = records[0].rounds.first().map(|round| round.found);
    let links = records[0].times().map(|(minimum, _)| minimum);
    let mut all_agree = true;

    println!("| {} |", style.head);
    println!("|---{}|", "|--:".repeat(style.head.matches('|').count()));
    for record in records {
        let lead = match style.size {
            Some(size) => format!("{} | {size}", record.name),
            None => record.name.clone(),
        };
        let Some((minimum, median)) = record.times() else {
            println!("| {lead} | | over {} s | | |", style.patience.as_secs());
            continue;
        };
        let wrong = record.rounds.iter().map(|round| round.found).find(|&found| Some(found) != expected);
        let found = match (wrong, expected) {
            (Some(wrong), Some(_)) => {
                all_agree = false;
                format!("WRONG: {wrong}")
            }
            _ => record.rounds[0].found.to_string(),
        };
        let ratio = links.map(|links| format!("{:.2}", minimum.as_secs_f64() / links.as_secs_f64()));
        let shown = |time: Duration| time.as_secs_f64() * style.scale;
        println!("| {lead} | {found} | {:.2} | {:.2} | {} |", shown(minimum), shown(median), ratio.unwrap_or_default());
    }
    println!();
    all_agree
}
