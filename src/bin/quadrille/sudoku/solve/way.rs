//! The pipeline of puzzles: a batch of puzzles becomes answers, and these become the output.
//!
//! A thread solves many puzzles of a [`Batch`] with each call of [`Solver::solve_all`], and a
//! [`Writer`] makes the text of the answers, without an allocation per puzzle and without reading
//! the clock. A puzzle with too many nodes or solutions is left to the main thread, which finishes
//! the search, with limits, signals and progress, when the puzzle is the next to print. With
//! several threads, the main thread starts over, so a helper may try longer before it gives up.

use std::io::Write;

use quadrille::engine::bands::Bands;
use quadrille::search::{Engine, Step};
use quadrille::sudoku::{self, Answer, Answers, Counter, Grid, Puzzle, Solver};
use quadrille::{AnyEngine, Count, EngineChoice};

use super::Args;
use crate::shared::gathered::{Found, Work};
use crate::shared::input::Batch;
use crate::shared::search_args::memory;
use crate::shared::{Error, Format, Place, Session, counting, error, gathered};
use crate::sudoku::writer::{LINE, Writer};

/// The maximum number of nodes for a puzzle of a batch, usually a fraction of a millisecond of
/// work, and the maximum number of bytes for its solutions, about the size of an L1 cache. Both are
/// larger for helpers, except the number of nodes in a count.
const NODES: u64 = 1000;
const ROOM: usize = 400 * LINE;

/// The state of a thread. All its puzzles share it.
#[derive(Clone)]
pub(super) struct Job<'a> {
    args: &'a Args,
    /// The maximum number of solutions to find for a puzzle.
    most: u64,
    solver: Solver,
    answers: Answers,
    writer: Writer,
    text: Text,
    /// A buffer for the solutions of a long puzzle, as lines.
    lines: Vec<u8>,
    pub(super) counter: Counter,
}

/// The text of the answers to the puzzles of a batch.
#[derive(Clone, Default)]
pub(super) struct Text {
    bytes: Vec<u8>,
    pieces: Vec<Piece>,
}

/// The answer to a puzzle, and its part of the text.
#[derive(Clone)]
struct Piece {
    answer: Answer,
    /// The end of that part.
    end: usize,
    /// True if the puzzle is left to the main thread.
    is_long: bool,
}

impl<'a> Job<'a> {
    pub(super) fn new(args: &'a Args) -> Self {
        let search = &args.search;
        let most = if args.unique { 2 } else { search.most().unwrap_or(u64::MAX) };
        // A verdict includes solutions only in JSON.
        let counts = search.amount.count || (args.unique && !args.form.format.is_json());
        let answers = if counts { Answers::counting(most) } else { Answers::up_to(most) };
        // Only the counter of `auto` continues the search that the solver has begun.
        let nodes =
            if search.amount.count && search.with.engine != EngineChoice::Auto { 0 } else { NODES };
        let counter = Counter::with_engine(search.with.engine)
            .with_memory(memory(None))
            .with_threads(search.with.threads.threads);
        Self {
            args,
            most,
            solver: Solver::with_engine(search.with.engine),
            answers: answers.within(args.run.stop.unwatched(nodes), ROOM),
            writer: Writer::new(args.form),
            text: Text::default(),
            lines: vec![0; ROOM],
            counter,
        }
    }

    pub(super) fn solve(&mut self, batch: &Batch, session: &mut Session) -> Result<(), Error> {
        let mut text = std::mem::take(&mut self.text);
        let mut at = 0;
        while at < batch.len() {
            text.bytes.clear();
            text.pieces.clear();
            self.answer(batch, at, &mut text);
            self.print(batch, at, &text, true, session)?;
            at += text.pieces.len();
        }
        self.text = text;
        Ok(())
    }

    /// Returns the job of a helper. Except in a count, whose nodes can take longer, a helper may
    /// enter more than [`NODES`] nodes before it gives up on a puzzle, because the thread that
    /// prints the answers then starts that puzzle from the beginning.
    pub(super) fn helper(&self) -> Self {
        let nodes = if self.args.search.amount.count { NODES } else { 20 * NODES };
        let nodes = self.args.run.stop.unwatched(nodes);
        let helper = self.clone();
        Self { answers: helper.answers.within(nodes, 8 * ROOM), ..helper }
    }

