//! `quadrille rate`: rates the difficulty of Sudokus.

use std::borrow::Cow;
use std::process::ExitCode;

use quadrille::engine::links::Links;
use quadrille::search::{Cube, Engine, SLICE, Step};
use quadrille::sudoku::explainer::ExplainerRating;
use quadrille::sudoku::logic::{Explanation, Rating, Settings, Technique};
use quadrille::sudoku::{self, Canonizer, Puzzle, Solver};
use serde::Serialize;

use crate::shared::answers::{Answer, Answers, End, LineCommand};
use crate::shared::error::Error;
use crate::shared::format::{Format, OneOf};
use crate::shared::input::InputArgs;
use crate::shared::lines::PuzzleLineArgs;
use crate::sudoku::chain_args::ChainArgs;

/// Rate the difficulty of Sudokus
///
/// Prints one line for each puzzle, with four fields separated by tabs; a field that does not apply
/// is `-`:
///
/// 1. the level: `easy`, `medium`, `hard`, `expert`, `extreme` if it needs forcing chains, or
///    `beyond logic` if the techniques of `quadrille explain` do not solve it; `several` or `none`
///    if it does not have exactly one solution;
///
/// 2. the score, the sum of the weights of all steps;
///
/// 3. the hardest technique used;
///
/// 4. the number of guesses in a search that finds the solution and proves it unique.
///
/// docs/explain.md lists the weights and levels. Equivalent puzzles have the same rating, because
/// the program rates the canonical form; `quadrille explain --as-rated` shows its steps. A Sukaku
/// is rated as given.
///
/// Exit status: 0 if every puzzle has exactly one solution; 1 if some puzzle has several or none.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  quadrille rate FILE
  quadrille rate FILE | cut -f1 | sort | uniq -c                the number of puzzles of each level
  quadrille rate -p FILE | grep -w hard | quadrille explain     the hard ones, explained
  quadrille rate --align FILE | paste FILE -                    each line with its rating
  quadrille rate -j 0 FILE                                      with all cores
  quadrille rate --er FILE | cut -f5 | sort -V                  the ratings of Sudoku Explainer")]
pub(crate) struct Args {
    #[command(flatten)]
    pub(crate) input: InputArgs,

    #[command(flatten)]
    each: PuzzleLineArgs,

    /// Use the uniqueness of the solution in reasons, as `quadrille explain --unique` does
    #[arg(long)]
    unique: bool,

    /// Add a field with the ratings ER/EP/ED of Sudoku Explainer, as in 8.3/1.2/1.2
    ///
    /// The ratings follow version 1.2.1. They are the difficulty of the hardest step, of the
    /// hardest step up to the first digit, and of the first step. The program rates the puzzle as
    /// given; the ratings of an equivalent puzzle may differ by a few tenths. The hardest known
    /// puzzles take a few seconds.
    #[arg(long)]
    er: bool,

    #[command(flatten)]
    chains: ChainArgs,

    /// The format of a rating
    #[arg(short, long, value_name = "FORMAT", default_value = "line", value_parser = OneOf(&[
        ("line", Format::Line, "Fields separated by tabs"),
        ("json", Format::Json, "An object per line: puzzle, rating, and the number of uses of \
          each technique"),
    ]))]
    format: Format,
}

/// A rating. A puzzle without exactly one solution has no rating.
#[derive(Serialize)]
struct Rated {
    level: &'static str,
    #[serde(flatten)]
    rating: Option<LogicRating>,
    guesses: Option<u64>,
    /// The ratings of Sudoku Explainer, if requested.
    #[serde(flatten)]
    explainer: Option<ExplainerRatings>,
}

#[derive(Serialize)]
struct LogicRating {
    score: u32,
    technique: Option<&'static str>,
    steps: serde_json::Map<String, serde_json::Value>,
    grid: String,
}

#[derive(Serialize)]
struct ExplainerRatings {
    #[serde(skip)]
    rated: Option<ExplainerRating>,
    er: Option<f64>,
    ep: Option<f64>,
    ed: Option<f64>,
}

impl Answer for Rated {
    fn text(&self) -> Cow<'_, str> {
        let Self { level, rating, guesses, explainer } = self;
        let score = rating.as_ref().map(|rating| rating.score);
        let hardest = rating.as_ref().and_then(|rating| rating.technique);
        let [score, hardest, guesses] = [field(score), field(hardest), field(*guesses)];
        let text = format!("{level}\t{score}\t{hardest}\t{guesses}");
        match explainer {
            Some(ExplainerRatings { rated, .. }) => format!("{text}\t{}", field(*rated)).into(),
            None => text.into(),
        }
    }

    fn is_result(&self) -> bool {
        self.rating.is_some()
    }
}

/// Returns a field of a line.
fn field(value: Option<impl ToString>) -> String {
    value.map_or_else(|| "-".to_owned(), |value| value.to_string())
}

