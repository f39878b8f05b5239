//! Why a game of a `variants.ini` cannot be translated.

use kurier_rules::sanitize::excerpt;
use thiserror::Error;

/// Why a setting is refused.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub(super) enum SettingError {
    /// The value does not have the form that its key requires.
    #[error("expected {expected}, found `{}`", excerpt(.found))]
    Expected { expected: &'static str, found: String },
    /// The value stands for a rule that Kurier does not have.
    #[error("`{} = {}` is not supported", excerpt(.key), excerpt(.value))]
    Unsupported { key: String, value: String },
    /// Fairy-Stockfish does not have the key.
    #[error("`{}` is not a key of Fairy-Stockfish", excerpt(.0))]
    UnknownKey(String),
}

impl SettingError {
    /// Creates the error for a value of the wrong form.
    pub fn expected(expected: &'static str, found: &str) -> Self {
        Self::Expected {
            expected,
            found: found.to_owned(),
        }
    }

    /// Creates the error for a value whose rule Kurier does not have.
    pub fn unsupported(key: &str, value: &str) -> Self {
        Self::Unsupported {
            key: key.to_owned(),
            value: value.to_owned(),
        }
    }
}

/// Why the moves of a piece cannot be translated. `text` is their notation in the file.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub(super) enum MovesError {
    #[error("`{letter}` in `{text}` means nothing to Fairy-Stockfish")]
    UnknownLetter { letter: char, text: String },
    #[error("`{0}` ends without an atom")]
    NoAtom(String),
    #[error("Fairy-Stockfish does not play all of `{0}`")]
    Unplayed(String),
    #[error("what Fairy-Stockfish makes of the hops and lame leaps of `{0}` is not supported")]
    HopsAndLameLeaps(String),
    #[error("the short grasshopper in `{0}` is not supported")]
    ShortGrasshopper(String),
    /// No atom of Kurier's notation has the size of a step.
    #[error("a move of a piece cannot be written here")]
    NoAtomOfSize,
    /// No direction letters of Kurier's notation select one oblique step.
    #[error("single oblique steps, like those of a `{0}` here, cannot be written")]
    SingleObliqueStep(char),
}

/// Why a game whose settings are all understood cannot be written as a definition file.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub(super) enum TranslationError {
    #[error(transparent)]
    Moves(#[from] MovesError),
    #[error(transparent)]
    Write(#[from] std::fmt::Error),
    /// Kurier refuses the translated file.
    #[error("Kurier refuses the translated game: {0}")]
    Refused(String),

    // The start position.
    #[error("expected {expected} ranks in the start, found {found}")]
    Ranks { expected: u8, found: usize },
    #[error("`{0}` in the start is not supported")]
    StartLetter(char),
    #[error("`{}` in the start is not supported", excerpt(.0))]
    StartCounters(String),
    #[error("the right `{0}` in the start is not supported")]
    CastlingRight(char),

    // Piece types.
    #[error("`diagonalLines` are supported only where no diagonal leaves them and comes back")]
    DiagonalLines,
    #[error("`adjudicateFullBoard` is not supported with `materialCounting`")]
    FullBoard,
    #[error("`bikjangRule` is supported only for two kings, and without `flyingGeneral`")]
    Bikjang,
    #[error("`soldierPromotionRank` above 1 with `immobilityIllegal` is not supported")]
    SoldierPromotion,
    #[error("`mobilityRegion` is not supported for pieces that are promoted, as the {0} is")]
    RegionOfPromoted(String),
    #[error("`nMoveRuleTypes` with the {0} of one colour only is not supported")]
    CountedForOneColor(String),
    #[error(
        "`immobilityIllegal = true` is not supported with a piece that cannot leave a square: the {piece} on {square}"
    )]
    Immobile { piece: String, square: String },

    // Castling.
    #[error("castling to the edge is not supported")]
    CastlingToEdge,

    // Blasts.
    #[error("`blastOnCapture` with {0} is not supported")]
    BlastOnCapture(&'static str),

    // Drops.
    #[error("{0} is not supported")]
    Gating(&'static str),
    #[error("{0} is not supported where pieces are dropped")]
    Drops(&'static str),
    #[error("drops of a {0} where it must be promoted are not supported")]
    DropsWhereForced(String),

    // Promotion.
    #[error("`{0}` with `promotedPieceType` is not supported")]
    PiecePromotion(&'static str),
    #[error("pieces of a type that are promoted for one side only are not supported")]
    PromotionByColor,
    #[error("pawns that are promoted to nothing, and so never enter the last rank, are not supported")]
    PromotionToNothing,

    // Initial moves and en passant.
    #[error("triple steps from parts of a rank, or that differ by colour, are not supported")]
    TripleStepsByColor,
    #[error("triple steps from where there is no double step are not supported")]
    TripleWithoutDouble,
    #[error("the initial moves of `{0}` are not supported")]
    InitialMoves(String),
    #[error("en passant by other pieces than those of `nMoveRuleTypes`, or other than by leaps, is not supported")]
    EnPassantTakers,

    // The end of the game.
    #[error(
        "`extinctionClaim` is supported only for the bare king, and a rule about pieces that a side lacks at the start is \
         not supported"
    )]
    Extinction,
    #[error("`extinctionPseudoRoyal` is supported only for named pieces whose loss loses the game")]
    PseudoRoyal,
    #[error("passing is not supported together with `extinctionPseudoRoyal`")]
    Passing,
    #[error("`flagMove` for a king is supported only where no check may be given")]
    FlagMove,
    #[error("rows of one direction only, or of one piece, are not supported")]
    Row,
    #[error("`countingRule` is supported only where `nMoveRuleTypes` are the pawns, and no other piece is promoted")]
    Counting,
    #[error("`nFoldRule = 1` is not supported")]
    Repetition,
}
