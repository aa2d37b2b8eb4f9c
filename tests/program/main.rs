//! Tests of the program as users run it: a module for each command or subject.

#![cfg(feature = "cli")]

#[path = "../../benches/cases/mod.rs"]
mod cases;
#[path = "../../benches/suite/mod.rs"]
mod suite;

mod altered;
mod benchmark_cases;
mod benchmark_suite;
mod checkpoint;
mod convert;
mod counters;
mod counting;
mod cover;
#[cfg(unix)]
mod default_signals;
// The examples are commands for a POSIX shell.
#[cfg(unix)]
mod documents;
mod explain;
mod generate;
#[cfg(unix)]
mod interrupts;
mod json;
#[cfg(unix)]
mod kills;
mod limits;
mod line_ends;
mod output;
mod own_input;
mod people;
mod rate;
mod show;
mod solve;
mod study;
mod support;
mod symmetries;
#[cfg(unix)]
mod terminal;
mod threads;
mod units;
mod usage;
