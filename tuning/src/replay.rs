//! Replays games for their quiet positions.

use std::sync::Arc;

use kurier_engine::search::MATE_IN_MAX;
use kurier_rules::position::{Position, Turn};
use kurier_rules::rules::{Color, Variant};

use crate::archive::Game;

/// Hands the quiet positions of a game to `visit`, with the number of the turn played there and the score of its search
/// in centipawns from White's side. Stops at a turn that cannot be read.
pub fn quiet_positions<const W: usize>(
    variant: &Arc<Variant<W>>,
    game: &Game,
    visit: impl FnMut(&Position<W>, usize, i32),
) {
    positions(variant, game, is_quiet, visit);
}

/// Hands the positions of a game that are `wanted` to `visit`, see [`quiet_positions`].
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

/// Returns whether a position, in which the search chose a turn and gave it a score, is one for the static evaluation.
///
/// It is not where a capture, a promotion or check decides, also where captures are mandatory: there the search does not
/// evaluate before all of them are made. A forced turn says nothing about the side that makes it.
pub fn is_quiet<const W: usize>(position: &Position<W>, turn: &Turn, score: i32) -> bool {
    is_free(position, score) && turn.steps().iter().all(|step| !step.is_noisy())
}

/// Returns whether the side to move has a choice in a position, in the same sense. Where captures are free a search may
/// stop to evaluate before them as well.
pub fn is_free<const W: usize>(position: &Position<W>, score: i32) -> bool {
    position.chain().is_none() && !position.in_check() && score.abs() < MATE_IN_MAX && position.count_moves() > 1
}
