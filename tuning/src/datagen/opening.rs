//! Openings: random turns from the start position, often with changed material; and endgames.

use std::fmt::{self, Display, Formatter};
use std::ops::RangeInclusive;
use std::sync::Arc;

use kurier_rules::board::Square;
use kurier_rules::position::Position;
use kurier_rules::rules::{Color, Definition, PieceType, Variant};
use rand::Rng;
use rand_chacha::ChaCha8Rng;

/// Changes to either side, at most.
const MAX_CHANGES: u32 = 3;
/// The part of the changes that remove a piece; the others replace it.
const REMOVED: f64 = 0.6;

/// Openings score within this, in centipawns; with changed material within twice as much.
const MAX_SCORE: i32 = 250;

const KINGS: usize = 2;
/// Pieces of an endgame, kings included.
const ENDGAME_PIECES: RangeInclusive<usize> = 6..=14;
/// Random turns that spread the pieces of an endgame over the board.
const ENDGAME_PLIES: RangeInclusive<u32> = 20..=60;
/// Endgames score within this, in centipawns: whether such a lead wins is what their games are to show.
const MAX_ENDGAME_SCORE: i32 = 1200;

/// How games are opened.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Openings {
    /// Random turns, at least.
    pub min_plies: u32,
    /// Random turns, at most.
    pub max_plies: u32,
    /// The part of the games with changed material, from 0 to 1.
    pub changed: f64,
    /// The part of the games that begin as endgames and are played out, from 0 to 1.
    pub endgames: f64,
}

impl Default for Openings {
    fn default() -> Self {
        Self {
            min_plies: 6,
            max_plies: 14,
            changed: 0.5,
            endgames: 0.0,
        }
    }
}

impl Display for Openings {
    fn fmt(&self, text: &mut Formatter) -> fmt::Result {
        write!(
            text,
            "{}-{} plies, {} changed",
            self.min_plies, self.max_plies, self.changed
        )?;
        if self.endgames > 0.0 {
            write!(text, ", {} endgames", self.endgames)?;
        }
        Ok(())
    }
}

/// A position to start from.
pub(super) struct Opening<const W: usize> {
    pub position: Position<W>,
    /// The highest score of either side with which it is of use, in centipawns.
    pub max_score: i32,
    /// Whether the game is to be played to its end, also when it looks won.
    pub played_out: bool,
}

/// Returns a random opening; `None` if it is no use, as when the game ended at once.
pub(super) fn random_opening<const W: usize>(
    variant: &Arc<Variant<W>>,
    openings: &Openings,
    random: &mut ChaCha8Rng,
) -> Option<Opening<W>> {
    // Without endgames no number is drawn: games are still those that older versions played.
    if openings.endgames > 0.0 && random.random_bool(openings.endgames.min(1.0)) {
        return endgame(variant, random);
    }
    let mut position = Position::start(variant.clone());
    let plies = random.random_range(openings.min_plies..=openings.max_plies.max(openings.min_plies));
    play_randomly(&mut position, plies, random)?;
    let changed = random.random_bool(openings.changed.clamp(0.0, 1.0));
    let fen = match changed {
        true => change_material(&position, random)?,
        false => position.fen(),
    };
    Some(Opening {
        position: without_history(variant, &fen)?,
        max_score: if changed { 2 * MAX_SCORE } else { MAX_SCORE },
        played_out: false,
    })
}

/// Returns a random endgame: pieces of the start position without most of the others, spread by random turns. So pieces
/// that reach few squares stand on those.
fn endgame<const W: usize>(variant: &Arc<Variant<W>>, random: &mut ChaCha8Rng) -> Option<Opening<W>> {
    let definition = &variant.definition;
    let mut placement = definition.array.clone();
    let mut pieces = Color::BOTH
        .map(|color| pieces_of(definition, &placement, color))
        .concat();
    let wanted = random.random_range(ENDGAME_PIECES);
    while pieces.len() + KINGS > wanted {
        placement[pieces.remove(random.random_range(0..pieces.len())).index()] = None;
    }
    let board = definition.spell_placement(|square| placement[square.index()]);
    let mut position = Position::from_fen(variant.clone(), &format!("{board} w - - 0 1")).ok()?;
    let plies = random.random_range(ENDGAME_PLIES);
    play_randomly(&mut position, plies, random)?;
    Some(Opening {
        position: without_history(variant, &position.fen())?,
        max_score: MAX_ENDGAME_SCORE,
        played_out: true,
    })
}

/// Plays random turns; `None` if the game ends before all are played.
fn play_randomly<const W: usize>(position: &mut Position<W>, plies: u32, random: &mut ChaCha8Rng) -> Option<()> {
    for _ in 0..plies {
        if position.outcome().is_some() {
            return None;
        }
        let turns = position.turns();
        position.play(&turns[random.random_range(0..turns.len())]);
    }
    Some(())
}

/// Returns the position of a FEN, if it can be played on. By way of the FEN in any case: the game in the file starts
/// without a history.
fn without_history<const W: usize>(variant: &Arc<Variant<W>>, fen: &str) -> Option<Position<W>> {
    let position = Position::from_fen(variant.clone(), fen).ok()?;
    (position.outcome().is_none() && !position.in_check()).then_some(position)
}

/// Returns the squares of a side's pieces but its king, in the order of a FEN: games of a seed are those that older
/// versions played.
fn pieces_of(definition: &Definition, placement: &[Option<(PieceType, Color)>], color: Color) -> Vec<Square> {
    let belongs = |square: &Square| {
        placement[square.index()].is_some_and(|(piece_type, of)| of == color && piece_type != definition.king())
    };
    definition.shape.fen_order().filter(belongs).collect()
}

/// Returns the FEN of the position with some pieces removed or replaced. It need not be legal.
fn change_material<const W: usize>(position: &Position<W>, random: &mut ChaCha8Rng) -> Option<String> {
    let definition = &position.variant().definition;
    let fen = position.fen();
    let (board, rest) = fen.split_once(' ')?;
    let mut placement = definition.placement(board).ok()?;
    for color in Color::BOTH {
        for _ in 0..random.random_range(0..=MAX_CHANGES) {
            let pieces = pieces_of(definition, &placement, color);
            if pieces.is_empty() {
                continue;
            }
            let square = pieces[random.random_range(0..pieces.len())];
            let is_pawn = placement[square.index()]
                .is_some_and(|(piece_type, _)| definition.piece(piece_type).promotion.is_some());
            placement[square.index()] = if is_pawn || random.random_bool(REMOVED) {
                None
            } else {
                let replacements: Vec<PieceType> = definition
                    .piece_types()
                    .filter(|(_, piece)| !piece.royal && piece.promotion.is_none())
                    .map(|(piece_type, _)| piece_type)
                    .collect();
                Some((replacements[random.random_range(0..replacements.len())], color))
            };
        }
    }
    let board = definition.spell_placement(|square| placement[square.index()]);
    Some(format!("{board} {rest}"))
}
