//! The opening book: its moves are shown to the user and, if the user has enabled the book, played.

use std::time::Duration;

use super::{Player, report};
use kurier_engine::search::Limits;
use kurier_engine::session::Value;

impl Player {
    /// Reads the opening book for the current variant.
    pub(super) fn open_book(&mut self) {
        match self.book.open(self.game.definition()) {
            Ok(message) => self.gui.remark(message),
            Err(error) => self.gui.report_error(&error.to_string()),
        }
    }

    /// Makes a move from the opening book instead of searching with `limits`. Returns whether the book had a move to
    /// make.
    pub(super) fn play_book(&mut self, limits: &Limits) -> bool {
        let Some(known) = self.book.choose(self.game.board(), limits) else {
            return false;
        };
        self.gui.remark(["a move of the opening book"]);
        let value = Value::Centipawns(known.score.unwrap_or(0));
        self.make(&known.turn, None, value, Duration::ZERO);
        self.gui.answer_pings();
        true
    }

    /// Handles `bk`: shows the moves of the opening book in the position on the board.
    pub(super) fn show_book(&mut self) {
        self.refresh();
        let moves = self.book.moves(self.game.board());
        for known in &moves {
            self.gui.send(report::book_move(&self.game.word(&known.turn), known));
        }
        // XBoard shows the lines up to the first empty line.
        self.gui.send(if moves.is_empty() { " no book\n" } else { "" });
    }
}
