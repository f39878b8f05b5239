//! Writes puzzles as PGN games, so that other programs can show them.

use std::sync::Arc;

use kurier_engine::session::{Board, PositionError};
use kurier_formats::pgn::{self, GameRecord, MoveRecord, Ply};
use kurier_rules::rules::Definition;

use crate::set::{PuzzleSet, SetError};

/// Returns all puzzles as PGN. Each puzzle becomes a game that begins with its position and whose moves are the
/// solution.
///
/// # Errors
/// Fails if the position or the solution of a puzzle is not legal in the game.
pub fn text(set: &PuzzleSet, definition: &Arc<Definition>) -> Result<String, SetError> {
    let mut text = String::new();
    let mut board = Board::new(definition);
    for puzzle in &set.puzzles {
        let broken = |_: PositionError| SetError::Puzzle(puzzle.id.clone());
        board.set_up(Some(&puzzle.fen)).map_err(|error| broken(error.into()))?;
        let tag = |name: &str, value: &str| (name.to_owned(), value.to_owned());
        let mut record = GameRecord {
            tags: vec![
                tag("Event", &format!("Puzzle {}", puzzle.id)),
                tag("Goal", &puzzle.goal),
                tag("Themes", &puzzle.themes.join(", ")),
                tag("Rating", &puzzle.rating.to_string()),
            ],
            variant: definition.name.clone(),
            start_fen: Some(puzzle.fen.clone()),
            start_ply: Ply::of(&board),
            preamble: format!("{} to move: {}", board.side().name(), puzzle.goal),
            ..GameRecord::default()
        };
        for move_text in &puzzle.solution {
            let turn = board.parse(move_text).map_err(|error| broken(error.into()))?;
            record
                .moves
                .push(MoveRecord::new(turn.clone(), board.san(&turn), String::new()));
            board.play(&turn).map_err(|error| broken(error.into()))?;
        }
        text += &pgn::text(&record);
    }
    Ok(text)
}
