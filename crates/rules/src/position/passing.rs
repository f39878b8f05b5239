//! Passes, and the end of the game after two passes in a row.

use super::sink::{AnyMove, compact};
use super::{Generate, Move, Outcome, Position, Reason, State};
use crate::rules::Passing;

impl<const W: usize> Position<W> {
    /// Returns the move by which the side to move passes; `None` if it may not pass now. The pass is written as a move
    /// of the king, or of the side's first piece if the side does not have exactly one king. While the kings face each
    /// other, a side may pass even in check. Mandatory captures and drops are not considered.
    #[cold]
    pub(super) fn passing_move(&self) -> Option<Move> {
        let us = self.side.index();
        let when = self.variant.definition.passing[us];
        if when == Passing::Never || self.in_check() && !self.is_king_faced() {
            return None;
        }
        let square = self.king(self.side).or_else(|| self.of_color(self.side).first())?;
        let moves = || {
            let mut any = AnyMove::default();
            self.visit_moves(Generate::All, true, compact(&mut any));
            any.found
        };
        (when == Passing::Always || !moves()).then(|| Move::pass(square))
    }

    /// Counts the passes in a row after a move, and updates the key.
    pub(super) fn count_passes(&mut self, passed: bool) {
        if self.variant.passes {
            self.state.key ^= self.pass_key(&self.state);
            self.state.passes = if passed { self.state.passes + 1 } else { 0 };
            self.state.key ^= self.pass_key(&self.state);
        }
    }

    /// Returns the part of a position's key that shows whether the last turn was passed. The repetition rule does not
    /// compare it.
    pub(super) fn pass_key(&self, state: &State<W>) -> u64 {
        match state.passes {
            0 => 0,
            _ => self.variant.zobrist.passed,
        }
    }

    /// Returns the outcome if the last moves have ended the game: a side has left the kings facing each other, or the
    /// last two turns were passed.
    #[cold]
    pub(super) fn ended_by_moves(&self) -> Option<Outcome> {
        let reason = match (self.is_faced_twice(), self.state.passes > 1) {
            (true, _) => Reason::Facing,
            (false, true) => Reason::Passed,
            (false, false) => return None,
        };
        Some(self.undecided(reason))
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::super::TurnError;
    use super::*;
    use crate::rules::{Definition, Variant};

    /// Returns a chess position with the given section `[passing]`.
    fn with_passing(section: &str, fen: &str) -> Position<1> {
        let chess = include_str!("../../../../variants/chess.toml").replacen("\"chess\"", "\"passing\"", 1);
        let text = format!("{chess}\n[passing]\n{section}\n");
        let definition = Definition::parse(&text, "passing.toml").expect("a game");
        Position::from_fen(Arc::new(Variant::compile(Arc::new(definition))), fen).expect("the FEN is good")
    }

    fn play(position: &mut Position<1>, text: &str) {
        let turn = position.parse_san(text).expect(text);
        position.play(&turn);
    }

    #[test]
    fn a_pass_is_written_with_the_king_and_keeps_rights() {
        let mut position = with_passing("when = \"always\"", "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 3 9");
        let turn = position.parse_san("pass").expect("a legal pass");
        assert_eq!(
            (position.spell(&turn).as_str(), position.san(&turn).as_str()),
            ("e1e1", "Ke1")
        );
        assert_eq!(position.parse_san("Ke1"), Ok(turn.clone()));
        assert_eq!(position.parse_turn("e1e1"), Ok(turn));
        let before = (position.fen(), position.key());
        play(&mut position, "pass");
        assert_eq!(position.fen(), "r3k2r/8/8/8/8/8/8/R3K2R b KQkq pass 4 9");
        let read = Position::from_fen(position.variant().clone(), &position.fen()).expect("the FEN is good");
        assert_eq!(read.key(), position.key());
        assert_ne!(
            with_passing("when = \"always\"", "r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 4 9").key(),
            position.key()
        );
        position.unmake();
        assert_eq!((position.fen(), position.key()), before);
    }

    #[test]
    fn two_passes_in_a_row_draw_and_nobody_passes_in_check() {
        let mut position = with_passing("when = \"always\"", "4k3/8/8/8/8/8/8/R3K3 w - - 0 1");
        play(&mut position, "pass");
        play(&mut position, "Kd8");
        play(&mut position, "pass");
        assert_eq!(position.outcome(), None);
        play(&mut position, "pass");
        let drawn = Outcome {
            winner: None,
            reason: Reason::Passed,
        };
        assert_eq!(position.outcome(), Some(drawn));
        let checked = with_passing("when = \"always\"", "R3k3/8/8/8/8/8/8/4K3 b - - 0 1");
        assert_eq!(checked.parse_turn("pass"), Err(TurnError::NoPass));
        assert!(checked.parse_turn("e8e8").is_err());
    }

    #[test]
    fn a_side_passes_instead_of_stalemate_only() {
        let section = "when = \"stalemated\"\nwhen-black = \"never\"";
        let stuck = with_passing(section, "8/8/8/8/8/5k2/5p2/5K2 w - - 0 1");
        assert_eq!(stuck.legal_moves().len(), 1);
        assert_eq!((stuck.outcome(), stuck.count_moves()), (None, 1));
        assert!(stuck.is_legal(stuck.legal_moves()[0]));
        let free = with_passing(section, "8/8/8/8/8/5k2/8/5K2 w - - 0 1");
        assert_eq!(free.parse_turn("pass"), Err(TurnError::NoPass));
        let black = with_passing(section, "5k2/5P2/5K2/8/8/8/8/8 b - - 0 1");
        assert_eq!(black.outcome().map(|outcome| outcome.reason), Some(Reason::Stalemate));
    }

    #[test]
    fn a_position_after_a_pass_repeats_one_without() {
        let mut position = with_passing("when = \"always\"", "4k3/p7/8/8/8/8/P7/4K3 w - - 0 1");
        for text in ["pass", "Kd8", "Kd1", "Ke8", "Ke1", "Kd8", "Kd1", "Ke8", "Ke1"] {
            assert_eq!(position.outcome(), None, "{text}");
            play(&mut position, text);
        }
        assert_eq!(
            position.outcome().map(|outcome| outcome.reason),
            Some(Reason::Repetition)
        );
    }
}
