//! The evaluation split into its terms, for people.

use super::endgame::FULL_SCALE;
use super::pawn_hash::PawnHash;
use super::psqt_state::PsqtState;
use super::tables::HandCrafted;
use crate::eval::explanation::{ExplainedTerm, Explanation};
use crate::eval::tapered::{MAX_PHASE, Tapered};
use kurier_rules::position::Position;
use kurier_rules::rules::Color;

impl<const W: usize> HandCrafted<W> {
    /// Splits the evaluation of a position into its terms; `score` is the result of [`evaluate`](Self::evaluate), after
    /// any scaling for a drawish endgame.
    pub fn explain(&self, position: &Position<W>, psqt: &PsqtState, score: i32) -> Explanation {
        let terms = self.terms(position, psqt, &mut PawnHash::default());
        let mut material = [Tapered::ZERO; 2];
        let mut placement = [Tapered::ZERO; 2];
        for square in position.occupied() {
            let Some(piece) = position.piece_at(square) else {
                continue;
            };
            let value = self.material[piece.piece_type.index()];
            let placed = self.psqt.score(piece, square);
            material[piece.color.index()] += value;
            placement[piece.color.index()] += if piece.color == Color::White { placed } else { -placed } - value;
        }
        let mut goals = terms.off_board;
        for color in Color::BOTH {
            let held = self.in_hand(position, color);
            material[color.index()] += Tapered::new(held, held);
            goals[color.index()] -= held;
        }
        let both = |scores: [i32; 2]| scores.map(|score| Tapered::new(score, score));
        let rows = [
            ("material", material),
            ("placement", placement),
            ("mobility", terms.mobility),
            ("threats", terms.threats),
            ("king", terms.king),
            ("pawns", terms.pawns),
            ("mop-up", both(terms.mop_up)),
            ("goals", both(goals)),
        ];
        let parts = self.score(position, psqt, &terms);
        Explanation {
            terms: rows
                .map(|(name, [white, black])| ExplainedTerm { name, white, black })
                .to_vec(),
            middlegame: parts.phase * 100 / MAX_PHASE,
            scale: parts.scale * 100 / FULL_SCALE,
            tempo: self.terms.tempo,
            hand_crafted: score,
            network: None,
            score,
        }
    }
}