    /// Solves the puzzles of a batch with calls of [`Self::answer`]. Ends early if `goes_on`
    /// returns false between two calls.
    pub(super) fn answer_all(&mut self, batch: &Batch, goes_on: &dyn Fn() -> bool) -> Text {
        let mut text = Text::default();
        while text.pieces.len() < batch.len() && (text.pieces.is_empty() || goes_on()) {
            self.answer(batch, text.pieces.len(), &mut text);
        }
        text
    }

    /// Solves the puzzles of a batch from index `from` on. Ends early after a puzzle that uses up
    /// the nodes or the room for solutions.
    fn answer(&mut self, batch: &Batch, from: usize, text: &mut Text) {
        let Self { args, solver, answers, writer, .. } = self;
        solver.solve_all(batch.puzzles().skip(from), answers);
        for ((&answer, lines), (puzzle, place)) in answers.lines().zip(batch.iter().skip(from)) {
            writer.begin(puzzle, place.remark);
            let is_open = answer.end == Step::Paused;
            let is_at_limit = args.run.stop.nodes.is_some_and(|most| answer.stats.nodes >= most);
            let is_stopped = is_open && is_at_limit && lines.len() < ROOM;
            let is_long = is_open && !is_stopped;
            if !args.has_line() {
                writer.solutions(lines, &mut text.bytes);
            } else if !is_long {
                args.conclude(writer, &answer.count(), is_stopped, lines, &mut text.bytes);
            }
            let end = text.bytes.len();
            text.pieces.push(Piece { answer, end, is_long });
        }
    }

    /// Prints the text of the puzzles of a batch from index `from` on, and finishes the search of
    /// each long one. Such a search continues where it stopped if this thread began it (`resumes`),
    /// and otherwise starts from the beginning.
    pub(super) fn print(
        &mut self,
        batch: &Batch,
        from: usize,
        text: &Text,
        resumes: bool,
        session: &mut Session,
    ) -> Result<(), Error> {
        let mut start = 0;
        for (piece, (puzzle, place)) in text.pieces.iter().zip(batch.iter().skip(from)) {
            session.begin_puzzle(place)?;
            // The very first grid has no empty line before it.
            start +=
                usize::from(self.args.form.format == Format::Grid && session.totals.has_none());
            if !piece.is_long || resumes {
                let bytes = text.bytes.get(start..piece.end).unwrap_or_default();
                session.print(|output| output.write_all(bytes))?;
            }
            start = piece.end;
            // A search that is not over and not continued has ended at the node limit.
            let is_stopped = piece.answer.end == Step::Paused && !piece.is_long;
            session.stopped = is_stopped.then_some("--nodes");
            let has_solution = if piece.is_long {
                session.begin_search();
                let printed = resumes.then_some(piece.answer.solutions);
                self.search(puzzle, place, printed, session)?
            } else {
                session.totals.add(piece.answer.solutions, piece.answer.stats);
                piece.answer.solutions > 0
            };
            session.totals.problems += 1;
            session.end_puzzle(has_solution, self.args.has_line(), puzzle, place)?;
        }
        Ok(())
    }

