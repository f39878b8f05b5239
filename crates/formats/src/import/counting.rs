//! Translates `countingRule`, by which endgames are drawn after a number of moves.

use super::error::{SettingError, TranslationError};
use super::pieces::Kind;
use super::write::Game;
use kurier_rules::rules::Color;

/// A rule by which moves are counted in endgames. Its numbers are constants in Fairy-Stockfish's source.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum CountingRule {
    Makruk,
    Cambodian,
    Asean,
}

/// Parses the value of `countingRule`; `None` for `none`.
pub(super) fn counting_rule(value: &str) -> Result<Option<CountingRule>, SettingError> {
    match value {
        "none" => Ok(None),
        "makruk" => Ok(Some(CountingRule::Makruk)),
        "cambodian" => Ok(Some(CountingRule::Cambodian)),
        "asean" => Ok(Some(CountingRule::Asean)),
        _ => Err(SettingError::expected(
            "`none`, `makruk`, `cambodian` or `asean`",
            value,
        )),
    }
}

/// Writes the key `counting`; the text is empty if there is no such rule.
pub(super) fn key(game: &Game) -> Result<String, TranslationError> {
    let Some(rule) = game.settings.counting else {
        return Ok(String::new());
    };
    let mut present = Color::BOTH.into_iter().flat_map(|color| game.present(color));
    let others = present.any(|(kind, _)| game.is_pawn(kind) != (kind == Kind::PAWN));
    if others || !game.settings.promoted_pieces.is_empty() {
        return Err(TranslationError::Counting);
    }
    let (board, limits): (&str, &[(&str, u8, u16)]) = match rule {
        CountingRule::Makruk => (
            "board = 64, ",
            &[
                ("rook", 2, 8),
                ("rook", 1, 16),
                ("silver", 2, 22),
                ("knight", 2, 32),
                ("silver", 1, 44),
                ("*", 2, 64),
            ],
        ),
        CountingRule::Cambodian => (
            "board = 63, board-men = 3, ",
            &[
                ("rook", 2, 7),
                ("rook", 1, 15),
                ("silver", 2, 21),
                ("knight", 2, 31),
                ("silver", 1, 43),
                ("*", 2, 63),
            ],
        ),
        CountingRule::Asean => ("", &[("rook", 1, 16), ("silver", 1, 44), ("knight", 1, 64)]),
    };
    let row = |(key, least, moves): &(&str, u8, u16)| {
        let letter = match Kind::of_key(key) {
            None => '*',
            Some(kind) => {
                game.colors(kind).next()?;
                game.piece(kind)?.letter
            }
        };
        let least = if *least > 1 {
            format!(", at-least = {least}")
        } else {
            String::new()
        };
        Some(format!("{{ pieces = \"{letter}\"{least}, moves = {moves} }}"))
    };
    let rows: Vec<String> = limits.iter().filter_map(row).collect();
    if rows.is_empty() {
        return Ok(String::new());
    }
    let men = if rule == CountingRule::Asean {
        ""
    } else {
        ", counts-men = true"
    };
    Ok(format!("counting = {{ {board}alone = [{}]{men} }}\n", rows.join(", ")))
}
