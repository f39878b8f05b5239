//! Reads with which pieces a checkmated king may change places, and checks that this fits the other rules.

use super::letters::Letters;
use crate::rules::file::{GameFile, KingsSection};
use crate::rules::source::Source;
use crate::rules::{Color, DefinitionError, Rules};

/// Reads the types, as bits, of the pieces with which a checkmated king may change places.
pub(super) fn read(source: Source<'_>, section: &KingsSection, letters: &Letters) -> Result<u32, DefinitionError> {
    let Some(text) = &section.successors else { return Ok(0) };
    let types = letters.several(source, text)?.unwrap_or_else(|| {
        let all = letters.all().into_iter();
        all.filter(|piece_type| !letters.royal.contains(piece_type)).collect()
    });
    Ok(types.iter().fold(0, |bits, piece_type| bits | 1 << piece_type.0))
}

/// Checks that the successors of kings fit the other rules.
pub(super) fn check(source: Source<'_>, file: &GameFile, rules: &Rules) -> Result<(), DefinitionError> {
    let Some(text) = &file.kings.successors else {
        return Ok(());
    };
    let bound = |bound: fn(&crate::rules::PieceDefinition) -> bool| {
        let mut concerned = rules
            .piece_types()
            .filter(|(piece_type, piece)| piece.royal || rules.succeeds(*piece_type));
        concerned.any(|(_, piece)| bound(piece))
    };
    let obstacles = [
        (
            Color::BOTH.into_iter().any(|color| rules.king(color).is_none()),
            "where a side has not exactly one royal piece",
        ),
        (rules.captures.mandatory, "where captures are mandatory"),
        (rules.captures.chained, "where captures are chained"),
        (rules.blast.is_some(), "where captures blast"),
        (rules.hand.is_some(), "in a game with a hand"),
        (file.prelude.is_some(), "after a prelude"),
        (rules.kings.checks_forbidden, "where checks are forbidden"),
        (rules.has_passing(), "where a turn may be passed"),
        (
            rules.kings.facing_ends.any(),
            "where kings that face each other end the game",
        ),
        (
            bound(|piece| piece.stays_in.is_some()),
            "for a king or a piece that does not leave a region",
        ),
    ];
    source.refuse(text.span().start, "`successors`", &obstacles)?;
    match rules
        .piece_types()
        .find(|(piece_type, piece)| piece.royal && rules.succeeds(*piece_type))
    {
        Some((_, piece)) => {
            let message = format!("expected pieces that are not royal, found the {}", piece.name);
            Err(source.error_at(text, message))
        }
        None => Ok(()),
    }
}
