//! The score: the tapered and scaled sum of the terms.

use super::endgame::FULL_SCALE;
use super::pawn_hash::PawnHash;
use super::psqt_state::PsqtState;
use super::tables::HandCrafted;
use super::tracer::Sum;
use crate::eval::tapered::{LIMIT, MAX_PHASE, Tapered};
use kurier_rules::position::{Change, Position};
use kurier_rules::rules::Color;

/// The terms of one position in centipawns. Arrays are indexed by colour.
#[derive(Clone, Copy, Debug)]
pub(super) struct Terms {
    pub psqt: Tapered,
    pub mobility: [Tapered; 2],
    pub threats: [Tapered; 2],
    pub king: [Tapered; 2],
    pub pawns: [Tapered; 2],
    pub mop_up: [i32; 2],
    pub promotion_set: [i32; 2],
}

/// The weighted sum of the terms.
#[derive(Clone, Copy, Debug)]
pub(super) struct Score {
    /// The score in centipawns from White's point of view.
    pub white: i32,
    /// The phase of the game, from 0 to [`MAX_PHASE`].
    pub phase: i32,
    /// The scale of the terms in 1/[`FULL_SCALE`].
    pub scale: i32,
}

impl<const W: usize> HandCrafted<W> {
    /// Computes the incremental state of a position from scratch.
    pub fn state(&self, position: &Position<W>) -> PsqtState {
        self.psqt.state(position)
    }

    /// Returns the state after a move, given the state before the move and the changes that the move made.
    #[inline(always)]
    pub fn update(&self, before: PsqtState, changes: &[Change]) -> PsqtState {
        self.psqt.update(before, changes)
    }

    /// Returns the score in centipawns from the point of view of the side to move, within ±[`LIMIT`].
    pub fn evaluate(&self, position: &Position<W>, psqt: &PsqtState, pawns: &mut PawnHash) -> i32 {
        let white = self.score(position, psqt, &self.terms(position, psqt, pawns)).white;
        let score = match position.side() {
            Color::White => white,
            Color::Black => -white,
        };
        (score + self.terms.tempo).clamp(-LIMIT, LIMIT)
    }

    /// Computes all terms of a position.
    pub(super) fn terms(&self, position: &Position<W>, psqt: &PsqtState, pawns: &mut PawnHash) -> Terms {
        let [mut mobility, mut threats, mut king] = [Sum::default(); 3];
        let info = self.attack_info(position, &mut mobility);
        for color in Color::BOTH {
            self.threats(position, &info, color, &mut threats);
            self.shelter(position, color, &mut king);
            king.0[color.index()] -= self.danger(&info, color);
        }
        Terms {
            psqt: psqt.score,
            mobility: mobility.0,
            threats: threats.0,
            king: king.0,
            pawns: self.pawns(position, info.by_pawns, pawns),
            mop_up: Color::map_both(|color| self.mop_up(position, psqt, &info, color)),
            promotion_set: Color::map_both(|color| self.set_progress(position, color)),
        }
    }

    /// Computes the score from the terms.
    pub(super) fn score(&self, position: &Position<W>, psqt: &PsqtState, terms: &Terms) -> Score {
        let sided = |by_color: &[Tapered; 2]| by_color[0] - by_color[1];
        let sum =
            terms.psqt + sided(&terms.mobility) + sided(&terms.threats) + sided(&terms.king) + sided(&terms.pawns);
        let phase = psqt.phase.clamp(0, self.start_phase) * MAX_PHASE / self.start_phase;
        let score = sum.at(phase) + terms.promotion_set[0] - terms.promotion_set[1];
        let winner = if score >= 0 { Color::White } else { Color::Black };
        let scale = self.scale(position, psqt, winner);
        Score {
            // The mop-up is not scaled: it must guide the play even if the other terms are scaled down.
            white: score * scale / FULL_SCALE + terms.mop_up[0] - terms.mop_up[1],
            phase,
            scale,
        }
    }
}
