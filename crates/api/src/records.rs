//! Games as PGN.

use serde::Serialize;

use super::games::Games;
use super::position::BoardCache;
use super::reply::Reply;
use super::request::{Place, PositionRef, Record, RecordTurn};
use super::workshop::short_enough;
use kurier_engine::session::Board;
use kurier_formats::pgn::{
    self, Annotations, Game, GameRecord, GameResult, MoveRecord, MoveText, PgnError, Ply, Reader, Warning, signs,
};
use kurier_rules::position::Turn;

/// How deep variations within variations are followed.
const DEEPEST: usize = 16;

/// The most turns of a game, those of its variations among them: nothing interrupts whoever plays a game by the rules.
const MOST_TURNS: usize = 20_000;

/// A turn that was read.
#[derive(Serialize, Clone, PartialEq, Eq, Debug)]
pub struct WrittenTurn {
    /// In coordinates.
    pub text: String,
    /// In algebraic notation.
    pub san: String,
    /// Glyphs: `$14`; the first may be a sign such as `!`.
    pub glyphs: Vec<String>,
    /// The words before it, where it begins a variation.
    pub before: String,
    /// The words after it; also the turns and variations there that cannot be played.
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
    /// The words before the first turn.
    pub preamble: String,
    /// The turns.
    pub moves: Vec<WrittenTurn>,
    /// `1-0`.
    pub result: &'static str,
    /// What is wrong with it, if something is.
    pub error: Option<String>,
    /// What was read although the format does not have it, each in a sentence.
    pub warnings: Vec<String>,
}

/// Reads the games of a piece of a file. One that cannot be played does not keep others from it.
pub(super) fn read(games: &Games, text: &str, before: Place, more: bool) -> Result<Reply, String> {
    short_enough(text)?;
    let mut board = None;
    let mut records = Vec::new();
    let mut reader = Reader::new(text.as_bytes());
    let mut read = 0;
    while let Some(game) = reader.next() {
        // A game that reaches the end may go on there.
        if more && reader.offset() == text.len() {
            break;
        }
        read = reader.offset();
        records.push(match game {
            Ok(game) => record_view(games, &mut board, &game, before),
            // Of the next pieces nothing can be read either.
            Err(error) if more && error.ends_file() => return Err(placed(error, before).to_string()),
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
        true => Err("there is no game in it".into()),
        false => Ok(Reply::Records {
            records,
            read: read.encode_utf16().count(),
            place,
        }),
    }
}

/// Plays a game by the rules; the board is kept for the next one, which is mostly of the same variant.
fn record_view(games: &Games, board: &mut Option<Board>, game: &Game, before: Place) -> RecordView {
    let mut replayed = || -> Result<RecordView, String> {
        let words = |error: PgnError| placed(error, before).to_string();
        let definition = game.definition(&games.catalogue).map_err(words)?;
        if turns_in(game) > MOST_TURNS {
            let number = before.games + game.number;
            return Err(format!("game {number}: more than {MOST_TURNS} turns"));
        }
        let kept = board.take().filter(|board| *board.definition() == definition);
        let board = board.insert(kept.unwrap_or_else(|| Board::new(&definition)));
        let record = game.replay(board).map_err(words)?;
        board
            .set_up(record.start_fen.as_deref())
            .map_err(|error| error.to_string())?;
        let mut moves = Vec::new();
        for played in &record.moves {
            moves.push(written(
                board,
                &played.turn,
                &played.annotations,
                &played.comment,
                DEEPEST,
            ));
            board.play(&played.turn).map_err(|error| error.to_string())?;
        }
        let mut preamble = record.preamble;
        let last = moves.last_mut().map_or(&mut preamble, |turn| &mut turn.comment);
        pgn::append(last, &in_words(&record.rest));
        Ok(RecordView {
            game: record.variant,
            fen: record.start_fen,
            preamble,
            moves,
            ..RecordView::default()
        })
    };
    let mut view = replayed().unwrap_or_else(|error| RecordView {
        error: Some(error),
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

/// Returns an error of a piece of a file as one of the file.
fn placed(error: PgnError, before: Place) -> PgnError {
    PgnError {
        game: error.game + before.games,
        line: error.line + before.lines,
        ..error
    }
}

/// Counts the turns of a game, those of its variations among them: at least as many as there are.
fn turns_in(game: &Game) -> usize {
    let beside = |turn: &MoveText| {
        let words = turn.annotations.variations.iter();
        words.map(|text| text.split_whitespace().count()).sum::<usize>()
    };
    game.moves.iter().map(|turn| 1 + beside(turn)).sum()
}

/// Returns movetext as part of a comment.
fn in_words(text: &str) -> String {
    text.replace('{', "(").replace('}', ")")
}

/// Returns a turn with its annotations.
fn written(board: &Board, turn: &Turn, said: &Annotations, comment: &str, depth: usize) -> WrittenTurn {
    let mut comment = comment.to_owned();
    let mut variations = Vec::new();
    for text in &said.variations {
        match variation(board, text, depth) {
            Some(line) => variations.push(line),
            None => pgn::append(&mut comment, &format!("({})", in_words(text))),
        }
    }
    WrittenTurn {
        text: board.spell(turn),
        san: board.san(turn),
        glyphs: said.glyphs.clone(),
        before: String::new(),
        comment,
        variations,
    }
}

/// Reads a variation from a position. From the first turn on that is not legal it becomes words; `None` if it has no legal turn or
/// lies too deep.
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
        turns.push(written(&board, &turn, &next.said(), &next.comment, depth));
        board.play(&turn).ok()?;
    }
    turns.first_mut()?.before = game.preamble;
    let last = &mut turns.last_mut()?.comment;
    pgn::append(last, &in_words(&rest));
    if game.result != GameResult::Unfinished {
        pgn::append(last, game.result.text());
    }
    Some(turns)
}

/// Writes a variation as text without its parentheses: `2... Nc6 3. d4 {better}`.
fn variation_text(board: &Board, line: &[RecordTurn], depth: usize) -> Result<String, String> {
    let mut board = board.clone();
    let start = Ply::of(&board);
    let mut turns = Vec::new();
    for written in line {
        let turn = board.parse(&written.text).map_err(|error| error.to_string())?;
        turns.push(MoveText {
            text: board.san(&turn),
            comment: written.comment.clone(),
            annotations: annotations(&board, written, depth)?,
            ..MoveText::default()
        });
        board.play(&turn).map_err(|error| error.to_string())?;
    }
    let before = line.first().map_or("", |first| &first.before);
    Ok(pgn::movetext(start, before, &turns))
}

/// Returns the annotations of a turn that is to be written.
fn annotations(board: &Board, turn: &RecordTurn, depth: usize) -> Result<Annotations, String> {
    if let Some(unknown) = turn.glyphs.iter().find(|glyph| !signs::is_glyph(glyph)) {
        return Err(format!("'{unknown}' is no glyph: expected $1 or !"));
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
        record.annotations = annotations(&board, turn, DEEPEST)?;
        board.play(&record.turn).map_err(|error| error.to_string())?;
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
