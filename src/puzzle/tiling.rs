//! Pieces that fill a space: what polyominoes and polycubes have in common as exact covers.
//!
//! A cell is a primary item, and where each piece is to be used once so is a piece; an option is a way to lay down a piece.

use crate::ids::{ItemId, OptionId};
use crate::problem::{BuildError, Model};

/// How often each piece of a set is used.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Uses {
    /// Once.
    #[default]
    Once,
    /// Any number of times, or never.
    Unlimited,
}

/// A piece laid down.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Placement {
    pub(super) piece: usize,
    /// The numbers of the cells, ascending.
    pub(super) cells: Box<[u32]>,
}

/// The exact cover of cells with these names by pieces with these names, each with the cells of all ways to lay it down.
pub(super) fn model<'a>(
    cells: impl Iterator<Item = String>,
    pieces: impl Iterator<Item = (&'a str, Vec<Box<[u32]>>)>,
    uses: Uses,
) -> Result<Model<Placement>, BuildError> {
    let pieces: Vec<_> = pieces.collect();
    let mut builder = Model::builder();
    let mut first_cell = 0;
    if uses == Uses::Once {
        // Before the cells, since of two items with equally few options the search takes the first.
        builder.primary(pieces.iter().map(|(name, _)| name))?;
        first_cell = pieces.len() as u32;
    }
    builder.primary(cells)?;
    for (piece, (_, placements)) in pieces.into_iter().enumerate() {
        let own = (uses == Uses::Once).then(|| ItemId::new(piece as u32));
        for cells in placements {
            let items: Vec<ItemId> =
                own.into_iter().chain(cells.iter().map(|cell| ItemId::new(first_cell + cell))).collect();
            builder.option(Placement { piece, cells }, items)?;
        }
    }
    builder.build()
}

/// The placements of a cover, in the order of their first cells.
pub(super) fn placements<'a>(model: &'a Model<Placement>, cover: &[OptionId]) -> Vec<&'a Placement> {
    let mut placements: Vec<_> = cover.iter().map(|&option| model.value(option)).collect();
    placements.sort_by_key(|placement| placement.cells.first().copied());
    placements
}
