//! The progress display on a terminal.

use std::cell::Cell;
use std::io::{self, IsTerminal};

pub struct Display {
    job: String,
    is_shown: bool,
    width: Cell<usize>,
}

impl Display {
    pub fn new(job: String) -> Self {
        Self { job, is_shown: io::stderr().is_terminal(), width: Cell::new(0) }
    }

    pub fn show(&self, text: &str) {
        if self.is_shown {
            let line = format!("{}: {text}", self.job);
            eprint!("\r{line:0$}", self.width.replace(line.len()));
        }
    }
}

impl Drop for Display {
    fn drop(&mut self) {
        if self.is_shown {
            eprint!("\r{:1$}\r", "", self.width.get());
        }
    }
}
