//! `quadrille rate`: rates the difficulty of Sudokus.

use std::collections::BTreeMap;
use std::process::ExitCode;

use quadrille::engine::links::Links;
use quadrille::search::{Cube, Engine, SLICE, Step};
use quadrille::sudoku::explainer::ExplainerRating;
use quadrille::sudoku::logic::{Explanation, Rating, Settings, Technique};
use quadrille::sudoku::{self, Canonizer, Puzzle, Solver};

use crate::shared::{Answers, End, Error, Format, LineCommand, OneOf, PuzzleLineArgs};
use crate::sudoku::explain::ChainArgs;

/// Rate Sudokus: level, score, hardest technique, guesses
///
/// Prints one line for each puzzle, with four fields separated by tabs; a field that does not apply
/// is `-`:
///
/// 1. the level: `easy`, `medium`, `hard`, `expert`, `extreme` if the puzzle needs forcing chains,
///    or `beyond logic` if the techniques of `quadrille explain` do not solve it; `several` or
///    `none` if it does not have exactly one solution;
///
/// 2. the score, the sum of the weights of all steps;
///
/// 3. the hardest technique used;
///
/// 4. the number of guesses in a search that proves the solution unique, or proves that there is
///    none.
///
/// docs/explain.md lists the weights and levels. Equivalent puzzles have the same rating, because
/// the program rates the canonical form; `quadrille explain --as-rated` shows its steps. A Sukaku
/// (see `quadrille help convert`) is rated as given.
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
    pub(crate) line: PuzzleLineArgs,

    /// Reason from the uniqueness of the solution, as `quadrille explain --unique` does
    #[arg(long)]
    unique: bool,

    /// Add a field with the ratings ER/EP/ED of Sudoku Explainer, as in 8.3/1.2/1.2
    ///
    /// The ratings follow version 1.2.1. ER is the difficulty of the hardest step, EP that of the
    /// hardest step up to the first placed digit, and ED that of the first step. All three are for
    /// the puzzle as given, so those of an equivalent puzzle may differ by a few tenths. The
    /// hardest known puzzles may take ten seconds or more.
    #[arg(long)]
    er: bool,

    #[command(flatten)]
    chains: ChainArgs,

    /// The format of a rating
    #[arg(short, long, value_name = "FORMAT", default_value = "line", value_parser = OneOf(&[
        ("line", Format::Line, "Fields separated by tabs"),
        ("json", Format::Json, "An object per line: puzzle, level, score, hardest technique, \
          steps (the uses of each technique), grid and guesses"),
    ]))]
    format: Format,
}

/// Returns a field of a line: `-` without a value.
pub(super) fn field(value: Option<impl ToString>) -> String {
    value.map_or_else(|| "-".to_owned(), |value| value.to_string())
}

pub(crate) fn run(args: &Args) -> ExitCode {
    let command = LineCommand::new(&args.line, args.format, "rated");
    let settings = args.chains.settings().claim_unique(args.unique);
    let hint = match (args.line.each.threads.threads.get(), settings.has_forcing_chains()) {
        (1, true) => Some("quicker: -j 0, or --no-forcing-chains"),
        (1, false) => Some("quicker: -j 0"),
        (_, true) => Some("quicker: --no-forcing-chains"),
        (_, false) => None,
    };
    let tools = || (Solver::new(), plain_links(), Canonizer::new());
    LineCommand { takes_sukakus: true, hint, ..command }
        .run(tools, |tools, puzzle, _, answers| rate(args, settings, tools, puzzle, answers))
}

/// Returns the engine whose guesses are counted. It learns nothing, even in a long search.
fn plain_links() -> Links {
    let mut links = Links::new(sudoku::problem());
    links.fix_order();
    links
}

/// Passes on the rating of a puzzle. A puzzle without exactly one solution has none.
fn rate(
    args: &Args,
    settings: Settings,
    (solver, links, canonizer): &mut (Solver, Links, Canonizer),
    puzzle: &Puzzle,
    answers: &mut Answers<'_>,
) -> Result<End, Error> {
    // A puzzle with several solutions is not rated, and the fastest engine usually finds two of
    // them sooner than the canonical form is computed. For a puzzle with one solution, this
    // attempt takes at most these nodes.
    const NODES: u64 = 64;
    let has_several = solver.solutions_of(puzzle).skip_solutions(2, NODES).1 == Step::Cover;
    // The search and the explanation depend on the order of cells and digits. The order in the
    // canonical form is the same for all equivalent puzzles.
    let canonical =
        (puzzle.candidates.is_none() && !has_several).then(|| canonizer.canonical(&puzzle.grid));
    let rated = canonical.as_ref().map(|canonical| Puzzle::from(canonical.grid));
    let rated = rated.as_ref().unwrap_or(puzzle);
    let (solutions, guesses) =
        if has_several { (2, 0) } else { search(links, &rated.cube(), answers)? };
    let rating = if solutions == 1 {
        let mut explanation = Explanation::of(rated, settings);
        // A signal ends the rating between two steps: the hardest puzzles take seconds.
        while explanation.next().is_some() {
            answers.tick()?;
        }
        Some(Rating::of_explanation(explanation))
    } else {
        None
    };
    // The steps are those of the canonical form; the solution is that of the puzzle.
    let rating = match &canonical {
        Some(canonical) => rating.map(|rating| rating.mapped(&canonical.map.inverse())),
        None => rating,
    };
    let level = match (&rating, solutions) {
        (Some(rating), _) => rating.level().name(),
        (None, 0) => "none",
        (None, _) => "several",
    };
    // The number of guesses to a second solution would mean nothing.
    let guesses = (solutions < 2).then_some(guesses);
    let score = rating.as_ref().map(Rating::score);
    let technique = rating.as_ref().and_then(Rating::hardest).map(Technique::name);
    let explainer = args.er.then(|| rating.as_ref().and_then(|_| ExplainerRating::of(puzzle)));
    answers.is_result = rating.is_some();
    answers.add(
        || {
            let mut fields = vec![field(score), field(technique), field(guesses)];
            fields.extend(explainer.map(field));
            format!("{level}\t{}", fields.join("\t"))
        },
        |object| {
            object.with("level", level);
            if let Some(rating) = &rating {
                let steps = Technique::ALL.map(|used| (used.name(), rating.steps(used)));
                let used = steps.into_iter().filter(|&(_, steps)| steps > 0);
                object.with("score", score).with("technique", technique);
                object.with("steps", used.collect::<BTreeMap<_, _>>());
                object.with("grid", rating.grid.to_string());
            }
            object.with("guesses", guesses);
            if let Some(rated) = explainer {
                object.with("er", rated.map(ExplainerRating::er));
                object.with("ep", rated.map(ExplainerRating::ep));
                object.with("ed", rated.map(ExplainerRating::ed));
            }
        },
    )?;
    Ok(match rating {
        Some(_) => End::Done,
        None => End::NoSolution(puzzle.grid.clash().map(|clash| format!("no solution: {clash}"))),
    })
}

/// Returns the number of solutions in a cube, at most two, and the number of guesses needed.
fn search(links: &mut Links, cube: &Cube, answers: &mut Answers<'_>) -> Result<(u32, u64), Error> {
    links.start(cube).expect("the options of a grid are those of the problem");
    let mut solutions = 0;
    while solutions < 2 {
        match links.advance(SLICE) {
            Step::Cover => solutions += 1,
            Step::Paused => answers.tick()?,
            Step::Exhausted => break,
        }
    }
    Ok((solutions, links.guesses()))
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
