//! Translates double and triple steps of pawns, en passant and other initial moves.

use std::collections::BTreeSet;

use super::atoms::{Path, Step};
use super::error::TranslationError;
use super::movement::Moves;
use super::pieces::{Kind, Piece};
use super::promotion;
use super::regions;
use super::values::Region;
use super::write::Game;
use kurier_rules::rules::Color;

/// A square: file and rank, from 0.
type Square = (u8, u8);

/// Writes the keys of double and triple steps; `None` if the piece has no such step. The text is empty if a piece other
/// than the pawn has a double step, but no square from which it can make the step.
pub(super) fn multi_step(game: &Game, kind: Kind, moves: &Moves) -> Result<Option<String>, TranslationError> {
    if kind != Kind::PAWN && !moves.double_step() {
        return Ok(None);
    }
    let starts = |color: Color| (color, Starts::of(game, kind, color));
    let all: Vec<(Color, Starts)> = game.colors(kind).map(starts).collect();
    if all.is_empty() {
        return Ok(None);
    }
    if all.iter().any(|(_, starts)| !starts.triple.is_subset(&starts.double)) {
        return Err(TranslationError::TripleWithoutDouble);
    }
    if all.iter().all(|(_, starts)| starts.double.is_empty()) {
        // The piece has a double step, but there is no square from which it can make the step.
        return Ok((kind != Kind::PAWN).then(String::new));
    }
    let ranks: Option<BTreeSet<Vec<(u8, u8)>>> = all.iter().map(|(color, starts)| starts.ranks(game, *color)).collect();
    let mut text = match ranks
        .as_ref()
        .and_then(|ranks| ranks.first())
        .filter(|_| ranks.as_ref().is_some_and(|ranks| ranks.len() == 1))
    {
        Some(ranks) => by_rank(ranks),
        None if all.iter().any(|(_, starts)| !starts.triple.is_empty()) => {
            return Err(TranslationError::TripleStepsByColor);
        }
        None => regions::by_color(
            game,
            "double-step-in",
            all.iter().map(|(color, starts)| (*color, &starts.double)),
        ),
    };
    text += &en_passant(game, &all)?;
    Ok(Some(text))
}

/// The squares from which pieces of a type and colour make double and triple steps.
struct Starts {
    double: BTreeSet<Square>,
    triple: BTreeSet<Square>,
}

impl Starts {
    /// Returns the squares from which pieces of a type make double and triple steps. The type must be one that has
    /// double steps.
    fn of(game: &Game, kind: Kind, color: Color) -> Self {
        let settings = game.settings;
        // Near the last rank a step that would leave the board has no effect.
        let from = |region: &[Region; 2], steps: u8| -> BTreeSet<Square> {
            let fits = |(_, rank): &Square| game.own_rank(color, rank + 1) + steps <= settings.ranks;
            let all = game.all_squares().filter(fits);
            all.filter(|(file, rank)| region[color.index()].contains(*file, *rank))
                .collect()
        };
        Self {
            double: match settings.double_step {
                true => from(&settings.double_step_region, 2),
                false => BTreeSet::new(),
            },
            triple: match kind == Kind::PAWN {
                true => from(&settings.triple_step_region, 3),
                false => BTreeSet::new(),
            },
        }
    }

    /// Returns the ranks of the squares, as the side counts them from 1, with the number of steps; `None` if the
    /// squares are not whole ranks.
    fn ranks(&self, game: &Game, color: Color) -> Option<Vec<(u8, u8)>> {
        let mut ranks = Vec::new();
        for own in 1..=game.settings.ranks {
            let row = game
                .all_squares()
                .filter(|(_, rank)| game.own_rank(color, rank + 1) == own);
            let steps: BTreeSet<u8> = row.map(|square| self.steps(&square)).collect();
            match steps.into_iter().collect::<Vec<_>>()[..] {
                [] | [1] => {}
                [steps] => ranks.push((own, steps)),
                _ => return None,
            }
        }
        Some(ranks)
    }

    /// Returns the largest number of steps from a square.
    fn steps(&self, square: &Square) -> u8 {
        1 + u8::from(self.double.contains(square)) + u8::from(self.triple.contains(square))
    }

