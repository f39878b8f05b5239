//! The evaluation as a table for people.

use std::fmt::Write;

use super::endgame::FULL_SCALE;
use super::{Evaluation, LIMIT, Tapered};
use crate::position::Position;
use crate::rules::Color;

impl<const W: usize> Evaluation<W> {
    /// A table of all terms in centipawns (middlegame and endgame), for White, for Black, and the difference.
    pub fn explain(&self, position: &Position<W>) -> String {
        let psqt = self.accumulate(position);
        let terms = self.terms(position, &psqt);
        let mut material = [Tapered::ZERO; 2];
        let mut placement = [Tapered::ZERO; 2];
        for square in position.occupied() {
            let Some(piece) = position.piece_at(square) else {
                continue;
            };
            let value = self.weights.pieces[piece.piece_type.index()].value;
            let placed = self.placed(piece, square);
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
            ("set", both(terms.set)),
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
            let squares = [by_color[0], by_color[1], by_color[0] - by_color[1]]
                .map(|score| format!("{:>7}{:>7} ", score.mid, score.end));
            let _ = writeln!(text, "{name:<10} |{}", squares.join("|"));
        }
        let white = self.score(position, &psqt, &terms);
        let winner = if white >= 0 { Color::White } else { Color::Black };
        let _ = writeln!(
            text,
            "middlegame {}%, scale {}%, tempo {}",
            self.phase(&psqt) * 100 / super::MAX_PHASE,
            self.scale(position, &psqt, winner) * 100 / FULL_SCALE,
            self.weights.terms.tempo,
        );
        let by_hand = self.evaluate(position, &psqt);
        let correcting = self.correcting(position);
        let correction = correcting.map_or(0, |network| network.evaluate(position));
        if correcting.is_some() {
            let _ = writeln!(text, "network {correction:+} to {by_hand} for the side to move");
        }
        let score = (by_hand + correction).clamp(-LIMIT, LIMIT);
        let _ = writeln!(text, "score {score} for the side to move");
        text
    }
}
