//! Finds the endings for which no table can be made, and how many moves a pawn has left.
//!
//! A table is computed from the tables that captures and promotions lead to, one arrangement of pawns after the other,
//! beginning with the most advanced ones. This works only if promotions and pawn moves never lead back.

use kurier_rules::position::Piece;
use kurier_rules::rules::{Color, Fate, PieceType, Rules, Variant};

use crate::class::{kinds, promotions};
use crate::reach::targets;
use crate::{Class, Game, TableError};

/// Checks that a table of a class can be made.
///
/// # Errors
/// Fails if pieces are held in hand, captures blast, a piece captures twice in one move or passes, points decide draws,
/// a side may pass, hops may not lead over some pieces, trades are forbidden, a checkmated king may change places, the
/// game counts checks or moves of endgames, the repetition of a position is not a draw, a piece may become its own type
/// again by promotion, the moves of a pawn lead back, or a piece that is not a pawn may be captured en passant.
pub(crate) fn check<const W: usize>(game: &Game<W>, class: &Class) -> Result<(), TableError> {
    let rules = game.rules();
    let refused = |reason: String| TableError::Refused {
        class: class.name(rules),
        reason,
    };
    if rules.hand.is_some() {
        return Err(refused("pieces are held in hand".to_owned()));
    }
    if rules.blast.is_some() {
        return Err(refused("captures blast".to_owned()));
    }
    if rules.pieces.iter().any(|piece| !piece.doubles.is_empty()) {
        return Err(refused("a piece captures twice in one move, or passes".to_owned()));
    }
    if rules.ends.points.is_some() {
        return Err(refused("points decide games that would be drawn".to_owned()));
    }
    if rules.has_hurdles() {
        return Err(refused(
            "some pieces may not be hopped over, or not captured by hops".to_owned(),
        ));
    }
    if rules.has_passing() {
        return Err(refused("a turn may be passed".to_owned()));
    }
    if rules.kings.successors != 0 {
        return Err(refused("a checkmated king may change places".to_owned()));
    }
    if !rules.trades.is_empty() {
        return Err(refused("trades are forbidden".to_owned()));
    }
    if rules.ends.checks > 0 {
        return Err(refused("checks are counted".to_owned()));
    }
    if rules.ends.counting.is_some() {
        return Err(refused("a count of moves draws endgames".to_owned()));
    }
    if rules.ends.repetition.fate != Fate::Draws {
        return Err(refused("the repetition of a position is not a draw".to_owned()));
    }
    let types: Vec<PieceType> = kinds(class.closure(rules)).collect();
    let any_pawn = types.iter().any(|piece_type| rules.piece(*piece_type).pawn);
    for piece_type in types {
        let piece = rules.piece(piece_type);
        let name = &piece.name;
        if leads_back(rules, piece_type) {
            return Err(refused(format!("a {name} may become a {name} again by promotion")));
        }
        let moves_back = |color| progress(&game.variant, Piece { piece_type, color }).is_none();
        if piece.pawn && Color::BOTH.into_iter().any(moves_back) {
            return Err(refused(format!(
                "the moves of a {name}, which count as moves of a pawn, lead back"
            )));
        }
        let passes = piece.multi_step.as_ref().is_some_and(|steps| steps.en_passant);
        if passes && !piece.pawn && any_pawn {
            return Err(refused(format!(
                "a {name} may be captured en passant although it is not a pawn"
            )));
        }
    }
    Ok(())
}

/// Returns whether a piece may become a piece of its own type again by promotions.
fn leads_back(rules: &Rules, piece_type: PieceType) -> bool {
    let mut seen = 0_u32;
    let mut waiting = promotions(rules, piece_type);
    while let Some(next) = waiting.pop() {
        if next == piece_type {
            return true;
        }
        if seen >> next.0 & 1 == 0 {
            seen |= 1 << next.0;
            waiting.extend(promotions(rules, next));
        }
    }
    false
}

/// Returns, by square, the largest number of moves without capture that a pawn can make from there; `None` if they lead
/// back to a square where the pawn has been.
pub(crate) fn progress<const W: usize>(variant: &Variant<W>, pawn: Piece) -> Option<Vec<u16>> {
    let area = variant.definition.shape.area();
    let mut left = vec![0_u16; area];
    // Each round finds longer sequences of moves. A sequence that never leads back has fewer moves than the board has
    // squares.
    for _ in 0..=area {
        let mut changed = false;
        for from in variant.squares {
            let longest = targets(variant, pawn, from)
                .into_iter()
                .map(|to| left[to.index()] + 1)
                .max()
                .unwrap_or(0);
            changed |= longest != left[from.index()];
            left[from.index()] = longest;
        }
        if !changed {
            return Some(left);
        }
    }
    None
}
