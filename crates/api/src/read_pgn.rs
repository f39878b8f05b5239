//! Reads the games of a PGN with their variations.

use serde::{Deserialize, Serialize};

use super::error::RequestError;
use super::games::Games;
use kurier_engine::session::Board;
use kurier_formats::pgn::{self, Annotations, Game, GameResult, MoveText, PgnError, Ply, Reader, Warning};
use kurier_rules::position::Turn;

/// The maximum depth to which nested variations are read or written.
pub(super) const DEEPEST: usize = 16;

/// The maximum number of turns of a game, including its variations. Replaying a game cannot be interrupted, so this
/// limit bounds the time that it takes.
const MOST_TURNS: usize = 20_000;

/// A position in a PGN file, counted in games and lines.
#[derive(Serialize, Deserialize, Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Place {
    /// The number of games before the position.
    pub games: usize,
    /// The number of line ends before the position.
    pub lines: usize,
}

/// A turn of a game that was read from a PGN.
#[derive(Serialize, Clone, PartialEq, Eq, Debug)]
pub struct WrittenTurn {
    /// The turn in coordinate notation.
    pub text: String,
    /// The turn in algebraic notation.
    pub san: String,
    /// Glyphs such as `$14`; the first may also be an annotation symbol such as `!`.
    pub glyphs: Vec<String>,
    /// The comment before the turn; empty unless the turn begins a variation.
    pub before: String,
    /// The comment after the turn. It includes the text of turns and variations that cannot be played.
    pub comment: String,
    /// Alternatives to the turn, each with the turns that follow it.
    pub variations: Vec<Vec<WrittenTurn>>,
}

/// A game that was read, or the reason why a game cannot be played.
#[derive(Serialize, Clone, PartialEq, Eq, Debug, Default)]
pub struct RecordView {
    /// The number of the game in the file, from 1.
    pub number: usize,
    /// The name of the variant that was played; empty if the game cannot be played.
    pub game: String,
    /// The names and values of the tags.
    pub tags: Vec<(String, String)>,
    /// The position in which the game began, as FEN; `None` for the start position of the variant.
    pub fen: Option<String>,
    /// The comment before the first turn; empty if the game cannot be played.
    pub preamble: String,
    /// The turns of the game; empty if the game cannot be played.
    pub moves: Vec<WrittenTurn>,
    /// The result as in PGN, such as `1-0`.
    pub result: &'static str,
    /// Why the game cannot be played; `None` if the game can be played.
    pub error: Option<String>,
    /// Sentences about violations of the format that did not prevent reading.
    pub warnings: Vec<String>,
}

/// The games of a piece of a PGN file.
#[derive(Serialize, Clone, PartialEq, Eq, Debug)]
pub struct RecordsView {
    /// The games, in the order of the file.
    pub records: Vec<RecordView>,
    /// How much of the text has been read, in UTF-16 code units: the units of string lengths in JavaScript.
    pub read: usize,
    /// The position in the file where the unread text begins.
    pub place: Place,
}

/// Reads the games of a piece of a file. The piece begins at `before`, and `more` says whether other pieces follow. A
/// game that cannot be played does not prevent others from being read.
pub(super) fn read(games: &Games, text: &str, before: Place, more: bool) -> Result<RecordsView, RequestError> {
    let mut board = None;
    let mut records = Vec::new();
    let mut reader = Reader::new(text.as_bytes());
    let mut read = 0;
    while let Some(game) = reader.next() {
        // A game that reaches the end of this piece of the file may continue in the next piece.
        if more && reader.offset() == text.len() {
            break;
        }
        read = reader.offset();
        records.push(match game {
            Ok(game) => record_view(games, &mut board, &game, before),
            // The next pieces cannot be read either, so the whole request fails.
            Err(error) if more && error.ends_file() => return Err(placed(error, before).into()),
            Err(error) => {
                let error = placed(error, before);
                RecordView {
                    number: error.game,
                    error: Some(error.to_string()),
                    ..RecordView::default()
                }
            }
        });
    }
    if !more {
        read = text.len();
    }
    let read = text.get(..read).unwrap_or(text);
    let place = Place {
        games: before.games + records.len(),
        lines: before.lines + read.matches('\n').count(),
    };
    match place.games == 0 && !more {
        true => Err(RequestError::EmptyPgn),
        false => Ok(RecordsView {
            records,
            read: read.encode_utf16().count(),
            place,
        }),
    }
}

