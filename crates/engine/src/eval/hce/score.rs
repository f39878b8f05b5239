//! The score: the tapered and scaled sum of the terms.

use super::endgame::FULL_SCALE;
use super::pawn_hash::PawnHash;
use super::psqt_state::PsqtState;
use super::tables::HandCrafted;
use super::tracer::Sum;
use crate::eval::tapered::{LIMIT, MAX_PHASE, Tapered};
use kurier_rules::position::{Change, Position};
use kurier_rules::rules::{Color, PieceType};

/// The terms of one position in centipawns. Arrays are indexed by colour.
#[derive(Clone, Copy, Debug)]
pub(super) struct Terms {
    pub psqt: Tapered,
    pub mobility: [Tapered; 2],
    pub threats: [Tapered; 2],
    pub king: [Tapered; 2],
    pub pawns: [Tapered; 2],
    pub mop_up: [i32; 2],
    /// The scores for pieces in hand and for progress towards goals other than mate.
    pub off_board: [i32; 2],
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
            off_board: Color::map_both(|color| self.off_board(position, color)),
        }
    }

    /// Returns the score of a side for everything that is not on the board, in centipawns: its pieces in hand, and its
    /// progress towards goals other than mate.
    #[inline]
    fn off_board(&self, position: &Position<W>, color: Color) -> i32 {
        match self.has_more_than_board {
            false => 0,
            true => {
                let in_hand = if position.has_hand() {
                    self.in_hand(position, color)
                } else {
                    0
                };
                self.goal_progress(position, color) + in_hand
            }
        }
    }

    /// Returns the value of the pieces that a side holds in hand, in centipawns. A piece in hand is worth as much as on
    /// the board: it stands nowhere yet, but may stand anywhere. If no piece is left that could gate it, it is worth
    /// nothing. A king in hand is worth nothing, as on the board.
    #[cold]
    pub(super) fn in_hand(&self, position: &Position<W>, color: Color) -> i32 {
        let royal = |piece_type: PieceType| self.variant.definition.piece(piece_type).royal;
        let values = position
            .hand(color)
            .filter(|(piece_type, _)| !royal(*piece_type) && position.may_come_on(color))
            .map(|(piece_type, count)| self.values()[piece_type.index()] * i32::from(count));
        values.sum()
    }

    /// Returns the sum of the phases of the pieces that both sides hold in hand.
    #[cold]
    pub(super) fn phase_in_hand(&self, position: &Position<W>) -> i32 {
        let held = Color::BOTH.into_iter().flat_map(|color| position.hand(color));
        held.map(|(piece_type, count)| self.psqt.phase_of(piece_type) * i32::from(count))
            .sum()
    }

    /// Computes the score from the terms.
    pub(super) fn score(&self, position: &Position<W>, psqt: &PsqtState, terms: &Terms) -> Score {
        let sided = |by_color: &[Tapered; 2]| by_color[0] - by_color[1];
        let sum =
            terms.psqt + sided(&terms.mobility) + sided(&terms.threats) + sided(&terms.king) + sided(&terms.pawns);
        // The game does not approach its end until the pieces that it begins with in hand have been dropped.
        let phase = match self.begins_in_hand {
            false => psqt.phase,
            true => psqt.phase + self.phase_in_hand(position),
        };
        let phase = phase.clamp(0, self.start_phase) * MAX_PHASE / self.start_phase;
        let score = sum.at(phase) + terms.off_board[0] - terms.off_board[1];
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
