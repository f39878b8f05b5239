//! The perft cases and games in `data/`, made by an independent implementation of the rules.

use std::path::Path;

use serde::Deserialize;
use serde::de::DeserializeOwned;

/// One position and one depth.
#[derive(Deserialize, Clone, Debug)]
pub struct PerftCase {
    /// Name of the game.
    pub variant: String,
    /// The position.
    pub fen: String,
    /// Plies (turns).
    pub depth: u32,
    /// Leaves at that depth.
    pub nodes: u64,
    /// The legal turns, sorted.
    pub moves: Vec<String>,
    /// `1-0`, `0-1` or `1/2-1/2` if the game is over.
    pub result: Option<String>,
}

/// A game from the start position.
#[derive(Deserialize, Clone, Debug)]
pub struct Game {
    /// Name of the game.
    pub variant: String,
    /// The turns.
    pub moves: Vec<String>,
    /// The position after them.
    pub final_fen: String,
    /// `1-0`, `0-1` or `1/2-1/2` if it was played to its end.
    pub result: Option<String>,
    /// `checkmate`, `stalemate` or `special`.
    pub reason: Option<String>,
}

/// Returns all cases of all games.
///
/// # Panics
/// If the files cannot be read.
pub fn cases() -> Vec<PerftCase> {
    read(|name| !name.starts_with("games-"))
}

/// Returns all games of all variants.
///
/// # Panics
/// If the files cannot be read.
pub fn games() -> Vec<Game> {
    read(|name| name.starts_with("games-"))
}

fn read<T: DeserializeOwned>(wanted: impl Fn(&str) -> bool) -> Vec<T> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("data");
    let entries = std::fs::read_dir(&folder).expect("the data folder is there");
    let mut paths: Vec<_> = entries
        .map(|entry| entry.expect("the data folder can be listed").path())
        .collect();
    paths.sort();
    let mut items = Vec::new();
    for path in paths {
        let name = path.file_name().and_then(|name| name.to_str()).unwrap_or_default();
        if name.ends_with(".jsonl") && wanted(name) {
            let text = std::fs::read_to_string(&path).expect("a data file can be read");
            let parsed = text.lines().map(|line| serde_json::from_str(line));
            items.extend(parsed.map(|item| item.unwrap_or_else(|error| panic!("{name}: {error}"))));
        }
    }
    items
}
