//! The positions of a book, and the moves that it has in a position.

use std::collections::BTreeMap;

use kurier_engine::session::{Board, Turn};
use kurier_formats::pgn::GameResult;
use kurier_rules::rules::{Color, Definition};

/// A book's statistics for a position.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Entry {
    /// The number of games through the position that White has won.
    pub white: u32,
    /// The number of games through the position that were drawn.
    pub draws: u32,
    /// The number of games through the position that Black has won.
    pub black: u32,
    /// The score from the point of view of the side to move, in centipawns; `None` if the position was never searched.
    pub score: Option<i16>,
}

impl Entry {
    /// Returns the number of games.
    pub fn games(&self) -> u64 {
        u64::from(self.white) + u64::from(self.draws) + u64::from(self.black)
    }

    /// Counts a game. A game without a result is not counted.
    pub(crate) fn count(&mut self, result: GameResult) {
        let number = match result {
            GameResult::WhiteWins => &mut self.white,
            GameResult::Draw => &mut self.draws,
            GameResult::BlackWins => &mut self.black,
            GameResult::Unfinished => return,
        };
        *number = number.saturating_add(1);
    }
}

/// A move that a book has in a position, from the point of view of the side that makes it.
#[derive(Clone, PartialEq, Debug)]
pub struct BookMove {
    /// The turn.
    pub turn: Turn,
    /// The number of games that the side has won.
    pub wins: u32,
    /// The number of drawn games.
    pub draws: u32,
    /// The number of games that the side has lost.
    pub losses: u32,
    /// The score in centipawns; `None` if the position after the move was never searched.
    pub score: Option<i32>,
}

impl BookMove {
    /// Returns the number of games.
    pub fn games(&self) -> u64 {
        u64::from(self.wins) + u64::from(self.draws) + u64::from(self.losses)
    }

    /// Returns the percentage of the possible points that the side has won; `None` if there are no games.
    pub fn percent(&self) -> Option<f64> {
        let points = f64::from(self.wins) + f64::from(self.draws) / 2.0;
        (self.games() > 0).then(|| 100.0 * points / self.games() as f64)
    }
}

/// An opening book of one game.
///
/// A position is known by its [key](Board::key), so that all orders of moves that lead to it share its entry. A move
/// belongs to the book if the position after it does.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Book {
    pub(crate) rules_hash: u64,
    pub(crate) entries: BTreeMap<u64, Entry>,
}

impl Book {
    /// Creates an empty book.
    pub fn new(definition: &Definition) -> Self {
        Self {
            rules_hash: definition.rules_hash(),
            entries: BTreeMap::new(),
        }
    }

    /// Returns the number of positions.
    pub fn len(&self) -> usize {
        self.entries.len()
    }

    /// Tests whether the book has no position.
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// Returns the book's statistics for a position; `None` if the position is not in the book, or belongs to another
    /// game.
    pub fn entry(&self, board: &Board) -> Option<Entry> {
        match board.definition().rules_hash() == self.rules_hash {
            true => self.entries.get(&board.key()).copied(),
            false => None,
        }
    }

    /// Returns the moves that the book has in a position. Moves with more games come first; among moves with equally
    /// many games, the ones with higher scores do.
    pub fn moves(&self, board: &Board) -> Vec<BookMove> {
        if self.is_empty() || board.definition().rules_hash() != self.rules_hash || board.outcome().is_some() {
            return Vec::new();
        }
        let mover = board.side();
        let mut after = board.clone();
        let mut moves: Vec<BookMove> = Vec::new();
        for turn in board.turns() {
            if after.play(&turn).is_err() {
                continue;
            }
            if let Some(entry) = self.entries.get(&after.key()) {
                let (wins, losses) = match mover {
                    Color::White => (entry.white, entry.black),
                    Color::Black => (entry.black, entry.white),
                };
                moves.push(BookMove {
                    turn,
                    wins,
                    draws: entry.draws,
                    losses,
                    score: entry.score.map(|score| -i32::from(score)),
                });
            }
            after.undo();
        }
        // Moves that are otherwise equal are sorted by their text, so that the order in which turns are generated does
        // not matter.
        moves.sort_by_cached_key(|known| {
            let score = known.score.unwrap_or(i32::MIN);
            (std::cmp::Reverse((known.games(), score)), board.spell(&known.turn))
        });
        moves
    }

    /// Removes the positions that occurred in fewer than `least` games and that no search has scored.
    pub fn prune(&mut self, least: u64) {
        self.entries
            .retain(|_, entry| entry.score.is_some() || entry.games() >= least);
    }
}
