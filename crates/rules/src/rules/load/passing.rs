//! Reads the section `[passing]`.

use toml::Spanned;

use crate::rules::file::{GameFile, PassingSection};
use crate::rules::source::Source;
use crate::rules::{DefinitionError, Passing, Rules};

/// Reads when each side may pass.
pub(super) fn read(
    source: Source<'_>,
    section: Option<&Spanned<PassingSection>>,
) -> Result<[Passing; 2], DefinitionError> {
    let Some(section) = section else {
        return Ok([Passing::Never; 2]);
    };
    let white = section.get_ref().when.get_ref().0;
    let black = section.get_ref().when_black.map_or(white, |word| word.0);
    match (white, black) {
        (Passing::Never, Passing::Never) => {
            let message = "expected a side that may pass: without this section, none may";
            Err(source.error_at(&section.get_ref().when, message))
        }
        sides => Ok(sides.into()),
    }
}

/// Checks that a game with the section `[passing]` has no rules that are incompatible with passing.
pub(super) fn check(source: Source<'_>, file: &GameFile, rules: &Rules) -> Result<(), DefinitionError> {
    let Some(section) = &file.passing else {
        return Ok(());
    };
    let obstacles = [
        (rules.captures.chained, "where captures are chained"),
        (file.prelude.is_some(), "after a prelude"),
        (
            rules.pieces.iter().any(|piece| !piece.doubles.is_empty()),
            "where a piece moves in two steps",
        ),
        (!rules.trades.is_empty(), "where trades are forbidden"),
        (rules.ends.counting.is_some(), "with `counting`"),
        (rules.drops_royal(), "where kings are dropped"),
        (
            rules
                .hand
                .is_some_and(|hand| hand.gating != crate::rules::Gating::Never),
            "where pieces are gated",
        ),
        (
            rules.pieces.iter().any(|piece| piece.promotes_standing),
            "where pieces are promoted where they stand",
        ),
    ];
    source.refuse(section.span().start, "`[passing]`", &obstacles)
}
