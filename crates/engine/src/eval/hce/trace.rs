//! The trace of an evaluation: how often each term counts, as input for a fit of the weights.

use super::endgame::FULL_SCALE;
use super::pawn_hash::PawnHash;
use super::tables::HandCrafted;
use super::tracer::Tracer;
use crate::eval::tapered::{MAX_PHASE, Tapered};
use crate::eval::terms::Term;
use kurier_rules::position::Position;
use kurier_rules::rules::{Color, PieceType};

/// The evaluation of one position in the form that a fit of the weights needs. The score is the sum of each count times
/// the weight of its term, tapered by the phase and scaled, plus the fixed part and the danger to the kings.
#[derive(Clone, PartialEq, Debug)]
pub struct Trace {
    /// The weight of the middlegame scores, from 0 to 1. The weight of the endgame scores is 1 minus this number.
    pub phase: f32,
    /// The factor applied to the terms: 1 in most positions, less if the position is drawish, and -1 in games that a
    /// side wins by losing all its pieces.
    pub scale: f32,
    /// The part of the score that does not depend on the weights of any [`Term`], in centipawns from White's point of
    /// view.
    pub fixed: f32,
    /// How often the tempo counts, White's count minus Black's: 1 or -1, or a number nearer to 0 if the endgame is
    /// drawish.
    pub tempo: f32,
    /// How often each term counts, White's count minus Black's. A term may occur several times.
    pub counts: Vec<(Term, f32)>,
    /// The number of attacked squares around the enemy king by piece type, for each colour of the attacker; empty if
    /// fewer than two pieces attack squares around the king.
    pub king_attacks: [Vec<(PieceType, f32)>; 2],
}

/// A tracer that records how often each term counts.
#[derive(Default)]
struct Counter {
    counts: Vec<(Term, f32)>,
    king_attacks: [Vec<(PieceType, f32)>; 2],
}

impl Tracer for Counter {
    fn add(&mut self, color: Color, term: Term, _: Tapered, count: impl FnOnce() -> f32) {
        match (term, color) {
            (Term::KingAttack(piece_type), _) => self.king_attacks[color.index()].push((piece_type, count())),
            (_, Color::White) => self.counts.push((term, count())),
            (_, Color::Black) => self.counts.push((term, -count())),
        }
    }
}

impl<const W: usize> HandCrafted<W> {
    /// Returns the trace of a position's evaluation.
    pub fn trace(&self, position: &Position<W>) -> Trace {
        let mut counter = Counter::default();
        for square in position.occupied() {
            if let Some(piece) = position.piece_at(square) {
                let seen = self.seen(piece.color, square);
                counter.times(piece.color, Term::Psqt(piece.piece_type, seen), Tapered::ZERO, 1);
            }
        }
        let info = self.attack_info(position, &mut counter);
        for color in Color::BOTH {
            self.threats(position, &info, color, &mut counter);
            self.shelter(position, color, &mut counter);
            let passed = self.pawn_structure(position, info.by_pawns[color.index()], color, &mut counter);
            self.passed_pawns(position, &passed, color, &mut counter);
            if info.attackers[color.index()] < 2 {
                counter.king_attacks[color.index()].clear();
            }
        }
        let psqt = self.state(position);
        let terms = self.terms(position, &psqt, &mut PawnHash::default());
        let score = self.score(position, &psqt, &terms);
        let scale = score.scale as f32 / FULL_SCALE as f32;
        let [mop_up, off_board] = [terms.mop_up, terms.off_board].map(|[white, black]| (white - black) as f32);
        Trace {
            phase: score.phase as f32 / MAX_PHASE as f32,
            scale,
            fixed: mop_up + scale * off_board,
            tempo: match position.side() {
                Color::White => 1.0,
                Color::Black => -1.0,
            },
            counts: counter.counts,
            king_attacks: counter.king_attacks,
        }
    }
}
