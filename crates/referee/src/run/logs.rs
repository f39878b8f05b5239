//! Protocol logs of games that ended because of a fault.

use std::collections::HashMap;
use std::io;
use std::path::Path;

use crate::tournament::FinishedGame;
use kurier_rules::files;

/// The maximum size of all logs in a folder, in bytes.
const MAX_BYTES: u64 = 256 << 20;

/// Writes the protocol log of a game, if it has one. Returns `false` if the log is dropped because the folder is full.
///
/// # Errors
/// Fails if the folder cannot be created or read, or the log cannot be written.
pub(super) fn save(folder: &Path, game: &FinishedGame) -> io::Result<bool> {
    let Some(traffic) = &game.traffic else { return Ok(true) };
    std::fs::create_dir_all(folder)?;
    // Files that another process has just removed take up no space.
    let sizes = std::fs::read_dir(folder)?
        .flatten()
        .filter_map(|entry| entry.metadata().ok());
    if sizes.map(|metadata| metadata.len()).sum::<u64>() + traffic.len() as u64 > MAX_BYTES {
        return Ok(false);
    }
    let tags: HashMap<&str, &str> = game
        .record
        .tags
        .iter()
        .map(|(name, value)| (name.as_str(), value.as_str()))
        .collect();
    let tag = |name: &str| tags.get(name).copied().unwrap_or("?");
    let head = format!(
        "{} {}: {} - {} {} ({})\n",
        game.record.variant,
        tag("Round"),
        tag("White"),
        tag("Black"),
        game.record.result,
        game.ending
    );
    let fen = game.record.start_fen.as_deref().unwrap_or("start position");
    let path = folder.join(format!("game-{}.log", tag("Round")));
    files::write(&path, format!("{head}{fen}\n{traffic}").as_bytes())?;
    Ok(true)
}
