//! Which positions of a game tell something about the evaluation.

use kurier::position::Position;
use kurier::search::{MATE_IN_MAX, Turn};

/// Whether the static evaluation is meant for this position, in which the search chose a turn and gave it a score.
///
/// Not where a capture, a promotion or an answer to check decides. That holds also where captures are a duty: then
/// the search never asks for an evaluation before all of them are made. A turn without alternative says nothing about
/// the side that makes it.
pub fn is_quiet<const W: usize>(position: &Position<W>, turn: &Turn, score: i32) -> bool {
    position.chain().is_none()
        && !position.in_check()
        && score.abs() < MATE_IN_MAX
        && turn.iter().all(|step| !step.is_noisy())
        && position.count_moves() > 1
}
