//! Everything that the page needs from the library: counts, steps of logic, generated puzzles,
//! exact covers, the steps of dancing links, and the functions of the first module. The page loads
//! this module when it first calls one of its functions.

mod counting;
mod covers;
mod dance;
mod making;
mod presets;
mod stepping;

use quadrille_first::{Fault, error, to_js};
