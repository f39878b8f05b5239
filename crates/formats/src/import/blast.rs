//! Translates captures that blast.

use super::error::TranslationError;
use super::pieces::Kind;
use super::write::Game;
use kurier_rules::rules::Color;

/// The moves of a piece that attacks exactly the squares that a blast reaches.
const KING: &str = "K";

/// Writes the key about blasts in the section `[captures]`; the text is empty if captures do not blast.
pub(super) fn key(game: &Game) -> Result<&'static str, TranslationError> {
    let (settings, rule) = (game.settings, &game.settings.extinction);
    if !settings.blast {
        return Ok("");
    }
    let count = |kind: Kind| Color::BOTH.map(|color| game.at_start(kind, color));
    if count(Kind::KING) != [0, 0] {
        return Err(TranslationError::BlastOnCapture("a king"));
    }
    if rule.pseudo_royal && rule.result.is_some() {
        // When Fairy-Stockfish tests whether a pseudo-royal piece is safe, it overlooks that some pieces survive
        // blasts, and it counts attacks by the opponent's royal piece, although that would not survive the capture.
        let like_king = |kind: &Kind| game.piece(*kind).is_some_and(|piece| piece.betza == KING);
        // Fairy-Stockfish also does not count an attack on a pseudo-royal piece as a check.
        if settings.counts_checks || !settings.checks_allowed || settings.repetition.perpetual {
            return Err(TranslationError::BlastOnCapture(
                "`extinctionPseudoRoyal` and `checkCounting`, `checking` or `perpetualCheckIllegal`",
            ));
        }
        let one_each = |kind: &Kind| count(*kind) == [1, 1];
        if !settings.blast_immune.is_empty() || !rule.piece_types.iter().all(like_king) {
            return Err(TranslationError::BlastOnCapture(
                "`extinctionPseudoRoyal` and `blastImmuneTypes`, or pieces other than commoners",
            ));
        }
        if rule.pieces > 0 || rule.piece_types.len() != 1 || !rule.piece_types.iter().all(one_each) {
            return Err(TranslationError::BlastOnCapture(
                "`extinctionPseudoRoyal` and not one such piece a side",
            ));
        }
    }
    Ok("blast = \"K\"\n")
}

/// Writes the key that defines which blasts a piece survives, if it survives any.
pub(super) fn proof(game: &Game, kind: Kind) -> &'static str {
    let settings = game.settings;
    match settings.blast {
        true if settings.blast_immune.contains(&kind) => "blast-proof = \"all\"\n",
        true if kind == Kind::PAWN => "blast-proof = \"others\"\n",
        _ => "",
    }
}
