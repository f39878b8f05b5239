//! The king's safety: the pieces around it, and the enemy pieces that reach the squares around it.

use super::Evaluation;
use super::attack_info::AttackInfo;
use super::tapered::Tapered;
use super::trace::Term;
use super::tracer::Tracer;
use crate::board::{Bitboard, DIRECTIONS, Shape, Square};
use crate::position::Position;
use crate::rules::Color;

/// The surroundings of every square.
#[derive(Clone, Debug)]
pub(super) struct Surroundings<const W: usize> {
    /// By square: its neighbours.
    ring: Box<[Bitboard<W>]>,
    /// By colour, by square: the square, its neighbours, and the squares in front of these.
    zone: [Box<[Bitboard<W>]>; 2],
}

impl<const W: usize> Surroundings<W> {
    pub fn new(shape: &Shape) -> Self {
        let squares = || (0..shape.area()).map(Square::new);
        let neighbours = |at: Square| DIRECTIONS.into_iter().filter_map(move |by| shape.step(at, by));
        let ring: Box<[Bitboard<W>]> = squares().map(|at| neighbours(at).collect()).collect();
        let zone = Color::BOTH.map(|color| {
            squares()
                .map(|at| {
                    let mut zone = ring[at.index()];
                    zone.insert(at);
                    // Three dimensions have neighbours enough.
                    if shape.levels() == 1 {
                        for next in neighbours(at) {
                            let ahead = DIRECTIONS.into_iter().find(|by| {
                                by.file == 0 && by.level == 0 && by.rank == if color == Color::White { 1 } else { -1 }
                            });
                            zone |= ahead.and_then(|by| shape.step(next, by)).into_iter().collect();
                        }
                    }
                    zone
                })
                .collect()
        });
        Self { ring, zone }
    }

    /// The neighbours of a square.
    #[inline]
    pub fn ring(&self, at: Square) -> Bitboard<W> {
        self.ring[at.index()]
    }
}

impl<const W: usize> Evaluation<W> {
    /// The squares around a king; none if it has been taken.
    pub(super) fn king_zone(&self, position: &Position<W>, color: Color) -> Bitboard<W> {
        match position.king(color) {
            Some(king) => self.surroundings.zone[color.index()][king.index()],
            None => Bitboard::EMPTY,
        }
    }

    /// The pieces around the king of this side.
    pub(super) fn shelter(&self, position: &Position<W>, color: Color, tracer: &mut impl Tracer) {
        let Some(king) = position.king(color) else {
            return;
        };
        let terms = &self.weights.terms;
        let men = self.surroundings.ring[king.index()] & position.of_color(color);
        let pawns = men & self.pawns.men(position);
        let pieces = men.without(pawns);
        let mut shelter = |term: Term, weight: Tapered, men: Bitboard<W>| {
            let count = men.count() as i32;
            tracer.add(color, term, weight * count, || count as f32);
        };
        shelter(Term::ShelterPawn, terms.shelter_pawn, pawns);
        shelter(Term::ShelterPiece, terms.shelter_piece, pieces);
    }

    /// The danger to the king of this side.
    pub(super) fn danger(&self, attack_info: &AttackInfo<W>, color: Color) -> Tapered {
        let terms = &self.weights.terms;
        let them = (!color).index();
        let danger = match attack_info.attackers[them] {
            // One piece alone mates rarely.
            0 | 1 => 0,
            _ => (attack_info.pressure[them].pow(2) / terms.danger_divisor).min(terms.danger_limit),
        };
        Tapered::new(danger, danger / 8)
    }
}
