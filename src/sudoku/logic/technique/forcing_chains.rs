//! Forcing chains: one of several assumptions is true, and the same conclusion follows from each.
//! The assumptions are the candidates of a cell, the places of a digit in a house, or the two truth
//! values of a candidate. Or a single assumption has two consequences that contradict each other.
//!
//! A chain is *dynamic* if a link may depend on everything that was found before it: for example, a
//! digit has one place left after several others were excluded. Dynamic chains may use locked
//! candidates, pairs and X-wings, and in the hardest puzzles forcing chains. Simpler kinds are
//! tried first, and the shortest chains of a kind are used. Of the kinds that contain forcing
//! chains, only the shortest chains from the first cell that has any are used.
//!
//! The search is that of [`crate::sudoku::explainer`].

use super::{Candidate, Deduction, Link, Position, Technique};
use crate::sudoku::explainer::{ForcingChains, forcing_chains};

pub(super) fn find(position: &Position) -> Option<Deduction> {
    let ForcingChains { links, placed, removed, house } = forcing_chains(position)?;
    let assumed = links.iter().filter(|link| link.from.is_none()).map(|link| link.candidate);
    let cells = assumed.clone().map(|assumed| assumed.cell).collect();
    let digits = assumed.map(|assumed| assumed.digit).collect();
    let step = Deduction::new(Technique::ForcingChains, cells, digits).houses(house);
    Some(Deduction { links, placed, removed: removed.into_iter().collect(), ..step })
}

pub(super) fn tell(deduction: &Deduction) -> String {
    let mut text = String::new();
    let mut assumptions: Vec<&Link> = Vec::new();
    // Each link that follows from no other link begins a chain.
    for (at, link) in deduction.links.iter().enumerate() {
        let Candidate { cell, digit } = link.candidate;
        let not = if link.holds { "" } else { "not " };
        let is_last = deduction.links.get(at + 1).is_none_or(|next| next.from.is_none());
        if link.from.is_none() {
            let separator = if assumptions.is_empty() { "" } else { "; " };
            text += &format!("{separator}if {cell} is {not}{digit}");
            assumptions.push(link);
        } else if link.holds || is_last {
            // A false candidate follows from the digits written, so it is written only at the end
            // of a chain.
            text += &format!(", {cell} is {not}{digit}");
        }
    }
    let is_contradiction = matches!(assumptions[..], [first, second] if first == second);
    let reason = match deduction.houses.first() {
        _ if is_contradiction => "these contradict each other".into(),
        Some(house) => format!("one of these is the {} of {house}", deduction.digits),
        None => "one of these assumptions is true".into(),
    };
    let conclusion = match deduction.placed {
        Some(Candidate { cell, digit }) => format!("{cell} is {digit}"),
        None => deduction.removal(),
    };
    format!("{text}; {reason}, so {conclusion}")
}

#[cfg(test)]
mod tests {
    use crate::sudoku::logic::{Explanation, Outcome, Settings, Technique};

    const PUZZLE: &str =
        ".6...94....3....9.....1.6....5.97...6..5..8..3....89.587..3...6.............2..41";

    #[test]
    fn a_puzzle_that_other_techniques_do_not_solve() {
        let puzzle = PUZZLE.parse().unwrap();
        let settings = Settings::default().forcing_chains(true);
        let mut explanation = Explanation::new(&puzzle, settings);
        let steps: Vec<_> = explanation.by_ref().collect();
        assert_eq!(explanation.outcome(), Some(Outcome::Solved));
        let forcing: Vec<_> =
            steps.iter().filter(|step| step.technique == Technique::ForcingChains).collect();
        assert!(!forcing.is_empty());
        for step in forcing {
            let text = step.to_string();
            assert!(text.starts_with("Forcing chains: if r"), "{text}");
            // Links follow only from earlier ones, and there are several chains.
            assert!(step.links.iter().enumerate().all(|(at, link)| link.from < Some(at)));
            assert!(step.links.iter().filter(|link| link.from.is_none()).count() > 1);
        }
    }
}
