//! Translates promotion: which pieces are promoted, where and to what.

use super::error::TranslationError;
use super::pieces::Kind;
use super::write::Game;
use kurier_rules::rules::Color;

/// Returns whether a piece type is promoted. Pawns always are, whatever the settings.
fn is_promoted(game: &Game, kind: Kind, color: Color) -> bool {
    kind == Kind::PAWN || game.settings.promoted[color.index()].contains(&kind)
}

/// Returns whether a piece is always promoted when it arrives on the last rank.
pub(super) fn is_forced(game: &Game, kind: Kind) -> bool {
    keys(game, kind).is_ok_and(|keys| !keys.is_empty())
}

/// Writes the keys for the promotion of a piece type. The text is empty if the type is not promoted.
pub(super) fn keys(game: &Game, kind: Kind) -> Result<String, TranslationError> {
    let settings = game.settings;
    let mut promotions = game.colors(kind).map(|color| promotion(game, kind, color));
    let Some(first) = promotions.next().transpose()? else {
        return Ok(String::new());
    };
    for other in promotions {
        if other? != first {
            return Err(TranslationError::PromotionByColor);
        }
    }
    let Some(Promotion { ranks, choice }) = first else {
        return Ok(String::new());
    };
    let Some(first) = ranks.first().copied() else {
        return Ok(String::new());
    };
    if choice.is_empty() {
        return match settings.mandatory_promotion {
            true => Err(TranslationError::PromotionToNothing),
            false => Ok(String::new()),
        };
    }
    if !ranks.iter().copied().eq(first..=settings.ranks) || first < 2 {
        return Err(TranslationError::PromotionRegion);
    }
    let early = first < settings.ranks;
    if early && settings.mandatory_promotion {
        return Err(TranslationError::EarlyMandatoryPromotion);
    }
    // Kurier has no rule that lets a pawn stay unpromoted on the last rank.
    let leaves = settings.mandatory_promotion || settings.immobility_illegal && stuck_at_the_end(game, kind);
    if !leaves {
        return Err(TranslationError::OptionalPromotion);
    }
    let mut text = String::from("promotes-to = \"");
    text.extend(
        choice
            .iter()
            .filter_map(|kind| game.piece(*kind))
            .map(|piece| piece.letter),
    );
    text += "\"\n";
    if early {
        text += &format!("promotion-rank = {first}\n");
    }
    text += &limits(game, kind, &choice);
    Ok(text)
}

/// The promotion of a piece type of one colour.
#[derive(PartialEq, Eq)]
struct Promotion {
    /// The ranks where the piece is promoted, counted from the edge of its own side.
    ranks: Vec<u8>,
    /// The piece types to which the piece can be promoted.
    choice: Vec<Kind>,
}

/// Returns how a piece type of one colour is promoted; `None` if it is not.
fn promotion(game: &Game, kind: Kind, color: Color) -> Result<Option<Promotion>, TranslationError> {
    if !is_promoted(game, kind, color) {
        return Ok(None);
    }
    let region = game.settings.promotion_region[color.index()];
    let ranks = game.whole_ranks(region, color);
    let ranks = ranks.ok_or(TranslationError::PromotionRegion)?;
    let choice = game.settings.promotes_to[color.index()].clone();
    Ok(Some(Promotion { ranks, choice }))
}

/// Returns whether pieces of this type have no move from any square of their last rank on an empty board.
fn stuck_at_the_end(game: &Game, kind: Kind) -> bool {
    let last = game.settings.ranks;
    game.colors(kind).all(|color| {
        let mut squares = game
            .all_squares()
            .filter(|(_, rank)| game.own_rank(color, rank + 1) == last);
        squares.all(|square| game.stays(kind, color, square))
    })
}

/// Writes the key that limits how many pieces of each type a side may have by promotion. If the limits equal the
/// numbers of pieces in the start position, the key is `promotes-to-lost`. The text is empty if there is no limit.
fn limits(game: &Game, kind: Kind, choice: &[Kind]) -> String {
    let limit = |kind: &Kind| {
        let limits = &game.settings.promotion_limits;
        limits.iter().find(|(other, _)| other == kind).map(|(_, limit)| *limit)
    };
    let limited: Vec<(char, u8)> = choice
        .iter()
        .filter_map(|kind| Some((game.piece(*kind)?.letter, limit(kind)?)))
        .collect();
    let as_at_start = |color: Color| {
        let at_start = |letter: char| {
            game.squares
                .iter()
                .filter(|(.., other)| *other == color.case(letter))
                .count()
        };
        limited
            .iter()
            .all(|(letter, limit)| usize::from(*limit) == at_start(*letter))
    };
    if limited.is_empty() {
        String::new()
    } else if limited.len() == choice.len() && game.colors(kind).all(as_at_start) {
        "promotes-to-lost = true\n".to_owned()
    } else {
        let table: Vec<String> = limited
            .iter()
            .map(|(letter, limit)| format!("{letter} = {limit}"))
            .collect();
        format!("promotes-up-to = {{ {} }}\n", table.join(", "))
    }
}
