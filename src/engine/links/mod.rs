//! Dancing links: Knuth's Algorithm X over lists whose nodes can be taken out and put back in constant time.
//!
//! Idea: the matrix of options and items is kept as one doubly linked list per item, holding the options that are still
//! possible. Choosing an option *covers* its items: every option that shares an item with it is *hidden*, that is, taken
//! out of all its lists. A node that is taken out keeps its own links, so that undoing in reverse order restores
//! everything (Hitotumatu and Noshita 1979; Knuth, "Dancing links", 2000; TAOCP 7.2.2.1).
//!
//! This is the reference engine. `arena.rs` holds the lists, `search.rs` walks the tree. It differs from the published
//! program (DLX1) in four ways, none of which changes the set of covers:
//!
//! - Hidden options are remembered on a *trail*, so that undoing reads them from an array and not from a list, can start
//!   in the middle of a list, and needs no traversal order of its own.
//! - An item that comes down to one option or none is noted in the moment it does. A forced choice is then found without
//!   looking through the items, and the search through the items can stop at the first one with two options.
//! - Covering stops as soon as some item has run out of options.
//! - At the end of a search, a small arena of which much is hidden is restored by a copy.
//!
//! `docs/algorithms.md` has the figures of these, and of the layouts that were tried.

mod arena;
mod search;

pub use search::Links;
