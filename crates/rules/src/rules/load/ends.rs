//! Reads the section `[ends]`.

use super::letters::Letters;
use crate::rules::file::{BareKingWord, EndsSection, StalemateWord};
use crate::rules::source::Source;
use crate::rules::{BareKing, DefinitionError, Ends, Stalemate};

/// The default of `move-limit`, as in chess.
const MOVE_LIMIT: u16 = 50;

/// Reads how the game ends.
pub(super) fn read(source: Source<'_>, section: &EndsSection, letters: &Letters) -> Result<Ends, DefinitionError> {
    let move_limit = match &section.move_limit {
        Some(limit) if !(1..=10_000).contains(limit.get_ref()) => {
            return Err(source.error_at(limit, "expected 1 to 10000 moves"));
        }
        Some(limit) => *limit.get_ref(),
        None => MOVE_LIMIT,
    };
    Ok(Ends {
        stalemate: match section.stalemate {
            StalemateWord::Draw => Stalemate::Draw,
            StalemateWord::Loss => Stalemate::Loss,
        },
        bare_king: match section.bare_king {
            BareKingWord::PlaysOn => BareKing::PlaysOn,
            BareKingWord::Loses => BareKing::Loses,
            BareKingWord::LosesUnlessAnswered => BareKing::LosesUnlessAnswered,
        },
        move_limit,
        promotion_set: letters.counts(source, &section.promotion_set)?,
    })
}
