//! Captures that are forbidden by rules against the trade of strong pieces.

use super::{Move, Piece, Position};
use crate::rules::TradeTables;

impl<const W: usize> Position<W> {
    /// Returns whether the rules against trades forbid an otherwise legal move.
    #[inline(never)]
    pub(super) fn is_forbidden_trade(&self, trades: &TradeTables, m: Move) -> bool {
        let Some(mover) = self.piece_at(m.from()).filter(|_| m.is_capture()) else {
            return false;
        };
        let squares = self.captured_squares(m);
        let victims = squares.filter_map(|square| self.piece_at(square));
        let mut captured = victims.fold(0, |types, piece: Piece| types | 1 << piece.piece_type.0);
        if self.state.no_counter && captured & trades.no_counter != 0 {
            return true;
        }
        captured &= trades.no_exposed & 1 << mover.piece_type.0;
        captured != 0 && self.is_exposed_after(m)
    }

    /// Returns whether the capturing piece could be recaptured on its destination, whether or not the recapture would
    /// be legal.
    #[inline(never)]
    fn is_exposed_after(&self, m: Move) -> bool {
        let (occupied, enemies) = self.after_capture(m);
        self.attacked(m.to(), !self.side, occupied, enemies)
    }

    /// Updates after a move whether the side to move may capture pieces that must not be traded, and updates the key.
    pub(super) fn refresh_trades(&mut self, trades: &TradeTables) {
        let types = |added: bool, color| {
            let changes = self.changes().iter();
            let fitting = changes.filter(move |change| change.added == added && change.piece.color == color);
            fitting.fold(0, |types, change| types | 1 << change.piece.piece_type.0)
        };
        let (captured, moved): (u32, u32) = (types(false, self.side), types(false, !self.side));
        self.set_no_counter(captured & trades.no_counter & !moved != 0);
    }

    /// Sets whether the side to move may not capture pieces that must not be traded, and updates the key.
    pub(super) fn set_no_counter(&mut self, no_counter: bool) {
        if self.state.no_counter != no_counter {
            self.state.no_counter = no_counter;
            self.state.key ^= self.variant.zobrist.no_counter;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::position::TurnError;
    use crate::position::double::tests::with_lions_and;

    /// Returns a chess position in which the queens are lions that must not be traded.
    fn with_lions(fen: &str) -> Position<1> {
        with_lions_and("no-exposed-trade = \"Q\"\nno-counter-capture = \"Q\"", fen)
    }

    #[test]
    fn a_capture_en_passant_may_expose_the_pawn_by_what_it_takes() {
        let is_legal = |rule: &str| {
            let position = with_lions_and(rule, "4k3/8/8/3pP3/8/8/7K/3r4 w - d6 0 1");
            position.parse_turn("e5d6").is_ok()
        };
        assert!(is_legal("no-exposed-trade = \"N\""));
        assert!(!is_legal("no-exposed-trade = \"P\""));
    }

    #[test]
    fn a_lion_captures_no_other_where_it_could_be_recaptured() {
        let guarded = with_lions("4k3/8/5p2/4q3/2Q5/8/8/R3K3 w - - 0 1");
        let is_legal = |position: &Position<1>, text: &str| position.parse_turn(text).is_ok();
        assert!(!is_legal(&guarded, "c4e5"));
        let alone = with_lions("4k3/8/8/4q3/2Q5/8/8/R3K3 w - - 0 1");
        assert!(is_legal(&alone, "c4e5"));
        // The recapture by the rook would leave Black's king in check.
        let pinned = with_lions("4k3/8/4r3/4q3/2Q5/8/4R3/4K3 w - - 0 1");
        assert!(!is_legal(&pinned, "c4e5"));
        let near = with_lions("4k3/8/5p2/4q3/3Q4/8/8/R3K3 w - - 0 1");
        assert!(is_legal(&near, "d4e5d4") && is_legal(&near, "d4e5f6") && !is_legal(&near, "d4e5"));
        // Other pieces may capture a guarded lion.
        let rook = with_lions("4k3/8/5p2/4q3/8/8/8/K3R3 w - - 0 1");
        assert!(is_legal(&rook, "e1e5"));
    }

    #[test]
    fn no_lion_is_captured_right_after_another_piece_has_captured_one() {
        let mut position = with_lions("r2k4/8/8/Q3q3/8/8/8/K3R3 w - - 0 1");
        position.play(&position.parse_turn("e1e5").expect("the rook captures the lion"));
        assert_eq!(position.fen(), "r2k4/8/8/Q3R3/8/8/8/K7 b - x 0 1");
        let name = "Rook".to_owned();
        assert_eq!(position.parse_turn("a8a5"), Err(TurnError::ForbiddenTrade(name)));
        let again = |fen: &str| Position::from_fen(position.variant().clone(), fen).expect("the FEN is good");
        let (read, without) = (again(&position.fen()), again(&position.fen().replace(" x ", " - ")));
        assert_eq!(
            (read.key(), read.legal_moves().len()),
            (position.key(), position.legal_moves().len())
        );
        assert_eq!(without.legal_moves().len(), position.legal_moves().len() + 1);
        assert_ne!(without.key(), position.key());
        position.play(&position.parse_turn("d8d7").expect("a move of the king"));
        assert!(position.fen().contains(" w - - "));
        position.unmake();
        assert!(position.fen().contains(" b - x "));
        position.make_null();
        assert!(position.fen().contains(" w - - "));
        position.unmake();
        assert_eq!(position.key(), read.key());
    }
}
