//! Errors of the TOML parser, reworded for people who know neither TOML nor Rust.

use std::fmt;

use serde::de::{Deserializer, Unexpected, Visitor};
use toml::de::{DeTable, DeValue, Error};

/// Explains an error of the TOML parser: returns the byte offset of the mistake, and a message that names the key and
/// what may be written there.
pub fn explain(text: &str, error: &Error) -> (usize, String) {
    let byte = error.span().map_or(0, |span| span.start);
    let message = error.message().replace('\n', " ");
    let quoted = |start: &str| message.strip_prefix(start)?.strip_prefix('`')?.split_once('`');
    let explained = if let Some((key, _)) = quoted("missing field ") {
        format!("the key `{key}` is missing")
    } else if let Some((key, rest)) = quoted("unknown field ") {
        let known = rest.trim_start_matches(", ");
        format!("there is no key `{key}` here, {known}")
    } else {
        let what = found_and_expected(&message).unwrap_or(message);
        match key_at(text, byte) {
            Some(key) => format!("`{key}`: {what}"),
            None => what,
        }
    };
    (byte, explained)
}

/// Translates a type error of the TOML parser, such as ``invalid type: integer `4`, expected a boolean``: what was
/// expected comes first, then what was found. `None` for other messages.
fn found_and_expected(message: &str) -> Option<String> {
    let starts = ["invalid type: ", "invalid value: ", "invalid length "];
    let rest = starts.iter().find_map(|start| message.strip_prefix(start))?;
    let (found, expected) = rest.rsplit_once(", expected ")?;
    Some(format!(
        "expected {}, found {}",
        plain_kind(expected),
        plain_value(found)
    ))
}

/// Translates serde's name of a type to plain English. Other strings are returned unchanged.
fn plain_kind(expected: &str) -> &str {
    match expected {
        "u8" => "a whole number from 0 to 255",
        "u16" => "a whole number from 0 to 65535",
        "u32" | "u64" | "usize" => "a whole number, not below 0",
        "i16" | "i32" | "i64" => "a whole number",
        "f32" | "f64" => "a number",
        "a string" | "path string" => "a text in quotes",
        "a boolean" => "`true` or `false`",
        "a sequence" => "a list",
        "a map" => "a table",
        other => other,
    }
}

/// Translates serde's description of a value to plain English. Other strings are returned unchanged.
fn plain_value(found: &str) -> String {
    let value = |kind: &str| {
        found
            .strip_prefix(kind)
            .map(|value| value.trim_matches(['`', '"']).to_owned())
    };
    match found {
        "map" => "a table".into(),
        "sequence" => "a list".into(),
        _ if found.parse::<usize>().is_ok() => format!("a list of {found}"),
        _ => value("string ")
            .map(|text| format!("\"{text}\""))
            .or_else(|| value("integer "))
            .or_else(|| value("floating point "))
            .or_else(|| value("boolean "))
            .unwrap_or_else(|| found.to_owned()),
    }
}

/// Finds the innermost key whose value includes a byte of the text; `None` if there is no such key or the text is not
/// valid TOML.
fn key_at(text: &str, byte: usize) -> Option<String> {
    let table = DeTable::parse(text).ok()?;
    key_in(table.get_ref(), byte)
}

fn key_in(table: &DeTable<'_>, byte: usize) -> Option<String> {
    table.iter().find_map(|(key, value)| {
        let inner = match value.get_ref() {
            DeValue::Table(table) => key_in(table, byte),
            _ => None,
        };
        let own = value.span().contains(&byte).then(|| key.get_ref().to_string());
        inner.or(own)
    })
}

/// Reads one of the given words and returns its value. The error for any other text lists the words.
pub fn word<'de, D: Deserializer<'de>, T: Copy>(
    deserializer: D,
    words: &'static [(&'static str, T)],
) -> Result<T, D::Error> {
    struct OneOf<T: 'static>(&'static [(&'static str, T)]);

    impl<T: Copy> Visitor<'_> for OneOf<T> {
        type Value = T;

        fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            let words: Vec<String> = self.0.iter().map(|(word, _)| format!("\"{word}\"")).collect();
            f.write_str(&words.join(" or "))
        }

        fn visit_str<E: serde::de::Error>(self, text: &str) -> Result<T, E> {
            let found = self.0.iter().find(|(word, _)| *word == text);
            found
                .map(|(_, value)| *value)
                .ok_or_else(|| E::invalid_value(Unexpected::Str(text), &self))
        }
    }

    deserializer.deserialize_str(OneOf(words))
}
