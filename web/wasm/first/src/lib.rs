//! The functions for the first screen of the page: Sudokus read and solved. The module is small,
//! because a visitor waits for it. A worker calls these functions: each answers one question. A
//! search is a value that the worker keeps, and each call returns its next results.

mod reading;
mod solving;

pub use reading::Fault;

use serde::Serialize;
use wasm_bindgen::prelude::*;

/// Returns a value as a plain JavaScript object.
///
/// # Errors
/// If the value has a part that JavaScript has not.
pub fn to_js(value: &impl Serialize) -> Result<JsValue, JsError> {
    Ok(value.serialize(&serde_wasm_bindgen::Serializer::json_compatible())?)
}

/// Returns an error with the text of one of the library.
pub fn error(error: impl std::fmt::Display) -> JsError {
    JsError::new(&error.to_string())
}

/// Makes a panic an exception with the message of the panic. Without it, a panic looks like a
/// search that has run out of memory.
#[wasm_bindgen(start)]
pub fn start() {
    std::panic::set_hook(Box::new(|panic| wasm_bindgen::throw_str(&panic.to_string())));
}
