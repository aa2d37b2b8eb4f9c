//! Queries about all solutions of a Sudoku: random samples, the n-th solution, the number of a
//! solution, the number of solutions with each candidate, and the solutions up to isomorphism.

use std::fmt::Display;
use std::io::Write;

use num_bigint::BigUint;
use quadrille::engine::memo::Memo;
use quadrille::solve::{Distinct, DistinctCover};
use quadrille::sudoku::{self, CandidateCounts, Grid, Puzzle};
use quadrille::{Count, EngineChoice, OptionId};

use super::Args;
use super::way::Job;
use crate::shared::counting;
use crate::shared::diagram_queries::{self, Query};
use crate::shared::distinct::Search;
use crate::shared::drive;
use crate::shared::error::{self, Error};
use crate::shared::place::Place;
use crate::shared::session::Session;
use crate::sudoku::writer::Format;

impl Job<'_> {
    /// Answers a query about all solutions. True if there is a solution.
    pub(super) fn query(
        &mut self,
        puzzle: &Puzzle,
        place: Place<'_>,
        session: &mut Session,
    ) -> Result<bool, Error> {
        self.writer.begin(&self.args.subject(puzzle, place));
        match (&self.args.rank, self.args.query.query()) {
            (Some(solution), _) => self.print_rank(solution, puzzle, place, session),
            (_, Some(Query::OptionCounts))
                if self.args.search.with.engine != EngineChoice::Memo =>
            {
                self.count_candidates(puzzle, session)
            }
            (_, Some(query)) if self.args.search.with.engine != EngineChoice::Memo => {
                self.answer_with_tables(&query, puzzle, place, session)
            }
            (_, Some(query)) => self.answer_with_diagram(&query, puzzle, place, session),
            (None, None) => self.print_distinct(puzzle, place, session),
        }
    }

    /// Answers a query with a diagram of all solutions.
    fn answer_with_diagram(
        &mut self,
        query: &Query<'_>,
        puzzle: &Puzzle,
        place: Place<'_>,
        session: &mut Session,
    ) -> Result<bool, Error> {
        let memory = self.args.query.memory.limit();
        let memo = self.memo.get_or_insert_with(|| {
            Memo::new(sudoku::problem()).expect("324 items are not too many").with_memory(memory)
        });
        let diagram = diagram_queries::diagram(memo, &puzzle.cube(), &place, session)?;
        let counts = diagram.counts();
        if matches!(query, Query::OptionCounts) {
            self.print_candidates(&counts.total(), &counts.of_options(), session)?;
        }
        match diagram_queries::chosen(query, &counts) {
            Ok(covers) => {
                for (cover, index) in covers.zip(query.numbers()) {
                    self.print_one(&Grid::from_options(&cover), &index, session)?;
                }
            }
            Err(message) if !diagram.is_empty() => {
                session.no_solution();
                session.no_result()?;
                session.say(&format!("{place}: {message}"))?;
            }
            Err(_) => {}
        }
        Ok(!diagram.is_empty())
    }

    /// Prints one solution of each class, or the numbers of classes and solutions.
    fn print_distinct(
        &mut self,
        puzzle: &Puzzle,
        place: Place<'_>,
        session: &mut Session,
    ) -> Result<bool, Error> {
        if puzzle.candidates.is_some() {
            session.bad_sukaku(place)?;
            return Ok(true);
        }
        let problem = sudoku::problem();
        let clues: Vec<OptionId> = puzzle.grid.options().collect();
        let distinct = Distinct::of(problem, &clues, &[]).expect("a digit in a cell is an option");
        let &Args { audit, format, ref search, .. } = self.args;
        let counts = search.amount.count;
        let search = Search { problem, chosen: &clues, most: search.most(), audit };
        let classes = match counts {
            true => search.count(distinct, session)?,
            false => search.run(distinct, session, |class, index, session| {
                let solution = Grid::from_options(&class.cover);
                if format != Format::Json {
                    return self.print_one(&solution, &index, session);
                }
                let DistinctCover { orbit_size, stabilizer_order, .. } = class;
                let fields =
                    format!("{index},\"orbit\":{orbit_size},\"stabilizer\":{stabilizer_order}");
                self.print_one(&solution, &fields, session)
            })?,
        };
        if counts {
            let (number, covers) = (classes.count.to_big(), classes.all.to_big());
            let complete = classes.count.is_exact();
            let mut text = Vec::new();
            self.writer.result(
                &classes,
                &format_args!("\"classes\":{number},\"covers\":{covers},\"complete\":{complete}"),
                &mut text,
            );
            session.print(|output| output.write_all(&text))?;
        }
        if !classes.count.is_exact() {
            error::check_signal()?;
        }
        Ok(classes.count.is_at_least(1))
    }

    /// Prints a requested solution.
    fn print_one(
        &mut self,
        solution: &Grid,
        index: &dyn Display,
        session: &mut Session,
    ) -> Result<(), Error> {
        let mut text = Vec::new();
        if self.args.format == Format::Grid && !std::mem::take(&mut self.is_first) {
            text.push(b'\n');
        }
        self.writer.solution(solution.as_bytes(), index, &mut text);
        session.print(|output| output.write_all(&text))?;
        session.tick()
    }

    fn print_candidates(
        &self,
        total: &Count,
        counts: &[Count],
        session: &mut Session,
    ) -> Result<(), Error> {
        let mut text = Vec::new();
        self.writer.candidates(total, counts, &mut text);
        session.print(|output| output.write_all(&text))
    }

    /// Answers a query about all solutions with tables, without memory for the solutions.
    fn answer_with_tables(
        &mut self,
        query: &Query<'_>,
        puzzle: &Puzzle,
        place: Place<'_>,
        session: &mut Session,
    ) -> Result<bool, Error> {
        let mut tables = puzzle.tables().with_threads(self.args.search.with.threads());
        counting::finish(&mut tables, session)?;
        let total = tables.count().unwrap_or(0);
        let solution = |index: u128| tables.nth(index).and_then(|grid| Grid::from_text(&grid));
        match query {
            _ if total == 0 => {}
            Query::Sample { number, .. } => {
                let mut random = query.random();
                for (_, index) in (0..*number).zip(query.numbers()) {
                    if let Some(solution) = solution(diagram_queries::below(&mut random, total)) {
                        self.print_one(&solution, &index, session)?;
                    }
                }
            }
            Query::Nth(index) => {
                let at = u128::try_from(*index - 1_u32).unwrap_or(u128::MAX);
                match solution(at) {
                    Some(solution) => self.print_one(&solution, index, session)?,
                    None => {
                        session.no_solution();
                        session.no_result()?;
                        let message = diagram_queries::no_such_solution(index, &total);
                        session.say(&format!("{place}: {message}"))?;
                    }
                }
            }
            Query::OptionCounts => {}
        }
        Ok(total > 0)
    }

    /// Prints the number of a solution.
    fn print_rank(
        &self,
        solution: &Grid,
        puzzle: &Puzzle,
        place: Place<'_>,
        session: &mut Session,
    ) -> Result<bool, Error> {
        let mut tables = puzzle.tables().with_threads(self.args.search.with.threads());
        counting::finish(&mut tables, session)?;
        if let Some(rank) = tables.rank(solution.as_bytes()) {
            let rank = BigUint::from(rank) + 1_u32;
            let fields = format!("\"solution\":\"{solution}\",\"rank\":{rank}");
            let mut text = Vec::new();
            self.writer.result(&rank, &fields, &mut text);
            session.print(|output| output.write_all(&text))?;
        } else {
            session.no_solution();
            session.no_result()?;
            session.say(&format!("{place}: {solution} is not a solution of this puzzle"))?;
        }
        Ok(true)
    }

    /// Prints the number of solutions with each candidate.
    fn count_candidates(&self, puzzle: &Puzzle, session: &mut Session) -> Result<bool, Error> {
        let mut counts = CandidateCounts::new(puzzle);
        session.finish(&mut counts, drive::advance)?;
        let total = counts.total();
        self.print_candidates(&total, &counts.counts(), session)?;
        Ok(total.is_at_least(1))
    }
}
