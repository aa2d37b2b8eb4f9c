//! The search for any one cover, whichever is found soonest.

use quadrille::search::{Advance, Step};
use quadrille::solve::First;
use quadrille::{Limits, OptionId};

use crate::shared::error::Error;
use crate::shared::session::Session;

/// Searches to the end, to a limit or to an interrupt. Returns the cover, if one was found.
pub(crate) fn find(
    first: First<'_>,
    session: &mut Session,
) -> Result<Option<Vec<OptionId>>, Error> {
    let mut first = first.limited(session.limits(Limits::none()));
    session.drive(&mut first, |first, nodes, _| match first.advance(nodes) {
        Step::Cover => Ok(Step::Exhausted),
        step => Ok(step),
    })?;
    Ok(first.count_so_far().is_at_least(1).then(|| first.cover().to_vec()))
}