    /// Searches with progress, limits and signals, and prints the answer. If the solver has begun
    /// this puzzle, the search continues, and `found` is the number of solutions so far. Returns
    /// true if a solution was found.
    fn search(
        &mut self,
        puzzle: &Puzzle,
        place: Place<'_>,
        found: Option<u64>,
        session: &mut Session,
    ) -> Result<bool, Error> {
        let args = self.args;
        if found.is_none() {
            self.writer.begin(puzzle, place.remark);
        }
        // The solutions found before may be part of a verdict.
        let last = self.answers.lines().last().filter(|_| args.unique);
        let mut witnesses = last.map_or_else(Vec::new, |(_, lines)| lines.to_vec());
        let limits = session.limits().covers(self.most);
        let count = if args.search.amount.count {
            self.counter.limit(limits);
            match found {
                Some(_) => self.counter.resume(puzzle, &mut self.solver),
                None => self.counter.start_puzzle(puzzle),
            }
            counting::count(
                &mut self.counter,
                Counter::take_remaining,
                true,
                args.search.most(),
                args.search.with.threads.threads,
                session,
            )?
        } else if found.is_none()
            && let Some(count) = self.search_with_all(puzzle, session)?
        {
            count
        } else {
            let Self { solver, writer, lines, .. } = self;
            let mut is_first = args.form.format == Format::Grid
                && found.is_none_or(|found| found == 0)
                && session.totals.has_none();
            let search = match found {
                Some(_) => solver.resume(),
                None => solver.solutions_of(puzzle),
            };
            let mut text = Vec::new();
            let mut search = search.limited(limits);
            session.drive(&mut search, |search, nodes, session| {
                let (written, step) = search.write_lines(lines, nodes);
                let new = &lines[..LINE * written as usize];
                if args.unique {
                    witnesses.extend_from_slice(new);
                } else if writer.is_plain() {
                    session.print(|output| output.write_all(new))?;
                } else if written > 0 {
                    text.clear();
                    writer.solutions(new, &mut text);
                    let new = &text[usize::from(std::mem::take(&mut is_first))..];
                    session.print(|output| output.write_all(new))?;
                }
                Ok(step)
            })?;
            search.count_so_far()
        };
        if args.unique && !count.is_at_least(2) {
            // Two solutions decide the verdict, even after an interrupt. Fewer do not.
            error::check_signal()?;
        }
        let mut text = Vec::new();
        let is_stopped = session.stopped.is_some();
        args.conclude(&mut self.writer, &count, is_stopped, &witnesses, &mut text);
        session.print(|output| output.write_all(&text))?;
        if !count.is_exact() && !args.unique {
            // A limit ends only the search of this puzzle; an interrupt ends the command.
            error::check_signal()?;
        }
        Ok(count.is_at_least(1))
    }

    /// Prints the solutions of a puzzle with a search that all threads share. Returns `None` if one
    /// thread should search.
    fn search_with_all(
        &mut self,
        puzzle: &Puzzle,
        session: &mut Session,
    ) -> Result<Option<Count>, Error> {
        let search = &self.args.search;
        if self.args.unique || search.with.threads.threads.get() == 1 {
            return Ok(None);
        }
        let engine = AnyEngine::new(sudoku::problem(), search.with.engine)
            .expect("324 items and 729 options are not too many for any engine");
        // One thread writes lines faster than most readers take them, so dividing the blocks of the
        // join does not help. With `--ordered`, several threads need an engine whose covers arrive
        // in the order of their cubes.
        let is_join = engine.get::<Bands>().is_some();
        if is_join || (search.ordered && !engine.has_stable_order()) {
            return Ok(None);
        }
        let format = self.args.form.format;
        let step = |engine: &mut AnyEngine, found: &mut Found, nodes| {
            found.record(engine, nodes, format, |text, cover, _| {
                let solution = Grid::from_options(cover.iter().copied());
                self.writer.solution(solution.as_bytes(), b"0", text);
            })
        };
        let work = Work { format, search: Box::new(step) };
        gathered::run(search, engine, puzzle.cube(), &work, session).map(Some)
    }
}

impl Args {
    /// With --count or --unique, writes the line of a puzzle, given the number of solutions found.
    /// A search that `is_stopped` may have missed some.
    fn conclude(
        &self,
        writer: &mut Writer,
        count: &Count,
        is_stopped: bool,
        witnesses: &[u8],
        text: &mut Vec<u8>,
    ) {
        if self.search.amount.count {
            writer.count(count, text);
        } else if self.unique {
            let verdict = match count.to_u64() {
                Some(0 | 1) if is_stopped => "undecided",
                Some(0) => "none",
                Some(1) => "unique",
                _ => "several",
            };
            writer.verdict(verdict, witnesses, text);
        }
    }
}