    /// Returns the squares that the steps pass.
    fn passed(&self, color: Color) -> BTreeSet<Square> {
        let ahead = |(file, rank): &Square, by: u8| match color {
            Color::White => (*file, rank + by),
            Color::Black => (*file, rank - by),
        };
        let steps = self.double.iter().map(|square| ahead(square, 1));
        steps.chain(self.triple.iter().map(|square| ahead(square, 2))).collect()
    }
}

/// Writes the key for steps from whole ranks.
fn by_rank(ranks: &[(u8, u8)]) -> String {
    match ranks {
        [(rank, 2)] => format!("double-step = {rank}\n"),
        _ => {
            let table: Vec<String> = ranks.iter().map(|(rank, steps)| format!("{rank} = {steps}")).collect();
            format!("multi-step = {{ {} }}\n", table.join(", "))
        }
    }
}

/// Writes the keys of captures en passant: whether and where pieces may be captured after the steps from these squares.
fn en_passant(game: &Game, all: &[(Color, Starts)]) -> Result<String, TranslationError> {
    let mut open = Vec::new();
    let (mut any, mut every) = (false, true);
    for (color, starts) in all {
        let passed: BTreeSet<Square> = starts.passed(*color);
        let passed: BTreeSet<Square> = passed
            .into_iter()
            .filter(|(file, rank)| game.is_square(*file, *rank))
            .collect();
        let Some(squares) = open_squares(game, !*color, &passed)? else {
            continue;
        };
        any |= !squares.is_empty();
        every &= squares == passed;
        open.push((*color, squares));
    }
    Ok(match (any, every) {
        (false, _) => "en-passant = false\n".to_owned(),
        (true, true) => "en-passant = true\n".to_owned(),
        (true, false) => {
            let squares = open.iter().map(|(color, squares)| (*color, squares));
            format!(
                "en-passant = true\n{}",
                regions::by_color(game, "en-passant-on", squares)
            )
        }
    })
}

/// Returns whether pieces of a type may capture en passant where they would have to be promoted on arrival.
pub(super) fn take_where_forced(game: &Game, kind: Kind) -> bool {
    let settings = game.settings;
    let takes = |color: Color| {
        let region = settings.en_passant_region[color.index()];
        let listed = kind == Kind::PAWN || settings.en_passant_takers[color.index()].contains(&kind);
        let stepping = game
            .present(!color)
            .filter(|(kind, moves)| *kind == Kind::PAWN || moves.double_step());
        let mut passed = stepping.flat_map(|(kind, _)| Starts::of(game, kind, !color).passed(!color));
        listed
            && passed.any(|square| {
                region.contains(square.0, square.1) && promotion::must_promote_on(game, kind, color, square)
            })
    };
    game.colors(kind).any(takes)
}

/// Returns the squares in `passed` on which `side` may capture en passant; `None` if `side` has no piece that captures
/// en passant. `passed` has the squares that multi-steps pass.
///
/// # Errors
/// Fails if a piece that counts as a pawn does not capture en passant there, or if another piece does.
fn open_squares(
    game: &Game,
    side: Color,
    passed: &BTreeSet<Square>,
) -> Result<Option<BTreeSet<Square>>, TranslationError> {
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
    let open = passed
        .iter()
        .copied()
        .filter(|(file, rank)| region.contains(*file, *rank));
    let open: BTreeSet<Square> = open.collect();
    let differs = able
        .iter()
        .any(|piece| takes(piece) != game.is_pawn(piece.0) || takes(piece) && !plain(piece.1));
    match differs && !open.is_empty() {
        true => Err(TranslationError::EnPassantTakers),
        false => Ok(Some(open)),
    }
}

/// Returns whether the piece captures on a square to which it cannot move without capturing. Only such captures can be
/// made en passant.
fn captures_elsewhere(moves: &Moves) -> bool {
    let mut captures = moves.usual.iter().filter(|step| step.capture);
    captures.any(|step| !moves.usual.iter().any(|other| !other.capture && other.by == step.by))
}

/// Returns whether all captures are leaps to squares to which the piece cannot move without capturing.
fn plain(moves: &Moves) -> bool {
    let mut captures = moves.usual.iter().filter(|step| step.capture);
    captures
        .all(|step| step.path == Path::Leap && !moves.usual.iter().any(|other| !other.capture && other.by == step.by))
}

/// Returns whether a piece makes initial moves other than the double step.
///
/// # Errors
/// Fails if Kurier cannot express the initial moves, because they are not made exactly from the squares where pieces of
/// this type stand at the start, or because they can be answered by a capture en passant.
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
