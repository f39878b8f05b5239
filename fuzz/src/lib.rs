//! Functions that the fuzz targets share.

use std::io::{Cursor, Write};
use std::sync::LazyLock;
use std::time::Duration;

use kurier_engine::search::Settings;
use kurier_protocol::{Context, run};
use kurier_rules::rules::Catalogue;

/// Returns settings with the smallest transposition table, so that a fuzzer needs little memory.
pub fn small_settings() -> Settings {
    Settings {
        hash: 1,
        overhead: Duration::ZERO,
        ..Settings::default()
    }
}

/// Replaces each byte above 127 with a word of the vocabulary, so that short inputs make whole conversations. Then
/// replaces semicolons with line feeds, and underscores with spaces.
pub fn spelled(vocabulary: &str, input: &[u8]) -> Vec<u8> {
    let words: Vec<&[u8]> = vocabulary.split_whitespace().map(str::as_bytes).collect();
    let mut text = Vec::new();
    for byte in input {
        match byte.checked_sub(128) {
            None => text.push(*byte),
            Some(number) => {
                text.extend(words[number as usize % words.len()]);
                text.push(b' ');
            }
        }
    }
    for byte in &mut text {
        *byte = match *byte {
            b';' => b'\n',
            b'_' => b' ',
            other => other,
        };
    }
    text
}

/// Runs the protocol loop on `greeting` and then on the input, spelled with the vocabulary (see [`spelled`]). Leaves
/// out lines with commands that are slow, need a lot of memory or open files.
pub fn converse(greeting: &str, vocabulary: &str, input: &[u8]) {
    const LEFT_OUT: [&str; 7] = ["perft", "bench", "memory", "threads", "cores", "variant", "option"];
    static CATALOGUE: LazyLock<Catalogue> = LazyLock::new(Catalogue::built_in);
    let spelled = spelled(vocabulary, input);
    let text = format!("{greeting}\n{}", String::from_utf8_lossy(&spelled));
    let known = |line: &&str| CATALOGUE.iter().any(|game| line.trim_end().ends_with(&game.name));
    let harmless = |line: &&str| !LEFT_OUT.iter().any(|word| line.to_ascii_lowercase().contains(word));
    let lines: Vec<&str> = text.lines().filter(|line| harmless(line) || known(line)).collect();
    let input = lines.join("\n");
    let context = Context {
        catalogue: CATALOGUE.clone(),
        settings: small_settings(),
    };
    run(context, Cursor::new(input.into_bytes()), Nowhere);
}

/// A writer that discards everything.
struct Nowhere;

impl Write for Nowhere {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        Ok(bytes.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}
