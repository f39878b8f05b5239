//! Reads the section `[ends]`.

use toml::Spanned;

use super::letters::Letters;
use super::regions;
use crate::board::Shape;
use crate::rules::file::{
    CountLimitSection, CountingSection, EndsSection, ExtinctSection, FateWord, FlagSection, PointsSection, RowSection,
    Times,
};
use crate::rules::source::Source;
use crate::rules::{
    Connection, CountLimit, Counting, DefinitionError, Ends, Extinction, Fate, Flag, FlagTime, Points, Repetition,
    Rules,
};

/// The largest number of checks that a FEN can state.
const MOST_CHECKS: u8 = 9;
/// The largest number of occurrences of a position that a rule about repetition may require.
const MOST_TIMES: u8 = 100;
/// The largest limit of a count, in moves of each side.
const MOST_COUNTED: u16 = 1_000;

/// Reads how the game ends. `chained` indicates whether captures continue in the same turn.
pub(super) fn read(
    source: Source<'_>,
    section: &EndsSection,
    letters: &Letters,
    shape: &Shape,
    chained: bool,
) -> Result<Ends, DefinitionError> {
    let chess = Ends::default();
    let move_limit = match &section.move_limit {
        Some(limit) if !(1..=10_000).contains(limit.get_ref()) => {
            return Err(source.error_at(limit, "expected 1 to 10000 moves"));
        }
        Some(limit) => *limit.get_ref(),
        None => chess.move_limit,
    };
    let checks = match &section.checks {
        Some(checks) if !(1..=MOST_CHECKS).contains(checks.get_ref()) => {
            return Err(source.error_at(checks, format!("expected 1 to {MOST_CHECKS} checks")));
        }
        Some(checks) => *checks.get_ref(),
        None => 0,
    };
    if chained {
        let goals = [
            section.flags.first().map(Spanned::span),
            section.extinct.first().map(Spanned::span),
            section.rows.first().map(Spanned::span),
            section.checks.as_ref().map(Spanned::span),
            section.counting.as_ref().map(Spanned::span),
            section.points.as_ref().map(Spanned::span),
        ];
        if let Some(goal) = goals.into_iter().flatten().next() {
            return Err(source.error(goal.start, "expected no such goal where captures are chained"));
        }
    }
    Ok(Ends {
        checkmate: fate(section.checkmate, chess.checkmate),
        stalemate: section.stalemate.map_or(chess.stalemate, |word| word.0),
        bare_king: section.bare_king.map_or(chess.bare_king, |word| word.0),
        move_limit,
        promotions_reset: section.promotions_reset,
        promotion_set: letters.counts(source, &section.promotion_set, 1)?,
        flags: each(&section.flags, |part| flag(source, part, letters, shape))?,
        extinctions: each(&section.extinct, |part| extinction(source, part, letters))?,
        connections: each(&section.rows, |part| connection(source, part, letters, shape))?,
        checks,
        repetition: repetition(source, section)?,
        counting: section
            .counting
            .as_ref()
            .map(|section| counting(source, section, letters))
            .transpose()?,
        points: section
            .points
            .as_ref()
            .map(|section| points(source, section, letters))
            .transpose()?,
    })
}

/// Reads the points that decide a game that would otherwise be drawn.
fn points(source: Source<'_>, section: &Spanned<PointsSection>, letters: &Letters) -> Result<Points, DefinitionError> {
    let (start, section) = (section.span().start, section.get_ref());
    let ties = section.ties.and_then(|word| word.0);
    if section.pieces.0.is_empty() && section.white == section.black && ties.is_none() {
        return Err(source.error(start, "expected points of pieces or of a side, or a winner of `ties`"));
    }
    Ok(Points {
        pieces: letters.counts(source, &section.pieces, 1)?,
        extra: [section.white, section.black],
        ties,
    })
}

/// Reads the count that draws an endgame.
fn counting(
    source: Source<'_>,
    section: &Spanned<CountingSection>,
    letters: &Letters,
) -> Result<Counting, DefinitionError> {
    let (start, section) = (section.span().start, section.get_ref());
    if section.board.is_none() && section.alone.is_empty() {
        return Err(source.error(start, "expected `board` or `alone`: there is nothing to count"));
    }
    let moves = |limit: &Spanned<u16>| match limit.get_ref() {
        moves @ 1..=MOST_COUNTED => Ok(*moves),
        _ => Err(source.error_at(limit, format!("expected 1 to {MOST_COUNTED} moves"))),
    };
    let board_men = match &section.board_men {
        Some(men) if section.board.is_none() => return Err(source.error_at(men, "expected `board` too")),
        Some(men) if *men.get_ref() < 2 => return Err(source.error_at(men, "expected at least 2 men")),
        men => men.as_ref().map(|men| *men.get_ref()),
    };
    let limit = |row: &Spanned<CountLimitSection>| {
        let row = row.get_ref();
        Ok(CountLimit {
            pieces: letters.several(source, &row.pieces)?.unwrap_or_default(),
            at_least: match &row.at_least {
                Some(least) if *least.get_ref() == 0 => return Err(source.error_at(least, "expected at least 1")),
                least => least.as_ref().map_or(1, |least| *least.get_ref()),
            },
            moves: moves(&row.moves)?,
        })
    };
    Ok(Counting {
        board: section.board.as_ref().map(moves).transpose()?.unwrap_or(0),
        board_men,
        alone: each(&section.alone, limit)?,
        counts_men: section.counts_men,
    })
}

