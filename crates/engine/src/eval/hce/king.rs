//! King safety: own pieces next to the king, and enemy attacks on the squares around it.

use super::attack_info::AttackInfo;
use super::tables::HandCrafted;
use super::tracer::Tracer;
use crate::eval::tapered::Tapered;
use crate::eval::terms::Term;
use kurier_rules::position::Position;
use kurier_rules::rules::Color;

impl<const W: usize> HandCrafted<W> {
    /// Adds the bonuses for own pawns and pieces next to the king of one side.
    pub(super) fn shelter(&self, position: &Position<W>, color: Color, tracer: &mut impl Tracer) {
        let Some(king) = position.king(color) else {
            return;
        };
        let near = self.king_zones.ring[king.index()] & position.of_color(color);
        let pawns = near & self.pawns.all(position);
        let pieces = near.without(pawns);
        tracer.times(color, Term::ShelterPawn, self.terms.shelter_pawn, pawns.count() as i32);
        tracer.times(
            color,
            Term::ShelterPiece,
            self.terms.shelter_piece,
            pieces.count() as i32,
        );
    }

    /// Returns the danger to the king of one side, in centipawns.
    pub(super) fn danger(&self, info: &AttackInfo<W>, color: Color) -> Tapered {
        let them = (!color).index();
        let danger = match info.attackers[them] {
            // A single attacker rarely mates.
            0 | 1 => 0,
            _ => (info.pressure[them].pow(2) / self.fixed.danger_divisor).min(self.fixed.danger_limit),
        };
        Tapered::new(danger, danger / 8)
    }
}
