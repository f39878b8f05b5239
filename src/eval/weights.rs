//! All numbers of the evaluation of one game, in one place, so that a fit to games can replace them.

use super::fitted;
use super::psqt;
use super::tapered::Tapered;
use super::values::Values;
use crate::rules::Definition;

/// The weights of one game. [`Weights::prior`] derives them from its rules.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Weights {
    /// By kind of piece.
    pub pieces: Vec<PieceWeights>,
    /// Terms that are not about one kind of piece.
    pub terms: TermWeights,
}

/// The weights of one kind of piece.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PieceWeights {
    /// What the piece is worth. The king's is 0: there is always one.
    pub value: Tapered,
    /// Added to the value by square, as White sees the board.
    pub psqt: Vec<Tapered>,
    /// For each attacked square above the usual number.
    pub mobility: Tapered,
    /// The number of attacked squares for which mobility is neither good nor bad.
    pub usual_mobility: i32,
    /// Danger units for each square beside the enemy king that it attacks.
    pub king_attack: i32,
    /// What it adds to the measure of how much of the middlegame is left. 0 for kings and for what is promoted on the
    /// last rank.
    pub phase: i32,
    /// By square, as White sees the board: the promotion to come, discounted by the steps to it, in centipawns.
    /// Zero for piece types that are not promoted.
    pub promotion_value: Vec<i32>,
}

/// The weights of the other terms, in centipawns where nothing else is said.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TermWeights {
    /// For the right to move.
    pub tempo: i32,
    /// For a pawn beside its own king.
    pub shelter_pawn: Tapered,
    /// For another piece beside its own king.
    pub shelter_piece: Tapered,
    /// The danger to a king is the square of the units, divided by this.
    pub danger_divisor: i32,
    /// The most that danger counts.
    pub danger_limit: i32,
    /// For a pawn guarded by a pawn.
    pub guarded_pawn: Tapered,
    /// For a pawn beside another one.
    pub phalanx: Tapered,
    /// For a pawn without any other on the neighbouring files.
    pub isolated: Tapered,
    /// For a pawn behind another one.
    pub doubled: Tapered,
    /// Part of the promotion to come that a passed pawn counts, in 1/256.
    pub passed_share: Tapered,
    /// For each step by which the own king is nearer to a passed pawn than the other one, in 1/256 of the promotion to
    /// come.
    pub passed_king_share: i32,
    /// For a piece attacked by a pawn.
    pub piece_attacked_by_pawn: Tapered,
    /// For every stronger enemy that a piece attacks.
    pub stronger_attacked: Tapered,
    /// For a piece attacked and not defended.
    pub hanging: Tapered,
    /// For driving a lone king one step from the centre.
    pub push_to_edge: i32,
    /// For each step that the king comes nearer to the hunted one.
    pub kings_close: i32,
    /// For each step that a piece comes nearer to its nearest target.
    pub pieces_close: i32,
    /// For leaving a hunted king nowhere to walk; in parts for leaving it part of the board.
    pub confine: i32,
    /// Where a bare king loses: for the opponent's last pieces being one, two, three, ...
    pub last_men: [i32; 5],
    /// Where a set of promoted pieces wins: times the third power of the number of those already there, in half
    /// centipawns.
    pub promotion_set: i32,
    /// A side with no more than this and nothing to promote can hardly mate: a little more than a knight.
    pub mating: i32,
}

impl Weights {
    /// The weights fitted to games under these rules, or if there are none, those that follow from the rules.
    pub fn built_in(definition: &Definition) -> Self {
        fitted::weights(definition).unwrap_or_else(|| Self::prior(definition))
    }

    /// Weights that follow from the rules alone.
    pub fn prior(definition: &Definition) -> Self {
        let values = Values::new(definition);
        let pieces = definition
            .pieces
            .iter()
            .enumerate()
            .map(|(piece_type, piece)| psqt::piece_weights(definition, &values, piece_type, piece))
            .collect();
        let mut terms = TermWeights {
            mating: values.mating,
            ..TermWeights::default()
        };
        if definition.captures.mandatory {
            // What can be taken must be taken: an attack is often a burden, and an undefended piece can be a lure.
            terms.stronger_attacked = Tapered::ZERO;
            terms.piece_attacked_by_pawn = Tapered::new(8, 8);
            terms.hanging = Tapered::new(8, 8);
        }
        if definition.captures.chained {
            // One capture leads to the next one.
            terms.hanging = Tapered::new(30, 30);
        }
        Self { pieces, terms }
    }

    /// [`TermWeights::mating`] after the values have been fitted, `before` being those from the rules: it grows with the
    /// strongest of the piece types that were too weak to mate, so that these remain so.
    pub(super) fn mating(&self, before: &Self) -> i32 {
        let mating = before.terms.mating;
        let weak: Vec<_> = std::iter::zip(&before.pieces, &self.pieces)
            .map(|(once, now)| (once.value.average(), now.value.average()))
            .filter(|(once, _)| (1..=mating).contains(once))
            .collect();
        let once = weak.iter().map(|(once, _)| *once).max();
        let now = weak.iter().map(|(_, now)| *now).max();
        match (once, now) {
            (Some(once), Some(now)) => mating * now.max(1) / once,
            _ => mating,
        }
    }
}

impl Default for TermWeights {
    fn default() -> Self {
        Self {
            tempo: 12,
            shelter_pawn: Tapered::new(9, 0),
            shelter_piece: Tapered::new(4, 0),
            danger_divisor: 192,
            danger_limit: 400,
            guarded_pawn: Tapered::new(6, 4),
            phalanx: Tapered::new(4, 3),
            isolated: Tapered::new(-4, -6),
            doubled: Tapered::new(-4, -4),
            passed_share: Tapered::new(30, 75),
            passed_king_share: 5,
            piece_attacked_by_pawn: Tapered::new(30, 20),
            stronger_attacked: Tapered::new(20, 8),
            hanging: Tapered::new(12, 10),
            push_to_edge: 24,
            kings_close: 35,
            pieces_close: 8,
            confine: 400,
            last_men: [160, 90, 50, 25, 10],
            promotion_set: 3,
            mating: 350,
        }
    }
}
