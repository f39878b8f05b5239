//! The opening book that the engine plays from: the one that a GUI names, or the one that Kurier ships for the game.

use std::path::PathBuf;
use std::sync::Arc;

use kurier_books::{Book, BookError, BookMove, Variety};
use kurier_engine::search::Limits;
use kurier_engine::session::Board;
use kurier_rules::random::SplitMix64;
use kurier_rules::rules::Definition;

/// The opening book for the current variant, and how it is used.
#[derive(Debug)]
pub struct OwnBook {
    /// Whether the engine plays moves from the book.
    pub used: bool,
    /// How much the choice of moves varies from game to game.
    pub variety: Variety,
    file: Option<PathBuf>,
    book: Option<Book>,
    random: SplitMix64,
}

impl Default for OwnBook {
    /// Creates the state without a book. The random choices differ from process to process.
    fn default() -> Self {
        Self {
            used: false,
            variety: Variety::default(),
            file: None,
            book: None,
            random: SplitMix64::from_random_seed(),
        }
    }
}

impl OwnBook {
    /// Sets the file of the book; `None` stands for the book that Kurier ships. Call [`OwnBook::open`] afterwards.
    pub fn set(&mut self, file: Option<PathBuf>) {
        self.file = file;
    }

    /// Reads the book for a variant. The book that Kurier ships is read only if the engine plays from the book. Returns
    /// a message for the user, if there is one: the size of the book, or that there is no book for the variant.
    ///
    /// # Errors
    /// Fails if the file that the GUI has named cannot be read, or is not a book for the variant.
    pub fn open(&mut self, definition: &Arc<Definition>) -> Result<Option<String>, BookError> {
        self.book = None;
        let game = &definition.name;
        let (name, book) = match &self.file {
            Some(file) => (file.display().to_string(), Book::read(file, definition)?),
            None if !self.used => return Ok(None),
            None => match Book::shipped(definition) {
                None => return Ok(Some(format!("there is no opening book of {game}; BookFile names one"))),
                Some(book) => (format!("the opening book of {game}"), book),
            },
        };
        let words = format!("{name}: {} positions", book.len());
        self.book = Some(book);
        Ok(Some(words))
    }

    /// Returns the book's moves in a position, whether or not the engine plays from the book. The moves are sorted by
    /// their number of games, then by score, the best first.
    pub fn moves(&self, board: &Board) -> Vec<BookMove> {
        let shipped = match (&self.book, &self.file) {
            (None, None) => Book::shipped(board.definition()),
            _ => None,
        };
        let book = self.book.as_ref().or(shipped.as_ref());
        book.map(|book| book.moves(board)).unwrap_or_default()
    }

    /// Returns the book move to play instead of searching with `limits`. Returns `None` if the book is not used, if it
    /// has no suitable move, or if the search is not for the next move of a game.
    pub fn choose(&mut self, board: &Board, limits: &Limits) -> Option<BookMove> {
        let plays = self.used && !limits.infinite && !limits.ponder && limits.mate.is_none();
        let book = self.book.as_ref().filter(|_| plays)?;
        let known = book.choose(board, self.variety, &mut self.random)?;
        let wanted = limits.only.is_empty() || limits.only.contains(&known.turn);
        (wanted && !limits.except.contains(&known.turn)).then_some(known)
    }
}
