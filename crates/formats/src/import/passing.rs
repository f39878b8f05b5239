//! Translates when a side may pass.

use super::error::TranslationError;
use super::write::Game;
use kurier_rules::rules::Color;

/// Writes the section `[passing]`; the text is empty if neither side may pass.
pub(super) fn section(game: &Game) -> Result<String, TranslationError> {
    let settings = game.settings;
    let when = |color: Color| match color.index() {
        side if settings.passes_stalemated[side] => "stalemated",
        side if settings.passes[side] => "always",
        _ => "never",
    };
    let [white, black] = Color::BOTH.map(when);
    if [white, black] == ["never", "never"] {
        return Ok(String::new());
    }
    // In Fairy-Stockfish a pass is a null move of the king or, if another piece type is royal, of the first piece.
    if settings.extinction.pseudo_royal {
        return Err(TranslationError::Passing);
    }
    let other = match white == black {
        true => String::new(),
        false => format!("when-black = \"{black}\"\n"),
    };
    Ok(format!("\n[passing]\nwhen = \"{white}\"\n{other}"))
}
