//! The solutions of one Sudoku, and the verdicts on many.

use std::io::Cursor;

use quadrille::sudoku::{self, Answers, Puzzle, Reader, Solver};
use wasm_bindgen::prelude::*;

use crate::Fault;
use crate::{error, to_js};

/// The number of bytes of a solution as a line.
const LINE: usize = 82;

/// A search for the solutions of a puzzle. Each call continues where the last one stopped.
#[wasm_bindgen]
#[derive(Debug)]
pub struct Stream {
    solutions: sudoku::Solutions,
    buffer: Vec<u8>,
    found: f64,
}

#[wasm_bindgen]
impl Stream {
    /// Begins a search.
    ///
    /// # Errors
    /// If the text is not a puzzle.
    #[wasm_bindgen(constructor)]
    pub fn new(puzzle: &str) -> Result<Self, JsError> {
        let puzzle: Puzzle = puzzle.parse().map_err(error)?;
        Ok(Self { solutions: puzzle.solutions(), buffer: Vec::new(), found: 0.0 })
    }

    /// Returns up to `most` more solutions, each as a line of 82 bytes. Enters at most `nodes`
    /// nodes.
    pub fn lines(&mut self, most: usize, nodes: u32) -> Vec<u8> {
        self.buffer.resize(most * LINE, 0);
        let (lines, _) = self.solutions.write_lines(&mut self.buffer, nodes.into());
        self.found += lines as f64;
        self.buffer[..lines as usize * LINE].to_vec()
    }

    /// True if there are no more solutions.
    #[must_use]
    pub fn is_exhausted(&self) -> bool {
        self.solutions.is_exhausted()
    }

    /// Returns the number of solutions found so far.
    #[must_use]
    pub fn found(&self) -> f64 {
        self.found
    }

    /// Returns the number of nodes of the search so far.
    #[must_use]
    pub fn nodes(&self) -> f64 {
        self.solutions.stats().nodes as f64
    }
}

/// The number of bytes of a verdict: the clues, then `0`, `1` or `2` for no solution, one or
/// several, then a solution, or 81 characters `0` if there is none.
const VERDICT: usize = 163;

/// The puzzles of a text, and whether each has no solution, one or several.
#[wasm_bindgen]
#[derive(Debug)]
pub struct Batch {
    reader: Reader<Cursor<Vec<u8>>>,
    solver: Solver,
    answers: Answers,
    faults: Vec<Fault>,
    fault_count: usize,
    is_over: bool,
}

#[wasm_bindgen]
impl Batch {
    /// Begins to read a text.
    #[wasm_bindgen(constructor)]
    #[must_use]
    pub fn new(text: Vec<u8>) -> Self {
        Self {
            reader: Reader::new(Cursor::new(text)),
            solver: Solver::new(),
            answers: Answers::up_to(2),
            faults: Vec::new(),
            fault_count: 0,
            is_over: false,
        }
    }

    /// Returns the verdicts on up to `most` more puzzles, 163 bytes each.
    pub fn verdicts(&mut self, most: usize) -> Vec<u8> {
        let mut puzzles = Vec::with_capacity(most.min(1 << 16));
        while puzzles.len() < most && !self.is_over {
            match self.reader.next() {
                Some(Ok(puzzle)) => puzzles.push(puzzle),
                Some(Err(fault)) => {
                    self.fault_count += 1;
                    if self.faults.len() < 100 {
                        self.faults.push(fault.into());
                    }
                }
                None => self.is_over = true,
            }
        }
        self.solver.solve_all(&puzzles, &mut self.answers);
        let mut verdicts = Vec::with_capacity(puzzles.len() * VERDICT);
        for (puzzle, (answer, mut solutions)) in puzzles.iter().zip(self.answers.iter()) {
            verdicts.extend_from_slice(puzzle.grid.as_bytes());
            verdicts.push(b'0' + answer.solutions as u8);
            let first = solutions.next();
            verdicts.extend_from_slice(first.as_ref().map_or(&[b'0'; 81], |it| it.as_bytes()));
        }
        verdicts
    }

    /// True if the end of the text has been read.
    #[must_use]
    pub fn is_over(&self) -> bool {
        self.is_over
    }

    /// Returns the number of errors so far, and the first hundred of them.
    ///
    /// # Errors
    /// None.
    pub fn faults(&self) -> Result<JsValue, JsError> {
        to_js(&(self.fault_count, &self.faults))
    }
}
