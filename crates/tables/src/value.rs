//! How the value of a position follows from the end of the game or from the value after a move.

use kurier_rules::endgame::{Outcome, Value};
use kurier_rules::rules::Color;

use crate::Distance;

/// Returns the value of a game that has ended, for `side`.
pub(crate) fn of_end(winner: Option<Color>, side: Color) -> Value {
    let outcome = match winner {
        None => Outcome::Draw,
        Some(winner) if winner == side => Outcome::Win,
        Some(_) => Outcome::Loss,
    };
    Value { outcome, plies: 0 }
}

/// Returns the value of a move for the side that makes it, given the value of the position after it for the other side.
/// `restarts` says whether the move is a capture or a pawn move, which restarts the move counter; in a table with
/// [`Distance::Zeroing`], a result after such a move must come within `limit` plies or is a draw.
pub(crate) fn before_move(after: Value, distance: Distance, restarts: bool, limit: u32) -> Value {
    let (outcome, plies) = match (distance, restarts) {
        (Distance::Zeroing, true) => (after.under_limit(0, limit), 1),
        _ => (after.outcome, after.plies.saturating_add(1)),
    };
    match outcome.reversed() {
        Outcome::Draw => Value::DRAW,
        outcome => Value { outcome, plies },
    }
}
