//! Reads which pieces the hops of a piece may not lead over or may not capture.

use super::letters::Letters;
use crate::rules::file::{GameFile, PieceSection};
use crate::rules::source::Source;
use crate::rules::{Color, DefinitionError, Gating, Hurdles, PieceDefinition, PieceType, Reach, Rules};

/// Reads the keys `hops-not-over` and `hops-not-onto` of a piece.
pub(super) fn read(source: Source<'_>, section: &PieceSection, letters: &Letters) -> Result<Hurdles, DefinitionError> {
    Ok(Hurdles {
        not_over: letters.listed(source, section.hops_not_over.as_ref())?,
        not_onto: letters.listed(source, section.hops_not_onto.as_ref())?,
    })
}

/// Returns whether a piece has a move that hops.
fn hops(piece: &PieceDefinition) -> bool {
    let mut reaches = piece.movements.iter().map(|movement| movement.reach);
    reaches.any(|reach| match reach {
        Reach::Cannon(_) | Reach::Grasshopper(_) | Reach::Over => true,
        Reach::Legs(legs) => legs.over,
        _ => false,
    })
}

/// Checks that `hops-not-over` and `hops-not-onto` fit the other rules.
pub(super) fn check(source: Source<'_>, file: &GameFile, rules: &Rules) -> Result<(), DefinitionError> {
    for ((_, section), piece) in file.pieces.0.iter().zip(&rules.pieces) {
        let Some(key) = section.hops_not_over.as_ref().or(section.hops_not_onto.as_ref()) else {
            continue;
        };
        if !hops(piece) {
            return Err(source.error_at(key, "expected a piece that hops, such as a cannon (`pR`)"));
        }
        if let Some(royal) = piece.hurdles.not_onto.iter().find(|other| rules.piece(**other).royal) {
            let name = &rules.piece(*royal).name;
            let message =
                format!("expected pieces that are not royal: whether the {name} may be captured decides check");
            return Err(source.error_at(key, message));
        }
        let named = |piece_type: &PieceType| {
            piece.hurdles.not_over.contains(piece_type) || piece.hurdles.not_onto.contains(piece_type)
        };
        let changes = |(piece_type, other): (PieceType, &PieceDefinition)| {
            let becomes = other.promotion.as_ref().is_some_and(|promotion| {
                Color::BOTH
                    .into_iter()
                    .any(|color| promotion.types(color).iter().any(named))
            });
            becomes || named(&piece_type) && other.promotion.is_some()
        };
        let obstacles = [
            (
                rules.pieces.iter().any(|piece| !piece.doubles.is_empty()),
                "where a piece moves in two steps",
            ),
            (rules.captures.chained, "where captures are chained"),
            (rules.blast.is_some(), "where captures blast"),
            (
                rules
                    .castlings
                    .iter()
                    .any(|castling| castling.king_types.iter().chain(&castling.rook_types).any(named)),
                "where the pieces that it names castle",
            ),
            (
                rules.hand.is_some_and(|hand| hand.gating != Gating::Never),
                "where pieces are gated",
            ),
            (
                rules.pieces.iter().any(|piece| piece.royal_up_to.is_some()),
                "with `royal-up-to`",
            ),
            (
                rules.piece_types().any(changes),
                "where the pieces that it names are promoted, or arise by promotion",
            ),
        ];
        source.refuse(key.span().start, "`hops-not-over` and `hops-not-onto`", &obstacles)?;
    }
    Ok(())
}
