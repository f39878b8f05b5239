//! Converts errors to JavaScript errors, with the location of the mistake if it is known.

use js_sys::{Error, Reflect};
use kurier_rules::rules::DefinitionError;
use wasm_bindgen::JsValue;

/// Converts an error to a JavaScript `Error` with its message.
pub fn refused(error: impl ToString) -> Error {
    Error::new(&error.to_string())
}

/// Converts a mistake in a definition to a JavaScript `Error` with the properties `line` and `column`.
pub fn definition(error: &DefinitionError) -> Error {
    let refused = refused(error);
    for (name, number) in [("line", error.line), ("column", error.column)] {
        // Setting a property of a plain object cannot fail.
        let _ = Reflect::set(&refused, &JsValue::from(name), &JsValue::from(number as u32));
    }
    refused
}
