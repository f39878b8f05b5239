//! Openings from FEN, EPD and PGN files.

use std::collections::HashSet;

use super::Opening;
use crate::pgn::{PgnError, Reader};
use crate::rules::Catalogue;
use crate::session::Board;

/// Why a file of openings cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum OpeningError {
    /// A position that is not valid.
    #[error("{place}: {reason}")]
    Position {
        /// File and line.
        place: String,
        /// Why not.
        reason: String,
    },
    /// A PGN file that cannot be read.
    #[error("{0}: {1}")]
    Pgn(String, PgnError),
    /// No positions.
    #[error("{0}: there are no openings for {1}")]
    Empty(String, String),
}

/// Reads positions, one per line: FEN with six fields, or EPD, whose operations `hmvc` and `fmvn` give the last two fields
/// and whose other operations are ignored. Empty lines, lines that begin with `#` and repeated positions are skipped.
/// `source` is the name of the file, for errors.
///
/// # Errors
/// The first position that is not valid or in which the game is over; a file without positions.
pub fn read_positions(text: &str, source: &str, board: &mut Board) -> Result<Vec<Opening>, OpeningError> {
    let mut openings = Vec::new();
    let mut known = HashSet::new();
    for (number, line) in text.lines().enumerate() {
        let line = line.trim();
        if line.is_empty() || line.starts_with('#') {
            continue;
        }
        let error = |reason: String| OpeningError::Position {
            place: format!("{source}, line {}", number + 1),
            reason,
        };
        board
            .set_up(Some(&fen_of(line)))
            .map_err(|refused| error(refused.to_string()))?;
        if let Some(outcome) = board.outcome() {
            return Err(error(format!("the game is over ({})", outcome.reason.text())));
        }
        // Spelled by the board: short forms are completed.
        let fen = board.fen();
        if known.insert(fen.clone()) {
            openings.push(Opening {
                fen: Some(fen),
                turns: Vec::new(),
            });
        }
    }
    if openings.is_empty() {
        return Err(OpeningError::Empty(source.to_owned(), board.definition().name.clone()));
    }
    Ok(openings)
}

/// Reads the first `plies` turns of the games of a PGN file. Games of other variants, games that are over by then and
/// repeated beginnings are skipped.
///
/// # Errors
/// The first game that cannot be read or is not legal; a file without games of this variant.
pub fn read_games(
    text: &[u8],
    source: &str,
    plies: usize,
    catalogue: &Catalogue,
    board: &mut Board,
) -> Result<Vec<Opening>, OpeningError> {
    let variant = board.definition().name.clone();
    let error = |error| OpeningError::Pgn(source.to_owned(), error);
    let mut openings = Vec::new();
    for game in Reader::new(text) {
        let mut game = game.map_err(error)?;
        if game.definition(catalogue).map_err(error)?.name != variant {
            continue;
        }
        game.moves.truncate(plies);
        let record = game.replay(board).map_err(error)?;
        let opening = Opening {
            fen: record.start_fen,
            turns: record.moves.into_iter().map(|turn| turn.turn).collect(),
        };
        if board.outcome().is_none() && !openings.contains(&opening) {
            openings.push(opening);
        }
    }
    if openings.is_empty() {
        return Err(OpeningError::Empty(source.to_owned(), variant));
    }
    Ok(openings)
}

/// The FEN of a line that may be EPD.
fn fen_of(line: &str) -> String {
    let fields: Vec<&str> = line.split_whitespace().collect();
    let is_number = |field: Option<&&str>| field.is_some_and(|field| field.bytes().all(|byte| byte.is_ascii_digit()));
    if fields.len() < 5 || is_number(fields.get(4)) {
        // A FEN, perhaps shortened, perhaps with operations after it.
        let end = line.find(';').map_or(line.len(), |end| {
            let mut fields = line[..end].split_whitespace();
            fields
                .by_ref()
                .take(6)
                .last()
                .map_or(end, |last| last.as_ptr() as usize - line.as_ptr() as usize + last.len())
        });
        return line[..end].to_owned();
    }
    let operations = fields[4..].join(" ");
    let counter = |name: &str, default: u32| {
        let found = operations
            .split(';')
            .filter_map(|operation| operation.trim().strip_prefix(name));
        found
            .filter_map(|value| value.trim().parse().ok())
            .next()
            .unwrap_or(default)
    };
    format!(
        "{} {} {}",
        fields[..4].join(" "),
        counter("hmvc ", 0),
        counter("fmvn ", 1)
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::Catalogue;

    const START: &str = "rnbkqbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBKQBNR";

    fn shatranj() -> Board {
        Board::new(&Catalogue::built_in().get("shatranj").expect("a built-in game"))
    }

    fn read(text: &str) -> Result<Vec<Opening>, OpeningError> {
        read_positions(text, "book.epd", &mut shatranj())
    }

    fn read_pgn(text: &str) -> Result<Vec<Opening>, OpeningError> {
        read_games(text.as_bytes(), "book.pgn", 2, &Catalogue::built_in(), &mut shatranj())
    }

    #[test]
    fn all_forms_of_positions_are_read() {
        assert_eq!(fen_of("B w - -"), "B w - -");
        assert_eq!(fen_of("B w - - 3 7"), "B w - - 3 7");
        assert_eq!(fen_of("B w - - 3 7 ce 12;"), "B w - - 3 7");
        assert_eq!(fen_of("B w 0 1"), "B w 0 1");
        assert_eq!(fen_of("B w - - hmvc 3; id \"x y\"; fmvn 7;"), "B w - - 3 7");
        assert_eq!(fen_of("B w - - ce 12;"), "B w - - 0 1");
    }

    #[test]
    fn positions_are_checked_and_counted_once() {
        let text = format!("# comment\n\n{START} w - - 0 1\n{START} b - - ce 3;\n{START} w - - hmvc 0;\n");
        let openings = read(&text).expect("two positions");
        let fens: Vec<_> = openings.iter().filter_map(|opening| opening.fen.as_deref()).collect();
        assert_eq!(fens, [format!("{START} w - - 0 1"), format!("{START} b - - 0 1")]);
    }

    #[test]
    fn errors_name_the_line() {
        let error = read("\nnonsense w - - 0 1\n").expect_err("no position");
        assert!(error.to_string().starts_with("book.epd, line 2: "), "{error}");
        assert!(matches!(read("# nothing\n"), Err(OpeningError::Empty(..))));
        let over = read("7k/8/8/8/8/8/8/K7 w - - 0 1\n").expect_err("only kings");
        assert!(over.to_string().contains("the game is over"), "{over}");
    }

    #[test]
    fn beginnings_of_games_are_read() {
        let game = |variant, moves| format!("[Event \"x\"]\n[Variant \"{variant}\"]\n\n{moves} *\n\n");
        let games = [
            game("shatranj", "1. a3 a6 2. b3"),
            game("courier", "1. Nc3"),
            game("shatranj", "1. a3 a6 2. c3"),
            game("shatranj", "1. e3"),
        ];
        let openings = read_pgn(&games.concat()).expect("two beginnings");
        let spelled = |opening: &Opening| shatranj().spell_line(&opening.turns).join(" ");
        let turns: Vec<_> = openings.iter().map(spelled).collect();
        assert_eq!(turns, ["a2a3 a7a6", "e2e3"]);
        let error = read_pgn(&game("shatranj", "1. a3 a5")).expect_err("no double step in shatranj");
        assert!(error.to_string().starts_with("book.pgn: game 1, line 4"), "{error}");
        assert!(matches!(
            read_pgn(&game("courier", "1. Nc3")),
            Err(OpeningError::Empty(..))
        ));
    }
}
