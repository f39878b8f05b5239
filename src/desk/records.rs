//! Games as PGN.

use serde::Serialize;

use super::games::Games;
use super::position::BoardCache;
use super::request::{PositionRef, Record, RecordTurn};
use super::workshop::short_enough;
use crate::pgn::{self, Annotations, Game, GameRecord, GameResult, MoveRecord, Ply, Reader};
use crate::rules::Color;
use crate::session::Board;

/// How deep variations within variations are followed.
const DEEPEST: usize = 16;

/// A turn that was read.
#[derive(Serialize, Clone, PartialEq, Eq, Debug)]
pub struct WrittenTurn {
    /// In coordinates.
    pub text: String,
    /// In algebraic notation.
    pub san: String,
    /// The words after it.
    pub comment: String,
    /// Other turns instead of this one, with what follows them.
    pub variations: Vec<Vec<WrittenTurn>>,
}

/// A game that was read, or why it cannot be played.
#[derive(Serialize, Clone, PartialEq, Eq, Debug, Default)]
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
    short_enough(text)?;
    let mut records = Vec::new();
    for game in Reader::new(text.as_bytes()) {
        records.push(match game {
            Ok(game) => record_view(games, &game),
            Err(error) => RecordView {
                number: error.game,
                error: Some(error.to_string()),
                ..RecordView::default()
            },
        });
    }
    match records.is_empty() {
        true => Err("there is no game in it".into()),
        false => Ok(records),
    }
}

fn record_view(games: &Games, game: &Game) -> RecordView {
    let replayed = || -> Result<RecordView, String> {
        let definition = game.definition(&games.catalogue).map_err(|error| error.to_string())?;
        let mut board = Board::new(&definition);
        let record = game.replay(&mut board).map_err(|error| error.to_string())?;
        board
            .set_up(record.start_fen.as_deref())
            .map_err(|error| error.to_string())?;
        let mut moves = Vec::new();
        for played in &record.moves {
            moves.push(WrittenTurn {
                text: board.spell(&played.turn),
                san: played.san.clone(),
                comment: played.comment.clone(),
                variations: variations(&board, &played.annotations, DEEPEST),
            });
            board.play(&played.turn).map_err(|error| error.to_string())?;
        }
        Ok(RecordView {
            game: record.variant,
            fen: record.start_fen,
            moves,
            ..RecordView::default()
        })
    };
    let mut view = replayed().unwrap_or_else(|error| RecordView {
        error: Some(error),
        ..RecordView::default()
    });
    view.number = game.number;
    view.tags.clone_from(&game.tags);
    view.result = game.result.text();
    view
}

/// The variations from a position, each as far as it is legal there.
fn variations(board: &Board, annotations: &Annotations, depth: usize) -> Vec<Vec<WrittenTurn>> {
    if depth == 0 {
        return Vec::new();
    }
    let line = |text: &String| {
        let mut board = board.clone();
        let mut turns = Vec::new();
        let game = Reader::new(text.as_bytes())
            .next()
            .and_then(Result::ok)
            .unwrap_or_default();
        for written in &game.moves {
            let Ok(turn) = board.parse_san(&written.text) else {
                break;
            };
            turns.push(WrittenTurn {
                text: board.spell(&turn),
                san: board.san(&turn),
                comment: written.comment.clone(),
                variations: variations(&board, &written.annotations, depth - 1),
            });
            if board.play(&turn).is_err() {
                break;
            }
        }
        turns
    };
    let lines = annotations.variations.iter().map(line);
    lines.filter(|line| !line.is_empty()).collect()
}

/// A variation as text without its parentheses: `2... Nc6 3. d4 {better}`.
fn variation_text(board: &Board, line: &[RecordTurn], depth: usize) -> Result<String, String> {
    let mut board = board.clone();
    let mut words = Vec::new();
    for (i, written) in line.iter().enumerate() {
        let ply = Ply::of(&board);
        if i == 0 || ply.side == Color::White {
            words.push(ply.to_string());
        }
        let turn = board.parse(&written.text).map_err(|error| error.to_string())?;
        words.push(board.san(&turn));
        if !written.comment.is_empty() {
            words.push(format!("{{{}}}", written.comment.replace('{', "(").replace('}', ")")));
        }
        for other in texts(&board, &written.variations, depth)? {
            words.push(format!("({other})"));
        }
        board.play(&turn).map_err(|error| error.to_string())?;
    }
    Ok(words.join(" "))
}

fn texts(board: &Board, variations: &[Vec<RecordTurn>], depth: usize) -> Result<Vec<String>, String> {
    match depth.checked_sub(1) {
        Some(depth) => variations
            .iter()
            .map(|line| variation_text(board, line, depth))
            .collect(),
        None => Ok(Vec::new()),
    }
}

/// Writes a game with its variations.
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
        let mut record = MoveRecord::new(played, String::new(), turn.comment.clone());
        record.san = board.san(&record.turn);
        record.annotations.variations = texts(&board, &turn.variations, DEEPEST)?;
        board.play(&record.turn).map_err(|error| error.to_string())?;
        moves.push(record);
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
