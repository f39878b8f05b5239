//! One walk over the pieces: what they attack, their mobility, how they press the enemy king.

use super::tables::HandCrafted;
use super::tracer::Tracer;
use crate::board::Bitboard;
use crate::eval::tapered::Tapered;
use crate::eval::terms::Term;
use crate::position::{Piece, Position};
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

impl<const W: usize> HandCrafted<W> {
    /// Walks over all pieces of both sides, and gives their mobility to the tracer. Where armies have so many sliders
    /// that looking along all their lines would cost more than it tells, only those that may reach the enemy king are
    /// looked at.
    pub(super) fn attack_info(&self, position: &Position<W>, tracer: &mut impl Tracer) -> AttackInfo<W> {
        let by_pawns = Color::BOTH.map(|color| self.pawns.attacks(position, color));
        let mut info = AttackInfo {
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
                info.attacked[us] |= position.attacks_from(king);
            }
            let mut stronger = Bitboard::EMPTY;
            let mut stronger_attacked = 0;
            // The strongest first. Counts are summed up by piece type before they are weighed.
            for piece_type in &self.pieces {
                let pieces = position.of(color, *piece_type);
                let targets = position.of(!color, *piece_type);
                if pieces.any() {
                    let weights = &self.activity[piece_type.index()];
                    let skipped = self.skip_sliders && weights.slider;
                    let open = &self.variant.piece_tables[us][piece_type.index()].capture.open;
                    let piece = Piece {
                        piece_type: *piece_type,
                        color,
                    };
                    let (mut mobility, mut near) = (0, 0);
                    for square in pieces {
                        if skipped && !open[square.index()].intersects(zone) {
                            continue;
                        }
                        let attacks = position.attacks_of(piece, square);
                        info.attacked[us] |= attacks;
                        mobility += (attacks & free).count() as i32 - weights.usual_mobility;
                        stronger_attacked += (attacks & stronger).count() as i32;
                        let of_zone = (attacks & zone).count();
                        info.attackers[us] += u32::from(of_zone > 0);
                        near += of_zone as i32;
                    }
                    if !skipped {
                        tracer.times(color, Term::Mobility(*piece_type), weights.mobility, mobility);
                    }
                    info.pressure[us] += near * weights.king_attack;
                    tracer.times(color, Term::KingAttack(*piece_type), Tapered::ZERO, near);
                }
                stronger |= targets;
            }
            tracer.times(
                color,
                Term::StrongerAttacked,
                self.terms.stronger_attacked,
                stronger_attacked,
            );
        }
        info
    }

    /// What pieces of this side lose by being attacked by pawns, or attacked and not defended.
    pub(super) fn threats(&self, position: &Position<W>, info: &AttackInfo<W>, color: Color, tracer: &mut impl Tracer) {
        let (us, them) = (color.index(), (!color).index());
        let own = position.of_color(color).without(position.of_type(self.variant.king));
        let by_pawns = own.without(self.pawns.all(position)) & info.by_pawns[them];
        let lost = -(by_pawns.count() as i32);
        tracer.times(
            color,
            Term::PieceAttackedByPawn,
            self.terms.piece_attacked_by_pawn,
            lost,
        );
        if !self.skip_sliders {
            let hanging = (own & info.attacked[them]).without(info.attacked[us] | by_pawns);
            tracer.times(color, Term::Hanging, self.terms.hanging, -(hanging.count() as i32));
        }
    }
}
