//! Reads openings from FEN, EPD and PGN files.

use std::collections::HashSet;

use super::Opening;
use kurier_engine::session::Board;
use kurier_formats::pgn::{PgnError, Reader};
use kurier_rules::rules::Catalogue;

/// The reason why a file of openings cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum OpeningError {
    /// A position is not valid.
    #[error("{place}: {reason}")]
    Position {
        /// The file and the line.
        place: String,
        /// The reason why the position is not valid.
        reason: String,
    },
    /// A PGN file cannot be read.
    #[error("{0}: {1}")]
    Pgn(String, PgnError),
    /// A file has no openings. The strings are its name and the name of the variant.
    #[error("{0}: there are no openings for {1}")]
    Empty(String, String),
}

/// The openings of a file, and the numbers of openings that were skipped.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Book {
    /// The openings, without duplicates.
    pub openings: Vec<Opening>,
    /// The number of openings that were skipped because they repeat another opening.
    pub repeated: usize,
    /// The number of openings that were skipped because the game is over after them.
    pub decided: usize,
    /// The number of openings that were skipped because they belong to another variant.
    pub foreign: usize,
}

impl Book {
    /// Returns a note on how many openings were skipped, and why, or `None` if none was skipped.
    ///
    /// ```
    /// use kurier_referee::openings::Book;
    /// let book = Book { repeated: 2, decided: 1, ..Book::default() };
    /// assert_eq!(book.left_out().unwrap(), "3 openings are left out: 2 repeat others, 1 ends the game");
    /// ```
    pub fn left_out(&self) -> Option<String> {
        let reasons = [
            (self.repeated, "repeats another", "repeat others"),
            (self.decided, "ends the game", "end the game"),
            (self.foreign, "is of another game", "are of other games"),
        ];
        let words: Vec<String> = reasons
            .iter()
            .filter(|(count, ..)| *count > 0)
            .map(|(count, one, many)| format!("{count} {}", if *count == 1 { one } else { many }))
            .collect();
        let reasons = words.join(", ");
        match self.repeated + self.decided + self.foreign {
            0 => None,
            1 => Some(format!("1 opening is left out: {reasons}")),
            count => Some(format!("{count} openings are left out: {reasons}")),
        }
    }

    /// Adds an opening, or counts it as a repetition if it is among the `known` openings.
    fn add(&mut self, opening: Opening, known: &mut HashSet<Opening>) {
        match known.insert(opening.clone()) {
            true => self.openings.push(opening),
            false => self.repeated += 1,
        }
    }
}

/// Reads positions, one per line: FEN, with or without move counters, or EPD. The EPD operations `hmvc` and `fmvn` give
/// the counters; other operations are ignored. Skips empty lines, lines that begin with `#`, and repeated positions.
/// `source` is the name of the file in errors.
///
/// # Errors
/// Fails if there is no position, or if a position is not valid or the game is over in it. The error is about the first
/// such position.
pub fn read_positions(text: &str, source: &str, board: &mut Board) -> Result<Book, OpeningError> {
    let mut book = Book::default();
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
        let opening = Opening {
            // The board's FEN completes positions that are written in short form.
            fen: Some(board.fen()),
            turns: Vec::new(),
        };
        book.add(opening, &mut known);
    }
    if book.openings.is_empty() {
        return Err(OpeningError::Empty(source.to_owned(), board.definition().name.clone()));
    }
    Ok(book)
}

/// Reads the first `plies` plies of every game of a PGN file. Skips games of other variants, games that end within
/// these plies, and repeated beginnings. `source` is the name of the file in errors.
///
/// # Errors
/// Fails if there is no game of this variant, or if a game cannot be read or is not legal. The error is about the first
/// such game.
pub fn read_games(
    text: &[u8],
    source: &str,
    plies: usize,
    catalogue: &Catalogue,
    board: &mut Board,
) -> Result<Book, OpeningError> {
    let variant = board.definition().name.clone();
    let error = |error| OpeningError::Pgn(source.to_owned(), error);
    let mut book = Book::default();
    let mut known = HashSet::new();
    for game in Reader::new(text) {
        let mut game = game.map_err(error)?;
        if game.definition(catalogue).map_err(error)?.name != variant {
            book.foreign += 1;
            continue;
        }
        game.moves.truncate(plies);
        let record = game.replay(board).map_err(error)?;
        let opening = Opening {
            fen: record.start_fen,
            turns: record.moves.into_iter().map(|turn| turn.turn).collect(),
        };
        match board.outcome() {
            Some(_) => book.decided += 1,
            None => book.add(opening, &mut known),
        }
    }
    if book.openings.is_empty() {
        return Err(OpeningError::Empty(source.to_owned(), variant));
    }
    Ok(book)
}

/// Returns the FEN of a line that may be EPD.
fn fen_of(line: &str) -> String {
    let fields: Vec<&str> = line.split_whitespace().collect();
    let is_number = |field: Option<&&str>| field.is_some_and(|field| field.bytes().all(|byte| byte.is_ascii_digit()));
    if fields.len() < 5 || is_number(fields.get(4)) {
        // The line is a FEN, possibly with missing counters, and possibly followed by EPD operations.
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
    use kurier_rules::rules::Catalogue;

    const START: &str = "rnbkqbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBKQBNR";

    fn shatranj() -> Board {
        Board::new(&Catalogue::built_in().get("shatranj").expect("a built-in game"))
    }

    fn read(text: &str) -> Result<Book, OpeningError> {
        read_positions(text, "book.epd", &mut shatranj())
    }

    fn read_pgn(text: &str) -> Result<Book, OpeningError> {
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
        let book = read(&text).expect("two positions");
        assert_eq!(
            book.left_out().as_deref(),
            Some("1 opening is left out: 1 repeats another")
        );
        let fens: Vec<_> = book
            .openings
            .iter()
            .filter_map(|opening| opening.fen.as_deref())
            .collect();
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
        let book = read_pgn(&games.concat()).expect("two beginnings");
        let left_out = "2 openings are left out: 1 repeats another, 1 is of another game";
        assert_eq!(book.left_out().as_deref(), Some(left_out));
        let spelled = |opening: &Opening| shatranj().spell_line(&opening.turns).join(" ");
        let turns: Vec<_> = book.openings.iter().map(spelled).collect();
        assert_eq!(turns, ["a2a3 a7a6", "e2e3"]);
        let bare = "[FEN \"k7/8/8/8/8/8/1r6/KRR5 w - - 0 1\"]\n\n1. Rxb2 *\n\n";
        let ended = read_pgn(&format!("{}[Variant \"shatranj\"]\n{bare}", games[0])).expect("one beginning");
        assert_eq!((ended.openings.len(), ended.decided, ended.repeated), (1, 1, 0));
        let all = read_pgn(&games[3]).expect("one beginning");
        assert_eq!(all.left_out(), None);
        let error = read_pgn(&game("shatranj", "1. a3 a5")).expect_err("no double step in shatranj");
        assert!(error.to_string().starts_with("book.pgn: game 1, line 4"), "{error}");
        assert!(matches!(
            read_pgn(&game("courier", "1. Nc3")),
            Err(OpeningError::Empty(..))
        ));
    }
}