/// Replays a game. The board is kept for the next game of the file, which is usually of the same variant.
fn record_view(games: &Games, board: &mut Option<Board>, game: &Game, before: Place) -> RecordView {
    let mut replayed = || -> Result<RecordView, RequestError> {
        let in_file = |error: PgnError| placed(error, before);
        let definition = game.definition(&games.catalogue).map_err(in_file)?;
        if most_turns(game) > MOST_TURNS {
            return Err(RequestError::TooManyTurns {
                game: before.games + game.number,
                most: MOST_TURNS,
            });
        }
        let kept = board.take().filter(|board| *board.definition() == definition);
        let board = board.insert(kept.unwrap_or_else(|| Board::new(&definition)));
        let record = game.replay(board).map_err(in_file)?;
        board.set_up(record.start_fen.as_deref())?;
        let mut moves = Vec::new();
        for played in &record.moves {
            moves.push(written(
                board,
                &played.turn,
                &played.annotations,
                &played.comment,
                DEEPEST,
            ));
            board.play(&played.turn)?;
        }
        let mut preamble = record.preamble;
        let last = moves.last_mut().map_or(&mut preamble, |turn| &mut turn.comment);
        pgn::append(last, &as_comment(&record.rest));
        Ok(RecordView {
            game: record.variant,
            fen: record.start_fen,
            preamble,
            moves,
            ..RecordView::default()
        })
    };
    let mut view = replayed().unwrap_or_else(|error| RecordView {
        error: Some(error.to_string()),
        ..RecordView::default()
    });
    view.number = before.games + game.number;
    view.tags.clone_from(&game.tags);
    view.result = game.result.text();
    let warnings = game.warnings.iter().map(|warning| Warning {
        game: warning.game + before.games,
        line: warning.line + before.lines,
        ..*warning
    });
    view.warnings = warnings.map(|warning| warning.to_string()).collect();
    view
}

/// Converts an error with a position in a piece of a file to an error with the position in the whole file. `before` is
/// where the piece begins.
fn placed(error: PgnError, before: Place) -> PgnError {
    PgnError {
        game: error.game + before.games,
        line: error.line + before.lines,
        ..error
    }
}

/// Returns an upper bound on the number of turns of a game, including its variations.
fn most_turns(game: &Game) -> usize {
    let in_variations = |turn: &MoveText| {
        let words = turn.annotations.variations.iter();
        words.map(|text| text.split_whitespace().count()).sum::<usize>()
    };
    game.moves.iter().map(|turn| 1 + in_variations(turn)).sum()
}

/// Converts movetext to a part of a comment: braces, which would begin or end a comment, become parentheses.
fn as_comment(text: &str) -> String {
    text.replace('{', "(").replace('}', ")")
}

/// Creates a turn with its annotations. Variations within variations are read down to `depth` levels.
fn written(board: &Board, turn: &Turn, annotations: &Annotations, comment: &str, depth: usize) -> WrittenTurn {
    let mut comment = comment.to_owned();
    let mut variations = Vec::new();
    for text in &annotations.variations {
        match variation(board, text, depth) {
            Some(line) => variations.push(line),
            None => pgn::append(&mut comment, &format!("({})", as_comment(text))),
        }
    }
    WrittenTurn {
        text: board.spell(turn),
        san: board.san(turn),
        glyphs: annotations.glyphs.clone(),
        before: String::new(),
        comment,
        variations,
    }
}

/// Reads a variation from a position. The text from the first illegal turn on becomes a comment. Returns `None` if the
/// variation cannot be parsed, has no legal turn or is nested too deeply.
fn variation(board: &Board, text: &str, depth: usize) -> Option<Vec<WrittenTurn>> {
    let depth = depth.checked_sub(1)?;
    let game = Reader::new(text.as_bytes()).next()?.ok()?;
    let mut board = board.clone();
    let mut turns: Vec<WrittenTurn> = Vec::new();
    let mut rest = String::new();
    for (i, next) in game.moves.iter().enumerate() {
        let Ok(turn) = board.parse_san(next.plain()) else {
            rest = pgn::movetext(Ply::of(&board), "", &game.moves[i..]);
            break;
        };
        turns.push(written(&board, &turn, &next.all_annotations(), &next.comment, depth));
        board.play(&turn).ok()?;
    }
    turns.first_mut()?.before = game.preamble;
    let last = &mut turns.last_mut()?.comment;
    pgn::append(last, &as_comment(&rest));
    if game.result != GameResult::Unfinished {
        pgn::append(last, game.result.text());
    }
    Some(turns)
}