pub(crate) fn run(args: &Args) -> ExitCode {
    let command = LineCommand::new(&args.input, &args.each, args.format, "rated");
    let rater = || Rater {
        settings: args.chains.settings().claim_unique(args.unique),
        with_explainer: args.er,
        solver: Solver::new(),
        links: plain_links(),
        canonizer: Canonizer::new(),
    };
    let hint = match (args.each.threads().get(), args.chains.has_forcing_chains()) {
        (1, true) => Some("quicker: -j 0, or --no-forcing-chains"),
        (1, false) => Some("quicker: -j 0"),
        (_, true) => Some("quicker: --no-forcing-chains"),
        (_, false) => None,
    };
    LineCommand { takes_sukakus: true, hint, ..command }.run(rater, |rater, puzzle, _, answers| {
        let rated = rater.rate(puzzle, answers)?;
        answers.add(&rated)?;
        Ok(match rated.rating {
            Some(_) => End::Done,
            None => {
                End::NoSolution(puzzle.grid.clash().map(|clash| format!("no solution: {clash}")))
            }
        })
    })
}

/// Returns the engine whose guesses are counted. It learns nothing, even in a long search.
fn plain_links() -> Links {
    let mut links = Links::new(sudoku::problem());
    links.fix_order();
    links
}

/// The state of a thread.
struct Rater {
    settings: Settings,
    with_explainer: bool,
    /// Finds two solutions of a puzzle that has several.
    solver: Solver,
    /// The engine that counts the guesses: plain Algorithm X.
    links: Links,
    canonizer: Canonizer,
}

impl Rater {
    fn rate(&mut self, puzzle: &Puzzle, answers: &mut Answers<'_>) -> Result<Rated, Error> {
        // A puzzle with several solutions is not rated, and the fastest engine usually finds two of
        // them sooner than the canonical form is computed. For a puzzle with one solution, this
        // takes at most these nodes.
        const NODES: u64 = 64;
        let has_several =
            self.solver.solutions_of(puzzle).skip_solutions(2, NODES).1 == Step::Cover;
        // The search and the explanation depend on the order of cells and digits. The order in the
        // canonical form is the same for all equivalent puzzles.
        let canonical = (puzzle.candidates.is_none() && !has_several)
            .then(|| self.canonizer.canonical(&puzzle.grid));
        let (solutions, guesses) = match &canonical {
            _ if has_several => (2, 0),
            Some(canonical) => self.search(&canonical.grid.options().collect(), answers)?,
            None => self.search(&puzzle.cube(), answers)?,
        };
        let rating = match &canonical {
            _ if solutions != 1 => None,
            // The steps are those of the canonical form; the solution is that of the puzzle.
            Some(canonical) => {
                let rating = self.explain(&canonical.grid.into(), answers)?;
                Some(rating.mapped(&canonical.map.inverse()))
            }
            None => Some(self.explain(puzzle, answers)?),
        };
        let level = match (&rating, solutions) {
            (Some(rating), _) => rating.level().name(),
            (None, 0) => "none",
            (None, _) => "several",
        };
        let explainer = self.with_explainer.then(|| {
            let rated = rating.as_ref().and_then(|_| ExplainerRating::of(puzzle));
            ExplainerRatings {
                rated,
                er: rated.map(ExplainerRating::er),
                ep: rated.map(ExplainerRating::ep),
                ed: rated.map(ExplainerRating::ed),
            }
        });
        // The number of guesses to a second solution would mean nothing.
        let guesses = (solutions < 2).then_some(guesses);
        Ok(Rated { level, rating: rating.as_ref().map(LogicRating::new), guesses, explainer })
    }

    /// Rates the steps of a puzzle. A signal ends the rating between two steps: all steps of the
    /// hardest puzzles take seconds.
    fn explain(&self, puzzle: &Puzzle, answers: &mut Answers<'_>) -> Result<Rating, Error> {
        let mut explanation = Explanation::of(puzzle, self.settings);
        while explanation.next().is_some() {
            answers.tick()?;
        }
        Ok(Rating::of_explanation(explanation))
    }

    /// Returns the number of solutions in a cube, at most two, and the number of guesses needed.
    fn search(&mut self, cube: &Cube, answers: &mut Answers<'_>) -> Result<(u32, u64), Error> {
        self.links.start(cube).expect("the options of a grid are those of the problem");
        let mut solutions = 0;
        while solutions < 2 {
            match self.links.advance(SLICE) {
                Step::Cover => solutions += 1,
                Step::Paused => answers.tick()?,
                Step::Exhausted => break,
            }
        }
        Ok((solutions, self.links.guesses()))
    }
}

impl LogicRating {
    fn new(rating: &Rating) -> Self {
        let used = Technique::ALL.into_iter().filter(|&technique| rating.steps(technique) > 0);
        Self {
            score: rating.score(),
            technique: rating.hardest().map(Technique::name),
            steps: used
                .map(|technique| (technique.name().to_owned(), rating.steps(technique).into()))
                .collect(),
            grid: rating.grid.to_string(),
        }
    }
}

#[cfg(test)]
mod tests {
    use quadrille::search::{Engine, Step};
    use quadrille::sudoku::{Canonizer, Grid};

    use super::plain_links;

    /// Platinum Blonde takes enough updates for weights to be used. With weights it takes 221
    /// guesses.
    #[test]
    fn guesses_are_those_of_a_search_that_learns_nothing() {
        let text =
            ".......12........3..23..4....18....5.6..7.8.......9.....85.....9...4.5..47...6...";
        let puzzle: Grid = text.parse().unwrap();
        let mut links = plain_links();
        links.start(&Canonizer::new().canonical(&puzzle).grid.options().collect()).unwrap();
        while links.advance(u64::MAX) != Step::Exhausted {}
        assert_eq!(links.guesses(), 599);
        assert!(links.has_stable_order());
    }
}
