//! The terms as a table for people.

use std::fmt::Write;

use super::endgame::FULL_SCALE;
use super::pawn_hash::PawnHash;
use super::psqt_state::PsqtState;
use super::tables::HandCrafted;
use crate::eval::tapered::{MAX_PHASE, Tapered};
use crate::position::Position;
use crate::rules::Color;

impl<const W: usize> HandCrafted<W> {
    /// A table of all terms in centipawns (middlegame and endgame), for White, for Black, and the difference.
    pub fn explain(&self, position: &Position<W>, psqt: &PsqtState) -> String {
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
        let both = |scores: [i32; 2]| scores.map(|score| Tapered::new(score, score));
        let rows = [
            ("material", material),
            ("placement", placement),
            ("mobility", terms.mobility),
            ("threats", terms.threats),
            ("king", terms.king),
            ("pawns", terms.pawns),
            ("mop-up", both(terms.mop_up)),
            ("set", both(terms.promotion_set)),
        ];
        let total = |color: Color| {
            rows.iter()
                .map(|(_, by_color)| by_color[color.index()])
                .sum::<Tapered>()
        };
        let totals = [total(Color::White), total(Color::Black)];
        let mut text = format!("{:<10} |{:^15}|{:^15}|{:^15}\n", "", "White", "Black", "difference");
        let head = format!("{:>7}{:>7} ", "mid", "end");
        // Writing to a string cannot fail.
        let _ = writeln!(text, "{:<10} |{head}|{head}|{head}", "term");
        for (name, by_color) in rows.into_iter().chain([("total", totals)]) {
            let columns = [by_color[0], by_color[1], by_color[0] - by_color[1]]
                .map(|score| format!("{:>7}{:>7} ", score.mid, score.end));
            let _ = writeln!(text, "{name:<10} |{}", columns.join("|"));
        }
        let score = self.score(position, psqt, &terms);
        let _ = writeln!(
            text,
            "middlegame {}%, scale {}%, tempo {}",
            score.phase * 100 / MAX_PHASE,
            score.scale * 100 / FULL_SCALE,
            self.terms.tempo,
        );
        text
    }
}
