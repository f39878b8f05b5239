//! The weights of the hand-crafted evaluation of one variant. A fit to games can replace most of them.

use super::tapered::Tapered;
use super::terms::{Term, TermWeights};
use kurier_rules::rules::fingerprint;

/// The weights of one variant. [`Weights::prior`] derives weights from the variant's rules.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Weights {
    /// The weights of the piece types, in the order of the definition.
    pub pieces: Vec<PieceWeights>,
    /// The weights of the terms that do not belong to one piece type.
    pub terms: TermWeights,
    /// The constants that no fit changes.
    pub fixed: FixedWeights,
}

/// The weights of one piece type.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PieceWeights {
    /// The value of the piece in centipawns. The king's value is 0, because each side always has a king.
    pub value: Tapered,
    /// The piece-square table, in centipawns by square as White sees the board. An entry is added to the value of the
    /// piece.
    pub psqt: Vec<Tapered>,
    /// The bonus for each attacked square above `usual_mobility`, in centipawns.
    pub mobility: Tapered,
    /// The number of attacked squares for which mobility is neither good nor bad.
    pub usual_mobility: i32,
    /// The danger units for each attacked square around the enemy king.
    pub king_attack: i32,
    /// The contribution to the phase of the game; the piece's value in the prior, or 0 for kings and for pieces that
    /// can be promoted.
    pub phase: i32,
    /// The expected gain from promotion in centipawns, by square as White sees the board, discounted for each step to
    /// the promotion square; 0 for piece types that cannot be promoted.
    pub promotion_value: Vec<i32>,
}

/// Constants of the evaluation that are not weights of a linear sum. No fit changes them and no weights file contains
/// them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct FixedWeights {
    /// The divisor of the squared danger units; the quotient is the danger to a king in centipawns.
    pub danger_divisor: i32,
    /// The upper limit of the danger to a king, in centipawns.
    pub danger_limit: i32,
    /// Mop-up: the bonus in centipawns for each step by which the weak king is away from the centre.
    pub push_to_edge: i32,
    /// Mop-up: the bonus in centipawns for each step by which the distance of the kings is less than the longest
    /// distance on the board.
    pub kings_close: i32,
    /// Mop-up: the bonus in centipawns for each step by which a piece's distance to its nearest target is less than the
    /// longest distance on the board.
    pub pieces_close: i32,
    /// Mop-up: the bonus in centipawns for confining the weak king completely. The bonus shrinks in proportion to the
    /// part of the board that the king can still reach.
    pub confine: i32,
    /// The bonus in centipawns, in games where a bare king loses, if the opponent has one, two, three, ... pieces left
    /// besides the king.
    pub last_pieces: [i32; 5],
    /// The bonus in half centipawns in games where a set of promoted pieces wins. It is multiplied by the cube of the
    /// number of pieces of the set that are on the board.
    pub promotion_set: i32,
    /// The material in centipawns up to which a side without pawns can hardly mate: a little more than a knight's
    /// value.
    pub mating_material: i32,
}

impl Default for FixedWeights {
    fn default() -> Self {
        Self {
            danger_divisor: 192,
            danger_limit: 400,
            push_to_edge: 24,
            kings_close: 35,
            pieces_close: 8,
            confine: 400,
            last_pieces: [160, 90, 50, 25, 10],
            promotion_set: 3,
            mating_material: 350,
        }
    }
}

impl Weights {
    /// Returns the fingerprint of all weights that a fit can change: the 64-bit FNV-1a hash of their numbers as
    /// little-endian 32-bit integers. The order is: the tempo; each term of [`Term::SHARED`] (middlegame first, which
    /// is 0 for terms that count only in the endgame); then for each piece type its value, its mobility, its king
    /// attack, and its piece-square table from the first square to the last.
    pub fn fingerprint(&self) -> u64 {
        let mut numbers = vec![self.terms.tempo];
        let mut push = |score: Tapered| numbers.extend([score.mid, score.end]);
        Term::SHARED
            .iter()
            .filter_map(|term| self.terms.get(*term))
            .for_each(&mut push);
        for piece in &self.pieces {
            numbers.extend([piece.value.mid, piece.value.end, piece.mobility.mid, piece.mobility.end]);
            numbers.push(piece.king_attack);
            numbers.extend(piece.psqt.iter().flat_map(|score| [score.mid, score.end]));
        }
        let bytes: Vec<u8> = numbers.into_iter().flat_map(i32::to_le_bytes).collect();
        fingerprint(&bytes)
    }
}
