//! The search for any one cover, whichever is found soonest.

use quadrille::search::{Stats, Step};
use quadrille::solve::{First, SearchState};
use quadrille::{Count, Limits, OptionId};

use crate::shared::error::Error;
use crate::shared::session::Session;

/// Searches to the end, to a limit or to an interrupt. Returns the cover, if one was found.
pub(crate) fn find(
    first: First<'_>,
    session: &mut Session,
) -> Result<Option<Vec<OptionId>>, Error> {
    let first = first.limited(session.limits(Limits::none()));
    let mut run = Run { first, found: false };
    session.search(&mut run, |run, _, nodes| match run.first.advance(nodes) {
        Step::Cover => {
            run.found = true;
            Ok(Step::Exhausted)
        }
        step => Ok(step),
    })?;
    Ok(run.found.then(|| run.first.cover().to_vec()))
}

/// A search for one cover.
struct Run<'p> {
    first: First<'p>,
    found: bool,
}

impl SearchState for Run<'_> {
    fn count_so_far(&self) -> Count {
        Count::at_least(u64::from(self.found))
    }

    fn is_cut_short(&self) -> bool {
        self.first.is_cut_short()
    }

    fn stats(&self) -> Stats {
        self.first.stats()
    }
}
