//! Questions about all solutions of a Sudoku: some at random, the n-th, the number of one, how many
//! have each candidate, and which there are up to isomorphism.

use std::fmt;
use std::io::Write;

use num_bigint::BigUint;
use quadrille::engine::memo::Memo;
use quadrille::solve::{Distinct, DistinctCover};
use quadrille::sudoku::{self, CandidateCounts, Grid};
use quadrille::{EngineChoice, OptionId};

use super::printed::{JsonResult, print_candidates, print_solution, print_verdict};
use super::{Args, Format, Job};
use crate::shared::counting::{self, json_number};
use crate::shared::diagram_queries::{self, Query};
use crate::shared::distinct::Search;
use crate::shared::error::{self, Error};
use crate::shared::input::Place;
use crate::shared::interrupt;
use crate::shared::lines::Subject;
use crate::shared::session::{SLICE, Session};

impl Job<'_> {
    /// Answers a query about all solutions.
    pub(super) fn answer(
        &mut self,
        query: &Query<'_>,
        subject: &Subject<'_>,
        place: &dyn fmt::Display,
        session: &mut Session,
    ) -> Result<bool, Error> {
        if self.args.search.engine != EngineChoice::Memo {
            return self.answer_with_tables(query, subject, place, session);
        }
        let memory = self.args.query.memory();
        let memo = self.memo.get_or_insert_with(|| {
            Memo::new(sudoku::problem()).expect("324 items are not too many").with_memory(memory)
        });
        let part = subject.puzzle.cube();
        let diagram = diagram_queries::diagram(memo, &part, place, session)?;
        let counts = diagram.counts();
        if matches!(query, Query::OptionCounts) {
            let format = self.args.format;
            session.print(|output| {
                print_candidates(output, format, subject, &counts.total(), &counts.of_options())
            })?;
        }
        match diagram_queries::chosen(query, &counts) {
            Ok(covers) => {
                for (cover, index) in covers.zip(query.numbers()) {
                    self.print_one(subject, &Grid::from_options(&cover), &index, None, session)?;
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
    pub(super) fn print_distinct(
        &mut self,
        subject: &Subject<'_>,
        place: &Place,
        session: &mut Session,
    ) -> Result<bool, Error> {
        if subject.puzzle.candidates.is_some() {
            session.bad_sukaku(place)?;
            return Ok(true);
        }
        let problem = sudoku::problem();
        let clues: Vec<OptionId> = subject.puzzle.grid.options().collect();
        let distinct = Distinct::of(problem, &clues, &[]).expect("a digit in a cell is an option");
        let &Args { audit, format, ref search, .. } = self.args;
        let counts = search.count;
        let search = Search { problem, chosen: &clues, most: search.most(), audit };
        let classes = match counts {
            true => search.count(distinct, session)?,
            false => search.run(distinct, session, |class, index, session| {
                let solution = Grid::from_options(&class.cover);
                self.print_one(subject, &solution, &index, Some(class), session)
            })?,
        };
        if counts {
            let result = || JsonResult::Classes(classes.object());
            session.print(|output| print_verdict(output, format, subject, &classes, result))?;
        }
        if !classes.count.is_exact() {
            error::check_signal()?;
        }
        Ok(classes.count.is_at_least(1))
    }

    /// Prints one of the solutions that were asked for.
    fn print_one(
        &mut self,
        subject: &Subject<'_>,
        solution: &Grid,
        index: &dyn fmt::Display,
        class: Option<&DistinctCover>,
        session: &mut Session,
    ) -> Result<(), Error> {
        let format = self.args.format;
        session.print(|output| {
            if format == Format::Grid && !std::mem::take(&mut self.is_first) {
                output.write_all(b"\n")?;
            }
            print_solution(output, format, subject, solution, index, class)
        })?;
        session.tick()
    }

    /// Answers a query about all solutions with tables, which takes no memory for the solutions.
    fn answer_with_tables(
        &mut self,
        query: &Query<'_>,
        subject: &Subject<'_>,
        place: &dyn fmt::Display,
        session: &mut Session,
    ) -> Result<bool, Error> {
        if matches!(query, Query::OptionCounts) {
            return self.count_candidates(subject, session);
        }
        let mut tables = subject.puzzle.tables().with_threads(self.args.search.threads());
        counting::finish(&mut tables, session)?;
        let total = tables.count().unwrap_or(0);
        let solution = |index: u128| tables.nth(index).and_then(|grid| Grid::from_text(&grid));
        match query {
            _ if total == 0 => {}
            Query::Sample { number, .. } => {
                let mut random = query.random();
                for (_, index) in (0..*number).zip(query.numbers()) {
                    if let Some(solution) = solution(diagram_queries::below(&mut random, total)) {
                        self.print_one(subject, &solution, &index, None, session)?;
                    }
                }
            }
            Query::Nth(index) => {
                let at = u128::try_from(*index - 1_u32).unwrap_or(u128::MAX);
                match solution(at) {
                    Some(solution) => self.print_one(subject, &solution, index, None, session)?,
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
    pub(super) fn print_rank(
        &mut self,
        solution: &Grid,
        subject: &Subject<'_>,
        place: &dyn fmt::Display,
        session: &mut Session,
    ) -> Result<bool, Error> {
        let mut tables = subject.puzzle.tables().with_threads(self.args.search.threads());
        counting::finish(&mut tables, session)?;
        if let Some(rank) = tables.rank(solution.as_bytes()) {
            let rank = BigUint::from(rank) + 1_u32;
            let result =
                || JsonResult::Rank { solution: solution.as_str(), rank: json_number(&rank) };
            let format = self.args.format;
            session.print(|output| print_verdict(output, format, subject, &rank, result))?;
        } else {
            session.no_solution();
            session.no_result()?;
            session.say(&format!("{place}: {solution} is not a solution of this puzzle"))?;
        }
        Ok(true)
    }

    /// Prints the number of solutions with each candidate.
    fn count_candidates(
        &mut self,
        subject: &Subject<'_>,
        session: &mut Session,
    ) -> Result<bool, Error> {
        interrupt::watch();
        let mut counts = CandidateCounts::new(subject.puzzle);
        while !counts.advance(SLICE) {
            session
                .watch_counting(counts.stats(), || (BigUint::ZERO, Some(1.0 - counts.done())))?;
            session.check_stop(counts.stats().nodes)?;
        }
        session.totals.add(0_u32, counts.stats());
        let total = counts.total();
        let format = self.args.format;
        session
            .print(|output| print_candidates(output, format, subject, &total, &counts.counts()))?;
        Ok(total.is_at_least(1))
    }
}
