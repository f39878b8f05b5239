//! Random openings: random turns from the start position, often with changed material, and random endgames.

use std::fmt::{self, Display, Formatter};
use std::ops::RangeInclusive;
use std::sync::Arc;

use kurier_rules::board::Square;
use kurier_rules::position::Position;
use kurier_rules::random::SplitMix64;
use kurier_rules::rules::{Color, Definition, PieceType, Variant};
use rand::{Rng, RngCore};
use rand_chacha::ChaCha8Rng;

/// The maximum number of pieces of one side that are removed or replaced in an opening with changed material.
const MAX_CHANGES: u32 = 3;
/// The probability that a change removes a piece rather than replacing it. Pawns are always removed.
const REMOVED: f64 = 0.6;

/// Openings with a larger advantage, in centipawns, are rejected. For openings with changed material the bound is twice
/// as high.
const MAX_SCORE: i32 = 250;

/// The number of kings on the board. They are never removed.
const KINGS: usize = 2;
/// The number of pieces in an endgame, including kings.
const ENDGAME_PIECES: RangeInclusive<usize> = 6..=14;
/// The number of random turns that spread the pieces of an endgame over the board.
const ENDGAME_PLIES: RangeInclusive<u32> = 20..=60;
/// Endgames with a larger advantage, in centipawns, are rejected. The bound is wide because endgames are played to show
/// which advantages win.
const MAX_ENDGAME_SCORE: i32 = 1200;

/// The distribution of random openings.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Openings {
    /// The minimum number of random turns.
    pub min_plies: u32,
    /// The maximum number of random turns.
    pub max_plies: u32,
    /// The fraction of games with changed material, from 0 to 1, among the games that do not begin as endgames.
    pub changed: f64,
    /// The fraction of games that begin as endgames and are never adjudicated as won, from 0 to 1.
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

/// A start position, together with the rules for judging the opening and for playing the game.
pub(super) struct Opening<const W: usize> {
    pub position: Position<W>,
    /// The opening is rejected if a search gives either side an advantage of more than this many centipawns.
    pub max_score: i32,
    /// Whether the game is played to its end even if the scores show a won game.
    pub played_out: bool,
}

impl<const W: usize> Opening<W> {
    /// Returns the start position as an opening.
    pub fn start(variant: &Arc<Variant<W>>) -> Self {
        Self {
            position: Position::start(variant.clone()),
            max_score: MAX_SCORE,
            played_out: false,
        }
    }
}

/// Generates a random opening. Returns `None` if the attempt failed, for example because the random turns ended the
/// game.
pub(super) fn random_opening<const W: usize>(
    variant: &Arc<Variant<W>>,
    openings: &Openings,
    random: &mut ChaCha8Rng,
) -> Option<Opening<W>> {
    // Without endgames, no random number is drawn here, because a seed must give the same games as in older versions.
    if openings.endgames > 0.0 && random.random_bool(openings.endgames.min(1.0)) {
        return endgame(variant, random);
    }
    let mut position = start(variant, random)?;
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

/// Returns the start position, or a random one if the game has several.
fn start<const W: usize>(variant: &Arc<Variant<W>>, random: &mut ChaCha8Rng) -> Option<Position<W>> {
    let definition = &variant.definition;
    // A game with one start position draws no random number, because a seed must give the same games as in older
    // versions.
    let several = definition.starts.is_some();
    let fen = several.then(|| definition.random_start(&mut SplitMix64::new(random.next_u64())));
    match fen.flatten() {
        Some(fen) => Position::from_fen(variant.clone(), &fen).ok(),
        None => Some(Position::start(variant.clone())),
    }
}

/// Generates a random endgame: removes most pieces from the start position and spreads the remaining pieces by random
/// turns. Returns `None` if the attempt failed. Unlike random placement, random turns put pieces that reach few
/// squares, such as alfils, only on squares that the pieces can reach.
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

/// Plays `plies` random turns. Returns `None` if the game ends before the last of these turns.
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

/// Parses a FEN as a start position. Returns `None` if the FEN is invalid, the game is over or the side to move is in
/// check. Openings are always converted through a FEN: a game in a file starts without a history, so the recorded play
/// must not depend on a history.
fn without_history<const W: usize>(variant: &Arc<Variant<W>>, fen: &str) -> Option<Position<W>> {
    let position = Position::from_fen(variant.clone(), fen).ok()?;
    (position.outcome().is_none() && !position.in_check()).then_some(position)
}

/// Returns the squares of a side's pieces except its king, in FEN order. The order matters: a seed must give the same
/// games as in older versions.
fn pieces_of(definition: &Definition, placement: &[Option<(PieceType, Color)>], color: Color) -> Vec<Square> {
    let belongs = |square: &Square| {
        placement[square.index()]
            .is_some_and(|(piece_type, of)| of == color && definition.king(color) != Some(piece_type))
    };
    definition.shape.fen_order().filter(belongs).collect()
}

/// Removes or replaces some pieces at random and returns the resulting FEN, which may be illegal. Returns `None` if the
/// FEN of `position` cannot be parsed, which should never happen.
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
