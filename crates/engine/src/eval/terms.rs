//! Every term of the evaluation that is not about one piece type, declared once: a line in the table below makes the
//! field of [`TermWeights`], its name in a weights file, its [`Term`] and its slot in a fit.

use serde::{Deserialize, Serialize};

use super::tapered::Tapered;
use kurier_rules::board::Square;
use kurier_rules::rules::PieceType;

/// A number of a weights file: a pair `[middlegame, endgame]`, or a single number for the endgame alone.
pub(super) trait Weight: Copy {
    /// Whether the weight counts in the endgame only.
    const ENDGAME_ONLY: bool;

    /// Returns the numbers, middlegame first.
    fn tapered(self) -> Tapered;

    /// Returns the weight of these numbers.
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
    ($($(#[$doc:meta])* $term:ident, $field:ident: $type:ty = $default:expr, spread $spread:expr;)*) => {
        /// A weight that counts in proportion to something in the position.
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
        pub enum Term {
            /// [`super::PieceWeights::value`] and [`super::PieceWeights::psqt`] together, by square as White sees the
            /// board.
            Psqt(PieceType, Square),
            /// [`super::PieceWeights::mobility`]
            Mobility(PieceType),
            /// [`super::PieceWeights::king_attack`]: the number of squares. Danger is not proportional to it.
            KingAttack(PieceType),
            $($(#[$doc])* $term,)*
        }

        impl Term {
            /// All terms that are not about one piece type, in the order of their declaration.
            pub const SHARED: &[Self] = &[$(Self::$term),*];

            /// Returns whether the term counts in the endgame only.
            pub fn is_endgame_only(self) -> bool {
                match self {
                    Self::Psqt(..) | Self::Mobility(_) | Self::KingAttack(_) => false,
                    $(Self::$term => <$type as Weight>::ENDGAME_ONLY,)*
                }
            }

            /// Returns how far a fit may well move the weight from what the rules say: a standard deviation, in the
            /// weight's own unit. `None` for terms of piece types.
            pub fn spread(self) -> Option<f32> {
                match self {
                    Self::Psqt(..) | Self::Mobility(_) | Self::KingAttack(_) => None,
                    $(Self::$term => Some($spread),)*
                }
            }
        }

        /// The weights of the terms that are not about one piece type, in centipawns where nothing else is said.
        #[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
        #[serde(rename_all = "kebab-case")]
        pub struct TermWeights {
            /// For the right to move.
            pub tempo: i32,
            $($(#[$doc])* pub $field: $type,)*
        }

        /// The terms of a weights file, any of which may be missing.
        #[derive(Default, Deserialize)]
        #[serde(deny_unknown_fields, rename_all = "kebab-case")]
        pub(super) struct PartialTermWeights {
            tempo: Option<i32>,
            $($field: Option<$type>,)*
        }

        impl Default for TermWeights {
            fn default() -> Self {
                Self { tempo: 12, $($field: $default,)* }
            }
        }

        impl TermWeights {
            /// Returns the weight of a shared term; `None` for terms of piece types.
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

            /// Takes over what a file has. Every weight passes `check` first, with its name in the file.
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

// Name of the term, field and type of its weight (a single number counts in the endgame only), the weight where no fit
// says better, and the spread of the weight.
terms! {
    /// For a pawn beside its own king.
    ShelterPawn, shelter_pawn: Tapered = Tapered::new(9, 0), spread 10.0;
    /// For another piece beside its own king.
    ShelterPiece, shelter_piece: Tapered = Tapered::new(4, 0), spread 10.0;
    /// For a pawn guarded by a pawn.
    GuardedPawn, guarded_pawn: Tapered = Tapered::new(6, 4), spread 12.0;
    /// For a pawn beside another one.
    Phalanx, phalanx: Tapered = Tapered::new(4, 3), spread 12.0;
    /// For a pawn without any other on the neighbouring files.
    Isolated, isolated: Tapered = Tapered::new(-4, -6), spread 12.0;
    /// For a pawn behind another one.
    Doubled, doubled: Tapered = Tapered::new(-4, -4), spread 12.0;
    /// The part of its promotion value that a passed pawn counts, in 1/256.
    Passed, passed_share: Tapered = Tapered::new(30, 75), spread 80.0;
    /// For each step by which the own king is nearer to a passed pawn than the other one, in 1/256 of the promotion
    /// value.
    PassedKing, passed_king_share: i32 = 5, spread 15.0;
    /// For a piece attacked by a pawn.
    PieceAttackedByPawn, piece_attacked_by_pawn: Tapered = Tapered::new(30, 20), spread 25.0;
    /// For every stronger enemy that a piece attacks.
    StrongerAttacked, stronger_attacked: Tapered = Tapered::new(20, 8), spread 25.0;
    /// For a piece attacked and not defended.
    Hanging, hanging: Tapered = Tapered::new(12, 10), spread 25.0;
}
