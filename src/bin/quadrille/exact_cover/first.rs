//! `cover -1`: one cover, whichever is found soonest.

use std::hash::{BuildHasher, RandomState};
use std::io::Write;

use quadrille::search::{Cube, Engine};
use quadrille::solve::First;
use quadrille::{EngineChoice, Problem};

use crate::exact_cover::cover_format::Format;
use crate::exact_cover::cover_printer::CoverPrinter;
use crate::shared::counting;
use crate::shared::error::Error;
use crate::shared::first;
use crate::shared::session::Session;

/// The arguments of a search for one cover.
#[derive(Debug, clap::Args)]
pub(crate) struct FirstArgs {
    /// With -1, print another cover each time, or always the same for a SEED
    ///
    /// The covers are not equally likely: --sample draws each with the same probability.
    #[arg(
        long,
        value_name = "SEED",
        num_args = 0..=1,
        require_equals = true,
        conflicts_with = "engine"
    )]
    random: Option<Option<u64>>,
}

impl FirstArgs {
    /// Prints a cover in a cube of the problem, which has the options of the cube. Returns false if
    /// none was found.
    pub(crate) fn print(
        &self,
        problem: &Problem,
        cube: &Cube,
        format: Format,
        session: &mut Session,
    ) -> Result<bool, Error> {
        let mut first = First::of(problem, cube).expect("the options have been checked");
        if let Some(seed) = self.random {
            // The operating system seeds the hashers of the standard library.
            first = first.seed(seed.unwrap_or_else(|| RandomState::new().hash_one(())));
        }
        session.note_engine(first.engine().name());
        session.say_how(|| counting::reason(first.engine(), EngineChoice::Auto, problem))?;
        let Some(cover) = first::find(first, session)? else { return Ok(false) };
        let mut text = Vec::new();
        CoverPrinter::new(problem, format).print(&mut text, &cover, 0, b"1", None);
        session.print(|output| output.write_all(&text))?;
        Ok(true)
    }
}
