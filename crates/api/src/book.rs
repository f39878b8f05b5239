//! Opening books: the statistics of a position in the book that Kurier ships for a game, and the book's moves in games.

use serde::Serialize;

use super::position::{TurnView, turn_view};
use super::score::Score;
use super::search::BestView;
use kurier_books::{Book, BookError, BookMove, Variety};
use kurier_engine::session::{Board, Level, Value};
use kurier_rules::random::SplitMix64;
use kurier_rules::rules::{Color, Definition};

/// The statistics of a position in the opening book of a game.
#[derive(Serialize, Clone, PartialEq, Debug)]
pub struct BookView {
    /// The number of positions of the book; 0 if there is no book for the game.
    pub positions: usize,
    /// The book's moves in the position, sorted by number of games, then by score, the best first.
    pub moves: Vec<BookMoveView>,
}

/// The opening book's statistics for a move.
#[derive(Serialize, Clone, PartialEq, Debug)]
pub struct BookMoveView {
    /// The turn.
    pub turn: TurnView,
    /// The number of games that White has won after the move.
    pub white: u32,
    /// The number of drawn games after the move.
    pub draws: u32,
    /// The number of games that Black has won after the move.
    pub black: u32,
    /// The score of the move; `None` if the position after it was never searched.
    pub score: Option<Score>,
}

/// A cache of the opening book of the most recently requested game.
#[derive(Default)]
pub(super) struct Books {
    /// The hash of the game's rules, and the book; the book is `None` if the game has none or it has not been loaded.
    last: Option<(u64, Option<Book>)>,
}

impl Books {
    /// Returns the book of a game; `None` if there is none, or if it has not been loaded.
    fn of(&mut self, definition: &Definition) -> Option<&Book> {
        let rules = definition.rules_hash();
        let kept = self.last.take().filter(|(of, _)| *of == rules);
        let (_, book) = self
            .last
            .insert(kept.unwrap_or_else(|| (rules, Book::shipped(definition))));
        book.as_ref()
    }

    /// Returns the file name of the book that was made for a game, if this book has to be loaded.
    pub fn missing(&mut self, definition: &Definition) -> Option<&'static str> {
        Book::file_name(definition).filter(|_| self.of(definition).is_none())
    }

    /// Reads the book of a game, which replaces the book of any other game.
    pub fn load(&mut self, definition: &Definition, bytes: &[u8]) -> Result<(), BookError> {
        let book = Book::decode(bytes, &definition.name, definition)?;
        self.last = Some((definition.rules_hash(), Some(book)));
        Ok(())
    }

    /// Returns the book's statistics for a position.
    pub fn view(&mut self, board: &Board) -> BookView {
        let book = self.of(board.definition());
        let moves = book.map(|book| book.moves(board)).unwrap_or_default();
        BookView {
            positions: book.map_or(0, Book::len),
            moves: moves.iter().map(|known| move_view(board, known)).collect(),
        }
    }

    /// Chooses a move from the book as a player of a level does. `random` decides between good moves. Returns `None` if
    /// the position is not in the book.
    pub fn choose(&mut self, board: &Board, level: Level, random: u32) -> Option<BestView> {
        let mut random = SplitMix64::new(random.into());
        let known = self
            .of(board.definition())?
            .choose(board, Variety::from(level), &mut random)?;
        Some(BestView {
            turn: Some(turn_view(board, &known.turn, true)),
            ponder: None,
            score: Score::new(Value::Centipawns(known.score.unwrap_or(0)), board),
            depth: 0,
            nodes: 0,
            time: 0,
        })
    }
}

/// Converts the book's statistics for a move in the position on the board.
fn move_view(board: &Board, known: &BookMove) -> BookMoveView {
    let (white, black) = match board.side() {
        Color::White => (known.wins, known.losses),
        Color::Black => (known.losses, known.wins),
    };
    BookMoveView {
        turn: turn_view(board, &known.turn, true),
        white,
        draws: known.draws,
        black,
        score: known.score.map(|score| Score::new(Value::Centipawns(score), board)),
    }
}
