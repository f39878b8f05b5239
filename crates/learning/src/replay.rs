//! Replays games and selects their quiet positions.

use std::sync::Arc;

use kurier_engine::search::MATE_IN_MAX;
use kurier_rules::position::{Position, Turn};
use kurier_rules::rules::{Color, Variant};

use crate::archive::Game;

/// Calls `visit` with each quiet position of a game, the index of the turn that was played in the position, and the
/// score of the search in centipawns from White's point of view. Stops at a turn that cannot be read.
pub fn quiet_positions<const W: usize>(
    variant: &Arc<Variant<W>>,
    game: &Game,
    visit: impl FnMut(&Position<W>, usize, i32),
) {
    positions(variant, game, is_quiet, visit);
}

/// Calls `visit`, with the same arguments as [`quiet_positions`] does, for each position of a game for which `wanted`
/// returns true. `wanted` receives the position, the turn that was played and its score from the mover's point of view.
/// A damaged game ends at its first illegal turn.
pub fn positions<const W: usize>(
    variant: &Arc<Variant<W>>,
    game: &Game,
    wanted: impl Fn(&Position<W>, &Turn, i32) -> bool,
    mut visit: impl FnMut(&Position<W>, usize, i32),
) {
    let Ok(mut position) = Position::from_fen(variant.clone(), &game.fen) else {
        return;
    };
    for (number, (text, score)) in game.turns.iter().enumerate() {
        let Ok(turn) = position.parse_turn(text) else { return };
        if wanted(&position, &turn, *score) {
            let white = position.side() == Color::White;
            visit(&position, number, if white { *score } else { -score });
        }
        position.play(&turn);
    }
}

/// Returns whether the static evaluation applies to a position in which the search chose `turn` with `score`.
///
/// The static evaluation does not apply if the side to move is in check or within a chain of captures, if the best turn
/// is a capture or promotion, or if `score` is a forced win or loss. If captures are mandatory, the search makes all
/// captures before it evaluates. Positions with only one legal move are excluded too, because the score of a forced
/// turn reveals little about the position.
pub fn is_quiet<const W: usize>(position: &Position<W>, turn: &Turn, score: i32) -> bool {
    is_free(position, score) && turn.steps().iter().all(|step| !step.is_noisy())
}

/// Returns whether the side to move has a free choice: it is not in check, is not within a chain of captures, has
/// several legal moves, and `score` is not a forced win or loss. Unlike [`is_quiet`], this function accepts positions
/// in which a capture was best: if captures are optional, a search also evaluates positions in which a capture is
/// possible.
pub fn is_free<const W: usize>(position: &Position<W>, score: i32) -> bool {
    position.chain().is_none() && !position.in_check() && score.abs() < MATE_IN_MAX && position.count_moves() > 1
}
