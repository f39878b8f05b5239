//! Games as PGN.

use serde::Serialize;

use super::Desk;
use super::games::Games;
use super::position::BoardCache;
use super::request::{PositionRef, Record};
use crate::pgn::{self, GameRecord, GameResult, MoveRecord, Ply, Reader};
use crate::session::Board;

/// A turn that was read.
#[derive(Serialize, Clone, PartialEq, Eq, Debug)]
pub struct WrittenTurn {
    /// In coordinates.
    pub text: String,
    /// In algebraic notation.
    pub san: String,
    /// The words after it.
    pub comment: String,
}

/// A game that was read, or why it cannot be played.
#[derive(Serialize, Clone, PartialEq, Eq, Debug)]
pub struct RecordView {
    /// Its number in the file, from 1.
    pub number: usize,
    /// The name of the game that was played.
    pub game: String,
    /// Its tags.
    pub tags: Vec<(String, String)>,
    /// Where it began, if not at the game's start.
    pub fen: Option<String>,
    /// The turns.
    pub moves: Vec<WrittenTurn>,
    /// `1-0`.
    pub result: &'static str,
    /// What is wrong with it, if something is.
    pub error: Option<String>,
}

/// Reads the games of a file. One that cannot be played does not keep others from it.
pub(super) fn read(games: &Games, text: &str) -> Result<Vec<RecordView>, String> {
    if text.len() > Desk::LONGEST_TEXT {
        return Err(format!(
            "a file of more than {} MiB is too long",
            Desk::LONGEST_TEXT >> 20
        ));
    }
    let mut records = Vec::new();
    for game in Reader::new(text.as_bytes()) {
        let game = game.map_err(|error| error.to_string())?;
        let replayed = game.definition(&games.catalogue).and_then(|definition| {
            let mut board = Board::new(&definition);
            let record = game.replay(&mut board)?;
            board
                .set_up(record.start_fen.as_deref())
                .unwrap_or_else(|_| unreachable!("it has been set up before"));
            Ok((board, record))
        });
        let mut view = RecordView {
            number: game.number,
            game: String::new(),
            tags: game.tags.clone(),
            fen: None,
            moves: Vec::new(),
            result: game.result.text(),
            error: None,
        };
        match replayed {
            Err(error) => view.error = Some(error.to_string()),
            Ok((mut board, record)) => {
                for played in &record.moves {
                    view.moves.push(WrittenTurn {
                        text: board.spell(&played.turn),
                        san: played.san.clone(),
                        comment: played.comment.clone(),
                    });
                    board.play(&played.turn).map_err(|error| error.to_string())?;
                }
                view.game = record.variant;
                view.fen = record.start_fen;
            }
        }
        records.push(view);
    }
    match records.is_empty() {
        true => Err("there is no game in it".into()),
        false => Ok(records),
    }
}

/// Writes a game.
pub(super) fn write(cache: &mut BoardCache, games: &Games, record: &Record) -> Result<String, String> {
    let start = PositionRef {
        game: games.find(&record.game)?.name.clone(),
        fen: record.fen.clone(),
        moves: Vec::new(),
    };
    let board = cache.board(games, &start)?;
    let start_ply = Ply::of(board);
    let mut board = board.clone();
    let mut moves = Vec::new();
    for turn in &record.moves {
        let played = board.parse(&turn.text).map_err(|error| error.to_string())?;
        let san = board.san(&played);
        board.play(&played).map_err(|error| error.to_string())?;
        moves.push(MoveRecord::new(played, san, turn.comment.clone()));
    }
    let game = GameRecord {
        tags: record.tags.clone(),
        variant: start.game,
        start_fen: record.fen.clone(),
        start_ply,
        moves,
        result: GameResult::parse(&record.result).unwrap_or_default(),
        termination: record.termination.clone(),
    };
    Ok(pgn::text(&game))
}
