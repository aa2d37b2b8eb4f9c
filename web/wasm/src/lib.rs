//! The library quadrille for a page in a browser. A worker calls these functions: each answers one
//! question, and a search is a value that the worker keeps and asks for the next results.

mod counting;
mod covers;
mod dance;
mod making;
mod presets;
mod reading;
mod solving;
mod stepping;

use serde::Serialize;
use wasm_bindgen::prelude::*;

/// Returns a value as a plain JavaScript object.
fn to_js(value: &impl Serialize) -> Result<JsValue, JsError> {
    Ok(value.serialize(&serde_wasm_bindgen::Serializer::json_compatible())?)
}

/// Returns an error with the text of one of the library.
fn error(error: impl std::fmt::Display) -> JsError {
    JsError::new(&error.to_string())
}

/// Makes a panic an exception with the message of the panic. Without it, a panic looks like a
/// search that has run out of memory.
#[wasm_bindgen(start)]
pub fn start() {
    std::panic::set_hook(Box::new(|panic| wasm_bindgen::throw_str(&panic.to_string())));
}
