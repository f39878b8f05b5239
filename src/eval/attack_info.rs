//! One walk over the pieces: what they attack, how free they are, how they press the enemy king.

use super::Evaluation;
use super::tapered::Tapered;
use super::trace::Term;
use super::tracer::Tracer;
use crate::board::Bitboard;
use crate::position::Position;
use crate::rules::Color;

/// What the walk has found, by colour.
#[derive(Clone, Copy, Debug)]
pub(super) struct AttackInfo<const W: usize> {
    /// Squares attacked by anything; incomplete where sliders are skipped.
    pub attacked: [Bitboard<W>; 2],
    /// Squares attacked by pawns.
    pub by_pawns: [Bitboard<W>; 2],
    /// Danger units that the pieces bring to the squares around the enemy king.
    pub pressure: [i32; 2],
    /// The number of pieces that attack squares around the enemy king.
    pub attackers: [u32; 2],
}

impl<const W: usize> Evaluation<W> {
    /// Walks over all pieces of both sides. Where armies have so many sliders that looking along all their lines would
    /// cost more than it tells, only those are looked at that may reach the enemy king. The freedom of the pieces goes
    /// to the tracer.
    pub(super) fn attack_info(&self, position: &Position<W>, tracer: &mut impl Tracer) -> AttackInfo<W> {
        let by_pawns = Color::BOTH.map(|color| self.pawns.attacks(position, color));
        let mut attack_info = AttackInfo {
            attacked: by_pawns,
            by_pawns,
            pressure: [0; 2],
            attackers: [0; 2],
        };
        for color in Color::BOTH {
            let (us, them) = (color.index(), (!color).index());
            let zone = self.king_zone(position, !color);
            let free = !(position.of_color(color) | by_pawns[them]);
            if let Some(king) = position.king(color) {
                attack_info.attacked[us] |= position.attacks_from(king);
            }
            let mut stronger = Bitboard::EMPTY;
            // The strongest first.
            for piece_type in &self.pieces {
                let weights = &self.activity[piece_type.index()];
                let distant = self.skip_sliders && weights.distant;
                let open = &self.variant.piece_tables[us][piece_type.index()].capture.open;
                for square in position.of(color, *piece_type) {
                    if distant && !open[square.index()].intersects(zone) {
                        continue;
                    }
                    let attacks = position.attacks_from(square);
                    attack_info.attacked[us] |= attacks;
                    if !distant {
                        let more = (attacks & free).count() as i32 - weights.usual;
                        tracer.add(color, Term::Mobility(*piece_type), weights.mobility * more, || {
                            more as f32
                        });
                    }
                    if stronger.any() {
                        let attacked = (attacks & stronger).count() as i32;
                        let weight = self.weights.terms.stronger_attacked * attacked;
                        tracer.add(color, Term::StrongerAttacked, weight, || attacked as f32);
                    }
                    let near = (attacks & zone).count();
                    attack_info.attackers[us] += (near > 0) as u32;
                    attack_info.pressure[us] += near as i32 * weights.king_attack;
                    tracer.add(color, Term::KingAttack(*piece_type), Tapered::ZERO, || near as f32);
                }
                stronger |= position.of(!color, *piece_type);
            }
        }
        attack_info
    }

    /// What pieces of this side lose by being attacked by pawns, or attacked and not defended.
    pub(super) fn threats(
        &self,
        position: &Position<W>,
        attack_info: &AttackInfo<W>,
        color: Color,
        tracer: &mut impl Tracer,
    ) {
        let (us, them) = (color.index(), (!color).index());
        let own = position.of_color(color).without(position.of_type(self.variant.king));
        let by_pawns = own.without(self.pawns.men(position)) & attack_info.by_pawns[them];
        let terms = &self.weights.terms;
        let mut lose = |term: Term, weight: Tapered, pieces: Bitboard<W>| {
            let count = pieces.count() as i32;
            tracer.add(color, term, weight * -count, || -count as f32);
        };
        lose(Term::PieceAttackedByPawn, terms.piece_attacked_by_pawn, by_pawns);
        if !self.skip_sliders {
            let hanging = (own & attack_info.attacked[them]).without(attack_info.attacked[us] | by_pawns);
            lose(Term::Hanging, terms.hanging, hanging);
        }
    }
}
