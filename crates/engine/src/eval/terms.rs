//! The terms of the evaluation that do not belong to one piece type. Each term is declared once, as a line of `terms!`,
//! which generates the field of [`TermWeights`], the name in a weights file, the [`Term`] and the parameter of a fit.

use serde::{Deserialize, Serialize};

use super::tapered::Tapered;
use kurier_rules::board::Square;
use kurier_rules::rules::PieceType;

/// A weight in a weights file: a pair `[middlegame, endgame]`, or a single number that counts only in the endgame.
pub(super) trait Weight: Copy {
    /// Whether the weight counts only in the endgame.
    const ENDGAME_ONLY: bool;

    /// Returns the weight for middlegame and endgame.
    fn tapered(self) -> Tapered;

    /// Creates the weight from its numbers for middlegame and endgame.
    fn from_tapered(score: Tapered) -> Self;
}

impl Weight for Tapered {
    const ENDGAME_ONLY: bool = false;

    fn tapered(self) -> Tapered {
        self
    }

    fn from_tapered(score: Tapered) -> Self {
        score
    }
}

impl Weight for i32 {
    const ENDGAME_ONLY: bool = true;

    fn tapered(self) -> Tapered {
        Tapered::new(0, self)
    }

    fn from_tapered(score: Tapered) -> Self {
        score.end
    }
}

macro_rules! terms {
    ($($(#[$doc:meta])* $term:ident, $field:ident: $type:ty, spread $spread:expr;)*) => {
        /// A term of the hand-crafted evaluation: a weight times a count of some feature of the position.
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
        pub enum Term {
            /// A piece on a square as White sees the board, weighted by the sum of [`super::PieceWeights::value`] and
            /// its entry in [`super::PieceWeights::psqt`].
            Psqt(PieceType, Square),
            /// The mobility of a piece type, weighted by [`super::PieceWeights::mobility`].
            Mobility(PieceType),
            /// The attacked squares around the enemy king, weighted by [`super::PieceWeights::king_attack`]. The danger
            /// grows faster than in proportion to the number of squares.
            KingAttack(PieceType),
            $($(#[$doc])* $term,)*
        }

        impl Term {
            /// All terms that do not belong to one piece type, in the order of their declaration.
            pub const SHARED: &[Self] = &[$(Self::$term),*];

            /// The names of the terms in [`Term::SHARED`], spelled as the fields of [`TermWeights`].
            pub(super) const SHARED_FIELDS: &[&str] = &[$(stringify!($field)),*];

            /// Returns whether the term counts only in the endgame.
            pub fn is_endgame_only(self) -> bool {
                match self {
                    Self::Psqt(..) | Self::Mobility(_) | Self::KingAttack(_) => false,
                    $(Self::$term => <$type as Weight>::ENDGAME_ONLY,)*
                }
            }

            /// Returns the standard deviation, in the unit of the weight, that a fit expects between the fitted weight
            /// and the prior. Returns `None` for terms of piece types.
            pub fn spread(self) -> Option<f32> {
                match self {
                    Self::Psqt(..) | Self::Mobility(_) | Self::KingAttack(_) => None,
                    $(Self::$term => Some($spread),)*
                }
            }
        }

        /// The weights of the terms that do not belong to one piece type, in centipawns unless stated otherwise.
        #[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize)]
        #[serde(rename_all = "kebab-case")]
        pub struct TermWeights {
            /// The bonus for the side to move.
            pub tempo: i32,
            $($(#[$doc])* pub $field: $type,)*
        }

        /// The weights of the shared terms in a weights file; any weight may be missing.
        #[derive(Default, Deserialize)]
        #[serde(deny_unknown_fields, rename_all = "kebab-case")]
        pub(super) struct PartialTermWeights {
            tempo: Option<i32>,
            $($field: Option<$type>,)*
        }

        impl TermWeights {
            /// Returns the weight of a shared term, or `None` for terms of piece types.
            pub fn get(&self, term: Term) -> Option<Tapered> {
                match term {
                    Term::Psqt(..) | Term::Mobility(_) | Term::KingAttack(_) => None,
                    $(Term::$term => Some(self.$field.tapered()),)*
                }
            }

            /// Sets the weight of a shared term; terms of piece types are ignored.
            pub fn set(&mut self, term: Term, weight: Tapered) {
                match term {
                    Term::Psqt(..) | Term::Mobility(_) | Term::KingAttack(_) => (),
                    $(Term::$term => self.$field = Weight::from_tapered(weight),)*
                }
            }

            /// Replaces the weights that a file contains, after passing each weight and its name to `check`. Stops at
            /// the first error.
            pub(super) fn merge<E>(
                &mut self,
                file: PartialTermWeights,
                check: impl Fn(Tapered, &str) -> Result<(), E>,
            ) -> Result<(), E> {
                if let Some(tempo) = file.tempo {
                    check(tempo.tapered(), "tempo")?;
                    self.tempo = tempo;
                }
                $(if let Some(weight) = file.$field {
                    check(weight.tapered(), &stringify!($field).replace('_', "-"))?;
                    self.$field = weight;
                })*
                Ok(())
            }
        }
    };
}

// Each line has the name of the term, the field and type of its weight (`i32` counts only in the endgame), and the
// spread that a fit expects. The weights of variants without a fit are in `prior/coefficients.toml`.
terms! {
    /// The bonus for a pawn next to its own king.
    ShelterPawn, shelter_pawn: Tapered, spread 10.0;
    /// The bonus for a piece, other than a pawn, next to its own king.
    ShelterPiece, shelter_piece: Tapered, spread 10.0;
    /// The bonus for a pawn defended by a pawn.
    GuardedPawn, guarded_pawn: Tapered, spread 12.0;
    /// The bonus for a pawn with a neighbour on the same rank.
    Phalanx, phalanx: Tapered, spread 12.0;
    /// The penalty for a pawn without pawns of its side on the neighbouring files.
    Isolated, isolated: Tapered, spread 12.0;
    /// The penalty for a pawn behind another pawn of its side on the same file.
    Doubled, doubled: Tapered, spread 12.0;
    /// The bonus for a passed pawn, in 1/256 of its promotion value; halved if an enemy piece stands in front of the
    /// pawn.
    Passed, passed_share: Tapered, spread 80.0;
    /// The bonus for each step, up to five, by which the king of a passed pawn's side is nearer than the enemy king to
    /// the square in front of the pawn, in 1/256 of the promotion value.
    PassedKing, passed_king_share: i32, spread 15.0;
    /// The penalty for a piece, other than a king or a pawn, that an enemy pawn attacks.
    PieceAttackedByPawn, piece_attacked_by_pawn: Tapered, spread 25.0;
    /// The bonus for each attack of a piece on an enemy piece of a more valuable type.
    StrongerAttacked, stronger_attacked: Tapered, spread 25.0;
    /// The penalty for a piece, other than a king, that is attacked and not defended. A piece with the penalty
    /// `PieceAttackedByPawn` does not count.
    Hanging, hanging: Tapered, spread 25.0;
}
