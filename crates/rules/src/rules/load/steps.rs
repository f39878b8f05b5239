//! Reads the keys `double-step`, `double-step-in`, `multi-step`, `en-passant` and `en-passant-on`.

use std::collections::{BTreeMap, BTreeSet};

use toml::Spanned;

use super::regions;
use crate::board::{Shape, Square, Vector};
use crate::rules::file::{PieceSection, Ranks, Table, Texts};
use crate::rules::source::Source;
use crate::rules::{Color, DefinitionError, Mode, Movement, MultiStep, Path};

/// Reads the multi-step of a piece. `movements` and `first` are its ordinary and its first moves, which must not
/// include a step of the multi-step: the move generator would list that move twice.
pub(super) fn read(
    source: Source<'_>,
    section: &PieceSection,
    shape: &Shape,
    movements: &[Movement],
    first: &[Movement],
) -> Result<Option<MultiStep>, DefinitionError> {
    let by_squares = section.double_step_in.as_ref();
    if let (None, Some(black)) = (by_squares, &section.double_step_in_black) {
        return Err(source.error_at(black, "expected `double-step-in` too, for White"));
    }
    let asked = [
        section.double_step.as_ref().map(Spanned::span),
        by_squares.map(Spanned::span),
        section.multi_step.as_ref().map(Spanned::span),
    ];
    let mut asked = asked.into_iter().flatten();
    let Some(first_key) = asked.next() else {
        let keys = [
            section.en_passant.as_ref().map(Spanned::span),
            section.en_passant_on.as_ref().map(Spanned::span),
            section.en_passant_on_black.as_ref().map(Spanned::span),
        ];
        return match keys.into_iter().flatten().next() {
            Some(key) => {
                let message = "expected `double-step` or `multi-step` too: without it there is no en passant";
                Err(source.error(key.start, message))
            }
            None => Ok(None),
        };
    };
    if let Some(other) = asked.next() {
        let message = match by_squares {
            Some(_) => "expected only one of `double-step`, `double-step-in` and `multi-step`",
            None => "expected `double-step` or `multi-step`, not both",
        };
        return Err(source.error(other.start, message));
    }
    let steps = match (&section.double_step, &section.multi_step) {
        (Some(ranks), _) => neighbours(source, ranks, shape)?,
        (None, Some(long)) => by_rank(source, long, shape)?,
        (None, None) => BTreeMap::new(),
    };
    let multi_step = MultiStep {
        steps,
        squares: by_squares
            .map(|white| start_squares(source, white, section.double_step_in_black.as_ref(), shape))
            .transpose()?,
        en_passant: section.en_passant.as_ref().is_some_and(|flag| *flag.get_ref()),
        en_passant_on: en_passant_on(source, section, shape)?,
    };
    let said_before = |movements: &[Movement]| {
        (2..=multi_step.longest()).find(|steps| movements.iter().any(|movement| leads(shape, movement, *steps)))
    };
    let (steps, why) = match (said_before(movements), said_before(first)) {
        (Some(steps), _) => (steps, "the piece moves so far straight forward anyway"),
        (None, Some(steps)) => (steps, "the piece has this as a first move"),
        (None, None) => return Ok(Some(multi_step)),
    };
    let message = match steps {
        2 => format!("expected no double step: {why}"),
        _ => format!("expected no step over {steps} squares: {why}"),
    };
    Err(source.error(first_key.start, message))
}

/// Reads the squares of a double step, by colour.
fn start_squares(
    source: Source<'_>,
    white: &Texts,
    black: Option<&Texts>,
    shape: &Shape,
) -> Result<[BTreeSet<Square>; 2], DefinitionError> {
    let squares = regions::both(source, white, black, shape, true)?;
    for (color, key) in Color::BOTH.into_iter().zip([white, black.unwrap_or(white)]) {
        let fits = |square: &Square| match color {
            Color::White => shape.rank(*square) + 2 < shape.ranks(),
            Color::Black => shape.rank(*square) >= 2,
        };
        if let Some(square) = squares[color.index()].iter().find(|square| !fits(square)) {
            let message = format!(
                "expected squares with two ranks in front of them, which {} does not have",
                shape.name(*square)
            );
            return Err(source.error_at(key, message));
        }
    }
    Ok(squares)
}

/// Reads `en-passant-on`: the only squares where a piece may be captured en passant, by colour of the piece.
fn en_passant_on(
    source: Source<'_>,
    section: &PieceSection,
    shape: &Shape,
) -> Result<Option<[BTreeSet<Square>; 2]>, DefinitionError> {
    let (white, black) = match (&section.en_passant_on, &section.en_passant_on_black) {
        (None, None) => return Ok(None),
        (None, Some(black)) => return Err(source.error_at(black, "expected `en-passant-on` too, for White")),
        (Some(white), black) => (white, black.as_ref()),
    };
    match section.en_passant.as_ref().is_some_and(|flag| *flag.get_ref()) {
        true => regions::both(source, white, black, shape, true).map(Some),
        false => Err(source.error_at(white, "expected `en-passant = true` too")),
    }
}

/// Returns whether a movement can lead `steps` squares straight ahead without a capture.
fn leads(shape: &Shape, movement: &Movement, steps: u8) -> bool {
    let leads = |from: Square| {
        let to = shape.step(from, Vector::flat(0, 1).times(steps as i8));
        to.is_some_and(|to| Path::on(shape, Color::White, movement, from).ends().contains(&to))
    };
    movement.mode != Mode::Capture && shape.squares().any(leads)
}

/// Reads `double-step`. Returns the number of steps, 2, for each of the ranks, which are counted from 0.
fn neighbours(source: Source<'_>, ranks: &Spanned<Ranks>, shape: &Shape) -> Result<BTreeMap<u8, u8>, DefinitionError> {
    let farthest = shape.ranks().saturating_sub(2);
    let (first, last) = ranks.get_ref().ends();
    if first == 0 || first > last || last > farthest {
        return Err(source.error_at(ranks, too_far(farthest)));
    }
    Ok((first..=last).map(|rank| (rank - 1, 2)).collect())
}

/// Returns the error message for a string that is not a rank, or a rank too close to the end of the board for two
/// steps.
fn too_far(farthest: u8) -> String {
    format!("expected a rank from 1 to {farthest}, with two ranks in front of it")
}

/// Reads `multi-step`, a table `{ rank = steps }`. The ranks are counted from 1 in the table, and from 0 in the result.
fn by_rank(
    source: Source<'_>,
    table: &Spanned<Table<Spanned<u8>>>,
    shape: &Shape,
) -> Result<BTreeMap<u8, u8>, DefinitionError> {
    let farthest = shape.ranks().saturating_sub(2);
    let mut by_rank = BTreeMap::new();
    for (key, steps) in &table.get_ref().0 {
        let rank = match key.get_ref().parse::<u8>() {
            Ok(rank) if (1..=farthest).contains(&rank) => rank,
            _ => return Err(source.error_at(key, too_far(farthest))),
        };
        let most = shape.ranks() - rank;
        if !(2..=most).contains(steps.get_ref()) {
            let message = format!("expected 2 to {most} steps from rank {rank}");
            return Err(source.error_at(steps, message));
        }
        if by_rank.insert(rank - 1, *steps.get_ref()).is_some() {
            return Err(source.error_at(key, format!("rank {rank} is given twice")));
        }
    }
    if by_rank.is_empty() {
        return Err(source.error_at(table, "expected ranks with their steps: `{ 2 = 3, 3 = 2 }`"));
    }
    Ok(by_rank)
}