/// Checks that a count is possible with the other rules: each capture must remove one man, and the FEN must have room
/// for the count, which takes the place of the en-passant squares.
pub(super) fn check_counting(source: Source<'_>, section: &EndsSection, rules: &Rules) -> Result<(), DefinitionError> {
    let (Some(at), Some(counting)) = (&section.counting, &rules.ends.counting) else {
        return Ok(());
    };
    if rules.blast.is_some() {
        return Err(source.error_at(at, "expected no `counting` where captures blast"));
    }
    let steps = || rules.pieces.iter().filter_map(|piece| piece.multi_step.as_ref());
    match counting.board_men.is_some() && steps().any(|steps| steps.en_passant) {
        true => Err(source.error_at(at, "expected no `board-men` where pawns are captured en passant")),
        false => Ok(()),
    }
}

/// Reads each of several tables.
fn each<T, R>(
    tables: &[Spanned<T>],
    read: impl Fn(&Spanned<T>) -> Result<R, DefinitionError>,
) -> Result<Vec<R>, DefinitionError> {
    tables.iter().map(read).collect()
}

/// Returns the player's fate that a word names, or `otherwise` if there is no word.
fn fate(word: Option<FateWord>, otherwise: Fate) -> Fate {
    word.map_or(otherwise, |word| word.0)
}

/// Reads a region that wins. Black's squares mirror White's unless they are given too.
fn flag(
    source: Source<'_>,
    section: &Spanned<FlagSection>,
    letters: &Letters,
    shape: &Shape,
) -> Result<Flag, DefinitionError> {
    let section = section.get_ref();
    let [white, black] = regions::both(source, &section.squares, section.squares_black.as_ref(), shape, true)?;
    let sizes = [white.len(), black.len()].into_iter().filter(|size| *size > 0);
    let most = sizes.min().unwrap_or(1);
    let count = match &section.count {
        Some(count) if !(1..=most).contains(&usize::from(*count.get_ref())) => {
            let message = format!("expected 1 to {most} pieces, as many as the region has squares");
            return Err(source.error_at(count, message));
        }
        Some(count) => *count.get_ref(),
        None => 1,
    };
    Ok(Flag {
        pieces: letters
            .several(source, &section.pieces)?
            .unwrap_or_else(|| letters.all()),
        squares: [white, black],
        count,
        or_full: section.or_full,
        time: section.time.as_ref().map_or(FlagTime::AtOnce, |word| word.get_ref().0),
    })
}

/// Reads the fate of a player who has few pieces.
fn extinction(
    source: Source<'_>,
    section: &Spanned<ExtinctSection>,
    letters: &Letters,
) -> Result<Extinction, DefinitionError> {
    let section = section.get_ref();
    Ok(Extinction {
        pieces: letters.several(source, &section.pieces)?.unwrap_or_default(),
        at_most: section.at_most,
        opponent_at_least: section.opponent_at_least,
        fate: fate(section.result, Fate::Loses),
    })
}

/// Reads a row of pieces that ends the game.
fn connection(
    source: Source<'_>,
    section: &Spanned<RowSection>,
    letters: &Letters,
    shape: &Shape,
) -> Result<Connection, DefinitionError> {
    let (start, section) = (section.span().start, section.get_ref());
    let longest = shape.files().max(shape.ranks());
    if shape.levels() > 1 {
        return Err(source.error(start, "expected no rows on a board with levels"));
    }
    if !(2..=longest).contains(section.count.get_ref()) {
        let message = format!("expected 2 to {longest} pieces in a row");
        return Err(source.error_at(&section.count, message));
    }
    let (orthogonal, diagonal) = (section.orthogonal.unwrap_or(true), section.diagonal.unwrap_or(true));
    if !orthogonal && !diagonal {
        return Err(source.error(start, "expected `orthogonal` or `diagonal` rows"));
    }
    Ok(Connection {
        pieces: letters
            .several(source, &section.pieces)?
            .unwrap_or_else(|| letters.all()),
        count: *section.count.get_ref(),
        orthogonal,
        diagonal,
        fate: fate(section.result, Fate::Wins),
    })
}

/// Reads what the repetition of positions leads to.
fn repetition(source: Source<'_>, section: &EndsSection) -> Result<Repetition, DefinitionError> {
    let chess = Ends::default().repetition;
    let times = match &section.repetitions {
        None => chess.times,
        Some(times) => match times.get_ref() {
            Times::Word(_) => None,
            Times::Number(number) if (2..=MOST_TIMES).contains(number) => Some(*number),
            Times::Number(_) => {
                let message = format!("expected 2 to {MOST_TIMES} times, or `\"never\"`");
                return Err(source.error_at(times, message));
            }
        },
    };
    if times.is_none() {
        let fate = section.repetition.as_ref().map(Spanned::span);
        let whose = section.repetition_of.as_ref().map(Spanned::span);
        let perpetual = section.perpetual_check_loses.as_ref().map(Spanned::span);
        if let Some(word) = fate.or(whose).or(perpetual) {
            let message = "expected no such word where repetition is without consequences";
            return Err(source.error(word.start, message));
        }
    }
    Ok(Repetition {
        times,
        fate: section.repetition.as_ref().map_or(chess.fate, |word| word.get_ref().0),
        of_white: section.repetition_of.as_ref().is_some_and(|word| word.get_ref().0),
        perpetual_check_loses: section
            .perpetual_check_loses
            .as_ref()
            .is_some_and(|flag| *flag.get_ref()),
    })
}
