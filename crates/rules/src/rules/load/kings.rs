//! Checks that the royal pieces fit the other rules.

use toml::Spanned;

use crate::rules::file::{FacingWord, GameFile, KingsSection, LineWord};
use crate::rules::source::Source;
use crate::rules::{BareKing, Color, DefinitionError, Facing, Held, Passing, Placement, Rules, Stalemate};

/// Reads the lines on which kings may not face each other, and the lines on which kings that face each other end the
/// game.
pub(super) fn facing(source: Source<'_>, section: &KingsSection) -> Result<[Facing; 2], DefinitionError> {
    let lines = match &section.facing_on {
        Some(lines) if section.facing == FacingWord::Allowed => {
            return Err(source.error_at(lines, "expected `facing = \"forbidden\"` or `\"ends\"` too"));
        }
        Some(lines) if lines.get_ref().is_empty() => {
            return Err(source.error_at(lines, "expected at least one kind of line"));
        }
        Some(lines) => Facing {
            files: lines.get_ref().contains(&LineWord::Files),
            ranks: lines.get_ref().contains(&LineWord::Ranks),
            diagonals: lines.get_ref().contains(&LineWord::Diagonals),
        },
        None => Facing::FILES_AND_RANKS,
    };
    Ok(match section.facing {
        FacingWord::Allowed => [Facing::default(); 2],
        FacingWord::Forbidden => [lines, Facing::default()],
        FacingWord::Ends => [Facing::default(), lines],
    })
}

/// Reads the number of royal pieces, all types together, above which none of a side's pieces is royal; `None` if there
/// is no limit.
pub(super) fn royal_up_to(source: Source<'_>, file: &GameFile) -> Result<Option<u8>, DefinitionError> {
    let Some(most) = &file.kings.royal_up_to else {
        return Ok(None);
    };
    if *most.get_ref() == 0 {
        return Err(source.error_at(most, "expected at least 1"));
    }
    let mut pieces = file.pieces.0.iter().map(|(_, section)| section);
    match pieces.find_map(|piece| piece.royal_up_to.as_ref()) {
        Some(own) => {
            let message = "expected no `royal-up-to` of a piece where `[kings]` counts all royal pieces together";
            Err(source.error_at(own, message))
        }
        None => Ok(Some(*most.get_ref())),
    }
}

/// Checks that the numbers of royal pieces at the start, and the rules about them, fit the other rules.
pub(super) fn check(source: Source<'_>, file: &GameFile, rules: &Rules) -> Result<(), DefinitionError> {
    let counts = Color::BOTH.map(|color| rules.royal_at_start(color));
    let ends = &rules.ends;
    let another_goal = ends.have_goals() || !ends.promotion_set.is_empty() || ends.stalemate != Stalemate::Draw;
    if counts == [0, 0] && !another_goal {
        let message = match rules.pieces.iter().any(|piece| piece.royal) {
            true => "expected one king for White, found 0",
            false => "expected a piece with `royal = true`, or another goal in `[ends]`",
        };
        return Err(source.error_at(&file.name, message));
    }
    if let (Some(most), Some(key)) = (rules.kings.royal_up_to, &file.kings.royal_up_to)
        && !rules.has_royal_promotions()
        && counts.into_iter().all(|count| count <= usize::from(most))
    {
        let message = format!("expected a side that may have more than {most} royal pieces");
        return Err(source.error_at(key, message));
    }
    if rules.captures.chained && rules.kings.checks_forbidden {
        let message = "expected no `checks = \"forbidden\"` where captures are chained";
        return Err(source.error_at(&file.name, message));
    }
    if rules.kings.facing_ends.any() {
        let obstacles = [
            (
                rules.passing != [Passing::Always; 2],
                "unless both sides may always pass",
            ),
            (!rules.castlings.is_empty(), "in a game with castling"),
            (rules.blast.is_some(), "where captures blast"),
            (rules.captures.mandatory, "where captures are mandatory"),
            (rules.hand.is_some_and(|hand| hand.must_drop), "with `must-drop`"),
        ];
        source.refuse(file.name.span().start, "`facing = \"ends\"`", &obstacles)?;
    }
    // The rules that need one king a side, with the reason in the error message.
    let needs = [
        (rules.captures.chained, " where captures are chained"),
        (ends.bare_king != BareKing::PlaysOn, " because of `bare-king`"),
        (
            rules.kings.facing_forbidden.any() || rules.kings.facing_ends.any(),
            " because of `facing`",
        ),
    ];
    for (color, found) in Color::BOTH.into_iter().zip(counts) {
        let needed = needs.iter().find(|(needed, _)| *needed && rules.king(color).is_none());
        let why = match needed {
            _ if found == 0 && !another_goal => "",
            Some((_, why)) if found == 1 => {
                let message = format!("expected no promotion of or to a royal piece{why}");
                return Err(source.error_at(&file.start, message));
            }
            Some((_, why)) => *why,
            None => continue,
        };
        let message = format!("expected one king for {color:?}{why}, found {found}");
        return Err(source.error_at(&file.start, message));
    }
    Ok(())
}

/// Checks that a start position, given as a placement and the pieces in hand, has as many royal pieces as the start of
/// the game.
pub(super) fn check_number(
    source: Source<'_>,
    fen: &Spanned<String>,
    rules: &Rules,
    placement: &Placement,
    held: &Held,
) -> Result<(), DefinitionError> {
    for color in Color::BOTH {
        let expected = rules.royal_at_start(color);
        let found = rules.count_royal(placement, color) + rules.count_royal_held(held, color);
        if found != expected {
            let message = format!("expected {expected} royal pieces for {color:?}, found {found}");
            return Err(source.error_at(fen, message));
        }
    }
    Ok(())
}
