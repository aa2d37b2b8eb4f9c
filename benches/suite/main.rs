//! Measures the engines on the cases of `benches/cases.toml`, and compares them with a saved run:
//! `cargo bench -- --help`.

#[path = "../cases/mod.rs"]
mod cases;
#[path = "mod.rs"]
mod suite;

use std::io;
use std::path::Path;
use std::process::ExitCode;

use clap::Parser;

use suite::memory::CountingAllocator;
use suite::{Args, Verdict};

#[global_allocator]
static ALLOCATOR: CountingAllocator = CountingAllocator;

fn main() -> ExitCode {
    let args = Args::parse();
    let cases = cases::read(cases::CASES).expect("the list in the repository is valid");
    let program = Path::new(env!("CARGO_BIN_EXE_quadrille"));
    match suite::run(&args, cases, program, &mut io::stdout().lock()) {
        Ok(verdict) => {
            if let Verdict::Wrong(messages) = &verdict {
                messages.iter().for_each(|message| eprintln!("suite: {message}"));
            }
            ExitCode::from(verdict.status())
        }
        Err(message) => {
            eprintln!("suite: {message}");
            ExitCode::from(2)
        }
    }
}
