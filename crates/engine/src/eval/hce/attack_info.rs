//! Attacks of all pieces, collected in one pass: attacked squares, mobility, and pressure on the enemy king.

use super::tables::HandCrafted;
use super::tracer::Tracer;
use crate::eval::tapered::Tapered;
use crate::eval::terms::Term;
use kurier_rules::board::Bitboard;
use kurier_rules::position::{Piece, Position};
use kurier_rules::rules::Color;

/// The attacks of both sides, by colour of the attacker.
#[derive(Clone, Copy, Debug)]
pub(super) struct AttackInfo<const W: usize> {
    /// The squares attacked by any piece, by colour of the attackers; incomplete if [`HandCrafted::skip_sliders`] is
    /// set.
    pub attacked: [Bitboard<W>; 2],
    /// The squares attacked by pawns, by colour of the pawns.
    pub by_pawns: [Bitboard<W>; 2],
    /// The danger units from attacks on the squares around the enemy king, by colour of the attackers.
    pub pressure: [i32; 2],
    /// The number of pieces, other than kings and pawns, that attack squares around the enemy king, by colour of the
    /// attackers.
    pub attackers: [u32; 2],
}

/// The sums over the pieces of one side.
#[derive(Clone, Copy, Default)]
struct SideAttacks<const W: usize> {
    /// The squares around the enemy king.
    zone: Bitboard<W>,
    /// The squares that are neither occupied by own pieces nor attacked by enemy pawns.
    free: Bitboard<W>,
    /// The enemy pieces of more valuable types than the current piece type.
    stronger: Bitboard<W>,
    /// The number of attacks on free squares by pieces of the current type.
    mobility: u32,
    /// The number of attacks on squares of the zone by pieces of the current type.
    near: u32,
    attacked: Bitboard<W>,
    stronger_attacked: u32,
    pressure: i32,
    attackers: u32,
}

impl<const W: usize> SideAttacks<W> {
    /// Adds the attacks of one piece.
    #[inline(always)]
    fn add(&mut self, attacks: Bitboard<W>) {
        self.attacked |= attacks;
        self.mobility += (attacks & self.free).count();
        self.stronger_attacked += (attacks & self.stronger).count();
        let near = (attacks & self.zone).count();
        self.attackers += u32::from(near > 0);
        self.near += near;
    }
}

impl<const W: usize> HandCrafted<W> {
    /// Collects the attacks of both sides, and adds mobility and attacks on stronger pieces to the tracer. If
    /// [`HandCrafted::skip_sliders`] is set, the mobility of sliders is ignored, and a slider's attacks count only if
    /// it could reach the enemy king's zone on an empty board, because following the lines of all sliders would cost
    /// more time than it is worth.
    pub(super) fn attack_info(&self, position: &Position<W>, tracer: &mut impl Tracer) -> AttackInfo<W> {
        let by_pawns = Color::map_both(|color| self.pawns.attacks(position, color));
        let mut info = AttackInfo {
            attacked: by_pawns,
            by_pawns,
            pressure: [0; 2],
            attackers: [0; 2],
        };
        for color in Color::BOTH {
            let side = self.side_attacks(position, color, by_pawns, tracer);
            info.attacked[color.index()] = side.attacked;
            info.pressure[color.index()] = side.pressure;
            info.attackers[color.index()] = side.attackers;
        }
        info
    }

    /// Collects the attacks of one side.
    fn side_attacks(
        &self,
        position: &Position<W>,
        color: Color,
        by_pawns: [Bitboard<W>; 2],
        tracer: &mut impl Tracer,
    ) -> SideAttacks<W> {
        let (us, them) = (color.index(), (!color).index());
        let mut side = SideAttacks {
            zone: self.king_zone(position, !color),
            free: !(position.of_color(color) | by_pawns[them]),
            attacked: by_pawns[us],
            ..SideAttacks::default()
        };
        if let Some(king) = position.king(color) {
            side.attacked |= position.attacks_from(king);
        }
        // The most valuable type comes first, so that `stronger` grows. Counts are summed per piece type before they
        // are multiplied by the weight.
        for weights in &self.pieces {
            let piece_type = weights.piece_type;
            let of_type = position.of_type(piece_type);
            let pieces = of_type & position.of_color(color);
            if pieces.any() {
                let attacks = position.attacks_of(Piece { piece_type, color });
                let skipped = self.skip_sliders && weights.slider;
                (side.mobility, side.near) = (0, 0);
                match attacks.leaps() {
                    Some(leaps) => {
                        for square in pieces {
                            side.add(leaps[square.index()]);
                        }
                    }
                    None => {
                        let open = &self.variant.piece_tables[us][piece_type.index()].capture.open;
                        for square in pieces {
                            if !skipped || open[square.index()].intersects(side.zone) {
                                side.add(attacks.from(square));
                            }
                        }
                    }
                }
                if !skipped {
                    let mobility = side.mobility as i32 - weights.usual_mobility * pieces.count() as i32;
                    tracer.times(color, Term::Mobility(piece_type), weights.mobility, mobility);
                }
                side.pressure += side.near as i32 * weights.king_attack;
                tracer.times(color, Term::KingAttack(piece_type), Tapered::ZERO, side.near as i32);
            }
            side.stronger |= of_type & position.of_color(!color);
        }
        let stronger_attacked = side.stronger_attacked as i32;
        tracer.times(
            color,
            Term::StrongerAttacked,
            self.terms.stronger_attacked,
            stronger_attacked,
        );
        side
    }

    /// Adds the penalties for pieces of one side that are attacked by pawns, or attacked and not defended.
    pub(super) fn threats(&self, position: &Position<W>, info: &AttackInfo<W>, color: Color, tracer: &mut impl Tracer) {
        let (us, them) = (color.index(), (!color).index());
        let own = position
            .of_color(color)
            .without(position.of(color, self.variant.kings[us]));
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
