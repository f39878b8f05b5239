//! Pawn structure and passed pawns. A pawn is any piece, other than the king, that can be promoted.

use super::pawn_hash::{PassedPawns, PawnEntry, PawnHash};
use super::pawn_tables::Spans;
use super::tables::HandCrafted;
use super::tracer::{Sum, Tracer};
use crate::eval::geometry::distance;
use crate::eval::tapered::{MAX_PHASE, Tapered};
use crate::eval::terms::Term;
use kurier_rules::board::{Bitboard, Square};
use kurier_rules::position::{Piece, Position};
use kurier_rules::rules::Color;

/// The divisor of weights that are fractions of the promotion value.
const UNIT: i32 = MAX_PHASE;

impl<const W: usize> HandCrafted<W> {
    /// Returns the score of the pawns, by colour. `attacks` contains the squares that the pawns of each colour attack.
    pub(super) fn pawns(&self, position: &Position<W>, attacks: [Bitboard<W>; 2], hash: &mut PawnHash) -> [Tapered; 2] {
        let compute = || {
            let mut entry = PawnEntry::default();
            let mut structure = Sum::default();
            for color in Color::BOTH {
                let attacks = attacks[color.index()];
                entry.passed[color.index()] = self.pawn_structure(position, attacks, color, &mut structure);
            }
            entry.structure = structure.0;
            entry
        };
        let computed;
        let hashed = self
            .pawns
            .keyed
            .then(|| hash.entry(position.pawn_key(), compute))
            .flatten();
        let entry = match hashed {
            Some(entry) => entry,
            None => {
                computed = compute();
                &computed
            }
        };
        let mut sum = Sum(entry.structure);
        for color in Color::BOTH {
            self.passed_pawns(position, &entry.passed[color.index()], color, &mut sum);
        }
        sum.0
    }

    /// Adds the terms of one side's pawn structure to the tracer, and returns the side's passed pawns. The result
    /// depends only on the pawns of both sides. `attacks` contains the squares that the side's pawns attack.
    pub(super) fn pawn_structure(
        &self,
        position: &Position<W>,
        attacks: Bitboard<W>,
        color: Color,
        tracer: &mut impl Tracer,
    ) -> PassedPawns {
        let own = self.pawns.of(position, color);
        let enemies = self.pawns.of(position, !color);
        let terms = &self.terms;
        let guarded = (own & attacks).count() as i32;
        tracer.times(color, Term::GuardedPawn, terms.guarded_pawn, guarded);
        let mut passed = PassedPawns::new();
        for (piece_type, spans) in self.pawns.piece_types.iter().zip(&self.pawns.spans[color.index()]) {
            let Some(spans) = spans else { continue };
            let [mut phalanx, mut isolated, mut doubled] = [0; 3];
            for square in position.of(color, *piece_type) {
                phalanx += spans.rank_neighbours[square.index()].intersects(own) as i32;
                isolated += (!spans.adjacent_files[square.index()].intersects(own)) as i32;
                doubled += spans.front[square.index()].intersects(own) as i32;
                if !spans.passed[square.index()].intersects(enemies) && !passed.is_full() {
                    passed.push(square);
                }
            }
            tracer.times(color, Term::Phalanx, terms.phalanx, phalanx);
            tracer.times(color, Term::Isolated, terms.isolated, isolated);
            tracer.times(color, Term::Doubled, terms.doubled, doubled);
        }
        passed
    }

    /// Adds the bonuses for the passed pawns of one side.
    pub(super) fn passed_pawns(
        &self,
        position: &Position<W>,
        passed: &PassedPawns,
        color: Color,
        tracer: &mut impl Tracer,
    ) {
        for square in passed {
            let Some(Piece { piece_type, .. }) = position.piece_at(*square) else {
                continue;
            };
            let mut types = self.pawns.piece_types.iter().zip(&self.pawns.spans[color.index()]);
            if let Some((_, Some(spans))) = types.find(|(pawn, _)| **pawn == piece_type) {
                let promotion_value = self.promotion_value(color, piece_type, *square);
                self.passed(position, spans, promotion_value, *square, color, tracer);
            }
        }
    }

    /// Adds the bonuses for one passed pawn.
    fn passed(
        &self,
        position: &Position<W>,
        spans: &Spans<W>,
        promotion_value: i32,
        square: Square,
        color: Color,
        tracer: &mut impl Tracer,
    ) {
        let part = |weight: i32| promotion_value * weight / UNIT;
        let count = |times: i32| (promotion_value * times) as f32 / UNIT as f32;
        let blocked = spans.front[square.index()].intersects(position.of_color(!color));
        let divisor = if blocked { 2 } else { 1 };
        let weight = self.terms.passed_share;
        let score = Tapered::new(part(weight.mid) / divisor, part(weight.end) / divisor);
        tracer.add(color, Term::Passed, score, || count(1) / divisor as f32);
        let stop = spans.stop[square.index()].first();
        if let (Some(stop), Some(own), Some(other)) = (stop, position.king(color), position.king(!color)) {
            let shape = &self.variant.definition.shape;
            let nearer = distance(shape, other, stop) as i32 - distance(shape, own, stop) as i32;
            let nearer = nearer.clamp(-5, 5);
            let score = Tapered::new(0, part(self.terms.passed_king_share * nearer));
            tracer.add(color, Term::PassedKing, score, || count(nearer));
        }
    }
}
