//! What the fuzz targets share.

use std::io::{Cursor, Write};
use std::sync::Arc;
use std::time::Duration;

use kurier::protocol::{Context, run};
use kurier::rules::{Catalogue, Definition};
use kurier::search::Settings;
use kurier::session::{Session, open};

/// Settings that keep a fuzzer's memory small.
pub fn small_settings() -> Settings {
    Settings { hash: 1, threads: 1, multipv: 1, overhead: Duration::ZERO, elo: None }
}

/// Opens a game with little memory.
pub fn session(definition: &Arc<Definition>) -> Box<dyn Session> {
    open(Arc::clone(definition), small_settings())
}

/// Runs a protocol on the input, without what would take long or much memory, or would open the machine's files.
pub fn converse(greeting: &str, input: &[u8]) {
    const LEFT_OUT: [&str; 8] = ["perft", "bench", "hash", "memory", "threads", "cores", "variantpath", "option"];
    let text = String::from_utf8_lossy(input);
    let allowed = |line: &&str| {
        let line = line.to_ascii_lowercase();
        !LEFT_OUT.iter().any(|word| line.contains(word)) || line.contains("uci_variant")
    };
    let lines: Vec<&str> = text.lines().filter(allowed).collect();
    let input = format!("{greeting}\n{}\n", lines.join("\n"));
    let context = Context { catalogue: Catalogue::built_in(), settings: small_settings() };
    run(context, Cursor::new(input.into_bytes()), Nowhere);
}

/// Takes everything and keeps nothing.
struct Nowhere;

impl Write for Nowhere {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        Ok(bytes.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}
