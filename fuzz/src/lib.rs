//! Shared by the fuzz targets.

use std::io::{Cursor, Write};
use std::sync::LazyLock;
use std::time::Duration;

use kurier::protocol::{Context, run};
use kurier::rules::Catalogue;
use kurier::search::Settings;

/// Settings that keep a fuzzer's memory small.
pub fn small_settings() -> Settings {
    Settings {
        hash: 1,
        overhead: Duration::ZERO,
        ..Settings::default()
    }
}

/// Runs a protocol on the input, without commands that are slow, take much memory or open files.
///
/// Bytes from 128 on stand for words of the vocabulary, so that short inputs are whole conversations. A semicolon ends
/// a line, an underscore is a blank.
pub fn converse(greeting: &str, vocabulary: &str, input: &[u8]) {
    const LEFT_OUT: [&str; 7] = ["perft", "bench", "memory", "threads", "cores", "variant", "option"];
    static CATALOGUE: LazyLock<Catalogue> = LazyLock::new(Catalogue::built_in);
    let words: Vec<&str> = vocabulary.split_whitespace().collect();
    let mut text = format!("{greeting}\n");
    for byte in input {
        match byte.checked_sub(128) {
            None => text.push(char::from(*byte)),
            Some(number) => text = text + words[number as usize % words.len()] + " ",
        }
    }
    let known = |line: &&str| CATALOGUE.iter().any(|game| line.trim_end().ends_with(&game.name));
    let harmless = |line: &&str| !LEFT_OUT.iter().any(|word| line.to_ascii_lowercase().contains(word));
    let text = text.replace(';', "\n");
    let lines: Vec<&str> = text.lines().filter(|line| harmless(line) || known(line)).collect();
    let input = lines.join("\n").replace('_', " ");
    let context = Context {
        catalogue: CATALOGUE.clone(),
        settings: small_settings(),
    };
    run(context, Cursor::new(input.into_bytes()), Nowhere);
}

/// Discards everything.
struct Nowhere;

impl Write for Nowhere {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        Ok(bytes.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}
