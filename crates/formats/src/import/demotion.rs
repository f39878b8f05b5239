//! Translates pieces that turn back: each of their moves promotes them or undoes their promotion, as in Kyoto Shogi.

use std::borrow::Cow;

use super::error::TranslationError;
use super::pieces::Kind;
use super::settings::Settings;
use kurier_rules::rules::Color;

/// Returns the settings with demotion expressed as promotion: a promoted piece that turns back is promoted to the piece
/// that it was before. The promoted pieces come after the others, because the order in a definition file determines
/// which of two pieces is the promoted one.
///
/// # Errors
/// Fails if definition files cannot express the demotion of the game's pieces.
pub(super) fn as_promotion(settings: &Settings) -> Result<Cow<'_, Settings>, TranslationError> {
    if !settings.piece_demotion && !settings.drops.promoted {
        return Ok(Cow::Borrowed(settings));
    }
    let pairs = &settings.promoted_pieces;
    let is_promoted = |kind: Kind| pairs.iter().any(|(_, to)| *to == kind);
    let mut changed = settings.clone();
    changed.pieces.sort_by_key(|piece| is_promoted(piece.kind));
    if settings.piece_demotion {
        let obstacles = [
            (
                !settings.mandatory_piece_promotion,
                "pieceDemotion = true` without `mandatoryPiecePromotion",
            ),
            (
                !covers_the_board(settings),
                "pieceDemotion = true` and a part of the board as `promotionRegion...",
            ),
            (
                settings.drops.hand() && settings.drops.keeps_promotion,
                "pieceDemotion = true` and `dropLoop",
            ),
            (
                pairs
                    .iter()
                    .any(|(_, to)| pairs.iter().filter(|(_, other)| other == to).count() > 1),
                "pieceDemotion = true` and two pieces that are promoted to the same one",
            ),
            (
                pairs.iter().any(|(from, _)| is_promoted(*from)),
                "pieceDemotion = true` and pieces that are promoted twice",
            ),
            (
                begins_promoted(settings),
                "pieceDemotion = true` and pieces at the start that cannot turn back",
            ),
        ];
        if let Some((_, key)) = obstacles.iter().find(|(met, _)| *met) {
            return Err(TranslationError::PiecePromotion(key));
        }
        let back: Vec<(Kind, Kind)> = pairs.iter().map(|(from, to)| (*to, *from)).collect();
        changed.promoted_pieces.extend(back);
    }
    Ok(Cow::Owned(changed))
}

/// Returns whether pieces of both sides are promoted on the whole board.
fn covers_the_board(settings: &Settings) -> bool {
    let mut squares = (0..settings.files).flat_map(|file| (0..settings.ranks).map(move |rank| (file, rank)));
    squares.all(|(file, rank)| {
        Color::BOTH
            .into_iter()
            .all(|color| settings.promotion_region[color.index()].contains(file, rank))
    })
}

/// Returns whether the start position has a piece of a type that others are promoted to, written with its own letter
/// instead of a `+` and the letter of the unpromoted piece.
fn begins_promoted(settings: &Settings) -> bool {
    let board = settings.start.split_whitespace().next().unwrap_or_default();
    let letters = settings
        .pieces
        .iter()
        .filter(|piece| settings.promoted_pieces.iter().any(|(_, to)| *to == piece.kind));
    letters
        .flat_map(|piece| Color::BOTH.map(|color| color.case(piece.letter)))
        .any(|letter| {
            let mut before = None;
            board
                .chars()
                .any(|found| before.replace(found) != Some('+') && found == letter)
        })
}
