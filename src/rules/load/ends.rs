//! The section `[ends]`.

use super::Letters;
use crate::rules::file::{BareKingWord, EndsSection, StalemateWord};
use crate::rules::source::Source;
use crate::rules::{BareKing, DefinitionError, Ends, Stalemate};

/// The number of moves after which chess is drawn.
const MOVE_LIMIT: u16 = 50;

pub(super) fn read(source: Source<'_>, section: &EndsSection, letters: &Letters) -> Result<Ends, DefinitionError> {
    let move_limit = match &section.move_limit {
        Some(limit) if !(1..=10_000).contains(limit.get_ref()) => {
            return Err(source.error_at(limit, "expected 1 to 10000 moves"));
        }
        Some(limit) => *limit.get_ref(),
        None => MOVE_LIMIT,
    };
    let mut promotion_set = Vec::new();
    for (letter, count) in &section.promotion_set.0 {
        let mut characters = letter.get_ref().chars();
        let piece_type = characters
            .next()
            .filter(|_| characters.next().is_none())
            .and_then(|c| letters.piece_type(c));
        let piece_type = piece_type.ok_or_else(|| {
            source.error_at(
                letter,
                format!("expected the letter of a piece, found `{}`", letter.get_ref()),
            )
        })?;
        if *count.get_ref() == 0 {
            return Err(source.error_at(count, "expected at least 1"));
        }
        promotion_set.push((piece_type, *count.get_ref()));
    }
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
        promotion_set,
    })
}
