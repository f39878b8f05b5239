//! Translates double and triple steps of pawns, en passant and other initial moves.

use super::atoms::{Path, Step};
use super::error::TranslationError;
use super::movement::Moves;
use super::pieces::{Kind, Piece};
use super::write::Game;
use kurier_rules::rules::Color;

/// Writes the keys of double and triple steps; `None` if the piece has no such step. The text is empty if a piece other
/// than the pawn has a double step, but no square from which it can make the step.
pub(super) fn multi_step(game: &Game, kind: Kind, moves: &Moves) -> Result<Option<String>, TranslationError> {
    if kind != Kind::PAWN && !moves.double_step() {
        return Ok(None);
    }
    let settings = game.settings;
    let mut all = game.colors(kind).map(|color| {
        let ranks = |regions: &[super::values::Region; 2]| {
            let ranks = game.whole_ranks(regions[color.index()], color);
            ranks.ok_or(TranslationError::StepsFromPartOfRank)
        };
        let double = if settings.double_step {
            ranks(&settings.double_step_region)?
        } else {
            Vec::new()
        };
        let triple = if kind == Kind::PAWN {
            ranks(&settings.triple_step_region)?
        } else {
            Vec::new()
        };
        // Near the last rank a step that would leave the board has no effect.
        let fits = |ranks: Vec<u8>, steps: u8| -> Vec<u8> {
            ranks
                .into_iter()
                .filter(|rank| rank + steps <= settings.ranks)
                .collect()
        };
        Ok::<_, TranslationError>([fits(double, 2), fits(triple, 3)])
    });
    let Some([double, triple]) = all.next().transpose()? else {
        return Ok(None);
    };
    for other in all {
        if other? != [double.clone(), triple.clone()] {
            return Err(TranslationError::StepsByColor);
        }
    }
    if triple.iter().any(|rank| !double.contains(rank)) {
        return Err(TranslationError::TripleWithoutDouble);
    }
    let steps = |rank: &u8| if triple.contains(rank) { 3 } else { 2 };
    let mut text = match double[..] {
        // The piece has a double step, but there is no square from which it can make the step.
        [] => return Ok((kind != Kind::PAWN).then(String::new)),
        [rank] if triple.is_empty() => format!("double-step = {rank}\n"),
        _ => {
            let table: Vec<String> = double.iter().map(|rank| format!("{rank} = {}", steps(rank))).collect();
            format!("multi-step = {{ {} }}\n", table.join(", "))
        }
    };
    let passed: Vec<u8> = double
        .iter()
        .flat_map(|rank| (1..steps(rank)).map(move |by| rank + by))
        .collect();
    text += &format!("en-passant = {}\n", en_passant(game, kind, &passed)?);
    Ok(Some(text))
}

/// Returns whether the piece can be captured en passant after a multi-step: true if every pawn can capture it on each
/// square that it passed, false if no pawn can capture it on any of them. Everything in between is an error. `passed`
/// contains the ranks of the squares, counted from the edge of the piece's own side.
fn en_passant(game: &Game, kind: Kind, passed: &[u8]) -> Result<bool, TranslationError> {
    let mut answers = game
        .colors(kind)
        .filter_map(|color| by_side(game, !color, color, passed).transpose());
    let first = answers.next().transpose()?.unwrap_or(false);
    match answers.next().transpose()? {
        Some(other) if other != first => Err(TranslationError::EnPassantByColor),
        _ => Ok(first),
    }
}

/// Returns whether `side` may capture multi-steps of `other` en passant; `None` if `side` has no piece that captures en
/// passant. `passed` contains the ranks that the multi-steps pass, counted from the edge of `other`.
fn by_side(game: &Game, side: Color, other: Color, passed: &[u8]) -> Result<Option<bool>, TranslationError> {
    let settings = game.settings;
    let captures = |moves: &Moves| moves.usual.iter().any(|step| step.capture);
    let able: Vec<(Kind, &Moves)> = game.present(side).filter(|(_, moves)| captures(moves)).collect();
    let takes = |(kind, moves): &(Kind, &Moves)| {
        let listed = *kind == Kind::PAWN || settings.en_passant_takers[side.index()].contains(kind);
        listed && captures_elsewhere(moves)
    };
    if !able.iter().any(takes) {
        return Ok(None);
    }
    let region = settings.en_passant_region[side.index()];
    let squares = game
        .all_squares()
        .filter(|(_, rank)| passed.contains(&game.own_rank(other, rank + 1)));
    let open: Vec<bool> = squares.map(|(file, rank)| region.contains(file, rank)).collect();
    match (open.contains(&true), open.contains(&false)) {
        (true, true) => return Err(TranslationError::EnPassantOnSomeSquares),
        (false, _) => return Ok(Some(false)),
        (true, false) => {}
    }
    let differs = able
        .iter()
        .any(|piece| takes(piece) != game.is_pawn(piece.0) || takes(piece) && !plain(piece.1));
    match differs {
        true => Err(TranslationError::EnPassantTakers),
        false => Ok(Some(true)),
    }
}

/// Returns whether the piece captures on a square to which it does not move otherwise: only such captures take en passant.
fn captures_elsewhere(moves: &Moves) -> bool {
    let mut captures = moves.usual.iter().filter(|step| step.capture);
    captures.any(|step| !moves.usual.iter().any(|other| !other.capture && other.by == step.by))
}

/// Returns whether all captures are leaps and go to other squares than moves without capture.
fn plain(moves: &Moves) -> bool {
    let mut captures = moves.usual.iter().filter(|step| step.capture);
    captures
        .all(|step| step.path == Path::Leap && !moves.usual.iter().any(|other| !other.capture && other.by == step.by))
}

/// Returns whether a piece makes initial moves other than the double step.
///
/// # Errors
/// Kurier cannot express the initial moves: they are not made exactly from the squares where pieces of this type stand
/// at the start, or they can be answered by a capture en passant.
pub(super) fn initial(game: &Game, piece: &Piece, moves: &Moves) -> Result<bool, TranslationError> {
    let settings = game.settings;
    let unsupported = || TranslationError::InitialMoves(piece.betza.clone());
    if !settings.double_step {
        return Ok(false);
    }
    for color in game.colors(piece.kind) {
        let stands = |(file, rank)| game.squares.contains(&(file, rank, color.case(piece.letter)));
        let region = settings.double_step_region[color.index()];
        if !game
            .all_squares()
            .all(|(file, rank)| region.contains(file, rank) == stands((file, rank)))
        {
            return Err(unsupported());
        }
        let passes = |step: &Step| {
            let (files, ranks) = (step.by.0.abs(), step.by.1.abs());
            (files == 0 || ranks == 0 || files == ranks) && files.max(ranks) > 1
        };
        let side = !color;
        let open = game
            .all_squares()
            .any(|(file, rank)| settings.en_passant_region[side.index()].contains(file, rank));
        if open && moves.initial.iter().any(passes) {
            return Err(unsupported());
        }
    }
    Ok(true)
}
