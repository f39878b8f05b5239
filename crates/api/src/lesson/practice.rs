//! Plays turns in a position of a lesson, in which the opponent waits.

use super::super::error::RequestError;
use super::super::games::Games;
use super::super::position::{PositionView, turn_view};
use super::scenes::pass;
use kurier_engine::session::Board;

/// Plays a turn and describes the position after it, in which the player is to move again. The opponent makes a turn
/// only in reply to a check, if possible without a capture.
pub(in super::super) fn practise(
    games: &Games,
    game: &str,
    fen: &str,
    text: &str,
) -> Result<PositionView, RequestError> {
    let mut board = Board::from_fen(&games.find(game)?, fen)?;
    let turn = board.parse_san(text)?;
    let last = turn_view(&board, &turn, true);
    board.play(&turn)?;
    if board.outcome().is_none() && !pass(&mut board) {
        let answers = board.turns();
        if let Some(answer) = answers.iter().find(|turn| !turn.is_capture()).or(answers.first()) {
            board.play(answer)?;
        }
    }
    let mut view = PositionView::of(&mut board);
    view.last = Some(last);
    Ok(view)
}
