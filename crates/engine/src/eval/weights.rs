//! All numbers of the hand-crafted evaluation of one game, in one place, so that a fit to games can replace them.

use super::tapered::Tapered;
use super::terms::{Term, TermWeights};
use kurier_rules::rules::fingerprint;

/// The weights of one game. [`Weights::prior`] derives them from its rules.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Weights {
    /// By piece type.
    pub pieces: Vec<PieceWeights>,
    /// Terms that are not about one piece type.
    pub terms: TermWeights,
    /// What no fit changes.
    pub fixed: FixedWeights,
}

/// The weights of one piece type.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PieceWeights {
    /// What the piece is worth. The king's is 0: there is always one.
    pub value: Tapered,
    /// Piece-square table: added to the value by square, as White sees the board.
    pub psqt: Vec<Tapered>,
    /// For each attacked square above the usual number.
    pub mobility: Tapered,
    /// The number of attacked squares for which mobility is neither good nor bad.
    pub usual_mobility: i32,
    /// Danger units for each square beside the enemy king that it attacks.
    pub king_attack: i32,
    /// What it adds to the phase of the game. 0 for kings and for what is promoted on the last rank.
    pub phase: i32,
    /// By square, as White sees the board: the gain by the promotion to come, discounted by the steps to it, in
    /// centipawns. Zero for piece types that are not promoted.
    pub promotion_value: Vec<i32>,
}

/// Numbers that are no weights of a sum: no fit changes them, no file has them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct FixedWeights {
    /// The danger to a king is the square of the units, divided by this.
    pub danger_divisor: i32,
    /// The most that danger counts, in centipawns.
    pub danger_limit: i32,
    /// Mop-up: for driving a lone king one step from the centre, in centipawns.
    pub push_to_edge: i32,
    /// Mop-up: for each step that the king comes nearer to the other one, in centipawns.
    pub kings_close: i32,
    /// Mop-up: for each step that a piece comes nearer to its nearest target, in centipawns.
    pub pieces_close: i32,
    /// Mop-up: for leaving a lone king nowhere to walk, in centipawns; in parts for leaving it part of the board.
    pub confine: i32,
    /// Where a bare king loses: for the opponent's last pieces being one, two, three, ..., in centipawns.
    pub last_pieces: [i32; 5],
    /// Where a set of promoted pieces wins: times the third power of the number of those already there, in half
    /// centipawns.
    pub promotion_set: i32,
    /// A side with no more than this, in centipawns, and nothing to promote can hardly mate: a little more than a
    /// knight.
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
    /// Identifies these weights, as far as a fit can change them: the 64-bit FNV-1a hash of their numbers as
    /// little-endian 32-bit integers. First comes the tempo, then each term of [`Term::SHARED`] (the middlegame first;
    /// 0 where a term counts in the endgame only), then for each piece type its value and mobility, its king attack, and
    /// its piece-square table from the first square to the last.
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

    /// [`FixedWeights::mating_material`] after the values have been fitted, `before` being those from the rules: it
    /// grows with the strongest of the piece types that were too weak to mate, so that these remain so.
    pub(super) fn mating_material(&self, before: &Self) -> i32 {
        let mating = before.fixed.mating_material;
        let weak: Vec<_> = std::iter::zip(&before.pieces, &self.pieces)
            .map(|(old, new)| (old.value.average(), new.value.average()))
            .filter(|(old, _)| (1..=mating).contains(old))
            .collect();
        let old = weak.iter().map(|(old, _)| *old).max();
        let new = weak.iter().map(|(_, new)| *new).max();
        match (old, new) {
            (Some(old), Some(new)) => mating * new.max(1) / old,
            _ => mating,
        }
    }
}
