//! Writes games with their variations as PGN.

use serde::Deserialize;

use super::error::RequestError;
use super::games::Games;
use super::position::{BoardCache, PositionRef};
use super::read_pgn::DEEPEST;
use kurier_engine::session::Board;
use kurier_formats::pgn::{self, Annotations, GameRecord, GameResult, MoveRecord, MoveText, Ply, signs};

/// A turn of a record, with the variations from the position before the turn.
#[derive(Deserialize, Clone, PartialEq, Eq, Debug, Default)]
#[serde(default)]
pub struct RecordTurn {
    /// The turn in coordinate notation.
    pub text: String,
    /// Glyphs such as `$14`; the first may also be an annotation symbol such as `!`.
    pub glyphs: Vec<String>,
    /// The comment before the turn. It is written only before the first turn of a variation.
    pub before: String,
    /// The comment after the turn.
    pub comment: String,
    /// Alternatives to the turn, each with the turns that follow it.
    pub variations: Vec<Vec<RecordTurn>>,
}

/// A game to write.
#[derive(Deserialize, Clone, PartialEq, Eq, Debug, Default)]
#[serde(default)]
pub struct Record {
    /// The name of the variant that was played.
    pub game: String,
    /// The position in which the game began, as FEN; `None` for the start position of the variant.
    pub fen: Option<String>,
    /// The names and values of the tags.
    pub tags: Vec<(String, String)>,
    /// The comment before the first turn.
    pub preamble: String,
    /// The turns of the game.
    pub moves: Vec<RecordTurn>,
    /// The result as in PGN, such as `1-0`; any unknown text counts as `*`.
    pub result: String,
    /// Why the game ended. If empty, the value of the tag `Termination` is used, if there is one.
    pub termination: String,
}

/// Writes a variation as movetext without its parentheses: `2... Nc6 3. d4 {better}`. Variations within this variation
/// are written down to `depth` levels.
fn variation_text(board: &Board, line: &[RecordTurn], depth: usize) -> Result<String, RequestError> {
    let mut board = board.clone();
    let start = Ply::of(&board);
    let mut turns = Vec::new();
    for written in line {
        let turn = board.parse(&written.text)?;
        turns.push(MoveText {
            text: board.san(&turn),
            comment: written.comment.clone(),
            annotations: annotations(&board, written, depth)?,
            ..MoveText::default()
        });
        board.play(&turn)?;
    }
    let before = line.first().map_or("", |first| &first.before);
    Ok(pgn::movetext(start, before, &turns))
}

/// Converts the annotations of a turn to PGN, with variations down to `depth` levels. `board` holds the position before
/// the turn.
fn annotations(board: &Board, turn: &RecordTurn, depth: usize) -> Result<Annotations, RequestError> {
    if let Some(unknown) = turn.glyphs.iter().find(|glyph| !signs::is_glyph(glyph)) {
        return Err(RequestError::UnknownGlyph(unknown.clone()));
    }
    let variations = match depth.checked_sub(1) {
        Some(depth) => turn
            .variations
            .iter()
            .map(|line| variation_text(board, line, depth))
            .collect::<Result<_, _>>()?,
        None => Vec::new(),
    };
    Ok(Annotations {
        glyphs: turn.glyphs.clone(),
        variations,
    })
}

/// Writes a game with its variations as PGN.
pub(super) fn write(cache: &mut BoardCache, games: &Games, record: &Record) -> Result<String, RequestError> {
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
        let played = board.parse(&turn.text)?;
        let mut record = MoveRecord::new(played, String::new(), turn.comment.clone());
        record.san = board.san(&record.turn);
        record.annotations = annotations(&board, turn, DEEPEST)?;
        board.play(&record.turn)?;
        moves.push(record);
    }
    let tagged = |name: &str| {
        let found = record.tags.iter().find(|(known, _)| known == name);
        found.map(|(_, value)| value.clone())
    };
    let game = GameRecord {
        tags: record.tags.clone(),
        variant: start.game,
        start_fen: record.fen.clone(),
        start_ply,
        preamble: record.preamble.clone(),
        moves,
        rest: String::new(),
        result: GameResult::parse(&record.result).unwrap_or_default(),
        termination: match record.termination.as_str() {
            "" => tagged("Termination").unwrap_or_default(),
            known => known.to_owned(),
        },
    };
    Ok(pgn::text(&game))
}
