//! The functions for the first screen of the page, which read and solve Sudokus. The module is
//! small, because a visitor waits for it. A worker calls the functions. A search is a value that
//! the worker keeps, and each call returns its next results.

mod reading;
mod solving;

pub use reading::Fault;

use serde::Serialize;
use wasm_bindgen::prelude::*;

/// Returns a value as plain JavaScript.
///
/// # Errors
/// If a part of the value has no equivalent in JavaScript.
pub fn to_js(value: &impl Serialize) -> Result<JsValue, JsError> {
    Ok(value.serialize(&serde_wasm_bindgen::Serializer::json_compatible())?)
}

/// Returns a JavaScript error with the text of an error of the library.
pub fn error(error: impl std::fmt::Display) -> JsError {
    JsError::new(&error.to_string())
}

/// Converts panics into exceptions with the message of the panic. Otherwise, a panic would look
/// like a search that has run out of memory.
#[wasm_bindgen(start)]
pub fn start() {
    std::panic::set_hook(Box::new(|panic| wasm_bindgen::throw_str(&panic.to_string())));
}
