//! Solving many puzzles in one call.

use super::solutions::{LINE, Solver};
use super::{Grid, Puzzle};
use crate::count::Count;
use crate::search::{Stats, Step};

/// The answers to many puzzles: the solutions of each, up to a maximum, or only their number.
///
/// The memory is reused for the next list. Once it is large enough, solving a puzzle needs no
/// allocation.
///
/// ```
/// use quadrille::sudoku::{Answers, Puzzle, Reader, Solver};
/// let list = "\
/// 027800061000030008910005420500016030000970200070000096700000080006027000030480007
/// 005176000400000001000800309100000090503000807090000004207008000600000003000429700
/// ";
/// let puzzles: Vec<Puzzle> = Reader::new(list.as_bytes()).collect::<Result<_, _>>()?;
/// let mut answers = Answers::up_to(2);
/// Solver::new().solve_all(&puzzles, &mut answers);
/// assert!(answers.iter().map(|(answer, _)| answer.solutions).eq([2, 1]));
/// let (_, mut unique) = answers.iter().last().ok_or("there are two")?;
/// assert!(unique.next().is_some_and(|grid| grid.extends(&puzzles[1].grid)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Answers {
    most: u64,
    nodes: u64,
    /// The maximum number of bytes of the solutions of a puzzle; 0 if they are only counted.
    room: usize,
    /// Each solution as a line of 82 bytes. Lines after those of the last answer have no meaning.
    lines: Vec<u8>,
    answers: Vec<Answer>,
}

/// The answer to one puzzle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Answer {
    /// The number of solutions that were found.
    pub solutions: u64,
    /// The end of the search: [`Step::Cover`] if the requested number of solutions was found,
    /// [`Step::Exhausted`] if there are fewer, and [`Step::Paused`] if a [limit](Answers::within)
    /// ended the search.
    pub end: Step,
    /// The work done.
    pub stats: Stats,
}

impl Answer {
    /// Returns the number of solutions, exact if the search was [exhausted](Step::Exhausted).
    #[must_use]
    pub fn count(&self) -> Count {
        match self.end {
            Step::Exhausted => self.solutions.into(),
            _ => Count::at_least(self.solutions),
        }
    }
}

impl Answers {
    /// Returns empty answers that will hold up to `most` solutions of each puzzle.
    #[must_use]
    pub fn up_to(most: u64) -> Self {
        let (lines, answers) = (Vec::new(), Vec::new());
        Self { most, nodes: u64::MAX, room: usize::MAX, lines, answers }
    }

    /// Returns empty answers that will count the solutions of each puzzle, up to `most`, without
    /// storing them.
    #[must_use]
    pub fn counting(most: u64) -> Self {
        Self { room: 0, ..Self::up_to(most) }
    }

    /// Returns the same answers with limits for each puzzle: a number of nodes, and a number of
    /// bytes of solutions, rounded down to whole lines, but at least one line. The second limit has
    /// no effect if solutions are only counted. [`Solver::solve_all`] stops after the first puzzle
    /// that exceeds a limit, or after which the solutions of all puzzles so far reach the second
    /// limit.
    #[must_use]
    pub fn within(self, nodes: u64, room: usize) -> Self {
        let room = if self.room == 0 { 0 } else { room.max(LINE) / LINE * LINE };
        Self { nodes, room, ..self }
    }

    /// Iterates over the answers, each with its stored solutions.
    pub fn iter(&self) -> impl Iterator<Item = (&Answer, impl Iterator<Item = Grid>)> {
        self.lines().map(|(answer, lines)| {
            let cells = lines.as_chunks::<LINE>().0.iter().filter_map(|line| line.first_chunk());
            (answer, cells.map(|cells| Grid::from_cells(*cells)))
        })
    }

    /// Iterates over the answers, each with its stored solutions as lines of 81 digits and a line
    /// feed.
    pub fn lines(&self) -> impl Iterator<Item = (&Answer, &[u8])> {
        let mut at = 0;
        self.answers.iter().map(move |answer| {
            let from = at;
            if self.room > 0 {
                at += answer.solutions as usize * LINE;
            }
            (answer, &self.lines[from..at])
        })
    }
}

impl Solver {
    /// Solves puzzles in order, and replaces the previous answers. Stops early at a
    /// [limit](Answers::within) of the answers. The search of the last puzzle can be
    /// [resumed](Self::resume).
    pub fn solve_all<'p>(
        &mut self,
        puzzles: impl IntoIterator<Item = &'p Puzzle>,
        answers: &mut Answers,
    ) {
        let Answers { most, nodes, room, ref mut lines, answers: ref mut all } = *answers;
        all.clear();
        let mut used = 0;
        for puzzle in puzzles {
            let mut search = self.solutions_of(puzzle);
            let (mut solutions, mut end) = (0, Step::Cover);
            if room == 0 && most > 0 {
                (solutions, end) = search.skip_solutions(most, nodes);
            }
            let most_used = room.saturating_add(used);
            while end == Step::Cover && solutions < most {
                if lines.len() < used + LINE && used < most_used {
                    lines.resize((2 * used).max(64 * LINE).min(most_used), 0);
                }
                let end_of_room = most_used.min(lines.len());
                let free = lines[used..end_of_room].as_chunks_mut::<LINE>().0;
                let wanted =
                    free.len().min(usize::try_from(most - solutions).unwrap_or(usize::MAX));
                let searched = if solutions == 0 { 0 } else { search.stats().nodes };
                let left = nodes.saturating_sub(searched);
                let more;
                (more, end) = search.write_lines(free[..wanted].as_flattened_mut(), left);
                solutions += more;
                used += more as usize * LINE;
                // No room is left.
                if wanted == 0 {
                    end = Step::Paused;
                }
            }
            let stats = search.stats();
            all.push(Answer { solutions, end, stats });
            self.found = solutions;
            if end == Step::Paused || (room > 0 && used >= room) {
                break;
            }
        }
    }
}
