//! Errors as JavaScript's, with the place of the mistake where there is one.

use js_sys::{Error, Reflect};
use kurier_rules::rules::DefinitionError;
use wasm_bindgen::JsValue;

/// Returns what is refused, in words.
pub fn refused(error: impl ToString) -> Error {
    Error::new(&error.to_string())
}

/// Returns a mistake in the definition of a game, with `line` and `column`.
pub fn definition(error: &DefinitionError) -> Error {
    let refused = refused(error);
    for (name, number) in [("line", error.line), ("column", error.column)] {
        // A plain object takes any property.
        let _ = Reflect::set(&refused, &JsValue::from(name), &JsValue::from(number as u32));
    }
    refused
}
