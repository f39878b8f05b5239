//! What makes up the evaluation of one position, as numbers that a fit can work with.

use super::Evaluation;
use super::endgame::FULL_SCALE;
use super::tapered::{MAX_PHASE, Tapered};
use super::tracer::Tracer;
use crate::board::Square;
use crate::position::Position;
use crate::rules::{Color, PieceType};

/// A weight that counts in proportion to something in the position.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Term {
    /// [`super::PieceWeights::value`] and [`super::PieceWeights::psqt`] together, by square as White sees the board.
    Psqt(PieceType, Square),
    /// [`super::PieceWeights::mobility`]
    Mobility(PieceType),
    /// [`super::PieceWeights::king_attack`]: the number of squares. Their danger is no proportion.
    KingAttack(PieceType),
    /// [`super::TermWeights::shelter_pawn`]
    ShelterPawn,
    /// [`super::TermWeights::shelter_piece`]
    ShelterPiece,
    /// [`super::TermWeights::guarded_pawn`]
    GuardedPawn,
    /// [`super::TermWeights::phalanx`]
    Phalanx,
    /// [`super::TermWeights::isolated`]
    Isolated,
    /// [`super::TermWeights::doubled`]
    Doubled,
    /// [`super::TermWeights::passed_share`]
    Passed,
    /// [`super::TermWeights::passed_king_share`], in the endgame only
    PassedKing,
    /// [`super::TermWeights::piece_attacked_by_pawn`]
    PieceAttackedByPawn,
    /// [`super::TermWeights::stronger_attacked`]
    StrongerAttacked,
    /// [`super::TermWeights::hanging`]
    Hanging,
}

/// The evaluation of one position, taken apart: the terms times their weights, tapered by the phase
/// and scaled, and what remains.
#[derive(Clone, PartialEq, Debug)]
pub struct Trace {
    /// Part of the middlegame, 0 to 1; the endgame has the rest.
    pub phase: f32,
    /// What the terms count, 0 to 1: less where a draw is near.
    pub scale: f32,
    /// In centipawns from White's side: what no weight of a [`Term`] has a part in.
    pub fixed: f32,
    /// Whose turn it is.
    pub side: Color,
    /// How often each term counts, White's less Black's; one term may stand here several times.
    pub counts: Vec<(Term, f32)>,
    /// By colour of the attacker: the squares beside the enemy king that its pieces attack, by piece type, if it has more than
    /// one such piece.
    pub king_attacks: [Vec<(PieceType, f32)>; 2],
}

/// Notes all counts.
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

impl<const W: usize> Evaluation<W> {
    /// Takes the evaluation of a position apart.
    pub fn trace(&self, position: &Position<W>) -> Trace {
        let shape = &self.variant.definition.shape;
        let mut counter = Counter::default();
        for square in position.occupied() {
            if let Some(piece) = position.piece_at(square) {
                let seen = match piece.color {
                    Color::White => square,
                    Color::Black => shape.mirror(square),
                };
                counter.add(piece.color, Term::Psqt(piece.piece_type, seen), Tapered::ZERO, || 1.0);
            }
        }
        let attack_info = self.attack_info(position, &mut counter);
        for color in Color::BOTH {
            self.threats(position, &attack_info, color, &mut counter);
            self.shelter(position, color, &mut counter);
            self.pawn_structure(position, attack_info.by_pawns[color.index()], color, &mut counter);
            if attack_info.attackers[color.index()] < 2 {
                counter.king_attacks[color.index()].clear();
            }
        }
        let psqt = self.accumulate(position);
        let terms = self.terms(position, &psqt);
        let white = self.score(position, &psqt, &terms);
        let winner = if white >= 0 { Color::White } else { Color::Black };
        let scale = self.scale(position, &psqt, winner) as f32 / FULL_SCALE as f32;
        Trace {
            phase: self.phase(&psqt) as f32 / MAX_PHASE as f32,
            scale,
            fixed: (terms.mop_up[0] - terms.mop_up[1]) as f32 + scale * (terms.set[0] - terms.set[1]) as f32,
            side: position.side(),
            counts: counter.counts,
            king_attacks: counter.king_attacks,
        }
    }
}
